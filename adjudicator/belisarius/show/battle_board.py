"""A combat as a picture: both lines, what they count, the odds, the table, the die, the result (§17)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from msgspec import Struct

from adjudicator.belisarius.board import ODDS, UNITS, crt
from adjudicator.belisarius.counted import units_said
from adjudicator.belisarius.rules.r17_combat import TABLES
from adjudicator.belisarius.rules.r17_odds import ADVANTAGE, Might, column
from adjudicator.belisarius.world import Unit, enemy_of, is_leader, kind_of, strength_of
from adjudicator.core import N_, Event, Words, redact, words
from adjudicator.core.language.words import Passage, Whole
from adjudicator.display.charts import BattleBoard, Chart, Fighter, Line, Roll, Term
from adjudicator.display.preview import SENTENCE
from adjudicator.display.text import Text

from .narration import MULTIPLIERS, told_of
from .scene import moment
from .story import face_of
from .view import View

DICE = range(1, 7)
AFTERWARDS = ("army_ended", "marched", "sailed")
TITLE = N_("Battle of {place}")
ATTACKS, DEFENDS = N_("{side} attacks"), N_("{side} defends")
STRENGTH, TIMES, COUNTS = N_("strength"), N_("multiplier"), N_("total")
TERMS = {"strength": N_("printed strength"), **MULTIPLIERS}
"""The lines of the sum (§17.74): each counts the printed strength one more time."""
COUNTED = N_("counts ×{times}")
UNIT_SAID = N_("{unit}: strength {n}, operation value {op}")
LEADER_SAID = N_("{unit}: leader with {n} {n:star|stars}, operation value {op}")
FALLEN, IN_LINE = N_("Eliminated: {units}."), N_("{role}: {units}; strength {n}.")
COLUMN = N_("{table}, {odds} column")


class Ranks(Struct):
    """A combat: who is in line, and what the events tell of it, by kind."""

    place: str
    attacker: str
    defender: str
    lines: dict[str, list[Unit]]
    table: str = ""
    odds: str = ""
    mights: tuple[Might, ...] = ()
    told: dict[str, Mapping[str, Any]] = {}
    fallen: list[Unit] = []
    outcome: Event | None = None


def battle(seen: Struct, events: Sequence[Event] = ()) -> BattleBoard[Text] | None:
    """The combat that is fought or, if none is, the last one that the events tell of; None without one."""
    assert isinstance(seen, View)
    known = [e for e in (redact(event, seen.seat or None) for event in events) if e is not None]
    starts = [at for at, e in enumerate(known) if e.kind == "attacked"]
    since = list(takewhile(lambda e: e.kind not in AFTERWARDS, known[starts[-1] :] if starts else known))
    ranks = _standing(seen) if seen.battle is not None else _declared(since[0]) if starts else None
    if ranks is None:
        return None
    for event in since:
        _follow(ranks, event)
    return _board(seen, ranks)


def _standing(seen: View) -> Ranks:
    b = seen.battle
    assert b is not None
    lines = {b.attacker: list(b.attackers), b.defender: list(b.defenders)}
    odds = b.odds or (column(*(m.total for m in seen.mights)) if all(m.strength for m in seen.mights) else "")
    return Ranks(b.place, b.attacker, b.defender, lines, b.table, odds, seen.mights)


def _declared(event: Event) -> Ranks:
    """§17.11(1) The lines at the declaration of the attack; the enemy's includes neutrals."""
    v = event.values
    seat, enemy = v["seat"], enemy_of(v["seat"])
    return Ranks(v["place"], seat, enemy, {seat: list(v["units"]), enemy: list(v["defenders"])})


def _follow(ranks: Ranks, event: Event) -> None:
    v: Mapping[str, Any] = event.values
    match event.kind:
        case "odds" if v["place"] == ranks.place:
            ranks.odds = v["odds"]
            ranks.told["odds"] = v
        case "battle" if v["place"] == ranks.place:
            ranks.table, ranks.odds, ranks.outcome = v["table"], v["odds"], event
            ranks.told["battle"] = v
        case "eliminated" if v["seat"] in ranks.lines:
            ranks.fallen += v["units"]
            line = ranks.lines[v["seat"]]  # from the view of the moment they are gone already
            line += [u for u in v["units"] if u not in line]


