"""An incoming mail: its senders, and the text that they wrote (RFC 5322, RFC 2045).

Everything in a mail may be forged, broken or huge. `read` returns what can be understood of any bytes within
fixed limits, or the reason why the mail is not read; it decides nothing about rights.
"""

from __future__ import annotations

import email
import hashlib
import re
from collections.abc import Iterator, Sequence
from email.message import Message

from msgspec import Struct, structs

from adjudicator.core.language.words import N_, Words, words
from frontends.mail.received.charsets import Decoded
from frontends.mail.received.parts import (
    MOST_TEXT,
    addresses,
    decoded_text,
    folded,
    header,
    id_in,
    ids_in,
    texts_of,
    written_at,
)
from frontends.mail.received.programs import is_of_program, suppresses_answers
from frontends.mail.received.reports import Report, report_of
from frontends.mail.written.heads import About
from frontends.mail.written.html import of_html
from frontends.mail.written.ours import Ours
from frontends.mail.written.quotation import split
from frontends.mail.written.signs import plain, squeezed

from .reading import opens

MOST_BYTES = 25 << 20
MOST_PARTS = 100
MOST_DEPTH = 20
MOST_ANSWERED = 20
"""The number of mails that a mail may answer."""
LONGEST_ADDRESS = 254
_KEPT = ("text", "multipart", "message")
"""The kinds of parts that may hold what its sender wrote, or a mail that came back."""
_REPLY = re.compile(r"^(?:\w{1,5}(?:\[\d+\])?\s?[:：]\s*)+")
"""The words that programs put before the subject of an answer, in any language."""
_COMMENT = re.compile(r"\([^()]*\)")

_ADDRESS = re.compile(r"[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+", re.IGNORECASE)


class Unreadable(Exception):
    """Raised for a mail beyond the limits; `why` is for its sender."""

    def __init__(self, why: Words) -> None:
        super().__init__(why.template)
        self.why = why


class Incoming(Struct, frozen=True):
    """A mail that can be read.

    Attributes:
        digest: SHA-256 in hexadecimal of what identifies it: senders, plus addresses, Message-ID,
            subject and text; of its bytes if it has no Message-ID. Copies by different ways have the same.
        id: its Message-ID, "" if it has none.
        senders: every address of its From lines, in lower case.
        name: the display name of the first sender.
        recipients: every address that it was sent to, in lower case.
        subject: the subject in one line.
        lines: the lines that its sender wrote, folded to plain characters; nothing quoted, no signature.
        quoted: the quoted lines.
        is_automatic: true if a program sent it: an absence note, a list, a bounce.
        written: when it was written by its own account, in UNIX seconds; 0 if it gives none.
        wants_no_answer: true if it says that no program should answer it; one with a command is answered.
        report: the report about one of our mails that it is, None if it is none.
        answers: the Message-IDs of the mails that it answers, the newest last (RFC 5322 §3.6.4).
        vouched: the receiving server's statement about its origin: the topmost Authentication-Results (RFC
            8601), "" if there is none. Any other may be forged.
        unreadable: the charset that is named for a text that cannot be read, which has no lines then; "?" if
            none is named, "" for a text that can be read.
        signers: the domains that have signed it (DKIM), once that was checked.
        text: the whole text.
        attached: the names of attached files of plain text that hold a frame of orders.
    """

    digest: str
    id: str
    senders: tuple[str, ...]
    name: str
    recipients: tuple[str, ...]
    subject: str
    lines: tuple[str, ...]
    quoted: tuple[str, ...]
    is_automatic: bool
    written: int = 0
    wants_no_answer: bool = False
    report: Report | None = None
    answers: tuple[str, ...] = ()
    vouched: str = ""
    signers: tuple[str, ...] = ()
    unreadable: str = ""
    text: str = ""
    attached: tuple[str, ...] = ()


