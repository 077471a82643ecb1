"""What pictures cost: whole maps and crops, warm, cold and from disk, and the loop's lag meanwhile."""

from __future__ import annotations

import asyncio
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median, quantiles

import renderer
from adjudicator.maps.scene import Scene
from renderer import sheet
from tests.renderer import belisarius_scenes, scenes

from . import Figure, benchmark

ROUNDS = 9
TICK = 0.002


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
    yield Figure("event loop's lag while maps are drawn, 99 of 100", asyncio.run(_lag()), "ms", "under 15")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield Figure("memory at most", memory, "MiB")


def _game(name: str, shown: Scene, places: list[str]) -> Iterator[Figure]:
    pieces = sum(len(stack.counters) for stack in shown.stacks)
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        sheet.forget()
        yield Figure(
            f"{name}: cold sheet and map", timed(lambda: renderer.draw(shown, cache=cache)), "ms", "2000"
        )
        from_disk = []
        for _ in range(3):
            sheet.forget()
            from_disk.append(timed(lambda: renderer.draw(shown, cache=cache)))
        warm = median(timed(lambda: renderer.draw(shown)) for _ in range(ROUNDS))
        yield Figure(f"{name}: sheet from disk", max(0.0, median(from_disk) - warm), "ms", "100")
        yield Figure(f"{name}: warm map, {pieces} counters", warm, "ms", "60")
        yield Figure(f"{name}: map", len(renderer.draw(shown).png) / 1024, "KiB", "700")
        renderer.crop(shown, places)
        yield Figure(
            f"{name}: warm crop",
            median(timed(lambda: renderer.crop(shown, places)) for _ in range(ROUNDS)),
            "ms",
            "25",
        )
        yield Figure(f"{name}: crop", len(renderer.crop(shown, places).png) / 1024, "KiB", "250")


async def _lag() -> float:
    """How late a ticking loop wakes while a thread draws maps, in milliseconds."""
    shown = belisarius_scenes.crowded()
    late = []
    with ThreadPoolExecutor(1) as pool:
        for _ in range(ROUNDS):
            drawing = asyncio.get_running_loop().run_in_executor(pool, renderer.draw, shown)
            while not drawing.done():
                began = time.perf_counter()
                await asyncio.sleep(TICK)
                late.append(1000 * (time.perf_counter() - began - TICK))
    return quantiles(late, n=100)[-1]
