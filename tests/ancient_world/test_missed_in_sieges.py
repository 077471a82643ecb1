"""Sentences about sieges, engines, leaders and points that are easily missed."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.board import CITIES
from adjudicator.ancient_world.rules.r05_leaders import seat_for
from adjudicator.ancient_world.rules.r08_begin import begin_battle
from adjudicator.ancient_world.rules.r09_attrition import supplied
from adjudicator.ancient_world.rules.r09_siege import lift_sieges
from adjudicator.ancient_world.rules.r14_specials import name_dictator
from adjudicator.ancient_world.rules.r14_victory import city_points, gains
from adjudicator.ancient_world.show.narration import say
from adjudicator.ancient_world.world import DISORGANIZED, Capture, Siege, World, battle_of
from adjudicator.core import Illegal, Table, fill, redact

from .helpers import READER, act, empty, heard, last, order, put, table, told


def besieged(city: str = "ariminum") -> World:
    """Mago before a city of Rome in which there are foot and horse."""
    w = empty()
    here = CITIES[city].hex
    put(w, "carthage", here, {"libya_foot": 60, "numidia_horse": 10}, ["mago"])
    put(w, "rome", f"{here}i", {"socii_foot": 5, "romani_foot": 5, "socii_horse": 6})
    w.control[city], w.sieges[city] = "rome", Siege("carthage", 3, 10)
    return w


def test_mamertines_do_not_retreat() -> None:
    """§8.37 ruling AW-M9 Who must retreat leaves them behind in their hex, where they are lost."""
    w = empty("sicily")
    put(w, "rome", "5915", {"mamertini_foot": 6, "romani_foot": 20}, ["caudex"])
    put(w, "carthage", "5915", {"libya_foot": 40}, ["gisco"])
    begin_battle(w, "attack", "5915", ["carthage@5915"], ["rome@5915"], "gisco", entries=["5815"])
    battle_of(w).percent = {"carthage": 5, "rome": 25}
    w.agenda = ["recovery", "retreats"]
    t = table(w)
    assert t.choice("rome").rule == "8.37"
    way = next(to for to in ("5816", "5916", "6015", "6016") if to in str(t.choice("rome").describe()))
    order(t, way, "rome")
    assert last(t, "destroyed")["units"] == {"mamertini_foot": 6}
    assert not any("mamertini_foot" in force.units for force in t.world.forces.values())


def test_mamertines_that_are_sent_to_several_cities_are_all_lost() -> None:
    """§9.74 ruling AW-V44 However the winner divides them: six foot."""
    w = empty("sicily")
    going = {
        "rhegium": {"mamertini_foot": 1},
        "locri": {"mamertini_foot": 2},
        "croton": {"mamertini_foot": 3},
    }
    put(w, "carthage", "5915", {"libya_foot": 40}, ["gisco"])
    put(w, "rome", "5915i", {"mamertini_foot": 6})
    w.control |= dict.fromkeys(going, "rome")
    w.captures, w.agenda = [Capture("messana", "carthage", "assault", "gisco")], ["recovery", "survivors"]
    t = table(w)
    order(t, "Rhegium, Locri, Croton", "carthage")
    order(t, "1 Mamertine foot", "carthage")
    order(t, "2 Mamertine foot", "carthage")
    assert t.world.losses["rome"] == 6
    assert last(t, "destroyed")["units"] == {"mamertini_foot": 6}


def test_who_is_overrun_leaves_their_engines_to_the_enemy() -> None:
    """§9.29 §6.63 One foot and an engine in the way of ninety: the foot is gone, the engine taken."""
    w = empty()
    put(w, "rome", "4705", {"romani_foot": 70, "romani_horse": 10}, ["varro"])
    put(w, "carthage", "4706", {"libya_foot": 1, "syracusae_engine": 1})
    w.office["varro"] = "consul"
    t = table(act(w, "varro"), [0] * 3)
    order(t, "march 4706-4806")
    order(t, "yes", "rome")
    while t.pending and t.choice(next(iter(t.pending))).rule != "5.3":
        order(t, "as planned")
    assert t.world.forces["rome@4706"].units == {"syracusae_engine": 1}
    assert "carthage@4706" not in t.world.forces


def test_the_most_that_was_ever_inside_counts() -> None:
    """§9.24 Forty foot that have come in by sea since count, also when they are gone again."""
    w = besieged()
    with heard():
        w.forces["rome@2609i"].units = {"socii_foot": 20}
        lift_sieges(w)
        assert w.sieges["ariminum"].most == 20
        w.forces["rome@2609i"].units = {"socii_foot": 2}
        lift_sieges(w)
    assert w.sieges["ariminum"].most == 20


@pytest.mark.parametrize(
    ("place", "leaders", "fed"), [("i", ["scipio"], True), ("", ["scipio"], False), ("", [], True)]
)
def test_leaders_inside_cities_do_not_cut_supply(place: str, leaders: list[str], fed: bool) -> None:
    """§9.54 ruling AW-V48 Outside they do, with units; a force without a leader does not."""
    w = empty()
    put(w, "carthage", CITIES["arretium"].hex, {"libya_foot": 60}, ["hannibal"])
    w.control = {"arretium": "rome", "perusia": "carthage", "clusium": "rome"}
    w.sieges["arretium"] = Siege("carthage", 3, 0)
    assert supplied(w, "arretium")
    put(w, "rome", f"{CITIES['clusium'].hex}{place}", {"socii_foot": 3}, leaders)
    assert supplied(w, "arretium") == fed


@pytest.mark.parametrize("closed", ["siege", "held", ""])
def test_the_dictators_legions_gather_where_they_can(closed: str) -> None:
    """ruling AW-M13 ruling AW-V12 In Roma; if it is besieged or the enemy's, in the nearest open city."""
    w = empty()
    w.turn = 2
    if closed == "siege":
        put(w, "carthage", "3615", {"libya_foot": 90}, ["hannibal"])
        w.sieges["roma"] = Siege("carthage", 7, 0)
    if closed == "held":
        put(w, "carthage", "3615i", {"libya_foot": 9})
        w.control["roma"] = "carthage"
    with heard() as events:
        name_dictator(w)
    (event,) = (event for event in events if event.kind == "dictator")
    assert (event.values["place"] == "3615i") == (not closed)
    assert len({force.side for force in w.forces.values() if force.place == "3615i"}) <= 1


