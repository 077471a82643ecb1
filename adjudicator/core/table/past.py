"""The entries since the last rest as a seat has seen them, and a procedure stepped through them again.

From a seat's view of the last rest another world may be imagined (`Game.imagine`). What has happened since
is not in that view: it is given again, as far as the seat has seen it. What it has not seen is drawn anew.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from adjudicator.core.choices.choice import Choice, NoneLegal
from adjudicator.core.game.game import Memory
from adjudicator.core.game.procedure import Draw, Look, Move, Roll
from adjudicator.core.language.errors import Refusal
from adjudicator.core.log.chain import JSON, Entry
from adjudicator.core.log.chance import Rng

from .ledger import Cups, shift

TRIES = 12
"""The number of answers tried, at most, to find one that looks as the one that was given."""


class Unlike(Exception):
    """In an imagined world something else happens than a seat has seen."""


class Past(Struct, frozen=True):
    """An entry as a seat may see it: its public body, and its sealed parts, None for those of others."""

    body: Mapping[str, JSON]
    parts: tuple[Mapping[str, JSON] | None, ...] = ()

    @property
    def t(self) -> str:
        """The entry's kind."""
        return str(self.body["t"])

    @property
    def items(self) -> Sequence[str] | None:
        """The things of a move or a look; None if the seat did not see them."""
        if self.body["items"]:
            return list(self.body["items"])
        return next((list(part["items"]) for part in self.parts if part is not None), None)

    @property
    def dealt(self) -> list[Sequence[str] | None]:
        """The things drawn, for each place that they were dealt to; None where the seat did not see them."""
        shown, found = list(self.body["shown"]), list[Sequence[str] | None]()
        for (_, n), part in zip(self.body["to"], self.parts[1:], strict=True):
            got, shown = shown[:n], shown[n:]
            found.append(got or (list(part["got"]) if part is not None else None))
        return found


def seen_by(seat: str, tail: Sequence[Entry]) -> tuple[Past, ...]:
    """Return the entries of a tail as a seat may see them; the seals themselves are left out."""
    return tuple(_seen(seat, entry) for entry in tail)


def _seen(seat: str, entry: Entry) -> Past:
    body = {key: value for key, value in entry.body.items() if key not in ("seals", "seed", "told")}
    return Past(
        {**body, "windows": entry.windows, "aside": int(entry.aside)},
        tuple(part.part if seat in part.seats else None for part in entry.parts),
    )


