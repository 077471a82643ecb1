"""Names of a game's things in languages other than the first: `data/<game>/names.<language>.toml`.

The first language's names are those of the records and of the game's code, as its templates are. A file of
another language has a table for each kind of record, `[city] roma = "…"`, with the names printed on maps; its
table `[lexicon]` has the names of an id in sentences and orders, the label first, if there are more than the
printed name. See docs/add-a-language.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType

import msgspec

from .languages import FIRST, LANGUAGES
from .words import Lexicon

LEXICON = "lexicon"
_NONE: Mapping[str, str] = MappingProxyType({})


class _File(msgspec.Struct, forbid_unknown_fields=True):
    source: dict[str, str] = {}
    printed: dict[str, dict[str, str]] = {}
    lexicon: dict[str, list[str]] = {}


@cache
def _file(folder: Path, language: str) -> _File:
    path = folder / f"names.{language}.toml"
    return msgspec.toml.decode(path.read_bytes(), type=_File) if path.exists() else _File()


def printed(folder: Path, table: str, id: str, name: str, language: str) -> str:
    """Return the printed name of a record on a map, `name` if the language has none."""
    return name if language == FIRST else _file(folder, language).printed.get(table, _NONE).get(id, name)


def lexicon(
    folder: Path,
    names: Mapping[str, Sequence[str]],
    stars: Mapping[str, int] | None = None,
    plurals: Mapping[str, str] | None = None,
    singles: Mapping[str, str] | None = None,
    joints: Mapping[str, str] | None = None,
    orders: Mapping[str, tuple[str, str]] | None = None,
    beside: Mapping[str, tuple[str, str]] | None = None,
) -> Lexicon:
    """Return the lexicon of a game: its names in the first language, the others' from files, its stars.

    `plurals` are ids of plurals in the first language; languages without plurals call them as the id given.
    `singles`, `joints`, `orders` and `beside` are as in `Lexicon`.

    A name of what is not in the game is left out: a group's own figures may lack a port that ours have.
    """
    found: dict[str, dict[str, Sequence[str]]] = {id: {FIRST: of} for id, of in names.items()}
    for language in LANGUAGES:
        file = _file(folder, language)
        for table in file.printed.values():
            for id in table.keys() & found.keys():
                found[id].setdefault(language, [table[id]])
        for id in file.lexicon.keys() & found.keys():
            found[id][language] = file.lexicon[id]
    for id, one in (plurals or {}).items():
        found[id] = {**found[one], **found[id]}
    return Lexicon(found, stars, singles, joints, orders, beside)
