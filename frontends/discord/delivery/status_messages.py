"""The status message of every game: edited in place, posted again if it is gone."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import discord
import msgspec
from discord import ui
from msgspec import Struct, structs

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_
from frontends.discord.failures import ARCHIVED, NOT_OURS, Later, Unreachable, is_forbidden, is_gone
from frontends.discord.ui.items import BLUE, GREEN, ActionButton, button
from frontends.discord.ui.pages import (
    GOLD,
    INK,
    RED_INK,
    RULE,
    Page,
    Raw,
    marked,
    person,
    plain,
    render_messages,
    said,
)
from service.api import Service
from service.posts.status import StatusBoard, status
from service.runtime.worker import Worker
from service.text.telling import whole
from service.text.terms import OPEN
from service.values.front_ends.channels import ChannelBinding
from service.values.records import Member
from service.values.words import LONGEST_REASON

from .channels import ChannelDirectory
from .lost_channels import LostChannels
from .message_sender import MessageSender

CALM = 1.5
"""Seconds between two edits of one message: the platform takes five in five."""
AT_ONCE = 8
"""Messages that are edited at once, each of another game."""
AGAIN = 60.0
"""Seconds after which what was refused is tried again, and after which a message may be doubted again."""
FIRST_MARK = 2**31 - 1
"""The mark of the status message of campaign `n` is `n` less; those of posts come up from below."""
MOST_PINS = 30003

STRICT = N_("Secrets only by direct message or on request.")

log = logging.getLogger("tabellarius.discord")


class PostedStatus(Struct, frozen=True):
    """The status of a game for its message: public facts alone.

    `epoch` is the last one used, `asides` the number of the last roll outside the game, 0 if there is none.
    """

    board: StatusBoard
    members: dict[str, Member]
    referee: str
    state: str
    dues: dict[str, int]
    epoch: int
    asides: int
    strict: bool
    is_open: bool


def standing(service: Service, campaign: int, language: str) -> PostedStatus:
    """Return the status of a game now."""
    standings = service.status(campaign)
    dues = {due.seat: due.due for due in service.due(campaign) if due.due}
    c, shown = standings.campaign, service.channels.shown(campaign)
    board, strict = status(service, campaign, language), shown is not None and shown.strict
    return PostedStatus(
        board, standings.members, c.referee, c.state, dues, c.epoch, c.asides, strict, c.tier == "open"
    )


class StatusMessages:
    """Keep the status messages up to date.

    Args:
        worker: runs requests on the service.
        channels: gives the places to write to.
        sender: finds a message that may have arrived.
        lost: is told of a channel that is gone.
        has_board: true if the board can be opened inside Discord.
    """

    def __init__(
        self,
        worker: Worker,
        channels: ChannelDirectory,
        sender: MessageSender,
        lost: LostChannels,
        *,
        has_board: bool,
    ) -> None:
        self.has_board = has_board
        self._worker, self._channels, self._sender, self._lost = worker, channels, sender, lost
        self._wanted: dict[int, float] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._rests: dict[int, float] = {}
        self._doubted: dict[int, float] = {}
        self._unsure: set[int] = set()
        self._wake = asyncio.Event()

    def request_update(self, campaign: int) -> None:
        """Bring a message up to date soon; changes within a moment share one edit."""
        now = asyncio.get_running_loop().time()
        self._wanted.setdefault(campaign, now + CALM / 3)
        self._wake.set()

    def update_now(self, campaign: int) -> None:
        """Bring a message up to date at once, even if it was to be tried again later."""
        self._wanted[campaign] = asyncio.get_running_loop().time()
        self._wake.set()

    def force_update(self, campaign: int) -> None:
        """Edit a message even if it is up to date, and post it again if it is gone.

        At most once a minute, even for many requests.
        """
        now = asyncio.get_running_loop().time()
        if now - self._doubted.get(campaign, -AGAIN) >= AGAIN:
            self._wanted[campaign] = now
            self._doubted[campaign] = now
            self._unsure.add(campaign)
        self.request_update(campaign)

    @property
    def is_idle(self) -> bool:
        """True if every message is up to date, as far as is known."""
        return not self._wanted and not self._tasks

    async def run(self) -> None:
        """Bring every message up to date: first all, then wherever something changes.

        Several are edited at once, so that one slowed down by the platform does not delay the others.
        """
        for shown in await self._worker.run_silently(_live):
            self.request_update(shown.campaign)
        try:
            while True:
                for campaign in self._ripe(asyncio.get_running_loop().time()):
                    del self._wanted[campaign]
                    self._tasks[campaign] = asyncio.create_task(self._bring_up(campaign))
                await self._sleep()
        finally:
            for task in self._tasks.values():
                task.cancel()

    def _free(self) -> list[int]:
        """Return the messages that must be edited and that no task edits yet; none while enough tasks run."""
        free = [campaign for campaign in self._wanted if campaign not in self._tasks]
        return free if len(self._tasks) < AT_ONCE else []

    def _due(self, campaign: int) -> float:
        """Return when a message is due: `CALM` seconds after its last edit at the earliest."""
        return max(self._wanted[campaign], self._rests.get(campaign, 0.0))

    def _ripe(self, now: float) -> list[int]:
        ripe = [campaign for campaign in self._free() if self._due(campaign) <= now]
        return ripe[: AT_ONCE - len(self._tasks)]

    async def _sleep(self) -> None:
        """Wait until the next message is due, another is requested, or one is done."""
        now = asyncio.get_running_loop().time()
        wait = min((self._due(campaign) for campaign in self._free()), default=now + AGAIN) - now
        self._wake.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), max(wait, 0.01))

    async def _bring_up(self, campaign: int) -> None:
        try:
            await self._try(campaign)
        except Exception:
            log.exception("status message not updated", extra={"campaign": campaign})
        finally:
            del self._tasks[campaign]
            self._rests[campaign] = asyncio.get_running_loop().time() + CALM
            self._wake.set()

    async def _try(self, campaign: int) -> None:
        try:
            await self.update(campaign)
        except (Later, *Unreachable, discord.HTTPException) as error:
            log.warning("status message not updated: %s", error, extra={"campaign": campaign})
            if isinstance(error, discord.HTTPException) and is_gone(error):
                await self._lost.report(campaign)
            else:
                self._wanted.setdefault(campaign, asyncio.get_running_loop().time() + AGAIN)

    # -- one message -----------------------------------------------------------------------------

    async def update(self, campaign: int) -> None:
        """Edit the message of a game if it is out of date, or post it.

        Raises:
            discord.HTTPException: if the platform refuses.
        """
        shown = await self._worker.run_silently(lambda service: service.channels.shown(campaign))
        if shown is None or await self._worker.run_silently(
            lambda service: service.is_unreconciled(campaign)
        ):
            return
        language = shown.language
        now = await self._worker.run_silently(lambda service: standing(service, campaign, language))
        page = page_of(campaign, now, language, has_board=self.has_board)
        digest = _digest(page, now, has_board=self.has_board)
        if shown.status and shown.digest == digest and campaign not in self._unsure:
            return
        (rendered,) = render_messages(page, FIRST_MARK - campaign)[:1]
        place = self._channels.at(shown.channel)
        message = shown.status
        if message and not await self._edit(place, message, rendered.view):
            await self.unpin(place, message)
            message = 0
        if not message:
            # One that was sent when the process died has its mark.
            message = await self._sender.find(shown.channel, FIRST_MARK - campaign)
            if not message or not await self._edit(place, message, rendered.view):
                silent = await self._channels.is_quiet(shown.guild)
                message = (await place.send(view=rendered.view, silent=silent)).id
            await self.pin(place, message)
        await self._keep(shown, message, digest)
        self._unsure.discard(campaign)

    async def _edit(self, place: discord.PartialMessageable, message: int, view: ui.LayoutView) -> bool:
        """Edit a message, in an archived thread, too; false if it is gone, or another application's."""
        partial = place.get_partial_message(message)
        try:
            await partial.edit(view=view)
        except discord.HTTPException as error:
            if error.code == ARCHIVED:
                await self._channels.unarchive(place.id)
                await partial.edit(view=view)
                return True
            if not (isinstance(error, discord.NotFound) or error.code == NOT_OURS):
                raise
            return False
        return True

    async def leave(self, shown: ChannelBinding, title: str, channel: int) -> None:
        """Edit the former message, if possible, to say in which channel the game is shown now."""
        if not shown.status:
            return
        if task := self._tasks.get(shown.campaign):
            await asyncio.wait({task})  # it may be editing what is left behind
        where = N_("“{title}” is now shown in {where}.")
        text = marked(where, shown.language, title=Verbatim(title), where=Raw(f"<#{channel}>"))
        (rendered,) = render_messages(Page(body=[text]))
        place = self._channels.at(shown.channel)
        try:
            await self._edit(place, shown.status, rendered.view)
            await self.unpin(place, shown.status)
        except (discord.HTTPException, *Unreachable) as error:
            log.info(
                "old status message not removed: %s",
                error,
                extra={"campaign": shown.campaign, "channel": place.id},
            )

    async def unpin(self, place: discord.PartialMessageable, message: int) -> None:
        """Unpin a message, where that is allowed, and if it is there."""
        try:
            await place.get_partial_message(message).unpin()
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("status message not unpinned: %s", error, extra={"channel": place.id})

    async def pin(self, place: discord.PartialMessageable, message: int) -> None:
        """Pin a message where that is allowed; a failure is ignored."""
        try:
            await place.get_partial_message(message).pin()
        except discord.HTTPException as error:
            if not (is_forbidden(error) or error.code == MOST_PINS or is_gone(error)):
                raise
            log.info("status message not pinned: %s", error, extra={"channel": place.id})

    async def _keep(self, before: ChannelBinding, message: int, digest: str) -> None:
        def keep(service: Service) -> None:
            channels = service.channels
            now = channels.shown(before.campaign)
            if now is not None and now.channel == before.channel:
                channels.show(structs.replace(now, status=message, digest=digest, gone=""), durable=False)

        await self._worker.run_silently(keep)


