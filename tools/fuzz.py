"""`python -m tools.fuzz [N] [SEED]`: try N (100,000) malformed inputs, and print the outcome.

Two thirds are answers and orders with something wrong in them, over games of every kind that is played here;
of the rest one half are requests to the browser's server with faults in any part, the other lines of the
table protocol with bytes changed. What is not refused clearly, or changes anything, or breaks, is an error
(`tests/kit/test_bad_input.py`, `tests/browser/test_malformed.py`, `tests/protocol/test_mutations.py`).
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import Counter
from itertools import count
from pathlib import Path

from tests.browser import test_malformed as requests
from tests.kit.games import KITS
from tests.kit.test_bad_input import run
from tests.protocol.client import Client
from tests.protocol.test_mutations import SOUND, check, mutated

MANY = 100_000


def main(many: int = MANY, seed: int = 0) -> None:
    """Print a line for each game, one for the requests to its table, one for the protocol, and the sum."""
    share, tried, refused, began = many // (len(KITS) + 2), 0, 0, time.perf_counter()
    for name, kit in KITS.items():
        kinds: Counter[str] = Counter()
        done = 0
        for scenario in kit.some_scenarios:
            trial = run(kit, count(seed), scenario, -(-share // len(kit.some_scenarios)))
            kinds += trial.kinds
            done += trial.tried
        tried, refused = tried + done, refused + kinds.total()
        what = ", ".join(f"{n:,} {kind}" for kind, n in sorted(kinds.items()))
        print(f"{name}: {done:,} tried; refused: {what}", flush=True)
    for name in KITS:
        with tempfile.TemporaryDirectory() as folder:
            outcome = requests.run(name, Path(folder), share // len(KITS), seed)
        tried, refused = tried + outcome.tried, refused + outcome.tried - outcome.accepted
        print(f"HTTP, {name}: {outcome}", flush=True)
    rng, base, lines = random.Random(seed), Client().ordering(), max(many - tried, 0)
    stopped = sum(check(base, mutated(rng.choice(SOUND), rng)) for _ in range(lines))
    print(f"table protocol: {lines:,} lines; refused: {stopped:,}")
    seconds = time.perf_counter() - began
    print(f"{tried + lines:,} tried, {refused + stopped:,} refused and changed nothing, in {seconds:.0f} s")


if __name__ == "__main__":
    if len(sys.argv) > 3 or not all(word.isdecimal() for word in sys.argv[1:]):
        sys.exit("expected [N] [SEED], two whole numbers")
    main(*map(int, sys.argv[1:]))
