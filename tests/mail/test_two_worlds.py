"""Two worlds that a seat cannot tell apart give it the same mails to the byte, pictures and headers too."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.core.choices.choice import Reader
from adjudicator.core.language.words import words
from adjudicator.core.log.chance import sampler
from frontends.mail import delivering
from frontends.mail.commands.people import PICTURES
from service.storage.outbox import notice
from service.usecases.agreeing import agreements
from service.usecases.play import playing, queries
from service.usecases.seats import founding
from service.values.audiences import to_seat
from service.values.front_ends.browser import SeatAccess
from service.values.front_ends.mail import MailSeat
from service.values.records import Plan
from tests.harness.service import SHEETS, ServiceHarness, by
from tests.harness.two_worlds import two_worlds
from tests.service.test_two_worlds import reveals

from .harness import MailHarness
from .test_year import CAMPAIGN, begun, order

STEPS = 24
EVERY = 6


def shifted(b: ServiceHarness) -> None:
    """Tell Pompey something that nobody else hears of, so that later posts have other ids."""
    campaign = b.context.campaign(CAMPAIGN)
    with b.store.transaction():
        b.context.outbox.add(campaign, [notice(to_seat("pompey"), "batch", words("x"))] * 3)


def received(b: ServiceHarness, folder: Path, anna: MailSeat, line: str, pictures: str) -> list[bytes]:
    """The bytes of all that Caesar gets: answers to questions and to an order, and a mail; and its slot."""
    folder.mkdir()
    mails = MailHarness(b.service, folder)
    mails._cache, mails.table = SHEETS, "https://table.example.org"
    mails.write(anna, f"DELIVERY {pictures}")
    mails.round()
    for text in ("STATUS\nMAP\nHAND\nLOG", f"ORDERS\n{line}\nEND" if line else "HELP"):
        mails.write(anna, text)
        mails.round()
    b.service.do(by("pompey"), CAMPAIGN, agreements.propose, "draw", "pompey")
    left = [len(mails.deliver()) for _ in range(2)]  # in the second slot, if an order can be taken back
    assert sum(left) == 1
    return [*(mail.as_bytes() for mail in mails.sent), bytes(left)]


def test_a_mail_tells_a_seat_the_same_in_two_worlds(
    b: ServiceHarness, mails: MailHarness, tmp_path: Path
) -> None:
    anna = begun(b, mails)
    b.service.seat_access.grant(SeatAccess(CAMPAIGN, "pompey", "pompey"), "token")
    compared = differ = 0
    for step in range(STEPS):
        asked = [one.seat for one in b.service.asked(CAMPAIGN)]
        if step % EVERY == 0:
            line = order(b, "caesar", step) if "caesar" in asked else ""
            with two_worlds(b, CAMPAIGN, "caesar", tmp_path, step) as (here, there):
                differ += here.service.view(CAMPAIGN, "pompey") != there.service.view(CAMPAIGN, "pompey")
                shifted(there)
                n = here.service.status(CAMPAIGN).campaign.n
                pictures = PICTURES[step // EVERY % 2]
                mine = received(here, tmp_path / f"here {step}", anna, line, pictures)
                others = received(there, tmp_path / f"there {step}", anna, line, pictures)
                compared += not reveals(here, CAMPAIGN, n - 1)
                assert reveals(here, CAMPAIGN, n - 1) or mine == others
        seat = sampler(step).choice(asked)
        pending = b.service.look(CAMPAIGN, queries.pending, seat)
        assert pending is not None
        line = pending.choice.write(
            pending.choice.sample(sampler(step)), Reader(b.service.game(CAMPAIGN).lexicon, "en")
        )
        b.service.do(by(anna.user if seat == "caesar" else seat), CAMPAIGN, playing.order, seat, line, "en")
    assert compared >= 3 and differ >= 2


MOST = 5
OTHERS = {
    "belisarius": ("advance", "barbarian", "empire", {}),
    "ottomans": ("s1_tc", "turks", "caliphate", {}),
    "ancient_world": ("pyrrhus_in_italy", "rome", "epirus", {"fog": "on"}),
}
"""The games with other hidden things: a scenario, who plays by mail and who else, and the options."""


def alone(b: ServiceHarness, folder: Path, anna: MailSeat, line: str) -> list[bytes]:
    """The bytes of what a seat gets that tries an order, gives it and a wrong one, and takes it back."""
    folder.mkdir()
    mails = MailHarness(b.service, folder)
    mails._cache = SHEETS
    for said in (f"CHECK\n{line}\nEND", f"CHECK\n{line}\nzzz\nEND", f"ORDERS\n{line}\nzzz\nEND", "BACK"):
        mails.write(anna, said)
        mails.round()
    return [mail.as_bytes() for mail in mails.sent]


@pytest.mark.matrix
@pytest.mark.parametrize("game", OTHERS)
def test_in_every_game_a_mail_tells_a_seat_the_same(
    b: ServiceHarness, mails: MailHarness, tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what may be taken back: a mail that differs belongs to an order that neither world takes back."""
    monkeypatch.setattr(delivering, "drawings", lambda service, seat, kinds=(), since=-1: [])
    scenario, seat, enemy, options = OTHERS[game]
    b.service.found(by("judge"), Plan(game, scenario, "The war", seed=b"mail", options=options))
    invited = mails.invite(CAMPAIGN, seat, "anna@example.net")
    mails.write(invited, "JOIN")
    mails.round()
    b.service.do(by(enemy), CAMPAIGN, founding.join, enemy, "Other")
    anna = b.service.mail.seat_of(invited.token)
    assert anna is not None
    tried = compared = differ = 0
    for step in range(90):
        asked = [one.seat for one in b.service.asked(CAMPAIGN)]
        if seat in asked and step >= 10 + 5 * tried and tried < MOST:
            tried += 1
            line = order(b, seat, step)
            with two_worlds(b, CAMPAIGN, seat, tmp_path, step) as (here, there):
                differ += here.service.view(CAMPAIGN, enemy) != there.service.view(CAMPAIGN, enemy)
                mine = alone(here, tmp_path / f"here {step}", anna, line)
                others = alone(there, tmp_path / f"there {step}", anna, line)
                assert mine[:2] == others[:2], "CHECK"
                undone = [e for w in (here, there) for e in w.service.log(CAMPAIGN) if e["t"] == "undo"]
                assert mine == others or not undone
                compared += mine == others
        pending = b.service.look(CAMPAIGN, queries.pending, asked[0])
        assert pending is not None
        answer = pending.choice.sample(sampler(step))
        b.service.do(by(anna.user if asked[0] == seat else enemy), CAMPAIGN, playing.submit, asked[0], answer)
    assert compared and differ
