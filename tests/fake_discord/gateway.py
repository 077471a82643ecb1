"""The gateway: sessions, heartbeats, events with sequence numbers, and resuming with replay."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import deque
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from tests.fake_discord.problems import Unsettled
from tests.fake_discord.schemas import spec
from tests.fake_discord.state import payloads
from tests.fake_discord.state.model import Message
from tests.fake_discord.state.world import (
    DIRECT_MESSAGES,
    GUILD_MESSAGES,
    GUILDS,
    MESSAGE_CONTENT,
    PRIVILEGED,
)

if TYPE_CHECKING:
    from tests.fake_discord.server import Server

JSON = dict[str, Any]

DISPATCH, BEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = (
    0,
    1,
    2,
    3,
    6,
    7,
    8,
    9,
    10,
    11,
)

GUILDS_THEMSELVES = ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE")

KEPT = 1000
"""Events that a session keeps for a resume."""


class Socket:
    """One connection: a websocket and, where asked for, its one running zlib stream."""

    def __init__(self, ws: web.WebSocketResponse, transport: asyncio.Transport, *, compressed: bool) -> None:
        self.ws = ws
        self.transport = transport
        self._zlib = zlib.compressobj() if compressed else None
        self._turn = asyncio.Lock()

    async def send(self, message: JSON) -> None:
        text = json.dumps(message)
        async with self._turn:
            if self.ws.closed:
                return
            try:
                if self._zlib is None:
                    await self.ws.send_str(text)
                else:
                    # Each message ends with Z_SYNC_FLUSH: that is how the client knows that it is whole.
                    data = self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
                    await self.ws.send_bytes(data)
            except ConnectionError:
                return  # The client is gone; what it missed waits in the session for a resume.


class Session:
    """The gateway's session of a client, connected or not; `shard` is its number, and how many there are."""

    def __init__(self, id_: str, intents: int, shard: tuple[int, int] = (0, 1)) -> None:
        self.id = id_
        self.intents = intents
        self.shard = shard
        self.socket: Socket | None = None
        self.seq = 0
        self.seen = 0
        """The last sequence number that the client is known to have read: by a heartbeat or an answer."""
        self.kept: deque[JSON] = deque(maxlen=KEPT)
        self.presence: JSON | None = None

    def carries(self, guild: str | None) -> bool:
        """Return true if events of a server come by this shard; None is for direct messages."""
        number, count = self.shard
        return number == (0 if guild is None else (int(guild) >> 22) % count)

    def number(self, event: str, data: Any) -> JSON:
        self.seq += 1
        message = {"op": DISPATCH, "t": event, "s": self.seq, "d": data}
        self.kept.append(message)
        return message


