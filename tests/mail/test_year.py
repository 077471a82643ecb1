"""A year of Julius Caesar with one seat by mail, played by replies alone; killed at every step of one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.choices.choice import Reader
from adjudicator.core.log.chance import Stopped, sampler
from adjudicator.core.orders import orders
from service.storage.database.store import Store
from service.unit_of_work.transaction import Transaction
from service.usecases.play import battle_orders, playing, queries
from service.usecases.seats import founding
from service.values.front_ends.mail import MailSeat
from service.values.records import Plan
from tests.harness.service import ServiceHarness, by, service_harness
from tests.kit.play_styles import bold

from .harness import MailHarness, body, text, without_pictures

__all__ = ["without_pictures"]

CAMPAIGN = 1
MOST_MAILS = 15
"""The number of mails in a year that a player writes, and of those that are no answers to them."""
LOSSES = {
    "caesar": [
        *(f"LEG {n}" for n in (7, 8, 9, 10, 11, 12, 13, 14, 16)),
        "NAV C1",
        "NAV C2",
        "Caesar",
        "Antonius",
    ],
    "pompey": [*(f"LEG {n}" for n in (1, 2, 3, 4, 5, 6)), "EQ P1", "NAV P1", "NAV P2", "NAV P3", "Pompey"],
}
"""The blocks that take hits, in order."""
RECEIPT = re.compile(r"You(?:r standing order)? answered .*? \(log entry \d+\)\.")
Player = Callable[[Any, Any, Any], Any]
"""A way to answer for a seat: (view, decision, dice) -> the answer."""


def begun(b: ServiceHarness, mails: MailHarness, seed: bytes = b"mail 5037") -> MailSeat:
    """Caesar by mail, in a game that has begun."""
    b.service.found(by("judge"), Plan("julius_caesar", "war", "The war", seed=seed))
    seat = mails.invite(CAMPAIGN, "caesar", "anna@example.net")
    mails.write(seat, "JOIN")
    mails.round()
    b.service.do(by("pompey"), CAMPAIGN, founding.join, "pompey", "Gnaeus")
    found = b.service.mail.seat_of(seat.token)
    assert found is not None
    return found


def order(b: ServiceHarness, seat: str, step: int) -> str:
    """An order at random of a seat that is asked."""
    pending = b.service.look(CAMPAIGN, queries.pending, seat)
    assert pending is not None
    reader = Reader(b.service.game(CAMPAIGN).lexicon, "en")
    return pending.choice.write(pending.choice.sample(sampler(step)), reader)


def answers(b: ServiceHarness) -> int:
    return sum(entry["t"] == "answer" and entry["seat"] == "caesar" for entry in b.service.log(CAMPAIGN))


def told(mails: MailHarness) -> list[str]:
    """Every receipt that the umpire has told by mail: the secret answers of one's own have one."""
    return [told for mail in mails.sent for told in RECEIPT.findall(text(mail))]


def all_orders(b: ServiceHarness, seat: str, step: int, player: Player | None = None) -> list[str]:
    """The orders of a seat as far as it can see: those of a decision, and all that follow from them alone;
    as a player gives them, the computer's if none is given.
    """

    def written(tx: Transaction) -> list[str]:
        table, reader, found = orders.clone(tx.table, seat), Reader(tx.game.lexicon, "en"), list[str]()
        with suppress(Stopped):
            while (choice := table.pending.get(seat)) is not None:
                decide = player or tx.game.ai_player
                assert decide is not None
                view = tx.game.view(table.world, seat)
                answer = decide(view, choice, sampler(1000 * step + len(found)))
                found.append(choice.write(answer, reader))
                table.submit(seat, answer)
        return found

    return b.service._look(CAMPAIGN, written)


def replied(b: ServiceHarness, step: int) -> str:
    """The frame of a reply: in a battle one order, and the lines of the template for all that follows."""
    given, (left, offered) = (
        all_orders(b, "caesar", step),
        b.service.look(CAMPAIGN, battle_orders.suggested, "caesar", "en"),
    )
    lines = [*left, *(line for line in offered if "round >=" not in line)]
    return "\n".join(["ORDERS", *(given[:1] if lines else given), *lines, "END"])


