"""`kill -9` two hundred times in a browser, at the keyboard and by mail; Discord's are in tests/discord.

A process plays through a front end and is killed at any moment; the next goes on from what is on the disk.
Before each order it notes what it is about to send. After a kill it sends the same once more, as a browser
that reloads, or as a mail that comes by two ways: what was carried out is not carried out again, and what was
acknowledged is in the log. `TESTS_KILLS` is another number of kills.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import multiprocessing
import os
import random
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from aiohttp import ClientSession, CookieJar

from adjudicator import GAMES
from adjudicator.core.choices.choice import Reader
from adjudicator.core.log.chance import sampler
from frontends.browser import serving
from frontends.mail import delivering
from frontends.terminal.commands import take
from frontends.terminal.table import TerminalTable
from service.api import Service
from service.runtime.bootstrap import opened
from service.runtime.demo import decide
from service.runtime.worker import Worker
from service.usecases.play import playing, queries
from service.usecases.seats import founding
from service.values.front_ends.mail import MailSeat
from service.values.records import Plan
from service.values.settings import Settings
from tests.harness.browser import Guest
from tests.harness.keyboard import AGAIN, Script, found
from tests.harness.service import by, service_harness
from tests.mail.harness import MailHarness

KILLS = int(os.environ.get("TESTS_KILLS", "200"))
GAME = GAMES["julius_caesar"]
PACE = 120
"""Seconds from order to order by mail: of more than sixty mails an hour the umpire reads no more."""

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system kills no process so")


class Notes:
    """Files of a folder that outlive the process: what was acknowledged, and what is about to be sent."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._acks, self._intent = folder, folder / "acks", folder / "intent"

    def acknowledged(self, service: Service, campaign: int) -> None:
        """Note the end of a log that somebody has read."""
        now = service.campaign(campaign)
        with self._acks.open("ab", buffering=0) as file:
            file.write(f"{campaign} {now.n - 1} {now.head}\n".encode())

    @property
    def acks(self) -> list[tuple[int, int, str]]:
        lines = self._acks.read_text().split("\n")[:-1] if self._acks.exists() else []
        return [(int(a), int(n), head) for a, n, head in map(str.split, lines)]

    def intends(self, **what: Any) -> None:
        """Note what is sent next; whole, or as it was before."""
        part = self._intent.with_suffix(".part")
        part.write_text(json.dumps(what))
        part.replace(self._intent)

    @property
    def intent(self) -> dict[str, Any] | None:
        return json.loads(self._intent.read_text()) if self._intent.exists() else None


def order(service: Service, campaign: int, sitting: str = "") -> tuple[str, str] | None:
    """The seat that is asked, that at the keyboard first, and an order for it; None at the end."""
    for asked in sorted(service.asked(campaign), key=lambda asked: asked.seat != sitting):
        pending = service.look(campaign, queries.pending, asked.seat)
        assert pending is not None
        answer = decide(pending.choice, sampler(service.campaign(campaign).n))
        return asked.seat, pending.choice.write(answer, Reader(GAME.lexicon))
    return None


def last(service: Service) -> int:
    """The campaign that is played now, 0 for none."""
    return max((c.id for c in service.campaigns("playing")), default=0)


# -- the front ends ----------------------------------------------------------------------------------


def at_keyboard(folder: Path) -> None:
    notes, settings = Notes(folder), settings_in(folder)
    with opened(settings.database, exclusive=True) as service:
        while True:
            campaign, keys = last(service) or found(service, ""), Script()
            table = TerminalTable(service, GAMES, campaign, keys, settings, "en", alone=True)
            with patch.object(table, "draw", lambda campaign: None):  # maps take longer than all else
                while (given := order(service, campaign, table.seat)) is not None:
                    before = service.campaign(campaign).n
                    keys.typed.append(given[1])
                    table.step(take)
                    if keys.text.endswith(AGAIN):
                        keys.typed.append(given[1])
                        table.step(take)
                    assert service.campaign(campaign).n > before, (given, keys.text)
                    notes.acknowledged(service, campaign)


def asked(service: Service) -> tuple[int, tuple[str, str] | None]:
    """Return the length of the present campaign's log, and the next order."""
    campaign = last(service)
    return service.campaign(campaign).n, order(service, campaign)


