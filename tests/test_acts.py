"""The list of acts and queries in the documentation of the service."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools import acts


def test_the_list_of_acts_is_up_to_date() -> None:
    assert acts.main(["check"]) == 0, "run python -m tools.acts"


def test_an_act_that_is_not_listed_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder in (acts.USECASES, acts.FRONTENDS / "terminal"):
        shutil.copytree(acts.ROOT / folder, tmp_path / folder)
    (tmp_path / acts.PAGE).parent.mkdir()
    for file in (acts.PAGE, acts.BY_NAME):
        shutil.copy(acts.ROOT / file, tmp_path / file)
    assert acts.main([], tmp_path) == 0
    assert acts.main(["check"], tmp_path) == 0
    commands = tmp_path / acts.BY_NAME
    code = commands.read_text(encoding="utf-8")
    assert "playing.drop_batch" in code
    commands.write_text(code.replace("playing.drop_batch", "playing.change_batch"), encoding="utf-8")
    assert acts.main(["check"], tmp_path) == 1
    assert "run python -m tools.acts" in capsys.readouterr().out
