"""Facts of the text (K01 to K62) and of published reports (A01 to A18) about charts, map and leaders.

`HELD` names for each the tests that hold it. Those without a module are below: figures that no chapter's test
looks at, and the shape of the charts.
"""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise

import pytest

from adjudicator.ancient_world.board import (
    BOARD,
    CHARTS,
    CITIES,
    ESTUARIES,
    HEXES,
    LEADERS,
    NEIGHBOURS,
    PROVINCES,
    SCENARIOS,
    SIDES_OF,
    SIEGE_CAPABILITY,
    around,
    distance,
)
from adjudicator.ancient_world.board.charts import DEFENCES, STAR, Result
from adjudicator.ancient_world.rules import r06_reach as reach
from adjudicator.ancient_world.rules import r08_battle as battle
from adjudicator.ancient_world.rules import r12_track as track
from adjudicator.ancient_world.rules.r02_forces import adjusted
from adjudicator.ancient_world.rules.r05_leaders import SUBORDINATES
from adjudicator.ancient_world.rules.r06_attrition import large_rows, status_rows
from adjudicator.ancient_world.rules.r06_devastation import LEAST
from adjudicator.ancient_world.rules.r06_ground import cost_of, ground_points, roads_of, terrain
from adjudicator.ancient_world.rules.r06_overrun import OVERRUN
from adjudicator.ancient_world.rules.r07_straits import FREE, OPPOSED, THIRD
from adjudicator.ancient_world.rules.r08_avoidance import LARGEST_LOSS, ROMAN, tenth
from adjudicator.ancient_world.rules.r08_retreat import DRAW_LIMIT, MOST_PURSUIT
from adjudicator.ancient_world.rules.r09_assault import BROKEN
from adjudicator.ancient_world.rules.r09_attrition import FORAGE, SUPPLY
from adjudicator.ancient_world.rules.r10_manpower import LEGION
from adjudicator.ancient_world.world import DISORGANIZED, USELESS, Siege, year_of
from tests.ancient_world.helpers import act, empty, founded, last, order, put, table

