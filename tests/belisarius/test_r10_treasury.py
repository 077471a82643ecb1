"""§10 Taxes, heavy taxes, and what solidi are spent on."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.belisarius.show.names import LEXICON
from adjudicator.belisarius.world import World
from adjudicator.core import fill

from .helpers import table, world

HOME = {"constantinopolis": "guard_field_army"}


def taxing(places: dict[str, str], *, phasing: str = "empire", solidi: int = 0, **more: Any) -> World:
    """A tax phase of a seat with a treasury."""
    return world(places, phase="tax", phasing=phasing, treasury={phasing: solidi}, **more)


# -- §10.1 ---------------------------------------------------------------------------------------


def test_occupied_cities_of_a_province_yield_as_they_are_printed() -> None:
    """§10.11(1) §10.12 §10.14 Four for the capital, two for a wealthy city, one for others; it adds up.

    §3.1[3] Province by province, in the tax phase.
    """
    places = {**HOME, "heraclea": "thracia_garrison", "3634": "thracia_garrison"}
    with table(taxing(places | {"thessalonica": "macedonia_garrison"}, solidi=3)) as t:
        t.empire("tax Thracia")
        assert t.w.treasury["empire"] == 3 + 4 + 1
        assert t.events("taxed")[0].values["solidi"] == 5
        t.empire("tax Macedonia")
        assert t.w.treasury["empire"] == 8 + 2
        assert t.w.phase == "recruit"  # there is nothing left to tax, and no marker to play


def test_the_occupier_taxes_a_city_in_any_province() -> None:
    """§5.1 §11.221 Thracia has gone over, but the Empire's troops still hold its capital."""
    w = taxing({**HOME, "heraclea": "thracia_garrison"}, control={"thracia": "barbarian"})
    with table(w) as t:
        t.empire("tax Thracia")
        assert t.w.treasury["empire"] == 4
        assert t.w.control["thracia"] == "barbarian"


def test_pillaged_cities_yield_nothing_and_public_works_one_more() -> None:
    """§10.121 §10.11 §28.3(1) ruling BE-D2; a colony yields one."""
    places = {**HOME, "heraclea": "guard_field_army", "3634": "guard_field_army"}
    w = taxing(places, pillaged=["3535"], works=["3536"])
    w.colonies = ["3634"]
    with table(w) as t:
        t.empire("tax Thracia")
        assert t.w.treasury["empire"] == 4 + 1 + 1


def test_a_province_is_taxed_once_and_only_where_something_is_held() -> None:
    """§10.11 §10.12 The refusals name the province."""
    places = {**HOME, "thessalonica": "guard_garrison"}
    with table(taxing(places)) as t:
        t.empire("tax Thracia")
        t.refused("empire", "tax Thracia", "10.11", source="thracia")
        t.refused("empire", "tax Dacia", "10.12", source="dacia")


def test_off_map_areas_yield_to_who_controls_them_without_units() -> None:
    """§10.11(2) §10.13 Persia six, the Franks three, the others nothing."""
    w = taxing({"nisibis": "persia_garrison"}, phasing="barbarian", control={"franks": "barbarian"})
    with table(w) as t:
        t.barbarian("tax Persia off map")
        assert t.w.treasury["barbarian"] == 6
        t.refused("barbarian", "tax Scythia off map", "10.11", province="scythia")
        t.barbarian("tax rest")
        assert t.w.treasury["barbarian"] == 6 + 3 + 1
        assert t.events("taxed")[0].values["sources"] == ["persia", "franks_area"]


def test_an_area_without_income_is_not_taxed() -> None:
    """§10.11(2) Scythia's yields nothing."""
    w = taxing({"nisibis": "persia_garrison"}, phasing="barbarian", control={"scythia": "barbarian"})
    with table(w) as t:
        t.refused("barbarian", "tax Scythia off map", "10.11", source="scythia_area")
        t.refused("barbarian", "tax Scythia", "10.12", source="scythia")


def test_taxing_a_neutral_province_hands_it_to_the_enemy() -> None:
    """§4.41(3) ruling BE-D1 The tax is collected; never by "rest"."""
    with table(taxing({**HOME, "bosporus": "guard_garrison"})) as t:
        t.empire("tax rest")
        assert t.w.control["scythia"] == "neutral"
        assert t.w.treasury["empire"] == 4
        t.refused("empire", "tax rest", "4.41")
        t.empire("tax Scythia")
        assert t.w.control["scythia"] == "barbarian"
        assert t.w.treasury["empire"] == 5


def test_a_province_may_be_passed_over() -> None:
    """§10.1 Nobody must tax."""
    with table(taxing({**HOME, "bosporus": "guard_garrison"})) as t:
        t.empire("pass Scythia")
        t.refused("empire", "tax Scythia", "10.11", source="scythia")
        t.empire("done")
        assert (t.w.phase, t.w.treasury["empire"]) == ("recruit", 0)
        assert t.w.control["scythia"] == "neutral"


