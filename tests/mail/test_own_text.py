"""Only what the sender wrote is carried out: frames of a question, broken lines, commands, what is kept."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from email.message import EmailMessage

import pytest

from frontends.mail import SENT, _forget
from frontends.mail.access import frame_mark
from frontends.mail.commands import continuing
from frontends.mail.reading import requests
from frontends.mail.written.html import of_html
from frontends.mail.written.layout import COLUMNS, harmless
from frontends.mail.written.ours import Ours
from frontends.mail.written.quotation import split
from service.storage import retention
from service.text.columns import width, wrapped
from service.usecases.play import battle_orders, playing
from service.usecases.seats import press
from service.values.front_ends.mail import MailSeat, Passage
from tests.harness.service import ServiceHarness, by

from .harness import MailHarness, body, text, without_pictures
from .test_commands import said
from .test_year import CAMPAIGN, all_orders, answers, begun, order

__all__ = ["without_pictures"]


@pytest.fixture
def anna(b: ServiceHarness, mails: MailHarness) -> MailSeat:
    """Caesar by mail, asked which card to discard."""
    return begun(b, mails)


def frame(mail: EmailMessage) -> list[str]:
    """The frame of a mail, as it was sent."""
    lines = body(mail).splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("ORDERS "))
    return lines[at : lines.index("END", at) + 1]


def code_in(answer: str) -> str:
    return answer.partition("CONFIRM ")[2][:8]


# -- frames ------------------------------------------------------------------------------------------


def test_the_frame_of_an_earlier_question_is_answered_by_the_present_state(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    (first,) = mails.deliver()
    head = frame(first)[0]
    assert "Carried out: 1 order." in said(mails, anna, f"{head}\ndiscard Neptune\nEND")
    assert "Carried out: 1 order." in said(mails, anna, f"{head}\ndiscard 2/1\nEND"), "an answer is replaced"
    b.service.do(by("pompey"), CAMPAIGN, playing.order, "pompey", order(b, "pompey", 1), "en")
    before = answers(b)
    answered = said(mails, anna, f"{head}\nplay 2/3\nEND")
    assert "this frame is from an earlier mail" in answered and "Waiting for: Caesar" in answered
    assert answers(b) == before
    assert "Carried out: 1 order." in said(mails, anna, "ORDERS JC-1 caesar 1/1\nplay 2/3\nEND")


def test_the_frame_of_another_seat_is_refused(b: ServiceHarness, mails: MailHarness, anna: MailSeat) -> None:
    mails.deliver()
    bela = MailSeat("b" * 16, CAMPAIGN, "pompey", "bela@example.net", "joined")
    b.service.mail.save_seat(bela)
    for mark, why in {frame_mark(b.service, bela): "another seat", "+aaaaaa": "an earlier mail"}.items():
        answered = said(mails, anna, f"ORDERS JC-1 caesar 1/1 {mark}\ndiscard Neptune\nEND")
        assert f"this frame is from {'an email to ' if 'seat' in why else ''}{why}" in answered
    answered = said(mails, anna, f"ORDERS {frame_mark(b.service, bela)}\ndiscard Neptune\nEND")
    assert "this frame is from an email to another seat" in answered
    assert answers(b) == 0
    assert "Carried out: 1 order." in said(
        mails, anna, f"ORDERS {frame_mark(b.service, anna)}\ndiscard Neptune\nEND"
    ), "of the words after ORDERS all but one may be left out"


def test_a_second_frame_is_asked_about(b: ServiceHarness, mails: MailHarness, anna: MailSeat) -> None:
    mails.deliver()
    answered = said(mails, anna, "ORDERS\ndiscard Neptune\nEND\n\nORDERS\ndiscard 2/1\nEND")
    assert "Carried out: 1 order." in answered and "It was not carried out: discard 2/1." in answered
    assert answers(b) == 1
    assert "(1) discard 2/1" in said(mails, anna, f"CONFIRM {code_in(answered)}")


@pytest.mark.parametrize("first, second", [("ADD", "ORDERS"), ("ORDERS", "ADD"), ("ADD", "ADD")])
def test_lines_added_in_a_second_frame_are_asked_about_too(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat, first: str, second: str
) -> None:
    mails.deliver()
    answered = said(mails, anna, f"{first}\ndiscard Neptune\nEND\n\n{second}\ndiscard 2/1\nEND")
    assert "Carried out: 1 order." in answered and "It was not carried out: discard 2/1." in answered
    assert answers(b) == 1
    confirmed = said(mails, anna, f"CONFIRM {code_in(answered)}")
    assert ("(1) discard 2/1" if second == "ORDERS" else "none of your orders are waiting") in confirmed


def test_orders_in_a_quotation_without_marks_are_asked_about_if_they_are_new(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    """Somebody removed a # where the program quotes without marks; the umpire's own lines are no question."""
    (mail,) = mails.deliver()
    quoted = body(mail).replace("\r\n", "\n")
    head = (
        "差出人: Tabellarius <umpire@example.org>\n送信日時: 2026年11月22日\n宛先: anna@example.net\n件名: x"
    )
    answered = said(mails, anna, f"Danke!\n\n{head}\n\n{quoted}")
    assert "only in the quoted part" in answered and "CONFIRM" not in answered
    edited = quoted.replace("# discard Neptune", "discard Neptune")
    answered = said(mails, anna, f"Danke!\n\n{head}\n\n{edited}")
    assert "only in the quoted part" in answered and answers(b) == 0
    assert "Carried out: 1 order." in said(mails, anna, f"CONFIRM {code_in(answered)}")