def _live(service: Service) -> list[ChannelBinding]:
    live = service.live_ids()
    return [shown for shown in service.channels.all_shown() if shown.campaign in live]


def _digest(page: Page, now: PostedStatus, *, has_board: bool) -> str:
    shows = [page.title, *page.body, page.footer, now.state, *(["board"] if has_board else [])]
    return hashlib.sha256(msgspec.json.encode(shows)).hexdigest()[:16]


# -- what it says ------------------------------------------------------------------------------------


def page_of(campaign: int, now: PostedStatus, language: str, *, has_board: bool) -> Page:
    """Return the status of a game as a page, with the buttons that fit its state; with one that opens the
    board inside Discord if that can be done.
    """
    board = now.board
    return Page(
        title=plain(board.title),
        body=[line for line in _lines(now, language) if line],
        footer=plain(LANGUAGES[language].beside(board.game, _end(now, language))),
        rows=buttons(campaign, now, language, has_board=has_board),
        colour=RED_INK if board.held else GOLD if now.state in ("joining", "salting") else INK,
    )


def _end(now: PostedStatus, language: str) -> str:
    """Return the end of the log in words; `recovery.END_OF_LOG` reads it after a backup was restored."""
    template = N_("Entry {n} · head {head} · epoch {epoch} · roll outside the game {roll}")
    if not now.asides:
        template = N_("Entry {n} · head {head} · epoch {epoch}")
    values = {"n": now.board.n, "head": Verbatim(now.board.head), "epoch": now.epoch, "roll": now.asides}
    return said(template, language, **values)


