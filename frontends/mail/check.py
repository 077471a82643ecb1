"""`python bot.py mail check`: test everything that mail needs, and report problems in plain words."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime
from secrets import token_hex

from imap_tools import MailboxLoginError

from adjudicator.core.language.languages import LANGUAGES
from frontends.mail.servers.mailboxes import Errors, ImapSource, Source
from service.values.front_ends.mail import Place
from service.values.project import guide
from service.values.settings import Settings

from .incoming import read
from .sending import NotLetIn, SendErrors, Smtp, connected, refusal

PATIENCE = 60.0
"""Seconds that a mail to ourselves may take."""
PAUSE = 1.0
TEXT = "\n".join(
    ("The umpire writes to itself. Nothing is to be done.", *(known.name for known in LANGUAGES.values()))
)
"""The text of the mail to ourselves, with characters beyond ASCII."""
TIGHT = 0.9
"""The part of a quota beyond which it is called full."""


def checked(settings: Settings, source: Source, server: Smtp, write: Callable[[str], object]) -> int:
    """Test the mailbox, the server and a mail to the umpire itself; return 0 if all is well, else 2."""
    place, is_well = _mailbox(source, write)
    is_well &= asyncio.run(_server(server, write))
    if is_well and settings.mail_plus:
        is_well = _plus(settings.mail_address, source, server, place, write)
    write("All is well." if is_well else "Mail cannot be carried like this.")
    return 0 if is_well else 2


def _said(error: object) -> str:
    """Return the text of an error without a full stop at its end; the name of its class if it has none; of a
    server that refuses a mail, what it says.
    """
    return refusal(error) or str(error).rstrip(".") or type(error).__name__


def _mailbox(source: Source, write: Callable[[str], object]) -> tuple[Place | None, bool]:
    """Say what the mailbox can do; return the place after its last mail, and true if it can be read."""
    try:
        places = [arrived.place for arrived in source.fetch(None, int(time.time()))]
        if isinstance(source, ImapSource):
            has_idle, used = source.abilities()
            write(f"Mailbox: signed in to {source.name.partition(':')[2]}.")
            write(f"Mailbox: the server {'has' if has_idle else 'has no'} IDLE"
                  f"{'' if has_idle else ', so mails are looked for every ten seconds'}.")  # fmt: skip
            if used is not None:
                what = "; no mail can arrive until you make room" if used >= 1 else "; make room soon"
                write(f"Mailbox: {used:.0%} of its quota is used{what if used > TIGHT else ''}.")
                if used >= 1:
                    return None, False
        else:
            write(f"Mailbox: the folder {source.name.partition(':')[2]} can be read.")
    except MailboxLoginError as error:
        said = b" ".join(one for one in error.command_result[1] if isinstance(one, bytes))
        write(
            f"Mailbox: the server does not accept user and password: {_said(said.decode(errors='replace'))}."
        )
        return None, False
    except Errors as error:
        write(f"Mailbox: it cannot be read: {_said(error)}. Check host, port and mail_tls.")
        return None, False
    return (places or [None])[0], True


async def _server(server: Smtp, write: Callable[[str], object]) -> bool:
    try:
        async with connected(server):
            safe = {"": "without encryption", "starttls": "with STARTTLS", "tls": "with TLS"}[server.tls]
            write(f"Sending: {server.host}:{server.port} takes mails, {safe}.")
    except NotLetIn as error:
        write(f"Sending: the server does not accept user and password: {_said(error.message)}.")
        return False
    except SendErrors as error:
        name = f"{server.host}:{server.port}"
        write(f"Sending: {name} cannot be used: {_said(error)}. Check host, port and mail_tls.")
        return False
    return True


def _plus(
    address: str, source: Source, server: Smtp, place: Place | None, write: Callable[[str], object]
) -> bool:
    """Send a mail to a plus address of the umpire, and look for it in the mailbox."""
    word = token_hex(8)
    name, _, host = address.partition("@")
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = address, f"{name}+{word}@{host}"
    mail["Subject"], mail["Date"] = f"A trial of the mailbox: {word}", format_datetime(localtime())
    mail["Message-ID"], mail["Auto-Submitted"] = f"<{word}@{host}>", "auto-generated"
    mail.set_content(f"{TEXT}\n")
    try:
        asyncio.run(_send(server, address, mail))
    except SendErrors as error:
        write(f"Plus addresses: a mail to {mail['To']} was refused: {_said(error)}.")
        return False
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        try:
            found = [one for one in source.fetch(place, 0) if word.encode() in one.raw]
            if found:
                write(
                    f"Plus addresses: a mail to {name}+…@{host} arrived in {time.monotonic() - began:.0f} s."
                )
                return _whole(found[0].raw, str(mail["Message-ID"]), str(mail["To"]), write)
        except Errors as error:
            write(f"Plus addresses: the mailbox broke off: {_said(error)}.")
            return False
        time.sleep(PAUSE)
    write(
        f"Plus addresses: a mail to {mail['To']} did not arrive within {PATIENCE:.0f} s. Let the mail server "
        f"put mails to {name}+anything@{host} into the mailbox of {address}, or set mail_plus = false "
        f"({guide('docs/mail.md')}). A running umpire may have taken the mail: stop it for the trial."
    )
    return False


def _whole(raw: bytes, id: str, to: str, write: Callable[[str], object]) -> bool:
    """Report what the servers have changed of a mail on its way that the umpire relies on."""
    mail, is_well = read(raw), True
    if mail.id != id:
        write(
            f"Message-ID: {id} became {mail.id or 'nothing'} on the way. Bounces, and quotations of the "
            "umpire's own mails, are known by it: let the mail server leave it as it is."
        )
        is_well = False
    if to.casefold() not in mail.recipients:
        write(f"Recipient: {to} stands in no To, Cc, Delivered-To or X-Original-To of the mail that arrived.")
        is_well = False
    if mail.unreadable or [*mail.lines] != TEXT.splitlines():
        write(f"Text: it arrived changed, as: {' / '.join(mail.lines) or mail.unreadable}")
        is_well = False
    if is_well:
        write("Message-ID, recipient and text arrived as they were sent, the Japanese ones, too.")
    return is_well


async def _send(server: Smtp, sender: str, mail: EmailMessage) -> None:
    async with connected(server) as client:
        await client.sendmail(sender, [str(mail["To"])], mail.as_bytes())
