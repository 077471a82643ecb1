"""Explaining a refused order: what was understood, what would be allowed, and where the fault is."""

from __future__ import annotations

import importlib
from contextlib import suppress
from typing import Any

import pytest

from adjudicator import GAMES
from adjudicator.core.choices.choice import Choice, NoneLegal, Reader
from adjudicator.core.choices.forms import Menu
from adjudicator.core.choices.plain import OneOf, Subset
from adjudicator.core.choices.shares import Assign
from adjudicator.core.language.errors import Illegal, NotNow, NotUnderstood, Refusal
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chance import sampler
from adjudicator.core.orders.orders import STEPS, LineRefused, TooLong, complete, lines, read
from service.text.explain import ALLOWED, MISSES, Explanation, completions, explain
from tests.harness.cases import some
from tests.harness.walks import LANGUAGES, games
from tools.bench.hostile import hostile_lines

from .test_telling import MENU, PLACES, READER

words_module = importlib.import_module("adjudicator.core.language.words")
NO = NotUnderstood("", words(N_("a place")))


def explained(*choices: Choice[Any], text: str) -> Explanation:
    return explain(choices, text, NO, READER)


def test_what_was_understood_is_written_in_full() -> None:
    assert explained(PLACES, text="mv rome").understood == "move Roma"
    assert explained(PLACES, text="rav").understood == "move Ravenna"
    assert explained(PLACES, text="r").understood == "move Ravenna", "an open one comes before a barred one"
    assert explained(PLACES, text="Athenae").understood == ""


def test_what_would_be_allowed_begins_as_far_as_it_was_understood() -> None:
    assert explained(PLACES, text="move Athenae").allowed == ["move Ravenna", "move Genua"]
    assert explained(MENU, text="mo athens").allowed == ["move Ravenna", "move Genua"]
    assert explained(MENU, text="fly").allowed == ["move", "end"]
    some = Subset(rule="1", prompt=words(N_("Which?")), options=lambda: dict.fromkeys(["roma", "genua"]))
    assert explained(some, text="rome, ath").allowed[0].endswith("Genua")
    assert explained(some, text="ath, rome").allowed == ["Roma", "Genua", "all", "none"]


def test_no_more_is_looked_at_than_is_named() -> None:
    noted: list[str] = []

    def note(id: str) -> Words:
        noted.append(id)
        return words(N_("far"))

    many = OneOf(
        rule="1", prompt=words(N_("Where?")), options=lambda: {f"b{n}": None for n in range(99)}, note=note
    )
    assert explained(many, text="b").allowed == [f"b{n}" for n in range(ALLOWED)]
    assert len(noted) < 4 * ALLOWED


def test_a_line_without_its_verb_is_read_with_that_of_the_batch() -> None:
    batch = "mo genua; rav; end"
    said = [explain([MENU], batch, LineRefused(line, NO), READER) for line in lines(batch)]
    assert [one.understood for one in said] == ["move Genua", "move Ravenna", "end"]
    assert [one.line for one in said] == ["mo genua", "rav", "end"]


def test_a_line_is_explained_by_the_choice_that_has_its_verb() -> None:
    assert explained(PLACES, MENU, text="end now").allowed == ["end"]
    assert explained(text="end now").allowed == ()


def test_the_fault_is_marked_in_the_order() -> None:
    full = Illegal("6.1", N_("{place} is full"), place="roma")
    said = explain([PLACES], "move Roma, Genua", full, READER)
    assert said.line[slice(*said.span)] == "Roma"
    assert (said.rule, said.why) == ("6.1", "Refused by §6.1: Roma is full.")


def test_a_long_empty_text_is_completed_as_often_as_a_short_one() -> None:
    def asked(text: str) -> int:
        count = 0

        class Counting(type(MENU)):  # type: ignore[misc]
            def complete(self, text: str, reader: Reader) -> object:
                nonlocal count
                count += 1
                return MENU.complete(text, reader)

        menu = Counting(**{name: getattr(MENU, name) for name in MENU.__struct_fields__})
        explain([menu], text, NO, READER)
        return count

    assert asked("a " * 2000) == asked("a " * 20) <= MISSES + 3


