"""§17.9 and note 3 of the CRT: where retreats go and what forbids it; §17.58 what forbids a withdrawal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.belisarius.board import CITIES, HEXES, NEIGHBOURS, side
from adjudicator.belisarius.rules.r17_retreat import RETREAT, WITHDRAWAL, Departure, ways_of
from adjudicator.belisarius.world import BARBARIAN, World, owner_of

from .battles import HELD, combat, places
from .helpers import Units, table, world


def stand(
    units: Units, place: str, elsewhere: Mapping[str, Units] | None = None, settled: Sequence[str] = ()
) -> World:
    w = world({place: units, **(elsewhere or {})}, control=HELD)
    w.colonies = sorted(settled)
    return w


def steps(w: World, place: str, rule: str = RETREAT, n: int = 1, naval: bool = False) -> dict[str, str]:
    """Return the paragraph that forbids each hex beside a stack, "" where it may go."""
    units: Sequence[str] = sorted(u for u, p in w.at.items() if p == place)
    departure = Departure(owner_of(w, units[0]), list(units), place, n, rule, naval)
    onward = ways_of(w, departure).step(()).onward
    return {to: "" if stop is None else stop.rule for to, stop in onward.items()}


def may(w: World, place: str, rule: str = RETREAT, naval: bool = False) -> list[str]:
    return [to for to, stop in steps(w, place, rule, naval=naval).items() if not stop]


# -- note 3 (2) ----------------------------------------------------------------------------------


def test_enemies_neutrals_and_their_zones() -> None:
    """CRT, note 3 (2)(a), (b); §15.32; §17.58(1) §17.58(2) §4.31(5) neutrals have no zone."""
    others = {"4410": "guard_field_army", "4412": "franks_warband"}
    w = stand("ostrogoths_warband", "4411", elsewhere=others)
    assert steps(w, "4411") == {
        "4311": "15.32",
        "4312": "",
        "4410": "17.9",
        "4412": "17.9",
        "4510": "15.32",
        "4511": "",
    }
    assert steps(w, "4411", WITHDRAWAL)["4410"] == "17.58"


def test_friends_in_the_open_do_not_lift_a_zone_and_in_a_city_they_do() -> None:
    """§15.32 and its note."""
    others = {"4410": "guard_field_army", "4311": "ostrogoths_garrison"}
    assert steps(stand("ostrogoths_warband", "4411", elsewhere=others), "4411")["4311"] == "15.32"
    w = stand("ostrogoths_warband", "4411", elsewhere=others, settled=["4311"])
    assert steps(w, "4411")["4311"] == ""


def test_full_hexes_and_other_tribes() -> None:
    """CRT, note 3 (2)(c): §13.1, §13.132."""
    w = stand(
        "ostrogoths_warband", "4411", elsewhere={"4412": "ostrogoths_garrison*10", "4511": "vandals_warband"}
    )
    assert steps(w, "4411")["4412"] == "13.1"
    assert steps(w, "4411")["4511"] == "13.132"


def test_rivers_and_bridges() -> None:
    """CRT, note 3 (2)(d): over a river by a road only; §17.58(3) a withdrawal not even so: ruling BE-G9."""
    w = stand("ostrogoths_warband", "4124")
    assert may(w, "4124") == ["4025", "4125", "4224"]
    assert steps(w, "4124")["4024"] == "17.9"
    bridge = stand("ostrogoths_warband", "2523")
    assert steps(bridge, "2523")["2623"] == ""
    assert steps(bridge, "2523", WITHDRAWAL)["2623"] == "17.58"


def test_rough_ground_and_roads() -> None:
    """CRT, note 3 (2)(d): into rough ground along a road only, a track is none; §17.58(3) never."""
    w = stand("guard_field_army", "3919")
    assert may(w, "3919") == ["3819", "3820", "3920"]
    assert {to: steps(w, "3919")[to] for to in ("3918", "4018", "4019")} == {
        "3918": "17.9",
        "4018": "17.9",
        "4019": "17.9",
    }
    assert may(w, "3919", WITHDRAWAL) == ["3819", "3820"]


def test_straits() -> None:
    """CRT, note 3 (2)(d): no retreat over a strait; §17.58 names none, and one marches over it."""
    w = stand("guard_field_army", "3434")
    assert steps(w, "3434")["3334"] == "17.9"
    assert steps(w, "3434", WITHDRAWAL)["3334"] == ""


def test_water() -> None:
    """CRT, note 3 (2)(d), §17.58(4) What they never enter: the sea, and for fleets the land."""
    w = stand("guard_field_army", "2241")
    assert steps(w, "2241")["2340"] == "16.32"
    fleet = stand("guard_fleet", "2241")
    assert may(fleet, "2241", naval=True) == ["2240", "2242", "2340", "2341"]


def test_rough_ground_ashore_stops_no_fleet() -> None:
    """§17.58(3) CRT, note 3 (2)(d) Ruling BE-G15: a rough coast is closed to land units, open to fleets."""
    for rule, paragraph in ((RETREAT, "17.9"), (WITHDRAWAL, "17.58")):
        assert steps(stand("guard_field_army", "1362"), "1362", rule)["1263"] == paragraph
        assert steps(stand("guard_fleet", "1362"), "1362", rule, naval=True)["1263"] == ""


def test_retreats_mind_the_zones_of_fleets_and_of_land_units() -> None:
    """§15.32 §19.4 §15.113 Ruling BE-F4: all zones; with `fleet_zones` "everywhere" those of its kind."""
    on_land, at_sea = {"2141": "ostrogoths_warband"}, {"2440": "ostrogoths_fleet"}
    assert may(stand("guard_fleet", "2241", elsewhere=on_land), "2241", naval=True) == [
        "2242",
        "2340",
        "2341",
    ]
    assert may(stand("guard_fleet", "2241", elsewhere=at_sea), "2241", naval=True) == ["2240", "2242"]
    shore = {"3433": "guard_garrison", "3333": "vandals_fleet"}
    w = world(shore, control=HELD)
    assert steps(w, "3433")["3432"] == "15.32"
    for others, naval in ((on_land, True), (at_sea, True)):
        w = stand("guard_fleet", "2241", elsewhere=others)
        w.options["fleet_zones"] = "everywhere"
        assert ("2240" in may(w, "2241", naval=naval)) and (
            ("2340" in may(w, "2241", naval=naval)) == (others is on_land)
        )


def test_a_city_is_no_rough_ground() -> None:
    """§17.58(3) CRT, note 3 (2)(d): cities and colonies on rough ground are open to retreats.

    §17.55 §17.91 Who could not get there could not stop there.
    """
    for city in ("antiochia", "nicaea", "dara", "trapezus"):
        place = CITIES[city].hex
        near = [
            hex
            for hex in sorted(NEIGHBOURS[place])
            if HEXES[hex].kind != "sea" and not side(hex, place).river and side(hex, place).kind != "sea"
        ]
        for rule in (RETREAT, WITHDRAWAL):
            assert {steps(stand("guard_field_army", hex), hex, rule)[place] for hex in near} == {""}
    open_ground = stand("guard_field_army", "4318")
    assert steps(open_ground, "4318", WITHDRAWAL)["4317"] == "17.58"
    assert steps(stand("guard_field_army", "4318", settled=["4317"]), "4318", WITHDRAWAL)["4317"] == ""


def test_off_map_areas() -> None:
    """§18.2 ruling BE-G8: units that may enter one end their retreat in it."""
    w = stand("franks_warband", "4610")
    w.control["franks"] = BARBARIAN
    units = ["franks_warband_1"]
    ways = ways_of(w, Departure(BARBARIAN, units, "4610", 3, RETREAT, False))
    assert ways.step(()).onward["franks_area"] is None
    assert ways.step(("franks_area",)).end is None
    assert dict(ways.step(("franks_area",)).onward) == {}
    stranger = stand("ostrogoths_warband", "4610")
    assert steps(stranger, "4610")["franks_area"] == "18.2"


def test_no_way_into_a_dead_end() -> None:
    """§17.9 A hex from which the rest cannot be gone is barred as long as there is another way."""
    others = {
        "4410": "guard_garrison",
        "4413": "guard_garrison",
        "4610": "franks_warband",
        "4611": "franks_garrison",
    }
    w = stand("ostrogoths_warband", "4411", elsewhere=others)
    assert steps(w, "4411")["4511"] == ""
    assert steps(w, "4411", n=3)["4511"] == "17.9"
    assert steps(w, "4411", n=3)["4312"] == ""


# -- §17.91 cities -------------------------------------------------------------------------------


def test_defenders_hold_a_city() -> None:
    """§17.91 A DR in a colony."""
    w = combat("guard_field_army*4", "ostrogoths_warband*3", table="manoeuvre", settled=["4411"])
    with table(w, dice=[3]) as t:
        t.barbarian("stand")  # 20 to 18
        assert t.lines("barbarian") == ["retreat", "hold"]
        t.barbarian("hold")
        assert len(places(t.w)["4411"]) == 3


def test_attackers_from_a_city_hold_it_too() -> None:
    """§17.91 An AR out of a colony."""
    w = combat("guard_field_army*2", "ostrogoths_warband*3", table="manoeuvre", settled=["4410"])
    with table(w, dice=[2]) as t:
        t.barbarian("stand")
        t.empire("hold")
        assert places(t.w)["4410"] == ["guard_field_army_1", "guard_field_army_2"]
        assert t.w.phase == "army"


def test_a_surrounded_city_is_held_without_a_question() -> None:
    """§17.91 Public facts leave nothing else."""
    w = combat(
        "guard_field_army*4",
        "ostrogoths_warband*3",
        table="manoeuvre",
        settled=["4411"],
        elsewhere={"4412": "guard_garrison"},
    )
    with table(w, dice=[3]) as t:
        assert [e.kind for e in t.told if e.kind == "held"] == ["held"]
        assert len(places(t.w)["4411"]) == 3


def test_a_retreat_ends_in_a_city() -> None:
    """§17.91 CRT, note 3 (4): two hexes before its end."""
    w = combat("guard_field_army*2", "ostrogoths_warband*3", table="assault", settled=["4412"])
    with table(w, dice=[4, 3], draws=["agent"]) as t:
        t.barbarian("stand", "retreat 4412")
        assert set(t.w.at.values()) == {"4410", "4412"}


# -- note 3 (3) ----------------------------------------------------------------------------------


def test_without_a_way_they_are_eliminated() -> None:
    """CRT, note 3 (3)."""
    w = combat(
        "guard_field_army*2", "ostrogoths_warband*3", table="manoeuvre", elsewhere={"4412": "guard_garrison"}
    )
    with table(w, dice=[3]) as t:
        assert "4411" not in places(t.w)
        assert t.events("no_retreat")


def test_neutral_land_is_open() -> None:
    """CRT, note 3 (3): nobody's neutrality is broken by a retreat."""
    w = combat("guard_field_army*2", "ostrogoths_warband*3", table="manoeuvre")
    with table(w, dice=[3]) as t:
        t.barbarian("stand", "retreat 4312")
        assert t.w.control["franks"] == "neutral"


