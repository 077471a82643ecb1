"""§7.1 to §7.31 and §7.8: rounds by letter, main force and reserves, disruption, battles at sea."""

from __future__ import annotations

import pytest

from adjudicator.julius_caesar.show.view import view
from adjudicator.julius_caesar.world import World

from .battles import MISS, battle, fire_all, fired, kinds
from .helpers import contest, table

# -- §7.1 ----------------------------------------------------------------------------------------


def two_battles(first: str) -> World:
    w = battle(
        "roma",
        "caesar",
        {"genua": "c_legio_8"},
        "p_legio_1:1",
        elsewhere={"tarraco": ["c_legio_7", "p_legio_5:1"], "genua": "c_legio_11", "narbo": "c_legio_9"},
    )
    return contest(w, "tarraco", "caesar", {"narbo": "c_legio_7"}, first=first)


@pytest.mark.parametrize(("first", "second"), [("caesar", "pompey"), ("pompey", "caesar")])
def test_the_first_player_names_each_next_battle(first: str, second: str) -> None:
    """§7.1 ruling JC-B1: whichever side attacks there."""
    with table(two_battles(first), dice=[1, MISS, MISS]) as t:
        t.refused(second, "battle Roma", kind="not_now")
        assert t.lines(first) == ["battle Roma", "battle Tarraco"]
        t.refused(first, "battle Genua", kind="not_understood")
        t.order(first, "battle Tarraco")
        assert t.w.battle is not None
        assert t.w.battle.place == "tarraco"
        t.pompey("pass")
        t.caesar("fire")
        assert t.asked == ["caesar"]  # the winner regroups
        t.caesar("regroup none")
        assert t.w.battle is not None
        assert t.w.battle.place == "roma"  # nobody is asked for the last


def test_one_battle_is_fought_without_a_question() -> None:
    """§7.1 ruling JC-B1."""
    with table(battle("roma", "caesar", {"genua": "c_legio_8"}, "p_legio_1")) as t:
        assert t.w.phase == "battle"
        assert t.asked == ["pompey"]


def test_what_a_battle_shows_and_hides_again() -> None:
    """§7.1 §7.3 ruling JC-H1: the main forces in round 1, reserves when they come, nothing afterwards."""
    w = battle(
        "roma",
        "caesar",
        {"genua": "c_legio_8", "ravenna": "c_legio_13"},
        "p_legio_1:1",
        reinforced={"neapolis": "p_pompey"},
        elsewhere={"genua": "c_legio_12"},
    )
    assert faces(w, "caesar") == {"c_legio_8", "c_legio_13"}
    with table(w, dice=[MISS] * 4 + [1, MISS, MISS] + [MISS] * 5) as t:
        assert faces(t.w, "pompey") == {"c_legio_8", "p_legio_1", "p_pompey"}
        assert faces(t.w, "caesar") == {"c_legio_8", "c_legio_13", "p_legio_1"}
        assert faces(t.w, None) == {"c_legio_8", "p_legio_1"}
        seen = t.view(None).battle
        assert seen is not None
        assert seen.reserves == {"caesar": {"tan": 1}, "pompey": {"green": 1}}
        assert "LEG 13" not in " ".join(t.said("pompey") + t.said(None))
        t.pompey("fire")
        t.caesar("fire")
        assert faces(t.w, None) == {"c_legio_8", "c_legio_13", "p_legio_1", "p_pompey"}
        assert t.said()[-1] == "Reserves arrived at Roma: Caesar: LEG 13 (C3) III; Pompey: Pompey (B3) III."
        t.pompey("fire")  # Pompey, B3
        t.caesar("lose LEG 8")
        t.pompey("pass")  # LEG 1 at C
        assert t.asked == ["caesar"]
        t.caesar("fire LEG 8")
        t.caesar("fire LEG 13")
        assert t.asked == ["pompey"]


