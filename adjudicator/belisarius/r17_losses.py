"""§17.8 What a side loses: its owner chooses, by printed strength (CRT, note 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core import N_, Completion, Illegal, Reader, ask, words
from adjudicator.core.chain import JSON
from adjudicator.core.chance import Stream
from adjudicator.core.choice import led, strip

from .board import UNITS
from .r13_stacks import eliminate
from .r14_groups import Group
from .world import Kind, Place, Seat, Unit, World, chosen, counted, kind_of, strength_of


class Losses(Group, frozen=True, kw_only=True):
    """Units of at least `required` printed strength, and none that is not needed; ruling BE-G4.

    `strengths` are printed on the kinds of `things`. An order reads "lose FA, 2 GA".
    """

    required: int
    strengths: Mapping[Kind, int]

    def accept(self, value: object) -> dict[str, int]:
        numbers = super().accept(value)
        total = sum(self.strengths[kind] * n for kind, n in numbers.items())
        if total < self.required:
            why = N_("those are {total} strength points, and {required} must be lost")
            raise Illegal(self.rule, why, total=total, required=self.required)
        for kind in numbers:
            if total - self.strengths[kind] >= self.required:
                why = N_("{required} strength points are enough: without one {unit} there are still {total}")
                left = total - self.strengths[kind]
                raise Illegal(self.rule, why, required=self.required, unit=kind, total=left)
        return numbers

    def parse(self, text: str, reader: Reader) -> JSON:
        return super().parse(strip(text, "lose", reader), reader)

    def write(self, answer: dict[str, int], reader: Reader) -> str:
        return led("lose", super().write(answer, reader), reader)

    def complete(self, text: str, reader: Reader) -> Iterator[Completion]:
        for line in super().complete(strip(text, "lose", reader), reader):
            yield Completion(led("lose", line.text, reader), line.bar)

    def sample(self, rng: Stream) -> JSON:
        pool = rng.shuffled([kind for kind, n in self.things().items() for _ in range(n)])
        lost: list[Kind] = []
        while sum(self.strengths[kind] for kind in lost) < self.required:
            lost.append(pool.pop())
        for kind in sorted(lost, key=self.strengths.__getitem__):
            if sum(self.strengths[k] for k in lost) - self.strengths[kind] >= self.required:
                lost.remove(kind)
        return {kind: lost.count(kind) for kind in sorted(lost)}


async def lose(w: World, seat: Seat, place: Place, units: Sequence[Unit], required: int) -> None:
    """CRT, note 2: a side loses at least so many printed strength points, which its owner chooses.

    Nothing is asked where all must go, or where they are all alike.
    """
    if required >= strength_of(units):
        await eliminate(w, units, "chart/combat")
        return
    kinds = counted(units)
    if len(kinds) == 1:
        enough = -(-required // UNITS[units[0]].strength)
        await eliminate(w, sorted(units)[:enough], "chart/combat")
        return
    numbers = await ask(seat, _losses(place, units, required))
    await eliminate(w, chosen(units, numbers), "chart/combat")


def _losses(place: Place, units: Sequence[Unit], required: int) -> Losses:
    kinds = counted(units)
    return Losses(
        rule="chart/combat",
        prompt=words(
            N_("Which units in {place} are lost? At least {required} of {total} printed strength points."),
            place=place,
            required=required,
            total=strength_of(units),
        ),
        things=lambda: kinds,
        least=1,
        most=len(units),
        required=required,
        strengths={kind_of(u): UNITS[u].strength for u in units},
    )


def half(strength: int) -> int:
    """CRT, AA and DD: half of the strength points, rounded up; ruling BE-G3."""
    return -(-strength // 2)
