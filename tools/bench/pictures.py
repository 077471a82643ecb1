"""From an answer to its pictures, without the wire: committed, composed for all, drawn on warm sheets."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from service.pictures.drawing import Drawing, render
from service.posts.compose import compose
from service.values.audiences import CHANNEL
from tests.harness.service import ServiceHarness, service_harness

from . import Figure, benchmark

STEPS = 160
COLD = 0.4
"""The seconds from which on a first drawing has drawn its sheet too."""
PLAYED = {"julius_caesar": "war", "belisarius": "advance"}


@benchmark
def answer_to_picture() -> Iterator[Figure]:
    """One answer after another: until the channel's map and crop are there, and what each step costs."""
    for game, scenario in PLAYED.items():
        with TemporaryDirectory() as folder, service_harness(Path(folder) / "tabellarius.sqlite") as b:
            campaign = b.found(game, scenario, seed=b"pictures")
            yield from _figures(game, b, campaign, Path(folder))


def _figures(game: str, b: ServiceHarness, campaign: int, cache: Path) -> Iterator[Figure]:
    answers, posts, drawn, sizes = list[float](), list[float](), list[float](), list[int]()
    cold = 0
    for step in range(STEPS):
        began = time.perf_counter()
        if not b.step(campaign, step):
            break
        drawings = list[Drawing]()
        for post in b.waiting(10_000):
            composed = time.perf_counter()
            said = compose(b.service, post, "en")
            posts.append(time.perf_counter() - composed)
            if said is not None and post.audience == CHANNEL:
                drawings += [d for d in said.drawings if d.kind in ("map", "crop")]
            b.delivered({post.id: "x" * 20})
        committed = time.perf_counter() - began
        for drawing in drawings:
            first = time.perf_counter()
            render(drawing, cache)
            cold += time.perf_counter() - first > COLD
        for drawing in drawings:
            again = time.perf_counter()
            sizes.append(len(render(drawing, cache).data))
            drawn.append(time.perf_counter() - again)
        if drawings:
            answers.append(committed + sum(drawn[-len(drawings) :]))
    yield Figure(f"{game}: answers with a picture for all", len(answers), "")
    yield Figure(f"{game}: answer to its last picture, p50", 1000 * median(answers), "ms")
    yield Figure(f"{game}: answer to its last picture, p95", 1e3 * quantiles(answers, n=20)[18], "ms", "1000")
    yield Figure(f"{game}: one post composed, p95", 1000 * quantiles(posts, n=20)[18], "ms")
    yield Figure(f"{game}: one picture drawn, p95", 1000 * quantiles(drawn, n=20)[18], "ms")
    yield Figure(f"{game}: largest picture", max(sizes) / 1024, "KiB", "1024")
    yield Figure(f"{game}: pictures for which a sheet had to be drawn first", cold, "")
