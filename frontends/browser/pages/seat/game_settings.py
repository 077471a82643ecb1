"""Proposals and settings of a player: going back, time, absence, a draw, resigning, leaving."""

from __future__ import annotations

from aiohttp import web

from adjudicator.core import Game
from adjudicator.core.language.words import N_
from adjudicator.opponents import levels
from frontends.browser.pages import time_control
from frontends.browser.web.html import Html, tag
from frontends.browser.web.layout import field, form, page, select
from frontends.browser.web.nav import nav
from frontends.browser.web.request_context import RequestContext
from frontends.browser.web.responses import NotFound, html
from frontends.browser.web.viewer import PLACE_PATH, Table, TableContext, with_table
from service.api import Service
from service.text import telling
from service.text.localizer import Localizer
from service.usecases.agreeing import undo
from service.usecases.seats.teams import COMMANDER
from service.usecases.time import leaving as leaving_acts

POINTS = 30
"""Points listed that one can go back to."""


def routes() -> list[web.RouteDef]:
    """Return the route of this page."""
    return [web.get(f"{PLACE_PATH}/settings", game_page)]


async def game_page(request: web.Request) -> web.Response:
    """Show a player's proposals and settings."""
    return html(await with_table(request, _page))


def _page(at: TableContext) -> Html:
    """Return the requests of a commander: a take-back, time, a pause, an end; nobody else gets the page."""
    seat, t, path = at.table.viewer.seat, at.table.localizer, at.table.viewer.path
    if seat is None or at.table.viewer.role != COMMANDER:
        raise NotFound
    title = t(N_("Game"))
    return page(
        at.context,
        f"{title} · {at.table.title}",
        tag("h1", title),
        tag(
            "div",
            _back(at),
            time_control.granting(at),
            time_control.nudging(at),
            time_control.pausing(at),
            time_control.away(at),
            _end(at, seat),
            _vacant(at.context, at.table),
            class_="columns",
        ),
        nav=nav(at.table, "/settings"),
        here=f"{path}/settings",
    )


def _back(at: TableContext) -> Html:
    """Return the form that proposes to go back further than one's last order."""
    t, path = at.table.localizer, at.table.viewer.path
    return tag(
        "section",
        tag("h2", t(N_("Go back, if everyone agrees"))),
        form(
            at.context,
            f"{path}/do/undo",
            field(t(N_("Go back to")), points(at.service, at.table)),
            field(t(N_("Reason")), tag("input", name="why", maxlength=400)),
            tag("button", t(N_("Propose"))),
            fields={"request": f"{at.context.form_id}/undo"},
        ),
        class_="panel",
    )


def points(service: Service, table: Table) -> Html:
    """Return the points that one can go back to, the newest first."""
    t, options = table.localizer, []
    for point in service.look(table.viewer.campaign, undo.points)[:POINTS]:
        if point.seat:
            rule = telling.cited(point.rule)
            said = t(N_("before {seat} answered {rule}"), seat=point.seat, rule=rule)
        else:
            when = table.game.when(point.rule)
            said = f"{t.words(when.title)}{t.signs.colon}{t.words(when.phase)}"
        options.append(tag("option", t.signs.beside(str(point.to), said), value=point.to))
    return tag("select", options, name="to", required=True)


def _end(at: TableContext, seat: str) -> Html:
    """Return the forms to propose a draw, resign, and leave."""
    t, path, campaign = at.table.localizer, at.table.viewer.path, at.table.viewer.campaign
    resigning = N_("If you resign, the others play on, and you can come back only by invitation.")
    if at.table.campaign.state != "playing" or at.service.look(campaign, leaving_acts.ends_game, seat):
        resigning = N_("If you resign, the game is over.")
    leaving = {
        "wait": N_("If you leave, the referee finds a replacement and the game goes on."),
        "computer": N_("If you leave, the computer plays your seat until you come back."),
        "default": N_("If you leave, the umpire passes for your seat until you come back."),
    }[at.service.status(campaign).pace.vacant]
    sure = t(N_("To confirm, type: {seat}"), seat=seat)
    return tag(
        "section",
        tag("h2", t(N_("Draw, resign, leave"))),
        form(
            at.context,
            f"{path}/do/draw",
            tag("button", t(N_("Propose a draw"))),
            fields={"request": f"{at.context.form_id}/draw"},
        ),
        tag("p", t(resigning), class_="hint"),
        form(
            at.context,
            f"{path}/do/resign",
            field(sure, tag("input", name="sure", autocomplete="off", required=True)),
            tag("button", t(N_("Resign"))),
        ),
        tag("p", t(leaving), class_="hint"),
        form(
            at.context,
            f"{path}/do/leave",
            field(sure, tag("input", name="sure", autocomplete="off", required=True)),
            tag("button", t(N_("Leave the seat"))),
        ),
        class_="panel",
    )


def _vacant(context: RequestContext, table: Table) -> list[Html]:
    """Return the form that gives a vacant seat to the computer during the game."""
    t, vacant = table.localizer, [seat for seat in table.campaign.seats if seat not in table.members]
    if table.campaign.state != "playing" or table.game.ai_player is None or not vacant:
        return []
    seats = select("seat", [(seat, t.name(seat)) for seat in vacant])
    give = form(
        context,
        f"{table.viewer.path}/do/computer",
        field(t(N_("Seat")), seats),
        level_field(t, table.game),
        tag("button", t(N_("Confirm"))),
        fields={"request": f"{context.form_id}/computer"},
    )
    return [tag("section", tag("h2", t(N_("Let the computer take a vacant seat"))), give, class_="panel")]


def level_field(t: Localizer, game: Game) -> Html | None:
    """Return the choice of the level of the computer, None where it has but one."""
    offered = [(str(level), str(level)) for level in levels(game)]
    return field(t(N_("Level of the computer")), select("level", offered)) if len(offered) > 1 else None
