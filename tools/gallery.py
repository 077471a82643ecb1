"""Draw `docs/gallery`: every kind of picture for every game, at full size and at 360 pixels.

    python -m tools.gallery [GAME ...]

The games play themselves at random out of fixed seeds, and every picture shows the moment that has the
most to show. A game that has only a board yet gives its empty sheet.
"""

from __future__ import annotations

import html
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from msgspec import Struct
from PIL import Image

import renderer
from adjudicator import GAMES
from adjudicator.core import Choice, Event, Menu, Reach, Refusal, Table, start
from adjudicator.core.log.chance import Rng, sampler
from adjudicator.core.log.founding import RulesVersion, Terms, open_from_seed
from adjudicator.display.scene import Scene
from renderer import games
from renderer.games import Gallery
from service.runtime.demo import decide
from tools.portraits.written import Written

TARGET = Path(__file__).resolve().parents[1] / "docs" / "gallery"
SHEETS = TARGET / ".sheets"
UMPIRE = RulesVersion("gallery", "00" * 20, "00" * 20)
THUMB, QUALITY = 360, 57
ENOUGH_WAYS, ENOUGH_STEPS = 12, 3
REPLAY, TURN, HOLD, MOST_FRAMES, MOST_STEPS = 640, 1080, 900, 60, 16


MOST_MOVES = 9
"""The greatest number of moves that a picture of the last moves shows."""


def answered(choice: Choice[Any], rng: Rng) -> Any:
    """A random answer; but a suggested set-up is accepted."""
    if isinstance(choice, Menu) and "suggest" in choice.items():
        for pick in ("done", "suggest"):
            try:
                return choice.accept({"pick": pick})
            except Refusal:
                continue
    return decide(choice, rng)


class Play(Struct, frozen=True):
    """A game of the gallery: how it plays itself, its pictures, its seats in order of play."""

    how: Gallery
    pictures: Written
    seats: tuple[str, ...]

    @property
    def drawn(self) -> tuple[str, ...]:
        """The kinds of events that show on a map."""
        return (*self.how.moved, *self.how.begun, *self.how.fought, *self.how.lost)


class Moment(Struct):
    """A rest at the beginning of a stage: what each viewer knows, and what was told since the last one."""

    stage: str
    views: dict[str, Any]
    events: list[Event]


class Ways(Struct):
    """A question about a move: who was asked, the pieces, where they stand, and where they may go."""

    view: Any
    pieces: list[str]
    start: str
    reaches: list[Reach]


class Fought(Struct):
    """A battle with the events since it began, and how much it has to show."""

    view: Any
    events: list[Event]
    worth: int


class Show(Struct):
    """All that a game has shown."""

    moments: list[Moment] = []
    rests: list[Moment] = []
    """Every rest before which something moved, fought or fell, as all saw it."""
    ways: Ways | None = None
    battles: list[Fought] = []
    hands: list[Any] = []
    """The views of the first two seats when the first of them held the most."""
    held: int = 0


class Item(Struct, frozen=True):
    """A picture of the gallery: its file's name without ending, what it is, and its data, text and width."""

    name: str
    caption: str
    data: bytes
    alt: str
    kind: str


# -- a game plays itself -----------------------------------------------------------------------


def play_of(name: str) -> Play | None:
    """Return the play of a game for the gallery; None for a game that has only a board yet."""
    how = games.look_of(name).gallery
    if how is None or name not in GAMES:
        return None
    seats = next(s for s in GAMES[name].scenarios() if s.id == how.scenario).seats
    return Play(how, Written(GAMES[name].pictures, GAMES[name].lexicon.label), seats)


