"""Requests that no browser sends: each is answered or cut off in time, never with an error of the server, and
what is refused changes nothing.

A sound request to any route gets one to three faults, in its method, path, query, headers, body or bytes, and
some are sent in pieces or not to the end. It comes from a browser with all seats and the referee's page, or
from one that has none. `python -m tools.fuzz` tries thousands in each game.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from unittest.mock import patch
from urllib.parse import quote, urlencode

import pytest
from msgspec import Struct, field

from adjudicator import GAMES
from frontends.browser import server
from frontends.browser.web import middleware
from frontends.browser.web.session import csrf_token, new_token
from tests.harness.browser import Guest, TableHarness, at_table
from tests.harness.service import SHEETS

PATIENCE = 0.05
"""Seconds that the server waits for the rest of a request, instead of ten."""
ANSWERED_WITHIN = 20.0
"""Seconds after which a request counts as never answered: far more than any map takes to be drawn."""
ALLOWED = {200, 303, 304, 400, 403, 404, 405, 408, 409, 413, 415, 417, 421}
CONTINUE = b"HTTP/1.1 100 "
LISTENING = 503
"""The answer to more streams of events than are served."""
FORM = "application/x-www-form-urlencoded"


def each(text: str) -> list[str]:
    return text.split("|")


PARTS = {
    "campaign": ["{campaign}"] * 9 + ["999"],
    "place": ["{seat}"] * 6 + ["referee", "referee", "public"],
    "seat": ["{seat}"],
    "game": ["{game}", "1"],
    "theme": ["light", "dark"],
    "name": ["table.css", "0123456789abcdef"],
    "whose": ["public", "mine", "all"],
    "key": ["0" * 64],
    "picture": ["bracket", "moment"],
    "link": ["link"],
    "what": each("back|resign|draw|pause|hold|announce|rule|write|edit|open"),
}
"""What stands in a path, by the name of the part; a part that is not listed is a number."""
FIELDS = each(
    "text|text|value|filled|question|place|number|heads|seat|who|why|to|sure|confirmed|request|orders|language|"
    "theme|game|scenario|dice|last|n|hours|password|title|ruling|code|key|salt|commitment|order|name|kind"
)
SOUND = each("{order}|{order}|1|x|en|pass|done|light|{seat}|{game}|8:2.1|[]|")
HOSTILE = [
    *each("<script>|nan|1e999|-1|皇帝|../../x|{}|%s{0}|'; --|½|//evil.example.org|javascript:x|true"),
    *('{"pick":null}', '[{"x":1e400}]', '{"pick":' * 400, "[" * 3000, "[" + "1," * 500 + "1]"),
    *("\0", "\r\nX: y", "\u202e", "\ufeff", "9" * 400, "💥" * 90, "a; " * 900, "é" * 4000),
]
METHODS = [
    *each("BREW|get|PUT|DELETE|OPTIONS|TRACE|PATCH|HEAD|GET|POST|CONNECT|PRI"),
    *("M" * 5000, "G\0T", "", "GET GET"),
]
PIECES = [
    *rb"%00 %ff ..%2f // \ %2e%2e/ ;x # % ? & * %ED%A0%80 %F0%9F%92%A5 %0d%0aX:%20y".split(),
    *("é".encode(), b"\x7f", b"\t", b" ", b"9" * 30, b"a" * 9000),
]
HEADERS = {
    "Host": "evil.example.org||[::1|localhost:99999|127.0.0.1|x y|localhost,x",
    "Origin": "https://localhost|null|http://[::1||http://localhost:1|\xff|http://localhost ",
    "Sec-Fetch-Site": "cross-site|same-site|none|same-origin|\xff",
    "Sec-Fetch-Mode": "navigate|no-cors",
    "Content-Length": f"-1|+5|0x10|5 5|{'9' * 30}|0|7|70000|5, 5|\xb2",
    "Transfer-Encoding": "chunked|gzip, chunked|identity|chunked, chunked|x",
    "Content-Encoding": "gzip|deflate|br|zstd|x",
    "Content-Type": f"{FORM}; charset=utf-16|{FORM}; charset=\xff|multipart/form-data; boundary=x|text/x||x",
    "Cookie": f'session=|session=0|session={"0" * 64}|session="|\xff=\xff|shown=x|shown=9:9|{"c=1; " * 400}',
    "Accept-Language": f"ja|xx-YY;q=9|{',' * 900}|en;q=x|ja\xff|*;q=-1",
    "Accept-Encoding": f"gzip|gzip;q=0|{'x' * 900}",
    "Accept": "application/json|*/*|\xff",
    "If-None-Match": f'*|"|W/"|"a|b\'|\xff|"{"a" * 5000}"',
    "If-Modified-Since": "x|Fri, 99 Nov 2026 99:99:99 GMT",
    "Range": f"bytes=0-1|bytes=-9999999|x=1|bytes={'0-1,' * 500}",
    "Expect": "100-continue|x",
    "Upgrade": "websocket|h2c|x",
    "Connection": "upgrade|keep-alive|close, close|x",
    "X-Forwarded-For": "x|::1|1.2.3.4, 5.6.7.8|,|\xff",
    "Last-Event-ID": f"x|-1|{'9' * 40}",
    "X": f"{'a' * 9000}|\0|a\rb| folded\r\n more",
    "X Y": "1",
    "\xff": "1",
}


class Request(Struct):
    """A request before it is written down."""

    method: str
    target: bytes
    headers: list[tuple[bytes, bytes]]
    fields: list[tuple[str, str]]
    body: bytes | None = None

    def written(self) -> bytes:
        """The bytes; the length of the body is said unless a fault has said another."""
        body = urlencode(self.fields).encode() if self.body is None and self.fields else self.body or b""
        head = [b"%s %s HTTP/1.1" % (self.method.encode("latin-1"), self.target)]
        head += [b"%s: %s" % line for line in self.headers]
        if body and not any(name in (b"Content-Length", b"Transfer-Encoding") for name, _ in self.headers):
            head.append(b"Content-Length: %d" % len(body))
        return b"\r\n".join(head) + b"\r\n\r\n" + body


class Outcome(Struct):
    """Requests by their status (0: cut off), how many changed a game, the slowest answer in seconds."""

    statuses: Counter[int] = field(default_factory=Counter)
    changing: int = 0
    slowest: float = 0.0

    @property
    def tried(self) -> int:
        return self.statuses.total()

    @property
    def accepted(self) -> int:
        return sum(n for status, n in self.statuses.items() if 200 <= status < 400)

    def __str__(self) -> str:
        what = ", ".join(f"{n:,} {status or 'cut off'}" for status, n in sorted(self.statuses.items()))
        return (
            f"{self.tried:,} requests: {what}; {self.changing:,} changed a game; slowest {self.slowest:.2f} s"
        )


# -- sound requests, and faults -----------------------------------------------------------------------


def sound(routes: list[tuple[str, str]], names: dict[str, str], rng: random.Random) -> Request:
    """A request to one of the routes, with fields that some pages know."""

    def part(found: re.Match[str]) -> str:
        name = found[1].split(":")[0]
        return rng.choice(PARTS.get(name, ["0", "1", "8"])).format(**names)

    is_posted = rng.random() < 0.5
    method, path = rng.choice([route for route in routes if (route[0] == "POST") is is_posted])
    given = [(name, rng.choice(SOUND).format(**names)) for name in rng.sample(FIELDS, rng.randrange(5))]
    if is_posted:
        given = [("text", names["order"]), ("why", "x"), *given[2:]]
    target = re.sub(r"\{(.*?)\}", part, path)
    headers = [(b"Host", b"localhost"), (b"Connection", b"close")]
    if method != "POST":
        return Request(method, f"{target}?{urlencode(given)}".encode(), headers, [])
    return Request(method, target.encode(), [*headers, (b"Content-Type", FORM.encode())], given)


def strange_method(one: Request, rng: random.Random) -> None:
    one.method = rng.choice(METHODS)


def strange_path(one: Request, rng: random.Random) -> None:
    at = rng.randrange(len(one.target) + 1)
    one.target = one.target[:at] + rng.choice(PIECES) + one.target[at + rng.randrange(3) :]
    if not rng.randrange(12):
        one.target = rng.choice(
            [b"*", b"", b"http://evil.example.org/", b"http://localhost" + one.target, b"x:1"]
        )


def strange_query(one: Request, rng: random.Random) -> None:
    mark = b"&" if b"?" in one.target else b"?"
    value = quote(rng.choice(HOSTILE)).encode()
    one.target += mark + rng.choice(FIELDS).encode() + b"=" + value


def strange_headers(one: Request, rng: random.Random) -> None:
    key = rng.choice(list(HEADERS))
    name, value = key.encode("latin-1"), rng.choice(each(HEADERS[key])).encode("latin-1")
    if rng.randrange(3):
        one.headers = [line for line in one.headers if line[0] != name]
    one.headers.insert(rng.randrange(len(one.headers) + 1), (name, value))
    match rng.randrange(30):
        case 0:
            one.headers += [(b"X-%d" % n, b"1") for n in range(300)]
        case 1:
            one.headers = [line for line in one.headers if line[0] != b"Host"]
        case 2:
            one.headers.append(rng.choice(one.headers))


def strange_fields(one: Request, rng: random.Random) -> None:
    name = rng.choice([*(name for name, _ in one.fields), *FIELDS[:4]])
    match rng.randrange(5):
        case 0:
            one.fields = [pair for pair in one.fields if pair[0] != name]
        case 1:
            one.fields.append((name, "again"))
        case _:
            kept = [pair for pair in one.fields if pair[0] != name]
            one.fields = [*kept, (name, rng.choice(HOSTILE))]


def strange_body(one: Request, rng: random.Random) -> None:
    plain = "&".join(f"{name}={value}" for name, value in one.fields)
    one.body = rng.choice(
        [
            plain.encode("utf-16"), plain.encode("shift_jis", "replace"), plain.encode("utf-7"),
            b"text=%ff%fe&" + plain.encode(), b"\x1f\x8b\x08\x00" + plain.encode(), b'{"text": "x"}',
            b"--x\r\nContent-Disposition: form-data; name=text\r\n\r\nx\r\n--x--", b"&" * 5000, b"=" * 300,
            b"&".join(b"a%d=1" % n for n in range(3000)), b"text=" + b"x" * 70_000, b"text=" + b"x" * 900_000,
            b"5\r\ntext=\r\n0\r\n\r\n", b"ffffffffff\r\ntext=", b"%", b"text", b"\0" * 50, b"text=%zz",
        ]
    )  # fmt: skip


FAULTS = [
    strange_method,
    strange_path,
    strange_query,
    strange_headers,
    strange_headers,
    strange_fields,
    strange_body,
]


def damaged(raw: bytes, rng: random.Random) -> bytes:
    """The bytes with some changed, put in or left out, or without their end."""
    changed = bytearray(raw)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(changed) + 1)
        changed[at : at + rng.randrange(3)] = rng.choice([b"", bytes([rng.randrange(256)]), b"\r\n", b"\0"])
    return bytes(changed[: rng.randrange(len(changed) + 1)] if not rng.randrange(4) else changed)


# -- asking -----------------------------------------------------------------------------------------------


async def answered(port: int, pieces: list[bytes]) -> tuple[int, bytes]:
    """The status and the head of the answer, or 0 if the connection is closed without one."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for piece in pieces:
            writer.write(piece)
            await asyncio.sleep(0.002 if len(pieces) > 1 else 0)
        head = CONTINUE
        while head.startswith(CONTINUE):
            head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"\r\nContent-Length: (\d+)", head)
        if length and not pieces[0].startswith(b"HEAD") and b" 304 " not in head[:20]:
            with suppress(TimeoutError):  # of a method that the server takes for HEAD
                async with asyncio.timeout(5):
                    await reader.readexactly(int(length[1]))
        return int(head.split(b" ")[1]), head
    except (asyncio.IncompleteReadError, ConnectionError):
        return 0, b""
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


