"""The ledger of a command: the entries read again, and those added (design/fair-dice.md §3-§5, §8)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from adjudicator.core.game.procedure import Draw, Look, Move, Roll, To
from adjudicator.core.game.sealed import Event, redact
from adjudicator.core.game.sealed import Sealed as SealedValue
from adjudicator.core.language.errors import Defect, Stale
from adjudicator.core.log.chain import JSON, Chain, Entry
from adjudicator.core.log.chance import Source

Sealed: TypeAlias = Sequence[tuple[tuple[str, ...], dict[str, JSON]]]
Cups: TypeAlias = dict[str, list[str]]


class Told(Struct, frozen=True):
    """A line of the journal: an event, the last entry before it, and the stage of play of its telling."""

    n: int
    event: Event
    stage: str = ""


class RollBatch(Struct):
    """The rolls with no other entry between; logged when another entry comes."""

    e: int
    seed: str
    told: str
    stands: int = 0
    old: list[dict[str, JSON]] = []
    rolls: list[dict[str, JSON]] = []


class Ledger:
    """Reader of the entries of a tail, then writer of new ones after them.

    A re-run trusts the log: it compares the events reported and the shape of each entry, and raises Stale
    where they differ.

    Args:
        chain: the end of the log.
        source: the chance of new entries.
        tail: the entries to be read again.
        time: UNIX seconds, written into new entries.
        silent: see the attribute.

    Attributes:
        entries, told: the additions of this command to the log and to the journal.
        since: the entries since the last rest, read or written.
        windows: how many windows the running procedure has met.
        learnt: every event of this command, past or not, by which seats learn something hidden: the entry
            before it, and those seats.
        met: every window of this command, past or not: the entry before it, and the seats that could react.
        replay: the entries still to be read again.
        silent: true while everything has happened before, so that events are old and windows are past.
        stage: the stage of play in which events are told now.
        stands: undone chance that is used again as long as everything is equal (design/fair-dice.md §8).
    """

    def __init__(self, chain: Chain, source: Source, tail: Sequence[Entry], time: int, silent: bool) -> None:
        self.chain, self.source, self.time = chain, source, time
        self.entries: list[Entry] = []
        self.told: list[Told] = []
        self.since: list[Entry] = []
        self.windows = 0
        self.learnt: list[tuple[int, tuple[str, ...]]] = []
        self.met: list[tuple[int, tuple[str, ...]]] = []
        self.replay = list(tail)
        self.stands: list[Entry] = []
        self.silent = silent
        self.stage = ""
        self._rolls: list[dict[str, JSON]] = []
        self._batch: RollBatch | None = None
        self._story: list[bytes] = []
        self._marked = 0

    @property
    def last(self) -> int:
        """The last entry that has been read or written."""
        return self.replay[0].n - 1 if self.replay else self.chain.n - 1

    @property
    def next(self) -> int:
        """The number of the next entry that is written, after a batch that is still open."""
        return self.chain.n + self.rolling

    def mark(self) -> None:
        """Mark the end of a procedure: `rest` may come later, but means this moment of the story."""
        self._marked, self.windows = len(self._story), 0

    def rest(self) -> None:
        """Turn the end of the last procedure into a rest; entries and events are counted from there."""
        self.flush()
        self.since = []
        del self._story[: self._marked]
        self._marked = 0

    @property
    def rolling(self) -> bool:
        """True if the last entry is a batch to which rolls may be added."""
        return self._batch is not None or bool(self._rolls)

    @property
    def unread(self) -> bool:
        """True if the log has entries that the rules have not asked for yet."""
        return bool(self.replay or self._rolls)

    def hear(self, event: Event) -> None:
        """Record an event that a procedure reports."""
        if (public := redact(event, None)) is not None:
            self._story.append(msgspec.json.encode(public, order="deterministic"))
        if not self.silent:
            n = self.chain.n - 1 + (self._batch is not None)
            self.told.append(Told(n, _as_it_is(event), self.stage))

    def append(
        self, t: str, fields: Mapping[str, JSON], sealed: Sealed | None = None, aside: bool = False
    ) -> Entry:
        """Add an entry; an open batch goes before it."""
        self.flush()
        return self._write(t, fields, sealed, self._take_story(), aside)

    def read(self, t: str, rule: str) -> Entry:
        """Read the next entry of the log, which must be of this kind and follow the same events."""
        self._no_rolls_left(rule)
        entry = self.replay.pop(0)
        if entry.t != t:
            raise Stale(entry.n, rule, f"the rules need {t}, the log has {entry.t}")
        if entry.told != self._take_story():
            raise Stale(entry.n, rule, "the rules told another story than before")
        self.since.append(entry)
        return entry

    def flush(self) -> None:
        """Log the open batch."""
        batch, self._batch = self._batch, None
        if batch is not None:
            if batch.stands and len(batch.rolls) < len(batch.old):
                self.stands = []
            fields = {"e": batch.e, "seed": batch.seed, "stands": batch.stands, "rolls": batch.rolls}
            self._write("batch", fields, None, batch.told, False)

    def _write(
        self, t: str, fields: Mapping[str, JSON], sealed: Sealed | None, told: str, aside: bool
    ) -> Entry:
        self._no_rolls_left(t)
        self.silent = False
        entry = self.chain.append(t, self.time, fields, sealed, told, self.windows, aside)
        self.entries.append(entry)
        self.since.append(entry)
        return entry

    def _no_rolls_left(self, rule: str) -> None:
        if self._rolls:
            raise Stale(self.last, rule, f"the log has rolls that the rules do not ask for: {self._rolls}")

    def _take_story(self) -> str:
        """Return a digest of the public events since the last entry or rest, "" for none."""
        story = b"\n".join(self._story)
        self._story, self._marked = [], 0
        return hashlib.sha256(story).hexdigest()[:32] if story else ""

    # -- public chance ---------------------------------------------------------------------------

    def roll(self, roll: Roll) -> list[Any]:
        """Return the next roll of the open batch (design/fair-dice.md §3)."""
        label = f"{roll.rule} {roll.label}"
        shape: dict[str, JSON] = {"kind": "dice", "label": label, "count": roll.count, "faces": roll.faces}
        if roll.of:
            shape = {
                "kind": "pick",
                "label": label,
                "from": roll.source,
                "of": list(roll.of),
                "count": roll.count,
            }
        if self._rolls or self.replay:
            return self._roll_again(roll.rule, shape)
        batch = self._batch_for(shape)
        if batch.stands:
            got = batch.old[len(batch.rolls)]["got"]
        elif roll.of:
            got = self.source.take(len(batch.rolls), roll.of, roll.count)
        else:
            got = self.source.dice(len(batch.rolls), roll.count, roll.faces)
        batch.rolls.append({**shape, "got": got})
        return list(got)

    def _roll_again(self, rule: str, shape: dict[str, JSON]) -> list[Any]:
        if not self._rolls:
            self._rolls = list(self.read("batch", rule).body["rolls"])
        old = self._rolls.pop(0)
        if not _is_like(old, shape):
            raise Stale(self.last, rule, f"the rules roll {shape}, the log has {old}")
        return list(old["got"])

    def _batch_for(self, shape: dict[str, JSON]) -> RollBatch:
        """Return the open batch; a new one if none is open, or if the dice that stand do not fit."""
        batch = self._batch
        if batch is not None and batch.stands:
            r = len(batch.rolls)
            if r == len(batch.old) or not _is_like(batch.old[r], shape):
                self.flush()
                self.stands, batch = [], None
        if batch is None:
            batch = self._batch = self._new_batch(shape)
        return batch

    def _new_batch(self, shape: dict[str, JSON]) -> RollBatch:
        self.silent = False
        told = self._take_story()
        if self.stands and self.stands[0].t == "batch" and _is_like(self.stands[0].body["rolls"][0], shape):
            body = self.stands.pop(0).body
            return RollBatch(body["e"], body["seed"], told, body["n"], body["rolls"], [])
        return RollBatch(*self._next_epoch("batch"), told, rolls=[])

    def _next_epoch(self, kind: str) -> tuple[int, str]:
        self.stands = []
        self.chain.epoch += 1
        return self.chain.epoch, self.source.open(self.chain.epoch, kind).hex()

    # -- hidden things ---------------------------------------------------------------------------

    def draw(self, request: Draw, cups: Cups) -> dict[str, list[str]]:
        """Draw hidden things, dealt in the order of `to` (design/fair-dice.md §4)."""
        of = sorted(cups[request.source] if request.source else request.of)
        if sum(to.count for to in request.to) > len(of):
            raise Defect(f"rule {request.rule} draws more than there is: {request.to} out of {len(of)}")
        shape: dict[str, JSON] = {
            "rule": request.rule,
            "from": request.source,
            "size": len(of),
            "to": [[to.place, to.count] for to in request.to],
        }
        if self.replay:
            entry = self.read("draw", request.rule)
            if not _is_like_draw(entry, shape, of):
                raise Stale(entry.n, request.rule, f"the rules draw {shape}, the log has {entry.body}")
        else:
            self.flush()
            entry = self._draw_new(request, shape, of)
        dealt = {
            to.place: list(part.part["got"]) for to, part in zip(request.to, entry.parts[1:], strict=True)
        }
        for place, items in dealt.items():
            shift(cups, request.source, place, items)
        return dealt

    def _draw_new(self, request: Draw, shape: dict[str, JSON], of: list[str]) -> Entry:
        if self.stands and self.stands[0].t == "draw" and _is_like_draw(self.stands[0], shape, of):
            old = self.stands.pop(0)
            e, seed, stands = old.body["e"], old.body["seed"], old.n
            got = [item for part in old.parts[1:] for item in part.part["got"]]
        else:
            (e, seed), stands = self._next_epoch("draw"), 0
            got = self.source.take(0, of, sum(to.count for to in request.to))
        sealed = [((), {"of": of}), *((to.seats, {"got": part}) for to, part in _shares(request.to, got))]
        shown = got if request.shown else []
        return self.append("draw", {**shape, "e": e, "seed": seed, "stands": stands, "shown": shown}, sealed)

    def move(self, request: Move, cups: Cups) -> None:
        """Move known things, face up or face down."""
        items = list(request.items)
        fields: dict[str, JSON] = {
            "rule": request.rule,
            "from": request.source,
            "to": request.to,
            "k": len(items),
            "items": items if request.shown else [],
        }
        self.note("move", fields, [] if request.shown else [(request.seats, {"items": items})])
        shift(cups, request.source, request.to, items)

    def look(self, request: Look) -> None:
        """Show a seat, or all, the contents of a place."""
        to_all, items = request.seat == "all", list(request.items)
        fields: dict[str, JSON] = {
            "rule": request.rule,
            "seat": request.seat,
            "of": request.of,
            "items": items if to_all else [],
        }
        self.note("look", fields, [] if to_all else [((request.seat,), {"items": items})])

    def reveal(self, event: Event, seats: Sequence[str]) -> None:
        """Log that seats learn something hidden by an event, before it is told.

        An entry that binds the order does that already, and a batch must not be divided; an event that only
        some seats are told of has no entry that all can see.
        """
        self.learnt.append((self.last, tuple(seats)))
        fields: dict[str, JSON] = {"rule": event.rule, "event": event.kind, "seats": list(seats)}
        if self.replay:
            if self.replay[0].t == "reveal":
                self.note("reveal", fields)
        elif not (self.silent or self._is_bound or event.seats is not None):
            self.append("reveal", fields)

    @property
    def _is_bound(self) -> bool:
        """True if nobody takes the last order back alone any more, as all can see."""
        return self._batch is not None or bool(self.since and self.since[-1].t != "answer")

    # -- what decides nothing --------------------------------------------------------------------

    def note(self, t: str, fields: dict[str, JSON], sealed: Sealed | None = None) -> Entry:
        """Write an entry that follows from those before it, or compare it with the log."""
        if not self.replay:
            return self.append(t, fields, sealed)
        entry = self.read(t, fields.get("rule", ""))
        if not _is_like(entry.body, fields) or [p.part for p in entry.parts] != [p for _, p in sealed or ()]:
            raise Stale(entry.n, fields.get("rule", ""), f"the rules say {fields}, the log has {entry.body}")
        return entry


def shift(cups: Cups, source: str, to: str, items: Sequence[str]) -> None:
    """Move things from one container to another; places that are not containers have no list."""
    if source in cups:
        for item in items:
            cups[source].remove(item)
    if to in cups:
        cups[to] = sorted([*cups[to], *items])


def _shares(to: Sequence[To], got: list[str]) -> Iterator[tuple[To, list[str]]]:
    at = 0
    for place in to:
        yield place, got[at : at + place.count]
        at += place.count


def _is_like(old: Mapping[str, JSON], shape: Mapping[str, JSON]) -> bool:
    return all(old.get(key) == value for key, value in shape.items())


def _is_like_draw(old: Entry, shape: Mapping[str, JSON], of: list[str]) -> bool:
    return _is_like(old.body, shape) and bool(old.parts[0].part["of"] == of)


def _as_it_is(event: Event) -> Event:
    """Return a copy of the event that does not share lists with the world, which goes on changing."""
    values, sealed = msgspec.to_builtins(event.values), dict(event.sealed)
    for name, secret in sealed.items():
        sealed[name] = SealedValue(secret.seats, msgspec.to_builtins(secret.value))
    return Event(event.kind, event.rule, values, sealed, event.seats)
