"""Acts of the forms of a tournament's page, and its downloads."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from aiohttp import web

from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.words import N_, words
from frontends.browser.pages.time_control import number as typed
from frontends.browser.web.html import Html, tag
from frontends.browser.web.layout import page
from frontends.browser.web.request_context import RequestContext, app_of, context_of
from frontends.browser.web.responses import NotFound, html, see_other
from frontends.browser.web.session import derived_token, user_of
from service.api import Service
from service.runtime.pairing import begin_games, paired
from service.text import tournament_report
from service.text.calendar_file import calendar
from service.text.tournament_terms import COLUMNS
from service.usecases.front_ends import tournament_links
from service.usecases.tournaments import (
    entering,
    erasing,
    export,
    handwritten,
    reporting,
    results,
    rounds,
    sides,
    staff,
)
from tournaments import verify
from tournaments.state import Result

from . import dossier, listing, player_page, tournament_page
from .access import DRAWN, Visit, enter, keep, number, opened, seat_of

PATH = r"/tournament/{tournament:\d{1,9}}"

FILES = (
    r"(?:standings\.csv|standings\.markdown|report\.markdown|report\.html|log\.json|verify\.py"
    r"|event\.trf|deadlines\.ics)"
)

Act = Callable[[Service, RequestContext, Visit], object]


def routes() -> list[web.RouteDef]:
    """Return the routes of all pages of tournaments."""
    return [
        web.get("/tournaments", listing.listing),
        web.get("/tournaments/new", listing.new),
        web.post("/tournaments/new", listing.found),
        web.get(PATH, tournament_page.show),
        web.get(f"{PATH}/enter/{{key}}", enter),
        web.get(f"{PATH}/dossier/{{game:[0-9.b]{{1,9}}}}", dossier.show),
        web.get(f"{PATH}/{{picture:map|course}}/{{game:[0-9.b]{{1,9}}}}/{{theme}}", dossier.picture),
        web.get(f"{PATH}/now/{{game:[0-9.b]{{1,9}}}}/{{theme}}", dossier.now),
        web.get(f"{PATH}/player/{{player:p[0-9]{{1,9}}}}", player_page.show),
        web.get(f"{PATH}/{{picture:bracket|crosstable}}/{{theme}}", tournament_page.picture),
        web.get(f"{PATH}/{{file:{FILES}}}", download),
        web.post(f"{PATH}/next", next_round),
        web.post(f"{PATH}/{{link:assistant|substitute}}", make_link),
        web.post(f"{PATH}/play", play),
        web.post(f"{PATH}/{{what:[\\w-]{{1,20}}}}", act),
    ]


def _outcome(context: RequestContext, how: str) -> Result:
    """Return the result that a form gives; for a table the places and points of its players.

    Raises:
        Refusal: if neither a winner nor a draw is picked, or a number is none.
    """
    places = _numbers(context, "place-")
    if places:
        first = sorted(player for player, place in places.items() if place == 1)
        return Result(how, first, ranks=places, points=_numbers(context, "points-"))
    outcome = context.field("player")
    if not outcome:
        raise NotNow(words(N_("pick the winner, or a draw")))
    won = [] if outcome == DRAWN else [outcome]
    margin, level = context.field("margin"), context.field("level")
    return Result(how, won, int(not won), typed(margin) if margin else 0, level)


def _numbers(context: RequestContext, before: str) -> dict[str, int]:
    """Return the numbers of the fields whose names begin so, by the rest of the name; empty ones are left
    out.
    """
    named = {
        name.removeprefix(before): context.field(name) for name in context.form if name.startswith(before)
    }
    return {player: typed(value) for player, value in named.items() if value}


def _enter(service: Service, context: RequestContext, one: Visit) -> None:
    filler = bool(context.field("filler"))
    words = context.field("words")
    operates = bool(context.field("operates"))
    who = context.field("who")
    message = one.message(context)
    service.tournaments.do(message, one.id, entering.enter, who, words, filler=filler, operates=operates)
    keep(service, context, one)


def _block(service: Service, context: RequestContext, one: Visit, *, is_blocked: bool = True) -> None:
    service.tournaments.do(
        one.message(context), one.id, entering.set_apart, context.field("player"), is_blocked=is_blocked
    )


NUMBERS = ("points", "margin", "round", "days")
"""The fields of forms that hold a number."""


def _does(act: Callable[..., object], *fields: str, **named: Any) -> Act:
    """Return the act of a form that carries out a command with the form's fields as its values."""

    def do(service: Service, context: RequestContext, one: Visit) -> None:
        texts = {name: context.field(name) for name in fields}
        values = [typed(text) if name in NUMBERS else text for name, text in texts.items()]
        service.tournaments.do(one.message(context), one.id, act, *values, **named)

    return do