def learnt(tail: Sequence[Past]) -> Memory:
    """Return the things that a seat knows by its tail to have been in a container or place at the rest."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    gone: defaultdict[str, Counter[str]] = defaultdict(Counter)
    came: defaultdict[str, Counter[str]] = defaultdict(Counter)
    hidden: dict[str, tuple[str, int]] = {}

    def saw(place: str, items: Counter[str]) -> None:
        for item, n in sorted(items.items()):
            known = min(n, came[place][item] - gone[place][item])
            source, left = hidden.get(place, ("", 0))
            moved = min(n - known, left)
            if moved:
                hidden[place] = (source, left - moved)
                came[place][item] += moved
                gone[source][item] += moved
            due = n - came[place][item] + gone[place][item]
            found[place][item] = max(found[place][item], due)
            found[source][item] = max(found[source][item], gone[source][item] - came[source][item])

    for past in tail:
        if past.t == "look" and (items := past.items) is not None:
            saw(past.body["of"], Counter(items))
        elif past.t == "move":
            source, to = past.body["from"], past.body["to"]
            if (items := past.items) is None:
                hidden[to] = (source, hidden.get(to, ("", 0))[1] + int(past.body["k"]))
                continue
            saw(source, Counter(items))
            gone[source].update(items)
            came[to].update(items)
        elif past.t == "draw":
            for (to, _), got in zip(past.body["to"], past.dealt, strict=True):
                if got is not None:
                    saw(past.body["from"], Counter(got))
                    gone[past.body["from"]].update(got)
                    came[to].update(got)
    return {place: sorted((+items).elements()) for place, items in sorted(found.items()) if place and +items}


class Replay:
    """The entries that are given again, in order.

    Raises:
        Unlike: from each function, if the rules go on in another way than the seat has seen.
    """

    def __init__(self, tail: Sequence[Past], rng: Rng) -> None:
        self._left = [past for past in tail if past.t != "reveal"]
        self._opened = {past.body["of"]: past.body["part"]["answer"] for past in tail if past.t == "open"}
        self._rolls: list[Mapping[str, JSON]] = []
        self._rng = rng

    @property
    def over(self) -> bool:
        """True once everything has been given again."""
        return not (self._left or self._rolls)

    @property
    def next(self) -> Past | None:
        """The next entry; None if there is none, or if dice are left of one that was read."""
        return self._left[0] if self._left and not self._rolls else None

    def read(self, t: str) -> Past:
        """Read the next entry, which must be of this kind."""
        if self._rolls or not self._left or self._left[0].t != t:
            raise Unlike(t, self._left[:1])
        return self._left.pop(0)

    def ask(self, rule: str, seats: Sequence[str]) -> None:
        """Read that these seats are asked at once."""
        if not _has(past := self.read("ask"), {"rule": rule, "seats": list(seats)}):
            raise Unlike("ask", past)

    def close(self) -> None:
        """Read what follows once all have answered in secret."""
        self.read("lock")
        while self._left and self._left[0].t == "open":
            self._left.pop(0)

    def answer(self, choices: Mapping[str, Choice[Any]]) -> tuple[str, Any]:
        """Return the next answer and its seat; of one that was not seen, one that looks the same."""
        past = self.read("answer")
        seat = str(past.body["seat"])
        if seat not in choices or choices[seat].rule != past.body["rule"]:
            raise Unlike("answer", past)
        return seat, self.given(past, choices[seat])

    def given(self, past: Past, choice: Choice[Any]) -> Any:
        """Return the answer of an entry to a choice, as typed."""
        mine = past.parts[1] if len(past.parts) > 1 else past.body["pub"]
        known = self._opened.get(past.body["n"]) if mine is None else mine["answer"]
        if known is None:
            return self._like(choice, None if past.body["ask"] else past.body["pub"])
        try:
            return choice.accept(known)
        except Refusal as refusal:
            raise Unlike("answer", known) from refusal

    def _like(self, choice: Choice[Any], public: JSON) -> Any:
        for _ in range(TRIES):
            try:
                typed = choice.accept(choice.sample(self._rng))
            except NoneLegal as none:
                raise Unlike("answer", public) from none
            if public is None or choice.public(typed) == public:
                return typed
        raise Unlike("answer", public)

    def roll(self, request: Roll) -> list[Any]:
        """Return the dice that fell, or the public things that were picked."""
        if not self._rolls:
            self._rolls = list(self.read("batch").body["rolls"])
        old = self._rolls.pop(0)
        shape = (f"{request.rule} {request.label}", request.count, request.faces, list(request.of))
        if (old["label"], old["count"], old.get("faces", 0), old.get("of", [])) != shape:
            raise Unlike("roll", old)
        return list(old["got"])

    def draw(self, request: Draw, cups: Cups) -> dict[str, list[str]]:
        """Deal the hidden things that the seat has seen as they were, the others anew."""
        past = self.read("draw")
        left = sorted(cups[request.source] if request.source else request.of)
        shape = {"rule": request.rule, "size": len(left), "to": [[to.place, to.count] for to in request.to]}
        if not _has(past, shape):
            raise Unlike("draw", past)
        dealt: dict[str, list[str]] = {}
        for to, got in zip(request.to, past.dealt, strict=True):
            if got is not None:
                dealt[to.place] = _out_of(left, got)
        for to in request.to:
            if to.place not in dealt:
                dealt[to.place] = _out_of(left, self._rng.take(left, to.count))
        for to in request.to:
            shift(cups, request.source, to.place, dealt[to.place])
        return {to.place: dealt[to.place] for to in request.to}

    def move(self, request: Move, cups: Cups) -> None:
        """Move known things; those that the seat has seen must be the same."""
        past = self.read("move")
        self._same(past, {"rule": request.rule, "to": request.to, "k": len(request.items)}, request.items)
        shift(cups, request.source, request.to, request.items)

    def look(self, request: Look) -> None:
        """Show the contents of a place; those that the seat has seen must be the same."""
        self._same(self.read("look"), {"rule": request.rule, "seat": request.seat}, request.items)

    def _same(self, past: Past, shape: Mapping[str, JSON], items: Sequence[str]) -> None:
        seen = past.items
        if not _has(past, shape) or (seen is not None and seen != list(items)):
            raise Unlike(past.t, past)


def _has(past: Past, shape: Mapping[str, JSON]) -> bool:
    return all(past.body[key] == value for key, value in shape.items())


def _out_of(left: list[str], items: Sequence[str]) -> list[str]:
    for item in items:
        if item not in left:
            raise Unlike("draw", item)
        left.remove(item)
    return list(items)
