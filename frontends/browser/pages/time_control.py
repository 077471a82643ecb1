"""Time at the table: time control as a form, more time, absence, and claims against overdue seats."""

from __future__ import annotations

from msgspec.structs import asdict

from adjudicator.core.language.errors import NotUnderstood
from adjudicator.core.language.words import N_, words
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import field, form, press_button, select
from frontends.browser.web.panels import Panels
from frontends.browser.web.request_context import RequestContext
from frontends.browser.web.viewer import Table, TableContext
from service.api import Service
from service.text.localizer import Localizer
from service.text.telling import whole
from service.usecases.agreeing import agreements
from service.usecases.time import deadlines
from service.values.calendar import day, moment
from service.values.time_control import (
    CLAIMABLE,
    EXPIRY_NAMES,
    KIND_NAMES,
    MOST_BANK,
    MOST_HOURS,
    MOST_WINDOW,
    VACANT_NAMES,
    TimeControl,
    terms,
)

USUAL = TimeControl(hours=48, bank=96, increment=24, cap=168)
"""The values that fields show at first."""


DAY_HOURS = 24

LONGEST = 12
"""Digits of a number at most."""

# -- the pace ----------------------------------------------------------------------------------------


def number(text: str) -> int:
    """Return a whole number that was typed.

    Raises:
        NotUnderstood: if it is not one.
    """
    if not (text.isdecimal() and len(text) <= LONGEST):
        raise NotUnderstood(text, words(N_("a number")))
    return int(text)


def of_form(context: RequestContext) -> TimeControl:
    """Return the time control that a form asks for; a form without these fields asks for none.

    Raises:
        NotUnderstood: if a number is not one.
    """
    if not context.field("pace"):
        return TimeControl()
    return TimeControl(
        kind=context.field("pace"),
        hours=number(context.field("hours")),
        bank=number(context.field("bank")),
        increment=number(context.field("increment")),
        cap=number(context.field("cap")),
        window=number(context.field("window")),
        expiry=context.field("expiry"),
        quiet=context.field("quiet"),
        zone=context.field("zone").strip(),
        tournament=bool(context.field("tournament")),
        vacant=context.field("vacant") or TimeControl().vacant,
        reminders=bool(context.field("reminders")),
    )


def form_values(pace: TimeControl) -> dict[str, str]:
    """Return the values of the fields from which `of_form` makes a time control."""
    values = {"pace" if name == "kind" else name: str(value) for name, value in asdict(pace).items()}
    marks = {"tournament": pace.tournament, "reminders": pace.reminders}
    return {**values, **{name: "1" if mark else "" for name, mark in marks.items()}}


def fields(context: RequestContext, t: Localizer, now: TimeControl) -> list[Html]:
    """Return the fields of a time control; they show what was typed, otherwise `now`."""
    given = bool(context.field("pace"))

    def hours(label: str, name: str, value: int, usual: int, most: int) -> Html:
        shown = context.field(name) or value or usual
        entry = tag("input", type="number", name=name, value=shown, min=1, max=most, required=True)
        return field(t(label), entry)

    def line(label: str, name: str, value: str, example: str) -> Html:
        shown = context.field(name) if given else value
        return field(
            t(label),
            tag("input", name=name, value=shown, placeholder=example, maxlength=40, spellcheck="false"),
        )

    kinds = [(kind, t(name)) for kind, name in KIND_NAMES.items()]
    expiries = [(expiry, t(name)) for expiry, name in EXPIRY_NAMES.items()]
    vacancies = [(vacant, t(name)) for vacant, name in VACANT_NAMES.items()]

    def mark(label: str, name: str, value: bool) -> Html:
        is_on = bool(context.field(name)) if given else value
        entry = tag("input", type="checkbox", name=name, value=1, checked=is_on)
        return tag("label", entry, tag("span", t(label)), class_="pick")

    return [
        field(t(N_("Time control")), select("pace", kinds, context.field("pace") or now.kind)),
        hours(N_("Hours per decision"), "hours", now.hours, USUAL.hours, MOST_HOURS),
        hours(N_("Hours in the bank"), "bank", now.bank, USUAL.bank, MOST_BANK),
        hours(N_("Hours added per decision"), "increment", now.increment, USUAL.increment, MOST_HOURS),
        hours(N_("Maximum hours in the bank"), "cap", now.cap, USUAL.cap, MOST_BANK),
        hours(N_("Hours to react to another player"), "window", now.window, USUAL.window, MOST_WINDOW),
        field(t(N_("When time runs out")), select("expiry", expiries, context.field("expiry") or now.expiry)),
        field(
            t(N_("When a seat becomes vacant")),
            select("vacant", vacancies, context.field("vacant") or now.vacant),
        ),
        line(N_("Quiet hours, which do not count"), "quiet", now.quiet, "22:00-07:00"),
        line(N_("Time zone"), "zone", now.zone, t(N_("Europe/Berlin"))),
        mark(
            N_("tournament: the referee has no seat, and time is returned after outages"),
            "tournament",
            now.tournament,
        ),
        mark(N_("without deadlines, a reminder after one day and after two"), "reminders", now.reminders),
    ]


