"""A channel that cannot be written to, and a log that was restored from a backup: who is told what.

The campaign loses nothing: its posts wait in the outbox until there is a channel for them (`/game move`).
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import discord
from msgspec import structs

from adjudicator.core.errors import Verbatim
from adjudicator.core.words import N_
from frontends.discord.failures import Later, Unreachable, passes
from frontends.discord.ui.pages import RED_INK, Page, id_of, leaves, marked
from service.api import Service
from service.storage.channels import ChannelBinding
from service.values.records import Campaign, Message, Seen

if TYPE_CHECKING:
    from frontends.discord.client import DiscordClient

END_OF_LOG = re.compile(r"(\d+):([0-9a-f]{16})(?: · |／)(\d+)\Z")
"""How a status message ends: entry, head, epoch (`statuses.page_of`); above it players' words may look so."""

CLOCK = Message("", "clock")
FIRST_LOOK = 10.0
"""Seconds that a call waits at most until everything has been compared once."""
AGAIN = 60.0
"""Seconds after which a message that could not be asked for is asked for again."""

log = logging.getLogger("tabellarius.discord")


class Recovery:
    """Tells those who can do something about it.

    Args:
        umpire: the client.
    """

    def __init__(self, umpire: DiscordClient) -> None:
        self._umpire, self._looked = umpire, asyncio.Event()

    # -- channels --------------------------------------------------------------------------------

    async def report(self, campaign: int) -> None:
        """The channel of a campaign is gone: the first time its founder and its referee are told."""
        shown = await self._umpire.worker.look(lambda service: service.context.channels.shown(campaign))
        if shown is None or shown.gone:
            return
        await self._keep(shown, "gone")
        found = await self._umpire.worker.look(lambda service: service.status(campaign).campaign)
        log.error(
            "the bot can no longer use the game's channel",
            extra={"campaign": campaign, "channel": shown.channel},
        )
        for user in dict.fromkeys((found.referee, found.founder)):
            await self._tell(user, found, shown)

    async def _tell(self, user: str, campaign: Campaign, shown: ChannelBinding) -> None:
        if not id_of(user):
            return
        reader = await self._umpire.worker.look(lambda service: service.context.channels.reader(user))
        template = N_(
            "The bot can no longer write in the channel of “{title}”. Nothing is lost. Restore "
            "its permission to view the channel and send messages, or use /game move in another "
            "channel."
        )
        text = marked(template, reader.language or shown.language, title=Verbatim(campaign.title))
        if reader.closed:
            return
        try:
            await self._umpire.places.try_direct(reader, leaves(Page(body=[text], colour=RED_INK))[0])
        except Later:
            log.warning(
                "user could not be told that the channel is missing",
                extra={"user": user, "campaign": campaign.id},
            )

    async def take_back(self, campaign: int) -> None:
        """The channel can be written to again."""
        shown = await self._umpire.worker.look(lambda service: service.context.channels.shown(campaign))
        if shown is not None and shown.gone:
            await self._keep(shown, "")

    async def _keep(self, shown: ChannelBinding, gone: str) -> None:
        await self._umpire.worker.look(
            lambda service: service.context.channels.show(structs.replace(shown, gone=gone))
        )

    async def try_again(self, guild: int) -> None:
        """Our rights in a server may have changed: what waits there is tried again."""

        def waiting(service: Service) -> list[int]:
            live = {shown.campaign for shown in _live(service)}
            shown = [s for s in service.context.channels.all_shown() if s.guild == guild]
            waits = [s.campaign for s in shown if s.gone or s.campaign in live]
            for campaign in waits:
                service.context.channels.forget_missing(campaign)
            return waits

        for campaign in await self._umpire.worker.look(waiting):
            self._umpire.sender.wake(campaign)
            self._umpire.statuses.look_at(campaign)

    # -- a restored database ---------------------------------------------------------------------

    async def compare(self) -> None:
        """Hold every campaign of which more was posted than its log knows (design/fair-dice.md §8).

        Where the platform does not answer now, or something breaks, the others go on, and it is tried again
        beside them; nothing is done in those meanwhile, and their status, the only witness, stays as it is.
        """
        left = await self._round(await self._umpire.worker.look(_live))
        self._looked.set()
        if left:
            self._umpire.spawn(self._later(left))

    async def looked(self) -> None:
        """Wait until it has been tried once to compare everything, but not for long."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._looked.wait(), FIRST_LOOK)

    async def doubt(self) -> None:
        """From now on nothing is done in a campaign that has a status before that is compared."""

        def doubt(service: Service) -> None:
            service.context.doubt(shown.campaign for shown in _live(service) if shown.status)

        await self._umpire.worker.look(doubt)

    async def is_doubtful(self, campaign: int) -> bool:
        """Whether it has yet to be compared; its status is brought up then."""
        return await self._umpire.worker.look(lambda service: campaign in service.context.unchecked)

    async def _later(self, left: Iterable[ChannelBinding]) -> None:
        while left:
            await asyncio.sleep(AGAIN)
            left = await self._round(left)

    async def _round(self, all_shown: Iterable[ChannelBinding]) -> list[ChannelBinding]:
        """Compare them; gives those that could not be."""
        left = []
        for shown in all_shown:
            try:
                await self._compare(shown)
            except Later as error:
                log.warning(
                    "posts not yet checked against the log, will retry: %s",
                    error.__cause__,
                    extra={"campaign": shown.campaign},
                )
                left.append(shown)
            except Exception:
                log.exception(
                    "posts not yet checked against the log, will retry", extra={"campaign": shown.campaign}
                )
                left.append(shown)
        return left

    async def _compare(self, shown: ChannelBinding) -> None:
        seen = await self._ends(shown)
        if not await self._umpire.worker.do(lambda service: _compare(service, shown.campaign, seen)):
            log.error(
                "entries that were posted are missing from the log; the game is on hold",
                extra={"campaign": shown.campaign},
            )
        self._umpire.statuses.look_at(shown.campaign)

    async def _ends(self, shown: ChannelBinding) -> list[Seen]:
        """What the status message says that the log ends with.

        Raises:
            Later: if the platform does not answer now.
        """
        if not shown.status:
            return []
        try:
            message = await self._umpire.places.at(shown.channel).fetch_message(shown.status)
        except (discord.HTTPException, *Unreachable) as error:
            if passes(error):
                raise Later from error
            log.info("posts not checked against the log: %s", error, extra={"campaign": shown.campaign})
            return []
        found = END_OF_LOG.search("".join(texts_of(message.components)[-1:]))
        return [Seen(int(found[1]), found[2], int(found[3]))] if found else []


def _live(service: Service) -> list[ChannelBinding]:
    live = {campaign.id for campaign in service.campaigns()}
    return [shown for shown in service.context.channels.all_shown() if shown.campaign in live]


def _compare(service: Service, campaign: int, seen: list[Seen]) -> bool:
    if not seen and campaign not in service.context.unchecked:
        return True
    return bool(service.compare(CLOCK, campaign, seen).said["agree"])


def texts_of(components: Any) -> list[str]:
    """All texts of a message's layout."""
    found: list[str] = []
    for component in components:
        if isinstance(content := getattr(component, "content", None), str):
            found.append(content)
        found += texts_of(getattr(component, "children", ()))
    return found
