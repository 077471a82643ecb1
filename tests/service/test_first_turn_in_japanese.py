"""The first turn of each game is played in Japanese at the keyboard, by the orders of docs/plays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import frontends.terminal.table
from adjudicator import GAMES
from frontends.terminal.commands import COMMANDS, names, take
from frontends.terminal.table import TerminalTable
from service.values.settings import Settings
from tests.harness.first_turn import EACH, answers, begun, expected, turn
from tests.harness.japanese import english
from tests.harness.keyboard import USER, Script
from tests.harness.service import service_harness

MAKING = {"map", "export", "verify", "audit", "resign", "draw", "pause", "open", "quit", "alone", "language"}
"""Commands that write files, end something, or change the table."""
BOTH_NAMES = re.compile(r" / [a-z]+| en\|ja|\[Tab\]")
"""The help names each command in both languages."""
LOOKING = [one.names[0] for one in COMMANDS if one.names[0] not in MAKING]


@pytest.fixture(autouse=True)
def short_chains() -> None:
    """Here chains are as long as in play: the dice of the files follow from them."""


@pytest.mark.parametrize("game", EACH)
def test_a_first_turn_is_typed_in_japanese_at_the_keyboard(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frontends.terminal.table, "write_picture", lambda *drawn: Path("1"))
    keys, given = Script(), Settings(maps=tmp_path, out=tmp_path, language="ja")
    with service_harness(tmp_path / "a.sqlite", GAMES) as b:
        campaign = begun(b, game, USER)
        at = TerminalTable(b.service, GAMES, campaign, keys, given, "ja", alone=True)
        for line in turn(game).orders:
            at.call(line.seat)
            n = at.campaign.n
            keys.typed += [line.text]
            assert at.step(take)
            if at.campaign.n == n:  # what ends a turn or phase is typed twice
                keys.typed += [line.text]
                assert at.step(take)
        assert answers(b.service, campaign) == expected(game), keys.text
        seat = turn(game).orders[0].seat
        for word in LOOKING:
            at.call(seat)
            keys.typed += [names("ja")[word]]
            assert at.step(take)
            assert len(keys.screens[-1]) > 0, word
        assert english(BOTH_NAMES.sub("", keys.all)) == []
