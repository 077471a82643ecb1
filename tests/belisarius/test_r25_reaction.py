"""§25 Reaction (option)."""

from __future__ import annotations

from typing import Any

from adjudicator.belisarius.world import World

from .helpers import table, world

HANDS = {"barbarian": ["forced_march", "forced_march"]}
ASK = {"reaction": "ask"}


def field(**more: Any) -> World:
    places = {"3535": "thracia_garrison*2", "3931": "armenia_field_army", "4030": "armenia_garrison"}
    return world(places, **{"hands": HANDS, "reaction": "on", **more})


def test_no_reaction_without_the_option() -> None:
    """§25.0 Without it the next army follows at once."""
    with table(field(reaction="off"), dice=[1], windows=ASK) as t:
        t.empire("activate GA at 3535", "end")
        assert t.asked == ["empire"]


def test_after_an_army_the_other_player_may_react() -> None:
    """§25.1 §16.71 For a Forced March, without its die for losses; then it is the turn's player again."""
    with table(field(), dice=[1, 3, 1], windows=ASK) as t:
        t.empire("activate GA at 3535", "end")
        assert t.asked == ["barbarian"]
        t.barbarian("play FA at 3931")
        army = t.w.army
        assert army is not None
        assert (army.seat, army.reaction, army.half) == ("barbarian", True, 46)
        assert t.asked == ["barbarian"]
        t.barbarian("march 3932", "end")
        assert t.w.reacted == ["armenia_field_army_1"]
        assert t.w.operated == ["thracia_garrison_1"]
        assert t.asked == ["empire"]
        t.empire("activate GA at 3535", "end")
        assert t.asked == ["barbarian"]
        t.barbarian("pass")


def test_each_army_reacts_once() -> None:
    """§25.2 Units that have reacted do not react again in this player turn."""
    with table(field(), dice=[1, 3, 1], windows=ASK) as t:
        t.empire("activate GA at 3535", "end")
        t.barbarian("play FA at 3931", "end")
        t.empire("activate GA at 3535", "end")
        t.refused("barbarian", "play FA at 3931", "25.2", place="3931")
        t.barbarian("pass")


def test_who_has_no_marker_passes() -> None:
    """§25.1 A player with any marker is asked, because the kinds are not public; without any nobody is."""
    with table(field(hands={"barbarian": ["agent"]}), dice=[1], windows=ASK) as t:
        t.empire("activate GA at 3535", "end")
        t.refused("barbarian", "play FA at 3931", "25.1", marker="forced_march")
        t.barbarian("pass")
        assert t.asked == ["empire"]
    with table(field(hands={}), dice=[1], windows=ASK) as t:
        t.empire("activate GA at 3535", "end")
        assert t.asked == ["empire"]


def test_treachery_stops_a_reaction() -> None:
    """§25.1 §card/treachery The marker is spent; with another he may try again."""
    hands = {**HANDS, "empire": ["treachery"]}
    with table(field(hands=hands), dice=[1, 3], windows={**ASK, "marker": "ask"}) as t:
        t.empire("activate GA at 3535", "end")
        t.barbarian("play FA at 3931")
        t.empire("play treachery")
        t.barbarian("pass")
        assert t.asked == ["barbarian"]
        t.barbarian("play FA at 3931")
        assert t.w.army is not None
        t.barbarian("end")


def test_one_operation_may_be_one_order() -> None:
    """§25.1 Option `one_operation` "single": after one march or attack the reaction is over."""
    with table(field(one_operation="single"), dice=[1, 3], windows=ASK) as t:
        t.empire("activate GA at 3535", "end")
        t.barbarian("play FA at 3931", "march 3932")
        assert t.w.army is None
        assert t.asked == ["empire"]