def test_a_year_costs_few_mails(b: ServiceHarness, mails: MailHarness) -> None:
    """At most 15 to be written in a year, and no more that are no answers to them."""
    anna = begun(b, mails)
    unasked: dict[str, int] = {}
    replies: dict[str, int] = {}
    battles = 0
    for step in range(400):
        year = b.service.campaign(CAMPAIGN).stage.partition("/")[0]
        if year != "1" or not b.service.asked(CAMPAIGN):
            break
        if "pompey" in [one.seat for one in b.service.asked(CAMPAIGN)]:
            line, *_ = all_orders(b, "pompey", step)
            b.service.do(by("pompey"), CAMPAIGN, playing.order, "pompey", line, "en")
            continue
        unasked[year] = unasked.get(year, 0) + len(mails.deliver())
        frame, before = replied(b, step), answers(b)
        battles += "if asked" in frame
        mails.write(anna, frame)
        (answered,) = mails.round()
        replies[year] = replies.get(year, 0) + 1
        assert "Carried out:" in text(answered), text(answered)
        assert answers(b) > before and b.service.mail.unread() == []
    print(f"mails written in a year: {replies}, received unasked: {unasked}")
    assert set(unasked) == {"1"} and battles
    assert max(unasked["1"], replies["1"]) <= MOST_MAILS
    for _ in range(2):  # what no later order settles waits for a whole slot more
        mails.deliver()
    receipts = [post for post in b.service.posts(CAMPAIGN, ["seat/caesar"]) if post.kind == "receipt"]
    assert len(told(mails)) == len(set(told(mails))) == len(receipts)
    ids = [mail["Message-ID"] for mail in mails.sent]
    assert len(ids) == len(set(ids))


def in_a_year_of_battles(b: ServiceHarness, mails: MailHarness, number: int) -> dict[str, int]:
    """The mails that each player writes in a year in which both attack; both have orders for all battles."""
    seed = f"calls {number}".encode()
    b.service.found(by("judge"), Plan("julius_caesar", "war", "The war", seed=seed))
    seats = {seat: mails.invite(CAMPAIGN, seat, f"{seat}@example.net") for seat in LOSSES}
    for seat in LOSSES:
        mails.write(seats[seat], "JOIN")
        mails.round()
    for seat, blocks in LOSSES.items():
        mails.write(seats[seat], f"STANDING\nfire all\non 7.4 do lose {', then '.join(blocks)}\nEND")
        (answered,) = mails.round()
        assert f"then {blocks[-1]}" in text(answered)
    wrote = dict.fromkeys(LOSSES, 1)
    for step in range(number * 10_000, number * 10_000 + 600):
        if b.service.campaign(CAMPAIGN).stage.partition("/")[0] != "1":
            break
        mails.deliver()
        (seat, *_) = [one.seat for one in b.service.asked(CAMPAIGN)]
        mails.write(seats[seat], "\n".join(["ORDERS", *all_orders(b, seat, step, attacking(seat)), "END"]))
        (answered,) = mails.round()
        assert "Carried out:" in text(answered), text(answered)
        wrote[seat] += 1
    return wrote


def attacking(seat: str) -> Player:
    return lambda view, choice, rng: bold(choice, rng, None, seat)


@pytest.mark.matrix
@pytest.mark.parametrize("number", [2, 3, 6, 8])
def test_a_year_of_many_battles_costs_few_mails(b: ServiceHarness, mails: MailHarness, number: int) -> None:
    """Two standing orders answer for all battles; without them these years take 16 to 20 mails."""
    wrote = in_a_year_of_battles(b, mails, number)
    print(f"year {number}, mails written: {wrote}")
    assert max(wrote.values()) <= MOST_MAILS


