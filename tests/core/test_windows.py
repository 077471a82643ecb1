"""Reactions: who is offered them, when, and the log (architecture.md §1.7; design/fair-dice.md §9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.core import (
    N_,
    Choice,
    Illegal,
    NotNow,
    Occasion,
    OneOf,
    Position,
    Table,
    WindowPolicy,
    ask,
    ask_all,
    bar,
    d6,
    tell,
    window,
    words,
)
from adjudicator.core.log.chain import JSON, Entry
from adjudicator.core.log.chance import Stopped
from tests.core.small import FIRST, W, again, game, kinds, sit, yes_no

ASK = WindowPolicy(modes={"default": "ask"})


def marker(seat: str = "", **more: Any) -> OneOf:
    lacking = bar("2", N_("you hold none"))
    return OneOf(
        rule="2",
        prompt=words(N_("Play a marker?")),
        options=lambda: {"chaff": None, "pope": lacking if seat == "c" else None},
        **more,
    )


async def raid(w: W) -> None:
    w.notes.append(await ask("a", yes_no()))
    tell("raids", "1")
    for turn in range(2):
        played = await window(Occasion("raid", "2", by="a"), {s: marker(s) for s in ("b", "c")})
        w.notes.append(f"{turn} {played}")
        tell("met", "2", by="" if played is None else played[0])
    await ask("a", yes_no("3"))


def orders(**of: str) -> WindowPolicy:
    """Standing orders: seat -> what it plays at every window."""
    return WindowPolicy(reflex=lambda occasion, seat, choice, world: of.get(seat), books={s: [] for s in of})


def both_modes(policy: WindowPolicy) -> list[WindowPolicy]:
    return [policy, WindowPolicy({"default": "ask"}, policy.reflex, policy.books)]


RAID = game(raid)


def test_in_silence_nobody_waits_and_nothing_is_logged() -> None:
    table = sit(RAID)
    table.submit("a", "yes")
    assert kinds(table.ledger.entries) == ["answer"]
    assert table.world.notes == ["yes", "0 None", "1 None"]
    table.submit("a", "no")
    assert table.ledger.entries[-1].windows == 2


def test_the_first_standing_order_in_order_of_play_is_carried_out() -> None:
    table = sit(RAID, policy=orders(c="chaff", b="pope"))
    table.submit("a", "yes")
    assert table.world.notes == ["yes", "0 ('b', 'pope')", "1 ('b', 'pope')"]
    assert [(e.t, e.body["seat"], e.body["ask"]) for e in table.ledger.entries[1:]] == [
        ("answer", "b", 0)
    ] * 2
    assert [e.parts[0].part["standing"] for e in table.ledger.entries] == [0, 1, 1]


@pytest.mark.parametrize("order", ["pope", "nonsense"])
def test_a_standing_order_that_is_not_legal_passes(order: str) -> None:
    for policy in both_modes(orders(c=order)):
        table = sit(RAID, policy=policy)
        table.submit("a", "yes")
        while table.question is not None and table.question.occasion is not None:
            table.close()
        assert table.world.notes == ["yes", "0 None", "1 None"]


def test_a_standing_order_left_later_never_fires_at_a_window_that_is_past() -> None:
    late = orders(b="chaff")
    table = sit(RAID)
    begin = table.position
    table.submit("a", "yes")
    for position in (table.position, Position(begin.rest, table.position.tail)):
        rebuilt = again(RAID, position, table.ledger.entries, policy=late)
        assert rebuilt.ledger.entries == []
        assert rebuilt.world.notes == ["yes", "0 None", "1 None"]
        rebuilt.submit("a", "no")
        assert kinds(rebuilt.ledger.entries) == ["answer"]


def test_nor_after_an_undo_from_an_older_rest() -> None:
    """The rest behind the raid was not kept: the tail runs from before it into the next procedure."""

    async def march(w: W) -> None:
        await ask("a", yes_no("5"))
        await window(Occasion("march", "6"), {"b": marker()})
        await ask("a", yes_no("7"))
        await window(Occasion("march", "6"), {"b": marker()})
        w.notes.append(f"die {await d6('8', 'march')}")
        await window(Occasion("die", "6"), {"b": marker()})
        await ask("a", yes_no("7"))

    of = game(raid, march)
    table = sit(of, dice=[3])
    begin = table.position.rest
    for _ in range(4):
        table.submit("a", "yes")
    log = table.ledger.entries
    assert kinds(log) == ["answer"] * 4 + ["batch"]
    for n in range(FIRST, FIRST + 4):
        tail = tuple(e for e in log if e.n < n)
        back = again(of, Position(begin, tail), log, [5], policy=orders(b="chaff"))
        assert back.ledger.entries == []
        assert not [note for note in back.world.notes if "chaff" in note]
    back.submit("a", "yes")
    assert kinds(back.ledger.entries) == ["answer", "answer", "batch", "answer"]


def test_an_undone_die_is_new_and_so_is_the_window_behind_it() -> None:
    async def rolled(w: W) -> None:
        w.notes.append(f"die {await d6('1', 'x')}")
        w.notes.append(str(await window(Occasion("die", "2"), {"b": marker()})))
        await ask("a", yes_no())

    table = sit(game(rolled), dice=[1])
    log = table.ledger.entries
    rest = Position(table.position.rest)
    rolled_again = again(game(rolled), rest, log, [6], policy=orders(b="chaff"))
    assert rolled_again.world.notes == ["die 6", "('b', 'chaff')"]
    assert kinds(rolled_again.ledger.entries) == ["batch", "answer"]


# -- where the seats are asked ---------------------------------------------------------------------


def asked(policy: WindowPolicy = ASK) -> Table:
    table = sit(RAID, policy=policy)
    table.submit("a", "yes")
    return table


def test_everybody_who_could_react_is_asked() -> None:
    table = asked()
    assert list(table.pending) == ["b", "c"]
    with pytest.raises(NotNow):
        table.aside("a", "yes")
    table.submit("c", {"pick": "play", "answer": "chaff"})
    assert list(table.pending) == ["b"]
    with pytest.raises(Illegal):
        table.submit("c", {"pick": "play", "answer": "pope"})
    table.submit("b", {"pick": "play", "answer": "pope"})
    assert table.world.notes == ["yes", "0 ('b', 'pope')"]
    assert kinds(table.ledger.entries) == ["answer", "ask", "answer", "answer", "lock", "open", "ask"]
    assert table.ledger.entries[5].body["of"] == FIRST + 3
    assert table.ledger.entries[5].body["part"] == {"answer": {"pick": "play", "answer": "pope"}}


def test_silence_passes_when_the_time_is_up() -> None:
    table = asked()
    table.submit("b", {"pick": "pass"})
    table.close()
    assert table.world.notes == ["yes", "0 None"]
    answers = [(e.body["seat"], e.body["by"]) for e in table.ledger.entries if e.t == "answer"]
    assert answers == [("a", "seat"), ("b", "seat"), ("c", "clock")]
    table.close()
    with pytest.raises(NotNow):
        table.close()


def test_a_window_that_is_open_is_found_open_again() -> None:
    table = asked()
    table.submit("c", {"pick": "play", "answer": "chaff"})
    rebuilt = again(RAID, table.position, table.ledger.entries, policy=ASK)
    assert rebuilt.position == table.position
    assert list(rebuilt.pending) == ["b"]
    rebuilt.close()
    assert rebuilt.world.notes == ["yes", "0 ('c', 'chaff')"]


def test_silence_at_a_window_does_not_answer_the_next() -> None:
    async def two(w: W) -> None:
        await ask("a", yes_no())
        w.notes.append(str(await window(Occasion("silent", "2"), {"b": marker()})))
        w.notes.append(str(await window(Occasion("loud", "2"), {"b": marker()})))
        await ask("a", yes_no())

    of, policy = game(two), WindowPolicy(modes={"loud": "ask"})
    table = sit(of, policy=policy)
    table.submit("a", "yes")
    table.submit("b", {"pick": "play", "answer": "pope"})
    rebuilt = again(of, table.position, table.ledger.entries, policy=policy)
    assert rebuilt.world.notes == table.world.notes == ["None", "('b', 'pope')"]


def test_a_window_whose_question_was_undone_is_asked_again() -> None:
    table = asked()
    table.submit("b", {"pick": "play", "answer": "pope"})
    log = table.ledger.entries
    back = Position(table.position.rest, tuple(log[:1]))
    rebuilt = again(RAID, back, log, policy=ASK)
    assert list(rebuilt.pending) == ["b", "c"]
    assert kinds(rebuilt.ledger.entries) == ["ask"]


def test_a_rehearsal_stops_at_a_window() -> None:
    table = sit(RAID, policy=WindowPolicy(modes={"default": "stop"}))
    with pytest.raises(Stopped):
        table.submit("a", "yes")


def test_a_window_for_nobody_is_not_opened() -> None:
    async def alone(w: W) -> None:
        no_choices: Mapping[str, Choice[Any]] = {}
        assert await window(Occasion("kind", "2"), no_choices) is None
        await ask("a", yes_no())

    table = sit(game(alone), policy=ASK)
    assert table.at_rest
    assert list(table.pending) == ["a"]


# -- what nobody may learn -------------------------------------------------------------------------


def public(entries: list[Entry]) -> list[Any]:
    """Return the public part of entries without the ciphertext."""
    seen = []
    for e in entries:
        body = {k: v for k, v in e.body.items() if k != "nonce"}
        if "seals" in body:
            body["seals"] = [seal["for"] for seal in body["seals"]]
        seen.append(body)
    return seen


def until_closed(policy: WindowPolicy, **by_hand: JSON) -> list[Any]:
    """The public log of a window: what it shows on the way, and when it has closed."""
    table = asked(policy)
    seen: list[Any] = [list(table.pending), *public(table.ledger.entries)]
    for seat, answer in by_hand.items():
        table.submit(seat, answer)
        seen += [list(table.pending)]
    if table.question is not None and table.question.window == 0 and len(table.pending) > 0:
        table.close()
    before_next = next(i for i, e in enumerate(table.ledger.entries) if e.t == "ask" and i > 1)
    return seen + public(table.ledger.entries[:before_next])


def test_the_log_of_a_window_hides_who_left_standing_orders() -> None:
    """Neither a pause nor an entry: an order plays when the window closes, as the clock's answer."""
    nobody = until_closed(ASK)
    _, unwilling = both_modes(orders())
    _, illegal = both_modes(orders(c="pope"))
    assert until_closed(unwilling) == nobody
    assert until_closed(illegal) == nobody
    _, second = both_modes(orders(b="pope", c="chaff"))
    _, first = both_modes(orders(b="pope"))
    assert until_closed(second) == until_closed(first)


