"""§16.1 to §16.5 Movement by land, and the terrain chart."""

from __future__ import annotations

import pytest

from adjudicator.belisarius.board import HEXES, NEIGHBOURS, side
from adjudicator.belisarius.rules.r16_movement import ground_cost, ground_of, may_enter, points
from adjudicator.core import Bar, NotUnderstood

from .helpers import ENGLISH, JAPANESE, table, world


@pytest.mark.parametrize(
    ("a", "b", "half"),
    [
        ("3732", "3632", 4),  # flat, 2
        ("3632", "3732", 6),  # rough, 3
        ("3535", "3534", 1),  # by road, a half
        ("3533", "3632", 6),  # flat over a river, 2 + 1
        ("3541", "3540", 1),  # by road over a river: free of it
        ("3150", "3250", 4),  # by track over a river: 1 + 1
        ("3434", "3334", 8),  # over the Hellespont into flat ground, 2 + 2
        ("3536", "3537", 10),  # over the Bosporus into rough ground, 3 + 2
    ],
)
def test_what_a_step_costs(a: str, b: str, half: int) -> None:
    """§16.1 §16.21 §16.23 §16.24 In half points, by ground, way, river, strait; rulings BE-E4 and BE-E5."""
    assert ground_cost(a, b) == half


def test_a_track_costs_one_point() -> None:
    """§16.22 Whatever the ground is, where no river runs."""
    tracks = [
        (a, b) for a in HEXES for b in NEIGHBOURS[a] if side(a, b).way == "track" and not side(a, b).river
    ]
    assert {ground_cost(a, b) for a, b in tracks} == {2}


def test_a_pillaged_city_is_flat() -> None:
    """Pillage chart, effect 1: Philippopolis is on rough ground, its ruins cost what flat ground does."""
    w = world({"3731": "thracia_garrison"})
    assert ground_of(w, ["thracia_garrison_1"]).cost("3731", "3631") == 6
    w.pillaged = ["3631"]
    assert ground_of(w, ["thracia_garrison_1"]).cost("3731", "3631") == 4


def test_points_as_they_are_said() -> None:
    """§16.21 Halves are said as such."""
    assert [points(half) for half in (0, 1, 2, 3)] == ["0", "½", "1", "1½"]


# -- §16.3 where nobody goes --------------------------------------------------------------------


def refusal(stop: Bar | None) -> str:
    assert isinstance(stop, Bar)
    return stop.rule


def test_no_way_by_land_over_the_sea() -> None:
    """§16.32 §16.33 Not into all sea, not over an all-sea side without a strait; no fleet by land."""
    w = world({"3535": "thracia_garrison guard_fleet", "3433": "thracia_garrison"})
    army = ["thracia_garrison_1"]
    assert refusal(may_enter(w, army, "3433", "3333")) == "16.32"
    assert refusal(may_enter(w, army, "3433", "3334")) == "16.32"
    assert refusal(may_enter(w, ["guard_fleet_1"], "3535", "3534")) == "16.33"
    assert refusal(may_enter(w, army, "3535", "3633")) == "16.1"


def test_hexes_of_enemies_and_neutrals_are_closed() -> None:
    """§16.31 §4.31(4) §19.3 To fleets of the enemy as well; neutral land without units is open."""
    w = world(
        {
            "3535": "thracia_garrison",
            "3534": "armenia_garrison",
            "3634": "slavs_warband",
            "3536": "vandals_fleet",
        },
        control={"vandals": "barbarian"},
    )
    army = ["thracia_garrison_1"]
    assert refusal(may_enter(w, army, "3535", "3534")) == "16.31"
    assert refusal(may_enter(w, army, "3535", "3634")) == "16.31"
    assert refusal(may_enter(w, army, "3535", "3536")) == "16.31"
    scythian = world({"4137": "guard_garrison"})
    assert all(
        may_enter(scythian, ["guard_garrison_1"], "4137", to) is None
        for to in NEIGHBOURS["4137"]
        if isinstance(ground_cost("4137", to), int)
    )


