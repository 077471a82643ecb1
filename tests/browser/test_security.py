"""Requests that a small web application has to refuse, one test each."""

from __future__ import annotations

import asyncio
import gzip
from contextlib import suppress
from html import unescape
from pathlib import Path
from unittest.mock import Mock

import pytest
from aiohttp import ClientSession

from frontends.browser import server
from frontends.browser.pages import log_page, pictures, replay, rules
from frontends.browser.pages.entering import team
from frontends.browser.pages.home import own_path
from frontends.browser.pages.referee import referee_page
from frontends.browser.pages.seat import game_settings, standing
from frontends.browser.pages.table import live, table_page
from frontends.browser.server import require_safe
from frontends.browser.web import middleware
from frontends.browser.web.html import Html, join, raw, tag
from frontends.browser.web.middleware import Rate, is_own_name, network_of
from frontends.browser.web.request_context import THEMES
from frontends.browser.web.session import csrf_token
from frontends.browser.web.viewer import TableContext
from service.storage.seat_access import token_hash
from service.usecases.referee import acts
from service.values.settings import CannotStart, Settings
from tests.harness.browser import TableHarness, at_table
from tests.harness.service import by

SCRIPT = "<script>alert(1)</script>"


def test_a_text_never_becomes_markup() -> None:
    assert tag("p", SCRIPT, title='"><b>') == (
        '<p title="&quot;&gt;&lt;b&gt;">&lt;script&gt;alert(1)&lt;/script&gt;</p>'
    )
    assert tag("p", [raw("<b>"), None, 3, ["&"]], hidden=True, id=None, class_="x") == (
        '<p hidden class="x"><b>3&amp;</p>'
    )
    assert isinstance(join("<"), Html)


def test_every_answer_has_the_strict_headers(tmp_path: Path) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            for path in ("/", "/found", "/nothing", "/static/table.css", "/static/nothing"):
                headers = (await g.get(path)).headers
                for name, value in middleware.HEADERS.items():
                    assert headers[name] == value, (path, name)
                assert "unsafe" not in headers["Content-Security-Policy"]
            first = await g.get("/", headers={"Cookie": ""})
            assert first.headers["Cache-Control"] == "no-store"

    at_table(tmp_path, act)


def test_the_session_cookie_is_for_this_table_alone_and_no_script_reads_it(tmp_path: Path) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            cookie = (await g.get("/")).headers["Set-Cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=Lax" in cookie
            assert "Secure" not in cookie, "there is no HTTPS on loopback"
            assert "Set-Cookie" not in (await g.get("/")).headers

    at_table(tmp_path, act)


def test_behind_https_cookies_are_secure(tmp_path: Path) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            answer = await g.get("/", headers={"Host": "table.example.org"})
            assert "; Secure" in answer.headers["Set-Cookie"]

    at_table(tmp_path, act, table_url="https://table.example.org/")


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("127.0.0.1:8642", True),
        ("localhost:1", True),
        ("[::1]:8642", True),
        ("192.168.1.20:8642", True),
        ("table.example.org", True),
        ("evil.example.org", False),
        ("localhost.evil.example.org", False),
        ("127.0.0.1.evil.example.org:8642", False),
        ("", False),
        ("[::1", False),
    ],
)
def test_only_names_of_its_own_are_answered(host: str, own: bool) -> None:
    assert is_own_name(host, Settings(table_url="https://Table.example.org/")) is own


def test_a_strange_host_gets_nothing(tmp_path: Path) -> None:
    """DNS rebinding: a page of another site that points its name at this machine."""

    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            answer = await g.get("/", headers={"Host": "evil.example.org"})
            assert answer.status == 421
            assert "Set-Cookie" not in answer.headers
            assert "Tabellarius" not in answer.text

    at_table(tmp_path, act)


