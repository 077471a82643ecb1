"""A mail server's two ends in a folder: a Maildir for the umpire, and a list of what it sent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.core.log.chance import SeedChain
from tests.harness.service import ServiceHarness, service_harness

from .harness import MailHarness


@pytest.fixture(autouse=True, scope="session")
def chains() -> Iterator[None]:
    """Campaigns with the same seed have the same chains: each is computed once."""
    known: dict[tuple[str, str, bytes], bytes] = {}
    descend = SeedChain._descend

    def once(chain: SeedChain, root: bytes) -> bytes:
        key = (chain._kind, chain._game, root)
        if key not in known:
            known[key] = descend(chain, root)
        return known[key]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(SeedChain, "_descend", once)
        yield


@pytest.fixture
def b(tmp_path: Path) -> Iterator[ServiceHarness]:
    with service_harness(tmp_path / "a.sqlite") as found:
        yield found


@pytest.fixture
def mails(b: ServiceHarness, tmp_path: Path) -> MailHarness:
    return MailHarness(b.service, tmp_path)
