"""Logging of uncaught errors, so that nothing is written outside the log."""

from __future__ import annotations

import logging
import sys
import threading
from threading import ExceptHookArgs
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_LOG = logging.getLogger(__name__)


def log_uncaught() -> None:
    """Log the exceptions that end a thread or are raised where nothing can catch them, and warnings."""
    threading.excepthook = _in_thread
    sys.unraisablehook = _unraisable
    logging.captureWarnings(capture=True)


def _in_thread(args: ExceptHookArgs) -> None:
    name = "(unknown)" if args.thread is None else args.thread.name
    error = args.exc_value or args.exc_type()
    _LOG.error("an error ended the thread %s", name, exc_info=error)


def _unraisable(args: UnraisableHookArgs) -> None:
    error = args.exc_value or args.exc_type()
    _LOG.error("%s %r", args.err_msg or "an error was ignored in", args.object, exc_info=error)
