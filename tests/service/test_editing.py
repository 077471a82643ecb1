"""The referee changes a position: tried, judged, entered, proven, taken back; and nobody learns too much."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.core import Illegal, NotNow, NotUnderstood, Refusal
from adjudicator.core.audit import edits, verify
from adjudicator.core.audit.audit import audit
from adjudicator.core.log.chance import sampler
from adjudicator.core.table.position import world_of
from service.text import telling
from service.unit_of_work.transaction import Transaction
from service.usecases.agreeing import ending, undo
from service.usecases.play import playing, queries
from service.usecases.seats import founding
from service.values.records import Message, Plan
from service.values.words import speak
from tests.harness.posts import sentences
from tests.harness.service import GAMES, ServiceHarness, by, service_harness

from .test_playing import markers
from .test_secrecy import known_to

JUDGE = by("judge")


def caesar(b: ServiceHarness, steps: int = 40) -> int:
    """At a rest in which Pompey holds cards."""
    campaign = b.found("julius_caesar", "war", seed=b"edit")
    b.play(campaign, steps)
    while not transaction(b, campaign).table.at_rest or not world(b, campaign).cups["pompey_hand"]:
        b.step(campaign, steps)
    return campaign


def belisarius(b: ServiceHarness) -> int:
    campaign = b.found("belisarius", GAMES["belisarius"].scenarios()[0].id, seed=b"edit")
    b.play(campaign, 60)
    while not transaction(b, campaign).table.at_rest:
        b.step(campaign, 60)
    return campaign


def transaction(b: ServiceHarness, campaign: int) -> Transaction:
    return Transaction(b.context, b.context.campaign(campaign), Message("", ""))


def world(b: ServiceHarness, campaign: int) -> Any:
    return transaction(b, campaign).table.world


def last(b: ServiceHarness, campaign: int, t: str) -> dict[str, Any]:
    return next(e for e in reversed(b.service.log(campaign)) if e["t"] == t)


def posts(b: ServiceHarness, campaign: int, what: str, audience: str) -> list[str]:
    return sentences(b.service.posts(campaign, [audience], most=10_000), what)


def require_proof(b: ServiceHarness, campaign: int) -> None:
    """Verifier and audit have nothing to say, now and with everything opened."""
    assert b.service.look(campaign, queries.verdict).errors == []
    if b.service.status(campaign).campaign.state != "over":
        b.service.do(JUDGE, campaign, ending.end, "enough")
    assert verify.verify(b.service.look(campaign, queries.export, "all")).errors == []
    assert audit(b.service.look(campaign, queries.export, "all"), GAMES).faults == []


def swap(b: ServiceHarness, campaign: int) -> str:
    """A card of Pompey's hand for another of the deck, as lines."""
    cups = world(b, campaign).cups
    mine = cups["pompey_hand"][0]
    other = next(card for card in cups["deck"] if card not in cups["pompey_hand"])
    return "\n".join(
        f"cups.{cup} {how} {card}"
        for cup, how, card in (
            ("pompey_hand", "-=", mine),
            ("pompey_hand", "+=", other),
            ("deck", "-=", other),
            ("deck", "+=", mine),
        )
    )


# -- what it does ------------------------------------------------------------------------------------


def test_lines_change_the_position_and_all_see_what_they_may(b: ServiceHarness) -> None:
    campaign = belisarius(b)
    before = world(b, campaign)
    coins, turn = before.treasury["empire"], before.turn
    text = "treasury.empire += 20  # he had forgotten\n\nturn += 1"
    b.service.edit(JUDGE, campaign, text, "a tax was not counted")
    assert world(b, campaign).treasury["empire"] == coins + 20
    entry = last(b, campaign, "edit")
    assert (entry["by"], entry["why"], entry["sizes"]) == ("referee", "a tax was not counted", {})
    assert entry["pub"] == {"turn": [str(turn), str(turn + 1)]}
    (own,) = posts(b, campaign, "edit", "seat/empire")
    assert f"treasury: {coins} → {coins + 20}" in own
    assert posts(b, campaign, "edit", "seat/barbarian") == []
    (post,) = posts(b, campaign, "edit", "channel")
    assert f"turn: {turn} → {turn + 1}" in post
    assert b.service.look(campaign, queries.verdict).counts["edits"] == 1
    b.play(campaign, 30)
    require_proof(b, campaign)


