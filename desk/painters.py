"""Painters: processes that draw, so that answers never wait for a picture (ADR 7).

Python runs one thread at a time: a picture that is drawn beside the desk takes its time from everybody who
presses a button. So the bot sends drawings to processes of their own, which give way to it. They hold
nothing but sheets that can be drawn again.
"""

from __future__ import annotations

import pickle
import sys
from collections import deque
from contextlib import suppress
from pathlib import Path
from struct import Struct as Form
from subprocess import PIPE, Popen
from threading import Timer
from typing import IO

from .drawing import Drawing, Picture

TRIES = 2
"""So often a drawing is given to a painter: one that dies over it is replaced once."""
PATIENCE = 60.0
"""Seconds after which a painter that is not done with a drawing is killed."""

_ROOT = Path(__file__).resolve().parents[1]
_LENGTH = Form(">Q")


class Lost(OSError):
    """Painters died over a drawing, one after another."""


class Painters:
    """Processes that draw, as many as there are drawings at once; the idle are used again.

    Each dies with this process, however that ends: it reads drawings from a pipe of which nobody else has
    the other end. Every method may be called from several threads.
    """

    def __init__(self) -> None:
        self._idle: deque[_Painter] = deque()

    def paint(self, drawing: Drawing, cache: Path | None = None) -> Picture:
        """Draw, as `drawing.render` does.

        Raises:
            ValueError, KeyError, OSError: as `drawing.render` does.
            Lost: if painters died over it.
        """
        task = pickle.dumps((drawing, None if cache is None else cache.absolute()))
        for tried in range(1, TRIES + 1):
            painter = _Painter() if tried == TRIES else self._free()
            try:
                made = painter.make(task)
            except (EOFError, OSError):
                painter.end()
                continue
            except BaseException:  # what he says cannot be read, or nobody waits for it any more
                painter.end()
                raise
            self._idle.append(painter)
            if isinstance(made, Exception):
                raise made
            return made
        raise Lost(f"no painter lived to draw {drawing.name}")

    @property
    def pids(self) -> list[int]:
        """The processes of those that are idle, whether they are alive or have died meanwhile."""
        return [painter.pid for painter in self._idle]

    def _free(self) -> _Painter:
        """An idle one who is alive, or a new one."""
        while True:
            try:
                painter = self._idle.pop()
            except IndexError:
                return _Painter()
            if painter.is_alive:
                return painter
            painter.end()

    def close(self) -> None:
        """End them all. Nothing may be drawing any more."""
        while self._idle:
            self._idle.pop().end()


class _Painter:
    """One process. `make` is for one thread at a time."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "desk.painter"]
        self._process = Popen(command, cwd=_ROOT, stdin=PIPE, stdout=PIPE)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process goes on."""
        return self._process.poll() is None

    def make(self, task: bytes) -> Picture | Exception:
        """What a painter makes of a drawing, or what keeps him from it.

        Raises:
            EOFError, OSError: if he is dead, or has been killed because he took too long.
        """
        assert self._process.stdin is not None and self._process.stdout is not None
        alarm = Timer(PATIENCE, self._process.kill)
        alarm.daemon = True
        alarm.start()
        try:
            send(self._process.stdin, task)
            reply = receive(self._process.stdout)
        finally:
            alarm.cancel()
        made: Picture | Exception = pickle.loads(reply)
        return made

    def end(self) -> None:
        """Kill it: a painter that draws nothing has nothing to lose."""
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        process.kill()
        process.wait()
        process.stdout.close()
        with suppress(BrokenPipeError):
            process.stdin.close()


# -- what goes through the pipes: a length, and so many bytes --------------------------------------------


def send(to: IO[bytes], content: bytes) -> None:
    """Write something whole.

    Raises:
        OSError: if nobody reads it.
    """
    to.write(_LENGTH.pack(len(content)))
    to.write(content)
    to.flush()


def receive(source: IO[bytes]) -> bytes:
    """Read what was sent.

    Raises:
        EOFError: if whoever sends is gone.
    """
    head = source.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    content = source.read(length)
    if len(content) < length:
        raise EOFError
    return content
