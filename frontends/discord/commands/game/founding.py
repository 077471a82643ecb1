"""`/game new`: a form of menus for the game, its scenario and options, and its channel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import discord
from discord import ui
from msgspec import convert, structs, to_builtins

from adjudicator.core.game.game import Game, Scenario, rosters
from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.terms import ASK, SILENT, Treatment
from adjudicator.core.language.words import N_, Words
from frontends.discord.commands import server
from frontends.discord.context.action_context import Action, ActionContext
from frontends.discord.context.resolve_campaign import campaign_of
from frontends.discord.delivery.status_messages import STRICT
from frontends.discord.ui.items import GREEN, MOST_OPTIONS, ActionModal, button, menu, option
from frontends.discord.ui.pages import (
    GOLD,
    RULE,
    Page,
    Raw,
    id_of,
    marked,
    person,
    plain,
    render_messages,
    said,
)
from service.api import Service
from service.text.rulebook import heading_after
from service.text.telling import cited, whole
from service.text.terms import OPEN, cost, game_title
from service.values.front_ends.channels import ChannelBinding
from service.values.records import Campaign, Message, Plan
from service.values.time_control import terms

from .founding_form import EARLIER, PACE_NAMES, Form, allowed, as_before, fair
from .inviting import require_person

RIGHTS = {
    "view_channel": N_("see this channel"),
    "send_messages": N_("send messages"),
    "send_messages_in_threads": N_("write in threads"),
    "create_public_threads": N_("open a thread for each turn (without it, dice are posted in the channel)"),
    "create_private_threads": N_(
        "open private threads (without it, secrets go by direct message or on request)"
    ),
    "attach_files": N_("attach files (without it, maps are described in words)"),
    "read_message_history": N_("read message history (prevents double posts after a crash)"),
    "pin_messages": N_("pin messages (without it, the status message is not pinned)"),
}
"""The purpose of each permission, as the creator of a game reads it."""
WRITING = "send_messages"


async def new(
    call: ActionContext, title: str | None, referee: discord.User | None, language: str | None
) -> None:
    """Begin a form for the channel of the command.

    Raises:
        NotNow: if the channel shows a game that is not over, the server's managers do not allow it there or
            to the caller, the bot cannot write there, or the referee is a bot.
    """
    if call.interaction.guild_id is None or not call.place:
        raise NotNow(Words(N_("create a game in a server channel")))
    guild = call.interaction.guild_id

    def allowed_here(service: Service) -> tuple[str, int]:
        require_free(service, call.place)
        server.require_creator(call, service)
        server.require_channel(call, service, call.place)
        before = max(service.channels.shown_in(call.place), default=0)
        return service.channels.server(guild).language, before

    usual, before = await call.look(allowed_here)
    require_rights(call)
    if referee is not None:
        require_person(referee)
    game = next(iter(call.bot.games.values()))
    form = Form(
        game=game.id,
        scenario=game.scenarios()[0].id,
        title=title or "",
        language=language or usual or call.language,
        guild=guild,
        channel=call.place,
        referee=f"discord/{referee.id}" if referee is not None else call.user,
    )
    if before:
        form = await call.look(lambda service: _as_before(service, form, before, 0))
    await _keep_and_show(call, str(call.interaction.id), form)


async def rematch(call: ActionContext, campaign: Campaign, turned: int) -> None:
    """Begin a form for a game as one that is over was, for the same players.

    Args:
        call: the caller's.
        campaign: the earlier game.
        turned: by how many seats each player moves on; 1 exchanges the sides of a game for two.

    Raises:
        NotNow: as `new`; also if the game is not over.
    """
    if call.interaction.guild_id is None or not campaign.is_decided:
        raise NotNow(Words(N_("this game is not over yet")))
    guild = call.interaction.guild_id

    def filled(service: Service) -> Form:
        require_free(service, call.place)
        server.require_creator(call, service)
        server.require_channel(call, service, call.place)
        shown = service.channels.shown(campaign.id)
        language = call.language if shown is None else shown.language
        form = Form(campaign.game, campaign.scenario, "", language, guild, call.place, call.user)
        return _as_before(service, form, campaign.id, turned)

    form = await call.look(filled)
    require_rights(call)
    await _keep_and_show(call, str(call.interaction.id), form)


async def _do_rematch(call: ActionContext) -> None:
    await rematch(call, await campaign_of(call, call.args[0]), int(call.args[1]))


def _as_before(service: Service, form: Form, before: int, turned: int) -> Form:
    """Return a form filled in as an earlier game was, with its players, moved on by some seats; unchanged if
    its scenario is gone.
    """
    standings, shown = service.status(before), service.channels.shown(before)
    campaign = standings.campaign
    scenarios = {one.id: one for one in service.games()[campaign.game].scenarios()}
    if campaign.scenario not in scenarios:
        return form
    seats = campaign.seats
    moved = {seat: seats[(n + turned) % len(seats)] for n, seat in enumerate(seats)}
    sat = {moved[seat]: one.user for seat, one in standings.members.items() if id_of(one.user)}
    players = {seat: sat[seat] for seat in seats if seat in sat}
    found = as_before(form, campaign, scenarios[campaign.scenario], standings.pace, players)
    return fair(structs.replace(found, strict=shown is not None and shown.strict))


def require_free(service: Service, channel: int, resumed: int = 0) -> None:
    """Refuse a channel in which another game is still played; a game with a provisional result does not
    count.

    Args:
        service: knows the channels.
        channel: Discord's id.
        resumed: the game there that would be played again, 0 for none.

    Raises:
        NotNow: if there is one.
    """
    for id in service.channels.shown_in(channel):
        campaign = service.status(id).campaign
        if id != resumed and not campaign.is_decided:
            why = N_("this channel already shows “{title}”; use another channel, or end that game first")
            if resumed:
                why = N_("this channel shows “{title}” now; first show your game elsewhere with /game move")
            raise NotNow(Words(why, {"title": Verbatim(campaign.title)}))


def _missing(call: ActionContext) -> list[str]:
    """Return the permissions that the bot lacks here."""
    mine = call.interaction.app_permissions
    return [right for right in RIGHTS if not getattr(mine, right)]


def require_rights(call: ActionContext) -> None:
    """Refuse a channel in which the bot cannot show a game.

    Raises:
        NotNow: if it is not.
    """
    writing = "send_messages_in_threads" if isinstance(call.interaction.channel, discord.Thread) else WRITING
    lacking = [Words(RIGHTS[right]) for right in _missing(call) if right in ("view_channel", writing)]
    if lacking:
        raise NotNow(Words(N_("the bot lacks these permissions here: {rights}"), {"rights": lacking}))


async def _form(call: ActionContext) -> Form:
    """Return the form that a button belongs to.

    Raises:
        NotNow: if it is not the caller's, or is gone.
    """
    return await call.look(lambda service: _kept(service, call))


def _kept(service: Service, call: ActionContext) -> Form:
    kept = service.channels.sheet(call.args[0], call.user)
    if kept is None:
        raise NotNow(Words(N_("this form has expired; start again with /game new")))
    return convert(kept, Form)


async def _change(call: ActionContext, change: Callable[[Form], Form]) -> None:
    """Change the form and show it, in one call of the service, so that two quick presses both count.

    Raises:
        NotNow: if it is not the caller's, or is gone.
    """

    def changed(service: Service) -> Form:
        form = change(_kept(service, call))
        service.channels.keep_sheet(call.args[0], call.user, to_builtins(form))
        return form

    form = await call.look(changed)
    await call.say(_page(call, call.args[0], form))


async def _keep_and_show(call: ActionContext, id: str, form: Form) -> None:
    content = to_builtins(form)
    await call.look(lambda service: service.channels.keep_sheet(id, call.user, content))
    await call.say(_page(call, id, form))


# -- what it shows -----------------------------------------------------------------------------------


def _page(call: ActionContext, id: str, form: Form) -> Page:
    game = call.game = call.bot.games[form.game]
    scenario = _scenario(game, form)
    return Page(
        title=said(N_("New game"), call.language),
        body=list(_lines(call, game, scenario, form)),
        rows=list(_rows(call, id, game, scenario, form)),
    )


def _scenario(game: Game, form: Form) -> Scenario:
    return next(scenario for scenario in game.scenarios() if scenario.id == form.scenario)


def _next_language(language: str) -> str:
    """Return the language that a press changes to: the next one, after the last the first."""
    ids = [*LANGUAGES]
    return ids[(ids.index(language) + 1) % len(ids)]


def _lines(call: ActionContext, game: Game, scenario: Scenario, form: Form) -> Iterator[str]:
    name = game_title(game, call.language)
    yield f"**{plain(form.title or name)}**"
    yield plain(call.signs.beside(name, call.name(scenario.roster_of or scenario.id), _seats(call, scenario)))
    if form.options:
        yield plain(call.signs.beside(*(_option(call, *pair) for pair in form.options.items())))
    yield RULE
    yield plain(whole(call.text(N_("{terms}"), terms=terms(form.time)), call.language))
    yield from (plain(call.text(N_("{terms}"), terms=told)) for told in _treatment(game, form).told())
    if form.strict:
        yield plain(call.text(STRICT))
    if form.players:
        kept = [f"{plain(call.name(seat))} {person(user)}" for seat, user in form.players.items()]
        people = Raw(call.signs.comma.join(kept))
        yield marked(N_("Proposed to: {people}"), call.language, people=people)
    if form.seed:
        yield f"**{plain(whole(call.text(OPEN), call.language))}**"
    yield marked(N_("Referee: {who}"), call.language, who=Raw(person(form.referee)))
    if form.neutral:
        yield plain(call.text(N_("The referee has no seat.")))
    lacking = [Words(RIGHTS[right]) for right in _missing(call)]
    if lacking:
        yield "-# " + plain(
            call.text(N_("Permissions the bot lacks and will do without: {rights}"), rights=lacking)
        )


def _rows(
    call: ActionContext, id: str, game: Game, scenario: Scenario, form: Form
) -> Iterator[Sequence[ui.Item[Any]]]:
    def text(template: str, **values: object) -> str:
        return call.text(template, **values)

    games = [option(game_title(call.bot.games[g], call.language), g, chosen=g == form.game)
             for g in call.bot.games]  # fmt: skip
    yield [menu(text(N_("Game")), games, "new_game", id)]
    families = rosters(game.scenarios())
    scenarios = [
        option(call.name(name), _seated(family, scenario).id, chosen=scenario in family)
        for name, family in families.items()
    ]
    if len(scenarios) > 1:
        yield [menu(text(N_("Scenario")), scenarios, "new_scenario", id)]
    family = next(family for family in families.values() if scenario in family)
    if len(family) > 1:
        seats = [option(_seats(call, one), one.id, chosen=one == scenario) for one in family]
        yield [menu(text(N_("Players")), seats, "new_scenario", id, len(family))]
    yield from _options(call, id, game, scenario, form)
    yield from _windows(call, id, game, form)
    named = PACE_NAMES if form.earlier is None else {**PACE_NAMES, EARLIER: N_("As in the last game")}
    paces = [option(text(name), pace, chosen=pace == form.pace) for pace, name in named.items()]
    yield [menu(text(N_("Deadlines")), paces, "new_pace", id)]
    alone = [button(text(N_("Propose it to nobody")), "new_alone", id)] if form.players else []
    yield [
        button(text(N_("Name …")), "new_title", id),
        button(
            text(N_("Secrets: strict")) if form.strict else text(N_("Secrets: any delivery")),
            "new_strict",
            id,
            int(not form.strict),
        ),
        button(
            text(N_("Referee: no seat")) if form.neutral else text(N_("Referee: may play")),
            "new_neutral",
            id,
            int(not form.neutral),
        ),
        button(LANGUAGES[form.language].name, "new_language", id, _next_language(form.language)),
        *alone,
    ]
    yield [button(text(N_("Create game")), "new_found", id, style=GREEN)]


def _seated(family: Sequence[Scenario], scenario: Scenario) -> Scenario:
    """Return the scenario of a group with these seats, else the first."""
    return next((one for one in family if one.seats == scenario.seats), family[0])


def _seats(call: ActionContext, scenario: Scenario) -> str:
    return call.signs.comma.join(call.name(seat) for seat in scenario.seats)


def _option(call: ActionContext, name: str, value: str) -> str:
    """Return a menu's entry for an option with one of its values."""
    return f"{call.name(name)}{call.signs.colon}{call.name(value)}"


