"""Self-play of Julius Caesar: styles, and options of a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from adjudicator.core import Choice
from adjudicator.core.log.chance import Rng
from adjudicator.julius_caesar.board import CITIES, EDGES
from adjudicator.julius_caesar.rules import r04_board as r04
from adjudicator.julius_caesar.world import CLEOPATRA, Entered, World, blocks_at, enemy_of
from tests.kit.play_styles import ENDINGS, PlayStyle, pick_of, plain

_TRIES = 6
_RETREAT, _SAME = -0.5, 0.0


def idle(choice: Choice[Any], rng: Rng, w: World, seat: str) -> Any:
    """Rather nothing than something."""
    return _best(choice, rng, lambda answer: float(pick_of(answer) in ENDINGS))


def bold(choice: Choice[Any], rng: Rng, w: World, seat: str) -> Any:
    """Rather something than nothing."""
    return _best(choice, rng, lambda answer: -float(pick_of(answer) in ENDINGS))


def conqueror(choice: Choice[Any], rng: Rng, w: World, seat: str) -> Any:
    """Goes for cities of value, and for Cleopatra, in strength, and disbands nobody without need."""
    return _best(choice, rng, lambda answer: _gain(answer, w, seat))


def reckless(choice: Choice[Any], rng: Rng, w: World, seat: str) -> Any:
    """Attacks and reinforces with few blocks by many ways, the fewest in front; Cleopatra in reserve."""
    tries = 4 * _TRIES if choice.rule == "6.1" else _TRIES
    return _best(choice, rng, lambda answer: _daring(answer, w, seat), tries)


def _best(choice: Choice[Any], rng: Rng, worth: Callable[[Any], float], tries: int = _TRIES) -> Any:
    return max((choice.sample(rng) for _ in range(tries)), key=worth)


def _gain(answer: Any, w: World, seat: str) -> float:
    if isinstance(answer, list):
        return -float(len(answer))
    if isinstance(answer, str):
        return _queen(answer, w)
    match pick_of(answer):
        case "call":
            return 2.0 if answer["answer"]["colour"] == "blue" else 1.0
        case "move" | "sail":
            return _gain_of_move(answer["answer"], w, seat)
        case "levy" | "step" | "fire":
            return 1.0
        case "end" | "retreat":
            return _RETREAT
    return _SAME


def _gain_of_move(order: Mapping[str, Any], w: World, seat: str) -> float:
    start, to, n = order["start"], order["way"][-1], len(order["blocks"])
    targets = [c for c in CITIES if _value(c) and r04.holder(w, c) != seat]
    nearer = _nearness(to, targets) - _nearness(start, targets)
    held, enemies = r04.holder(w, to), len(blocks_at(w, to, enemy_of(seat)))
    worth: float = 2.0 * _value(to) * (held != seat) + 0.2 * n + 4.0 * nearer
    if n == len(blocks_at(w, start, seat)):
        worth -= 2.0 * _value(start)
    worth += 3.0 * (to == w.at[CLEOPATRA]) + 0.3 * len(blocks_at(w, to, seat))
    return worth + (3.0 if enemies <= n else -3.0) * bool(enemies)


def _nearness(place: str, targets: Sequence[str]) -> float:
    far = len(CITIES)
    return 1.0 / (1 + min((_ways_from(place).get(target, far) for target in targets), default=far))


@cache
def _ways_from(place: str) -> Mapping[str, int]:
    """Return the number of roads from a place to every place that can be reached by land."""
    found, wave, n = {place: 0}, [place], 0
    while wave:
        n += 1
        wave = [to for here in wave for to in EDGES[here] if to not in found]
        found |= dict.fromkeys(wave, n)
    return found


def _value(place: str) -> int:
    return CITIES[place].value if place in CITIES else 0


def _queen(answer: str, w: World) -> float:
    """Fire on Cleopatra's city, and hits on her, before others."""
    return float(answer in (CLEOPATRA, w.at[CLEOPATRA]))


def _came_from(origin: str, w: World, seat: str) -> list[Entered]:
    """Of a main attack that is to be named: who came that way."""
    return [e for came in w.entered.values() for e in came if (e.side, e.origin) == (seat, origin)]


def _force(block: str) -> int:
    return 9 if block == CLEOPATRA else 1


def _daring(answer: Any, w: World, seat: str) -> float:
    if isinstance(answer, str):
        return _queen(answer, w) - sum(_force(e.block) for e in _came_from(answer, w, seat))
    if pick_of(answer) != "move":
        return -1.0 if pick_of(answer) in ENDINGS else 0.0
    order = answer["answer"]
    fight = r04.has_enemy(w, seat, order["way"][-1])
    again = order["way"][-1] in w.entered
    queen = CLEOPATRA in order["blocks"] or order["way"][-1] == w.at[CLEOPATRA]
    return 5.0 * fight + 5.0 * again + 8.0 * queen - float(len(order["blocks"]))


STYLES: tuple[tuple[PlayStyle, PlayStyle], ...] = (
    (plain, plain),
    (conqueror, idle),
    (bold, bold),
    (reckless, reckless),
    (conqueror, conqueror),
    (plain, bold),
    (idle, conqueror),
    (reckless, conqueror),
)
"""Caesar's and Pompey's, by turns: sieges of the idle, quiet years and reckless ones are all wanted."""

OPTIONS: tuple[Mapping[str, str], ...] = (
    {},
    {},
    {"free_deployment": "on"},
    {"free_deployment": "on", "sea_retreat_each": "on"},
    {"caesar_first_turn": "on", "no_stop_with_friends": "on"},
)


def options_of(seed: int) -> Mapping[str, str]:
    """The options of a game, by turns."""
    return OPTIONS[seed % len(OPTIONS)]


def styles_of(seed: int) -> tuple[PlayStyle, PlayStyle]:
    """The styles of a game, by turns."""
    return STYLES[seed % len(STYLES)]
