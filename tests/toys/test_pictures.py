"""A toy on hexes has a map, a legend, a battle board and a page of the gallery by its own files alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from msgspec import Struct, structs
from PIL import Image, ImageChops

import adjudicator
import renderer
from adjudicator.core import Event
from renderer import games
from renderer.draw import glyphs, labels
from tests.core.campaign import Campaign, play
from tests.toys.skirmish import GAME
from tests.toys.skirmish.pictures import PICTURES
from tools import gallery
from tools.portraits.written import Written

WRITTEN = Written(PICTURES, GAME.lexicon.label)
LOOKS = Path(__file__).parent / "looks"


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if the look lay in renderer/games, and the game had its line in GAMES."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(LOOKS)])
    monkeypatch.setitem(adjudicator.GAMES, "skirmish", GAME)
    yield
    sys.modules.pop("renderer.games.skirmish", None)


@pytest.fixture(name="battle", scope="module")
def _battle() -> tuple[Struct, list[Event]]:
    """A view after the first lost unit, and all that was told up to then."""
    campaign = Campaign(GAME, "sicily", b"1")
    for table in play(campaign, 1):
        if table.world.graves:
            return GAME.view(table.world, None), [line.event for line in campaign.told]
    raise AssertionError("nobody fell")


def opened(picture: renderer.Picture) -> Image.Image:
    with Image.open(BytesIO(picture.data)) as found:
        return found.convert("RGB")


def test_it_is_found_by_its_id_alone() -> None:
    assert "skirmish" in games.names()
    assert games.look_of("skirmish").board("en").game == "skirmish"
    assert games.theme_of("skirmish", "dark").family("carthage").device == "tanit"


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("ja", "dark")])
def test_it_has_a_map_with_pieces_marks_and_a_legend(
    battle: tuple[Struct, list[Event]], language: str, theme: str
) -> None:
    view, events = battle
    shown = WRITTEN.scene(view, language, events)
    assert shown.arrows
    assert shown.fallen
    made = opened(renderer.whole_map(shown, width=1000, theme=theme))
    assert made.size == (1000, 822)
    scale = 1000 / 900
    for part, box in {
        "legend": (20, 640, 200, 720),
        "stacks": (60, 190, 760, 580),
        "marks": (60, 190, 760, 580),
        "panels": (610, 20, 880, 120),
    }.items():
        less = opened(renderer.whole_map(structs.replace(shown, **{part: ()}), width=1000, theme=theme))
        changed = ImageChops.difference(made, less).getbbox()
        assert changed is not None, part
        left, top, right, bottom = (value * scale for value in box)
        assert labels.overlap(changed, (left, top, right, bottom)), part


def test_it_has_a_crop_and_a_battle_board_with_its_own_sign(battle: tuple[Struct, list[Event]]) -> None:
    view, events = battle
    scene = WRITTEN.scene(view, "en")
    assert opened(renderer.crop(scene, [scene.stacks[0].place], width=500)).width == 500
    board = WRITTEN.battle(view, "en", events)
    assert board is not None
    assert opened(renderer.battle(board)).width == 1080
    style = games.look_of("skirmish").style
    assert glyphs.stamp("tanit", 40, style).getextrema() == (0, 255)
    with pytest.raises(KeyError, match="tanit"):
        glyphs.stamp("tanit", 40)


def test_it_has_a_page_of_the_gallery(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(gallery, "TARGET", tmp_path)
    monkeypatch.setattr(gallery, "SHEETS", tmp_path / ".sheets")
    monkeypatch.setattr(gallery, "MOST_FRAMES", 3)
    gallery.main(["skirmish"])
    files = {path.stem for path in (tmp_path / "skirmish").glob("*.*")}
    kinds = (
        "map-en-light",
        "map-ja-dark",
        "story",
        "battle-en-light",
        "hand-en-light",
        "scores-ja-dark",
        "replay",
    )
    assert files.issuperset(kinds)
