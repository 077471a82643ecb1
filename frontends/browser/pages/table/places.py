"""Positions of places on the map, where they are highlighted and clicked; and the map as part of a page."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil
from typing import Any

import msgspec
from msgspec import Struct, structs

import renderer
from adjudicator import figures
from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.languages import FIRST
from adjudicator.core.language.words import N_, fill
from adjudicator.display.scene import Arrow, Scene
from frontends.browser.web.html import Html, tag
from frontends.browser.web.responses import Body
from frontends.browser.web.viewer import Table
from renderer import games
from renderer.boards.hexes.board import HexBoard
from renderer.draw.frame import Frame
from renderer.pieces import hex_stacks, overlay
from renderer.scans import scan as scans
from service.api import Service
from service.pictures.build import Sight, action, sight_of, unveiled, whole
from service.pictures.drawing import Drawing
from service.pictures.group_board import sight_for_group

from .pieces import elements

SHARE = 10_000
"""Width of a map's layout; places have coordinates in these units, from its upper left corner."""
REACH = 150
"""Largest radius around a city in which a click picks it, in the same units."""
LOOKED_BACK = 300
"""Entries among which a viewer's last order is looked for."""
NEAR = 2.25
"""Factor over `map_width` at which a map is drawn for zooming in."""


class MapLayout(Struct, frozen=True):
    """The layout of a game's board.

    Attributes:
        height: of the board.
        reach: the radius of a place.
        places: the positions of the places.
        where: of every id by which an order names a place, the place of the board that shows it.
    """

    height: int
    reach: int
    places: dict[str, tuple[int, int]]
    where: dict[str, str]

    def named_in(self, place: str) -> list[str]:
        """Return the ids by which an order may name what the board shows in a place, its own first."""
        return [id for id, shown in self.where.items() if shown == place]


class Photo(Struct, frozen=True):
    """The layout of a group's own map, which the page takes in parts when one looks closely.

    Attributes:
        digest: of the map.
        box: its left, upper, right and lower edge.
        across: its own pixels for the whole width of the board.
        side: of a part; the last ones are smaller.
        parts: the number of its columns and rows.
    """

    digest: str
    box: tuple[float, float, float, float]
    across: int
    side: float
    parts: tuple[int, int]


@lru_cache
def photo_of(game: str) -> Photo | None:
    """Return the layout of the own map that a game is on; None for ours."""
    scan = games.look_of(game).board(FIRST).scan if games.LAID in game else None
    if scan is None:
        return None
    board = games.look_of(game).board(FIRST)
    left, top, right, bottom = (round(edge * SHARE / board.size[0], 2) for edge in scan.box)
    wide, high = scans.size_of(scan)
    pixel = (right - left) / wide
    return Photo(
        game.partition(games.LAID)[2],
        (left, top, right, bottom),
        round(SHARE / pixel),
        round(scans.PART * pixel, 3),
        (ceil(wide / scans.PART), ceil(high / scans.PART)),
    )


@lru_cache
def layout_of(game: str, language: str) -> MapLayout | None:
    """Return the layout of a game's board; None for a game without one."""
    if not games.has_look(game):
        return None
    board = games.look_of(game).board(language)
    scale = SHARE / board.size[0]
    places = {id: (round(x * scale), round(y * scale)) for id, (x, y) in board.places().items()}
    named = _rules(game).pictures.named
    inner = {id: place for place in places for id in named(place)}
    across = board.across * scale if isinstance(board, HexBoard) else 2 * REACH
    where = {place: place for place in places} | inner
    return MapLayout(round(board.size[1] * scale), round(across / 2), places, where)


def _rules(board: str) -> Game:
    """Return the game that is played on a board."""
    return figures.games()[board.partition(games.LAID)[0]]


@lru_cache
def plate_of(game: str, language: str) -> Body | None:
    """Return the plate of a board, the same for all who read a language; None for a game without a board."""
    found = layout_of(game, language)
    if found is None:
        return None
    label, about = _rules(game).lexicon.label, _rules(game).pictures.about

    def facts(id: str) -> str:
        return "\n".join(fill(fact, language, label) for fact in about(id))

    places = {id: [x, y, label(id, language), facts(id)] for id, (x, y) in found.places.items()}
    made = {"height": found.height, "reach": found.reach, "places": places, "photo": photo_of(game)}
    return Body.of(msgspec.json.encode(made), "application/json")


def plate_path(game: str, language: str) -> str:
    """Return the path of a plate, "" without one. It names the content: a browser asks once for each."""
    made = plate_of(game, language)
    return f"/plate/{game}?{plate_stamp(language, made)}" if made else ""


def plate_stamp(language: str, plate: Body) -> str:
    """Return the query that the path of a plate has while it is up to date."""
    return f"{language}-{plate.tag}"


