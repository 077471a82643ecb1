"""§27.0(2) §16.9 §12.0 §6.22(1): who of equal counters is meant, and who sinks with a ship."""

from __future__ import annotations

import pytest

from adjudicator.core import Reader, Refusal
from adjudicator.ottomans import GAME
from adjudicator.ottomans.sorts import kind_of, sorts
from adjudicator.ottomans.world import World

from .helpers import ENGLISH, order, seen, table, told, world

FIRST, SECOND, RIDER = "ottomans_naval_1", "ottomans_naval_2", "ottomans_gendarmes_1"
JAPANESE = Reader(GAME.lexicon, "ja")
LEAGUE = ("turks", "holy_league")


def fleet(phase: str) -> World:
    """Two Ottoman ships in the Aegean, the first with Gendarmes aboard, and a Venetian one."""
    at = dict.fromkeys((FIRST, SECOND, RIDER, "venice_naval_1"), "aegean")
    w = world(at, phase=phase, seats=LEAGUE, control={"venice": "holy_league"})
    w.aboard = {RIDER: FIRST}
    return w


def test_sorts_have_names_in_both_languages() -> None:
    """The label says who is aboard, and in which area a unit is."""
    w = world({FIRST: "aegean", SECOND: "bosporus", RIDER: "aegean", "mehmed_ii": "aegean"})
    w.aboard = {RIDER: FIRST, "mehmed_ii": FIRST}
    laden, empty = sorted(sorts(w, [FIRST, SECOND]), key=lambda sort: "|with|" not in sort)
    assert (kind_of(laden), kind_of(empty)) == ("ottomans_naval", "ottomans_naval")
    assert ENGLISH.label(laden) == "Ottoman Naval carrying Mehmed II + Ottoman Gendarmes in Aegean Sea"
    assert ENGLISH.label(empty) == "Ottoman Naval in Bosporus"
    assert JAPANESE.label(empty).endswith("のオットーマンの船舶")
    assert GAME.lexicon.find("naval carrying", [laden, empty]) == [laden]


@pytest.mark.parametrize(
    ("given", "gone"),
    [("1 Ottoman Naval", {SECOND}), ("Ottoman Naval carrying Ottoman Gendarmes", {FIRST, RIDER})],
)
def test_the_owner_says_which_ship_sinks(given: str, gone: set[str]) -> None:
    """§27.0(2) As each player likes; §16.9 who is aboard is lost with it, and named."""
    t = table(fleet("combat"), dice=[1])
    order(t, "turks", "attack Aegean with all")
    order(t, "turks", f"lose {given}")
    assert {FIRST, SECOND, RIDER} - {*seen(t).at} == gone
    assert {*told(t, "eliminated")[-1]["units"]} == gone


@pytest.mark.parametrize(
    ("given", "gone"),
    [
        ("Ottoman Naval carrying Ottoman Gendarmes", {FIRST, RIDER}),
        ("Ottoman Naval, Ottoman Gendarmes", {SECOND, RIDER}),
    ],
)
def test_those_aboard_count_among_the_losses(given: str, gone: set[str]) -> None:
    """§16.9 §27.0(1) AD: half of 11 is 6; the laden ship takes 8 with it, and no unit more need be lost."""
    w = fleet("combat")
    w.at["venice_naval_2"] = w.at["venice_naval_3"] = "aegean"
    t = table(w, dice=[2], draws=["trade_agreement", "agent", "truce"])
    order(t, "turks", "attack Aegean with all")
    assert told(t, "result")[0]["how"] == "AD"
    with pytest.raises(Refusal):  # ruling OT-B15
        order(t, "turks", "lose Ottoman Naval carrying Ottoman Gendarmes, Ottoman Naval")
    order(t, "turks", f"lose {given}")
    assert {FIRST, SECOND, RIDER} - {*seen(t).at} == gone


@pytest.mark.parametrize(
    ("named", "attackers"), [("Ottoman Naval", [SECOND]), ("Naval carrying Gendarmes", [RIDER, FIRST])]
)
def test_one_of_two_ships_attacks(named: str, attackers: list[str]) -> None:
    """§9.24 §16.6 The empty one, or the laden one with its passengers."""
    t = table(fleet("combat"), dice=[3], draws=["trade_agreement", "agent", "truce"])
    order(t, "turks", f"attack Aegean with {named}")
    assert told(t, "attacked")[0]["units"] == attackers


