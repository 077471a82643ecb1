"""§27.2 §14.0: chits and events that no other test shows, each with its uses and what bars them."""

from __future__ import annotations

import pytest

from adjudicator.ottomans.world import World

from .helpers import order, refused, seen, table, told, world

MILITIA, GENDARMES = "ottomans_militia_1", "ottomans_gendarmes_1"
KEYS = ("constantinople", "thessalonica", "belgrade", "buda", "vienna", "cracow", "tabriz", "isfahan")
GREEKS = (
    *("byzantium_infantry_1", "byzantium_feudal_array_1", "byzantium_militia_1", "serbia_feudal_array_1"),
    *("serbia_irregulars_1", "serbia_militia_1", "walachia_feudal_array_1", "walachia_militia_1"),
)


def great(cities: int = 8, phase: str = "stratagem", **hands: list[str]) -> World:
    """The Orthodox player occupies a number of key cities."""
    at = {MILITIA: "bursa", **dict(list(zip(GREEKS, KEYS, strict=True))[:cities])}
    return world(at, phase=phase, control=dict.fromkeys(("serbia", "walachia"), "orthodox"), hands=hands)


def test_crusade_against_a_player_of_eight_key_cities() -> None:
    """§27.2 Crusade/Jihad: as many chits as a die shows."""
    few = table(great(7, turks=["crusade_jihad"]))
    assert refused(few, "turks", "play Crusade/Jihad") == "27.2"
    t = table(great(8, turks=["crusade_jihad"]), dice=[2], draws=["agent"] * 2)
    order(t, "turks", "play Crusade/Jihad")
    assert seen(t).cups["turks_hand"].count("agent") == 2


def test_french_alliance_takes_spain_from_its_player() -> None:
    """§27.2: its chit goes back to the pool."""
    seats = ("turks", "holy_league")
    at = {MILITIA: "bursa", "spain_gendarmes_1": "two_sicilies"}
    w = world(
        at, scenario="2", seats=seats, control={"spain": "holy_league"}, hands={"turks": ["french_alliance"]}
    )
    t = table(w)
    order(t, "turks", "play French Alliance")
    assert "spain" not in seen(t).control
    assert "spain" in seen(t).cups["pool"]


def test_kaisar_i_rum_draws_with_a_leader_in_constantinople() -> None:
    """§27.2 Kaisar-i-Rum (1), in one's own Stratagem Phase."""
    hands = {"turks": ["kaisar_i_rum"]}
    away = table(world({"mehmed_ii": "bursa", MILITIA: "bursa"}, phase="stratagem", hands=hands))
    assert refused(away, "turks", "play Kaisar-i-Rum") == "27.2"
    w = world({"mehmed_ii": "constantinople", MILITIA: "constantinople"}, phase="stratagem", hands=hands)
    t = table(w, dice=[3], draws=["agent"] * 3)
    order(t, "turks", "play Kaisar-i-Rum")
    assert seen(t).cups["turks_hand"].count("agent") == 3


def test_kaisar_i_rum_brings_units_to_byzantium_beyond_its_supply() -> None:
    """§27.2 Kaisar-i-Rum (2), ruling OT-X2: as many as the leader's Command Value, of their coalition."""
    full = dict.fromkeys(
        ("mehmed_ii", GENDARMES, "ottomans_gendarmes_2", "ottomans_gendarmes_3"), "constantinople"
    )
    w = world(
        full | {"emirates_militia_1": "byzantium"}, phase="replacement", hands={"turks": ["kaisar_i_rum"]}
    )
    w.acting, w.control["emirates"] = "", "turks"
    w.cups["pool"].remove("emirates")
    w.dead = [MILITIA, "ottomans_irregulars_1"]
    t = table(w)
    order(t, "turks", "Kaisar-i-Rum Mehmed II")
    order(t, "turks", "court Ottoman Irregulars at Constantinople")
    assert seen(t).at["ottomans_irregulars_1"] == "constantinople"


def test_jesuits_roll_a_battles_die_again_once() -> None:
    """§27.2 §9.1, ruling OT-J1: the second die counts, and nobody rolls it a third time."""
    at = {GENDARMES: "serbia", "ottomans_gendarmes_2": "serbia", "serbia_militia_1": "serbia"}
    hands = {"turks": ["jesuits_sufis"], "orthodox": ["jesuits_sufis"]}
    w = world(at, control={"serbia": "orthodox"}, hands=hands)
    t = table(w, dice=[1, 6], draws=["trade_agreement", "agent", "agent"], modes={"die": "ask"})
    order(t, "turks", "attack Serbia with all")
    order(t, "turks", "play Jesuits/Sufis")
    if "orthodox" in t.pending:
        order(t, "orthodox", "pass")
    assert told(t, "result")[0]["die"] == 6


