"""The referee's page: hold, go back, answer for a seat, rule, announce, edit, links and seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from aiohttp import web

from adjudicator.core import orders
from adjudicator.core.choices.choice import Reader
from adjudicator.core.errors import NotNow, NotUnderstood
from adjudicator.core.log.chance import EPOCHS
from adjudicator.core.words import N_, Words
from frontends.browser.pages.table.actions import run_action
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import field, form, page, select
from frontends.browser.web.nav import nav
from frontends.browser.web.panels import REASON, Panels
from frontends.browser.web.request_context import RequestContext, context_of
from frontends.browser.web.responses import NotFound, html
from frontends.browser.web.session import user_of
from frontends.browser.web.viewer import PLACE_PATH, REFEREE_PLACE, Table, with_table
from service.api import Service
from service.text.scene_text import Board
from service.usecases.founding import LONGEST_NAME
from service.values.records import Campaign

from .entering import form_token, invitation, revoke_former
from .network import link_row
from .seat.game_settings import points
from .time_control import number, of_form, referee_panels

Act = Callable[[Service, RequestContext, Table], object]


def routes() -> list[web.RouteDef]:
    """Return the routes of the referee's page."""
    return [
        web.get(f"{PLACE_PATH}/actions", actions_page),
        web.post(f"{PLACE_PATH}/actions/see", see_as),
        web.post(f"{PLACE_PATH}/actions/link", new_link),
        web.post(f"{PLACE_PATH}/actions/replace", replace),
        web.post(f"{PLACE_PATH}/actions/try", try_edit),
        web.post(f"{PLACE_PATH}/actions/{{what:[a-z]{{1,12}}}}", act),
    ]


def _require(table: Table) -> None:
    """Refuse everybody but the referee, without saying that the page exists.

    Raises:
        NoEntry: if somebody else asks.
    """
    if table.viewer.place != REFEREE_PLACE:
        raise NotFound


async def actions_page(request: web.Request) -> web.Response:
    """Show everything that the referee may do."""
    return html(await with_table(request, _page))


def _page(service: Service, context: RequestContext, table: Table) -> Html:
    _require(table)
    title = table.localizer(N_("Referee's page"))
    made = [
        _hold_and_end(service, context, table),
        referee_panels(service, context, table),
        _seats(context, table),
        _words(context, table),
        _position(context, table),
    ]
    return page(
        context,
        f"{title} · {table.title}",
        tag("h1", title),
        tag("div", [part for parts in made for part in parts], class_="columns"),
        nav=nav(table, "/actions"),
        here=f"{table.viewer.path}/actions",
    )


def _hold_and_end(service: Service, context: RequestContext, table: Table) -> list[Html]:
    """Return the panels to hold, resume, go back and end."""
    p = Panels(context, table)
    keep = tag(
        "label", tag("input", type="checkbox", name="keep", value=1), tag("span", p.t(KEEP)), class_="pick"
    )
    made = [
        p.panel(N_("Resume"), "release", N_("Resume the game"))
        if table.campaign.held
        else p.panel(N_("Put on hold"), "hold", N_("Put the game on hold"), p.line(N_("Reason"), "why"))
    ]
    if table.campaign.held and table.campaign.state in ("playing", "closed"):
        made.append(_burning(p, table.campaign))
    if any(asked.optional for asked in service.asked(table.viewer.campaign)):
        hint = N_("Seats that have not reacted pass, or follow their standing orders.")
        made.append(p.panel(N_("Reaction window open"), "close", N_("Close the reaction window"), hint=hint))
    if table.campaign.state == "playing":
        back = field(p.t(N_("Go back to")), points(service, table))
        made.append(p.panel(N_("Go back"), "undo", N_("Go back"), back, p.line(N_("Reason"), "why"), keep))
        made.append(
            p.panel(
                N_("End the game"),
                "end",
                N_("End the game"),
                p.line(N_("Reason"), "why"),
                hint=N_("Everything sealed is then revealed to all."),
            )
        )
    elif table.campaign.state == "closed":
        hint = N_("The result is provisional, and hidden information is still hidden.")
        made = [
            p.panel(N_("Resume"), "resume", N_("Resume the game"), p.line(N_("Reason"), "why"), hint=hint)
        ]
    elif table.campaign.state in ("joining", "salting"):
        why = p.line(N_("Reason"), "why")
        made.append(p.panel(N_("Call off the game before it begins"), "end", N_("Call it off"), why))
    are_demanded = service.mail.demands_signatures(table.viewer.campaign)
    if are_demanded or service.mail.seats(table.viewer.campaign):
        made.append(_signatures(p, are_demanded))
    return made


