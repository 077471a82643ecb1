"""§34 Set-up: the world before play, the placing of units in the order given, and its limits."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator.belisarius.board import AREAS, CITIES, HEXES, MARKERS, SCENARIOS, UNITS
from adjudicator.belisarius.rules.r20_forage import forage
from adjudicator.belisarius.rules.r34_contingents import border, contingents, empty_cities, unfinished, zone
from adjudicator.belisarius.rules.r34_setup import MOST_LIFTS, placer, set_up_menu
from adjudicator.belisarius.rules.r34_suggestion import suggested
from adjudicator.belisarius.world import BARBARIAN, EMPIRE, NEUTRAL, World, city_at, stacks, units_at
from adjudicator.core import Bar, Form
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.log.chance import sampler

from .helpers import new, table

MARKED = ["agent", "agent", "basileus", "pope", "rally", "market", "leader", "leader", "tolerance"]


def hex_of(city: str) -> str:
    return CITIES[city].hex


def placing(owner: str, scenario: str = "advance", **at: str) -> World:
    """A world in which this side's units are being placed, those of `at` already."""
    w = new(scenario)
    w.placing = owner
    for unit, place in at.items():
        w.at[unit] = CITIES[place].hex if place in CITIES else place
    return w


def with_rest(w: World) -> World:
    """The same with what is left where this table suggests it."""
    found = suggested(w)
    assert not isinstance(found, Bar)
    w.at |= found
    return w


# -- the world before play ---------------------------------------------------------------------


def test_the_campaign_begins_with_nothing_placed_and_two_cities_in_ruins() -> None:
    """§34.1 1 to 8: four turns, treasuries of 10 and 20, all markers in the pool, the ruins at once (8a)."""
    w = new()
    assert (w.phase, w.placing, w.phasing, w.turn, w.turns) == ("set_up", BARBARIAN, BARBARIAN, 1, 4)
    assert (w.treasury, w.at) == ({BARBARIAN: 10, EMPIRE: 20}, {})
    assert w.pillaged == sorted([hex_of("vindobona"), hex_of("aquileia")])
    assert Counter(w.cups["pool"]) == {id: printed.count for id, printed in MARKERS.items()}
    assert sorted(w.cups) == ["barbarian_hand", "barbarian_stake", "empire_hand", "empire_stake", "pool"]


@pytest.mark.parametrize(
    ("scenario", "turns", "empire", "barbarian"),
    [("advance", 4, 20, 10), ("gothic_war", 5, 12, 18), ("justinian_the_great", 10, 20, 10)],
)
def test_the_scenarios_differ_in_length_and_treasuries(
    scenario: str, turns: int, empire: int, barbarian: int
) -> None:
    """§34.1 §34.2 §34.3 1, 4b and 6b."""
    w = new(scenario)
    assert (w.turns, w.treasury) == (turns, {BARBARIAN: barbarian, EMPIRE: empire})


def test_control_at_first() -> None:
    """§34.1 4a to 6a: Persia and Armenia the barbarian's, seven provinces the Empire's, the rest neutral."""
    control = new().control
    assert sorted(p for p, held in control.items() if held == BARBARIAN) == ["armenia", "persia"]
    assert Counter(control.values()) == {NEUTRAL: 16, EMPIRE: 7, BARBARIAN: 2}


def test_control_at_first_in_the_gothic_war() -> None:
    """§34.2 4a to 6a and the errata: the Empire has Lazica and Vandals, Persia is neutral.

    §errata/provinces
    """
    control = new("gothic_war").control
    assert sorted(p for p, held in control.items() if held == BARBARIAN) == ["mauretania", "ostrogoths"]
    assert (control["vandals"], control["lazica"]) == (EMPIRE, EMPIRE)
    assert (control["persia"], control["visigoths"]) == (NEUTRAL, NEUTRAL)


