"""A campaign in memory, as a service keeps it: the log, the rests, and one table a command."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.core import Choice, Game, Position, Rest, Table, Told, WindowPolicy, redact, start
from adjudicator.core.audit.rewind import RUN
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.game.procedure import Occasion
from adjudicator.core.log.chain import JSON, Chain, Entry, canon, effective
from adjudicator.core.log.chance import Rng, Source, sampler
from adjudicator.core.log.founding import RulesVersion, Terms, open_from_seed

UMPIRE = RulesVersion("0.1", "ab" * 20, "cd" * 20)

Reflex = Callable[[Occasion, str, Choice[Any], Any], JSON | None]


class Campaign:
    """Everything that a service would store, and the commands by which it changes.

    A command that raises changes nothing: its table is forgotten.
    """

    def __init__(
        self,
        game: Game,
        scenario: str = "",
        seed: bytes = b"seed",
        options: Mapping[str, str] | None = None,
        policy: WindowPolicy | None = None,
    ) -> None:
        self.game, self.policy = game, policy or WindowPolicy()
        scenario_ = next(s for s in game.scenarios() if s.id == scenario or not scenario)
        self.seats = scenario_.seats
        self.world0 = game.found(scenario_.id, options or {}, self.seats)
        terms = Terms("Toy", scenario_.id, options or {}, self.seats, "open", UMPIRE, self.world0.cups)
        founded = open_from_seed(game.name, terms, seed)
        self.chain, self.source = founded.chain, founded.source
        self.entries: list[Entry] = list(founded.entries)
        self.told: list[Told] = []
        self.founded = self.chain.n
        position = start(game, self.world0, self.chain.n - 1)
        self.rests: list[Rest] = [position.rest]
        self.position = position
        self.keep(self.table(position, fresh=True))

    def table(
        self,
        position: Position | None = None,
        *,
        source: Source | None = None,
        fresh: bool = False,
        undone: Sequence[Entry] = (),
        policy: WindowPolicy | None = None,
        game: Game | None = None,
    ) -> Table:
        """A table at the position, on a chain of its own, so that it can be thrown away."""
        old = self.chain
        chain = Chain(old.game, old.hroot, old.n, old.head, old.epoch)
        return Table(
            game or self.game,
            position or self.position,
            chain,
            source or self.source,
            policy=policy or self.policy,
            time=old.n,
            fresh=fresh,
            undone=undone,
        )

    def keep(self, table: Table) -> Table:
        """Store what the table did; a command of another who came first is refused by the head."""
        new = table.ledger.entries
        assert not new or new[0].n == self.chain.n
        self.chain = table.ledger.chain
        self.entries += new
        self.told += table.ledger.told
        self.rests += table.rests
        self.position = table.position
        return table

    def do(self, act: Callable[[Table], object]) -> Table:
        """One command."""
        table = self.table()
        act(table)
        return self.keep(table)

    def submit(self, seat: str, answer: object) -> Table:
        return self.do(lambda table: table.submit(seat, answer))

    def undo(self, to: int, *, keep: bool = False, game: Game | None = None) -> Table:
        """Back to the position behind entry `to`, from the newest rest at or before it."""
        if game is not None:
            self.game = game
        undone = [e for e in effective(self.entries) if e.n > to]
        consent = {"to": to, "keep": int(keep), "by": "seats", "why": "toy", "consent": list(self.seats)}
        self.entries.append(self.chain.append("undo", self.chain.n, consent))
        self.rests = [r for r in self.rests if r.n <= to]
        return self.keep(self.table(self.position_behind(to), undone=undone if keep else ()))

    def position_behind(self, to: int, rest: Rest | None = None) -> Position:
        """From the newest rest, or from an older one, to entry `to`."""
        rest = rest or [r for r in self.rests if r.n <= to][-1]
        tail = [e for e in effective(self.entries) if rest.n < e.n <= to and e.t in RUN]
        return Position(rest, tuple(tail))

    def end(self) -> None:
        fields = {"why": "over", "result": {}, "by": "rules", "consent": [], "hroot": self.chain.hroot.hex()}
        self.entries.append(self.chain.append("end", self.chain.n, fields))

    def journal(self, viewer: str | None) -> list[tuple[int, Any]]:
        seen = [(line.n, redact(line.event, viewer)) for line in self.told]
        return [(n, msgspec.to_builtins(event)) for n, event in seen if event is not None]


def stored(position: Position) -> Position:
    """The position as it comes back from a store: bodies and parts as canonical JSON, keys sorted."""
    loose: Any = msgspec.json.decode(msgspec.json.encode(position))
    loose["tail"] = msgspec.json.decode(canon([_plain(entry) for entry in loose["tail"]]))
    for entry in loose["tail"]:
        entry["aside"] = bool(entry["aside"])
    return msgspec.convert(loose, Position)


def _plain(entry: dict[str, Any]) -> dict[str, Any]:
    return {**entry, "aside": int(entry["aside"])}


def questions(table: Table) -> dict[str, str]:
    q = table.question
    return {} if q is None else {seat: q.name(seat) for seat in table.pending}


def state_of(table: Table) -> tuple[Any, ...]:
    """Everything that must be equal for two tables to be the same to their players."""
    answered = {} if table.question is None else dict(table.question.answers)
    world = msgspec.msgpack.encode(table.world, order="deterministic")
    return table.position, questions(table), answered, world, table.at_rest, table.over, table.trail()


def require_same_after_crash(campaign: Campaign, table: Table) -> None:
    """A table that is built again stands as the one before, and has done nothing."""
    for position in (campaign.position, stored(campaign.position)):
        again = campaign.table(position)
        assert state_of(again) == state_of(table)
        assert again.ledger.entries == []
        assert again.ledger.told == []
        assert again.rests == []


def act_at_random(table: Table, rng: Rng, *, asides: int = 6, amend: int = 5, close: int = 4) -> None:
    """A random lawful act: an aside (1 in `asides`), an amended answer, the close of a window, an answer."""
    if asides and table.at_rest and rng.below(asides) == 0 and sample_aside(table, rng):
        return
    q = table.question
    assert q is not None
    if q.occasion is not None and rng.below(close) == 0:
        table.close()
        return
    answered = [seat for seat in q.choices if seat in q.answers]
    seat = rng.choice(answered if answered and rng.below(amend) == 0 else list(table.pending))
    table.submit(seat, q.choices[seat].sample(rng))


def sample_aside(table: Table, rng: Rng) -> bool:
    """Act out of turn, if anybody can."""
    for seat, choice in rng.shuffled(table.asides().items()):
        answer = lawful(choice, rng)
        if answer is not None:
            table.aside(seat, answer)
            return True
    return False


def lawful(choice: Choice[Any], rng: Rng) -> JSON | None:
    try:
        return choice.sample(rng)
    except NoneLegal:
        return None


def reflex_of(seed: int) -> Reflex:
    """Standing orders that play now and then what may be played; the same for the same occasion."""

    def reflex(occasion: Occasion, seat: str, choice: Choice[Any], world: Any) -> JSON | None:
        text = f"{seed} {occasion} {seat} {msgspec.json.encode(world).hex()}"
        rng = sampler(int.from_bytes(text.encode()[-6:], "big") + seed + len(text))
        return lawful(choice, rng) if rng.below(2) else None

    return reflex


def play(campaign: Campaign, seed: int, *, commands: int = 400, **odds: int) -> Iterator[Table]:
    """A whole game at random, one command after another."""
    rng = sampler(seed)
    for _ in range(commands):
        table = campaign.do(lambda t: act_at_random(t, rng, **odds))
        yield table
        if table.over:
            return
    raise AssertionError(f"seed {seed}: the game has not come to its end")