def watched(name: str, play: Play) -> Show:
    """Play a game and keep what is worth a picture."""
    game, show, heard, seats = GAMES[name], Show(), 0, play.seats
    world = game.found(play.how.scenario, {}, seats)
    terms = Terms("gallery", play.how.scenario, {}, seats, "open", UMPIRE, world.cups)
    founded = open_from_seed(name, terms, play.how.seed.to_bytes(32, "big"))
    table = Table(game, start(game, world, founded.chain.n - 1), founded.chain, founded.source, fresh=True)
    rng = sampler(play.how.seed)
    recent: list[Event] = []
    fight: list[Event] = []
    moved: list[Event] = []
    for _ in range(play.how.answers):
        if table.over:
            break
        seat, choice = next(iter(table.pending.items()))
        if show.ways is None:
            show.ways = _ways(table, seat, choice, play)
        table.submit(seat, answered(choice, rng))
        told = [line.event for line in table.ledger.told[heard:]]
        heard += len(told)
        recent += told
        moved += told
        if table.at_rest and any(event.kind in play.drawn for event in moved):
            view = game.view(table.world, None)
            show.rests.append(Moment(game.stage(table.world), {"": view}, moved))
            moved = []
        for event in told:
            fight = [event] if event.kind in play.how.begun else [*fight, event]
        _fight(show, table, play, fight, told)
        _keep(show, table, play, recent)
    return show


def _fight(show: Show, table: Table, play: Play, since: Sequence[Event], told: Sequence[Event]) -> None:
    """Keep the battle with the most dice and the most pieces in it."""
    if (
        not since
        or since[0].kind not in play.how.begun
        or not any(event.kind in play.how.fought for event in told)
    ):
        return
    values = since[0].values
    lines = [*values.get("units", ()), *values.get("defenders", ())]
    worth = len(lines) + sum(event.kind in play.how.fought for event in since)
    if not show.battles or worth > show.battles[0].worth:
        show.battles = [Fought(table.game.view(table.world, play.seats[0]), list(since), worth)]


def _keep(show: Show, table: Table, play: Play, recent: list[Event]) -> None:
    """Keep every beginning of a stage, and the largest hand."""
    game, world = table.game, table.world
    stage = game.stage(world)
    if not table.at_rest or (show.moments and show.moments[-1].stage == stage):
        return
    views = {viewer: game.view(world, viewer or None) for viewer in ("", *play.seats)}
    show.moments.append(Moment(stage, views, list(recent)))
    recent.clear()
    own, other = (views[seat] for seat in play.seats[:2])
    held = sum(card.count for row in play.pictures.hand(own, "en").rows for card in row.cards)
    if not show.hands or held > show.held:
        show.hands, show.held = [own, other], held


def _ways(table: Table, seat: str, choice: Any, play: Play) -> Ways | None:
    """The ways of the pieces of the seat that go furthest, if they go far."""
    view = table.game.view(table.world, seat)
    found: list[Ways] = []
    for place, piece in _pieces(view, seat):
        reaches = [one for one in choice.reach(piece) if one.bar is None]
        if len(reaches) >= ENOUGH_WAYS and max(len(one.path) for one in reaches) >= ENOUGH_STEPS:
            found.append(Ways(view, [piece], place, reaches))
    return max(found, key=lambda ways: len(ways.reaches)) if found else None


def _pieces(view: Any, seat: str) -> Iterator[tuple[str, str]]:
    """The pieces that a seat may order about, and where they are; of an army that is acting, the first."""
    army = getattr(view, "army", None)
    if army is not None:
        yield army.place, army.units[0]
        return
    for place, seen in getattr(view, "places", {}).items():
        for block in getattr(seen, "blocks", ()):
            if block.side == seat:
                yield place, block.id
        for unit in seen if isinstance(seen, tuple) else ():
            if unit.owner == seat:
                yield place, unit.id


# -- its pictures ------------------------------------------------------------------------------


def drawn(name: str, play: Play) -> Iterator[Item]:
    """Every kind of picture of a game."""
    show, pictures = watched(name, play), play.pictures
    turn = max(_turns(show.rests), key=lambda rests: _worth(_story(pictures, _whole(rests, play), "")))
    first = next(m for m in show.moments if m.stage != show.moments[0].stage)
    for viewer, language, theme, caption in (
        (play.seats[0], "en", "light", "the whole map, as one seat sees it"),
        ("", "ja", "dark", "the same as everyone sees it, in Japanese and in the dark theme"),
    ):
        yield _map(f"map-{language}-{theme}", caption, pictures.scene(first.views[viewer], language), theme)
    told = _story(pictures, _whole(turn, play), "")
    yield _map("story", "what has happened since the last map: moves, battles and losses", told, "light")
    near = [mark.place for mark in told.marks if mark.kind == "fought"][:1]
    yield from _both("crop", "a crop around a battle", renderer.crop, told, near)
    if show.ways is not None:
        yield from _previews(pictures, show.ways)
    yield from _leaves(pictures, show, play.seats[0])
    yield from _animations(pictures, show, turn[-MOST_STEPS:], near)


