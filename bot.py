"""Tabellarius from the command line: wiring only. `python bot.py --help` lists the commands."""

from __future__ import annotations

import codecs
import io
import logging
import os
import sys
from collections.abc import Sequence
from logging.handlers import RotatingFileHandler
from pathlib import Path

from adjudicator.core.language.words import N_, words
from adjudicator.rules_version import VERSION
from frontends.commands import lay_overlays, parsed, typed_language
from service.runtime.uncaught import log_uncaught
from service.storage.database.errors import Unavailable
from service.values.console import operators_language
from service.values.home import home
from service.values.settings import CannotStart, CannotStartYet, settings
from service.values.words import speak

LOG = "tabellarius.log"
MOST_LOG, LOGS = 1_000_000, 5
"""The bytes of a log file before it is rotated, and the number of old files that are kept."""
FORMAT = f"%(asctime)s %(levelname)s %(name)s {VERSION}: %(message)s"


HINTED = "tabellarius-hinted"
"""The name under which Python finds `hinted`."""
HINT = (
    "This console cannot show every character: a question mark stands for the others. Set PYTHONUTF8=1, and "
    "choose a font that has them (Windows Terminal does)."
)
"""In English, for such a console shows no other language."""
_told: set[str] = set()


def hinted(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace what the console cannot show by question marks, and say so the first time."""
    if HINT not in _told:
        _told.add(HINT)
        print(HINT, file=sys.stderr)
    return codecs.replace_errors(error)


class Log(RotatingFileHandler):
    """The log file, made with its first line; where it cannot be written, standard error takes the line."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / LOG, maxBytes=MOST_LOG, backupCount=LOGS, encoding="utf-8", delay=True)
        self.where = str(folder / LOG)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name is Python's
        """Write a line that the file does not take."""
        self.where = ""
        print(self.format(record), file=sys.stderr)


def run() -> int:
    """Run the command that a package installs."""
    return main(sys.argv[1:], is_installed=True)


def main(typed: Sequence[str], *, is_installed: bool = False) -> int:
    """Run one command; return its exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Each line at once: whoever reads a pipe or a file waits for the address of the table.
        codecs.register_error(HINTED, hinted)
        sys.stdout.reconfigure(errors=HINTED, line_buffering=True)
    args, language = parsed(typed, os.environ), typed_language(typed, os.environ)
    try:
        folder = home(os.environ, is_installed=is_installed)
    except CannotStart as error:
        print(speak(error.why, language), file=sys.stderr)
        return error.code
    if folder != Path():
        said = words(N_("Tabellarius {version}, with its files in {folder}"), version=VERSION, folder=folder)
        print(speak(said, language), file=sys.stderr)
    log = Log(folder)
    logging.basicConfig(handlers=[log], format=FORMAT)
    log_uncaught()
    try:
        given = settings(os.environ, folder, language=args.language)
        language = operators_language(given)
        lay_overlays(given)
        return int(args.run(args, given))
    except CannotStart as error:
        print(speak(error.why, language), file=sys.stderr)
        return error.code
    except Unavailable as error:
        print(speak(error.why, language), file=sys.stderr)
        return CannotStartYet.code
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    except Exception:
        id = os.urandom(4).hex()
        logging.exception("error %s", id)
        is_in_file = log in logging.getLogger().handlers  # Discord's go to the console
        where = words("{file}", file=log.where) if is_in_file and log.where else words(N_("the lines above"))
        said = words(N_("Error {id}: see {where}. Everything accepted so far is saved."), id=id, where=where)
        print(speak(said, language), file=sys.stderr)
        return 70


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
