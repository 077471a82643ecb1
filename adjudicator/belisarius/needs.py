"""§23 The needs of each player who is to win, from a seat's view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core import N_, Need, Words, words

from .board import LEVELS, POINTS
from .rules.r23_victory import level_of
from .show.aids import LEVEL
from .show.view import View
from .world import CONSTANTINOPOLIS, ROMA, SEATS, Seat

HALVES = 2
"""§34.1 7 Provinces count in halves of their levy value."""


def needs(view: View) -> Sequence[Need]:
    """§23.0 §23.2 §34.1 Return the points of both, the next level, and the things that count."""
    return [] if view.result else [need for seat in SEATS for need in _of(view, seat)]


def _of(view: View, seat: Seat) -> Iterator[Need]:
    """Yield the need to lead at the end, the next level of victory, and what counts."""
    mine = view.score[seat]
    theirs = max(points for other, points in view.score.items() if other != seat)
    yield Need(
        seat,
        "end",
        words(
            N_("after turn {turn} the side with more points wins: {mine} against {theirs} now"),
            turn=view.turns,
            mine=mine,
            theirs=theirs,
        ),
        "23.0",
        mine,
        theirs + 1,
    )
    higher = [level for level in LEVELS.values() if level.least > mine]
    if higher:
        next_ = min(higher, key=lambda level: level.least)
        yield Need(
            seat,
            "end",
            words(
                N_("level now: {now}; from {n} points: {next}"),
                now=words(LEVEL[level_of(mine)]),
                next=words(LEVEL[next_.id]),
                n=next_.least,
            ),
            "23.2",
            mine,
            next_.least,
        )
    yield Need(seat, "points", _counted(view, seat), "34.1")


def _counted(view: View, seat: Seat) -> Words:
    """§34.1 7 Return the things that give a player points, in the order of the text."""
    of = POINTS[seat]
    parts = [
        words(N_("{city} {n}"), city=CONSTANTINOPOLIS, n=of.constantinopolis),
        words(N_("{city} {n}"), city=ROMA, n=of.roma),
        words(N_("another wealthy city {n}"), n=of.wealthy),
        words(N_("any other city {n}"), n=of.city),
    ]
    if view.options["colonies"] == "on":
        parts.append(words(N_("a colony {n}"), n=of.colony))
    if view.options["public_works"] == "on":
        parts.append(words(N_("public works {n}"), n=of.works))
    for template, halves in (
        (N_("a province of one's own {times} × its levy value"), of.held),
        (N_("neutral provinces {times} × their levy value, all together"), of.neutral),
    ):
        if halves:
            parts.append(words(template, times="½" if halves < HALVES else str(halves // HALVES)))
    return words(N_("points for places held and not pillaged: {parts}"), parts=parts)