def _turns(rests: Sequence[Moment]) -> list[list[Moment]]:
    """The rests of each turn, or player turn where a game has them."""
    seen = [moment.views[""] for moment in rests]
    keys = [(getattr(v, "year", 0), getattr(v, "turn", 0), getattr(v, "phasing", "")) for v in seen]
    return [[m for m, k in zip(rests, keys, strict=True) if k == key] for key in dict.fromkeys(keys)]


def _whole(moments: Sequence[Moment], play: Play) -> Moment:
    """A turn as one moment: its last view, and what was told since the last moves of it began."""
    events = [event for moment in moments for event in moment.events]
    moves = [at for at, event in enumerate(events) if event.kind in play.how.moved]
    return Moment(moments[-1].stage, moments[-1].views, events[moves[-MOST_MOVES:][0] if moves else 0 :])


def _story(pictures: Written, moment: Moment, viewer: str, language: str = "en") -> Scene:
    return pictures.scene(moment.views[viewer], language, moment.events, viewer or None)


def _worth(scene: Scene) -> int:
    fought = sum(mark.kind == "fought" for mark in scene.marks)
    return 5 * fought + min(len(scene.fallen), fought) + min(len(scene.arrows), 8)


def _map(name: str, caption: str, scene: Scene, theme: str) -> Item:
    picture = renderer.whole_map(scene, theme=theme, cache=SHEETS)
    return Item(name, caption, picture.data, picture.alt, "webp")


def _both(
    name: str, caption: str, draw: Callable[..., renderer.Picture], scene: Scene, *more: Any
) -> Iterator[Item]:
    for theme in ("light", "dark"):
        picture = draw(scene, *more, theme=theme, cache=SHEETS)
        yield Item(f"{name}-{theme}", f"{caption}, {theme}", picture.data, picture.alt, "webp")


def _previews(pictures: Written, ways: Ways) -> Iterator[Item]:
    furthest = max(ways.reaches, key=lambda one: (len(one.path), one.to)).to
    for language, theme, to, caption in (
        ("en", "light", furthest, "an order before it is given: the route and its cost"),
        ("ja", "dark", "", "where the pieces could go"),
    ):
        scene = pictures.scene(ways.view, language)
        way = next((one.path for one in ways.reaches if one.to == to), ())
        shown = pictures.preview(ways.view, language, ways.pieces, ways.start, ways.reaches, way)
        picture = renderer.preview(scene, shown, theme=theme, cache=SHEETS)
        yield Item(f"preview-{language}-{theme}", caption, picture.data, picture.alt, "webp")


def _leaves(pictures: Written, show: Show, seat: str) -> Iterator[Item]:
    """Hands, battles and scores, in English and light, in Japanese and dark."""
    own, other = show.hands
    views = [[moment.views[seat]] for moment in show.moments]
    for language, theme, view in (("en", "light", own), ("ja", "dark", other)):
        hand = renderer.hand(pictures.hand(view, language), theme=theme)
        yield Item(f"hand-{language}-{theme}", "cards, chits or markers", hand.data, hand.alt, "png")
        for fought in show.battles:
            board = pictures.battle(fought.view, language, fought.events)
            if board is not None:
                made = renderer.battle(board, theme=theme)
                yield Item(f"battle-{language}-{theme}", "a battle board", made.data, made.alt, "png")
        chart = renderer.score_chart(pictures.score_chart(views, language), theme=theme)
        yield Item(f"scores-{language}-{theme}", "the course of the game", chart.data, chart.alt, "png")


