"""Posts for one seat, or for the referee, alone: each way tried until one delivers (design/discord.md §3)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import discord
from msgspec import Struct, structs

from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_
from frontends.discord.failures import Gone, is_closed
from frontends.discord.ui.format_post import combine_pages, storied
from frontends.discord.ui.items import BLUE, button
from frontends.discord.ui.pages import GOLD, Page, Raw, id_of, marked, person, plain, said
from service.api import Service
from service.posts.delivery import DM, HAND, THREAD, delivery_order, is_urgent
from service.posts.digest import of_phases, with_public
from service.runtime.worker import Worker
from service.values.audiences import REFEREE
from service.values.front_ends.channels import NOWHERE, ChannelBinding, Reader
from service.values.records import Post

from . import FRONT_END, attention
from .attention import Reading
from .channels import ChannelDirectory
from .message_sender import MessageSender, OutgoingMessage
from .post_renderer import PostRenderer
from .status_messages import open_board

OBSERVER = "observer"
TEAM = "team"
"""The user under which messages to a team's thread are kept."""

log = logging.getLogger("tabellarius.discord")


class Addressee(Struct, frozen=True):
    """A reader of a post: their settings, their seat's name, their role, and the way by which the post came,
    if any.
    """

    reader: Reader
    seat: str
    name: str
    role: str
    way: str


class Occasion(Struct, frozen=True):
    """One message to a reader, which is known by the `first` of all posts that it might hold."""

    first: Post
    reading: Reading

    @property
    def calls(self) -> bool:
        """True if the reader has to act."""
        return any(is_urgent(post) for post in self.reading.posts)


