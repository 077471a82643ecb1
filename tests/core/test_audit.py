from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from adjudicator import GAMES
from adjudicator.core import Occasion, WindowPolicy, ask, window
from adjudicator.core.audit import verify
from adjudicator.core.audit.audit import Report, audit
from adjudicator.core.log.chain import effective
from adjudicator.core.log.chance import sampler
from adjudicator.core.log.export import export
from tests.core.campaign import Campaign
from tests.core.scripted import GAME
from tests.core.small import W, game, yes_no
from tests.protocol.client import Client

pytestmark = pytest.mark.xdist_group("audit")  # its fixtures are made once

KNOWN = {**GAMES, GAME.name: GAME}
Lines = list[dict[str, Any]]


def exported(client: Client) -> Lines:
    return [json.loads(line) for line in client.ok("export", seat="all")["lines"]]


def judged(lines: Lines) -> Report:
    return audit([json.dumps(line) for line in lines], KNOWN)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("windows", ["pass", "ask"])
def test_a_game_with_undos_asides_and_standing_orders_is_sound(seed: int, windows: str) -> None:
    client = Client()
    client.ok("found", game="markers", seed=f"0{seed}", windows={"default": windows})
    client.ok(
        "standing", seat="a", orders=["on raid do treachery", "on marker do treachery", "on rest do feast"]
    )
    client.ok("standing", seat="b", orders=["on die do luck times 1", "on rest do feast"])
    rng = sampler(seed)
    for _ in range(12):
        client.play(rng.below(10**6), 1 + rng.below(20))
        campaign = client.session.playing
        numbers = [entry.n for entry in effective(campaign.entries) if entry.n >= campaign.first]
        client.ok("undo", to=rng.choice(numbers[-20:-1]))
    client.play(seed)
    report = judged(exported(client))
    assert report.faults == []
    assert verify.Walk(verify.read(client.ok("export", seat="all")["lines"])).run().errors == []
    entries = [line for line in exported(client) if "t" in line]
    assert report.answers == sum(entry["t"] == "answer" for entry in entries)
    assert report.rolls == sum(len(entry["rolls"]) for entry in entries if entry["t"] == "batch")
    assert report.draws == sum(entry["t"] == "draw" for entry in entries)


def test_a_whole_game_of_julius_caesar_is_sound() -> None:
    client = Client()
    client.ok("found", game="julius_caesar", seed="0b")
    client.play(11)
    report = judged(exported(client))
    assert report.is_sound, report.faults
    assert report.answers > 100
    assert report.rolls > 0


@pytest.fixture(scope="module")
def lines() -> Lines:
    client = Client().ordering()
    client.ok("script", dice=[6, 5], draws=["luck"])
    client.ok("answer", seat="a", answer={"pick": "raid", "answer": "b"})
    client.ok("answer", seat="b", answer={"pick": "send", "answer": {"scout_1": "mill"}})
    return exported(client)


def test_the_unchanged_log_is_sound(lines: Lines) -> None:
    assert judged(lines).faults == []


def entry(lines: Lines, t: str, last: bool = True) -> dict[str, Any]:
    found = [line for line in lines if line.get("t") == t]
    return found[-1 if last else 0]


def opening(lines: Lines, n: int, i: int) -> dict[str, Any]:
    return next(line for line in lines if line.get("open") == n and "t" not in line and line["i"] == i)


def another_label(lines: Lines) -> None:
    entry(lines, "batch")["rolls"][0]["label"] = "3.6 raid of b"


def a_roll_too_many(lines: Lines) -> None:
    rolls = entry(lines, "batch")["rolls"]
    rolls.append({**rolls[0]})


def a_roll_too_few(lines: Lines) -> None:
    entry(lines, "batch", last=False)["rolls"].clear()


def other_faces(lines: Lines) -> None:
    entry(lines, "batch")["rolls"][0]["faces"] = 8


def another_die(lines: Lines) -> None:
    entry(lines, "batch")["rolls"][0]["got"] = [1]


