"""Defects, other code than before, and the rehearsal before an upgrade (architecture.md §3)."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator.core import Amount, Game, ask, ask_all, words
from adjudicator.core.language.languages import FIRST
from adjudicator.core.log.founding import RulesVersion
from adjudicator.rules_version import VERSION, rules_version
from service.api import Held
from service.usecases.agreeing import ending, undo
from service.usecases.play import playing as playing_acts
from service.usecases.play import queries
from service.usecases.rehearse import rehearse
from service.values.posts import AlarmNotice
from service.values.words import speak
from tests.harness.damage import decayed
from tests.harness.posts import about, contents, sentences
from tests.harness.service import ServiceHarness, by, service_harness
from tests.toys import nim

ROOT = Path(__file__).resolve().parent.parent.parent


def broken() -> Game:
    async def take(w: Any) -> None:
        await ask(w.mover, Amount(rule="3", prompt=words("?"), least=1, most=3))
        raise KeyError("a slip in a rule")

    return replace(nim.GAME, proceed=lambda w: take(w) if w.mover else nim.proceed(w))


def asked_otherwise() -> Game:
    """The heap is bid for in matches: the question is not the one that was answered."""

    async def bid(w: Any) -> None:
        amount = Amount(rule="2", prompt=words("How many {things}?", things="matches"), least=0, most=3)
        await ask_all({seat: amount for seat in w.seats})

    return replace(nim.GAME, proceed=lambda w: bid(w) if not w.winner else None)


def test_a_broken_rule_keeps_nothing_and_holds_the_campaign(tmp_path: Path) -> None:
    with service_harness(tmp_path / "a.sqlite", {"nim": broken()}) as b:
        campaign = b.found("nim", "short")
        b.service.do(by("north"), campaign, playing_acts.submit, "north", 1)
        b.service.do(by("south"), campaign, playing_acts.submit, "south", 0)
        log, posts = b.service.log(campaign), len(b.waiting(1000))
        with pytest.raises(Held, match=r"error [0-9a-f]{8}"):
            b.service.do(by("north", "press"), campaign, playing_acts.submit, "north", 1)
        assert b.service.log(campaign) == log
        alarm, public = b.waiting(1000)[posts:]
        assert (public.audience, about(public)) == ("channel", "held")
        assert (alarm.audience, about(alarm)) == ("referee", "defect")
        assert re.fullmatch("error [0-9a-f]{8}", b.service.status(campaign).campaign.held)
        assert "KeyError" in sentences([alarm], "defect")[0]
        b.service.release(by("judge"), campaign)
        with pytest.raises(Held):
            b.service.do(by("north"), campaign, playing_acts.submit, "north", 1)
    with service_harness(tmp_path / "a.sqlite") as b:
        b.service.release(by("judge"), campaign)
        b.service.do(by("north", "press"), campaign, playing_acts.submit, "north", 1)
        b.play(campaign)
        assert b.service.look(campaign, queries.verdict).errors == []


def test_a_change_of_code_is_logged_once(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.play(campaign, 3)
    b.umpire = RulesVersion("0.2", "11" * 32, "22" * 32)
    b.play(campaign, 4)
    rules = [e for e in b.service.log(campaign) if e["t"] == "rules"]
    assert [(e["version"], e["rules"], e["data"]) for e in rules] == [("0.2", "11" * 32, "22" * 32)]
    b.play(campaign)
    assert b.service.look(campaign, queries.verdict).errors == []


def mid_procedure(path: Path) -> int:
    """A campaign in which one bid is in."""
    with service_harness(path) as b:
        campaign = b.found("nim", "long")
        b.found("nim", "short")
        b.play(campaign, 3)
        while len(b.service.asked(campaign)) != 2:
            b.step(campaign, 7)
        b.service.do(by("north"), campaign, playing_acts.submit, "north", 0)
        return campaign


def test_a_rehearsal_names_what_the_new_code_cannot_follow(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    campaign = mid_procedure(path)
    before = path.read_bytes()
    assert rehearse(path, {"nim": nim.GAME}) == (2, [])
    playing, (finding,) = rehearse(path, {"nim": asked_otherwise()})
    assert (playing, finding.campaign.id, finding.rule) == (2, campaign, "2")
    assert 0 < finding.rest < finding.campaign.n
    assert "another question" in speak(finding.why, FIRST)
    assert path.read_bytes() == before


def test_a_rehearsal_names_a_damaged_game_and_goes_on_to_the_others(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    campaign = mid_procedure(path)
    decayed(path, f"UPDATE rest SET world = flipped(world) WHERE campaign = {campaign}")
    playing, (finding,) = rehearse(path, {"nim": nim.GAME})
    assert (playing, finding.campaign.id) == (2, campaign) and "the position" in speak(finding.why, FIRST)


def test_new_code_that_asks_otherwise_holds_and_the_last_rest_is_offered(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    campaign = mid_procedure(path)
    with service_harness(path, {"nim": asked_otherwise()}) as b:
        b.umpire = RulesVersion("0.2", "11" * 32, "22" * 32)
        with pytest.raises(Held):
            b.service.do(by("south"), campaign, playing_acts.submit, "south", 1)
        (alarm,) = [p for p in b.waiting(1000) if about(p) == "stale"]
        with pytest.raises(Held):
            b.service.release(by("judge"), campaign)
        b.service.do(
            by("judge"), campaign, undo.by_referee, contents([alarm], AlarmNotice)[0].rest, 0, "new rules"
        )
        b.service.release(by("judge"), campaign)
        assert [a.seat for a in b.service.asked(campaign)] == ["north", "south"]
        b.service.do(by("south"), campaign, playing_acts.submit, "south", 1)
        assert [e["t"] for e in b.service.log(campaign)].count("rules") == 1
        assert b.service.look(campaign, queries.verdict).errors == []


def test_a_held_game_that_no_rules_can_follow_is_ended_without_points(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    campaign = mid_procedure(path)
    with service_harness(path, {"nim": asked_otherwise()}) as b:
        with pytest.raises(Held):
            b.service.do(by("judge"), campaign, ending.end, "enough")
        b.service.do(by("judge"), campaign, ending.end, "enough")
        assert b.service.log(campaign)[-1]["result"] == {}
        assert b.service.look(campaign, queries.verdict).errors == []


def test_worlds_of_a_newer_schema_are_held(tmp_path: Path) -> None:
    def richer(world: dict[str, Any]) -> dict[str, Any]:
        return {**world, "coins": {seat: 100 + coins for seat, coins in world["coins"].items()}}

    path, later = tmp_path / "a.sqlite", {"nim": replace(nim.GAME, migrations=(richer,))}
    campaign = mid_procedure(path)
    assert rehearse(path, later) == (2, [])
    with service_harness(path, later) as b:
        first = b.context.log.rests(campaign)[0][0]
        assert msgspec.to_builtins(b.service.view(campaign, None, first))["coins"] == {
            "north": 110,
            "south": 110,
        }
        b.service.do(by("south"), campaign, playing_acts.submit, "south", 1)
        assert min(msgspec.to_builtins(b.service.view(campaign, None))["coins"].values()) > 90
        kept = [b.context.log.rest(campaign, n) for n, _ in b.context.log.rests(campaign)]
        assert [rest.schema for rest in kept if rest is not None] == [1] * (len(kept) - 1) + [2]
    playing, (finding,) = rehearse(path, {"nim": nim.GAME})
    assert (playing, finding.campaign.id) == (2, campaign)
    assert "of schema 2, cannot be read" in speak(
        finding.why, FIRST
    ) and "knows the schemas 1 to 1 of nim" in speak(finding.why, FIRST)
    with service_harness(path) as b:
        with pytest.raises(Held):
            b.service.look(campaign, queries.pending, "north")
        (alarm,) = [p for p in b.waiting(1000) if about(p) == "stale"]
        assert "of schema 2" in sentences([alarm], "stale")[0]


def test_rules_are_named_by_their_code_and_data(tmp_path: Path) -> None:
    for file in (
        "adjudicator/core/a.py",
        "adjudicator/toy/r01.py",
        "adjudicator/other/r01.py",
        "data/toy/map.toml",
    ):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_bytes(b"1\n")
    first = rules_version.__wrapped__("toy", tmp_path)
    (tmp_path / "adjudicator/other/r01.py").write_bytes(b"2\n")
    (tmp_path / "data/toy/map.toml").write_bytes(b"1\r\n")
    assert rules_version.__wrapped__("toy", tmp_path) == first
    (tmp_path / "adjudicator/toy/r01.py").write_bytes(b"2\n")
    second = rules_version.__wrapped__("toy", tmp_path)
    assert (second.rules != first.rules, second.data) == (True, first.data)
    (tmp_path / "data/toy/map.toml").write_bytes(b"2\n")
    assert rules_version.__wrapped__("toy", tmp_path).data != first.data


def test_the_version_stands_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    given = project["tool"]["hatch"]["version"]
    assert re.findall(given["pattern"], (ROOT / given["path"]).read_text(encoding="utf-8")) == [VERSION]
