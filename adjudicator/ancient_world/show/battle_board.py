"""A battle as a picture: both armies, every modifier as a line of the sum, the die and the result (§8.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from adjudicator.ancient_world.board import ARMS, ENGINE, LEADERS, UNITS, arm_of
from adjudicator.ancient_world.world import hex_of
from adjudicator.core import N_, Event, Words, words
from adjudicator.core.language.words import Passage, Whole
from adjudicator.display.charts import BattleBoard, Fighter, Line, Roll, Term
from adjudicator.display.scene import Counter
from adjudicator.display.text import Text

from .narration import LINES, told_of, troops
from .scene import leader_counter, moment
from .view import View

TITLE = N_("Battle of {place}")
ATTACKS, DEFENDS = N_("{side} attacks"), N_("{side} defends")
STRENGTH, LOST = N_("strength"), N_("lost")
DIE = N_("rolled {die}, total {total}")
SUM = N_("total before the die and the leaders' dice: {total}")
UNIT_SAID = N_("{unit}: {n} strength {n:point|points}")
LEADER_SAID = N_("{unit}: initiative {initiative}, campaign {campaign}, battle {battle}")
IN_LINE = N_("{role}: {troops}.")
BATTLES = frozenset({"battle", "victory", "no_victory"})
"""The events by which a battle is worth a new board."""
AFTER = ("result", "unpredictable", "victory", "no_victory")
"""Events of §8.33 to §8.5 that tell how it ended."""


class Ranks(Struct):
    """A battle: the sides, their forces, and its events. Above 0 is for the attacker."""

    place: str
    attacker: str
    defender: str
    leaders: dict[str, str]
    units: dict[str, dict[str, int]]
    lines: dict[str, int]
    rolled: Mapping[str, Any] | None = None
    lost: dict[str, int] = {}
    outcome: list[Event] = []


def battle(seen: View, known: Sequence[Event]) -> BattleBoard[Text] | None:
    """Return the battle that is fought or, if none is, the last that the events tell of; None without one."""
    at = max((i for i, e in enumerate(known) if e.kind == "battle"), default=-1)
    ranks = _standing(seen) or (_declared(seen, known[at]) if at >= 0 else None)
    if ranks is None:
        return None
    if at >= 0 and known[at].values["place"] == ranks.place:
        for event in known[at:]:
            _follow(ranks, event)
    return _board(seen, ranks)


def _standing(seen: View) -> Ranks | None:
    """Return the battle in hand, with the units that the viewer knows and the losses; None without one."""
    b = seen.battle
    if b is None:
        return None
    forces = {force.key: force.units for force in seen.forces}
    units: dict[str, dict[str, int]] = {}
    for side, keys in ((b.attacker, b.attackers), (b.defender, b.defenders)):
        of = units.setdefault(side, {})
        for key in keys:
            for unit, n in forces.get(key, {}).items():
                of[unit] = of.get(unit, 0) + n
    lines = {line.name: line.value for line in seen.lines}
    there = [leader for force in seen.forces if force.key in b.defenders for leader in force.leaders]
    against = b.against or (there[0] if len(there) == 1 else "")  # of several one is named later (§5.43)
    return Ranks(
        b.hex,
        b.attacker,
        b.defender,
        {b.attacker: b.by, b.defender: against},
        units,
        lines,
        lost={side: n for side in (b.attacker, b.defender) if (n := b.losses(side))},
    )


def _declared(seen: View, event: Event) -> Ranks:
    """Return a battle that is over: its leaders; what is left of the armies is on the map."""
    v = event.values
    leaders = {v["attacker"]: v["by"], v["defender"]: v["against"]}
    led = {leader: force.units for force in seen.forces for leader in force.leaders}
    units = {side: dict(led.get(leader, {})) for side, leader in leaders.items()}
    return Ranks(v["place"], v["attacker"], v["defender"], leaders, units, dict(v["lines"]))


def _follow(ranks: Ranks, event: Event) -> None:
    v: Mapping[str, Any] = event.values
    if event.kind == "battle":
        ranks.rolled, ranks.lines = v, dict(v["lines"])
    elif event.kind in AFTER and v.get("place") == ranks.place:
        ranks.outcome.append(event)
        if event.kind in ("victory", "no_victory"):
            ranks.lost = dict(zip((ranks.attacker, ranks.defender), v["lost"], strict=True))


def _board(seen: View, ranks: Ranks) -> BattleBoard[Text]:
    """Return the panel: both lines, the sum with its terms, and the last thing told of the outcome."""
    titles = {
        ranks.attacker: words(ATTACKS, side=ranks.attacker),
        ranks.defender: words(DEFENDS, side=ranks.defender),
    }
    return BattleBoard(
        game="ancient_world",
        title=words(TITLE, place=hex_of(ranks.place)),
        subtitle=moment(seen),
        place=hex_of(ranks.place),
        alt=Passage(_alt(ranks, titles)),
        attacker=_line(ranks, ranks.attacker, titles),
        defender=_line(ranks, ranks.defender, titles),
        rolls=() if ranks.rolled is None else (Roll("", ranks.attacker, (), note=_total(ranks)),),
        terms=tuple(_terms(ranks)),
        total=_total(ranks),
        outcome=told_of(ranks.outcome[-1]) if ranks.outcome else "",
    )


def _line(ranks: Ranks, side: str, titles: Mapping[str, Text]) -> Line[Text]:
    leader, units = ranks.leaders[side], ranks.units[side]
    front = [*in_line(side, [leader] if leader else [], units)]
    strength = sum(n for unit, n in units.items() if arm_of(unit) != ENGINE)
    sums: list[tuple[Text, Text]] = [(words(STRENGTH), str(strength))] if units else []
    if side in ranks.lost:
        sums.append((words(LOST), str(ranks.lost[side])))
    return Line(titles[side], side, tuple(front), sums=tuple(sums))


def in_line(side: str, leaders: Sequence[str], units: Mapping[str, int]) -> Iterator[Fighter[Text]]:
    """Yield who commands a side, then its units by arm, each with its strength points."""
    yield from (_led(leader) for leader in leaders)
    for unit in sorted(units, key=lambda u: (ARMS.index(arm_of(u)), -units[u], u)):
        assert unit in UNITS
        name = unit
        said = words(UNIT_SAID, unit=unit, n=units[unit])
        counter = Counter(side, arm_of(unit), name, str(units[unit]), name=name)
        yield Fighter(counter, id=unit, said=said)


def _led(leader: str) -> Fighter[Text]:
    printed = LEADERS[leader]
    said = words(
        LEADER_SAID,
        unit=leader,
        initiative=printed.initiative,
        campaign=printed.campaign,
        battle=printed.battle,
    )
    return Fighter(leader_counter(leader), id=leader, said=said)


def _terms(ranks: Ranks) -> Iterator[Term[Text]]:
    """Yield the lines of the sum, each in the colour of the side that it is for."""
    for name, value in ranks.lines.items():
        side = ranks.attacker if value > 0 else ranks.defender
        yield Term(side, words(LINES[name], n=""), f"{value:+d}")


def _total(ranks: Ranks) -> Words | str:
    v = ranks.rolled
    if v is None and not ranks.lines:
        return ""
    if v is None:
        return words(SUM, total=f"{sum(ranks.lines.values()):+d}")
    return words(DIE, die=v["die"], total=f"{v['total']:+d}")


def _alt(ranks: Ranks, titles: Mapping[str, Text]) -> Iterator[Text]:
    yield Whole([words(TITLE, place=hex_of(ranks.place))])
    for side, title in titles.items():
        leaders = [ranks.leaders[side]] if ranks.leaders[side] else []
        line = words(IN_LINE, role=title, troops=troops(ranks.units[side], leaders))
        yield line
    if ranks.rolled is not None:
        yield told_of(Event("battle", "8.3", dict(ranks.rolled)))
    yield from (told_of(event) for event in ranks.outcome)
