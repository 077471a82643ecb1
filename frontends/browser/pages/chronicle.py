"""The chronicle of a game as HTML: a heading for each turn and phase, a list of what happened in it."""

from __future__ import annotations

from collections.abc import Iterable

from frontends.browser.web.html import Html, tag
from service.text.telling import Chapter, headed


def written(chapters: Iterable[Chapter]) -> list[Html]:
    """Return chapters as HTML."""
    found: list[Html] = []
    for one in headed(chapters):
        found += [tag("h3", one.turn)] if one.turn else []
        found += [tag("h4", one.phase)] if one.phase else []
        found.append(tag("ol", [tag("li", line) for line in one.lines], class_="story"))
    return found
