"""The service's own sentences, in the reader's language; those of the rules are in their own catalogue."""

from __future__ import annotations

import json
import os
import re
import unicodedata
from errno import errorcode
from pathlib import Path
from typing import Any

from adjudicator.core.language.errors import NotUnderstood, Verbatim
from adjudicator.core.language.words import (
    JOINER,
    N_,
    Label,
    Words,
    catalogue,
    compose,
    is_legible,
    joined,
    same,
    spaced,
    spoken,
    words,
)

from .lookalikes import BADGES

LONGEST_REASON = 400

SYSTEM = (
    N_("Address already in use"),
    N_("Cannot assign requested address"),
    N_("File exists"),
    N_("Is a directory"),
    N_("No space left on device"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Permission denied"),
    N_("Read-only file system"),
)
"""The reasons that an operating system most often gives, as Linux and macOS write them."""

_SERVICE = Path(__file__).resolve().parent.parent


def speak(text: Words, language: str, label: Label = same) -> str:
    """Return words in `language`; their template is the service's or the rules'."""
    template = catalogue(language, _SERVICE)(text.template)
    if template == text.template:
        template = catalogue(language)(text.template)
    return compose(template, text.values, lambda value: _value(value, language, label))


def _value(value: Any, language: str, label: Label) -> str:
    """Return a value inside a sentence, which may hold words of either catalogue at any depth."""
    match value:
        case Words():
            return speak(value, language, label)
        case list() | tuple():
            return joined(value, (_value(v, language, label) for v in value), language)
        case _:
            return spoken(value, language, label)


def because(error: OSError) -> Words:
    """Return the reason of an error of the system, in the reader's language if it is one of `SYSTEM`."""
    code = error.errno or 0
    text = os.strerror(code) if code in errorcode else error.strerror or str(error) or type(error).__name__
    return words(text) if text in SYSTEM else words("{why}", why=text)


def plain(text: str, longest: int) -> str:
    """Return a person's text in the form that the log may hold (design/fair-dice.md §0): one kind of space,
    nothing invisible.

    Raises:
        NotUnderstood: if it is too long, or holds what cannot be read.
    """
    return exact("".join(sign for sign in spaced(text) if not _is_unseen(sign)), longest)


def exact(text: str, longest: int) -> str:
    """Return a text with every character unchanged, because the words of a salt are committed already.

    Raises:
        NotUnderstood: as `plain`.
    """
    text = unicodedata.normalize("NFC", text.strip())
    if not is_legible(text) or len(text) > longest:
        raise NotUnderstood(text, words(N_("at most {n} printable characters"), n=longest))
    return text


def called(text: str) -> str:
    """Return a person's name, made from a name used elsewhere: unprintable characters are left out.

    So are the badges of the referee and the computer. It is "" if nothing is left.
    """
    signs = (" " if sign.isspace() or sign in _BLANKS else sign for sign in text if sign not in BADGES)
    kept = "".join(sign for sign in signs if is_legible(sign) and not _is_unseen(sign))
    kept = re.sub(f"(?<![{_JOINED}]){JOINER}|{JOINER}(?![{_JOINED}])", "", kept)
    return unicodedata.normalize("NFC", " ".join(kept.split()))


_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters by name that show nothing."""
_JOINED = "\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"
"""Signs of which a picture is made."""


def _is_unseen(sign: str) -> bool:
    """Return true if a character shows nothing and does no harm; such characters come along when a text is
    copied.
    """
    return sign in "\xad\u200b\u2060\ufeff" or "\U000e0020" <= sign <= "\U000e007f"


def paragraphs(text: str, longest: int) -> str:
    """Return a text of several lines as `plain` does; empty lines are left out.

    Raises:
        NotUnderstood: as `plain`.
    """
    text = "\n".join(line for part in text.splitlines() if (line := plain(part, longest)))
    if len(text) > longest:
        raise NotUnderstood(text, words(N_("at most {n} printable characters"), n=longest))
    return text


def require_unicode(text: str) -> None:
    """Require valid Unicode: lone surrogates, which broken programs send, cannot be stored.

    Raises:
        NotUnderstood: if there is one in the text.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NotUnderstood(ascii(text), words(N_("a text"))) from None


def packed(text: Words) -> dict[str, Any]:
    """Return the words as a post carries them."""
    return {"template": text.template, "values": {key: _pack(value) for key, value in text.values.items()}}


def _pack(value: Any) -> Any:
    match value:
        case Words():
            return packed(value)
        case list() | tuple():
            return [_pack(item) for item in value]
        case int() | str():
            return value
        case _:
            return {"said": str(value)}


_BY_UMPIRE = "\x1f"
"""The first sign of a reason of the umpire's own in a record; no text that a person gives can hold it."""


def kept(why: str | Words) -> str:
    """Return the reason of a hold in the form that is stored: a person's text, or the umpire's words."""
    return why if isinstance(why, str) else _BY_UMPIRE + json.dumps(packed(why), sort_keys=True)


def reason(text: str) -> Words:
    """Return the reason of a hold from its stored form, as words in any language."""
    if text.startswith(_BY_UMPIRE):
        return unpacked(json.loads(text.removeprefix(_BY_UMPIRE)))
    return words("{why}", why=Verbatim(text, LONGEST_REASON))


def unpacked(content: Any) -> Words:
    """Return the words that a post carries."""
    return words(content["template"], **{key: _unpack(value) for key, value in content["values"].items()})


def _unpack(value: Any) -> Any:
    match value:
        case {"template": _, "values": _}:
            return unpacked(value)
        case {"said": text}:
            return Verbatim(text, len(text))  # it was cut, if at all, when it was packed
        case list():
            return [_unpack(item) for item in value]
        case _:
            return value
