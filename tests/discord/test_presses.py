"""How many presses an order takes for somebody who knows what they want, in each game.

The orders are those of the computer and others at random; each is given by the shortest way of the panels:
the opening of the sheet is a press, a form two. `TESTS_STEPS=300 pytest -n 0 -s -m byhand
tests/discord/test_presses.py` prints the figures.
"""

from __future__ import annotations

import asyncio
import os
import statistics
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from adjudicator import GAMES
from adjudicator.core import Choice
from adjudicator.core.choices.choice import Reader
from adjudicator.core.choices.forms import Menu
from adjudicator.core.log.chance import sampler
from frontends.discord.orders import panel_state, whole_step
from frontends.discord.orders.panel_page import fits_form, safe
from frontends.discord.orders.panel_state import Panel, opened
from service.api import Service
from service.usecases.play import playing, queries, suggesting
from service.values import records
from service.values.records import Message
from service.wizard.filled import End
from service.wizard.options import passages_of
from service.wizard.step import Built, Step
from service.wizard.walk import Asked, Walk
from tests.fake_discord.people import screen
from tests.fake_discord.server import Server
from tests.harness.discord import DiscordHarness, Sketchers, in_haste, short_chains
from tests.harness.player import Player, begun
from tests.harness.service import service_harness

STEPS = int(os.environ.get("TESTS_STEPS", "300"))
MOST_GAMES, MOST, LONGEST = 12, 60, 400
NINE = {"julius_caesar": 6, "belisarius": 6, "ancient_world": 6, "ottomans": 6}
"""The presses that nine of ten orders take at most."""
MOST_OF_REACTIONS = 6
"""The presses that an interception and losses take at most."""


class Lost(AssertionError):
    """Raised if a legal order cannot be built by panels."""