HELD: dict[str, str] = {
    "K01": "scale r05_operations.the_sequence_of_play",
    "K02": "every_chart_has_ten_dice dice.stages_by_name",
    "K03": "initiatives r05_operations.a_leader_who_comes_in_late",
    "K04": "r05_operations.continuation charts.leaders",
    "K05": "roads_by_level_and_date r06_movement.roads",
    "K06": "r06_movement.roads charts.the_lattice",
    "K07": "r06_movement.banks r06_movement.who_comes_over_a_river_is_caught_at_once",
    "K08": "r06_movement.banks",
    "K09": "two_straits",
    "K10": "ratings",
    "K11": "ratings r06_movement.the_march_from_pisae charts.attrition",
    "K12": "ratings r06_movement.staying_in_liguria charts.attrition",
    "K13": "r06_movement.terrain_rivers_home_and_devastation r06_movement.by_road",
    "K14": "rows_by_state_and_size easily_missed.at_most_four_rows",
    "K15": "r06_movement.who_is_lost",
    "K16": "charts.leaders",
    "K17": "figures_of_interception r06_movement.ranges_and_modifiers",
    "K18": "figures_of_interception r06_movement.ambush figures_of_battle",
    "K19": "figures_of_interception charts.odds r06_movement.overrun",
    "K20": "charts.devastation r06_movement.devastation_and_recovery ratings",
    "K21": "r07_naval.re_allotment",
    "K22": "r07_naval.the_least_friendly_zone_counts",
    "K23": "r07_naval.lengths",
    "K24": "figures_of_straits r07_naval.a_strait",
    "K25": "charts.straits r07_naval.a_strait",
    "K26": "figures_of_straits r07_naval.a_third_of_what_drowns_is_mounted",
    "K27": "figures_of_battle r08_battle.avoidance_of_scipio",
    "K28": "r08_battle.coordination",
    "K29": "figures_of_battle charts.tactical_ability r05_operations.who_commands",
    "K30": "charts.battle_results",
    "K31": "charts.odds charts.battle_results charts.percentages"
    " r08_battle.a_ratio_beyond_three_saves_losses",
    "K32": "charts.percentages",
    "K33": "charts.percentages r08_battle.losses_by_contingent",
    "K34": "r08_battle.one_horse_for_two_foot",
    "K35": "charts.tactical_ability",
    "K36": "charts.odds",
    "K37": "charts.horse",
    "K38": "r08_battle.cannae_to_the_last_figure r08_battle.what_cannae_cost",
    "K39": "r08_battle.what_cannae_cost",
    "K40": "figures_of_battle charts.horse r08_battle.pursuit_is_a_die_times_the_factor"
    " missed_in_battle.more_horse_pursues_with_one_at_least_even_in_mountains",
    "K41": "charts.battle_results unpredictable_results_end_at_zero_and_nine r08_battle.unpredictable",
    "K42": "results_of_reports r08_battle.who_must_retreat",
    "K43": "sizes r09_cities.sizes_and_defences",
    "K44": "r09_cities.investing",
    "K45": "sizes charts.tactical_ability charts.sieges",
    "K46": "a_failed_assault_of_the_text r09_cities.a_failed_assault",
    "K47": "figures_of_sieges r09_cities.a_failed_assault",
    "K48": "figures_of_sieges",
    "K49": "an_engine_adds_one r09_cities.reduction_and_sally",
    "K50": "repair_is_easier_than_reduction r09_cities.repair",
    "K51": "figures_of_sieges r09_cities.foraging_and_supply",
    "K52": "charts.sieges r09_cities.treachery",
    "K53": "charts.sieges r09_cities.surrender",
    "K54": "r09_cities.surrender easily_missed.surrender_is_demanded_once_and_before_a_siege",
    "K55": "r09_cities.sizes_and_defences r09_cities.sack",
    "K56": "r09_cities.control",
    "K57": "alliances_at_the_start r09_cities.alliances",
    "K58": "figures_of_diplomacy missed_in_battle.only_force_makes_the_fall_of_a_city_a_victory",
    "K59": "r08_battle.a_leader_dies easily_missed.casualties_need_the_rating_or_more"
    " easily_missed.small_battles_leave_no_state",
    "K60": "rough_ground_of_africa easily_missed.half_is_paid_only_by_who_never_leaves_home",
    "K61": "figures_of_battle r08_battle.states_after_battle r08_battle.who_must_retreat"
    " easily_missed.states_of_winner_and_loser easily_missed.small_battles_leave_no_state",
    "K62": "hexes_that_the_text_names charts.named_hexes charts.the_lattice r07_naval.landing",
    "A01": "results_of_reports charts.battle_results",
    "A02": "charts.odds",
    "A03": "charts.tactical_ability",
    "A04": "sieges_of_reports charts.sieges",
    "A05": "sieges_of_reports",
    "A06": "charts.battle_results",
    "A07": "charts.battle_results",
    "A08": "one_leader_against_another",
    "A09": "results_of_reports charts.odds charts.battle_results",
    "A10": "charts.attrition",
    "A11": "charts.attrition",
    "A12": "charts.attrition",
    "A13": "scale charts.leaders",
    "A14": "results_of_reports",
    "A15": "charts.elephants",
    "A16": "results_of_reports r08_battle.states_after_battle",
    "A17": "figures_of_battle r08_battle.avoidance_of_scipio",
    "A18": "charts.sieges",
}
"""Constraint -> the tests that hold it.

The text of reports names two modifiers that ours does not have, of other modules or of an option: -1 for a
besieger on flat ground (A04), and a legion of 13 of the Samnite wars (A13).
"""


@pytest.mark.parametrize("id", [f"K{n:02}" for n in range(1, 63)] + [f"A{n:02}" for n in range(1, 19)])
def test_each_has_tests_that_hold_it(id: str) -> None:
    assert HELD[id]
    for name in HELD[id].split():
        module, _, test = name.rpartition(".")
        found = import_module(f"tests.ancient_world.test_{module or 'constraints'}")
        assert callable(getattr(found, f"test_{test}")), name


# -- scale, leaders, dice --------------------------------------------------------------------------


def test_scale() -> None:
    """§2.5 A turn is a year; a legion has 22 strength points, 18 of them foot."""
    assert sum(LEGION.values()) == 22
    assert sum(n for unit, n in LEGION.items() if unit.endswith("foot")) == 18
    w = founded("hannibal_in_italy")
    years = []
    for w.turn in (1, 2, 3):
        years.append(year_of(w))
    assert years == [218, 217, 216]


def test_every_chart_has_ten_dice() -> None:
    """§2.6"""
    assert {len(row.values) for row in CHARTS.tactical_rows.values()} == {10}
    assert {len(row.results) for row in CHARTS.sallies.values()} == {10}
    for rows in (CHARTS.elephants, CHARTS.unpredictable_rows, CHARTS.inside, CHARTS.outside):
        assert sorted(rows) == list("0123456789")


