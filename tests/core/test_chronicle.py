"""The chronicle: events that one line tells together, and those that no line tells."""

from __future__ import annotations

from adjudicator.core import Event
from adjudicator.core.game.chronicle import Chronicle, Passage


def event(kind: str, **values: str) -> Event:
    return Event(kind, "1.1", values)


def say(event: Event, language: str) -> str:
    return f"{event.kind.capitalize()} {event.values.get('at', '')}".strip() + "."


def clause(event: Event, head: Event) -> str:
    if event.kind == "fled":
        return say(event, "en")
    return "" if event.kind == "die" else f"{event.kind} {event.values.get('at', '')}".strip()


MARCH = Passage(heads=("march",), parts=("met", "lost", "die"), begins=("march",), before=("mustered",))
BATTLE = Passage(
    heads=("won", "attack"),
    parts=("lost", "fled"),
    silent=("volley",),
    begins=("attack",),
    ends=("won",),
    summed=lambda events: {"at": str(sum(one.kind == "volley" for one in events))},
)
CHRONICLE = Chronicle(
    passages=(MARCH, BATTLE), left_out=("phase", "roll/idle"), known=("hand",), clause=clause
)


def told(*events: Event) -> list[str]:
    kept = CHRONICLE.kept(events)
    return [CHRONICLE.said(line, say, "en") for line in CHRONICLE.lines(kept)]


def test_what_belongs_to_a_march_follows_in_its_line() -> None:
    assert told(event("march", at="Roma"), event("met", at="Nola"), event("die")) == ["March Roma; met Nola."]


def test_a_second_march_begins_a_new_line_and_takes_what_came_before_it() -> None:
    events = [
        event("mustered"),
        event("march", at="A"),
        event("lost"),
        event("mustered"),
        event("march", at="B"),
    ]
    assert told(*events) == ["March A; mustered; lost.", "March B; mustered."]


def test_the_weightiest_event_tells_a_battle_though_it_comes_last() -> None:
    events = [event("attack"), event("volley"), event("volley"), event("lost", at="two"), event("won")]
    assert told(*events) == ["Won 2; attack; lost two."]


def test_a_battle_that_is_not_over_is_told_as_far_as_it_went() -> None:
    assert told(event("attack"), event("volley")) == ["Attack 1."]


def test_what_cannot_begin_a_line_of_its_passage_is_a_line_of_its_own() -> None:
    assert told(event("lost", at="one"), event("volley"), event("volley")) == [
        "Lost one.",
        "Volley.",
        "Volley.",
    ]


def test_a_whole_sentence_stands_behind_the_clauses() -> None:
    assert told(event("attack"), event("fled"), event("lost", at="x"), event("won")) == [
        "Won 0; attack; lost x. Fled."
    ]


def test_apparatus_is_left_out_by_its_kind_and_by_the_way_it_went() -> None:
    assert told(event("phase"), event("roll", how="idle"), event("roll", how="six")) == ["Roll."]


def test_what_a_reader_alone_knows_is_told_to_them_all_the_same() -> None:
    assert told(event("phase", hand="Ace")) == ["Phase."]
