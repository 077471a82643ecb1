"""Every pitfall of design/store.md §6, met on purpose."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest
import sqlite_utils.db

from adjudicator.core.language.errors import Refusal
from adjudicator.core.log.chain import Chain
from adjudicator.core.table.table import Rest
from service.api import Held
from service.storage.database import backups, copying, store
from service.storage.database.copying import copy
from service.storage.database.errors import Corrupt
from service.storage.database.integrity import is_intact
from service.storage.database.store import Store
from service.storage.migrations import scripts
from service.usecases.agreeing import ending as ending_acts
from service.usecases.play import playing
from service.values.front_ends.channels import SentMessage
from service.values.settings import CannotStart, CannotStartYet
from tests.harness.damage import decayed
from tests.harness.posts import about
from tests.harness.service import ServiceHarness, by, service_harness


def played(b: ServiceHarness, steps: int = 12) -> int:
    campaign = b.found("nim", "long", seed=b"store")
    b.play(campaign, steps)
    return campaign


def count(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as conn:
        (found,) = conn.execute(f"SELECT count(*) FROM {table}").fetchone()
        return int(found)


def test_the_connection_is_set_up_to_lose_nothing(b: ServiceHarness) -> None:
    pragmas = {name: b.store.rows(f"PRAGMA {name}")[0][0] for name in ("journal_mode", "synchronous")}
    assert pragmas == {"journal_mode": "wal", "synchronous": 2}
    assert b.store.rows("PRAGMA foreign_keys") == b.store.rows("PRAGMA recursive_triggers") == [(1,)]


def test_pages_one_after_another_read_once_until_something_changes(b: ServiceHarness) -> None:
    campaign, ran = played(b), list[str]()
    b.store._db.conn.set_trace_callback(lambda sql: ran.append(sql) if sql.startswith("SELECT") else None)

    def reads() -> int:
        ran.clear()
        with b.service.reading():
            b.service.status(campaign), b.service.view(campaign, None), b.service.log(campaign)
        return len(ran)

    all_of_it = reads()
    assert all_of_it > 5 and reads() == 0
    b.play(campaign, 1)
    assert reads() > 5
    with b.service.reading():
        assert b.service.log(campaign)[-1]["n"] == b.service.status(campaign).campaign.n - 1
    with closing(sqlite3.connect(b.path)) as other:
        other.execute("CREATE TABLE of_another_program (id INTEGER)")
    assert reads() > 5


def test_a_power_cut_takes_back_only_what_can_be_found_out_again(b: ServiceHarness) -> None:
    def lasts(act: Callable[[], object]) -> bool:
        act()
        return b.store.rows("PRAGMA synchronous") == [(2,)]

    campaign, channels = b.found("nim", "long", seed=b"store"), b.context.channels
    (post, *_) = b.waiting()
    assert not lasts(lambda: channels.keep_sent_messages(post.id, [SentMessage("", 0, 1, 2)]))
    assert not lasts(lambda: b.delivered({post.id: "2"}))
    assert lasts(lambda: b.step(campaign, 0))


def test_plugins_of_the_environment_are_not_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def loaded() -> None:
        raise AssertionError("plugins were loaded")

    monkeypatch.setattr(sqlite_utils.db, "ensure_plugins_loaded", loaded)
    Store(tmp_path / "a.sqlite").close()


def test_every_table_is_strict_and_made_by_a_migration(b: ServiceHarness) -> None:
    made: dict[str, str] = dict(b.store.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'table'"))
    ours = {name: sql for name, sql in made.items() if not name.startswith(("_", "sqlite_"))}
    assert ours.keys() == {*re.findall(r"CREATE TABLE (\w+)", "".join(scripts.SCRIPTS.values()))}
    assert [name for name, sql in ours.items() if "STRICT" not in sql] == []
    with pytest.raises(sqlite3.IntegrityError, match="cannot store TEXT"), b.store.transaction():
        b.store.run(
            "INSERT INTO inbox (message, receipt, guard) VALUES ('a', 'text where bytes are due', x'')"
        )


def test_a_transaction_is_all_or_nothing(b: ServiceHarness) -> None:
    with pytest.raises(KeyError), b.store.transaction():
        b.store.run("INSERT INTO inbox (message, receipt, guard) VALUES ('m', x'00', x'')")
        b.store.run_each(
            "INSERT INTO inbox (message, receipt, guard) VALUES (?, ?, x'')", [("n", b""), ("o", b"")]
        )
        raise KeyError
    assert count(b.path, "inbox") == 0


def test_nothing_is_written_outside_a_transaction(b: ServiceHarness) -> None:
    with pytest.raises(RuntimeError, match="outside a transaction"):
        b.store.run("INSERT INTO inbox (message, receipt, guard) VALUES ('m', x'00', x'')")
    with pytest.raises(RuntimeError, match="outside a transaction"):
        b.store.run_each("INSERT INTO inbox (message, receipt, guard) VALUES (?, ?, x'')", [("m", b"")])


def test_the_write_lock_is_taken_at_once_and_readers_go_on(b: ServiceHarness) -> None:
    with closing(sqlite3.connect(b.path, timeout=0)) as other, b.store.transaction():
        b.store.run("INSERT INTO inbox (message, receipt, guard) VALUES ('m', x'00', x'')")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        assert other.execute("SELECT count(*) FROM inbox").fetchone() == (0,)
    assert count(b.path, "inbox") == 1


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entry SET body = x'00' WHERE n = 3",
        "DELETE FROM entry WHERE n = 3",
        "INSERT OR REPLACE INTO entry SELECT * FROM entry WHERE n = 3",
        "UPDATE opening SET parts = x'00'",
        "DELETE FROM opening",
        "DELETE FROM campaign",
    ],
)
def test_the_log_is_append_only(b: ServiceHarness, sql: str) -> None:
    played(b)
    before = b.store.rows("SELECT * FROM entry")
    with pytest.raises(sqlite3.IntegrityError, match=r"append-only|FOREIGN KEY"), b.store.transaction():
        b.store.run(sql)
    assert b.store.rows("SELECT * FROM entry") == before


def test_no_epoch_is_used_twice(b: ServiceHarness) -> None:
    campaign = b.found("markers", "ring", seed=b"epochs")
    b.play(campaign, 30)
    copied = """INSERT INTO entry SELECT campaign, n + 1000, t, body, head, told, windows, aside, epoch
                FROM entry WHERE epoch = 1"""
    with pytest.raises(sqlite3.IntegrityError, match=r"entry\.epoch"), b.store.transaction():
        b.store.run(copied)


# -- damage and backups ------------------------------------------------------------------------------


def test_a_backup_is_whole_though_the_wal_is_not_checkpointed(b: ServiceHarness, tmp_path: Path) -> None:
    campaign = played(b)
    b.store.backup(tmp_path / "copy.sqlite")
    copy(b.path, tmp_path / "other.sqlite")
    entries = b.service.log(campaign)
    for name in ("copy.sqlite", "other.sqlite"):
        with service_harness(tmp_path / name) as restored:
            assert restored.service.log(campaign) == entries


def test_a_restore_keeps_the_former_database_beside_it(tmp_path: Path) -> None:
    """A process that was killed left a -wal: it goes with its own file, and a copy has nothing beside it."""
    path, folder = tmp_path / "a.sqlite", tmp_path / "copies"
    with service_harness(path) as b:
        campaign = played(b)
        early, entries = backups.backed_up(path, folder, 9), b.service.log(campaign)
        b.service.do(by("judge"), campaign, ending_acts.hold_by_referee, "later")
        b.service.do(by("judge"), campaign, ending_acts.roll, "later", 1, 6, "")
        later = b.service.log(campaign)
        killed = {ending: Path(f"{path}{ending}").read_bytes() for ending in ("", "-wal", "-shm")}
    for ending, content in killed.items():
        Path(f"{path}{ending}").write_bytes(content)
    before = early.read_bytes()
    aside = backups.restored(early, path)
    assert aside is not None
    assert names(folder) == [early.name] and early.read_bytes() == before
    assert names(tmp_path, "a.sqlite*") == sorted(
        ["a.sqlite", "a.sqlite.lock", "a.sqlite.shown", aside.name, f"{aside.name}-shm", f"{aside.name}-wal"]
    )
    with service_harness(path) as b:
        assert b.service.log(campaign) == entries
    again = backups.restored(aside, path)
    assert again not in (None, aside), "a former file is never overwritten, nor is its -wal forgotten"
    with service_harness(path) as b:
        assert b.service.log(campaign) == later


def test_copies_of_a_closed_file_leave_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with service_harness(path) as b:
        played(b)
    made = backups.backed_up(path, tmp_path / "copies", 1)
    (tmp_path / "copies" / f"{made.name}-shm").touch()  # of an earlier release, and no copy
    assert backups.newest(tmp_path / "copies") == made.stat().st_mtime
    assert names(tmp_path) == ["a.sqlite", "a.sqlite.shown", "copies"]


def test_what_is_no_whole_copy_is_not_restored_and_changes_nothing(tmp_path: Path) -> None:
    path, torn = tmp_path / "a.sqlite", tmp_path / "torn.sqlite"
    with service_harness(path) as b:
        played(b)
    torn.write_bytes(path.read_bytes()[: 4096 * 6])
    before = path.read_bytes()
    for file in (torn, tmp_path / "none.sqlite", tmp_path):
        with pytest.raises(CannotStart, match="Nothing was changed"):
            backups.restored(file, path)
    assert names(tmp_path) == ["a.sqlite", "a.sqlite.lock", "a.sqlite.shown", "torn.sqlite"]
    assert path.read_bytes() == before


def names(folder: Path, pattern: str = "*") -> list[str]:
    return sorted(file.name for file in folder.glob(pattern))


LAST = "WHERE n = (SELECT max(n) FROM entry WHERE campaign = 1)"


@pytest.mark.parametrize(
    "sql",
    [
        f"UPDATE entry SET body = CAST(replace(CAST(body AS TEXT), 'n', 'm') AS BLOB) {LAST}",
        f"DELETE FROM entry {LAST}",
        f"UPDATE campaign SET head = '{'ab' * 32}'",
    ],
)
def test_a_game_whose_log_was_changed_is_held_at_the_start_and_the_others_go_on(
    tmp_path: Path, sql: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "a.sqlite"
    with service_harness(path) as b:
        campaign, other = played(b), b.found("nim", "short")
        old = b.store.backup(tmp_path / "old.sqlite")
    decayed(path, f"{sql} AND campaign = 1" if "entry" in sql else f"{sql} WHERE id = 1")
    with service_harness(path) as b:
        b.service.hold_damaged()
        b.service.hold_damaged()
        (told,) = b.service.posts(campaign, ["referee"])
        assert re.search("chain|log ends", str(told.content)) and str(old) in str(told.content)
        assert b.service.campaign(campaign).held.startswith("error ") and str(old) in caplog.text
        with pytest.raises(Held):
            b.step(campaign, 0)
        b.service.do(by("north"), other, playing.submit, "north", 7)
        assert not is_intact(b.store.backup(tmp_path / "1.sqlite"))


def test_a_file_with_a_broken_page_names_the_newest_whole_backup(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with service_harness(path) as b:
        played(b)
        whole = b.store.backup(tmp_path / "1.sqlite")
        broken = b.store.backup(tmp_path / "2.sqlite")
    for file in (path, broken):
        content = bytearray(file.read_bytes())
        content[4096 * 4 : 4096 * 12] = b"\xff" * 4096 * 8
        file.write_bytes(content)
    with pytest.raises(Corrupt) as damaged:
        Store(path, tmp_path)
    assert damaged.value.newest == whole
    assert str(whole) in str(damaged.value)
    (tmp_path / "empty").mkdir()
    with pytest.raises(Corrupt, match="No intact backup"):
        Store(path, tmp_path / "empty")


def test_a_changed_entry_is_found_before_its_campaign_is_played(tmp_path: Path) -> None:
    """At opening only the newest links are recomputed, so that a thousand campaigns open in a second."""
    path = tmp_path / "a.sqlite"
    with service_harness(path) as b:
        campaign, other = played(b), b.found("nim", "short")
        n = b.service.status(campaign).campaign.n
    decayed(path, "UPDATE entry SET body = CAST('{}' AS BLOB) WHERE campaign = 1 AND n = 4")
    with service_harness(path) as b:
        with pytest.raises(Held):
            b.step(campaign, 0)
        status = b.service.status(campaign).campaign
        assert (status.n, status.held[:5]) == (n, "error")
        assert [p.audience for p in b.waiting() if about(p) == "defect"] == ["referee"]
        assert b.step(other, 0), "the others are played on"


# -- what is kept small --------------------------------------------------------------------------------


def test_the_last_fifty_rests_and_one_a_stage_are_kept(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long", seed=b"rests")
    first = b.context.log.rests(campaign)[0][0]
    with b.store.transaction():
        for n in range(first + 1, first + 201):
            stage = f"year {n // 40}"
            opening = [n] if n % 40 == 0 else []
            b.context.log.add_rests(campaign, [Rest(n, b"world %d" % n, stage)], opening)
    kept = [n for n, _ in b.context.log.rests(campaign)]
    assert kept[-50:] == list(range(first + 151, first + 201))
    assert kept[:-50] == [first, *(n for n in range(first + 1, first + 151) if n % 40 == 0)]
    for n in kept[1:]:
        rest = b.context.log.rest(campaign, n)
        assert rest == Rest(n, b"world %d" % n, f"year {n // 40}")
    assert b.context.log.rest(campaign, kept[-50] - 1) == b.context.log.rest(campaign, kept[-51])


def test_standing_orders_are_kept_once_however_many_answers_seal_them(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long", seed=b"books")
    c = b.service.status(campaign).campaign
    chain = Chain(c.name, bytes(32), c.n, c.head)
    books = {"north": ["on 2 do bid 3"] * 20}
    fields = {"seat": "north", "rule": "2", "ask": 0, "by": "seat", "pub": {"answer": 1}}
    parts = {"q": "00", "standing": 0, "books": books}
    entries = [chain.append("answer", 0, fields, [((), parts)]) for _ in range(10)]
    with b.store.transaction():
        b.context.log.add_entries(campaign, entries)
    assert b.context.log.entries(campaign, c.n - 1) == entries
    assert len(b.store.rows("SELECT 1 FROM book WHERE id > 0")) == 1


def test_a_message_is_remembered_once(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long", seed=b"twice")
    seat = b.service.asked(campaign)[0].seat
    first = b.service.do(by(seat, "press 1"), campaign, playing.submit, seat, 3)
    assert b.service.do(by(seat, "press 1"), campaign, playing.submit, seat, 3) == first
    with pytest.raises(Refusal):  # another's message of the same name is another
        b.service.do(by("somebody", "press 1"), campaign, playing.submit, seat, 9)
    assert b.service.status(campaign).campaign.n == first.n


# -- a file that cannot be used now -------------------------------------------------------------------


def test_a_locked_file_is_not_damaged_and_is_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (store, copying):
        monkeypatch.setattr(module, "PATIENCE", 0.05)
    path = tmp_path / "a.sqlite"
    with service_harness(path) as b:
        played(b)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        for attempt in (lambda: Store(path), lambda: backups.backed_up(path, tmp_path / "copies", 3)):
            with pytest.raises(CannotStartYet, match="cannot be used now: database is locked") as refused:
                attempt()
            assert refused.value.code != CannotStart.code, "who starts it tries again"
    assert list((tmp_path / "copies").iterdir()) == []
    Store(path).close()


def test_of_a_copy_that_fails_nothing_is_left(b: ServiceHarness, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    full = patch("sqlite3.connect", side_effect=sqlite3.OperationalError("the disk is full"))
    with full, pytest.raises(sqlite3.OperationalError):
        backups.back_up(b.store, folder, 3)
    assert list(folder.iterdir()) == []
    assert backups.back_up(b.store, folder, 3).exists(), "the first try is forgotten"


@pytest.mark.parametrize("column", ["hroot", "seeds", "asides", "joint"])
def test_a_flipped_bit_in_the_secrets_holds_that_game_alone(tmp_path: Path, column: str) -> None:
    """It is noticed before anything is built on it; the referee is told, and the others go on."""
    path = tmp_path / "tabellarius.sqlite"
    with service_harness(path, seed="flip") as b:
        one, other = (b.found("nim", "short") for _ in range(2))
        b.service.do(by("north"), one, playing.submit, "north", 7)
        with b.store.transaction():
            row = b.store.row(f"SELECT {column} FROM secret WHERE campaign = ?", one)
            assert row is not None
            at = 40 if column in ("seeds", "asides") else 0  # the second link that is kept
            flipped = bytearray(row[0])
            flipped[at] ^= 1
            b.store.run(f"UPDATE secret SET {column} = ? WHERE campaign = ?", bytes(flipped), one)
    with service_harness(path, seed="flip") as b:
        n = b.service.campaign(one).n
        with pytest.raises(Held):
            b.service.do(by("south"), one, playing.submit, "south", 7)
        found = b.service.campaign(one)
        assert found.held and found.n == n
        assert any(post.audience == "referee" for post in b.service.posts(one, ["referee"]))
        b.service.do(by("north"), other, playing.submit, "north", 7)


def test_a_copy_of_a_newer_release_is_not_restored(tmp_path: Path) -> None:
    """It is refused before anything is replaced, in the words of the start."""
    path, copy = tmp_path / "a.sqlite", tmp_path / "newer.sqlite"
    with service_harness(path) as b:
        played(b)
    copy.write_bytes(path.read_bytes())
    with closing(sqlite3.connect(copy)) as conn:
        conn.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('tabellarius', 'x', '')"
        )
        conn.commit()
    before = path.read_bytes()
    with pytest.raises(
        CannotStart, match=r"written by a newer release: this one does not know x.*Nothing was changed"
    ):
        backups.restored(copy, path)
    assert path.read_bytes() == before
    assert names(tmp_path, "*.part") == []


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TRIGGER seats AFTER INSERT ON inbox BEGIN UPDATE member SET user = 'local/evil'; END",
        "CREATE TRIGGER _litestream AFTER INSERT ON inbox BEGIN UPDATE member SET user = 'local/evil'; END",
        "CREATE VIEW spying AS SELECT * FROM secret",
        "CREATE TABLE more (x)",
    ],
)
def test_a_file_with_what_no_migration_made_is_neither_opened_nor_restored(tmp_path: Path, sql: str) -> None:
    path, copy = tmp_path / "a.sqlite", tmp_path / "copy.sqlite"
    with service_harness(path) as b:
        played(b)
    copy.write_bytes(path.read_bytes())
    with closing(sqlite3.connect(copy)) as conn:
        conn.execute(sql)
        conn.execute("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
        conn.commit()
    with pytest.raises(CannotStart, match="Nothing was changed"):
        backups.restored(copy, path)
    with pytest.raises(Corrupt, match="is none of ours"):
        Store(copy)


def test_a_replicator_may_have_tables_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with service_harness(path) as b:
        played(b)
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
        conn.commit()
    Store(path).close()