@pytest.mark.parametrize("name", some(["julius_caesar", "belisarius", "ancient_world"], "julius_caesar"))
def test_a_line_of_any_length_costs_a_limited_number_of_steps(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is typed, at every kind of question, in either language; counted, not timed."""
    folds = 0

    def counted(text: str) -> str:
        nonlocal folds
        folds += 1
        return str(plain(text))

    plain = words_module._folded
    monkeypatch.setattr(words_module, "_folded", counted)
    met = set[tuple[str, str]]()
    for table, seat, choice in games(name, 3, 60):
        if (choice.rule, choice.shape) in met:
            continue
        met.add((choice.rule, choice.shape))
        choices = [choice, *filter(None, [table.asides().get(seat)])]
        for n, text in enumerate(hostile_lines(table.game.lexicon)):
            reader = Reader(table.game.lexicon, LANGUAGES[n % 2])
            for length in (1, 30, 500, 4000):
                folds = 0
                with suppress(Refusal):
                    read(choice, text[:length], reader)
                explain(choices, text[:length], NO, reader)
                list(completions(choices, text[:length], reader))
                assert folds < 5 * STEPS, (choice.rule, text[:20], length)


def test_an_order_that_takes_too_many_steps_is_refused() -> None:
    many = Assign(rule="1", prompt=words(N_("Where?")), things=lambda: {"roma": {"genua": None}})
    with pytest.raises(TooLong, match="too long to be understood as one order") as refused:
        read(many, "a " * 2000, READER)
    assert not explain([many], "a " * 2000, refused.value, READER).allowed
    assert complete(many, ", ".join(["a"] * 3000), READER) == []


def test_completions_are_those_of_every_choice() -> None:
    assert [line.text for line in completions([PLACES, MENU], "", READER)][-2:] == ["move", "end"]


def test_an_order_that_comes_too_late_is_not_called_possible() -> None:
    """The refusal is not about the order: no other one would be taken either."""
    late = NotNow(words(N_("you have given {given} answers to this question; the last one stands"), given=20))
    said = explain([PLACES], "move Ravenna", late, READER)
    assert (said.understood, said.allowed) == ("move Ravenna", ())
    assert explain([PLACES], "move Athenae", late, READER).allowed != []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("mo rav blue", "after “mo rav”, “blue” is not understood. For example: move Ravenna"),
        ("move blue", "“blue” is not understood here; expected: Ravenna or Genua. For example: move Ravenna"),
        ("move", "the order is incomplete; expected: Ravenna or Genua. For example: move Ravenna"),
    ],
)
def test_after_what_was_understood_comes_the_form(text: str, why: str) -> None:
    """What is expected is not what stands there already; the example begins as the order does."""
    with pytest.raises(NotUnderstood) as refused:
        read(MENU, text, READER)
    assert explain([MENU], text, refused.value, READER).why == f"Refused: {why}"


def test_an_order_that_is_among_those_allowed_is_no_example_too() -> None:
    said = explained(PLACES, text="Athenae")
    assert "move Ravenna" in said.allowed and "For example" not in said.why


@pytest.mark.parametrize("name", ["julius_caesar", "belisarius", "ancient_world", "ottomans"])
def test_an_order_that_is_not_understood_is_answered_with_one_that_is(name: str) -> None:
    """After a verb that takes more words; the example is a legal order with that verb."""
    found = 0
    for _, _, choice in games(name, 3, 60):
        items = choice.items() if isinstance(choice, Menu) else {}
        for verb, item in items.items():
            if not isinstance(item, Choice) or isinstance(item, Menu):
                continue
            text = f"{Reader(GAMES[name].lexicon).label(verb)} xyzzy"
            reader = Reader(GAMES[name].lexicon)
            with suppress(Illegal, NotNow, NoneLegal):
                item.sample(sampler(0))
                with pytest.raises(NotUnderstood) as refused:
                    read(choice, text, reader)
                order = explain([choice], text, refused.value, reader).why.partition("For example: ")[2]
                assert order.startswith(reader.label(verb)), text
                choice.accept(read(choice, order, reader)[0])
                found += 1
        if found > 2:
            break
    assert found
