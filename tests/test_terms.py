"""One Japanese word for one term of a game, that of the printed rules unless data/terms.toml says why not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from babel.messages.pofile import read_po
from msgspec import Struct, field

from adjudicator import GAMES as REGISTERED

ROOT = Path(__file__).parent.parent
NAMES_OF_COMMANDS = ("discord", "mail", "terminal")


class Term(Struct, forbid_unknown_fields=True):
    """A term: our English and Japanese word, the printed one where ours is another, and words not to use."""

    en: str
    ja: str
    printed: str = ""
    why: str = ""
    never: tuple[str, ...] = field(default=(), name="not")


TERMS = msgspec.toml.decode((ROOT / "data/terms.toml").read_bytes(), type=dict[str, dict[str, Term]])
GAMES = [part for part in TERMS if part != "service"]
TITLES = {
    "julius_caesar": "Julius Caesar",
    "belisarius": "Belisarius",
    "ottomans": "Ottomans",
    "ancient_world": "The Ancient World",
    "service": "The service",
}


def sentences(catalogue: Path) -> Iterator[str]:
    with catalogue.open("rb") as file:
        for message in read_po(file):
            if message.id:
                yield str(message.string)


def labels(file: Path) -> Iterator[str]:
    """The words that are printed: the first name of each id; further names are only understood."""

    def under(part: object) -> Iterator[str]:
        if isinstance(part, dict):
            for value in part.values():
                yield from under(value)
        elif isinstance(part, list):
            yield part[0]
        elif isinstance(part, str):
            yield part

    return under(msgspec.toml.decode(file.read_bytes()))


def texts(game: str) -> Iterator[str]:
    yield from sentences(ROOT / f"adjudicator/{game}/locale/ja/LC_MESSAGES/{game}.po")
    for file in (f"data/{game}/names.ja.toml", f"data/{game}/headings.ja.toml"):
        yield from labels(ROOT / file)
    for page in (f"adjudicator/{game}/RULINGS.ja.md", f"docs/games/{game}.ja.md", f"docs/{game}.ja.md"):
        yield from (ROOT / page).read_text("utf-8").splitlines() if (ROOT / page).is_file() else ()
    yield from of_glossary(TITLES[game])


def of_glossary(title: str) -> Iterator[str]:
    """The Japanese column of a part of the glossary."""
    part = (ROOT / "docs/glossary.md").read_text("utf-8").partition(f"## {title}\n")[2].partition("\n## ")[0]
    yield from (row.split("|")[2] for row in part.splitlines() if row.startswith("| "))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_uses_the_words_of_its_rules(game: str) -> None:
    said = list(texts(game))
    for id, term in TERMS[game].items():
        assert any(term.ja in text for text in said), id
        assert [text for text in said if any(word in text for word in term.never)] == [], id


def test_the_service_uses_one_word_for_one_thing() -> None:
    said = list(sentences(ROOT / "service/locale/ja/LC_MESSAGES/service.po"))
    for front_end in NAMES_OF_COMMANDS:
        said += msgspec.toml.decode(
            (ROOT / f"frontends/{front_end}/names.ja.toml").read_bytes(), type=dict[str, str]
        ).values()
    said += of_glossary(TITLES["service"])
    for id, term in TERMS["service"].items():
        assert any(term.ja in text for text in said), id
        assert [text for text in said if any(word in text for word in term.never)] == [], id


def test_a_word_that_is_not_the_printed_one_has_a_reason() -> None:
    assert [
        id for terms in TERMS.values() for id, term in terms.items() if bool(term.printed) != bool(term.why)
    ] == []


@pytest.mark.parametrize(
    "act",
    [
        ("hold", "hold", ""),
        ("pause", "pause", "pause"),
        ("resume", "resume", "resume"),
        ("undo", "undo", "back"),
    ],
)
def test_a_command_has_one_name_in_every_front_end(act: tuple[str, str, str]) -> None:
    """Discord, mail, terminal: `undo` of a referee and `back` at a shared keyboard take a game back."""
    files = [
        msgspec.toml.decode((ROOT / f"frontends/{name}/names.ja.toml").read_bytes(), type=dict[str, str])
        for name in NAMES_OF_COMMANDS
    ]
    assert len({file[id] for file, id in zip(files, act, strict=True) if id}) == 1


def test_the_arms_of_antiquity_are_infantry_and_cavalry() -> None:
    """A player may write foot and horse; the umpire does not, but for the Roman office."""
    file = ROOT / "adjudicator/ancient_world/locale/ja/LC_MESSAGES/ancient_world.po"
    with file.open("rb") as said:
        templates = [str(message.id) for message in read_po(said) if message.id]
    words = re.compile(r"(?<!master of )(?<![{\w])(foot|horse)\b")
    assert [text for text in (*templates, *texts_of_rulings("ancient_world")) if words.search(text)] == []


def texts_of_rulings(game: str) -> list[str]:
    lines = (ROOT / f"adjudicator/{game}/RULINGS.md").read_text("utf-8").splitlines()
    return [line for line in lines if "`horse_for_foot`" not in line]


@pytest.mark.parametrize(
    ("game", "known"),
    [
        ("ancient_world", {"Libya foot": "Libyan infantry", "Hispani horse": "Spanish cavalry"}),
        ("belisarius", {"Franks WB": "Frankish war band", "Persia garrison": "Persian garrison"}),
        ("ottomans", {"Rumelia Gendarmes": "Rumelian Gendarmes"}),
    ],
)
def test_units_are_called_by_an_adjective_and_known_by_the_noun(game: str, known: dict[str, str]) -> None:
    lexicon = REGISTERED[game].lexicon
    for written, printed in known.items():
        ids = lexicon.find(written, lexicon.ids())
        assert {lexicon.label(id, "en") for id in ids} == {printed}, written


BRACKETS = re.compile(r"\s*[(（][^)）]*[)）]|\s*★+")


@pytest.mark.parametrize("game", GAMES)
def test_a_name_that_a_sentence_types_is_the_one_on_the_map(game: str) -> None:
    """Where an English sentence names a place, a piece or a people, its Japanese has their Japanese name."""
    lexicon = REGISTERED[game].lexicon
    japanese: dict[str, set[str]] = {}
    for id in lexicon.ids():
        english, other = (BRACKETS.sub("", lexicon.label(id, language)) for language in ("en", "ja"))
        if len(english) > 3 and english[0].isupper():
            japanese.setdefault(english, set()).add(other)
    longest_first = sorted(map(re.escape, japanese), key=len, reverse=True)
    named = re.compile(rf"\b({'|'.join(longest_first)})\b")
    with (ROOT / f"adjudicator/{game}/locale/ja/LC_MESSAGES/{game}.po").open("rb") as file:
        messages = [(str(one.id), str(one.string)) for one in read_po(file) if one.id]
    found = [
        (name, english, said)
        for english, said in messages
        for name in named.findall(re.sub(r"\{[^}]*\}", "{}", english))
    ]
    assert found
    assert [one for one in found if not any(other in one[2] for other in japanese[one[0]])] == []


def test_a_side_is_a_state_before_it_is_an_army() -> None:
    """The Japanese name of a side is its state's; a sentence about its troops adds 軍 once."""
    lexicon = REGISTERED["ancient_world"].lexicon
    labels = {id: lexicon.label(id, "ja") for id in ("rome", "carthage", "epirus", "syracuse")}
    assert [id for id, label in labels.items() if label.endswith("軍")] == []
    said = list(texts("ancient_world"))
    assert [text for text in said if re.search(r"軍の軍|軍軍|軍寄り", text)] == []
