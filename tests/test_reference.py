"""The references of commands and settings follow the code; the referee's guide names what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from frontends.mail.reading import REFEREES, word
from service.values.settings import Settings
from tools.reference import pages

DOCS = Path(__file__).resolve().parent.parent / "docs"


def test_the_references_are_up_to_date() -> None:
    assert [path.name for path, text in pages().items() if path.read_text("utf-8") != text] == []


def test_every_setting_and_every_word_of_a_referee_is_described() -> None:
    table = (DOCS / "settings.md").read_text("utf-8")
    assert [name for name in Settings.__struct_fields__ if f"| `{name}` |" not in table] == []


@pytest.mark.parametrize(
    ("guide", "commands"), [("referee.md", "commands.md"), ("referee.ja.md", "commands.ja.md")]
)
def test_the_referees_guide_names_what_there_is(guide: str, commands: str) -> None:
    text, known = ((DOCS / page).read_text("utf-8") for page in (guide, commands))
    slashes = re.findall(r"`(/[^`]+)`", text)
    assert len(slashes) > 10 and [one for one in slashes if f"| `{one}` |" not in known] == []
    mails = re.findall(r"`(?:REFEREE|進行役) ([A-Z]+|[^\s`]+)", text)
    assert len(mails) > 10 and {word(one) for one in mails} <= set(REFEREES)
    with (DOCS.parent / "service/locale/ja/LC_MESSAGES/service.po").open("rb") as file:
        labels = {one for message in read_po(file) for one in (message.id, message.string)}
    pressed = re.findall(r"\| \*([^*]+)\* \|$", text, re.MULTILINE)
    assert len(pressed) > 10 and set(pressed) <= labels
