"""A VASSAL module: its boards with their pictures and named places, and the pictures of its pieces."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct
from PIL import Image

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_
from renderer.scans.picture import COUNTER_BYTES, MOST_BYTES, Unusable, counter, first_frame, of_module
from renderer.vassal import traits
from renderer.vassal.archive import Archive
from renderer.vassal.elements import Element, tree
from renderer.vassal.grids import Named, places

BUILT = ("buildFile.xml", "buildFile")
MOST_XML, MOST_PIECES = 32 << 20, 5_000
ENDINGS = ("", ".gif", ".png", ".jpg", ".jpeg", ".webp", ".svg")
"""The endings that a picture's name may lack; older modules leave out ".gif"."""


class Board(Struct, frozen=True):
    """A board of a module: its map, its name, and the file of its picture, "" without one."""

    map: str
    name: str
    image: str
    grid: Element

    @property
    def title(self) -> str:
        """The board's name, with that of its map where they differ."""
        return self.name if self.map in ("", self.name) else f"{self.map}: {self.name}"


class Piece(Struct, frozen=True):
    """A piece of a module: its names, the likeliest first, and the files of its pictures."""

    names: tuple[str, ...]
    images: tuple[str, ...]


class Module:
    """An open module; a context that closes it.

    Raises:
        Unusable: the text says what, and where.
    """

    def __init__(self, path: Path) -> None:
        self._archive = Archive(path)
        try:
            built = next((name for name in BUILT if name in self._archive), "")
            if not built:
                raise Unusable(N_("this is not a VASSAL module: it has no buildFile.xml"))
            try:
                self._root = tree(self._archive.read(built, MOST_XML))
            except Unusable as problem:
                raise problem.of(built) from problem
        except Unusable:
            self.close()
            raise

    def __enter__(self) -> Module:
        return self

    def __exit__(self, *given: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the module's file."""
        self._archive.__exit__(None, None, None)

    @property
    def name(self) -> str:
        """The module's name, as it says."""
        return self._root.given.get("name", "")[:100]

    def boards(self) -> list[Board]:
        """Return all boards, in the module's order."""
        found = [
            Board(map.given.get("mapName", "")[:100], *self._named(board), board)
            for map in self._root.within("Map", "PrivateMap", "PlayerHand")
            for board in map.within("Board")
        ]
        known = {id(one.grid) for one in found}
        apart = (one for one in self._root.within("Board") if id(one) not in known)
        return [*found, *(Board("", *self._named(one), one) for one in apart)]

    def _named(self, board: Element) -> tuple[str, str]:
        return board.given.get("name", "")[:100], self._file(board.given.get("image", ""))

    def _file(self, image: str) -> str:
        """Return the name in the archive of a picture; "" if there is none."""
        inside = (f"images/{image}{ending}" for ending in ENDINGS)
        return next((name for name in inside if image and name in self._archive), "")

    def picture(self, board: Board) -> tuple[bytes, tuple[int, int], str]:
        """Return a board's picture, its size, and the ending of its file; of a GIF its first frame as a PNG.

        Raises:
            Unusable: no picture, or one that cannot be used.
        """
        if not board.image:
            said = Verbatim(board.grid.given.get("image", ""))
            raise Unusable(
                N_("the board “{board}” has no picture in the module: “{said}”"),
                board=Verbatim(board.name),
                said=said,
            )
        data = self._archive.read(board.image, MOST_BYTES)
        try:
            if board.image.lower().endswith(".svg"):
                raise Unusable(N_("SVG is not read; export it as PNG, about 5,000 pixels wide"))
            format, size = of_module(data)
            if format == "GIF":
                data = first_frame(data)
        except Unusable as problem:
            raise problem.of(board.image) from problem
        return data, size, {"JPEG": "jpg", "WEBP": "webp"}.get(format, "png")

    def places(self, board: Board, size: tuple[int, int]) -> list[Named]:
        """Return the named places of a board.

        Raises:
            Unusable: figures that cannot be.
        """
        return places(board.grid, size)

    def pieces(self) -> list[Piece]:
        """Return the pieces that have pictures, each name once, in the module's order."""
        prototypes = {one.given.get("name", ""): one.text for one in self._root.within("PrototypeDefinition")}
        found = dict[tuple[str, ...], Piece]()
        for slot in self._root.within("PieceSlot", "CardSlot"):
            said = (slot.given.get("entryName", ""), traits.name_of(slot.text))
            names = tuple(dict.fromkeys(name[:200] for name in said if name))
            files = (self._file(name) for name in traits.pictures(slot.text, prototypes))
            images = tuple(dict.fromkeys(file for file in files if file))
            if images and names and names not in found:
                found[names] = Piece(names, images)
            if len(found) >= MOST_PIECES:
                break
        return list(found.values())

    def counter(self, image: str) -> Image.Image:
        """Return a piece's picture in true colour, with what it lets through.

        Raises:
            Unusable: one that cannot be used.
        """
        try:
            return counter(self._archive.read(image, COUNTER_BYTES))
        except Unusable as problem:
            raise problem.of(image) from problem
