"""What the computer does in positions where people laughed at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.board import CHARTS, CITIES
from adjudicator.ancient_world.world import (
    DEFENCE,
    Battle,
    Capture,
    March,
    Siege,
    World,
    inside_of,
    stack_key,
)
from tests.kit.puzzles import Asked, Puzzle, solve

from .helpers import act, empty, put, table

ARMY = {"libya_foot": 24, "hispani_foot": 16, "hispani_horse": 10, "numidia_horse": 10}
LEGIONS = {"romani_foot": 18, "socii_foot": 18, "romani_horse": 2, "socii_horse": 6}
LEGION = {"romani_foot": 9, "socii_foot": 9, "romani_horse": 1, "socii_horse": 3}


def asked(w: World) -> Asked:
    """The first question of a position."""
    t = table(w)
    seat, choice = next(iter(t.pending.items()))
    return Asked(GAME.view(t.world, seat), choice)


def war(**places: tuple[Mapping[str, int], Sequence[str]]) -> World:
    """The war of Hannibal; Carthage's forces are named by place with c, Rome's with r."""
    w = empty()
    w.commanders = {"carthage": "hannibal", "rome": "scipio"}
    for name, (units, leaders) in places.items():
        side, place = {"c": "carthage", "r": "rome"}[name[0]], name[2:]
        put(w, side, place, units, leaders)
    return w


def field(own: Mapping[str, int], theirs: Mapping[str, int], leader: str = "hannibal") -> Asked:
    """A leader of Carthage acts in a hex where a Roman army lies."""
    w = war(c_2717=(own, ["hannibal", "maharbal"]), r_2717=(theirs, ["sempronius"]))
    return asked(act(w, leader))


def city(name: str) -> str:
    return CITIES[name].hex


def fallen(name: str, how: str, procedure: str) -> Asked:
    """A city has fallen to Hannibal."""
    w = war()
    put(w, "carthage", city(name), ARMY, ["hannibal"])
    w.control[name] = "rome"
    w.captures = [Capture(name, "carthage", how, "hannibal")]
    w.agenda.append(procedure)
    return asked(w)


def in_capua() -> Asked:
    """Hannibal holds Capua with all that he has, and Tarentum is not taken."""
    w = war()
    put(w, "carthage", inside_of("capua"), ARMY, ["hannibal"])
    put(w, "rome", inside_of("tarentum"), {"socii_foot": 2})
    w.control["capua"], w.control["tarentum"] = "carthage", "rome"
    return asked(act(w, "hannibal"))


def embassy() -> Asked:
    """Hannibal is with a handful of men, and has guile left."""
    w = war(c_1120=({"libya_foot": 5}, ["hannibal"]))
    w.alliance["gallia_cis"] = 3
    return asked(act(w, "hannibal"))


def gauls() -> Asked:
    """The beginning of the war: Hannibal is in Gallia."""
    w = war(c_1020=(ARMY, ["hannibal"]))
    put(w, "rome", inside_of("capua"), {"campani_foot": 4})
    w.control = dict.fromkeys(["placentia", "capua"], "rome")
    return asked(act(w, "hannibal"))


def praetor() -> Asked:
    """The praetor is in Roma, and Hannibal is near."""
    w = war(c_3612=(ARMY, ["hannibal"]))
    put(w, "rome", inside_of("roma"), {"romani_foot": 18}, ["praetor"])
    put(w, "rome", inside_of("capua"), LEGION)
    w.control["roma"] = "rome"
    return asked(act(w, "praetor"))


def offered(theirs: Mapping[str, int], own: Mapping[str, int]) -> Asked:
    """Hannibal attacks a Roman army before Clusium."""
    here = city("clusium")
    w = war()
    put(w, "carthage", here, theirs, ["hannibal"])
    put(w, "rome", here, own, ["sempronius"])
    w.control["clusium"] = "rome"
    act(w, "hannibal")
    w.battle = Battle(
        "attack",
        here,
        "carthage",
        "rome",
        [stack_key("carthage", here)],
        [stack_key("rome", here)],
        "hannibal",
        before={"carthage": sum(theirs.values()), "rome": sum(own.values())},
    )
    w.agenda.append("avoid")
    return asked(w)


def passing(own: Mapping[str, int], theirs: Mapping[str, int], leader: str = "hannibal") -> Asked:
    """A Roman force marches past one of Carthage."""
    w = war(c_2717=(own, [leader]), r_2615=(theirs, ["sempronius"]))
    act(w, "sempronius")
    w.march = March(stack_key("rome", "2615"), "force", ["2615"], ["2616", "2617"], "leave")
    w.agenda.append("march")
    return asked(w)


def consul() -> Asked:
    """A consul takes over an army, or a garrison."""
    w = empty("pyrrhus_in_italy")
    w.turn, w.commanders = 2, {"epirus": "pyrrhus", "rome": "laevinus"}
    put(w, "rome", city("venusia"), LEGIONS, ["barbula"])
    put(w, "rome", inside_of("luceria"), {"socii_foot": 1})
    put(w, "rome", inside_of("roma"), {"romani_foot": 3}, ["praetor"])
    w.agenda.append("elections")
    return asked(w)


def burning() -> Asked:
    """Rome's army has stayed in Apulia, its ally."""
    w = war()
    put(w, "rome", city("luceria"), LEGIONS, ["sempronius"])
    w.notes["devastating"] = 1
    w.agenda.append("devastate")
    return asked(w)


