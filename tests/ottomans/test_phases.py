"""§5 §12 §13 §14 §20 §21 §27.2: initiative, food, replacement, events, agents, chits, victory."""

from __future__ import annotations

import pytest

from adjudicator.core import Menu
from adjudicator.ottomans.rules.r05_turn import due
from adjudicator.ottomans.rules.r12_food import excess
from adjudicator.ottomans.rules.r13_replacement import most, region_bar
from adjudicator.ottomans.rules.r21_victory import empire, imperial, score, surviving, threshold
from adjudicator.ottomans.world import all_holders, occupied
from tests.kit.counting import count

from .count_rules import everything, of_game
from .helpers import order, refused, seen, table, told, world


def test_every_player_has_the_supply_of_an_area() -> None:
    """§12.2 example: in a region of 3 both feed three; §12.4 its city feeds as many again."""
    turks = ["ottomans_gendarmes_1", "ottomans_gendarmes_2", "ottomans_gendarmes_3"]
    greeks = ["byzantium_feudal_array_1", "byzantium_militia_1", "serbia_militia_1"]
    w = world(dict.fromkeys([*turks, *greeks], "austria"), control={"serbia": "orthodox"})
    assert excess(w, "austria", turks) == excess(w, "austria", greeks) == 0
    assert excess(w, "austria", [*turks, "ottomans_militia_1"]) == 1
    assert excess(w, "vienna", [*turks, "ottomans_militia_1"]) == 1


def test_a_leader_feeds_their_own_coalition() -> None:
    """§12.3 example: four Turks in a region of 2 with a leader of 1 lose one; §12.32 leaders eat nothing."""
    units = ["ottomans_gendarmes_1", "ottomans_gendarmes_2", "ottomans_militia_1", "ottomans_irregulars_1"]
    w = world(dict.fromkeys([*units, "beyazid", "vlad"], "walachia"))
    assert excess(w, "walachia", [*units, "beyazid"]) == 1
    assert excess(w, "walachia", [*units, "vlad"]) == 2


def test_only_another_colour_bars_replacement() -> None:
    """§13.2 examples: Hungarians in Turkish hands do not bar Austria, Byzantines of one's own do."""
    seats = ("turks", "holy_league")
    w = world({"hungary_irregulars_1": "austria"}, seats=seats, control={"hungary": "turks"})
    assert region_bar(w, "austria") is None
    w = world({"byzantium_militia_1": "austria"}, seats=seats, control={"byzantium": "holy_league"})
    stop = region_bar(w, "austria")
    assert stop is not None and stop.rule == "13.2"


def test_one_unit_comes_back_and_more_with_a_leader() -> None:
    """§13.0 §13.5(1): the one is compulsory, the leader's others are not."""
    w = world({"selim_i": "bursa"}, phase="replacement", acting="")
    assert most(w, "turks", "ottomans") == 3
    w.dead = ["ottomans_gendarmes_1", "ottomans_militia_1"]
    t = table(w)
    assert refused(t, "turks", "end") == "13.0"
    order(t, "turks", "replace Ottoman Militia at Bursa")
    order(t, "turks", "end")
    assert seen(t).at["ottomans_militia_1"] == "bursa"
    assert "ottomans_gendarmes_1" in seen(t).dead


def test_nation_out_takes_used_and_unused_chits_but_no_core() -> None:
    """§14.0 example: 4 and 3 are A+B; Transylvania's chit goes, Byzantium is a core (ruling OT-C1)."""
    control = {"transylvania": "turks"}
    w = world({"transylvania_irregulars_1": "serbia"}, phase="event", control=control)
    w.events = 1
    t = table(w, dice=[4, 3, 1, 3], draws=["weather"] * 9)
    assert told(t, "determined")[0]["nation"] == "byzantium"
    assert seen(t).control.get("byzantium") == "orthodox"
    assert "transylvania" not in seen(t).control
    assert seen(t).at["transylvania_irregulars_1"] == "transylvania"
    assert len(told(t, "no_effect")) == 1


def test_a_plague_where_nobody_is_has_no_effect() -> None:
    """§14.0 3 and 6 are the plague, a 4 is Muscovy: that nothing happens is told."""
    w = world({}, phase="event")
    w.events = 1
    t = table(w, dice=[3, 6, 4], draws=["weather"] * 9)
    assert told(t, "determined")[0]["nation"] == "muscovy" and len(told(t, "no_effect")) == 1


