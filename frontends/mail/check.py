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
from adjudicator.core.language.words import N_
from frontends.mail.servers.mailboxes import Errors, ImapSource, Source
from service.values.console import Tell, teller
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
TAKEN = {
    "": N_("Sending: {server} takes emails, without encryption."),
    "starttls": N_("Sending: {server} takes emails, with STARTTLS."),
    "tls": N_("Sending: {server} takes emails, with TLS."),
}
"""Sentences about a server that can be used, by its encryption."""


def checked(settings: Settings, source: Source, server: Smtp, write: Callable[[str], object]) -> int:
    """Test the mailbox, the server and a mail to the umpire itself; return 0 if all is well, else 2."""
    tell = teller(settings, write)
    place, is_well = _mailbox(source, tell)
    is_well &= asyncio.run(_server(server, tell))
    if is_well and settings.mail_plus:
        is_well = _plus(settings.mail_address, source, server, place, tell)
    tell(N_("All is well.") if is_well else N_("Mail cannot be carried like this."))
    return 0 if is_well else 2


def _said(error: object) -> str:
    """Return the text of an error without a full stop at its end; the name of its class if it has none; of a
    server that refuses a mail, what it says.
    """
    return refusal(error) or str(error).rstrip(".") or type(error).__name__


def _mailbox(source: Source, tell: Tell) -> tuple[Place | None, bool]:
    """Say what the mailbox can do; return the place after its last mail, and true if it can be read."""
    try:
        places = [arrived.place for arrived in source.fetch(None, int(time.time()))]
        if isinstance(source, ImapSource):
            has_idle, used = source.abilities()
            tell(N_("Mailbox: signed in to {name}."), name=source.name.partition(":")[2])
            if has_idle:
                tell(N_("Mailbox: the server has IDLE."))
            else:
                tell(N_("Mailbox: the server has no IDLE, so emails are looked for every ten seconds."))
            if used is not None:
                said = N_("Mailbox: {used} of its quota is used.")
                if used >= 1:
                    said = N_("Mailbox: {used} of its quota is used; no mail can arrive until you make room.")
                elif used > TIGHT:
                    said = N_("Mailbox: {used} of its quota is used; make room soon.")
                tell(said, used=f"{used:.0%}")
                if used >= 1:
                    return None, False
        else:
            tell(N_("Mailbox: the folder {name} can be read."), name=source.name.partition(":")[2])
    except MailboxLoginError as error:
        answer = b" ".join(one for one in error.command_result[1] if isinstance(one, bytes))
        why = _said(answer.decode(errors="replace"))
        tell(N_("Mailbox: the server does not accept user and password: {why}."), why=why)
        return None, False
    except Errors as error:
        tell(N_("Mailbox: it cannot be read: {why}. Check host, port and mail_tls."), why=_said(error))
        return None, False
    return (places or [None])[0], True


async def _server(server: Smtp, tell: Tell) -> bool:
    name = f"{server.host}:{server.port}"
    try:
        async with connected(server):
            tell(TAKEN[server.tls], server=name)
    except NotLetIn as error:
        why = _said(error.message)
        tell(N_("Sending: the server does not accept user and password: {why}."), why=why)
        return False
    except SendErrors as error:
        said = N_("Sending: {server} cannot be used: {why}. Check host, port and mail_tls.")
        tell(said, server=name, why=_said(error))
        return False
    return True


def _plus(address: str, source: Source, server: Smtp, place: Place | None, tell: Tell) -> bool:
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
        said = N_("Plus addresses: an email to {address} was refused: {why}.")
        tell(said, address=str(mail["To"]), why=_said(error))
        return False
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        try:
            found = [one for one in source.fetch(place, 0) if word.encode() in one.raw]
            if found:
                said = N_("Plus addresses: an email to {address} arrived in {n} s.")
                tell(said, address=f"{name}+…@{host}", n=round(time.monotonic() - began))
                return _whole(found[0].raw, str(mail["Message-ID"]), str(mail["To"]), tell)
        except Errors as error:
            tell(N_("Plus addresses: the mailbox broke off: {why}."), why=_said(error))
            return False
        time.sleep(PAUSE)
    tell(
        N_(
            "Plus addresses: an email to {to} did not arrive within {n} s. Let the mail server put emails to "
            "{any} into the mailbox of {address}, or set mail_plus = false ({page}). A running umpire may "
            "have taken the mail: stop it for the trial."
        ),
        to=str(mail["To"]),
        n=round(PATIENCE),
        any=f"{name}+anything@{host}",
        address=address,
        page=guide("docs/operating-mail.md"),
    )
    return False


def _whole(raw: bytes, id: str, to: str, tell: Tell) -> bool:
    """Report what the servers have changed of a mail on its way that the umpire relies on."""
    mail, is_well = read(raw), True
    if mail.id != id:
        tell(
            N_(
                "Message-ID: {id} became “{other}” on the way. Bounces, and quotations of the umpire's own "
                "emails, are known by it: let the mail server leave it as it is."
            ),
            id=id,
            other=mail.id,
        )
        is_well = False
    if to.casefold() not in mail.recipients:
        said = N_(
            "Recipient: {to} stands in no To, Cc, Delivered-To or X-Original-To of the mail that arrived."
        )
        tell(said, to=to)
        is_well = False
    if mail.unreadable or [*mail.lines] != TEXT.splitlines():
        tell(N_("Text: it arrived changed, as: {text}"), text=" / ".join(mail.lines) or mail.unreadable)
        is_well = False
    if is_well:
        tell(N_("Message-ID, recipient and text arrived as they were sent, the Japanese ones, too."))
    return is_well


async def _send(server: Smtp, sender: str, mail: EmailMessage) -> None:
    async with connected(server) as client:
        await client.sendmail(sender, [str(mail["To"])], mail.as_bytes())
