"""Discord's client and its proxy, for a Chromium that takes them for the real ones."""

from __future__ import annotations

import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientError, ClientSession, ClientTimeout, web
from msgspec import Struct, field

from .activity import APPLICATION, DiscordDouble
from .processes import LONGEST

SAYS = f"{APPLICATION}.discordsays.com"
CLIENT = """<!doctype html><html><head>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><script>
const says = "https://SAYS", here = new URLSearchParams(location.search), heard = [];
window.heard = heard;
const frame = document.createElement("iframe");
frame.id = "activity";
frame.style = "position: fixed; inset: 0; width: 100%; height: 100%; border: 0";
frame.src = `${says}/?frame_id=f1&instance_id=i1&platform=${here.get("platform") || "desktop"}`;
const answer = (payload) => frame.contentWindow.postMessage([1, payload], says);
window.tell = (evt, data) => answer({ cmd: "DISPATCH", evt, data });
window.end = (code, message) => frame.contentWindow.postMessage([2, { code, message }], says);
window.addEventListener("message", async ({ source, origin, data: [opcode, payload] }) => {
  if (source !== frame.contentWindow || origin !== says) return;
  heard.push([opcode, payload.cmd || "", payload.evt || ""]);
  if (opcode === 0) { answer({ cmd: "DISPATCH", evt: "READY", data: { v: 1, config: {} } }); return; }
  const { cmd, nonce, args } = payload;
  if (cmd === "AUTHORIZE") {
    const refused = here.get("refuse");
    if (refused) { answer({ cmd, nonce, evt: "ERROR", data: { code: 4009, message: refused } }); return; }
    const { code } = await (await fetch(`/code?user=${here.get("user")}`)).json();
    answer({ cmd, nonce, data: { code } });
  } else if (cmd === "SUBSCRIBE" && here.get("old") && payload.evt === "ACTIVITY_LAYOUT_MODE_UPDATE") {
    answer({ cmd, nonce, evt: "ERROR", data: { code: 4002, message: "Invalid command" } });
  } else answer({ cmd, nonce, data: { evt: payload.evt } });
});
document.body.append(frame);
</script></body></html>""".replace("SAYS", SAYS)
"""A channel with an Activity beside it, as far as the Activity notices."""
DROPPED = ("Transfer-Encoding", "Content-Length", "Connection", "Date", "Content-Encoding")


class DiscordWeb(Struct):
    """Discord's client and proxy, on one port of loopback.

    Attributes:
        discord: makes the codes.
        table: the address to which the proxy leads; it may change.
        port: to which a Chromium with `flags` is led.
        has_streams: false if the proxy passes whole answers alone.
        kept: HTML that the proxy has passed on, by path: whoever keeps it must learn nothing.
    """

    discord: DiscordDouble
    table: str
    port: int = 0
    has_streams: bool = True
    kept: dict[str, bytes] = field(default_factory=dict)

    @property
    def flags(self) -> tuple[str, ...]:
        """The flags with which Chromium takes this for Discord."""
        led = ", ".join(
            f"MAP {host}:443 127.0.0.1:{self.port}"
            for host in ("*.discord.com", "discord.com", "*.discordsays.com")
        )
        return (f"--host-resolver-rules={led}", "--ignore-certificate-errors")

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Answer a browser; with 502 while the table does not answer."""
        try:
            return await self._answer(request)
        except ClientError:
            return web.Response(status=502)

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        if request.host != SAYS:
            if request.path == "/code":
                return web.json_response({"code": self.discord.code(int(request.query["user"]))})
            return web.Response(text=CLIENT, content_type="text/html")
        headers = {
            name: value for name, value in request.headers.items() if name not in ("Host", "Accept-Encoding")
        }
        headers |= {"Host": "table.example.org", "Accept-Encoding": "identity"}
        async with (
            ClientSession(timeout=ClientTimeout(total=None), auto_decompress=False) as session,
            session.request(
                request.method,
                self.table + request.raw_path,
                headers=headers,
                data=await request.read() or None,
                allow_redirects=False,
            ) as got,
        ):
            kept = [(name, value) for name, value in got.headers.items() if name not in DROPPED]
            if got.content_type == "text/html":
                kept = [(name, value) for name, value in kept if name != "Cache-Control"]
                self.kept[request.path] = await got.read()
            if got.content_type == "text/event-stream" and self.has_streams:
                return await self._stream(request, got, kept)
            answer = web.Response(status=got.status, body=await got.read())
            answer.headers.clear()
            for name, value in kept:
                answer.headers.add(name, value)
            return answer

    @staticmethod
    async def _stream(request: web.Request, got: Any, kept: list[tuple[str, str]]) -> web.StreamResponse:
        answer = web.StreamResponse(status=got.status)
        for name, value in kept:
            answer.headers.add(name, value)
        await answer.prepare(request)
        async for piece in got.content.iter_any():
            await answer.write(piece)
        return answer


@asynccontextmanager
async def discord_web(discord: DiscordDouble, table: str, folder: Path) -> AsyncIterator[DiscordWeb]:
    """Discord's client and proxy, with a certificate of our own."""
    key, cert = folder / "key.pem", folder / "cert.pem"
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-keyout", str(key), "-out", str(cert), "-subj", "/CN=discord.com", "-days", "2"]  # fmt: skip
    subprocess.run(made, check=True, capture_output=True, timeout=LONGEST)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    found, app = DiscordWeb(discord, table), web.Application()
    app.router.add_route("*", "/{path:.*}", found.answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=context)
    await site.start()
    found.port = runner.addresses[0][1]
    try:
        yield found
    finally:
        await runner.cleanup()