def line_of(game: str, language: str, path: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return the line of a path over a game's board, as its arrow is drawn."""
    board = games.look_of(game).board(language)
    frame = Frame(0, 0, *board.size, SHARE / board.size[0], 1.0)
    if isinstance(board, HexBoard):
        line = hex_stacks.path_points(path, board, frame)
    else:
        line = overlay.path_points(path, board, frame)
    return [(round(x), round(y)) for x, y in line]


def table_layout(table: Table) -> MapLayout:
    """Return the layout of a table's board; one without places if the game has no board."""
    return layout_of(table.board, table.localizer.language) or MapLayout(0, REACH, {}, {})


def map_now(service: Service, table: Table) -> Sight | None:
    """Return the viewer's present map, with the events of this stage, or since the viewer's last order if
    that is longer ago; None if there is none.
    """
    try:
        rests = service.rests(table.viewer.campaign)
        stage = rests[-1][1] if rests else ""
        since = max((n for n, of in rests if of != stage), default=-1)
        mine = last_order(service, table)
        return _seen_since(service, table, since if mine is None else min(since, mine))
    except NotNow:
        return None


def _seen_since(service: Service, table: Table, since: int) -> Sight | None:
    viewer = table.viewer
    language = table.localizer.language
    sight = sight_of(service, viewer.campaign, viewer.seat, language, since=since)
    if sight is None:
        return None
    return as_seen(
        service, table, unveiled(service, viewer.campaign, sight, language, to_public=viewer.is_public)
    )


def as_seen(service: Service, table: Table, sight: Sight) -> Sight:
    """Return a map as its viewer sees it: the group's own, for the group."""
    return sight_for_group(service, table.viewer.campaign, sight) if table.sees_own else sight


def last_order(service: Service, table: Table) -> int | None:
    """Return the entry of the viewer's last order in effect, None if it is none of the last `LOOKED_BACK`
    entries.
    """
    viewer = table.viewer
    entries = _in_effect(service.log(viewer.campaign, max(-1, table.campaign.n - LOOKED_BACK)))
    own = [entry["n"] for entry in entries if entry["t"] == "answer" and entry.get("seat") == viewer.seat]
    return own[-1] if own else None


def _in_effect(entries: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return public entries without those that were taken back."""
    standing: list[dict[str, Any]] = []
    for entry in entries:
        if entry["t"] == "undo":
            standing = [one for one in standing if one["n"] <= entry["to"]]
        else:
            standing.append(entry)
    return standing


def fresh_moves(service: Service, table: Table) -> frozenset[Arrow]:
    """Return the moves of others since the viewer's last order."""
    mine = last_order(service, table) if table.viewer.seat is not None else None
    sight = _seen_since(service, table, mine) if mine is not None else None
    return frozenset() if sight is None else frozenset(sight.scene.arrows)


def stamp(scene: Scene) -> str:
    """Return the name of a picture, a digest of its content."""
    return hashlib.sha256(msgspec.json.encode(scene)).hexdigest()[:16]


def acting(scene: Scene) -> list[str]:
    """Return the places of the pieces that act."""
    return [s.place for s in scene.stacks if any("acting" in counter.flags for counter in s.counters)]


def theatre(scene: Scene) -> Sequence[str]:
    """Return the part of a map that is shown first: around pieces that act, else the latest battle or move,
    else all pieces.
    """
    lying = [stack.place for stack in scene.stacks if stack.counters]
    return acting(scene) or next(iter(action(scene)), lying)


def map_part(service: Service, table: Table, sight: Sight | None) -> Html:
    """Return the map with its alt text and everything on it; the script adds the highlights."""
    t = table.localizer
    if sight is None:
        path = f"/board/{table.game.id}"
        alt = t(N_("The map without pieces."))
    else:
        name = stamp(renderer.bare(sight.scene))
        path, alt = f"{table.viewer.path}/base/{name}", whole(sight.scene, table.viewer.seat).alt
    found = table_layout(table)
    image = tag(
        "img",
        src=f"{path}/{'dark' if table.theme == 'dark' else 'light'}",
        alt=alt,
        width=SHARE // 5,
        height=found.height // 5,
        data_light=f"{path}/light",
        data_dark=f"{path}/dark",
        data_parts=f"{table.viewer.path}/part",
        draggable="false",
    )
    things = None if sight is None else elements(table, sight, fresh_moves(service, table))
    light = tag("svg", viewBox=f"0 0 {SHARE} {found.height}", class_="light", aria_hidden="true")
    sheet = tag("div", image, things, light, class_="plate")
    drawing = tag("p", t(N_("The map is being drawn …")), class_="coming script")
    return tag(
        "div",
        drawing,
        sheet,
        id="part-map",
        class_="sheet-of-map",
        data_part="map",
        data_game=table.game.id,
        data_board=table.board,
        data_acting=None if sight is None else " ".join(acting(sight.scene)),
        data_about=None if sight is None else " ".join(theatre(sight.scene)),
    )


def drawing(sight: Sight, table: Table, theme: str, width: int) -> Drawing:
    """Return the map with everything on it, ready to be drawn."""
    return structs.replace(whole(sight.scene, table.viewer.seat, width), theme=theme)


def base_map(sight: Sight, theme: str, width: int) -> Drawing:
    """Return the map with nothing on it, ready to be drawn."""
    bare = renderer.bare(sight.scene)
    return Drawing("base", "base", "", (bare,), width=width, theme=theme)
