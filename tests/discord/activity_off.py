"""What goes over the wire where `activity` is off; `python -m tests.discord.activity_off` records it."""

from __future__ import annotations

import asyncio
import hashlib
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.fake_discord.server import Server
from tests.harness.browser import TableHarness, at_table
from tests.harness.discord import in_haste, short_chains
from tests.harness.discord_toys import ToyHarness
from tests.harness.service import service_harness
from tests.toys import nim

RECORDED = Path(__file__).parent / "activity_off.json"
PATHS = (
    *("/", "/?frame_id=1&instance_id=2&platform=desktop", "/found", "/static/table.js", "/nothing"),
    *("/activity", "/activity/", "/activity/game/1/public", "/game/1/public", "/game/1/public/events?last=9"),
)
ORIGINS = ("", "https://1456074443980800000.discordsays.com")


def pages(folder: Path, *, whole: bool = False) -> list[list[Any]]:
    """The answers of the table: method, path, origin, status, headers that differ from those of the first;
    with a digest of each body if `whole`.
    """
    found: list[list[Any]] = []

    async def act(context: TableHarness) -> None:
        async with context.guest() as one:
            await one.found(seed="a trace")
        for origin in ORIGINS:
            for method, path in [
                *(("GET", path) for path in PATHS),
                ("POST", "/choices"),
                ("POST", "/activity/sign-in"),
            ]:
                headers = {"Origin": origin} if origin else {}
                async with context.guest() as one, asyncio.timeout(5):
                    asked = one.session.request(
                        method, context.root + path, headers=headers, allow_redirects=False
                    )
                    async with asked as got:
                        is_stream = got.content_type == "text/event-stream"
                        body = b"" if is_stream else await got.read()
                        kept = {
                            k: v
                            for k, v in got.headers.items()
                            if k not in ("Date", "Content-Length", "ETag")
                        }
                        kept = {
                            k: v.replace(_cookie(v), "…") if k == "Set-Cookie" else v for k, v in kept.items()
                        }
                        line: list[Any] = [method, path, origin, got.status, kept]
                        found.append([*line, len(body), hashlib.sha256(body).hexdigest()] if whole else line)

    at_table(folder, act)
    first = found[0][4]
    for line in found[1:]:
        names = {*first, *line[4]}
        line[4] = {k: line[4].get(k) for k in sorted(names) if line[4].get(k) != first.get(k)}
    return found


def _cookie(value: str) -> str:
    return value.partition("=")[2].partition(";")[0]


def conversation(folder: Path, *, whole: bool = False) -> list[Any]:
    """The buttons of a game that asks for the first time, and the kinds of commands; all that was sent if
    `whole`.
    """
    return asyncio.run(_conversation(folder, whole))


async def _conversation(folder: Path, whole: bool) -> list[Any]:
    with short_chains(), in_haste(), service_harness(folder / "d.sqlite", {"nim": nim.GAME}) as found:
        async with Server() as server:
            harness = ToyHarness(server, found, folder)
            async with harness.running():
                await harness.begun()
                await harness.settled()
                status = _ids(harness.status.components)
                asked = [_ids(m.components) for m in harness.alice.dms]
            await harness.worker.close()
            kinds = sorted({one.get("type", 1) for one in server.commands[None]})
            if whole:
                return [sent.decode() for sent in server.traffic.sent()]
    return [status, asked, kinds]


def _ids(parts: Any) -> list[str]:
    """The ids of all buttons and menus of a message."""
    found: list[str] = []
    for part in parts:
        if "custom_id" in part:
            found.append(f"{part['custom_id']} {part.get('label', '')}")
        found += _ids(part.get("components", ()))
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        is_whole = "whole" in sys.argv
        trace = {
            "pages": pages(Path(one), whole=is_whole),
            "discord": conversation(Path(two), whole=is_whole),
        }
        lines = [*map(json.dumps, trace["pages"]), *map(json.dumps, trace["discord"])]
        written = "[\n" + ",\n".join(lines) + "\n]\n"
        sys.stdout.write(written) if is_whole else RECORDED.write_text(written)