def test_a_seat_is_not_to_be_guessed(tmp_path: Path, sheets: str) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as ann, table.guest() as eve:
            assert (await ann.found()).path == "/game/1/caesar"
            none = await eve.get("/game/9/caesar")
            for path in ROOM_PATHS:
                for place in ("caesar", "pompey", "referee", "nobody"):
                    answer = await eve.get(f"/game/1/{place}{path}")
                    assert answer.status == 404, (place, path)
                    assert answer.body == (await eve.get("/game/9/x")).body, "what there may be is not said"
            assert none.status == 404
            for path in ("/order", "/answer", "/do/back", "/standing", "/actions/hold", "/actions/link"):
                answer = await eve.post(f"/game/1/caesar{path}", {"text": "discard 2/1", "why": "x"})
                assert answer.status == 404, path
            assert table.bench.service.status(1).campaign.held == ""
            for key in ("0" * 64, token_hash(ann.session_id), ann.session_id, "x", "0" * 63):
                assert (await eve.get(f"/enter/{key}")).status == 404

    at_table(tmp_path, act, sheets)


ROOM_PATHS = (
    "",
    "/step?value=x",
    "/complete?text=d",
    "/press?place=roma",
    "/feed",
    "/events",
    "/log",
    "/verify",
    "/audit",
    "/moment/0.png",
    "/replay",
    "/replay.html",
    "/replay.html?seat=pompey",
    "/rules",
    "/standing",
    "/settings",
    "/team",
    "/actions",
    "/export/public",
    "/export/mine",
    "/export/all",
    "/base/0123456789abcdef/light",
    "/part/0123456789abcdef/0/0/light",
    "/sprite/0123456789abcdef/1/light",
    "/hand/0123/light",
    "/post/1/0/light",
    "/rest/8/light",
    "/moment/8.png",
    "/scores/8/light",
)
"""Every path under a seat that is read."""


def test_the_paths_of_a_seat_are_all_of_them() -> None:
    """A path that is added is added to the test above."""
    found = set()
    pages = (table_page, log_page, replay, rules, standing, game_settings, team, referee_page, pictures)
    routes = [route for page in pages for route in page.routes()]
    for route in routes:
        if route.method == "GET" and "{place" in route.path:
            tail = route.path.split("}/{place:\\w{1,40}}")[-1]
            found.add(tail.split("/")[1] if "/" in tail else "")
    assert found == {path.split("?")[0].split("/")[1] if path else "" for path in ROOM_PATHS}


def test_guessing_tokens_is_slow(tmp_path: Path) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as eve:
            statuses = [(await eve.get(f"/enter/{n:064x}")).status for n in range(10)]
            assert statuses[0] == 404
            assert statuses[-1] == 429

    at_table(tmp_path, act)


def test_a_seat_does_not_reach_the_other_nor_the_referee(tmp_path: Path, sheets: str) -> None:
    async def act(table: TableHarness) -> None:
        b = table.bench
        campaign = b.found("julius_caesar", "war", seed=b"two")
        async with table.guest(table.session_at(campaign, "caesar", "caesar")) as caesar:
            assert (await caesar.get(f"/game/{campaign}/caesar")).status == 200
            for path in ROOM_PATHS:
                for place in ("pompey", "referee"):
                    assert (await caesar.get(f"/game/{campaign}/{place}{path}")).status == 404
            assert (await caesar.get(f"/game/{campaign}/caesar/actions")).status == 404
            assert (await caesar.get(f"/game/{campaign}/caesar/export/all")).status == 404
            assert (await caesar.post(f"/game/{campaign}/caesar/actions/hold", {"why": "x"})).status == 404
            assert b.service.status(campaign).campaign.held == ""

    at_table(tmp_path, act, sheets)


def test_a_link_is_void_once_another_player_has_the_seat(tmp_path: Path) -> None:
    async def act(table: TableHarness) -> None:
        b = table.bench
        campaign = b.found("julius_caesar", "war", seed=b"two")
        async with table.guest(table.session_at(campaign, "caesar", "local/old")) as old:
            assert (await old.get(f"/game/{campaign}/caesar")).status == 404

    at_table(tmp_path, act)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/..%2fserver.py",
        "/static/%2e%2e%2f%2e%2e%2fsettings.py",
        "/static//etc/passwd",
        "/static/table.css%00",
        "/game/1/..%2f..%2f/base/x/light",
        "/board/..%2f..%2fjulius_caesar/light",
        "/board/julius_caesar/..",
        "/plate/..",
    ],
)
def test_no_path_leads_out(path: str, tmp_path: Path) -> None:
    async def act(table: TableHarness) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        head = (await reader.read()).split(b"\r\n")[0]
        writer.close()
        await writer.wait_closed()
        assert head.split(b" ")[1] in (b"404", b"400"), head

    at_table(tmp_path, act)