def at_founding(context: RequestContext, t: Localizer) -> Html:
    """Return the fields for a new game, folded while it has no deadlines."""
    head = tag("summary", t(N_("Deadlines")))
    return tag(
        "details",
        head,
        tag("div", fields(context, t, TimeControl()), class_="options"),
        open=context.field("pace") not in ("", "none"),
    )


def referee_panels(at: TableContext) -> list[Html]:
    """Return the referee's panels about time: time control, and more time for a seat."""
    if at.table.campaign.state == "over":
        return []
    p, standings = Panels(at.context, at.table), at.service.status(at.table.viewer.campaign)
    more = tag("input", type="number", name="hours", value=24, min=1, max=MOST_HOURS, required=True)
    made = [p.panel(N_("Deadlines"), "pace", N_("Set deadlines"), fields(at.context, p.t, standings.pace))]
    if standings.pace.kind != "none" and at.table.campaign.state == "playing":
        hours = field(p.t(N_("Additional hours")), more)
        why = p.line(N_("Reason"), "why")
        made.append(p.panel(N_("Give more time"), "extend", N_("Confirm"), p.seat(), hours, why))
    return made


# -- said at the table -------------------------------------------------------------------------------


def status_lines(service: Service, table: Table) -> list[Html]:
    """Return the public lines about time: the time control, the banks, and absences."""
    t, standings = table.localizer, service.status(table.viewer.campaign)
    if standings.over:
        return []
    pace = standings.pace
    said = [t.words(terms(pace))] if (pace.kind, pace.vacant) != ("none", "wait") else []
    said += [
        t(N_("{seat}: {n} {n:hour|hours} left in the bank"), seat=due.seat, n=due.bank // 3600)
        for due in standings.due
        if due.bank is not None
    ]
    said += [
        t(N_("{seat} is away until {until}"), seat=seat, until=moment(span.until, standings.pace.zone))
        for seat, span in standings.away.items()
    ]
    return [tag("p", whole(line, t.language), class_="hint") for line in said]


def claims(at: TableContext) -> list[Child]:
    """List a seat's claims on overdue seats."""
    standings, t = at.service.status(at.table.viewer.campaign), at.table.localizer
    if standings.pace.expiry not in CLAIMABLE:
        return []
    found: list[Child] = []
    for due in standings.due:
        if due.seat == at.table.viewer.seat or not due.lapsed:
            continue
        ways = [("game", N_("Claim the game"))]
        if due.lapsed == "claim":
            ways.insert(0, ("clock", N_("Claim an automatic answer")))
        buttons = [
            press_button(
                at.context, f"{at.table.viewer.path}/do/claim", t(text), fields={"of": due.seat, "what": what}
            )
            for what, text in ways
        ]
        said = tag("p", t(N_("{seat} is out of time."), seat=due.seat))
        found.append(tag("div", said, buttons, class_="proposal"))
    return found


def giving_day(at: TableContext) -> list[Child]:
    """Return the button that gives the only opponent a day; nothing where that is not allowed now."""
    viewer = at.table.viewer
    seat = at.service.grantable(viewer.campaign, viewer.user, DAY_HOURS)
    if not seat:
        return []
    due = next(due.due for due in at.service.due(viewer.campaign) if due.seat == seat)
    once = at.context.form_id_of(viewer.path, seat, due)
    fields = {"of": seat, "hours": str(DAY_HOURS), "request": f"{once}/grant"}
    text = at.table.localizer(N_("Give {seat} a day"), seat=seat)
    button = press_button(at.context, f"{viewer.path}/do/grant", text, class_="quiet", fields=fields)
    return [tag("div", button, class_="beside")]


def granting(at: TableContext) -> Child:
    """Return the form by which a player gives the only opponent more time; nothing while no deadline runs."""
    t, viewer = at.table.localizer, at.table.viewer
    seat = at.service.grantable(viewer.campaign, viewer.user, 1)
    if not seat:
        return None
    hours = tag("input", type="number", name="hours", value=24, min=1, max=MOST_HOURS, required=True)
    title = t(N_("Give {seat} more time"), seat=seat)
    sent = form(
        at.context,
        f"{viewer.path}/do/grant",
        field(t(N_("Additional hours")), hours),
        tag("button", t(N_("Give time"))),
        fields={"of": seat, "request": f"{at.context.form_id}/grant"},
    )
    return tag("section", tag("h2", title), sent, class_="panel")


def nudging(at: TableContext) -> Child:
    """Return the button that reminds those whom the game waits for; nothing while none may be reminded."""
    t, viewer = at.table.localizer, at.table.viewer
    seats = at.service.nudgeable(viewer.campaign, viewer.user)
    if not seats:
        return None
    text = t(N_("Remind {seats}"), seats=seats)
    fields = {"request": f"{at.context.form_id}/nudge"}
    button = press_button(at.context, f"{viewer.path}/do/nudge", text, class_="quiet", fields=fields)
    note = t(N_("Each of them can be reminded once a day."))
    return tag("section", tag("h2", text), tag("p", note), button, class_="panel")


def pausing(at: TableContext) -> Child:
    """Return the button that proposes a pause; nothing where no clock would stop, or one is proposed."""
    t, campaign = at.table.localizer, at.table.viewer.campaign
    standings = at.service.status(campaign)
    is_open = at.table.campaign.held or at.service.look(campaign, agreements.proposal, "pause") is not None
    if at.table.campaign.state != "playing" or standings.pace.kind == "none" or is_open:
        return None
    said = N_("Once all players agree, play and all clocks stop until one of you resumes the game.")
    button = press_button(
        at.context,
        f"{at.table.viewer.path}/do/pause",
        t(N_("Propose a pause")),
        fields={"request": f"{at.context.form_id}/pause"},
    )
    return tag("section", tag("h2", t(N_("Pause"))), tag("p", t(said), class_="hint"), button, class_="panel")


def away(at: TableContext) -> Html:
    """Return the player's absences, with buttons to cancel them, and the form for a new one."""
    t, path = at.table.localizer, at.table.viewer.path
    now, zone = at.service.now(), at.service.status(at.table.viewer.campaign).pace.zone
    kept = [
        tag(
            "li",
            t(N_("from {since} to {until}"), since=moment(span.since, zone), until=moment(span.until, zone)),
            press_button(
                at.context,
                f"{path}/do/back-again",
                t(N_("Cancel")),
                class_="quiet",
                fields={"since": str(span.since)},
            ),
        )
        for span in at.service.absences(at.table.viewer.user)
        if span.until > now
    ]
    days = [
        field(t(label), tag("input", type="date", name=name, required=True))
        for name, label in (("since", N_("First day")), ("until", N_("Last day")))
    ]
    return tag(
        "section",
        tag("h2", t(N_("Absence"))),
        tag(
            "p",
            t(N_("Your deadlines stop while you are away. Everyone can see when you will be back.")),
            class_="hint",
        ),
        tag("ul", kept) if kept else None,
        form(
            at.context,
            f"{path}/do/away",
            days,
            tag("button", t(N_("Report absence"))),
            fields={"request": f"{at.context.form_id}/away"},
        ),
        class_="panel",
    )


# -- doing it ----------------------------------------------------------------------------------------


def set_away(at: TableContext, seat: str) -> object:
    """Report an absence, from the beginning of a day to the end of another."""
    zone = at.service.status(at.table.viewer.campaign).pace.zone
    first, last = day(at.context.field("since"), zone), day(at.context.field("until"), zone, 1)
    return at.service.set_absence(at.table.viewer.message(), first, last)


def end_away(at: TableContext, seat: str) -> object:
    """Cancel an absence."""
    return at.service.end_absence(at.table.viewer.message(), number(at.context.field("since")))


def claim(at: TableContext, seat: str) -> object:
    """Claim an automatic answer, or the game, from an overdue seat."""
    message, campaign = at.table.viewer.message(), at.table.viewer.campaign
    return at.service.do(message, campaign, deadlines.claim, at.context.field("of"), at.context.field("what"))
