"""Elements of the page for everything on the map: pieces that can be pressed, marks, arrows and names.

The renderer places each of them (`renderer.layers`). Everything is made from the viewer's own scene:
a piece that the viewer does not know has no id, and its picture is named after its colour and flags alone.
"""

from __future__ import annotations

import hashlib
from collections import Counter as Counting
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import Any

import msgspec

import renderer
from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_
from adjudicator.display.charts import Card
from adjudicator.display.language import in_language
from adjudicator.display.scene import Arrow, Counter, Scene, Stack
from frontends.browser.web.html import Html, tag
from frontends.browser.web.layout import themed
from frontends.browser.web.viewer import Table, TableContext
from renderer.boards.city_names import Name
from renderer.boards.hexes.board import outline
from renderer.draw.frame import Point
from renderer.draw.lru_cache import LruCache
from renderer.draw.themes import Colour
from renderer.games import look_of, theme_of
from renderer.layers import WIDTH, Layers
from renderer.pieces import hex_stacks, overlay
from renderer.pieces.things import ArrowLine, Laid, LeaderLine, LeaderNames, Ring, Sprite, Target, Thing
from service.pictures.build import Sight, pictures_of
from service.text.scene_text import Board

UNITS = 10_000 / WIDTH
"""Units of the page's map in a pixel of the renderer's layout."""
FANNED = 44.0
"""Width of a piece of a stack that is fanned out, in pixels."""
ACROSS, CARD = 38.0, 62.0
"""Pixels across a piece and a card; they are sent twice as large, for sharp screens."""
LABEL, LABEL_SHARE, LABELLED = 26.0, 0.4, 3
"""The size of a stack's labels in pixels at most, its share of a piece's height, the pieces named."""
TIMES = ("1", "2", "4")
"""The sizes in which a sprite is sent."""
_STACKS: LruCache[Html] = LruCache(8 << 20, len)
"""Elements of stacks of late, by all that they show."""


@lru_cache(maxsize=64)
def laid(scene: Scene) -> Layers:
    """Draw the pieces on a map as elements; several pages show the same."""
    return renderer.layers_of(scene)


@lru_cache(maxsize=4096)
def sprite_name(sprite: Sprite) -> str:
    """Return the name of a sprite's picture: a digest of its looks."""
    return hashlib.sha256(msgspec.json.encode(sprite)).hexdigest()[:16]


@lru_cache(maxsize=64)
def sprites_of(scene: Scene) -> Mapping[str, Sprite]:
    """Return the sprites of a map by their names, and of each piece of its stacks."""
    found = [one.sprite for one in laid(scene).things if isinstance(one, Laid)]
    found += [single(scene.game, counter) for stack in scene.stacks for counter in stack.counters]
    return {sprite_name(sprite): sprite for sprite in found}


@lru_cache(maxsize=4096)
def single(game: str, counter: Counter) -> Sprite:
    """Return the looks of a piece of a stack that is fanned out."""
    return renderer.in_line(game, [counter], FANNED)


def face_on(at: TableContext) -> Callable[[str], Html | None]:
    """Return the function from an id to its picture, which the viewer may fetch from now on; None for an id
    without one.
    """
    viewer, language = at.table.viewer, at.table.localizer.language
    pictures = pictures_of(at.service, viewer.campaign)
    try:
        view = at.service.view(viewer.campaign, viewer.seat)
    except NotNow:
        pictures = None
    if pictures is None:
        return lambda id: None

    @cache
    def face(id: str) -> Html | None:
        if (found := pictures.face(view, id)) is None:
            return None
        match looks := in_language(found, language, at.table.localizer.label):
            case Counter():
                sprite, across = renderer.in_line(at.table.board, [looks], ACROSS), ACROSS
            case Card():
                sprite, across = renderer.card(looks, CARD, square=pictures.hand(view).square), CARD
            case _:
                return None
        name = sprite_name(sprite)
        at.context.sprites.add(viewer.campaign, viewer.place, {name: sprite})
        return themed(
            at.table.theme, f"{viewer.path}/sprite/{name}/2", "", width=round(across), class_="face"
        )

    return face


def elements(table: Table, sight: Sight, fresh: Container[Arrow] = ()) -> Html:
    """Return everything on the map, the lowest first; each stack is one element that contains its pieces.

    Moves that are `fresh` are marked.
    """
    scene, layers = sight.scene, laid(sight.scene)
    made = _Elements(table, scene, sight.view, fresh)
    return tag(
        "svg",
        [made.group(key, list(found)) for key, found in groupby(layers.things, _stack_of)],
        viewBox=f"0 0 10000 {round(layers.height * UNITS)}",
        class_="things",
        role="group",
        aria_label=table.localizer(N_("Pieces on the map")),
    )


