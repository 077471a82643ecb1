"""One interaction in hand: acknowledged first, always answered, no traceback (design/discord.md §2)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

import discord
from msgspec import Struct, structs

from adjudicator.core.errors import NotNow, Refusal, Verbatim
from adjudicator.core.game import Game
from adjudicator.core.languages import FIRST, LANGUAGES, Language, language_of
from adjudicator.core.words import N_, Words
from frontends.discord.failures import Unreachable, error_id
from frontends.discord.ui.items import ActionModal, Interaction, parts_of
from frontends.discord.ui.pages import RED_INK, Page, RenderedMessage, leaves, plain
from service.api import Service
from service.text import telling
from service.values.records import Campaign, Message
from service.values.words import called, speak

from . import resolve_campaign

T = TypeVar("T")

Answers: TypeAlias = Literal["reply", "update", "paper"]
"""How an interaction is acknowledged: by a reply for one's eyes only; by a change of the message that was
pressed; or by a form, which is the answer itself."""

LATE, ANSWERED = 10062, 40060
LONGEST_CHOICE, MOST_CHOICES = 100, 25
GONE = (LATE, 10008, 10015, 50027)
"""There is nothing left to answer to: the interaction, message, webhook or token is gone."""

log = logging.getLogger("tabellarius.discord")


class Action(Struct, frozen=True):
    """What a press, a pick or a form does, and how it is acknowledged."""

    act: Callable[[ActionContext], Awaitable[None]]
    answers: Answers = "reply"


class ActionContext:
    """An interaction, whoever made it and wherever.

    Args:
        interaction: as the library gives it.
        args: what the id of the item names.
        values: what was picked in a menu.
        fields: what a form was handed in with.

    Attributes:
        language: what the caller reads.
        game: the game that it is about, as soon as that is known; it names ids.
    """

    def __init__(
        self,
        interaction: Interaction,
        args: Sequence[str] = (),
        values: Sequence[str] = (),
        fields: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.interaction, self.umpire = interaction, interaction.client
        self.args, self.values, self.fields = tuple(args), tuple(values), dict(fields or {})
        self.language = self.umpire.language_of(interaction)
        self.game: Game | None = None
        self._late = self._spoken = False
        self._acknowledged: Answers | None = None

    # -- who and what ----------------------------------------------------------------------------

    @property
    def user(self) -> str:
        """Who calls, as the desk knows him."""
        return f"discord/{self.interaction.user.id}"

    @property
    def who(self) -> str:
        """What he is called."""
        return self.name_of(self.interaction.user)

    def name_of(self, person: discord.User | discord.Member) -> str:
        """What somebody is called: as he shows himself here, else as he signs in, if either can be read."""
        return called(person.display_name) or called(person.name) or self.text(N_("Unnamed"))

    @property
    def message(self) -> Message:
        """What brings a command: a replay or a second press of the same interaction changes nothing."""
        return Message(f"discord/{self.interaction.id}", self.user)

    @property
    def is_late(self) -> bool:
        """Whether the interaction could not be answered: what was said has gone another way, if any."""
        return self._late

    @property
    def place(self) -> int:
        """The channel or thread that the call comes from, 0 for none."""
        return self.interaction.channel_id or 0

    @property
    def is_public(self) -> bool:
        """Whether what was pressed stands in a server for others to press, too."""
        message = self.interaction.message
        return self.interaction.guild_id is not None and message is not None and not message.flags.ephemeral

    def field(self, name: str) -> str:
        """What stands in a field of the form, "" for nothing."""
        return next(iter(self.fields.get(name, ())), "")

    async def do(self, act: Callable[[Service], T]) -> T:
        """Do something at the desk; when the bot has just begun, once what was posted is compared.

        Raises:
            Refusal: and nothing has changed.
        """
        await self.umpire.losses.looked()
        return await self.umpire.worker.do(act)

    async def look(self, act: Callable[[Service], T]) -> T:
        """Look at something at the desk."""
        return await self.umpire.worker.look(act)

    # -- speaking --------------------------------------------------------------------------------

    def label(self, id: str, language: str) -> str:
        """The name of an id of the game at hand."""
        return id if self.game is None else self.game.lexicon.label(id, language)

    def text(self, template: str, /, **values: Any) -> str:
        """A sentence in the caller's language, from a template marked with `N_`."""
        return speak(Words(template, values), self.language, self.label)

    @property
    def signs(self) -> Language:
        """What stands between words in the caller's language."""
        return LANGUAGES[self.language]

    def name(self, id: str) -> str:
        """The name of an id in the caller's language."""
        return self.label(id, self.language)

    def about(self, campaign: Campaign) -> Game:
        """From now on the call is about this campaign's game."""
        self.game = self.umpire.games[campaign.game]
        return self.game

    # -- acknowledging ---------------------------------------------------------------------------

    async def begin(self, answers: Answers) -> None:
        """Acknowledge, before anything else is done; a form acknowledges itself."""
        if answers == "paper":
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
        """What the log says of the call: ids, and nothing that is anybody's secret."""
        data: Any = self.interaction.data or {}
        return {
            "interaction": self.interaction.id,
            "user": self.interaction.user.id,
            "channel": self.place,
            "what": named_by(data["custom_id"]) if "custom_id" in data else data.get("name", ""),
        }

    # -- answering -------------------------------------------------------------------------------

    async def say(self, page: Page) -> None:
        """Answer, for the caller's eyes only: in place of the acknowledgement, then below it."""
        for leaf in leaves(page):
            if self._late:
                await self.umpire.tell_late(self, leaf)
            elif self._spoken:
                await self._guarded(self._more, leaf)
            else:
                self._spoken = True
                await self._guarded(self._first, leaf)

    async def _first(self, leaf: RenderedMessage) -> None:
        await self.interaction.edit_original_response(view=leaf.sheet, attachments=leaf.files())

    async def _more(self, leaf: RenderedMessage) -> None:
        await self.interaction.followup.send(view=leaf.sheet, files=leaf.files(), ephemeral=True)

    async def _guarded(
        self, send: Callable[[RenderedMessage], Awaitable[None]], leaf: RenderedMessage
    ) -> None:
        try:
            await send(leaf)
        except discord.HTTPException as error:
            if error.code not in GONE:
                raise
            self._late = True
            await self.umpire.tell_late(self, leaf)

    async def note(self, template: str, /, **values: Any) -> None:
        """Answer with one sentence."""
        await self.say(Page(body=[plain(self.text(template, **values))]))

    async def paper(self, paper: ActionModal) -> None:
        """Answer with a form; only of a call that was not acknowledged otherwise."""
        try:
            await self.interaction.response.send_modal(paper)
        except discord.HTTPException as error:
            if error.code != ANSWERED and error.code not in GONE:
                raise
            log.info("form not opened", extra=self.ids)
            if error.code in GONE:
                self._late = True
                await self.note(N_("That took too long and the form could not open. Press again."))

    async def refuse(self, refused: Refusal) -> None:
        """Say no: what was understood, what forbids it, what would be allowed."""
        body = [f"⛔ {plain(telling.refusal(refused, self.language, self.label))}"]
        await self._aside(Page(body=body, colour=RED_INK))

    async def apologize(self, id: str) -> None:
        """Something broke: say so, with the id under which the operator finds it."""
        text = self.text(
            N_("Something went wrong (error {id}). Everything accepted before this is saved. Try again."),
            id=Verbatim(id),
        )
        await self._aside(Page(body=[plain(text)], colour=RED_INK))

    async def _aside(self, page: Page) -> None:
        """Say something beside: a panel that was pressed stays as it is."""
        if self._acknowledged == "reply":
            await self.say(page)
            return
        for leaf in leaves(page):
            if self._late:
                await self.umpire.tell_late(self, leaf)
            elif self._acknowledged == "update" or self._spoken:
                await self._guarded(self._more, leaf)
            else:
                self._spoken = True
                await self._guarded(self._instead, leaf)

    async def _instead(self, leaf: RenderedMessage) -> None:
        await self.interaction.response.send_message(view=leaf.sheet, ephemeral=True)


