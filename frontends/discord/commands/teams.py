"""`/team`: the people of a seat; orders that officers suggest, and the commander gives with one press."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str as _

from adjudicator.core.language.errors import NotNow, Refusal
from adjudicator.core.language.words import N_, words
from frontends.discord.commands.game.inviting import TEAM, Invitee
from frontends.discord.context import autocomplete
from frontends.discord.context.action_context import Action, ActionContext, command
from frontends.discord.context.resolve_campaign import campaign_of, seat_of
from frontends.discord.orders.line import carried_lines, refused_lines
from frontends.discord.orders.sheet import show_sheet
from frontends.discord.ui.items import BLUE, Interaction, button
from frontends.discord.ui.pages import RED_INK, Page, Raw, marked, person, plain
from service.api import Service
from service.text.explain import Explanation
from service.text.localizer import Localizer
from service.usecases.seats import teams
from service.usecases.seats.teams import OBSERVER, OFFICER, ROLE_NAMES, ROLES
from service.values.receipts import BatchResult
from service.values.records import Campaign, Message, Receipt

from .game import inviting
from .orders import mine

OFFERED = {role: ROLE_NAMES[role] for role in ROLES}
TAKEN_IN = {
    OFFICER: N_("{who} now sees what {seat} sees and suggests orders for it."),
    OBSERVER: N_("{who} now sees what {seat} sees."),
}


async def show(call: ActionContext, named: str | None) -> None:
    """Show the people of each seat."""
    campaign = await campaign_of(call, named)
    people = await call.look(lambda service: service.people(campaign.id))
    body, names = [], Localizer(call.language)
    for seat in campaign.seats:
        body.append(f"**{plain(call.name(seat))}**")
        members = [p for p in people if p.seat == seat]
        roles = [
            (person(p.user, names.person(p.user, p.who)), call.text(ROLE_NAMES[p.role])) for p in members
        ]
        behind = [call.signs.beside(who, plain(role)) for who, role in roles]
        body += behind or [plain(call.text(N_("vacant")))]
    await call.say(Page(title=plain(campaign.title), body=body))


async def _chief(call: ActionContext, named: str | None) -> tuple[Campaign, str]:
    """Return the game, and the seat whose team the caller may change: their own, for the referee any."""
    campaign = await campaign_of(call)
    if named is not None and call.user == campaign.referee:
        return campaign, autocomplete.seat_named(call, campaign, named)
    return campaign, await seat_of(call, campaign, named)


def _is_chief(service: Service, user: str, campaign: Campaign, seat: str) -> bool:
    """Return true if somebody may change the team: the commander, or the referee."""
    return user == campaign.referee or service.may_order(user, campaign.id, seat)


async def _say(call: ActionContext, template: str, user: str, seat: str) -> None:
    """Say a sentence about somebody and a seat."""
    await call.say(Page(body=[marked(template, call.language, call.label, who=Raw(person(user)), seat=seat)]))


async def enlist(
    call: ActionContext, member: discord.Member | discord.User, role: str, named: str | None
) -> None:
    """Invite somebody into the team; a member gets the other role at once."""
    campaign, seat = await _chief(call, named)
    inviting.require_person(member)
    user, who = f"discord/{member.id}", call.name_of(member)
    invitee = Invitee(TEAM, campaign.id, seat, user)

    def begun(service: Service) -> inviting.Kept | None:
        if inviting.is_known(service, call):
            return "known"
        if service.role_of(user, campaign.id, seat) or service.done(call.message) is not None:
            service.do(call.message, campaign.id, teams.enlist, seat, user, who, role)
            return None
        service.look_as(call.message, campaign.id, teams.require_enlistable, seat, user, who, role)
        return inviting.keep(service, call, invitee, role)

    kept = await call.do(begun)
    if kept is None:
        await _say(call, TAKEN_IN[role], user, seat)
        return
    offer = N_(
        "{who}: {by} invites you to the team of {seat}. You would be {role}, and could not join another seat."
    )
    take, by, what = N_("Join {seat}"), Raw(person(call.user)), words(ROLE_NAMES[role])
    if await inviting.ask(call, invitee, kept, offer, take, by=by, role=what):
        asked = N_("{who} has been invited in the channel. Until they accept, they see nothing of {seat}.")
        await _say(call, asked, user, seat)


async def _join(call: ActionContext) -> None:
    """Join the team that the caller was invited to, if their inviter may still add people.

    Raises:
        NotNow: if the caller was not invited, or by somebody who no longer commands the seat.
    """
    campaign, seat = await campaign_of(call, call.args[0]), call.args[1]
    invitee = Invitee(TEAM, campaign.id, seat, call.user)

    def joined(service: Service) -> str:
        now = service.role_of(call.user, campaign.id, seat)
        if now:
            return now
        made = inviting.found(service, invitee)
        if seat not in service.status(campaign.id).members or not _is_chief(service, made.by, campaign, seat):
            raise NotNow(
                words(
                    N_("the person who invited you can no longer add anyone to the team of {seat}"),
                    seat=seat,
                )
            )
        message = Message(call.message.id, made.by)
        service.do(message, campaign.id, teams.enlist, seat, call.user, call.who, made.role)
        inviting.forget(service, invitee)
        return made.role

    role = await call.do(joined)
    await inviting.close(call, campaign, N_("{who} has joined the team of {seat}."), seat=seat)
    await _say(call, TAKEN_IN.get(role, N_("{who} commands {seat}.")), call.user, seat)


async def dismiss(
    call: ActionContext, member: discord.Member | discord.User | None, named: str | None
) -> None:
    """Remove somebody from the team, or take back their invitation; without a name, leave the team."""
    campaign, seat = await _chief(call, named)
    user = call.user if member is None else f"discord/{member.id}"

    def out(service: Service) -> bool:
        if service.role_of(user, campaign.id, seat) or not _is_chief(service, call.user, campaign, seat):
            service.do(call.message, campaign.id, teams.dismiss, seat, user)
            return True
        inviting.forget(service, Invitee(TEAM, campaign.id, seat, user))
        return False

    if await call.do(out):
        await _say(call, N_("{who} has left the team of {seat}."), user, seat)
    else:
        await _say(
            call, N_("{who} is not on the team of {seat}; any open invitation is withdrawn."), user, seat
        )


async def hand_over(call: ActionContext, member: discord.Member | discord.User, named: str | None) -> None:
    """Change places with an officer."""
    campaign, seat = await _chief(call, named)
    user = f"discord/{member.id}"
    await call.do(lambda service: service.do(call.message, campaign.id, teams.hand_over, seat, user))
    await _say(call, N_("{who} now commands {seat}; you are an officer."), user, seat)


# -- suggestions -------------------------------------------------------------------------------------


async def suggestions(call: ActionContext, named: str | None) -> None:
    """Show the orders suggested to the commander of the caller's seat."""
    campaign = await campaign_of(call, named)
    seat = await seat_of(call, campaign)
    await show_sheet(call, campaign, seat)


