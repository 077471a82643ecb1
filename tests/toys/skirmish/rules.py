"""Skirmish: the smallest game on hexes there is here, and the example of docs/add-a-game.md for pictures.

1 Rome and Carthage each have a leader and two units on a map of Sicily. Rome begins; they take turns.
2 A side moves one of its units to a hex beside it. Any number of its units may be in a hex.
3 A unit that moves to a hex with enemies attacks. A die is rolled: 1 more if its leader stands with it,
  1 less if the enemies are in mountains. 4 or more: the first enemy falls, a leader last, and if none is
  left the unit enters the hex. 1 or less: the unit falls. Otherwise it stays.
4 A side whose leader has fallen has lost. After 30 turns Carthage has won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from adjudicator.core import (
    N_,
    Event,
    Lexicon,
    Menu,
    OneOf,
    Procedure,
    Scenario,
    ask,
    d6,
    fill,
    one_of,
    tell,
    words,
)
from adjudicator.geometry.hexes import neighbours

HEXES = (
    *("0105", "0106", "0202", "0203", "0204", "0205", "0206", "0300", "0301", "0302"),
    *("0303", "0304", "0305", "0401", "0402", "0403", "0404", "0405"),
)
MOUNTAINS = ("0205", "0304")
SIDES = {"rome": ("consul", "legion_1", "legion_2"), "carthage": ("hanno", "spears", "elephants")}
LEADERS = {"rome": "consul", "carthage": "hanno"}
SET_UP = {
    "consul": "0405",
    "legion_1": "0405",
    "legion_2": "0404",
    "hanno": "0302",
    "spears": "0303",
    "elephants": "0303",
}
TURNS = 30

LEXICON = Lexicon(
    {
        "skirmish": {"en": ["Skirmish"], "ja": ["小競り合い"]},
        "rome": {"en": ["Rome"], "ja": ["ローマ"]},
        "carthage": {"en": ["Carthage"], "ja": ["カルタゴ"]},
        "consul": {"en": ["Consul"], "ja": ["執政官"]},
        "hanno": {"en": ["Hanno"], "ja": ["ハンノ"]},
        "legion_1": {"en": ["First Legion"], "ja": ["第1軍団"]},
        "legion_2": {"en": ["Second Legion"], "ja": ["第2軍団"]},
        "spears": {"en": ["Spearmen"], "ja": ["槍兵"]},
        "elephants": {"en": ["Elephants"], "ja": ["戦象"]},
        "footer": {
            "en": ["A toy; nothing here is history."],
            "ja": ["これは玩具であり、史実ではありません。"],
        },
        "turn": {"en": ["Turn"], "ja": ["ターン"]},
        "has_won": {"en": ["has won"], "ja": ["の勝利"]},
        "units": {"en": ["Units"], "ja": ["部隊"]},
        "sign_back:rome": {"en": ["Rome"], "ja": ["ローマ"]},
        "sign_back:carthage": {"en": ["Carthage"], "ja": ["カルタゴ"]},
        "sign_legion": {"en": ["legion"], "ja": ["軍団"]},
        "sign_tanit": {"en": ["sign of Tanit"], "ja": ["タニトの印"]},
        "sign_grave": {"en": ["where a unit fell"], "ja": ["部隊が倒れた場所"]},
        "sign_mountain": {"en": ["mountains"], "ja": ["山地"]},
        "sign_town": {"en": ["town"], "ja": ["町"]},
        "sign_capital": {"en": ["city"], "ja": ["都市"]},
    }
)


class World(Struct):
    """The game at rest."""

    seats: list[str]
    units: dict[str, str]
    turn: int = 1
    graves: list[str] = []
    winner: str = ""
    cups: dict[str, list[str]] = {}


class View(Struct, frozen=True):
    """The visible part: all of it."""

    units: Mapping[str, str]
    turn: int
    graves: Sequence[str]
    winner: str


def side_of(unit: str) -> str:
    return next(side for side, units in SIDES.items() if unit in units)


def scenarios() -> Sequence[Scenario]:
    return [Scenario("sicily", tuple(SIDES))]


def found(scenario: str, options: Mapping[str, str], seats: Sequence[str]) -> World:
    return World(list(seats), dict(SET_UP))


def proceed(w: World) -> Procedure | None:
    return None if w.winner else take_turn(w)


def mover(turn: int) -> str:
    return tuple(SIDES)[(turn - 1) % 2]


def standing(w: World, hex: str, side: str) -> list[str]:
    """A side's units in a hex, a leader last."""
    found = [unit for unit in SIDES[side] if w.units.get(unit) == hex]
    return sorted(found, key=lambda unit: unit == LEADERS[side])


async def take_turn(w: World) -> None:
    """§2, §4"""
    side = mover(w.turn)
    order = await ask(side, _order(w, side))
    await move(w, order["pick"], order["answer"])
    w.turn += 1
    lost = next((one for one in SIDES if LEADERS[one] not in w.units), "")
    w.winner = next(one for one in SIDES if one != lost) if lost else "carthage" if w.turn > TURNS else ""


def _order(w: World, side: str) -> Menu:
    def items() -> Mapping[str, OneOf]:
        return {unit: _way(w, unit) for unit in SIDES[side] if unit in w.units}

    return Menu(rule="2", prompt=words(N_("Which unit moves, and where to?")), items=items)


def _way(w: World, unit: str) -> OneOf:
    beside = [hex for hex in neighbours(w.units[unit]) if hex in HEXES]
    return OneOf(rule="2", prompt=words(N_("Where to?")), options=one_of(*beside))


async def move(w: World, unit: str, to: str) -> None:
    """§2, §3"""
    side, start = side_of(unit), w.units[unit]
    enemy = next(one for one in SIDES if one != side)
    if not (there := standing(w, to, enemy)):
        w.units[unit] = to
        tell("moved", "2", unit=unit, start=start, to=to)
        return
    here = standing(w, start, side)
    tell("battle_begins", "3", place=to, start=start, units=here, defenders=there)
    rolled = await d6("3", "attack")
    sum = rolled + (LEADERS[side] in here) - (to in MOUNTAINS)
    fallen = there[0] if sum >= 4 else unit if sum <= 1 else ""
    if fallen:
        w.graves = sorted({*w.graves, w.units.pop(fallen)})
    if fallen == there[-1]:
        w.units[unit] = to
    tell("battle", "3", place=to, unit=unit, start=start, rolled=rolled, sum=sum, fallen=fallen)


def view(w: World, seat: str | None) -> View:
    return View(dict(w.units), w.turn, tuple(w.graves), w.winner)


SENTENCES = {
    "moved": N_("{unit} moves from {start} to {to}."),
    "battle_begins": N_("{units} in {start} attack {defenders} in {place}."),
    "battle": N_("{unit} rolls {rolled}, which counts as {sum}. Lost: {fallen}."),
}


def say(event: Event, language: str) -> str:
    return fill(words(SENTENCES[event.kind], **event.values), language, LEXICON.label)
