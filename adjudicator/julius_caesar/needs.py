"""§1.2 §8.4 The needs of each side that is to win, from a seat's view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core import N_, Need, words

from .board import CITIES, FIGURES, TIE_CITY
from .rules.r04_board import VACANT
from .show.view import View
from .world import SIDES, Side, enemy_of


def needs(view: View) -> Sequence[Need]:
    """§1.2 §8.4 Return the points that win in a winter and after the last year, and their sources."""
    return [] if view.result else [need for side in SIDES for need in _of(view, side)]


def _of(view: View, side: Side) -> Iterator[Need]:
    """§8.4 Yield the need of points for a win at once, and that of more points at the end, with the tie."""
    mine, theirs = view.score[side], view.score[enemy_of(side)]
    least = FIGURES.victory_points
    yield Need(
        side,
        "now",
        words(N_("{least} points in a winter win at once; {n} now"), n=mine, least=least),
        "8.4",
        mine,
        least,
    )
    held = view.places[TIE_CITY].holder if TIE_CITY in view.places else VACANT
    yield Need(
        side,
        "end",
        words(
            N_(
                "after year {year} the side with more points wins, {mine} against {theirs} now; "
                "if equal, who holds {city}"
            ),
            year=FIGURES.years,
            mine=mine,
            theirs=theirs,
            city=TIE_CITY,
        ),
        "1.2",
        mine,
        theirs + (held != side),
    )
    cities = [
        c for c, city in CITIES.items() if city.value and c in view.places and view.places[c].holder == side
    ]
    yield Need(
        side,
        "points",
        words(
            N_("cities held: {cities}; enemy leaders taken: {leaders}, {each} {each:point|points} each"),
            cities=cities or [words(N_("none"))],
            leaders=len(view.trophies[side]),
            each=FIGURES.leader_points,
        ),
        "1.2",
    )
