"""Everything that a player reads, in both languages: no template is untranslated, no value without a name."""

from __future__ import annotations

import re
import struct
import tomllib
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont

from adjudicator import GAMES
from adjudicator.core import LANGUAGES, Choice, Game, Reader, Table, Words, fill, words
from adjudicator.core.choices.choice import Bar
from adjudicator.core.game.sealed import redact, reveal
from adjudicator.core.language.errors import NotUnderstood, Refusal
from adjudicator.core.language.languages import language_of
from adjudicator.core.language.words import catalogue
from adjudicator.core.orders.orders import complete, read
from adjudicator.display.language import in_language
from adjudicator.julius_caesar import GAME
from adjudicator.julius_caesar.board import BLOCKS, CARDS, PLACES
from adjudicator.julius_caesar.show.narration import TEMPLATES
from adjudicator.julius_caesar.show.scene import LEGEND, PHASES
from adjudicator.julius_caesar.world import SIDES
from service.text import telling
from service.values.words import speak
from tests.julius_caesar.kit import play
from tests.test_terms import TERMS
from tools.catalogues import domains, faults

ROOT = Path(__file__).resolve().parent.parent
FONTS = ROOT / "data" / "fonts"
STEPS = 160
"""About two years of a game: cards, moves, levies, battles and a winter."""

LABEL = GAME.lexicon.label
JAPANESE = Reader(GAME.lexicon, "ja")
VIEWERS = (*SIDES, None)

_ENGLISH = re.compile(r"[a-z]{2,}|[{}]")
"""In a Japanese sentence stand numbers, signs, Roman strengths, and codes such as "C3": no small letters."""
_NO_ENGLISH = re.compile(r"[a-z]+_[a-z_]+|[{}\u3000-\u30ff\u4e00-\u9fff\uff01-\uff9e]")
"""In an English sentence stands no id as code writes it, and nothing Japanese."""
_NUMBER = re.compile(r"card/[a-z]+")
"""Cards are cited as paragraphs by this number."""
_LATIN = re.compile(
    "|".join(re.escape(term.ja) for terms in TERMS.values() for term in terms.values() if term.ja.isascii())
)
"""Terms that stand in Latin letters in the Japanese rules too."""


def assert_japanese(text: str) -> None:
    assert text
    assert not _ENGLISH.search(_LATIN.sub("", _NUMBER.sub("", text))), text


def assert_english(text: str) -> None:
    assert text
    assert not _NO_ENGLISH.search(text), text


def assert_both(text: Words) -> None:
    """A sentence in both languages, and everything inside it."""
    english, japanese = (fill(text, language, LABEL) for language in ("en", "ja"))
    assert english != japanese
    assert_english(english)
    assert_japanese(japanese)


def words_in(value: Any) -> Iterator[Words]:
    """The reasons of all bars in what a choice says of itself."""
    match value:
        case Bar():
            yield value.why
        case dict():
            yield from words_in(list(value.values()))
        case list() | tuple():
            for item in value:
                yield from words_in(item)


def refusals(choice: Choice[Any]) -> Iterator[Refusal]:
    """Yield the refusals of a text without meaning and of a barred order."""
    barred = [line.text for line in complete(choice, "", JAPANESE) if line.bar is not None]
    for text in ("？？？", *barred[:3]):
        try:
            choice.accept(read(choice, text, JAPANESE)[0])
        except Refusal as refused:
            yield refused


def journal(seed: int) -> set[str]:
    """The kinds of events of a short game, each said to everybody in both languages."""
    kinds = set()
    for step in islice(play(seed), STEPS):
        for event in step.events:
            kinds.add(event.kind)
            told = [reveal(event), *(known for v in VIEWERS if (known := redact(event, v)) is not None)]
            for known in told:
                assert_japanese(GAME.say(known, "ja"))
                assert_english(GAME.say(known, "en"))
    return kinds


@pytest.mark.parametrize("seed", [1, 3])
def test_the_journal_is_told_in_both_languages(seed: int) -> None:
    assert journal(seed) >= {"dealt", "cards_played", "moved", "levied", "fired", "battle_ends", "winter"}