def read(raw: bytes) -> Incoming:
    """Read a mail.

    Raises:
        Unreadable: if it is longer, has more parts or is nested deeper than is read.
    """
    if len(raw) > MOST_BYTES:
        raise Unreadable(words(N_("an email may have {n} megabytes at most"), n=MOST_BYTES >> 20))
    try:
        mail = email.message_from_bytes(raw)
        parts = list(_parts(mail))
    except RecursionError as error:
        raise Unreadable(words(N_("the mail is nested too deeply"))) from error
    named = addresses(*folded(mail, "From"))
    senders = tuple(address for _, address in named)
    recipients = tuple(
        address
        for name in ("Delivered-To", "X-Original-To", "To", "Cc")
        for _, address in addresses(*folded(mail, name))
    )
    id, subject = id_in(mail, "Message-ID"), header(mail, "Subject")
    found_text = written(mail)
    text = found_text.text[:MOST_TEXT]
    found = split("" if found_text.unreadable else text, about(recipients, subject))
    plus = sorted({address for address in recipients if "+" in address})
    same = repr((senders, plus, id, subject, text)).encode("utf-8", "backslashreplace")
    return Incoming(
        digest=hashlib.sha256(same if id else raw).hexdigest(),
        id=id,
        senders=senders,
        name=named[0][0] if named else "",
        recipients=recipients,
        subject=subject,
        lines=found.own,
        quoted=found.quoted,
        unreadable=found_text.unreadable,
        is_automatic=is_of_program(mail),
        written=written_at(mail),
        wants_no_answer=suppresses_answers(mail),
        report=report_of(mail, parts),
        answers=tuple(dict.fromkeys(ids_in(mail, "References", "In-Reply-To")))[-MOST_ANSWERED:],
        vouched=next(iter(folded(mail, "Authentication-Results")), "").casefold(),
        text=text,
        attached=tuple(_attached(parts)),
    )


def without_pictures(raw: bytes) -> bytes:
    """Return a mail without the content of parts that are not text; the mail itself if it has none."""
    mail = email.message_from_bytes(raw)
    dropped = [part for part in _parts(mail) if part.get_content_maintype() not in _KEPT]
    for part in dropped:
        part.set_payload("")
    ends = mail.policy.clone(linesep="\r\n" if b"\r\n" in raw else "\n")
    return mail.as_bytes(policy=ends) if dropped else raw


# -- headers -----------------------------------------------------------------------------------------


def is_postable(address: str) -> bool:
    """Return true for an address that any server accepts: no quotes, only ASCII, a dotted host."""
    return bool(_ADDRESS.fullmatch(address)) and len(address) <= LONGEST_ADDRESS


def is_vouched(mail: Incoming, server: str) -> bool:
    """Return true if the umpire's own server, identified by name, confirms that a mail comes from the domain
    of its sender.

    That is a DKIM signature of the domain or of one above it, or DMARC (RFC 8601 §2.7, RFC 7489 §3.1).
    """
    named, *results = _COMMENT.sub(" ", mail.vouched).split(";")
    if named.split()[:1] != [server.casefold()] or len(mail.senders) != 1:
        return False
    domain = mail.senders[0].partition("@")[2]
    for result in results:
        method, *properties = result.split() or [""]
        given = dict(one.split("=", 1) for one in properties if "=" in one)
        signed, sender = given.get("header.d", "").strip('"'), given.get("header.from", "").strip('"')
        if method == "dkim=pass" and _is_of(domain, signed):
            return True
        if method == "dmarc=pass" and sender == domain:
            return True
    return False


def is_signed(mail: Incoming) -> bool:
    """Return true if the domain of a mail's only sender, or one above it, has signed it."""
    domain = mail.senders[0].partition("@")[2] if len(mail.senders) == 1 else ""
    return any(_is_of(domain, signer) for signer in mail.signers)


def _is_of(domain: str, signer: str) -> bool:
    """Return true if a domain is that of a signature or a subdomain of it (RFC 7489 §3.1.1, relaxed)."""
    return "." in signer and f".{domain}".endswith(f".{signer}")


# -- text --------------------------------------------------------------------------------------------


