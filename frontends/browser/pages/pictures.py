"""Pictures: maps, hands, posts' pictures, empty boards; drawn once, in threads of their own."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
from aiohttp import web
from msgspec import structs

from frontends.browser.pages.table import battle
from frontends.browser.pages.table.pieces import TIMES, sprites_of
from frontends.browser.pages.table.places import (
    NEAR,
    base_map,
    map_now,
    photo_of,
    plate_of,
    plate_stamp,
    stamp,
)
from frontends.browser.web.request_context import AppContext, app_of, context_of
from frontends.browser.web.responses import NotFound, send
from frontends.browser.web.viewer import PLACE_PATH, Table, admit, where
from renderer import games
from renderer.empty import empty_sheet
from renderer.pieces.things import Sprite
from service.api import Service
from service.pictures.build import hand_of
from service.pictures.drawing import Drawing, Picture
from service.pictures.group_board import for_group
from service.posts.compose import compose

from .table import feed

THEMES = ("light", "dark")
LARGEST = 4000
"""Width of the largest map, in pixels."""
PREVIEW = 900
"""Width of the empty boards from which a game is chosen, in pixels."""


def routes() -> list[web.RouteDef]:
    """Return the routes of pictures."""
    return [
        web.get("/board/{game}/{theme}", board),
        web.get("/plate/{game}", plate),
        web.get(f"{PLACE_PATH}/base/{{stamp}}/{{theme}}", base),
        web.get(f"{PLACE_PATH}/part/{{digest}}/{{column:\\d{{1,2}}}}/{{row:\\d{{1,2}}}}/{{theme}}", part),
        web.get(f"{PLACE_PATH}/sprite/{{name}}/{{times}}/{{theme}}", the_sprite),
        web.get(f"{PLACE_PATH}/hand/{{stamp}}/{{theme}}", the_hand),
        web.get(f"{PLACE_PATH}/post/{{post:\\d{{1,9}}}}/{{n:\\d{{1,3}}}}/{{theme}}", of_post),
    ]


async def shown(request: web.Request, made: Drawing, age: int = 0, *, later: bool = False) -> web.Response:
    """Send a drawing as a picture, unless the browser has it; with `later` others are drawn first."""
    name = hashlib.sha256(msgspec.json.encode(made)).hexdigest()[:32]
    headers = {
        "ETag": f'"{name}"',
        "Cache-Control": f"private, max-age={age}" if age else "private, no-cache",
    }
    if any(tag.value == name for tag in request.if_none_match or ()):
        return web.Response(status=304, headers=headers)
    app = app_of(request)
    picture = await app.picture_cache.get_or_await(name, lambda: _drawn(app, made, later))
    return web.Response(body=picture.data, content_type=picture.mime, headers=headers)


async def _drawn(app: AppContext, made: Drawing, later: bool) -> Picture:
    return await app.worker.picture(made, sheets(app), later=later)


def sheets(app: AppContext) -> Path:
    """Return the folder of prerendered boards, which the terminal's maps share."""
    return app.settings.maps / ".sheets"


def width_of(request: web.Request, times: float = 1) -> int:
    """Return the width of a map, in pixels."""
    return min(LARGEST, round(app_of(request).settings.map_width * times))


def theme_of(request: web.Request) -> str:
    """Return the colours that a path names."""
    theme = request.match_info["theme"]
    if theme not in THEMES:
        raise NotFound
    return theme


async def board(request: web.Request) -> web.Response:
    """Send the empty board of a game."""
    app, game = app_of(request), request.match_info["game"]
    theme, language = theme_of(request), context_of(request).language
    if not games.has_look(game) or game not in app.games:
        raise NotFound
    made = await app.picture_cache.get_or_await(
        ("board", game, theme, language),
        lambda: app.worker.draw(lambda: _empty(app, game, theme, language)),
    )
    headers = {"Cache-Control": "private, max-age=86400", "Vary": "Cookie"}
    return web.Response(body=made.data, content_type=made.mime, headers=headers)


