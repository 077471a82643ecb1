from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.audit import verify
from adjudicator.core.log.chain import canon, th
from adjudicator.protocol import serve
from tests.core.scripted import GAME
from tests.harness.processes import LONGEST
from tests.protocol.client import SCRIPT, UMPIRE, Client

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def client() -> Client:
    return Client().ordering()


# -- founding ------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["a " * 2000, "a, " * 1300, "keep " + "x" * 4000])
def test_a_long_text_that_means_nothing_is_refused(client: Client, text: str) -> None:
    seat = client.ok("pending")["pending"][0]["seat"]
    assert client.refused("order", seat=seat, text=text)["kind"] == "not_understood"
    assert client.ok("complete", seat=seat, text=text)["completions"] == []


def test_the_games_are_listed() -> None:
    said = Client().ok("games")
    assert said["protocol"] == 2
    toy = next(game for game in said["games"] if game["game"] == "markers")
    assert toy["scenarios"] == [
        {
            "id": "ring",
            "title": "ring",
            "seats": {"min": 3, "max": 3, "names": ["a", "b", "c"]},
            "options": [{"name": "rounds", "rule": "2", "default": "two", "values": ["two", "one"]}],
        }
    ]


def test_a_seed_gives_the_same_game_every_time_and_a_log_that_verifies() -> None:
    one, other = Client(), Client()
    for client in (one, other):
        client.ok("found", game="markers", seed="c0ffee")
        client.play(3)
    assert one.ok("export", seat="all") == other.ok("export", seat="all")
    card = one.ok("log")["entries"][0]
    assert (card["tier"], card["seats"], card["options"]) == ("open", ["a", "b", "c"], {"rounds": "two"})
    assert card["umpire"] == {"version": UMPIRE.version, "rules": UMPIRE.rules, "data": UMPIRE.data}
    for seat in ("all", "a", None):
        lines = one.ok("export", seat=seat)["lines"]
        assert verify.Walk(verify.read(lines)).run().errors == []


def test_salts_are_empty_and_nothing_follows_from_them_but_the_seed() -> None:
    client = Client()
    client.ok("found", game="markers", seed="00")
    kinds = [entry["t"] for entry in client.ok("log")["entries"]][:10]
    assert kinds == ["card", *["seat"] * 3, *["salt_commit"] * 3, *["salt"] * 3]
    assert [e["v"] for e in client.ok("log")["entries"] if e["t"] == "salt"] == ["", "", ""]


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"game": "chess", "seed": "00"},
        {"game": "markers"},
        {"game": "markers", "seed": "0"},
        {"game": "markers", "seed": "xy"},
        {"game": "markers", "seed": "00", "scenario": "square"},
        {"game": "markers", "seed": "00", "seats": ["a", "b"]},
        {"game": "markers", "seed": "00", "options": {"rounds": "nine"}},
        {"game": "markers", "seed": "00", "options": {"turns": "two"}},
        {"game": "markers", "seed": "00", "windows": {"raid": "perhaps"}},
        {"game": "markers", "seed": "00", "windows": {"storm": "ask"}},
        {"game": "markers", "seed": "00", "script": {"dice": [1]}},
        {"game": "markers", "seed": "00", "dice": "scripted"},
        {"game": "markers", "seed": "00", "language": "la"},
        {"game": "markers", "dice": "scripted"},
        {"game": "markers", "seed": "00", "seat": "z"},
    ],
)
def test_what_no_game_can_be_founded_with_is_refused(wrong: dict[str, Any], client: Client) -> None:
    assert client.refused("found", **wrong)["kind"] == "bad_request"


def test_before_a_game_is_founded_there_is_nothing_to_do() -> None:
    client = Client()
    for command in ("pending", "view", "world", "score", "status", "log", "export", "close"):
        assert client.refused(command)["kind"] == "not_now"


# -- answering -----------------------------------------------------------------------------------


def test_success_says_events_dice_draws_what_is_asked_and_the_head(client: Client) -> None:
    client.ok("script", dice=[6], draws=["luck"])
    said = client.ok("answer", seat="a", answer={"pick": "raid", "answer": "b"})
    assert [event["kind"] for event in said["events"]] == ["raids", "cast", "robbed"]
    assert said["dice"] == [{"rule": "3.6", "label": "raid of a", "faces": 6, "got": [6], "epoch": 3}]
    assert said["draws"] == [
        {"rule": "3.6", "from": "hand_b", "to": [["hand_a", 1]], "got": {"hand_a": ["luck"]}, "epoch": 4}
    ]
    assert said["head"] == client.ok("status")["head"]
    assert said["pending"] == [
        {"seat": "b", "entry": client.ok("status")["entry"], "rule": "3", "must": True}
    ]


