"""A channel that cannot be written to: its founder and its referee are told once.

The campaign loses nothing: its posts wait in the outbox until there is a channel for them (`/game move`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from msgspec import structs

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_
from frontends.discord.failures import Later
from frontends.discord.ui.pages import RED_INK, Page, id_of, marked, render_messages
from service.api import Service
from service.runtime.worker import Worker
from service.values.front_ends.channels import ChannelBinding
from service.values.records import Campaign

from .channels import ChannelDirectory

log = logging.getLogger("tabellarius.discord")


class LostChannels:
    """Report lost channels, and note when they can be written to again.

    Args:
        worker: runs requests on the service.
        channels: sends the direct messages.
    """

    def __init__(self, worker: Worker, channels: ChannelDirectory) -> None:
        self._worker, self._channels = worker, channels

    async def report(self, campaign: int) -> None:
        """Note that the channel of a campaign is gone; the first time tell its founder and its referee."""
        shown = await self._worker.run_silently(lambda service: service.channels.shown(campaign))
        if shown is None or shown.gone:
            return
        await self._keep(shown, "gone")
        found = await self._worker.run_silently(lambda service: service.status(campaign).campaign)
        log.error(
            "the bot can no longer use the game's channel",
            extra={"campaign": campaign, "channel": shown.channel},
        )
        for user in dict.fromkeys((found.referee, found.founder)):
            await self._tell(user, found, shown)

    async def report_where(self, is_lost: Callable[[ChannelBinding], bool]) -> None:
        """Report all campaigns that have not ended and are shown in a place that is lost."""

        def lost(service: Service) -> list[int]:
            living = service.live_ids()
            found = service.channels.all_shown()
            return [shown.campaign for shown in found if shown.campaign in living and is_lost(shown)]

        for campaign in await self._worker.run_silently(lost):
            await self.report(campaign)

    async def _tell(self, user: str, campaign: Campaign, shown: ChannelBinding) -> None:
        """Send a user the way to mend it, if they take direct messages; if that must wait, it is logged."""
        if not id_of(user):
            return
        reader = await self._worker.run_silently(lambda service: service.channels.reader(user))
        template = N_(
            "The bot can no longer write in the channel of “{title}”. Nothing is lost. Restore "
            "its permission to view the channel and send messages, or use /game move in another "
            "channel."
        )
        text = marked(template, reader.language or shown.language, title=Verbatim(campaign.title))
        if reader.closed:
            return
        try:
            await self._channels.try_direct(reader, render_messages(Page(body=[text], colour=RED_INK))[0])
        except Later:
            log.warning(
                "user could not be told that the channel is missing",
                extra={"user": user, "campaign": campaign.id},
            )

    async def take_back(self, campaign: int) -> None:
        """Note that the channel of a campaign can be written to again."""
        shown = await self._worker.run_silently(lambda service: service.channels.shown(campaign))
        if shown is not None and shown.gone:
            await self._keep(shown, "")

    async def _keep(self, shown: ChannelBinding, gone: str) -> None:
        await self._worker.run_silently(
            lambda service: service.channels.show(structs.replace(shown, gone=gone))
        )
