"""§2 §3 §4 §26: the data, the set-up of all scenarios, the opening chits."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator.core import Scenario, start
from adjudicator.core.choices.choice import open_of
from adjudicator.core.choices.plain import OneOf
from adjudicator.ottomans import GAME
from adjudicator.ottomans.board import (
    CHITS,
    CITIES,
    COALITIONS,
    KEY_CITIES,
    KINDS,
    LANDS,
    LEADERS,
    NATIONS,
    PLACES,
    REGIONS,
    SEAS,
    TYPES,
    UNITS,
)
from adjudicator.ottomans.rules.r04_setup import core_bar, new_world
from adjudicator.ottomans.rules.r13_replacement import available
from adjudicator.ottomans.world import World, put, units_at

from .helpers import order, seen, table, told, world
from .kit import play


def test_the_board() -> None:
    """§3.1 §3.11 §3.12 §3.13 §3.24: 37 regions, two cities alone, 42 cities, 15 of them key, nine seas."""
    assert (len(LANDS), len(REGIONS), len(CITIES), len(KEY_CITIES), len(SEAS)) == (37, 39, 42, 15, 9)
    assert len(PLACES) == 37 + 42 + 9
    assert {region.side for region in REGIONS.values() if region.side} == set(COALITIONS)
    assert all(sea.supply for sea in SEAS.values())


def test_the_counters() -> None:
    """§2.0 §3.21 §3.22 §3.23 §3.25 §29.1: 39 red counters; every nation has some; the errata's are there."""
    assert sum(unit.coalition == "turks" for unit in UNITS.values()) == 39
    assert set(TYPES) == {kind.type for kind in KINDS.values()}
    assert {leader.code for leader in LEADERS.values()} == {"1", "2", "-", "MERC"}
    assert NATIONS["krim"].coalition == "turks"
    assert NATIONS["luristan"].coalition == "caliphate"
    assert "russian_principalities" in CHITS
    assert KINDS["russian_militia"].strength == 2
    assert KINDS["austria_gendarmes"].year == 1540


@pytest.mark.parametrize("scenario", GAME.scenarios(), ids=lambda s: s.id)
def test_every_scenario_is_set_up(scenario: Scenario) -> None:
    """§4.0 §4.1(1) §4.2 §4.3 §26.0 §26.1 §26.2 §26.3 §26.4: with every roster, each unit where it may be."""
    w: World | None = None
    for step in play(1, scenario=scenario.id):
        w = step.world
        if w.phase not in ("order", "cores", "camps", "deal"):
            break
    assert w is not None and not w.unplaced
    where = Counter([*w.at, *w.dead, *w.gone])
    assert max(where.values()) == 1
    assert w.at["st_john_1"] == "rhodes_city"
    assert w.core["turks"] == "ottomans"


def test_the_garrisons_and_what_comes_later() -> None:
    """§26.1 3.0(2), 3.0(4); §26.5: what is late waits, what enters later is not there yet."""
    w = new_world("1", {}, ("turks", "orthodox"))
    assert {"syria_siege_train_1", "byzantium_militia_1", "iraq_naval_1"} <= set(w.dead)
    assert "egypt_siege_train_1" not in UNITS
    assert not {u for u in (*w.dead, *w.unplaced) if UNITS[u].nation in ("spain", "muscovy")}
    assert set(w.cups["out"]) == {"landsknecht_1", "landsknecht_2", "spain", "muscovy"}
    third = world({}, scenario="3", turn=5)
    third.dead = ["german_states_infantry_1", "austria_grenzer_1"]
    assert available(third, "german_states_infantry") == []
    third.turn = 6
    assert available(third, "german_states_infantry")
    assert available(third, "austria_grenzer") == []
    put(third, "emirates_militia_1", "agram")
    put(third, "emirates_militia_1", "serbia")
    assert available(third, "austria_grenzer")