def test_events_of_war_close_provinces() -> None:
    """Events 22 to 24 §6.2."""
    w = taxing({"nisibis": "persia_garrison", "dubios": "armenia_garrison"}, phasing="barbarian")
    w.barred = ["arabia", "persia"]
    with table(w) as t:
        t.refused("barbarian", "tax Persia", "6.2", province="persia")
        t.refused("barbarian", "tax Persia off map", "6.2", province="persia")
        t.barbarian("tax rest")
        assert t.w.treasury["barbarian"] == 1


# -- §10.2 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "times"), [(4, 1), (5, 2), (6, 2)])
def test_heavy_taxes_are_taken_as_often_as_the_chart_says(die: int, times: int) -> None:
    """§10.21 Heavy tax table without any modifier."""
    places = {"heraclea": "guard_garrison", "thessalonica": "guard_garrison"}
    with table(taxing(places), dice=[die]) as t:
        t.empire("tax Macedonia heavy")
        assert t.w.treasury["empire"] == 2 * times


def test_heavy_taxes_in_one_province_do_not_touch_another() -> None:
    """§10.22 The worked example: Thracia's people revolt, Egypt's pay as ever."""
    places = {"heraclea": "guard_garrison", "alexandria": "guard_garrison"}
    with table(taxing(places), dice=[2]) as t:
        t.empire("tax Thracia heavily")
        assert t.w.control["thracia"] == "barbarian"
        assert t.w.control["aegyptus"] == "empire"
        t.empire("tax rest")
        assert t.w.treasury["empire"] == 2
        assert t.w.phase == "recruit"


def test_heavy_taxes_are_declared_one_by_one() -> None:
    """§10.22 Not for the rest at once."""
    with table(taxing({**HOME, "thessalonica": "guard_garrison"})) as t:
        t.refused("empire", {"pick": "tax", "answer": {"source": "rest", "rate": "heavy"}}, "10.22")
        assert "tax Thracia heavy" in t.lines("empire", "tax ")


def test_the_emperor_and_one_leader_help() -> None:
    """Heavy tax table: +1 for Justinian at home, +2 for the best leader, and he alone; ruling BE-D4."""
    places = {"constantinopolis": "justinian belisarius mundas", "heraclea": "thracia_garrison"}
    with table(taxing(places | {"3633": "guard_garrison"}), dice=[6], draws=["agent", "agent"]) as t:
        t.empire("tax Thracia heavy")
        assert t.events("heavy_tax")[0].values["modifier"] == 3
        assert t.w.treasury["empire"] == 3 * (4 + 1 + 1)


def test_the_emperor_helps_everywhere() -> None:
    """Heavy tax table: +1 wherever the Empire taxes while Justinian is in Constantinopolis."""
    places = {"constantinopolis": "justinian", "thessalonica": "guard_garrison"}
    with table(taxing(places), dice=[3]) as t:
        t.empire("tax Macedonia heavy")
        assert t.events("heavy_tax")[0].values["modifier"] == 1
        assert t.w.treasury["empire"] == 2


def test_pillage_and_foreign_control_hinder() -> None:
    """Heavy tax table: -1 for any number of pillage markers, -1 for a province that is not one's own."""
    places = {"heraclea": "guard_garrison", "thessalonica": "guard_garrison"}
    w = taxing(places, control={"thracia": "barbarian"}, pillaged=["3631", "3633"])
    with table(w, dice=[6]) as t:
        t.empire("tax Thracia heavy")
        assert t.events("heavy_tax")[0].values["modifier"] == -2
        assert t.w.treasury["empire"] == 1


def test_a_revolt_in_an_enemy_province_raises_its_levies_at_once() -> None:
    """Heavy tax table: by the rules of levies (§11.12, §11.13), as many as the levy value."""
    places = {"heraclea": "guard_garrison", "thessalonica": "guard_garrison"}
    w = taxing(places, control={"thracia": "barbarian"})
    with table(w, dice=[1]) as t:
        t.empire("tax Thracia heavy")
        assert t.asked == ["barbarian"]
        t.refused("barbarian", "levy Thracian garrison at 3535", "11.13", place="3535")
        t.refused("barbarian", "levy Thracia FA at 3633", "11.131")
        t.barbarian("levy Thracian garrison at 3633")
        t.refused("barbarian", "levy Thracian garrison at 3633", "11.12", place="3633")
        t.barbarian("levy Thracian garrison at 3536")
        assert t.asked == ["empire"]
        assert t.w.treasury["empire"] == 0
        assert (t.w.at["thracia_garrison_1"], t.w.at["thracia_garrison_2"]) == ("3633", "3536")
        assert (t.w.levied, t.w.levied_at) == ({}, [])


def test_the_enemy_may_leave_the_levies() -> None:
    """Heavy tax table: he may place them."""
    places = {"heraclea": "guard_garrison", "thessalonica": "guard_garrison"}
    with table(taxing(places, control={"thracia": "barbarian"}), dice=[1]) as t:
        t.empire("tax Thracia heavy")
        t.barbarian("done")
        assert t.asked == ["empire"]


