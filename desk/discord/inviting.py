"""Invitations: a seat, or a place in its team, is offered in the channel; whoever is asked accepts himself.

Nobody is taken in without his word, and nothing changes before he gives it. What is offered lies in the
store, for him alone, until he answers, it is taken back, or its time is up.
"""

from __future__ import annotations

from typing import Any, Literal

import discord
import msgspec
from msgspec import Struct

from adjudicator.core.errors import NotNow
from adjudicator.core.words import N_, Words

from ..pace import HOUR
from ..records import Campaign
from ..service import Desk
from .calls import Action, Call, campaign_of
from .failures import is_forbidden, is_gone
from .items import GREEN, button
from .pages import GOLD, Page, Raw, id_of, leaves, marked, person, said

SEAT, TEAM = "seat", "team"
DAYS = 7
"""So long an invitation stands."""


class Invitation(Struct, frozen=True):
    """What somebody is offered.

    Attributes:
        by: who offers it; it holds as long as he may.
        role: in the team; "" of the seat itself.
        request: the message by which it was made, so that a repetition of it posts nothing.
        until: when its time is up, in UNIX seconds.
        held: who had the seat then; of the seat itself nobody is offered what a third has taken since.
    """

    by: str
    role: str = ""
    request: str = ""
    until: int = 0
    held: str = ""


def _name(kind: str, campaign: int, seat: str) -> str:
    """Under what the store keeps an invitation."""
    return f"{kind}/{campaign}/{seat}"


def require_person(member: discord.Member | discord.User) -> None:
    """Nobody but people is invited.

    Raises:
        NotNow: if it is a bot.
    """
    if member.bot:
        raise NotNow(Words(N_("a bot plays by itself: vacant seats are given to the house")))


Kept = Literal["made", "known", "open"]
"""What has become of an invitation: it is new; this very message has made it before; or the same one stands
already, and nobody is called a second time."""


def keep(desk: Desk, call: Call, kind: str, campaign: int, seat: str, user: str, role: str = "") -> Kept:
    """Keep an invitation by the caller; to a seat there is one at a time."""
    name, surface, request = _name(kind, campaign, seat), desk.office.surface, call.message.id
    until = desk.office.clock() + DAYS * 24 * HOUR
    made = Invitation(call.user, role, request, until, _holder(desk, campaign, seat))
    if (kept := surface.sheet(name, user)) is not None:
        before = msgspec.convert(kept, Invitation)
        if before.request == request:
            return "known"
        if before.until > desk.office.clock() and _offers(before) == _offers(made):
            return "open"
    if kind == SEAT:
        surface.drop_sheets(name)
    surface.keep_sheet(name, user, msgspec.to_builtins(made))
    return "made"


def _offers(made: Invitation) -> tuple[str, str, str]:
    return made.by, made.role, made.held


def _holder(desk: Desk, campaign: int, seat: str) -> str:
    """Who has a seat now, "" for nobody."""
    member = desk.status(campaign).members.get(seat)
    return "" if member is None else member.user


def forget(desk: Desk, kind: str, campaign: int, seat: str, user: str) -> None:
    """Somebody is not asked any more."""
    desk.office.surface.keep_sheet(_name(kind, campaign, seat), user, None)


def found(desk: Desk, kind: str, campaign: int, seat: str, user: str) -> Invitation:
    """What somebody is offered.

    Raises:
        NotNow: if nothing, if its time is up, or if the seat has gone to a third since.
    """
    kept = desk.office.surface.sheet(_name(kind, campaign, seat), user)
    if kept is None:
        raise NotNow(Words(N_("you are not asked to take {seat}"), {"seat": seat}))
    made = msgspec.convert(kept, Invitation)
    if made.until <= desk.office.clock():
        raise NotNow(Words(N_("this invitation was good for {n} days; ask for another"), {"n": DAYS}))
    if kind == SEAT and _holder(desk, campaign, seat) not in ("", made.held):
        raise NotNow(Words(N_("{seat} has changed hands since you were asked; ask again"), {"seat": seat}))
    return made


# -- in the channel ----------------------------------------------------------------------------------


async def ask(
    call: Call, campaign: Campaign, kind: str, seat: str, user: str, offer: str, take: str, **values: Any
) -> None:
    """Ask somebody in the game's channel; he alone is called.

    `offer` is the template of a sentence that names `who` and `seat`, `take` of the button that accepts.

    Raises:
        NotNow: if the channel cannot be written to.
    """
    shown = await call.look(lambda desk: desk.office.surface.shown(campaign.id))
    language, channel = (shown.language, shown.channel) if shown is not None else (call.language, call.place)
    text = marked(offer, language, call.label, who=Raw(person(user)), seat=seat, **values)
    small = [marked(N_("This stands for {n} days."), language, n=DAYS)]
    if kind == TEAM and not (shown is not None and shown.strict):
        moderated = N_("A team reads in a private thread; whoever moderates the server can read it, too.")
        small.append(marked(moderated, language))
    row = [
        button(said(take, language, call.label, seat=seat), f"{kind}_take", campaign.id, seat, style=GREEN),
        button(said(N_("No, thank you"), language), "decline", campaign.id, kind, seat),
    ]
    called = discord.AllowedMentions(users=[discord.Object(id_of(user))])
    try:
        for leaf in leaves(Page(body=[text, *(f"-# {line}" for line in small)], rows=[row], colour=GOLD)):
            await call.umpire.places.at(channel).send(view=leaf.sheet, allowed_mentions=called)
    except Exception as error:
        await call.look(lambda desk: forget(desk, kind, campaign.id, seat, user))
        if not (isinstance(error, discord.HTTPException) and (is_forbidden(error) or is_gone(error))):
            raise
        raise NotNow(Words(N_("the game's channel cannot be written to, so nobody was asked"))) from error


async def already(call: Call, user: str) -> None:
    """Somebody was asked the same before, and is not called a second time."""
    template = N_("{who} was asked already and has not answered; nobody is called twice for one thing.")
    await call.say(Page(body=[marked(template, call.language, who=Raw(person(user)))]))


async def close(call: Call, campaign: Campaign, template: str, /, **values: Any) -> None:
    """In place of the invitation that was pressed stands what has become of it."""
    shown = await call.look(lambda desk: desk.office.surface.shown(campaign.id))
    language = shown.language if shown is not None else call.language
    text = marked(template, language, call.label, who=Raw(person(call.user)), **values)
    await call.say(Page(body=[text]))


async def _decline(call: Call) -> None:
    """Whoever was asked does not want to; whoever asked him reads it in the channel."""
    campaign, kind, seat = await campaign_of(call, call.args[0]), call.args[1], call.args[2]

    def declined(desk: Desk) -> None:
        found(desk, kind, campaign.id, seat, call.user)
        forget(desk, kind, campaign.id, seat, call.user)

    await call.look(declined)
    declines = N_("{who} does not take {seat}.")
    if kind == TEAM:
        declines = N_("{who} does not join the team of {seat}.")
    await close(call, campaign, declines, seat=seat)


ACTIONS = {"decline": Action(_decline, "update")}
