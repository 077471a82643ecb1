"""One interaction: acknowledged first, always answered, never with a traceback (design/discord.md §2)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

import discord
from msgspec import Struct, structs

from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import Refusal, Verbatim
from adjudicator.core.language.languages import LANGUAGES, Language
from adjudicator.core.language.words import N_, Words, words
from frontends.discord.failures import Unreachable, error_id, is_about_emoji
from frontends.discord.ui.items import ActionModal, Interaction, parts_of
from frontends.discord.ui.pages import RED_INK, Page, RenderedMessage, plain, render_messages
from service.acts import Place
from service.api import Service
from service.text import telling
from service.values.records import Campaign, Message
from service.values.words import called, speak

from .bot_parts import BotParts
from .languages import known_language

T = TypeVar("T")

Answers: TypeAlias = Literal["reply", "update", "modal", "launch"]
"""The acknowledgement of an interaction: a reply to the caller alone, a change of the message that was
pressed, or a form or the board inside Discord, which are the answer themselves."""

PATIENCE = 0.7
"""Seconds in which an answer waits for its pictures."""
LATE, ANSWERED = 10062, 40060
GONE = (LATE, 10008, 10015, 50027)
"""There is nothing left to answer to: the interaction, message, webhook or token is gone."""

log = logging.getLogger("tabellarius.discord")


class Action(Struct, frozen=True):
    """The action of a button, menu or form, and how it is acknowledged."""

    act: Callable[[ActionContext], Awaitable[None]]
    answers: Answers = "reply"


class Assembled(Protocol):
    """A client that commands and actions can work with."""

    @property
    def parts(self) -> BotParts:
        """The parts of the bot."""


class ActionContext:
    """An interaction with a user, and the parts of the bot that answer it.

    Args:
        interaction: the library's object.
        args: the arguments in the item's id.
        values: the values picked in a menu.
        fields: the values of a submitted form.

    Attributes:
        bot: the parts of the bot.
        language: of the caller.
        game: its game, as soon as that is known; it names ids.
    """

    def __init__(
        self,
        interaction: Interaction,
        args: Sequence[str] = (),
        values: Sequence[str] = (),
        fields: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        client: Assembled = interaction.client
        self.interaction, self.bot = interaction, client.parts
        self.args, self.values, self.fields = tuple(args), tuple(values), dict(fields or {})
        self.language = self.bot.languages.of(interaction)
        self.game: Game | None = None
        self._late = self._spoken = self._has_acted = False
        self._message = 0
        self._acknowledged: Answers | None = None

    # -- who and what ----------------------------------------------------------------------------

    @property
    def user(self) -> str:
        """The id of the user, as the service knows them."""
        return f"discord/{self.interaction.user.id}"

    @property
    def who(self) -> str:
        """The name of the user."""
        return self.name_of(self.interaction.user)

    def name_of(self, person: discord.User | discord.Member) -> str:
        """Return a person's display name here, else their user name, if either is legible."""
        return called(person.display_name) or called(person.name) or self.text(N_("Unnamed"))

    @property
    def message(self) -> Message:
        """The message that brings a command: a repetition of the same interaction changes nothing."""
        return Message(f"discord/{self.interaction.id}", self.user)

    @property
    def is_late(self) -> bool:
        """True if the interaction could not be answered; answers then take another way, if any."""
        return self._late

    @property
    def place(self) -> int:
        """The channel or thread of the interaction, 0 for none."""
        return self.interaction.channel_id or 0

    @property
    def is_public(self) -> bool:
        """True if the message that was pressed is in a server, for others to press too."""
        message = self.interaction.message
        return self.interaction.guild_id is not None and message is not None and not message.flags.ephemeral

    def field(self, name: str) -> str:
        """Return the text of a field of the form, "" for none."""
        return next(iter(self.fields.get(name, ())), "")

    def place_in(self, service: Service, campaign: int, resume: Words, seat: str = "") -> Place:
        """Return where an act on a game is done, and by whom; `resume` is the command that ends a pause."""
        return Place(service, self.message, campaign, self.language, resume, seat)

    async def do(self, act: Callable[[Service], T]) -> T:
        """Run a command of the service; just after the start, wait until logs are reconciled with posts.

        Raises:
            Refusal: and nothing has changed.
        """
        await self.bot.recovery.wait_for_first_round()
        self._has_acted = True
        return await self.bot.worker.run(act)

    async def look(self, act: Callable[[Service], T]) -> T:
        """Run a query of the service; for a completion only if its user still waits for it by then.

        Raises:
            Unwanted: if they do not.
        """
        if self.interaction.type is not discord.InteractionType.autocomplete:
            return await self.bot.worker.run_silently(act)

        def act_if_wanted(service: Service) -> T:
            self.bot.completions.require_wanted(self.interaction)
            return act(service)

        return await self.bot.worker.run_silently(act_if_wanted)

    # -- speaking --------------------------------------------------------------------------------

    def label(self, id: str, language: str) -> str:
        """Return the name of an id of the interaction's game."""
        return id if self.game is None else self.game.lexicon.label(id, language)

    def text(self, template: str, /, **values: Any) -> str:
        """Return a sentence in the caller's language, from a template marked with `N_`."""
        return speak(words(template, **values), self.language, self.label)

    @property
    def signs(self) -> Language:
        """The caller's language, with its punctuation."""
        return LANGUAGES[self.language]

    def name(self, id: str) -> str:
        """Return the name of an id in the caller's language."""
        return self.label(id, self.language)

    def about(self, campaign: Campaign) -> Game:
        """Set the interaction's game to this campaign's, and return it."""
        self.game = self.bot.games[campaign.game]
        return self.game

    # -- acknowledging ---------------------------------------------------------------------------

    async def begin(self, answers: Answers) -> None:
        """Acknowledge, before anything else is done; a form, or the board, acknowledges itself."""
        if answers in ("modal", "launch"):
            return
        response = self.interaction.response
        try:
            if answers == "reply":
                await response.defer(ephemeral=True, thinking=True)
            else:
                await response.defer()
        except discord.HTTPException as error:
            if error.code != ANSWERED and error.code not in GONE:
                raise
            self._late = error.code in GONE
            log.info("interaction expired" if self._late else "interaction already answered", extra=self.ids)
        self._acknowledged = answers

    @property
    def ids(self) -> dict[str, Any]:
        """The ids of the interaction for the log; none of them is secret."""
        data: Any = self.interaction.data or {}
        return {
            "interaction": self.interaction.id,
            "user": self.interaction.user.id,
            "channel": self.place,
            "what": named_by(data["custom_id"]) if "custom_id" in data else data.get("name", ""),
        }

    # -- answering -------------------------------------------------------------------------------

    async def say(self, page: Page) -> None:
        """Answer the caller alone: first in place of the acknowledgement, then below it."""
        for rendered in render_messages(page):
            if self._late:
                await self._tell_late(rendered)
            elif self._spoken:
                await self._guarded(self._more, rendered)
            else:
                self._spoken = True
                await self._guarded(self._first, rendered)

    async def say_with(self, page: Page, drawn: Awaitable[Page]) -> None:
        """Answer with a page at once, and in its place with its pictures as soon as these are drawn.

        Within `PATIENCE` there is one answer alone. A message that is pressed meanwhile stays as it is, and
        its pictures are given up.
        """
        drawing = asyncio.ensure_future(drawn)
        await asyncio.wait({drawing}, timeout=PATIENCE)
        if drawing.done() or self._late or self._spoken or len(render_messages(page)) > 1:
            await self.say(await drawing)
            return
        source = self.interaction.message if self._acknowledged == "update" else None
        with self.bot.active.watching(source.id if source is not None else 0, drawing) as before:
            await self.say(page)
            with self.bot.active.watching(self._message, drawing) as since:
                await asyncio.wait({drawing})
                if self._late or before.is_pressed or since.is_pressed:
                    return
                if (whole := drawing.result()).pictures:
                    self._spoken = False
                    await self.say(whole)

    async def _tell_late(self, rendered: RenderedMessage) -> None:
        await self.bot.channels.tell_late(
            self.user,
            self.interaction.guild_id or 0,
            self.place,
            self.language,
            rendered,
            self.ids,
            has_acted=self._has_acted,
        )

    async def _first(self, rendered: RenderedMessage) -> None:
        answer = self.interaction.edit_original_response
        self._message = (await answer(view=rendered.view, attachments=rendered.files())).id

    async def _more(self, rendered: RenderedMessage) -> None:
        await self.interaction.followup.send(view=rendered.view, files=rendered.files(), ephemeral=True)

    async def _guarded(
        self, send: Callable[[RenderedMessage], Awaitable[None]], rendered: RenderedMessage
    ) -> None:
        """Send; without emojis if one is refused, and another way if the interaction has expired."""
        try:
            await send(rendered)
        except discord.HTTPException as error:
            if is_about_emoji(error) and rendered.drop_emojis():
                self.bot.emojis.forget()
                await self._guarded(send, rendered)
                return
            if error.code not in GONE:
                raise
            self._late = True
            await self._tell_late(rendered)

    async def note(self, template: str, /, **values: Any) -> None:
        """Answer with one sentence."""
        await self.say(Page(body=[plain(self.text(template, **values))]))

    async def modal(self, modal: ActionModal) -> None:
        """Answer with a form, if the interaction was not acknowledged otherwise."""
        try:
            await self.interaction.response.send_modal(modal)
        except discord.HTTPException as error:
            if error.code != ANSWERED and error.code not in GONE:
                raise
            log.info("form not opened", extra=self.ids)
            if error.code in GONE:
                self._late = True
                await self.note(N_("That took too long and the form could not open. Press again."))

    async def launch(self) -> bool:
        """Open the board inside Discord; return false if Discord does not open it here, and the interaction
        has yet to be answered.
        """
        try:
            await self.interaction.response.launch_activity()
        except discord.HTTPException as error:
            if error.code in GONE or error.code == ANSWERED:
                self._late = error.code in GONE
                return True
            log.warning("board not opened: %s", error, extra=self.ids)
            return False
        return True

    async def refuse(self, refused: Refusal) -> None:
        """Answer with a refusal: what was understood, what forbids it, what would be allowed."""
        body = [f"⛔ {plain(telling.refusal(refused, self.language, self.label))}"]
        await self.aside(Page(body=body, colour=RED_INK))

    async def report_error(self, id: str) -> None:
        """Say that something failed, with the id under which the operator finds it in the log."""
        text = self.text(
            N_("Something went wrong (error {id}). Everything you had done before is saved. Try again."),
            id=Verbatim(id),
        )
        await self.aside(Page(body=[plain(text)], colour=RED_INK))

    async def aside(self, page: Page) -> None:
        """Answer below: a panel that was pressed stays as it is."""
        if self._acknowledged == "reply":
            await self.say(page)
            return
        for rendered in render_messages(page):
            if self._late:
                await self._tell_late(rendered)
            elif self._acknowledged == "update" or self._spoken:
                await self._guarded(self._more, rendered)
            else:
                self._spoken = True
                await self._guarded(self._instead, rendered)

    async def _instead(self, rendered: RenderedMessage) -> None:
        await self.interaction.response.send_message(view=rendered.view, ephemeral=True)