def faces(w: World, seat: str | None) -> set[str]:
    return {b.id for b in view(w, seat).places["roma"].blocks}


def test_the_winner_is_hidden_again() -> None:
    """§7.1: when the battle is over the blocks stand up."""
    with table(battle("roma", "caesar", {"genua": "c_legio_8"}, "p_legio_1:1"), dice=[1, MISS, MISS]) as t:
        t.pompey("pass")
        t.caesar("fire")
        assert t.w.phase == "regroup"
        assert faces(t.w, "pompey") == faces(t.w, None) == set()
        assert faces(t.w, "caesar") == {"c_legio_8"}


# -- §7.2 ----------------------------------------------------------------------------------------


def test_letters_in_order_and_the_defender_first() -> None:
    """§7.2 §3.12: A to D; at each letter the defender before the attacker."""
    caesars = ["c_caesar", "c_equitatus_1", "c_legio_8", "c_navis_1"]
    pompeys = ["p_scipio", "p_pompey", "p_legio_1", "p_navis_1"]
    w = battle("roma", "caesar", {"genua": caesars}, pompeys)
    with table(w, dice=[MISS] * 23) as t:
        fire_all(t, until=2)
        assert fired(t) == [
            "p_scipio",
            "c_caesar",
            "p_pompey",
            "c_equitatus_1",
            "p_legio_1",
            "c_legio_8",
            "p_navis_1",
            "c_navis_1",
        ]


def test_within_a_letter_the_owner_says_who_acts_in_which_order_and_how() -> None:
    """§7.2 ruling JC-B2: some fire, some pass, each once."""
    w = battle("roma", "caesar", {"genua": ["c_legio_8", "c_legio_7"]}, ["p_legio_1", "p_legio_2"])
    with table(w, dice=[MISS] * 10) as t:
        assert t.asked == ["pompey"]
        t.pompey("fire LEG 2")
        t.refused("pompey", "fire LEG 2", kind="not_understood")
        t.pompey("pass LEG 1")
        t.refused("caesar", "fire LEG 1", kind="not_understood")
        t.caesar("fire LEG 8, LEG 7")
        assert fired(t) == ["p_legio_2", "c_legio_8", "c_legio_7"]
        assert t.said()[0].startswith("Caesar: LEG 8 fired (hits on 3 or less): 6 6 6. 0 hits.")
        assert t.w.battle is not None
        assert t.w.battle.round == 2


def test_nobody_retreats_in_the_first_round() -> None:
    """§7.2 §7.62 §7.63."""
    w = battle("roma", "caesar", {"genua": "c_legio_8"}, "p_legio_1", elsewhere={"genua": "c_legio_7"})
    with table(w, dice=[MISS] * 7) as t:
        assert "no block may retreat in round 1" in t.refused("pompey", "retreat LEG 1 to Neapolis", "7.2")
        t.pompey("fire")
        t.refused("caesar", "retreat LEG 8 to Genua", "7.2")
        t.caesar("fire")
        t.pompey("retreat LEG 1 to Neapolis")
        assert t.w.at["p_legio_1"] == "neapolis"
        t.caesar("regroup none")


def test_four_rounds_and_in_the_fourth_the_attacker_must_retreat() -> None:
    """§7.2 §7.62 ruling JC-B2: the defender may still fire, retreat or pass."""
    w = battle(
        "roma", "caesar", {"genua": ["c_legio_8", "c_caesar"]}, "p_legio_1", elsewhere={"genua": "c_legio_7"}
    )
    with table(w, dice=[MISS] * 30) as t:
        fire_all(t, until=4)
        assert t.asked == ["caesar"]  # Caesar acts at A
        said = t.refused("caesar", "fire all", "7.62")
        assert "in round 4 the attacker's blocks must retreat" in said
        t.refused("caesar", "pass all", "7.62")
        t.caesar("retreat Caesar to Genua")
        assert t.asked == ["pompey"]
        t.pompey("pass all")
        t.caesar("retreat LEG 8 to Genua")
        assert t.w.at["c_legio_8"] == t.w.at["c_caesar"] == "genua"
        assert "Pompey won the battle of Roma in round 4." in t.said()
        t.pompey("regroup none")
        assert len(fired(t)) == 9