def _cited(call: ActionContext, game: Game, rule: str) -> str:
    """Return the citation of a rule with its heading."""
    name = call.name(cited(rule))
    return f"{name} {heading_after(name, game.name, rule, call.language)}".rstrip()


def _options(
    call: ActionContext, id: str, game: Game, scenario: Scenario, form: Form
) -> Iterator[Sequence[ui.Item[Any]]]:
    """Yield menus of up to 25 entries, one for each value of each option that is not its default."""
    listed = [
        option(
            _option(call, o.name, value),
            f"{o.name}={value}",
            _cited(call, game, o.rule),
            chosen=form.options.get(o.name) == value,
        )
        for o in scenario.options
        for value in o.values[1:]
    ]
    for n, at in enumerate(range(0, len(listed), MOST_OPTIONS)):
        some = listed[at : at + MOST_OPTIONS]
        text = call.text(N_("Options changed from the standard"))
        yield [menu(text, some, "new_options", id, n, least=0, most=len(some))]


def _treatment(game: Game, form: Form) -> Treatment:
    return game.treatment(game.modes(form.modes), form.options)


def _windows(call: ActionContext, id: str, game: Game, form: Form) -> Iterator[Sequence[ui.Item[Any]]]:
    """Yield a menu of the kinds of windows that may occur, each with what asking costs."""
    treatment = _treatment(game, form)
    kinds = [
        option(
            whole(call.text(N_("{terms}"), terms=treatment.names[kind]), call.language),
            kind,
            call.text(N_("{terms}"), terms=cost(window)),
            chosen=treatment.modes[kind] == ASK,
        )
        for kind, window in treatment.windows.items()
    ]
    if kinds:
        text = call.text(N_("Reactions that are asked for"))
        yield [menu(text, kinds, "new_asked", id, least=0, most=len(kinds))]


