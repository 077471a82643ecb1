"""§7.4 to §7.52: hits, the elephant, ballistae, eliminated blocks, leaders, Cleopatra."""

from __future__ import annotations

import pytest

from .battles import MISS, battle, fire_all, fired
from .helpers import contest, table, world

# -- §7.4 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("block", "dice", "hits"),
    [
        ("c_caesar", [1, 2, 3], 3),  # §7.4: Caesar, III, A3
        ("c_caesar", [3, 4, 6], 1),
        ("c_legio_21", [6, 1, 4, 3], 2),  # §3.12: four dice at firepower 3
        ("c_legio_21:3", [4, 5, 6], 0),
        ("c_auxilia_1", [1, 2, 2, 1], 2),
        ("c_legio_10:1", [4], 1),
    ],
)
def test_dice_and_hits(block: str, dice: list[int], hits: int) -> None:
    """§7.4 §3.11 §3.12: as many dice as strength; up to the firepower each is a hit."""
    w = battle("roma", "pompey", {"neapolis": "p_elephant"}, block)
    with table(w, dice=dice) as t:
        if t.asked == ["pompey"]:
            t.pompey("pass")
        t.caesar("fire")
        (event,) = t.events("fired")
        assert event.values["dice"] == dice
        assert event.values["hits"] == hits


def test_the_strongest_block_is_hit_hit_by_hit() -> None:
    """§7.4 ruling JC-B7: strength is looked at again for each hit."""
    w = battle("roma", "caesar", {"genua": "c_legio_21"}, ["p_legio_1", "p_legio_4:2", "p_navis_1:1"])
    with table(w, dice=[1, 1, 1, MISS]) as t:
        t.pompey("pass all")
        t.caesar("fire")  # IV to III, to II, then a choice of two at II
        assert t.asked == ["pompey"]
        assert t.lines("pompey") == ["lose LEG 1", "lose LEG 4"]
        t.refused("pompey", "lose NAV 1", kind="not_understood")
        t.refused("caesar", "lose LEG 1", kind="not_now")
        t.pompey("lose LEG 4")
        assert [t.w.steps[b] for b in ("p_legio_1", "p_legio_4", "p_navis_1")] == [2, 1, 1]


def test_equals_that_are_alike_are_not_asked_for() -> None:
    """§7.4 ruling JC-B7: two legions of one city and one rating."""
    w = battle("roma", "caesar", {"genua": "c_auxilia_3"}, ["p_legio_5", "p_legio_6"])
    with table(w, dice=[1, MISS, MISS]) as t:
        t.caesar("fire")
        assert sorted(t.w.steps[b] for b in ("p_legio_5", "p_legio_6")) == [2, 3]


@pytest.mark.parametrize(
    "pair",
    [
        ("p_legio_5", "p_legio_3"),  # firepower
        ("p_legio_5", "p_legio_4"),  # where they are raised
        ("p_legio_5", "p_scipio"),
    ],
)
def test_equals_that_differ_are_asked_for(pair: tuple[str, str]) -> None:
    """§7.4 ruling JC-B7."""
    w = battle("roma", "caesar", {"genua": "c_auxilia_3"}, list(pair))
    with table(w, dice=[1, MISS, MISS]) as t:
        if t.asked == ["pompey"]:
            t.pompey("pass")
        t.caesar("fire")
        assert t.asked == ["pompey"]
        assert len(t.lines("pompey")) == 2


def test_it_matters_who_has_acted() -> None:
    """§7.4 ruling JC-B7: of two like blocks one has fired and one has not."""
    w = battle("roma", "pompey", {"neapolis": "p_legio_1:2"}, ["c_legio_11", "c_legio_12"])
    with table(w, dice=[MISS, MISS, MISS, 1, MISS]) as t:
        t.caesar("fire LEG 11", "pass LEG 12")
        t.pompey("fire")  # both have acted
        assert t.asked == ["caesar"]
        assert t.w.battle is not None
        assert t.w.battle.round == 2


def test_an_elephant_is_four_or_two() -> None:
    """§7.41 §3.24: it rolls four dice, falls to two, and counts as the stronger among threes."""
    w = battle("roma", "caesar", {"genua": ["c_auxilia_3", "c_auxilia_4"]}, ["p_elephant", "p_legio_3"])
    with table(w, dice=[1, MISS, MISS, 1, MISS, MISS, 1, 3]) as t:
        t.caesar("fire AUX 3")
        assert (t.w.steps["p_elephant"], t.w.steps["p_legio_3"]) == (1, 3)
        assert "Pompey: ELE dropped to II." in t.said()
        t.caesar("fire AUX 4")
        assert (t.w.steps["p_elephant"], t.w.steps["p_legio_3"]) == (1, 2)
        t.pompey("fire ELE")
        (event,) = t.events("fired")
        assert event.values["dice"] == [1, 3]
        assert (t.w.steps["c_auxilia_3"], t.w.steps["c_auxilia_4"]) == (2, 2)


