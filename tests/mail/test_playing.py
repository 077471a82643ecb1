"""A campaign by mail: invited, joined, asked, ordered, refused, told."""

from __future__ import annotations

import asyncio
import logging
import random
import resource
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP

import pytest

from frontends.mail import delivering
from frontends.mail.incoming import Unreadable, compared, read
from frontends.mail.mailer import Mailer
from frontends.mail.reading import requests
from frontends.mail.servers.mailboxes import Arrived
from frontends.mail.written.ours import Ours
from service.runtime.worker import Worker
from service.usecases.agreeing import undo
from service.usecases.play import playing
from service.usecases.seats import founding
from service.values.front_ends.mail import MailSeat, Passage
from service.values.records import Plan
from tests.harness.service import ServiceHarness, by

from .harness import UMPIRE, MailHarness, text
from .shapes import HEAD, shapes
from .test_golden import GOLDEN
from .test_year import order

CAMPAIGN = 1


@pytest.fixture
def anna(b: ServiceHarness, mails: MailHarness) -> MailSeat:
    """Caesar by mail, in a game that has begun."""
    plan = Plan("julius_caesar", "war", "The war", seed=b"mail 5037")
    campaign = b.service.found(by("judge"), plan).campaign
    seat = mails.invite(campaign, "caesar", "anna@example.net")
    mails.write(seat, "JOIN\n\n> You are invited", sender="Anna <anna@example.net>")
    mails.round()
    b.service.do(by("pompey"), campaign, founding.join, "pompey", "Gnaeus")
    found = b.service.mail.seat_of(seat.token)
    assert found is not None
    return found


def offered(mail: EmailMessage) -> list[str]:
    return [line[2:] for line in text(mail).splitlines() if line.startswith("# ")]


def answers(b: ServiceHarness) -> int:
    return sum(entry["t"] == "answer" for entry in b.service.log(CAMPAIGN))


def test_a_seat_is_taken_and_played_by_mail(b: ServiceHarness, mails: MailHarness, anna: MailSeat) -> None:
    invitation, joined = mails.sent
    assert "JOIN" in text(invitation) and invitation["To"] == "anna@example.net"
    assert f"umpire+{anna.token}@example.org" in invitation["Reply-To"]
    assert "You play Caesar by mail." in text(joined)
    (asked,) = mails.deliver()
    said = text(asked)
    assert said.index("ORDERS JC-1 caesar") < said.index("What happened") < said.index("Dice and proof")
    assert "your decision" in asked["Subject"] and "[JC-1]" in asked["Subject"]
    kinds = [part.get_content_type() for part in asked.walk()]
    assert kinds == [
        "multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png", "image/png",
    ]  # fmt: skip
    card = offered(asked)[0]
    mails.write(anna, f"Hi!\n\nORDERS JC-1 caesar\n{card}\nEND\n\n> ORDERS JC-1 caesar\n> END")
    (answered,) = mails.round()
    assert "Carried out: 1 order." in text(answered)
    assert answered["In-Reply-To"] == "<2@example.net>" and answered["Auto-Submitted"] == "auto-replied"
    assert [a.seat for a in b.service.asked(CAMPAIGN)] == ["pompey"]
    assert "You answered" in text(answered), "what an order did is told with its answer"
    assert mails.deliver() == [], "what was told is not told again"


