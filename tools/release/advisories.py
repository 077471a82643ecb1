"""Look up the pinned packages in OSV's list of advisories: one request for all of them.

    python -m tools.release.advisories

Exit status: 0 nothing is known against a pin, 1 something is, 2 the list cannot be reached: nothing was
checked.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.request import Request, urlopen

import msgspec

ROOT = Path(__file__).resolve().parents[2]
LIST = "https://api.osv.dev/v1/querybatch"
PATIENCE = 30
"""Seconds that the list is waited for."""
_PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", re.MULTILINE)

Ask = Callable[[bytes], bytes]
"""Sends the body of a request to the list, and returns that of its answer; raises `OSError`."""


def pins(folder: Path = ROOT) -> Mapping[str, str]:
    """Return the version of each package that a file of requirements pins, by its name."""
    files = sorted(folder.glob("requirements*.txt"))
    return {name.casefold(): version for file in files for name, version in _PIN.findall(file.read_text())}


def known_against(pinned: Mapping[str, str], ask: Ask) -> dict[str, list[str]]:
    """Return the ids of the advisories against each pinned package that has any.

    Raises:
        OSError: if the list cannot be reached.
        ValueError: if its answer cannot be read.
    """
    asked = [
        {"package": {"ecosystem": "PyPI", "name": name}, "version": version}
        for name, version in pinned.items()
    ]
    results = msgspec.json.decode(ask(msgspec.json.encode({"queries": asked})))["results"]
    if len(results) != len(pinned):
        raise ValueError(f"{len(results)} answers to {len(pinned)} questions")
    found = {
        name: sorted(one["id"] for one in result.get("vulns", ()))
        for name, result in zip(pinned, results, strict=True)
    }
    return {name: ids for name, ids in found.items() if ids}


def ask_osv(body: bytes) -> bytes:
    """Send a request to OSV."""
    request = Request(LIST, body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=PATIENCE) as answer:
        return bytes(answer.read())


def main(ask: Ask = ask_osv) -> int:
    """Print what is known against the pins; return the exit status."""
    pinned = pins()
    try:
        found = known_against(pinned, ask)
    except (OSError, ValueError, LookupError) as error:
        print(f"{LIST} cannot be reached or read ({error}): {len(pinned)} pins were NOT checked.")
        return 2
    for name, ids in found.items():
        print(f"{name} {pinned[name]}: {', '.join(ids)}  (https://osv.dev/vulnerability/{ids[0]})")
    print(f"{len(pinned)} pins looked up; something is known against {len(found)} of them.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
