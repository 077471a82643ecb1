"""Ratings and the balance of scenarios, counted anew from all logs (design/tournaments.md §8)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from service.usecases.context import ServiceContext
from service.values.records import COMPUTER
from tournaments import state
from tournaments.ratings import Balance, Mean, Rated, Rating, balance, mean, ratings
from tournaments.state import Tournament

COUNTED = ("played", "surrender", "agreed", "panel", "level", "correction")
"""The results that are rated: of games that were played here, not of forfeits."""


class RatedPlayer(Struct, frozen=True):
    """A line of the list: the newest name of a person, and their rating."""

    who: str
    rating: Rating


class ScenarioBalance(Struct, frozen=True):
    """The results of one seat of a scenario in all rated games."""

    game: str
    scenario: str
    seat: str
    balance: Balance


class ScenarioBids(Struct, frozen=True):
    """The points that were bid for one seat of a scenario in all tournaments."""

    game: str
    scenario: str
    seat: str
    bids: Mean


class Ratings(Struct, frozen=True):
    """All that is known from rated games: players, the best first, scenarios, and what was bid for seats."""

    players: list[RatedPlayer]
    scenarios: list[ScenarioBalance]
    bids: list[ScenarioBids]


def rated(context: ServiceContext) -> Ratings:
    """Count ratings and balances from every final game of two people in a rated tournament.

    A game played elsewhere is not rated. Players without a name are rated and not listed.
    """
    names: dict[str, str] = {}
    timed: list[tuple[int, str, Rated]] = []
    bids: dict[tuple[str, str, str], list[float]] = {}
    for row in context.tournaments.tournaments()[::-1]:
        bodies = [entry.body for entry in context.tournaments.entries(row.id)]
        t = state.replay(bodies)
        if t.rules.elsewhere or t.rules.table != 2:
            continue
        _collect_bids(t, bids)
        if not t.rules.rated or t.is_unrated:
            continue
        people = context.tournaments.entrants(row.id)
        played_by_computer = context.tournaments.games_of_user(row.id, COMPUTER)
        names |= {one.user: "" if one.who == one.player else one.who for one in people.values()}
        ended = {body["game"]: body["time"] for body in reversed(bodies) if body["t"] == "result"}
        for match in t.games():
            result = match.result
            if result is None or result.how not in COUNTED or len(result.won) > 1:
                continue
            if match.id in played_by_computer:
                continue
            seats = {seat: people[player].user for seat, player in match.seats.items()}
            won = people[result.won[0]].user if result.won else ""
            scenario = f"{t.card['game']}/{t.card['scenario']}"
            timed.append((ended[match.id], row.name + match.id, Rated(match.id, scenario, seats, won)))
    games = [game for _, _, game in sorted(timed, key=lambda one: one[:2])]
    found = ratings(games)
    ranked = sorted(found, key=lambda user: (-found[user].mu + 3 * found[user].sigma, user))
    listed = [RatedPlayer(names[user], found[user]) for user in ranked if names[user]]
    means = [ScenarioBids(*key, mean(points)) for key, points in sorted(bids.items())]
    return Ratings(listed, _scenarios(games), means)


def _collect_bids(t: Tournament, bids: dict[tuple[str, str, str], list[float]]) -> None:
    """Add the last bids of each game of a tournament, by game, scenario and the seat that is bid for."""
    for match in t.games():
        if match.opened:
            key = (t.card["game"], t.card["scenario"], t.rules.bid_for)
            bids.setdefault(key, []).extend(map(float, match.opened[-1].values()))


def _scenarios(games: Sequence[Rated]) -> list[ScenarioBalance]:
    found = []
    for scenario in sorted({game.scenario for game in games}):
        of = [game for game in games if game.scenario == scenario]
        name, _, id = scenario.partition("/")
        found += [ScenarioBalance(name, id, seat, balance(of, seat)) for seat in of[0].seats]
    return found
