"""The page of a tournament: its state, the reader's possible acts, the round, the standings."""

from __future__ import annotations

from aiohttp import web

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_, words
from frontends.browser.pages.pictures import THEMES, shown
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import page, themed
from frontends.browser.web.request_context import RequestContext, app_of, context_of
from frontends.browser.web.responses import NotFound, html
from service.api import Service
from service.pictures.drawing import Drawing
from service.pictures.tournament_pictures import bracket_of, crosstable_of
from service.text.localizer import Localizer
from service.text.terms import game_title
from service.text.tournament_terms import (
    COLUMNS,
    FORMATS,
    SIDES,
    STATES,
    TIES,
    course,
    stage_of,
)
from service.tournaments import Book
from service.usecases.tournaments import export, reporting
from tournaments import pairing, trf
from tournaments.state import Match

from . import panels
from .access import Visit, keep_link, number, opened


async def show(request: web.Request) -> web.Response:
    """Show the page of a tournament."""
    context = context_of(request)

    def look(service: Service) -> Html:
        one, book = opened(service, context, number(request))
        keep_link(service, context, one)
        return _page(service, context, one, book)

    return html(await app_of(request).worker.run_silently(look))


def _page(service: Service, context: RequestContext, one: Visit, book: Book) -> Html:
    """Return the page from what the reader may do themselves down to the log and its proof."""
    game = book.game
    t = context.localizer(game)
    p = panels.TournamentPanels(context, t, one, book)
    body: list[Child] = [
        tag("h1", book.row.title),
        _facts(t, book, game_title(game, t.language)),
        p.own(service),
        p.direction(service),
        _round(service, t, context.theme, book),
        _standings(t, book),
        _pictures(context, t, one, book),
        _earlier(service, t, context.theme, book),
        _said(t, book),
        _proof(t, one, book),
    ]
    return page(context, book.row.title, *body, here=one.path)


async def picture(request: web.Request) -> web.Response:
    """Send the bracket or the crosstable."""
    context, theme = context_of(request), request.match_info["theme"]
    if theme not in THEMES:
        raise NotFound
    make = {"bracket": bracket_of, "crosstable": crosstable_of}[request.match_info["picture"]]

    def draw(service: Service) -> Drawing | None:
        _, book = opened(service, context, number(request))
        return make(book, context.localizer(book.game), theme)

    drawing = await app_of(request).worker.run_silently(draw)
    if drawing is None:
        raise NotFound
    return await shown(request, drawing)


def _pictures(context: RequestContext, t: Localizer, one: Visit, book: Book) -> list[Html]:
    """Return the bracket and the crosstable, if there are any."""
    found = []
    for title, drawing in (
        (N_("Bracket"), bracket_of(book, t)),
        (N_("Crosstable"), crosstable_of(book, t)),
    ):
        if drawing is not None:
            path = f"{one.path}/{drawing.name}"
            picture = themed(context.theme, path, drawing.alt, loading="lazy", class_="wide sheet")
            found.append(
                tag("section", tag("h2", t(title)), tag("div", picture, class_="scroll", tabindex="0"))
            )
    return found


def _facts(t: Localizer, book: Book, game: str) -> Html:
    """Return game, rules and course of the tournament, with the deadline as a calendar file."""
    rules, state = book.t.rules, t(STATES[book.t.state])
    lines: list[Child] = [
        tag("p", t.signs.beside(game, t.name(book.t.card["scenario"]))),
        tag("p", t.signs.beside(t(FORMATS[rules.format]), t(SIDES[rules.sides]))),
    ]
    if book.t.state == "playing":
        state = t.signs.beside(state, t.words(course(rules, book.t.round, pairing.rounds(book.t))))
    lines.append(tag("p", tag("strong", state)))
    if (ending := book.ending()) is not None:
        calendar = tag("a", t(N_("Calendar file")), href=f"/tournament/{book.row.id}/deadlines.ics")
        lines.append(tag("p", t.words(ending), " ", calendar))
    if rules.format != "ladder":
        ties = [words(TIES[tie]) for tie in rules.tie_breaks]
        lines.append(tag("p", t(N_("Ties are broken by: {ties}."), ties=ties), class_="hint"))
    lines += [tag("p", line, class_="hint") for line in reporting.remarks(book, t)]
    if book.player_of(book.row.director):
        lines.append(
            tag("p", t(N_("The director takes part; an assistant rules on their games.")), class_="hint")
        )
    return tag("section", lines)


def _round(service: Service, t: Localizer, theme: str, book: Book) -> Child:
    is_ladder = book.t.rules.format == "ladder"
    if not (matches := book.t.open_games if is_ladder else book.t.games(book.t.round)):
        return None
    title = t(N_("Games in play")) if is_ladder else t(N_("Round {n}"), n=book.t.round)
    return tag("section", tag("h2", title), _table(service, t, theme, book, matches))


def _map(t: Localizer, theme: str, path: str, game: str) -> Html:
    """Return the public map of a game, folded; it is drawn when somebody opens it."""
    alt = t(N_("Map of game {game}"), game=Verbatim(game))
    picture = themed(theme, path, alt, loading="lazy", class_="wide")
    return tag("details", tag("summary", t(N_("Map"))), picture)


