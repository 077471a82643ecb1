"""The dossier of an unfinished game: what all may know of it, for those who rule on it."""

from __future__ import annotations

from aiohttp import web
from msgspec.structs import replace

from adjudicator.core.errors import NotNow, Verbatim
from adjudicator.core.words import N_, Words
from frontends.browser.pages.pictures import THEMES, shown
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import page, themed
from frontends.browser.web.request_context import RequestContext, app_of, context_of
from frontends.browser.web.responses import NotFound, html
from service.api import Service
from service.pictures.build import map_of
from service.pictures.drawing import CROP_WIDTH, Drawing
from service.posts.status import status
from service.text.localizer import Localizer
from service.text.tournament_terms import OUTCOMES
from service.usecases.tournaments.book import Book
from service.usecases.tournaments.results import hours_used
from tournaments.state import Match

from .access import Visit, number, opened


def _game(service: Service, context: RequestContext, request: web.Request) -> tuple[Visit, Book, Match, int]:
    """Return the game of the path, for its players, its judges and the directors.

    Raises:
        NotFound: if there is none.
        NotNow: for others.
    """
    one, book = opened(service, context, number(request))
    match = book.t.matches.get(request.match_info["game"])
    campaign = book.repo.campaigns(one.id).get(request.match_info["game"])
    if match is None or campaign is None:
        raise NotFound
    if not (book.directs or book.judge_of(one.user) in match.judges or book.player in match.players):
        raise NotNow(Words(N_("the dossier is for the players, the panel and the directors")))
    return one, book, match, campaign


async def show(request: web.Request) -> web.Response:
    """Show map, score, course, hours used and what the players say; everything is as all may know it."""
    context = context_of(request)

    def look(service: Service) -> Html:
        one, book, match, campaign = _game(service, context, request)
        return _page(service, context, one, book, match, campaign)

    return html(await app_of(request).worker.run_silently(look))


def _page(
    service: Service, context: RequestContext, one: Visit, book: Book, match: Match, campaign: int
) -> Html:
    game = service.context.games[book.t.card["game"]]
    t = context.localizer(game)
    board = status(service, campaign, t.language)
    hours = hours_used([entry.body for entry in service.context.log.entries(campaign)])
    points = dict(board.points)
    rows = [
        tag(
            "tr",
            tag("td", str(book.name(player))),
            tag("td", t.name(seat)),
            tag("td", str(points.get(t.name(seat), "–"))),
            tag("td", str(hours.get(seat, 0))),
        )
        for seat, player in match.seats.items()
    ]
    heads = [N_("Player"), N_("Side"), N_("Points"), N_("Hours used")]
    head = tag("tr", [tag("th", t(text), scope="col") for text in heads])
    title = t(N_("Dossier of game {game}"), game=Verbatim(match.id))
    body: list[Child] = [
        tag("h1", title),
        tag("p", t.signs.beside(board.turn, board.phase)),
        tag("p", board.held) if board.held else None,
        tag("div", tag("table", tag("thead", head), tag("tbody", rows)), class_="scroll"),
        themed(context.theme, f"{one.path}/map/{match.id}", board.game, class_="wide"),
        *_statements(book, match, t),
        tag("p", tag("a", t(N_("Back to the tournament")), href=one.path)),
    ]
    return page(context, title, *body, here=f"{one.path}/dossier/{match.id}")


def _statements(book: Book, match: Match, t: Localizer) -> list[Html]:
    """Return the proposals of both players, once both have made one."""
    said = []
    for body in book.bodies:
        if body["t"] == "statements" and body["game"] == match.id:
            for player, one in body["texts"].items():
                line = t.signs.beside(str(book.name(player)), t(OUTCOMES[one["said"]]))
                said.append(tag("section", tag("h2", line), tag("p", one["text"])))
    return said


async def map(request: web.Request) -> web.Response:
    """Send the map of a game as all may know it."""
    context, theme = context_of(request), request.match_info["theme"]
    if theme not in THEMES:
        raise NotFound

    def look(service: Service) -> Drawing | None:
        *_, campaign = _game(service, context, request)
        drawing = map_of(service, campaign, None, context.language, width=CROP_WIDTH)
        return None if drawing is None else replace(drawing, theme=theme)

    drawing = await app_of(request).worker.run_silently(look)
    if drawing is None:
        raise NotFound
    return await shown(request, drawing)
