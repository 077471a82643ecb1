"""Ratings of players, counted again from results and never edited (design/tournaments.md §8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev

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


def ratings(games: Iterable[Rated], *, by_side: bool = False) -> Mapping[tuple[str, str], Rating]:
    """Return the ratings after games in their order, by player and side; without `by_side` the side is ""."""
    model = BradleyTerryFull()
    now: dict[tuple[str, str], BradleyTerryFullRating] = {}
    count: dict[tuple[str, str], int] = {}
    for game in games:
        first, second = ((player, seat if by_side else "") for seat, player in game.seats.items())
        teams = [[now.get(one) or model.rating()] for one in (first, second)]
        ranks = [float(bool(game.won) and player != game.won) for player, _ in (first, second)]
        ((now[first],), (now[second],)) = model.rate(teams, ranks=ranks)
        for one in (first, second):
            count[one] = count.get(one, 0) + 1
    return {one: Rating(r.mu, r.sigma, count[one]) for one, r in now.items()}


class Mean(Struct, frozen=True):
    """The mean of a number of figures, and its 95 % interval by Student's t; for one figure both ends are the
    figure.
    """

    n: int
    mean: float
    low: float
    high: float


_STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145)
"""The 97.5 % quantiles for 1 to 14 degrees of freedom; above, the normal one with its first correction."""


def mean(figures: Sequence[float]) -> Mean:
    """Return the mean of figures with its interval; 0 where there are none."""
    n = len(figures)
    if n < 2:
        value = figures[0] if n else 0.0
        return Mean(n, value, value, value)
    z, degrees, value = 1.95996, n - 1, fmean(figures)
    quantile = _STUDENT[degrees - 1] if degrees <= len(_STUDENT) else z + (z**3 + z) / (4 * degrees)
    width = quantile * stdev(figures) / sqrt(n)
    return Mean(n, value, value - width, value + width)


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
