"""The levels of the computer: which may be chosen, what the log says, and that no thought is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from adjudicator import GAMES
from adjudicator.computer_audit import ComputerProof
from adjudicator.core import NotNow
from adjudicator.core.audit.audit import Report, judge
from adjudicator.core.log.chance import sampler
from adjudicator.opponents import considered, levels
from adjudicator.rules_version import rules_version
from adjudicator.search import job as jobs
from adjudicator.search.job import Job
from adjudicator.search.opponent import Plan as Orders
from service import api
from service.api import Held
from service.runtime.computer import Thinkers, run_ai
from service.runtime.worker import Worker
from service.text.localizer import Localizer
from service.usecases.agreeing import ending, undo
from service.usecases.play import playing, queries
from service.usecases.seats import founding
from service.usecases.time import ai_player
from service.usecases.time.ai_player import USER, Asks, Found
from service.values.records import Message, Plan, level_of
from tests.harness.service import ServiceHarness, by, service_harness


@pytest.fixture(autouse=True)
def few_courses(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tested here does not depend on how long it thinks."""
    monkeypatch.setitem(jobs.BUDGETS, 2, 8)


@pytest.fixture
def b(tmp_path: Path) -> Iterator[ServiceHarness]:
    with service_harness(tmp_path / "tabellarius.sqlite") as found:
        yield found


def begun(b: ServiceHarness, level: int = 2, seed: bytes = b"levels") -> int:
    """A war in which `ann` is Caesar, and the computer Pompey; the first cards are asked for."""
    campaign = b.service.found(
        by("founder"), Plan("julius_caesar", "war", "Test", referee="founder", seed=seed)
    ).campaign
    b.service.do(by("ann"), campaign, founding.join, "caesar", "Ann")
    b.service.do(by("founder"), campaign, ai_player.invite, "pompey", level)
    return campaign


def asked(b: ServiceHarness, campaign: int) -> Asks:
    """What the computer has to think about now."""
    found = b.service.asks_of_ai(campaign)
    assert found is not None
    return found


def to_its_turn(b: ServiceHarness, campaign: int) -> None:
    """Let Ann answer at random until the computer has something to think about."""
    while b.service.asks_of_ai(campaign) is None:
        pending = b.service.look(campaign, queries.pending, "caesar")
        assert pending is not None
        b.service.do(by("ann"), campaign, playing.submit, "caesar", pending.choice.sample(sampler(0)))


def test_only_where_its_gain_was_measured_a_level_can_be_chosen(b: ServiceHarness) -> None:
    assert [levels(game) for game in GAMES.values()] == [(1, 2), (1,), (1,), (1,)]
    for name, scenario in (("belisarius", "advance"), ("ottomans", "s1_tc")):
        campaign = b.service.found(by("founder"), Plan(name, scenario, "Test")).campaign
        seat = b.service.status(campaign).campaign.seats[0]
        with pytest.raises(NotNow, match="not at level"):
            b.service.do(by("founder"), campaign, ai_player.invite, seat, 2)


def test_the_level_belongs_to_the_seat_and_stands_in_the_log(b: ServiceHarness) -> None:
    campaign = begun(b)
    member = b.service.status(campaign).members["pompey"]
    assert (member.who, level_of(member.who)) == ("\N{BULLSEYE} The computer, level 2", 2)
    card = b.context.log.entries(campaign, 0)
    assert any(member.who in str(entry.body) for entry in card)
    assert "レベル2" in Localizer("ja").person(member.user, member.who)
    assert level_of("Ann") == level_of("\N{BULLSEYE} The computer, level") == 0


def test_a_job_is_made_again_after_a_crash(b: ServiceHarness) -> None:
    """Nothing of it is stored: whoever is killed while it thinks thinks the same again."""
    campaign = begun(b)
    before = asked(b, campaign)
    b.store.close()
    again = ServiceHarness(b.path)
    after = asked(again, campaign)
    assert msgspec.msgpack.encode(after) == msgspec.msgpack.encode(before)
    again.service.answer_as_ai(campaign, Found(after.seat, after.head, considered(after.job)))
    assert "pompey" not in {one.seat for one in again.service.asked(campaign)}
    again.store.close()


def test_what_was_found_is_dropped_if_the_game_has_changed(b: ServiceHarness) -> None:
    """After an undo while it thinks it thinks anew, of the question that is open now."""
    campaign = begun(b)
    for _ in range(3):
        to_its_turn(b, campaign)
        b.service.answer_as_ai(campaign)
    to_its_turn(b, campaign)
    old = asked(b, campaign)
    found = Found(old.seat, old.head, considered(old.job))
    to = b.service.look(campaign, undo.points)[-1].to
    b.service.do(by("founder"), campaign, undo.by_referee, to, 0, "again")
    head = b.service.status(campaign).campaign.head
    b.service.answer_as_ai(campaign, found)
    assert b.service.status(campaign).campaign.head == head, "nothing is done at another head"
    to_its_turn(b, campaign)
    new = asked(b, campaign)
    assert new.head != old.head
    b.service.answer_as_ai(campaign, Found(new.seat, new.head, considered(new.job)))
    assert b.service.status(campaign).campaign.head != new.head


def test_without_a_thought_nothing_is_answered(b: ServiceHarness) -> None:
    campaign = begun(b)
    asked(b, campaign)
    with pytest.raises(Held):
        b.service._do(Message("", USER), campaign, ai_player.act)


