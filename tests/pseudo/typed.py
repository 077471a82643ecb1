"""Type in a language what is no order: `python -m tests.pseudo.typed LANGUAGE`, with its files in place."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from adjudicator.core.language.languages import LANGUAGES, TYPED, Typed
from adjudicator.julius_caesar import GAME
from frontends.browser.pages.table.order_line import is_undo
from frontends.mail.commands.dates import span
from frontends.mail.reading import FOLDER as MAIL
from frontends.terminal.founding import FOLDER as TERMINAL
from service.text.command_names import command_names
from service.usecases.seats import founding
from service.usecases.tournaments import handwritten
from service.values.records import Plan
from service.values.time_control import quiet_hours
from tests.harness.keyboard import Script, table, typed
from tests.harness.service import by, service_harness
from tests.mail.harness import MailHarness, text

NOW = 1_700_000_000
KEYS = (
    *("log all", "standing drop all", "draw refuse", "proposal refuse", "proposal accept", "pause refuse"),
    *("pause", "release", "draw accept"),
)
"""Lines at the keyboard; the last ends the game."""
MAILS = (
    "PRESS TO ALL\nSalve\nEND",
    "QUIET OFF",
    "DELIVERY ASKED",
    "DELIVERY DAILY",
    "DELIVERY EVENTS",
    "ABSENT OFF",
)
"""Mails to the umpire."""


def main(language: str) -> None:
    """Print `ok`, or fail at a word that is not understood in the language."""
    words = LANGUAGES[language].typed
    assert set(words.reserved) <= set(TYPED.reserved) and words.reserved
    dates(words)
    assert [quiet_hours(word) for word in words.none] == [""]
    for word in words.versus:
        assert handwritten._BETWEEN.split(f"Anna {word} Bela") == ["Anna", "Bela"]
    assert is_undo(command_names(MAIL.parent / "browser", language)["undo"])
    with tempfile.TemporaryDirectory() as folder:
        at, called = Path(folder), command_names(TERMINAL, language)
        shown = [terminal(at / name, language, lines) for name, lines in pair(KEYS, called)]
        for line, english, other in zip(KEYS, *shown, strict=True):
            assert english == other, f"{line}: {english}\n{other}"
        called = command_names(MAIL, language)
        answers = [mails(at / f"mail {name}", language, lines) for name, lines in pair(MAILS, called)]
        for line, english, other in zip(MAILS, *answers, strict=True):
            assert english == other, f"{line}: {english}\n{other}"
    print("ok")


def dates(words: Typed) -> None:
    """Days in the words of the language are those in English."""
    may, june = words.months[4], words.months[5]
    (since, *_), (to, *_) = words.since or ("",), words.to
    for said, english in (
        (f"3 {may}", "3 May"),
        (f"3 - 5 {may}", "3-5 May"),
        (f"{since} 3 {to} 5 {may}", "3-5 May"),
        (f"{since} {may} 3 {to} {june} 5", "3 May - 5 June"),
    ):
        assert span(said, NOW, "UTC") == span(english, NOW, "UTC"), said


def pair(lines: tuple[str, ...], called: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    """Return lines in English and in the language, each with the name of a folder."""
    known = {name.casefold(): said for name, said in called.items()}
    parted = [re.split(r"(\s)", line) for line in lines]
    other = ["".join(known.get(part.casefold(), part) for part in parts) for parts in parted]
    return [("a", [*lines]), ("b", other)]


def terminal(folder: Path, language: str, lines: list[str]) -> list[str]:
    """Return what is shown of each line at the keyboard; the last ends the game."""
    keys = Script()
    with table(folder, keys, language=language, alone=True) as at:
        return [typed(at, keys, line).replace(str(folder), "") for line in lines]


def mails(folder: Path, language: str, lines: list[str]) -> list[str]:
    """Return the answer to each mail."""
    folder.mkdir()
    with service_harness(folder / "a.sqlite") as b:
        campaign = b.service.found(by("judge"), Plan(GAME.name, "war", "The war", seed=b"mail")).campaign
        b.service.do(by("pompey"), campaign, founding.join, "pompey", "Gnaeus")
        box = MailHarness(b.service, folder)
        anna = box.invite(campaign, "caesar", "anna@example.net")
        box.write(anna, f"JOIN\nLANGUAGE {language}")
        box.round()
        found = []
        for line in lines:
            box.write(anna, line)
            found += [told(text(mail)) for mail in box.round()]
        return found


def told(answer: str) -> str:
    """Return an answer without the commands that it repeats, and without the frame, which has a number."""
    return re.sub(r"(?m)^\d+\. .*$", "", answer.partition("\nORDERS ")[0])


if __name__ == "__main__":
    main(*sys.argv[1:])
