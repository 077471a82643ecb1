"""Pictures of every kind of post and panel, for inspection, and the few of them that the documents show.

    python -m tools.portraits docs/images .venv/portraits/bin/python       # those of the documents
    python -m tools.portraits --all looks .venv/portraits/bin/python       # all, in both languages

The last word is a Python with simcord (see README.md in this folder); names of scenes may follow it. They
are played once in each language; each picture has a name (`Portraits`), and is in the second folder as
`<name>[-ja].<look>.png`. At the end it lists the kinds of posts and forms that no scene has shown, and the
scenes that failed. It is not a part of the tests.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from tools.portraits import (
    scenes_endings,
    scenes_playing,
    scenes_referee,
    scenes_situations,
    scenes_tournament,
)
from tools.portraits.kinds import missing
from tools.portraits.picture import DESKTOP, PHONE, painted
from tools.portraits.stage import Scene, play

SCENES: tuple[Scene, ...] = (
    scenes_playing.founding,
    scenes_playing.salts,
    scenes_playing.year,
    scenes_playing.named,
    scenes_playing.faces,
    scenes_playing.belisarius_faces,
    scenes_playing.ottomans_faces,
    scenes_playing.ancient_world_faces,
    scenes_playing.belisarius,
    scenes_playing.ottomans,
    scenes_playing.ancient_world,
    scenes_situations.ladder,
    scenes_situations.strict,
    scenes_situations.clock,
    scenes_situations.expiries,
    scenes_situations.outage,
    scenes_situations.teams,
    scenes_situations.standing,
    scenes_referee.chair,
    scenes_referee.pauses,
    scenes_referee.server,
    scenes_endings.endings,
    scenes_endings.resigned,
    scenes_endings.left,
    scenes_endings.played_out,
    scenes_endings.failures,
    scenes_endings.seldom,
    scenes_endings.bound,
    scenes_endings.restored,
    scenes_endings.gone,
    scenes_endings.owner,
    scenes_situations.windows,
    scenes_tournament.entering,
    scenes_tournament.bidding,
    scenes_tournament.disputed,
)
LOCALES = {"": "en-US", "-ja": "ja"}
LOOKS = (str(DESKTOP), str(PHONE), f"{PHONE}:light")

QUALITY = 82
USED = 720
"""The width in pixels of the left part of a wide picture that has contents."""


class Shown(NamedTuple):
    """A picture of the documents: the end of its name, its sketch, its width and its greatest height."""

    name: str
    sketch: str
    width: int
    most: int


SHOWN = (
    Shown("new", "new-day", DESKTOP, 700),
    Shown("channel", "channel", DESKTOP, 1500),
    Shown("hand", "dm-hand", PHONE, 620),
    Shown("order", "order", PHONE, 760),
    Shown("dice", "thread-dice", PHONE, 700),
    Shown("battle", "map-battle", PHONE, 700),
    Shown("order-ja", "order-ja", PHONE, 760),
    Shown("sheet-ja", "sheet-7.2-ja", PHONE, 900),
)


# -- drawing -----------------------------------------------------------------------------------------


async def documents(folder: Path, python: str) -> None:
    """Draw the pictures of the documents, with new maps."""
    with tempfile.TemporaryDirectory() as home:
        for tail, locale in LOCALES.items():
            for scene in (scenes_playing.founding, scenes_playing.year):
                await asyncio.to_thread(play, scene, Path(home), locale, tail, anew=True)
        wanted = {shown.sketch for shown in SHOWN}
        for sketched in Path(home).glob("*.json"):
            if sketched.stem not in wanted:
                sketched.unlink()
        await painted(Path(home), python, [str(DESKTOP), str(PHONE)])
        for shown in SHOWN:
            picture = Image.open(Path(home) / f"{shown.sketch}.{shown.width}.png")
            cut = picture.crop((0, 0, min(picture.width, USED), min(picture.height, shown.most)))
            cut.save(folder / f"discord-{shown.name}.webp", quality=QUALITY, method=6)


async def everything(folder: Path, python: str, names: Sequence[str]) -> None:
    """Draw all scenes, or those that are named, in both languages."""
    kinds: set[str] = set()
    broken: list[str] = []
    folder.mkdir(parents=True, exist_ok=True)
    for scene in SCENES:
        for tail, locale in LOCALES.items():
            if names and scene.__name__ not in names:
                continue
            try:
                kinds |= await asyncio.to_thread(play, scene, folder, locale, tail)
            except Exception as error:  # noqa: BLE001 - the others are looked at all the same
                broken.append(f"{scene.__name__}{tail}: {error!r}")
    print("shown nowhere:", *missing(kinds), sep="\n  ")
    print("failed:", *broken, sep="\n  ")
    await painted(folder, python, LOOKS)


def main(words: Sequence[str]) -> None:
    """Draw the pictures that are requested.

    Raises:
        SystemExit: a folder or the Python is missing, or a name is no scene's; with the names of all.
    """
    match words:
        case ["--all", folder, python, *names]:
            known = [scene.__name__ for scene in SCENES]
            if unknown := [name for name in names if name not in known]:
                sys.exit(f"no scene is called {', '.join(unknown)}; there are: {', '.join(known)}")
            asyncio.run(everything(Path(folder), python, names))
        case [folder, python] if folder != "--all":
            asyncio.run(documents(Path(folder), python))
        case _:
            sys.exit("expected FOLDER PYTHON, or --all FOLDER PYTHON [SCENE ...]")


if __name__ == "__main__":
    main(sys.argv[1:])
