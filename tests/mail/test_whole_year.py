"""A year of Julius Caesar over real servers, in one process: Caesar by mail, Pompey on Discord, and somebody
who watches in a browser.

Exim and Dovecot carry and keep the mails; each of their failures comes up once. A second year is killed a
hundred and fifty times. Anna writes to the umpire's server as her mail program would, and answers what she
gets; every answer of the umpire has one Message-ID, however often it comes.
"""

from __future__ import annotations

import asyncio
import os
import random
import smtplib
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, contextmanager, suppress
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from playwright.async_api import Page

from adjudicator import GAMES
from service.api import Service
from service.posts.status import status
from service.runtime.bootstrap import opened
from service.usecases.play import queries
from service.values.audiences import to_seat
from tests.fake_discord.process import ROOT, BotProcess
from tests.fake_discord.server import TOKEN, Server
from tests.harness.chromium import chromium_beside
from tests.harness.discord_toys import is_status
from tests.harness.player import confirming
from tests.harness.processes import LONGEST
from tests.harness.service import SHEETS, ServiceHarness

from .harness import UMPIRE, text
from .real_servers import PASSWORD, UMPIRES, Dovecot, Exim, Line, free_port, running_dovecot, running_exim
from .test_year import CAMPAIGN, all_orders, replied

GAME = GAMES["julius_caesar"]
ANNA = "anna@example.net"
KILLS = int(os.environ.get("TESTS_KILLS", "150"))
DEEDS = 30
"""The number of orders and mails of a year over which the kills are spread, at least."""
PATIENCE = 600.0
"""Seconds that anything may take that is sure to come, on a busy machine."""

pytestmark = pytest.mark.byhand