class Giver:
    """A person who gives one order.

    Args:
        t: the server.
        campaign: the game.
        player: who gives it.
        seat: theirs.
        answer: what they want.
    """

    def __init__(self, t: DiscordHarness, campaign: int, player: Player, seat: str, answer: Any) -> None:
        self._t, self._campaign, self._player, self._seat, self._answer = t, campaign, player, seat, answer
        self._begun = t.bench.service.campaign(campaign).n
        self.presses = 1

    @property
    def done(self) -> bool:
        return self._t.bench.service.campaign(self._campaign).n > self._begun

    async def give(self) -> None:
        """Give the order.

        Raises:
            Lost: if there is no way.
        """
        await self._player.orders()
        if await self._t.worker.run(self._is_suggested):
            await self._press("t:ask_suggested:")
        while not self.done:
            if self.presses > MOST:
                raise Lost(self._player.text)
            await self._go(await self._t.worker.run(self._look))

    def _is_suggested(self, service: Service) -> bool:
        """Return true if the answer is the one that is suggested."""
        found = service.look(self._campaign, suggesting.suggestion, self._seat, "en")
        pending = service.look(self._campaign, queries.pending, self._seat)
        assert pending is not None
        reader = Reader(service.game(self._campaign).lexicon)
        return found is not None and found.text == pending.choice.write(self._answer, reader)

    def _look(self, service: Service) -> Panel:
        user = f"discord/{self._player.person.id}"
        found = panel_state.present(service, user, self._campaign, self._seat, "en")
        assert found is not None
        return found

    async def _press(self, start: str, end: str = "") -> None:
        for each in screen.buttons(self._player.shown):
            id = str(each.custom_id)
            if id.startswith(start) and id.endswith(end) and not each.disabled:
                self.presses += 1
                await self._player.press(id)
                return
        raise Lost(f"no {start}…{end} in {self._player.labels}\n{self._player.text}")

    async def _pick(self, values: list[str]) -> None:
        """Press the button of a value, or pick from the menu, on whatever page it is."""
        for _ in range(12):
            if len(values) == 1:
                for each in screen.buttons(self._player.shown):
                    if str(each.custom_id).startswith("t:ask:") and str(each.custom_id).endswith(
                        f":{safe(values[0])}"
                    ):
                        self.presses += 1
                        await self._player.press(str(each.custom_id))
                        return
            for menu in screen.selects(self._player.shown):
                if str(menu.custom_id).startswith("s:ask:") and set(values) <= set(menu.values):
                    self.presses += 1
                    await self._player.pick(values, str(menu.custom_id))
                    return
            onward = [
                b for b in screen.buttons(self._player.shown) if b.label.endswith("▸") and not b.disabled
            ]
            if not onward:
                break
            self.presses += 1
            await self._player.press(str(onward[0].custom_id))
        raise Lost(f"no {values} in {self._player.labels}\n{self._player.text}")

    async def _go(self, at: Panel) -> None:
        now = at.now
        if isinstance(now, Built):
            if now.answer != self._answer:
                raise Lost(f"built {now.answer}, not {self._answer}")
            await self._press("t:ask_give:")
            return
        whole = panel_state.with_all(at)
        if whole is not None and isinstance(whole.now, Built) and whole.now.answer == self._answer:
            await self._press("t:ask_give_all:")
            return
        wanted = target(at.subject.choice, self._answer, at)
        await self._step(at, now, wanted)

    async def _step(self, at: Panel, now: Step, wanted: Any) -> None:
        last = at.filled.picks[-1] if at.filled else None
        if now.kind in ("one", "number") and isinstance(wanted, dict) and "pick" not in wanted:
            wanted = wanted.get(last, 0) if isinstance(last, str) else wanted
        match now.kind:
            case "one":
                if isinstance(wanted, dict) and "pick" in wanted:
                    await self._verb(at, wanted)
                else:
                    await self._pick([str(wanted)])
            case "number":
                await self._number(int(wanted))
            case "text":
                await self._type(str(wanted))
            case "some":
                await self._some(at, now, wanted)
            case "shares" | "places":
                await self._form(at, now, wanted)
            case "way":
                await self._way(at, wanted)

    async def _verb(self, at: Panel, wanted: Mapping[str, Any]) -> None:
        verb = str(wanted["pick"])
        for menu in screen.selects(self._player.shown):
            id = str(menu.custom_id)
            if id.startswith("s:ask_first:") and id.endswith(f":{safe(verb)}"):
                after = panel_state.led(at, verb)
                first = target(at.subject.choice, self._answer, after)
                first = first["pick"] if isinstance(first, dict) and "pick" in first else first
                if isinstance(first, str) and first in menu.values:
                    self.presses += 1
                    await self._player.pick([first], id)
                    return
        await self._pick([verb])

    async def _number(self, n: int) -> None:
        try:
            await self._pick([str(n)])
        except Lost:
            await self._type(str(n))

    async def _type(self, text: str) -> None:
        await self._press("t:ask_type:")
        self.presses += 1
        await self._player.fill({"said": text})

    async def _some(self, at: Panel, now: Step, wanted: list[str]) -> None:
        ids = [one.id for one in opened(now)]
        buttons = {one.id for one in now.buttons if one.bar is None}
        if not wanted and End.NONE in buttons:
            await self._pick([End.NONE])
        elif End.ALL in buttons and sorted(wanted) == sorted(ids) and (not now.ordered or wanted == ids):
            await self._pick([End.ALL])
        elif at.is_gathered:
            left = [one for one in wanted if one not in at.picked]
            if not left:
                await self._pick([End.DONE])
                return
            menus = [m for m in screen.selects(self._player.shown) if set(left) & set(m.values)]
            fit = [one for one in left if menus and one in menus[0].values]
            await self._pick(fit if fit and not now.ordered else left[:1])
        else:
            await self._pick(list(wanted))

    async def _form(self, at: Panel, now: Step, wanted: Mapping[str, Any]) -> None:
        buttons = {one.id for one in now.buttons if one.bar is None}
        things = {one.id: one.most for one in now.options}
        if End.ALL in buttons and now.kind == "shares" and {k: v for k, v in wanted.items() if v} == things:
            await self._pick([End.ALL])
            return
        if not fits_form(at):
            left = next((one for one in opened(now) if one.id in wanted and not one.chosen), None)
            await self._pick([End.DONE if left is None else left.id])
            return
        none: Any = 0 if now.kind == "shares" else End.NONE
        values: dict[str, Any] = {}
        for n, field in enumerate(whole_step._fields(whole_step._things(at))):
            given = {one.one.id: str(wanted.get(one.one.id, none)) for one in field.things}
            match field.kind:
                case "boxes":
                    values[str(n)] = [
                        str(m) for m, one in enumerate(field.things) if given[one.one.id] == "1"
                    ]
                case "menu":
                    values[str(n)] = next(iter(given.values()))
                case "typed":
                    values[str(n)] = "\n".join(
                        f"{one.one.label}: {one.values[given[one.one.id]]}"
                        for one in field.things
                        if given[one.one.id] != str(none)
                    )
        await self._press("t:ask_whole:")
        self.presses += 1
        await self._player.fill(values)

    async def _way(self, at: Panel, wanted: list[str]) -> None:
        walk = Walk(at.subject.reader)
        walk.along(at.subject.choice, at.filled)
        assert walk.led is not None
        route, so_far = walk.led
        left = wanted[len(so_far) :]
        if not left:
            await self._pick([End.DONE])
            return
        passages = passages_of(route, so_far)
        for end in range(len(left), 0, -1):
            passage = passages.get(left[end - 1])
            if passage is not None and passage.bar is None and [*passage.way] == left[:end]:
                await self._pick([left[end - 1]])
                return
        raise Lost(f"no way to {left}: {self._player.text}")


def target(choice: Choice[Any], answer: Any, at: Panel) -> Any:
    """Return the part of an answer that the present question of a panel asks for."""
    filled = list(at.filled.picks)
    while isinstance(choice, Menu) and filled:
        inner = choice.items()[answer["pick"]]
        assert isinstance(inner, Choice)
        choice, answer, filled = inner, answer["answer"], filled[1:]
    name = at.now.name if isinstance(at.now, Step) else ""
    if name and isinstance(answer, dict) and name in answer:
        answer = answer[name]
    asked = Walk(at.subject.reader).along(at.subject.choice, at.filled)
    while isinstance(answer, dict) and "pick" in answer and not is_menu(asked):
        answer = answer["answer"]
    return answer


