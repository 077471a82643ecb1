"""Any decision is built pick by pick: what is offered, what is refused, and that nothing is betrayed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count, islice
from typing import Any

import pytest

from adjudicator.core import (
    N_,
    Amount,
    Assign,
    Bar,
    Choice,
    Field,
    Form,
    Illegal,
    Lexicon,
    Menu,
    OneOf,
    Passage,
    Reader,
    Refusal,
    Route,
    Split,
    Subset,
    Table,
    Text,
    Verdicts,
    bar,
    one_of,
    words,
)
from adjudicator.core import Step as Onward
from adjudicator.core.choices.plain import Confirmation
from adjudicator.core.language.errors import NotNow
from adjudicator.core.log.chance import sampler
from adjudicator.core.table.question import offer
from service.wizard.filled import End, Filled
from service.wizard.steps import (
    Built,
    Option,
    Step,
    as_far,
    decompose,
    forward,
    page,
    press,
    step,
    typed,
)
from tests.belisarius import two_worlds as belisarius
from tests.belisarius.kit import play as play_belisarius
from tests.harness.service import GAMES
from tests.harness.walks import JUNK, all_steps, barred, games, readers, refusal, said, samples, walked
from tests.julius_caesar import two_worlds as julius_caesar
from tests.julius_caesar.kit import play as play_julius_caesar
from tests.kit.play_styles import bold, plain
from tests.kit.two_worlds import at_rest, table_over

PLAIN = Reader(Lexicon({"red": {"en": ["Red"], "ja": ["赤"]}}))
ASK = words(N_("Which?"))
SHUT = bar("9", N_("it is shut"))
ANSWERS = {
    "nim": 60,
    "markers": 120,
    "league": 60,
    "julius_caesar": 240,
    "belisarius": 900,
    "ancient_world": 240,
    "ottomans": 320,
}
EVERY = {"belisarius": 12, "ottomans": 4, "ancient_world": 20}
"""Every how many questions are looked at, where not all are."""


# -- whole games ---------------------------------------------------------------------------------


def looked_at(game: str, seed: int, most: int) -> Iterator[tuple[int, tuple[Table, str, Choice[Any]]]]:
    """Every n-th question of a number of answers, game after game."""
    played = chain.from_iterable(games(game, seed + more, most) for more in count())
    return ((n, found) for n, found in enumerate(islice(played, most)) if n % EVERY.get(game, 1) == 0)


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_is_built_by_picks_that_are_offered(game: str) -> None:
    """Of two answers of every question, acts out of turn among them, in each language."""
    met = set[str]()
    for n, (_, _, choice) in looked_at(game, 3, ANSWERS[game]):
        for reader in readers(GAMES[game]):
            for answer in samples(choice, 2, n):
                met.update(asked.kind for asked in walked(choice, answer, reader))
    kinds = {"one", "some", "number", "text", "shares", "places", "way"}
    expected = {
        "nim": {"number"},
        "julius_caesar": kinds - {"number", "text", "shares"},
        "belisarius": kinds - {"places"},
        "ottomans": kinds - {"places", "some", "text"},
        "ancient_world": kinds - {"places", "text"},
        "league": {"number", "one", "some"},
    }
    assert met >= expected.get(game, kinds)


@pytest.mark.parametrize("game", ["julius_caesar", "belisarius", "ottomans"])
def test_nobody_reads_an_id(game: str) -> None:
    """Labels, questions, notes, reasons and trails are in the reader's words."""
    for n, (_, _, choice) in looked_at(game, 5, ANSWERS[game] // 2):
        for reader in readers(GAMES[game]):
            for answer in samples(choice, 1, n):
                for asked in walked(choice, answer, reader):
                    for text in said(asked, reader):
                        assert not {*"_*{}"} & {*text}, text
                    assert all(option.label for option in asked.options)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_shut_or_nonsense_is_refused_by_the_choice(game: str) -> None:
    """At every step of some answers; a barred option by its own bar."""
    reader, met = readers(GAMES[game])[0], 0
    for n, (_, _, choice) in looked_at(game, 4, ANSWERS[game] // 4):
        for answer in samples(choice, 1, n):
            items = decompose(choice, answer)
            for end, asked in enumerate(walked(choice, answer, reader)):
                for option in barred(asked)[:2]:
                    if asked.kind in ("one", "way"):
                        assert option.bar is not None
                        with pytest.raises(Illegal) as refused:
                            step(choice, items.until(end).plus(option.id), reader)
                        assert (refused.value.rule, refused.value.why) == (option.bar.rule, option.bar.why)
                        met += 1
                for junk in JUNK if asked.kind != "text" else ():
                    shown = refusal(choice, items.until(end).plus(junk), reader)
                    assert shown is not None or junk in ({}, []), (asked, junk)
            with pytest.raises(Refusal):
                step(choice, items.plus("more"), reader)
    assert met or game in ("nim", "league")


# -- secrets -------------------------------------------------------------------------------------


def compare(here: Table, there: Table, viewer: str, lexicon: Lexicon) -> int:
    mine = [here.pending.get(viewer), here.asides().get(viewer)]
    others = [there.pending.get(viewer), there.asides().get(viewer)]
    n = 0
    for one, other in zip(mine, others, strict=True):
        assert (one is None) == (other is None)
        if one is not None and other is not None:
            for language in ("en", "ja"):
                reader = Reader(lexicon, language)
                for a, b in zip(all_steps(one, reader, 2), all_steps(other, reader, 2), strict=True):
                    assert a == b
                    n += 1
    return n


def test_steps_are_the_same_in_two_worlds_of_julius_caesar() -> None:
    """To the byte, for each side, where only what it cannot know differs."""
    lexicon, met, at = GAMES["julius_caesar"].lexicon, [0], [0]

    def check(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        at[0] += 1
        if at[0] % 20 == 0:
            real = at_rest(table)
            other = julius_caesar.other_world(table, seat, sampler(table.ledger.chain.n))
            worlds = [table_over(table, world) for world in (real, other)]
            met[0] += compare(worlds[0], worlds[1], seat, lexicon) * (real != other)

    for _ in play_julius_caesar(2, check):
        pass
    assert met[0] > 500


@pytest.mark.matrix
def test_steps_are_the_same_in_two_worlds_of_belisarius() -> None:
    """To the byte, for each seat, where only what it cannot know differs."""
    lexicon, met, at = GAMES["belisarius"].lexicon, [0], [0]
    modes = {"default": "ask"}

    def check(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        at[0] += 1
        if at[0] % 200 == 0:
            for viewer in ("barbarian", "empire"):
                real = at_rest(table)
                other = belisarius.other_world(table, viewer, sampler(table.ledger.chain.n))
                worlds = [table_over(table, world, modes) for world in (real, other)]
                met[0] += compare(worlds[0], worlds[1], viewer, lexicon) * (real != other)

    for _ in play_belisarius(1, check, (bold, plain)):
        pass
    assert met[0] > 500


# -- shape by shape ------------------------------------------------------------------------------


def asked_of(choice: Choice[Any], *filled: Any) -> Step:
    found = step(choice, Filled.of(filled), PLAIN)
    assert isinstance(found, Step)
    return found


def built(choice: Choice[Any], *filled: Any) -> Any:
    found = step(choice, Filled.of(filled), PLAIN)
    assert isinstance(found, Built), found
    return found.answer


def split(least: int = 1, most: int = 4) -> Split:
    return Split(rule="1", prompt=ASK, things=lambda: {"red": 3, "blue": 2}, least=least, most=most)


def assign(least: int = 1) -> Assign:
    things: dict[str, Verdicts] = {
        "x": {"home": None, "away": SHUT},
        "y": {"home": None, "away": None},
        "z": {"home": SHUT},
    }
    return Assign(rule="1", prompt=ASK, things=lambda: things, least=least)


def route() -> Route:
    line = "abcdefg"

    def onward(way: tuple[str, ...]) -> Onward:
        at = line.index(way[-1]) if way else 0
        nexts: dict[str, Bar | None] = {line[at + 1]: SHUT if line[at + 1] == "g" else None}
        return Onward(nexts, SHUT if way and way[-1] == "b" else None)

    def beyond(way: tuple[str, ...]) -> dict[str, Passage]:
        at = line.index(way[-1]) if way else 0
        return {to: Passage(tuple(line[at + 1 : line.index(to) + 1])) for to in line[at + 2 : 6]}

    return Route(
        rule="1",
        prompt=ASK,
        start="a",
        step=onward,
        beyond=beyond,
        note=lambda way: words(N_("costs {n}"), n=len(way)),
    )


def test_shares_are_said_thing_by_thing_several_at_once_or_all() -> None:
    choice = split()
    first = asked_of(choice)
    assert [(o.id, o.label, o.most, o.chosen) for o in first.options] == [
        ("red", "Red", 3, ""),
        ("blue", "blue", 2, ""),
    ]
    assert (first.kind, first.least, first.most) == ("shares", 1, 4)
    assert [button.id for button in first.buttons] == [End.DONE], "all would be too many"
    assert first.buttons[0].bar is not None, "nothing is too little"
    number = asked_of(choice, "red")
    assert (number.kind, number.least, number.most, number.begin) == ("number", 0, 3, 0)
    more = asked_of(choice, "red", 2)
    assert ([o.chosen for o in more.options], more.so_far, more.buttons[0].bar) == (["2", ""], "Red x2", None)
    assert built(choice, "red", 2, "blue", 1, End.DONE) == {"red": 2, "blue": 1}
    assert built(choice, {"red": 3}, {"red": 1, "blue": 2}, End.DONE) == {"red": 1, "blue": 2}
    assert built(choice, "red", 2, "red", 0, "blue", 1, End.DONE) == {"blue": 1}
    assert built(split(most=5), End.ALL) == {"red": 3, "blue": 2}


def test_too_many_shares_are_refused_at_once_too_few_at_the_end() -> None:
    choice = split(least=2)
    for filled, n in (({"red": 3, "blue": 2}, 5), (["red", 1, End.DONE], 1)):
        items = filled if isinstance(filled, list) else [filled]
        with pytest.raises(Illegal) as refused:
            step(choice, Filled.of(items), PLAIN)
        assert refused.value.why.values["n"] == n
    with pytest.raises(Illegal, match="the limit is"):
        step(choice, Filled.of(["red", 4]), PLAIN)


def test_a_press_of_another_question_is_told_from_an_order_that_is_not_understood() -> None:
    one = OneOf(rule="1", prompt=ASK, options=one_of("a", "b"))
    some = Subset(rule="1", prompt=ASK, options=one_of("red", "blue"), most=1)
    number = Amount(rule="1", prompt=ASK, least=0, most=2)
    stale: list[tuple[Choice[Any], str]] = [(one, End.ALL), (one, "c"), (some, End.ALL), (some, "green")]
    for choice, pressed in [*stale, (number, End.ALL), (split(), End.NONE)]:
        with pytest.raises(NotNow, match="the question has changed"):
            asked_of(choice).take(pressed)


def test_what_follows_by_itself_is_picked_but_never_a_confirmation() -> None:
    sure = Confirmation(rule="1", prompt=ASK, order="surrender")
    menu = Menu(rule="1", prompt=ASK, items=lambda: {"surrender": sure, "b": SHUT})
    assert forward(menu, Filled(), PLAIN) == Filled.of(["surrender"])
    assert isinstance(step(menu, Filled.of(["surrender"]), PLAIN), Step)
    assert forward(Amount(rule="1", prompt=ASK, least=2, most=2), Filled(), PLAIN) == Filled.of([2])
    assert forward(split(least=5, most=5), Filled(), PLAIN) == Filled.of([End.ALL])
    assert forward(assign(), Filled.of([{"x": "home", "y": "home"}]), PLAIN) == Filled.of(
        [{"x": "home", "y": "home"}, End.DONE]
    )
    assert forward(OneOf(rule="1", prompt=ASK, options=one_of("a", "b")), Filled(), PLAIN) == Filled()


def test_places_are_given_thing_by_thing_and_can_be_unsaid() -> None:
    choice = assign()
    first = asked_of(choice)
    assert [(o.id, o.bar) for o in first.options] == [("x", None), ("y", None), ("z", SHUT)]
    inner = asked_of(choice, "x")
    assert (inner.kind, inner.only, [o.bar for o in inner.options]) == ("one", "home", [None, SHUT])
    assert inner.prompt.values == {"thing": "x"}
    assert [button.id for button in asked_of(choice, "x", "home", "x").buttons] == [End.NONE]
    assert built(choice, "x", "home", "y", "away", "x", End.NONE, End.DONE) == {"y": "away"}
    assert built(choice, {"x": "home", "y": "home"}, End.DONE) == {"x": "home", "y": "home"}
    assert asked_of(choice, {"x": "home", "y": "home"}).only == End.DONE
    with pytest.raises(Illegal, match="shut"):
        step(choice, Filled.of(["x", "away"]), PLAIN)


def test_a_way_goes_place_by_place_or_far_at_once() -> None:
    choice = route()
    first = asked_of(choice)
    assert [(o.id, o.note.values["n"] if o.note else None) for o in first.options] == [
        ("b", 1),
        *zip("cdef", (2, 3, 4, 5), strict=True),
    ]
    assert first.buttons == (), "a way of no places is none"
    assert asked_of(choice, "b").buttons[0].bar == SHUT, "nobody stays at b"
    assert built(choice, "d", "e", End.DONE) == ["b", "c", "d", "e"]
    assert built(choice, ["b", "c"], "f", End.DONE) == ["b", "c", "d", "e", "f"]
    assert asked_of(choice, "f").only == End.DONE
    with pytest.raises(Illegal, match="shut"):
        step(choice, Filled.of(["f", "g"]), PLAIN)


def test_some_are_picked_at_once() -> None:
    three = Subset(rule="1", prompt=ASK, options=one_of("red", "blue", "green"), most=2)
    assert ([b.id for b in asked_of(three).buttons], asked_of(three).most) == ([End.NONE], 2)
    assert built(three, ["green", "red"]) == ["red", "green"]
    assert built(three, End.NONE) == []
    two = Subset(rule="1", prompt=ASK, options=one_of("red", "blue"), least=2)
    assert asked_of(two).only == ["red", "blue"]
    assert built(two, End.ALL) == ["red", "blue"]


def test_what_public_facts_leave_is_offered_as_picked_and_never_skipped() -> None:
    """One open option, a number without a choice, everything or nothing."""
    assert asked_of(OneOf(rule="1", prompt=ASK, options=lambda: {"a": None, "b": SHUT})).only == "a"
    assert asked_of(OneOf(rule="1", prompt=ASK, options=one_of("a", "b"))).only is None
    assert asked_of(Amount(rule="1", prompt=ASK, least=2, most=2)).only == 2
    assert asked_of(split(least=5, most=5)).only == End.ALL
    assert asked_of(Menu(rule="1", prompt=ASK, items=lambda: {"a": SHUT, "b": None})).only == "b"


def form() -> Menu:
    start = OneOf(rule="1", prompt=words(N_("From where?")), options=lambda: {"red": None, "b": SHUT})

    def coins(done: dict[str, Any]) -> Choice[Any]:
        return Amount(rule="1", prompt=ASK, least=0, most=len(done["start"]))

    def judge(done: dict[str, Any]) -> None:
        if done["coins"] == 1:
            raise SHUT.refuse()

    fields = (Field("start", lambda done: start, (":",)), Field("coins", coins))
    pay = Form(rule="1", prompt=words(N_("Pay.")), fields=fields, judge=judge)
    vow = Text(rule="1", prompt=ASK, most=9)
    return Menu(rule="1", prompt=words(N_("What?")), items=lambda: {"pay": pay, "vow": vow, "rest": None})


def test_a_form_is_filled_field_by_field_and_leaves_a_trail() -> None:
    asked = asked_of(form(), "pay", "red")
    assert (asked.name, asked.kind, asked.most, asked.begin) == ("coins", "number", 3, 2)
    assert [text.template for text in asked.context] == ["What?", "Pay."]
    assert [(crumb.at, crumb.said) for crumb in asked.trail] == [(0, "pay"), (1, "Red")]
    assert built(form(), "pay", "red", 2) == {"pick": "pay", "answer": {"start": "red", "coins": 2}}
    assert built(form(), "rest") == {"pick": "rest"}
    with pytest.raises(Illegal, match="shut"):
        step(form(), Filled.of(["pay", "red", 1]), PLAIN)


def test_texts_of_a_page_become_items() -> None:
    """What a select, a button or a field sends; what is no number is left for the choice to refuse."""
    assert asked_of(form()).take("pay") == "pay"
    assert asked_of(form(), "pay", "red").take("２") == 2
    assert asked_of(form(), "pay", "red").take("two") == "two"
    assert asked_of(split()).take("red=2", "blue=1") == {"red": 2, "blue": 1}
    assert asked_of(split()).take("red") == "red"
    assert asked_of(split(), {"red": 1}).take(End.DONE) == End.DONE
    assert asked_of(assign()).take("x=home") == {"x": "home"}
    assert asked_of(Subset(rule="1", prompt=ASK, options=one_of("red"))).take("red") == ["red"]


def test_a_decision_may_be_typed_instead() -> None:
    """All of the one that is asked, in place of what was picked of it so far."""
    assert typed(form(), Filled.of(["pay"]), "red", PLAIN) == Filled.of(["pay", "red"])
    assert typed(form(), Filled(), "pay red: 2", PLAIN) == Filled.of(["pay", "red", 2])
    assert typed(split(), Filled.of(["red", 1]), "blue x2, red", PLAIN) == Filled.of(
        ["blue", 2, "red", 1, End.DONE]
    )
    assert typed(route(), Filled.of(["b"]), "d-e", PLAIN) == Filled.of(["b", "c", "d", "e", End.DONE])
    with pytest.raises(Refusal):
        typed(form(), Filled.of(["pay"]), "nowhere", PLAIN)
    with pytest.raises(Refusal):
        typed(form(), Filled.of(["rest"]), "more", PLAIN)


def test_what_no_longer_holds_of_a_list_is_left_off_and_said() -> None:
    items, asked, refused = as_far(form(), Filled.of(["pay", "blue", 2]), PLAIN)
    assert (items, asked) == (Filled.of(["pay"]), asked_of(form(), "pay"))
    assert refused is not None
    assert as_far(form(), Filled.of(["pay", "red"]), PLAIN) == (
        Filled.of(["pay", "red"]),
        asked_of(form(), "pay", "red"),
        None,
    )


def test_a_place_is_pressed_where_it_can_be_picked() -> None:
    """At a menu it begins every verb of which it is the first field."""
    assert press(form(), Filled(), "red", PLAIN) == [Filled.of(["pay", "red"])]
    assert press(form(), Filled(), "b", PLAIN) == []
    assert press(route(), Filled.of(["b"]), "f", PLAIN) == [Filled.of(["b", "f"])]
    assert press(form(), Filled.of(["rest"]), "red", PLAIN) == []
    assert asked_of(route()).places({"b", "f", "z"}) == ["b", "f"]


def test_pages_show_the_open_options_first() -> None:
    options = [Option(str(n), str(n), SHUT if n % 2 else None) for n in range(60)]
    first, last = page(options, 0), page(options, 99)
    assert [option.id for option in first.options] == [str(n) for n in range(0, 50, 2)]
    assert (len(last.options), last.n, last.of) == (10, 2, 3)
    assert [option.id for option in last.options] == [str(n) for n in range(41, 60, 2)]
    assert page([], 3).of == 1


def test_belisarius_is_ordered_by_pressing_the_map() -> None:
    """A stack, its units, a far hex: an order to march."""
    for table, _, choice in games("belisarius", 9, 600):
        if table.world.phase == "operations" and isinstance(choice, Menu) and "march" in choice.items():
            break
    reader = readers(GAMES["belisarius"])[0]
    assert isinstance(choice, Menu)
    items = choice.items()["march"]
    assert isinstance(items, Choice)
    start = step(items, Filled(), reader)
    assert isinstance(start, Step)
    place = next(option.id for option in start.options if option.bar is None)
    (filled,) = [found for found in press(choice, Filled(), place, reader) if found.picks[0] == "march"]
    units = step(choice, filled, reader)
    assert isinstance(units, Step)
    filled = filled.plus(units.options[0].id, 1, End.DONE)
    way = step(choice, filled, reader)
    assert isinstance(way, Step)
    assert len(way.options) > 50
    far = [option for option in way.options if option.bar is None][-1]
    assert far.note is not None
    (filled,) = press(choice, filled, far.id, reader)
    answer = step(choice, filled.plus(End.DONE), reader)
    assert isinstance(answer, Built)
    assert answer.answer["answer"]["way"][-1] == far.id


def test_a_question_is_asked_once() -> None:
    """A reaction and what is played as one have the same question: it is no note, and not repeated around."""
    menu = offer(OneOf(rule="9", prompt=ASK, options=one_of("red")))
    first, then = step(menu, Filled(), PLAIN), step(menu, Filled.of(["play"]), PLAIN)
    assert isinstance(first, Step) and isinstance(then, Step)
    assert first.prompt == then.prompt == ASK
    assert [option.note for option in first.options] == [None, None]
    assert then.context == ()
