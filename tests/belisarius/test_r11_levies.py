"""§11.1 Levies; §11.62, §11.63 and §31.2."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.belisarius.board import HEXES, HEXES_OF, KINDS
from adjudicator.belisarius.rules import r11_levies
from adjudicator.belisarius.world import World

from .helpers import table, world


def levying(places: dict[str, str], *, phasing: str = "empire", **more: Any) -> World:
    """A levy phase as it begins."""
    w = world(places, phase="levy", phasing=phasing, **more)
    r11_levies.begin(w)
    return w


def test_thracia_gives_two_garrisons_a_turn() -> None:
    """§11.11 §4.2(2) The worked example; a levy costs nothing, and is in its own province (§11.13)."""
    with table(levying({})) as t:
        t.empire("levy Thracian garrison at 3633", "levy Thracian garrison at 3634")
        assert (t.w.at["thracia_garrison_1"], t.w.at["thracia_garrison_2"]) == ("3633", "3634")
        t.refused("empire", "levy Thracian garrison at 3635", "11.11", province="thracia", n=2)
        t.refused("empire", "levy Dacian garrison at 3633", "11.13", place="3633", province="dacia")


def test_the_question_names_the_provinces_that_can_still_give_a_levy() -> None:
    """§11.11 §11.6 All of Persia's garrisons and nomads are in play; then Armenia has given its own."""
    kinds = ("persia_garrison", "persia_nomad", "armenia_garrison", "armenia_warband", "armenia_nomad")
    units = {kind: len(KINDS[kind]) for kind in kinds if kind in KINDS}
    spread = {"persia_area": " ".join(f"{kind}*{n}" for kind, n in units.items() if "persia" in kind)}
    with table(levying(spread, phasing="barbarian")) as t:
        assert t.choice("barbarian").prompt.values["provinces"] == ["armenia"]
        t.refused("barbarian", "levy Persian garrison at 3549", "11.6", units="persia_garrison/many")


def test_any_place_of_the_map_is_answered() -> None:
    """§11.13 §18.3 Levies stay in their own province; what is nowhere on the map is not understood."""
    with table(levying({"naissus": "dacia_garrison"})) as t:
        values = {"place": "3131", "province": "thracia"}
        said = t.refused("empire", "levy Thracian garrison at 3131", "11.13", **values)
        assert said == "Nicopolis (3131) is not in Thracia: Thracian garrison can be levied only there"
        answer = {"pick": "levy", "answer": {"kind": "thracia_garrison", "place": "3131"}}
        t.refused("empire", answer, "11.13", **values)
        t.refused("empire", "levy Thracian garrison at Naissus", "11.13", province="thracia")
        t.refused("empire", "levy Thracian garrison at Persia off map", "18.3", area="persia_area")
        t.refused("empire", "levy Thracian garrison at Atlantis", kind="not_understood")
        assert all("3131" not in line.text for line in t.completions("empire", "levy Thracian garrison at "))


def test_one_levy_a_hex_and_friends_do_not_matter() -> None:
    """§11.12 §11.62 Other friendly units there do not matter, nor how they came."""
    with table(levying({"hadrianopolis": "guard_garrison thracia_garrison"})) as t:
        t.empire("levy Thracian garrison at Hadrianopolis")
        t.refused("empire", "levy Thracian garrison at Hadrianopolis", "11.12", place="3633")


def test_no_levy_among_enemies_in_their_zone_or_in_ruins() -> None:
    """§11.13 The reasons are named."""
    w = levying({"3634": "persia_field_army", "heraclea": "guard_garrison"}, pillaged=["3631"])
    with table(w) as t:
        t.refused("empire", "levy Thracian garrison at 3634", "11.13", place="3634")
        t.refused("empire", "levy Thracian garrison at 3633", "11.13", place="3633", enemies=["3634"])
        t.refused("empire", "levy Thracian garrison at 3631", "11.13", place="3631")
        t.empire("levy Thracian garrison at Heraclea")


def test_enemies_beside_an_occupied_city_do_not_matter() -> None:
    """§11.13 §15.12 The zone does not reach into it."""
    with table(levying({"3634": "persia_field_army", "hadrianopolis": "guard_garrison"})) as t:
        t.empire("levy Thracian garrison at Hadrianopolis")


def test_levies_may_stand_in_the_desert_and_outside_of_cities() -> None:
    """§11.13 note §11.131 note."""
    desert = next(hex for hex in HEXES_OF["oriens"] if HEXES[hex].terrain == "desert" and not HEXES[hex].city)
    with table(levying({})) as t:
        t.empire(f"levy Eastern nomad at {desert}")
        assert t.w.at["oriens_nomad_1"] == desert


def test_field_armies_leaders_and_the_guard_are_never_levied() -> None:
    """§11.131 §11.7 §11.9."""
    with table(levying({"heraclea": "guard_garrison"})) as t:
        t.refused("empire", "levy Thracia FA at Heraclea", "11.131")
        t.refused("empire", "levy Belisarius at Heraclea", "11.131")
        t.refused("empire", "levy Guard garrison at Heraclea", "11.7")


def test_only_what_the_province_levies() -> None:
    """§11.11 §2.12 Only controlled provinces, no neutrals (§4.31(2))."""
    with table(levying({"nisibis": "persia_garrison", "2656": "arabia_nomad"}, phasing="barbarian")) as t:
        t.refused("barbarian", "levy Arab nomad at 2656", "11.5", province="arabia")
        t.refused("barbarian", "levy Thracian garrison at 3633", "11.221", province="thracia")
        t.refused("barbarian", "levy Armenia FA at 4047", "11.131")


