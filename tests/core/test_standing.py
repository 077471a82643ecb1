from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core import Ambiguous, NotUnderstood, Refusal, Table
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import fold
from adjudicator.core.orders.books import Books, Note, Standing
from adjudicator.core.orders.orders import LineRefused
from adjudicator.core.orders.standing import (
    LONGEST,
    Condition,
    Order,
    ends_by_itself,
    limit_of,
    number,
    parse,
)
from tests.core.scripted import GAME, kinds, opened, ordering
from tests.toys import markers

TREACHERY = "on raid do play treachery"


def view_of(seat: str) -> markers.View:
    table, _ = opened()
    return markers.view(table.world, seat)


@pytest.fixture(scope="module")
def view() -> markers.View:
    return view_of("a")


def read(text: str, view: Any) -> Order:
    return parse(text, "a", GAME, view)


def answers(table: Table, standing: int = 1) -> list[tuple[str, Any]]:
    entries = [e for e in table.ledger.entries if e.t == "answer" and e.parts[0].part["standing"] == standing]
    return [(e.body["seat"], e.answer) for e in entries]


# -- the grammar ---------------------------------------------------------------------------------


def test_the_whole_grammar(view: markers.View) -> None:
    order = read("ON raid WHEN by=me, coins >= 15 DO play luck, then treachery TIMES 2 UNTIL turn >= 4", view)
    assert order.on == "raid"
    assert order.lines == ("play luck", "treachery")
    assert order.tests == (Condition("by", "=", ("me",)), Condition("coins", ">=", ("15",)))
    assert order.until == (Condition("turn", ">=", ("4",)),)
    assert limit_of(order.text) == 2


def test_the_whole_grammar_in_every_language(view: markers.View) -> None:
    """The words of a language mean those of English, also mixed with them; a name needs no other."""
    english = "on raid when by = me, coins >= 15 do play luck, then treachery times 2 until turn >= 4"
    said = LANGUAGES["ja"].typed
    words = {"on": said.on, "when": said.when, "do": said.do, "then": said.then, "times": said.times}
    words |= {"until": said.ends, "me": said.me}
    japanese = " ".join(next(iter(words.get(word, ())), word) for word in english.replace(",", " ,").split())
    japanese = japanese.replace(" ,", ",").replace("自分", "a")
    assert japanese.startswith(
        "機会 raid 条件 by = a, coins >= 15 なら play luck, 次に treachery 回数 2 終わり "
    )
    one, other = read(english, view), read(japanese, view)
    assert (one.on, one.lines, one.until) == (other.on, other.lines, other.until)
    assert one.tests[1:] == other.tests[1:]
    assert limit_of(japanese) == 2 and ends_by_itself("機会 raid なら luck 終わり turn >= 4")
    for known in LANGUAGES.values():
        of = known.typed
        written = [*of.on, *of.when, *of.do, *of.times, *of.ends, *of.me]
        assert len(set(written)) == len(written) and [*map(fold, written)] == written
        for words_left_out in ("終わり", "条件"):
            with pytest.raises(NotUnderstood):
                read(f"機会 raid なら luck {words_left_out}", view)


@pytest.mark.parametrize(
    ("text", "on", "tests"),
    [
        ("on §2.3 do none", "2.3", ()),
        ("on rest when phase order do feast", "rest", (Condition("phase", "=", ("order",)),)),
        ("on 3 do rest when phase=order", "3", (Condition("phase", "=", ("order",)),)),
        ("on die when value in 1 2 3 do play luck", "die", (Condition("value", "in", ("1", "2", "3")),)),
        ("on die when by in Anna or Bela do luck", "die", (Condition("by", "in", ("Anna", "Bela")),)),
        ("on raid when hand has luck do luck", "raid", (Condition("hand", "has", ("luck",)),)),
        ("on raid when coins ≠ 3 do luck", "raid", (Condition("coins", "!=", ("3",)),)),
        ("on raid when order do luck", "raid", (Condition("", "=", ("order",)),)),
        ("march hill: 0 when turn 3", "3", (Condition("turn", "=", ("3",)),)),
        ("行軍 hill: 0 when coins<4", "3", (Condition("coins", "<", ("4",)),)),
    ],
)
def test_forms_of_orders_and_tests(
    text: str, on: str, tests: tuple[Condition, ...], view: markers.View
) -> None:
    order = read(text, view)
    assert (order.on, order.tests) == (on, tests)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "on",
        "on raid",
        "on raid do",
        "on nothing do play luck",
        "on raid when do play luck",
        "on raid do play luck until",
        "on raid do play luck times 0",
        "on raid do play luck times 2 times 3",
        "on raid when tower=1 do play luck",
        "on raid when coins > many do play luck",
        "dance",
        "times 3",
        "on raid do play \x07",
        "on raid do play " + "x" * LONGEST,
    ],
)
def test_what_is_not_a_standing_order_is_refused_as_such(text: str, view: markers.View) -> None:
    with pytest.raises(NotUnderstood):
        read(text, view)