class PrivateDelivery:
    """Send posts that are not for all.

    Args:
        worker: runs requests on the service.
        channels: gives the private ways to a reader.
        sender: sends each message once.
        renderer: writes and draws the posts.
        has_board: true if the board can be opened inside Discord.
    """

    def __init__(
        self,
        worker: Worker,
        channels: ChannelDirectory,
        sender: MessageSender,
        renderer: PostRenderer,
        *,
        has_board: bool,
    ) -> None:
        self._has_board = has_board
        self._worker, self._channels = worker, channels
        self._sender, self._renderer = sender, renderer

    async def send(self, posts: Sequence[Post], shown: ChannelBinding) -> str:
        """Send the waiting posts of a seat to all its people, each by the first way that is open.

        It is one message, known by the first of the posts. Return the ways, joined by commas, as the posts'
        reference; `NOWHERE` if there is nothing to send.

        Raises:
            Later: if the platform does not answer now.
        """
        first = posts[0]
        addressees = await self._worker.run_silently(lambda service: _addressees(service, first, shown))
        if len(addressees) > 1 and not shown.strict and await self._to_team(posts, shown, addressees):
            return THREAD
        ways = []
        for to in addressees:
            if to.way:  # before a crash
                ways.append(to.way)
                continue
            reading = await self._reading(posts, to)
            if (page := await self._page(reading.posts, to.reader.language or shown.language)) is not None:
                way = await self._send_privately(Occasion(first, reading), shown, to, page)
                await self._note(posts, to, way, reading)
                ways.append(way)
        return ",".join(ways) or NOWHERE

    async def _reading(self, posts: Sequence[Post], to: Addressee, *, shared: bool = False) -> Reading:
        return await self._worker.run_silently(
            lambda service: attention.reading(service, posts, to.reader, to.role, shared=shared)
        )

    async def _note(self, posts: Sequence[Post], to: Addressee, way: str, reading: Reading) -> None:
        arrived = {post.id: way for post in posts}

        def note(service: Service) -> None:
            attention.keep_had(service, reading.after)
            service.delivered(FRONT_END, arrived, to.reader.user)

        await self._worker.run_silently(note)

    async def _page(self, posts: Sequence[Post], language: str) -> Page | None:
        """Return posts on one page, with buttons if somebody has to act; None if they say nothing."""
        pages = []
        for post in posts:
            if (what := await self._renderer.composed(post, language)) is not None:
                pages.append((post, await self._renderer.page(post, what, language)))
        if not pages:
            return None
        page = combine_pages(
            pages, await self._worker.run_silently(lambda service: _story(service, posts, language))
        )
        if any(is_urgent(post) for post in posts):
            page.rows = [*page.rows, self.buttons(posts[0].campaign, language)]
        return page

    async def _to_team(self, posts: Sequence[Post], shown: ChannelBinding, team: Sequence[Addressee]) -> bool:
        """Post in the team's private thread and mention the people who decide; false if there can be none."""
        readings = [(to, await self._reading(posts, to, shared=True)) for to in team]
        told = max((reading.posts for _, reading in readings), key=len)
        page = await self._page(told, shown.language)
        if page is None:
            return True
        is_called = any(is_urgent(post) for post in told)
        called = [to for to, reading in readings if is_called and reading.rings and to.role != OBSERVER]
        if called:
            page.body = [" ".join(person(to.reader.user) for to in called), *page.body]
        users = [to.reader.user for to in team]
        greeting = greeting_of(team[0].name, shown.language)
        place = await self._channels.seat_thread(shown, _thread(team[0]), team[0].name, users, greeting)
        if not place:
            return False
        ids = tuple(id_of(to.reader.user) for to in called)
        outgoing = OutgoingMessage(posts[0], place, page, TEAM, not called, ids, shown.language)
        try:
            await self._sender.deliver(outgoing, shown)
        except Gone:
            return False

        def note(service: Service) -> None:
            for _, reading in readings:
                attention.keep_had(service, reading.after)

        await self._worker.run_silently(note)
        return True

    async def _send_privately(
        self, occasion: Occasion, shown: ChannelBinding, to: Addressee, page: Page
    ) -> str:
        """Send a page by the first way that is open to its reader; return the way."""
        language = to.reader.language or shown.language
        page.title = LANGUAGES[language].beside(plain(await self._title(occasion.first)), page.title)
        for way in delivery_order(to.reader, shown.strict):
            if way == HAND:
                break
            place = await self._place(way, shown, to)
            if place and await self._try(occasion, shown, to, page, way, place):
                return way
        if occasion.calls:
            await self._mention_in_channel(occasion, shown, to)
        return HAND

    async def _title(self, post: Post) -> str:
        """Return the title of a post's game."""
        return await self._worker.run_silently(lambda service: service.status(post.campaign).campaign.title)

    def buttons(self, campaign: int, language: str) -> list[discord.ui.Item[Any]]:
        """Return the buttons below a question."""
        return [
            *([open_board(campaign, language)] if self._has_board else []),
            button(said(N_("Orders"), language), "orders", campaign, style=BLUE),
            button(said(N_("Map"), language), "map", campaign),
            button(said(N_("Hand"), language), "hand", campaign),
        ]

    async def _place(self, way: str, shown: ChannelBinding, to: Addressee) -> int:
        if way == DM:
            return await self._channels.direct(to.reader)
        assert way == THREAD
        return await self._channels.seat_thread(shown, _thread(to), to.name, [to.reader.user])

    async def _try(
        self, occasion: Occasion, shown: ChannelBinding, to: Addressee, page: Page, way: str, place: int
    ) -> bool:
        """Return false if the way is closed to the bot, so that another one is taken."""
        page = _called(page, way, occasion, to)
        if way == DM:
            page = await self._linked(page, shown, to)
        silent = not occasion.reading.rings
        called = () if silent else (id_of(to.reader.user),)
        language = to.reader.language or shown.language
        outgoing = OutgoingMessage(
            occasion.first, place, page, to.reader.user, silent, called, language, direct=way == DM
        )
        try:
            await self._sender.deliver(outgoing, shown)
        except Gone:
            return False
        except discord.HTTPException as error:
            if not is_closed(error):
                raise
            await self._channels.close_direct(to.reader)
            return False
        return True

    async def _linked(self, page: Page, shown: ChannelBinding, to: Addressee) -> Page:
        """Add the ways from a direct message to the table: channel, the newest thread, status message."""
        language = to.reader.language or shown.language
        thread = await self._worker.run_silently(
            lambda service: service.channels.newest_thread(shown.campaign, "turn/")
        )
        ways = [f"<#{id}>" for id in dict.fromkeys((shown.channel, thread)) if id]
        if shown.status:
            url = f"https://discord.com/channels/{shown.guild}/{shown.channel}/{shown.status}"
            ways.append(f"[{plain(said(N_('Status message'), language))}]({url})")
        return structs.replace(page, after=[*page.after, f"-# {LANGUAGES[language].beside(*ways)}"])

    async def _mention_in_channel(self, occasion: Occasion, shown: ChannelBinding, to: Addressee) -> None:
        """Mention somebody without a private way in the channel; the fact that they have to decide is
        public.
        """
        template = N_("{who}: it is {seat}'s turn. The buttons show the decision to you alone.")
        who = Raw(person(to.reader.user))
        page = Page(
            body=[marked(template, shown.language, who=who, seat=Raw(plain(to.name)))],
            rows=[self.buttons(shown.campaign, shown.language)],
            colour=GOLD,
        )
        post, silent = occasion.first, not occasion.reading.rings
        called = () if silent else (id_of(to.reader.user),)
        outgoing = OutgoingMessage(
            post, shown.channel, page, to.reader.user, silent, called, language=shown.language
        )
        try:
            await self._sender.deliver(outgoing, shown)
        except Gone:
            log.warning(
                "player could not be mentioned in the channel",
                extra={"post": post.id, "campaign": post.campaign},
            )


