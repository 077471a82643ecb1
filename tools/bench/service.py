"""The cost of the service and its store."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from adjudicator.core import Game
from adjudicator.core.log.chance import sampler
from service.storage.database.store import Store
from service.storage.migrations.functions import add_functions
from service.usecases.play import playing, queries
from service.values.records import Plan
from tests.harness.service import GAMES, ServiceHarness, by, service_harness

from . import Figure, benchmark

GAMES_MEASURED = 4
LIVE = 1000
LONG = "markers"
FOUNDED = 5


def timed_game(b: ServiceHarness, campaign: int) -> dict[int, float]:
    """Play a whole game at random; the seconds of each submit by the entries there were before it."""
    took: dict[int, float] = {}
    step = 0
    while asked := b.service.asked(campaign):
        n, rng = b.service.status(campaign).campaign.n, sampler(campaign * 1_000_000 + step)
        seat = asked[rng.below(len(asked))].seat
        pending = b.service.look(campaign, queries.pending, seat)
        assert pending is not None
        answer, began = pending.choice.sample(rng), time.perf_counter()
        b.service.do(by(seat, f"{campaign} {step}"), campaign, playing.submit, seat, answer)
        took[n] = time.perf_counter() - began
        b.delivered({post.id: "x" * 20 for post in b.waiting()})
        step += 1
    return took


@benchmark
def answers() -> Iterator[Figure]:
    """Whole games through the service, each answer committed to disk and its posts delivered."""
    for name, game in GAMES.items():
        with (
            TemporaryDirectory() as folder,
            service_harness(Path(folder) / "tabellarius.sqlite", {name: game}) as b,
        ):
            yield from _answers(b, name, game)


def _answers(b: ServiceHarness, name: str, game: Game) -> Iterator[Figure]:
    scenario = game.scenarios()[0].id
    campaigns = [b.found(name, scenario, seed=b"bench %d" % i) for i in range(GAMES_MEASURED)]
    before = _size(b.path)
    games = [timed_game(b, campaign) for campaign in campaigns]
    all_of_them = [took for game_ in games for took in game_.values()]
    yield Figure(f"{name}: answers a game", len(all_of_them) / len(games), "answers")
    entries = [b.service.status(campaign).campaign.n for campaign in campaigns]
    yield Figure(f"{name}: entries a game", sum(entries) / len(entries), "entries")
    yield Figure(f"{name}: answers committed", len(all_of_them) / sum(all_of_them), "/s", "500")
    yield from _early_and_late(name, games)
    grown = (_size(b.path) - before) / len(games)
    yield Figure(f"{name}: database a campaign", grown / 1e6, "MB", "1 at about 600 entries")
    verify = time.perf_counter()
    reports = [b.service.look(campaign, queries.verdict) for campaign in campaigns]
    yield Figure(f"{name}: export and verify a game", (time.perf_counter() - verify) / len(games), "s")
    yield Figure(f"{name}: errors that the verifier finds", sum(len(r.errors) for r in reports), "")


def _early_and_late(name: str, games: list[dict[int, float]]) -> Iterator[Figure]:
    """One submit near entry 50, and one near the end: thirty answers on either side."""
    early = [took for game in games for n, took in game.items() if 35 <= n < 80]
    late = [took for game in games for _, took in sorted(game.items())[-30:]]
    for when, some in (("at entry 50", early), ("at the last entry", late)):
        if len(some) > 1:
            yield Figure(f"{name}: one submit {when}, p50", 1000 * median(some), "ms")
            yield Figure(f"{name}: one submit {when}, p99", 1000 * quantiles(some, n=100)[98], "ms")
    if len(early) > 1:
        yield Figure(f"{name}: late to early, p50", median(late) / median(early), "", "within 1.2")


@benchmark
def founding() -> Iterator[Figure]:
    """Founding a campaign, of the service's thread: with roots in reserve, and without."""
    for name, game in GAMES.items():
        with TemporaryDirectory() as folder, service_harness(Path(folder) / "table.db", {name: game}) as b:
            plan, took = Plan(name, game.scenarios()[0].id, "Bench"), dict[str, list[float]]()
            for n in range(2 * FOUNDED):
                what = "in reserve" if n % 2 else "planted now"
                if n % 2:
                    b.service.context.reserve.add(name)
                began = time.thread_time()
                b.service.found(by("bench", str(n)), plan)
                took.setdefault(what, []).append(1000 * (time.thread_time() - began))
        for what, times in took.items():
            yield Figure(f"{name}: a founding, roots {what}, median", median(times), "ms", "20")


