"""A run of the balance that goes on where it stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from tests.kit.balance import USUAL
from tests.ottomans.balance import FIGURES, Ended, Kept, played

GAME = Ended({"turks": 15, "orthodox": 4}, {"turks": 14, "orthodox": 10}, ("turks",), "", {"plague": 2})


def never(*asked: Any) -> Any:
    raise AssertionError("a kept game is played again")


def test_a_kept_game_is_counted_and_not_played_again(tmp_path: Path) -> None:
    """Games played otherwise or with other figures do not count; a line that was cut short goes."""
    file = tmp_path / "kept.jsonl"
    lines = [
        Kept(FIGURES, USUAL, "computer", "s1_to", 0, GAME),
        Kept("other figures", USUAL, "computer", "s1_to", 1, GAME),
        Kept(FIGURES, "ask", "computer", "s1_to", 1, GAME),
        Kept(FIGURES, USUAL, "random", "s1_to", 1, GAME),
    ]
    whole = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    file.write_bytes(whole + b'{"figures":"' + FIGURES.encode())
    assert played("computer", never, ["s1_to", "s1_tc"], 0, file) == {"s1_to": [GAME]}
    assert played("computer", never, ["s1_to"], 1, file) == {"s1_to": [GAME]}
    assert file.read_bytes() == whole
