"""The delivery of the outbox: every post once, in order, to all its readers (design/discord.md §2).

There is one lane for each audience of each campaign. The place of a message is stored before it is sent, and
its id when it has arrived. After a crash a message that was being sent is searched for in the channel by its
mark before it is sent again, and a nonce stops the platform from accepting it twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from msgspec import structs

from frontends.discord.failures import Gone, Later, Moved, Unreachable
from frontends.discord.tasks import Tasks
from service.api import Service
from service.posts.compose import RenderedPost
from service.posts.delivery import is_news
from service.runtime.worker import Worker
from service.values.audiences import CHANNEL, REFEREE
from service.values.front_ends.channels import NOWHERE, ChannelBinding
from service.values.front_ends.deliveries import WAITING
from service.values.posts import BattlePicture, FoundedNotice, Told
from service.values.records import Post
from service.values.words import speak

from . import FRONT_END, attention
from .channels import ChannelDirectory
from .lost_channels import LostChannels
from .message_sender import MessageSender, OutgoingMessage
from .post_renderer import PostRenderer
from .private import PrivateDelivery
from .status_messages import StatusMessages

AT_ONCE = 50
"""Posts of a lane that are read at a time."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 300.0
LOOK_AGAIN = 30.0
"""Seconds after which lanes are looked for even without news."""
GONE_AGAIN = 600.0
"""Seconds after which a channel that was gone is tried again."""
AHEAD = 4
"""The number of posts for all whose pictures are drawn while earlier posts are being sent."""
TOGETHER = 8
"""The most posts that are sent in one message."""

log = logging.getLogger("tabellarius.discord")


def occasions(posts: Sequence[Post]) -> list[list[Post]]:
    """Group the posts of a lane by message: for a seat, all posts to be sent now; for the referee, all posts
    of one command.

    The same posts from the same one on always make the same message, independently of later ones: after a
    crash it is known by the first of them. So the last ones of a full read are left for the next; those for a
    seat are noted before (`attention.group`).
    """
    if posts[0].audience not in (CHANNEL, REFEREE):
        return [[*posts]]
    found: list[list[Post]] = []
    for post in posts:
        last = found[-1] if found else []
        is_same = bool(last) and post.command == last[0].command and post.audience != CHANNEL
        has_two = post.kind == "picture" and any(other.kind == "picture" for other in last)
        if is_same and not has_two and len(last) < TOGETHER:
            last.append(post)
        else:
            found.append([post])
    return found[:-1] if len(posts) >= AT_ONCE - 1 else found