def test_nobody_is_sent_to_another_site() -> None:
    for path in (
        "//evil.example.org",
        "https://evil.example.org",
        "/\\evil",
        "javascript:x",
        "/a\r\nX: y",
        "",
    ):
        assert own_path(path) == "/"
    assert own_path("/game/1/caesar?x=1") == "/game/1/caesar?x=1"


def test_names_titles_and_orders_stay_text(tmp_path: Path, sheets: str) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            page = await g.found(who=SCRIPT, title=f'"{SCRIPT}')
            assert page.status == 200
            shown = [
                page,
                await g.get("/"),
                await g.get("/game/1/caesar/log"),
                await g.get("/game/1/referee/actions"),
            ]
            shown.append(await g.post("/game/1/caesar/order", {"text": SCRIPT}))
            shown.append(await g.get(f"/game/1/caesar/step?value={SCRIPT}&filled={SCRIPT}&question={SCRIPT}"))
            shown.append(await g.get(f"/game/1/caesar/rules?number={SCRIPT}"))
            shown.append(await g.get(f"/game/1/caesar/verify?heads={SCRIPT}"))
            await g.post("/game/1/referee/actions/announce", {"text": SCRIPT})
            await g.post("/game/1/referee/actions/rule", {"question": SCRIPT, "ruling": SCRIPT})
            shown += [await g.get("/game/1/caesar"), await g.get("/game/1/caesar/rules")]
            assert "&lt;script&gt;" in shown[-2].text
            for answer in shown:
                assert "<script>" not in answer.text, answer.path

    at_table(tmp_path, act, sheets)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example.org"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_no_request_of_another_site_is_accepted(headers: dict[str, str], tmp_path: Path) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            await g.found()
            answer = await g.post("/game/1/referee/actions/hold", {"why": "x"}, headers=headers)
            assert answer.status == 403
            assert table.bench.service.status(1).campaign.held == ""

    at_table(tmp_path, act)


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("table.example.org", "https://table.example.org", 303),
        ("table.example.org:443", "https://table.example.org", 303),
        ("Table.Example.org", "https://table.example.org", 303),
        ("table.example.org", "http://table.example.org", 403),
        ("table.example.org", "https://table.example.org:8443", 403),
        ("table.example.org", "https://ann@table.example.org", 403),
        ("table.example.org", "https://[::1", 403),
        ("127.0.0.1:8642", "http://127.0.0.1:8642", 303),
        ("127.0.0.1:8642", "https://127.0.0.1:8642", 403),
        ("127.0.0.1:8642", "http://127.0.0.1:8643", 403),
        ("127.0.0.1:80", "http://127.0.0.1", 303),
        ("[::1]:8642", "http://[::1]:8642", 303),
    ],
)
def test_a_page_is_its_own_only_with_the_same_scheme_and_port(
    host: str, origin: str, status: int, tmp_path: Path
) -> None:
    """Whoever can change what goes over plain HTTP makes pages of the name that others reach by HTTPS."""

    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            shown = await g.get("/", headers={"Host": host})
            cookie = shown.headers["Set-Cookie"].partition(";")[0]
            answer = await g.post(
                "/choices",
                {"language": "ja", "to": "/", "csrf_token": csrf_token(cookie.partition("=")[2])},
                headers={"Host": host, "Origin": origin, "Cookie": cookie},
                allow_redirects=False,
            )
            assert answer.status == status

    at_table(tmp_path, act, table_url="https://table.example.org/")


