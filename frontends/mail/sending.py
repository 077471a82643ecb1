"""The queue of outgoing mails: each is sent until the server has taken it, with growing pauses."""

from __future__ import annotations

import logging

import aiosmtplib
from msgspec import Struct

from service.api import Service
from service.runtime.worker import Worker
from service.storage.mail import Outgoing

from .failing import mark
from .letter import is_postable

_LOG = logging.getLogger(__name__)

PAUSES = (60, 300, 900, 3_600, 4 * 3_600)
"""Seconds before the second, third ... attempt; the last one counts for all that follow."""
MOST_TRIES = 40
PATIENCE = 60.0


class Smtp(Struct, frozen=True):
    """The server that takes mails: `tls` is "" for none, "starttls" or "tls"."""

    host: str
    port: int
    user: str = ""
    password: str = ""
    tls: str = ""


async def send_due(worker: Worker, server: Smtp, sender: str) -> int:
    """Send every mail that is due; return how many the server has taken.

    A mail that the server refuses for good (RFC 5321 §4.2.1, 5yz) is dropped, and the address counts as
    failing; any other failure is tried again later.
    """
    due = await worker.run_silently(lambda service: service.mail.next_out(service.now()))
    sent = 0
    for mail in due:
        if await _send(worker, server, sender, mail):
            sent += 1
    return sent


async def _send(worker: Worker, server: Smtp, sender: str, mail: Outgoing) -> bool:
    if not is_postable(mail.recipient):
        await worker.run_silently(lambda service: _failed(service, mail, is_final=True))
        return False
    try:
        await aiosmtplib.send(
            mail.raw,
            sender=sender,
            recipients=[mail.recipient],
            hostname=server.host,
            port=server.port,
            username=server.user or None,
            password=server.password or None,
            use_tls=server.tls == "tls",
            start_tls=server.tls == "starttls",
            timeout=PATIENCE,
        )
    except aiosmtplib.SMTPRecipientsRefused as error:
        codes = [refused.code for refused in error.recipients]
        is_final = all(500 <= code < 600 for code in codes)
        await worker.run_silently(lambda service: _failed(service, mail, is_final))
        return False
    except ValueError as error:  # an address or a header that SMTP cannot carry: later it cannot either
        _LOG.error("mail %d cannot be sent: %s", mail.id, error)
        await worker.run_silently(lambda service: _failed(service, mail, is_final=True))
        return False
    except (aiosmtplib.SMTPException, OSError) as error:
        _LOG.warning("mail %d did not go out: %s", mail.id, type(error).__name__)
        await worker.run_silently(lambda service: _failed(service, mail, is_final=False))
        return False
    await worker.run_silently(lambda service: service.mail.sent(mail.id, service.now()))
    return True


def _failed(service: Service, mail: Outgoing, is_final: bool) -> None:
    if is_final or mail.tries + 1 >= MOST_TRIES:
        _LOG.error("a mail to %s was given up after %d attempts", mail.recipient, mail.tries + 1)
        service.mail.give_up(mail.id, lambda: mark(service, mail.recipient))
    else:
        service.mail.failed(mail.id, service.now() + PAUSES[min(mail.tries, len(PAUSES) - 1)])
