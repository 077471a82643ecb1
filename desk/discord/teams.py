"""`/team`: who stands behind a seat; what officers suggest, and their commander gives with one press."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str as _

from adjudicator.core.errors import Refusal
from adjudicator.core.words import N_

from ..records import Campaign, Receipt
from ..service import Desk
from ..teams import OBSERVER, ROLE_NAMES, ROLES
from . import choosing
from .calls import Action, Call, campaign_of, command, seat_of
from .items import BLUE, Interaction, button
from .orders import mine
from .orders_line import Deciding, carried_lines, deciding, refused_lines
from .orders_sheet import show_sheet
from .pages import RED_INK, Page, Raw, marked, person, plain

OFFERED = {role: ROLE_NAMES[role] for role in ROLES}


async def show(call: Call) -> None:
    """Who stands behind each seat."""
    campaign = await campaign_of(call)
    people = await call.look(lambda desk: desk.people(campaign.id))
    body = []
    for seat in campaign.seats:
        body.append(f"**{plain(call.name(seat))}**")
        roles = [(person(p.user, p.who), call.text(ROLE_NAMES[p.role])) for p in people if p.seat == seat]
        behind = [f"{who} · {plain(role)}" for who, role in roles]
        body += behind or [plain(call.text(N_("vacant")))]
    await call.say(Page(title=plain(campaign.title), body=body))


async def _chief(call: Call, named: str | None) -> tuple[Campaign, str]:
    """The game and the seat of which the caller changes the team: a seat of his, or for the referee any."""
    campaign = await campaign_of(call)
    if named is not None and call.user == campaign.referee:
        return campaign, choosing.seat_named(call, campaign, named)
    return campaign, await seat_of(call, campaign, named)


async def enlist(call: Call, member: discord.Member | discord.User, role: str, named: str | None) -> None:
    """Take somebody into the team."""
    campaign, seat = await _chief(call, named)
    user = f"discord/{member.id}"
    await call.do(lambda desk: desk.enlist(call.message, campaign.id, seat, user, member.display_name, role))
    template = N_("{who} suggests orders for {seat} now, and sees what it sees.")
    if role == OBSERVER:
        template = N_("{who} sees now what {seat} sees.")
    await call.say(Page(body=[marked(template, call.language, call.label, who=Raw(person(user)), seat=seat)]))


async def dismiss(call: Call, member: discord.Member | discord.User | None, named: str | None) -> None:
    """Take somebody out of the team; oneself, if nobody is named."""
    campaign, seat = await _chief(call, named)
    user = call.user if member is None else f"discord/{member.id}"
    await call.do(lambda desk: desk.dismiss(call.message, campaign.id, seat, user))
    template = N_("{who} is in the team of {seat} no more.")
    await call.say(Page(body=[marked(template, call.language, call.label, who=Raw(person(user)), seat=seat)]))


async def hand_over(call: Call, member: discord.Member | discord.User, named: str | None) -> None:
    """Change places with an officer."""
    campaign, seat = await _chief(call, named)
    user = f"discord/{member.id}"
    await call.do(lambda desk: desk.hand_over(call.message, campaign.id, seat, user))
    template = N_("{who} commands {seat} now; you are an officer.")
    await call.say(Page(body=[marked(template, call.language, call.label, who=Raw(person(user)), seat=seat)]))


# -- suggestions -------------------------------------------------------------------------------------


async def suggestions(call: Call) -> None:
    """What waits for the commander of the caller's seat."""
    campaign = await campaign_of(call)
    seat = await seat_of(call, campaign)
    await show_sheet(call, campaign, seat)


async def _yes(call: Call) -> None:
    """Give orders that were suggested."""
    campaign, seat, id = await campaign_of(call, call.args[0]), call.args[1], int(call.args[2])

    def given(desk: Desk) -> tuple[Receipt | None, Refusal | None, Deciding, str]:
        now = deciding(desk, campaign.id, seat, call.language)
        text = next((made.text for made in desk.suggestions(campaign.id, seat) if made.id == id), "")
        if not desk.may_order(call.user, campaign.id, seat):
            text = ""
        try:
            return desk.confirm(call.message, campaign.id, seat, id), None, now, text
        except Refusal as refused:
            if not text:
                raise
            return None, refused, now, text

    receipt, refused, now, text = await call.do(given)
    if receipt is None:
        assert refused is not None
        again = button(call.text(N_("Order sheet")), "orders_of", campaign.id, seat, style=BLUE)
        body = refused_lines(call, now, text, refused)
        await call.say(Page(body=body, rows=[[again]], colour=RED_INK))
    else:
        await show_sheet(call, campaign, seat, _given_lines(call, campaign, receipt))


def _given_lines(call: Call, campaign: Campaign, receipt: Receipt) -> list[str]:
    """What has become of suggested orders."""
    if receipt.said.get("how") == "held":
        held = N_(
            "The game has gone on since they were written. Look at them; pressed again, they are given."
        )
        return [plain(call.text(held))]
    return carried_lines(call, campaign, receipt.said, ())


async def _no(call: Call) -> None:
    """Take a suggestion away."""
    campaign, seat, id = await campaign_of(call, call.args[0]), call.args[1], int(call.args[2])
    await call.do(lambda desk: desk.withdraw(call.message, campaign.id, seat, id))
    await show_sheet(call, campaign, seat, [plain(call.text(N_("The suggestion is taken away.")))])


ACTIONS = {
    "suggest_yes": Action(_yes),
    "suggest_give": Action(_yes, "update"),
    "suggest_drop": Action(_no, "update"),
}


class TeamGroup(app_commands.Group):
    """The group of commands."""

    def __init__(self) -> None:
        description = _(N_("Who stands behind a seat: commander, officers, observers"))
        super().__init__(name="team", description=description)

    @app_commands.command(description=_(N_("Who stands behind each seat")))
    async def show(self, interaction: Interaction) -> None:
        """The teams."""
        await command(interaction, show)

    @app_commands.command(description=_(N_("Take somebody into the team of your seat")))
    @app_commands.describe(
        member=_(N_("Who")),
        role=_(N_("An officer suggests orders, an observer sees")),
        seat=_(N_("Which seat")),
    )
    @app_commands.autocomplete(seat=choosing.seats(choosing.every))
    @app_commands.choices(role=choosing.named(OFFERED))
    async def enlist(
        self, interaction: Interaction, member: discord.Member, role: str, seat: str | None = None
    ) -> None:
        """Take somebody in."""
        await command(interaction, lambda call: enlist(call, member, role, seat))

    @app_commands.command(description=_(N_("Take somebody out of your team, or leave it")))
    @app_commands.describe(member=_(N_("Who; yourself, if nobody is named")), seat=_(N_("Which seat")))
    @app_commands.autocomplete(seat=choosing.seats(choosing.every))
    async def dismiss(
        self, interaction: Interaction, member: discord.Member | None = None, seat: str | None = None
    ) -> None:
        """Take somebody out."""
        await command(interaction, lambda call: dismiss(call, member, seat))

    @app_commands.command(name="hand-over", description=_(N_("Change places with an officer of yours")))
    @app_commands.describe(member=_(N_("Who")), seat=_(N_("Which of your seats")))
    @app_commands.autocomplete(seat=choosing.seats(mine))
    async def hand_over(
        self, interaction: Interaction, member: discord.Member, seat: str | None = None
    ) -> None:
        """Hand over."""
        await command(interaction, lambda call: hand_over(call, member, seat))

    @app_commands.command(description=_(N_("What officers suggest, for their commander to give")))
    async def orders(self, interaction: Interaction) -> None:
        """What is suggested."""
        await command(interaction, suggestions)