def test_answers_by_hand_look_alike() -> None:
    pass_, play = {"pick": "pass"}, {"pick": "play", "answer": "chaff"}
    first = {"pick": "play", "answer": "pope"}
    assert until_closed(ASK, b=first, c=play) == until_closed(ASK, b=first, c=pass_)
    assert until_closed(ASK, b=pass_, c=pass_) == until_closed(ASK, b=pass_, c=pass_)
    assert until_closed(ASK, b=pass_)[:4] == until_closed(ASK, b=play)[:4]


@pytest.mark.parametrize("mode", ["standing", "ask"])
def test_a_concealed_reaction_stays_concealed(mode: str) -> None:
    async def whisper(w: W) -> None:
        await ask("a", yes_no())
        told = lambda answer: {"heard": 1}  # noqa: E731 - the shape that games write
        w.notes.append(str(await window(Occasion("vow", "2"), {"b": marker(conceal=told)})))
        await ask("a", yes_no())

    table = sit(game(whisper), policy=WindowPolicy({"default": mode}, orders(b="pope").reflex))
    table.submit("a", "yes")
    if mode == "ask":
        table.submit("b", {"pick": "play", "answer": "pope"})
    assert table.world.notes == ["('b', 'pope')"]
    assert "pope" not in str(public(table.ledger.entries))
    answer = [e for e in table.ledger.entries if e.t == "answer"][1]
    assert answer.body["pub"] == ({} if mode == "ask" else {"pick": "play", "heard": 1})
    assert answer.parts[1].seats == ("b",)
    assert answer.answer == {"pick": "play", "answer": "pope"}