def test_the_question_is_asked_afresh_and_the_old_one_is_closed(b: ServiceHarness) -> None:
    campaign = caesar(b)
    asked = b.service.asked(campaign)[0]
    b.service.edit(JUDGE, campaign, swap(b, campaign), "dealt by mistake")
    now = b.service.asked(campaign)[0]
    assert (now.seat, now.rule) == (asked.seat, asked.rule)
    pending = b.service.look(campaign, queries.pending, now.seat)
    assert pending is not None
    answer = pending.choice.sample(sampler(1))
    with pytest.raises(NotNow, match="no longer open"):
        b.service.do(by(asked.seat), campaign, playing.submit, asked.seat, answer, asked.entry)
    b.service.do(by(now.seat), campaign, playing.submit, now.seat, answer, now.entry)
    assert b.service.look(campaign, queries.verdict).errors == []


def test_hidden_things_stay_sealed_and_are_proven_in_the_end(b: ServiceHarness) -> None:
    campaign = caesar(b)
    text = swap(b, campaign)
    hand = world(b, campaign).cups["pompey_hand"]
    b.service.edit(JUDGE, campaign, text, "dealt by mistake")
    entry = last(b, campaign, "edit")
    assert entry["pub"] == {}
    assert entry["sizes"] == {"deck": len(world(b, campaign).cups["deck"]), "pompey_hand": len(hand)}
    assert [seal["for"] for seal in entry["seals"]] == [[]]
    (post,) = posts(b, campaign, "edit", "seat/pompey")
    assert "hand: " in post and "; " not in post
    assert posts(b, campaign, "edit", "seat/caesar") == []
    b.play(campaign, 60)
    require_proof(b, campaign)


@pytest.mark.parametrize("seed", range(2))
def test_games_with_edits_looks_and_undos_are_sound_to_the_end(b: ServiceHarness, seed: int) -> None:
    campaign = b.found("julius_caesar", "war", seed=b"many %d" % seed)
    rng, edits = sampler(seed), 0
    for step in range(120):
        if not b.step(campaign, 1000 * seed + step):
            break
        if rng.below(8) == 0:
            b.service.see_as(JUDGE, campaign, rng.choice(["caesar", "pompey"]))
        s = transaction(b, campaign)
        if (
            s.campaign.state == "playing"
            and s.table.at_rest
            and rng.below(6) == 0
            and s.table.world.cups["deck"]
        ):
            try:
                b.service.edit(JUDGE, campaign, swap(b, campaign), "again")
                edits += 1
            except (Refusal, IndexError, StopIteration):
                continue
        if rng.below(25) == 0:
            points = b.service.look(campaign, undo.points)
            b.service.do(
                JUDGE,
                campaign,
                undo.by_referee,
                points[min(len(points) - 1, rng.below(6))].to,
                rng.below(2),
                "back",
            )
    assert edits > 4
    require_proof(b, campaign)


def test_an_edit_can_be_taken_back(b: ServiceHarness) -> None:
    campaign = belisarius(b)
    before = b.service.view(campaign, "empire")
    n = b.service.status(campaign).campaign.n
    b.service.edit(JUDGE, campaign, "treasury.empire = 7", "a slip")
    assert b.service.view(campaign, "empire") != before
    to = max(p.to for p in b.service.look(campaign, undo.points) if p.to < n)
    b.service.do(JUDGE, campaign, undo.by_referee, to, 0, "no slip")
    assert b.service.view(campaign, "empire") == before
    b.play(campaign, 20)
    require_proof(b, campaign)


def test_play_behind_an_edit_can_be_taken_back_to_it(b: ServiceHarness) -> None:
    campaign = belisarius(b)
    b.service.edit(JUDGE, campaign, "treasury.empire = 7", "a slip")
    after = b.service.view(campaign, "empire")
    n = last(b, campaign, "edit")["n"]
    b.play(campaign, 70)
    b.service.do(JUDGE, campaign, undo.by_referee, n, 0, "too far")
    assert b.service.view(campaign, "empire") == after
    require_proof(b, campaign)


