"""Pictures of every kind of post and panel, to be looked at; and the few of them that the documents show.

    python -m tests.discord.portraits docs/images .venv/portraits/bin/python       # those of the documents
    python -m tests.discord.portraits --all looks .venv/portraits/bin/python       # all, in both languages

The last word is a Python with simcord, as README.md beside this says; scenes may be named behind it. They
are played once in each language; what they show has a name (`Album`), and stands in the second folder as
`<name>[-ja].<look>.png`. At the end stands which kinds of posts and forms no scene has shown, and which
scenes broke. Not a part of the suite.
"""

from __future__ import annotations

import ast
import asyncio
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from tests.discord import portraits_chair, portraits_ends, portraits_game, portraits_ways
from tests.discord.portrait import DESKTOP, PHONE, painted
from tests.discord.portraits_stage import Scene, play

SCENES: tuple[Scene, ...] = (
    portraits_game.founding,
    portraits_game.salts,
    portraits_game.year,
    portraits_game.named,
    portraits_game.belisarius,
    portraits_ways.ladder,
    portraits_ways.strict,
    portraits_ways.clock,
    portraits_ways.expiries,
    portraits_ways.outage,
    portraits_ways.teams,
    portraits_ways.standing,
    portraits_chair.chair,
    portraits_ends.endings,
    portraits_ends.resigned,
    portraits_ends.left,
    portraits_ends.played_out,
    portraits_ends.failures,
    portraits_ends.seldom,
    portraits_ends.bound,
    portraits_ends.restored,
    portraits_ends.gone,
    portraits_ends.owner,
    portraits_ways.windows,
)
LOCALES = {"": "en-US", "-ja": "ja"}
LOOKS = (str(DESKTOP), str(PHONE), f"{PHONE}:light")
DESK = Path("desk")

QUALITY = 82
USED = 720
"""Pixels of a wide picture, from the left, in which something stands."""


class Shown(NamedTuple):
    """A picture of the documents: the end of its name, its sketch, how wide, and how high at most."""

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
    Shown("battle", "map-battle", PHONE, 560),
    Shown("order-ja", "order-ja", PHONE, 760),
    Shown("sheet-ja", "sheet-7.2-ja", PHONE, 560),
)


# -- what there is to be shown -----------------------------------------------------------------------


def notices() -> set[str]:
    """All sorts of notices that the desk may post, as its source has them."""
    found = set[str]()
    for source in DESK.glob("*.py"):
        for node in ast.walk(ast.parse(source.read_text())):
            if not isinstance(node, ast.Call) or len(node.args) < 2:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            what = node.args[1]
            if name in ("tell", "tell_first", "notice") and isinstance(what, ast.Constant):
                found.add(f"notice/{what.value!s}")
    return found


def forms() -> set[str]:
    """All forms of the Discord mouth, as its source has them."""
    found = set()
    for source in (DESK / "discord").glob("*.py"):
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Paper":
                found |= {f"form/{one.value!s}" for one in node.args[1:2] if isinstance(one, ast.Constant)}
    return found


def missing(kinds: Iterable[str]) -> list[str]:
    """What no scene has shown."""
    seen = {*kinds, *("/".join(kind.split("/")[:2]) for kind in kinds)}
    posts = {"told", "asked/seat", "receipt/seat", "picture/stage", "picture/battle", "picture/turn"}
    return sorted((notices() | forms() | posts) - seen)


# -- drawing -----------------------------------------------------------------------------------------


async def documents(folder: Path, python: str) -> None:
    """The pictures of the documents, with maps that are drawn anew."""
    with tempfile.TemporaryDirectory() as home:
        for tail, locale in LOCALES.items():
            for scene in (portraits_game.founding, portraits_game.year):
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
    """All scenes (or those that are named), in both languages."""
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
    print("broken:", *broken, sep="\n  ")
    await painted(folder, python, LOOKS)


def main(words: Sequence[str]) -> None:
    """Draw what is asked for."""
    if words[0] == "--all":
        asyncio.run(everything(Path(words[1]), words[2], words[3:]))
    else:
        asyncio.run(documents(Path(words[0]), words[1]))


if __name__ == "__main__":
    main(sys.argv[1:])
