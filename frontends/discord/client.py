"""The client, which passes Discord's events to the service, and owns the parts that post for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

import discord
from discord import app_commands

from adjudicator.core.game.game import Game
from adjudicator.core.language.words import N_
from frontends.discord.commands import board
from frontends.discord.context.action_context import Action, ActionContext, carry_out
from frontends.discord.context.active_interactions import ActiveInteractions
from frontends.discord.context.bot_parts import BotParts
from frontends.discord.context.completions import Completions
from frontends.discord.context.languages import Languages
from frontends.discord.delivery import FRONT_END
from frontends.discord.delivery.channels import ChannelDirectory
from frontends.discord.delivery.dispatcher import OutboxDispatcher
from frontends.discord.delivery.emojis import Emojis
from frontends.discord.delivery.lost_channels import LostChannels
from frontends.discord.delivery.message_sender import MessageSender
from frontends.discord.delivery.post_renderer import PostRenderer
from frontends.discord.delivery.private import PrivateDelivery
from frontends.discord.delivery.recovery import Recovery
from frontends.discord.delivery.server_boards import ServerBoards
from frontends.discord.delivery.standings_posts import StandingsPosts
from frontends.discord.delivery.status_messages import StatusMessages
from frontends.discord.ui.items import ActionButton, ActionSelect, Interaction, fields_of, parts_of
from service.runtime.worker import Worker
from service.values.console import teller
from service.values.settings import CannotStartYet, Settings

from . import registry
from .background import BackgroundTasks
from .tasks import Tasks
from .tree import Translator, Tree

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    create_private_threads=True,
    attach_files=True,
    read_message_history=True,
    pin_messages=True,
)
"""All that the bot asks for (docs/discord.md says what each is for)."""
INTENTS = discord.Intents(guilds=True)
"""The events that Discord tells of; none of them needs a switch in the portal."""

CLOSING = 10.0
"""Seconds that work in progress may take when the bot is stopped."""
PAUSE = 5.0
"""Seconds before work that failed begins again."""

log = logging.getLogger("tabellarius.discord")


def tree_of(client: discord.Client, *, has_board: bool) -> Tree:
    """Return all commands, for a client; with the one that opens the board inside Discord, if it does."""
    tree = Tree(
        client,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    tree.entry = board.open_from_launcher if has_board else None
    for group in registry.commands():
        tree.add_command(group)
    return tree


def invitation(application: int | None) -> str:
    """Return the link by which a bot is invited, with the least permissions."""
    return discord.utils.oauth_url(
        application or 0, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )


class DiscordClient(discord.AutoShardedClient):
    """The bot: passes Discord's events to the service, and sends the service's posts.

    It has as many connections (shards) as Discord recommends for the number of its servers. Each carries some
    of the servers; direct messages come by the first (design/discord.md §1).

    Args:
        worker: runs requests on the service.
        games: the games that can be played, by id.
        settings: how this bot is set up.
        guild_ready_timeout: seconds to wait for the last server at the start.

    Attributes:
        connected: set while all shards are connected.
        parts: the parts for commands and actions.
    """

    def __init__(
        self,
        worker: Worker,
        games: Mapping[str, Game],
        settings: Settings,
        *,
        guild_ready_timeout: float = 2.0,
    ) -> None:
        super().__init__(
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            guild_ready_timeout=guild_ready_timeout,
        )
        self.tree = tree_of(self, has_board=settings.activity)
        self.connected, self._tasks, self._greeted = asyncio.Event(), Tasks(), False
        self._connected_shards: set[int] = set()
        self.parts, self._tell = self._assemble(worker, games, settings), teller(settings, print)

    def _assemble(self, worker: Worker, games: Mapping[str, Game], settings: Settings) -> BotParts:
        """Create the parts and connect them."""
        channels, tasks = ChannelDirectory(self, worker), self._tasks
        lost, sender = LostChannels(worker, channels), MessageSender(worker, channels)
        self._lost = lost
        emojis = Emojis(self, worker, games, settings.maps / ".sheets")
        renderer = PostRenderer(worker, settings.maps / ".sheets", tasks, emojis.die)
        private = PrivateDelivery(worker, channels, sender, renderer, has_board=settings.activity)
        statuses = StatusMessages(worker, channels, sender, lost, has_board=settings.activity)
        dispatcher = OutboxDispatcher(worker, channels, sender, renderer, private, statuses, lost, tasks)
        return BotParts(
            worker=worker,
            games=games,
            channels=channels,
            sender=sender,
            renderer=renderer,
            emojis=emojis,
            statuses=statuses,
            boards=ServerBoards(self, worker, channels, sender, statuses),
            standings=StandingsPosts(worker, channels),
            dispatcher=dispatcher,
            recovery=Recovery(worker, channels, statuses, dispatcher, tasks),
            background=BackgroundTasks(worker, settings, self.connected),
            languages=Languages(),
            active=ActiveInteractions(),
            completions=Completions(),
        )

    # -- the library's events --------------------------------------------------------------------

    async def setup_hook(self) -> None:
        """After signing in, register commands and buttons, and start the background work.

        Raises:
            CannotStartYet: if Discord would reset the token for one connection more today.
        """
        self.shard_count, _, starts = await self.http.get_bot_gateway()
        if starts["remaining"] < self.shard_count:
            begun, minutes = starts["total"] - starts["remaining"], -(-starts["reset_after"] // 60_000)
            raise CannotStartYet(
                N_(
                    "The bot has signed in {n} times today; with one more Discord would reset its token. "
                    "It may sign in again in {minutes} minutes. See the log for why it started so often."
                ),
                n=begun,
                minutes=minutes,
            )
        await self.parts.worker.run_silently(lambda service: service.subscribe(FRONT_END))
        await self.parts.recovery.hold_campaigns()
        await self.tree.set_translator(Translator())
        self.add_dynamic_items(ActionButton, ActionSelect)
        self.tree.follow(self.application)
        note = f"tree/{self.application_id}"  # another application on the same database has none yet
        known = await self.parts.worker.run_silently(lambda service: service.channels.note(note))
        digest = await self.tree.register(known)
        await self.parts.worker.run_silently(lambda service: service.channels.keep_note(note, digest))
        self._tasks.spawn(self._work())

    async def _work(self) -> None:
        """Reconcile logs with what was posted (design/fair-dice.md §8), then run the parts that never end."""
        await self.wait_until_ready()
        await _keep_running(self.parts.recovery.reconcile)
        endless = (
            self.parts.dispatcher,
            self.parts.statuses,
            self.parts.standings,
            self.parts.boards,
            self.parts.emojis,
            self.parts.background,
        )
        await asyncio.gather(*(_keep_running(part.run) for part in endless))

    async def on_ready(self) -> None:
        """Print the link that invites the bot, once."""
        log.info(
            "connected to Discord",
            extra={
                "guilds": len(self.guilds),
                "shards": self.shard_count,
                "bot": self.user.id if self.user else 0,
            },
        )
        if not self._greeted:
            self._greeted = True
            self._tell(N_("Invite the bot to your server: {link}"), link=self.invitation)

    async def on_shard_connect(self, shard: int) -> None:
        """Note that the servers of a shard can be reached."""
        self._connected_shards.add(shard)
        if len(self._connected_shards) == self.shard_count:
            self.connected.set()

    async def on_shard_resumed(self, shard: int) -> None:
        """Note that the servers of a shard can be reached again."""
        await self.on_shard_connect(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """Note that Discord is down: some players cannot answer now, so the clocks stop (`background`)."""
        self._connected_shards.discard(shard)
        self.connected.clear()

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Try waiting posts again: permissions of a channel and its threads may have changed."""
        await self.parts.recovery.try_again(after.guild.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Try waiting posts again: a role, perhaps the bot's, may give other permissions."""
        if before.permissions != after.permissions:
            await self.parts.recovery.try_again(after.guild.id)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Try waiting posts again: the bot's role may be new (Discord reports no other members' roles)."""
        if before.roles != after.roles:
            await self.parts.recovery.try_again(after.guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Try waiting posts again: the bot may have been on this server before."""
        await self.parts.recovery.try_again(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Tell founder and referee that their channel is gone, before anything is sent there."""
        await self._lost.report_where(lambda shown: shown.channel == channel.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Tell founders and referees that the server is gone, or has removed the bot."""
        await self._lost.report_where(lambda shown: shown.guild == guild.id)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Act on a submitted form; commands, buttons and menus are dispatched by the library."""
        data: Any = interaction.data or {}
        if interaction.type is discord.InteractionType.modal_submit:
            fields = fields_of(data.get("components", ()))
            await self._act(interaction, data["custom_id"], (), fields)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log errors that no handler has caught."""
        log.exception("event handler %s failed", event_method)

    # -- calls -----------------------------------------------------------------------------------

    async def pressed(self, interaction: Interaction, id: str, values: tuple[str, ...] = ()) -> None:
        """Act on a button that was pressed, or on a menu's values."""
        await self._act(interaction, id, values, {})

    async def _act(
        self, interaction: Interaction, id: str, values: tuple[str, ...], fields: dict[str, tuple[str, ...]]
    ) -> None:
        name, args = parts_of(id)
        action = registry.ACTIONS.get(name, Action(registry.unknown))
        await carry_out(ActionContext(interaction, args, values, fields), action)

    # -- what goes on by itself ------------------------------------------------------------------

    @property
    def invitation(self) -> str:
        """The link by which the bot is invited, with the least permissions."""
        return invitation(self.application_id)

    @property
    def is_idle(self) -> bool:
        """True if no interaction is under way, nothing is being sent, and every status is up to date."""
        return all(part.is_idle for part in (self.parts.active, self.parts.dispatcher, self.parts.statuses))

    async def close(self) -> None:
        """Finish what was begun, send nothing more, and disconnect."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.parts.active.wait_until_idle(), CLOSING)
        await self.parts.dispatcher.finish(CLOSING)
        await self._tasks.cancel()
        await super().close()


async def _keep_running(work: Callable[[], Awaitable[None]]) -> None:
    """Run something that never ends; log what fails, and start it again."""
    while True:
        try:
            await work()
        except Exception:
            log.exception("task %s failed", getattr(work, "__qualname__", work))
            await asyncio.sleep(PAUSE)
        else:
            return
