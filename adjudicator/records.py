"""Records of a game's data: TOML in, typed structs out, each with the source it comes from.

A data file holds tables of records, `[city] roma = { … }`, and says where they come from: `[source]`
at the top holds for every record of the file, `[source_of.position]` for one field of all of them; a
record may carry a `source` or `source_of` of its own; one that holds nothing but its `value` may be written
as `key = value`. A record without a source is refused
(architecture.md §3). An overlay folder may lay another owner's figures over ours, field by
field, under the same demands. Nothing here knows a game.

A list of many equal records is a CSV file: first its sources, as TOML, between two lines `---`; then the
names of the columns; then a line for each record, its id first. An empty cell is a field left out, and a line
that begins with "#" is a remark. The file's name is the section: `hexes.csv` holds the records "hexes/3536".
Over a list an overlay may also lay further records, and a cell "-" that takes a field away.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_type_hints

import msgspec
from msgspec import Meta, Struct

from adjudicator.core.language.languages import FIRST
from adjudicator.core.language.words import N_, Cells, Words, fill, words


class DataError(Exception):
    """A data file that cannot be used; the words name the file, the record and what is wrong with it.

    Args:
        why: a template marked with `N_`.
        values: the values of the template.

    Attributes:
        why: the fault as words, in any language.
    """

    def __init__(self, why: str, /, **values: Any) -> None:
        self.why = words(why, **values)
        super().__init__(fill(self.why, FIRST))


class RulesText(Struct, frozen=True, tag_field="kind", tag="rules-text", forbid_unknown_fields=True):
    """A figure stated in the rules, at `paragraph` ("6.11" or "card/pluto")."""

    paragraph: str


class PublicFact(Struct, frozen=True, tag_field="kind", tag="public-fact", forbid_unknown_fields=True):
    """A fact that anybody can look up: a printed component, a position, a date; `citation` is the source."""

    citation: str


class Reconstruction(Struct, frozen=True, tag_field="kind", tag="reconstruction", forbid_unknown_fields=True):
    """An estimated figure: `why` it has this value, and how `sure` it is."""

    why: str
    sure: Literal["high", "fair", "low"]


NOTHING = "-"
"""The cell of an overlay's list that takes our figure away."""
Source = RulesText | PublicFact | Reconstruction
Fields = dict[str, Any]
T = TypeVar("T")

Spelling = Annotated[str, Meta(min_length=1)]
"""A name, as it is written."""
Count = Annotated[int, Meta(ge=0, le=99)]
"""A number of things, or a figure of the printed game that may be 0."""
Positive = Annotated[int, Meta(ge=1, le=99)]
"""A figure of the printed game that is at least one."""
Position = tuple[Annotated[float, Meta(ge=-180, le=180)], Annotated[float, Meta(ge=-90, le=90)]]
"""Longitude and latitude in degrees."""


class Sheet(Struct, frozen=True):
    """One data file: its records by section and id, and the source of each.

    `sources` holds "city/roma" for a record and "city/roma/position" for a field that has its own.
    `plain` says that all values are text, as in a list.
    """

    file: str
    sections: dict[str, dict[str, Fields]]
    sources: dict[str, Source]
    plain: bool = False


_LAID: ContextVar[tuple[str, Path] | None] = ContextVar("laid", default=None)


@contextmanager
def laid_over(folder: str, overlay: Path) -> Iterator[None]:
    """Let `read` lay an overlay over the sheets of the folder of this name, as long as the block lasts."""
    token = _LAID.set((folder, overlay))
    try:
        yield
    finally:
        _LAID.reset(token)


def read(folder: Path, file: str, overlay: Path | None = None) -> Sheet:
    """Return the sheet `file` of a folder, with the overlay's sheet of that name laid over it; without an
    overlay, that of `laid_over`.

    Raises:
        DataError: a file that is neither TOML nor a list, a record without a source, or an overlay that
            names a record we do not have.
    """
    sheet, laid = sheet_of(folder / file), _LAID.get()
    if overlay is None and laid is not None and laid[0] == folder.name:
        overlay = laid[1]
    if overlay is not None and (overlay / file).exists():
        _lay_over(sheet, sheet_of(overlay / file))
    return sheet


def check_overlay(overlay: Path, files: Collection[str]) -> None:
    """Refuse an overlay that is not a folder or contains a file that would never be read; pictures of the
    group's own map are the renderer's to judge.

    Raises:
        DataError: saying which.
    """
    if not overlay.is_dir():
        raise DataError(N_("overlay {folder}: no such folder"), folder=overlay.name)
    for path in sorted(overlay.iterdir()):
        if path.name not in files and not is_picture_of_board(path):
            said = N_("overlay {folder}: {file} is not one of {files}")
            raise DataError(said, folder=overlay.name, file=path.name, files=Cells(sorted(files)))


