"""A siege as a picture: besiegers and city, what modified the dice, and what came of it (§9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from adjudicator.ancient_world.board import CITIES, FOOT, LEADERS, SCENARIOS, arm_of
from adjudicator.ancient_world.world import DEFENCE, SIZES, Side, hex_of, inside_of
from adjudicator.core import N_, Event, Words, words
from adjudicator.core.language.words import Passage, Whole
from adjudicator.display.charts import BattleBoard, Fighter, Line, Roll, Term
from adjudicator.display.scene import Counter
from adjudicator.display.text import Text

from .battle_board import in_line
from .narration import told_of, troops
from .scene import moment
from .view import View

TITLE = N_("Siege of {city}")
OUTSIDE, INSIDE = N_("{side} besieges"), N_("{city} is besieged")
OF_FOOT, OF_DEFENCE = N_("infantry"), N_("defence")
MILITIA = N_("{n} militia")
WITHIN = N_("{role}: {troops}.")
TERMS: Mapping[str, str] = {
    "leaders": N_("leaders"),
    "engines": N_("siege engines"),
    "status": N_("state of the besiegers"),
    "state": N_("state of the besiegers"),
    "garrison": N_("state of the garrison"),
    "sea": N_("naval superiority"),
    "capability": N_("siege capability"),
    "forage": N_("foraging"),
    "supply": N_("supply from a city"),
    "flat": N_("flat ground"),
    "guile": N_("guile used"),
    "against": N_("guile of the besieged"),
}
"""The lines of the sums: of assaults (§9.33), reduction (§9.43), attrition (§9.52), treachery (§9.62)."""
DICE = N_("rolled {die}, total {total}")
COLUMN = N_("rolled {die}, column {column}")
TWO_DICE = N_("outside rolled {one}, total {outside}; inside rolled {two}, total {inside}")
HUNGER = ("forage", "supply", "state", "flat")
"""Terms of the besiegers' own losses: below 0 they are for them."""
SIEGES = frozenset({"assault", "sallies", "reduced", "repaired", "siege_attrition", "treachery"})
"""The events of a siege that are worth a board: each has dice."""
FALLEN = "fallen"
AFTER = ("garrison_hurt", FALLEN, "sacked")


class Ring(Struct):
    """A siege as the events tell of it; terms above 0 are for the besieger, but for `HUNGER`."""

    city: str
    side: Side
    terms: dict[str, int]
    dice: Words
    outcome: list[Event]


def siege(seen: View, events: Sequence[Event]) -> BattleBoard[Text] | None:
    """Return the siege of which the last of the events tells that has dice; None without one."""
    at = max((i for i, e in enumerate(events) if e.kind in SIEGES), default=-1)
    if at < 0:
        return None
    event = events[at]
    city = str(event.values["city"])
    side = _besieger(seen, city, event)
    if not side:
        return None
    terms, dice = _sum(event)
    later = [e for e in events[at:] if e.kind in (event.kind, *AFTER) and e.values.get("city") == city]
    return _board(seen, Ring(city, side, terms, dice, later))


def _besieger(seen: View, city: str, event: Event) -> Side:
    """Return the side outside, "" if it cannot be known any more whose it was."""
    if city in seen.sieges:
        return seen.sieges[city].side
    leader = str(event.values.get("leader", ""))
    return event.values.get("side") or (LEADERS[leader].side if event.kind in ("reduced", "sallies") else "")


def _sum(event: Event) -> tuple[dict[str, int], Words]:
    """Return the modifiers of the dice, and the dice."""
    v: Mapping[str, Any] = event.values
    match event.kind:
        case "assault":
            terms = dict(v["lines"])
        case "siege_attrition":
            (out, in_), (outside, inside), (ours, theirs) = v["dice"], v["totals"], v["lines"]
            terms = {"state" if name == "status" else name: n for name, n in ours.items()}
            terms |= {"garrison" if name == "status" else name: n for name, n in theirs.items()}
            return terms, words(TWO_DICE, one=out, outside=outside, two=in_, inside=inside)
        case "treachery":
            terms = {"guile": v["guile"], "against": -v["against"]}
        case "sallies":
            return {}, words(COLUMN, die=v["die"], column=v["ability"])
        case _:
            terms = dict(v["lines"])
    return _without_noughts(terms), words(DICE, die=v["die"], total=v["total"])


def _without_noughts(terms: Mapping[str, int]) -> dict[str, int]:
    return {name: n for name, n in terms.items() if n}


def _board(seen: View, ring: Ring) -> BattleBoard[Text]:
    """Return the panel of a siege: besieger and garrison, militia among it, and the dice of the last act."""
    other = next(side for side in seen.sides if side != ring.side)
    outside, inside = CITIES[ring.city].hex, inside_of(ring.city)
    besiegers = _stand(seen, ring.side, outside, inside)
    garrison = _stand(seen, other, inside)
    militia = seen.sieges[ring.city].militia if ring.city in seen.sieges else 0
    roles = words(OUTSIDE, side=ring.side), words(INSIDE, city=ring.city)
    title = words(TITLE, city=ring.city)
    dice = ring.dice
    end = next((event for event in ring.outcome if event.kind == FALLEN), ring.outcome[0])
    alt = [
        Whole([title]),
        *(
            words(WITHIN, role=role, troops=troops(units, leaders))
            for role, (leaders, units) in zip(roles, (besiegers, garrison), strict=True)
        ),
        *(told_of(event) for event in ring.outcome),
    ]
    foot = words(OF_FOOT), str(_foot(besiegers[1]))
    held = words(OF_FOOT), str(_foot(garrison[1]) + militia)
    defence = words(OF_DEFENCE), str(_defence(seen, ring.city))
    within = [*in_line(other, *garrison), *_militia(other, militia)]
    return BattleBoard(
        game="ancient_world",
        title=title,
        subtitle=moment(seen),
        place=hex_of(outside),
        alt=Passage(alt),
        attacker=Line(roles[0], ring.side, tuple(in_line(ring.side, *besiegers)), sums=(foot,)),
        defender=Line(roles[1], other, tuple(within), sums=(held, defence)),
        rolls=(Roll("", ring.side, (), note=dice),),
        terms=tuple(
            Term(ring.side if (n > 0) != (name in HUNGER) else other, words(TERMS[name]), f"{n:+d}")
            for name, n in ring.terms.items()
        ),
        total=dice,
        outcome=told_of(end),
    )


def _stand(seen: View, side: Side, *places: str) -> tuple[list[str], dict[str, int]]:
    """Return a side's leaders and units in some places, as far as the viewer knows them."""
    leaders, units = list[str](), dict[str, int]()
    for force in seen.forces:
        if force.side == side and force.place in places:
            leaders += force.leaders
            for unit, n in force.units.items():
                units[unit] = units.get(unit, 0) + n
    return leaders, units


def _foot(units: Mapping[str, int]) -> int:
    return sum(n for unit, n in units.items() if arm_of(unit) == FOOT)


def _militia(side: Side, n: int) -> Iterator[Fighter[Text]]:
    """§9.94 Yield the militia of a city under siege."""
    if n:
        name = "militia_foot"
        said = words(MILITIA, n=n)
        yield Fighter(Counter(side, FOOT, name, str(n), name=name), said=said)


def _defence(seen: View, city: str) -> int:
    """§9.12 Return a city's defence as it is now."""
    size = CITIES[city].size
    if city in seen.sacked:
        return DEFENCE[SIZES[SIZES.index(size) - 1]]
    return seen.defences.get(city, SCENARIOS[seen.scenario].defence.get(city, DEFENCE[size]))
