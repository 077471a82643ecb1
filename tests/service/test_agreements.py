"""What every kind of agreement has in common, with three seats, one of them the computer's in some tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.core import NotNow, words
from adjudicator.core.log.chain import JSON
from service.usecases.agreeing import agreements, undo
from service.usecases.agreeing.agreements import KINDS
from service.usecases.play import closing, playing
from service.usecases.time import ai_player
from service.values.posts import ProposedNotice
from tests.harness.clock import FIXED, ring
from tests.harness.posts import contents, sentences
from tests.harness.service import ServiceHarness, by

PROVISIONAL = ("open", "resume")


def ready(b: ServiceHarness, kind: str) -> tuple[int, int | None]:
    """A campaign in which this can be proposed, and the entry to go back to."""
    campaign = ring(b, FIXED)
    b.service.do(by("a"), campaign, playing.submit, "a", [])
    if kind in PROVISIONAL:
        result: dict[str, JSON] = {"resigned": ["a", "b"]}
        b.service.do(by("a"), campaign, closing.close, "resigned", result, by="seats", consent=["a", "b"])
    to = b.service.look(campaign, undo.points)[0].to if kind == "undo" else None
    return campaign, to


def proposed(b: ServiceHarness) -> list[ProposedNotice]:
    return contents(b.waiting(1000), ProposedNotice)


@pytest.mark.parametrize("kind", KINDS)
def test_each_answer_is_told_and_said_twice_is_said_to_be(b: ServiceHarness, kind: str) -> None:
    campaign, to = ready(b, kind)
    b.service.do(by("a"), campaign, agreements.propose, kind, "a", to)
    (made,) = proposed(b)
    assert made.what == kind and made.proposal
    b.service.do(by("b"), campaign, agreements.answer, kind, "b", True, made.proposal)
    told = sentences(b.waiting(1000), kind)
    assert len(told) == 2 and told[0].startswith("a proposed") and told[1].startswith("b agreed to")
    for seat in "ab":
        with pytest.raises(NotNow, match="already agreed"):
            b.service.do(by(seat), campaign, agreements.answer, kind, seat, True, made.proposal)
        with pytest.raises(NotNow, match="already agreed"):
            b.service.do(by(seat), campaign, agreements.propose, kind, seat, to)
    assert b.service.look(campaign, agreements.proposal, kind) is not None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("seat", "says"), [("b", "b declined"), ("a", "a no longer proposes")])
def test_each_is_declined_or_withdrawn_and_an_old_button_answers_nothing_newer(
    b: ServiceHarness, kind: str, seat: str, says: str
) -> None:
    campaign, to = ready(b, kind)
    b.service.do(by("a"), campaign, agreements.propose, kind, "a", to)
    (old,) = proposed(b)
    b.service.do(by(seat), campaign, agreements.answer, kind, seat, False, old.proposal)
    assert sentences(b.waiting(1000), kind)[-1].startswith(says)
    assert b.service.look(campaign, agreements.proposals) == []
    with pytest.raises(NotNow, match="nobody has proposed"):
        b.service.do(by("c"), campaign, agreements.answer, kind, "c", True)
    b.service.do(by("a"), campaign, agreements.propose, kind, "a", to)
    for agrees in (True, False):
        with pytest.raises(NotNow, match="no longer open"):
            b.service.do(by("b"), campaign, agreements.answer, kind, "b", agrees, old.proposal)
    (made,) = b.service.look(campaign, agreements.proposals)
    assert made.consent == ["a"]


@pytest.mark.parametrize("kind", KINDS)
def test_who_proposes_what_is_proposed_agrees_to_it(b: ServiceHarness, kind: str) -> None:
    campaign, to = ready(b, kind)
    for seat in "ab":
        b.service.do(by(seat), campaign, agreements.propose, kind, seat, to)
    (made,) = b.service.look(campaign, agreements.proposals)
    assert (made.by_seat, made.consent) == ("a", ["a", "b"])


@pytest.mark.parametrize("kind", KINDS)
def test_the_computers_seat_is_asked_for_undo_and_draw_alone(b: ServiceHarness, kind: str) -> None:
    campaign, to = ready(b, kind)
    with b.store.transaction():
        b.store.run("UPDATE member SET user = ? WHERE seat = 'c'", ai_player.USER)
    for seat in "ab":
        b.service.do(by(seat), campaign, agreements.propose, kind, seat, to)
    is_open = b.service.look(campaign, agreements.proposal, kind) is not None
    assert is_open == (kind in ("undo", "draw"))


def test_no_other_kind_is_known(b: ServiceHarness) -> None:
    campaign = ring(b, FIXED)
    with pytest.raises(NotNow, match="no longer open"):
        b.service.do(by("a"), campaign, agreements.answer, "surrender", "a", True)
    with pytest.raises(NotNow, match="nobody has proposed anything"):
        b.service.do(by("a"), campaign, agreements.answer_any, "a", True)


def test_a_lapsed_proposal_to_go_back_is_told(b: ServiceHarness) -> None:
    campaign, to = ready(b, "undo")
    b.service.do(by("a"), campaign, agreements.propose, "undo", "a", to)
    b.service.do(by("b"), campaign, playing.submit, "b", [])
    assert sentences(b.waiting(1000), "undo")[-1] == (
        "the proposal to go back has lapsed because play went on"
    )


def test_the_table_of_the_documentation_names_every_kind() -> None:
    rows = Path("docs/service.md").read_text().split("## Agreements")[1].split("\n## ")[0].splitlines()
    assert [row.split("`")[1] for row in rows if row.startswith("| `")] == [*KINDS]


@pytest.mark.parametrize("kind", KINDS)
def test_who_agrees_is_told_whether_it_waits_for_others(b: ServiceHarness, kind: str) -> None:
    campaign, to = ready(b, kind)
    told = []
    for seat in "abc":
        b.service.do(by(seat), campaign, agreements.propose, kind, seat, to)
        told.append(b.service.look(campaign, agreements.outcome, kind, words("GO ON")).template)
    rule = KINDS[kind]
    assert told == [rule.waits, rule.waits, rule.done]