class Noted(logging.Handler):
    """What is logged."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@contextmanager
def watched() -> Iterator[Noted]:
    """Note what is logged; let the server wait less, and take any number of requests."""
    noted = Noted()
    logging.getLogger().addHandler(noted)
    with (
        patch.object(server, "BODY_TIMEOUT", PATIENCE),
        patch.object(middleware, "BODY_TIMEOUT", PATIENCE),
        patch.object(middleware.Rate, "allows", lambda *_: True),
    ):
        try:
            yield noted
        finally:
            logging.getLogger().removeHandler(noted)


async def tried(table: TableHarness, game: str, many: int, rng: random.Random, noted: Noted) -> Outcome:
    """Send malformed requests to a table, and require of each what this module promises."""
    service, outcome, clock = table.bench.service, Outcome(), asyncio.get_running_loop().time
    routes = [
        (route.method, route.resource.canonical if route.resource else "")
        for route in server.application(table.app).router.routes()
    ]
    async with table.guest() as ann:
        campaign = 0
        while outcome.tried < many:
            if not campaign:
                campaign = await founded(ann, game, f"game {outcome.tried}")
            seat = rng.choice(list(service.campaign(campaign).seats))
            order = next(iter(service.examples(campaign, seat, "en")), "")
            names = {"campaign": str(campaign), "seat": seat, "game": game, "order": order}
            request = sound(routes, names, rng)
            session = ann.session_id if rng.randrange(5) else new_token(rng.randbytes(32))
            request.headers.append((b"Cookie", f"session={session}".encode()))
            if request.method == "POST":
                request.fields.append(("csrf_token", csrf_token(session)))
            for fault in rng.sample(FAULTS, rng.choice([1, 1, 1, 2, 3])):
                fault(request, rng)
            raw = request.written() if rng.randrange(6) else damaged(request.written(), rng)
            cuts = sorted(rng.sample(range(len(raw)), 5)) if not rng.randrange(20) and len(raw) > 5 else []
            pieces = [raw[a:b] for a, b in zip([0, *cuts], [*cuts, len(raw)], strict=True)]
            before, own, began = service.campaigns(), service.campaign(campaign), clock()
            async with asyncio.timeout(ANSWERED_WITHIN):
                status, head = await answered(table.port, pieces)
            outcome.slowest = max(outcome.slowest, clock() - began)
            outcome.statuses[status] += 1
            is_changed = service.campaigns() != before
            outcome.changing += is_changed
            streams = status == LISTENING and b"/events" in raw
            assert status in ALLOWED or status == 0 or streams, (status, raw[:3000])
            assert not noted.lines, (noted.lines, raw[:3000])
            assert not is_changed or (status in (200, 303) and b"POST" in raw), (status, raw[:3000])
            assert session == ann.session_id or service.campaign(campaign) == own, (
                "a stranger's",
                raw[:3000],
            )
            if b"Server: Tabellarius" in head:
                assert all(f"{name}: {said}".encode() in head for name, said in middleware.HEADERS.items()), (
                    raw
                )
            if status in (200, 303) and b"POST" in raw and not await is_playable(table, ann, campaign):
                campaign = 0
        assert await is_playable(table, ann, await founded(ann, game, "at the end"))
    return outcome


async def founded(g: Guest, game: str, words: str) -> int:
    return int((await g.found(game, seed=words)).path.split("/")[2])


async def is_playable(table: TableHarness, g: Guest, campaign: int) -> bool:
    """Return true if a game goes on, and the browser still has its seats and its referee's page."""
    at = table.bench.service.campaign(campaign)
    pages = [f"/game/{campaign}/{place}" for place in (*at.seats, "referee", "public")]
    shown = [(await g.get(page)).status for page in pages] if at.state == "playing" and not at.held else [0]
    return set(shown) == {200}


def run(game: str, folder: Path, many: int, seed: int) -> Outcome:
    """Send many malformed requests to a table of one game."""
    found: list[Outcome] = []

    async def act(table: TableHarness) -> None:
        found.append(await tried(table, game, many, random.Random(f"{game} {seed}"), noted))

    with watched() as noted:
        at_table(folder, act, str(SHEETS))
    return found[0]


@pytest.mark.parametrize(
    ("game", "many"),
    [("julius_caesar", 40), *(pytest.param(game, 400, marks=pytest.mark.matrix) for game in GAMES)],
)
def test_malformed_requests_are_answered_and_change_nothing(game: str, many: int, tmp_path: Path) -> None:
    outcome = run(game, tmp_path, many, 1)
    assert outcome.tried == many
    assert sum(outcome.statuses[status] for status in range(400, 500)) > many / 4, outcome
