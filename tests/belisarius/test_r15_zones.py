"""§15 Zones of control."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from adjudicator.belisarius.rules.r06_reinforcements import camps
from adjudicator.belisarius.rules.r08_markers import TARGETS
from adjudicator.belisarius.rules.r11_levies import may_levy_at
from adjudicator.belisarius.rules.r15_zones import in_zone, may_leave, zones
from adjudicator.belisarius.rules.r17_retreat import RETREAT, WITHDRAWAL, Departure, stop_of
from adjudicator.belisarius.rules.r26_pillage import may_pillage
from adjudicator.belisarius.rules.r27_colonies import may_colonize
from adjudicator.belisarius.world import EMPIRE, Army, World
from adjudicator.core import Bar, OneOf

from .helpers import table, world

ENEMY = "armenia_field_army"
"""The barbarian's from the beginning of scenario 1."""


def covers(w: World, hex: str, seat: str = "empire", naval: bool = False, **more: Any) -> list[str]:
    """Return the result of `in_zone`, which must be that of `zones`."""
    found = in_zone(w, hex, seat, naval, **more)
    assert found == zones(w, seat, naval, **more).get(hex, [])
    return found


def test_a_unit_covers_the_hexes_around_it() -> None:
    """§15.0 §15.111 Six hexes, and not its own; for the enemy alone, and the places are named."""
    w = world({"3632": ENEMY, "3832": "armenia_garrison"})
    assert [hex for hex in ("3532", "3533", "3631", "3633", "3731", "3732") if covers(w, hex)] == [
        "3532",
        "3533",
        "3631",
        "3633",
        "3731",
        "3732",
    ]
    assert covers(w, "3732") == ["3632", "3832"]
    assert covers(w, "3632") == []
    assert covers(w, "3732", "barbarian") == []
    assert covers(w, "3534") == []


def test_no_zone_over_the_sea() -> None:
    """§15.112 A zone on land does not reach the open sea, nor over a side that is all sea, strait or not."""
    w = world({"3434": ENEMY})
    assert covers(w, "3433") == ["3434"]
    assert covers(w, "3334") == []
    assert covers(w, "3335") == []
    assert covers(world({"3433": ENEMY}), "3333") == []


def test_fleets_cover_water_only_and_bind_fleets_only() -> None:
    """§15.113 §19.4 A fleet's zone reaches over water, against fleets; a land unit's against land units."""
    w = world({"3433": "vandals_fleet"}, control={"vandals": "barbarian"})
    assert covers(w, "3333", naval=True) == ["3433"]
    assert covers(w, "3432", naval=True) == ["3433"]
    assert covers(w, "3532", naval=True) == []
    assert covers(w, "3432") == []
    assert covers(world({"3433": ENEMY}), "3432", naval=True) == []


def test_passengers_have_no_zone() -> None:
    """§15.114 §19.64 Land units aboard cover nothing."""
    places = {"3433": "vandals_fleet vandals_warband"}
    control = {"vandals": "barbarian"}
    assert covers(world(places, control=control), "3432") == ["3433"]
    assert covers(world(places, control=control, aboard="vandals_warband_1"), "3432") == []


def test_presence_cancels_a_zone() -> None:
    """§15.115 Ruling BE-E1: not the presence of who comes or asks, nor of those beside whom he begins."""
    w = world({"3632": ENEMY, "3732": "thracia_garrison*2", "3733": "thracia_field_army"})
    assert covers(w, "3732") == []
    assert covers(w, "3732", moving=["thracia_field_army_1"]) == []
    assert covers(w, "3732", moving=["thracia_garrison_1"]) == ["3632"]
    assert covers(w, "3732", moving=["thracia_garrison_1", "thracia_garrison_2"]) == ["3632"]
    w.dropped = ["thracia_garrison_1", "thracia_garrison_2"]
    assert covers(w, "3732", moving=["thracia_field_army_1"]) == []


def test_presence_cancels_no_zone_for_a_retreat() -> None:
    """§15.32 The note: only in a city do friends keep the zone out for those who retreat."""
    w = world({"3632": ENEMY, "3732": "thracia_garrison", "3633": "thracia_garrison"})
    assert covers(w, "3732", retreat=True) == ["3632"]
    assert covers(w, "3633", retreat=True) == []
    assert covers(world({"3632": ENEMY}), "3633", moving=["belisarius"], retreat=True) == ["3632"]


def test_no_zone_in_a_city_that_is_held() -> None:
    """§15.12 Not in the city of an enemy or neutral, nor in the army's own."""
    w = world({"3632": ENEMY, "3634": "thracia_garrison"})
    assert covers(w, "3633") == ["3632"]
    assert covers(w, "3633", moving=["thracia_garrison_1"]) == ["3632"]
    w.at["thracia_garrison_1"] = "3633"
    assert covers(w, "3633", moving=["thracia_garrison_1"]) == []
    assert covers(world({"3632": ENEMY, "3633": "scythia_nomad"}), "3633") == []
    assert covers(world({"3632": ENEMY, "3633": "scythia_nomad"}, pillaged=["3633"]), "3633") == ["3632"]


