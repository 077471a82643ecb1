"""The board of a battle on the page: both lines, the sum and the tables, from the viewer's own view."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import adjudicator
from adjudicator.display.charts import BattleBoard, Chart
from frontends.browser.pages.table import battle
from service.api import Service
from service.pictures.build import battle_board
from service.usecases.play import queries
from tests.harness.browser import TableHarness, at_table
from tests.harness.chromium import PATIENCE, chromium_beside
from tests.harness.service import GAMES, ServiceHarness, service_harness
from tests.service.test_belisarius import placed

TABS = 56
"""Pixels of the tabs at the foot of a phone's screen."""
CHART = Chart("Hits", ("A", "B"), (("1", "2"), ("1", "3")))
SPRITE = re.compile(r'src="(/game/[^"]*/sprite/[^"]*)"')


def begun(b: ServiceHarness, game: str, seed: int = 0) -> int:
    if game == "belisarius":
        return placed(b, bytes([97 + seed]))
    scenario = "pyrrhus_in_italy" if game == "ancient_world" else GAMES[game].scenarios()[0].id
    return b.found(game, scenario, seed=f"in battle {seed}".encode(), modes={"default": "ask"})


def fighting(b: ServiceHarness, game: str) -> tuple[int, str]:
    """Play until somebody is asked in a battle; return the campaign and their seat."""
    for seed in range(9):
        campaign = begun(b, game, seed)
        for n in range(120):
            asked = b.service.asked(campaign)
            view: Any = b.service.view(campaign, asked[0].seat) if asked else None
            if view is not None and view.battle is not None:
                return campaign, asked[0].seat
            if not b.step(campaign, n):
                break
    raise AssertionError("no battle")


@pytest.mark.parametrize("game", ["julius_caesar", "belisarius", "ottomans", "ancient_world"])
def test_a_battle_stands_in_the_panel(game: str, tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        b = harness.bench
        campaign, seat = fighting(b, game)
        board = battle_board(b.service, campaign, seat, "en")
        assert board is not None
        async with harness.guest(harness.session_at(campaign, seat, seat)) as g:
            page = (await g.get(f"/game/{campaign}/{seat}")).text
            part = page.split('class="battle"')[1].split("</section>")[0]
            assert board.title in part
            for line in (board.attacker, board.defender):
                assert all(fighter.said for fighter in line.front)
            assert all(term.label in part for term in board.terms)
            found = SPRITE.findall(part)
            assert found
            for path in found:
                assert (await g.get(path)).body.startswith(b"\x89PNG")

    at_table(tmp_path, act, sheets)


SEEN = """() => {
    const bottom = one => Math.round(document.querySelector(one).getBoundingClientRect().bottom + scrollY);
    return [bottom('.battle'), bottom('#pane-play')];
}"""


@pytest.mark.matrix
@pytest.mark.xdist_group("browser")
def test_a_board_is_seen_whole(tmp_path: Path, sheets: str) -> None:
    """Beside its question on a laptop; with one screen of scrolling on a phone."""

    async def act(harness: TableHarness) -> None:
        b, wrong = harness.bench, list[str]()
        async with chromium_beside() as browser:
            for game in adjudicator.GAMES:
                campaign, seat = fighting(b, game)
                for language in ("en", "ja"):
                    values = {"session": harness.session_at(campaign, seat, seat), "language": language}
                    context = await browser.new_context()
                    context.set_default_timeout(PATIENCE)
                    await context.add_cookies(
                        [
                            {"name": name, "value": value, "url": harness.root}
                            for name, value in values.items()
                        ]
                    )
                    page = await context.new_page()
                    await page.goto(f"{harness.root}/game/{campaign}/{seat}")
                    for width, height in ((1440, 900), (360, 740)):
                        await page.set_viewport_size({"width": width, "height": height})
                        if width < 700:
                            await page.locator("[data-tab=play]").click()
                        bottom, pane = await page.evaluate(SEEN)
                        if bottom > (pane if width > 700 else 2 * (height - TABS)):
                            end = f"the board ends at {bottom}, the panel at {pane}"
                            wrong.append(f"{game} in {language} at {width}: {end}")
                    await context.close()
            await browser.close()
        assert not wrong

    at_table(tmp_path, act, sheets)


APART = """() => {
    const boxes = [...document.querySelectorAll('.chart summary')].map(one => one.getBoundingClientRect());
    const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const isFree = (one, n) => one.width && boxes.slice(n + 1).every(other => !over(one, other));
    return boxes.length > 1 && boxes.every(isFree);
}"""


@pytest.mark.matrix
@pytest.mark.xdist_group("browser")
def test_several_charts_lie_apart_and_each_can_be_opened(
    tmp_path: Path, sheets: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As before an attack of Belisarius, where assault and manoeuvre have a chart each."""

    def with_two(service: Service, campaign: int, seat: str | None, language: str) -> BattleBoard | None:
        board = battle_board(service, campaign, seat, language)
        return board and structs.replace(board, tables=(board.tables or (CHART,)) * 2)

    monkeypatch.setattr(battle, "battle_board", with_two)

    async def act(harness: TableHarness) -> None:
        b, wrong = harness.bench, list[str]()
        async with chromium_beside() as browser:
            for game in adjudicator.GAMES:
                campaign, seat = fighting(b, game)
                context = await browser.new_context()
                context.set_default_timeout(PATIENCE)
                session = harness.session_at(campaign, seat, seat)
                await context.add_cookies([{"name": "session", "value": session, "url": harness.root}])
                page = await context.new_page()
                await page.goto(f"{harness.root}/game/{campaign}/{seat}")
                for width in (2560, 1440, 390):
                    await page.set_viewport_size({"width": width, "height": 900})
                    if width < 700:
                        await page.locator("[data-tab=play]").click()
                    charts = page.locator(".chart")
                    if not await page.evaluate(APART):
                        wrong.append(f"{game} at {width}")
                    for n in range(await charts.count()):
                        await charts.nth(n).locator("summary").click()
                        assert await charts.nth(n).get_attribute("open") is not None
                        if not await page.evaluate(APART):
                            wrong.append(f"{game} at {width}, chart {n} open")
                        await charts.nth(n).locator("summary").click()
                await context.close()
            await browser.close()
        assert not wrong

    at_table(tmp_path, act, sheets)


def column(board: BattleBoard) -> str:
    table = board.tables[0]
    return table.columns[table.column] if table.column >= 0 else ""


@pytest.mark.parametrize("game", ["belisarius", "ottomans"])
def test_the_odds_are_shown_before_the_die(game: str, tmp_path: Path) -> None:
    """The column that the board marks before the die is the one that counts, if nothing is played then."""
    with service_harness(tmp_path / "t.db", {game: GAMES[game]}) as b:
        campaign = begun(b, game)
        for n in range(600):
            seat = b.service.asked(campaign)[0].seat
            view: Any = b.service.view(campaign, seat)
            fights = view.battle is not None and not view.battle.result
            board = battle_board(b.service, campaign, seat, "en") if fights else None
            before = b.service.status(campaign).campaign.n - 1
            b.step(campaign, n)
            told = [event for _, event in b.service.look(campaign, queries.journal, None, before)]
            counted = [event for event in told if event.kind == "odds"]
            if board is not None and counted and "played" not in [event.kind for event in told]:
                assert counted[0].values["odds"] == column(board)
                return
    raise AssertionError("no odds")
