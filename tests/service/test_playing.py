"""Answers, orders, batches, acts out of turn, idempotence, who is asked and since when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from adjudicator.core import Illegal, NotNow, NotUnderstood
from adjudicator.core.orders.orders import LineRefused
from service.usecases.agreeing import ending
from service.usecases.play import playing, queries
from service.usecases.referee import acts
from service.values.posts import AnswerReceipt, Notice, OrdersNotice
from service.values.records import Post
from tests.harness.posts import about, contents
from tests.harness.service import ServiceHarness, by
from tests.toys.markers import View


def markers(b: ServiceHarness, **modes: str) -> int:
    """A ring in which everybody has kept nothing aside and is bold: a is to give an order."""
    campaign = b.found("markers", "ring", seed=b"ring", modes=modes)
    answers: list[Any] = [[], "yes"]
    for answer in answers:
        for seat in "abc":
            b.service.do(by(seat), campaign, playing.submit, seat, answer)
    assert [a.seat for a in b.service.asked(campaign)] == ["a"]
    return campaign


def head(b: ServiceHarness, campaign: int) -> str:
    return b.service.status(campaign).campaign.head


def batch(b: ServiceHarness, campaign: int, seat: str) -> str:
    queue = b.service.batch(campaign, seat)
    return "" if queue is None else queue.state


def told_to(b: ServiceHarness, audience: str) -> list[Post]:
    return [post for post in b.waiting(10_000) if post.audience == audience]


def test_a_sealed_answer_is_replaced_by_a_line_that_is_completed_and_explained(b: ServiceHarness) -> None:
    """`order` reads by what completes and explains, also while others are still to answer."""
    campaign = b.found("markers", "ring", seed=b"ring")
    assert b.service.completions(campaign, "a", "", "en")
    b.service.do(by("a"), campaign, playing.order, "a", "none")
    (offered,) = {line.text for line in b.service.completions(campaign, "a", "n", "en")}
    assert offered == "none"
    with pytest.raises(NotUnderstood) as refused:
        b.service.do(by("a"), campaign, playing.order, "a", "nothing of the sort")
    assert b.service.explain(campaign, "a", "nothing of the sort", refused.value, "en").allowed
    b.service.do(by("a"), campaign, playing.order, "a", offered)
    assert [e["seat"] for e in b.service.log(campaign) if e["t"] == "answer"] == ["a", "a"]


def test_a_receipt_is_the_head_behind_the_answer(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short")
    receipt = b.service.do(by("north"), campaign, playing.submit, "north", 2)
    last = b.service.log(campaign)[-1]
    assert (receipt.n - 1, receipt.head, receipt.short) == (last["n"], last["head"], last["head"][:16])
    (sealed,) = [p for p in told_to(b, "seat/north") if p.kind == "receipt"]
    assert isinstance(sealed.content, AnswerReceipt)
    assert sealed.content.seals == [seal["c"] for seal in last["seals"]]
    assert sealed.content.answer == 2


def test_a_refusal_changes_nothing(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short")
    before = b.store.rows("SELECT * FROM campaign"), len(b.waiting())
    for seat, answer, refusal in (
        ("north", 11, Illegal),
        ("north", True, NotUnderstood),
        ("north", None, NotUnderstood),
        ("west", 1, NotNow),
    ):
        with pytest.raises(refusal):
            b.service.do(by(seat, "refused"), campaign, playing.submit, seat, answer)
    assert (b.store.rows("SELECT * FROM campaign"), len(b.waiting())) == before
    assert b.service.do(by("north", "refused"), campaign, playing.submit, "north", 1).n > 0, (
        "the message may come again"
    )


def test_only_who_sits_there_answers(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short")
    with pytest.raises(NotNow, match="you do not play"):
        b.service.do(by("south"), campaign, playing.submit, "north", 1)


def test_an_answer_may_be_changed_until_all_are_in(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short")
    with pytest.raises(NotNow, match="not answered yet"):
        b.service.do(by("north"), campaign, playing.amend, "north", 1)
    b.service.do(by("north"), campaign, playing.submit, "north", 1)
    with pytest.raises(NotNow, match="amend that answer"):
        b.service.do(by("north"), campaign, playing.submit, "north", 2)
    b.service.do(by("north"), campaign, playing.amend, "north", 5)
    b.service.do(by("south"), campaign, playing.submit, "south", 3)
    assert b.service.look(campaign, queries.journal, None)[-1][1].values == {"mover": "north", "bids": [5, 3]}


def test_a_button_of_a_closed_question_does_nothing(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    asked = b.service.asked(campaign)
    assert len({a.entry for a in asked}) == 1
    for a in asked:
        b.service.do(
            by(a.seat), campaign, playing.submit, a.seat, 1 if a.seat == "north" else 0, question=a.entry
        )
    b.service.do(by("north"), campaign, playing.submit, "north", 1)
    with pytest.raises(NotNow, match="that decision is no longer open"):
        b.service.do(by("north"), campaign, playing.submit, "north", 1, question=asked[0].entry)
    now = b.service.asked(campaign)[0]
    b.service.do(by("north"), campaign, playing.submit, "north", 1, question=now.entry)
    b.service.do(by("north"), campaign, playing.amend, "north", 0, question=now.entry)


def test_who_is_asked_since_when(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    began = b.clock.now
    b.clock.now += 100
    b.service.do(by("north"), campaign, playing.submit, "north", 2)
    assert [(a.seat, a.since) for a in b.service.asked(campaign)] == [("south", began)]
    b.clock.now += 100
    b.service.do(by("south"), campaign, playing.submit, "south", 1)
    assert [(a.seat, a.since) for a in b.service.asked(campaign)] == [("north", began + 200)]
    b.clock.now += 100
    b.service.do(by("judge"), campaign, ending.hold_by_referee, "lunch")
    b.service.release(by("judge"), campaign)
    assert [(a.seat, a.since) for a in b.service.asked(campaign)] == [("north", began + 200)]
    assert [e["time"] for e in b.service.log(campaign)][-3:] == [began + 200] * 3


def test_an_order_is_read_in_its_language(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short")
    assert b.service.do(by("north"), campaign, playing.order, "north", "bid 3").result.how == "done"
    b.service.do(by("south"), campaign, playing.order, "south", "入札 2", "ja")
    with pytest.raises(Illegal):
        b.service.do(by("north"), campaign, playing.order, "north", "take 9")
    with pytest.raises(NotNow, match="contains no order"):
        b.service.do(by("north"), campaign, playing.order, "north", "# nothing")
    b.service.do(by("north"), campaign, playing.order, "north", "take 2")
    assert b.service.look(campaign, queries.journal, None)[-1][1].values["heap"] == 6


# -- batches -----------------------------------------------------------------------------------------


def test_a_batch_waits_for_others_and_goes_on(b: ServiceHarness) -> None:
    campaign = markers(b)
    said = b.service.do(by("a"), campaign, playing.order, "a", "rest\nmarch hill: 0\nrest").result
    assert (said.how, said.done, said.draft) == ("suspended", 1, ["march hill: 0", "rest"])
    assert b.service.batch(campaign, "b") is None
    assert batch(b, campaign, "a") == "waiting"
    for seat in "bc":
        b.service.do(by(seat), campaign, playing.order, seat, "rest")
    assert batch(b, campaign, "a") == "draft", "the next question was another than foreseen"
    assert len(contents(told_to(b, "seat/a"), OrdersNotice)) == 1


def test_a_batch_that_cannot_be_is_refused_as_a_whole(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.service.do(by("north"), campaign, playing.submit, "north", 1)
    b.service.do(by("south"), campaign, playing.submit, "south", 0)
    with pytest.raises(LineRefused) as refused:
        b.service.do(by("north"), campaign, playing.order, "north", "take 1\nbid 99")
    assert refused.value.line.number == 2
    assert b.service.batch(campaign, "north") is None
    said = b.service.do(by("north"), campaign, playing.order, "north", "take 1\nbid 2").result
    assert said.how == "done"


def test_a_batch_that_was_written_before_another_acted_is_held_and_shown(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    written = head(b, campaign)
    b.service.do(by("north"), campaign, playing.order, "north", "bid 1")
    b.service.do(by("south"), campaign, playing.order, "south", "bid 0")
    n = b.service.status(campaign).campaign.n
    said = b.service.do(
        by("north"), campaign, playing.order, "north", "take 1\nbid 2", head=written[:16]
    ).result
    assert (said.how, said.done, said.draft, said.others) == ("held", 0, ["take 1", "bid 2"], ["south"])
    assert said.why is not None and "acted after you wrote" in said.why.template
    assert b.service.status(campaign).campaign.n == n
    assert batch(b, campaign, "north") == "draft"
    b.service.do(by("north"), campaign, playing.drop_batch, "north")
    assert b.service.batch(campaign, "north") is None
    said = b.service.do(
        by("north"), campaign, playing.order, "north", "take 1\nbid 2", head=head(b, campaign)
    ).result
    assert said.how == "done"


def hand_of(b: ServiceHarness, campaign: int, seat: str) -> Sequence[str]:
    view = b.service.view(campaign, seat)
    assert isinstance(view, View)
    return view.hand


def give_a_feast(b: ServiceHarness, campaign: int) -> str:
    """A seat that holds a feast acts out of turn; gives the seat."""
    holder = next(s for s in "abc" if "feast" in hand_of(b, campaign, s))
    b.service.do(by(holder), campaign, playing.aside, holder, {"pick": "feast"})
    return holder


def test_an_act_out_of_turn_stops_the_batches_of_others(b: ServiceHarness) -> None:
    campaign = markers(b)
    holder = next(s for s in "abc" if "feast" in hand_of(b, campaign, s))
    order = ["a", "b", "c"]
    waiting = "a" if holder != "a" else "b"
    for seat in order[: order.index(waiting)]:
        b.service.do(by(seat), campaign, playing.order, seat, "rest")
    b.service.do(by(waiting), campaign, playing.order, waiting, "rest\nrest")
    b.service.do(by(holder), campaign, playing.aside, holder, {"pick": "feast"})
    assert batch(b, campaign, waiting) == "draft"
    assert any(
        "out of turn" in notice.words.template for notice in contents(told_to(b, f"seat/{waiting}"), Notice)
    )


def test_an_act_out_of_turn_in_the_middle_of_a_procedure_is_not_now(b: ServiceHarness) -> None:
    campaign = markers(b)
    holder = give_a_feast(b, campaign)
    assert [a.seat for a in b.service.asked(campaign)] == [holder]
    with pytest.raises(NotNow):
        b.service.do(by(holder), campaign, playing.aside, holder, {"pick": "feast"})
    assert b.service.look(campaign, queries.asides, holder) is None
    guest = next(s for s in "abc" if s != holder)
    b.service.do(by(holder), campaign, playing.submit, holder, guest)
    assert b.service.look(campaign, queries.asides, holder) is not None
    assert b.service.look(campaign, queries.verdict).errors == []


# -- windows -----------------------------------------------------------------------------------------


def test_an_open_window_is_asked_and_may_be_closed(b: ServiceHarness) -> None:
    campaign = markers(b, raid="ask")
    b.service.do(by("a"), campaign, playing.submit, "a", {"pick": "raid", "answer": "b"})
    asked = b.service.asked(campaign)
    assert [(a.seat, a.optional) for a in asked] == [("b", True), ("c", True)]
    b.service.do(by("b"), campaign, playing.submit, "b", {"pick": "pass"})
    for user in ("b", "", "clock"):
        with pytest.raises(NotNow, match="only the referee"):
            b.service.do(by(user), campaign, acts.close_window)
    before = len(b.service.posts(campaign, ["channel"]))
    b.service.do(by("judge"), campaign, acts.close_window)
    told = [about(post) or post.kind for post in b.service.posts(campaign, ["channel"])[before:]]
    assert told[:2] == ["window", "told"], "what the referee does is read before what follows"
    with pytest.raises(NotNow, match="nothing to react to"):
        b.service.do(by("judge"), campaign, acts.close_window)
    assert [e["by"] for e in b.service.log(campaign) if e["t"] == "answer"][-2:] == ["seat", "clock"]
    assert b.service.look(campaign, queries.verdict).errors == []


def test_the_referee_answers_for_a_seat_that_lapsed(b: ServiceHarness) -> None:
    campaign = markers(b)
    with pytest.raises(NotNow, match="only the referee"):
        b.service.do(by("b"), campaign, acts.answer_for, "a", {"pick": "rest"}, "referee")
    b.service.do(by("judge"), campaign, acts.answer_for, "a", {"pick": "rest"}, "referee", "he asked me to")
    assert b.service.log(campaign)[-1]["by"] == "referee"
    (receipt,) = [r for r in contents(told_to(b, "seat/a"), AnswerReceipt) if r.by == "referee"]
    assert receipt.answer == {"pick": "rest"}