class Year:
    """A game in one process of the umpire, with three ways to it."""

    def __init__(self, discord: Server, dovecot: Dovecot, exim: Exim, line: Line, folder: Path) -> None:
        self.discord, self.dovecot, self.exim, self.line = discord, dovecot, exim, line
        discord.longest = PATIENCE
        self.channel = discord.world.add_channel(discord.world.add_guild("Legio"), "table")
        self.alice, self.bob = discord.user("Alice"), discord.user("Bob")
        self.database, self.port, self.token = folder / "tabellarius.db", free_port(), ""
        self.env = {
            "DISCORD_TOKEN": TOKEN,
            "TABELLARIUS_DATABASE": str(self.database),
            "TABELLARIUS_MAPS": str(SHEETS),
            "TABELLARIUS_BACKUPS": str(folder / "backups"),
            "TABELLARIUS_BACKUP_HOURS": "0",
            "TABELLARIUS_TABLE_BESIDE": "true",
            "TABELLARIUS_TABLE_PORT": str(self.port),
            "TABELLARIUS_MAIL_ADDRESS": UMPIRE,
            "TABELLARIUS_MAIL_IMAP": f"127.0.0.1:{line.port}",
            "TABELLARIUS_MAIL_SMTP": f"127.0.0.1:{exim.port}",
            "TABELLARIUS_MAIL_USER": UMPIRES,
            "TABELLARIUS_MAIL_TLS": "false",
        }
        self.process = BotProcess(
            discord, "tests.mail.hurried", env=self.env | {"TABELLARIUS_MAIL_PASSWORD": PASSWORD}
        )
        self.written: list[str] = []
        self.expected: list[str] = []
        self.took: list[float] = []
        self.replied = 0
        self.lost: set[str] = set()

    # -- what is there -------------------------------------------------------------------------------

    @property
    def box(self) -> list[EmailMessage]:
        """Anna's mails, each once, the oldest first."""
        found = {str(mail["Message-ID"]): mail for mail in self.dovecot.read() if mail["From"]}
        return [mail for mail in found.values() if UMPIRE in str(mail["From"])]

    def answers_to(self, id: str) -> list[EmailMessage]:
        return [mail for mail in self.box if mail["In-Reply-To"] == id]

    @contextmanager
    def looked_at(self) -> Any:
        with opened(self.database) as service:
            yield service

    async def until(self, holds: Callable[[], bool], what: str) -> None:
        began = time.monotonic()
        while not holds():
            await asyncio.sleep(0.2)
            if time.monotonic() - began > PATIENCE:
                log = "".join(self.process.log[-30:])
                raise AssertionError(f"{what} did not come; the umpire's log ends:\n{log}")

    # -- beginning -----------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Found the game on Discord, invite Anna by mail from the command line, let both join."""
        await self.process.start()
        form = await self.alice.command("game new", self.channel, title="Rubicon")
        opened = await self.alice.press(form.message, "Name …")
        await self.alice.fill(opened.modal, {"Words for open dice": "a year by mail"})
        await self.alice.press(form.message, "Create game")
        await self.discord.until(lambda: any(map(is_status, self.channel.messages)), "the status message")
        await self.command("link", str(CAMPAIGN), "caesar")  # from now on the browser shows the game
        await self.command("mail", "--invite", str(CAMPAIGN), "caesar", ANNA)
        await self.until(lambda: bool(self.box), "the invitation")
        self.token = str(self.box[0]["Reply-To"]).partition("+")[2].partition("@")[0]
        joined = await self.write("JOIN")
        reply = await self.bob.command("game join", self.channel, seat="pompey")
        assert not reply.failed and "You play Caesar by mail." in text(joined)

    async def command(self, *words: str) -> None:
        """Run a command of `bot.py` while the umpire runs."""
        made = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", *words, cwd=ROOT, env={**os.environ, **self.env},
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        async with asyncio.timeout(LONGEST):
            said, _ = await made.communicate()
        assert made.returncode == 0, said.decode()

    # -- Anna ----------------------------------------------------------------------------------------

    def mail(self, what: str, more: bytes = b"") -> EmailMessage:
        """Return a mail of Anna's program, an answer to the last that she has."""
        mail, last = EmailMessage(policy=SMTP), self.box[-1]
        mail["From"], mail["To"] = f"Anna <{ANNA}>", f"umpire+{self.token}@example.org"
        mail["Subject"] = f"Re: {last['Subject']}"
        mail["In-Reply-To"] = mail["References"] = str(last["Message-ID"])
        mail["Message-ID"] = f"<{len(self.written)}@example.net>"
        mail.set_content(what)
        if more:
            mail.add_attachment(more, "image", "png", filename="signature.png")
        return mail

    async def send(self, mail: EmailMessage) -> str:
        """Give a mail to Exim, and again where that puts it off; return its Message-ID."""
        for _ in range(20):
            try:
                await asyncio.to_thread(self.exim.send, ANNA, mail)
                break
            except (smtplib.SMTPRecipientsRefused, OSError):
                await asyncio.sleep(1)
        else:
            raise AssertionError(f"Exim does not take {mail['Message-ID']}")
        if (id := str(mail["Message-ID"])) not in self.written:
            self.written.append(id)
        return id

    async def write(self, what: str, more: bytes = b"") -> EmailMessage:
        """Send a mail and wait for its answer."""
        began = time.monotonic()
        id = await self.send(self.mail(what, more))
        await self.until(lambda: bool(self.answers_to(id)), f"the answer to {what!r}")
        self.took.append(time.monotonic() - began)
        return self.answers_to(id)[0]

    # -- playing -------------------------------------------------------------------------------------

    async def play(
        self,
        by_mail: Callable[[Service, str], Awaitable[None]],
        by_discord: Callable[[Service, str], Awaitable[None]],
        more: Callable[[], object],
    ) -> None:
        """Play the year, and on while there is more: Caesar's orders, as frames, by the one, Pompey's by the
        other.
        """
        with self.looked_at() as service:
            b = cast(ServiceHarness, SimpleNamespace(service=service))
            while more() or not self.is_over(service):
                asked, deed = [one.seat for one in service.asked(CAMPAIGN)], service.campaign(CAMPAIGN).n
                assert asked, service.campaign(CAMPAIGN)
                if "pompey" in asked:
                    order, *_ = all_orders(b, "pompey", deed)
                    await by_discord(service, order)
                else:
                    await self.until(lambda: len(self.questions()) > self.replied, "a question")
                    self.replied = len(self.questions())
                    await by_mail(service, replied(b, deed))

    def is_over(self, service: Service) -> bool:
        """Return true once the year, or in it the war, is over."""
        campaign = service.campaign(CAMPAIGN)
        is_later = bool(campaign.stage) and not GAME.when(campaign.stage).turn.startswith("1/")
        return is_later or campaign.state in ("closed", "over")

    def questions(self) -> list[EmailMessage]:
        return [mail for mail in self.box if "\nORDERS JC-1 caesar" in text(mail).replace("\r", "")]

    async def by_discord(self, service: Service, order: str) -> None:
        """Give an order on Discord; without a receipt look whether it was carried out, and try again."""
        before, said = service.campaign(CAMPAIGN).n, ""
        for _ in range(20):
            if service.campaign(CAMPAIGN).n > before:
                return
            await self.until(lambda: bool(self.discord.gateway.connected), "the bot")
            reply = await self.bob.command("order", self.channel, line=order, settle=False)
            with suppress(Exception):
                await asyncio.wait_for(reply.settled(), 60)
                if (give := confirming(reply.message)) is not None:
                    reply = await self.bob.press(reply.message, give, settle=False)
                    await asyncio.wait_for(reply.settled(), 60)
                said = reply.text
            await asyncio.sleep(0.2)
        raise AssertionError(f"{order!r} is not carried out: {said}")

    async def by_mail(self, service: Service, frame: str) -> None:
        answered = await self.write(frame)
        assert "Carried out:" in text(answered), text(answered)

    # -- the account ---------------------------------------------------------------------------------

    def assert_whole(self, service: Service) -> str:
        """Every order once, every mail answered by one mail; return the figures."""
        assert service.look(CAMPAIGN, queries.verdict).errors == [] and not service.campaign(CAMPAIGN).held
        came = Counter(str(mail["Message-ID"]) for mail in self.dovecot.read() if UMPIRE in str(mail["From"]))
        for id in self.written:
            if id not in self.lost:
                assert len(self.answers_to(id)) == 1, f"{id} has {len(self.answers_to(id))} answers"
        lines = [line for mail in self.box for line in text(mail).splitlines()]
        receipt = ("You answered", "Your standing order answered")
        told = Counter(line for line in lines if line.startswith(receipt))
        receipts = [
            post
            for post in service.posts(CAMPAIGN, [to_seat("caesar")], 0, 100_000)
            if post.kind == "receipt"
        ]
        twice = [line for line, times in told.items() if times > 1 and not self.lost]
        assert not twice, twice
        assert len(told) == len(receipts), (len(told), len(receipts))
        orders = sum(entry["t"] == "answer" for entry in service.log(CAMPAIGN))
        unasked = len([mail for mail in self.box if mail["Auto-Submitted"] == "auto-generated"])
        return (
            f"{len(self.written)} mails written, each with one answer; {unasked} mails unasked; {len(came)} "
            f"distinct ids in {sum(came.values())} deliveries; {orders} answers in the log, "
            f"{len(receipts)} of them told to Caesar; longest answer {max(self.took):.1f} s, "
            f"median {sorted(self.took)[len(self.took) // 2]:.1f} s"
        )