def test_units_in_a_city_cover_nothing_outside() -> None:
    """§15.12 As the paragraph says; with the option `city_zones` they do, as the Players' Notes say."""
    assert covers(world({"3633": ENEMY}), "3632") == []
    w = world({"3632": ENEMY})
    w.colonies = ["3632"]
    assert covers(w, "3732") == []
    assert covers(world({"3633": ENEMY}, pillaged=["3633"]), "3632") == ["3633"]
    assert covers(world({"3633": ENEMY}, city_zones="yes"), "3632") == ["3633"]


def test_neutrals_have_no_zone_until_they_are_hostile() -> None:
    """§15.13 §4.31(5) From the moment that the province becomes hostile all its units have one."""
    w = world({"3632": "slavs_warband"})
    assert covers(w, "3732") == []
    w.control["slavs"] = "barbarian"
    assert covers(w, "3732") == ["3632"]
    assert covers(w, "3732", "barbarian") == []


def test_no_zones_into_or_out_of_off_map_areas() -> None:
    """§18.211 No zone reaches an off-map area or comes from one."""
    w = world({"persia_area": "persia_field_army", "3461": "oriens_garrison"})
    assert covers(w, "persia_area", "barbarian") == []
    assert covers(w, "3561") == []


def test_what_zones_forbid_of_a_step() -> None:
    """§15.2 §15.21 §15.22 No step out of a zone that stopped it, nor from zone to zone; else it may leave."""
    covered = {"3732": ["3632"], "3731": ["3632"]}
    assert may_leave(covered, [], "3732", "3733") is None
    stop = may_leave(covered, ["3632"], "3732", "3733")
    assert stop is not None
    assert (stop.rule, stop.why.values["enemies"]) == ("15.2", ["3632"])
    stop = may_leave(covered, [], "3732", "3731")
    assert stop is not None
    assert (stop.rule, stop.why.values["a"], stop.why.values["b"]) == ("15.21", "3732", "3731")
    assert may_leave(covered, ["3632"], "3732", "scythia_area") is None


def test_friends_cancel_a_zone_always_or_never_by_option() -> None:
    """§15.115 and the note to §15.32; option `friends_in_zones`, ruling BE-E1."""
    places = {"3632": ENEMY, "3732": "thracia_garrison"}
    found = {}
    for value in ("movement", "always", "never"):
        w = world(places, friends_in_zones=value)
        found[value] = (covers(w, "3732"), covers(w, "3732", retreat=True))
    assert found == {
        "movement": ([], ["3632"]),
        "always": ([], []),
        "never": (["3632"], ["3632"]),
    }


# -- §15.2 in play ------------------------------------------------------------------------------


def test_an_army_stops_in_a_zone() -> None:
    """§15.2 The way ends in the first hex that the enemy covers, and it goes no further by another order."""
    w = world({"3832": "thracia_field_army", "3632": ENEMY})
    with table(w, dice=[6]) as t:
        t.refused("empire", "march FA 3832-3732-3733", "15.2", place="3732", enemies=["3632"])
        t.empire("march FA 3832-3732")
        assert t.w.army is not None
        assert t.w.army.held == ["3632"]
        t.refused("empire", "march 3733", "15.2", place="3732")


def test_an_army_that_begins_in_a_zone_may_leave_it() -> None:
    """§15.22 §15.21 It may leave, but not into another hex that the enemy covers."""
    w = world({"3732": "thracia_field_army", "3632": ENEMY})
    with table(w, dice=[6]) as t:
        t.empire("activate FA at 3732")
        t.refused("empire", "march 3731", "15.21", a="3732", b="3731", enemies=["3632"])
        t.empire("march 3733-3634")


def test_a_held_army_goes_on_when_the_enemy_is_gone() -> None:
    """§15.2 §17.56 Once those who held it are destroyed or have left their hex, it marches on."""
    w = world({"3832": "belisarius guard_field_army*2", "3632": "armenia_garrison"})
    with table(w, dice=[3, 6], draws=["agent", "agent"]) as t:
        t.empire("march all 3832-3732", "assault 3632")
        t.barbarian("stand")
        assert t.w.at.get("armenia_garrison_1") is None
        t.empire("march 3733")
        assert t.w.army is not None
        assert t.w.army.place == "3733"


