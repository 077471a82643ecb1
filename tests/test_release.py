"""What a release publishes of itself is true."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
VERIFIER = ROOT / "adjudicator" / "core" / "log" / "verify.py"


@pytest.mark.parametrize("page", ["docs/fair-dice.md", "CHANGELOG.md"])
def test_the_published_sha256_is_that_of_the_verifier(page: str) -> None:
    digest = hashlib.sha256(VERIFIER.read_bytes()).hexdigest()
    published = re.findall(r"\b[0-9a-f]{64}\b", (ROOT / page).read_text("utf-8"))
    assert published == [digest], f"verify.py has changed: write {digest} into {page}"
