"""Player aids: combat results, events, counters, chits and turns, and how a turn goes (§5.1)."""

from __future__ import annotations

from itertools import groupby

from adjudicator.core import N_, Words, words
from adjudicator.display.aids import Aids, Cell, Hint, Step, Table
from adjudicator.ottomans.board import (
    AGENTS,
    COLUMNS,
    EVENTS,
    FIGURES,
    KEY_CITIES,
    KINDS,
    LEADERS,
    LETTERS,
    MERCENARIES,
    NATIONS,
    STRATAGEMS,
    TURNS,
    TYPES,
)
from adjudicator.ottomans.rules.r05_turn import INTERVAL

from .scenarios import scenario

DIE = words(N_("Die"))
CHITS = {
    "administration": N_("keeps a nation that is about to leave you"),
    "agent": N_(
        "assassinates, spies, plots a coup or treachery, negotiates; or stands against AGENTs of others"
    ),
    "alliance": N_("lets units of several coalitions attack together"),
    "crusade_jihad": N_("gives chits against a player who has eight key cities"),
    "french_alliance": N_("takes Spain from the player who controls it"),
    "holy_roman_empire": N_(
        "brings Spain, Bohemia, Tyrol and Croatia to the player of Austria, from 1500 on"
    ),
    "honors_of_war": N_("lets the beaten defenders of a city leave without loss, and you enter it"),
    "jesuits_sufis": N_("lets a die be rerolled"),
    "kaisar_i_rum": N_("gives chits, or units in Byzantium, to the player with a leader in Constantinople"),
    "medicis_vizier": N_("exchanges a chit that you have just drawn for any in the pool"),
    "military_advance": N_("doubles a side in a battle, feeds a stack, or adds a movement point"),
    "portuguese_in_the_east": N_("takes two chits from the player who controls Persia, Iraq or Egypt"),
    "trade_agreement": N_("gives chits to you and to a player who agrees"),
    "truce": N_("lets units pass among those of other coalitions"),
    "uprising": N_("brings your units back into a region in spite of others"),
    "urbans_gun": N_("makes a Siege Train treble the attack on a city"),
    "weather": N_("stops a move or a battle on 4 to 6"),
    "white_sheep": N_("brings a unit more into a region of the Turks or the Caliphate"),
}
"""§27.2 The effect of each chit, in our words."""
EFFECTS = {
    "balance_of_power": N_(
        "If a player has eight key cities, each other player draws as many chits as a die shows."
    ),
    "civil_war": N_(
        "A player in turn with four key cities or more loses as many unused chits as a die shows, then "
        "control of as many nations as another die shows."
    ),
    "infighting": N_("The player in turn loses as many unused chits as a die shows."),
    "economic_expansion": N_("Everybody draws a chit."),
    "leader_out": N_("A leader whose Command Value is what a die shows leaves the game."),
    "mercenaries_strike": N_("A mercenary leaves the player who controls it, and stays where it is."),
    "plague": N_(
        "A die names a region. Each player loses their strongest unit there, then one more unit is lost; one "
        "leader of each player checks for survival."
    ),
    "nation_out": N_("A die names a nation: its CONTROL chit goes to the pool, unless it is a core nation."),
    "reformation_schism": N_(
        "A die names a coalition: its units may fight each other until the end of the turn."
    ),
    "war_in_the_east": N_("Persia and Turcoman leave the players who control them."),
    "war_in_the_west": N_(
        "Spain, Barbary, the German States and the Papacy leave the players who control them."
    ),
}
"""§14.0 The effect of each event, in our words."""


def tables() -> tuple[Table, ...]:
    """All charts, read from the board."""
    return (
        _combat(),
        _factors(),
        _units(),
        _leaders(),
        _chits(),
        _events(),
        _effects(),
        _letters(),
        _agents(),
        _points(),
        _turns(),
    )


def _heads(*names: str) -> tuple[Words, ...]:
    return tuple(map(Words, names))


def _combat() -> Table:
    rows = tuple((str(die), *(column.results[die - 1] for column in COLUMNS)) for die in range(1, 7))
    note = words(
        N_(
            "A is the attacker, D the defender. AE, DE: eliminated. AD, DD: defeated. BB: a "
            "bloodbath. In a city DD counts as BB."
        )
    )
    heads: tuple[Cell, ...] = (DIE, *(column.name for column in COLUMNS))
    return Table("combat", words(N_("Combat results")), "9.12", heads, rows, note)


