"""The feed: the public posts of a campaign, with a seat's own among them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

import msgspec
from msgspec import Struct, structs

from adjudicator.core.game.game import Game
from adjudicator.core.game.sealed import Event
from adjudicator.core.language.words import N_
from adjudicator.core.log.chain import JSON
from frontends.browser.pages.cards import with_links
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import themed
from frontends.browser.web.viewer import Table
from service.api import Service
from service.pictures.drawing import Drawing
from service.posts.compose import compose, stage_shown
from service.posts.dice import DiceLine
from service.posts.doubles import told_once
from service.text.localizer import Localizer
from service.values.audiences import CHANNEL, REFEREE
from service.values.posts import (
    AnswerReceipt,
    BattlePicture,
    FoundedNotice,
    Picture,
    PressNotice,
    StagePicture,
    Told,
)
from service.values.records import Post

LATEST = 90
"""Posts that a page begins with, and how many more it gets at once."""

MOST_UNSEEN = 1000
"""Posts that are told as a story to who comes back."""

BEFORE = 30
"""Posts that are looked back upon for one that the next is told together with."""

FACES = "⚀⚁⚂⚃⚄⚅"


class Numbered(Struct, frozen=True):
    """A post with its place in the viewer's own feed, and the place of the first that is told with it.

    Ids of posts are not shown: gaps in them would show how many posts others got.
    """

    place: int
    post: Post
    first: int


def latest(service: Service, table: Table, before: int = 0, most: int = LATEST) -> list[Numbered]:
    """Return the newest posts of a viewer's feed, or those before a place in it, oldest first."""
    ids = service.post_ids(table.viewer.campaign, table.viewer.audiences)
    end = min(before - 1, len(ids)) if before > 0 else len(ids)
    return _some(service, table, ids, max(0, end - most), end)


def since(service: Service, table: Table, after: int) -> list[Numbered]:
    """Return the posts after a place of a viewer's feed, at most the newest `LATEST`."""
    ids = service.post_ids(table.viewer.campaign, table.viewer.audiences)
    begin = max(after, len(ids) - LATEST)
    if begin >= len(ids):
        return []
    found = _some(service, table, ids, max(0, begin - BEFORE), len(ids))
    return [one for one in found if one.place > begin]


def unseen(service: Service, table: Table, after: int) -> list[Post]:
    """Return the posts after a place of a viewer's feed as they came, at most the newest `MOST_UNSEEN`."""
    ids = service.post_ids(table.viewer.campaign, table.viewer.audiences)
    begin = max(after, len(ids) - MOST_UNSEEN)
    if begin >= len(ids):
        return []
    before = ids[begin - 1] if begin else 0
    return list(service.posts(table.viewer.campaign, table.viewer.audiences, before, len(ids) - begin))


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
    return _told_together(service, table, told_once(posts), begin + 1)


# -- orders of a kind, one after another, are told together ------------------------------------------


def _told_together(service: Service, table: Table, posts: Sequence[Post], place: int) -> list[Numbered]:
    """Number posts from a place on; where one sentence tells several in a row, the last one has it."""
    found, last = list[Numbered](), -1
    for n, post in enumerate(posts):
        one = Numbered(place + n, post, place + n)
        if not _is_hidden(service, table, post):
            both = _both(table.game, found[last].post, post) if last >= 0 else None
            if both is not None:
                one, before = Numbered(one.place, both, found[last].first), found[last]
                found[last] = structs.replace(before, post=_emptied(before.post))
            last = n
        found.append(one)
    return found


def _is_hidden(service: Service, table: Table, post: Post) -> bool:
    """Return true for a question, a receipt of an own answer, a message of somebody who is blocked."""
    said = post.content
    own = isinstance(said, AnswerReceipt) and said.by == "seat" and not said.standing
    empty = isinstance(said, Told) and not said.events and not said.chance
    return own or empty or post.kind == "asked" or service.is_unwanted(post, table.viewer.seat)