def _signatures(p: Panels, are_demanded: bool) -> Html:
    """Return the panel to demand signatures of all mails of a game, or no more."""
    hint = N_("A mail without a valid DKIM signature of its sender's domain then waits to be confirmed.")
    if are_demanded:
        return p.panel(N_("Signed mails"), "unsigned", N_("No longer require signatures"))
    return p.panel(N_("Signed mails"), "signed", N_("Require signatures"), hint=hint)


def _burning(p: Panels, campaign: Campaign) -> Html:
    """Return the panel to burn dice that were seen before a backup was restored."""
    to = tag(
        "input",
        type="number",
        name="to",
        min=campaign.epoch + 1,
        max=EPOCHS,
        value=campaign.lost_epoch if campaign.lost_epoch > campaign.epoch else None,
        required=not campaign.has_lost_dice,
    )
    return p.panel(
        N_("Burn lost dice"),
        "burn",
        N_("Burn"),
        field(p.t(N_("Last epoch that anybody saw")), to),
        p.line(N_("Reason"), "why"),
        hint=N_("After a backup was restored, dice that were already seen must never be rolled again."),
    )


KEEP = N_("Replay the undone answers; the same dice apply as long as nothing differs")


def _seats(context: RequestContext, table: Table) -> list[Html]:
    """Return the panels about seats: answer for one, see as one, its link, its player."""
    p = Panels(context, table)
    looks = N_(
        "If you look at hidden information, the log records it and everyone is told at the end of the game."
    )
    stops = N_("The old link to the seat then stops working.")
    said = (
        p.line(N_("Order"), "text"),
        p.line(N_("Reason, if the seat could still answer for itself"), "why", required=False),
    )
    made = [
        p.panel(N_("See as a seat"), "see", N_("View"), p.seat(), hint=looks),
        p.panel(N_("Answer for a seat"), "answer", N_("Answer"), p.seat(), *said, hint=looks),
        p.panel(N_("New link"), "link", N_("Make link"), p.seat(), hint=stops),
    ]
    if table.campaign.state == "playing":
        made.append(
            p.panel(
                N_("Replace a player"),
                "replace",
                N_("Make link"),
                p.seat(),
                p.line(N_("The new player's name"), "who", most=LONGEST_NAME),
                hint=N_("The previous player's link stops working, and they see nothing more of this seat."),
            )
        )
    if table.campaign.state in ("joining", "salting"):
        hint = N_("If the seats are still supplying salts, this calls the game off.")
        made.append(p.panel(N_("Remove a player"), "vacate", N_("Remove"), p.seat(), hint=hint))
    vacant = [seat for seat in table.campaign.seats if seat not in table.members]
    if vacant and table.game.ai_player is not None:
        made.append(p.panel(N_("Let the computer take a vacant seat"), "computer", N_("Confirm"), p.seat()))
    return made


def _words(context: RequestContext, table: Table) -> list[Html]:
    """Return the panels to announce, to rule, and to roll dice outside the game."""
    p = Panels(context, table)
    count = tag("input", type="number", name="count", value=1, min=1, max=20)
    faces = select("faces", [("6", "6"), ("10", "10")])
    return [
        p.panel(N_("Announce"), "announce", N_("Announce to everyone"), p.area(N_("Text"), "text")),
        p.panel(N_("Stop a player's messages"), "silence", N_("Silence"), p.seat()),
        p.panel(N_("Allow a player's messages again"), "unsilence", N_("Allow"), p.seat()),
        p.panel(
            N_("Rule on a question"),
            "rule",
            N_("Rule"),
            p.line(N_("Question"), "question"),
            p.area(N_("Ruling"), "ruling"),
        ),
        p.panel(
            N_("Roll dice outside the game"),
            "roll",
            N_("Roll"),
            p.line(N_("What the roll is for"), "label", most=80),
            field(p.t(N_("Dice")), count),
            field(p.t(N_("Faces")), faces),
            p.line(N_("Reason"), "why", required=False),
        ),
    ]


def _position(context: RequestContext, table: Table) -> list[Html]:
    """Return the panel to edit the position, with a preview first."""
    p = Panels(context, table)
    hint = N_("One change per line, such as “turn = 2”. You see a preview before anything changes.")
    return [
        p.panel(N_("Edit the position"), "try", N_("Preview"), p.area(N_("Changes"), "text", 4), hint=hint)
    ]


# -- doing it ----------------------------------------------------------------------------------------


def _hold(service: Service, context: RequestContext, table: Table) -> object:
    return service.hold(table.viewer.message(), table.viewer.campaign, context.field("why"))


def _release(service: Service, context: RequestContext, table: Table) -> object:
    return service.release(table.viewer.message(), table.viewer.campaign)


