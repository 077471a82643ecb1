"""§6 The random event table: every event that is neither plague nor revolt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.belisarius.board import CITIES, EVENTS, HEXES, NEIGHBOURS, REGIONS
from adjudicator.belisarius.rules.r06_events import HAPPENINGS
from adjudicator.belisarius.world import BARBARIAN, EMPIRE, NEUTRAL, Seat, World

from .helpers import Umpired, Units, table, world

HERACLEA = CITIES["heraclea"].hex
GUARDED = {"heraclea": "thracia_garrison"}
HAND = ["agent", "agent", "market", "rally", "treachery"]
SEA = next(h for h in HEXES if HEXES[h].kind == "sea")


def event(places: Mapping[str, Units], seat: Seat = EMPIRE, **more: Any) -> World:
    """A world before the event of a seat."""
    return world(places, phase="event", phasing=seat, **more)


def happened(t: Umpired) -> Any:
    """Return the event that the dice have called."""
    return t.events("event")[0].values


# -- §6.0 to §6.2 --------------------------------------------------------------------------------


def test_the_first_die_gives_the_tens() -> None:
    """§6.1 The example: a 1 and a 2 are 12, the recovery."""
    with table(event({}), dice=[1, 2]) as t:
        assert happened(t) == {"seat": EMPIRE, "event": "event/recovery", "dice": [1, 2]}
        assert "Empire's random event (rolled 1 2): army recovery." in t.said()


def test_every_event_of_the_table_happens() -> None:
    """§6.1 All 36 throws lead to an event that the umpire knows."""
    assert sorted(EVENTS) == [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]
    assert set(EVENTS.values()) == set(HAPPENINGS)


def test_the_event_phase_leads_to_diplomacy() -> None:
    """§3.1[1] §6.2 One event in each player turn."""
    with table(event(GUARDED, hands={"empire": ["agent"]}), dice=[2, 4]) as t:
        assert t.w.phase == "diplomacy"
        assert t.w.event == "war_east"


# -- §event/11-12 --------------------------------------------------------------------------------


def test_recovery_brings_any_unit_or_leader_of_friends() -> None:
    """§event/11-12 Field armies and leaders too, to friends in their own province."""
    w = event({"heraclea": "thracia_garrison", "roma": "thracia_garrison"})
    with table(w, dice=[1, 1]) as t:
        t.refused(EMPIRE, "Ostrogothic war band at Roma", kind="not_understood")
        t.refused(EMPIRE, "Thracian field army at Roma", kind="not_understood")
        t.empire("Thracian field army at Heraclea")
        assert t.w.at["thracia_field_army_1"] == HERACLEA


def test_the_guard_recovers_among_the_guard() -> None:
    """§event/11-12 Its leaders too, but Justinian."""
    with table(event({"heraclea": "thracia_garrison", "roma": "guard_garrison"}), dice=[1, 2]) as t:
        t.refused(EMPIRE, "Justinian at Roma", kind="not_understood")
        t.refused(EMPIRE, "Belisarius at Heraclea", kind="not_understood")
        t.empire("Belisarius at Roma")
        assert t.w.at["belisarius"] == CITIES["roma"].hex


def test_recovery_respects_the_stack() -> None:
    """§13.1 Where ten stand nobody joins them."""
    full = "thracia_garrison*3 guard_field_army*5 guard_garrison*2"
    w = event({"heraclea": full, "hadrianopolis": "dacia_garrison"})
    with table(w, dice=[1, 1]) as t:
        t.refused(EMPIRE, "Thracian garrison at Heraclea", "13.1", n=11)
        t.empire("Thracian garrison at Hadrianopolis")


def test_nobody_recovers_in_an_empty_off_map_area() -> None:
    """§event/11-12 §21.202 §11.8 ruling BE-B7 A friend must be there; what arrives counts."""
    with table(event({"nisibis": "persia_garrison"}, BARBARIAN), dice=[1, 1]) as t:
        t.refused(BARBARIAN, "Khusro at Persia area", kind="not_understood")
        t.barbarian("Khusro at Nisibis")
    with table(event({"persia_area": "persia_garrison"}, BARBARIAN), dice=[1, 1]) as t:
        t.barbarian("Khusro at Persia area")
        assert t.w.at["khusro"] == "persia_area"
        assert t.w.arrived == {"persia_area": 1}


def test_nobody_recovers_where_nobody_can() -> None:
    """§event/11-12 Public facts: no question."""
    with table(event({"roma": "thracia_garrison"}), dice=[1, 1]) as t:
        assert t.events("nobody_comes")


def test_a_leader_of_the_guard_at_sea_goes_aboard() -> None:
    """§event/11-12 §19.51 With the Guard's fleet, if there is room aboard."""
    with table(event({SEA: "guard_fleet"}), dice=[1, 1]) as t:
        t.refused(EMPIRE, f"Guard fleet at {SEA}", kind="not_understood")  # §11.63 it would come to a coast
        t.empire(f"Belisarius at {SEA}")
        assert t.w.aboard == ["belisarius"]


