"""§3.14 §6 §7 §8 §16 §18: who may go where, alone and together."""

from __future__ import annotations

import pytest

from adjudicator.core import Refusal
from adjudicator.core.choices.choice import Reader
from adjudicator.core.language.words import fill
from adjudicator.ottomans import GAME
from adjudicator.ottomans.rules.r18_areas import may_stand, strait_closed
from adjudicator.ottomans.show.names import units_said
from adjudicator.ottomans.world import World

from .helpers import order, refused, seen, table, told, world

GENDARMES, MILITIA, SHIP = "ottomans_gendarmes_1", "ottomans_militia_1", "ottomans_naval_1"


def test_boxed_areas_are_for_the_nations_named() -> None:
    """§3.14 example: only Spaniards enter the south of Italy; §18.1 §18.3 §18.5."""
    w = world({}, scenario="3", turn=6)
    assert may_stand(w, "venice_gendarmes_1", "two_sicilies") is not None
    assert may_stand(w, "spain_gendarmes_1", "two_sicilies") is None
    assert may_stand(w, "venice_gendarmes_1", "papal_states") is not None
    assert may_stand(w, "papacy_gendarmes_1", "rome") is None
    assert may_stand(w, "walachia_irregulars_1", "muscovy") is not None
    assert may_stand(w, "egypt_irregulars_1", "tripoli") is not None
    assert may_stand(w, "venice_naval_1", "tyrrhenian_sea") is not None


@pytest.mark.parametrize("said", ["Bursa-Ottomans with all", "Bursa to Ottomans with Gendarmes, Militia"])
def test_a_move_names_its_units_behind_with_as_an_attack_does(said: str) -> None:
    """§7.1"""
    t = table(world(dict.fromkeys((GENDARMES, MILITIA), "bursa"), phase="movement"))
    order(t, "turks", f"move {said}")
    assert {seen(t).at[u] for u in (GENDARMES, MILITIA)} == {"ottomans"}


def test_of_a_stack_those_go_who_can_go_all_the_way() -> None:
    """§7.3 Militia moves one area: on a way of two it stays, and is named with the reason."""
    t = table(world(dict.fromkeys((GENDARMES, MILITIA), "bursa"), phase="movement"))
    assert refused(t, "turks", "move Bursa-Ottomans-Emirates: Gendarmes, Militia") == "7.3"
    order(t, "turks", "move Bursa-Ottomans-Emirates: all")
    assert {u: seen(t).at[u] for u in (GENDARMES, MILITIA)} == {GENDARMES: "emirates", MILITIA: "bursa"}


def test_malta_is_closed_before_spain() -> None:
    """§18.41"""
    w = world({})
    stop = may_stand(w, "st_john_1", "valletta")
    assert stop is not None and stop.rule == "18.41"
    w.spain = True
    assert may_stand(w, "st_john_1", "valletta") is None


def test_one_colour_in_one_hand_moves_together_and_two_colours_do_not() -> None:
    """§6.3 example: Austrians and Hungarians move together, Austrians and Byzantines do not; §7.3."""
    at = {"austria_feudal_array_1": "hungary", "hungary_gendarmes_1": "hungary"}
    at |= {"byzantium_feudal_array_1": "hungary"}
    control = {"hungary": "holy_league", "byzantium": "holy_league"}
    w = world(at, phase="movement", acting="holy_league", seats=("turks", "holy_league"), control=control)
    t = table(w)
    line = "move Hungary-Austria: Austrian Feudal Array, Byzantine Feudal Array"
    assert refused(t, "holy_league", line) == "6.3"
    order(t, "holy_league", "move Hungary-Austria: Austrian Feudal Array, Hungarian Gendarmes")
    assert seen(t).at["hungary_gendarmes_1"] == "austria"


def test_units_of_ones_colour_in_another_hand_stay() -> None:
    """§6.4 example: the Holy League cannot move Hungarians whom the Orthodox player controls."""
    at = {"austria_gendarmes_1": "austria", "hungary_gendarmes_1": "austria"}
    seats = ("turks", "holy_league", "orthodox")
    w = world(at, phase="movement", acting="holy_league", seats=seats, control={"hungary": "orthodox"})
    t = table(w)
    with pytest.raises(Refusal):
        order(t, "holy_league", "move Austria-Tyrol: Hungarian Gendarmes")