def test_initiatives() -> None:
    """§4.11 Most leaders have one marker or two."""
    assert LEADERS["hannibal"].initiative == 4
    few = sum(leader.initiative <= 2 for leader in LEADERS.values())
    assert few > 0.8 * len(LEADERS)
    assert all(5 <= leader.mortality <= 9 for leader in LEADERS.values())


# -- the map ---------------------------------------------------------------------------------------


def test_roads_by_level_and_date() -> None:
    """§6.33 The Appia is of level A; roads of level B are there in the war of Hannibal alone."""
    appia = {side.level for side in SIDES_OF.values() if side.way == "Via Appia"}
    assert appia == {"A"}
    assert HEXES["4015"].terrain == "marsh"
    for scenario in SCENARIOS.values():
        assert roads_of(scenario).levels == (("A", "B") if scenario.first_year == 218 else ("A",))


def test_two_straits() -> None:
    """§6.38 Between Rhegium and Messana, and between Sardinia and Corsica."""
    found = {frozenset(pair) for pair, side in SIDES_OF.items() if side.strait}
    assert found == {frozenset(("5915", "6015")), frozenset(("3126", "3227"))}
    assert (CITIES["messana"].hex, CITIES["rhegium"].hex) == ("5915", "6015")
    assert all(b in around(a) for a, b in map(sorted, found))


def test_ratings() -> None:
    """§6.41 §6.46 §6.75"""
    rated = {"lucania": 3, "etruria_n": 2, "etruria_s": 3, "liguria": 2, "campania": 2}
    assert {id: PROVINCES[id].attrition for id in rated} == rated


def test_hexes_that_the_text_names() -> None:
    """§9.12 §9.54 §8.31 And which of them lies by a river, on flat ground, in Campania."""
    assert HEXES[CITIES["camarina"].hex].printed == "It-6222"
    assert HEXES[CITIES["heraclea_minoa"].hex].printed == "It-5825"
    assert HEXES[CITIES["roma"].hex].printed == "It-3615"
    assert ESTUARIES["thurii"].hexes == ("5508", "5609")
    assert terrain("4705") == "flat"
    assert HEXES["4711"].province == "campania"
    salaria = {at for pair, side in SIDES_OF.items() if side.way.startswith("Via Salaria") for at in pair}
    assert "3613" in salaria


def test_rough_ground_of_africa() -> None:
    """§6.41 A point for rough ground off the road in Africa, and there alone."""
    rough = {
        province: at for at, hex in HEXES.items() if hex.terrain == "rough" for province in [hex.province]
    }
    for province, at in rough.items():
        african = province in ("carthago", "byzacium", "numidia")
        assert ground_points(at, False) == int(african), at
        assert ground_points(at, True) == 0
    assert rough.keys() & {"carthago", "byzacium", "numidia"}
    w = empty("sicily")
    a, b = next((a, b) for a, hex in HEXES.items() for b in NEIGHBOURS[a]
                if hex.province == HEXES[b].province == "carthago" and HEXES[b].terrain == "rough"
                and (a, b) not in SIDES_OF)  # fmt: skip
    assert dict(cost_of(w, "rome", (a, b)).parts)["terrain"] == 2  # in halves


def test_the_map_holds_together() -> None:
    """§9.11 §6.33 One city a hex, on land; roads, rivers and straits lie between neighbours; ports reach the
    sea; provinces are of one piece.
    """
    assert len({city.hex for city in CITIES.values()}) == len(CITIES)
    for city in CITIES.values():
        assert (HEXES[city.hex].kind, HEXES[city.hex].province) == ("land", city.province)
        if city.port and city.id not in ESTUARIES:
            assert any(HEXES[to].kind != "land" for to in NEIGHBOURS[city.hex]), city.id
    for (a, b), side in SIDES_OF.items():
        assert distance(a, b) == 1
        if side.way:
            assert HEXES[a].kind == HEXES[b].kind == "land"
    for province in PROVINCES:
        hexes = {hex.id for hex in HEXES.values() if hex.province == province}
        seen = waiting = {min(hexes)}
        while waiting:
            waiting = {to for at in waiting for to in NEIGHBOURS[at]} & hexes - seen
            seen = seen | waiting
        assert len(seen) >= 0.9 * len(hexes), province  # islands lie apart


