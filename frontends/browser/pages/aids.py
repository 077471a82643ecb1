"""Player aids: the charts of a game, and how a turn goes; the same for everybody."""

from __future__ import annotations

import msgspec
from aiohttp import web

from adjudicator.core.game.game import Game, rosters
from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_
from adjudicator.display.aids import Aids, Step, Table, sheet_of
from adjudicator.display.book import Part, book_of
from adjudicator.display.charts import Sheet
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import page, themed
from frontends.browser.web.request_context import RequestContext, app_of, context_of
from frontends.browser.web.responses import NotFound, html
from frontends.browser.web.viewer import REFEREE_PLACE, is_valid
from service.api import Service
from service.pictures.turn_pictures import turn_of, turn_picture
from service.text.forecast import needs_of
from service.text.localizer import Localizer
from service.text.terms import game_title

from .pictures import THEMES, shown

PATH = r"/aid/{game:\w{1,80}}"
HOW = N_("How a turn goes")
CHARTS = N_("Player aids")
SCENARIOS = N_("The scenarios")
BOOK = N_("The book")
BOARDS = 3
"""The most boards that a page of aids leads back to."""
LONG = 16
"""Characters of a cell from which on its column keeps a width that can be read, and the chart scrolls."""


def routes() -> list[web.RouteDef]:
    """Return the routes of the aids."""
    return [
        web.get(PATH, aids_page),
        web.get(f"{PATH}/turn", turn_page),
        web.get(f"{PATH}/scenarios", scenarios_page),
        web.get(f"{PATH}/book", book_page),
        web.get(f"{PATH}/turn/{{step}}/{{theme}}", the_picture),
    ]


def links(t: Localizer, game: Game) -> list[Html]:
    """Return links to the aids of a game, none for a game without."""
    if game.pictures is None or game.pictures.aids is None:
        return []
    path = f"/aid/{game.id}"
    found = [tag("a", t(HOW), href=f"{path}/turn"), tag("a", t(CHARTS), href=path)]
    if book_of(game.name, t.language) is not None:
        found.insert(0, tag("a", t(BOOK), href=f"{path}/book"))
    if booklets(game, game.pictures.aids):
        found.append(tag("a", t(SCENARIOS), href=f"{path}/scenarios"))
    return found


def booklets(game: Game, aids: Aids) -> dict[str, tuple[Table, ...]]:
    """Return the tables of each scenario of a game by its id, without scenarios that have none."""
    return {id: tables for id in rosters(game.scenarios()) if (tables := aids.booklet(id))}


def _aids_of(request: web.Request) -> tuple[Game, Aids]:
    game = app_of(request).games.get(request.match_info["game"])
    if game is None or game.pictures is None or game.pictures.aids is None:
        raise NotFound
    return game, game.pictures.aids


# -- the charts --------------------------------------------------------------------------------------


async def aids_page(request: web.Request) -> web.Response:
    """Show the sequence of play and all charts of a game."""
    context = context_of(request)
    game, aids = _aids_of(request)
    t = context.localizer(game)
    sheets = [
        (table.id, table.rule, sheet_of(game.id, table, t.language, t.label)) for table in aids.tables()
    ]
    names = [tag("li", tag("a", sheet.title, href=f"#{id}")) for id, _, sheet in sheets]
    body = [
        tag("section", tag("h2", t(N_("Sequence of play"))), _sequence(t, game, aids)),
        tag("nav", tag("ul", names, class_="index"), aria_label=t(N_("Charts"))),
        *(_chart(t, id, rule, sheet) for id, rule, sheet in sheets),
    ]
    return html(await _page(request, t, game, CHARTS, "", body))


async def _page(
    request: web.Request, t: Localizer, game: Game, name: str, end: str, body: list[Html]
) -> Html:
    context = context_of(request)
    title, path = t(name), f"/aid/{game.id}{end}"
    boards = await app_of(request).worker.run_silently(lambda service: _boards(service, context, t, game))
    others = [tag("p", [*boards, *links(t, game)], class_="actions")]
    name_of_game = game_title(game, t.language)
    head: list[Child] = [tag("h1", tag("small", name_of_game), " ", title), others]
    return page(context, f"{title} · {name_of_game}", *head, *body, here=path)