LINK = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty"},
        LINK | {"Sec-Fetch-Dest": "iframe"},
        {"Origin": "https://evil.example.org"},
    ],
)
def test_another_site_reads_nothing_and_wipes_no_session(headers: dict[str, str], tmp_path: Path) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as none:
            for path in ("/", "/game/1/public", "/static/table.css"):
                answer = await none.get(path, headers=headers)
                assert answer.status == 403
                assert "Set-Cookie" not in answer.headers

    at_table(tmp_path, act)


def test_a_link_from_another_site_is_followed_with_the_session_one_has(tmp_path: Path, sheets: str) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as g, table.guest() as new:
            await g.found()
            session_id = g.session_id
            assert (await g.get("/game/1/caesar", headers=LINK)).status == 200
            assert g.session_id == session_id
            assert "Set-Cookie" in (await new.get("/", headers=LINK)).headers, "a new browser gets a session"

    at_table(tmp_path, act, sheets)


def test_a_form_that_brings_no_session_gets_none(tmp_path: Path) -> None:
    """The browser sends no session cookie with another site's form; the session lives on."""

    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            for headers in ({}, {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}):
                answer = await g.post("/choices", {"to": "/"}, headers=headers)
                assert answer.status == 403
                assert "Set-Cookie" not in answer.headers

    at_table(tmp_path, act)


def test_without_its_csrf_token_a_form_does_nothing(tmp_path: Path) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as g, table.guest() as eve:
            await g.found()
            await eve.get("/")
            for wrong in ("", "0" * 64, csrf_token(eve.session_id)):
                answer = await g.post("/game/1/referee/actions/hold", {"why": "x", "csrf_token": wrong})
                assert answer.status == 403
            assert table.bench.service.status(1).campaign.held == ""
            own = {"why": "x", "csrf_token": csrf_token(g.session_id)}
            assert (await g.post("/game/1/referee/actions/hold", own)).status == 200
            assert table.bench.service.status(1).campaign.held == "x"

    at_table(tmp_path, act)


def test_reading_changes_nothing(tmp_path: Path) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            await g.found()
            n = table.bench.service.status(1).campaign.n
            for what in ("order?text=discard", "answer", "do/resign?sure=Caesar", "actions/hold?why=x"):
                assert (await g.get(f"/game/1/caesar/{what}")).status in (404, 405)
            assert table.bench.service.status(1).campaign.n == n

    at_table(tmp_path, act)


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b'{"why": "x"', "application/json", 415),
        (b"why=x", "text/plain", 415),
        (b"--x", "multipart/form-data; boundary=x", 415),
        (b"why=%ff%fe", "application/x-www-form-urlencoded", 400),
        (b"\xff\xfe=\xff", "application/x-www-form-urlencoded", 400),
        (b"&".join(b"a=%d" % n for n in range(3000)), "application/x-www-form-urlencoded", 400),
        (b"why=" + b"x" * 70_000, "application/x-www-form-urlencoded", 413),
    ],
)
def test_malformed_and_oversized_requests_are_refused(
    body: bytes, kind: str, status: int, tmp_path: Path
) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            await g.found()
            path = f"{g.root}/game/1/referee/actions/hold"
            async with g.session.post(path, data=body, headers={"Content-Type": kind}) as got:
                assert got.status == status

    at_table(tmp_path, act)


@pytest.mark.parametrize(
    "filled", ["{", "[" * 9000, "7", "[" + "1," * 9000 + "1]", '["a"', "nan", "[[[[]]]]", '[{"x":1}]']
)
def test_a_malformed_half_filled_decision_is_refused_in_words(
    filled: str, tmp_path: Path, sheets: str
) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            await g.found()
            answer = await g.get("/game/1/caesar/step", params={"filled": filled[:2000]})
            assert answer.status in (200, 409)
            assert "alert" in answer.text or answer.status == 409
            posted = await g.post("/game/1/caesar/answer", {"filled": filled, "question": "8:2.1"})
            assert posted.status == 409

    at_table(tmp_path, act, sheets)


