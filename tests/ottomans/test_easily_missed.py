"""Rules that are easily missed in the text: one test for each that the chapters' own tests leave out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.core import Refusal
from adjudicator.ottomans.rules.r08_stacks import is_blocked
from adjudicator.ottomans.rules.r09_attack import attackers_at
from adjudicator.ottomans.rules.r12_food import excess
from adjudicator.ottomans.rules.r13_replacement import most, owed
from adjudicator.ottomans.rules.r18_areas import strait_closed
from adjudicator.ottomans.rules.r20_agents import courted, victims
from adjudicator.ottomans.rules.r21_victory import score, surviving
from adjudicator.ottomans.world import World, all_holders

from .helpers import order, refused, seen, table, told, world

GENDARMES, FEUDAL, MILITIA = "ottomans_gendarmes_1", "ottomans_feudal_array_1", "ottomans_militia_1"
ARMY = (GENDARMES, "ottomans_gendarmes_2", FEUDAL)


def besieging(garrison: str = "hungary_irregulars_1", **hands: list[str]) -> World:
    """14 points of Ottomans stand around Buda, and the Orthodox player holds Hungary."""
    at = {**dict.fromkeys(ARMY, "hungary"), garrison: "buda"}
    return world(at, control={"hungary": "orthodox"}, hands=hands)


# -- §6 to §10 ---------------------------------------------------------------------------------


def test_a_neutral_goes_to_the_highest_die_of_all_but_the_attacker_before_the_battle() -> None:
    """§6.6: the tied cast again; the new controller loses and retreats for it."""
    at = {**dict.fromkeys(ARMY, "serbia"), "serbia_feudal_array_1": "serbia"}
    seats = ("turks", "caliphate", "holy_league", "orthodox")
    t = table(world(at, seats=seats), dice=[4, 2, 4, 1, 6, 5], draws=["truce"] * 2)
    order(t, "turks", "attack Serbia with all")
    assert seen(t).control["serbia"] == "orthodox"
    kinds = [line.event.kind for line in t.ledger.told]
    assert kinds.index("joined") < kinds.index("result")


def test_a_city_of_ones_colour_in_another_hand_is_neither_entered_nor_attacked() -> None:
    """§8.1 §9.23"""
    at = {"emirates_militia_1": "konya", MILITIA: "emirates"}
    w = world(at, phase="movement", control={"emirates": "orthodox"})
    assert refused(table(w), "turks", "move Emirates-Konya: Ottoman Militia") == "8.1"
    w.phase = "combat"
    for others in ({}, {"byzantium_militia_1": "emirates"}):
        w.at |= others
        t = table(w)
        with pytest.raises(Refusal) as no:
            order(t, "turks", "attack Konya with all")
        assert no.value.rule == "9.23" and no.value.why.values == {"place": "konya", "coalition": "turks"}
    with pytest.raises(Refusal) as no:
        order(t, "turks", "attack Ancyra with all")
    assert no.value.rule != "9.23"


def test_a_march_is_not_told_that_units_of_others_are_of_its_coalition() -> None:
    """§9.23 §11.2: the march has gone elsewhere, and other units of its player stand beside the enemy."""
    at = {"serbia_militia_1": "serbia", GENDARMES: "serbia", "mehmed_ii": "rumelia", MILITIA: "rumelia"}
    w = world(at, phase="march", control={"serbia": "orthodox"})
    t = table(w)
    order(t, "turks", "force Mehmed II with all")
    order(t, "turks", "move Rumelia-Byzantium: all")
    assert refused(t, "turks", "attack Serbia with all") == "9.31"


def test_a_city_costs_one_to_enter_and_one_to_leave() -> None:
    """§10.1: a unit of two goes out of Bursa and no further than the region beside it."""
    t = table(world({FEUDAL: "bursa"}, phase="movement"))
    assert refused(t, "turks", "move Bursa-Ottomans-Emirates-Konya: Ottoman Feudal Array") == "7.3"
    order(t, "turks", "move Bursa-Ottomans-Emirates: Ottoman Feudal Array")


def test_nobody_attacks_out_of_a_city() -> None:
    """§10.4"""
    t = table(world({GENDARMES: "bursa", "byzantium_militia_1": "ottomans"}))
    with pytest.raises(Refusal):
        order(t, "turks", "attack Ottomans with all")


def test_a_defeat_in_a_city_is_a_bloodbath_and_gives_no_chit() -> None:
    """§10.32 §27.0: DD becomes BB, by which nobody draws."""
    t = table(besieging(), dice=[4])
    order(t, "turks", "attack Buda with all")
    assert told(t, "bloodbath_in_city")
    assert not told(t, "drew")
    assert "hungary_irregulars_1" in seen(t).dead


def test_an_attacker_who_is_defeated_gives_the_defender_two_chits() -> None:
    """§27.0 AD: half of 7 is 4, so 5 are lost where nothing smaller does; the rest retreats."""
    at = {GENDARMES: "serbia", "ottomans_irregulars_1": "serbia", "serbia_feudal_array_1": "serbia"}
    t = table(world(at, control={"serbia": "orthodox"}), dice=[2], draws=["truce", "weather"])
    order(t, "turks", "attack Serbia with all")
    assert told(t, "result")[0]["how"] == "AD"
    assert refused(t, "turks", "lose Ottoman Irregulars") == "27.0"
    order(t, "turks", "lose Ottoman Gendarmes")
    order(t, "turks", "retreat Rumelia")
    assert seen(t).at["ottomans_irregulars_1"] == "rumelia"
    assert (told(t, "drew")[0]["seat"], told(t, "drew")[0]["n"]) == ("orthodox", 2)


def test_a_bloodbath_destroys_the_side_of_less_printed_strength() -> None:
    """§27.0 BB: a leader of 3 attacks at 2:1, but 7 printed are fewer than 10."""
    at = {"selim_i": "hungary", GENDARMES: "hungary"}
    foes = {"hungary_gendarmes_1": "hungary", "hungary_feudal_array_1": "hungary"}
    t = table(world({**at, **foes}, control={"hungary": "orthodox"}), dice=[2, 6])
    order(t, "turks", "attack Hungary with all")
    assert (told(t, "odds")[0]["odds"], told(t, "result")[0]["how"]) == ("2:1", "BB")
    assert GENDARMES in seen(t).dead
    assert told(t, "survival")[0]["leader"] == "selim_i"
    order(t, "orthodox", "lose Hungarian Gendarmes, Hungarian Feudal Array")
    assert set(foes) <= set(seen(t).dead)


# -- §27.2 chits -------------------------------------------------------------------------------


def test_alliance_joins_two_coalitions_in_the_combat_phase_alone() -> None:
    """§27.2 §6.3"""
    at = dict.fromkeys(("selim_i", GENDARMES, "hungary_gendarmes_1", "serbia_militia_1"), "serbia")
    control = {"hungary": "turks", "serbia": "orthodox"}
    w = world(at, control=control, hands={"turks": ["alliance"]})
    both = "attack Serbia playing Alliance with all against Orthodox"
    t = table(w, dice=[6], draws=["trade_agreement", "truce", "weather"])
    order(t, "turks", both)
    assert told(t, "odds")[0]["attack"] == 3 * (2 + 5) + 5  # the leader is the Turks' alone
    march = world(at, phase="march", control=control, hands={"turks": ["alliance"]})
    t = table(march)
    order(t, "turks", "force Selim I with Ottoman Gendarmes")
    with pytest.raises(Refusal):
        order(t, "turks", "attack Serbia playing Alliance with Selim I, Ottoman Gendarmes against Orthodox")


def test_an_alliance_in_a_schism_does_not_attack_ones_own_units() -> None:
    """§27.2 §14.0 ruling OT-E5: the Turks' own stay theirs, whichever coalition fights beside them."""
    at = dict.fromkeys((GENDARMES, FEUDAL, "serbia_militia_1", "krim_irregulars_1"), "serbia")
    w = world(at, control={"serbia": "turks", "krim": "orthodox"}, hands={"turks": ["alliance"]})
    w.schism = "turks"
    t = table(w, dice=[6], draws=["trade_agreement", "truce", "weather"])
    both = "Ottoman Gendarmes, Serbian Militia"
    order(t, "turks", f"attack Serbia playing Alliance with {both} against Turks")
    assert told(t, "attacked")[0]["defenders"] == ["krim_irregulars_1"]
    assert seen(t).control["ottomans"] == "turks"


