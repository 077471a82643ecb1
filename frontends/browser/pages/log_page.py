"""Log and proof: the journal, the entries with their heads, the verdict, and the exports."""

from __future__ import annotations

from pathlib import Path

from aiohttp import web

from adjudicator.core.audit import verify
from adjudicator.core.language.words import N_
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import field, page
from frontends.browser.web.nav import nav
from frontends.browser.web.request_context import app_of
from frontends.browser.web.responses import NotFound, html
from frontends.browser.web.viewer import PLACE_PATH, REFEREE_PLACE, Table, TableContext, with_table
from service.api import Service
from service.posts.compose import compose
from service.text import telling
from service.text.localizer import Localizer
from service.usecases.play import queries
from service.values.audiences import to_seat
from service.values.posts import AnswerReceipt

from . import chronicle
from .seat import notes

NEWEST = 200
"""Entries and sentences shown on a page."""


def routes() -> list[web.RouteDef]:
    """Return the routes of the log."""
    return [
        web.get(f"{PLACE_PATH}/log", log_page),
        web.get(f"{PLACE_PATH}/verify", verify_page),
        web.get(f"{PLACE_PATH}/audit", audit_page),
        web.get(f"{PLACE_PATH}/export/{{whose:public|mine|all}}", export),
        web.get("/verify.py", verifier),
    ]


async def log_page(request: web.Request) -> web.Response:
    """Show the events, entry by entry, with their proof."""
    return html(await with_table(request, _log))


def _log(at: TableContext) -> Html:
    """Return the page of the log's head, what it proves so far, and the exports."""
    t, viewer = at.table.localizer, at.table.viewer
    campaign = at.service.status(viewer.campaign).campaign
    end = t(N_("The log ends at entry {n}, head {head}."), n=campaign.n - 1, head=campaign.head[:16])
    title = t(N_("Log and proof"))
    return page(
        at.context,
        f"{title} · {at.table.title}",
        tag("h1", title),
        tag(
            "div",
            tag(
                "section",
                tag("h2", t(N_("Proof"))),
                tag("p", end),
                _keep(t),
                *_proofs(at.table),
                class_="panel",
            ),
            tag("section", tag("h2", t(N_("Downloads"))), *_exports(at.service, at.table), class_="panel"),
            class_="columns",
        ),
        _receipts(at.service, at.table),
        tag("section", tag("h2", t(N_("Journal"))), *_chronicle(at.service, at.table)),
        tag("section", tag("h2", t(N_("Entries"))), _entries(at.service, at.table)),
        nav=nav(at.table, "/log"),
        here=f"{viewer.path}/log",
    )


KINDS = {
    "card": N_("game card"),
    "seat": N_("seat taken"),
    "salt_commit": N_("salt committed"),
    "salt": N_("salt revealed"),
    "ask": N_("decision to make"),
    "answer": N_("answer"),
    "lock": N_("answers committed"),
    "open": N_("seal opened"),
    "link": N_("a seat's randomness revealed"),
    "nolink": N_("a seat's randomness withheld"),
    "batch": N_("dice"),
    "draw": N_("draw"),
    "move": N_("hidden pieces or cards moved"),
    "look": N_("hidden information looked at"),
    "reveal": N_("hidden information shown"),
    "aside": N_("dice outside the game"),
    "undo": N_("undo"),
    "burn": N_("epochs burned"),
    "edit": N_("referee's edit"),
    "terms": N_("terms of play"),
    "rules": N_("new code or data"),
    "result": N_("provisional result"),
    "resume": N_("game resumed"),
    "end": N_("end of the game"),
}
"""Names of the kinds of entries, by their ids in the log."""


def _keep(t: Localizer) -> Html:
    return tag(
        "p",
        t(
            N_(
                "Write down a head: if it still matches later, you know that no earlier entry has "
                "been changed."
            )
        ),
    )


