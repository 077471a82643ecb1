"""What is printed for the operator: marked for the catalogues, and in the operator's language."""

from __future__ import annotations

import ast
import re
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from frontends import FRONT_ENDS
from frontends.commands import READS, told_settings
from service.values.settings import Settings, variable

ROOT = Path(__file__).resolve().parent.parent
SAYING = ("print", "write", "CannotStart", "CannotStartYet", "Foreign")
LOCALE = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
WORD = re.compile(r"[a-z]{3,}")


def unmarked(code: str) -> Iterator[int]:
    """Yield the lines in which words are printed or refused that no catalogue has."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant() | ast.JoinedStr() as said, *_]):
                parts = said.values if isinstance(said, ast.JoinedStr) else [said]
                texts = [str(part.value) for part in parts if isinstance(part, ast.Constant)]
                if name in SAYING and WORD.search(re.sub(r"\{\w*\}", "", "".join(texts))):
                    yield node.lineno


@pytest.mark.fast
def test_what_the_operator_reads_is_in_the_catalogues() -> None:
    files = [ROOT / "bot.py", *(ROOT / "service").rglob("*.py"), *(ROOT / "frontends").rglob("*.py")]
    found = [
        f"{file.relative_to(ROOT)}:{line}"
        for file in files
        for line in unmarked(file.read_text(encoding="utf-8"))
    ]
    assert found == []
    assert [*unmarked('print(f"Saved in {x}.")\nprint("{x}: {y}")\nCannotStart("never")')] == [1, 3]


@pytest.fixture
def main(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[str]], int]:
    """The program itself: a process of its own takes two seconds to start."""
    monkeypatch.setattr("service.runtime.uncaught.log_uncaught", lambda: None)
    found: Callable[[list[str]], int] = runpy.run_path(str(ROOT / "bot.py"))["main"]
    return found


@pytest.fixture
def japanese(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A system that speaks Japanese, in an empty folder."""
    for name in LOCALE:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.fast
