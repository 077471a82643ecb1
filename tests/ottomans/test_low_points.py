"""What is easily wrong in small: rights with their owners, draws one by one, refusals that say why."""

from __future__ import annotations

import pytest

from adjudicator.core import Refusal
from adjudicator.core.language.words import fill
from adjudicator.ottomans import GAME
from adjudicator.ottomans.position import problems
from adjudicator.ottomans.rules.r27_results import smallest
from adjudicator.ottomans.world import World

from .helpers import order, refused, seen, table, told, world

GENDARMES = "ottomans_gendarmes_1"


def said(t: object, seat: str, text: str) -> str:
    """The whole refusal of an order, in English."""
    with pytest.raises(Refusal) as why:
        order(t, seat, text)  # type: ignore[arg-type]
    return fill(why.value.why, "en", GAME.lexicon.label)


def test_what_is_left_of_kaisar_i_rum_is_nobody_elses() -> None:
    """§27.2 (2): in that player's own Replacement Phase, for their own leader."""
    at = {"mehmed_ii": "constantinople", GENDARMES: "bursa", "byzantium_militia_1": "trebizond"}
    w = world(at, phase="replacement", control={"emirates": "orthodox"}, hands={"turks": ["kaisar_i_rum"]})
    w.acting, w.dead = "", ["emirates_feudal_array_1"]
    t = table(w)
    order(t, "turks", "Kaisar-i-Rum Mehmed II")
    order(t, "turks", "end")
    with pytest.raises(Refusal):
        order(t, "orthodox", "court Emirate Feudal Array at Byzantium")
    assert seen(t).court == {}


def test_a_drawn_leader_leaves_room_for_a_chit() -> None:
    """§13.7 §19.4 ruling OT-L5: fourteen in hand, three due, the first is Matthias: the hand is fifteen."""
    held = ["agent"] * 10 + ["weather"] * 3
    w = world({"hungary_gendarmes_1": "buda", GENDARMES: "bursa"}, phase="draw", hands={"turks": held})
    w.cups["turks_hand"] = sorted([*w.cups["turks_hand"], "truce"])
    w.cups["pool"].remove("truce")
    assert len(w.cups["turks_hand"]) == 14
    t = table(w, draws=["matthias", "alliance"])
    assert len(seen(t).cups["turks_hand"]) == 15
    assert seen(t).at["matthias"] == "buda"


@pytest.mark.parametrize(("second", "asked"), [("infantry", True), ("militia", False)])
def test_a_leader_of_nobodys_nation_stands_where_the_drawer_says(second: str, asked: bool) -> None:
    """§13.7 ruling OT-L4 Of equally strong areas; else with the strongest."""
    units = {"austria_feudal_array_1": "austria", f"austria_{second}_1": "bohemia", GENDARMES: "bursa"}
    w = world(units, phase="draw", hands={"turks": ["agent"] * 13}, control={"austria": ""})
    t = table(w, draws=["maximilian", *["alliance"] * 9])
    assert ("turks" in t.pending and t.choice("turks").rule == "13.7") == asked
    if asked:
        order(t, "turks", "at Bohemia")
    assert seen(t).at["maximilian"] == ("bohemia" if asked else "austria")


def test_medicis_exchanges_one_of_two_equal_chits() -> None:
    """§27.2: the other one was drawn in this phase all the same."""
    hands = {"turks": ["medicis_vizier", "medicis_vizier", "agent", "agent"]}
    w = world({}, phase="stratagem", hands=hands)
    w.drawn = ["agent", "agent"]
    t = table(w)
    order(t, "turks", "play Medicis/Vizier")
    order(t, "turks", "Agent for Truce")
    assert seen(t).drawn == ["agent", "truce"]