# -- §event/13-14 --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("places", "dice", "left"),
    [
        ({"constantinopolis": "thracia_garrison"}, [1, 3, 2], 3),
        ({"constantinopolis": "thracia_garrison", "carthago": "guard_fleet"}, [1, 3], 5),
        ({"constantinopolis": "thracia_garrison", "carthago": "vandals_fleet"}, [1, 4, 6], 0),
        ({"alexandria": "aegyptus_garrison"}, [1, 4], 5),
    ],
)
def test_constantinopolis_lives_on_grain(places: dict[str, Units], dice: list[int], left: int) -> None:
    """§event/13-14 A fleet of who holds the capital in either port; else he loses as many as a die says."""
    lost = ["agent", "agent", "market", "rally", "treachery"][: 5 - left]
    with table(event(places, BARBARIAN, hands={"empire": HAND}), dice=dice, draws=lost) as t:
        assert len(t.w.cups["empire_hand"]) == left


# -- §event/15-16 --------------------------------------------------------------------------------


def test_attrition_is_chosen_by_the_owner() -> None:
    """§event/15-16 An odd die: as many units as it says, of any kind, in any place."""
    w = event({"heraclea": "thracia_garrison*2 guard_field_army", "roma": "guard_garrison belisarius"})
    with table(w, dice=[1, 5, 3]) as t:
        t.refused(EMPIRE, "Heraclea 1", "event/15-16", n=1, least=3, most=3)
        t.empire("Heraclea 2, Roma 1", "Guard garrison", "Thracian garrison 2")
        assert sorted(t.w.at) == ["belisarius", "guard_field_army_1"]


def test_an_even_die_takes_a_leader() -> None:
    """§event/15-16 One of the units lost is a leader, whom the owner chooses; ruling BE-B4."""
    w = event({"heraclea": "thracia_garrison*2 mundas", "roma": "belisarius"})
    with table(w, dice=[1, 6, 2]) as t:
        t.empire("Mundas", "Heraclea 1")
        assert sorted(t.w.at) == ["belisarius", "thracia_garrison_2"]


def test_an_even_die_without_leaders_takes_units_alone() -> None:
    """§event/15-16 And a die beyond their number takes all, without a question."""
    with table(event({"heraclea": "thracia_garrison*2"}), dice=[1, 5, 2]) as t:
        assert t.w.at == {}


# -- §event/21 -----------------------------------------------------------------------------------


def test_the_barbarian_moves_a_people_in_the_empires_turn() -> None:
    """§event/21 The die, then the people, then unit by unit; the province is his then (§4.41(1))."""
    with table(event({}), dice=[2, 1, 2]) as t:
        assert t.asked == [BARBARIAN]
        t.barbarian("Lombards", "Lombard war band at Lombards area", "Lombard war band at Lombards area")
        assert t.w.control["lombards"] == BARBARIAN
        assert sorted(t.w.at.values()) == ["lombards_area"] * 2
        assert t.w.arrived == {}  # §11.8 counts in one's own turn