def test_an_army_stops_in_an_empty_city_beside_the_enemy() -> None:
    """§15.2 §15.12 Ruling BE-E2: it enters the zone; not in a city of friends, nor where it began.

    With the option `empty_city` it need not stop.
    """
    places = {"3634": "thracia_field_army", "3632": ENEMY}
    with table(world(places), dice=[6]) as t:
        t.refused("empire", "march FA 3634-3633-3733", "15.2", place="3633", enemies=["3632"])
        t.empire("march FA 3634-3633")
        t.refused("empire", "march 3733", "15.2", place="3633")
        t.empire("end")
    with table(world(places, empty_city="continue"), dice=[6]) as t:
        t.empire("march FA 3634-3633", "march 3733")
    with table(world({**places, "3633": "thracia_garrison"}), dice=[6]) as t:
        t.empire("march FA 3634-3633-3733")
    with table(world({"3633": "thracia_field_army", "3632": ENEMY}), dice=[6]) as t:
        t.empire("march FA 3633-3732")


def test_no_stack_parts_to_go_from_zone_to_zone() -> None:
    """§15.21 Ruling BE-E1: who stays where the army began, or is dropped, keeps no zone out for it."""
    w = world({"3732": "guard_field_army*2 thracia_garrison", "3632": ENEMY})
    with table(w, dice=[6]) as t:
        t.refused("empire", "march FA 3732-3731", "15.21", a="3732", b="3731")
        t.empire("activate 2 FA at 3732", "drop FA")
        t.refused("empire", "march 3731", "15.21", a="3732", b="3731")


def test_units_that_were_dropped_keep_a_zone_out_for_other_armies() -> None:
    """§15.115 Ruling BE-E1: only the army that has left him does not profit."""
    w = world({"3732": "thracia_field_army thracia_garrison", "3832": "guard_field_army", "3632": ENEMY})
    with table(w, dice=[6, 6]) as t:
        t.empire("activate all at 3732", "drop GA", "march 3733", "end")
        assert t.w.dropped == ["thracia_garrison_1"]
        t.empire("march Guard FA 3832-3732-3731")
        assert t.w.at["guard_field_army_1"] == "3731"


# -- ruling BE-F4: all uses of zones but movement ----------------------------------------------


def _beside(place: str, actor: str, enemy: str, option: str) -> World:
    """An army of the Empire on a coast, and the barbarian's units on the next."""
    w = world(
        {place: actor, "1658": enemy},
        phase="army",
        control={"vandals": "barbarian"},
        fleet_zones=option,
        pillage="on",
        colonies="on",
    )
    units = sorted(unit for unit, at in w.at.items() if at == place)
    w.army = Army(EMPIRE, place, units, 40, naval=actor == "guard_fleet")
    return w


def _pillage(actor: str, enemy: str, option: str) -> Bar | None:
    return may_pillage(_beside("1657", actor, enemy, option))


def _colonize(actor: str, enemy: str, option: str) -> Bar | None:
    return may_colonize(_beside("1657", actor, enemy, option))


def _flight(rule: str) -> Callable[[str, str, str], Bar | None]:
    def stop(actor: str, enemy: str, option: str) -> Bar | None:
        w = _beside("1756", actor, enemy, option)
        assert w.army is not None
        departure = Departure(EMPIRE, w.army.units, "1756", 1, rule, w.army.naval)
        return stop_of(w, departure, "1756", "1657")

    return stop


def _levy(actor: str, enemy: str, option: str) -> Bar | None:
    kind = "aegyptus_fleet" if actor == "guard_fleet" else "aegyptus_garrison"
    return may_levy_at(_beside("3434", actor, enemy, option), EMPIRE, kind, "1657")


def _migration(actor: str, enemy: str, option: str) -> Bar | None:
    against = "guard_fleet" if enemy == "vandals_fleet" else "guard_field_army"
    return camps(world({"4235": against}, fleet_zones=option), "scythia_nomad")["4234"]


def _alliance(actor: str, enemy: str, option: str) -> Bar | None:
    w = world({"2826": enemy}, control={"vandals": "barbarian"}, fleet_zones=option)
    choice = TARGETS["roman_alliance"](w, EMPIRE)
    assert isinstance(choice, OneOf)
    return choice.options()["2825"]


USES = {
    "pillage": _pillage,
    "colonize": _colonize,
    "retreat": _flight(RETREAT),
    "withdraw": _flight(WITHDRAWAL),
    "levy": _levy,
    "event 21": _migration,
    "Roman Alliance": _alliance,
}
BY_LAND = ("event 21", "Roman Alliance")
"""No fleets come by them."""


@pytest.mark.parametrize("use", USES)
def test_all_zones_close_a_hex_or_with_the_option_those_of_its_kind(use: str) -> None:
    """§15.32 §15.4 §11.13 §19.4 Ruling BE-F4, use by use: against land units and fleets, by both."""
    for actor in ("guard_field_army",) if use in BY_LAND else ("guard_field_army", "guard_fleet"):
        for enemy in (ENEMY, "vandals_fleet"):
            is_alike = (actor == "guard_fleet") == (enemy == "vandals_fleet")
            for option in ("movement", "everywhere"):
                stop = USES[use](actor, enemy, option)
                is_closed = stop is not None and "zone of control" in stop.why.template
                assert is_closed == (option == "movement" or is_alike), (actor, enemy, option)