def test_a_ballista_fires_early_in_defence_and_late_in_attack() -> None:
    """§7.42 §3.25 ruling JC-B14."""
    w = battle("roma", "caesar", {"genua": ["c_ballista", "c_legio_8"]}, ["p_ballista", "p_legio_1"])
    with table(w, dice=[MISS] * 11) as t:
        fire_all(t, until=2)
        assert fired(t) == ["p_ballista", "p_legio_1", "c_legio_8", "c_ballista"]


# -- §7.5 ----------------------------------------------------------------------------------------


def test_an_eliminated_block_lies_open_for_the_year() -> None:
    """§7.5 §5.1 ruling JC-L5 ruling JC-J4: all see it, and a block won over lies with its printed side."""
    w = battle(
        "roma",
        "caesar",
        {"genua": "c_legio_21"},
        ["p_legio_1:1", "c_legio_7:1"],
        turned={"c_legio_7": "pompey"},
        elsewhere={"genua": "c_caesar"},
    )
    with table(w, dice=[1, 1, MISS, MISS]) as t:
        t.pompey("pass all")
        t.caesar("fire")
        t.pompey("lose LEG 7")
        assert t.w.eliminated == {"caesar": ["c_legio_7"], "pompey": ["p_legio_1"]}
        assert "c_legio_7" not in t.w.turned
        assert t.view(None).eliminated == {"caesar": ("c_legio_7",), "pompey": ("p_legio_1",)}
        assert t.w.trophies == {"caesar": [], "pompey": []}


def test_a_fallen_leader_is_a_trophy_and_lets_the_third_come() -> None:
    """§7.51 §1.2 §3.21 ruling JC-L3: a point for the enemy, and Brutus may be raised."""
    w = battle("roma", "caesar", {"genua": "c_legio_21"}, "p_scipio:1", elsewhere={"neapolis": "p_pompey"})
    with table(w, dice=[MISS, 1, MISS, MISS, MISS]) as t:
        t.pompey("fire")
        t.caesar("fire")
        assert t.w.trophies == {"caesar": ["p_scipio"], "pompey": []}
        assert t.w.eliminated["pompey"] == []
        assert "Pompey: Scipio was eliminated at Roma and became a trophy for Caesar." in t.said()
        assert t.view(None).score["caesar"] == 1 + 2  # the leader, and Roma


def test_the_third_leader_waits_for_the_loss_of_another() -> None:
    """§7.51 §3.21 ruling JC-L3."""
    places = {"ravenna": "c_caesar", "neapolis": "p_pompey"}
    with table(world(places), cards=("1/3", "2/1")) as t:
        t.pompey("end", "end")
        t.caesar("end")
        said = t.refused("caesar", "levy Octavian at Ravenna", "7.51", block="c_octavian")
        assert "you can levy Octavian only after another of your leaders has been eliminated" in said
    with table(world(places, trophies="c_antonius"), cards=("1/3", "2/1")) as t:
        t.pompey("end")
        t.refused("pompey", "levy Brutus at Neapolis", "7.51")
        t.pompey("end")
        t.caesar("end", "levy Octavian at Ravenna")
        assert t.w.at["c_octavian"] == "ravenna"


# -- §7.52 ---------------------------------------------------------------------------------------


def test_cleopatra_of_the_defender_goes_over_and_fights_in_the_same_round() -> None:
    """§7.52 ruling JC-W6: at once, at strength I; she acts at C, for she had not acted."""
    w = battle("memphis", "caesar", {"alexandria": "c_auxilia_3"}, ["cleopatra:1", "p_legio_38:1"])
    with table(w, dice=[1, MISS, MISS, MISS, 1]) as t:
        t.caesar("fire")
        assert t.asked == ["pompey"]
        t.pompey("lose Cleopatra")
        assert t.w.turned["cleopatra"] == "caesar"
        assert t.w.steps["cleopatra"] == 1
        assert "Cleopatra joined Caesar at Memphis with one step." in t.said()
        t.pompey("fire")  # LEG 38 at C, the defender first
        t.caesar("fire")  # Cleopatra at C
        assert fired(t) == ["c_auxilia_3", "p_legio_38", "cleopatra"]
        assert t.w.victor == "caesar"


def test_cleopatra_who_has_acted_does_not_act_again() -> None:
    """§7.52 ruling JC-W6: and she takes hits for her new side."""
    w = battle(
        "memphis",
        "pompey",
        {"pelusium": "p_legio_38:1"},
        ["c_ballista:1", "cleopatra:1"],
        turned={"cleopatra": "caesar"},
    )
    with table(w, dice=[MISS, MISS, 1]) as t:
        t.caesar("fire", "fire")  # the ballista at B, Cleopatra at C
        t.pompey("fire")
        t.caesar("lose Cleopatra")
        assert t.w.turned["cleopatra"] == "pompey"
        assert t.w.battle is not None
        assert t.w.battle.round == 2  # no more of hers in this round
        assert fired(t) == ["c_ballista", "cleopatra", "p_legio_38"]