def test_another_colour_stops_even_if_it_is_ones_own() -> None:
    """§7.7 §7.71: units in a region stop, those in its city do not; §27.2 Truce lets them pass."""
    at = {GENDARMES: "rumelia", "serbia_irregulars_1": "serbia"}
    w = world(at, phase="movement", control={"serbia": "turks"}, hands={"turks": ["truce"]})
    t = table(w)
    assert refused(t, "turks", "move Rumelia-Serbia-Hungary: Ottoman Gendarmes") == "7.7"
    order(t, "turks", "play Truce Rumelia: Ottoman Gendarmes")
    order(t, "turks", "move Rumelia-Serbia-Hungary: Ottoman Gendarmes")
    assert seen(t).at[GENDARMES] == "hungary"
    in_city = world({GENDARMES: "rumelia", "serbia_irregulars_1": "belgrade"}, phase="movement")
    t = table(in_city)
    assert refused(t, "turks", "move Rumelia-Serbia-Belgrade: Ottoman Gendarmes") == "8.1"
    order(t, "turks", "move Rumelia-Serbia-Hungary: Ottoman Gendarmes")


def test_a_unit_moves_once_and_no_further_than_it_can() -> None:
    """§7.1 §7.3 §7.4"""
    t = table(world({GENDARMES: "bursa", MILITIA: "bursa"}, phase="movement"))
    both = "move Bursa-Ottomans-Emirates: Ottoman Gendarmes, Ottoman Militia"
    assert refused(t, "turks", both) == "7.3"
    order(t, "turks", "move Bursa-Ottomans: Ottoman Gendarmes")
    assert seen(t).moved == [GENDARMES]
    assert refused(t, "turks", "move Ottomans-Emirates: Ottoman Gendarmes") == "7.4"
    order(t, "turks", "move Bursa-Ottomans: Ottoman Militia")
    assert refused(t, "turks", "move Ottomans-Bursa: Ottoman Militia") == "7.4"


def test_a_refusal_says_why_units_stay() -> None:
    """§6.4 §7.4 §11.11: they have moved, are in another hand or in none, or do not march."""
    at = {GENDARMES: "ottomans", MILITIA: "ottomans", "emirates_militia_1": "ottomans"}
    at |= {"rumelia_militia_1": "ottomans", "selim_i": "ottomans"}
    w = world(at, phase="movement", control={"emirates": "orthodox"})
    w.moved = [GENDARMES]
    t = table(w)
    for unit, rule in (("Ottoman Gendarmes", "7.4"), ("Emirate Militia", "6.4"), ("Rumelian Militia", "6.4")):
        assert refused(t, "turks", f"move Ottomans-Emirates: {unit}") == rule
    march = table(world(at, phase="march"))
    order(march, "turks", "force Selim I with Ottoman Gendarmes")
    assert refused(march, "turks", "move Ottomans-Emirates: Selim I, Ottoman Militia") == "11.11"


def test_any_ship_of_another_colour_closes_the_strait() -> None:
    """§7.63: friendly ships beside it do not open it again."""
    at = {GENDARMES: "ottomans", SHIP: "bosporus"}
    w = world(at, phase="movement")
    assert strait_closed(w, "turks", "ottomans", "byzantium") is None
    w.at["byzantium_naval_1"] = "bosporus"
    stop = strait_closed(w, "turks", "ottomans", "byzantium")
    assert stop is not None and stop.rule == "7.63"
    w.at["byzantium_naval_1"] = "constantinople"
    assert strait_closed(w, "turks", "ottomans", "byzantium") is None


def ferry() -> World:
    return world({MILITIA: "izmir", "ottomans_irregulars_1": "izmir", SHIP: "aegean"}, phase="movement")