def corners(a: str, b: str) -> list[frozenset[str]]:
    """The two corners of a side of a hex, each named by the three hexes that meet in it."""
    return [frozenset((a, b, c)) for c in around(a) if c in around(b)]


def test_every_river_ends_in_the_sea_or_in_another() -> None:
    """§6.35 No bank is left open between a river's end and the shore."""
    rivers: dict[str, set[frozenset[str]]] = {}
    for (a, b), side in SIDES_OF.items():
        if side.river:
            rivers.setdefault(side.river, set()).update(corners(a, b))
    for name, own in rivers.items():
        others = set().union(*(of for other, of in rivers.items() if other != name))
        shore = any(hex not in HEXES or HEXES[hex].kind != "land" for corner in own for hex in corner)
        assert shore or own & others, name


@pytest.mark.parametrize(
    ("river", "one", "other"),
    [
        ("Rubico", "ariminum", "ravenna"),
        ("Aesis", "ancona", "sena_gallica"),
        ("Symaethus", "catana", "leontini"),
        ("Liris", "minturnae", "capua"),
        ("Bradanus", "metapontum", "tarentum"),
        ("Anio", "roma", "reate"),
    ],
)
def test_every_direct_way_between_two_cities_crosses_their_river(river: str, one: str, other: str) -> None:
    """§6.35 On the map, without regard to roads; ways that come to the second city nearer with each step."""
    start, goal = CITIES[one].hex, CITIES[other].hex
    reached = waiting = {start}
    while waiting:
        waiting = {
            to
            for at in waiting
            for to in NEIGHBOURS[at]
            if HEXES[to].kind == "land" and distance(to, goal) < distance(at, goal)
            if (side := SIDES_OF.get((at, to))) is None or side.river not in (river, "Tiberis")
        } - reached
        reached = reached | waiting
    assert goal not in reached


# -- movement and the sea --------------------------------------------------------------------------


def test_rows_by_state_and_size() -> None:
    """§6.43 One row for disorganized, two for useless, one for each full fifty above 250, four at most."""
    assert (status_rows(0), status_rows(DISORGANIZED), status_rows(USELESS)) == (0, 1, 2)
    assert [large_rows(n) for n in (250, 299, 300, 349, 350)] == [0, 0, 1, 1, 2]
    rows = [CHARTS.attrition(10, 75, shift) for shift in range(10)]
    assert rows[4:] == [rows[4]] * 6
    assert rows[4] > rows[0]
    w = empty()
    ridge = next((a, b, c) for a in HEXES for b in NEIGHBOURS[a] for c in NEIGHBOURS[b]
                 if a != c and terrain(b) == terrain(c) == "mountain" and terrain(a) == "flat")  # fmt: skip
    assert (cost_of(w, "carthage", ridge).ridge, cost_of(w, "carthage", ridge[:2]).ridge) == (1, 0)


def test_figures_of_interception() -> None:
    """§6.52 §6.54 §6.58 §6.61"""
    assert (reach.RANGE, reach.CITY_RANGE) == (3, 4)
    assert reach.TERRAIN == {"marsh": 2, "mountain": 3}
    assert (reach.TIRED, reach.AMBUSH, OVERRUN) == (2, 3, 9)
    assert (reach.BANK_HORSE, reach.BANK_STRENGTH) == (4, 20)
    w = empty()
    for at, n in (("marsh", 3), ("mountain", 4), ("flat", 1)):
        a, b = next((a, b) for a in HEXES for b in NEIGHBOURS[a]
                    if terrain(a) == "flat" and terrain(b) == at and (a, b) not in SIDES_OF)  # fmt: skip
        assert reach.toll_of(w, a, (b,)) == n


def test_figures_of_straits() -> None:
    """§7.32 §7.34 Opposed by three or less; by a four or less at -1; never at +4; a third is mounted."""
    assert (FREE, OPPOSED, THIRD) == (4, 3, 3)
    assert [die for die in range(10) if die - 1 <= OPPOSED] == [0, 1, 2, 3, 4]


# -- battle ----------------------------------------------------------------------------------------


def test_figures_of_battle() -> None:
    """§8.23 §8.31 §8.36 §8.38 §8.54"""
    assert (battle.FAILED, battle.AMBUSH, battle.ENVELOPMENT, battle.RIVER) == (2, 5, 4, -3)
    assert (SUBORDINATES, battle.ELITE) == (2, 5)
    assert (ROMAN, LARGEST_LOSS, MOST_PURSUIT, DRAW_LIMIT) == (4, 10, 50, 15)
    assert [tenth({"libya_foot": n}) for n in (40, 41)] == [4, 5]