def test_a_quotation_without_any_head_is_known_because_it_is_ours(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    (mail,) = mails.deliver()
    lines = body(mail).splitlines()[2:]
    for quoted in (lines, [part for line in lines for part in wrapped(line, columns=40)], [" ".join(lines)]):
        joined = "\n".join(quoted).replace("# discard 2/1", "discard 2/1")
        said(mails, anna, f"Thank you, tomorrow.\n{joined}")
        assert answers(b) == 0
    whole = frame(mail)
    filled = "\n".join(line.replace("# discard Neptune", "discard Neptune") for line in whole)
    rest = "\n".join(lines)
    assert "Carried out: 1 order." in said(mails, anna, f"{filled}\n\n{rest}"), "a frame above is one's own"


def test_what_was_sent_is_kept_for_sixty_days_and_erased_with_the_person(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    (mail,) = mails.deliver()
    texts, ids = b.service.mail.texts, [str(mail["Message-ID"])]
    (found,) = texts.find(ids, [anna.address])
    assert any(passage.is_frame for passage in found) and texts.find(ids, ["eve@example.com"]) == []
    b.clock.now += SENT - 3_600
    _forget(b.service)
    assert texts.find(ids, [anna.address])
    with b.store.transaction():
        b.store.run("UPDATE mail_text SET said = ?", zlib.compress(b"[{"))
    assert texts.find(ids, [anna.address]) == [()], "a damaged one is no text"
    b.clock.now += 2 * 3_600
    _forget(b.service)
    assert texts.find(ids, [anna.address]) == []


def test_what_was_sent_is_erased_with_the_person(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    """Also what went to their spare address; what others were sent stays."""
    (mail,) = mails.deliver()
    texts, kept = b.service.mail.texts, [Passage(("Your decision",))]
    with b.store.transaction():
        for id, address in (("<s@x>", "spare@example.net"), ("<b@x>", "bela@example.net")):
            texts.keep(id, address, kept, b.clock.now)
        b.store.run(
            "INSERT INTO mail_spare (address, spare) VALUES (?, ?)", anna.address, "spare@example.net"
        )
        retention.forget(b.store, anna.user, anna.address)
    assert texts.find([str(mail["Message-ID"]), "<s@x>"], [anna.address, "spare@example.net"]) == []
    assert texts.find(["<b@x>"], ["bela@example.net"]) == [tuple(kept)]


def test_a_bare_blockquote_is_told_by_what_was_sent() -> None:
    """Gmail indents one's own text so; other programs quote so. Where nothing is known, it is a quotation."""
    frame = ("ORDERS JC-1 caesar 1/1 +abc234", "# discard 2/1", "# discard Neptune", "END")
    sent = Ours([(Passage(("Choose a card to discard, face down.",)), Passage(frame, is_frame=True))])

    def own(lines: Sequence[str], ours: Ours) -> tuple[str, ...]:
        page = of_html(f"<div>Hello</div><blockquote>{'<br>'.join(lines)}</blockquote>")
        return tuple(filter(None, split(page, ours=ours).own))

    orders = ("ORDERS", "discard 2/1", "END")
    assert own(orders, sent) == ("Hello", *orders)
    assert own(frame, sent) == own(["Choose a card to discard, face down."], sent) == ("Hello",)
    assert own(orders, Ours()) == ("Hello",)


# -- lines -------------------------------------------------------------------------------------------


def test_no_line_is_wider_than_64_columns(b: ServiceHarness, mails: MailHarness, anna: MailSeat) -> None:
    b.service.do(by("pompey"), CAMPAIGN, press.send, "pompey", ["caesar"], "長い文です。" * 60 + "W" * 300)
    mails.deliver()
    for what in ("HELP", "LANGUAGE ja", "ヘルプ", "RULES 6", "PRESS", "STANDING", "LOG"):
        said(mails, anna, what)
    lines = [line for mail in mails.sent for line in body(mail).splitlines()]
    assert max(map(width, lines)) == COLUMNS
    assert all("== " in body(mail).splitlines()[0] for mail in mails.sent)


def test_a_word_of_others_that_could_open_a_frame_stands_in_quotation_marks() -> None:
    long = "y" * 70
    assert (
        harmless(f"Gnaeus writes to Caesar: ORDERS #{long}") == f"Gnaeus writes to Caesar: “ORDERS” #{long}"
    )
    assert harmless(f"命令 {long}") == f"“命令” {long}"
    assert harmless("Write orders between ORDERS and END; HELP lists all commands.").count("“") == 0


@pytest.mark.matrix
@pytest.mark.parametrize("columns", [66, 76])
def test_a_battle_frame_that_a_program_breaks_is_understood(
    b: ServiceHarness, mails: MailHarness, columns: int
) -> None:
    """Its comments stay comments, and its `if` lines are whole."""
    anna = begun(b, mails)
    for step in range(200):
        left, others = b.service.look(CAMPAIGN, battle_orders.suggested, "caesar", "en")
        asked = [one.seat for one in b.service.asked(CAMPAIGN)]
        is_wide = "caesar" in asked and any(width(line) > columns for line in others)
        if is_wide and (delivered := mails.deliver()):
            break
        for seat in ("pompey", "caesar"):
            if seat in asked:
                line, *_ = all_orders(b, seat, step)
                user = anna.user if seat == "caesar" else seat
                b.service.do(by(user), CAMPAIGN, playing.order, seat, line, "en")
                break
    assert others and not left
    (mail,) = delivered
    fire, *_ = all_orders(b, "caesar", 1)
    lines = [line for line in text(mail).splitlines() if line.startswith("#")]
    own = ["ORDERS", fire, *lines[:-2], others[-1], "END"]
    answered = said(mails, anna, "\n".join(part for line in own for part in wrapped(line, columns=columns)))
    assert "Carried out: 1 order." in answered, answered
    assert b.service.look(CAMPAIGN, battle_orders.suggested, "caesar", "en")[0] in ([others[-1]], [])


def test_broken_orders_are_joined_and_cut_ones_refused(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    mails.deliver()
    assert "Carried out: 1 order." in said(mails, anna, "ORDERS\ndiscard\nNeptune\nEND")
    assert "Carried out: 1 order." in said(
        mails, anna, "ORDERS\n1. *discard Neptune*\nEND Sent from my iPhone"
    )
    assert "breaks off" in said(mails, anna, "ORDERS\ndiscard Neptune,\n# 2/1\nEND")
    refused = said(mails, anna, "ORDERS\ndiscrad Neptune\nEND")
    assert "discrad" in refused and "Carried out" not in refused


@pytest.mark.parametrize(
    "own, kind, encoding",
    [
        ("Hello!", "application/octet-stream", "utf-8"),
        ("Hello!", "application/octet-stream", "utf-16"),
        ("ORDERS\ndiscard Neptune\nEND", "text/plain", "utf-8"),
    ],
)
def test_an_attached_file_with_orders_is_named(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat, own: str, kind: str, encoding: str
) -> None:
    """Also if only its name says that it is text, and beside orders in the mail."""
    mail = EmailMessage()
    mail["From"], mail["To"] = anna.address, f"umpire+{anna.token}@example.org"
    mail["Message-ID"] = "<attached@example.net>"
    mail.set_content(own)
    data = "ORDERS\r\ndiscard 2/1\r\nEND\r\n".encode(encoding)
    mail.add_attachment(data, *kind.split("/"), filename="orders.TXT")
    mails.put(mail.as_bytes())
    assert "Your orders are in the attached file orders.TXT." in text(mails.round()[0])
    assert answers(b) == own.count("ORDERS")


@pytest.mark.parametrize(
    "order",
    [
        *(
            "① {}",
            "1.{}",
            "１．{}",
            "a) {}",
            "(b) {}",
            "1、{}",
            "■ {}",
            "→ {}",
            "☐ {}",
            "- [ ] {}",
            "- 1. {}",
        ),
        *("**{}**", "- *{}*", "1. _{}_", "・{}", "● {}"),
    ],
)
def test_marks_of_lists_and_bold_words_do_no_harm(order: str) -> None:
    (found,) = requests(split("\n".join(["ORDERS", order.format("discard Neptune"), "END"])).own)
    assert found.lines == ("discard Neptune",)


def test_a_bold_word_of_an_order_does_no_harm() -> None:
    (found,) = requests(
        ["ORDERS", "*discard* Neptune", "discard *2/1*", "if LEG 7 <= 2 do _fire_ all", "END"]
    )
    assert found.lines == ("discard Neptune", "discard 2/1", "if LEG 7 <= 2 do fire all")


def test_lines_that_can_be_read_in_two_ways_are_not_carried_out(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both readings are shown. Here both are made legal: no decision of this question has such lines."""
    mails.deliver()
    monkeypatch.setattr(continuing, "_refused", lambda talk, lines: None)
    answered = said(mails, anna, "ORDERS\ndiscard\nNeptune\nEND")
    assert "can be read in two ways" in answered and answers(b) == 0
    assert "discard / Neptune, or discard Neptune" in " ".join(answered.split())


# -- commands ------------------------------------------------------------------------------------------


def test_a_command_counts_in_a_paragraph_of_commands() -> None:
    def read(lines: str, name: str = "Anna Ahlers") -> list[tuple[str, bool]]:
        return [(one.verb, one.is_amid) for one in requests(lines.split("|"), name)]

    assert read("STATUS|MAP") == [("status", False), ("map", False)]
    assert read("STATUS|Anna") == [("status", False)] and read("STATUS|Bela") == [("status", True)]
    assert read("*DRAW*|Sent from my iPhone") == [("draw", False)]
    assert read("it will surely end in a|draw.") == [("draw", True)]
    assert read("Hello,||• STATUS||Anna") == [("status", False)]
    assert read("I hope for a|draw|ORDERS|x|END") == [("draw", True), ("orders", False)]
    assert read("ORDERS|discard 2/1||END|looking forward to your|resign") == [
        ("orders", False),
        ("resign", True),
    ]