def test_a_sacked_city_scores_at_its_present_size() -> None:
    """§9.82 ruling AW-V43 A large city is a medium one then; a medium one scores nothing."""
    w = empty()
    for city in ("capua", "arretium"):
        w.notes.pop(f"start/carthage/{city}", None)
        w.control[city] = "carthage"
    before = city_points(w, gains(w, "carthage"))
    assert before == 5 + 2
    w.sacked = ["capua"]
    assert city_points(w, gains(w, "carthage")) == 2 + 2
    w.sacked = ["arretium", "capua"]
    assert city_points(w, gains(w, "carthage")) == 2


# -- seats, notes and words ------------------------------------------------------------------------


def test_an_allys_seat_is_asked_about_its_own_leaders() -> None:
    """§5.43 ruling AW-V25 Hiero alone: his seat; Hiero and Gisco: Carthage's."""
    w = empty("sicily_syracuse")
    assert w.seats == ["carthage", "syracuse", "rome"]
    assert seat_for(w, "carthage", ["hiero"]) == "syracuse"
    assert seat_for(w, "carthage", ["gisco"]) == "carthage"
    assert seat_for(w, "carthage", ["gisco", "hiero"]) == "carthage"


def test_the_note_of_an_allied_march_reckons_with_its_state() -> None:
    """§6.13 §6.43 Disorganized allies are told the losses of a disorganized force, and lose as many."""
    notes = []
    for status in (0, DISORGANIZED):
        w = empty()
        put(w, "carthage", "4705", {"libya_foot": 20}, ["hannibal"])
        put(w, "carthage", "4412i", {"campani_foot": 90}, [], status=status)
        w.control["capua"] = "carthage"
        w.commanders = {"carthage": "hannibal", "rome": ""}
        t = table(act(w, "hannibal"), [0])
        text = "ally Capua (inside): 90 Campani foot by 4411-4410-4409-4408"
        choice = t.choice("carthage")
        answer = choice.accept(choice.parse(text, READER))
        note = choice.items()["ally"].fields[2].choice(answer["answer"]).note(tuple(answer["answer"]["way"]))  # type: ignore[attr-defined]
        notes.append(fill(note, "en", GAME.lexicon.label))
    assert notes[0] != notes[1]


