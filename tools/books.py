"""Write and check `docs/games`, the books: `data/<game>/book.<language>.toml` and the game's
own tables.

    python -m tools.books          write them
    python -m tools.books check    fail where one is out of date
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from adjudicator import GAMES
from adjudicator.core.game.game import Game, rosters
from adjudicator.core.language.languages import FIRST, LANGUAGES
from adjudicator.display.aids import Table, sheet_of
from adjudicator.display.book import Part, book_of
from service.text.terms import game_title

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "games"
SCENARIOS = {"en": "Scenarios", "ja": "シナリオ"}
MADE = {
    "en": "Made by `python -m tools.books` from `data/{game}`. In this language: {others}.",
    "ja": "`python -m tools.books`が`data/{game}`から作ったページです。ほかの言語：{others}。",
}
MORE = {
    "en": "More: {links}.",
    "ja": "ほかのページ：{links}。",
}
PLAYING = {"en": "Playing {game}: every order", "ja": "すべての命令"}
TURN = {"ja": "最初のターン（日本語の命令と経過）"}
RULINGS = {"en": "rulings", "ja": "裁定"}


def file_of(game: str, language: str) -> Path:
    """Return the file of a book."""
    return FOLDER / (f"{game}.md" if language == FIRST else f"{game}.{language}.md")


def written(game: Game, language: str) -> str:
    """Return a book as Markdown; "" for a game that has none in this language."""
    book = book_of(game.name, language)
    if book is None:
        return ""
    others = [
        f"[{LANGUAGES[one].name}]({file_of(game.name, one).name})" for one in LANGUAGES if one != language
    ]
    head = [
        f"# {game_title(game, language)}",
        "",
        MADE[language].format(game=game.name, others=LANGUAGES[language].comma.join(others)),
    ]
    head += ["", MORE[language].format(links=LANGUAGES[language].comma.join(_links(game, language)))]
    parts = [line for part in book.part for line in _part(game, part, language)]
    return "\n".join([*head, *parts, *_scenarios(game, language)]) + "\n"


def _links(game: Game, language: str) -> Iterator[str]:
    """Yield links to a turn in this language, to the page of its orders and to its rulings, if they exist."""
    top = Path("..")
    turn = f"plays/first_turn/{game.name}.{language}.orders"
    if (ROOT / "docs" / turn).is_file():
        yield f"[{TURN[language]}]({top / turn})"
    end = "" if language == FIRST else f".{language}"
    if (ROOT / "docs" / f"{game.name}{end}.md").is_file():
        title, page = game.lexicon.written(game.name, language), top / f"{game.name}{end}.md"
        yield f"[{PLAYING[language].format(game=title)}]({page})"
    page = top / ".." / "adjudicator" / game.name / f"RULINGS{end}.md"
    yield f"[{RULINGS[language]}]({page})"


def _part(game: Game, part: Part, language: str) -> Iterator[str]:
    yield from ("", f"## {part.title}")
    for text in part.text:
        yield from ("", text)
    if part.items:
        yield ""
        yield from (f"- {item}" for item in part.items)
    if part.orders:
        yield from ("", "```", *part.orders, "```")
    for table in game.pictures.aids.tables():
        if table.id in part.charts:
            yield from _table(game, table, language)


def _scenarios(game: Game, language: str) -> Iterator[str]:
    """Yield the tables of each scenario."""
    label = game.lexicon.label
    found = {id: tables for id in rosters(game.scenarios()) if (tables := game.pictures.aids.booklet(id))}
    if found:
        yield from ("", f"## {SCENARIOS[language]}")
    for id, tables in found.items():
        yield from ("", f"### {label(id, language)}")
        for table in tables:
            yield from _table(game, table, language)


def _table(game: Game, table: Table, language: str) -> Iterator[str]:
    sheet = sheet_of(game.id, table, language, game.lexicon.label)
    yield from ("", f"**{sheet.title}**", "")
    yield _row(sheet.columns)
    yield _row(["---"] * len(sheet.columns))
    yield from map(_row, sheet.rows)
    if sheet.subtitle:
        yield from ("", sheet.subtitle)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def main(arguments: Sequence[str]) -> int:
    """Write or check every book; return 1 if one is out of date."""
    wrong = 0
    for game in GAMES.values():
        for language in LANGUAGES:
            file, text = file_of(game.name, language), written(game, language)
            if not text or (file.is_file() and file.read_text(encoding="utf-8") == text):
                continue
            if arguments == ["check"]:
                print(f"{file.relative_to(ROOT)} is out of date: python -m tools.books")
                wrong = 1
            else:
                FOLDER.mkdir(exist_ok=True)
                file.write_text(text, encoding="utf-8")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
