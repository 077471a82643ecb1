"""What a battle comes to before its die (§9.1, §9.4, §10.3, §15.3, §16.2, §16.7): strength and column."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import product

from adjudicator.ottomans.world import World

from .ground import NOBODY, colour, printed
from .printed import CITIES, COLUMNS, COUNTERS, FIGURES, SEAS

CITY, CAP = int(FIGURES["city"]), int(FIGURES["cap"])


def column(attack: int, defence: int) -> str:
    """§9.1(3) §9.12 §9.13 The column: odds rounded down, below 1:1 a half or a quarter; ruling OT-B5."""
    steps = [n for n in (1, 2, 3, 4, 5) if attack >= n * defence]
    if steps:
        return f"{steps[-1]}:1" + ("+" if steps[-1] == 5 else "")
    return "0.5:1" if 2 * attack >= defence else "0.25:1"


def result(name: str, die: int) -> str:
    """§27.0 The result of a die."""
    return next(str(results[die - 1]) for _, of, results in COLUMNS if of == name)


def attack(
    w: World, units: Sequence[str], place: str, origin: str, chits: Collection[str], doubled: bool
) -> int:
    """The strength of an attack: each coalition's with its leader (§27.2 Alliance), and one leader in all."""
    afloat, city = origin in SEAS, place in CITIES
    factor = 1
    if any(COUNTERS[u].train for u in units) and (
        city or (not afloat and w.options["siege_train_field_bonus"] == "yes")
    ):
        factor = 3 if "urbans_gun" in chits else 2
    factor *= 2 if doubled else 1
    colours = sorted({colour(u) for u in units})
    best = 0
    for led in colours:
        total = 0
        for of in colours:
            own = [u for u in units if colour(u) == of]
            lead = command(own, afloat) if of == led else 1
            total += printed(w, own) * min(CAP, lead * factor)
        best = max(best, total)
    return best


def command(units: Sequence[str], afloat: bool) -> int:
    """§9.41 §16.2 The best leader's Command Value: of naval leaders at sea, of others ashore; 1 for none."""
    return max([1, *(COUNTERS[u].command for u in units if COUNTERS[u].anchor == afloat)])


def defence(
    w: World, units: Sequence[str], owners: Mapping[str, str], place: str, doubled: Collection[str]
) -> int:
    """§9.321 §10.31 Ruling OT-B3: each player one leader for one coalition, nobody's units one for each."""
    afloat, city = place in SEAS, place in CITIES
    groups: dict[str, list[str]] = defaultdict(list)
    for unit in units:
        groups[colour(unit)].append(unit)
    total = max(
        sum(printed(w, own) * _factor(w, led.get(of, 1), of in doubled, city) for of, own in groups.items())
        for led in _leaders(w, groups, owners, afloat)
    )
    return total


def _factor(w: World, lead: int, twice: bool, city: bool) -> int:
    factor = lead * (2 if twice else 1)
    if not city:
        return min(CAP, factor)
    return min(CAP, factor * CITY) if w.options["city_in_cap"] == "yes" else min(CAP, factor) * CITY


def _leaders(
    w: World, groups: Mapping[str, Sequence[str]], owners: Mapping[str, str], afloat: bool
) -> list[dict[str, int]]:
    """The ways in which players may choose whose leader counts, by what it adds in printed strength."""
    free: dict[str, int] = {}
    choices: list[list[tuple[str, int]]] = []
    for seat in sorted({*owners.values()}):
        offers = []
        for of, own in groups.items():
            lead = command([u for u in own if owners[u] == seat], afloat)
            if lead > 1 and seat == NOBODY:
                free[of] = max(free.get(of, 1), lead)
            elif lead > 1:
                offers.append(((lead - 1) * printed(w, own), of, lead))
        if offers:
            most = max(add for add, _, _ in offers)
            choices.append([(of, lead) for add, of, lead in offers if add == most])
    found = []
    for some in product(*choices):
        led = dict(free)
        for of, lead in some:
            led[of] = max(led.get(of, 1), lead)
        found.append(led)
    return found
