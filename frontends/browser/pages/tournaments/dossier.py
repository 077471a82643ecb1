"""The dossier of an unfinished game, for those who rule on it (`service.posts.dossier`)."""

from __future__ import annotations

from aiohttp import web
from msgspec.structs import replace

from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_
from frontends.browser.pages.pictures import THEMES, shown
from frontends.browser.web.html import Html, tag
from frontends.browser.web.layout import page, themed
from frontends.browser.web.request_context import RequestContext, app_of, context_of
from frontends.browser.web.responses import NotFound, html
from service.api import Service
from service.pictures.build import map_of
from service.pictures.drawing import CROP_WIDTH, Drawing
from service.posts.dossier import dossier, drawings
from service.tournaments import Book

from .access import Visit, number, opened


async def show(request: web.Request) -> web.Response:
    """Show the public facts of a game, and its players' statements."""
    context, game = context_of(request), request.match_info["game"]

    def look(service: Service) -> Html:
        one, book = _opened(service, context, request)
        return _page(service, context, one, book, game)

    return html(await app_of(request).worker.run_silently(look))


def _opened(service: Service, context: RequestContext, request: web.Request) -> tuple[Visit, Book]:
    one, book = opened(service, context, number(request))
    if request.match_info["game"] not in book.t.matches:
        raise NotFound
    return one, book


def _page(service: Service, context: RequestContext, one: Visit, book: Book, game: str) -> Html:
    """Return the case that a panel judges: facts, tables, maps and both proposals with their reasons."""
    found, t = dossier(service, book, game, context.language), context.text
    head = tag("tr", [tag("th", text, scope="col") for text in found.heads])
    rows = [tag("tr", [tag("td", cell) for cell in row]) for row in found.rows]
    pictures = [
        themed(context.theme, f"{one.path}/{name}/{game}", drawing.alt, class_="wide")
        for name, drawing in drawings(service, book, game, context.language).items()
    ]
    said = [
        tag(
            "section",
            tag("h2", LANGUAGES[context.language].beside(one.who, one.said)),
            [tag("p", line) for line in one.why.splitlines() if line],
        )
        for one in found.statements
    ]
    return page(
        context,
        found.title,
        tag("h1", found.title),
        [tag("p", fact) for fact in found.facts],
        tag("div", tag("table", tag("thead", head), tag("tbody", rows)), class_="scroll", tabindex="0"),
        [tag("p", picture) for picture in pictures],
        *said,
        tag("p", tag("a", t(N_("Back to the tournament")), href=one.path)),
        here=f"{one.path}/dossier/{game}",
    )


async def picture(request: web.Request) -> web.Response:
    """Send the public map of a game, or its score chart."""
    context, theme = context_of(request), request.match_info["theme"]
    if theme not in THEMES:
        raise NotFound

    def look(service: Service) -> Drawing | None:
        _, book = _opened(service, context, request)
        made = drawings(service, book, request.match_info["game"], context.language)
        drawing = made.get(request.match_info["picture"])
        return None if drawing is None else replace(drawing, theme=theme)

    drawing = await app_of(request).worker.run_silently(look)
    if drawing is None:
        raise NotFound
    return await shown(request, drawing)


async def now(request: web.Request) -> web.Response:
    """Send the public map of a game, to anybody."""
    context, theme = context_of(request), request.match_info["theme"]
    if theme not in THEMES:
        raise NotFound

    def look(service: Service) -> Drawing | None:
        one, book = _opened(service, context, request)
        campaign = book.repo.campaigns(one.id).get(request.match_info["game"])
        if campaign is None:
            return None
        drawing = map_of(service, campaign, None, context.language, width=CROP_WIDTH)
        return None if drawing is None else replace(drawing, theme=theme)

    drawing = await app_of(request).worker.run_silently(look)
    if drawing is None:
        raise NotFound
    return await shown(request, drawing)
