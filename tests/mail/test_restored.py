"""After a backup was restored, the umpire's own mails tell what was shown: their Message-IDs hold it."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.policy import SMTP
from pathlib import Path

import pytest

from adjudicator.core.language.errors import NotNow
from frontends.mail.access import SHOWN
from frontends.mail.writing import Outward, Section, write
from service.usecases.play import playing, queries
from service.usecases.referee import restored
from service.values.words import reason, speak
from tests.harness.service import ServiceHarness, by, service_harness

from .harness import MailHarness, without_pictures
from .test_playing import BOUNCE
from .test_year import CAMPAIGN, begun, order

__all__ = ["without_pictures"]


def play(b: ServiceHarness, mails: MailHarness, epochs: int) -> None:
    """Play a number of epochs further, Caesar by mail; the last mail tells of the last of them."""
    anna, first = b.service.mail.seats(CAMPAIGN)[0], b.service.status(CAMPAIGN).campaign.epoch
    step = 0
    while b.service.status(CAMPAIGN).campaign.epoch < first + epochs:
        seat = sorted(one.seat for one in b.service.asked(CAMPAIGN))[0]
        line, step = order(b, seat, step), step + 1
        if seat == "caesar":
            mails.write(anna, f"ORDERS\n{line}\nEND")
            mails.round()
        else:
            b.service.do(by("pompey"), CAMPAIGN, playing.order, "pompey", line, "en")
    mails.deliver()


def elsewhere(b: ServiceHarness, folder: Path) -> MailHarness:
    """Another machine's mailbox."""
    (folder / "new").mkdir()
    return MailHarness(b.service, folder / "new", first=1000)


@pytest.mark.parametrize("witness", ["an answer", "an older answer in its thread", "a bounce"])
def test_an_answer_to_a_lost_mail_holds_the_game_until_what_was_shown_is_burnt(
    b: ServiceHarness, mails: MailHarness, tmp_path: Path, witness: str
) -> None:
    """design/fair-dice.md §8, on another machine, where nothing but the mail tells of it."""
    anna = begun(b, mails)
    play(b, mails, 1)
    old = b.store.backup(tmp_path / "old.sqlite")
    play(b, mails, 2)
    lost, mail = b.service.status(CAMPAIGN).campaign, mails.sent[-1]["Message-ID"]
    with service_harness(old) as older:
        mails, judge = elsewhere(older, tmp_path), by("judge")
        known = older.service.status(CAMPAIGN).campaign
        text = "HELP"
        if "caesar" in [one.seat for one in older.service.asked(CAMPAIGN)]:
            text = f"ORDERS\n{order(older, 'caesar', 3)}\nEND"
        match witness:
            case "an answer":
                mails.write(anna, text, In_Reply_To=mail)
            case "a bounce":
                mails.put(BOUNCE.format(n=1, id=mail).encode())
            case _:
                mails.write(anna, text, References=f"<a@b.example> {mail}", In_Reply_To="<c@d.example>")
        mails.round()
        held = older.service.status(CAMPAIGN).campaign
        assert f"entries up to {lost.n - 1} were shown" in speak(reason(held.held), "en")
        assert (held.n, held.lost_epoch) == (known.n, lost.epoch), "its orders were not carried out"
        with pytest.raises(NotNow, match="burn them first"):
            older.service.release(judge, CAMPAIGN)
        older.service.do(judge, CAMPAIGN, restored.burn, None, "restored")
        older.service.release(judge, CAMPAIGN)
        mails.write(anna, "HELP", In_Reply_To=mail)
        mails.round()
        assert older.service.status(CAMPAIGN).campaign.held == "", "it is no news"
        play(older, mails, 1)
        assert older.service.status(CAMPAIGN).campaign.epoch == lost.epoch + 1
        assert older.service.look(CAMPAIGN, queries.verdict).errors == []


def test_a_mail_is_heard_while_the_game_is_still_compared_with_its_posts(
    b: ServiceHarness, mails: MailHarness, tmp_path: Path
) -> None:
    """A mail is read once; Discord may not answer for a long time."""
    anna = begun(b, mails)
    old = b.store.backup(tmp_path / "old.sqlite")
    play(b, mails, 1)
    with service_harness(old) as older:
        newer = elsewhere(older, tmp_path)
        older.service.hold_until_reconciled([CAMPAIGN])
        newer.write(anna, "STATUS", In_Reply_To=mails.sent[-1]["Message-ID"])
        newer.round()
        assert "were shown" in older.service.status(CAMPAIGN).campaign.held
        assert older.service.is_unreconciled(CAMPAIGN)


def test_nobody_else_can_hold_a_game_by_a_message_id(
    b: ServiceHarness, mails: MailHarness, tmp_path: Path
) -> None:
    anna = begun(b, mails)
    old = b.store.backup(tmp_path / "old.sqlite")
    play(b, mails, 1)
    true = mails.sent[-1]["Message-ID"]
    found = SHOWN.search(true)
    assert found is not None
    with service_harness(old) as older:
        mails = elsewhere(older, tmp_path)
        n, head, epoch, asides, mark = found[2].split("-")
        forged = [
            f"{found[1]}.{n}-{head}-{int(epoch) + 9}-{asides}-{mark}",
            f"{found[1]}.{int(n) + 1}-{head}-{epoch}-{asides}-{mark}",
            f"{found[1]}.{n}-{head}-{epoch}-{asides}-{'0' * 32}",
            f"77.{found[2]}",
            "1.-",
        ]
        mails.write(anna, "HELP", References=" ".join(f"<{'0' * 32}.{text}@example.org>" for text in forged))
        mails.round()
        assert older.service.status(CAMPAIGN).campaign.held == ""
        mails.write(anna, "HELP", In_Reply_To=true)
        mails.round()
        assert older.service.status(CAMPAIGN).campaign.held


def test_a_long_message_id_stays_in_one_piece(b: ServiceHarness, mails: MailHarness) -> None:
    """RFC 2047 §5: an encoded word is no Message-ID; RFC 5322 §2.1.1 allows lines of 998 signs."""
    begun(b, mails)
    play(b, mails, 1)
    mail = mails.sent[-1]
    raw = mail.as_bytes()
    assert SHOWN.search(mail["Message-ID"]), "the mail tells how far its reader can have read"
    shown = mail["Message-ID"].strip("<>").partition(".")[2].partition("@")[0]
    long = f"<{'a' * 200}@example.net>"
    outward = Outward(
        "anna@example.net", "umpire@example.org", "umpire+x@example.org", "é" * 90, [Section("", ["x"])],
        key="k", at=0, answers=long, shown=shown,
    )  # fmt: skip
    raw = write(outward)
    assert b"\r\n" in raw and re.search(rb"(?m)^Message-ID: <[0-9a-f]{32}\.[0-9.a-f-]+@example\.org>\r$", raw)
    assert f"In-Reply-To: {long}\r\n".encode() in raw and f"References: {long}\r\n".encode() in raw
    assert message_from_bytes(raw, policy=SMTP)["Subject"] == "é" * 90, "other headers are folded as before"
    assert all(len(line) <= 78 or b"-ID" in line or long.encode() in line for line in raw.split(b"\r\n")[:14])
