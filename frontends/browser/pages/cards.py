"""Cards of the things under the pointer, and links from cited paragraphs to their page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlencode

from aiohttp import web
from msgspec import structs

from adjudicator.core.language.errors import NotNow
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.responses import data
from frontends.browser.web.viewer import PLACE_PATH, TableContext, with_table
from service.text.cards import Card, card_of, paragraph_card

LONGEST = 60
"""Longest id or number that is looked up, in characters."""
_CITED = re.compile(r"§((?:card|chart)/\w+|\d+(?:\.\d+)*(?:\(\w+\))*)")


def routes() -> list[web.RouteDef]:
    """Return the route of the cards."""
    return [web.get(f"{PLACE_PATH}/card", card)]


async def card(request: web.Request) -> web.Response:
    """Send the card of a thing, or of a paragraph ("§6.11"), from the viewer's own view; {} for none.

    The card of a place ends with the viewer's own note on it.
    """
    wanted = request.query.get("of", "")[:LONGEST]

    def look(at: TableContext) -> Card | None:
        if wanted.startswith("§"):
            return paragraph_card(at.table.game, wanted[1:], at.table.localizer)
        try:
            view = at.service.view(at.table.viewer.campaign, at.table.viewer.seat)
        except NotNow:
            return None
        treatment = at.table.game.treatment(at.table.campaign.modes, at.table.campaign.options)
        found = card_of(at.table.game, view, wanted, at.table.localizer, treatment)
        viewer = at.table.viewer
        if note := at.service.notes.about(viewer.campaign, viewer.seat or "", viewer.user, wanted):
            found = structs.replace(found or Card(at.table.localizer.name(wanted), []), notes=note)
        return found

    return data(await with_table(request, look) or {})


def paragraph_link(cited: str, rule: str, path: str, about: str = "", *, chip: bool = True) -> Html:
    """Return a paragraph's number as a link to its page, with its card; `about` is its heading."""
    return tag(
        "a",
        cited,
        href=f"{path}/rules?{urlencode({'number': rule})}",
        class_="rule" if chip else "cited",
        aria_label=f"{cited} {about}" if about else None,
        data_of=f"§{rule}",
    )


def with_links(text: str, path: str) -> list[Child]:
    """Return a text with a link for each paragraph that it names."""
    return list(_linked(text, path))


def _linked(text: str, path: str) -> Iterator[Child]:
    begin = 0
    for found in _CITED.finditer(text):
        yield text[begin : found.start()]
        yield paragraph_link(found[0], found[1], path, chip=False)
        begin = found.end()
    yield text[begin:]