def test_a_seat_is_told_what_it_may_know_and_the_referee_everything(client: Client) -> None:
    client.ok("script", dice=[6], draws=["luck"])
    client.ok("answer", seat="a", answer={"pick": "raid", "answer": "b"})
    drawn = [e for e in client.ok("log")["entries"] if e["t"] == "draw"][-1]
    assert [opening["i"] for opening in drawn["openings"]] == [0, 1]
    for seat, known in (("a", [1]), ("b", [1]), ("c", []), (None, [])):
        drawn = [e for e in client.ok("log", seat=seat)["entries"] if e["t"] == "draw"][-1]
        assert [opening["i"] for opening in drawn["openings"]] == known
    hands = {seat: client.ok("view", seat=seat)["view"]["hand"] for seat in ("a", "b", "c", None)}
    assert hands["a"] == ["luck", "luck", "treachery", "treachery"]
    assert hands[None] == []


def test_another_seats_decision_is_said_by_seat_and_rule_alone() -> None:
    client = Client().founded()
    pending = client.ok("pending", seat="b")["pending"]
    assert [sorted(asked) for asked in pending] == [
        ["entry", "must", "rule", "seat"],
        ["about", "choice", "entry", "must", "prompt", "rule", "seat"],
        ["entry", "must", "rule", "seat"],
    ]
    everything = client.ok("pending")["pending"]
    assert [len(asked["choice"]["options"]) for asked in everything] == [2, 3, 2]


def test_a_simultaneous_answer_can_be_amended() -> None:
    client = Client().founded()
    assert client.refused("amend", seat="a", answer=["luck"])["kind"] == "not_now"
    client.ok("answer", seat="a", answer=["luck"])
    assert client.refused("answer", seat="a", answer=[])["kind"] == "not_now"
    client.ok("amend", seat="a", answer=["treachery"])
    client.ok("answer", seat="b", answer=[])
    client.ok("answer", seat="c", answer=[])
    assert client.ok("view", seat="a")["view"]["own_kept"] == ["treachery"]
    assert client.refused("amend", seat="a", answer=["luck"])["kind"] == "not_now"


@pytest.mark.parametrize(
    ("answer", "kind", "rule"),
    [
        ({"pick": "march", "answer": {"way": ["hill", "mill"], "toll": 0}}, "illegal", "3.1"),
        ({"pick": "raid", "answer": "a"}, "not_understood", ""),
        ({"pick": True}, "not_understood", ""),
        ([["a"]], "not_understood", ""),
        (None, "not_understood", ""),
        (1.5, "not_understood", ""),
        (10**30, "not_understood", ""),
        ({"pick": "vow", "answer": "x" * 50}, "illegal", "3.4"),
        ({"pick": "vow", "answer": "e\u0301"}, None, ""),
    ],
)
def test_wrong_answers_are_refused_by_kind(answer: Any, kind: str | None, rule: str, client: Client) -> None:
    if kind is None:
        client.ok("answer", seat="a", answer=answer)
        return
    said = client.refused("answer", seat="a", answer=answer)
    assert (said["kind"], said["rule"]) == (kind, rule)


def test_a_command_written_on_another_head_is_refused(client: Client) -> None:
    head = client.ok("status")["head"]
    assert client.refused("answer", seat="a", answer={"pick": "rest"}, head="00" * 32)["kind"] == "not_now"
    client.ok("answer", seat="a", answer={"pick": "rest"}, head=head)
    assert client.refused("order", seat="b", text="rest", head=head)["kind"] == "not_now"


def test_orders_are_answers_in_words(client: Client) -> None:
    client.ok("order", seat="a", text="march hill: 0")
    assert client.refused("order", seat="b", text="send scout to mill")["candidates"] == [
        "scout_1",
        "scout_2",
    ]
    assert client.refused("order", seat="b", text="# nothing")["kind"] == "not_understood"
    assert client.refused("order", seat="a", text="rest")["kind"] == "not_now"


def test_several_orders_are_a_batch() -> None:
    client = Client().founded()
    said = client.ok("order", seat="a", text="luck; yes\nrest")
    assert (said["how"], said["done"], said["draft"]) == ("suspended", 1, ["yes", "rest"])
    said = client.refused("order", seat="b", text="\nlukk\nyes")
    assert (said["kind"], said["line"], said["order"]) == ("not_understood", 2, "lukk")


