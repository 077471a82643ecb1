"""Processes that draw, so that answers never wait for a picture (ADR 7).

Python runs one thread at a time: a picture drawn in the bot's process would delay everybody who presses a
button. So the bot sends drawings to separate processes of lower priority. They keep nothing but base layers,
which can be drawn again.
"""

from __future__ import annotations

import logging
import pickle
import sys
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Condition, Thread, Timer
from typing import IO, TypeVar

from adjudicator import figures

from .drawing import BaseLayer, Drawing, Picture, prerender, render
from .framing import receive, send

_LOG = logging.getLogger(__name__)

T = TypeVar("T")

TRIES = 2
"""The number of times that a drawing is given to a worker: one that dies over it is replaced once."""
PATIENCE = 600.0
"""Seconds after which a worker that has not finished a drawing is killed; see also `MOST_WORK`."""
UNHURRIED = 3600.0
"""`PATIENCE` for a worker of the lowest priority, on which nobody waits."""
NICE, LAST_OF_ALL = 5, 19
"""Niceness of workers for pictures that people wait for, and for all others."""

_ROOT = Path(__file__).resolve().parents[2]


class WorkerLost(OSError):
    """Raised when several processes in a row died while drawing."""


class RenderPool:
    """A pool of drawing processes, one for each simultaneous drawing; idle ones are reused.

    Each dies with this process, however that ends: it reads drawings from a pipe of which nobody else has
    the other end. Every method may be called from several threads.
    """

    def __init__(self) -> None:
        self._idle: deque[_RenderWorker] = deque()
        self._busy: dict[_RenderWorker, bool] = {}
        self._ended, self._turn = False, Condition()

    def draw(self, drawing: Drawing, cache: Path | None = None) -> Picture:
        """Draw, as `drawing.render` does.

        Raises:
            ValueError, KeyError, OSError: as `drawing.render` does.
            WorkerLost: if processes died over it, or `close` has been called.
        """
        task = partial(render, drawing, None if cache is None else cache.absolute())
        for tried in range(1, TRIES + 1):
            worker, is_intact = self._begun(fresh=tried == TRIES), False
            try:
                made = worker.make(task, PATIENCE)
                is_intact = True
            except (EOFError, OSError):
                continue
            finally:  # a worker whose answer cannot be read is not used again, nor one for which nobody waits
                self._done(worker, is_intact)
            if isinstance(made, Exception):
                raise made
            return made
        raise WorkerLost(f"no process survived drawing {drawing.name}")

    def prepare(self, base_layers: Iterable[BaseLayer], cache: Path) -> None:
        """Draw the base layers of pictures in a process of the lowest priority, until `close` at the latest.

        Raises:
            ValueError, KeyError, OSError: as `drawing.prerender` does.
            EOFError: if the process dies over it.
        """
        worker = self._begun(fresh=True, nice=LAST_OF_ALL)
        try:
            for layer in base_layers:
                made = worker.make(partial(prerender, layer, cache.absolute()), UNHURRIED)
                if isinstance(made, Exception):
                    raise made
        except (EOFError, OSError):
            if not self._ended:
                raise
        finally:
            self._done(worker, is_intact=False)

    @property
    def pids(self) -> list[int]:
        """The ids of the idle processes, alive or not."""
        return [worker.pid for worker in self._idle]

    def _begun(self, *, fresh: bool, nice: int = NICE) -> _RenderWorker:
        """Return a process for a drawing: an idle one that is alive, else, or if it is to be `fresh`, a
        new one.
        """
        with self._turn:
            if self._ended:
                raise WorkerLost("the pool is closed")
            while self._idle and not fresh:
                worker = self._idle.pop()
                if worker.is_alive:
                    break
                worker.end()
            else:
                worker = _RenderWorker(nice)
            self._busy[worker] = nice == LAST_OF_ALL
        return worker

    def _done(self, worker: _RenderWorker, is_intact: bool) -> None:
        """Return a process to the pool if it is usable, else end it."""
        with self._turn:
            del self._busy[worker]
            if is_intact and not self._ended:
                self._idle.append(worker)
            else:
                worker.end()
            self._turn.notify_all()

    def close(self, patience: float = 0.0) -> None:
        """Stop all processes, with `patience` seconds for running drawings; later ones raise `WorkerLost`."""
        with self._turn:
            self._ended = True
            while self._idle:
                self._idle.pop().end()
            for worker in [worker for worker, is_ahead in self._busy.items() if is_ahead]:
                worker.kill()
            if not self._turn.wait_for(lambda: not self._busy, patience):
                for worker in self._busy:
                    worker.kill()


class _RenderWorker:
    """One process. `make` is for one thread at a time."""

    def __init__(self, nice: int = NICE) -> None:
        overlays = map(str, figures.folders())
        command = [sys.executable, "-m", "service.pictures.render_worker", str(nice), *overlays]
        self._process = Popen(command, cwd=_ROOT, stdin=PIPE, stdout=PIPE, stderr=PIPE)
        Thread(target=_log, args=(self._process.stderr,), name="complaints", daemon=True).start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """True while the process runs."""
        return self._process.poll() is None

    def make(self, task: Callable[[], T], patience: float) -> T | Exception:
        """Return the picture of a drawing, or the error that prevented it.

        Raises:
            EOFError, OSError: if the process is dead, or has been killed because it took too long.
        """
        assert self._process.stdin is not None and self._process.stdout is not None
        alarm = Timer(patience, self.kill)
        alarm.daemon = True
        alarm.start()
        try:
            send(self._process.stdin, pickle.dumps(task))
            reply = receive(self._process.stdout)
        finally:
            alarm.cancel()
        made: T | Exception = pickle.loads(reply)
        return made

    def kill(self) -> None:
        """Kill the process while it draws; `make` then raises."""
        self._process.kill()

    def end(self) -> None:
        """Kill the process, which may not be drawing, and close its pipes."""
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        process.kill()
        process.wait()
        process.stdout.close()
        with suppress(BrokenPipeError):
            process.stdin.close()


def _log(complaints: IO[bytes]) -> None:
    """Log everything that a process has written to its error output, once it has ended."""
    with complaints:
        if said := complaints.read().decode(errors="replace").strip():
            _LOG.error("a render process ended: %s", said)
