"""What the journal says of what happened, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.sequence import stage
from adjudicator.ancient_world.show.facts import facts
from adjudicator.ancient_world.world import Operation
from adjudicator.core import Event, fill, redact

from .helpers import act, empty, last, order, put, table, told
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
        "Rome's crossing was opposed (rolled 2, level -1): 1 strength point lost (rolled 7).",
        "ローマ軍の渡峡は妨害された（サイの目2、レベル-1）：損失1戦力（サイの目7）。",
    )
    assert said("crossing", "7.32", values)[0].endswith("losses were rolled for (rolled 7).")


@pytest.mark.parametrize(
    ("boxes", "disaster", "english", "japanese"),
    [
        (2, 0, ": 2 boxes won (rolled 4, diplomacy 2).", "：2ボックス分の効果（サイの目4、外交力2）。"),
        (0, 0, ": nothing was won (rolled 4, diplomacy 2).", "：効果なし（サイの目4、外交力2）。"),
        (0, 1, ": a disaster threatens (rolled 4, diplomacy 2).", "：災難チェック（サイの目4、外交力2）。"),
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


def test_a_stop_says_of_what_its_points_are_made() -> None:
    """§6.41 §6.42 §6.44 Provinces, rivers, the city that shelters; and the adjusted strength."""
    w = empty("sicily")
    put(w, "carthage", "5923", {"libya_foot": 9, "numidia_horse": 1}, ["gisco"])
    w.control["tauromenium"] = "carthage"
    t = table(act(w, "gisco"), [9])
    order(t, "march Tauromenium (inside)")
    v = last(t, "stopped")
    assert v["parts"] == {"sicilia_w": 6, "sicilia_e": 4, "city": -2} and (v["half"], v["size"]) == (10, 11)
    english, japanese = said("stopped", "6.43", v)
    parts = "Sicilia Occidentalis 3, Sicilia Orientalis 2, in the city -1 and adjusted strength 11"
    assert english == (
        f"Carthage stopped at Tauromenium (inside): 5 attrition points ({parts}), nothing lost."
    )
    assert "補正戦力11" in japanese


def test_fog_hides_the_adjusted_strength() -> None:
    """§8.12 §6.42 Points are open to all, the strength that they weigh on is not."""
    w = empty(options={"fog": "on"})
    put(w, "carthage", "4705", {"libya_foot": 30}, ["hannibal"])
    t = table(act(w, "hannibal"), [9])
    order(t, "march 4706")
    (event,) = told(t, "stopped")
    seen = {seat: redact(event, seat) for seat in ("carthage", "rome")}
    assert [("size" in one.values, "parts" in one.values) for one in seen.values() if one] == [
        (True, True),
        (False, True),
    ]
    rome = seen["rome"]
    assert rome is not None
    assert "adjusted" not in GAME.say(rome, "en") and "(Apulia 3)" in GAME.say(rome, "en")


@pytest.mark.parametrize(
    ("how", "total", "sentence"),
    [
        ("succeeds", 11, "found traitors in Rhegium (rolled 9 (+2), needs more than 6)."),
        ("fails", 4, "tried treachery at Rhegium and failed (rolled 4, needs more than 6)."),
        ("trap", 6, "walked into a trap (rolled 7 (-1), needs more than 6)."),
    ],
)
def test_treachery_tells_its_die(how: str, total: int, sentence: str) -> None:
    """§9.62 The die, the guile of both sides, the number."""
    die = {11: 9, 4: 4, 6: 7}[total]
    values = {"leader": "hiero", "city": "rhegium", "die": die, "total": total, "number": 6, "how": how}
    english, japanese = said("treachery", "9.62", {**values, "guile": max(0, total - die), "against": 0})
    assert english.endswith(sentence) and "6より大きい値が必要" in japanese


def test_siege_attrition_and_looting_tell_their_dice() -> None:
    """§9.52 §9.85 Each die with what modified it, and the rating that keeps troops in hand."""
    values = {"city": "messana", "dice": [2, 5], "totals": [-3, 7], "lost": [1, 18]}
    assert said("siege_attrition", "9.52", values) == (
        "Siege of Messana: 1 lost outside (rolled 2 (-5)), 18 inside (rolled 5 (+2)).",
        "メッサナの攻城戦損耗：都市外1（サイの目2 (-5)）、都市内18（サイの目5 (+2)）。",
    )
    looted = {"side": "carthage", "city": "messana", "die": 7, "rating": 6, "how": "looted"}
    assert said("looting", "9.85", looted)[0] == "The troops looted Messana (rolled 7, needs 6 or less)."
    kept = {"side": "carthage", "city": "messana", "die": 7, "how": "kept"}
    assert said("looting", "9.85", kept)[0] == "The troops were kept under control (rolled 7)."


@pytest.mark.parametrize(("marker", "begins"), [("siege_attrition", "A marker of"), ("augury", "The marker")])
def test_markers_of_nobody_are_told_as_markers(marker: str, begins: str) -> None:
    """§4.15 A sentence begins with a capital."""
    assert said("drawn", "4.15", {"marker": marker, "left": 3})[0].startswith(begins)


@pytest.mark.parametrize(("goes_on", "phase"), [("draw", "events"), ("recovery", "end")])
def test_the_fall_of_a_starved_city_belongs_to_the_marker_that_starved_it(goes_on: str, phase: str) -> None:
    """§9.51 §9.82 Nobody's operation brings it, and the turn is not over while markers are left."""
    w = empty()
    w.agenda = ["victory", goes_on, "sack"]
    assert stage(w).endswith(f"/{phase}")
    w.op = Operation("hannibal")
    assert stage(w).endswith("/operation/hannibal")


def test_the_place_of_a_province_names_its_side_on_the_alliance_track() -> None:
    """§12.22 A box and the side that it is for; no sign to be explained."""
    w = empty()
    w.alliance |= {"apulia": -3, "liguria": 1, "venetia": 0}
    seen = GAME.view(w, "rome")
    said_of = {
        province: [fill(line, "en", GAME.lexicon.label) for line in facts(seen, province).lines]
        for province in ("apulia", "liguria", "venetia")
    }
    assert "Alliance track: box 3 towards Rome (§12.2)" in said_of["apulia"]
    assert "Alliance track: box 1 towards Carthage (§12.2)" in said_of["liguria"]
    assert "Alliance track: neutral (§12.2)" in said_of["venetia"]
