"""Games against the computer that begin at one press, whichever side is chosen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import adjudicator
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
                assert "34.0" not in [asked.rule for asked in found.asked], "units are placed already"

    at_table(tmp_path, act)
