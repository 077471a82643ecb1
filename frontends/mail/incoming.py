"""An incoming mail: its senders, and the text that they wrote (RFC 5322, RFC 2045).

Everything in a mail may be forged, broken or huge. `read` returns what can be understood of any bytes within
fixed limits, or the reason why the mail is not read; it decides nothing about rights.
"""

from __future__ import annotations

import email
import hashlib
import re
from collections.abc import Iterator
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses

from msgspec import Struct, structs

from adjudicator.core.language.words import N_, Words
from frontends.mail.received.charsets import Decoded, decoded, of_page
from frontends.mail.written.html import of_html
from frontends.mail.written.quotation import split
from frontends.mail.written.signs import plain

MOST_BYTES = 25 << 20
MOST_TEXT = 256 << 10
"""Characters of text that are looked at."""
MOST_PARTS = 100
MOST_DEPTH = 20
MOST_ANSWERED = 20
"""The number of mails that a mail may answer."""
LONGEST_HEADER = 4_000
LONGEST_ADDRESS = 254
_KEPT = ("text", "multipart", "message")
"""The kinds of parts that may hold what its sender wrote, or a mail that came back."""
_COMMENT = re.compile(r"\([^()]*\)")

_ADDRESS = re.compile(r"[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+", re.IGNORECASE)

ROBOTS = ("mailer-daemon", "postmaster", "noreply", "no-reply", "donotreply")
"""Senders before the @ who read no answer."""


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
        returned: the Message-IDs of our mails that a bounce returns.
        answers: the Message-IDs of the mails that it answers, the newest last (RFC 5322 §3.6.4).
        vouched: the receiving server's statement about its origin: the topmost Authentication-Results (RFC
            8601), "" if there is none. Any other may be forged.
        unreadable: the charset that is named for a text that cannot be read, which has no lines then; "?" if
            none is named, "" for a text that can be read.
        signers: the domains that have signed it (DKIM), once that was checked.
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
    returned: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    vouched: str = ""
    signers: tuple[str, ...] = ()
    unreadable: str = ""


