"""Settings: a file, `.env`, the environment, each overruling the last; and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from service.values.settings import CannotStart, Settings, settings


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_nothing_needs_to_be_set() -> None:
    assert settings({}, Path()) == Settings()


def test_each_place_overrules_the_last(tmp_path: Path) -> None:
    (tmp_path / "tabellarius.toml").write_text('database = "a.db"\nlanguage = "ja"\nmap_width = 900\n')
    (tmp_path / ".env").write_text('# ours\nTABELLARIUS_DATABASE="b.db"\nexport TABELLARIUS_OUT=b\nOTHER=1\n')
    found = settings({"TABELLARIUS_OUT": "c", "PATH": "x"}, Path())
    assert found == Settings(database=Path("b.db"), out=Path("c"), language="ja", map_width=900)
    assert settings({}, Path(), language="en").language == "en"


def test_a_token_is_read_and_never_shown(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN = 'a.secret'\n")
    found = settings({}, Path())
    assert found.discord_token == "a.secret"
    assert "secret" not in repr(found)
    assert "token set" in repr(found)


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("tabellarius.toml", "databse = 'x'", "unknown setting databse; did you mean database?"),
        ("tabellarius.toml", "= 1", "tabellarius.toml"),
        ("tabellarius.toml", "map_width = 'wide'", "map_width"),
        (".env", "a line", ".env, line 1"),
        (".env", "TABELLARIUS_LANGUAGE=la", "must be one of: en, ja"),
        (".env", "TABELLARIUS_MAP_WIDTH=20", "from 800 to 6000"),
        (
            ".env",
            "TABELLARIUS_DATABSE=x",
            ".env: unknown setting TABELLARIUS_DATABSE; did you mean TABELLARIUS_DATABASE?",
        ),
        (".env", "TABELLARIUS_QUORUM=x", "docs/settings.md lists all settings"),
        (".env", "TABELLARIUS_BACKUP_HOURS=abc", "backup_hours is “abc”; it must be a whole number"),
        (".env", "TABELLARIUS_MAIL_TLS=maybe", "mail_tls is “maybe”; it must be true or false"),
        (".env", "TABELLARIUS_TABLE_URL=nonsense", "table_url is “nonsense”; it must be an address"),
        ("tabellarius.toml", "table_password = 12345678", "table_password is set, but must be a text"),
    ],
)
def test_what_cannot_be_used_is_said(tmp_path: Path, name: str, content: str, why: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(CannotStart, match=re.escape(why)):
        settings({}, Path())


def test_an_unknown_variable_is_refused_and_those_of_others_are_not() -> None:
    """The umpire would begin a new database in the folder in which it happens to be started."""
    with pytest.raises(CannotStart, match="TABELLARIUS_DATABSE; did you mean TABELLARIUS_DATABASE"):
        settings({"TABELLARIUS_DATABSE": "x.db"}, Path())
    assert settings({"TABELLARIUS_REPLICA": "/x", "TABELLARIU": "y"}, Path()) == Settings()
