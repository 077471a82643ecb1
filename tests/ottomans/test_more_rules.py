"""The paragraphs without an example of their own."""

from __future__ import annotations

import pytest

from adjudicator.core import Refusal
from adjudicator.ottomans.board import CHITS, HIRED, KINDS
from adjudicator.ottomans.rules.r07_movement import step_bar
from adjudicator.ottomans.rules.r08_stacks import is_blocked, may_enter_city
from adjudicator.ottomans.rules.r09_attack import attack_bar, foes, targets
from adjudicator.ottomans.rules.r09_odds import attack_shares, defence_shares
from adjudicator.ottomans.rules.r11_forced_march import followers, marchers
from adjudicator.ottomans.rules.r12_food import bonus, excess, groups
from adjudicator.ottomans.rules.r13_replacement import available, camps, charges, region_bar, seat_of
from adjudicator.ottomans.rules.r15_leaders import nearest
from adjudicator.ottomans.rules.r16_sea import sail_bar
from adjudicator.ottomans.rules.r18_areas import links, may_stand
from adjudicator.ottomans.rules.r20_agents import courted, turncoats
from adjudicator.ottomans.rules.r21_victory import firm_regions, held, imperial
from adjudicator.ottomans.world import Battle, all_holders, supply, units_at

from .helpers import order, refused, seen, table, told, world

GENDARMES, MILITIA, SHIP = "ottomans_gendarmes_1", "ottomans_militia_1", "ottomans_naval_1"
FOE, SHIP_OF_VENICE = "serbia_militia_1", "venice_naval_1"


# -- §6 -----------------------------------------------------------------------------------------


def test_a_nation_is_controlled_though_its_land_is_held() -> None:
    """§6.1 example, §6.8: the Turks hold Byzantium; its chit stays the Orthodox player's."""
    w = world({GENDARMES: "byzantium"})
    assert w.control["byzantium"] == seat_of(w, "byzantium") == "orthodox"
    assert region_bar(w, "byzantium") is not None
    assert firm_regions(all_holders(w), "turks", "turks") == ["byzantium"]


def test_a_nation_that_is_lost_goes_home() -> None:
    """§6.2 §6.21 §6.22 §6.7: alone in a city its units stay; its chit goes back to the pool."""
    at = {"persia_gendarmes_1": "syria", "persia_militia_1": "damascus", "persia_irregulars_1": "isfahan"}
    w = world(at, phase="event", control={"persia": "orthodox"})
    w.events = 1
    t = table(w, dice=[6, 3], draws=["weather"] * 3)
    after = seen(t)
    assert "persia" in after.cups["pool"] and "persia" not in after.control
    assert after.at["persia_gendarmes_1"] == "persia"
    assert after.at["persia_militia_1"] == "damascus"
    assert after.at["persia_irregulars_1"] == "isfahan"


def test_neutral_units_of_ones_colour_do_not_stop_a_move() -> None:
    """§6.61 §7.6 §7.5 §8.0: without a leader, one a region; others stop it."""
    w = world({GENDARMES: "ottomans", "emirates_militia_1": "emirates", "syria_militia_1": "syria"})
    w.phase = "movement"
    assert not is_blocked(w, "turks", "emirates")
    assert is_blocked(w, "turks", "syria")
    assert step_bar(w, "turks", [GENDARMES], "ottomans", ["emirates"], "syria") is None
    stop = step_bar(w, "turks", [GENDARMES], "ottomans", ["emirates", "syria"], "iraq")
    assert stop is not None and stop.rule == "7.7"


# -- §7 §8 §9 §10 ---------------------------------------------------------------------------------


def test_movement_comes_before_combat() -> None:
    """§7.2 §9.0 §9.1 §9.31: no attack in the Movement Phase, and none in the Combat Phase is compulsory."""
    t = table(world({GENDARMES: "serbia", FOE: "serbia"}, phase="movement"))
    with pytest.raises(Refusal):
        order(t, "turks", "attack Serbia with all")
    order(t, "turks", "end")
    assert seen(t).phase == "combat"
    order(t, "turks", "end")
    assert seen(t).phase == "march"


