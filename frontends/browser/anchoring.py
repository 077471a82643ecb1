"""The page on which a group lays its own map under our pieces: `python bot.py board GAME --picture FILE`,
or with `--vassal FILE.vmod`.

It is served to this machine alone, at an address that nobody can guess. The browser shows the picture; this
process reads no more of it than its size. The page asks for places in an order in which few of them tell
where the others lie, and is told after each where it may expect them.
"""

from __future__ import annotations

import asyncio
import secrets
import shutil
import sys
import webbrowser
from collections.abc import Mapping
from functools import cache
from math import dist
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from aiohttp import web
from msgspec import Struct

from adjudicator import GAMES, figures
from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.languages import FIRST, LANGUAGES
from adjudicator.core.language.words import N_, Cells, words
from adjudicator.display.language import in_language
from adjudicator.geometry.fits import Point, Unsolvable, astray, projective, spread
from renderer import own_boards
from renderer.boards.hexes.board import HexBoard
from renderer.boards.on_scan import expected
from renderer.games import look_of, names_of_pieces
from renderer.own_boards import Found
from renderer.scans.own_board import DESCRIPTION, STEM, Description, written
from renderer.scans.own_board import read as read_board
from renderer.scans.picture import Unusable, size_of
from service.pictures.drawing import MAP_WIDTH, Drawing, Picture, scene_on_board
from service.pictures.render_pool import RenderPool
from service.text.localizer import Localizer
from service.values.settings import CannotStart

from .importing import Imported, Undecided, imported
from .web.html import tag

HEXES = 8
"""The number of hexes that are asked for: a print has them in rows."""
FIRST_FIT = 4
"""The number of anchors that tell where the other places should be."""
CORNERS = ("corner 1", "corner 2", "corner 3", "corner 4")
STATIC = Path(__file__).resolve().parent / "static"
FILES = {"anchoring.js": "text/javascript", "anchoring.css": "text/css"}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
LARGEST = 1 << 20
"""The most bytes of what the page sends."""


class Sent(Struct, forbid_unknown_fields=True):
    """The anchors that the page sends: the pixel of each anchored place, and of the map's corners."""

    places: dict[str, tuple[float, float]] = {}
    corners: list[tuple[float, float]] = []


class Expected(Struct):
    """The answer to the page: the places that it should ask for, in order; where each is expected; how far
    each anchor lies from where the others expect it, in pixels; and whether they determine no map.
    """

    order: list[str]
    expected: dict[str, Point]
    errors: dict[str, float]
    is_unfit: bool = False


@cache
def asked(game: str) -> list[str]:
    """Return the places that are asked for: hexes and boxes off the map, or all cities, areas and seas; those
    first that span the map.
    """
    board = look_of(game).board(FIRST)
    if isinstance(board, HexBoard):
        return [*spread(board.middles, HEXES), *(area.id for area in board.areas)]
    return spread(board.places())


def told(game: str, sent: Sent) -> Expected:
    """Return where the places are expected by those that are anchored."""
    board = look_of(game).board(FIRST)
    known = {id: at for id, at in sent.places.items() if id in board.places()}
    order = [id for id in asked(game) if id not in known]
    fitting = (
        known if not isinstance(board, HexBoard) else {i: a for i, a in known.items() if i in board.middles}
    )
    if len(fitting) < FIRST_FIT:
        return Expected(order, {}, {})
    try:
        found = expected(board, known)
        return Expected(order, {id: found[id] for id in order if id in found}, _errors(game, fitting))
    except Unsolvable:
        return Expected(order, {}, {}, is_unfit=True)


def _errors(game: str, anchors: Mapping[str, Point]) -> dict[str, float]:
    """Return how far each anchor lies from where the others expect it, as far as these tell."""
    board = look_of(game).board(FIRST)
    pairs = [(board.places()[id], at) for id, at in anchors.items()]
    if len(pairs) <= FIRST_FIT:
        return {}
    if not isinstance(board, HexBoard):
        return dict(zip(anchors, astray(pairs), strict=True))
    found = dict[str, float]()
    for at, (id, pair) in enumerate(zip(anchors, pairs, strict=True)):
        found[id] = dist(projective(pairs[:at] + pairs[at + 1 :])(pair[0]), pair[1])
    return found


def begun(game: str, picture: Path, out: Path | None) -> Path:
    """Return the overlay folder of a picture, which is copied there; a description that is there is kept.

    Raises:
        CannotStart: an unknown game, a picture that cannot be used, or a folder with another one.
    """
    _require_game(game)
    try:
        size_of(picture)
    except Unusable as problem:
        raise CannotStart(problem.of(picture.name).why) from problem
    copy = prepared(game, f"{STEM}{picture.suffix.lower()}", out)
    if not copy.exists() or not copy.samefile(picture):
        shutil.copyfile(picture, copy)
    return copy.parent


