"""The referee gives a seat to somebody else, who accepts it himself; and names another referee."""

from __future__ import annotations

import discord

from adjudicator.core.errors import NotNow, Verbatim
from adjudicator.core.words import N_, Words

from ..records import Campaign, Message, Receipt
from ..service import Desk
from . import choosing
from .calls import Action, Call, campaign_of
from .items import GREEN, button
from .joining import tested
from .pages import GOLD, Page, Raw, leaves, marked, person
from .referee_chair import done, judged


def _sheet(campaign: int, seat: str) -> str:
    """Under what the store keeps that somebody is invited to a seat."""
    return f"seat/{campaign}/{seat}"


async def replace(call: Call, text: str, member: discord.Member | discord.User) -> None:
    """Invite somebody to a seat; he has it as soon as he accepts.

    Raises:
        NotNow: if it is a bot.
    """
    campaign = await judged(call)
    seat = choosing.seat_named(call, campaign, text)
    if member.bot:
        raise NotNow(Words(N_("a bot plays by itself: vacant seats are given to the house")))
    user = f"discord/{member.id}"

    def invited(desk: Desk) -> int:
        content = {"by": call.user, "who": member.display_name}
        desk.office.surface.keep_sheet(_sheet(campaign.id, seat), user, dict(content))
        shown = desk.office.surface.shown(campaign.id)
        return shown.channel if shown is not None else call.place

    channel = await call.look(invited)
    await _invite(call, campaign, seat, user, channel)
    await call.note(
        N_("{who} is asked in the channel whether he takes {seat}; until then nothing changes."),
        who=Verbatim(member.display_name),
        seat=seat,
    )


async def _invite(call: Call, campaign: Campaign, seat: str, user: str, channel: int) -> None:
    """Ask in the channel; of the seat nothing is said but its name."""
    shown = await call.look(lambda desk: desk.office.surface.shown(campaign.id))
    language = shown.language if shown is not None else call.language
    template = N_("{who}: the referee offers you the seat {seat}.")
    text = marked(template, language, call.label, who=Raw(person(user)), seat=seat)
    take = marked(N_("Take {seat}"), language, call.label, seat=seat)
    row = [button(take, "seat_take", campaign.id, seat, style=GREEN)]
    for leaf in leaves(Page(body=[text], rows=[row], colour=GOLD)):
        await call.umpire.places.at(channel).send(
            view=leaf.sheet,
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(int(user.partition("/")[2]))]),
        )


async def _take(call: Call) -> None:
    """Whoever was invited takes the seat, by the word of whoever is the referee still.

    Raises:
        NotNow: if the caller was not invited, or the referee is another by now.
    """
    campaign, seat = await campaign_of(call, call.args[0]), call.args[1]

    def taken(desk: Desk) -> Receipt:
        kept = desk.office.surface.sheet(_sheet(campaign.id, seat), call.user)
        message = Message(call.message.id, campaign.referee)
        if (before := desk.done(message)) is not None:
            return before
        if kept is None or kept["by"] != campaign.referee:
            raise NotNow(Words(N_("you are not asked to take {seat}"), {"seat": seat}))
        receipt = desk.replace(message, campaign.id, seat, call.user, call.who)
        desk.office.surface.keep_sheet(_sheet(campaign.id, seat), call.user, None)
        return receipt

    receipt = await call.do(taken)
    await tested(call, campaign)
    await done(call, receipt, N_("You play {seat}. /orders shows what is asked of you."), seat=seat)


async def appoint(call: Call, member: discord.Member | discord.User) -> None:
    """Name another referee: the referee does, or the founder before the game begins."""
    campaign = await campaign_of(call)
    user, who = f"discord/{member.id}", member.display_name
    receipt = await call.do(lambda desk: desk.appoint(call.message, campaign.id, user, who))
    await done(call, receipt, N_("{who} is the referee now."), who=Verbatim(who))


ACTIONS = {"seat_take": Action(_take)}