def test_a_ferry_between_ports_costs_nothing_a_coast_costs_one() -> None:
    """§16.32 example: Izmir to Thessalonica is free, Izmir to Byzantium costs the ship one; §16.33."""
    t = table(ferry())
    order(t, "turks", "ship Aegean: Ottoman Militia from Izmir to Thessalonica")
    assert seen(t).at[MILITIA] == "thessalonica"
    assert seen(t).spent.get(SHIP, 0) == 0
    order(t, "turks", "ship Aegean: Ottoman Irregulars from Izmir to Byzantium")
    assert seen(t).at["ottomans_irregulars_1"] == "byzantium"
    assert seen(t).spent[SHIP] == 1
    assert set(seen(t).moved) == {MILITIA, "ottomans_irregulars_1"}


def test_a_ship_carries_one_unit_and_any_leaders() -> None:
    """§16.34 §16.4: they stay aboard, and sail with the ship."""
    w = ferry()
    w.at["selim_i"] = "izmir"
    t = table(w)
    both = "ship Aegean: Ottoman Militia, Ottoman Irregulars from Izmir to Aegean"
    assert refused(t, "turks", both) == "16.34"
    order(t, "turks", "ship Aegean: Ottoman Militia, Selim I from Izmir to Aegean")
    assert refused(t, "turks", "sail Aegean-Ionian: Ottoman Naval") == "16.31"
    order(t, "turks", "sail Aegean-Ionian: Ottoman Naval with Ottoman Militia, Selim I")
    assert {seen(t).at[u] for u in (SHIP, MILITIA, "selim_i")} == {"ionian_sea"}


@pytest.mark.parametrize("march", [False, True])
def test_passengers_who_land_in_a_port_do_not_march_on(march: bool) -> None:
    """§16.33: also those who were aboard when the turn began (§16.4), in a forced march too."""
    at = {SHIP: "aegean", MILITIA: "aegean", "beyazid": "aegean", "barbarossa": "aegean"}
    w = world(at, phase="march" if march else "movement")
    w.aboard = {MILITIA: SHIP, "beyazid": SHIP}
    t = table(w)
    fleet = "Barbarossa, Ottoman Naval" if march else "Ottoman Naval"
    if march:
        order(t, "turks", "force Barbarossa with Ottoman Naval")
    order(t, "turks", f"sail Aegean-Izmir: {fleet} with Beyazid, Ottoman Militia")
    assert seen(t).at[MILITIA] == "izmir"
    with pytest.raises(Refusal):
        order(t, "turks", "move Izmir-Ottomans: Ottoman Militia")
    with pytest.raises(Refusal):
        order(t, "turks", "move Izmir-Ottomans: Beyazid")


def test_of_two_laden_ships_the_one_that_is_meant_sails() -> None:
    """§16.31 Equal ships differ by who is aboard; the first of them carries a leader, too."""
    other, first, second = "ottomans_naval_2", "ottomans_irregulars_1", "ottomans_irregulars_2"
    w = world(dict.fromkeys((first, "selim_i", SHIP, second, other), "aegean"), phase="movement")
    w.aboard = {first: SHIP, "selim_i": SHIP, second: other}
    t = table(w)
    order(t, "turks", "sail Aegean-Ionian: Ottoman Naval with Ottoman Irregulars")
    assert {seen(t).at[u] for u in (other, second)} == {"ionian_sea"}
    assert {seen(t).at[u] for u in (SHIP, first, "selim_i")} == {"aegean"}


@pytest.mark.parametrize(
    ("text", "along", "at"),
    [
        ("force Selim I: Serbia", [GENDARMES, MILITIA], "serbia"),
        ("force Selim I: Serbia-Hungary", [], None),  # the militia goes one area
        ("force Selim I with Ottoman Gendarmes: Serbia-Hungary", [GENDARMES], "hungary"),
        ("force Selim I with all", [GENDARMES, MILITIA], "rumelia"),
        ("force Selim I", [GENDARMES, MILITIA], "rumelia"),
    ],
)
def test_a_forced_march_begins_with_its_first_move(text: str, along: list[str], at: str | None) -> None:
    """§11.1 §11.2 The order names leader, stack and way; the stack may be left out, and the way."""
    t = table(world(dict.fromkeys((GENDARMES, MILITIA, "selim_i"), "rumelia"), phase="march"))
    if at is None:
        assert refused(t, "turks", text) == "7.3"
        return
    order(t, "turks", text)
    w = seen(t)
    assert w.march is not None
    assert w.march.units == sorted(["selim_i", *along])
    assert {w.at[u] for u in w.march.units} == {at}
    assert w.march.spent == ({} if at == "rumelia" else dict.fromkeys(w.march.units, 2 - (at == "serbia")))
    order(t, "turks", "halt")