def _animations(
    pictures: Written, show: Show, turn: Sequence[Moment], places: Sequence[str]
) -> Iterator[Item]:
    """A turn around its battles, and the whole campaign; stages without moves or losses are left out."""
    for name, caption, moments, near, width in (
        ("turn", "the end of a turn, around a battle", turn, places, TURN),
        ("replay", "the whole game, phase by phase", show.moments, (), REPLAY),
    ):
        scenes = [_story(pictures, moment, "") for moment in moments]
        told = [scene for scene in scenes if scene.arrows or scene.fallen][:MOST_FRAMES]
        animation = renderer.animate(told, places=near, width=width, hold=HOLD, cache=SHEETS)
        yield Item(name, caption, animation.data, animation.alt, "gif")


def title_of(name: str) -> str:
    """The title of a game; made of its id while it has no rules here."""
    return GAMES[name].lexicon.written(name, "en") if name in GAMES else name.replace("_", " ").title()


def empty(name: str) -> Iterator[Item]:
    """The sheet of a game that has no rules here yet."""
    title = title_of(name)
    scene = Scene(name, title, "The empty sheet", "", f"The empty board of {title}.", language="en")
    for theme in ("light", "dark"):
        picture = renderer.whole_map(scene, theme=theme, cache=SHEETS)
        yield Item(f"sheet-{theme}", f"the empty sheet, {theme}", picture.data, picture.alt, "webp")


# -- the gallery -------------------------------------------------------------------------------


def write(item: Item, folder: Path) -> str:
    """Write a picture and its small copy; return its lines of the index."""
    small = folder / f"{THUMB}"
    small.mkdir(parents=True, exist_ok=True)
    file = folder / f"{item.name}.{item.kind}"
    with Image.open(BytesIO(item.data)) as opened:
        first = opened.convert("RGB")
    if item.kind == "webp":
        first.save(file, quality=QUALITY, method=6)
    else:
        file.write_bytes(item.data)
    thumb = first.resize((THUMB, round(first.height * THUMB / first.width)), Image.Resampling.LANCZOS)
    thumb.save(small / f"{item.name}.webp", quality=QUALITY, method=6)
    source = f"{folder.name}/{THUMB}/{item.name}.webp"
    alt = html.escape(item.alt, quote=True)
    image = f'<img src="{source}" width="{THUMB}" alt="{alt}">'
    return f'<a href="{folder.name}/{file.name}">{image}</a>\n<br><sub>{html.escape(item.caption)}</sub>\n'


def page(parts: Sequence[tuple[str, Sequence[str]]]) -> str:
    """The index page."""
    lines = [
        "# Gallery",
        "",
        "Every kind of picture for every game, written by `make gallery`. The positions come from games that",
        "play themselves at random. A picture opens at full size; here it is 360 pixels wide, as on a phone.",
    ]
    for title, items in parts:
        lines += ["", f"## {title}", ""]
        lines += items
    return "\n".join([*lines, ""])


def chosen(wanted: Sequence[str], known: Sequence[str]) -> list[str]:
    """Return the known games that are wanted, all if none is named.

    Raises:
        SystemExit: a name is no game's id; with the ids of all.
    """
    unknown = [name for name in wanted if name not in known]
    if unknown:
        sys.exit(f"no game is called {', '.join(unknown)}; there are: {', '.join(sorted(known))}")
    return [name for name in known if not wanted or name in wanted]


def main(wanted: Sequence[str]) -> None:
    """Draw the games that are named; all, and their index, if none is."""
    parts = []
    for name in chosen(wanted, games.names()):
        folder = TARGET / name
        shutil.rmtree(folder, ignore_errors=True)
        play = play_of(name)
        items = empty(name) if play is None else drawn(name, play)
        parts.append((title_of(name), [write(item, folder) for item in items]))
        print(title_of(name))
    shutil.rmtree(SHEETS, ignore_errors=True)
    if not wanted:
        (TARGET / "README.md").write_text(page(parts), encoding="utf-8")
    size = sum(path.stat().st_size for path in TARGET.rglob("*") if path.is_file())
    print(f"{size / (1 << 20):.1f} MiB in {TARGET}")


if __name__ == "__main__":
    main(sys.argv[1:])
