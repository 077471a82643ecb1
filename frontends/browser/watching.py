"""`demo --watch`: a table of its own in a browser, at which the computer plays every seat."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from adjudicator.core.language.words import N_
from frontends.browser.web.session import TOKEN_BYTES, new_token
from service.api import Service
from service.runtime.bootstrap import opened
from service.runtime.computer import run_ai
from service.runtime.demo import USER
from service.runtime.signals import told_to_end
from service.runtime.worker import Worker
from service.usecases.time import ai_player
from service.values.console import teller
from service.values.front_ends.browser import SeatAccess
from service.values.records import Message, Plan
from service.values.settings import CannotStart, Settings

from . import address, open_page, serving


def run(settings: Settings, plan: Plan, pause: float, write: Callable[[str], object] = print) -> int:
    """Let the computer play a game that can be watched, until somebody ends it; return 0.

    Nothing is kept. `pause` is the time between two answers, in seconds.

    Raises:
        CannotStart: if the computer does not play the game, or the table cannot listen.
    """
    with tempfile.TemporaryDirectory() as folder:
        given = replace(settings, database=Path(folder) / "demo.db")
        with opened(given.database, exclusive=True) as service:
            campaign = seat_computer(service, plan)
            return asyncio.run(_watch(Worker(service), given, campaign, pause, write))


def seat_computer(service: Service, plan: Plan) -> int:
    """Found a campaign in which the computer has every seat; return its number.

    Raises:
        CannotStart: if the computer does not play the game.
    """
    campaign = service.found(Message("", USER), plan).campaign
    if service.game(campaign).ai_player is None:
        raise CannotStart(N_("The computer does not play {game}."), game=plan.game)
    for seat in service.status(campaign).campaign.seats:
        service.do(Message("", USER), campaign, ai_player.invite, seat)
    token = new_token(service.random_bytes(TOKEN_BYTES))
    service.seat_access.grant(SeatAccess(campaign, "", USER), token)  # of a game of this table all may watch
    return campaign


async def _watch(
    worker: Worker, settings: Settings, campaign: int, pause: float, write: Callable[[str], object]
) -> int:
    """Serve one page to everybody while the computer plays on, until a signal ends both; return 0."""
    try:
        with told_to_end() as ended:
            async with serving(worker, settings) as listening:
                page = f"{address(settings, listening.port).rstrip('/')}/game/{campaign}/public"
                tell = teller(settings, write)
                tell(N_("Watch the game in a browser: {page}"), page=page)
                tell(N_("Nothing is kept. Press [Ctrl]+[C] to stop."))
                await open_page(page)
                playing = asyncio.create_task(run_ai(worker, pause))
                await ended.wait()
                playing.cancel()
    finally:
        await worker.close()
    return 0
