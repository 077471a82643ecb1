"""Replays of games, made one after another, each in a process of its own (ADR 7)."""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE
from collections.abc import Sequence
from pathlib import Path

from adjudicator import figures
from adjudicator.core.errors import NotNow
from adjudicator.core.words import N_, Words

_LOG = logging.getLogger(__name__)

PATIENCE = 600
"""Seconds after which the making of a replay is stopped."""

_ROOT = Path(__file__).resolve().parents[3]


class ReplayQueue:
    """A queue that makes one replay at a time; other requests wait."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def make(
        self, lines: Sequence[str], seat: str, language: str, cache: Path, patience: float = PATIENCE
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
            return await _made(lines, seat, language, cache, patience)


async def _made(lines: Sequence[str], seat: str, language: str, cache: Path, patience: float) -> bytes:
    process = await asyncio.create_subprocess_exec(
        *(
            sys.executable,
            "-m",
            "service.runtime.replays.replay_process",
            language,
            seat,
            str(cache.absolute()),
        ),
        *map(str, figures.folders()),
        cwd=_ROOT,
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )
    try:
        page, complaint = await asyncio.wait_for(process.communicate("\n".join(lines).encode()), patience)
    except TimeoutError:
        what = N_("the replay took longer than {minutes} minutes and was stopped")
        raise NotNow(Words(what, {"minutes": -int(-patience // 60)})) from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        _LOG.error("a replay ended with %s: %s", process.returncode, complaint.decode(errors="replace"))
        raise NotNow(Words(N_("this game cannot be replayed by this release; its log can still be verified")))
    return page