def _stack_of(thing: Thing) -> str:
    """Return the place of a stack's piece, "" for everything else."""
    return thing.place if isinstance(thing, Laid) and thing.pieces else ""


class _Elements:
    """The builder of the elements of one map.

    Args:
        table: the viewer's.
        scene: the map's.
        view: from which the scene was made. fresh: moves that the viewer has not answered yet.
    """

    def __init__(self, table: Table, scene: Scene, view: Any, fresh: Container[Arrow]) -> None:
        self._table, self._view, self._fresh, self._game = table, view, fresh, scene.game
        self._stacks = {stack.place: stack for stack in scene.stacks}
        self._theme = theme_of(scene.game, "dark" if table.theme == "dark" else "light")
        self._words = Board(table.game, table.localizer.language)
        self._words.learn(scene)
        reader = table.localizer.language, self._theme.name, table.viewer.path
        self._alike = (table.game.id, table.board, *reader, scene.legend)

    def group(self, place: str, found: Sequence[Thing]) -> list[Html] | Html:
        """Return the elements of a stack as one, others as they are."""
        if not place:
            return [made for one in found for made in self._element(one)]
        stack = self._stacks[place]
        measures = tuple(self._measure(id, place) for piece in stack.pieces for id in piece.split())
        return _STACKS.get_or_make(
            (*self._alike, stack, tuple(found), measures), lambda: self._stack(stack, found)
        )

    def _stack(self, stack: Stack, found: Sequence[Thing]) -> Html:
        """Return the element of a stack; those that have not changed are kept."""
        place = stack.place
        lines, pieces = self._words.stack(stack), self._fanned(stack)
        t = self._table.localizer
        label = t.name(place)
        shown = [one for one in found if isinstance(one, Laid)]
        return tag(
            "g",
            [self._piece(one, stack) for one in shown],
            self._labels(stack, shown),
            class_="stack",
            role="button",
            tabindex=-1,
            data_at=place,
            data_card="\n".join([label, *self._card(stack, pieces)]),
            data_fan=msgspec.json.encode(pieces).decode() if len(pieces) > 1 else None,
            aria_label=label + t.signs.colon + t.signs.gap + t.signs.comma.join(lines),
        )

    def _fanned(self, stack: Stack) -> list[list[str]]:
        """Return the pieces of a stack, each with its id, picture, name, measure and further ids.

        Pieces that the viewer does not know have no id and come last, in the order of their pictures.
        """
        known, backs = list[list[str]](), list[list[str]]()
        for counter, id in zip(stack.counters, stack.pieces or ("",) * len(stack.counters), strict=True):
            name = sprite_name(single(self._game, counter))
            path, ids = f"{self._table.viewer.path}/sprite/{name}", id.split()
            [line] = self._words.stack(Stack(stack.place, (counter,), (id,)))
            if not ids:
                backs.append(["", path, line, "", ""])
            for one in ids:
                said = line if len(ids) == 1 else self._table.localizer.name(one)
                known.append([one, path, said, self._measure(one, stack.place), " ".join(self._named(one))])
        return [*known, *sorted(backs)]

    def _labels(self, stack: Stack, shown: Sequence[Laid]) -> list[Html]:
        """Return the names and the figures of the pieces below a stack, hidden until a reader wants them."""
        middle = (min(one.box[0] for one in shown) + max(one.box[2] for one in shown)) / 2
        size = min(LABEL, LABEL_SHARE * max(one.box[3] - one.box[1] for one in shown))
        below = max(one.box[3] for one in shown) + size
        ids = [id for piece in stack.pieces for id in piece.split()]
        names = Counting(self._table.localizer.name(id) for id in ids)
        figures = [one.code or str(one.steps) for one in stack.counters if one.code or one.steps]
        lines = (
            ("name-label", [f"{name} ×{n}" if n > 1 else name for name, n in names.items()]),
            ("figure-label", figures),
        )
        made, signs = list[Html](), self._table.localizer.signs
        for class_, said in lines:
            more = f" +{len(said) - LABELLED}" if len(said) > LABELLED else ""
            if said:
                text = signs.comma.join(said[:LABELLED]) + more
                made.append(_text(text, f"piece-label {class_}", (middle, below), size, "bold", "middle"))
        return made

    def _card(self, stack: Stack, pieces: Sequence[Sequence[str]]) -> list[str]:
        """Return the lines of a card: known pieces with their measure, equal ones once; then backs."""
        beside = self._table.localizer.signs.beside
        known = Counting(beside(*filter(None, (name, measure))) for id, _, name, measure, _ in pieces if id)
        lines = [f"{line} ×{n}" if n > 1 else line for line, n in known.items()]
        if not stack.pieces:
            return self._words.stack(stack)
        backs = tuple(counter for counter, id in zip(stack.counters, stack.pieces, strict=True) if not id)
        return lines + self._words.stack(Stack(stack.place, backs))

    def _measure(self, piece: str, place: str) -> str:
        found = self._table.game.pictures.measure(self._view, piece, place)
        return "" if found is None else self._table.localizer.words(found)

    def _piece(self, one: Laid, stack: Stack) -> Html:
        ids = [stack.pieces[at] for at in one.pieces if stack.pieces and stack.pieces[at]]
        named = [name for id in ids for name in self._named(id)]
        return self._image(
            one,
            "piece",
            data_n=len(one.pieces),
            data_piece=" ".join(ids) or None,
            data_named=" ".join(named) or None,
        )

    def _named(self, piece: str) -> Sequence[str]:
        named: Sequence[str] = self._table.game.pictures.named(piece)
        return named

    def _image(self, one: Laid, class_: str, **more: str | int | None) -> Html:
        left, top, right, bottom = (round(edge * UNITS) for edge in one.box)
        path = f"{self._table.viewer.path}/sprite/{sprite_name(one.sprite)}"
        return tag(
            "image",
            class_=class_,
            href=f"{path}/1/{self._theme.name}",
            x=left,
            y=top,
            width=right - left,
            height=bottom - top,
            data_sprite=path,
            **more,
        )

    def _element(self, thing: Thing) -> Iterator[Html]:
        """Yield the SVG of a thing laid on the map, in the order in which its parts lie."""
        match thing:
            case Laid():
                kind = "fallen" if thing.sprite.kind.startswith("fallen") else "sign"
                yield self._image(thing, kind)
            case ArrowLine():
                yield from self._arrow(thing)
            case LeaderLine(place, start, end):
                for class_ in ("leader-line rim", "leader-line"):
                    yield tag("path", class_=class_, d=_line([start, end]), data_of=place)
            case Ring(_, middle, across):
                yield tag("polygon", class_="ring", points=_points(outline(middle, across, 1.0)))
            case Target(_, (x, y), radius):
                yield tag("circle", class_="ring", cx=_u(x), cy=_u(y), r=_u(radius))
            case LeaderNames():
                left, top, right, bottom = hex_stacks.leader_names_box(thing)
                yield tag(
                    "rect",
                    class_="leader-names",
                    x=_u(left),
                    y=_u(top),
                    width=_u(right - left),
                    height=_u(bottom - top),
                )
                x, y = thing.middle
                yield _text(
                    thing.text, "leader-names", (x, y + thing.size * 0.32), thing.size, "bold", "middle"
                )
            case Name():
                yield _text(thing.text, "name", thing.start, thing.size, thing.face)

    def _arrow(self, thing: ArrowLine) -> Iterator[Html]:
        """Yield a journey as rim, edge and shaft with a count of pieces; nothing if it is too short."""
        made = overlay.shaped(thing.move, [*thing.points], WIDTH / _plate(self._table))
        if made is None:
            return
        (lines, barbs), move = made, thing.move
        shape = "".join(map(_line, lines))
        head, colours = f"{_line(barbs)}Z", self._theme.family(move.colour)
        parts = [tag("path", class_=class_, d=d) for class_ in ("rim", "edge") for d in (shape, head)]
        back = _hex(colours.back)
        parts += [
            tag("path", class_="shaft", d=shape, stroke=back),
            tag("path", class_="barbs", d=head, fill=back),
        ]
        if move.count > 1:
            x, y = overlay.numbered(thing.points)
            parts.append(tag("circle", cx=_u(x), cy=_u(y), r=_u(13)))
            parts.append(_text(str(move.count), "count", (x, y + 6.5), 19.5, "bold", "middle"))
        yield tag(
            "g",
            parts,
            class_=f"move {move.kind}{' fresh' if move in self._fresh else ''}",
            stroke=_hex(colours.edge),
            data_from=move.path[0],
            data_to=move.path[-1],
            data_n=move.count,
        )


def _plate(table: Table) -> float:
    return float(look_of(table.board).board(table.localizer.language).size[0])


def _text(text: str, class_: str, at: Point, size: float, face: str, anchor: str | None = None) -> Html:
    return tag(
        "text",
        text,
        class_=f"{class_} {face}",
        x=_u(at[0]),
        y=_u(at[1]),
        font_size=_u(size),
        text_anchor=anchor,
    )


def _u(pixels: float) -> int:
    return round(pixels * UNITS)


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{_u(x)},{_u(y)}" for x, y in points)


def _line(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{_u(x)} {_u(y)}" for x, y in points)


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
