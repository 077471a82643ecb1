"""Interactions: how one is made, acknowledged, answered and followed up, and when its token dies."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from tests.fake_discord.problems import Problem, invalid, unknown
from tests.fake_discord.state import messages, parts, payloads
from tests.fake_discord.state.model import EPHEMERAL, LOADING, Channel, Guild, Message, User
from tests.fake_discord.state.permissions import ALL, in_channel

if TYPE_CHECKING:
    from tests.fake_discord.state.messages import Files
    from tests.fake_discord.state.world import World

JSON = dict[str, Any]

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
"""Kinds of interaction."""

MESSAGE, THINK, LATER, UPDATE, CHOICES, ASK, LAUNCH = 4, 5, 6, 7, 8, 9, 12
"""Kinds of callback: answer with a message, "thinking", nothing yet, edit the message, choices, a modal, the
Activity."""

MOST_CHOICES, MOST_LABELS, PATIENCE, LIFE = 25, 5, 3.0, 900.0


class Interaction(Struct, eq=False):
    """One interaction, from the press to the last follow-up."""

    id: str
    token: str
    type: int
    user: User
    channel: Channel
    guild: Guild | None
    data: JSON
    source: Message | None
    """The message whose component was used."""
    above: JSON | None = None
    """For a modal: the metadata of what opened it."""
    born: float = 0.0
    """Seconds of the loop's clock."""
    callback: int | None = None
    acknowledged: float | None = None
    told: float | None = None
    private: bool = False
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    choices: list[JSON] | None = None
    modal: JSON | None = None
    failed: str | None = None
    """Why it came to nothing, as the person's client says it."""
    payload: JSON = field(default_factory=dict)
    """The interaction as it was sent over the gateway."""

    @property
    def waiting(self) -> bool:
        """True if the person still sees that the bot is thinking."""
        if self.failed is not None:
            return False
        return self.callback is None or (self.original is not None and self.original.loading)

    @property
    def words(self) -> list[str]:
        """The command with its subcommands: ["game", "new"]."""
        found, options = [str(self.data["name"])], self.data.get("options", [])
        while options and options[0]["type"] in (1, 2):
            found.append(options[0]["name"])
            options = options[0].get("options", [])
        return found

    @property
    def metadata(self) -> JSON:
        owners = {"0": self.guild.id if self.guild else "0"}
        data: JSON = {"id": self.id, "type": self.type, "user": payloads.user(self.user)}
        data["authorizing_integration_owners"] = owners
        if self.type == COMMAND:
            data |= {"name": " ".join(self.words), "command_type": 1}
        if self.type == COMPONENT and self.source is not None:
            data["interacted_message_id"] = self.source.id
        if self.type == MODAL:
            data["triggering_interaction_metadata"] = self.above
        return data


