"""§5.41 §5.42 §5.45 §6.24 Who goes along: units of any composition, and leaders."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.rules.r05_command import acting_leaders, acting_units, detach_item
from adjudicator.ancient_world.rules.r05_leaders import limit_of
from adjudicator.ancient_world.rules.r05_party import all_join
from adjudicator.ancient_world.world import World
from adjudicator.core import Bar, Illegal, NotUnderstood, Table, fill
from tests.ancient_world.helpers import READER, act, empty, last, order, put, table, told

PLAIN = "4705"
STACK = {
    "libya_foot": 30,
    "hispani_foot": 10,
    "numidia_horse": 10,
    "hispani_horse": 6,
    "carthago_elephant": 3,
}


def punic() -> World:
    w = empty()
    put(w, "carthage", PLAIN, STACK, ["hannibal", "mago", "maharbal"])
    return w


def test_half_is_a_number_of_strength_points_of_any_composition() -> None:
    """§5.41 §6.24 Beside Hannibal Maharbal takes 29 of 59, all the horse among them: ruling AW-R13."""
    t = table(act(punic(), "maharbal"))
    order(t, "take 10 Numidian cavalry, 6 Spanish cavalry, 13 Libyan infantry")
    assert acting_units(t.world) == {"numidia_horse": 10, "hispani_horse": 6, "libya_foot": 13}
    with pytest.raises(Illegal, match=r"5\.41") as refused:
        order(t, "take 10 Numidian cavalry, 20 Libyan infantry")
    assert refused.value.why.values == {"leader": "maharbal", "most": 29, "n": 30}


def test_a_roman_limit_is_of_any_composition_too() -> None:
    """§6.24 A praetor leads two legions, 44 strength points: ruling AW-M4."""
    w = empty()
    put(w, "rome", PLAIN, {"romani_foot": 60, "romani_horse": 20}, ["scipio", "sempronius"])
    w.office["scipio"] = "praetor"
    assert limit_of(w, "scipio", PLAIN) in (40, 44)
    w.commanders["rome"] = "scipio"
    t = table(act(w, "scipio"))
    order(t, "take 20 Romani horse, 24 Romani foot with none")
    assert acting_units(t.world) == {"romani_foot": 24, "romani_horse": 20}


def caught(reaction: str) -> Table:
    w = punic()
    put(w, "rome", "4707", {"romani_foot": 30}, ["scipio"])
    t = table(act(w, "scipio"), [0] + [5] * 20)
    order(t, "march 4708", "rome")
    order(t, f"react {reaction}", "carthage")
    return t


def led(t: Table) -> list[str]:
    return next(f.leaders for key, f in t.world.forces.items() if key == "second")


def test_who_reacts_goes_with_all_who_may_go() -> None:
    """§5.42 §6.55 Hannibal intercepts with his staff, whose values count."""
    t = caught("intercept with Hannibal")
    assert led(t) == ["hannibal", "mago", "maharbal"]
    assert last(t, "goes_along")["leaders"] == ["mago", "maharbal"]
    while t.pending and not told(t, "battle"):
        seat, choice = next(iter(t.pending.items()))
        order(t, {"8.36": "no", "8.25": "none"}.get(choice.rule, "as planned"), seat)
    assert last(t, "battle")["lines"]["subordinates"] == 2
    assert f"carthage@{PLAIN}" not in t.world.forces


def test_units_and_leaders_of_a_reaction_are_named_in_one_order() -> None:
    """§5.45 §6.51 The first leader named is the one whose rating is tried; what stays behind is told."""
    t = caught("intercept with Mago, Maharbal: 6 Spanish cavalry, Numidian cavalry")
    assert led(t) == ["mago", "maharbal"]
    assert last(t, "intercepts")["leader"] == "mago"
    assert t.world.forces["second"].units == {"hispani_horse": 6, "numidia_horse": 1}
    stays = last(t, "stays")
    assert (stays["leaders"], stays["units"]["numidia_horse"]) == (["hannibal"], 9)


def test_the_overall_commander_goes_under_nobody() -> None:
    """§5.41 Mago may not take Hannibal along, and is not counted with him by default."""
    with pytest.raises(Illegal, match=r"5\.41"):
        caught("intercept with Mago, Hannibal: 5 Libyan infantry")
    w = punic()
    assert all_join(w, "mago", {"libya_foot": 29}) == ["maharbal"]
    w.forces[f"carthage@{PLAIN}"].leaders = ["mago", "maharbal"]
    w.commanders["carthage"] = "mago"
    assert all_join(w, "mago", {"libya_foot": 29}) == []  # somebody stays with the rest (§6.25)


def test_a_leader_who_cannot_react_is_named_in_the_refusal() -> None:
    """§6.53 "Intercept with Hanno" where Hanno is not near: it is Hanno who is not understood."""
    w = punic()
    put(w, "carthage", "1020", {"galli_foot": 5}, ["hanno_bom"])
    put(w, "rome", "4707", {"romani_foot": 30}, ["scipio"])
    t = table(act(w, "scipio"))
    order(t, "march 4708", "rome")
    with pytest.raises(NotUnderstood) as refused:
        t.choice("carthage").parse("intercept with Hanno", READER)
    assert "anno" in str(refused.value.why.values["text"])
    assert "intercept" not in str(refused.value.why.values["text"])


def test_a_name_with_a_comma_is_one_leader() -> None:
    """§5.45 Hanno, son of Bomilcar, and Mago are two."""
    w = empty()
    put(w, "carthage", PLAIN, STACK, ["hannibal", "hanno_bom", "mago"])
    t = table(act(w, "hannibal"))
    order(t, "take all with Hanno, son of Bomilcar, Mago")
    assert acting_leaders(t.world) == ["hannibal", "hanno_bom", "mago"]


def test_take_all_takes_the_companions_too() -> None:
    """§5.42 As a march does without it."""
    t = table(act(punic(), "hannibal"))
    order(t, "take all")
    assert acting_leaders(t.world) == ["hannibal", "mago", "maharbal"]
    order(t, "take all with none")
    assert acting_leaders(t.world) == ["hannibal"]


def test_a_second_march_does_not_carry_off_a_friend() -> None:
    """§6.24 Who stops beside a friend goes on with those who came, and with all only if the order says so:
    ruling AW-R96.
    """
    w = empty()
    put(w, "rome", "4807", {"romani_foot": 20}, ["servilius"])
    put(w, "rome", "4806", {"romani_foot": 30}, ["scipio"])
    t = table(act(w, "servilius"), [0, 0])
    order(t, "march 4806")
    assert acting_units(t.world) == {"romani_foot": 20}
    assert acting_leaders(t.world) == ["servilius"]
    order(t, "march 4906")
    assert t.world.forces["rome@4806"].leaders == ["scipio"]
    assert t.world.forces["rome@4806"].units == {"romani_foot": 30}


def test_what_was_taken_does_not_outlive_a_ride() -> None:
    """§6.12 §6.24 With another stack the choice begins anew."""
    w = punic()
    put(w, "carthage", "4907", {"galli_foot": 12})
    t = table(act(w, "mago"), [0])
    order(t, "take 10 Libyan infantry with none")
    order(t, "ride to 4907")
    assert acting_units(t.world) == {"galli_foot": 12}
    order(t, "march 4908")
    assert t.world.forces["carthage@4908"].units == {"galli_foot": 12}


def test_who_joins_a_battle_is_picked_in_the_same_way() -> None:
    """§8.26 §5.42 "join with Hannibal, Mago: 20 Libyan infantry", or a leader's name for all who may."""
    for said, leaders, foot in (("hannibal", 3, 30), ("join with Hannibal, Mago: 20 Libyan infantry", 2, 20)):
        w = punic()
        put(w, "carthage", "4706", {"galli_foot": 20}, ["hanno_bom"])
        put(w, "rome", "4706", {"romani_foot": 30}, ["scipio"])
        t = table(act(w, "scipio"), [0] + [5] * 20)
        order(t, "attack", "rome")
        while t.pending and not told(t, "coordinates"):
            seat, choice = next(iter(t.pending.items()))
            order(t, {"8.22": "stand", "8.25": said}.get(choice.rule, "as planned"), seat)
        joined = t.world.forces["helper_defender"]
        assert (len(joined.leaders), joined.units["libya_foot"]) == (leaders, foot)