def test_an_alliance_in_a_schism_finds_nobody_where_all_are_ones_own() -> None:
    """§9.23 ruling OT-E5: there is no battle to order, and the Alliance stays in hand."""
    at = {"croatia_militia_1": "croatia", "dalmatia_militia_1": "croatia", GENDARMES: "croatia"}
    control = {"croatia": "turks", "dalmatia": "turks"}
    w = world(at, control=control, seats=("turks", "holy_league"), hands={"turks": ["alliance"]})
    w.schism = "holy_league"
    t = table(w)
    with pytest.raises(Refusal):
        order(
            t,
            "turks",
            "attack Croatia playing Alliance with Croatian Militia, Ottoman Gendarmes against Holy League",
        )


def test_a_truce_opens_no_city() -> None:
    """§27.2 Truce: through regions in one move, not into what others hold."""
    w = world(
        {GENDARMES: "rumelia", "serbia_militia_1": "belgrade", "serbia_irregulars_1": "serbia"},
        phase="movement",
        hands={"turks": ["truce"]},
    )
    t = table(w)
    order(t, "turks", "play Truce Rumelia: Ottoman Gendarmes")
    assert refused(t, "turks", "move Rumelia-Serbia-Belgrade: Ottoman Gendarmes") == "8.1"


def test_weather_that_fails_is_spent_all_the_same() -> None:
    """§27.2: 1 to 3 do nothing."""
    w = world({GENDARMES: "rumelia"}, phase="movement", hands={"orthodox": ["weather"]})
    t = table(w, dice=[3], modes={"move": "ask"})
    order(t, "turks", "move Rumelia-Serbia: Ottoman Gendarmes")
    order(t, "orthodox", "play weather Rumelia")
    if "orthodox" in t.pending:
        order(t, "orthodox", "pass")
    assert seen(t).at[GENDARMES] == "serbia"
    assert "weather" in seen(t).cups["pool"]


