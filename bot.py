"""Tabellarius from the command line: wiring only. `python bot.py --help` lists the commands."""

from __future__ import annotations

import io
import logging
import os
import sys
from collections.abc import Sequence
from logging.handlers import RotatingFileHandler
from pathlib import Path

from adjudicator.core.language.languages import FIRST
from frontends.commands import lay_overlays, parser
from service.runtime.uncaught import log_uncaught
from service.storage.database.errors import Unavailable
from service.values.settings import CannotStart, CannotStartYet, settings
from service.values.words import speak

LOG = Path("tabellarius.log")
MOST_LOG, LOGS = 1_000_000, 5
"""The bytes of a log file before it is rotated, and the number of old files that are kept."""


def main(words: Sequence[str]) -> int:
    """Run one command; return its exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Each line at once: whoever reads a pipe or a file waits for the address of the table.
        sys.stdout.reconfigure(errors="replace", line_buffering=True)
    args = parser().parse_args(words)
    logging.basicConfig(
        handlers=[RotatingFileHandler(LOG, maxBytes=MOST_LOG, backupCount=LOGS, encoding="utf-8", delay=True)]
    )
    log_uncaught()
    try:
        given = settings(os.environ, Path(), language=args.language)
        lay_overlays(given)
        return int(args.run(args, given))
    except CannotStart as error:
        print(error, file=sys.stderr)
        return error.code
    except Unavailable as error:
        print(speak(error.why, args.language or FIRST), file=sys.stderr)
        return CannotStartYet.code
    except (KeyboardInterrupt, BrokenPipeError):
        return 130
    except Exception:
        id = os.urandom(4).hex()
        logging.exception("error %s", id)
        kept = any(isinstance(handler, logging.FileHandler) for handler in logging.getLogger().handlers)
        where = LOG if kept else "the log above"  # Discord's goes to the console
        print(f"Error {id}: see {where}. Everything accepted so far is saved.", file=sys.stderr)
        return 70


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
