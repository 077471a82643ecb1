"""Limits, exceptions and what is allowed once: each with the case just beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from adjudicator.ancient_world.board import CHARTS, CITIES, HEXES, LEADERS, distance
from adjudicator.ancient_world.board.charts import STAR, Result
from adjudicator.ancient_world.rules import r08_casualties
from adjudicator.ancient_world.rules.r02_forces import adjusted
from adjudicator.ancient_world.rules.r03_turn import turn
from adjudicator.ancient_world.rules.r04_initiative import fill
from adjudicator.ancient_world.rules.r05_leaders import guile_left, spend_guile, subordinate_value
from adjudicator.ancient_world.rules.r05_operations import recover_in_city
from adjudicator.ancient_world.rules.r06_attrition import rows_of
from adjudicator.ancient_world.rules.r06_counter import way_back
from adjudicator.ancient_world.rules.r06_devastation import may_devastate
from adjudicator.ancient_world.rules.r06_ground import Cost
from adjudicator.ancient_world.rules.r06_overrun import may_overrun
from adjudicator.ancient_world.rules.r08_battle import eased, star_losses
from adjudicator.ancient_world.rules.r08_outcome import is_major
from adjudicator.ancient_world.rules.r08_retreat import state_of
from adjudicator.ancient_world.rules.r12_diplomacy import diplomacy_item
from adjudicator.ancient_world.world import (
    DISORGANIZED,
    DISRUPTED,
    STATUS_NAMES,
    USELESS,
    Battle,
    Capture,
    March,
    Operation,
    Siege,
    World,
    province_of,
)
from adjudicator.core import Bar

from .helpers import act, empty, heard, last, order, put, table

PLAIN = "4705"


def ran(rule: Coroutine[Any, Any, None]) -> None:
    """Run a rule that asks nothing and rolls nothing."""
    with heard():
        asyncio.run(rule)


# -- charts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "roman", "terrain", "worth"),
    [
        (3, False, "flat", 1),
        (3, True, "flat", 0),
        (4, True, "flat", 1),
        (4, False, "rough", 1),
        (3, False, "rough", 0),
        (5, True, "rough", 0),
        (6, True, "rough", 1),
        (13, True, "rough", 2),
        (13, True, "flat", 3),
        (30, False, "mountain", 0),
        (30, True, "marsh", 0),
    ],
)
def test_superiority_in_horse_is_read_by_side_and_ground(
    more: int, roman: bool, terrain: str, worth: int
) -> None:
    """§8.31 §chart/horse Each kind of army and of ground has a column of its own."""
    assert CHARTS.horse(more, roman, terrain) == worth


def test_the_best_die_of_an_elephant_kills_a_share_of_a_large_army() -> None:
    """§8.36 §chart/elephants Two, or five in a hundred if that is more: of sixty foot three."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20, "carthago_elephant": 1}, ["mago"])
    put(w, "rome", PLAIN, {"romani_foot": 60}, ["scipio"])
    t = table(act(w, "mago"), [9] * 9)
    order(t, "attack")
    order(t, "stand")
    order(t, "yes")
    assert last(t, "elephant")["hurt"] == 3


@pytest.mark.parametrize(
    ("state", "battle", "rows", "siege", "assault"),
    [(DISRUPTED, -1, 0, 0, -1), (DISORGANIZED, -2, 1, 1, -2), (USELESS, -4, 2, 2, 0)],
)
def test_each_state_has_its_effects(state: int, battle: int, rows: int, siege: int, assault: int) -> None:
    """§8.55 §chart/status In battle, attrition, sieges and assaults."""
    row = CHARTS.statuses[STATUS_NAMES[state]]
    assert (row.battle, row.rows, row.siege, row.assault) == (battle, rows, siege, assault)
    assert sum(rows_of(Cost(0, (), 0), state, 10).values()) == rows


# -- once ------------------------------------------------------------------------------------------


