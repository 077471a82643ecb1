"""Messages, each sent exactly once, reduced to text if need be (design/discord.md §2, §5).

The place of a message is stored before it is sent, and its id when it has arrived. After a crash a message
that was being sent is searched for in its channel by its mark before it is sent again; a nonce stops the
platform from accepting it twice.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Collection, Sequence

import discord
from msgspec import Struct, structs

from frontends.discord.failures import (
    UNKNOWN_CHANNEL,
    Gone,
    Later,
    Moved,
    Unreachable,
    error_id,
    is_closed,
    is_forbidden,
    is_gone,
    is_rejected,
    is_too_large,
    passes,
)
from frontends.discord.ui.format_post import instead_of, mark_of, without_pictures
from frontends.discord.ui.pages import Page, RenderedMessage, plain, render_messages
from service.runtime.worker import Worker
from service.values.front_ends.channels import ChannelBinding, SentMessage
from service.values.records import Post

from .channels import ChannelDirectory

LOOKED_THROUGH = 50
"""Messages of a channel that are searched for one that may have arrived."""

log = logging.getLogger("tabellarius.discord")


class OutgoingMessage(Struct, frozen=True):
    """One post to one reader, or to all.

    Attributes:
        post: its id.
        place: the channel or thread.
        page: its content.
        user: its recipient, "" for all.
        silent: true if it comes without a sound.
        called: the ids of those who are to be notified.
        language: of the page.
        direct: true for a direct message, to which no server's settings apply.
    """

    post: Post
    place: int
    page: Page
    user: str = ""
    silent: bool = False
    called: tuple[int, ...] = ()
    language: str = "en"
    direct: bool = False


def nonce_of(outgoing: OutgoingMessage, part: int) -> str:
    """Return the nonce by which Discord recognizes a repetition; it differs for each reader and part."""
    whose = hashlib.sha256(f"{outgoing.post.nonce} {outgoing.user}".encode()).hexdigest()
    return f"{whose[:22]}{part:03}"


class MessageSender:
    """Send the messages of a post.

    Args:
        worker: runs requests on the service.
        channels: gives the places to write to.

    Attributes:
        doubtful: posts up to this one may have been sent without a note, because a power cut may undo notes
            (`Store.transaction`), so they are searched for. These are the posts that wait when the bot
            starts.
    """

    def __init__(self, worker: Worker, channels: ChannelDirectory) -> None:
        self._worker, self._channels, self.doubtful = worker, channels, 0

    async def deliver(self, outgoing: OutgoingMessage, shown: ChannelBinding) -> None:
        """Send every message of a post that has not arrived: with its pictures, else in words; in the
        thread, else in the channel. A message rejected in every form is replaced by a bare line.

        Raises:
            Later: if the platform does not answer now.
            Moved: if a thread is gone and there may be another.
            Gone: if none of these places can be written to.
            discord.HTTPException: if a reader takes no direct messages.
        """
        if not outgoing.direct and await self._channels.is_quiet(shown.guild):
            outgoing = structs.replace(outgoing, silent=True)
        full = render_messages(outgoing.page, mark_of(outgoing.post))
        short = render_messages(without_pictures(outgoing.page), mark_of(outgoing.post))
        ways = [(outgoing.place, full), (outgoing.place, short)]
        if outgoing.place != shown.channel and not outgoing.user:
            ways += [(shown.channel, full), (shown.channel, short)]
        gone: set[int] = set()
        rejected: discord.HTTPException | None = None
        for place, messages in ways:
            if place in gone:
                continue
            try:
                await self._deliver(outgoing, place, messages)
            except discord.HTTPException as error:
                if is_closed(error):
                    raise
                if await self._is_gone(error, outgoing, place, shown):
                    gone.add(place)
                elif is_rejected(error):
                    rejected = error
            else:
                return
        if rejected is None or not await self._send_bare(outgoing, rejected, shown, gone):
            raise Gone

    async def _send_bare(
        self,
        outgoing: OutgoingMessage,
        rejected: discord.HTTPException,
        shown: ChannelBinding,
        gone: Collection[int],
    ) -> bool:
        """Send a bare line in place of a rejected message; return true if it has arrived."""
        id = error_id()
        ids = {"post": outgoing.post.id, "campaign": outgoing.post.campaign, "error": id}
        log.error("error %s: Discord rejected the post in every form: %s", id, rejected, extra=ids)
        kept = await self._worker.run_silently(
            lambda service: service.channels.sent_messages(outgoing.post.id)
        )
        first = sum(1 for (user, _), sent in kept.items() if user == outgoing.user and sent.message)
        bare = Page(body=[plain(instead_of(outgoing.post, id, outgoing.language))])
        for place in dict.fromkeys((outgoing.place, outgoing.place if outgoing.user else shown.channel)):
            if place in gone:
                continue
            try:
                await self._deliver(
                    outgoing, place, render_messages(bare, mark_of(outgoing.post) + first), first
                )
            except discord.HTTPException as error:
                if is_closed(error):
                    raise
                await self._is_gone(error, outgoing, place, shown)
            else:
                return True
        return False

    async def _is_gone(
        self, error: discord.HTTPException, outgoing: OutgoingMessage, place: int, shown: ChannelBinding
    ) -> bool:
        """Log a refusal; return true if nothing else need be tried in that place."""
        ids = {"post": outgoing.post.id, "campaign": outgoing.post.campaign, "place": place}
        if passes(error):
            raise Later from error
        if is_gone(error):
            log.warning("message or channel no longer exists: %s", error, extra=ids)
            if error.code == UNKNOWN_CHANNEL and await self._channels.forget_thread(place):
                raise Moved from error
            return True
        if is_forbidden(error) or is_too_large(error):
            log.warning("permission refused: %s", error, extra=ids)
        else:
            log.error("Discord rejected the message: %s", error, extra=ids)
        return False

    async def _deliver(
        self, outgoing: OutgoingMessage, place: int, messages: Sequence[RenderedMessage], first: int = 0
    ) -> None:
        """Send each part once: what may have gone out before the process died is looked for by its mark."""
        post = outgoing.post
        kept = await self._worker.run_silently(lambda service: service.channels.sent_messages(post.id))
        for part, rendered in enumerate(messages, first):
            sent = kept.get((outgoing.user, part))
            if sent is not None and sent.message:
                continue
            message = 0
            if sent is not None or post.id <= self.doubtful:
                message = await self.find(place if sent is None else sent.place, mark_of(post) + part)
            if not message:
                await self._keep(post, SentMessage(outgoing.user, part, place, 0))
                message = await self._send(outgoing, place, rendered, part)
            await self._keep(post, SentMessage(outgoing.user, part, place, message))

    async def _keep(self, post: Post, sent: SentMessage) -> None:
        await self._worker.run_silently(lambda service: service.channels.keep_sent_messages(post.id, [sent]))

    async def _send(self, outgoing: OutgoingMessage, place: int, rendered: RenderedMessage, part: int) -> int:
        called = [discord.Object(id) for id in outgoing.called]
        try:
            message = await self._channels.at(place).send(
                view=rendered.view,
                files=rendered.files(),
                nonce=nonce_of(outgoing, part),
                silent=outgoing.silent,
                allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=called),
            )
        except Unreachable as error:
            raise Later from error
        return message.id

    async def find(self, place: int, mark: int) -> int:
        """Return the message with this mark among the last ones of a place, 0 if it has not arrived."""
        try:
            async for message in self._channels.at(place).history(limit=LOOKED_THROUGH):
                marks = [getattr(component, "id", None) for component in message.components]
                if mark in marks and self._channels.is_own(message):
                    return message.id
        except Unreachable as error:
            raise Later from error
        except discord.HTTPException as error:
            if passes(error):
                raise Later from error
            log.info("recent messages could not be read: %s", error, extra={"place": place})
        return 0
