"""A new game: its scenario, players and options, and the links for the other players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aiohttp import web
from msgspec import Struct

from adjudicator.core.game.game import Game, Scenario, rosters
from adjudicator.core.language.errors import NotNow, Refusal, Verbatim
from adjudicator.core.language.languages import FIRST
from adjudicator.core.language.terms import ASK, SILENT
from adjudicator.core.language.words import N_, Words, words
from adjudicator.opponents import levels
from frontends.browser.web.html import Child, Html, join, tag
from frontends.browser.web.layout import field, form, page, select, themed
from frontends.browser.web.middleware import set_cookie
from frontends.browser.web.request_context import (
    LOOKS_COOKIE,
    AppContext,
    RequestContext,
    app_of,
    context_of,
)
from frontends.browser.web.responses import NotFound, html, see_other
from frontends.browser.web.session import derived_token, user_of
from frontends.browser.web.viewer import is_valid
from service.api import Service
from service.text.localizer import Localizer
from service.text.rulebook import heading_after
from service.text.telling import cited, refusal
from service.text.terms import cost, game_title
from service.usecases.play import playing
from service.usecases.referee import acts
from service.usecases.seats import founding
from service.usecases.seats.founding import LONGEST_NAME
from service.usecases.seats.teams import NEUTRAL, named, require_own
from service.usecases.time import ai_player
from service.values.front_ends.browser import SeatAccess
from service.values.records import Message, Plan

from . import aids, network, salts, time_control
from .entering import inviting

SIGNED, SUGGESTED, REMATCH_OF = "signed", "suggested", "rematch_of"
MOST_PARTS = 16
"""Most orders of a set-up that is placed as suggested, those of the computer included."""
"""The field that demands signatures of the mails of a game."""
ME, HERE, LINK, OPEN, COMPUTER = "me", "here", "link", "open", inviting.COMPUTER
WHO = {
    ME: N_("I play it"),
    HERE: N_("Someone else at this screen"),
    LINK: N_("Someone else, with a secret link"),
    OPEN: N_("Anyone, from the front page"),
    COMPUTER: N_("The computer"),
}


class Founded(Struct, frozen=True):
    """A campaign that was just founded: its number, tokens for others' seats, and the founder's seat.

    `seat` is the founder's first seat with a decision to make, else their first, "" for none.
    """

    campaign: int
    seat: str
    tokens: dict[str, str]


# -- the pages ---------------------------------------------------------------------------------------


async def choose(request: web.Request) -> web.Response:
    """Show the games; once a game is chosen, the form for a new one."""
    app, context = app_of(request), context_of(request)
    game = app.games.get(request.query.get("game", ""))
    if game is None:
        title = context.text(N_("New game"))
        return html(page(context, title, tag("h1", title), game_cards(app, context), here="/found"))
    scenarios = {scenario.id: scenario for scenario in game.scenarios()}
    scenario = scenarios.get(request.query.get("scenario", ""), next(iter(scenarios.values())))
    people = await app.worker.run_silently(lambda service: inviting.known(service, context.session))
    return html(_sheet(request, game, scenario, people))


def game_cards(app: AppContext, context: RequestContext) -> Html:
    """Return a card for each game, with its board and its scenarios."""
    return tag("ul", [_game_card(context, one) for one in app.games.values()], class_="cards games")


def _game_card(context: RequestContext, game: Game) -> Html:
    """Return a game with its map and the ways to begin: the computer, at once, or seats of a scenario."""
    t = context.localizer(game)
    picture = themed(context.theme, f"/board/{game.id}", "", width=640, height=400, loading="lazy")
    families = rosters(game.scenarios())
    links = [
        tag(
            "a",
            t.name(name) if len(families) > 1 else t(N_("Set up")),
            href=f"/found?game={game.id}&scenario={family[0].id}",
            class_="button",
        )
        for name, family in families.items()
    ]
    return tag(
        "li",
        picture,
        tag("h2", game_title(game, t.language)),
        tag("p", t(game.about)) if game.about else None,
        _against_the_computer(context, t, game),
        tag("div", _at_once(context, t, game), class_="actions"),
        tag("p", t(N_("Choose a scenario:")), class_="hint") if len(families) > 1 else None,
        tag("p", links, class_="actions"),
        _lessons(context, t, game),
        tag("p", aids.links(t, game), class_="actions"),
        class_="card game",
        data_game=game.name,
    )


def _against_the_computer(context: RequestContext, t: Localizer, game: Game) -> Html | None:
    """Return forms that found the first scenario at one press against the computer, one for each side."""
    if game.ai_player is None:
        return None
    seats = game.scenarios()[0].seats
    forms = []
    for seat in seats:
        fields = {f"seat_{other}": COMPUTER for other in seats if other != seat}
        button = tag("button", t.name(seat), class_="main", aria_label=t(N_("Play now as {seat}"), seat=seat))
        forms.append(_first_scenario(context, game, button, f"now/{seat}", fields | {SUGGESTED: "1"}))
    label = tag("span", t(N_("Play now against the computer as")), class_="hint")
    return tag("div", label, forms, class_="actions")


def _lessons(context: RequestContext, t: Localizer, game: Game) -> Html | None:
    """Return forms that begin a lesson at one press; None where there are none."""
    forms = []
    for lesson in game.lessons:
        scenario = game.scenario_of(lesson.id)
        assert scenario is not None
        fields = {f"seat_{seat}": COMPUTER for seat in scenario.seats if seat != lesson.seat}
        button = tag("button", t.name(lesson.id), class_="quiet", title=t(lesson.aim))
        forms.append(_begins(context, game, scenario.id, button, f"learn/{lesson.id}", fields))
    if not forms:
        return None
    hint = tag("span", t(N_("Learn it: ten minutes each, with an aim, against the computer")), class_="hint")
    return tag("div", hint, forms, class_="actions lessons")


def _at_once(context: RequestContext, t: Localizer, game: Game) -> list[Html]:
    """Return forms that found the first scenario at one press: alone, with friends, or to watch."""
    first, *others = game.scenarios()[0].seats
    friends = {f"seat_{seat}": LINK for seat in others}
    ways = [
        (N_("Play both sides") if len(others) == 1 else N_("Play all sides"), "both", dict[str, str]()),
        (N_("Invite a friend") if len(others) == 1 else N_("Invite friends"), "invite", friends),
    ]
    if game.ai_player is not None:
        watch = {f"seat_{seat}": COMPUTER for seat in (first, *others)} | {"watch": "1"}
        ways.append((N_("Watch the computer play"), "watch", watch))
    return [_first_scenario(context, game, tag("button", t(name)), how, fields) for name, how, fields in ways]


def _first_scenario(
    context: RequestContext, game: Game, button: Html, how: str, fields: Mapping[str, str]
) -> Html:
    """Return a form that founds a game's first scenario."""
    return _begins(context, game, game.scenarios()[0].id, button, how, fields)


