"""The one place at which the words of what a game shows become text for a reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from types import UnionType
from typing import Any, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints, overload

from msgspec import Struct, structs

from adjudicator.core.language.words import Label, spoken

from .charts import BattleBoard, Card, Hand, ScoreChart, Sheet
from .preview import Preview
from .scene import Counter, Scene
from .text import Text

Write: TypeAlias = Callable[[Any], str]
Writer: TypeAlias = Callable[[Any, Write], Any]
"""Returns a value with its text written."""


@overload
def in_language(shown: Scene[Text], language: str, label: Label) -> Scene: ...
@overload
def in_language(shown: Hand[Text], language: str, label: Label) -> Hand: ...
@overload
def in_language(shown: BattleBoard[Text], language: str, label: Label) -> BattleBoard: ...
@overload
def in_language(shown: ScoreChart[Text], language: str, label: Label) -> ScoreChart: ...
@overload
def in_language(shown: Sheet[Text], language: str, label: Label) -> Sheet: ...
@overload
def in_language(shown: Counter[Text], language: str, label: Label) -> Counter: ...
@overload
def in_language(shown: Card[Text], language: str, label: Label) -> Card: ...
@overload
def in_language(shown: Preview[Text], language: str, label: Label) -> Preview: ...
def in_language(shown: Any, language: str, label: Label) -> Any:
    """Return a picture with all its text in a language, the names of ids by `label`."""
    written = _written(shown, _write_in(language, label))
    return structs.replace(written, language=language) if hasattr(written, "language") else written


@lru_cache
def _write_in(language: str, label: Label) -> Write:
    return lambda text: spoken(text, language, label).strip()


def _written(shown: Struct, write: Write) -> Struct:
    """Return a struct with its text written; pieces that have names alone are taken from those of late."""
    if isinstance(shown, Counter) and all(type(getattr(shown, field)) is str for field in _writers(Counter)):
        return _counter(shown, write)
    return _each_field(shown, write)


def _each_field(shown: Struct, write: Write) -> Struct:
    made = {field: writer(getattr(shown, field), write) for field, writer in _writers(type(shown)).items()}
    return structs.replace(shown, **made)


_counter = lru_cache(maxsize=4096)(_each_field)


@cache
def _writers(kind: type[Struct]) -> Mapping[str, Writer]:
    """Return the writers of those fields of a struct that hold text."""
    hints = get_type_hints(kind)
    found = {field.name: _writer(hints[field.name]) for field in structs.fields(kind)}
    return {name: writer for name, writer in found.items() if writer is not None}


def _writer(hint: Any) -> Writer | None:
    """Return the writer of a value by its type, None if it holds no text: text itself, tuples, structs."""
    if isinstance(hint, TypeVar):
        return lambda value, write: write(value)
    if not getattr(hint, "__parameters__", ()):
        return None
    of = get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return lambda value, write: write(value) if value != "" else ""
    if get_origin(hint) is not tuple:
        return _written
    parts = [_writer(one) for one in of if one is not Ellipsis]
    if of[-1] is Ellipsis and (part := parts[0]) is not None:
        return lambda value, write: tuple([part(one, write) for one in value])
    return lambda value, write: tuple(
        [one if part is None else part(one, write) for part, one in zip(parts, value, strict=True)]
    )
