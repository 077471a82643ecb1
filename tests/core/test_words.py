"""Names, templates, events: what a reader meets, and what a viewer may."""

from __future__ import annotations

import pytest

from adjudicator.core import Event, Lexicon, Sealed, fill, redact, reveal, words
from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import fold, spoken

LEXICON = Lexicon(
    {
        "roma": {"en": ["Roma", "Rome"], "ja": ["ローマ"]},
        "leg_1": {"en": ["LEG 1"]},
        "leg_13": {"en": ["LEG 13"]},
        "mare_nostrum": {"en": ["Mare Nostrum"]},
    }
)


STARRED = Lexicon(
    {
        "leo": {"en": ["Leo"], "ja": ["レオ"]},
        "leon": {"en": ["Leon"], "ja": ["レオン"]},
        "roma": {"en": ["Roma"]},
    },
    {"leo": 2, "leon": 1},
)


@pytest.mark.parametrize(
    ("written", "language", "read"),
    [
        ("move Roma: Leo+2 Guards, Leon", "en", "move Roma: Leo ★★+2 Guards, Leon ★"),
        ("Leo ★★ at Leontini", "en", "Leo ★★ at Leontini"),
        ("移動 ローマ：レオ、レオンとレオンティニ", "ja", "移動 ローマ：レオ ★★、レオン ★とレオンティニ"),
    ],
)
def test_stars_stand_behind_names_that_people_read_and_orders_are_understood_with_them(
    written: str, language: str, read: str
) -> None:
    assert STARRED.marked(written, language) == read
    assert fold(STARRED.label("leo", language)) == fold(STARRED.written("leo", language))
    assert STARRED.find(STARRED.label("leo", language), ["leo", "leon"]) == ["leo"]
    assert LEXICON.marked(written, language) == written


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("rome", ["roma"]),
        ("ROMÁ", ["roma"]),
        ("ローマ", ["roma"]),
        ("leg", ["leg_1", "leg_13"]),
        ("leg 1", ["leg_1"]),
        ("leg13", ["leg_13"]),
        ("13", ["leg_13"]),
        ("nos", ["mare_nostrum"]),
        ("mare_nostrum", ["mare_nostrum"]),
        ("ostr", []),
        ("", []),
        (" ", []),
    ],
)
def test_a_name_is_found_however_it_is_written(typed: str, found: list[str]) -> None:
    assert LEXICON.find(typed, ["roma", "leg_1", "leg_13", "mare_nostrum"]) == found


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_nothing_in_every_language(language: str) -> None:
    """The template "" is the header of a catalogue, which nobody reads."""
    assert fill(words(""), language) == ""


def test_a_number_is_not_the_beginning_of_another() -> None:
    assert LEXICON.find("leg 1", ["leg_13"]) == []
    assert LEXICON.begins("leg 1", "leg_13")


def test_an_id_without_a_name_in_a_language_has_that_of_another() -> None:
    assert LEXICON.label("roma", "ja") == "ローマ"
    assert LEXICON.label("leg_1", "ja") == "LEG 1"
    assert LEXICON.label("unknown", "en") == "unknown"


def test_values_are_named_in_the_reader_s_language() -> None:
    assert fill(words("To {where}: {what}", where="roma", what=["leg_1", 3]), "en", LEXICON.label) == (
        "To Roma: LEG 1 and 3"
    )
    assert spoken(["roma", "leg_1"], "ja", LEXICON.label) == "ローマとLEG 1"
    assert spoken(Verbatim("roma"), "en", LEXICON.label) == "roma"


def test_a_person_s_own_text_is_shortened_and_printable() -> None:
    assert str(Verbatim("x" * 61)) == "x" * 57 + "..."
    assert str(Verbatim("a\nb\ud800")) == "a\ufffdb\ufffd"


def test_what_is_compared_is_plain() -> None:
    assert fold("  Gade\u0301s_ＸＩ ") == "gades xi"


def test_an_event_is_shown_to_each_as_they_may_know_it() -> None:
    event = Event(
        "dealt", "2.1", {"cards": 6}, {"hand": Sealed(("a",), ["mars"]), "cards": Sealed(("b",), 7)}
    )
    views = {viewer: redact(event, viewer) for viewer in ("a", "b", None)}
    assert {viewer: seen and seen.values for viewer, seen in views.items()} == {
        "a": {"cards": 6, "hand": ["mars"]},
        "b": {"cards": 7},
        None: {"cards": 6},
    }
    assert not any(seen.sealed for seen in views.values() if seen)
    assert reveal(event).values == {"cards": 7, "hand": ["mars"]}


def test_an_event_for_some_is_for_nobody_else() -> None:
    event = Event("met", "3.7", {"scout": "x"}, seats=("a",))
    assert redact(event, "a") == event
    assert redact(event, "b") is None
    assert redact(event, None) is None


@pytest.mark.parametrize(
    ("n", "said"), [(1, "1 unit retreats: a."), (2, "2 units retreat: a and b."), (0, "0 units retreat: .")]
)
def test_words_agree_in_number_with_a_value(n: int, said: str) -> None:
    counted = words("{n} {n:unit|units}", n=n)
    text = words("{counted} {counted:retreats|retreat}: {names}.", counted=counted, names=["a", "b"][:n])
    assert fill(text, "en") == said


def test_a_list_counts_as_many_as_its_items() -> None:
    units = ["leader", words("{n} {things}", n=2, things="legions")]
    assert fill(words("{units} {units:is|are} here", units=units), "en") == "leader and 2 legions are here"
    assert fill(words("{units} {units:is|are} here", units=units[:1]), "en") == "leader is here"


@pytest.mark.parametrize(
    ("language", "n", "listed", "any_of"),
    [
        ("en", 1, "a", "a"),
        ("en", 2, "a and b", "a or b"),
        ("en", 3, "a, b and c", "a, b, or c"),
        ("ja", 2, "aとb", "aまたはb"),
        ("ja", 3, "a、b、c", "a、b、またはc"),
    ],
)
def test_the_last_thing_of_a_list_has_a_conjunction(language: str, n: int, listed: str, any_of: str) -> None:
    """In sentences; and in a template that has alternatives, the other one."""
    things = ["a", "b", "c"][:n]
    assert fill(words("{things}", things=things), language) == listed
    assert fill(words("{things:or}", things=things), language) == any_of


def test_a_list_that_is_cut_has_no_conjunction() -> None:
    """Its end says how many more there are."""
    assert fill(words("{things:or}", things=["a", "b", "… (3 more)"]), "en") == "a, b, … (3 more)"