@asynccontextmanager
async def a_year(folder: Path, dovecot: Dovecot, exim: Exim) -> AsyncIterator[Year]:
    line = Line(dovecot.port)
    async with Server(patience=PATIENCE) as discord:
        year = Year(discord, dovecot, exim, line, folder)
        try:
            yield year
            with year.looked_at() as service:
                await year.until(lambda: not service.mail.waiting(), "an empty queue")
            assert await year.process.stop() == 0
        except BaseException as error:
            error.add_note("".join(year.process.log[-60:]))
            raise
        finally:
            await year.process.kill()
            line.close()


@asynccontextmanager
async def watching(year: Year) -> AsyncIterator[Page]:
    """Somebody in Chromium who has no seat."""
    async with chromium_beside() as browser:
        page = await browser.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        await page.goto(f"http://127.0.0.1:{year.port}/game/{CAMPAIGN}/public")
        yield page


async def assert_watched(year: Year, page: Page, service: Service) -> None:
    """Check that the page, which was open all the year, says how the game stands, without having been loaded
    again.
    """
    board = status(service, CAMPAIGN, "en")
    wanted = [part for part in (board.turn, board.phase) if part] or [board.state]
    await page.wait_for_function(
        "wanted => wanted.every(w => document.body.innerText.includes(w))", arg=wanted
    )


