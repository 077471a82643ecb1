"""A press on the map: the order goes on with it, or it is said why it cannot."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

from aiohttp import web

from adjudicator.core.choices.choice import Reader
from adjudicator.core.language.errors import Refusal
from adjudicator.core.language.words import N_
from adjudicator.display.pictures import Pictures
from frontends.browser.web.responses import data
from frontends.browser.web.viewer import Table, TableContext, with_table
from service.pictures.build import way_of
from service.text import telling
from service.wizard.filled import Filled
from service.wizard.touch import held, pickable, touch
from service.wizard.why_not import why_not

from .decision import Asking, unpacked
from .fragments import as_data, asking_of, refusal_of, shown_decision
from .places import map_now, table_layout

MOST_HELD = 100
"""Pieces picked on the map at most."""


async def pressed(request: web.Request) -> web.Response:
    """Continue the decision with a piece or place that was pressed on the map, and name the other orders; of
    a press that no order takes say why, and what near it could be pressed.

    While a goal is asked, a press on the stack that goes there says which of its pieces are to go.
    """
    pieces, place = request.query.get("piece", "").split()[:MOST_HELD], request.query.get("place", "")
    question, given = request.query.get("question", ""), request.query.get("filled", "")
    before, is_alone = request.query.get("held", "").split()[:MOST_HELD], request.query.get("alone") == "1"

    def look(at: TableContext) -> dict[str, object]:
        found = asking_of(at.service, at.table, unpacked(given), question)
        if found is None:
            return as_data({"decision": shown_decision(at, Filled())}) | {"ways": []}
        reader = Reader(at.table.game.lexicon, at.context.language)
        ids = [*_named(at.table, pieces[:1]), *table_layout(at.table).named_in(place)]
        try:
            if pieces and (here := _stack_that_goes(at, found, place, reader)):
                return {"held": held(before, pieces, here, is_alone=is_alone)}
            ways = touch(found.choice, found.filled, ids, _named(at.table, before), reader)
        except Refusal as refused:
            part = shown_decision(at, Filled(), question, refusal_of(at.table, refused))
            return as_data({"decision": part}) | {"ways": []}
        if not ways:
            return {"why": _why(at.table, found, ids, place, reader)}
        others = [
            {"label": at.table.localizer.name(str(way.picks[0])), "link": found.link(way)} for way in ways[1:]
        ]
        part = shown_decision(at, ways[0], found.question)
        return as_data({"decision": part}) | {"ways": others, "found": True}

    return data(await with_table(request, look))


def _stack_that_goes(at: TableContext, asking: Asking, place: str, reader: Reader) -> list[str]:
    """Return the pieces of a place that go where the order asks, while it names neither a goal nor pieces;
    [] if it is another place.
    """
    way = way_of(asking.choice, asking.filled, reader)
    sight = map_now(at.service, at.table)
    if way is None or sight is None or way.pieces or way.places:
        return []
    if table_layout(at.table).where.get(way.start, way.start) != place:
        return []
    stacks = (stack for stack in sight.scene.stacks if stack.place == place)
    return [id for stack in stacks for counter in stack.pieces for id in counter.split()]


def _named(table: Table, pieces: Sequence[str]) -> list[str]:
    """Return the ids of pieces, each with those by which orders name it."""
    pictures: Pictures | None = table.game.pictures
    if pictures is None:
        return [*pieces]
    return [id for piece in pieces for id in (piece, *pictures.named(piece))]


def _why(
    table: Table, asking: Asking, ids: Sequence[str], place: str, reader: Reader
) -> dict[str, str | list[str]]:
    """Return why no order takes what was pressed, in words, as a card of the place."""
    t, said = table.localizer, list[str]()
    for refused, _, verb in why_not(asking.choice, asking.filled, ids, reader, is_aside=asking.entry < 0):
        why = telling.refusal(refused, t.language, t.label)
        said.append(f"{reader.shown(verb)}{t.signs.colon}{why}" if verb else why)
    if not said:
        said.append(t(N_("This question asks for something else: {prompt}"), prompt=asking.choice.prompt))
    if near := _nearest(table, asking, place, reader):
        said.append(t(N_("The nearest place that can be pressed: {place}."), place=near))
    return {"title": t.name(place), "lines": said}


def _nearest(table: Table, asking: Asking, place: str, reader: Reader) -> str:
    """Return the nearest place of the board that a press may pick now, "" if there is none."""
    layout = table_layout(table)
    if place not in layout.places:
        return ""
    open_ids = pickable(asking.choice, asking.filled, reader)
    places = {layout.where[id] for id in open_ids if id in layout.where} - {place}
    return min(sorted(places), key=lambda one: dist(layout.places[one], layout.places[place]), default="")
