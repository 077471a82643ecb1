"""§33 Single combat (option): who challenges, who accepts, dice and stars."""

from __future__ import annotations

from adjudicator.belisarius.world import World

from .battles import combat, places
from .helpers import table


def duel(attackers: str = "guard_field_army belisarius", **more: str) -> World:
    return combat(attackers, "ostrogoths_warband*3 vitiges", table="assault", single_combat="on", **more)


def test_the_attacker_challenges_and_the_lower_total_falls() -> None:
    """§33.1 A die and the stars of each: 3 + 2 against 5 + 1."""
    with table(duel(), dice=[3, 5, 4], draws=["agent"]) as t:
        t.barbarian("stand")
        assert t.lines("empire", "challenge with") == ["challenge with Belisarius"]
        t.empire("challenge")
        t.barbarian("accept with Vitiges")
        [fight] = t.events("single_combat")
        assert (fight.values["total"], fight.values["enemy_total"], fight.values["how"]) == (5, 6, "won")
        assert "belisarius" not in t.w.at
        [odds] = t.events("odds")  # without its leader: 5 against 20
        assert (odds.values["attack_total"], odds.values["defence_total"]) == (5, 20)


def test_a_draw() -> None:
    """§33.1 Equal totals: both live."""
    with table(duel(), dice=[3, 4, 3]) as t:
        t.barbarian("stand")
        t.empire("challenge with Belisarius")
        t.barbarian("accept")
        assert t.events("single_combat")[0].values["how"] == "draw"
        assert t.events("odds")[0].values["attack_total"] == 21


def test_to_decline_costs_nothing() -> None:
    """§33.1 Leaders count in the battle as ever."""
    with table(duel(), dice=[3]) as t:
        t.barbarian("stand")
        t.empire("challenge")
        t.barbarian("decline")
        assert t.events("odds")[0].values["defence_total"] == 20


def test_the_defender_may_challenge_when_the_attacker_does_not() -> None:
    """§33.1 ruling BE-G10: a window after the attacker; the attacker names his own champion."""
    with table(duel("guard_field_army belisarius mundas"), dice=[1, 6, 1], windows={"challenge": "ask"}) as t:
        t.barbarian("stand")
        t.empire("no challenge")
        t.barbarian("play with Vitiges")
        t.refused("empire", "accept with Vitiges", kind="not_understood")
        t.empire("accept with Mundas")  # 1 + 1 for Vitiges, 6 + 1 for Mundas
        assert "vitiges" not in t.w.at


def test_nobody_challenges() -> None:
    """§33.1 Silence is no challenge."""
    with table(duel(), dice=[3], windows={"challenge": "ask"}) as t:
        t.barbarian("stand")
        t.empire("no challenge")
        t.barbarian("pass")
        assert t.events("odds")


def test_a_side_without_units_fights_no_battle() -> None:
    """§33.1 The last of a side falls in single combat: there is nothing to throw for."""
    w = combat("belisarius", "vitiges", table="assault", single_combat="on")
    with table(w, dice=[6, 1]) as t:
        t.barbarian("stand")
        t.empire("challenge")
        t.barbarian("accept")
        assert places(t.w) == {"4410": ["belisarius"]}
        assert t.events("battle") == []
        assert t.w.phase == "army"


def test_without_the_option_or_a_leader_on_both_sides_nobody_is_asked() -> None:
    """§33.0 §33.1"""
    with_two = combat("guard_field_army belisarius", "ostrogoths_warband*3 vitiges", table="assault")
    with_one = combat(
        "guard_field_army belisarius", "ostrogoths_warband*4", table="assault", single_combat="on"
    )
    for w, die in ((with_two, 3), (with_one, 2)):  # BB at 21 to 20, and at 21 to 12
        with table(w, dice=[die]) as t:
            t.barbarian("stand")
            assert t.events("odds")