# -- what changes it ---------------------------------------------------------------------------------


async def _set_game(call: ActionContext) -> None:
    game = call.bot.games[call.values[0]]
    first = game.scenarios()[0].id
    await _change(
        call,
        lambda form: structs.replace(form, game=game.id, scenario=first, options={}, modes={}, players={}),
    )


async def _set_scenario(call: ActionContext) -> None:
    chosen = call.values[0]
    await _change(call, lambda form: structs.replace(form, scenario=chosen, options={}, players={}))


async def _set_options(call: ActionContext) -> None:
    await _change(call, lambda form: _with_options(call, form))


def _with_options(call: ActionContext, form: Form) -> Form:
    """Keep the options picked in this menu, beside those picked in the others."""
    scenario = _scenario(call.bot.games[form.game], form)
    every = [f"{o.name}={value}" for o in scenario.options for value in o.values[1:]]
    at = int(call.args[1]) * MOST_OPTIONS
    offered = every[at : at + MOST_OPTIONS]
    kept = [f"{name}={value}" for name, value in form.options.items()]
    chosen = [*(pair for pair in kept if pair not in offered), *call.values]
    options = dict(pair.split("=", 1) for pair in every if pair in chosen)
    return structs.replace(form, options=options)


async def _set_pace(call: ActionContext) -> None:
    pace = call.values[0]
    await _change(call, lambda form: fair(structs.replace(form, pace=pace)))


