"""A mail to a player: plain text and HTML with the same content, embedded pictures, headers that keep the
thread.

The HTML is readable without styles, and when a mail program inverts its colours: black on white, tables for
width, nothing fetched from anywhere (docs/mail.md).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime, formataddr
from html import escape

from msgspec import Struct

from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import words
from service.pictures.drawing import Picture
from service.text import calendar_file
from service.text.columns import width
from service.values.front_ends.mail import Passage
from service.values.words import speak

from .written.heads import ABOVE
from .written.layout import frame_lines, harmless, paragraph

_LONG = re.compile(r"([0-9a-f]{16})(?=[0-9a-f])")
WIDTH = 640
"""Width of the mail's table and pictures, in pixels."""


class Section(Struct, frozen=True):
    """A part of a mail: a heading ("" for none), paragraphs; `is_orders` for a section to be copied
    unchanged; `link` is an address at its end.
    """

    heading: str
    lines: Sequence[str]
    is_orders: bool = False
    link: str = ""


class Outward(Struct, frozen=True):
    """The content of an outgoing mail.

    Attributes:
        to: the address.
        sender: the umpire's address.
        reply_to: the address that holds the seat's token.
        subject: one line.
        sections: text, in order.
        pictures: each with its alternative text, shown after the first section, or after the orders if they
            follow it.
        key: differs between two mails that differ; makes the Message-ID, so that a repetition has the same.
        at: UNIX second.
        answers: the Message-ID that this one answers, "" for none.
        shown: the last entry that its reader can have read with it (`witness`), "" if it is about no game in
            play.
        is_answer: true if it answers a mail of the reader (RFC 3834 `auto-replied`).
        language: of the text (BCP 47), "" if there is more than one.
        calendar: a calendar file that is attached (RFC 5545), "" for none.
    """

    to: str
    sender: str
    reply_to: str
    subject: str
    sections: Sequence[Section]
    key: str
    at: int
    pictures: Sequence[Picture] = ()
    answers: str = ""
    shown: str = ""
    is_answer: bool = False
    language: str = ""
    calendar: str = ""


class _Smtp(EmailPolicy):
    """A policy for RFC 5322 with CRLF that does not fold Message-IDs, which the library would break by
    encoded words (RFC 2047 §5).
    """

    def fold_binary(self, name: str, value: str) -> bytes:
        if name in ("Message-ID", "In-Reply-To", "References"):
            return f"{name}: {value}{self.linesep}".encode("ascii", "replace")
        return super().fold_binary(name, value)


def message_id(outward: Outward) -> str:
    """Return the Message-ID of a mail, always the same for the same mail at the same end of a log."""
    left = f"{_digest(outward)}.{outward.shown}" if outward.shown else _digest(outward)
    return f"<{left}@{outward.sender.partition('@')[2]}>"


def _digest(outward: Outward) -> str:
    return hashlib.sha256(f"{outward.to}\n{outward.key}".encode()).hexdigest()[:32]


def write(outward: Outward) -> bytes:
    """Return the bytes of a mail (RFC 5322), with CRLF at the end of its lines."""
    mail = EmailMessage(policy=_Smtp(linesep="\r\n", max_line_length=76))
    mail["From"] = formataddr(("Tabellarius", outward.sender))
    mail["To"] = outward.to
    mail["Reply-To"] = outward.reply_to
    mail["Subject"] = " ".join(outward.subject.split())
    mail["Date"] = format_datetime(datetime.fromtimestamp(outward.at, UTC))
    mail["Message-ID"] = message_id(outward)
    if outward.answers:
        mail["In-Reply-To"] = outward.answers
        mail["References"] = outward.answers
    mail["Auto-Submitted"] = "auto-replied" if outward.is_answer else "auto-generated"
    mail["List-Unsubscribe"] = f"<mailto:{outward.reply_to}?subject=DELIVERY&body=DELIVERY%20asked>"
    mail.set_content("\n".join(_text(outward)) + "\n")
    ids = [f"{picture.name}.{n}" for n, picture in enumerate(outward.pictures)]
    mail.add_alternative(_html(outward, ids), subtype="html")
    page = mail.get_body(("html",))
    for id, picture in zip(ids, outward.pictures, strict=True):
        if page is not None:
            kind, _, subtype = picture.mime.partition("/")
            page.add_related(picture.data, kind, subtype, cid=f"<{id}>", filename=picture.name)
    if outward.calendar:
        mail.add_attachment(outward.calendar, subtype="calendar", filename=calendar_file.NAME)
    _settle_boundaries(mail, _digest(outward))
    return mail.as_bytes()


