"""The client: what the library tells us of goes to the desk, and what the desk has to say goes out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import discord
from discord import app_commands

from adjudicator.core.game import Game
from frontends.discord.context.action_context import Action, ActionContext, carry_out, know, known_language
from frontends.discord.delivery.channels import ChannelDirectory
from frontends.discord.delivery.dispatcher import OutboxDispatcher
from frontends.discord.delivery.recovery import Recovery
from frontends.discord.delivery.status_messages import StatusMessages
from frontends.discord.ui.items import ActionButton, ActionSelect, Interaction, fields_of, parts_of
from frontends.discord.ui.pages import RenderedMessage
from service.runtime.worker import Worker
from service.values.settings import Settings

from . import registry
from .background import BackgroundTasks
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

MOST_LANGUAGES = 10_000
CLOSING = 10.0
"""Seconds that what was begun may take when the bot is stopped."""
PAUSE = 5.0
"""Seconds before what broke begins again."""

log = logging.getLogger("tabellarius.discord")


class DiscordClient(discord.Client):
    """The mouth that speaks in channels.

    Args:
        clerk: does what is asked at the desk.
        games: what may be played, by name.
        settings: how this umpire is set up.
        guild_ready_timeout: seconds to wait for the last server at the start.

    Attributes:
        connected: whether the platform can be heard.
        places, sender, statuses, clockwork, losses: what is posted where, by whom and when, and what if not.
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
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            guild_ready_timeout=guild_ready_timeout,
        )
        self.worker, self.games, self.settings = worker, games, settings
        self.tree = Tree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        for group in registry.commands():
            self.tree.add_command(group)
        self.places, self.sender = ChannelDirectory(self), OutboxDispatcher(self)
        self.statuses, self.clockwork, self.losses = (
            StatusMessages(self),
            BackgroundTasks(self),
            Recovery(self),
        )
        self._languages: dict[int, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._greeted = False
        self.connected = asyncio.Event()
        self._calls = 0
        self._idle = asyncio.Event()
        self._idle.set()

    # -- the library's events --------------------------------------------------------------------

    async def setup_hook(self) -> None:
        """After signing in: commands, buttons, and everything that goes on by itself."""
        await self.losses.doubt()
        await self.tree.set_translator(Translator())
        self.add_dynamic_items(ActionButton, ActionSelect)
        note = f"tree/{self.application_id}"  # another application on the same database has none yet
        known = await self.worker.look(lambda service: service.context.channels.note(note))
        digest = await self.tree.register(known)
        await self.worker.look(lambda service: service.context.channels.keep_note(note, digest))
        self.spawn(self._work())

    async def _work(self) -> None:
        """What goes on by itself; first the log is held against what was posted (design/fair-dice.md §8)."""
        await self.wait_until_ready()
        await _going_on(self.losses.compare)
        await asyncio.gather(*map(_going_on, (self.sender.run, self.statuses.run, self.clockwork.run)))

    async def on_ready(self) -> None:
        """Connected: the operator reads where the bot is invited from."""
        log.info(
            "connected to Discord",
            extra={"guilds": len(self.guilds), "bot": self.user.id if self.user else 0},
        )
        if not self._greeted:
            self._greeted = True
            print(f"Invite the bot to your server: {self.invitation}", flush=True)

    async def on_connect(self) -> None:
        """The platform can be heard."""
        self.connected.set()

    async def on_resumed(self) -> None:
        """It can be heard again."""
        self.connected.set()

    async def on_disconnect(self) -> None:
        """It cannot: nobody can answer now, so no time passes (`clockwork`)."""
        self.connected.clear()

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """The rights of a channel may have changed, and of the posts and threads in it."""
        await self.losses.try_again(after.guild.id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """A role, of ours perhaps, may give other rights."""
        if before.permissions != after.permissions:
            await self.losses.try_again(after.guild.id)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """We may have been given a role, or lost one; of others the platform tells us nothing."""
        if before.roles != after.roles:
            await self.losses.try_again(after.guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """We may have been there before."""
        await self.losses.try_again(guild.id)

    async def on_interaction(self, interaction: Interaction) -> None:
        """A form that was handed in; commands, buttons and menus the library brings by itself."""
        data: Any = interaction.data or {}
        if interaction.type is discord.InteractionType.modal_submit:
            fields = fields_of(data.get("components", ()))
            await self._act(interaction, data["custom_id"], (), fields)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """What no call has caught."""
        log.exception("event handler %s failed", event_method)

    # -- calls -----------------------------------------------------------------------------------

    async def pressed(self, interaction: Interaction, id: str, values: tuple[str, ...] = ()) -> None:
        """A button or a menu of ours."""
        await self._act(interaction, id, values, {})

    async def _act(
        self, interaction: Interaction, id: str, values: tuple[str, ...], fields: dict[str, tuple[str, ...]]
    ) -> None:
        name, args = parts_of(id)
        action = registry.ACTIONS.get(name, Action(registry.unknown))
        await carry_out(ActionContext(interaction, args, values, fields), action)

    async def know(self, call: ActionContext) -> None:
        """Who calls reads a language, which is kept."""
        await know(call)
        if len(self._languages) >= MOST_LANGUAGES:
            self._languages.clear()
        self._languages[call.interaction.user.id] = call.language

    def language_of(self, interaction: Interaction) -> str:
        """What a caller reads, as far as that can be known before the desk is asked."""
        return self._languages.get(interaction.user.id) or known_language(interaction.locale)

    async def tell_late(self, call: ActionContext, leaf: RenderedMessage) -> None:
        """An answer that came too late for its interaction: by direct message, else it is called out.

        Nothing is said in the channel but that there is an answer, for it may hold secrets.
        """
        await self.places.tell_late(call, leaf)

    # -- what goes on by itself ------------------------------------------------------------------

    @property
    def invitation(self) -> str:
        """The link by which the bot is invited, with the least permissions."""
        return discord.utils.oauth_url(
            self.application_id or 0, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
        )

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something go on beside; it is ended with the client, and what breaks in it is logged."""
        task = asyncio.create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @contextmanager
    def busy(self) -> Iterator[None]:
        """A call is under way."""
        self._calls += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._calls -= 1
            if not self._calls:
                self._idle.set()

    @property
    def is_idle(self) -> bool:
        """Whether no call is under way, nothing is being sent, and every status is true."""
        return not self._calls and self.sender.is_idle and self.statuses.is_idle

    async def close(self) -> None:
        """Finish what was begun, send nothing more, and hang up."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), CLOSING)
        await self.sender.finish(CLOSING)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await super().close()


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        log.exception("task %s failed", getattr(work, "__qualname__", work))


async def _going_on(work: Callable[[], Awaitable[None]]) -> None:
    """Whatever breaks in it is logged, and it begins again."""
    while True:
        try:
            await work()
        except Exception:
            log.exception("task %s failed", getattr(work, "__qualname__", work))
            await asyncio.sleep(PAUSE)
        else:
            return