def test_a_batch_that_is_stopped_says_why(client: Client) -> None:
    client.ok("script", draws=["chaff"])
    said = client.ok("order", seat="b", text="feast; nobody")
    assert (said["how"], said["done"], said["draft"]) == ("stopped", 1, ["(feast) nobody"])
    assert said["refusal"]["kind"] == "not_understood"


# -- out of turn ---------------------------------------------------------------------------------


def test_acts_out_of_turn(client: Client) -> None:
    (offered,) = client.ok("asides", seat="b")["asides"]
    assert [item["name"] for item in offered["choice"]["choices"]] == ["feast", "accept"]
    (barred,) = client.ok("asides", seat="a")["asides"][0]["choice"]["barred"]
    assert (barred["name"], barred["rule"]) == ("feast", "5.1")
    client.ok("script", draws=["chaff"])
    client.ok("aside", seat="b", answer={"pick": "feast"})
    assert client.ok("asides", seat="c")["asides"] == []
    assert client.refused("aside", seat="c", answer={"pick": "feast"})["kind"] == "not_now"


def test_windows_are_asked_only_where_the_table_was_founded_so() -> None:
    client = Client().ordering(windows={"raid": "ask"})
    said = client.ok("answer", seat="a", answer={"pick": "raid", "answer": "b"})
    assert [(asked["seat"], asked["window"]) for asked in said["pending"]] == [("b", 0), ("c", 0)]
    assert said["pending"][0]["occasion"]["subject"] == "b"
    client.ok("order", seat="b", text="play treachery")
    said = client.ok("close")
    assert [event["kind"] for event in said["events"]] == ["played"]
    assert client.refused("close")["kind"] == "not_now"


def test_standing_orders_act_and_tell_their_seat_alone(client: Client) -> None:
    said = client.ok("standing", seat="c", orders=["on raid do play treachery", "rest times 1"])
    assert said["standing"] == [
        {"order": "on raid do play treachery", "in_force": True, "used": 0},
        {"order": "rest times 1", "in_force": True, "used": 0},
    ]
    client.ok("script", dice=[1])
    said = client.ok("answer", seat="a", answer={"pick": "raid", "answer": "b"})
    assert "notes" not in said
    assert [asked["seat"] for asked in said["pending"]] == ["b"]
    refused = client.refused("standing", seat="c", orders=["rest", "dance"])
    assert (refused["kind"], refused["line"]) == ("not_understood", 2)
    client.ok("script", dice=[2, 3, 4])
    said = client.ok("answer", seat="b", answer={"pick": "rest"})
    assert {asked["rule"] for asked in said["pending"]} == {"2.3"}


def test_the_referee_reads_what_a_seat_is_told_alone() -> None:
    client = Client().ordering(windows={"die": "ask"})
    client.ok("standing", seat="b", orders=["on die do play treachery"])
    client.ok("script", dice=[1])
    client.ok("answer", seat="a", answer={"pick": "raid", "answer": "b"})
    (note,) = client.ok("close")["notes"]
    assert (note["seat"], note["order"]) == ("b", "on die do play treachery")


# -- looking at a decision -----------------------------------------------------------------------


def test_the_next_field_of_a_form(client: Client) -> None:
    said = client.ok("next", seat="a", answer={"pick": "march"})
    assert (said["field"], said["choice"]["shape"]) == ("way", "route")
    said = client.ok("next", seat="a", answer={"pick": "march", "answer": {"way": ["hill"]}})
    assert (said["field"], said["choice"]["shape"], said["choice"]["max"]) == ("toll", "amount", 2)
    said = client.ok("next", seat="a", answer={"pick": "march", "answer": {"way": ["hill"], "toll": 0}})
    assert (said["field"], said["choice"]) == (None, None)
    assert client.refused("next", seat="a", answer={"pick": "march", "answer": {"way": ["moor"]}})["kind"]
    assert client.refused("next", seat="a", answer={"pick": "rest"})["kind"] == "not_understood"
    assert client.refused("next", seat="a")["kind"] == "not_understood"


def test_samples_are_legal_and_nothing_is_submitted(client: Client) -> None:
    before = client.ok("status")
    answers = client.ok("sample", seat="a", n=40, seed=7)["answers"]
    assert answers == client.ok("sample", seat="a", n=40, seed=7)["answers"]
    assert {answer["pick"] for answer in answers} > {"march", "raid", "send"}
    assert client.ok("status") == before
    for answer in answers[:10]:
        other = Client().ordering()
        other.ok("script", dice=[5] * 9, draws=["luck", "bell", "feast"])
        other.do("answer", seat="a", answer=answer)
    for wrong in ({"n": 0}, {"n": 10**9}, {"seed": -1}):
        assert client.refused("sample", seat="a", **wrong)["kind"] == "bad_request"


