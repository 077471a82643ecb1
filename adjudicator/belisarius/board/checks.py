"""A check of the board: facts that must be true of the printed game with any figures.

It repeats, on the loaded board, the counts and cross-checks that the map and the tables were made with; an
overlay has to pass it too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator

from .pieces import Side
from .printed import Board
from .scenarios import Group, Scenario, Step

CITIES = 73
PROVINCES = 25
POOL = 64
AREAS = {"franks": 3, "lombards": 0, "persia": 6, "scythia": 0}
"""§2.13 §10.11 The off-map areas by province, and what they yield."""
DICE = range(1, 7)
OWN_SEA = ("pontus_caspium", "sinus_arabicus", "sinus_persicus")
"""The waters without a way to Constantinopolis."""
RESULTS = ("AA", "AR", "AZ", "BB", "DD", "DR", "DZ")


def check(board: Board) -> list[str]:
    """Return the faults of a board, one sentence each; an empty list for a sound one."""
    return [fault for part in PARTS for fault in part(board)]


def flood(board: Board, start: str, passes: Callable[[Side], bool], kinds: Collection[str]) -> set[str]:
    """Return the hexes of some kinds that are connected with one over passable sides."""
    seen, ahead = {start}, [start]
    while ahead:
        here = ahead.pop()
        for beside in board.neighbours[here]:
            if beside in seen or board.hexes[beside].kind not in kinds:
                continue
            if passes(board.sides[here, beside]):
                seen.add(beside)
                ahead.append(beside)
    return seen


def by_sea(board: Board, start: str) -> set[str]:
    """Return the hexes that a fleet can reach (§16.33, §19.1)."""
    return flood(board, start, lambda side: side.kind != "land", ("sea", "coast"))


def by_land(board: Board, start: str) -> set[str]:
    """Return the hexes that can be reached by land and over straits (§16.32, §16.24)."""
    return flood(board, start, lambda side: side.kind != "sea" or side.strait != "", ("land", "coast"))


def _hexes(board: Board) -> Iterator[str]:
    for hex_ in board.hexes.values():
        at_sea = hex_.kind == "sea"
        if at_sea != (hex_.terrain == "sea") or at_sea != (hex_.sea in board.seas):
            yield (
                f"hexes.csv: hexes/{hex_.id}: terrain, sea: a sea hex has sea for its "
                "terrain and a named sea, and no other has"
            )
        if at_sea == (hex_.province in board.provinces):
            yield f"hexes.csv: hexes/{hex_.id}: province: land has a province, and the sea has none"


def _sides(board: Board) -> Iterator[str]:
    for (a, b), side in board.sides.items():
        if a < b:
            yield from _side(board, a, b, side)


def _side(board: Board, a: str, b: str, side: Side) -> Iterator[str]:
    if board.sides.get((b, a)) != side:
        yield f"hexsides.csv: hexsides/{a}/{b}: kind: is another from the other side"
    kinds = {board.hexes[a].kind, board.hexes[b].kind}
    if "sea" in kinds and side.kind != "sea":
        yield f"hexsides.csv: hexsides/{a}/{b}: kind: is {side.kind} beside the sea"
    if kinds == {"land"} and side.kind != "land":
        yield f"hexsides.csv: hexsides/{a}/{b}: kind: is {side.kind} between two hexes of land"
    if side.strait and ("sea" in kinds or side.kind != "sea"):
        yield f"hexsides.csv: hexsides/{a}/{b}: strait: a strait parts two shores by sea"
    if side.kind == "sea" and (side.river or side.way):
        yield f"hexsides.csv: hexsides/{a}/{b}: river, way: no river and no way runs at sea"


def _cities(board: Board) -> Iterator[str]:
    """Yield every city that shares its hex, lies off its province, or yields another tax than its rank."""
    if len(board.cities) != CITIES:
        yield f"cities.toml: city: {len(board.cities)} cities, and {CITIES} expected"
    for number, n in Counter(city.hex for city in board.cities.values()).items():
        if n > 1:
            yield f"cities.toml: city: hex: {number} has {n} cities"
    for city in board.cities.values():
        hex_ = board.hexes.get(city.hex)
        if hex_ is None or hex_.kind == "sea" or hex_.province != city.province:
            yield f"cities.toml: city/{city.id}: hex, province: hex {city.hex} is no land of {city.province}"
        elif city.port and hex_.kind != "coast":
            yield f"cities.toml: city/{city.id}: port: a port lies on the coast"
        expected = 4 if city.id == "constantinopolis" else 2 if city.wealthy else 1
        if city.tax != expected:
            yield f"cities.toml: city/{city.id}: tax: yields {city.tax}, and {expected} expected"
    for label in board.labels.values():
        if label.hex not in board.hexes:
            yield f"cities.toml: label/{label.id}: hex: there is no hex {label.hex}"


def _ways(board: Board) -> Iterator[str]:
    """Every port reaches Constantinopolis by sea, or a water of its own; every city can be reached."""
    if "constantinopolis" not in board.cities:
        yield "cities.toml: city: id: there is no Constantinopolis"
        return
    start = board.cities["constantinopolis"].hex
    sea, land = by_sea(board, start), by_land(board, start)
    for city in board.cities.values():
        if city.hex not in board.hexes:
            continue
        cut_off = city.port and city.hex not in sea
        if cut_off and not {board.hexes[number].sea for number in by_sea(board, city.hex)} & set(OWN_SEA):
            yield f"cities.toml: city/{city.id}: port: the port does not reach the sea"
        if city.hex not in land and city.hex not in sea:
            yield f"cities.toml: city/{city.id}: hex: cannot be reached"


def _provinces(board: Board) -> Iterator[str]:
    if len(board.provinces) != PROVINCES:
        yield f"provinces.toml: province: {len(board.provinces)} provinces, and {PROVINCES} expected"
    for province in board.provinces.values():
        if province.levy < 1 or not board.hexes_of[province.id]:
            yield f"provinces.toml: province/{province.id}: levy: has no levy value or no hex"
        kinds = {unit.type for unit in board.units.values() if unit.origin == province.id}
        if set(province.levy_types) != kinds - {"leader", "field_army"}:
            yield (
                f"provinces.toml: province/{province.id}: levy_types: what is levied is not "
                "what its counters are (11.131)"
            )
    yield from _areas(board)


def _areas(board: Board) -> Iterator[str]:
    """Yield every off-map area without its printed income, or with a gate off the edge of the map."""
    found = {area.province: area.income for area in board.areas.values()}
    if found != AREAS:
        yield (
            f"provinces.toml: area: province, income: off-map areas and their income: "
            f"{found}, and {AREAS} expected"
        )
    for area in board.areas.values():
        gates = [board.hexes[gate] for gate in area.gates if gate in board.hexes]
        if not gates or len(gates) != len(area.gates):
            yield f"provinces.toml: area/{area.id}: gates: a gate is off the map, or there is none"
        if any(gate.kind == "sea" or gate.province != area.province for gate in gates):
            yield f"provinces.toml: area/{area.id}: gates: a gate is no land of {area.province}"
        if any(len(board.neighbours[gate]) == 6 for gate in (*area.gates, *area.sea_gates)):
            yield (
                f"provinces.toml: area/{area.id}: gates, sea_gates: a gate does not lie on "
                "the edge of the map"
            )
        if bool(area.sea_gates) != area.port or any(
            board.hexes[gate].sea != "sinus_persicus" for gate in area.sea_gates
        ):
            yield (
                f"provinces.toml: area/{area.id}: sea_gates: only a port has gates at sea, "
                "on the Sinus Persicus (19.9)"
            )


def _counters(board: Board) -> Iterator[str]:
    for unit in board.units.values():
        if unit.origin != "guard" and unit.origin not in board.provinces:
            yield f"units.toml: mix/{unit.origin}: {unit.id}: origin: there is no province {unit.origin}"
        if unit.strength < 1 or unit.op < 1:
            yield (
                f"units.toml: type/{unit.type}: strength, op: {unit.id} has no strength or no operation value"
            )
    if (pool := sum(marker.count for marker in board.markers.values())) != POOL:
        yield f"markers.toml: marker: count: {pool} markers, and {POOL} expected"


def _charts(board: Board) -> Iterator[str]:
    """Yield every chart with an unknown result, a die without a row, or an unknown province or terrain."""
    charts = board.charts
    dice = set(DICE)
    grids = [*charts.combat["assault"].values(), *charts.combat["manoeuvre"].values()]
    if any(cell not in RESULTS for grid in grids for cell in grid.values()):
        yield "charts.toml: chart/assault, chart/manoeuvre: rows: an unknown result"
    columns = [*grids, *charts.diplomacy.values(), *charts.pillage.values(), *charts.colony.values()]
    if any(set(column) != dice for column in (*columns, charts.revolt, charts.disband)):
        yield "charts.toml: chart: rows: a die without a row"
    if list(charts.diplomacy) != list(range(len(charts.diplomacy))):
        yield "charts.toml: chart/diplomacy: columns: a difference without a column"
    if set(charts.events) != {10 * tens + ones for tens in DICE for ones in DICE}:
        yield "charts.toml: chart/events: columns, rows: a throw without an event"
    for name, provinces in charts.regions.items():
        if missing := sorted(set(provinces) - set(board.provinces)):
            yield f"charts.toml: region/{name}: provinces: no provinces {', '.join(missing)}"
    needed = {hex_.terrain for hex_ in board.hexes.values()}
    if missing := sorted(needed - set(charts.terrain)):
        yield f"charts.toml: terrain: nothing of {', '.join(missing)}"


def _scenarios(board: Board) -> Iterator[str]:
    """Yield every scenario whose provinces or years are not all, or that needs more units than exist."""
    kinds = Counter(unit.kind for unit in board.units.values())
    for scenario in board.scenarios.values():
        if set(scenario.control) != set(board.provinces):
            yield (
                f"scenarios.toml: step: provinces: scenario {scenario.number} leaves a "
                "province out, or names an unknown one"
            )
        if scenario.last_year - scenario.first_year + 1 != scenario.turns * board.rules.years:
            yield (
                f"scenarios.toml: scenario/{scenario.id}: turns, first_year, last_year: its "
                "years are not its turns"
            )
        needed: Counter[str] = Counter()
        for step in scenario.steps:
            for group in step.groups:
                needed.update(group.units)
        for kind in sorted(needed):
            if needed[kind] > kinds[kind]:
                yield (
                    f"scenarios.toml: step: groups: scenario {scenario.number}: {needed[kind]} "
                    f"of {kind}, and {kinds[kind]} exist"
                )
        for step in scenario.steps:
            yield from _step(board, scenario, step)


def _step(board: Board, scenario: Scenario, step: Step) -> Iterator[str]:
    """Check that every city of the step's provinces can have its unit (§34.0), and every group finds room
    and food.
    """
    where = f"scenarios.toml: step/{step.id}: groups"
    for province in step.provinces:
        groups = [group for group in step.groups if group.at == province]
        shunned = {group.not_near for group in groups} | {group.at for group in step.groups}
        cities = {city.id for city in board.cities.values() if city.province == province}
        to_fill = cities - set(board.rules.pillaged) - shunned
        units = sum(n for group in groups for n in group.units.values())
        if units < len(to_fill := to_fill - _held_by_others(scenario, step)):
            yield f"{where}: {units} units for the {len(to_fill)} cities of {province}"
        room, food = _capacity(board, province)
        if units > room or (units > food and step.owner not in scenario.forage_waived):
            yield f"{where}: {province} has no room or no food for {units} units"
    for group in step.groups:
        yield from _group(board, where, group)


def _held_by_others(scenario: Scenario, step: Step) -> set[str]:
    """The cities where another side begins by name, as the Empire does in Bosporus and Tingis."""
    return {group.at for other in scenario.steps if other is not step for group in other.groups}


def _capacity(board: Board, province: str) -> tuple[int, int]:
    """Return how many units a province may hold and feed at the start: ten a hex, and what each hex
    forages.
    """
    terrain, food = board.charts.terrain, 0
    for number in board.hexes_of[province]:
        city = board.cities.get(board.hexes[number].city)
        if city is None:
            food += terrain[board.hexes[number].terrain].forage
        elif city.id not in board.rules.pillaged:
            kind = "wealthy_city" if city.wealthy else "city"
            food += terrain[city.id if city.id in terrain else kind].forage
    return 10 * len(board.hexes_of[province]), food


def _group(board: Board, where: str, group: Group) -> Iterator[str]:
    """Yield the fault of a group's place or limits, as a sentence that begins with `where`."""
    if group.at not in {"cities", *board.provinces, *board.areas, *board.cities}:
        yield f"{where}: there is no {group.at}"
    if {group.not_at, group.not_near} - {"", *board.cities}:
        yield f"{where}: {group.at}: a limit names no city"
    if {group.not_in, group.border} - {"", *board.provinces}:
        yield f"{where}: {group.at}: a limit names no province"
    if group.border and not any(
        board.hexes[beside].province == group.border
        for number in board.hexes_of[group.at]
        for beside in board.neighbours[number]
    ):
        yield f"{where}: {group.at} has no border with {group.border}"
    fleets = [kind for kind in group.units if kind.endswith("_fleet")]
    if fleets and not any(board.hexes[number].kind == "coast" for number in board.hexes_of[group.at]):
        yield f"{where}: {group.at} has no coast for {fleets[0]}"


PARTS = (_hexes, _sides, _cities, _ways, _provinces, _counters, _charts, _scenarios)