def test_cleopatra_takes_hits_for_her_new_side() -> None:
    """§7.52 ruling JC-W6: taken, she stands among the victor's blocks, and may be taken back."""
    w = battle("memphis", "caesar", {"alexandria": "c_auxilia_3:1"}, ["cleopatra:1", "p_legio_38:1"])
    with table(w, dice=[1, 1, MISS]) as t:
        t.caesar("fire")
        t.pompey("lose Cleopatra")
        t.pompey("fire")
        assert t.lines("caesar") == ["lose AUX C3", "lose Cleopatra"]
        t.caesar("lose Cleopatra")
        assert t.w.turned["cleopatra"] == "pompey"
        t.pompey("fire Cleopatra")  # at C, where she had not acted
        assert fired(t) == ["c_auxilia_3", "p_legio_38", "cleopatra"]


def test_cleopatra_alone_changes_hands_and_the_battle_is_over() -> None:
    """§7.52 ruling JC-W6."""
    w = battle("alexandria", "caesar", {"memphis": "c_auxilia_3"}, "cleopatra:1")
    with table(w, dice=[1, MISS, MISS]) as t:
        t.caesar("fire")
        assert t.w.victor == "caesar"
        assert t.view(None).places["alexandria"].holder == "caesar"
        t.caesar("regroup Cleopatra to Memphis")
        assert t.w.at["cleopatra"] == "memphis"


def test_an_attacking_cleopatra_is_taken_too() -> None:
    """§7.52: as attacker she goes over to the defender and acts with him at C."""
    w = battle("memphis", "pompey", {"alexandria": ["cleopatra:1", "p_legio_38:1"]}, "c_auxilia_3")
    with table(w, dice=[1, MISS, MISS, 1]) as t:
        t.caesar("fire")
        t.pompey("lose Cleopatra")
        assert t.asked == ["caesar"]
        t.caesar("fire")
        assert fired(t) == ["c_auxilia_3", "cleopatra"]
        assert t.w.victor == "caesar"


def test_excess_hits_after_cleopatra_find_the_next() -> None:
    """§7.52 §7.4: she no longer stands among those who are hit."""
    w = battle("memphis", "caesar", {"alexandria": "c_caesar"}, ["cleopatra:1", "p_scipio:1"])
    with table(w, dice=[MISS, 1, 1, MISS]) as t:
        t.pompey("fire")
        t.caesar("fire")
        t.pompey("lose Cleopatra")
        assert t.w.trophies["caesar"] == ["p_scipio"]
        assert t.w.victor == "caesar"


def test_cleopatra_without_a_way_out_stays_with_the_enemy() -> None:
    """§7.6 §7.52 ruling JC-B9: in round 4 she is not lost but goes over."""
    w = battle("creta", "pompey", {"mare_aegaeum": "p_navis_1"}, "c_auxilia_3", elsewhere={})
    w.at["cleopatra"] = "creta"
    w.attackers["creta"] = "pompey"
    w = contest(w, "creta", "pompey", {"mare_aegaeum": ["p_navis_1", "cleopatra"]})
    with table(w, dice=[MISS] * 27) as t:
        fire_all(t, until=4)
        t.caesar("pass")
        assert t.w.turned["cleopatra"] == "caesar"
        assert t.w.steps["cleopatra"] == 1
        t.pompey("retreat NAV 1 to Mare Aegaeum")
        assert t.events("battle_ends")[0].values["side"] == "caesar"
        assert t.asked == ["caesar", "pompey"]  # nowhere to regroup: the turn is over


def test_vulcan_may_win_cleopatra_who_then_attacks() -> None:
    """§card/vulcan §7.52 ruling JC-V3: Vulcan's player attacks with her as his main force."""
    w = world({"alexandria": ["cleopatra:1", "p_legio_38"]})
    with table(w, cards=("Vulcan", "2/1")) as t:
        t.caesar("strike Alexandria")
        assert t.w.turned["cleopatra"] == "caesar"
        assert t.w.attackers == {"alexandria": "caesar"}
        t.pompey("end", "end")
        assert t.w.battle is not None
        assert (t.w.battle.attacker, t.w.battle.reserves) == ("caesar", [])
        assert t.asked == ["pompey"]


def test_vulcan_wins_a_city_with_cleopatra_alone() -> None:
    """§card/vulcan §7.52 ruling JC-V3: nobody is left to fight."""
    with table(world({"alexandria": "cleopatra:1", "roma": "p_legio_1"}), cards=("Vulcan", "2/1")) as t:
        t.caesar("strike Alexandria")
        assert t.view(None).places["alexandria"].holder == "caesar"
        t.pompey("end", "end")
        assert t.w.phase == "cards"