def test_ships_go_by_sea_and_into_ports() -> None:
    """§7.62 §16.0 §16.8: each step costs one; a port held by others is closed."""
    w = world({SHIP: "aegean", "byzantium_militia_1": "constantinople"}, phase="movement")
    assert sail_bar(w, "turks", [SHIP], "aegean", ["bosporus"], "black_sea") is None
    stop = sail_bar(w, "turks", [SHIP], "aegean", ["bosporus"], "constantinople")
    assert stop is not None and stop.rule == "8.1"
    assert sail_bar(w, "turks", [SHIP], "aegean", [], "izmir") is None
    assert "ottomans" in links("aegean") and "konya" not in links("aegean")


def test_who_may_be_in_a_city() -> None:
    """§8.1 §10.1: one colour and one hand."""
    w = world(
        {"rumelia_militia_1": "adrianople", "emirates_militia_1": "konya"}, control={"emirates": "turks"}
    )
    assert may_enter_city(w, "turks", "turks", "konya") is None
    assert may_enter_city(w, "turks", "turks", "adrianople") is not None
    assert may_enter_city(w, "turks", "orthodox", "konya") is not None


def test_all_other_colours_are_hostile() -> None:
    """§9.2 §9.22 §9.25 §9.23: under any control; §14.0 one's own under a schism (ruling OT-E5)."""
    at = {GENDARMES: "serbia", FOE: "serbia", "hungary_irregulars_1": "serbia", "krim_irregulars_1": "serbia"}
    w = world(at, control={"serbia": "turks"})
    assert set(foes(w, "turks", "serbia", "turks")) == {"orthodox", "holy_league"}
    w.schism = "turks"
    assert foes(w, "turks", "serbia", "turks")["turks"] == ["krim_irregulars_1"]


def test_each_unit_attacks_once_and_whole() -> None:
    """§9.33 §9.34 §8.3: one attack of a coalition in an area a phase; the rest of them sit; ruling OT-B6."""
    at = {GENDARMES: "hungary", MILITIA: "hungary", "hungary_irregulars_1": "buda"}
    at |= {"serbia_irregulars_1": "hungary", "walachia_irregulars_1": "hungary"}
    w = world(at, control={"hungary": "orthodox", "serbia": "orthodox", "walachia": "turks"})
    t = table(w, dice=[4], draws=["weather", "weather"])
    order(t, "turks", "attack Hungary with Ottoman Militia")
    assert {MILITIA, GENDARMES} <= set(seen(t).fought)
    with pytest.raises(Refusal):
        order(t, "turks", "attack Buda with Ottoman Gendarmes")
    assert [u for u in at if u not in seen(t).fought and u.startswith("walachia")]
    alone = world({**at, "walachia_irregulars_1": "walachia"}, control=dict(w.control))
    alone.fought = [GENDARMES, MILITIA]
    stop = attack_bar(alone, "turks", "buda")
    assert stop is not None and stop.rule == "8.3"


def test_city_and_region_fight_apart() -> None:
    """§8.2 §10.2 §10.3 §10.4: those in a city attack nobody, those in the region attack either."""
    w = world({GENDARMES: "buda", "serbia_irregulars_1": "hungary"})
    (stop,) = targets(w, "turks").values()
    assert stop is not None and stop.rule == "10.4"
    w = world({GENDARMES: "hungary", "serbia_irregulars_1": "hungary", "hungary_irregulars_1": "buda"})
    assert set(targets(w, "turks")) == {"hungary", "buda"}


def test_leader_and_train_count_once() -> None:
    """§9.41 §10.5 §15.0 §15.1 §15.3: two leaders and two trains are worth the better of each."""
    at = dict.fromkeys(("selim_i", "beyazid", "ottomans_siege_train_1", "ottomans_siege_train_2"), "hungary")
    w = world({**at, "hungary_irregulars_1": "buda"})
    b = Battle("turks", "hungary", "buda", list(at), ["hungary_irregulars_1"], ["holy_league"])
    (share,) = attack_shares(w, b, list(at))
    assert (share.printed, share.times) == (5, 6)
    b.chits = ["urbans_gun"]
    w.at.pop("selim_i")
    assert attack_shares(w, b, [u for u in at if u != "selim_i"])[0].times == 3


