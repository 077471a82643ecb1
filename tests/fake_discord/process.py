"""A bot in a process of its own, to be killed at any moment while the server goes on."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.fake_discord.problems import Unsettled
from tests.fake_discord.server import Server
from tests.harness.processes import LONGEST

ROOT = Path(__file__).resolve().parents[2]


class BotProcess:
    """`python -m module ...` with discord.py turned to the server; what it writes is kept in `log`."""

    def __init__(
        self,
        server: Server,
        module: str,
        *args: str,
        env: Mapping[str, str] | None = None,
        alone: bool = False,
    ) -> None:
        """A process that is not begun yet; `alone`: in a session of its own, as a service is."""
        self._alone = alone
        self._server = server
        self._command = [sys.executable, "-W", "ignore::DeprecationWarning", "-m", module, *args]
        self._env = {**os.environ, **(env or {}), "DISCORD_TEST_SERVER": server.base}
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self.log: list[str] = []

    async def start(self) -> None:
        """Start it, and wait until it has logged in.

        Raises:
            Unsettled: it ended, or did not log in; with the end of its log.
        """
        before = self._server.gateway.identified
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            cwd=ROOT,
            env=self._env,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=self._alone,
        )
        self._reading = asyncio.create_task(self._read(self._process))
        there = lambda: self._server.gateway.identified > before or self._ended  # noqa: E731
        try:
            await self._server.until(there, "the bot's login")
        except Unsettled as error:
            error.add_note("its log ends:\n" + "".join(self.log[-20:]))
            raise
        if self._ended:
            raise Unsettled("the bot ended:\n" + "".join(self.log[-40:]))
        await self._server.gateway.ready(before + 1)

    @property
    def pid(self) -> int:
        """The number of the running process."""
        assert self._process is not None
        return self._process.pid

    @property
    def _ended(self) -> bool:
        return self._process is not None and self._process.returncode is not None

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            self.log.append(line.decode(errors="replace"))

    async def kill(self) -> None:
        """SIGKILL, and let what it left unanswered fail at once."""
        assert self._process is not None
        if not self._ended:
            self._process.kill()
        await self._gone()
        await self._server.until(lambda: not self._server.gateway.connected, "the connection's end")
        self._server.give_up()

    async def stop(self) -> int:
        """SIGTERM, and wait: what it returns."""
        assert self._process is not None
        if not self._ended:
            self._process.terminate()
        return await self._gone()

    async def _gone(self) -> int:
        assert self._process is not None and self._reading is not None
        try:
            async with asyncio.timeout(LONGEST):
                code = await self._process.wait()
                await self._reading
        except TimeoutError as error:
            raise Unsettled("the bot does not end:\n" + "".join(self.log[-40:])) from error
        return code
