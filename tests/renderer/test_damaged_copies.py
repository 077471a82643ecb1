"""Damaged pictures and modules at random: read, or refused with a reason, in bounded time and memory."""

from __future__ import annotations

import resource
import shutil
import time
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from renderer.scans import counters, own_board
from renderer.scans.picture import Unusable, decoded, size_of
from renderer.vassal.module import Module
from tests.harness import modules

FORMATS = {"png": "PNG", "jpg": "JPEG", "webp": "WEBP"}
LONGEST, MORE = 20.0, 1500 << 10
"""The most seconds of processor for one file, and the most KB of memory that all may add."""


def broken(data: bytes, random: Random) -> bytes:
    """Return a file with bytes changed, cut out, doubled, or put in, or its end cut off."""
    made = bytearray(data)
    for _ in range(random.randint(1, 12)):
        at = random.randrange(max(len(made), 1))
        match random.randrange(6):
            case 0:
                made[at : at + 1] = bytes([random.randrange(256)])
            case 1:
                del made[at : at + random.randint(1, 40)]
            case 2:
                made[at:at] = random.randbytes(random.randint(1, 40))
            case 3:
                made[at : at + 4] = random.choice([b"\xff" * 4, bytes(4), b"\x7f\xff\xff\xff"])
            case 4:
                made[at:at] = made[at : at + random.randint(1, 200)]
            case _:
                del made[len(made) - random.randint(0, len(made) // 3) :]
    return bytes(made)


def a_picture(random: Random) -> tuple[str, bytes]:
    """Return the ending and the bytes of a small map."""
    ending = random.choice(list(FORMATS))
    picture = Image.effect_noise((220, 210), 60).convert(random.choice(["RGB", "L"]))
    buffer, notes = BytesIO(), Image.Exif()
    notes[0x0112] = random.randint(1, 8)
    picture.save(buffer, FORMATS[ending], exif=notes)
    return ending, buffer.getvalue()


def a_module(random: Random) -> bytes:
    """Return a small module, of which the XML or the whole is then broken."""
    grid = modules.hexes({"hDescend": "true", "hType": "A"}, dx=60, dy=70)
    inner = modules.zoned(
        modules.zone("a", modules.box(0, 0, 90, 90), grid), beneath=modules.regions({"b": (5, 5)})
    )
    built = modules.board(inner) + modules.slot("LEG 10", "map.png", "emb2;a;2;;;;;;;;;;;;;;map.png,;b")
    text = modules.element("VASSAL.build.GameModule", built, name="x").encode()
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("buildFile.xml", broken(text, random) if random.random() < 0.5 else text)
        made.writestr("images/map.png", modules.picture((220, 210)))
    return buffer.getvalue()


def _read_picture(folder: Path, random: Random) -> None:
    ending, data = a_picture(random)
    file = folder / f"board.{ending}"
    file.write_bytes(broken(data, random))
    size_of(file)
    decoded(file)


def _read_overlay(folder: Path, random: Random) -> None:
    """Read a description and a piece, each broken."""
    shutil.rmtree(folder / "counters", ignore_errors=True)
    (folder / "counters").mkdir()
    text = b'picture = "board.png"\nsize = [220, 210]\n[place]\na = [1, 2]\nb = [100.5, 9]\nc = [9, 90]\n'
    text += b"d = [99, 99]\n"
    (folder / "board.png").write_bytes(modules.picture((220, 210)))
    (folder / "board.toml").write_bytes(broken(text, random) if random.random() < 0.8 else text)
    ending, data = a_picture(random)
    (folder / "counters" / f"a.{ending}").write_bytes(broken(data, random))
    found = counters.read(folder, {"a"})
    assert len(found.pictures) + len(found.faults) == 1
    own_board.read(folder, "julius_caesar")


def _read_module(folder: Path, random: Random) -> None:
    file = folder / "one.vmod"
    data = a_module(random)
    file.write_bytes(broken(data, random) if random.random() < 0.5 else data)
    with Module(file) as module:
        for board in module.boards():
            _, size, _ = module.picture(board)
            module.places(board, size)
        for piece in module.pieces():
            module.counter(piece.images[0])


def run(read: Callable[[Path, Random], None], folder: Path, times: int, seed: int) -> tuple[int, int]:
    """Read so many broken files; return how many were read and how many refused."""
    good = refused = 0
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for number in range(times):
        began = time.process_time()
        try:
            read(folder, Random(f"{seed}-{number}"))
            good += 1
        except Unusable as problem:
            assert str(problem).strip() and problem.why.template
            refused += 1
        assert time.process_time() - began < LONGEST, f"{read.__name__}: {number}"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MORE
    return good, refused


READERS = [_read_picture, _read_overlay, _read_module]


@pytest.mark.matrix
@pytest.mark.parametrize("read", READERS, ids=lambda read: read.__name__)
def test_damaged_files_are_read_or_refused(read: Callable[[Path, Random], None], tmp_path: Path) -> None:
    """Two hundred in all."""
    good, refused = run(read, tmp_path, 67, 1)
    assert good + refused == 67 and refused > 10


@pytest.mark.byhand
@pytest.mark.parametrize("read", READERS, ids=lambda read: read.__name__)
def test_thousands_of_damaged_files(read: Callable[[Path, Random], None], tmp_path: Path) -> None:
    """Five thousand in all."""
    print(read.__name__, *run(read, tmp_path, 1667, 2))
