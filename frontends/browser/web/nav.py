"""The banner of a table: its pages, and the seats that this browser has there."""

from __future__ import annotations

from adjudicator.core.language.words import N_
from service.usecases.seats.teams import COMMANDER

from .html import Html, join, tag
from .viewer import PUBLIC, REFEREE_PLACE, Table


def nav(table: Table, here: str = "") -> Html:
    """Return the links to a table's pages and to one's other seats, and whether the page is connected."""
    t, path = table.localizer, table.viewer.path
    names = [
        ("", N_("Board")),
        ("/log", N_("Log and proof")),
        ("/replay", N_("Replay")),
        ("/rules", N_("Rules")),
    ]
    if table.viewer.role == COMMANDER:
        names += [("/standing", N_("Standing orders")), ("/settings", N_("Game"))]
    if table.viewer.seat is not None:
        names += [] if table.is_framed else [("/team", N_("Team"))]
        names += [("/messages", N_("Messages")), ("/notes", N_("Notes"))]
    if table.viewer.place == REFEREE_PLACE:
        names.append(("/actions", N_("Referee's page")))
    links = [
        tag("a", t(name), href=f"{path}{end}", aria_current="page" if end == here else None)
        for end, name in names
    ]
    if table.game.pictures is not None and table.game.pictures.aids is not None:
        links.insert(4, tag("a", t(N_("Player aids")), href=f"/aid/{table.game.id}"))
    return join(
        tag(
            "nav",
            tag("span", _seats(table), class_="mine"),
            tag("span", links, class_="links"),
            aria_label=t(N_("This game")),
        ),
        tag("span", "", class_="live script", id="live", role="status"),
    )


def _seats(table: Table) -> list[Html]:
    """Return links to the seats that this browser has at the table; the present one is marked."""
    t, campaign = table.localizer, table.viewer.campaign
    places = [access.seat or REFEREE_PLACE for access in table.others]
    if table.viewer.place == PUBLIC or not places:
        places.append(PUBLIC)
    names = {REFEREE_PLACE: t(N_("Referee")), PUBLIC: t(N_("Spectator"))}
    return [
        tag(
            "a",
            names.get(place) or t.name(place),
            href=f"/game/{campaign}/{place}",
            aria_current="true" if place == table.viewer.place else None,
            class_="place",
            data_family=place,
        )
        for place in dict.fromkeys(places)
    ]
