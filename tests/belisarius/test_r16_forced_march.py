"""§16.7 Forced march."""

from __future__ import annotations

from adjudicator.core import fill

from .helpers import ENGLISH, table, world

MARCH = {"empire": ["forced_march"]}


def test_an_army_that_has_operated_operates_again() -> None:
    """§16.7 §16.71 The marker is spent; on 4 to 6 nobody is lost; the points are cast anew.

    §card/forced_march
    """
    w = world({"3535": "thracia_garrison*2"}, hands=MARCH)
    with table(w, dice=[1, 4, 6]) as t:
        t.refused("empire", "force 2 GA at 3535", "16.7")
        t.empire("march 2 GA 3535-3534", "end", "force 2 GA at 3534")
        assert t.w.cups["empire_hand"] == []
        assert t.w.army is not None
        assert (t.w.army.half, len(t.w.army.units)) == (28, 2)
        t.empire("march 3434", "end")
        assert t.w.at["thracia_garrison_1"] == "3434"


def test_a_unit_is_lost_on_one_to_three() -> None:
    """§16.71 Its owner says which, before the points are cast."""
    w = world({"3535": "thracia_garrison*2 thracia_field_army"}, hands=MARCH)
    with table(w, dice=[1, 3, 6]) as t:
        t.empire("activate all at 3535", "end", "force all at 3535")
        assert t.w.army is not None
        t.empire("Thracian garrison")
        assert (len(t.w.army.units), t.w.army.half) == (2, 28)
        assert "thracia_garrison_1" not in t.w.at


def test_the_last_unit_may_be_lost() -> None:
    """§16.71 Then there is no army any more, and no points are cast."""
    w = world({"3535": "thracia_garrison"}, hands=MARCH)
    with table(w, dice=[1, 1]) as t:
        t.empire("activate GA at 3535", "end", "force GA at 3535")
        assert t.w.at == {}
        assert t.w.army is None
        assert t.w.phase == "operations"


def test_the_example_of_two_marches() -> None:
    """§16.72 §16.74 An army, another army, and the first again; as often as there are markers."""
    hands = {"empire": ["forced_march", "forced_march"]}
    w = world({"3535": "thracia_field_army", "3832": "dacia_garrison"}, hands=hands)
    with table(w, dice=[1, 4, 1, 1, 5, 1]) as t:
        t.empire("march FA 3535-3534", "end", "force FA at 3534", "march 3434", "end")
        t.empire("activate GA at 3832", "end")
        t.empire("force FA at 3434", "march 3433", "end")
        assert t.w.at["thracia_field_army_1"] == "3433"
        t.refused("empire", "force FA at 3433", "16.71", marker="forced_march")


def test_units_of_the_hex_make_a_new_army() -> None:
    """§16.73 Who came and who was there, in any mixture, if one of them has operated; ruling BE-E8."""
    w = world({"3535": "thracia_field_army", "3534": "thracia_garrison*2"}, hands=MARCH)
    with table(w, dice=[1, 6, 1]) as t:
        t.empire("march FA 3535-3534", "end")
        t.refused("empire", "force 2 GA at 3534", "16.7")
        t.empire("force FA+GA at 3534", "end")
        assert t.w.operated == ["thracia_field_army_1", "thracia_garrison_1"]


def test_of_equal_units_those_that_have_operated_march_first() -> None:
    """§16.7 §16.73 Whatever their numbers: one that is fresh does not go in their place."""
    places = {"3535": "thracia_garrison", "3633": "thracia_garrison"}
    w = world(places, hands=MARCH)
    with table(w, dice=[1, 6, 1]) as t:
        t.empire("march GA 3633-3535", "end", "force Thracia GA at 3535")
        assert t.w.army is not None and t.w.army.units == ["thracia_garrison_2"]
        t.empire("end")
        assert t.w.operated == ["thracia_garrison_2"]


