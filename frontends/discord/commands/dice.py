"""`/dice`: the rolls, and the proof that nobody could have changed them (docs/fair-dice.md)."""

from __future__ import annotations

import re

from discord import app_commands
from discord.app_commands import locale_str as _

from adjudicator.core.language.errors import NotNow, NotUnderstood
from adjudicator.core.language.words import N_, words
from frontends.discord.context.action_context import Action, ActionContext, command
from frontends.discord.context.autocomplete import ANOTHER, games
from frontends.discord.context.resolve_campaign import MOST_DIGITS, campaign_of
from frontends.discord.ui.format_post import told_dice
from frontends.discord.ui.items import Interaction
from frontends.discord.ui.names import command_in
from frontends.discord.ui.pages import Page, Raw, marked, plain
from service.api import Service
from service.posts.compose import compose
from service.text import telling
from service.values.audiences import CHANNEL
from service.values.posts import Told

MOST_POSTS = 8
"""Posts with dice that `/dice log` shows."""

_DRESS = {"small": "-# {}", "verdict": "**{}**", "title": "\n**{}**", "item": "- {}"}
"""The look of the lines of a report in Discord, by their kind."""

_HEAD = re.compile(rf"(\d{{1,{MOST_DIGITS}}}):([0-9a-f]{{16,64}})")


async def verify(call: ActionContext, named: str | None, heads: str) -> None:
    """Check all dice, draws and the log, and compare them with heads that somebody kept."""
    campaign = await campaign_of(call, named)
    kept = _heads(heads)
    report = await call.bot.worker.verdict(campaign.id, kept)
    lines = [_DRESS[kind].format(plain(text)) for kind, text in telling.proof(report, call.language)]
    await call.say(Page(title=plain(campaign.title), body=lines))


async def audit(call: ActionContext, named: str | None) -> None:
    """Let the rules play a game again, and compare every entry of its log."""
    campaign = await campaign_of(call, named)
    report = await call.bot.worker.audit(campaign.id, call.language)
    own = marked(telling.OWN_AUDIT, call.language, command=Raw(f"`{telling.AUDIT_COMMAND}`"))
    lines = [_DRESS[kind].format(plain(text)) for kind, text in report.lines]
    await call.say(Page(title=plain(campaign.title), body=[*lines, f"-# {own}"]))


def _heads(text: str) -> dict[int, str]:
    """Return the heads in a text, written as posts show them, "41:9ce8a6e3904489bf"."""
    found = {}
    for word in text.replace(",", " ").split():
        match = _HEAD.fullmatch(word.lower())
        if match is None:
            raise NotUnderstood(word, words(N_("an entry and its head, such as 41:9ce8a6e3904489bf")))
        found[int(match[1])] = match[2]
    return found


async def log(call: ActionContext, named: str | None) -> None:
    """Show the latest rolls, each with its proof."""
    campaign = await campaign_of(call, named)

    def thrown(service: Service) -> list[str]:
        ids = service.channels.latest(campaign.id, CHANNEL, "told", MOST_POSTS * 4)
        posts = service.posts(campaign.id, [CHANNEL], min(ids, default=1) - 1, MOST_POSTS * 40)
        found: list[str] = []
        for post in [p for p in posts if isinstance(p.content, Told) and p.content.chance][-MOST_POSTS:]:
            said = compose(service, post, call.language)
            found += told_dice(said.dice, call.language) if said is not None else ()
        return found

    lines = await call.look(thrown)
    if not lines:
        await call.note(N_("No dice have been rolled yet."))
        return
    await call.say(Page(title=plain(campaign.title), body=lines))


async def _proof(call: ActionContext) -> None:
    """Show the dice of one post, each with its proof: entry, epoch and seed.

    Raises:
        NotNow: if there are none after that entry.
    """
    campaign = await campaign_of(call, call.args[0])
    entry = int(call.args[1]) if call.args[1].isdecimal() else -1

    def shown(service: Service) -> tuple[list[str], str]:
        lines, footer = list[str](), ""
        for id in service.channels.told_behind(campaign.id, CHANNEL, entry):
            for post in service.posts(campaign.id, [CHANNEL], id - 1, 1):
                if (said := compose(service, post, call.language)) is not None:
                    lines += told_dice(said.dice, call.language)
                    footer = said.footer
        return lines, footer

    lines, footer = await call.look(shown)
    if not lines:
        raise NotNow(words(N_("there are no dice in this post")))
    verify = marked(
        N_("{command} checks all dice of the game."),
        call.language,
        command=Raw(f"`{command_in('dice verify', call.language)}`"),
    )
    await call.say(Page(body=[*lines, f"-# {verify}"], footer=plain(footer)))


ACTIONS = {"proof": Action(_proof)}


class DiceGroup(app_commands.Group):
    """The group of commands."""

    def __init__(self) -> None:
        super().__init__(name="dice", description=_(N_("Dice rolled, and the proof for each")))

    @app_commands.command(description=_(N_("Verify all dice, draws and the log of a game")))
    @app_commands.describe(
        game=_(ANOTHER),
        heads=_(N_("Heads you have noted, such as 41:9ce8a6e3904489bf")),
    )
    @app_commands.autocomplete(game=games)
    async def verify(self, interaction: Interaction, game: str | None = None, heads: str = "") -> None:
        """Check all dice."""
        await command(interaction, lambda call: verify(call, game, heads))

    @app_commands.command(description=_(N_("Replay the whole game by the rules")))
    @app_commands.describe(game=_(ANOTHER))
    @app_commands.autocomplete(game=games)
    async def audit(self, interaction: Interaction, game: str | None = None) -> None:
        """Audit a game."""
        await command(interaction, lambda call: audit(call, game))

    @app_commands.command(description=_(N_("Show the latest dice with epoch and seed")))
    @app_commands.describe(game=_(ANOTHER))
    @app_commands.autocomplete(game=games)
    async def log(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the latest rolls."""
        await command(interaction, lambda call: log(call, game))
