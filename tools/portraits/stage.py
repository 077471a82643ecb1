"""The stage of the scenes: a harness with real maps, players whose answers are kept, and sketches."""

from __future__ import annotations

import asyncio
import tempfile
import time
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from msgspec import structs

from adjudicator import GAMES
from adjudicator.core.language.errors import Refusal
from adjudicator.core.log.chance import sampler
from frontends.discord import DiscordClient
from frontends.discord.ui.format_post import MARKS_A_POST, mark_of
from frontends.discord.ui.items import LONGEST_LABEL, LONGEST_TITLE
from service.api import Service
from service.pictures.render_pool import RenderPool
from service.runtime.worker import Worker
from service.usecases.play import playing, queries
from service.values.posts import Notice
from service.values.records import Message, Post
from tests.fake_discord.people import screen
from tests.fake_discord.people.person import Person
from tests.fake_discord.people.reply import Reply
from tests.fake_discord.server import Server
from tests.fake_discord.state.model import Channel
from tests.fake_discord.state.model import Message as Posted
from tests.harness.clock import later
from tests.harness.discord import DiscordHarness, in_haste, short_chains
from tests.harness.discord_toys import marks
from tests.harness.player import Player, begun
from tests.harness.service import ServiceHarness, service_harness
from tools.portraits.picture import JSON, sketch, sketch_form

ROOM = (LONGEST_TITLE, LONGEST_LABEL)
"""The lengths at which the texts of a form are cut."""


class PortraitHarness(DiscordHarness):
    """A harness whose maps are drawn as they are; Bob reads what Alice reads."""

    def be_at(self, bench: ServiceHarness, render_pool: RenderPool | None = None) -> None:
        super().be_at(bench, render_pool)
        self.worker = Worker(bench.service)
        self.client = DiscordClient(
            self.worker, bench.service.games(), self.settings, guild_ready_timeout=0.05
        )

    async def wait(self, hours: float) -> None:
        """Let time pass, with the umpire running."""
        await self.worker.run(lambda service: later(self.bench, hours))
        await self.settled()

    async def found(self, channel: Channel | None = None) -> int:
        """Find the same by the ids of its buttons, in any language."""
        judge = self.portrayed(self.judge)
        await judge.command("game new", channel, title="Rubicon", referee=self.judge)
        await judge.do("new_found")
        await self.settled()
        return max(campaign.id for campaign in self.bench.service.campaigns())

    async def begun(self, game: str = "julius_caesar", **more: Any) -> int:
        """Return a game in play, with all posts so far delivered, in the language of its readers."""
        campaign = await begun(self, game, **more)
        self.bob.user.locale = self.alice.user.locale

        def shown(service: Service) -> None:
            now = service.channels.shown(campaign)
            assert now is not None
            service.channels.show(structs.replace(now, language=self.language))

        await self.worker.run(shown)
        await self.settled()
        return campaign

    @property
    def language(self) -> str:
        """The language of public posts."""
        return "ja" if self.alice.user.locale == "ja" else "en"

    def portrayed(self, person: Person) -> PortrayedPlayer:
        return PortrayedPlayer(self, person)


def said(t: PortraitHarness, most: int) -> list[Posted]:
    """Show the last messages of the channel that all read, without the status."""
    hidden = [m for m in t.channel.messages if m.ephemeral or m.pinned or m.deleted or m.type == 6]
    return [m for m in t.channel.messages if m not in hidden][-most:]