@pytest.mark.parametrize("typed, said", [
    (["table"], "backup_hoursは-1ですが、0から8760まででなければなりません"),
    (["discord"], "DISCORD_TOKENが設定されていません"),
    (["mail"], "mail_maildir（フォルダー）またはmail_imap"),
    (["link", "1", "caesar"], "tabellarius.dbがありません"),
    (["restore", "nosuch"], "バックアップnosuchがありません。何も変更していません。"),
    (["rehearse"], "tabellarius.dbがありません"),
    (["backup", "check"], "にバックアップがありません"),
    (["play", "nosuch"], "nosuchを読めません：そのようなファイルやフォルダーはありません"),
    (["demo", "chess"], "「chess」は次のどれでもありません"),
    (["demo", "ottomans", "nosuch"], "ottomansにシナリオnosuchはありません"),
    (["figures", "chess"], "「chess」は次のどれでもありません"),
    (["board", "chess", "--picture", "nosuch"], "「chess」は次のどれでもありません"),
])  # fmt: skip
def test_a_refusal_is_in_the_language_of_the_system(
    japanese: Path,
    main: Callable[[list[str]], int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    typed: list[str],
    said: str,
) -> None:
    if typed == ["table"]:
        monkeypatch.setenv("TABELLARIUS_BACKUP_HOURS", "-1")
    assert main(typed) == 2
    shown = capsys.readouterr().err
    assert said in shown and not re.search(r"[a-z]{3,} [a-z]{3,}", shown)
    assert main(["--language", "en", *typed]) == 2
    assert re.search(r"[a-z]{2,} [a-z]{2,}", capsys.readouterr().err), "what is asked for comes first"
    (japanese / "tabellarius.toml").write_text('language = "en"\n')
    monkeypatch.delenv("TABELLARIUS_BACKUP_HOURS", raising=False)
    if typed != ["table"]:  # it would start now
        main(typed)
        assert not re.search(r"[ぁ-ん]", capsys.readouterr().err), "the setting before the system"


@pytest.mark.parametrize("name, content, said", [
    (".env", b"TABELLARIUS_DATABSE=x\n", "TABELLARIUS_DATABASEのことですか"),
    (".env", b"nonsense\n", ".envの1行目：NAME=値の形ではありません"),
    (".env", "名前".encode("cp932"), ".envを読めません：UTF-8のテキストではありません"),
    ("tabellarius.toml", b"databse = 1\n", "設定databseはありません。databaseのことですか"),
    ("tabellarius.toml", b"database = \n", "tabellarius.tomlはTOMLとして読めません"),
    ("tabellarius.toml", b'backup_hours = "x"\n', "「x」ですが、整数でなければなりません"),
    ("tabellarius.toml", b"table_password = 1\n", "引用符で囲んだ文字列でなければなりません"),
    ("tabellarius.toml", b'table_url = "x"\n', "のようなアドレスでなければなりません"),
    ("tabellarius.toml", b'language = "xx"\n', "「xx」ですが、次のいずれかでなければなりません：en"),
    ("tabellarius.toml", b"activity = true\n", "activityがtrueの場合は、次も必要です：discord_token"),
    ("tabellarius.toml", b'table_password = "short"\n', "table_passwordは5文字です。8文字以上にしてください"),
    ("tabellarius.toml", b'table_address = "0.0.0.0"\n', "他のコンピューターからもつながります"),
    ("tabellarius.toml", b'database = "no/x.db"\n', "ディスクをマウントするか、設定を直してください"),
])  # fmt: skip
def test_a_setting_is_refused_in_the_language_of_the_system(
    japanese: Path,
    main: Callable[[list[str]], int],
    capsys: pytest.CaptureFixture[str],
    name: str,
    content: bytes,
    said: str,
) -> None:
    (japanese / name).write_bytes(content)
    assert main(["table"]) == 2
    shown = capsys.readouterr().err
    assert said in shown and not re.search(r"[a-z]{3,} [a-z]{3,}", shown.partition("：")[0])


@pytest.mark.fast
def test_the_help_of_a_command_names_the_settings_that_it_reads() -> None:
    packages = {name: ROOT.joinpath(*found.package.split(".")) for name, found in FRONT_ENDS.items()}
    for name, package in packages.items():
        code = "".join(file.read_text(encoding="utf-8") for file in package.rglob("*.py"))
        read = set(re.findall(r"settings\.(\w+)", code)) & {*Settings.__struct_fields__}
        assert len(read) > 4 and not read - {*READS[name]}, name
        text = told_settings(name, "en")
        assert all(variable(one) in text for one in read)
    assert "TABELLARIUS_TABLE_PORT (8642)\n" in told_settings("table", "en")
    assert {one for names in READS.values() for one in names} == {*Settings.__struct_fields__}


OVERLAY = 'source = { kind = "public-fact", citation = "our copy" }\n'


@pytest.mark.parametrize("files, said", [
    ({}, "overlay.toml：そのようなファイルはありません"),
    ({"overlay.toml": 'game = "chess"\n'}, "game：「chess」は次のどれでもありません"),
    ({"overlay.toml": 'game = "julius_caesar"\n'}, "数値がありません。記入した行の#を消してください"),
    ({"overlay.toml": 'game = "julius_caesar"\n', "x.txt": ""}, "x.txtは次のどれでもありません"),
    ({"overlay.toml": 'game = "julius_caesar"\n', "cities.toml": "[city]\nroma = { name = 'x' }\n"},
     "cities.toml：city/romaに出典がありません"),
    ({"overlay.toml": 'game = "julius_caesar"\n', "cities.toml": OVERLAY + "[city]\nnova = { name = 'x' }\n"},
     "上書きされるcity/novaがありません"),
])  # fmt: skip
def test_a_fault_of_figures_is_in_the_language_of_the_system(
    japanese: Path,
    main: Callable[[list[str]], int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    files: dict[str, str],
    said: str,
) -> None:
    folder = japanese / "ours"
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)
    monkeypatch.setenv("TABELLARIUS_OVERLAYS", str(folder))
    assert main(["rehearse"]) == 2
    shown = capsys.readouterr().err
    assert said in shown and "上書きフォルダーours：" in shown
