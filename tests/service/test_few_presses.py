"""Presses saved: what can be taken back is given at once, an order once more, idle phases ended together."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from adjudicator import GAMES
from adjudicator.core import Reader
from adjudicator.core.choices.forms import Menu
from adjudicator.core.language.errors import NotNow
from adjudicator.core.log.chance import sampler
from service.usecases.agreeing import undo
from service.usecases.play import playing, queries
from service.values.records import Pending
from service.wizard.filled import Filled
from service.wizard.left_open import only_end
from service.wizard.touch import AGAIN, at_once, begun_off, once_more
from tests.browser.test_presses import Press, Presses
from tests.harness.service import ServiceHarness, by, service_harness


def met(
    b: ServiceHarness, campaign: int, wanted: Callable[[str, Pending], bool], most: int = 400
) -> tuple[str, Pending]:
    """Play as the computer would until a question is one that is wanted."""
    game = b.service.game(campaign)
    for n in range(most):
        seat = b.service.asked(campaign)[0].seat
        pending = b.service.look(campaign, queries.pending, seat)
        assert pending is not None
        if wanted(seat, pending):
            return seat, pending
        play = GAMES[game.name].ai_player
        assert play is not None
        answer = play(b.service.view(campaign, seat), pending.choice, sampler(n))
        b.service.do(by(seat), campaign, playing.submit, seat, answer)
    raise AssertionError("the game does not come to such a question")


def presses(b: ServiceHarness, campaign: int, seat: str, pending: Pending, answer: Any) -> list[Press]:
    """The fewest presses for an answer, off the map."""
    reader = Reader(b.service.game(campaign).lexicon, "en")
    replaceable = b.service.look(campaign, queries.is_replaceable, seat)
    return Presses(pending.choice, answer, {}, [], reader, replaceable=replaceable).fewest()


def test_a_levy_takes_two_presses_and_the_last_one_three(tmp_path: Path) -> None:
    """§6.4 The block, the city; what the last levy sets going cannot be taken back, and is given."""
    with service_harness(tmp_path / "t.sqlite") as b:
        campaign = b.found("julius_caesar", "war", seed=b"levy")
        counted = []
        for left in (2, 1):
            seat, pending = met(b, campaign, partial(_has_levies, left))
            block, city = _levied(b, campaign, pending)
            answer = {"pick": "levy", "answer": {"block": block, "city": city}}
            counted.append(len(presses(b, campaign, seat, pending, answer)))
            b.service.do(by(seat), campaign, playing.submit, seat, answer)
            if left == 2:
                assert b.service.look(campaign, undo.to_take_back, seat) is not None
        assert counted == [2, 3]


def _has_levies(left: int, seat: str, pending: Pending) -> bool:
    return pending.choice.rule == "6.4" and pending.choice.prompt.values["levies"] == left


def _item(pending: Pending, verb: str) -> Any:
    """The choice behind a verb of the menu."""
    assert isinstance(pending.choice, Menu)
    return pending.choice.items()[verb]


def _levied(b: ServiceHarness, campaign: int, pending: Pending) -> tuple[str, str]:
    """A block of the stock that may be levied, and a city for it."""
    reader = Reader(b.service.game(campaign).lexicon, "en")
    first = begun_off(pending.choice, Filled(), [], reader)["levy"]
    block = next(option.id for option in first.options if option.bar is None)
    _, cities = _item(pending, "levy").next({"block": block})
    return block, next(id for id, stop in cities.options().items() if stop is None)


def test_a_card_takes_one_press_while_the_other_player_has_not_chosen(tmp_path: Path) -> None:
    """§2.1 Against the computer, which answers at once, two; and so for the player who chooses last."""
    with service_harness(tmp_path / "t.sqlite") as b:
        campaign = b.found("julius_caesar", "war", seed=b"card")
        seat, pending = met(b, campaign, lambda seat, p: p.choice.rule == "2.1")
        card = pending.choice.sample(sampler(1))
        assert [press.kind for press in presses(b, campaign, seat, pending, card)] == ["at once"]
        b.service.do(by(seat), campaign, playing.submit, seat, card)
        other, pending = met(b, campaign, lambda other, p: other != seat)
        card = pending.choice.sample(sampler(1))
        assert [press.kind for press in presses(b, campaign, other, pending, card)] == ["option", "give"]


def test_a_unit_is_recruited_once_more_by_one_press(tmp_path: Path) -> None:
    """§11.2 The last order is offered again while it is legal."""
    with service_harness(tmp_path / "t.sqlite") as b:
        campaign = b.found("belisarius", "advance", seed=b"recruit")
        reader = Reader(b.service.game(campaign).lexicon, "en")
        seat, pending = met(b, campaign, lambda _, p: p.choice.rule == "11.2")
        assert b.service.look(campaign, queries.last_order, seat) is None
        answer = {"pick": "recruit", "answer": _item(pending, "recruit").sample(sampler(3))}
        b.service.do(by(seat), campaign, playing.submit, seat, answer)
        seat, pending = met(b, campaign, lambda _, p: p.choice.rule == "11.2")
        again = once_more(pending.choice, b.service.look(campaign, queries.last_order, seat), reader)
        assert again is not None and again.option == AGAIN and again.is_revocable
        assert again.text == pending.choice.write(pending.choice.accept(answer), reader)


def test_an_interception_is_refused_for_the_march_by_one_press(tmp_path: Path) -> None:
    """§6.53 "Let pass" holds for the rest of the movement."""
    with service_harness(tmp_path / "t.sqlite") as b:
        campaign = b.found("ancient_world", "hannibal_in_italy", seed=b"pass", modes={"default": "ask"})
        reader = Reader(b.service.game(campaign).lexicon, "en")
        _, pending = met(b, campaign, lambda _, p: p.choice.rule == "6.53")
        found = at_once(pending.choice, Filled(), (), reader)
        assert [(one.option, one.filled) for one in found] == [("let_pass", Filled.of(["play", "let_pass"]))]
        assert found[0].note is not None and "this march" in found[0].note.template


def test_phases_in_which_nothing_can_be_done_end_together(tmp_path: Path) -> None:
    """By one order, in any language; where there is something to decide nothing is ended."""
    with service_harness(tmp_path / "t.sqlite") as b:
        campaign = b.found("ottomans", "s1_tc", seed=b"idle")
        reader = Reader(b.service.game(campaign).lexicon, "en")
        seat, _ = met(b, campaign, lambda _, p: not only_end(p.choice, reader))
        with pytest.raises(NotNow, match="decision to make"):
            b.service.do(by(seat), campaign, playing.order, seat, "end all")
        seat, _ = met(b, campaign, lambda _, p: bool(only_end(p.choice, reader)))
        done = b.service.do(by(seat), campaign, playing.order, seat, "すべて終了", "ja").result
        assert (done.how, done.understood[:1]) == ("done", ["終了"])
        after = b.service.look(campaign, queries.pending, seat)
        assert after is None or not only_end(after.choice, reader)
