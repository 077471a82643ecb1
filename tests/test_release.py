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
from tools.release import build

ROOT = Path(__file__).resolve().parent.parent
VERIFIER = ROOT / "adjudicator" / "core" / "audit" / "verify.py"


@pytest.mark.parametrize("page", ["docs/fair-dice.md", "docs/fair-dice.ja.md", "CHANGELOG.md"])
def test_the_published_sha256_is_that_of_the_verifier(page: str) -> None:
    digest = hashlib.sha256(VERIFIER.read_bytes()).hexdigest()
    published = re.findall(r"\b[0-9a-f]{64}\b", (ROOT / page).read_text("utf-8"))
    assert published == [digest], f"verify.py has changed: write {digest} into {page}"


def test_a_release_has_the_day_of_its_changes_and_checksums_of_all_its_files(tmp_path: Path) -> None:
    changes = "# Changes\n\n## 1.2.0 (2027-01-31)\n\n## 1.1.0 (not yet released)\n"
    assert build.is_dated(changes, "1.2.0")
    assert not build.is_dated(changes, "1.1.0") and not build.is_dated(changes, "1.20")
    (tmp_path / "b").write_bytes(b"abc")
    (tmp_path / "a").write_bytes(b"")
    assert build.sums(tmp_path).splitlines() == [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b",
    ]
    assert build.main([str(tmp_path), "--trial"]) == 2, "the folder is not empty"


def test_the_container_holds_all_that_the_umpire_imports(tmp_path: Path) -> None:
    copied = re.findall(r"^COPY (\w+) \1$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    for folder in copied:
        (tmp_path / folder).symlink_to(ROOT / folder)
    shutil.copy(ROOT / "bot.py", tmp_path)
    fronts = ", ".join(f"frontends.{name}" for name in ("browser", "discord", "mail", "terminal"))
    command = [sys.executable, "-c", f"import bot, {fronts}, service.pictures.render_worker"]
    subprocess.run(command, cwd=tmp_path, timeout=LONGEST, check=True)
