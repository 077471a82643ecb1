"""Killed at a hundred random moments, and nobody can tell (design/store.md §2, design/discord.md §5).

The toys, whose procedures are short, are killed at twenty.

A run that is killed again and again must come to the very log and the very posts of a run that never
was: everything that is not decided by a player or by the seeds is kept equal.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import time
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.core import Choice
from adjudicator.core.log.chance import Rng, sampler
from service.usecases.play import playing, queries
from service.usecases.seats import founding
from service.values.records import Plan
from tests.harness.cases import some
from tests.harness.service import GAMES, ServiceHarness, by, service_harness
from tests.kit.play_styles import pick_of

KILLS = {game: 10 if game in ("nim", "markers", "league") else 40 for game in GAMES}
ANSWERS = {game: 12 * kills // 5 if kills > 20 else 5 * kills for game, kills in KILLS.items()}
WINDOWS = {game: {"default": "ask"} for game in ("belisarius", "ancient_world")}
"""Whose windows are all asked; of the others raids alone."""

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system kills no process so")


class PostReader:
    """Sends each post once: like Discord it knows a nonce again that it has seen."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seen = {line["nonce"] for line in lines(path)}

    def drain(self, b: ServiceHarness) -> None:
        for post in b.waiting():
            if post.nonce not in self.seen:
                said = [
                    post.audience,
                    post.kind,
                    post.n,
                    post.head,
                    post.epoch,
                    msgspec.to_builtins(post.content),
                ]
                write(self.path, {"nonce": post.nonce, "said": said})
                self.seen.add(post.nonce)
            b.delivered({post.id: "sent"})


def lines(path: Path) -> list[Any]:
    """All that was written; of a line that is being written, or was cut short by a kill, nothing."""
    return [json.loads(line) for line in path.read_text().split("\n")[:-1]] if path.exists() else []


def written(path: Path) -> int:
    """Return the number of lines that were written."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


def mend(path: Path) -> None:
    """Where a write crosses a page a kill may come in the middle of it: such a line was never said."""
    if path.exists():
        os.truncate(path, path.read_bytes().rfind(b"\n") + 1)


def write(path: Path, value: object) -> None:
    with path.open("ab", buffering=0) as file:
        file.write(json.dumps(value).encode() + b"\n")


def found(b: ServiceHarness, game: str, number: int) -> int:
    """The campaign of this number, founded step by step; every step may have been taken before."""
    scenario = b.context.games[game].scenarios()[0]
    raids = {"raid": "ask"} if "raid" in b.context.games[game].windows else {}
    modes = WINDOWS.get(game, raids)
    plan = Plan(game, scenario.id, "Crash", modes=modes, seed=b"crash %d" % number)
    campaign = b.service.found(by("founder", f"found {number}"), plan).campaign
    for seat in scenario.seats:
        b.service.do(by(seat, f"join {number} {seat}"), campaign, founding.join, seat, seat)
    return campaign


def drive(folder: Path, game: str) -> None:
    """Play campaign after campaign; every step follows from what is in the database alone."""
    for name in ("posts", "acks"):
        mend(folder / name)
    reader = PostReader(folder / "posts")
    with service_harness(folder / "tabellarius.sqlite", seed=game) as b:
        number = max(0, len(b.service.campaigns("joining", "playing", "over")) - 1)
        while b.service.asked(number + 1) or answers(b) < ANSWERS[game]:
            campaign = found(b, game, number)
            reader.drain(b)
            while asked := b.service.asked(campaign):
                n = b.service.status(campaign).campaign.n
                rng = sampler(1000 * number + n)
                seat = rng.choice(asked).seat
                pending = b.service.look(campaign, queries.pending, seat)
                assert pending is not None
                answer = sampled(game, pending.choice, rng)
                receipt = b.service.do(by(seat, f"{number} {n}"), campaign, playing.submit, seat, answer)
                write(folder / "acks", [campaign, receipt.n, receipt.head])
                reader.drain(b)
            number += 1


def sampled(game: str, choice: Choice[Any], rng: Rng) -> Any:
    """An answer at random; where windows suspend marches, a march rather than anything else."""
    found = [choice.sample(rng) for _ in range(4 if game == "ancient_world" else 1)]
    return next((one for one in found if pick_of(one) == "march"), found[0])


def answers(b: ServiceHarness) -> int:
    return int(b.store.rows("SELECT count(*) FROM entry WHERE t = 'answer'")[0][0])


def child(folder: Path, game: str) -> None:
    drive(folder, game)
    os._exit(0)


def story(folder: Path) -> list[list[str]]:
    """The heads of every campaign, and every post as its readers have it."""
    with service_harness(folder / "tabellarius.sqlite") as b:
        campaigns = b.service.campaigns("joining", "salting", "playing", "over")
        heads = [[entry["head"] for entry in b.service.log(c.id)] for c in campaigns]
        for campaign in campaigns:
            assert b.service.look(campaign.id, queries.verdict).errors == []
    return [*heads, [json.dumps(line) for line in lines(folder / "posts")]]


def check_acks(folder: Path) -> bool:
    """Return true if a window is open, such as one that has suspended a march."""
    with service_harness(folder / "tabellarius.sqlite") as b:
        for campaign, n, head in lines(folder / "acks")[-3:]:
            assert b.context.log.head(campaign, n - 1) == head, "an answer that was acknowledged is lost"
        return any(a.optional for c in b.service.campaigns("playing") for a in b.service.asked(c.id))


def kill(process: BaseProcess, acks: Path, rng: random.Random) -> bool:
    """Kill it a few answers on, or while it still starts; False if it came to its end before."""
    more, began = rng.randrange(4), time.monotonic()
    before = written(acks)
    while process.is_alive() and written(acks) < before + more and time.monotonic() - began < 5:
        time.sleep(0.0005)
    time.sleep(rng.uniform(0, 0.004 if more else 0.02))
    if process.pid is None or not process.is_alive():
        return False
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    return process.exitcode == -signal.SIGKILL


@pytest.mark.parametrize("game", some(GAMES, "nim", "markers"))
def test_killed_at_many_moments(game: str, tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    whole.mkdir()
    broken.mkdir()
    drive(whole, game)
    rng, kills, moments, suspended = random.Random(game), 0, set[int](), 0
    fork = multiprocessing.get_context("fork")
    for _ in range(KILLS[game] + 1):
        process = fork.Process(target=child, args=(broken, game))
        process.start()
        if kills < KILLS[game] and kill(process, broken / "acks", rng):
            kills += 1
            moments.add(written(broken / "acks"))
        process.join()
        suspended += check_acks(broken)
    assert process.exitcode == 0
    assert (kills, len(moments) > kills // 4) == (KILLS[game], True)
    assert suspended > 0 or game not in WINDOWS
    assert story(broken) == story(whole)
