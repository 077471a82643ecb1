"""Headers and texts of the parts of a mail (RFC 5322, RFC 2047), for any bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime

from msgspec import structs

from frontends.mail.written.signs import plain

from .charsets import Decoded, decoded, of_page

MOST_TEXT = 256 << 10
"""Characters of text that are looked at."""
LONGEST_HEADER = 4_000


def header(mail: Message, name: str) -> str:
    """Return a header in one line, decoded (RFC 2047); "" if it is missing."""
    found = headers(mail, name)
    return found[0] if found else ""


def headers(mail: Message, name: str) -> list[str]:
    """Return every header of a name, decoded."""
    return [_decoded(value) for value in folded(mail, name)]


def folded(mail: Message, name: str) -> list[str]:
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


def written_at(mail: Message) -> int:
    """Return the moment in the Date of a mail, in UNIX seconds; 0 if it has none that can be read."""
    try:
        return max(0, int(parsedate_to_datetime(header(mail, "Date")).timestamp()))
    except (TypeError, ValueError, OverflowError, OSError):
        return 0


def id_in(mail: Message, name: str) -> str:
    """Return the Message-ID in a header, "" if it holds none."""
    return next(ids_in(mail, name), "")


def ids_in(mail: Message, *names: str) -> Iterator[str]:
    """Yield the Message-IDs in headers, in order."""
    for name in names:
        yield from re.findall(r"<[^<>\s]{1,250}>", header(mail, name))


def decoded_text(part: Message) -> Decoded:
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


def texts_of(parts: Iterable[Message]) -> Iterator[tuple[Message, str]]:
    """Yield parts with their texts, as far as much text is read of a mail."""
    read = 0
    for part in parts:
        if read >= MOST_TEXT:
            return
        text = decoded_text(part).text
        read += len(text)
        yield part, text


def ascii_of(part: Message) -> str:
    """Return the ASCII letters of a part, in whatever charset it is."""
    try:
        data = part.get_payload(decode=True)
    except (ValueError, LookupError):
        data = None
    return data.decode("ascii", errors="ignore").replace("\0", "") if isinstance(data, bytes) else ""
