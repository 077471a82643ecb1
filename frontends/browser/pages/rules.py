"""Rules by number: our own headings of their paragraphs, and the rulings."""

from __future__ import annotations

import re

from aiohttp import web

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import page
from frontends.browser.web.nav import nav
from frontends.browser.web.responses import html
from frontends.browser.web.viewer import PLACE_PATH, Table, TableContext, with_table
from service.api import Service
from service.text import telling
from service.text.localizer import Localizer
from service.text.rulebook import Paragraph, paragraphs
from service.text.rulings import readings
from service.values.records import Ruling
from service.values.words import LONGEST_REASON

from . import aids

LONGEST = 60
"""Longest number or words that are looked up, in characters."""


def routes() -> list[web.RouteDef]:
    """Return the route of the rules."""
    return [web.get(f"{PLACE_PATH}/rules", rules_page)]


async def rules_page(request: web.Request) -> web.Response:
    """Show the index, or the paragraphs that begin with a number."""
    number = request.query.get("number", "")[:LONGEST]

    def look(at: TableContext) -> Html:
        return _rules(at, number)

    return html(await with_table(request, look))


def _rules(at: TableContext, number: str) -> Html:
    """Return the headings that a number or words find, the chapters without any; no text of the rulebook."""
    t, path = at.table.localizer, at.table.viewer.path
    game = at.table.game.name
    found = paragraphs(game, number, t.language) if number.strip() else _chapters(game, t.language)
    title = t(N_("Rules"))
    own = t(N_("These headings are our own. For the text, see your printed rulebook."))
    search = tag(
        "form",
        tag(
            "input",
            name="number",
            value=number,
            maxlength=LONGEST,
            placeholder=t(N_("6.11, or words such as “retreat”")),
            aria_label=t(N_("Number or words of a paragraph")),
        ),
        tag("button", t(N_("Look up"))),
        method="get",
        action=f"{path}/rules",
        class_="actions",
    )
    to_aids = tag("p", aids.links(t, at.table.game), class_="actions")
    body: list[Child] = [
        tag("h1", title),
        tag("p", own, class_="hint"),
        to_aids,
        search,
        _index(at.table, found),
    ]
    if not found:
        body.append(tag("p", t(N_("No paragraph has that number or those words. Try: 6"))))
    if made := _umpires(at.service, at.table, number):
        body += [tag("h2", t(N_("Rulings by this game's referee"))), made]
    if listed := _readings(at.table, number):
        body += [tag("h2", t(N_("How this umpire reads the rules"))), listed]
    return page(
        at.context, f"{title} · {at.table.title}", *body, nav=nav(at.table, "/rules"), here=f"{path}/rules"
    )


def _chapters(game: str, language: str) -> list[Paragraph]:
    """Return the first paragraph of every chapter, and every card or chart that has one of its own."""
    seen: dict[str, Paragraph] = {}
    for figure in "0123456789abcdefghijklmnopqrstuvwxyz":
        for paragraph in paragraphs(game, figure, language):
            seen.setdefault(paragraph.number.partition(".")[0], paragraph)
    return sorted(seen.values(), key=_in_order)


def _in_order(paragraph: Paragraph) -> tuple[bool, int, str]:
    """Return the sort key of a paragraph: chapters by their number, then cards and charts."""
    chapter = paragraph.number.partition(".")[0]
    return not chapter.isdecimal(), int(chapter) if chapter.isdecimal() else 0, chapter


def _index(table: Table, found: list[Paragraph]) -> Html:
    """Return the paragraphs as a table; each number leads to the chapter it stands in."""
    t, path = table.localizer, table.viewer.path
    rows = [
        tag(
            "tr",
            tag(
                "th",
                tag(
                    "a",
                    _named(t, paragraph),
                    href=f"{path}/rules?number={re.split(r'[.]', paragraph.number)[0]}",
                ),
                scope="row",
            ),
            tag("td", "" if _named(t, paragraph) == paragraph.heading else paragraph.heading),
        )
        for paragraph in found
    ]
    return tag("table", tag("tbody", rows), class_="rules-index")


def _named(t: Localizer, paragraph: Paragraph) -> str:
    """Return the number of a paragraph, the name of a card or chart, or its heading if it has neither."""
    named = t.name(telling.cited(paragraph.number))
    return paragraph.heading if "/" in named else named


def _umpires(service: Service, table: Table, number: str) -> Html | None:
    """Return the rulings by this campaign's referee."""
    made = [] if number.strip() else service.rulings(table.viewer.campaign)
    rows = [tag("li", tag("strong", f"{one.number}. {one.question}"), _said(one, table)) for one in made]
    return tag("ol", rows, class_="story") if rows else None


def _said(ruling: Ruling, table: Table) -> list[Html]:
    """Return a ruling's text, and why it no longer holds if it was revoked."""
    why = Verbatim(ruling.revoked, LONGEST_REASON)
    revoked = [tag("p", table.localizer(N_("Revoked: {why}"), why=why))] if ruling.revoked else []
    return [tag("p", ruling.ruling), *revoked]


def _readings(table: Table, number: str) -> Html | None:
    """Return the rulings about the paragraph, or with the words, that were looked up."""
    wanted, t = number.strip().strip("§"), table.localizer
    made = [
        tag(
            "details",
            tag("summary", f"{one.id}{t.signs.colon}{one.title}"),
            tag("p", tag("strong", telling.whole(one.decision, t.language))),
            [tag("p", line) for line in one.grounds],
        )
        for one in readings(table.game.name, t.language)
        if wanted and (one.is_about(wanted) or _names(one.title, wanted))
    ]
    return tag("div", made, class_="readings") if made else None


def _names(title: str, words: str) -> bool:
    """Return true if a title has all of the words."""
    return all(word in title.casefold() for word in words.casefold().split())
