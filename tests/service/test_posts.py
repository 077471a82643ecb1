"""Posts stay readable: for their audience, page by page, after they have arrived and after an undo."""

from __future__ import annotations

import zlib

import msgspec

from service.usecases.agreeing import undo
from service.values.records import Post
from tests.harness.posts import notices
from tests.harness.service import ServiceHarness, by, service_harness

ALL = ("channel", "referee", "seat/north", "seat/south")


def read(b: ServiceHarness, campaign: int, *audiences: str) -> list[Post]:
    return b.service.posts(campaign, audiences, most=10_000)


def test_posts_are_read_again_after_they_have_arrived(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.play(campaign, 6)
    waiting = b.waiting(10_000)
    b.delivered({post.id: "sent" for post in waiting})
    assert b.waiting() == []
    assert read(b, campaign, *ALL) == waiting
    with service_harness(b.path) as again:
        assert read(again, campaign, *ALL) == waiting


def test_only_the_audiences_that_were_asked_for_and_only_their_campaign(b: ServiceHarness) -> None:
    campaign, other = b.found("nim", "long"), b.found("nim", "long")
    b.play(campaign, 6)
    found = read(b, campaign, "channel", "seat/north")
    assert {post.audience for post in found} == {"channel", "seat/north"}
    assert {post.campaign for post in found} == {campaign}
    assert {post.campaign for post in read(b, other, *ALL)} == {other}
    assert read(b, campaign) == []
    assert read(b, campaign, "seat/nobody") == []
    assert read(b, 99, *ALL) == []


def test_pages_follow_one_another(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.play(campaign, 6)
    whole, pages, after = read(b, campaign, "channel"), [], 0
    while page := b.service.posts(campaign, ["channel"], after, 3):
        assert len(page) <= 3
        pages += page
        after = page[-1].id
    assert pages == whole


def test_what_an_undo_took_back_stays_and_the_undo_is_a_post(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.play(campaign, 6)
    before = read(b, campaign, *ALL)
    to = b.service.look(campaign, undo.points)[-1].to
    b.service.do(by("judge"), campaign, undo.by_referee, to, 0, "a slip")
    after = read(b, campaign, *ALL)
    assert after[: len(before)] == before
    assert notices(after[len(before) :], "undo")


def test_finding_what_waits_does_not_read_what_has_arrived(b: ServiceHarness) -> None:
    query = "SELECT post FROM delivery WHERE front_end = 'test' AND state = 'waiting' ORDER BY post LIMIT 5"
    plan = b.store.rows(f"EXPLAIN QUERY PLAN {query}")
    assert "delivery_waiting" in str(plan)


def test_what_the_posts_of_a_command_say_is_kept_together(b: ServiceHarness) -> None:
    b.found("nim", "long")
    said = [msgspec.json.decode(zlib.decompress(row[0])) for row in b.store.rows("SELECT said FROM content")]
    assert [len(some) for some in said] and sum(len(some) for some in said) == len(b.waiting(10_000))
