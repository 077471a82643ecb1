"""Figures of a group's own copy: an overlay folder, the game that is played with it, forms for one.

A game's data are constants of its modules. So a game with other figures is a second set of the same modules,
imported while `records.read` lays the overlay over our sheets. Both sets live in one process and know nothing
of each other; campaigns, pictures and logs name the second by its id, which holds the overlay's digest
(docs/own-copy.md).
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.game.game import OWN, Game
from adjudicator.core.language.words import N_, Beside, Cells, Passage, words

from . import GAMES
from .display.pictures import Pictures
from .records import (
    DataError,
    Reconstruction,
    Sheet,
    check_overlay,
    is_picture_of_board,
    laid_over,
    sheet_of,
    unread,
)

T = TypeVar("T")

MANIFEST = "overlay.toml"
"""The file of an overlay folder that names its game."""
FAULT = N_("overlay {folder}: {why}")
SIGNED = N_("Figures from the group's own copy of the game.")
"""Said on every picture, and in the terms of a campaign."""


class Overlay(Struct, frozen=True):
    """An overlay folder: its game, and a digest of its figures in hex; remarks, sources and pictures do not
    count. Without figures, which only one with a picture of the map may be, it makes no second game.
    """

    game: str
    folder: Path
    digest: str = ""

    @property
    def id(self) -> str:
        """The id of the game that is played with it."""
        return f"{self.game}{OWN}{self.digest}"


class Games(dict[str, Game]):
    """Games by their id. A game whose figures are not installed is not in it; yet `games[id]` returns the
    game, which can be named, but neither drawn nor played.
    """

    def __missing__(self, id: str) -> Game:
        name, own, digest = id.partition(OWN)
        if not own:
            raise KeyError(id)
        return replace(self[name], figures=digest, pictures=None, ai_player=None)


class _Manifest(Struct, forbid_unknown_fields=True):
    game: str


class _Places(Struct, forbid_unknown_fields=True):
    place: dict[str, str]


_LOCK = RLock()
_OVERLAYS: dict[str, Overlay] = {}
_PICTURED: dict[Path, str] = {}
_GAMES: dict[str, Game] = {}
_MODULES: dict[str, dict[str, ModuleType]] = {}


# -- overlays ----------------------------------------------------------------------------------------


def overlay_at(folder: Path) -> Overlay:
    """Return the overlay in a folder; its figures are not laid over anything yet.

    Raises:
        DataError: no such folder, a file that no game reads or that cannot be read, or no figure at all.
    """
    if not folder.is_dir():
        raise DataError(N_("overlay {folder}: no such folder"), folder=str(folder))
    try:
        game = msgspec.toml.decode((folder / MANIFEST).read_bytes(), type=_Manifest).game
    except (OSError, RecursionError, msgspec.DecodeError, msgspec.ValidationError) as problem:
        why = words("{file}: {why}", file=MANIFEST, why=unread(problem))
        raise DataError(FAULT, folder=folder.name, why=why) from problem
    if game not in GAMES:
        raise DataError(
            N_("overlay {folder}: {file}: game: “{game}” is not one of {games}"),
            folder=folder.name,
            file=MANIFEST,
            game=game,
            games=Cells(GAMES),
        )
    files = [*_files(game), *_drawn(game)]
    check_overlay(folder, (*files, MANIFEST))
    try:
        sheets = {file: sheet_of(folder / file) for file in files if (folder / file).exists()}
    except DataError as problem:
        raise DataError(FAULT, folder=folder.name, why=problem.why) from problem
    figures = {file: sheet.sections for file, sheet in sheets.items() if any(sheet.sections.values())}
    if not figures:
        if any(map(is_picture_of_board, folder.iterdir())):
            return Overlay(game, folder)
        said = N_("overlay {folder}: has no figures; remove the # of those that you fill in")
        raise DataError(said, folder=folder.name)
    text = json.dumps(figures, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)
    return Overlay(game, folder, hashlib.sha256(text.encode()).hexdigest())


def register(folders: Iterable[Path]) -> list[Overlay]:
    """Register overlays in this process, for `games` and for pictures.

    Raises:
        DataError: as `overlay_at`.
    """
    found = [overlay_at(folder.absolute()) for folder in folders]
    _OVERLAYS.update({overlay.id: overlay for overlay in found if overlay.digest})
    _PICTURED.update(
        {one.folder: one.game for one in found if any(map(is_picture_of_board, one.folder.iterdir()))}
    )
    return found


def folders() -> list[Path]:
    """Return the folders that are registered, for other processes; without pictures that are gone since, for
    no game needs them.
    """
    pictures = (folder for folder in _PICTURED if folder.is_dir())
    return list(dict.fromkeys([*(overlay.folder for overlay in _OVERLAYS.values()), *pictures]))


def forget() -> None:
    """Register no overlay any more; games that use one keep their rules."""
    _OVERLAYS.clear()
    _PICTURED.clear()


def pictured() -> dict[Path, str]:
    """Return the registered folders that hold a picture of the group's own map, each with its game."""
    return dict(_PICTURED)