def besieger() -> Asked:
    """Rome besieges Tarentum, in a province that is its ally."""
    w = war()
    put(w, "rome", city("tarentum"), LEGIONS, ["sempronius"])
    put(w, "carthage", inside_of("tarentum"), {"libya_foot": 3})
    w.alliance["calabria"] = -4
    w.control["tarentum"] = "carthage"
    w.sieges["tarentum"] = Siege("rome", 7)
    w.due = ["tarentum"]
    w.agenda.append("siege_attrition")
    return asked(w)


def siege(
    name: str, own: Mapping[str, int], inside: int, defence: int, points: int = 0, guile: int = 3
) -> Asked:
    """Hannibal besieges a city of Rome's whose walls are broken."""
    w = war()
    put(w, "carthage", city(name), own, ["hannibal"])
    put(w, "rome", inside_of(name), {"socii_foot": inside})
    put(w, "rome", inside_of("roma"), LEGION)
    w.control |= {name: "rome", "roma": "rome", "tarentum": "rome"}
    w.sieges[name] = Siege("carthage", 0)
    w.reduced[name] = (large := DEFENCE[CITIES[name].size]) - min(large, defence)
    w.points = {"carthage": {"major": points}, "rome": {}}
    w.envoys = ["carthage"]
    return asked(act(w, "hannibal"))


def before_roma() -> Asked:
    """Hannibal is before Roma, which he cannot take, and a Roman army is near; Tarentum has few men."""
    w = war(c_3615=({"libya_foot": 14, "hispani_horse": 10}, ["hannibal"]), r_3810=(LEGIONS, ["sempronius"]))
    put(w, "rome", inside_of("roma"), {unit: 2 * n for unit, n in LEGIONS.items()})
    put(w, "rome", inside_of("tarentum"), {"socii_foot": 2})
    w.control = {"roma": "rome", "tarentum": "rome"}
    w.envoys = ["carthage"]
    return asked(act(w, "hannibal"))


def ahead(points: int) -> Asked:
    """The last turn: a battle that Hannibal wins more often than not, and may lose."""
    w = war(c_2717=({"libya_foot": 12, "hispani_horse": 6}, ["hannibal"]), r_2717=(LEGIONS, ["sempronius"]))
    w.turn = 3
    w.points = {"carthage": {"major": points}, "rome": {}}
    return asked(act(w, "hannibal"))


def omens() -> Asked:
    """Rome is augur, and names a leader of the enemy for bad omens."""
    w = war(c_1020=(ARMY, ["hannibal", "mago", "maharbal"]))
    w.augurs = "carthage"
    w.notes["augury"] = list(CHARTS.auguries).index("omens_bad")
    w.effects["augur/rome"] = 1
    w.agenda.append("omen")
    return asked(w)


