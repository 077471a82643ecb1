"""Cards in hand, pieces face down, dice with symbols and a track are shown by a toy's own files alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from msgspec import structs
from PIL import Image, ImageChops

import adjudicator
import renderer
from adjudicator.core import Event
from adjudicator.core.log.chain import JSON
from renderer import games
from service.posts.compose import compose
from service.text import rulebook
from service.text.scene_text import Board
from service.usecases.play import queries
from service.values.posts import Told
from tests.core.campaign import Campaign, play
from tests.harness.browser import TableHarness, at_table
from tests.harness.discord import DiscordHarness, played
from tests.harness.keyboard import Script, table
from tests.harness.player import Player, begun
from tests.harness.service import ServiceHarness, service_harness
from tests.toys.feud import GAME
from tests.toys.feud.rules import FACES, PLACES
from tools.portraits.written import Written

WRITTEN = Written(GAME.pictures, GAME.lexicon.label)
LOOKS = Path(__file__).parent / "looks"


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(LOOKS)])
    monkeypatch.setitem(adjudicator.GAMES, "feud", GAME)
    monkeypatch.setattr(rulebook, "_DATA", LOOKS.parent / "data")
    yield
    sys.modules.pop("renderer.games.feud", None)


def opened(picture: renderer.Picture) -> Image.Image:
    with Image.open(BytesIO(picture.data)) as found:
        return found.convert("RGB")


def fought(b: ServiceHarness) -> int:
    """A game after its first throw."""
    campaign = b.found("feud", "moor", seed=b"1")
    for step in range(20):
        b.step(campaign, step)
        if any(isinstance(post.content, Told) and rolled(post.content) for post in b.waiting(1000)):
            return campaign
    raise AssertionError("nothing was thrown")


def rolled(told: Told) -> list[JSON]:
    return [roll for entry in told.chance for roll in entry.get("rolls", ())]


@pytest.mark.parametrize("seed", range(20))
def test_a_game_ends(seed: int) -> None:
    campaign = Campaign(GAME, "moor", bytes([seed]))
    last = None
    for last in play(campaign, seed):  # noqa: B007
        pass
    assert last is not None
    assert last.world.winner in ("north", "south")


def test_a_marker_on_a_track_and_symbols_of_dice_are_drawn() -> None:
    campaign = Campaign(GAME, "moor", b"1")
    events: list[Event] = []
    for at in play(campaign, 1):
        events, view = [line.event for line in campaign.told], GAME.view(at.world, None)
        if any(event.kind == "fought" for event in events):
            break
    scene = WRITTEN.scene(view, "en")
    [panel] = scene.panels
    other = structs.replace(panel, at=(panel.at + 1) % len(panel.track))
    maps_ = [opened(renderer.whole_map(structs.replace(scene, panels=(one,)))) for one in (panel, other)]
    assert ImageChops.difference(*maps_).getbbox()
    board = WRITTEN.battle(view, "en", events)
    assert board is not None
    [roll] = board.rolls
    assert [roll.is_hit(n) for n in range(1, 7)][:3] == [True] * 3
    assert not roll.is_hit(6)
    pips = structs.replace(board, rolls=(structs.replace(roll, faces=()),))
    assert ImageChops.difference(opened(renderer.battle(board)), opened(renderer.battle(pips))).getbbox()


def test_the_log_holds_numbers_and_posts_name_the_faces(tmp_path: Path) -> None:
    with service_harness(tmp_path / "feud.db", {"feud": GAME}) as b:
        fought(b)
        post, numbers = next(
            (post, roll["got"])
            for post in b.waiting(1000)
            if isinstance(post.content, Told)
            for roll in rolled(post.content)
        )
        assert set(numbers) <= {1, 2, 3, 4, 5, 6}
        for language in ("en", "ja"):
            said = compose(b.service, post, language)
            assert said is not None
            [line] = [line for line in said.dice if line.kind == "dice"]
            assert list(line.faces) == [GAME.lexicon.label(FACES[n - 1], language) for n in numbers]
            assert all(name in line.text for name in line.faces)


def test_words_show_what_each_viewer_knows(tmp_path: Path) -> None:
    with service_harness(tmp_path / "feud.db", {"feud": GAME}) as b:
        campaign = b.found("feud", "moor", seed=b"1")
        board = Board(GAME, "en")
        for seat in PLACES:
            scene = b.service.look(campaign, queries.scene, seat, "en")
            assert scene is not None
            text = "\n".join(board.text(scene, seat))
            assert "1 2 [3] 4 5" in text
            assert text.count("1 hidden piece") == 3
            assert all(f"{kind} " in text for kind in ("Pikes", "Riders", "Levies"))
            [(title, names)] = board.holdings(b.service.view(campaign, seat))
            assert title == "Hand"
            assert len(names) == 3
        public = b.service.look(campaign, queries.scene, None, "en")
        assert public is not None
        assert "\n".join(board.text(public, "")).count("1 hidden piece") == 6


def test_the_terminal_shows_hand_and_hidden_pieces(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys, game="feud") as at:
        at.seat = "north"
        at.look()
        assert "1 hidden piece" in keys.all
        assert "Hand: " in keys.all


def test_the_page_shows_hand_and_hidden_pieces(tmp_path: Path) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            page = await g.found("feud")
            assert page.status == 200
            assert len(page.hand) == 3
            assert page.text.count("1 hidden piece") >= 3

    at_table(tmp_path, act)


@played
async def test_discord_shows_the_hand_to_its_owner(t: DiscordHarness) -> None:
    await begun(t, "feud")
    alice = await Player(t, t.alice).command("my hand")
    assert "Hand:" in alice.said
    assert alice.said.count(" card") == 3
