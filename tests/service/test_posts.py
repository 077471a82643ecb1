"""Posts stay readable: for their audience, page by page, after they have arrived and after an undo."""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from service.storage.migrations.posts import tagged
from service.usecases.agreeing import undo
from service.values.front_ends.channels import ChannelBinding
from service.values.posts import (
    AlarmNotice,
    AnswerReceipt,
    AsideNotice,
    Asked,
    AskedSeat,
    Asks,
    BattlePicture,
    Content,
    EndNotice,
    FoundedNotice,
    Notice,
    OrdersNotice,
    ProposedNotice,
    ReminderNotice,
    StagePicture,
    SuggestedNotice,
    Told,
    TurnPicture,
)
from service.values.records import Post
from tests.harness.damage import before_guards
from tests.harness.posts import notices
from tests.harness.service import ServiceHarness, by, service_harness
from tests.service.test_deliveries import before_deliveries

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


def test_a_file_of_before_keeps_what_was_waiting(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.play(campaign, 6)
    b.service.channels.show(ChannelBinding(campaign, 1, 2))
    waiting = b.waiting(10_000)
    arrived = waiting[:5]
    rest = [replace(post, command=post.id) for post in waiting[5:]]  # each was kept by itself
    old = b.path.with_name("old.sqlite")
    b.store.backup(old)
    before_deliveries(old, {post.id: "sent" for post in arrived})
    _as_before(old, waiting[5:])
    with service_harness(old) as again:
        assert again.service.waiting("discord", 10_000) == rest
        assert read(again, campaign, *ALL) == rest, "what had arrived was dropped by the release before"
        again.play(campaign, 2)
        assert read(again, campaign, *ALL)[: len(rest)] == rest


def _as_before(path: Path, waiting: list[Post]) -> None:
    """Give a file the tables that it had before posts were kept."""
    with closing(sqlite3.connect(path)) as conn:
        before_guards(conn)
        conn.execute("DELETE FROM content")
        conn.executescript("DROP INDEX outbox_campaign; DROP INDEX outbox_waiting")
        conn.execute("ALTER TABLE outbox DROP COLUMN content")
        conn.execute("DELETE FROM _sqlite_migrations WHERE name = 'posts'")
        rows = [(post.id, msgspec.json.encode(post.content)) for post in waiting]
        conn.executemany("INSERT INTO content VALUES (?, ?)", rows)
        conn.commit()


def test_what_the_posts_of_a_command_say_is_kept_together(b: ServiceHarness) -> None:
    b.found("nim", "long")
    said = [msgspec.json.decode(zlib.decompress(row[0])) for row in b.store.rows("SELECT said FROM content")]
    assert [len(some) for some in said] and sum(len(some) for some in said) == len(b.waiting(10_000))


_ASKED = {"seat": "a", "rule": "2", "entry": 7, "optional": 1}
_WORDS = {"template": "the game begins", "values": {}}
BEFORE: list[tuple[str, dict[str, Any], Content]] = [
    ("told", {"events": [], "chance": [{"t": "batch"}], "stage": "x"}, Told([], [{"t": "batch"}], stage="x")),
    ("asked", {"asked": [_ASKED], "since": 7}, Asked([AskedSeat("a", "2", True)])),
    ("asked", {**_ASKED, "prompt": _WORDS, "since": 7}, Asks("2", _WORDS)),
    (
        "receipt",
        {"n": 9, "rule": "2", "answer": [1], "by": "seat", "standing": 0, "seals": ["ab"]},
        AnswerReceipt(9, "2", [1], "seat", 0, ["ab"]),
    ),
    ("picture", {"viewer": "a", "rest": 3}, StagePicture("a", 3)),
    ("picture", {"what": "battle", "viewer": "", "rest": 3}, BattlePicture(3)),
    ("picture", {"what": "turn", "viewer": "", "rest": 3, "over": 1}, TurnPicture(3, True)),
    ("notice", {"what": "began", "words": _WORDS, "own_salts": []}, Notice("began", _WORDS)),
    ("notice", {"what": "burn", "words": _WORDS, "to": 3, "why": "lost"}, Notice("burn", _WORDS, "lost")),
    (
        "notice",
        {"what": "founded", "words": _WORDS, "agreed": [_WORDS]},
        FoundedNotice("founded", _WORDS, agreed=[_WORDS], card=""),
    ),
    (
        "notice",
        {"what": "undo", "how": "proposed", "words": _WORDS, "proposal": "p"},
        ProposedNotice("undo", _WORDS, proposal="p"),
    ),
    ("notice", {"what": "undo", "how": "done", "words": _WORDS}, Notice("undo", _WORDS)),
    (
        "notice",
        {"what": "batch", "words": _WORDS, "draft": ["x"]},
        OrdersNotice("batch", _WORDS, draft=["x"]),
    ),
    (
        "notice",
        {"what": "suggestion", "how": "made", "words": _WORDS, "id": 4, "draft": ["x"]},
        SuggestedNotice("suggestion", _WORDS, id=4, draft=["x"]),
    ),
    ("notice", {"what": "reminder", "words": _WORDS, "due": 5}, ReminderNotice("reminder", _WORDS, due=5)),
    (
        "notice",
        {"what": "aside", "words": _WORDS, "i": 1, "seed": "ab", "rolls": []},
        AsideNotice("aside", _WORDS, i=1, seed="ab", rolls=[]),
    ),
    ("notice", {"what": "stale", "words": _WORDS, "rest": 5}, AlarmNotice("stale", _WORDS, rest=5)),
    (
        "notice",
        {"what": "end", "words": _WORDS, "why": "over", "result": {}},
        EndNotice("end", _WORDS, result={}),
    ),
]


@pytest.mark.parametrize(("kind", "old", "new"), BEFORE)
def test_what_a_post_said_before_its_kinds_had_tags_is_read(
    kind: str, old: dict[str, Any], new: Content
) -> None:
    said = zlib.compress(msgspec.json.encode([{"never": "read"}, old]))
    read = msgspec.json.decode(zlib.decompress(tagged(said, msgspec.json.encode({"1": kind}).decode())))
    assert msgspec.convert(read[1], Content) == new