def test_dropped_units_stay_unless_the_option_lets_them_march() -> None:
    """§13.21 §16.4 §16.73 Units left behind no longer operate; with `dropped_units` "march" they may.

    Ruling BE-E8.
    """
    places = {"3535": "thracia_field_army thracia_garrison"}
    with table(world(places, hands=MARCH, dropped_units="march"), dice=[1, 6, 1]) as t:
        t.empire("activate all at 3535", "drop GA", "end", "force all at 3535")
        assert t.w.army is not None
        assert len(t.w.army.units) == 2
    with table(world(places, hands=MARCH), dice=[1, 6, 1]) as t:
        t.empire("activate all at 3535", "drop GA", "end")
        t.refused("empire", "force GA at 3535", kind="not_understood")
        t.empire("force all at 3535")
        assert t.w.army is not None
        assert len(t.w.army.units) == 1


def test_treachery_spends_the_marker_for_nothing() -> None:
    """§16.71 §card/treachery No die is cast, and nobody operates."""
    w = world({"3535": "thracia_garrison"}, hands={**MARCH, "barbarian": ["treachery"]})
    with table(w, dice=[1], windows={"marker": "ask"}) as t:
        t.empire("activate GA at 3535", "end", "force GA at 3535")
        t.barbarian("play treachery")
        assert t.w.army is None
        assert t.w.phase == "operations"
        assert t.w.cups["empire_hand"] == t.w.cups["barbarian_hand"] == []


def test_who_holds_the_marker_is_seen_by_nobody_else() -> None:
    """§22.1 The bar of one's own order is all that says so."""
    w = world({"3535": "thracia_garrison"}, hands={"empire": ["agent"]})
    with table(w, dice=[1]) as t:
        t.empire("activate GA at 3535", "end")
        t.refused("empire", "force GA at 3535", "16.71", marker="forced_march")


def test_the_loss_falls_before_anybody_goes_aboard() -> None:
    """§16.71 §19.5 In port a fleet is lost with nobody aboard; without it the army goes by land."""
    w = world({"3536": "guard_fleet thracia_garrison*3"}, hands=MARCH)
    with table(w, dice=[1, 1, 1, 3]) as t:
        t.empire("activate Guard FL at 3536", "end", "activate 3 GA at 3536", "end", "force all at 3536")
        t.empire("Guard fleet")
        assert t.w.army is not None
        assert (t.w.army.naval, t.w.army.port, len(t.w.army.units)) == (False, False, 3)
        assert (t.w.aboard, t.w.army.half) == ([], 2 * 11)
        t.empire("march 3535")


def test_whom_the_fleets_left_cannot_carry_stays_ashore() -> None:
    """§16.71 §19.51 Its owner says who; they are no part of the army."""
    w = world({"3536": "guard_fleet*2 thracia_garrison*4 thracia_field_army"}, hands=MARCH)
    w.operated = sorted(w.at)
    with table(w, dice=[2, 3]) as t:
        t.empire("force all at 3536", "Guard fleet", "Thracian garrison x2")
        assert t.w.army is not None
        assert t.w.army.behind == ["thracia_garrison_1", "thracia_garrison_2"]
        assert t.w.aboard == ["thracia_field_army_1", "thracia_garrison_3", "thracia_garrison_4"]
        assert (t.w.army.naval, t.w.army.port, t.w.dropped) == (True, True, [])


def test_a_loss_of_who_is_aboard_is_foretold() -> None:
    """§16.71 §19.51 The question says how many go down with a fleet that already carries them."""
    w = world({"3333": "guard_fleet*2 thracia_garrison*4"}, hands=MARCH)
    w.operated, w.aboard = sorted(w.at), [u for u in sorted(w.at) if "garrison" in u]
    with table(w, dice=[2]) as t:
        t.empire("force all at 3333")
        prompt = t.choice("empire").prompt
        assert fill(prompt, "en", ENGLISH.lexicon.label) == (
            "Which unit do you lose in the forced march? Losing Guard fleet also sinks 1 unit aboard."
        )
