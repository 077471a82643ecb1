"""Player aids: combat results, terrain, costs and other tables, and how a turn goes (§3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.belisarius.board import (
    CHARTS,
    COSTS,
    DISBAND,
    EVENTS,
    HEAVY_TAX,
    INCOME,
    LEVELS,
    MARKERS,
    ODDS,
    OP,
    POINTS,
    REVOLT,
    TERRAIN,
    TYPES,
)
from adjudicator.belisarius.world import SEATS
from adjudicator.core import N_, Words, words
from adjudicator.display.aids import Aids, Cell, Hint, Step, Table

from .scenarios import scenario

DIE = words(N_("Die"))
GROUND = {
    "flat": N_("flat ground"),
    "rough": N_("rough ground"),
    "marsh": N_("marsh"),
    "desert": N_("desert"),
    "sea": N_("sea"),
    "city": N_("city"),
    "wealthy_city": N_("wealthy city"),
    "constantinopolis": N_("Constantinopolis"),
    "colony": N_("colony"),
    "area": N_("off-map area"),
}
OPERATIONS = {
    "assault": N_("attack by assault"),
    "manoeuvre": N_("attack by manoeuvre"),
    "pillage": N_("pillage (option)"),
    "colony": N_("colony (option)"),
    "road": N_("step by road"),
    "track": N_("step by track"),
    "river": N_("crossing a river, more"),
    "strait": N_("crossing a strait, more"),
    "sea_from_port": N_("hex of sea, from a port"),
    "sea_from_coast": N_("hex of sea, from a coast"),
    "river_movement": N_("hex of a river (option)"),
    "area": N_("step into an off-map area"),
}
SOLIDI = {
    "marker": N_("buy a stratagem marker"),
    "colony": N_("found a colony (option)"),
    "works": N_("public works (option)"),
    "pillaged_city": N_("clear a pillaged city"),
    "pillaged_other": N_("clear another pillaged hex"),
    "pay": N_("pay a stack (event 33)"),
    "donative": N_("pay a unit (Troops Demand Donative)"),
}
YIELDS = {
    "colony": N_("a colony yields"),
    "works": N_("public works yield"),
    "plunder": N_("pillage of a lesser city or colony yields"),
}
PLACES = {
    "constantinopolis": N_("Constantinopolis"),
    "roma": N_("Roma"),
    "wealthy": N_("each wealthy city"),
    "city": N_("each other city"),
    "colony": N_("each colony (option)"),
    "works": N_("each public works (option)"),
}
LEVEL = {
    "eternal": N_("imperial victory"),
    "great": N_("great victory"),
    "stalemate": N_("stalemate"),
    "decline": N_("decline"),
    "collapse": N_("collapse"),
}
LOYALTY = {"mutiny": N_("mutiny"), "disband": N_("they disband"), "loyal": N_("they stay")}


def tables() -> tuple[Table, ...]:
    """All charts, read from the board."""
    key = words(
        N_(
            "A is the attacker, D the defender. AA, DD: defeat. AR, DR: retreat. AZ, DZ: "
            "annihilation. BB: a bloodbath, losses to both."
        )
    )
    gain = words(
        N_("D1 to D3: the attempt succeeds, the better the higher. R1, R2: the other side draws markers.")
    )
    return (
        _terrain(),
        _operations(),
        _crt("assault", words(N_("Combat results: assault")), key),
        _crt("manoeuvre", words(N_("Combat results: manoeuvre")), key),
        _units(),
        _finance(),
        _grid(
            "diplomacy", words(N_("Diplomacy: die and difference")), "chart/diplomacy", CHARTS.diplomacy, gain
        ),
        _events(),
        _markers(),
        _by_die("heavy_tax", words(N_("Heavy taxes")), {n: _taxed(times) for n, times in HEAVY_TAX.items()}),
        _by_die(
            "revolt",
            words(N_("Revolts")),
            {n: words(N_("revolts")) if yes else "–" for n, yes in REVOLT.items()},
        ),
        _grid(
            "pillage",
            words(N_("Pillage (option): die and strength")),
            "chart/pillage",
            CHARTS.pillage,
            words(N_("P: pillaged. R: the other side draws a marker.")),
        ),
        _grid(
            "colony",
            words(N_("Colonies (option): die and strength")),
            "chart/colony",
            CHARTS.colony,
            words(N_("C: a colony is founded. R: the other side draws a marker.")),
        ),
        _by_die(
            "disband",
            words(N_("Disbanding (option)")),
            {n: words(LOYALTY[how]) for n, how in DISBAND.items()},
        ),
        _victory(),
    )


def _taxed(times: int) -> Cell:
    return f"×{times}" if times else words(N_("the province defects"))


def _heads(*names: str) -> tuple[Words, ...]:
    return tuple(map(Words, names))


def _halves(n: int) -> str:
    """Write operation points or points for provinces, which the board counts in halves."""
    return str(n // 2) if n % 2 == 0 else f"{n // 2}½".removeprefix("0")


def _terrain() -> Table:
    rows = tuple(
        (words(name), TERRAIN[id].op or "–", TERRAIN[id].forage, f"×{TERRAIN[id].defence}")
        for id, name in GROUND.items()
    )
    heads = _heads(N_("Terrain"), N_("OP to enter"), N_("feeds units"), N_("factor in defence"))
    note = words(N_("A city is entered at the cost of its ground; a river or strait is paid in addition."))
    return Table("terrain", words(N_("Terrain")), "chart/terrain", heads, rows, note)


def _operations() -> Table:
    """Return the cost of each operation; the rules keep half points, so they are shown halved."""
    rows = tuple((words(name), _halves(getattr(OP, id))) for id, name in OPERATIONS.items())
    note = words(
        N_(
            "An army's operation points are the operation value of its slowest unit plus a die. "
            "A leader doubles the die, one with two stars triples it."
        )
    )
    return Table(
        "operations",
        words(N_("Operation points")),
        "chart/operations",
        _heads(N_("Operation"), N_("OP")),
        rows,
        note,
    )


def _crt(id: str, title: Words, key: Words) -> Table:
    columns = CHARTS.combat[id]
    rows = tuple((str(die), *(columns[odds][die] for odds in ODDS)) for die in range(1, 7))
    return Table(id, title, "chart/combat", (DIE, *ODDS), rows, key)


def _grid(
    id: str, title: Words, rule: str, cells: Mapping[Any, Mapping[int, tuple[str, ...]]], note: Words
) -> Table:
    dice = sorted(next(iter(cells.values())))
    rows = tuple((str(die), *("+".join(column[die]) or "–" for column in cells.values())) for die in dice)
    return Table(id, title, rule, (DIE, *map(str, cells)), rows, note)


def _by_die(id: str, title: Words, cells: Mapping[int, Cell]) -> Table:
    rows = tuple((str(die), cell) for die, cell in cells.items())
    return Table(id, title, f"chart/{id}", (DIE, words(N_("result"))), rows)


def _units() -> Table:
    rows = tuple(
        (id, kind.op, kind.strength, kind.guard_strength or "–", kind.recruit or "–", kind.supply)
        for id, kind in sorted(TYPES.items(), key=lambda one: (-one[1].op, one[0]))
    )
    heads = _heads(
        N_("Unit"), N_("OP"), N_("strength"), N_("of the Guard"), N_("recruiting, SP"), N_("supply, SP")
    )
    return Table("units", words(N_("Units")), "2.31", heads, rows)


def _finance() -> Table:
    rows = (
        *((words(name), f"−{getattr(COSTS, id)}") for id, name in SOLIDI.items()),
        *((words(name), f"+{getattr(INCOME, id)}") for id, name in YIELDS.items()),
    )
    heads = _heads(N_("Purpose"), N_("SP"))
    note = words(N_("Taxes: what is printed at a city or off-map area (press it on the map)."))
    return Table("finance", words(N_("Costs and income")), "chart/finance", heads, rows, note)


def _events() -> Table:
    dice: dict[str, list[int]] = {}
    for n, event in EVENTS.items():
        dice.setdefault(event, []).append(n)
    rows = tuple(
        (str(of[0]) if len(of) == 1 else f"{of[0]}–{of[-1]}", f"event/{event}") for event, of in dice.items()
    )
    return Table(
        "events", words(N_("Random events")), "chart/events", (words(N_("Dice")), words(N_("event"))), rows
    )


def _markers() -> Table:
    rows = tuple((marker.id, marker.diplomacy or "–", marker.count) for marker in MARKERS.values())
    heads = _heads(N_("Marker"), N_("diplomacy"), N_("in the pool"))
    return Table("markers", words(N_("Stratagem markers")), "chart/stratagems", heads, rows)


def _victory() -> Table:
    """§23.1 §23.2 Return the points of each seat for each thing held; the levels are a note."""
    rows: list[tuple[Cell, ...]] = [
        (words(name), *(getattr(POINTS[seat], id) for seat in SEATS)) for id, name in PLACES.items()
    ]
    rows += [
        (words(N_("each province, times its levy value")), *(_halves(POINTS[seat].held) for seat in SEATS)),
        (
            words(N_("each neutral province, times its levy value")),
            *(_halves(POINTS[seat].neutral) for seat in SEATS),
        ),
    ]
    ordered = sorted(LEVELS.items(), key=lambda level: -level[1].least)
    levels = [words(N_("{level} from {n}"), level=words(LEVEL[id]), n=of.least) for id, of in ordered]
    note = words(N_("Levels: {levels}."), levels=levels)
    return Table(
        "victory", words(N_("Victory points")), "23.1", (words(N_("For")), *SEATS), tuple(rows), note
    )


TURN = (
    Step(
        "event",
        words(N_("Random event")),
        words(
            N_(
                "A game turn is four years; the two players take it one after the other. "
                "Your half begins with two dice for an event; there is none in the very "
                "first player turn."
            )
        ),
        "3.1[1]",
        ("event",),
    ),
    Step(
        "diplomacy",
        words(N_("Diplomacy")),
        words(
            N_(
                "You place markers face down on a province; the other side may place markers against them. "
                "Both sides reveal them. A die and the difference decide whether the province changes sides, "
                "and other effects."
            )
        ),
        "3.1[2]",
        ("diplomacy",),
        "hand",
    ),
    Step(
        "tax",
        words(N_("Taxes")),
        words(
            N_(
                "Provinces pay for their cities. Heavy taxes may bring in two or three times as much, or "
                "make the province defect. “rest” taxes all remaining provinces at the normal rate."
            )
        ),
        "3.1[3]",
        ("tax",),
    ),
    Step(
        "recruit",
        words(N_("Recruiting, then levies")),
        words(
            N_(
                "Solidi buy units of the Guard and of some provinces, and markers. Levies "
                "cost nothing: each province that you control gives as many units as its "
                "levy value, in the province itself."
            )
        ),
        "3.1[4]",
        ("recruit", "levy"),
        "map",
    ),
    Step(
        "operations",
        words(N_("Operations")),
        words(
            N_(
                "Activate your armies one after another. A die and the army's slowest unit give its "
                "operation points, with which it marches, sails and attacks in any order. With the option "
                "for reactions, the other side may react with a Forced March marker."
            )
        ),
        "3.1[6]",
        ("operations", "army", "reaction"),
        "map",
    ),
    Step(
        "battle",
        words(N_("Battle")),
        words(
            N_(
                "An attack costs points. The defender withdraws or stands; then the odds, "
                "one of two tables and a die say who is beaten. Leaders, terrain and "
                "Military Advantage count; the board shows the sum."
            )
        ),
        "17.11",
        ("battle",),
        "battle",
    ),
    Step(
        "supply",
        words(N_("Supply and the end of the turn")),
        words(
            N_(
                "Each place feeds as many units as its terrain says; you pay for the others "
                "or lose them. Then the other player has their half of the turn. After the "
                "last turn the player with more points wins."
            )
        ),
        "3.1[7]",
        ("supply", "turn_end"),
    ),
)

HINTS = (
    Hint(
        "set_up",
        "decision",
        words(
            N_(
                "First the units are placed. “suggest” places them as the umpire proposes with one "
                "press, and you may change it. Then end the set-up."
            )
        ),
        ("set_up",),
    ),
    Hint(
        "diplomacy",
        "hand",
        words(
            N_(
                "These are your stratagem markers; the number is what one counts in "
                "diplomacy. Many are better kept for battles and marches. You may end the "
                "phase without an attempt."
            )
        ),
        ("diplomacy",),
    ),
    Hint(
        "recruit",
        "map",
        words(N_("Choose a kind of unit, then press a hex to place it. Legal hexes are highlighted.")),
        ("recruit", "levy"),
    ),
    Hint(
        "operations",
        "map",
        words(
            N_(
                "Press an army, then its destination: the route is drawn, and each hex shows its cost. Then "
                "press “Give this order”. To attack, press an adjacent enemy."
            )
        ),
        ("operations",),
    ),
)

AIDS = Aids(TURN, HINTS, tables, scenario)
