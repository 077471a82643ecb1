"""What an operator meets at the start: folders that are missing, files that others may read."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from frontends.browser.linking import run as link
from service.runtime.bootstrap import checked_backup, opened, rehearsed
from service.runtime.keep_backups import require_backups
from service.storage.database.backups import backed_up, restored
from service.values.settings import CannotStart, Settings
from tests.harness.service import service_harness


def test_the_folder_of_a_database_is_never_made(tmp_path: Path) -> None:
    """Where a disk is not mounted, a new umpire would know of no game."""
    path = tmp_path / "disk" / "tabellarius.db"
    for exclusive in (True, False):
        with (
            pytest.raises(CannotStart, match=r"is not there\. Mount its disk"),
            opened(path, exclusive=exclusive),
        ):
            pass
    assert not path.parent.exists()


@pytest.mark.skipif(os.name != "posix", reason="this system keeps no such modes")
def test_a_database_that_others_may_read_is_closed_to_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As another program has restored it."""
    path = tmp_path / "t.db"
    with opened(path, exclusive=True):
        assert capsys.readouterr().out == ""
    path.chmod(0o644)
    with opened(path, exclusive=True):
        assert "its mode is 600 now" in capsys.readouterr().out
        assert path.stat().st_mode & 0o777 == 0o600


def test_a_database_of_a_newer_release_is_refused_in_words_by_every_command(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with service_harness(path):
        pass
    with closing(sqlite3.connect(path)) as conn:
        conn.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('tabellarius', 'moons', '2036-01-01')"
        )
        conn.commit()
    for command in (
        partial(rehearsed, path),
        partial(checked_backup, path, tmp_path),
        partial(link, Settings(database=path), 1, "caesar"),
    ):
        with pytest.raises(CannotStart, match="written by a newer release: this one does not know moons"):
            command()


def test_a_damaged_file_is_named_and_not_its_temporary_copy(tmp_path: Path) -> None:
    path, backups = tmp_path / "t.db", tmp_path / "copies"
    with service_harness(path):
        pass
    intact = backed_up(path, backups, 3)
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("CREATE TABLE theirs (x)")
        conn.commit()
    noise = tmp_path / "noise.db"
    noise.write_bytes(b"noise" * 999)
    for damaged in (path, noise):
        for command in (partial(rehearsed, damaged, backups), partial(checked_backup, damaged, backups)):
            with pytest.raises(CannotStart) as refused:
                command()
            said = str(refused.value)
            assert said.startswith(f"{damaged} ")
            named = {word.strip("(.,)") for word in said.split() if "/" in word}
            assert named == {f"{damaged}", *([f"{intact}"] if command.func is rehearsed else [])}


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    path, backups = tmp_path / "t.db", tmp_path / "copies"
    for command in (
        partial(rehearsed, path),
        partial(link, Settings(database=path), 1, "caesar"),
        partial(backed_up, path, backups, 3),
    ):
        with pytest.raises(CannotStart, match=f"There is no database {path}"):
            command()
    with pytest.raises(CannotStart, match=f"There is no backup {path}"):
        restored(path, tmp_path / "other.db")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_which_no_backup_can_be_written_is_refused_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "missing" / "copies"):
        with pytest.raises(CannotStart, match="Backups cannot be written into"):
            require_backups(Settings(backups=folder))
        require_backups(Settings(backups=folder, backup_hours=0))
    require_backups(Settings(backups=tmp_path / "copies"))
    assert list((tmp_path / "copies").iterdir()) == []
