"""The tests' way into an umpire with mail that is in a hurry: `bot.py` beside the test server of Discord.

What takes minutes for people takes seconds here: the moments at which mails leave, and the pauses before a
mail is tried again. Nothing else differs.

DISCORD_TEST_SERVER=http://127.0.0.1:40123 python -m tests.mail.hurried <what bot.py takes>
"""

from __future__ import annotations

import os
import runpy

from frontends import mail
from frontends.discord.delivery import attention
from frontends.mail import delivering, sending
from service.usecases.agreeing import undo
from tests.fake_discord.redirect import redirect

if __name__ == "__main__":
    redirect(os.environ["DISCORD_TEST_SERVER"])
    attention.HERE = 0  # nobody who has pressed something is waited for
    mail.ROUND = 1
    delivering.SLOT = undo.ALONE_FOR = 3
    sending.PAUSES = (2, 2, 3, 3, 4)
    runpy.run_module("bot", run_name="__main__", alter_sys=True)
