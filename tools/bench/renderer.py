"""The cost of pictures: whole maps and crops, warm, cold and from disk, and the loop's lag meanwhile."""

from __future__ import annotations

import asyncio
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from pathlib import Path
from statistics import median, quantiles

from PIL import Image

import renderer
from adjudicator.display.scene import Scene
from renderer.boards import base_layer
from renderer.draw.frame import Frame
from renderer.games import theme_of
from renderer.pictures import board_of
from tests.renderer import belisarius_scenes, charts_golden, scenes

from . import Figure, benchmark

ROUNDS = 9
TICK = 0.002
WINDOWS = 24


def timed(work: Callable[[], object]) -> float:
    """Milliseconds that a piece of work takes."""
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)


@benchmark
def pictures() -> Iterator[Figure]:
    """Maps at 2,400 pixels and crops at 1,080, medians; cold sheets; a loop's lag beside a drawing thread."""
    yield from _game("Julius Caesar", scenes.historical(), ["roma", "neapolis"])
    yield from _game("Belisarius", belisarius_scenes.crowded(), ["3536"])
    yield from _beside()
    yield Figure("event loop's lag while maps are drawn, 99 of 100", asyncio.run(_lag()), "ms", "under 15")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield Figure("memory at most", memory, "MiB")


def _game(name: str, shown: Scene, places: list[str]) -> Iterator[Figure]:
    pieces = sum(len(stack.counters) for stack in shown.stacks)
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        base_layer.forget()
        yield Figure(
            f"{name}: cold sheet and map", timed(lambda: renderer.whole_map(shown, cache=cache)), "ms", "2000"
        )
        from_disk = []
        for _ in range(3):
            base_layer.forget()
            from_disk.append(timed(lambda: renderer.whole_map(shown, cache=cache)))
        warm = median(timed(lambda: renderer.whole_map(shown)) for _ in range(ROUNDS))
        yield Figure(f"{name}: sheet from disk", max(0.0, median(from_disk) - warm), "ms", "100")
        yield Figure(f"{name}: warm map, {pieces} counters", warm, "ms", "60")
        yield Figure(f"{name}: map", len(renderer.whole_map(shown).data) / 1024, "KiB", "700")
        yield Figure(f"{name}: times the floor", warm / _floor(shown), "", "under 2")
        renderer.crop(shown, places)
        yield Figure(
            f"{name}: warm crop",
            median(timed(lambda: renderer.crop(shown, places)) for _ in range(ROUNDS)),
            "ms",
            "25",
        )
        yield Figure(f"{name}: crop", len(renderer.crop(shown, places).data) / 1024, "KiB", "250")
        yield from _windows(name, shown, places, cache)


def _windows(name: str, shown: Scene, places: list[str], cache: Path) -> Iterator[Figure]:
    """Crops of windows never seen before: the first of a board, then others anywhere on it, then all anew."""
    base_layer.forget()
    yield Figure(
        f"{name}: cold crop, first of its board",
        timed(lambda: renderer.crop(shown, places, cache=cache)),
        "ms",
    )
    everywhere = sorted(board_of(shown).places())
    chosen = [everywhere[at * len(everywhere) // WINDOWS] for at in range(WINDOWS)]
    first = [timed(partial(renderer.crop, shown, [at], cache=cache)) for at in chosen]
    yield Figure(f"{name}: crop of a new window, mean of {WINDOWS} anywhere", sum(first) / WINDOWS, "ms")
    base_layer.forget()
    again = [timed(partial(renderer.crop, shown, [at], cache=cache)) for at in chosen]
    yield Figure(f"{name}: the same from the disk, mean", sum(again) / WINDOWS, "ms", "100")
    kept = sum(path.stat().st_size for path in cache.iterdir())
    yield Figure(f"{name}: sheets and tiles on the disk", kept / (1 << 20), "MiB")


def _floor(shown: Scene) -> float:
    """Return the lower bound with Pillow, in milliseconds: 300 finished pieces and the PNG."""
    board = board_of(shown)
    scale = 2400 / board.size[0]
    flat = base_layer.sheet(
        board, Frame(0, 0, *board.size, scale, scale), theme_of(board.game, "light"), None
    ).flat
    assert flat is not None
    piece = flat.crop((0, 0, 34, 34))
    hole = Image.new("L", piece.size, 255)
    places = [(at * 613 % (flat.width - 34), at * 397 % (flat.height - 34)) for at in range(300)]

    def redraw() -> None:
        picture = flat.copy()
        for place in places:
            picture.paste(piece, place, hole)
        picture.save(BytesIO(), "PNG", compress_level=1)

    return median(timed(redraw) for _ in range(ROUNDS))


def _beside() -> Iterator[Figure]:
    """The pictures beside the map, and an animation."""
    works: tuple[tuple[str, Callable[[], object]], ...] = (
        ("hand of 22 markers", lambda: renderer.hand(charts_golden.MARKERS_HELD)),
        ("battle board", lambda: renderer.battle(charts_golden.WITH_TABLE)),
        ("course of a game", lambda: renderer.score_chart(charts_golden.WAR)),
        ("preview of an order", lambda: renderer.preview(scenes.historical(), charts_golden.ORDER)),
    )
    for name, work in works:
        work()
        yield Figure(f"{name}, warm", median(timed(work) for _ in range(ROUNDS)), "ms")
    frames = [scenes.historical(), charts_golden.story(), scenes.historical("pompey")] * 10
    renderer.animate(frames[:2])
    began = time.perf_counter()
    animation = renderer.animate(frames)
    yield Figure("animation, a frame of 30", 1000 * (time.perf_counter() - began) / animation.frames, "ms")
    yield Figure("animation of 30 frames", len(animation.data) / 1024, "KiB", "8192")


async def _lag() -> float:
    """Return the delay with which a ticking loop wakes while a thread draws maps, in milliseconds."""
    shown = belisarius_scenes.crowded()
    late = []
    with ThreadPoolExecutor(1) as pool:
        for _ in range(ROUNDS):
            drawing = asyncio.get_running_loop().run_in_executor(pool, renderer.whole_map, shown)
            while not drawing.done():
                began = time.perf_counter()
                await asyncio.sleep(TICK)
                late.append(1000 * (time.perf_counter() - began - TICK))
    return quantiles(late, n=100)[-1]
