"""The umpire's mail without a network: mails are put into its Maildir, and read out of its queue."""

from __future__ import annotations

import asyncio
import email
import mailbox
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pytest

from frontends.mail import delivering, fetch_all, send_all, write_all
from frontends.mail.delivering import SLOT
from frontends.mail.failing import FRONT_END
from frontends.mail.inviting import invited
from frontends.mail.mailer import Mailer
from frontends.mail.sending import Smtp
from frontends.mail.servers.mailboxes import MaildirSource, Source
from frontends.mail.written.layout import COLUMNS
from service.api import Service
from service.runtime.worker import Worker
from service.text.columns import width
from service.values.front_ends.mail import MailPlace, MailSeat
from tests.harness.service import Clock

UMPIRE = "umpire@example.org"


@pytest.fixture(autouse=True)
def without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mails without pictures, for modules that import this."""
    monkeypatch.setattr(delivering, "drawings", lambda service, seat, kinds=(), since=-1: [])


async def carried(worker: Worker, mailer: Mailer, source: Source, server: Smtp) -> None:
    """Take what has arrived, answer it, write what waits, send what is due."""
    await fetch_all(worker, mailer, source)
    await write_all(worker, mailer)
    await send_all(worker, server, UMPIRE)


class MailHarness:
    """An umpire with one mailbox, and the people who write to it.

    Args:
        service: the umpire.
        folder: of the mailbox and of the maps.
        first: the number before that of the first mail written.

    Attributes:
        sent: every mail that the umpire has sent, the oldest first.
        table: the public address of the browser table, "" for none.
    """

    def __init__(self, service: Service, folder: Path, first: int = 0) -> None:
        self._service, self._cache = service, folder / "maps"
        self._box = mailbox.Maildir(str(folder / "mail"), create=True)
        self._source = MaildirSource(folder / "mail")
        self.sent: list[EmailMessage] = []
        self._count, self.table = first, ""
        service.subscribe(FRONT_END)

    def invite(self, campaign: int, seat: str, address: str) -> MailSeat:
        made = invited(self._service, campaign, seat, address)
        asyncio.run(self._with(lambda mailer: mailer.invite(made)))
        self._collect()
        return made

    def write(
        self,
        seat: MailSeat | MailPlace,
        text: str,
        *,
        sender: str = "",
        subject: str = "Re: game",
        **headers: str,
    ) -> None:
        """Put a plain mail into the umpire's mailbox."""
        self._count += 1
        mail = EmailMessage(policy=SMTP)
        mail["From"] = sender or seat.address
        mail["To"] = f"umpire+{seat.token}@example.org"
        mail["Subject"] = subject
        mail["Message-ID"] = f"<{self._count}@example.net>"
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        mail.set_content(text)
        self.put(mail.as_bytes())

    def put(self, raw: bytes) -> None:
        self._box.add(raw)

    def round(self) -> list[EmailMessage]:
        """Take what arrived and answer it; return what was sent."""
        asyncio.run(self._with(self._answered))
        return self._collect()

    def answer(self) -> list[bytes]:
        """Take what arrived and answer it; return the bytes of what is to be sent."""
        asyncio.run(self._with(self._answered))
        return [mail.raw for mail in self._service.mail.next_out(2**40, 1000)]

    def deliver(self) -> list[EmailMessage]:
        """Let the next slot come, and tell what is to be told."""
        clock = self._service.context.clock
        assert isinstance(clock, Clock)
        clock.now += SLOT
        asyncio.run(self._with(lambda mailer: mailer.deliver()))
        return self._collect()

    async def _answered(self, mailer: Mailer) -> None:
        for arrived in self._source.fetch():
            await mailer.receive(arrived)
            self._source.taken(arrived.key)
        await mailer.answer_all()

    async def _with(self, act) -> None:  # type: ignore[no-untyped-def]
        worker = Worker(self._service)
        try:
            await act(self.mailer(worker))
        finally:
            await worker.close()

    def mailer(self, worker: Worker) -> Mailer:
        """Return the mailer of a round."""
        return Mailer(worker, UMPIRE, self._cache, table=self.table)

    def _collect(self) -> list[EmailMessage]:
        store, new = self._service.mail, []
        for mail in store.next_out(2**40, 1000):
            new.append(email.message_from_bytes(mail.raw, policy=SMTP))
            self.sent.append(new[-1])
            store.sent(mail.id, self._service.context.clock())
        return new


def text(mail: EmailMessage) -> str:
    """Return the plain text of a mail, its paragraphs as they were before they were wrapped, without the
    line above which an answer is written.
    """
    lines: list[str] = []
    before = ""
    for line in body(mail).splitlines():
        if line.startswith("== ") and not lines:
            continue
        word = (line.split() or [""])[0]
        word = word if word.isascii() else word[:1]
        is_full = width(before) + (not word or word.isascii()) + width(word) > COLUMNS
        is_broken = before and line and is_full and (" " in before or not before.isascii())  # no mere hash
        if is_broken and not line.startswith(("#", "http")):
            is_dense = width(lines[-1][-1]) > 1 or width(line[0]) > 1  # CJK: broken without a space
            lines[-1] += line if is_dense else f" {line.strip()}"
        elif line or lines:
            lines.append(line)
        before = line
    return "\n".join(lines) + "\n"


def body(mail: EmailMessage) -> str:
    """Return the plain text of a mail as it was sent."""
    found = mail.get_body(("plain",))
    assert found is not None
    return str(found.get_content())
