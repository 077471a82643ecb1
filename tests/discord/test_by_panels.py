"""Orders at random by panels alone, in each game: none ends nowhere; how many presses an order takes.

`TESTS_STEPS=300 pytest -n 0 -s -m byhand tests/discord/test_by_panels.py` prints the figures.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct, field

from adjudicator import GAMES
from service.pictures.drawing import Drawing, Picture, render
from tests.discord.year import has
from tests.fake_discord.people import screen
from tests.fake_discord.server import Server
from tests.harness.discord import DiscordHarness, Sketchers, in_haste, short_chains
from tests.harness.player import Player, begun
from tests.harness.service import SHEETS, service_harness

STEPS = int(os.environ.get("TESTS_STEPS", "300"))
SEED = int(os.environ.get("TESTS_SEED", "1"))
DRAWN = 20
"""Of so many orders one has its pictures drawn."""
MOST_GAMES = 8
"""The games that are begun at most, if those before end early."""
LONG, RESTART, MOST_PRESSES = 10, 20, 120
"""Presses after which a list is ended as soon as it may be; after which it is begun anew; and after which an
order is taken to have no end.
"""
ASK, GIVE, TYPE = ("t:ask:", "t:ask_give_all:"), "t:ask_give:", "t:ask_type:"
MENUS = ("s:ask:", "s:ask_first:")
AGAIN = "t:ask_again:"
ENDS = (":suggest", ":*done", ":*all", ":*none")
NOTHING = "there is nothing to pick here"


class EverySo(Sketchers):
    """Pictures are drawn while that is wanted, else stubbed."""

    draws = False
    drawn = 0

    def draw(self, drawing: Drawing, cache: Path | None = None) -> Picture:
        if not self.draws:
            return super().draw(drawing, cache)
        self.drawn += 1
        return render(drawing, SHEETS)


class Walked(Struct):
    """What came of the orders.

    Attributes:
        presses: of each order, the opening of the sheet among them.
        dead: pages from which nothing led on.
        refused: orders that were whole, and could not be given.
        mended: picks that were refused at once, with the reason.
        restarted: lists that could not be ended as they were, and were begun anew.
        rules: how often each was asked.
    """

    presses: list[int] = field(default_factory=list)
    dead: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    mended: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    restarted: int = 0


async def picked(p: Player, chance: random.Random, *, ends: bool) -> bool:
    """Press, pick or type one thing of the page at random, or what `ends` it; false if there is nothing."""
    pressed = [
        str(b.custom_id)
        for b in screen.buttons(p.shown)
        if (b.custom_id or "").startswith(ASK) and not b.disabled
    ]
    menus = [m for m in screen.selects(p.shown) if (m.custom_id or "").startswith(MENUS)]
    ways: list[Any] = [*pressed, *menus]
    if ways:
        last = [id for id in pressed if id.endswith(ENDS)] if ends else []
        way = last[0] if last else chance.choice(ways)
        if isinstance(way, str):
            await p.press(way)
            return True
        least, most = way.part.get("min_values", 1), way.part.get("max_values", 1)
        values = chance.sample(way.values, chance.randint(least, min(most, len(way.values))))
        await p.pick(values, str(way.custom_id))
        return True
    typing = [str(b.custom_id) for b in screen.buttons(p.shown) if (b.custom_id or "").startswith(TYPE)]
    if not typing or NOTHING in p.text:
        return False
    await p.press(typing[0])
    assert p.modal is not None
    note = " ".join(p.modal.labels)
    numbers = [int(word) for word in note.replace("From", "").split() if word.isdigit()]
    await p.fill({"said": str(chance.randint(numbers[0], numbers[1])) if len(numbers) == 2 else "so be it"})
    return True


async def ordered(t: DiscordHarness, campaign: int, p: Player, chance: random.Random, walked: Walked) -> None:
    """Give one order by panels."""
    begun = t.bench.service.campaign(campaign).n
    presses = 1
    await p.orders()
    while t.bench.service.campaign(campaign).n == begun:
        if presses > MOST_PRESSES:
            walked.dead.append(f"no end: {p.text}")
            break
        presses += 1
        if has(p, "ask_give"):
            whole = p.text
            (give,) = [str(b.custom_id) for b in screen.buttons(p.shown) if (b.custom_id or "")[:11] == GIVE]
            await p.press(give)
            if t.bench.service.campaign(campaign).n == begun:
                walked.refused.append(f"{whole}\n => {p.text}")
                break
        elif presses % RESTART == 0 and has(p, "ask_again"):
            walked.restarted += 1
            await p.press(
                next(str(b.custom_id) for b in screen.buttons(p.shown) if AGAIN in str(b.custom_id))
            )
        elif not await picked(p, chance, ends=presses % RESTART > LONG or chance.random() < 0.1):
            walked.dead.append(p.text)
            again = [b for b in screen.buttons(p.shown) if AGAIN in str(b.custom_id)]
            if again:
                await p.press(str(again[0].custom_id))
            break
        elif "⛔" in p.text and t.bench.service.campaign(campaign).n == begun:
            walked.mended[next(line for line in p.text.splitlines() if "⛔" in line)[:160]] += 1
    else:
        walked.presses.append(presses)


async def walk(t: DiscordHarness, pool: EverySo, game: str, seed: int, walked: Walked) -> None:
    """Give orders by whoever is asked, `STEPS` with those of games before; now and then who is not asked
    looks, too.
    """
    campaign, chance = await begun(t, game), random.Random(f"{game} {seed}")
    seats = t.bench.service.status(campaign).campaign.seats
    players = {seat: Player(t, one) for seat, one in zip(seats, (t.alice, t.bob), strict=True)}
    for n in range(STEPS - len(walked.presses)):
        waiting = t.bench.service.asked(campaign)
        if not waiting:
            break
        asked = chance.choice(waiting)
        walked.rules[asked.rule] += 1
        pool.draws = n % DRAWN == 0
        await ordered(t, campaign, players[asked.seat], chance, walked)
        if len(walked.dead) + len(walked.refused) > 20:
            break
        idle = players[next(seat for seat in seats if seat != asked.seat)]
        if n % 5 == 0:
            await idle.orders()
            if NOTHING in idle.text:
                walked.dead.append(f"not asked: {idle.text}")
    pool.draws = False
    await t.settled()


@pytest.mark.byhand
@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_panel_ends_nowhere_and_no_draft_is_refused(game: str, tmp_path: Path) -> None:
    walked, pool = Walked(), EverySo()

    async def run(folder: Path, seed: int) -> None:
        with short_chains(), in_haste(), service_harness(folder / "t.sqlite", GAMES) as found:
            async with Server() as server:
                t = DiscordHarness(server, found, folder)
                t.be_at(found, pool)
                async with t.running():
                    await walk(t, pool, game, seed, walked)
                await t.worker.close()

    for seed in range(SEED, SEED + MOST_GAMES):
        (folder := tmp_path / str(seed)).mkdir()
        asyncio.run(run(folder, seed))
        if len(walked.presses) + len(walked.dead) + len(walked.refused) >= STEPS:
            break
    n = len(walked.presses)
    nine = sorted(walked.presses)[max(0, n * 9 // 10 - 1)]
    print(
        f"{game}: {n} orders, {pool.drawn} pictures drawn; presses: median "
        f"{statistics.median(walked.presses):g}, nine of ten {nine}, most {max(walked.presses)}; "
        f"{len(walked.dead)} dead ends, {len(walked.refused)} drafts refused, "
        f"{walked.mended.total()} picks refused at once, {walked.restarted} lists begun anew"
    )
    print(f"  asked by: {dict(walked.rules.most_common())}")
    for kind, told in (("dead end", walked.dead), ("refused", walked.refused)):
        for one in told:
            print(f"--- {kind}: {one}")
    for line, times in walked.mended.most_common():
        print(f"  {times} × {line}")
    assert pool.drawn > 0 and (walked.dead, walked.refused) == ([], [])
