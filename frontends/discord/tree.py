"""The slash commands: in both languages, within the limits, registered only when they have changed."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import msgspec
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Where
from discord.app_commands import locale_str

from adjudicator.core.language.languages import FIRST, language_of
from adjudicator.core.language.words import words
from frontends.discord.context.action_context import GONE, Action, ActionContext, Assembled, carry_out
from frontends.discord.context.completions import Unwanted
from frontends.discord.ui.names import names
from service.values.words import speak

LONGEST_TREE = 8_000
"""Characters of names, descriptions and choices in one command with all below it, in its longest language."""

ENTRY_POINT, ENTRY_LEFT_OUT = 4, 50240
"""The type of the command that an application with Activities has; the error of commands without it."""
_OF_ENTRY = ("name", "name_localizations", "type", "handler", "contexts", "integration_types")
"""The fields of it that are sent; the rest is the platform's."""

ENTRY: dict[str, Any] = {
    "type": ENTRY_POINT,
    "name": "launch",
    "name_localizations": {
        locale.value: names(language)["launch"]
        for locale in discord.Locale
        if (language := language_of(locale.value)) is not None and language != FIRST
    },
    "handler": 1,
    "contexts": [0, 1],
    "integration_types": [0],
}
"""The command as we name it; `handler` 1 leaves the answer to the bot, without a message in the channel."""

_NAMES = (Where.command_name, Where.group_name, Where.parameter_name)

log = logging.getLogger("tabellarius.discord")


class Translator(app_commands.Translator):
    """Translate names by our own table, everything else by the catalogues."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return a name or a sentence in a client's language; None where there is none, or it is the same."""
        language = language_of(str(locale))
        if language is None or language == FIRST:
            return None
        if context.location in _NAMES:
            return names(language).get(string.message)
        found = speak(words(string.message), language)
        return found if found != string.message else None


def _is_failure(record: logging.LogRecord) -> bool:
    """Return false for what the library logs where a completion came too late: nobody waits for it."""
    error = record.exc_info[1] if record.exc_info else None
    is_late = isinstance(error, discord.HTTPException) and error.code in GONE
    return not (isinstance(error, Unwanted) or (is_late and "autocomplete" in record.msg))


logging.getLogger("discord.app_commands.tree").addFilter(_is_failure)


class Tree(app_commands.CommandTree[discord.Client]):
    """All commands; an error in one is answered as in any other interaction.

    Attributes:
        entry: the act of the Entry Point command, by which clients open the board; None for none.
    """

    entry: Callable[[ActionContext], Awaitable[None]] | None = None

    async def interaction_check(self, interaction: discord.Interaction[discord.Client], /) -> bool:
        """Note that a completion overtakes the earlier ones of its user; carry out the Entry Point command,
        which the library does not know.
        """
        data: Any = interaction.data or {}
        if self.entry is not None and data.get("type") == ENTRY_POINT:
            await carry_out(ActionContext(interaction), Action(self.entry, "launch"))
            return False
        if interaction.type is discord.InteractionType.autocomplete:
            client: Assembled = interaction.client  # type: ignore[assignment]
            client.parts.completions.arrived(interaction)
        return True

    async def on_error(
        self, interaction: discord.Interaction[discord.Client], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer an unknown command or an invalid argument."""
        raised = getattr(error, "original", error)

        async def fail(call: ActionContext) -> None:
            raise raised

        await carry_out(ActionContext(interaction), Action(fail))

    def follow(self, application: discord.AppInfo | None) -> None:
        """Offer `/my` in every server and conversation of whoever installs the application for themselves, if
        its operator allows that in the portal; Discord would refuse it otherwise.
        """
        mine = self.get_command("my")
        assert isinstance(mine, app_commands.Group)
        if application is not None and application.user_integration_config is not None:
            mine.allowed_installs = app_commands.AppInstallationType(guild=True, user=True)
            mine.allowed_contexts = app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            )

    async def payload(self) -> list[dict[str, Any]]:
        """Return the commands as they are registered with Discord."""
        translator = self.translator
        assert translator is not None
        made = [
            await command.get_translated_payload(self, translator) for command in self._get_all_commands()
        ]
        return made if self.entry is None else [*made, ENTRY]

    async def register(self, known: str) -> str:
        """Register the commands with Discord if their digest has changed; return the new digest."""
        digest = await self.digest()
        if digest != known:
            await self._put()
            log.info("commands registered", extra={"tree": digest})
        return digest

    async def _put(self) -> None:
        """Replace all global commands; where Activities are switched on, their Entry Point command stays."""
        http, id = self.client.http, self.client.application_id
        assert id is not None
        if self.entry is not None:
            every: list[Any] = await self.payload()
            try:
                await http.bulk_upsert_global_commands(id, payload=every)
                return
            except discord.HTTPException as error:
                if error.status != 400:
                    raise
                log.warning("Discord takes no Entry Point command; are Activities enabled? %s", error)
        try:
            await self.sync()
        except discord.HTTPException as error:
            if error.code != ENTRY_LEFT_OUT:
                raise
            present: list[Any] = [*await http.get_global_commands(id)]
            entry = [
                {name: one[name] for name in _OF_ENTRY if one.get(name) is not None}
                for one in present
                if one["type"] == ENTRY_POINT
            ]
            payload = [one for one in await self.payload() if one["type"] != ENTRY_POINT]
            payload = [*payload, *entry]
            await http.bulk_upsert_global_commands(id, payload=payload)

    async def digest(self) -> str:
        """Return a digest of the commands with their translations."""
        return hashlib.sha256(msgspec.json.encode(await self.payload(), order="sorted")).hexdigest()[:16]


def size(command: dict[str, Any], language: str | None = None) -> int:
    """Return how many characters of a command's payload count, in a language or in English (None)."""
    count = 0
    for field in ("name", "description"):
        localized = (command.get(f"{field}_localizations") or {}).get(language)
        count += len(localized or command.get(field) or "")
    if isinstance(value := command.get("value"), str):
        count += len(value)
    return count + sum(size(x, language) for x in (*command.get("options", ()), *command.get("choices", ())))
