"""A referee's edit of a position: the entry `edit` of the chain (design/fair-dice.md §5).

A world is taken as plain JSON, and a change in it as a path with the value before and after, both as JSON
texts: `{"treasury.empire": ["100", "120"]}`, "" for none. The visible part of it is public, the whole is
sealed until the end; things that leave or enter a container are named, so that every hidden draw before
and after the edit can be proven.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from adjudicator.core.game.game import Game
from adjudicator.core.game.procedure import OUTSIDE
from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chain import JSON, LARGEST
from adjudicator.core.table.ledger import Sealed

Changes: TypeAlias = dict[str, list[str]]
"""Path -> the value before and after, as JSON texts; "" for none."""

_KEY = re.compile(r"[\w/-]+")
_ITEM = re.compile("[a-z0-9_/]+")
_FIXED = ("options", "scenario", "seats")
"""The facts on the campaign's card, which no edit changes."""


class Impossible(Exception):
    """Raised for an impossible position, with the reasons and the possible names in place of a wrong one.

    Args:
        reasons: sentences of the rules, or of the decoder of the world.
        candidates: the existing names.
    """

    def __init__(self, reasons: Sequence[str | Words], candidates: Sequence[str] = ()) -> None:
        super().__init__(*reasons)
        self.reasons, self.candidates = list(reasons), tuple(candidates)


class Edit(Struct, frozen=True):
    """The replacement of a position by another, as it is logged and as each seat learns of it.

    Attributes:
        world: the position that is reached.
        patch: all that changes in the world; sealed.
        moves: [item, from, to] for everything that leaves or enters a container; sealed.
        sizes: the containers concerned, with their size afterwards.
        pub: the changes in the public view.
        private: the further changes in the view of each seat, for the seats that have any.
    """

    world: Any
    patch: Changes
    moves: list[list[str]]
    sizes: dict[str, int]
    pub: Changes
    private: dict[str, Changes]

    def fields(self, why: str) -> dict[str, JSON]:
        """Return the public fields of the entry."""
        return {"by": "referee", "why": why, "pub": self.pub, "sizes": self.sizes}

    @property
    def sealed(self) -> Sealed:
        """The sealed part of the entry, which stays sealed for everybody until the end."""
        return [((), {"moves": self.moves, "patch": self.patch})]


def plain(value: Any) -> JSON:
    """Return a world or a view as plain JSON values, which may be changed."""
    return msgspec.json.decode(msgspec.json.encode(value))