ACTS: Mapping[str, Act] = {
    "enter": _enter,
    "block": _block,
    "unblock": partial(_block, is_blocked=False),
    "withdraw": _does(entering.withdraw, "player", "why"),
    "hide": _does(entering.hide),
    "erase": _does(erasing.erase, "player"),
    "challenge": _does(rounds.challenge, "player"),
    "choose": _does(sides.choose, "game", "seat"),
    "bid": _does(sides.bid, "game", "points"),
    "report": _does(results.report, "game", "said", "margin"),
    "appeal": _does(results.appeal, "game", "why"),
    "case": _does(results.state_case, "game", "said", "text"),
    "close": _does(entering.close, "file"),
    "sit-out": _does(entering.sit_out, "round"),
    "play-after-all": _does(entering.sit_out, "round", out=False),
    "pair": _does(rounds.by_hand, "pairs", "why"),
    "results": _does(handwritten.take_results, "file", "why"),
    "finish": _does(staff.finish, "why"),
    "extend": _does(staff.extend, "days", "why"),
    "forfeit": _does(results.forfeit, "game", "player", "why"),
    "correct": lambda s, c, one: s.tournaments.do(
        one.message(c), one.id, results.correct, c.field("game"), _outcome(c, "correction"), c.field("why")
    ),
    "rule": lambda s, c, one: s.tournaments.do(
        one.message(c), one.id, results.rule, c.field("game"), _outcome(c, "panel"), c.field("why")
    ),
    "panel": lambda s, c, one: s.tournaments.do(
        one.message(c),
        one.id,
        results.appoint,
        c.field("game"),
        [c.field("first"), c.field("second"), c.field("third")],
    ),
    "pause": _does(staff.pause, "game", "why"),
    "go-on": _does(staff.go_on, "game"),
    "announce": _does(staff.announce, "text"),
    "ruling": _does(staff.rule, "question", "ruling"),
}


async def act(request: web.Request) -> web.StreamResponse:
    """Carry out a form's act, begin the games that it makes possible, and show the page again."""
    context, app = context_of(request), app_of(request)
    do = ACTS.get(request.match_info["what"])
    if do is None:
        raise NotFound

    def carry_out(service: Service) -> str:
        one, _ = opened(service, context, number(request))
        do(service, context, one)
        return one.path

    path = await app.worker.run(carry_out)
    await begin_games(app.worker)
    return see_other(path)


async def next_round(request: web.Request) -> web.StreamResponse:
    """Pair the next round, in another process if that takes long, and begin its games."""
    context, app = context_of(request), app_of(request)

    def one_of(service: Service) -> Visit:
        return opened(service, context, number(request))[0]

    one = await app.worker.run_silently(one_of)
    await paired(app.worker, one.message(context), one.id)
    await begin_games(app.worker)
    return see_other(one.path)


async def play(request: web.Request) -> web.StreamResponse:
    """Go to the reader's own seat in a game, or as its referee."""
    context, app = context_of(request), app_of(request)

    def find(service: Service) -> str:
        one, book = opened(service, context, number(request))
        game = context.field("game")
        campaign = book.repo.campaigns(one.id).get(game)
        if campaign is None:
            raise NotFound
        status = service.status(campaign)
        seats = [seat for seat, member in status.members.items() if member.user == one.user]
        if not seats and status.campaign.referee != one.user:
            raise NotFound
        return seat_of(service, context, one, campaign, seats[0] if seats else "")

    return see_other(await app.worker.run(find))


async def make_link(request: web.Request) -> web.Response:
    """Make the link of an assistant or a substitute; it is shown once."""
    context, app = context_of(request), app_of(request)

    def make(service: Service) -> str:
        one, _ = opened(service, context, number(request))
        user = user_of(context.session, "tournament", request.match_info["link"], context.sent)
        who = context.field("who")
        if request.match_info["link"] == "assistant":
            service.tournaments.do(one.message(context), one.id, staff.appoint, user, who)
        else:
            service.tournaments.do(
                one.message(context), one.id, staff.replace, context.field("player"), user, who
            )
        token = derived_token(context.session, "tournament", str(one.id), user)
        service.keep(tournament_links.grant, one.id, user, token)
        return f"{one.path}/enter/{token}"

    return html(_link_page(context, await app.worker.run(make)))


def _link_page(context: RequestContext, link: str) -> Html:
    t, title = context.text, context.text(N_("Link for {who}"), who=Verbatim(context.field("who")))
    hint = N_("Send this link to them alone. It is shown only once; anyone who opens it takes their place.")
    return page(
        context,
        title,
        tag("h1", title),
        tag("p", t(hint)),
        tag("p", tag("code", link)),
        tag("p", tag("a", t(N_("Back to the tournament")), href=link.rpartition("/enter/")[0])),
    )


async def download(request: web.Request) -> web.Response:
    """Send standings, the log or the verifier."""
    context, file = context_of(request), request.match_info["file"]
    if file == "verify.py":
        return _file(file, "text/x-python", Path(verify.__file__).read_text(encoding="utf-8"))

    def look(service: Service) -> str:
        one, book = opened(service, context, number(request))
        if file == "standings.csv":
            return export.as_csv(book)
        if file == "event.trf":
            return export.as_trf(book)
        if file == "deadlines.ics":
            return calendar(export.dates(book, context.localizer(book.game)))
        if file == "standings.markdown":
            return export.as_markdown(book, [context.text(COLUMNS[name]) for name in export.columns(book)])
        if file.startswith("report."):
            t = context.localizer(book.game)
            found = reporting.report(book, t)
            is_page = file.endswith(".html")
            return tournament_report.as_html(found) if is_page else tournament_report.as_markdown(found)
        return json.dumps(service.tournaments.export(one.id), ensure_ascii=False, indent=1)

    kinds = {
        "trf": "text/plain",
        "ics": "text/calendar",
        "html": "text/html",
        "csv": "text/csv",
        "markdown": "text/markdown",
        "json": "application/json",
    }
    return _file(file, kinds[file.partition(".")[2]], await app_of(request).worker.run_silently(look))


def _file(name: str, kind: str, text: str) -> web.Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return web.Response(text=text, content_type=kind, charset="utf-8", headers=headers)
