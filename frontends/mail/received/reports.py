"""Reports about a mail that was sent from here: whether it failed, is late or has arrived, and for whom.

A server writes a report by RFC 3464, of which every field may be missing, or prose in its own words. The mail
that it is about is known by its Message-ID, which nobody can guess, wherever that stands. Only a failure is a
failure: a server that goes on trying, a receipt, and a complaint say nothing about the address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from email import message_from_bytes, message_from_string
from email.message import Message

from msgspec import Struct

from frontends.mail.wordings import wording

from .parts import ascii_of, header, texts_of
from .programs import is_address_of_program, is_from_mailer, is_of_program

FAILED, DELAYED, OTHER = "failed", "delayed", "other"
"""The news of a report: a mail does not arrive, it may still arrive, anything else."""

_OURS = re.compile(r"[0-9a-f]{32}(?:\.[0-9a-z.-]{1,120})?@[0-9a-z.-]{1,200}", re.IGNORECASE)
"""A Message-ID as `writing.message_id` makes it, with or without its brackets."""
_ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]+(?:\.[\w-]+)+")
_STATUS = ("message/delivery-status", "message/global-delivery-status")
_RECEIPTS = ("message/disposition-notification", "message/global-disposition-notification",
             "message/feedback-report")  # fmt: skip
_DELETED = re.compile(r"(?i)automatic-action.*;\s*deleted")
"""The receipt by which a server says that it has thrown a mail away (RFC 8098 §3.2.6.2)."""
_RETURNED = ("message/rfc822", "message/global", "message/global-headers", "message/partial")
_BY_CLASS = {"5": FAILED, "4": DELAYED, "2": OTHER}
_BY_ACTION = {"failed": FAILED, "failure": FAILED, "delayed": DELAYED, "delivered": OTHER, "relayed": OTHER,
              "expanded": OTHER}  # fmt: skip

_ORIGINAL = re.compile(
    rf"(?im)^[> \t]{{0,40}}(?:--.{{0,200}}?{wording('original')}.*"
    r"|(?:return-path|received|message-id|from|mime-version)\s*:.*)$"
)
"""A line with which the returned mail begins in a report in prose."""
_ON_ITS_OWN = re.compile(rf"(?m)^[> \t*]{{0,40}}<?({_ADDRESS.pattern})>?\s*[:：]?\s*(?:\(.*\)|\.{{3}}.*)?$")
_GOES_ON = re.compile(wording("goes_on"), re.IGNORECASE)
_FOR_GOOD = re.compile(
    r"(?i)permanent|giv(?:en|ing) up|not going to try|no further (?:attempt|deliver)|will be deleted"
    r"|\b5\d\d[ -]#?5\.\d{1,3}\.\d|#5\.\d{1,3}\.\d|\b55[0-4][ -]|status: 5\.|expired"
)
_FOR_NOW = re.compile(wording("for_now"), re.IGNORECASE)
_NOT_AT_ALL = re.compile(wording("not_at_all"), re.IGNORECASE)


class Report(Struct, frozen=True):
    """A report.

    Attributes:
        ids: the Message-IDs of mails from here that it is about.
        kind: `FAILED`, `DELAYED` or `OTHER`, for recipients that are not named.
        recipients: the news about each recipient whom it names, in lower case.
    """

    ids: tuple[str, ...]
    kind: str
    recipients: dict[str, str] = {}

    def about(self, address: str) -> str:
        """Return the news about the address to which the mail was sent."""
        return self.recipients.get(address, OTHER if self.recipients else self.kind)


def report_of(mail: Message, parts: Sequence[Message]) -> Report | None:
    """Return the report that a mail is, None if it is none: a person may pass a mail of ours on whole, with
    its Message-ID, and write about what failed.
    """
    kinds = [part.get_content_type() for part in parts]
    is_report = (
        kinds[0] == "multipart/report" or any(kind in _STATUS for kind in kinds) or is_from_mailer(mail)
    )
    if not (is_report or is_of_program(mail)):
        return None
    ids = tuple(dict.fromkeys(f"<{id}>" for text in _texts(parts) for id in _OURS.findall(text)))
    if not ids and is_report:
        names = ("In-Reply-To", "References", "X-Original-Message-ID")
        ids = tuple(dict.fromkeys(f"<{id}>" for name in names for id in _OURS.findall(header(mail, name))))
    return Report(ids, *verdict(mail, parts)) if ids or is_report else None


def verdict(mail: Message, parts: Sequence[Message]) -> tuple[str, dict[str, str]]:
    """Return the news of a report, and that about each recipient whom it names."""
    status = [block for part in parts if part.get_content_type() in _STATUS for block in _blocks(part)]
    if found := _by_status(status):
        recipients = {address: kind for addresses, kind in found for address in addresses}
        kinds = [kind for _, kind in found]
        return next((kind for kind in (FAILED, DELAYED) if kind in kinds), OTHER), recipients
    receipts = [block for part in parts if part.get_content_type() in _RECEIPTS for block in _blocks(part)]
    if receipts and not any(_DELETED.search(header(block, "Disposition")) for block in receipts):
        return OTHER, {}
    return _of_prose(mail, parts)


def _by_status(blocks: Sequence[Message]) -> list[tuple[list[str], str]]:
    """Return the recipients of each block of fields of a report (RFC 3464 §2.3), and what it says."""
    found = []
    for block in blocks:
        action = header(block, "Action").casefold().split(" ")[0].strip(".;,")
        status = header(block, "Status").lstrip("( ")[:1]
        kind = _BY_ACTION.get(action) or _BY_CLASS.get(status)
        if kind is not None:
            names = ("Final-Recipient", "Original-Recipient", "X-Actual-Recipient")
            said = " ".join(header(block, name) for name in names)
            found.append(([address.casefold() for address in _ADDRESS.findall(said)], kind))
    return found


def _of_prose(mail: Message, parts: Sequence[Message]) -> tuple[str, dict[str, str]]:
    """Return the news of a report in prose, without the mail that it returns."""
    written = (part for part in parts if part.get_content_maintype() == "text"
               and part.get_content_type() != "text/rfc822-headers")  # fmt: skip
    said = "\n".join(text for _, text in texts_of(written))
    if (original := _ORIGINAL.search(said)) is not None:
        said = said[: original.start()]
    subject = header(mail, "Subject")
    failed = [address.casefold() for address in _ADDRESS.findall(header(mail, "X-Failed-Recipients"))]
    kind = _kind(f"{subject}\n{said}", is_named=bool(failed))
    listed = failed or [one for one in _ON_ITS_OWN.findall(said) if not is_address_of_program(one)]
    named = [*failed, *_ADDRESS.findall(said)] if listed else []
    return kind, dict.fromkeys((address.casefold() for address in named), kind)


def _kind(said: str, *, is_named: bool) -> str:
    if _GOES_ON.search(said):
        return DELAYED
    if _FOR_GOOD.search(said):
        return FAILED
    if _FOR_NOW.search(said):
        return DELAYED
    return FAILED if is_named or _NOT_AT_ALL.search(said) else OTHER


def _texts(parts: Sequence[Message]) -> Iterator[str]:
    """Yield every text in which the Message-ID of the mail that a report is about may stand."""
    for part in parts:
        kind = part.get_content_type()
        if kind in _RETURNED or kind in _STATUS or kind in _RECEIPTS:
            for block in _blocks(part):
                yield from (header(block, name) for name in ("Message-ID", *_ORIGINAL_ID))
        elif part.get_content_maintype() == "text":
            yield ascii_of(part)


_ORIGINAL_ID = ("X-Original-Message-ID", "Original-Message-ID", "Original-Envelope-Id")


def _blocks(part: Message) -> Iterator[Message]:
    """Yield the blocks of fields in a part that Python's parser reads as a mail, or as several."""
    payload = part.get_payload()
    for child in payload if isinstance(payload, list) else ():
        if not isinstance(child, Message):
            continue
        block = _unpacked(child, header(part, "Content-Transfer-Encoding").casefold())
        yield block
        if part.get_content_type() in _STATUS and isinstance(text := block.get_payload(), str):
            yield from (message_from_string(more) for more in re.split(r"\r?\n\s*\r?\n", text) if more)


def _unpacked(child: Message, encoding: str) -> Message:
    """Return a mail in a mail; Python's parser overlooks that it may be encoded there (RFC 6533)."""
    if encoding not in ("base64", "quoted-printable"):
        return child
    child["Content-Transfer-Encoding"] = encoding
    data = child.get_payload(decode=True)
    return message_from_bytes(data if isinstance(data, bytes) else b"")
