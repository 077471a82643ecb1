"""Games of a few procedures, made on the spot, for one question each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from adjudicator.core import (
    Amount,
    Game,
    OneOf,
    Position,
    Procedure,
    Scenario,
    Table,
    WindowPolicy,
    ask,
    ask_all,
    d6,
    one_of,
    start,
    words,
)
from adjudicator.core.log.chain import Chain, Entry
from adjudicator.core.log.chance import ScriptedSource, Source

FIRST = 10
"""The number of the first entry: the founding is left out."""


class W(Struct):
    step: int = 0
    notes: list[str] = field(default_factory=list)
    cups: dict[str, list[str]] = field(default_factory=dict)


Body = Callable[[W], Awaitable[None]]


def game(*bodies: Body, asides: Any = None, aside: Any = None) -> Game:
    """A game that runs the bodies one after another, each as a procedure."""

    async def run(w: W) -> None:
        await bodies[w.step](w)
        w.step += 1

    def proceed(w: W) -> Procedure | None:
        return run(w) if w.step < len(bodies) else None

    def found(scenario: str, options: Mapping[str, str], seats: Sequence[str]) -> W:
        return W()

    more = {} if asides is None else {"asides": asides, "aside": aside}
    return Game(
        name="small",
        world=W,
        scenarios=lambda: [Scenario("small", ("a", "b"))],
        found=found,
        proceed=proceed,
        view=lambda w, seat: w,
        say=lambda event, language: event.kind,
        stage=lambda w: str(w.step),
        **more,
    )


def chain() -> Chain:
    return Chain("small/" + "0" * 32, bytes(32), FIRST, "00" * 32)


def chain_behind(entries: Sequence[Entry], epoch: int = 0) -> Chain:
    """The chain behind these entries."""
    last = entries[-1]
    return Chain("small/" + "0" * 32, bytes(32), last.n + 1, last.head, epoch)


def sit(
    of: Game,
    world: W | None = None,
    dice: Sequence[int] = (),
    draws: Sequence[str] = (),
    *,
    policy: WindowPolicy | None = None,
    source: Source | None = None,
) -> Table:
    """A fresh table of the game."""
    position = start(of, world or W(), FIRST - 1)
    return Table(of, position, chain(), source or ScriptedSource(dice, draws), policy=policy, fresh=True)


def again(
    of: Game,
    position: Position,
    entries: Sequence[Entry] = (),
    dice: Sequence[int] = (),
    *,
    policy: WindowPolicy | None = None,
    undone: Sequence[Entry] = (),
) -> Table:
    """A table built again at a position, behind all the entries that there are."""
    log = entries or position.tail
    end = chain_behind(log, _epoch(log)) if log else chain()
    return Table(of, position, end, ScriptedSource(dice), policy=policy, undone=undone)


def _epoch(entries: Sequence[Entry]) -> int:
    return max((int(e.body["e"]) for e in entries if e.t in ("batch", "draw")), default=0)


def yes_no(rule: str = "1", prompt: str = "Yes?", **more: Any) -> OneOf:
    return OneOf(rule=rule, prompt=words(prompt), options=one_of("yes", "no"), **more)


def number(rule: str = "1", most: int = 9) -> Amount:
    return Amount(rule=rule, prompt=words("How many?"), least=0, most=most)


def kinds(entries: Sequence[Entry]) -> list[str]:
    return [e.t for e in entries]


# -- procedures that several tests run ---------------------------------------------------------------


async def both(w: W) -> None:
    answers = await ask_all({"a": number(), "b": number()})
    w.notes = [f"{seat} {n}" for seat, n in answers.items()]


async def a_die(w: W) -> None:
    w.notes.append(f"die {await d6('1', 'one')}")


async def a_question(w: W) -> None:
    w.notes.append(await ask("a", yes_no()))


async def coin(w: W) -> None:
    coins = await ask("b", number("5"))
    w.notes.append(f"coin {coins}")


def with_asides(*bodies: Callable[[W], Any]) -> Game:
    return game(*bodies, asides=lambda w: {"a": yes_no("4"), "b": yes_no("4")}, aside=_aside)


async def _aside(w: W, seat: str, answer: str) -> None:
    if answer == "yes":
        await coin(w)
    w.notes.append(f"{seat} {answer} at {w.step}")


async def last(w: W) -> None:
    await ask("a", number("9"))
    w.notes.append(f"die {await d6('9', 'last')}")
    await ask("a", number("9"))
