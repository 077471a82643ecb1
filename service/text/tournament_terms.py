"""Tournaments in words: formats, sides, tie-breaks, columns, results."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_, Cells, Words, words
from tournaments.rules import Rules
from tournaments.state import UNPLAYED, Match, Result

FORMATS = {
    "round_robin": N_("Round robin: everyone plays everyone"),
    "swiss": N_("Swiss: players with equal points play each other"),
    "elimination": N_("Elimination: losers are out"),
    "pools": N_("Pools, then elimination"),
    "ladder": N_("Ladder: players challenge those above them"),
}
SIDES = {
    "lot": N_("By lot, as evenly as possible"),
    "fixed": N_("By the schedule"),
    "both": N_("Two games at once, each side once"),
    "choice": N_("The higher seed chooses"),
    "bid": N_("By sealed bid in points"),
}
TIES = {
    "head_to_head": N_("head to head"),
    "buchholz": N_("points of all opponents (Buchholz)"),
    "buchholz_cut": N_("points of all opponents but the weakest"),
    "sonneborn_berger": N_("points of beaten opponents (Sonneborn-Berger)"),
    "wins": N_("games won, byes included"),
    "margin": N_("margins of victory"),
    "ranks": N_("players one was ranked before"),
    "own": N_("points of the games themselves"),
    "hours": N_("fewest hours used"),
    "late": N_("fewest hours late"),
    "lot": N_("lot"),
}
COLUMNS = {
    "place": N_("Place"),
    "player": N_("Player"),
    "pool": N_("Pool"),
    "points": N_("Points"),
    "played": N_("Played"),
    "won": N_("Won"),
    "drawn": N_("Drawn"),
    "lost": N_("Lost"),
    "head_to_head": N_("Head to head"),
    "buchholz": N_("Buchholz"),
    "buchholz_cut": N_("Buchholz, cut"),
    "sonneborn_berger": N_("Sonneborn-Berger"),
    "wins": N_("Wins and byes"),
    "margin": N_("Margin"),
    "ranks": N_("Ranked before"),
    "own": N_("Own points"),
    "hours": N_("Hours used"),
    "late": N_("Hours late"),
}
STATES = {
    "entries": N_("Open for entries"),
    "playing": N_("In play"),
    "over": N_("Over"),
    "dead": N_("Called off"),
}
UNRATED = N_("The operator of this server is playing, so the tournament is not rated.")
SEEDINGS = {"lot": N_("By lot"), "rating": N_("By rating, then by lot")}
SCORINGS = {
    "places": N_("Points for places"),
    "share": N_("100 points, shared as the points of the game are"),
    "own": N_("The points of the game"),
    "won": N_("Wins alone"),
}
FINAL = N_("The first {n} after round {rounds} go on to a final.")
COUNTED = N_("Points of a game: {way}.")
BY_PLACES = N_("Points for places: {points}.")
RESTS = N_(
    "Everyone may sit out {n} {n:round|rounds} for the points of a draw, at tables for half of the average."
)
BY_RATING = N_("Seeded by rating.")
BY_HAND = N_("The director has paired round {n}: {why}")
CHANGED = N_("The result of {games} was changed after the end, and the standings with it.")
UNFINISHED = {
    "panel": N_("The players propose a result; if they disagree, a panel rules"),
    "level": N_("The score decides"),
}
NOT_PLAYED = N_(
    "Game {game} will not be played: one of the two does not want to meet the other. Unless "
    "you set another result, it counts as a draw; if one must advance, lots are drawn."
)
"""Said to directors alone, of a game of the round."""
NO_DATES = N_("There are no dates: the round has no end, and no decision of yours is due.")
OUTCOMES = {"won": N_("I have won"), "drawn": N_("It is a draw"), "lost": N_("I have lost")}
_HOW = {
    "surrender": N_("{who} won by resignation"),
    "forfeit": N_("{who} won by forfeit"),
    "agreed": N_("{who} won, as both agreed"),
    "panel": N_("{who} won by ruling"),
    "level": N_("{who} won on score when the round ended"),
    "elsewhere": N_("{who} won (played elsewhere)"),
    "correction": N_("{who} won (corrected)"),
}
PLACES = {
    "knockout": N_("Knockout"),
    "final": N_("Final"),
    "third": N_("Game for third place"),
}


def course(rules: Rules, round: int, rounds: int) -> Words:
    """Return the state of a tournament in words, such as its round."""
    if rules.format == "ladder":
        return words(N_("{n} {n:challenge|challenges} so far"), n=round)
    if not round:
        return words(N_("before round 1 of {all}"), all=rounds)
    return words(N_("round {n} of {all}"), n=round, all=rounds)


def stage_of(match: Match, format: str) -> Words | None:
    """Return the name of the stage of a match; None if the format has only one stage."""
    if not match.stage or (format, match.stage) == ("elimination", "knockout"):
        return None
    if match.stage in PLACES:
        return words(PLACES[match.stage])
    return words(N_("Pool {name}"), name=Verbatim(match.stage))


def said(match: Match, name: Callable[[str], Verbatim], *, has_round_ended: bool = False) -> Words:
    """Return the result of a match in words, at a table with places and points; without a result, its state.

    Args:
        match: a game or a bye.
        name: the name of a player.
        has_round_ended: true if the deadline of the round is past.
    """
    result = match.result
    if match.paused and result is None:
        return words(N_("stopped: {why}"), why=Verbatim(match.paused, len(match.paused)))
    if match.is_bye:
        return words(N_("sits out, as they asked") if match.asked else N_("bye"))
    if result is None:
        if has_round_ended:
            return words(N_("not finished in time"))
        return words(N_("in play") if match.seats else N_("sides to be settled"))
    if result.how == UNPLAYED:
        return words(N_("not played"))
    if result.drawn:
        found = words(N_("a draw"))
    elif not result.won:
        found = words(N_("nobody won"))
    else:
        values = {"who": [name(player) for player in result.won]}
        found = words(_HOW.get(result.how, N_("{who} won")), **values)
    if len(match.players) == 2 or not (result.ranks or result.points):
        return found
    return words(N_("{result} ({places})"), result=found, places=Cells(_places(match, result, name)))


def _places(match: Match, result: Result, name: Callable[[str], Verbatim]) -> list[Words]:
    """Return the players of a table in their order, each with place and points as far as there are any."""
    ranks, points = result.ranks, result.points
    players = sorted(match.players, key=lambda one: (ranks.get(one, 0), -points.get(one, 0)))
    template = N_("{place}. {who}: {points}") if ranks and points else N_("{place}. {who}")
    return [
        words(
            template if ranks else N_("{who}: {points}"),
            place=ranks.get(one),
            who=name(one),
            points=points.get(one),
        )
        for one in players
    ]