async def plate(request: web.Request) -> web.Response:
    """Send the positions, names and facts of the places on a game's board; the same for everybody."""
    game, language = request.match_info["game"], context_of(request).language
    found = plate_of(game, language) if game.partition(games.LAID)[0] in app_of(request).games else None
    if found is None:
        raise NotFound
    is_asked = request.query_string == plate_stamp(language, found)
    return send(request, found, "private, max-age=31536000, immutable" if is_asked else "no-store")


def _empty(app: AppContext, game: str, theme: str, language: str) -> Picture:
    return Picture(game, empty_sheet(game, language, theme, PREVIEW, sheets(app)), "image/png", "")


async def base(request: web.Request) -> web.Response:
    """Send the map with nothing on it, as the viewer sees it; with `large` at the width for zooming in."""
    context, theme = context_of(request), theme_of(request)
    width = width_of(request, NEAR if "large" in request.query else 1)

    def look(service: Service) -> tuple[Drawing, bool]:
        table = admit(service, context, *where(request))
        sight = map_now(service, table)
        if sight is None:
            raise NotFound
        made = base_map(sight, theme, width)
        return made, stamp(made.scenes[0]) == request.match_info["stamp"]

    made, is_same = await app_of(request).worker.run_silently(look)
    return await shown(request, made, 3600 if is_same else 0)


async def part(request: web.Request) -> web.Response:
    """Send a part of the group's own map in the map's own pixels, which the page shows when zoomed in."""
    context, theme = context_of(request), theme_of(request)
    at = int(request.match_info["column"]), int(request.match_info["row"])

    def look(service: Service) -> Drawing:
        table = admit(service, context, *where(request))
        photo = photo_of(table.board)
        if photo is None or photo.digest != request.match_info["digest"]:
            raise NotFound
        if at[0] >= photo.parts[0] or at[1] >= photo.parts[1]:
            raise NotFound
        return Drawing("part", table.board, "", theme=theme, part=at)

    return await shown(request, await app_of(request).worker.run_silently(look), 86400)


async def the_sprite(request: web.Request) -> web.Response:
    """Send a piece or symbol that is or was of late on the viewer's map or in their battle, in one of three
    sizes.

    The existence of a piece that is only on another viewer's map is not revealed either.
    """
    context, theme = context_of(request), theme_of(request)
    name, times = request.match_info["name"], request.match_info["times"]
    if times not in TIMES:
        raise NotFound

    def look(service: Service) -> Drawing:
        table = admit(service, context, *where(request))
        sprite = context.sprites.get(*where(request), name) or _sprite_now(service, table, name)
        if sprite is None:
            raise NotFound
        return Drawing("sprite", table.game.name, "", theme=theme, sprite=sprite, times=float(times))

    return await shown(request, await app_of(request).worker.run_silently(look), 3600)


def _sprite_now(service: Service, table: Table, name: str) -> Sprite | None:
    """Return a sprite of the viewer's present map or battle, None if it is on neither."""
    sight, board = map_now(service, table), battle.board_now(service, table)
    sprites = {} if sight is None else {**sprites_of(sight.scene)}
    return (sprites if board is None else sprites | battle.sprites_of(board)).get(name)


async def the_hand(request: web.Request) -> web.Response:
    """Send the picture of a seat's hand."""
    context, theme = context_of(request), theme_of(request)

    def look(service: Service) -> Drawing:
        table = admit(service, context, *where(request))
        seat = table.viewer.seat
        made = hand_of(service, table.viewer.campaign, seat, context.language) if seat else None
        if made is None:
            raise NotFound
        return structs.replace(made, theme=theme)

    return await shown(request, await app_of(request).worker.run_silently(look))


async def of_post(request: web.Request) -> web.Response:
    """Send a picture of a post in the viewer's feed."""
    context, theme = context_of(request), theme_of(request)
    place, n = int(request.match_info["post"]), int(request.match_info["n"])

    def look(service: Service) -> Drawing:
        table = admit(service, context, *where(request))
        post = feed.at(service, table, place)
        said = compose(service, post, context.language) if post is not None else None
        if said is None or n >= len(said.drawings):
            raise NotFound
        made = said.drawings[n]
        if table.sees_own:
            made = for_group(service, table.viewer.campaign, made)
        return structs.replace(made, theme=theme, width=min(made.width, width_of(request)))

    return await shown(request, await app_of(request).worker.run_silently(look))
