"""A game that is over: its figures, the map without fog, a rematch with sides exchanged."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from frontends.browser.pages.time_control import form_values, of_form
from frontends.browser.web.request_context import RequestContext
from service.values.time_control import PRESETS, TimeControl
from tests.harness.browser import Answer, Guest, TableHarness, at_table
from tests.harness.chromium import PATIENCE, Server, chromium, window

CAESAR, POMPEY = "/game/1/caesar", "/game/1/pompey"


def pieces(text: str) -> list[str]:
    """The pieces on a page's map, each by its attributes."""
    return re.findall(r'<image class="piece"[^>]*>', text)


async def rematch(g: Guest, page: Answer) -> Answer:
    """Press the button below the summary of a game."""
    form = page.text.split('class="ended"')[1].split("<form")[1].split("</form>")[0]
    return await g.post("/found", dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)))


def test_what_was_hidden_is_face_up_and_the_game_can_be_played_again(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann, harness.guest() as eve:
            await ann.found(seat_pompey="computer", title="A short war")
            hidden = [one for one in pieces((await ann.get(CAESAR)).text) if "data-piece" not in one]
            assert 'data-posts="money"' not in (await ann.get(CAESAR)).text, "there is no money in this game"
            labels = re.findall(r'class="piece-label name-label[^>]*>([^<]+)<', (await ann.get(CAESAR)).text)
            assert "Caesar, LEG 13, NAV C2" in labels and not any("Pompey" in label for label in labels)
            assert hidden and "The game in figures" not in (await ann.get(CAESAR)).text
            await ann.post(f"{CAESAR}/do/resign", {"sure": "Caesar"})
            assert harness.bench.service.campaign(1).state == "over"
            page, public = (await ann.get(CAESAR)), (await eve.get("/game/1/public"))
            assert "data-order" not in page.text, "there is nothing to order any more"
            for text in (page.text, public.text):
                shown = pieces(text)
                assert len(shown) > 20 and all("data-piece" in one for one in shown)
                assert "The game in figures" in text
            sprite = re.search(r'href="(/game/1/public/sprite/[^"]+)"', public.text)
            assert sprite and (await eve.get(sprite[1])).status == 200
            replay = await eve.get("/game/1/public/replay")
            assert replay.status == 200
            moment = re.search(r'href="(/game/1/public/moment/\d+.png)" download="julius', replay.text)
            assert moment and "Link to this moment" not in replay.text, "nobody could follow it"
            assert (await eve.get(moment[1])).body.startswith(b"\x89PNG")
            assert "Rematch" in page.text and "Rematch" not in public.text
            links = re.findall(r'href="([^"]+/replay.html[^"]*)"', public.text)
            assert [link.partition("?")[2] for link in links] == ["", "seat=caesar", "seat=pompey"]
            saved = await eve.get(links[1])
            assert saved.status == 200 and "attachment" in saved.headers["Content-Disposition"]
            assert 'class="stage"' in saved.text and "Seen by Caesar" in saved.text
            assert (await eve.get("/game/1/public/replay.html?seat=nobody")).status == 404
            assert (await rematch(ann, page)).path == "/game/2/pompey"
            found = harness.bench.service.status(2)
            assert {seat: one.user for seat, one in found.members.items()}["caesar"] == "computer"
            assert found.campaign.title == "A short war"

    at_table(tmp_path, act, sheets)


def test_a_rematch_keeps_the_seat_for_the_other_player(tmp_path: Path, sheets: str) -> None:
    """Without a link: on their front page and below the old game; next games know them by name."""

    async def act(harness: TableHarness) -> None:
        service = harness.bench.service
        async with harness.guest() as ann, harness.guest() as bob, harness.guest() as eve:
            page = await ann.found(seat_pompey="link")
            link = re.search(r'value="http://[^/"]+(/enter/\w+)"', page.text)
            assert link
            await bob.get(link[1])
            await bob.post(link[1], {"who": "Bob"})
            await ann.post(f"{CAESAR}/do/resign", {"sure": "Caesar"})
            await ann.post(f"{CAESAR}/do/open", {})
            await bob.post(f"{POMPEY}/do/open-yes", {"proposal": (await bob.get(POMPEY)).field("proposal")})
            assert service.campaign(1).state == "over"
            sent = await rematch(ann, await ann.get(CAESAR))
            assert sent.path == "/game/2/pompey" and "/enter/" not in sent.text
            below, front = await bob.get(POMPEY), await bob.get("/")
            assert "Caesar proposed a rematch with sides exchanged" in below.text
            for page in (below, front):
                assert "Ann keeps Caesar for you" in page.text
            assert 'name="rematch_of"' not in below.text, "one rematch, not two"
            assert "keeps Caesar" not in (await eve.get("/")).text
            assert (await eve.post("/invited/2/caesar", {})).status == 404
            taken = await bob.post("/invited/2/caesar", {})
            assert taken.status == 200 and "You play Caesar" in taken.text
            assert (await bob.post("/invited/2/caesar", {})).status == 200, "pressed twice"
            assert service.status(2).members["caesar"].who == "Bob"
            assert service.campaign(2).state == "playing"
            assert (await bob.get("/game/2/caesar")).status == 200
            assert (await ann.get("/game/2/caesar")).status == 404
            form = await ann.get("/found?game=julius_caesar")
            way = re.search(r'<option value="(with \d+ \w+)"[^>]*>Bob, with whom you have played', form.text)
            assert way and "Bob" not in (await eve.get("/found?game=julius_caesar")).text
            await ann.found(seat_pompey=way[1], seed="a third game")
            assert "Ann keeps Pompey for you" in (await bob.get("/")).text
            refused = await eve.found(seat_pompey=way[1], seed="a stranger's")
            assert refused.status == 409 and "with whom you have played" in refused.text
            assert (await bob.post("/invited/3/pompey/decline", {})).path == "/"
            assert service.seat_access.free_seats(service.status(3)) == ["pompey"]

    at_table(tmp_path, act, sheets)


def test_who_began_without_a_name_plays_the_other_side_under_its_name(tmp_path: Path, sheets: str) -> None:
    """As the front page begins a game: a player is named as the seat."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann:
            await ann.found(who="", seat_pompey="computer")
            await ann.post(f"{CAESAR}/do/resign", {"sure": "Caesar"})
            assert (await rematch(ann, await ann.get(CAESAR))).path == "/game/2/pompey"
            assert harness.bench.service.status(2).members["pompey"].who == "Pompey"

    at_table(tmp_path, act, sheets)


def test_a_provisional_result_opens_nothing(tmp_path: Path, sheets: str) -> None:
    """While the game may be resumed, the map keeps its backs, and the page gives no figures."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann, harness.guest() as bob:
            page = await ann.found(seat_pompey="link")
            link = re.search(r'value="http://[^/"]+(/enter/\w+)"', page.text)
            assert link
            await bob.get(link[1])
            await bob.post(link[1], {"who": "Bob"})
            await ann.post(f"{CAESAR}/do/resign", {"sure": "Caesar"})
            assert harness.bench.service.campaign(1).state == "closed"
            text = (await ann.get(CAESAR)).text
            assert [one for one in pieces(text) if "data-piece" not in one]
            assert "The game in figures" not in text
            assert "data-idle" in text, "by which the order line is hidden, also on a page that was open"
            assert (await ann.get(f"{CAESAR}/replay.html")).status == 404

    at_table(tmp_path, act, sheets)


@pytest.mark.byhand
def test_the_page_shows_that_a_replay_is_being_made(tmp_path: Path, sheets: str) -> None:
    """The link saves the file all the same, and the page says so."""
    with chromium() as browser, Server(tmp_path, Path(sheets)) as server, window(browser) as page:
        page.goto(server.root)
        page.get_by_role("button", name="Play both sides").first.click()
        page.wait_for_selector("[data-table]")
        seat = page.evaluate("location.pathname")
        page.goto(f"{server.root}{seat}/settings")
        page.locator("form[action$=resign] input[name=sure]").fill("Caesar")
        page.get_by_role("button", name="Resign").click()
        page.wait_for_selector("a[data-file]")
        with page.expect_download(timeout=10 * PATIENCE) as saved:
            page.locator("a[data-file]").first.click()
            expect(page.locator(".making")).to_contain_text("The replay is being made.")
            expect(page.locator(".making progress")).to_be_visible()
        assert saved.value.suggested_filename == "julius_caesar-1.html"
        expect(page.locator(".making")).to_contain_text("The replay is saved.")


@pytest.mark.parametrize(
    "pace",
    [
        TimeControl(vacant="computer"),
        TimeControl("fixed", hours=24, window=12, expiry="claim", quiet="22:00-07:00", zone="Europe/Berlin"),
        PRESETS["postal"],
    ],
)
def test_a_rematch_has_the_time_control_of_the_game(pace: TimeControl) -> None:
    form = {name: [value] for name, value in form_values(pace).items()}
    assert of_form(RequestContext("", False, "en", "light", form=form)) == pace
