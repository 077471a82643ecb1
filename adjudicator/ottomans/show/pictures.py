"""The pictures beside the map: an order before it is given, chits in hand, the course of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from adjudicator.core import N_, Held, Reach, words
from adjudicator.core.language.words import Passage, Whole
from adjudicator.display.charts import Card, Hand, Row, ScoreChart
from adjudicator.display.pictures import Pictures
from adjudicator.display.preview import Preview, Spot, previewed
from adjudicator.display.scene import Arrow, Counter
from adjudicator.display.score_chart import changes, plot
from adjudicator.display.score_chart import score_chart as drawn
from adjudicator.display.text import Text
from adjudicator.ottomans.board import CHITS, FIGURES, HIRED, LEADERS, NATIONS, STRATAGEMS, TURNS, UNITS
from adjudicator.ottomans.world import SEATS, Chit, side

from .aids import AIDS
from .battle_board import battle
from .facts import facts
from .names import NOTHING, SEVERAL
from .places import about, measure, named
from .scene import GAME, counter_of, emblem_of, moment, scene
from .story import with_story
from .view import View

# -- an order ----------------------------------------------------------------------------------


def preview(
    seen: Struct,
    units: Sequence[str],
    start: str,
    reaches: Sequence[Reach],
    way: Sequence[str],
) -> Preview[Text]:
    """Return where units may go, with the movement points it takes, and the way that is chosen."""
    assert isinstance(seen, View)
    ways = {one.to: one for one in reaches if one.bar is None}
    chosen = ways.get(way[-1]) if way else None
    colour = side(units[0]) if units and units[0] in UNITS else seen.seat or seen.acting
    arrow = Arrow(
        "sea" if chosen is not None and chosen.how == "sail" else "move", colour, (start, *way), len(units)
    )
    spots = [Spot(one.to, str(one.cost)) for one in ways.values()]
    return previewed(list(units), arrow, spots)


# -- chits -------------------------------------------------------------------------------------

CHITS_OF = N_("Chits of the {side} player")
NOBODYS = N_("Chits in play")
UNUSED = N_("unused")
FACE_UP = N_("controlled by the {side} player")
HELD = N_("{side}: {n} unused {n:chit|chits}")
CONTROL, MERCENARY, STRATAGEM = N_("CONTROL"), N_("MERCENARY"), N_("Stratagem")
LISTED = N_("{row}: {chits}.")


def hand(seen: Struct) -> Hand[Text]:
    """Return the viewer's unused chits, how many the others hold, and what lies face up (§19.3, §6.11)."""
    assert isinstance(seen, View)
    rows = tuple(_rows(seen))
    title = words(CHITS_OF, side=seen.seat) if seen.seat else words(NOBODYS)
    said: list[Text] = [Whole([title])]
    for row in rows:
        text: Text = row.title
        if not row.backs:
            chits = [words(SEVERAL, n=c.count, chit=c.name) if c.count > 1 else c.name for c in row.cards]
            text = words(LISTED, row=row.title, chits=chits or words(NOTHING))
        said.append(Whole([text]))
    return Hand(
        game=GAME,
        title=title,
        subtitle=moment(seen),
        alt=Passage(said),
        rows=rows,
        square=True,
    )


def held(seen: Struct) -> list[Held]:
    """Return the viewer's unused chits."""
    assert isinstance(seen, View)
    return [Held(words(N_("Hand")), seen.hand)]


def _rows(seen: View) -> Iterator[Row[Text]]:
    if seen.seat:
        cards = tuple(_card(chit, seen.hand.count(chit)) for chit in dict.fromkeys(seen.hand))
        yield Row(words(UNUSED), seen.seat, cards)
    for seat in seen.seats:
        if seat != seen.seat and seen.hands[seat]:
            yield Row(words(HELD, side=seat, n=seen.hands[seat]), seat, (), seen.hands[seat])
    for seat in seen.seats:
        open_chits = [chit for chit, of in seen.control.items() if of == seat]
        if open_chits:
            yield Row(words(FACE_UP, side=seat), seat, tuple(_card(c, 1) for c in open_chits))


def _card(chit: Chit, count: int) -> Card[Text]:
    """Return a chit face up: a nation's or mercenary's emblem, or the sign of a stratagem.

    §13.7 A leader is among them while it is asked where they appear.
    """
    name = chit
    if chit in NATIONS:
        line = words(CONTROL)
        return Card(NATIONS[chit].coalition, chit, name, line, count=count, id=chit)
    if chit in LEADERS and chit not in HIRED:
        return Card(side(chit), emblem_of(chit), name, "", count=count, id=chit)
    if chit in HIRED:
        return Card(side(chit), emblem_of(chit), name, words(MERCENARY), count=count, id=chit)
    assert chit in STRATAGEMS
    return Card("stratagem", f"chit_{chit}", name, words(STRATAGEM), count=count, id=chit)


def face(seen: Struct, id: str) -> Counter[Text] | Card[Text] | None:
    """Return a unit that is not on the map as the viewer's, or a chit of the viewer's hand."""
    assert isinstance(seen, View)
    if id in seen.hand:
        return _card(id, 1)
    return counter_of(seen, id, seen.seat, moved=False) if seen.seat and id in UNITS else None


def printed() -> Mapping[str, Counter[Text] | Card[Text]]:
    """Return a counter of each kind of unit, every leader, and every chit."""
    faces: dict[str, Counter[Text] | Card[Text]] = {chit: _card(chit, 1) for chit in CHITS}
    for unit, record in UNITS.items():
        code = f"{record.strength}-{record.move}"
        looks = Counter[Text](
            record.coalition, record.type, code=code, steps=record.command, full=record.command,
            emblem=emblem_of(unit),
        )  # fmt: skip
        for id in (record.kind, unit):
            faces.setdefault(id, looks)
    return faces


# -- the course of the game --------------------------------------------------------------------

KEYS = N_("Key cities by coalition")
ABOVE = N_("Points above the number to exceed")
ON_THE_MAP = N_("Combat strength on the map")


def score_chart(moments: Sequence[Sequence[Struct]]) -> ScoreChart[Text]:
    """Return points, key cities and strength on the map.

    §21.2 Points are those of survival, less what they must exceed; under an empire nobody survives.

    Raises:
        IndexError: no moments.
    """
    seen = [one[0] for one in moments if isinstance(one[0], View)]
    last = seen[-1]
    plots = [
        plot(ABOVE, _above, seen, last.seats, 0),
        plot(KEYS, lambda v, c: len(v.key_cities[c]), seen, SEATS, FIGURES.empire),
        plot(ON_THE_MAP, _strength, seen, last.seats),
    ]
    named = changes([v.turn for v in seen], lambda turn: TURNS[turn].years)
    return drawn(GAME, moment(last), named, plots)


def _above(v: View, seat: str) -> int | None:
    return None if v.empire else v.points[seat] - v.needed[seat]


def _strength(v: View, seat: str) -> int:
    own = [one.id for there in v.places.values() for one in there if one.owner == seat]
    return sum(UNITS[u].back if v.strong_trains else UNITS[u].strength for u in own)


PICTURES = Pictures(
    scene=scene,
    with_story=with_story,
    preview=preview,
    hand=hand,
    battle=battle,
    score_chart=score_chart,
    battles=frozenset({"result", "no_battle", "honors"}),
    about=about,
    named=named,
    facts=facts,
    face=face,
    printed=printed,
    measure=measure,
    aids=AIDS,
)
