"""The table protocol for Belisarius: every command, as a program uses it that knows nothing of the game."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from adjudicator import GAMES
from adjudicator.belisarius.board import MARKERS, SCENARIOS
from adjudicator.belisarius.options import OPTIONS
from adjudicator.core.audit import verify
from adjudicator.core.audit.audit import audit

from .client import Client

SEATS = ("barbarian", "empire")
ON = {name: "on" for name in ("negotiation", "reaction", "pillage", "disbanding", "single_combat")}


def begun(**more: Any) -> Client:
    """A table with all units placed as is suggested."""
    client = Client()
    client.ok("found", game="belisarius", seed="be11", **more)
    while client.ok("status")["phase"] == "set_up":
        seat = client.ok("pending")["pending"][0]["seat"]
        client.ok("order", seat=seat, text="suggest; done")
    return client


def position(**world: Any) -> Client:
    """A scripted table at a position written by hand: all markers in the pool unless they are given."""
    client = Client()
    script = {"dice": world.pop("dice", []), "draws": world.pop("draws", [])}
    windows = world.pop("windows", {})
    client.ok("found", game="belisarius", dice="scripted", script=script, windows=windows)
    client.ok("load", world=world)
    return client


NISIBIS, DARA = "3548", "3547"
FRONT = {"persia_field_army_1": NISIBIS, "persia_garrison_1": NISIBIS, "oriens_garrison_1": DARA}


def test_the_game_is_listed_with_scenarios_and_options() -> None:
    listed = next(game for game in Client().ok("games")["games"] if game["game"] == "belisarius")
    assert [scenario["id"] for scenario in listed["scenarios"]] == list(SCENARIOS)
    for scenario in listed["scenarios"]:
        assert scenario["seats"] == {"min": 2, "max": 2, "names": list(SEATS)}
        assert [option["name"] for option in scenario["options"]] == [option.name for option in OPTIONS]
    ja = next(g for g in Client().ok("games", language="ja")["games"] if g["game"] == "belisarius")
    assert (listed["title"], ja["title"]) == ("Belisarius", "ベリサリウス"), "the leader has the stars"


@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_a_table_is_founded_with_options_and_windows(scenario: str) -> None:
    client = Client()
    windows = {"default": "pass", "die": "ask", "challenge": "ask"}
    client.ok("found", game="belisarius", scenario=scenario, seed="00", options=ON, windows=windows)
    view = client.ok("view")["view"]
    assert view["scenario"] == scenario
    assert {name: view["options"][name] for name in ON} == ON
    for wrong in ({"windows": {"raid": "ask"}}, {"options": {"negotiation": "yes"}}):
        assert client.refused("found", game="belisarius", seed="00", **wrong)["kind"] == "bad_request"


def test_orders_are_read_refused_and_completed() -> None:
    """§11.21 §9.1 With the paragraph, and with what would be left."""
    client = begun()
    said = client.refused("order", seat="barbarian", text="stake Treachery on Italia")
    assert said["kind"] in ("not_understood", "illegal")
    client.ok("order", seat="barbarian", text="done")
    assert client.ok("order", seat="barbarian", text="tax rest; done")["how"] == "done"
    client.ok("order", seat="barbarian", text="done; done")
    assert client.ok("status")["phase"] == "operations"
    lines = client.ok("complete", seat="barbarian", text="march Persian garrison ", barred=True)
    assert lines["completions"]
    reach = client.ok("reach", seat="barbarian", piece="persia_garrison_1")["reach"]
    assert {"to", "path", "cost", "as", "by"} == set(reach[0])
    at = client.ok("view", seat="barbarian")["view"]["places"]
    start = next(place for place, seen in at.items() if "persia_garrison_1" in seen["units"])
    done = {"pick": "activate", "answer": {"start": start}}
    following = client.ok("next", seat="barbarian", answer=done)
    assert (following["field"], following["choice"]["shape"]) == ("units", "split")
    said = client.refused("order", seat="barbarian", text="march Persian garrison at nowhere")
    assert said["kind"] == "not_understood"


def test_a_battle_with_scripted_dice() -> None:
    """§17.11 Every die is in `dice`, in the order in which it fell."""
    client = position(at=FRONT, phasing="barbarian", dice=[3, 6], draws=["agent", "pope"])
    client.ok("order", seat="barbarian", text="activate all at Nisibis")
    said = client.ok("order", seat="barbarian", text="attack Dara")
    assert [one["rule"] for one in said["pending"]] == ["17.5"]
    client.ok("answer", seat="empire", answer={"pick": "stand"})
    said = client.ok("order", seat="barbarian", text="choose assault", language="en")
    assert [roll["got"] for roll in said["dice"]] == [[6]]
    (fought,) = [event for event in said["events"] if event["kind"] == "battle"]
    assert fought["values"]["die"] == 6
    assert client.ok("status")["script_left"] == {"dice": [], "draws": []}


def test_a_window_is_asked_and_closed() -> None:
    """§card/pope A player with markers is asked; the hand is told to nobody."""
    hands = {"barbarian_hand": ["agent"], "empire_hand": ["pope"]}
    client = position(
        at=FRONT,
        phasing="barbarian",
        phase="tax",
        cups=hands,
        dice=[2, 5],
        windows={"die": "ask", "marker": "pass"},
    )
    said = client.ok("order", seat="barbarian", text="tax persia heavy")
    assert [(one["seat"], one["occasion"]["kind"]) for one in said["pending"]] == [
        ("barbarian", "die"),
        ("empire", "die"),
    ]
    mine = {one["seat"]: one for one in client.ok("pending", seat="empire")["pending"]}
    assert "choice" in mine["empire"]
    assert "choice" not in mine["barbarian"]
    client.ok("answer", seat="empire", answer={"pick": "play", "answer": "pope"})
    said = client.ok("close")
    assert [event["kind"] for event in said["events"]][:2] == ["played", "cast_again"]
    assert client.ok("view", seat=None)["view"]["hands"]["empire"] == 0


def test_standing_orders_act_within_the_command() -> None:
    hands = {"barbarian_hand": ["agent"], "empire_hand": ["pope"]}
    silent = {"marker": "pass"}
    client = position(at=FRONT, phasing="barbarian", phase="tax", cups=hands, dice=[6, 1], windows=silent)
    said = client.ok(
        "standing", seat="empire", orders=["on die when subject = heavy_tax, value >= 5 do play pope"]
    )
    assert said["standing"][0]["in_force"] is True
    said = client.ok("order", seat="barbarian", text="tax persia heavy")
    assert "cast_again" in [event["kind"] for event in said["events"]]
    wrong = client.refused("standing", seat="empire", orders=["on storm do play pope"])
    assert (wrong["kind"], wrong["line"]) == ("not_understood", 1)


def test_what_is_hidden_is_told_to_its_seat_alone() -> None:
    """§22.0 Draws, events, views, logs and exports; the referee is told everything."""
    client = begun(windows={"default": "ask"})
    hands = {seat: client.ok("view", seat=seat)["view"]["hand"] for seat in SEATS}
    assert [len(hands[seat]) for seat in SEATS] == [3, 6]
    for seat in (*SEATS, None):
        view = json.dumps(client.ok("view", seat=seat)["view"])
        log = client.ok("log", seat=seat)["entries"]
        opened = json.dumps([entry["openings"] for entry in log])
        export = "".join(client.ok("export", seat=seat)["lines"])
        others = {m for s in SEATS if s != seat for m in hands[s]} - set(hands.get(seat or "", []))
        for marker in others:
            assert f'"{marker}"' not in view
            assert f'"{marker}"' not in opened
        assert ("got" in export) == (seat is not None) or others
    assert client.refused("world", seat="empire")["kind"] == "bad_request"


def test_asides_are_answered_and_negotiation_is_for_two() -> None:
    """§22.2 §24.1."""
    client = begun(options={"negotiation": "on"})
    offered = client.ok("asides", seat="empire")["asides"][0]
    names = [item["name"] for item in offered["choice"]["choices"]]
    assert names[0] == "show"
    assert {"offer", "surrender"} <= set(names)
    said = client.ok("aside", seat="empire", answer={"pick": "show", "answer": "treasury"})
    assert said["events"][-1]["kind"] == "showed_treasury"
    offer = {"give": {"solidi": 3}, "want": {}, "release": [], "terms": "peace in Oriens"}
    client.ok("aside", seat="empire", answer={"pick": "offer", "answer": offer})
    assert "peace in Oriens" in json.dumps(client.ok("view", seat="barbarian"))
    assert "peace in Oriens" not in json.dumps(client.ok("view", seat=None))
    client.ok("aside", seat="barbarian", answer={"pick": "accept", "answer": "1"})
    assert client.ok("view", seat="barbarian")["view"]["treasury"] == 13


@pytest.mark.parametrize("windows", [{}, {"default": "ask"}])
@pytest.mark.parametrize("options", [{}, ON])
def test_a_position_that_is_loaded_asks_what_it_asked(
    windows: dict[str, str], options: dict[str, str]
) -> None:
    client, rng = begun(windows=windows, options=options), random.Random(5)
    for seed in range(12):
        client.play(seed, rng.randrange(1, 30))
        at = client.ok("world")
        before = [{k: v for k, v in one.items() if k != "entry"} for one in client.ok("pending")["pending"]]
        other = Client()
        other.ok("found", game="belisarius", seed="be11", windows=windows, options=options)
        other.ok("load", world=at["world"], tail=at["tail"])
        after = [{k: v for k, v in one.items() if k != "entry"} for one in other.ok("pending")["pending"]]
        assert [without_number(one) for one in after] == [without_number(one) for one in before]
        assert other.ok("world")["world"] == at["world"]
        if not before:
            break


def without_number(pending: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in pending.items() if key != "window"}


def test_going_back_gives_the_position_that_was() -> None:
    client = begun()
    client.ok("order", seat="barbarian", text="done")
    at, world = client.ok("status")["entry"], client.ok("world")
    client.play(3, 25)
    client.ok("undo", to=at)
    assert client.ok("world") == world


@pytest.mark.parametrize("options", [{}, {option.name: option.values[-1] for option in OPTIONS}])
def test_a_whole_game_is_played_verified_and_audited(options: dict[str, str]) -> None:
    client = begun(options=options, windows={"default": "ask"})
    client.play(1)
    assert client.ok("pending")["pending"] == []
    assert client.ok("status")["result"]["how"] in ("points", "draw")
    assert set(client.ok("score")["score"]["points"]) == set(SEATS)
    for seat in ("all", None, *SEATS):
        assert verify.Walk(verify.read(client.ok("export", seat=seat)["lines"])).run().errors == []
    assert audit(client.ok("export", seat="all")["lines"], GAMES).faults == []


def test_every_marker_is_named_in_both_languages() -> None:
    hand = [marker for marker in sorted(MARKERS) if marker not in ("donative", "roman_alliance")][:15]
    client = position(at=FRONT, phasing="barbarian", phase="tax", cups={"barbarian_hand": hand})
    for language in ("en", "ja"):
        said = client.ok("pending", seat="barbarian", language=language)["pending"][0]
        play = next(item for item in said["choice"]["choices"] if item["name"] == "play")["choice"]
        labels = [item["label"] for item in (*play["choices"], *play["barred"])]
        assert len(labels) == len(set(labels)) == len(MARKERS)
        assert not any("_" in label for label in labels)