def test_a_forced_march_may_name_the_place_where_it_begins() -> None:
    """§11.1: as `move` does."""
    w = world({"mehmed_ii": "rumelia", GENDARMES: "rumelia"}, phase="march")
    t = table(w)
    order(t, "turks", "force Mehmed II with Ottoman Gendarmes: Rumelia-Serbia")
    assert seen(t).at[GENDARMES] == "serbia"


def test_a_forced_march_at_sea_begins_with_its_first_move() -> None:
    """§11.3 §16.31(2) The ships of a naval leader sail with those aboard."""
    at = dict.fromkeys((SHIP, MILITIA, "barbarossa"), "aegean")
    w = world(at, phase="march")
    w.aboard = {MILITIA: SHIP}
    t = table(w)
    order(t, "turks", "force Barbarossa: Ionian")
    assert {seen(t).at[u] for u in at} == {"ionian_sea"}
    assert seen(t).aboard == {MILITIA: SHIP}


def test_completion_shows_who_marches_and_where() -> None:
    """§11.11 A leader, all or some of the units, and the areas that the stack may enter."""
    t = table(world(dict.fromkeys((GENDARMES, "selim_i"), "rumelia"), phase="march"))
    choice, reader = t.choice("turks"), Reader(GAME.lexicon)

    def lines(text: str) -> list[str]:
        return [line.text for line in choice.complete(text, reader) if line.bar is None]

    assert lines("force Sel") == ["force Selim I with "]
    assert lines("force Selim I with Ottoman Gendarmes") == [
        "force Selim I with Ottoman Gendarmes",
        "force Selim I with Ottoman Gendarmes: ",
    ]
    assert "force Selim I with Ottoman Gendarmes x1: Serbia" in lines(
        "force Selim I with Ottoman Gendarmes: Ser"
    )
    assert "force Selim I: Serbia-Hungary" in lines("force Selim I: Serbia-")


def test_several_units_have_a_plural_in_english() -> None:
    """Also in an order; Japanese has none."""
    said = [
        fill(one, language, GAME.lexicon.label) if not isinstance(one, str) else one
        for language in ("en", "ja")
        for one in units_said(["ottomans_siege_train_1", "ottomans_siege_train_2"])
    ]
    assert said == ["2 Ottoman Siege Trains", "オットーマンの攻城従者×2"]
    w = world(
        dict.fromkeys(("ottomans_siege_train_1", "ottomans_siege_train_2"), "rumelia"), phase="movement"
    )
    t = table(w)
    order(t, "turks", "move Rumelia-Byzantium: 2 Ottoman Siege Trains")
    assert {*seen(t).at.values()} == {"byzantium"}


def test_weather_stops_a_march() -> None:
    """§27.2 §11.2: on 4 to 6 a stack stops where the player says, and the chit is spent."""
    w = world({GENDARMES: "rumelia", "selim_i": "rumelia"}, phase="march", hands={"orthodox": ["weather"]})
    t = table(w, dice=[4], modes={"move": "ask"})
    order(t, "turks", "force Selim I with all")
    order(t, "turks", "move Rumelia-Serbia-Hungary: Selim I, Ottoman Gendarmes")
    order(t, "orthodox", "play weather Serbia")
    assert seen(t).at[GENDARMES] == "serbia"
    assert told(t, "weather_stops")[0]["place"] == "serbia"
    assert "weather" in seen(t).cups["pool"]
    order(t, "turks", "halt")
    assert refused(t, "turks", "force Selim I with none") == "11.4"
