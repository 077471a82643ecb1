"""VASSAL modules: names of cells, the places found in them, and what a hostile file meets."""

from __future__ import annotations

import time
import zipfile
from collections.abc import Mapping
from io import BytesIO
from math import cos, dist, floor, radians, sin
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from adjudicator.geometry.fits import Point
from frontends.browser.importing import names
from renderer.boards.areas.board import AreaBoard
from renderer.boards.hexes.board import TALL, HexBoard
from renderer.games import look_of
from renderer.scans.picture import Unusable
from renderer.vassal import archive, elements, traits
from renderer.vassal.grids import Named
from renderer.vassal.matching import matched, slips
from renderer.vassal.module import Module
from tests.harness import modules
from tests.harness.modules import board, box, hexes, regions, slot, zone, zoned

SIZE = (40, 36)


def named(tmp_path: Path, grid: str, size: tuple[int, int] = SIZE) -> list[Named]:
    """Return the named places of a board with a grid."""
    made = modules.module(tmp_path / "test.vmod", board(grid), {"map.png": modules.picture((400, 300))})
    with Module(made) as opened:
        return opened.places(opened.boards()[0], size)


# -- grids ---------------------------------------------------------------------------------------------

GRID = {"dx": 10, "dy": 12, "x0": 5, "y0": 6}
FIRST, SECOND = (5.0, 6.0), (15.0, 12.0)
"""The raw cells 0, 0 and 1, 0. A board of 40 by 36 has C = 3 and R = 4 by VASSAL's count."""


@pytest.mark.parametrize(
    ("numbering", "first", "second"),
    [
        ({}, "0101", "0202"),
        ({"stagger": "false"}, "0101", "0201"),
        ({"first": "V", "sep": "."}, "01.01", "02.02"),
        ({"hOff": 10, "vOff": 0, "hLeading": 2, "vLeading": 0}, "0100", "0111"),
        ({"hDescend": "true"}, "0401", "0302"),
        ({"vDescend": "true"}, "0105", "0204"),
        ({"vDescend": "true", "stagger": "false"}, "0105", "0205"),
        ({"hType": "A", "hOff": 0}, "A01", "B02"),
        ({"vType": "A", "vOff": 25}, "01Z", "02AA"),
        ({"vType": "A", "vOff": 26}, "01AA", "02BB"),
        ({"hOff": -3}, "-0301", "-0202"),
    ],
)
def test_cells_have_the_names_that_vassal_gives_them(
    numbering: Mapping[str, Any], first: str, second: str, tmp_path: Path
) -> None:
    found = {one.at: one.name for one in named(tmp_path, hexes(numbering, **GRID))}
    assert found[FIRST] == first and found[SECOND] == second


@pytest.mark.parametrize(
    ("numbering", "first", "second"),
    [
        ({}, "0101", "0202"),
        ({"vDescend": "true"}, "0501", "0402"),  # acts on the column, with R
        ({"hDescend": "true"}, "0104", "0203"),  # acts on the row, with C, and staggers the other way
    ],
)
def test_sideways_x_and_y_change_places(
    numbering: Mapping[str, Any], first: str, second: str, tmp_path: Path
) -> None:
    found = {one.at: one.name for one in named(tmp_path, hexes(numbering, sideways="true", **GRID))}
    assert found[FIRST[::-1]] == first and found[SECOND[::-1]] == second


def test_in_a_zone_the_box_of_its_polygon_counts(tmp_path: Path) -> None:
    """Cells outside of it have the numbers of the grid beneath."""
    inner, outer = hexes({"hDescend": "true"}, **GRID), hexes({"hOff": 50}, **GRID)
    whole = {
        one.at: one.name for one in named(tmp_path, zoned(zone("", box(0, 0, 24, 36), inner), beneath=outer))
    }
    assert whole[FIRST] == "0301" and whole[(35.0, 12.0)] == "5302"
    parents = zone("Italia", box(0, 0, 24, 36), inner, useParentGrid="true")
    found = named(tmp_path, zoned(parents, beneath=outer))
    assert {one.at: one.name for one in found if one.kind == "hex"}[FIRST] == "5001"
    assert [one.at for one in found if one.kind == "zone"] == [(12.0, 18.0)]


def test_a_grid_is_bounded_and_a_figure_that_is_none_is_named(tmp_path: Path) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"dx": 2, "dy": 2}, "over 200000 cells"),
        ({"dy": 0.01}, "columns of 0.00866025 and rows of 0.01 pixels"),
        ({"dy": "wide"}, "HexGrid: dy: “wide” is not a number"),
        ({"x0": "nan"}, "HexGrid: x0: “nan” is not a number"),
    ]
    for grid, why in cases:
        with pytest.raises(Unusable, match=why):
            named(tmp_path, hexes({}, **grid), (5000, 5000))
    assert named(tmp_path, zoned(zone("bad", [], ""), zone("worse", box(0, 0, 1, 1)[:2]))) == []


