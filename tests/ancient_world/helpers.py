"""Positions by hand and scripted chance, for chapter tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.board import LEADERS
from adjudicator.ancient_world.world import Force, Operation, World, stack_key
from adjudicator.core import Event, Reader, Table, WindowPolicy, start
from adjudicator.core.game.procedure import EVENT_SINK
from adjudicator.core.log.chain import Chain
from adjudicator.core.log.chance import ScriptedSource
from adjudicator.core.orders.orders import lines, submit

READER = Reader(GAME.lexicon, "en")


def founded(scenario: str, options: Mapping[str, str] | None = None) -> World:
    """The world of a scenario before its first turn."""
    (chosen,) = (each for each in GAME.scenarios() if each.id == scenario)
    world: World = GAME.found(scenario, options or {}, chosen.seats)
    return world


def empty(scenario: str = "hannibal_in_italy", options: Mapping[str, str] | None = None) -> World:
    """A scenario in its first turn with nobody on the map and nothing to come: the table is over then."""
    w = founded(scenario, options)
    w.forces, w.locks, w.turn = {}, {}, 1
    w.agenda = []
    return w


def put(
    w: World,
    side: str,
    place: str,
    units: Mapping[str, int] | None = None,
    leaders: Sequence[str] = (),
    **more: Any,
) -> Force:
    """A force in a place."""
    force = Force(side, place, dict(sorted((units or {}).items())), sorted(leaders), **more)
    w.forces[stack_key(side, place)] = force
    for leader in leaders:
        if LEADERS[leader].side == "rome":
            w.office[leader] = LEADERS[leader].office or "praetor"
    return force


def act(w: World, leader: str) -> World:
    """The leader is active, in their first operation."""
    w.op = Operation(leader)
    w.agenda.append("operate")
    return w


def table(w: World, dice: Iterable[int] = (), draws: Iterable[str] = (), asked: str = "ask") -> Table:
    """A table with scripted dice, each said as the rules read it, 0 to 9; windows are asked."""
    source = ScriptedSource([die or 10 for die in dice], draws)
    chain = Chain("ancient_world/test", bytes(32), 1)
    return Table(GAME, start(GAME, w, 0), chain, source, fresh=True, policy=WindowPolicy({"default": asked}))


def order(t: Table, text: str, seat: str = "") -> None:
    """Give orders in the order language, for the seat that is asked."""
    for line in lines(text):
        submit(t, seat or next(iter(t.pending)), line.text, READER)


@contextmanager
def heard() -> Iterator[list[Event]]:
    """Collect the events of rules that are called without a table."""
    events: list[Event] = []
    token = EVENT_SINK.set(events.append)
    try:
        yield events
    finally:
        EVENT_SINK.reset(token)


def told(t: Table, kind: str = "") -> list[Event]:
    """Return the events so far, or only those of one kind."""
    return [line.event for line in t.ledger.told if not kind or line.event.kind == kind]


def last(t: Table, kind: str) -> Mapping[str, Any]:
    """The values of the last event of a kind."""
    return told(t, kind)[-1].values
