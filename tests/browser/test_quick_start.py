"""Games against the computer that begin at one press, whichever side is chosen."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

import adjudicator
from service.usecases.play import playing
from service.values.records import Message
from tests.harness.browser import TableHarness, at_table

FORM = re.compile(r'<form[^>]*action="/found"[^>]*>(.*?)</form>', re.S)
FIELD = re.compile(r'name="(\w+)" value="([^"]*)"')


@pytest.mark.parametrize("game", adjudicator.GAMES)
def test_each_side_can_be_played_at_once_and_stands_as_suggested(game: str, tmp_path: Path) -> None:
    seats = adjudicator.GAMES[game].scenarios()[0].seats

    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            front = (await g.get("/")).text
            for seat in seats:
                forms = [dict(FIELD.findall(one)) for one in FORM.findall(front)]
                (fields,) = [one for one in forms if one.get("request", "").endswith(f"/now/{seat}/{game}")]
                begun = await g.post("/found", fields)
                assert begun.status == 200 and begun.path.endswith(f"/{seat}")
                campaign = int(begun.path.split("/")[2])
                found = table.bench.service.status(campaign)
                computers = {one for one, member in found.members.items() if member.user == "computer"}
                assert {seat} == set(seats) - computers
                placing = adjudicator.GAMES[game].suggested
                rules = [asked.rule for asked in found.asked]
                assert placing is None or placing[0] not in rules, "units are placed already"

    at_table(tmp_path, act)


@pytest.mark.parametrize("game", adjudicator.GAMES)
def test_a_lesson_begins_at_one_press_with_its_aim(game: str, tmp_path: Path) -> None:
    """With open dice that differ each time, the computer opposite, and no more for who watches."""
    lessons = adjudicator.GAMES[game].lessons

    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            forms = [dict(FIELD.findall(one)) for one in FORM.findall((await g.get("/")).text)]
            (fields,) = [one for one in forms if f"/learn/{lessons[0].id}/{game}" in one.get("request", "")]
            begun = await g.post("/found", fields)
            assert begun.path.endswith(f"/{lessons[0].seat}")
            assert lessons[0].aim in html.unescape(begun.text)
            campaign = int(begun.path.split("/")[2])
            found = table.bench.service.status(campaign)
            assert (found.campaign.tier, found.campaign.scenario) == ("open", lessons[0].id)
            assert [one.seat for one in found.asked] == [lessons[0].seat]
            assert lessons[0].aim not in html.unescape((await g.get(f"/game/{campaign}/public")).text)
            again = await g.post("/found", fields | {"request": fields["request"].replace("learn", "anew")})
            assert again.path != begun.path

    at_table(tmp_path, act)


def test_a_lesson_says_that_its_aim_is_reached(tmp_path: Path) -> None:
    """Julius Caesar, three levies: after the last of them."""

    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            forms = [dict(FIELD.findall(one)) for one in FORM.findall((await g.get("/")).text)]
            (fields,) = [one for one in forms if "/learn/lesson_army/" in one.get("request", "")]
            begun = await g.post("/found", fields)
            assert "Reached." not in begun.text
            campaign = int(begun.path.split("/")[2])
            service = table.bench.service
            user = service.status(campaign).members["caesar"].user
            orders = "step Antonius\nstep LEG 8\nlevy LEG 11 at Genua"
            service.do(Message("levies", user), campaign, playing.order, "caesar", orders, "en")
            assert "Reached." in (await g.get(begun.path)).text

    at_table(tmp_path, act)