def test_a_reacting_army_attacks() -> None:
    """§17.21 The exception: in the other player's turn, as the attacker."""
    w = world(
        {"3535": "thracia_garrison", "3831": "thracia_garrison", "3732": "persia_field_army*2"},
        hands={"barbarian": ["forced_march"]},
        reaction="on",
    )
    with table(w, dice=[1, 6, 6], draws=["agent", "agent"], windows=ASK) as t:
        t.empire("activate GA at 3535", "end")
        t.barbarian("play 2 FA at 3732", "assault 3831")
        t.empire("stand")
        assert "thracia_garrison_2" not in t.w.at


def test_one_operation_may_be_one_attack() -> None:
    """§25.1 §17.61 Option `one_operation`: the attack is paid for in full, and then the reaction is over."""
    w = world(
        {"3535": "thracia_garrison", "3831": "thracia_garrison", "3732": "persia_field_army*2"},
        hands={"barbarian": ["forced_march"]},
        reaction="on",
        one_operation="single",
    )
    with table(w, dice=[1, 6, 6], draws=["agent", "agent"], windows=ASK) as t:
        t.empire("activate GA at 3535", "end")
        t.barbarian("play 2 FA at 3732", "manoeuvre 3831")
        t.empire("stand")
        assert t.w.army is None
        assert t.w.reacted == ["persia_field_army_1", "persia_field_army_2"]
        assert t.asked == ["empire"]


def test_who_is_dropped_by_a_reaction_does_not_react_any_more() -> None:
    """§13.21 §25.2 Units that a reacting army leaves behind have finished for this player turn."""
    w = world({"3535": "thracia_garrison*2", "3931": "persia_field_army*2"}, hands=HANDS, reaction="on")
    with table(w, dice=[1, 3, 1], windows=ASK) as t:
        t.empire("activate GA at 3535", "end")
        t.barbarian("play 2 FA at 3931", "drop FA", "march 3932", "end")
        assert (t.w.dropped, t.w.reacted) == (["persia_field_army_1"], ["persia_field_army_2"])
        t.empire("activate GA at 3535", "end")
        assert t.asked == ["empire"]  # of the others nobody is left who may


FLEET = {"3535": "thracia_garrison*2", "3433": "vandals_fleet vandals_warband*2", "4030": "armenia_garrison"}


def test_who_is_landed_by_a_reaction_does_not_react_any_more() -> None:
    """§19.54 §25.2 Units that land have finished for this player turn."""
    w = world(FLEET, control={"vandals": "barbarian"}, hands=HANDS, reaction="on")
    with table(w, dice=[1, 3, 1], windows=ASK) as t:
        t.empire("activate GA at 3535", "end")
        t.barbarian("play all at 3433", "sail 3434", "land 2 WB", "sail 3433", "end")
        t.empire("activate GA at 3535", "end")
        t.refused("barbarian", "play WB at 3434", "13.21", place="3434")
        t.barbarian("pass")


def test_one_operation_may_be_a_voyage_with_its_landing() -> None:
    """§25.1 §19.54 Ruling BE-L3: landing belongs to the voyage, and nothing else follows it."""
    w = world(FLEET, control={"vandals": "barbarian"}, hands=HANDS, reaction="on", one_operation="single")
    with table(w, dice=[1, 3], windows=ASK) as t:
        t.empire("activate GA at 3535", "end")
        t.barbarian("play all at 3433", "sail 3434")
        assert t.w.army is not None
        t.refused("barbarian", "sail 3433", "25.1")
        t.refused("barbarian", "assault 3535", "25.1")
        t.barbarian("land WB")
        assert t.w.army is not None
        t.barbarian("land WB")
        assert t.w.army is None
        assert t.asked == ["empire"]


def test_one_operation_ends_at_sea_where_nobody_can_land() -> None:
    """§19.54 On the open sea nobody lands: the voyage was the operation."""
    w = world(FLEET, control={"vandals": "barbarian"}, hands=HANDS, reaction="on", one_operation="single")
    with table(w, dice=[1, 3], windows=ASK) as t:
        t.empire("activate GA at 3535", "end")
        t.barbarian("play all at 3433", "sail 3333")
        assert t.w.army is None
