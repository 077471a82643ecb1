"""What is asked later in a part of a turn comes without a sound, and calls hours later if it is open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec import structs

from adjudicator.core.log.chance import sampler
from frontends.discord.delivery import attention
from frontends.discord.delivery.attention import RECALL, SITTING
from service.api import Service
from service.usecases.play import playing, queries
from service.usecases.seats.teams import COMMANDER
from service.values.front_ends.channels import Reader
from service.values.records import Due, Post
from service.values.time_control import HOUR
from tests.harness.posts import sentences
from tests.harness.service import ServiceHarness, by, service_harness
from tests.kit.play_styles import bold

MOST = 300


@pytest.fixture
def b(tmp_path: Path) -> Iterator[ServiceHarness]:
    with service_harness(tmp_path / "tabellarius.sqlite") as found:
        yield found


def read(b: ServiceHarness, seat: str) -> attention.Reading:
    """A seat's player is sent its question, an hour after they were there."""
    b.clock.now += HOUR
    reading = attention.reading(b.service, [question(b, seat)], Reader(seat, pictures=False), COMMANDER)
    attention.keep_had(b.service, reading.after)
    return reading


def question(b: ServiceHarness, seat: str) -> Post:
    (id,) = b.service.channels.latest(1, f"seat/{seat}", "asked", 1)
    return b.service.posts(1, [f"seat/{seat}"], id - 1, 1)[0]


def answer(b: ServiceHarness, seat: str, n: int) -> None:
    """A seat answers all that it is asked."""
    if b.service.asked(1)[0].rule == "34.0":
        b.service.do(by(seat), 1, playing.order, seat, "suggest; done")
        return
    while (pending := b.service.look(1, queries.pending, seat)) is not None:
        b.service.do(by(seat), 1, playing.submit, seat, bold(pending.choice, sampler(n), None, seat))


def to_a_silent_question(b: ServiceHarness) -> str:
    """Play Belisarius until a question comes without a sound; return whose it is. Each part of a turn has
    rung once before.
    """
    b.found("belisarius", "advance", seed=b"goes on")
    rung = set[tuple[str, str]]()
    for n in range(MOST):
        (asked, *_) = b.service.asked(1)
        reading, part = read(b, asked.seat), "/".join(b.service.campaign(1).stage.split("/")[:2])
        assert reading.rings == ((asked.seat, part) not in rung)
        if not reading.rings:
            assert reading.after.silent == asked.entry
            return asked.seat
        rung = {(seat, of) for seat, of in rung if seat != asked.seat} | {(asked.seat, part)}
        answer(b, asked.seat, n)
    raise AssertionError("every question rang")


def recalls(b: ServiceHarness, seat: str, seconds: int) -> list[str]:
    """The reminders to a seat, some time later."""
    b.clock.now += seconds
    attention.recall(b.service)
    posts = b.service.posts(1, [f"seat/{seat}"])
    return sentences(posts, "reminder")


def test_a_question_of_a_part_that_goes_on_calls_hours_later(b: ServiceHarness) -> None:
    """Who sits there, or has little time, is called by every question. The call comes once, and not at night
    or to somebody who is away; what has been answered calls nobody.
    """
    seat = to_a_silent_question(b)
    (silent,) = b.service.channels.asked_silently()
    for ago, hours, goes_on in (
        (SITTING, 0, True),
        (SITTING - 1, 0, False),
        (SITTING, 5, False),
        (SITTING, 7, True),
    ):
        had = structs.replace(silent, seen=b.clock.now - ago)
        dues = [Due(seat, "", 0, False, b.clock.now + hours * HOUR, None, "")] if hours else []
        with patch.object(Service, "due", return_value=dues):
            assert attention.goes_on(b.service, question(b, seat), had) is goes_on
    assert recalls(b, seat, RECALL - HOUR - 1) == []
    hour = b.clock.now % (24 * HOUR) // HOUR
    quiet = f"{(hour - 1) % 24:02}:00-{(hour + 2) % 24:02}:00"
    b.service.channels.keep_reader(Reader(seat, quiet=quiet))
    assert recalls(b, seat, 1) == []
    b.service.channels.keep_reader(Reader(seat))
    (said,) = recalls(b, seat, 0)
    assert said.startswith("the game has waited for you for 3 hours: ")
    assert len(recalls(b, seat, RECALL)) == 1
    b.service.set_absence(by(seat), b.clock.now, b.clock.now + 24 * HOUR)
    b.service.channels.keep_attention(silent)
    assert len(recalls(b, seat, 0)) == 1 and b.service.channels.asked_silently() == []
    b.service.channels.keep_attention(silent)
    answer(b, seat, 0)
    assert len(recalls(b, seat, 0)) == 1 and b.service.channels.asked_silently() == []
