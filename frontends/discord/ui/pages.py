"""Messages as data, and their layout within Discord's limits (design/discord.md §1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from io import BytesIO
from typing import Any
from zoneinfo import ZoneInfo

import discord
from discord import ui
from msgspec import Struct

from adjudicator.core.language.words import Label, same, words
from service.pictures.drawing import Picture
from service.values.words import speak

from .items import MessageView

LONGEST = 3_900
"""Characters of text in one message; the platform takes 4,000."""
MOST_PICTURES = 10
LONGEST_ALT = 1_024
MOST_BUTTONS = 5

RULE = "\x1e"
"""A paragraph that is a thin line between what stands above and below."""

INK, RED_INK, GOLD = 0x5B4B3A, 0x9B2D1F, 0xB08D3C
"""Colours of the edge: what is told, what is refused, what waits for the reader."""


MOMENT = re.compile(r"(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d) ?[(（](?P<zone>[\w/+-]+)[)）]")
"""A moment in a sentence of the service (`calendar.moment`)."""


class Page(Struct):
    """The content of one or more messages.

    Attributes:
        title: a short heading, "" for none.
        body: paragraphs in the platform's markdown.
        pictures: shown below the body.
        after: paragraphs below the pictures.
        footer: small print.
        rows: buttons, up to five a row, or one menu a row.
        colour: of the edge.
        files: for download, not for display: name -> content.
        lines: texts below the pictures, each with a button beside it.
    """

    title: str = ""
    body: Sequence[str] = ()
    pictures: Sequence[Picture] = ()
    after: Sequence[str] = ()
    footer: str = ""
    rows: Sequence[Sequence[ui.Item[Any]]] = ()
    colour: int = INK
    files: Sequence[tuple[str, bytes]] = ()
    lines: Sequence[tuple[str, ui.Item[Any]]] = ()


class RenderedMessage(Struct):
    """One message, ready to be sent: its layout, and its files (made again for every try)."""

    view: MessageView
    attached: Sequence[tuple[str, bytes, str]] = ()

    def files(self) -> list[discord.File]:
        """Return the files, from their beginning."""
        return [
            discord.File(BytesIO(data), filename=name, description=alt or None)
            for name, data, alt in self.attached
        ]

    def drop_emojis(self) -> bool:
        """Show buttons and options without emojis; return true if there were any."""
        shown: list[ui.Button[Any] | discord.SelectOption] = []
        for item in self.view.walk_children():
            inner = item.item if isinstance(item, ui.DynamicItem) else item
            if isinstance(inner, ui.Button):
                shown.append(inner)
            elif isinstance(inner, ui.Select):
                shown += inner.options
        found = [one for one in shown if one.emoji is not None]
        for one in found:
            one.emoji = None
        return bool(found)


def plain(text: str) -> str:
    """Return a text with all markup and mentions escaped."""
    escaped = discord.utils.escape_markdown(text, as_needed=False, ignore_links=False)
    return re.sub(r"(?m)^(\s*)(\d+)\. ", r"\1\2\\. ", escaped).replace("<", "\\<")


def stamped(text: str) -> str:
    """Return a text as `plain` does, with its moments as timestamps: each reader sees their own time zone."""
    pieces, end = list[str](), 0
    for found in MOMENT.finditer(text):
        with suppress(ValueError, KeyError, OSError):
            at = datetime.fromisoformat(found["time"]).replace(tzinfo=ZoneInfo(found["zone"]))
            pieces += [plain(text[end : found.start()]), f"<t:{int(at.timestamp())}:f>"]
            end = found.end()
    return "".join([*pieces, plain(text[end:])])


class Raw(Struct, frozen=True):
    """A piece of markdown, or a mention, that is not escaped."""

    text: str


def said(template: str, language: str, label: Label = same, /, **values: Any) -> str:
    """Return a sentence without markup, for buttons, menus and forms."""
    return speak(words(template, **values), language, label)


def marked(template: str, language: str, label: Label = same, /, **values: Any) -> str:
    """Return a sentence as markdown: escaped, except for the values that are `Raw`."""
    raw: dict[str, str] = {}
    filled: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, Raw):
            token = f"\ue000{len(raw)}\ue001"
            raw[token], filled[name] = value.text, words(token)
        else:
            filled[name] = value
    text = plain(speak(words(template, **filled), language, label))
    for token, piece in raw.items():
        text = text.replace(token, piece)
    return text


def person(user: str, who: str = "") -> str:
    """Return a mention of a user of Discord, else their name."""
    id = id_of(user)
    return f"<@{id}>" if id else plain(who or user)


def id_of(user: str) -> int:
    """Return Discord's id of a user of the service; 0 for a user of another front end."""
    kind, _, id = user.partition("/")
    return int(id) if kind == "discord" and id.isdecimal() else 0


