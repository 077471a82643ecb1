"""A stack fanned out: each piece alone, with its measure; backs stay backs."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.harness.browser import Guest, TableHarness, at_table
from tests.harness.chromium import Server, chromium, violations, window

Fan = list[list[str]]


async def fans(g: Guest, path: str) -> dict[str, Fan]:
    """The fans of a page's map, by place."""
    page = (await g.get(path)).text
    found = re.findall(r'data-at="(\w+)"[^>]*data-fan="([^"]*)"', page)
    return {place: json.loads(html.unescape(fan)) for place, fan in found}


def test_own_blocks_say_how_far_they_go_and_others_are_backs_alone(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            own, seen = await fans(g, "/game/1/caesar"), await fans(g, "/game/1/pompey")
            block = next(one for one in own["ravenna"] if one[0] == "c_legio_13")
            assert block[2].startswith("LEG 13 C3 3/3") and block[3] == "may move 2 cities, or 1 to attack"
            ship = next(one for one in own["ravenna"] if one[0] == "c_navis_2")
            assert ship[3] == "may sail 2 ports and seas"
            assert [one[0] for one in seen["ravenna"]] == ["", "", ""]
            assert {tuple(one) for one in seen["ravenna"]} == {tuple(seen["ravenna"][0])}, "all alike"
            assert seen["ravenna"][0][2:] == ["1 block (Caesar)", "", ""]
            sprite = await g.get(f"{seen['ravenna'][0][1]}/1/light")
            assert sprite.status == 200 and sprite.body.startswith(b"\x89PNG")
            page = (await g.get("/game/1/caesar")).text
            assert "LEG 13 C3 3/3 · may move 2 cities, or 1 to attack" in page
            foreign = block[1].replace("/caesar/", "/pompey/")
            assert (await g.get(f"{foreign}/1/light")).status == 404

    at_table(tmp_path, act, sheets)


def test_a_page_that_is_some_orders_old_still_gets_its_pieces(tmp_path: Path, sheets: str) -> None:
    """Each seat gets the pictures of its own maps, the former too, and of no other seat's."""

    def drawn(page: str) -> set[str]:
        return set(re.findall(r'data-sprite="([^"]+)"', page))

    async def act(harness: TableHarness) -> None:
        campaign = harness.bench.found("julius_caesar", "war", seed=b"former pieces")
        session = harness.session_at(campaign, "caesar", "caesar")
        harness.admit(session, campaign, "pompey", "pompey")
        own, seen = (f"/game/{campaign}/{seat}" for seat in ("caesar", "pompey"))
        async with harness.guest(session) as g:
            former, theirs = drawn((await g.get(own)).text), drawn((await g.get(seen)).text)
            harness.bench.play(campaign, 150)
            gone = former - drawn((await g.get(own)).text)
            assert gone
            for path in sorted(gone)[:3]:
                assert (await g.get(f"{path}/1/light")).status == 200
            foreign = {path.replace(own, seen) for path in gone} - theirs - drawn((await g.get(seen)).text)
            assert foreign
            for path in sorted(foreign)[:3]:
                assert (await g.get(f"{path}/1/light")).status == 404

    at_table(tmp_path, act, sheets)


def test_contingents_of_one_arm_are_pressed_singly(tmp_path: Path, sheets: str) -> None:
    """Hannibal's foot are two contingents, which one counter shows."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found("ancient_world", scenario="hannibal_in_italy")
            found = await fans(g, "/game/1/carthage")
            army = {one[0]: one[2:] for one in found["1020"]}
            assert {"hannibal", "hispani_foot", "libya_foot"} <= set(army)
            assert army["libya_foot"][0] == "Libyan infantry"
            assert "strength points; any" in army["libya_foot"][1]
            assert army["hannibal"][1] == "continues on a roll of 7 or less"
            assert not any(" " in one[0] for fan in found.values() for one in fan)

    at_table(tmp_path, act, sheets)


def test_units_without_a_place_in_common_are_refused_where_they_are_picked(
    tmp_path: Path, sheets: str
) -> None:
    """§34.0 Units of different homes cannot be placed together: neither all at once, nor a pick of them."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found("belisarius")
            path = "/game/1/barbarian"
            question = (await g.get(path)).text.split('data-question="')[1].split('"')[0]
            query = {"question": question, "filled": '["place"]'}
            first = (await g.get(f"{path}/step", params=query)).text
            assert 'name="share.armenia_field_army"' in first and 'value="*all"' not in first
            picked = query | {"share.armenia_field_army": "1", "share.persia_nomad": "1"}
            page = (await g.get(f"{path}/step", params=picked)).text
            assert "do not belong to one place" in page and 'name="share.armenia_field_army"' in page
            assert '<input type="checkbox" name="share.persia_nomad"' in first  # there is only one
            assert '<input type="number" name="share.persia_field_army" min="0" max="2"' in first
            one = (
                await g.get(f"{path}/step", params=query | {"ticked": "1", "share.persia_nomad": "1"})
            ).text
            assert "Where?" in one
            none = (await g.get(f"{path}/step", params=query | {"ticked": "1"})).text
            assert "0 is out of range (1 to 16)" in none

    at_table(tmp_path, act, sheets)


@pytest.mark.byhand
def test_one_piece_of_a_stack_goes_alone_by_mouse_and_keyboard(tmp_path: Path, sheets: str) -> None:
    with chromium() as browser, Server(tmp_path, Path(sheets)) as server:
        _fanned(browser, server)


def _fanned(browser: Browser, server: Server) -> None:
    with window(browser) as page:
        page.goto(server.root)
        page.get_by_role("button", name="Play both sides").first.click()
        expect(page.locator("#live")).to_have_text("connected")
        page.locator("[data-zoom=whole]").click()
        stack = page.locator('.stack[data-at="ravenna"]')
        stack.focus()
        page.keyboard.press("f")
        fan = page.locator(".fan")
        expect(fan.get_by_role("button")).to_have_count(3)
        expect(fan.get_by_role("button").first).to_be_focused()
        expect(fan).to_contain_text("may move 2 cities")
        assert violations(page) == []
        page.keyboard.press("ArrowRight")
        expect(fan.get_by_role("button").nth(1)).to_be_focused()
        page.keyboard.press("Escape")
        expect(fan).to_have_count(0)
        expect(stack).to_be_focused()
        page.locator('.stack[data-at="ravenna"] image').first.click(force=True)
        expect(fan.get_by_role("button")).to_have_count(3)
        page.locator('.stack[data-at="neapolis"] image').first.click(force=True)
        expect(fan).to_have_count(0)