# -- the four games ------------------------------------------------------------------------------------

SCALE = 1.5


def numbered(game: str, angle: float, *, stagger: bool) -> tuple[str, dict[str, Point]]:
    """Return a grid that numbers the hexes of a game, on a map turned by an angle, and where they lie.

    The print counts along a slant, which VASSAL cannot; so each line of hexes is a zone with an offset.
    """
    ours = look_of(game).board("en")
    assert isinstance(ours, HexBoard)
    turn = radians(angle)
    at = {
        id: (SCALE * (x * cos(turn) - y * sin(turn)) + 6000, SCALE * (x * sin(turn) + y * cos(turn)) + 6000)
        for id, (x, y) in ours.middles.items()
    }
    dy, dx = SCALE * ours.across, SCALE * ours.across * TALL * 1.5
    zones = []
    for raw, line in enumerate(sorted({id[:2] for id in at})):
        held = [id for id in at if id[:2] == line]
        is_sideways = len({round(at[id][1]) for id in held}) == 1
        along = {id: at[id][0 if is_sideways else 1] for id in held}
        across = at[held[0]][1 if is_sideways else 0]
        low, high = min(along.values()), max(along.values())
        edges = (low - dy / 2, across - dx / 3, high + dy / 2, across + dx / 3)
        left, top, right, bottom = map(round, edges)
        corners = box(left, top, right, bottom) if is_sideways else box(top, left, bottom, right)
        first = min(along, key=lambda id: along[id])
        last = max(along, key=lambda id: along[id])
        falls = int(first[2:]) > int(last[2:])
        staggered = int(stagger and raw % 2)
        y0 = low - 2 * dy - (dy / 2 if raw % 2 else 0)  # the first is raw cell 2
        row = 2 + staggered
        if falls:  # C for rows that lie sideways, else R
            row = floor((right - left) / (dy if is_sideways else dx) + 0.5) - 2 - staggered
        numbering = {
            "stagger": str(stagger).lower(),
            "hOff": int(line) - raw,
            "vOff": int(first[2:]) - row,
            ("hDescend" if is_sideways else "vDescend"): str(falls).lower(),
        }
        given = {"dx": dx, "dy": dy, "x0": across - raw * dx, "y0": y0}
        grid = hexes(numbering, sideways=str(is_sideways).lower(), **given)
        zones.append(zone("", corners, grid))
    return zoned(*zones), at


@pytest.mark.parametrize("stagger", [True, False])
@pytest.mark.parametrize(
    ("game", "angle"),
    [
        *(("belisarius", angle) for angle in (0, 90, 180, 270)),
        *(("ancient_world", angle) for angle in (60, 150, 240, 330)),
    ],
)
def test_every_hex_is_found_to_the_pixel(game: str, angle: float, stagger: bool, tmp_path: Path) -> None:
    """Sideways and upright, rising and falling, staggered and not."""
    grid, where = numbered(game, angle, stagger=stagger)
    given = named(tmp_path, grid, (12_000, 12_000))
    found = matched(look_of(game).board("en"), {}, given)
    assert set(found.found) == set(where)
    assert max(dist(found.found[id], at) for id, at in where.items()) < 1.5  # whole pixels, both ways
    assert not found.doubtful


@pytest.mark.parametrize("game", ["belisarius", "ancient_world"])
def test_the_cities_of_a_map_of_hexes_are_found_by_name(game: str, tmp_path: Path) -> None:
    """Where the grid is not numbered as the print."""
    ours = look_of(game).board("en")
    assert isinstance(ours, HexBoard)
    where = {town.cell: ours.middles[town.cell] for town in ours.towns}
    given = named(tmp_path, regions({town.name: where[town.cell] for town in ours.towns}), ours.size)
    found = matched(ours, names(game), given)
    sure = {**found.found, **{one.place: one.at for one in found.doubtful}}
    assert set(sure) == set(where) and len(found.found) > 0.9 * len(where)
    assert all(dist(found.found[id], where[id]) < 1.5 for id in found.found)


def test_cities_and_seas_are_found_whatever_their_spelling(tmp_path: Path) -> None:
    """Case, accents, endings and aliases make no difference; a slip of the pen is doubtful."""
    game, ours = "julius_caesar", look_of("julius_caesar").board("en")
    lexicon = names(game)
    spelt = {id: said[-1].upper() + " (2)" for id, said in lexicon.items()}
    spelt |= {"alexandria": "Älexándria", "toletum": "Toletus", "athenae": "Athennae", "roma": "Roma 4"}
    given = named(
        tmp_path, regions({spelt[id]: at for id, at in ours.places().items()} | {"Turn 1": (9, 9)}), ours.size
    )
    found = matched(ours, lexicon, given)
    assert [one.place for one in found.doubtful] == ["athenae"]
    assert set(found.found) == set(ours.places()) - {"athenae"} and not found.missing
    assert found.strange == ["Turn 1"]
    assert all(dist(at, ours.places()[id]) < 1.5 for id, at in found.found.items())