def test_what_is_concealed_is_not_opened_when_all_have_answered() -> None:
    async def stakes(w: W) -> None:
        await ask_all({"a": yes_no(conceal=lambda answer: {"staked": 1}), "b": yes_no()})

    table = sit(game(stakes))
    table.submit("a", "no")
    table.submit("b", "yes")
    opened = [e.body["of"] for e in table.ledger.entries if e.t == "open"]
    assert opened == [FIRST + 2]
    assert "no" not in [e.body["part"]["answer"] for e in table.ledger.entries if e.t == "open"]


# -- undone and put again --------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["standing", "ask"])
def test_reactions_are_entered_again_and_orders_are_not_consulted_twice(mode: str) -> None:
    calls: list[str] = []

    def once(occasion: Occasion, seat: str, choice: Choice[Any], world: Any) -> JSON | None:
        calls.append(seat)
        return "chaff" if seat == "b" and len(calls) == 1 else None

    policy = WindowPolicy(modes={"default": mode}, reflex=once)
    table = sit(RAID, policy=policy)
    begin = table.position
    table.submit("a", "yes")
    for _ in range(2):
        if mode == "ask":
            table.close()
    assert table.world.notes == ["yes", "0 ('b', 'chaff')", "1 None"]
    log, before = table.ledger.entries, len(calls)
    same = again(RAID, begin, log, policy=policy, undone=log)
    assert len(calls) == before
    assert same.world == table.world
    assert same.reentered == len([e for e in log if e.t == "answer"])
    assert public(same.ledger.entries)[0]["pub"] == public(log)[0]["pub"]
    same.submit("a", "no")
    assert same.over
