"""A scene as text for one viewer: control of places, and the pieces in each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, Words, words
from adjudicator.display.scene import Counter, Scene, Stack
from service.values.words import speak

from .columns import padded, solid, width, wrapped

HOLDER = "holder:"
SHARED = "shared"
_FLAGS = {"moved": N_("moved"), "reserve": N_("in reserve")}
_MOST_NAME = 20


def _kinds(scene: Scene) -> dict[str, str]:
    """Return the heading of each stack: "battle", or "holder:SIDE" by a marker there, else by the stack;
    where the map says of no place who holds it, by the side of the pieces, "shared" if they are of several.
    """
    kinds = {stack.place: HOLDER + stack.holder if stack.holder else "" for stack in scene.stacks}
    for mark in scene.marks:
        if mark.place in kinds and mark.kind.startswith(HOLDER) and kinds[mark.place] != "battle":
            kinds[mark.place] = mark.kind
        elif mark.place in kinds and mark.kind == "battle":
            kinds[mark.place] = "battle"
    if not any(kinds.values()):
        sides = {stack.place: {counter.colour for counter in stack.counters} for stack in scene.stacks}
        one = {place: min(of) for place, of in sides.items() if len(of) == 1}
        return {
            place: SHARED if len(sides[place]) > 1 else HOLDER + one[place] if one.get(place) else ""
            for place in kinds
        }
    return kinds


def _named(counter: Counter, n: int = 1) -> Words:
    """Return pieces as orders call them, with the text on their face; a strength stands before the name."""
    number = f" x{n}" if n > 1 else ""
    named = N_("{code} {name}") if counter.code.isdecimal() else "{name} {code}"
    return words(named, name=Verbatim(f"{counter.name}{number}"), code=Verbatim(counter.code))


class Board:
    """Formats scenes, and what a seat holds beside them, as text in one language."""

    def __init__(self, game: Game, language: str) -> None:
        self._game, self._language = game, language
        self._between = LANGUAGES[language]
        self._words: dict[str, str] = {}

    def text(self, scene: Scene, seat: str) -> list[str]:
        """Return the whole scene in lines of 80 columns: title, panels, places by who holds them.

        Battles come first, then the places that `seat` holds, then everything else.
        """
        self.learn(scene)
        lines = wrapped(self._between.beside(scene.title, scene.subtitle))
        for panel in scene.panels:
            shown = [f"{name} {value}" for name, value in panel.rows]
            spaces = [f"[{one}]" if n == panel.at else one for n, one in enumerate(panel.track)]
            rows = self._between.semicolon.join([*shown, *filter(None, [" ".join(spaces)])])
            lines += wrapped(rows, panel.title + self._between.colon, "  ")
        under = _kinds(scene)
        kinds = dict.fromkeys(under.values())
        for kind in sorted(kinds, key=lambda kind: (kind.startswith(HOLDER), kind != HOLDER + seat)):
            stacks = [stack for stack in scene.stacks if under[stack.place] == kind]
            lines += ["", self._heading(kind), *self._places(stacks, kind)]
        return [*lines, *self._signs(scene)]

    def learn(self, scene: Scene) -> None:
        """Take the words for flags and signs from a scene's legend."""
        self._words = {note.sign: note.text for note in scene.legend}

    def stack(self, stack: Stack) -> list[str]:
        """Return the pieces of a stack, as a viewer knows them."""
        return list(self._counters(stack, ""))

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

    def own(self, view: Struct) -> list[str]:
        """Return the private part of a view, beside the map, in lines of 80 columns."""
        lines = []
        for title, names in self.holdings(view):
            lines += wrapped(self._between.comma.join(map(solid, names)), title + self._between.colon, "  ")
        return lines

    def holdings(self, view: Struct) -> Iterator[tuple[str, list[str]]]:
        """Yield what the viewer holds beside the map, as names under the title of their kind."""
        for held in self._game.held(view):
            if held.ids:
                yield self._say(held.title), [self._label(id) for id in held.ids]

    def _say(self, text: Words) -> str:
        return speak(text, self._language, self._game.lexicon.label)

    def _label(self, id: str) -> str:
        return self._game.lexicon.label(id, self._language)

    def _heading(self, kind: str) -> str:
        if kind.startswith(HOLDER):
            return self._say(words(N_("Held by {side}:"), side=kind.removeprefix(HOLDER)))
        if kind == "battle":
            return self._say(words(N_("Contested:")))
        if kind == SHARED:
            return self._say(words(N_("Several sides:")))
        return self._say(words(N_("Elsewhere:")))

    def _places(self, stacks: Sequence[Stack], kind: str) -> Iterator[str]:
        names = {stack.place: self._label(stack.place) for stack in stacks}
        column = min(max(map(width, names.values())), _MOST_NAME)
        holder = kind.removeprefix(HOLDER) if kind.startswith(HOLDER) else ""
        for stack in stacks:
            first = f"  {padded(names[stack.place], column)}  "
            yield from wrapped(self._pieces(stack, kind, holder), first, " " * (column + 4))

    def _pieces(self, stack: Stack, kind: str, holder: str) -> str:
        """Return the pieces in a place, side by side where it is shared."""
        if kind != SHARED:
            return self._between.comma.join(map(solid, self._counters(stack, holder)))
        sides = []
        for side in dict.fromkeys(counter.colour for counter in stack.counters):
            own = [n for n, counter in enumerate(stack.counters) if counter.colour == side]
            part = structs.replace(
                stack,
                counters=tuple(stack.counters[n] for n in own),
                pieces=tuple(stack.pieces[n] for n in own) if stack.pieces else (),
            )
            pieces = self._between.comma.join(map(solid, self._counters(part, side)))
            sides.append(self._label(side) + self._between.colon + pieces)
        return self._between.semicolon.join(sides)

    def _counters(self, stack: Stack, holder: str) -> Iterator[str]:
        """Yield faces one by one, named ones next to others of their kind; identical backs as a number. What
        is marked on all of several stands once, behind them.
        """
        flags = {counter.flags for counter in stack.counters}
        if len(stack.counters) > 1 and len(flags) == 1 and (shared := flags.pop()):
            plain = tuple(structs.replace(counter, flags=()) for counter in stack.counters)
            *others, last = self._counters(structs.replace(stack, counters=plain), holder)
            said = words(N_("all: {flags}"), flags=[Verbatim(self._flag(flag)) for flag in shared])
            yield from others
            yield self._between.added(last, self._say(said))
            return
        alike: dict[Counter, int] = {}
        for counter, id in zip(stack.counters, stack.pieces or ("",) * len(stack.counters), strict=True):
            if counter.symbol and not counter.name:
                name = self._label(id) if id else counter.label
                strength = f"{name} {counter.code} {counter.steps}/{counter.full}"
                yield strength + self._flags(counter, holder)
            else:
                alike[counter] = alike.get(counter, 0) + 1
        for counter, n in alike.items():
            if counter.name:
                yield self._say(_named(counter, n)) + self._flags(counter, holder)
                continue
            colour = [] if counter.colour == holder else [self._label(counter.colour)]
            backs = words(self._game.pictures.hidden, n=n)
            yield self._say(backs) + self._flags(counter, holder, colour)

    def example(self, scene: Scene) -> str:
        """Return a piece with a name, as it is shown; "" for a game whose pieces show their names."""
        named = [c for stack in scene.stacks for c in stack.counters if c.name]
        return self._say(_named(named[0])) if named else ""

    def _flags(self, counter: Counter, holder: str, colour: Sequence[str] = ()) -> str:
        said = [*colour, *([self._label(counter.owner)] if counter.owner else [])]
        said += map(self._flag, counter.flags)
        if counter.serves not in ("", holder):
            said.append(self._say(words(N_("for {side}"), side=counter.serves)))
        return self._between.added("", self._between.comma.join(said)) if said else ""

    def _flag(self, flag: str) -> str:
        if flag in _FLAGS:
            return self._say(words(_FLAGS[flag]))
        return self._words.get(f"flag:{flag}", flag)
