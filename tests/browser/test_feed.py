"""The feed: orders of a kind that follow each other are one line; headlines; lines of one's own side."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

from adjudicator.core import Choice
from adjudicator.core.log.chance import sampler
from service.usecases.play import playing, queries
from tests.harness.browser import TableHarness, at_table
from tests.harness.service import ServiceHarness, by
from tests.kit.play_styles import pick_of

ARTICLE = re.compile(
    r'<article class="([^"]*)" id="post-(\d+)"[^>]*?(?: data-first="(\d+)")?>(.*?)</article>'
)


def articles(html: str) -> list[tuple[str, int, int, str]]:
    """The classes, the place, the first place and the text of each post."""
    found = [(one[1], int(one[2]), int(one[3] or one[2]), one[4]) for one in ARTICLE.finditer(html)]
    return [
        (classes, at, first, unescape(re.sub(r"<[^>]+>", " ", text))) for classes, at, first, text in found
    ]


def levying(choice: Choice[Any], n: int) -> Any:
    """An order that adds a step if there is one."""
    answers = [choice.sample(sampler(100 * n + k)) for k in range(40)]
    return next((one for one in answers if pick_of(one) == "step"), answers[0])


def to_steps(b: ServiceHarness, campaign: int) -> None:
    """Play until Caesar has added two steps in a row."""
    for n in range(400):
        events = [e for _, e in b.service.look(campaign, queries.journal, None)][-2:]
        if [(e.kind, e.values.get("side")) for e in events] == [("stepped", "caesar")] * 2:
            return
        seat = b.service.asked(campaign)[0].seat
        pending = b.service.look(campaign, queries.pending, seat)
        assert pending is not None
        b.service.do(by(seat), campaign, playing.submit, seat, levying(pending.choice, n))
    raise AssertionError("no two steps")


def test_steps_one_after_another_are_one_line(tmp_path: Path, sheets: str) -> None:
    """On the page that is opened later, and on one that had only the first of them."""

    async def act(harness: TableHarness) -> None:
        campaign = harness.bench.found("julius_caesar", "war", seed=b"feed 2")
        to_steps(harness.bench, campaign)
        async with harness.guest(harness.session_at(campaign, "pompey", "pompey")) as bob:
            page = articles((await bob.get(f"/game/{campaign}/pompey")).text)
            _, last, first, text = next(one for one in reversed(page) if "added" in one[3])
            assert first < last and re.search(r"Caesar added [2-9] steps", text), text
            assert not [one for one in page if first <= one[1] < last]
            stream = await bob.session.get(f"{harness.root}/game/{campaign}/pompey/events?last={last - 1}")
            data = (await stream.content.readline()).decode() + (await stream.content.readline()).decode()
            stream.close()
            assert f'data-first=\\"{first}\\"' in data and f'id=\\"post-{last}\\"' in data

    at_table(tmp_path, act, sheets)


def test_lines_of_a_side_and_headlines_are_marked(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        b = harness.bench
        campaign = b.found("julius_caesar", "war", seed=b"feed 2")
        to_steps(b, campaign)
        for side, other in (("caesar", "pompey"), ("pompey", "caesar")):
            async with harness.guest(harness.session_at(campaign, side, side)) as player:
                page = articles((await player.get(f"/game/{campaign}/{side}")).text)
            moved = [one for one in page if re.search(r"(moved|attacked with|levied|added)\b", one[3])]
            own = {" own" in classes for classes, _, _, text in moved if side.title() in text}
            others = {" own" in classes for classes, _, _, text in moved if f"{other.title()} " in text}
            assert own == {True} and others <= {False}, moved

    at_table(tmp_path, act, sheets)


def test_a_picture_of_a_battle_is_not_taken_for_its_board(tmp_path: Path, sheets: str) -> None:
    """While the board is there the journal has less room; its pictures stay when the battle is over."""

    async def act(harness: TableHarness) -> None:
        b = harness.bench
        campaign, pictures = b.found("julius_caesar", "war", seed=b"feed 2"), list[str]()
        for n in range(400):
            seat = b.service.asked(campaign)[0].seat
            b.step(campaign, n)
            async with harness.guest(harness.session_at(campaign, seat, seat)) as player:
                page = (await player.get(f"/game/{campaign}/{seat}")).text
            feed = page[page.index('id="posts"') :]
            pictures = re.findall(r'<img data-src="([^"]+)" alt="[^"]*round \d', feed)
            if pictures:
                assert 'class="battle"' not in feed and "drawing" not in feed
                return
        raise AssertionError("no battle is drawn")

    at_table(tmp_path, act, sheets)


def test_what_a_seat_has_ordered_elsewhere_it_has_seen(tmp_path: Path, sheets: str) -> None:
    """The page names the last post that was there when its seat last ordered, or that tells of this order."""

    async def act(harness: TableHarness) -> None:
        b = harness.bench
        campaign = b.found("julius_caesar", "war", seed=b"a feed")
        session = harness.session_at(campaign, "caesar", "caesar")
        path = f"/game/{campaign}/caesar"

        async def marks() -> tuple[int, int]:
            async with harness.guest(session) as g:
                page = (await g.get(path)).text
            found = [re.search(f'data-{name}="(\\d+)"', page) for name in ("seen", "last")]
            seen, last = (int(one[1]) for one in found if one is not None)
            return seen, last

        assert (await marks())[0] == 0, "nothing has been ordered"
        seat = rule = ""
        while (seat, rule) != ("caesar", "6.1"):
            seat, rule = (b.service.asked(campaign)[0].seat, b.service.asked(campaign)[0].rule)
            b.play(campaign, 1)
        ordered, told = await marks()
        assert 0 < ordered == told, "what tells of one's own order is seen"
        while ordered == told:
            before, seat = told, b.service.asked(campaign)[0].seat
            b.play(campaign, 1)
            ordered, told = await marks()
            assert ordered == told or (seat == "pompey" and before < told)
        assert 0 < ordered < told, "what Pompey has done since is not"

    at_table(tmp_path, act, sheets)


def test_every_ten_sided_die_is_shown_as_its_number(tmp_path: Path, sheets: str) -> None:
    """Also 0 and 7 to 9, which no six-sided die has; §2.6 of The Ancient World."""
    thrown = re.compile(r'<span class="faces"[^>]*aria-label="([^"]*)">(.*?)</span>')

    async def act(harness: TableHarness) -> None:
        b = harness.bench
        campaign = b.found("ancient_world", "hannibal_in_italy", seed=b"ten sides")
        for n in range(14):
            seat = b.service.asked(campaign)[0].seat
            pending = b.service.look(campaign, queries.pending, seat)
            assert pending is not None
            b.service.do(by(seat), campaign, playing.submit, seat, levying(pending.choice, n))
        async with harness.guest(harness.session_at(campaign, "rome", "rome")) as guest:
            found = thrown.findall((await guest.get(f"/game/{campaign}/rome")).text)
        shown = {face for _, faces in found for face in re.findall(r"<b>(.*?)</b>", faces)}
        assert shown & set("0789"), found
        assert shown <= set("0123456789")
        assert not [faces for _, faces in found if re.search("[⚀-⚅]", faces)]

    at_table(tmp_path, act, sheets)
