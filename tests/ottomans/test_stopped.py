"""§7.7 §7.1 §7.3 §11.1 §16.32: who was stopped stays stopped, whichever orders follow."""

from __future__ import annotations

import pytest

from adjudicator.core import Illegal, Refusal
from adjudicator.ottomans.world import World

from .helpers import order, refused, seen, table, told, world

GENDARMES, MILITIA, SHIP, FOE = (
    "ottomans_gendarmes_1",
    "ottomans_militia_1",
    "ottomans_naval_1",
    "venice_naval_1",
)


def among_enemies(phase: str, **given: str) -> World:
    """Mehmed II with Gendarmes in Rumelia, and one enemy in each region on the way to Austria."""
    at = {"mehmed_ii": "rumelia", GENDARMES: "rumelia", "serbia_militia_1": "serbia"}
    at |= {"hungary_irregulars_1": "hungary", "austria_infantry_1": "austria"}
    return world(at, phase=phase, control={"serbia": "orthodox"}, options=given)


def test_a_march_does_not_leave_enemies_by_a_second_order() -> None:
    """§7.7 §11.1: what the first order may not do, a second one may not either."""
    t = table(among_enemies("march"))
    assert refused(t, "turks", "force Mehmed II: Serbia-Hungary") == "7.7"
    order(t, "turks", "force Mehmed II: Serbia")
    assert refused(t, "turks", "move Serbia-Hungary: all") == "7.7"
    assert refused(t, "turks", "move Serbia-Belgrade: all") == "7.7"  # ruling OT-M3


def test_who_was_stopped_in_the_movement_phase_makes_no_march_out() -> None:
    """§7.7 Not before one's next Movement Phase; ruling OT-M8, and its option."""
    for allowed in ("no", "yes"):
        t = table(among_enemies("movement", march_after_stop=allowed))
        order(t, "turks", "move Rumelia-Serbia: all")
        order(t, "turks", "end")
        order(t, "turks", "end")
        if allowed == "yes":
            order(t, "turks", "force Mehmed II: Hungary")
            assert seen(t).at[GENDARMES] == "hungary"
        else:
            assert refused(t, "turks", "force Mehmed II: Hungary") == "7.7"


def test_who_has_beaten_the_enemies_that_stopped_them_marches_on() -> None:
    """§7.7 §11.0; ruling OT-M8: nobody is left who blocks the way."""
    t = table(among_enemies("movement"), dice=[6], draws=["trade_agreement", "agent", "truce"])
    order(t, "turks", "move Rumelia-Serbia: all")
    order(t, "turks", "end")
    order(t, "turks", "attack Serbia with all")
    assert told(t, "result")[0]["how"] == "DE"
    order(t, "turks", "end")
    order(t, "turks", "force Mehmed II: Hungary")
    assert seen(t).at["mehmed_ii"] == "hungary"


def test_a_stack_that_stays_among_enemies_marches_out() -> None:
    """§7.7 Nobody stopped it this turn: it was there when its turn began."""
    w = among_enemies("march")
    w.at |= {"mehmed_ii": "serbia", GENDARMES: "serbia"}
    t = table(w)
    order(t, "turks", "force Mehmed II: Hungary")
    assert seen(t).at[GENDARMES] == "hungary"


def test_a_leader_makes_no_march_alone() -> None:
    """§11.1 With a land unit of their colour in the same area; ruling OT-F3: it goes along."""
    t = table(world({"mehmed_ii": "rumelia", "selim_i": "rumelia"}, phase="march"))
    assert refused(t, "turks", "force Mehmed II: Serbia") == "11.4"
    t = table(world({"mehmed_ii": "rumelia", GENDARMES: "rumelia"}, phase="march"))
    assert refused(t, "turks", "force Mehmed II with none: Serbia") == "11.1"
    order(t, "turks", "force Mehmed II: Serbia")
    assert refused(t, "turks", "move Serbia-Hungary: Mehmed II") == "11.1"


def test_ships_that_were_stopped_still_land_units_at_ports() -> None:
    """§16.32 A port costs nothing, a coast costs movement; ruling OT-M6."""
    w = world({SHIP: "bosporus", MILITIA: "bosporus", FOE: "aegean"}, phase="movement")
    w.aboard = {MILITIA: SHIP}
    t = table(w)
    order(t, "turks", "sail Bosporus-Aegean: Naval with Militia")
    assert refused(t, "turks", "ship Aegean: Militia from Aegean Sea to Byzantium") == "7.7"
    order(t, "turks", "ship Aegean: Militia from Aegean Sea to Izmir")
    assert seen(t).at[MILITIA] == "izmir"


def test_a_ship_stopped_outside_its_port_takes_on_the_garrison() -> None:
    """§16.32 As above: the garrison of Izmir goes aboard at no cost."""
    w = world({SHIP: "izmir", MILITIA: "izmir", FOE: "aegean"}, phase="movement")
    t = table(w)
    order(t, "turks", "sail Izmir-Aegean: Naval")
    assert refused(t, "turks", "sail Aegean-Bosporus: Naval") == "7.7"
    order(t, "turks", "ship Aegean: Militia from Izmir to Aegean Sea")
    assert seen(t).aboard == {MILITIA: SHIP}