def _factors() -> Table:
    rows: tuple[tuple[Cell, ...], ...] = (
        (words(N_("the best leader who takes part")), "9.41", words(N_("× Command Value"))),
        (words(N_("an attack with a Siege Train")), "9.4", "×2"),
        (words(N_("the same on a city with Urban's Gun")), "27.2", "×3"),
        (words(N_("Military Advance")), "9.4", "×2"),
        (words(N_("all of these together, at most")), "9.42", f"×{FIGURES.cap}"),
        (words(N_("defenders in a city, beyond that")), "9.4", f"×{FIGURES.city}"),
    )
    heads = _heads(N_("What counts"), N_("paragraph"), N_("combat strength"))
    return Table("factors", words(N_("Strength in battle")), "9.4", heads, rows)


def _units() -> Table:
    rows = []
    ordered = sorted(KINDS.values(), key=lambda k: (list(NATIONS).index(k.nation), list(TYPES).index(k.type)))
    for kind in ordered:
        strength = f"{kind.strength}/{kind.back}" if kind.back else str(kind.strength)
        rows.append((kind.id, kind.count, strength, kind.move))
    heads = _heads(N_("Unit"), N_("number"), N_("combat strength"), N_("movement"))
    return Table("units", words(N_("Units")), "3.21", heads, tuple(rows))


def _leaders() -> Table:
    ordered = sorted(LEADERS.values(), key=lambda one: (one.coalition, -one.command, one.id))
    rows: list[tuple[Cell, ...]] = [
        (one.id, one.coalition, one.command, one.strength, one.move) for one in ordered
    ]
    rows += [(one.id, one.coalition, "–", one.strength, one.move) for one in MERCENARIES.values()]
    heads = _heads(
        N_("Leader, mercenary"), N_("coalition"), N_("command"), N_("combat strength"), N_("movement")
    )
    return Table("leaders", words(N_("Leaders and mercenaries")), "15.1", heads, tuple(rows))


def _chits() -> Table:
    rows = tuple((one.id, one.count, words(CHITS[one.id])) for one in STRATAGEMS.values())
    heads = _heads(N_("Chit"), N_("in all"), N_("what it does"))
    note = words(
        N_(
            "Besides these there is a CONTROL chit for each nation and one for each "
            "mercenary. You hold at most {n}."
        ),
        n=FIGURES.hand,
    )
    return Table("chits", words(N_("Chits")), "27.2", heads, rows, note)


def _events() -> Table:
    rows: list[tuple[Cell, ...]] = []
    for first, row in enumerate(EVENTS, 1):
        for event, run in groupby(enumerate(row, 1), key=lambda cell: cell[1]):
            dice = [second for second, _ in run]
            kind, _, letters = event.partition(" ")
            seconds = str(dice[0]) if len(dice) == 1 else f"{dice[0]}–{dice[-1]}"
            rows.append((str(first), seconds, kind, letters or "–"))
    heads = _heads(N_("First die"), N_("second die"), N_("event"), N_("letters"))
    return Table("events", words(N_("Events")), "14.0", heads, tuple(rows))


def _effects() -> Table:
    rows = tuple((event, words(text)) for event, text in EFFECTS.items())
    return Table("effects", words(N_("What the events do")), "14.0", _heads(N_("Event"), N_("effect")), rows)


def _letters() -> Table:
    rows = tuple((str(die), *(column[die - 1] or "–" for column in LETTERS.values())) for die in range(1, 7))
    return Table("letters", words(N_("Nations by letter and die")), "14.1", (DIE, *LETTERS), rows)


def _agents() -> Table:
    rows: tuple[tuple[Cell, ...], ...] = (
        (words(N_("{n} or more"), n=AGENTS.success), words(N_("success"))),
        (words(N_("{n} to {most}"), n=AGENTS.nothing, most=AGENTS.success - 1), words(N_("no effect"))),
        (words(N_("less than {n}"), n=AGENTS.nothing), words(N_("retaliation"))),
    )
    note = words(N_("Total: your AGENTs, less those of the target, and a die."))
    return Table(
        "agents", words(N_("AGENT operations")), "20.1", _heads(N_("Total"), N_("result")), rows, note
    )