class OutboxDispatcher:
    """Send posts to their readers.

    Args:
        worker: runs requests on the service.
        channels: gives the thread of a turn.
        sender: sends each message once.
        renderer: writes and draws the posts.
        private: sends private posts.
        statuses: brought up to date with every post.
        lost: is told of a channel that is gone.
        tasks: runs drawing ahead of time.
    """

    def __init__(
        self,
        worker: Worker,
        channels: ChannelDirectory,
        sender: MessageSender,
        renderer: PostRenderer,
        private: PrivateDelivery,
        statuses: StatusMessages,
        lost: LostChannels,
        tasks: Tasks,
    ) -> None:
        self._worker, self._channels, self._sender, self._renderer = worker, channels, sender, renderer
        self._private, self._statuses, self._lost, self._tasks = private, statuses, lost, tasks
        self._lanes: dict[tuple[int, str], asyncio.Task[None]] = {}
        self._rests: dict[tuple[int, str], float] = {}
        self._ending = False

    # -- lanes -----------------------------------------------------------------------------------

    async def run(self) -> None:
        """Start a lane wherever posts wait, as long as the client runs."""
        self._sender.doubtful = await self._worker.run_silently(lambda service: service.channels.last_post())
        for game, language in await self._worker.run_silently(_in_play):
            self._renderer.prepare(game, language)
        async with self._worker.news() as news:
            while not self._ending:
                await self._start_lanes()
                await news.wait(LOOK_AGAIN)

    async def _start_lanes(self) -> None:
        now = asyncio.get_running_loop().time()
        for campaign, audience, first in await self._worker.run_silently(lambda d: d.lanes(FRONT_END)):
            lane = (campaign, audience)
            if lane not in self._lanes and self._rests.get(lane, 0.0) <= now:
                self._lanes[lane] = asyncio.create_task(self._run_lane(lane, first))

    @property
    def resting(self) -> list[tuple[int, str]]:
        """The lanes from which nothing is sent now."""
        now = asyncio.get_running_loop().time()
        return [lane for lane, until in self._rests.items() if until > now]

    @property
    def is_idle(self) -> bool:
        """True if no lane is under way."""
        return not self._lanes

    async def finish(self, seconds: float) -> None:
        """Finish the messages that are being sent, and start no more."""
        self._ending = True
        if lanes := list(self._lanes.values()):
            _, late = await asyncio.wait(lanes, timeout=seconds)
            for task in late:
                task.cancel()

    async def _run_lane(self, lane: tuple[int, str], first: int) -> None:
        """Send the posts of one audience in order until none waits; wait longer after each failure."""
        wait = FIRST_WAIT
        try:
            while not self._ending:
                posts, rest = await self._waiting(lane, first)
                if not posts:
                    if rest:
                        self._rests[lane] = asyncio.get_running_loop().time() + rest
                    return
                if lane[1] == CHANNEL:
                    self._tasks.spawn(self._draw_ahead(posts))
                try:
                    for read_together in occasions(posts):
                        await self._send(read_together)
                        wait, first = FIRST_WAIT, read_together[-1].id
                        if self._ending:
                            return
                except (Later, *Unreachable):
                    await asyncio.sleep(wait)
                    wait = min(wait * 2, LONGEST_WAIT)
                except Moved:
                    continue
                except Gone:
                    self._rests[lane] = asyncio.get_running_loop().time() + GONE_AGAIN
                    await self._lost.report(lane[0])
                    return
        except Exception:
            self._rests[lane] = asyncio.get_running_loop().time() + LONGEST_WAIT
            log.exception(
                "sending posts failed; will retry", extra={"campaign": lane[0], "audience": lane[1]}
            )
        finally:
            del self._lanes[lane]

    def wake(self, campaign: int) -> None:
        """Send at once the posts that waited for a channel that can be written to again."""
        for lane in [lane for lane in self._rests if lane[0] == campaign]:
            del self._rests[lane]
        self._worker.tell()

    async def _waiting(self, lane: tuple[int, str], first: int) -> tuple[list[Post], float]:
        """Return the posts of a lane that are to be sent now; if none, the seconds until another look."""
        campaign, audience = lane

        def waiting(service: Service) -> tuple[list[Post], float]:
            posts = service.posts(campaign, [audience], first - 1, AT_ONCE)
            posts = [post for post in posts if _waits(service, post)]
            if not posts or audience in (CHANNEL, REFEREE):
                return posts, 0.0
            return attention.due(service, posts)

        return await self._worker.run_silently(waiting)

    # -- one post --------------------------------------------------------------------------------

    async def _send(self, posts: Sequence[Post]) -> None:
        """Send the posts of one message to all their recipients, and mark them as arrived."""
        campaign = posts[0].campaign
        shown = await self._worker.run_silently(lambda service: service.channels.shown(campaign))
        if shown is None:
            await self.arrived(posts, NOWHERE)
            return
        self._statuses.request_update(campaign)  # also for a seat's own: who is ready shows there
        if posts[0].audience == CHANNEL:
            await self._to_all(posts[0], shown)
        else:
            if posts[0].audience != REFEREE:
                await self._worker.run_silently(lambda service: attention.group(service, posts))
            await self.arrived(posts, await self._private.send(posts, shown))

    async def _to_all(self, post: Post, shown: ChannelBinding) -> None:
        """Post in the channel or, what a turn tells, in its thread; a question is asked in private only."""
        if post.kind == "asked":
            await self.arrived([post], NOWHERE)
            return
        said = await self._renderer.composed(post, shown.language)
        if said is None:
            await self.arrived([post], NOWHERE)
            return
        page = await self._renderer.page(post, said, shown.language)
        if isinstance(post.content, FoundedNotice):
            game = await self._worker.run_silently(
                lambda service: service.status(post.campaign).campaign.game
            )
            self._renderer.prepare(game, shown.language)
        place = shown.channel
        if isinstance(post.content, Told | BattlePicture):
            turn, heading = await self._turn(post, said, shown)
            place = await self._channels.turn_thread(shown, turn, heading)
        outgoing = OutgoingMessage(post, place, page, silent=is_news(post), language=shown.language)
        await self._sender.deliver(outgoing, shown)
        if shown.gone:
            await self._lost.take_back(post.campaign)
        if post.kind == "picture" and said.stage not in ("", shown.stage):
            await self._keep_stage(post.campaign, said.stage)
        await self.arrived([post], str(place))

    async def _turn(self, post: Post, said: RenderedPost, shown: ChannelBinding) -> tuple[str, str]:
        """Return the turn of a post: its own, else that of the last picture, else the present one."""
        if said.turn:
            return said.turn, said.heading

        def named(service: Service) -> tuple[str, str]:
            stage = shown.stage or service.status(post.campaign).campaign.stage
            when = service.game(post.campaign).when(stage) if stage else None
            if when is None:
                return "", ""
            turn, title = when.whole
            return turn, speak(title, shown.language, service.game(post.campaign).lexicon.label)

        return await self._worker.run_silently(named)

    async def _keep_stage(self, campaign: int, stage: str) -> None:
        def keep(service: Service) -> None:
            channels = service.channels
            if (now := channels.shown(campaign)) is not None:
                channels.show(structs.replace(now, stage=stage), durable=False)

        await self._worker.run_silently(keep)

    async def _draw_ahead(self, posts: Sequence[Post]) -> None:
        """Begin to draw the pictures of posts, so that they are cached or being drawn when the posts are
        sent.
        """
        shown = await self._worker.run_silently(lambda service: service.channels.shown(posts[0].campaign))
        pictures = [post for post in posts if post.kind == "picture"][:AHEAD]
        if shown is not None:
            ready = (self._renderer.draw_ahead(post, shown.language) for post in pictures)
            await asyncio.gather(*ready, return_exceptions=True)  # what breaks, breaks again when it is sent

    async def arrived(self, posts: Sequence[Post], reference: str) -> None:
        """Mark posts as arrived."""
        arrived = {post.id: reference for post in posts}
        await self._worker.run_silently(lambda service: service.delivered(FRONT_END, arrived))


def _waits(service: Service, post: Post) -> bool:
    """Return true if a post is still to be delivered by this front end."""
    delivery = service.delivery(FRONT_END, post.id)
    return delivery is not None and delivery.state == WAITING


def _in_play(service: Service) -> list[tuple[str, str]]:
    """Return the games of live campaigns that are shown, with the languages of their public pictures."""
    languages = {shown.campaign: shown.language for shown in service.channels.all_shown()}
    shown = service.live_among(languages)
    return list(dict.fromkeys((campaign.game, languages[campaign.id]) for campaign in shown))
