"""Anything in any order, at two services over one file, with crashes between: against a model of the log."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from adjudicator.core import Refusal
from adjudicator.core.log.chance import sampler
from service.usecases.agreeing import undo
from service.usecases.play import playing, queries
from service.usecases.referee import acts
from service.values.records import Receipt
from tests.core.scripted import GAME
from tests.harness.service import ServiceHarness, by

GAMES = {"markers": GAME}
NUMBERS = st.integers(0, 2**32)
BOOKS = [[], ["on raid do treachery times 1"], ["on 2.4 do no", "on rest do feast"], ["on die do luck"]]


class Machine(RuleBasedStateMachine):
    """`heads` is what was ever promised: it only grows, and only when a command is accepted."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(mkdtemp())
        self.services = [ServiceHarness(self.folder / "tabellarius.sqlite", GAMES)]
        self.services.append(ServiceHarness(self.folder / "tabellarius.sqlite", GAMES))
        self.heads: list[str] = []
        self.done: dict[tuple[str, str], Receipt[Any]] = {}
        self.campaign = 0

    @initialize(mode=st.sampled_from(["ask", "standing"]), seed=NUMBERS)
    def found(self, mode: str, seed: int) -> None:
        self.campaign = self.services[0].found(
            "markers", "ring", seed=b"%d" % (seed + 1), modes={"default": mode}, options={"rounds": "one"}
        )
        self.heads = self.log(self.services[0])

    def log(self, b: ServiceHarness) -> list[str]:
        return [entry["head"] for entry in b.service.log(self.campaign)]

    def tried(self, b: ServiceHarness, act: Any, *args: Any, user: str, id: str = "") -> None:
        try:
            receipt: Receipt[Any] = b.service.do(by(user, id), self.campaign, act, *args)
        except Refusal as refusal:
            assert refusal.why.template
            assert self.log(b) == self.heads, "a refusal changed the log"
            return
        now = self.log(b)
        assert now[: len(self.heads)] == self.heads, "the log was rewritten"
        assert now[receipt.n - 1] == receipt.head
        self.heads = now
        if id:
            self.done[id, user] = receipt

    @rule(which=st.integers(0, 1), number=NUMBERS)
    def answer(self, which: int, number: int) -> None:
        b, rng = self.services[which], sampler(number)
        if asked := b.service.asked(self.campaign):
            seat = rng.choice(asked).seat
            pending = b.service.look(self.campaign, queries.pending, seat)
            assert pending is not None
            self.tried(b, playing.submit, seat, pending.choice.sample(rng), user=seat, id=f"answer {number}")

    @rule(which=st.integers(0, 1), seat=st.sampled_from("abc"), answer=st.none() | st.integers() | st.text())
    def answer_wrongly(self, which: int, seat: str, answer: object) -> None:
        b = self.services[which]
        self.tried(b, playing.submit, seat, answer, user=seat)
        self.tried(b, playing.amend, seat, answer, user=seat)

    @rule(
        which=st.integers(0, 1),
        seat=st.sampled_from("abc"),
        text=st.text() | st.sampled_from(["rest", "no\nrest"]),
    )
    def order(self, which: int, seat: str, text: str) -> None:
        b = self.services[which]
        self.tried(b, playing.order, seat, text, user=seat)

    @rule(which=st.integers(0, 1), seat=st.sampled_from("abc"), number=NUMBERS)
    def act_out_of_turn(self, which: int, seat: str, number: int) -> None:
        b = self.services[which]
        self.tried(b, playing.aside, seat, {"pick": "feast"}, user=seat)

    @rule(which=st.integers(0, 1), seat=st.sampled_from("abc"), book=st.sampled_from(BOOKS))
    def leave_orders(self, which: int, seat: str, book: list[str]) -> None:
        b = self.services[which]
        self.tried(b, playing.set_standing, seat, book, user=seat)

    @rule(which=st.integers(0, 1))
    def close_window(self, which: int) -> None:
        b = self.services[which]
        self.tried(b, acts.close_window, user="judge")

    @rule(which=st.integers(0, 1), seat=st.sampled_from("abc"))
    def take_back(self, which: int, seat: str) -> None:
        b = self.services[which]
        self.tried(b, undo.take_back, seat, user=seat)

    @rule(which=st.integers(0, 1), number=NUMBERS, keep=st.integers(0, 1))
    def undo(self, which: int, number: int, keep: int) -> None:
        b = self.services[which]
        if points := b.service.look(self.campaign, undo.points):
            to = points[number % len(points)].to
            self.tried(b, undo.by_referee, to, keep, "why", user="judge")

    @rule(which=st.integers(0, 1), number=NUMBERS)
    def repeat(self, which: int, number: int) -> None:
        if self.done:
            id, user = sorted(self.done)[number % len(self.done)]
            b = self.services[which]
            assert b.service.do(by(user, id), self.campaign, playing.submit, "a", None) == self.done[id, user]
            assert self.log(b) == self.heads

    @rule(which=st.integers(0, 1))
    def crash(self, which: int) -> None:
        """Nothing in memory matters."""
        self.services[which].store.close()
        self.services[which] = ServiceHarness(self.folder / "tabellarius.sqlite", GAMES)

    @invariant()
    def nothing_is_held(self) -> None:
        if self.campaign:
            assert self.services[0].service.status(self.campaign).campaign.held == ""

    def teardown(self) -> None:
        if self.campaign:
            b = self.services[0]
            assert b.service.look(self.campaign, queries.verdict).errors == []
            waiting = b.waiting(100_000)
            assert len({post.nonce for post in waiting}) == len(waiting)
        for b in self.services:
            b.store.close()
        shutil.rmtree(self.folder)


@pytest.mark.parametrize("examples", [5, pytest.param(1000, marks=pytest.mark.byhand)])
def test_anything_in_any_order(examples: int) -> None:
    checks = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=examples, stateful_step_count=40, deadline=None, suppress_health_check=checks
        ),
    )
