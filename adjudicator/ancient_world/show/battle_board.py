"""A battle as a picture: both armies, every modifier as a line of the sum, the die and the result (§8.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from adjudicator.ancient_world.board import ARMS, ENGINE, LEADERS, UNITS, arm_of
from adjudicator.ancient_world.world import hex_of
from adjudicator.core import N_, Event, Words, fill, words
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.display.charts import BattleBoard, Fighter, Line, Roll, Term
from adjudicator.display.scene import Counter

from .names import LEXICON
from .narration import LINES, say, troops
from .scene import leader_counter, moment
from .view import View

TITLE = N_("Battle of {place}")
ATTACKS, DEFENDS = N_("{side} attacks"), N_("{side} defends")
STRENGTH, LOST = N_("strength"), N_("lost")
DIE = N_("die {die}, total {total}")
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


def battle(seen: View, language: str, known: Sequence[Event]) -> BattleBoard | None:
    """Return the battle that is fought or, if none is, the last that the events tell of; None without one."""
    at = max((i for i, e in enumerate(known) if e.kind == "battle"), default=-1)
    ranks = _standing(seen) or (_declared(seen, known[at]) if at >= 0 else None)
    if ranks is None:
        return None
    if at >= 0 and known[at].values["place"] == ranks.place:
        for event in known[at:]:
            _follow(ranks, event)
    return _board(seen, ranks, language)


def _standing(seen: View) -> Ranks | None:
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
    return Ranks(
        b.hex,
        b.attacker,
        b.defender,
        {b.attacker: b.by, b.defender: b.against},
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


def _board(seen: View, ranks: Ranks, language: str) -> BattleBoard:
    def said(text: Words) -> str:
        return fill(text, language, LEXICON.label)

    titles = {
        ranks.attacker: said(words(ATTACKS, side=ranks.attacker)),
        ranks.defender: said(words(DEFENDS, side=ranks.defender)),
    }
    return BattleBoard(
        game="ancient_world",
        language=language,
        title=said(words(TITLE, place=hex_of(ranks.place))),
        subtitle=said(moment(seen)),
        place=hex_of(ranks.place),
        alt=LANGUAGES[language].gap.join(_alt(ranks, titles, language)),
        attacker=_line(ranks, ranks.attacker, titles, language),
        defender=_line(ranks, ranks.defender, titles, language),
        rolls=() if ranks.rolled is None else (Roll("", ranks.attacker, (), note=_total(ranks, language)),),
        terms=tuple(_terms(ranks, language)),
        total=_total(ranks, language),
        outcome=say(ranks.outcome[-1], language) if ranks.outcome else "",
    )


def _line(ranks: Ranks, side: str, titles: Mapping[str, str], language: str) -> Line:
    leader, units = ranks.leaders[side], ranks.units[side]
    front = [*in_line(side, [leader] if leader else [], units, language)]
    strength = sum(n for unit, n in units.items() if arm_of(unit) != ENGINE)
    sums = [(fill(Words(STRENGTH), language), str(strength))] if units else []
    if side in ranks.lost:
        sums.append((fill(Words(LOST), language), str(ranks.lost[side])))
    return Line(titles[side], side, tuple(front), sums=tuple(sums))


def in_line(side: str, leaders: Sequence[str], units: Mapping[str, int], language: str) -> Iterator[Fighter]:
    """Yield who commands a side, then its units by arm, each with its strength points."""
    yield from (_led(leader, language) for leader in leaders)
    for unit in sorted(units, key=lambda u: (ARMS.index(arm_of(u)), -units[u], u)):
        assert unit in UNITS
        name = LEXICON.label(unit, language)
        said = fill(words(UNIT_SAID, unit=unit, n=units[unit]), language, LEXICON.label)
        counter = Counter(side, arm_of(unit), name, str(units[unit]), name=name)
        yield Fighter(counter, id=unit, said=said)


def _led(leader: str, language: str) -> Fighter:
    printed = LEADERS[leader]
    said = words(
        LEADER_SAID,
        unit=leader,
        initiative=printed.initiative,
        campaign=printed.campaign,
        battle=printed.battle,
    )
    return Fighter(leader_counter(leader, language), id=leader, said=fill(said, language, LEXICON.label))


def _terms(ranks: Ranks, language: str) -> Iterator[Term]:
    """Yield the lines of the sum, each in the colour of the side that it is for."""
    for name, value in ranks.lines.items():
        side = ranks.attacker if value > 0 else ranks.defender
        yield Term(side, fill(words(LINES[name], n=""), language).strip(), f"{value:+d}")


def _total(ranks: Ranks, language: str) -> str:
    v = ranks.rolled
    if v is None and not ranks.lines:
        return ""
    if v is None:
        return fill(words(SUM, total=f"{sum(ranks.lines.values()):+d}"), language)
    return fill(words(DIE, die=v["die"], total=f"{v['total']:+d}"), language)


def _alt(ranks: Ranks, titles: Mapping[str, str], language: str) -> Iterator[str]:
    yield fill(words(TITLE, place=hex_of(ranks.place)), language, LEXICON.label) + LANGUAGES[language].stop
    for side, title in titles.items():
        leaders = [ranks.leaders[side]] if ranks.leaders[side] else []
        line = words(IN_LINE, role=title, troops=troops(ranks.units[side], leaders))
        yield fill(line, language, LEXICON.label)
    if ranks.rolled is not None:
        yield say(Event("battle", "8.3", dict(ranks.rolled)), language)
    yield from (say(event, language) for event in ranks.outcome)