def _story(service: Service, posts: Sequence[Post], language: str) -> list[str]:
    """Return posts of a seat and the public ones among them as a story, [] if they tell of one phase."""
    first = posts[0]
    if len(posts) < 2 or first.audience == REFEREE:
        return []
    seat = first.audience.removeprefix("seat/")
    told = of_phases(service, with_public(service, posts), seat, language)
    return [] if told is None else storied(told)


def greeting_of(seat: str, language: str) -> str:
    """Return the first message in the thread of a team; `seat` is its name."""
    template = N_(
        "From now on, private information for {seat} is posted in this thread for the whole "
        "team. Server moderators can read private threads."
    )
    return marked(template, language, seat=Raw(plain(seat)))


def _called(page: Page, way: str, occasion: Occasion, to: Addressee) -> Page:
    """Add a mention of the reader in a thread, where nobody is notified without one."""
    if way != THREAD or not occasion.reading.rings:
        return page
    return structs.replace(page, body=[person(to.reader.user), *page.body])


def _addressees(service: Service, post: Post, shown: ChannelBinding) -> list[Addressee]:
    """Return the people of the seat (or the referee) who are on Discord."""
    channels = service.channels
    if post.audience == REFEREE:
        referee = service.status(post.campaign).campaign.referee
        name = said(N_("The referee"), shown.language)
        way = _way(service, post, referee)
        return [Addressee(channels.reader(referee), "", name, REFEREE, way)] if id_of(referee) else []
    seat = post.audience.removeprefix("seat/")
    name = service.game(post.campaign).lexicon.label(seat, shown.language)
    people = [p for p in service.people(post.campaign) if p.seat == seat and id_of(p.user)]
    return [
        Addressee(channels.reader(p.user), seat, name, p.role, _way(service, post, p.user)) for p in people
    ]


def _way(service: Service, post: Post, user: str) -> str:
    """Return the way by which a post has reached a user, "" if it has not."""
    delivery = service.delivery(FRONT_END, post.id, user)
    return "" if delivery is None else delivery.reference


def _thread(to: Addressee) -> str:
    """Return the name, in the store, of the private thread of a seat or of the referee."""
    return f"seat/{to.seat}" if to.seat else REFEREE