def _both(game: Game, before: Post, post: Post) -> Post | None:
    """Return a post that tells of both, None if they are not of one kind, or dice were rolled."""
    one, other = before.content, post.content
    if not (isinstance(one, Told) and isinstance(other, Told)) or one.chance or other.chance:
        return None
    if before.audience != post.audience or one.stage != other.stage or not one.events:
        return None
    both = structs.replace(other, events=[*one.events, *other.events])
    return structs.replace(post, content=both) if len(_sentences(game, both)) == 1 else None


def _emptied(post: Post) -> Post:
    return structs.replace(post, content=Told([], [], stage=post.content.stage))


def _sentences(game: Game, said: Told) -> Sequence[Event]:
    """Return the events of a post as they are told, one for each sentence."""
    events = [Event(e.kind, e.rule, e.values) for e in said.events if e.kind not in game.untold]
    return game.gather(events)


# -- the parts of the page ---------------------------------------------------------------------------


def by_turns(service: Service, table: Table, posts: Sequence[Numbered]) -> list[Html]:
    """Return posts as HTML, the posts of a turn as one group that folds; the last two are open."""
    found: list[tuple[str, list[Html]]] = []
    for one in posts:
        if (made := written(service, table, one)) is not None:
            turn = _turn(service, table, one.post)
            if not found or found[-1][0] != turn:
                found.append((turn, []))
            found[-1][1].append(made)
    return [_group(turn, made, at >= len(found) - 2) for at, (turn, made) in enumerate(found)]


def _group(turn: str, made: list[Html], is_open: bool) -> Html:
    if not turn:
        return tag("div", made, class_="turn-posts", data_turn="")
    return tag("details", tag("summary", turn), made, class_="turn-posts", data_turn=turn, open=is_open)


def _turn(service: Service, table: Table, post: Post) -> str:
    stage = stage_shown(service, post)
    return table.localizer.words(table.game.when(stage).title) if stage else ""


def written(service: Service, table: Table, numbered: Numbered) -> Html | None:
    """Return a post in words and pictures, made once; None if it has no content.

    What was told stays as it was told. The key holds all else that its words depend on: names of players,
    messages that are not read any more, rests that are kept for its pictures, what has been opened.
    """
    post, viewer = numbered.post, table.viewer
    content = post.content
    at = (content.rest, getattr(content, "since", -1)) if isinstance(content, get_args(Picture)) else ()
    key = (
        *(
            viewer.campaign,
            viewer.place,
            table.localizer.language,
            table.theme,
            numbered.place,
            numbered.first,
        ),
        *(hashlib.sha256(msgspec.json.encode(post)).digest(), _is_hidden(service, table, post)),
        tuple((seat, member.who) for seat, member in sorted(table.members.items())),
        tuple(sorted({n for n, _ in service.rests(viewer.campaign)} & {*at})) if at else (),
        service.is_open(viewer.campaign, to_public=viewer.is_public),
    )
    return table.written.get_or_make(key, lambda: (_written(service, table, numbered),))[0]


def _written(service: Service, table: Table, numbered: Numbered) -> Html | None:
    """Return a post in words and pictures; None if it has no content.

    Questions and the hand are in the panel; a receipt of one's own answer and the hash of the
    game card are on the page of the log; of a map, only the part with the events is shown, because the whole
    is beside the feed.
    """
    post, t = numbered.post, table.localizer
    said = None if _is_hidden(service, table, post) else compose(service, post, t.language)
    if said is None:
        return None
    stage, private = stage_shown(service, post), _private(post, t)
    heading = t.sentence(table.game.when(stage).phase) if stage else ""
    phase = heading.rstrip(".。") if said.lines[:1] != (heading,) else ""
    told = _sentences(table.game, post.content) if isinstance(post.content, Told) else ()
    weighty = {n for n, event in enumerate(told) if event.kind in table.game.headlines}
    drawings = said.drawings
    if isinstance(post.content, StagePicture):
        drawings = drawings[:1] if private is None and drawings[:1] and drawings[0].kind == "crop" else ()
    is_card = isinstance(post.content, FoundedNotice) and bool(post.content.card)
    lines = said.lines[:-1] if is_card else said.lines
    if not (lines or said.dice or drawings):
        return None
    return tag(
        "article",
        tag("h3", tag("span", phase, class_="phase"), private) if phase or private is not None else None,
        [
            tag("p", with_links(line, table.viewer.path), class_="headline" if n in weighty else None)
            for n, line in enumerate(lines)
        ],
        _dice(said.dice, alone=not lines),
        [figure(table, numbered.place, n, drawing) for n, drawing in enumerate(drawings)],
        class_=" ".join(["post", post.kind, *_marks(table, post, is_fought=bool(said.dice))]),
        id=f"post-{numbered.place}",
        data_turn=_turn(service, table, post),
        data_first=numbered.first if numbered.first < numbered.place else None,
    )


