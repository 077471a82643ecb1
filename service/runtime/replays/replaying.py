"""Replays of games, made one after another, each in a process of its own (ADR 7)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, words

from . import child


class ReplayQueue:
    """A queue that makes one replay at a time; other requests wait."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def make(
        self, lines: Sequence[str], seat: str, language: str, cache: Path, patience: float = child.PATIENCE
    ) -> bytes:
        """Return the replay of an export as an HTML file.

        Args:
            lines: the export of a game that is over.
            seat: the seat whose view is shown, "" for the public's.
            language: of the page.
            cache: the folder of the boards that are drawn already.
            patience: seconds.

        Raises:
            NotNow: it took longer than `patience`, or the export cannot be played to its end.
        """
        async with self._turn:
            code, page = await child.run(
                "service.runtime.replays.replay_process",
                *(language, seat, str(cache.absolute())),
                data="\n".join(lines).encode(),
                patience=patience,
                late=N_("the replay took longer than {minutes} minutes and was stopped"),
            )
        if code:
            raise NotNow(
                words(N_("this game cannot be replayed by this release; its log can still be verified"))
            )
        return page