# -- the order of placing ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "barbarian", "empire"),
    [("advance", 3, 6), ("gothic_war", 6, 3), ("justinian_the_great", 3, 6)],
)
def test_the_whole_set_up_as_suggested(scenario: str, barbarian: int, empire: int) -> None:
    """§8.2(1) §34.1 4 to 6, 8b: barbarian, neutrals by him, Empire; then markers (ruling BE-F9), no event."""
    with table(new(scenario), draws=MARKED) as t:
        assert t.asked == [BARBARIAN]
        t.barbarian("suggest; done")
        assert (t.w.placing, t.asked) == (NEUTRAL, [BARBARIAN])
        t.barbarian("place rest as suggested", "done")
        assert (t.w.placing, t.asked) == (EMPIRE, [EMPIRE])
        t.empire("suggest", "done")
        assert (t.w.phase, t.w.phasing, t.w.turn, t.w.placing) == ("diplomacy", BARBARIAN, 1, "")
        assert t.w.cups["barbarian_hand"] == sorted(MARKED[:barbarian])
        assert t.w.cups["empire_hand"] == sorted(MARKED[barbarian:])
        assert len(t.w.cups["empire_hand"]) == empire
        counted = Counter(UNITS[u].kind for u in t.w.at)
        groups = [g.units for step in SCENARIOS[scenario].steps for g in step.groups]
        assert counted == sum((Counter(units) for units in groups), Counter())


@pytest.mark.parametrize("scenario", sorted(SCENARIOS))
def test_what_is_suggested_keeps_all_limits(scenario: str) -> None:
    """§34.0 1: inside the provinces, one in every city, within the forage; §13.1 stacks; §19.1 fleets."""
    w = new(scenario)
    for step in SCENARIOS[scenario].steps:
        w.placing = step.owner
        assert placer(w) == step.by
        with_rest(w)
        assert unfinished(w) is None
        assert empty_cities(w) == []
    ruins = {hex_of("vindobona"), hex_of("aquileia")}
    assert all(units_at(w, hex) for hex in {c.hex for c in CITIES.values()} - ruins)
    for place, here in stacks(w).items():
        assert place in AREAS or len(here) <= 10
        if not (scenario == "gothic_war" and w.at[here[0]] == hex_of("constantinopolis")):
            assert len(here) <= forage(w, place)


@pytest.mark.parametrize("scenario", sorted(SCENARIOS))
def test_every_contingent_fits_its_zone(scenario: str) -> None:
    """§34.0 Every group of the set-up has a zone, and kinds are never in two zones that meet."""
    w = new(scenario)
    for step in SCENARIOS[scenario].steps:
        w.placing = step.owner
        for group in contingents(w):
            assert zone(w, group)
            for other in contingents(w):
                if other is not group and set(other.units) & set(group.units):
                    assert not set(zone(w, group)) & set(zone(w, other))


def test_units_are_placed_and_taken_back_a_limited_number_of_times() -> None:
    """§34.0 Going back and forth comes to an end: the rest is placed, and the next side begins anew."""
    with table(placing(EMPIRE), draws=MARKED) as t:
        for _ in range(MOST_LIFTS):
            t.empire("place Guard FA at Naissus", "lift Naissus")
        t.empire("place Guard FA at Naissus")
        why = t.refused(EMPIRE, "lift Naissus", "34.0", n=MOST_LIFTS)
        assert why == "units have been taken back 100 times; place the rest, or as suggested"
        t.empire("suggest", "done")
        assert (t.w.phase, t.w.lifts) == ("diplomacy", 0)


@pytest.mark.parametrize("seed", range(3))
def test_who_may_take_back_no_more_can_end_the_set_up_all_the_same(seed: int) -> None:
    """What was placed leaves cities empty, and nothing is left: the suggestion places all anew, once."""
    w = placing(EMPIRE)
    w.lifts = MOST_LIFTS
    with table(w, draws=MARKED) as t:
        rng = sampler(seed)
        while isinstance(form := set_up_menu(t.w).items()["place"], Form):
            try:
                t.empire({"pick": "place", "answer": form.sample(rng)})
            except NoneLegal:
                break
        t.refused(EMPIRE, "done", "34.0")
        t.refused(EMPIRE, "lift Constantinopolis", "34.0")
        t.empire("suggest")
        t.refused(EMPIRE, "suggest", "34.0")
        t.empire("done")
        assert t.w.phase == "diplomacy"