def games() -> Games:
    """Return every game by its id: ours, and those with the figures that are registered.

    Raises:
        DataError: figures that a game cannot be played with; the text names folder, file, record and field.
    """
    return Games({**GAMES, **{id: _game(overlay) for id, overlay in _OVERLAYS.items()}})


def _game(overlay: Overlay) -> Game:
    with _LOCK:
        if overlay.id not in _GAMES:
            game = _modules(overlay)[_package(overlay.game)].GAME
            _require_playable(overlay, game)
            pictures = None if game.pictures is None else _signed(game.pictures, overlay.id)
            _GAMES[overlay.id] = replace(game, figures=overlay.digest, pictures=pictures)
        return _GAMES[overlay.id]


def _require_playable(overlay: Overlay, game: Game) -> None:
    for scenario in game.scenarios():
        options = {option.name: option.values[0] for option in scenario.options}
        if problems := game.impossible(game.found(scenario.id, options, list(scenario.seats))):
            raise DataError(
                N_("overlay {folder}: scenario {scenario}: {why:clauses}"),
                folder=overlay.folder.name,
                scenario=scenario.id,
                why=[*problems],
            )


# -- modules a second time ---------------------------------------------------------------------------


def with_figures(id: str, package: str, act: Any) -> Any:
    """Apply `act` to a package that is imported beside the game's second set of modules.

    Args:
        id: of a game with figures of a group's own.
        package: the name of one that imports the game's modules.
        act: given the package; it must read all data that it needs.

    Raises:
        KeyError: no such figures are registered.
        DataError: figures that it cannot use; the text names folder, file, record and field.
    """
    overlay = _OVERLAYS[id]
    with _LOCK:
        modules = _modules(overlay)
        with (
            laid_over(overlay.game, overlay.folder),
            _in_place(_package(overlay.game), modules),
            _in_place(package, {}),
        ):
            try:
                return act(import_module(package))
            except DataError as problem:
                raise DataError(FAULT, folder=overlay.folder.name, why=problem.why) from problem


def _modules(overlay: Overlay) -> dict[str, ModuleType]:
    """Return the modules of a game with an overlay's figures, imported when they are first needed."""
    if overlay.id not in _MODULES:
        modules: dict[str, ModuleType] = {}
        package = _package(overlay.game)
        try:
            with laid_over(overlay.game, overlay.folder), _in_place(package, modules):
                import_module(package)
        except DataError as problem:
            raise DataError(FAULT, folder=overlay.folder.name, why=problem.why) from problem
        except Exception as problem:
            said = N_("overlay {folder}: the game cannot be set up with these figures: {why}")
            raise DataError(said, folder=overlay.folder.name, why=repr(problem)) from problem
        _MODULES[overlay.id] = modules
    return _MODULES[overlay.id]


@contextmanager
def _in_place(package: str, modules: dict[str, ModuleType]) -> Iterator[None]:
    """Put other modules in the place of a package's, as long as the block lasts; `modules` gets those that
    it imports.
    """
    before = _taken(package)
    sys.modules.update(modules)
    try:
        yield
    finally:
        modules.update(_taken(package))
        sys.modules.update(before)
        parent, _, name = package.rpartition(".")
        if package in before:
            setattr(sys.modules[parent], name, before[package])


def _taken(package: str) -> dict[str, ModuleType]:
    """Take a package's modules out of those that are imported."""
    names = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    return {name: sys.modules.pop(name) for name in names}


def _package(game: str) -> str:
    return f"adjudicator.{game}"


def _files(game: str) -> Collection[str]:
    """Return the names of the data files by which a game is played."""
    files: Collection[str] = import_module(f"{_package(game)}.board").FILES
    return files


def _drawn(game: str) -> Collection[str]:
    """Return the names of those by which its map is drawn."""
    files: Collection[str] = import_module(f"{_package(game)}.board").DRAWN
    return files


def _data(game: str) -> Path:
    folder: Path = import_module(f"{_package(game)}.board").DATA
    return folder


# -- pictures ----------------------------------------------------------------------------------------


def _signed(pictures: Pictures, id: str) -> Pictures:
    """Return pictures that name the owner of their figures, and are drawn on a board with these figures."""

    def signed(make: Any, below: str, *given: Any) -> Any:
        """Return a picture with the sentence behind its line `below` and before its alternative text."""
        made = make(*given)
        if made is None:
            return None
        said = words(SIGNED)
        line, alt = Beside([getattr(made, below), said]), Passage([said, made.alt])
        return replace(made, **{"game": id, below: line, "alt": alt})

    return replace(
        pictures,
        scene=partial(signed, pictures.scene, "footer"),
        hand=partial(signed, pictures.hand, "subtitle"),
        battle=partial(signed, pictures.battle, "subtitle"),
        score_chart=partial(signed, pictures.score_chart, "subtitle"),
    )