def test_one_embassy_a_turn_whichever_phase() -> None:
    """§12.35 Not in a later phase of the same turn either; in the next turn again."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["hannibal"])
    w.commanders["carthage"] = "hannibal"
    act(w, "hannibal")
    assert not isinstance(diplomacy_item(w), Bar)
    w.envoys = ["rome"]
    assert not isinstance(diplomacy_item(w), Bar)
    w.envoys, w.op = ["carthage"], Operation("hannibal")
    barred = diplomacy_item(w)
    assert isinstance(barred, Bar)
    assert barred.rule == "12.35"


def test_guile_that_was_used_is_there_again_next_turn() -> None:
    """§5.52 The rating limits each turn, not each phase and not the game."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["hannibal"])
    spend_guile(w, "hannibal", 2)
    w.op = Operation("hannibal")
    assert guile_left(w, "hannibal") == LEADERS["hannibal"].guile - 2
    w.agenda, w.envoys, w.mustered = ["turn"], ["carthage"], ["carthage"]
    ran(turn(w))
    assert guile_left(w, "hannibal") == LEADERS["hannibal"].guile
    assert w.envoys == w.mustered == []


def test_three_markers_of_siege_attrition_and_one_augury() -> None:
    """§9.51 §4.2 §4.15 Each turn; in 218, which is short, one (ruling AW-M15)."""
    for scenario, year, n in (
        ("hannibal_in_italy", 1, 1),
        ("hannibal_in_italy", 2, 3),
        ("pyrrhus_in_italy", 1, 3),
        ("pyrrhus_in_italy", 2, 3),
    ):
        w = empty(scenario)
        w.turn, w.agenda = year, ["fill", "over"]
        ran(fill(w))
        assert w.lams.count("siege_attrition") == n
        assert w.lams.count("augury") == int(w.scenario == "pyrrhus_in_italy")


# -- disasters, states, cities -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("second", "boxes", "fate"), [(3, -1, ""), (5, 0, ""), (7, 0, "wounded"), (9, -1, "dead")]
)
def test_a_disaster_of_an_embassy(second: int, boxes: int, fate: str) -> None:
    """§12.34 A second die: the province may turn to the enemy, the ambassador may be hurt or killed."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["hannibal", "maharbal"])
    w.commanders["carthage"] = "hannibal"
    w.alliance["samnium"] = 0
    t = table(act(w, "hannibal"), [0, second, 0], draws=["maharbal"])
    order(t, "diplomacy samnium")
    assert last(t, "embassy")["disaster"]
    assert t.world.alliance["samnium"] == boxes
    assert t.world.fate.get("maharbal", "") == fate


@pytest.mark.parametrize(
    ("city", "still", "besieged", "left"),
    [
        ("capua", 1, False, DISRUPTED),
        ("neapolis", 1, False, DISRUPTED),
        ("venusia", 1, False, DISORGANIZED),
        ("capua", 0, False, DISORGANIZED),
        ("capua", 1, True, DISORGANIZED),
    ],
)
def test_armies_recover_in_large_and_medium_cities(city: str, still: int, besieged: bool, left: int) -> None:
    """§8.56 One step, after a whole phase inside; not in a small city, nor in one under siege."""
    w = empty()
    place = f"{CITIES[city].hex}i"
    put(w, "carthage", place, {"libya_foot": 20}, ["mago"], status=DISORGANIZED)
    w.control[city] = "carthage"
    if besieged:
        w.sieges[city] = Siege("rome", 3)
    w.op = Operation("mago", still=still)
    with heard():
        recover_in_city(w)
    assert w.forces[f"carthage@{place}"].status == left


@pytest.mark.parametrize(
    ("state", "more", "after"),
    [
        (0, 1, DISRUPTED),
        (DISRUPTED, 1, DISORGANIZED),
        (DISORGANIZED, 1, DISORGANIZED),
        (USELESS, 1, USELESS),
        (0, 0, 0),
    ],
)
def test_looters_are_a_step_worse(state: int, more: int, after: int) -> None:
    """§9.85 The rating or less keeps them in hand; who was disrupted is disorganized, others no worse."""
    w = empty()
    here = CITIES["ariminum"].hex
    put(w, "carthage", here, {"libya_foot": 40}, ["mago"], status=state)
    w.captures, w.op, w.agenda = (
        [Capture("ariminum", "carthage", "assault", "mago")],
        Operation("mago"),
        ["sack"],
    )
    t = table(w, [LEADERS["mago"].campaign + more])
    order(t, "yes")
    assert t.world.forces[f"carthage@{here}"].status == after


# -- interception ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("start", "inside", "far"), [("4705", False, 3), ("4412", True, 4)])
def test_who_goes_back_at_an_interceptor_has_the_range_of_their_place(
    start: str, inside: bool, far: int
) -> None:
    """§6.57 §6.52 Three hexes, from inside a city four."""
    w = empty()
    place = f"{start}i" if inside else start
    force = put(w, "carthage", place, {"libya_foot": 20}, ["hannibal"])
    reach = {
        distance(start, to.id) for to in HEXES.values() if to.kind == "land" and way_back(w, force, to.id)
    }
    assert max(reach) == far


@pytest.mark.parametrize(("to", "asked"), [("Capua", True), ("in Capua", False)])
def test_who_goes_into_the_city_of_the_hex_is_not_intercepted_there(to: str, asked: bool) -> None:
    """§6.53 The hex itself is entered and may be watched; the step from it into the city is none."""
    w = empty()
    put(w, "carthage", "4412", {"libya_foot": 20}, ["hannibal"])
    put(w, "rome", "4310", {"romani_foot": 20}, ["scipio"])
    w.control["capua"] = "carthage"
    w.op, w.agenda = Operation("hannibal"), ["march"]
    w.forces["active"] = w.forces.pop("carthage@4412")
    w.march = March("active", "force", ["4513"], [], "enter")
    if not asked:
        w.forces["active"].place = "4413"
        w.march = March("active", "force", ["4413", "4412"], ["4412i"], "step")
        w.forces["active"].place = "4412"
    t = table(w, [5] * 5)
    assert ("rome" in t.pending) == asked


@pytest.mark.parametrize(
    ("ours", "theirs", "may"), [(0, 0, True), (0, 1, False), (1, 1, False), (2, 1, True)]
)
def test_an_overrun_and_horse(ours: int, theirs: int, may: bool) -> None:
    """§6.61 More horse than they have; against an enemy without horse the ratio alone."""
    w = empty()
    units = {"libya_foot": 60} | ({"numidia_horse": ours} if ours else {})
    put(w, "carthage", "4806", units, ["hannibal"])
    put(w, "rome", "4806", {"romani_foot": 3} | ({"romani_horse": theirs} if theirs else {}), ["scipio"])
    w.forces["active"] = w.forces.pop("carthage@4806")
    w.op, w.march = Operation("hannibal"), March("active", "force", ["4805", "4806"], [])
    assert may_overrun(w) == may


# -- leaders -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("beaten", "first", "second", "fate"), [(0, 8, 8, "dead"), (1, 7, 7, "wounded"), (0, 7, 9, "")]
)
def test_the_second_die_of_a_casualty_is_plain(
    beaten: int, first: int, second: int, fate: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """§8.61 One more for the beaten on the first die alone; the rating or more hurts, then kills."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["maharbal"])
    assert LEADERS["maharbal"].mortality == 8
    dice = iter((first, second))

    async def rolled(rule: str, label: str) -> int:
        return next(dice)

    monkeypatch.setattr(r08_casualties, "d10", rolled)
    ran(r08_casualties.risk(w, ["maharbal"], beaten))
    assert w.fate.get("maharbal", "") == fate


