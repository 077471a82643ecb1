"""The list of tournaments, and the form for a new one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from aiohttp import web
from msgspec.structs import replace

from adjudicator.core.game.game import Game, Scenario
from adjudicator.core.language.errors import NotUnderstood, Refusal, Verbatim
from adjudicator.core.language.words import N_, words
from frontends.browser.pages import founding, time_control
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import field, form, page, select
from frontends.browser.web.request_context import AppContext, RequestContext, app_of, context_of
from frontends.browser.web.responses import NotFound, html, see_other
from frontends.browser.web.session import derived_token, user_of
from service.api import Service
from service.text.localizer import Localizer
from service.text.telling import refusal
from service.text.terms import game_title
from service.text.tournament_terms import (
    FORMATS,
    SCORINGS,
    SEEDINGS,
    SIDES,
    STATES,
    TIES,
    UNFINISHED,
    course,
)
from service.tournaments import Book
from service.usecases.tournaments.founding import TournamentPlan
from service.usecases.tournaments.rating import Ratings, is_lopsided
from service.usecases.tournaments.reporting import spelled
from service.values.records import Message
from service.values.time_control import PRESET_NAMES, PRESETS, TimeControl
from tournaments import pairing
from tournaments.ratings import Rating
from tournaments.rules import (
    COMMON_TIE_BREAKS,
    FINALS,
    MOST_DELAY,
    MOST_HALF_BYES,
    MOST_POINTS,
    PLACES,
    SCORES,
    TABLE_TIE_BREAKS,
    Rules,
)

from .access import Visit, keep

LOPSIDED = N_("Here one side has won more often; two games at once are fair to both players.")
OWN = "own"
"""The choice of a time control that the form itself says."""
TIES_CHOSEN = 5
POINTS = {
    "win": N_("Points for a win"),
    "draw": N_("Points for a draw"),
    "loss": N_("Points for a loss"),
    "bye": N_("Points for a bye"),
}
ENDED = {
    "surrender_win": N_("Points for a win by resignation"),
    "surrender_loss": N_("Points for a resignation"),
    "forfeit_win": N_("Points for a win by forfeit"),
    "forfeit_loss": N_("Points for a game lost by forfeit"),
    "half_bye": N_("Points for a round that a player sits out"),
}
"""Endings that count as any other win or loss unless the form says otherwise."""
WINNER, LOSER = "winner", "loser"


async def listing(request: web.Request) -> web.Response:
    """Show all tournaments, and the games for which a new one can be founded."""
    app, context = app_of(request), context_of(request)
    books, ratings = await app.worker.run_silently(
        lambda service: (
            [service.tournaments.look(row.id) for row in service.tournaments.listed()],
            service.tournaments.ratings(),
        )
    )
    t, title = context.text, context.text(N_("Tournaments"))
    games = [
        tag("li", tag("a", game_title(game, context.language), href=f"/tournaments/new?game={game.id}"))
        for game in app.games.values()
    ]
    body: list[Child] = [tag("h1", title)]
    if books:
        body.append(tag("ul", [_card(app, context, book) for book in books], class_="cards"))
    else:
        body.append(tag("p", t(N_("There is no tournament yet."))))
    body.append(tag("section", tag("h2", t(N_("New tournament"))), tag("ul", games)))
    if ratings.scenarios or ratings.bids:
        body.append(_ratings(app, context, ratings))
    return html(page(context, title, *body, here="/tournaments"))


def _ratings(app: AppContext, context: RequestContext, found: Ratings) -> Html:
    """Return the ratings, and the share of wins of every side, each with its uncertainty."""
    t = context.text
    sides: list[list[str | int]] = []
    for one in found.scenarios:
        names = context.localizer(app.games[one.game])
        share, share_of = one.balance, names.signs.beside(names.name(one.game), names.name(one.scenario))
        interval = f"{100 * share.low:.0f}–{100 * share.high:.0f} %"
        won = f"{100 * share.won / share.games:.0f} %" if share.games else "–"
        sides.append([share_of, names.name(one.seat), won, interval, share.games])
    bids: list[list[str | int]] = []
    for bid in found.bids:
        names = context.localizer(app.games[bid.game])
        scenario = names.signs.beside(names.name(bid.game), names.name(bid.scenario))
        bids.append([scenario, names.name(bid.seat), spelled(bid.bids), bid.bids.n])
    hint = t(N_("Recalculated from the final results of all games between two people played here."))
    parts: list[Child] = []
    if sides:
        heads = [t(N_("Game")), t(N_("Side")), t(N_("Won")), t(N_("95 % interval")), t(N_("Games"))]
        rated = [
            _rated(app, context, name, found) for name in dict.fromkeys(one.game for one in found.players)
        ]
        parts += [tag("h2", t(N_("Ratings"))), tag("p", hint, class_="hint"), rated]
        parts += [tag("h2", t(N_("How the sides have done"))), _table(heads, sides)]
    if bids:
        heads = [t(N_("Game")), t(N_("Side")), t(N_("Mean bid (95 % interval)")), t(N_("Bids"))]
        parts += [tag("h2", t(N_("What was bid"))), _table(heads, bids)]
    return tag("section", parts)


def _rated(app: AppContext, context: RequestContext, name: str, found: Ratings) -> list[Html]:
    """Return the ratings of one game: of each player in all, and with each side."""
    t = context.localizer(app.games[name])
    players = [one for one in found.players if one.game == name]
    seats = sorted({seat for one in players for seat in one.sides})
    rows: list[list[str | int]] = [
        [
            one.who,
            _spelled(one.rating),
            one.rating.games,
            *(_spelled(one.sides[seat]) if seat in one.sides else "–" for seat in seats),
        ]
        for one in players
    ]
    heads = [t(N_("Player")), t(N_("Rating")), t(N_("Games")), *(t.name(seat) for seat in seats)]
    return [tag("h3", game_title(app.games[name], t.language)), _table(heads, rows)]


def _spelled(rating: Rating) -> str:
    return f"{rating.mu:.1f} ± {rating.sigma:.1f}"


def _table(heads: list[str], rows: Sequence[Sequence[str | int]]) -> Html:
    head = tag("tr", [tag("th", one, scope="col") for one in heads])
    body = [tag("tr", [tag("td", cell) for cell in row]) for row in rows]
    return tag("div", tag("table", tag("thead", head), tag("tbody", body)), class_="scroll", tabindex="0")


def _card(app: AppContext, context: RequestContext, book: Book) -> Html:
    """Return a tournament in the list: game, format, state, number of players."""
    t, game = context.localizer(app.games[book.t.card["game"]]), app.games[book.t.card["game"]]
    state = t(STATES[book.t.state])
    if book.t.state == "playing":
        state = t.signs.beside(state, t.words(course(book.t.rules, book.t.round, pairing.rounds(book.t))))
    n = len(book.t.active)
    return tag(
        "li",
        tag("h2", tag("a", book.row.title, href=f"/tournament/{book.row.id}")),
        tag("p", t.signs.beside(game_title(game, t.language), t(FORMATS[book.t.rules.format]))),
        tag("p", t.signs.beside(state, t(N_("{n} {n:player|players}"), n=n))),
        class_="card",
    )


# -- a new one ---------------------------------------------------------------------------------------


def _chosen(request: web.Request, value: str, scenario: str) -> tuple[Game, Scenario]:
    game = app_of(request).games.get(value)
    if game is None:
        raise NotFound
    scenarios = {one.id: one for one in game.scenarios()}
    return game, scenarios.get(scenario, next(iter(scenarios.values())))


async def new(request: web.Request) -> web.Response:
    """Show the form for a new tournament."""
    game, scenario = _chosen(request, request.query.get("game", ""), request.query.get("scenario", ""))
    ratings = await app_of(request).worker.run_silently(lambda service: service.tournaments.ratings())
    return html(_sheet(request, game, scenario, ratings))


def _sheet(request: web.Request, game: Game, scenario: Scenario, ratings: Ratings, refused: str = "") -> Html:
    """Return the form for a new tournament of a scenario, with the measured balance of its sides above it."""
    context = context_of(request)
    t = context.localizer(game)
    id, title = context.sent or context.form_id, t(N_("New tournament"))
    return page(
        context,
        title,
        tag("h1", title),
        tag("p", t.signs.beside(game_title(game, t.language), _scenario_name(t, scenario))),
        _scenarios(t, game, scenario),
        _measured(t, game, scenario, ratings),
        tag("p", refused, class_="refusal", role="alert") if refused else None,
        form(
            context,
            "/tournaments/new",
            _rules(context, t, scenario, is_lopsided(ratings, game.id, scenario.id)),
            _counting(context, t, game, scenario),
            founding.option_fields(context, t, game, scenario),
            field(t(N_("Deadlines")), select("clock", _clocks(t), context.field("clock"))),
            tag(
                "details",
                tag("summary", t(N_("Deadlines of your own, quiet hours, time zone"))),
                tag("div", time_control.fields(context, t, PRESETS["standard"]), class_="options"),
            ),
            tag("p", tag("button", t(N_("Open entries")), class_="main"), class_="actions"),
            fields={"game": game.id, "scenario": scenario.id, "request": id},
            class_="sheet",
        ),
        here=f"/tournaments/new?game={game.id}&scenario={scenario.id}",
    )


def _measured(t: Localizer, game: Game, scenario: Scenario, ratings: Ratings) -> Html:
    """Return the share of wins of each side of a scenario, and the bids for it, with their intervals."""
    lines: list[Child] = []
    for one in ratings.scenarios:
        if (one.game, one.scenario) == (game.id, scenario.id):
            share = one.balance
            values = {
                "seat": one.seat,
                "won": round(100 * share.won / share.games),
                "low": round(100 * share.low),
                "high": round(100 * share.high),
                "n": share.games,
            }
            said = N_("{seat} has won {won} % of {n} {n:game|games} (95 % interval: {low}–{high} %).")
            lines.append(tag("li", t(said, **values)))
    for bid in ratings.bids:
        if (bid.game, bid.scenario) == (game.id, scenario.id):
            mean = Verbatim(spelled(bid.bids))
            lines.append(tag("li", t(N_("Mean bid for {seat}: {mean}"), seat=bid.seat, mean=mean)))
    if not lines:
        return tag("p", t(N_("No rated game of this scenario has been played here yet.")), class_="hint")
    return tag("ul", lines, class_="hint")


def _clocks(t: Localizer) -> list[tuple[str, str]]:
    return [*((one, t(said)) for one, said in PRESET_NAMES.items()), (OWN, t(N_("As set below")))]


def _pace(context: RequestContext, own: TimeControl) -> TimeControl:
    """Return the time control that was chosen, with the quiet hours and the zone of the form."""
    preset = PRESETS.get(context.field("clock"))
    return own if preset is None else replace(preset, quiet=own.quiet, zone=own.zone)


def _scenario_name(t: Localizer, scenario: Scenario) -> str:
    return t.name(scenario.roster_of or scenario.id)


def _scenarios(t: Localizer, game: Game, chosen: Scenario) -> Html:
    links = [
        tag(
            "a",
            t.signs.beside(_scenario_name(t, one), t.signs.comma.join(t.name(seat) for seat in one.seats)),
            href=f"/tournaments/new?game={game.id}&scenario={one.id}",
            aria_current="true" if one == chosen else None,
        )
        for one in game.scenarios()
    ]
    return tag("details", tag("summary", t(N_("Another scenario"))), tag("ul", [tag("li", a) for a in links]))


def _rules(context: RequestContext, t: Localizer, scenario: Scenario, lopsided: bool) -> Html:
    """Return the fields for format, rounds and sides; more than two seats play Swiss, by lot or fixed."""
    formats = [(one, t(said)) for one, said in FORMATS.items()]
    ways = [(one, t(said)) for one, said in SIDES.items()]
    if len(scenario.seats) > 2:
        formats = [pair for pair in formats if pair[0] == "swiss"]
        ways = [pair for pair in ways if pair[0] in ("lot", "fixed")]
        lopsided = False
    count, ends = partial(_count, context, t), [(one, t(said)) for one, said in UNFINISHED.items()]
    title = tag("input", name="title", value=context.field("title"), maxlength=60, required=True)
    rows = [
        field(t(N_("Name of the tournament")), title),
        field(t(N_("Format")), select("format", formats, context.field("format") or formats[0][0])),
        count(N_("Rounds (Swiss), or times around (round robin: 1 or 2)"), "rounds", 1, 1, 64),
        _sides(context, t, ways, lopsided=lopsided),
        count(N_("Days of a round; 0 for no deadline"), "days", 0, 0, 730),
        field(
            t(N_("Games that do not end in time")),
            select("unfinished", ends, context.field("unfinished")),
        ),
        count(N_("Days of absence that stop clocks; 0 for the usual limit"), "absence", 21, 0, 365),
        count(
            N_("Hours after a round until spectators see what was hidden"),
            "delay",
            0,
            0,
            MOST_DELAY,
        ),
        _check(context, t(N_("The games are played on a board or elsewhere")), "elsewhere"),
    ]
    folded = _folded(context, t, scenario)
    return tag("fieldset", tag("legend", t(N_("Rules of the tournament"))), rows, folded)


def _folded(context: RequestContext, t: Localizer, scenario: Scenario) -> list[Html]:
    """Return the fields that few tournaments need, folded away."""
    count, seats = partial(_count, context, t), [(seat, t.name(seat)) for seat in scenario.seats]
    more = [
        field(t(N_("Players bid for")), select("bid_for", seats, context.field("bid_for"))),
        count(N_("Largest bid"), "most_bid", 5, 1, 1000),
        count(N_("Players in a pool"), "pool", 4, 3, 16),
        count(N_("Players who advance from a pool"), "advance", 2, 1, 15),
        count(N_("Places that a challenge may reach"), "reach", 2, 1, 32),
    ]
    seedings = [(one, t(said)) for one, said in SEEDINGS.items()]
    swiss = [count(N_("Rounds that a player may sit out"), "half_byes", 0, 0, MOST_HALF_BYES)]
    if len(scenario.seats) == 2:
        finals = [(str(n), str(n) if n else t(N_("No final"))) for n in FINALS]
        swiss.append(
            field(t(N_("Players who go on to a final")), select("final", finals, context.field("final")))
        )
        more.append(field(t(N_("Seeding")), select("seeding", seedings, context.field("seeding"))))
    return [
        tag(
            "details",
            tag("summary", t(N_("Swiss: rounds sat out, final"))),
            tag("div", swiss, class_="options"),
        ),
        tag(
            "details",
            tag("summary", t(N_("Seeding, bids, pools, ladders"))),
            tag("div", more, class_="options"),
        ),
    ]


def _count(
    context: RequestContext, t: Localizer, label: str, name: str, usual: int, least: int, most: int
) -> Html:
    """Return the field of a number."""
    shown = context.field(name) or usual
    entry = tag("input", type="number", name=name, value=shown, min=least, max=most, required=True)
    return field(t(label), entry)


def _sides(context: RequestContext, t: Localizer, ways: list[tuple[str, str]], *, lopsided: bool) -> Html:
    """Return the field for the sides; where one is known to win more often, both at once are proposed."""
    chosen = context.field("sides") or ("both" if lopsided else "")
    hint = t(LOPSIDED) if lopsided else ""
    return field(t(N_("Sides")), select("sides", ways, chosen), hint=hint)


def _check(context: RequestContext, label: str, name: str) -> Html:
    box = tag("input", type="checkbox", name=name, value=1, checked=bool(context.field(name)))
    return tag("label", box, tag("span", label), class_="pick")


def _tables(context: RequestContext, t: Localizer, size: int) -> list[Html]:
    """Return the fields for the points of tables of three and four."""
    ways = [(one, t(said)) for one, said in SCORINGS.items()]
    entries = [
        field(
            t(N_("Points for place {n}"), n=n + 1),
            tag(
                "input",
                type="number",
                name=f"place{n}",
                value=context.field(f"place{n}") or usual,
                min=0,
                max=MOST_POINTS,
            ),
        )
        for n, usual in enumerate(PLACES[:size])
    ]
    return [field(t(N_("Points of a game")), select("scoring", ways, context.field("scoring"))), *entries]


def _counting(context: RequestContext, t: Localizer, game: Game, scenario: Scenario) -> Html:
    """Return the points of each way to win or lose, those of places at a table, and the tie-breaks."""

    def points(name: str, label: str, usual: int | str = "") -> Html:
        shown = context.field(name) or usual
        return field(label, tag("input", type="number", name=name, value=shown, min=0, max=MOST_POINTS))

    entries = [points(name, t(label), SCORES[name]) for name, label in POINTS.items()]
    special = [points(name, t(label)) for name, label in ENDED.items()]
    for level, said in game.levels.items():
        values = {"level": words(said)}
        special.append(points(f"{WINNER}-{level}", t(N_("Winner: {level}"), **values)))
        special.append(points(f"{LOSER}-{level}", t(N_("Loser: {level}"), **values)))
    hint = t(N_("What is left empty counts as any other win or loss."))
    folded = tag(
        "details",
        tag("summary", t(N_("Resignations, forfeits, levels of victory"))),
        tag("p", hint, class_="hint"),
        tag("div", special, class_="options"),
    )
    options = [(tie, t(said)) for tie, said in TIES.items()]
    is_table = len(scenario.seats) > 2
    if is_table:
        entries = [*_tables(context, t, len(scenario.seats)), *entries[:-1]]
    usual = [*(TABLE_TIE_BREAKS if is_table else COMMON_TIE_BREAKS), *["lot"] * TIES_CHOSEN]
    ties = [
        field(
            t(N_("Tie-break {n}"), n=i + 1), select(f"tie{i}", options, context.field(f"tie{i}") or usual[i])
        )
        for i in range(TIES_CHOSEN)
    ]
    margin = tag("input", type="number", name="margin", value=context.field("margin") or 0, min=0, max=1000)
    limit = field(t(N_("Largest margin that counts; 0 for no limit")), margin)
    head = tag("summary", t(N_("Points and ties")))
    return tag("details", head, tag("div", entries, ties, limit, class_="options"), folded)


async def found(request: web.Request) -> web.StreamResponse:
    """Found the tournament, and show its page."""
    app, context = app_of(request), context_of(request)
    game, scenario = _chosen(request, context.field("game"), context.field("scenario"))

    def act(service: Service) -> int:
        plan = _plan(context, game, scenario)
        user = user_of(context.session, "tournament director", context.sent)
        message = Message(f"local/{context.sent}" if context.sent else "", user)
        id = service.tournaments.found(message, plan).campaign
        keep(service, context, Visit(id, user, derived_token(context.session, "tournament", str(id), user)))
        return id

    try:
        id = await app.worker.run(act)
    except Refusal as refused:
        said = refusal(refused, context.language, game.lexicon.label)
        ratings = await app.worker.run_silently(lambda service: service.tournaments.ratings())
        return html(_sheet(request, game, scenario, ratings, said), 409)
    return see_other(f"/tournament/{id}")


def _plan(context: RequestContext, game: Game, scenario: Scenario) -> TournamentPlan:
    """Return the plan that the form asks for.

    Raises:
        NotUnderstood: if a number is not one.
    """
    number = time_control.number
    plan = founding.plan_of(context, game, scenario, "")
    way = context.field("sides")
    chosen = [context.field(f"tie{i}") for i in range(TIES_CHOSEN)]
    ties = list(dict.fromkeys(tie for tie in chosen if tie in TIES and tie != "lot"))
    size = len(scenario.seats)
    scoring = context.field("scoring") if size > 2 else "won"
    title = context.field("title").strip()
    if not title:
        raise NotUnderstood(title, words(N_("a title")))
    rules = Rules(
        format=context.field("format"),
        seats=list(scenario.seats),
        rounds=number(context.field("rounds")),
        sides=way,
        bid_for=context.field("bid_for") if way == "bid" else "",
        most_bid=number(context.field("most_bid")) if way == "bid" else 0,
        scores=_scores(context),
        levels=_levels(context, game),
        margin=number(context.field("margin")),
        tie_breaks=[*ties, "lot"],
        scoring=scoring,
        places=[number(context.field(f"place{n}")) for n in range(size)] if scoring == "places" else [],
        seeding=context.field("seeding") or "lot",
        half_byes=number(context.field("half_byes")),
        final=number(context.field("final") or "0"),
        pool=number(context.field("pool")),
        advance=number(context.field("advance")),
        reach=number(context.field("reach")),
        days=number(context.field("days")),
        unfinished=context.field("unfinished") or "panel",
        delay=number(context.field("delay")),
        absence=number(context.field("absence")),
        elsewhere=int(bool(context.field("elsewhere"))),
    )
    return TournamentPlan(
        title, game.id, scenario.id, rules, plan.options, _pace(context, plan.pace), plan.modes
    )


def _scores(context: RequestContext) -> dict[str, int]:
    """Return the points that the form gives for kinds of results; an ending left empty counts as usual."""
    named = [*(name for name in POINTS if name != "bye" or context.field(name))]
    named += [name for name in ENDED if context.field(name)]
    return {name: time_control.number(context.field(name)) for name in named}


def _levels(context: RequestContext, game: Game) -> dict[str, list[int]]:
    """Return the points of winner and loser for the levels of victory for which the form gives one; the other
    is that of any win or loss.
    """
    found = {}
    for level in game.levels:
        won, lost = context.field(f"{WINNER}-{level}"), context.field(f"{LOSER}-{level}")
        if won or lost:
            both = (won or context.field("win"), lost or context.field("loss"))
            found[level] = [time_control.number(points) for points in both]
    return found