def test_honors_of_war_do_not_help_a_garrison_that_is_annihilated() -> None:
    """§27.2: DE and AE are carried out as usual."""
    at = dict.fromkeys((*ARMY, "ottomans_infantry_1", "ottomans_infantry_2"), "hungary")
    at["croatia_militia_1"] = "buda"
    w = world(at, control={"croatia": "orthodox"}, hands={"turks": ["honors_of_war"]})
    t = table(w, dice=[6], draws=["trade_agreement", "truce", "weather"])
    order(t, "turks", "attack Buda playing Honors of War with all")
    assert told(t, "result")[0]["how"] == "DE"
    assert not told(t, "honors")
    assert "croatia_militia_1" in seen(t).waiting


# -- §13 §14 ---------------------------------------------------------------------------------------


def test_a_war_takes_face_up_chits_alone() -> None:
    """§14.0 War in the East and in the West; §27.2 Administration does not save an unused one."""
    w = world({}, phase="event", control={"persia": "orthodox"}, hands={"turks": ["turcoman"]})
    w.events = 1
    t = table(w, dice=[6, 3], draws=["weather"] * 9)
    assert "persia" not in seen(t).control
    assert "turcoman" in seen(t).cups["turks_hand"]


def test_civil_war_needs_four_key_cities_and_takes_unused_chits_first() -> None:
    """§14.0: perhaps the Administration itself; then face-up nations, but never the core."""
    key = {GENDARMES: "bursa", FEUDAL: "adrianople", MILITIA: "constantinople"}
    less = world(key, phase="event", control={"serbia": "turks"})
    less.events = 1
    assert told(table(less, dice=[1, 3], draws=["weather"] * 9), "no_effect")
    four = {**key, "ottomans_gendarmes_2": "thessalonica"}
    w = world(four, phase="event", control={"serbia": "turks"}, hands={"turks": ["administration"]})
    w.events = 1
    draws = ["administration", "serbia", *["weather"] * 9]
    t = table(w, dice=[1, 3, 1, 6], draws=draws, modes={"lost": "ask"})
    assert told(t, "lost_chits")[0]["n"] == 1
    assert "serbia" not in seen(t).control
    assert seen(t).control["ottomans"] == "turks"