def an_illegal_answer(lines: Lines) -> None:
    entry(lines, "answer")["pub"]["scouts"] = 1
    opening(lines, entry(lines, "answer")["n"], 1)["part"]["answer"] = {"scout_1": "moon"}


def another_public_part(lines: Lines) -> None:
    entry(lines, "answer")["pub"] = {"scouts": 2}


def another_question(lines: Lines) -> None:
    opening(lines, entry(lines, "answer")["n"], 0)["part"]["q"] = "00" * 32


def another_seat(lines: Lines) -> None:
    entry(lines, "answer")["seat"] = "c"


def a_chit_that_was_not_there(lines: Lines) -> None:
    opening(lines, entry(lines, "draw")["n"], 0)["part"]["of"] = ["feast", "luck"]


def another_audience(lines: Lines) -> None:
    entry(lines, "draw")["seals"][1]["for"] = ["a", "b", "c"]


def a_closed_seal(lines: Lines) -> None:
    lines.remove(opening(lines, entry(lines, "answer")["n"], 0))


def other_cups(lines: Lines) -> None:
    lines[0]["cups"]["cup"].append("luck")


def another_scenario_option(lines: Lines) -> None:
    lines[0]["options"] = {"rounds": "one"}
    lines[0]["cups"]["relics"].pop()


def another_game(lines: Lines) -> None:
    lines[0]["game"] = "chess/00"


def a_missing_field(lines: Lines) -> None:
    del entry(lines, "batch")["rolls"][0]["count"]


def an_order_too_many(lines: Lines) -> None:
    lines.append({**entry(lines, "look"), "n": entry(lines, "answer")["n"] + 1})


def another_end(lines: Lines) -> None:
    n = entry(lines, "answer")["n"] + 1
    lines.append(
        {
            "n": n,
            "t": "end",
            "time": 0,
            "why": "over",
            "result": {"winner": "a"},
            "by": "rules",
            "consent": [],
            "hroot": "",
        }
    )


def an_edit(lines: Lines) -> None:
    n = entry(lines, "answer")["n"] + 1
    edit = {"n": n, "t": "edit", "time": 0, "by": "referee", "why": "", "pub": {}, "sizes": {}}
    lines.append({**edit, "seals": [{"for": [], "c": "00"}]})


@pytest.mark.parametrize(
    ("cheat", "says"),
    [
        (another_label, "rolls"),
        (a_roll_too_many, "rolls"),
        (a_roll_too_few, "roll 0 is missing from the log, or is not the one the rules call for"),
        (other_faces, "rolls"),
        (another_die, "the rules"),
        (an_illegal_answer, "not legal"),
        (another_public_part, "pub"),
        (another_question, "do not ask"),
        (another_seat, "do not ask"),
        (a_chit_that_was_not_there, "seal 0"),
        (another_audience, "seal 1"),
        (a_closed_seal, "closed"),
        (other_cups, "containers"),
        (another_scenario_option, "containers"),
        (another_game, "chess"),
        (a_missing_field, "count"),
        (an_order_too_many, "wait for a player"),
        (another_end, "by the rules the game does not end like this"),
        (an_edit, "closed"),
    ],
)
def test_only_an_audit_finds(cheat: Callable[[Lines], None], says: str, lines: Lines) -> None:
    changed: Lines = json.loads(json.dumps(lines))
    cheat(changed)
    (fault,) = judged(changed).faults
    assert says in fault


def test_a_log_that_ends_before_the_rules_wait_is_told(lines: Lines) -> None:
    cut = lines.index(entry(lines, "draw"))
    (fault,) = judged(lines[:cut]).faults
    assert "needs" in fault or "need a draw" in fault


def test_a_change_of_code_is_noted(lines: Lines) -> None:
    rules = {"n": 99, "t": "rules", "time": 0, "version": "2", "rules": "", "data": "", "why": "release"}
    report = judged([*lines, rules])
    assert report.is_sound
    assert len(report.notes) == 1


