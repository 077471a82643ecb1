"""`/server`: the settings of a server's managers for all games there, and their effect on creating one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str as _
from msgspec import structs

from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, words
from frontends.discord.context.action_context import Action, ActionContext, command
from frontends.discord.ui.items import BLUE, GREY, Interaction, button, channel_menu, role_menu
from frontends.discord.ui.pages import Page, Raw, marked, plain
from service.api import Service
from service.values.front_ends.channels import ServerBoard, ServerSettings


async def show(call: ActionContext) -> None:
    """Show the settings of the server, with menus and buttons that change them.

    Raises:
        NotNow: for a caller who may not manage the server, or in a direct message.
    """
    guild = require_manager(call)
    await _show(call, guild)


async def _show(call: ActionContext, guild: discord.Guild) -> None:
    def found(service: Service) -> tuple[ServerSettings, ServerBoard | None]:
        return service.channels.server(guild.id), service.channels.board(guild.id)

    await call.say(_page(call, guild, *await call.look(found)))


def require_manager(call: ActionContext) -> discord.Guild:
    """Return the server of an interaction, if the caller may manage it.

    Raises:
        NotNow: if they may not, or it comes from no server.
    """
    guild = _server(call)
    if not call.interaction.permissions.manage_guild:
        raise NotNow(words(N_("only those who may manage this server can change its settings")))
    return guild


# -- what follows from it ----------------------------------------------------------------------------


def require_creator(call: ActionContext, service: Service) -> None:
    """Require that the caller may create games on this server.

    Raises:
        NotNow: if the settings of the server forbid it, or the interaction comes from none.
    """
    guild = _server(call)
    settings = service.channels.server(guild.id)
    if settings.founders and not _may_create(call, settings):
        names = [Verbatim(role.name) for role in _roles(guild, settings)]
        why = N_("on this server only members with these roles may create games: {roles}")
        if not names:
            why = N_("on this server only those who may manage it may create games")
        raise NotNow(words(why, roles=names))


def _may_create(call: ActionContext, settings: ServerSettings) -> bool:
    held = {role.id for role in getattr(call.interaction.user, "roles", ())}
    return call.interaction.permissions.manage_guild or not held.isdisjoint(settings.founders)


def require_channel(call: ActionContext, service: Service, place: int) -> None:
    """Require that games may be shown in a channel; a thread, or a forum post, counts as its channel.

    Raises:
        NotNow: if the settings of the server forbid it, or the interaction comes from none.
    """
    guild = _server(call)
    settings = service.channels.server(guild.id)
    channel: object = guild.get_channel_or_thread(place)
    if channel is None and place == call.place:
        channel = call.interaction.channel
    place = channel.parent_id if isinstance(channel, discord.Thread) else place
    if settings.channels and place not in settings.channels:
        names = [Verbatim(f"#{channel.name}") for channel in _channels(guild, settings)]
        why = N_("on this server games are shown only in these channels: {channels}")
        if not names:
            why = N_(
                "the channels for games were deleted; those who manage the server set others with /server"
            )
        raise NotNow(words(why, channels=names))


def _server(call: ActionContext) -> discord.Guild:
    if (guild := call.interaction.guild) is None:
        raise NotNow(words(N_("use this command on a server")))
    return guild


def _roles(guild: discord.Guild, settings: ServerSettings) -> list[discord.Role]:
    """Return the roles that are set and still exist."""
    return [role for id in settings.founders if (role := guild.get_role(id)) is not None]


def _channels(guild: discord.Guild, settings: ServerSettings) -> list[discord.abc.GuildChannel]:
    """Return the channels that are set and still exist."""
    return [channel for id in settings.channels if (channel := guild.get_channel(id)) is not None]


# -- the page ----------------------------------------------------------------------------------------


def _page(
    call: ActionContext, guild: discord.Guild, settings: ServerSettings, board: ServerBoard | None
) -> Page:
    """Return the server's settings in sentences; with no role or channel chosen everybody and all may."""
    roles, channels = _roles(guild, settings), _channels(guild, settings)
    who = call.signs.comma.join(role.mention for role in roles)
    who = who or plain(call.text(N_("nobody, because the role was deleted")))
    where = call.signs.comma.join(channel.mention for channel in channels) or "–"
    language = _language(call, settings.language)
    posted = None if board is None else guild.get_channel(board.channel)
    sound = (
        N_("What the bot posts on this server makes no sound; direct messages do.")
        if settings.quiet
        else N_("What the bot posts on this server makes a sound, except news of a game, maps and reminders.")
    )
    body = [
        marked(N_("Who may create games: {who}"), call.language, who=Raw(who))
        if settings.founders
        else plain(call.text(N_("Everybody may create games."))),
        marked(N_("Channels for games: {where}"), call.language, where=Raw(where))
        if settings.channels
        else plain(call.text(N_("Games may be shown in every channel."))),
        plain(call.text(N_("No channel has a list of the games on this server.")))
        if posted is None
        else marked(N_("List of the games: {where}"), call.language, where=Raw(posted.mention)),
        plain(call.text(N_("Language of new games: {language}"), language=Verbatim(language))),
        plain(call.text(sound)),
    ]
    languages = [
        button(_language(call, id), "server_language", id, style=BLUE if settings.language == id else GREY)
        for id in ("", *LANGUAGES)
    ]
    toggle = call.text(N_("Quiet: on") if settings.quiet else N_("Quiet: off"))
    rows: list[Sequence[ui.Item[Any]]] = [
        [role_menu(call.text(N_("Who may create games (nobody chosen: everybody)")), roles, "server_roles")],
        [channel_menu(call.text(N_("Channels for games (none chosen: all)")), channels, "server_channels")],
        [
            channel_menu(
                call.text(N_("Channel with the list of all games (none chosen: no list)")),
                [] if posted is None else [posted],
                "server_board",
                most=1,
            )
        ],
        languages,
        [button(toggle, "server_quiet", int(not settings.quiet))],
    ]
    return Page(title=plain(call.text(N_("Games on this server"))), body=body, rows=rows)


