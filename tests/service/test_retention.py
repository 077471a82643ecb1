"""Records that nobody needs any more are deleted after thirty days, and none before."""

from __future__ import annotations

from service.usecases.agreeing import ending
from service.values.front_ends.channels import SentMessage
from service.values.records import Message
from service.wizard.filled import Filled
from tests.harness.service import ServiceHarness

DAY = 86_400


def swept(b: ServiceHarness, days: int) -> None:
    b.clock.now += days * DAY
    b.service.sweep()


def test_what_nobody_needs_is_deleted_after_thirty_days(b: ServiceHarness) -> None:
    campaign, channels = b.found("markers", "ring"), b.service.channels
    b.service.do(Message("one", "judge"), campaign, ending.hold_by_referee, "a storm")
    channels.keep_sheet("form", "discord/1", {"game": "nim"})
    b.service.keep_draft(campaign, "a", "a", "pending", Filled())
    swept(b, 0)
    swept(b, 29)
    channels.keep_sheet("younger", "discord/1", {})
    b.service.keep_draft(campaign, "b", "b", "pending", Filled())
    swept(b, 0)
    assert b.service.done(Message("one", "judge")) is not None, "a repetition is known for a month"
    assert channels.sheet("form", "discord/1") is not None
    swept(b, 2)
    assert b.service.done(Message("one", "judge")) is None
    assert channels.sheet("form", "discord/1") is None and channels.sheet("younger", "discord/1") == {}
    assert b.service.draft(campaign, "a", "a", "pending") is None
    assert b.service.draft(campaign, "b", "b", "pending") is not None


def test_only_sent_messages_of_posts_that_arrived_are_deleted(b: ServiceHarness) -> None:
    b.found("nim", "short")
    channels, (first, second, *_) = b.service.channels, b.waiting()
    for post in (first, second):
        channels.keep_sent_messages(post.id, [SentMessage("", 0, 9, 7)])
    b.delivered({first.id: "9"})
    b.service.sweep()
    assert channels.sent_messages(first.id) == {} and len(channels.sent_messages(second.id)) == 1
