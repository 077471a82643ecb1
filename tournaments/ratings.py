"""Ratings of players, counted anew from results and never edited (design/tournaments.md §8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt

from msgspec import Struct
from openskill.models import BradleyTerryFull, BradleyTerryFullRating


class Rated(Struct, frozen=True):
    """One game that counts: its two players by side, and the winner, "" for a draw."""

    game: str
    scenario: str
    seats: dict[str, str]
    won: str


class Rating(Struct, frozen=True):
    """A player's rating: `mu` is the estimate, `sigma` its uncertainty; a new player has 25 and 25/3."""

    mu: float
    sigma: float
    games: int


def ratings(games: Iterable[Rated]) -> Mapping[str, Rating]:
    """Return the ratings of all players after games in their order."""
    model = BradleyTerryFull()
    now: dict[str, BradleyTerryFullRating] = {}
    count: dict[str, int] = {}
    for game in games:
        first, second = game.seats.values()
        teams = [[now.get(player) or model.rating()] for player in (first, second)]
        ranks = [0.0, 0.0] if not game.won else [float(player != game.won) for player in (first, second)]
        ((now[first],), (now[second],)) = model.rate(teams, ranks=ranks)
        for player in (first, second):
            count[player] = count.get(player, 0) + 1
    return {player: Rating(r.mu, r.sigma, count[player]) for player, r in now.items()}


class Balance(Struct, frozen=True):
    """Results of one seat in a scenario: games, wins (draws count half), a 95 % interval of the share."""

    games: int
    won: float
    low: float
    high: float


def balance(games: Iterable[Rated], seat: str) -> Balance:
    """Return how often a seat has won, with Wilson's interval; 0 to 1 where nothing was played."""
    n, won = 0, 0.0
    for game in games:
        if seat in game.seats:
            n += 1
            won += 0.5 if not game.won else float(game.seats[seat] == game.won)
    if not n:
        return Balance(0, 0.0, 0.0, 1.0)
    z, share = 1.96, won / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    width = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return Balance(n, won, middle - width, middle + width)