def test_a_schism_of_the_last_player_ends_with_the_turn() -> None:
    """§14.0: rolled by the last player of a turn it never comes to a battle."""
    w = world({}, phase="turn_end", turn=1)
    w.acting, w.schism = "", "turks"
    assert seen(table(w, dice=[2, 1], draws=["agent"] * 9)).schism == ""


def test_replacement_is_compulsory_for_neutrals_too() -> None:
    """§13.0 §13.3 §13.5(5): the initiative player brings them back; what an AE or DE took waits a turn."""
    w = world({}, phase="replacement")
    w.dead, w.waiting, w.acting = ["georgia_militia_1", "ottomans_militia_1"], ["albania_militia_1"], ""
    assert set(owed(w, "turks")) == {"georgia", "ottomans"}
    assert owed(w, "orthodox") == []


def test_an_enemy_in_the_city_alone_does_not_stop_replacement() -> None:
    """§13.2: the region decides."""
    w = world({"venice_militia_1": "bursa"}, phase="replacement")
    w.dead, w.acting = [MILITIA], ""
    assert owed(w, "turks") == ["ottomans"]
    w.at["venice_militia_1"] = "ottomans"
    assert owed(w, "turks") == []


def test_ships_and_siege_trains_eat_and_leaders_do_not() -> None:
    """§12.2 §12.32 §16.5"""
    units = [MILITIA, "ottomans_irregulars_1", "ottomans_irregulars_2", "ottomans_siege_train_1", "beyazid"]
    w = world(dict.fromkeys(units, "emirates"))
    assert excess(w, "emirates", units) == 0  # three are fed, and one more by the leader of 1
    assert excess(w, "emirates", [*units, "ottomans_siege_train_2"]) == 1
    fleet = [f"ottomans_naval_{n}" for n in (1, 2, 3)]
    assert excess(world(dict.fromkeys(fleet, "bosporus")), "bosporus", fleet) == 1


# -- §5 §20 §21 ------------------------------------------------------------------------------------


def test_initiative_counts_cities_with_units_and_not_those_held_alone() -> None:
    """§5.1(1): also a city that another coalition shares."""
    at = {MILITIA: "belgrade", GENDARMES: "vienna", "byzantium_militia_1": "constantinople"}
    w = world(at, phase="turn_start", turn=2)
    t = table(w, draws=["agent"] * 9)
    assert told(t, "initiative")[0]["seat"] == "turks"


def test_neutral_leaders_are_not_murdered_and_nobody_defends_a_neutral() -> None:
    """§20.2 §20.3: Diplomacy asks one number alone."""
    w = world({"skanderbeg": "albania"}, hands={"turks": ["agent"], "orthodox": ["agent"]})
    assert victims(w, "orthodox") == []
    assert "albania" in courted(w)
    t = table(w, dice=[5])
    order(t, "turks", "agent diplomacy Albania")
    assert list(t.pending) == ["turks"]
    order(t, "turks", "with 1")
    assert seen(t).control["albania"] == "turks"


def test_constantinople_counts_for_mere_occupation() -> None:
    """§21.2a: by any colour of one's own; b to d need the core's colour. §21.1: an empire ends survival."""
    w = world({"venice_militia_1": "constantinople"}, control={"venice": "turks"})
    assert surviving(w.core, all_holders(w), "turks") == {
        "constantinople": 2,
        "key_cities": 0,
        "regions": 0,
        "abroad": 0,
    }
    units = ("gendarmes_1", "gendarmes_2", "feudal_array_1", "feudal_array_2", "infantry_1", "infantry_2")
    cities = ("bursa", "adrianople", "cairo", "damascus", "baghdad", "tabriz")
    empire = world(
        {
            **{f"ottomans_{u}": city for u, city in zip(units, cities, strict=True)},
            "ottomans_irregulars_1": "isfahan",
            "ottomans_irregulars_2": "vienna",
            "venice_militia_1": "constantinople",
        },
        control={"venice": "orthodox"},
    )
    assert score(empire).points["orthodox"] == 0
    assert score(empire).points["turks"] >= 16