def named_by(id: str) -> str:
    """Return the loggable part of an item's id: the action, the game, and of a panel its entry and seat.

    The chosen values follow it, and are secret.
    """
    action, args = parts_of(id)
    return ":".join([action, *args[: 3 if action.startswith("ask") else 1]])


async def carry_out(call: ActionContext, action: Action) -> None:
    """Acknowledge and act; the caller gets an answer in every case."""
    if call.interaction.message is not None:
        call.bot.active.pressed(call.interaction.message.id)
    with call.bot.active.one_more():
        await _carry_out(call, action)


async def _carry_out(call: ActionContext, action: Action) -> None:
    try:
        await call.begin(action.answers)
        await keep_language(call)
        await action.act(call)
    except Refusal as refused:
        await _last_word(call, call.refuse(refused))
    except asyncio.CancelledError:
        raise
    except Exception:
        id = error_id()
        log.exception("error %s", id, extra={**call.ids, "error": id})
        await _last_word(call, call.report_error(id))


async def _last_word(call: ActionContext, said: Awaitable[None]) -> None:
    """Send an answer, if it can still be sent."""
    try:
        await said
    except (discord.HTTPException, discord.InteractionResponded, *Unreachable) as error:
        log.warning("interaction not answered: %s", error, extra=call.ids)


async def command(interaction: Interaction, act: Callable[[ActionContext], Awaitable[None]]) -> None:
    """Carry out a slash command."""
    await carry_out(ActionContext(interaction), Action(act))


async def keep_language(call: ActionContext) -> None:
    """Save the caller's language: their own choice, else that of their client."""
    reader = await call.look(lambda service: service.channels.reader(call.user))
    if not reader.chosen:
        language = known_language(call.interaction.locale)
        if language != reader.language:
            reader = structs.replace(reader, language=language)
            await call.look(lambda service: service.channels.keep_reader(reader, durable=False))
    call.language = reader.language or call.language
    call.bot.languages.keep(call.interaction.user.id, call.language)
