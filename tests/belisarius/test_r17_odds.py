"""§17.7 The odds: rounding, the column of 1.5:1, what multiplies, and Military Advantage."""

from __future__ import annotations

import pytest

from adjudicator.belisarius.board import HEXES, NEIGHBOURS
from adjudicator.belisarius.rules.r17_odds import Might, column, has_track, shelter

from .battles import combat
from .helpers import table, world

# -- §17.71 to §17.73 the column -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        (14, 5, "2/1"),  # the text's example: 2.8 is cut to 2
        (6, 10, "1/2"),  # the text's example: 1.67 is raised to 2
        (7, 4, "1.5/1"),  # the text's example of §17.73
        (5, 5, "1/1"),
        (7, 5, "1/1"),
        (3, 2, "1.5/1"),
        (8, 4, "2/1"),
        (15, 5, "3/1"),
        (20, 5, "4/1"),
        (50, 5, "4/1"),  # §17.72
        (5, 10, "1/2"),
        (5, 11, "1/3"),
        (1, 20, "1/3"),  # §17.72
        (9, 10, "1/2"),
    ],
)
def test_the_column(attack: int, defence: int, expected: str) -> None:
    """§17.71(4) §17.72 §17.73 Fractions go to the defender; nothing beyond 1:3 and 4:1."""
    assert column(attack, defence) == expected


# -- §17.74 what multiplies ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leader", "ground", "advantage", "times"),
    [
        (0, 0, 0, 1),
        (1, 0, 0, 2),
        (2, 0, 0, 3),
        (0, 1, 0, 2),
        (0, 2, 0, 3),
        (0, 0, 1, 2),
        (1, 1, 0, 3),
        (1, 1, 1, 4),
        (2, 1, 0, 4),
        (2, 1, 1, 4),
        (2, 2, 1, 4),
        (0, 2, 1, 4),
    ],
)
def test_one_doubles_two_treble_three_quadruple(leader: int, ground: int, advantage: int, times: int) -> None:
    """§17.74(4) A two-star leader and Constantinopolis count as two; never more than four times."""
    assert Might(7, leader, ground, advantage).total == 7 * times


def test_the_best_leader_alone_counts() -> None:
    """§17.74(1) §21.22 Belisarius trebles all, himself and Mundas too; Mundas adds nothing."""
    w = combat("guard_field_army belisarius mundas", "ostrogoths_warband*3 vitiges", table="assault")
    with table(w, dice=[3]) as t:
        t.barbarian("stand")
        [odds] = t.events("odds")
        assert odds.values["attack"] == 9
        assert odds.values["attack_total"] == 27
        assert (odds.values["defence"], odds.values["defence_total"]) == (10, 20)
        assert odds.values["odds"] == "1/1"


def ground(origin: str, place: str, tracks: str = "yes", **more: list[str]) -> int:
    w = world({}, track_defence=tracks)
    for name, hexes in more.items():
        setattr(w, name, hexes)
    return shelter(w, origin, place)


def test_ground() -> None:
    """§17.74(2) City, rough ground, marsh and river double, Constantinopolis trebles; one of them alone."""
    assert ground("4410", "4411") == 0
    assert ground("3633", "3534") == 0
    assert ground("3534", "3633") == 1  # a city on flat land
    assert ground("3535", "3536") == 2  # Constantinopolis
    assert ground("4418", "4318") == 0
    assert ground("4317", "4318") == 0
    assert ground("4318", "4317") == 1  # rough
    assert ground("4125", "4124") == 1  # marsh
    assert ground("4124", "4024") == 1  # a river between them
    assert ground("4024", "4124") == 1  # marsh behind a river
    assert ground("1654", "1754") == 1  # a city behind a bridge: still one thing


def test_a_track_doubles() -> None:
    """§17.74(2) Ruling BE-G5: the defence of a hex that a track leads into; not with `track_defence` "no"."""
    flat = [h for h in HEXES if has_track(h) and HEXES[h].terrain == "flat" and not HEXES[h].city]
    place = next(h for h in flat if not HEXES[h].riverside)
    origin = min(NEIGHBOURS[place])
    assert (ground(origin, place), ground(origin, place, tracks="no")) == (1, 0)


def test_a_strait_is_no_river() -> None:
    """§17.74(2) Nothing is said of straits: the Hellespont shelters nobody."""
    assert ground("3334", "3434") == 0


