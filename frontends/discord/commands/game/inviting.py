"""Invitations: a seat, or a place in its team, is offered in the channel; whoever is asked accepts himself.

Nobody is taken in without his word, and nothing changes before he gives it. What is offered lies in the
store, for him alone, until he answers, it is taken back, or its time is up. If its message has not arrived,
or somebody has deleted it, the next command that offers the same posts it again. Which messages have
invited somebody is remembered as long as any form is kept (`sweeping`), whatever has become of it.
"""

from __future__ import annotations

import hashlib
from typing import Any, Literal

import discord
import msgspec
from msgspec import Struct, structs

from adjudicator.core.errors import NotNow
from adjudicator.core.words import N_, Words
from frontends.discord.context.action_context import Action, ActionContext
from frontends.discord.context.resolve_campaign import campaign_of
from frontends.discord.failures import UNKNOWN_MESSAGE, is_forbidden, is_gone, passes
from frontends.discord.ui.format_post import MARKS_A_POST
from frontends.discord.ui.items import GREEN, button
from frontends.discord.ui.pages import GOLD, Page, Raw, id_of, leaves, marked, person, said
from service.api import Service
from service.values.records import Campaign
from service.values.time_control import HOUR

SEAT, TEAM = "seat", "team"
DAYS = 7
"""So long an invitation stands."""


class Invitation(Struct, frozen=True):
    """What somebody is offered.

    Attributes:
        by: who offers it; it holds as long as he may.
        role: in the team; "" of the seat itself.
        request: the message by which it was made; by it what was posted is known again.
        until: when its time is up, in UNIX seconds.
        held: who had the seat then; of the seat itself nobody is offered what a third has taken since.
        place, message: where it was posted, and as what; 0 while that is in doubt.
        deleted: how many messages of it have been deleted: the platform takes no nonce of one again.
    """

    by: str
    role: str = ""
    request: str = ""
    until: int = 0
    held: str = ""
    place: int = 0
    message: int = 0
    deleted: int = 0


def _name(kind: str, campaign: int, seat: str) -> str:
    """Under what the store keeps an invitation."""
    return f"{kind}/{campaign}/{seat}"


def require_person(member: discord.Member | discord.User) -> None:
    """Nobody but people is invited, or rules.

    Raises:
        NotNow: if it is a bot.
    """
    if member.bot:
        raise NotNow(
            Words(N_("name a person, not a bot; for the computer, leave the seat vacant and use /game start"))
        )


Kept = Literal["made", "known", "open"]
"""What has become of an invitation: it is new; this very message has made it before; or the same one stands
already, and nobody is called a second time if he can read it."""


def keep(
    service: Service, call: ActionContext, kind: str, campaign: int, seat: str, user: str, role: str = ""
) -> Kept:
    """Keep an invitation by the caller; to a seat there is one at a time."""
    name, surface = _name(kind, campaign, seat), service.channels
    holder = _holder(service, campaign, seat)
    made = Invitation(call.user, role, call.message.id, _until(service), holder)
    before = _standing(service, name, user)
    is_open = before is not None and before.until > service.now() and _offers(before) == _offers(made)
    if not is_open:
        if kind == SEAT:
            surface.drop_sheets(name)
        surface.keep_sheet(name, user, msgspec.to_builtins(made))
    surface.keep_sheet(_asked(call), call.user, {})
    return "open" if is_open else "made"


def is_known(service: Service, call: ActionContext) -> bool:
    """Whether this very message has invited somebody before; what has become of that is its own matter."""
    return service.channels.sheet(_asked(call), call.user) is not None


def _asked(call: ActionContext) -> str:
    """Under what the store remembers that a message has invited somebody."""
    return f"asked/{call.message.id}"


def _until(service: Service) -> int:
    return service.now() + DAYS * 24 * HOUR


def _standing(service: Service, name: str, user: str) -> Invitation | None:
    kept = service.channels.sheet(name, user)
    return None if kept is None else msgspec.convert(kept, Invitation)


