"""A process that plays at the "keyboard", in the "browser" or by "mail", as its first argument says, until it
is killed.

It writes every epoch that anybody could have read, with its seed, to its standard output.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
import time
from pathlib import Path

from aiohttp import ClientSession, CookieJar

from adjudicator import GAMES
from adjudicator.core.choices.choice import Reader
from adjudicator.core.log.chance import sampler
from frontends.browser import serving
from frontends.terminal.commands import take
from frontends.terminal.table import TerminalTable
from service.api import Service
from service.runtime.bootstrap import opened
from service.runtime.demo import decide
from service.runtime.worker import Worker
from service.usecases.play import playing, queries
from service.usecases.seats import founding
from service.values.records import Plan
from service.values.settings import Settings
from tests.harness.browser import Guest
from tests.harness.keyboard import Script, found
from tests.harness.service import by
from tests.mail.harness import MailHarness


def order(service: Service, seed: int, sitting: str = "") -> tuple[str, str] | None:
    """The seat that is asked, who sits at the keyboard first, and an order for it; None at the end."""
    for asked in sorted(service.asked(1), key=lambda asked: asked.seat != sitting):
        pending = service.look(1, queries.pending, asked.seat)
        assert pending is not None
        answer = decide(pending.choice, sampler(service.status(1).campaign.n * 1000 + seed))
        return asked.seat, pending.choice.write(answer, Reader(GAMES["julius_caesar"].lexicon))
    return None


def tell(service: Service, after: int) -> int:
    """Write what has been rolled and drawn since entry `after`; return the last entry."""
    for entry in service.log(1, after):
        after = entry["n"]
        if "e" in entry and not entry["stands"]:
            print(entry["e"], entry["seed"], flush=True)
    return after


def at_keyboard(service: Service, settings: Settings) -> None:
    if not service.campaigns():
        found(service, "")
    keys, after = Script(), -1
    table = TerminalTable(service, GAMES, 1, keys, settings, "en", alone=True)
    table.draw = lambda campaign: None  # type: ignore[method-assign]  # maps take longer than all else
    for seed in itertools.count():
        if (given := order(service, seed, table.seat)) is None:
            return
        keys.typed.append(given[1])
        table.step(take)
        after = tell(service, after)


async def in_browser(service: Service, settings: Settings) -> None:
    worker, kept, after = Worker(service), settings.database.with_name("session"), -1
    cookies = {"session": kept.read_text()} if kept.exists() else None
    async with (
        serving(worker, settings) as listening,
        ClientSession(cookie_jar=CookieJar(unsafe=True), cookies=cookies) as session,
    ):
        guest = Guest(session, f"http://127.0.0.1:{listening.port}")
        if not await worker.run_silently(lambda s: s.campaigns()):
            await guest.found(dice="sealed")
            kept.write_text(guest.session_id)
        for seed in itertools.count():
            given = await worker.run_silently(lambda s, seed=seed: order(s, seed))  # type: ignore[misc]
            if given is None:
                return
            await guest.order(f"/game/1/{given[0]}", given[1])
            after = await worker.run_silently(lambda s, after=after: tell(s, after))  # type: ignore[misc]


def by_mail(service: Service, settings: Settings) -> None:
    """Caesar's orders come by mail, and the answers leave; Pompey's come by another way."""
    kept, after = settings.database.with_name("token"), -1
    mails = MailHarness(service, settings.database.parent, first=time.time_ns())
    if not service.campaigns():
        service.found(by("judge"), Plan("julius_caesar", "war", "The war"))
        seat = mails.invite(1, "caesar", "anna@example.net")
        mails.write(seat, "JOIN")
        mails.round()
        service.do(by("pompey"), 1, founding.join, "pompey", "Gnaeus")
        kept.write_text(seat.token)
    anna = service.mail.seat_of(kept.read_text())
    assert anna is not None
    for seed in itertools.count():
        if (given := order(service, seed, "caesar")) is None:
            return
        if given[0] == "caesar":
            mails.write(anna, f"ORDERS\n{given[1]}\nEND")
            mails.round()
        else:
            service.do(by("pompey"), 1, playing.order, "pompey", given[1], "en")
        after = tell(service, after)


def main(front_end: str, folder: Path) -> None:
    settings = Settings(
        folder / "game.db", folder / "maps", folder / "out", "en", map_width=800, table_port=0
    )
    with opened(settings.database, exclusive=True) as service:
        if front_end == "keyboard":
            at_keyboard(service, settings)
        elif front_end == "mail":
            by_mail(service, settings)
        else:
            asyncio.run(in_browser(service, settings))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
