"""The team of a seat: its commander, officers who suggest orders, observers who share its view."""

from __future__ import annotations

from aiohttp import web

from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.words import N_
from frontends.browser.pages.network import link_row
from frontends.browser.pages.time_control import number
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import field, form, page, press_button, select
from frontends.browser.web.nav import nav
from frontends.browser.web.request_context import RequestContext, context_of
from frontends.browser.web.responses import NotFound, html
from frontends.browser.web.session import user_of
from frontends.browser.web.viewer import PLACE_PATH, Table, TableContext, with_table
from service.usecases.seats import teams
from service.usecases.seats.founding import LONGEST_NAME
from service.usecases.seats.teams import COMMANDER, OFFICER, ROLE_NAMES, ROLES, named
from service.values.front_ends.browser import SeatAccess
from service.values.records import Person, Suggestion

from . import recovery
from .entering import form_token, invitation


def routes() -> list[web.RouteDef]:
    """Return the routes of a team."""
    return [web.get(f"{PLACE_PATH}/team", team_page), web.post(f"{PLACE_PATH}/team", enlist)]


async def team_page(request: web.Request) -> web.Response:
    """Show the team of the seat, and the reader's possible acts."""
    return html(await with_table(request, _page))


def _page(at: TableContext) -> Html:
    """Return the people of the reader's seat; only its commander may add to them. A watcher gets no page."""
    seat, t, path = at.table.viewer.seat, at.table.localizer, at.table.viewer.path
    if seat is None:
        raise NotFound
    team = [person for person in at.service.people(at.table.viewer.campaign) if person.seat == seat]
    rows = [_person(at.context, at.table, person) for person in team]
    roles = [(role, t(ROLE_NAMES[role])) for role in ROLES]
    name = tag("input", name="who", required=True, maxlength=LONGEST_NAME, autocomplete="off")
    more = form(
        at.context,
        f"{path}/team",
        field(t(N_("Name, as everyone will see it")), name),
        field(t(N_("Role")), select("role", roles)),
        tag("button", t(N_("Make link"))),
        fields={"request": f"{at.context.form_id}/enlist"},
    )
    title = t(N_("The team of {seat}"), seat=seat)
    about = t(N_("Everyone in a seat's team shares all that it knows. Nobody may join two seats."))
    body: list[Child] = [tag("p", about), tag("section", tag("ul", rows, class_="team"), class_="panel")]
    if at.table.viewer.role == COMMANDER:
        body.append(tag("section", tag("h2", t(N_("Add someone"))), more, class_="panel"))
    body.append(recovery.offered(at.context, at.table))
    return page(
        at.context,
        f"{title} · {at.table.title}",
        tag("h1", title),
        body,
        nav=nav(at.table, "/team"),
        here=f"{path}/team",
    )


def _person(context: RequestContext, table: Table, person: Person) -> Html:
    """Return a member of the team, with the reader's possible acts."""
    t, viewer = table.localizer, table.viewer
    acts: list[tuple[str, str]] = []
    if viewer.role == COMMANDER and person.role == OFFICER:
        acts.append(("hand-over", N_("Hand over command")))
    if viewer.role == COMMANDER and person.role != COMMANDER:
        acts.append(("dismiss", N_("Remove")))
    if person.user == viewer.user and person.role != COMMANDER:
        acts.append(("dismiss", N_("Leave the team")))
    buttons = [
        press_button(
            context, f"{viewer.path}/do/{what}", t(text), class_="quiet", fields={"user": person.user}
        )
        for what, text in acts
    ]
    said = [tag("strong", t.person(person.user, person.who)), " · ", t(ROLE_NAMES[person.role]), " "]
    return tag("li", said, buttons)