def test_the_attackers_enter_the_city_or_not() -> None:
    """§10.33: all, some or none of those who took part."""
    at = {GENDARMES: "serbia", "ottomans_gendarmes_2": "serbia", "serbia_militia_1": "belgrade"}
    t = table(world(at, control={"serbia": "orthodox"}), dice=[4])
    order(t, "turks", "attack Belgrade with all")
    assert told(t, "bloodbath_in_city")
    order(t, "turks", "lose Ottoman Gendarmes")
    order(t, "turks", "enter none")
    assert units_at(seen(t), "belgrade") == []
    assert units_at(seen(t), "serbia") == ["ottomans_gendarmes_2"]


# -- §11 §15 --------------------------------------------------------------------------------------


def test_a_forced_march() -> None:
    """§11.0 §11.1 §11.11 §11.3 §11.4: the leader's coalition and place; once a turn."""
    at = {"selim_i": "rumelia", GENDARMES: "rumelia", "walachia_irregulars_1": "rumelia", MILITIA: "bursa"}
    w = world({**at, "barbarossa": "aegean", SHIP: "aegean"}, phase="march", control={"walachia": "turks"})
    assert followers(w, "turks", "selim_i") == [GENDARMES]
    assert followers(w, "turks", "barbarossa") == [SHIP]
    assert marchers(w, "turks") == ["barbarossa", "selim_i"]
    t = table(w)
    order(t, "turks", "force Selim I with Ottoman Gendarmes")
    assert refused(t, "turks", "move Rumelia-Serbia: Ottoman Gendarmes") == "11.11"
    assert refused(t, "turks", "end") == "11.2"
    order(t, "turks", "halt")
    assert marchers(seen(t), "turks") == ["barbarossa"]


def test_a_leader_survives_or_is_gone_for_good() -> None:
    """§15.8 §15.81: they go to the nearest land unit of their nation; ruling OT-L2."""
    w = world({"selim_i": "hungary", GENDARMES: "rumelia", MILITIA: "bursa"})
    assert nearest(w, "selim_i") == ["rumelia"]
    w.phase, w.events = "event", 1
    t = table(w, dice=[2, 3, 3], draws=["weather"] * 3)
    assert told(t, "leader_gone")
    assert seen(t).gone == ["selim_i"]
    assert "selim_i" not in seen(t).at


def test_doria_takes_no_refuge_where_only_spaniards_may_stand() -> None:
    """§15.8 §18.22 ruling OT-L3: a Spanish ship in Messina is no place for him, one at sea is."""
    at = {"andrea_doria": "ionian_sea", "spain_naval_1": "messina", "spain_naval_2": "libyan_sea"}
    w = world(at, control={"andrea_doria": "orthodox", "spain": "orthodox"})
    assert nearest(w, "andrea_doria") == ["libyan_sea"]


# -- §12 §13 §14 ----------------------------------------------------------------------------------


def test_food() -> None:
    """§12.0 §12.1 §12.31 §12.5 §16.5: by hand and area; neutral units as one group, last; at sea too."""
    hungry = {u: "walachia" for u in (GENDARMES, MILITIA, "ottomans_irregulars_1")}
    w = world({**hungry, SHIP: "aegean", "syria_militia_1": "kurdistan"}, phase="food", acting="")
    assert groups(w)[-1] == ("", "kurdistan")
    assert (supply("walachia"), supply("aegean"), supply("targoviste")) == (2, 3, 2)
    assert bonus(w, ["selim_i", "beyazid"]) == 3
    assert excess(w, "walachia", list(hungry)) == 1
    t = table(w)
    order(t, "turks", "lose Ottoman Militia")
    assert told(t, "starved")[0]["units"] == [MILITIA]


def test_neutral_units_of_an_area_are_fed_as_one_coalition() -> None:
    """§12.5: Hunyadi's three feed all of them; two leaders do not add up."""
    units = ["transylvania_irregulars_1", "serbia_irregulars_1", "serbia_militia_1", "albania_militia_1"]
    w = world(dict.fromkeys([*units, "hunyadi", "vlad"], "transylvania"))
    assert supply("transylvania") == 1
    assert excess(w, "transylvania", [*units, "hunyadi", "vlad"]) == 0
    assert excess(w, "transylvania", [*units, "vlad"]) == 1