# -- §7.3 ----------------------------------------------------------------------------------------


def test_reserves_wait_until_the_second_round() -> None:
    """§7.3 §6.14: attackers by another way, and reinforcements, neither act nor are hit in round 1."""
    w = battle(
        "roma",
        "caesar",
        {"genua": ["c_legio_11", "c_legio_12"], "ravenna": "c_caesar"},
        "p_legio_1",
        reinforced={"neapolis": "p_pompey"},
    )
    with table(w, dice=[1] * 4 + [MISS] * 2) as t:
        assert t.w.battle is not None
        assert t.w.battle.reserves == ["c_caesar", "p_pompey"]
        t.pompey("fire")  # four dice, four hits: two on each of the legions
        assert [t.w.steps[b] for b in ("c_legio_11", "c_legio_12", "c_caesar")] == [1, 1, 3]
        t.refused("caesar", "fire Caesar", kind="not_understood")
        t.caesar("fire all")
        assert fired(t) == ["p_legio_1", "c_legio_11", "c_legio_12"]
        assert t.events("reserves_arrive")
        assert t.asked == ["caesar"]  # Caesar, A, has arrived


def test_hits_of_round_one_beyond_the_main_force_are_lost() -> None:
    """§7.3 §7.31 ruling JC-B3."""
    w = battle("roma", "caesar", {"genua": "c_legio_8:1", "ravenna": "c_legio_13"}, "p_legio_1")
    with table(w, dice=[1, 1, 1, 1]) as t:
        t.pompey("fire")
        assert "3 hits beyond Caesar's main force were lost." in t.said()
        assert t.w.steps["c_legio_13"] == 2  # disrupted: one step, and no more
        assert t.w.eliminated["caesar"] == ["c_legio_8"]


# -- §7.31 ---------------------------------------------------------------------------------------


def test_attackers_without_their_main_force_are_disrupted() -> None:
    """§7.31 ruling JC-B4: the round stops at once; reserves lose a step each; the roles stay."""
    w = battle(
        "roma",
        "caesar",
        {"genua": "c_legio_8:1", "ravenna": ["c_legio_13", "c_legio_14:1"]},
        ["p_scipio", "p_legio_1"],
    )
    with table(w, dice=[1, MISS, MISS]) as t:
        t.pompey("fire")  # Scipio, A2
        assert fired(t) == ["p_scipio"]  # LEG 1 no longer fires in round 1
        assert t.w.battle is not None
        assert (t.w.battle.round, t.w.battle.attacker) == (2, "caesar")
        assert t.w.steps["c_legio_13"] == 2
        assert t.w.eliminated["caesar"] == ["c_legio_14", "c_legio_8"]
        assert kinds(t)[-6:] == [
            *("eliminated", "disrupted", "weakened", "eliminated"),
            *("round_begins", "reserves_arrive"),
        ]
        assert (
            t.said(None)[-4]
            == "Caesar's main force at Roma was gone: the reserves (2 blocks) were disrupted."
        )
        assert t.asked == ["pompey"]


def test_disrupted_reserves_may_all_be_lost() -> None:
    """§7.31 §7.5: then the battle is over."""
    w = battle("roma", "caesar", {"genua": "c_legio_8:1", "ravenna": "c_legio_14:1"}, "p_legio_1")
    with table(w, dice=[1, MISS, MISS, MISS]) as t:
        t.pompey("fire")
        assert t.w.phase == "regroup"
        assert t.w.victor == "pompey"