def test_stacks_keep_their_limit_in_passing() -> None:
    """§13.1 §16.34 Ruling BE-E6: at no time more than ten, so not on the way either; markers stop nobody."""
    w = world(
        {
            "3535": "guard_field_army*2",
            "3534": "thracia_garrison*4 dacia_garrison*3 macedonia_garrison*2",
        },
        pillaged=["3634"],
    )
    stop = may_enter(w, ["guard_field_army_1", "guard_field_army_2"], "3535", "3534")
    assert isinstance(stop, Bar)
    assert (stop.rule, stop.why.values["n"], stop.why.values["most"]) == ("13.1", 11, 10)
    assert may_enter(w, ["guard_field_army_1"], "3535", "3534") is None
    assert may_enter(w, ["guard_field_army_1"], "3535", "3634") is None


def test_the_barbarian_does_not_mix_in_passing() -> None:
    """§13.132 Ruling BE-E6: an army does not pass through units of another origin; the Empire's does."""
    w = world({"3535": "persia_garrison", "3534": "armenia_garrison"})
    assert refusal(may_enter(w, ["persia_garrison_1"], "3535", "3534")) == "13.132"
    w = world({"3535": "thracia_garrison", "3534": "dacia_garrison"})
    assert may_enter(w, ["thracia_garrison_1"], "3535", "3534") is None


# -- §16.1 the order to march -------------------------------------------------------------------


def test_march_names_the_army_rolls_its_die_and_goes() -> None:
    """§14.1 §14.21 §16.1 One order: 20 and 3 times 2 for Belisarius; two road hexes cost one point."""
    w = world({"3535": "belisarius guard_field_army thracia_garrison"})
    with table(w, dice=[2]) as t:
        t.empire("march Belisarius+Guard FA 3535-3534-3633")
        army = t.w.army
        assert army is not None
        assert (army.place, army.units) == ("3633", ["belisarius", "guard_field_army_1"])
        assert army.half == 2 * (20 + 2 * 3) - 2
        assert t.w.at["thracia_garrison_1"] == "3535"
        (event,) = t.events("marched")
        assert event.values["way"] == ["3535", "3534", "3633"]
        assert event.values["left"] == "25"


def test_a_far_hex_alone_is_enough() -> None:
    """§16.1 The cheapest way is taken: by road from Heraclea to Thessalonica."""
    w = world({"3535": "thracia_field_army"})
    with table(w, dice=[1]) as t:
        t.empire("march FA Heraclea-Thessalonica")
        (event,) = t.events("marched")
        assert event.values["way"] == ["3535", "3534", "3434", "3433", "3432", "3332"]
        assert event.values["left"] == "18½"


def test_an_army_goes_as_far_as_its_die_allows() -> None:
    """§14.21 §14.31 Sent off before its die was cast, it halts where the points end."""
    w = world({"3732": "thracia_garrison"})
    with table(w, dice=[1]) as t:
        t.empire("march GA 3732-3632-3732-3632-3732")
        (halt,) = t.events("halted")
        assert (halt.values["place"], halt.values["to"], halt.values["left"]) == ("3632", "3732", "2")
        t.refused("empire", "march 3732", "14.31", place="3732", cost="3", left="2")
        t.refused("empire", "march 3731-3732", "14.31", place="3731", cost="3", left="2")


def test_a_march_that_costs_too_much_is_refused() -> None:
    """§14.31 With the hex, what it costs and what is left."""
    w = world({"3535": "thracia_garrison"})
    with table(w, dice=[1]) as t:
        t.empire("march GA 3535-3534-3434")
        said = t.refused("empire", "march 3335-3336-3436", "14.31", place="3436", cost="3", left="1")
        assert said == "moving to hex 3436 near Cyzicus costs 3 OP; you have 1 left"
        t.refused("empire", "march 2248", "14.31", place="2248", left="8")
        t.refused("empire", "march 3333", "16.32", place="3333")


def test_where_an_army_stood_may_be_named_first() -> None:
    """§16.1 "march 3535-3534" is the same as "march 3534"."""
    w = world({"3535": "thracia_garrison"})
    with table(w, dice=[6]) as t:
        t.empire("activate GA at 3535", "march 3535-3534")
        assert t.w.at["thracia_garrison_1"] == "3534"