# -- failures ----------------------------------------------------------------------------------------


class Failures:
    """The failures of the servers; each comes up at one mail of Anna's."""

    def __init__(self, year: Year) -> None:
        self.year = year
        self.left = [
            self.imap_restarts, self.line_breaks, self.refused, self.her_box_full, self.our_box_full,
            self.smtp_restarts,
        ]  # fmt: skip
        self.came: list[str] = []

    async def mail(self, service: Service, frame: str) -> None:
        failure = self.left.pop(0) if self.left else self.nothing
        self.came.append(failure.__name__)
        await failure(service, frame)

    async def nothing(self, service: Service, frame: str) -> None:
        await self.year.by_mail(service, frame)

    async def imap_restarts(self, service: Service, frame: str) -> None:
        """The umpire, too."""
        await asyncio.to_thread(self.year.dovecot.stop)
        doing = asyncio.create_task(self.year.by_mail(service, frame))
        assert await self.year.process.stop() == 0
        await self.year.process.start()
        await asyncio.to_thread(self.year.dovecot.start)
        await doing

    async def line_breaks(self, service: Service, frame: str) -> None:
        """In mid-fetch; and the answer is put off."""
        (self.year.exim.folder / "busy").touch()
        self.year.line.cut_after(60_000)
        doing = asyncio.create_task(self.year.write(frame, os.urandom(200_000)))
        await self.year.until(lambda: any(m.tries for m in service.mail.next_out(2**40)), "a second attempt")
        (self.year.exim.folder / "busy").unlink()
        assert "Carried out:" in text(await doing) and self.year.line.cuts == 1

    async def refused(self, service: Service, frame: str) -> None:
        """Her server refuses the answer, and the next one because her box is full."""
        refused, full = self.year.exim.folder / "refused", self.year.exim.folder / "full"
        refused.touch()
        await self._returned(service, frame)
        refused.unlink()
        full.touch()
        self.year.lost.add(await self.year.send(self.year.mail("STATUS")))
        await self.year.until(
            lambda: sum("given up" in line for line in self.year.process.log) >= 2, "the second refusal"
        )
        full.unlink()
        await self._told_again()

    async def her_box_full(self, service: Service, frame: str) -> None:
        """Exim takes the answer, and sends it back later."""
        await asyncio.to_thread(self.year.dovecot.limit, anna="1K")
        await self._returned(service, frame)
        await asyncio.to_thread(self.year.dovecot.limit)
        await self._told_again()

    async def our_box_full(self, service: Service, frame: str) -> None:
        """Anna's mail comes back to her; she sends it again once there is room."""
        year, n = self.year, service.campaign(CAMPAIGN).n
        await asyncio.to_thread(year.dovecot.limit, umpire="1K")
        year.lost.add(await year.send(year.mail(frame)))
        await year.until(lambda: any("aemon" in str(m["From"]) for m in year.dovecot.read()), "a bounce")
        assert service.campaign(CAMPAIGN).n == n
        await asyncio.to_thread(year.dovecot.limit)
        await year.by_mail(service, frame)

    async def smtp_restarts(self, service: Service, frame: str) -> None:
        year = self.year
        sent = len(year.written)
        doing = asyncio.create_task(year.by_mail(service, frame))
        await year.until(lambda: len(year.written) > sent, "the mail in Exim's hands")
        await asyncio.to_thread(year.exim.stop)
        await asyncio.sleep(5)
        await asyncio.to_thread(year.exim.start)
        await doing

    async def _returned(self, service: Service, frame: str) -> None:
        """Send a mail whose answer does not arrive; its orders are carried out, and the referee is told."""
        year, n = self.year, service.campaign(CAMPAIGN).n
        year.lost.add(await year.send(year.mail(frame)))
        await year.until(lambda: service.mailbox.is_failing(ANNA), "the mark")
        assert service.campaign(CAMPAIGN).n > n

    async def _told_again(self) -> None:
        """Anna, who has heard nothing, asks; from then on she is written to again."""
        assert "Waiting for" in text(await self.year.write("STATUS"))


