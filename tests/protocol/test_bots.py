"""Needs of programs that play: tried answers, questions as data, every way, a table begun at a position."""

from __future__ import annotations

from typing import Any

from .client import Client

AT_ROME = {
    "at": {
        "p_legio_1": "messana",
        "p_legio_2": "messana",
        "c_legio_7": "lilybaeum",
        "c_legio_8": "lilybaeum",
        "cleopatra": "alexandria",
    },
    "cups": {
        "caesar_hand": ["command_2_1", "command_1_2"],
        "pompey_hand": ["command_1_3", "command_3_1"],
    },
    "turn": 4,
}
"""Caesar beside Messana, with a card for each of the last two turns of a year."""


def at_rome(**more: Any) -> Client:
    client = Client()
    client.ok("found", game="julius_caesar", dice="scripted", world=AT_ROME, **more)
    return client


def fighting(**more: Any) -> Client:
    """In the second round of the battle of Messana, with a die scripted for every shot."""
    client = at_rome(script={"dice": [6] * 6}, **more)
    for seat, text in (
        ("caesar", "play 2/1"),
        ("pompey", "play 1/3"),
        ("caesar", "move Lilybaeum-Messana: LEG 7, LEG 8; end; end"),
        ("pompey", "end; end"),
        ("pompey", "pass all"),
        ("caesar", "fire all"),
    ):
        client.ok("order", seat=seat, text=text)
    return client


def test_a_table_is_founded_at_a_position_without_a_deal() -> None:
    client = at_rome()
    asked = client.ok("pending")["pending"]
    assert [(one["seat"], one["rule"]) for one in asked] == [("caesar", "2.1"), ("pompey", "2.1")]
    assert client.ok("status")["turn"] == 4
    founded = client.ok("world")
    tail: dict[str, Any] = {"schema": founded["schema"], "tail": founded["tail"]}
    client.ok("found", game="julius_caesar", dice="scripted", world=founded["world"], **tail)
    said = client.refused("found", game="julius_caesar", dice="scripted", world={"turn": 9})
    assert said["kind"] == "bad_request"
    assert "9" in said["why"]


def test_a_question_says_as_data_what_it_is_about() -> None:
    asked = fighting().ok("pending")["pending"][0]
    assert asked["about"] == {"place": "messana", "round": 2, "letter": "C"}
    client = at_rome()
    client.ok("order", seat="caesar", text="play 2/1")
    said = client.ok("order", seat="pompey", text="play 1/3")
    assert said["pending"] == [
        {"seat": "caesar", "entry": said["pending"][0]["entry"], "rule": "6.1", "must": True}
    ]
    assert client.ok("pending", seat="caesar")["pending"][0]["about"] == {"points": 2}


def test_the_referee_has_the_live_world_in_the_middle_of_a_procedure() -> None:
    client = fighting()
    client.ok("order", seat="pompey", text="pass LEG 1")
    said = client.ok("world")
    assert said["tail"]
    assert said["world"]["battle"]["acted"] == []
    assert said["now"]["battle"]["acted"] == ["p_legio_1"]


def test_an_answer_is_tried_without_being_given() -> None:
    client = fighting(options={"open_roads": "off"})
    before = client.ok("status")
    answer = client.ok("try", seat="pompey", text="pass all")["answer"]
    assert answer == {"pick": "pass", "answer": ["p_legio_1", "p_legio_2"]}
    assert client.ok("try", seat="pompey", answer=answer)["answer"] == answer
    said = client.refused("try", seat="pompey", text="retreat LEG 1 to Lilybaeum")
    assert (said["kind"], said["rule"]) == ("illegal", "7.63")
    assert client.refused("try", seat="pompey", answer={"pick": "run"})["kind"] == "not_understood"
    assert client.refused("try", seat="caesar", text="pass")["kind"] == "not_now"
    assert client.refused("try", seat="pompey")["kind"] == "bad_request"
    assert client.ok("status") == before


def test_reach_says_the_kind_of_every_way_and_what_is_barred_as_a_whole() -> None:
    client = fighting()
    ways = client.ok("reach", seat="pompey", piece="p_legio_1")["reach"]
    assert {way["as"] for way in ways} == {"retreat"}
    assert ("rhegium", "strait") in {(way["to"], way["by"]) for way in ways}
    client = at_rome()
    client.ok("order", seat="caesar", text="play 2/1")
    client.ok("order", seat="pompey", text="play 1/3")
    said = client.ok("reach", seat="caesar", piece="c_legio_7", barred=True)
    assert {way["by"] for way in said["reach"]} <= {"road", "strait"}
    closed = {one["name"]: one for one in said["barred"] if "name" in one}
    assert set(closed) >= {"sail", "levy", "step"}
    assert closed["sail"]["rule"] == "6.3"
    assert closed["sail"]["why"]
    refused = client.refused("next", seat="caesar", answer={"pick": "levy"})
    assert (refused["kind"], refused["rule"], refused["why"]) == ("illegal", "2.2", closed["levy"]["why"])


def test_reach_gives_every_way_where_several_count() -> None:
    """An attack comes from where its last road begins."""
    client = Client()
    world = {
        "at": {"c_legio_7": "genua", "p_legio_1": "asculum", "cleopatra": "alexandria"},
        "cups": {"caesar_hand": ["mercury", "command_1_2"], "pompey_hand": ["command_1_3", "command_3_1"]},
        "turn": 4,
    }
    client.ok("found", game="julius_caesar", dice="scripted", world=world)
    client.ok("order", seat="caesar", text="play Mercury")
    client.ok("order", seat="pompey", text="play 1/3")
    ways = client.ok("reach", seat="caesar", piece="c_legio_7")["reach"]
    found = [(way["path"], way["as"], way["by"]) for way in ways if way["to"] == "asculum"]
    assert sorted(found) == [
        (["ravenna", "asculum"], "attack", "road"),
        (["roma", "asculum"], "attack", "road"),
    ]


def test_a_script_is_emptied_or_replaced() -> None:
    client = at_rome(script={"dice": [1, 2], "draws": ["mars"]})
    assert client.ok("script", clear=True)["script_left"] == {"dice": [], "draws": []}
    client.ok("script", dice=[3])
    assert client.ok("script", dice=[4, 5], clear=True)["script_left"] == {"dice": [4, 5], "draws": []}


def test_undo_takes_the_entry_that_status_named() -> None:
    """Also where the last entry is an undo itself."""
    client = fighting()
    first = client.ok("status")["entry"]
    world = client.ok("world")["now"]
    for _ in range(3):
        client.ok("order", seat="pompey", text="pass LEG 1")
        client.ok("undo", to=first)
        first = client.ok("status")["entry"]
        assert client.ok("world")["now"] == world
    log = client.ok("log")["entries"]
    assert log[first]["t"] == "undo"
