"""Short chains of seeds, as at the desk's own tests."""

from __future__ import annotations

import pytest

from tests.desk.conftest import short_chains

__all__ = ["short_chains"]


@pytest.fixture(scope="session")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where all tests of a session keep their maps, so that a sheet is drawn once."""
    return str(tmp_path_factory.mktemp("maps"))