def test_the_journal_shows_the_charts_percentage_beside_the_eased_one() -> None:
    """§8.33 §8.37 What was lost, and by what who must retreat is found."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 80}, ["mago"])
    put(w, "rome", "4705", {"socii_foot": 9})
    t = table(act(w, "mago"), [5, 5] + [9] * 8)
    order(t, "attack")
    (event,) = told(t, "result")
    chart, real = event.values["percent"], event.values["real"]
    assert chart != real
    assert f"{real[0]}% (chart {chart[0]}%)" in say(event, "en") or f"(chart {chart[0]}" in say(event, "en")


def peace(fog: str) -> Table:
    """Hiero has been beaten and Rome holds Messana."""
    w = empty("sicily", {"fog": fog})
    w.agenda = ["peace"]
    put(w, "rome", "5915i", {"romani_foot": 4}, ["caudex"])
    put(w, "carthage", "6419i", {"syracusae_foot": 7}, ["hiero"])
    put(w, "carthage", "6118i", {"syracusae_foot": 2})
    w.notes["hiero_beaten"] = 1
    w.control |= {"messana": "rome", "syracusae": "carthage", "catana": "carthage"}
    return table(w)


def test_peace_with_hiero_names_the_units_that_leave() -> None:
    """§14.0 §8.12 Where they stood and how many; in fog their enemy hears only that some left."""
    found = {event.values["place"]: event.values["units"] for event in told(peace("off"), "leaves_war")}
    assert found == {"6118i": {"syracusae_foot": 2}, "6419i": {"syracusae_foot": 7}}
    for viewer, says in (("carthage", "7 Syracusan infantry left"), ("rome", "units left the war")):
        events = (redact(event, viewer) for event in told(peace("on"), "leaves_war"))
        assert any(says in say(event, "en") for event in events if event is not None)


def test_horse_cannot_bear_what_only_foot_lose() -> None:
    """§9.27 A sally costs foot: the order that names horse is told so, and who can."""
    t = table(act(besieged(), "mago"), [0, 0, 0])
    order(t, "reduce")
    order(t, "yes", "rome")
    asked = next(seat for seat, choice in t.pending.items() if choice.rule == "9.27")
    with pytest.raises(Illegal, match=r"9\.27") as refusal:
        order(t, "lose 2 Socii cavalry" if asked == "rome" else "lose 2 Numidian cavalry", asked)
    assert "cannot bear these losses" in fill(refusal.value.why, "en", GAME.lexicon.label)


def test_a_leader_rides_alone() -> None:
    """§6.12 Others are not taken along: the refusal says how they go."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 30}, ["hannibal", "mago"])
    put(w, "carthage", "4412", {"libya_foot": 9}, ["maharbal"])
    t = table(act(w, "mago"))
    with pytest.raises(Illegal, match=r"6\.12") as refusal:
        order(t, "ride Capua with Hannibal")
    assert "goes alone" in fill(refusal.value.why, "en", GAME.lexicon.label)
    order(t, "ride 4412")
    assert last(t, "rides")["place"] == "4412"