def _offers(made: Invitation) -> tuple[str, str, str]:
    return made.by, made.role, made.held


def _holder(service: Service, campaign: int, seat: str) -> str:
    """Who has a seat now, "" for nobody."""
    member = service.status(campaign).members.get(seat)
    return "" if member is None else member.user


def forget(service: Service, kind: str, campaign: int, seat: str, user: str) -> None:
    """Somebody is not asked any more."""
    service.channels.keep_sheet(_name(kind, campaign, seat), user, None)


def found(service: Service, kind: str, campaign: int, seat: str, user: str) -> Invitation:
    """What somebody is offered.

    Raises:
        NotNow: if nothing, if its time is up, or if the seat has gone to a third since.
    """
    made = _standing(service, _name(kind, campaign, seat), user)
    if made is None:
        raise NotNow(Words(N_("you have not been invited to take {seat}"), {"seat": seat}))
    if made.until <= service.now():
        raise NotNow(Words(N_("this invitation expired after {n} days; ask for a new one"), {"n": DAYS}))
    if kind == SEAT and _holder(service, campaign, seat) not in ("", made.held):
        raise NotNow(
            Words(
                N_("{seat} has a different player since you were invited; ask for a new invitation"),
                {"seat": seat},
            )
        )
    return made


# -- in the channel ----------------------------------------------------------------------------------


async def ask(
    call: ActionContext,
    campaign: Campaign,
    kind: str,
    seat: str,
    user: str,
    kept: Kept,
    offer: str,
    take: str,
    **values: Any,
) -> bool:
    """Ask somebody in the game's channel, unless he can read it there; he alone is called.

    `offer` is the template of a sentence that names `who` and `seat`, `take` of the button that accepts.
    Gives False if somebody else's word, or an earlier one, has asked him: then the caller has been told.

    Raises:
        NotNow: if the channel cannot be written to.
    """
    shown = await call.look(lambda service: service.channels.shown(campaign.id))
    language, channel = (shown.language, shown.channel) if shown is not None else (call.language, call.place)
    name = _name(kind, campaign.id, seat)
    made = await call.look(lambda service: _standing(service, name, user))
    is_another = kept == "known" and made is not None and made.request != call.message.id
    if kept != "made" and made is not None and not is_another:
        made = await _unread(call, made, name, user, channel)
    if made is None or is_another:
        if kept == "open":
            await _already(call, user)
        return kept != "open"
    text = marked(offer, language, call.label, who=Raw(person(user)), seat=seat, **values)
    small = [marked(N_("This invitation is valid for {n} days."), language, n=DAYS)]
    if kind == TEAM and not (shown is not None and shown.strict):
        moderated = N_("A team reads in a private thread. Server moderators can read it too.")
        small.append(marked(moderated, language))
    row = [
        button(said(take, language, call.label, seat=seat), f"{kind}_take", campaign.id, seat, style=GREEN),
        button(said(N_("No, thanks"), language), "decline", campaign.id, kind, seat),
    ]
    page = Page(body=[text, *(f"-# {line}" for line in small)], rows=[row], colour=GOLD)
    try:
        message = await _post(call, page, made, name, user, channel)
    except Exception as error:
        if passes(error):
            raise  # it may have arrived: the next command looks for it
        await call.look(lambda service: _undo(service, call, kind, campaign.id, seat, user))
        if not (isinstance(error, discord.HTTPException) and (is_forbidden(error) or is_gone(error))):
            raise
        raise NotNow(Words(N_("nobody was invited: the bot cannot write in the game's channel"))) from error
    posted = structs.replace(made, place=channel, message=message)
    await call.look(lambda service: _note(service, name, user, posted))
    return True


def _digest(name: str, user: str, made: Invitation) -> str:
    return hashlib.sha256(f"{name} {user} {made.request} {made.deleted}".encode()).hexdigest()