class Gateway:
    """All sessions. A bot has one for each shard; a killed bot's are left behind until it identifies anew."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.sessions: list[Session] = []
        self.shards = 1
        """As many as are recommended."""
        self.remaining = 1000
        """Sessions that may still be begun today."""
        self.identified = 0
        self.resumed = 0
        self.resumed_shards: list[int] = []
        self.refuse_resume = False
        """Answer the next RESUME with INVALID_SESSION."""
        self._queue: asyncio.Queue[tuple[Session, JSON]] = asyncio.Queue()
        self._carried: dict[str, tuple[Session, int]] = {}
        """By the interaction's id, when it was first sent to whom."""

    @property
    def connected(self) -> list[Session]:
        return [session for session in self.sessions if session.socket is not None]

    # -- the client's connection

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(max_msg_size=0)
        await ws.prepare(request)
        transport = request.transport
        assert isinstance(transport, asyncio.Transport)
        socket = Socket(ws, transport, compressed=request.query.get("compress") == "zlib-stream")
        hello = {"heartbeat_interval": 41_250}
        spec.check_payload("GatewayHelloData", hello)
        await socket.send({"op": HELLO, "t": None, "s": None, "d": hello})
        session: Session | None = None
        try:
            async for message in ws:
                if message.type is not WSMsgType.TEXT:
                    break
                session = await self._received(socket, session, json.loads(message.data))
        finally:
            if session is not None and session.socket is socket:
                session.socket = None
                if ws.close_code in (1000, 1001) and session in self.sessions:
                    self.sessions.remove(session)
            self._server.changed()
        return ws

    async def _received(self, socket: Socket, session: Session | None, message: JSON) -> Session | None:
        data: Any = message.get("d")
        self._server.traffic.from_bot(message)
        match message["op"]:
            case 1:
                # The client sends one right after HELLO, before it has identified.
                if session is not None and data is not None:
                    session.seen = data
                    self._server.changed()
                await socket.send({"op": ACK, "t": None, "s": None, "d": None})
            case 2:
                return await self._identify(socket, data)
            case 6:
                return await self._resume(socket, data)
            case 3:
                if session is not None:
                    session.presence = data
            case 8:
                if session is not None:
                    await self._members(session, data)
            case op:
                self._server.breach(f"gateway: opcode {op} is not modelled")
        return session

    async def _identify(self, socket: Socket, data: JSON) -> Session | None:
        server = self._server
        server.hold_to(lambda: spec.check_payload("GatewayIdentifyData", data))
        if data["token"] != server.token:
            await socket.ws.close(code=4004, message=b"Authentication failed.")
            return None
        if data["intents"] & PRIVILEGED & ~server.granted:
            await socket.ws.close(code=4014, message=b"Disallowed intent(s).")
            return None
        number, count = shard = tuple(data.get("shard", (0, 1)))
        if not 0 <= number < count:
            await socket.ws.close(code=4010, message=b"Invalid shard.")
            return None
        if count < self.shards:
            await socket.ws.close(code=4011, message=b"Sharding required.")
            return None
        # A client that identifies anew will never resume what it had before.
        self.sessions = [
            each for each in self.sessions if each.socket is not None or each.shard not in (shard, (0, 1))
        ]
        self.identified += 1
        session = Session(f"session-{self.identified}", data["intents"], shard)
        session.socket = socket
        self.sessions.append(session)
        world = server.world
        guilds = [
            each
            for each in world.guilds.values()
            if world.bot.id in each.members and session.carries(each.id)
        ]
        ready: JSON = {
            "v": 10,
            "user": payloads.self_user(world.bot),
            "guilds": [{"id": each.id, "unavailable": True} for each in guilds],
            "session_id": session.id,
            "resume_gateway_url": server.gateway_url,
            "application": {"id": world.application_id, "flags": 0, "flags_new": "0"},
        }
        if "shard" in data:
            ready["shard"] = data["shard"]
        await self._dispatch(session, "READY", ready)
        if session.intents & GUILDS:
            for each in guilds:
                await self._dispatch(session, "GUILD_CREATE", payloads.guild_create(world, each))
        server.changed()
        return session

    async def _resume(self, socket: Socket, data: JSON) -> Session | None:
        self._server.hold_to(lambda: spec.check_payload("GatewayResumeData", data))
        found = next((each for each in self.sessions if each.id == data["session_id"]), None)
        first = found.kept[0]["s"] if found and found.kept else 1
        if found is None or self.refuse_resume or not first - 1 <= data["seq"] <= found.seq:
            self.refuse_resume = False
            await socket.send({"op": INVALID, "t": None, "s": None, "d": False})
            return None
        found.socket = socket
        self.resumed += 1
        self.resumed_shards.append(found.shard[0])
        for message in [each for each in found.kept if each["s"] > data["seq"]]:
            await socket.send(message)
        await self._dispatch(found, "RESUMED", {})
        self._server.changed()
        return found

    async def _members(self, session: Session, data: JSON) -> None:
        world = self._server.world
        guild = world.guild(str(data["guild_id"]))
        wanted = {str(each) for each in data.get("user_ids") or []}
        found = [each for each in guild.members.values() if not wanted or each.user_id in wanted]
        chunk: JSON = {
            "guild_id": guild.id,
            "members": [payloads.member(world, each) for each in found],
            "chunk_index": 0,
            "chunk_count": 1,
        }
        if data.get("nonce"):
            chunk["nonce"] = data["nonce"]
        await self._dispatch(session, "GUILD_MEMBERS_CHUNK", chunk)

    # -- what happens in the world

    def emit(self, event: str, data: JSON, intents: int, message: Message | None) -> None:
        """Send an event to every session that asked for its kind; `intents` 0: to all of them.

        Of a bot with shards only the one that carries the server has it.
        """
        self._server.hold_to(lambda: spec.check_event(event, data))
        guild = data["id"] if event in GUILDS_THEMSELVES else data.get("guild_id")
        for session in self.sessions:
            if (intents and not session.intents & intents) or not session.carries(guild):
                continue
            told = (
                self._told(session, data, message) if intents in (GUILD_MESSAGES, DIRECT_MESSAGES) else data
            )
            numbered = session.number(event, told)
            if event == "INTERACTION_CREATE":
                self._carried.setdefault(data["id"], (session, numbered["s"]))
            self._queue.put_nowait((session, numbered))

    def answered(self, interaction: str) -> None:
        """An interaction is answered: its client has read everything up to it."""
        if (sent := self._carried.get(interaction)) is not None:
            session, number = sent
            session.seen = max(session.seen, number)

    def carrier(self, interaction: str) -> int:
        """The shard by which an interaction was sent first."""
        return self._carried[interaction][0].shard[0]

    def _told(self, session: Session, data: JSON, message: Message | None) -> JSON:
        """Without the content's intent others' words are blank, but in DMs and where the bot is named."""
        if message is None or session.intents & MESSAGE_CONTENT or "content" not in data:
            return data
        bot = self._server.world.bot.id
        if "guild_id" not in data or message.author_id == bot or bot in message.mentions:
            return data
        return {**data, "content": "", "embeds": [], "attachments": [], "components": []}

    async def pump(self) -> None:
        """Send what was emitted, in order; runs as long as the server."""
        while True:
            session, message = await self._queue.get()
            if session.socket is not None:
                await session.socket.send(message)
            self._queue.task_done()

    async def _dispatch(self, session: Session, event: str, data: JSON) -> None:
        self._server.hold_to(lambda: spec.check_event(event, data))
        if session.socket is not None:
            await session.socket.send(session.number(event, data))

    async def heard(self) -> None:
        """Wait until every connected client has taken in all that was sent.

        It is asked for a heartbeat, unless it is known: the library sends no more than 110 a minute.
        """
        await self._queue.join()
        for session in self.connected:
            socket, number = session.socket, session.seq
            assert socket is not None
            if session.seen >= number:
                continue
            await socket.send({"op": BEAT, "t": None, "s": None, "d": None})

            def told(session: Session = session, socket: Socket = socket, number: int = number) -> bool:
                return session.socket is not socket or session.seen >= number

            await self._server.until(told, "a heartbeat")

    # -- what a test makes happen to the connection

    async def repeat(self, payload: JSON) -> None:
        """Deliver an interaction once more, as a resume can."""
        self.emit("INTERACTION_CREATE", payload, 0, None)
        await self._queue.join()

    def abort(self, shard: int | None = None) -> None:
        """Break the TCP connection (of one shard) without a word; the session stays, and can be resumed."""
        for session in self.connected:
            if shard not in (None, session.shard[0]):
                continue
            assert session.socket is not None
            session.socket.transport.abort()
            session.socket = None

    async def rewind(self, events: int) -> None:
        """Deliver the last `events` again with new numbers, as Discord does after a lost acknowledgement."""
        for session in self.connected:
            for message in list(session.kept)[-events:]:
                self._queue.put_nowait((session, session.number(message["t"], message["d"])))
        await self._queue.join()

    async def reconnect(self) -> None:
        """Ask the client to come back (opcode 7)."""
        for session in self.connected:
            assert session.socket is not None
            await session.socket.send({"op": RECONNECT, "t": None, "s": None, "d": None})

    async def invalidate(self, *, resumable: bool = False) -> None:
        """INVALID_SESSION: the client comes back, resuming only if it may."""
        for session in self.connected:
            assert session.socket is not None
            await session.socket.send({"op": INVALID, "t": None, "s": None, "d": resumable})
            if not resumable:
                self.sessions.remove(session)

    def forget(self) -> None:
        """Forget sessions whose client is gone, as Discord does after some minutes."""
        self.sessions = [session for session in self.sessions if session.socket is not None]

    async def ready(self, identified: int = 1) -> None:
        """Wait until a bot has identified `identified` times since the server's start, and all its shards
        are connected.

        Raises:
            Unsettled: it did not come.
        """
        await self._server.until(
            lambda: self.identified >= identified and len(self.connected) >= self.shards, "a bot's login"
        )
        if not self.connected:
            raise Unsettled("the bot went away again")
        await self.heard()
