"""Files that another release has written: this one's under a made-up next migration, a newer one's, an older
one's (design/store.md §3).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from service.storage.database import backups
from service.storage.database.errors import Corrupt, Foreign
from service.storage.database.store import Store
from service.storage.migrations.checksums import LATER, Columns, covering
from service.storage.migrations.scripts import BEFORE_RELEASE, LAST_BEFORE, SCRIPTS
from service.usecases.rehearse import rehearse
from service.values.settings import CannotStart
from tests.harness.damage import decayed
from tests.harness.service import ServiceHarness, service_harness
from tests.toys import nim

ADDED: Columns = {"campaign": {"campaign": "example", "badge": "campaign name"}}
NEXT = f"""
ALTER TABLE campaign ADD COLUMN example TEXT NOT NULL DEFAULT '';
CREATE TABLE badge (campaign INTEGER PRIMARY KEY REFERENCES campaign (id), name TEXT NOT NULL) STRICT;
INSERT INTO badge SELECT id, title FROM campaign;
{covering([*LATER, ADDED])}
"""


@pytest.fixture
def next_release(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return what makes this code the next release's."""
    return partial(monkeypatch.setitem, SCRIPTS, "next", NEXT)


def played(path: Path) -> int:
    """Return the number of the newest of two campaigns in a new file, both with some moves."""
    with service_harness(path) as b:
        b.play(b.found("nim", "short"), 3)
        campaign = b.found("nim", "long")
        b.play(campaign, 3)
    return campaign


def applied(b: ServiceHarness) -> list[str]:
    return [name for (name,) in b.store.rows("SELECT name FROM _sqlite_migrations ORDER BY id")]


def test_a_migration_runs_once_and_the_games_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, next_release: Callable[[], None]
) -> None:
    path = tmp_path / "a.sqlite"
    campaign = played(path)
    next_release()
    for _ in range(2):
        with service_harness(path) as b:
            assert applied(b) == [*SCRIPTS]
            b.store.require_checksum("campaign", campaign)
            n = b.service.campaign(campaign).n
            b.play(campaign, 1)
            assert b.service.campaign(campaign).n > n
    monkeypatch.delitem(SCRIPTS, "next")
    with pytest.raises(Foreign, match="written by a newer release: this one does not know next"):
        Store(path)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE campaign SET example = 'fair play' WHERE id = 1",
        "UPDATE badge SET name = 'laurel' WHERE campaign = 1",
        "UPDATE campaign SET title = 'other' WHERE id = 1",
    ],
)
def test_what_a_migration_adds_is_in_the_checksum(
    tmp_path: Path, next_release: Callable[[], None], sql: str
) -> None:
    path = tmp_path / "a.sqlite"
    other = played(path)
    next_release()
    Store(path).close()
    decayed(path, sql)
    with closing(Store(path)) as store:
        store.require_checksum("campaign", other)
        with pytest.raises(Corrupt):
            store.require_checksum("campaign", 1)


def test_a_migration_hides_no_earlier_damage(tmp_path: Path, next_release: Callable[[], None]) -> None:
    path = tmp_path / "a.sqlite"
    other = played(path)
    decayed(path, "UPDATE campaign SET title = 'other' WHERE id = 1")
    next_release()
    with closing(Store(path)) as store:
        store.require_checksum("campaign", other)
        with pytest.raises(Corrupt):
            store.require_checksum("campaign", 1)


def test_an_upgrade_is_rehearsed_on_a_copy(tmp_path: Path, next_release: Callable[[], None]) -> None:
    path = tmp_path / "a.sqlite"
    played(path)
    before = path.read_bytes()
    next_release()
    assert rehearse(path, {"nim": nim.GAME}) == (2, [])
    assert path.read_bytes() == before


def test_a_backup_of_the_release_before_is_restored(tmp_path: Path, next_release: Callable[[], None]) -> None:
    path, copy = tmp_path / "a.sqlite", tmp_path / "copy.sqlite"
    campaign = played(path)
    with closing(Store(path)) as store:
        store.backup(copy)
    next_release()
    path.unlink()
    backups.restored(copy, path)
    with service_harness(path) as b:
        b.play(campaign, 1)
        assert applied(b) == [*SCRIPTS]


def test_a_file_from_before_the_first_release_is_refused_with_the_commit_that_reads_it(
    tmp_path: Path,
) -> None:
    path, other = tmp_path / "a.sqlite", tmp_path / "b.sqlite"
    for file in (path, other):
        played(file)
    with closing(sqlite3.connect(path)) as conn, conn:
        conn.execute("UPDATE _sqlite_migrations SET name = ?", (BEFORE_RELEASE,))
    before = other.read_bytes()
    for command in (
        partial(Store, path),
        partial(rehearse, path, {}),
        partial(backups.restored, path, other),
    ):
        with pytest.raises(CannotStart, match=rf"before release 0\.1\.0.*Commit {LAST_BEFORE} is the last"):
            command()
    assert other.read_bytes() == before