def _burn(service: Service, context: RequestContext, table: Table) -> object:
    to = number(context.field("to")) if context.field("to") else None
    why = context.field("why")
    return service.burn(table.viewer.message(), table.viewer.campaign, to, why)


def _demand_signatures(service: Service, context: RequestContext, table: Table) -> object:
    return service.demand_signatures(table.viewer.message(), table.viewer.campaign, True)


def _take_unsigned(service: Service, context: RequestContext, table: Table) -> object:
    return service.demand_signatures(table.viewer.message(), table.viewer.campaign, False)


def _close(service: Service, context: RequestContext, table: Table) -> object:
    return service.close_window(table.viewer.message(), table.viewer.campaign)


def _undo(service: Service, context: RequestContext, table: Table) -> object:
    keep = 1 if context.field("keep") else 0
    to = number(context.field("to"))
    return service.undo(table.viewer.message(), table.viewer.campaign, to, keep, context.field("why"))


def _end(service: Service, context: RequestContext, table: Table) -> object:
    return service.end(table.viewer.message(), table.viewer.campaign, context.field("why"))


def _answer(service: Service, context: RequestContext, table: Table) -> object:
    """Answer for a seat; that its hidden things are looked at is logged first."""
    campaign, seat = table.viewer.campaign, _seat(context, table)
    service.see_as(table.viewer.message(), campaign, seat)
    pending = service.pending(campaign, seat)
    if pending is None:
        raise NotNow(Words(N_("{seat} has nothing to decide right now"), {"seat": seat}))
    reader = Reader(table.game.lexicon, context.language)
    answer, _ = orders.read(pending.choice, context.field("text"), reader)
    return service.answer_for(table.viewer.message(), campaign, seat, answer, "referee", context.field("why"))


def _announce(service: Service, context: RequestContext, table: Table) -> object:
    return service.announce(table.viewer.message(), table.viewer.campaign, context.field("text"))


def _rule(service: Service, context: RequestContext, table: Table) -> object:
    said = context.field("question"), context.field("ruling")
    return service.rule_on(table.viewer.message(), table.viewer.campaign, *said)


def _silence(service: Service, context: RequestContext, table: Table) -> object:
    return service.silence(table.viewer.message(), table.viewer.campaign, _seat(context, table))


def _unsilence(service: Service, context: RequestContext, table: Table) -> object:
    return service.silence(table.viewer.message(), table.viewer.campaign, _seat(context, table), False)


def _roll(service: Service, context: RequestContext, table: Table) -> object:
    count, faces = number(context.field("count")), number(context.field("faces"))
    label, why = context.field("label"), context.field("why")
    return service.roll(table.viewer.message(), table.viewer.campaign, label, count, faces, why)


def _vacate(service: Service, context: RequestContext, table: Table) -> object:
    return service.vacate(table.viewer.message(), table.viewer.campaign, _seat(context, table))


def _invite_ai(service: Service, context: RequestContext, table: Table) -> object:
    return service.invite_ai(table.viewer.message(), table.viewer.campaign, _seat(context, table))


def _pace(service: Service, context: RequestContext, table: Table) -> object:
    return service.set_pace(table.viewer.message(), table.viewer.campaign, of_form(context))


def _extend(service: Service, context: RequestContext, table: Table) -> object:
    seat, hours, why = _seat(context, table), number(context.field("hours")), context.field("why")
    return service.extend(table.viewer.message(), table.viewer.campaign, seat, hours, why)


def _edit(service: Service, context: RequestContext, table: Table) -> object:
    text, why, head = context.field("text"), context.field("why"), context.field("head")
    return service.edit(table.viewer.message(), table.viewer.campaign, text, why, head)


def _resume(service: Service, context: RequestContext, table: Table) -> object:
    return service.resume(table.viewer.message(), table.viewer.campaign, context.field("why"))


ACTS: Mapping[str, Act] = {
    "resume": _resume,
    "hold": _hold,
    "release": _release,
    "burn": _burn,
    "signed": _demand_signatures,
    "unsigned": _take_unsigned,
    "close": _close,
    "undo": _undo,
    "end": _end,
    "answer": _answer,
    "announce": _announce,
    "rule": _rule,
    "roll": _roll,
    "computer": _invite_ai,
    "vacate": _vacate,
    "pace": _pace,
    "extend": _extend,
    "silence": _silence,
    "unsilence": _unsilence,
    "edit": _edit,
}


def _seat(context: RequestContext, table: Table) -> str:
    seat = context.field("seat")
    if seat not in table.campaign.seats:
        raise NotUnderstood(seat, Words(N_("one of {options}"), {"options": table.campaign.seats}))
    return seat


