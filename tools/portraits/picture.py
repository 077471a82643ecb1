"""Pictures of what a person's client shows: messages by simcord's preview, forms by a page of our own.

simcord brings a world of its own, so this goes in two steps that need not run in the same Python:

    sketch(server, channel, person, folder / "panel.json")            # while the game is played
    await painted(folder, ".venv/portraits/bin/python", ["390"])      # then all sketches of a folder at once

The second step is `python -m tools.portraits.picture <folder> <look> …`, anywhere with simcord[screenshot].
A look is a width in pixels, and ":light" if it is to be light. Not a part of the suite: simcord brings a
plug-in of its own for pytest, a browser's driver and thirty megabytes of fonts. See README.md beside this.
"""

from __future__ import annotations

import asyncio
import base64
import html
import importlib
import json
import re
import shutil
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import discord
from PIL import Image, ImageChops

from tests.fake_discord.people import modals
from tests.fake_discord.state import parts, payloads

if TYPE_CHECKING:
    from tests.fake_discord.people.person import Person
    from tests.fake_discord.server import Server
    from tests.fake_discord.state.model import Channel, Message

JSON = dict[str, Any]

DESKTOP, PHONE = 1100, 400
"""Widths in pixels at which to look."""

PATIENCE = 120
"""Seconds that a picture may take on a busy machine; simcord gives up after a few."""
TALL = 5_000
"""The height of a window; the empty part below is cut off."""
MARGIN = 12

MESSAGE_CSS = ".channel-composer { display: none !important; }"
LIGHT_CSS = """
:root { color-scheme: light; background: #fff; color: #313338; --discord-bg: #fff; --discord-surface: #f2f3f5;
  --discord-elevated: #e3e5e8; --discord-control: #ebedef; --discord-hover: #e0e1e5; --discord-text: #313338;
  --discord-muted: #5c5e66; --discord-subtle: #4e5058; --discord-border: #d5d7dc; --component-surface: #fff;
  --component-border: #dcdee3; --control-border: #c8cad0; --chip-surface: #ebedef; --list-surface: #fff;
  --option-hover: #ebedef; --subtle-surface: #e3e5e8; --subtle-surface-text: #313338; --entity-text: #313338;
  --entity-dim: #5c5e66; --input-surface: #f2f3f5; --input-placeholder: #6d6f78; --button-alt: #e3e5e8;
  --code-surface: #e8e9ec; --code-border: #d5d7dc; --code-text: #313338; --embed-field-name: #060607;
  --link-text: #006ce7; --button-secondary-surface: #e3e5e8; --button-secondary-text: #313338; }
.button-style-2, .select-value-label { color: #313338; } .mention { color: #4e58c4; }
"""


def sketch(
    server: Server,
    channel: Channel,
    person: Person,
    path: Path,
    messages: Sequence[Message] | None = None,
    now: int | None = None,
) -> None:
    """Write down all that `person` sees in the channel (or `messages` of it alone).

    "In 24 hours" counts from `now`, in UNIX seconds; else from the last message.
    """
    world = server.world
    shown = person.visible(channel) if messages is None else messages
    told = [_sketched(server, each) for each in shown if each.type != 6]
    last = max(datetime.fromisoformat(each["timestamp"]) for each in told)
    scene: JSON = {
        "channel": channel.name,
        "dm": channel.guild_id is None,
        "viewer": person.id,
        "bot": world.bot.id,
        "users": {user.id: user.shown for user in world.users.values()},
        "now": last.timestamp() if now is None else now,
        "messages": told,
        "emojis": {id: [one["name"], world.faces[id]] for id, one in world.emojis.items()},
    }
    path.write_text(json.dumps(scene))


def _sketched(server: Server, message: Message) -> JSON:
    data = payloads.message(server.world, message)
    for attachment, file in zip(data["attachments"], message.attachments, strict=True):
        attachment["data"] = base64.b64encode(file.data).decode()
    return data


def sketch_form(data: JSON, language: str, path: Path) -> None:
    """Write down a form as it opened."""
    path.write_text(json.dumps({"form": data, "language": language}))


