"""Paragraphs of chapters 1 to 15 that no chapter's own tests name by themselves."""

from __future__ import annotations

import pytest

from adjudicator.belisarius.rules.r10_heavy_tax import modifier_of
from adjudicator.belisarius.world import BARBARIAN, EMPIRE, NEUTRAL, SEATS

from .battles import ORIGIN, PLACE, army
from .helpers import new, table, world


def test_the_game_is_for_two() -> None:
    """§1.0 The Empire and the barbarians."""
    assert SEATS == (BARBARIAN, EMPIRE)
    assert sorted(new().treasury) == sorted(SEATS)


def test_a_three_and_one_more_is_four() -> None:
    """§2.6 The worked example, at the heavy taxes: a 3 with +1 is no defection."""
    places = {"constantinopolis": "justinian", "naissus": "dacia_garrison"}
    with table(world(places, phase="tax", treasury={EMPIRE: 0}), dice=[3]) as t:
        t.empire("tax Dacia heavy")
        assert (t.w.control["dacia"], t.w.treasury[EMPIRE]) == (EMPIRE, 1)


def test_modifiers_add_up() -> None:
    """§2.6 Plus and minus together: the emperor and Belisarius in a ruined province of the enemy's."""
    places = {"constantinopolis": "justinian", "3535": "belisarius"}
    assert modifier_of(world(places, pillaged=[]), EMPIRE, "thracia") == 1 + 2
    w = world(places, pillaged=["3633"], control={"thracia": BARBARIAN})
    assert modifier_of(w, EMPIRE, "thracia") == 1 + 2 - 1 - 1


@pytest.mark.parametrize("scenario", ["advance", "gothic_war", "justinian_the_great"])
def test_neutrals_have_no_treasury(scenario: str) -> None:
    """§4.31(3) Solidi are the two players' alone."""
    w = new(scenario)
    assert NEUTRAL in w.control.values()
    assert sorted(w.treasury) == sorted(SEATS)


def test_nobody_must_fight_for_standing_in_a_zone() -> None:
    """§15.31 An army that has come beside the enemy may end its operations there."""
    w = army("guard_field_army", "ostrogoths_warband")
    with table(w) as t:
        t.empire("end")
        assert t.w.phase == "operations"
        assert (t.w.at["guard_field_army_1"], t.w.at["ostrogoths_warband_1"]) == (ORIGIN, PLACE)
