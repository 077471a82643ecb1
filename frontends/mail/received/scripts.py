"""Text in a charset that nobody has named: the one charset that makes words of one script of it.

Kana among kanji show Japanese, in which chardet errs most; chardet names the charset of other texts. Neither
counts unless the whole text decodes strictly to words of one script, or if the two contradict each other.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Set
from contextlib import suppress
from functools import partial
from itertools import pairwise

import chardet

from . import japanese

_CHARSETS = (
    *("cp932", "euc-jp", "gb18030", "big5", "cp949", "windows-1251", "koi8-r", "koi8-u", "windows-1253"),
    *("windows-1255", "windows-1256", "tis-620", "windows-1252", "windows-1250", "iso-8859-2"),
    *("windows-1254", "windows-1257", "windows-1258"),
)
"""The charsets of mails that are not in Unicode."""
_ALPHABETS = ("LATIN", "CYRILLIC", "GREEK", "HEBREW", "ARABIC", "THAI")
_MARKS = " \u00a0«»·°§№ªº¡¿–—‘’‚“”„•…‹›€،؛؟"
"""Signs beside the letters of every alphabet."""
_CJK_MARKS = re.compile("[\u3000-\u3020\uff00-\uff9f\u2010-\u2027]")
_ROWS_OF_MARKS = (b"\x81", b"\x87")
"""The signs of rows 1 and 2 of JIS X 0208, and of NEC's row 13, in CP932."""
_KANA, _KANJI = re.compile("[ぁ-ゖァ-ヺ]"), re.compile("[一-鿿々〆\uf900-\ufaff]")
_COMMON = re.compile(rb"(?:[\xb0-\xcf][\xa1-\xfe])?$")
"""Kanji of level 1 (JIS X 0208) in EUC-JP, and those that only IBM has, which are in names."""
_WORD = re.compile(r"[^\W\d_]+")
ENOUGH = 3
"""Different letters that show a script."""
LOOKED_AT = 8_000
"""Bytes, or signs, that a script is told by: an order has a few hundred, and each costs some microseconds."""

Codec = Callable[[bytes], str]
_BEYOND, _BEYOND_ASCII = re.compile(rb"[\x80-\xff]"), re.compile(r"[^\x00-\x7f]")


def text_of(data: bytes) -> str | None:
    """Return a text whose charset is not known, None if it may be in several or in none.

    It is told by the first `LOOKED_AT` bytes from the first that is not ASCII, and all must decode.
    """
    begin = _BEYOND.search(data)
    some = data if begin is None else data[begin.start() : begin.start() + LOOKED_AT]
    found: dict[str, Codec] = {}
    for codec in (japanese.of_shift_jis, japanese.of_euc):
        text = _of(some, codec, is_cut=True)
        if text is not None and is_japanese(text):
            found[text] = codec
    for one in chardet.detect_all(some, include_encodings=_CHARSETS):
        if (name := one["encoding"]) is None:
            continue
        text = _of(some, codec := partial(str, encoding=name), is_cut=True)
        if text is not None and is_of_one_script(text):
            found.setdefault(text, codec)
            break
    return _of(data, *found.values()) if len(found) == 1 else None


def _of(data: bytes, decode: Codec, *, is_cut: bool = False) -> str | None:
    for lost in range(4 if is_cut and len(data) == LOOKED_AT else 1):
        with suppress(UnicodeError):
            return decode(data[: len(data) - lost])
    return None


def _some(text: str) -> str:
    """Return the part of a text that its script is told by."""
    begin = _BEYOND_ASCII.search(text)
    return "" if begin is None else text[begin.start() : begin.start() + LOOKED_AT]


def is_of_one_script(text: str) -> bool:
    """Return true if the signs of a text beyond ASCII are words of one script, and enough to be sure."""
    text = _some(text)
    beyond = {sign for sign in text if sign > "\x7f"}
    letters = {sign for sign in beyond if unicodedata.category(sign)[0] in "LM" and sign not in _MARKS}
    scripts, marks = {unicodedata.name(sign, "").split(" ")[0] for sign in letters}, beyond - letters
    if not letters:
        return marks <= {*_MARKS}
    if scripts <= {"CJK", "HIRAGANA", "KATAKANA", "HALFWIDTH", "KATAKANA-HIRAGANA"}:
        return is_japanese(text) or (scripts == {"CJK"} and len(letters) >= ENOUGH and _are_cjk(marks))
    if scripts == {"HANGUL"}:
        return len(letters) >= ENOUGH and _are_cjk(marks)
    if len(scripts) > 1 or not scripts <= {*_ALPHABETS} or not marks <= {*_MARKS} or not _is_cased(text):
        return False
    words = [word for word in _WORD.findall(text) if not word.isascii()]
    if scripts == {"LATIN"}:
        return not any(len(word) > 1 and min(word) > "\x7f" for word in words)
    return len(letters) >= ENOUGH and not any(sign.isascii() for word in words for sign in word)


def is_japanese(text: str) -> bool:
    """Return true if the signs of a text beyond ASCII are Japanese, kana among them."""
    text = _some(text)
    beyond = [sign for sign in text if sign > "\x7f"]
    kana = sum(bool(_KANA.match(sign)) for sign in beyond)
    kanji = [sign for sign in beyond if _KANJI.match(sign)]
    common = sum(bool(_COMMON.match(sign.encode("euc_jp", errors="ignore"))) for sign in kanji)
    rest = {sign for sign in beyond if not _KANA.match(sign)} - {*kanji}
    return kana > 0 and len(kanji) <= 5 * kana and common * 10 >= len(kanji) * 8 and _are_cjk(rest)


def _are_cjk(marks: Set[str]) -> bool:
    rest = (sign.encode("cp932", errors="ignore") for sign in marks if not _CJK_MARKS.match(sign))
    return all(data[:1] in _ROWS_OF_MARKS for data in rest)


def _is_cased(text: str) -> bool:
    """Return true if no capital follows a small letter, both in ASCII apart."""
    return not any(a.islower() and b.isupper() and max(a, b) > "\x7f" for a, b in pairwise(text))
