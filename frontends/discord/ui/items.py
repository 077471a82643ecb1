"""Buttons, menus and forms, whose ids hold all of their state (design/discord.md §2).

An id reads `t:<action>:<argument>:…` for a button, `s:…` for a menu, `m:…` for a form. Nothing is kept in
memory, so every button still works after a restart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeAlias

import discord
from discord import ui
from discord.ui.select import BaseSelect

LONGEST_ID = 100
MOST_OPTIONS = 25
LONGEST_LABEL, LONGEST_BUTTON, LONGEST_TITLE = 100, 80, 45

Interaction: TypeAlias = discord.Interaction[Any]
"""An interaction of the bot's client, which this module does not know."""

_REST = r"(?P<action>[a-z_]+)(?::[^:]*)*"
GREY, BLUE, GREEN, RED = (
    discord.ButtonStyle.secondary,
    discord.ButtonStyle.primary,
    discord.ButtonStyle.success,
    discord.ButtonStyle.danger,
)


def custom_id(kind: str, action: str, *args: object) -> str:
    """Return the id of an item of a kind ("t", "s" or "m") for an action and its arguments.

    Raises:
        ValueError: if it would be longer than the platform takes, or an argument holds a colon.
    """
    parts = [kind, action, *map(str, args)]
    made = ":".join(parts)
    if len(made) > LONGEST_ID or made.count(":") != len(parts) - 1:
        raise ValueError(f"no id: {made!r}")
    return made


def parts_of(id: str) -> tuple[str, tuple[str, ...]]:
    """Return the action and the arguments that an id names."""
    _, action, *args = id.split(":")
    return action, tuple(args)


def cut(text: str, longest: int) -> str:
    """Return a text cut to fit, with "…" where it is cut."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


class ActionButton(ui.DynamicItem[ui.Button[Any]], template=re.compile(f"t:{_REST}")):
    """A button."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> ActionButton:
        assert isinstance(item, ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.pressed(interaction, self.custom_id)


class ActionSelect(ui.DynamicItem[BaseSelect[Any]], template=re.compile(f"s:{_REST}")):
    """A menu of options, or of roles or channels of a server."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> ActionSelect:
        assert isinstance(item, BaseSelect)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data
        await interaction.client.pressed(interaction, self.custom_id, tuple(data.get("values", ())))


def button(
    label: str,
    action: str,
    *args: object,
    style: discord.ButtonStyle = GREY,
    disabled: bool = False,
    emoji: str | discord.PartialEmoji | None = None,
) -> ActionButton:
    """Return a button that does an action."""
    id = custom_id("t", action, *args)
    item: ui.Button[Any] = ui.Button(
        label=cut(label, LONGEST_BUTTON), custom_id=id, style=style, disabled=disabled, emoji=emoji
    )
    return ActionButton(item)


def option(
    label: str,
    value: str,
    note: str = "",
    *,
    chosen: bool = False,
    emoji: discord.PartialEmoji | None = None,
) -> discord.SelectOption:
    """Return one option of a menu."""
    return discord.SelectOption(
        label=cut(label, LONGEST_LABEL),
        value=value,
        description=cut(note, LONGEST_LABEL) or None,
        default=chosen,
        emoji=emoji,
    )


def menu(
    placeholder: str,
    options: Sequence[discord.SelectOption],
    action: str,
    *args: object,
    least: int = 1,
    most: int = 1,
    disabled: bool = False,
) -> ActionSelect:
    """Return a menu that does an action with what is picked; at most 25 options."""
    item: ui.Select[Any] = ui.Select(
        placeholder=cut(placeholder, 150),
        options=list(options),
        custom_id=custom_id("s", action, *args),
        min_values=least,
        max_values=min(most, len(options)),
        disabled=disabled,
    )
    return ActionSelect(item)


def role_menu(placeholder: str, chosen: Sequence[discord.Role], action: str) -> ActionSelect:
    """Return a menu of the server's roles; up to the platform's limit, or none, may be picked."""
    item: ui.RoleSelect[Any] = ui.RoleSelect(
        placeholder=cut(placeholder, 150),
        custom_id=custom_id("s", action),
        min_values=0,
        max_values=MOST_OPTIONS,
        default_values=list(chosen),
    )
    return ActionSelect(item)


def channel_menu(
    placeholder: str, chosen: Sequence[discord.abc.GuildChannel], action: str, most: int = MOST_OPTIONS
) -> ActionSelect:
    """Return a menu of the server's channels in which games can be shown, like `role_menu`; if only one may
    be picked, of those in which messages can be posted.
    """
    kinds = [discord.ChannelType.text, discord.ChannelType.news]
    item: ui.ChannelSelect[Any] = ui.ChannelSelect(
        placeholder=cut(placeholder, 150),
        custom_id=custom_id("s", action),
        channel_types=[*kinds, discord.ChannelType.forum] if most > 1 else kinds,
        min_values=0,
        max_values=most,
        default_values=[discord.SelectDefaultValue.from_channel(channel) for channel in chosen],
    )
    return ActionSelect(item)


class ActionModal(ui.Modal):
    """A form. It has no callback: a submission is dispatched by its id, also after a restart."""

    def __init__(self, title: str, action: str, *args: object) -> None:
        super().__init__(title=cut(title, LONGEST_TITLE), custom_id=custom_id("m", action, *args))
        self.stop()

    def ask(
        self,
        name: str,
        label: str,
        *,
        note: str = "",
        value: str = "",
        long: bool = False,
        required: bool = True,
        longest: int = 400,
    ) -> ActionModal:
        """Add a field for text."""
        field: ui.TextInput[Any] = ui.TextInput(
            custom_id=name,
            style=discord.TextStyle.paragraph if long else discord.TextStyle.short,
            default=cut(value, longest) or None,
            required=required,
            max_length=longest,
        )
        return self.put(label, field, note)

    def put(self, label: str, field: ui.Item[Any], note: str = "") -> ActionModal:
        """Add any other field, under a label."""
        self.add_item(
            ui.Label(
                text=cut(label, LONGEST_TITLE),
                description=cut(note, LONGEST_LABEL) or None,
                component=field,
            )
        )
        return self


def fields_of(components: Sequence[Any]) -> dict[str, tuple[str, ...]]:
    """Return the values of every field of a submitted form, by the field's id."""
    found: dict[str, tuple[str, ...]] = {}
    for component in components:
        inner = component.get("components") or [component.get("component")]
        if "custom_id" in component:
            values = component.get("values")
            value = component.get("value")
            found[component["custom_id"]] = (
                tuple(map(str, values)) if values is not None else () if value is None else (str(value),)
            )
        else:
            found |= fields_of([part for part in inner if part])
    return found


class MessageView(ui.LayoutView):
    """The layout of one message.

    It is stopped at once, because the library would otherwise forget, when the view of an ephemeral message
    expires, how all buttons of its kind are answered; the bot's are registered once
    (`DiscordClient.setup_hook`).
    """

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.stop()