def _mark(name: str, user: str, made: Invitation) -> int:
    """By what its message is found again in the channel; never one of a post (`dress.mark_of`)."""
    return int(_digest(name, user, made)[:6], 16) * MARKS_A_POST + MARKS_A_POST - 1


async def _post(call: ActionContext, page: Page, made: Invitation, name: str, user: str, channel: int) -> int:
    """Post it; gives the message. One that has arrived just now is not posted again: it has its nonce."""
    (leaf,) = leaves(page, _mark(name, user, made))
    message = await call.bot.channels.at(channel).send(
        view=leaf.sheet,
        nonce=_digest(name, user, made)[:25],
        allowed_mentions=discord.AllowedMentions(users=[discord.Object(id_of(user))]),
    )
    return message.id


async def _unread(
    call: ActionContext, made: Invitation, name: str, user: str, channel: int
) -> Invitation | None:
    """What is to be posted of an invitation that stands; None if he can read it in the channel.

    Raises:
        discord.HTTPException, aiohttp.ClientError, OSError: if the platform does not answer now.
    """
    if not made.message:
        found = await call.bot.sender.find(channel, _mark(name, user, made))
        if found:
            posted = structs.replace(made, place=channel, message=found)
            await call.look(lambda service: _note(service, name, user, posted))
            return None
    elif made.place == channel and await _is_there(call, made):
        return None

    def renewed(service: Service) -> Invitation | None:
        deleted = made.deleted + bool(made.message)
        again = structs.replace(made, until=_until(service), place=0, message=0, deleted=deleted)
        return again if _note(service, name, user, again) else None

    return await call.look(renewed)


async def _is_there(call: ActionContext, made: Invitation) -> bool:
    """Whether its message can be read still; where it may not be looked at, it is taken to be."""
    try:
        await call.bot.channels.at(made.place).fetch_message(made.message)
    except discord.HTTPException as error:
        if passes(error):
            raise
        return not (error.code == UNKNOWN_MESSAGE or is_gone(error))
    return True


def _note(service: Service, name: str, user: str, made: Invitation) -> bool:
    """Keep what has become of the message, if the invitation stands still; whether it does."""
    now = _standing(service, name, user)
    if now is None or now.request != made.request:
        return False
    service.channels.keep_sheet(name, user, msgspec.to_builtins(made), lasting=False)
    return True


def _undo(service: Service, call: ActionContext, kind: str, campaign: int, seat: str, user: str) -> None:
    """Nobody was asked: the same message may ask again."""
    forget(service, kind, campaign, seat, user)
    service.channels.keep_sheet(_asked(call), call.user, None)


async def _already(call: ActionContext, user: str) -> None:
    """Somebody was asked the same before, and is not called a second time."""
    template = N_("{who} has already been invited and has not answered yet. No second invitation was sent.")
    await call.say(Page(body=[marked(template, call.language, who=Raw(person(user)))]))


async def close(call: ActionContext, campaign: Campaign, template: str, /, **values: Any) -> None:
    """In place of the invitation that was pressed stands what has become of it."""
    shown = await call.look(lambda service: service.channels.shown(campaign.id))
    language = shown.language if shown is not None else call.language
    text = marked(template, language, call.label, who=Raw(person(call.user)), **values)
    await call.say(Page(body=[text]))


async def _decline(call: ActionContext) -> None:
    """Whoever was asked does not want to; whoever asked him reads it in the channel."""
    campaign, kind, seat = await campaign_of(call, call.args[0]), call.args[1], call.args[2]

    def declined(service: Service) -> None:
        found(service, kind, campaign.id, seat, call.user)
        forget(service, kind, campaign.id, seat, call.user)

    await call.look(declined)
    declines = N_("{who} declines the seat {seat}.")
    if kind == TEAM:
        declines = N_("{who} declines to join the team of {seat}.")
    await close(call, campaign, declines, seat=seat)


ACTIONS = {"decline": Action(_decline, "update")}