def test_nobody_takes_an_order_back_across_an_edit_alone(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.service.do(by("north"), campaign, playing.submit, "north", 2)
    b.service.do(by("south"), campaign, playing.submit, "south", 1)
    b.service.do(by("north"), campaign, playing.submit, "north", 3)
    b.service.edit(JUDGE, campaign, "coins.south = 9", "paid twice")
    with pytest.raises(NotNow, match="Propose going back"):
        b.service.do(by("north"), campaign, undo.take_back, "north")
    b.play(campaign)
    assert b.service.look(campaign, queries.verdict).errors == []


def test_an_edit_may_end_the_game(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.service.edit(JUDGE, campaign, "winner = south\nheap = 0", "north has conceded at the table")
    assert b.service.status(campaign).over
    assert audit(b.service.look(campaign, queries.export, "all"), GAMES).faults == []


def test_whole_fields_may_be_given_as_json(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.service.edit(JUDGE, campaign, '{"coins": {"north": 3, "south": 4}}', "as agreed")
    assert world(b, campaign).coins == {"north": 3, "south": 4}


def test_what_may_be_missing_is_given_and_taken_away(b: ServiceHarness) -> None:
    campaign = belisarius(b)
    event = world(b, campaign).event
    b.service.edit(JUDGE, campaign, 'event = "storm"\nattempt = none', "as the table says")
    assert world(b, campaign).event == "storm"
    assert event != "storm"
    hex = world(b, campaign).pillaged
    if hex:
        b.service.edit(JUDGE, campaign, f"pillaged -= {hex[0]}", "rebuilt")
        assert world(b, campaign).pillaged == hex[1:]


def test_waiting_orders_come_back_as_a_draft(b: ServiceHarness) -> None:
    campaign = markers(b)
    b.service.do(by("a"), campaign, playing.order, "a", "rest\nrest")
    b.service.edit(JUDGE, campaign, "coins.b = 9", "counted again")
    queue = b.service.batch(campaign, "a")
    assert queue is not None
    assert (queue.state, [str(line) for line in queue.lines]) == ("draft", ["rest"])
    assert len(posts(b, campaign, "batch", "seat/a")) == 1


# -- trying ------------------------------------------------------------------------------------------


def test_a_try_changes_nothing_but_the_log_of_looks(b: ServiceHarness) -> None:
    campaign = caesar(b)
    before = msgspec.to_builtins(world(b, campaign))
    preview = b.service.try_edit(JUDGE, campaign, swap(b, campaign))
    assert preview.problems == []
    assert set(preview.changes) == {"cups.deck", "cups.pompey_hand"}
    assert (preview.public, set(preview.private)) == ({}, {"pompey"})
    assert set(preview.sizes) == {"deck", "pompey_hand"}
    assert msgspec.to_builtins(world(b, campaign)) == before
    looks = [e for e in b.service.log(campaign) if e["t"] == "look" and e["seat"] == "referee"]
    assert [look["of"] for look in looks] == ["world"], "a try tells hidden things, so that it is logged"
    assert b.context.teams.knows(campaign, "judge") == ["caesar", "pompey"]
    b.service.edit(JUDGE, campaign, swap(b, campaign), "so be it", preview.head)
    with pytest.raises(NotNow, match="moved on"):
        b.service.edit(JUDGE, campaign, swap(b, campaign), "so be it", preview.head)


def test_a_try_names_every_problem(b: ServiceHarness) -> None:
    campaign = caesar(b)
    preview = b.service.try_edit(JUDGE, campaign, "at.c_caesar = atlantis\nyear = 40")
    said = " ".join(speak(problem, "en") for problem in preview.problems)
    assert "atlantis" in said
    assert "40" in said
    assert set(preview.changes) == {"at.c_caesar", "year"}


def test_a_player_who_has_all_seats_looks_at_nothing_of_others(b: ServiceHarness) -> None:
    campaign = b.service.found(by("alone"), Plan("nim", "long", "Alone")).campaign
    for seat in ("north", "south"):
        b.service.do(by("alone"), campaign, founding.join, seat, "Alone")
    b.service.edit(by("alone"), campaign, "heap = 9", "shorter")
    assert [e for e in b.service.log(campaign) if e["t"] == "look"] == []


# -- refusals ----------------------------------------------------------------------------------------


BAD_LINES = [
    ("", "lines"),
    ("# nothing", "lines"),
    ("make him strong", "path = value"),
    ("treasure.empire = 3", "treasury"),
    ("treasury.empire = many", "whole number"),
    ("treasury.empire = 1.5", "whole number"),
    (f"treasury.empire += {2**70}", "at most 15 digits"),
    ("battle.nowhere.x = 1", "as JSON"),
    ("treasury.empire.more = 1", "shorter path"),
    ("remove treasury", "cannot be removed"),
    ("remove at.nobody", "expected: "),
    ("cups.pool -= moon", "expected: "),
    ("phase += 1", "neither a number"),
    ("battle = {", "JSON"),
    ("{", "JSON"),
    ("[1]", "path = value"),
    ("agreements.7.state = kept", "expected:"),
    ("battle.round.x = 1", "as JSON"),
    ("x" * 9000, "characters"),
    ("treasury.empire = 1\n" * 201, "lines"),
    ('{"cups": ' + "[" * 500 + "]" * 500 + "}", "deep"),
    ("\ud800 = 1", "text"),
    ("battle.round = 1", "as JSON"),
]
IMPOSSIBLE = [
    ("at.thracia_garrison_99 = 3535", "no unit"),
    ("options.reaction = on", "fixed when the game was created"),
    ("cups.pool += agent", "agent"),
    ("treasury.empire += 0", "nothing"),
    ('{"moon": 1}', "moon"),
    ('{"treasury": 5}', "object"),
    ("phase = lunch", "lunch"),
]


def test_bad_lines_are_refused_by_name_and_change_nothing(b: ServiceHarness) -> None:
    campaign = belisarius(b)
    before = msgspec.to_builtins(world(b, campaign))
    acts: list[Callable[[str], object]] = [
        lambda text: b.service.try_edit(JUDGE, campaign, text),
        lambda text: b.service.edit(JUDGE, campaign, text, "why"),
    ]
    for act in acts:
        for text, says in BAD_LINES:
            with pytest.raises(Refusal) as refused:
                act(text)
            assert says in telling.refusal(refused.value, "en", lambda id, language: id), text
    assert msgspec.to_builtins(world(b, campaign)) == before
    assert all(e["t"] != "edit" for e in b.service.log(campaign))


def test_impossible_positions_are_refused_with_the_reason(b: ServiceHarness) -> None:
    campaign = belisarius(b)
    for text, says in IMPOSSIBLE:
        with pytest.raises(Illegal) as refused:
            b.service.edit(JUDGE, campaign, text, "why")
        assert says in telling.refusal(refused.value, "en", lambda id, language: id), text
    assert not b.service.status(campaign).campaign.held
    b.step(campaign, 1)


VALUES = (
    "1",
    "-1",
    "none",
    "[]",
    "{}",
    "a, b",
    '"',
    "[[1]]",
    '{"a": null}',
    "1e9",
    "true",
    "roma",
    "null",
    "[null]",
)


@pytest.mark.parametrize("game", ["julius_caesar", "belisarius"])
def test_whatever_is_written_is_refused_or_carried_out(b: ServiceHarness, game: str) -> None:
    campaign = caesar(b) if game == "julius_caesar" else belisarius(b)
    paths, rng = sorted(_paths(msgspec.to_builtins(world(b, campaign)), "")), sampler(5)
    for _ in range(150):
        line = f"{rng.choice(paths)} {rng.choice(['=', '+=', '-='])} {rng.choice(VALUES)}"
        try:
            preview = b.service.try_edit(
                JUDGE, campaign, line if rng.below(5) else f"remove {rng.choice(paths)}"
            )
        except Refusal:
            continue
        assert preview.changes or preview.problems
    assert not b.service.status(campaign).campaign.held


def _paths(value: Any, path: str) -> Iterator[str]:
    """Every path into a world, and some that lead nowhere."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        here = f"{path}.{key}" if path else str(key)
        yield from (here, f"{here}.7", f"{here}.x.y")
        yield from _paths(item, here)


def test_containers_stay_those_of_the_card(b: ServiceHarness) -> None:
    campaign = b.found("markers", "ring", seed=b"cups")
    for text in ("cups.attic = luck", "remove cups.discard", "cups.discard = Über"):
        with pytest.raises(Illegal):
            b.service.edit(JUDGE, campaign, text, "why")


def test_only_the_referee_and_only_at_rest_and_with_a_reason(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    for act in (
        lambda: b.service.edit(by("north"), campaign, "heap = 3", "mine"),
        lambda: b.service.try_edit(by("north"), campaign, "heap = 3"),
    ):
        with pytest.raises(NotNow, match="only the referee"):
            act()
    with pytest.raises(NotUnderstood, match="reason"):
        b.service.edit(JUDGE, campaign, "heap = 3", " ")
    b.service.do(by("north"), campaign, playing.submit, "north", 2)
    with pytest.raises(NotNow, match="between orders"):
        b.service.edit(JUDGE, campaign, "heap = 3", "now")
    b.service.do(JUDGE, campaign, ending.end, "enough")
    with pytest.raises(NotNow, match="cannot do this while"):
        b.service.edit(JUDGE, campaign, "heap = 3", "late")


def test_an_edit_that_was_done_is_not_done_again(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    first = b.service.edit(by("judge", "1"), campaign, "heap -= 3", "why")
    log = b.service.log(campaign)
    assert b.service.edit(by("judge", "1"), campaign, "heap -= 3", "why") == first
    assert b.service.log(campaign) == log


# -- two worlds --------------------------------------------------------------------------------------


def edited(path: Path, viewer: str | None, which: int) -> bytes:
    """Return the viewer's knowledge after a hidden card of Pompey's was changed for one or another."""
    with service_harness(path, {"julius_caesar": GAMES["julius_caesar"]}) as b:
        campaign = caesar(b)
        cups = world(b, campaign).cups
        mine = cups["pompey_hand"][0]
        others = sorted({card for card in cups["deck"] if card not in cups["pompey_hand"]} - {"apollo"})
        other = others[which]
        lines = f"cups.pompey_hand -= {mine}\ncups.pompey_hand += {other}\n"
        lines += f"cups.deck -= {other}\ncups.deck += {mine}"
        b.service.edit(JUDGE, campaign, lines, "dealt by mistake")
        return known_to(b, campaign, viewer)


@pytest.mark.parametrize("viewer", [None, "caesar"])
def test_an_edit_of_what_is_hidden_tells_others_only_that_it_happened(
    tmp_path: Path, viewer: str | None
) -> None:
    first, second = (edited(tmp_path / f"{i}.sqlite", viewer, i) for i in (0, 1))
    assert first == second


def test_whose_it_is_learns_of_it(tmp_path: Path) -> None:
    first, second = (edited(tmp_path / f"{i}.sqlite", "pompey", i) for i in (0, 1))
    assert first != second


# -- cheats ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda part: part["patch"].update({"year": ["1", "2"]}), "year"),
        (lambda part: part["moves"].pop(), "moves"),
        (lambda part: part["patch"].clear(), "this changes nothing"),
    ],
)
def test_an_audit_finds_an_edit_that_is_not_what_it_seals(b: ServiceHarness, change: Any, says: str) -> None:
    campaign = caesar(b)
    b.service.edit(JUDGE, campaign, swap(b, campaign), "why")
    b.service.do(JUDGE, campaign, ending.end, "enough")
    lines = [json.loads(line) for line in b.service.look(campaign, queries.export, "all")]
    n = last(b, campaign, "edit")["n"]
    change(next(line["part"] for line in lines if line.get("open") == n))
    (fault,) = audit([json.dumps(line) for line in lines], GAMES).faults
    assert says in fault


ODD: tuple[Any, ...] = (2**70, -(2**53), "x", [], {}, None, 1.5, True, [[]], {"a": 1}, "\ud800")


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every path into plain JSON, of lists the first item alone."""
    inner = (
        value.items() if isinstance(value, dict) else enumerate(value[:1] if isinstance(value, list) else ())
    )
    for key, found in inner:
        yield (*path, key)
        yield from places(found, (*path, key))


def with_odd(value: Any, path: tuple[Any, ...], odd: Any) -> Any:
    made = json.loads(json.dumps(value))
    at = made
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = odd
    return made


@pytest.mark.parametrize(("game", "scenario"), [("julius_caesar", "war"), ("belisarius", "advance")])
def test_a_slip_anywhere_in_the_world_never_holds_the_game(
    b: ServiceHarness, game: str, scenario: str
) -> None:
    """Wrong types deep down, numbers that no file can hold, characters that do not exist."""
    campaign = b.found(game, scenario, seed=b"slip")
    rest = b.context.log.rest(campaign)
    assert rest is not None
    world = edits.plain(world_of(b.context.games[game], rest))
    found, refused = [*places(world)], 0
    for n, path in enumerate(found[:: max(1, len(found) // 25)]):
        for odd in ODD[n % 3 :: 3]:
            try:
                b.service.try_edit(by("judge"), campaign, json.dumps(with_odd(world, path, odd)))
            except Refusal:
                refused += 1
            assert b.service.campaign(campaign).held == "", (path, odd)
    with pytest.raises(Refusal):
        b.service.edit(by("judge"), campaign, json.dumps(with_odd(world, found[0], 2**70)), "a slip")
    assert b.service.campaign(campaign).held == ""
