"""A process that audits one export: `python -m service.runtime.audit_process LANGUAGE SECRETS`.

It reads the export from its standard input and writes an `Audited` as JSON.
"""

from __future__ import annotations

import os
import sys

import msgspec

from adjudicator import GAMES
from adjudicator.core.log.audit import Report, judge
from service.text import telling

from .auditing import Audited

NICE = 10
"""The niceness of the process, by which it gives way to others."""


def main(language: str, secrets: bool) -> None:
    """Audit the export."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    lines = sys.stdin.buffer.read().decode("ascii", "replace").removesuffix("\n").split("\n")
    out.write(msgspec.json.encode(made(lines, language, secrets)))
    out.flush()


def made(lines: list[str], language: str, secrets: bool) -> Audited:
    """Return the report of an export; without `secrets` nothing that is secret before the end is in it."""
    report = judge(lines, GAMES)
    if isinstance(report, Report):
        code = 2 if report.is_closed else int(not report.is_sound)
        return Audited(code, telling.told(report.lines(secrets=secrets), language))
    found = report.lines()
    if not (secrets or report.ended):
        found = (line for line in found if line.kind in ("small", "verdict"))
    return Audited(report.code, telling.told(found, language))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] == "1")
