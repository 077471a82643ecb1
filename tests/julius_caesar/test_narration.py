"""Narration: every event is a sentence that says enough, and no public one says too much."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from adjudicator.core import Event, redact, reveal
from adjudicator.core.language.words import spoken
from adjudicator.julius_caesar import GAME
from adjudicator.julius_caesar.board import BLOCKS, CARDS
from adjudicator.julius_caesar.show import narration
from adjudicator.julius_caesar.show.names import LEXICON
from adjudicator.julius_caesar.show.narration import TEMPLATES, gather, say
from tests.julius_caesar.kit import play

from .battles import MISS, battle
from .helpers import table

pytestmark = pytest.mark.xdist_group("julius_caesar_narration")  # its fixtures are made once

CODE = Path(narration.__file__).parents[1]
SEEDS = range(0, 16)


@pytest.fixture(scope="module")
def events() -> list[Event]:
    """The events of some games of every style and option."""
    return [event for seed in SEEDS for step in play(seed) for event in step.events]


def kinds_told() -> set[str]:
    """The kinds of events that the rules tell, read from their source."""
    found = set()
    for path in CODE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="tell"), args=[ast.Constant(value=str(kind)), *_]):
                    found.add(kind)
    return found


def test_every_event_has_its_sentence_and_every_sentence_its_event() -> None:
    assert {key.partition("/")[0] for key in TEMPLATES} == kinds_told()


def test_every_placeholder_is_filled(events: list[Event]) -> None:
    """Of what the public, a seat and the referee read; a missing value raises, an id left over shows."""
    ids = [id for id in (*BLOCKS, *CARDS) if "_" in id]
    for event in events:
        for seen in (redact(event, None), redact(event, "caesar"), reveal(event)):
            if seen is None:
                assert event.seats is not None
                continue
            text = say(seen, "en")
            assert not re.search(r"[{}]|\bNone\b|  ", text), text
            assert text[-1] == ".", text
            assert not any(id in text for id in ids), text


def test_what_a_template_names_is_in_its_event(events: list[Event]) -> None:
    derived = {"blocks", "dice", "way", "lines", "reserves", "strength", "who"}
    for event in events:
        key = f"{event.kind}/{event.values.get('how')}"
        template = TEMPLATES.get(key) or TEMPLATES[event.kind]
        fields = {field for _, field, _, _ in Formatter().parse(template) if field}
        assert fields - derived <= set(event.values), event
        if "who" in fields:
            assert {"side", "block"} <= set(event.values), event
        if "blocks" in fields:
            assert {"backs", "blocks"} & set(event.values), event


def test_nearly_all_sentences_are_met(events: list[Event]) -> None:
    """So that the tests above have something to look at; count_rules.py reaches the rest."""
    met = {event.kind for event in events}
    assert kinds_told() - met <= {
        *("cleopatra_changes", "cleopatra_joins", "no_retreat", "hits_lost", "no_target"),
        *("roles_swapped", "disrupted", "leader_lost", "surprise", "deployed"),
    }


SHOWN = {"battle_begins", "reserves_arrive", "fired", "passed", "weakened", "eliminated", "leader_lost"}
SHOWN |= {"no_retreat", "struck", "defected"}


def test_public_sentences_name_no_hidden_block(events: list[Event]) -> None:
    """(Fog of war) ruling JC-H1: blocks are named in battle lines, when they fall, and by Jupiter."""
    names = [LEXICON.label(id, "en") for id in BLOCKS if BLOCKS[id].kind not in ("leader", "cleopatra")]
    pattern = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names))
    for event in events:
        for viewer, side in ((None, ""), ("caesar", "pompey"), ("pompey", "caesar")):
            if event.kind in SHOWN or (side and event.values.get("side") != side):
                continue
            seen = redact(event, viewer)
            assert seen is not None
            assert not pattern.search(say(seen, "en")), say(seen, "en")


def test_the_owner_reads_which_blocks_they_were(events: list[Event]) -> None:
    moved = [e for e in events if e.kind == "moved" and e.values["side"] == "caesar"]
    assert moved
    for event in moved:
        seen = redact(event, "caesar")
        assert seen is not None
        for block in event.sealed["blocks"].value:
            assert LEXICON.label(block, "en") in say(seen, "en")


@pytest.mark.parametrize(
    ("kind", "values", "text"),
    [
        (
            "moved",
            {"side": "caesar", "how": "attack", "way": ["genua", "roma"], "backs": {"tan": 2}},
            "Caesar attacked with 2 blocks: Genua-Roma.",
        ),
        (
            "moved",
            {"side": "pompey", "how": "move", "way": ["roma", "neapolis"], "backs": {"blue": 1, "green": 2}},
            "Pompey moved 3 blocks (1 blue and 2 green): Roma-Neapolis.",
        ),
        (
            "fired",
            {"side": "caesar", "block": "c_legio_13", "dice": [1, 4, 3], "firepower": 3, "hits": 2},
            "Caesar: LEG 13 fired (hits on 3 or less): 1 4 3. 2 hits.",
        ),
        (
            "fired",
            {"side": "pompey", "block": "p_pompey", "dice": [6], "firepower": 3, "hits": 0},
            "Pompey (leader) fired (hits on 3 or less): 6. 0 hits.",
        ),
        (
            "struck",
            {"side": "caesar", "place": "roma", "block": "p_pompey", "to": "genua"},
            "Jupiter struck Pompey at Roma: it lost a step.",
        ),
        (
            "struck",
            {"side": "caesar", "place": "roma", "block": "p_elephant", "to": "genua"},
            "Jupiter picked ELE at Roma.",
        ),
        (
            "weakened",
            {"side": "pompey", "block": "p_elephant", "place": "roma", "steps": 1},
            "Pompey: ELE dropped to II.",
        ),
        (
            "battle_begins",
            {"place": "roma", "attacker": "caesar", "lines": {"caesar": {"c_ballista": 2}}, "reserves": {}},
            "Battle of Roma: Caesar attacked. Main forces: Caesar: BAL C (B/D4) II. Reserves: none.",
        ),
        (
            "cards_played",
            {"caesar": "command_4_1", "pompey": "mars"},
            "Caesar played 4/1, Pompey played Mars.",
        ),
        (
            "game_over",
            {"winner": "", "how": "draw", "caesar": 4, "pompey": 4},
            "The game was drawn: the points were equal, and nobody held Roma.",
        ),
        ("deployed", {"side": "caesar"}, "Caesar finished free deployment."),
    ],
)
def test_sentences(kind: str, values: dict[str, object], text: str) -> None:
    assert say(Event(kind, "7.4", values), "en") == text


def test_every_die_is_told_with_its_limit_and_the_hits() -> None:
    """§7.4 §3.12."""
    w = battle("roma", "caesar", {"genua": "c_legio_8"}, "p_auxilia_3")
    with table(w, dice=[1, 5, MISS]) as t:
        t.pompey("fire")
        assert t.said(None)[0] == "Pompey: AUX P3 fired (hits on 1 or less): 1 5 6. 1 hit."


def test_a_volley_and_its_losses_are_one_sentence() -> None:
    """§7.4 §7.5; a block that is hit twice is named once."""
    fired = {"side": "caesar", "block": "c_legio_10", "dice": [1, 3, 3], "firepower": 4, "hits": 3}
    hit = {"side": "pompey", "place": "roma", "steps": 1, "block": "p_legio_5"}
    gone = {"side": "pompey", "place": "roma", "block": "p_legio_6"}
    events = [Event("fired", "7.4", fired)]
    events += [Event("weakened", "7.4", hit | {"steps": n}) for n in (2, 1)]
    events += [Event("eliminated", "7.4", gone), Event("weakened", "7.31", hit)]
    lost = Event("disrupted", "7.31", {"side": "pompey", "place": "roma", "backs": {"blue": 1}})
    first, _, *others = (say(event, "en") for event in gather([*events[:4], lost, events[4]]))
    assert first == (
        "Caesar: LEG 10 fired (hits on 4 or less): 1 3 3. 3 hits: LEG 5 left at I; LEG 6 eliminated."
    )
    assert others == ["Pompey: LEG 5 dropped to I."]


def test_neighbours_of_a_kind_are_one_sentence() -> None:
    def moved(side: str, how: str, *way: str) -> Event:
        return Event("moved", "6.1", {"side": side, "how": how, "backs": {"red": 2}, "way": list(way)})

    events = [
        moved("caesar", "move", "massilia", "narbo"),
        moved("caesar", "move", "ravenna", "roma"),
        moved("caesar", "attack", "narbo", "tarraco"),
        moved("pompey", "attack", "utica", "siga"),
    ]
    assert [say(event, "en") for event in gather(events)] == [
        "Caesar moved 2 blocks (Massilia-Narbo); 2 blocks (Ravenna-Roma).",
        "Caesar attacked with 2 blocks: Narbo-Tarraco.",
        "Pompey attacked with 2 blocks: Utica-Siga.",
    ]


def test_steps_of_a_phase_are_counted_by_place() -> None:
    """By block too for those who know it."""

    def told(*added: tuple[str, str], language: str = "en") -> list[str]:
        events = [
            Event(
                "stepped",
                "6.4",
                {"side": "caesar", "backs": {"red": 1}, "place": place}
                | ({"blocks": [block]} if block else {}),
            )
            for place, block in added
        ]
        return [say(event, language) for event in gather(events)]

    roma, ravenna, narbo = ("roma", "c_legio_13"), ("ravenna", "c_legio_7"), ("narbo", "")
    assert told(roma, roma) == ["Caesar added 2 steps to LEG 13 at Roma."]
    assert told(roma, ravenna, roma) == ["Caesar added 3 steps: 2 to LEG 13 at Roma; 1 to LEG 7 at Ravenna."]
    assert told(narbo, narbo) == ["Caesar added 2 steps at Narbo."]
    assert told(narbo, ("roma", ""), narbo) == ["Caesar added 3 steps: 2 at Narbo; 1 at Roma."]
    assert told(narbo, narbo, language="ja") == ["カエサル軍、ナルボで2レベル増強。"]


def test_an_unknown_id_is_said_as_it_is_written() -> None:
    assert spoken("atlantis", "en", GAME.lexicon.label) == "atlantis"
