"""Ratings and the balance of scenarios, counted again from all logs (design/tournaments.md §8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from service.unit_of_work.context import ServiceContext
from service.values.records import COMPUTER
from tournaments import state
from tournaments.ratings import Balance, Mean, Rated, Rating, balance, mean, ratings
from tournaments.state import Tournament

COUNTED = ("played", "surrender", "agreed", "panel", "level", "correction")
"""The results that are rated: of games that were played here, not of forfeits."""


class RatedPlayer(Struct, frozen=True):
    """A line of the list: a game, the newest name of a person, their rating in it, and those by side."""

    game: str
    who: str
    rating: Rating
    sides: dict[str, Rating]


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
    """All that is known from rated games: players by game, the best first, scenarios, and what was bid."""

    players: list[RatedPlayer]
    scenarios: list[ScenarioBalance]
    bids: list[ScenarioBids]


def rated(context: ServiceContext) -> Ratings:
    """Count ratings and balances from every final game of two people in a rated tournament.

    A game counts if it was played here, with sealed dice, to an end that is not provisional any more, without
    the computer and with a referee who does not play in it. Players without a name are rated and not listed.
    """
    games, names, bids = _counted(context)
    means = [ScenarioBids(*key, mean(points)) for key, points in sorted(bids.items())]
    return Ratings(_players(games, names), _scenarios(games), means)


LOW = 3
"""The standard deviations by which a rating is taken lower to seed by it: newcomers come behind."""


def strengths(context: ServiceContext, game: str) -> dict[str, int]:
    """Return the rating of every user in a game, in hundredths and as low as it may well be; at least 1."""
    games, _, _ = _counted(context)
    found = ratings([one for one in games if one.scenario.partition("/")[0] == game])
    return {user: max(1, round(100 * (one.mu - LOW * one.sigma))) for (user, _), one in found.items()}


_Bids = dict[tuple[str, str, str], list[float]]


def _counted(context: ServiceContext) -> tuple[list[Rated], dict[str, str], _Bids]:
    """Return the rated games in the order of their results, the newest name of every user, and the bids."""
    names: dict[str, str] = {}
    timed: list[tuple[int, str, Rated]] = []
    bids: _Bids = {}
    for row in context.tournaments.tournaments()[::-1]:
        bodies = [entry.body for entry in context.tournaments.entries(row.id)]
        t = state.replay(bodies)
        if t.rules.elsewhere or t.rules.table != 2:
            continue
        _collect_bids(t, bids)
        if not t.rules.rated or t.is_unrated:
            continue
        people = context.tournaments.entrants(row.id)
        named = [(one.user, one.who, one.player) for one in context.tournaments.replaced(row.id)]
        named += [(one.user, one.who, one.player) for one in people.values()]
        names |= {user: "" if who == player else who for user, who, player in named}
        ended = {body["game"]: body["time"] for body in reversed(bodies) if body["t"] == "result"}
        for game, one in _of(context, row.id, t, {player: who.user for player, who in people.items()}):
            timed.append((ended[game], row.name + game, one))
    return [game for _, _, game in sorted(timed, key=lambda one: one[:2])], names, bids


def is_lopsided(found: Ratings, game: str, scenario: str) -> bool:
    """Return true if a side of a scenario is known to win more often than the other: the interval of its
    share leaves out one half.
    """
    shares = [one.balance for one in found.scenarios if (one.game, one.scenario) == (game, scenario)]
    return any(one.games and not one.low <= HALF <= one.high for one in shares)


HALF = 0.5


def _of(
    context: ServiceContext, id: int, t: Tournament, users: Mapping[str, str]
) -> Iterator[tuple[str, Rated]]:
    """Yield the games of a tournament that are rated, for those who played them to their end."""
    with_computer = context.tournaments.games_of_user(id, COMPUTER)
    final = {
        one.game: one
        for one in context.tournaments.progress(id)
        if one.state == "over" and one.tier != "open" and one.game not in with_computer
    }
    for match in t.games():
        result = match.result
        if match.id not in final or result is None or result.how not in COUNTED or len(result.won) > 1:
            continue
        held = {seat: one.user for seat, one in context.campaigns.members(final[match.id].campaign).items()}
        seats = {seat: held.get(seat, users[player]) for seat, player in match.seats.items()}
        if final[match.id].referee not in seats.values():
            won = next((seats[seat] for seat, player in match.seats.items() if player in result.won), "")
            yield match.id, Rated(match.id, f"{t.card['game']}/{t.card['scenario']}", seats, won)


def _players(games: Sequence[Rated], names: Mapping[str, str]) -> list[RatedPlayer]:
    """Return the players of every game, the best first."""
    listed = []
    for name in sorted({game.scenario.partition("/")[0] for game in games}):
        of = [game for game in games if game.scenario.partition("/")[0] == name]
        found, sides = ratings(of), ratings(of, by_side=True)
        for user, _ in sorted(found, key=lambda one: (-found[one].mu + LOW * found[one].sigma, one)):
            own = {seat: rating for (player, seat), rating in sorted(sides.items()) if player == user}
            if names.get(user):
                listed.append(RatedPlayer(name, names[user], found[user, ""], own))
    return listed


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