def _parts(mail: Message, depth: int = 0, seen: list[int] | None = None) -> Iterator[Message]:
    """Yield every part of a mail, itself first."""
    seen = [0] if seen is None else seen
    seen[0] += 1
    if seen[0] > MOST_PARTS or depth > MOST_DEPTH:
        raise Unreadable(words(N_("an email may have {n} parts at most"), n=MOST_PARTS))
    yield mail
    if mail.get_content_maintype() == "multipart" and mail.is_multipart():
        for part in mail.get_payload():
            if isinstance(part, Message):
                yield from _parts(part, depth + 1, seen)


def about(recipients: Sequence[str], subject: str) -> About:
    """Return how a mail with these recipients and this subject may name the umpire, to whom it was sent."""
    bare = (re.sub(r"\+[^@]*@", "@", address) for address in recipients)
    return About(tuple(dict.fromkeys(bare)), squeezed(_REPLY.sub("", subject)))


def compared(mail: Incoming, ours: Ours) -> Incoming:
    """Return a mail whose lines are told from its quotations by what was sent to its sender."""
    found = split("" if mail.unreadable else mail.text, about(mail.recipients, mail.subject), ours)
    return structs.replace(mail, lines=found.own, quoted=found.quoted)


def written(part: Message) -> Decoded:
    """Return the text of a mail, its parts in order; of alternatives the plain one, unless it is blank.

    Attachments and mails inside the mail are left out, and parts behind as much text as is read.
    """
    if part.get_content_maintype() == "multipart" and part.is_multipart():
        inner = [one for one in part.get_payload() if isinstance(one, Message)]
        if part.get_content_subtype() == "alternative":
            inner.sort(key=lambda one: one.get_content_type() != "text/plain")
            return _first_readable(text for one in inner if (text := written(one)).text.strip())
        texts: list[Decoded] = []
        for one in inner:
            if sum(len(text.text) for text in texts) >= MOST_TEXT:
                break
            texts += [text] if (text := written(one)).text.strip() else []
        unreadable = next((text.unreadable for text in texts if text.unreadable), "")
        return Decoded("\n\n".join(text.text for text in texts), unreadable)
    if part.get_content_type() not in ("text/plain", "text/html") or _is_attached(part):
        return Decoded("")
    found = decoded_text(part)
    if part.get_content_type() == "text/html":
        return structs.replace(found, text=of_html(found.text))
    return structs.replace(found, text=unflowed(found.text, part)) if header(part, "Content-Type") else found


def _first_readable(texts: Iterator[Decoded]) -> Decoded:
    """Return the first text that can be read; the first of all if none can."""
    first: Decoded | None = None
    for text in texts:
        if not text.unreadable:
            return text
        first = first or text
    return first or Decoded("")


def _is_attached(part: Message) -> bool:
    return header(part, "Content-Disposition").casefold().startswith("attachment")


def _is_text(part: Message) -> bool:
    """Return true for plain text, also if only the name of its file says so."""
    return part.get_content_type() == "text/plain" or str(part.get_filename("")).casefold().endswith(".txt")


def _attached(parts: Sequence[Message]) -> Iterator[str]:
    """Yield the names of attached texts that hold a frame."""
    attached = (part for part in parts if _is_attached(part) and _is_text(part))
    for part, text in texts_of(attached):
        if any(opens(plain(line)) for line in text.splitlines()):
            yield " ".join(plain(str(part.get_filename("?"))).split())


def unflowed(text: str, part: Message) -> str:
    """Return a text whose soft line breaks are joined where it is `format=flowed` (RFC 3676 §4)."""
    if str(part.get_param("format", "")).casefold() != "flowed":
        return text
    drops = str(part.get_param("delsp", "")).casefold() == "yes"
    lines: list[str] = []
    is_open = False
    for line in text.splitlines():
        own = line.removeprefix(" ") if not line.startswith(">") else line
        if is_open and not own.startswith(">"):
            lines[-1] += own
        else:
            lines.append(own)
        is_open = own.endswith(" ") and own != "-- " and not own.startswith(">")
        if is_open and drops:
            lines[-1] = lines[-1][:-1]
    return "\n".join(lines)
