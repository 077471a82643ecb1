"""A seat's standing orders: its own, one put together from menus, examples, and all of them as text."""

from __future__ import annotations

from aiohttp import web

from adjudicator.core.choices.choice import Reader
from adjudicator.core.language.errors import NotNow, Refusal, Verbatim
from adjudicator.core.language.words import N_, words
from frontends.browser.pages.table.actions import own_seat, run_action
from frontends.browser.pages.table.decision import Asking, DecisionForm, is_answered, now_of, taken, unpacked
from frontends.browser.pages.table.fragments import refusal_of
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import field, form, hidden, page, press_button
from frontends.browser.web.nav import nav
from frontends.browser.web.request_context import context_of
from frontends.browser.web.responses import NotFound, html, see_other
from frontends.browser.web.viewer import PLACE_PATH, Table, TableContext, where, with_table
from service.api import Service
from service.usecases.play import playing
from service.usecases.play.standing import form as form_acts
from service.usecases.play.standing import names
from service.usecases.seats.teams import COMMANDER
from service.wizard.filled import Filled
from service.wizard.step import Built
from service.wizard.steps import decompose, forward, step

LONGEST = 20_000
"""Longest text of a seat's standing orders, in characters."""


def routes() -> list[web.RouteDef]:
    """Return the routes of standing orders."""
    return [
        web.get(f"{PLACE_PATH}/standing", standing_page),
        web.post(f"{PLACE_PATH}/standing", set_standing),
        web.post(f"{PLACE_PATH}/standing/add", add),
        web.post(f"{PLACE_PATH}/standing/remove", remove),
    ]


async def standing_page(request: web.Request) -> web.Response:
    """Show a seat's standing orders, and the form of a new one with the picks in the address."""
    values = {name: request.query.getall(name) for name in request.query}
    given = request.query.get("filled", "")

    def look(at: TableContext) -> Html:
        try:
            filled, refused = _onward(at.service, at.table, unpacked(given), values), None
        except Refusal as refusal:
            filled, refused = unpacked(given), refusal_of(at.table, refusal)
        return _page(at, _form(at, filled, refused))

    return html(await with_table(request, look))


def _onward(service: Service, table: Table, filled: Filled, values: dict[str, list[str]]) -> Filled:
    """Return the picks with the one that was made in the form."""
    if not is_answered(values):
        return filled
    asking, reader = _asking(service, table, filled)
    return forward(asking.choice, taken(asking, values, reader), reader)


def _asking(service: Service, table: Table, filled: Filled) -> tuple[Asking, Reader]:
    """Return the form of a standing order, filled so far.

    Raises:
        NotNow: if the game is not being played.
    """
    choice = service.look(table.viewer.campaign, form_acts.form, own_seat(table))
    reader = names.reader(table.game, table.localizer.language)
    return Asking(choice, 0, filled, table.viewer.path, "standing", "standing/add"), reader


# -- the page ----------------------------------------------------------------------------------------


def _page(
    at: TableContext,
    made: Child,
    typed: str | None = None,
    *said: Child,
) -> Html:
    """Return the page, with the form of a new order (`made`) and, if all orders were typed as text, that text
    with the remark `said` about it.
    """
    seat, t, path = at.table.viewer.seat, at.table.localizer, at.table.viewer.path
    if seat is None or at.table.viewer.role != COMMANDER:
        raise NotFound
    title = t(N_("Standing orders"))
    about = N_(
        "Standing orders answer for you whenever they apply. Nobody else can see whether you have any."
    )
    head = [tag("h1", title), tag("p", t(about))]
    body: list[Child] = [tag("p", t(N_("They can be set once the game is being played.")), class_="hint")]
    if at.table.campaign.state == "playing":
        body = [
            tag("section", tag("h2", t(N_("Add one"))), made, class_="sheet"),
            tag(
                "div",
                _kept(at, seat),
                _examples(at.service, at.table),
                _typed(at, seat, typed, said),
                class_="columns",
            ),
        ]
    return page(
        at.context,
        f"{title} · {at.table.title}",
        head,
        body,
        nav=nav(at.table, "/standing"),
        here=f"{path}/standing",
    )


def _form(at: TableContext, filled: Filled, refused: Html | None = None) -> Html | None:
    """Return the form of a new order."""
    if at.table.campaign.state != "playing" or at.table.viewer.role != COMMANDER:
        return None
    asking, reader = _asking(at.service, at.table, filled)
    asking, now, stale = now_of(asking, reader)
    if stale is not None and refused is None:
        refused = refusal_of(at.table, stale)
    fields = hidden(at.context, request=f"{at.context.form_id}/add")
    give = N_("Add this standing order")
    made = DecisionForm(asking, at.table.localizer, {}, fields, reader, at.table.game.name, give=give)
    return made.html(now, refused)


def _kept(at: TableContext, seat: str) -> Html:
    """List the seat's orders, each with the entries in which it acted and a button to remove it."""
    t, rows = at.table.localizer, list[Html]()
    for n, kept in enumerate(at.service.standing_book(at.table.viewer.campaign, seat)):
        notes = []
        if kept.used:
            notes.append(t(N_("used in {n:entry|entries} {entries}"), n=len(kept.used), entries=kept.used))
        if not kept.is_in_force:
            notes.append(t(N_("used up")))
        fields = {"n": str(n), "line": kept.text, "request": f"{at.context.form_id}/remove/{n}"}
        to = f"{at.table.viewer.path}/standing/remove"
        drop = press_button(at.context, to, t(N_("Remove")), class_="quiet", fields=fields)
        note = tag("small", t.signs.semicolon.join(notes)) if notes else None
        rows.append(tag("li", tag("q", kept.text, class_="order"), note, drop))
    listed = tag("ol", rows, class_="standing") if rows else tag("p", t(N_("None yet.")), class_="hint")
    return tag("section", tag("h2", t(N_("Your standing orders"))), listed, class_="panel")


