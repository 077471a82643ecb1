"""A leader's stars are in every text that names the leader, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from adjudicator import GAMES
from adjudicator.belisarius.board import UNITS
from tests.protocol.client import Client

LEXICON = GAMES["belisarius"].lexicon
LEADERS = [id for id, unit in UNITS.items() if unit.stars]
STEPS = 90


def bare(language: str) -> re.Pattern[str]:
    """A leader's name without stars; in Japanese not the beginning of a longer name."""
    names = "|".join(re.escape(LEXICON.written(id, language)) for id in LEADERS)
    return re.compile(
        rf"(?<!\w)(?:{names})(?! ★|\w)" if language == "en" else rf"(?:{names})(?! ★|[ァ-ヶー])"
    )


def texts(said: Any, *without: str) -> Iterator[str]:
    """All texts of an answer but those of some fields; ids are no names."""
    if isinstance(said, str):
        yield said
    elif isinstance(said, dict):
        for key, value in said.items():
            if key not in without:
                yield from texts(value, *without)
    elif isinstance(said, list):
        for value in said:
            yield from texts(value, *without)


def test_the_stars_of_a_leader_are_in_every_text_that_names_him() -> None:
    """Questions, options, what is barred and why, completions and events; orders are written without them."""
    client, named = Client(), 0
    client.ok("found", game="belisarius", seed="be11", windows={"default": "ask"})
    for _ in range(3):
        seat = client.ok("pending")["pending"][0]["seat"]
        client.ok("order", seat=seat, text="suggest")
        client.ok("order", seat=seat, text="done")
    for step in range(STEPS):
        seat = client.ok("pending")["pending"][0]["seat"]
        for language in ("en", "ja"):
            asked = client.ok("pending", seat=seat, language=language)["pending"]
            lines = client.ok("complete", seat=seat, text="", language=language, barred=True)
            found = [*texts(asked, "about"), *texts(lines, "text")]
            assert [text for text in found if bare(language).search(text)] == []
            named += sum("★" in text for text in found)
        answer = client.ok("sample", seat=seat, seed=step)["answers"][0]
        events = client.ok("answer", seat=seat, answer=answer)["events"]
        assert [e["text"] for e in events if bare("en").search(e["text"])] == []
    assert named > STEPS


def test_no_template_names_a_leader() -> None:
    """A name that is written into a sentence has no stars: it has to be a value of it."""
    names = re.compile("|".join(rf"\b{re.escape(LEXICON.written(id, 'en'))}\b" for id in LEADERS))
    catalogue = (
        Path(__file__).resolve().parents[2] / "adjudicator/belisarius/locale/ja/LC_MESSAGES/belisarius.po"
    ).read_text("utf-8")
    templates = re.findall(r'(?m)^msgid ((?:".*"\n)+)', catalogue)
    found = [text for text in templates if names.search(text) and not text.startswith('"on ')]  # orders
    assert found == ['"Belisarius"\n'], "the title of the game"
