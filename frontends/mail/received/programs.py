"""Marks of mails that programs write: absence notes, lists, gateways, reports (RFC 3834 §2, and others)."""

from __future__ import annotations

import re
from email.message import Message

from .parts import addresses, folded, header

_PRESENT = (
    *("List-Id", "List-Unsubscribe", "Mailing-List", "X-Mailing-List", "X-ML-Name", "X-Autoreply"),
    *("X-Autorespond", "X-Autoresponder", "X-AutoReply-From", "X-Mail-Autoreply", "X-FC-MachineGenerated"),
    *("X-MS-Exchange-Inbox-Rules-Loop", "X-MS-Exchange-Generated-Message-Source", "X-Failed-Recipients"),
)
"""Headers that no mail program of a person writes, whatever they say."""
_SAYING = {
    "Auto-Submitted": r"(?!no\b).+",
    "Precedence": r"(bulk|junk|list|auto.?reply)\b",
    "X-Precedence": r"(bulk|junk|list|auto.?reply)\b",
    "Preference": r"auto.?reply\b",
    "Delivered-To": r"autoresponder\b",
    "X-POST-MessageClass": r".*autoresponder\b",
    "Content-Type": r"multipart/report\b",
}
"""Headers that say it, and how they begin then."""
_SENDER = re.compile(
    r"(mailer|mail|delivery|m)[-_.]?daemon|postmaster|(no|do[-_.]?not)[-_.]?reply|bounces?|auto[-_.]?(reply|"
    r"responder)|listserv|majordomo|owner-[a-z]+|amavis|mailscanner|anti[-_.]?virus"
)
"""The beginnings of the addresses of programs, up to a sign that is no letter."""
_MAILER = re.compile(
    r"(mailer|mail|m)[-_.]?daemon|postmaster|bounces?|(no|do[-_.]?not)[-_.]?reply|microsoftexchange"
)
_MAILER_NAMED = re.compile(
    r"mail(er)?[ -]?(delivery|daemon)|delivery (sub)?system|postmaster|system administrator|smtp|"
    r"anti[-_ ]?virus|\b(ndr|imss)@",
    re.IGNORECASE,
)


def is_of_program(mail: Message) -> bool:
    """Return true if a program wrote a mail, so that an answer would begin a loop."""
    return (
        is_without_return(mail)
        or any(mail.get(name) is not None for name in _PRESENT)
        or any(re.match(said, header(mail, name), re.IGNORECASE) for name, said in _SAYING.items())
        or any(is_address_of_program(address) for _, address in addresses(*folded(mail, "From")))
    )


def is_address_of_program(address: str) -> bool:
    """Return true for the address of a program by its name, in any case."""
    return _is_of(_SENDER, address.casefold())


def suppresses_answers(mail: Message) -> bool:
    """Return true if a mail wants no automatic answer, as absence notes of Exchange do."""
    return mail.get("X-Auto-Response-Suppress") is not None


def is_from_mailer(mail: Message) -> bool:
    """Return true if the program that delivers mail on some machine names itself as the sender."""
    written = [*folded(mail, "From"), *folded(mail, "Return-Path")]
    senders = [address for _, address in addresses(*written)]
    return any(_is_of(_MAILER, sender) for sender in senders) or any(map(_MAILER_NAMED.search, written))


def is_without_return(mail: Message) -> bool:
    """Return true if nothing may be sent back to a mail (RFC 5321 §4.5.5)."""
    return header(mail, "Return-Path") == "<>"


def _is_of(pattern: re.Pattern[str], address: str) -> bool:
    found = pattern.match(address)
    return found is not None and not address[found.end() : found.end() + 1].isalpha()