def test_ships_finish_their_move_before_others_begin_and_nobody_joins_them() -> None:
    """§7.1 §7.3 §7.4; ruling OT-M9: a fleet goes on in several orders until another moves."""
    first, second = SHIP, "ottomans_naval_2"
    t = table(world({first: "aegean", second: "bosporus"}, phase="movement"))
    order(t, "turks", "sail Aegean-Bosporus: Naval")
    assert refused(t, "turks", "sail Bosporus-Black Sea: 2 Naval") == "7.3"
    order(t, "turks", "sail Bosporus-Black Sea: Naval")
    at_once = table(world({first: "aegean", second: "bosporus", MILITIA: "bursa"}, phase="movement"))
    order(at_once, "turks", "sail Aegean-Bosporus-Aegean: Naval")
    order(at_once, "turks", "move Bursa-Ottomans: Militia")
    assert refused(at_once, "turks", "sail Aegean-Ionian: Naval") == "7.4"


@pytest.mark.parametrize("who", ["Mehmed II", "Ottoman Militia, Mehmed II"])
def test_a_leader_lands_from_their_own_ship(who: str) -> None:
    """§16.32 The ship that a leader is aboard of pays for the coast, not one that carries somebody else."""
    w = world(dict.fromkeys((SHIP, MILITIA, "ottomans_naval_2", "mehmed_ii"), "aegean"), phase="movement")
    w.aboard = {MILITIA: SHIP, "mehmed_ii": "ottomans_naval_2"}
    w.spent = {"ottomans_naval_2": 4}
    t = table(w)
    assert refused(t, "turks", f"ship Aegean: {who} from Aegean Sea to Byzantium") == "16.34"
    order(t, "turks", "ship Aegean: Ottoman Militia from Aegean Sea to Byzantium")


@pytest.mark.parametrize(
    "later", ["ship Aegean: Militia from Aegean Sea to Byzantium", "sail Aegean-Bosporus: Naval with Militia"]
)
def test_whom_weather_stops_aboard_stays_there(later: str) -> None:
    """§27.2 Weather stops a transport at sea: no second order lands the unit (ruling OT-W3)."""
    w = world({MILITIA: "izmir", SHIP: "aegean"}, phase="movement", hands={"orthodox": ["weather"]})
    t = table(w, dice=[5], modes={"default": "ask"})
    order(t, "turks", "ship Aegean: Militia from Izmir to Byzantium")
    order(t, "orthodox", "play weather Aegean Sea")
    order(t, "orthodox", "pass")
    assert seen(t).aboard == {MILITIA: SHIP}
    with pytest.raises(Refusal):
        order(t, "turks", later)


@pytest.mark.parametrize("stopped", ["Aegean Sea", "Ionian Sea"])
def test_whom_weather_stops_with_their_fleet_stays_aboard(stopped: str) -> None:
    """§27.2 The stack is stopped, so nobody of it lands by a second order (ruling OT-W3)."""
    w = world(dict.fromkeys((MILITIA, SHIP), "aegean"), phase="movement", hands={"orthodox": ["weather"]})
    w.aboard = {MILITIA: SHIP}
    t = table(w, dice=[5], modes={"default": "ask"})
    order(t, "turks", "sail Aegean-Ionian-Adriatic: Ottoman Naval with Ottoman Militia")
    order(t, "orthodox", f"play weather {stopped}")
    order(t, "orthodox", "pass")
    sea = seen(t).at[SHIP]
    assert (sea == "aegean") is (stopped == "Aegean Sea") and seen(t).aboard == {MILITIA: SHIP}
    port = "Thessalonica" if sea == "aegean" else "Patras"
    with pytest.raises(Refusal):
        order(t, "turks", f"ship {sea}: Militia from {sea} to {port}")


def test_laden_ships_end_their_move_in_a_port() -> None:
    """Ruling OT-M7: passengers go ashore in a port, also where ships would sail on; empty ones do."""
    w = world(dict.fromkeys((SHIP, MILITIA, "ottomans_naval_2"), "aegean"), phase="movement")
    w.aboard = {MILITIA: SHIP}
    t = table(w)
    assert refused(t, "turks", "sail Aegean-Rhodes-Levantine: Ottoman Naval with Ottoman Militia") == "16.31"
    order(t, "turks", "sail Aegean-Rhodes-Levantine: Ottoman Naval")
    assert seen(t).at["ottomans_naval_2"] == "levantine_sea"


def test_a_ferry_costs_as_much_in_two_orders() -> None:
    """Ruling OT-N2, option `ferries`: who lands in a port pays, taken aboard by the same order or not."""
    w = world({MILITIA: "izmir", SHIP: "aegean"}, phase="movement", options={"ferries": "points"})
    t = table(w)
    order(t, "turks", "ship Aegean: Militia from Izmir to Aegean Sea")
    order(t, "turks", "ship Aegean: Militia from Aegean Sea to Thessalonica")
    assert seen(t).spent == {SHIP: 1}


def test_the_refusal_of_a_stopped_stack_names_whom_the_order_names() -> None:
    """§7.7 Of several that enemies have stopped, all are named before the order has said whom it means."""
    stack = {"mehmed_ii": "rumelia", "ottomans_irregulars_1": "rumelia", "ottomans_siege_train_1": "rumelia"}
    t = table(world({**stack, "serbia_militia_1": "serbia"}, phase="movement"))
    order(t, "turks", "move Rumelia-Serbia: all")
    with pytest.raises(Illegal) as why:
        order(t, "turks", "move Serbia-Hungary: Irregulars")
    assert sorted(why.value.why.values["units"]) == sorted(stack)
    order(t, "turks", "end")
    order(t, "turks", "end")
    with pytest.raises(Illegal) as why:
        order(t, "turks", "force Mehmed II with Irregulars: Hungary")
    assert sorted(why.value.why.values["units"]) == ["mehmed_ii", "ottomans_irregulars_1"]
