"""Damaged figures of a group's own copy: what cannot be played is refused by file, record and field."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from adjudicator import GAMES
from adjudicator.figures import _data, _files, _in_place, _key, _literal, _package
from adjudicator.records import DataError, laid_over, sheet_of

SOURCE = '[source]\nkind = "public-fact"\ncitation = "our own copy"\n'
LIST = f"---\n{SOURCE}---\n"


def refusal(game: str, folder: Path, file: str, text: str) -> str:
    """Return the refusal of a game's board with one file laid over it; "" if it can be used."""
    (folder / file).write_text(text, encoding="utf-8")
    package = f"{_package(game)}.board"
    try:
        with laid_over(game, folder), _in_place(package, {}):
            import_module(package)
    except DataError as problem:
        return str(problem)
    finally:
        (folder / file).unlink()
    return ""


@pytest.mark.parametrize(
    ("game", "file", "text", "named"),
    [
        # a field of the wrong type, an impossible figure, one out of range
        ("ottomans", "units.toml", '[kind]\nkrim_irregulars = { strength = "x" }', "kind/krim_irregulars: "),
        (
            "ottomans",
            "units.toml",
            "[kind]\nkrim_irregulars = { count = 0 }",
            "/krim_irregulars: .*count",
        ),
        ("ottomans", "units.toml", "[leader]\nvlad = { command = 100 }", "leader/vlad: .*command"),
        ("ottomans", "areas.toml", "[region]\nkrim = { supply = -1 }", "region/krim: .*supply"),
        ("ottomans", "stratagems.toml", "[stratagem]\nagent = { count = -1 }", "stratagem/agent: .*count"),
        ("ottomans", "charts.toml", '[turn]\nt03 = { number = "x" }', "turn/t03: .*number"),
        ("ottomans", "scenarios.toml", "[figures]\nhand = 0", "figures/hand: value"),
        ("ancient_world", "leaders.toml", '[leader]\nfabius = { battle = "F" }', "leader/fabius: .*battle"),
        ("ancient_world", "charts.toml", "[port]\nlocal = { embark = -1 }", "port/local: .*embark"),
        ("ancient_world", "charts.toml", '[battle]\n0 = { attacker = "x" }', "battle/0: .*attacker"),
        ("ancient_world", "charts.toml", "[surrender]\n3 = { value = [] }", "surrender/3: .*value"),
        ("belisarius", "charts.toml", "[cost]\nmarker = -1", "cost/marker: value"),
        ("belisarius", "charts.toml", '[op]\nroad = "x"', "op/road: value"),
        ("belisarius", "markers.toml", "[marker]\nagent = { count = -1 }", "marker/agent: .*count"),
        (
            "julius_caesar",
            "cities.toml",
            "[city]\nroma = { position = [999.0, 1.0] }",
            "/roma: .*position",
        ),
        ("julius_caesar", "cards.toml", '[card]\napollo = { copies = "x" }', "card/apollo: .*copies"),
        # a row of a chart that is too short, too long, or has an unknown result
        ("ottomans", "charts.toml", '[column]\nc1 = { results = ["AE"] }', "column/c1: .*results"),
        ("ottomans", "charts.toml", '[letter]\nA = { nations = ["a"] }', "letter/A: .*nations"),
        ("ancient_world", "charts.toml", "[tactical]\nA = { values = [1] }", "tactical/A: .*values"),
        ("ancient_world", "charts.toml", "[siege_inside]\n3 = { losses = [1] }", "siege_inside/3: losses"),
        (
            "ancient_world",
            "charts.toml",
            "[attrition_row]\n07 = { losses = [1] }",
            "row/07: losses",
        ),
        ("ancient_world", "charts.toml", "[transport]\n08 = { most = 3 }", "transport/08: most"),
        ("ancient_world", "charts.toml", "[augury]\nfever = { most = 90 }", "augury/mutiny: least"),
        ("belisarius", "charts.toml", '[chart]\ncolony = { rows = ["-"] }', "chart/colony: rows"),
        # an id that is not there, an unknown field, an unknown record
        ("ottomans", "areas.toml", '[city]\nvienna = { region = "utopia" }', "city/vienna: region: .*utopia"),
        ("ottomans", "areas.toml", '[region]\nkrim = { seas = ["utopia"] }', "region/krim: seas: .*utopia"),
        ("ottomans", "nations.toml", '[nation]\nkrim = { home = "utopia" }', "nation/krim: home: .*utopia"),
        ("ottomans", "units.toml", '[leader]\nvlad = { nation = "utopia" }', "leader/vlad: nation: .*utopia"),
        (
            "ottomans",
            "charts.toml",
            f"[event]\nd1 = {{ events = {['infighting'] * 5 + ['tea']} }}",
            "event/d1: events: .*tea",
        ),
        ("ancient_world", "places.toml", '[city]\narpi = { hex = "9999" }', "city/arpi: hex: .*9999"),
        ("ancient_world", "scenarios.toml", '[force]\nsicily_05 = { city = "x" }', "force/sicily_05: city"),
        ("belisarius", "cities.toml", '[city]\nroma = { hex = "9999" }', "city/roma: hex"),
        ("julius_caesar", "blocks.toml", "[block]\nc_legio_13 = { might = 4 }", "block/c_legio_13: .*might"),
        ("julius_caesar", "setup.toml", "[number]\nyears = 6", "number/years: value"),
        ("ottomans", "units.toml", "[leader]\nbayard = { command = 3 }", "there is no leader/bayard"),
        ("ottomans", "charts.toml", "[chart]\na = 1", "charts.toml: has no section chart"),
        # a line of a list: a field taken away, a place that is none
        ("ancient_world", "hexes.csv", "id,kind\n6741,-", "hexes/6741: .*kind"),
        ("ancient_world", "hexes.csv", "id,sea\n6741,utopia", "hexes/6741: sea: .*utopia"),
        ("ancient_world", "hexsides.csv", "id,way\n0001/6741,Via", "hexsides/0001/6741: "),
        ("belisarius", "hexes.csv", "id,terrain\n3535,lava", "hexes/3535: .*terrain"),
        ("belisarius", "hexsides.csv", "id,kind\n3535/3536,air", "hexsides/3535/3536: .*kind"),
    ],
)
def test_a_damage_is_refused_by_file_record_and_field(
    tmp_path: Path, game: str, file: str, text: str, named: str
) -> None:
    said = refusal(game, tmp_path, file, (LIST if file.endswith(".csv") else SOURCE) + text + "\n")
    assert re.search(named, said), said
    assert file in said


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("text", ["[city", "\x00", "a = 1", "[city]\nroma = 5", "[[city]]\n", "= 3"])
def test_a_file_that_is_no_toml_is_refused_by_name(tmp_path: Path, game: str, text: str) -> None:
    file = next(file for file in _files(game) if file.endswith(".toml"))
    assert file in refusal(game, tmp_path, file, text)


