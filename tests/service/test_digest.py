"""The story of an absence: messages first, phases, points, whose move it is."""

from __future__ import annotations

import re

import pytest

from adjudicator.core.language.languages import LANGUAGES
from frontends.discord.ui.format_post import combine_pages, storied
from frontends.discord.ui.pages import Page, plain
from frontends.mail import delivering
from service.posts.digest import digest, digest_text, of_phases, with_public
from service.usecases.play import queries
from service.usecases.seats import press, teams
from service.values.audiences import CHANNEL, to_seat
from service.values.front_ends.mail import JOINED, MailSeat
from tests.harness.service import ServiceHarness, by

PLAYED = [
    ("julius_caesar", "war"),
    ("belisarius", "advance"),
    ("ancient_world", "hannibal_in_italy"),
    ("ottomans", "s1_tc"),
]
RAW = re.compile(r"[{}]|[a-z0-9]+_[a-z0-9]+|[a-z]/[a-z]")
"""Text that no reader should see: braces, and ids in place of names."""


@pytest.mark.parametrize(("game", "scenario"), PLAYED)
def test_what_one_missed_is_told_phase_by_phase(b: ServiceHarness, game: str, scenario: str) -> None:
    campaign = b.found(game, scenario, seed=b"away")
    b.play(campaign, 60)
    seats = b.service.campaign(campaign).seats
    b.service.do(by(seats[1]), campaign, press.send, seats[1], [seats[0]], "Salve!")
    b.play(campaign, 40)
    posts = b.service.posts(campaign, (CHANNEL, to_seat(seats[0])), most=1000)
    for language in LANGUAGES:
        told = digest(b.service, campaign, seats[0], posts, language)
        assert any("Salve!" in line for line in told.messages)
        assert digest_text(told, language)[0] == told.messages[0]
        assert len({(one.turn, one.phase) for one in told.chapters}) > 1
        for line in digest_text(told, language):
            assert not RAW.search(line.replace("Salve!", "")), line
        asked = {one.seat for one in b.service.asked(campaign)}
        own = digest(b.service, campaign, next(iter(asked)), posts[-1:], language)
        assert asked
        assert told.waits
        assert own.waits
    stranger = digest(b.service, campaign, None, b.service.posts(campaign, (CHANNEL,), most=1000), "en")
    assert not stranger.messages


def test_points_are_told_with_what_was_gained_and_lost(b: ServiceHarness) -> None:
    campaign = b.found("julius_caesar", "war", seed=b"points")
    b.play(campaign, 200)
    posts = b.service.posts(campaign, (CHANNEL, to_seat("caesar")), most=1000)
    told = [post for post in posts if post.kind == "told"]
    rests = [n for n, _ in b.service.rests(campaign)]
    scores = {n: b.service.look(campaign, queries.score, n).points for n in rests}
    later = next(post for post in told if scores[max(n for n in rests if n < post.n)] != scores[rests[-1]])
    tail = [post for post in posts if post.id >= later.id]
    points = digest(b.service, campaign, "caesar", tail, "en").points
    assert re.search(r"\([+-]\d+\)", points), points
    assert not digest(b.service, campaign, "caesar", tail[-1:], "en").points


def test_a_message_of_one_phase_is_no_story(b: ServiceHarness) -> None:
    campaign = b.found("julius_caesar", "war", seed=b"one phase")
    b.play(campaign, 60)
    own = b.service.posts(campaign, (to_seat("caesar"),), most=1000)
    posts = with_public(b.service, own)
    assert {post.audience for post in posts} == {CHANNEL, to_seat("caesar")}
    assert of_phases(b.service, posts, "caesar", "en") is not None
    told = [post for post in posts if post.kind == "told"]
    assert of_phases(b.service, told[:1], "caesar", "en") is None


def test_discord_and_mail_tell_the_same_story(b: ServiceHarness) -> None:
    campaign = b.found("julius_caesar", "war", seed=b"one phase")
    b.play(campaign, 60)
    reader = MailSeat("token", campaign, "caesar", "a@example.org", JOINED)
    b.service.do(by("caesar"), campaign, teams.enlist, "caesar", reader.user, "Ada", teams.OFFICER)
    posts = b.service.posts(campaign, (CHANNEL, to_seat("caesar")), most=1000)
    story = of_phases(b.service, posts, "caesar", "en")
    assert story is not None
    mailed = delivering.told(b.service, reader, posts)[0]
    assert mailed.lines == digest_text(story, "en")
    page = combine_pages([(post, Page(body=[f"post {post.id}"])) for post in posts], storied(story))
    shown = [line for line in page.body if line.startswith(("- ", "**"))]
    assert [line.removeprefix("- ") for line in shown if line.startswith("- ")] == [
        plain(line) for one in story.chapters for line in one.lines
    ]
    told = {f"post {post.id}" for post in posts if post.kind == "told"}
    assert told
    assert not told & {*page.body}
