"""Reconciliation of logs with posts after a backup was restored, and renewed tries of waiting posts."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import discord

from frontends.discord.failures import Later, Unreachable, passes
from frontends.discord.tasks import Tasks
from service.api import Held, Service
from service.runtime.worker import Worker
from service.values.front_ends.channels import ChannelBinding
from service.values.records import Message, Seen

from .channels import ChannelDirectory
from .dispatcher import OutboxDispatcher
from .status_messages import StatusMessages

END_OF_LOG = re.compile(r"(\d+)\D+([0-9a-f]{16})\D+(\d+)(?:\D+(\d+))?\D*\Z")
"""The end of a status message, in any language: entry, head, epoch, and the number of the last roll outside
the game if there is one (`status_messages.page_of`). Players' words above may look like it."""

CLOCK = Message("", "clock")
FIRST_LOOK = 10.0
"""Seconds that a call waits at most until everything has been compared once."""
AGAIN = 60.0
"""Seconds after which a message that could not be asked for is asked for again."""

log = logging.getLogger("tabellarius.discord")


class Recovery:
    """Reconcile every campaign's log with its status message, and try waiting posts again.

    Args:
        worker: runs requests on the service.
        channels: gives the places to read from.
        statuses: brought up to date when a campaign is reconciled.
        dispatcher: notified when a channel may be written to again.
        tasks: runs the rounds that follow the first.
    """

    def __init__(
        self,
        worker: Worker,
        channels: ChannelDirectory,
        statuses: StatusMessages,
        dispatcher: OutboxDispatcher,
        tasks: Tasks,
    ) -> None:
        self._worker, self._channels = worker, channels
        self._statuses, self._dispatcher, self._tasks = statuses, dispatcher, tasks
        self._first_round_done = asyncio.Event()

    async def try_again(self, guild: int) -> None:
        """Try the waiting posts of a server again, because the bot's permissions there may have changed."""

        def waiting(service: Service) -> tuple[list[int], list[int]]:
            live = {shown.campaign for shown in _live(service)}
            shown = [s for s in service.channels.all_shown() if s.guild == guild]
            waits = [s.campaign for s in shown if s.gone or s.campaign in live]
            for campaign in waits:
                service.channels.forget_missing(campaign)
            return waits, [s.campaign for s in shown if s.gone]

        waits, gone = await self._worker.run_silently(waiting)
        for campaign in waits:
            self._dispatcher.wake(campaign)
            self._statuses.request_update(campaign)
        for campaign in gone:
            self._statuses.force_update(campaign)  # the channel is no longer missing once it answers

    # -- a restored database ---------------------------------------------------------------------

    async def reconcile(self) -> None:
        """Hold every campaign of which more was posted than its log knows (design/fair-dice.md §8).

        If the platform does not answer now, or an error occurs, the other campaigns go on and this one is
        tried again; until then nothing is done in it, and its status message, the only evidence, is not
        changed.
        """
        left = await self._round(await self._worker.run_silently(_live))
        self._first_round_done.set()
        if left:
            self._tasks.spawn(self._later(left))

    async def wait_for_first_round(self) -> None:
        """Wait until every campaign has been tried once, but for at most `FIRST_LOOK` seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._first_round_done.wait(), FIRST_LOOK)

    async def hold_campaigns(self) -> None:
        """Block campaigns with a status message until they are reconciled."""

        def hold_campaigns(service: Service) -> None:
            service.hold_until_reconciled(shown.campaign for shown in _live(service) if shown.status)

        await self._worker.run_silently(hold_campaigns)

    async def _later(self, left: Iterable[ChannelBinding]) -> None:
        while left:
            await asyncio.sleep(AGAIN)
            left = await self._round(left)

    async def _round(self, all_shown: Iterable[ChannelBinding]) -> list[ChannelBinding]:
        """Reconcile campaigns; return those that could not be."""
        left = []
        for shown in all_shown:
            try:
                await self._reconcile(shown)
            except Later as error:
                log.warning(
                    "posts not yet checked against the log, will retry: %s",
                    error.__cause__,
                    extra={"campaign": shown.campaign},
                )
                left.append(shown)
            except Held:
                self._statuses.request_update(shown.campaign)
            except Exception:
                log.exception(
                    "posts not yet checked against the log, will retry", extra={"campaign": shown.campaign}
                )
                left.append(shown)
        return left

    async def _reconcile(self, shown: ChannelBinding) -> None:
        seen = await self._ends(shown)
        if not await self._worker.run(lambda service: _reconcile(service, shown.campaign, seen)):
            log.error(
                "entries that were posted are missing from the log; the game is on hold",
                extra={"campaign": shown.campaign},
            )
        self._statuses.request_update(shown.campaign)

    async def _ends(self, shown: ChannelBinding) -> list[Seen]:
        """Return the end of the log shown in the status message.

        Raises:
            Later: if the platform does not answer now.
        """
        if not shown.status:
            return []
        try:
            message = await self._channels.at(shown.channel).fetch_message(shown.status)
        except (discord.HTTPException, *Unreachable) as error:
            if passes(error):
                raise Later from error
            log.info("posts not checked against the log: %s", error, extra={"campaign": shown.campaign})
            return []
        found = END_OF_LOG.search("".join(texts_of(message.components)[-1:]))
        return [Seen(int(found[1]), found[2], int(found[3]), int(found[4] or 0))] if found else []


def _live(service: Service) -> list[ChannelBinding]:
    live = service.live_ids()
    return [shown for shown in service.channels.all_shown() if shown.campaign in live]


def _reconcile(service: Service, campaign: int, seen: list[Seen]) -> bool:
    if not seen and not service.is_unreconciled(campaign):
        return True
    return service.reconcile(CLOCK, campaign, seen).result.agree


def texts_of(components: Any) -> list[str]:
    """Return all texts of a message's layout."""
    found: list[str] = []
    for component in components:
        if isinstance(content := getattr(component, "content", None), str):
            found.append(content)
        found += texts_of(getattr(component, "children", ()))
    return found
