"""Audits of exports, each in a process of its own with a time limit, so that nobody else waits (ADR 7)."""

from __future__ import annotations

import asyncio

import msgspec
from msgspec import Struct

from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, words

from . import child

MEMORY = 512
"""MiB of memory that an audit may use: ten times what a whole game needs."""
OUT_OF_MEMORY = 3
"""The exit code of an audit that needed more."""


class Audited(Struct, frozen=True):
    """The report of an audit.

    Attributes:
        code: 0 nothing wrong, 1 something is wrong, 2 the file cannot be read, or not as a whole.
        lines: the report in the language that was wanted, each line with its kind (`verify.Line`).
    """

    code: int
    lines: list[tuple[str, str]]


async def audited(
    data: bytes,
    language: str,
    *,
    secrets: bool = True,
    computer: bool = False,
    patience: float = child.PATIENCE,
    memory: int = MEMORY,
) -> Audited:
    """Verify an export and let the rules play it again, in a process of the lowest priority.

    Args:
        data: the file, which may hold anything.
        language: of the report.
        secrets: false to report only the place of a fault while the game in the export is in play.
        computer: true to compute the computer's answers again, which takes much longer where it searched.
        patience: seconds.
        memory: MiB.

    Raises:
        NotNow: it took longer than `patience` or more than `memory`, or the process ended early.
    """
    code, output = await child.run(
        "service.runtime.replays.audit_process",
        *(language, str(int(secrets)), str(memory), str(int(computer))),
        data=data,
        patience=patience,
        late=N_("the audit took longer than {minutes} minutes and was stopped"),
    )
    if code == OUT_OF_MEMORY:
        what = N_("the audit needed more than {memory} MB of memory and was stopped")
        raise NotNow(words(what, memory=memory))
    if code:
        raise NotNow(words(N_("the audit broke off; the file cannot be replayed")))
    return msgspec.json.decode(output, type=Audited)


class AuditQueue:
    """A queue that runs one audit at a time."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def audit(self, lines: list[str], language: str) -> Audited:
        """Audit the whole export of a game that may still be in play, without telling its secrets.

        Raises:
            NotNow: another audit is running, or see `audited`.
        """
        if self._turn.locked():
            raise NotNow(words(N_("another audit is running; try again when it is done")))
        async with self._turn:
            return await audited("\n".join(lines).encode(), language, secrets=False)
