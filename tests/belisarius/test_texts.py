"""The texts of the chapters: every event has its sentence, every sentence its event, every word its names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from adjudicator.belisarius.board import (
    AREAS,
    CITIES,
    EVENTS,
    HEXES,
    KINDS,
    LEADERS,
    MARKERS,
    PROVINCES,
    SCENARIOS,
    SEAS,
)
from adjudicator.belisarius.options import OPTIONS, RULINGS
from adjudicator.belisarius.show import narration, texts
from adjudicator.belisarius.show.names import LEXICON, NAMES
from adjudicator.core import LANGUAGES, Event, redact, reveal
from adjudicator.core.language.words import spoken
from tests.belisarius.kit import play

pytestmark = pytest.mark.xdist_group("belisarius_texts")  # its fixtures are made once

CODE = Path(narration.__file__).parents[1]
SIGNS = ("-", ":")
"""The separators of fields in orders that are not words."""


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(CODE.rglob("*.py")):
        yield path.name, ast.parse(path.read_text(encoding="utf-8"))


def constants(node: ast.AST) -> Iterator[str]:
    """The texts that an expression may have as its value: those in its branches, not in its conditions."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*constants(one), *constants(other))
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from constants(part)


@cache
def told() -> dict[str, tuple[set[str], set[str]]]:
    """Event kind -> its values and its values of `how`, as the source tells it in all places."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    for _, tree in trees():
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id="tell"), args=[kind, *_], keywords=given):
                    for one in constants(kind):
                        values, hows = found.setdefault(one, (set(), set()))
                        values |= {k.arg or "**" for k in given}
                        hows |= {how for k in given if k.arg == "how" for how in constants(k.value)}
    return found


def test_every_event_has_its_sentence_and_every_sentence_its_event() -> None:
    assert {key.partition("/")[0] for key in texts.TEMPLATES} == set(told())


def test_every_way_of_an_event_has_its_sentence() -> None:
    """Told with a `how`, an event needs a sentence for it or one for all."""
    for kind, (_, hows) in told().items():
        for how in hows:
            assert f"{kind}/{how}" in texts.TEMPLATES or kind in texts.TEMPLATES, (kind, how)


def test_the_table_of_options_shows_every_value() -> None:
    page = (CODE.parents[1] / "docs/belisarius.md").read_text("utf-8")
    for option in RULINGS:
        (row,) = re.findall(rf"(?m)^\| `{option.name}` \| ([^|]+) \| (.+) \|$", page)
        assert row[0] == option.rule
        assert all(f"`{value}`" in row[1] for value in option.values), option.name


def test_what_a_sentence_names_is_told() -> None:
    """Values given as a whole ("**values") or sealed are looked at in self-play."""
    for key, template in texts.TEMPLATES.items():
        values, _ = told()[key.partition("/")[0]]
        if not values & {"**", "sealed"}:
            fields = {field for _, field, _, _ in Formatter().parse(template) if field}
            assert fields <= values | {"emperor", "items", "n"}, (key, fields - values)


def test_a_sentence_and_a_word_have_one_home() -> None:
    """Two chapters may share a word, if they call it the same."""
    homes = [getattr(texts, path.stem) for path in sorted((CODE / "show" / "texts").glob("[a-z]*.py"))]
    kinds = [kind for home in homes for kind in home.TEMPLATES]
    assert sorted(kinds) == sorted(texts.TEMPLATES)
    for home in homes:
        for id, by in home.VERBS.items():
            assert by[0] == LEXICON.label(id, "en"), id


def test_recruits_of_a_phase_are_one_sentence() -> None:
    """§11; those of one place are counted."""

    def recruited(unit: str, place: str, solidi: int) -> Event:
        return Event(
            "recruited", "11.1", {"seat": "empire", "units": [unit], "place": place, "solidi": solidi}
        )

    events = [recruited(f"guard_field_army_{n}", "1456", 6) for n in (1, 2)]
    events.append(recruited("oriens_garrison_1", "3245", 2))
    (said,) = (narration.say(event, "en") for event in narration.gather(events))
    assert said == (
        "Empire recruited 2 Guard field armies at Syene (1456); Eastern garrison at Antiochia (3245): "
        "14 solidi in all."
    )
    (said,) = (narration.say(event, "en") for event in narration.gather(events[:1]))
    assert said == "Empire recruited Guard field army at Syene (1456) for 6 solidi."


# -- words -------------------------------------------------------------------------------------


def words_used() -> dict[str, str]:
    """Verbs, joints, menu items and titles of options in the source, each with where it stands."""
    found: dict[str, str] = {}
    for name, tree in trees():
        for node in ast.walk(tree):
            for word in _words(node):
                found.setdefault(word, f"{name}:{getattr(node, 'lineno', 0)}")
    return found


def _words(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.keyword(arg="verb" | "then", value=value):
            yield from constants(value)
        case ast.Call(func=ast.Name(id="Field"), args=[_, _, then, *_]):
            yield from constants(then)
        case ast.Match(subject=ast.Subscript(slice=ast.Constant(value="pick")), cases=cases):
            for case in cases:
                yield from (text for pattern in ast.walk(case.pattern) for text in _text(pattern))
        case ast.Call(func=ast.Name(id="Menu"), keywords=given):
            for inner in (i for k in given if k.arg == "items" for i in ast.walk(k.value)):
                yield from _keys(inner)


def _text(pattern: ast.AST) -> Iterator[str]:
    if isinstance(pattern, ast.MatchValue):
        yield from constants(pattern.value)


def _keys(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Dict):
        yield from (str(k.value) for k in node.keys if isinstance(k, ast.Constant))


def test_every_word_of_the_orders_has_names_in_both_languages() -> None:
    for word, where in words_used().items():
        if word not in ("", *SIGNS):
            assert word in NAMES, (word, where)
            assert set(LEXICON.languages(word)) == set(LANGUAGES), (word, where)


def test_every_id_of_the_board_has_names_in_both_languages() -> None:
    hexes = [hex.id for hex in HEXES.values() if hex.city or hex.label]
    board = (*PROVINCES, *AREAS, *CITIES, *hexes, *SEAS, *KINDS, *LEADERS, *MARKERS, *SCENARIOS)
    for id in (*board, *(f"event/{event}" for event in EVENTS.values())):
        assert set(LEXICON.languages(id)) == set(LANGUAGES), id


def test_every_option_and_value_has_names_in_both_languages() -> None:
    for option in OPTIONS:
        for id in (option.name, *option.values):
            assert set(LEXICON.languages(id)) == set(LANGUAGES), id


# -- sentences ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def events() -> list[Event]:
    """The events of some whole games, with all optional rules and without."""
    return [event for seed in (1, 2, 4) for step in play(seed) for event in step.events]


def test_every_sentence_is_whole(events: list[Event]) -> None:
    """Of what the public, a seat and the referee read: a missing value raises, an id left over shows."""
    for event in events:
        for seen in (redact(event, None), redact(event, "empire"), reveal(event)):
            if seen is None:
                assert event.seats is not None
                continue
            text = narration.say(seen, "en")
            assert not re.search(r"[{}_]|\bNone\b(?! of)|  ", text), text
            assert text[-1] == "." or "terms" in event.sealed, text
            assert narration.say(seen, "ja")


def test_the_events_are_enough_to_look_at(events: list[Event]) -> None:
    assert len({event.kind for event in events}) > 45


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        (
            "units",
            ["dacia_garrison_2", "belisarius", "dacia_garrison_1"],
            "Belisarius ★★ and 2 Dacian garrisons",
        ),
        ("units", ["guard_field_army_1"], "Guard field army"),
        ("units", [], "none"),
        ("markers", ["agent", "agent", "rally"], "Agent x2 and Rally"),
        ("way", ["3536", "3535", "3434"], "Constantinopolis (3536)-Heraclea (3535)-hex 3434 near Cyzicus"),
        ("half", 3, "1½"),
        ("paid", 8, "4"),
        ("half", 1, "½"),
        ("dice", [3, 6], "3 6"),
        ("n", 3, "3"),
        ("solidi", 1, "1 solidus"),
        ("solidi", 0, "0 solidi"),
        ("give", {"agent": 1, "rally": 2, "solidi": 1}, "Agent, Rally x2 and solidi x1"),
        ("want", {}, "none"),
        ("release", ["lazica"], ", frees Lazica"),
        ("release", [], ""),
        ("terms", "no combat", " Promised: no combat"),
        ("terms", "", ""),
        ("parts", {"agent": 2, "cities": -1}, "Agent 2 and all cities held -1"),
    ],
)
def test_values_are_made_fit_for_a_sentence(key: str, value: Any, said: str) -> None:
    """§16.21 §2.31 Units by kind with leaders first, half points, ways, dice."""
    assert spoken(narration.said(key, value), "en", LEXICON.label) == said


def test_a_sentence_names_the_dice_of_its_event() -> None:
    """So that the journal can be refereed without the log."""
    seen = 0
    for key, template in texts.TEMPLATES.items():
        values, _ = told()[key.partition("/")[0]]
        fields = {field for _, field, _, _ in Formatter().parse(template) if field}
        thrown = values & {"die", "dice", "rolled"}
        assert not thrown or fields & thrown, key
        seen += bool(thrown)
    assert seen > 20