def test_no_more_than_two_from_subordinates_and_none_from_the_chief() -> None:
    """§5.44 §5.23 All subordinates together two; not the commander, not an overall commander who does not."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["hannibal", "mago", "maharbal"])
    w.commanders["carthage"] = "hannibal"
    keys = [f"carthage@{PLAIN}"]
    assert (LEADERS["mago"].subordinate, LEADERS["maharbal"].subordinate) == (1, 1)
    assert subordinate_value(w, keys, "hannibal") == 2
    assert subordinate_value(w, keys, "mago") == 1
    put(w, "carthage", PLAIN, {"libya_foot": 20}, ["hannibal", "mago", "maharbal", "hanno_bom"])
    assert subordinate_value(w, keys, "hannibal") == 2


# -- battle ------------------------------------------------------------------------------------------


def fought(ours: str, theirs: str, **more: Any) -> tuple[World, Battle]:
    """A battle between Mago and Scipio at its end."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 40}, ["mago"])
    put(w, "rome", PLAIN, {"romani_foot": 40}, ["scipio"])
    b = Battle("attack", PLAIN, "carthage", "rome", [f"carthage@{PLAIN}"], [f"rome@{PLAIN}"], "mago", **more)
    b.before = {"carthage": 40, "rome": 40}
    return w, b


@pytest.mark.parametrize(
    ("winner", "lost", "major", "state"),
    [
        ("carthage", 0, 0, 0),
        ("carthage", 1, 0, DISRUPTED),
        ("carthage", 1, 1, DISRUPTED),
        ("rome", 5, 0, DISORGANIZED),
        ("rome", 5, 1, USELESS),
    ],
)
def test_the_state_of_a_side_after_a_battle(winner: str, lost: int, major: int, state: int) -> None:
    """§8.54 §8.53 None for a winner who has lost nobody; disrupted, disorganized, useless."""
    w, b = fought("", "", winner=winner, major=major)
    b.book("carthage", "chart", lost)
    assert state_of(w, b, "carthage") == state