def test_medicis_exchanges_a_chit_just_drawn() -> None:
    """§27.2 Medicis/Vizier, ruling OT-X4: for any in the pool, and nobody else sees which."""
    held = world({MILITIA: "bursa"}, phase="stratagem", hands={"turks": ["medicis_vizier", "truce"]})
    assert refused(table(held), "turks", "play Medicis/Vizier") == "27.2"
    w = world({MILITIA: "bursa"}, phase="stratagem", hands={"turks": ["medicis_vizier", "truce"]})
    w.drawn = ["medicis_vizier", "truce"]
    t = table(w)
    order(t, "turks", "play Medicis/Vizier")
    t.submit("turks", {"back": "truce", "wanted": "urbans_gun"})
    assert "urbans_gun" in seen(t).cups["turks_hand"]
    assert "urbans_gun" not in seen(t).cups["pool"]


def test_military_advance_carries_a_stack_one_area_further() -> None:
    """§27.2 Military Advance (1), ruling OT-X5."""
    w = world({MILITIA: "bursa"}, phase="movement", hands={"turks": ["military_advance"]})
    t = table(w)
    assert refused(t, "turks", "move Bursa-Ottomans-Emirates: Ottoman Militia") == "7.3"
    order(t, "turks", "play Military Advance Bursa: Ottoman Militia")
    order(t, "turks", "move Bursa-Ottomans-Emirates: Ottoman Militia")
    assert seen(t).at[MILITIA] == "emirates"


@pytest.mark.parametrize("said", ["agree", "refuse"])
def test_a_trade_agreement_needs_consent(said: str) -> None:
    """§27.2 Trade Agreement, ruling OT-X6: both draw by a die each; refused it is spent."""
    w = world({MILITIA: "bursa"}, hands={"turks": ["truce"]})
    t = table(w, dice=[2, 1], draws=["agent"] * 3)
    order(t, "turks", "play Trade Agreement with Orthodox")
    order(t, "orthodox", said)
    hands = [seen(t).cups[f"{seat}_hand"].count("agent") for seat in ("turks", "orthodox")]
    assert hands == ([2, 1] if said == "agree" else [0, 0])
    assert "trade_agreement" not in seen(t).cups["turks_hand"]


def test_an_uprising_in_a_region_that_others_hold() -> None:
    """§27.2 Uprising: other coalitions there do not bar it; all else of §13 holds."""
    w = world(
        {"venice_militia_1": "ottomans", GENDARMES: "konya"},
        phase="replacement",
        hands={"turks": ["uprising"]},
    )
    w.acting, w.dead = "", [MILITIA]
    t = table(w)
    assert refused(t, "turks", "replace Ottoman Militia at Bursa") == "13.2"
    order(t, "turks", "uprising Ottomans")
    order(t, "turks", "replace Ottoman Militia at Bursa")
    assert seen(t).at[MILITIA] == "bursa"


def test_a_mercenary_is_hired_where_ones_own_of_its_colour_are() -> None:
    """§27.2 Mercenary, §17.1, ruling OT-K2: in the Replacement Phase."""
    w = world({MILITIA: "bursa"}, phase="replacement", hands={"turks": ["janissary_3"]})
    w.acting = ""
    t = table(w)
    order(t, "turks", "hire Janissary 3 at Bursa")
    assert seen(t).at["janissary_3"] == "bursa"
    assert seen(t).control["janissary_3"] == "turks"


def test_balance_of_power_is_for_all_but_the_player_of_eight_key_cities() -> None:
    """§14.0: each draws by a die."""
    w = great(8, phase="event")
    w.events = 1
    t = table(w, dice=[1, 1, 4], draws=["agent"] * 10 + ["military_advance"] * 5)
    assert (told(t, "drew")[0]["seat"], told(t, "drew")[0]["n"]) == ("turks", 4)


def test_infighting_costs_unused_chits() -> None:
    """§14.0: of the player in turn, by a die; those in use stay."""
    w = great(0, phase="event", turks=["truce", "weather"])
    w.control["hungary"] = "turks"
    w.cups["pool"].remove("hungary")
    w.events = 1
    t = table(w, dice=[1, 5, 1], draws=["truce", *["agent"] * 9])
    assert (told(t, "lost_chits")[0]["seat"], told(t, "lost_chits")[0]["n"]) == ("turks", 1)
    assert seen(t).control["hungary"] == "turks"


def test_economic_expansion_gives_everybody_a_chit_in_order() -> None:
    """§14.0"""
    w = great(0, phase="event")
    w.events = 1
    t = table(w, dice=[2, 1], draws=["agent"] * 9)
    assert [(event["seat"], event["n"]) for event in told(t, "drew")][:2] == [("turks", 1), ("orthodox", 1)]
