"""§5.41 §5.42 §5.45 §6.24 The one picker of who goes along: units of any composition, and leaders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.ancient_world.board import ENGINE, LEADERS, UNITS, counted
from adjudicator.ancient_world.world import Side, World, place_of, seat_of, stack_key
from adjudicator.core import (
    N_,
    Bar,
    Field,
    Illegal,
    NotUnderstood,
    Reader,
    Split,
    Subset,
    Words,
    bar,
    tell,
    words,
)
from adjudicator.core.choices.choice import Verdicts, named, one_of_these, split_list, strip
from adjudicator.core.language.words import fold
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from .r02_forces import less, of_arm, share, split, strength, units_of
from .r05_leaders import beside_commander, commandable, is_commander, leadable, limit_of, may_join
from .r08_fog import concealed, tell_units


class Units(Split, frozen=True, kw_only=True):
    """Units of any composition, up to a number of strength points.

    `plan` is what an order means that says "all", or nothing.
    """

    leader: str
    limit: int
    plan: Callable[[], Mapping[str, int]]

    def accept(self, value: object) -> dict[str, int]:
        chosen = super().accept(value)
        if strength(chosen) > self.limit:
            raise Illegal(
                self.rule,
                N_("{leader} may lead {most} {most:strength point|strength points} from here; you named {n}"),
                leader=self.leader,
                most=self.limit,
                n=strength(chosen),
            )
        return chosen

    def parse(self, text: str, reader: Reader) -> JSON:
        if not text.strip() or fold(text) in reader.lexicon.names("all"):
            return dict(self.plan())
        try:
            return super().parse(text, reader)
        except NotUnderstood as unknown:
            for piece in split_list(text):
                name = piece.partition(" ")[2] if piece[:1].isdecimal() else piece
                if found := [unit for unit in reader.lexicon.find(name, UNITS) if unit not in self.things()]:
                    why = N_("{leader} leads no {unit} here")
                    raise Illegal(self.rule, why, leader=self.leader, unit=found[0]) from None
            raise unknown from None

    def describe(self) -> dict[str, Any]:
        return {**super().describe(), "max": self.limit + of_arm(self.things(), ENGINE)}

    def sample(self, rng: Rng) -> JSON:
        found = super().sample(rng)
        assert isinstance(found, dict)
        return share({str(unit): int(n) for unit, n in found.items()}, self.limit)


def units_of_leader(
    w: World,
    leader: str,
    rule: str,
    prompt: Words,
    *,
    arms: Sequence[str] = (),
    judge: Callable[[dict[str, int]], None] | None = None,
    secret: bool = True,
) -> Units:
    """§6.24 §5.41 Return the choice of the units that a leader takes out of their place."""
    place = place_of(w, leader)
    fit = _only(leadable(w, leader, place), arms)
    limit = limit_of(w, leader, place)
    return Units(
        rule="5.41" if beside_commander(w, leader, place) else rule,
        prompt=prompt,
        things=lambda: fit,
        least=1,
        most=sum(fit.values()),
        leader=leader,
        limit=limit,
        plan=lambda: _only(commandable(w, leader, place), arms),
        judge=judge,
        conceal=concealed(w, place) if secret else None,
    )


def _only(units: Mapping[str, int], arms: Sequence[str]) -> dict[str, int]:
    return {unit: n for unit, n in units.items() if not arms or of_arm({unit: n}, *arms)}


# -- leaders -------------------------------------------------------------------------------------


class Leaders(Subset, frozen=True, kw_only=True):
    """Leaders, in order; one whose name has a comma may be named. `unsaid` is meant where none is named."""

    unsaid: Callable[[], Sequence[str]]

    def parse(self, text: str, reader: Reader) -> JSON:
        text = strip(text, self.verb, reader) if self.verb else text
        if not text.strip():
            return list(self.unsaid())
        if len(split_list(text)) < 2:
            return super().parse(text, reader)
        verdicts, chosen = self.options(), list[str]()
        pieces = split_list(text)
        while pieces:
            left = {id: stop for id, stop in verdicts.items() if id not in chosen}
            size = 2 if len(pieces) > 1 and self._whole(", ".join(pieces[:2]), left, reader) else 1
            chosen.append(named(", ".join(pieces[:size]), left, reader, one_of_these(left), self.rule))
            pieces = pieces[size:]
        return chosen

    @staticmethod
    def _whole(text: str, verdicts: Verdicts, reader: Reader) -> bool:
        return any(fold(text) in reader.lexicon.names(id) for id in verdicts)


def all_join(w: World, leader: str, units: Mapping[str, int]) -> list[str]:
    """§5.42 Return the leaders who go along under another with some units, where nothing else is said.

    All who may; but where units stay behind that nobody else could lead, they stay with them (§6.25). The
    overall commander never goes along. Ruling AW-R96.
    """
    side, place = LEADERS[leader].side, place_of(w, leader)
    force = w.forces[stack_key(side, place)]
    others = [other for other in force.leaders if other != leader]
    joining = own_seat(w, leader, [other for other in others if may_join(w, leader, other)])
    staying = strength(less(units_of(w, [stack_key(side, place)]), units))
    return joining if not staying or any(is_commander(w, x) for x in others) else []


def own_seat(w: World, leader: str, others: Sequence[str]) -> list[str]:
    """§5.42 Return those leaders for whom the same seat decides; an ally's go if named (ruling AW-V25)."""
    seat = seat_of(w, LEADERS[leader].side, leader)
    return [other for other in others if seat_of(w, LEADERS[other].side, other) == seat]


