"""tools/catalogues.py: translations survive, gaps are found, the same texts give the same bytes."""

from __future__ import annotations

import gettext
import shutil
from pathlib import Path

import pytest

from adjudicator.core.language.words import catalogue
from tools import catalogues
from tools.catalogues import faults, fields, main

PO = "adjudicator/locale/ja/LC_MESSAGES/adjudicator.po"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(catalogues, "LANGUAGES", ("en", "ja"))  # however many the project has
    for name, text in (
        ("adjudicator", '"{needed} points needed, " "{left} left"'),
        ("service", '"Whose move?"'),
    ):
        (tmp_path / name / "locale").mkdir(parents=True)
        (tmp_path / name / "rules.py").write_text(f"WHY = N_({text})\n", encoding="utf-8")
    assert main([], tmp_path) == 0
    translate(tmp_path, PO, "残り{left}、必要{needed}")
    translate(tmp_path, "service/locale/ja/LC_MESSAGES/service.po", "誰の番ですか")
    assert main(["compile"], tmp_path) == 0
    return tmp_path


def translate(root: Path, name: str, text: str) -> None:
    head, _, _ = (root / name).read_text(encoding="utf-8").rpartition('msgstr "')
    (root / name).write_text(f'{head}msgstr "{text}"\n\n', encoding="utf-8")


def test_a_whole_catalogue_is_read_by_gettext(root: Path) -> None:
    assert list(faults(root)) == []
    japanese = gettext.translation("adjudicator", root / "adjudicator" / "locale", ["ja"]).gettext
    assert japanese("{needed} points needed, {left} left") == "残り{left}、必要{needed}"


def test_updating_again_changes_no_byte(root: Path) -> None:
    before = {path: path.read_bytes() for path in root.rglob("*.[pm]o")}
    assert main([], root) == 0
    assert len(before) == 4
    assert before == {path: path.read_bytes() for path in root.rglob("*.[pm]o")}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "is not translated"),
        ("残り{left}", "names other values: ['needed']"),
        ("残り{left}、必要{needed}{more}", "names other values: ['more']"),
        ("残り{left}、必要{needed", "has broken braces"),
    ],
)
def test_a_translation_that_cannot_be_filled_in_is_found(root: Path, text: str, fault: str) -> None:
    translate(root, PO, text)
    assert main(["compile"], root) == 0
    assert [fault in line for line in faults(root)] == [True]


def test_a_fuzzy_translation_is_found(root: Path) -> None:
    po = (root / PO).read_text(encoding="utf-8")
    (root / PO).write_text(
        po.replace("#, python-brace-format", "#, fuzzy, python-brace-format"), encoding="utf-8"
    )
    assert any("is marked fuzzy" in line for line in faults(root))


def test_an_old_compiled_catalogue_is_found(root: Path) -> None:
    translate(root, PO, "{needed}要る、{left}残る")
    assert list(faults(root)) == [f"{PO[:-3]}.mo is not what its .po gives: make catalogues"]


def test_a_template_that_comes_back_keeps_its_translation(root: Path) -> None:
    source = root / "adjudicator" / "rules.py"
    before, po = source.read_text(encoding="utf-8"), (root / PO).read_bytes()
    source.write_text("", encoding="utf-8")
    assert any("is not what the code gives" in line for line in faults(root))
    assert main([], root) == 0
    assert [line.endswith("is used nowhere: prune it") for line in faults(root)] == [True]
    source.write_text(before, encoding="utf-8")
    assert main([], root) == 0
    assert (root / PO).read_bytes() == po
    source.write_text("", encoding="utf-8")
    assert main(["prune"], root) == 0
    assert list(faults(root)) == []


def test_fields_are_the_values_a_template_names() -> None:
    assert fields("{a} {a:unit|units} of {b}, {c.name} {d[0]} {{e}}") == {"a", "b", "c", "d"}
    with pytest.raises(ValueError, match=r"\{b:>3\}"):
        fields("{b:>3}")
    with pytest.raises(ValueError, match="expected"):
        fields("{a")


def test_an_unknown_word_is_refused(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chek"], root) == 2
    assert "python -m tools.catalogues" in capsys.readouterr().err


def test_a_package_with_a_locale_folder_keeps_its_own_templates(root: Path) -> None:
    (root / "adjudicator" / "toy" / "locale").mkdir(parents=True)
    (root / "adjudicator" / "toy" / "rules.py").write_text('WHY = N_("A toy")\n', encoding="utf-8")
    assert main([], root) == 0
    translate(root, "adjudicator/toy/locale/ja/LC_MESSAGES/toy.po", "おもちゃ")
    assert main(["compile"], root) == 0
    assert list(faults(root)) == []
    assert "A toy" not in (root / PO).read_text(encoding="utf-8")
    assert catalogue("ja", root / "adjudicator")("A toy") == "おもちゃ"


def test_one_template_has_one_translation_in_all_catalogues_of_the_rules(root: Path) -> None:
    (root / "adjudicator" / "toy" / "locale").mkdir(parents=True)
    shutil.copy(root / "adjudicator" / "rules.py", root / "adjudicator" / "toy" / "rules.py")
    assert main([], root) == 0
    translate(root, "adjudicator/toy/locale/ja/LC_MESSAGES/toy.po", "{needed}と{left}")
    assert main(["compile"], root) == 0
    assert ["is translated otherwise in another catalogue" in line for line in faults(root)] == [True]
