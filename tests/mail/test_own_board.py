"""A turn by mail with a group's own map and pieces, in all four games."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator import GAMES
from adjudicator.core.choices.choice import Reader
from adjudicator.core.log.chance import sampler
from renderer import own_boards
from renderer.boards import base_layer
from service.runtime.demo import played
from service.usecases.play import playing, queries
from service.usecases.seats import founding
from service.values.records import Plan
from tests.harness.scans import is_marked, marked
from tests.harness.service import ServiceHarness, by

from .harness import MailHarness

MAILED = 6
LARGEST = 2 << 20
"""The most bytes of a mail: many servers take 10 MB, and phones load each."""


def pictures(mail: EmailMessage) -> list[EmailMessage]:
    return [part for part in mail.walk() if part.get_content_maintype() == "image"]


def a_turn(b: ServiceHarness, mails: MailHarness, game: str) -> list[EmailMessage]:
    """Play on, one seat by mail alone; return the mails that it got."""
    scenario = GAMES[game].scenarios()[0]
    campaign = b.service.found(by("judge"), Plan(game, scenario.id, "Own", seed=b"own board")).campaign
    seat, *others = scenario.seats
    made = mails.invite(campaign, seat, "anna@example.net")
    mails.write(made, "JOIN")
    mails.round()
    for other in others:
        b.service.do(by(other), campaign, founding.join, other, other.title())
    rng, given = sampler(5), 0
    while given < MAILED:
        asked = b.service.asked(campaign)
        now = next((one.seat for one in asked if one.seat == seat), asked[0].seat)
        answer = played(b.service, campaign, now, rng)
        if now != seat:
            b.service.do(by(now), campaign, playing.submit, now, answer)
            continue
        pending = b.service.look(campaign, queries.pending, now)
        assert pending is not None
        line = pending.choice.write(pending.choice.accept(answer), Reader(GAMES[game].lexicon, "en"))
        mails.deliver()
        before = b.service.status(campaign).campaign.n
        mails.write(made, f"ORDERS\n{line}\nEND")
        mails.round()
        assert b.service.status(campaign).campaign.n > before, line
        given += 1
    mails.write(made, "MAP")
    mails.round()
    return mails.sent


@pytest.mark.matrix
@pytest.mark.parametrize("game", GAMES)
def test_a_turn_is_played_by_mail_on_the_groups_own_map(
    game: str, b: ServiceHarness, mails: MailHarness, tmp_path: Path
) -> None:
    """The map, as JPEG, with its words; every mail stays small."""
    (found,) = own_boards.register({marked(tmp_path / "own", game): game})
    assert found.id and not found.faults
    sent = a_turn(b, mails, game)
    maps = [part for mail in sent for part in pictures(mail) if part.get_content_type() == "image/jpeg"]
    assert maps and all(is_marked(part.get_content()) for part in maps)
    assert max(len(mail.as_bytes()) for mail in sent) < LARGEST
    base_layer.forget()