async def _set_asked(call: ActionContext) -> None:
    await _change(call, lambda form: _with_asked(call, form))


def _with_asked(call: ActionContext, form: Form) -> Form:
    """Ask for the kinds of windows that were picked, and for none of the others in the menu."""
    offered = _treatment(call.bot.games[form.game], form).windows
    picked = {kind: ASK if kind in call.values else SILENT for kind in offered}
    return structs.replace(form, modes={**form.modes, **picked})


async def _turn_strict(call: ActionContext) -> None:
    await _change(call, lambda form: allowed(structs.replace(form, strict=call.args[1] == "1")))


async def _turn_neutral(call: ActionContext) -> None:
    await _change(call, lambda form: allowed(structs.replace(form, neutral=call.args[1] == "1")))


async def _drop_players(call: ActionContext) -> None:
    await _change(call, lambda form: structs.replace(form, players={}))


async def _turn_language(call: ActionContext) -> None:
    await _change(call, lambda form: structs.replace(form, language=call.args[1]))


async def _ask_title(call: ActionContext) -> None:
    form = await _form(call)
    modal = ActionModal(call.text(N_("Name of the game")), "new_title_in", call.args[0])
    modal.ask(
        "title", call.text(N_("What the players call it")), value=form.title, required=False, longest=80
    )
    await call.modal(
        modal.ask(
            "seed",
            call.text(N_("Words for open dice")),
            note=call.text(N_("leave empty unless this is a teaching game")),
            value=form.seed,
            required=False,
            longest=80,
        )
    )


