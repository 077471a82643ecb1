"""The files of a release: wheel, source archive, verifiers, bill of materials (CycloneDX), checksums.

    python -m tools.release.build FOLDER           refuses while the changes of this version have no date
    python -m tools.release.build FOLDER --trial   builds all the same

Needs requirements-release.txt. The folder is new or empty.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from adjudicator.rules_version import VERSION

ROOT = Path(__file__).resolve().parents[2]
SUMS = "SHA256SUMS"
VERIFIERS = {
    "verify.py": ROOT / "adjudicator" / "core" / "audit" / "verify.py",
    "verify_tournament.py": ROOT / "tournaments" / "verify.py",
}
_DATED = r"^## {version} \(\d{{4}}-\d\d-\d\d\)$"


def is_dated(changes: str, version: str) -> bool:
    """Return true if the change log has a section of a version with the day of its release."""
    return re.search(_DATED.format(version=re.escape(version)), changes, re.MULTILINE) is not None


def build(folder: Path) -> None:
    """Write the files of the release into a folder.

    Raises:
        subprocess.CalledProcessError: if one of the programs fails; it has said why.
    """
    _run("hatchling", "build", "-d", str(folder))
    for name, source in VERIFIERS.items():
        shutil.copy(source, folder / name)
    materials = folder / f"tabellarius-{VERSION}.cdx.json"
    of = ("requirements", "requirements.txt", "--pyproject", "pyproject.toml", "--output-reproducible")
    _run("cyclonedx_py", *of, "-o", str(materials))
    (folder / SUMS).write_text(sums(folder), encoding="ascii")


def _run(*words: str) -> None:
    subprocess.run([sys.executable, "-m", *words], cwd=ROOT, check=True)


def sums(folder: Path) -> str:
    """Return the checksums of the files in a folder, as `sha256sum --check` reads them."""
    files = sorted(file for file in folder.iterdir() if file.name != SUMS)
    return "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)


def main(arguments: Sequence[str]) -> int:
    """Run the command line; return its exit code: 2 if the release is not ready."""
    parser = argparse.ArgumentParser(prog="tools.release.build")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--trial", action="store_true")
    given = parser.parse_args(arguments)
    if not given.trial and not is_dated((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), VERSION):
        print(f"CHANGELOG.md has no section “{VERSION} (YEAR-MONTH-DAY)”; --trial builds all the same")
        return 2
    folder = given.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        print(f"{folder} is not empty")
        return 2
    build(folder)
    print((folder / SUMS).read_text(encoding="ascii"), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
