"""§14.0 The aims of each side, how far it is, and the things that give it points (`Game.needs`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core import N_, Need, words

from .board import SCENARIOS
from .booklet import mortal_said, scored
from .odds.known import known_world
from .rules.r11_control import holds
from .rules.r14_victory import invader, margins
from .show.view import View
from .world import ROME, Side, World, enemy_of, sides_of, victory_of

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
    lead = margin if side == one else -margin
    if side == one:
        ahead = N_("win after {year} BC: {n} or more points ahead of {enemy} (lead now: {now})")
        text = (
            ahead if most else N_("win after {year} BC: as many points as {enemy}, or more (lead now: {now})")
        )
        values = {"enemy": enemy_of(w, side), "n": most, "now": lead}
    else:
        behind = N_("win after {year} BC: less than {n} points behind {enemy} (lead now: {now})")
        ahead = N_("win after {year} BC: more than {n} points ahead of {enemy} (lead now: {now})")
        text = behind if least > 0 else ahead
        values = {"enemy": one, "n": abs(least), "now": lead}
    met = margin >= most if side == one else margin < least
    yield Need(side, "end", words(text, year=last, **values), RULE, int(met), 1)


def _now(seen: View, w: World, side: Side) -> Iterator[Need]:
    """The cities that win at the end of a turn, and the leader whose death does."""
    of = victory_of(w)
    for cities in of.decisive.get(side, ()):
        held = sum(holds(w, side, city) for city in cities)
        text = N_("win at the end of a turn: hold {cities} ({have} of {of})")
        said = words(text, cities=list(cities), have=held, of=len(cities))
        yield Need(side, "now", said, RULE, held, len(cities))
    for city in of.last.get(side, ()):
        held = int(holds(w, side, city))
        yield Need(side, "now", words(N_("win after the last turn: hold {city}"), city=city), RULE, held, 1)
    if of.mortal and side == ROME:
        yield Need(side, "now", mortal_said(of), RULE, int(seen.fate.get(of.mortal) == "dead"), 1)


def _points(w: World, side: Side) -> Iterator[Need]:
    for text in scored(victory_of(w), side):
        yield Need(side, "points", text, RULE)
