"""`/status`: the state of the bot, for its operator."""

from __future__ import annotations

from math import isnan

from discord import app_commands
from discord.app_commands import locale_str as _

from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, words
from adjudicator.rules_version import VERSION
from frontends.discord.context.action_context import ActionContext, command
from frontends.discord.delivery import FRONT_END
from frontends.discord.ui.items import Interaction
from frontends.discord.ui.pages import Page, Raw, marked
from service.api import Service


def is_owner(call: ActionContext) -> bool:
    """Return true if the caller owns the bot, alone or in a team."""
    application = call.interaction.client.application
    if application is None:
        return False
    team = application.team.members if application.team is not None else [application.owner]
    return call.interaction.user.id in {member.id for member in team}


async def status(call: ActionContext) -> None:
    """Show campaigns, posts that wait, how late the bot is, its last tick and backup.

    Raises:
        NotNow: for everybody but the owner.
    """
    if not is_owner(call):
        raise NotNow(words(N_("only the bot's owner may do that")))

    def counted(service: Service) -> tuple[dict[str, int], int, int]:
        counts = {state: len(service.campaigns(state)) for state in ("joining", "salting", "playing")}
        gone = [shown for shown in service.channels.all_shown() if shown.gone]
        return counts, service.unsent(FRONT_END), len(gone)

    counts, waiting, gone = await call.look(counted)
    health, latency = call.bot.background.health, call.interaction.client.latency
    lines = [
        f"Tabellarius {VERSION}",
        marked(
            N_("Games: {playing} in play, {joining} waiting for players, {salting} for salts"),
            call.language,
            **counts,
        ),
        marked(N_("Posts waiting to be sent: {n}"), call.language, n=waiting),
        marked(N_("Games whose channel is missing: {n}"), call.language, n=gone),
        marked(
            N_("Bot lag {ms} ms; Discord round trip {latency} ms"),
            call.language,
            ms=round(health.late * 1000),
            latency=0 if isnan(latency) else round(latency * 1000),
        ),
        marked(N_("Clock last checked: {when}"), call.language, when=_moment(health.ticked)),
        marked(N_("Last backup: {when}"), call.language, when=_moment(health.backed_up)),
    ]
    await call.say(Page(body=lines))


def _moment(at: int) -> Raw:
    return Raw(f"<t:{at}:R>" if at else "–")


@app_commands.command(name="status", description=_(N_("How the bot is doing, for its owner")))
async def status_command(interaction: Interaction) -> None:
    """Show the state of the bot."""
    await command(interaction, status)
