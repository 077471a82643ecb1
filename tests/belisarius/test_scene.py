"""Scenes: the picture and the alt text show what the view holds, and nothing else."""

from __future__ import annotations

import pytest

from adjudicator.belisarius import GAME
from adjudicator.belisarius.board import PROVINCES
from adjudicator.belisarius.sequence import SEQUENCE
from adjudicator.belisarius.show.scene import LEGEND, PHASES, alt_text, scene
from adjudicator.belisarius.show.view import view
from adjudicator.belisarius.world import SEATS, Army, Attempt, Battle, World
from adjudicator.core.language.words import spoken
from adjudicator.display.language import in_language
from adjudicator.display.scene import Arrow, Counter, Mark, Scene
from tests.belisarius.kit import play

from .helpers import new, world

DARA, NISIBIS = "3547", "3548"
THERE = {
    "constantinopolis": "justinian thracia_garrison*2 guard_fleet",
    "dara": "belisarius guard_field_army",
    "nisibis": "persia_field_army",
    "genua": "ostrogoths_garrison",
    "persia_area": "kavadh",
}


def drawn(w: World, seat: str | None = None, language: str = "en") -> Scene:
    return in_language(scene(view(w, seat)), language, GAME.lexicon.label)


def counters(s: Scene, place: str) -> list[Counter]:
    (stack,) = [stack for stack in s.stacks if stack.place == place]
    return list(stack.counters)


def rows(s: Scene, title: str) -> dict[str, str]:
    (panel,) = [panel for panel in s.panels if panel.title == title]
    return dict(panel.rows)


def test_counters_say_what_units_are() -> None:
    """§2.31 Colour by whom they obey, a symbol by type, strength and operation value; leaders first."""
    s = drawn(world(THERE))
    assert counters(s, DARA) == [
        Counter("guard", "leader", "Belisarius", "2-24", 2, 2, name="Belisarius ★★", kind="belisarius"),
        Counter("guard", "field_army", "Guard", "5-20", name="Guard field army", kind="guard_field_army"),
    ]
    assert counters(s, NISIBIS) == [
        Counter(
            "barbarian", "field_army", "Persia", "4-20", name="Persian field army", kind="persia_field_army"
        )
    ]
    assert counters(s, "3617") == [
        Counter(
            "neutral",
            "garrison",
            "Ostrogoths",
            "1-8",
            name="Ostrogothic garrison",
            kind="ostrogoths_garrison",
        )
    ]
    assert [c.symbol for c in counters(s, "3536")] == ["leader", "fleet", "garrison", "garrison"]
    assert [c.colour for c in counters(s, "3536")] == ["guard", "guard", "empire", "empire"]


def test_guards_in_revolt_have_a_colour_of_their_own() -> None:
    """§2.31 §12.2 And they obey the barbarian."""
    s = drawn(world({"dara": "guard_field_army"}, rebels="guard_field_army_1"))
    assert counters(s, DARA)[0].colour == "rebel"


def test_flags_say_what_a_unit_has_done() -> None:
    w = world(
        {"ephesus": "guard_fleet asiana_garrison*2", "dara": "belisarius guard_field_army"},
        phase="army",
        aboard="asiana_garrison_1",
        dropped=["asiana_garrison_2"],
    )
    w.army = Army("empire", DARA, ["belisarius", "guard_field_army_1"], half=9)
    assert [c.flags for c in counters(drawn(w), "3137")] == [(), ("moved",), ("aboard",)]
    assert {c.flags for c in counters(drawn(w), DARA)} == {("acting",)}
    assert rows(drawn(w), "Army") == {
        "Dara (3547)": "Belisarius ★★, Guard field army",
        "operation points left": "4½",
    }


def test_marks_show_control_and_what_lies_on_hexes() -> None:
    """§2.33 §4.11 Every province has its holder; ruins, colonies, works."""
    w = world(THERE, pillaged=["3919"], works=["3536"])
    marks = drawn(w).marks
    assert [m.kind for m in marks if m.place == "persia"] == ["holder:barbarian"]
    assert {m.place for m in marks if m.kind.startswith("holder:")} == set(PROVINCES)
    assert Mark("3919", "pillaged") in marks
    assert Mark("3536", "works") in marks