# -- where units go ----------------------------------------------------------------------------


def test_units_are_placed_as_ordered() -> None:
    """§34.1 6: units of a province inside it, several at once."""
    with table(placing(EMPIRE)) as t:
        t.empire("place Justinian+2 Guard FA+Thracia GA at Constantinopolis")
        assert units_at(t.w, "3536") == [
            "guard_field_army_1",
            "guard_field_army_2",
            "justinian",
            "thracia_garrison_1",
        ]
        t.empire("place Thracia GA in 3535; Thracia GA at 3633")
        assert t.w.at["thracia_garrison_2"] == "3535"
        assert t.said()[-1] == "Set-up (Empire): Thracian garrison at Hadrianopolis (3633)."


def test_units_stay_inside_their_province() -> None:
    """§34.0 1: a Thracian garrison has no place in Asia; a Guard army none where no Guards begin."""
    with table(placing(EMPIRE)) as t:
        t.refused(EMPIRE, "place Thracia GA at Ephesus", "34.0", unit="thracia_garrison", places=["thracia"])
        why = t.refused(EMPIRE, "place Guard FA at Ephesus", "34.0", unit="guard_field_army")
        assert why == "Guard field army must be placed in: Thracia, Dacia, Pontica and Oriens"
        t.refused(EMPIRE, "place Justinian at Heraclea", "34.0", places=["constantinopolis"])


def test_units_that_belong_to_no_common_place_are_placed_one_after_another() -> None:
    """§34.0 1: Which units? is answered as no, before anybody is asked where."""
    with table(placing(EMPIRE)) as t:
        units = ["aegyptus_garrison", "thracia_garrison"]
        why = t.refused(EMPIRE, "place Thracia GA+Aegyptus GA at Hadrianopolis", "34.0", units=units)
        assert why.endswith("do not belong to one place; place them one after another")
        t.empire("place Guard FA+Thracia GA at Hadrianopolis")


def test_a_city_of_another_side_is_refused_for_that_reason() -> None:
    """§34.0 It exists, so it is not "not understood"."""
    with table(new()) as t:
        assert "must be placed in" in t.refused(BARBARIAN, "place Persia GA at Constantinopolis", "34.0")
        later = t.refused(BARBARIAN, "place Ostrogoths WB at Roma", "34.0")
        assert later.startswith("Ostrogothic war band is not among the Barbarian units")
        assert later.endswith("that are still to be placed now")


def test_no_more_of_a_kind_than_belong_there() -> None:
    """§34.1 6: one Guard army belongs in Dacia, three in Thracia."""
    with table(placing(EMPIRE)) as t:
        t.refused(EMPIRE, "place 2 Guard FA at Naissus", "34.0", n=2, most=1, zone="dacia")
        t.empire("place Guard FA at Naissus")
        t.refused(EMPIRE, "place Guard FA at Serdica", "34.0", n=1, most=0, zone="dacia")
        t.refused(EMPIRE, "place Guard FA at Ephesus", "34.0", places=["thracia", "pontica", "oriens"])


def test_the_forage_of_a_hex_is_not_exceeded() -> None:
    """§34.0 1: a city feeds four, the open country two, leaders counted (ruling BE-F8)."""
    with table(placing(EMPIRE)) as t:
        t.refused(EMPIRE, "place 3 Guard FA+2 Thracia GA at Heraclea", "34.0", most=4, n=5)
        t.empire("place 2 Guard FA at 3534")
        t.refused(EMPIRE, "place Thracia GA at 3534", "34.0", place="3534", most=2, n=3)


