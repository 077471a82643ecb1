"""The board inside Discord: the button that opens it, and the command with which clients open an Activity."""

from __future__ import annotations

from adjudicator.core.language.errors import Refusal
from adjudicator.core.language.words import N_
from frontends.discord.context.action_context import Action, ActionContext
from frontends.discord.context.resolve_campaign import campaign_of
from frontends.discord.ui.items import BLUE, button
from frontends.discord.ui.pages import Page, plain


async def _open(call: ActionContext) -> None:
    """Open the board of a button's game."""
    campaign = await campaign_of(call, call.args[0])
    await _launch(call, campaign.id)


async def open_from_launcher(call: ActionContext) -> None:
    """Open the board of the channel's game, else of the caller's only one, else the list of their games."""
    try:
        id = (await campaign_of(call)).id
    except Refusal:
        id = 0
    await _launch(call, id)


async def _launch(call: ActionContext, campaign: int) -> None:
    """Remember whose board is opened, and open it; where Discord does not, say how to order all the same."""
    await call.look(lambda service: service.activity.keep_opened(call.user, campaign))
    if await call.launch():
        return
    text = N_(
        "Discord does not open the board here. Try it in the channel of the game on another device, or give "
        "your orders with the button Orders."
    )
    orders = [[button(call.text(N_("Orders")), "orders", campaign, style=BLUE)]] if campaign else []
    await call.aside(Page(body=[plain(call.text(text))], rows=orders))


ACTIONS = {"board": Action(_open, "launch")}