@pytest.mark.parametrize("what", ["region", "area"])
def test_military_advance_feeds_a_region_with_its_cities(what: str) -> None:
    """§27.2 ruling OT-P3: all units there; by an option the region or the city alone (§12.4)."""
    army = [GENDARMES, "ottomans_gendarmes_2", "ottomans_feudal_array_1"]
    guards = [MILITIA, "ottomans_irregulars_1", "ottomans_irregulars_2"]
    at = {**dict.fromkeys(army, "walachia"), **dict.fromkeys(guards, "targoviste")}
    options = {"fed_by_chit": what, "chits_before_draw": "no"}
    w = world(at, phase="food", acting="", hands={"turks": ["military_advance"]}, options=options)
    t = table(w, dice=[6, 1], draws=["weather"] * 3)
    order(t, "turks", "feed")
    assert ("turks" in t.pending and seen(t).phase == "food") == (what == "area")


def test_what_comes_back_and_for_whom() -> None:
    """§13.1 §13.3 §13.4 §13.6 §17.0: no leaders, no mercenaries; neutral nations by the initiative player."""
    assert not set(HIRED) & set(KINDS)
    w = world({}, phase="replacement", acting="", control={"serbia": "orthodox"})
    w.dead = [FOE]
    assert available(w, "serbia_militia") == [FOE]
    assert "serbia" in charges(w, "orthodox") and "serbia" not in charges(w, "turks")
    assert "hungary" in charges(w, "turks") and "hungary" not in charges(w, "orthodox")


def test_the_region_of_an_event() -> None:
    """§14.1: F and a 6 are no region."""
    w = world({}, phase="event")
    w.events = 1
    t = table(w, dice=[3, 6, 6], draws=["weather"] * 3)
    assert told(t, "determined_none")


def test_plague() -> None:
    """§14.0: each player's strongest, then one more; ruling OT-E2."""
    at = {GENDARMES: "serbia", MILITIA: "serbia", FOE: "belgrade"}
    w = world(at, phase="event", control={"serbia": "orthodox"})
    w.events = 1
    t = table(w, dice=[3, 1, 5], draws=["weather"] * 3)
    assert [event["units"] for event in told(t, "plague")][:2] == [[GENDARMES], [FOE]]
    assert seen(t).at == {}


# -- §16 ------------------------------------------------------------------------------------------


def fleet() -> Battle:
    return Battle("turks", "aegean", "aegean", [SHIP, "janissary_1", "barbarossa"], [SHIP_OF_VENICE], [])


def test_a_battle_at_sea() -> None:
    """§16.6 example: ship, naval leader and land unit aboard, times the naval leader; §16.2 §16.72."""
    at = {SHIP: "aegean", "janissary_1": "aegean", "barbarossa": "aegean", "selim_i": "aegean"}
    w = world({**at, SHIP_OF_VENICE: "aegean"}, control={"janissary_1": "turks"})
    b = fleet()
    (share,) = attack_shares(w, b, [*b.attackers, "selim_i"])
    assert (share.printed, share.times) == (3 + 6 + 1 + 2, 2)


def test_ports_are_attacked_from_land_and_sea() -> None:
    """§16.1 §16.61 §16.7 §16.71: ships in port trebled, a train aboard doubles."""
    at = {SHIP: "aegean", GENDARMES: "byzantium", "byzantium_naval_1": "thessalonica"}
    w = world({**at, "ottomans_siege_train_1": "aegean", FOE: "achaea"})
    w.aboard = {"ottomans_siege_train_1": SHIP}
    assert attack_bar(w, "turks", "thessalonica") is None
    assert attack_bar(w, "turks", "thessalonica/aegean") is None
    assert attack_bar(w, "turks", "achaea") is not None
    crew = [SHIP, "ottomans_siege_train_1"]
    b = Battle("turks", "aegean", "thessalonica", crew, ["byzantium_naval_1"], [])
    assert attack_shares(w, b, b.attackers)[0].times == 2
    assert defence_shares(w, b, b.defenders)[0].times == 3


