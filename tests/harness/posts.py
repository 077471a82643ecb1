"""Contents of posts, by their kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from service.values.posts import Content, Notice
from service.values.records import Post
from service.values.words import speak

C = TypeVar("C", bound=Content)


def contents(posts: Iterable[Post], kind: type[C]) -> list[C]:
    """Return what the posts of one kind say."""
    return [post.content for post in posts if isinstance(post.content, kind)]


def notices(posts: Iterable[Post], *whats: str) -> list[Notice]:
    """Return the notices of these sorts."""
    return [notice for notice in contents(posts, Notice) if notice.what in whats]


def sentences(posts: Iterable[Post], *whats: str) -> list[str]:
    """Return the English sentences of the notices of these sorts."""
    return [speak(notice.words, "en") for notice in notices(posts, *whats)]


def about(post: Post) -> str:
    """Return the sort of a notice, "" of another post."""
    return post.content.what if isinstance(post.content, Notice) else ""