def test_areas_are_zones_and_their_cities_are_points(tmp_path: Path) -> None:
    game, ours = "ottomans", look_of("ottomans").board("en")
    assert isinstance(ours, AreaBoard)
    towns, lexicon = {town.id for town in ours.towns}, names(game)
    zones, points = [], {}
    for id, (x, y) in ours.places().items():
        if id in towns:
            points[lexicon[id][-1]] = (x, y)
        else:
            zones.append(zone(lexicon[id][1], box(x - 20, y - 10, x + 20, y + 10)))
    given = named(tmp_path, zoned(*zones, beneath=regions(points)), ours.size)
    found = matched(ours, lexicon, given)
    assert set(found.found) == set(ours.places()), (found.doubtful, found.missing, found.strange)
    assert all(dist(at, ours.places()[id]) < 1.5 for id, at in found.found.items())


def test_what_lies_far_from_where_the_others_expect_it_is_doubtful(tmp_path: Path) -> None:
    ours = look_of("julius_caesar").board("en")
    places = dict(ours.places())
    x, y = places["roma"]
    places["roma"] = (x + 400, y - 300)  # the box of its treasury, say
    found = matched(ours, names("julius_caesar"), named(tmp_path, regions(places), ours.size))
    assert [one.place for one in found.doubtful] == ["roma"] and "roma" not in found.found
    hexes_ = look_of("belisarius").board("en")
    assert isinstance(hexes_, HexBoard)
    given = [Named("hex", id, at) for id, at in hexes_.middles.items()]
    mirrored = [Named("hex", id, (5000 - x, y)) for id, (x, y) in hexes_.middles.items()]
    skewed = [Named("hex", id, (x + 40 * int(id[:2]), y)) for id, (x, y) in hexes_.middles.items()]
    shifted = [Named("hex", one.name, given[at - 7].at) for at, one in enumerate(given)]
    assert not matched(hexes_, {}, given).doubtful and matched(hexes_, {}, skewed).found
    for wrong in (mirrored, shifted):
        found = matched(hexes_, {}, wrong)
        assert not found.found and "numbers of its hexes are not those" in found.doubtful[0].why.template


@pytest.mark.parametrize(
    ("one", "other", "n"),
    [("roma", "roma", 0), ("roma", "rona", 1), ("athenae", "athennae", 1), ("a", "abcd", 3)],
)
def test_slips(one: str, other: str, n: int) -> None:
    assert slips(one, other, 2) == slips(other, one, 2) == n


# -- pieces --------------------------------------------------------------------------------------------


def test_the_pictures_of_pieces_are_read_through_all_traits(tmp_path: Path) -> None:
    layers = "emb2;Flipped;2;;;;;;;false;0;0;false;;;;legio_b.png,;flipped"
    built = "".join(
        [
            board(""),
            slot(
                "Legio X",
                "legio",
                "mark;a\\;b;c",
                "prototype;Moved",
                layers,
            ),
            slot("Nothing", ""),
            modules.element(
                "VASSAL.build.module.PrototypeDefinition",
                "+/null/emb;A;B;C;moved.gif,Moved;x\\tpiece;;;;/".replace("\\t", "\t"),
                name="Moved",
            ),
        ]
    )
    made = modules.module(
        tmp_path / "one.vmod",
        built,
        {name: modules.picture((64, 64), "red", "GIF") for name in ("legio.gif", "legio_b.png", "moved.gif")}
        | {"map.png": modules.picture((400, 300))},
    )
    with Module(made) as opened:
        (piece,) = opened.pieces()
        assert piece.names == ("Legio X",)
        assert piece.images == ("images/legio.gif", "images/moved.gif", "images/legio_b.png")
        assert opened.counter(piece.images[0]).getpixel((5, 5)) == (255, 0, 0, 255)


def test_sequences_are_decoded_and_not_split() -> None:
    assert traits.split("a;b\\;c;;d", ";") == ["a", "b;c", "", "d"]
    assert traits.split("'quoted\\';x", ";") == ["quoted\\", "x"]
    assert traits.split("'quoted\\'", ";") == ["quoted\\"]
    nested = "+/12/outer\tmiddle\\\tinner\\\\\tpiece;;;i.png;N/state"
    assert traits.traits(nested) == ["outer", "middle", "inner", "piece;;;i.png;N"]
    assert traits.name_of(nested) == "N" and traits.traits("nonsense") == []
    loop = {"a": "+/null/prototype;b\tpiece;;;a.png;A/", "b": "+/null/prototype;a\tpiece;;;b.png;B/"}
    assert list(traits.pictures(loop["a"], loop)) == ["a.png", "b.png", "a.png"]  # and ends