def test_one_leader_against_another() -> None:
    """§8.32 C against D: some +2, from -4 to +7; no letter is ever worse than the next."""
    c, d = CHARTS.tactical_rows["C"].values, CHARTS.tactical_rows["D"].values
    assert (c[9] - d[0], c[0] - d[9]) == (7, -4)
    assert 1.5 <= (sum(c) - sum(d)) / 10 <= 2.5
    for better, worse in pairwise("ABCDE"):
        assert all(CHARTS.tactical(better, die) >= CHARTS.tactical(worse, die) for die in range(10))


def test_unpredictable_results_end_at_zero_and_nine() -> None:
    """§8.4"""
    assert CHARTS.unpredictable(-3) == CHARTS.unpredictable(0)
    assert CHARTS.unpredictable(14) == CHARTS.unpredictable(9) == Result(15, 25)
    gains = [CHARTS.unpredictable(n).defender - CHARTS.unpredictable(n).attacker for n in range(10)]
    assert gains == sorted(gains)


def test_results_of_reports() -> None:
    """§8.3 §8.34 28 and 30 lose 6 each by 20%; 40 and 8 lose 6 and 1 by 15%, 18 and 7 lose 2 and 1 by 10%."""
    assert CHARTS.percent(28, 20) == CHARTS.percent(30, 20) == 6
    assert [CHARTS.percent(n, 15) for n in (40, 8)] == [6, 1]
    assert [CHARTS.percent(n, 10) for n in (18, 7)] == [2, 1]
    assert CHARTS.horse(8 - 7, True, "flat") == 0
    results = [CHARTS.result(n) for n in range(-13, 23)]
    assert Result(20, 10) in results
    assert Result(10, 15) in [CHARTS.result(die - 1) for die in range(10)]
    assert any(r.attacker == 30 and 2 * max(0, r.defender) <= 30 for r in results)
    worth = [max(r.defender, 2) - max(r.attacker, 2) for r in results if r.unpredictable is None]
    assert worth == sorted(worth)
    assert STAR < 0


# -- cities ----------------------------------------------------------------------------------------


def test_sizes() -> None:
    """§9.11 §9.12 Agrigentum and Messana are stronger in the war for Messana; §9.27 Hamilcar is a B."""
    sizes = {"capua": "large", "carthago_city": "large", "lilybaeum": "medium", "ausculum": "small"}
    assert {id: CITIES[id].size for id in sizes} == sizes
    assert SCENARIOS["sicily"].defence == {"agrigentum": 7, "messana": 4}
    assert DEFENCES == (1, 3, 4, 7)
    assert LEADERS["hamilcar"].battle == "B"


def test_a_failed_assault_of_the_text() -> None:
    """§9.35 A 3 is halved to 2: 20%, three of 13 to 17; an odd die costs the garrison a quarter, two of 9."""
    assert {CHARTS.percent(n, 20) for n in range(13, 18)} == {3}
    assert CHARTS.percent(9, 25) == 2
    chances = [row.success for row in CHARTS.assaults.values()]
    assert chances == sorted(chances, reverse=True)
    for die, lost in ((3, 3), (2, 2), (9, 8)):
        w = empty()
        put(w, "carthage", "5304", {"libya_foot": 15}, ["hannibal"])
        put(w, "rome", "5304i", {"socii_foot": 9})
        w.control["tarentum"], w.sieges["tarentum"] = "rome", Siege("carthage", 0, 9)
        w.reduced["tarentum"] = 6
        t = table(act(w, "hannibal"), [0, die, 5, 0])
        order(t, "assault")
        while t.pending:
            order(t, "as planned", next(iter(t.pending)))
        assert last(t, "assault")["how"] == "fails"
        assert t.world.forces["carthage@5304"].units["libya_foot"] == 15 - lost


def test_figures_of_sieges() -> None:
    """§9.36 §9.41 §9.53 §9.54"""
    assert BROKEN == (7, 8, 9)
    assert SIEGE_CAPABILITY["rome"].value == -3
    assert all(-3 <= one.value <= 3 for one in SIEGE_CAPABILITY.values())
    assert (FORAGE, SUPPLY, LEAST) == (-2, -3, 25)