def test_forage_is_waived_for_the_empire_alone_in_the_gothic_war() -> None:
    """§34.2 8c: the Empire may begin with more than a hex feeds, the barbarian may not."""
    with table(placing(EMPIRE, "gothic_war")) as t:
        t.empire("place 2 Guard FA+4 Thracia GA at Heraclea")
        assert len(units_at(t.w, "3535")) == 6
    with table(placing(BARBARIAN, "gothic_war")) as t:
        t.refused(BARBARIAN, "place 6 Ostrogoths GA at Ravenna", "34.0", most=5, n=6)


def test_stacks_hold_ten_also_where_forage_is_waived() -> None:
    """§13.1 in the set-up of §34.2."""
    w = placing(EMPIRE, "gothic_war")
    with table(w) as t:
        t.empire("place 2 Guard FA+2 Guard FL+Thracia FA+4 Thracia GA+Narses at Constantinopolis")
        t.refused(EMPIRE, "place Justinian at Constantinopolis", "13.1", n=11)


def test_fleets_begin_on_the_coast() -> None:
    """§19.1: no fleet inland; any coast of the province does."""
    with table(placing(EMPIRE)) as t:
        t.refused(EMPIRE, "place Guard FL at Hadrianopolis", "19.1", place="3633")
        t.empire("place Guard FL at 3635")
        assert t.w.at["guard_fleet_1"] == "3635"


def test_leaders_without_a_province_go_to_other_cities_with_troops() -> None:
    """§34.1 6: Belisarius and Mundas to any other city that the Empire holds, ruling BE-F1."""
    with table(placing(EMPIRE)) as t:
        t.refused(EMPIRE, "place Belisarius at Antiochia", "34.1", unit="belisarius")
        t.empire("place Oriens GA at Antiochia")
        t.empire("place Belisarius at Antiochia")
        why = t.refused(EMPIRE, "place Mundas at Constantinopolis", "34.1", city="constantinopolis")
        assert why == "Mundas ★ may not start at Constantinopolis"
        t.refused(EMPIRE, "place Mundas at 3534", "34.0")
        t.empire("place Guard GA at Bosporus; Mundas at Bosporus")
        assert t.w.at["mundas"] == hex_of("bosporus")


def test_no_free_leader_begins_among_the_vandals() -> None:
    """§34.2 6: Germanus and Mundas begin outside of the province of the Vandals, in Tingis if they like."""
    w = placing(EMPIRE, "gothic_war", guard_garrison_1="carthago", guard_garrison_2="tingis")
    w.at["thracia_garrison_1"] = "3536"
    with table(w) as t:
        t.refused(EMPIRE, "place Germanus at Carthago", "34.2", unit="germanus", province="vandals")
        t.empire("place Germanus at Tingis", "place Mundas at Constantinopolis")


def test_scythians_keep_away_from_bosporus() -> None:
    """§34.1 5b: not in the city nor beside it."""
    with table(placing(NEUTRAL)) as t:
        for place in (hex_of("bosporus"), "4335"):
            t.refused(BARBARIAN, f"place Scythia NO at {place}", "34.1", city="bosporus")


def test_moors_keep_away_from_tingis_in_the_gothic_war() -> None:
    """§34.2 4d; §34.1 5b has no such ban, there the garrison is in Tingis."""
    with table(placing(BARBARIAN, "gothic_war")) as t:
        t.refused(BARBARIAN, "place Mauretania NO at Tingis", "34.2", city="tingis")
    with table(placing(NEUTRAL)) as t:
        t.barbarian("place 2 Mauretania NO+Mauretania GA at Tingis")


def test_two_persians_watch_the_scythian_border() -> None:
    """§34.2 5b: the placing is not over before two units of Persia are beside Scythia."""
    w = with_rest(placing(NEUTRAL, "gothic_war"))
    hexes = border("persia", "scythia")
    watch = [u for u, place in w.at.items() if place in hexes]
    assert len(watch) == 2
    assert all(UNITS[u].origin == "persia" for u in watch)
    w.at[watch[0]] = hex_of("susa")
    with table(w) as t:
        t.refused(BARBARIAN, "done", "34.2", n=2, province="persia", other="scythia", hexes=hexes)


