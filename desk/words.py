"""The desk's own sentences, in the reader's language; those of the rules stand in their own catalogue."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

from adjudicator.core.errors import NotUnderstood, Verbatim
from adjudicator.core.words import N_, Label, Words, catalogue, same, spoken

LONGEST_REASON = 400

_LOCALE = Path(__file__).resolve().parent / "locale"


def speak(text: Words, language: str, label: Label = same) -> str:
    """The words as a reader of `language` meets them, whoever wrote them: the desk or the rules."""
    template = catalogue(language, "desk", _LOCALE)(text.template)
    if template == text.template:
        template = catalogue(language)(text.template)
    return template.format_map({key: _value(value, language, label) for key, value in text.values.items()})


def _value(value: Any, language: str, label: Label) -> str:
    """A value inside a sentence, which may hold words of either catalogue however deep."""
    match value:
        case Words():
            return speak(value, language, label)
        case list() | tuple():
            return ("、" if language == "ja" else ", ").join(_value(v, language, label) for v in value)
        case _:
            return spoken(value, language, label)


def plain(text: str, longest: int) -> str:
    """A person's text as the log may hold it (fair_dice.md §0).

    Raises:
        NotUnderstood: if it is too long, or holds what cannot be printed.
    """
    text = unicodedata.normalize("NFC", text.strip())
    if not text.isprintable() or len(text) > longest:
        raise NotUnderstood(text, Words(N_("at most {n} characters that can be printed"), {"n": longest}))
    return text


def paragraphs(text: str, longest: int) -> str:
    """The same of a text of several lines; empty ones are left out.

    Raises:
        NotUnderstood: as `plain`.
    """
    text = "\n".join(line for part in text.splitlines() if (line := plain(part, longest)))
    if len(text) > longest:
        raise NotUnderstood(text, Words(N_("at most {n} characters that can be printed"), {"n": longest}))
    return text


def require_unicode(text: str) -> None:
    """Half a character, as broken programs send them, cannot be kept.

    Raises:
        NotUnderstood: if there is one in the text.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NotUnderstood(ascii(text), Words(N_("a text"))) from None


def packed(text: Words) -> dict[str, Any]:
    """The words as a post carries them."""
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


def unpacked(content: Any) -> Words:
    """The words that a post carries."""
    return Words(content["template"], {key: _unpack(value) for key, value in content["values"].items()})


def _unpack(value: Any) -> Any:
    match value:
        case {"template": _, "values": _}:
            return unpacked(value)
        case {"said": text}:
            return Verbatim(text)
        case list():
            return [_unpack(item) for item in value]
        case _:
            return value