def test_nation_out_as_the_text_has_it() -> None:
    """§14.0 example: 4 and 3 are A+B; a 1 takes Byzantium's chit wherever it is, a 3 Transylvania's."""
    control = {"transylvania": "turks"}
    for hands in ({"orthodox": ["byzantium"]}, {}):
        w = world({"byzantium_infantry_1": "serbia"}, phase="event", control=control, hands=hands)
        w.core["orthodox"] = "georgia"
        w.control["georgia"] = "orthodox"
        del w.control["byzantium"]
        if not hands:
            w.control["byzantium"] = "orthodox"
        w.events = 1
        t = table(w, dice=[4, 3, 1, 3], draws=["weather"] * 9)
        assert told(t, "event")[0]["letters"] == "A+B"
        assert not {"byzantium", "transylvania"} & set(seen(t).control)
        assert {"byzantium", "transylvania"} <= set(seen(t).cups["pool"])


@pytest.mark.parametrize("phase", ["stratagem", "movement", "combat", "march"])
def test_chits_are_played_in_any_phase_of_ones_own_turn(phase: str) -> None:
    """§27.2 §29.0: unless they say otherwise, whenever their player likes, and not in another's turn."""
    own = ["portuguese_in_the_east", "truce", "uprising"]
    hands = {"turks": own, "orthodox": ["french_alliance", "agent"]}
    w = world({"ottomans_militia_1": "bursa"}, phase=phase, control={"egypt": "turks"}, hands=hands)
    t = table(w, draws=["truce", "uprising"])
    assert list(t.pending) == ["turks"]
    assert [set(menu.items()) for menu in t.asides().values() if isinstance(menu, Menu)] == [{"agent"}]
    order(t, "turks", "play Portuguese in the East")
    assert told(t, "played")[0]["chit"] == "portuguese_in_the_east"


def test_a_later_schism_takes_the_place_of_the_first() -> None:
    """§14.0 example"""
    w = world({}, phase="event")
    w.events = 2
    t = table(w, dice=[6, 1, 1, 6, 2, 5], draws=["weather"] * 9)
    assert [event["coalition"] for event in told(t, "schism")] == ["holy_league", "turks"]


def test_administration_saves_a_nation() -> None:
    """§27.2 §6.2: the controller is asked when a face-up chit is about to go, also in another's turn."""
    w = world({}, phase="event", control={"persia": "orthodox"}, hands={"orthodox": ["administration"]})
    w.events = 1
    t = table(w, dice=[6, 3], draws=["weather"] * 9, modes={"lost": "ask"})
    order(t, "orthodox", "play administration")
    assert seen(t).control["persia"] == "orthodox"
    assert told(t, "played_on")[0]["chit"] == "administration"


def test_agents_are_sealed_and_shown_together() -> None:
    """§20.1: two against one and a die of 5 make 6, a success; the chits go back to the pool."""
    hands = {"turks": ["agent", "agent"], "orthodox": ["agent"]}
    w = world({"constantine": "byzantium"}, phase="combat", hands=hands)
    t = table(w, dice=[5, 6])
    order(t, "turks", "agent assassinate Orthodox")
    order(t, "turks", "with 2")
    order(t, "orthodox", "with 1")
    assert told(t, "operation_result")[0]["how"] == "success"
    order(t, "turks", "Constantine")
    assert seen(t).gone == ["constantine"]
    assert seen(t).cups["pool"].count("agent") == 10


def test_retaliation_inside_gives_all_others_a_chit() -> None:
    """§20.2: nobody opposes an attempt on one's own leader."""
    w = world({"constantine": "byzantium"}, acting="orthodox", hands={"orthodox": ["agent"]})
    t = table(w, dice=[1], draws=["truce"])
    order(t, "orthodox", "agent assassinate Orthodox")
    order(t, "orthodox", "with 1")
    assert told(t, "operation_result")[0]["how"] == "retaliation"
    assert "truce" in seen(t).cups["turks_hand"]


def test_no_nation_retaliates() -> None:
    """§20.3 ruling OT-G3: nobody draws a chit after diplomacy."""
    w = world({}, phase="stratagem", hands={"turks": ["agent"]})
    t = table(w, dice=[1])
    order(t, "turks", "agent diplomacy Persia")
    order(t, "turks", "with 1")
    assert told(t, "operation_result")[0]["how"] == "retaliation/nobody"


def test_a_drawn_leader_comes_to_their_nations_player() -> None:
    """§13.7 §29.0: at once, no substitute, and no chit in hand."""
    at = {"ottomans_militia_1": "bursa", "ottomans_gendarmes_1": "rumelia"}
    w = world(at, acting="orthodox", phase="draw")
    t = table(w, draws=["selim_i", "truce", "agent"])
    order(t, "turks", "at Rumelia")
    assert seen(t).at["selim_i"] == "rumelia"
    assert seen(t).cups["orthodox_hand"] == ["agent", "truce"]


def test_chits_due() -> None:
    """§5.1(2a): the best leader, key cities of one's own alone, and 3, 2 or 1 by players."""
    at = {"selim_i": "bursa", "vlad": "walachia", "ottomans_militia_1": "adrianople"}
    w = world({**at, "venice_militia_1": "adrianople"})
    assert occupied(w, "turks") == ["bursa"]
    assert due(w, "turks") == 3 + 1 + 3


