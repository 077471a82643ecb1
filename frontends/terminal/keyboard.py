"""The keyboard and the screen: with completion in a terminal, line by line everywhere else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol, TypeAlias

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.shortcuts import CompleteStyle

from adjudicator.core.errors import Refusal


class Line(NamedTuple):
    """A line that a beginning may become: what it would mean, or why it would be refused (not `open`)."""

    text: str
    note: str = ""
    open: bool = True


Lines: TypeAlias = Callable[[str], Iterable[Line]]
"""What a beginning may become."""

MOST_LINES = 40
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen, and what could be scrolled back to."""


class Keyboard(Protocol):
    """Whatever a person sits at."""

    def ask(self, prompt: str, lines: Lines | None = None, who: str = "") -> str:
        """One line; `who` types it: what others have typed is never offered to him again.

        Raises:
            EOFError: if there will be no more lines.
        """

    def show(self, *lines: str) -> None:
        """Write lines."""

    def clear(self) -> None:
        """Take from the screen all that has been shown, so that the next person does not see it."""


class Plain:
    """A keyboard without completion: any two functions, as `input` and `print` are."""

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
    """A terminal, with completion while one types."""

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
    """Offers lines to prompt_toolkit: open ones first, then barred ones with the reason."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """See `Completer`."""
        text = document.text_before_cursor
        try:
            found = list(self._lines(text))[:MOST_LINES]
        except Refusal:
            return
        for line, note, is_open in sorted(found, key=lambda line: not line.open):
            style = "" if is_open else "class:completion-menu.meta.completion"
            yield Completion(line, -len(text), display=_tail(line), display_meta=note, style=style)


def _tail(line: str) -> str:
    """The order of a line that is being written; those before it are on the screen already."""
    return line.rpartition(";")[2].strip()


def keyboard() -> Keyboard:
    """A terminal if there is one, else standard input and output."""
    return Terminal() if sys.stdin.isatty() and sys.stdout.isatty() else Plain()