def split(paragraphs: Iterable[str], longest: int = LONGEST) -> Iterator[str]:
    """Yield paragraphs joined by line ends into pieces that fit; one that is too long is cut at a space."""
    piece = ""
    for paragraph in paragraphs:
        for part in _cut(paragraph, longest):
            if piece and len(piece) + 1 + len(part) > longest:
                yield piece
                piece = part
            else:
                piece = f"{piece}\n{part}" if piece else part
    if piece:
        yield piece


def _cut(text: str, longest: int) -> Iterator[str]:
    while len(text) > longest:
        at = max(text.rfind(sign, 1, longest) for sign in "\n 。")
        at = longest if at <= 0 else at + 1
        yield text[:at].rstrip()
        text = text[at:]
    yield text


def render_messages(page: Page, mark: int = 0) -> list[RenderedMessage]:
    """Return the messages that show a page: mostly one; buttons and files are on the last.

    Args:
        page: the content.
        mark: an id stored in the message, so that it is found again; that of part `n` is `mark + n`.
    """
    heading = [f"### {page.title}"] if page.title else []
    footer = [f"-# {page.footer}"] if page.footer else []
    before, after = list(split([*heading, *page.body])), list(split([*page.after, *footer]))
    *first, text = before or [""]
    fits = len(after) == 1 and len(text) + len(after[0]) <= LONGEST
    core = [*_texts([text]), *_gallery(page.pictures), *_texts(after if fits else [])]
    stacks = [*([item] for item in _texts(first)), core, *([item] for item in _texts([] if fits else after))]
    stacks = [stack for stack in stacks if stack] or [[]]
    stacks[-1] += [ui.Section(ui.TextDisplay(text), accessory=item) for text, item in page.lines]
    stacks[-1] += [ui.ActionRow(*row) for row in page.rows]
    stacks[-1] += [ui.File(f"attachment://{name}") for name, _ in page.files]
    attached = {
        len(first): [(name_of(p), p.data, p.alt[:LONGEST_ALT]) for p in page.pictures[:MOST_PICTURES]]
    }
    attached.setdefault(len(stacks) - 1, []).extend((name, data, "") for name, data in page.files)
    return [
        RenderedMessage(_view(stack, page.colour, mark + n if mark else 0), attached.get(n, []))
        for n, stack in enumerate(stacks)
    ]


def _texts(texts: Iterable[str]) -> list[ui.Item[Any]]:
    """Return texts, with a thin line at every `RULE` between them."""
    found: list[ui.Item[Any]] = []
    for text in texts:
        for n, part in enumerate(text.split(RULE)):
            if n and found:
                found.append(ui.Separator(spacing=discord.SeparatorSpacing.small))
            if part.strip():
                found.append(ui.TextDisplay(part.strip("\n")))
    return found


def _view(items: Sequence[ui.Item[Any]], colour: int, mark: int) -> MessageView:
    view = MessageView()
    view.add_item(ui.Container(*items, accent_colour=colour, id=mark or None))
    return view


def _gallery(pictures: Sequence[Picture]) -> list[ui.Item[Any]]:
    """Return pictures one below another, each whole, because a client crops several in one gallery."""
    shown = [
        discord.MediaGalleryItem(f"attachment://{name_of(p)}", description=p.alt[:LONGEST_ALT] or None)
        for p in pictures[:MOST_PICTURES]
    ]
    return [ui.MediaGallery(item) for item in shown]


def name_of(picture: Picture) -> str:
    """Return a file name that Discord does not change."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "_", picture.name)
