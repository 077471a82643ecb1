"""A table's page and its actions: steps of a decision, orders, live updates."""

from __future__ import annotations

from aiohttp import web

from adjudicator.core.choices.choice import Reader
from adjudicator.core.language.errors import NotNow, Refusal, Verbatim
from adjudicator.core.language.words import N_, words
from frontends.browser.web.html import Child, Html, join, tag
from frontends.browser.web.layout import field, form, page, select
from frontends.browser.web.nav import nav
from frontends.browser.web.request_context import RequestContext, app_of, context_of
from frontends.browser.web.responses import data, html, see_other, wants_data
from frontends.browser.web.viewer import PLACE_PATH, Table, TableContext, admit, where, with_table
from service.api import Service
from service.usecases.agreeing import undo
from service.usecases.play import playing
from service.usecases.seats import teams
from service.usecases.seats.teams import COMMANDER, OFFICER
from service.values.records import Message
from service.wizard.filled import Filled
from service.wizard.left_open import Unconfirmed
from service.wizard.steps import Built, forward, step
from service.wizard.witness import offered, stuck

from . import actions, feed, live, tour, waiting
from .decision import Asking, after_picks, is_answered, taken, unpacked
from .fragments import as_data, asking_of, digests, now_parts, parts, refusal_of, shown_decision
from .order_line import completions, explained, is_undo, order_refused, order_unconfirmed
from .places import last_order, plate_path
from .press_form import has_readers, may_write, press_form
from .pressed import pressed

LONGEST_ORDER = 8000
"""Longest text of orders given at once, in characters."""


def routes() -> list[web.RouteDef]:
    """Return the routes of a table."""
    return [
        web.get(PLACE_PATH, table_page),
        web.get(f"{PLACE_PATH}/step", next_step),
        web.post(f"{PLACE_PATH}/answer", answer),
        web.post(f"{PLACE_PATH}/order", order),
        web.get(f"{PLACE_PATH}/complete", complete),
        web.get(f"{PLACE_PATH}/press", pressed),
        web.get(f"{PLACE_PATH}/feed", earlier),
        web.get(f"{PLACE_PATH}/events", live.events),
        web.post(f"{PLACE_PATH}/do/{{what:[a-z-]{{1,20}}}}", actions.act),
    ]


# -- the page ----------------------------------------------------------------------------------------


async def table_page(request: web.Request) -> web.Response:
    """Show the viewer's present table."""
    return html(await with_table(request, whole))


def whole(
    at: TableContext,
    decided: Html | None = None,
    refused: Html | None = None,
    text: str = "",
) -> Html:
    """Return the whole page, with a half-filled decision or a refused order if there is one."""
    t, viewer = at.table.localizer, at.table.viewer
    made = parts(at)
    have = " ".join(f"{name}:{digest}" for name, digest in digests(made, at.context.form_id).items())
    if decided is not None:
        made["decision"] = decided
    posts = feed.latest(at.service, at.table)
    guided = viewer.role == COMMANDER and not at.table.campaign.is_decided
    columns = [
        tag(
            "section",
            made["map"],
            _map_tools(at.table),
            class_="map",
            aria_label=t(N_("Map")),
            id="pane-map",
            data_note=t(N_("Your note on this place")) if viewer.seat is not None else None,
        ),
        tag(
            "section",
            _away(at.table) if viewer.seat is not None else None,
            tour.offer(at.table) if guided else None,
            made["status"],
            _pace(at.table) if viewer.seat is None and not at.table.campaign.has_ended else None,
            tag(
                "section",
                made["decision"],
                class_="decision",
                aria_label=t(N_("Your decision")),
                id="asked",
                tabindex="-1",
            ),
            _order_line(at.context, at.table, refused, text)
            if viewer.role in (COMMANDER, OFFICER) and not at.table.campaign.has_ended
            else None,
            made["hand"],
            _display(at.table),
            _alerts(at.table) if guided else None,
            tour.again(at.table) if guided else None,
            class_="play",
            id="pane-play",
            aria_label=t(N_("Orders")),
            tabindex="0" if viewer.seat is None else None,  # nothing in it has the focus, and it scrolls
        ),
        tag(
            "section",
            _feed(at.service, at.table, posts),
            _messages(at.context, at.table) if may_write(at.table) and has_readers(at.table) else None,
            class_="feed",
            id="pane-feed",
            aria_label=t(N_("Journal")),
        ),
    ]
    body = tag(
        "div",
        tag("h1", at.table.title, class_="visually-hidden"),
        *columns,
        tour.bubble(at.service, at.table) if guided else None,
        _tabs(at.table),
        class_="table",
        data_table=viewer.path,
        data_plate=plate_path(at.table.board, at.context.language),
        data_last=posts[-1].place if posts else 0,
        data_seen=feed.seen_by_ordering(posts, last_order(at.service, at.table)) if viewer.seat else None,
        data_have=have,
        data_connected=t(N_("connected")),
        data_away=t(N_("disconnected")),
        data_lost=t(N_("disconnected: the page may be out of date")),
    )
    return page(at.context, at.table.title, body, nav=nav(at.table), kind="table", here=viewer.path)


