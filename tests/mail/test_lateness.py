"""Mails that come in another order than they were written in, unreadable files, subjects of answers."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from frontends.mail.servers.mailboxes import MaildirSource
from service.values.front_ends.mail import MailSeat
from tests.harness.service import ServiceHarness

from .harness import MailHarness, text, without_pictures
from .test_year import begun

__all__ = ["without_pictures"]


@pytest.fixture
def anna(b: ServiceHarness, mails: MailHarness) -> MailSeat:
    return begun(b, mails)


def test_orders_that_are_overtaken_by_later_ones_are_said_to_be(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    """Greylisting: a mail of half past ten comes before one of ten o'clock."""
    frame = "ORDERS\ndiscard {card}\nEND"
    said = {}
    for card, date in (("2/1", "10:30"), ("Neptune", "10:00"), ("2/2", "10:45"), ("2/3", "99:99")):
        b.clock.now += 60
        mails.write(anna, frame.format(card=card), Date=f"Sun, 05 Nov 2023 {date}:00 +0100")
        (answer,) = mails.round()
        said[card] = " ".join(text(answer).split())
        assert "Carried out: 1 order." in said[card]
    assert [card for card, one in said.items() if "written before another email of yours" in one] == [
        "Neptune"
    ]


def test_a_date_in_the_future_overtakes_nothing(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    for card, year in (("2/1", 2090), ("Neptune", 2023)):
        mails.write(anna, f"ORDERS\ndiscard {card}\nEND", Date=f"Sun, 05 Nov {year} 10:00:00 +0000")
        assert "written before" not in text(mails.round()[0])


def test_a_file_that_cannot_be_read_delays_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    box = MaildirSource(tmp_path / "box")
    new = tmp_path / "box" / "new"
    os.symlink(tmp_path / "gone", new / "1.dangling")
    (new / "2.good").write_bytes(b"From: a@example.net\r\n\r\nHi")
    (new / "3.folder").mkdir()
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            assert [one.key for one in box.fetch()] == ["2.good"]
    assert [record for record in caplog.records if "1.dangling" in record.getMessage()] == caplog.records[:1]
    box.taken("2.good")
    assert [*box.fetch()] == [] and not box._has_news(), "what cannot be read is no news"
    with pytest.raises(OSError, match=r"no longer there"):
        box.taken("4.gone")
    (tmp_path / "gone").write_bytes(b"From: a@example.net\r\n\r\nHi")
    assert [one.key for one in box.fetch()] == ["1.dangling"], "it is read once it can be"


SUBJECTS = (
    *("your decision", "Re: your decision", "AW: your decision", "RE: AW: Re[2]: your decision"),
    *("SV: your decision", "Antw: your decision", "回复：your decision", "返信: your decision"),
    *("Re: Odp: your decision", "RES: your decision", "R: Re: your decision", "Re^2: Re2: your decision"),
    *("Trả lời: your decision", "Відп: your decision", "پاسخ: your decision"),
)
NAMING = ("ODP: R: {}", "Réf. : {}", "הועבר: {}", "[Ext] Re: {}", "Mailprogramm antwortet: Re: {}", "{}")


@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_subject_of_an_answer_does_not_grow(mails: MailHarness, anna: MailSeat, subject: str) -> None:
    mails.write(anna, "STATUS", subject=subject)
    assert mails.round()[0]["Subject"] == "Re: your decision"


@pytest.mark.parametrize("subject", NAMING)
def test_in_front_of_the_name_of_the_game_no_words_of_a_program_stay(
    mails: MailHarness, anna: MailSeat, subject: str
) -> None:
    mails.write(anna, "STATUS", subject=subject.format("[JC-1] Year 1: turn 1"))
    assert mails.round()[0]["Subject"] == "Re: [JC-1] Year 1: turn 1"


@pytest.mark.parametrize(
    "subject", ["Re: ", "   ", "", "Re: AW: =?utf-8?b?5Zue5aSNOg==?= ", "=?utf-8?b?ICAg?=", None]
)
def test_a_mail_without_a_title_is_answered_under_that_of_the_game(
    mails: MailHarness, anna: MailSeat, subject: str | None
) -> None:
    line = "" if subject is None else f"Subject: {subject}\r\n"
    for to, sender in ((f"umpire+{anna.token}", anna.address), ("umpire", "eve@example.com")):
        head = f"From: {sender}\r\nTo: {to}@example.org\r\nMessage-ID: <{to}@example.net>\r\n{line}"
        mails.put(f"{head}\r\nSTATUS\r\n".encode())
        (mail,) = mails.round()
        is_player = sender == anna.address
        assert mail["Subject"] == (
            "[JC-1] Year 1, turn 1 - your decision" if is_player else "Re: Tabellarius"
        )
