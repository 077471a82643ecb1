"""Two worlds that a viewer cannot tell apart: every byte that the server sends him is the same."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import pytest

from desk.drawing import Drawing, Picture
from desk.local import pictures
from desk.local.keys import new_key
from desk.local.rooms import Room, Rooms
from tests.desk.desks import Bench, bench
from tests.desk.test_two_worlds import GAME, two_worlds

from .tables import Guest, Hall, opened, settings_of


@pytest.fixture(autouse=True)
def sketched(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture is sent as all that it is drawn from; the desk's own tests compare what is drawn."""

    def sketch(drawing: Drawing, cache: Path | None = None) -> Picture:
        return Picture(drawing.name, msgspec.json.encode(drawing), "image/png", drawing.alt)

    monkeypatch.setattr(pictures, "render", sketch)


VIEWERS = ("caesar", "pompey", "referee", "public")
PAGES = ("", "/log", "/verify", "/replay", "/rules", "/standing", "/team", "/desk", "/feed", "/feed?before=9")
FILES = ("/export/public", "/export/mine")
TYPED = ("", "m", "move ", "move Narbo-", "play ", "discard ", "fire ", "levy ", "x")
_LINK = re.compile(r'(?:src|href)="(/room/[^"#]*)"')
_ONCE = re.compile(r'name="request" value="\w+"')


async def seen(g: Guest, campaign: int, place: str) -> dict[str, bytes]:
    """All that a viewer can ask for: pages, pictures, links of his pages, completions, presses, events."""
    room, found = f"/room/{campaign}/{place}", dict[str, bytes]()
    wanted = [f"{room}{page}" for page in (*PAGES, *FILES)]
    wanted += [f"{room}/complete?{urlencode({'text': text})}" for text in TYPED]
    wanted += [
        f"{room}/press?{urlencode({'place': p})}" for p in ("roma", "narbo", "tarraco", "mare_internum")
    ]
    while wanted:
        path = wanted.pop()
        if path in found or f"/{place}" not in path:
            continue
        answer = await g.get(path)
        body = (
            _ONCE.sub("", answer.text).encode() if "html" in answer.headers["Content-Type"] else answer.body
        )
        found[path] = f"{answer.status} {answer.headers.get('ETag')}\n".encode() + body
        if "html" in answer.headers["Content-Type"]:
            links = [link.replace("&amp;", "&") for link in _LINK.findall(answer.text)]
            wanted += [link for link in links if link.count("filled") < 2 and len(found) < 90]
    async with g.session.get(f"{g.root}{room}/events?last=0") as events:
        found["events"] = await events.content.readline()
    return found


async def compared(here: Bench, there: Bench, campaign: int, viewer: str, folder: Path, maps: str) -> None:
    sides = []
    for number, b in enumerate((here, there)):
        async with opened(b, settings_of(folder / str(number), maps)) as hall:
            sides.append(await _one(hall, campaign, viewer))
    assert sides[0].keys() == sides[1].keys()
    for path in sides[0]:
        assert sides[0][path] == sides[1][path], path
    assert len(sides[0]) > 12
    assert any(body.startswith(b"200") for body in sides[0].values())


async def _one(hall: Hall, campaign: int, viewer: str) -> dict[str, bytes]:
    hall.bench.entropy.given = 0
    user = {"referee": "judge", "public": "nobody"}.get(viewer, viewer)
    seat = "" if viewer in ("referee", "public") else viewer
    purse, key = (new_key(bytes([n] * 32)) for n in (1, 2))
    rooms = Rooms(hall.bench.store)
    rooms.open(Room(campaign, seat, user), key)
    rooms.hold(purse, key)
    async with hall.guest(purse) as g:
        return await seen(g, campaign, viewer)


@pytest.mark.parametrize("steps", [3, 48])
def test_a_viewer_is_sent_the_same_in_two_worlds(steps: int, tmp_path: Path, sheets: str) -> None:
    with bench(tmp_path / "table.db", GAME) as b:
        campaign = b.found("julius_caesar", "war", seed=b"two worlds")
        b.play(campaign, steps)
        for viewer in VIEWERS:
            seat = viewer if viewer in ("caesar", "pompey") else None
            with two_worlds(b, campaign, seat, tmp_path, steps) as (here, there):
                asyncio.run(compared(here, there, campaign, viewer, tmp_path, sheets))


def test_an_own_secret_does_show(tmp_path: Path, sheets: str) -> None:
    """The worlds differ: to whom it belongs, the other one is another."""
    with bench(tmp_path / "table.db", GAME) as b:
        campaign = b.found("julius_caesar", "war", seed=b"two worlds")
        b.play(campaign, 3)
        with two_worlds(b, campaign, "caesar", tmp_path, 3) as (here, there), pytest.raises(AssertionError):
            asyncio.run(compared(here, there, campaign, "pompey", tmp_path, sheets))
