"""The order language is whole in Japanese, in every front end: verbs, tests of standing orders, commands."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from adjudicator.core.game.procedure import Occasion
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import catalogue, fold
from adjudicator.core.orders.standing import Order, for_battle, is_for_battle, is_rule, key_id, keys_of, parse
from adjudicator.julius_caesar import GAME as CAESAR
from frontends.mail import reading
from frontends.terminal import commands as keyboard
from service.text.command_names import command_names
from tests.kit.game import GameUnderTest
from tests.kit.games import KITS
from tests.kit.selfplay import founded

ROOT = Path(__file__).resolve().parent.parent
PRINTED = re.compile(r"\b(?:AGENT|Military Advance|Honors of War|AA|AZ|I{1,3}V?)\b|\b[A-DP]\b|[CP]\d?")
"""What the printed Japanese rules have in Latin letters."""
OF_THE_PROGRAM = ("kind", "rule")
each = pytest.mark.parametrize("kit", KITS.values(), ids=KITS)


def is_japanese(text: str) -> bool:
    return not set(PRINTED.sub("", text)) & set(string.ascii_letters)


def read(kit: GameUnderTest, line: str) -> Order:
    world, seat = founded(kit, 1), kit.scenario_of(1).seats[0]
    return parse(line, seat, kit.game, kit.game.view(world, seat))


@each
def test_every_verb_of_an_order_is_japanese(kit: GameUnderTest) -> None:
    verbs = {*kit.game.lexicon.orders, *(verb for of in kit.game.standing.values() for verb in of)}
    assert len(verbs) > 10
    assert [verb for verb in verbs if not is_japanese(kit.game.lexicon.written(verb, "ja"))] == []


@each
def test_everything_that_a_game_names_has_a_japanese_name(kit: GameUnderTest) -> None:
    """Hexes are called by their numbers in every language."""
    labels = kit.game.lexicon._labels
    assert len(labels) > 200
    assert [id for id, names in labels.items() if "ja" not in names and not id.isdecimal()] == []


@each
def test_what_is_shown_in_japanese_has_parentheses_of_full_width(kit: GameUnderTest) -> None:
    labels = [names.get("ja", "") for names in kit.game.lexicon._labels.values()]
    assert [one for one in labels if re.search(r"[^\x00-\x7f]\s?\(", one)] == []


@each
def test_no_order_begins_like_a_command_of_the_keyboard_that_takes_something(kit: GameUnderTest) -> None:
    commands = {
        fold(name)
        for one in keyboard.COMMANDS
        for name in (*one.names, keyboard.names("ja")[one.names[0]])
        if one.takes
    }
    lexicon = kit.game.lexicon
    verbs = {*lexicon.orders, "play", *(verb for of in kit.game.standing.values() for verb in of)}
    written = {lexicon.written(verb, language) for verb in verbs for language in LANGUAGES}
    assert {one for one in written if fold(one.partition(" ")[0]) in commands} == set()


@each
def test_what_a_standing_order_tests_is_named_and_read_in_japanese(kit: GameUnderTest) -> None:
    game, world, seat = kit.game, founded(kit, 1), kit.scenario_of(1).seats[0]
    view, japanese = game.view(world, seat), LANGUAGES["ja"]
    for on in game.standing:
        occasion = None if on == "rest" or is_rule(on) else Occasion("", "")
        for key, value in keys_of(game, view, seat, on, occasion).items():
            if key in OF_THE_PROGRAM:
                continue
            named = key_id(key, game)
            word = japanese.key(named) if named in japanese.keys else game.lexicon.written(key, "ja")
            assert is_japanese(word), key
            sign = "含む" if isinstance(value, list) else "="
            line = f"機会 {on} 条件 {word} {sign} 3 なら {game.lexicon.written('pass', 'ja')}"
            (test,) = read(kit, line).tests
            assert test.key == key, line


@each
def test_examples_of_standing_orders_are_japanese_and_mean_the_same(kit: GameUnderTest) -> None:
    examples = [*kit.game.terms.examples, *(w.order for w in kit.game.windows.values() if w.order)]
    assert examples
    for english in examples:
        japanese = catalogue("ja")(english)
        assert is_japanese(japanese), japanese
        first, other = read(kit, english), read(kit, japanese)
        assert (first.on, len(first.lines)) == (other.on, len(other.lines))
        assert [(t.key, t.sign, len(t.values)) for t in first.tests] == [
            (t.key, t.sign, len(t.values)) for t in other.tests
        ]


def test_the_battle_lines_of_the_page_on_mail_are_understood() -> None:
    page = (ROOT / "docs/mail.ja.md").read_text("utf-8")
    lines = [line for line in page.splitlines() if is_for_battle(line, CAESAR.lexicon)]
    assert len(lines) > 1
    for line in lines:
        assert read(KITS["julius_caesar"], for_battle(line, "roma", 1, CAESAR.lexicon)).tests


def test_every_word_of_a_mail_is_read_in_japanese() -> None:
    known = reading.words()
    translated = command_names(reading.FOLDER, "ja")
    assert {*known.values()} - {*translated} == {"drawn"}, "a second word for draw"
    for english, japanese in translated.items():
        assert is_japanese(japanese)
        assert reading.word(japanese) == english or english not in known.values()


def test_every_command_at_the_keyboard_is_read_in_japanese() -> None:
    for command in keyboard.COMMANDS:
        japanese = keyboard.names("ja")[command.names[0]]
        assert is_japanese(japanese)
        assert keyboard._BY_NAME[fold(japanese)] is command


def test_every_slash_command_and_argument_has_a_japanese_name() -> None:
    """docs/commands.ja.md is made of the commands as Discord shows them."""
    page = (ROOT / "docs/commands.ja.md").read_text("utf-8")
    rows = re.findall(r"^\| `(/[^`]+)` \|([^|]*)\|", page, flags=re.MULTILINE)
    assert len(rows) > 60
    assert [row for row in rows if not is_japanese("".join(row))] == []