def test_completion_and_reach(client: Client) -> None:
    assert client.ok("complete", seat="a", text="ra") == {
        "ok": True,
        "completions": [{"text": "raid", "label": "raid"}],
    }
    said = client.ok("complete", seat="a", text="march hill-", barred=True)
    assert [line["text"] for line in said["completions"]] == ["march hill-Mill"]
    assert [(line["text"], line["rule"]) for line in said["barred"]] == [("march hill-ford", "3.1")]
    assert client.ok("reach", seat="a", piece="scout_1", barred=True)["reach"][0] == {
        "to": "ford",
        "path": ["ford"],
        "cost": 0,
        "as": "to",
    }
    assert client.refused("complete", seat="b", text="", barred=1)["kind"] == "bad_request"


def test_bars_are_said_in_the_readers_language() -> None:
    client = Client().ordering()
    client.session.playing.table.world.cups["relics"] = []
    (bar,) = client.ok("pending", seat="a")["pending"][0]["choice"]["barred"]
    assert bar == {"name": "search", "label": "search", "rule": "3.7", "why": "there are no relics left"}


# -- looking at the game -------------------------------------------------------------------------


def test_status_says_what_is_left_of_the_script(client: Client) -> None:
    client.ok("script", dice=[6], draws=["luck"])
    status = client.ok("status")
    assert status["script_left"] == {"dice": [6], "draws": ["luck"]}
    assert (status["turn"], status["phase"], status["trail"], status["over"]) == (
        0,
        "order",
        ["order"],
        False,
    )
    assert status["result"] is None


def test_a_die_beyond_the_script_is_an_error_that_changes_nothing(client: Client) -> None:
    said = client.refused("answer", seat="a", answer={"pick": "raid", "answer": "b"})
    assert said["kind"] == "bad_request"
    client.ok("script", dice=[1])
    client.ok("answer", seat="a", answer={"pick": "raid", "answer": "b"})


def test_only_a_scripted_table_takes_a_script() -> None:
    client = Client()
    client.ok("found", game="markers", seed="00")
    assert client.refused("script", dice=[6])["kind"] == "bad_request"


def test_the_world_is_for_the_referee_alone(client: Client) -> None:
    assert client.ok("world")["world"]["cups"]["hand_a"] == ["luck", "treachery", "treachery"]
    for seat in ("a", None):
        assert client.refused("world", seat=seat)["kind"] == "bad_request"


def test_undo_goes_back_and_plays_on_with_fresh_dice(client: Client) -> None:
    before = client.ok("status")["entry"]
    client.ok("script", dice=[1])
    client.ok("answer", seat="a", answer={"pick": "raid", "answer": "b"})
    client.ok("undo", to=before)
    for gone in (before + 1, before + 99, 1):
        assert client.refused("undo", to=gone)["kind"] == "not_now"
    client.ok("script", dice=[6], draws=["luck"])
    said = client.ok("answer", seat="a", answer={"pick": "raid", "answer": "b"})
    assert [(roll["got"], roll["epoch"]) for roll in said["dice"]] == [([6], 4)]
    lines = client.ok("export", seat="all")["lines"]
    assert verify.Walk(verify.read(lines)).run().errors == []


def test_undo_restores_world_questions_and_standing_orders(client: Client) -> None:
    entry, before = client.ok("status")["entry"], client.ok("pending")["pending"]
    world = client.ok("world")["world"]
    client.ok("script", dice=[1])
    client.ok("standing", seat="a", orders=["raid b times 1"])
    assert client.session.playing.kept["a"][0].used == [entry + 1]
    said = client.ok("undo", to=entry)
    assert (said["events"], said["dice"]) == ([], [])
    assert [{**asked, "entry": entry} for asked in said["pending"]] == before
    assert client.ok("world")["world"] == world
    assert client.session.playing.kept["a"][0].used == []
    last = client.ok("log", **{"from": entry + 1})["entries"][-1]
    assert (last["t"], last["to"], last["keep"], last["by"]) == ("undo", entry, 0, "referee")
    client.ok("answer", seat="a", answer={"pick": "rest"})


