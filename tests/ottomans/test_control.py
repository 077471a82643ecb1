"""§6.22 §8.1: what becomes of units whose nation changes hands, and of cities that they share."""

from __future__ import annotations

from adjudicator.ottomans.show.chronicle import CLAUSES
from adjudicator.ottomans.show.texts import TEMPLATES
from adjudicator.ottomans.world import World, holders

from .helpers import order, seen, table, told, world

LEAGUE = ("turks", "holy_league", "orthodox")


def events(at: dict[str, str], control: dict[str, str]) -> World:
    """A random event of the Turks' turn with these units and controllers."""
    w = world(at, phase="event", seats=LEAGUE, control=control)
    w.events = 1
    return w


def test_units_of_a_lost_nation_leave_a_shared_city_for_its_region() -> None:
    """§6.22(3) Hungarians beside Austrians in Belgrade go out into Serbia, and are not sent home."""
    at = {
        "hungary_gendarmes_1": "belgrade",
        "austria_infantry_1": "belgrade",
        "hungary_irregulars_1": "austria",
    }
    t = table(events(at, {"hungary": "holy_league"}), dice=[4, 2, 2], draws=["weather"] * 9)
    assert [one["chit"] for one in told(t, "lost")] == ["hungary"]
    assert seen(t).at["hungary_gendarmes_1"] == "serbia"
    assert seen(t).at["hungary_irregulars_1"] == "hungary"
    assert told(t, "went_home")[0]["units"] == ["hungary_irregulars_1"]


def test_the_vanguard_of_a_lost_nation_stays_near_thessalonica() -> None:
    """§6.22(3) The Emirates' Feudal Array stands in Byzantium when their chit is gone."""
    at = {"emirates_feudal_array_1": "thessalonica", "ottomans_gendarmes_1": "thessalonica"}
    t = table(events(at, {"emirates": "turks"}), dice=[4, 5, 5], draws=["weather"] * 9)
    assert seen(t).at["emirates_feudal_array_1"] == "byzantium"


def test_a_ship_goes_home_past_a_port_that_is_being_stormed() -> None:
    """§6.22 It is set apart from the battle, and does not keep the victors out; ruling OT-C5."""
    at = {
        "trebizond_naval_1": "aegean",
        "trebizond_militia_1": "trebizond_city",
        "ottomans_gendarmes_1": "trebizond",
    }
    at |= {"ottomans_gendarmes_2": "trebizond", "mehmed_ii": "trebizond"}
    w = world(at, phase="combat", control={"trebizond": "turks"})
    t = table(w, dice=[6], draws=["trade_agreement", "agent", "truce"])
    order(t, "turks", "attack Trebizond (city) with all")
    order(t, "orthodox", "Trebizond Naval")
    assert seen(t).at["trebizond_naval_1"] == "black_sea"
    order(t, "turks", "enter all")
    assert seen(t).at["mehmed_ii"] == "trebizond_city"


def test_ships_that_go_home_find_a_port_or_sea_that_feeds_them() -> None:
    """§6.22 §12.2 As at set-up: Tripoli feeds two units, so the ships go to sea; ruling OT-C5."""
    at = {"barbary_irregulars_1": "tripoli_city", "barbary_militia_1": "tripoli_city"}
    at |= {"barbary_naval_1": "aegean", "barbary_naval_2": "aegean"}
    t = table(events(at, {"barbary": "orthodox"}), dice=[6, 5], draws=["weather"] * 9)
    assert [one["chit"] for one in told(t, "lost")] == ["barbary"]
    assert {seen(t).at[f"barbary_naval_{n}"] for n in (1, 2)} == {"libyan_sea"}


def test_mercenaries_that_pass_to_two_players_do_not_share_a_city() -> None:
    """§8.1 §6.22(3) Janissary 1 and 2 in Konya; ruling OT-C4."""
    at = {"serbia_feudal_array_1": "emirates", "janissary_1": "konya", "janissary_2": "konya"}
    control = {"serbia": "orthodox", "janissary_1": "orthodox", "janissary_2": "orthodox"}
    w = world(at, phase="combat", acting="orthodox", seats=LEAGUE, control=control)
    t = table(w, dice=[5, 1, 1, 5, 1, 1, 1], draws=["trade_agreement", "agent", "truce"])
    order(t, "orthodox", "attack Konya with all against Turks")
    order(t, "turks", "sally none")
    order(t, "holy_league", "sally none")
    w = seen(t)
    assert {w.control["janissary_1"], w.control["janissary_2"]} == {"turks", "holy_league"}
    assert len(holders(w, "konya")[0]) == 1
    assert "emirates" in {w.at["janissary_1"], w.at["janissary_2"]}


def test_neutrals_leave_a_city_that_comes_to_a_player() -> None:
    """§8.1 A neutral nation's units in Venice go out when Venice is turned up; ruling OT-C4."""
    at = {"venice_gendarmes_1": "venice_city", "dalmatia_militia_1": "venice_city"}
    w = world(at, phase="stratagem", acting="orthodox", hands={"orthodox": ["venice"]})
    t = table(w)
    order(t, "orthodox", "activate Venice")
    assert (seen(t).at["venice_gendarmes_1"], seen(t).at["dalmatia_militia_1"]) == ("venice_city", "venice")


def test_what_is_told_of_several_is_told_in_the_chronicle_too() -> None:
    """Several of a kind in a row are one sentence, of which the chronicle needs a clause of its own."""
    several = {kind for kind in TEMPLATES if kind.endswith("/many")}
    assert {f"{kind}/many" for kind in CLAUSES} & several <= {*CLAUSES}
    assert "gained/many" in CLAUSES