def _begins(
    context: RequestContext, game: Game, scenario: str, button: Html, how: str, fields: Mapping[str, str]
) -> Html:
    """Return a form that founds a scenario or a lesson of a game."""
    named = {
        "game": game.id,
        "scenario": scenario,
        "request": f"{context.form_id}/{how}/{game.id}",
    }
    return form(context, "/found", button, fields=named | {**fields}, class_="inline")


def _sheet(
    request: web.Request,
    game: Game,
    scenario: Scenario,
    people: Sequence[inviting.Known],
    refused: str = "",
) -> Html:
    """Return the form for a new game; the entries are kept if it is refused.

    `people` are those for whom a seat may be kept.
    """
    context = context_of(request)
    t = context.localizer(game)
    id = context.sent or context.form_id
    here = f"/found?game={game.id}&scenario={scenario.id}"
    title = f"{game_title(game, t.language)}{t.signs.colon}{t.name(scenario.roster_of or scenario.id)}"
    body = [
        tag("h1", title),
        _rosters(t, game, scenario),
        tag("p", refused, class_="refusal", role="alert") if refused else None,
        form(
            context,
            "/found",
            _names(context, t, game),
            _seats(context, t, game, scenario, people),
            _dice(context, t),
            option_fields(context, t, game, scenario),
            time_control.at_founding(context, t),
            _signatures(context, t) if app_of(request).settings.mail_address else None,
            tag("p", tag("button", t(N_("Start")), class_="main"), class_="actions"),
            fields={"game": game.id, "scenario": scenario.id, "request": id},
            class_="sheet",
        ),
    ]
    return page(context, title, *body, here=here)


