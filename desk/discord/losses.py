"""A channel that cannot be written to, and a log that was restored from a backup: who is told what.

The campaign loses nothing: its posts wait in the outbox until there is a channel for them (`/game move`).
"""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import discord
from msgspec import structs

from adjudicator.core.errors import Refusal, Verbatim
from adjudicator.core.words import N_

from ..records import Campaign, Message, Seen
from ..service import Desk
from ..store import StoreError
from ..surface import Shown
from .failures import Later
from .pages import RED_INK, Page, id_of, leaves, marked

if TYPE_CHECKING:
    from .client import Umpire

END_OF_LOG = re.compile(r"(\d+):([0-9a-f]{16}) · (\d+)$", re.MULTILINE)
"""The last line of a status message: entry, head, epoch (`statuses.page_of`)."""

CLOCK = Message("", "clock")

log = logging.getLogger("tabellarius.discord")


class Losses:
    """Tells those who can do something about it.

    Args:
        umpire: the client.
    """

    def __init__(self, umpire: Umpire) -> None:
        self._umpire = umpire

    # -- channels --------------------------------------------------------------------------------

    async def report(self, campaign: int) -> None:
        """The channel of a campaign is gone: the first time its founder and its referee are told."""
        shown = await self._umpire.clerk.look(lambda desk: desk.office.surface.shown(campaign))
        if shown is None or shown.gone:
            return
        await self._keep(shown, "gone")
        found = await self._umpire.clerk.look(lambda desk: desk.status(campaign).campaign)
        log.error("channel gone", extra={"campaign": campaign, "channel": shown.channel})
        for user in dict.fromkeys((found.referee, found.founder)):
            await self._tell(user, found, shown)

    async def _tell(self, user: str, campaign: Campaign, shown: Shown) -> None:
        if not id_of(user):
            return
        reader = await self._umpire.clerk.look(lambda desk: desk.office.surface.reader(user))
        template = N_(
            "I cannot write to the channel of “{title}” any more. Nothing is lost; it waits. "
            "Give me back the right to see it and to write there, or use /game move in another channel."
        )
        text = marked(template, reader.language or shown.language, title=Verbatim(campaign.title))
        if reader.closed:
            return
        try:
            await self._umpire.places.try_direct(reader, leaves(Page(body=[text], colour=RED_INK))[0])
        except Later:
            log.warning("not told", extra={"user": user, "campaign": campaign.id})

    async def take_back(self, campaign: int) -> None:
        """The channel can be written to again."""
        shown = await self._umpire.clerk.look(lambda desk: desk.office.surface.shown(campaign))
        if shown is not None and shown.gone:
            await self._keep(shown, "")

    async def _keep(self, shown: Shown, gone: str) -> None:
        await self._umpire.clerk.look(
            lambda desk: desk.office.surface.show(structs.replace(shown, gone=gone))
        )

    async def try_again(self, channel: int) -> None:
        """Something about a channel has changed, its rights perhaps: what waits is tried again."""

        def waiting(desk: Desk) -> list[int]:
            shown = desk.office.surface.shown_in(channel)
            for campaign in shown:
                desk.office.surface.forget_missing(campaign)
            return shown

        for campaign in await self._umpire.clerk.look(waiting):
            self._umpire.sender.wake(campaign)
            self._umpire.statuses.look_at(campaign)

    # -- a restored database ---------------------------------------------------------------------

    async def compare(self) -> None:
        """Hold every campaign of which more was posted than its log knows (fair_dice.md §8)."""
        for shown in await self._umpire.clerk.look(_live):
            await self._compare(shown)

    async def _compare(self, shown: Shown) -> None:
        seen = [end async for end in self._ends(shown)]
        if not seen:
            return
        try:
            agree = await self._umpire.clerk.do(lambda desk: _compare(desk, shown.campaign, seen))
        except (Refusal, StoreError):
            log.exception("not compared", extra={"campaign": shown.campaign})
        else:
            if not agree:
                log.error("the log has lost entries", extra={"campaign": shown.campaign})

    async def _ends(self, shown: Shown) -> AsyncIterator[Seen]:
        """What the status message says that the log ends with."""
        if not shown.status:
            return
        try:
            message = await self._umpire.places.at(shown.channel).fetch_message(shown.status)
        except discord.HTTPException as error:
            log.info("not compared: %s", error, extra={"campaign": shown.campaign})
            return
        for text in texts_of(message.components):
            for n, head, epoch in END_OF_LOG.findall(text):
                yield Seen(int(n), head, int(epoch))


def _live(desk: Desk) -> list[Shown]:
    live = {campaign.id for campaign in desk.campaigns()}
    return [shown for shown in desk.office.surface.all_shown() if shown.campaign in live]


def _compare(desk: Desk, campaign: int, seen: list[Seen]) -> bool:
    return bool(desk.compare(CLOCK, campaign, seen).said["agree"])


def texts_of(components: Any) -> list[str]:
    """All texts of a message's layout."""
    found: list[str] = []
    for component in components:
        if isinstance(content := getattr(component, "content", None), str):
            found.append(content)
        found += texts_of(getattr(component, "children", ()))
    return found