def test_peoples_do_not_camp_among_enemies_or_ruins() -> None:
    """§event/21 Not in ruins, in a hex of the enemy, or in his zone."""
    slavs = [h for h in sorted(HEXES) if HEXES[h].province == "slavs" and HEXES[h].kind == "land"]
    near = {n for n in slavs if n in NEIGHBOURS[slavs[0]]}
    w = event({slavs[0]: "thracia_garrison"}, BARBARIAN, pillaged=[slavs[-1]])
    with table(w, dice=[2, 1, 1]) as t:
        t.barbarian("Slavs")
        t.refused(BARBARIAN, f"Slavic nomad at {slavs[-1]}", "event/21", place=slavs[-1])
        t.refused(BARBARIAN, f"Slavic nomad at {slavs[0]}", "13.12")
        covered = sorted(near)[0]
        t.refused(BARBARIAN, f"Slavic nomad at {covered}", "event/21", enemies=[slavs[0]])
        free = next(h for h in slavs if h not in near and h not in (slavs[0], slavs[-1]))
        t.barbarian(f"Slavic nomad at {free}")


def test_peoples_are_as_many_as_there_are_counters() -> None:
    """§event/21 §11.6 No leaders come (ruling BE-B8), and no more than are left."""
    w = event({"scythia_area": "scythia_nomad*4"}, BARBARIAN)
    with table(w, dice=[2, 1, 6]) as t:
        t.barbarian("Scythia")
        while t.asked == [BARBARIAN] and t.w.phase == "event":
            t.barbarian("Scythian nomad at Scythia area")
        assert t.events("nobody_comes")
        assert "zabergan" not in t.w.at


# -- §event/22 to §event/26 ----------------------------------------------------------------------


@pytest.mark.parametrize(("ones", "region"), [(2, "war_north"), (3, "war_africa"), (4, "war_east")])
def test_a_war_elsewhere_closes_provinces(ones: int, region: str) -> None:
    """§event/22 §event/23 §event/24 No taxes, levies and recruits there this turn."""
    with table(event(GUARDED, hands={"empire": ["agent"]}), dice=[2, ones]) as t:
        assert t.w.barred == sorted(REGIONS[region])


def test_a_religious_crisis_halves_both_hands() -> None:
    """§event/25 A half counts as one: three of five, one of one."""
    w = event(GUARDED, hands={"empire": HAND, "barbarian": ["agent"]})
    with table(w, dice=[2, 5], draws=["agent", "market", "rally", "agent"]) as t:
        assert t.w.cups["empire_hand"] == ["agent", "treachery"]
        assert t.w.cups["barbarian_hand"] == []


def test_prosperity_pays_for_cities() -> None:
    """§event/26 §27.31 A solidus for each city or colony that is occupied, but for none in ruins."""
    w = event(
        {"heraclea": "thracia_garrison", "roma": "guard_garrison", "dara": "persia_nomad"},
        treasury={EMPIRE: 0, BARBARIAN: 0},
        pillaged=[CITIES["roma"].hex],
        hands={"empire": ["agent"]},
    )
    with table(w, dice=[2, 6]) as t:
        assert t.w.treasury == {EMPIRE: 1, BARBARIAN: 1}


# -- §event/33 and §event/34 ---------------------------------------------------------------------


def test_soldiers_want_pay() -> None:
    """§event/33 Two solidi for each stack of three or more on the map, or it is gone."""
    w = event(
        {
            "heraclea": "thracia_garrison*3",
            "roma": "guard_garrison*2 belisarius",
            "dara": "oriens_garrison*2",
        },
        treasury={EMPIRE: 3},
    )
    with table(w, dice=[3, 3]) as t:
        t.refused(EMPIRE, "Heraclea, Roma", "event/33", n=2, most=1)
        t.empire("pay Roma")
        assert t.w.treasury[EMPIRE] == 1
        assert sorted(t.w.at) == [
            "belisarius", "guard_garrison_1", "guard_garrison_2", "oriens_garrison_1", "oriens_garrison_2"
        ]  # fmt: skip


