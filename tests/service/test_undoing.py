"""Taking back alone, by consent, by the referee with the same dice (design/fair-dice.md §8)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adjudicator.core import NotNow
from service.usecases.agreeing import agreements
from service.usecases.agreeing import undo as undo_acts
from service.usecases.play import playing, queries
from service.values.posts import ProposedNotice
from service.values.receipts import Undone
from tests.core.scripted import GAME as SCRIPTED
from tests.harness.posts import contents
from tests.harness.service import ServiceHarness, by, service_harness

from .test_playing import markers


def tied(b: ServiceHarness) -> int:
    """A game in which a tie has been broken by a die."""
    campaign = b.found("nim", "long")
    for seat in ("north", "south"):
        b.service.do(by(seat), campaign, playing.submit, seat, 0)
    return campaign


def bid(b: ServiceHarness, campaign: int, north: int, south: int) -> None:
    b.service.do(by("north"), campaign, playing.submit, "north", north)
    b.service.do(by("south"), campaign, playing.submit, "south", south)


def dice(b: ServiceHarness, campaign: int) -> list[tuple[int, int, Any]]:
    batches = [e for e in b.service.log(campaign) if e["t"] == "batch"]
    return [(e["e"], e["stands"], e["rolls"][0]["got"]) for e in batches]


def last(b: ServiceHarness, campaign: int) -> dict[str, Any]:
    return b.service.log(campaign)[-1]


def test_ones_own_order_is_taken_back_alone(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    bid(b, campaign, 2, 1)
    before = b.service.view(campaign, None)
    mover = b.service.asked(campaign)[0].seat
    b.service.do(by(mover), campaign, playing.submit, mover, 3)
    told = b.service.look(campaign, queries.journal, None)
    b.service.do(by(mover), campaign, undo_acts.take_back, mover)
    undo = next(e for e in b.service.log(campaign) if e["t"] == "undo")
    assert (undo["by"], undo["consent"], undo["keep"]) == ("seats", [mover], 0)
    assert b.service.view(campaign, None) == before
    assert b.service.asked(campaign)[0].seat == mover
    assert b.service.look(campaign, queries.journal, None) == told[:-1], "what was undone is told no more"
    b.service.do(by(mover), campaign, playing.submit, mover, 1)
    b.play(campaign)
    assert b.service.look(campaign, queries.verdict).errors == []


def test_a_sealed_bid_is_taken_back_while_the_other_has_not_answered(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.service.do(by("north"), campaign, playing.submit, "north", 2)
    b.service.do(by("north"), campaign, undo_acts.take_back, "north")
    assert [a.seat for a in b.service.asked(campaign)] == ["north", "south"]
    with pytest.raises(NotNow, match="has no order"):
        b.service.do(by("south"), campaign, undo_acts.take_back, "south")


def test_what_was_rolled_or_answered_since_is_not_taken_back_alone(b: ServiceHarness) -> None:
    campaign = tied(b)
    for seat in ("north", "south"):
        with pytest.raises(NotNow, match="Propose going back"):
            b.service.do(by(seat), campaign, undo_acts.take_back, seat)


def test_what_another_was_told_is_not_taken_back_alone(b: ServiceHarness) -> None:
    campaign = b.found("markers", "ring", seed=b"ring")
    answers: list[Any] = [[], "yes"]
    for answer in answers:
        for seat in "abc":
            b.service.do(by(seat), campaign, playing.submit, seat, answer)
    b.service.do(by("a"), campaign, playing.order, "a", "rest")
    b.service.do(by("a"), campaign, undo_acts.take_back, "a")
    b.service.do(by("a"), campaign, playing.submit, "a", {"pick": "raid", "answer": "b"})
    with pytest.raises(NotNow, match="Propose going back"):
        b.service.do(by("a"), campaign, undo_acts.take_back, "a")


def test_a_window_past_in_silence_is_not_probed_by_taking_back(b: ServiceHarness) -> None:
    """Whether anybody had left a standing order for it must not be found out order by order."""
    campaign = markers(b)
    assert b.service.look(campaign, undo_acts.to_take_back, "a") is None
    b.service.do(by("a"), campaign, playing.submit, "a", {"pick": "rest"})
    assert b.service.look(campaign, undo_acts.to_take_back, "a") == b.service.status(campaign).campaign.n - 1
    b.service.do(by("a"), campaign, undo_acts.take_back, "a")
    assert b.service.look(campaign, undo_acts.to_take_back, "a") is None
    b.service.do(by("a"), campaign, playing.submit, "a", {"pick": "vow", "answer": "never again"})
    assert b.service.look(campaign, undo_acts.to_take_back, "a") is None, (
        "no front end offers to take it back"
    )
    with pytest.raises(NotNow, match="Propose going back"):
        b.service.do(by("a"), campaign, undo_acts.take_back, "a")


def test_a_button_takes_back_once(b: ServiceHarness) -> None:
    """A second press of the same one would take back the order before as well."""
    campaign = b.found("nim", "long")
    bid(b, campaign, 2, 1)
    mover = b.service.asked(campaign)[0].seat
    b.service.do(by(mover), campaign, playing.submit, mover, 1)
    head = b.service.status(campaign).campaign.head[:16]
    b.service.do(by(mover), campaign, undo_acts.take_back, mover, head)
    n = b.service.status(campaign).campaign.n
    with pytest.raises(NotNow, match="no longer open"):
        b.service.do(by(mover), campaign, undo_acts.take_back, mover, head)
    assert b.service.status(campaign).campaign.n == n


def proposals(b: ServiceHarness, campaign: int) -> list[str]:
    found = b.service.posts(campaign, ["channel"], most=1000)
    return [proposed.proposal for proposed in contents(found, ProposedNotice)]


def test_consent_is_to_the_proposal_that_is_named(b: ServiceHarness) -> None:
    campaign = tied(b)
    points = b.service.look(campaign, undo_acts.points)
    b.service.do(by("south"), campaign, agreements.propose, "undo", "south", points[0].to)
    (first,) = proposals(b, campaign)
    b.service.do(by("north"), campaign, agreements.answer, "undo", "north", False, first)
    b.service.do(by("south"), campaign, agreements.propose, "undo", "south", points[-1].to)
    first, second = proposals(b, campaign)
    for agrees in (True, False):
        for old in (first, ""):
            with pytest.raises(NotNow, match="no longer open"):
                b.service.do(by("north"), campaign, agreements.answer, "undo", "north", agrees, old)
    n = b.service.status(campaign).campaign.n
    b.service.do(by("north"), campaign, agreements.answer, "undo", "north", True, second)
    assert [(e["t"], e["to"]) for e in b.service.log(campaign, n - 1)[:1]] == [("undo", points[-1].to)]


def test_an_undo_needs_the_consent_of_every_seat(b: ServiceHarness) -> None:
    campaign = tied(b)
    point = next(p for p in b.service.look(campaign, undo_acts.points) if p.seat == "south")
    with pytest.raises(NotNow, match="nobody has proposed going back"):
        b.service.do(by("north"), campaign, agreements.answer, "undo", "north", True)
    with pytest.raises(NotNow, match="you cannot go back"):
        b.service.do(by("south"), campaign, agreements.propose, "undo", "south", 1)
    b.service.do(by("south"), campaign, agreements.propose, "undo", "south", point.to, "a slip")
    b.service.do(by("north"), campaign, agreements.answer, "undo", "north", False)
    assert last(b, campaign)["t"] == "batch"
    b.service.do(by("south"), campaign, agreements.propose, "undo", "south", point.to, "a slip")
    with pytest.raises(NotNow, match="already agreed"):
        b.service.do(by("south"), campaign, agreements.propose, "undo", "south", point.to, "a slip")
    b.service.do(by("north"), campaign, agreements.answer, "undo", "north", True)
    undo = last(b, campaign)
    assert (undo["t"], undo["by"], undo["consent"], undo["why"]) == (
        "undo",
        "seats",
        ["north", "south"],
        "a slip",
    )
    assert [a.seat for a in b.service.asked(campaign)] == ["south"]
    b.service.do(by("south"), campaign, playing.submit, "south", 0)
    (first, second) = dice(b, campaign)
    assert (first[0], second[0], second[1]) == (1, 2, 0), "an epoch that was shown is never used again"
    b.play(campaign)
    assert b.service.look(campaign, queries.verdict).errors == []


def test_a_proposal_is_void_once_play_has_gone_on(b: ServiceHarness) -> None:
    campaign = tied(b)
    point = b.service.look(campaign, undo_acts.points)[0]
    b.service.do(by("south"), campaign, agreements.propose, "undo", "south", point.to)
    mover = b.service.asked(campaign)[0].seat
    b.service.do(by(mover), campaign, playing.submit, mover, 1)
    with pytest.raises(NotNow, match="nobody has proposed going back"):
        b.service.do(by("north"), campaign, agreements.answer, "undo", "north", True)


def test_the_referee_keeps_dice_when_a_rule_is_mended(b: ServiceHarness) -> None:
    campaign = tied(b)
    before = b.service.view(campaign, None)
    mover = b.service.asked(campaign)[0].seat
    b.service.do(by(mover), campaign, playing.submit, mover, 2)
    after = b.service.view(campaign, None)
    to = b.service.look(campaign, undo_acts.points)[-1].to
    with pytest.raises(NotNow, match="only the referee"):
        b.service.do(by("north"), campaign, undo_acts.by_referee, to, 1, "why")
    said = b.service.do(by("judge"), campaign, undo_acts.by_referee, to, 1, "2.1 was misread").result
    assert said == Undone(3)
    first, second = dice(b, campaign)
    stood = next(e["n"] for e in b.service.log(campaign) if e["t"] == "batch")
    assert second == (first[0], stood, first[2])
    assert b.service.view(campaign, None) == after != before
    assert b.service.look(campaign, queries.verdict).errors == []
    b.play(campaign)
    assert b.service.look(campaign, queries.verdict).errors == []


def test_the_referee_goes_back_with_fresh_dice(b: ServiceHarness) -> None:
    campaign = tied(b)
    b.service.do(
        by("judge"),
        campaign,
        undo_acts.by_referee,
        b.service.look(campaign, undo_acts.points)[-1].to,
        0,
        "start anew",
    )
    bid(b, campaign, 0, 0)
    assert [(e, stands) for e, stands, _ in dice(b, campaign)] == [(1, 0), (2, 0)]
    assert b.service.look(campaign, queries.verdict).errors == []


@pytest.mark.parametrize("game", ["nim", "markers"])
def test_every_point_can_be_gone_back_to_again_and_again(b: ServiceHarness, game: str) -> None:
    campaign = b.found(game, b.context.games[game].scenarios()[0].id, seed=b"points")
    rng_step = 0
    for round_ in range(6):
        for _ in range(8):
            b.step(campaign, rng_step)
            rng_step += 1
        if b.service.status(campaign).over:
            break
        points = b.service.look(campaign, undo_acts.points)
        point = points[(3 * round_ + 1) % len(points)]
        n = b.service.status(campaign).campaign.n
        b.service.do(by("judge"), campaign, undo_acts.by_referee, point.to, round_ % 2, "again")
        assert b.service.log(campaign, n - 1)[0]["to"] == point.to
        report = b.service.look(campaign, queries.verdict)
        assert report.errors == []
    b.play(campaign)
    assert b.service.look(campaign, queries.verdict).errors == []


def test_rests_behind_the_undo_are_gone(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long", seed=b"rests")
    b.play(campaign, 9)
    to = b.service.look(campaign, undo_acts.points)[3].to
    b.service.do(by("judge"), campaign, undo_acts.by_referee, to, 0, "")
    undo = next(e["n"] for e in b.service.log(campaign) if e["t"] == "undo")
    assert [n for n, _ in b.context.log.rests(campaign) if to < n < undo] == []


def test_a_proposal_is_void_once_standing_orders_have_played_on(tmp_path: Path) -> None:
    """A player who agreed before has not agreed to take those back too."""
    with service_harness(tmp_path / "markers.sqlite", {"markers": SCRIPTED}) as b:
        _standing_orders_play_on(b)


def _standing_orders_play_on(b: ServiceHarness) -> None:
    campaign = b.found("markers", "ring", seed=b"ring")
    for seat in "abc":
        b.service.do(by(seat), campaign, playing.submit, seat, [])
    b.service.do(
        by("a"), campaign, agreements.propose, "undo", "a", b.service.look(campaign, undo_acts.points)[-1].to
    )
    b.service.do(by("c"), campaign, playing.set_standing, "c", ["on die do luck"])
    assert b.context.campaigns.proposal(campaign, "undo") is not None, "to leave an order is not to play"
    b.service.do(by("b"), campaign, playing.set_standing, "b", ["on 2.4 do no"])
    assert [a.seat for a in b.service.asked(campaign)] == ["a", "c"]
    with pytest.raises(NotNow, match="nobody has proposed going back"):
        b.service.do(by("b"), campaign, agreements.answer, "undo", "b", True)
