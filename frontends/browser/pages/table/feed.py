"""The feed: the posts of a campaign as its channel would show them, with a seat's own among them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.core.words import N_
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import themed
from frontends.browser.web.viewer import Table
from service.api import Service
from service.pictures.drawing import Drawing
from service.posts.compose import RenderedPost, compose
from service.posts.dice import DiceLine
from service.storage.outbox import CHANNEL, REFEREE
from service.values.records import Post

LATEST = 30
"""Posts that a page begins with, and how many more it gets at once."""

FACES = "⚀⚁⚂⚃⚄⚅"


class Numbered(Struct, frozen=True):
    """A post with its place in the viewer's own feed.

    Ids of posts are not shown: gaps in them would tell how many posts others got.
    """

    place: int
    post: Post


def latest(service: Service, table: Table, before: int = 0, most: int = LATEST) -> list[Numbered]:
    """Return the newest posts of a viewer's feed, or those before a place in it, oldest first."""
    ids = service.post_ids(table.viewer.campaign, table.viewer.audiences)
    end = min(before - 1, len(ids)) if before > 0 else len(ids)
    return _some(service, table, ids, max(0, end - most), end)


def since(service: Service, table: Table, after: int) -> list[Numbered]:
    """Return the posts after a place of a viewer's feed, at most the newest `LATEST`."""
    ids = service.post_ids(table.viewer.campaign, table.viewer.audiences)
    return _some(service, table, ids, max(after, len(ids) - LATEST), len(ids))


def at(service: Service, table: Table, place: int) -> Post | None:
    """Return the post at a place of a viewer's feed, None if there is none."""
    ids = service.post_ids(table.viewer.campaign, table.viewer.audiences)
    found = _some(service, table, ids, place - 1, place) if 1 <= place <= len(ids) else []
    return found[0].post if found else None


def _some(service: Service, table: Table, ids: Sequence[int], begin: int, end: int) -> list[Numbered]:
    if begin >= end:
        return []
    before = ids[begin - 1] if begin else 0
    posts = service.posts(table.viewer.campaign, table.viewer.audiences, before, end - begin)
    return [Numbered(begin + n, post) for n, post in enumerate(posts, 1)]


# -- as it stands on the page ------------------------------------------------------------------------


def written(service: Service, table: Table, numbered: Numbered) -> Html | None:
    """Return a post as HTML; None if it has nothing to say."""
    said = compose(service, numbered.post, table.localizer.language)
    return None if said is None else article(table, numbered.place, numbered.post, said)


def article(table: Table, place: int, post: Post, said: RenderedPost) -> Html:
    """Return a post in words and pictures."""
    t = table.localizer
    private = None
    if post.audience == REFEREE:
        private = tag("span", t(N_("referee only")), class_="badge private")
    elif post.audience != CHANNEL:
        private = tag("span", t(N_("for you only")), class_="badge private")
    heading = tag("h3", said.title, private) if said.title or private is not None else None
    return tag(
        "article",
        heading,
        [tag("p", line) for line in said.lines],
        _dice(table, said.dice),
        [figure(table, place, n, drawing) for n, drawing in enumerate(said.drawings)],
        tag("footer", said.footer),
        class_=f"post {post.kind}",
        id=f"post-{place}",
        data_place=None,
    )


def figure(table: Table, place: int, n: int, drawing: Drawing) -> Html:
    """Return a picture of a post, loaded when it comes into view."""
    path = f"{table.viewer.path}/post/{place}/{n}"
    kind = f"drawing {drawing.kind}"
    later = tag("img", data_src=path, alt=drawing.alt, class_=f"{kind} script")
    plain = tag("noscript", themed(table.theme, path, drawing.alt, class_=kind))
    return tag("figure", tag("a", later, plain, href=f"{path}/light", data_large=True))


def _dice(table: Table, dice: Sequence[DiceLine]) -> Child:
    if not dice:
        return None
    return tag("ul", [_throw(table, line) for line in dice], class_="dice")


def _throw(table: Table, line: DiceLine) -> Html:
    """Return a roll: its faces, its modifiers and result in one line, and its proof."""
    t = table.localizer
    small = all(1 <= fell <= len(FACES) for fell in line.dice)
    faces = [
        tag("span", FACES[fell - 1] if small and line.kind == "dice" else fell, class_="die")
        for fell in line.dice
    ]
    proof = t(
        N_("Entry {entry}, epoch {epoch}, seed {seed}"), entry=line.entry, epoch=line.epoch, seed=line.seed
    )
    return tag(
        "li",
        tag("span", faces, class_="faces", aria_hidden="true") if faces else None,
        tag("span", line.text),
        tag("details", tag("summary", t(N_("Proof"))), tag("code", proof)),
        class_=line.kind,
    )
