"""A strict table for chapter tests: any world, scripted chance, orders as players write them.

    w = world({"3536": "thracia_garrison_1 justinian", "3535": "guard_field_army*2"}, phase="operations")
    with table(w, dice=[3, 6]) as t:
        t.empire("march Guard FA 3535-3434")
        t.refused("barbarian", "done", kind="not_now")

Every die and draw of the script must be used, every order must be taken, and after each the world must
be sound; a refusal must change nothing. Windows are silent unless `table(w, windows={"die": "ask"})`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from adjudicator.belisarius import GAME
from adjudicator.belisarius.board import CITIES, MARKERS, UNITS
from adjudicator.belisarius.options import OPTIONS
from adjudicator.belisarius.rules.r34_setup import new_world
from adjudicator.belisarius.show.names import LEXICON
from adjudicator.belisarius.show.view import View, view
from adjudicator.belisarius.world import BARBARIAN, EMPIRE, SEATS, World
from adjudicator.core import Reader
from adjudicator.core.log.chance import ScriptedSource
from tests.kit.table import StrictTable

ENGLISH, JAPANESE = Reader(LEXICON), Reader(LEXICON, "ja")
DEFAULTS = {option.name: option.values[0] for option in OPTIONS}

Units = Iterable[str] | str


def new(scenario: str = "advance", **options: str) -> World:
    """The campaign as it is founded, before anybody has placed a unit."""
    return new_world(scenario, {**DEFAULTS, **options})


def world(
    places: Mapping[str, Units],
    *,
    phase: str = "operations",
    phasing: str = EMPIRE,
    turn: int = 2,
    scenario: str = "advance",
    control: Mapping[str, str] | None = None,
    hands: Mapping[str, Sequence[str]] | None = None,
    treasury: Mapping[str, int] | None = None,
    rebels: Units = (),
    aboard: Units = (),
    **more: Any,
) -> World:
    """A world with these units on the map and no others.

    A place is a hex by number, a city by its id, or an off-map area. Units are ids, or kinds with a number
    ("thracia_garrison*2", "guard_field_army"): the first of the kind that is not on the map yet. What is
    not said of control is as the scenario begins. `more` are options of the campaign by name, or fields of
    the world (`pillaged=["3919"]`); colonies are an option if a text, a field if a list.
    """
    named = [name for name in more if name in DEFAULTS and isinstance(more[name], str)]
    options = {name: more.pop(name) for name in named}
    w = new(scenario, **options)
    w.at, w.phase, w.phasing, w.turn = {}, phase, phasing, turn
    w.placing = ""
    for place, units in places.items():
        for spec in listed(units):
            kind, _, n = spec.partition("*")
            for _ in range(int(n or 1)):
                w.at[free(w, kind)] = CITIES[place].hex if place in CITIES else place
    w.control |= control or {}
    w.rebels, w.aboard = sorted(listed(rebels)), sorted(listed(aboard))
    w.treasury |= treasury or {}
    deal(w, hands or {})
    for name, value in more.items():
        setattr(w, name, value)
    return w


def free(w: World, kind: str) -> str:
    """The unit of that id, or the first of that kind that is not on the map."""
    ids = [kind] if kind in UNITS else sorted(u for u, printed in UNITS.items() if printed.kind == kind)
    return next(u for u in ids if u not in w.at)


def deal(w: World, hands: Mapping[str, Sequence[str]]) -> None:
    """These markers are in the hands and all others in the pool."""
    pool = sorted(m for m, printed in MARKERS.items() for _ in range(printed.count))
    for seat in SEATS:
        w.cups[f"{seat}_hand"] = sorted(hands.get(seat, ()))
        w.cups[f"{seat}_stake"] = []
        for marker in w.cups[f"{seat}_hand"]:
            pool.remove(marker)
    w.cups["pool"] = pool


def listed(units: Units) -> list[str]:
    return units.split() if isinstance(units, str) else list(units)


@contextmanager
def table(
    w: World,
    *,
    dice: Iterable[int] = (),
    draws: Iterable[str] = (),
    windows: Mapping[str, str] | None = None,
) -> Iterator[Umpired]:
    """A table over a world; when it is left, no scripted die and no draw may be left over."""
    source = ScriptedSource(dice, draws)
    yield Umpired(w, source, windows or {})
    assert source.left_dice == [], f"dice left over: {source.left_dice}"
    assert source.left_draws == [], f"draws left over: {source.left_draws}"


class Umpired(StrictTable[World]):
    """A strict table of Belisarius."""

    def __init__(self, w: World, source: ScriptedSource, windows: Mapping[str, str]) -> None:
        super().__init__(GAME, w, source, windows)

    def empire(self, *answers: object) -> None:
        self.order(EMPIRE, *answers)

    def barbarian(self, *answers: object) -> None:
        self.order(BARBARIAN, *answers)

    def aside(self, seat: str, answer: object) -> None:
        """Act out of turn for a seat, by a text or the JSON of its answer."""
        self._heard = len(self.table.ledger.told)
        if isinstance(answer, str):
            answer = self.table.asides()[seat].parse(answer, ENGLISH)
        self.table.aside(seat, answer)
        self._sound()

    def view(self, seat: str | None) -> View:
        return view(self.w, seat)