class Interactions:
    """All of them. `patience` is how many seconds a bot has for its first answer."""

    def __init__(self, world: World, patience: float) -> None:
        self.world = world
        self.patience = patience
        self.activity = False
        """True if the application has Activities: an interaction may be answered with one."""
        self.no_activity: set[str] = set()
        """Channels in which Discord opens none all the same."""
        self.launched: list[Interaction] = []
        self.all: list[Interaction] = []
        self._waiting: list[Interaction] = []
        self._by_token: dict[str, Interaction] = {}

    def make(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: JSON,
        source: Message | None = None,
        above: JSON | None = None,
    ) -> Interaction:
        guild = self.world.guilds[channel.guild_id] if channel.guild_id else None
        id_ = self.world.mint.id(f"interactions {user.id}")
        made = Interaction(id_, f"token-of-{id_}", kind, user, channel, guild, data, source, above)
        made.born = asyncio.get_running_loop().time()
        made.payload = self._payload(made)
        self.all.append(made)
        self._waiting.append(made)
        self._by_token[made.token] = made
        return made

    def _payload(self, one: Interaction) -> JSON:
        world = self.world
        payload: JSON = {
            "id": one.id,
            "application_id": world.application_id,
            "type": one.type,
            "data": one.data,
            "channel_id": one.channel.id,
            "channel": payloads.resolved_channel(world, one.channel, one.user.id),
            "token": one.token,
            "version": 1,
            "locale": one.user.locale,
            "entitlements": [],
            "authorizing_integration_owners": {"0": one.guild.id if one.guild else "0"},
            "attachment_size_limit": messages.MOST_FILE,
            "context": 0 if one.guild else 1,
        }
        if one.guild is not None:
            allowed = in_channel(one.guild, one.channel, one.user.id)
            member = payloads.member(world, one.guild.members[one.user.id]) | {"permissions": str(allowed)}
            payload |= {
                "guild_id": one.guild.id,
                "guild": {"id": one.guild.id, "locale": one.guild.locale, "features": []},
                "guild_locale": one.guild.locale,
                "member": member,
                "app_permissions": "0",
            }
            if world.bot.id in one.guild.members:
                payload["app_permissions"] = str(in_channel(one.guild, one.channel, world.bot.id))
            else:
                payload["authorizing_integration_owners"] = {"1": one.user.id}
        else:
            payload |= {"user": payloads.user(one.user), "app_permissions": str(ALL)}
        if one.source is not None:
            payload["message"] = payloads.message(world, one.source)
        return payload

    # -- the bot's side

    def by_token(self, id_: str, token: str) -> Interaction:
        """For the callback.

        Raises:
            Problem: 10062, for one that never was or was not acknowledged in time; 40060, for a second time.
        """
        found = self._by_token.get(token)
        if found is None or found.id != id_:
            raise unknown("Interaction")
        if found.callback is not None:
            raise Problem(400, 40060, "Interaction has already been acknowledged.")
        if found.failed is not None or self._age(found) > self.patience:
            found.failed = found.failed or "The application did not respond"
            raise unknown("Interaction")
        if found.channel.id not in self.world.channels:
            raise unknown("Channel")
        return found

    def followed(self, application: str, token: str) -> Interaction:
        """For the webhook routes: an acknowledged one.

        Raises:
            Problem: 10015 if it was not acknowledged, 50027 after fifteen minutes.
        """
        found = self._by_token.get(token)
        if application != self.world.application_id or found is None or found.callback is None:
            raise unknown("Webhook")
        if self._age(found) > LIFE:
            raise Problem(401, 50027, "Invalid Webhook Token")
        if found.channel.id not in self.world.channels:
            raise unknown("Channel")
        return found

    @staticmethod
    def _age(one: Interaction) -> float:
        return asyncio.get_running_loop().time() - one.born

    def answer(self, one: Interaction, body: JSON, files: Files) -> JSON:
        """Take the first answer; what comes back is `{"interaction": ..., "resource": ...}`."""
        kind: int = body["type"]
        self._check_kind(one, kind)
        data: JSON = body.get("data") or {}
        if kind == CHOICES:
            one.choices = data["choices"] or []
            self.world.sight("choices", [one.user.id], {"asked": one.data, "choices": one.choices})
        elif kind == ASK:
            one.modal = self._modal(data)
            self.world.sight("modal", [one.user.id], one.modal)
        elif kind in (MESSAGE, THINK):
            one.private = bool((data.get("flags") or 0) & EPHEMERAL)
            self._original(one, data, files, thinking=kind == THINK)
        elif kind == UPDATE:
            assert one.source is not None
            one.original = one.source
            messages.write(self.world, one.source, data, files, new=False)
            self.world.edited(one.source)
        elif kind == LAUNCH:
            self.launched.append(one)
        else:
            one.original = one.source
        one.callback = kind
        one.acknowledged = asyncio.get_running_loop().time()
        return self._answered(one, kind)

    def _check_kind(self, one: Interaction, kind: int) -> None:
        allowed = {
            COMMAND: (MESSAGE, THINK, ASK),
            COMPONENT: (MESSAGE, THINK, LATER, UPDATE, ASK),
            AUTOCOMPLETE: (CHOICES,),
            MODAL: (MESSAGE, THINK, *((LATER, UPDATE) if one.source is not None else ())),
        }[one.type]
        if self.activity and one.type != AUTOCOMPLETE:
            allowed = (*allowed, LAUNCH)
        if one.type == COMMAND and one.data.get("type") == 4:
            allowed = (MESSAGE, THINK, *((LAUNCH,) if self.activity else ()))
        if kind == LAUNCH and kind in allowed and one.channel.id in self.no_activity:
            raise Problem(400, 50234, "This channel cannot launch an activity")
        if kind not in allowed:
            raise invalid("type", "INTERACTION_CALLBACK_TYPE_INVALID", f"{kind} is none of {allowed}")

    def _modal(self, data: JSON) -> JSON:
        top: list[JSON] = data["components"]
        if not 1 <= len(top) <= MOST_LABELS:
            raise invalid("data.components", "BASE_TYPE_BAD_LENGTH", f"{len(top)} of 1-{MOST_LABELS}")
        every = list(parts.walk(top))
        parts.twice("custom_id", [part["custom_id"] for part in every if part.get("custom_id")])
        for part in every:
            if part["type"] in (parts.CHECKS, parts.RADIO):
                parts.check_group(part)
            if part["type"] in parts.SELECTS:
                parts.check_select(part)
        return {**data, "components": parts.settle(top, lambda media: media)}

    def _original(self, one: Interaction, data: JSON, files: Files, *, thinking: bool) -> None:
        message = self._message(one, private=one.private)
        if thinking:
            message.flags |= LOADING
        else:
            messages.write(self.world, message, data, files)
        one.original = message
        self.world.post(one.channel, message)

    def _message(self, one: Interaction, *, private: bool) -> Message:
        space = f"messages {one.channel.id}" + (f" {one.user.id}" if private else "")
        kind = 20 if one.type == COMMAND and one.original is None else 0
        message = Message(self.world.mint.id(space), one.channel.id, self.world.bot.id, kind)
        message.interaction = one.metadata
        if private:
            message.flags, message.only_for = EPHEMERAL, one.user.id
        return message

    def _answered(self, one: Interaction, kind: int) -> JSON:
        told: JSON = {"id": one.id, "type": one.type, "channel_id": one.channel.id}
        if one.guild is not None:
            told["guild_id"] = one.guild.id
        if one.original is not None:
            told |= {
                "response_message_id": one.original.id,
                "response_message_loading": one.original.loading,
                "response_message_ephemeral": one.original.ephemeral,
            }
        answer: JSON = {"interaction": told}
        if kind in (MESSAGE, UPDATE) and one.original is not None:
            answer["resource"] = {"type": kind, "message": payloads.message(self.world, one.original)}
        return answer

    def follow(self, one: Interaction, body: JSON, files: Files) -> Message:
        """A follow-up; the first one after "thinking" takes the place of the wheel, in its privacy."""
        if one.original is not None and one.original.loading:
            return self.edit(one, one.original, body, files)
        private = bool((body.get("flags") or 0) & EPHEMERAL)
        message = self._message(one, private=private)
        if one.original is not None:
            message.reference = {"type": 0, "message_id": one.original.id, "channel_id": one.channel.id}
        messages.write(self.world, message, body, files)
        one.followups.append(message)
        return self.world.post(one.channel, message)

    def edit(self, one: Interaction, message: Message, body: JSON, files: Files) -> Message:
        if one.told is None and message is one.original:
            one.told = asyncio.get_running_loop().time()
        if not message.loading:
            messages.write(self.world, message, body, files, new=False)
            self.world.edited(message)
            return message
        flags = (body.get("flags") or 0) | (message.flags & EPHEMERAL)
        messages.write(self.world, message, {**body, "flags": flags}, files)
        message.flags &= ~LOADING
        self.world.settled(message)
        return message

    def message(self, one: Interaction, id_: str) -> Message:
        """The original, or one of the follow-ups.

        Raises:
            Problem: 10008 where there is none, or no longer.
        """
        if id_ == "@original":
            if one.original is None or one.original.deleted:
                raise unknown("Message")
            return one.original
        for each in [
            *one.followups,
            *([one.original] if one.original else []),
            *([one.source] if one.source else []),
        ]:
            if each.id == id_ and not each.deleted:
                return each
        raise unknown("Message")

    # -- the clock's side

    def waiting(self) -> list[Interaction]:
        """Those that a person still waits for."""
        self._waiting = [one for one in self._waiting if one.waiting]
        return self._waiting

    def lapse(self) -> None:
        """Let those fail that had no answer in time."""
        for one in self.waiting():
            if one.callback is None and self._age(one) > self.patience:
                self.expire(one)

    def expire(self, one: Interaction) -> None:
        """Let the three seconds be over: the bot's callback will be 10062."""
        if one.callback is None and one.failed is None:
            one.failed = "The application did not respond"
            self.world.sight("failed", [one.user.id], {"asked": one.data})

    def grow_old(self, one: Interaction) -> None:
        """Let the fifteen minutes be over: follow-ups and edits will be 50027."""
        one.born -= LIFE + 1
