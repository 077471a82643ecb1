"""The names of the project in messages: its command as it was typed, the pages of its documentation."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import msgspec

SCRIPT = "tabellarius"
"""The command that a package installs; in a checkout it is `bot.py`."""
DOCUMENTATION = "Documentation"
_ROOT = Path(__file__).resolve().parents[2]


def command() -> str:
    """Return the command as it was typed: "tabellarius" or "bot.py"."""
    return SCRIPT if Path(sys.argv[0]).stem == SCRIPT else "bot.py"


def guide(page: str) -> str:
    """Return the place of a page of `docs`: its address, once the project has one, else its file.

    A package holds the pages that messages name beside its data.
    """
    if address := _address():
        return f"{address.rstrip('/')}/{page.removeprefix('docs/')}"
    inside = _ROOT / "data" / page
    return str(inside) if inside.exists() else page


def _address() -> str:
    """Return the address of the documentation, as pyproject.toml gives it; "" if there is none."""
    project = _ROOT / "pyproject.toml"
    if project.exists():
        urls = msgspec.toml.decode(project.read_bytes())["project"].get("urls", {})
        return str(urls.get(DOCUMENTATION, ""))
    try:
        lines = metadata(SCRIPT).get_all("Project-URL") or []
    except PackageNotFoundError:  # neither a checkout nor installed: folders copied by themselves
        return ""
    named = (line.split(", ") for line in lines)
    return next((address for name, address in named if name == DOCUMENTATION), "")