def test_a_battle_is_an_arrow_and_a_mark() -> None:
    w = world(THERE, phase="battle")
    w.army = Army("empire", DARA, ["belisarius", "guard_field_army_1"], half=20)
    w.battle = Battle(
        "empire", "barbarian", DARA, NISIBIS, ["belisarius", "guard_field_army_1"], ["persia_field_army_1"]
    )
    s = drawn(w)
    assert s.arrows == (Arrow("attack", "empire", (DARA, NISIBIS), 2),)
    assert Mark(NISIBIS, "battle") in s.marks
    assert s.subtitle == "Turn 2 of 4, 531 to 534: Empire's operations: battle of Nisibis (3548)."


def test_diplomacy_marks_its_target() -> None:
    """§9.1(1)."""
    w = world(THERE, phase="diplomacy")
    w.attempt = Attempt("empire", "lazica")
    assert Mark("lazica", "target") in drawn(w).marks


def test_panels_show_provinces_points_and_ones_own_purse() -> None:
    """§22.1 Nobody sees the other's treasury."""
    w = world(THERE, hands={"empire": ["agent", "agent", "market"]}, treasury={"empire": 7})
    empire, public = drawn(w, "empire"), drawn(w)
    assert rows(empire, "Empire") == {"solidi": "7", "markers": "Agent 2, Market 1"}
    assert rows(public, "Markers in hand") == {"Barbarian": "0", "Empire": "3"}
    assert rows(public, "Provinces and their levies")["Barbarian"] == "Armenia 1, Persia 3"
    assert rows(public, "Off the map") == {"Persia off map area": "Kavadh ★"}
    assert len(empire.panels) == len(public.panels) + 1
    assert set(rows(public, "Victory points")) == {"Barbarian", "Empire"}


def test_a_scene_is_made_of_the_view_alone() -> None:
    """Two worlds that differ in hidden markers and treasuries only give one picture."""
    one = world(THERE, hands={"empire": ["agent"]}, treasury={"empire": 7})
    other = world(THERE, hands={"empire": ["basileus"]}, treasury={"empire": 70})
    for seat in (None, "barbarian"):
        assert drawn(one, seat) == drawn(other, seat)
    assert drawn(one, "empire") != drawn(other, "empire")


def test_the_alt_text_tells_the_situation() -> None:
    text = spoken(alt_text(view(world(THERE, pillaged=["3919"]), None)), "en", GAME.lexicon.label)
    assert text == (
        "Turn 2 of 4, 531 to 534: Empire's operations. "
        "Barbarian: 15 points, 2 provinces, 2 units in 2 places. Leaders: Kavadh ★ at Persia off map area. "
        "Empire: 24 points, 7 provinces, 6 units in 2 places. "
        "Leaders: Justinian ★ at Constantinopolis (3536) and Belisarius ★★ at Dara (3547). "
        "Pillaged: Aquileia (3919)."
    )


@pytest.mark.parametrize("seat", [None, *SEATS])
def test_scenes_of_a_whole_game(seat: str | None) -> None:
    """As many counters as units, alt texts that fit under a picture, in both languages."""
    for step in play(1):
        if step.n % 40:
            continue
        for language in ("en", "ja"):
            s = drawn(step.world, seat, language)
            assert sum(len(stack.counters) for stack in s.stacks) == len(step.world.at)
            assert len(s.alt) <= 1024
        assert GAME.scene is not None
        assert in_language(GAME.scene(GAME.view(step.world, seat)), "ja", GAME.lexicon.label) == s


def test_the_end_names_the_winner() -> None:
    w = new()
    w.phase, w.result = "over", {"winner": "empire", "how": "points"}
    assert drawn(w).subtitle == "Turn 1 of 4, 527 to 530: Empire has won."
    w.result = {"winner": "", "how": "draw"}
    assert drawn(w).subtitle == "Turn 1 of 4, 527 to 530: the game ended in a draw."


def test_every_phase_has_a_name() -> None:
    assert set(PHASES) == {*SEQUENCE, "over"}


def test_every_sign_of_the_legend_has_its_text() -> None:
    assert [note.sign for note in drawn(new()).legend] == list(LEGEND)
    assert all(note.text for note in drawn(new()).legend)
