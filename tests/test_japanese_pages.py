"""Pages in Japanese call buttons, commands and games what the program calls them."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from babel.messages.pofile import read_po

from adjudicator import GAMES
from adjudicator.core.language.words import Lexicon
from adjudicator.core.orders.standing import parse
from tests.kit.games import KITS
from tests.kit.selfplay import founded

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


@pytest.mark.parametrize("page", ["discord", "local", "mail", "tournaments"])
def test_a_page_names_buttons_that_there_are(page: str) -> None:
    with CATALOGUE.open("rb") as file:
        said = {re.sub(r"\{\w+\}", "…", str(message.string)).strip("…") for message in read_po(file)}
    bold = {one.strip("…") for one in BOLD.findall((ROOT / f"docs/{page}.ja.md").read_text("utf-8"))}
    assert bold - said - EMPHASIS == set()


def test_a_page_names_slash_commands_that_there_are() -> None:
    text = "".join((ROOT / f"docs/{page}.ja.md").read_text("utf-8") for page in ("discord", "tournaments"))
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


JOINTS = re.compile(r"\s*(?::|,|;|→|＠|＋|-|\s(?:投入|経由|使用|対|経路|行先|出発地|街道で|策略|部で)\s)\s*")
"""What stands between the names of an order."""


@pytest.mark.parametrize("game", ["ottomans", "ancient_world"])
def test_orders_of_a_page_begin_with_verbs_of_the_game(game: str) -> None:
    """Blocks of orders; those of Belisarius are given at a table (`tests/belisarius/test_docs.py`)."""
    lexicon, page = GAMES[game].lexicon, (ROOT / f"docs/{game}.ja.md").read_text("utf-8")
    blocks = re.findall(r"^```orders\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    orders = [line for block in blocks for line in block.splitlines() if not line.startswith("#")]
    assert len(orders) > 15
    unknown = []
    for order in orders:
        verb, _, rest = order.partition(" ")
        parts = [re.sub(r"^\d+ |市内$", "", part.strip()) for part in JOINTS.split(f" {rest} ")]
        names = [name for part in parts if part and not part.isdigit() for name in _names(lexicon, part)]
        unknown += [name for name in (verb, *names) if not lexicon.knows(name)]
    assert unknown == []


def _names(lexicon: Lexicon, part: str) -> list[str]:
    """One name, or a verb and its object."""
    return [part] if lexicon.knows(part) else part.split()


@pytest.mark.parametrize("game", ["ottomans", "ancient_world"])
def test_standing_orders_of_a_page_are_read(game: str) -> None:
    kit, page = KITS[game], (ROOT / f"docs/{game}.ja.md").read_text("utf-8")
    world, seat = founded(kit, 1), kit.scenario_of(1).seats[0]
    lines = re.findall(r"^機会 .*$", page, re.MULTILINE)
    assert len(lines) > 3
    for line in lines:
        assert parse(line, seat, kit.game, kit.game.view(world, seat)).lines
