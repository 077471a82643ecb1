"""§6.5 What an order to march says beforehand: attrition, the die for going on, interceptors with odds."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.rules.r05_command import acting_units
from adjudicator.ancient_world.rules.r05_leaders import rating
from adjudicator.ancient_world.rules.r06_prospects import Prospect, interceptors, prospects, watches
from adjudicator.ancient_world.rules.r06_reach import tries
from adjudicator.ancient_world.rules.r06_ways import cheapest
from adjudicator.ancient_world.world import DISRUPTED, World, force_of
from adjudicator.core import Menu, Route, fill
from service.pictures.build import way_of
from service.wizard.filled import Filled
from service.wizard.steps import decompose
from tests.ancient_world.helpers import READER, act, empty, founded, order, put, table
from tools.portraits.written import Written

MARCHES = (
    ("hannibal_in_italy", "hannibal"),
    ("hannibal_in_italy", "sempronius"),
    ("pyrrhus_in_italy", "pyrrhus"),
    ("pyrrhus_in_italy", "coruncanius"),
    ("sicily", "hanno_han"),
    ("sicily", "caudex"),
)


def setting_out(scenario: str, leader: str) -> World:
    """The first year of a scenario, with a leader about to act."""
    w = founded(scenario)
    w.turn, w.agenda = 1, []
    return act(w, leader)


def offered(w: World, way: tuple[str, ...]) -> dict[str, Prospect]:
    """The best chance that each leader is really offered on a march, when all let it pass."""
    t, best = table(w, [0] * 20), dict[str, Prospect]()
    assert w.op is not None
    leader = w.op.leader
    order(t, "march " + "-".join(way))
    while t.question and t.question.occasion and t.world.march is not None:
        m = t.world.march
        for who, one in tries(t.world, m.stage.removesuffix("_asked")).items():
            made = Prospect(who, m.walked[-1][:4], one.modifier, one.automatic, one.bank)
            old = best.get(who)
            if old is None or (-one.automatic, one.modifier) < (-old.automatic, old.modifier):
                best[who] = made
        order(t, "pass", next(iter(t.pending)))
    assert t.world.op is None or t.world.op.leader == leader
    return best


@pytest.mark.parametrize(("scenario", "leader"), MARCHES)
def test_what_is_said_is_what_is_offered(scenario: str, leader: str) -> None:
    """§6.52 §6.53 §6.54 §6.35 The same leaders, hexes and modifiers, on marches to all corners of the map."""
    w = setting_out(scenario, leader)
    force = w.forces[force_of(w, leader)]
    ways = cheapest(w, force.side, acting_units(w), force.place)
    met = 0
    for to in sorted(ways)[::80]:
        w = setting_out(scenario, leader)
        watching = watches(w, force.side, force.side, acting_units(w), force.place)
        said = {one.leader: one for one in prospects(watching, force.place, ways[to])}
        assert said == offered(w, ways[to]), to
        met += len(said)
    assert met > 3 or leader not in ("hannibal", "sempronius", "pyrrhus")


def test_interceptors_stand_beside_the_order() -> None:
    """§5.25 §6.43 §6.54 The points, the losses, the die for going on, and who intercepts with which odds."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 40, "numidia_horse": 8}, ["hannibal"])
    put(w, "rome", "5005", {"romani_foot": 30}, ["scipio"], status=DISRUPTED)
    t = table(act(w, "hannibal"))
    lines = {line.text: line.note for line in t.choice("carthage").complete("march 4805-4905", READER)}
    (note,) = (note for text, note in lines.items() if text.startswith("march 4805-4905"))
    assert note is not None
    (one,) = prospects(watches(w, "carthage", "carthage", acting_units(w), "4705"), "4705", ("4805", "4905"))
    assert (one.leader, one.place) == ("scipio", "4905")
    need = rating("scipio") - one.modifier
    assert fill(note, "en", READER.lexicon.label) == (
        f"3 attrition points, 0 lost; continues on 7 or less; may be intercepted by "
        f"P. Cornelius Scipio at hex 4905 near Canusium (needs {need} or less: {need + 1} in 10)"
    )


def test_a_way_on_the_map_says_the_same_as_the_order() -> None:
    """§5.25 §6.43 §6.54 The text beside the arrow is the note of the completion, in place of its cost."""
    t = table(setting_out("hannibal_in_italy", "hannibal"))
    choice = t.choice("carthage")
    assert isinstance(choice, Menu)
    march = choice.items()["march"]
    assert isinstance(march, Route)
    places = march.accept(march.parse("Placentia", READER))
    way = way_of(choice, Filled.of(["march", *decompose(march, places).picks]), READER)
    note = march.note(tuple(places))
    assert way is not None
    assert way.chosen is not None
    assert note is not None
    shown = Written(GAME.pictures, GAME.lexicon.label).preview(
        GAME.view(t.world, "carthage"), "en", (), way.start, [way.chosen], way.places
    )
    said = fill(note, "en", READER.lexicon.label)
    assert "may be intercepted by P. Cornelius Scipio" in said
    assert shown.alt.endswith(f" {said}.")
    assert "Cost:" not in shown.alt


def test_a_bank_needs_no_die() -> None:
    """§6.35 Over the river beside an army of 20; with 19 and no horse it is an interception like others."""
    for foot, automatic in ((20, 1), (19, 0)):
        w = empty()
        put(w, "carthage", "3614", {"libya_foot": 30}, ["hannibal"])
        put(w, "rome", "3414", {"romani_foot": foot}, ["scipio"])
        act(w, "hannibal")
        (one,) = prospects(watches(w, "carthage", "carthage", {"libya_foot": 30}, "3614"), "3614", ["3514"])
        assert (one.automatic, one.bank) == (automatic, automatic)
        assert interceptors([one]) is not None


def test_in_fog_nobody_reads_who_controls_a_bank() -> None:
    """§8.12 §6.35 Of 20 foot and of 3 the same is said: that it may take no die."""
    said = set()
    for foot in (3, 20):
        w = empty(options={"fog": "on"})
        w.agenda = ["victory"]
        put(w, "carthage", "3614", {"libya_foot": 30}, ["hannibal"])
        put(w, "rome", "3414", {"romani_foot": foot}, ["scipio"])
        act(w, "hannibal")
        watching = watches(w, "carthage", "carthage", {"libya_foot": 30}, "3614")
        words = interceptors(prospects(watching, "3614", ["3514"]))
        assert words is not None
        said.add(fill(words, "en", READER.lexicon.label))
    assert len(said) == 1
    assert "no die if they control the bank" in said.pop()


def test_who_goes_into_the_city_of_a_hex_does_not_leave_it() -> None:
    """§6.53 An enemy who stands before a city does not intercept an army that goes into it."""
    w = empty()
    put(w, "rome", "4705", {"romani_foot": 30}, ["scipio"])
    put(w, "carthage", "4707", {"libya_foot": 30}, ["hannibal"])
    put(w, "rome", "4707i", {"socii_foot": 2})
    w.control["venusia"] = "rome"
    act(w, "scipio")
    way = cheapest(w, "rome", {"romani_foot": 30}, "4705")["4707i"]
    assert way[-2] == "4707"
    hexes = [
        one.place for one in prospects(watches(w, "rome", "rome", {"romani_foot": 30}, "4705"), "4705", way)
    ]
    t = table(w, [0] * 9)
    order(t, "march " + "-".join(way), "rome")
    while t.question and t.question.occasion:
        m = t.world.march
        assert m is not None
        assert not (m.walked[-1] == "4707" and m.stage.startswith("leave"))
        order(t, "pass", "carthage")
    assert hexes
