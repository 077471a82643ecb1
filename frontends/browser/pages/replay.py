"""Replay: the campaign from checkpoint to checkpoint, as the viewer saw it."""

from __future__ import annotations

import msgspec
from aiohttp import web
from msgspec import Struct

from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_
from frontends.browser.pages.table.ended import may_be_taken
from frontends.browser.pages.table.places import as_seen, drawing
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import page, themed
from frontends.browser.web.nav import nav
from frontends.browser.web.request_context import app_of, context_of
from frontends.browser.web.responses import NotFound, data, html, wants_data
from frontends.browser.web.viewer import PLACE_PATH, Table, TableContext, admit, where, with_table
from service.api import Service
from service.pictures.build import Sight, scores_of, sight_of, unveiled, whole
from service.pictures.drawing import Drawing
from service.text import telling
from service.usecases.play import queries

from . import chronicle
from .pictures import sheets, shown, theme_of, width_of


def routes() -> list[web.RouteDef]:
    """Return the routes of the replay."""
    return [
        web.get(f"{PLACE_PATH}/replay", replay_page),
        web.get(f"{PLACE_PATH}/replay.html", replay_file),
        web.get(f"{PLACE_PATH}/rest/{{rest:\\d{{1,9}}}}/{{theme}}", picture),
        web.get(f"{PLACE_PATH}/moment/{{rest:\\d{{1,9}}}}.png", moment),
        web.get(f"{PLACE_PATH}/scores/{{n:\\d{{1,9}}}}/{{theme}}", scores),
    ]


def before(rests: list[tuple[int, str]], rest: int) -> int:
    """Return the checkpoint before `rest`, -1 for none."""
    return max((n for n, _ in rests if n < rest), default=-1)


def sight_at(service: Service, table: Table, rest: int) -> Sight | None:
    """Return the map at a checkpoint, with the events since the one before; None if it is not kept."""
    rests = service.rests(table.viewer.campaign)
    if rest not in [n for n, _ in rests]:
        return None
    since = before(rests, rest)
    viewer, language = table.viewer, table.localizer.language
    sight = sight_of(service, viewer.campaign, viewer.seat, language, rest, since)
    if sight is None:
        return None
    return as_seen(
        service, table, unveiled(service, viewer.campaign, sight, language, rest, to_public=viewer.is_public)
    )


async def replay_page(request: web.Request) -> web.Response:
    """Show the map at a checkpoint, a slider over all of them, and the events up to it."""
    wanted, app = request.query.get("rest", ""), app_of(request)
    public = (app.settings.table_url or app.network.url).rstrip("/")

    def look(at: TableContext) -> Html | dict[str, str]:
        rests = at.service.rests(at.table.viewer.campaign)
        numbers = [n for n, _ in rests]
        rest = int(wanted) if wanted.isdecimal() and len(wanted) < 10 else -1
        if rest not in numbers:
            rest = numbers[-1] if numbers else -1
        return _one(at, rest, public) if wants_data(request) else _page(at, numbers, rest, public)

    made = await with_table(request, look)
    return html(made) if isinstance(made, Html) else data(made)


def _one(table_at: TableContext, at: int, public: str) -> dict[str, str]:
    """Return one checkpoint as data for the page's script."""
    table = table_at.table
    sight = sight_at(table_at.service, table, at)
    if sight is None:
        raise NotFound
    return {
        "html": str(_told(table_at.service, table, at, sight)),
        "share": str(_share(table, at, public)),
        "title": f"{sight.scene.title}{table.localizer.signs.comma}{sight.scene.subtitle}",
        "alt": whole(sight.scene, table.viewer.seat).alt,
        "picture": f"{table.viewer.path}/rest/{at}",
    }


def _told(service: Service, table: Table, at: int, sight: Sight) -> Html:
    """Return the moment, and the viewer's events since the checkpoint before."""
    since = before(service.rests(table.viewer.campaign), at)
    viewer = table.viewer
    told = [one for one in service.look(viewer.campaign, queries.told, viewer.seat, since) if one.n <= at]
    chapters = telling.chronicle(table.game, told, table.localizer.language)
    where_ = table.localizer(N_("Entry {n}"), n=at)
    head = tag("h2", f"{sight.scene.subtitle} ", tag("small", where_))
    return tag("div", head, *chronicle.written(chapters))


def _share(table: Table, at: int, public: str) -> Html:
    """Return the picture of a moment as everybody saw it then and, where people can reach this server from
    elsewhere, the address of that moment on the public page.
    """
    t, path = table.localizer, f"/game/{table.campaign.id}/public"
    file = f"{table.campaign.game}-{table.campaign.id}-{at}.png"
    saved = tag(
        "a", t(N_("Save this picture")), href=f"{path}/moment/{at}.png", download=file, class_="button"
    )
    link = None
    if public:
        address = tag("input", value=f"{public}{path}/replay?rest={at}", readonly=True, class_="link")
        link = tag("label", t(N_("Link to this moment")), " ", address)
    hint = tag("p", t(N_("The picture shows what everybody could see at that time.")), class_="hint")
    return tag("div", tag("p", saved, " ", link), hint)


