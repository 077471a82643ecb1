"""The page of one player of a tournament: place, points, every game with its opponents, sides and result."""

from __future__ import annotations

from aiohttp import web

from adjudicator.core.language.words import N_
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import page
from frontends.browser.web.request_context import RequestContext, app_of, context_of
from frontends.browser.web.responses import NotFound, html
from service.api import Service
from service.text.localizer import Localizer
from service.text.tournament_terms import COLUMNS, stage_of
from service.tournaments import Book
from service.usecases.tournaments import export
from tournaments.state import Match

from .access import number, opened


async def show(request: web.Request) -> web.Response:
    """Show the page of a player, by their number in the log."""
    context, player = context_of(request), request.match_info["player"]

    def look(service: Service) -> Html:
        one, book = opened(service, context, number(request))
        if player not in book.t.players:
            raise NotFound
        t = context.localizer(book.game)
        return _page(context, t, book, player, one.path)

    return html(await app_of(request).worker.run_silently(look))


def _page(context: RequestContext, t: Localizer, book: Book, player: str, back: str) -> Html:
    name, left = str(book.name(player)), book.t.players[player].out
    body: list[Child] = [
        tag("h1", name),
        tag("p", tag("a", book.row.title, href=back)),
        tag("p", t(N_("{who} has withdrawn."), who=book.name(player))) if left else None,
        _standing(t, book, player),
        _games(t, book, player, back),
    ]
    return page(context, f"{name} · {book.row.title}", *body, here=f"{back}/player/{player}")


def _standing(t: Localizer, book: Book, player: str) -> Child:
    """Return the player's line of the standings."""
    row = next((row for row in book.rows if row.player == player), None)
    if row is None or book.t.state == "entries":
        return None
    pairs = zip(export.columns(book), export.cells(book, row), strict=True)
    cells = [(t(COLUMNS[one]), cell) for one, cell in pairs if one != "player"]
    head = tag("tr", [tag("th", title, scope="col") for title, _ in cells])
    line = tag("tr", [tag("td", cell) for _, cell in cells])
    return tag("div", tag("table", tag("thead", head), tag("tbody", line)), class_="scroll", tabindex="0")


def _games(t: Localizer, book: Book, player: str, back: str) -> Child:
    games = [match for match in book.t.games() if player in match.players]
    if not games:
        return None
    heads = [N_("Game"), N_("Opponents"), N_("Side"), N_("Result"), N_("Hours used")]
    head = tag("tr", [tag("th", t(one), scope="col") for one in heads])
    rows = [tag("tr", [tag("td", cell) for cell in _cells(t, book, match, player, back)]) for match in games]
    table = tag("div", tag("table", tag("thead", head), tag("tbody", rows)), class_="scroll", tabindex="0")
    return tag("section", tag("h2", t(N_("Games"))), table)


def _cells(t: Localizer, book: Book, match: Match, player: str, back: str) -> list[Child]:
    """Return a row of a player's games: number, opponents, seat, result and the hours that they took."""
    stage = stage_of(match, book.t.rules.format)
    others: list[Child] = []
    for other in match.players:
        if other != player:
            others += [", "] if others else []
            others.append(tag("a", str(book.name(other)), href=f"{back}/player/{other}"))
    seat = next((seat for seat, one in match.seats.items() if one == player), "")
    hours = match.result.hours.get(player) if match.result is not None else None
    return [
        t.signs.beside(match.id, t.words(stage)) if stage else match.id,
        tag("span", others),
        t.name(seat) if seat else "–",
        t.words(book.said(match)),
        "–" if hours is None else hours,
    ]
