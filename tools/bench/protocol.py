"""The table protocol over its lines, from the side of a playing program."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import msgspec

from adjudicator import GAMES
from adjudicator.core.log.founding import RulesVersion
from adjudicator.protocol import Session, answer

from . import Figure, benchmark

UMPIRE = RulesVersion("bench", "00" * 32, "00" * 32)
ANSWERS = 600
TRIES = 2_000
SET_UP = "suggest; done"


class Wire:
    """A session, driven by lines as a program at the other end would drive it."""

    def __init__(self, game: str, seed: str) -> None:
        self._session = Session(GAMES, lambda game: UMPIRE)
        self.do("found", game=game, seed=seed)

    def do(self, command: str, **more: Any) -> Any:
        """Send a command; return the answer, decoded.

        Raises:
            RuntimeError: if it is refused.
        """
        said = msgspec.json.decode(answer(self._session, msgspec.json.encode({"do": command, **more})))
        if not said["ok"]:
            raise RuntimeError(str(said))
        return said

    def play(self, answers: int) -> int:
        """Give a sampled answer to what is pending, `answers` times or to the end; return their number."""
        for n in range(answers):
            pending = self.do("pending")["pending"]
            if not pending:
                return n
            seat = pending[0]["seat"]
            given = self.do("sample", seat=seat, seed=n)["answers"][0]
            self.do("answer", seat=seat, answer=given)
        return answers


def _answering(game: str, before: str = "") -> tuple[int, float]:
    """Give a number of answers, beginning another game when one has ended; return their number and the
    seconds.
    """
    done, took, n = 0, 0.0, 0
    while done < ANSWERS:
        wire = _begun(game, before, n)
        began = time.perf_counter()
        done += wire.play(ANSWERS - done)
        took += time.perf_counter() - began
        n += 1
    return done, took


def _begun(game: str, before: str, n: int = 0) -> Wire:
    """The n-th game, in which the seat that is asked has given these orders, until none is left."""
    wire = Wire(game, f"be{11 + n}")
    while before:
        seat = wire.do("pending")["pending"][0]["seat"]
        try:
            wire.do("order", seat=seat, text=before)
        except RuntimeError:
            break
    return wire


def _trying(game: str, before: str = "") -> float:
    wire = _begun(game, before)
    wire.play(40)
    seat = wire.do("pending")["pending"][0]["seat"]
    answers = wire.do("sample", seat=seat, n=50, seed=1)["answers"]
    began = time.perf_counter()
    for n in range(TRIES):
        wire.do("try", seat=seat, answer=answers[n % len(answers)])
    return TRIES / (time.perf_counter() - began)


@benchmark
def protocol() -> Iterator[Figure]:
    """Answers over lines: each asks what is pending, samples and answers; and answers tried."""
    done, took = _answering("julius_caesar")
    yield Figure("Julius Caesar: answers a second", done / took, "", "1,000")
    yield Figure("Julius Caesar: answers tried a second", _trying("julius_caesar"), "", "10,000")
    done, took = _answering("belisarius")
    yield Figure("Belisarius, set-up: answers a second", done / took, "", "400")
    done, took = _answering("belisarius", SET_UP)
    yield Figure("Belisarius, in play: answers a second", done / took, "", "400")
    yield Figure("Belisarius, in play: answers tried a second", _trying("belisarius", SET_UP), "", "10,000")
