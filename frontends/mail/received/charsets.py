"""The text of bytes from a mail: in the charset that is named for them, or in the only one that fits.

Programs name a smaller charset than they write (Shift_JIS for CP932), a wrong one, or none. What is named
counts wherever it fits. Otherwise a text is read only if exactly one charset makes words of one script of it;
if none or several do, it is unreadable, and nothing is guessed from it (docs/mail.md).
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Sequence

from msgspec import Struct

from . import japanese, scripts

Codec = Callable[[bytes], str | None]
"""Returns a text; None, or raises `UnicodeError`, if the bytes are none in its charset."""


class Decoded(Struct, frozen=True):
    """A text; if it cannot be read, `unreadable` is the charset that was named for it, "?" if none was."""

    text: str
    unreadable: str = ""


def _strict(name: str) -> Codec:
    return lambda data: data.decode(name)


def _western(data: bytes) -> str | None:
    """Return a text in windows-1252, unless its signs are words of another charset alone."""
    found = _first(data, [_strict("windows-1252")])
    return found if found is not None and scripts.is_of_one_script(found) else scripts.text_of(data) or found


_UTF_8 = _strict("utf-8-sig")
_SHIFT_JIS = (_strict("shift_jis"), japanese.of_shift_jis, _strict("shift_jis_2004"))
_EUC_JP = (_strict("euc_jp"), japanese.of_euc, _strict("euc_jis_2004"))
_ISO_2022_JP = (_strict("iso2022_jp_2"), japanese.of_iso_2022, _strict("iso2022_jp_2004"))
_FAMILIES: Sequence[tuple[str, Sequence[Codec]]] = (
    (r"(x-)?s(hift)?[-_]?jis|ms_kanji|cs(shiftjis|windows31j)|windows-31j|(cp|ms)932", _SHIFT_JIS),
    (r"(x-)?euc[-_]?jp([-_]?(ms|win))?|cp51932|cseucpkdfmtjapanese", _EUC_JP),
    (r"(cs)?iso-?2022-?jp.*|cp5022[012]|jis7?", _ISO_2022_JP),
    (r"(us-)?ascii|ansi_x3\.4.*", (_UTF_8, scripts.text_of)),
    (r"(x-)?iso-?8859-?1|latin-?1|(cp|windows)-?1252", (_UTF_8, _western)),
    (r"gb_?2312.*|(x-)?gbk", (_strict("gb18030"), _strict("hz"))),
    (r"ks_?c_?5601.*|euc-?kr|(x-)?windows-949", (_strict("cp949"),)),
    (r"(x-x-|x-)?big5.*", (_strict("cp950"), _strict("big5hkscs"))),
    (r"iso-?8859-?8(-[ie])?", (_strict("windows-1255"),)),
    (r"iso-?8859-?9", (_strict("windows-1254"),)),
    (r"tis-?620|iso-?8859-?11|windows-874", (_strict("cp874"),)),
    (r"utf-?8|unicode-1-1-utf-8", (_UTF_8,)),
)
"""Charsets by the names that programs give them, and what these programs may mean: the standard, then what
Windows has beyond it.
"""
_NO_CHARSETS = ("idna", "punycode", "raw-unicode-escape", "unicode-escape")
"""Text encodings of Python that no mail is written in, and that are slow or read escapes."""
_META = re.compile(rb"""<meta\b[^>]{0,200}\bcharset\s*=\s*["']?\s*([a-z0-9_.:-]{2,40})""", re.IGNORECASE)
_HEAD = 4_096
"""Bytes of a page within which it names its charset (HTML §4.2.5.4 demands 1,024)."""


def decoded(data: bytes, charset: str = "", *, is_cut: bool = False) -> Decoded:
    """Return bytes as text.

    Args:
        data: as they came, without their transfer encoding.
        charset: as it is named, "" if it is not.
        is_cut: true if the data may end within a character.
    """
    for lost in range(4 if is_cut else 1):
        if (text := _text(data[: len(data) - lost], charset.casefold())) is not None:
            return Decoded(text)
    return Decoded(data.decode("ascii", errors="replace"), charset or "?")


def of_page(data: bytes) -> str:
    """Return the charset that a page names in its `<meta>`, "" if it names none."""
    match = _META.search(data[:_HEAD])
    return match[1].decode("ascii") if match else ""


def _text(data: bytes, charset: str) -> str | None:
    """Return bytes as text, None if it cannot be told what they say."""
    family = _family(charset)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        family = (_strict("utf-16"), *family)
    if japanese.ESCAPE.search(data) and (text := _first(data, _ISO_2022_JP)) is not None:
        return text
    text = _first(data, [*family, _UTF_8])
    if text is None:
        return scripts.text_of(data)
    if family in (_SHIFT_JIS, _EUC_JP) and not scripts.is_japanese(text):  # one is named for the other
        guessed = scripts.text_of(data)
        return guessed if guessed is not None and scripts.is_japanese(guessed) else text
    return text


def _first(data: bytes, family: Sequence[Codec]) -> str | None:
    for decode in family:
        try:
            if (text := decode(data)) is not None:
                return text
        except (UnicodeError, LookupError):
            continue
    return None


def _family(charset: str) -> Sequence[Codec]:
    """Return the possible meanings of a name, none for the name of no charset."""
    for names, family in _FAMILIES:
        if re.fullmatch(names, charset):
            return family
    try:
        name = codecs.lookup(charset).name
    except (LookupError, ValueError):
        return ()
    return () if name in _NO_CHARSETS else (_strict(name),)