# -- forms -------------------------------------------------------------------------------------------


def forms(game: str) -> dict[str, str]:
    """Return the files of an empty overlay for a game, by name: every reconstructed figure as a remark, with
    its present value, its place in the rules, and why it is as it is. What pictures alone show has no
    place in the rules.
    """
    data = _data(game)
    places = msgspec.toml.decode((data / "figures.toml").read_bytes(), type=_Places).place
    made = {file: _form(sheet_of(data / file), places) for file in _files(game)}
    made |= {file: _form(sheet_of(data / file), None) for file in _drawn(game)}
    return {MANIFEST: f'game = "{game}"\n', **{file: text for file, text in made.items() if text}}


_SOURCE = '[source]\nkind = "public-fact"\ncitation = "our own copy of the game"\n'
_TOML = """\
# Figures that are reconstructed, for want of the printed ones. Take the "#" from a record that you look up
# in your copy, correct its figures, and leave out those that are right. The lines above it say: the paragraph
# that uses the figure (none where pictures alone do); how sure we are; why.

"""
_LIST = """\
# Figures that are reconstructed. Take the "#" from a line that you look up in your copy, and correct it. An
# empty cell keeps our figure, "-" takes it away. Lines for what is missing may be added.
"""


def _form(sheet: Sheet, places: Mapping[str, str] | None) -> str:
    """Return the form of one file, "" if nothing in it is reconstructed."""
    parts = []
    for section, records in sheet.sections.items():
        own = {key: _reconstructed(sheet, section, key, fields) for key, fields in records.items()}
        own = {key: found for key, found in own.items() if found}
        if own:
            make = _form_of_list if sheet.plain else _form_of_table
            parts.append(make(section, records, own, places))
    if not parts:
        return ""
    return "".join(parts) if sheet.plain else f"{_TOML}{_SOURCE}{''.join(parts)}"


def _reconstructed(
    sheet: Sheet, section: str, key: str, fields: Mapping[str, Any]
) -> dict[str, Reconstruction]:
    """Return the reconstructed fields of a record, each with its source."""
    record = sheet.sources[f"{section}/{key}"]
    found = {field: sheet.sources.get(f"{section}/{key}/{field}", record) for field in fields}
    return {field: source for field, source in found.items() if isinstance(source, Reconstruction)}


def _ground(places: Mapping[str, str] | None, section: str, field: str, source: Reconstruction) -> str:
    """Return a field with the paragraph that uses it, if one does, and what its source says."""
    place = "" if places is None else f"§{places.get(f'{section}.{field}', places[section])} "
    return f"# {place}{field} ({source.sure}): {source.why}"


def _form_of_table(
    section: str,
    records: Mapping[str, Mapping[str, Any]],
    own: Mapping[str, Mapping[str, Reconstruction]],
    places: Mapping[str, str] | None,
) -> str:
    lines, said = [f"\n[{section}]"], ""
    for key, sources in own.items():
        grounds = {_ground(places, section, field, source) for field, source in sources.items()}
        if (now := "\n".join(sorted(grounds))) != said:
            lines.append(said := now)
        figures = ", ".join(f"{field} = {_literal(records[key][field])}" for field in sources)
        lines.append(f"# {_key(key)} = {{ {figures} }}")
    return "\n".join(lines) + "\n"


def _form_of_list(
    section: str,
    records: Mapping[str, Mapping[str, Any]],
    own: Mapping[str, Mapping[str, Reconstruction]],
    places: Mapping[str, str] | None,
) -> str:
    """Return the CSV to fill in: reconstructed figures as commented rows, headed by their grounds."""
    columns = list(dict.fromkeys(field for fields in own.values() for field in fields))
    grounds = {
        _ground(places, section, field, source)
        for sources in own.values()
        for field, source in sources.items()
    }
    rows = [
        ",".join(["#" + key, *(_cell(records[key][c]) if c in sources else "" for c in columns)])
        for key, sources in own.items()
    ]
    head = "\n".join(sorted(grounds))
    return f"---\n{_LIST}{head}\n\n{_SOURCE}---\nid,{','.join(columns)}\n" + "\n".join(rows) + "\n"


def _literal(value: Any) -> str:
    """Return a value as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {_literal(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_literal, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() and key.isascii() else json.dumps(key)


def _cell(value: str) -> str:
    quoted = value.replace('"', '""')
    return f'"{quoted}"' if set(value) & set(',"\n') else value
