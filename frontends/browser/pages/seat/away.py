"""The story of an absence, for the pane that their page shows when they come back."""

from __future__ import annotations

from aiohttp import web

from adjudicator.core.language.words import N_
from frontends.browser.pages import chronicle
from frontends.browser.pages.table import feed
from frontends.browser.web.html import Html, join, tag
from frontends.browser.web.responses import data
from frontends.browser.web.viewer import PLACE_PATH, Table, TableContext, with_table
from service.posts.digest import Digest, digest


def routes() -> list[web.RouteDef]:
    """Return the route of the story."""
    return [web.get(f"{PLACE_PATH}/away", away)]


async def away(request: web.Request) -> web.Response:
    """Tell what the feed has after the place `since`, as data for the page's script."""
    wanted = request.query.get("since", "")
    since = int(wanted) if wanted.isdecimal() and len(wanted) < 10 else 0

    def look(at: TableContext) -> dict[str, str]:
        table = at.table
        posts = feed.unseen(at.service, table, since)
        viewer, language = table.viewer, table.localizer.language
        told = digest(at.service, viewer.campaign, viewer.seat, posts, language)
        if told.is_empty():
            return {"html": "", "play": ""}
        first = min(post.n for post in posts)
        rests = [n for n, _ in at.service.rests(viewer.campaign)]
        begin = max((n for n in rests if n < first), default=rests[0] if rests else -1)
        play = f"{viewer.path}/replay?rest={begin}#play" if rests and begin < rests[-1] else ""
        return {"html": str(join(_written(table, told))), "play": play}

    return data(await with_table(request, look))


def _written(table: Table, told: Digest) -> list[Html]:
    messages = [tag("li", line, class_="message") for line in told.messages]
    notices = [tag("li", line) for line in told.notices]
    ends = [tag("p", line) for line in (told.points, told.waits) if line]
    found = [tag("ol", messages, class_="story")] if messages else []
    found += chronicle.written(told.chapters)
    found += (
        [tag("h4", table.localizer(N_("The umpire"))), tag("ol", notices, class_="story")] if notices else []
    )
    return [*found, *ends]
