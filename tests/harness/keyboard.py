"""A keyboard for tests, and a table of a game at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from adjudicator import GAMES
from frontends.terminal.commands import take
from frontends.terminal.keyboard import Lines
from frontends.terminal.table import TerminalTable
from service.api import Service
from service.runtime.bootstrap import at_no_time, opened
from service.usecases.seats import founding
from service.values.records import Message, Plan
from service.values.settings import Settings

USER = "hotseat"
AGAIN = "Type the same again to give it."
"""The end of what is said of an order that ends a turn or phase."""


class Script:
    """Types what it is given, and keeps what was shown; `screens` are parted where it was cleared."""

    def __init__(self, *typed: str) -> None:
        self.typed = list(typed)
        self.screens: list[list[str]] = [[]]
        self.prompts: list[str] = []
        self.offered: Lines | None = None

    def ask(self, prompt: str, lines: Lines | None = None, who: str = "") -> str:
        self.prompts.append(prompt)
        if "[Enter]" in prompt:
            return ""
        self.offered = lines
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)

    def show(self, *lines: str) -> None:
        self.screens[-1] += lines

    def clear(self) -> None:
        self.screens.append([])

    @property
    def text(self) -> str:
        """Everything on the screen."""
        return "\n".join(self.screens[-1])

    @property
    def all(self) -> str:
        """All that was ever shown."""
        return "\n".join(line for screen in self.screens for line in screen)


def found(
    service: Service, seed: str = "a table", game: str = "julius_caesar", modes: dict[str, str] | None = None
) -> int:
    scenario = GAMES[game].scenarios()[0]
    plan = Plan(game, scenario.id, "Test", modes=modes or {}, referee=USER, seed=seed.encode())
    campaign = service.found(Message("", USER), plan).campaign
    for seat in scenario.seats:
        service.do(Message("", USER), campaign, founding.join, seat, seat.title())
    return campaign


@contextmanager
def table(
    folder: Path,
    keys: Script,
    *,
    language: str = "en",
    alone: bool = False,
    seed: str = "a table",
    game: str = "julius_caesar",
    modes: dict[str, str] | None = None,
) -> Iterator[TerminalTable]:
    """A table in a folder of its own, at the first question of a game."""
    folder.mkdir(exist_ok=True)
    given = Settings(folder / "test.db", folder / "maps", folder / "out", language, 800)
    with opened(given.database, clock=at_no_time) as service:
        campaign = found(service, seed, game, modes)
        yield TerminalTable(service, GAMES, campaign, keys, given, language, alone=alone)


def typed(at: TerminalTable, keys: Script, *lines: str) -> str:
    """Type lines, one after another; gives what is shown of it."""
    before = len(keys.all)
    keys.typed += lines
    for _ in lines:
        assert at.step(take)
    return keys.all[before:]


def confirmed(at: TerminalTable, keys: Script, line: str) -> str:
    """Type an order, and the same again if it was not given: what ends a turn or phase is confirmed so."""
    n = at.campaign.n
    said = typed(at, keys, line)
    return said + typed(at, keys, line) if at.campaign.n == n else said


Player = Callable[[TerminalTable], str]
