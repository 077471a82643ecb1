"""Orders that came by letter: a whole game of docs/plays, and what is refused, with its line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from service.runtime.orders_file import BadFile, read, run
from service.values.settings import CannotStart
from tests.harness.cases import some

PLAYS = Path(__file__).resolve().parent.parent.parent / "docs" / "plays"
HEAD = "game: julius_caesar\nscenario: war\nseed: letters\n"


@pytest.fixture(autouse=True)
def short_chains() -> None:
    """Here chains are as long as in play: the dice of the file follow from them."""


def referee(text: str, folder: Path, out: Path | None = None) -> tuple[int, list[str]]:
    lines: list[str] = []
    file = folder / "letters.orders"
    file.write_text(text, encoding="utf-8")
    return run(file, out=out, write=lines.append), lines


def first_orders(folder: Path) -> list[str]:
    """Orders that stand, found by asking for one that does not and reading what would."""
    orders: list[str] = []
    for seat in ("caesar", "pompey"):
        code, lines = referee(HEAD + "\n".join([*orders, f"{seat}: discard nothing"]), folder)
        assert code == 1
        card = next(line for line in lines if "expected: " in line).split("expected: ")[1].split(",")[0]
        orders.append(f"{seat}: discard {card}")
    return orders


def untold(play: Path, lines: Sequence[str]) -> list[str]:
    """The comments of a file that are no longer told when it is played; its first two say what it is."""
    comments = [line[2:] for line in play.read_text(encoding="utf-8").splitlines() if line.startswith("# ")]
    assert len(comments) > 20
    told = {*lines}
    return [one for one in comments[2:] if one not in told and not one.startswith("-- ")]


@pytest.mark.parametrize(
    "play",
    some(sorted(PLAYS.glob("*.orders")), PLAYS / "julius_caesar_whole.orders"),
    ids=lambda play: play.stem,
)
def test_the_games_of_the_documents_are_refereed_to_their_end(play: Path, tmp_path: Path) -> None:
    lines: list[str] = []
    assert run(play, out=tmp_path, write=lines.append) == 0, lines[-3:]
    assert untold(play, lines) == []
    assert any(line.startswith("The game is over. Points: ") for line in lines)
    assert (tmp_path / f"{play.stem.removesuffix('_whole')}.jsonl").is_file()


@pytest.mark.parametrize(
    "play",
    some(sorted((PLAYS / "first_turn").glob("*.orders")), PLAYS / "first_turn/julius_caesar.ja.orders"),
    ids=lambda play: play.name,
)
def test_the_first_turns_are_refereed_in_their_own_language(play: Path) -> None:
    lines: list[str] = []
    assert run(play, "ja", out=None, write=lines.append) == 0, lines[-3:]
    assert lines[-2].startswith("ファイルはここまでです。決定待ち：")
    assert untold(play, lines) == []


def test_there_is_a_whole_game_to_read() -> None:
    (play,) = PLAYS.glob("julius_caesar_*.orders")
    assert len(read(play.read_text(encoding="utf-8")).orders) > 200


def test_a_refusal_ends_it_and_names_line_and_reason(tmp_path: Path) -> None:
    code, lines = referee(HEAD + "\n# a comment\n\ncaesar: discard Rubicon\npompey: discard 1/2\n", tmp_path)
    assert code == 1
    assert "Line 7, Caesar: discard Rubicon" in lines
    assert any(line.startswith("Refused: “Rubicon” is not understood here") for line in lines)
    assert any(line.startswith("End of file. Waiting for: Caesar and Pompey.") for line in lines)


def test_orders_out_of_turn_and_taken_back(tmp_path: Path) -> None:
    mine, his = first_orders(tmp_path)
    code, lines = referee("\n".join([HEAD, mine, "caesar: undo", mine, his, "pompey: undo"]), tmp_path)
    assert code == 1
    assert lines[-4].startswith("Line 9, Pompey: undo")
    assert "Both sides discarded a card." in lines


def test_a_standing_order_is_left_or_refused(tmp_path: Path) -> None:
    code, lines = referee(HEAD + "caesar: standing whatever\n", tmp_path)
    assert code == 1
    assert any("whatever" in line and line.startswith("Refused") for line in lines)


def test_the_story_is_told_in_the_same_words_whatever_the_release(tmp_path: Path) -> None:
    """The dice follow from the file alone: its card names no hash of code."""
    game, lines = referee(HEAD + "\n".join(first_orders(tmp_path)), tmp_path, tmp_path / "out")
    assert game == 0
    card = (tmp_path / "out" / "julius_caesar.jsonl").read_text(encoding="ascii").splitlines()[0]
    assert '"version":"letters"' in card
    assert "0" * 64 in card
    assert any(line.startswith("NOTHING PROVEN") for line in lines)


@pytest.mark.parametrize(
    ("text", "number", "why"),
    [
        ("game: chess\nseed: 1\n", 1, "must be one of"),
        ("game: julius_caesar\n", 1, "is missing"),
        (HEAD + "language: la\n", 1, "must be one of"),
        (HEAD + "a line without a colon\n", 4, "expected"),
        (HEAD + "crassus: end\n", 4, "there is no seat"),
    ],
)
def test_a_file_that_says_no_game(text: str, number: int, why: str, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=why) as bad:
        read(text)
    assert bad.value.number == number
    assert referee(text, tmp_path)[0] == 2


def test_a_plan_that_cannot_be_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert referee(HEAD + "option: weather=on\n", tmp_path)[0] == 2
    with pytest.raises(CannotStart, match="nothing cannot be read"):
        run(tmp_path / "nothing")
    (tmp_path / "picture").write_bytes(b"\xff")
    with pytest.raises(CannotStart, match="not text in UTF-8"):
        run(tmp_path / "picture")
