"""Books: each game has one in each language, as data, on its page, and in docs/games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator import GAMES
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.display.book import Book, book_of
from service.text.rulebook import paragraphs
from tools.books import file_of, written

ROOT = Path(__file__).resolve().parent.parent
READ = {
    "julius_caesar": "docs/plays/julius_caesar_whole.orders",
    "belisarius": "docs/belisarius.md",
    "ottomans": "docs/ottomans.md",
}
"""The files whose orders other tests read or play."""


def book(game: str, language: str) -> Book:
    found = book_of(game, language)
    assert found is not None, f"{game} has no book in {language}"
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_book_has_the_same_parts_in_every_language(game: str) -> None:
    first, *others = (
        [(p.id, len(p.items), bool(p.orders), p.charts) for p in book(game, of).part] for of in LANGUAGES
    )
    assert all(other == first for other in others)
    assert [id for id, *_ in first] == ["about", "begin", "win", "differs", "questions", "events", "orders"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_in_docs_is_made_of_the_book_and_its_scenarios(game: str, language: str) -> None:
    assert file_of(game, language).read_text(encoding="utf-8") == written(GAMES[game], language)


@pytest.mark.parametrize("game", GAMES)
def test_charts_and_paragraphs_that_a_book_names_exist(game: str) -> None:
    charts = {table.id for table in GAMES[game].pictures.aids.tables()}
    for language in LANGUAGES:
        for part in book(game, language).part:
            assert set(part.charts) <= charts
            for cited in re.findall(r"§(\d+(?:\.\d+)*)", " ".join(part.lines())):
                assert paragraphs(game, cited, language), f"{game}: §{cited}"


@pytest.mark.parametrize("game", READ)
def test_orders_of_a_book_are_orders_that_a_test_reads(game: str) -> None:
    lines = (ROOT / READ[game]).read_text(encoding="utf-8").splitlines()
    given = {line.partition(": ")[2] if game == "julius_caesar" else line.strip() for line in lines}
    for part in book(game, "en").part:
        assert set(part.orders) <= given


@pytest.mark.parametrize("game", GAMES)
def test_orders_of_a_japanese_book_are_those_of_a_turn_that_a_test_plays(game: str) -> None:
    turn = ROOT / f"docs/plays/first_turn/{game}.ja.orders"
    given = {line.partition(": ")[2] for line in turn.read_text(encoding="utf-8").splitlines()}
    (orders,) = [part.orders for part in book(game, "ja").part if part.orders]
    assert set(orders) <= given