def test_who_leads_one_strength_point_detaches_nothing() -> None:
    """§6.24 It is not offered."""
    w = empty()
    put(w, "rome", "4705", {"socii_foot": 1}, ["scipio"])
    stop = detach_item(act(w, "scipio"))
    assert isinstance(stop, Bar)
    assert stop.rule == "6.24"


def test_what_is_detached_beside_the_commander_is_of_any_composition() -> None:
    """§5.41 §6.24 Half of 50 act, all but those detached; what stays may be any of those who are there."""
    w = empty()
    units = {"libya_foot": 30, "hispani_foot": 10, "numidia_horse": 10}
    put(w, "carthage", "4705", units, ["hannibal", "mago", "maharbal"])
    t = table(act(w, "maharbal"))
    order(t, "detach 10 Numidian cavalry")
    acting = acting_units(t.world)
    assert "numidia_horse" not in acting
    assert sum(acting.values()) == 25


@pytest.mark.parametrize("text", ["march 4706 with Mago", "march with Mago to 4706", "march with Mago: 4706"])
def test_a_march_that_names_companions_says_which_order_comes_before(text: str) -> None:
    """§6.24 §5.42 A name that exists is never called a place that is not understood."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 30}, ["hannibal", "mago"])
    t = table(act(w, "hannibal"))
    with pytest.raises(Illegal) as refusal:
        order(t, text)
    said = fill(refusal.value.why, "en", GAME.lexicon.label)
    assert said.startswith("who goes along is said before the march: “take all with Mago”")
    order(t, "take all with Mago")
    assert acting_leaders(t.world) == ["hannibal", "mago"]
