"""Who may attack whom (§6.5, §8.3, §9, §10, §16.1, §16.7, §18.5, §27.2): a reason why not, or ""."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from adjudicator.ottomans.world import World

from .course import Course
from .ground import colour, here, owner, riders
from .printed import CITIES, COUNTERS, PORTS, REGIONS, SEAS, region

ALLIANCE, HONORS, URBAN, ADVANCE = "alliance", "honors_of_war", "urbans_gun", "military_advance"


def place_of(target: str) -> tuple[str, str]:
    """The area that is attacked, and that of the attackers: "izmir/aegean" is the port from the sea."""
    place, _, sea = target.partition("/")
    return place, sea or (place if place in SEAS else region(place))


def defenders_of(
    w: World, seat: str, own: Collection[str], place: str, colours: Collection[str]
) -> list[str]:
    """§9.32 §9.35 All units of the coalitions there; of the attackers' `own` only others' (OT-E5)."""
    found = [u for u in here(w, place) if colour(u) in colours]
    return [u for u in found if colour(u) not in own or owner(w, u) != seat]


def attack(
    w: World,
    course: Course,
    seat: str,
    units: Sequence[str],
    target: str,
    colours: Sequence[str],
    chits: Sequence[str],
) -> str:
    """May units attack these coalitions there? Those aboard fight along with their ships (§16.6)."""
    place, origin = place_of(target)
    if why := _where(place, origin, "/" in target):
        return why
    if not units or any(w.at.get(u) != origin or owner(w, u) != seat for u in units):
        return "9.31 not there"
    if any(w.aboard.get(u, units[0]) not in units for u in units):
        return "16.6 not without their ships"
    if any(u not in w.aboard and COUNTERS[u].anchor != (origin in SEAS) for u in units):
        return "16.1 who does not fight there"
    if target in course.spared:
        return "27.2 stopped by Weather"
    if why := _once(w, course, units) or _cards(w, course, seat, units, place, chits):
        return why
    return _whom(w, seat, units, place, colours, chits)


def _where(place: str, origin: str, landing: bool) -> str:
    if landing and (place not in PORTS or origin not in PORTS[place]):
        return "16.7 no port of that sea"
    if not landing and place in CITIES and origin not in REGIONS:
        return "18.4 no region"
    if origin == "tyrrhenian_sea":
        return "18.5 no combat"
    return ""


def _once(w: World, course: Course, units: Sequence[str]) -> str:
    """§8.3 §9.33 §11.2; ruling OT-B6: one attack a phase or march, by those in it."""
    if course.group is None and course.phase != "combat":
        return "9.32 not now"
    group = course.group
    if group is not None and not {w.aboard.get(u, u) for u in units} <= group.units:
        return "11.2 not in the march"
    if any(u in course.fought for u in units):
        return "9.33 has attacked"
    return ""


def _cards(
    w: World, course: Course, seat: str, units: Sequence[str], place: str, chits: Sequence[str]
) -> str:
    hand = w.cups[f"{seat}_hand"]
    if len(set(chits)) < len(chits) or any(chit not in hand for chit in chits):
        return "27.2 not in hand"
    if (ALLIANCE in chits) != (len({colour(u) for u in units}) > 1):
        return "9.24 several coalitions"
    if HONORS in chits and place not in CITIES:
        return "27.2 no city"
    train = any(COUNTERS[u].train for u in (*units, *riders(w, units)))
    if URBAN in chits and not (place in CITIES and train):
        return "27.2 no Siege Train before a city"
    return ""


def _whom(
    w: World, seat: str, units: Sequence[str], place: str, colours: Sequence[str], chits: Sequence[str]
) -> str:
    own = {colour(u) for u in units}
    if not colours or any(c in own and c != w.schism for c in colours):
        return "9.23 no enemies"
    for of in colours:
        foes = defenders_of(w, seat, own, place, [of])
        if not any(u not in w.aboard for u in foes):
            return "9.31 nobody there"
    foes = defenders_of(w, seat, own, place, colours)
    core = w.core[seat]
    return "6.5 the core nation" if any(COUNTERS[u].nation == core for u in foes) else ""