def test_an_army_does_not_pick_up_units_and_may_drop_some() -> None:
    """§16.4 §13.21 Those left behind do not operate in this turn any more."""
    w = world({"3535": "thracia_garrison*3", "3534": "thracia_field_army"})
    with table(w, dice=[6]) as t:
        t.empire("march 3 GA 3535-3534", "drop 2 garrisons", "march 3434")
        assert t.w.dropped == ["thracia_garrison_1", "thracia_garrison_2"]
        assert t.w.at["thracia_field_army_1"] == "3534"
        t.refused("empire", "drop GA", "13.21")
        t.empire("end")
        t.refused("empire", "activate GA at 3534", kind="not_understood")
        t.refused("empire", "activate GA at 3434", "14.1", place="3434")


def test_reach_gives_every_place_with_its_cost() -> None:
    """§16.1 What the map shows: place, way and half points; with the die still to be cast, who is sure."""
    w = world({"3535": "thracia_garrison"})
    with table(w, dice=[1]) as t:
        hows = {r.to: r.how for r in t.choice("empire").reach("thracia_garrison_1")}
        assert hows["3534"] == "march"
        assert "march_perhaps" in hows.values()
        t.empire("activate GA at 3535")
        reach = {r.to: r for r in t.choice("empire").reach("thracia_garrison_1")}
        assert (reach["3434"].cost, reach["3434"].path) == (2, ("3534", "3434"))
        assert max(r.cost for r in reach.values()) <= 18


def test_completion_names_ways() -> None:
    """§16.1 Units with their place, then hexes; what is barred says why."""
    w = world({"3535": "thracia_garrison*2 belisarius"})
    with table(w) as t:
        assert "march Belisarius+2 Thracian garrison Heraclea (3535)-" in t.lines("empire", "march Bel")
        assert any(line.endswith("-3534") for line in t.lines("empire", "march Belisarius 3535-35"))
        barred = [c for c in t.completions("empire", "march Belisarius 3535-3436") if c.bar is not None]
        assert [c.bar.rule for c in barred if c.bar] == ["16.32"]


def test_orders_are_written_as_they_are_read() -> None:
    """§14.1 An order comes back from its own text."""
    w = world({"3535": "thracia_garrison*2 belisarius"})
    with table(w) as t:
        choice = t.choice("empire")
        for text in (
            "march Belisarius+2 GA 3535-3534-3434",
            "activate all at Heraclea",
            "activate GA at 3535",
        ):
            answer = choice.accept(choice.parse(text, ENGLISH))
            for reader in (ENGLISH, JAPANESE):
                assert choice.accept(choice.parse(choice.write(answer, reader), reader)) == answer


def test_why_a_place_is_not_reached() -> None:
    """§16.1 §16.31 The hex of the army itself; else the last step, from the nearest hex that it reaches."""
    w = world({"3535": "thracia_field_army", "3634": "visigoths_warband"})
    with table(w, dice=[1]) as t:
        t.empire("activate all at 3535")
        t.refused("empire", "march 3535", "16.1", place="3535")
        t.refused("empire", "march 3634", "16.31", place="3634")
        t.refused("empire", "march 4306", "14.31", place="4306")
        t.refused("empire", "march 3333", "16.32", place="3333")


def test_the_army_that_acts_is_not_named_again() -> None:
    """§14.1 Its orders are a way alone."""
    w = world({"3535": "belisarius guard_field_army*2", "3536": "thracia_garrison"})
    with table(w, dice=[1]) as t:
        t.empire("activate Belisarius+2 FA at 3535")
        t.refused("empire", "march Belisarius+2 FA 3535-3534", "14.1")
        t.refused("empire", "march GA 3536-3535", "14.1")
        t.refused("empire", "march 2 FA 3534", "14.1")


def test_a_way_in_words() -> None:
    """§16.1 "from … to …", for an army that is formed and for one that acts."""
    w = world({"3535": "belisarius thracia_garrison*3"})
    with table(w, dice=[1]) as t:
        t.empire("march Belisarius and 3 GA from 3535 to 3434")
        assert t.w.army is not None
        assert (t.w.army.place, len(t.w.army.units)) == ("3434", 4)
        t.empire("march to 3535")
        t.empire("march 3535 to 3434 to 3433")
        assert t.w.army.place == "3433"


def test_long_lists_are_cut_in_a_refusal() -> None:
    """Eight places and how many more; all of them are candidates."""
    w = world({"3535": "thracia_field_army"})
    with table(w) as t, pytest.raises(NotUnderstood) as refused:
        t.empire("march FA 3535-nowhere")
    assert len(refused.value.why.values["options"]) == 9
    assert len(refused.value.candidates) > 100