class PortrayedPlayer(Player):
    """A player of whom pictures are made; their last answer is kept."""

    reply: Reply | None = None

    async def _after(self, reply: Reply) -> Player:
        self.reply = reply
        return await super()._after(reply)

    def item(self, action: str, last: str = "", message: Posted | None = None) -> str:
        """Return the id of the button or menu that does an action, in any language.

        Raises:
            LookupError: there is none.
        """
        shown = message or self.shown
        ids = [str(each.custom_id) for each in (*screen.buttons(shown), *screen.selects(shown))]
        found = [id for id in ids if id.split(":")[1] == action and id.endswith(last)]
        if not found:
            raise LookupError(f"no {action} … {last} among {ids}: {screen.text(shown)}")
        return found[0]

    async def do(self, action: str, last: str = "", message: Posted | None = None) -> Player:
        """Press the button of an action."""
        return await self.press(self.item(action, last, message), message)

    async def choose(self) -> bool:
        """Take the first choice on the order sheet, by a button or in a menu; return False if it has none."""
        buttons = [b for b in screen.buttons(self.shown) if _is(b, "ask") and not b.disabled]
        menus = [m for m in screen.selects(self.shown) if _is(m, "ask")]
        if buttons:
            await self.press(str(buttons[0].custom_id))
        elif menus:
            least = max(1, menus[0].part.get("min_values") or 1)
            await self.pick(menus[0].values[:least], str(menus[0].custom_id))
        return bool(buttons or menus)


def _is(item: screen.Widget, action: str) -> bool:
    """Return true if a button or menu does an action."""
    return str(item.custom_id).split(":")[1] == action