def _boards(service: Service, context: RequestContext, t: Localizer, game: Game) -> list[Html]:
    """Return links back to the boards of this game at which the browser has a seat, the newest first."""
    found = dict[int, str]()
    for access in sorted(context.access, key=lambda one: not one.seat):
        if is_valid(service, access) and service.game(access.campaign).id == game.id:
            found.setdefault(access.campaign, access.seat or REFEREE_PLACE)
    return [
        tag(
            "a",
            t(N_("Board: {title}"), title=Verbatim(service.status(id).campaign.title)),
            href=f"/game/{id}/{seat}",
        )
        for id, seat in sorted(found.items(), reverse=True)[:BOARDS]
    ]


def _sequence(t: Localizer, game: Game, aids: Aids) -> Html:
    rows = [
        tag(
            "li",
            tag("a", t.words(step.title), href=f"/aid/{game.id}/turn#{step.id}"),
            " ",
            tag("small", t.rule(step.rule)),
        )
        for step in aids.turn
    ]
    return tag("ol", rows, class_="sequence")


def _unbroken(cell: str) -> str:
    """Return the text of a cell whose ranges, such as 1–4, keep to one line."""
    return cell.replace("–", "\u2060–\u2060")


def _chart(t: Localizer, id: str, rule: str, sheet: Sheet) -> Html:
    """Return the chart as a table that scrolls by itself, under the paragraph it is taken from."""
    heads = [tag("th", head, scope="col") for head in sheet.columns]
    long = [max(map(len, cells)) >= LONG for cells in zip(*sheet.rows, strict=True)]
    rows = [
        tag(
            "tr",
            tag("th", row[0], scope="row"),
            [
                tag("td", _unbroken(cell), class_="long" if wide else None)
                for cell, wide in zip(row[1:], long[1:], strict=True)
            ],
        )
        for row in sheet.rows
    ]
    table = tag("table", tag("thead", tag("tr", heads)), tag("tbody", rows))
    return tag(
        "section",
        tag("h2", sheet.title, " ", tag("small", t.rule(rule)) if not rule.startswith("chart/") else None),
        tag("div", table, class_="scroll", tabindex="0", role="region", aria_label=sheet.title),
        tag("p", sheet.subtitle, class_="hint") if sheet.subtitle else None,
        id=id,
        class_="aid",
    )


# -- the scenarios ------------------------------------------------------------------------------------


async def scenarios_page(request: web.Request) -> web.Response:
    """Show what each scenario begins with, its special rules, and what comes later.

    Raises:
        NotFound: if the game has no such tables.
    """
    context = context_of(request)
    game, aids = _aids_of(request)
    t = context.localizer(game)
    found = booklets(game, aids)
    if not found:
        raise NotFound
    body: list[Html] = [
        tag("nav", tag("ul", [tag("li", tag("a", t.label(id, t.language), href=f"#{id}")) for id in found]))
    ]
    for id, tables in found.items():
        body.append(tag("h2", t.label(id, t.language), id=id))
        body += [
            _chart(t, f"{id}_{one.id}", one.rule, sheet_of(game.id, one, t.language, t.label))
            for one in tables
        ]
    return html(await _page(request, t, game, SCENARIOS, "/scenarios", body))


# -- the book -----------------------------------------------------------------------------------------


async def book_page(request: web.Request) -> web.Response:
    """Show the book of a game: what it is, how to begin, how it is won, and what differs from the box.

    Raises:
        NotFound: if the game has none.
    """
    context = context_of(request)
    game, aids = _aids_of(request)
    t = context.localizer(game)
    book = book_of(game.name, t.language)
    if book is None:
        raise NotFound
    body = [
        tag("nav", tag("ul", [tag("li", tag("a", one.title, href=f"#{one.id}")) for one in book.part])),
        *(_part(t, game, aids, one) for one in book.part),
    ]
    return html(await _page(request, t, game, BOOK, "/book", body))