def test_questions_bars_and_refusals_are_in_both_languages() -> None:
    asked: set[str] = set()
    refused: set[str] = set()

    def check(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        assert_both(choice.prompt)
        for why in words_in(choice.describe()):
            assert_both(why)
        if choice.prompt.template not in asked:
            for refusal in refusals(choice):
                assert_japanese(telling.refusal(refusal, "ja", LABEL))
                assert_english(telling.refusal(refusal, "en", LABEL).replace("？", ""))
                refused.add(refusal.kind)
        asked.add(choice.prompt.template)

    for _ in islice(play(1, check), STEPS):
        pass
    assert len(asked) > 5
    assert refused >= {"illegal", NotUnderstood.kind}


def test_orders_and_completions_are_written_in_japanese() -> None:
    seen: set[str] = set()

    def check(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        assert_japanese(choice.write(choice.accept(answer), JAPANESE))
        if choice.rule not in seen:
            for line in complete(choice, "", JAPANESE):
                assert_japanese(line.text)
        seen.add(choice.rule)

    for _ in islice(play(3, check), STEPS):
        pass
    assert {"2.1", "6.1", "6.4", "7.2"} <= seen


def texts_of(scene: Any) -> Iterator[str]:
    """All that a picture says, but for the letters on its counters, which are those of the printed blocks."""
    yield from (scene.title, scene.subtitle, scene.footer, scene.alt)
    for panel in scene.panels:
        yield panel.title
        for row in panel.rows:
            yield from row
    for note in scene.legend:
        yield note.text


def test_pictures_and_their_descriptions_are_in_both_languages() -> None:
    stages = set()
    for step in islice(play(1), STEPS):
        if (stage := GAME.stage(step.world)) in stages:
            continue
        stages.add(stage)
        assert GAME.scene is not None
        for viewer in VIEWERS:
            view = GAME.view(step.world, viewer)
            for text in texts_of(in_language(GAME.scene(view), "ja", LABEL)):
                assert_japanese(text)
            for text in texts_of(in_language(GAME.scene(view), "en", LABEL)):
                assert_english(text)
    assert len(stages) > 10


@pytest.mark.parametrize("template", [*TEMPLATES.values(), *PHASES.values(), *LEGEND.values()])
def test_every_template_of_story_and_picture_has_its_japanese(template: str) -> None:
    japanese = catalogue("ja")(template)
    assert japanese != template
    assert_japanese(re.sub(r"{\w+(:\w+)?}", "", japanese))


def test_everything_that_has_a_name_has_one_in_each_language() -> None:
    for id in (*SIDES, *BLOCKS, *CARDS, *PLACES):
        assert_japanese(LABEL(id, "ja"))
        assert_english(LABEL(id, "en"))


def test_the_service_says_a_sentence_of_the_rules_inside_its_own() -> None:
    why = words("{city} is not a port", city="roma")
    text = words("your orders stopped: {why}", why=why)
    assert speak(text, "en", LABEL) == "your orders stopped: Roma is not a port"
    assert speak(text, "ja", LABEL) == "命令を中断しました：ローマは港ではありません"


def test_the_catalogues_are_whole_and_up_to_date() -> None:
    assert list(faults(ROOT)) == []


def test_each_language_has_its_own_place_and_clients() -> None:
    assert len({known.order for known in LANGUAGES.values()}) == len(LANGUAGES)
    for id, known in LANGUAGES.items():
        assert [language_of(client) for client in known.clients] == [id] * len(known.clients)


def characters(texts: Iterable[str]) -> set[int]:
    return {ord(letter) for text in texts for letter in text if not letter.isspace()}


def test_every_character_of_the_texts_is_in_the_shipped_fonts() -> None:
    japanese: list[str] = [LABEL(id, "ja") for id in (*SIDES, *BLOCKS, *CARDS, *PLACES)]
    english: list[str] = [LABEL(id, "en") for id in (*SIDES, *BLOCKS, *CARDS, *PLACES)]
    for domain in domains(ROOT):
        with domain.po(ROOT, "ja").open("rb") as file:
            for message in read_po(file, locale="ja"):
                english.append(str(message.id))
                japanese.append(str(message.string))
    for name, texts in (("NotoSerifJP-SemiBold.ttf", japanese), ("EBGaramond-Medium.ttf", english)):
        missing = characters(texts) - set(TTFont(FONTS / name).getBestCmap())
        assert sorted(map(chr, missing)) == []


def test_browsers_load_the_same_fonts_compressed() -> None:
    """Of each font of the pages the compressed form has as many tables, and unpacks to about its size."""
    fonts = sorted(FONTS.glob("*.woff2"))
    assert [font.stem for font in fonts] == sorted(font.stem for font in FONTS.glob("*.ttf"))
    for font in fonts:
        packed, plain = font.read_bytes(), font.with_suffix(".ttf").read_bytes()
        signature, _, length, tables, _, unpacked = struct.unpack(">4sIIHHI", packed[:20])
        assert (signature, length) == (b"wOF2", len(packed))
        assert tables == struct.unpack(">H", plain[4:6])[0]
        assert abs(unpacked - len(plain)) < len(plain) / 50
        assert len(packed) < len(plain) / 2


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_name_of_a_game_is_there_in_every_language(game: Game) -> None:
    """What has no name of its own is a number, such as that of a hex."""
    ids = game.lexicon.ids()
    unnamed = [id for id in ids for language in LANGUAGES if language not in game.lexicon.languages(id)]
    assert [id for id in unnamed if not any(letter.isdigit() for letter in id)] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_name_that_is_named_again_stays_as_it_is(game: Game) -> None:
    """No name is the id of something else: a text that passes through the lexicon twice says the same."""
    names = {
        (game.lexicon.label(id, language), language) for id in game.lexicon.ids() for language in LANGUAGES
    }
    changed = {name for name, language in names if game.lexicon.label(name, language) != name}
    assert changed == set()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_file_of_names_names_what_there_is(game: Game) -> None:
    """A name of anything else would be left out without a word."""
    data = Path(__file__).parents[1] / "data" / game.id
    for file in data.glob("names.*.toml"):
        assert tomllib.loads(file.read_text("utf-8")).get("lexicon", {}).keys() <= {*game.lexicon.ids()}


@pytest.mark.parametrize(
    ("template", "language", "said"),
    [
        ("{of}", "en", "a, b and c"),
        ("{of:or}", "en", "a, b, or c"),
        ("{of:clauses}", "en", "a; b; c"),
        ("{of:then}", "en", "a, then b, then c"),
        ("{of}", "ja", "a、b、c"),
        ("{of:clauses}", "ja", "a；b；c"),
        ("{of:then}", "ja", "a→b→c"),
    ],
)
def test_lists_of_four_kinds_are_joined_each_in_its_way(template: str, language: str, said: str) -> None:
    """Things, alternatives, statements, and what comes one after the other."""
    assert fill(words(template, of=["a", "b", "c"]), language) == said
