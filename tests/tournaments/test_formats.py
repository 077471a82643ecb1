"""Whole tournaments of every format, and what holds in all of them."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from tests.tournaments.simulation import Simulation
from tournaments import state
from tournaments.pairing import round_robin, swiss
from tournaments.points import points
from tournaments.rules import Rules, check, fits
from tournaments.sides import history
from tournaments.standings import standings
from tournaments.state import Result, Tournament

TWO = ["rome", "carthage"]


def held(t: Tournament) -> None:
    """Everything that holds in a tournament of any format."""
    for round in range(1, t.round + 1):
        at = [player for m in t.games(round) if not m.id.endswith("b") for player in m.players]
        assert len(at) == len({*at}), "nobody plays twice at once"
    total = sum(points(t, match, player) for match in t.games() for player in match.players)
    rows = standings(t)
    assert sum(row.points for row in rows) == total
    assert [row.place for row in rows] == [*range(1, len(t.players) + 1)]
    for match in t.games():
        if not match.is_bye and match.seats:
            assert sorted(match.seats.values()) == sorted(match.players)


def met(t: Tournament) -> list[frozenset[str]]:
    return [frozenset(match.players) for match in t.games() if not match.is_bye]


@pytest.mark.parametrize("players", range(3, 13))
@pytest.mark.parametrize("laps", [1, 2])
def test_in_a_round_robin_everybody_meets_everybody_with_even_sides(players: int, laps: int) -> None:
    simulation = Simulation(Rules(format="round_robin", seats=TWO, rounds=laps), players)
    simulation.play()
    t = simulation.t
    held(t)
    for pair in combinations(t.players, 2):
        assert met(t).count(frozenset(pair)) == laps
    for had in history(t).values():
        assert abs(had["rome"] - had["carthage"]) <= (1 if laps == 1 else 0)
    assert t.round == round_robin.rounds(players) * laps


def test_with_both_sides_each_pair_plays_two_games_at_once() -> None:
    simulation = Simulation(Rules(format="round_robin", seats=TWO, sides="both"), 5)
    simulation.play()
    held(simulation.t)
    assert all(had["rome"] == had["carthage"] == 4 for had in history(simulation.t).values())


@pytest.mark.parametrize(("players", "rounds"), [(17, 5), (33, 5), (7, 3), (2, 1)])
def test_in_a_swiss_tournament_nobody_meets_twice(players: int, rounds: int) -> None:
    simulation = Simulation(Rules(format="swiss", seats=TWO, rounds=rounds), players)
    simulation.play()
    t = simulation.t
    held(t)
    assert len(met(t)) == len({*met(t)})
    byes = [match.players[0] for match in t.games() if match.is_bye]
    assert len(byes) == len({*byes}) == (rounds if players % 2 else 0)
    assert t.round == rounds


def test_a_swiss_tournament_has_no_rematch_that_its_round_could_avoid() -> None:
    simulation = Simulation(Rules(format="swiss", seats=TWO, rounds=5), 6)
    for _ in range(5):
        before = met(simulation.t)
        simulation.pair()
        again = sum(
            before.count(frozenset(match.players)) for match in simulation.t.games(simulation.t.round)
        )
        orders = permutations(simulation.t.players)
        every = [[frozenset(order[i : i + 2]) for i in (0, 2, 4)] for order in orders]
        assert again == min(sum(map(before.count, pairs)) for pairs in every)
        simulation.play_round()
    assert not fits(simulation.t.rules, 6)
    assert fits(simulation.t.rules, 7)


def test_sides_of_a_swiss_tournament_stay_even() -> None:
    simulation = Simulation(Rules(format="swiss", seats=TWO, rounds=5), 16)
    simulation.play()
    assert all(abs(had["rome"] - had["carthage"]) <= 1 for had in history(simulation.t).values())


def test_who_withdraws_is_not_paired_and_who_comes_late_is_from_the_next_round() -> None:
    simulation = Simulation(Rules(format="swiss", seats=TWO, rounds=5), 17)
    for round in range(1, 6):
        simulation.pair()
        here = {player for match in simulation.t.games(round) for player in match.players}
        assert ("p3" in here) == (round < 3)
        assert ("p18" in here) == (round >= 3)
        simulation.play_round()
        if round == 2:
            simulation.add("withdraw", player="p3", why="no time", by="p3")
            simulation.enter()
    held(simulation.t)


def test_a_volunteer_plays_only_where_the_number_would_be_odd() -> None:
    simulation = Simulation(Rules(format="swiss", seats=TWO, rounds=4), 6)
    simulation.enter(filler=1)
    for round in range(1, 5):
        simulation.pair()
        here = {player for match in simulation.t.games(round) for player in match.players}
        assert ("p7" in here) == (round > 2)
        assert not any(match.is_bye for match in simulation.t.games(round))
        simulation.play_round()
        if round == 2:
            simulation.add("withdraw", player="p1", why="no time", by="p1")


def test_those_who_are_apart_are_never_paired() -> None:
    apart = [frozenset(("p1", "p2")), frozenset(("p3", "p4"))]
    simulation = Simulation(Rules(format="swiss", seats=TWO, rounds=5), 8)
    simulation.play(apart)
    assert not {*apart} & {*met(simulation.t)}
    assert simulation.t.round == 5


@pytest.mark.parametrize("seed", range(12))
def test_the_pairing_of_a_swiss_round_is_the_cheapest_of_all(seed: int) -> None:
    simulation = Simulation(Rules(format="swiss", seats=TWO, rounds=9), 7 - seed % 2, seed % 3 + 1)
    for _ in range(seed % 4):
        simulation.pair()
        simulation.play_round()
    players = [*swiss.entrants(simulation.t)]
    costs = swiss.costs(simulation.t, simulation.lot(), players)
    if len(players) % 2:
        players.append(swiss.BYE)

    def cost(order: tuple[str, ...]) -> int:
        pairs = zip(order[::2], order[1::2], strict=True)
        return sum(costs[(a, b) if (a, b) in costs else (b, a)] for a, b in pairs)

    best = min(cost(order) for order in permutations(players))
    assert sum(costs[(a, b) if (a, b) in costs else (b, a)] for a, b in swiss.cheapest(costs)) == best


@pytest.mark.parametrize("players", range(2, 34))
def test_an_elimination_leaves_one(players: int) -> None:
    simulation = Simulation(Rules(format="elimination", seats=TWO), players)
    simulation.play()
    t = simulation.t
    held(t)
    (final,) = [match for match in t.games() if match.stage == "final"]
    first, second, *_ = [row.player for row in standings(t)]
    assert {first, second} == {*final.players}
    assert t.round == (players - 1).bit_length()
    third = [match for match in t.games() if match.stage == "third"]
    assert len(third) == (players > 3)
    if third and third[0].result is not None and third[0].result.won:
        assert standings(t)[2].player == third[0].result.won[0]


def of_two(simulation: Simulation, first: Result, second: Result) -> str:
    """The finalist of a semi-final of two games; the other one is won by its first player twice."""
    one, two, *others = simulation.pair()
    assert one.players == two.players
    assert [*one.seats.values()] == [*two.seats.values()][::-1]
    simulation.result(one, first)
    simulation.result(two, second)
    for match in others:
        simulation.result(match, Result("played", [match.players[0]]))
    made = simulation.pair()
    assert [match.stage for match in made] == ["final", "final", "third", "third"]
    (found,) = {*made[0].players} & {*one.players}
    return found


def test_of_two_games_in_an_elimination_wins_decide_then_points_then_margins_then_a_lot() -> None:
    """One drawn game and one won; each won one at different levels, by different margins, by the same."""
    rules = Rules(format="elimination", seats=TWO, sides="both", levels={"more": [3, 0]}, margin=9)
    check(rules)
    check(Rules(format="swiss", seats=TWO, rounds=3, final=4, sides="both"))
    first, second = Simulation(rules, 4).pair()[0].players

    def won(player: str, margin: int = 0, level: str = "") -> Result:
        return Result("played", [player], margin=margin, level=level)

    drawn = Result("played", [], 1)
    assert of_two(Simulation(rules, 4), drawn, won(second)) == second
    assert of_two(Simulation(rules, 4), won(first), drawn) == first
    assert of_two(Simulation(rules, 4), won(first, 9), won(second, 1, "more")) == second
    assert of_two(Simulation(rules, 4), won(first, 4), won(second, 3)) == first
    t = Simulation(rules, 4)
    lot = t.t.last_lot
    assert lot is not None
    by_lot = lot.stream("advance 1.1").choice(sorted((first, second)))
    assert of_two(t, won(first, 20), won(second, 9)) == by_lot


def test_who_leaves_an_elimination_makes_room_for_the_opponent() -> None:
    simulation = Simulation(Rules(format="elimination", seats=TWO), 4)
    simulation.pair()
    simulation.play_round(lambda match: Result("played", [match.players[0]]))
    gone = simulation.t.games(1)[0].players[0]
    simulation.add("withdraw", player=gone, why="no time", by=gone)
    made = simulation.pair()
    assert made[0].is_bye
    assert made[0].stage == "final"


@pytest.mark.parametrize("players", [6, 8, 9, 12, 13])
def test_the_first_of_every_pool_go_on(players: int) -> None:
    simulation = Simulation(Rules(format="pools", seats=TWO, pool=3, advance=2), players)
    simulation.play()
    t = simulation.t
    held(t)
    pools = {match.stage for match in t.games()} - {"knockout", "final", "third"}
    assert len(pools) == -(-players // 3)
    assert len([match for match in t.games() if match.stage == "final"]) == 1


def test_a_ladder_of_forty_over_three_hundred_games() -> None:
    simulation = Simulation(Rules(format="ladder", seats=TWO, reach=3), 40)
    simulation.climb(300)
    t = simulation.t
    held(t)
    assert sorted(t.order) == sorted(t.players)
    assert [row.player for row in standings(t)] == t.order


@pytest.mark.parametrize(("seats", "players"), [(3, 9), (3, 10), (4, 16), (4, 19)])
def test_tables_of_three_and_four_mix_their_players(seats: int, players: int) -> None:
    rules = Rules(format="swiss", seats=["a", "b", "c", "d"][:seats], rounds=3, sides="lot")
    simulation = Simulation(rules, players)
    simulation.play()
    t = simulation.t
    held(t)
    byes = [match.players[0] for match in t.games() if match.is_bye]
    assert len(byes) == 3 * (players % seats)
    assert len(byes) - len({*byes}) <= max(0, len(byes) - players)
    for had in history(t).values():
        assert max(had.values()) - min(had.values()) <= 2


def test_at_tables_nobody_sits_with_someone_who_is_apart() -> None:
    rules = Rules(format="swiss", seats=["a", "b", "c"], rounds=3, sides="lot")
    simulation = Simulation(rules, 9)
    apart = [frozenset(("p1", "p2")), frozenset(("p1", "p3")), frozenset(("p4", "p5"))]
    simulation.play(apart)
    tables = [match.players for match in simulation.t.games()]
    assert not any(pair <= {*table} for pair in apart for table in tables)
    assert simulation.t.round == 3
    two = Simulation(rules, 3)
    assert two.pair([frozenset(("p1", "p2"))]) == []


def test_the_log_alone_gives_the_tournament_again() -> None:
    simulation = Simulation(Rules(format="pools", seats=TWO), 9)
    simulation.play()
    assert state.replay(simulation.bodies) == simulation.t


def test_the_same_lot_pairs_the_same() -> None:
    first, second = (Simulation(Rules(format="swiss", seats=TWO, rounds=4), 10) for _ in range(2))
    first.play()
    second.play()
    assert first.bodies == second.bodies
    other = Simulation(Rules(format="swiss", seats=TWO, rounds=4), 10, seed=2)
    other.play()
    assert met(other.t) != met(first.t)
