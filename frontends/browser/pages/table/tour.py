"""A guided first turn: hints next to the parts of a table's page, each in its phase.

The script shows them one by one and remembers which were seen. Without a script the same hints are on the
page that explains a turn. In a lesson its aim and its steps stand above the turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.language.words import N_
from adjudicator.display.aids import Aids
from adjudicator.display.book import book_of
from adjudicator.display.pictures import Pictures
from frontends.browser.pages.cards import with_links
from frontends.browser.web.html import Html, tag
from frontends.browser.web.viewer import Table
from service.api import Service

GENERAL = (
    (
        "map",
        "map",
        N_(
            "This is the map. Drag it; zoom with the wheel, two fingers, or + and −. Point at a place or a "
            "piece, or hold it with a finger, to read what it is. The key H or the button above + hides "
            "the pieces."
        ),
    ),
    (
        "decision",
        "decision",
        N_(
            "This is your decision. Press a choice here, or pieces and places on the map. "
            "Nothing is sent until you press “Give this order”, or one of the orders under “Given at once”."
        ),
    ),
    (
        "order",
        "order",
        N_(
            "You can also type orders; the list below the line completes them. “help” "
            "lists the legal orders, “why” says why others are not legal, “undo” takes one back."
        ),
    ),
    (
        "journal",
        "journal",
        N_("This is the journal. Press a line to highlight its places on the map."),
    ),
)
"""Hints of every game, which come at once: id, part of the page, text."""

WINS = N_("How your side wins: {aim}. Press “What wins” to see all that scores, for both sides.")

OUTCOMES = {
    "reached": N_("Reached. Go on as long as you like, or begin the next lesson on the front page."),
    "missed": N_("Missed this time. Begin it again on the front page: every time the dice are others."),
}


def offer(table: Table) -> Html | None:
    """Return the offer of a guided turn, which the script shows as long as it is not answered."""
    if _aids(table) is None or table.game.lesson(table.campaign.scenario) is not None:
        return None
    t = table.localizer
    return tag(
        "aside",
        tag("p", t(N_("Is this your first game?"))),
        tag(
            "p",
            tag("button", t(N_("Show me around")), type="button", data_tour="begin"),
            tag("button", t(N_("No, thank you")), type="button", class_="quiet", data_tour="end"),
        ),
        class_="offer script",
        hidden=True,
        aria_label=t(N_("A guided first turn")),
    )


def bubble(service: Service, table: Table) -> Html | None:
    """Return the bubble in which the script shows one hint after another: first what the seat needs."""
    aids, t = _aids(table), table.localizer
    if aids is None:
        return None
    return tag(
        "aside",
        _hints(table, aids, _wins(service, table)),
        tag("p", id="bubble-text"),
        tag(
            "p",
            tag("button", t(N_("Next")), type="button", class_="main", data_tour="next"),
            tag("button", t(N_("Skip all")), type="button", class_="quiet", data_tour="end"),
            tag("span", class_="hint"),
        ),
        class_="bubble script",
        hidden=True,
        aria_label=t(N_("A guided first turn")),
        aria_live="polite",
    )


def _aids(table: Table) -> Aids | None:
    return table.game.pictures.aids if isinstance(table.game.pictures, Pictures) else None


def _wins(service: Service, table: Table) -> list[Html]:
    """Return the hint that says how the viewer's side wins and what scores; none before the game begins."""
    t, viewer = table.localizer, table.viewer
    if table.campaign.state in ("joining", "salting"):
        return []
    needs = table.game.needs(service.view(viewer.campaign, viewer.seat))
    own = next((need.text for need in needs if need.side == viewer.seat), None)
    return [tag("li", t(WINS, aim=own), data_hint="wins", data_about="needs")] if own is not None else []


def _hints(table: Table, aids: Aids, wins: Sequence[Html]) -> Html:
    """Return all hints, unseen: the script takes their text."""
    t = table.localizer
    made = [*wins, *(tag("li", t(text), data_hint=id, data_about=about) for id, about, text in GENERAL[:2])]
    made += [
        tag(
            "li",
            t.words(hint.text),
            data_hint=f"{hint.id}/game",
            data_about=hint.about,
            data_phases=" ".join(hint.phases),
        )
        for hint in aids.hints
    ]
    made += [tag("li", t(text), data_hint=id, data_about=about) for id, about, text in GENERAL[2:]]
    return tag("ul", made, hidden=True)


def again(table: Table) -> Html | None:
    """Return links to help for beginners, below the decision."""
    if _aids(table) is None:
        return None
    t = table.localizer
    book: tuple[Html | str, ...] = ()
    if book_of(table.game.name, t.language) is not None:
        book = (tag("a", t(N_("The book")), href=f"/aid/{table.game.id}/book"), " ")
    return tag(
        "p",
        tag("button", t(N_("Show me around")), type="button", class_="quiet script", data_tour="again"),
        " ",
        *book,
        tag("a", t(N_("How a turn goes")), href=f"/aid/{table.game.id}/turn"),
        class_="help",
    )


def lesson_box(service: Service, table: Table) -> Html | None:
    """Return the lesson for who plays it; None in any other game."""
    lesson, t = table.game.lesson(table.campaign.scenario), table.localizer
    if lesson is None or table.viewer.seat != lesson.seat or table.campaign.state in ("joining", "salting"):
        return None
    how = lesson.outcome(service.view(table.viewer.campaign, lesson.seat))
    steps = [tag("li", with_links(t(step), table.viewer.path)) for step in lesson.steps]
    said = tag("p", t(OUTCOMES[how]), " ", tag("a", t(N_("All lessons")), href="/")) if how else None
    return tag(
        "section",
        tag("h2", t.name(lesson.id)),
        tag("p", tag("b", t(N_("Aim")), t.signs.colon), t(lesson.aim)),
        said,
        tag("details", tag("summary", t(N_("Step by step"))), tag("ol", steps), open=not how, class_="way"),
        class_=f"lesson {how}".strip(),
        role="status",
    )