def test_a_neutral_province_taxed_heavily_is_the_enemys_first() -> None:
    """§4.41(3) Heavy tax table, ruling BE-D1: -1 for control, and its revolt brings the enemy's levies."""
    with table(taxing({**HOME, "bosporus": "guard_garrison"}), dice=[4]) as t:
        t.empire("tax Scythia heavy")
        assert t.w.control["scythia"] == "barbarian"
        assert t.asked == ["barbarian"]
        t.barbarian("levy Scythian nomad at Scythia off map")
        t.barbarian("levy Scythian nomad at Scythia off map")
        assert t.w.at["scythia_nomad_2"] == "scythia_area"
        assert t.w.arrived == {}  # §11.8 counts the phasing player's


def test_an_area_is_taxed_heavily_by_itself() -> None:
    """Heavy tax table: a die for each area, ruling BE-D5: the leaders in it; a revolt takes the province."""
    places = {"persia_area": "khusro", "nisibis": "persia_garrison"}
    with table(taxing(places, phasing="barbarian"), dice=[4, 2]) as t:
        t.barbarian("tax Persia off map heavy")
        assert t.events("heavy_tax")[0].values["modifier"] == 2
        assert t.w.treasury["barbarian"] == 12
        t.barbarian("tax Persia heavy")
        assert t.w.control["persia"] == "empire"
        assert t.w.treasury["barbarian"] == 12


# -- §10.3 ---------------------------------------------------------------------------------------


def test_markers_are_bought_in_the_recruit_phase() -> None:
    """§10.32 §8.2(3) Two solidi each."""
    w = world(HOME, phase="recruit", treasury={"empire": 5})
    with table(w, draws=["agent", "market"]) as t:
        t.refused("empire", "buy 3 markers", "10.32", cost=6, treasury=5)
        t.empire("buy 2 markers")
        assert t.w.treasury["empire"] == 1
        assert t.w.cups["empire_hand"] == ["agent", "market"]
        t.refused("empire", "buy 1", "10.32", cost=2, treasury=1)


def test_markers_may_be_bought_in_the_tax_phase() -> None:
    """§8.2(3) option `marker_purchase`."""
    with table(taxing(HOME, solidi=2, marker_purchase="tax"), draws=["agent"]) as t:
        t.empire("buy 1")
        assert t.w.cups["empire_hand"] == ["agent"]
        t.empire("done")
        t.refused("empire", "buy 1", kind="not_understood")


def test_a_pillage_marker_is_removed_for_its_price() -> None:
    """§10.36 §26.5 Five in a printed city, three elsewhere; with a unit there."""
    places = {"heraclea": "guard_garrison", "3634": "guard_garrison"}
    w = world(places, phase="recruit", pillaged=["3535", "3634", "3919"], treasury={"empire": 7})
    with table(w) as t:
        t.refused("empire", "remove pillage 3919", "10.36", place="3919")
        t.empire("remove pillage 3634")
        assert t.w.treasury["empire"] == 4
        t.refused("empire", "remove pillage Heraclea", "10.36", cost=5, treasury=4)
        assert t.w.pillaged == ["3535", "3919"]


def test_who_occupies_no_ruins_or_cannot_pay_is_offered_none() -> None:
    """§10.36 It is said before a hex is named."""
    with table(world(HOME, phase="recruit", pillaged=["3634"], treasury={"empire": 9})) as t:
        t.refused("empire", "remove pillage", "10.36", places=["3634"])
    places = {"heraclea": "guard_garrison", "3634": "guard_garrison"}
    with table(world(places, phase="recruit", pillaged=["3535", "3634"], treasury={"empire": 2})) as t:
        t.refused("empire", "remove pillage", "10.36", cost=3, treasury=2)


def test_with_nothing_to_tax_nothing_is_passed_over() -> None:
    """§10.11 The prompt says so, and that there is nothing left."""
    w = taxing({**HOME, "heraclea": "thracia_garrison"}, pillage_removal="tax")
    with table(w) as t:
        t.empire("pass Thracia")
        assert fill(t.choice("empire").prompt, "en", LEXICON.label).endswith("Still open: none.")
        t.refused("empire", "pass Thracia", "10.1")
        t.refused("empire", "tax Thracia", "10.11")


def test_pillage_markers_may_be_removed_when_all_is_collected() -> None:
    """§26.4 option `pillage_removal`: no more taxes afterwards."""
    places = {**HOME, "heraclea": "guard_garrison", "thessalonica": "guard_garrison"}
    w = taxing(places, solidi=5, pillaged=["3535"], pillage_removal="tax")
    with table(w) as t:
        t.empire("tax Thracia")
        t.empire("remove pillage 3535")
        assert (t.w.treasury["empire"], t.w.pillaged) == (4, [])
        t.refused("empire", "tax Macedonia", "10.11")
        t.empire("done")
        t.refused("empire", "remove pillage 3535", kind="not_understood")
