"""The order line: its completions, `help` and `why`, refusals next to the words that they concern; and what
is suggested in place of an order of one's own.
"""

from __future__ import annotations

from pathlib import Path

from adjudicator.core.language.errors import Refusal, Verbatim
from adjudicator.core.language.words import N_
from frontends.browser.pages.cards import with_links
from frontends.browser.web.html import Html, tag
from frontends.browser.web.layout import form, press_button
from frontends.browser.web.request_context import RequestContext
from frontends.browser.web.viewer import Table, TableContext
from service.api import Service
from service.text import telling
from service.text.command_names import meant
from service.text.forecast import odds_lines
from service.usecases.play import queries, suggesting
from service.usecases.play.suggesting import Offered, Suggested
from service.wizard.left_open import Unconfirmed

from .decision import Asking

_FOLDER = Path(__file__).resolve().parents[2]
MOST = 40
"""Completions shown at most."""
LONGEST_SHOWN = 60
"""Characters of an order shown on a button at most."""


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
    body = [tag("p", order, class_="order"), tag("p", with_links(said.why, table.viewer.path), class_="why")]
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


def order_unconfirmed(context: RequestContext, table: Table, refused: Unconfirmed) -> Html:
    """Return the question about an order that would end something, with the button that confirms it."""
    t = table.localizer
    said = t.sentence(refused.why)
    give = t(N_("Give “{order}”"), order=Verbatim(refused.shown, LONGEST_SHOWN))
    again = form(
        context,
        f"{table.viewer.path}/order",
        tag("button", give, class_="main", data_focus=True),
        fields={
            "text": refused.order,
            "confirmed": refused.state,
            "request": f"{context.form_id}/{refused.state}",
        },
    )
    return tag("div", tag("p", said, class_="careless"), again, role="alert")


# -- what is suggested --------------------------------------------------------------------------------


def suggested(at: TableContext, asking: Asking, found: Suggested) -> Html:
    """Return the way to the suggested answer: a page with the button that gives it, never at one press."""
    t, label = at.table.localizer, at.table.localizer(N_("As suggested"))
    if found.filled:
        way = tag("a", label, href=asking.link(found.filled), class_="button", data_step=True)
    else:
        id = at.context.form_id_of(asking.path, at.table.campaign.n)
        once = {"text": found.text, "request": f"{id}/suggested"}
        way = press_button(at.context, f"{asking.path}/order", label, fields=once)
    return tag("div", tag("p", t.words(found.said), class_="hint"), way, class_="at-once")


def reactions(at: TableContext, offered: Offered, entry: int) -> Html | None:
    """Return the button that spares the seat its reactions until the turn ends, or that ends this.

    If one is open, by the question of an `entry`, the button that answers it names the answer, and is shown
    by a first press.
    """
    t, path = at.table.localizer, at.table.viewer.path
    id = at.context.form_id_of(path, at.table.campaign.n)
    once = {"request": f"{id}/reactions/{int(offered.is_spared)}", "entry": str(entry)}
    if offered.is_spared:
        again = press_button(at.context, f"{path}/do/ask", t(N_("Ask me all reactions again")), fields=once)
        return tag("div", tag("p", t(suggesting.SPARED), class_="hint"), again, class_="beside")
    if not offered.may_be_spared:
        return None
    label = t(N_("No reactions until the turn ends"))
    if not offered.gives:
        spare = press_button(at.context, f"{path}/do/spare", label, class_="quiet", fields=once)
        return tag("div", spare, class_="beside")
    give = t(N_("Give “{order}”"), order=Verbatim(offered.gives, LONGEST_SHOWN))
    spare = press_button(at.context, f"{path}/do/spare", give, fields=once)
    return tag("details", tag("summary", label), tag("p", t(suggesting.SPARED)), spare, class_="beside")


# -- `help`, `why`, `undo` ------------------------------------------------------------------------------


def is_undo(text: str) -> bool:
    """Return true for the word that takes back the last order."""
    return meant(_FOLDER, text, "undo") != ""


def explained(service: Service, table: Table, text: str) -> Html | None:
    """Return the answer to `help`, or to `why` with or without an order; None for anything else."""
    word, _, rest = text.strip().partition(" ")
    asked = meant(_FOLDER, word, "help", "?", "why")
    if table.viewer.seat is None or not asked:
        return None
    t = table.localizer
    if service.look(table.viewer.campaign, queries.pending, table.viewer.seat) is None:
        said = t(N_("{seat} has nothing to decide right now."), seat=table.viewer.seat)
        return tag("p", said, role="status")
    return _why(service, table, rest) if asked == "why" else _help(service, table)


def _help(service: Service, table: Table) -> Html:
    """List the orders that are allowed now, as buttons that begin them."""
    t = table.localizer
    begun = [line for line in completions(service, table, "") if line["open"]]
    buttons = [
        tag("li", tag("button", str(line["label"]), type="button", data_order_text=str(line["text"])))
        for line in begun
    ]
    possible = tag("ul", buttons, class_="possible")
    more = t(N_("“undo” takes back your last order; “why” with an order says which rule forbids it."))
    return tag("div", tag("p", t(N_("Possible:"))), possible, tag("p", more), role="status")


def _why(service: Service, table: Table, order: str) -> Html:
    """List what begins like an order and is barred, with the reasons; for a whole order, the reason against
    it.
    """
    t, campaign, seat = table.localizer, table.viewer.campaign, table.viewer.seat
    assert seat is not None
    try:
        barred = service.barred(campaign, seat, order, t.language)
    except Refusal as refused:
        return order_refused(service, table, order, refused)
    if barred:
        rows = [
            tag("li", with_links(telling.bar(text, stop, t.language, t.label), table.viewer.path))
            for text, stop in list(barred.items())[:MOST]
        ]
        return tag("ul", rows, role="status")
    if order.strip():
        found = service.look(campaign, queries.odds_of_text, seat, order, t.language)
        brings = [
            tag("li", with_links(line, table.viewer.path)) for line in odds_lines(found, table.localizer)
        ]
        listed = tag("ul", brings, class_="odds") if brings else None
        return tag("div", tag("p", t(N_("No rule forbids that."))), listed, role="status")
    asked = service.look(campaign, queries.pending, seat)
    assert asked is not None
    said = t(telling.NOTHING_BARRED, prompt=asked.choice.prompt)
    return tag("div", tag("p", said), _help(service, table))