async def year_of_failures(folder: Path, dovecot: Dovecot, exim: Exim) -> str:
    (exim.folder / "grey").touch()
    async with a_year(folder, dovecot, exim) as year:
        await year.begin()
        async with watching(year) as page:
            failures = Failures(year)
            await year.play(failures.mail, year.by_discord, lambda: failures.left)
            with year.looked_at() as service:
                account = year.assert_whole(service)
                await assert_watched(year, page, service)
        said = year.line.said
        assert b" IDLE\r\n" in said and b"DONE\r\n" in said
        assert not [line for line in year.process.log if "Traceback" in line or PASSWORD in line]
        return f"{account}; failures: {', '.join(failures.came)}"


# -- kills -------------------------------------------------------------------------------------------


class Killer:
    """Kills the umpire while somebody's order is under way, some times at each, and starts it again."""

    def __init__(self, year: Year, many: int) -> None:
        self.year, self.left, self.rng = year, many, random.Random(16)
        self._each, self._start = -(-many // DEEDS), 5.0

    async def mail(self, service: Service, frame: str) -> None:
        year = self.year
        mail = year.mail(frame)
        id = await year.send(mail)
        await self._kill()
        mail["Received"] = "from another.example.net by a longer way"
        await year.send(mail)
        while self.left and len(year.answers_to(id)) < 1:
            await self._kill()
        await year.until(lambda: bool(year.answers_to(id)), "the answer")
        assert "Carried out:" in text(year.answers_to(id)[0])

    async def discord(self, service: Service, order: str) -> None:
        doing = asyncio.create_task(self.year.by_discord(service, order))
        for _ in range(min(self.left, self._each)):
            await self._kill()
        await doing

    async def _kill(self) -> None:
        """Kill it at any moment of its start or its work."""
        if not self.left:
            return
        await asyncio.sleep(self.rng.uniform(0, 1.5) * self._start)
        await self.year.process.kill()
        self.left -= 1
        began = time.monotonic()
        await self.year.process.start()
        self._start = time.monotonic() - began


async def year_of_kills(folder: Path, dovecot: Dovecot, exim: Exim, many: int) -> str:
    async with a_year(folder, dovecot, exim) as year:
        await year.begin()
        async with watching(year) as page:
            killer = Killer(year, many)
            await year.play(killer.mail, killer.discord, lambda: killer.left)
            with year.looked_at() as service:
                account = year.assert_whole(service)
                await assert_watched(year, page, service)
        assert not [line for line in year.process.log if "Traceback" in line or PASSWORD in line]
        return f"{many} kills: {account}"


@pytest.mark.parametrize("what", ["failures", "kills"])
def test_a_year_over_real_servers(tmp_path: Path, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    with running_dovecot() as dovecot, running_exim(dovecot) as exim:
        run = (
            year_of_failures(tmp_path, dovecot, exim)
            if what == "failures"
            else year_of_kills(tmp_path, dovecot, exim, KILLS)
        )
        account = asyncio.run(run)
    with capsys.disabled():
        print(f"\n{account}")
