"""§8.12 Fog: not looking below a leader's counter."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.rules.r06_reach import tries
from adjudicator.ancient_world.rules.r08_fog import ranges
from adjudicator.ancient_world.rules.r14_victory import level, score
from adjudicator.ancient_world.show.names import LEXICON
from adjudicator.ancient_world.show.narration import say
from adjudicator.ancient_world.show.scene import scene
from adjudicator.ancient_world.show.view import ForceSeen, view
from adjudicator.ancient_world.standing import keys
from adjudicator.ancient_world.world import March, World
from adjudicator.core import LANGUAGES, Illegal, Table, redact
from adjudicator.display.language import in_language

from .helpers import act, empty, last, order, put, table, told

SCIPIO = {"romani_foot": 18, "romani_horse": 2, "socii_foot": 10}
HANNIBAL = {"libya_foot": 20, "galli_foot": 10, "numidia_horse": 8}
FAR, NEAR = "1816", "1514"


def war(scenario: str = "hannibal_in_italy", fog: str = "on") -> World:
    """Hannibal at Taurasia, Scipio far away."""
    w = empty(scenario, {"fog": fog})
    put(w, "carthage", "1020", HANNIBAL, ["hannibal"])
    put(w, "rome", FAR, SCIPIO, ["scipio"])
    w.commanders = {"carthage": "hannibal", "rome": "scipio"}
    w.agenda = ["finish"]
    return w


def seen(w: World, viewer: str | None, side: str) -> ForceSeen:
    return next(force for force in view(w, viewer).forces if force.side == side)


def heard(t: Table, viewer: str | None, language: str = "en") -> list[str]:
    """Everything that has been told, as a viewer hears it."""
    events = (redact(event, viewer) for event in told(t))
    return [say(event, language) for event in events if event is not None]


@pytest.mark.parametrize(
    ("n", "least", "most"), [(0, 0, 4), (4, 0, 4), (5, 5, 9), (19, 10, 19), (20, 20, 39), (90, 80, 159)]
)
def test_ranges(n: int, least: int, most: int) -> None:
    """§8.12 Each range is as wide as all below it."""
    assert ranges(n) == (least, most)


def test_the_other_sides_strength_is_a_range() -> None:
    """§8.12 One's own units are known, of others the range; the public knows ranges of both."""
    w = war()
    assert seen(w, "rome", "rome").units == dict(sorted(SCIPIO.items()))
    for viewer in ("carthage", None):
        far = seen(w, viewer, "rome")
        assert (far.least, far.strength, far.is_hidden) == (20, 39, True)
        assert not far.units
        assert not far.arms
        assert far.leaders == ("scipio",)
    assert seen(w, None, "carthage").is_hidden


def test_without_the_option_all_is_open() -> None:
    """§8.12 ruling AW-V17 Two worlds with fog off: every viewer sees the same."""
    w = war(fog="off")
    for side in ("carthage", "rome"):
        units = {tuple(seen(w, viewer, side).units.items()) for viewer in ("carthage", "rome", None)}
        assert len(units) == 1
        assert not seen(w, None, side).is_hidden


def test_in_contact_both_are_open() -> None:
    """§8.12 In one hex, inside a city or outside; a leader alone is no contact. At the end all is open."""
    w = war()
    w.forces["rome@" + FAR].place = "1020i"
    assert not seen(w, "carthage", "rome").is_hidden
    assert not seen(w, None, "carthage").is_hidden
    w.forces["rome@" + FAR].units = {}
    assert seen(w, "rome", "carthage").is_hidden
    w = war()
    w.agenda = []
    assert not seen(w, "carthage", "rome").is_hidden


def test_an_ally_knows_what_its_side_knows() -> None:
    """§8.12 ruling AW-V25"""
    w = empty("sicily_syracuse", {"fog": "on"})
    put(w, "carthage", "5526i", {"libya_foot": 12}, ["hamilcar"])
    w.agenda = ["finish"]
    assert not seen(w, "syracuse", "carthage").is_hidden
    assert seen(w, "rome", "carthage").is_hidden


@pytest.mark.parametrize("language", LANGUAGES)
def test_map_and_words_say_the_range(language: str) -> None:
    """§8.12 A counter with the range, the panel, the alternative text; nothing of the arms."""
    w = war()
    drawn = in_language(scene(view(w, "carthage")), language, GAME.lexicon.label)
    (roman,) = (stack for stack in drawn.stacks if stack.place == FAR)
    assert [counter.code for counter in roman.counters] == ["2-6-C", "20-39"]
    assert "20-39" in drawn.alt
    assert "20-39" in [value for panel in drawn.panels for _, value in panel.rows]


