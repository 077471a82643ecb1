"""The demonstration: a whole game to its end, with maps, export and a verdict, the same for the same seed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import service.runtime.demo
from adjudicator.core.audit.verify import verify
from adjudicator.display.scene import Scene
from service.pictures.drawing import Drawing, Picture
from service.runtime.demo import run
from service.runtime.exports import write_picture
from service.values.settings import CannotStart


def test_a_whole_game_is_played_and_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service.runtime.demo, "WIDTH", 300)
    lines: list[str] = []
    assert run(1, tmp_path, write=lines.append) == 0
    assert lines[:2] == ["Year 1, turn 1 · Dealing the cards", "  Each side was dealt 6 cards."]
    assert any(line.startswith("  Battle of ") for line in lines)
    assert any(line.startswith("The game is over: Caesar ") for line in lines)
    assert any(re.search(r"\(\d{2,} lines\)", line) for line in lines)
    assert any("The file itself is intact." in line for line in lines)
    maps = sorted(tmp_path.glob("*.png"))
    assert len(maps) > 20
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in maps)
    export = (tmp_path / "julius_caesar.jsonl").read_text(encoding="ascii").splitlines()
    assert verify(export, []).code == 0
    assert (tmp_path / "verify.py").is_file()


@pytest.mark.matrix
def test_a_demonstration_is_in_one_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict too; Latin are only files, codes and the names of programs."""
    monkeypatch.setattr(service.runtime.demo, "write_picture", lambda folder, name, drawing: folder / name)
    lines: list[str] = []
    assert run(1, tmp_path, "ja", lines.append) == 0
    plain = [
        re.sub(
            rf"{re.escape(str(tmp_path))}\S*|[0-9a-f]{{8,}}|Tabellarius|audit|verify|\"[a-z_/]*[0-9a-f]*\"",
            "",
            line,
        )
        for line in lines
    ]
    assert [line for line in plain if re.search(r"[a-z]{4,}", line)] == []


@pytest.mark.matrix
def test_the_same_seed_is_the_same_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def name_only(folder: Path, name: str, drawing: Drawing) -> Path:
        (scene,) = drawing.scenes
        assert not any(counter.symbol for stack in scene.stacks for counter in stack.counters) or (
            "battle" in name
        ), "a map for everybody shows faces only in a battle"
        drawn.append(name)
        return folder / name

    monkeypatch.setattr(service.runtime.demo, "write_picture", name_only)
    games: list[list[str]] = []
    for _ in range(2):
        games.append([])
        run(2, tmp_path, write=games[-1].append)
    assert games[0] == games[1]
    half = len(drawn) // 2
    assert half and drawn[:half] == drawn[half:]


def test_a_game_or_scenario_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="“chess” is not one of: julius_caesar, "):
        run(1, tmp_path, name="chess")
    with pytest.raises(CannotStart, match="no scenario siege"):
        run(1, tmp_path, name="belisarius", scenario="siege")


def test_names_of_map_files_are_safe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Picture("map.png", b"png", "image/png", "")
    monkeypatch.setattr("service.runtime.exports.render", lambda drawing, cache: made)
    drawing = Drawing("map", "map", "", (Scene("julius_caesar", "", "", "", "", language="en"),))
    file = write_picture(tmp_path, "1/2: a/../b", drawing)
    assert file.name == "1-2-a-..-b.png"
    assert file.parent == tmp_path
