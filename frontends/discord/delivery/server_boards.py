"""A server's board: one pinned message that is edited, with the games that need players or can be watched."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable

import discord
from msgspec import Struct, structs

from adjudicator.core.language.languages import FIRST
from adjudicator.core.language.words import N_
from frontends.discord.failures import UNKNOWN_CHANNEL, Later, Unreachable
from frontends.discord.ui.pages import RULE, Page, Raw, marked, person, plain, render_messages, said
from service.api import Service
from service.runtime.worker import Worker
from service.text.terms import game_title
from service.values.front_ends.channels import ServerBoard
from service.values.records import Campaign

from .channels import ChannelDirectory
from .message_sender import MessageSender
from .status_messages import StatusMessages

LOOK = 30.0
"""Seconds between two looks for changes."""
MARK = 2**30
"""The mark of the message; those of posts come up from below, those of status messages down from above."""
MOST_LISTED = 12
"""Games of a kind on the board; `/game find` lists all that its caller may see."""

log = logging.getLogger("tabellarius.discord")


class Open(Struct, frozen=True):
    """A game of a server: the channel in which it is shown, and the seats that nobody has."""

    campaign: Campaign
    channel: int
    free: tuple[str, ...]


def games_of(service: Service, guild: int) -> list[Open]:
    """Return the games of a server that have not ended, the newest first; public facts alone."""
    shown = {one.campaign: one for one in service.channels.all_shown() if one.guild == guild and not one.gone}
    vacant, found = service.vacant_seats(), list[Open]()
    for campaign in service.live_among(shown):
        free = vacant.get(campaign.id, [])
        if campaign.state == "joining":
            members = service.status(campaign.id).members
            free = [seat for seat in campaign.seats if seat not in members]
        found.append(Open(campaign, shown[campaign.id].channel, tuple(free)))
    return found[::-1]


def lines_of(service: Service, games: list[Open], language: str, most: int | None = None) -> list[str]:
    """Return the paragraphs that list games: open seats, seats whose players have left, games to watch.

    Args:
        service: knows the names.
        games: what is listed.
        language: of the reader.
        most: how many of a kind are listed, None for all.
    """
    kinds: tuple[tuple[str, str, Callable[[Open], bool]], ...] = (
        (
            N_("Open seats: take one in the game's channel"),
            N_("{title} in {where} ({game}): {seats}"),
            lambda one: one.campaign.state == "joining",
        ),
        (
            N_("Looking for a substitute: ask the referee, who gives the seat with /referee replace"),
            N_("{title} in {where} ({game}): {seats}. Referee: {who}"),
            lambda one: one.campaign.state == "playing" and bool(one.free),
        ),
        (
            N_("To watch"),
            N_("{title} in {where} ({game})"),
            lambda one: one.campaign.state in ("salting", "playing") and not one.free,
        ),
    )
    body = list[str]()
    for heading, template, belongs in kinds:
        listed = [one for one in games if belongs(one)]
        if not listed:
            continue
        body += [*([RULE] if body else []), f"**{plain(said(heading, language))}**"]
        body += [f"- {_line(service, one, template, language)}" for one in listed[:most]]
        if most is not None and len(listed) > most:
            more = N_("{n} more: /game find")
            body.append(f"-# {plain(said(more, language, n=len(listed) - most))}")
    return body


def _line(service: Service, one: Open, template: str, language: str) -> str:
    game, campaign = service.games()[one.campaign.game], one.campaign
    return marked(
        template,
        language,
        game.lexicon.label,
        title=Raw(f"**{plain(campaign.title)}**"),
        where=Raw(f"<#{one.channel}>"),
        game=Raw(plain(game_title(game, language))),
        seats=list(one.free),
        who=Raw(person(campaign.referee)),
    )


class ServerBoards:
    """Keep the boards of servers up to date.

    Args:
        client: knows the servers and their channels.
        worker: runs requests on the service.
        channels: gives the places to write to.
        sender: finds a message that may have arrived.
        statuses: pins and unpins.
    """

    def __init__(
        self,
        client: discord.Client,
        worker: Worker,
        channels: ChannelDirectory,
        sender: MessageSender,
        statuses: StatusMessages,
    ) -> None:
        self._client, self._worker, self._channels = client, worker, channels
        self._sender, self._statuses = sender, statuses
        self._lock = asyncio.Lock()

    async def run(self) -> None:
        """Look for changes twice a minute, without end."""
        while True:
            await asyncio.sleep(LOOK)
            await self.update_all()

    async def update_all(self) -> None:
        """Post and edit what is out of date; a channel that cannot be written to is tried again later."""
        for board in await self._worker.run_silently(lambda service: service.channels.boards()):
            await self.update(board.guild)

    async def move(self, guild: int, channel: int) -> None:
        """Show the board of a server in another channel, 0 for none; the message before is deleted."""

        def moved(service: Service) -> ServerBoard | None:
            before = service.channels.board(guild)
            service.channels.keep_board(ServerBoard(guild, channel))
            return before

        async with self._lock:
            before = await self._worker.run_silently(moved)
            if before is not None and before.message:
                await self._delete(before)
        await self.update(guild)

    async def _delete(self, board: ServerBoard) -> None:
        try:
            await self._channels.at(board.channel).get_partial_message(board.message).delete()
        except (discord.HTTPException, *Unreachable) as error:
            log.info("old board not deleted: %s", error, extra={"channel": board.channel})

    async def update(self, guild: int) -> None:
        """Post or edit the board of a server if it is out of date; a refusal is logged."""
        async with self._lock:
            try:
                await self._update(guild)
            except (Later, discord.HTTPException, *Unreachable) as error:
                log.info("board not posted: %s", error, extra={"guild": guild})

    async def _update(self, guild: int) -> None:
        """Edit the list of public games if it has changed; post it anew where it was deleted."""
        board = await self._worker.run_silently(lambda service: service.channels.board(guild))
        if board is None or not board.channel:
            return
        found = await self._worker.run_silently(lambda service: games_of(service, guild))
        games = [one for one in found if self._channels.is_public(guild, one.channel)]
        page = await self._worker.run_silently(lambda service: _page(service, guild, games))
        digest = hashlib.sha256(repr((page.title, page.body, page.footer)).encode()).hexdigest()[:16]
        if board.message and digest == board.digest:
            return
        (rendered,) = render_messages(page, MARK)[:1]
        place, message = self._channels.at(board.channel), board.message
        if message:
            try:
                await place.get_partial_message(message).edit(view=rendered.view)
            except discord.NotFound as error:
                if error.code == UNKNOWN_CHANNEL:
                    raise
                message = 0
        if not message:
            # One that was sent when the process died has its mark.
            message = await self._sender.find(board.channel, MARK)
            if message:
                await place.get_partial_message(message).edit(view=rendered.view)
            else:
                message = (await place.send(view=rendered.view, silent=True)).id
            await self._statuses.pin(place, message)
        kept = structs.replace(board, message=message, digest=digest)
        await self._worker.run_silently(lambda service: service.channels.keep_board(kept))


def _page(service: Service, guild: int, games: list[Open]) -> Page:
    """Return the board of a server, in its language."""
    language = service.channels.server(guild).language or FIRST
    body = lines_of(service, games, language, MOST_LISTED)
    return Page(
        title=plain(said(N_("Games on this server"), language)),
        body=body or [plain(said(N_("No game yet. Create one with /game new."), language))],
        footer=plain(said(N_("Games in channels that not everybody can see are not listed here."), language)),
    )