def begun_from_module(game: str, file: Path, wanted: str, out: Path | None, language: str) -> Imported:
    """Return the folder made from a VASSAL module; if it has several boards, ask at the terminal for one.

    Raises:
        CannotStart: as `begun`; or several boards, if nobody can be asked.
    """
    _require_game(game)
    t = Localizer(language, GAMES[game].lexicon.label)

    def folder(name: str, data: bytes) -> Path:
        copy = prepared(game, name, out)
        copy.write_bytes(data)
        return copy.parent

    try:
        while True:
            try:
                made = imported(game, file, wanted, folder)
            except Undecided as asked:
                listed = [f"{n}. {title}" for n, title in enumerate(asked.titles, 1)]
                if not sys.stdin.isatty():
                    said = words(N_("The module has several boards; name one with --map:"))
                    raise CannotStart("{said}\n{listed}", said=said, listed="\n".join(listed)) from asked
                print("\n".join(listed))
                wanted = input(f"{t(N_('Which board?'))} ").strip()
            else:
                break
    except Unusable as problem:
        raise CannotStart(problem.of(file.name).why) from problem
    for line in made.report:
        print(t.words(line))
    return made


def prepared(game: str, name: str, out: Path | None) -> Path:
    """Return the file in an overlay folder for a picture of that name; the folder is made if it is missing.

    Raises:
        CannotStart: a folder with another picture.
    """
    folder = out or Path(f"{game}_board")
    copy = folder / name
    if others := [one for one in folder.glob(f"{STEM}.*") if one not in (copy, folder / DESCRIPTION)]:
        raise CannotStart(
            N_("{folder} has {file} already; name another folder with --out"),
            folder=folder,
            file=others[0].name,
        )
    folder.mkdir(parents=True, exist_ok=True)
    manifest = folder / figures.MANIFEST
    if not manifest.exists():
        manifest.write_text(f'game = "{game}"\n', encoding="utf-8")
    return copy


def names_of(game: str) -> dict[str, str]:
    """Return the ids of places, and of pieces as their pictures may be named, each with its name.

    Raises:
        CannotStart: an unknown game.
    """
    _require_game(game)
    label = GAMES[game].lexicon.label
    return {id: label(id, FIRST) for id in [*asked(game), *sorted(names_of_pieces(game))]}


def _require_game(game: str) -> None:
    if game not in GAMES:
        raise CannotStart(N_("“{name}” is not one of: {known}"), name=game, known=Cells(GAMES))


