"""Invitations: a seat, or a role in its team, is offered in the channel, to be accepted or declined.

Nothing changes before they accept. The store keeps an invitation for the invitee alone until they answer, it
is withdrawn, or it expires. If its message has not arrived, or somebody has deleted it, the next command that
offers the same posts it again. The commands that have invited somebody are remembered as long as forms are
kept (`service.storage.retention`), even after the invitation is gone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Literal

import discord
import msgspec
from msgspec import Struct, structs

from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, words
from frontends.discord.context.action_context import Action, ActionContext
from frontends.discord.context.resolve_campaign import campaign_of
from frontends.discord.failures import UNKNOWN_MESSAGE, is_forbidden, is_gone, passes
from frontends.discord.ui.format_post import MARKS_A_POST
from frontends.discord.ui.items import GREEN, button
from frontends.discord.ui.pages import GOLD, Page, Raw, id_of, marked, person, render_messages, said
from service.api import Service
from service.values.front_ends.channels import ChannelBinding
from service.values.records import Campaign
from service.values.time_control import HOUR

SEAT, TEAM = "seat", "team"
DAYS = 7
"""Days for which an invitation is valid."""


class Invitee(Struct, frozen=True):
    """A user who is invited to a seat, or into its team.

    Attributes:
        kind: `SEAT` or `TEAM`.
        campaign, seat: the seat.
        user: the person invited.
    """

    kind: str
    campaign: int
    seat: str
    user: str

    @property
    def key(self) -> str:
        """The name under which the store keeps the invitation, for the user alone."""
        return f"{self.kind}/{self.campaign}/{self.seat}"


class Invitation(Struct, frozen=True):
    """An offer to an invitee.

    Attributes:
        by: the person who offers it; it is valid as long as they have the right to.
        role: in the team; "" for the seat itself.
        request: the command that made it; its message is recognized by it.
        until: when it expires, in UNIX seconds.
        held: who had the seat then, "" for nobody; a seat that a third person has taken since is not given.
        place, message: the channel and the message; 0 while it is uncertain whether it was posted.
        deleted: how many messages of it have been deleted, because the platform refuses a used nonce.
    """

    by: str
    role: str = ""
    request: str = ""
    until: int = 0
    held: str = ""
    place: int = 0
    message: int = 0
    deleted: int = 0

    @property
    def terms(self) -> tuple[str, str, str]:
        """The terms by which two invitations are the same offer."""
        return self.by, self.role, self.held


def require_person(member: discord.Member | discord.User) -> None:
    """Refuse a bot.

    Raises:
        NotNow: if it is one.
    """
    if member.bot:
        raise NotNow(
            words(N_("name a person, not a bot; for the computer, leave the seat vacant and use /game start"))
        )


Kept = Literal["made", "known", "open"]
"""The outcome of `keep`: the invitation is new; this very command has made it before; or the same offer is
open already, and is not posted a second time if it can be read."""


# -- in the store ------------------------------------------------------------------------------------


def keep(service: Service, call: ActionContext, invitee: Invitee, role: str = "") -> Kept:
    """Keep an invitation by the caller, in place of others to the same seat."""
    holder = _holder(service, invitee)
    made = Invitation(call.user, role, call.message.id, _expiry(service), holder)
    before = _stored(service, invitee)
    is_open = before is not None and before.until > service.now() and before.terms == made.terms
    if not is_open:
        if invitee.kind == SEAT:
            service.channels.drop_sheets(invitee.key)
        service.channels.keep_sheet(invitee.key, invitee.user, msgspec.to_builtins(made))
    service.channels.keep_sheet(_command_key(call), call.user, {})
    return "open" if is_open else "made"


def is_known(service: Service, call: ActionContext) -> bool:
    """Return true if this same command has invited somebody before, even if the invitation is gone."""
    return service.channels.sheet(_command_key(call), call.user) is not None


def forget(service: Service, invitee: Invitee) -> None:
    """Drop an invitation."""
    service.channels.keep_sheet(invitee.key, invitee.user, None)


def found(service: Service, invitee: Invitee) -> Invitation:
    """Return the invitation of somebody who accepts or declines.

    Raises:
        NotNow: if there is none, if it has expired, or if the seat has gone to a third person since.
    """
    made = _stored(service, invitee)
    seat = {"seat": invitee.seat}
    if made is None:
        raise NotNow(words(N_("you have not been invited to take {seat}"), **seat))
    if made.until <= service.now():
        raise NotNow(words(N_("this invitation expired after {n} {n:day|days}; ask for a new one"), n=DAYS))
    if invitee.kind == SEAT and _holder(service, invitee) not in ("", made.held):
        raise NotNow(
            words(
                N_("{seat} has a different player since you were invited; ask for a new invitation"), **seat
            )
        )
    return made


def _command_key(call: ActionContext) -> str:
    """Return the name under which the store remembers that a command has invited somebody."""
    return f"asked/{call.message.id}"


def _expiry(service: Service) -> int:
    return service.now() + DAYS * 24 * HOUR


def _stored(service: Service, invitee: Invitee) -> Invitation | None:
    stored = service.channels.sheet(invitee.key, invitee.user)
    return None if stored is None else msgspec.convert(stored, Invitation)


def _holder(service: Service, invitee: Invitee) -> str:
    """Return the present player of a seat, "" for nobody."""
    member = service.status(invitee.campaign).members.get(invitee.seat)
    return "" if member is None else member.user


def _update(service: Service, invitee: Invitee, made: Invitation) -> bool:
    """Save the new state of an invitation; return false if another has replaced it, or it is gone."""
    now = _stored(service, invitee)
    if now is None or now.request != made.request:
        return False
    service.channels.keep_sheet(invitee.key, invitee.user, msgspec.to_builtins(made), durable=False)
    return True


def _renew(service: Service, invitee: Invitee, made: Invitation) -> Invitation | None:
    """Return an invitation that can be posted again; None if another has replaced it, or it is gone."""
    deleted = made.deleted + bool(made.message)
    again = structs.replace(made, until=_expiry(service), place=0, message=0, deleted=deleted)
    return again if _update(service, invitee, again) else None


def _undo(service: Service, call: ActionContext, invitee: Invitee) -> None:
    """Drop an invitation that could not be posted, so that the same command may invite again."""
    forget(service, invitee)
    service.channels.keep_sheet(_command_key(call), call.user, None)


# -- in the channel ----------------------------------------------------------------------------------


async def ask(
    call: ActionContext, invitee: Invitee, kept: Kept, offer: str, take: str, **values: Any
) -> bool:
    """Post an invitation in the game's channel, unless the invitee can read it there already.

    Args:
        call: the command that invites.
        invitee: the person and the seat; nobody else is mentioned.
        kept: the result of `keep`.
        offer: the template of a sentence that names `who` and `seat`.
        take: the template of the button that accepts.
        values: other values of the sentence.

    Returns:
        False if an earlier command has made the same offer, and the caller has been told so.

    Raises:
        NotNow: if the channel cannot be written to.
    """
    shown = await call.look(lambda service: service.channels.shown(invitee.campaign))
    channel = call.place if shown is None else shown.channel
    made = await _unread(call, invitee, kept, channel)
    if made is None and kept == "open":
        await _tell_already_invited(call, invitee.user)
        return False
    if made is not None:
        page = _page(call, invitee, shown, offer, take, values)
        message = await _post_or_undo(call, page, invitee, made, channel)
        posted = structs.replace(made, place=channel, message=message)
        await call.look(lambda service: _update(service, invitee, posted))
    return True


async def _unread(call: ActionContext, invitee: Invitee, kept: Kept, channel: int) -> Invitation | None:
    """Return the invitation that is to be posted; None if there is nothing to post.

    Raises:
        discord.HTTPException, aiohttp.ClientError, OSError: if the platform does not answer now.
    """
    made = await call.look(lambda service: _stored(service, invitee))
    if made is None or kept == "made":
        return made
    is_of_another_command = kept == "known" and made.request != call.message.id
    if is_of_another_command or await _is_readable(call, invitee, made, channel):
        return None
    return await call.look(lambda service: _renew(service, invitee, made))


async def _is_readable(call: ActionContext, invitee: Invitee, made: Invitation, channel: int) -> bool:
    """Return true if the message of an invitation is in the channel; keep its id if it was in doubt."""
    if made.message:
        return made.place == channel and await _exists(call, made)
    message = await call.bot.sender.find(channel, _mark(invitee, made))
    if message:
        posted = structs.replace(made, place=channel, message=message)
        await call.look(lambda service: _update(service, invitee, posted))
    return bool(message)


async def _exists(call: ActionContext, made: Invitation) -> bool:
    """Return true if the message exists; also if the bot may not read it."""
    try:
        await call.bot.channels.at(made.place).fetch_message(made.message)
    except discord.HTTPException as error:
        if passes(error):
            raise
        return not (error.code == UNKNOWN_MESSAGE or is_gone(error))
    return True


def _page(
    call: ActionContext,
    invitee: Invitee,
    shown: ChannelBinding | None,
    offer: str,
    take: str,
    values: Mapping[str, Any],
) -> Page:
    """Return the page of the invitation in the channel: the offer, its conditions, two buttons."""
    language = call.language if shown is None else shown.language
    campaign, seat = invitee.campaign, invitee.seat
    text = marked(offer, language, call.label, who=Raw(person(invitee.user)), seat=seat, **values)
    small = [marked(N_("This invitation is valid for {n} {n:day|days}."), language, n=DAYS)]
    if invitee.kind == TEAM and not (shown is not None and shown.strict):
        moderated = N_("A team gets its information in a private thread. Server moderators can read it too.")
        small.append(marked(moderated, language))
    accept = said(take, language, call.label, seat=seat)
    row = [
        button(accept, f"{invitee.kind}_take", campaign, seat, style=GREEN),
        button(said(N_("No, thanks"), language), "decline", campaign, invitee.kind, seat),
    ]
    return Page(body=[text, *(f"-# {line}" for line in small)], rows=[row], colour=GOLD)


async def _post_or_undo(
    call: ActionContext, page: Page, invitee: Invitee, made: Invitation, channel: int
) -> int:
    """Post an invitation and return the id of its message; if it cannot be posted, drop it.

    Raises:
        NotNow: if the channel cannot be written to.
    """
    try:
        return await _post(call, page, invitee, made, channel)
    except Exception as error:
        if passes(error):
            raise  # it may have arrived: the next command looks for it
        await call.look(lambda service: _undo(service, call, invitee))
        if not (isinstance(error, discord.HTTPException) and (is_forbidden(error) or is_gone(error))):
            raise
        raise NotNow(words(N_("nobody was invited: the bot cannot write in the game's channel"))) from error


async def _post(call: ActionContext, page: Page, invitee: Invitee, made: Invitation, channel: int) -> int:
    """Post an invitation; the platform gives back one that has just arrived with the same nonce."""
    (message,) = render_messages(page, _mark(invitee, made))
    posted = await call.bot.channels.at(channel).send(
        view=message.view,
        nonce=_digest(invitee, made)[:25],
        silent=await call.bot.channels.is_quiet(call.interaction.guild_id or 0),
        allowed_mentions=discord.AllowedMentions(users=[discord.Object(id_of(invitee.user))]),
    )
    return posted.id


def _digest(invitee: Invitee, made: Invitation) -> str:
    identity = f"{invitee.key} {invitee.user} {made.request} {made.deleted}"
    return hashlib.sha256(identity.encode()).hexdigest()


def _mark(invitee: Invitee, made: Invitation) -> int:
    """Return the mark by which the message is found; no post has it (`format_post.mark_of`)."""
    return int(_digest(invitee, made)[:6], 16) * MARKS_A_POST + MARKS_A_POST - 1


async def _tell_already_invited(call: ActionContext, user: str) -> None:
    template = N_("{who} has already been invited and has not answered yet. No second invitation was sent.")
    await call.say(Page(body=[marked(template, call.language, who=Raw(person(user)))]))


async def close(call: ActionContext, campaign: Campaign, template: str, /, **values: Any) -> None:
    """Replace the invitation whose button was pressed by a sentence with its outcome."""
    shown = await call.look(lambda service: service.channels.shown(campaign.id))
    language = shown.language if shown is not None else call.language
    text = marked(template, language, call.label, who=Raw(person(call.user)), **values)
    await call.say(Page(body=[text]))


async def _decline(call: ActionContext) -> None:
    """Decline an invitation, where its sender can read it."""
    campaign, kind, seat = await campaign_of(call, call.args[0]), call.args[1], call.args[2]
    invitee = Invitee(kind, campaign.id, seat, call.user)

    def declined(service: Service) -> None:
        found(service, invitee)
        forget(service, invitee)

    await call.look(declined)
    declines = N_("{who} declined the seat {seat}.")
    if kind == TEAM:
        declines = N_("{who} declined to join the team of {seat}.")
    await close(call, campaign, declines, seat=seat)


ACTIONS = {"decline": Action(_decline, "update")}
