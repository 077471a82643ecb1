"""The board inside Discord: who may see what there, and every attack on it that we know."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

import msgspec
from aiohttp import ClientSession

from adjudicator import GAMES
from frontends.browser.server import application, listen
from frontends.browser.web import middleware
from frontends.browser.web.framed import CLIENTS
from frontends.browser.web.request_context import AppContext
from frontends.browser.web.session import csrf_token
from service.api import Service
from service.pictures.drawing import Picture
from service.pictures.lru import AsyncLruCache
from service.runtime.worker import Worker
from service.usecases.agreeing import ending
from service.usecases.seats import founding
from service.values.front_ends.channels import Reader
from service.values.records import Message, Plan
from tests.harness.activity import (
    APPLICATION,
    ORIGIN,
    SECRET,
    DiscordDouble,
    Frame,
    activity_with,
    discord_double,
)
from tests.harness.browser import TableHarness, settings_of
from tests.harness.service import ServiceHarness, service_harness

ANN, BOB, STRANGER, JUDGE = 11, 22, 33, 44


class Scene:
    """A table that is shown inside Discord, with a game of Julius Caesar between Ann and Bob."""

    def __init__(self, context: TableHarness, discord: DiscordDouble, session: ClientSession) -> None:
        self.context, self.discord, self._session = context, discord, session
        self.service = context.bench.service

    def frame(self) -> Frame:
        return Frame(self._session, self.context.root, self.discord)

    async def signed_in(self, user: int) -> Frame:
        found = self.frame()
        assert (await found.sign_in(user)).status == 200
        return found

    def found(self, title: str = "Rubicon", seed: str = "") -> int:
        """A game founded on Discord, with everybody seated; `seed` deals other cards."""
        return founded(self.service, title, seed)

    def found_any(self, game: str) -> int:
        """Another game in its first scenario, with as many people as it has seats."""
        judge, first = f"discord/{JUDGE}", GAMES[game].scenarios()[0]
        plan = Plan(game, first.id, "Any", referee=judge, seed=game.encode())
        campaign = self.service.found(Message("", judge), plan).campaign
        for user, seat in enumerate(first.seats, ANN):
            self.service.do(Message("", f"discord/{user}"), campaign, founding.join, seat, f"Player {user}")
        return campaign


def founded(service: Service, title: str = "Rubicon", seed: str = "") -> int:
    """See `Scene.found`."""
    judge = f"discord/{JUDGE}"
    plan = Plan("julius_caesar", "war", title, referee=judge, seed=(seed or title).encode())
    campaign = service.found(Message("", judge), plan).campaign
    for user, seat in ((ANN, "caesar"), (BOB, "pompey")):
        service.do(Message("", f"discord/{user}"), campaign, founding.join, seat, seat.title())
    return campaign


def scene(act: Callable[[Scene], Awaitable[None]]) -> Callable[[Path], None]:
    """Return a test that plays a scene."""

    def test(tmp_path: Path) -> None:
        asyncio.run(_run(act, tmp_path))

    test.__name__, test.__doc__ = act.__name__, act.__doc__
    return test


async def _run(act: Callable[[Scene], Awaitable[None]], folder: Path) -> None:
    with service_harness(folder / "table.db", GAMES) as b:
        async with (
            discord_double() as discord,
            opened(b, folder, discord) as context,
            ClientSession() as session,
        ):
            await act(Scene(context, discord, session))


@asynccontextmanager
async def opened(
    b: ServiceHarness, folder: Path, discord: DiscordDouble, maps: str = "", **more: Any
) -> AsyncIterator[TableHarness]:
    worker, given = (
        Worker(b.service),
        settings_of(folder, maps, table_url="https://table.example.org", **more),
    )
    cache: AsyncLruCache[Picture] = AsyncLruCache(64 << 20, lambda picture: len(picture.data))
    context = AppContext(worker, GAMES, given, cache, b.entropy, activity=activity_with(discord))
    listening = await listen(application(context), "127.0.0.1", 0)
    try:
        yield TableHarness(b, worker, listening.port, f"http://127.0.0.1:{listening.port}", context)
    finally:
        await listening.close()
        await worker.close()


@scene
async def test_a_player_sees_their_seat_and_orders_there(t: Scene) -> None:
    """Discord says who they are; the token is dropped, and their language is the one that the bot has."""
    campaign = t.found()
    ann = t.frame()
    t.service.activity.keep_opened(f"discord/{ANN}", campaign)
    t.service.channels.keep_reader(Reader(f"discord/{ANN}", language="ja"))
    begun = await ann.sign_in(ANN)
    assert begun.to == f"/activity/game/{campaign}/caesar" if b'"to"' in begun.body else False
    cookie = begun.headers["Set-Cookie"]
    assert (
        cookie.startswith("__Secure-activity=")
        and "; Path=/activity; HttpOnly; SameSite=None; Secure; Partitioned" in cookie
    )
    page = await ann.ask("GET", f"/activity/game/{campaign}/caesar")
    assert page.status == 200 and page.headers["Cache-Control"] == "no-store"
    assert 'lang="ja"' in page.html and "own-hand" in page.html
    assert not re.search(r'(href|src|action|data-table)="/(?!activity/)', page.html)
    assert "access_token" not in page.html and SECRET not in page.html
    hand = re.findall(r"<li>(.*?)</li>", page.html.split('class="own-hand"')[1].split("</ul>")[0])
    card = re.sub(r"<[^>]+>", "", hand[0])
    given = await ann.order(campaign, "caesar", f"discard {card}")
    assert given.status == 200, given.body
    assert {one.seat for one in t.service.asked(campaign)} == {"pompey"}
    assert t.service.channels.attention(campaign, f"discord/{ANN}").seen > 0, (
        "they are present: nobody rings them"
    )


@scene
async def test_each_sees_the_games_that_are_theirs_and_the_one_they_opened(t: Scene) -> None:
    """Nobody gets another seat, or reads a game by its number; who has no seat sees the public's board."""
    one, two = t.found(), t.found("Pharsalus")
    ann, stranger = await t.signed_in(ANN), await t.signed_in(STRANGER)
    for place in ("caesar", "public"):
        assert (await ann.ask("GET", f"/activity/game/{two}/{place}")).status == 200
    for who, place in ((ann, "pompey"), (ann, "referee"), (stranger, "caesar"), (stranger, "public")):
        assert (await who.ask("GET", f"/activity/game/{one}/{place}")).status == 404, place
    t.service.activity.keep_opened(f"discord/{STRANGER}", one)
    shown = await stranger.ask("GET", f"/activity/game/{one}/public")
    assert shown.status == 200 and "own-hand" not in shown.html
    assert (await stranger.ask("GET", f"/activity/game/{two}/public")).status == 404
    listed = (await ann.ask("GET", "/activity/games")).html
    assert "Rubicon" in listed and "Pharsalus" in listed and "Pompey" not in listed
    assert "Rubicon" in (await stranger.ask("GET", "/activity/games")).html
    judge = await t.signed_in(JUDGE)
    assert (await judge.ask("GET", f"/activity/game/{one}/referee")).status == 200
    assert t.service.seat_access.campaigns() == [], "the table outside shows none of them"