def _private(post: Post, t: Localizer) -> Html | None:
    """Return the badge of a post that not everybody reads; None for one of the channel."""
    if post.audience == CHANNEL:
        return None
    said = N_("referee only") if post.audience == REFEREE else N_("for you only")
    return tag("span", t(said), class_="badge private")


def _marks(table: Table, post: Post, *, is_fought: bool) -> Iterator[str]:
    """Yield what a post is about, so that readers can choose; `is_fought` if dice are in it."""
    events = post.content.events if isinstance(post.content, Told) else ()
    if is_fought or isinstance(post.content, BattlePicture):
        yield "fought"
    if table.game.money and any(table.game.money in event.values for event in events):
        yield "money"
    if post.audience != CHANNEL or any(_names(event.values, table.viewer.seat) for event in events):
        yield "own"
    if isinstance(post.content, PressNotice):
        yield "message"


def seen_by_ordering(posts: Sequence[Numbered], entry: int | None) -> int:
    """Return the place of the last post that a seat knew when it gave the order of an entry, on whatever
    device, or that tells of this order; 0 for none.
    """
    ends = [one.post.n for one in posts if entry is not None and one.post.n > entry]
    known = (one.place for one in posts if entry is not None and one.post.n <= min(ends, default=entry))
    return max(known, default=0)


def _names(values: JSON, seat: str | None) -> bool:
    """Return true if values of an event name a seat."""
    match values:
        case Mapping():
            return any(_names(one, seat) for one in (*values, *values.values()))
        case list() | tuple():
            return any(_names(one, seat) for one in values)
    return values is not None and values == seat


def figure(table: Table, place: int, n: int, drawing: Drawing) -> Html:
    """Return a picture of a post, loaded when it comes into view."""
    path = f"{table.viewer.path}/post/{place}/{n}"
    later = tag("img", data_src=path, alt=drawing.alt, class_="script")
    plain = tag("noscript", themed(table.theme, path, drawing.alt))
    return tag("figure", tag("a", later, plain, href=f"{path}/light", data_large=True))


def _dice(dice: Sequence[DiceLine], *, alone: bool) -> Child:
    """Return the faces of rolls, in words where no sentence reports them; the log's page has the proof."""
    shown = [line for line in dice if alone or _faces(line)]
    return tag("ul", [_throw(line, alone) for line in shown], class_="dice") if shown else None


def _faces(line: DiceLine) -> bool:
    return line.kind == "dice"


def _face(fell: int, line: DiceLine) -> Child:
    """Return one die: with pips if it has six faces, else its number; the ten of ten faces is read as 0."""
    return (
        FACES[fell - 1]
        if line.sides == len(FACES)
        else tag("b", str(fell % 10 if line.sides == 10 else fell))
    )


def _throw(line: DiceLine, alone: bool) -> Html:
    if not _faces(line):
        return tag("li", line.text, class_=line.kind)
    shown: list[Child] = [tag("b", one) for one in line.faces] or [_face(fell, line) for fell in line.dice]
    faces = tag("span", shown, class_="faces", role="img", title=line.text, aria_label=line.text)
    return tag("li", faces, tag("span", line.text, aria_hidden="true") if alone else None, class_=line.kind)