def _map_tools(table: Table) -> Html:
    t = table.localizer
    tools = (("in", "+", N_("Zoom in")), ("out", "−", N_("Zoom out")), ("whole", "⤢", N_("Whole map")))
    buttons = [
        tag("button", sign, type="button", data_zoom=how, aria_label=t(name), title=t(name))
        for how, sign, name in tools
    ]
    name = t(N_("Hide the pieces (key H)"))
    bare = tag(
        "button", "◌", type="button", data_bare=True, aria_pressed="false", aria_label=name, title=name
    )
    return tag("div", bare, buttons, class_="zoom script")


def _order_line(context: RequestContext, table: Table, refused: Html | None, text: str) -> Html:
    """Return the order line, with its completions below."""
    t = table.localizer
    label = t(N_("Order"))
    line = tag(
        "input",
        id="order",
        name="text",
        value=text,
        maxlength=LONGEST_ORDER,
        autocomplete="off",
        autocapitalize="off",
        spellcheck="false",
        role="combobox",
        aria_expanded="false",
        aria_controls="completions",
        aria_autocomplete="list",
        required=True,
        placeholder=t(N_("Orders, separated by “;”")),
    )
    body = form(
        context,
        f"{table.viewer.path}/order",
        tag("label", label, for_="order", class_="visually-hidden"),
        line,
        tag("button", t(N_("Order") if table.viewer.role == COMMANDER else N_("Suggest")), class_="main"),
        fields={"request": f"{context.form_id}/order"},
    )
    listbox = tag("ul", id="completions", role="listbox", aria_label=t(N_("Completions")), hidden=True)
    said = tag("div", refused, id="said", aria_live="polite")
    return tag(
        "div",
        body,
        listbox,
        said,
        class_="order-line",
        data_order=True,
    )


def _feed(service: Service, table: Table, posts: list[feed.Numbered]) -> list[Child]:
    """Return the posts by turns, and the kinds to choose: money and an own side only where there are any."""
    t = table.localizer
    more: Child = None
    if posts and posts[0].place > 1:
        link = f"{table.viewer.path}/feed?before={posts[0].place}"
        more = tag("p", tag("a", t(N_("Earlier")), href=link, data_earlier=True, class_="button quiet"))
    made, title = feed.by_turns(service, table, posts), t(N_("What has happened"))
    kinds = [("", N_("Everything")), ("fought", N_("Battles and dice"))]
    if table.game.money:
        kinds.append(("money", N_("Money")))
    if table.viewer.seat is not None:
        kinds.append(("own", N_("My side")))
    choose = [
        tag("button", t(name), type="button", data_posts=kind, aria_pressed="true" if not kind else "false")
        for kind, name in kinds
    ]
    newer = tag(
        "button", type="button", data_newer=t(N_("{n} new"), n=Verbatim("{n}")), class_="newer", hidden=True
    )
    return [
        tag("div", tag("h2", title), tag("p", choose, class_="script"), class_="feed-title"),
        tag("div", more, made, id="posts", role="log", aria_label=title, tabindex="0"),
        newer,
    ]


def _messages(context: RequestContext, table: Table) -> Html:
    """Return the pane to write to other players; their messages are in the feed."""
    form, t = press_form(context, table), table.localizer
    more = tag("p", tag("a", t(N_("Erase and block …")), href=f"{table.viewer.path}/messages"))
    return tag("details", tag("summary", t(N_("Write to other players"))), form, more, class_="press")


def _away(table: Table) -> Html:
    """Return the pane in which the script shows a returning player the events of their absence."""
    t = table.localizer
    replay = f"{table.viewer.path}/replay"
    buttons = [
        tag("button", t(N_("Show it on the map")), type="button", data_play=True),
        tag("a", t(N_("Play it")), href=replay, class_="button", data_replay_from=True),
        tag("button", t(N_("Close")), type="button", class_="quiet", data_away=True),
    ]
    told = tag("div", class_="told", tabindex="0", role="group", aria_labelledby="away-title")
    head = tag("h2", t(N_("While you were away")), id="away-title")
    return tag("section", head, told, tag("p", buttons), id="away", class_="away script", hidden=True)


