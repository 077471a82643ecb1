"""A mail server's two ends in a folder: a Maildir for the umpire, and a list of what it sent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.harness.service import ServiceHarness, service_harness

from .harness import MailHarness


@pytest.fixture
def b(tmp_path: Path) -> Iterator[ServiceHarness]:
    with service_harness(tmp_path / "a.sqlite") as found:
        yield found


@pytest.fixture
def mails(b: ServiceHarness, tmp_path: Path) -> MailHarness:
    return MailHarness(b.service, tmp_path)