async def act(request: web.Request) -> web.Response:
    """Do one of these."""
    what = ACTS.get(request.match_info["what"])
    if what is None:
        raise NotFound

    def do(service: Service, context: RequestContext, table: Table) -> object:
        _require(table)
        return what(service, context, table)

    return await run_action(request, do, "/actions")


async def see_as(request: web.Request) -> web.Response:
    """Show the board as a seat sees it, in words."""

    def look(service: Service, context: RequestContext, table: Table) -> Html:
        _require(table)
        seat, t = _seat(context, table), table.localizer
        view = service.see_as(table.viewer.message(), table.viewer.campaign, seat)
        board = Board(table.game.lexicon, t.language)
        scene: Any = service.scene(table.viewer.campaign, seat, t.language)
        lines = [*(board.text(scene, view, seat) if scene is not None else []), "", *board.own(view)]
        title = t(N_("What {seat} sees"), seat=seat)
        return _said(context, table, title, tag("pre", "\n".join(lines)))

    return html(await with_table(request, look, changes=True))


def _said(context: RequestContext, table: Table, title: str, *body: Child) -> Html:
    back = f"{table.viewer.path}/actions"
    link = tag("p", tag("a", table.localizer(N_("Referee's page")), href=back))
    return page(
        context,
        f"{title} · {table.title}",
        tag("h1", title),
        *body,
        link,
        nav=nav(table, "/actions"),
        here=back,
    )


async def new_link(request: web.Request) -> web.Response:
    """Make a new link to a seat: for its player, or for a new player while it is vacant."""

    def make(service: Service, context: RequestContext, table: Table) -> tuple[Table, str, str]:
        _require(table)
        seat, viewer = _seat(context, table), table.viewer
        member, token = table.members.get(seat), form_token(context, viewer.campaign, seat)
        user = member.user if member is not None else user_of(context.session, table.campaign.head, seat)
        if not user.startswith("local/"):
            raise NotNow(Words(N_("{seat} is not played in a browser"), {"seat": seat}))
        if service.done(viewer.message(context.sent)) is None:
            service.renew_link(viewer.message(context.sent), viewer.campaign, seat)
            revoke_former(service, viewer.campaign, seat)
            token = invitation(service, viewer.campaign, seat, user, token)
        return table, seat, token

    return await _linked(request, make)


async def replace(request: web.Request) -> web.Response:
    """Give a seat to somebody else, who comes by a new link; the old one leads nowhere any more."""

    def make(service: Service, context: RequestContext, table: Table) -> tuple[Table, str, str]:
        _require(table)
        seat, viewer = _seat(context, table), table.viewer
        user, token = (
            user_of(context.session, table.campaign.head, seat),
            form_token(context, viewer.campaign, seat),
        )
        if service.done(viewer.message(context.sent)) is None:
            service.replace(viewer.message(context.sent), viewer.campaign, seat, user, context.field("who"))
            token = invitation(service, viewer.campaign, seat, user, token)
        return table, seat, token

    return await _linked(request, make)


async def _linked(
    request: web.Request, make: Callable[[Service, RequestContext, Table], tuple[Table, str, str]]
) -> web.Response:
    """Show the new link of a seat, once."""
    table, seat, token = await with_table(request, make, changes=True)
    once = tag("p", table.localizer(N_("It is shown only once.")))
    row = tag("ul", link_row(request, table.localizer, seat, token), class_="links")
    title = table.localizer(N_("New link to {seat}"), seat=seat)
    return html(_said(context_of(request), table, title, once, row))


async def try_edit(request: web.Request) -> web.Response:
    """Show what an edit would change, with the form that makes it."""

    def look(service: Service, context: RequestContext, table: Table) -> Html:
        _require(table)
        t, text = table.localizer, context.field("text")
        tried = service.try_edit(table.viewer.message(), table.viewer.campaign, text)
        rows = [
            tag(
                "tr",
                tag("th", tag("code", path), scope="row"),
                [tag("td", tag("code", side)) for side in sides],
            )
            for path, sides in tried.changes.items()
        ]
        wrong = [tag("p", t.words(problem), class_="refusal") for problem in tried.problems]
        enter = form(
            context,
            f"{table.viewer.path}/actions/edit",
            field(t(N_("Reason")), tag("input", name="why", required=True, maxlength=REASON)),
            tag("button", t(N_("Apply the edit")), class_="main"),
            fields={"text": text, "head": tried.head},
        )
        public = t(N_("Changes that everyone will see: {n}"), n=len(tried.public))
        title = t(N_("What changes"))
        table_ = tag(
            "div",
            tag("table", tag("tbody", rows)),
            class_="scroll",
            tabindex="0",
            role="region",
            aria_label=title,
        )
        return _said(context, table, title, table_, tag("p", public), wrong or enter)

    return html(await with_table(request, look, changes=True))
