"""Standing orders set pick by pick: every kind of every game, every key, in both languages, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import adjudicator
from adjudicator.core import Choice, Game, Reader, Refusal, Table
from adjudicator.core.language.errors import NotUnderstood
from adjudicator.core.language.words import catalogue, words
from adjudicator.core.log.chance import sampler
from adjudicator.core.orders.books import Books
from adjudicator.core.orders.standing import Order, limit_of, parse
from service.usecases.play import playing
from service.usecases.play.standing import form as form_acts
from service.usecases.play.standing.form import StandingOrder, form_of
from service.usecases.play.standing.names import ENOUGH, reader
from service.values.words import speak
from service.wizard.filled import Filled
from service.wizard.steps import Built, Step, decompose, step
from tests.belisarius import two_worlds as belisarius
from tests.belisarius.kit import play as play_belisarius
from tests.core import scripted
from tests.harness.service import GAMES, ServiceHarness, by, service_harness
from tests.harness.walks import LANGUAGES, said, samples, walked
from tests.kit.two_worlds import at_rest, table_over

PLAYED = {"markers": scripted.GAME, **{name: GAMES[name] for name in ("julius_caesar", "belisarius")}}
ENOUGH_KEYS = 30
"""More than any game has, beside one for each of its pieces."""
LINES = {
    "julius_caesar": (
        "fire all",
        "retreat LEG 8 to Genua when at I",
        "on 7.4 do lose auxilia, then LEG 8 times 3 until year >= 3",
        "on 7.2 when role = attacker, round = 3 do retreat Caesar to Genua",
        "fire AUX 1 when AUX 1 > 1",
    ),
    "belisarius": (
        "on die when table = assault, follows in AZ AA, by = me do play Pope",
        "on marker when subject in Currency/Rally do play Treachery times 1",
        "on campaign when operating has Belisarius, op >= 20 do play End of Campaign",
        "on 9.1 when target = Thracia do stake Agent, then pass",
        "on rest when hand has Market do show markers",
        "stand when theirs < 10, event = war_north",
        "feed all",
        "tax rest until turn > 3, phase = tax",
    ),
    "markers": (
        "on raid when by=me, coins >= 15 do play luck, then treachery times 2 until turn >= 4",
        "on raid when keep do luck",
        "on die when value in 1 2 3 do play luck",
        "on raid when rank IV do luck",
    ),
}


READER = Reader(scripted.GAME.lexicon)


def first(game: Game) -> tuple[Any, str, Any]:
    """A world at its beginning, a seat, and its view."""
    scenario = game.scenarios()[0]
    world = game.found(scenario.id, {}, scenario.seats)
    seat = scenario.seats[0]
    return world, seat, game.view(world, seat)


def form(game: Game) -> StandingOrder:
    _, seat, view = first(game)
    return form_of(game, view, seat)


def built(made: StandingOrder, filled: list[Any], language: str = "en") -> str:
    found = step(made, Filled.of(filled), reader(made.game, language))
    assert isinstance(found, Built), (filled, found)
    return found.text


def any_value(asked: Step) -> Any:
    """Something that can be said to a question of a form."""
    match asked.kind:
        case "number":
            return 3
        case "text":
            return "all"
        case "some":
            return [option.id for option in asked.options[:2]]
    return asked.options[0].id


def options(made: StandingOrder, filled: list[Any]) -> list[str]:
    asked = step(made, Filled.of(filled), reader(made.game, "en"))
    assert isinstance(asked, Step)
    return [option.id for option in asked.options if option.bar is None]


def every_test(made: StandingOrder, begun: list[Any], what: str) -> Iterator[list[Any]]:
    """Every key with every sign that it can be asked about; of many that are alike, some."""
    keys = options(made, [*begun, what])
    for key in [*keys[:ENOUGH_KEYS], *keys[ENOUGH_KEYS::20], keys[-1]]:
        for sign in options(made, [*begun, what, key]):
            filled = [*begun, what, key, sign]
            asked = step(made, Filled.of(filled), reader(made.game, "en"))
            assert isinstance(asked, Step)
            yield [*filled, any_value(asked)]


# -- everything that can be built ----------------------------------------------------------------


@pytest.mark.parametrize("game", PLAYED)
def test_every_kind_and_verb_can_be_built_and_left(game: str) -> None:
    """In each language; core takes each for the occasion that was picked."""
    made, (world, seat, view), n = form(PLAYED[game]), first(PLAYED[game]), 0
    for kind in options(made, []):
        for verb in options(made, [kind]):
            for language in LANGUAGES:
                text = built(made, [kind, verb, "all", ENOUGH], language)
                assert parse(text, seat, made.game, view).on == kind.removeprefix("on:")
                books = Books(made.game, {})
                books.leave(seat, [text], world)
                assert [kept.text for kept in books.kept[seat]] == [text]
                n += 1
    assert {kind.removeprefix("on:") for kind in options(made, [])} == set(made.game.standing)
    assert n >= 2 * len(made.game.standing)


@pytest.mark.parametrize("game", PLAYED)
def test_every_key_can_be_tested_with_every_sign(game: str) -> None:
    """For each kind; and what was built is found again when the line is edited."""
    made, (_, seat, view) = form(PLAYED[game]), first(PLAYED[game])
    kinds = options(made, [])
    for kind in dict.fromkeys([kinds[0], kinds[-1], *(k for k in kinds if k in ("on:rest", "on:9.1"))]):
        begun = [kind, "do:typed", "all"]
        for tested in every_test(made, begun, "more:when"):
            text = built(made, [*tested, ENOUGH])
            assert len(parse(text, seat, made.game, view).tests) == 1, text
            again = made.accept(made.parse(text, reader(made.game, "en")))
            assert same(made, again, text), text


def test_alternatives_times_and_an_end_are_said_one_after_another() -> None:
    made = form(PLAYED["julius_caesar"])
    filled: list[Any] = ["on:7.2", "do:retreat", "LEG 8 to Genua", "more:then", "do:fire", "all"]
    filled += ["more:when", "key:round", "sign:>=", 2, "more:when", "key:role", "sign:=", "val:role:attacker"]
    filled += ["more:times", 3]
    assert "more:times" not in options(made, filled), "that is said once"
    text = built(made, [*filled, "more:until", "key:year", "sign:>", 4, ENOUGH])
    assert text == (
        "on 7.2 when round >= 2, role = attacker do retreat LEG 8 to Genua, then fire all"
        " times 3 until year > 4"
    )
    text = built(made, [*filled, "more:until", "key:year", "sign:>", 4, ENOUGH], "ja")
    assert text == (
        "機会 7.2 条件 ラウンド >= 2, 役割 = 攻撃側 なら 退却 LEG 8 to Genua、次に 攻撃 all"
        " 回数 3 終わり 年 > 4"
    )


def test_names_are_written_as_the_reader_knows_them() -> None:
    made = form(PLAYED["belisarius"])
    filled: list[Any] = [
        "on:marker",
        "do:treachery",
        "",
        "more:when",
        "key:by",
        "sign:=",
        "val:by:me",
        ENOUGH,
    ]
    assert built(made, filled) == "on marker when by = me do Treachery"
    assert built(made, filled, "ja") == "機会 計略マーカー 条件 実行者 = 自分 なら 詭計"
    filled = ["on:9.1", "do:pass", "", "more:when", "key:target", "sign:in", ["val:target:thracia"], ENOUGH]
    assert built(made, filled) == "on 9.1 when target = Thracia do pass"


def test_words_of_the_grammar_inside_an_order_are_refused() -> None:
    """They would make another order of it."""
    made = form(PLAYED["belisarius"])
    for text in ("rest when turn = 1", "rest until turn = 3", "rest times 2", "rest then pass", ""):
        with pytest.raises(Refusal):
            step(made, Filled.of(["on:10.1", "do:typed", text, ENOUGH]), reader(made.game, "en"))
    with pytest.raises(Refusal):
        step(made, Filled.of(["on:10.1", "do:tax", "x" * 301, ENOUGH]), reader(made.game, "en"))


# -- what is edited ------------------------------------------------------------------------------


def same(made: StandingOrder, answer: dict[str, Any], text: str) -> bool:
    """Return true if an answer says what a line says."""
    _, seat, view = first(made.game)
    line = made.write(answer, reader(made.game, "en"))
    one, other = (meaning(made.game, parse(said, seat, made.game, view)) for said in (line, text))
    return one == other and limit_of(line) == limit_of(text)


def meaning(game: Game, order: Order) -> Any:
    """An order without the ways to spell it."""

    def sense(text: str) -> str:
        found = game.lexicon.find(text, game.standing)
        return found[0] if found else " ".join(text.casefold().replace("_", " ").split())

    def tests(of: Any) -> list[Any]:
        values = [[sense(value) for value in test.values] for test in of]
        signs = ["=" if test.sign in ("has", "in") and len(test.values) == 1 else test.sign for test in of]
        return list(zip((test.key for test in of), signs, values, strict=True))

    return order.on, [sense(line) for line in order.lines], tests(order.tests), tests(order.until)


@pytest.mark.parametrize(("game", "text"), [(game, text) for game in LINES for text in LINES[game]])
def test_a_line_comes_back_as_picks(game: str, text: str) -> None:
    made = form(PLAYED[game])
    for language in LANGUAGES:
        spoken = reader(made.game, language)
        answer = made.accept(made.parse(text, spoken))
        items = decompose(made, answer)
        found = step(made, items, spoken)
        assert isinstance(found, Built)
        assert found.answer == answer
        assert made.accept(made.parse(found.text, spoken)) == answer


def test_a_line_that_is_not_an_order_is_refused_with_the_reason() -> None:
    made = form(PLAYED["belisarius"])
    with pytest.raises(Refusal):
        made.parse("on Tuesdays do rest", reader(made.game, "en"))


# -- what is read --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["julius_caesar", "belisarius"])
def test_nobody_reads_an_id(game: str) -> None:
    """Of no kind, verb, key, sign or value, nor in the trail."""
    made = form(PLAYED[game])
    for language in LANGUAGES:
        spoken = reader(made.game, language)
        for kind in options(made, []):
            lists: list[list[Any]] = [[], [kind], [kind, "do:typed", "all"]]
            lists += [t[:n] for t in every_test(made, lists[-1], "more:when") for n in (4, 5, 6)]
            for filled in lists if kind in ("on:die", "on:7.2") else lists[:4]:
                asked = step(made, Filled.of(filled), spoken)
                assert isinstance(asked, Step)
                for text in said(asked, spoken):
                    assert not {*"_*{}"} & {*text}, text
                    assert not text.startswith(("on:", "do:", "key:", "sign:", "val:", "more:")), text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", adjudicator.GAMES)
def test_the_examples_of_a_game_fill_its_form(game: str, language: str) -> None:
    """The form builds the example again as it was written, with the same occasion and tests in each language;
    in Japanese no occasion or order has an English name.
    """
    made = form(adjudicator.GAMES[game])
    spoken = reader(made.game, language)
    assert len(made.game.terms.examples) == 3
    for line in made.game.terms.examples:
        said = catalogue(language)(line)
        answer = made.accept(made.parse(said, spoken))
        now = step(made, decompose(made, answer), spoken)
        assert isinstance(now, Built) and made.accept(made.parse(now.text, spoken)) == answer
        assert now.text == said
        of, one = made.read(said), made.read(line)
        assert of.on == one.on and [test.key for test in of.tests] == [test.key for test in one.tests]
        named = " ".join([said.split()[1], *of.lines])
        assert language == "en" or re.search("[A-Za-z]{2}", named) is None, named


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", adjudicator.GAMES)
def test_a_refusal_lists_the_occasions_by_names_that_are_understood(game: str, language: str) -> None:
    """No id is shown, and the occasion "rest" is no remainder."""
    made = form(adjudicator.GAMES[game])
    with pytest.raises(NotUnderstood) as refused:
        made.read("on Tuesdays do rest")
    expected = refused.value.why.values["expected"]
    for kind in expected.values["kinds"]:
        said = speak(words("{kind}", kind=kind), language, made.game.lexicon.label)
        assert "_" not in said and said != "残り" and made.read(f"on {said} do rest").on in made.game.standing


@pytest.mark.parametrize("game", ["julius_caesar", "belisarius"])
def test_a_game_names_all_that_it_lets_be_ordered_and_tested(game: str) -> None:
    """And nothing beside it, but the fields of an occasion."""
    made = form(PLAYED[game])
    terms, keys = made.game.terms, {key for on in made.game.standing for key in made.keys(on)}
    assert set(terms.occasions) == set(made.game.standing)
    assert keys - {"by", "subject", "at", "value", "follows"} <= set(terms.facts) <= keys
    for name, fact in terms.facts.items():
        for id in fact.values:
            assert reader(made.game, "en").label(f"val:{name}:{id}"), (name, id)


def test_the_same_is_offered_in_two_worlds() -> None:
    """What a form offers follows from the seat's view."""
    modes, met, at = {"default": "ask"}, [0], [0]

    def check(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        at[0] += 1
        if at[0] % 300 == 0:
            other = belisarius.other_world(table, seat, sampler(table.ledger.chain.n))
            worlds = [at_rest(table), other]
            offered = []
            for over in (table_over(table, world, modes) for world in worlds):
                made = form_of(GAMES["belisarius"], GAMES["belisarius"].view(over.world, seat), seat)
                lists = [["on:die", "do:pope", "", "more:when", key] for key in ("key:op", "key:hand")]
                spoken = reader(made.game, "en")
                offered.append([repr(step(made, Filled.of(filled), spoken)) for filled in lists])
            assert offered[0] == offered[1]
            met[0] += 1

    for _ in islice(play_belisarius(3, check), 1300):
        pass
    assert met[0]


# -- in the service ------------------------------------------------------------------------------


@pytest.fixture
def m(tmp_path: Path) -> Iterator[ServiceHarness]:
    with service_harness(tmp_path / "tabellarius.sqlite", {"markers": scripted.GAME}) as found:
        yield found


def test_an_order_is_made_of_what_is_asked_now(m: ServiceHarness) -> None:
    """The answer to the question of this moment, for every time that it is asked."""
    campaign = m.found("markers", "ring", seed=b"s")
    made = m.service.look(campaign, form_acts.form, "a")
    assert "do:now" in options(made, ["on:2.3"])
    assert "do:now" not in options(made, ["on:2.4"])
    for answer in samples(made.asked["2.3"], 3):
        items = ["on:2.3", "do:now", *decompose(made.asked["2.3"], answer).picks, ENOUGH]
        text = built(made, items)
        told = m.service.look_as(by("a"), campaign, playing.rehearse_standing, "a", [text], "en")
        assert told == [made.asked["2.3"].write(answer, READER)]
    m.service.do(by("a"), campaign, playing.set_standing, "a", [text])
    (kept,) = m.service.standing_book(campaign, "a")
    assert (kept.text, len(kept.used), kept.is_in_force) == (text, 1, True)


def test_orders_are_tried_out_as_orders(b: ServiceHarness) -> None:
    """On the present position: what they would order in the question of this moment, in either language."""
    campaign = b.found("julius_caesar", "war", seed=b"tried")
    for n in range(400):
        asked = b.service.asked(campaign)
        if asked[0].rule == "7.2":
            break
        b.step(campaign, n)
    seat = asked[0].seat
    for language, verb in (("en", "fire"), ("ja", "攻撃")):
        (told,) = b.service.look_as(
            by(seat), campaign, playing.rehearse_standing, seat, ["fire all times 1"], language
        )
        assert told.startswith(verb)
    assert b.service.asked(campaign) == asked
    with pytest.raises(Refusal):
        b.service.look_as(by("judge"), campaign, playing.rehearse_standing, seat, ["fire all"], "en")


def test_a_form_waits_as_a_draft(m: ServiceHarness) -> None:
    campaign = m.found("markers", "ring", seed=b"s")
    m.service.keep_draft(campaign, "a", "a", "standing", Filled.of(["on:raid", "do:play"]))
    kept = m.service.draft(campaign, "a", "a", "standing")
    assert kept is not None
    assert kept.state == "open"


def test_a_form_walks_like_any_decision() -> None:
    """Prefix by prefix, with what `steps` promises of every choice."""
    made = form(PLAYED["julius_caesar"])
    for line in LINES["julius_caesar"]:
        answer = made.accept(made.parse(line, reader(made.game, "en")))
        assert walked(made, answer, Reader(reader(made.game, "ja").lexicon, "ja"))