def test_a_colony_is_a_city_and_a_pillaged_city_is_flat() -> None:
    """§27.31 and effect 1 of the pillage chart."""
    assert ground("4410", "4411", colonies=["4411"]) == 1
    assert ground("3820", "3919", tracks="no") == 0  # Aquileia begins pillaged, on rough ground
    assert ground("3820", "3919", pillaged=[]) == 1
    assert ground("3535", "3536", pillaged=["3536"]) == 0


# -- §17.74(3) Military Advantage ----------------------------------------------------------------


def test_the_attacker_plays_military_advantage() -> None:
    """§17.74(3) He says so with the CRT; the marker goes to the pool and doubles the army.

    §17.11(5) §card/military_advantage
    """
    w = combat("guard_field_army", "ostrogoths_warband*3", hands={"empire": ["military_advantage"]})
    with table(w, dice=[3]) as t:
        t.barbarian("stand")
        assert t.lines("empire") == [
            "choose assault",
            "choose manoeuvre",
            "choose assault with Military Advantage",
            "choose manoeuvre with Military Advantage",
        ]
        t.empire("choose assault with advantage")
        [odds] = t.events("odds")
        assert (odds.values["attack_times"], odds.values["odds"]) == (2, "1/1")
        assert t.w.cups["empire_hand"] == []
        assert "military_advantage" in t.w.cups["pool"]


def test_a_holder_of_another_marker_is_asked_all_the_same() -> None:
    """§17.74(3) §22.0 The question follows from how many markers he has, not from which."""
    w = combat("guard_field_army*2", "ostrogoths_warband*3", table="assault", hands={"empire": ["agent"]})
    with table(w, dice=[3]) as t:
        t.barbarian("stand")
        t.refused("empire", "assault with advantage", "17.74", marker="military_advantage")
        assert t.lines("empire") == ["choose assault"]
        t.empire("assault")


def test_the_defender_answers_it() -> None:
    """§17.74(3) After the attacker; each plays at most one."""
    hands = {"empire": ["military_advantage"], "barbarian": ["military_advantage"] * 2}
    w = combat("guard_field_army*2", "ostrogoths_warband*3", table="assault", hands=hands)
    with table(w, dice=[3], windows={"advantage": "ask"}) as t:
        t.barbarian("stand")
        t.empire("assault with advantage")
        t.barbarian("play Military Advantage")
        [odds] = t.events("odds")
        assert (odds.values["attack_total"], odds.values["defence_total"]) == (20, 18)
        assert t.w.cups["barbarian_hand"] == ["military_advantage"]


def test_the_defender_passes() -> None:
    """§17.74(3) Nobody must."""
    hands = {"barbarian": ["military_advantage"]}
    w = combat("guard_field_army*2", "ostrogoths_warband*3", table="assault", hands=hands)
    with table(w, dice=[3], windows={"advantage": "ask"}) as t:
        t.barbarian("stand")
        t.barbarian("pass")
        assert t.events("odds")[0].values["defence_total"] == 9


def test_treachery_undoes_it() -> None:
    """§card/treachery The marker is gone and doubles nothing."""
    hands = {"empire": ["military_advantage"], "barbarian": ["treachery"]}
    w = combat("guard_field_army*2", "ostrogoths_warband*3", table="assault", hands=hands)
    with table(w, dice=[3], windows={"marker": "ask"}) as t:
        t.barbarian("stand")
        t.empire("assault with advantage")
        t.barbarian("play Treachery")
        assert t.events("odds")[0].values["attack_times"] == 1
        assert t.w.cups["empire_hand"] == []


def test_a_river_does_not_count_against_ships_on_the_water() -> None:
    """§17.74(2) Ruling BE-G16: over the mouth of the Maeander by land, and by sea."""
    w = world({})
    assert shelter(w, "3137", "3038") == 1
    assert shelter(w, "3137", "3038", naval=True) == 0
    assert shelter(w, "3038", "3137", naval=True) == 1  # Ephesus has walls


def test_a_river_does_not_count_against_ships_in_a_battle() -> None:
    """§17.74(2) Ruling BE-G16"""
    mouth = {"origin": "3137", "place": "3038", "table": "assault"}
    w = combat("guard_fleet*2", "ostrogoths_warband", naval=True, **mouth)
    with table(w, dice=[1]) as t:  # units in 3038 have nowhere to withdraw to
        assert t.events("odds")[0].values["defence_times"] == 1
