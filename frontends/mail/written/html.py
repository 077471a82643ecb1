"""The text of a mail that is a page (HTML), line by line, with what its program says of quotations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html.parser import HTMLParser

from .lines import INDENTED, QUOTED, START

_SPACED = frozenset(
    ["address", "blockquote", "dl", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "ol", "p", "pre", "table", "ul"]
)
"""Elements with a blank line before and after them."""
_BLOCKS = _SPACED | frozenset(
    [
        "article",
        "aside",
        "center",
        "dd",
        "div",
        "dt",
        "fieldset",
        "form",
        "header",
        "footer",
        "li",
        "main",
        "section",
        "tr",
    ]
)
_CELLS = frozenset(["td", "th"])
_SKIPPED = frozenset(["head", "script", "style", "title"])
_STARTS = re.compile(
    r"(?:x_)*(?:divRplyFwdMsg|appendonsend|OLK_SRC_BODY_SECTION|ms-outlook-mobile-reference-message|"
    r"mail-editor-reference-message-container|replySplit|isReplyContent|yahoo_quoted|zmail_extra|hmquote|"
    r"protonmail_quote|tutanota_quote|gmx_quote|quote)",
    re.IGNORECASE,
)
"""Ids, names and classes of elements with which mail programs begin an unmarked quotation."""
_QUOTES = re.compile(r"cite|quote|moz-cite|border-left(?!:\s*none)", re.IGNORECASE)
Attributes = Sequence[tuple[str, str | None]]


class _Html(HTMLParser):
    """The collector of the text of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self._line, self._is_gap = "", False
        self._skipped, self._preformatted = 0, 0
        self._quotes: list[str] = []

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        if tag in _SKIPPED:
            self._skipped += 1
        if tag == "br":
            self._break()
        elif tag in _BLOCKS:
            self._end(tag in _SPACED)
        elif tag in _CELLS and self._line:
            self._line += " "
        if _begins(tag, attrs) and not self._quotes:
            self._end(True)
            self.lines.append(START)
        if tag == "blockquote":
            said = " ".join(f"{name}={value}" for name, value in attrs)
            self._quotes.append(QUOTED if _QUOTES.search(said) else INDENTED)
        self._preformatted += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        if tag in _SKIPPED:
            self._skipped = max(0, self._skipped - 1)
        if tag in _BLOCKS:
            self._end(tag in _SPACED)
        if tag == "blockquote" and self._quotes:
            self._quotes.pop()
        if tag == "pre":
            self._preformatted = max(0, self._preformatted - 1)

    def handle_data(self, data: str) -> None:
        if self._skipped:
            return
        first, *more = data.split("\n") if self._preformatted else [re.sub(r"\s+", " ", data)]
        self._line += first
        for line in more:
            self._break()
            self._line += line

    def close(self) -> None:
        super().close()
        self._end(False)

    def _break(self) -> None:
        """End the line; an empty one stays as a gap between paragraphs."""
        if self._line.strip():
            self._end(False)
        else:
            self._is_gap, self._line = True, ""

    def _end(self, is_paragraph: bool) -> None:
        """End the line if anything stands on it."""
        if self._line.strip():
            if self._is_gap and self.lines:
                self.lines.append("")
            mark = QUOTED if QUOTED in self._quotes else INDENTED if self._quotes else ""
            self.lines.append(mark + self._line.strip())
            self._is_gap = False
        self._line = ""
        self._is_gap = self._is_gap or is_paragraph


def _begins(tag: str, attrs: Attributes) -> bool:
    """Return true if a program begins a quotation with an element that does not mark it as one."""
    if tag == "blockquote":
        return False
    named = (
        word for name, value in attrs if name in ("id", "name", "class") for word in (value or "").split()
    )
    return any(_STARTS.fullmatch(word) for word in named)


def of_html(page: str) -> str:
    """Return the text of a page, such as one from a telephone's mail program."""
    parser = _Html()
    parser.feed(page)
    parser.close()
    return "\n".join(parser.lines)
