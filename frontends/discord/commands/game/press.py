"""`/press` and the message command "Send to the table": messages between players (docs/mail.md).

The bot reads no channel: the text is typed into the command, or is a message picked by its writer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str as _

from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, words
from frontends.discord.context import autocomplete
from frontends.discord.context.action_context import ActionContext, command
from frontends.discord.context.resolve_campaign import campaign_of, seat_of
from frontends.discord.ui.items import Interaction
from frontends.discord.ui.pages import Page, plain
from service.text import telling
from service.usecases.seats import press
from service.usecases.seats.press import LONGEST

Text = app_commands.Range[str, 1, LONGEST]


async def write(call: ActionContext, text: str, to: str | None = None, game: str | None = None) -> None:
    """Send a message from the caller's seat to another, or to all."""
    campaign = await campaign_of(call, game)
    seat = await seat_of(call, campaign)
    readers = [] if to is None else [autocomplete.seat_named(call, campaign, to)]
    sent = await call.do(
        lambda service: service.do(call.message, campaign.id, press.send, seat, readers, text)
    )
    await _say(call, N_("Sent as message {n}. /press withdraw erases it."), n=sent.result.id)


async def send(call: ActionContext, message: discord.Message) -> None:
    """Send a message of a channel, which the caller wrote there, to all players.

    Raises:
        NotNow: if somebody else wrote it.
    """
    if message.author.id != call.interaction.user.id:
        raise NotNow(words(N_("you can send only a message that you wrote yourself")))
    await write(call, message.content)


async def save(call: ActionContext) -> None:
    """Give the messages that the caller's seat has written or was sent as a file."""
    campaign = await campaign_of(call)
    seat = await seat_of(call, campaign)
    found = await call.look(lambda service: service.messages(campaign.id, seat))
    if not found:
        raise NotNow(words(N_("there are no messages to your seat or from it")))
    text = "".join(f"{line}\n" for line in telling.messages(found, call.language, call.label))
    files = [(f"{campaign.game}-{campaign.id}-messages.txt", text.encode())]
    said = call.text(N_("Messages that you wrote or received, as a text file"))
    await call.say(Page(body=[said], files=files))


async def withdraw(call: ActionContext, number: int | None) -> None:
    """Erase a message of the caller's seat, the last one if none is named."""
    campaign = await campaign_of(call)
    seat = await seat_of(call, campaign)
    await call.do(lambda service: service.do(call.message, campaign.id, press.withdraw, seat, number))
    await _say(call, N_("Your message was erased; others may have read it already."))


async def block(call: ActionContext, other: str, is_blocked: bool) -> None:
    """Stop reading another seat's messages, or read them again."""
    campaign = await campaign_of(call)
    seat, blocked = await seat_of(call, campaign), autocomplete.seat_named(call, campaign, other)
    await call.do(
        lambda service: service.do(call.message, campaign.id, press.block, seat, blocked, is_blocked)
    )
    said = N_("Messages of {seat} to your seat no longer reach you.")
    await _say(call, said if is_blocked else N_("Messages of {seat} reach you again."), seat=blocked)


async def silence(call: ActionContext, named: str, is_silent: bool) -> None:
    """Let a seat write no messages, or let it again, as the referee."""
    campaign = await campaign_of(call)
    seat = autocomplete.seat_named(call, campaign, named)
    await call.do(lambda service: service.do(call.message, campaign.id, press.silence, seat, is_silent))
    said = N_("{seat} can no longer write messages.") if is_silent else N_("{seat} can write messages again.")
    await _say(call, said, seat=seat)


async def _say(call: ActionContext, template: str, **values: object) -> None:
    await call.say(Page(body=[plain(call.text(template, **values))]))


# -- commands ----------------------------------------------------------------------------------------


def _of_a_seat(run: Callable[..., Any]) -> Callable[..., Any]:
    """Describe and complete the one parameter of a command, a seat."""
    completed = app_commands.autocomplete(seat=autocomplete.seats(autocomplete.every))
    return app_commands.describe(seat=_(N_("Which seat")))(completed(run))


class PressGroup(app_commands.Group):
    """The group `/press`."""

    def __init__(self) -> None:
        super().__init__(name="press", description=_(N_("Messages between the players of a game")))

    @app_commands.command(description=_(N_("Write to another player, or to all")))
    @app_commands.describe(
        text=_(N_("The message")),
        to=_(N_("Which seat; everybody, if left empty")),
        game=_(autocomplete.ANOTHER),
    )
    @app_commands.autocomplete(to=autocomplete.seats(autocomplete.every), game=autocomplete.games)
    async def write(
        self, interaction: Interaction, text: Text, to: str | None = None, game: str | None = None
    ) -> None:
        """Write a message."""
        await command(interaction, lambda call: write(call, text, to, game))

    @app_commands.command(description=_(N_("Get the messages that you wrote or received as a file")))
    async def save(self, interaction: Interaction) -> None:
        """Get one's messages."""
        await command(interaction, save)

    @app_commands.command(description=_(N_("Erase a message of yours")))
    @app_commands.describe(number=_(N_("Its number; your last message, if left empty")))
    async def withdraw(self, interaction: Interaction, number: int | None = None) -> None:
        """Erase a message."""
        await command(interaction, lambda call: withdraw(call, number))

    @app_commands.command(description=_(N_("Stop reading a seat's messages; nobody is told")))
    @_of_a_seat
    async def block(self, interaction: Interaction, seat: str) -> None:
        """Stop reading somebody."""
        await command(interaction, lambda call: block(call, seat, True))

    @app_commands.command(description=_(N_("Read a seat's messages again")))
    @_of_a_seat
    async def unblock(self, interaction: Interaction, seat: str) -> None:
        """Read somebody again."""
        await command(interaction, lambda call: block(call, seat, False))

    @app_commands.command(description=_(N_("Referee: stop a seat from writing messages")))
    @_of_a_seat
    async def silence(self, interaction: Interaction, seat: str) -> None:
        """Silence somebody."""
        await command(interaction, lambda call: silence(call, seat, True))

    @app_commands.command(description=_(N_("Referee: let a seat write messages again")))
    @_of_a_seat
    async def unsilence(self, interaction: Interaction, seat: str) -> None:
        """Let somebody write again."""
        await command(interaction, lambda call: silence(call, seat, False))


@app_commands.context_menu(name=_("Send to the table"))
async def send_command(interaction: Interaction, message: discord.Message) -> None:
    """Send a message of one's own to all players."""
    await command(interaction, lambda call: send(call, message))
