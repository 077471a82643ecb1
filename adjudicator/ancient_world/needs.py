"""§14.0 The aims of each side, how far it is, and the things that give it points (`Game.needs`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core import N_, Need, Words, words

from .board import SCENARIOS
from .odds.known import known_world
from .rules.r08_fallen import PYRRHUS_KILLED
from .rules.r08_retreat import major_points
from .rules.r11_control import holds
from .rules.r14_victory import (
    DECISIVE,
    LARGE,
    LOSSES,
    MEDIUM,
    MORTAL,
    PROVINCE,
    SICILIAN_CITIES,
    invader,
    is_harsh,
    margins,
)
from .show.view import View
from .world import CARTHAGE, EPIRUS, ROME, Side, World, enemy_of, sides_of

RULE = "14.0"


def needs(seen: View) -> Sequence[Need]:
    """Return the ends that win at once or by points, by side, then the things that give points."""
    w = known_world(seen)
    found = [each for side in sides_of(w) for each in (*_end(seen, w, side), *_now(seen, w, side))]
    return [*found, *(each for side in sides_of(w) for each in _points(w, side))]


def _end(seen: View, w: World, side: Side) -> Iterator[Need]:
    """Ruling AW-M11: the margin of points with which a side wins after the last turn."""
    one = invader(w)
    margin = seen.points[one] - seen.points[enemy_of(w, one)]
    least, most = margins(w)
    last = SCENARIOS[seen.scenario].first_year - SCENARIOS[seen.scenario].turns + 1
    if side == one:
        text = N_("win after {year} BC: points less {enemy}'s of {n} or more (now {now})")
        values = {"enemy": enemy_of(w, side), "n": most, "now": margin}
    else:
        text = N_("win after {year} BC: {enemy}'s points less yours below {n} (now {now})")
        values = {"enemy": one, "n": least, "now": margin}
    met = margin >= most if side == one else margin < least
    yield Need(side, "end", words(text, year=last, **values), RULE, int(met), 1)


def _now(seen: View, w: World, side: Side) -> Iterator[Need]:
    """The cities that win at the end of a turn, and the leader whose death does."""
    for winner, cities in DECISIVE[seen.scenario]:
        if winner == side:
            held = sum(holds(w, side, city) for city in cities)
            text = N_("win at the end of a turn: hold {cities} ({have} of {of})")
            said = words(text, cities=list(cities), have=held, of=len(cities))
            yield Need(side, "now", said, RULE, held, len(cities))
    if side == CARTHAGE and is_harsh(w):
        held = int(holds(w, side, "messana"))
        yield Need(
            side, "now", words(N_("win after the last turn: hold {city}"), city="messana"), RULE, held, 1
        )
    leader = MORTAL.get(seen.scenario, "")
    if leader and side == ROME:
        yield Need(side, "now", _mortal(seen, leader), RULE, int(seen.fate.get(leader) == "dead"), 1)


def _mortal(seen: View, leader: str) -> Words:
    if seen.scenario == "pyrrhus_in_italy":
        return words(
            N_(
                "win at the end of a turn: {leader} dead, and no force of Epirus of 10 or more outside cities"
            ),
            leader=leader,
        )
    return words(N_("win at the end of a turn: {leader} dead"), leader=leader)


def _points(w: World, side: Side) -> Iterator[Need]:
    for text in _scored(w, side):
        yield Need(side, "points", text, RULE)


def _scored(w: World, side: Side) -> Iterator[Words]:
    """Yield the things that give a side points; ruling AW-M11."""
    yield words(N_("{n} for each major victory"), n=major_points(w, side))
    if w.scenario != "sicily":
        yield words(N_("1 for each other victory over 20 strength points or more"))
    match (w.scenario, side):
        case ("sicily", "rome"):
            for city, n in SICILIAN_CITIES.items():
                yield words(N_("{n} for {city}"), n=n, city=city)
            yield words(N_("2 for each other large or medium city of Sicilia, 1 for each two small ones"))
            yield words(N_("4 if {leader} makes peace"), leader="hiero")
        case ("sicily", _):
            yield words(N_("{n} for {city}"), n=8, city="messana")
            if is_harsh(w):
                yield words(N_("{n} for {city}"), n=3, city="agrigentum")
        case ("pyrrhus_in_italy", "rome"):
            yield words(
                N_("{large} for each large and {medium} for each medium city taken from {enemy}"),
                large=LARGE,
                medium=MEDIUM,
                enemy=EPIRUS,
            )
            yield words(N_("{n} if {leader} is killed"), n=PYRRHUS_KILLED, leader="pyrrhus")
        case (scenario, other) if other != ROME:
            yield words(
                N_("{large} for each large and {medium} for each medium city gained"),
                large=LARGE,
                medium=MEDIUM,
            )
            yield words(N_("{n} for each province gained"), n=PROVINCE)
            if scenario == "hannibal_in_italy":
                yield words(
                    N_("{n} for {province}; allied provinces count too"), n=2 * PROVINCE, province="campania"
                )
    if w.scenario == "sicily" or side == ROME:
        text = N_("1 for each {n} strength points that {enemy} has lost")
        yield words(text, n=LOSSES[w.scenario], enemy=enemy_of(w, side))