async def painted(folder: Path, python: str, looks: Sequence[str]) -> None:
    """Draw all sketches of a folder, each by every look, as `<sketch>.<look>.png` beside them.

    Raises:
        RuntimeError: the drawing failed; with what it said.
    """
    command = [python, "-m", "tools.portraits.picture", str(folder), *looks]
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    _, complaint = await process.communicate()
    if process.returncode:
        raise RuntimeError(complaint.decode(errors="replace"))


# -- the second step


async def paint(folder: Path, looks: Sequence[str]) -> None:
    """Draw every sketch of the folder that is not drawn yet."""
    playwright: Any = importlib.import_module("playwright.async_api")
    importlib.import_module("simcord.preview._capture")._CAPTURE_DEADLINE = PATIENCE  # type: ignore[attr-defined]
    async with playwright.async_playwright() as driver:
        # The pages shown are our own, and nothing else can be reached; root has no sandbox.
        browser = await driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        try:
            for sketched in sorted(folder.glob("*.json")):
                scene = json.loads(sketched.read_text())
                targets = {look: sketched.with_suffix(f".{look.replace(':', '-')}.png") for look in looks}
                missing = {look: target for look, target in targets.items() if not target.exists()}
                if missing and "form" in scene:
                    await _draw_form(scene, browser, missing)
                elif missing:
                    await _draw_messages(scene, browser, missing)
        finally:
            await browser.close()


def _trimmed(png: bytes, target: Path) -> None:
    """Save a picture without the empty space at its bottom."""
    shot = Image.open(BytesIO(png)).convert("RGB")
    empty = Image.new("RGB", shot.size, shot.getpixel((0, shot.height - 1)))
    seen = ImageChops.difference(shot, empty).getbbox()
    shot.crop((0, 0, shot.width, min(shot.height, (seen[3] if seen else 0) + MARGIN))).save(target)


# -- messages


async def _draw_messages(scene: JSON, browser: Any, targets: Mapping[str, Path]) -> None:
    """Open the channel once, as simcord does for a picture of its own, and take a picture in every look."""
    async with _world(scene) as (env, place, viewer):
        opened = env.preview(place, viewers=[viewer], layout="channel", width=DESKTOP, height=TALL)
        looks = _Looks(browser, targets)
        async with opened as preview:
            # It would look for a browser of Playwright's own.
            preview._capture_manager._browser = looks
            preview._capture_manager._platform_fonts = _no_fonts
            await preview.screenshot(mode="viewport", viewport=(DESKTOP, TALL), allow_incomplete=True)
            preview._capture_manager._browser = None


async def _no_fonts(page: Any) -> JSON:
    """Return no fonts: to ask which font gave which glyph takes longer than the picture."""
    return {"available": True, "faces": []}


class _Looks:
    """A browser whose pages are taken in several looks when simcord takes its picture."""

    def __init__(self, browser: Any, targets: Mapping[str, Path]) -> None:
        self._browser, self._targets = browser, targets
        self.version = browser.version

    async def new_context(self, **more: Any) -> Any:
        context = await self._browser.new_context(bypass_csp=True, **more)
        self._open, context.new_page = context.new_page, self._new_page
        return context

    async def close(self) -> None:
        """Leave the browser open; the others need it."""

    async def _new_page(self) -> Any:
        page = await self._open()
        shoot = page.screenshot

        async def all_looks(**more: Any) -> None:
            for look, target in self._targets.items():
                await self._dress(page, look)
                _trimmed(await shoot(), target)
            await shoot(**more)

        page.screenshot = all_looks
        return page

    async def _dress(self, page: Any, look: str) -> None:
        width = int(look.partition(":")[0])
        css = MESSAGE_CSS + (LIGHT_CSS if look.endswith(":light") else "")
        await page.set_viewport_size({"width": width, "height": TALL})
        await page.evaluate(
            """([css, width]) => {
                let style = document.getElementById('look');
                if (!style) {
                    style = document.head.appendChild(document.createElement('style'));
                    style.id = 'look';
                }
                style.textContent = css;
                const app = document.getElementById('preview-app');
                app.style.width = width + 'px';
                app.style.setProperty('--preview-width', width + 'px');
                return new Promise(done => setTimeout(done, 100));
            }""",
            [css, width],
        )


