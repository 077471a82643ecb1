"""A campaign under everything that may happen to it, held against a model of its log (architecture.md §4)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from adjudicator.core import NotNow, Refusal, Table, WindowPolicy
from adjudicator.core.audit.verify import verify
from adjudicator.core.log.chain import canon, effective, th
from adjudicator.core.log.chance import sampler
from adjudicator.core.log.export import export
from tests.core.campaign import (
    Campaign,
    act_at_random,
    reflex_of,
    require_same_after_crash,
    sample_aside,
    state_of,
)
from tests.toys import markers

seeds = st.integers(0, 2**32)
WRONG: list[Any] = [None, True, -1, "nothing", ["x"], {"pick": "play"}, {"pick": "march", "answer": {}}]


class Log(RuleBasedStateMachine):
    """The model: the heads of the log, what stands, and the state behind every entry where a table waited."""

    @initialize(seed=st.binary(max_size=2), mode=st.sampled_from(["ask", "standing"]), orders=st.booleans())
    def found(self, seed: bytes, mode: str, orders: bool) -> None:
        policy = WindowPolicy(modes={"default": mode}, reflex=reflex_of(3) if orders else None)
        self.campaign = Campaign(markers.GAME, "ring", seed, {"rounds": "one"}, policy)
        self.table = self.campaign.table()
        self.heads = [entry.head for entry in self.campaign.entries]
        self.states = {self.last: self.remembered()}

    @property
    def last(self) -> int:
        return self.campaign.chain.n - 1

    def remembered(self) -> tuple[Any, ...]:
        _, asked, answered, world, at_rest, over, trail = state_of(self.table)
        return asked, answered, world, at_rest, over, trail

    def kept(self, table: Table) -> None:
        """A command is in the log: everything before it is as it was, and it is chained to it."""
        self.table = table
        entries = self.campaign.entries
        assert [e.head for e in entries[: len(self.heads)]] == self.heads
        for e in entries[len(self.heads) :]:
            assert e.n == len(self.heads)
            assert e.head == th("log", bytes.fromhex(self.heads[-1]), canon(e.body)).hex()
            self.heads.append(e.head)
        self.states[self.last] = self.remembered()

    @precondition(lambda self: not self.table.over)
    @rule(seed=seeds)
    def act(self, seed: int) -> None:
        self.kept(self.campaign.do(lambda table: act_at_random(table, sampler(seed), asides=0)))

    @precondition(lambda self: self.table.at_rest and not self.table.over)
    @rule(seed=seeds)
    def act_out_of_turn(self, seed: int) -> None:
        table = self.campaign.table()
        if sample_aside(table, sampler(seed)):
            self.kept(self.campaign.keep(table))

    @precondition(lambda self: not self.table.at_rest)
    @rule(seat=st.sampled_from("abc"))
    def act_out_of_turn_too_late(self, seat: str) -> None:
        with pytest.raises(NotNow):
            self.campaign.do(lambda table: table.aside(seat, {"pick": "feast"}))

    @rule(seat=st.sampled_from("abcz"), answer=st.sampled_from(WRONG))
    def answer_wrongly(self, seat: str, answer: Any) -> None:
        table = self.campaign.table()
        before = state_of(table)
        with pytest.raises(Refusal):
            table.submit(seat, answer)
        assert state_of(table) == before
        assert table.ledger.entries == []

    @rule()
    def crash(self) -> None:
        require_same_after_crash(self.campaign, self.table)
        self.table = self.campaign.table()

    @precondition(lambda self: not self.table.over)
    @rule(one=seeds, two=seeds)
    def act_two_at_once(self, one: int, two: int) -> None:
        """Both saw the same position; who comes second is chained to a head that has moved on."""
        first, second = self.campaign.table(), self.campaign.table()
        act_at_random(first, sampler(one), asides=0)
        act_at_random(second, sampler(two), asides=0)
        self.kept(self.campaign.keep(first))
        with pytest.raises(AssertionError):
            self.campaign.keep(second)
        assert [e.head for e in self.campaign.entries] == self.heads

    @rule(data=st.data(), keep=st.booleans())
    def undo(self, data: st.DataObject, keep: bool) -> None:
        standing = [e.n for e in effective(self.campaign.entries) if e.t != "undo"]
        targets = [
            n for n in sorted(self.states) if self.campaign.founded <= n < standing[-1] and n in standing
        ]
        if not targets:
            return
        to = data.draw(st.sampled_from(targets))
        there, here, now = self.states[to], self.remembered(), self.last
        undone = [e for e in effective(self.campaign.entries) if e.n > to]
        table = self.campaign.undo(to, keep=keep)
        self.table = table
        self.kept(table)
        assert self.campaign.entries[now + 1].t == "undo"
        if keep:
            assert self.remembered() == here
            assert table.reentered == len([e for e in undone if e.t == "answer"])
        else:
            assert self.remembered() == there

    @invariant()
    def log_is_sound(self) -> None:
        if not hasattr(self, "campaign"):
            return
        assert len(self.campaign.entries) == self.campaign.chain.n
        assert self.campaign.chain.head == self.heads[-1]
        chance = [e.body for e in self.campaign.entries if e.t in ("batch", "draw")]
        shown = [body["e"] for body in chance if not body["stands"]]
        assert shown == list(range(1, len(shown) + 1))
        position = self.campaign.position
        assert msgspec.convert(msgspec.to_builtins(position), type(position)) == position

    def teardown(self) -> None:
        if hasattr(self, "campaign"):
            self.campaign.end()
            assert verify(export(self.campaign.entries, None)).errors == []


Log.TestCase.settings = settings(max_examples=15, stateful_step_count=30)
test_a_campaign_under_everything_that_may_happen = Log.TestCase
