"""A walk over all that leaves a group: pages, files and pictures for everybody show our map, not its own."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import NamedTuple

import pytest
from aiohttp import ClientSession

from adjudicator import GAMES
from renderer import own_boards
from renderer.boards import base_layer
from service.pictures import build
from service.pictures.drawing import render
from service.pictures.faces import faces
from service.pictures.group_board import to_audience
from service.posts.compose import compose
from service.usecases.agreeing import ending
from service.usecases.referee import acts
from service.values.audiences import CHANNEL, REFEREE, to_seat
from service.values.boards import BoardChoice
from tests.browser.test_activity import JUDGE, STRANGER, Scene, opened
from tests.browser.test_tournaments import found as found_tournament
from tests.browser.test_tournaments import press
from tests.harness.activity import discord_double
from tests.harness.browser import Guest, TableHarness, at_table
from tests.harness.scans import is_marked, marked
from tests.harness.service import ServiceHarness, by, service_harness

LINK = re.compile(r"""["'(\\](/[^"'\\\s<>()]+)""")
SHOWN = re.compile(
    r"/(board|plate|base|part|sprite|hand|post|rest|moment|scores|map|course|now|turn|bracket)/"
)
ENDLESS = ("/events", "/static/", "/verify.py", "/enter/", "/forget")


class Got(NamedTuple):
    """What was sent for a path."""

    path: str
    status: int
    kind: str
    body: bytes


Ask = Callable[[str], Awaitable[Got]]


@pytest.fixture(autouse=True)
def digest(tmp_path: Path) -> Iterator[str]:
    """The operator has installed a marked copy of Julius Caesar; gives its digest."""
    (found,) = own_boards.register({marked(tmp_path / "own", "julius_caesar"): "julius_caesar"})
    assert not found.problem and not found.faults
    yield found.digest
    base_layer.forget()


async def walk(ask: Ask, starts: Sequence[str], within: str) -> list[Got]:
    """Follow everything that pages name, as far as it begins with `within` or is a picture or a plate."""
    wanted, found = list(starts), dict[str, Got]()
    while wanted:
        path = wanted.pop()
        if path in found or any(part in path for part in ENDLESS) or len(found) > 400:
            continue
        found[path] = got = await ask(path)
        if "html" in got.kind or "json" in got.kind:
            for link in map(unescape, LINK.findall(unescape(got.body.decode()))):
                bare = link.partition("#")[0]
                if "/sprite/" in bare and not bare.endswith(("/light", "/dark")):
                    bare = f"{re.sub('/(1|2|4)(/.*)?$', '', bare)}/1/light"
                if bare.startswith(within) or SHOWN.search(bare):
                    wanted.append(bare)
                if "/base/" in bare:
                    wanted.append(f"{bare}?large")
    return [*found.values()]


def own_in(got: Sequence[Got], digest: str) -> set[str]:
    """Return the paths whose answer shows or names the group's own copy."""
    return {
        one.path
        for one in got
        if digest.encode() in one.body
        or (one.kind.startswith("image/") and "svg" not in one.kind and is_marked(one.body))
    }


def over(g: Guest) -> Ask:
    async def ask(path: str) -> Got:
        answer = await g.get(path)
        return Got(path, answer.status, answer.headers.get("Content-Type", ""), answer.body)

    return ask


def pictures_in(got: Sequence[Got]) -> int:
    return sum(one.status == 200 and one.kind.startswith("image/") for one in got)


def begun(b: ServiceHarness, *, is_over: bool = False) -> int:
    """A game that has gone on for a while, or was ended by its referee."""
    campaign = b.found("julius_caesar", "war", seed=b"board")
    b.play(campaign, 24)
    if is_over:
        b.service.do(by("judge"), campaign, ending.end, "enough")
    return campaign


@pytest.mark.matrix
@pytest.mark.parametrize("is_over", [False, True], ids=["going on", "over"])
def test_nothing_on_a_public_page_shows_the_groups_copy(
    is_over: bool, digest: str, tmp_path: Path, sheets: str
) -> None:
    """Its pictures, posts, replay, moments, export and what they link; to a seat the same walk shows it."""

    async def act(harness: TableHarness) -> None:
        campaign = begun(harness.bench, is_over=is_over)
        public = f"/game/{campaign}/public"
        session = harness.session_at(campaign, "caesar", "caesar")
        async with harness.guest(session) as seat, harness.guest() as stranger:
            starts = [
                f"{public}{page}" for page in ("", "/replay", "/log", "/feed", "/aids", "/export/public")
            ]
            starts += [f"{public}/moment/{n}.png" for n, _ in harness.bench.service.rests(campaign)]
            starts += [f"{public}/replay.html", "/", "/found?game=julius_caesar"]
            got = await walk(over(stranger), starts, public)
            assert own_in(got, digest) == set()
            statuses = {one.path: one.status for one in got}
            assert statuses[public] == statuses[f"{public}/export/public"] == 200 and pictures_in(got) > 10
            assert statuses[f"{public}/replay.html"] == (200 if is_over else 404)
            mine = await walk(over(seat), [f"/game/{campaign}/caesar"], f"/game/{campaign}/caesar")
            shows = own_in(mine, digest)
            assert {part for path in shows for part in SHOWN.findall(path)} >= {
                "base",
                "sprite",
                "rest",
                "plate",
            }
            shared = ("/moment/", "/replay.html", "/export/")
            assert not [path for path in shows if any(part in path for part in shared)]

    at_table(tmp_path, act, sheets)


@pytest.mark.matrix
def test_the_operators_setting_shows_it_on_the_public_page_and_nowhere_else(
    digest: str, tmp_path: Path, sheets: str
) -> None:
    """The referee reads there that it does."""

    async def act(harness: TableHarness) -> None:
        campaign = begun(harness.bench, is_over=True)
        public = f"/game/{campaign}/public"
        session = harness.session_at(campaign, "", "judge")
        async with harness.guest(session) as judge, harness.guest() as stranger:
            said = (await judge.get(f"/game/{campaign}/referee/actions")).text
            assert "everybody who opens the public page" in said and "overlays_public" in said
            starts = [public, f"{public}/replay.html", f"{public}/export/public", f"{public}/replay"]
            starts += [f"{public}/moment/{n}.png" for n, _ in harness.bench.service.rests(campaign)]
            shows = own_in(await walk(over(stranger), starts, public), digest)
            assert public in shows and any("/base/" in path for path in shows)
            assert not [path for path in shows if re.search(r"/moment/|replay\.html|/export/", path)]

    at_table(tmp_path, act, sheets, overlays_public=True)


@pytest.mark.matrix
def test_a_tournaments_pages_show_our_map(digest: str, tmp_path: Path, sheets: str) -> None:
    """Also those of the game's players and judges."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as director, harness.guest() as ann, harness.guest() as bob:
            page = await found_tournament(director)
            for guest, who in ((ann, "Ann"), (bob, "Bob")):
                await press(guest, await guest.get(page.path), "enter", who=who)
            page = await press(director, await director.get(page.path), "close")
            page = await press(director, page, "next")
            async with harness.guest() as stranger:
                for guest in (director, ann, stranger):
                    starts = [
                        page.path,
                        f"{page.path}/now/1.1/light",
                        f"{page.path}/dossier/1.1",
                        "/tournaments",
                    ]
                    starts += [f"{page.path}/map/1.1/light", f"{page.path}/course/1.1/dark"]
                    got = await walk(over(guest), starts, "/tournament")
                    assert own_in(got, digest) == set()
                assert pictures_in(got) > 0

    at_table(tmp_path, act, sheets)


@pytest.mark.matrix
def test_the_activity_shows_its_public_our_map(digest: str, tmp_path: Path, sheets: str) -> None:
    """Whatever the operator's setting says; to those at the table it shows theirs."""

    async def act(scene: Scene) -> None:
        campaign = scene.found()
        scene.service.activity.keep_opened(f"discord/{STRANGER}", campaign)
        frames = {user: await scene.signed_in(user) for user in (STRANGER, JUDGE)}

        def over_frame(user: int) -> Ask:
            async def ask(path: str) -> Got:
                answer = await frames[user].ask("GET", path)
                return Got(path, answer.status, answer.headers.get("Content-Type", ""), answer.body)

            return ask

        public, referee = (f"/activity/game/{campaign}/{place}" for place in ("public", "referee"))
        got = await walk(over_frame(STRANGER), [public, f"{public}/replay"], public)
        assert own_in(got, digest) == set() and pictures_in(got) > 2
        assert own_in(await walk(over_frame(JUDGE), [referee], referee), digest)

    async def run() -> None:
        with service_harness(tmp_path / "table.db", GAMES) as b:
            async with (
                discord_double() as discord,
                opened(b, tmp_path, discord, sheets, overlays_public=True) as context,
                ClientSession() as session,
            ):
                await act(Scene(context, discord, session))

    asyncio.run(run())


@pytest.mark.matrix
def test_posts_to_a_channel_films_and_emojis_show_our_map(digest: str, tmp_path: Path) -> None:
    """Until the referee says that the channel counts as the group; posts to a seat show theirs."""
    with service_harness(tmp_path / "table.db", GAMES) as b:
        campaign = begun(b)
        posts = [post for post in b.waiting(1000) if post.campaign == campaign]

        def marks(audience: str) -> set[bool]:
            found = set[bool]()
            for post in posts:
                said = compose(b.service, post, "en") if post.audience == audience else None
                for made in () if said is None else to_audience(b.service, campaign, audience, said.drawings):
                    if any(scene.stacks for scene in made.scenes):
                        found.add(is_marked(render(made).data))
            return found

        assert marks(CHANNEL) == {False}
        assert marks(to_seat("caesar")) | marks(REFEREE) <= {True}
        b.service.do(by("judge"), campaign, acts.choose_board, BoardChoice(in_channel=True))
        assert marks(CHANNEL) == {True}
        for film in (build.animation_of(b.service, campaign, seat, "en") for seat in (None, "caesar")):
            assert film is not None and not is_marked(render(film).data)
    emojis = [made for _, _, made in faces([GAMES["julius_caesar"]])]
    assert len(emojis) > 20 and not any(is_marked(render(made).data) for made in emojis)
