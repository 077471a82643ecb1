"""Small positions and scripted tables for the chapter tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.core import Event, Illegal, Reader, Table, start
from adjudicator.core.log.chain import Chain
from adjudicator.core.log.chance import ScriptedSource
from adjudicator.core.orders.orders import read
from adjudicator.core.table.question import WindowPolicy
from adjudicator.ottomans import GAME
from adjudicator.ottomans.board import SCENARIOS
from adjudicator.ottomans.options import OPTIONS
from adjudicator.ottomans.rules.r04_setup import new_world
from adjudicator.ottomans.world import World

ENGLISH = Reader(GAME.lexicon)
SPARE = "trade_agreement"
"""A chit that everybody holds in phases of orders, so that they are asked again after each."""
ASKED = ("stratagem", "movement", "combat", "march", "replacement")
CORES = {"turks": "ottomans", "caliphate": "egypt", "holy_league": "austria", "orthodox": "byzantium"}


def world(
    at: Mapping[str, str],
    *,
    phase: str = "combat",
    acting: str = "turks",
    seats: Sequence[str] = ("turks", "orthodox"),
    control: Mapping[str, str] | None = None,
    hands: Mapping[str, Sequence[str]] | None = None,
    scenario: str = "1",
    turn: int = 0,
    options: Mapping[str, str] | None = None,
) -> World:
    """Give a world with these units, and with these chits face up and in hand; all others lie in the pool."""
    chosen = {o.name: (options or {}).get(o.name, o.values[0]) for o in OPTIONS}
    w = new_world(scenario, chosen, seats)
    w.unplaced, w.dead = [], []
    w.at = dict(at)
    w.core = {seat: CORES[seat] for seat in seats}
    w.control = {CORES[seat]: seat for seat in seats} | dict(control or {})
    for chit in w.control:
        _take(w, chit)
    for seat in seats:
        chits = [*(hands or {}).get(seat, ()), *([SPARE] if phase in ASKED else [])]
        for chit in chits:
            _take(w, chit)
        w.cups[f"{seat}_hand"] = sorted(chits)
    w.cores = w.order = list(seats)
    w.acting, w.phase = acting, phase
    w.turn = turn or SCENARIOS[scenario].first_turn
    return w


def _take(w: World, chit: str) -> None:
    cup = next((cup for cup in ("pool", "later", "out") if chit in w.cups[cup]), "")
    if cup:
        w.cups[cup].remove(chit)


def table(
    w: World, dice: Iterable[int] = (), draws: Iterable[str] = (), modes: Mapping[str, str] | None = None
) -> Table:
    """Give a table on which the world is played with a written chance."""
    chain = Chain("ottomans/test", bytes(32), 1)
    policy = WindowPolicy(modes=dict(modes or {}))
    return Table(GAME, start(GAME, w, 0), chain, ScriptedSource(dice, draws), policy=policy, fresh=True)


def order(t: Table, seat: str, text: str) -> None:
    """Give an order as a player writes it."""
    answer, _ = read(t.choice(seat), text, ENGLISH)
    t.submit(seat, answer)


def refused(t: Table, seat: str, text: str) -> str:
    """Give the paragraph by which an order is refused."""
    try:
        order(t, seat, text)
    except Illegal as why:
        return why.rule
    raise AssertionError(f"{text} is allowed")


def told(t: Table, kind: str) -> list[Mapping[str, Any]]:
    """Give the values of the events of a kind."""
    events: list[Event] = [line.event for line in t.ledger.told]
    return [event.values for event in events if event.kind == kind]


def seen(t: Table) -> World:
    """Give the world of a table."""
    w: World = t.world
    return w
