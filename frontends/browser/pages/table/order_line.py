"""The order line: what it may become, and what refuses it, beside the words that it is about."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from adjudicator.core import orders
from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.errors import Refusal, Verbatim
from adjudicator.core.words import N_, Words, fold
from frontends.browser.web.html import Html, tag
from frontends.browser.web.viewer import Table
from service.api import Service
from service.text import telling

MOST = 40
"""So many completions are shown."""


def choice_of(service: Service, table: Table) -> Choice[Any] | None:
    """What the order line is read by: what is asked of the seat, else what it may do out of turn."""
    seat = table.viewer.seat
    if seat is None:
        return None
    pending = service.pending(table.viewer.campaign, seat)
    return pending.choice if pending is not None else service.asides(table.viewer.campaign, seat)


def completions(service: Service, table: Table, text: str) -> list[dict[str, str | bool]]:
    """What a beginning may become, open lines first; barred ones with the reason."""
    choice, t = choice_of(service, table), table.tongue
    if choice is None:
        return []
    reader = Reader(table.game.lexicon, t.language)
    found = list(islice(orders.complete(choice, text, reader), 400))
    found.sort(key=lambda line: line.bar is not None)
    said: list[dict[str, str | bool]] = []
    for line in found[:MOST]:
        note = "" if line.note is None else t.words(line.note)
        if line.bar is not None:
            note = f"{t.name(telling.cited(line.bar.rule))}{t.signs.colon}{t.words(line.bar.why)}"
        said.append({"text": line.text, "note": note, "open": line.bar is None})
    return said


def order_refused(service: Service, table: Table, text: str, refused: Refusal) -> Html:
    """A refusal: the order with the words that it is about, the reason, what would be allowed."""
    t, choice = table.tongue, choice_of(service, table)
    reader = Reader(table.game.lexicon, t.language)
    said = telling.refusal(refused, t.language, t.label)
    line = str(refused.line) if isinstance(refused, orders.LineRefused) else text
    body = [_marked(line, refused, reader), tag("p", said, class_="why")]
    if choice is not None:
        if isinstance(refused, orders.LineRefused):
            line = telling.with_verb(choice, refused.line, text, reader)
        if full := telling.understood(choice, line, reader):
            body.append(tag("p", t(N_("Understood: {order}"), order=full)))
        if lines := telling.allowed(choice, line, reader):
            picks = [tag("li", tag("button", one, type="button", data_order_text=one)) for one in lines]
            body += [tag("p", t(N_("Possible:"))), tag("ul", picks, class_="possible")]
    return tag("div", body, class_="refusal", role="alert")


def _marked(line: str, refused: Refusal, reader: Reader) -> Html:
    """The order, with the words marked that the refusal is about; all of it if none are found."""
    begin, end = concerned(line, refused, reader)
    return tag("p", tag("q", line[:begin], tag("mark", line[begin:end]), line[end:]), class_="order")


def concerned(line: str, refused: Refusal, reader: Reader) -> tuple[int, int]:
    """Where the words of an order stand that a refusal is about."""
    for text in _about(refused.why, reader):
        at = line.casefold().find(text.casefold())
        if text and at >= 0:
            return at, at + len(text)
    return 0, len(line)


def _about(why: Words, reader: Reader) -> Iterator[str]:
    """What a reason names, as it may stand in an order: the words it quotes first, then names of ids."""
    quoted = [str(value) for value in why.values.values() if isinstance(value, Verbatim)]
    yield from quoted
    for value in why.values.values():
        if isinstance(value, str):
            yield reader.label(value)
            yield from (name for name in reader.lexicon.names(value) if fold(name) == name)
        elif isinstance(value, Words):
            yield from _about(value, reader)
