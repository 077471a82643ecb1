"""What nobody needs any more goes after thirty days, and nothing before."""

from __future__ import annotations

from service.storage.channels import Letter
from service.values.records import Message
from tests.harness.desk import DeskHarness

DAY = 86_400


def swept(b: DeskHarness, days: int) -> None:
    b.clock.now += days * DAY
    b.desk.sweep()


def test_what_is_left_lying_goes_after_thirty_days(b: DeskHarness) -> None:
    campaign, surface = b.found("markers", "ring"), b.desk.office.surface
    b.desk.hold(Message("one", "judge"), campaign, "a storm")
    surface.keep_sheet("form", "discord/1", {"game": "nim"})
    b.desk.keep_draft(campaign, "a", "a", "pending", [])
    swept(b, 0)
    swept(b, 29)
    surface.keep_sheet("younger", "discord/1", {})
    b.desk.keep_draft(campaign, "b", "b", "pending", [])
    swept(b, 0)
    assert b.desk.done(Message("one", "judge")) is not None, "a repetition is known for a month"
    assert surface.sheet("form", "discord/1") is not None
    swept(b, 2)
    assert b.desk.done(Message("one", "judge")) is None
    assert surface.sheet("form", "discord/1") is None and surface.sheet("younger", "discord/1") == {}
    assert b.desk.draft(campaign, "a", "a", "pending") is None
    assert b.desk.draft(campaign, "b", "b", "pending") is not None


def test_only_letters_of_posts_that_arrived_go(b: DeskHarness) -> None:
    b.found("nim", "short")
    surface, (first, second, *_) = b.desk.office.surface, b.desk.waiting()
    for post in (first, second):
        surface.keep_letters(post.id, [Letter("", 0, 9, 7)])
    b.desk.delivered({first.id: "9"})
    b.desk.sweep()
    assert surface.letters(first.id) == {} and len(surface.letters(second.id)) == 1
