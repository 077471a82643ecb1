"""A picture ready to be drawn, and the drawing of it, which needs no service and runs in any thread
(design/renderer.md §3).

`build` makes the pictures from a campaign.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct, structs

import renderer
from adjudicator.core.language.words import N_, words
from adjudicator.display.charts import BattleBoard, Bracket, Crosstable, Hand, ScoreChart, Sheet
from adjudicator.display.preview import Preview
from adjudicator.display.scene import Scene
from renderer import games
from renderer.boards.base_layer import sheet, window
from renderer.draw.frame import Frame
from renderer.pictures import windows
from renderer.pieces.things import Sprite
from renderer.scans.picture import Unusable
from service.values.console import system_language
from service.values.words import speak

LONGEST_ALT = 1024
"""The most characters of an alternative text (design/discord.md §1)."""
MOST_BYTES, LEAST_BYTES = 10 << 20, 1 << 20
"""The most bytes of a file, and the aim for an animation (design/discord.md §1 and §5)."""
CROP_WIDTH, MAP_WIDTH, CHART_WIDTH, ANIMATION_WIDTH = 1080, 2400, 1080, 900
MOST_FRAMES = 48
HOLD = 900
"""Milliseconds of a frame of an animation."""

_STOP = re.compile(r"[.!?](?= )|[。！？]")
_COMMA = re.compile(r",(?= )|、")
_MIMES = {"png": "image/png", "jpg": "image/jpeg", "gif": "image/gif"}


class Drawing(Struct, frozen=True):
    """A picture that is ready to be drawn.

    Attributes:
        kind: "map", "crop", "preview", "hand", "battle", "scores", "bracket", "crosstable", "sheet",
            "animation", "base" (a map with nothing on it), "part" (of a group's own map, in its own pixels),
            "sprite" or "emoji".
        name: of the file, without ending; it tells no more than the alt text.
        alt: the picture in words, at most `LONGEST_ALT` characters.
        scenes: the map; several for an animation.
        chart: the hand, battle board, score chart, bracket, crosstable or chart to look up.
        shown: the order of a preview.
        places: the places that a crop or an animation is drawn around; none for the whole board.
        width: pixels.
        theme: "light" or "dark".
        sprite: a piece or sign of the game whose id is `name`; of an emoji its one counter, its card, or the
            `value` of a die.
        times: the multiple of a sprite's size.
        part: the column and row of a part of the map of the game whose id is `name`.
    """

    kind: str
    name: str
    alt: str
    scenes: tuple[Scene, ...] = ()
    chart: Hand | BattleBoard | ScoreChart | Bracket | Crosstable | Sheet | None = None
    shown: Preview | None = None
    places: tuple[str, ...] = ()
    width: int = MAP_WIDTH
    theme: str = "light"
    sprite: Sprite | None = None
    times: float = 1.0
    part: tuple[int, int] = (0, 0)


class Picture(Struct, frozen=True):
    """A finished file: its name with ending, its bytes, their media type, and the alt text."""

    name: str
    data: bytes
    mime: str
    alt: str


def render(drawing: Drawing, cache: Path | None = None) -> Picture:
    """Draw the picture; `cache` is the folder of the base layers that are drawn already.

    Raises:
        ValueError, KeyError: a scene that the renderer does not know how to draw, or an animation that is too
            large however few frames it has.
    """
    try:
        data, ending = _drawn(drawing, cache)
    except Unusable as problem:  # a group's own board holds no game
        if not drawing.scenes:
            raise ValueError(str(problem)) from problem
        said = words(N_("{game}: {why}; our map is drawn"), game=drawing.scenes[0].game, why=problem.why)
        print(speak(said, system_language(os.environ)), file=sys.stderr)
        data, ending = _drawn(on_our_map(drawing), cache)
    return Picture(f"{drawing.name}.{ending}", data, _MIMES[ending], drawing.alt)


def on_our_map(drawing: Drawing) -> Drawing:
    """Return a drawing on our map, if it is on a group's own board."""
    return structs.replace(drawing, scenes=tuple(scene_on_board(scene, "") for scene in drawing.scenes))


def scene_on_board(scene: Scene, board: str) -> Scene:
    """Return a scene on the own board of a digest; on ours if that is ""."""
    return structs.replace(scene, game=laid_id(scene.game, board))


def laid_id(game: str, board: str) -> str:
    """Return the id of a game on the own board of a digest; on ours if that is ""."""
    game = game.partition(games.LAID)[0]
    return f"{game}{games.LAID}{board}" if board else game


def _drawn(d: Drawing, cache: Path | None) -> tuple[bytes, str]:
    if d.kind == "animation":
        return _animation(d, cache), "gif"
    if d.kind == "emoji" and d.sprite is not None:
        shown = d.sprite
        return renderer.emoji(d.name, shown.card or next(iter(shown.counters), shown.value)), "png"
    if d.sprite is not None:
        return renderer.sprite(d.name, d.sprite, times=d.times, theme=d.theme), "png"
    made = _still(d, cache)
    return made.data, made.ending


def _still(d: Drawing, cache: Path | None) -> renderer.Picture:
    """Return the picture of a drawing that does not move; its kind or the type of its chart says which."""
    match d:
        case Drawing(kind="part", part=(column, row)):
            return renderer.photo_part(d.name, column, row, theme=d.theme, cache=cache)
        case Drawing(kind="map"):
            return renderer.whole_map(d.scenes[0], width=d.width, theme=d.theme, cache=cache)
        case Drawing(kind="base"):
            return renderer.base_map(d.scenes[0], width=d.width, theme=d.theme, cache=cache)
        case Drawing(kind="crop"):
            return renderer.crop(d.scenes[0], d.places, width=d.width, theme=d.theme, cache=cache)
        case Drawing(kind="preview", shown=Preview() as shown):
            return renderer.preview(d.scenes[0], shown, width=d.width, theme=d.theme, cache=cache)
        case Drawing(chart=Hand() as hand):
            return renderer.hand(hand, width=d.width, theme=d.theme)
        case Drawing(chart=BattleBoard() as battle):
            return renderer.battle(battle, width=d.width, theme=d.theme)
        case Drawing(chart=ScoreChart() as chart):
            return renderer.score_chart(chart, width=d.width, theme=d.theme)
        case Drawing(chart=Bracket() as bracket):
            return renderer.bracket(bracket, width=d.width, theme=d.theme)
        case Drawing(chart=Crosstable() as table):
            return renderer.crosstable(table, width=d.width, theme=d.theme)
        case Drawing(chart=Sheet() as aid):
            return renderer.sheet(aid, width=d.width, theme=d.theme)
    raise ValueError(f"no such kind of picture: {d.kind}")


def _animation(d: Drawing, cache: Path | None) -> bytes:
    """Draw an animation as large as the limit allows: first the size is reduced, then every other frame is
    left out.
    """
    scenes = list(d.scenes)
    while True:
        try:
            animation = renderer.animate(
                scenes,
                places=d.places,
                width=d.width,
                theme=d.theme,
                hold=HOLD,
                most=LEAST_BYTES if len(scenes) <= MOST_FRAMES // 4 else MOST_BYTES // 2,
                cache=cache,
            )
        except ValueError:
            if len(scenes) < 2:
                raise
            scenes = scenes[::-1][::2][::-1]
        else:
            return animation.data


# -- base layers ---------------------------------------------------------------------------------


class BaseLayer(Struct, frozen=True):
    """A part of a printed board, drawn once and used as the background of many pictures; `frame` None is the
    whole board.
    """

    game: str
    language: str
    frame: Frame | None = None


def base_layers(game: str, language: str) -> Iterator[BaseLayer]:
    """Yield every base layer of a game, the whole board first; nothing for a game without a board, or on a
    group's own, whose picture is prepared when it is first seen.
    """
    if games.has_look(game) and games.LAID not in game:
        yield BaseLayer(game, language)
        for frame in windows(games.look_of(game).board(language), CROP_WIDTH):
            yield BaseLayer(game, language, frame)


def prerender(layer: BaseLayer, cache: Path) -> None:
    """Draw a base layer, unless it is in the folder, from which `render` takes it.

    Raises:
        OSError: if it cannot be written.
    """
    board = games.look_of(layer.game).board(layer.language)
    if layer.frame is None:
        scale = MAP_WIDTH / board.size[0]
        sheet(board, Frame(0, 0, *board.size, scale, scale), games.theme_of(layer.game, "light"), cache)
    else:
        window(board, layer.frame, games.theme_of(layer.game, "light"), cache)


def shortened(text: str, most: int = LONGEST_ALT) -> str:
    """Return the text, cut after a sentence, or within one if even the first is too long."""
    if len(text) <= most:
        return text
    for sign, behind in ((_STOP, ""), (_COMMA, " …")):
        ends = [found.end() for found in sign.finditer(text, 0, most + 1)]
        ends = [end for end in ends if end + len(behind) <= most]
        if ends:
            return text[: ends[-1]] + behind
    return text[: most - 1] + "…"