# -- pictures and boards -------------------------------------------------------------------------------


def test_boards_are_listed_and_their_pictures_read(tmp_path: Path) -> None:
    """A GIF gives its first frame; SVG, a missing and a broken picture are named."""
    built = "".join(
        board("", image, name)
        for image, name in [("a.gif", "A"), ("b.svg", "B"), ("c.jpg", "C"), ("d", "D"), ("e.png", "E")]
    )
    frames = BytesIO()
    Image.new("P", (300, 300), 1).save(
        frames, "GIF", save_all=True, append_images=[Image.new("P", (300, 300), 2)]
    )
    images = {
        "a.gif": frames.getvalue(),
        "b.svg": b"<svg/>",
        "c.jpg": modules.picture((320, 240), format="JPEG"),
        "e.png": modules.picture((400, 300))[:40],
    }
    with Module(modules.module(tmp_path / "m.vmod", built, images)) as opened:
        boards = {one.name: one for one in opened.boards()}
        assert next(one.title for one in boards.values()) == "Main Map: A"
        data, size, ending = opened.picture(boards["A"])
        assert size == (300, 300) and ending == "png" and data[:4] == b"\x89PNG"
        assert opened.picture(boards["C"])[1:] == ((320, 240), "jpg")
        for name, why in [
            ("B", "SVG is not read"),
            ("D", "has no picture in the module: “d”"),
            ("E", "e.png: "),
        ]:
            with pytest.raises(Unusable, match=why):
                opened.picture(boards[name])


# -- hostile files -------------------------------------------------------------------------------------


def zipped(path: Path, files: Mapping[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return path


BILLION = b'<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><a>&c;</a>'
FILE = b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"images/a.png": b""}, "has no buildFile.xml"),
        ({"buildFile.xml": BILLION}, "buildFile.xml: has a document type"),
        ({"buildFile": FILE}, "buildFile: has a document type"),
        ({"buildFile.xml": b"<a>" * 300}, "within one another"),
        ({"buildFile.xml": b"<a><b/>"}, "buildFile.xml: is not XML"),
        ({"buildFile.xml": b'<?xml version="1.0" encoding="nonsense"?><a/>'}, "is not XML"),
        ({"buildFile.xml": bytes(40 << 20)}, "buildFile.xml: is larger than 32 MB"),
    ],
)
def test_a_trap_is_refused_within_bounds(files: Mapping[str, bytes], why: str, tmp_path: Path) -> None:
    made = zipped(tmp_path / "trap.vmod", files)
    began = time.process_time()
    with pytest.raises(Unusable, match=why):
        Module(made)
    assert time.process_time() - began < 2


def test_what_is_no_zip_or_says_what_is_not_so_is_refused(tmp_path: Path) -> None:
    good = zipped(tmp_path / "good.vmod", {"buildFile.xml": b"<a/>", "b" * 200: b"x" * 500})
    data = bytearray(good.read_bytes())
    cases = {
        "not a ZIP": b"nothing",
        "damaged": bytes(data[:40] + data[60:]),
        "table of contents is larger": bytes(data[:-10] + (1 << 30).to_bytes(4, "little") + data[-6:]),
    }
    for why, given in cases.items():
        (tmp_path / "bad.vmod").write_bytes(given)
        with pytest.raises(Unusable, match=why):
            Module(tmp_path / "bad.vmod")
    with pytest.raises(Unusable, match="not a VASSAL module"):
        Module(tmp_path / "missing.vmod")
    many = zipped(tmp_path / "many.vmod", {f"{n}": b"" for n in range(archive.MOST_FILES + 1)})
    with pytest.raises(Unusable, match="20001 files; at most 20000"):
        Module(many)


def test_a_file_is_read_to_its_bound_whatever_its_entry_says(tmp_path: Path) -> None:
    made = zipped(
        tmp_path / "bomb.vmod", {"buildFile.xml": b"<a/>", "../up": b"x", "images/big": bytes(9 << 20)}
    )
    with archive.Archive(made) as opened:
        with pytest.raises(Unusable, match="images/big: is larger than 4 MB"):
            opened.read("images/big", 4 << 20)
        with pytest.raises(Unusable, match="nowhere: the module has no such file"):
            opened.read("nowhere", 10)
    encrypted = bytearray(made.read_bytes())
    at = encrypted.rfind(b"PK\x01\x02")
    encrypted[at + 8] |= 1
    made.write_bytes(encrypted)
    with archive.Archive(made) as opened, pytest.raises(Unusable, match="is encrypted"):
        opened.read("images/big", 1 << 30)
    assert elements.tree(b"<a b='1'><c>x</c></a>").children[0].text == "x"
