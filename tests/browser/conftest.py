"""Short chains of seeds, as in the service's own tests."""

from __future__ import annotations

import pytest

from tests.harness.service import SHEETS
from tests.service.conftest import short_chains

__all__ = ["short_chains"]


@pytest.fixture(scope="session")
def sheets() -> str:
    """The folder of all tests' maps, so that a sheet is drawn once."""
    return str(SHEETS)
