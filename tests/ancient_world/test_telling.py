"""What the journal says of what happened, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.sequence import stage
from adjudicator.core import Event, fill

from .helpers import empty, last, order, table, told
from .test_readings import drawn


def said(kind: str, rule: str, values: Mapping[str, Any]) -> tuple[str, str]:
    """The sentence of an event, in English and in Japanese."""
    event = Event(kind, rule, dict(values))
    return GAME.say(event, "en"), GAME.say(event, "ja")


@pytest.mark.parametrize("procedure", ["recover", "naval", "devastate"])
def test_the_devastation_phase_has_a_heading_of_its_own(procedure: str) -> None:
    """§3.0 F Recovery, superiority at sea and devastation stand under one heading; G begins after them."""
    w = empty()
    w.agenda = ["adrift", procedure]
    named = GAME.when(stage(w)).phase
    assert [fill(named, language) for language in ("en", "ja")] == ["Devastation Phase", "荒廃フェイズ"]
    w.agenda = ["adrift"]
    assert stage(w).endswith("/end")


def test_states_after_a_battle_are_told() -> None:
    """§8.54 A draw of 10 % disrupts both armies."""
    w = drawn({}, 0)
    w.agenda = ["recovery", "aftermath", "retreats"]
    t = table(w, [9])
    while t.pending:
        order(t, "stay")
    states = [event.values for event in told(t, "state")]
    assert [v["side"] for v in states] == ["carthage", "rome"]
    assert all(v["status"] == 1 for v in states)
    assert said("state", "8.54", states[1]) == (
        "After the battle Rome's force at 4705 was disrupted.",
        "戦闘後、4705のローマ軍の状態：疲弊。",
    )


@pytest.mark.parametrize(
    ("lost", "how", "sentence"),
    [(0, "willing", "chose to retreat"), (20, "forced", "had to retreat")],
)
def test_a_retreat_says_whether_it_had_to_be_made(lost: int, how: str, sentence: str) -> None:
    """§8.37 By ten per cent more it must; after a draw it may."""
    w = drawn({}, lost)
    w.agenda = ["recovery", "retreats"]
    t = table(w, [0] * 5)
    order(t, "retreat 4806" if how == "willing" else "4806", "rome")
    assert last(t, "retreats")["how"] == how
    assert sentence in said("retreats", "8.37", last(t, "retreats"))[0]


def test_a_crossing_tells_the_die_of_its_losses() -> None:
    """§7.33 Both dice, and what is lost by the second."""
    values = {"side": "rome", "zone": "fretum", "die": 2, "level": -1, "how": "opposed", "second": 7}
    assert said("crossing", "7.32", {**values, "losses": 1}) == (
        "Rome's crossing was opposed: die 2, level -1; losses: die 7, 1 strength point.",
        "ローマ軍の渡峡は妨害された：サイの目2、レベル-1、損失判定のサイの目7、損失1戦力。",
    )
    assert said("crossing", "7.32", values)[0].endswith("losses: die 7.")


@pytest.mark.parametrize(
    ("boxes", "disaster", "english", "japanese"),
    [
        (2, 0, "; 2 boxes won.", "、2ボックス分の効果。"),
        (0, 0, "; nothing was won.", "、効果なし。"),
        (0, 1, "; a disaster threatens.", "、災難チェック。"),
    ],
)
def test_an_embassy_tells_what_came_of_it(boxes: int, disaster: int, english: str, japanese: str) -> None:
    """§12.34 The boxes, nothing, or a die for a disaster."""
    values = {"side": "rome", "leader": "scipio", "province": "samnium", "die": 4, "diplomacy": 2}
    both = said("embassy", "12.34", {**values, "boxes": boxes, "disaster": disaster})
    assert both[0].endswith(english) and both[1].endswith(japanese)


def test_a_siege_tells_the_strength_of_the_militia() -> None:
    """§9.21 One strength point, several."""
    values = {"leader": "hannibal", "city": "placentia"}
    one, three = (said("invested", "9.21", {**values, "militia": n}) for n in (1, 3))
    assert one[0].endswith("defended by 1 strength point of militia.")
    assert three[0].endswith("defended by 3 strength points of militia.")
    assert three[1].endswith("守る民兵は3戦力。")
