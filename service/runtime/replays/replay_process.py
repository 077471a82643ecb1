"""A process that makes a replay of an export.

`python -m service.runtime.replays.replay_process LANGUAGE SEAT CACHE OVERLAY..` reads the export from its
standard input and writes the page. SEAT is "" for the public view, CACHE the folder of the boards that are
drawn already. The overlays are folders with figures of groups' own copies.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

from adjudicator import figures
from adjudicator.core.audit.audit import Replay, replayed

from . import child
from .replay_file import replay_page

FAULTS = 2
"""The exit code of a process whose export cannot be played to its end."""


def main(language: str, seat: str, cache: Path, out: BinaryIO) -> int:
    """Write the replay; return the exit code of the process."""
    lines = sys.stdin.buffer.read().decode("ascii").removesuffix("\n").split("\n")
    course = replayed(lines, figures.games())
    if not isinstance(course, Replay):
        print("; ".join(map(str, course.faults)), file=sys.stderr)
        return FAULTS
    out.write(replay_page(course, "\n".join(lines), seat or None, language, cache).encode())
    out.flush()
    return 0


if __name__ == "__main__":
    (_language, _seat, _cache), _out = child.begin(3)
    sys.exit(main(_language, _seat, Path(_cache), _out))
