"""The summary of a game that is over: its course, how the dice fell, the way to a replay and a rematch."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.terms import SILENT
from adjudicator.core.language.words import N_
from frontends.browser.pages.entering import inviting
from frontends.browser.pages.time_control import form_values
from frontends.browser.web.html import Child, Html, join, tag
from frontends.browser.web.layout import form, themed
from frontends.browser.web.viewer import Table, TableContext
from service.api import Service
from service.pictures.build import scores_of
from service.usecases.play import queries
from service.usecases.seats.teams import COMMANDER
from service.values.front_ends.browser import SeatAccess
from service.values.records import COMPUTER, level_of

LATER = N_("Hidden information opens when both games of this pair are over.")
LATER_TO_ALL = N_("Hidden information opens to spectators after the round of the tournament.")


def summary(at: TableContext) -> Html | None:
    """Return the summary, None while the game is not over; before it opens, the time when it will."""
    if at.table.campaign.state != "over":
        return None
    t, path = at.table.localizer, at.table.viewer.path
    if not at.service.is_open(at.table.viewer.campaign, to_public=at.table.viewer.is_public):
        later = LATER_TO_ALL if at.table.viewer.is_public else LATER
        return tag("p", t(later), class_="hint")
    replay = tag("a", t(N_("Replay, with what was hidden")), href=f"{path}/replay", class_="button")
    body: list[Child] = [
        _course(at.service, at.table),
        _luck(at.service, at.table),
        tag("div", replay, _rematch(at), class_="actions"),
        _offline(at.service, at.table),
    ]
    return tag("section", tag("h2", t(N_("The game in figures"))), body, class_="ended")


def may_be_taken(service: Service, table: Table) -> bool:
    """Return true if a replay can be saved: the game is over and open to the viewer, and has maps."""
    is_open = service.is_open(table.viewer.campaign, to_public=table.viewer.is_public)
    return is_open and table.game.pictures is not None


def _offline(service: Service, table: Table) -> list[Child]:
    """Return the links to the replay as one file: everybody's and each seat's."""
    if not may_be_taken(service, table):
        return []
    t, file = table.localizer, f"{table.viewer.path}/replay.html"
    ways = [(file, t(N_("As everyone sees it")))]
    ways += [(f"{file}?seat={seat}", t(N_("Seen by {seat}"), seat=seat)) for seat in table.campaign.seats]
    links = [tag("a", said, href=to, download=True, class_="button", data_file=True) for to, said in ways]
    about = N_("One file that needs no network, with the log and the verifier. Making it may take a minute.")
    making = t(N_("The replay is being made."))
    said = tag(
        "p",
        tag("progress", aria_label=making),
        tag("span", class_="clock", aria_hidden="true"),
        tag("span", role="status"),
        class_="making script",
        hidden=True,
        data_making=making,
        data_made=t(N_("The replay is saved.")),
        data_lost=t(N_("The server cannot be reached.")),
    )
    return [
        tag("h3", t(N_("Save the replay"))),
        tag("p", t(about), class_="hint"),
        tag("div", links, class_="actions"),
        said,
    ]


def _course(service: Service, table: Table) -> Html | None:
    """Return the chart of points and strengths from turn to turn; None before two turns have ended."""
    viewer = table.viewer
    try:
        made = scores_of(service, viewer.campaign, viewer.seat, table.localizer.language)
    except NotNow:
        made = None
    if made is None:
        return None
    path = f"{viewer.path}/scores/{table.campaign.n}"
    image = themed(table.theme, path, made.alt, class_="drawing")
    return tag("figure", tag("a", image, href=f"{path}/light", data_large=True))


def _luck(service: Service, table: Table) -> Html | None:
    """Return a table of the hits or victories that each side was to expect and has had."""
    t, events = (
        table.localizer,
        [event for _, event in service.look(table.viewer.campaign, queries.journal, None)],
    )
    found = table.game.luck(events)
    if not any(one.dice for one in found.values()):
        return None
    heads = (N_("Side"), *table.game.luck_heads)
    rows = [
        tag("tr", tag("th", t.name(side), scope="row"), [tag("td", cell) for cell in cells])
        for side, one in found.items()
        for cells in ((one.dice, f"{one.expected:.1f}", one.hits),)
    ]
    head = tag("thead", tag("tr", [tag("th", t(name), scope="col") for name in heads]))
    return tag("table", tag("caption", t(N_("How the dice fell"))), head, tag("tbody", rows), class_="luck")


def _rematch(at: TableContext) -> Html | None:
    """Return the form that creates the same game with the sides exchanged, as any new game is created."""
    if at.table.viewer.role != COMMANDER or at.table.is_framed:
        return None
    kept = inviting.invitations(at.service, at.service.seat_access.of_session(at.context.session))
    if kept := [one for one in kept if one.campaign.game == at.table.campaign.game]:
        return join(*(inviting.card(at.context, at.table.localizer, one) for one in kept))
    once = {"request": f"{at.context.form_id}/rematch", "rematch_of": str(at.table.campaign.id)}
    fields = dict(_fields(at.service, at.table)) | once
    button = tag("button", at.table.localizer(N_("Rematch with sides exchanged")), class_="main")
    return form(at.context, "/found", button, fields=fields, class_="inline")


def _fields(service: Service, table: Table) -> Iterator[tuple[str, str]]:
    """Name the fields of the new game: each seat goes to the player of the next one; it is kept for those who
    played in a browser, others get a link.
    """
    found, links = table.campaign, service.seat_access.of_campaign(table.campaign.id)
    yield from (("game", found.game), ("scenario", found.scenario), ("title", found.title))
    who, label = table.members[table.viewer.place].who, table.game.lexicon.label
    if who not in {label(seat, language) for seat in found.seats for language in LANGUAGES}:
        yield "who", who  # who is named as the seat takes the name of the other one with it
    yield from ((f"option_{name}", value) for name, value in found.options.items())
    modes = table.game.modes({"default": SILENT, **found.modes})
    yield from ((f"window_{kind}", mode) for kind, mode in modes.items())
    for seat, before in zip(found.seats, [*found.seats[1:], found.seats[0]], strict=True):
        member = table.members.get(before)
        user = member.user if member is not None else ""
        played = SeatAccess(found.id, before, user)
        other = inviting.Known(found.id, before, "").way if played in links else "link"
        computer = inviting.computer_way(level_of(member.who) or 1) if member is not None else ""
        way = {table.viewer.user: "me", COMPUTER: computer}.get(user, other)
        yield f"seat_{seat}", way
    # A tournament's referee has no seat, but a player who creates a game in the browser is its referee.
    yield from form_values(replace(service.status(table.viewer.campaign).pace, tournament=False)).items()