def read(raw: bytes) -> Incoming:
    """Read a mail.

    Raises:
        Unreadable: if it is longer, has more parts or is nested deeper than is read.
    """
    if len(raw) > MOST_BYTES:
        raise Unreadable(Words(N_("a mail may have {n} megabytes at most"), {"n": MOST_BYTES >> 20}))
    try:
        mail = email.message_from_bytes(raw)
        parts = list(_parts(mail))
    except RecursionError as error:
        raise Unreadable(Words(N_("the mail is nested too deeply"))) from error
    named = addresses(*_folded(mail, "From"))
    senders = tuple(address for _, address in named)
    recipients = tuple(
        address
        for name in ("Delivered-To", "X-Original-To", "To", "Cc")
        for _, address in addresses(*_folded(mail, name))
    )
    id, subject = _id(mail, "Message-ID"), header(mail, "Subject")
    text = _text(parts)
    own, quoted = split("" if text.unreadable else text.text)
    plus = sorted({address for address in recipients if "+" in address})
    same = repr((senders, plus, id, subject, text.text)).encode("utf-8", "backslashreplace")
    return Incoming(
        digest=hashlib.sha256(same if id else raw).hexdigest(),
        id=id,
        senders=senders,
        name=named[0][0] if named else "",
        recipients=recipients,
        subject=subject,
        lines=own,
        quoted=quoted,
        unreadable=text.unreadable,
        is_automatic=_is_automatic(mail, list(senders)),
        returned=tuple(_returned(parts)) if mail.get_content_type() == "multipart/report" else (),
        answers=tuple(dict.fromkeys(_ids(mail, "References", "In-Reply-To")))[-MOST_ANSWERED:],
        vouched=next(iter(_folded(mail, "Authentication-Results")), "").casefold(),
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


def header(mail: Message, name: str) -> str:
    """Return a header in one line, decoded (RFC 2047); "" if it is missing."""
    found = _all(mail, name)
    return found[0] if found else ""


def _all(mail: Message, name: str) -> list[str]:
    """Return every header of a name, decoded."""
    return [_decoded(value) for value in _folded(mail, name)]


def _folded(mail: Message, name: str) -> list[str]:
    """Return every header of a name in one line, as it was sent."""
    return [" ".join(str(value).split())[:LONGEST_HEADER] for value in mail.get_all(name, [])]


def _decoded(value: str) -> str:
    """Return a header without encoded words, in one line, for any content."""
    if "\x1b" in value:  # ISO-2022-JP as it is, without an encoded word
        value = decoded(value.encode("ascii", errors="replace")).text
    try:
        pieces = decode_header(value)
    except (ValueError, LookupError, HeaderParseError):
        return " ".join(plain(value).split())
    words = (
        piece if isinstance(piece, str) else decoded(piece, charset or "").text for piece, charset in pieces
    )
    return " ".join(plain("".join(words)).split())


def addresses(*values: str) -> list[tuple[str, str]]:
    """Return the names and addresses in address headers that are not decoded yet; addresses in small letters.
    A header with hundreds of nested comments gives no addresses.

    An encoded word is a part of a name, never of an address (RFC 2047 §5).
    """
    try:
        found = getaddresses(list(values))
    except RecursionError:
        return []
    return [(_decoded(name), address.casefold()) for name, address in found if address.count("@") == 1]


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


def _id(mail: Message, name: str) -> str:
    return next(_ids(mail, name), "")


def _ids(mail: Message, *names: str) -> Iterator[str]:
    for name in names:
        yield from re.findall(r"<[^<>\s]{1,250}>", header(mail, name))


def _is_automatic(mail: Message, senders: list[str]) -> bool:
    """Return true if a program sent the mail (RFC 3834 §2), so that an answer would begin a loop."""
    submitted = header(mail, "Auto-Submitted").casefold()
    return (
        submitted not in ("", "no")
        or header(mail, "Precedence").casefold() in ("bulk", "junk", "list")
        or any(mail.get(name) is not None for name in ("List-Id", "List-Unsubscribe", "X-Autoreply"))
        or header(mail, "Return-Path") == "<>"
        or mail.get_content_type() == "multipart/report"
        or any(sender.partition("@")[0].startswith(ROBOTS) for sender in senders)
    )


def _returned(parts: list[Message]) -> Iterator[str]:
    """Yield the Message-IDs of the mails that a bounce (RFC 3464) returns, whole or as headers."""
    for part in parts:
        if part.get_content_type() == "text/rfc822-headers":
            yield from re.findall(r"(?im)^Message-ID:\s*(<[^<>\s]{1,250}>)", _decoded_text(part).text)
        elif part.get_content_type() == "message/rfc822":
            for mail in part.get_payload() if part.is_multipart() else ():
                if isinstance(mail, Message) and (id := _id(mail, "Message-ID")):
                    yield id


# -- text --------------------------------------------------------------------------------------------


def _parts(mail: Message, depth: int = 0, seen: list[int] | None = None) -> Iterator[Message]:
    """Yield every part of a mail, itself first."""
    seen = [0] if seen is None else seen
    seen[0] += 1
    if seen[0] > MOST_PARTS or depth > MOST_DEPTH:
        raise Unreadable(Words(N_("a mail may have {n} parts at most"), {"n": MOST_PARTS}))
    yield mail
    if mail.get_content_maintype() == "multipart" and mail.is_multipart():
        for part in mail.get_payload():
            if isinstance(part, Message):
                yield from _parts(part, depth + 1, seen)


def _text(parts: list[Message]) -> Decoded:
    """Return the text of a mail: the first plain one that is no attachment, otherwise the first HTML one."""
    for kind in ("text/plain", "text/html"):
        for part in parts:
            is_attached = header(part, "Content-Disposition").casefold().startswith("attachment")
            if part.get_content_type() == kind and not is_attached:
                found = _decoded_text(part)
                if kind == "text/html":
                    return structs.replace(found, text=of_html(found.text))
                if header(part, "Content-Type"):
                    return structs.replace(found, text=unflowed(found.text, part))
                return found
    return Decoded("")


def _decoded_text(part: Message) -> Decoded:
    """Return the text of a part, in the charset that it names or, for a page, that the page names."""
    try:
        data = part.get_payload(decode=True)
    except (ValueError, LookupError):
        data = None
    if not isinstance(data, bytes):
        return Decoded("")
    charset = str(part.get_content_charset(""))
    if not charset and part.get_content_type() == "text/html":
        charset = of_page(data)
    found = decoded(data[: 4 * MOST_TEXT], charset, is_cut=len(data) > 4 * MOST_TEXT)
    return structs.replace(found, text=found.text[:MOST_TEXT])


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
