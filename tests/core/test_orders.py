from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core import Ambiguous, Illegal, NotNow, NotUnderstood
from adjudicator.core.log.chance import NoSource
from adjudicator.core.orders.books import Standing
from adjudicator.core.orders.orders import LineRefused, clone, complete, lines, read, rehearse, run, submit
from tests.core.scripted import READER, opened, ordering


def texts(text: str) -> list[str]:
    return [line.text for line in lines(text)]


def test_line_ends_and_semicolons_of_either_script_part_orders() -> None:
    found = lines("move A–B: x; C-D: y\n\n  # nothing\nlevy z；step q # why\r\n")
    assert [(line.number, line.text, line.follows) for line in found] == [
        (1, "move A-B: x", False),
        (1, "C-D: y", True),
        (4, "levy z", False),
        (4, "step q", True),
    ]


def test_a_paragraph_sign_is_a_sign_like_any_other() -> None:
    assert texts("vow by §6.11; vow ＃ not said") == ["vow by §6.11", "vow"]


@given(st.text(max_size=40))
def test_any_text_has_lines_that_are_read_again_as_they_are(text: str) -> None:
    for line in lines(text):
        again = lines(str(line))
        assert [one.text for one in again] == [line.text]


def test_a_verb_may_be_left_out_after_another_order() -> None:
    table, _ = ordering()
    choice = table.choice("a")
    first, verb = read(choice, "MARCH hill: 0", READER)
    assert (first, verb) == ({"pick": "march", "answer": {"way": ["hill"], "toll": 0}}, "march")
    assert read(choice, "hill-mill: 1", READER, verb)[0] == {
        "pick": "march",
        "answer": {"way": ["hill", "mill"], "toll": 1},
    }
    assert read(choice, "rest", READER, verb) == ({"pick": "rest"}, "rest")
    assert read(choice, "行軍 hill: 0", READER)[1] == "march"


def test_what_cannot_be_read_is_refused_in_the_words_that_fit() -> None:
    table, _ = ordering()
    with pytest.raises(NotUnderstood):
        read(table.choice("a"), "hill-mill: 1", READER)
    with pytest.raises(NotUnderstood):
        read(table.choice("a"), "nonsense", READER, "march")
    with pytest.raises(Ambiguous) as ambiguous:
        read(table.choice("a"), "send scout to mill", READER)
    assert ambiguous.value.candidates == ("scout_1", "scout_2")


def test_an_order_answers_the_question_or_acts_out_of_turn() -> None:
    table, _ = ordering(draws=["chaff"])
    with pytest.raises(NotNow):
        submit(table, "b", "march hill: 0", READER)
    submit(table, "b", "feast", READER)
    assert list(table.pending) == ["b"]
    with pytest.raises(NotNow):
        submit(table, "a", "rest", READER)


def test_who_is_asked_and_could_act_out_of_turn_hears_about_the_question() -> None:
    table, _ = ordering()
    with pytest.raises(NotUnderstood) as refused:
        submit(table, "a", "dance", READER)
    assert "march" in refused.value.candidates


def test_completion_goes_on_after_a_semicolon() -> None:
    table, _ = ordering()
    choice = table.choice("a")
    assert [c.text for c in complete(choice, "ra", READER)] == ["raid"]
    assert [c.text for c in complete(choice, "rest; se", READER)] == ["rest; send", "rest; search"]
    ways = [c.text for c in complete(choice, "march hill: 0; wo", READER)]
    assert ways == ["march hill: 0; wood"]


# -- batches -------------------------------------------------------------------------------------


def test_a_clone_holds_neither_source_nor_secrets_nor_standing_orders() -> None:
    table, _ = ordering(6, kept={"b": [Standing("on raid do play treachery")]})
    scratch = clone(table, "a")
    assert isinstance(scratch.ledger.source, NoSource)
    assert scratch.ledger.chain.hroot == bytes(32)
    assert scratch.policy.reflex is None
    assert not scratch.policy.books
    assert scratch.ledger.chain.head == table.ledger.chain.head
    assert list(scratch.pending) == ["a"]
    scratch.submit("a", {"pick": "rest"})
    assert list(table.pending) == ["a"]


