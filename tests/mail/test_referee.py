"""A referee by mail: every act of `/referee` that needs no picture of Discord's, and nobody else does any."""

from __future__ import annotations

import pytest

from service.usecases.time import deadlines, leaving
from service.values.front_ends.mail import REFEREE, MailSeat
from service.values.time_control import TimeControl
from tests.harness.cases import SLIPS
from tests.harness.service import ServiceHarness, by

from .harness import MailHarness, text, without_pictures
from .test_commands import said
from .test_year import CAMPAIGN, begun, order

__all__ = ["without_pictures"]


@pytest.fixture
def rita(b: ServiceHarness, mails: MailHarness) -> MailSeat:
    """The referee by mail, without a seat, of a game that Anna plays by mail."""
    begun(b, mails)
    seat = mails.invite(CAMPAIGN, REFEREE, "rita@example.net")
    mails.write(seat, "JOIN")
    assert "You are the referee by mail." in text(mails.round()[0])
    mails.deliver()
    found = b.service.mail.seat_of(seat.token)
    assert found is not None and b.service.campaign(CAMPAIGN).referee == found.user
    return found


def posts(b: ServiceHarness) -> str:
    return str([post.content for post in b.service.posts(CAMPAIGN, ["channel"], 0, 1_000)])


def test_a_referee_by_mail_has_the_verbs_of_a_referee(
    b: ServiceHarness, mails: MailHarness, rita: MailSeat
) -> None:
    service = b.service
    listed = said(mails, rita, "HELP")
    assert "REFEREE EXTEND" in listed and "STATUS:" in listed
    assert not any(f"{verb}:" in listed for verb in ("ORDERS", "GRANT", "RESIGN")), "refused without a seat"
    answered = said(mails, rita, "REFEREE HOLD Anna is ill")
    assert "on hold" in answered and service.campaign(CAMPAIGN).held
    said(mails, rita, "REFEREE RELEASE")
    assert not service.campaign(CAMPAIGN).held
    assert "Announced." in said(mails, rita, "REFEREE ANNOUNCE\nWe play on Monday.\nEND")
    assert "Ruling 1" in said(mails, rita, "REFEREE RULE May a fleet stay?\nIt may.\nEND")
    (kept,) = service.rulings(CAMPAIGN)
    assert (kept.question, kept.ruling) == ("May a fleet stay?", "It may.")
    assert "a number" in said(mails, rita, "REFEREE REVOKE the rules forbid it")
    assert "Ruling 1 is revoked" in said(mails, rita, "REFEREE REVOKE 1 the rules forbid it")
    assert service.rulings(CAMPAIGN)[0].revoked == "the rules forbid it"
    rolled = said(mails, rita, "REFEREE ROLL 2d6 weather").partition("weather: ")[2]
    assert rolled[0] in "123456", rolled
    service.do(by(rita.user), CAMPAIGN, deadlines.set_pace, TimeControl(kind="fixed", hours=48))
    due = service.due(CAMPAIGN)[0].due
    assert "24 more hours" in said(mails, rita, "REFEREE EXTEND Caesar 24 she is ill")
    assert due is not None and service.due(CAMPAIGN)[0].due == due + 24 * 3_600
    assert "no longer write messages" in said(mails, rita, "REFEREE SILENCE Pompey")
    assert "write messages again" in said(mails, rita, "進行役 発言許可 Pompey")
    assert all(word in posts(b) for word in ("Anna is ill", "We play on Monday.", "May a fleet stay?"))


def test_a_referee_answers_goes_back_and_ends_by_mail(
    b: ServiceHarness, mails: MailHarness, rita: MailSeat
) -> None:
    service, n = b.service, b.service.campaign(CAMPAIGN).n
    line = order(b, "pompey", 1)
    refused = said(mails, rita, f"REFEREE ANSWER Pompey\n{line}\nEND")
    assert "give your reason" in refused and "answer" not in [e["t"] for e in service.log(CAMPAIGN, n - 1)]
    assert "answered for Pompey" in said(mails, rita, f"REFEREE ANSWER Pompey he is away\n{line}\nEND")
    assert "pompey" not in [one.seat for one in service.asked(CAMPAIGN)]
    listed = said(mails, rita, "REFEREE UNDO")
    to = listed.partition("REFEREE UNDO ")[2].split()[0]
    assert "went back" in said(mails, rita, f"REFEREE UNDO {to} a mistake")
    assert "pompey" in [one.seat for one in service.asked(CAMPAIGN)]
    asks = said(mails, rita, "REFEREE FINISH nobody plays on")
    assert service.campaign(CAMPAIGN).state == "playing"
    said(mails, rita, f"CONFIRM {asks.partition('CONFIRM ')[2][:8]}")
    assert service.campaign(CAMPAIGN).state == "over"


def test_a_referee_looks_and_all_read_that_at_the_end(
    b: ServiceHarness, mails: MailHarness, rita: MailSeat
) -> None:
    n = b.service.campaign(CAMPAIGN).n
    assert "records that you have looked" in said(mails, rita, "REFEREE SEE Caesar")
    assert [entry["t"] for entry in b.service.log(CAMPAIGN, n - 1)] == ["look"]


