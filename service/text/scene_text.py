"""A scene as text for one viewer: control of places, and the pieces in each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, Lexicon, Words, fold
from adjudicator.display.scene import Counter, Scene, Stack
from service.values.words import speak

from .columns import padded, solid, width, wrapped

HOLDER, SERVES, OWNER, EMBLEM = "holder:", "serves:", "owner:", "emblem:"
OWN = (("hand", N_("Hand")), ("discard", N_("Discarded")), ("stock", N_("Stock")))
"""The parts of a view, as tuples of ids, that are for its own seat and on no map."""

_FLAGS = {"moved": N_("moved"), "reserve": N_("in reserve")}
_MOST_NAME = 20


def _seen(view: object, place: str) -> list[Any]:
    """Return the pieces that a view knows in a place, each with its `id` and its `side`."""
    places = getattr(view, "places", {})
    return list(getattr(places.get(place), "blocks", ()))


def _kinds(scene: Scene, view: object) -> dict[str, str]:
    """Return the heading of each stack: "battle", or "holder:SIDE" by a marker there, else by the view."""
    marks = {mark.place: mark.kind for mark in scene.marks if mark.kind.startswith(HOLDER)}
    marks |= {mark.place: mark.kind for mark in scene.marks if mark.kind == "battle"}
    places = getattr(view, "places", {})
    held = {stack.place: getattr(places.get(stack.place), "holder", "") for stack in scene.stacks}
    return {place: marks.get(place, HOLDER + holder if holder else "") for place, holder in held.items()}


def _named(counter: Counter, n: int = 1) -> str:
    """Return pieces as orders call them, with the text on their face."""
    number = f" x{n}" if n > 1 else ""
    return f"{counter.name}{number} {counter.code}"


class Board:
    """Formats scenes as text in one language, with a game's names."""

    def __init__(self, lexicon: Lexicon, language: str) -> None:
        self._lexicon, self._language = lexicon, language
        self._between = LANGUAGES[language]
        self._words: dict[str, str] = {}

    def text(self, scene: Scene, view: object, seat: str) -> list[str]:
        """Return the whole scene in lines of 80 columns: title, panels, places by who holds them.

        Battles come first, then the places that `seat` holds, then everything else. `view` is the view that
        the scene was made from: the pieces that it knows have the names used in orders.
        """
        self.learn(scene)
        lines = wrapped(self._between.beside(scene.title, scene.subtitle))
        for panel in scene.panels:
            rows = self._between.semicolon.join(f"{name} {value}" for name, value in panel.rows)
            lines += wrapped(rows, panel.title + self._between.colon, "  ")
        under = _kinds(scene, view)
        kinds = dict.fromkeys(under.values())
        for kind in sorted(kinds, key=lambda kind: (kind.startswith(HOLDER), kind != HOLDER + seat)):
            stacks = [stack for stack in scene.stacks if under[stack.place] == kind]
            lines += ["", self._heading(kind), *self._places(stacks, kind, view)]
        return [*lines, *self._signs(scene)]

    def learn(self, scene: Scene) -> None:
        """Take the words for flags and signs from a scene's legend."""
        self._words = {note.sign: note.text for note in scene.legend}

    def stack(self, stack: Stack, view: object) -> list[str]:
        """Return the pieces of a stack, as a viewer knows them."""
        return list(self._counters(stack.counters, "", _seen(view, stack.place)))

    def _signs(self, scene: Scene) -> Iterator[str]:
        """Yield the other markers of the map, in the words of the legend."""
        signs: dict[str, list[str]] = {}
        for mark in scene.marks:
            if mark.kind in self._words and mark.kind != "battle":
                signs.setdefault(mark.kind, []).append(self._label(mark.place))
        for n, (kind, places) in enumerate(signs.items()):
            yield from ([] if n else [""])
            title = self._words[kind][:1].upper() + self._words[kind][1:] + self._between.colon
            yield from wrapped(self._between.comma.join(map(solid, places)), title, "  ")

    def own(self, view: object) -> list[str]:
        """Return the private part of a view, beside the map, in lines of 80 columns."""
        lines = []
        for title, names in self.holdings(view):
            lines += wrapped(self._between.comma.join(map(solid, names)), title + self._between.colon, "  ")
        return lines

    def holdings(self, view: object) -> Iterator[tuple[str, list[str]]]:
        """Yield the places as names, by their relation to the seat."""
        for name, title in OWN:
            if ids := getattr(view, name, ()):
                yield self._say(Words(title)), [self._label(id) for id in ids]

    def _say(self, text: Words) -> str:
        return speak(text, self._language, self._lexicon.label)

    def _label(self, id: str) -> str:
        return self._lexicon.label(id, self._language)

    def _heading(self, kind: str) -> str:
        if kind.startswith(HOLDER):
            return self._say(Words(N_("Held by {side}:"), {"side": kind.removeprefix(HOLDER)}))
        if kind == "battle":
            return self._say(Words(N_("Contested:")))
        return self._say(Words(N_("Elsewhere:")))

    def _places(self, stacks: Sequence[Stack], kind: str, view: object) -> Iterator[str]:
        names = {stack.place: self._label(stack.place) for stack in stacks}
        column = min(max(map(width, names.values())), _MOST_NAME)
        holder = kind.removeprefix(HOLDER) if kind.startswith(HOLDER) else ""
        for stack in stacks:
            first = f"  {padded(names[stack.place], column)}  "
            counters = self._counters(stack.counters, holder, _seen(view, stack.place))
            yield from wrapped(self._between.comma.join(map(solid, counters)), first, " " * (column + 4))

    def _counters(self, counters: Sequence[Counter], holder: str, seen: list[Any]) -> Iterator[str]:
        """Yield faces one by one, named ones next to others of their kind; identical backs as a number."""
        alike: dict[Counter, int] = {}
        for counter in counters:
            if counter.symbol and not counter.name:
                strength = f"{self._name(counter, seen)} {counter.code} {counter.steps}/{counter.full}"
                yield strength + self._flags(counter, holder)
            else:
                alike[counter] = alike.get(counter, 0) + 1
        for counter, n in alike.items():
            if counter.name:
                yield _named(counter, n) + self._flags(counter, holder)
                continue
            colour = [] if counter.colour == holder else [self._label(counter.colour)]
            yield self._say(Words(N_("{n} {n:block|blocks}"), {"n": n})) + self._flags(
                counter, holder, colour
            )

    def example(self, scene: Scene) -> str:
        """Return a piece with a name, as it is shown; "" for a game whose pieces show their names."""
        named = [c for stack in scene.stacks for c in stack.counters if c.name]
        return _named(named[0]) if named else ""

    def _name(self, counter: Counter, seen: list[Any]) -> str:
        """Return the piece's name in orders, and remove it from the list; else return the text on its
        face.
        """
        serves = [flag.removeprefix(SERVES) for flag in counter.flags if flag.startswith(SERVES)]
        side = next(iter(serves), counter.colour)
        for piece in seen:
            if piece.side == side and fold(counter.label) in self._lexicon.names(piece.id):
                seen.remove(piece)
                return self._label(piece.id)
        return counter.label

    def _flags(self, counter: Counter, holder: str, colour: Sequence[str] = ()) -> str:
        shown = [flag for flag in counter.flags if flag != SERVES + holder and not flag.startswith(EMBLEM)]
        said = [*colour, *map(self._flag, shown)]
        return self._between.added("", self._between.comma.join(said)) if said else ""

    def _flag(self, flag: str) -> str:
        if flag.startswith(SERVES):
            return self._say(Words(N_("for {side}"), {"side": flag.removeprefix(SERVES)}))
        if flag.startswith(OWNER):
            return self._label(flag.removeprefix(OWNER))
        if flag in _FLAGS:
            return self._say(Words(_FLAGS[flag]))
        return self._words.get(f"flag:{flag}", flag)
