"""The order language: what is written is read again, completions lead to every order, and players' habits."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.belisarius.world import Army, World
from adjudicator.core import Choice, Reader, Table
from adjudicator.core.orders.orders import complete, read
from tests.belisarius.kit import play
from tests.kit.play_styles import bold

from .helpers import ENGLISH, JAPANESE, Umpired, table, world

READERS = (ENGLISH, JAPANESE)


# -- over a whole game -------------------------------------------------------------------------


def test_what_is_written_is_read_as_the_same_answer() -> None:
    """Answers of a whole game, as the service prints them, are the same answers when they are typed in.

    They are the same with the stars of leaders too, which orders do not have but all else that is read.
    """
    seen, starred = set[str](), set[str]()

    def check(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        nonlocal starred
        if choice.rule in seen and table.ledger.chain.n % 4:
            return
        meant = choice.accept(answer)
        for reader in READERS:
            text = choice.write(meant, reader)
            for typed in {text, reader.marked(text)}:
                again, _ = read(choice, typed, reader)
                assert choice.accept(again) == meant, typed
            starred |= {text} - {reader.marked(text)}
        seen.add(choice.rule)

    for _ in play(2, check):
        pass
    assert seen >= {"9.0", "10.1", "11.1", "11.2", "14.1", "20.0", "34.0"} and starred


def test_completions_lead_to_every_answer() -> None:
    """Wherever one stops in typing an order, a completion goes on with it.

    Not so for numbers of units and markers and for the lines of an agreement, which only the player knows.
    """
    looked = 0

    def check(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        nonlocal looked
        if table.ledger.chain.n % 10 or not _is_plain(answer):
            return
        for reader in READERS:
            text = choice.write(choice.accept(answer), reader)
            for end in (0, *(i for i, sign in enumerate(text) if sign == " "), len(text)):
                _leads_on(choice, text, text[:end], reader)
                looked += 1

    for _ in play(6, check, (bold, bold)):
        pass
    assert looked > 200


def _leads_on(choice: Choice[Any], text: str, typed: str, reader: Reader) -> None:
    lines = [line.text for line in complete(choice, typed, reader) if line.bar is None]
    assert any(_goes_on(line, text, typed) for line in lines), (typed, text, lines[:20])


def _is_plain(answer: Any) -> bool:
    """An answer without numbers, ways and free texts: ids alone."""
    if not isinstance(answer, dict):
        return isinstance(answer, str)
    return bool(answer) and all(_is_plain(value) for value in answer.values())


def _goes_on(line: str, text: str, typed: str) -> bool:
    begun = text.startswith(line.strip(" :-")) and len(line.strip()) >= len(typed.strip())
    return begun or line.startswith(text)


# -- as players write --------------------------------------------------------------------------

THERE = {
    "3535": "belisarius thracia_garrison*3 guard_field_army",
    "3536": "justinian guard_fleet dacia_garrison*2",
    "3232": "ostrogoths_garrison",
}
OURS = {"ostrogoths": "barbarian"}


def meant(w: World, text: str, seat: str = "empire") -> Any:
    """The accepted answer of a line."""
    with table(w) as t:
        choice = t.choice(seat)
        return choice.accept(read(choice, text, ENGLISH)[0])


def acting(w: World) -> World:
    """The army of Heraclea is carrying out operations, with 20 points."""
    w.phase = "army"
    w.army = Army("empire", "3535", sorted(u for u, p in w.at.items() if p == "3535"), half=40)
    return w


@pytest.mark.parametrize(
    "text",
    [
        "march Belisarius+3 GA 3535-3534-3434",
        "march Belisarius+3 GA 3535-3434",
        "MARCH belisarius + 3 ga Heraclea - 3434",
        "move Belisarius, 3 garrisons 3535→3434",
        "mv Thracia GA x3+bel heraclea-3434",
        "march Belisarius+3 Thracian garrisons Heraclea (3535)-3534-3434",
        "march Belisarius+3 GA to 3434",
        "行軍 ベリサリウス+3 守備隊 3535-3434",
        "移動 ベリサリウス＋トラキア守備隊×3　ヘラクレア－3434",
    ],
)
def test_many_ways_to_say_one_march(text: str) -> None:
    """§16.1 Case, dashes, short forms, hexes by number or city, Latin or Japanese; the way worked out."""
    answer = {"start": "3535", "units": {"belisarius": 1, "thracia_garrison": 3}, "way": ["3534", "3434"]}
    assert meant(world(THERE), text) == {"pick": "march", "answer": answer}


@pytest.mark.parametrize(
    ("phase", "text", "answer"),
    [
        ("tax", "tax Thracia heavy", {"source": "thracia", "rate": "heavy"}),
        ("tax", "tax Thracia", {"source": "thracia", "rate": "normal"}),
        ("tax", "徴税 トラキア 重税", {"source": "thracia", "rate": "heavy"}),
        (
            "recruit",
            "recruit Guard FA at Constantinopolis",
            {"kind": "guard_field_army", "place": "3536"},
        ),
        ("recruit", "hire guard fa at 3536", {"kind": "guard_field_army", "place": "3536"}),
        ("levy", "levy Thracia GA at Philippopolis", {"kind": "thracia_garrison", "place": "3631"}),
        (
            "diplomacy",
            "stake Basileus, Agent x2 on Ostrogoths",
            {"stakes": {"agent": 2, "basileus": 1}, "target": "ostrogoths"},
        ),
        (
            "diplomacy",
            "diplomacy agent 2, basileus on Ostrogoths",
            {"stakes": {"agent": 2, "basileus": 1}, "target": "ostrogoths"},
        ),
    ],
)
def test_orders_of_the_other_phases(phase: str, text: str, answer: Any) -> None:
    """§9.1 §10.2 §11.1 §11.2 Provinces, cities and hexes by name or number, markers by number."""
    w = world(THERE, phase=phase, hands={"empire": ["agent", "agent", "basileus"]}, levied={"thracia": 2})
    assert meant(w, text)["answer"] == answer


def test_orders_of_an_army() -> None:
    """§13.21 §17.2 The units are known: they are only named to be dropped; the hex that is attacked."""
    w = acting(world({**THERE, "3534": "ostrogoths_garrison"}, control=OURS))
    assert meant(w, "assault 3534") == {"pick": "assault", "answer": "3534"}
    assert meant(w, "drop 2 garrisons") == {"pick": "drop", "answer": {"thracia_garrison": 2}}
    assert meant(w, "drop Thracia GA x2") == {"pick": "drop", "answer": {"thracia_garrison": 2}}
    assert meant(w, "強襲 3534") == {"pick": "assault", "answer": "3534"}
    assert meant(w, "end") == {"pick": "end"}


def test_a_forced_march_is_an_order_and_a_marker_played() -> None:
    """§16.7 Both words mean the same."""
    w = world(THERE, hands={"empire": ["forced_march"]}, operated=["belisarius"])
    answer = {"start": "3535", "units": {"belisarius": 1}}
    for text in ("force Belisarius at 3535", "play Forced March on Belisarius at 3535"):
        found = meant(w, text)
        assert found["pick"] == "force", text
        assert found["answer"] == answer, text


def test_a_type_alone_must_fit_one_kind() -> None:
    """§2.31 The candidates are what the text may mean here, not in the whole game."""
    w = world({"3535": "thracia_garrison guard_garrison belisarius"})
    with table(w) as t:
        said = t.refused("empire", "march GA 3535-3534", kind="ambiguous")
        assert said == "“GA” is ambiguous; it could be Guard garrison or Thracian garrison"
        assert "Belisarius" in t.refused("empire", "march FA 3535-3534", kind="not_understood")


def test_a_refusal_names_the_hex_the_paragraph_and_the_values() -> None:
    """§14.31 §16.32."""
    with table(acting(world(THERE))) as t:
        assert "3333" in t.refused("empire", "march 3434-3333", "16.32", place="3333")
        t.refused("empire", "assault 3232", "17.22")


def test_completions_show_the_cost_and_what_would_be_left() -> None:
    """§14.3 Every hex in reach with its cost; those that are not with the reason."""
    with table(acting(world(THERE))) as t:
        reach = {r.to: r for r in t.choice("empire").reach("belisarius")}
        assert reach["3534"].cost == 1
        assert reach["3434"].path[-1] == "3434"
        assert all(r.cost <= 40 for r in reach.values() if r.bar is None)
        assert _open(t, "march ") >= {"march 3534", "march Hadrianopolis (3633)"}


def _open(t: Umpired, text: str) -> set[str]:
    return set(t.lines("empire", text))


def test_several_orders_on_a_line() -> None:
    """§14.1 The dice of the first order stop a batch only until they have fallen."""
    with table(world(THERE), dice=[3]) as t:
        t.empire("activate 3 GA at 3535", "drop GA; march 3534; end")
        assert [t.w.at[f"thracia_garrison_{n}"] for n in (1, 2, 3)].count("3534") == 2
        assert t.w.army is None


def test_an_order_of_another_phase_says_when_it_is_given() -> None:
    """§3.1 What is asked now is said beside it, not that the order is unknown."""
    with table(world(THERE)) as t:
        said = t.refused("empire", "tax rest", "10.1", kind="not_now")
        assert said.startswith("“tax” is given in the tax phase; you are asked now: Name an army")
        assert "supply phase" in t.refused("empire", "feed all", "20.2", kind="not_now")
    with table(acting(world(THERE))) as t:
        assert "set-up" in t.refused("empire", "place Thracia GA at 3535", "34.0", kind="not_now")