def _part(t: Localizer, game: Game, aids: Aids, part: Part) -> Html:
    """Return a part of the aids with its text, its orders as they are typed, and the charts that it names."""
    charts = [
        _chart(t, one.id, one.rule, sheet_of(game.id, one, t.language, t.label))
        for one in aids.tables()
        if one.id in part.charts
    ]
    return tag(
        "section",
        tag("h2", part.title),
        [tag("p", _inline(text)) for text in part.text],
        tag("ul", [tag("li", _inline(item)) for item in part.items], class_="hints") if part.items else None,
        tag("pre", "\n".join(part.orders)) if part.orders else None,
        charts,
        id=part.id,
        class_="aid",
    )


def _inline(text: str) -> list[Child]:
    """Return a text with what stands between backticks as an order."""
    return [tag("code", one) if n % 2 else one for n, one in enumerate(text.split("`"))]


# -- how a turn goes -----------------------------------------------------------------------------------


async def turn_page(request: web.Request) -> web.Response:
    """Show the steps of a turn, with pictures of a game that the computer played."""
    context = context_of(request)
    game, aids = _aids_of(request)
    t = context.localizer(game)
    body = [
        *_wins(t, game),
        tag("ol", [_step(context, t, game, aids, step) for step in aids.turn], class_="steps"),
        tag(
            "section",
            tag("h2", t(N_("At the table"))),
            tag("ul", [tag("li", t.words(hint.text)) for hint in aids.hints], class_="hints"),
        ),
        *_reactions(t, game),
    ]
    return html(await _page(request, t, game, HOW, "/turn", body))


def _wins(t: Localizer, game: Game) -> list[Html]:
    """Return the needs of each side, as they are in the pictures of the turn."""
    shown = next(iter(turn_of(game.name).steps.values()))
    needs = needs_of(game.needs(game.view(msgspec.convert(shown.world, game.world), None)), t)
    sides = [(tag("dt", one.name), [tag("dd", line) for line in one.lines]) for one in needs]
    return [
        tag(
            "section",
            tag("h2", t(N_("What wins"))),
            tag("p", t(N_("The figures are those of the game in the pictures below.")), class_="hint"),
            tag("dl", *sides),
            class_="aim",
        )
    ]


def _reactions(t: Localizer, game: Game) -> list[Html]:
    """Return how a new campaign treats the windows that it may have; nothing for a game without."""
    told = game.treatment(game.modes({}), {}).told()
    if not told:
        return []
    usual = N_("Unless a game is set otherwise when it is made:")
    return [
        tag(
            "section",
            tag("h2", t(N_("Reactions to other players"))),
            tag("p", t(usual)),
            tag("ul", [tag("li", t.words(line)) for line in told], class_="hints"),
        )
    ]


def _step(context: RequestContext, t: Localizer, game: Game, aids: Aids, step: Step) -> Html:
    picture = None
    if step.picture:
        alt = turn_picture(game, step, t.language, "light").alt
        path = f"/aid/{game.id}/turn/{step.id}"
        image = themed(context.theme, path, alt, loading="lazy")
        picture = tag("figure", tag("a", image, href=f"{path}/light", data_large=True))
    head = tag("h2", t.words(step.title), " ", tag("small", t.rule(step.rule)))
    return tag("li", head, tag("p", t.words(step.text)), picture, id=step.id)


async def the_picture(request: web.Request) -> web.Response:
    """Send the picture of a step."""
    game, aids = _aids_of(request)
    theme, language = request.match_info["theme"], context_of(request).language
    step = next((one for one in aids.turn if one.id == request.match_info["step"] and one.picture), None)
    if step is None or theme not in THEMES or step.id not in turn_of(game.name).steps:
        raise NotFound
    response = await shown(request, turn_picture(game, step, language, theme), 3600)
    response.headers["Vary"] = "Cookie"
    return response