def test_persias_off_map_units_are_placed_off_the_map() -> None:
    """§34.1 4d §18.2: Kavadh and an army in the area, the rest on the map."""
    with table(placing(BARBARIAN)) as t:
        t.barbarian("place Kavadh+Persia FA at persia_area")
        t.refused(BARBARIAN, "place Persia FA at persia_area", "34.0", n=1, most=0, zone="persia_area")
        t.refused(BARBARIAN, "place Mihir Mihroe at persia_area", "34.0", places=["persia"])


# -- second thoughts, the rest and the end -----------------------------------------------------


def test_units_are_taken_up_again() -> None:
    """§34.0 Until one says done, what is placed may be placed anew."""
    with table(placing(EMPIRE)) as t:
        t.refused(EMPIRE, "lift 3536", "34.0", units="units/empire")
        t.empire("place Justinian+Thracia GA at 3536", "place Thracia GA at 3535")
        t.empire("lift Constantinopolis")
        assert t.w.at == {"thracia_garrison_2": "3535"}
        t.empire("place Justinian at 3536")


def test_the_placing_is_over_when_all_is_placed() -> None:
    """§34.0 Units left are named; a city without a unit is named; then it is over."""
    w = with_rest(placing(EMPIRE))
    moved = next(u for u in units_at(w, hex_of("ephesus")))
    del w.at[moved]
    with table(w) as t:
        t.refused(EMPIRE, "done", "34.0", units=["asiana_garrison"])
        t.empire("place Asiana GA at Iconium")
        t.refused(EMPIRE, "done", "34.0", cities=["ephesus"])


def test_ruins_need_no_unit() -> None:
    """§34.0 §34.1 8a: no unit has to be in Vindobona and Aquileia, ruling BE-F2."""
    w = with_rest(placing(NEUTRAL))
    assert units_at(w, hex_of("vindobona")) == units_at(w, hex_of("aquileia")) == []
    assert unfinished(w) is None
    assert not city_at(w, hex_of("aquileia"))


def test_nothing_is_placed_on_a_hex_that_feeds_nobody() -> None:
    """§34.0 §20.4: the ruins and the desert feed none."""
    with table(placing(NEUTRAL)) as t:
        t.refused(BARBARIAN, "place Lombards WB at Vindobona", "34.0", most=0, n=1)


def test_a_leader_does_not_stay_where_the_troops_were_taken_up() -> None:
    """§34.1 6: at the end a free leader is in a city with troops."""
    w = with_rest(placing(EMPIRE))
    for unit in units_at(w, hex_of("ancyra")):
        w.at[unit] = hex_of("caesarea")
    w.at["belisarius"] = hex_of("ancyra")
    with table(w) as t:
        t.refused(EMPIRE, "done", "34.1", unit="belisarius")


def test_what_is_placed_stays_in_the_suggestion() -> None:
    """The suggestion is an aid of ours: it fills up, and says so when nothing legal is left."""
    w = placing(EMPIRE, asiana_garrison_1="3140", asiana_garrison_2="3140")
    with table(w) as t:
        assert HEXES["3140"].province == "asiana"
        t.refused(EMPIRE, "suggest", "34.0")
        t.empire("lift 3140")
        t.empire("suggest")
        assert all("suggested" in line for line in t.said())
        t.refused(EMPIRE, "suggest", "34.0", units="units/empire")
        t.refused(EMPIRE, "place Asiana GA at Ephesus", "34.0", units="units/empire")


def test_the_suggestion_is_always_the_same() -> None:
    """Equal positions have equal suggestions."""
    assert suggested(placing(NEUTRAL)) == suggested(placing(NEUTRAL))