def test_too_long_a_line_of_a_head_is_refused(tmp_path: Path) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            for path, headers in (("/" + "a" * 50_000, {}), ("/", {"X": "a" * 20_000})):
                assert (await g.get(path, headers=headers)).status == 400

    at_table(tmp_path, act)


def test_who_asks_too_often_waits(tmp_path: Path) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            await g.get("/")
            statuses = {
                (await g.post("/choices", {"to": "/x"}, allow_redirects=False)).status for _ in range(80)
            }
            assert statuses == {303, 429}

    at_table(tmp_path, act)


def test_a_rate_fills_up_again() -> None:
    rate = Rate(2, 1, known=2)
    assert [rate.allows("a", 0) for _ in range(3)] == [True, True, False]
    assert rate.allows("a", 1.0)
    assert not rate.allows("a", 1.1)
    assert rate.allows("b", 1.1)
    assert rate.allows("c", 1.1), "the account of the one that asked first is forgotten"


def test_who_says_nothing_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "BODY_TIMEOUT", 0.05)

    async def act(table: TableHarness) -> None:
        for said in (b"", b"GET / HTTP/1.1\r\nHost: loc"):
            reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
            writer.write(said)
            with pytest.raises(ConnectionResetError):
                assert await reader.read() == b"", "closed"
                raise ConnectionResetError
            writer.close()

    at_table(tmp_path, act)


async def gone(writer: asyncio.StreamWriter) -> None:
    """Close a line that the other end may have cut already."""
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


async def whether_let_in(port: int) -> tuple[bool, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /static/seal.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
    try:
        return (await reader.readline()).startswith(b"HTTP/1.1 200"), writer
    except ConnectionResetError:
        return False, writer


def test_a_new_connection_takes_the_place_of_an_idle_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who opens all the connections there may be, and asks for nothing more, locks nobody out."""
    monkeypatch.setattr(server, "MOST_CONNECTIONS", 2)

    async def act(table: TableHarness) -> None:
        came = []
        for _ in range(6):
            came.append(await whether_let_in(table.port))
            await asyncio.sleep(0.02)
        assert [let_in for let_in, _ in came] == [True] * 6
        for _, writer in came:
            await gone(writer)

    at_table(tmp_path, act)


def test_a_connection_that_waits_for_its_answer_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            await g.found()
            opened = [await g.session.get(f"{g.root}/game/1/caesar/events") for _ in range(2)]
            monkeypatch.setattr(server, "MOST_CONNECTIONS", 2)
            came = [await whether_let_in(table.port) for _ in range(5)]
            referee = table.bench.service.campaign(1).referee
            await table.worker.run(lambda service: service.do(by(referee), 1, acts.announce, "still here"))
            for one in opened:
                while b"still here" not in await one.content.readline():
                    assert not one.content.at_eof()
            for _, writer in came:
                await gone(writer)
            for one in opened:
                one.close()

    at_table(tmp_path, act)


@pytest.mark.parametrize(
    "sent",
    [
        b"Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope",
        b"Content-Encoding: br\r\nContent-Length: 4\r\n\r\nnope",
        b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"Content-Length: 400\r\n\r\na=1",
    ],
)
def test_a_clients_own_mistake_is_no_error_of_the_server(
    tmp_path: Path, sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def act(table: TableHarness) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
        form = b"Content-Type: application/x-www-form-urlencoded\r\n"
        writer.write(b"POST /choices HTTP/1.1\r\nHost: localhost\r\n" + form + sent)
        await asyncio.sleep(0.1)
        writer.write_eof()
        said = b""
        with suppress(ConnectionResetError):
            said = await reader.read(-1)
        assert said == b"" or said.startswith((b"HTTP/1.1 400", b"HTTP/1.0 400"))
        await gone(writer)

    at_table(tmp_path, act)
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


def test_who_asks_whether_to_go_on_and_is_gone_is_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The connection is closed before "100 Continue" is sent."""

    async def act(table: TableHarness) -> None:
        head = b"POST /choices HTTP/1.1\r\nHost: localhost\r\n"
        for _ in range(10):
            _, writer = await asyncio.open_connection("127.0.0.1", table.port)
            writer.write(head + b"Expect: 100-continue\r\nContent-Length: 4\r\n\r\n")
            writer.transport.abort()
        await asyncio.sleep(0.1)

    at_table(tmp_path, act)
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


def test_who_takes_nothing_of_what_is_sent_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "STALLED", 0.1)

    async def act(table: TableHarness) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", table.port, limit=1024)
        ask = b"GET /static/NotoSerifJP-SemiBold.woff2 HTTP/1.1\r\nHost: localhost\r\n\r\n"
        writer.write(ask * 12)
        await asyncio.sleep(0.5)
        taken = 0
        with pytest.raises(ConnectionResetError):
            while piece := await reader.read(1 << 20):
                taken += len(piece)
            raise ConnectionResetError
        assert taken < 12 * 600_000
        await gone(writer)

    at_table(tmp_path, act)


