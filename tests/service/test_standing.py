"""Standing orders in the service: kept, tried, fired within a command, private, undone with their answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.core import NotNow
from adjudicator.core.audit.audit import audit
from adjudicator.core.audit.verify import verify
from adjudicator.core.orders.orders import LineRefused
from service.usecases.agreeing import undo
from service.usecases.play import playing, queries
from service.usecases.referee import acts
from service.usecases.time import deadlines
from service.values.posts import AnswerReceipt
from service.values.time_control import TimeControl
from tests.core.scripted import GAME
from tests.harness.posts import about, contents
from tests.harness.service import ServiceHarness, by, service_harness


@pytest.fixture
def m(tmp_path: Path) -> Iterator[ServiceHarness]:
    with service_harness(tmp_path / "tabellarius.sqlite", {"markers": GAME}) as found:
        yield found


def standing(b: ServiceHarness, campaign: int, n: int = 0) -> list[tuple[str, int]]:
    """Seat and kind of every answer since: 1 by a standing order, 0 by its seat."""
    entries = b.context.log.entries(campaign, n - 1)
    return [(e.body["seat"], e.parts[0].part["standing"]) for e in entries if e.t == "answer"]


def test_they_are_set_shown_and_taken_back(m: ServiceHarness) -> None:
    campaign = m.found("markers", "ring", seed=b"s")
    m.service.do(by("a"), campaign, playing.set_standing, "a", ["on 2.4 do no", "rest times 1"])
    assert m.service.standing(campaign, "a") == ["on 2.4 do no", "rest times 1"]
    with pytest.raises(NotNow, match="you do not play"):
        m.service.do(by("b"), campaign, playing.set_standing, "a", [])
    with pytest.raises(LineRefused) as refused:
        m.service.do(by("a"), campaign, playing.set_standing, "a", ["on 2.4 do no", "on moon do howl"])
    assert refused.value.line.number == 2
    m.service.do(by("a"), campaign, playing.set_standing, "a", ["on 2.4 do no"])
    assert m.service.standing(campaign, "a") == ["on 2.4 do no"]
    m.service.do(by("a"), campaign, playing.set_standing, "a", [])
    assert m.service.standing(campaign, "a") == []


def test_they_answer_within_the_command_that_asks(m: ServiceHarness) -> None:
    campaign = m.found("markers", "ring", seed=b"s")
    for seat in "abc":
        m.service.do(by(seat), campaign, playing.set_standing, seat, ["on 2.4 do yes"])
    n = m.service.status(campaign).campaign.n
    for seat in "abc":
        m.service.do(by(seat), campaign, playing.submit, seat, [])
    assert standing(m, campaign, n) == [("a", 0), ("b", 0), ("c", 0), ("a", 1), ("b", 1), ("c", 1)]
    assert [a.rule for a in m.service.asked(campaign)] == ["3"]
    assert sum(receipt.standing for receipt in contents(m.waiting(1000), AnswerReceipt)) == 3
    assert m.service.look(campaign, queries.verdict).errors == []


def test_an_audit_holds_what_they_did_as_a_window_closed_against_what_was_sealed(m: ServiceHarness) -> None:
    campaign = m.found("markers", "ring", modes={"raid": "ask"})
    for seat in "abc":
        m.service.do(by(seat), campaign, playing.set_standing, seat, ["on 2.4 do no", "on raid do treachery"])
    for seat in "abc":
        m.service.do(by(seat), campaign, playing.submit, seat, [])
    (raider,) = [asked.seat for asked in m.service.asked(campaign)]
    victim = next(seat for seat in "abc" if seat != raider)
    m.service.do(by(raider), campaign, playing.submit, raider, {"pick": "raid", "answer": victim})
    m.service.do(by("judge"), campaign, acts.close_window)
    m.service.do(by("judge"), campaign, deadlines.set_pace, TimeControl("fixed", 24))
    lines = m.service.look(campaign, queries.export, "all")
    assert verify(lines).counts["changes of the time control"] == 1
    assert audit(lines, {"markers": GAME}).faults == []
    items = [json.loads(line) for line in lines]
    played = 0
    for n in [item["n"] for item in items if item.get("by") == "clock"]:
        (sealed,) = [i for i in items if i.get("open") == n and i["i"] == 0 and "t" not in i]
        kept, sealed["part"]["books"] = sealed["part"]["books"], {}
        faults = audit([json.dumps(item) for item in items], {"markers": GAME}).faults
        assert ["no standing order" in fault for fault in faults] == [True] * sealed["part"]["standing"]
        played += sealed["part"]["standing"]
        sealed["part"]["books"] = kept
    assert played, "somebody held treachery"


def test_they_answer_at_once_what_is_asked_already(m: ServiceHarness) -> None:
    campaign = m.found("markers", "ring", seed=b"s")
    m.service.do(by("b"), campaign, playing.set_standing, "b", ["on 2.3 do none times 1"])
    assert [a.seat for a in m.service.asked(campaign)] == ["a", "c"]
    with service_harness(m.path, {"markers": GAME}) as again:
        used = again.context.campaigns.books(campaign)["b"][0].used
    assert len(used) == 1, "that it has acted is kept"


def test_they_are_tried_out_without_effect(m: ServiceHarness) -> None:
    campaign = m.found("markers", "ring", seed=b"s")
    posts, log = len(m.waiting(1000)), m.service.log(campaign)
    assert m.service.look_as(by("b"), campaign, playing.rehearse_standing, "b", ["on 2.3 do none"], "en") == [
        "none"
    ]
    assert (
        m.service.look_as(by("b"), campaign, playing.rehearse_standing, "b", ["on raid do play luck"], "en")
        == []
    )
    with pytest.raises(LineRefused):
        m.service.look_as(by("b"), campaign, playing.rehearse_standing, "b", ["on moon do howl"], "en")
    assert (len(m.waiting(1000)), m.service.log(campaign), m.service.standing(campaign, "b")) == (
        posts,
        log,
        [],
    )


def test_one_that_is_not_legal_any_more_passes_and_its_seat_alone_is_told(m: ServiceHarness) -> None:
    campaign = m.found("markers", "ring", seed=b"s")
    m.service.do(by("a"), campaign, playing.set_standing, "a", ["on 3 do raid a"])
    for answer in ("none", "no"):
        for seat in "abc":
            m.service.do(by(seat), campaign, playing.order, seat, answer)
    assert [a.seat for a in m.service.asked(campaign)] == ["a"]
    m.service.do(by("c"), campaign, playing.set_standing, "c", ["on raid do play luck"])
    told = [p for p in m.waiting(1000) if about(p) == "standing"]
    assert [p.audience for p in told] == ["seat/a"], "it was to act in both commands, and is told of once"


@pytest.mark.parametrize("keep", [0, 1])
def test_an_undo_gives_back_what_they_have_spent(m: ServiceHarness, keep: int) -> None:
    campaign = m.found("markers", "ring", seed=b"s")
    to = (
        m.service.look(campaign, undo.points)[-1].to
        if m.service.look(campaign, undo.points)
        else m.service.asked(campaign)[0].entry
    )
    m.service.do(
        by("c"), campaign, playing.set_standing, "c", ["on 2.4 do yes times 1", "on die do play luck"]
    )
    for seat in "abc":
        m.service.do(by(seat), campaign, playing.submit, seat, [])
    for seat in "ab":
        m.service.do(by(seat), campaign, playing.submit, seat, "no")
    m.service.do(by("a"), campaign, playing.submit, "a", {"pick": "raid", "answer": "b"})
    assert len(m.context.campaigns.books(campaign)["c"][0].used) == 1
    view = m.service.view(campaign, "c")
    m.service.do(by("judge"), campaign, undo.by_referee, to, keep, "why")
    (first, *_) = m.context.campaigns.books(campaign)["c"]
    assert len(first.used) == keep
    if keep:
        assert m.service.view(campaign, "c") == view
    m.play(campaign)
    assert m.service.look(campaign, queries.verdict).errors == []