class Anchoring:
    """The page of one picture.

    Args:
        game: the id of the game.
        folder: the overlay folder, with the picture in it.
        language: of the page; it can be changed there.
        tried: a folder for previews, which save nothing.
        likely: where a module has places of which it is not sure.
    """

    def __init__(
        self, game: str, folder: Path, language: str, tried: Path, likely: Mapping[str, Point] | None = None
    ) -> None:
        self.game, self._folder, self._language = game, folder, language
        self._tried, self._likely = tried, likely or {}
        (self._picture,) = [one for one in folder.glob(f"{STEM}.*") if one.name != DESCRIPTION]
        self._size = size_of(self._picture)
        self.path = f"/board/{secrets.token_urlsafe(24)}"

    def app(self) -> web.Application:
        """Return the application that serves the page."""
        app = web.Application(client_max_size=LARGEST)
        app.on_response_prepare.append(_add_headers)
        app.add_routes(
            [
                web.get(self.path, self._page),
                web.get(f"{self.path}/picture", self._send_picture),
                web.post(f"{self.path}/expected", self._expect),
                web.post(f"{self.path}/save", self._save),
                web.post(f"{self.path}/preview", self._preview),
                web.get(f"{self.path}/{{name}}", self._static),
            ]
        )
        return app

    async def _page(self, request: web.Request) -> web.Response:
        text = page(self.game, self.path, self._language_of(request), self._kept())
        return web.Response(text=text, content_type="text/html")

    def _language_of(self, request: web.Request) -> str:
        wanted = request.query.get("language", "")
        return wanted if wanted in LANGUAGES else self._language

    def _kept(self) -> Sent:
        """Return the saved anchors, if they are of this picture."""
        try:
            own = read_board(self._folder, self.game)
        except Unusable:
            return Sent()
        return Sent(dict(own.places), list(own.corners))

    async def _send_picture(self, request: web.Request) -> web.FileResponse:
        return web.FileResponse(self._picture)

    async def _static(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in FILES:
            raise web.HTTPNotFound
        return web.Response(text=(STATIC / name).read_text(encoding="utf-8"), content_type=FILES[name])

    async def _sent(self, request: web.Request) -> Sent:
        """Return the anchors sent by the page; no form of another site can send JSON."""
        if request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType
        try:
            return msgspec.json.decode(await request.read(), type=Sent)
        except (msgspec.DecodeError, RecursionError) as problem:
            raise web.HTTPBadRequest from problem

    async def _expect(self, request: web.Request) -> web.Response:
        answer = told(self.game, await self._sent(request))
        likely = {id: at for id, at in self._likely.items() if id in answer.order}
        return _json(msgspec.structs.replace(answer, expected={**answer.expected, **likely}))

    async def _save(self, request: web.Request) -> web.Response:
        found = self._written(self._folder, await self._sent(request))
        return _json({"fault": self._said(found, request)})

    def _written(self, folder: Path, sent: Sent) -> Found:
        """Write what the page sent as the description in a folder; return what the umpire makes of that."""
        made = Description(self._picture.name, self._size, sent.places, tuple(sent.corners))
        part = folder / f"{DESCRIPTION}.part"
        part.write_text(written(made), encoding="utf-8")
        part.replace(folder / DESCRIPTION)
        (found,) = own_boards.register({folder.absolute(): self.game})
        return found

    def _said(self, found: Found, request: web.Request) -> str:
        """Return the fault that keeps a board from being used, "" if none does."""
        t = Localizer(self._language_of(request), GAMES[self.game].lexicon.label)
        return "" if found.problem is None else t.words(found.problem)

    async def _preview(self, request: web.Request) -> web.Response:
        """Send the map with the pieces of a set-up, drawn in a process of its own; nothing is saved."""
        sent = await self._sent(request)
        self._copy_pictures()
        found = self._written(self._tried, sent)
        if fault := self._said(found, request):
            return _json({"fault": fault})
        drawing = set_up(GAMES[self.game], found.digest, self._language_of(request))
        made = await asyncio.to_thread(self._drawn, drawing)
        return web.Response(body=made.data, content_type=made.mime)

    def _copy_pictures(self) -> None:
        """Copy the pictures and the manifest to the folder for previews."""
        for name in (self._picture.name, figures.MANIFEST):
            if not (self._tried / name).exists():
                shutil.copyfile(self._folder / name, self._tried / name)

    def _drawn(self, drawing: Drawing) -> Picture:
        figures.register([self._tried])
        pool = RenderPool()
        try:
            return pool.draw(drawing)
        finally:
            pool.close()


def set_up(game: Game, board: str, language: str) -> Drawing:
    """Return the map of a game's first scenario on a group's own board, as everybody sees it."""
    scenario, pictures = game.scenarios()[0], game.pictures
    assert pictures is not None
    options = {option.name: option.values[0] for option in scenario.options}
    world = game.found(scenario.id, options, list(scenario.seats))
    scene = in_language(pictures.scene(game.view(world, None)), language, game.lexicon.label)
    return Drawing("map", "preview", "", (scene_on_board(scene, board),), width=MAP_WIDTH)


def _json(value: object) -> web.Response:
    return web.Response(body=msgspec.json.encode(value), content_type="application/json")


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)


# -- the page --------------------------------------------------------------------------------------------

SAID = {
    "where": N_("Where is {place}?"),
    "corner": N_("Where is the {place} corner of the map?"),
    "expected": N_("{place} should be at the ring. Confirm it, or press where it is."),
    "all": N_("All places are marked or skipped. Save, and look at the preview."),
    "error": N_("{n} marked, {left} left; largest error {error} pixels: {place}"),
    "count": N_("{n} marked, {left} left"),
    "unfit": N_("These places do not fit together. Check them, or undo the last one."),
    "saved": N_("Saved."),
    "incomplete": N_("Saved, but it cannot be used yet: {why}"),
    "undrawn": N_("This cannot be drawn yet: {why}"),
    "drawn": N_("The preview is below; nothing is saved by it."),
    "drawing": N_("The preview is being drawn …"),
    "lost": N_("The umpire does not answer any more; start the command again."),
}
BUTTONS = {
    "confirm": N_("Confirm (Enter)"),
    "skip": N_("Skip (S)"),
    "undo": N_("Undo (U)"),
    "larger": N_("Larger (+)"),
    "smaller": N_("Smaller (-)"),
    "corners": N_("Straighten: press the four corners (C)"),
    "save": N_("Save (W)"),
    "preview": N_("Preview (P)"),
}
HINT = N_(
    "Press the place on the picture, or move the ring with the arrow keys (with Shift ten times as far). "
    "Drag the picture to move it. After four places, a ring shows where the next one should be."
)
STAYS = N_(
    "Most printed maps are under copyright: the picture is kept on this machine, and only your group sees it."
)
SIDES = {
    "corner 1": N_("upper left"),
    "corner 2": N_("upper right"),
    "corner 3": N_("lower right"),
    "corner 4": N_("lower left"),
}


