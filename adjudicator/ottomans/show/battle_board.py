"""A battle as a picture: attackers, all who defend, odds, the table, the die and the result (§9.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from msgspec import Struct

from adjudicator.core import N_, Event, Words, redact, words
from adjudicator.core.language.words import Passage, Whole
from adjudicator.display.charts import BattleBoard, Chart, Fighter, Line, Roll, Term
from adjudicator.display.text import Text
from adjudicator.ottomans.board import COLUMNS, UNITS
from adjudicator.ottomans.rules.r09_odds import Share
from adjudicator.ottomans.rules.r09_odds import column as column_of
from adjudicator.ottomans.world import Seat, Unit, is_leader

from .names import units_said
from .narration import told_of
from .scene import GAME, NEUTRAL, counter_of, moment
from .view import View

DICE = range(1, 7)
AFTERWARDS = ("moved", "sailed", "carried", "march_begins", "march_ends", "event", "turn_ends")
TITLE = N_("Battle of {place}")
ATTACK, DEFENCE = N_("Attack: {side}"), N_("Defence: {sides}")
UNCONTROLLED = N_("units that no player controls")
STRENGTH, COUNTS = N_("combat strength"), N_("total")
TABLE = N_("Combat Results Table")
PRINTED = N_("printed strength of {coalition}")
FACTORS = {
    "leader": N_("leader"),
    "siege_train": N_("Siege Train"),
    "military_advance": N_("Military Advance"),
    "city": N_("city"),
}
"""The factors of a coalition's strength (§9.4)."""
COUNTED = N_("counts ×{times}")
UNIT_SAID = N_("{unit}: strength {n}, movement {move}")
LEADER_SAID = N_("{unit}: leader, command {n}, movement {move}")
IN_LINE = N_("{role}, strength {n}: {units}.")
FALLEN = N_("Eliminated: {units}.")
COLUMN = N_("Column {odds}.")


class Ranks(Struct):
    """A battle: by whom and where, both lines, and what the events tell of it."""

    place: str
    attacker: Seat
    attackers: list[Unit]
    defenders: list[Unit]
    column: str = ""
    odds: Mapping[str, Any] | None = None
    shares: tuple[tuple[Share, ...], tuple[Share, ...]] = ((), ())
    die: int = 0
    outcome: Event | None = None
    fallen: list[Unit] = []


def battle(seen: Struct, events: Sequence[Event] = ()) -> BattleBoard[Text] | None:
    """Return the battle that is fought or, if none is, the last that the events tell of; None without one."""
    assert isinstance(seen, View)
    known = [e for e in (redact(event, seen.seat or None) for event in events) if e is not None]
    begun = max((at for at, e in enumerate(known) if e.kind == "attacked"), default=-1)
    since = list(takewhile(lambda e: e.kind not in AFTERWARDS, known[begun:])) if begun >= 0 else known
    ranks = _standing(seen) or (_declared(since[0]) if begun >= 0 else None)
    if ranks is None:
        return None
    for event in since:
        _follow(ranks, event)
    return _board(seen, ranks)


def _standing(seen: View) -> Ranks | None:
    b = seen.battle
    if b is None:
        return None
    shares = (b.attack, b.defence)
    odds = b.column or (
        column_of(*(sum(s.value for s in side) for side in shares)).name if all(shares) else ""
    )
    return Ranks(b.place, b.attacker, list(b.attackers), list(b.defenders), odds, shares=shares)


def _declared(event: Event) -> Ranks:
    """§9.35 The lines as the attack was declared."""
    v = event.values
    return Ranks(v["place"], v["seat"], list(v["units"]), list(v["defenders"]))


def _follow(ranks: Ranks, event: Event) -> None:
    v: Mapping[str, Any] = event.values
    match event.kind:
        case "odds" if v["place"] == ranks.place:
            ranks.odds, ranks.column = v, v["odds"]
        case "result" if v["place"] == ranks.place:
            ranks.die, ranks.outcome = v["die"], event
        case "honors" | "no_battle" | "weather_stops" if v["place"] == ranks.place:
            ranks.outcome = event
        case "eliminated":
            ranks.fallen += v["units"]


