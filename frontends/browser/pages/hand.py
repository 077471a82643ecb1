"""The holdings of a seat on its page: in words and as a picture."""

from __future__ import annotations

import hashlib
from urllib.parse import urlencode

from adjudicator.core.language.errors import NotNow
from adjudicator.display.charts import Hand
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import themed
from frontends.browser.web.viewer import Table
from service.api import Service
from service.pictures.build import hand_of
from service.text.rulebook import heading


def hand_part(service: Service, table: Table) -> Html:
    """Show the seat's own holdings, in words and as a picture."""
    t, seat = table.localizer, table.viewer.seat
    rows: list[Child] = []
    if seat is not None:
        try:
            view = service.view(table.viewer.campaign, seat)
            drawing = hand_of(service, table.viewer.campaign, seat, t.language)
            kinds = table.game.held(view)
        except NotNow:
            drawing, kinds = None, ()
        if drawing is not None:
            name = hashlib.sha256(drawing.alt.encode()).hexdigest()[:12]
            path = f"{table.viewer.path}/hand/{name}"
            image = themed(table.theme, path, drawing.alt, class_="drawing hand")
            link = tag("a", image, href=f"{path}/light", data_large=True)
            rows.append(tag("figure", link))
        for n, kind in enumerate(kinds):
            if not kind.ids:
                continue
            listed = tag("ul", [tag("li", _held(table, id)) for id in kind.ids], class_="held")
            count = tag("summary", t.signs.added(t.words(kind.title), str(len(kind.ids))))
            rows.append(tag("details", count, listed, class_="own" if n else "own-hand", open=not n))
        if drawing is not None and isinstance(drawing.chart, Hand):
            rows += _in_view(table, drawing.chart, set(kinds[0].ids if kinds else ()))
    return tag("div", *rows, id="part-hand", data_part="hand", hidden=not rows)


def _in_view(table: Table, shown: Hand, own: set[str]) -> list[Html]:
    """List what else lies face up on the picture of the hand, heap by heap, each with its card."""
    found = []
    for row in shown.rows:
        cards = [card for card in row.cards if card.id and card.id not in own]
        if cards:
            listed = [
                tag("li", _held(table, card.id), f" ×{card.count}" if card.count > 1 else None)
                for card in cards
            ]
            heap = tag("ul", listed, class_="held")
            found.append(tag("details", tag("summary", row.title), heap, class_="in-view"))
    return found


def _held(table: Table, id: str) -> Child:
    """Name a thing that a seat holds, with its card; a link to its paragraph if the rules have one."""
    t, rule = table.localizer, f"card/{id}"
    if not heading(table.game.name, rule, t.language):
        return tag("span", t.name(id), data_of=id, tabindex=0)
    link = f"{table.viewer.path}/rules?{urlencode({'number': rule})}"
    return tag("a", t.name(id), href=link, data_of=id)