def _rosters(t: Localizer, game: Game, scenario: Scenario) -> Html | None:
    """Return links to the scenario with other seats; None where its seats are fixed."""
    family = next((family for family in rosters(game.scenarios()).values() if scenario in family), [scenario])
    if len(family) == 1:
        return None
    links = [
        tag(
            "a",
            t.signs.comma.join(t.name(seat) for seat in one.seats),
            href=f"/found?game={game.id}&scenario={one.id}",
            class_="button",
            aria_current="true" if one == scenario else None,
        )
        for one in family
    ]
    return tag("nav", tag("h2", t(N_("Who plays?"))), tag("p", links, class_="actions"), class_="rosters")


def _names(context: RequestContext, t: Localizer, game: Game) -> Html:
    """Return the fields for the founder's own name and the game's, which keep what was sent before."""
    name = tag(
        "input",
        name="who",
        value=context.field("who"),
        maxlength=LONGEST_NAME,
        required=True,
        autocomplete="nickname",
    )
    title = tag(
        "input",
        name="title",
        value=context.field("title") or game.lexicon.written(game.name, t.language),
        maxlength=LONGEST_NAME,
    )
    return tag(
        "fieldset",
        tag("legend", t(N_("Names"))),
        field(t(N_("Your name, as the log will show it")), name),
        field(t(N_("Name of the game")), title),
    )


def _seats(
    context: RequestContext,
    t: Localizer,
    game: Game,
    scenario: Scenario,
    people: Sequence[inviting.Known],
) -> Html:
    """Return for each seat who plays it: the founder, somebody by a link, the computer, or a known player."""
    ways = [(way, t(said)) for way, said in WHO.items() if way != COMPUTER]
    ways += [(way, t.words(said)) for way, said in computers(game).items()]
    ways += [(one.way, t(N_("{who}, with whom you have played"), who=Verbatim(one.who))) for one in people]
    rows = [
        field(
            t.name(seat),
            select(f"seat_{seat}", ways, context.field(f"seat_{seat}") or ME),
        )
        for seat in scenario.seats
    ]
    return tag("fieldset", tag("legend", t(N_("Players"))), rows)


def computers(game: Game) -> dict[str, Words]:
    """Return the ways to let the computer play a seat, with what the form calls them: one for each level."""
    offered = levels(game)
    if len(offered) < 2:
        return {inviting.computer_way(level): words(WHO[COMPUTER]) for level in offered}
    return {inviting.computer_way(level): words(N_("The computer, level {n}"), n=level) for level in offered}


def _dice(context: RequestContext, t: Localizer) -> Html:
    """Return the choice of sealed or open dice, with the words of open ones and the wish for an own salt."""
    chosen = context.field("dice") or "sealed"
    ways = {
        "sealed": N_("Sealed: fixed before the game, unknown to everyone, verifiable by anyone"),
        "open": N_("Open: from words that everyone knows; for teaching, and proves nothing"),
    }
    radios = [
        tag(
            "label",
            tag("input", type="radio", name="dice", value=way, checked=way == chosen),
            tag("span", t(text)),
            class_="pick",
        )
        for way, text in ways.items()
    ]
    seed = tag("input", name="seed", value=context.field("seed"), maxlength=LONGEST_NAME)
    return tag(
        "fieldset",
        tag("legend", t(N_("Dice"))),
        radios,
        field(t(N_("Words for open dice")), seed),
        salts.wish(t),
    )


def _signatures(context: RequestContext, t: Localizer) -> Html:
    """Return the box to tick for demanding signatures of the mails of a game."""
    box = tag("input", type="checkbox", name=SIGNED, value=1, checked=bool(context.field(SIGNED)))
    label = t(N_("Mails to this game must have a valid DKIM signature of their sender's domain"))
    pick = tag("label", box, tag("span", label), class_="pick")
    return tag("fieldset", tag("legend", t(N_("Signed email"))), pick)


def option_fields(context: RequestContext, t: Localizer, game: Game, scenario: Scenario) -> Html:
    """Return the fields of a scenario's options, folded."""
    rows: list[Child] = []
    for option in scenario.options:
        name = f"option_{option.name}"
        values = [(value, t.name(value)) for value in option.values]
        rule = t.name(cited(option.rule))
        hint = t.signs.beside(rule, heading_after(rule, game.name, option.rule, t.language))
        rows.append(field(t.name(option.name), select(name, values, context.field(name)), hint=hint))
    folded = tag("p")
    if rows:
        head = tag("summary", t(N_("Optional rules: {n}"), n=len(rows)))
        folded = tag("details", head, tag("div", rows, class_="options"))
    return join(folded, _windows(context, t, game))