def test_who_takes_it_slowly_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "STALLED", 0)
    left = iter([90_000, 60_000, 30_000, 29_000])

    class Wire(asyncio.Transport):
        aborted = 0

        def get_write_buffer_size(self) -> int:
            return next(left)

        def abort(self) -> None:
            self.aborted += 1

    async def act() -> int:
        wire = Wire()
        line = server.HttpConnection(Mock(), Mock())
        line.connection_made(wire)
        line.pause_writing()
        while not wire.aborted:
            await asyncio.sleep(0)
        line.connection_lost(None)
        return wire.aborted

    assert asyncio.run(act()) == 1
    assert not list(left), "it was dropped only when it took too little"


@pytest.mark.parametrize(
    ("said", "url", "counted"),
    [
        (["203.0.113.7"], "https://t.example.org/", "203.0.113.7"),
        (["127.0.0.9, 203.0.113.7"], "https://t.example.org/", "203.0.113.7"),
        (["127.0.0.9", "203.0.113.8"], "https://t.example.org/", "203.0.113.8"),
        (["unknown"], "https://t.example.org/", "127.0.0.1"),
        ([], "https://t.example.org/", "127.0.0.1"),
        (["203.0.113.7"], "", "127.0.0.1"),
    ],
)
def test_behind_a_proxy_each_client_is_counted_alone(
    said: list[str], url: str, counted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def allows(self: Rate, who: str, now: float) -> bool:
        seen.append(who)
        return True

    monkeypatch.setattr(Rate, "allows", allows)

    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            await g.get("/static/seal.svg", headers=[("X-Forwarded-For", one) for one in said])

    at_table(tmp_path, act, table_url=url)
    assert seen == [counted]


def test_files_are_counted_and_not_sent_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            tag = (await g.get("/static/table.css")).headers["ETag"]
            again = await g.get("/static/table.css", headers={"If-None-Match": tag})
            assert (again.status, again.body) == (304, b"")
            monkeypatch.setattr(Rate, "allows", lambda self, who, now: False)
            assert (await g.get("/static/table.css")).status == 429

    at_table(tmp_path, act)


def test_who_sends_a_form_too_slowly_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "BODY_TIMEOUT", 0.05)

    async def act(table: TableHarness) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
        head = "POST /choices HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\nConnection: close\r\n"
        writer.write(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\nto=".encode())
        assert (await reader.readline()).split(b" ")[1] == b"408"
        writer.close()

    at_table(tmp_path, act)


def test_plates_scripts_and_styles_are_compressed_and_kept_and_pages_are_not(tmp_path: Path) -> None:
    """A page holds a seat's secrets beside words of others: its compressed length would tell of them."""

    async def act(table: TableHarness) -> None:
        url, asks = f"http://127.0.0.1:{table.port}", {"Accept-Encoding": "gzip"}
        async with ClientSession(auto_decompress=False) as session:
            for path in ("/static/table.css", "/static/map.js", "/plate/ancient_world"):
                async with session.get(url + path, headers=asks) as answer:
                    packed, tag = await answer.read(), answer.headers["ETag"]
                    assert answer.headers["Content-Encoding"] == "gzip"
                async with session.get(url + path, headers={"Accept-Encoding": "identity"}) as answer:
                    plain = await answer.read()
                    assert "Content-Encoding" not in answer.headers and answer.headers["ETag"] != tag
                assert gzip.decompress(packed) == plain and len(packed) < len(plain) / 2
                async with session.get(url + path, headers=asks | {"If-None-Match": tag}) as answer:
                    assert answer.status == 304
            async with session.get(url + "/", headers=asks) as answer:
                assert "Content-Encoding" not in answer.headers

    at_table(tmp_path, act)


def test_a_password_is_asked_before_anything_else(tmp_path: Path) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            for path in (
                "/",
                "/found",
                "/game/1/caesar",
                "/enter/" + "0" * 64,
                "/verify.py",
                "/plate/julius_caesar",
            ):
                answer = await g.get(path, allow_redirects=False)
                assert (answer.status, answer.headers["Location"][:13]) == (303, "/password?to=")
            assert (await g.post("/found", {})).path == "/password"
            assert (await g.post("/password", {"password": "wrong"})).status == 403
            assert (await g.get("/found")).path == "/password"
            asked = await g.get("/found?game=julius_caesar&scenario=war")
            to = unescape(asked.text.split('name="to" value="')[-1].split('"')[0])
            given = {"password": "aqua et igni", "to": to}
            answer = await g.post("/password", given, allow_redirects=False)
            assert answer.headers["Location"] == "/found?game=julius_caesar&scenario=war"
            assert (await g.get("/found")).path == "/found"

    at_table(tmp_path, act, table_password="aqua et igni")


def test_the_cookie_is_bound_to_the_host_and_the_old_one_is_read_once(tmp_path: Path) -> None:
    async def act(table: TableHarness) -> None:
        before = "ab" * 32
        async with ClientSession() as session:
            url, host = f"http://127.0.0.1:{table.port}/", {"Host": "caesar.example"}
            async with session.get(url, headers=host | {"Cookie": f"session={before}"}) as answer:
                kept = answer.headers["Set-Cookie"]
            assert kept.startswith(f"__Host-session={before};")
            assert "Secure" in kept and "Path=/;" in kept and "Domain" not in kept
            async with session.get(url, headers=host | {"Cookie": f"__Host-session={before}"}) as answer:
                assert "Set-Cookie" not in answer.headers

    at_table(tmp_path, act, table_url="https://caesar.example")


def test_passwords_are_guessed_slowly(tmp_path: Path) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            await g.get("/password")
            statuses = [(await g.post("/password", {"password": str(n)})).status for n in range(9)]
            assert statuses[0] == 403
            assert statuses[-1] == 429
            assert (await g.post("/password", {"password": "right one"})).status == 429

    at_table(tmp_path, act, table_password="right one")


def test_a_table_that_others_reach_needs_a_password() -> None:
    for address in ("0.0.0.0", "192.168.1.2", "::", "table.example.org"):
        with pytest.raises(CannotStart, match="TABELLARIUS_TABLE_PASSWORD"):
            require_safe(Settings(table_address=address))
        require_safe(Settings(table_address=address, table_password="eight in"))
        with pytest.raises(CannotStart, match="use at least 8"):
            require_safe(Settings(table_address=address, table_password="x"))
    for address in ("127.0.0.1", "::1", "localhost"):
        require_safe(Settings(table_address=address))


def test_the_file_holds_no_token(tmp_path: Path) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as g, table.guest() as other:
            page = await g.found(seat_pompey="link")
            key = page.text.split("/enter/")[1][:64]
            sheet = await other.get(f"/enter/{key}")
            sat = {"who": "Bob", "request": sheet.field("request")}
            assert (await other.post(f"/enter/{key}", sat)).status == 200
            for secret in (key, g.session_id, other.session_id):
                assert secret.encode() not in table.bench.path.read_bytes()
                wal = table.bench.path.with_name(table.bench.path.name + "-wal")
                assert not wal.exists() or secret.encode() not in wal.read_bytes()

    at_table(tmp_path, act)


def test_choices_take_only_what_there_is(tmp_path: Path) -> None:
    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            await g.get("/")
            answer = await g.post(
                "/choices", {"language": "xx\r\nX: y", "theme": "<b>", "to": "//evil"}, allow_redirects=False
            )
            assert answer.headers["Location"] == "/"
            assert "Set-Cookie" not in answer.headers
            await g.post("/choices", {"language": "ja", "theme": "dark"})
            page = (await g.get("/")).text
            assert 'lang="ja"' in page
            assert 'data-theme="dark"' in page
            assert THEMES[2] == "dark"

    at_table(tmp_path, act)


def test_the_number_of_listening_pages_is_limited(
    tmp_path: Path, sheets: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_EACH", 2)

    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            await g.found()
            opened = [await g.session.get(f"{g.root}/game/1/caesar/events") for _ in range(2)]
            assert (await g.get("/game/1/caesar/events")).status == 503
            for one in opened:
                one.close()

    at_table(tmp_path, act, sheets)


def test_spectators_streams_cost_the_service_one_page_and_only_when_it_changed(
    tmp_path: Path, sheets: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is the same for all is made once; another game's commands make nothing."""
    made = list[int]()
    plain = live.state

    def counted(at: TableContext, after: int) -> live.State:
        made.append(at.table.viewer.campaign)
        return plain(at, after)

    monkeypatch.setattr(live, "state", counted)

    async def act(table: TableHarness) -> None:
        async with table.guest() as g:
            await g.found()
            other = table.bench.found("julius_caesar", "war")
            opened = [await g.session.get(f"{g.root}/game/1/public/events?last=0") for _ in range(20)]
            for one in opened:
                assert b"part-status" in await one.content.readline()
            assert made == [1]
            await table.worker.run(lambda service: service.do(by("judge"), other, acts.announce, "x"))
            await asyncio.sleep(0.05)
            assert made == [1]
            referee = table.bench.service.campaign(1).referee
            await table.worker.run(lambda service: service.do(by(referee), 1, acts.announce, "listen"))
            for one in opened:
                await one.content.readline()
                assert b"listen" in await one.content.readline()
                one.close()
            assert made == [1, 1]

    at_table(tmp_path, act, sheets)


def test_spectators_are_limited_by_game_and_address_and_players_are_not(
    tmp_path: Path, sheets: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_ADDRESS", 3)

    async def act(table: TableHarness) -> None:
        async with table.guest() as g, table.guest() as stranger:
            await g.found()
            opened = [await stranger.session.get(f"{g.root}/game/1/public/events") for _ in range(3)]
            assert (await stranger.get("/game/1/public/events")).status == 503
            opened.append(await g.session.get(f"{g.root}/game/1/caesar/events"))
            assert opened[-1].status == 200
            for one in opened:
                one.close()

    at_table(tmp_path, act, sheets)


def test_guesses_are_counted_by_network() -> None:
    """A customer has all the addresses of an IPv6 /64."""
    found = {network_of(f"2001:db8:1:2::{n:x}") for n in range(40)}
    assert found == {"2001:db8:1:2::/64"} != {network_of("2001:db8:1:3::1")}
    assert network_of("::ffff:192.0.2.7") == network_of("192.0.2.7") == "192.0.2.7"


def test_a_line_beats_by_its_own_clock_however_busy_the_table_is(
    tmp_path: Path, sheets: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether others do hidden things does not show in when a line is silent."""
    monkeypatch.setattr(live, "BEAT", 0.1)

    async def act(table: TableHarness) -> None:
        async def busy() -> None:
            while True:
                table.worker.tell()
                await asyncio.sleep(0.02)

        async with table.guest() as g:
            await g.found()
            stream = await g.session.get(f"{g.root}/game/1/public/events?last=0")
            hands = asyncio.create_task(busy())
            async with asyncio.timeout(10):
                while await stream.content.readline() != b"data: {}\n":
                    pass
            hands.cancel()
            stream.close()

    at_table(tmp_path, act, sheets)