def swapped() -> World:
    """Round 2 of a battle in which the defender's main force has just fallen to Caesar's archers."""
    return battle(
        "roma",
        "caesar",
        {"genua": ["c_auxilia_3", "c_legio_8", "c_ballista"]},
        "p_legio_3:1",
        reinforced={"neapolis": ["p_legio_1", "p_ballista", "p_legio_37"]},
        elsewhere={"genua": "c_legio_12"},
    )


def test_a_disrupted_defender_attacks_from_then_on() -> None:
    """§7.31 §7.42 ruling JC-B5 ruling JC-B14: ties, ballista, retreat and the duty of round 4 change."""
    with table(swapped(), dice=[1, MISS, MISS] + [MISS] * 36) as t:
        t.caesar("fire")
        assert t.w.battle is not None
        assert (t.w.battle.attacker, t.w.battle.round) == ("pompey", 2)
        assert t.w.attackers["roma"] == "caesar"  # who came in, for the ways
        assert t.w.steps["p_legio_1"] == 3
        assert "Attacker and defender changed places at Roma: Pompey became the attacker." in t.said()
        fire_all(t, until=3)
        order = fired(t)[1:]
        assert order == ["c_auxilia_3", "c_ballista", "c_legio_8", "p_legio_1", "p_legio_37", "p_ballista"]
        fire_all(t, until=4)
        t.caesar("fire all", "fire all", "fire all")  # A, B, C: the defender need not go
        t.refused("pompey", "fire all", "7.62")
        t.refused("pompey", "retreat LEG 1 to Asculum", "7.62", place="asculum")  # vacant, not his way
        t.pompey("retreat LEG 1 to Neapolis, LEG 37 to Neapolis")
        t.pompey("retreat BAL to Neapolis")
        assert t.w.victor == "caesar"
        t.caesar("regroup none")


def test_after_the_exchange_the_intruder_retreats_as_a_defender() -> None:
    """§7.31 §7.63 ruling JC-B5: to any vacant city.

    Without the option `open_roads` not where the new attacker came from.
    """
    w = swapped()
    w.options["open_roads"] = "off"
    with table(w, dice=[1, MISS, MISS]) as t:
        t.caesar("fire")
        t.refused("caesar", "retreat AUX 3 to Neapolis", "7.63", place="neapolis")
        t.caesar("retreat AUX 3 to Asculum")
        assert t.w.at["c_auxilia_3"] == "asculum"


@pytest.mark.parametrize(("steps", "side"), [(1, "caesar"), (2, "pompey")])
def test_disruption_takes_cleopatra_last(steps: int, side: str) -> None:
    """§7.31 §7.52 ruling JC-B6: with one step left she goes over, and fights on."""
    w = battle(
        "memphis",
        "caesar",
        {"alexandria": "c_auxilia_3"},
        "p_legio_3:1",
        reinforced={"pelusium": [f"cleopatra:{steps}", "p_legio_38"]},
    )
    with table(w, dice=[1, MISS, MISS]) as t:
        t.caesar("fire")
        assert t.w.turned["cleopatra"] == side
        assert t.w.steps["cleopatra"] == 1
        assert t.w.steps["p_legio_38"] == 3
        assert t.w.battle is not None
        assert t.w.battle.attacker == "pompey"


def test_cleopatra_alone_in_reserve_ends_the_battle_by_going_over() -> None:
    """§7.31 §7.52."""
    w = battle(
        "memphis",
        "caesar",
        {"alexandria": "c_auxilia_3"},
        "p_legio_3:1",
        reinforced={"pelusium": "cleopatra:1"},
    )
    with table(w, dice=[1, MISS, MISS]) as t:
        t.caesar("fire")
        assert t.w.victor == "caesar"
        assert t.w.turned["cleopatra"] == "caesar"


# -- surprise ------------------------------------------------------------------------------------


