"""Print the paths of an order, a press and a deadline through the modules, as ADR 11 counts them.

    python -m tools.measures.order_path

Each is done once, with the real front end, worker and store, while its calls are traced:

- an `/order` that is typed on Discord's double, as far as the table that accepts it;
- a press on a piece on the map of the browser, as far as the wizard that continues the order;
- a deadline that has passed, as far as the table that accepts the answer for the seat.

The path is the modules whose calls are under way at its end, from the front end inwards. A climb is a call
from a module to one that imports it, directly or not. Last come all modules that were called on the way, in
the order of their first calls.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any, NamedTuple

import grimp

from adjudicator import GAMES
from adjudicator.core.choices.choice import Reader
from adjudicator.core.log.chance import sampler
from adjudicator.core.table.table import Table
from service.api import Service
from service.runtime.worker import Worker
from service.usecases.play import queries
from service.wizard.touch import touch
from tests.fake_discord.server import Server
from tests.harness.browser import TableHarness, at_table
from tests.harness.clock import FIXED, later, ring
from tests.harness.discord import DiscordHarness, in_haste, short_chains
from tests.harness.player import begun
from tests.harness.service import service_harness

OURS = ("adjudicator", "service", "frontends")
HANDED_OVER = Worker.run.__code__
"""From here a call goes on in the thread of the service."""


class Walk(NamedTuple):
    """A way through the modules that is traced.

    Attributes:
        of: modules of which one is under way in every call for it; what is done beside it is not counted.
        end: the code at which it has arrived.
    """

    of: frozenset[str]
    end: CodeType


ORDER = Walk(
    frozenset({"frontends.discord.commands.orders", "frontends.discord.orders.pasting"}),
    Table.submit.__code__,
)
PRESS = Walk(frozenset({"frontends.browser.pages.table.pressed"}), touch.__code__)
DEADLINE = Walk(frozenset({"service.api"}), Table.submit.__code__)


class Trace:
    """The calls for a walk, once it is `on`, until it has arrived.

    Attributes:
        path: the modules whose calls are under way then, the outermost first.
        called: all modules that were called, each once.
        climbs: the calls to a module that imports the calling one, each once.
    """

    def __init__(self, walk: Walk) -> None:
        self.on = False
        self.path: list[str] = []
        self.called: list[str] = []
        self.climbs: list[tuple[str, str]] = []
        self._walk = walk
        self._outside: list[str] = []

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Note one call; `sys.setprofile` calls this."""
        if not self.on or event != "call" or not (callee := module_of(frame)):
            return
        under_way = under_way_in(frame)
        if self._walk.of.isdisjoint(under_way):
            return
        if callee not in self.called:
            self.called.append(callee)
        caller = module_of(frame.f_back) if frame.f_back else ""
        if caller and (caller, callee) not in self.climbs and is_climb(caller, callee):
            self.climbs.append((caller, callee))
        if frame.f_code is HANDED_OVER:
            self._outside = under_way
        if frame.f_code is self._walk.end:
            self.on, self.path = False, [*dict.fromkeys(self._outside + under_way)]


def module_of(frame: FrameType) -> str:
    """Return the module of a call; "" if it is not the project's."""
    name = str(frame.f_globals.get("__name__", ""))
    return name if name.partition(".")[0] in OURS else ""


def under_way_in(frame: FrameType | None) -> list[str]:
    """Return the project's modules whose calls are under way, the outermost first."""
    found = []
    while frame is not None:
        found.append(module_of(frame))
        frame = frame.f_back
    return [name for name in reversed(found) if name]


@cache
def imported_by(module: str) -> frozenset[str]:
    """Return the project's modules that a module imports, directly or not."""
    return frozenset(imports().find_upstream_modules(module))


@cache
def imports() -> grimp.ImportGraph:
    """Return all imports of the project's modules, those for types included."""
    return grimp.build_graph(*OURS)


def is_climb(caller: str, callee: str) -> bool:
    """Return true if only the called module knows the calling one."""
    return caller in imported_by(callee) and callee not in imported_by(caller)


@contextmanager
def traced(trace: Trace) -> Iterator[None]:
    """Trace the threads that begin in this block, and this one."""
    threading.setprofile(trace)
    sys.setprofile(trace)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


async def ordered(folder: Path, trace: Trace) -> None:
    """Found a game, and type its first order while it is traced."""
    with short_chains(), in_haste(), service_harness(folder / "tabellarius.sqlite", GAMES) as service:
        async with Server() as server:
            t = DiscordHarness(server, service, folder)
            async with t.running():
                campaign = await begun(t)
                await t.settled()
                line = await t.worker.run(lambda service: first_line(service, campaign))
                trace.on = True
                await t.alice.command("order", t.channel, line=line)
                await t.settled()
            await t.worker.close()


def first_line(service: Service, campaign: int) -> str:
    """Return an order that Alice can give."""
    pending = service.look(campaign, queries.pending, "caesar")
    assert pending is not None
    return pending.choice.write(
        pending.choice.sample(sampler(1)), Reader(service.game(campaign).lexicon, "en")
    )


def traced_order() -> Trace:
    """Return the trace of an order."""
    trace = Trace(ORDER)
    with TemporaryDirectory() as folder, traced(trace):
        asyncio.run(ordered(Path(folder), trace))
    return trace


def traced_press() -> Trace:
    """Return the trace of a press on a place where no order is begun."""
    trace = Trace(PRESS)

    async def press(table: TableHarness) -> None:
        async with table.guest() as guest:
            await guest.found()
            trace.on = True
            await guest.get("/game/1/caesar/press?place=roma")

    with TemporaryDirectory() as folder, traced(trace):
        at_table(Path(folder), press)
    return trace


def traced_deadline() -> Trace:
    """Return the trace of the answer that is given for a seat whose time has run out."""
    trace = Trace(DEADLINE)
    with TemporaryDirectory() as folder, service_harness(Path(folder) / "t.db") as b:
        ring(b, FIXED)
        with traced(trace):
            trace.on = True
            later(b, 48)
    return trace


def main() -> None:
    """Print the paths."""
    for name, trace in {
        "order": traced_order(),
        "press": traced_press(),
        "deadline": traced_deadline(),
    }.items():
        print(f"{name}: path: {len(trace.path)} modules", *trace.path, sep="\n  ")
        print(f"{name}: climbs: {len(trace.climbs)}", *map(" -> ".join, trace.climbs), sep="\n  ")
        print(f"{name}: called on the way: {len(trace.called)} modules", *trace.called, sep="\n  ")


if __name__ == "__main__":
    main()