def _settle_boundaries(mail: EmailMessage, seed: str) -> None:
    """Give every multipart a boundary derived from the mail, so that it is always the same."""
    for n, part in enumerate(part for part in mail.walk() if part.is_multipart()):
        part.set_boundary(f"=_{hashlib.sha256(f'{seed}{n}'.encode()).hexdigest()[:32]}")


def passages(outward: Outward) -> list[Passage]:
    """Return the text of a mail in its passages, as it is kept to know a quotation of it."""
    said = [
        Passage((section.heading, *section.lines, section.link), section.is_orders)
        for section in outward.sections
    ]
    return [*said, *(Passage((picture.alt,)) for picture in outward.pictures)]


def _above(outward: Outward) -> list[str]:
    """Return the line above which an answer is to be written, in the language of the mail or in all."""
    languages = [outward.language] if outward.language else list(LANGUAGES)
    return [f"== {speak(words(ABOVE), language)} ==" for language in languages]


def _text(outward: Outward) -> list[str]:
    lines = _above(outward)
    for section in outward.sections:
        lines.append("")
        if section.heading:
            lines += [*paragraph(section.heading), "-" * min(width(section.heading), 60)]
        lines += frame_lines(section.lines) if section.is_orders else _wrapped(section.lines)
        lines += filter(None, [section.link])
    for picture in outward.pictures:
        lines += ["", *_wrapped([f"[{picture.alt}]"])]
    return lines


def _wrapped(lines: Sequence[str]) -> list[str]:
    return [part for line in lines for part in paragraph(harmless(line))]


def _line(text: str) -> str:
    """Return a line as HTML; long seeds and heads may break, so that no telephone scrolls sideways."""
    return _LONG.sub(r"\1<wbr>", escape(harmless(text)))


def _picture(id: str, picture: Picture) -> str:
    """Return a picture as wide as the mail, even if styles are removed; Outlook accepts only pixels."""
    image = f'<img src="cid:{escape(id)}" width="{{}}" alt="{escape(picture.alt, quote=True)}"'
    fluid = image.format("100%") + f' style="max-width:{WIDTH}px;height:auto">'
    return f"<p><!--[if mso]>{image.format(WIDTH)}><![endif]--><!--[if !mso]><!-->{fluid}<!--<![endif]--></p>"


def _html(outward: Outward, ids: Sequence[str]) -> str:
    """Return the HTML body; the pictures come behind the first section, or behind the orders after it."""
    parts = [f'<p style="margin:4px 0">{escape(line)}</p>' for line in _above(outward)]
    place = 1 if any(section.is_orders for section in outward.sections[1:2]) else 0
    for n, section in enumerate(outward.sections):
        if section.heading:
            parts.append(f'<h2 style="font-size:18px;margin:18px 0 6px">{escape(section.heading)}</h2>')
        if section.is_orders:
            orders = "<br>\n".join(map(escape, frame_lines(section.lines)))
            parts.append(
                '<table role="presentation" width="100%" border="1" cellspacing="0" cellpadding="8"><tr><td>'
                f'<code style="font-size:15px">{orders}</code></td></tr></table>'
            )
        else:
            parts += [f'<p style="margin:4px 0">{_line(line)}</p>' for line in section.lines if line]
        if section.link:
            parts.append(
                f'<p style="margin:4px 0"><a href="{escape(section.link)}">{escape(section.link)}</a></p>'
            )
        if n == place:
            parts += map(_picture, ids, outward.pictures)
    body = "\n".join(parts)
    language = f' lang="{escape(outward.language)}"' if outward.language else ""
    return (
        f'<!DOCTYPE html>\n<html{language}><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(outward.subject)}</title></head>\n"
        '<body style="margin:0"><table role="presentation" align="center" width="100%"'
        f' style="table-layout:fixed;max-width:{WIDTH + 32}px"><tr><td style="padding:12px 16px;'
        f'font-family:Georgia,serif;font-size:16px;line-height:1.45">\n{body}\n</td></tr></table></body></html>\n'
    )
