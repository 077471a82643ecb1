"""Pages in Japanese call buttons, commands and games what the program calls them."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
BOLD = re.compile(r"\*\*([^*]+)\*\*")
CODE = re.compile(r"`([^`]+)`")
CATALOGUE = ROOT / "service/locale/ja/LC_MESSAGES/service.po"
EMPHASIS = {
    "引用より上に",
    "戦闘は1通で済みます。",
    "状況の投稿",
    "ターンのスレッド",
    "地図",
    "手札などの秘密",
    "通知",
}
"""What is bold without being a button."""


def names(front_end: str) -> set[str]:
    file = ROOT / f"frontends/{front_end}/names.ja.toml"
    return set(msgspec.toml.decode(file.read_bytes(), type=dict[str, str]).values())


@pytest.mark.parametrize("page", ["discord", "local", "mail"])
def test_a_page_names_buttons_that_there_are(page: str) -> None:
    with CATALOGUE.open("rb") as file:
        said = {re.sub(r"\{\w+\}", "…", str(message.string)).strip("…") for message in read_po(file)}
    bold = {one.strip("…") for one in BOLD.findall((ROOT / f"docs/{page}.ja.md").read_text("utf-8"))}
    assert bold - said - EMPHASIS == set()


def test_a_page_names_slash_commands_that_there_are() -> None:
    text = (ROOT / "docs/discord.ja.md").read_text("utf-8")
    typed = {word for one in CODE.findall(text) if one.startswith("/") for word in one[1:].split()}
    assert len(typed) > 10
    assert typed - names("discord") == set()


@pytest.mark.parametrize("page", ["mail", "playing"])
def test_a_page_names_commands_that_there_are(page: str) -> None:
    """The first words of the table of commands, of a mail; and what 「」 holds, at a keyboard."""
    text = (ROOT / f"docs/{page}.ja.md").read_text("utf-8")
    if page == "mail":
        rows = [row.split("|")[1] for row in text.splitlines() if row.startswith("| `")]
        typed = {one.split()[0] for row in rows for one in CODE.findall(row)}
        assert typed - names("mail") == set()
    else:
        typed = {one.split()[0] for one in re.findall(r"「([^」…]+)」", text)} - {"命令"}
        assert typed - names("terminal") - {"理由"} == set()