@pytest.mark.parametrize(
    "text", ["", "id,kind\n6741,sea", LIST, LIST + "\n\n", LIST + "id,kind\n\n6741\n", "---\n=\n---\n"]
)
def test_a_file_that_is_not_a_list_is_refused_by_name(tmp_path: Path, text: str) -> None:
    said = refusal("ancient_world", tmp_path, "hexes.csv", text)
    assert "hexes.csv" in said or text.startswith(LIST)


def damaged(value: Any) -> Iterator[Any]:
    """Values that a field of such a value should not have, or hardly."""
    match value:
        case bool():
            yield "x"
        case int() | float():
            yield from ("x", -7, 9999)
        case str():
            yield from (5, "utopia", "")
        case list():
            yield from (5, value[:-1], [*value, *value[-1:]])
            for wrong in damaged(value[0]) if value else ("utopia",):
                yield [wrong, *value[1:]]
        case dict():
            yield from (5, {**value, "utopia": 1}, dict(list(value.items())[1:]))
            for key in list(value)[:1]:
                yield from ({**value, key: wrong} for wrong in damaged(value[key]))


@pytest.mark.byhand
@pytest.mark.parametrize("game", GAMES)
def test_each_field_of_each_kind_of_record(tmp_path: Path, game: str) -> None:
    """Whatever is wrong with a field, a board that cannot be used is refused with file, section and field."""
    for file in _files(game):
        sheet = sheet_of(_data(game) / file)
        for section, records in sheet.sections.items():
            found = {field: (key, of[field]) for key, of in records.items() for field in of}
            for field, (key, value) in found.items():
                if sheet.plain:
                    texts = [f"{LIST}id,{field}\n{key},{cell}\n" for cell in ("-", "utopia")]
                else:
                    head = f"{SOURCE}[{_key(section)}]\n{_key(key)} = "
                    texts = [f"{head}{{ {_key(field)} = {_literal(w)} }}\n" for w in damaged(value)]
                for text in texts:
                    said = refusal(game, tmp_path, file, text)
                    named = said.count(file) and said.count(section) and (field in said or field == "value")
                    assert not said or named, (text, said)