# -- more of the same lines --------------------------------------------------------------------


def test_units_of_the_same_colour_never_stop_a_move() -> None:
    """§7.7: nor does another player's unit of one's own coalition."""
    w = world({"krim_irregulars_1": "walachia"}, control={"krim": "orthodox"})
    assert not is_blocked(w, "turks", "walachia")
    assert is_blocked(w, "orthodox", "walachia")


def test_ones_own_ships_of_another_colour_close_the_strait_too() -> None:
    """§7.63: Venetians whom the Turks player controls."""
    w = world({GENDARMES: "ottomans", "venice_naval_1": "bosporus"}, control={"venice": "turks"})
    stop = strait_closed(w, "turks", "ottomans", "byzantium")
    assert stop is not None and stop.rule == "7.63"


def test_a_stack_drops_units_on_the_way_and_takes_none_up() -> None:
    """§7.3: each unit goes as far as it is ordered; units on the way are not part of the stack."""
    at = {GENDARMES: "bursa", FEUDAL: "bursa", "emirates_militia_1": "emirates"}
    t = table(world(at, phase="movement", control={"emirates": "turks"}))
    line = "move Bursa-Ottomans-Emirates-Syria: Ottoman Gendarmes, Emirate Militia"
    with pytest.raises(Refusal):
        order(t, "turks", line)
    order(t, "turks", "move Bursa-Ottomans: Ottoman Feudal Array")
    order(t, "turks", "move Bursa-Ottomans-Emirates-Syria: Ottoman Gendarmes")
    assert (seen(t).at[FEUDAL], seen(t).at[GENDARMES]) == ("ottomans", "syria")


@pytest.mark.parametrize(("die", "how"), [(1, "AE"), (4, "AD")])
def test_honors_of_war_do_not_spare_a_beaten_attacker(die: int, how: str) -> None:
    """§27.2: by AD and AE the attacker suffers as usual."""
    at = {
        GENDARMES: "hungary",
        FEUDAL: "hungary",
        "croatia_militia_1": "buda",
        "croatia_irregulars_1": "buda",
    }
    w = world(at, control={"croatia": "orthodox"}, hands={"turks": ["honors_of_war", "uprising"]})
    t = table(w, dice=[die], draws=["trade_agreement", "truce", "truce"][how == "AD" :])
    order(t, "turks", "attack Buda playing Honors of War with all")
    assert told(t, "result")[0]["how"] == how
    assert not told(t, "honors")
    if how == "AE":
        assert {GENDARMES, FEUDAL} <= set(seen(t).waiting)
    else:
        assert refused(t, "turks", "lose Ottoman Feudal Array") == "27.0"


def test_nation_out_takes_an_unused_chit_which_administration_does_not_save() -> None:
    """§14.0 example, §27.2: nobody is asked for a chit that is not in play."""
    hands = {"orthodox": ["transylvania", "administration"]}
    w = world({}, phase="event", hands=hands)
    w.events = 1
    t = table(w, dice=[4, 3, 1, 3], draws=["weather"] * 9, modes={"lost": "ask"})
    assert told(t, "unused_out")[0]["chit"] == "transylvania"
    assert "administration" in seen(t).cups["orthodox_hand"]


def test_one_leader_of_each_player_checks_in_a_plague() -> None:
    """§14.0 Plague: as the player chooses."""
    at = {"selim_i": "serbia", "beyazid": "belgrade", "vlad": "serbia"}
    w = world(at, phase="event", control={"walachia": "orthodox"})
    w.events = 1
    t = table(w, dice=[3, 1, 5, 4, 6], draws=["weather"] * 9)
    order(t, "turks", "Beyazid")
    assert [event["leader"] for event in told(t, "survival")] == ["beyazid", "vlad"]
    assert seen(t).at["selim_i"] == "serbia"


def test_a_leader_brings_back_more_in_a_controlled_region_alone() -> None:
    """§13.5(1): a neutral nation has its one unit, whatever leader its army has."""
    w = world({"skanderbeg": "croia", "selim_i": "bursa"}, phase="replacement")
    assert (most(w, "turks", "ottomans"), most(w, "", "albania")) == (3, 1)


