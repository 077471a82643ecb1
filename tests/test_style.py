"""How players are addressed, as far as it can be counted: lengths, widths, words of another reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
CATALOGUES = sorted(
    page
    for part in ("adjudicator", "service", "renderer", "frontends")
    for page in (ROOT / part).rglob("locale/ja/LC_MESSAGES/*.po")
)
GAMES = ("julius_caesar", "belisarius", "ottomans", "ancient_world")
PLAYERS = sorted(
    page.relative_to(ROOT).as_posix()
    for name in (
        *("local", "discord", "mail", "playing", "referee", "fair-dice", "own-copy"),
        *GAMES,
        *(f"games/{game}" for game in GAMES),
    )
    for page in (ROOT / "docs").glob(f"{name}*.md")
)
LONGEST = 30
"""Words of a sentence."""
KANA_OR_KANJI = "ぁ-んァ-ヶー一-龠々"
NARROW = re.compile(
    rf"(?<=[{KANA_OR_KANJI}）」}}]): ?(?=[{KANA_OR_KANJI}{{「])|[0-9}}]%(?![(a-z])"
    rf"|[{KANA_OR_KANJI}][!?](?![:a-z])|[{KANA_OR_KANJI}]\(|\)[{KANA_OR_KANJI}]|（ | ）|「[^」]*「"
)
"""A mark that is as narrow as in English, and a quotation that begins within another."""
TYPED = ("ホスト:ポート", "名前: 値", "場所, 数", "もの, 元, 先", "席: 命令")
"""Forms that are typed as they stand."""
NO_READER = re.compile(
    r"\b(?:seed \d|milliseconds?|\d+(?:\.\d+)? ms|pytest|python -m tests|schema|earlier (?:release|version)s?"
    r"|games of the computer|second implementation)\b"
)
"""What belongs on a page of developers: measurements, tests, the history of the code."""


def messages() -> Iterator[tuple[str, str]]:
    """Yield every sentence in English and in Japanese, the forms of a plural one by one."""
    for catalogue in CATALOGUES:
        with catalogue.open("rb") as file:
            for message in read_po(file):
                english = [message.id] if isinstance(message.id, str) else message.id
                japanese = message.string if isinstance(message.string, str) else (message.string or [""])[0]
                yield from ((one, japanese) for one in english if one)


def test_no_sentence_is_longer_than_thirty_words() -> None:
    parts = (
        part
        for english, _ in messages()
        for part in re.split(r"(?<=[.!?;:])\s+|\n", re.sub(r"\{[^}]*\}", "x", english))
    )
    assert [part for part in parts if len(part.split()) > LONGEST] == []


def test_marks_are_as_wide_as_japanese() -> None:
    assert [
        japanese
        for _, japanese in messages()
        if NARROW.search(japanese) and not any(form in japanese for form in TYPED)
    ] == []


def english_of(game: str) -> list[str]:
    with (ROOT / f"adjudicator/{game}/locale/ja/LC_MESSAGES/{game}.po").open("rb") as file:
        return [str(message.id) for message in read_po(file) if message.id]


@pytest.mark.parametrize("game", GAMES)
def test_a_die_is_told_in_one_form(game: str) -> None:
    """Such as "(rolled 3, needs 7 or less)", and 「出目3」 or 「サイの目3」 by the rules of the game."""
    assert [
        text
        for text in english_of(game)
        if re.search(r"(?<!the )\b[Dd]i(?:e|ce) \{|\bneeded\b.*\bor (?:less|more)", text)
    ] == []


def test_news_are_told_in_the_past() -> None:
    """What somebody did, in the one feed that has journals and news; a state or a wish may be present."""
    subject = r"(?:\{(?:by|seat|who|name)\}|the referee)"
    verbs = (
        "accepts|agrees|announces|appoints|asks|claims|declines|ends|extends|gives|grants|joins|leaves|opens|pauses|"
        "proposes|puts|reminds|replaces|resigns|resumes|returns|rolls|rules|sets|stops|takes|withdraws"
    )
    assert [text for text, _ in messages() if re.match(rf"{subject} (?:{verbs})\b.*[^?]$", text)] == []


@pytest.mark.parametrize(
    ("game", "wrong"),
    [
        ("belisarius", r"\bin \{(?:place|places|city|hex)\b"),
        ("julius_caesar", r"\bin \{(?:place|places|city)\b"),
        ("ancient_world", r"\bin \{places?\b"),
        ("ottomans", r"\bat \{places?\b"),
    ],
)
def test_one_is_at_a_city_or_hex_and_in_an_area(game: str, wrong: str) -> None:
    """One template for all places of a game; `{city}` of The Ancient World may be its inside."""
    assert [text for text in english_of(game) if re.search(wrong, text)] == []


@pytest.mark.parametrize("page", PLAYERS)
def test_a_page_for_players_measures_no_program(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert NO_READER.findall(text) == []


def test_the_change_log_has_one_line_a_change_in_words_of_players() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    entries = [line for line in text.splitlines() if line and not line.startswith(("#", "**", "What "))]
    assert [line for line in entries if not line.startswith("- ")] == []
    assert sum(len(line.split()) for line in entries) <= 22 * len(entries)
    assert NO_READER.findall(text) == []