def text_of(value: JSON) -> str:
    """Return a plain value as JSON text, always the same."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


# -- what a position must be ---------------------------------------------------------------------


def judged(game: Game, raw: Mapping[str, JSON], options: Mapping[str, str]) -> Any:
    """Return the legal world of a position written by hand, perhaps incomplete.

    Raises:
        Impossible: if it is no world, or illegal by the rules.
    """
    known = [field.encode_name for field in msgspec.structs.fields(game.world)]
    if strange := sorted(set(raw) - set(known)):
        values = {"game": game.name, "field": Verbatim(strange[0])}
        raise Impossible([words(N_("{game} has no field {field}"), **values)], known)
    if unstorable := next(_unstorable(raw, ""), None):
        raise Impossible([unstorable])
    try:
        complete = game.complete or (lambda given, options: _world(game, given))
        world = complete(raw, options)
        problems = list(game.impossible(world))
    except (msgspec.ValidationError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise Impossible([str(error)]) from error
    if problems:
        raise Impossible(problems)
    return world


def _unstorable(value: JSON, path: str) -> Iterator[Words]:
    """Yield the reasons why a position cannot be stored: numbers too large, invalid characters."""
    match value:
        case dict():
            for key, inner in value.items():
                yield from _unstorable(key, path or "-")
                yield from _unstorable(inner, f"{path}.{key}" if path else key)
        case list():
            for n, inner in enumerate(value):
                yield from _unstorable(inner, f"{path}.{n}")
        case str() if any("\ud800" <= sign <= "\udfff" for sign in value):
            yield words(N_("the text at {path} holds a character that does not exist"), path=Verbatim(path))
        case bool():
            return
        case int() if abs(value) > LARGEST:
            values = {"path": Verbatim(path), "most": LARGEST}
            yield words(N_("the number at {path} is too large; it must be at most {most}"), **values)


def _world(game: Game, raw: Mapping[str, JSON]) -> Any:
    return msgspec.json.decode(json.dumps(raw), type=game.world)


# -- from one position to another ----------------------------------------------------------------


def edit(game: Game, seats: Sequence[str], before: Any, after: Any) -> Edit:
    """Return the edit that leads from one world to another.

    The world of the edit is made from the patch, as in an audit, so that even the order of its keys is the
    same.

    Raises:
        Impossible: if the other is of another campaign, or nothing changes.
    """
    old, new = plain(before), plain(after)
    patch = changes(old, new)
    if not patch:
        raise Impossible([words(N_("this changes nothing"))])
    if fixed := [name for name in _FIXED if old.get(name) != new.get(name)]:
        raise Impossible(
            [
                words(
                    N_("{field} was fixed when the game was created and cannot be edited"),
                    field=fixed[0],
                )
            ]
        )
    if before.cups.keys() != after.cups.keys():
        raise Impossible([words(N_("the containers must be {cups}"), cups=sorted(before.cups))])
    if strange := [item for cup in after.cups.values() for item in cup if not _ITEM.fullmatch(item)]:
        raise Impossible([words(N_("{item} is not a valid item name"), item=Verbatim(strange[0]))])
    after = applied(game, before, patch)
    pub = changes(plain(game.view(before, None)), plain(game.view(after, None)))
    private = {
        seat: _beyond(pub, changes(*(plain(game.view(w, seat)) for w in (before, after)))) for seat in seats
    }
    moves = moved(before.cups, after.cups)
    touched = {place for _, *places in moves for place in places} - {OUTSIDE}
    sizes = {cup: len(after.cups[cup]) for cup in sorted(touched)}
    return Edit(after, patch, moves, sizes, pub, {seat: more for seat, more in private.items() if more})


def _beyond(pub: Changes, own: Changes) -> Changes:
    return {path: change for path, change in own.items() if pub.get(path) != change}


def changes(before: JSON, after: JSON) -> Changes:
    """Return the differences between two plain values; lists are taken as a whole."""
    found: Changes = {}
    _compare(before, after, "", found)
    return dict(sorted(found.items()))


_NOTHING = object()


def _compare(before: Any, after: Any, path: str, found: Changes) -> None:
    if type(before) is type(after) and before == after:
        return
    both = before, after
    if all(isinstance(side, dict) and all(map(_KEY.fullmatch, side)) for side in both):
        for key in sorted(before.keys() | after.keys()):
            inner = f"{path}.{key}" if path else key
            _compare(before.get(key, _NOTHING), after.get(key, _NOTHING), inner, found)
        return
    found[path] = ["" if side is _NOTHING else text_of(side) for side in both]


def moved(before: Mapping[str, Sequence[str]], after: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Return [item, from, to] for every thing that is in another container than before."""
    sources: dict[str, list[str]] = {}
    goals: dict[str, list[str]] = {}
    for cup in sorted(before):
        was, now = Counter(before[cup]), Counter(after[cup])
        for item in (was - now).elements():
            sources.setdefault(item, []).append(cup)
        for item in (now - was).elements():
            goals.setdefault(item, []).append(cup)
    return [
        [item, source, goal]
        for item in sorted(sources.keys() | goals.keys())
        for source, goal in zip_longest(sources.get(item, []), goals.get(item, []), fillvalue=OUTSIDE)
    ]


def applied(game: Game, before: Any, patch: Mapping[str, Sequence[str]]) -> Any:
    """Return the world after an edit, from the one before it and the sealed part of the entry.

    Raises:
        Impossible: if the patch does not fit that world, or does not lead to a legal one.
    """
    raw = plain(before)
    try:
        for path, (old, new) in patch.items():
            *way, last = path.split(".")
            at = raw
            for key in way:
                at = at[key]
            if (text_of(at[last]) if last in at else "") != old:
                raise Impossible([f"{path} was not {old}"])
            if new:
                at[last] = json.loads(new)
            else:
                del at[last]
        world = _world(game, raw)
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError) as error:
        raise Impossible([f"{type(error).__name__}: {error}"]) from error
    if problems := list(game.impossible(world)):
        raise Impossible(problems)
    return world
