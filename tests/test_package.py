"""The package: what it needs, and a wheel that is built, installed and played in a folder of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from adjudicator.rules_version import VERSION
from service.values import project
from service.values.home import home
from service.values.project import guide
from service.values.settings import CannotStart, settings
from tests.harness.processes import LONGEST, next_line

ROOT = Path(__file__).resolve().parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PIN = re.compile(r"^([\w.-]+)==([\w.]+)$", re.MULTILINE)
NEEDED = re.compile(r"([\w.-]+)>=([\d.]+),<([\d.]+)")


def numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def test_the_package_needs_what_the_requirements_pin() -> None:
    pinned = dict(PIN.findall((ROOT / "requirements.in").read_text(encoding="utf-8")))
    needed = {name: (least, below) for name, least, below in map(_parts, PROJECT["project"]["dependencies"])}
    assert needed.keys() == pinned.keys()
    for name, (least, below) in needed.items():
        assert numbers(least) <= numbers(pinned[name]) < numbers(below), name


def _parts(line: str) -> tuple[str, str, str]:
    found = NEEDED.fullmatch(line)
    assert found, line
    return found[1], found[2], found[3]


def test_an_installed_umpire_keeps_its_files_in_one_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_data_dir", lambda name, appauthor: str(tmp_path / "share" / name))
    assert home({}, is_installed=False) == Path()
    made = home({}, is_installed=True)
    assert made == tmp_path / "share" / "tabellarius" and made.is_dir()
    for is_installed in (True, False):
        named = home({"TABELLARIUS_HOME": str(tmp_path / "club")}, is_installed=is_installed)
        assert named == tmp_path / "club" and named.is_dir()
    with pytest.raises(CannotStart, match="Set TABELLARIUS_HOME"):
        home({"TABELLARIUS_HOME": str(tmp_path / "no" / "club")}, is_installed=True)
    (named / ".env").write_text("TABELLARIUS_BACKUPS=copies\n")
    found = settings({"TABELLARIUS_OUT": str(tmp_path / "out")}, named)
    assert (found.database, found.backups) == (named / "tabellarius.db", named / "copies")
    assert found.out == tmp_path / "out"


PAGES = [f"docs/{page}.md" for page in ("discord", "own-copy", "operating-mail", "operating", "settings")]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_that_messages_name_is_in_the_package(page: str) -> None:
    assert guide(page) == page and (ROOT / page).is_file()
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert page in wheel["only-include"] and wheel["sources"] == {"docs": "data/docs"}
    assert page in (ROOT / "Dockerfile").read_text(encoding="utf-8")


def test_folders_copied_by_themselves_name_the_page_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither pyproject.toml nor an installed package is there."""
    monkeypatch.setattr(project, "_ROOT", tmp_path)
    monkeypatch.setattr(project, "SCRIPT", "tabellarius-that-is-not-installed")
    assert guide("docs/discord.md") == "docs/discord.md"


@pytest.mark.matrix
def test_a_wheel_is_built_installed_and_played(tmp_path: Path) -> None:
    """As pipx and uv install it, but for what it needs, which is lent by the tests' own environment."""
    run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--no-deps",
            "--no-build-isolation",
            "-w",
            str(tmp_path),
            str(ROOT),
        ]
    )
    (wheel,) = tmp_path.glob("tabellarius-*.whl")
    assert wheel.name.startswith(f"tabellarius-{VERSION}-")
    place = tmp_path / "inst all é"
    run([sys.executable, "-m", "venv", "--without-pip", str(place / "env")])
    ways = {"base": str(place / "env"), "platbase": str(place / "env")}
    site = Path(sysconfig.get_path("purelib", "venv", ways))
    run(
        [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", str(site), str(wheel)]
    )
    (site / "lent.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    Played(place).all()


def run(command: list[str], **more: Any) -> str:
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", timeout=LONGEST * 3, check=False, **more
    )
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return str(done.stdout)


class Played:
    """The installed command, by the interpreter of its environment, in another working folder."""

    def __init__(self, place: Path) -> None:
        self.work, self.home = place / "wörk", place / "home"
        self.work.mkdir()
        scripts = "Scripts" if os.name == "nt" else "bin"
        python = place / "env" / scripts / ("python.exe" if os.name == "nt" else "python")
        script = place / "tabellarius"  # as pip writes it
        script.write_text("import sys\nfrom bot import run\nsys.exit(run())\n", encoding="utf-8")
        self.command = [str(python), "-X", "utf8", str(script)]
        kept = ("PATH", "HOME", "SYSTEMROOT", "TEMP", "TMPDIR")
        self.environ = {name: os.environ[name] for name in kept if name in os.environ}
        self.environ |= {"TABELLARIUS_HOME": str(self.home), "TABELLARIUS_TABLE_PORT": "0"}

    def __call__(self, *words: str) -> str:
        return run([*self.command, *words], cwd=self.work, env=self.environ)

    def all(self) -> None:
        assert self("--version") == f"Tabellarius {VERSION}\n"
        out = self.work / "out"
        self("demo", "belisarius", "--out", str(out))
        (export,) = out.glob("*.jsonl")
        self("verify", str(export))
        assert "every entry" in self("audit", str(export))
        self("replay", str(export), "--out", str(self.work / "replay.html"))
        assert "Written: " in self("figures", "belisarius", "--out", str(self.work / "figures"))
        self.table()
        refused = subprocess.run(
            [*self.command, "discord"], cwd=self.work, env=self.environ, capture_output=True,
            encoding="utf-8", timeout=LONGEST, check=False,
        )  # fmt: skip
        assert refused.returncode == 2 and "DISCORD_TOKEN is not set" in refused.stderr
        page = re.search(r"\. (\S.*discord\.md) tells", refused.stderr)
        assert page and Path(page[1]).is_file()
        assert not [*self.work.glob("tabellarius*")]
        assert (self.home / "tabellarius.db").is_file()

    def table(self) -> None:
        with subprocess.Popen(
            [*self.command, "table"], cwd=self.work, env=self.environ, stdout=subprocess.PIPE, text=True
        ) as process:
            found = re.search(r"http://127\.0\.0\.1:\d+/", next_line(process))
            assert found
            asked = urllib.request.Request(found[0], headers={"Accept-Language": "ja"})
            with urllib.request.urlopen(asked, timeout=20) as page:
                text = page.read().decode()
            process.terminate()
            process.wait(LONGEST)
        assert '<html lang="ja"' in text