def test_a_short_order_for_several_occasions_is_ambiguous(view: markers.View) -> None:
    with pytest.raises(Ambiguous) as ambiguous:
        read("play luck", view)
    assert ambiguous.value.candidates == ("raid", "marker", "die")


@given(st.text(max_size=60), st.text("onwhedtimsulr=<>, 379").map(lambda text: f"on raid {text}"))
def test_any_text_is_an_order_or_refused(one: str, other: str) -> None:
    seen = markers.view(GAME.found("ring", {}, ("a", "b", "c")), "a")
    for text in (one, other):
        try:
            order = read(text, seen)
        except Refusal:
            continue
        assert read(order.text, seen) == order


@pytest.mark.parametrize(
    ("text", "n"), [("12", 12), ("IV", 4), ("x", 10), ("many", None), ("", None), (7, 7)]
)
def test_numbers(text: object, n: int | None) -> None:
    assert number(text) == n


@pytest.mark.parametrize(
    ("text", "named", "holds"),
    [
        ("coins = 6", (), True),
        ("coins = VI", (), True),
        ("coins != 6", (), False),
        ("coins < 6", (), False),
        ("coins <= 6", (), True),
        ("phase > 3", (), False),
        ("hand has luck", (), True),
        ("hand has feast", (), False),
        ("hand in feast luck", (), True),
        ("by = me", (), True),
        ("by = Bela", (), False),
        ("keep", (), True),
        ("tower", (), False),
        ("rank IV", ("scout_1",), True),
        ("rank IV", ("scout_1", "scout_2"), False),
        ("rank IV", ("mill",), False),
        ("worth >= 2", ("c", "a"), True),
    ],
)
def test_what_tests_hold(text: str, named: tuple[str, ...], holds: bool, view: markers.View) -> None:
    (test,) = read(f"on raid when {text} do luck", view).tests
    told = {**GAME.keys(view, "a", "raid"), "by": "a"}
    assert test.holds(told, named, "a", GAME.lexicon) is holds


# -- at windows ----------------------------------------------------------------------------------


def test_an_order_plays_at_a_window_and_the_play_is_an_occasion_itself() -> None:
    kept = {
        "b": [Standing("on raid do play treachery")],
        "a": [Standing("on marker when follows=raid do treachery times 1")],
    }
    table, books = ordering(6, draws=["luck"], kept=kept)
    table.submit("a", {"pick": "raid", "answer": "b"})
    books.answer_all(table)
    plays = [event.event.values["seat"] for event in table.ledger.told if event.event.kind == "played"]
    assert plays == ["b", "a"]
    assert [len(books.kept[seat][0].used) for seat in "ab"] == [1, 1]
    used = books.kept["a"][0].used[0]
    by_number = {entry.n: entry for entry in table.ledger.entries}
    assert by_number[used].body["seat"] == "a"
    assert not books.kept["a"][0].is_in_force


def test_the_books_in_force_are_sealed_with_the_answer_that_an_order_gives() -> None:
    table, books = ordering(1, draws=[], kept={"b": [Standing("on raid do play treachery times 1")]})
    table.submit("a", {"pick": "raid", "answer": "b"})
    books.answer_all(table)
    table.submit("b", {"pick": "rest"})
    sealed = [entry.parts[0].part["books"] for entry in table.ledger.entries if entry.t == "answer"]
    assert sealed[-2] == {"b": ["on raid do play treachery times 1"]}
    assert sealed[-1] == {"b": []}


