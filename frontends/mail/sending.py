"""The queue of outgoing mails: each is tried until the server has accepted it, at growing intervals."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import aiosmtplib
from msgspec import Struct

from service.api import Service
from service.runtime.worker import Worker
from service.values.front_ends.mail import Outgoing

from .failing import mark
from .incoming import is_postable

_LOG = logging.getLogger(__name__)

PAUSES = (60, 300, 900, 3_600, 4 * 3_600)
"""Seconds before the second, third ... attempt; the last one counts for all that follow."""
MOST_TRIES = 40
FOR_GOOD = 500
"""The first of the codes by which a server refuses for good (RFC 5321 §4.2.1)."""
PATIENCE = 60.0


NotLetIn = aiosmtplib.SMTPAuthenticationError
"""Raised if a server does not accept user and password."""
SendErrors = (aiosmtplib.SMTPException, OSError)
"""Raised if a server cannot be used, or does not take a mail."""


def refusal(error: object) -> str:
    """Return the words with which a server refuses a mail, without a full stop; "" for other errors."""
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused):
        return "; ".join(map(refusal, error.recipients))
    if isinstance(error, aiosmtplib.SMTPResponseException):
        return f"{error.code} {error.message}".rstrip(".")
    return ""


class Smtp(Struct, frozen=True):
    """The server for outgoing mail: `tls` is "" for none, "starttls" or "tls"; `token` returns an access
    token if there is no password.
    """

    host: str
    port: int
    user: str = ""
    password: str = ""
    tls: str = ""
    token: Callable[[], str] | None = None


@asynccontextmanager
async def connected(server: Smtp) -> AsyncIterator[aiosmtplib.SMTP]:
    """Sign in, and sign out after the context.

    Raises:
        aiosmtplib.SMTPException, OSError: if the server refuses.
    """
    token = server.token

    async def fetched() -> str:
        return "" if token is None else await asyncio.to_thread(token)

    client = aiosmtplib.SMTP(
        hostname=server.host,
        port=server.port,
        username=server.user or None,
        password=(server.password or None) if token is None else None,
        oauth_token_generator=None if token is None else fetched,
        use_tls=server.tls == "tls",
        start_tls=server.tls == "starttls",
        timeout=PATIENCE,
    )
    async with client:
        yield client


async def send_due(worker: Worker, server: Smtp, sender: str) -> int:
    """Send every mail that is due; return how many the server has accepted.

    A mail is dropped if the server refuses it or its recipient for good, and the address counts as failing;
    any other failure is tried again later.
    """
    due = await worker.run_silently(lambda service: service.mail.next_out(service.now()))
    if not due:
        return 0
    sent, left = 0, list(due)
    try:
        with worker.metrics.noted("no email could be sent"):
            async with connected(server) as client:
                while left:
                    sent += await _send(worker, client, sender, left[0])
                    del left[0]
    except (aiosmtplib.SMTPException, OSError) as error:
        _LOG.warning("the mail server could not be used: %s: %s", type(error).__name__, error)
        for mail in left:
            await worker.run_silently(partial(_failed, mail=mail, is_final=False))
    return sent


async def _send(worker: Worker, client: aiosmtplib.SMTP, sender: str, mail: Outgoing) -> bool:
    """Send one mail; return true if the server accepted it.

    Raises:
        aiosmtplib.SMTPServerDisconnected, aiosmtplib.SMTPTimeoutError, OSError: if the connection is broken.
    """
    try:
        if not is_postable(mail.recipient):
            raise ValueError(f"{mail.recipient!r} is no address")
        await client.sendmail(sender, [mail.recipient], mail.raw)
    except aiosmtplib.SMTPRecipientsRefused as error:
        is_final = all(refused.code >= FOR_GOOD for refused in error.recipients)
        await worker.run_silently(lambda service: _failed(service, mail, is_final))
        return False
    except ValueError as error:  # an address or a header that SMTP cannot carry: later it cannot either
        _LOG.error("mail %d cannot be sent: %s", mail.id, error)
        await worker.run_silently(lambda service: _failed(service, mail, is_final=True))
        return False
    except aiosmtplib.SMTPResponseException as error:
        _LOG.warning("mail %d did not go out: %d", mail.id, error.code)
        is_final = isinstance(error, aiosmtplib.SMTPDataError) and error.code >= FOR_GOOD
        await worker.run_silently(lambda service: _failed(service, mail, is_final))
        return False
    await worker.run_silently(lambda service: service.mail.sent(mail.id, service.now()))
    return True


def _failed(service: Service, mail: Outgoing, is_final: bool) -> None:
    if is_final or mail.tries + 1 >= MOST_TRIES:
        _LOG.error("a mail to %s was given up after %d attempts", mail.recipient, mail.tries + 1)
        service.mail.give_up(mail.id, lambda: mark(service, mail.recipient, mail.message_id))
    else:
        service.mail.failed(mail.id, service.now() + PAUSES[min(mail.tries, len(PAUSES) - 1)])
