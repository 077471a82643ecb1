"""Deliveries: each front end delivers each post once, whatever the others do (docs/add-a-front-end.md)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import frontends
from frontends import FrontEnd
from frontends.commands import parser
from service.posts.compose import compose
from service.storage.database.errors import StoreError
from service.values.front_ends.deliveries import DELIVERED, Delivery
from service.values.records import Post
from service.values.settings import Settings
from tests.harness.service import TEST, ServiceHarness, service_harness
from tests.toys.postbox import Postbox, letters, readers


class Crash(Exception):
    """The process ends here."""


class CrashingPostbox(Postbox):
    """Ends before a letter, or after it and before it is noted, in turn, a number of letters later each
    time.
    """

    next: tuple[int, bool] = (0, False)

    def send(self, user: str, nonce: str, text: str) -> None:
        at, is_sent = self.next
        if at:
            self.next = at - 1, is_sent
        elif not is_sent:
            raise Crash
        super().send(user, nonce, text)
        if not at and is_sent:
            raise Crash


def posts_of(b: ServiceHarness, campaign: int) -> list[Post]:
    """Return all posts of a campaign, in order."""
    seats = b.service.status(campaign).campaign.seats
    audiences = ("channel", "referee", *(f"seat/{seat}" for seat in seats))
    return b.service.posts(campaign, audiences, most=10_000)


def expected(b: ServiceHarness, campaign: int) -> Counter[tuple[str, str]]:
    """The recipients of each post, by its nonce."""
    posts = posts_of(b, campaign)
    told = [post for post in posts if compose(b.service, post, "en") is not None]
    return Counter((user, post.nonce) for post in told for user in readers(b.service, post))


def got(folder: Path) -> Counter[tuple[str, str]]:
    users = [file.stem for file in folder.glob("*.letters")]
    return Counter((user, nonce) for user in users for nonce in letters(folder, user))


def test_two_front_ends_deliver_every_post_once_over_restarts(tmp_path: Path) -> None:
    path, folder, other = tmp_path / "tabellarius.sqlite", tmp_path / "one", tmp_path / "other"
    with service_harness(path) as b:
        Postbox(b.service, folder)
        Postbox(b.service, other, "other")
        campaign = b.found("markers", "ring", seed=b"deal")
    crashed, taken = 0, list[str]()
    for step in range(40):
        with service_harness(path) as b:
            for _ in range(2):
                if not b.step(campaign, step):
                    break
            box = CrashingPostbox(b.service, folder)
            box.next = step % 5, step % 2 == 1
            try:
                box.deliver()
            except Crash:
                crashed += 1
            if step % 3 == 0:
                Postbox(b.service, other, "other").deliver()
            for post in b.waiting(2):
                taken.append(post.nonce)
                b.delivered({post.id: "read"})
    assert crashed > 10
    with service_harness(path) as b:
        Postbox(b.service, folder).deliver()
        Postbox(b.service, other, "other").deliver()
        while posts := b.waiting():
            taken += [post.nonce for post in posts]
            b.delivered({post.id: "read" for post in posts})
        wanted = expected(b, campaign)
        assert len({user for user, _ in wanted}) == 3
        assert got(folder) == got(other) == wanted
        assert taken == [post.nonce for post in posts_of(b, campaign)]
        assert [b.service.unsent(name) for name in ("postbox", "other", TEST)] == [0, 0, 0]


def test_a_front_end_is_a_package_and_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = {"default": "letters", "help": "where letters are put"}
    line = FrontEnd("tests.toys.postbox", "put letters into a folder", {"folder": folder})
    monkeypatch.setitem(frontends.FRONT_ENDS, "postbox", line)
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> int:
        args = parser().parse_args(words)
        return int(args.run(args, Settings()))

    assert "put letters into a folder" in parser().format_help()
    assert run("postbox") == 0
    with service_harness(Settings().database) as b:
        campaign = b.found("julius_caesar", b.context.games["julius_caesar"].scenarios()[0].id)
    assert run("postbox", "--folder", "here") == run("postbox") == 0
    with service_harness(Settings().database) as b:
        assert got(Path("here")) == expected(b, campaign)
    assert not got(Path("letters"))


def test_posts_of_before_do_not_wait_for_a_front_end(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.service.subscribe("late")
    assert b.service.waiting("late") == [] and b.service.lanes("late") == []
    before = posts_of(b, campaign)
    b.play(campaign, 2)
    b.service.subscribe("late")
    assert [p.id for p in b.service.waiting("late")] == [
        p.id for p in b.waiting(1000) if p.id > before[-1].id
    ]
    assert b.service.unsent("late") == len(b.service.waiting("late", 1000))


def test_who_has_not_subscribed_delivers_nothing(b: ServiceHarness) -> None:
    b.found("nim", "long")
    with pytest.raises(StoreError):
        b.service.delivered("unknown", {b.waiting()[0].id: "1"})


def test_a_recipient_is_noted_apart_from_the_others(b: ServiceHarness) -> None:
    b.found("nim", "long")
    (post, *_) = b.waiting()
    b.service.sending(TEST, post.id, "north", "somewhere")
    b.service.delivered(TEST, {post.id: "there"}, "south")
    assert b.service.delivery(TEST, post.id, "north") == Delivery("sending", "somewhere")
    assert b.service.delivery(TEST, post.id, "south") == Delivery(DELIVERED, "there")
    assert b.waiting()[0] == post, "the others have not got it"


# -- a file of a release that knew one reference for all front ends ------------------------------------