def who_goes(w: World, leader: str, units: Mapping[str, int]) -> Words | None:
    """§5.42 Say who goes along where nothing else is said, and what stays behind; None for neither."""
    joining = all_join(w, leader, units)
    force = w.forces[stack_key(LEADERS[leader].side, place_of(w, leader))]
    rest = less(force.units, units)
    staying: list[Words | str] = [
        words(N_("{n} {unit}"), n=n, unit=counted(unit, n)) for unit, n in rest.items()
    ]
    staying += [other for other in force.leaders if other not in (leader, *joining)]
    if joining and staying:
        return words(N_("with {leaders}; {staying} left behind"), leaders=joining, staying=staying)
    if joining:
        return words(N_("with {leaders}"), leaders=joining)
    return words(N_("{staying} left behind"), staying=staying) if staying else None


def party(
    w: World, rule: str, prompt: Words, of: Mapping[str, Bar | None], arms: Sequence[str]
) -> tuple[Field, Field]:
    """§5.45 §6.51 Return the fields of a force that reacts: leaders, the first of whom is tried, and units.

    `of` are the leaders who may be tried, with the bars of those who may not.
    """

    def options() -> dict[str, Bar | None]:
        found: dict[str, Bar | None] = dict(of)
        for leader in of:
            force = w.forces[stack_key(LEADERS[leader].side, place_of(w, leader))]
            for other in force.leaders:
                found.setdefault(other, None)
        return found

    def judge(chosen: list[str]) -> None:
        first, *others = chosen
        if first not in of:
            raise Illegal(
                rule,
                N_("{leader} cannot be named first: the rating of the first is tried"),
                leader=first,
            )
        for other in others:
            if place_of(w, other) != place_of(w, first):
                raise Illegal("5.42", N_("{leader} is not with {first}"), leader=other, first=first)
            if not may_join(w, first, other):
                raise _stays(w, other).refuse()

    leaders = Leaders(
        rule=rule,
        prompt=prompt,
        options=options,
        least=1,
        ordered=True,
        judge=judge,
        verb="with",
        unsaid=list,
    )
    return (
        Field("leaders", lambda done: leaders, (":",)),
        Field(
            "units",
            lambda done: units_of_leader(
                w,
                done["leaders"][0],
                "6.51",
                words(N_("Which units go with {leader}?"), leader=done["leaders"][0]),
                arms=arms,
            ),
        ),
    )


def set_out(
    w: World, side: Side, key: str, new: str, units: Mapping[str, int], leaders: Sequence[str]
) -> None:
    """§5.42 §6.51 Form a force that reacts, and tell who goes along and what stays behind."""
    place = w.forces[key].place
    split(w, key, new, units, leaders)
    stays = w.forces.get(key)
    if others := list(leaders[1:]):
        tell("goes_along", "5.42", side=side, leader=leaders[0], leaders=others)
    if stays is not None:
        tell_units(w, "stays", "6.51", side, place, stays.units, leaders=list(stays.leaders))


def _stays(w: World, leader: str) -> Bar:
    if is_commander(w, leader):
        return chief_stays(leader)
    return bar("12.12", N_("{leader} may not leave yet"), leader=leader)


def chief_stays(leader: str) -> Bar:
    """§5.41 Return the reason why an overall commander goes along under nobody."""
    return bar(
        "5.41", N_("{leader} is the overall commander and cannot accompany another leader"), leader=leader
    )


def understood(text: str, ways: Sequence[Callable[[str], JSON]]) -> JSON:
    """Return an order as the first of several ways of reading it understands it.

    Raises:
        Refusal: of the last way, if none understands it.
    """
    for read in ways[:-1]:
        try:
            return read(text)
        except NotUnderstood:
            continue
    return ways[-1](text)