def _points() -> Table:
    """§21.0 Return the points of a place under an empire and by survival, which differ."""
    rows: tuple[tuple[Cell, ...], ...] = (
        (words(N_("Constantinople, in addition")), 4, 2),
        (words(N_("each key city")), 2, 1),
        (words(N_("each region, times its supply")), 1, 1),
        (words(N_("regions of other coalitions, times their supply")), 1, "½"),
    )
    note = words(
        N_(
            "A coalition with {n} of the {all} key cities is an empire: then its units alone count, and most "
            "points win. Otherwise the units of your core nation's coalition count, and everybody survives "
            "whose points exceed the supply of their coalition's regions."
        ),
        n=FIGURES.empire,
        all=len(KEY_CITIES),
    )
    heads = _heads(N_("Held alone"), N_("under an empire"), N_("by survival"))
    return Table("points", words(N_("Victory points")), "21.0", heads, rows, note)


def _turns() -> Table:
    rows = tuple((turn.number, turn.years) for turn in TURNS.values())
    return Table("turns", words(N_("Turns")), "26.4", _heads(N_("Turn"), N_("years")), rows)


TURN = (
    Step(
        "stratagem",
        words(N_("Initiative and chits")),
        words(
            N_(
                "A turn is ten years. The player with units in most key cities goes first, "
                "then the others in their order. Your part begins with chits: your best "
                "leader, your key cities and the number of players say how many. CONTROL "
                "chits that you turn up bring nations to your side."
            )
        ),
        "5.1",
        ("turn_start", "opening", "draw", "stratagem"),
        "hand",
    ),
    Step(
        "movement",
        words(N_("Movement")),
        words(
            N_(
                "Each unit of the nations that you control moves once, by land from region "
                "to region and city to city, by sea from port to port. Ships carry land "
                "units. A stack may be as large as you like, but in the end each area must "
                "feed it."
            )
        ),
        "7.1",
        ("movement",),
        "map",
    ),
    Step(
        "combat",
        words(N_("Combat")),
        words(
            N_(
                "Attack as often as you like, in areas that your units share with other coalitions and in "
                "cities beside them. The strengths give the odds, and a die the result. Leaders, Siege "
                "Trains and Military Advance multiply a side's strength."
            )
        ),
        "9.1",
        ("combat", "battle"),
        "battle",
    ),
    Step(
        "march",
        words(N_("Forced marches")),
        words(
            N_(
                "Once a turn a leader may lead a stack on a forced march: it moves again with its full "
                "movement and may attack again."
            )
        ),
        "11.1",
        ("march",),
    ),
    Step(
        "event",
        words(N_("Events")),
        words(
            N_(
                "Two dice for an event; with two players there are two, and between them "
                "chits may be played. Then the next player's part begins."
            )
        ),
        "14.0",
        ("event", INTERVAL),
    ),
    Step(
        "food",
        words(N_("Food and replacements")),
        words(
            N_(
                "When all players have finished, every area feeds as many units as its supply, and more with "
                "a leader; the others are lost. Then eliminated units return in their home regions. After "
                "the last turn points decide."
            )
        ),
        "12.0",
        ("food", "replacement", "turn_end"),
        "map",
    ),
)

HINTS = (
    Hint(
        "cores",
        "decision",
        words(
            N_(
                "First everybody chooses a core nation, which its player never loses. Then players place the "
                "units that may begin in more than one place."
            )
        ),
        ("order", "cores", "camps"),
    ),
    Hint(
        "stratagem",
        "hand",
        words(
            N_(
                "These are your chits; the others see only how many you have. “activate” turns a nation's "
                "chit face up, and you control its units from then on. Keep AGENTs and Weather for your "
                "opponents' turns."
            )
        ),
        ("stratagem", "draw"),
    ),
    Hint(
        "movement",
        "map",
        words(
            N_(
                "Press a stack, then its destination, then “Give this order”. Press the stack again "
                "to send one unit alone."
            )
        ),
        ("movement",),
    ),
    Hint(
        "combat",
        "map",
        words(
            N_(
                "Press your units and the city or area beside them that you attack. The "
                "battle board shows the odds before you give the order. End the phase when "
                "you have no attack left."
            )
        ),
        ("combat",),
    ),
)

AIDS = Aids(TURN, HINTS, tables, scenario)