def test_an_engine_adds_one() -> None:
    """§9.43 L. Manlius with an engine: 7 - 3 + 1."""
    w = empty("sicily")
    put(w, "rome", "6419", {"romani_foot": 30, "syracusae_engine": 1}, ["vulso"])
    put(w, "carthage", "6419i", {"syracusae_foot": 8})
    w.control["syracusae"], w.sieges["syracusae"] = "carthage", Siege("rome", 7, 8)
    t = table(act(w, "vulso"), [7, 9, 0, 9])
    order(t, "reduce", "rome")
    assert last(t, "reduced")["total"] == 5


def test_repair_is_easier_than_reduction() -> None:
    """§9.44 By no die worse, and on the whole better."""
    assert all(CHARTS.repair(n) >= CHARTS.reduction(n) for n in range(-3, 13))
    assert sum(map(CHARTS.repair, range(10))) > sum(map(CHARTS.reduction, range(10)))


def test_sieges_of_reports() -> None:
    """§9.52 57 foot and 13 horse count 83; the losses that reports have are in the chart."""
    assert adjusted({"a_foot": 57, "a_horse": 13}) == 83
    assert 3 in [CHARTS.siege_attrition(False, die - 1, 43) for die in range(10)]
    assert 1 in [CHARTS.siege_attrition(True, die + 3, 12) for die in range(10)]
    assert CHARTS.statuses["disorganized"].siege == 1


def test_alliances_at_the_start() -> None:
    """§12.22 Hannibal finds Campania allied with Rome; in an earlier war Etruria's south is at 3."""
    assert SCENARIOS["hannibal_in_italy"].alliance["campania"] == -4
    assert SCENARIOS["pyrrhus_in_italy"].alliance["etruria_s"] == -3
    assert all(-4 <= box <= 4 for one in SCENARIOS.values() for box in one.alliance.values())


def test_figures_of_diplomacy() -> None:
    """§12.31"""
    boxes = (track.NEIGHBOUR_BOXES, track.OWN_BOXES, track.CITY_BOXES, track.DEVASTATION_BOXES)
    assert boxes == (1, 2, 3, 4)


# -- the shape of the charts -----------------------------------------------------------------------


def test_charts_rise_and_fall_as_they_should() -> None:
    """§6.43 §8.31 §9.27 §9.52 §9.62 §9.72 §8.36 More points, strength or a better die is never worse."""
    losses = [*(row.losses for row in CHARTS.rows.values()), *(r.losses for r in CHARTS.strait_rows.values())]
    by_column = [*zip(*(row.losses for row in CHARTS.rows.values()), strict=True)]
    for siege in (CHARTS.inside, CHARTS.outside):
        rows = [siege[str(die)].losses for die in range(10)]
        losses += rows
        by_column += zip(*rows, strict=True)
    odds = [ratio.modifier for ratio in CHARTS.ratios.values()]
    horse = [[worth for _, worth in column.steps] for column in CHARTS.horse_columns.values()]
    surrender = [CHARTS.surrender(n) for n in DEFENCES]
    for line in (*losses, *by_column, odds, *horse, surrender):
        assert list(line) == sorted(line)
    for campaign, numbers in CHARTS.treacheries.items():
        assert list(numbers.numbers) == sorted(numbers.numbers)
        if (better := str(int(campaign) + 1)) in CHARTS.treacheries:
            assert all(
                a >= b for a, b in zip(numbers.numbers, CHARTS.treacheries[better].numbers, strict=True)
            )
    net = {n: [b - a for a, b in map(lambda die: CHARTS.sally(n, die), range(10))] for n in range(10)}
    for ability, gains in net.items():
        assert gains == sorted(gains)
        assert ability == 9 or all(a >= b for a, b in zip(gains, net[ability + 1], strict=True))


def test_columns_and_bands_join() -> None:
    """§2.3 The last column of a chart has no end; scenarios name seas, cities and leaders that there are."""
    for columns in (CHARTS.columns, CHARTS.siege_columns):
        most = [column.most for column in columns.values()]
        assert most[-1] == 0
        assert most[:-1] == sorted(set(most[:-1]))
    for scenario in SCENARIOS.values():
        assert set(scenario.naval) == set(scenario.zones)
        assert all(-4 <= n <= 4 for zone in scenario.naval.values() for n in zone.values())
    for force in BOARD.forces.values():
        assert force.city in CITIES
        assert set(force.leaders) <= LEADERS.keys()