def is_picture_of_board(path: Path) -> bool:
    """Return true for what an overlay folder holds of the group's own map and pieces: `board.toml` and its
    picture, and the folder `counters`.
    """
    return path.stem == "board" or path.name == "counters"


def read_board(
    folder: Path,
    files: Collection[str],
    connect: Callable[[Mapping[str, Sheet]], T],
    check: Callable[[T], Iterable[str]],
    overlay: Path | None = None,
) -> T:
    """Read the sheets of a game, connect them to its board, and check that.

    Args:
        folder: holds the data files.
        files: their names.
        connect: builds the board from its sheets, by file name, without judging it.
        check: returns what is wrong with the board, in words.
        overlay: a folder that may hold files of the same names with records, or single fields of
            records, that replace ours; each must say its own source.

    Raises:
        DataError: a file or record that cannot be used, or a board that fails `check`.
    """
    if overlay is not None:
        check_overlay(overlay, files)
    board = connect({file: read(folder, file, overlay) for file in files})
    if faults := list(check(board)):
        raise DataError("{faults}", faults="; ".join(faults))
    return board


def unknown(
    section: str,
    records: Mapping[str, T],
    field: str,
    known: Container[object],
    names: Callable[[T], Iterable[object]] | None = None,
) -> Iterator[str]:
    """Yield the faults of a field that names other records: a name that is not known, or one named twice.

    Args:
        section: the file and its section, "areas.toml: region".
        records: of this section, by id.
        field: the field's name.
        known: what it may name.
        names: returns what the field of a record names; by default its texts, or its keys, but not "".
    """
    for id, record in records.items():
        given = getattr(record, field) if names is None else names(record)
        listed = [given] * bool(given) if isinstance(given, str) else list(given)
        for at, name in enumerate(listed):
            if name not in known:
                yield f"{section}/{id}: {field}: there is no {name!r}"
            elif name in listed[:at]:
                yield f"{section}/{id}: {field}: {name!r} is named twice"


def reconstructions(sources: Mapping[str, Source]) -> dict[str, Reconstruction]:
    """Return the figures that are our own reconstruction, by record or field ("city/roma/position")."""
    return {name: source for name, source in sources.items() if isinstance(source, Reconstruction)}


def table(sheet: Sheet, section: str, kind: type[T]) -> dict[str, T]:
    """Return a section's records as structs of `kind`, by id, in the order of the ids.

    The struct's field `id` is filled with the record's key.

    Raises:
        DataError: no such section, or a record with a missing, unknown or mistyped field.
    """
    found = {}
    for key, fields in sorted(_section(sheet, section).items()):
        where = f"{sheet.file}: {section}/{key}"
        found[key] = _convert({**fields, "id": key}, kind, where, strict=not sheet.plain)
    return found


def values(sheet: Sheet, section: str, kind: type[T]) -> T:
    """Return a section of single values (`years = { value = 5 }`) as one struct of `kind`.

    Raises:
        DataError: as `table`; a record must hold `value` and nothing else.
    """
    plain, kinds = {}, get_type_hints(kind, include_extras=True)
    for key, fields in _section(sheet, section).items():
        where = f"{sheet.file}: {section}/{key}"
        if set(fields) != {"value"}:
            raise DataError(N_("{where}: holds a value and its source, nothing else"), where=where)
        plain[key] = _convert(fields["value"], kinds.get(key, Any), f"{where}: value")
    return _convert(plain, kind, f"{sheet.file}: {section}")


def listed(sheet: Sheet, section: str, kind: type[T]) -> dict[str, T]:
    """Return a section's records, or its single values, as `kind`, by id, in the order of the file.

    Raises:
        DataError: as `table`; here a record says nothing of its id.
    """
    found = {}
    for key, fields in _section(sheet, section).items():
        given = fields["value"] if set(fields) == {"value"} else fields
        found[key] = _convert(given, kind, f"{sheet.file}: {section}/{key}")
    return found


def _section(sheet: Sheet, section: str) -> dict[str, Fields]:
    if section not in sheet.sections:
        raise DataError(N_("{where}: has no section {section}"), where=sheet.file, section=section)
    return sheet.sections[section]


def unread(problem: Exception) -> Words:
    """Return why a file cannot be read, in words; those of the system and of the reader are in English."""
    if isinstance(problem, RecursionError):
        return words(N_("it is nested too deeply"))
    if isinstance(problem, FileNotFoundError):
        return words(N_("there is no such file"))
    return words("{why}", why=str(problem))


