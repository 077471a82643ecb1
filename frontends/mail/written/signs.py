"""Plain characters for what telephones and programs make of them."""

from __future__ import annotations

import unicodedata

_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"), "-")
_QUOTES = {ord(sign): '"' for sign in "\u201c\u201d\u201e\u201f\u00ab\u00bb"} | {
    ord(sign): "'" for sign in "\u2018\u2019\u201a\u201b"
}
_CIRCLED = {
    ord(first) + n: f"({n + 1})"
    for first, most in (("①", 20), ("❶", 10), ("➀", 10), ("➊", 10))
    for n in range(most)
}
"""Numbers of a list, which would become bare numbers."""
_PLAIN = _DASHES | _QUOTES | _CIRCLED


def plain(text: str) -> str:
    """Return a text in plain characters: without the hyphens, quotes, spaces and full-width letters of
    telephone keyboards, and without invisible characters.
    """
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    text = unicodedata.normalize("NFKC", text.translate(_PLAIN))
    kept = (sign for sign in text if unicodedata.category(sign) not in ("Cf", "Cc") or sign in "\n\t")
    return "".join(kept).translate(_PLAIN)


def squeezed(text: str) -> str:
    """Return the letters and digits of a text alone, which stay however a program wraps or marks it."""
    return "".join(sign for sign in plain(text).casefold() if sign.isalnum())
