"""The story of an absence, told alike by every front end: messages first, then phase by phase,
what the umpire says, the points gained and lost, whose move it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from adjudicator.core.game.sealed import Event
from adjudicator.core.language.errors import Refusal, Verbatim
from adjudicator.core.language.words import N_
from adjudicator.core.table.ledger import Told as Line
from service.api import Service
from service.text import telling
from service.text.localizer import Localizer
from service.text.telling import Chapter
from service.usecases.play import queries
from service.values.audiences import CHANNEL
from service.values.posts import AnswerReceipt, Notice, PressNotice, Told
from service.values.records import Post

from .compose import compose
from .doubles import told_once

MOST_POSTS = 1000
"""Posts that one digest tells."""


class Digest(Struct, frozen=True):
    """Some posts of a reader as a story.

    Attributes:
        messages: of other players, a line each.
        chapters: phase by phase, a line for each battle, march, purchase.
        notices: what the umpire itself says: deadlines, agreements, looks.
        points: those of every side, with what it has gained or lost; "" if none has changed.
        waits: whose move it is; "" if nobody is asked.
    """

    messages: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    notices: tuple[str, ...]
    points: str
    waits: str

    def is_empty(self) -> bool:
        """Return true if nothing has happened."""
        return not (self.messages or self.chapters or self.notices)


def digest(service: Service, campaign: int, seat: str | None, posts: Sequence[Post], language: str) -> Digest:
    """Return posts of a seat, or of the public, in order, as a story; questions, pictures and receipts of the
    seat's own answers are left out.
    """
    game = service.game(campaign)
    localizer = Localizer(language, game.lexicon.label)
    told = [post for post in told_once(posts) if _is_news(service, post, seat)]
    chapters = telling.chronicle(game, _events(told), language) if told else []
    return Digest(
        messages=tuple(_notices(service, told, language, are_messages=True)),
        chapters=tuple(chapters),
        notices=tuple(_notices(service, told, language, are_messages=False)),
        points=_points(service, campaign, told, localizer),
        waits=_waits(service, campaign, seat, localizer),
    )


def digest_text(told: Digest, language: str) -> list[str]:
    """Return a digest as plain text, a heading for each phase, without whose move it is."""
    chapters = telling.chronicle_text(told.chapters, language)
    return [*told.messages, *chapters, *told.notices, *filter(None, (told.points,))]


def of_phases(service: Service, posts: Sequence[Post], seat: str | None, language: str) -> Digest | None:
    """Return posts as a story; None if they tell of no more than one phase."""
    if sum(isinstance(post.content, Told) for post in posts) < 2:
        return None
    told = digest(service, posts[0].campaign, seat, posts, language)
    return told if len(told.chapters) > 1 else None


def with_public(service: Service, posts: Sequence[Post]) -> list[Post]:
    """Return posts of a seat with the public ones from its post before them to the last of them, in order."""
    campaign, audience = posts[0].campaign, posts[0].audience
    before = max((id for id in service.post_ids(campaign, (audience,)) if id < posts[0].id), default=0)
    found = service.posts(campaign, (CHANNEL, audience), before, MOST_POSTS)
    return [one for one in found if one.id <= posts[-1].id]


def _is_news(service: Service, post: Post, seat: str | None) -> bool:
    own = isinstance(post.content, AnswerReceipt) and post.content.by == "seat" and not post.content.standing
    return not own and post.kind not in ("asked", "picture") and not service.is_unwanted(post, seat)


def _events(posts: Sequence[Post]) -> Iterator[Line]:
    for post in posts:
        if isinstance(post.content, Told):
            for one in post.content.events:
                yield Line(one.n, Event(one.kind, one.rule, one.values), post.content.stage)


def _notices(service: Service, posts: Sequence[Post], language: str, *, are_messages: bool) -> Iterator[str]:
    for post in posts:
        said = post.content
        if isinstance(said, Notice | AnswerReceipt) and isinstance(said, PressNotice) == are_messages:
            made = compose(service, post, language)
            yield from () if made is None else made.lines


def _points(service: Service, campaign: int, posts: Sequence[Post], localizer: Localizer) -> str:
    """Return the points of all sides with their change since the position before the first of these posts."""
    first = min((post.n for post in posts if isinstance(post.content, Told)), default=0)
    last = max((post.n for post in posts), default=0)
    rests = [n for n, _ in service.rests(campaign)]
    rest, end = (
        max((n for n in rests if n < first), default=None),
        max((n for n in rests if n <= last), default=None),
    )
    if rest is None or end is None:
        return ""
    try:
        then = service.look(campaign, queries.score, rest).points
        now = service.look(campaign, queries.score, end).points
    except Refusal:  # nothing to count yet, or a position that was taken back
        return ""
    if then == now:
        return ""
    listed = [
        Verbatim(
            f"{localizer.name(side)} {n}" + (f" ({change:+d})" if (change := n - then.get(side, 0)) else "")
        )
        for side, n in now.items()
    ]
    return localizer(N_("Points: {points}"), points=listed)


def _waits(service: Service, campaign: int, seat: str | None, localizer: Localizer) -> str:
    asked = [one.seat for one in service.asked(campaign)]
    if seat in asked:
        return localizer(N_("It is your turn."))
    return localizer(N_("Waiting for: {seats}."), seats=asked) if asked else ""
