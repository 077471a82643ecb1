"""Scenes: the picture and the alt text show what the view holds, and nothing else."""

from __future__ import annotations

import pytest

from adjudicator.core.language.words import spoken
from adjudicator.display.language import in_language
from adjudicator.display.scene import Counter, Scene
from adjudicator.julius_caesar import GAME
from adjudicator.julius_caesar.sequence import SEQUENCE
from adjudicator.julius_caesar.show.scene import PHASES, alt_text, scene
from adjudicator.julius_caesar.show.view import View, view
from adjudicator.julius_caesar.world import SIDES, World, side_of
from tests.julius_caesar.kit import play

from .battles import MISS, battle
from .helpers import new, table, world


def drawn(w: World, seat: str | None) -> Scene:
    return in_language(scene(view(w, seat)), "en", GAME.lexicon.label)


def told(w: World, seat: str | None) -> str:
    return spoken(alt_text(view(w, seat)), "en", GAME.lexicon.label)


def counters(s: Scene, place: str) -> list[Counter]:
    (stack,) = [stack for stack in s.stacks if stack.place == place]
    return list(stack.counters)


def test_own_blocks_show_their_faces_and_others_their_backs() -> None:
    w = world({"roma": ["p_legio_1:2", "p_elephant:1"], "genua": "c_legio_8"})
    pompey, public = drawn(w, "pompey"), drawn(w, None)
    assert [(c.label, c.code, c.steps, c.full) for c in counters(pompey, "roma")] == [
        ("ELE", "B3", 2, 4),
        ("LEG 1", "C2", 2, 4),
    ]
    assert counters(pompey, "genua") == [Counter("caesar")]
    assert counters(public, "roma") == [Counter("pompey"), Counter("pompey")]
    assert public.panels[0].rows == (("Caesar", "0"), ("Pompey", "4"))


def test_what_serves_the_other_side_is_flagged() -> None:
    """§3.27 §card/jupiter: Cleopatra, and blocks won over, whose colour everybody sees."""
    w = world({"roma": ["p_legio_1", "c_legio_8"]}, turned={"c_legio_8": "pompey"})
    assert counters(drawn(w, None), "alexandria") == [Counter("egypt", serves="pompey")]
    backs = counters(drawn(w, "caesar"), "roma")
    assert sorted(backs, key=lambda c: c.colour) == [
        Counter("caesar", serves="pompey"),
        Counter("pompey"),
    ]


def test_moved_blocks_lie_face_down() -> None:
    """§6.1."""
    places = {"genua": ["c_legio_8", "c_legio_12"], "massilia": "c_legio_11", "neapolis": "p_pompey"}
    with table(world(places), cards=("4/1", "2/1")) as t:
        t.caesar("move Genua-Massilia: LEG 8")
        for seat in (None, "pompey"):
            assert counters(drawn(t.w, seat), "massilia") == [
                Counter("caesar", flags=("moved",)),
                Counter("caesar"),
            ]
        flags = {c.label: c.flags for c in counters(drawn(t.w, "caesar"), "massilia")}
        assert flags == {"LEG 8": ("moved",), "LEG 11": ()}


def test_a_battle_shows_its_lines_to_all_and_reserves_to_their_owner() -> None:
    """§7.1 §7.3."""
    w = battle("roma", "caesar", {"genua": "c_legio_8", "ravenna": "c_legio_13"}, "p_legio_1")
    with table(w, dice=[MISS] * 3) as t:
        t.pompey("pass")
        assert sorted(c.label for c in counters(drawn(t.w, None), "roma")) == ["", "LEG 1", "LEG 8"]
        mine = {c.label: c.flags for c in counters(drawn(t.w, "caesar"), "roma")}
        assert mine["LEG 13"] == ("reserve",)
        assert "battle" in [mark.kind for mark in drawn(t.w, None).marks if mark.place == "roma"]
        assert drawn(t.w, None).subtitle == "Year 1, turn 2: battle of Roma, round 1."
        t.caesar("fire")


@pytest.mark.parametrize("seat", [None, *SIDES])
def test_a_scene_has_as_many_counters_as_blocks_and_no_hidden_face(seat: str | None) -> None:
    for step in play(1):
        if step.n % 25:
            continue
        w, s = step.world, drawn(step.world, seat)
        assert sum(len(stack.counters) for stack in s.stacks) == len(w.at)
        seen = {b.id for place in view(w, seat).places.values() for b in place.blocks}
        assert sum(bool(c.symbol) for stack in s.stacks for c in stack.counters) == len(seen)
        if w.battle is None:
            assert {side_of(w, b) for b in seen} <= {seat}
        assert GAME.scene is not None
        assert in_language(GAME.scene(GAME.view(w, seat)), "en", GAME.lexicon.label) == s


def test_a_scene_is_made_of_the_view_alone() -> None:
    """Two worlds that differ in hidden blocks only give one picture."""
    one = world({"roma": ["p_legio_1", "p_legio_3"], "genua": "c_legio_8"})
    other = world({"roma": ["p_legio_2", "p_auxilia_3:1"], "genua": "c_legio_8"})
    for seat in (None, "caesar"):
        assert drawn(one, seat) == drawn(other, seat)
    assert drawn(one, "pompey") != drawn(other, "pompey")


def test_the_alt_text_tells_the_situation() -> None:
    w = world({"roma": ["p_legio_1", "p_legio_3"], "genua": "c_legio_8", "mare_tyrrhenum": "c_navis_1"})
    assert told(w, None) == (
        "Year 1, turn 2: playing the cards. "
        "Caesar, 0 points, 2 blocks: Genua 1 and Mare Tyrrhenum 1. "
        "Pompey, 4 points, 3 blocks: Alexandria 1 and Roma 2."
    )
    contest = battle("roma", "caesar", {"genua": "c_legio_8"}, ["p_legio_1", "p_legio_3"])
    text = told(contest, None)
    assert text.endswith("Contested: Roma (Caesar 1, Pompey 2).")
    assert "Caesar, 0 points, 1 block: holds no place." in text


def test_the_alt_text_is_short_enough_for_a_picture() -> None:
    for step in play(0):
        assert len(told(step.world, "caesar")) <= 1024


def test_the_end_names_the_winner() -> None:
    w = new()
    w.phase, w.result = "over", {"winner": "pompey", "how": "more"}
    assert drawn(w, None).subtitle == "Year 1, turn 1: Pompey has won."
    w.result = {"winner": "", "how": "draw"}
    assert drawn(w, None).subtitle == "Year 1, turn 1: the game ended in a draw."


def test_every_phase_has_a_name() -> None:
    assert set(PHASES) == {*SEQUENCE, "over"}


def test_the_panels_say_cards_losses_and_trophies() -> None:
    w = world({"roma": "p_legio_1"}, eliminated=["c_legio_7"], trophies="p_scipio")
    w.played = {"caesar": "mars", "pompey": "command_2_1"}
    panels = {panel.title: panel.rows for panel in drawn(w, None).panels}
    assert panels["Cards"] == (("Caesar", "Mars"), ("Pompey", "2/1"))
    assert panels["Trophies"] == (("Caesar", "Scipio"), ("Pompey", "–"))
    assert panels["Eliminated this year"] == (("Caesar", "LEG 7"), ("Pompey", "–"))
    assert isinstance(view(w, None), View)


def test_every_sign_of_the_legend_has_its_text() -> None:
    notes = drawn(new(), None).legend
    assert {"major", "minor", "strait", "flag:moved", "flag:reserve"} <= {note.sign for note in notes}
    assert all(note.text for note in notes)
