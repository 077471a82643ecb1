"""Short chains of seeds, so that founding a campaign costs a test next to nothing; a whole game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.core.log import chance
from adjudicator.core.log import founding as core_founding
from service.api import Service
from service.runtime.orders_file import reproducible
from service.usecases.agreeing import ending
from tests.harness.service import ServiceHarness, service_harness
from tools.plays import play_game


@pytest.fixture(autouse=True)
def short_chains(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (chance, core_founding, ending):
        monkeypatch.setattr(module, "EPOCHS", 1024)


@pytest.fixture(scope="session")
def whole_game() -> Iterator[tuple[Service, int]]:
    """A service, and the number of a game of Julius Caesar that the computer has played to its end.

    It takes seconds: the tests that use it belong to the `xdist_group` of that name.
    """
    with reproducible() as service:
        yield service, play_game(service, 7, "julius_caesar", lambda line: None)


@pytest.fixture
def b(tmp_path: Path) -> Iterator[ServiceHarness]:
    with service_harness(tmp_path / "tabellarius.sqlite") as found:
        yield found