async def in_browser(folder: Path) -> None:
    notes, settings = Notes(folder), settings_in(folder)
    kept = folder / "session"
    cookies = {"session": kept.read_text()} if kept.exists() else None
    with opened(settings.database, exclusive=True) as service:
        worker = Worker(service)
        async with (
            serving(worker, settings) as listening,
            ClientSession(cookie_jar=CookieJar(unsafe=True), cookies=cookies) as session,
        ):
            guest = Guest(session, f"http://127.0.0.1:{listening.port}")
            if kept.exists():
                await sent_again(guest, worker, notes)
            while True:
                campaign = await worker.run_silently(last)
                if not campaign:
                    await guest.found(dice="sealed")
                    kept.with_suffix(".part").write_text(guest.session_id)
                    kept.with_suffix(".part").replace(kept)
                    continue
                n, given = await worker.run_silently(asked)
                if given is not None:
                    notes.intends(
                        campaign=campaign, n=n, seat=given[0], text=given[1], request=os.urandom(8).hex()
                    )
                    await ordered(guest, worker, notes)


async def ordered(guest: Guest, worker: Worker, notes: Notes) -> int:
    """Send the order that is noted; return how many entries the log has then."""
    what = notes.intent
    assert what is not None
    campaign = what["campaign"]
    answer = await guest.order(f"/game/{campaign}/{what['seat']}", what["text"], request=what["request"])
    assert answer.status == 200, (answer.status, answer.text[-500:])
    await worker.run_silently(lambda service: notes.acknowledged(service, campaign))
    return await worker.run_silently(lambda service: service.campaign(campaign).n)


async def sent_again(guest: Guest, worker: Worker, notes: Notes) -> None:
    """Send the order that may have been sent before the kill: twice, to be sure."""
    if (what := notes.intent) is None:
        return
    before = await worker.run_silently(lambda service: service.campaign(what["campaign"]).n)
    after = await ordered(guest, worker, notes)
    assert after > what["n"] and (before == what["n"] or before == after), (what, before, after)
    assert await ordered(guest, worker, notes) == after


def by_mail(folder: Path) -> None:
    """Caesar's orders come by mail, Pompey's otherwise."""
    notes = Notes(folder)
    with (
        patch.object(delivering, "drawings", lambda service, seat, kinds=(): []),
        service_harness(folder / "game.db", {"julius_caesar": GAME}, seed=os.urandom(8).hex()) as b,
    ):
        mails = MailHarness(b.service, folder)
        b.clock.now += PACE * len(notes.acks)
        mailed_again(b.service, mails, notes)
        while True:
            campaign = last(b.service)
            if not campaign:
                begun(b.service, mails)
                continue
            b.clock.now += PACE
            n, given = b.service.campaign(campaign).n, order(b.service, campaign)
            assert given is not None
            if given[0] == "caesar":
                token = seat_in(b.service, campaign).token
                notes.intends(campaign=campaign, n=n, raw=mail(token, campaign, n, given[1]))
                assert mailed(b.service, mails, notes) > n
            else:
                b.service.do(by("pompey", f"{campaign} {n}"), campaign, playing.order, *given)
                notes.acknowledged(b.service, campaign)
            if n % 7 == 0:
                mails.deliver()


def begun(service: Service, mails: MailHarness) -> None:
    """Found a campaign with Caesar by mail; every step may have been taken before."""
    waiting = service.campaigns("joining", "salting")
    campaign = (
        waiting[-1].id
        if waiting
        else service.found(by("judge"), Plan("julius_caesar", "war", "The war")).campaign
    )
    if "pompey" not in service.status(campaign).members:
        service.do(by("pompey"), campaign, founding.join, "pompey", "Gnaeus")
    seats = [s for s in service.mail.seats() if s.campaign == campaign]
    seat = seats[0] if seats else mails.invite(campaign, "caesar", "anna@example.net")
    if "caesar" not in service.status(campaign).members:
        mails.put(mail(seat.token, campaign, 0, "", "JOIN").encode())
        mails.round()


def seat_in(service: Service, campaign: int) -> MailSeat:
    (seat,) = [s for s in service.mail.seats() if s.campaign == campaign]
    return seat


