"""The command line as it is typed: help, what is refused, and what each command comes to."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.harness.processes import LONGEST

ROOT = Path(__file__).resolve().parent.parent
BOT = ROOT / "bot.py"


def bot(folder: Path, *words: str, typed: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-X", "utf8", str(BOT), *words],
        cwd=folder,
        input=typed,
        env={**os.environ, "DISCORD_TOKEN": "", **environ},
        capture_output=True,
        encoding="utf-8",
        timeout=LONGEST,
        check=False,
    )


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Return the program itself, in the test's folder: a process of its own takes two seconds to start."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("service.runtime.uncaught.log_uncaught", lambda: None)
    main = runpy.run_path(str(BOT))["main"]
    return lambda *words: main(words)


def test_help_names_every_command(
    tmp_path: Path, here: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    found = bot(tmp_path, "--help")
    assert found.returncode == 0
    for command in ("hotseat", "table", "demo", "play", "verify", "audit", "rehearse"):
        assert f"\n    {command} " in found.stdout
    with pytest.raises(SystemExit):
        here("demo", "--help")
    assert "--seed" in capsys.readouterr().out


def test_help_and_errors_of_the_command_line_are_in_japanese_too(
    here: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(SystemExit):
        here("--language", "ja", "backup", "--help")
    said = capsys.readouterr().out
    assert said.startswith("使い方: ") and "オプション" in said and "バックアップを検査する" in said
    assert not re.search(r"[a-z]{4,} [a-z]{4,}", said.partition("\n")[2]), "nothing is left in English"
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    with pytest.raises(SystemExit):
        here("link")
    assert "次の引数が必要です：campaign, seat" in capsys.readouterr().err
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    with pytest.raises(SystemExit):
        here("link")
    assert "are required: campaign, seat" in capsys.readouterr().err
    assert "LANGUAGE" not in os.environ


def test_a_token_is_named_where_it_is_missing_and_shown_nowhere(tmp_path: Path) -> None:
    found = bot(tmp_path, "discord")
    assert found.returncode == 2
    assert "DISCORD_TOKEN is not set" in found.stderr
    (tmp_path / "tabellarius.toml").write_text("map_width = 1\n")
    found = bot(tmp_path, DISCORD_TOKEN="x.y")
    assert found.returncode == 2
    assert "map_width" in found.stderr
    assert "x.y" not in found.stderr + found.stdout


def test_the_database_is_copied_and_put_back(tmp_path: Path) -> None:
    bot(tmp_path, "--language", "en", "hotseat", typed="\n\n\nquit\n")
    found = bot(tmp_path, "backup")
    assert found.returncode == 0, found.stderr
    copy = tmp_path / found.stdout.strip()
    (tmp_path / "tabellarius.db").write_bytes(b"broken")
    found = bot(tmp_path, "restore", str(copy))
    assert found.returncode == 0, found.stderr
    assert (tmp_path / "tabellarius.db").read_bytes()[:6] == b"SQLite"


def test_exports_are_verified_and_databases_rehearsed(
    tmp_path: Path, here: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    typed = "\n\n\nexport\nquit\n"
    assert bot(tmp_path, "--language", "en", "hotseat", "--alone", typed=typed).returncode == 0
    (export,) = (tmp_path / "out").glob("*.jsonl")
    assert bot(tmp_path, "verify", str(export)).returncode == 0
    assert here("verify", str(export), "--head", "0:" + "00" * 8) == 1
    assert here("verify", str(tmp_path / "none")) == 2
    found = bot(tmp_path, "--language", "en", "audit", str(export))
    assert (found.returncode, found.stdout.split(":")[0], found.stderr) == (2, "NOT AUDITED", "")
    capsys.readouterr()
    assert here("audit", str(tmp_path / "none")) != 0
    assert "cannot be read" in capsys.readouterr().err
    found = bot(tmp_path, "rehearse")
    assert (found.returncode, found.stdout.split(".")[0]) == (0, "Games in play: 1")


def test_what_cannot_start_is_said_without_a_traceback(
    tmp_path: Path,
    here: Callable[..., int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "tabellarius.db").write_bytes(b"not a database at all" * 100)
    found = bot(tmp_path, "--language", "en", "hotseat")
    assert found.returncode == 2
    assert "is damaged" in found.stderr
    assert "Traceback" not in found.stderr
    assert here("rehearse") == 2
    assert "is damaged" in capsys.readouterr().err
    monkeypatch.setenv("TABELLARIUS_MAP_WIDTH", "wide")
    assert here("demo") == 2


def test_what_is_amiss_with_files_is_said_in_words(
    tmp_path: Path, here: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "out").write_text("a file where a folder should be")
    for code, said, words in (
        (75, "out cannot be written: ", ("demo",)),
        (2, "nosuch cannot be read: ", ("play", "nosuch")),
        (2, "There is no backup nosuch", ("restore", "nosuch")),
        (2, "There is no database nosuch", ("rehearse", "nosuch")),
        (2, "There is no database tabellarius.db", ("link", "1", "caesar")),
        (2, "--head x: expected N:HEX", ("verify", "nosuch", "--head", "x")),
    ):
        assert here(*words) == code
        assert said in capsys.readouterr().err


def test_a_console_that_cannot_show_japanese_is_told_so_once(tmp_path: Path) -> None:
    found = subprocess.run(
        [sys.executable, str(BOT), "--language", "ja", "hotseat"],
        cwd=tmp_path,
        input=b"\n\n\nquit\n",
        env={**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
        capture_output=True,
        timeout=LONGEST,
        check=False,
    )
    assert found.stderr.count(b"Set PYTHONUTF8=1") == 1 and b"???" in found.stdout


BROKEN = """
import msgspec, sys
sys.path.insert(0, sys.argv.pop(1))
import frontends.commands as commands
import bot
def broken(args, given):
    raise RuntimeError("on purpose")
commands.COMMANDS["rehearse"] = msgspec.structs.replace(commands.COMMANDS["rehearse"], run=broken)
sys.exit(bot.main(["rehearse"]))
"""


def broken(folder: Path) -> subprocess.CompletedProcess[str]:
    """The program with a defect."""
    return subprocess.run(
        [sys.executable, "-X", "utf8", "-c", BROKEN, str(ROOT)],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=LONGEST,
        check=False,
    )


def test_a_defect_leaves_an_error_id_and_no_traceback(tmp_path: Path) -> None:
    found = broken(tmp_path)
    assert found.returncode == 70
    assert found.stderr.startswith("Error ")
    assert "Traceback" not in found.stderr
    assert found.stderr.split()[1].strip(":") in (tmp_path / "tabellarius.log").read_text(encoding="utf-8")


def test_where_the_log_cannot_be_written_its_lines_go_to_standard_error(tmp_path: Path) -> None:
    (tmp_path / "tabellarius.log").mkdir()
    found = broken(tmp_path)
    assert found.returncode == 70
    assert "RuntimeError: on purpose" in found.stderr and "Logging error" not in found.stderr
    assert re.search(r"Error [0-9a-f]{8}: see the lines above\.", found.stderr)


def test_a_log_that_has_grown_is_put_aside(tmp_path: Path) -> None:
    log = tmp_path / "tabellarius.log"
    log.write_bytes(b"old\n" * 250_000)
    assert broken(tmp_path).returncode == 70
    assert log.stat().st_size < 100_000
    assert log.with_name("tabellarius.log.1").read_bytes().startswith(b"old\n")
