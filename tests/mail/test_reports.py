"""Reports about mails: only a failure for the address marks it, a delay is shown to the referee (RFC 3464).

`reports/KIND.FAMILY.eml` is what a family of servers writes, one example each, after its documentation, with
<OURS> for the Message-ID of our mail; KIND is what it says about anna@example.net, "none" if it is about
another mail.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from frontends.mail.incoming import read
from service.values.front_ends.mail import MailSeat
from tests.harness.service import ServiceHarness

from .harness import MailHarness, text, without_pictures
from .test_playing import answers
from .test_year import CAMPAIGN, begun

__all__ = ["without_pictures"]

ANNA = "anna@example.net"
FOLDER = Path(__file__).parent / "reports"
FAMILIES = sorted(path.name for path in FOLDER.glob("*.eml"))
OURS = "<0123456789abcdef0123456789abcdef.1.9-b2b4db4f1a683d26-1-0-2127cab7@example.org>"


@pytest.fixture
def anna(b: ServiceHarness, mails: MailHarness) -> MailSeat:
    return begun(b, mails)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_report_of_each_family_says_what_it_says(family: str) -> None:
    wanted, report = family.partition(".")[0], read(_about(OURS, family)).report
    assert report is not None
    found = report.about(ANNA) if report.ids else "none"
    assert found == wanted and set(report.ids) <= {OURS}


def test_no_answer_of_a_person_is_a_report() -> None:
    for sender in (
        ANNA,
        "bouncer@example.net",
        "owner@example.net",
        "daemon@example.net",
        "mailman7@example.net",
    ):
        raw = f"From: {sender}\r\nIn-Reply-To: {OURS}\r\n\r\nThe delivery failed? Then I write again.\r\n"
        found = read(raw.encode())
        assert found.report is None and not found.is_automatic


def test_a_mail_of_ours_that_a_person_passes_on_is_no_report() -> None:
    """Also whole, with its Message-ID, and with words of failure."""
    passed = (
        f"Message-ID: {OURS}\r\nFrom: umpire@example.org\r\nTo: {ANNA}\r\nSubject: [JC-1]\r\n\r\nHello\r\n"
    )
    said = f"This failed with an error, user unknown:\r\n{ANNA}\r\n"
    inside = (
        'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\n'
        f"{said}\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n{passed}\r\n--b--\r\n"
    )
    for rest in (f"\r\n{said}\r\n{passed}", inside):
        found = read(f"From: bela@example.com\r\n{rest}".encode())
        assert found.report is None and not found.is_automatic
        returned = read(f"From: bela@example.com\r\nReturn-Path: <>\r\n{rest}".encode()).report
        assert returned is not None and returned.about(ANNA) == "failed"


@pytest.mark.parametrize(
    "head",
    [
        *("From: E500_SMTP_Mail_Service@mx.example", 'From: <"System Administrator"@mx.example>'),
        *("From: ndr@mx.example", "From: Antivirus_for_Gateways@mx.example"),
        "From: gate@mx.example\r\nReturn-Path: <MAILER-DAEMON@mx.example>",
    ],
)
def test_a_gateway_is_known_by_its_name_or_return_path(head: str) -> None:
    raw = f"{head}\r\n\r\nDelivery failed, user unknown:\r\n{ANNA}\r\n\r\nMessage-ID: {OURS}\r\n"
    report = read(raw.encode()).report
    assert report is not None and report.ids and report.about(ANNA) == "failed"


HELP = "\n\nFor help write to\n<postmaster@mx.example.net>\n"


def test_the_address_of_whom_to_ask_is_no_recipient() -> None:
    """Only an address that the report lists in place of ours makes it a report about another one."""
    head = "From: mailer-daemon@mx.example.net\r\n\r\n"
    said = {
        "We could not deliver your mail to anna@example.net.": "failed",
        "We could not deliver your mail.": "failed",
        "We could not deliver your mail to:\n<x@example.com>": "other",
        "We could not deliver your mail to:\n<x@example.com>\nof anna@example.net": "failed",
    }
    for text_, wanted in said.items():
        report = read(f"{head}{text_}{HELP}\n-- original message --\nMessage-ID: {OURS}\n".encode()).report
        assert report is not None and report.about(ANNA) == wanted, text_


@pytest.mark.parametrize("text_", ["\n", "-", "> ", "a@b.", "0123456789abcdef", "box "])
def test_no_text_makes_reading_slow(text_: str) -> None:
    """No expression goes back and forth in a long line, or in many empty ones."""
    began = time.process_time()
    raw = f"From: mailer-daemon@mx.example.net\r\n\r\n{OURS}\n{text_ * (30_000 // len(text_))}".encode()
    assert read(raw).report is not None
    assert time.process_time() - began < 1


def test_only_a_failure_marks_the_address_and_a_delay_is_noted(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    (ours,) = mails.deliver()
    posts = len(b.service.posts(CAMPAIGN, ["referee"]))

    def arrives(family: str) -> None:
        mails.put(_about(str(ours["Message-ID"]), family))
        assert mails.round() == []

    for family in FAMILIES:
        if family.startswith("other."):
            arrives(family)
    assert b.service.mailbox.delayed_since(ANNA) is None
    arrives("delayed.exim-delayed.eml")
    assert b.service.mailbox.delayed_since(ANNA) == b.clock.now
    assert not b.service.mailbox.is_failing(ANNA) and len(b.service.posts(CAMPAIGN, ["referee"])) == posts
    arrives("failed.exim.eml")
    assert b.service.mailbox.is_failing(ANNA) and b.service.mailbox.delayed_since(ANNA) is None
    assert len(b.service.posts(CAMPAIGN, ["referee"])) == posts + 1


def test_the_owner_of_an_address_takes_a_delay_back_by_writing(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    b.service.mailbox.delay(ANNA, 7)
    mails.write(anna, "STATUS")
    assert len(mails.round()) == 1 and b.service.mailbox.delayed_since(ANNA) is None


MARKS = (
    *("Auto-Submitted: auto-generated (vacation)", "Precedence: auto_reply", "Precedence: AUTO-REPLY"),
    *("X-Precedence: bulk", "Preference: auto_reply", "X-Autorespond: Re: x", "X-Autoreply: yes"),
    *("X-AutoReply-From: a@example.net", "X-Mail-Autoreply: 1", "X-FC-MachineGenerated: true"),
    *("Delivered-To: Autoresponder", "X-POST-MessageClass: 9; Autoresponder", "Return-Path: <>"),
    *(
        "X-MS-Exchange-Inbox-Rules-Loop: a@example.net",
        "List-Id: <x>",
        "X-ML-Name: games",
        "Precedence: list",
    ),
    *("From: bounces+17=anna@example.net", "From: do-not-reply@example.net", "From: no_reply@example.net"),
    *("From: MDaemon@example.net", "From: postmaster@example.net", "From: owner-list@example.net"),
)


@pytest.mark.parametrize("mark", MARKS)
def test_every_mark_of_a_program_is_known(mark: str) -> None:
    head = mark if mark.startswith("From") else f"From: anna@example.net\r\n{mark}"
    assert read(f"{head}\r\n\r\nI am away.".encode()).is_automatic


def test_a_mail_that_wants_no_answer_gets_one_if_it_holds_orders(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    mails.write(anna, "I am away until 3 August.", X_Auto_Response_Suppress="All")
    assert mails.round() == []
    mails.write(anna, "STATUS", X_Auto_Response_Suppress="All")
    assert len(mails.round()) == 1
    mails.write(anna, "ORDERS\ndiscard Neptune\nEND", X_Auto_Response_Suppress="All")
    assert "Carried out: 1 order." in text(mails.round()[0])


def test_the_same_text_again_gets_three_answers_a_day(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    """A responder that no header betrays, and whose text holds a command."""
    said = [_answers(b, mails, anna, "STATUS") for _ in range(8)]
    assert [len(one) for one in said] == [1, 1, 1, 0, 0, 0, 0, 0]
    assert "third answer" in said[2][0] and "third answer" not in said[1][0]
    assert len(_answers(b, mails, anna, "HAND")) == 1 and len(_answers(b, mails, anna, "STATUS")) == 1
    b.clock.now += 86_401
    assert len(_answers(b, mails, anna, "STATUS")) == 1


def test_what_holds_no_command_gets_three_answers_a_day_whatever_it_says(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    before = answers(b)
    said = []
    for n in range(10):
        said += _answers(b, mails, anna, f"Ticket {n}: we have received your mail.\n\n> ORDERS\n> END")
    assert len(said) == 3 and "third answer" in said[2] and answers(b) == before
    for _ in range(5):
        assert len(_answers(b, mails, anna, "CHECK\ndiscard Neptune\nEND")) == 1, (
            "a frame always has its answer"
        )
    assert len(_answers(b, mails, anna, "STATUS")) == 1


def test_a_stranger_is_answered_once_a_week(b: ServiceHarness, mails: MailHarness, anna: MailSeat) -> None:
    mails.put(b"From: eve@example.com\r\nTo: umpire@example.org\r\nMessage-ID: <s1@x>\r\n\r\nHello")
    assert len(mails.round()) == 1
    for days, count in ((2, 0), (8, 1)):
        b.clock.now += days * 86_400
        raw = f"From: eve@example.com\r\nTo: umpire@example.org\r\nMessage-ID: <s{days}@y>\r\n\r\nHello"
        mails.put(raw.encode())
        assert len(mails.round()) == count
    mails.put(b"From: amavis@example.com\r\nTo: umpire@example.org\r\nMessage-ID: <s3@x>\r\n\r\nVirus found")
    assert mails.round() == []


def _about(id: str, family: str) -> bytes:
    return (FOLDER / family).read_bytes().replace(b"<OURS>", id.encode())


def _answers(b: ServiceHarness, mails: MailHarness, anna: MailSeat, said: str) -> list[str]:
    b.clock.now += 60
    mails.write(anna, said)
    return [text(mail) for mail in mails.round()]
