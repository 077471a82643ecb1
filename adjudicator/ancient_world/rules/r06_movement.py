"""§6.1 §6.2 Movement: the order to march, hex after hex, and the stop at its end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from adjudicator.ancient_world.board import (
    CITIES,
    CITY_AT,
    CONTINGENTS,
    HEXES,
    LEADERS,
    SCENARIOS,
    contingent_of,
)
from adjudicator.ancient_world.world import (
    ACTIVE,
    March,
    Place,
    Side,
    World,
    city_of,
    done,
    each_force,
    force_of,
    has_units,
    hex_of,
    in_play,
    inside_of,
    is_inside,
    place_of,
    province_of,
    push,
    scenario_of,
    seat_of,
    stack_key,
)
from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Field,
    Form,
    Illegal,
    OneOf,
    Passage,
    Reach,
    Reader,
    Route,
    Split,
    Step,
    Words,
    bar,
    judged,
    tell,
    words,
)
from adjudicator.core.choices.choice import NoneLegal, split_list, strip
from adjudicator.core.choices.ways import NotNext
from adjudicator.core.language.words import fold
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from .r02_forces import move_force, rank_of, settle, split, strength
from .r05_command import acting_leaders, acting_units, come_together, form_up, stays_behind
from .r05_leaders import STAYS, free_units, overall_commander, rating
from .r06_attrition import march_losses, pay
from .r06_goals import Goal
from .r06_ground import (
    cost_of,
    may_enter_city,
    may_step,
    must_stop,
    nexts,
    river,
    rivers_stop,
    roads_of,
    strait,
)
from .r06_overrun import may_overrun
from .r06_prospects import Watch, interceptors, prospects, watches
from .r06_reach import best_path, range_of, tries
from .r06_refusals import closed_by_land, refused
from .r06_ways import cheapest
from .r08_fog import concealed, tell_contact
from .r11_control import entered_city
from .r12_track import check_locks

Item = Choice[Any] | Bar | None
OWN: Mapping[Side, tuple[str, ...]] = {
    "rome": ("romani", "socii"),
    "carthage": ("carthago", "libya", "numidia", "hispani"),
    "epirus": ("epirus", "thessalia"),
}
"""Ruling AW-M7: the contingents of a side that are no allies of it (§6.13)."""


_PRINTED = re.compile(r"\b(It|Cr)-(?=\d{4}\b)", re.IGNORECASE)


ROAD_WITHIN = 12
"""The number of words of a way within which "by road" is looked for."""


def without_dashes(text: str) -> str:
    """Return an order in which numbers as printed, "It-2114", do not look like two places of a way."""
    return _PRINTED.sub(r"\1", text)


def _dashed(text: str, reader: Reader) -> str:
    """Return a way with a dash in place of "to" between two places: "Messana to Catana"."""
    first, *words_ = text.split() or [""]
    between = {n for n, word in enumerate(words_[:-1]) if fold(word) in reader.lexicon.names("to")}
    return " ".join([first, *("-" if n in between else word for n, word in enumerate(words_))])


class Way(Route, frozen=True, kw_only=True):
    """A way by land: hexes, and at its end perhaps the inside of a city. `by_road` finds ways by road alone.

    The leader and the place where they stand may be named first: "Hannibal: Placentia-Parma".
    """

    names: tuple[str, ...] = ()
    closed: Callable[[Place, Place], Bar]
    refuse: Callable[[str, Reader, Callable[[Place], Bar], Iterable[Place]], Illegal | None]
    by_road: Callable[[], Mapping[Place, tuple[Place, ...]]]
    sampler: Callable[[Rng], JSON]

    def parse(self, text: str, reader: Reader) -> JSON:
        text = without_dashes(text)
        head, colon, rest = text.partition(":")
        if colon and reader.lexicon.find(head.strip(), self.names):
            text = rest.strip()
        words_ = text.split()
        for size in (2, 1):
            for at in range(min(len(words_), ROAD_WITHIN)):
                if at + size <= len(words_) and self._says_road(" ".join(words_[at : at + size]), reader):
                    return self._along_road(" ".join(words_[at + size :]), reader)
        text = _dashed(text, reader)
        head, dash, rest = text.partition("-")
        if dash and reader.lexicon.find(head.strip(), [hex_of(self.start)]):
            text = rest
        text = strip(text, "to", reader, short=False)
        try:
            return super().parse(text, reader)
        except NotNext as unknown:
            raise self._refusal(text, reader) or unknown from None

    def _refusal(self, text: str, reader: Reader) -> Illegal | None:
        """§6.2 Say why the first place of an order that cannot come next cannot, and what near it can."""
        way: list[str] = []
        for piece in text.split("-"):
            here = [self.start, *way][-1]
            try:
                found = super().parse("-".join([*way, piece]), reader)
            except NotNext:
                open_ = [to for to, far in self.beyond(tuple(way)).items() if far.bar is None]
                return self.refuse(piece.strip(), reader, partial(self.closed, here), open_)
            assert isinstance(found, list)
            way = [str(place) for place in found]
        return None

    def _says_road(self, text: str, reader: Reader) -> bool:
        return bool(reader.lexicon.find(text, ["by_road"])) and len(text) > 3

    def _along_road(self, text: str, reader: Reader) -> JSON:
        ways = self.by_road()
        found = reader.lexicon.find(text.removeprefix("to ").strip(), ways)
        if not found:
            raise Illegal("6.34", N_("no road leads there from {place}"), place=self.start)
        return list(ways[found[0]])

    def sample(self, rng: Rng) -> JSON:
        return self.sampler(rng)


def way_choice(
    w: World, side: Side, units: Mapping[str, int], start: Place, status: int, names: Sequence[str]
) -> Way:
    """§6.21 Return the choice of a way: there is no allowance, it may be as long as one likes.

    Beside a way stand its attrition, the die for going on, and who may intercept it (§6.43, §5.25, §6.5).
    """
    op = w.op
    assert op is not None
    goes_on = rating(op.leader)
    roads = roads_of(scenario_of(w))

    @cache
    def ways(here: Place) -> Mapping[Place, tuple[Place, ...]]:
        return cheapest(w, side, units, here)

    @cache
    def watching() -> Sequence[Watch]:
        return watches(w, seat_of(w, side, op.leader), side, units, start)

    def step(way: tuple[Place, ...]) -> Step:
        here, before = (start, *way)[-1], (start, *way)[-2:-1]
        if way and must_stop(before[0], here, roads, rivers_stop(w)):
            return Step({})
        return Step(judged(nexts(w, here), lambda to: may_step(w, side, units, here, to, roads)))

    def beyond(way: tuple[Place, ...]) -> Mapping[Place, Passage]:
        here, before = (start, *way)[-1], (start, *way)[-2:-1]
        if way and must_stop(before[0], here, roads, rivers_stop(w)):
            return {}
        return {to: Passage(path) for to, path in ways(here).items()}

    def note(way: tuple[Place, ...]) -> Words:
        cost = cost_of(w, side, (start, *way))
        losses = march_losses(w, side, units, status, way[-1] if way else start, cost)
        said = words(
            N_("{points} attrition {points:point|points}, {losses} lost; continues on {n} or less"),
            points=_points(cost.half),
            losses=losses,
            n=goes_on,
        )
        met = interceptors(prospects(watching(), start, way))
        return words(N_("{march}; {interceptors}"), march=said, interceptors=met) if met else said

    def reached(way: tuple[Place, ...]) -> Reach:
        return Reach(way[-1], way, cost_of(w, side, (start, *way)).half // 2, "march")

    return Way(
        rule="6.2",
        prompt=words(N_("By which route?")),
        start=start,
        step=step,
        beyond=beyond,
        note=note,
        along=reached,
        pieces=(*(acting_leaders(w) if names else ()), *units),
        names=tuple(names),
        closed=partial(closed_by_land, w, side),
        refuse=lambda text, reader, why, open_: (
            _not_before(text, reader) or refused(w, text, reader, why, open_)
        ),
        by_road=lambda: cheapest(w, side, units, start, True),
        sampler=lambda rng: _sample(w, side, ways(start), rng),
    )


def _not_before(text: str, reader: Reader) -> Illegal | None:
    """§6.24 Return the refusal of a march that names who goes along, None if it names nobody.

    An order before the march says so.
    """
    others = _named_with(text, reader)
    if not others:
        return None
    words_ = (reader.label(word) for word in ("take", "all", "with"))
    return Illegal(
        "6.24",
        N_("who goes along is said before the march: “{order}”; units may be named in place of “{all}”"),
        order=" ".join((*words_, reader.label(others[0]))),
        all=reader.label("all"),
    )


def _named_with(text: str, reader: Reader) -> list[str]:
    """Return the leaders, or one of them, whom an order names after "with"."""
    _, _, rest = f" {text} ".partition(f" {reader.label('with')} ")
    rest = rest.replace(":", " ").strip()
    pieces = [*split_list(rest), *rest.split()] if rest else []
    return next((found for piece in pieces if (found := reader.lexicon.find(piece, LEADERS))), [])


def _points(half: int) -> int | float:
    return half / 2 if half % 2 else half // 2


def _sample(w: World, side: Side, ways: Mapping[Place, tuple[Place, ...]], rng: Rng) -> JSON:
    """A way at random to a place of interest: cities and enemies, sometimes anywhere."""
    if not ways:
        raise NoneLegal("no way leads out")
    goals = [to for to in ways if is_inside(to) or city_of(w, to) or has_units(w, to, _other(w, side))]
    near = sorted(goals or ways, key=lambda to: (len(ways[to]), to))[: 6 + rng.below(40)]
    return list(ways[rng.choice(near)])


def _other(w: World, side: Side) -> Side:
    one, other = scenario_of(w).sides
    return other if side == one else one


# -- the orders ----------------------------------------------------------------------------------


def march_item(w: World) -> Item:
    """§5.3 B Return the order to move with a force."""
    op = w.op
    assert op is not None
    key = force_of(w, op.leader)
    force, units = w.forces[key], acting_units(w)
    if not strength(units):
        return bar("6.11", N_("{leader} leads no units here"), leader=op.leader)
    if force.afloat:
        return bar("7.26", N_("the force is at sea: it sails or lands"))
    if (stop := stays_behind(w, force.place, units, acting_leaders(w))) is not None:
        return stop
    return way_choice(w, force.side, units, force.place, rank_of(force), [op.leader])


def march_act(w: World, way: list[Place]) -> None:
    """§6.24 Form the force for this operation and set out."""
    op = w.op
    assert op is not None
    force = form_up(w)
    w.march = March(ACTIVE, "force", [force.place], list(way))
    tell("marches", "6.2", side=force.side, leader=op.leader, way=[force.place, *way])
    push(w, "march")


def ally_places(w: World, side: Side) -> dict[Place, dict[str, int]]:
    """§6.13 Return the places of allied units without a leader, and the units; ruling AW-M7."""
    found: dict[Place, dict[str, int]] = {}
    for _, force in each_force(w, side):
        if force.leaders or force.afloat or not province_of(force.place):
            continue
        if is_inside(force.place) and CITY_AT[hex_of(force.place)] in w.sieges:
            continue
        units = {
            unit: n
            for unit, n in free_units(w, side, force.place).items()
            if contingent_of(unit) in CONTINGENTS and contingent_of(unit) not in (*OWN[side], STAYS)
        }
        if strength(units):
            found[force.place] = units
    return found


def ally_item(w: World) -> Item:
    """§6.13 §5.3 C Return the order to move allies without a leader: it takes the whole phase."""
    op = w.op
    assert op is not None
    side = w.forces[force_of(w, op.leader)].side
    if overall_commander(w, side) != op.leader:
        return bar("6.13", N_("only the overall commander moves allies"))
    if op.ally:
        force = w.forces[ACTIVE]
        return way_choice(w, side, force.units, force.place, rank_of(force), [])
    if not op.first:
        return bar("6.13", N_("moving allies takes the whole operation phase"))
    places = ally_places(w, side)
    if not places:
        return bar("6.13", N_("no allied units are without a leader"))
    return Form(
        rule="6.13",
        prompt=words(N_("Which allied units go where?")),
        fields=(
            Field("place", lambda done: _place_of(places), (":",)),
            Field("units", lambda done: _part_of(w, done["place"], places[done["place"]]), ("by",)),
            Field("way", lambda done: _way_of(w, side, done["place"], done["units"])),
        ),
    )


def _way_of(w: World, side: Side, place: Place, units: Mapping[str, int]) -> Way:
    return way_choice(w, side, units, place, rank_of(w.forces[stack_key(side, place)]), [])


def _place_of(places: Mapping[Place, Mapping[str, int]]) -> OneOf:
    return OneOf(rule="6.13", prompt=words(N_("From where?")), options=lambda: dict.fromkeys(places))


def _part_of(w: World, place: Place, units: Mapping[str, int]) -> Split:
    return Split(
        rule="6.13",
        prompt=words(N_("Which units?")),
        things=lambda: units,
        least=1,
        most=sum(units.values()),
        conceal=concealed(w, place),
    )


def ally_act(w: World, answer: Any) -> None:
    """§6.13 Set out with allies, or go on with them."""
    op = w.op
    assert op is not None
    if not op.ally:
        side = w.forces[force_of(w, op.leader)].side
        split(w, stack_key(side, answer["place"]), ACTIVE, answer["units"], [])
        op.ally = 1
    way = answer["way"] if isinstance(answer, dict) else answer
    force = w.forces[ACTIVE]
    w.march = March(ACTIVE, "ally", [force.place], list(way))
    tell("allies_march", "6.13", side=force.side, leader=op.leader, way=[force.place, *way])
    push(w, "march")


def ride_item(w: World) -> Item:
    """§6.12 §5.3 A Return the order by which a leader moves alone, without a limit of distance."""
    op = w.op
    assert op is not None
    here = place_of(w, op.leader)
    if w.forces[force_of(w, op.leader)].afloat:
        return bar("6.12", N_("{leader} is at sea"), leader=op.leader)
    if is_inside(here) and CITY_AT[hex_of(here)] in w.sieges:
        return bar("6.12", N_("{leader} cannot leave a city under siege"), leader=op.leader)
    own = {force.place for _, force in each_force(w, LEADERS[op.leader].side) if force.units}
    return Goal(
        rule="6.12",
        prompt=words(N_("Where does {leader} go alone?"), leader=op.leader),
        options=cache(lambda: judged(_ride_places(w, op.leader), lambda to: _may_ride(w, op.leader, to))),
        verb="toward",
        start=here,
        inside=lambda to: to in own and hex_of(to) not in own,
        refuse=lambda text, reader: (
            _not_alone(op.leader, text, reader)
            or refused(w, text, reader, lambda to: _no_ride(w, here, to), ())
        ),
    )


def _not_alone(leader: str, text: str, reader: Reader) -> Illegal | None:
    """§6.12 Return the refusal of an order to ride that names others, None if it names nobody."""
    if others := _named_with(text, reader):
        why = N_("{leader} goes alone; {other} goes along on a march, or acts on a marker of their own")
        return Illegal("6.12", why, leader=leader, other=others[0])
    return None


def _no_ride(w: World, here: Place, to: Place) -> Bar:
    """§6.12 Return the reason why a place is none to ride to."""
    if to == here:
        return bar("6.12", N_("the leader is at {place} already"), place=to)
    if HEXES[hex_of(to)].kind != "land":
        return bar("6.12", N_("{place} is water: a leader goes alone over land or by sea, to land"), place=to)
    if not in_play(w, hex_of(to)):
        return bar("11.0", N_("{place} is outside the play area"), place=to)
    return bar("6.37", N_("the city no longer exists"))


def _ride_places(w: World, leader: str) -> list[Place]:
    """Return places with units of their side first, then every other place of the play area."""
    side = w.forces[force_of(w, leader)].side
    own = [force.place for _, force in each_force(w, side) if force.units and not force.afloat]
    here = place_of(w, leader)
    return [place for place in dict.fromkeys((*own, *_land(w.scenario))) if place != here]


@cache
def _land(scenario: str) -> tuple[Place, ...]:
    """Return the hexes of the play area, and the insides of its cities."""
    area = SCENARIOS[scenario].area
    hexes = [hex.id for hex in HEXES.values() if hex.kind == "land" and hex.province in area]
    return (*hexes, *(inside_of(city.id) for city in CITIES.values() if city.hex in hexes))


def _may_ride(w: World, leader: str, to: Place) -> Bar | None:
    if not is_inside(to):
        return None
    city = city_of(w, to)
    if not city:
        return bar("6.37", N_("the city no longer exists"))
    return may_enter_city(w, w.forces[force_of(w, leader)].side, city)


def ride_act(w: World, to: Place) -> None:
    """§6.12 Ride to units; with those of their own side they go on, at once after a first operation."""
    op = w.op
    assert op is not None
    key, first = force_of(w, op.leader), op.first
    side, start = w.forces[key].side, w.forces[key].place
    split(w, key, ACTIVE, {}, [op.leader])
    w.forces[ACTIVE].place = to
    settle(w, ACTIVE)
    op.still, op.first, op.entry, op.river = 0, 0, "", 0
    op.units = op.leaders = op.came = None
    tell("rides", "6.12", side=side, leader=op.leader, place=to, start=start)
    if not has_units(w, to, side):
        push(w, "finish")
    elif first:
        push(w, "ends", "operate")
    else:
        op.check = "ride"
        push(w, "continuation")


# -- hex by hex ----------------------------------------------------------------------------------


async def march(w: World) -> None:
    """§6.2 Move a force on, hex by hex, until somebody may react or it stops.

    A failed interception lets it go on from where it is: the march is resumed, never begun again.
    """
    m = w.march
    assert m is not None
    while True:
        if m.force not in w.forces:
            done(w, "finish")
            return
        if m.stage == "enter":
            m.stage = "overrun"
            if tries(w, "enter"):
                m.stage = "enter_asked"
                push(w, "intercept")
                return
        elif m.stage == "enter_asked":
            m.stage = "overrun"
        elif m.stage == "overrun":
            m.stage = "leave"
            if m.who == "force" and may_overrun(w):
                push(w, "overrun")
                return
        elif m.stage == "leave":
            if not m.ahead or m.over:
                done(w, "stop")
                return
            m.stage = "leave_asked"
            if tries(w, "leave"):
                push(w, "intercept")
                return
        else:
            step_on(w)
            if w.agenda[-1] != "march":
                return


def step_on(w: World) -> None:
    """§6.2 §6.38 Take the next step; a strait is checked for before it is crossed."""
    m = w.march
    assert m is not None
    force, to = w.forces[m.force], m.ahead[0]
    if strait(force.place, to) and not m.over:
        push(w, "strait")
        return
    m.ahead.pop(0)
    arrive(w, to)


def arrive(w: World, to: Place) -> None:
    """§6.2 Put the force in the next place; leaders whose range it has left may try again (§6.53)."""
    m, op = w.march, w.op
    assert m is not None
    assert op is not None
    force = w.forces[m.force]
    start = force.place
    move_force(w, m.force, to, province_of(start) != province_of(to))
    if strait(start, to):
        force.landed = 1
    tell_contact(w, to)
    check_locks(w)
    m.walked.append(to)
    m.stage = "enter" if not is_inside(to) else "leave"
    op.first = 0
    op.entry = hex_of(start) if hex_of(start) != hex_of(to) else op.entry
    op.river = int(bool(river(start, to))) if hex_of(start) != hex_of(to) else op.river
    tried, m.tried = m.tried, []
    within = [leader for leader in tried if force_of(w, leader) and _in_range(w, leader, to)]
    m.tried = within


def _in_range(w: World, leader: str, to: Place) -> bool:
    place = place_of(w, leader)
    side = w.forces[force_of(w, leader)].side
    return hex_of(place) == hex_of(to) or best_path(w, side, place, hex_of(to), range_of(place)) is not None


async def stop(w: World) -> None:
    """§6.22 §6.23 §6.45 Stop a force, which pays its attrition at once."""
    m = w.march
    assert m is not None
    if m.who != "sea" and len(m.walked) > 1:
        await pay(w, m.force, m.walked, m.overran)
    done(w, "moved" if m.force in w.forces else "finish")


async def moved(w: World) -> None:
    """§6.23 §5.25 End a movement: what it has come into, and the die for going on."""
    m, op = w.march, w.op
    assert m is not None
    assert op is not None
    done(w)
    w.march = None
    force = w.forces[m.force]
    if is_inside(force.place):
        side, city = force.side, CITY_AT[hex_of(force.place)]
        if m.who != "ally":
            come_together(w)
        entered_city(w, side, city)
    elif m.who != "ally":
        come_together(w)
    op.first = 0
    op.check = "ally" if m.who == "ally" else "march"
    push(w, "continuation")
