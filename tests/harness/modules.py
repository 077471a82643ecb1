"""VASSAL modules made by tests, from the numbering rules of its grids; none holds anything of anybody's."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

from PIL import Image

from adjudicator.geometry.fits import Point

MAP = "VASSAL.build.module.Map"
BOARD = "VASSAL.build.module.map.boardPicker.Board"
GRID = "VASSAL.build.module.map.boardPicker.board"
ZONE = f"{GRID}.mapgrid.Zone"


def element(kind: str, inner: str = "", /, **given: Any) -> str:
    """Return an element as VASSAL writes it."""
    said = " ".join(f"{name}={quoteattr(str(value))}" for name, value in given.items())
    return f"<{kind} {said}>{inner}</{kind}>"


def board(inner: str, image: str = "map.png", name: str = "Main Board", map: str = "Main Map") -> str:
    """Return a map with one board."""
    picker = "VASSAL.build.module.map.BoardPicker"
    return element(MAP, element(picker, element(BOARD, inner, name=name, image=image)), mapName=map)


def regions(places: Mapping[str, Point]) -> str:
    """Return a grid of named points."""
    return element(
        f"{GRID}.RegionGrid",
        "".join(
            element(f"{GRID}.Region", name=name, originx=int(x), originy=int(y))
            for name, (x, y) in places.items()
        ),
    )


def zone(name: str, corners: Sequence[Point], inner: str = "", **given: Any) -> str:
    """Return a zone with a polygon."""
    path = ";".join(f"{round(x)},{round(y)}" for x, y in corners)
    return element(ZONE, inner, name=name, path=path, **given)


def box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    """Return a rectangle as a polygon."""
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def zoned(*zones: str, beneath: str = "") -> str:
    """Return a grid of zones over another."""
    return element(f"{GRID}.ZonedGrid", "".join(zones) + beneath)


def hexes(numbering: Mapping[str, Any], **grid: Any) -> str:
    """Return a grid of hexes with its numbering."""
    return element(f"{GRID}.HexGrid", element(f"{GRID}.mapgrid.HexGridNumbering", **numbering), **grid)


def slot(name: str, image: str, *outer: str) -> str:
    """Return a piece with traits around it; each level within is escaped once more."""
    type_ = f"piece;;;{image};{name}"
    for trait in reversed(outer):
        type_ = f"{trait}\t{escaped(type_)}"
    text = f"+/null/{type_.replace('/', chr(92) + '/')}/null;0;0;;0"
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    return element("VASSAL.build.widget.PieceSlot", text, entryName=name, gpid="1", width=64, height=64)


def escaped(type_: str) -> str:
    """Return the type of a piece within a trait."""
    return type_.replace("\t", "\\\t")


def picture(size: tuple[int, int], colour: str = "white", format: str = "PNG") -> bytes:
    """Return a picture of one colour."""
    buffer = BytesIO()
    Image.new("RGB", size, colour).save(buffer, format)
    return buffer.getvalue()


def module(path: Path, built: str, images: Mapping[str, bytes], name: str = "Test") -> Path:
    """Write a module."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        head = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
        made.writestr("buildFile.xml", head + element("VASSAL.build.GameModule", built, name=name))
        for file, data in images.items():
            made.writestr(f"images/{file}", data)
    return path
