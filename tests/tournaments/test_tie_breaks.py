"""Ties by FIDE's rules, on events that can be counted by hand; points of 1, ½ and 0 are 2, 1 and 0 here."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournaments.simulation import Simulation
from tests.tournaments.test_verify import lines
from tests.tournaments.trf_events import event
from tournaments import trf, verify
from tournaments.points import points
from tournaments.rules import Rules
from tournaments.standings import Row, standings
from tournaments.state import Match, Result

EVENTS = Path(__file__).parent / "events"
TWO, THREE = ["rome", "carthage"], ["a", "b", "c"]


def rows(file: str, *ties: str) -> dict[str, Row]:
    return {row.player: row for row in standings(event((EVENTS / file).read_text(), [*ties]))}


def test_rounds_after_an_opponent_has_left_count_as_drawn() -> None:
    """Player 5 has 1½ points from three rounds and left: 3 for opponents. Of player 8 these are 3 + 2½ + 3 +
    5 + 3½ + 4½, of player 2 3 + 5 + 3 + 3 + 3 + 3½, of player 9 2½ + 3 + 3½ + 3 + 3 + 2½.
    """
    found = rows("one_withdraws.trf", "buchholz")
    assert [found[p].broken["buchholz"] / 2 for p in ("p8", "p2", "p9")] == [21.5, 20.5, 17.5]
    assert found["p5"].points / 2 == 1.5


def test_a_bye_counts_in_sonneborn_berger_and_among_wins() -> None:
    """Player 6 has 2½ points: from a bye (worth 2½), a win over player 5 (2½), a draw with player 3 (half of
    3).
    """
    found = rows("byes.trf", "sonneborn_berger", "wins")
    assert found["p6"].broken["sonneborn_berger"] / 4 == 6.5
    assert found["p6"].broken["wins"] == 2
    assert found["p6"].won == 1


def test_head_to_head_decides_nothing_that_a_missing_game_could_turn() -> None:
    """Six have 3 points and not all have met, so the next tie-break decides: player 2 with 38, 5 has 29."""
    found = rows("not_all_have_met.trf", "head_to_head", "buchholz")
    peers = [p for p, row in found.items() if row.points == 6]
    assert {found[p].broken["head_to_head"] for p in peers} == {0}
    assert found["p2"].place < found["p5"].place
    assert min(peers, key=lambda p: found[p].place) == "p2"


def among(results: dict[tuple[str, str], str], ties: int) -> dict[str, int]:
    """Head to head of p1, p2 … from some games among them; other games make them equal in points."""
    simulation = Simulation(
        Rules(format="swiss", seats=TWO, rounds=9, tie_breaks=["head_to_head", "lot"]), ties + 1
    )
    players = [f"p{n}" for n in range(1, ties + 1)]
    games = [(pair, won) for pair, won in results.items()]
    got = {p: sum(2 for _, won in games if won == p) for p in players}
    games += [((p, f"p{ties + 1}"), p) for p in players for _ in range((max(got.values()) - got[p]) // 2)]
    for n, (pair, won) in enumerate(games, start=1):
        simulation.lot()
        match = {
            "id": f"{n}.1",
            "round": n,
            "players": [*pair],
            "stage": "",
            "seats": dict(zip(TWO, pair, strict=True)),
        }
        simulation.add("round", **simulation.drawn, round=n, matches=[match])
        simulation.result(simulation.t.matches[f"{n}.1"], Result("played", [won]))
    found = {row.player: row.broken["head_to_head"] for row in standings(simulation.t)}
    return {p: found[p] for p in players}


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ({("p1", "p2"): "p1", ("p1", "p3"): "p1", ("p2", "p3"): "p2"}, {"p1": 2, "p2": 1, "p3": 0}),
        ({("p1", "p2"): "p1", ("p1", "p3"): "p1"}, {"p1": 2, "p2": 0, "p3": 0}),
        ({("p1", "p2"): "p1", ("p2", "p3"): "p2"}, {"p1": 0, "p2": 0, "p3": 0}),
        ({("p1", "p2"): "p1"}, {"p1": 0, "p2": 0, "p3": 0}),
    ],
    ids=["all have met", "one beat both others", "the missing game turns it", "two have not met the third"],
)
def test_who_is_ahead_whatever_the_missing_games_bring(
    results: dict[tuple[str, str], str], expected: dict[str, int]
) -> None:
    assert among(results, 3) == expected


@pytest.mark.parametrize("file", sorted(path.name for path in EVENTS.glob("*.trf")))
def test_a_file_that_is_read_is_written_the_same(file: str) -> None:
    text = (EVENTS / file).read_text()
    t = event(text, ["lot"])
    players = trf.read(text)
    names = {f"p{i}": one.name for i, one in enumerate(players, start=1)}
    ratings = {f"p{i}": one.rating for i, one in enumerate(players, start=1)}
    again = trf.read(trf.write(t, "Spring", names, ratings))
    assert [one.games for one in again] == [one.games for one in players]
    assert [(one.name, one.rating) for one in again] == [(one.name, one.rating) for one in players]


def test_what_is_no_file_is_refused_by_its_line() -> None:
    assert not trf.is_trf("Anna - Bela")
    with pytest.raises(trf.NotTrf) as no_players:
        trf.read("012 Spring\n")
    assert no_players.value.line == 0
    with pytest.raises(trf.NotTrf) as malformed:
        trf.read("012 Spring\n001    x      Anna")
    assert malformed.value.line == 2


TABLES = [
    (Rules(format="swiss", seats=THREE, scoring="places", places=[6, 3, 1]), (6, 3, 1), (4, 4, 1)),
    (Rules(format="swiss", seats=THREE, scoring="share"), (50, 33, 16), (42, 42, 14)),
    (Rules(format="swiss", seats=THREE, scoring="own"), (30, 20, 10), (30, 30, 10)),
]


@pytest.mark.parametrize(
    ("rules", "clear", "shared"), TABLES, ids=lambda value: getattr(value, "scoring", "")
)
def test_a_table_counts_places_shares_or_points_and_a_bye_the_average(
    rules: Rules, clear: tuple[int, ...], shared: tuple[int, ...]
) -> None:
    """Even if nobody reaches what wins the game; who sits out has what the others have on average."""
    simulation = Simulation(rules, 7)
    first, second, bye = simulation.pair()
    for match, own in ((first, (30, 20, 10)), (second, (30, 30, 10))):
        found = dict(zip(match.players, own, strict=True))
        ranks = {p: 1 + sum(other > had for other in own) for p, had in found.items()}
        simulation.result(match, Result("played", [], ranks=ranks, points=found))
    t = simulation.t
    assert tuple(points(t, t.matches[first.id], p) for p in first.players) == clear
    assert tuple(points(t, t.matches[second.id], p) for p in second.players) == shared
    assert points(t, bye, bye.players[0]) == (sum(clear) + sum(shared)) // 6
    assert verify.standings(verify.verify(lines(simulation))) == [(r.player, r.points) for r in standings(t)]


def test_who_resigns_at_a_table_is_behind_the_others() -> None:
    simulation = Simulation(TABLES[0][0], 3)
    (match,) = simulation.pair()
    simulation.result(match, Result("surrender", sorted(match.players[:2])))
    t = simulation.t
    assert [points(t, t.matches[match.id], p) for p in match.players] == [4, 4, 1]


def test_byes_of_two_games_at_once_count_twice_and_those_asked_for_half() -> None:
    rules = Rules(format="swiss", seats=TWO, rounds=3, sides="both", half_byes=1)
    simulation = Simulation(rules, 4)
    simulation.add("sit_out", player="p2", round=1, out=1)
    made = simulation.pair()
    byes = {match.players[0]: points(simulation.t, match, match.players[0]) for match in made if match.is_bye}
    assert byes.pop("p2") == 2
    assert [*byes.values()] == [4]
    with pytest.raises(ValueError, match="as many rounds as the card allows"):
        simulation.add("sit_out", player="p2", round=2, out=1)


def test_a_result_after_the_end_is_noted_as_such() -> None:
    simulation = Simulation(Rules(format="swiss", seats=TWO, rounds=1), 2)
    (match,) = simulation.pair()
    simulation.result(match, Result("played", ["p1"]))
    simulation.add("finish")
    assert simulation.t.changed == []
    simulation.result(match, Result("correction", ["p2"]))
    assert simulation.t.changed == [match.id]


def found(match: Match) -> Result:
    return Result("played", [min(match.players, key=lambda p: int(p[1:]))])


def test_the_best_of_a_swiss_go_on_to_a_final() -> None:
    """Also if one who would be among them leaves before it, or one of them during it."""
    simulation = Simulation(Rules(format="swiss", seats=TWO, rounds=3, final=4), 9)
    for _ in range(3):
        simulation.pair()
        simulation.play_round(found)
    first, *rest = [row.player for row in standings(simulation.t)]
    simulation.add("withdraw", player=first, why="no time", by=first)
    semifinals = simulation.pair()
    assert {frozenset(match.players) for match in semifinals} == {
        frozenset((rest[0], rest[3])),
        frozenset(rest[1:3]),
    }
    simulation.play_round(found)
    final, third = simulation.pair()
    assert (final.stage, third.stage) == ("final", "third")
    simulation.play_round(found)
    assert simulation.pair() == []
    assert {row.player for row in standings(simulation.t)[:2]} == {*final.players}
    checked = verify.verify(lines(simulation))
    assert verify.standings(checked) == [(r.player, r.points) for r in standings(simulation.t)]