def test_a_surprise_attack_strikes_first_in_round_one_alone() -> None:
    """§card/mars ruling JC-B13: all attackers A to D, then all defenders; from round 2 as usual."""
    caesars, pompeys = ["c_caesar", "c_legio_8", "c_ballista"], ["p_scipio", "p_legio_1", "p_ballista"]
    w = battle("roma", "caesar", {"genua": caesars}, pompeys, surprise=True)
    with table(w, dice=[MISS] * 34) as t:
        fire_all(t, until=3)
        first = ["c_caesar", "c_legio_8", "c_ballista", "p_scipio", "p_ballista", "p_legio_1"]
        second = ["p_scipio", "c_caesar", "p_ballista", "p_legio_1", "c_legio_8", "c_ballista"]
        assert fired(t) == first + second


def test_a_surprise_is_for_the_main_force() -> None:
    """§card/mars §7.3 ruling JC-B13: reserves still wait."""
    w = battle("roma", "caesar", {"genua": "c_caesar", "ravenna": "c_legio_13"}, "p_scipio", surprise=True)
    with table(w, dice=[MISS] * 6) as t:
        assert t.asked == ["caesar"]
        fire_all(t, until=2)
        assert fired(t) == ["c_caesar", "p_scipio"]


# -- §7.8 ----------------------------------------------------------------------------------------


def test_a_battle_at_sea_is_fought_like_one_on_land() -> None:
    """§7.8: the defender first at D; the attacker must go in round 4."""
    w = battle(
        "mare_tyrrhenum",
        "caesar",
        {"genua": ["c_navis_1", "c_navis_2"]},
        "p_navis_1",
        elsewhere={"genua": "c_legio_8"},
    )
    with table(w, dice=[MISS] * 18) as t:
        t.pompey("fire")
        t.caesar("fire all")
        assert fired(t) == ["p_navis_1", "c_navis_1", "c_navis_2"]
        fire_all(t, until=4)
        t.pompey("pass")
        t.caesar("retreat NAV 1 to Genua, NAV 2 to Genua")
        assert t.w.victor == "pompey"
        t.pompey("regroup NAV 1 to Neapolis")
        assert t.w.at["p_navis_1"] == "neapolis"


def test_ships_take_part_in_a_battle_on_the_coast() -> None:
    """§7.81 §6.2 §7.3: by land and by sea; here the fleet is the main attack, the army the reserve."""
    w = battle(
        "neapolis",
        "caesar",
        {"mare_tyrrhenum": "c_navis_4", "roma": "c_legio_13"},
        ["p_navis_1", "p_legio_1"],
        reinforced={"mare_tyrrhenum": "p_navis_2"},
    )
    with table(w, dice=[MISS] * 21) as t:
        assert t.w.battle is not None
        assert t.w.battle.reserves == ["c_legio_13", "p_navis_2"]
        fire_all(t, until=3)
        assert fired(t) == [
            *["p_legio_1", "p_navis_1", "c_navis_4"],
            *["p_legio_1", "c_legio_13", "p_navis_1", "p_navis_2", "c_navis_4"],
        ]


def test_what_is_said_of_a_turn_hides_who_retreats() -> None:
    """§7.2 ruling JC-H1: who fires and passes is public; of those who retreat how many."""
    w = battle("roma", "caesar", {"genua": "c_legio_8"}, ["p_legio_1", "p_legio_2"])
    with table(w, dice=[MISS] * 11) as t:
        fire_all(t, until=2)
        choice = t.choice("pompey")
        assert choice.public({"pick": "fire", "answer": ["p_legio_1"]}) == {
            "pick": "fire",
            "answer": ["p_legio_1"],
        }
        assert choice.public({"pick": "retreat", "answer": {"p_legio_1": "neapolis"}}) == {
            "pick": "retreat",
            "blocks": 1,
        }
        t.pompey("retreat LEG 1 to Neapolis, LEG 2 to Asculum")
        assert "Pompey retreated 1 block from Roma to Neapolis." in t.said("caesar")
        assert "Pompey retreated LEG 1 from Roma to Neapolis." in t.said("pompey")