def test_an_order_is_understood_as_every_mail_program_writes_it(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    card = offered(mails.deliver()[0])[0]
    for n, (name, raw) in enumerate(shapes(card).items()):
        values = {"sender": "anna@example.net", "to": f"umpire+{anna.token.upper()}@example.org", "id": n}
        mails.put(HEAD.format(subject="Re: your decision", **values).encode() + raw)
        (answered,) = mails.round()
        assert "Carried out: 1 order." in text(answered), f"{name}: {text(answered)}"
        b.service.do(by(anna.user), CAMPAIGN, undo.take_back, "caesar")
    assert len(shapes(card)) == 13


def test_a_refused_order_is_explained_and_changes_nothing(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    before = answers(b)
    for wrong, why in {
        "ORDERS\ndiscard Jupiter Maximus\nEND": "Possible: ",
        "ORDERS BEL-7 empire\ndiscard 2/1\nEND": "these orders are for BEL-7",
        "ORDERS JC-1 pompey\ndiscard 2/1\nEND": "you play Caesar",
        "ORDERS\ndiscard 2/1": "END is missing",
        "> ORDERS\n> discard 2/1\n> END": "only in the quoted part",
        "What a game! I think I discard something.": "No command was found",
        "CHECK\ndiscard Jupiter Maximus\nEND": "Possible: ",
        "CHECK\ndiscard Neptune\nEND": "these orders are legal",
    }.items():
        mails.write(anna, wrong)
        (answered,) = mails.round()
        assert why in text(answered), text(answered)
        assert "ORDERS JC-1 caesar" in text(answered), "the template is there again"
    assert answers(b) == before


def test_a_mail_that_comes_twice_acts_once(b: ServiceHarness, mails: MailHarness, anna: MailSeat) -> None:
    mails.write(anna, "ORDERS\ndiscard Neptune\nEND")
    assert len(mails.round()) == 1
    n = b.service.status(CAMPAIGN).campaign.n
    mails._count -= 1
    mails.write(anna, "ORDERS\ndiscard Neptune\nEND", Received="from another.example.net by a longer way")
    assert mails.round() == [] and b.service.status(CAMPAIGN).campaign.n == n


# -- who may -----------------------------------------------------------------------------------------


def test_nobody_else_acts_for_a_seat(b: ServiceHarness, mails: MailHarness, anna: MailSeat) -> None:
    before = answers(b)
    orders = "ORDERS\ndiscard Neptune\nEND"
    mails.write(anna, orders, sender="eve@example.com")
    (alarm,) = mails.round()
    assert alarm["To"] == "anna@example.net" and "came from eve@example.com" in text(alarm)
    assert "Neptune" not in text(alarm).partition("CONFIRM")[0]
    mails.write(anna, orders, sender='"anna@example.net" <eve@example.com>')
    assert mails.round() == [], "one question a day"
    forged = f"From: anna@example.net\r\nFrom: eve@example.com\r\nTo: umpire+{anna.token}@example.org\r\n\r\n"
    mails.put(forged.encode() + orders.encode())
    mails.round()
    mails.write(anna, orders, sender="anna@example.net, eve@example.com")
    mails.round()
    stranger = MailSeat("a" * 16, CAMPAIGN, "caesar", "anna@example.net")
    mails.write(stranger, orders)
    (unknown,) = mails.round()
    assert "you have no game here" in text(unknown) and anna.token not in str(unknown)
    mails.write(stranger, orders)
    assert mails.round() == []
    assert answers(b) == before
    code = text(alarm).partition("CONFIRM ")[2][:8]
    mails.write(anna, f"CONFIRM {code}", sender="eve@example.com")
    mails.round()
    assert answers(b) == before
    mails.write(anna, f"CONFIRM {code}")
    assert "Carried out: 1 order." in text(mails.round()[0]), "what was held is done once its owner says so"


def test_no_program_gets_an_answer(b: ServiceHarness, mails: MailHarness, anna: MailSeat) -> None:
    before = answers(b)
    for headers in (
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<wargames.example.net>"},
        {"Return_Path": "<>"},
    ):
        mails.write(anna, "ORDERS\ndiscard Neptune\nEND", **headers)
        assert mails.round() == []
    for sender in ("mailer-daemon@example.net", UMPIRE, f"Umpire+{anna.token}@example.org"):
        mails.write(anna, "HELP", sender=sender)
    assert mails.round() == [] and answers(b) == before


BOUNCE = (
    "From: mailer-daemon@example.net\r\nTo: umpire@example.org\r\nMessage-ID: <{n}@example.net>\r\n"
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
    "--b\r\nContent-Type: text/plain\r\n\r\nfailed\r\n"
    "--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: {id}\r\n--b--\r\n"
)


def test_a_bounce_of_our_own_mail_marks_the_address_until_its_player_writes(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    ours = mails.sent[0]["Message-ID"]
    for n, id in enumerate(["<forged@example.org>", ours, ours]):
        mails.put(BOUNCE.format(n=n, id=id).encode())
        assert mails.round() == []
        assert len(b.service.posts(CAMPAIGN, ["referee"])) == min(n, 1)
        table = [post for post in b.service.posts(CAMPAIGN, ["channel"]) if "bounce" in str(post.content)]
        assert len(table) == min(n, 1)
    assert mails.deliver() == [], "no mail is written to where none arrives"
    mails.write(anna, "STATUS")
    assert len(mails.round()) == 1
    (mail,) = mails.deliver()
    assert "What happened" in text(mail), "what was kept back is told once they have written"


def test_what_ends_the_game_needs_a_second_mail(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    mails.write(anna, "RESIGN")
    (asks,) = mails.round()
    assert "the game is over" in text(asks)
    assert b.service.status(CAMPAIGN).campaign.state == "playing"
    mails.write(anna, "CONFIRM 00000000")
    assert "not the confirmation code" in text(mails.round()[0])
    mails.write(anna, f"CONFIRM {text(asks).partition('CONFIRM ')[2][:8]}")
    mails.round()
    assert b.service.status(CAMPAIGN).campaign.state in ("closed", "over")


def test_a_player_who_resigns_among_four_hears_that_the_others_play_on(
    b: ServiceHarness, mails: MailHarness
) -> None:
    b.service.found(by("judge"), Plan("ottomans", "s1_tcho", "Four", seed=b"four"))
    first, *others = b.service.campaign(CAMPAIGN).seats
    anna = mails.invite(CAMPAIGN, first, "anna@example.net")
    mails.write(anna, "JOIN")
    mails.round()
    for seat in others:
        b.service.do(by(seat), CAMPAIGN, founding.join, seat, seat)
    mails.write(anna, "RESIGN")
    (asks,) = mails.round()
    assert "the others play on" in text(asks)
    mails.write(anna, f"CONFIRM {text(asks).partition('CONFIRM ')[2][:8]}")
    (done,) = mails.round()
    assert "You have resigned. The others play on." in text(done)
    assert b.service.status(CAMPAIGN).campaign.state == "playing"


# -- commands ----------------------------------------------------------------------------------------


def test_every_command_has_its_answer_in_both_languages(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    commands = "STATUS\nMAP\nHAND\nLOG\nRULES §6.1\nHELP\nSTANDING\nEND\nBACK\nDRAW\nDELIVERY asked"
    for said in (commands, "LANGUAGE ja", "状況\n地図\n手札\n規則 6.1\nヘルプ\nLANGUAGE en"):
        mails.write(anna, said)
        (answered,) = mails.round()
        for n, line in enumerate(said.replace("STANDING\nEND", "STANDING").splitlines(), 1):
            assert f"{n}. " in text(answered), line
    images = [part for part in mails.sent[-3].walk() if part.get_content_maintype() == "image"]
    assert len(images) == 2
    kept = b.service.mail.seat_of(anna.token)
    assert kept is not None and (kept.delivery, kept.language) == ("asked", "en")


def test_a_greeting_is_no_command() -> None:
    said = [
        "Draw your own conclusions.",
        "Back from holiday!",
        "Help me understand this",
        "Log off now and rest",
    ]
    assert requests(said) == []


# -- whatever comes ------------------------------------------------------------------------------------


def test_no_mail_breaks_anything(b: ServiceHarness, mails: MailHarness, anna: MailSeat) -> None:
    """Mutated bytes, trees and headers: read or refused, and never an order that was not there."""
    before = answers(b)
    mutated(5, 600)
    nested = b"Content-Type: multipart/mixed; boundary=%d\r\n\r\n--%d\r\n"
    with pytest.raises(Unreadable):
        read(b"".join(nested % (n, n) for n in range(3_000)))
    with pytest.raises(Unreadable):
        read(b"x" * (26 << 20))
    assert answers(b) == before


@pytest.mark.matrix
def test_no_mail_takes_long_to_read() -> None:
    """The time grows with the length of a mail, whatever it repeats, compared or not; one of 20,000 openings
    of frames took 28 s when it grew with the square.
    """
    found = shapes("discard Neptune")
    for program, raw in ((name, found[name]) for name in ("gmail", "html only")):
        for bomb in [*BOMBS, b"<blockquote><p>discard Neptune</p></blockquote>" * 5_000]:
            began = time.process_time()
            head = HEAD.format(sender="anna@example.net", to="x@example.org", subject="s", id=1).encode()
            with suppress(Unreadable):
                mail = read(head + raw + b"\r\n" + bomb)
                requests(compared(mail, OURS).lines)
            assert time.process_time() - began < 5, f"{program}: {bomb[:20]!r}"


@pytest.mark.byhand
def test_thirty_thousand_mails_break_nothing() -> None:
    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    longest = mutated(6, 30_000)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(f"{time.monotonic() - began:.0f} s, the longest {longest:.3f} s, {grown} KiB more")
    assert longest < 5 and grown < 200_000


def mutated(seed: int, count: int) -> float:
    """Read mails with changed bytes, trees and headers; return the seconds of processor for the longest."""
    rng, longest = random.Random(seed), 0.0
    raws = [
        HEAD.format(sender="anna@example.net", to="x@example.org", subject="s", id=1).encode() + raw
        for raw in shapes("discard Neptune").values()
    ]
    for _ in range(count):
        raw = changed(rng, raws)
        began = time.process_time()
        try:
            requests(read(raw).lines)
        except Unreadable:
            continue
        finally:
            longest = max(longest, time.process_time() - began)
    return longest


CHARSETS = "utf-7 utf-16 shift_jis iso-2022-kr hz zip rot13 idna punycode 7bit base64 uuencode"
HEADERS = "From To Subject Message-ID References Content-Type Date Reply-To Authentication-Results"
VALUES = [
    b"=?utf-8?b?" + b"QUJD" * 400 + b"?=", b"a@b.c, " * 500, b"(" * 900, b"<" * 500, b'"' * 99,
    b"x\r\n y" * 300, b"\xff\xfe", b"multipart/mixed; boundary=" + b"b" * 400,
    b"text/plain; charset*0=u; charset*1*=tf-8''%FF; format=flowed",
]  # fmt: skip
OURS = Ours(
    [(Passage(("Choose a card to discard, face down.",)), Passage(("# discard Neptune",), is_frame=True))]
)
BOMBS = [
    b"<blockquote>" * 30_000, b"&amp;" * 60_000, b"> " * 100_000, b"a" * 1_000_000, b"\r\n" * 200_000,
    b"ORDERS\r\n" * 20_000, b"END\r\n" * 50_000, b"=" * 300_000, b"--b\r\n" * 20_000,
    b"On a wrote:\r\n" * 9_000, b"if letter = C do " * 9_000, b"\xe3\x80\x80" * 90_000,
]  # fmt: skip
"""Mails that take long to read, or much memory."""


def nested(rng: random.Random, raw: bytes, part: bytes) -> bytes:
    """Return a mail with another inside it, at any depth."""
    head, _, body = raw.partition(b"\r\n\r\n")
    for n in range(rng.randrange(1, 30)):
        kind = rng.choice([b"mixed", b"alternative", b"related", b"report", b"signed", b"x"])
        opened = b"Content-Type: multipart/%b; boundary=%d\r\n\r\n--%d\r\n%b\r\n" % (kind, n, n, part)
        part = opened + b"--%d\r\n\r\n%b\r\n--%d--" % (n, body[:500], n)
    return head + b"\r\nX: x\r\n" + part


def changed(rng: random.Random, raws: Sequence[bytes]) -> bytes:
    """Return one of some mails, changed in its bytes, and now and then in its tree, charset or headers."""
    raw = rng.choice(raws)
    match rng.randrange(12):
        case 0:
            raw = nested(rng, raw, rng.choice(raws))
        case 1:
            for name in (b"utf-8", b"iso-2022-jp", b"windows-1252", b"base64", b"quoted-printable"):
                raw = raw.replace(name, rng.choice([*CHARSETS.encode().split(), b"x" * 300]))
        case 2:
            for _ in range(rng.randrange(1, 8)):
                raw = rng.choice(HEADERS.encode().split()) + b": " + rng.choice(VALUES) + b"\r\n" + raw
        case 3 if rng.randrange(8) == 0:
            raw += b"\r\n" + rng.choice(BOMBS)
    data = bytearray(raw)
    for _ in range(rng.randint(1, 12)):
        at = rng.randrange(len(data))
        match rng.randrange(4):
            case 0:
                data[at] = rng.randrange(256)
            case 1:
                del data[at : at + rng.randrange(40)]
            case 2:
                data[at:at] = bytes(data[at : at + 60]) * rng.randrange(4)
            case _:
                data[at:at] = rng.choice(
                    [b"\r\n", b"\0", b"=?utf-8?b?/w==?=", b"\r\nFrom: x@y\r\n", b"--b\r\n"]
                )
        data = data or bytearray(b"x")
    return bytes(data)


@pytest.mark.parametrize("count", [100, pytest.param(30_000, marks=pytest.mark.byhand)])
def test_changed_mails_go_through_the_whole_umpire_and_change_nothing(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat, count: int,
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Mails in every shape to the address of Caesar, who is asked for a card to play: read, judged, answered
    or not. The orders in them are those of the question before.

    Nobody else gets a mail with a word of the seat in it.
    """
    monkeypatch.setattr(delivering, "drawings", lambda service, seat, kinds=(), since=-1: [])
    mails.write(anna, "ORDERS\ndiscard Neptune\nEND")
    mails.round()
    b.service.do(by("pompey"), CAMPAIGN, playing.order, "pompey", order(b, "pompey", 1), "en")
    rng, to = random.Random(16), {"to": f"umpire+{anna.token}@example.org", "subject": "Re: your decision"}
    raws = [
        HEAD.format(sender="anna@example.net", id=n, **to).encode() + raw
        for n, raw in enumerate(shapes("discard 2/1").values())
    ]
    raws += [
        path.read_bytes().replace(b"+TOKEN@", f"+{anna.token}@".encode()).replace(b"+UPPER@", b"+x@")
        for path in sorted(GOLDEN.glob("*.in.eml"))
        if b"DRAW" not in path.read_bytes()
    ]
    before, head = b.service.campaign(CAMPAIGN).n, b.service.campaign(CAMPAIGN).head
    took: list[float] = []
    answered = Counter[str]()

    async def one(mailer: Mailer, raw: bytes) -> None:
        began = time.monotonic()
        await mailer.receive(Arrived("", raw, None))
        await mailer.answer_all()
        took.append(time.monotonic() - began)
        for out in b.service.mail.next_out(2**40, 100):
            answered[out.recipient] += 1
            mail = message_from_bytes(out.raw, policy=SMTP)
            assert isinstance(mail, EmailMessage)
            told = f"{mail['Reply-To']} {text(mail)}"  # a subject is the sender's own
            is_known = out.recipient == anna.address
            assert is_known or (anna.token not in told and "Neptune" not in told)
            b.service.mail.sent(out.id, b.clock.now)
        assert b.service.mail.unread() == [] and b.service.mail.arrived() == []

    async def all_of_them() -> None:
        worker = Worker(b.service)
        try:
            mailer = mails.mailer(worker)
            for _ in range(count):
                b.clock.now += 90
                await one(mailer, changed(rng, raws))
        finally:
            await worker.close()

    room = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with caplog.at_level(logging.ERROR):
        asyncio.run(all_of_them())
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - room
    assert (b.service.campaign(CAMPAIGN).n, b.service.campaign(CAMPAIGN).head) == (before, head)
    assert [record.message for record in caplog.records if record.exc_info] == []
    with capsys.disabled():
        print(
            f"\n{count} mails: {answered[anna.address]} answers to Anna, {answered.total()} in all; "
            f"the longest took {max(took):.2f} s, {grown} KiB more"
        )
    assert max(took) < 20 and grown < 300_000 and answered[anna.address] > count // 10