def _windows(context: RequestContext, t: Localizer, game: Game) -> Html:
    """Return the fields of the occasions on which players may react, folded: whether they are asked."""
    ways = [(ASK, t(N_("ask the players every time"))), (SILENT, t(N_("only standing orders react")))]
    rows: list[Child] = []
    for kind, window in game.windows.items():
        hint = t.sentence(cost(window))
        name, value = window.option
        if name:
            only = words(N_("only with the option {option}: {value}"), option=name, value=value)
            hint = t.signs.beside(t.sentence(only), hint)
        chosen = context.field(f"window_{kind}") or window.usual
        label = t.sentence(game.terms.occasions[kind])
        rows.append(field(label, select(f"window_{kind}", ways, chosen), hint=hint))
    head = tag("summary", t(N_("Reactions: {n}"), n=len(rows)))
    return tag("details", head, tag("div", rows, class_="options")) if rows else join()


def _modes(context: RequestContext, game: Game) -> dict[str, str]:
    """Return the kinds of windows that the form names, each with how it is treated."""
    named = {kind: context.field(f"window_{kind}") for kind in game.windows}
    return {kind: mode for kind, mode in named.items() if mode}


# -- founding ----------------------------------------------------------------------------------------


async def found(request: web.Request) -> web.StreamResponse:
    """Found the game; show the links for others, or go to the founder's own seat."""
    app, context = app_of(request), context_of(request)
    game = app.games.get(context.field("game"))
    scenario = game.scenario_of(context.field("scenario")) if game else None
    if game is None or scenario is None:
        raise NotFound
    try:
        founded = await app.worker.run(lambda service: carry_out(service, context, game, scenario))
    except Refusal as refused:
        said = refusal(refused, context.language, game.lexicon.label)
        people = await app.worker.run_silently(lambda service: inviting.known(service, context.session))
        return html(_sheet(request, game, scenario, people, said), 409)
    if founded.tokens:
        return _shared(request, scenario, founded, html(links(request, game, founded)))
    place = "public" if context.field("watch") else founded.seat or "referee"
    return _shared(request, scenario, founded, see_other(f"/game/{founded.campaign}/{place}"))


def _shared(request: web.Request, scenario: Scenario, founded: Founded, shown: web.Response) -> web.Response:
    """Draw the lock screen between the seats in this browser, if several players share it."""
    ways = [_way(context_of(request), seat) for seat in scenario.seats]
    if HERE in ways:
        set_cookie(request, shown, LOOKS_COOKIE, founded.seat, f"/game/{founded.campaign}")
    return shown


def plan_of(context: RequestContext, game: Game, scenario: Scenario, user: str) -> Plan:
    """Return the plan that the form asks for."""
    named = {option.name: context.field(f"option_{option.name}") for option in scenario.options}
    defaults = {option.name: option.values[0] for option in scenario.options}
    chosen = {name: value for name, value in named.items() if value and value != defaults[name]}
    modes = _modes(context, game)
    seed = context.field("seed").strip().encode() if context.field("dice") == "open" else b""
    title = context.field("title").strip() or game.lexicon.written(game.name, context.language)
    if game.lesson(scenario.id) is not None:  # its dice are open, and differ each time
        seed, title = (
            f"{scenario.id} {context.sent}".encode(),
            game.lexicon.written(scenario.id, context.language),
        )
    return Plan(game.id, scenario.id, title, chosen, modes, user, seed, pace=time_control.of_form(context))


