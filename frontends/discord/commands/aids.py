"""`/aid`: how a turn goes, and the game's charts as pictures that can be read on a phone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import app_commands, ui
from discord.app_commands import locale_str as _

from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import NotUnderstood
from adjudicator.core.language.words import N_, words
from adjudicator.display.aids import Aids, sheet_of
from adjudicator.display.book import Part, book_of
from adjudicator.display.pictures import Pictures
from frontends.discord.context.action_context import Action, ActionContext, command
from frontends.discord.context.autocomplete import ANOTHER, Offer, games, here, offered
from frontends.discord.context.resolve_campaign import campaign_of
from frontends.discord.ui.format_post import undrawn
from frontends.discord.ui.items import MOST_OPTIONS, Interaction, button, menu, option
from frontends.discord.ui.pages import Page, plain
from service.pictures.drawing import CHART_WIDTH, Drawing, shortened
from service.text.telling import cited
from service.values.records import Campaign
from service.values.words import speak

TURN = N_("How a turn goes")


async def aid(call: ActionContext, chart: str = "", named: str | None = None) -> None:
    """Show how a turn goes, or a chart, with menus of all charts.

    Raises:
        NotUnderstood: if the game has no chart of that name.
    """
    campaign = await campaign_of(call, call.args[0] if call.args else named)
    game, aids = call.game, _aids(call.game)
    assert game is not None
    chart = call.values[0] if call.values else chart
    rows = _menus(call, campaign.id, game, aids)
    if not chart:
        body = [*_turn(call, aids), *_reactions(call, game, campaign)]
        await call.say(Page(title=plain(call.text(TURN)), body=body, rows=rows))
        return
    known = aids.tables() if aids is not None else ()
    table = next((one for one in known if one.id == chart), None)
    if table is None:
        raise NotUnderstood(chart, words(N_("a chart from the list")))
    sheet = sheet_of(game.id, table, call.language, game.lexicon.label)
    drawings = [Drawing("sheet", table.id, shortened(sheet.alt), chart=sheet, width=CHART_WIDTH)]
    rows.append([button(call.text(TURN), "aid_at", campaign.id)])

    async def drawn() -> Page:
        pictures = await call.bot.renderer.drawn(drawings)
        return Page(body=undrawn(drawings, pictures, call.language), pictures=pictures, rows=rows)

    await call.say_with(Page(title=plain(sheet.title), rows=rows), drawn())


def _aids(game: Game | None) -> Aids | None:
    return game.pictures.aids if game is not None and isinstance(game.pictures, Pictures) else None


def _turn(call: ActionContext, aids: Aids | None) -> list[str]:
    """Return the steps of a turn, a paragraph each."""
    if aids is None:
        return [plain(call.text(N_("There are no player aids for this game.")))]
    lines = []
    for n, step in enumerate(aids.turn, 1):
        title, text = (speak(words, call.language, call.label) for words in (step.title, step.text))
        lines.append(f"**{n}. {plain(title)}** {plain(call.name(cited(step.rule)))}\n{plain(text)}")
    return lines


def _reactions(call: ActionContext, game: Game, campaign: Campaign) -> list[str]:
    """Return how this campaign treats its windows, a paragraph each for those asked and the silent ones."""
    told = game.treatment(campaign.modes, campaign.options).told()
    return [plain(speak(line, call.language, call.label)) for line in told]


def _charts(call: ActionContext, game: Game, aids: Aids | None) -> list[tuple[str, str]]:
    """Return the names of all charts, with their ids."""
    tables = aids.tables() if aids is not None else ()
    return [(speak(table.title, call.language, game.lexicon.label), table.id) for table in tables]


def _menus(call: ActionContext, campaign: int, game: Game, aids: Aids | None) -> list[Sequence[ui.Item[Any]]]:
    """Return the charts in menus of up to 25."""
    options = [option(name, id) for name, id in _charts(call, game, aids)]
    pieces = [options[at : at + MOST_OPTIONS] for at in range(0, len(options), MOST_OPTIONS)]
    named = call.text(N_("Chart"))
    names = [f"{named} {n}" if len(pieces) > 1 else named for n in range(1, len(pieces) + 1)]
    return [[menu(names[n], some, "aid_at", campaign, n)] for n, some in enumerate(pieces)]


async def _offer(call: ActionContext, campaign: Campaign, current: str) -> list[Offer]:
    assert call.game is not None
    return offered(_charts(call, call.game, _aids(call.game)), current)


@app_commands.command(name="aid", description=_(N_("How a turn goes, and the game's charts")))
@app_commands.describe(chart=_(N_("Which chart; without one, how a turn goes")), game=_(ANOTHER))
@app_commands.autocomplete(chart=here(_offer), game=games)
async def aid_command(interaction: Interaction, chart: str = "", game: str | None = None) -> None:
    """Show player aids."""
    await command(interaction, lambda call: aid(call, chart, game))


async def book(call: ActionContext, part: str = "", named: str | None = None) -> None:
    """Show a part of the game's book, the first without a name, with a menu of all parts.

    Raises:
        NotUnderstood: if the book has no such part.
    """
    campaign = await campaign_of(call, call.args[0] if call.args else named)
    part = call.values[0] if call.values else part
    parts = _parts(call.game, call.language)
    if not parts:
        await call.say(Page(body=[plain(call.text(N_("This game has no book yet.")))]))
        return
    shown = next((one for one in parts if part in ("", one.id)), None)
    if shown is None:
        raise NotUnderstood(part, words(N_("a part from the list")))
    names = [option(one.title, one.id) for one in parts]
    body = [plain(line) if not line.startswith(" ") else f"`{line.strip()}`" for line in shown.lines()]
    await call.say(
        Page(
            title=plain(shown.title),
            body=body,
            rows=[[menu(call.text(N_("Part")), names, "book_at", campaign.id, 1)]],
        )
    )


def _parts(game: Game | None, language: str) -> Sequence[Part]:
    found = None if game is None else book_of(game.name, language)
    return () if found is None else found.part


async def _offer_parts(call: ActionContext, campaign: Campaign, current: str) -> list[Offer]:
    return offered([(one.title, one.id) for one in _parts(call.game, call.language)], current)


@app_commands.command(
    name="book", description=_(N_("The game's book: how to begin, how to win, questions often asked"))
)
@app_commands.describe(part=_(N_("Which part; without one, the first")), game=_(ANOTHER))
@app_commands.autocomplete(part=here(_offer_parts), game=games)
async def book_command(interaction: Interaction, part: str = "", game: str | None = None) -> None:
    """Show the book."""
    await command(interaction, lambda call: book(call, part, game))


ACTIONS = {
    "book": Action(book),
    "book_at": Action(book, "update"),
    "aid": Action(aid),
    "aid_at": Action(aid, "update"),
}
