"""The slash commands: in both languages, within the limits, registered only when they have changed."""

from __future__ import annotations

import hashlib
import logging
from typing import Any

import discord
import msgspec
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Where
from discord.app_commands import locale_str

from adjudicator.core.words import Words
from frontends.discord.context.action_context import Action, ActionContext, carry_out
from frontends.discord.ui.names import JAPANESE
from service.values.words import speak

LONGEST_TREE = 8_000
"""Characters of names, descriptions and choices in one command with all below it, in its longest language."""

_NAMES = (Where.command_name, Where.group_name, Where.parameter_name)

log = logging.getLogger("tabellarius.discord")


class Translator(app_commands.Translator):
    """Names by our own table, everything else by the catalogues."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The Japanese of a name or a sentence; None where there is none, or it is the same."""
        if locale is not discord.Locale.japanese:
            return None
        if context.location in _NAMES:
            return JAPANESE.get(string.message)
        found = speak(Words(string.message), "ja")
        return found if found != string.message else None


class Tree(app_commands.CommandTree[discord.Client]):
    """All commands; what breaks in one is said as in any other call."""

    async def on_error(
        self, interaction: discord.Interaction[discord.Client], error: app_commands.AppCommandError, /
    ) -> None:
        """A command that the platform still knows and we do not, or an argument that is none."""
        raised = getattr(error, "original", error)

        async def fail(call: ActionContext) -> None:
            raise raised

        await carry_out(ActionContext(interaction), Action(fail))

    async def payload(self) -> list[dict[str, Any]]:
        """What the platform is told of the commands."""
        translator = self.translator
        assert translator is not None
        return [
            await command.get_translated_payload(self, translator) for command in self._get_all_commands()
        ]

    async def register(self, known: str) -> str:
        """Tell the platform of the commands if the digest names others; gives the new one."""
        digest = await self.digest()
        if digest != known:
            await self.sync()
            log.info("commands registered", extra={"tree": digest})
        return digest

    async def digest(self) -> str:
        """Names a tree with its translations."""
        return hashlib.sha256(msgspec.json.encode(await self.payload(), order="sorted")).hexdigest()[:16]


def size(command: dict[str, Any], language: str | None = None) -> int:
    """How many characters of a command's payload count, in a language or in English (None)."""
    count = 0
    for field in ("name", "description"):
        localized = (command.get(f"{field}_localizations") or {}).get(language)
        count += len(localized or command.get(field) or "")
    if isinstance(value := command.get("value"), str):
        count += len(value)
    return count + sum(size(x, language) for x in (*command.get("options", ()), *command.get("choices", ())))
