"""The test server: Discord's HTTP API v10 and its gateway on loopback, for an unmodified discord.py."""

from __future__ import annotations

import asyncio
import json
import traceback
from collections.abc import Callable
from typing import Any

from aiohttp import web

from tests.fake_discord.faults import NAMED, Fault, Faults
from tests.fake_discord.gateway import Gateway
from tests.fake_discord.http import (
    forms,
    routes_commands,
    routes_emojis,
    routes_messages,
    routes_people,
    routes_threads,
)
from tests.fake_discord.http.operations import HANDLERS, OPERATIONS, Answer, Ask
from tests.fake_discord.people.person import Person
from tests.fake_discord.problems import Problem, Unsettled
from tests.fake_discord.schemas import spec
from tests.fake_discord.schemas.spec import Breach
from tests.fake_discord.state.interactions import PATIENCE, Interaction, Interactions
from tests.fake_discord.state.model import Channel, Guild, Overwrite, Role
from tests.fake_discord.state.permissions import bits
from tests.fake_discord.state.world import GUILD_MEMBERS, World
from tests.fake_discord.traffic import Exchange, Traffic

JSON = dict[str, Any]

TOKEN = "token-of-the-test-bot"

TURN = 0.002
"""Seconds for a bot in another process to come to something."""

OPEN = frozenset({"get_gateway", "create_interaction_response"})
"""Operations that need no bot's token; the webhooks' are open too, their token is in the path."""

FORM = frozenset({50035, 50006, 50109, 40005, 30032})
"""Refusals that say that the bot sent what can never be right."""

_MODULES = (routes_commands, routes_emojis, routes_messages, routes_people, routes_threads)
assert set(HANDLERS) == OPERATIONS, OPERATIONS ^ set(HANDLERS)