def _language(call: ActionContext, language: str) -> str:
    return LANGUAGES[language].name if language else call.text(N_("The creator's language"))


async def _change(call: ActionContext, change: Callable[[ServerSettings], ServerSettings]) -> None:
    """Change the settings and show them.

    Raises:
        NotNow: for a caller who may not.
    """
    guild = require_manager(call)

    await call.look(lambda service: service.channels.keep_server(change(service.channels.server(guild.id))))
    await _show(call, guild)


def _ids(call: ActionContext) -> tuple[int, ...]:
    return tuple(map(int, call.values))


async def _set_roles(call: ActionContext) -> None:
    await _change(call, lambda settings: structs.replace(settings, founders=_ids(call)))


async def _set_channels(call: ActionContext) -> None:
    await _change(call, lambda settings: structs.replace(settings, channels=_ids(call)))


async def _set_board(call: ActionContext) -> None:
    guild = require_manager(call)
    await call.bot.boards.move(guild.id, next(iter(_ids(call)), 0))
    await _show(call, guild)


async def _set_language(call: ActionContext) -> None:
    language = call.args[0]
    await _change(call, lambda settings: structs.replace(settings, language=language))


async def _set_quiet(call: ActionContext) -> None:
    quiet = call.args[0] == "1"
    await _change(call, lambda settings: structs.replace(settings, quiet=quiet))


ACTIONS = {
    "server_roles": Action(_set_roles, "update"),
    "server_channels": Action(_set_channels, "update"),
    "server_board": Action(_set_board, "update"),
    "server_language": Action(_set_language, "update"),
    "server_quiet": Action(_set_quiet, "update"),
}


@app_commands.command(
    name="server", description=_(N_("Games on this server: who creates them, where, in which language"))
)
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
async def server_command(interaction: Interaction) -> None:
    """Show and change the settings of the server."""
    await command(interaction, show)
