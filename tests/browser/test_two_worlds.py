"""Two worlds that a viewer cannot tell apart: every byte that the server sends him is the same."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import pytest

from frontends.browser.web.session import new_token
from service.pictures.drawing import Drawing, Picture
from service.runtime import worker
from service.storage.seat_access import SeatAccessRepository
from service.values.front_ends.browser import SeatAccess
from tests.harness.browser import Guest, TableHarness, opened, settings_of
from tests.harness.cases import some
from tests.harness.service import GAMES, ServiceHarness, service_harness
from tests.harness.two_worlds import two_worlds


@pytest.fixture(autouse=True)
def sketched(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture is sent as all that it is drawn from; the service's own tests compare what is drawn."""

    def sketch(drawing: Drawing, cache: Path | None = None) -> Picture:
        return Picture(drawing.name, msgspec.json.encode(drawing), "image/png", drawing.alt)

    monkeypatch.setattr(worker, "render", sketch)


PAGES = (
    "",
    "/log",
    "/verify",
    "/replay",
    "/rules",
    "/standing",
    "/settings",
    "/team",
    "/actions",
    "/feed",
    "/feed?before=9",
    "/away?since=1",
)
FILES = ("/export/public", "/export/mine")
TYPED = {
    "julius_caesar": ("", "m", "move ", "move Narbo-", "play ", "discard ", "fire ", "levy ", "x"),
    "belisarius": ("", "p", "play ", "march ", "levy ", "stake ", "buy ", "show ", "x"),
    "ottomans": ("", "p", "play ", "move ", "activate ", "x"),
    "ancient_world": ("", "m", "march ", "take 5 ", "detach 5 ", "x"),
}
PRESSED = {
    "julius_caesar": ("roma", "narbo", "tarraco", "mare_internum"),
    "belisarius": ("roma", "carthago", "constantinopolis", "dara"),
    "ottomans": ("adrianople", "alexandria", "venice"),
    "ancient_world": ("1020", "1514", "2023"),
}
POINTED_AT = {
    "julius_caesar": ("roma", "c_legio_13", "p_legio_6", "mars", "command_2_3"),
    "belisarius": ("3536", "africa", "belisarius", "thracia_garrison", "agent", "treachery"),
    "ottomans": ("constantinople", "serbia", "ottomans_gendarmes_1", "agent", "weather", "andrea_doria"),
    "ancient_world": ("1020", "apulia", "hannibal", "libya_foot", "augury", "tyrrhenum"),
}
_LINK = re.compile(r'(?:src|href)="(/game/[^"#]*)"')
OF_NOW = re.compile(rb'name="request" value="[\w/-]+"|"request":"\w+"|"at":\d+')
"""The values that differ in every response: ids of forms, and times."""


async def seen(g: Guest, game: str, campaign: int, place: str) -> dict[str, bytes]:
    """All that a viewer can ask for: pages, pictures, links of his pages, completions, presses, events."""
    root, found = f"/game/{campaign}/{place}", dict[str, bytes]()
    wanted = [f"{root}{page}" for page in (*PAGES, *FILES)]
    wanted += [f"{root}/complete?{urlencode({'text': text})}" for text in TYPED[game]]
    wanted += [f"{root}/card?{urlencode({'of': id})}" for id in POINTED_AT[game]]
    wanted += [f"{root}/press?{urlencode({'place': pressed})}" for pressed in PRESSED[game]]
    while wanted:
        path = wanted.pop()
        if path in found or f"/{place}" not in path:
            continue
        answer = await g.get(path)
        found[path] = f"{answer.status} {answer.headers.get('ETag')}\n".encode() + OF_NOW.sub(
            b"", answer.body
        )
        if "html" in answer.headers["Content-Type"]:
            links = [link.replace("&amp;", "&") for link in _LINK.findall(answer.text)]
            wanted += [link for link in links if link.count("filled") < 2 and len(found) < 60]
    async with g.session.get(f"{g.root}{root}/events?last=0") as events:
        found["events"] = OF_NOW.sub(b"", await events.content.readline())
    return found


async def compared(
    here: ServiceHarness, there: ServiceHarness, campaign: int, viewer: str, folder: Path, maps: str
) -> None:
    sides = []
    for number, b in enumerate((here, there)):
        async with opened(b, settings_of(folder / str(number), maps)) as harness:
            sides.append(await _one(harness, campaign, viewer))
    assert sides[0].keys() == sides[1].keys()
    for path in sides[0]:
        assert sides[0][path] == sides[1][path], path
    assert len(sides[0]) > 12
    assert any(body.startswith(b"200") for body in sides[0].values())


async def _one(harness: TableHarness, campaign: int, viewer: str) -> dict[str, bytes]:
    harness.bench.entropy.given = 0
    user = {"referee": "judge", "public": "nobody"}.get(viewer, viewer)
    seat = "" if viewer in ("referee", "public") else viewer
    session_id, key = (new_token(bytes([n] * 32)) for n in (1, 2))
    repository = SeatAccessRepository(harness.bench.store)
    repository.grant(SeatAccess(campaign, seat, user), key)
    repository.add(session_id, key)
    async with harness.guest(session_id) as g:
        return await seen(g, harness.bench.service.status(campaign).campaign.game, campaign, viewer)


@pytest.mark.parametrize(
    ("game", "scenario", "steps"),
    some(
        [
            ("julius_caesar", "war", 3),
            ("julius_caesar", "war", 48),
            ("belisarius", "gothic_war", 60),
            ("ottomans", "s1_tc", 17),
            ("ottomans", "s1_tcho", 40),
            ("ancient_world", "hannibal_in_italy", 40),
        ],
        ("julius_caesar", "war", 3),
    ),
)
def test_a_viewer_is_sent_the_same_in_two_worlds(
    game: str, scenario: str, steps: int, tmp_path: Path, sheets: str
) -> None:
    with service_harness(tmp_path / "table.db", {game: GAMES[game]}) as b:
        options = {"fog": "on"} if game == "ancient_world" else {}
        campaign = b.found(game, scenario, seed=b"two worlds", options=options)
        b.play(campaign, steps)
        seats = b.service.campaign(campaign).seats
        for viewer in (*seats, "referee", "public"):
            seat = viewer if viewer in seats else None
            with two_worlds(b, campaign, seat, tmp_path, steps) as (here, there):
                asyncio.run(compared(here, there, campaign, viewer, tmp_path, sheets))


@pytest.mark.parametrize(
    ("game", "scenario", "steps", "unknowing", "knowing"),
    some(
        [
            ("julius_caesar", "war", 3, "caesar", "pompey"),
            ("belisarius", "gothic_war", 60, "barbarian", "empire"),
            ("ottomans", "s1_tc", 17, "turks", "caliphate"),
            ("ancient_world", "hannibal_in_italy", 40, "carthage", "rome"),
        ],
        ("julius_caesar", "war", 3, "caesar", "pompey"),
    ),
)
def test_an_own_secret_does_show(
    game: str, scenario: str, steps: int, unknowing: str, knowing: str, tmp_path: Path, sheets: str
) -> None:
    """The worlds differ: to whom it belongs, the other one is another."""
    with service_harness(tmp_path / "table.db", {game: GAMES[game]}) as b:
        options = {"fog": "on"} if game == "ancient_world" else {}
        campaign = b.found(game, scenario, seed=b"two worlds", options=options)
        b.play(campaign, steps)
        worlds = two_worlds(b, campaign, unknowing, tmp_path, steps)
        with worlds as (here, there), pytest.raises(AssertionError):
            asyncio.run(compared(here, there, campaign, knowing, tmp_path, sheets))
