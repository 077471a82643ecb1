"""`/log`: the journal, the export and the replay of a game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from discord import app_commands, ui
from discord.app_commands import locale_str as _

from adjudicator.core.audit import verify
from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, words
from frontends.discord.context.action_context import Action, ActionContext, command
from frontends.discord.context.autocomplete import ANOTHER, games
from frontends.discord.context.resolve_campaign import campaign_of
from frontends.discord.ui.format_post import undrawn
from frontends.discord.ui.items import Interaction, button
from frontends.discord.ui.pages import Page, Raw, marked, plain
from service.api import Service
from service.pictures import build
from service.pictures.drawing import Drawing
from service.posts.compose import FOOTER
from service.text import telling
from service.usecases.play import queries

from .maps import viewer

LINES = 25
"""Lines of a page of the story."""


async def show(call: ActionContext, named: str | None = None) -> None:
    """Show the journal as the caller knows it, its last page first."""
    campaign = await campaign_of(call, call.args[0] if call.args else named)
    seat = await viewer(call, campaign, False)
    story = await call.look(
        lambda service: telling.chronicle_text(
            telling.chronicle(
                service.game(campaign.id), service.look(campaign.id, queries.told, seat), call.language
            ),
            call.language,
        )
    )
    pages = max(1, -(-len(story) // LINES))
    page = int(call.args[1]) if len(call.args) > 1 else pages - 1
    page = max(0, min(page, pages - 1))
    rows: list[Sequence[ui.Item[Any]]] = [
        [
            button(call.text(N_("Earlier")), "log_at", campaign.id, page - 1, disabled=page == 0),
            button(call.text(N_("Later")), "log_at", campaign.id, page + 1, disabled=page >= pages - 1),
        ]
    ]
    lines = story[page * LINES : (page + 1) * LINES] or [call.text(N_("Nothing has happened yet."))]
    end = call.text(FOOTER, n=campaign.n - 1, head=campaign.head[:16])
    footer = call.signs.beside(f"{page + 1}/{pages}", end)
    body = [f"- {plain(line.lstrip())}" if line.startswith(" ") else f"**{plain(line)}**" for line in lines]
    await call.say(
        Page(title=plain(campaign.title), body=body, footer=plain(footer), rows=rows if pages > 1 else ())
    )


async def export(call: ActionContext, named: str | None, secret: bool) -> None:
    """Give the whole log as a file, with the program that verifies it."""
    campaign = await campaign_of(call, named)
    reader = await viewer(call, campaign, not secret)
    if secret and reader is None:
        raise NotNow(words(N_("you have no seat in this game")))
    lines = await call.look(lambda service: service.look(campaign.id, queries.export, reader))
    name = f"{campaign.game}-{campaign.id}-{reader or 'public'}.jsonl"
    data = "".join(f"{line}\n" for line in lines).encode("ascii")
    files = [(name, data), ("verify.py", Path(verify.__file__).read_bytes())]
    if len(data) > call.interaction.filesize_limit:
        raise NotNow(words(N_("the log is too large for this server; ask the operator for it")))
    template = N_("Anyone can verify it: {command}")
    text = marked(template, call.language, command=Raw(f"`python verify.py {name}`"))
    later = marked(telling.AUDIT_LATER, call.language, command=Raw(f"`python bot.py audit {name}`"))
    await call.say(Page(body=[text, marked(telling.OWN_VERIFIER, call.language), later], files=files))


async def replay(call: ActionContext, whole: bool, named: str | None) -> None:
    """Show the last turn, or the whole game, as an animation of what the caller saw."""
    campaign = await campaign_of(call, named)
    seat = await viewer(call, campaign, False)

    def animation(service: Service) -> Drawing | None:
        before, turn = build.turn_at(service, campaign.id, None)
        made = build.animation_of(service, campaign.id, seat, call.language, "" if whole else turn)
        if made is None and not whole and before >= 0:  # a turn that has just begun: the one before it
            _, turn = build.turn_at(service, campaign.id, before)
            made = build.animation_of(service, campaign.id, seat, call.language, turn, before)
        return made

    drawing = await call.look(animation)
    if drawing is None:
        raise NotNow(words(N_("there is nothing to show yet")))
    pictures = await call.bot.renderer.animation(call.user, drawing)
    body = undrawn([drawing], pictures, call.language)
    await call.say(Page(title=plain(campaign.title), body=body, pictures=pictures))


class LogGroup(app_commands.Group):
    """The group `/log`."""

    def __init__(self) -> None:
        super().__init__(name="log", description=_(N_("What has happened")))

    @app_commands.command(description=_(N_("The story so far, as your seat knows it")))
    @app_commands.describe(game=_(ANOTHER))
    @app_commands.autocomplete(game=games)
    async def show(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the journal."""
        await command(interaction, lambda call: show(call, game))

    @app_commands.command(description=_(N_("Export the whole log with its verifier")))
    @app_commands.describe(
        game=_(ANOTHER),
        secret=_(N_("Include your seat's secrets; do not share the file")),
    )
    @app_commands.autocomplete(game=games)
    async def export(self, interaction: Interaction, game: str | None = None, secret: bool = False) -> None:
        """Export the log."""
        await command(interaction, lambda call: export(call, game, secret))

    @app_commands.command(description=_(N_("An animation of the last turn, or of the whole game")))
    @app_commands.describe(whole=_(N_("The whole game")), game=_(ANOTHER))
    @app_commands.autocomplete(game=games)
    async def replay(self, interaction: Interaction, whole: bool = False, game: str | None = None) -> None:
        """Replay the game."""
        await command(interaction, lambda call: replay(call, whole, game))


ACTIONS = {"log": Action(show), "log_at": Action(show, "update")}