def _lines(now: PostedStatus, language: str) -> Iterator[str]:
    board = now.board
    if board.turn:
        yield LANGUAGES[language].beside(f"**{plain(board.turn)}**", plain(board.phase))
    if not board.turn or now.state != "playing":
        yield marked(N_("This game is {state}."), language, state=Raw(plain(board.state)))
    if now.is_open:
        yield f"**{plain(whole(said(OPEN, language), language))}**"
    yield from (f"**{plain(line)}**" for line in board.result)
    if stands := list(_stands(now, language)):
        yield from (RULE, *stands)
    yield from (RULE, *_people(now, language))


def _stands(now: PostedStatus, language: str) -> Iterator[str]:
    """Yield the lines about a hold, the seats that the game waits for, and the points."""
    board = now.board
    if board.held:
        held = marked(N_("On hold: {why}"), language, why=Verbatim(board.held, LONGEST_REASON))
        yield f"**{held}**"
    yield from _waits(now, language)
    if board.points:
        points = LANGUAGES[language].beside(*(f"{plain(side)} {n}" for side, n in board.points))
        yield marked(N_("Points: {points}"), language, points=Raw(points))
    colon = LANGUAGES[language].colon
    yield from (f"-# {plain(f'{one.name}{colon}{one.lines[0]}')}" for one in board.needs)