async def _yes(call: ActionContext) -> None:
    """Give suggested orders, as they were shown."""
    campaign, seat, id = await campaign_of(call, call.args[0]), call.args[1], int(call.args[2])
    head = "".join(call.args[3:])

    def given(service: Service) -> Receipt[BatchResult] | Explanation:
        text = next((made.text for made in service.suggestions(campaign.id, seat) if made.id == id), "")
        if not service.may_order(call.user, campaign.id, seat):
            text = ""
        try:
            return service.do(call.message, campaign.id, teams.confirm, seat, id, head)
        except Refusal as refused:
            if not text:
                raise
            return service.explain(campaign.id, seat, text, refused, call.language)

    receipt = await call.do(given)
    if isinstance(receipt, Explanation):
        again = button(call.text(N_("Order sheet")), "orders_of", campaign.id, seat, style=BLUE)
        body = refused_lines(call, receipt)
        await call.say(Page(body=body, rows=[[again]], colour=RED_INK))
    else:
        await show_sheet(call, campaign, seat, carried_lines(call, receipt.result))


async def _no(call: ActionContext) -> None:
    """Discard a suggestion."""
    campaign, seat, id = await campaign_of(call, call.args[0]), call.args[1], int(call.args[2])
    await call.do(lambda service: service.do(call.message, campaign.id, teams.withdraw, seat, id))
    await show_sheet(call, campaign, seat, [plain(call.text(N_("The suggestion has been removed.")))])


ACTIONS = {
    "team_take": Action(_join, "update"),
    "suggest_yes": Action(_yes),
    "suggest_give": Action(_yes, "update"),
    "suggest_drop": Action(_no, "update"),
}


class TeamGroup(app_commands.Group):
    """The group `/team`."""

    def __init__(self) -> None:
        description = _(N_("A seat's team: commander, officers, observers"))
        super().__init__(name="team", description=description)

    @app_commands.command(description=_(N_("Who is on each team")))
    @app_commands.describe(game=_(autocomplete.ANOTHER))
    @app_commands.autocomplete(game=autocomplete.games)
    async def show(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the teams."""
        await command(interaction, lambda call: show(call, game))

    @app_commands.command(description=_(N_("Invite someone to your team; they join once they accept")))
    @app_commands.describe(
        member=_(N_("Who")),
        role=_(N_("Officers suggest orders; observers watch")),
        seat=_(N_("Which seat")),
    )
    @app_commands.autocomplete(seat=autocomplete.seats(autocomplete.every))
    @app_commands.choices(role=autocomplete.named(OFFERED))
    async def enlist(
        self, interaction: Interaction, member: discord.User, role: str, seat: str | None = None
    ) -> None:
        """Invite somebody into the team."""
        await command(interaction, lambda call: enlist(call, member, role, seat))

    @app_commands.command(description=_(N_("Remove someone from your team, or leave it")))
    @app_commands.describe(member=_(N_("Who; you, if left empty")), seat=_(N_("Which seat")))
    @app_commands.autocomplete(seat=autocomplete.seats(autocomplete.every))
    async def dismiss(
        self, interaction: Interaction, member: discord.User | None = None, seat: str | None = None
    ) -> None:
        """Remove somebody from the team."""
        await command(interaction, lambda call: dismiss(call, member, seat))

    @app_commands.command(name="hand-over", description=_(N_("Hand command to one of your officers")))
    @app_commands.describe(member=_(N_("Who")), seat=_(N_("Which of your seats")))
    @app_commands.autocomplete(seat=autocomplete.seats(mine))
    async def hand_over(
        self, interaction: Interaction, member: discord.User, seat: str | None = None
    ) -> None:
        """Hand over the command."""
        await command(interaction, lambda call: hand_over(call, member, seat))

    @app_commands.command(description=_(N_("What officers suggest; the commander can give the orders")))
    @app_commands.describe(game=_(autocomplete.ANOTHER))
    @app_commands.autocomplete(game=autocomplete.games)
    async def orders(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the suggested orders."""
        await command(interaction, lambda call: suggestions(call, game))
