"""`/game new`: a form of menus for the game, its scenario and options, and its channel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import discord
from discord import ui
from msgspec import convert, structs, to_builtins

from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.terms import ASK, SILENT
from adjudicator.core.language.words import N_, words
from frontends.discord.commands import server
from frontends.discord.context.action_context import Action, ActionContext
from frontends.discord.context.resolve_campaign import campaign_of
from frontends.discord.ui.items import GREEN, MOST_OPTIONS, ActionModal, button
from frontends.discord.ui.pages import (
    GOLD,
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
from service.pictures.group_board import installed
from service.values.front_ends.channels import ChannelBinding
from service.values.records import Campaign, Message, Plan

from .founding_form import Form, allowed, as_before, fair
from .founding_page import page, scenario_of, treatment
from .inviting import require_person
from .joining import computer_rows
from .rights import require_rights


async def new(
    call: ActionContext, title: str | None, referee: discord.User | None, language: str | None
) -> None:
    """Begin a form for the channel of the command.

    Raises:
        NotNow: if the channel shows a game that is not over, the server's managers do not allow it there or
            to the caller, the bot cannot write there, or the referee is a bot.
    """
    if call.interaction.guild_id is None or not call.place:
        raise NotNow(words(N_("create a game in a server channel")))
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
        raise NotNow(words(N_("this game is not over yet")))
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
            raise NotNow(words(why, title=Verbatim(campaign.title)))


async def _form(call: ActionContext) -> Form:
    """Return the form that a button belongs to.

    Raises:
        NotNow: if it is not the caller's, or is gone.
    """
    return await call.look(lambda service: _kept(service, call))


def _kept(service: Service, call: ActionContext) -> Form:
    kept = service.channels.sheet(call.args[0], call.user)
    if kept is None:
        raise NotNow(words(N_("this form has expired; start again with /game new")))
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
    await call.say(page(call, call.args[0], form))


async def _keep_and_show(call: ActionContext, id: str, form: Form) -> None:
    content = to_builtins(form)
    await call.look(lambda service: service.channels.keep_sheet(id, call.user, content))
    await call.say(page(call, id, form))


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
    scenario = scenario_of(call.bot.games[form.game], form)
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
    offered = treatment(call.bot.games[form.game], form).windows
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
    """Open the dialog for the name, with the words for open dice, which only a teaching game has."""
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
    rows = [*_computer_buttons(call, number, plan)]
    body = [plain(text)]
    if form.referee == call.user and await call.look(lambda service: _has_own_board(service, number)):
        body.append(plain(call.text(ASKED)))
        if call.bot.channels.is_public(form.guild, form.channel):
            body.append(plain(call.text(ALL_READ)))
        shown, kept = call.text(N_("This channel sees our own map")), call.text(N_("The umpire's map here"))
        rows.append([button(shown, "board_shown", number), button(kept, "board_kept", number)])
    await call.say(Page(body=body, rows=rows))


ASKED = N_(
    "The group's own map is installed, and its seats see it. Shall this channel see it too? Until you say so "
    "it sees the umpire's map, for most printed maps are somebody's work."
)
ALL_READ = N_("Everyone on this server may read this channel.")


def _has_own_board(service: Service, campaign: int) -> bool:
    return any(one.id for one in installed(service, campaign))


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
    yield from computer_rows(call, campaign, game, seats)


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
