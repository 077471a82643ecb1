"""Copies of the database: made while it is in use, deleted when they are old, restored by hand."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile

from adjudicator.core.language.words import N_, Cells, Passage, Words, words
from service.values.settings import CannotStart
from service.values.words import because

from .copying import BESIDE, copy, gather
from .errors import Corrupt, foreign
from .integrity import first_fault, titles_of, unknown_to_us
from .lock import alone
from .shown import ShownEnds
from .store import Store

STEM = "tabellarius-"
LATEST = "latest"
"""The name of the copy that is made every few minutes, in place of the one before."""
PATTERN = f"{STEM}*.*"
PART = ".part"
"""The ending of a copy that is being made, or that was torn when it was."""
DAY = 86_400


def back_up(store: Store, folder: Path, kept: int) -> Path:
    """Make a copy in a folder, named by the time (UTC), and keep only the `keep` newest copies.

    Raises:
        OSError, StoreError: if it cannot be written.
    """
    folder.mkdir(exist_ok=True)
    made = store.backup(_unused(folder, STEM, store.path.suffix))
    _let_go(folder, kept)
    return made


def require_database(database: Path) -> None:
    """Require that a database is there.

    Raises:
        CannotStart: if it is not.
    """
    if not database.is_file():
        raise CannotStart(N_("There is no database {database}."), database=database)


def require_writable(folder: Path) -> None:
    """Require that copies can be written into a folder, whose last part is made if it is missing.

    Raises:
        CannotStart: if they cannot.
    """
    try:
        folder.mkdir(exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise CannotStart(
            N_(
                "Backups cannot be written into {folder} ({why}). Correct “backups”, or turn them off with "
                "backup_hours and backup_minutes 0."
            ),
            folder=folder,
            why=because(error),
        ) from error


def _let_go(folder: Path, kept: int) -> None:
    for old in _copies(folder)[:-kept]:
        old.unlink()
    for torn in folder.glob(PATTERN + PART):
        if torn.stat().st_mtime < time.time() - DAY:
            torn.unlink()


def _copies(folder: Path) -> list[Path]:
    """Return the intact copies, the oldest first."""
    return sorted(file for file in folder.glob(PATTERN) if not file.name.endswith((PART, *BESIDE)))


def newest_copy(folder: Path) -> Path | None:
    """Return the newest copy, None if there is none."""
    copies = [*_copies(folder), *folder.glob(f"{LATEST}.*")] if folder.is_dir() else []
    copies = [file for file in copies if not file.name.endswith((PART, *BESIDE))]
    return max(copies, key=lambda file: file.stat().st_mtime, default=None)


def newest(folder: Path) -> float:
    """Return when the newest copy was made, in UNIX seconds; 0 if there is none."""
    return max((file.stat().st_mtime for file in _copies(folder)), default=0.0)


def backed_up(database: Path, folder: Path, kept: int) -> Path:
    """Make a copy of a file, whether it is in use or not.

    Raises:
        CannotStart: if there is no such file, or it cannot be read, or not copied now.
    """
    require_database(database)
    require_writable(folder)
    made = _unused(folder, STEM, database.suffix)
    part = made.with_name(made.name + PART)
    try:
        copy(database, part)
    except Corrupt as error:
        raise CannotStart(error.said) from error
    part.replace(made)
    _let_go(folder, kept)
    return made


def replace_latest(database: Path, folder: Path) -> Path:
    """Replace the latest copy of a file; the copies that are kept longer stay.

    Raises:
        CannotStart: if it cannot be read, or not copied now.
        OSError: if the folder cannot be written.
    """
    folder.mkdir(exist_ok=True)
    latest = folder / f"{LATEST}{database.suffix}"
    part = latest.with_name(latest.name + PART)
    try:
        copy(database, part)
    except Corrupt as error:
        raise CannotStart(error.said) from error
    return part.replace(latest)


def restored(backup: Path, database: Path, *, losing: bool = False) -> Path | None:
    """Replace the database by a copy; return the path of the former one, None if there was none.

    The bot must not run. Nothing is deleted: the former file and its SQLite side files are moved aside. The
    last entry shown of each of its campaigns is kept, so that no dice are rolled again (design/fair-dice.md
    §8).

    Raises:
        CannotStart: if the copy is missing, not intact or of another release, or lacks games of the database
            and they are not to be lost (`losing`), or the bot runs.
    """
    if not backup.is_file():
        raise CannotStart(N_("There is no backup {backup}. Nothing was changed."), backup=backup)
    with alone(database):
        return _restored(backup, database, losing)


def _restored(backup: Path, database: Path, losing: bool) -> Path | None:
    """Put a checked copy in place of the database; return where the old one was moved, None without one."""
    part = database.with_name(database.name + PART)
    try:
        gather(backup, part)
        fault: str | Words = first_fault(part)
    except OSError as error:
        fault = because(error)
    except Corrupt as error:
        fault = error.said
    if fault:
        part.unlink(missing_ok=True)
        raise CannotStart(
            N_("{backup} is damaged or incomplete, or cannot be copied ({fault}). Nothing was changed."),
            backup=backup,
            fault=fault,
        )
    if why := _forbidden(backup, part, database, losing):
        part.unlink()
        raise CannotStart(why)
    _remember(database, part)
    aside = _unused(database.parent, f"{database.name}.before-")
    had_one = database.exists()
    for ending in ("", *BESIDE):  # a new file beside an old -wal would take over its contents
        old = database.with_name(database.name + ending)
        if old.exists():
            old.rename(aside.with_name(aside.name + ending))
    part.replace(database)
    return aside if had_one else None


def _forbidden(backup: Path, copied: Path, database: Path, losing: bool) -> Words | None:
    """Return why an intact copy must not replace the database, None if it may."""
    if strangers := unknown_to_us(copied):
        what = words("{backup}", backup=backup)
        return words("{said}", said=Passage([foreign(what, strangers), words(N_("Nothing was changed."))]))
    kept, titles = titles_of(copied), titles_of(database)
    lost = [f"“{title}” ({name})" for name, title in sorted(titles.items()) if name not in kept]
    if losing or not lost:
        return None
    return words(
        N_(
            "{backup} lacks games of {database}: {lost}. Nothing was changed. To lose them, add "
            "“--lose-games”; the previous database is kept beside the new one."
        ),
        backup=backup,
        database=database,
        lost=Cells(lost),
    )


def _remember(database: Path, copy: Path) -> None:
    """Keep the last entry shown of each campaign of a database, as far as the database can still be read."""
    former = database.with_name(f"{database.name}.former")
    try:
        gather(database, former)
    except (OSError, Corrupt):
        former.unlink(missing_ok=True)
    ShownEnds(database).take_over(former if former.exists() else None, copy)
    former.unlink(missing_ok=True)


def _unused(folder: Path, stem: str, ending: str = "") -> Path:
    """Return an unused file name made from the time; two may be needed in one second."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    names = (f"{stem}{stamp}-{n:02}{ending}" for n in range(100))
    return next(folder / name for name in names if not [*folder.glob(name + "*")])
