"""The facts that a release publishes about itself."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.harness.processes import LONGEST

ROOT = Path(__file__).resolve().parent.parent
VERIFIER = ROOT / "adjudicator" / "core" / "audit" / "verify.py"


@pytest.mark.parametrize("page", ["docs/fair-dice.md", "CHANGELOG.md"])
def test_the_published_sha256_is_that_of_the_verifier(page: str) -> None:
    digest = hashlib.sha256(VERIFIER.read_bytes()).hexdigest()
    published = re.findall(r"\b[0-9a-f]{64}\b", (ROOT / page).read_text("utf-8"))
    assert published == [digest], f"verify.py has changed: write {digest} into {page}"


def test_the_container_holds_all_that_the_umpire_imports(tmp_path: Path) -> None:
    copied = re.findall(r"^COPY (\w+) \1$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    for folder in copied:
        (tmp_path / folder).symlink_to(ROOT / folder)
    shutil.copy(ROOT / "bot.py", tmp_path)
    fronts = ", ".join(f"frontends.{name}" for name in ("browser", "discord", "mail", "terminal"))
    command = [sys.executable, "-c", f"import bot, {fronts}, service.pictures.render_worker"]
    subprocess.run(command, cwd=tmp_path, timeout=LONGEST, check=True)