def mail(token: str, campaign: int, n: int, line: str, what: str = "") -> str:
    made = EmailMessage()
    made["From"], made["To"] = "anna@example.net", f"umpire+{token}@example.org"
    made["Subject"], made["Message-ID"] = "Re: game", f"<{campaign}.{n}@example.net>"
    made.set_content(what or f"ORDERS\n{line}\nEND")
    return made.as_string()


def mailed(service: Service, mails: MailHarness, notes: Notes) -> int:
    """Put the mail that is noted into the mailbox and have it answered; return how long the log is."""
    what = notes.intent
    assert what is not None
    mails.put(what["raw"].encode())
    mails.round()
    notes.acknowledged(service, what["campaign"])
    return service.campaign(what["campaign"]).n


def mailed_again(service: Service, mails: MailHarness, notes: Notes) -> None:
    """Answer what waits in the mailbox; what may have been sent before the kill comes twice more."""
    if (what := notes.intent) is None:
        return
    mails.round()
    before = service.campaign(what["campaign"]).n
    after = mailed(service, mails, notes)
    assert after > what["n"] and (before == what["n"] or before == after), (what, before, after)
    assert mailed(service, mails, notes) == after
    assert service.mail.unread() == []


def settings_in(folder: Path) -> Settings:
    return Settings(folder / "game.db", folder / "maps", folder / "out", "en", map_width=800, table_port=0)


FRONT_ENDS: dict[str, Callable[[Path], object]] = {
    "browser": lambda folder: asyncio.run(in_browser(folder)),
    "keyboard": at_keyboard,
    "mail": by_mail,
}


def child(front_end: str, folder: Path) -> None:
    """Play until killed; what ends it otherwise is written down."""
    try:
        FRONT_ENDS[front_end](folder)
    except BaseException:
        (folder / "error").write_text(traceback.format_exc())
        raise


# -- killing -----------------------------------------------------------------------------------------


def kills(front_end: str, folder: Path, rng: random.Random) -> Iterator[int]:
    """Start the process and kill it, again and again; yield how many orders were acknowledged in it."""
    fork, notes = multiprocessing.get_context("fork"), Notes(folder)
    while True:
        process = fork.Process(target=child, args=(front_end, folder))
        before, more = len(notes.acks), rng.randrange(6)
        process.start()
        late = time.monotonic() + 60
        while process.is_alive() and len(notes.acks) < before + more and time.monotonic() < late:
            time.sleep(0.002)
        time.sleep(rng.uniform(0, 0.05 if more else 0.3))
        assert process.is_alive() and process.pid is not None, (folder / "error").read_text()
        assert time.monotonic() < late, "it does nothing any more"
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        yield len(notes.acks) - before


def killed(front_end: str, folder: Path, many: int) -> str:
    """Kill a front end `many` times; return the account, where nothing was lost or doubled."""
    rng = random.Random(front_end)
    orders = sum(itertools.islice(kills(front_end, folder, rng), many))
    assert orders > many
    with service_harness(folder / "game.db", {"julius_caesar": GAME}) as b:
        begun = b.service.campaigns("playing", "over", "closed")
        logs = {c.id: [e["head"] for e in b.service.log(c.id)] for c in begun}
        for campaign, n, head in Notes(folder).acks:
            assert logs[campaign][n] == head, "an order that was acknowledged is lost"
        for campaign in logs:
            assert (
                b.service.look(campaign, queries.verdict).errors == []
                and not b.service.campaign(campaign).held
            )
        entries = sum(map(len, logs.values()))
    return f"{front_end}: {many} kills, {orders} orders acknowledged, {entries} entries, 0 lost, 0 doubled"


@pytest.mark.parametrize("front_end", FRONT_ENDS)
def test_killed_at_a_few_moments(tmp_path: Path, front_end: str) -> None:
    killed(front_end, tmp_path, 6)


@pytest.mark.byhand
@pytest.mark.parametrize("front_end", FRONT_ENDS)
def test_killed_two_hundred_times(tmp_path: Path, front_end: str, capsys: pytest.CaptureFixture[str]) -> None:
    account = killed(front_end, tmp_path, KILLS)
    with capsys.disabled():
        print(f"\n{account}")