def _proofs(table: Table) -> list[Child]:
    """Return the form that verifies against noted heads, and the button that starts an audit."""
    t, path = table.localizer, table.viewer.path
    hint = t(N_("Write number:head, separated by spaces, or leave this empty"))
    kept = tag("input", name="heads", placeholder="12:0a1b2c3d4e5f6071", maxlength=4000)
    form = tag(
        "form",
        field(t(N_("Heads you have noted")), kept, hint=hint),
        tag("button", t(N_("Verify dice, draws and log")), class_="main"),
        method="get",
        action=f"{path}/verify",
    )
    button = tag("button", t(N_("Audit: replay the whole game")))
    return [form, tag("form", button, method="get", action=f"{path}/audit")]


def _receipts(service: Service, table: Table) -> Child:
    """Return the newest receipts of the seat's own answers, with the seals that prove them."""
    t, viewer = table.localizer, table.viewer
    if viewer.seat is None:
        return None
    ids = service.post_ids(viewer.campaign, (to_seat(viewer.seat),))[-NEWEST:]
    posts = service.posts(viewer.campaign, (to_seat(viewer.seat),), ids[0] - 1, NEWEST) if ids else []
    said = [compose(service, post, t.language) for post in posts if isinstance(post.content, AnswerReceipt)]
    rows = [tag("li", [tag("p", line) for line in one.lines]) for one in said if one is not None]
    if not rows:
        return None
    head = tag("summary", t.signs.added(t(N_("Receipts of your answers")), str(len(rows))))
    return tag("details", head, tag("ul", rows[::-1], class_="story"), class_="panel")


def _exports(service: Service, table: Table) -> list[Child]:
    """Return the links: a seat has one with its own secrets, the referee with all once the game is over."""
    t, path = table.localizer, table.viewer.path
    names = [("public", N_("Public export"))]
    if table.viewer.seat is not None:
        names.append(("mine", N_("Export including your own secrets")))
    if table.viewer.place == REFEREE_PLACE and table.campaign.state == "over":
        names.append(("all", N_("Export including all secrets")))
    links = [
        tag("li", tag("a", t(name), href=f"{path}/export/{whose}", download=True)) for whose, name in names
    ]
    if (own := notes.saved(service, table)) is not None:
        links.append(tag("li", own))
    links.append(tag("li", tag("a", t(N_("Verifier (verify.py)")), href="/verify.py", download=True)))
    said = t(N_("Anyone can verify it with nothing but Python: {command}"), command="python verify.py FILE")
    audit = t(telling.AUDIT_LATER, command=telling.AUDIT_COMMAND)
    hints = (said, t(telling.OWN_VERIFIER), audit)
    return [tag("ul", links, class_="actions"), *(tag("p", hint, class_="hint") for hint in hints)]


def _chronicle(service: Service, table: Table) -> list[Html]:
    """Return the newest events as a story, by turns and phases, and below it each of them by itself."""
    language, t = table.localizer.language, table.localizer
    told = service.look(table.viewer.campaign, queries.told, table.viewer.seat)
    newest = [(line.n, line.event) for line in told[-NEWEST:]]
    lines = [tag("li", line) for line in telling.story(table.game, newest, language)]
    return [
        *chronicle.written(telling.chronicle(table.game, told, language)),
        tag("details", tag("summary", t(N_("Each event"))), tag("ol", lines, class_="story")),
    ]


def _entries(service: Service, table: Table) -> Html:
    """Return the public entries, the newest first: number, kind, seat, head."""
    t, n = table.localizer, table.campaign.n
    rows = [
        tag(
            "tr",
            tag("td", entry["n"]),
            tag("td", t(KINDS[entry["t"]])),
            tag("td", t.name(str(entry.get("seat", "")))),
            tag("td", tag("code", str(entry["head"])[:16])),
        )
        for entry in reversed(service.log(table.viewer.campaign, n - 1 - NEWEST))
    ]
    heads = [tag("th", t(name), scope="col") for name in (N_("Entry"), N_("Kind"), N_("Seat"), N_("Head"))]
    made = tag("table", tag("thead", tag("tr", heads)), tag("tbody", rows))
    return tag("div", made, class_="scroll", tabindex="0", role="region", aria_label=t(N_("Entries")))