def _pace(table: Table) -> Html:
    """Return how fast who watches is shown what comes: as it comes, slower, or one by one."""
    t = table.localizer
    paces = [
        ("", t(N_("As it comes"))),
        ("3000", t(N_("A step every {n} seconds"), n=3)),
        ("8000", t(N_("A step every {n} seconds"), n=8)),
        ("held", t(N_("Paused"))),
    ]
    more = t(N_("Next step ({n} wait)"), n=Verbatim("{n}"))
    next_ = tag("button", more, type="button", data_next=more, hidden=True)
    chosen = field(t(N_("Watching")), select("", paces, data_pace=True))
    return tag("div", chosen, next_, class_="pace script")


def _display(table: Table) -> Html:
    """Return how the page looks to this reader; the script keeps it in the browser."""
    t = table.localizer
    text = [("", t(N_("Normal"))), ("large", t(N_("Large"))), ("larger", t(N_("Larger")))]
    labels = [
        ("", t(N_("None"))),
        ("names", t(N_("Names"))),
        ("figures", t(N_("Figures"))),
        ("both", t(N_("Names and figures"))),
    ]
    pieces = [("", t(N_("In stacks"))), ("spread", t(N_("Spread out")))]
    return tag(
        "details",
        tag("summary", t(N_("Display"))),
        field(t(N_("Text")), select("", text, data_display="text")),
        field(t(N_("Labels on pieces")), select("", labels, data_display="labels")),
        field(t(N_("Pieces")), select("", pieces, data_display="pieces")),
        class_="display script",
    )


def _alerts(table: Table) -> Html:
    """Return the boxes that turn alerts on in this browser; the script keeps them."""
    t = table.localizer
    sound = tag("input", type="checkbox", data_alert="sound")
    notice = tag("input", type="checkbox", data_alert="notice")
    unsafe = t(N_("Notifications need HTTPS, or a page opened on this machine (localhost)."))
    denied = t(N_("This browser does not allow notifications from this page."))
    return tag(
        "details",
        tag("summary", t(N_("Alerts when it is your turn"))),
        tag("label", sound, tag("span", t(N_("Play a sound"))), class_="pick"),
        tag(
            "label", notice, tag("span", t(N_("Show a notification while this page is open"))), class_="pick"
        ),
        tag("p", class_="hint", role="status", hidden=True),
        class_="alerts script",
        data_says=t(N_("It is your turn: {seat}"), seat=table.viewer.place),
        data_unsafe=unsafe,
        data_denied=denied,
    )


def _tabs(table: Table) -> Html:
    """Return the tabs that choose the part shown on a narrow screen."""
    t = table.localizer
    panes = (("map", N_("Map")), ("play", N_("Orders")), ("feed", N_("Journal")))
    links = [tag("a", t(name), href=f"#pane-{pane}", data_tab=pane) for pane, name in panes]
    return tag("nav", links, class_="tabs", aria_label=t(N_("Parts of this page")))


async def earlier(request: web.Request) -> web.Response:
    """Show older posts of the feed."""
    before = request.query.get("before", "")
    place = int(before) if before.isdecimal() and len(before) < 10 else 0

    def look(at: TableContext) -> tuple[list[Html], int, Table]:
        posts = feed.latest(at.service, at.table, place)
        return feed.by_turns(at.service, at.table, posts), posts[0].place if posts else 0, at.table

    made, first, table = await with_table(request, look)
    link = f"{table.viewer.path}/feed?before={first}" if first > 1 else ""
    if wants_data(request):
        return data({"html": str(join(made)), "more": link})
    title = table.localizer(N_("What has happened"))
    more = tag("p", tag("a", table.localizer(N_("Earlier")), href=link)) if link else None
    return html(page(context_of(request), title, tag("h1", title), more, made, nav=nav(table)))


# -- a decision, step by step ------------------------------------------------------------------------


async def next_step(request: web.Request) -> web.Response:
    """Show the decision with one more pick; this changes nothing in the game."""
    question, given = request.query.get("question", ""), request.query.get("filled", "")
    values = {name: request.query.getall(name) for name in request.query}

    def look(at: TableContext) -> web.Response:
        part = _stepped(at, question, given, values)
        if wants_data(request):
            return data(as_data({"decision": part}))
        return html(whole(at, part))

    return await with_table(request, look)


def _stepped(
    at: TableContext,
    question: str,
    given: str,
    values: dict[str, list[str]],
) -> Html:
    """Return the decision one step on, or as it stands with the reason why the values do not fit."""
    filled = unpacked(given)
    found = asking_of(at.service, at.table, filled, question)
    if found is None or (question and found.question != question):
        refused = (
            refusal_of(at.table, NotNow(words(N_("that decision is no longer open")))) if question else None
        )
        return shown_decision(at, Filled(), refused=refused)
    if not is_answered(values):
        return shown_decision(at, filled, question)
    reader = Reader(at.table.game.lexicon, at.context.language)
    try:
        onward = taken(found, values, reader)
        step(found.choice, onward, reader)
        several = any(isinstance(item, list | dict) for item in onward.picks[len(filled) :])
        if several and (stop := stuck(offered(found.choice, onward, reader))) is not None:
            raise stop.refuse()  # these cannot go on together: the reason is read where they are picked
    except Refusal as refused:
        return shown_decision(at, filled, question, refusal_of(at.table, refused))
    return shown_decision(at, forward(found.choice, onward, reader), question)


