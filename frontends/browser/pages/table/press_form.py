"""The form to write a message to other players."""

from __future__ import annotations

from adjudicator.core.language.words import N_
from frontends.browser.web.html import Html, tag
from frontends.browser.web.layout import field, form, select
from frontends.browser.web.request_context import RequestContext
from frontends.browser.web.viewer import Table
from service.usecases.seats.press import LONGEST
from service.usecases.seats.teams import OBSERVER
from service.values.records import COMPUTER


def may_write(table: Table) -> bool:
    """Return true for the commander and officers of a seat."""
    return table.viewer.seat is not None and table.viewer.role != OBSERVER


def has_readers(table: Table) -> bool:
    """Return true if a person other than the viewer plays, or may yet take, a seat."""
    alone = {table.viewer.user, COMPUTER}
    return any(
        seat not in table.members or table.members[seat].user not in alone for seat in table.campaign.seats
    )


def press_form(context: RequestContext, table: Table) -> Html:
    """Return the form."""
    t = table.localizer
    seats = [(seat, t.name(seat)) for seat in table.campaign.seats if seat != table.viewer.seat]
    return form(
        context,
        f"{table.viewer.path}/messages/send",
        field(t(N_("To")), select("to", [("", t(N_("everybody"))), *seats])),
        field(t(N_("Message")), tag("textarea", name="text", rows=3, required=True, maxlength=LONGEST)),
        tag("button", t(N_("Send")), class_="main"),
        fields={"request": f"{context.form_id}/send"},
    )
