"""§9 §10 §27.0: odds, who fights together, results."""

from __future__ import annotations

import pytest

from adjudicator.core import Refusal
from adjudicator.ottomans.board import COLUMNS
from adjudicator.ottomans.rules.r09_odds import attack_shares, column, defence_shares
from adjudicator.ottomans.world import Battle

from .helpers import order, refused, seen, table, told, world

ARMY = ["ottomans_gendarmes_1", "ottomans_gendarmes_2", "ottomans_feudal_array_1"]


def test_odds_are_rounded_down() -> None:
    """§9.12 example: 15 against 4 is 3:1, and a 2 is BB; §9.13: half and a quarter."""
    assert column(15, 4).name == "3:1"
    assert column(15, 4).results[1] == "BB"
    assert [column(a, 100).name for a in (99, 50, 49, 1)] == ["0.5:1", "0.5:1", "0.25:1", "0.25:1"]
    assert column(900, 100).name == COLUMNS[-1].name == "5:1+"


def test_multipliers_add_up_to_six_at_most() -> None:
    """§9.42 example: a leader of 2, a Siege Train and Military Advance count six, not eight; §9.4 §15.3."""
    at = {u: "serbia" for u in ("barbarossa", "vlad", "walachia_feudal_array_1", "ottomans_siege_train_1")}
    w = world({**at, "jehan": "kurdistan", "syria_siege_train_1": "kurdistan"}, control={"syria": "turks"})
    units = ["jehan", "syria_siege_train_1"]
    b = Battle("turks", "kurdistan", "kurdistan", units, [], [], doubled=["attack"])
    (share,) = attack_shares(w, b, units)
    assert (share.printed, share.times) == (2, 6)
    b.doubled = []
    assert attack_shares(w, b, units)[0].times == 4


def test_a_leader_multiplies_their_own_coalition_alone() -> None:
    """§9.321 example: of Orthodox and Holy League together only the leader's share is doubled; §9.24."""
    at = {"vlad": "hungary", "walachia_feudal_array_1": "hungary", "hungary_feudal_array_1": "hungary"}
    w = world(at)
    b = Battle("turks", "hungary", "hungary", [], list(at), ["holy_league", "orthodox"])
    shares = {s.coalition: (s.printed, s.times) for s in defence_shares(w, b, list(at))}
    assert shares == {"holy_league": (4, 1), "orthodox": (5, 2)}


def test_a_city_trebles_beyond_the_cap_by_default() -> None:
    """§9.4(2) §9.42 §10.31: the limit names leader, Siege Train and chit; ruling OT-B1."""
    at = {"hunyadi": "buda", "hungary_feudal_array_1": "buda"}
    b = Battle("turks", "hungary", "buda", [], list(at), ["holy_league"])
    assert defence_shares(world(at), b, list(at))[0].times == 9
    narrow = world(at, options={"city_in_cap": "yes"})
    assert defence_shares(narrow, b, list(at))[0].times == 6


def test_units_without_a_retreat_are_eliminated() -> None:
    """§27.0 ruling OT-B10: Serbs on Crete, without a ship."""
    serbs = ["serbia_feudal_array_1", "serbia_irregulars_1", "serbia_militia_1"]
    at = dict.fromkeys([*ARMY, *serbs], "crete")
    t = table(world(at, control={"serbia": "orthodox"}), dice=[6], draws=["weather"] * 4)
    order(t, "turks", "attack Crete with all")
    assert told(t, "result")[0]["how"] == "DD"
    order(t, "orthodox", "lose Serbian Feudal Array")
    assert told(t, "no_retreat")[0]["place"] == "crete"
    assert sorted(seen(t).dead) == serbs