def test_an_illegal_standing_order_passes_and_tells_its_seat() -> None:
    table, books = ordering(1, kept={"c": [Standing("on raid do play treachery")]})
    table.submit("a", {"pick": "raid", "answer": "b"})
    books.answer_all(table)
    assert "repelled" in kinds(table)
    (note,) = books.notes
    assert isinstance(note, Note)
    assert (note.seat, note.order, note.refusal.kind) == ("c", "on raid do play treachery", "illegal")
    assert books.kept["c"][0].used == []


def test_what_was_told_of_an_order_last_is_not_told_again() -> None:
    kept = {"c": [Standing("on raid do play treachery")], "a": [Standing("on 9.9 do dance")]}
    table, books = ordering(1, 1, kept=kept)
    for seat in "ab":
        table.submit(
            seat, {"pick": "raid", "answer": "c"} if seat == "b" else {"pick": "raid", "answer": "b"}
        )
        books.answer_all(table)
    assert [note.seat for note in books.notes] == ["a", "c"]
    later = Books(GAME, books.kept)
    later.answer_all(table)
    assert later.notes == []
    later.leave("c", ["on raid do luck"], table.world)
    table, later = ordering(1, kept=later.kept)
    table.submit("a", {"pick": "raid", "answer": "b"})
    later.answer_all(table)
    assert [(note.seat, note.order) for note in later.notes] == [("c", "on raid do luck")]


def test_an_order_may_say_to_pass_before_others_are_tried() -> None:
    kept = {"b": [Standing("on raid when by=Anna do pass"), Standing(TREACHERY)]}
    table, books = ordering(1, kept=kept)
    table.submit("a", {"pick": "raid", "answer": "b"})
    books.answer_all(table)
    assert answers(table) == []
    assert books.notes == []


def test_an_order_left_later_never_acts_at_a_window_that_is_past() -> None:
    table, books = ordering(1, modes={"die": "ask"})
    table.submit("a", {"pick": "raid", "answer": "b"})
    books.leave("b", [TREACHERY], table.world)
    table.close()
    books.answer_all(table)
    assert answers(table) == []


# -- at questions and rests ----------------------------------------------------------------------


def test_orders_answer_until_a_person_is_needed() -> None:
    kept = {seat: [Standing("on 2.3 do none"), Standing("on 2.4 do yes")] for seat in "abc"}
    table, books = opened(kept=kept)
    books.answer_all(table)
    assert answers(table) == [*((seat, []) for seat in "abc"), *((seat, "yes") for seat in "abc")]
    assert list(table.pending) == ["a"]
    assert [kept.used for book in books.kept.values() for kept in book] == [
        [entry.n]
        for seat in "abc"
        for entry in table.ledger.entries
        if entry.t == "answer" and entry.body["seat"] == seat
    ]


def test_alternatives_are_tried_in_order() -> None:
    kept = {"b": [Standing("on 2.3 do luckless, then lu")], "c": [Standing("on 2.3 do ch, then feast")]}
    table, books = opened(kept=kept)
    books.answer_all(table)
    assert answers(table) == [("b", ["luck"]), ("c", ["chaff"])]
    table, books = ordering(kept={"a": [Standing("send scout to mill")]})
    books.answer_all(table)
    assert answers(table) == [("a", {"pick": "send", "answer": {"scout_1": "mill"}})]


def test_a_test_about_each_thing_looks_at_the_things_that_the_order_names() -> None:
    kept = {"a": [Standing("send scout amber to mill, then scout blue to mill when rank I")]}
    table, books = ordering(kept=kept)
    books.answer_all(table)
    assert answers(table) == [("a", {"pick": "send", "answer": {"scout_2": "mill"}})]


def test_an_alternative_without_a_verb_has_that_of_the_refused_one_before_it() -> None:
    kept = {"a": [Standing("send scout amber to the moon, then scout blue to mill")]}
    table, books = ordering(kept=kept)
    books.answer_all(table)
    assert answers(table) == [("a", {"pick": "send", "answer": {"scout_2": "mill"}})]


def test_an_order_on_rest_acts_out_of_turn_once_a_command() -> None:
    table, books = ordering(draws=["feast"], kept={"b": [Standing("on rest do feast")]})
    books.answer_all(table)
    assert answers(table) == [("b", {"pick": "feast"})]
    assert list(table.pending) == ["b"]
    aside = next(entry for entry in table.ledger.entries if entry.aside)
    assert books.kept["b"][0].used == [aside.n]


