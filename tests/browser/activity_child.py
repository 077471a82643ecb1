"""A table that is shown inside Discord, in a process of its own, which a test kills."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from adjudicator import GAMES
from tests.browser.test_activity import opened
from tests.harness.activity import DiscordDouble
from tests.harness.service import service_harness


async def run(folder: Path, sheets: str, discord: str) -> None:
    """Serve for ever, after a line with the address."""
    with service_harness(folder / "table.db", GAMES, seed=str(os.getpid())) as b:
        async with opened(b, folder, DiscordDouble(discord), sheets) as context:
            print(context.root, flush=True)
            await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(run(Path(sys.argv[1]), sys.argv[2], sys.argv[3]))
