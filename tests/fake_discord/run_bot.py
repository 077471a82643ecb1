"""The tests' way into the bot: turn discord.py to the test server, then run `bot.py` as an operator would.

DISCORD_TEST_SERVER=http://127.0.0.1:40123 python -m tests.fake_discord.run_bot <what bot.py takes>
"""

from __future__ import annotations

import os
import runpy

from frontends.discord.delivery import attention
from tests.fake_discord.redirect import redirect

if __name__ == "__main__":
    redirect(os.environ["DISCORD_TEST_SERVER"])
    attention.HERE = 0  # nobody who has pressed something is waited for
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