class Portraits:
    """Sketches of what was seen, by name; the same name is sketched once.

    Args:
        harness: where it is seen.
        folder: where the sketches go.
        tail: what their names end with.

    Attributes:
        kinds: of posts, of forms and of panels that were sketched.
        names: what was sketched.
    """

    def __init__(self, harness: PortraitHarness, folder: Path, tail: str = "") -> None:
        self._harness, self._folder, self._tail = harness, folder, tail
        self.kinds: set[str] = set()
        self.names: list[str] = []

    def _path(self, name: str) -> Path | None:
        if name in self.names:
            return None
        self.names.append(name)
        return self._folder / f"{name.replace('/', '-')}{self._tail}.json"

    def shows(
        self, name: str, person: Person, messages: Sequence[Posted], where: Channel | None = None
    ) -> None:
        """Add a picture of a channel, as somebody sees it.

        Raises:
            LookupError: there is nothing.
        """
        if not messages:
            raise LookupError(f"nothing to be seen: {name}")
        if (path := self._path(name)) is not None:
            place = where or self._harness.server.world.channels[messages[0].channel_id]
            sketch(self._harness.server, place, person, path, messages, self._harness.bench.clock.now)
            self.kinds |= {kind for each in messages for kind in self._kinds(each)}

    def _kinds(self, message: Posted) -> list[str]:
        """Return the kinds of posts that a message shows, or of its panel."""
        told = self._told()
        found = [kind for mark in marks(message) for kind in told.get(mark // MARKS_A_POST, ())]
        return found or [f"panel/{str(each.custom_id).split(':')[1]}" for each in screen.buttons(message)]

    def _told(self) -> dict[int, list[str]]:
        """Return the posts that a message shows, by its mark: one command makes one message for a seat."""
        told: dict[int, list[str]] = {}
        first: dict[tuple[int, str, int], int] = {}
        for post in self._posts():
            mark = mark_of(post) // MARKS_A_POST
            if post.audience != "channel" and post.command:
                mark = first.setdefault((post.campaign, post.audience, post.command), mark)
            told.setdefault(mark, []).append(kind_of(post))
        return told

    def _posts(self) -> list[Post]:
        service = self._harness.bench.service
        found: list[Post] = []
        for campaign in [shown.campaign for shown in service.channels.all_shown()]:
            seats = [f"seat/{seat}" for seat in service.status(campaign).campaign.seats]
            found += service.posts(campaign, ["channel", "referee", *seats], 0, 100_000)
        return found

    def panel(self, name: str, player: PortrayedPlayer) -> None:
        """Show the answer that a player has just got, with all that followed it."""
        assert player.reply is not None
        self.shows(name, player.person, player.reply.messages)

    def form(self, name: str, player: PortrayedPlayer) -> None:
        """Show the form that has just opened for a player.

        Raises:
            LookupError: something of it is cut.
        """
        assert player.modal is not None
        self.kinds.add(f"form/{player.modal.data['custom_id'].split(':')[1]}")
        language = "ja" if player.person.user.locale == "ja" else "en"
        if cut := [one for one in _words(player.modal.data) if one.endswith("…") and len(one) in ROOM]:
            raise LookupError(f"a form has no room for {cut}")
        if (path := self._path(name)) is not None:
            sketch_form(player.modal.data, language, path)

    def posts(
        self, name: str, person: Person, kind: str, where: Channel | None = None, most: int = 1
    ) -> None:
        """Show the last messages of posts of a kind ("told", "notice/held") that somebody can read."""
        world = self._harness.server.world
        places = [where] if where is not None else [c for c in world.channels.values() if person.sees(c)]
        found = [m for place in places for m in person.visible(place) if kind in self._kinds(m)]
        self.shows(name, person, sorted(found, key=lambda m: int(m.id))[-most:])


def _words(form: JSON) -> list[str]:
    """Title, labels and notes of a form, which the platform gives little room."""
    named = [top[name] for top in form["components"] for name in ("label", "description") if name in top]
    return [form["title"], *named]


def kind_of(post: Post) -> str:
    """Return the kind of a post, and its audience: "notice/held", "receipt/seat"."""
    about = ""
    if isinstance(post.content, Notice):
        about = post.content.what
    elif post.kind == "picture":
        about = str(post.content.__struct_config__.tag)
    audience = post.audience.partition("/")[0]
    return "/".join(part for part in (post.kind, about, "" if audience == "channel" else audience) if part)


Scene = Callable[[PortraitHarness, Portraits], Awaitable[None]]


@asynccontextmanager
async def staged(
    folder: Path, locale: str, tail: str = "", *, anew: bool = False
) -> AsyncIterator[tuple[PortraitHarness, Portraits]]:
    """Yield portraits with the bot signed in, in the language of a locale. `anew`: no cached map."""
    home = Path(tempfile.mkdtemp())
    with short_chains(), in_haste(), service_harness(home / "tabellarius.sqlite", GAMES) as found:
        found.clock.now = int(time.time())
        async with Server(real_time=True) as server:
            t = PortraitHarness(server, found, home)
            if anew:
                t.settings = structs.replace(t.settings, maps=home / "maps")
                t.be_at(found)
            for person in (t.alice, t.bob, t.judge):
                person.user.locale = locale
            async with t.running():
                yield t, Portraits(t, folder, tail)
                await t.settled()
            await t.worker.close()


def play(scene: Scene, folder: Path, locale: str, tail: str, *, anew: bool = False) -> set[str]:
    """Play a scene; return the kinds that were sketched."""

    async def run() -> set[str]:
        async with staged(folder, locale, tail, anew=anew) as (t, portraits):
            try:
                await scene(t, portraits)
            except Exception:  # what follows it while the harness is closed would hide it
                traceback.print_exc()
                raise
        return portraits.kinds

    return asyncio.run(run())


async def played_to(t: DiscordHarness, campaign: int, rule: str, seat: str = "") -> str:
    """Let both seats do as little as possible until one of them, or `seat`, is asked by a rule; return it."""

    def on(service: Service) -> str:
        for n in range(200):
            asked = service.asked(campaign)[0]
            if asked.rule == rule and seat in ("", asked.seat):
                return asked.seat
            by = Message("", service.status(campaign).members[asked.seat].user)
            try:
                service.do(by, campaign, playing.order, asked.seat, "end", "en")
            except Refusal:
                pending = service.look(campaign, queries.pending, asked.seat)
                assert pending is not None
                service.do(by, campaign, playing.submit, asked.seat, pending.choice.sample(sampler(n)))
        raise AssertionError(f"nobody was asked by {rule}")

    found = await t.worker.run(on)
    await t.settled()
    return found
