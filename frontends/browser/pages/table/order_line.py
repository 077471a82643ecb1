"""The order line: its completions, and refusals beside the words that they are about."""

from __future__ import annotations

from adjudicator.core.errors import Refusal
from adjudicator.core.words import N_
from frontends.browser.web.html import Html, tag
from frontends.browser.web.viewer import Table
from service.api import Service
from service.text import telling

MOST = 40
"""Completions shown at most."""


def completions(service: Service, table: Table, text: str) -> list[dict[str, str | bool]]:
    """Return the completions of a text, allowed lines first, others with the reason."""
    t, seat = table.localizer, table.viewer.seat
    if seat is None:
        return []
    found = service.completions(table.viewer.campaign, seat, text, t.language)
    found.sort(key=lambda line: line.bar is not None)
    said: list[dict[str, str | bool]] = []
    for line in found[:MOST]:
        note = "" if line.note is None else t.words(line.note)
        if line.bar is not None:
            note = f"{t.name(telling.cited(line.bar.rule))}{t.signs.colon}{t.words(line.bar.why)}"
        label = table.game.lexicon.marked(line.text, t.language)
        said.append({"text": line.text, "label": label, "note": note, "open": line.bar is None})
    return said


def order_refused(service: Service, table: Table, text: str, refused: Refusal) -> Html:
    """Return a refusal: the order with the words at fault marked, the reason, and what would be allowed."""
    t, seat = table.localizer, table.viewer.seat
    assert seat is not None
    said = service.explain(table.viewer.campaign, seat, text, refused, t.language)
    begin, end = said.span
    order = tag("q", said.line[:begin], tag("mark", said.line[begin:end]), said.line[end:])
    body = [tag("p", order, class_="order"), tag("p", said.why, class_="why")]
    if said.understood:
        body.append(tag("p", t(N_("Understood: {order}"), order=said.understood)))
    if said.allowed:
        shown = [table.game.lexicon.marked(one, t.language) for one in said.allowed]
        picks = [
            tag("li", tag("button", label, type="button", data_order_text=one))
            for one, label in zip(said.allowed, shown, strict=True)
        ]
        body += [tag("p", t(N_("Possible:"))), tag("ul", picks, class_="possible")]
    return tag("div", body, class_="refusal", role="alert")