async def enlist(request: web.Request) -> web.Response:
    """Add somebody to the team, and show their link once."""

    def make(at: TableContext) -> tuple[Table, str]:
        seat, viewer = at.table.viewer.seat, at.table.viewer
        if seat is None:
            raise NotFound
        user = _known(at) or user_of(at.context.session, at.table.campaign.head, seat, at.context.sent)
        at.service.do(
            viewer.message(),
            viewer.campaign,
            teams.enlist,
            seat,
            user,
            at.context.field("who").strip(),
            at.context.field("role"),
        )
        return at.table, invitation(
            at.service, viewer.campaign, seat, user, form_token(at.context, viewer.campaign, seat)
        )

    table, token = await with_table(request, make, changes=True)
    context, t, path = context_of(request), table.localizer, table.viewer.path
    who = Verbatim(context.field("who").strip())
    title = t(N_("Link for {who}"), who=who)
    return html(
        page(
            context,
            title,
            tag("h1", title),
            tag("p", t(N_("It is shown only once."))),
            tag("ul", link_row(request, t, table.viewer.place, token), class_="links"),
            tag("p", tag("a", t(N_("Team")), href=f"{path}/team")),
            nav=nav(table, "/team"),
            here=f"{path}/team",
        )
    )


def _known(at: TableContext) -> str:
    """Return the user in the team who has the given name and came by a link; "" for nobody."""
    _, who = named("local/", at.context.field("who"))
    seat, people = at.table.viewer.seat, at.service.people(at.table.viewer.campaign)
    users = [p.user for p in people if (p.seat, p.who) == (seat, who) and p.role != COMMANDER]
    return next((user for user in users if user.startswith("local/")), "")


# -- suggestions -------------------------------------------------------------------------------------


def suggestions(at: TableContext) -> list[Child]:
    """Return the suggestions for the seat: its commander gives them, its whole team sees them."""
    viewer = at.table.viewer
    if viewer.seat is None:
        return []
    return [
        _suggested(at.context, at.table, one) for one in at.service.suggestions(viewer.campaign, viewer.seat)
    ]


def _suggested(context: RequestContext, table: Table, one: Suggestion) -> Html:
    """Return an officer's orders: the commander may give them, and they and the officer may withdraw them."""
    t, viewer = table.localizer, table.viewer
    acts = []
    if viewer.role == COMMANDER:
        acts.append(("confirm", N_("Give these orders")))
    if viewer.role == COMMANDER or one.user == viewer.user:
        acts.append(("withdraw", N_("Withdraw")))
    buttons = [
        press_button(
            context, f"{viewer.path}/do/{what}", t(text), fields={"id": str(one.id), "head": one.head}
        )
        for what, text in acts
    ]
    said = tag("p", t(N_("{who} suggests:"), who=Verbatim(one.who)))
    return tag("div", said, tag("q", one.text, class_="order"), buttons, class_="proposal suggestion")


# -- doing it ----------------------------------------------------------------------------------------


def confirm(at: TableContext, seat: str) -> object:
    """Give suggested orders.

    Raises:
        NotNow: if others have acted since; then the orders must be checked and given once more.
    """
    message, campaign = at.table.viewer.message(), at.table.viewer.campaign
    done = at.service.do(
        message, campaign, teams.confirm, seat, number(at.context.field("id")), at.context.field("head")
    )
    if done.result.how == "held" and done.result.why is not None:
        raise NotNow(done.result.why)
    return done


def withdraw(at: TableContext, seat: str) -> object:
    """Withdraw a suggestion."""
    return at.do(
        teams.withdraw,
        seat,
        number(at.context.field("id")),
    )


def dismiss(at: TableContext, seat: str) -> object:
    """Remove somebody from the team, and revoke their link."""
    viewer, user = at.table.viewer, at.context.field("user")
    done = at.service.do(viewer.message(), viewer.campaign, teams.dismiss, seat, user)
    at.service.seat_access.revoke(SeatAccess(viewer.campaign, seat, user))
    return done


def hand_over(at: TableContext, seat: str) -> object:
    """Exchange the roles of the commander and an officer."""
    return at.do(teams.hand_over, seat, at.context.field("user"))