def test_units_aboard_stay_and_are_lost_with_the_ship() -> None:
    """§16.3 §16.4 §16.9: they may land in a later turn; a lost ship takes them with it."""
    at = {SHIP: "aegean", MILITIA: "aegean", SHIP_OF_VENICE: "aegean", "venice_naval_2": "aegean"}
    w = world(at, control={"venice": "orthodox"}, hands={"turks": ["truce"]})
    w.aboard = {MILITIA: SHIP}
    t = table(w, dice=[1], draws=["truce", "weather", "weather"])
    order(t, "turks", "attack Aegean with Ottoman Naval")
    assert told(t, "result")[0]["how"] == "AE"
    assert set(seen(t).waiting) == {SHIP, MILITIA}


# -- §17 §18 §19 §20 §21 --------------------------------------------------------------------------


def test_mercenaries() -> None:
    """§17.0 §17.1 §17.2 §17.4: with one's own of their colour; lost ones leave their chit; Doria the game."""
    w = world({GENDARMES: "bursa", FOE: "serbia"}, hands={"turks": ["janissary_3"]})
    assert camps(w, "turks", "janissary_3") == ["bursa"]
    assert camps(w, "turks", "andrea_doria") == []
    w = world(
        {"janissary_1": "hungary", GENDARMES: "bursa"}, phase="event", control={"janissary_1": "orthodox"}
    )
    w.events = 1
    t = table(w, dice=[2, 5], draws=["weather"] * 3)
    assert "janissary_1" in seen(t).cups["pool"]
    assert seen(t).at["janissary_1"] == "hungary"


def test_islands() -> None:
    """§18.0 §18.4 §18.21: no chit for Crete, Cyprus, Rhodes, Malta; anybody may hold them."""
    assert not {"crete", "cyprus", "rhodes", "malta"} & set(CHITS)
    w = world({})
    assert all(may_stand(w, MILITIA, place) is None for place in ("crete", "famagusta", "rhodes_city"))


def test_chits_are_drawn_to_fifteen_and_lost_unused_alone() -> None:
    """§19.1 §19.11 §19.2 §19.21 §19.3 §19.4."""
    hand = ["agent"] * 10 + ["weather"] * 3 + ["truce"]
    w = world({}, phase="event", hands={"orthodox": hand})
    w.events = 1
    t = table(w, dice=[2, 1], draws=["serbia", "albania"])
    assert [event["n"] for event in told(t, "drew")][:2] == [1, 1]
    assert len(seen(t).cups["orthodox_hand"]) == 15
    w = world({}, phase="event")
    w.events = 1
    t = table(w, dice=[1, 5, 4], draws=["weather"] * 3)
    assert told(t, "lost_chits") == []


def test_diplomacy_and_treachery() -> None:
    """§20.0 §20.3: neutral nations are courted, no core turns."""
    w = world({}, control={"serbia": "orthodox"}, hands={"turks": ["agent"]})
    assert "serbia" not in courted(w) and "hungary" in courted(w) and "spain" not in courted(w)
    assert turncoats(w, "orthodox") == ["serbia"]
    t = table(w, dice=[5])
    order(t, "turks", "agent diplomacy Hungary")
    order(t, "turks", "with 1")
    assert seen(t).control["hungary"] == "turks"


def test_an_empire_needs_eight_key_cities() -> None:
    """§21.0 §21.1 §21.11 §21.12 §4.4: of one colour; a firm region has nobody else in it or its cities."""
    w = world(
        {GENDARMES: "bursa", FOE: "ottomans", "emirates_militia_1": "konya"}, control={"emirates": "turks"}
    )
    assert held(all_holders(w), "turks") == ["bursa"]
    assert firm_regions(all_holders(w), "turks", "turks") == ["emirates"]
    assert imperial(all_holders(w), "turks", "turks") == {"constantinople": 0, "key_cities": 2, "regions": 3}
    w.phase = "turn_end"
    w.turn = w.last_turn
    t = table(w)
    assert t.over and seen(t).result["how"] == "nobody"