def test_a_position_is_edited_with_a_code(b: ServiceHarness, mails: MailHarness, rita: MailSeat) -> None:
    refused = said(mails, rita, "REFEREE EDIT a slip\nyear = many\nEND")
    assert "CONFIRM" not in refused
    for line, expected in SLIPS.items():
        refused = said(mails, rita, f"REFEREE EDIT a slip\nturn = 2\n{line}\nEND")
        assert line in refused and expected in refused and "CONFIRM" not in refused
    asks = said(mails, rita, "REFEREE EDIT a slip\nyear = 2\nEND")
    assert "year: 1 → 2" in asks
    assert "edited" in said(mails, rita, f"CONFIRM {asks.partition('CONFIRM ')[2][:8]}")
    assert "a slip" in posts(b)


def test_nobody_else_is_the_referee(b: ServiceHarness, mails: MailHarness, rita: MailSeat) -> None:
    (anna,) = [seat for seat in b.service.mail.seats(CAMPAIGN) if seat.seat == "caesar"]
    before = b.service.campaign(CAMPAIGN)
    for act in ("HOLD why", "UNDO 3 why", "SEE Pompey", "FINISH", "INVITE Pompey eve@example.com"):
        assert "only the referee can do that" in said(mails, anna, f"REFEREE {act}")
    assert b.service.campaign(CAMPAIGN) == before
    refused = said(mails, rita, "ORDERS\ndiscard Neptune\nEND\nHAND\nBACK\nSTANDING\nEND")
    assert refused.count("hold no seat") == 4


def test_a_seat_in_play_is_given_by_mail(b: ServiceHarness, mails: MailHarness, rita: MailSeat) -> None:
    assert "is played already" in said(mails, rita, "REFEREE INVITE Pompey carl@example.net")
    b.service.do(by("pompey"), CAMPAIGN, leaving.leave, "pompey")
    mails.write(rita, "REFEREE INVITE Pompey carl@example.net")
    invitation, answered = mails.round()
    assert invitation["To"] == "carl@example.net" and "on its way" in text(answered)
    (carl,) = [seat for seat in b.service.mail.seats(CAMPAIGN) if seat.seat == "pompey"]
    assert "You play Pompey by mail." in said(mails, carl, "JOIN")
    assert b.service.status(CAMPAIGN).members["pompey"].user == carl.user
    assert "Carried out: 1 order." in said(mails, carl, f"ORDERS\n{order(b, 'pompey', 1)}\nEND")


def test_a_seated_player_is_replaced_once_the_other_one_joins(
    b: ServiceHarness, mails: MailHarness, rita: MailSeat
) -> None:
    (anna,) = [seat for seat in b.service.mail.seats(CAMPAIGN) if seat.seat == "caesar"]
    mails.write(rita, "REFEREE REPLACE Caesar carl@example.net")
    invitation, answered = mails.round()
    assert invitation["To"] == "carl@example.net" and "when they reply JOIN" in text(answered)
    assert "Waiting for" in said(mails, anna, "STATUS"), "until then nothing changes"
    (carl,) = b.service.mail.offers()
    mails.write(carl, "HAND", sender="eve@example.com")
    mails.round()
    assert "reply with: JOIN" in said(mails, carl, "HAND")
    assert "You play Caesar by mail." in said(mails, carl, "JOIN")
    assert b.service.status(CAMPAIGN).members["caesar"].user == carl.user
    assert "you have no game here" in said(mails, anna, "HAND") and b.service.mail.offers() == []
    assert "took the seat of" in posts(b)
    assert "already plays" in said(mails, rita, "REFEREE REPLACE Caesar carl@example.net")


def test_another_referee_is_appointed_once_they_join(
    b: ServiceHarness, mails: MailHarness, rita: MailSeat
) -> None:
    mails.write(rita, "REFEREE APPOINT otto@example.net")
    invitation, answered = mails.round()
    assert invitation["To"] == "otto@example.net" and "You are the referee until" in text(answered)
    assert "Announced." in said(mails, rita, "REFEREE ANNOUNCE\nOtto follows me.\nEND")
    (otto,) = b.service.mail.offers()
    assert "You are the referee by mail." in said(mails, otto, "JOIN")
    assert b.service.campaign(CAMPAIGN).referee == otto.user
    assert "you have no game here" in said(mails, rita, "REFEREE HOLD why")
    assert not b.service.campaign(CAMPAIGN).held


def test_lost_dice_are_burnt_by_mail(b: ServiceHarness, mails: MailHarness, rita: MailSeat) -> None:
    assert "nothing to burn" in said(mails, rita, "REFEREE BURN restored")
    epoch = b.service.campaign(CAMPAIGN).epoch
    said(mails, rita, "REFEREE HOLD a backup was restored")
    burnt = said(mails, rita, f"REFEREE BURN {epoch + 3} restored from a backup")
    assert f"up to {epoch + 3}" in burnt and b.service.campaign(CAMPAIGN).epoch == epoch + 3
    said(mails, rita, "REFEREE RELEASE")
    assert not b.service.campaign(CAMPAIGN).held and "restored from a backup" in posts(b)


def test_signatures_are_demanded_by_mail(b: ServiceHarness, mails: MailHarness, rita: MailSeat) -> None:
    assert "expected: ON or OFF" in said(mails, rita, "REFEREE DKIM perhaps")
    assert "All players have been told." in said(mails, rita, "REFEREE DKIM on")
    assert b.service.mail.demands_signatures(CAMPAIGN)