def test_the_smallest_loss_spares_leaders_of_neutrals() -> None:
    """§27.0 ruling OT-B9: three of eight points are one unit of three, not two leaders."""
    at = dict.fromkeys(("hunyadi", "matthias", "hungary_irregulars_1", "transylvania_feudal_array_1"), "buda")
    w = world(at)
    assert smallest(w, list(at), 3) == ["transylvania_feudal_array_1"]
    assert smallest(w, list(at), 2) == ["hungary_irregulars_1"]


def test_a_short_name_means_ones_own() -> None:
    """The Achaeans' Gendarmes in the same region make nothing ambiguous."""
    at = {GENDARMES: "byzantium", "achaea_gendarmes_1": "byzantium"}
    t = table(world(at, phase="movement", control={"achaea": "orthodox"}))
    assert refused(t, "turks", "move Byzantium-Achaea: Achaean Gendarmes") == "6.4"
    order(t, "turks", "move Byzantium-Achaea: Gendarmes")
    assert seen(t).at[GENDARMES] == "achaea"


def test_after_its_one_attack_an_area_says_so() -> None:
    """§8.3 §27.2: and not that nothing is there."""
    at = {GENDARMES: "serbia", "serbia_militia_1": "serbia", "serbia_irregulars_1": "serbia"}
    w = world(at, control={"serbia": "orthodox"})
    w.fought = [GENDARMES]
    assert refused(table(w), "turks", "attack Serbia with all") == "8.3"
    w.spared = ["serbia"]
    assert refused(table(w), "turks", "attack Serbia with all") == "27.2"


def test_a_single_enemy_of_an_alliance_need_not_be_named() -> None:
    """§9.32 §27.2 Turks and Serbs against Hungarians."""
    at = {GENDARMES: "hungary", "serbia_militia_1": "hungary", "hungary_irregulars_1": "hungary"}
    w = world(at, control={"serbia": "turks", "hungary": "orthodox"}, hands={"turks": ["alliance"]})
    t = table(w, dice=[3], draws=["agent", "truce"])
    order(t, "turks", "attack Hungary playing Alliance with all")
    assert told(t, "attacked")[0]["defenders"] == ["hungary_irregulars_1"]


def test_several_enemies_are_named_in_the_refusal() -> None:
    """§9.32: against whom?"""
    at = {GENDARMES: "hungary", "serbia_militia_1": "hungary", "hungary_irregulars_1": "hungary"}
    t = table(world(at, control={"serbia": "orthodox", "hungary": "orthodox"}))
    assert "Holy League" in said(t, "turks", "attack Hungary with all")
    assert "Orthodox" in said(t, "turks", "attack Hungary with all")


def test_the_knights_can_be_written_where_they_begin() -> None:
    """§26.1 3.0(3): on Rhodes, their chit in the pool."""
    cores = {"turks": "ottomans", "caliphate": "egypt"}
    assert GAME.complete is not None
    w: World = GAME.complete({"at": {"st_john_1": "rhodes_city"}, "core": cores}, {})
    assert list(problems(w)) == []
    assert "st_john_1" in w.cups["pool"]


def test_nobody_moved_whom_weather_stopped_at_the_start() -> None:
    """§27.2 ruling OT-W3"""
    w = world({GENDARMES: "rumelia"}, phase="movement", hands={"orthodox": ["weather"]})
    t = table(w, dice=[5], modes={"move": "ask"})
    order(t, "turks", "move Rumelia-Serbia: Gendarmes")
    order(t, "orthodox", "play weather Rumelia")
    assert (told(t, "moved"), len(told(t, "weather_stops"))) == ([], 1)


def test_the_question_of_a_reroll_says_which_die() -> None:
    """§27.2 Jesuits/Sufis: whose, and what for."""
    w = world({"mehmed_ii": "bursa"}, phase="event", hands={"turks": ["jesuits_sufis"]})
    w.events = 1
    t = table(w, dice=[1], modes={"die": "ask"})
    prompt = fill(t.choice("turks").prompt, "en", GAME.lexicon.label)
    assert "random event" in prompt and "Turks" in prompt