@pytest.mark.parametrize("number", ["1", "2", "3", "4"])
def test_the_leaders_of_a_scenario(number: str) -> None:
    """§26.2 §26.5 ruling OT-U7: by the code on their backs; in scenario 2 Selim II alone is in the pool."""
    w = new_world(number, {}, ("turks", "orthodox"))
    begins = {u for u in (*w.unplaced, *w.at) if u in LEADERS}
    code = "2" if number == "2" else "1"
    assert begins == {id for id, leader in LEADERS.items() if leader.code == code}
    pool = {chit for chit in w.cups["pool"] if chit in LEADERS} - {"andrea_doria"}
    later = {chit for chit in w.cups["later"] if chit in LEADERS}
    undated = {id for id, leader in LEADERS.items() if leader.code == "-"} - {"selim_ii"}
    assert pool == ({"selim_ii"} if number == "2" else undated)
    late = {id for id, leader in LEADERS.items() if leader.code == "2"} | {"selim_ii"}
    assert later == (late if number in "34" else set())


def test_turn_six_brings_spain_muscovy_and_the_stronger_trains() -> None:
    """§26.5 2.0; §18.21 ruling OT-A5."""
    w = world({}, scenario="3", turn=6, phase="turn_start", acting="")
    t = table(w, dice=[5, 2], draws=["weather"] * 3)
    assert seen(t).back
    assert units_at(seen(t), "moscow") == ["muscovy_feudal_array_1", "muscovy_feudal_array_2"]  # §4.3(1)
    assert units_at(seen(t), "muscovy") == ["muscovy_siege_train_1"]
    assert not seen(t).cups["later"] or seen(t).cups["later"] == ["landsknecht_1", "landsknecht_2"]
    assert told(t, "enter_pool")


def test_who_may_be_a_core() -> None:
    """§18.22 §18.31 §4.1(2): Spain never, Muscovy in scenario 2, no partner of another's core."""
    w = new_world("1", {}, ("turks", "holy_league"))
    assert core_bar(w, "spain") is not None and core_bar(w, "muscovy") is not None
    w.control["dalmatia"] = "orthodox"
    assert core_bar(w, "dalmatia") is not None
    assert core_bar(new_world("2", {}, ("turks", "orthodox")), "muscovy") is None


@pytest.mark.parametrize("scenario", ["s1_to", "s2_to", "s4_tcho"])
def test_players_may_agree_on_an_earlier_last_turn(scenario: str) -> None:
    """§4.4 ruling OT-V7: with any turn but the scenario's last; §5.1(6b) it then ends without replacement."""
    one = next(s for s in GAME.scenarios() if s.id == scenario)
    (option,) = [o for o in one.options if o.name == "last_turn"]
    w: World = GAME.found(scenario, {}, one.seats)
    assert option.values[1:] == tuple(f"to_{turn}" for turn in range(w.turn, w.last_turn))
    first = w.turn
    w = GAME.found(scenario, {"last_turn": option.values[1]}, one.seats)
    assert w.last_turn == first
    w.phase, w.order = "food", list(w.seats)
    after = seen(table(w))
    assert (after.phase, after.turn) == ("over", first)


def test_cores_are_chosen_in_the_order_of_the_dice_and_partners_come_along() -> None:
    """§4.1(2) §26.1(2): the highest die first, ties again; Austria brings Tyrol."""
    options = {o.name: o.values[0] for o in GAME.scenarios()[0].options}
    w = GAME.found("s1_tho", options, ("turks", "holy_league", "orthodox"))
    t = table(w, dice=[4, 4, 2, 5])
    assert told(t, "core_order")[0]["order"] == ["turks", "orthodox", "holy_league"]
    choice = t.choice("orthodox")
    assert isinstance(choice, OneOf)
    assert "byzantium" in open_of(choice.options())
    order(t, "orthodox", "core Byzantium")
    assert seen(t).control["papacy"] == "orthodox"
    order(t, "holy_league", "core Austria")
    assert seen(t).control["tyrol"] == "holy_league"
    order(t, "turks", "place Thessalonica: Mehmed II, Janissary 1, Ottoman Gendarmes x3")
    assert len(units_at(seen(t), "thessalonica")) == 5
    assert start(GAME, seen(t), 0).rest.stage == "1/camps"
