"""`kill -9` over a whole tournament: nothing is founded, paired or counted twice, and the log verifies."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import time
from pathlib import Path

import pytest

from adjudicator.core.log.chance import sampler
from service.usecases.play import playing, queries
from service.usecases.tournaments import entering
from service.usecases.tournaments.founding import TournamentPlan
from service.values.time_control import TimeControl
from tests.harness.club import PEOPLE, SCORED, TWO, Club
from tests.harness.service import by, service_harness
from tournaments.rules import Rules

KILLS = int(os.environ.get("TESTS_KILLS", "6"))
PLAYERS, ROUNDS = 6, 3

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system kills no process so")


def step(club: Club) -> bool:
    """The next command of the tournament, found from what is on the disk; false once it is over."""
    tournaments = club.tournaments
    if not (rows := tournaments.listed()):
        rules = Rules(format="swiss", seats=TWO, rounds=ROUNDS)
        plan = TournamentPlan("Spring", "nim", "short", rules, pace=TimeControl("fixed", 72))
        tournaments.found(by("director", "new"), plan)
        return True
    book = tournaments.look(rows[0].id)
    if book.t.state == "over":
        return False
    if book.t.state == "entries":
        entered = {one.user for one in book.people.values()}
        missing = [who for who in PEOPLE[:PLAYERS] if who not in entered]
        if missing:
            tournaments.do(
                by(missing[0], f"enter {missing[0]}"), rows[0].id, entering.enter, missing[0].title()
            )
        else:
            tournaments.do(by("director", "close"), rows[0].id, entering.close)
        return True
    if tournaments.tick():
        return True
    for campaign in club.campaigns(rows[0].id).values():
        for asked in club.b.service.asked(campaign):
            status, pending = (
                club.b.service.status(campaign),
                club.b.service.look(campaign, queries.pending, asked.seat),
            )
            assert pending is not None
            message = by(status.members[asked.seat].user, f"{campaign}/{status.campaign.n}")
            answer = pending.choice.sample(sampler(status.campaign.n))
            club.b.service.do(message, campaign, playing.submit, asked.seat, answer)
            return True
    tournaments.next_round(by("director", f"round {book.t.round}"), rows[0].id)
    return True


def play(folder: Path) -> None:
    with service_harness(folder / "tabellarius.sqlite", SCORED, seed=str(os.getpid())) as b:
        (folder / "ready").touch()
        while step(Club(b)):
            pass


@pytest.mark.matrix
def test_a_tournament_that_is_killed_again_and_again_is_played_to_its_end(tmp_path: Path) -> None:
    chance, killed = random.Random(7), 0
    spawn = multiprocessing.get_context("spawn")
    while True:
        (tmp_path / "ready").unlink(missing_ok=True)
        child = spawn.Process(target=play, args=(tmp_path,))
        child.start()
        assert child.pid is not None
        while not (tmp_path / "ready").exists() and child.is_alive():
            time.sleep(0.02)
        if killed < KILLS:
            child.join(chance.uniform(0.0, 0.6))
            if child.is_alive():
                os.kill(child.pid, signal.SIGKILL)
                killed += 1
        child.join()
        if child.exitcode == 0:
            break
        assert child.exitcode == -signal.SIGKILL
    assert killed > 1
    with service_harness(tmp_path / "tabellarius.sqlite", SCORED) as b:
        club = Club(b)
        (row,) = club.tournaments.listed()
        t = club.tournaments.look(row.id).t
        club.verified(row.id)
        assert (t.state, t.round, len(t.players)) == ("over", ROUNDS, PLAYERS)
        assert len(t.matches) == len(club.campaigns(row.id)) == ROUNDS * PLAYERS // 2
        assert len(b.service.campaigns("over")) == len(t.matches)
        assert all(match.result is not None and match.result.how == "played" for match in t.games())
        for campaign in club.campaigns(row.id).values():
            assert b.service.look(campaign, queries.verdict).errors == []
