"""Play by e-mail: from a mail in the mailbox to its answer in the queue, in fifty games at once; sizes."""

from __future__ import annotations

import asyncio
import mailbox
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

from adjudicator.core.choices.choice import Reader
from adjudicator.core.log.chance import sampler
from frontends.mail import delivering
from frontends.mail.failing import FRONT_END
from frontends.mail.mailer import Mailer
from frontends.mail.servers.mailboxes import MaildirSource
from service.runtime.worker import Worker
from service.usecases.play import playing, queries
from service.usecases.referee import acts
from service.values.front_ends.mail import JOINED, MailSeat
from tests.harness.service import Clock, ServiceHarness, by, service_harness

from . import Figure, benchmark

CAMPAIGNS, ROUNDS, PICTURED = 50, 4, 5
UMPIRE = "umpire@example.org"


class Timed(Mailer):
    """A mailer that notes when each mail goes into the queue, and how large it is."""

    noted: list[tuple[float, bytes]]

    async def _queue(self, outward: Any, **more: Any) -> None:
        await super()._queue(outward, **more)
        raw = await self._worker.run_silently(lambda service: service.mail.next_out(2**40, 10_000)[-1].raw)
        self.noted.append((time.perf_counter(), raw))


@benchmark
def mail() -> Iterator[Figure]:
    """Play by e-mail: fifty mails with orders that arrive at once; the size of a mail with its pictures."""
    with tempfile.TemporaryDirectory() as name, service_harness(Path(name) / "a.db") as b:
        games = _Games(b, Path(name))
        with _without_pictures():
            took, seconds, mails = asyncio.run(games.rounds(CAMPAIGNS, ROUNDS))
        took.sort()
        yield Figure(f"mails in to answers out, {CAMPAIGNS} games", mails / seconds, "a second")
        yield Figure("of these, a mail with its answer", 1000 * games.worked / mails, "ms of a core")
        yield Figure(f"of {CAMPAIGNS} mails at once, arrival to answer, median", median(took), "ms")
        yield Figure(f"of {CAMPAIGNS} mails at once, 99 of 100", took[len(took) * 99 // 100], "ms")
        with _without_pictures():
            alone, _, _ = asyncio.run(games.rounds(1, 20))
        alone.sort()
        yield Figure("a mail that arrives alone, median", median(alone), "ms")
        asyncio.run(games.rounds(PICTURED, 2))
        yield from _sizes(games)


@contextmanager
def _without_pictures() -> Iterator[None]:
    with patch.object(delivering, "drawings", lambda service, seat, kinds=(), since=-1: []):
        yield


def _sizes(games: _Games) -> Iterator[Figure]:
    largest = max((raw for _, raw in games.noted), key=len)
    page = message_from_bytes(largest, policy=SMTP)
    assert isinstance(page, EmailMessage)
    html, text = page.get_body(("html",)), page.get_body(("plain",))
    assert html is not None and text is not None
    yield Figure("a mail with its pictures, the largest", len(largest) / 1024, "KiB")
    yield Figure("its HTML", len(html.get_content()) / 1024, "KiB", "under 100")
    yield Figure("its text", len(text.get_content()) / 1024, "KiB")


class _Games:
    """Games of Julius Caesar with Caesar by mail."""

    def __init__(self, b: ServiceHarness, folder: Path) -> None:
        self._b, self._folder, self._count = b, folder, 0
        self._box = mailbox.Maildir(str(folder / "mail"), create=True)
        self.noted: list[tuple[float, bytes]] = []
        self.worked = 0.0
        b.service.subscribe(FRONT_END)
        self._seats = [self._seat(b.found("julius_caesar", "war", seed=b"%d" % n)) for n in range(CAMPAIGNS)]

    def _seat(self, campaign: int) -> MailSeat:
        digits = "".join("abcdefghij"[int(digit)] for digit in f"{campaign:016}")
        seat = MailSeat(digits, campaign, "caesar", f"p{campaign}@example.net", JOINED)
        self._b.service.do(by("judge"), campaign, acts.replace, "caesar", seat.user, f"P{campaign}")
        self._b.service.mail.save_seat(seat)
        return seat

    async def rounds(self, many: int, rounds: int) -> tuple[list[float], float, int]:
        """Return the milliseconds of each mail, the seconds of all rounds together, the number of mails."""
        took, seconds, mails = list[float](), 0.0, 0
        worker = Worker(self._b.service)
        mailer, source = Timed(worker, UMPIRE, self._folder / "maps"), MaildirSource(self._folder / "mail")
        mailer.noted = self.noted
        try:
            for _ in range(rounds):
                for seat in self._seats[:many]:
                    self._write(seat)
                before, began, work = len(self.noted), time.perf_counter(), time.process_time()
                for arrived in source.fetch():
                    await mailer.receive(arrived)
                    source.taken(arrived.key)
                await mailer.answer_all()
                answered = self.noted[before:]
                took += [1000 * (at - began) for at, _ in answered]
                self.worked += time.process_time() - work
                seconds, mails = seconds + time.perf_counter() - began, mails + len(answered)
        finally:
            await worker.close()
        return took, seconds, mails

    def _write(self, seat: MailSeat) -> None:
        """Let the others answer until Caesar is asked, and put Caesar's orders into the mailbox."""
        service, clock = self._b.service, self._b.clock
        assert isinstance(clock, Clock)
        clock.now += 60
        reader = Reader(service.game(seat.campaign).lexicon, "en")
        step = self._count
        while "caesar" not in (asked := [one.seat for one in service.asked(seat.campaign)]):
            other = service.look(seat.campaign, queries.pending, asked[0])
            assert other is not None
            service.do(
                by(asked[0]), seat.campaign, playing.submit, asked[0], other.choice.sample(sampler(step))
            )
            step += 1
        pending = service.look(seat.campaign, queries.pending, "caesar")
        assert pending is not None
        answer = pending.choice.sample(sampler(step))
        self._count += 1
        mail = EmailMessage(policy=SMTP)
        mail["From"], mail["To"] = seat.address, f"umpire+{seat.token}@example.org"
        mail["Subject"], mail["Message-ID"] = "Re: game", f"<{self._count}@example.net>"
        mail.set_content(f"ORDERS\n{pending.choice.write(answer, reader)}\nEND")
        self._box.add(mail.as_bytes())