async def answer(request: web.Request) -> web.Response:
    """Give an order that was put together step by step."""
    context = context_of(request)
    question, given = context.field("question"), context.field("filled")

    def act(at: TableContext) -> web.Response | None:
        filled, reader = unpacked(given), Reader(at.table.game.lexicon, at.context.language)
        message = at.table.viewer.message(at.context.sent)
        if at.service.done(message) is not None:
            return after(at.service, at.context)
        found = asking_of(at.service, at.table, filled, question)
        try:
            if found is None or found.question != question or at.table.viewer.seat is None:
                raise NotNow(words(N_("that decision is no longer open")))
            built = after_picks(found, reader)
            if not isinstance(built, Built):
                return shown(at, shown_decision(at, filled, question))
            _give(at, message, found, built)
        except Refusal as refused:
            again = shown_decision(at, filled, question, refusal_of(at.table, refused))
            return shown(at, again)
        return after(at.service, at.context)

    def after(service: Service, context: RequestContext) -> web.Response | None:
        if not wants_data(request):
            return None
        return data(now_parts(TableContext(service, context, admit(service, context, *where(request)))))

    def shown(at: TableContext, part: Html) -> web.Response:
        if wants_data(request):
            return data(as_data({"decision": part}), 409)
        return html(whole(at, part), 409)

    done = await with_table(request, act, changes=True)  # who orders sees it before all others
    return await _after(request) if done is None else done


def _give(at: TableContext, message: Message, found: Asking, built: Built) -> None:
    """Give a whole order: an officer suggests it; out of turn it is an aside."""
    viewer, do = at.table.viewer, at.service.do
    assert viewer.seat is not None
    if viewer.role == OFFICER:
        do(message, viewer.campaign, teams.suggest, viewer.seat, built.text, at.context.language)
    elif found.entry < 0:
        do(message, viewer.campaign, playing.aside, viewer.seat, built.answer)
    else:
        do(message, viewer.campaign, playing.submit, viewer.seat, built.answer, found.entry)


# -- orders ------------------------------------------------------------------------------------------


async def order(request: web.Request) -> web.Response:
    """Give orders in their language; `undo`, `help` and `why` are understood too."""
    context = context_of(request)
    text = context.field("text")
    said = await with_table(request, lambda at: explained(at.service, at.table, text))
    if said is not None:
        if wants_data(request):
            return data({"said": str(said), "request": app_of(request).form_id()})
        return html(await with_table(request, lambda at: whole(at, None, said, text)))

    refused = await with_table(request, _ordered, changes=True)
    if wants_data(request):
        once = {"request": app_of(request).form_id()}
        if refused is not None:
            return data({"said": str(refused)} | once, 409)
        return data(await with_table(request, now_parts) | {"said": ""} | once)
    if refused is not None:
        shown = await with_table(request, lambda at: whole(at, None, refused, text))
        return html(shown, 409)
    return await _after(request)


def _ordered(at: TableContext) -> Html | None:
    """Give or suggest the orders of the order line; return the refusal, or what has to be confirmed."""
    campaign, seat, text = at.table.viewer.campaign, at.table.viewer.seat, at.context.field("text")
    if seat is None:
        raise NotNow(words(N_("only seats give orders")))
    try:
        if len(text) > LONGEST_ORDER or not text.strip():
            raise NotNow(words(N_("an order must have 1 to {most} characters"), most=LONGEST_ORDER))
        message = at.table.viewer.message(at.context.sent)
        if at.table.viewer.role == OFFICER:
            at.service.do(message, campaign, teams.suggest, seat, text, at.context.language)
        elif is_undo(text):
            at.service.do(message, campaign, undo.take_back, seat)
        else:
            confirmed = at.context.field("confirmed")
            at.service.do(
                message, campaign, playing.order, seat, text, at.context.language, confirmed=confirmed
            )
    except Unconfirmed as refused:
        return order_unconfirmed(at.context, at.table, refused)
    except Refusal as refused:
        return order_refused(at.service, at.table, text, refused)
    return None


async def _after(request: web.Request) -> web.Response:
    """Return to the table, at the next seat of this browser with a decision to make."""
    to = await with_table(request, lambda at: waiting.next_seat(at.service, at.table))
    return see_other(to or "/game/{}/{}".format(*where(request)))


async def complete(request: web.Request) -> web.Response:
    """Send the completions of an order."""
    text = request.query.get("text", "")[:LONGEST_ORDER]
    return data(await with_table(request, lambda at: completions(at.service, at.table, text)))