def test_an_empty_treasury_is_asked_all_the_same() -> None:
    """§event/33 §22.1 The other must not learn from the question what the treasury holds."""
    with table(event({"heraclea": "thracia_garrison*3"}, treasury={EMPIRE: 1}), dice=[3, 3]) as t:
        t.refused(EMPIRE, "Heraclea", "event/33", cost=2, solidi=1)
        t.empire("none")
        assert t.w.at == {}


def test_pay_is_wanted_on_the_map_alone() -> None:
    """§event/33 Not off the map."""
    with table(event({"persia_area": "persia_garrison*4"}, BARBARIAN), dice=[3, 3]) as t:
        assert t.events("nobody_demands")


def test_with_disbanding_the_unpaid_check() -> None:
    """§event/33 §30.0 With the optional rule they are not simply gone: a 6 keeps them."""
    w = event({"heraclea": "thracia_garrison*3"}, disbanding="on", hands={"empire": []})
    with table(w, dice=[3, 3, 6]) as t:
        t.empire("none")
        assert len(t.w.at) == 3


def test_corruption_takes_what_there_is() -> None:
    """§event/34 Never below nothing."""
    w = event(GUARDED, treasury={EMPIRE: 4}, hands={"empire": ["agent"]})
    with table(w, dice=[3, 4, 3]) as t:
        assert t.w.treasury[EMPIRE] == 1
    w.treasury[EMPIRE] = 2
    with table(w, dice=[3, 4, 3]) as t:
        assert t.w.treasury[EMPIRE] == 0


# -- §event/35-36 to §event/42-43 ----------------------------------------------------------------


def test_a_province_resists_who_walks_about_in_it() -> None:
    """§event/35-36 §4.41(1) The enemy chooses among the neutral provinces where the phasing player stands."""
    w = event({"bosporus": "guard_garrison", "roma": "guard_field_army", "heraclea": "thracia_garrison"})
    with table(w, dice=[3, 5]) as t:
        assert t.asked == [BARBARIAN]
        t.refused(BARBARIAN, "Vandals", kind="not_understood")
        t.refused(BARBARIAN, "Scythia, Ostrogoths", "event/35-36", n=2, most=1)
        t.barbarian("rouse Scythia")
        assert (t.w.control["scythia"], t.w.control["ostrogoths"]) == (BARBARIAN, NEUTRAL)


def test_nobody_resists_who_stays_at_home() -> None:
    """§event/35-36 36 is the same event; at sea nobody is in a province."""
    w = event({"heraclea": "thracia_garrison", SEA: "guard_fleet"}, hands={"empire": ["agent"]})
    with table(w, dice=[3, 6]) as t:
        assert t.events("no_resistance")
        assert t.w.phase == "diplomacy"


def test_an_alliance_moves_a_province_one_step() -> None:
    """§event/41 Neutral to one's own side, the enemy's to neutral; or none."""
    with table(event({"heraclea": "thracia_garrison"}), dice=[4, 1]) as t:
        t.refused(EMPIRE, "Thracia", kind="not_understood")
        t.empire("win over Vandals")
        assert t.w.control["vandals"] == EMPIRE
    with table(event({"heraclea": "thracia_garrison"}), dice=[4, 1]) as t:
        t.empire("Persia")
        assert t.w.control["persia"] == NEUTRAL


@pytest.mark.parametrize(
    ("control", "drawn"),
    [({}, 2), (dict.fromkeys(["lazica", "suevii", "basques"], BARBARIAN), 0)],
)
def test_the_weaker_side_finds_help(control: dict[str, str], drawn: int) -> None:
    """§8.2(2) §event/42-43 Three provinces fewer or less: 7 to 2, but not 7 to 5. Whosever turn it is."""
    w = event(GUARDED, control=control)
    with table(w, dice=[4, 2, 2][: 3 if drawn else 2], draws=["agent", "market"][:drawn]) as t:
        assert len(t.w.cups["barbarian_hand"]) == drawn
        assert bool(t.events("balance_even")) == (not drawn)
