"""The layers over a sheet: golden stacks and fog on every kind of board, and previews that reveal nothing."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

import renderer
from adjudicator.core import Table
from adjudicator.core.log.chance import sampler
from adjudicator.display.scene import Counter, Scene, Stack
from adjudicator.julius_caesar import GAME as JULIUS_CAESAR
from renderer import games
from tests.julius_caesar import kit
from tests.julius_caesar.two_worlds import other_world
from tests.kit.two_worlds import at_rest, table_over
from tests.renderer import layers_golden as golden
from tests.renderer.golden import FOLDER
from tools.portraits.written import Written


@pytest.mark.parametrize("name", sorted(golden.GOLDEN))
def test_golden_pictures(name: str) -> None:
    """Mean differences, because fonts may be set a little otherwise elsewhere."""
    with Image.open(FOLDER / f"{name}.png") as kept:
        difference = ImageChops.difference(golden.GOLDEN[name](), kept.convert("RGB"))
    assert max(ImageStat.Stat(difference).mean) < 4


def test_both_sides_see_the_same_places_otherwise() -> None:
    fogs = [golden.GOLDEN[name]() for name in ("fog_caesar", "fog_pompey")]
    assert fogs[0].size == fogs[1].size
    assert ImageChops.difference(*fogs).getbbox() is not None


@pytest.mark.parametrize("game", games.names())
def test_every_board_takes_a_title_and_pieces_on_all_its_places(game: str) -> None:
    board = games.look_of(game).board("ja")
    counter = Counter("caesar", "legion", "LEG 1", "C3", 2, 3)
    places = [*sorted(board.places())[:: max(1, len(board.places()) // 40)]]
    shown = Scene(
        game,
        "題",
        "副題",
        "印",
        "文",
        stacks=tuple(Stack(place, (counter,)) for place in places),
        language="ja",
    )
    full, bare = (
        renderer.whole_map(one, width=800) for one in (shown, Scene(game, "題", "", "", "", language="ja"))
    )
    assert (full.width, full.height) == (bare.width, bare.height)
    assert full.data != bare.data


PICTURES = Written(JULIUS_CAESAR.pictures, JULIUS_CAESAR.lexicon.label)


def drawn(table: Table, seat: str) -> list[bytes]:
    """The pictures of the first order that a seat may think about, whole and before its end is chosen."""
    choice: Any = table.pending[seat]
    view: Any = table.game.view(table.world, seat)
    found: list[bytes] = []
    for place, seen in view.places.items():
        for block in seen.blocks:
            reaches = [one for one in choice.reach(block.id) if one.bar is None] if block.side == seat else []
            if reaches and not found:
                for way in ((), max(reaches, key=lambda one: (len(one.path), one.to)).path):
                    shown = PICTURES.preview(view, "en", [block.id], place, reaches, way)
                    made = renderer.preview(PICTURES.scene(view, "en"), shown, width=300)
                    found.append(made.data + made.alt.encode())
    return found


def test_previews_are_the_same_in_two_worlds() -> None:
    compared, rng = 0, sampler(7)
    for step in kit.play(4):
        if step.n > 120 or compared == 4:
            break
        if not step.table.at_rest:
            continue
        for seat in step.table.pending:
            worlds = (at_rest(step.table), other_world(step.table, seat, rng))
            first, second = (drawn(table_over(step.table, world), seat) for world in worlds)
            assert first == second
            compared += bool(first) and worlds[0] != worlds[1]
    assert compared == 4