def _board(seen: View, ranks: Ranks) -> BattleBoard[Text]:
    """Return the panel; the defender is the coalition of the first owner, or neutral."""
    attack, defence = words(ATTACK, side=ranks.attacker), _defence(seen, ranks)
    return BattleBoard(
        game=GAME,
        title=words(TITLE, place=ranks.place),
        subtitle=moment(seen),
        place=ranks.place,
        alt=Passage(_alt(seen, ranks, (attack, defence))),
        attacker=_line(seen, ranks, ranks.attackers, attack, ranks.attacker, "attack"),
        defender=_line(seen, ranks, ranks.defenders, defence, _owners(seen, ranks)[0] or NEUTRAL, "defence"),
        rolls=(Roll(attack, ranks.attacker, (ranks.die,)),) if ranks.die else (),
        terms=tuple(_terms(ranks)),
        tables=(_chart(ranks),),
        outcome=told_of(ranks.outcome) if ranks.outcome is not None else "",
    )


def _owner(seen: View, unit: Unit) -> Seat:
    """Return the controller of a unit, also of one that has fallen; "" for nobody."""
    return seen.control.get(UNITS[unit].nation or unit, "")


def _owners(seen: View, ranks: Ranks) -> list[Seat]:
    """§9.24 Return the owners of the defenders, in the order of the seats; nobody last."""
    found = {_owner(seen, unit) for unit in ranks.defenders}
    return [seat for seat in (*seen.seats, "") if seat in found] or [""]


def _defence(seen: View, ranks: Ranks) -> Words:
    return words(DEFENCE, sides=[seat or words(UNCONTROLLED) for seat in _owners(seen, ranks)])


def _line(seen: View, ranks: Ranks, units: Sequence[Unit], title: Text, colour: str, kind: str) -> Line[Text]:
    """Return a side's units by owner, leaders first, then by strength; the fallen last."""
    seats, fallen = [*seen.seats, ""], set(ranks.fallen)
    order = sorted(
        units,
        key=lambda u: (u in fallen, seats.index(_owner(seen, u)), not is_leader(u), -UNITS[u].strength, u),
    )
    front = [
        Fighter(
            counter_of(seen, u, _owner(seen, u), moved=False),
            state="fallen" if u in fallen else "",
            id=UNITS[u].kind,
            said=_said(seen, u),
        )
        for u in order
    ]
    sums: list[tuple[Text, Text]] = [(words(STRENGTH), str(_printed(seen, units)))]
    if ranks.odds is not None:
        sums.append((words(COUNTS), str(ranks.odds[kind])))
    return Line(title, colour, tuple(front), sums=tuple(sums))


def _printed(seen: View, units: Sequence[Unit]) -> int:
    return sum(UNITS[u].back if seen.strong_trains else UNITS[u].strength for u in units)


def _said(seen: View, unit: Unit) -> Words:
    """Return a unit with what it counts."""
    printed = UNITS[unit]
    template, n = (LEADER_SAID, printed.command) if is_leader(unit) else (UNIT_SAID, _printed(seen, [unit]))
    return words(template, unit=unit, n=n, move=printed.move)


def _terms(ranks: Ranks) -> Iterator[Term[Text]]:
    """§9.4 §9.321 Yield both sides' sums before the die, each coalition's under its emblem."""
    for share in (share for shares in ranks.shares for share in shares):
        printed = words(PRINTED, coalition=share.coalition)
        yield Term(share.coalition, printed, str(share.printed))
        for name, n in share.factors.items():
            if n > 1:
                yield Term(share.coalition, words(FACTORS[name]), f"×{n}")
        yield Term(share.coalition, words(COUNTED, times=share.times), f"= {share.value}")


def _chart(ranks: Ranks) -> Chart[Text]:
    """§27.0 The table, with the column of the odds and the row of the die once they are known."""
    names = tuple(column.name for column in COLUMNS)
    rows = tuple(tuple(column.results[die - 1] for column in COLUMNS) for die in DICE)
    at = names.index(ranks.column) if ranks.column else -1
    return Chart(words(TABLE), names, rows, at, ranks.die - 1)


def _alt(seen: View, ranks: Ranks, titles: tuple[Text, Text]) -> Iterator[Text]:
    yield Whole([words(TITLE, place=ranks.place)])
    for title, units in zip(titles, (ranks.attackers, ranks.defenders), strict=True):
        yield words(IN_LINE, role=title, units=units_said(units), n=_printed(seen, units))
    if ranks.outcome is not None:
        yield told_of(ranks.outcome)
    elif ranks.column:
        yield words(COLUMN, odds=ranks.column)
    if ranks.fallen:
        yield words(FALLEN, units=units_said(ranks.fallen))
