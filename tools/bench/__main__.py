"""`python -m tools.bench [NAME ..]`: run all benchmarks, or those whose name begins so, and print."""

from __future__ import annotations

import platform
import sys

from . import (
    BENCHMARKS,
    ancient_world,
    belisarius,
    discord,
    hostile,
    julius_caesar,
    local,
    mail,
    ottomans,
    pictures,
    protocol,
    renderer,
    service,
    tournament,
)

__all__ = [
    "ancient_world",
    "belisarius",
    "discord",
    "hostile",
    "julius_caesar",
    "local",
    "mail",
    "ottomans",
    "pictures",
    "protocol",
    "renderer",
    "service",
    "tournament",
]


def main(wanted: list[str]) -> None:
    """Print one block for each benchmark; refuse a name with which none begins."""
    unknown = [name for name in wanted if not any(known.startswith(name) for known in BENCHMARKS)]
    if unknown:
        sys.exit(f"no benchmark begins with {', '.join(unknown)}; there are: {', '.join(sorted(BENCHMARKS))}")
    print(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}")
    for name, run in BENCHMARKS.items():
        if not wanted or any(name.startswith(beginning) for beginning in wanted):
            first = (run.__doc__ or name).splitlines()[0]
            print(f"\n{name}: {first}")
            for figure in run():
                print(figure, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
