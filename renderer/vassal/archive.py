"""The files in a VASSAL module: a ZIP from anywhere, read within bounds and never unpacked to the disk."""

from __future__ import annotations

import zipfile
from pathlib import Path
from types import TracebackType
from zlib import error as zlib_error

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_
from renderer.scans.picture import Unusable

MOST_MODULE, MOST_LISTED, MOST_FILES = 1 << 30, 8 << 20, 20_000
"""The most bytes of a module, bytes of its table of contents, and files in it."""
END, END_SIZE, MOST_REMARK = b"PK\x05\x06", 22, 1 << 16
"""The record at the end of a ZIP, its size, and the longest remark behind it."""
PACKED = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
"""The ways in which VASSAL, which is written in Java, packs files."""
ENCRYPTED = 0x1
STEP = 1 << 20
DAMAGE = (zipfile.BadZipFile, zlib_error, EOFError, OSError, ValueError, NotImplementedError, OverflowError)


class Archive:
    """An open module; a context that closes it.

    Raises:
        Unusable: no ZIP, a damaged one, or one beyond the bounds.
    """

    def __init__(self, path: Path) -> None:
        try:
            size = path.stat().st_size
            if size > MOST_MODULE:
                raise Unusable(
                    N_("the file has {size} MB; at most {most} MB are read"),
                    size=size >> 20,
                    most=MOST_MODULE >> 20,
                )
            _require_short_contents(path, size)
            self._zip = zipfile.ZipFile(path)
        except DAMAGE as problem:
            raise Unusable(
                N_("this is not a VASSAL module, or it is damaged: {why}"), why=Verbatim(str(problem), 160)
            ) from problem
        self._entries = {info.filename: info for info in self._zip.infolist()}
        if len(self._entries) > MOST_FILES:
            self._zip.close()
            raise Unusable(
                N_("the module has {n} files; at most {most} are read"), n=len(self._entries), most=MOST_FILES
            )

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def read(self, name: str, most: int) -> bytes:
        """Return the bytes of a file, which are at most `most`, whatever its entry says of itself.

        Raises:
            Unusable: no such file, a larger one, or one that cannot be unpacked.
        """
        info = self._entries.get(name)
        if info is None:
            raise Unusable(N_("the module has no such file")).of(name)
        if info.flag_bits & ENCRYPTED or info.compress_type not in PACKED:
            raise Unusable(N_("is encrypted, or packed in a way that VASSAL does not use")).of(name)
        found = bytearray()
        try:
            with self._zip.open(info) as file:
                while part := file.read(STEP):
                    found += part
                    if len(found) > most:
                        raise Unusable(N_("is larger than {most} MB"), most=most >> 20).of(name)
        except DAMAGE as problem:
            raise Unusable(N_("is damaged: {why}"), why=Verbatim(str(problem), 160)).of(name) from problem
        return bytes(found)


def _require_short_contents(path: Path, size: int) -> None:
    """Refuse a table of contents that would fill the memory; the end of a ZIP says how long it is."""
    with path.open("rb") as file:
        file.seek(max(0, size - MOST_REMARK - END_SIZE))
        end = file.read()
    at = end.rfind(END)
    if at < 0 or len(end) - at < END_SIZE:
        raise Unusable(N_("this is not a VASSAL module: it is not a ZIP"))
    if int.from_bytes(end[at + 12 : at + 16], "little") > MOST_LISTED:
        raise Unusable(N_("the module's table of contents is larger than {most} MB"), most=MOST_LISTED >> 20)
