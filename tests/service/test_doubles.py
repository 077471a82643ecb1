"""A post for a seat is not told to it again as news for all."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from frontends.browser.pages.table.feed import latest
from frontends.browser.web.viewer import Table, Viewer
from renderer.draw.lru_cache import LruCache
from service.posts.doubles import told_once
from service.text.localizer import Localizer
from service.usecases.seats import founding
from service.values.audiences import CHANNEL
from service.values.posts import Told
from service.values.records import Plan, Post
from tests.harness.service import by, service_harness

OWN = "seat/caesar"


def dealt(posts: Iterable[Post]) -> list[str]:
    """The audiences of the posts that tell of the cards dealt."""
    return [
        post.audience
        for post in posts
        if isinstance(post.content, Told) and any(event.kind == "dealt" for event in post.content.events)
    ]


def test_a_hand_is_told_once_to_its_seat_and_as_to_all_to_onlookers(tmp_path: Path) -> None:
    with service_harness(tmp_path / "a.sqlite") as b:
        b.service.found(by("judge"), Plan("julius_caesar", "war", "The war", seed=b"doubles"))
        for seat in ("caesar", "pompey"):
            b.service.do(by(seat), 1, founding.join, seat, seat.title())
        posts = b.service.posts(1, (CHANNEL, OWN), most=1000)
        assert dealt(posts) == [CHANNEL, OWN] and dealt(told_once(posts)) == [OWN]
        public = b.service.posts(1, (CHANNEL,), most=1000)
        assert told_once(public) == public and dealt(public) == [CHANNEL]
        campaign, game = b.service.campaign(1), b.service.game(1)
        localizer = Localizer("en", game.lexicon.label)
        for place, told in (("caesar", OWN), ("public", CHANNEL)):
            table = Table(Viewer(1, place, ""), campaign, {}, game, localizer, "light", [], LruCache(9))
            assert dealt(numbered.post for numbered in latest(b.service, table)) == [told]
