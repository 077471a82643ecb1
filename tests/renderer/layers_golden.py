"""The golden pictures of stacks and fog on every kind of board; `python -m tests.renderer.layers_golden`.

Places are drawn through the eyes of both sides: what one sees by its face the other sees by its back.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from PIL import Image

import renderer
from adjudicator.display.scene import Arrow, Counter, Mark, Scene, Stack
from tests.renderer import belisarius_scenes, scenes
from tests.renderer.golden import FOLDER

WIDTH = 480


def cropped(scene: Scene, *places: str, theme: str = "light") -> Image.Image:
    """A small crop as it comes out of its PNG."""
    with Image.open(BytesIO(renderer.crop(scene, places, width=WIDTH, theme=theme).data)) as opened:
        return opened.convert("RGB")


def ottomans() -> Scene:
    """Pieces on areas and seas: the layers over a sheet are the same for every board."""
    fleet, army, hidden = (
        Counter("turks", "navis", "F", "A2", 2, 2),
        Counter("holy_league", "legion"),
        Counter("caliphate"),
    )
    return Scene(
        game="ottomans",
        language="en",
        title="Ottomans",
        subtitle="Pieces on areas",
        footer="",
        alt="Armies in Rumelia, Byzantium and the Aegean.",
        stacks=(
            Stack("rumelia", (army, army, hidden)),
            Stack("aegean", (fleet, hidden)),
            Stack("emirates", (hidden,) * 4),
        ),
        marks=(Mark("rumelia", "battle"),),
        arrows=(Arrow("attack", "turks", ("emirates", "ottomans", "byzantium"), 2),),
    )


GOLDEN: dict[str, Callable[[], Image.Image]] = {
    "stacks_points": lambda: cropped(scenes.crowded(), "roma", "neapolis"),
    "fog_caesar": lambda: cropped(scenes.historical("caesar"), "massilia", "genua"),
    "fog_pompey": lambda: cropped(scenes.historical("pompey"), "massilia", "genua"),
    "stacks_hexes": lambda: cropped(belisarius_scenes.crowded(), "3536", theme="dark"),
    "fog_hexes": lambda: cropped(belisarius_scenes.opening(viewer="barbarian"), "3536"),
    "stacks_areas": lambda: cropped(ottomans(), "rumelia", "byzantium", "emirates"),
}


def main() -> None:
    """Write all golden pictures."""
    for name, drawn in GOLDEN.items():
        drawn().quantize(96).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