def test_a_window_passed_in_silence_is_not_the_next_window() -> None:
    async def two(w: W) -> None:
        await ask("a", yes_no())
        for kind in ("silent", "loud"):
            w.notes.append(str(await window(Occasion(kind, "2"), {"b": yes_no("2")})))
        await ask("a", yes_no())

    campaign = Campaign(game(two), policy=WindowPolicy({"loud": "ask"}))
    campaign.submit("a", "yes")
    campaign.submit("b", {"pick": "play", "answer": "no"})
    table = campaign.submit("a", "yes")
    assert table.world.notes == ["None", "('b', 'no')"]
    report = audit(export(campaign.entries, "all"), {"small": campaign.game})
    assert report.faults == []
    assert report.answers == 3


# -- standing orders against what was played ---------------------------------------------------------


def with_orders(seed: int, *, windows: str = "pass") -> Lines:
    """A game in which orders of two seats act in windows and at rests."""
    client = Client()
    client.ok("found", game="markers", seed=f"0{seed}", windows={"default": windows})
    client.ok("standing", seat="a", orders=["on raid do treachery", "on marker do treachery"])
    client.ok("standing", seat="b", orders=["on die do luck", "on raid do treachery"])
    client.play(seed)
    lines = exported(client)
    assert judged(lines).faults == []
    return lines


def sealed(lines: Lines) -> list[dict[str, Any]]:
    """Return the content of seal 0 of each answer, in order."""
    answers = [line["n"] for line in lines if line.get("t") == "answer"]
    return [opening(lines, n, 0)["part"] for n in answers]


def acted(lines: Lines) -> list[int]:
    """The places, among the answers, of those that orders gave in windows."""
    answers = [line for line in lines if line.get("t") == "answer"]
    return [
        place
        for place, part in enumerate(sealed(lines))
        if part["standing"] and place and answers[place]["by"] == "seat"
    ]


def test_an_order_that_acts_must_say_so_and_have_been_sealed_before() -> None:
    found = set()
    for seed in range(5):
        for place in acted(with_orders(seed))[:1]:
            for kind, books in (("no standing order", {}), ("was not sealed before", None)):
                lines = with_orders(seed)
                parts = sealed(lines)
                if books is None:
                    parts[place - 1]["books"] = {}
                else:
                    parts[place]["books"] = books
                (fault,) = judged(lines).faults
                assert kind in fault
                found.add(kind)
    assert len(found) == 2


def test_an_order_that_is_passed_over_is_found() -> None:
    found = 0
    for seed in range(5):
        client = Client()
        client.ok("found", game="markers", seed=f"0{seed}", windows={"default": "pass"})
        client.play(seed)
        lines = exported(client)
        for part in sealed(lines):
            part["books"] = {"a": ["on raid do treachery"], "b": ["on raid do treachery"]}
        faults = judged(lines).faults
        assert all("should have acted before this entry" in fault for fault in faults)
        found += len(faults)
    assert found >= 2


def test_an_order_that_is_passed_over_and_then_left_out_is_found() -> None:
    """Nobody can take an order back between the answer that sealed it and the window; one that ends by itself
    may have ended.
    """
    found = 0
    for ending in ("", " times 9"):
        for seed in range(5):
            client = Client()
            client.ok("found", game="markers", seed=f"0{seed}", windows={"default": "pass"})
            client.play(seed)
            lines = exported(client)
            for place, part in enumerate(sealed(lines)):
                books = {"a": ["on raid do treachery" + ending], "b": ["on raid do treachery" + ending]}
                part["books"] = books if place % 2 else {}
            faults = judged(lines).faults
            assert not (ending and faults)
            found += len(faults)
    assert found


def test_a_window_that_should_have_been_asked_is_told_from_a_silent_pass() -> None:
    for windows, other in (("pass", "ask"), ("ask", "standing")):
        lines = with_orders(1, windows=windows)
        for mode, is_sound in ((other, False), (windows.replace("pass", "standing"), True)):
            terms = {"n": 0, "t": "terms", "time": 0, "modes": {"default": mode}, "pace": {}, "by": "founder"}
            assert judged([*lines, terms]).is_sound is is_sound
