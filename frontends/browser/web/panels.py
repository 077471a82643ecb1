"""Panels of the referee's page: one action each, as a form."""

from __future__ import annotations

from adjudicator.core.language.words import N_

from .html import Child, Html, tag
from .layout import field, form, select
from .request_context import RequestContext
from .viewer import Table

REASON = 400
"""Longest reason, in characters."""


class Panels:
    """The forms of one table."""

    def __init__(self, context: RequestContext, table: Table) -> None:
        self.context, self.table, self.t = context, table, table.localizer

    def panel(self, title: str, what: str, button: str, *body: Child, hint: str = "") -> Html:
        """Return a panel with one action."""
        return tag(
            "section",
            tag("h2", self.t(title)),
            tag("p", self.t(hint), class_="hint") if hint else None,
            form(
                self.context,
                f"{self.table.viewer.path}/actions/{what}",
                *body,
                tag("button", self.t(button)),
                fields={"request": f"{self.context.form_id}/{what}"},
            ),
            class_="panel",
        )

    def line(self, label: str, name: str, *, required: bool = True, most: int = REASON) -> Html:
        """Return a field for one line."""
        return field(self.t(label), tag("input", name=name, maxlength=most, required=required))

    def area(self, label: str, name: str, rows: int = 3) -> Html:
        """Return a field for several lines."""
        return field(self.t(label), tag("textarea", name=name, rows=rows, required=True, maxlength=4000))

    def seat(self) -> Html:
        """Return a list of the seats."""
        seats = [(seat, self.t.name(seat)) for seat in self.table.campaign.seats]
        return field(self.t(N_("Seat")), select("seat", seats))
