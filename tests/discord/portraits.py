"""The pictures of a channel that the documents show: one game, played up to its first battle.

    python -m tests.discord.portraits docs/images .venv/portraits/bin/python

The second word is a Python with simcord, as README.md beside this says. Not a part of the suite.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from msgspec import structs
from PIL import Image

from adjudicator import GAMES
from adjudicator.core.chance import sampler
from adjudicator.core.errors import Refusal
from desk.clerk import Clerk
from desk.discord import Umpire
from desk.records import Message
from desk.service import Desk
from tests.desk.desks import Bench, bench
from tests.discord.mouth import Hall, short_chains
from tests.discord.player import Player
from tests.discord.portrait import DESKTOP, PHONE, portrait
from tests.discord.wire import screen
from tests.discord.wire.model import Channel
from tests.discord.wire.model import Message as Posted
from tests.discord.wire.server import Server

QUALITY = 82
USED = 700
"""Pixels of a wide picture, from the left, in which something stands."""


class Studio(Hall):
    """A hall whose maps are drawn as they are, and anew."""

    def be_at(self, bench: Bench) -> None:
        super().be_at(bench)
        self.settings = structs.replace(self.settings, maps=self.folder / "maps")
        self.clerk = Clerk(bench.desk)
        self.umpire = Umpire(self.clerk, bench.desk.office.games, self.settings, guild_ready_timeout=0.05)


class Painter:
    """Draws what a person sees.

    Args:
        hall: where.
        folder: where the pictures go.
        tail: what their names end with.
        python: an interpreter with simcord.
    """

    def __init__(self, hall: Hall, folder: Path, tail: str, python: str) -> None:
        self._hall, self._folder, self._tail, self._python = hall, folder, tail, python

    async def draw(
        self, name: str, who: Player, shown: list[Posted], size: tuple[int, int], where: Channel | None = None
    ) -> None:
        """One picture of some messages, as WebP."""
        server, channel = self._hall.server, where or self._hall.channel
        target = self._folder / f"discord-{name}{self._tail}.webp"
        with tempfile.TemporaryDirectory() as folder:
            png = Path(folder) / "shot.png"
            await portrait(server, channel, who.person, png, *size, messages=shown, python=self._python)
            shot = Image.open(png).convert("RGB")
            shot.crop((0, 0, min(shot.width, USED), shot.height)).save(target, quality=QUALITY, method=6)


def item(message: Posted, action: str, last: str = "") -> str:
    """The id of the button or menu of a message that does an action."""
    both = [*screen.buttons(message), *screen.selects(message)]
    ids = [str(each.custom_id) for each in both]
    return next(id for id in ids if id.split(":")[1] == action and id.endswith(last))


async def played_to(t: Hall, campaign: int, rule: str) -> str:
    """Let both seats do as little as they may until one of them is asked by a rule; gives his seat."""

    def on(desk: Desk) -> str:
        for n in range(60):
            asked = desk.asked(campaign)[0]
            if asked.rule == rule:
                return asked.seat
            by = Message("", desk.status(campaign).members[asked.seat].user)
            try:
                desk.order(by, campaign, asked.seat, "end", "en")
            except Refusal:
                pending = desk.pending(campaign, asked.seat)
                assert pending is not None
                desk.submit(by, campaign, asked.seat, pending.choice.sample(sampler(n)))
        raise AssertionError(f"nobody was asked by {rule}")

    found = await t.clerk.do(on)
    await t.settled()
    return found


async def _attack(t: Hall, campaign: int, caesar: Player) -> None:
    """The order as far as its preview; it is given by whoever draws that."""
    seat = await played_to(t, campaign, "6.1")
    if seat != "caesar":
        await t.clerk.do(
            lambda desk: desk.order(Message("", f"discord/{t.bob.id}"), campaign, seat, "end", "en")
        )
        assert await played_to(t, campaign, "6.1") == "caesar"
    await caesar.orders()
    for last in ("move", "narbo", "tarraco", "*all"):
        await caesar.press(item(caesar.shown, "ask", last))
    await t.settled()


async def scenes(t: Hall, painter: Painter) -> None:
    """The game, and a picture wherever there is something to be seen."""
    caesar, pompey, judge = Player(t, t.alice), Player(t, t.bob), Player(t, t.judge)
    await judge.command("game new", title="Rubicon", referee=t.judge)
    await judge.pick(["day"], item(judge.shown, "new_pace"))
    await t.settled()
    await painter.draw("new", judge, [judge.shown], (DESKTOP, 690))
    await judge.press(item(judge.shown, "new_found"))
    await t.settled()
    for player, seat in ((caesar, "caesar"), (pompey, "pompey")):
        await player.press(item(t.status, "join", seat), t.status)
        await t.settled()
    dm = t.alice.dm_channel
    await painter.draw("hand", caesar, dm.messages[-2:], (PHONE, 560), dm)
    campaign = t.bench.desk.campaigns()[0].id
    await _attack(t, campaign, caesar)
    await painter.draw("order", caesar, [caesar.shown], (PHONE, 720))
    await caesar.press(item(caesar.shown, "ask_give"))
    fights = await played_to(t, campaign, "7.2")
    fighter = caesar if fights == "caesar" else pompey
    await fighter.orders()
    await painter.draw("sheet", fighter, [fighter.shown], (PHONE, 560))
    seen = [m for m in t.channel.messages if screen.pictures(m) and not m.ephemeral]
    await painter.draw("channel", caesar, [t.status, seen[-1]], (DESKTOP, 1420))
    await fighter.command("order", line="fire")
    await t.settled()
    thread = caesar.person.threads(t.channel)[-1]
    await painter.draw("dice", caesar, thread.messages[-2:], (PHONE, 640), thread)


async def main(folder: Path, python: str) -> None:
    """Play it in English, and once more in Japanese."""
    for tail, locale in (("", "en-US"), ("-ja", "ja")):
        home = Path(tempfile.mkdtemp())
        with short_chains(), bench(home / "desk.sqlite", GAMES) as found:
            found.clock.now = int(time.time())
            async with Server(real_time=True) as server:
                t = Studio(server, found, home)
                for person in (t.alice, t.bob, t.judge):
                    person.user.locale = locale
                async with t.running():
                    await scenes(t, Painter(t, folder, tail, python))
                    await t.settled()
                await t.clerk.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