@scene
async def test_whoever_opens_a_page_gets_a_shell_without_a_word_of_any_seat(t: Scene) -> None:
    """Discord's proxy may keep HTML: it is the same for everybody, and nobody's cookie is with it."""
    campaign = t.found()
    ann, bob = await t.signed_in(ANN), await t.signed_in(BOB)
    path = f"/activity/game/{campaign}/caesar"
    one, two = [await who.ask("GET", path, wanted=False, Sec_Fetch_Mode="navigate") for who in (ann, bob)]
    assert one.body == two.body and b"framed.js" in one.body and b"Rubicon" not in one.body
    assert "Set-Cookie" not in one.headers
    posted = await ann.ask("POST", f"{path}/order", wanted=False, data={"text": "x"})
    assert posted.status == 403


@scene
async def test_only_discord_may_show_these_pages_in_a_frame(t: Scene) -> None:
    """All other pages may be shown in none."""
    ann = await t.signed_in(ANN)
    framed = await ann.ask("GET", "/activity/", wanted=False)
    policy = framed.headers["Content-Security-Policy"]
    assert (
        policy.endswith(f"frame-ancestors 'self' {' '.join(CLIENTS)}")
        and "X-Frame-Options" not in framed.headers
    )
    for path in ("/", "/found", "/activity", "/static/table.js", "/nothing"):
        plain = await ann.ask("GET", path, wanted=False)
        assert plain.headers["X-Frame-Options"] == "DENY", path
        assert plain.headers["Content-Security-Policy"].endswith("frame-ancestors 'none'"), path
    crossed = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "iframe"}
    led = await ann.ask("GET", "/?frame_id=1&platform=desktop", wanted=False, **crossed)
    assert (led.status, led.headers["Location"]) == (303, "/activity/?frame_id=1&platform=desktop")