def test_a_leader_comes_at_once_in_the_opening_deal_too() -> None:
    """§13.7 §4.1(3): placed by the controller of the nation, and no chit comes instead."""
    w = world({GENDARMES: "bursa"}, phase="deal")
    w.cores, w.done = ["turks", "orthodox"], ["turks"]
    w.cups["turks_hand"] = []
    t = table(w, draws=["selim_i", *["agent"] * 7, *["weather"] * 3, *["truce"] * 2, *["uprising"] * 2])
    assert seen(t).at["selim_i"] == "bursa"
    assert seen(t).cups["orthodox_hand"] == ["agent"] * 7


def test_only_marchers_fight_and_other_leaders_among_them_are_spent() -> None:
    """§11.2 §11.11: those who stay behind take no part; Beyazid, who went along, marches no more."""
    at = {"selim_i": "serbia", "beyazid": "serbia", GENDARMES: "serbia", FEUDAL: "serbia"}
    w = world({**at, "serbia_militia_1": "serbia"}, phase="march", control={"serbia": "orthodox"})
    t = table(w, dice=[5], draws=["trade_agreement", "truce", "weather"])
    order(t, "turks", "force Selim I with Beyazid, Ottoman Gendarmes")
    order(t, "turks", "attack Serbia with all")
    assert FEUDAL not in told(t, "attacked")[0]["units"]
    order(t, "turks", "halt")
    assert refused(t, "turks", "force Beyazid with Ottoman Feudal Array") in ("11.4", "11.11")


def test_a_landing_is_fought_without_the_land_units_of_the_region() -> None:
    """§16.7 §29.1 errata of 16.3; §16.33 a unit that was carried does not march on."""
    at = {"ottomans_naval_1": "aegean", "janissary_1": "aegean", GENDARMES: "byzantium"}
    w = world({**at, "byzantium_militia_1": "thessalonica"}, control={"janissary_1": "turks"})
    w.aboard = {"janissary_1": "ottomans_naval_1"}
    assert attackers_at(w, "turks", "thessalonica/aegean") == ["janissary_1", "ottomans_naval_1"]
    assert attackers_at(w, "turks", "thessalonica") == [GENDARMES]
    carried = world({MILITIA: "izmir", "ottomans_naval_1": "aegean"}, phase="movement")
    t = table(carried)
    order(t, "turks", "ship Aegean: Ottoman Militia from Izmir to Byzantium")
    with pytest.raises(Refusal):
        order(t, "turks", "move Byzantium-Thessalonica: Ottoman Militia")


def test_a_mercenary_that_is_betrayed_stays_on_the_map() -> None:
    """§20.0 Treachery, §17.2(1); ruling OT-C2: its chit goes back to the pool, and it obeys nobody."""
    w = world({"janissary_1": "hungary"}, control={"janissary_1": "orthodox"}, hands={"turks": ["agent"] * 2})
    t = table(w, dice=[6])
    order(t, "turks", "agent treachery Orthodox")
    order(t, "turks", "with 2")
    order(t, "orthodox", "with 0")
    order(t, "turks", "Janissary 1")
    assert seen(t).at["janissary_1"] == "hungary"
    assert "janissary_1" in seen(t).cups["pool"]


# -- examples and answers that no other test has ------------------------------------------------


def test_one_hand_and_colour_fights_together_and_two_colours_do_not() -> None:
    """§9.24 example: Austrians and Bohemians add up, Austrians and Byzantines do not."""
    at = dict.fromkeys(("austria_feudal_array_1", "bohemia_feudal_array_1", "byzantium_militia_1"), "serbia")
    control = dict.fromkeys(("bohemia", "byzantium"), "holy_league")
    seats = ("turks", "holy_league")
    w = world({**at, "serbia_militia_1": "serbia"}, seats=seats, acting="holy_league", control=control)
    both = "Austrian Feudal Array, Bohemian Feudal Array"
    assert refused(table(w), "holy_league", f"attack Serbia with {both}, Byzantine Militia") == "9.24"
    t = table(w, dice=[5], draws=["weather"] * 3)
    order(t, "holy_league", f"attack Serbia with {both}")
    assert told(t, "odds")[0]["attack"] == 4 + 3