async def _set_title(call: ActionContext) -> None:
    title, seed = call.field("title").strip(), call.field("seed").strip()
    await _change(call, lambda form: structs.replace(form, title=title, seed=seed))


async def _found(call: ActionContext) -> None:
    """Create the game; the same form pressed twice, or after a crash, gives the same game."""
    form, id = fair(await _form(call)), call.args[0]
    call.game = call.bot.games[form.game]
    title = form.title or call.game.lexicon.written(form.game, form.language)
    seed = form.seed.encode()
    pace, neutral = form.time, form.neutral
    plan = Plan(
        form.game,
        form.scenario,
        title,
        form.options,
        form.modes,
        form.referee,
        seed,
        pace=pace,
        neutral=neutral,
    )

    message = Message(f"discord/new/{id}", call.user)

    def found(service: Service) -> int:
        made = service.done(message)
        if made is None:
            require_free(service, form.channel)
            server.require_creator(call, service)
            server.require_channel(call, service, form.channel)
        number = service.found(message, plan).campaign
        if service.channels.shown(number) is None:
            shown = ChannelBinding(number, form.guild, form.channel, form.language, form.strict)
            service.channels.show(shown)
        return number

    number = await call.do(found)
    call.bot.statuses.request_update(number)
    await _propose(call, number, form)
    text = call.text(
        N_("“{title}” is ready. Take a seat with the buttons in the channel."), title=Verbatim(title)
    )
    await call.say(Page(body=[plain(text)], rows=[*_computer_buttons(call, number, plan)]))


async def _propose(call: ActionContext, number: int, form: Form) -> None:
    """Mention the other players of the earlier game in the channel; a press repeated is answered by the
    platform with the message that is there.
    """
    people = {seat: user for seat, user in form.players.items() if user != call.user}
    if not people:
        return
    language = form.language
    named = [f"{person(user)} ({plain(call.label(seat, language))})" for seat, user in people.items()]
    who = Raw(LANGUAGES[language].comma.join(named))
    text = marked(N_("{by} proposed a new game to {who}."), language, by=Raw(person(call.user)), who=who)
    row = [
        button(
            said(N_("Play {seat}"), language, seat=Verbatim(call.label(seat, language))),
            "join",
            number,
            seat,
            style=GREEN,
        )
        for seat in form.players
    ]
    (message,) = render_messages(Page(body=[text], rows=[row[:5]], colour=GOLD))
    called = [discord.Object(id_of(user)) for user in people.values()]
    await call.bot.channels.at(form.channel).send(
        view=message.view,
        nonce=f"call/{number}",
        silent=await call.bot.channels.is_quiet(form.guild),
        allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=called),
    )


def _computer_buttons(call: ActionContext, campaign: int, plan: Plan) -> Iterator[Sequence[ui.Item[Any]]]:
    """Yield the buttons that give a seat to the computer, where it can play the game."""
    game = call.bot.games[plan.game]
    if game.ai_player is None or id_of(call.user) == 0:
        return
    seats = next(s for s in game.scenarios() if s.id == plan.scenario).seats
    yield [
        button(call.text(N_("Computer plays {seat}"), seat=seat), "computer", campaign, seat)
        for seat in seats[:5]
    ]


ACTIONS = {
    "new_game": Action(_set_game, "update"),
    "new_scenario": Action(_set_scenario, "update"),
    "new_options": Action(_set_options, "update"),
    "new_pace": Action(_set_pace, "update"),
    "new_asked": Action(_set_asked, "update"),
    "new_strict": Action(_turn_strict, "update"),
    "new_neutral": Action(_turn_neutral, "update"),
    "new_alone": Action(_drop_players, "update"),
    "new_language": Action(_turn_language, "update"),
    "new_title": Action(_ask_title, "modal"),
    "new_title_in": Action(_set_title, "update"),
    "new_found": Action(_found, "update"),
    "rematch": Action(_do_rematch),
}