@scene
async def test_a_session_of_discord_is_good_for_nothing_outside(t: Scene) -> None:
    """Nor one of outside inside."""
    campaign = t.found()
    ann = await t.signed_in(ANN)
    async with t.context.guest(ann.cookie) as outside:
        cookies = {
            "Cookie": f"__Host-session={ann.cookie}; session={ann.cookie}; __Secure-activity={ann.cookie}"
        }
        assert (await outside.get(f"/game/{campaign}/caesar", headers=cookies)).status == 404
    session = t.context.session_at(campaign, "caesar", f"discord/{ANN}")
    other = t.frame()
    other.cookie = session
    assert (await other.ask("GET", f"/activity/game/{campaign}/caesar")).status == 401


@scene
async def test_signing_in_takes_discords_word_alone(t: Scene) -> None:
    """Refused: a forged user; a code used, of another application, of nobody; a state used, or another's."""
    ann = t.frame()

    async def tried(code: str, *, begun: dict[str, str] | None = None, **more: str) -> int:
        found = begun or await ann.begin()
        fields = {"code": code, "state": found["state"], "csrf_token": csrf_token(ann.cookie)} | more
        return (await ann.ask("POST", "/activity/sign-in", data=fields)).status

    assert await tried("", user=f"discord/{ANN}", id=str(ANN)) == 403, "a forged user id"
    code = t.discord.code(ANN)
    assert await tried(code) == 200
    assert await tried(code) == 403, "a code that was used"
    assert await tried(t.discord.code(ANN, APPLICATION + 1)) == 403, "a code of another application"
    begun = await ann.begin()
    assert await tried("nobody's", begun=begun) == 403
    assert await tried(t.discord.code(ANN), begun=begun) == 403, "a state that was used"
    mallory = t.frame()
    theirs = await mallory.begin()
    assert await tried(t.discord.code(ANN), begun=theirs) == 403, "another session's state"
    assert await tried(t.discord.code(ANN), state="") == 403
    assert await tried(t.discord.code(ANN), csrf_token="") == 403
    assert await tried(t.discord.code(BOB)) == 200, "the board was opened by another account"
    assert t.service.activity.user_of(ann.cookie, t.service.now()) == f"discord/{BOB}"
    assert "/oauth2/token" in t.discord.asked


@scene
async def test_a_session_is_new_with_each_sign_in_and_ends(t: Scene) -> None:
    """A session that somebody planted before is nobody's afterwards."""
    ann = t.frame()
    await ann.begin()
    planted = ann.cookie
    await ann.sign_in(ANN)
    assert ann.cookie != planted
    assert t.service.activity.user_of(planted, t.service.now()) == ""
    assert t.service.activity.user_of(ann.cookie, t.service.now() + 86_400) == ""


@scene
async def test_a_page_of_another_site_acts_for_nobody(t: Scene) -> None:
    """The cookie goes with every request of a frame, so the origin and the form's token are required."""
    campaign = t.found()
    ann = await t.signed_in(ANN)
    path, token = f"/activity/game/{campaign}/caesar", {"csrf_token": csrf_token(ann.cookie), "text": "help"}
    for origin in ("https://evil.example", "https://99.discordsays.com", "https://discord.com", "null",
                   "https://table.example.org", f"http://{APPLICATION}.discordsays.com"):  # fmt: skip
        assert (await ann.ask("POST", f"{path}/order", data=token, Origin=origin)).status == 403, origin
        assert (await ann.ask("GET", path, Origin=origin)).status == 403, origin
    assert (await ann.ask("POST", f"{path}/order", data={"text": "help"})).status == 403, "no token"
    assert (await ann.ask("POST", f"/game/{campaign}/caesar/order", data=token, Origin=ORIGIN)).status == 403
    assert (await ann.ask("GET", path, Sec_Fetch_Site="cross-site")).status == 403
    ann.discord.is_down = True
    assert (await ann.ask("GET", path)).status == 200, "the application is asked for once"


@scene
async def test_while_discord_is_down_nobody_signs_in_and_the_rest_goes_on(t: Scene) -> None:
    """It is said as a passing failure."""
    t.discord.is_down = True
    ann = t.frame()
    assert (await ann.ask("GET", "/activity/begin")).status == 503
    t.discord.is_down = False
    assert (await ann.sign_in(ANN)).status == 200