async def audit_page(request: web.Request) -> web.Response:
    """Show the report of an audit, which is made while the reader waits for the page."""
    campaign, language = await with_table(
        request, lambda at: (at.table.viewer.campaign, at.table.localizer.language)
    )
    report = await app_of(request).worker.audit(campaign, language)

    def look(at: TableContext) -> Html:
        t, viewer = at.table.localizer, at.table.viewer
        title = t(N_("Auditor's report"))
        verdict = next(text for kind, text in report.lines if kind == "verdict")
        return page(
            at.context,
            f"{title} · {at.table.title}",
            tag("h1", title),
            tag("p", verdict, class_="refusal" if report.code else "said", id="verdict"),
            tag("pre", "\n".join(telling.plain_text(report.lines))),
            tag("p", t(telling.OWN_AUDIT, command=telling.AUDIT_COMMAND), class_="hint"),
            tag("p", tag("a", t(N_("Log and proof")), href=f"{viewer.path}/log")),
            nav=nav(at.table, "/log"),
            here=f"{viewer.path}/log",
        )

    return html(await with_table(request, look))


async def verify_page(request: web.Request) -> web.Response:
    """Show the verifier's report."""
    wanted = kept_heads(request.query.get("heads", "")[:4000])
    campaign = await with_table(request, lambda at: at.table.viewer.campaign)
    report = await app_of(request).worker.verdict(campaign, wanted)

    def look(at: TableContext) -> Html:
        t, viewer = at.table.localizer, at.table.viewer
        title, said = t(N_("Verifier's report")), telling.proof(report, t.language)
        verdict = next(text for kind, text in said if kind == "verdict")
        return page(
            at.context,
            f"{title} · {at.table.title}",
            tag("h1", title),
            tag("p", verdict, class_="refusal" if report.errors else "said", id="verdict"),
            tag("pre", "\n".join(telling.proof_text(report, t.language))),
            tag("p", tag("a", t(N_("Log and proof")), href=f"{viewer.path}/log")),
            nav=nav(at.table, "/log"),
            here=f"{viewer.path}/verify",
        )

    return html(await with_table(request, look))


def kept_heads(text: str) -> dict[int, str]:
    """Return the heads in a text, by their entry: "12:0a1b 30:ffee"; words that are no heads are skipped."""
    found = {}
    for word in text.split():
        number, _, head = word.partition(":")
        if number.isdecimal() and len(number) < 10 and head:
            found[int(number)] = head
    return found


async def export(request: web.Request) -> web.Response:
    """Send an export as a file."""
    whose = request.match_info["whose"]

    def look(at: TableContext) -> tuple[str, str]:
        seat = at.table.viewer.seat
        if whose == "mine" and seat is None:
            raise NotFound
        if whose == "all" and not (
            at.table.viewer.place == REFEREE_PLACE and at.table.campaign.state == "over"
        ):
            raise NotFound
        reader = {"public": None, "mine": seat, "all": "all"}[whose]
        name = f"{at.table.game.name}-{at.table.viewer.campaign}-{reader or 'public'}.jsonl"
        return name, "".join(f"{line}\n" for line in at.look(queries.export, reader))

    name, text = await with_table(request, look)
    return web.Response(
        text=text,
        content_type="application/jsonl",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


async def verifier(request: web.Request) -> web.StreamResponse:
    """Send the verifier, which needs nothing but Python."""
    headers = {"Content-Type": "text/x-python", "Content-Disposition": 'attachment; filename="verify.py"'}
    return web.Response(body=Path(verify.__file__).read_bytes(), headers=headers)