# -- §19.6 §17.92 at sea -------------------------------------------------------------------------


def test_a_fleet_attacks_the_coast_with_whom_it_carries() -> None:
    """§19.61 §19.62 §19.63 Nobody need land; §17.92 its retreat is by sea and its army goes on from there."""
    w = combat(
        "guard_fleet guard_field_army",
        "ostrogoths_warband*3",
        origin="2341",
        place="2241",
        naval=True,
        aboard="guard_field_army",
        table="manoeuvre",
        track_defence="no",
    )
    with table(w, dice=[2]) as t:  # 9 to 9: AR
        t.barbarian("stand")
        assert t.events("odds")[0].values["attack"] == 9
        assert t.lines("empire", "retreat ") == [f"retreat {hex}" for hex in ("2340", "2342", "2440", "2441")]
        t.empire("retreat 2441")
        assert t.w.army is not None
        assert t.w.army.place == "2441"
        assert t.w.aboard == ["guard_field_army_1"]


def test_losses_of_a_fleet_may_drown_others() -> None:
    """§19.51 CRT, note 2: who is aboard beyond what is left to carry goes down."""
    w = combat(
        "guard_fleet guard_garrison*3",
        "ostrogoths_warband*3",
        origin="2341",
        place="2241",
        naval=True,
        aboard="guard_garrison",
        table="assault",
        track_defence="no",
    )
    with table(w, dice=[2], draws=["agent"]) as t:  # 10 to 9: AA, five points
        t.barbarian("stand")
        t.empire("lose FL, GA")
        assert places(t.w) == {
            "2241": ["ostrogoths_warband_1", "ostrogoths_warband_2", "ostrogoths_warband_3"]
        }