def test_a_refusal_in_rehearsal_refuses_the_whole_batch() -> None:
    table, _ = opened()
    before = table.ledger.chain.head
    with pytest.raises(LineRefused) as refused:
        rehearse(table, "a", lines("# keep nothing\nnine lives\nnone"), READER)
    assert (refused.value.line.number, refused.value.kind) == (2, "not_understood")
    assert table.ledger.chain.head == before


@pytest.mark.parametrize("text", ["raid Bela\nnonsense", "search\nnonsense", "rest\nnonsense"])
def test_a_rehearsal_ends_unseen_at_windows_chance_and_other_seats(text: str) -> None:
    table, _ = ordering()
    rehearse(table, "a", lines(text), READER)
    assert table.ledger.source.left_dice == []  # type: ignore[attr-defined]
    assert list(table.pending) == ["a"]


def test_a_rule_forbids_in_rehearsal_what_it_forbids_in_play() -> None:
    table, _ = ordering()
    with pytest.raises(LineRefused) as refused:
        rehearse(table, "a", lines("march hill-mill: 0"), READER)
    assert (refused.value.kind, refused.value.rule) == ("illegal", "3.1")


def test_a_question_to_another_seat_suspends_a_batch_and_it_goes_on_later() -> None:
    table, _ = opened()
    outcome = run(table, "a", lines("none; yes; rest"), READER)
    assert (outcome.how, outcome.done, [line.text for line in outcome.draft]) == (
        "suspended",
        1,
        ["yes", "rest"],
    )
    for seat in ("b", "c"):
        table.submit(seat, [])
    outcome = run(table, "a", outcome.draft, READER)
    assert (outcome.how, outcome.done) == ("suspended", 1)
    for seat in ("b", "c"):
        table.submit(seat, "yes")
    assert run(table, "a", outcome.draft, READER).how == "done"
    assert list(table.pending) == ["b"]


def test_a_refusal_or_an_unforeseen_question_stops_a_batch() -> None:
    table, _ = ordering(draws=["chaff"])
    outcome = run(table, "b", lines("feast; rest"), READER)
    assert (outcome.how, outcome.done) == ("stopped", 1)
    assert isinstance(outcome.refusal, NotUnderstood)
    assert [str(line) for line in outcome.draft] == ["(feast) rest"]
    assert list(table.pending) == ["b"]


def test_an_open_window_suspends_a_batch() -> None:
    table, _ = ordering(modes={"raid": "ask"})
    outcome = run(table, "a", lines("raid Bela\nrest"), READER)
    assert (outcome.how, outcome.done) == ("suspended", 1)
    assert table.question is not None
    assert table.question.occasion is not None


def test_the_end_of_the_game_stops_a_batch() -> None:
    table, _ = ordering(2, 3, 4)
    table.world.rounds = 1
    for seat in ("a", "b"):
        submit(table, seat, "rest", READER)
    outcome = run(table, "c", lines("rest; rest"), READER)
    assert table.over
    assert (outcome.how, outcome.done) == ("stopped", 1)


def test_a_draft_keeps_the_verb_that_its_first_order_left_out() -> None:
    table, _ = ordering()
    outcome = run(table, "a", lines("march hill: 0; hill-mill: 1"), READER)
    assert [str(line) for line in outcome.draft] == ["(march) hill-mill: 1"]
    again = lines(str(outcome.draft[0]))
    assert (again[0].verb, again[0].text) == ("march", "hill-mill: 1")


def test_standing_orders_act_between_the_lines_of_a_batch() -> None:
    kept = {seat: [Standing("rest")] for seat in ("b", "c")}
    table, books = ordering(2, 3, 4, kept=kept)
    outcome = run(table, "a", lines("rest; none"), READER, books.answer_all)
    assert (outcome.how, outcome.done) == ("done", 2)
    assert [entry.body["seat"] for entry in table.ledger.entries if entry.t == "answer"][6:] == [
        "a",
        "b",
        "c",
        "a",
    ]


def test_a_barred_order_is_illegal_even_with_a_verb_before_it() -> None:
    table, _ = ordering()
    table.world.cups["relics"] = []
    with pytest.raises(Illegal):
        read(table.choice("a"), "search", READER, "march")
