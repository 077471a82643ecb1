"""§3 The sequence of play: from player turn to player turn and from turn to turn, and surrender."""

from __future__ import annotations

from adjudicator.belisarius.board import RULES, SCENARIOS
from adjudicator.belisarius.world import BARBARIAN, EMPIRE, Seat, World, enemy_of
from adjudicator.core import N_, Bar, bar, tell

from . import r06_events as r06
from . import r23_victory as r23


async def end_turn(w: World) -> None:
    """§3.1 After the first player the second; after the second the next turn (c), or the end of the game."""
    if w.phasing == BARBARIAN:
        r06.begin_turn(w, EMPIRE)
        return
    first, last = years(w)
    tell("turn_over", "3.1", turn=w.turn, first=first, last=last)
    if w.turn == w.turns:
        r23.finish(w)
    else:
        w.turn += 1
        r06.begin_turn(w, BARBARIAN)


def years(w: World) -> tuple[int, int]:
    """§2.5 The first and last year AD of this turn."""
    first = SCENARIOS[w.scenario].first_year + RULES.years * (w.turn - 1)
    return first, first + RULES.years - 1


# -- §3.1c surrender ---------------------------------------------------------------------------


def surrender_of(w: World, seat: Seat) -> Bar | None:
    """§3.1c Either player may surrender at any rest, as long as the game is not over; a bare word."""
    return bar("3.1", N_("the game is over")) if w.phase == "over" else None


async def surrender(w: World, seat: Seat) -> None:
    """§3.1c The other has won, whatever the points are."""
    winner = enemy_of(seat)
    tell("surrendered", "3.1", seat=seat, winner=winner)
    r23.end_game(w, {"winner": winner, "how": "surrender"})
