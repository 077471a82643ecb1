"""A process that audits an export.

`python -m service.runtime.replays.audit_process LANGUAGE SECRETS MEMORY COMPUTER OVERLAY..` reads the export
from its standard input and writes an `Audited` as JSON. The overlays are folders with figures of groups' own
copies.
"""

from __future__ import annotations

import sys
from typing import BinaryIO

import msgspec

from adjudicator import figures
from adjudicator.computer_audit import ComputerProof
from adjudicator.core.audit.audit import Report, judge
from service.text import telling

from . import child
from .auditing import OUT_OF_MEMORY, Audited

if sys.platform == "win32":

    def _limit(memory: int) -> None:
        """Limit nothing, on a system without such limits."""
else:
    import resource

    def _limit(memory: int) -> None:
        resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))


def main(language: str, secrets: bool, memory: int, computer: bool, out: BinaryIO) -> int:
    """Audit the export within a limit of memory in MiB; return the exit code of the process."""
    _limit(memory)
    try:
        lines = sys.stdin.buffer.read().decode("ascii", "replace").removesuffix("\n").split("\n")
        report = made(lines, language, secrets, computer)
    except MemoryError:
        return OUT_OF_MEMORY
    out.write(msgspec.json.encode(report))
    out.flush()
    return 0


def made(lines: list[str], language: str, secrets: bool, computer: bool = False) -> Audited:
    """Return the report of an export; without `secrets` nothing that is secret before the end is in it.

    With `computer` the answers of the computer are computed again.
    """
    report = judge(lines, figures.games(), ComputerProof if computer else None)
    if isinstance(report, Report):
        code = 2 if report.is_closed else int(not report.is_sound)
        return Audited(code, telling.told(report.lines(secrets=secrets), language))
    found = report.lines()
    if not (secrets or report.ended):
        found = (line for line in found if line.kind in ("small", "verdict"))
    return Audited(report.code, telling.told(found, language))


if __name__ == "__main__":
    (_language, _secrets, _memory, _computer), _out = child.begin(4)
    sys.exit(main(_language, _secrets == "1", int(_memory), _computer == "1", _out))
