"""Short chains of seeds, so that founding a campaign costs a test next to nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.core.log import chance
from adjudicator.core.log import founding as core_founding
from service.usecases import ending
from tests.harness.service import ServiceHarness, service_harness


@pytest.fixture(autouse=True)
def short_chains(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (chance, core_founding, ending):
        monkeypatch.setattr(module, "EPOCHS", 1024)


@pytest.fixture
def b(tmp_path: Path) -> Iterator[ServiceHarness]:
    with service_harness(tmp_path / "tabellarius.sqlite") as found:
        yield found
