"""Changes of a position as lines that a referee can type (docs/service.md).

    at.thracia_garrison_1 = 3535      # a path into the world, and what is to stand there
    treasury.empire += 20             # numbers go up and down
    cups.empire_hand -= pope          # lists lose a thing, or gain one
    battle = none                     # what may be missing
    remove steps.c_legio_13           # a key of an object

Everything is read by the type that the world has at that path. A text that begins with "{" is JSON: the
fields of the world that are to be replaced.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeAlias

from msgspec import inspect

from adjudicator.core.language.errors import NotUnderstood, Refusal, Verbatim
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chain import JSON
from adjudicator.core.orders.orders import Line, LineRefused
from service.values.words import require_unicode

LONGEST = 8000
MOST_LINES = 200
CANDIDATES = 25
DEEPEST = 20
DIGITS = 15
"""Of a whole number that every reader of a log reads alike (RFC 8259 §6)."""

_SET = re.compile(r"(?P<path>[\w./-]+)\s*(?P<how>=|\+=|-=)\s*(?P<value>.*)")
_REMOVE = re.compile(r"remove\s+(?P<path>[\w./-]+)", re.IGNORECASE)
_COMMENT = re.compile(r"(^|\s)#.*")
_BITS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}

Type: TypeAlias = inspect.Type


def rewritten(raw: dict[str, JSON], world: type[Any], text: str) -> dict[str, JSON]:
    """Return the world as plain JSON with the changes of the text; `raw` itself stays as it is.

    Raises:
        Refusal: of the first line that cannot be read, naming it and what would be allowed.
    """
    require_unicode(text)
    if len(text) > LONGEST:
        raise NotUnderstood(text[:40], words(N_("at most {n} characters"), n=LONGEST))
    if text.lstrip().startswith("{"):
        return {**raw, **_object(text)}
    lines = [(n, _COMMENT.sub("", line).strip()) for n, line in enumerate(text.splitlines(), 1)]
    lines = [(n, line) for n, line in lines if line]
    if not lines or len(lines) > MOST_LINES:
        raise NotUnderstood(text[:40], words(N_("from 1 to {n} lines"), n=MOST_LINES))
    now: dict[str, JSON] = json.loads(json.dumps(raw))
    root = inspect.type_info(world)
    for number, line in lines:
        try:
            _carry_out(now, root, line)
        except Refusal as refusal:
            raise LineRefused(Line(number, line), refusal) from refusal
    return now


def _object(text: str) -> dict[str, JSON]:
    try:
        found = _decoded(text)
    except ValueError as error:
        raise NotUnderstood(text[:40], words(N_("JSON: {why}"), why=Verbatim(str(error)))) from error
    if not isinstance(found, dict):
        raise NotUnderstood(text[:40], words(N_("the values of the position")))
    return found


def _carry_out(raw: dict[str, JSON], root: Type, line: str) -> None:
    removal, setting = _REMOVE.fullmatch(line), _SET.fullmatch(line)
    found = removal or setting
    if found is None:
        raise NotUnderstood(
            line, words(N_("“path = value”, “path += value”, “path -= value” or “remove path”"))
        )
    place = _Place(raw, root, found["path"])
    if removal is not None:
        place.remove()
    elif found["how"] == "=":
        place.put(read(place.type, found["value"], place.path))
    else:
        place.change(found["value"], 1 if found["how"] == "+=" else -1)


# -- where ---------------------------------------------------------------------------------------


class _Place:
    """A place in the world: the object or list that it is in, its key there, and its type."""

    def __init__(self, raw: dict[str, JSON], root: Type, path: str) -> None:
        self.path = path
        self._in: Any = raw
        self._of = root
        *way, self._key = path.split(".")
        for key in way:
            self._of = self._inner(key)
            self._in = self._in[self._index(key)]
            if self._in is None:
                raise self._empty(key)
        self.type = self._inner(self._key)

    def _inner(self, key: str) -> Type:
        """Return the type of the value under a key here."""
        of = _present(self._of, self._in)
        if isinstance(of, inspect.StructType):
            fields = {field.encode_name: field.type for field in of.fields}
            if key not in fields:
                raise self._unknown(key, list(fields))
            return fields[key]
        if isinstance(of, inspect.DictType):
            return of.value_type
        if isinstance(of, inspect.ListType):
            return of.item_type
        raise NotUnderstood(self.path, words(N_("a shorter path; {key} has no fields"), key=Verbatim(key)))

    def _index(self, key: str) -> Any:
        """Return the key as its container takes it; it must exist."""
        if isinstance(self._in, list):
            if not (key.isdecimal() and int(key) < len(self._in)):
                raise self._unknown(key, [str(n) for n in range(len(self._in))])
            return int(key)
        if key not in self._in:
            raise self._unknown(key, list(self._in))
        return key

    def _unknown(self, key: str, known: Sequence[str]) -> NotUnderstood:
        if not known:
            raise self._empty(self.path.removesuffix(f".{key}"))
        near = get_close_matches(key, known, CANDIDATES, 0.4) or sorted(known)[:CANDIDATES]
        return NotUnderstood(self.path, words(N_("{options:or}"), options=near), near)

    def _empty(self, key: str) -> NotUnderstood:
        said = words(N_("the whole of {key} as JSON; it is empty now"), key=Verbatim(key))
        return NotUnderstood(self.path, said)

    def put(self, value: JSON) -> None:
        """Put a value here."""
        self._in[self._index(self._key) if isinstance(self._in, list) else self._key] = value

    def remove(self) -> None:
        """Remove the value here: only from an object whose keys come and go, or from a list."""
        if isinstance(_present(self._of, self._in), inspect.StructType):
            raise NotUnderstood(self.path, words(N_("“path = value”; this field cannot be removed")))
        del self._in[self._index(self._key)]

    def change(self, text: str, sign: int) -> None:
        """Change a number by an amount, or add a thing to a list or remove it."""
        index = self._index(self._key)
        here, of = self._in[index], _present(self.type, self._in[index])
        if isinstance(of, inspect.ListType):
            item = read(of.item_type, text, self.path)
            if sign > 0:
                here.append(item)
            elif item in here:
                here.remove(item)
            else:
                raise self._unknown(str(item), sorted({str(thing) for thing in here}))
        elif isinstance(of, inspect.IntType):
            self._in[index] = here + sign * read(of, text, self.path)
        else:
            raise NotUnderstood(self.path, words(N_("“path = value”; this is neither a number nor a list")))


def _kinds(of: Type) -> list[Type]:
    """Return the types that a value here may have, without None."""
    if isinstance(of, inspect.UnionType):
        return [kind for kind in of.types if not isinstance(kind, inspect.NoneType)]
    return [of]


def _present(of: Type, value: JSON) -> Type:
    """Return the type of the present value, one of those allowed here."""
    fits: Mapping[type, Any] = {
        dict: (inspect.StructType, inspect.DictType),
        list: inspect.ListType,
        int: inspect.IntType,
    }
    kinds = _kinds(of)
    return next((kind for kind in kinds if isinstance(kind, fits.get(type(value), ()))), kinds[0])


# -- what ----------------------------------------------------------------------------------------


def read(of: Type, text: str, path: str) -> JSON:
    """Return a value as its type requires: texts without quotes, lists with commas, "none" where it may be
    missing.

    Raises:
        NotUnderstood: if it is no such value.
    """
    text = text.strip()
    if isinstance(of, inspect.UnionType) and of.includes_none and text.casefold() in ("none", "null"):
        return None
    kind = _kinds(of)[0]
    if isinstance(kind, inspect.StrType):
        return _text(text)
    if isinstance(kind, inspect.IntType):
        if re.fullmatch(f"-?[0-9]{{1,{DIGITS}}}", text):
            return int(text)
        raise _wrong(text, path, words(N_("a whole number of at most {n} digits"), n=DIGITS))
    if isinstance(kind, inspect.BoolType):
        if text.casefold() in _BITS:
            return _BITS[text.casefold()]
        raise _wrong(text, path, words(N_("{options:or}"), options=["on", "off"]))
    if isinstance(kind, inspect.ListType) and not text.startswith("["):
        return [read(kind.item_type, part, path) for part in text.split(",")] if text else []
    return _json(kind, text, path)


def _text(text: str) -> str:
    if len(text) >= 2 and text[0] == text[-1] == '"':
        try:
            return str(json.loads(text))
        except ValueError:
            return text
    return text


def _json(kind: Type, text: str, path: str) -> JSON:
    """Return a value that only JSON can express: an object, or a list of objects."""
    expected = words(N_("a value as JSON"))
    if isinstance(kind, inspect.StructType):
        expected = words(N_("JSON with {fields}"), fields=[field.encode_name for field in kind.fields])
    try:
        return _decoded(text)
    except ValueError as error:
        raise _wrong(text, path, expected) from error


def _decoded(text: str) -> JSON:
    """Return decoded JSON that is nested no deeper than any world."""
    depth = deepest = 0
    for sign in text:
        depth += (sign in "[{") - (sign in "]}")
        deepest = max(depth, deepest)
    if deepest > DEEPEST:
        raise ValueError("nested too deep")
    return json.loads(text)


def _wrong(text: str, path: str, expected: Words) -> NotUnderstood:
    values = {"path": Verbatim(path), "expected": expected}
    return NotUnderstood(text, words(N_("{path}: {expected}"), **values))
