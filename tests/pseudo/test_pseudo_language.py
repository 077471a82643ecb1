"""A language is its files: a pseudo-language is offered, played, read and drawn without a change of code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator import GAMES
from tests.harness.cases import some
from tests.harness.processes import LONGEST

from . import language


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("pseudo")
    language.write(target)
    return target


def test_words_are_accented_and_a_third_longer_and_placeholders_stay() -> None:
    assert language.pseudo("Order {n} of `move`") == "Órdééér {n} óf `move`"
    assert len(language.pseudo("Retreat")) == 10


@pytest.mark.parametrize("game", some(GAMES, "julius_caesar"))
def test_a_game_is_played_and_drawn_in_a_language_of_files_alone(copy: Path, game: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.pseudo.play", language.ID, game],
        cwd=copy, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.stdout.startswith("ok"), done.stderr[-2000:]


@pytest.mark.matrix
def test_what_is_no_order_is_typed_in_its_words_too(copy: Path) -> None:
    """Days, quiet hours, everybody, agreeing and refusing, by mail and at the keyboard."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.pseudo.typed", language.ID],
        cwd=copy, capture_output=True, text=True, timeout=LONGEST, check=False,
    )  # fmt: skip
    assert done.stdout.startswith("ok"), done.stderr[-2000:]


def test_discord_and_the_browser_offer_it(copy: Path) -> None:
    code = (
        "from frontends.discord.ui.names import command_in\n"
        "from frontends.browser.web.request_context import _wanted\n"
        "print(command_in('/game new', 'xx'), _wanted('sv-SE,sv;q=0.9', 'en'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=copy, capture_output=True, text=True, timeout=LONGEST, check=True
    )
    assert done.stdout.split()[-1] == "xx"
    assert not done.stdout.isascii()
