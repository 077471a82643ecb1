"""The search of hypothesis (`HYPOTHESIS_PROFILE=default` for new examples at every run), where files lie, and
what tests do not take over from the machine.
"""

from __future__ import annotations

import faulthandler
import os
import shutil
import sqlite3
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from sqlite_utils import Database

from adjudicator import figures
from renderer import own_boards
from service.storage.database import store

with warnings.catch_warnings():  # all that its import warns of is Python's own `audioop`
    warnings.filterwarnings("ignore", "'audioop' is deprecated", DeprecationWarning)
    import discord  # noqa: F401

# What is set on one machine hides what others meet: buffered output, files of compiled code, warnings. What
# decides the order of sets is set to repeat a run.
for name in [name for name in os.environ if name.startswith("PYTHON") and name != "PYTHONHASHSEED"]:
    del os.environ[name]
os.environ["LANGUAGE"] = "en"  # of the console

settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("default", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# Every order waits for the disk several times. Where there is room in memory, its databases lie there.
MEMORY = Path("/dev/shm")
ROOM = 4 << 30
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK | os.X_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.fixture(scope="session", autouse=True)
def _migrated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Begin each new database as a copy of an empty one: all migrations take a quarter of a second."""
    made, connect = tmp_path_factory.mktemp("migrated") / "empty.db", store._connect
    store.Store(made).close()
    empty = made.read_bytes()

    def connect_to_copy(path: Path) -> Database:
        if path.parent.is_dir() and not path.exists():
            path.touch(mode=0o600)
            path.write_bytes(empty)
        return connect(path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "_connect", connect_to_copy)
        yield


@pytest.fixture(autouse=True)
def _closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Require that a test closes every database that it opens: from 3.13 on Python warns of it, but later."""
    made: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def connect_and_note(*args: Any, **more: Any) -> sqlite3.Connection:
        made.append(connect(*args, **more))
        return made[-1]

    monkeypatch.setattr(sqlite3, "connect", connect_and_note)
    yield
    left = [connection for connection in made if is_open(connection)]
    for connection in left:
        connection.close()
    assert not left, "a database was left open: use service_harness or contextlib.closing"


def is_open(connection: sqlite3.Connection) -> bool:
    try:
        return connection.total_changes >= 0
    except sqlite3.ProgrammingError:
        return False


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the first test of each file as `fast`: together they leave no part out."""
    begun: set[Path] = set()
    for item in items:
        if item.path not in begun and not any(map(item.get_closest_marker, ("matrix", "byhand"))):
            begun.add(item.path)
            item.add_marker("fast")


@pytest.fixture(autouse=True)
def _alone() -> Iterator[None]:
    """Let no test find overlays that another has registered: their folders are gone."""
    yield
    figures.forget()
    own_boards.forget()


@pytest.fixture(autouse=True)
def _unlimited(request: pytest.FixtureRequest) -> None:
    """Let a test that is started by hand run as long as it needs: `faulthandler_timeout` ends the others."""
    if request.node.get_closest_marker("byhand"):
        faulthandler.cancel_dump_traceback_later()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden",
        choices=("check", "write"),
        default="check",
        help="write the golden plays (*.play) anew; then read the difference",
    )


LONGEST_ID = 60
"""Characters of a value in the name of a test; a log is read by people."""


def pytest_make_parametrize_id(config: pytest.Config, val: object, argname: str) -> str | None:
    """Shorten the name of a test with a long text."""
    if isinstance(val, str | bytes) and len(val) > LONGEST_ID:
        return f"{argname} of {len(val)}"
    return None
