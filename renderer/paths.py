"""The folders of this package and of the data."""

from __future__ import annotations

from pathlib import Path

SOURCE = Path(__file__).resolve().parent
DATA = SOURCE.parent / "data"