def named_by(id: str) -> str:
    """What of the id of an item the log may hold: the action, the game, and of a panel its entry and seat.

    What was chosen stands behind that, and is a secret.
    """
    action, args = parts_of(id)
    return ":".join([action, *args[: 3 if action.startswith("ask") else 1]])


async def carry_out(call: ActionContext, action: Action) -> None:
    """Acknowledge and act; whatever happens, the caller hears of it."""
    with call.umpire.busy():
        await _carry_out(call, action)


async def _carry_out(call: ActionContext, action: Action) -> None:
    try:
        await call.begin(action.answers)
        await call.umpire.know(call)
        await action.act(call)
    except Refusal as refused:
        await _last_word(call, call.refuse(refused))
    except asyncio.CancelledError:
        raise
    except Exception:
        id = error_id()
        log.exception("error %s", id, extra={**call.ids, "error": id})
        await _last_word(call, call.apologize(id))


async def _last_word(call: ActionContext, said: Awaitable[None]) -> None:
    """Say it if there is still somebody to say it to."""
    try:
        await said
    except (discord.HTTPException, discord.InteractionResponded, *Unreachable) as error:
        log.warning("interaction not answered: %s", error, extra=call.ids)


async def command(interaction: Interaction, act: Callable[[ActionContext], Awaitable[None]]) -> None:
    """Carry out a slash command."""
    await carry_out(ActionContext(interaction), Action(act))