def _size(path: Path) -> int:
    with closing(connect(path)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.stat().st_size


@benchmark
def opening() -> Iterator[Figure]:
    """A store with a thousand live campaigns: copies of one that is being played."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tabellarius.sqlite"
        name = "julius_caesar" if "julius_caesar" in GAMES else LONG
        with service_harness(path, GAMES) as b:
            campaign = b.found(name, GAMES[name].scenarios()[0].id, seed=b"live")
            b.play(campaign, 120)
            entries = b.service.status(campaign).campaign.n
            assert not b.service.status(campaign).over
        multiply(path, LIVE)
        yield Figure(f"{name}: entries of each campaign", entries, "entries")
        yield Figure("database", path.stat().st_size / 1e6, "MB")
        took = []
        for _ in range(3):
            began = time.perf_counter()
            Store(path).close()
            took.append(time.perf_counter() - began)
        yield Figure(f"open {LIVE} live campaigns", median(took), "s", "under 1")
        took = []
        for _ in range(3):
            with service_harness(path, GAMES) as b:
                began = time.perf_counter()
                b.context.require_intact(campaign)  # a copy has another name, so its seals are not its own
                took.append(time.perf_counter() - began)
        yield Figure("check one whole log, before it is first played", median(took), "s")


TABLES: Mapping[str, str] = {
    "secret": "campaign, root, hroot, seeds, asides, salts, joint",
    "member": "campaign, seat, user, who, own_salt",
    "entry": "campaign, n, t, body, head, told, windows, aside, epoch",
    "opening": "campaign, n, parts",
    "book": "campaign, id, content",
    "journal": "campaign, n, lines",
    "asked": "campaign, seat, rule, entry, optional, since",
}


def multiply(path: Path, times: int) -> None:
    """Copy campaign 1 until there are `times` campaigns; the guards of its rests hold its number."""
    with closing(connect(path)) as conn:
        add_functions(conn)
        columns = [row[1] for row in conn.execute("PRAGMA table_info(campaign)")]
        fields = ", ".join({"id": "?1", "name": "name || ?1"}.get(column, column) for column in columns)
        for id in range(2, times + 1):
            conn.execute(f"INSERT INTO campaign SELECT {fields} FROM campaign WHERE id = 1", (id,))
            for table, names in TABLES.items():
                own = names.replace("campaign", "?1", 1)
                conn.execute(
                    f"INSERT INTO {table} ({names}) SELECT {own} FROM {table} WHERE campaign = 1", (id,)
                )
            conn.execute(
                """INSERT INTO rest (campaign, n, stage, opens, schema, world, guard)
                   SELECT ?1, n, stage, opens, schema, world, guarded(?1, n, stage, schema, world)
                   FROM rest WHERE campaign = 1""",
                (id,),
            )
        conn.commit()
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")


IDLE = """
import sys
from pathlib import Path
from tests.harness.service import service_harness
with service_harness(Path(sys.argv[1])):
    with open("/proc/self/status") as status:
        print(next(line.split()[1] for line in status if line.startswith("VmRSS")))
"""


@benchmark
def memory() -> Iterator[Figure]:
    """The idle process: the service, all games and an empty store, in a Python of its own."""
    if not Path("/proc/self/status").exists():
        return
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-c", IDLE, str(Path(folder) / "tabellarius.sqlite")]
        ran = subprocess.run(command, check=True, capture_output=True, text=True)
        yield Figure("idle memory", int(ran.stdout) / 1024, "MiB")