def sheet_of(path: Path) -> Sheet:
    """Return one file as a sheet, with nothing laid over it.

    Raises:
        DataError: as `read`.
    """
    plain = path.suffix == ".csv"
    try:
        text = path.read_text(encoding="utf-8")
        raw = _list(text, path) if plain else tomllib.loads(text)
    except (OSError, ValueError, RecursionError, csv.Error) as problem:
        raise DataError("{where}: {why}", where=path.name, why=unread(problem)) from problem
    default, by_field = _stated_sources(raw, path.name)
    sheet = Sheet(path.name, {}, {}, plain)
    unused = set(by_field)
    for section, records in raw.items():
        if not isinstance(records, dict):
            raise DataError(
                N_("{where}: {section} is not a table of records"), where=path.name, section=section
            )
        sheet.sections[section] = {}
        for key, given in records.items():
            fields = given if isinstance(given, dict) else {"value": given}
            unused -= set(fields)
            _add_sources(sheet, f"{section}/{key}", fields, default, by_field)
            sheet.sections[section][key] = fields
    if unused:
        said = N_("{where}: source_of {fields}: no record has such a field")
        raise DataError(said, where=path.name, fields=Cells(sorted(unused)))
    return sheet


def _list(text: str, path: Path) -> Fields:
    """Read a list as the table that it would be in TOML."""
    before, _, rest = text.partition("---\n")
    head, fence, body = rest.partition("---\n")
    if before or not fence:
        raise DataError(N_("{where}: does not begin with its sources between two lines ---"), where=path.name)
    raw = tomllib.loads(head)
    rows = csv.reader(line for line in body.splitlines() if not line.startswith("#"))
    columns = next(rows, [])[1:]
    records: dict[str, Fields] = {}
    for key, *cells in filter(None, rows):
        if len(cells) != len(columns):
            raise DataError(
                N_("{where}: {cells} cells in {columns} columns"),
                where=f"{path.name}: {key}",
                cells=len(cells) + 1,
                columns=len(columns) + 1,
            )
        if key in records:
            raise DataError(N_("{where}: {name} is there twice"), where=path.name, name=key)
        records[key] = {column: cell for column, cell in zip(columns, cells, strict=True) if cell}
    raw[path.stem] = records
    return raw


def _add_sources(
    sheet: Sheet, name: str, fields: Fields, default: Source | None, by_field: Mapping[str, Source]
) -> None:
    own, own_by_field = _stated_sources(fields, f"{sheet.file}: {name}")
    source = own or default
    if source is None:
        raise DataError(N_("{where}: {name} has no source"), where=sheet.file, name=name)
    sheet.sources[name] = source
    for field, stated in {**by_field, **own_by_field}.items():
        if field in fields:
            sheet.sources[f"{name}/{field}"] = stated
        elif field in own_by_field:
            said = N_("{where}: {name} has no field {field} to give a source for")
            raise DataError(said, where=sheet.file, name=name, field=field)


def _stated_sources(raw: Fields, where: str) -> tuple[Source | None, dict[str, Source]]:
    """Take `source` and `source_of` out of a table."""
    default: Source | None = None
    if "source" in raw:
        default = _convert_source(raw.pop("source"), where)
    by_field = raw.pop("source_of", {})
    if not isinstance(by_field, dict):
        raise DataError(N_("{where}: source_of is not a table"), where=where)
    return default, {field: _convert_source(stated, where) for field, stated in by_field.items()}


def _lay_over(sheet: Sheet, over: Sheet) -> None:
    for section, records in over.sections.items():
        ours = _section(sheet, section)
        for key, fields in records.items():
            name = f"{section}/{key}"
            if key not in ours and not sheet.plain:
                said = N_("overlay {file}: there is no {name} to lay it over")
                raise DataError(said, file=over.file, name=name)
            sheet.sources.setdefault(name, over.sources[name])
            ours[key] = {**ours.get(key, {}), **fields}
            for field in fields:
                if sheet.plain and fields[field] == NOTHING:
                    del ours[key][field]
                sheet.sources[f"{name}/{field}"] = over.sources.get(f"{name}/{field}", over.sources[name])


def _convert_source(raw: object, where: str) -> Source:
    try:
        source: Source = msgspec.convert(raw, Source)
    except msgspec.ValidationError as problem:
        raise DataError("{where}: source: {why}", where=where, why=str(problem)) from problem
    if not all(msgspec.structs.astuple(source)):
        raise DataError(N_("{where}: source: says nothing"), where=where)
    return source


def _convert(raw: object, kind: type[T], where: str, *, strict: bool = True) -> T:
    try:
        return msgspec.convert(raw, kind, strict=strict)
    except msgspec.ValidationError as problem:
        raise DataError("{where}: {why}", where=where, why=str(problem)) from problem
