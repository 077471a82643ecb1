"""Modules of the pages' scripts that need no page, by the node that Playwright brings."""

from __future__ import annotations

import os
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parent / "scripts"


def node() -> Path | None:
    """The node of Playwright's package, None where it is not installed."""
    found = find_spec("playwright")
    places = [] if found is None or found.origin is None else [Path(found.origin).parent / "driver"]
    return next((path for place in places if os.access(path := place / "node", os.X_OK)), None)


@pytest.mark.parametrize("script", sorted(path.name for path in SCRIPTS.glob("*.test.mjs")))
def test_a_module_of_the_script(script: str) -> None:
    program = node()
    if program is None:
        pytest.skip("Playwright's node is not here")
    done = subprocess.run(
        [program, "--test", "--test-reporter=tap", SCRIPTS / script],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "\n# fail 0" in done.stdout and "\n# pass 0" not in done.stdout
