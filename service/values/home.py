"""The folder in which an umpire keeps its files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import platformdirs

from adjudicator.core.language.words import N_

from .project import SCRIPT
from .settings import HOME, CannotStart
from .words import because


def home(environ: Mapping[str, str], *, is_installed: bool) -> Path:
    """Return the folder to which relative paths of settings refer, and in which settings and log lie.

    It is that of `TABELLARIUS_HOME`, whose last part is made if it is missing; otherwise the working folder,
    and for an installed command the platform's folder for data, which is made.

    Raises:
        CannotStart: if it is not there and cannot be made.
    """
    named = environ.get(HOME, "")
    if not named and not is_installed:
        return Path()
    folder = Path(named).expanduser() if named else Path(platformdirs.user_data_dir(SCRIPT, appauthor=False))
    try:
        folder.mkdir(mode=0o700, parents=not named, exist_ok=True)
    except OSError as error:
        why = N_("The umpire cannot keep its files in {folder} ({why}). Set {variable}.")
        raise CannotStart(why, folder=folder, why=because(error), variable=HOME) from error
    return folder
