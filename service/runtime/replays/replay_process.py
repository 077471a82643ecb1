"""A process that makes a replay of an export.

`python -m service.runtime.replays.replay_process LANGUAGE SEAT CACHE OVERLAY..` reads the export from its
standard input and writes the page. SEAT is "" for the public view, CACHE the folder of the boards that are
drawn already. The overlays are folders with figures of groups' own copies.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from adjudicator import figures
from adjudicator.core.log.audit import Replay, replayed

from .replay_file import replay_page

NICE = 10
"""The niceness of the process, by which it gives way to others."""
FAULTS = 2
"""The exit code of a process whose export cannot be played to its end."""


def main(language: str, seat: str, cache: Path) -> int:
    """Write the replay; return the exit code of the process."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    lines = sys.stdin.buffer.read().decode("ascii").removesuffix("\n").split("\n")
    course = replayed(lines, figures.games())
    if not isinstance(course, Replay):
        print("; ".join(map(str, course.faults)), file=sys.stderr)
        return FAULTS
    out.write(replay_page(course, "\n".join(lines), seat or None, language, cache).encode())
    out.flush()
    return 0


if __name__ == "__main__":
    figures.register(map(Path, sys.argv[4:]))
    sys.exit(main(sys.argv[1], sys.argv[2], Path(sys.argv[3])))