def _page(at: TableContext, numbers: list[int], rest: int, public: str) -> Html:
    """Return the game at entry `rest` with a slider over `numbers`; a sentence where there are none yet."""
    t, viewer = at.table.localizer, at.table.viewer
    title = t(N_("Replay"))
    sight = sight_at(at.service, at.table, rest) if numbers else None
    body: list[Child] = [tag("h1", title)]
    if sight is None:
        body.append(tag("p", t(N_("There is nothing to see yet."))))
    else:
        box = tag(
            "div",
            _slider(at.table, numbers, rest),
            _shown(at.service, at.table, rest, sight),
            tag("div", _share(at.table, rest, public), id="replay-share", class_="links"),
            data_replay=msgspec.json.encode(numbers).decode(),
            data_path=viewer.path,
        )
        body += [box, *_scores(at.service, at.table)]
    return page(
        at.context,
        f"{title} · {at.table.title}",
        *body,
        nav=nav(at.table, "/replay"),
        here=f"{viewer.path}/replay",
    )


def _slider(table: Table, numbers: list[int], at: int) -> Html:
    """Return the slider, with two links for browsers without a script."""
    t, path, place = table.localizer, table.viewer.path, numbers.index(at)
    earlier, later = numbers[max(0, place - 1)], numbers[min(len(numbers) - 1, place + 1)]
    return tag(
        "div",
        tag("a", t(N_("Earlier")), href=f"{path}/replay?rest={earlier}", class_="button noscript"),
        tag(
            "input",
            type="range",
            min=0,
            max=len(numbers) - 1,
            value=place,
            class_="script",
            aria_label=t(N_("Entries")),
            aria_valuetext=t(N_("Entry {n}"), n=at),
        ),
        tag("a", t(N_("Later")), href=f"{path}/replay?rest={later}", class_="button noscript"),
        tag("button", t(N_("Play")), type="button", class_="script", data_play=True, aria_pressed="false"),
        class_="slider",
    )


def _shown(service: Service, table: Table, at: int, sight: Sight) -> Html:
    made = whole(sight.scene, table.viewer.seat)
    image = themed(table.theme, f"{table.viewer.path}/rest/{at}", made.alt)
    said = tag("div", _told(service, table, at, sight), id="replay-said", aria_live="polite")
    return tag("div", tag("figure", image), said, class_="replay")


def _scores(service: Service, table: Table) -> list[Child]:
    """Return the chart of the game's progress, if there is one."""
    viewer, t = table.viewer, table.localizer
    try:
        made = scores_of(service, viewer.campaign, viewer.seat, t.language)
    except NotNow:
        made = None
    if made is None:
        return []
    path = f"{viewer.path}/scores/{table.campaign.n}"
    return [tag("h2", t(N_("Course of the game"))), tag("figure", themed(table.theme, path, made.alt))]


class File(Struct, frozen=True):
    """A replay as a file, kept among the pictures."""

    data: bytes


async def replay_file(request: web.Request) -> web.Response:
    """Send the replay of a game that is over as one file: the public view, or that of `seat`."""
    seat, app = request.query.get("seat", ""), app_of(request)

    def look(at: TableContext) -> tuple[int, str, str, str]:
        campaign = at.service.status(at.table.viewer.campaign).campaign
        if not may_be_taken(at.service, at.table) or (seat and seat not in campaign.seats):
            raise NotFound
        return campaign.id, campaign.head, at.table.game.name, at.context.language

    id, head, game, language = await with_table(request, look)

    async def make() -> File:
        return File(await app.worker.replay(id, seat, language, sheets(app)))

    made = await app.picture_cache.get_or_await(("replay", id, head, seat, language), make)
    name = "-".join([game, str(id), *([seat] if seat else [])])
    headers = {"Content-Disposition": f'attachment; filename="{name}.html"'}
    return web.Response(body=made.data, content_type="text/html", charset="utf-8", headers=headers)


async def picture(request: web.Request) -> web.Response:
    """Send the map at a checkpoint."""
    context, theme, rest = context_of(request), theme_of(request), int(request.match_info["rest"])

    def look(service: Service) -> Drawing:
        table = admit(service, context, *where(request))
        sight = sight_at(service, table, rest)
        if sight is None:
            raise NotFound
        return drawing(sight, table, theme, width_of(request))

    return await shown(request, await app_of(request).worker.run_silently(look), later=True)


async def moment(request: web.Request) -> web.Response:
    """Send the map at a checkpoint as everybody could see it then, also where more is open by now."""
    context, rest = context_of(request), int(request.match_info["rest"])

    def look(service: Service) -> Drawing:
        table = admit(service, context, *where(request))
        rests = service.rests(table.viewer.campaign)
        if rest not in [n for n, _ in rests]:
            raise NotFound
        seen = sight_of(
            service, table.viewer.campaign, None, table.localizer.language, rest, before(rests, rest)
        )
        if seen is None:
            raise NotFound
        return drawing(seen, table, "light", width_of(request))

    return await shown(request, await app_of(request).worker.run_silently(look), later=True)


async def scores(request: web.Request) -> web.Response:
    """Send the chart of the game's progress."""
    context, theme = context_of(request), theme_of(request)

    def look(service: Service) -> Drawing:
        table = admit(service, context, *where(request))
        made = scores_of(service, table.viewer.campaign, table.viewer.seat, context.language)
        if made is None:
            raise NotFound
        return msgspec.structs.replace(made, theme=theme)

    return await shown(request, await app_of(request).worker.run_silently(look))
