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
from adjudicator.core.language.languages import FIRST
from adjudicator.core.language.words import N_, Cells, Passage, Words, words
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
from service.text.telling import worded
from service.unit_of_work.context import ServiceContext
from service.usecases.play import queries
from service.usecases.rehearse import rehearse
from service.values.console import Write
from service.values.project import command
from service.values.settings import CannotStart, CannotStartYet
from service.values.words import because, speak

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
    language: str = FIRST,
) -> Iterator[Service]:
    """Open the service over the SQLite file `path`, which is made if it is missing; see `ServiceContext`.

    If the file is damaged, an intact copy is looked for in `backups`, else beside it. `exclusive` locks the
    file: only processes that read, or make a link, may then open it too. Campaigns of which more was shown
    than the file contains are held. What is said of it is printed in `language`.

    Raises:
        CannotStart: if its folder is missing, or the file is damaged or of a newer release, cannot be opened
            now, or is locked by another process.
    """
    require_folder(path)
    with alone(path) if exclusive else nullcontext():
        if exclusive:
            _require_first(path, backups)
            _tighten(path, language)
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
        said = [
            words(N_("{path} is empty.") if path.exists() else N_("{path} is missing."), path=path),
            words(N_("{file} beside it tells of {n} {n:game|games}."), file=f"{path.name}.shown", n=known)
            if known
            else words(N_("{backups} holds backups."), backups=backups),
            *([words(N_("The newest backup is {file}."), file=copies)] if copies is not None else []),
            words(
                N_(
                    "Restore it with “{command} restore FILE”; to begin anew, move those files away or set "
                    "another folder for backups first."
                ),
                command=command(),
            ),
        ]
        raise CannotStart("{said}", said=Passage(said))


def _tighten(path: Path, language: str) -> None:
    """Let nobody else read the file, and say so if others could.

    Raises:
        CannotStartYet: if it belongs to somebody else.
    """
    try:
        could = tighten(path)
    except OSError as error:
        raise CannotStartYet(
            N_(
                "Others can read {path}, which tells all dice to come, and this account cannot change that "
                "({why}). Give it to the account of the umpire, with mode 600."
            ),
            path=path,
            why=because(error),
        ) from error
    if could:
        said = words(
            N_("Others could read {path}, which tells all dice to come; its mode is 600 now."), path=path
        )
        _LOG.warning(speak(said, FIRST))
        print(speak(said, language))


def _require_all(store: Store, backups: Path | None) -> None:
    """Require that the file has every campaign that was shown: its -wal may be lost, or it may be another
    file.

    Raises:
        CannotStart: if it lacks one that no restored copy lacked.
    """
    shown = ShownEnds(store.path).all()
    lost = [
        words(N_("{name} (up to entry {n})"), name=name, n=end.n)
        for name, end in shown.items()
        if store.row("SELECT 1 FROM campaign WHERE name = ?", name) is None
    ]
    if lost:
        newest = newest_copy(backups) if backups is not None else None
        said = [
            words(
                N_(
                    "{path} lacks {n} {n:game|games} that {n:was|were} shown: {lost}. Was {wal} lost, or the "
                    "file replaced?"
                ),
                path=store.path,
                n=len(lost),
                lost=Cells(lost),
                wal=f"{store.path.name}-wal",
            ),
            words(N_("There is no backup."))
            if newest is None
            else words(
                N_("The newest backup is {file}: restore it with “{command} restore FILE”."),
                file=newest,
                command=command(),
            ),
            words(
                N_("To go on without these games, give “{command} restore {path}”."),
                command=command(),
                path=store.path,
            ),
        ]
        raise CannotStart("{said}", said=Passage(said))


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
        raise CannotStart(error.said) from error
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


def rehearsed(path: Path, backups: Path | None = None, write: Write = print, language: str = FIRST) -> int:
    """List the campaigns of a file that this release could not follow; return 1 if there are any, else 0.

    Raises:
        CannotStart: if the file is missing, not intact or of a newer release, or cannot be read now.
    """
    require_database(path)
    try:
        playing, held = rehearse(path, games(), backups)
    except Corrupt as error:
        raise CannotStart(error.said) from error
    said = [
        words(
            N_("{n} {title}: {why} (last checkpoint: entry {rest})"),
            n=found.campaign.id,
            title=found.campaign.title,
            why=found.why,
            rest=found.rest,
        )
        for found in held
    ]
    said.append(
        words(
            N_("Games in play: {playing}. Games this release would put on hold: {held}."),
            playing=playing,
            held=len(held),
        )
    )
    for line in said:
        write(speak(line, language))
    return 1 if held else 0


def checked_backup(file: Path | None, backups: Path, write: Write = print, language: str = FIRST) -> int:
    """Restore a backup in a temporary folder as a test: verify every log in it, and try every game in play.

    Return 1 if anything is wrong with it, else 0.

    Raises:
        CannotStart: if there is none, or it cannot be read.
    """
    file = file or newest_copy(backups)
    if file is None:
        raise CannotStart(N_("There is no backup in {backups}."), backups=backups)
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
            why = words("{why}", why=error.why) if isinstance(error, Corrupt) else because(error)
            raise CannotStart(N_("{file} cannot be restored: {why}"), file=file, why=why) from error
        for campaign, fault in faults:
            write(f"{campaign.id} {campaign.title}: {speak(fault, language)}")
        held = rehearsed(trial, backups, write, language)
    said = words(
        N_("{file}: {n} {n:game|games}, {faults} with a log that does not verify."),
        file=file,
        n=len(found),
        faults=len(faults),
    )
    write(speak(said, language))
    return 1 if faults or held else 0


def _fault_of(service: Service, campaign: int) -> Words | None:
    """Return the fault of a campaign's log, None if it has none."""
    try:
        service.context.require_intact(campaign)
        report = service.look(campaign, queries.verdict)
    except Corrupt as error:
        return error.said
    except Refusal as error:
        return error.why
    return worded(report.verdict) if report.errors else None
