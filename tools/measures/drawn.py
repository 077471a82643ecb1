"""Draw paragraphs of a rules index, to turn each around in the code and see a test fail.

    python -m tools.measures.drawn GAME SEED [HOW_MANY]

Headings and notes are left out. Prints number, heading, code and tests of each; the same for everybody.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

from tools.rules_index import ROOT

PAGES = ROOT / "docs" / "rules-index"
MANY = 30
NOTED = "nothing to adjudicate"
NUMBERED = "| §"


def adjudicated(game: str) -> list[Sequence[str]]:
    """Return the rows of a game's page that have something to adjudicate: number, heading, code, tests."""
    lines = (PAGES / f"{game}.md").read_text(encoding="utf-8").splitlines()
    head = next(at for at, line in enumerate(lines) if line.startswith(NUMBERED))
    rows = [[cell.strip() for cell in line.split("|")[1:5]] for line in lines[head + 2 :] if line]
    return [row for row in rows if NOTED not in row[2]]


def drawn(game: str, seed: int, many: int = MANY) -> list[Sequence[str]]:
    """Return `many` rows of a game's page, as a seed draws them."""
    return random.Random(seed).sample(adjudicated(game), many)


def main() -> None:
    """Print what a seed draws."""
    game, seed, *rest = sys.argv[1:]
    for number, heading, code, tests in drawn(game, int(seed), *map(int, rest)):
        print(f"§{number} {heading}\n    {code}\n    {tests}")


if __name__ == "__main__":
    main()