def _table(service: Service, t: Localizer, theme: str, book: Book, matches: list[Match]) -> Html:
    """Return a round's games; a map is shown only of the present round, a link only to a game open to all."""
    watched, begun = {*service.seat_access.campaigns()}, book.repo.campaigns(book.row.id)
    has_maps = book.game.pictures is not None
    path = f"/tournament/{book.row.id}"
    rows = []
    for match in matches:
        seats = {player: seat for seat, player in match.seats.items()}
        players = [
            tag(
                "span",
                tag("a", str(book.name(player)), href=f"{path}/player/{player}"),
                t.signs.dot + t.name(seats[player]) if player in seats else None,
            )
            for player in match.players
        ]
        listed: list[Child] = [[player, tag("br")] for player in players]
        stage, campaign = stage_of(match, book.t.rules.format), begun.get(match.id)
        if campaign in watched:
            listed.append(tag("a", t(N_("Watch")), href=f"/game/{campaign}/public"))
        if campaign is not None and has_maps and match.round == book.t.round:
            listed.append(_map(t, theme, f"{path}/now/{match.id}", match.id))
        number = tag("td", match.id, [tag("br"), t.words(stage)] if stage else None)
        rows.append(tag("tr", number, tag("td", listed), tag("td", t.words(book.said(match)))))
    heads = [N_("Game"), N_("Players"), N_("Result")]
    head = tag("tr", [tag("th", t(one), scope="col") for one in heads])
    return tag("div", tag("table", tag("thead", head), tag("tbody", rows)), class_="scroll", tabindex="0")


def _standings(t: Localizer, book: Book) -> Html:
    """Return the players in order of entry before the first round, then the table with the reader in bold."""
    path = f"/tournament/{book.row.id}/player"
    if book.t.state == "entries":
        title = N_("Players entered")
        if not book.t.active:
            return tag("section", tag("h2", t(title)), tag("p", t(N_("Nobody has entered yet."))))
        names = [
            tag("li", tag("a", str(book.name(player)), href=f"{path}/{player}")) for player in book.t.active
        ]
        return tag("section", tag("h2", t(title)), tag("ol", names))
    head = tag("tr", [tag("th", t(COLUMNS[one]), scope="col") for one in export.columns(book)])
    rows = []
    for row in book.rows:
        left = not book.t.players[row.player].plays
        cells: list[Child] = [*export.cells(book, row)]
        name = t(N_("{who} (withdrawn)"), who=book.name(row.player)) if left else str(book.name(row.player))
        cells[1] = tag("a", name, href=f"{path}/{row.player}")
        is_reader = row.player == book.player
        cell = [tag("td", tag("strong", one) if is_reader else one) for one in cells]
        rows.append(tag("tr", cell))
    table = tag("div", tag("table", tag("thead", head), tag("tbody", rows)), class_="scroll", tabindex="0")
    return tag("section", tag("h2", t(N_("Standings"))), table)


def _earlier(service: Service, t: Localizer, theme: str, book: Book) -> Child:
    parts = []
    if book.t.rules.format == "ladder":
        done = [match for match in book.t.games() if match.result is not None]
        if done:
            head = tag("summary", t(N_("Earlier challenges")))
            parts.append(tag("details", head, _table(service, t, theme, book, done[::-1])))
    else:
        for round in range(book.t.round - 1, 0, -1):
            head = tag("summary", t(N_("Round {n}"), n=round))
            parts.append(tag("details", head, _table(service, t, theme, book, book.t.games(round))))
    return tag("section", parts) if parts else None


def _said(t: Localizer, book: Book) -> Child:
    """Return announcements, numbered rulings, proposals, appeals, and the reasons that a person gave."""
    lines = [tag("li", line) for body in book.bodies for line in reporting.notes(book, t, body)]
    if not lines:
        return None
    return tag("section", tag("h2", t(N_("Announcements and reasons"))), tag("ul", lines))


def _proof(t: Localizer, one: Visit, book: Book) -> Html:
    """Return the folded list of reports and the log; the FIDE file only where the rules allow one."""
    links = [
        (N_("Report (page)"), "report.html"),
        (N_("Report (Markdown)"), "report.markdown"),
        (N_("Standings (CSV)"), "standings.csv"),
        (N_("Standings (Markdown)"), "standings.markdown"),
        *([(N_("Tournament Report File (FIDE)"), "event.trf")] if trf.can_write(book.t.rules) else []),
        (N_("Log (JSON)"), "log.json"),
        (N_("Verifier"), "verify.py"),
    ]
    how = N_(
        "Every step is an entry of a hash chain. The verifier pairs every round again from the lots and "
        "counts the standings: python verify.py log.json"
    )
    listed = [tag("li", tag("a", t(label), href=f"{one.path}/{name}")) for label, name in links]
    return tag(
        "details", tag("summary", t(N_("Log and proof"))), tag("p", t(how), class_="hint"), tag("ul", listed)
    )