def _examples(service: Service, table: Table) -> Html:
    """List examples, each with a link that fills the form with it."""
    t, (asking, reader) = table.localizer, _asking(service, table, Filled())
    rows = []
    for line, means in table.game.terms.examples.items():
        order = t(line)
        link = asking.link(decompose(asking.choice, asking.choice.parse(order, reader)))
        said = tag("q", order, class_="order")
        rows.append(tag("li", tag("a", said, href=link), tag("small", t.words(means))))
    return tag("section", tag("h2", t(N_("Examples"))), tag("ul", rows, class_="standing"), class_="panel")


def _typed(
    at: TableContext,
    seat: str,
    typed: str | None,
    said: tuple[Child, ...],
) -> Html:
    """Return all orders as text, to be changed, tested and saved."""
    t = at.table.localizer
    text = "\n".join(at.service.standing(at.table.viewer.campaign, seat)) if typed is None else typed
    area = tag("textarea", text, name="lines", rows=8, cols=60, maxlength=LONGEST, spellcheck="false")
    made = form(
        at.context,
        f"{at.table.viewer.path}/standing#typed",
        field(t(N_("One per line")), area),
        said,
        tag(
            "p",
            tag("button", t(N_("Save")), name="do", value="save", class_="main"),
            tag("button", t(N_("Test them")), name="do", value="try"),
            class_="actions",
        ),
        fields={"request": f"{at.context.form_id}/set"},
    )
    return tag("section", tag("h2", t(N_("As text"))), made, class_="panel", id="typed")


# -- changes -----------------------------------------------------------------------------------------


async def set_standing(request: web.Request) -> web.Response:
    """Replace the standing orders by those of the text, or show which orders they would give now.

    After a refusal the page shows the text as it was typed.
    """
    context = context_of(request)
    text, tries = context.field("lines")[:LONGEST], context.field("do") == "try"
    lines = [line.strip() for line in text.splitlines() if line.strip()]

    def act(at: TableContext) -> web.Response | None:
        message, campaign, seat = (
            at.table.viewer.message(at.context.sent),
            at.table.viewer.campaign,
            own_seat(at.table),
        )
        try:
            if not tries:
                at.service.do(message, campaign, playing.set_standing, seat, lines)
                return None
            language = at.table.localizer.language
            found = at.service.look_as(
                at.table.viewer.message(), campaign, playing.rehearse_standing, seat, lines, language
            )
        except Refusal as refused:
            if at.table.viewer.role != COMMANDER:
                raise
            return again(at, refusal_of(at.table, refused), 409)
        said = at.table.localizer(N_("In the present position they would give no orders."))
        if found:
            orders = [Verbatim(line) for line in found]
            template = N_("In the present position they would order: {orders}")
            said = at.table.localizer(template, orders=orders)
        return again(at, tag("p", said, role="status"), 200)

    def again(at: TableContext, said: Html, status: int) -> web.Response:
        made = _form(at, Filled())
        return html(_page(at, made, text, said), status)

    shown = await with_table(request, act, changes=not tries)
    return see_other(_address(request)) if shown is None else shown


async def add(request: web.Request) -> web.Response:
    """Add the order that was put together in the form; after a refusal the form stays as it is filled."""
    given = context_of(request).field("filled")

    def act(at: TableContext) -> web.Response | None:
        message, campaign, seat = (
            at.table.viewer.message(at.context.sent),
            at.table.viewer.campaign,
            own_seat(at.table),
        )
        filled = unpacked(given)
        if at.service.done(message) is not None:
            return None
        try:
            asking, reader = _asking(at.service, at.table, filled)
            built = step(asking.choice, filled, reader)
            if isinstance(built, Built):
                at.service.do(
                    message,
                    campaign,
                    playing.set_standing,
                    seat,
                    [*at.service.standing(campaign, seat), built.text],
                )
                return None
            refused = None
        except Refusal as refusal:
            if at.table.viewer.role != COMMANDER:
                raise
            refused = refusal_of(at.table, refusal)
        made = _form(at, filled, refused)
        return html(_page(at, made), 409)

    shown = await with_table(request, act, changes=True)
    return see_other(_address(request)) if shown is None else shown


async def remove(request: web.Request) -> web.Response:
    """Remove one order, if it is still where the page showed it."""

    def act(at: TableContext) -> None:
        message, campaign, seat = at.table.viewer.message(), at.table.viewer.campaign, own_seat(at.table)
        if at.service.done(message) is not None:
            return
        kept, n = at.service.standing(campaign, seat), at.context.field("n")
        i = int(n) if n.isdecimal() and len(n) < 4 else len(kept)
        if i >= len(kept) or kept[i] != at.context.field("line"):
            raise NotNow(words(N_("your standing orders have changed; look at them again")))
        at.service.do(message, campaign, playing.set_standing, seat, [*kept[:i], *kept[i + 1 :]])

    return await run_action(request, act, "/standing")


def _address(request: web.Request) -> str:
    return "/game/{}/{}/standing".format(*where(request))
