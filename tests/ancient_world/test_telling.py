"""What the journal says of what happened, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.ancient_world import GAME
from adjudicator.ancient_world.board import PROVINCES
from adjudicator.ancient_world.sequence import stage
from adjudicator.ancient_world.show.facts import facts
from adjudicator.ancient_world.world import USELESS, Operation, battle_of, province_of
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
        "After the battle Rome's force at hex 4705 near Canusium was disrupted.",
        "戦闘後、カヌシウム付近のヘクス4705のローマ軍の状態：疲弊。",
    )


@pytest.mark.parametrize(
    ("lost", "how", "sentence"),
    [
        (0, "willing", "chose to retreat"),
        (20, "forced", "had to retreat, having lost 20% by the chart and its enemy 0%: Canusium."),
    ],
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
        f"Carthage stopped at Tauromenium (inside): 4 attrition points ({parts}), nothing lost."
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
        ("succeeds", 11, "found traitors in Rhegium (rolled 9 (guile +2), needs more than 6)."),
        ("fails", 4, "tried treachery at Rhegium and failed (rolled 4, needs more than 6)."),
        ("trap", 6, "walked into a trap (rolled 7 (guile against it -1), needs more than 6)."),
    ],
)
def test_treachery_tells_its_die(how: str, total: int, sentence: str) -> None:
    """§9.62 The die, the guile of both sides, the number."""
    die = {11: 9, 4: 4, 6: 7}[total]
    values = {"leader": "hiero", "city": "rhegium", "die": die, "total": total, "number": 6, "how": how}
    used = {"guile": max(0, total - die), "against": max(0, die - total)}
    english, japanese = said("treachery", "9.62", values | used)
    assert english.endswith(sentence) and "6より大きい値が必要" in japanese


def test_siege_attrition_and_looting_tell_their_dice() -> None:
    """§9.52 §9.85 Each die with what modified it, and the rating that keeps troops in hand."""
    lines = [{"forage": -2, "supply": -3}, {"sea": 2}]
    values = {"city": "messana", "dice": [2, 5], "lines": lines, "totals": [-3, 7], "lost": [1, 18]}
    english, japanese = said("siege_attrition", "9.52", values)
    assert english == (
        "Siege of Messana: 1 lost outside (rolled 2 (foraging -2 and supply from a city -3)), "
        "18 inside (rolled 5 (naval superiority +2))."
    )
    assert japanese.startswith("メッサナの攻城戦損耗：都市外1（サイの目2") and "制海権+2" in japanese
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


def test_who_is_routed_under_ten_per_cent_is_told_why_they_retreat() -> None:
    """§8.37 §8.52 ruling AW-R85 By the chart five per cent more; but twice the losses are a rout."""
    w = drawn({}, 5)
    b = battle_of(w)
    b.lost = {b.defender: {"chart": 6}, b.attacker: {"chart": 2}}
    b.percent = {b.defender: 10, b.attacker: 5}
    w.agenda = ["recovery", "retreats"]
    t = table(w, [0] * 5)
    order(t, "4806", b.defender)
    assert said("retreats", "8.37", last(t, "retreats"))[0] == (
        "Rome had to retreat, routed with 6 lost against 2: Canusium."
    )


def test_who_must_retreat_and_has_no_way_is_told_why() -> None:
    """§8.37 The rule that forces them, then what is gone."""
    values = {"side": "rome", "place": "4705", "units": {"socii_foot": 2}, "leaders": []}
    english, japanese = said("destroyed", "8.37", {**values, "why": "percent", "own": 20, "theirs": -1})
    assert english == (
        "Rome had to retreat, having lost 20% by the chart and its enemy under 5%, and had no way: its force "
        "at hex 4705 near Canusium was destroyed: 2 Socii infantry."
    )
    assert "20％" in japanese
    routed = said("destroyed", "8.37", {**values, "why": "major", "own": 6, "theirs": 2})[0]
    assert "routed with 6 lost against 2, and had no way" in routed


def test_a_stay_says_of_what_its_points_are_made() -> None:
    """§6.46 §6.44 The province, twice on a mountain; the strength and the rows by which losses go down."""
    w = empty()
    put(w, "carthage", "0716", {"libya_foot": 60}, ["hannibal"], status=USELESS)
    w.agenda = ["inertia"]
    t = table(w)
    v = last(t, "inert")
    english, japanese = said("inert", "6.46", v)
    rating = PROVINCES[province_of("0716")].attrition
    name = GAME.lexicon.label(province_of("0716"), "en")
    assert english == (
        f"Carthage stayed at hex 0716 in {name}: {2 * rating} attrition points "
        f"({name} {rating}, on a mountain {rating}, adjusted strength 60 and state: 2 rows down), "
        f"{sum(v['units'].values())} Libyan infantry lost."
    )
    assert "補正戦力60" in japanese


def test_fog_hides_of_a_stay_what_the_strength_decides() -> None:
    """§8.12 §6.46 The points of the province are open, strength and rows are not."""
    w = empty(options={"fog": "on"})
    put(w, "carthage", "0716", {"libya_foot": 60}, ["hannibal"], status=USELESS)
    w.agenda = ["inertia", "inertia"]
    t = table(w)
    order(t, "as planned")
    (event,) = told(t, "inert")
    seen = redact(event, "rome")
    assert seen is not None
    assert not {"size", "rows", "units"} & {*seen.values} and "parts" in seen.values


SUMS: Mapping[str, tuple[str, str]] = {
    "intercepts": ("hexes +2, rivers +1 and ambush +3", "rolled 4 ("),
    "envelops": ("hexes +1 and state +2", "rolled 4 ("),
    "avoids": ("no way without a river +3, into a city -2, guile -1 and guile against it +2", "rolled 4 ("),
    "coordinates": ("half the campaign ratings 6 and hexes -1", "needs 5 or less ("),
    "reduced": ("siege capability -3 and engines +2", "rolled 4 ("),
    "repaired": ("siege capability +1", "rolled 4 ("),
    "assault": ("leaders +1 and the garrison's state +1", "rolled 4 ("),
    "transport": ("naval superiority -1, coastal hexes -2 and hexes of open sea -1", "rolled 4 ("),
    "recovery": ("armies there -3", "rolled 4 ("),
    "mustered": ("guile +1 and home provinces lost -2", "rolled 4 ("),
    "unpredictable": ("chart -2 and guile +1", "rolled 4 ("),
}
"""Events with a die, their sums as they are told, and what stands before them."""
LINES: Mapping[str, Mapping[str, int]] = {
    "intercepts": {"hexes": 2, "rivers": 1, "ambush": 3},
    "envelops": {"hexes": 1, "status": 2},
    "avoids": {"river": 3, "city": -2},
    "coordinates": {"ratings": 6, "hexes": -1},
    "reduced": {"capability": -3, "engines": 2},
    "repaired": {"capability": 1},
    "assault": {"leaders": 1, "garrison": 1},
    "transport": {"zone": -1, "coast": -2, "open_sea": -1},
    "recovery": {"armies": -3},
    "mustered": {"guile": 1, "provinces": -2},
    "unpredictable": {"chart": -2, "guile": 1},
}


@pytest.mark.parametrize("kind", SUMS)
def test_each_sum_is_told_line_by_line(kind: str) -> None:
    """§8.31 A die is told with each of its modifiers by name."""
    values = {
        **{"side": "rome", "leader": "scipio", "city": "rhegium", "place": "4705", "to": "4806"},
        **{"province": "apulia", "die": 4, "rating": 6, "need": 7, "number": 5, "left": 2, "change": 1},
        **{"percent": 10, "total": 3, "ratio": "2:1", "ability": 3, "units": {"socii_foot": 2}},
        **{"how": "stays" if kind == "recovery" else "succeeds", "lines": LINES[kind]},
        **({"guile": 1, "against": 2} if kind == "avoids" else {}),
    }
    english, japanese = said(kind, "8.31", values)
    lines, before = SUMS[kind]
    assert f"{before}{lines})" in english
    assert english != japanese and "{" not in japanese