def test_the_holy_roman_empire_takes_chits_from_hands() -> None:
    """§27.2 in scenario 3: out of pool, hands and control; ruling OT-X3."""
    seats = ("turks", "holy_league")
    hands = {"holy_league": ["holy_roman_empire"], "turks": ["tyrol"]}
    w = world(
        {}, scenario="3", turn=6, acting="holy_league", seats=seats, hands=hands, control={"bohemia": "turks"}
    )
    w.cups["later"].remove("spain")
    w.cups["pool"] = sorted([*w.cups["pool"], "spain"])
    t = table(w)
    order(t, "holy_league", "play Holy Roman Empire")
    mine = {c for c, s in seen(t).control.items() if s == "holy_league"}
    assert mine == {"austria", "spain", "bohemia", "tyrol", "croatia"}
    assert seen(t).at["spain_militia_1"] == "valletta"
    early = world({}, acting="holy_league", seats=seats, hands=hands)
    assert refused(table(early), "holy_league", "play Holy Roman Empire") == "27.2"


def test_white_sheep_bring_back_turk_irregulars() -> None:
    """§27.2 White Sheep Confederation: in a region of Turks or Caliphate, beyond other replacements."""
    w = world(
        {"ottomans_militia_1": "bursa"}, phase="replacement", acting="", hands={"turks": ["white_sheep"]}
    )
    w.dead = ["krim_irregulars_1"]
    t = table(w)
    order(t, "turks", "White Sheep Krim Irregulars at Kurdistan")
    assert seen(t).at["krim_irregulars_1"] == "kurdistan"


def test_control_chits_only_in_ones_own_turn() -> None:
    """§6.11 §29.0"""
    w = world({"ottomans_militia_1": "bursa"}, hands={"turks": ["serbia"], "orthodox": ["albania"]})
    t = table(w)
    order(t, "turks", "activate Serbia")
    assert seen(t).control["serbia"] == "turks"
    assert [set(menu.items()) for menu in t.asides().values() if isinstance(menu, Menu)] == [{"agent"}]


KEYS = ["bursa", "adrianople", "constantinople", "thessalonica", "belgrade", "buda", "vienna", "cairo"]
TURKISH = ["ottomans_gendarmes_1", "ottomans_gendarmes_2", "emirates_militia_1", "rumelia_militia_1"]
TURKISH += ["rumelia_irregulars_1", "emirates_irregulars_1", "krim_irregulars_1", "krim_irregulars_2"]


def test_an_empire_may_be_won_by_another_colour() -> None:
    """§21.13 example: the Turks are the empire, and a Byzantine player with Emirates and Rumelia wins."""
    at = dict(zip(TURKISH, KEYS, strict=True))
    control = dict.fromkeys(("emirates", "rumelia", "krim"), "orthodox")
    w = world(at, control=control)
    assert empire(all_holders(w)) == "turks"
    points = score(w).points
    assert points["orthodox"] > points["turks"]
    assert imperial(all_holders(w), "orthodox", "turks")["constantinople"] == 4


def test_survival_counts_ones_own_colour() -> None:
    """§21.2 §21.13: the threshold of the Turks is 14; an option leaves Muscovy out of the Orthodox'."""
    w = world({"ottomans_gendarmes_1": "bursa", "ottomans_militia_1": "walachia"})
    assert surviving(w.core, all_holders(w), "turks") == {
        "constantinople": 0,
        "key_cities": 1,
        "regions": 4,
        "abroad": 1,
    }
    assert threshold(w, "turks") == 14
    assert threshold(w, "orthodox") == 12
    assert threshold(world({}, options={"threshold": "present"}), "orthodox") == 12 - 2


@pytest.mark.parametrize("seats", [("turks", "orthodox"), ("turks", "caliphate", "orthodox")])
def test_two_events_for_two_players(seats: tuple[str, ...]) -> None:
    """§5.1(2e) §27.2: with two seats two in each player's own turn, and chits may be played between them."""
    w = world({}, phase="march", seats=seats, hands={"turks": ["weather", "serbia"]})
    t = table(w, dice=[1, 3, 1, 3], draws=["administration"] * 4)
    order(t, "turks", "end")
    assert len(told(t, "event")) == 1
    if len(seats) == 2:
        order(t, "turks", "activate Serbia")
        order(t, "turks", "end")
    assert len(told(t, "event")) == 4 - len(seats)
    assert seen(t).control.get("serbia", "") == ("turks" if len(seats) == 2 else "")


@pytest.mark.byhand
def test_every_event_chit_result_and_sentence_is_reached() -> None:
    """§14.0 §27.0 §27.2: over the long run, of all scenarios and rosters."""
    counts = count(of_game, range(600))
    assert [name for name in everything() if not counts[name]] == []