def test_events_of_war_close_provinces() -> None:
    """Events 22 to 24."""
    with table(levying({}, phasing="barbarian", barred=["arabia", "persia"])) as t:
        assert t.w.levied == {"armenia": 1}
        t.refused("barbarian", "levy Persian garrison at Nisibis", "6.2", province="persia")


def test_nobody_is_levied_in_closed_provinces() -> None:
    """Events 22 to 24, §31.2: war-bands that would join others there neither."""
    w = levying(
        {"2950": "lombards_warband"},
        phasing="barbarian",
        control={"lombards": "barbarian"},
        extra_placement="on",
        barred=[HEXES["2955"].province],
    )
    w.at["lombards_warband_1"] = "2955"
    with table(w) as t:
        t.refused("barbarian", "levy Lombards WB at 2955", "6.2", province=HEXES["2955"].province)


def test_counters_are_limited() -> None:
    """§11.6 The fleet of Egypt is at sea already."""
    with table(levying({"alexandria": "aegyptus_fleet"})) as t:
        t.refused("empire", "levy Egyptian fleet at Pelusium", "11.6")


def test_levied_fleets_come_to_any_coast_that_is_not_pillaged() -> None:
    """§11.63 Port or not; not inland."""
    bare = next(h for h in HEXES_OF["aegyptus"] if HEXES[h].kind == "coast" and not HEXES[h].city)
    with table(levying({})) as t:
        t.refused("empire", "levy Egyptian fleet at Memphis", "11.63", place="2248")
        t.empire(f"levy Egyptian fleet at {bare}")


@pytest.mark.parametrize(
    ("enemy", "zones", "open_"),
    [
        ("persia_field_army", "movement", False),
        ("persia_field_army", "everywhere", True),
        ("vandals_fleet", "movement", False),
        ("vandals_fleet", "everywhere", False),
    ],
)
def test_no_fleet_is_levied_in_a_zone(enemy: str, zones: str, open_: bool) -> None:
    """§11.13 §19.4 Ruling BE-F4: of land units or fleets; with `fleet_zones` "everywhere" of fleets alone."""
    w = levying({"2447": enemy}, control={"vandals": "barbarian"}, fleet_zones=zones)
    hex = next(
        h for h in HEXES_OF["aegyptus"] if h in ("2347", "2448", "2546", "2547") and HEXES[h].kind == "coast"
    )
    with table(w) as t:
        line = f"levy Egyptian fleet at {hex}"
        if open_:
            t.empire(line)
        else:
            t.refused("empire", line, "11.13", place=hex, enemies=["2447"])


def test_off_map_areas_take_levies_of_their_own() -> None:
    """§18.11 §11.8 §18.3 Nobody need be there, without any limit a hex; they count with the recruits."""
    w = levying({}, phasing="barbarian", arrived={"persia_area": 9})
    with table(w) as t:
        t.barbarian("levy Persian nomad at Persia off map")
        t.refused("barbarian", "levy Persian nomad at Persia off map", "11.8", n=10, most=10)


def test_the_barbarian_does_not_mix_levies() -> None:
    """§13.132 A garrison of Persia with one of Armenia: not there."""
    with table(levying({"nisibis": "armenia_garrison"}, phasing="barbarian")) as t:
        t.refused("barbarian", "levy Persian garrison at Nisibis", "13.132", place="3548")


def test_levies_are_lost_with_the_phase() -> None:
    """§11.1 Nobody must levy."""
    with table(levying({})) as t:
        t.empire("done")
        assert (t.w.phase, t.w.levied) == ("operations", {})


def test_the_phase_is_over_where_nothing_can_be_levied() -> None:
    """§11.131 Without any place, no question."""
    w = world({"nisibis": "persia_garrison"}, phase="recruit", phasing="barbarian")
    w.control |= {"persia": "neutral", "armenia": "neutral"}
    with table(w) as t:
        t.barbarian("done")
        assert t.w.phase == "operations"


# -- §31.2 ---------------------------------------------------------------------------------------


def test_war_bands_join_war_bands_anywhere() -> None:
    """§31.2 One a hex, of the same province; in an enemy zone too."""
    places = {"4015": "lombards_warband", "4016": "guard_field_army"}
    w = levying(places, phasing="barbarian", control={"lombards": "barbarian"}, extra_placement="on")
    with table(w) as t:
        t.barbarian("levy Lombards WB at 4015")
        assert t.w.levied_at == ["4015"]
        assert t.w.at["lombards_warband_2"] == "4015"


def test_war_bands_stay_at_home_without_the_option() -> None:
    """§31.2 §11.13."""
    w = levying({"3816": "lombards_warband"}, phasing="barbarian", control={"lombards": "barbarian"})
    with table(w) as t:
        t.refused("barbarian", "levy Lombards WB at 3816", "11.13", place="3816", province="lombards")


def test_war_bands_do_not_join_in_ruins() -> None:
    """§31.2 §11.13."""
    w = levying(
        {"3816": "lombards_warband"},
        phasing="barbarian",
        control={"lombards": "barbarian"},
        extra_placement="on",
        pillaged=["3816"],
    )
    with table(w) as t:
        t.refused("barbarian", "levy Lombards WB at 3816", "11.13", place="3816")