def test_a_battle_is_one_mail(b: ServiceHarness, mails: MailHarness) -> None:
    """§7.2: the template holds who fires, who takes hits, who retreats; as it is, it fights to the end."""
    anna = begun(b, mails)
    for step in range(200):
        (seat, *_) = sorted((one.seat for one in b.service.asked(CAMPAIGN)), reverse=True)
        if seat == "caesar" and b.service.look(CAMPAIGN, battle_orders.suggested, "caesar", "en")[1]:
            break
        user = anna.user if seat == "caesar" else seat
        b.service.do(by(user), CAMPAIGN, playing.order, seat, all_orders(b, seat, step)[0], "en")
    (mail,) = mails.deliver()
    whole = re.sub(r"\n#   ", " ", body(mail).replace("\r\n", "\n"))  # broken lines of the template
    lines = [line.removeprefix("# ") for line in whole.splitlines()]
    conditional = [line for line in lines if line.startswith("if ")]
    assert {line.split(" do ")[1].split()[0] for line in conditional} >= {"fire", "lose", "regroup"}
    mails.write(anna, "\n".join(["ORDERS", *conditional, "END"]))
    (answered,) = mails.round()
    told = " ".join(text(answered).split())
    assert " ".join(["Until this turn's battles are over:", *conditional]) in told
    while "pompey" in [one.seat for one in b.service.asked(CAMPAIGN)]:
        pending = b.service.look(CAMPAIGN, queries.pending, "pompey")
        if pending is None or not pending.choice.rule.startswith("7"):
            break
        b.service.do(by("pompey"), CAMPAIGN, playing.order, "pompey", all_orders(b, "pompey", 1)[0], "en")
    pending = b.service.look(CAMPAIGN, queries.pending, "caesar")
    assert pending is None or not pending.choice.rule.startswith("7")
    assert b.service.look(CAMPAIGN, battle_orders.suggested, "caesar", "en") == ([], [])


# -- killed ------------------------------------------------------------------------------------------


TOLD = ("Seal", "You answered", "Both sides")


class Killed(BaseException):
    """The end of the process."""


@contextmanager
def killed_at(monkeypatch: pytest.MonkeyPatch, moment: int) -> Iterator[list[int]]:
    """End the process behind the transaction of this number, 1 for before all; count them."""
    passed, real = [0], Store.transaction

    @contextmanager
    def transaction(store: Store, *, durable: bool = True) -> Iterator[None]:
        if moment == 1 and not passed[0]:
            passed[0] += 1
            raise Killed
        with real(store, durable=durable):
            yield
        passed[0] += 1
        if passed[0] == moment:
            raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(Store, "transaction", transaction)
        yield passed


def played(folder: Path, monkeypatch: pytest.MonkeyPatch, moment: int) -> tuple[list[str], int, int]:
    """Orders by mail and the mail that follows; killed once, then carried on.

    Return the numbers and texts of what was sent, the answers in the log, the moments that were passed.
    """
    folder.mkdir()
    with service_harness(folder / "a.sqlite") as b:
        mails = MailHarness(b.service, folder)
        anna = begun(b, mails)
        mails.deliver()
        mails.sent.clear()
        mails.write(anna, f"ORDERS\n{order(b, 'caesar', 1)}\nEND\nSTATUS")
        with killed_at(monkeypatch, moment) as passed:
            for act in (mails.round, lambda: judged(b), mails.deliver):
                for _ in range(2):
                    try:
                        act()
                    except Killed:
                        continue
                    break
        mails.round()
        mails.deliver()
        found = {f"{mail['Message-ID']} {text(mail)}" for mail in mails.sent}
        return sorted(found), answers(b), passed[0]


def judged(b: ServiceHarness) -> None:
    b.service.do(by("pompey", "once"), CAMPAIGN, playing.order, "pompey", order_once(b), "en")


def order_once(b: ServiceHarness) -> str:
    is_asked = "pompey" in [one.seat for one in b.service.asked(CAMPAIGN)]
    return order(b, "pompey", 2) if is_asked else "done"


def test_a_kill_at_any_step_loses_and_doubles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing but the Message-ID may differ, where a mail leaves at a later moment."""
    sent, done, moments = played(tmp_path / "never", monkeypatch, 0)
    texts = sorted(one.partition(" ")[2] for one in sent)
    assert moments >= 5 and done == 1 and len(sent) == 2
    expected = [line for one in texts for line in one.splitlines()]
    for moment in range(1, moments + 1):
        again, count, _ = played(tmp_path / str(moment), monkeypatch, moment)
        lines = sorted(line for one in again for line in one.partition(" ")[2].splitlines() if line)
        assert count == done and len({one.partition(" ")[0] for one in again}) == len(again)
        seals = [line for line in lines if line.startswith(TOLD)]
        assert seals == sorted(line for line in expected if line.startswith(TOLD)), moment
        assert sum("Carried out: 1 order." in one for one in again) == 1, moment
