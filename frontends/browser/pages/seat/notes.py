"""Private notes on places and turns, which nobody but their writer sees."""

from __future__ import annotations

from collections.abc import Sequence

from aiohttp import web

from adjudicator.core.errors import NotUnderstood
from adjudicator.core.words import N_, Words
from frontends.browser.pages.table.actions import run_action
from frontends.browser.pages.table.places import table_layout
from frontends.browser.web.html import Html, tag
from frontends.browser.web.layout import field, form, moment, page, press_button
from frontends.browser.web.nav import nav
from frontends.browser.web.request_context import RequestContext
from frontends.browser.web.responses import NotFound, html
from frontends.browser.web.viewer import PLACE_PATH, Table, with_table
from service.api import Service
from service.usecases.press.notes import LONGEST, PrivateNote

PLACE, TURN = "place", "turn"


def routes() -> list[web.RouteDef]:
    """Return the routes of private notes."""
    return [
        web.get(f"{PLACE_PATH}/notes", notes_page),
        web.post(f"{PLACE_PATH}/notes", write),
        web.post(f"{PLACE_PATH}/notes/erase", erase),
    ]


async def notes_page(request: web.Request) -> web.Response:
    """Show the reader's notes, and the form for another."""
    return html(await with_table(request, _page))


def _page(service: Service, context: RequestContext, table: Table) -> Html:
    seat, t, viewer = table.viewer.seat, table.localizer, table.viewer
    if seat is None:
        raise NotFound
    names = sorted({t.name(place) for place in table_layout(table).places} - {""})
    place = tag("input", name="place", list="places", autocomplete="off")
    text = tag("textarea", name="text", rows=4, maxlength=LONGEST, required=True)
    wrote = form(
        context,
        f"{viewer.path}/notes",
        field(t(N_("Place; leave empty for a note on this turn")), place) if names else None,
        tag("datalist", [tag("option", value=name) for name in names], id="places") if names else None,
        field(t(N_("Note")), text),
        tag("button", t(N_("Save the note"))),
    )
    title = t(N_("Private notes"))
    about = N_("Nobody else sees your notes, not even your team. They are erased when you leave the seat.")
    kept = service.notes.of(viewer.campaign, seat, viewer.user)
    return page(
        context,
        f"{title} · {table.title}",
        tag("h1", title),
        tag("p", t(about), class_="hint"),
        tag("section", wrote, class_="panel"),
        _listed(context, table, kept),
        nav=nav(table, "/notes"),
        here=f"{viewer.path}/notes",
    )


def _listed(context: RequestContext, table: Table, kept: Sequence[PrivateNote]) -> list[Html]:
    path, erased = f"{table.viewer.path}/notes/erase", table.localizer(N_("Erase"))
    return [
        tag(
            "section",
            tag("h2", _named(table, note)),
            [tag("p", line) for line in note.text.splitlines()],
            tag("p", moment(note.at), class_="hint"),
            press_button(
                context, path, erased, class_="quiet", fields={"kind": note.kind, "about": note.about}
            ),
            class_="panel",
        )
        for note in kept
    ]


def _named(table: Table, note: PrivateNote) -> str:
    """Return the name of a note: that of its place, or its turn with the phase."""
    t = table.localizer
    if note.kind == PLACE:
        return t.name(note.about)
    when = table.game.when(note.about)
    return t.signs.beside(t.words(when.title), t.words(when.phase))


async def write(request: web.Request) -> web.Response:
    """Save a note on a place, or on the turn that is played."""
    return await run_action(request, _write, "/notes")


def _write(service: Service, context: RequestContext, table: Table) -> None:
    named = context.field("place").strip()
    kind, about = (PLACE, _place(table, named)) if named else (TURN, table.campaign.stage)
    _save(service, table, PrivateNote(kind, about, context.field("text"), service.now()))


def _place(table: Table, named: str) -> str:
    """Return the place of a name.

    Raises:
        NotUnderstood: if there is none, or several.
    """
    places = [*table_layout(table).places]
    found = [place for place in places if table.localizer.name(place) == named]
    found = found or table.game.lexicon.find(named, places)
    if len(found) != 1:
        raise NotUnderstood(named, Words(N_("the name of a place on the map")))
    return found[0]


async def erase(request: web.Request) -> web.Response:
    """Erase a note."""
    return await run_action(request, _erase, "/notes")


def _erase(service: Service, context: RequestContext, table: Table) -> None:
    _save(service, table, PrivateNote(context.field("kind"), context.field("about"), "", 0))


def _save(service: Service, table: Table, note: PrivateNote) -> None:
    viewer = table.viewer
    if viewer.seat is None or note.kind not in (PLACE, TURN):
        raise NotFound
    service.notes.save(viewer.campaign, viewer.seat, viewer.user, note)