def test_one_colour_or_both_may_be_attacked() -> None:
    """§9.32 example: the Ottomans in Hungary attack the Orthodox alone, or both; §9.35 all of a colour."""
    at = {**dict.fromkeys(ARMY, "hungary"), "serbia_militia_1": "hungary", "serbia_irregulars_1": "hungary"}
    at |= {"hungary_irregulars_1": "hungary"}
    control = {"serbia": "orthodox", "hungary": "orthodox"}
    t = table(world(at, control=control), dice=[6], draws=["trade_agreement", "weather", "weather"])
    order(t, "turks", "attack Hungary with all against Orthodox")
    assert told(t, "attacked")[0]["defenders"] == ["serbia_irregulars_1", "serbia_militia_1"]
    both = table(world(at, control=control), dice=[1])
    order(both, "turks", "attack Hungary with all against Orthodox, Holy League")
    assert len(told(both, "attacked")[0]["defenders"]) == 3


def test_a_city_is_attacked_past_the_army_in_its_region() -> None:
    """§10.2 example: Buda is besieged though Hungarians are in the region; §10.32 DD there is BB."""
    at = {**dict.fromkeys(ARMY, "hungary"), "hungary_irregulars_1": "buda", "hungary_gendarmes_1": "hungary"}
    t = table(world(at, control={"hungary": "orthodox"}), dice=[3])
    order(t, "turks", "attack Buda with all")
    assert told(t, "odds")[0]["odds"] == "2:1"
    assert told(t, "result")[0]["how"] == "BB"
    assert seen(t).at["hungary_gendarmes_1"] == "hungary"
    assert "hungary_irregulars_1" in seen(t).dead


def test_losses_are_of_printed_strength() -> None:
    """§27.0 example: 12 attack 4 in a city, 12 to 12 (the text doubles the city); BB costs them 4; §9.36."""
    twelve = ("ottomans_feudal_array_1", "ottomans_feudal_array_2", "ottomans_infantry_1")
    at = {**dict.fromkeys(twelve, "hungary"), "hungary_feudal_array_1": "buda"}
    t = table(world(at, control={"hungary": "orthodox"}), dice=[3])
    order(t, "turks", "attack Buda with all")
    odds = told(t, "odds")[0]
    assert (odds["attack"], odds["defence"], odds["odds"]) == (12, 12, "1:1")
    assert refused(t, "turks", "lose Ottoman Feudal Array x2") == "27.0"
    order(t, "turks", "lose Ottoman Feudal Array")
    assert set(seen(t).dead) == {"hungary_feudal_array_1", "ottomans_feudal_array_1"}
    order(t, "turks", "enter Ottoman Professional Infantry")
    assert sorted(seen(t).at.values()) == ["buda", "hungary"]
    assert seen(t).phase == "combat"


@pytest.mark.parametrize("left", ["", "hungary_irregulars_1"])
def test_a_garrison_goes_out_when_its_attackers_are_gone(left: str) -> None:
    """§29.0, ruling OT-B13: at once, all, some or none; not where units of another coalition stay."""
    at = {"ottomans_irregulars_1": "hungary", "serbia_militia_1": "buda", "serbia_feudal_array_1": "buda"}
    there = at | ({left: "hungary"} if left else {})
    w = world(there, control={"serbia": "orthodox"}, hands={"turks": ["alliance"]})
    t = table(w, dice=[1], draws=["trade_agreement", "truce", "weather"])
    order(t, "turks", "attack Buda with all")
    assert told(t, "result")[0]["how"] == "AE"
    if left:
        assert "orthodox" not in t.pending
        return
    with pytest.raises(Refusal):
        order(t, "orthodox", "sally Serbian Militia x2")
    order(t, "orthodox", "sally Serbian Feudal Array")
    assert seen(t).at["serbia_feudal_array_1"] == "hungary"
    assert seen(t).at["serbia_militia_1"] == "buda"