# -- which campaign ----------------------------------------------------------------------------------


async def campaign_of(call: ActionContext, named: str | None = None) -> Campaign:
    """The campaign that a call is about: the named one, else this channel's, else the caller's only one.

    Raises:
        NotUnderstood: if there is none of that number, or none that the caller may look into from here.
        NotNow: if it is not clear which is meant, or if what was pressed is of a game that is not here.
    """
    campaign = await call.look(lambda service: here(service, call, named))
    call.about(campaign)
    return campaign


def here(service: Service, call: ActionContext, named: str | None = None) -> Campaign:
    """The same, for whoever is at the desk already.

    Raises:
        NotUnderstood, NotNow: the same.
    """
    return service.context.campaign(resolve_campaign.number(service, call, named))


async def seats_of(call: ActionContext, campaign: Campaign) -> list[str]:
    """The seats behind which the caller stands: those that he plays, then those whose team he is in."""
    return await call.look(lambda service: behind(service, call, campaign))


def behind(service: Service, call: ActionContext, campaign: Campaign) -> list[str]:
    """The same, for whoever is at the desk already."""
    roles = [
        (role != "commander", seat) for id, seat, role in service.roles_of(call.user) if id == campaign.id
    ]
    return list(dict.fromkeys(seat for _, seat in sorted(roles)))


async def seat_of(call: ActionContext, campaign: Campaign, named: str | None = None) -> str:
    """The caller's seat; of several the one that is named, else the one that is asked, else the first.

    Raises:
        NotNow: if he has none there.
    """
    return await call.look(lambda service: own_seat(service, call, campaign, named))


def own_seat(service: Service, call: ActionContext, campaign: Campaign, named: str | None = None) -> str:
    """The same, for whoever is at the desk already.

    Raises:
        NotNow: the same.
    """
    mine = behind(service, call, campaign)
    if named is not None and named not in mine:
        raise NotNow(Words(N_("you do not play {seat}"), {"seat": named}))
    if not mine:
        raise NotNow(Words(N_("you have no seat in this game")))
    asked = {a.seat for a in service.asked(campaign.id)}
    return named or next((seat for seat in mine if seat in asked), mine[0])


def known_language(locale: object) -> str:
    """What of our languages a client's locale means."""
    return language_of(str(locale)) or FIRST


async def know(call: ActionContext) -> None:
    """Keep what the caller reads: his own choice, else what his client says."""
    reader = await call.look(lambda service: service.context.channels.reader(call.user))
    if not reader.chosen:
        language = known_language(call.interaction.locale)
        if language != reader.language:
            reader = structs.replace(reader, language=language)
            await call.look(lambda service: service.context.channels.keep_reader(reader, lasting=False))
    call.language = reader.language or call.language
