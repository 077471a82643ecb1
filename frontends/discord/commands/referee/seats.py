"""Commands that offer a seat to somebody else, who accepts or declines, and that name another referee."""

from __future__ import annotations

import discord

from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.words import N_, words
from frontends.discord.commands.game import inviting
from frontends.discord.commands.game.inviting import SEAT, Invitee
from frontends.discord.commands.game.joining import tested
from frontends.discord.context import autocomplete
from frontends.discord.context.action_context import Action, ActionContext
from frontends.discord.context.resolve_campaign import campaign_of
from frontends.discord.ui.pages import Raw, person
from service.api import Service
from service.usecases.referee import acts
from service.usecases.seats import teams
from service.values.records import Message, Receipt

from .require_referee import done

YOURS = N_("You play {seat}. See /orders for your decision.")


async def replace(call: ActionContext, text: str, member: discord.Member | discord.User) -> None:
    """Invite somebody to a seat; they have it as soon as they accept.

    Raises:
        Refusal: if it is a bot, or the caller may not (a vacant seat is not the referee's alone to give), or
            the invitee could not have the seat.
    """
    campaign = await campaign_of(call)
    seat = autocomplete.seat_named(call, campaign, text)
    inviting.require_person(member)
    invitee = Invitee(SEAT, campaign.id, seat, f"discord/{member.id}")

    def asked(service: Service) -> inviting.Kept:
        if inviting.is_known(service, call):
            return "known"
        service.look_as(
            call.message, campaign.id, acts.require_replaceable, seat, invitee.user, call.name_of(member)
        )
        return inviting.keep(service, call, invitee)

    kept = await call.look(asked)
    offer, take = N_("{who}: the referee offers you the seat {seat}."), N_("Take {seat}")
    if call.user != campaign.referee:
        offer = N_("{who}: {by} offers you the vacant seat {seat}.")
    by = Raw(person(call.user))
    if not await inviting.ask(call, invitee, kept, offer, take, by=by):
        return
    await call.note(
        N_("{who} has been invited in the channel to take {seat}. Nothing changes until they accept."),
        who=Verbatim(call.name_of(member)),
        seat=seat,
    )


async def _take(call: ActionContext) -> None:
    """Take the seat that the caller was invited to, if their inviter may still give it.

    Raises:
        NotNow: if the caller was not invited, or their inviter can no longer give the seat.
    """
    campaign, seat = await campaign_of(call, call.args[0]), call.args[1]
    invitee = Invitee(SEAT, campaign.id, seat, call.user)

    def taken(service: Service) -> Receipt[None] | None:
        givers = {campaign.referee, *(m.user for m in service.status(campaign.id).members.values())}
        for by in givers:
            if (before := service.done(Message(call.message.id, by))) is not None:
                return before
        if service.may_order(call.user, campaign.id, seat):
            return None  # a second press
        made = inviting.found(service, invitee)
        message = Message(call.message.id, made.by)
        try:
            service.look_as(message, campaign.id, teams.require_inviter, seat)
        except NotNow as refused:
            why = N_("the person who invited you can no longer give you {seat}")
            raise NotNow(words(why, seat=seat)) from refused
        receipt = service.do(message, campaign.id, acts.replace, seat, call.user, call.who)
        inviting.forget(service, invitee)
        return receipt

    receipt = await call.do(taken)
    if receipt is None:
        await call.note(YOURS, seat=seat)
        return
    await tested(call, campaign, anew=True)
    await inviting.close(call, campaign, N_("{who} took {seat}."), seat=seat)
    await done(call, receipt, YOURS, seat=seat)


async def appoint(call: ActionContext, member: discord.Member | discord.User) -> None:
    """Name another referee, as the referee, or as the creator before the game begins."""
    campaign = await campaign_of(call)
    inviting.require_person(member)
    user, who = f"discord/{member.id}", call.name_of(member)
    receipt = await call.do(lambda service: service.do(call.message, campaign.id, acts.appoint, user, who))
    await done(call, receipt, N_("{who} is now the referee."), who=Verbatim(who))


ACTIONS = {"seat_take": Action(_take, "update")}
