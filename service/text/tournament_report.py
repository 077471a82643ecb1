"""The report of a tournament as Markdown or as one page of HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from msgspec import Struct


class Section(Struct, frozen=True):
    """A part of a report: its title, sentences, and a table under the names of its columns."""

    title: str
    lines: Sequence[str] = ()
    heads: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()


class Report(Struct, frozen=True):
    """A report in one language."""

    title: str
    language: str
    sections: Sequence[Section]


def as_markdown(report: Report) -> str:
    """Return the report as Markdown."""
    parts = [f"# {_plain(report.title)}"]
    for section in report.sections:
        parts.append(f"## {_plain(section.title)}")
        if section.lines:
            parts.append("\n".join(f"- {_plain(line)}" for line in section.lines))
        if section.rows:
            parts.append(table(section.heads, section.rows))
    return "\n\n".join(parts) + "\n"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown, without a line break at its end."""
    lines = [_row(heads), "|" + "---|" * len(heads), *map(_row, rows)]
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_plain(cell).replace("|", "\\|") for cell in cells) + " |"


def _plain(text: str) -> str:
    """Return a text with all markup escaped."""
    text = " ".join(text.split())
    for sign in "\\`*_[]<>#":
        text = text.replace(sign, f"\\{sign}")
    return text


STYLE = """
body { font: 16px/1.5 Georgia, serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #221; background: #fdfbf5 }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { border-bottom: 1px solid #bba; padding: .25rem .6rem; text-align: left }
@media (prefers-color-scheme: dark) { body { color: #e8e3d8; background: #1c1a17 }
  th, td { border-color: #554 } }
"""


def as_html(report: Report) -> str:
    """Return the report as a self-contained HTML page."""
    title = escape(report.title)
    body = "".join(map(_section, report.sections))
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    page = f"<head>{head}<style>{STYLE}</style></head><body><h1>{title}</h1>{body}</body>"
    return f'<!doctype html><html lang="{report.language}">{page}</html>\n'


def _section(section: Section) -> str:
    parts = [f"<h2>{escape(section.title)}</h2>"]
    if section.lines:
        parts.append("<ul>" + "".join(f"<li>{escape(line)}</li>" for line in section.lines) + "</ul>")
    if section.rows:
        head = "".join(f'<th scope="col">{escape(one)}</th>' for one in section.heads)
        rows = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in section.rows)
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        parts.append(f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")
    return "".join(parts)
