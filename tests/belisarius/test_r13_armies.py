"""§13.0 §13.2 Armies: who makes one, in words and numbers, and dropping units."""

from __future__ import annotations

import pytest

from adjudicator.belisarius.rules.r14_armies import may_form
from adjudicator.belisarius.rules.r14_groups import Group
from adjudicator.core import Ambiguous, Illegal, NotUnderstood, words

from .helpers import ENGLISH, JAPANESE, table, world

THINGS = {"belisarius": 1, "guard_field_army": 2, "thracia_garrison": 3, "dacia_garrison": 1}


def group() -> Group:
    return Group(rule="13.2", prompt=words("?"), things=lambda: THINGS, least=1, most=7)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Belisarius", {"belisarius": 1}),
        ("Belisarius+2 FA", {"belisarius": 1, "guard_field_army": 2}),
        ("2 Guard FA + Thracia GA", {"guard_field_army": 2, "thracia_garrison": 1}),
        ("Thracia GA x2, Dacian garrison", {"thracia_garrison": 2, "dacia_garrison": 1}),
        ("4 GA", {"thracia_garrison": 3, "dacia_garrison": 1}),
        ("all", THINGS),
        ("ベリサリウス＋2 野戦軍", {"belisarius": 1, "guard_field_army": 2}),
    ],
)
def test_groups_as_players_write_them(text: str, numbers: dict[str, int]) -> None:
    """§13.23 By leader, by kind, by type where that is enough; with "+" or commas."""
    choice = group()
    assert choice.accept(choice.parse(text, ENGLISH)) == dict(sorted(numbers.items()))
    for reader in (ENGLISH, JAPANESE):
        assert choice.parse(choice.write(numbers, reader), reader) == dict(sorted(numbers.items()))


def test_groups_that_are_refused() -> None:
    """§13.23 Unspecified garrisons; more than there are; none named."""
    choice = group()
    with pytest.raises(Ambiguous):
        choice.parse("2 GA", ENGLISH)
    with pytest.raises(NotUnderstood):
        choice.parse("Narses", ENGLISH)
    with pytest.raises(Illegal) as refused:
        choice.accept(choice.parse("3 FA", ENGLISH))
    assert refused.value.why.values["most"] == 2
    with pytest.raises(Illegal):
        choice.accept({})


def test_groups_are_completed() -> None:
    """§13.23 All of a place, each kind alone or whole, and what may be added."""
    lines = [line.text for line in group().complete("", ENGLISH)]
    assert lines[0].startswith("Belisarius+")
    assert "3 Thracian garrison" in lines
    assert [line.text for line in group().complete("Belisarius+2 Gu", ENGLISH)] == [
        "Belisarius+2 Guard field army"
    ]


def test_units_of_a_hex_make_any_armies() -> None:
    """§13.2 §13.23 Three units: an army of two and one of one, one after the other."""
    w = world({"3535": "thracia_garrison*3"})
    with table(w, dice=[1, 1]) as t:
        t.empire("activate 2 GA at 3535", "end")
        t.refused("empire", "activate 2 GA at 3535", "13.2", most=1)
        t.empire("activate GA at 3535", "end")
        t.refused("empire", "activate all at 3535", "14.1")


def test_all_units_of_an_army_operate_together() -> None:
    """§13.0 §13.22 All units of the army march with it; §13.21 others are not picked up."""
    w = world({"3535": "thracia_garrison*3", "3534": "thracia_field_army"})
    with table(w, dice=[6]) as t:
        t.empire("march 2 GA 3535-3534-3434")
        assert [t.w.at[f"thracia_garrison_{n}"] for n in (1, 2, 3)] == ["3434", "3434", "3535"]
        assert t.w.at["thracia_field_army_1"] == "3534"


def test_dropped_units_do_not_operate_any_more() -> None:
    """§13.21 §17.24 They stay where they are; the rest of the army goes on with its points."""
    w = world({"3535": "thracia_garrison*2 thracia_field_army", "3434": "thracia_garrison"})
    with table(w, dice=[2]) as t:
        t.empire("activate all at 3535", "drop 2 GA")
        assert t.w.army is not None
        assert (t.w.army.units, t.w.army.half) == (["thracia_field_army_1"], 20)
        t.empire("march 3534", "end")
        t.refused("empire", "activate 2 GA at 3535", "13.21", place="3535")


def test_an_army_with_fleets_goes_by_sea() -> None:
    """§19.5 §19.51 §19.52 Its land units go aboard, three to a fleet; it does not march."""
    w = world({"3536": "guard_fleet thracia_garrison*4"})
    stop = may_form(w, "3536", sorted(w.at))
    assert stop is not None
    assert (stop.rule, stop.why.values["n"]) == ("19.51", 4)
    with table(w, dice=[1]) as t:
        t.refused("empire", "march Guard FL+3 GA 3536-3535", "16.33")
        t.empire("embark Guard FL+3 GA at 3536")
        assert t.w.army is not None
        assert (t.w.army.naval, t.w.army.port, len(t.w.aboard)) == (True, True, 3)
        t.refused("empire", "march 3535", "16.33")
        t.refused("empire", "drop GA", "19.54")


def test_units_aboard_go_ashore_to_march() -> None:
    """§19.52 Ruling BE-E7: at the beginning of its operations an army comes off its ships at no cost."""
    w = world({"3536": "guard_fleet thracia_garrison*2"}, aboard="thracia_garrison_1 thracia_garrison_2")
    with table(w, dice=[1]) as t:
        t.empire("activate GA at 3536")
        assert t.w.aboard == ["thracia_garrison_2"]


def test_nobody_is_left_at_sea_without_a_fleet() -> None:
    """§19.1 §19.51 At sea land units are aboard: fleets that leave take enough of them along."""
    aboard = [f"thracia_garrison_{n}" for n in range(1, 5)]
    w = world({"3333": "guard_fleet*2 thracia_garrison*4"}, aboard=aboard)
    assert may_form(w, "3333", ["guard_fleet_1", *aboard[:1]]) is None
    stop = may_form(w, "3333", ["guard_fleet_1"])
    assert stop is not None
    assert stop.rule == "19.51"
    stop = may_form(w, "3333", aboard[:1])
    assert stop is not None
    assert stop.rule == "16.32"
