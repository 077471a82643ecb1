"""Every command and every action; a new one is entered here."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, words
from frontends.discord.commands.game import founding, game, inviting, joining, press, running
from frontends.discord.commands.referee import acts
from frontends.discord.context.action_context import Action, ActionContext

from .commands import (
    aids,
    board,
    dice,
    guide,
    journal,
    maps,
    my,
    orders,
    owner,
    rulebook,
    server,
    standing,
    teams,
)
from .commands.tournament import acting as tournament
from .commands.tournament import own, ruling
from .commands.tournament.group import TournamentGroup
from .orders import panel, pasting, whole_step

ACTIONS: dict[str, Action] = {
    **aids.ACTIONS,
    **board.ACTIONS,
    **founding.ACTIONS,
    **running.ACTIONS,
    **dice.ACTIONS,
    **guide.ACTIONS,
    **inviting.ACTIONS,
    **joining.ACTIONS,
    **journal.ACTIONS,
    **maps.ACTIONS,
    **my.ACTIONS,
    **orders.ACTIONS,
    **panel.ACTIONS,
    **pasting.ACTIONS,
    **whole_step.ACTIONS,
    **acts.ACTIONS,
    **rulebook.ACTIONS,
    **server.ACTIONS,
    **standing.ACTIONS,
    **teams.ACTIONS,
    **tournament.ACTIONS,
    **ruling.ACTIONS,
    **own.ACTIONS,
}
"""The action of every button, menu and form, by the name that its id begins with."""


def commands() -> list[app_commands.Group | app_commands.Command[Any, ..., None] | app_commands.ContextMenu]:
    """Return new commands for a client's tree."""
    return [
        game.GameGroup(),
        maps.MapGroup(),
        dice.DiceGroup(),
        journal.LogGroup(),
        my.MyGroup(),
        orders.orders_command,
        orders.order_command,
        press.PressGroup(),
        press.send_command,
        standing.StandingGroup(),
        teams.TeamGroup(),
        acts.RefereeGroup(),
        TournamentGroup(),
        rulebook.rules_command,
        aids.aid_command,
        aids.book_command,
        guide.help_command,
        server.server_command,
        owner.status_command,
    ]


async def unknown(call: ActionContext) -> None:
    """Refuse a button that this release does not know.

    Raises:
        NotNow: always.
    """
    raise NotNow(words(N_("this button is out of date; use /game status to get the current ones")))
