"""The stand-alone verifier agrees with the umpire, and finds what was changed."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.log.chain import canon, th
from adjudicator.core.log.chance import Rng
from tests.harness.processes import LONGEST
from tests.tournaments.simulation import Simulation
from tournaments import verify
from tournaments.pairing import by_hand, swiss
from tournaments.rules import Rules
from tournaments.sides import history
from tournaments.standings import standings
from tournaments.state import plain

TWO = ["rome", "carthage"]
FOUR = ["a", "b", "c", "d"]


def lines(simulation: Simulation) -> list[dict[str, Any]]:
    return [{**entry.body, "head": entry.head} for entry in simulation.entries]


def chained(bodies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same entries with heads that fit: what an operator could do who forges."""
    head, made = "", []
    for line in bodies:
        body = {key: value for key, value in line.items() if key != "head"}
        head = th("tournament", bytes.fromhex(head), canon(body)).hex()
        made.append({**body, "head": head})
    return made


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        (Rules(format="swiss", seats=TWO, rounds=5), 6),
        (Rules(format="swiss", seats=TWO, rounds=5), 17),
        (Rules(format="swiss", seats=TWO, rounds=4, sides="both"), 12),
        (Rules(format="round_robin", seats=TWO, rounds=2), 7),
        (Rules(format="elimination", seats=TWO), 11),
        (Rules(format="pools", seats=TWO, pool=3), 12),
        (Rules(format="swiss", seats=TWO, rounds=3, final=4, sides="both"), 9),
        (Rules(format="elimination", seats=TWO, sides="both"), 11),
        (Rules(format="pools", seats=TWO, pool=3, sides="both"), 12),
        (Rules(format="swiss", seats=FOUR, rounds=4), 18),
        (Rules(format="swiss", seats=TWO, rounds=3, final=4, scores={"draw": 0}), 9),
        (Rules(format="swiss", seats=FOUR[:3], rounds=3, sides="fixed"), 10),
    ],
    ids=lambda value: value.format if isinstance(value, Rules) else str(value),
)
def test_the_verifier_pairs_and_counts_the_same(rules: Rules, players: int) -> None:
    simulation = Simulation(rules, players)
    simulation.play()
    found = verify.verify(lines(simulation))
    assert verify.standings(found) == [(row.player, row.points) for row in standings(simulation.t)]


@pytest.mark.parametrize(
    "players", [6, 17, 64, pytest.param(200, marks=pytest.mark.byhand)], ids=lambda n: f"{n} players"
)
def test_five_rounds_with_withdrawals_and_late_entries_verify(players: int) -> None:
    """Nobody meets twice, sides differ by two at most, and the script pairs and counts the same."""
    simulation = Simulation(Rules(format="swiss", seats=TWO, rounds=5), players)
    for round in range(1, 6):
        simulation.pair()
        simulation.play_round()
        if round == 2:
            simulation.add("withdraw", player="p3", why="no time", by="p3")
            simulation.enter()
            simulation.enter()
    simulation.add("finish")
    t = simulation.t
    pairs = [frozenset(match.players) for match in t.games() if not match.is_bye]
    assert len(pairs) == len({*pairs})
    assert all(abs(had["rome"] - had["carthage"]) <= 2 for had in history(t).values())
    found = verify.verify(lines(simulation))
    assert verify.standings(found) == [(row.player, row.points) for row in standings(t)]


def test_the_verifier_follows_a_ladder() -> None:
    simulation = Simulation(Rules(format="ladder", seats=TWO, reach=3), 12)
    simulation.climb(60)
    assert verify.verify(lines(simulation)).ladder == simulation.t.order


def test_two_algorithms_find_the_same_cheapest_pairing() -> None:
    chance = Rng(th("sample", 7))
    for _ in range(150):
        size = 2 + 2 * chance.below(8)
        names = [f"p{i}" for i in range(size)]
        costs = {
            (a, b): chance.below(1 << 20)
            for i, a in enumerate(names)
            for b in names[i + 1 :]
            if chance.below(5)
        }
        if costs:
            ours, theirs = swiss.cheapest(costs), verify.cheapest(costs)
            both = [
                sum(costs[(a, b) if (a, b) in costs else (b, a)] for a, b in one) for one in (ours, theirs)
            ]
            assert (len(ours), both[0]) == (len(theirs), both[1])


def forged(simulation: Simulation, kind: str) -> list[dict[str, Any]]:
    """A log in which one thing was changed, and all heads with it."""
    made = copy.deepcopy(lines(simulation))
    rounds = [line for line in made if line["t"] == "round"]
    if kind == "pairs":
        one, other = rounds[1]["matches"][:2]
        one["players"][0], other["players"][0] = other["players"][0], one["players"][0]
    elif kind == "sides":
        match = rounds[0]["matches"][0]
        match["seats"] = dict(zip(match["seats"], reversed(match["seats"].values()), strict=True))
    elif kind == "seed":
        rounds[0]["seed"] = "00" * 32
    elif kind == "words":
        made[1]["salt"] = "another"
    elif kind == "seeding":
        close = next(line for line in made if line["t"] == "close")
        close["seeding"] = close["seeding"][::-1]
    elif kind == "late entry":
        place = made.index(rounds[1])
        made.insert(place, {"t": "enter", "time": 0, "player": "p9", "salt": "ground", "filler": 0})
        for n, line in enumerate(made):
            line["n"] = n
    elif kind == "left out":
        made.remove(rounds[-1])
        for n, line in enumerate(made):
            line["n"] = n
    return chained(made)