def page(game: str, path: str, language: str, kept: Sent) -> str:
    """Return the page as HTML."""
    found = GAMES[game]
    t, label = Localizer(language, found.lexicon.label), found.lexicon.label
    gaps = {name: Verbatim(f"{{{name}}}") for name in ("place", "n", "left", "error", "why")}
    board = look_of(game).board(language)
    towns = {town.cell: town.name for town in board.towns} if isinstance(board, HexBoard) else {}
    names = {id: t.signs.beside(id, towns[id]) if id in towns else label(id, language) for id in asked(game)}
    names |= {id: t(side) for id, side in SIDES.items()}
    state = {
        "path": path,
        "language": language,
        "names": names,
        "said": {name: t(template, **gaps) for name, template in SAID.items()},
        "corners": CORNERS,
        "kept": kept,
    }
    title = t(N_("Your own map of {game}"), game=Verbatim(found.lexicon.written(game, language)))
    other = next(id for id in LANGUAGES if id != language)
    body = tag(
        "main",
        tag("h1", title),
        tag(
            "p", tag("a", LANGUAGES[other].name, href=f"{path}?language={other}", lang=other), class_="other"
        ),
        tag("p", t(STAYS), class_="hint"),
        tag("p", t(HINT), class_="hint"),
        tag("p", "", id="asked", aria_live="assertive"),
        tag("p", "", id="count", role="status"),
        tag(
            "div",
            [tag("button", t(said), id=name, type="button") for name, said in BUTTONS.items()],
            class_="buttons",
        ),
        tag(
            "div",
            tag(
                "div",
                tag("img", src=f"{path}/picture", alt=title, id="picture", draggable="false"),
                id="sheet",
            ),
            id="view",
            tabindex=0,
            role="application",
            aria_label=t(N_("The picture")),
        ),
        tag("img", id="drawn", alt=t(N_("The map with the pieces of a set-up")), hidden=True),
    )
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("link", rel="stylesheet", href=f"{path}/anchoring.css"),
    )
    script = tag("script", src=f"{path}/anchoring.js", type="module")
    data = tag("div", id="state", data_state=msgspec.json.encode(state).decode(), hidden=True)
    return f"<!doctype html>{tag('html', head, tag('body', body, data, script), lang=language)}"


# -- the command -----------------------------------------------------------------------------------------


class Given(Struct, frozen=True):
    """The arguments of the command: a picture, or a module and the board of it; and the folder to write."""

    game: str
    picture: Path | None = None
    module: Path | None = None
    board: str = ""
    out: Path | None = None


def run(given: Given, language: str, *, open_browser: bool = True) -> int:
    """Serve the page until it is interrupted.

    Raises:
        CannotStart: as `begun` and `begun_from_module`.
    """
    likely: Mapping[str, Point] = {}
    if given.module is not None:
        made = begun_from_module(given.game, given.module, given.board, given.out, language)
        folder, likely = made.folder, made.expected
    else:
        assert given.picture is not None
        folder = begun(given.game, given.picture, given.out)
    with TemporaryDirectory() as tried:
        anchoring = Anchoring(given.game, folder, language, Path(tried), likely)
        return asyncio.run(_serve(anchoring, folder, language, open_browser))


async def _serve(anchoring: Anchoring, folder: Path, language: str, open_browser: bool) -> int:
    """Serve the page on a free port of this machine, say its address, and wait until it is stopped."""
    runner = web.AppRunner(anchoring.app(), access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        address = f"http://127.0.0.1:{port}{anchoring.path}"
        t = Localizer(language)
        print(f"{t(N_('Anchor your map at:'))} {address}", flush=True)
        said = t(N_("It is saved in this folder, which the setting overlays must name:"))
        print(f"{said} {folder}", flush=True)
        if open_browser:
            await asyncio.to_thread(webbrowser.open, address)
        await asyncio.Event().wait()
    finally:
        await runner.cleanup()
    return 0