@scene
async def test_pages_that_lead_out_of_discord_are_not_there(t: Scene) -> None:
    """No link to a seat is made inside Discord, and no game is founded."""
    campaign = t.found()
    judge = await t.signed_in(JUDGE)
    token = {"csrf_token": csrf_token(judge.cookie), "seat": "caesar"}
    for path in ("found", "network", f"game/{campaign}/referee/team", "tournaments", "password", "recover"):
        assert (await judge.ask("GET", f"/activity/{path}")).status == 404, path
    for path in (f"game/{campaign}/referee/actions/link", f"game/{campaign}/referee/actions/replace"):
        assert (await judge.ask("POST", f"/activity/{path}", data=token)).status != 200, path
    assert t.service.seat_access.of_campaign(campaign) == []


@scene
async def test_where_no_stream_comes_through_the_page_asks_for_news(t: Scene) -> None:
    """It gets what a stream would bring, and waits for it."""
    campaign = t.found()
    ann = await t.signed_in(ANN)
    path = f"/activity/game/{campaign}/caesar/poll"
    first = await ann.ask("GET", f"{path}?last=0", wanted=False, Accept="application/json")
    found = msgspec.json.decode(first.body)
    assert set(found["news"]["parts"]) == {"status", "decision", "hand", "map"}
    waits = asyncio.create_task(
        ann.ask(
            "GET",
            f"{path}?last={found['news']['last']}&have={quote(found['have'])}",
            wanted=False,
            Accept="application/json",
        )
    )
    await asyncio.sleep(0.05)
    assert not waits.done()
    judge = Message("", f"discord/{JUDGE}")
    await t.context.worker.run(lambda service: service.do(judge, campaign, ending.hold_by_referee, "a storm"))
    assert "a storm" in str(msgspec.json.decode((await waits).body)["news"]["parts"]["status"])


@scene
async def test_false_codes_from_elsewhere_delay_nobody(t: Scene) -> None:
    """One limit held for all who signed in."""
    t.found()

    async def tried(address: str) -> int:
        other = t.frame()
        begun = await other.begin()
        fields = {"code": "false", "state": begun["state"], "csrf_token": begun["csrf_token"]}
        path = "/activity/sign-in"
        return (await other.ask("POST", path, data=fields, X_Forwarded_For=address)).status

    statuses = [await tried("203.0.113.9") for _ in range(24)]
    assert statuses[:20] == [403] * 20 and 429 in statuses[20:]
    assert (await t.frame().sign_in(ANN)).status == 200


@scene
async def test_each_session_is_counted_for_itself(t: Scene) -> None:
    """All come from the addresses of Discord's proxy: what one asks for too often slows no other down."""
    campaign = t.found()
    ann, bob = await t.signed_in(ANN), await t.signed_in(BOB)
    path = f"/activity/game/{campaign}/public/card?of=x"
    with patch.object(middleware.Rate, "allows", lambda self, who, now: who != ann.cookie):
        assert (await ann.ask("GET", path)).status == 429
        assert (await bob.ask("GET", path)).status != 429


def test_two_worlds_that_differ_in_a_hand_are_the_same_for_whoever_may_not_see_it(tmp_path: Path) -> None:
    """Everything that a stranger and the opponent are sent inside Discord, but for the marks of the log."""

    def sent(seed: str) -> tuple[list[str], list[str]]:
        told: list[str] = []
        own: list[str] = []

        async def act(t: Scene) -> None:
            campaign = t.found(seed=seed)
            t.service.activity.keep_opened(f"discord/{STRANGER}", campaign)
            stranger, ann = await t.signed_in(STRANGER), await t.signed_in(ANN)
            for page in ("", "/rules", "/replay", "/poll?last=0"):
                found = await stranger.ask("GET", f"/activity/game/{campaign}/public{page}")
                told.append(re.sub(r"[0-9a-f]{12,}|\\d{13,}", "#", found.body.decode()))
            own.append((await ann.ask("GET", f"/activity/game/{campaign}/caesar")).html)
            told.append((await stranger.ask("GET", "/activity/games")).html)

        folder = tmp_path / seed
        folder.mkdir()
        asyncio.run(_run(act, folder))
        return [re.sub(r'"at":\d+|value="[0-9a-f]+"|content="[0-9a-f]+"', "#", one) for one in told], own

    (one, hand), (two, other) = sent("one deal"), sent("another deal")
    assert one == two and all("Rubicon" in page for page in one if "news" not in page)
    assert hand != other, "the worlds differ"
