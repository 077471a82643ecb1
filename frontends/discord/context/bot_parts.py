"""The parts of the bot that commands and actions work with."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from adjudicator.core.game.game import Game
from frontends.discord.background import BackgroundTasks
from frontends.discord.delivery.channels import ChannelDirectory
from frontends.discord.delivery.dispatcher import OutboxDispatcher
from frontends.discord.delivery.emojis import Emojis
from frontends.discord.delivery.message_sender import MessageSender
from frontends.discord.delivery.post_renderer import PostRenderer
from frontends.discord.delivery.recovery import Recovery
from frontends.discord.delivery.server_boards import ServerBoards
from frontends.discord.delivery.standings_posts import StandingsPosts
from frontends.discord.delivery.status_messages import StatusMessages
from service.runtime.worker import Worker

from .active_interactions import ActiveInteractions
from .completions import Completions
from .languages import Languages


class BotParts(Struct, frozen=True):
    """The parts of the client.

    Attributes:
        worker: runs requests on the service.
        games: the games that can be played, by id.
        channels: finds and makes channels and threads.
        sender: sends one message, exactly once.
        renderer: writes and draws what posts show.
        emojis: pieces, cards and dice as emojis of the application.
        statuses: keeps the status messages up to date.
        boards: keeps the boards of servers up to date.
        standings: keeps the posts with standings of tournaments up to date.
        dispatcher: empties the outbox.
        recovery: reconciles logs with what was posted.
        background: clock, computer players, backups; and the bot's health.
        languages: the language of each user.
        active: the interactions under way.
        completions: which completions somebody still waits for.
    """

    worker: Worker
    games: Mapping[str, Game]
    channels: ChannelDirectory
    sender: MessageSender
    renderer: PostRenderer
    emojis: Emojis
    statuses: StatusMessages
    boards: ServerBoards
    standings: StandingsPosts
    dispatcher: OutboxDispatcher
    recovery: Recovery
    background: BackgroundTasks
    languages: Languages
    active: ActiveInteractions
    completions: Completions