def test_attrition_is_told_without_a_number() -> None:
    """§8.12 §6.43 That strength is lost is told; how much only to the side that loses it."""
    w = act(war(), "hannibal")
    t = table(w, dice=[0])
    order(t, "march 3514")
    while (rule := next(iter(t.pending.values())).rule) != "5.3":
        order(t, "as planned" if rule == "6.47" else "pass")
    entry = next(e for e in t.ledger.entries if e.body.get("rule") == "6.47" or "seals" in e.body)
    assert "libya" not in repr(entry.body)
    assert any("and lost strength" in said for said in heard(t, "rome"))
    assert any("and lost strength" in said for said in heard(t, None))
    assert any("Libyan infantry" in said and "lost" in said for said in heard(t, "carthage"))
    assert not any("foot" in said for said in heard(t, "rome"))
    assert view(t.world, "rome").losses == {}


def test_who_comes_into_contact_is_told_the_strengths() -> None:
    """§8.12 §6.82 As an army comes into a hex of the enemy."""
    w = act(war(), "hannibal")
    w.forces["rome@" + FAR].leaders = []
    t = table(w, dice=[9])
    order(t, f"march {FAR}")
    met = last(t, "contact")
    assert dict(zip(met["sides"], met["strengths"], strict=True)) == {"carthage": 38, "rome": 30}
    assert any(
        said == f"Contact at {LEXICON.label(FAR, 'en')}: Carthage 38 and Rome 30." for said in heard(t, None)
    )


@pytest.mark.parametrize("enemy", [24, 25])
def test_an_attempt_to_devastate_may_fail(enemy: int) -> None:
    """§8.12 §6.72 In fog a province is offered whatever the enemy has there; 25 make the attempt fail."""
    w = war()
    w.forces["carthage@1020"].units = {"libya_foot": 30}
    other = "1120"
    w.forces["rome@" + FAR].place = other
    w.forces["rome@" + FAR].units = {"romani_foot": enemy}
    w.agenda = ["devastate"]
    t = table(w, dice=[0])
    assert t.choice("carthage").describe()["options"]
    order(t, "devastate Gallia Transpadana", "carthage")
    assert (last(t, "devastation")["how"] == "covered") is (enemy == 25)


def test_a_side_is_asked_to_devastate_by_what_all_can_see() -> None:
    """§8.12 §6.72 20 to 39 may be 25: who has 20 is asked, and has no province to name."""
    for n, asked in ((19, False), (20, True)):
        w = war()
        w.forces["carthage@1020"].units = {"libya_foot": n}
        w.forces.pop("rome@" + FAR)
        w.agenda = ["devastate"]
        t = table(w)
        assert ("carthage" in t.pending) is asked
        if asked:
            assert not t.choice("carthage").describe()["options"]


def test_whose_leader_could_is_asked_to_intercept() -> None:
    """§8.12 §6.51 Whatever they lead: with nobody to lead the attempt is barred, and only they read why."""
    w = act(war(), "hannibal")
    w.forces["rome@" + FAR].leaders = ["scipio", "sempronius"]
    w.forces["rome@" + FAR].units = {"romani_foot": 1}
    w.office["sempronius"] = "consul"
    w.forces["active"] = w.forces.pop("carthage@1020")
    w.forces["active"].place = "1716"
    w.march = March("active", "force", ["1616", "1716"], [], stage="enter_asked")
    assert set(tries(w, "enter")) == {"scipio", "sempronius"}
    w.agenda = ["finish", "intercept"]
    t = table(w)
    submit = t.choice("rome").accept
    assert submit({"pick": "play", "answer": {"pick": "intercept", "answer": "scipio"}})
    with pytest.raises(Illegal) as refused:
        submit({"pick": "play", "answer": {"pick": "intercept", "answer": "sempronius"}})
    assert refused.value.rule == "6.51"


def test_standing_orders_count_with_the_most() -> None:
    """§8.12 `strength < 40` holds of a force of 20 to 39, whatever it has."""
    w = war()
    w.march = March("carthage@1020", "force", ["1020"], ["1120"])
    assert keys(view(w, "rome"), "rome", "interception")["strength"] == 39
    w.forces["carthage@1020"].units = {"libya_foot": 40}
    assert keys(view(w, "rome"), "rome", "interception")["strength"] == 79


def test_points_for_losses_wait_for_the_end() -> None:
    """§8.12 §14.0 They would tell what has been lost; the result counts them."""
    w = war()
    w.losses = {"carthage": 40}
    w.points = {"carthage": {"major": 4}}
    assert score(w).points == {"carthage": 4, "rome": 0}
    assert level(w) == "rome"
    w.agenda = []
    assert score(w).points["rome"] == 4


def test_part_of_an_army_is_chosen_in_secret() -> None:
    """§8.12 §6.24 All see that the leader chooses, and who goes along."""
    w = act(war(), "hannibal")
    w.forces["carthage@1020"].leaders.append("mago")
    t = table(w)
    choice = t.choice("carthage")
    answer = choice.accept({"pick": "take", "answer": {"units": {"libya_foot": 5}, "leaders": []}})
    assert choice.hides(answer)
    assert choice.public(answer) == {"pick": "take", "leaders": []}
    order(t, "take 5 Libyan infantry")
    assert heard(t, "rome") == ["Hannibal regrouped the force."]
    assert heard(t, "carthage") == ["Hannibal took 5 Libyan infantry."]