def test_a_leader_of_one_makes_a_city_of_three_feed_four() -> None:
    """§12.4 example"""
    units = ["austria_feudal_array_1", "austria_infantry_1", "austria_militia_1", "austria_siege_train_1"]
    w = world(dict.fromkeys([*units, "frederick"], "vienna"))
    assert excess(w, "vienna", units) == 1
    assert excess(w, "vienna", [*units, "frederick"]) == 0


def test_answers_on_chits_and_agents() -> None:
    """§29.0: Portuguese may be kept; any number of AGENTs courts a neutral; Coup takes unused chits."""
    hands = {"turks": ["agent"] * 4 + ["portuguese_in_the_east"], "orthodox": ["truce"]}
    w = world({}, phase="stratagem", hands=hands)
    w.control["serbia"] = "orthodox"
    t = table(w, dice=[2, 6, 3], draws=["truce", "trade_agreement"])
    order(t, "turks", "agent diplomacy Hungary")
    order(t, "turks", "with 3")
    assert told(t, "operation")[0]["agents"] == 3
    order(t, "turks", "agent coup Orthodox")
    order(t, "turks", "with 1")
    order(t, "orthodox", "with 0")
    order(t, "turks", "scatter")
    assert seen(t).cups["orthodox_hand"] == []
    assert seen(t).control["serbia"] == "orthodox"
    order(t, "turks", "end")
    assert "portuguese_in_the_east" in seen(t).cups["turks_hand"]


def test_nations_that_pass_to_different_players_do_not_share_a_city() -> None:
    """§6.22(3) §6.5: who is attacked leaves after the battle, who stands elsewhere at once."""
    at = {GENDARMES: "hungary", "austria_infantry_1": "buda", "hungary_gendarmes_1": "buda"}
    at |= {"austria_militia_1": "vienna", "hungary_irregulars_1": "vienna"}
    seats = ("turks", "caliphate", "orthodox")
    control = {"austria": "turks", "hungary": "turks"}
    w = world(at, seats=seats, control=control, hands={"turks": ["uprising"]})
    t = table(w, dice=[6, 1, 1, 6, 1], draws=["trade_agreement", "truce", "weather"])
    order(t, "turks", "attack Buda with all")
    order(t, "orthodox", "none")
    order(t, "caliphate", "sally none")
    order(t, "orthodox", "sally none")
    after = seen(t)
    assert told(t, "result")[0]["how"] == "AE"
    assert (after.control["austria"], after.control["hungary"]) == ("caliphate", "orthodox")
    assert (after.at["austria_infantry_1"], after.at["hungary_gendarmes_1"]) == ("hungary", "buda")
    assert (after.at["austria_militia_1"], after.at["hungary_irregulars_1"]) == ("austria", "vienna")
    assert [v["units"] for v in told(t, "left_city")] == [["austria_militia_1"], ["austria_infantry_1"]]


def test_the_holy_roman_empires_nations_leave_cities_of_their_former_player() -> None:
    """§6.22(3) §27.2 Holy Roman Empire."""
    at = {"bohemia_wagenburg_1": "cracow", "poland_militia_1": "cracow"}
    w = world(
        at,
        phase="stratagem",
        acting="holy_league",
        seats=("turks", "holy_league"),
        control={"bohemia": "turks", "poland": "turks"},
        hands={"holy_league": ["holy_roman_empire"]},
        scenario="3",
        turn=6,
    )
    t = table(w)
    order(t, "holy_league", "play Holy Roman Empire")
    order(t, "holy_league", "none")
    assert seen(t).at["bohemia_wagenburg_1"] == "poland"


def test_the_table_of_this_folder_names_tests_that_exist() -> None:
    folder = Path(__file__).parent
    sources = "".join(path.read_text(encoding="utf-8") for path in folder.glob("test_*.py"))
    named = re.findall(
        r"`(test_\w+)`", (folder / "README.md").read_text(encoding="utf-8").partition("| § |")[2]
    )
    assert len(named) > 60
    assert [name for name in named if f"def {name}(" not in sources] == []
