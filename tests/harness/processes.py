"""Processes that a test starts: it waits for them for a limited time, and says what did not come."""

from __future__ import annotations

import subprocess
import threading

LONGEST = 120
"""The seconds within which a process begins to speak, or ends once it has been asked to."""


def next_line(process: subprocess.Popen[str], seconds: float = LONGEST) -> str:
    """Return the next line that a process writes; the process is killed if none comes in time.

    Raises:
        AssertionError: none came; with the command, and how it ended.
    """
    assert process.stdout is not None
    late = threading.Timer(seconds, process.kill)
    late.start()
    try:
        line = process.stdout.readline()
    finally:
        late.cancel()
    if not line:
        code = process.wait(LONGEST)
        raise AssertionError(f"{process.args!r} wrote no line (limit {seconds} s); its exit code is {code}")
    return line
