"""The text of a mail that is a page (HTML)."""

from __future__ import annotations

import re
from html.parser import HTMLParser


class _Html(HTMLParser):
    """The collector of the text of a page: a line for each block, ">" before quotations."""

    BLOCKS = frozenset(
        [
            "address",
            "article",
            "blockquote",
            "br",
            "div",
            "dl",
            "dt",
            "h1",
            "h2",
            "h3",
            "h4",
            "hr",
            "li",
            "ol",
            "p",
            "pre",
            "table",
            "tr",
            "ul",
        ]
    )
    SKIPPED = frozenset(["head", "script", "style", "title"])

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = [""]
        self._quoted, self._skipped, self._preformatted = 0, 0, 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.SKIPPED:
            self._skipped += 1
        if tag in self.BLOCKS:
            self._newline()
        self._quoted += tag == "blockquote"
        self._preformatted += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        if tag in self.SKIPPED:
            self._skipped = max(0, self._skipped - 1)
        if tag == "blockquote":
            self._quoted = max(0, self._quoted - 1)
        if tag == "pre":
            self._preformatted = max(0, self._preformatted - 1)
        if tag in self.BLOCKS:
            self._newline()

    def handle_data(self, data: str) -> None:
        if self._skipped:
            return
        first, *more = data.split("\n") if self._preformatted else [re.sub(r"\s+", " ", data)]
        self._say(first)
        for line in more:
            self._newline()
            self._say(line)

    def _say(self, said: str) -> None:
        if self._quoted and not self.lines[-1]:
            self.lines[-1] = "> "
        self.lines[-1] += said

    def _newline(self) -> None:
        if self.lines[-1].strip(" >"):
            self.lines.append("")
        else:
            self.lines[-1] = ""


def of_html(page: str) -> str:
    """Return the text of a page, such as one from a telephone's mail program."""
    parser = _Html()
    parser.feed(page)
    parser.close()
    return "\n".join(line.strip() for line in parser.lines)
