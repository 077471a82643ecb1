"""Open the service over a file, with the clock and the randomness of this machine, or with given ones."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

from adjudicator.core.language.errors import Refusal
from adjudicator.core.log.founding import RulesVersion
from adjudicator.figures import games
from adjudicator.rules_version import rules_version
from service.api import Service
from service.storage.database.backups import newest_copy, require_database
from service.storage.database.copying import gather, tighten
from service.storage.database.errors import Corrupt
from service.storage.database.lock import alone, require_folder
from service.storage.database.shown import ShownEnds
from service.storage.database.store import Store, is_replicated
from service.unit_of_work.context import ServiceContext
from service.usecases.play import queries
from service.usecases.rehearse import rehearse
from service.values.project import command
from service.values.settings import CannotStart, CannotStartYet

_LOG = logging.getLogger(__name__)


def now() -> int:
    """Return the time, in UNIX seconds."""
    return int(time.time())


def at_no_time() -> int:
    """Return 0, as the clock of a game whose result must not depend on the time."""
    return 0


@contextmanager
def opened(
    path: Path,
    *,
    clock: Callable[[], int] = now,
    entropy: Callable[[int], bytes] = os.urandom,
    rules_version: Callable[[str], RulesVersion] = rules_version,
    backups: Path | None = None,
    exclusive: bool = False,
) -> Iterator[Service]:
    """Open the service over the SQLite file `path`, which is made if it is missing; see `ServiceContext`.

    If the file is damaged, an intact copy is looked for in `backups`, else beside it. `exclusive` locks the
    file: only processes that read, or make a link, may then open it too. Campaigns of which more was shown
    than the file contains are held.

    Raises:
        CannotStart: if its folder is missing, or the file is damaged or of a newer release, cannot be opened
            now, or is locked by another process.
    """
    require_folder(path)
    with alone(path) if exclusive else nullcontext():
        if exclusive:
            _require_first(path, backups)
            _tighten(path)
        yield from _opened(path, clock, entropy, rules_version, backups, exclusive)


def _require_first(path: Path, backups: Path | None) -> None:
    """Require that no other record names games of a missing or empty file.

    Raises:
        CannotStart: if the file beside it names games that were shown, or the folder of backups has any.
    """
    if path.exists() and path.stat().st_size:
        return
    known, copies = len(ShownEnds(path).all()), newest_copy(backups) if backups is not None else None
    if known or copies is not None:
        what = "is empty" if path.exists() else "is missing"
        tells = (
            f"{path.name}.shown beside it tells of {known} game(s)" if known else f"{backups} holds backups"
        )
        newest = f" The newest backup is {copies}." if copies is not None else ""
        raise CannotStart(
            f"{path} {what}, but {tells}.{newest} Restore it with “{command()} restore FILE”; to begin anew, "
            "move those files away or set another folder for backups first."
        )


def _tighten(path: Path) -> None:
    """Let nobody else read the file, and say so if others could.

    Raises:
        CannotStartYet: if it belongs to somebody else.
    """
    try:
        could = tighten(path)
    except OSError as error:
        raise CannotStartYet(
            f"Others can read {path}, which tells all dice to come, and this account cannot change that "
            f"({error.strerror}). Give it to the account of the umpire, with mode 600."
        ) from error
    if could:
        said = f"Others could read {path}, which tells all dice to come; its mode is 600 now."
        _LOG.warning(said)
        print(said)


def _require_all(store: Store, backups: Path | None) -> None:
    """Require that the file has every campaign that was shown: its -wal may be lost, or it may be another
    file.

    Raises:
        CannotStart: if it lacks one that no restored copy lacked.
    """
    shown = ShownEnds(store.path).all()
    lost = [
        f"{name} (up to entry {end.n})"
        for name, end in shown.items()
        if store.row("SELECT 1 FROM campaign WHERE name = ?", name) is None
    ]
    if lost:
        newest = newest_copy(backups) if backups is not None else None
        raise CannotStart(
            f"{store.path} lacks {len(lost)} game(s) that were shown: {', '.join(lost)}. Was "
            f"{store.path.name}-wal lost, or the file replaced? The newest backup is {newest or 'missing'}: "
            f"restore it with “{command()} restore FILE”. To go on without these games, name "
            f"{store.path} itself."
        )


def _opened(
    path: Path,
    clock: Callable[[], int],
    entropy: Callable[[int], bytes],
    rules_version: Callable[[str], RulesVersion],
    backups: Path | None,
    is_umpire: bool,
) -> Iterator[Service]:
    """Yield the service on a checked database; the umpire's first holds every game it could not run."""
    try:
        store = Store(path, backups if backups is not None and backups.is_dir() else None)
    except Corrupt as error:
        raise CannotStart(str(error)) from error
    try:
        if is_umpire:
            if is_replicated(path):
                _LOG.warning(
                    "%s alone is not all while Litestream follows it: copy it with “%s backup”, not with cp",
                    path,
                    command(),
                )
            _require_all(store, backups)
        service = Service(ServiceContext(store, games(), clock, entropy, rules_version))
        if is_umpire:
            service.hold_damaged()
            service.hold_without_figures()
            service.compare_with_shown()
        yield service
    finally:
        store.close()


def rehearsed(path: Path, backups: Path | None = None, write: Callable[[str], object] = print) -> int:
    """List the campaigns of a file that this release could not follow; return 1 if there are any, else 0.

    Raises:
        CannotStart: if the file is missing, not intact or of a newer release, or cannot be read now.
    """
    require_database(path)
    try:
        playing, held = rehearse(path, games(), backups)
    except Corrupt as error:
        raise CannotStart(str(error)) from error
    for found in held:
        write(
            f"{found.campaign.id} {found.campaign.title}: {found.why} (last checkpoint: entry {found.rest})"
        )
    write(f"Games in play: {playing}. Games this release would put on hold: {len(held)}.")
    return 1 if held else 0


def checked_backup(file: Path | None, backups: Path, write: Callable[[str], object] = print) -> int:
    """Restore a backup in a temporary folder as a test: verify every log in it, and try every game in play.

    Return 1 if anything is wrong with it, else 0.

    Raises:
        CannotStart: if there is none, or it cannot be read.
    """
    file = file or newest_copy(backups)
    if file is None:
        raise CannotStart(f"There is no backup in {backups}.")
    with TemporaryDirectory() as folder:
        trial = Path(folder) / file.name
        try:
            gather(file, trial)
            with closing(Store(trial)) as store:
                service = Service(ServiceContext(store, games(), now, os.urandom, rules_version))
                found = service.campaigns("joining", "salting", "playing", "closed", "over")
                faults = [
                    (campaign, fault) for campaign in found if (fault := _fault_of(service, campaign.id))
                ]
        except (Corrupt, OSError) as error:
            why = error.why if isinstance(error, Corrupt) else error
            raise CannotStart(f"{file} cannot be restored: {why}") from error
        for campaign, fault in faults:
            write(f"{campaign.id} {campaign.title}: {fault}")
        held = rehearsed(trial, backups, write)
    write(f"{file}: {len(found)} games, {len(faults)} with a log that does not verify.")
    return 1 if faults or held else 0


def _fault_of(service: Service, campaign: int) -> str:
    """Return the fault of a campaign's log, "" if it has none."""
    try:
        service.context.require_intact(campaign)
        report = service.look(campaign, queries.verdict)
    except (Corrupt, Refusal) as error:
        return str(error)
    return report.verdict if report.errors else ""
