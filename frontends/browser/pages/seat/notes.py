"""Private notes on places and turns, which nobody but their writer sees."""

from __future__ import annotations

from collections.abc import Sequence

from aiohttp import web

from adjudicator.core.language.errors import NotUnderstood
from adjudicator.core.language.words import N_, words
from frontends.browser.pages.table.actions import run_action
from frontends.browser.pages.table.places import table_layout
from frontends.browser.web.html import Html, tag
from frontends.browser.web.layout import field, form, moment, page, press_button
from frontends.browser.web.nav import nav
from frontends.browser.web.request_context import RequestContext
from frontends.browser.web.responses import NotFound, html
from frontends.browser.web.viewer import PLACE_PATH, Table, TableContext, with_table
from service.api import Service
from service.values.front_ends.browser import LONGEST, PLACE, TURN, PrivateNote


def routes() -> list[web.RouteDef]:
    """Return the routes of private notes."""
    return [
        web.get(f"{PLACE_PATH}/notes", notes_page),
        web.get(f"{PLACE_PATH}/notes.txt", as_text),
        web.post(f"{PLACE_PATH}/notes", write),
        web.post(f"{PLACE_PATH}/notes/erase", erase),
    ]


def kept(service: Service, table: Table) -> list[PrivateNote]:
    """Return the viewer's notes, the newest first."""
    viewer = table.viewer
    return [] if viewer.seat is None else service.notes.of(viewer.campaign, viewer.seat, viewer.user)


async def notes_page(request: web.Request) -> web.Response:
    """Show the reader's notes, and the form for another, about the place of `about` if it is given."""
    place = request.query.get("about", "")
    return html(await with_table(request, lambda at: _page(at, place)))


async def as_text(request: web.Request) -> web.Response:
    """Send the reader's notes as a file."""

    def look(at: TableContext) -> tuple[str, str]:
        if at.table.viewer.seat is None:
            raise NotFound
        written = (f"{_named(at.table, note)}\n{note.text}\n" for note in kept(at.service, at.table))
        return f"{at.table.game.name}-{at.table.viewer.campaign}-notes.txt", "\n".join(written)

    name, text = await with_table(request, look)
    return web.Response(text=text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def saved(service: Service, table: Table) -> Html | None:
    """Return a link to the notes as a file, none without notes."""
    if not kept(service, table):
        return None
    name = table.localizer(N_("Your private notes as a text file"))
    return tag("a", name, href=f"{table.viewer.path}/notes.txt", download=True)


def _page(at: TableContext, about: str) -> Html:
    """Return the reader's notes and the form; `about` is the place of a note that is begun, "" for none."""
    t, viewer = at.table.localizer, at.table.viewer
    if viewer.seat is None:
        raise NotFound
    places = table_layout(at.table).places
    names = sorted({t.name(place) for place in places} - {""})
    given = t.name(about) if about in places else None
    place = tag("input", name="place", list="places", autocomplete="off", value=given)
    text = tag("textarea", name="text", rows=4, maxlength=LONGEST, required=True)
    wrote = form(
        at.context,
        f"{viewer.path}/notes",
        field(t(N_("Place; leave empty for a note on this turn")), place) if names else None,
        tag("datalist", [tag("option", value=name) for name in names], id="places") if names else None,
        field(t(N_("Note")), text),
        tag("button", t(N_("Save the note"))),
    )
    title = t(N_("Private notes"))
    private = N_("Nobody else sees your notes, not even your team. They are erased when you leave the seat.")
    return page(
        at.context,
        f"{title} · {at.table.title}",
        tag("h1", title),
        tag("p", t(private), class_="hint"),
        tag("section", wrote, class_="panel"),
        _listed(at.context, at.table, kept(at.service, at.table)),
        tag("p", saved(at.service, at.table)),
        nav=nav(at.table, "/notes"),
        here=f"{viewer.path}/notes",
    )


def _listed(context: RequestContext, table: Table, notes: Sequence[PrivateNote]) -> list[Html]:
    """Return the notes as given, each with its place or turn, its time, and a button that erases it."""
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
        for note in notes
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


def _write(at: TableContext) -> None:
    named = at.context.field("place").strip()
    kind, about = (PLACE, _place(at.table, named)) if named else (TURN, at.table.campaign.stage)
    _save(at.service, at.table, PrivateNote(kind, about, at.context.field("text"), at.service.now()))


def _place(table: Table, named: str) -> str:
    """Return the place of a name.

    Raises:
        NotUnderstood: if there is none, or several.
    """
    places = [*table_layout(table).places]
    found = [place for place in places if table.localizer.name(place) == named]
    found = found or table.game.lexicon.find(named, places)
    if len(found) != 1:
        raise NotUnderstood(named, words(N_("the name of a place on the map")))
    return found[0]


async def erase(request: web.Request) -> web.Response:
    """Erase a note."""
    return await run_action(request, _erase, "/notes")


def _erase(at: TableContext) -> None:
    _save(at.service, at.table, PrivateNote(at.context.field("kind"), at.context.field("about"), "", 0))


def _save(service: Service, table: Table, note: PrivateNote) -> None:
    viewer = table.viewer
    if viewer.seat is None or note.kind not in (PLACE, TURN):
        raise NotFound
    service.notes.save(viewer.campaign, viewer.seat, viewer.user, note)