def test_an_undo_to_every_entry_leads_where_the_game_was() -> None:
    client = Client()
    client.ok("found", game="markers", seed="07", windows={"default": "ask"})
    asked = {client.ok("status")["entry"]: client.ok("pending")["pending"]}
    for seed in range(40):
        client.play(seed, 1)
        asked[client.ok("status")["entry"]] = client.ok("pending")["pending"]
    first = client.session.playing.first
    for entry in sorted(asked, reverse=True)[1:]:
        if entry >= first:
            said = client.ok("undo", to=entry)["pending"]
            strip = [{k: v for k, v in one.items() if k != "entry"} for one in asked[entry]]
            assert [{k: v for k, v in one.items() if k != "entry"} for one in said] == strip
    lines = client.ok("export", seat="all")["lines"]
    assert verify.Walk(verify.read(lines)).run().errors == []


# -- the line itself -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b" ",
        b"null",
        b"[]",
        b'"pending"',
        b"{}",
        b'{"do":null}',
        b'{"do":"dance"}',
        b'{"do":"pending","x":1}',
        b'{"do":"pending"',
        b'{"do":"pending"}{"do":"pending"}',
        b'{"do":"pending","seat":"nobody"}',
        b'{"do":"pending","seat":7}',
        b'{"do":"answer","seat":null,"answer":[]}',
        b'{"do":"answer","seat":"a"}',
        b'{"do":"answer","seat":"a","answer":NaN}',
        b'{"do":"order","seat":"a","text":"\\ud800"}',
        b'{"do":"undo","to":"1"}',
        b'{"do":"export","seat":"none"}',
        b"\xff\xfe\x00",
        b'{"do":"order","seat":"a","text":"\xff"}',
        b'{"do":"next","seat":"a","answer":' + b"[" * 5000 + b"]" * 5000 + b"}",
        b"[" * 100_000,
        b"\x00" * 10,
    ],
)
def test_what_is_no_command_is_refused_and_changes_nothing(line: bytes, client: Client) -> None:
    before = client.ok("status")
    said = client.raw(line)
    assert (said["ok"], said["kind"]) == (False, "bad_request")
    assert client.ok("status") == before


def test_a_broken_rule_keeps_nothing_and_the_table_goes_on(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = client.ok("status")

    def broken(world: object, seat: object, victim: object) -> None:
        raise ZeroDivisionError("a rule is broken")

    monkeypatch.setattr("tests.toys.markers.raid", broken)
    said = client.do("answer", seat="a", answer={"pick": "raid", "answer": "b"})
    assert (said["ok"], said["kind"]) == (False, "defect")
    assert client.ok("status") == before
    client.ok("answer", seat="a", answer={"pick": "rest"})


def test_one_line_out_for_each_line_in_until_the_end() -> None:
    lines = [
        b'{"do":"games"}',
        b"\xff",
        b"",
        b'{"do":"pending"}',
        b"x" * (9 * 1024 * 1024),
        b'{"do":"games"}',
    ]
    sink = io.BytesIO()
    serve({GAME.name: GAME}, lambda game: UMPIRE, io.BytesIO(b"\n".join(lines)), sink)
    said = [json.loads(line) for line in sink.getvalue().split(b"\n")[:-1]]
    assert [one["ok"] for one in said] == [True, False, False, False, False, True]


def test_the_module_speaks_the_protocol_and_lists_the_games() -> None:
    def run(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "adjudicator", *arguments]
        return subprocess.run(
            command, input=given, capture_output=True, cwd=ROOT, timeout=LONGEST, check=False
        )

    listed = run()
    assert (listed.returncode, listed.stdout.startswith(b"julius_caesar")) == (0, True)
    table = run("table", given=b'{"do":"games"}\r\n\xff\n{"do":"found","game":"julius_caesar","seed":"00"}')
    said = [json.loads(line) for line in table.stdout.splitlines()]
    assert [one["ok"] for one in said] == [True, False, True]
    assert (table.returncode, table.stderr) == (0, b"")
    assert run("chairs").returncode == 2


def test_heads_are_those_of_the_entries_as_they_are_said() -> None:
    client = Client()
    client.ok("found", game="markers", seed="00")
    client.play(1, 5)
    head = b""
    for entry in client.ok("log", seat=None)["entries"]:
        body = {key: value for key, value in entry.items() if key not in ("head", "openings")}
        head = th("log", head, canon(body))
        assert head.hex() == entry["head"]
    assert head.hex() == client.ok("status")["head"]


def test_a_seed_or_a_script_not_both() -> None:
    said = Client().do("found", game="markers", seed="00", dice="scripted", script=SCRIPT)
    assert said["kind"] == "bad_request"
