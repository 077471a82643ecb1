"""§3 The sequence of play: from player turn to player turn and from turn to turn, and surrender."""

from __future__ import annotations

from adjudicator.belisarius.board import RULES, SCENARIOS
from adjudicator.belisarius.world import SEATS, Seat, World, enemy_of
from adjudicator.core import N_, Bar, Confirmation, bar, tell, words

from . import r23_victory as r23


def begin_turn(w: World, seat: Seat) -> None:
    """§3.1 Begin a player turn; clear the state of the one before."""
    w.phasing, w.event = seat, ""
    w.taxed, w.barred, w.levied, w.levied_at = [], [], {}, []
    w.arrived, w.gathered, w.fed = {}, [], []
    w.operated, w.dropped, w.reacted = [], [], []
    w.army, w.battle, w.attempt = None, None, None
    tell("player_turn", "3.1", seat=seat, turn=w.turn)


async def end_turn(w: World) -> bool:
    """§3.1 End the player turn; after the second of them the turn (c), or the game."""
    if w.phasing == SEATS[0]:
        return True
    first, last = years(w)
    tell("turn_over", "3.1", turn=w.turn, first=first, last=last)
    if w.turn == w.turns:
        r23.finish(w)
    else:
        w.turn += 1
    return True


def years(w: World) -> tuple[int, int]:
    """§2.5 The first and last year AD of this turn."""
    first = SCENARIOS[w.scenario].first_year + RULES.years * (w.turn - 1)
    return first, first + RULES.years - 1


# -- §3.1c surrender ---------------------------------------------------------------------------


def surrender_of(w: World, seat: Seat) -> Confirmation | Bar:
    """§3.1c Return the choice to surrender, open to either player at any rest until the game is over."""
    if w.phase == "over":
        return bar("3.1", N_("the game is over"))
    prompt = words(N_("Surrender? {enemy} wins at once, whatever the points are."), enemy=enemy_of(seat))
    return Confirmation(rule="3.1", prompt=prompt, order="surrender")


async def surrender(w: World, seat: Seat) -> None:
    """§3.1c End the game: the other has won, whatever the points are."""
    winner = enemy_of(seat)
    tell("surrendered", "3.1", seat=seat, winner=winner)
    r23.end_game(w, {"winner": winner, "how": "surrender"})