@pytest.mark.parametrize("kind", ["pairs", "sides", "seed", "words", "seeding", "late entry", "left out"])
def test_what_was_changed_is_found(kind: str) -> None:
    simulation = Simulation(Rules(format="swiss", seats=TWO, rounds=3), 8)
    simulation.play()
    with pytest.raises((verify.Wrong, KeyError)):
        verify.verify(forged(simulation, kind))


def test_an_entry_changed_without_its_head_is_found() -> None:
    simulation = Simulation(Rules(format="swiss", seats=TWO, rounds=3), 8)
    simulation.play()
    made = lines(simulation)
    made[5]["time"] += 1
    with pytest.raises(verify.Wrong, match="entry 5 was changed"):
        verify.verify(made)


def test_as_a_script_it_needs_nothing_else(tmp_path: Path) -> None:
    simulation = Simulation(Rules(format="swiss", seats=TWO, rounds=3), 6)
    simulation.play()
    file = tmp_path / "event.json"
    found = [[row.player, row.points] for row in standings(simulation.t)]
    export = {"entries": lines(simulation), "players": {"p1": "Anna"}, "standings": found}
    file.write_text(json.dumps(export))
    script = [sys.executable, "-I", "-S", verify.__file__, str(file)]
    done = subprocess.run(script, capture_output=True, text=True, timeout=LONGEST, check=False)
    assert done.returncode == 0, done.stdout
    assert "Anna" in done.stdout
    export["standings"] = found[::-1]
    file.write_text(json.dumps(export))
    assert subprocess.run(script, capture_output=True, timeout=LONGEST, check=False).returncode == 1
    file.write_text("{")
    assert subprocess.run(script, capture_output=True, timeout=LONGEST, check=False).returncode == 2


def test_pairs_set_by_the_director_are_verified_and_named() -> None:
    simulation = Simulation(Rules(format="swiss", seats=TWO, rounds=3, half_byes=1), 6)
    simulation.add("sit_out", player="p6", round=2, out=1)
    simulation.pair()
    simulation.play_round()
    made = by_hand.matches(simulation.t, simulation.lot(), [["p5"], ["p1", "p2"], ["p3", "p4"]])
    pairs = [plain(match) for match in made]
    simulation.add("round", **simulation.drawn, round=2, matches=pairs, by="director", why="imported")
    simulation.play_round()
    simulation.pair()
    assert simulation.t.by_hand == {2: "imported"}
    found = verify.verify(lines(simulation))
    assert verify.standings(found) == [(row.player, row.points) for row in standings(simulation.t)]
    assert found.notes == ["round 2 was paired by the director: imported"]
    forged = copy.deepcopy(lines(simulation))
    entry = next(line for line in forged if line.get("by") == "director" and line["t"] == "round")
    entry["matches"] = entry["matches"][1:]
    with pytest.raises(verify.Wrong, match="leaves out players"):
        verify.verify(chained(forged))


@pytest.mark.parametrize(
    ("groups", "why"),
    [
        ([["p1", "p2"], ["p3"]], "missing"),
        ([["p1", "p2"], ["p3", "p4"], ["p1"]], "twice"),
        ([["p1", "p2"], ["p3", "p9"], ["p4"]], "unknown"),
        ([["p1", "p2", "p3"], ["p4"]], "size"),
        ([["p1", "p3"], ["p2", "p4"]], "apart"),
    ],
)
def test_what_is_no_round_is_refused(groups: list[list[str]], why: str) -> None:
    simulation = Simulation(Rules(format="swiss", seats=TWO, rounds=3), 4)
    with pytest.raises(by_hand.Mispaired) as refused:
        by_hand.matches(simulation.t, simulation.lot(), groups, [frozenset(("p1", "p3"))])
    assert refused.value.why == why


def test_a_list_seeded_by_rating_is_verified_and_the_halves_meet() -> None:
    rules = Rules(format="swiss", seats=TWO, rounds=2, seeding="rating")
    simulation = Simulation(rules, 9, ratings={f"p{n}": 100 * n for n in range(1, 9)})
    assert [p.id for p in sorted(simulation.t.players.values(), key=lambda p: p.seed)][-1] == "p9"
    pairs = {frozenset(match.players) for match in simulation.pair()}
    assert pairs == {frozenset((f"p{n}", f"p{n + 4}")) for n in range(1, 5)} | {frozenset(("p9",))}
    simulation.play_round()
    simulation.pair()
    found = verify.verify(lines(simulation))
    assert [note.partition(";")[0] for note in found.notes] == [
        "the seeding is that of the ratings in the entry"
    ]
    forged = copy.deepcopy(lines(simulation))
    close = next(line for line in forged if line["t"] == "close")
    close["ratings"]["p1"] = 2000
    with pytest.raises(verify.Wrong, match="the seeding is not"):
        verify.verify(chained(forged))


def test_a_card_of_another_edition_is_refused_in_words() -> None:
    simulation = Simulation(Rules(format="swiss", seats=TWO, rounds=3), 4)
    older = copy.deepcopy(lines(simulation))
    del older[0]["edition"]
    with pytest.raises(verify.Wrong, match="edition 1, and this program of 2"):
        verify.verify(chained(older))


@pytest.mark.byhand
@pytest.mark.parametrize(("players", "most"), [(200, 2), (400, 10)])
def test_large_rounds_are_paired_in_seconds(players: int, most: int) -> None:
    simulation = Simulation(Rules(format="swiss", seats=TWO, rounds=5), players)
    for _ in range(3):
        began = time.process_time()
        simulation.pair()
        assert time.process_time() - began < most
        simulation.play_round()
