"""Channels, the thread of a turn, private threads and direct messages."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from msgspec import structs

from adjudicator.core.language.words import N_
from frontends.discord.failures import Later, Unreachable, is_closed, is_gone, passes
from frontends.discord.ui.items import cut
from frontends.discord.ui.pages import Page, Raw, RenderedMessage, id_of, marked, person, render_messages
from service.api import Service
from service.posts.delivery import DM, THREAD, delivery_order
from service.runtime.worker import Worker
from service.values.front_ends.channels import ChannelBinding, Reader

LONGEST_NAME = 100
THREADED = (discord.ChannelType.text, discord.ChannelType.news)
"""Kinds of channels in which threads can be made; a forum post is a thread itself."""

log = logging.getLogger("tabellarius.discord")


class ChannelDirectory:
    """Find and make channels and threads, and keep them in the store.

    Args:
        client: makes the calls to Discord.
        worker: runs requests on the service.
    """

    def __init__(self, client: discord.Client, worker: Worker) -> None:
        self._client, self._worker = client, worker

    def at(self, place: int) -> discord.PartialMessageable:
        """Return a channel or thread to write to, by its id."""
        return self._client.get_partial_messageable(place)

    async def is_quiet(self, guild: int) -> bool:
        """Return true if the managers of a server have set that posts make no sound."""
        return await self._worker.run_silently(lambda service: service.channels.server(guild).quiet)

    def is_public(self, guild: int, channel: int) -> bool:
        """Return true if everybody on the server can see a channel; one that is not known is not public."""
        found = self._client.get_guild(guild)
        place = None if found is None else found.get_channel_or_thread(channel)
        if found is None or place is None or (isinstance(place, discord.Thread) and place.is_private()):
            return False
        parent = place.parent if isinstance(place, discord.Thread) else place
        return parent is not None and parent.permissions_for(found.default_role).view_channel

    async def _channel(self, id: int) -> Any:
        return self._client.get_channel(id) or await self._client.fetch_channel(id)

    def is_own(self, message: discord.Message) -> bool:
        """Return true if the bot itself has written a message."""
        me = self._client.user
        return me is not None and message.author.id == me.id

    async def unarchive(self, thread: int) -> None:
        """Open an archived thread again.

        Raises:
            discord.HTTPException: if the platform refuses.
        """
        await self._client.http.edit_channel(thread, archived=False)

    # -- the thread of a turn --------------------------------------------------------------------

    async def turn_thread(self, shown: ChannelBinding, turn: str, heading: str) -> int:
        """Return the thread for dice and battles of a turn; the channel itself where none can be made.

        Raises:
            Later: if the platform does not answer now.
        """
        if not turn:
            return shown.channel
        return await self._thread(shown, f"turn/{turn}", heading, discord.ChannelType.public_thread)

    async def seat_thread(
        self, shown: ChannelBinding, name: str, title: str, users: Sequence[str], greeting: str = ""
    ) -> int:
        """Return the private thread of a seat, or of the referee, with its people; 0 if none can be made.

        Other people get another thread: a player who has left stays in the old one and reads nothing new.
        It gets its name only when all have been added, so that a crash before leaves nobody out. A
        `greeting` is its first message.

        Raises:
            Later: if the platform does not answer now.
        """
        name = _private(name, users)
        if (known := await self._kept(shown.campaign, name)) is not None:
            return known
        begun = f"new/{name}"
        thread = await self._thread(shown, begun, title, discord.ChannelType.private_thread, instead=0)
        let_in = thread if thread and await self._let_in(thread, users) else 0
        if let_in and greeting:
            await self._greet(let_in, greeting, silent=await self.is_quiet(shown.guild))

        def finish(service: Service) -> None:
            service.channels.keep_thread(shown.campaign, name, let_in)
            service.channels.drop_thread(shown.campaign, begun)

        await self._worker.run_silently(finish)
        return let_in

    async def _greet(self, thread: int, greeting: str, *, silent: bool) -> None:
        """Post a greeting in a thread; a failure is ignored."""
        (rendered,) = render_messages(Page(body=[greeting]))
        try:
            # Its own nonce: one that was sent when the process died is not posted again.
            await self.at(thread).send(view=rendered.view, nonce=f"greet/{thread}", silent=silent)
        except (discord.HTTPException, *Unreachable) as error:
            if passes(error):
                raise Later from error
            log.warning("welcome message not sent to private thread: %s", error, extra={"channel": thread})

    async def _kept(self, campaign: int, name: str) -> int | None:
        return await self._worker.run_silently(lambda service: service.channels.thread(campaign, name))

    async def _thread(
        self,
        shown: ChannelBinding,
        name: str,
        title: str,
        kind: discord.ChannelType,
        instead: int | None = None,
    ) -> int:
        """Return a thread by its name in the store, made if need be; `instead` where none can be made."""
        fallback = shown.channel if instead is None else instead
        if (known := await self._kept(shown.campaign, name)) is not None:
            return known or fallback
        try:
            thread = await self._make(shown.channel, title, kind)
        except (discord.HTTPException, *Unreachable) as error:
            if passes(error):
                raise Later from error
            log.warning(
                "thread not created: %s", error, extra={"campaign": shown.campaign, "channel": shown.channel}
            )
            thread = 0
        await self._worker.run_silently(
            lambda service: service.channels.keep_thread(shown.campaign, name, thread)
        )
        return thread or fallback

    async def _make(self, channel: int, title: str, kind: discord.ChannelType) -> int:
        found = await self._channel(channel)
        if getattr(found, "type", None) not in THREADED:
            return 0
        name = cut(title, LONGEST_NAME)
        if left := await self._left_behind(found, name, kind):
            return left
        if kind is discord.ChannelType.private_thread:
            return int((await found.create_thread(name=name, type=kind, invitable=False)).id)
        return int((await found.create_thread(name=name, type=kind)).id)

    async def _left_behind(self, channel: Any, title: str, kind: discord.ChannelType) -> int:
        """Return a thread of this title that was made just when the process died; 0 for none.

        A private one counts only if nobody but the bot is in it, which the cache does not know.
        """
        me = self._client.user
        same = [
            thread.id
            for thread in channel.threads
            if me is not None and thread.owner_id == me.id and thread.name == title and thread.type is kind
        ]

        def unknown(service: Service) -> list[int]:
            return [id for id in same if service.channels.thread_named(id) is None]

        left = next(iter(await self._worker.run_silently(unknown)), 0) if same else 0
        if left and kind is discord.ChannelType.private_thread:
            found: Any = await self._client.fetch_channel(left)
            return left if (found.member_count, found.message_count) == (1, 0) else 0
        return left

    async def _let_in(self, thread: int, users: Sequence[str]) -> bool:
        """Add people to a thread; return false if one of them is not in the server."""
        for user in users:
            try:
                await self._client.http.add_user_to_thread(thread, id_of(user))
            except (discord.HTTPException, *Unreachable) as error:
                if passes(error):
                    raise Later from error
                log.warning(
                    "user not added to private thread: %s", error, extra={"channel": thread, "user": user}
                )
                return False
        return True

    async def forget_thread(self, thread: int) -> bool:
        """Forget a thread that is gone, so the next post creates another; false if it is another thread."""
        named = await self._worker.run_silently(lambda service: service.channels.thread_named(thread))
        if named is None:
            return False
        await self._worker.run_silently(lambda service: service.channels.drop_thread(*named))
        return True

    # -- one reader ------------------------------------------------------------------------------

    async def direct(self, reader: Reader) -> int:
        """Return the direct channel to a reader; 0 if there is none now. A refusal is remembered.

        Raises:
            Later: if the platform does not answer now.
        """
        try:
            channel = await self._client.create_dm(discord.Object(id_of(reader.user)))
        except (discord.HTTPException, *Unreachable) as error:
            if passes(error):
                raise Later from error
            if isinstance(error, discord.HTTPException) and is_closed(error):
                await self.close_direct(reader)
            else:
                log.warning("direct message channel not opened: %s", error, extra={"user": reader.user})
            return 0
        return channel.id

    async def close_direct(self, reader: Reader) -> None:
        """Try no direct message to a reader again before they ask for it."""
        log.info("user does not accept direct messages", extra={"user": reader.user})
        closed = structs.replace(reader, closed=True)
        await self._worker.run_silently(lambda service: service.channels.keep_reader(closed))

    async def try_direct(self, reader: Reader, rendered: RenderedMessage, *, silent: bool = False) -> bool:
        """Send a direct message, without a sound if `silent`; return false if the reader takes none.

        Raises:
            Later: if the platform does not answer now.
        """
        place = await self.direct(reader)
        if not place:
            return False
        try:
            await self.at(place).send(view=rendered.view, files=rendered.files(), silent=silent)
        except (discord.HTTPException, *Unreachable) as error:
            if passes(error):
                raise Later from error
            if isinstance(error, discord.HTTPException) and (is_closed(error) or is_gone(error)):
                await self.close_direct(reader)
                return False
            raise
        return True

    async def _own(self, user: str, place: int) -> int:
        """Return the private thread of a user's seat in the game of a place, if they have no team; 0 if there
        is none, or the game allows none.
        """

        def found(service: Service) -> int:
            channels, named = service.channels, service.channels.thread_named(place)
            for campaign in [named[0]] if named else channels.shown_in(place):
                shown, people = channels.shown(campaign), service.people(campaign)
                for seat in sorted({one.seat for one in people if one.user == user}):
                    team = [one.user for one in people if one.seat == seat]
                    thread = channels.thread(campaign, _private(f"seat/{seat}", team))
                    if thread and team == [user] and shown is not None and not shown.strict:
                        return thread
            return 0

        return await self._worker.run_silently(found)

    async def tell_late(
        self,
        user: str,
        guild: int,
        place: int,
        language: str,
        rendered: RenderedMessage,
        ids: Mapping[str, Any],
        *,
        has_acted: bool,
    ) -> None:
        """Give an answer that came too late for its interaction (design/discord.md §2).

        It goes by direct message if possible, else into the private thread that its recipient alone has. Else
        the channel is told only that there is one, because it may contain secrets; of a mere look nothing.

        Args:
            user: its recipient.
            guild: the server of the interaction, 0 for none.
            place: its channel or thread.
            language: of the user.
            rendered: the answer.
            ids: the interaction's, for the log.
            has_acted: whether it may have changed anything.
        """
        reader = await self._worker.run_silently(lambda service: service.channels.reader(user))
        try:
            if DM in delivery_order(reader, strict=True) and await self.try_direct(reader, rendered):
                return
            if THREAD in delivery_order(reader, strict=False) and (thread := await self._own(user, place)):
                await self.at(thread).send(view=rendered.view, files=rendered.files(), silent=True)
                return
            if not has_acted:
                log.info("late answer to a look dropped", extra=dict(ids))
                return
            template = N_("{who}: your command took too long to answer. Check the game before you try again.")
            text = marked(template, language, who=Raw(person(user)))
            for late in render_messages(Page(body=[text])):
                await self.at(place).send(view=late.view, silent=await self.is_quiet(guild))
        except (Later, discord.HTTPException, *Unreachable) as error:
            log.warning("late reply to a command not delivered: %s", error, extra=dict(ids))


def _private(name: str, users: Sequence[str]) -> str:
    """Return the name, in the store, of the private thread of these people."""
    return f"{name}/{hashlib.sha256(' '.join(sorted(users)).encode()).hexdigest()[:8]}"