class Server:
    """One Discord: `async with Server() as server`. Leaving checks that nobody broke the rules."""

    def __init__(
        self, *, real_time: bool = False, patience: float = PATIENCE, granted: int = 0, keep: bool = True
    ) -> None:
        """A server that does not listen yet.

        `real_time`: ids tell the time of day; `patience`: seconds to a first answer; `granted`: privileged
        intents that the application has; `keep` False: for a long bench, keep no files, bodies and sights.
        """
        self.world = World(real_time=real_time, keep=keep)
        self.interactions = Interactions(self.world, patience)
        self.gateway = Gateway(self)
        self.faults = Faults()
        self.traffic = Traffic(keep=keep)
        self.commands: dict[str | None, list[JSON]] = {}
        """Application commands: the global ones under None, others by guild."""
        self.registrations = 0
        self.breaches: list[str] = []
        """Breaches of the specification, by the bot or by this server."""
        self.busy: list[Callable[[], bool]] = []
        """Functions that return true while other work is still going on."""
        self.longest = 60.0
        """Seconds that anything is waited for while the bot makes no request; each begins them anew."""
        self.token = TOKEN
        self.granted = granted
        self.people: dict[str, Person] = {}
        self._flying = 0
        self._waiters: list[asyncio.Future[None]] = []
        self._runner: web.AppRunner | None = None
        self._pump: asyncio.Task[None] | None = None
        self.world.emit = self.gateway.emit

    # -- running

    async def start(self, port: int = 0) -> str:
        """Listen on loopback; 0 takes any free port. Gives the address, such as "http://127.0.0.1:40123"."""
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_get("/cdn/{path:.*}", self._cdn)
        app.router.add_route("*", "/api/v10/{path:.*}", self._api)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        number = self._runner.addresses[0][1]
        self.world.base = f"http://127.0.0.1:{number}"
        self._pump = asyncio.create_task(self.gateway.pump())
        return self.world.base

    @property
    def base(self) -> str:
        return self.world.base

    @property
    def warnings(self) -> list[str]:
        """Warn of what is allowed but hardly meant: a picture that no component shows, a nonce used twice."""
        return self.world.warnings

    @property
    def gateway_url(self) -> str:
        return f"{self.base.replace('http', 'ws', 1)}/gateway"

    @property
    def sees_members(self) -> bool:
        return bool(self.granted & GUILD_MEMBERS)

    async def stop(self) -> None:
        self.faults.clear()
        if self._pump is not None:
            self._pump.cancel()
        if self._runner is not None:
            await self._runner.cleanup()

    async def __aenter__(self) -> Server:
        await self.start()
        return self

    async def __aexit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        await self.stop()
        if error is None:
            self.check()
        elif self.breaches:
            error.add_note("on the wire: " + "\n".join(self.breaches))

    def check(self) -> None:
        """Fail if anything on the wire was against the specification.

        Raises:
            Breach: with all that was.
        """
        if self.breaches:
            raise Breach("\n".join(self.breaches))

    def breach(self, text: str) -> None:
        self.breaches.append(text)
        self.changed()

    def hold_to(self, check: Callable[[], None]) -> None:
        try:
            check()
        except Breach as error:
            self.breach(f"gateway: {error}")

    # -- HTTP

    async def _cdn(self, request: web.Request) -> web.Response:
        found = self.world.files.get("/" + request.match_info["path"])
        if found is None:
            return web.Response(status=404)
        return web.Response(body=found[1], content_type=found[0])

    async def _api(self, request: web.Request) -> web.Response:
        self._flying += 1
        try:
            status, body = await self._exchange(request)
        finally:
            self._flying -= 1
            self.changed()
        headers = {"Via": "1.1 test"} if status == 429 else {}
        if body is None:
            return web.Response(status=status, headers=headers)
        # The client takes JSON for JSON only if the type is exactly this.
        headers["Content-Type"] = "application/json"
        return web.Response(status=status, body=json.dumps(body).encode(), headers=headers)

    async def _exchange(self, request: web.Request) -> Answer:
        path = "/" + request.match_info["path"]
        found = spec.find(request.method, path)
        if found is None:
            self.breach(f"{request.method} {path}: no such operation, or none that is modelled")
            return 404, {"code": 0, "message": "404: Not Found"}
        operation, names = found
        try:
            body, files = await forms.read(request)
            query = dict(request.query)
            operation.check_request(names, query, body)
        except Breach as error:
            self.breach(f"bot: {error}")
            return 400, {
                "code": 50035,
                "message": "Invalid Form Body",
                "errors": {"_errors": [{"message": str(error)}]},
            }
        except Problem as problem:
            self.breach(f"bot: {operation.name}: {problem}")
            return problem.status, problem.body()
        keep = self.traffic.keep
        sent = {name: data for name, _, data in files.values()} if keep else {}
        now = asyncio.get_running_loop().time
        number = len(self.traffic.exchanges)
        kept = body if keep else None
        one = Exchange(number, operation.name, request.method, path, query, kept, sent, now())
        self.traffic.exchanges.append(one)
        ask = Ask(self, names, query, body, files)
        one.status, answer = await self._with_faults(operation, request, ask)
        one.answer = answer if keep else None
        one.ended = now()
        return one.status, answer

    async def _with_faults(self, operation: spec.Operation, request: web.Request, ask: Ask) -> Answer:
        open_ = operation.name in OPEN or "webhook" in operation.name
        if not open_ and request.headers.get("Authorization") != f"Bot {self.token}":
            return 401, {"code": 0, "message": "401: Unauthorized"}
        fault = self.faults.meet(operation.name, ask.path)
        if fault is None:
            return self._handled(operation, ask)
        done: Answer | None = self._handled(operation, ask) if fault.applied else None
        if fault.gate is not None:
            await self._at_gate(fault)
        if fault.status:
            return fault.status, fault.body or None
        return done or self._handled(operation, ask)

    async def _at_gate(self, fault: Fault) -> None:
        assert fault.gate is not None and fault.reached is not None
        fault.reached.set()
        self._flying -= 1  # What a test holds back does not keep it waiting.
        self.changed()
        try:
            await fault.gate.wait()
        finally:
            self._flying += 1

    def _handled(self, operation: spec.Operation, ask: Ask) -> Answer:
        try:
            status, body = HANDLERS[operation.name](ask)
        except Problem as problem:
            if problem.code in FORM:
                self.breach(f"bot: {operation.name}: {problem}")
            status, body = problem.status, problem.body()
        except Exception:  # noqa: BLE001 - a fault of this server fails the test, and must not look like Discord's
            self.breach(f"server: {operation.name}: {traceback.format_exc()}")
            return 503, {"code": 0, "message": "the test server failed"}
        try:
            operation.check_response(status, body)
        except Breach as error:
            self.breach(f"server: {error}")
        return status, body

    # -- waiting

    def changed(self) -> None:
        """Wake those who wait for something."""
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def until(
        self, reached: Callable[[], bool], what: str = "that", within: float | None = None
    ) -> None:
        """Wait until `reached()`; it is asked again after all that happens here.

        Raises:
            Unsettled: not `within` that many seconds (None: `longest` without a request); with what is still
                going on.
        """
        loop = asyncio.get_running_loop()
        since, made = loop.time(), len(self.traffic.exchanges)
        while not reached():
            if within is None and len(self.traffic.exchanges) > made:
                since, made = loop.time(), len(self.traffic.exchanges)
            if loop.time() > since + (self.longest if within is None else within):
                raise Unsettled(f"waited for {what} in vain; {self.state()}")
            waiter: asyncio.Future[None] = loop.create_future()
            self._waiters.append(waiter)
            # What no event here tells (a bot's own work, three seconds gone) is looked at now and then.
            await asyncio.wait([waiter], timeout=0.02)
            self.interactions.lapse()

    def state(self) -> str:
        waiting = [f"{one.type} of {one.user.shown}" for one in self.interactions.waiting()]
        last = [f"{each.operation} {each.status}" for each in self.traffic.exchanges[-5:]]
        return (
            f"{self._flying} requests in flight, interactions waiting: {waiting}, "
            f"{len(self.gateway.connected)} connected, last: {last}, breaches: {self.breaches}"
        )

    def idle(self) -> bool:
        return not self._flying and not self.interactions.waiting() and not any(busy() for busy in self.busy)

    async def quiet(self) -> None:
        """Wait until the bot has taken in all that happened and nothing is going on any more.

        That is: no request in flight, no interaction unanswered or "thinking", nothing in `busy`, and every
        client is known to have read all that was sent: by its answer to the last of it, or by a heartbeat.
        """
        while True:
            await self.until(self.idle, "quiet")
            count = len(self.traffic.exchanges)
            for _ in range(2):
                await self.gateway.heard()
                for _ in range(20):
                    await asyncio.sleep(0)  # A turn of the loop each for the bot's tasks.
                await asyncio.sleep(TURN)
            if self.idle() and len(self.traffic.exchanges) == count:
                return

    # -- people and places

    def user(self, name: str, *, locale: str = "en-US", guild: Guild | None = None) -> Person:
        """The person of that name, made at the first call, and in `guild` (else in every guild there is)."""
        if name not in self.people:
            self.people[name] = Person(self, self.world.add_user(name, locale=locale))
            for each in [guild] if guild is not None else self.world.guilds.values():
                self.world.join(each, self.people[name].user)
        return self.people[name]

    def grant(self, person: Person, guild: Guild, role: Role) -> None:
        """Give the person a role."""
        guild.members[person.id].roles.append(role.id)

    def forbid(self, channel: Channel, *names: str) -> None:
        """Take permissions from the bot in a channel (a thread's are its parent's): "pin_messages", ..."""
        self._overwrite(channel, bits(names), denied=True)

    def permit(self, channel: Channel, *names: str) -> None:
        self._overwrite(channel, bits(names), denied=False)

    def _overwrite(self, channel: Channel, mask: int, *, denied: bool) -> None:
        place = self.world.channels[channel.parent_id] if channel.is_thread and channel.parent_id else channel
        mine = place.overwrites.setdefault(self.world.bot.id, Overwrite(self.world.bot.id, 1))
        mine.deny = mine.deny | mask if denied else mine.deny & ~mask
        mine.allow = mine.allow & ~mask
        self.world.changed_channel(place)

    # -- what goes wrong

    def fail(
        self,
        operation: str,
        *,
        status: int | None = None,
        code: int = 0,
        times: int | None = 1,
        applied: bool = False,
        where: Callable[[JSON], bool] | None = None,
    ) -> Fault:
        """Have an operation answered with an error: by Discord's `code` alone, or by an HTTP status.

        `applied`: it takes effect, and only the answer is lost. `times` None: until `faults.remove`.
        """
        known, words = NAMED.get(code, (status or 500, f"{status}: failed"))
        body: JSON = {"code": code, "message": words}
        if (status or known) == 429:
            body |= {"retry_after": 0.01, "global": False}
        return self.faults.add(Fault(operation, status or known, body, times, applied, where))

    def limit(
        self, operation: str, *, retry_after: float = 0.05, times: int = 1, everywhere: bool = False
    ) -> Fault:
        """429, with the seconds to wait."""
        body = {
            "code": 0,
            "message": "You are being rate limited.",
            "retry_after": retry_after,
            "global": everywhere,
        }
        return self.faults.add(Fault(operation, 429, body, times))

    def hold(
        self,
        operation: str,
        *,
        applied: bool = False,
        times: int | None = 1,
        where: Callable[[JSON], bool] | None = None,
    ) -> Fault:
        """Hold requests back until `fault.gate.set()`; `await fault.reached.wait()` tells that one came."""
        gate, reached = asyncio.Event(), asyncio.Event()
        fault = Fault(operation, 0, {}, times, applied, where, gate=gate, reached=reached)
        return self.faults.add(fault)

    def give_up(self) -> list[Interaction]:
        """Let everything that is unanswered fail at once: for a test that killed the bot."""
        lost = self.interactions.waiting()
        for one in lost:
            one.failed = "The application did not respond"
        self.gateway.forget()
        self.changed()
        return lost
