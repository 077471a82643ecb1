"""Chronicles: what a game's own sentences come to in them, and how many lines that saves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, pairwise
from typing import Any

import pytest
from msgspec import structs

from adjudicator import GAMES
from adjudicator.core import Event
from adjudicator.core.game.sealed import Sealed, redact
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.log.chance import sampler
from adjudicator.core.table.ledger import Told
from service.posts.battles import ended_since
from service.posts.compose import compose
from service.runtime.demo import USER, plan_of, played, seated
from service.runtime.narration import Narration
from service.runtime.orders_file import reproducible
from service.text import telling
from service.usecases.play import playing, queries
from service.values import posts
from service.values.audiences import CHANNEL
from service.values.records import Message
from tests.kit.games import kits
from tests.kit.selfplay import play

Happened = list[tuple[str, Mapping[str, Any]]]


def told(game: str, stage: str, *events: tuple[str, Mapping[str, Any]], language: str = "en") -> list[str]:
    lines = [Told(1, Event(kind, "1.1", values), stage) for kind, values in events]
    return [line for one in telling.chronicle(GAMES[game], lines, language) for line in one.lines]


def test_a_battle_of_the_ancient_world_is_one_line() -> None:
    fight = {"place": "1517", "attacker": "rome", "defender": "carthage"}
    events: Happened = [
        ("attacks", {"side": "rome", "leader": "scipio", "place": "1517"}),
        ("battle", {**fight, "by": "scipio", "against": "hannibal", "lines": {}, "die": 3, "total": 0}),
        ("losses", {"side": "rome", "place": "1517", "units": {"romani_foot": 3}}),
        ("fell", {"side": "rome", "leader": "scipio", "place": "1517", "how": "wounded"}),
        ("retreats", {"side": "rome", "place": "1517", "way": ["1516"], "cost": 1}),
        ("victory", {**fight, "side": "carthage", "loser": "rome", "how": "major", "lost": [9, 3]}),
        ("alliance", {"province": "liguria", "side": "carthage", "box": 3}),
        ("alliance", {"province": "samnium", "side": "carthage", "box": 0}),
        ("continuation", {"leader": "hannibal", "die": 2, "modifier": 0, "rating": 7, "how": "goes_on"}),
    ]
    [line] = told("ancient_world", "1/218/battle/hannibal", *events)
    assert line == (
        "Battle of hex 1517 near Genua: Hannibal won a major victory over P. Cornelius Scipio. "
        "Rome lost 9, Carthage 3; "
        "P. Cornelius Scipio was wounded; Rome retreated to hex 1516 near Genua; "
        "Liguria (3) and Samnium (neutral) turned towards Carthage."
    )
    [japanese] = told("ancient_world", "1/218/battle/hannibal", *events, language="ja")
    assert japanese.startswith(
        "ゲヌア付近のヘクス1517の戦闘：ハンニバル、P. スキピオに大勝利。"
    ) and japanese.endswith("。")


def test_siege_works_of_a_phase_are_one_line() -> None:
    works = [
        (
            "reduced",
            {"side": "rome", "leader": "hannibal", "city": "tarentum", "total": 9, "change": n, "left": at},
        )
        for n, at in ((1, 6), (0, 6), (3, 3))
    ]
    assert told("ancient_world", "1/218/operation/hannibal", *works) == [
        "Hannibal battered Tarentum 3 times: the defence fell from 7 to 3."
    ]


def test_a_march_that_an_interception_stops_says_how_far_it_came() -> None:
    march = ("marches", {"side": "carthage", "leader": "hannibal", "way": ["1020", "1517", "2411"]})
    stopped = ("stopped", {"side": "carthage", "place": "1517", "way": ["1517"], "half": 2, "units": {}})
    [line] = told("ancient_world", "1/218/operation/hannibal", march, stopped)
    assert line.startswith(
        "Hannibal marched from Taurasia towards hex 2411 near Ariminum, as far as hex 1517 near Genua"
    )


def test_an_attempt_of_agents_is_one_line_with_what_it_brought() -> None:
    events: Happened = [
        ("operation", {"seat": "turks", "target": "rumelia", "how": "diplomacy", "agents": 1}),
        ("operation_result", {"seat": "turks", "die": 6, "total": 7, "how": "success"}),
        ("gained", {"seat": "turks", "chit": "rumelia"}),
        ("gained", {"seat": "turks", "chit": "krim"}),
    ]
    assert told("ottomans", "2/turks/stratagem", *events[:3]) == [
        "The Turks tried to take control of Rumelia with 1 AGENT; success (rolled 6, total 7); "
        "control of Rumelia."
    ]


def test_an_attack_of_ottomans_is_one_line() -> None:
    place = {"place": "syria"}
    events: Happened = [
        ("attacked", {**place, "seat": "turks", "origin": "syria", "units": ["abu_said"], "defenders": []}),
        ("odds", {**place, "attack": 4, "defence": 1, "odds": "4:1"}),
        ("result", {**place, "die": 5, "odds": "4:1", "how": "DD"}),
        ("eliminated", {**place, "units": ["syria_siege_train_1"]}),
        ("drew", {"seat": "turks", "n": 1}),
    ]
    [line] = told("ottomans", "2/turks/combat", *events)
    assert line.startswith("Syria: the Turks attacked") and line.endswith("Syrian Siege Train eliminated.")
    own = ("drew", {"seat": "turks", "n": 1, "chits": ["truce"]})
    assert len(told("ottomans", "2/turks/combat", *events[:-1], own)) == 2, "its own chit, to the seat"


FOUGHT: Happened = [
    (
        "attacked",
        {"place": "syria", "seat": "turks", "origin": "syria", "units": ["abu_said"], "defenders": []},
    ),
    ("result", {"place": "syria", "die": 5, "odds": "4:1", "how": "BB"}),
]


def test_chits_played_with_an_attack_are_told_with_it_and_not_with_the_battle_before() -> None:
    played = ("played_on", {"seat": "turks", "chit": "military_advance", "on": "iraq"})
    second = [(kind, {**values, "place": "iraq", "origin": "iraq"}) for kind, values in FOUGHT]
    first, then = told("ottomans", "2/turks/combat", *FOUGHT, played, *second)
    assert "Military Advance" not in first
    assert then.startswith("Iraq: the Turks attacked") and "the Turks played Military Advance" in then


def test_a_chit_played_after_a_battle_is_no_part_of_it() -> None:
    played = ("played_on", {"seat": "holy_league", "chit": "military_advance", "on": "ionian_sea"})
    battle, fed = told("ottomans", "2/food", *FOUGHT, played)
    assert "Military Advance" not in battle
    assert fed == "The Holy League played Military Advance (Ionian Sea)."


def test_a_leader_who_falls_in_a_battle_is_in_its_line() -> None:
    fallen = ("survival", {"leader": "abu_said", "die": 6, "command": 1, "how": "falls"})
    [line] = told("ottomans", "2/turks/combat", *FOUGHT, fallen, ("leader_gone", {"leader": "abu_said"}))
    assert line.endswith("Abu Said did not survive.")


def test_an_attack_on_units_of_ones_own_is_one_line_with_whom_they_pass_to() -> None:
    passed = ("passed", {"seat": "turks", "to": "caliphate", "chit": "syria"})
    [line] = told("ottomans", "2/turks/combat", FOUGHT[0], passed, FOUGHT[1])
    assert line.startswith("Syria: the Turks attacked") and "control of Syria passed to the Caliphate" in line


def test_the_set_up_of_belisarius_is_a_line_a_side() -> None:
    placed = [
        ("placed_as_suggested", {"seat": "barbarian", "side": "barbarian", "units": [unit], "place": place})
        for unit, place in (("persia_garrison_6", "3154"), ("persia_field_army_3", "3254"))
    ]
    over = ("placing_over", {"seat": "barbarian", "side": "barbarian"})
    assert told("belisarius", "1/barbarian/set_up", *placed, over) == [
        "Barbarian set up Persian field army at Ctesiphon (3254); garrisons at Pirisabora (3154)."
    ]


def test_a_battle_of_julius_caesar_is_one_line() -> None:
    sides = {"caesar": {"c_legio_7": 3}, "pompey": {"p_legio_5": 3}}
    events: Happened = [
        ("battle_begins", {"place": "tarraco", "attacker": "caesar", "lines": sides, "reserves": {}}),
        ("fired", {"side": "pompey", "block": "p_legio_5", "dice": [1], "firepower": 2, "hits": 1}),
        ("eliminated", {"side": "caesar", "block": "c_legio_7", "place": "tarraco"}),
        ("battle_ends", {"place": "tarraco", "side": "pompey", "round": 4}),
    ]
    assert told("julius_caesar", "1/1/battle", *events) == [
        "Battle of Tarraco: Caesar attacked, Pompey held it in 4 rounds; Caesar: LEG 7 eliminated."
    ]


def test_equal_lines_in_a_row_are_one_and_a_phase_is_headed_once() -> None:
    joins = ("joins", {"side": "carthage", "place": "2411", "units": {"galli_foot": 6}})
    assert told("ancient_world", "1/218/operation/hannibal", joins, joins) == [
        "6 Gallic infantry joined Carthage at hex 2411 near Ariminum (2 times)."
    ]
    lines = [
        Told(1, Event("returns", "3.1", {"side": "rome", "leader": "scipio", "place": "1517"}), stage)
        for stage in ("2/217/upgrade", "2/217/strategic", "2/217/strategic")
    ]
    text = telling.chronicle_text(telling.chronicle(GAMES["ancient_world"], lines, "en"), "en")
    assert [line for line in text if not line.startswith(" ")] == [
        "Turn 2 (217 BC) · Upgrade Phase",
        "Strategic Phase",
    ]


STORY = 120
"""Answers of a game whose story is compared."""


def hiding(line: Told, viewer: str | None) -> Told:
    """The line with other values wherever the viewer is not told them."""
    sealed = {
        name: part if viewer in part.seats else Sealed(part.seats, "another value")
        for name, part in line.event.sealed.items()
    }
    return structs.replace(line, event=structs.replace(line.event, sealed=sealed))


def known_to(told: Sequence[Told], viewer: str | None) -> list[Told]:
    seen = [(line, redact(line.event, viewer)) for line in told]
    return [structs.replace(line, event=event) for line, event in seen if event is not None]


@pytest.mark.parametrize("name", GAMES)
def test_a_story_is_made_of_what_its_reader_knows(name: str) -> None:
    """It is the same in a world that differs in what they cannot see, and another for who sees it."""
    kit = kits()[name]
    *_, last = islice(play(kit, 3), STORY)
    told, stories = last.table.ledger.told, []
    for viewer in (*kit.scenario_of(3).seats, None):
        here, there = (known_to(one, viewer) for one in (told, [hiding(line, viewer) for line in told]))
        stories.append(telling.chronicle(GAMES[name], here, "en"))
        assert stories[-1] == telling.chronicle(GAMES[name], there, "en")
    assert any(line.event.sealed or line.event.seats for line in told) == any(
        story != stories[0] for story in stories
    )


def test_a_post_tells_the_line_of_a_battle_when_it_ends() -> None:
    """After what is new in it; a post that came before stays as it was."""
    with reproducible() as service:
        campaign, rng = seated(service, plan_of("julius_caesar", "", 5), USER), sampler(5)
        said = dict[int, tuple[str, ...]]()
        found = ""
        while not found:
            seat = service.asked(campaign)[0].seat
            answer = played(service, campaign, seat, rng)
            service.do(Message("", USER), campaign, playing.submit, seat, answer)
            for post in service.posts(campaign, [CHANNEL], max(said, default=0)):
                made = compose(service, post, "en")
                said[post.id] = made.lines if made is not None else ()
                ended = isinstance(post.content, posts.Told) and any(
                    event.kind == "battle_ends" for event in post.content.events
                )
                found = said[post.id][-1] if ended else ""
                if ended:
                    break
        assert found in [
            line
            for one in telling.chronicle(
                GAMES["julius_caesar"], service.look(campaign, queries.told, None), "en"
            )
            for line in one.lines
        ]
        assert [line for lines in said.values() for line in lines].count(found) == 1
        for post in service.posts(campaign, [CHANNEL], 0):
            if post.id in said and isinstance(post.content, posts.Told):
                again = compose(service, post, "en")
                assert (again.lines if again is not None else ()) == said[post.id]


MOST = {"ancient_world": 45, "ottomans": 57, "belisarius": 45, "julius_caesar": 75}
"""The most lines of a chronicle, with its headings, in percent of those that each command tells by itself."""


@pytest.mark.byhand
@pytest.mark.parametrize("name", MOST)
def test_a_chronicle_is_as_short_as_it_should_be(name: str) -> None:
    with reproducible() as service:
        campaign, rng = seated(service, plan_of(name, "", 5), USER), sampler(5)
        narration, before = Narration(service, campaign, "en"), 0
        while asked := service.asked(campaign):
            seat = asked[0].seat
            answer = played(service, campaign, seat, rng)
            service.do(Message("", USER), campaign, playing.submit, seat, answer)
            before += len(narration.unread())
        events = service.look(campaign, queries.told, None)
        for language in LANGUAGES:
            chapters = telling.chronicle(GAMES[name], events, language)
            text = telling.chronicle_text(chapters, language)
            print(f"{name}, {language}: {len(text)} lines of {before}")
            assert 100 * len(text) <= MOST[name] * before
            assert not [one for one, other in pairwise(text) if one == other]
        if name == "belisarius":
            turns = [chapter.turn for chapter in chapters]
            assert sum(1 + len(one.lines) for one in chapters if one.turn == turns[0]) <= 10


def test_the_line_of_a_battle_comes_before_the_march_that_follows_it() -> None:
    """§5.3 The winner goes on: that is told in no line, and the battle is over all the same."""
    fight = {"place": "1517", "attacker": "rome", "defender": "carthage"}
    won = {**fight, "side": "rome", "loser": "carthage", "how": "plain", "lost": [3, 9]}
    goes_on = {"leader": "scipio", "die": 2, "modifier": 0, "rating": 6, "how": "goes_on"}
    march = {"side": "rome", "leader": "scipio", "way": ["1517", "1516"]}
    stage = "1/218/operation/scipio"
    told = [
        Told(10, Event("attacks", "8.21", {"side": "rome", "leader": "scipio", "place": "1517"}), stage),
        Told(14, Event("victory", "8.51", won), stage),
        Told(15, Event("continuation", "5.25", goes_on), stage),
        Told(20, Event("marches", "6.2", march), stage),
    ]
    game = GAMES["ancient_world"]
    found = [len(list(ended_since(game, told[:to], first))) for to, first in ((2, 14), (3, 14), (4, 20))]
    assert found == [0, 1, 0]