@pytest.mark.parametrize(("percent", "state"), [(0, DISRUPTED), (15, DISRUPTED), (20, DISORGANIZED)])
def test_the_state_after_a_battle_without_a_winner(percent: int, state: int) -> None:
    """§8.54 Up to fifteen in a hundred disrupted, more disorganized."""
    w, b = fought("", "", percent={"carthage": percent, "rome": 10})
    assert state_of(w, b, "carthage") == state


@pytest.mark.parametrize(
    ("before", "own", "enemy", "major"),
    [(20, 5, 10, True), (19, 5, 10, False), (20, 5, 9, False), (20, 0, 2, True), (20, 0, 1, False)],
)
def test_a_major_victory_is_twice_the_losses_of_twenty_or_more(
    before: int, own: int, enemy: int, major: bool
) -> None:
    """§8.52 ruling AW-R61 The strength of the beaten, and twice one's own losses."""
    w, b = fought("", "")
    b.before["rome"] = before
    b.book("carthage", "chart", own)
    b.book("rome", "chart", enemy)
    assert is_major(w, b, "carthage") == major


@pytest.mark.parametrize(
    ("ratio", "real"),
    [(3, (10, 30)), (4, (5, 30)), (5, (0, 30)), (9, (0, 30)), (-3, (10, 30)), (-4, (10, 25))],
)
def test_a_ratio_beyond_three_spares_the_stronger(ratio: int, real: tuple[int, int]) -> None:
    """§8.33 Five in a hundred a step above three, for that side alone, never below nothing."""
    _, b = fought("", "")
    b.ratio = ratio
    assert tuple(eased(b, Result(10, 30)).values()) == real
    assert eased(b, Result(STAR, 30))["carthage"] == (0 if ratio > 3 else STAR)


def test_a_star_is_less_than_a_twentieth_and_at_least_one() -> None:
    """§8.33 ruling AW-R54 The die, below five in a hundred; foot before horse."""
    assert star_losses({"libya_foot": 97}, 9) == (4, 0)
    assert star_losses({"libya_foot": 97}, 2) == (2, 0)
    assert star_losses({"libya_foot": 97}, 0) == (1, 0)
    assert star_losses({"libya_foot": 1, "numidia_horse": 99}, 4) == (1, 3)


# -- attrition and provinces ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "size"),
    [({"libya_foot": 10}, 10), ({"numidia_horse": 10}, 20), ({"carthago_elephant": 10}, 10)],
)
def test_horse_eat_for_two(units: dict[str, int], size: int) -> None:
    """§6.42 Foot and elephants count once, horse twice, engines not at all."""
    assert adjusted(units) == adjusted({**units, "carthago_engine": 3}) == size


@pytest.mark.parametrize(("size", "rows"), [(299, 0), (300, 1), (349, 1), (350, 2)])
def test_large_armies_lose_more(size: int, rows: int) -> None:
    """§6.43 A row for each full fifty above 250."""
    assert sum(rows_of(Cost(0, (), 0), 0, size).values()) == rows


def test_no_more_than_four_rows() -> None:
    """§6.43 Whatever adds up."""
    assert CHARTS.attrition(10, 600, 4) == CHARTS.attrition(10, 600, 9) > CHARTS.attrition(10, 600, 3)


@pytest.mark.parametrize(
    ("ours", "fresh", "theirs", "inside", "may"),
    [
        (25, 0, 24, False, True),
        (24, 0, 0, False, False),
        (25, 1, 0, False, False),
        (25, 0, 25, False, False),
        (25, 0, 25, True, True),
    ],
)
def test_who_may_devastate(ours: int, fresh: int, theirs: int, inside: bool, may: bool) -> None:
    """§6.72 Twenty-five that stayed all the turn; no enemy of twenty-five outside cities in the province."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": ours}, ["mago"], fresh={"libya_foot": fresh} if fresh else {})
    if theirs:
        put(w, "rome", f"{CITIES['luceria'].hex}{'i' * inside}", {"romani_foot": theirs}, ["scipio"])
    assert CITIES["luceria"].province == province_of(PLAIN)
    assert (province_of(PLAIN) in may_devastate(w, "carthage")) == may
