"""Uncaught errors, which are in the log and nowhere else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import logging, sys, threading, warnings
from service.runtime.uncaught import log_uncaught

class Failing:
    def __del__(self):
        raise ValueError("in a finalizer")

def fail():
    raise ValueError("in a thread")

logging.basicConfig(filename=sys.argv[1])
log_uncaught()
thread = threading.Thread(target=fail)
thread.start()
thread.join()
Failing()
warnings.warn("a warning")
"""


def test_uncaught_errors_and_warnings_are_logged_and_written_nowhere_else(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    command = [sys.executable, "-c", PROGRAM, str(log)]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=300)
    assert found.stdout + found.stderr == ""
    said = log.read_text(encoding="utf-8")
    for error in ("ValueError: in a finalizer", "ValueError: in a thread", "a warning"):
        assert error in said
    assert said.count("Traceback") == 2