PUZZLES = [
    Puzzle("§8.21 Hannibal attacks an army that he beats", lambda: field(ARMY, LEGIONS), good=["^attack"]),
    Puzzle(
        "§8.21 but no army three times as large",
        lambda: field({"libya_foot": 20}, {unit: 3 * n for unit, n in LEGIONS.items()}),
        never=["^attack"],
    ),
    Puzzle(
        "§5.41 who is with the commander does not lead half of the army away",
        lambda: asked(act(war(c_2717=(ARMY, ["hannibal", "maharbal"])), "maharbal")),
        never=["^march", "^take", "^detach"],
    ),
    Puzzle(
        "§9.25 Capua is held when it has fallen",
        lambda: fallen("capua", "treachery", "occupy"),
        good=["^garrison"],
        never=["stay"],
    ),
    Puzzle(
        "§9.82 no city that is needed is sacked",
        lambda: fallen("capua", "treachery", "sack"),
        good=["^no"],
        never=["^yes"],
    ),
    Puzzle("§9.93 who leaves Capua leaves a garrison", in_capua, good=["^take"], never=["^march", "^pass"]),
    Puzzle(
        "§9.62 in a war that goes well Hannibal risks his life for no city that decides nothing",
        lambda: siege("luceria", ARMY, 6, 2, points=12),
        never=["treachery", "assault"],
    ),
    Puzzle("§9.62 but in one for Capua", lambda: siege("capua", ARMY, 6, 5), good=["treachery"]),
    Puzzle(
        "§6.2 who cannot take Roma goes on to Tarentum",
        before_roma,
        good=["^march"],
        never=["^pass", "^invest"],
    ),
    Puzzle(
        "§9.2 a siege without hope is given up",
        lambda: siege("roma", {"libya_foot": 8, "hispani_horse": 12}, 14, 1),
        good=["^march"],
        never=["^pass", "^assault"],
    ),
    Puzzle("§14.0 a war that is won is not risked in a battle", lambda: ahead(12), never=["^attack"]),
    Puzzle("§14.0 one that is not won is", lambda: ahead(4), good=["^attack"]),
    Puzzle("§12.34 guile that is left sends an embassy", embassy, good=["Gallia Cispadana"], never=["^pass"]),
    Puzzle("§14.0 Hannibal stops among the Gauls", gauls, good=["^march"], never=["^pass", "Capua"]),
    Puzzle("§5.3 the praetor does not leave Roma", praetor, never=["^march", "^ride", "^sail"]),
    Puzzle(
        "§8.22 an army that would be beaten goes into the city",
        lambda: offered(ARMY, LEGION),
        good=["^avoid.*Clusium"],
        never=["^stand"],
    ),
    Puzzle(
        "§8.22 one that would win stands",
        lambda: offered({"libya_foot": 6}, LEGIONS),
        good=["^stand"],
        never=["^avoid"],
    ),
    Puzzle(
        "§6.53 a small force that passes is intercepted",
        lambda: passing(ARMY, {"socii_foot": 6}),
        good=["intercept with Hannibal"],
    ),
    Puzzle(
        "§6.53 one that is far stronger is not",
        lambda: passing({"libya_foot": 20}, {unit: 3 * n for unit, n in LEGIONS.items()}, "mago"),
        never=["intercept with"],
    ),
    Puzzle(
        "§3.0 a consul takes over the army, not a garrison",
        consul,
        good=["Venusia"],
        never=["Luceria", "Roma"],
    ),
    Puzzle("§6.72 no ally is devastated", burning, never=["Apulia"]),
    Puzzle("§9.53 nor by foraging", besieger, good=["^no"], never=["forage"]),
    Puzzle("§13.0 bad omens are for Hannibal", omens, good=["^Hannibal"], never=["Mago", "Maharbal"]),
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=[puzzle.name for puzzle in PUZZLES])
def test_the_computer_solves(puzzle: Puzzle) -> None:
    solve(GAME, puzzle)