def _waits(now: PostedStatus, language: str) -> Iterator[str]:
    """Yield the seats that the game waits for, each with the rule, the time asked and the deadline."""
    for wait in now.board.waits:
        due = now.dues.get(wait.seat)
        template = N_("Waiting for {seat} ({rule}) since {since}.")
        if due:
            template = N_("Waiting for {seat} ({rule}) until {due} ({left}).")
        yield "▸ " + marked(
            template,
            language,
            seat=Raw(f"**{plain(wait.name)}**"),
            rule=Raw(plain(wait.rule)),
            since=Raw(f"<t:{wait.since}:R>"),
            due=Raw(f"<t:{due}:F>"),
            left=Raw(f"<t:{due}:R>"),
        )
    for name in now.board.ready:
        yield "▸ " + marked(N_("{seat} has answered."), language, seat=Raw(f"**{plain(name)}**"))


def _people(now: PostedStatus, language: str) -> Iterator[str]:
    seats = []
    for seat, name, called in now.board.members:
        member = now.members.get(seat)
        nobody = N_("resigned") if seat in now.board.resigned else N_("vacant")
        who = marked(nobody, language) if member is None else person(member.user, called)
        seats.append(f"{plain(name)} {who}")
    yield LANGUAGES[language].beside(*seats)
    yield "◆ " + marked(N_("Referee: {who}"), language, who=Raw(person(now.referee)))
    yield RULE
    yield from (f"-# {plain(line)}" for line in now.board.agreed)
    if now.strict:
        yield f"-# {marked(STRICT, language)}"


def buttons(
    campaign: int, now: PostedStatus, language: str, *, has_board: bool
) -> list[Sequence[ui.Item[Any]]]:
    """Return the buttons of the message; what a press shows depends on the person."""

    def named(template: str, **values: Any) -> str:
        return said(template, language, **values)

    help_row = [button(named(N_("Rules")), "rules", campaign), button(named(N_("Help")), "help", campaign)]
    if now.state == "joining":
        vacant = [(seat, name) for seat, name, called in now.board.members if seat not in now.members]
        joins = [
            button(named(N_("Play {seat}"), seat=Verbatim(name)), "join", campaign, seat, style=GREEN)
            for seat, name in vacant[:5]
        ]
        return [row for row in (joins, help_row) if row]
    if now.state == "salting":
        return [[button(named(N_("My salt")), "salt", campaign, style=BLUE), *help_row]]
    looking = [
        button(named(N_("Map")), "map", campaign),
        button(named(N_("Hand")), "hand", campaign),
        button(named(N_("Log")), "log", campaign),
    ]
    board = [open_board(campaign, language)] if has_board else []
    if now.state in ("closed", "over"):
        turned = button(named(N_("Rematch, sides exchanged")), "rematch", campaign, 1, style=GREEN)
        help_row = [turned, button(named(N_("The same again")), "rematch", campaign, 0), *help_row]
    if now.state == "closed":
        decide = [
            button(named(N_("Open everything now")), "open", campaign),
            button(named(N_("Resume the game")), "unend", campaign),
        ]
        return [decide, [*board, *looking], help_row]
    if now.state != "playing":
        return [[*board, *looking], help_row]
    orders = button(named(N_("Orders")), "orders", campaign, style=BLUE)
    return [[*board, orders, *looking], help_row]


def open_board(campaign: int, language: str) -> ActionButton:
    """Return the button that opens the board inside Discord."""
    return button(said(N_("Open the board"), language), "board", campaign, style=GREEN)
