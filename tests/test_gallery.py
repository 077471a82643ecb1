"""The gallery is whole and small, and every picture in it says what it shows."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "gallery"
MOST = 12 << 20
"""Of four games."""


def test_the_index_of_pictures_is_whole() -> None:
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    linked = set(re.findall(r'(?:href|src)="([^"]+)"', index))
    files = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()}
    assert linked == files - {"README.md"}
    assert index.count('alt="') == index.count("<img") > 20
    assert 'alt=""' not in index


def test_the_gallery_is_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file()) < MOST