def test_the_orders_of_a_plan_are_given_at_one_go(b: ServiceHarness) -> None:
    """§6.1 A movement phase is thought of as a whole: one job, however many orders."""
    campaign = begun(b)
    to_its_turn(b, campaign)
    while asked(b, campaign).job.known.view.phase != "movement":
        b.service.answer_as_ai(campaign)
        to_its_turn(b, campaign)
    before = len(b.context.log.entries(campaign, 0))
    b.service.answer_as_ai(campaign)
    entries = b.context.log.entries(campaign, 0)[before:]
    answers = [entry.answer["pick"] for entry in entries if entry.t == "answer"]
    assert answers[-1] == "end" and len(answers) > 1


@pytest.mark.matrix
def test_processes_find_what_is_found_here(b: ServiceHarness) -> None:
    """One worker and several: the answer is a function of the job."""
    campaign = begun(b)
    job = structs.replace(asked(b, campaign).job, budget=8)

    async def think() -> list[Orders | None]:
        thinkers = Thinkers(2)
        try:
            return [*await asyncio.gather(*(thinkers.think(job, n) for n in range(4)))]
        finally:
            thinkers.close()

    assert asyncio.run(think()) == [considered(job)] * 4


def test_while_it_thinks_others_go_on_and_no_answer_comes_too_soon(
    b: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A transaction waits for no thought; the time of an answer tells nothing."""
    campaign, thoughts = begun(b), list[Job]()

    async def think(self: Thinkers, job: Job, urgency: int = 0) -> Orders | None:
        thoughts.append(job)
        return considered(job)

    monkeypatch.setattr(Thinkers, "think", think)

    async def run() -> tuple[bool, float]:
        worker, now = Worker(b.service), asyncio.get_running_loop().time
        began, playing = now(), asyncio.create_task(run_ai(worker, 0, floor=0.5))
        while not thoughts:
            await asyncio.sleep(0.01)
        still = await worker.run_silently(lambda service: service.asks_of_ai(campaign) is not None)
        while await worker.run_silently(lambda service: service.asks_of_ai(campaign) is not None):
            await asyncio.sleep(0.01)
        took = now() - began
        playing.cancel()
        await worker.close()
        return still, took

    still, took = asyncio.run(run())
    assert still and took >= 0.5 and len(thoughts) == 1


def test_a_search_that_breaks_holds_its_game_and_no_other(
    b: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would break again at once, and for ever."""
    campaign, tried = begun(b), list[Job]()

    async def think(self: Thinkers, job: Job, urgency: int = 0) -> Orders | None:
        tried.append(job)
        raise ZeroDivisionError("a worth broke")

    monkeypatch.setattr(Thinkers, "think", think)

    async def run() -> None:
        worker = Worker(b.service)
        playing = asyncio.create_task(run_ai(worker, 0, floor=0.0))
        async with asyncio.timeout(20):
            while not (await worker.run_silently(lambda service: service.campaign(campaign).held)):
                await asyncio.sleep(0.01)
        other = await worker.run(lambda service: begun(b, 1, b"other"))
        async with asyncio.timeout(20):
            while "pompey" in {one.seat for one in b.service.asked(other)}:
                await asyncio.sleep(0.01)
        playing.cancel()
        await worker.close()

    asyncio.run(run())
    assert len(tried) == 1
    assert any(post.audience == "referee" for post in b.service.posts(campaign, ["referee"]))


def over(b: ServiceHarness, steps: int) -> list[str]:
    """The export of a war that level 2 and level 1 have played for some answers, ended by its referee."""
    b.umpire = rules_version("julius_caesar")
    plan = Plan("julius_caesar", "war", "Test", referee="judge", seed=b"levels")
    campaign = b.service.found(by("founder"), plan).campaign
    for seat, level in (("caesar", 2), ("pompey", 1)):
        b.service.do(by("founder"), campaign, ai_player.invite, seat, level)
    for _ in range(steps):
        b.service.play_ai()
    if not b.service.status(campaign).over:
        b.service.do(by("judge"), campaign, ending.end, "time")
    return b.service.look(campaign, queries.export, "all")


def test_every_answer_of_the_computer_is_computed_again(b: ServiceHarness) -> None:
    """An opened log proves that it decided from what its seat saw, at the level that the log names."""
    lines = over(b, 14)
    report = judge(lines, GAMES, ComputerProof)
    assert isinstance(report, Report) and report.faults == []
    assert report.computed >= 14 and report.notes == []


def test_another_answer_than_the_computers_is_found(
    b: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        api, "considered", lambda job: considered(structs.replace(job, seed=bytes(32), budget=40))
    )
    lines = over(b, 40)
    report = judge(lines, GAMES, ComputerProof)
    assert isinstance(report, Report) and "the computer decides" in str(report.faults[0])


@pytest.mark.matrix
def test_a_whole_war_of_level_two_is_audited(b: ServiceHarness) -> None:
    """Both sides; the log verifies, and the audit finds the computer's answers again."""
    b.umpire = rules_version("julius_caesar")
    campaign = b.service.found(
        by("founder"), Plan("julius_caesar", "war", "Test", referee="founder", seed=b"levels")
    ).campaign
    for seat in ("caesar", "pompey"):
        b.service.do(by("founder"), campaign, ai_player.invite, seat, 2)
    while b.service.play_ai():
        pass
    assert b.service.status(campaign).over
    report = judge(b.service.look(campaign, queries.export, "all"), GAMES, ComputerProof)
    assert isinstance(report, Report) and report.faults == report.notes == [] and report.computed > 100