def is_menu(asked: object) -> bool:
    return isinstance(asked, Asked) and isinstance(asked.choice, Menu)


def wished(service: Service, campaign: int, seat: str, n: int) -> Any:
    """Return an order: the computer's, or one at random."""
    pending = service.look(campaign, queries.pending, seat)
    assert pending is not None
    computer = service.game(campaign).ai_player
    if n % 2 and computer is not None:
        given = computer(service.view(campaign, seat), pending.choice, sampler(n))
    else:
        given = pending.choice.sample(sampler(n))
    return pending.choice.accept(given)


def is_reaction(service: Service, campaign: int, asked: records.Asked) -> bool:
    """Return true for an interception, losses, and what else is asked for what others do or dice demand."""
    return asked.optional or asked.rule in service.game(campaign).reactions


def given_past_the_wire(service: Service, campaign: int, seat: str, answer: Any) -> None:
    service.do(
        Message("", service.status(campaign).members[seat].user), campaign, playing.submit, seat, answer
    )


async def walk(
    t: DiscordHarness,
    game: str,
    seed: int,
    found: list[tuple[int, str]],
    lost: list[str],
    *,
    reactions: bool = False,
) -> None:
    """Give orders by panels: those of whoever is asked; with `reactions` only these."""
    campaign = await begun(t, game, **({"seed": f"{seed}".encode()} if seed else {}))
    seats = t.bench.service.status(campaign).campaign.seats
    players = {seat: Player(t, one) for seat, one in zip(seats, (t.alice, t.bob), strict=True)}
    for n in range(LONGEST if reactions else STEPS - len(found)):
        waiting = t.bench.service.asked(campaign)
        if not waiting or len(found) >= STEPS:
            break
        asked = waiting[0]
        wish = partial(wished, campaign=campaign, seat=asked.seat, n=seed * 1_000 + n)
        answer = await t.worker.run(wish)
        if answer == {"pick": "pass"} or (reactions and not is_reaction(t.bench.service, campaign, asked)):
            past = partial(given_past_the_wire, campaign=campaign, seat=asked.seat, answer=answer)
            await t.worker.run(past)
            continue
        giver = Giver(t, campaign, players[asked.seat], asked.seat, answer)
        try:
            await giver.give()
        except Lost as error:
            lost.append(f"{asked.rule}: {answer}\n {error}")
            if len(lost) > 20:
                break
            await players[asked.seat].orders()
            again = [
                b for b in screen.buttons(players[asked.seat].shown) if "t:ask_again:" in str(b.custom_id)
            ]
            if again:
                await players[asked.seat].press(str(again[0].custom_id))
            continue
        found.append((giver.presses, f"{asked.rule}: {answer}"))


@pytest.mark.byhand
@pytest.mark.parametrize("game", sorted(GAMES))
def test_nine_of_ten_orders_take_few_presses(game: str, tmp_path: Path) -> None:
    found, lost = measured(game, tmp_path)
    presses = sorted(n for n, _ in found)
    assert not lost and presses[max(0, len(presses) * 9 // 10 - 1)] <= NINE[game]


@pytest.mark.byhand
def test_interceptions_and_losses_take_six_presses_at_most(tmp_path: Path) -> None:
    """Of The Ancient World, whose losses name many kinds of units: half at random, half as the computer's."""
    found, lost = measured("ancient_world", tmp_path, reactions=True)
    assert not lost and max(n for n, _ in found) <= MOST_OF_REACTIONS


def measured(
    game: str, tmp_path: Path, *, reactions: bool = False
) -> tuple[list[tuple[int, str]], list[str]]:
    """Return the presses of orders, each with the order, and those that could not be given."""
    found, lost = list[tuple[int, str]](), list[str]()

    async def run(folder: Path, seed: int) -> None:
        with short_chains(), in_haste(), service_harness(folder / "t.sqlite", GAMES) as bench:
            async with Server() as server:
                t = DiscordHarness(server, bench, folder)
                t.be_at(bench, Sketchers())
                async with t.running():
                    await walk(t, game, seed, found, lost, reactions=reactions)
                await t.worker.close()

    for seed in range(MOST_GAMES):
        (folder := tmp_path / str(seed)).mkdir()
        asyncio.run(run(folder, seed))
        if len(found) >= STEPS or len(lost) > 20:
            break
    presses = sorted(n for n, _ in found)
    nine = presses[max(0, len(presses) * 9 // 10 - 1)]
    print(
        f"{game}: {len(found)} orders; presses: median {statistics.median(presses):g}, nine of ten {nine}, "
        f"most {presses[-1]}; {len(lost)} could not be given by panels"
    )
    for n, said in sorted(found, reverse=True)[:5]:
        print(f"  {n}: {said[:300]}")
    for said in lost[:8]:
        print(f"--- {said[:900]}")
    return found, lost