def test_of_equal_ships_an_order_means_those_that_may_go_together() -> None:
    """§7.3 One of two Venetian ships is on its way, and nobody joins it.

    The other has ferried units and has less movement left: with the Papal ship it is the one that goes.
    """
    at = dict.fromkeys(("venice_naval_1", "venice_naval_2", "papacy_naval_1"), "adriatic")
    w = world(at, phase="movement", control={"venice": "turks", "papacy": "turks"})
    w.spent = {"venice_naval_1": 2, "venice_naval_2": 1}
    w.moved = w.going = ["venice_naval_2"]
    t = table(w)
    order(t, "turks", "sail Adriatic-Venice (city): Venetian Naval, Papal Naval")
    assert told(t, "sailed")[0]["units"] == ["papacy_naval_1", "venice_naval_1"]


def test_of_equal_units_of_a_march_an_order_means_those_under_way() -> None:
    """§7.3 §11.11 Gendarmes who have stayed behind are not meant where the march comes back to them."""
    units = ["mehmed_ii", "ottomans_gendarmes_1", "ottomans_gendarmes_2"]
    t = table(world(dict.fromkeys(units, "rumelia"), phase="march"))
    order(t, "turks", "force Mehmed II with 2 Ottoman Gendarmes")
    order(t, "turks", "move Rumelia-Serbia: Mehmed II, Ottoman Gendarmes")
    order(t, "turks", "move Serbia-Rumelia: Mehmed II, Ottoman Gendarmes")
    order(t, "turks", "move Rumelia-Walachia: Mehmed II, Ottoman Gendarmes")
    first, _, last = told(t, "moved")
    assert last["units"] == first["units"]


def test_the_owner_says_which_ship_starves() -> None:
    """§12.0 §16.5 Those aboard are lost with it, and named; ruling OT-P4."""
    w = fleet("food")
    w.at |= {"ottomans_naval_3": "aegean"}
    w.acting = ""
    t = table(w)
    order(t, "turks", "lose Ottoman Naval carrying Ottoman Gendarmes")
    assert {FIRST, RIDER}.isdisjoint(seen(t).at)
    assert {*told(t, "starved")[0]["units"]} == {FIRST, RIDER}


def test_an_area_is_counted_once_even_if_its_leader_goes_down() -> None:
    """§12.31 §16.5 ruling OT-P5: Barbarossa fed two of the four ships, and goes down with a fifth."""
    ships = [FIRST, SECOND, "ottomans_naval_3", "barbary_naval_1", "barbary_naval_2", "barbarossa"]
    w = world(dict.fromkeys(ships, "aegean"), phase="food", seats=LEAGUE, control={"barbary": "turks"})
    w.at |= {RIDER: "aegean"}
    w.aboard, w.acting = {"barbarossa": FIRST, RIDER: SECOND}, ""
    t = table(w, dice=[6])
    order(t, "turks", "lose Ottoman Naval carrying Barbarossa")
    assert "barbarossa" not in seen(t).at
    assert [e["units"] for e in told(t, "starved")] == [[FIRST]]
    assert seen(t).phase != "food"


def test_the_new_controller_says_from_where_units_come_home() -> None:
    """§6.22(1) Any of them, from wherever they are."""
    at = {"krim_irregulars_1": "hungary", "krim_irregulars_2": "austria", "krim_irregulars_3": "serbia"}
    at |= {"austria_infantry_1": "serbia", "austria_gendarmes_1": "serbia"}
    w = world(at, phase="combat", acting="holy_league", seats=LEAGUE, control={"krim": "holy_league"})
    t = table(w, dice=[6], draws=["trade_agreement", "agent", "truce"])
    order(
        t,
        "holy_league",
        "attack Serbia with Austrian Professional Infantry, Austrian Gendarmes against Turks",
    )
    order(t, "turks", "Krim Irregulars in Austria")
    assert seen(t).at["krim_irregulars_1"] == "hungary"
    assert seen(t).at["krim_irregulars_2"] == "krim"
