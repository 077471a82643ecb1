"""`/help`: the commands for the caller here and now, by their role."""

from __future__ import annotations

from collections.abc import Iterator

from discord import app_commands
from discord.app_commands import locale_str as _
from msgspec import Struct

from adjudicator.core.language.errors import Refusal
from adjudicator.core.language.words import N_, words
from frontends.discord.context.action_context import Action, ActionContext, command
from frontends.discord.context.languages import known_language
from frontends.discord.context.resolve_campaign import campaign_of, mine
from frontends.discord.ui.items import Interaction
from frontends.discord.ui.names import command_in
from frontends.discord.ui.pages import Page, plain
from service.api import Service
from service.usecases.seats.teams import COMMANDER, OBSERVER, OFFICER, ROLE_NAMES
from service.values.records import STATES, Campaign

NEWCOMER = (
    ("/game new", N_("create a game in this channel, step by step")),
    ("/game join", N_("take a seat in this channel's game")),
    ("/my games", N_("your games, and where it is your turn")),
    ("/my next", N_("the game that has waited longest for your orders")),
)
OBSERVING = (
    ("/team show", N_("who is on each team; officers suggest orders, observers watch")),
    ("/map now", N_("the map as you see it; “then” for an earlier map, “zoom” for a close-up")),
    ("/my hand", N_("what only your seat holds")),
    ("/log show", N_("what has happened, as your seat knows it")),
    ("/my delivery", N_("how secret information reaches you")),
    (
        "/my settings",
        N_("when you are notified (whenever you are needed, or once a turn), quiet hours, language"),
    ),
)
ADVISING = (
    ("/orders", N_("what your seat may order now; you suggest, your commander gives the order")),
    *OBSERVING,
)
PLAYER = (
    ("/orders", N_("what you may order now: menus, buttons and a preview")),
    ("/order", N_("type one order, with completion")),
    ("/standing show", N_("orders that answer for you so that play can go on")),
    *OBSERVING,
    ("/my next", N_("the orders of the game that has waited longest for you")),
    ("/press write", N_("write to other players")),
    ("/my absence", N_("report an absence; your deadlines stop")),
    ("/game back", N_("propose going back; everyone must agree")),
    ("/game start", N_("let the computer take over a vacant seat")),
)
BY_ROLE = {COMMANDER: PLAYER, OFFICER: ADVISING, OBSERVER: OBSERVING}
WATCHER = (
    ("/map now", N_("the map as everyone sees it")),
    ("/log show", N_("what has happened, without anyone's secrets")),
    ("/dice verify", N_("verify that nobody has tampered with the dice")),
    ("/rules", N_("paragraph headings and rulings")),
    ("/aid", N_("how a turn goes, and the game's charts")),
)
REFEREE = (
    (
        "/referee",
        N_(
            "see as a seat, edit the position, go back, extend deadlines, answer for a seat; "
            "every action is logged"
        ),
    ),
    ("/game pause", N_("put the game on hold; “resume” restarts it")),
    ("/game pace", N_("set deadlines")),
    ("/game end", N_("end the game as it stands")),
)


class Role(Struct, frozen=True):
    """The caller's role in a game; or the fact that it is unclear which of several games is meant."""

    campaign: Campaign | None
    seats: tuple[str, ...] = ()
    role: str = ""
    asked: tuple[str, ...] = ()
    is_referee: bool = False
    has_several: bool = False


async def help(call: ActionContext) -> None:
    """Show what the caller can do."""
    role = await _role(call)
    body: list[str] = []
    if role.has_several:
        body.append(plain(call.text(N_("You are in several games. Use /help in a game's channel for more."))))
        body += _listed(call, (*NEWCOMER[2:], *PLAYER, *WATCHER[2:]))
    elif role.campaign is None:
        body += _listed(call, NEWCOMER)
    elif role.campaign.has_ended:
        state = words(STATES[role.campaign.state])
        body.append(plain(call.text(N_("This game is {state}."), state=state)))
        body += _listed(call, (*WATCHER, NEWCOMER[0]))
    elif role.seats:
        body += _now(call, role)
        body += _listed(call, (*BY_ROLE[role.role], *WATCHER[2:]))
    else:
        if role.campaign.state == "joining":
            body += _listed(call, NEWCOMER[1:2])
        body += _listed(call, WATCHER)
    if role.is_referee and role.campaign is not None and not role.campaign.has_ended:
        body += [f"**{plain(call.text(N_('As referee:')))}**", *_listed(call, REFEREE)]
    title = role.campaign.title if role.campaign is not None else "Tabellarius"
    await call.say(Page(title=plain(title), body=body))


def _now(call: ActionContext, role: Role) -> Iterator[str]:
    """List the decisions that wait for the caller."""
    names = [call.name(seat) for seat in role.seats]
    if role.role != COMMANDER:
        yield plain(call.text(N_("{seats}: you are {role}."), seats=names, role=words(ROLE_NAMES[role.role])))
        if role.role == OFFICER and role.asked:
            turn = call.text(N_("It is your seat's turn: see /orders."))
            yield f"**{plain(turn)}**"
        return
    yield plain(call.text(N_("You play {seats}."), seats=names))
    if role.asked:
        yield f"**{plain(call.text(N_('It is your turn: see /orders.')))}**"
    elif role.campaign is not None and role.campaign.state == "playing":
        yield plain(call.text(N_("You have nothing to decide right now.")))


def _listed(call: ActionContext, lines: tuple[tuple[str, str], ...]) -> list[str]:
    """Return commands under the names that the caller's client shows, in any language that they read."""
    language = known_language(call.interaction.locale)
    return [f"- `{command_in(name, language)}` {plain(call.text(does))}" for name, does in lines]


async def _role(call: ActionContext) -> Role:
    try:
        campaign = await campaign_of(call, call.args[0] if call.args else None)
    except Refusal:
        return Role(None, has_several=len(await call.look(lambda service: mine(service, call.user))) > 1)

    def role(service: Service) -> Role:
        roles = {seat: role for id, seat, role in service.roles_of(call.user) if id == campaign.id}
        asked = tuple(a.seat for a in service.asked(campaign.id) if a.seat in roles)
        # of several seats the user commands each: nobody joins two teams
        role = next(iter(roles.values()), "")
        return Role(campaign, tuple(roles), role, asked, campaign.referee == call.user)

    return await call.look(role)


@app_commands.command(name="help", description=_(N_("What you can do here and now")))
async def help_command(interaction: Interaction) -> None:
    """Show what the caller can do."""
    await command(interaction, help)


ACTIONS = {"help": Action(help)}