def carry_out(service: Service, context: RequestContext, game: Game, scenario: Scenario) -> Founded:
    """Found the campaign, take the founder's seats, and make the links.

    A form sent again creates nothing new: its tokens are the same, and players who have joined stay.

    Raises:
        Refusal: if the plan is impossible, or a name is not allowed; then nothing is founded.
    """
    once = context.sent
    user = user_of(context.session, once)
    typed = context.field("who").strip()
    names = {
        seat: typed if typed and _way(context, seat) != HERE else game.lexicon.label(seat, context.language)
        for seat in scenario.seats
    }
    kept = {way for seat in scenario.seats if (way := _way(context, seat)).startswith(f"{inviting.WITH} ")}
    others = {LINK, OPEN, *kept, *computers(game)}
    mine = [seat for seat in scenario.seats if _way(context, seat) not in others]
    for seat in mine:
        require_own(game, scenario.seats, named(user, names[seat])[1], seat)
    plan = plan_of(context, game, scenario, user)
    if plan.pace.tournament and mine:
        raise NotNow(words(NEUTRAL))
    campaign = service.found(Message(f"local/{once}", user), plan).campaign
    if context.field(SIGNED):
        service.do(Message(f"{once}/{SIGNED}", user), campaign, acts.demand_signatures, True)
    for seat in ("", *mine):  # before the last seat is taken: what was founded is in the file itself then
        token = derived_token(context.session, str(campaign), seat, once)
        service.seat_access.grant_once(SeatAccess(campaign, seat, user), token)
        service.seat_access.add(context.session, token)
    tokens = dict[str, str]()
    for seat in scenario.seats:
        if seat in mine:
            own, message = bool(context.field(salts.OWN)), Message(f"{once}/{seat}", user)
            service.do(message, campaign, founding.join, seat, names[seat], own)
        else:
            tokens |= _left_to_others(service, context, campaign, seat, user)
    if context.field(REMATCH_OF) and kept:
        _tell_of_rematch(service, context, once)
    if context.field(SUGGESTED) and game.suggested is not None:
        _place_as_suggested(service, f"{once}/{SUGGESTED}", user, campaign, game.suggested)
    asked = (one.seat for one in service.asked(campaign) if one.seat in mine)
    return Founded(campaign, next(asked, mine[0] if mine else ""), tokens)


def _left_to_others(
    service: Service, context: RequestContext, campaign: int, seat: str, user: str
) -> dict[str, str]:
    """Do what the form says of a seat that the founder does not take; return the token of its link, if it
    gets one.
    """
    way, once = _way(context, seat), context.sent
    if way in (by_level := {inviting.computer_way(n): n for n in levels(service.game(campaign))}):
        service.do(Message(f"{once}/{seat}", user), campaign, ai_player.invite, seat, by_level[way])
    elif way.startswith(f"{inviting.WITH} "):
        inviting.keep_seat(service, context.session, campaign, seat, way)
    elif way == LINK:
        token = derived_token(context.session, str(campaign), seat, once)
        access = SeatAccess(campaign, seat, user_of(context.session, once, seat))
        service.seat_access.grant_once(access, token)
        return {seat: token}
    return {}


def _tell_of_rematch(service: Service, context: RequestContext, once: str) -> None:
    """Tell of a rematch in the game that is played again, if a seat of it is this browser's."""
    old = context.field(REMATCH_OF)
    mine = service.seat_access.of_session(context.session)
    own = [one for one in mine if one.seat and str(one.campaign) == old and is_valid(service, one)]
    if own:
        message = Message(f"{once}/rematch", own[0].user)
        service.do(message, own[0].campaign, founding.offer_rematch, own[0].seat)


def _place_as_suggested(
    service: Service, once: str, user: str, campaign: int, suggested: tuple[str, str]
) -> None:
    """Place the units of a user's seats as the game suggests; the computer places its own in its turn."""
    rule, orders = suggested
    for part in range(MOST_PARTS):
        asked = [one.seat for one in service.asked(campaign) if one.rule == rule]
        if not asked:
            return
        if service.role_of(user, campaign, asked[0]):
            service.do(Message(f"{once}/{part}", user), campaign, playing.order, asked[0], orders, FIRST)
        elif service.status(campaign).members[asked[0]].user == ai_player.USER:
            service.answer_as_ai(campaign)
        else:
            return


def _way(context: RequestContext, seat: str) -> str:
    """Return the player chosen for a seat, by default the founder."""
    return context.field(f"seat_{seat}") or ME


def links(request: web.Request, game: Game, founded: Founded) -> Html:
    """Return the page with the secret links, which are shown once."""
    context = context_of(request)
    t = context.localizer(game)
    rows = [network.link_row(request, t, seat, token) for seat, token in founded.tokens.items()]
    once = t(
        N_("Each link is one seat. Send it to that seat's player and nobody else. It is shown only once.")
    )
    again = t(N_("The referee can make a new link at any time; the old one then stops working."))
    onward = tag(
        "a",
        t(N_("Go to the game")),
        href=f"/game/{founded.campaign}/{founded.seat or 'referee'}",
        class_="button main",
    )
    title = t(N_("Links for the other seats"))
    return page(
        context,
        title,
        tag("h1", title),
        tag("p", once),
        tag("ul", rows, class_="links"),
        network.where(request, t, game, founded.tokens),
        tag("p", again),
        tag("p", onward, class_="actions"),
        here=f"/game/{founded.campaign}/{founded.seat or 'referee'}",
    )