@asynccontextmanager
async def _world(scene: JSON) -> AsyncIterator[tuple[Any, Any, Any]]:
    """Return a world of simcord's with the scene in it: the world, the place and the viewer."""
    simcord: Any = importlib.import_module("simcord")
    client = discord.Client(intents=discord.Intents(guilds=True))
    async with simcord.run(client, check_errors=False) as env:
        # "in 24 hours" counts from simcord's own clock, which would stand at the first of January.
        env.backend.clock._epoch = datetime.fromtimestamp(scene["now"], UTC)
        env.backend.edit_bot_profile(scene["users"][scene["bot"]])
        guild = env.create_guild("Tabellarius")
        people = {scene["bot"]: env.backend.bot_user.id}
        users, members = {}, {}
        for id_, name in scene["users"].items():
            if id_ != scene["bot"]:
                users[id_] = env.create_user(name.lower().replace(" ", "_"), global_name=name)
                people[id_], members[id_] = users[id_].id, guild.add_member(users[id_])
        # In a DM simcord's viewer is a user, elsewhere a member.
        viewer = (users if scene["dm"] else members)[scene["viewer"]]
        place = viewer.dm_channel if scene["dm"] else guild.create_text_channel(scene["channel"])
        _have_emojis(env.backend, scene["emojis"])
        for each in scene["messages"]:
            _put(env.backend, place.id, each, people)
        yield env, place, viewer


def _have_emojis(backend: Any, emojis: Mapping[str, tuple[str, str]]) -> None:
    """Give the application of simcord's world its emojis, with their ids."""
    models: Any = importlib.import_module("simcord.backend.models")
    cdn: Any = importlib.import_module("simcord.backend.cdn")
    for id, (name, image) in emojis.items():
        backend.application_emojis[int(id)] = models.GuildEmoji(int(id), name, backend.bot_user.id)
        backend.cdn._blobs[f"{cdn.CDN_BASE}/emojis/{id}.png"] = base64.b64decode(image.partition(",")[2])


def _put(backend: Any, channel: int, data: JSON, people: dict[str, int]) -> None:
    """Put one message, with ids and addresses turned into those of simcord's world."""
    stored = {
        each["url"]: backend.cdn.store_attachment(
            backend.snowflake(),
            channel,
            each["filename"],
            base64.b64decode(each["data"]),
            each.get("description"),
        )
        for each in data["attachments"]
    }
    told = json.dumps({name: data[name] for name in ("content", "embeds", "components")})
    for url, attachment in stored.items():
        told = told.replace(url, attachment["url"])
    for before, after in people.items():
        told = told.replace(f"<@{before}>", f"<@{after}>")
    told = re.sub(r"<#\d+>", f"<#{channel}>", told)
    said = json.loads(told)
    message = backend.prepare_message(channel, people[data["author"]["id"]], "x")
    message.content, message.embeds, message.components = said["content"], said["embeds"], said["components"]
    message.attachments, message.flags, message.pinned = list(stored.values()), data["flags"], data["pinned"]
    if "interaction_metadata" in data:
        used = data["interaction_metadata"]
        user = used["user"] | {"id": str(people[used["user"]["id"]])}
        message.interaction_metadata = {**used, "user": user}
    message.timestamp = data["timestamp"]
    backend.commit_message(message, broadcast=False)


# -- forms, which simcord shows only where its own bot opens them

