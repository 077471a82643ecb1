"""§17.8 Losses: the owner chooses, by printed strength (CRT, note 2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product

from adjudicator.belisarius.board import UNITS
from adjudicator.belisarius.world import Kind, Place, Seat, Unit, World, chosen_apart, strength_of, told_apart
from adjudicator.core import N_, Completion, Illegal, Reader, Refusal, Words, ask, words
from adjudicator.core.choices.choice import led, split_force, strip
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from .r13_stacks import drowning, eliminate, warned
from .r14_groups import Group

_PIECE = re.compile(r"(\d{0,3})\s*(.*)")
"""The number of losses, and of which units."""


class Losses(Group, frozen=True, kw_only=True):
    """Units of at least `required` printed strength, and none that is not needed; ruling BE-G4.

    `strengths` are printed on the kinds of `things`; `note` says what else it would cost. An order reads
    "lose FA, 2 GA".
    """

    required: int
    strengths: Mapping[Kind, int]
    note: Callable[[dict[Kind, int]], Words | None]

    def _total(self, numbers: Mapping[Kind, int]) -> int:
        return sum(self.strengths[kind] * n for kind, n in numbers.items())

    def accept(self, value: object) -> dict[str, int]:
        numbers = super().accept(value)
        total = self._total(numbers)
        if total < self.required:
            why = N_("you chose {total} strength {total:point|points}; you must lose at least {required}")
            raise Illegal(self.rule, why, total=total, required=self.required)
        for kind in numbers:
            if total - self.strengths[kind] >= self.required:
                why = N_(
                    "you need lose only {required} strength {required:point|points}: even without one "
                    "{unit} it is {total}"
                )
                left = total - self.strengths[kind]
                raise Illegal(self.rule, why, required=self.required, unit=kind, total=left)
        return numbers

    def parse(self, text: str, reader: Reader) -> JSON:
        return super().parse(strip(text, "lose", reader), reader)

    def write(self, answer: dict[str, int], reader: Reader) -> str:
        return led("lose", super().write(answer, reader), reader)

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        """Whole answers, the cheapest first: those that lose what is named and begin like the last word."""
        text = strip(text, "lose", reader)
        if reader.lexicon.begins(text, "lose"):
            text = ""
        *done, last = split_force(text, keep_last=True)
        try:
            named = self.parse("+".join(done), reader) if done else {}
        except Refusal:
            return
        for numbers in sorted(self._enough(), key=lambda one: (self._total(one), sum(one.values()))):
            rest = {kind: n for kind, n in numbers.items() if named.get(kind, 0) != n}
            if len(numbers) - len(rest) == len(named) and (not last.strip() or _begin(last, rest, reader)):
                yield Completion(self.write(numbers, reader), None, partial(self.note, numbers))

    def _enough(self) -> Iterator[dict[Kind, int]]:
        """All the answers that are taken."""
        things = self.things()
        for counts in product(*(range(n + 1) for n in things.values())):
            numbers = {kind: n for kind, n in zip(things, counts, strict=True) if n}
            total = self._total(numbers)
            if total >= self.required > total - min((self.strengths[kind] for kind in numbers), default=0):
                yield numbers

    def sample(self, rng: Rng) -> JSON:
        pool = rng.shuffled([kind for kind, n in self.things().items() for _ in range(n)])
        lost: list[Kind] = []
        while sum(self.strengths[kind] for kind in lost) < self.required:
            lost.append(pool.pop())
        for kind in sorted(lost, key=self.strengths.__getitem__):
            if sum(self.strengths[k] for k in lost) - self.strengths[kind] >= self.required:
                lost.remove(kind)
        return {kind: lost.count(kind) for kind in sorted(lost)}


def _begin(text: str, numbers: Mapping[Kind, int], reader: Reader) -> bool:
    """Return true if one of these is written so, or will be: "2 G" for two garrisons."""
    digits, name = _PIECE.findall(text.strip())[0]
    return any(
        (not digits or int(digits) == n) and reader.lexicon.begins(name, kind) for kind, n in numbers.items()
    )


async def lose(w: World, seat: Seat, place: Place, units: Sequence[Unit], required: int) -> None:
    """CRT, note 2: remove units of at least a given printed strength from a side, as its owner chooses.

    Nothing is asked where all must go, or where they are all alike.
    """
    if required >= strength_of(units):
        await eliminate(w, units, "chart/combat")
        return
    kinds = told_apart(w, units)
    if len(kinds) == 1:
        enough = -(-required // UNITS[units[0]].strength)
        await eliminate(w, sorted(units)[:enough], "chart/combat")
        return
    numbers = await ask(seat, _losses(w, place, units, required))
    await eliminate(w, chosen_apart(w, units, numbers), "chart/combat")


def _losses(w: World, place: Place, units: Sequence[Unit], required: int) -> Losses:
    """Return the question by kinds of unit, with a note of those aboard who would go down with a fleet."""
    kinds = told_apart(w, units)
    prompt = words(
        N_(
            "Which units do you lose at {place}? At least {required} of {total} printed strength "
            "{total:point|points}."
        ),
        place=place,
        required=required,
        total=strength_of(units),
    )

    def note(numbers: dict[Kind, int]) -> Words | None:
        down = drowning(w, chosen_apart(w, units, numbers))
        return words(N_("{n} {n:unit|units} aboard {n:goes|go} down too"), n=down) if down else None

    return Losses(
        rule="chart/combat",
        prompt=warned(w, prompt, units, len(units)),
        things=lambda: kinds,
        least=1,
        most=len(units),
        required=required,
        strengths={kind: strength_of(chosen_apart(w, units, {kind: 1})) for kind in kinds},
        note=note,
    )


def half(strength: int) -> int:
    """CRT, AA and DD: half of the strength points, rounded up; ruling BE-G3."""
    return -(-strength // 2)
