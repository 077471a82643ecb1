"""The keyboard and the screen: with completion in a terminal, line by line elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol, TypeAlias

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.shortcuts import CompleteStyle

from adjudicator.core.language.errors import Refusal


class Line(NamedTuple):
    """A completion: the line, its meaning, or the reason why it is not allowed (then not `open`).

    `label` is the line as it is shown in the list.
    """

    text: str
    label: str
    note: str = ""
    open: bool = True


Lines: TypeAlias = Callable[[str], Iterable[Line]]
"""The completions of a text."""

MOST_LINES = 40
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and its scrollback."""


class Keyboard(Protocol):
    """A keyboard with a screen."""

    def ask(self, prompt: str, lines: Lines | None = None, who: str = "") -> str:
        """Return one line typed by `who`, whose history does not show the lines of others.

        Raises:
            EOFError: if there will be no more lines.
        """

    def show(self, *lines: str) -> None:
        """Write lines."""

    def clear(self) -> None:
        """Clear everything shown on the screen, so that the next person does not see it."""


class Plain:
    """A keyboard without completion, from any two functions like `input` and `print`."""

    def __init__(self, read: Callable[[str], str] = input, write: Callable[[str], object] = print) -> None:
        self._read, self._write = read, write

    def ask(self, prompt: str, lines: Lines | None = None, who: str = "") -> str:
        """See `Keyboard`."""
        return self._read(prompt)

    def show(self, *lines: str) -> None:
        """See `Keyboard`."""
        for line in lines:
            self._write(line)

    def clear(self) -> None:
        """See `Keyboard`; a screen that cannot be cleared gets a rule across."""
        self._write("-" * 80)


class Terminal(Plain):
    """A terminal, with completion as you type."""

    def __init__(self) -> None:
        super().__init__()
        self._sessions: dict[str, PromptSession[str]] = {}

    def ask(self, prompt: str, lines: Lines | None = None, who: str = "") -> str:
        """See `Keyboard`."""
        if who not in self._sessions:
            self._sessions[who] = PromptSession(history=InMemoryHistory())
        completer = None if lines is None else Completions(lines)
        return self._sessions[who].prompt(
            prompt,
            completer=completer,
            complete_while_typing=completer is not None,
            complete_style=CompleteStyle.COLUMN,
            reserve_space_for_menu=6 if completer is not None else 0,
        )

    def clear(self) -> None:
        """See `Keyboard`."""
        sys.stdout.write(CLEAR)
        sys.stdout.flush()


class Completions(Completer):
    """Completions for prompt_toolkit: allowed lines first, then others with the reason."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """See `Completer`."""
        text = document.text_before_cursor
        try:
            found = list(self._lines(text))[:MOST_LINES]
        except Refusal:
            return
        for line, label, note, is_open in sorted(found, key=lambda line: not line.open):
            style = "" if is_open else "class:completion-menu.meta.completion"
            yield Completion(line, -len(text), display=_tail(label), display_meta=note, style=style)


def _tail(line: str) -> str:
    """Return the last order of a line; the earlier ones are on the screen already."""
    return line.rpartition(";")[2].strip()


def found() -> Keyboard:
    """Return a terminal if there is one, otherwise standard input and output."""
    return Terminal() if sys.stdin.isatty() and sys.stdout.isatty() else Plain()