FORM = """<!doctype html><meta charset="utf-8"><style>
@font-face {{ font-family: "Noto Sans"; font-weight: 100 900;
  src: url(http://fonts/noto-sans-latin-v2.015.ttf); }}
@font-face {{ font-family: "Noto Sans SC"; font-weight: 100 900;
  src: url(http://fonts/noto-sans-sc-v2.004.ttf); }}
body {{ margin: 0; padding: 16px; background: {back}; color: {ink};
  font: 16px/1.25 "Noto Sans", "Noto Sans SC", sans-serif; }}
form {{ max-width: 480px; margin: auto; padding: 24px; border-radius: 12px; background: {paper};
  border: 1px solid {edge}; }}
h1 {{ font-size: 20px; margin: 0 0 16px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }}
label {{ display: block; font-weight: 500; margin-top: 16px; white-space: nowrap; overflow: hidden;
  text-overflow: ellipsis; }}
label b {{ color: #da373c; }}
small {{ display: block; font-size: 14px; color: {muted}; margin-top: 2px; }}
.box {{ margin-top: 8px; padding: 9px 11px; border: 1px solid {edge}; border-radius: 8px; background: {back};
  min-height: 20px; white-space: pre-wrap; overflow-wrap: anywhere; color: {muted}; }}
.long {{ min-height: 84px; }} .full {{ color: {ink}; }} .pick::after {{ content: " ⌄"; float: right; }}
footer {{ margin-top: 24px; display: flex; gap: 8px; }}
footer i {{ flex: 1; text-align: center; font-style: normal; padding: 8px; border-radius: 8px;
  background: {edge}; }}
footer i:last-child {{ background: #5865f2; color: #fff; }}
</style><form><h1>{title}</h1>{fields}<footer><i>{cancel}</i><i>{submit}</i></footer></form>"""
DARK_INKS = {"back": "#2b2d31", "paper": "#393a41", "edge": "#4e5058", "ink": "#f3f3f4", "muted": "#a4a5ab"}
LIGHT_INKS = {"back": "#f2f3f5", "paper": "#fff", "edge": "#d5d7dc", "ink": "#313338", "muted": "#5c5e66"}
FORM_WORDS = {"en": ("Cancel", "Submit"), "ja": ("キャンセル", "送信")}


async def _draw_form(scene: JSON, browser: Any, targets: Mapping[str, Path]) -> None:
    for look, target in targets.items():
        page = await browser.new_page(viewport={"width": int(look.partition(":")[0]), "height": TALL // 2})
        await page.route("http://fonts/*", _font)
        inks = LIGHT_INKS if look.endswith(":light") else DARK_INKS
        cancel, submit = FORM_WORDS[scene["language"]]
        await page.set_content(
            FORM.format(
                title=html.escape(scene["form"]["title"]),
                fields="".join(_field(top) for top in scene["form"]["components"]),
                cancel=cancel,
                submit=submit,
                **inks,
            )
        )
        await page.evaluate("document.fonts.ready.then(() => null)")
        _trimmed(await page.screenshot(), target)
        await page.close()


async def _font(route: Any) -> None:
    """The fonts of simcord's preview: Debian need not have any for Japanese."""
    simcord: Any = importlib.import_module("simcord")
    fonts = Path(simcord.__file__).parent / "preview/static/fonts"
    name = route.request.url.rpartition("/")[2]
    await route.fulfill(path=fonts / name, headers={"Access-Control-Allow-Origin": "*"})


def _field(top: JSON) -> str:
    """A label with its field; the limit of characters is shown next to an empty field."""
    if top["type"] == parts.TEXT:
        return f"<p>{html.escape(top['content'])}</p>"
    (field,) = modals.fields({"components": [top]})
    part, star = field.part, " <b>*</b>" if field.required else ""
    note = f"<small>{html.escape(top['description'])}</small>" if top.get("description") else ""
    if part["type"] == parts.TEXT_INPUT:
        value = part.get("value") or ""
        said = value or part.get("placeholder") or f"0/{part.get('max_length') or modals.MOST_INPUT}"
        kinds = f"{'long ' if part.get('style') == 2 else ''}{'full' if value else ''}"
    else:
        chosen = [o["label"] for o in part.get("options", ()) if o.get("default")]
        said, kinds = ", ".join(chosen) or part.get("placeholder") or "", f"pick {'full' if chosen else ''}"
        note += "".join(f"<small>• {html.escape(o['label'])}</small>" for o in part.get("options", ()))
    label, box = html.escape(field.label), html.escape(said)
    return f'<label>{label}{star}</label>{note}<div class="box {kinds}">{box}</div>'


if __name__ == "__main__":
    where, *wanted = sys.argv[1:]
    asyncio.run(paint(Path(where), wanted))
