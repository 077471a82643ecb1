"""Half-filled panels outlive the process, belong to one person, and are never taken for another answer."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.language.errors import NotNow, Refusal
from adjudicator.core.log.chance import sampler
from adjudicator.julius_caesar import GAME as JULIUS_CAESAR
from service.usecases.agreeing import undo
from service.usecases.play import playing, queries
from service.usecases.seats import teams
from service.wizard.filled import Filled
from service.wizard.steps import decompose
from tests.harness.service import ServiceHarness, by, service_harness

SEED = b"drafts"


def half(b: ServiceHarness, campaign: int, seat: str) -> Filled:
    """Some of the picks of an answer to what is asked."""
    pending = b.service.look(campaign, queries.pending, seat)
    assert pending is not None
    answer = pending.choice.accept(pending.choice.sample(sampler(1)))
    return decompose(pending.choice, answer).until(1)


def markers(b: ServiceHarness) -> tuple[int, str]:
    """A campaign of the markers between two orders, and who is asked for one."""
    campaign = b.found("markers", "ring", seed=SEED)
    for n in range(200):
        (asked, *others) = b.service.asked(campaign)
        if asked.rule == "3" and not others:
            return campaign, asked.seat
        b.step(campaign, n)
    raise AssertionError("nobody was asked for an order")


def test_what_was_picked_is_found_again(b: ServiceHarness) -> None:
    campaign, seat = markers(b)
    filled = half(b, campaign, seat)
    assert b.service.draft(campaign, seat, seat, "pending") is None
    kept = b.service.keep_draft(campaign, seat, seat, "pending", filled)
    assert (kept.filled, kept.state) == (filled, "open")
    assert kept.question == b.service.asked(campaign)[0].entry
    assert b.service.draft(campaign, seat, seat, "pending") == kept
    assert b.service.keep_draft(campaign, seat, seat, "pending", Filled()).filled == Filled()
    b.service.drop_draft(campaign, seat, seat, "pending")
    assert b.service.draft(campaign, seat, seat, "pending") is None


def test_an_answer_takes_the_draft_with_it(b: ServiceHarness) -> None:
    campaign, seat = markers(b)
    b.service.keep_draft(campaign, seat, seat, "pending", half(b, campaign, seat))
    b.service.do(by(seat), campaign, playing.submit, seat, {"pick": "rest"})
    assert b.service.draft(campaign, seat, seat, "pending") is None


def test_a_refused_answer_leaves_it(b: ServiceHarness) -> None:
    campaign, seat = markers(b)
    kept = b.service.keep_draft(campaign, seat, seat, "pending", half(b, campaign, seat))
    with pytest.raises(Exception, match="expected"):
        b.service.do(by(seat), campaign, playing.submit, seat, {"pick": "fly"})
    assert b.service.draft(campaign, seat, seat, "pending") == kept


def test_one_whose_question_is_gone_is_told_so(b: ServiceHarness) -> None:
    """The referee went back to before it was asked: what is asked now is another thing."""
    campaign, seat = markers(b)
    b.service.keep_draft(campaign, seat, seat, "pending", half(b, campaign, seat))
    b.service.do(
        by("judge"),
        campaign,
        undo.by_referee,
        min(point.to for point in b.service.look(campaign, undo.points)),
        0,
        "test",
    )
    found = b.service.draft(campaign, seat, seat, "pending")
    assert found is not None
    assert found.state == "gone"


def test_one_that_is_asked_afresh_is_told_so(b: ServiceHarness) -> None:
    """Another has acted out of turn: the same is asked behind another entry."""
    states = set[str]()
    for seed in range(20):
        campaign = b.found("markers", "ring", seed=bytes([seed]))
        for n in range(100):
            for seat, other, answer in out_of_turn(b, campaign):
                b.service.keep_draft(campaign, seat, seat, "pending", half(b, campaign, seat))
                b.service.do(by(other), campaign, playing.aside, other, answer)
                found = b.service.draft(campaign, seat, seat, "pending")
                assert found is not None
                states.add(found.state)
                break
            if "afresh" in states or not b.step(campaign, n):
                break
    assert "afresh" in states
    assert states <= {"afresh", "gone"}, "what he did may ask something else first"


def out_of_turn(b: ServiceHarness, campaign: int) -> Iterator[tuple[str, str, object]]:
    """Yield a seat that is asked, one that may act out of turn, and its act."""
    asked = b.service.asked(campaign)
    for other in b.service.status(campaign).campaign.seats:
        aside = b.service.look(campaign, queries.asides, other)
        if aside is not None and other != asked[0].seat and asked[0].rule == "3":
            with suppress(NoneLegal):
                yield asked[0].seat, other, aside.sample(sampler(2))


def test_it_is_nobody_elses(b: ServiceHarness) -> None:
    """Not another's, nor the referee's; and nobody keeps one for a seat that is not his."""
    campaign, seat = markers(b)
    b.service.keep_draft(campaign, seat, seat, "pending", half(b, campaign, seat))
    assert b.service.draft(campaign, "judge", seat, "pending") is None
    for user in ("judge", "stranger", *({"a", "b", "c"} - {seat})):
        with pytest.raises(NotNow):
            b.service.keep_draft(campaign, user, seat, "pending", Filled())


def test_what_cannot_be_kept_is_refused(b: ServiceHarness) -> None:
    """A page may send half characters, or lists in lists without end."""
    campaign, seat = markers(b)
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    for key, filled in (
        ("pending", ["\ud800"]),
        ("\ud800", []),
        ("pending", [deep]),
        ("pending", ["x" * 30_000]),
    ):
        with pytest.raises(Refusal):
            b.service.keep_draft(campaign, seat, seat, key, Filled.of(filled))
    assert b.service.draft(campaign, seat, seat, "pending") is None


def test_an_officer_keeps_their_own_and_loses_it_with_the_role(b: ServiceHarness) -> None:
    """An observer keeps none."""
    campaign, seat = markers(b)
    for user, role in (("aide", "officer"), ("guest", "observer")):
        b.service.do(by(seat), campaign, teams.enlist, seat, user, user.title(), role)
    kept = b.service.keep_draft(campaign, "aide", seat, "pending", half(b, campaign, seat))
    assert b.service.draft(campaign, "aide", seat, "pending") == kept
    assert b.service.draft(campaign, seat, seat, "pending") is None
    with pytest.raises(NotNow):
        b.service.keep_draft(campaign, "guest", seat, "pending", Filled())
    b.service.do(by(seat), campaign, teams.dismiss, seat, "aide")
    assert b.service.draft(campaign, "aide", seat, "pending") is None


def test_it_stands_under_what_is_asked(b: ServiceHarness) -> None:
    """Nothing is kept where nothing is asked; under a key of its own a front end keeps what it likes."""
    campaign, seat = markers(b)
    idle = next(s for s in b.service.status(campaign).campaign.seats if s != seat)
    with pytest.raises(NotNow):
        b.service.keep_draft(campaign, idle, idle, "pending", Filled.of(["march"]))
    assert b.service.keep_draft(campaign, idle, idle, "standing", Filled.of(["raid"])).question == -1
    assert b.service.draft(campaign, idle, idle, "pending") is None
    with pytest.raises(NotNow):
        b.service.keep_draft(campaign, seat, seat, "standing", Filled.of(["x" * 30_000]))
    with pytest.raises(NotNow):
        b.service.keep_draft(campaign, seat, seat, "k" * 101, Filled())


def test_it_betrays_nothing(b: ServiceHarness) -> None:
    """Neither log nor posts nor the question that is asked know of it."""
    campaign, seat = markers(b)
    before = b.service.log(campaign), b.waiting(1000), b.service.asked(campaign)
    b.service.keep_draft(campaign, seat, seat, "pending", half(b, campaign, seat))
    assert (b.service.log(campaign), b.waiting(1000), b.service.asked(campaign)) == before


def child(path: Path, campaign: int, seat: str) -> None:
    with service_harness(path, {"julius_caesar": JULIUS_CAESAR}) as b:
        b.service.keep_draft(campaign, seat, seat, "pending", half(b, campaign, seat))
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system kills no process so")
def test_it_outlives_the_process(tmp_path: Path) -> None:
    path = tmp_path / "tabellarius.sqlite"
    with service_harness(path, {"julius_caesar": JULIUS_CAESAR}) as b:
        campaign = b.found("julius_caesar", "war", seed=SEED)
        b.play(campaign, 20)
        seat = b.service.asked(campaign)[0].seat
        filled = half(b, campaign, seat)
    process = multiprocessing.get_context("fork").Process(target=child, args=(path, campaign, seat))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    with service_harness(path, {"julius_caesar": JULIUS_CAESAR}) as b:
        found = b.service.draft(campaign, seat, seat, "pending")
        assert found is not None
        assert (found.filled, found.state) == (filled, "open")
