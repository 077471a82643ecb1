"""Whole games, watched procedure by procedure: what each began with, asked, rolled, told and ended with.

The watcher stands between the table and the rules. It knows the names of procedures, dice and events, and
the state; of how the rules are written it knows nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.world import World, now
from adjudicator.core import Event, Table, reveal
from adjudicator.core.game.procedure import EVENT_SINK, Ask, Roll, Window
from tests.kit import selfplay
from tests.kit.play_styles import PlayStyle

from ..kit import KIT


class Rolled(Struct, frozen=True):
    """Dice: the paragraph and label that they were rolled for, 0 to 9, and the state at that moment."""

    rule: str
    label: tuple[str, ...]
    dice: tuple[int, ...]
    at: bytes

    @property
    def world(self) -> World:
        """The state at that moment."""
        return msgspec.msgpack.decode(self.at, type=World)


class Answered(Struct, frozen=True):
    """What a question or a window brought."""

    rule: str
    answers: Any
    choices: Mapping[str, Any]
    at: bytes

    @property
    def world(self) -> World:
        """The state at that moment."""
        return msgspec.msgpack.decode(self.at, type=World)


class Told(Struct, frozen=True):
    """An event, and the state at that moment."""

    kind: str
    rule: str
    values: Mapping[str, Any]
    at: bytes

    @property
    def world(self) -> World:
        """The state at that moment."""
        return msgspec.msgpack.decode(self.at, type=World)


class Scene(Struct):
    """A procedure, from beginning to end."""

    name: str
    begin: bytes
    moments: list[Rolled | Answered | Told] = []
    end: bytes = b""

    @property
    def before(self) -> World:
        """The state at the beginning, as a copy of its own."""
        return msgspec.msgpack.decode(self.begin, type=World)

    @property
    def after(self) -> World:
        """The state at the end, as a copy of its own."""
        return msgspec.msgpack.decode(self.end, type=World)

    def told(self, *kinds: str) -> list[Told]:
        """The events of some kinds."""
        return [one for one in self.moments if isinstance(one, Told) and one.kind in kinds]

    def rolled(self, rule: str) -> list[Rolled]:
        """The dice of a paragraph."""
        return [one for one in self.moments if isinstance(one, Rolled) and one.rule == rule]

    def answered(self, rule: str) -> list[Answered]:
        """The answers to the questions of a paragraph."""
        return [one for one in self.moments if isinstance(one, Answered) and one.rule == rule]


class Tally:
    """How many comparisons were made, by kind, and what differed."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.differences: list[tuple[str, str]] = []
        self.where = ""

    def same(self, kind: str, mine: Any, theirs: Any, about: Any = "") -> None:
        """Compare what this reading finds with what the umpire did."""
        self.counts[kind] += 1
        if mine != theirs:
            self.differences.append((kind, f"{self.where}: {mine!r} here, {theirs!r} there ({about})"))


class _Watched:
    """A running procedure, looked over the shoulder."""

    def __init__(self, inner: Any, w: World, seen: Callable[[Scene], None]) -> None:
        self._inner, self._w, self._seen = inner, w, seen
        self._scene = Scene(now(w), msgspec.msgpack.encode(w))
        self._waits: Any = None

    def send(self, value: Any) -> Any:
        """Hand on what the procedure waited for, and note it."""
        self._note(value)
        sink = EVENT_SINK.get()

        def hear(event: Event) -> None:
            at = msgspec.msgpack.encode(self._w)
            self._scene.moments.append(Told(event.kind, event.rule, dict(reveal(event).values), at))
            sink(event)

        token = EVENT_SINK.set(hear)
        try:
            self._waits = self._inner.send(value)
        except StopIteration:
            self._scene.end = msgspec.msgpack.encode(self._w)
            self._seen(self._scene)
            raise
        finally:
            EVENT_SINK.reset(token)
        return self._waits

    def _note(self, value: Any) -> None:
        waits = self._waits
        if isinstance(waits, Roll) and waits.faces:
            dice = tuple(die % 10 for die in value)
            at = msgspec.msgpack.encode(self._w)
            self._scene.moments.append(Rolled(waits.rule, tuple(waits.label.split()), dice, at))
        elif isinstance(waits, Roll):
            at = msgspec.msgpack.encode(self._w)
            self._scene.moments.append(Rolled(waits.rule, tuple(map(str, value)), (), at))
        elif isinstance(waits, Ask):
            rule = next(iter(waits.choices.values())).rule
            at = msgspec.msgpack.encode(self._w)
            self._scene.moments.append(Answered(rule, value, waits.choices, at))
        elif isinstance(waits, Window):
            at = msgspec.msgpack.encode(self._w)
            self._scene.moments.append(Answered(waits.occasion.rule, value, waits.choices, at))

    def close(self) -> None:
        """Give up a procedure that is begun anew."""
        self._inner.close()


def watched(
    seed: int,
    seen: Callable[[Scene], None],
    styles: Sequence[PlayStyle] = (),
    scenario: str = "",
    windows: str = "ask",
) -> Iterator[Table]:
    """Play a game; show each procedure that ends, and yield the table after each answer."""

    def proceed(w: World) -> Any:
        running = GAME.proceed(w)
        return None if running is None else _Watched(running, w, seen)

    kit = msgspec.structs.replace(KIT, game=msgspec.structs.replace(GAME, proceed=proceed))
    for step in selfplay.play(kit, seed, styles=styles, scenario=scenario, windows=windows):
        yield step.table