def test_an_order_lapses_for_good_once_its_until_holds() -> None:
    table, books = ordering(
        kept={"a": [Standing("rest until phase order")], "b": [Standing("rest until turn 9")]}
    )
    books.answer_all(table)
    assert books.kept["a"][0].lapsed is not None
    assert books.in_force == {"a": [], "b": ["rest until turn 9"]}
    table.submit("a", {"pick": "rest"})
    books.answer_all(table)
    assert list(table.pending) == ["c"]


# -- the books -----------------------------------------------------------------------------------


def test_standing_orders_are_left_all_or_none() -> None:
    table, books = ordering(1, 1, kept={"b": [Standing(TREACHERY, [5]), Standing("rest times 1", [7])]})
    with pytest.raises(LineRefused) as refused:
        books.leave("b", ["rest", "dance"], table.world)
    assert refused.value.line.number == 2
    books.leave("b", ["rest times 1", TREACHERY], table.world)
    assert [kept.used for kept in books.kept["b"]] == [[7], [5]]
    assert books.in_force["b"] == [TREACHERY]


def test_a_spent_order_does_not_act_again_by_what_is_left_beside_it() -> None:
    """Only who takes it back, or leaves it once more beside itself, has it anew."""
    book = [Standing("rest times 1", [7]), Standing("rest until turn 1", [], 9, "why")]
    table, books = ordering(kept={"b": book})
    books.leave("b", [*(kept.text for kept in book), TREACHERY], table.world)
    assert (books.kept["b"][:2], books.in_force["b"]) == (book, [TREACHERY])
    books.leave("b", [TREACHERY, "rest times 1", "rest times 1"], table.world)
    assert [kept.used for kept in books.kept["b"]] == [[], [7], []]
    books.leave("b", [], table.world)
    books.leave("b", ["rest times 1"], table.world)
    assert books.in_force["b"] == ["rest times 1"]


def test_an_undo_takes_back_what_orders_did() -> None:
    books = Books(GAME, {"a": [Standing("rest times 1", [12]), Standing("rest", [3, 14], 13)]})
    books.undo(12)
    assert books.kept == {"a": [Standing("rest times 1", [12]), Standing("rest", [3], None)]}
    assert books.in_force == {"a": ["rest"]}


def test_answers_that_are_put_again_after_an_undo_count_again() -> None:
    kept = {"b": [Standing(f"{TREACHERY} times 1")], "c": [Standing("rest"), Standing("on 2.3 do none")]}
    table, books = ordering(3, 3, 3, kept=kept)
    begin = table.position
    table.submit("a", {"pick": "raid", "answer": "b"})
    table.submit("b", {"pick": "rest"})
    books.answer_all(table)
    acts = [("b", {"pick": "play", "answer": "treachery"}), ("c", {"pick": "rest"}), ("c", [])]
    assert answers(table) == acts
    undone = [entry for entry in table.ledger.entries if entry.n > begin.rest.n]
    books = Books(GAME, books.kept)
    books.undo(begin.rest.n)
    assert [order.used for book in books.kept.values() for order in book] == [[], [], []]
    again = Table(
        GAME, begin, table.ledger.chain, table.ledger.source, policy=books.policy({}), undone=undone
    )
    books.reentered(undone, again)
    assert answers(again) == acts
    used = [order.used for book in books.kept.values() for order in book]
    assert used == [[e.n] for e in again.ledger.entries if e.t == "answer" and e.parts[0].part["standing"]]
    assert books.in_force == {"b": [], "c": ["rest", "on 2.3 do none"]}
    books.leave("b", ["on 2.3 do none"], again.world)
    books.answer_all(again)
    assert answers(again) == [*acts, ("b", [])]
    assert books.kept["b"][0].used == [again.ledger.last]


def test_books_leave_what_was_kept_alone() -> None:
    kept = {"b": [Standing("rest")]}
    table, books = ordering(kept=kept)
    table.submit("a", {"pick": "rest"})
    books.answer_all(table)
    assert kept == {"b": [Standing("rest")]}
    assert books.kept["b"][0].used


def test_an_order_that_the_rules_no_longer_know_is_told_and_left_alone() -> None:
    table, books = ordering(kept={"a": [Standing("on 9.9 do dance")]})
    books.answer_all(table)
    assert [note.order for note in books.notes] == ["on 9.9 do dance"]
    assert answers(table) == []
