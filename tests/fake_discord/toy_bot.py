"""A tiny bot of the tests' own: it does a little of everything that the umpire's bot does over the wire."""

from __future__ import annotations

import asyncio
import io
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import discord
from discord import app_commands, ui
from PIL import Image

from tests.fake_discord.redirect import redirect
from tests.fake_discord.server import TOKEN, Server

ToyInteraction = discord.Interaction[Any]


def picture(colour: str = "teal") -> io.BytesIO:
    data = io.BytesIO()
    Image.new("RGB", (320, 200), colour).save(data, "PNG")
    data.seek(0)
    return data


class Vote(ui.DynamicItem[ui.Button[Any]], template=r"vote:(?P<question>\d+):(?P<side>\w+)"):
    """A button with all that it means in its id, so that it outlives the process."""

    def __init__(self, question: int, side: str) -> None:
        super().__init__(ui.Button(label=side.title(), custom_id=f"vote:{question}:{side}"))
        self.question, self.side = question, side

    @classmethod
    async def from_custom_id(cls, interaction: ToyInteraction, item: Any, match: re.Match[str], /) -> Vote:
        return cls(int(match["question"]), match["side"])

    async def callback(self, interaction: ToyInteraction) -> None:
        bot = cast(ToyBot, interaction.client)
        if interaction.id in bot.seen:
            bot.repeated += 1
            return
        bot.seen.add(interaction.id)
        await interaction.response.send_message(f"{self.side} on {self.question}", ephemeral=True)


