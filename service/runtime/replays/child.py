"""A module run in a process of its own: how it is started and stopped, and how it begins (ADR 7)."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import BinaryIO

from adjudicator import figures
from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import words

_LOG = logging.getLogger(__name__)

PATIENCE = 600
"""Seconds after which a process is stopped."""
NICE = 10
"""The niceness of a process, by which it gives way to others."""

_ROOT = Path(__file__).resolve().parents[3]


async def run(module: str, *arguments: str, data: bytes, patience: float, late: str) -> tuple[int, bytes]:
    """Run a module with some arguments, followed by the folders of overlays, and `data` as its input.

    Args:
        module: its name.
        arguments: its arguments.
        data: its standard input.
        patience: seconds.
        late: the template of the refusal, with {minutes}.

    Returns:
        Its exit code and its standard output. If the code is not 0, its standard error goes to the log.

    Raises:
        NotNow: if it took longer than `patience`.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, *arguments, *map(str, figures.folders())),
        cwd=_ROOT,
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
    )
    try:
        output, complaint = await asyncio.wait_for(process.communicate(data), patience)
    except TimeoutError:
        raise NotNow(words(late, minutes=-int(-patience // 60))) from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    code = process.returncode or 0
    if code:
        _LOG.error("%s ended with %s: %s", module, code, complaint.decode(errors="replace"))
    return code, output


def begin(words: int) -> tuple[list[str], BinaryIO]:
    """Begin as such a process: register the overlays and give way to other processes.

    Args:
        words: the number of the module's arguments.

    Returns:
        The arguments, and the stream of the result; all that is printed goes to the standard error.
    """
    figures.register(map(Path, sys.argv[1 + words :]))
    if hasattr(os, "nice"):
        os.nice(NICE)
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    return sys.argv[1 : 1 + words], out
