"""The check that the caller is the referee, and the reply to an act."""

from __future__ import annotations

from typing import Any

from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.words import N_, Words
from frontends.discord.context.action_context import ActionContext
from frontends.discord.context.resolve_campaign import campaign_of
from frontends.discord.ui.pages import Page, marked, plain
from service.posts.compose import FOOTER
from service.values.records import Campaign, Receipt


async def judged(call: ActionContext, named: str | None = None) -> Campaign:
    """Return the game of the command, if the caller is its referee.

    Raises:
        NotNow: if they are not.
    """
    campaign = await campaign_of(call, named)
    if call.user != campaign.referee:
        raise NotNow(Words(N_("only this game's referee may do that")))
    return campaign


async def done(call: ActionContext, receipt: Receipt[Any], template: str, /, **values: Any) -> None:
    """Say what was done, and the head of the log after it."""
    line = marked(FOOTER, call.language, n=receipt.n - 1, head=Verbatim(receipt.short))
    await call.say(Page(body=[plain(call.text(template, **values)), f"-# {line}"]))
