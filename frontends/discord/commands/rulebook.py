"""`/rules`: the headings of paragraphs, and the rulings where their text is silent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str as _

from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import NotUnderstood
from adjudicator.core.language.words import N_, words
from frontends.discord.context.action_context import Action, ActionContext, command
from frontends.discord.context.autocomplete import ANOTHER, Offer, games, here, offered
from frontends.discord.context.resolve_campaign import campaign_of
from frontends.discord.ui.items import MOST_OPTIONS, Interaction, menu, option
from frontends.discord.ui.pages import Page, plain
from service.text.rulebook import Paragraph, paragraphs
from service.text.rulings import readings
from service.text.telling import cited, whole
from service.values.records import Campaign

MOST_LINES = 60


def chapters(game: str, language: str) -> list[Paragraph]:
    """Return the first paragraph of each chapter, in the order of their numbers."""
    seen: dict[str, Paragraph] = {}
    for digit in "123456789":
        for paragraph in paragraphs(game, digit, language):
            seen.setdefault(paragraph.number.partition(".")[0], paragraph)
    return [seen[number] for number in sorted(seen, key=int)]


async def rules(call: ActionContext, number: str = "", named: str | None = None) -> None:
    """Show paragraphs by their number, with a menu of chapters.

    Raises:
        NotUnderstood: if none begins with that number.
    """
    campaign = await campaign_of(call, call.args[0] if call.args else named)
    assert call.game is not None
    number = call.values[0] if call.values else number
    rows = _menus(call, campaign.id, call.game)
    if not number:
        text = call.text(N_("Pick a chapter, or name a paragraph: /rules 6.11"))
        await call.say(Page(title=plain(call.name(call.game.name)), body=[plain(text)], rows=rows))
        return
    found = paragraphs(call.game.name, number, call.language)
    if not found:
        raise NotUnderstood(number, words(N_("a paragraph number, such as 6.11")))
    body = [f"**{plain(call.name(cited(p.number)))}** {plain(p.heading)}" for p in found[:MOST_LINES]]
    if len(found) > MOST_LINES:
        body.append(plain(call.text(N_("… ({n} more)"), n=len(found) - MOST_LINES)))
    body += _ruled(call, call.game.name, {p.number for p in found})
    await call.say(Page(title=plain(call.name(call.game.name)), body=body, rows=rows))


def _ruled(call: ActionContext, game: str, numbers: set[str]) -> list[str]:
    """Return the rulings on a few paragraphs; of a whole chapter only their numbers."""
    found = [ruling for ruling in readings(game, call.language) if numbers & set(ruling.rules)]
    if len(numbers) <= 3:
        return [
            f"> **{r.id} · {plain(r.title)}**\n> {plain(whole(r.decision, call.language))}" for r in found
        ]
    if not found:
        return []
    return ["-# " + plain(call.text(N_("Rulings: {ids}"), ids=[ruling.id for ruling in found]))]


def _menus(call: ActionContext, campaign: int, game: Game) -> list[Sequence[ui.Item[Any]]]:
    """Return the chapters in menus of up to 25."""
    options: list[discord.SelectOption] = []
    for paragraph in chapters(game.name, call.language):
        number = paragraph.number.partition(".")[0] + "."
        options.append(option(f"{number} {paragraph.heading}", number))
    pieces = [options[at : at + MOST_OPTIONS] for at in range(0, len(options), MOST_OPTIONS)]
    named = call.text(N_("Chapter"))
    names = [f"{named} {some[0].value}–{some[-1].value}" if len(pieces) > 1 else named for some in pieces]
    return [[menu(names[n], some, "rules_at", campaign, n)] for n, some in enumerate(pieces)]


async def _numbers(call: ActionContext, campaign: Campaign, current: str) -> list[Offer]:
    assert call.game is not None
    found = paragraphs(call.game.name, current or "1", call.language)
    if current and not found:
        every = [p for digit in "123456789c" for p in paragraphs(call.game.name, digit, call.language)]
        return offered([(f"{cited(p.number)} {p.heading}", p.number) for p in every], current)
    pairs = [(f"{call.name(cited(p.number))} {p.heading}", p.number) for p in found]
    return offered(pairs, "")


@app_commands.command(name="rules", description=_(N_("Paragraph headings and rulings")))
@app_commands.describe(number=_(N_("A paragraph such as 6.11, or a chapter such as 6")), game=_(ANOTHER))
@app_commands.autocomplete(number=here(_numbers), game=games)
async def rules_command(interaction: Interaction, number: str = "", game: str | None = None) -> None:
    """Show the rules."""
    await command(interaction, lambda call: rules(call, number, game))


ACTIONS = {"rules": Action(rules), "rules_at": Action(rules, "update")}