class Pick(ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.select(
        placeholder="Which provinces?",
        custom_id="pick",
        min_values=1,
        max_values=2,
        options=[
            discord.SelectOption(label=name, value=name.lower()) for name in ("Gallia", "Italia", "Graecia")
        ],
    )
    async def pick(self, interaction: ToyInteraction, select: ui.Select[Pick]) -> None:
        await interaction.response.edit_message(
            content=f"picked {', '.join(sorted(select.values))}", view=None
        )

    @ui.select(cls=ui.UserSelect, placeholder="Who?", custom_id="who")
    async def who(self, interaction: ToyInteraction, select: ui.UserSelect[Pick]) -> None:
        await interaction.response.send_message(f"{select.values[0].display_name} it is", ephemeral=True)

    @ui.button(label="Never", custom_id="never", disabled=True)
    async def never(self, interaction: ToyInteraction, button: ui.Button[Pick]) -> None:
        raise AssertionError("a disabled button was pressed")


class Panel(ui.LayoutView):
    def __init__(self, text: str) -> None:
        super().__init__(timeout=None)
        row: ui.ActionRow[Any] = ui.ActionRow(Vote(7, "yes"), Vote(7, "no"))
        gallery: ui.MediaGallery[Any] = ui.MediaGallery(
            discord.MediaGalleryItem("attachment://map.png", description="The map of Gallia")
        )
        self.add_item(
            ui.Container(ui.TextDisplay(text), gallery, ui.Separator(), row, accent_colour=0x336699)
        )


class Orders(ui.Modal, title="Orders"):
    orders: ui.Label[Orders] = ui.Label(
        text="Orders", component=ui.TextInput(style=discord.TextStyle.paragraph, max_length=50)
    )
    stance: ui.Label[Orders] = ui.Label(
        text="Stance",
        component=ui.Select(
            options=[discord.SelectOption(label="Hold"), discord.SelectOption(label="March")]
        ),
    )

    async def on_submit(self, interaction: ToyInteraction) -> None:
        text, stance = (
            cast(ui.TextInput[Any], self.orders.component),
            cast(ui.Select[Any], self.stance.component),
        )
        await interaction.response.send_message(f"{text.value} / {stance.values[0]}", ephemeral=True)


toy = app_commands.Group(name="toy", description="What the wire can carry")


class Japanese(app_commands.Translator):
    """Knows one phrase."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: Any
    ) -> str | None:
        return "挨拶する" if locale is discord.Locale.japanese and string.message == "Says hello" else None


@toy.command(description=app_commands.locale_str("Says hello"))
@app_commands.describe(times="How many times")
async def hello(interaction: ToyInteraction, times: app_commands.Range[int, 1, 3] = 1) -> None:
    await interaction.response.send_message("hello " * times)


@toy.command(description="Votes")
async def vote(interaction: ToyInteraction) -> None:
    view = ui.View(timeout=None)
    view.add_item(Vote(3, "yes"))
    await interaction.response.send_message("A question", view=view)


@toy.command(description="Picks")
async def pick(interaction: ToyInteraction) -> None:
    await interaction.response.send_message("Pick", view=Pick(), ephemeral=True)


@toy.command(description="Asks for orders")
async def orders(interaction: ToyInteraction) -> None:
    await interaction.response.send_modal(Orders())


@toy.command(description="A panel with a picture, after some thought")
async def panel(interaction: ToyInteraction, public: bool = False) -> None:
    await interaction.response.defer(ephemeral=not public, thinking=True)
    await interaction.edit_original_response(
        view=Panel("What now?"),
        attachments=[discord.File(picture(), "map.png", description="Alt of the map")],
    )


@toy.command(description="Follows up")
async def follow(interaction: ToyInteraction) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    await interaction.followup.send("first, in place of the wheel")
    await interaction.followup.send("second, for all to see")
    third = await interaction.followup.send("third, to be edited", ephemeral=True, wait=True)
    await third.edit(content="third, edited")
    await interaction.delete_original_response()


@toy.command(description="Posts with a nonce, pins, opens threads")
async def post(interaction: ToyInteraction, name: str) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    channel = interaction.channel
    assert isinstance(channel, discord.TextChannel)
    message = await channel.send(
        f"status of {name}", nonce=name, file=discord.File(picture(), "a.png", description="A")
    )
    problems = []
    for deed in (message.pin, lambda: message.create_thread(name=f"turn of {name}")):
        try:
            await deed()
        except discord.HTTPException as error:
            problems.append(f"{error.status} {error.code}")
    try:
        thread = await channel.create_thread(name=f"secrets of {name}", invitable=False)
        await thread.send(f"only for {interaction.user.mention}")
    except discord.HTTPException as error:
        problems.append(f"{error.status} {error.code}")
    await interaction.followup.send(f"done; {', '.join(problems) or 'no problems'}")


@toy.command(description="Writes to somebody")
async def write(interaction: ToyInteraction, to: discord.User) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    try:
        view = ui.View(timeout=None)
        view.add_item(Vote(5, "no"))
        await to.send("psst", silent=True, view=view)
    except discord.HTTPException as error:
        await interaction.followup.send(f"{error.status} {error.code}")
    else:
        await interaction.followup.send("written")


@toy.command(description="Goes somewhere")
async def go(interaction: ToyInteraction, where: str) -> None:
    await interaction.response.send_message(f"gone to {where}", ephemeral=True)


@go.autocomplete("where")
async def go_where(interaction: ToyInteraction, current: str) -> list[app_commands.Choice[str]]:
    names = [name for name in ("Roma", "Ravenna", "Athenae") if name.lower().startswith(current.lower())]
    return [app_commands.Choice(name=name, value=name.lower()) for name in names]


@toy.command(description="Answers too late, or twice")
async def badly(interaction: ToyInteraction, how: str) -> None:
    bot = cast(ToyBot, interaction.client)
    if how == "late":
        await bot.gate.wait()
    try:
        await interaction.response.send_message("one")
        if how == "twice":
            interaction.response._response_type = None
            await interaction.response.send_message("two")
    except discord.HTTPException as error:
        bot.errors.append(f"{error.status} {error.code}")


class ToyBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True), guild_ready_timeout=0.05, max_ratelimit_timeout=30.0
        )
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(toy)
        self.seen: set[int] = set()
        self.repeated = 0
        self.gate = asyncio.Event()
        self.errors: list[str] = []

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """The library's own hook waits five seconds before a second IDENTIFY; a test does not."""

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Vote)
        self.add_view(Pick())
        await self.tree.set_translator(Japanese())
        await self.tree.sync()


@asynccontextmanager
async def toy_bot(server: Server) -> AsyncIterator[ToyBot]:
    """The bot, logged in; gone again at the end."""
    redirect(server.base)
    bot = ToyBot()
    before = server.gateway.identified
    running = asyncio.create_task(bot.start(TOKEN))
    try:
        await server.gateway.ready(before + 1)
        yield bot
    finally:
        await bot.close()
        await running


if __name__ == "__main__":
    redirect(os.environ["DISCORD_TEST_SERVER"])
    ToyBot().run(TOKEN)
