"""Removal of repeated news: public posts without the events that a post for the reader alone tells in more
detail.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import structs

from service.values.audiences import CHANNEL
from service.values.posts import Content, Told
from service.values.records import Post


def told_once(posts: Sequence[Post]) -> list[Post]:
    """Return the posts of a reader, in order, each without the events that another tells in more detail.

    A post with dice stays whole, because its sentences explain them.
    """
    return [structs.replace(post, content=_without(post, posts)) for post in posts]


def _without(post: Post, posts: Sequence[Post]) -> Content:
    said = post.content
    if not isinstance(said, Told) or post.audience != CHANNEL or any("rolls" in e for e in said.chance):
        return said
    own = Counter(
        (e.n, e.kind)
        for other in posts
        if other.command == post.command and other.audience != CHANNEL and isinstance(other.content, Told)
        for e in other.content.events
    )
    all_ = Counter((e.n, e.kind) for e in said.events)
    left = [e for e in said.events if all_[e.n, e.kind] != own[e.n, e.kind]]
    return structs.replace(said, events=left, chance=said.chance if left else [])