def test_each_owner_of_a_garrison_decides_who_goes_out() -> None:
    """§29.0, ruling OT-B13: in the order of play."""
    at = {"ottomans_irregulars_1": "hungary", "serbia_militia_1": "buda", "walachia_irregulars_1": "buda"}
    seats, control = ("turks", "caliphate", "orthodox"), {"serbia": "orthodox", "walachia": "caliphate"}
    w = world(at, seats=seats, control=control, hands={"turks": ["alliance"]})
    t = table(w, dice=[1], draws=["trade_agreement", "truce", "weather"])
    order(t, "turks", "attack Buda with all")
    assert list(t.pending) == ["caliphate"]
    order(t, "caliphate", "sally Walachian Irregulars")
    order(t, "orthodox", "sally none")
    assert (seen(t).at["walachia_irregulars_1"], seen(t).at["serbia_militia_1"]) == ("hungary", "buda")


def test_ones_own_nation_passes_to_another_when_attacked() -> None:
    """§6.5 example: Byzantines attack Emirates in the same hand, who pass to the opponent; §9.25."""
    at = {"byzantium_feudal_array_1": "emirates", "emirates_militia_1": "emirates"}
    w = world(at, acting="orthodox", control={"emirates": "orthodox"}, hands={"orthodox": ["truce"]})
    t = table(w, dice=[1], draws=["truce", "weather", "weather"])
    order(t, "orthodox", "attack Emirates with Byzantine Feudal Array")
    assert told(t, "passed")[0]["to"] == "turks"
    assert seen(t).control["emirates"] == "turks"


def test_a_neutral_nation_that_is_attacked_finds_a_protector() -> None:
    """§6.6: out of the pool; or the player with its unused chit must show it (ruling OT-C9)."""
    at = {**dict.fromkeys(ARMY, "serbia"), "serbia_militia_1": "serbia"}
    seats = ("turks", "caliphate", "orthodox")
    t = table(world(at, seats=seats), dice=[2, 5, 1])
    order(t, "turks", "attack Serbia with all")
    assert seen(t).control["serbia"] == "orthodox"
    held = world(at, seats=seats, hands={"caliphate": ["serbia"]})
    t = table(held, dice=[1])
    order(t, "turks", "attack Serbia with all")
    assert told(t, "must_show")[0]["seat"] == "caliphate"
    assert seen(t).control["serbia"] == "caliphate"


def test_nobody_attacks_their_own_core_or_colour() -> None:
    """§6.5 §9.23; ruling OT-C8: Serbians in the Turks' hands attack neither Ottomans nor Byzantines."""
    at = {"serbia_militia_1": "byzantium", "byzantium_feudal_array_1": "byzantium"}
    w = world({**at, "ottomans_militia_1": "byzantium"}, control={"serbia": "turks"})
    line = "attack Byzantium with Serbian Militia against"
    assert refused(table(w), "turks", f"{line} Turks") == "6.5"
    with pytest.raises(Refusal):
        order(table(w), "turks", f"{line} Orthodox")


def test_honors_of_war_at_rhodes() -> None:
    """§27.2: nobody is lost, the knights sail to a coast of their choice, the attackers may enter."""
    ships = {"ottomans_naval_1": "aegean", "ottomans_naval_2": "aegean"}
    at = {**ships, **dict.fromkeys(("janissary_1", "janissary_2"), "aegean"), "st_john_1": "rhodes_city"}
    w = world(
        at,
        control={"janissary_1": "turks", "janissary_2": "turks", "st_john_1": "orthodox"},
        hands={"turks": ["honors_of_war"]},
    )
    w.aboard = {"janissary_1": "ottomans_naval_1", "janissary_2": "ottomans_naval_2"}
    t = table(w, dice=[4])
    order(t, "turks", "attack Rhodes from Aegean playing Honors of War with all")
    assert told(t, "result")[0]["how"] in ("BB", "DD")
    order(t, "orthodox", "retreat Achaea")
    order(t, "turks", "enter Janissary 1")
    assert seen(t).at["st_john_1"] == "achaea"
    assert seen(t).at["janissary_1"] == "rhodes_city"
    assert seen(t).dead == []