def _board(seen: View, ranks: Ranks) -> BattleBoard[Text]:
    """Return the panel; an attack that is only declared has neither die nor result yet."""
    titles = {
        ranks.attacker: words(ATTACKS, side=ranks.attacker),
        ranks.defender: words(DEFENDS, side=ranks.defender),
    }
    die = ranks.told.get("battle", {}).get("die", 0)
    rolls = (Roll(titles[ranks.attacker], ranks.attacker, (die,)),) if die else ()
    return BattleBoard(
        game="belisarius",
        title=words(TITLE, place=ranks.place),
        subtitle=moment(seen),
        place=ranks.place,
        alt=Passage(_alt(ranks, titles)),
        attacker=_line(seen, ranks, ranks.attacker, titles),
        defender=_line(seen, ranks, ranks.defender, titles),
        rolls=rolls,
        terms=tuple(_terms(ranks)),
        tables=tuple(_charts(ranks, die)),
        outcome=told_of(ranks.outcome) if ranks.outcome is not None else "",
    )


def _line(seen: View, ranks: Ranks, side: str, titles: Mapping[str, Text]) -> Line[Text]:
    """A side's units, leaders first, then by strength; the fallen last."""
    fallen = set(ranks.fallen)
    units = sorted(ranks.lines[side], key=lambda u: (u in fallen, not is_leader(u), -UNITS[u].strength, u))
    front = [
        Fighter(
            face_of(u, side, rebel=u in seen.rebels),
            state="fallen" if u in fallen else "",
            id=kind_of(u),
            said=_said(u),
        )
        for u in units
    ]
    return Line(titles[side], side, tuple(front), sums=tuple(_sums(ranks, side)))


def _sums(ranks: Ranks, side: str) -> Iterator[tuple[Text, Text]]:
    """§17.71 The printed strength and, once the odds are told, what it counts."""
    told, kind = ranks.told.get("odds"), "attack" if side == ranks.attacker else "defence"
    strength = told[kind] if told else strength_of(ranks.lines[side])
    yield words(STRENGTH), str(strength)
    if told:
        yield words(TIMES), f"×{told[f'{kind}_times']}"
        yield words(COUNTS), str(told[f"{kind}_total"])


def _said(unit: Unit) -> Words:
    """A unit with what it counts."""
    printed = UNITS[unit]
    template = LEADER_SAID if is_leader(unit) else UNIT_SAID
    n = printed.stars if is_leader(unit) else printed.strength
    return words(template, unit=unit, n=n, op=printed.op)


def _terms(ranks: Ranks) -> Iterator[Term[Text]]:
    """§17.74 Both sides' sums, line by line, before the die."""
    for seat, might in zip((ranks.attacker, ranks.defender), ranks.mights, strict=False):
        yield Term(seat, words(TERMS["strength"]), str(might.strength))
        more = {"leader": might.leader, might.cover: might.ground, ADVANTAGE: might.advantage}
        for name, n in more.items():
            if n:
                yield Term(seat, words(TERMS[name]), f"+{n}×")
        counted = words(COUNTED, times=might.times)
        yield Term(seat, counted, f"= {might.total}")


def _charts(ranks: Ranks, die: int) -> Iterator[Chart[Text]]:
    """§17.6 The table that was chosen, or both, with the column of the odds and the row of the die."""
    at = ODDS.index(ranks.odds) if ranks.odds else -1
    for table in [ranks.table] if ranks.table else TABLES if ranks.mights else ():
        rows = tuple(tuple(crt(table, odds, face) for odds in ODDS) for face in DICE)
        yield Chart(table, tuple(ODDS), rows, at, die - 1)


def _alt(ranks: Ranks, titles: Mapping[str, Text]) -> Iterator[Text]:
    yield Whole([words(TITLE, place=ranks.place)])
    for side, title in titles.items():
        units = _listed(ranks.lines[side])
        n = strength_of(ranks.lines[side])
        yield words(IN_LINE, role=title, units=units, n=n)
    if ranks.outcome is not None:
        yield told_of(ranks.outcome)
    elif ranks.odds:
        yield words(SENTENCE, said=words(COLUMN, table=ranks.table, odds=ranks.odds))
    if ranks.fallen:
        yield words(FALLEN, units=_listed(ranks.fallen))


def _listed(units: Collection[Unit]) -> Any:
    return units_said(sorted(units)) or words("–")
