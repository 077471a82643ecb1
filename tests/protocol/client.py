"""A program at the other end of the line: it knows the protocol and nothing of the games."""

from __future__ import annotations

import json
from typing import Any

from adjudicator import GAMES
from adjudicator.core.log.chance import sampler
from adjudicator.core.log.founding import RulesVersion
from adjudicator.protocol import Session, answer
from tests.core.scripted import GAME, HANDS

UMPIRE = RulesVersion("0.1", "ab" * 32, "cd" * 32)
DEALT = [marker for seat in ("a", "b", "c") for marker in HANDS[seat]]
SCRIPT = {"dice": [2, 3, 4], "draws": DEALT}

Said = dict[str, Any]


class Client:
    """Drives one session; `do` gives whatever is said, `ok` only success."""

    def __init__(self) -> None:
        self.session = Session({**GAMES, GAME.name: GAME}, lambda game: UMPIRE)

    def raw(self, line: bytes) -> Said:
        line_out = answer(self.session, line)
        assert b"\n" not in line_out
        said: Said = json.loads(line_out)
        assert type(said["ok"]) is bool
        return said

    def do(self, command: str, **more: Any) -> Said:
        return self.raw(json.dumps({"do": command, **more}).encode())

    def ok(self, command: str, **more: Any) -> Said:
        said = self.do(command, **more)
        assert said["ok"], said
        return said

    def refused(self, command: str, **more: Any) -> Said:
        before = None if self.session.campaign is None else self.ok("status")
        said = self.do(command, **more)
        assert not said["ok"]
        assert said["why"] and isinstance(said["candidates"], list)
        assert before is None or self.ok("status") == before
        return said

    def founded(self, **more: Any) -> Client:
        """At the toy of markers, at its first question (2.3)."""
        self.ok("found", game="markers", dice="scripted", script=SCRIPT, **more)
        return self

    def ordering(self, **more: Any) -> Client:
        """At the toy of markers, where seat a is to give its first order."""
        self.founded(**more)
        answers: list[Any] = [[], "no"]
        for given in answers:
            for seat in ("a", "b", "c"):
                self.ok("answer", seat=seat, answer=given)
        return self

    def play(self, seed: int, steps: int = 10**6) -> int:
        """Answer at random, now and then out of turn, until the game is over; gives how many answers."""
        rng, taken = sampler(seed), 0
        while taken < steps and (pending := self.ok("pending")["pending"]):
            asked = rng.choice(pending)
            seat = asked["seat"]
            if "window" in asked and rng.below(3) == 0:
                self.ok("close")
                continue
            answer = self.ok("sample", seat=seat, seed=rng.below(2**31))["answers"][0]
            self.ok("answer", seat=seat, answer=answer)
            taken += 1
        return taken
