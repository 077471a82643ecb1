"""Pictures: what they say in both languages, and that every picture of a game can be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import islice

import pytest
from PIL import Image

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.show.view import View
from adjudicator.ancient_world.world import Siege
from adjudicator.core import Event, Table
from renderer import chart_pictures, pictures
from renderer.games import look_of
from tests.ancient_world.helpers import act, empty, founded, last, order, put, table, told
from tests.ancient_world.kit import play
from tests.ancient_world.selfplay import SCENARIOS
from tools.portraits.written import Written

PICTURES = Written(GAME.pictures, GAME.lexicon.label)
LANGUAGES = ("en", "ja")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_in_a_scene_is_on_the_board(scenario: str) -> None:
    """Places, kinds of marks and families of counters, through the first part of a game."""
    look = look_of("ancient_world")
    places = look.board("en").places()
    for step in islice(play(2, scenario=scenario), 0, 300, 12):
        scene = PICTURES.scene(GAME.view(step.world, None), "en")
        named = [*(s.place for s in scene.stacks), *(m.place for m in scene.marks)]
        assert [place for place in named if place not in places] == []
        assert {c.colour for s in scene.stacks for c in s.counters} <= {*look.style.families}
        kinds = {m.kind for m in scene.marks if not m.kind.startswith("holder:")} - {"battle"}
        assert kinds <= {*look.style.tokens}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_map_says_who_stands_where(language: str) -> None:
    w = empty()
    put(w, "carthage", "3615", {"libya_foot": 20, "numidia_horse": 4}, ["hannibal"], status=1)
    w.devastated, w.sacked = ["campania"], ["capua"]
    scene = PICTURES.scene(GAME.view(w, None), language)
    (stack,) = scene.stacks
    assert [(c.symbol, c.code) for c in stack.counters] == [
        ("leader", "4-7-A"),
        ("foot", "20"),
        ("horse", "4"),
    ]
    assert {"sacked", "devastated", "disordered"} <= {mark.kind for mark in scene.marks}
    assert GAME.lexicon.label("hannibal", language) in scene.alt
    assert GAME.lexicon.label("campania", language) in scene.alt


def test_a_march_is_an_arrow_along_the_way_that_was_walked() -> None:
    went = Event("stopped", "6.43", {"side": "rome", "place": "3615i", "way": ["3514", "3615", "3615i"]})
    (arrow,) = PICTURES.scene(GAME.view(empty(), None), "en", [went], None).arrows
    assert (arrow.kind, arrow.colour, arrow.path) == ("move", "rome", ("3514", "3615"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_battle_shows_every_line_of_its_sum(language: str) -> None:
    for step in play(3, scenario="hannibal_in_italy"):
        fought = [e for e in step.events if e.kind == "battle"]
        if not fought:
            continue
        board = PICTURES.battle(GAME.view(step.world, None), language, step.events)
        assert board is not None
        assert len(board.terms) == len(fought[-1].values["lines"])
        assert str(fought[-1].values["die"]) in board.rolls[-1].note
        assert board.alt
        drawn = chart_pictures.battle(board)
        with Image.open(BytesIO(drawn.data)) as image:
            assert image.width > 600
        return
    raise AssertionError("no battle was fought")


def besieged(dice: Sequence[int]) -> Table:
    w = empty("sicily")
    put(w, "rome", "5522", {"romani_foot": 30, "romani_engine": 1}, ["messalla"])
    put(w, "carthage", "5522i", {"libya_foot": 5}, ["gisco"])
    w.control["panormus"], w.sieges["panormus"] = "carthage", Siege("rome", 3, 5)
    return table(act(w, "messalla"), dice)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("typed", "dice", "kind", "terms"),
    [
        ("assault", [0, 0, 0, 0, 0, 0, 0], "assault", {"+1"}),
        ("treachery guile 1", [0], "treachery", {"+1", "-1"}),
        ("reduce", [9, 9], "reduced", {"+1", "-3"}),
        ("reduce", [0, 5, 8, 9], "sallies", set()),
    ],
)
def test_a_siege_has_a_board(typed: str, dice: list[int], kind: str, terms: set[str], language: str) -> None:
    """§9.27 §9.33 §9.43 §9.62 Besiegers, garrison and militia, every modifier, the die, what came of it."""
    t = besieged(dice)
    order(t, typed)
    while t.pending and not told(t, "finished") and not told(t, "continuation"):
        seat, choice = next(iter(t.pending.items()))
        order(t, "yes" if choice.rule == "9.43" else "as planned", seat)
    board = PICTURES.battle(GAME.view(t.world, None), language, told(t))
    assert board is not None
    said = last(t, kind)
    assert str(said["die"]) in board.total
    assert {term.value for term in board.terms} == terms
    assert (board.attacker.colour, board.defender.colour, board.place) == ("rome", "carthage", "5522")
    assert any(
        one.counter.name == GAME.lexicon.label("militia_foot", language) for one in board.defender.front
    )
    assert board.outcome and board.outcome in board.alt
    with Image.open(BytesIO(chart_pictures.battle(board).data)) as image:
        assert image.width > 600


def test_the_attrition_of_a_siege_has_a_board() -> None:
    """§9.52 §9.53 §9.54 Both dice, foraging and supply for the besiegers, the sea for those inside."""
    t = besieged([])
    attrition = Event(
        "siege_attrition",
        "9.52",
        {"city": "panormus", "side": "rome", "dice": [7, 3], "totals": [3, 2], "lost": [1, 1]}
        | {"lines": [{"forage": -2, "supply": -3, "status": 1}, {"sea": -1}]},
    )
    board = PICTURES.battle(GAME.view(t.world, None), "en", [attrition])
    assert board is not None
    assert [(term.label, term.value, term.colour) for term in board.terms] == [
        ("foraging", "-2", "rome"),
        ("supply from a city", "-3", "rome"),
        ("state of the besiegers", "+1", "carthage"),
        ("naval superiority", "-1", "carthage"),
    ]
    assert "outside rolled 7, total 3; inside rolled 3, total 2" in board.total


def test_a_map_is_drawn() -> None:
    drawn = pictures.whole_map(PICTURES.scene(GAME.view(founded("pyrrhus_in_italy"), None), "en"), width=900)
    with Image.open(BytesIO(drawn.data)) as image:
        assert image.width == 900


def test_the_cup_and_the_course_of_the_war_are_public() -> None:
    views = [GAME.view(step.world, None) for step in islice(play(1, scenario="sicily"), 0, 200, 20)]
    view = views[3]
    assert isinstance(view, View)
    hand = PICTURES.hand(view, "en")
    assert {card.name for row in hand.rows for card in row.cards} == {
        GAME.lexicon.label(marker, "en") for marker in view.cup
    }
    chart = PICTURES.score_chart([[view] for view in views], "en")
    assert f"{chart.subtitle}. Points: " in chart.alt
    assert [len(plot.series) for plot in chart.plots] == [2, 2, 2]
    assert all(len(series.values) == len(views) for plot in chart.plots for series in plot.series)
