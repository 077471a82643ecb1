"""Texts in the charsets of the world's mail programs, named as they name them (docs/mail.md)."""

from __future__ import annotations

import base64
import time

import pytest

from frontends.mail.incoming import MOST_BYTES, read
from frontends.mail.received.charsets import decoded
from service.values.front_ends.mail import MailSeat
from tests.harness.service import ServiceHarness

from .harness import MailHarness, text, without_pictures
from .test_year import CAMPAIGN, begun

__all__ = ["without_pictures"]

ORDER = "命令 JC-1 caesar 1/1\ndiscard Neptune\n終わり\n"
LINES = ("命令 JC-1 caesar 1/1", "discard Neptune", "終わり")
GREETING = "①お世話になります。㈱髙橋の﨑です。ｶｴｻﾙ～－∥\n"
WRITTEN = {
    "cp50221": "1b24422d21242a40244f43244b244a246a245e243921232d6a7c623636244e79752447243921231b"
    "284936343b591b24422141215d21421b28420a",
    "cp51932": "ada1a4aac0a4cfc3a4cba4caa4eaa4dea4b9a1a3adeafce2b6b6a4cef9f5a4c7a4b9a1a38eb68eb4"
    "8ebb8ed9a1c1a1dda1c20a",
    "eucjp-ms": "ada1a4aac0a4cfc3a4cba4caa4eaa4dea4b9a1a3adea8ff4fbb6b6a4ce8ff4bda4c7a4b9a1a38eb6"
    "8eb48ebb8ed9a1c1a1dda1c20a",
}
"""The greeting as Windows, telephones and old Unix write it (the last by glibc's iconv)."""
WRONG = (
    *("us-ascii", "utf-8", "iso-8859-1", "windows-1252", "ISO-2022-JP", "shift_jis", "euc-jp", "x-unknown"),
    None,
)
"""Charsets that are named for what they are not; None for none."""


def _mail(data: bytes, charset: str | None, kind: str = "text/plain") -> bytes:
    named = "" if charset is None else f"; charset={charset}"
    head = f"From: a@example.net\r\nContent-Type: {kind}{named}\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    return head.encode() + base64.encodebytes(data)


@pytest.mark.parametrize("named", ["iso-2022-jp", "ISO-2022-JP-MS", "cp50221", *WRONG])
def test_iso_2022_jp_is_read_whatever_is_named(named: str | None) -> None:
    _is_read(bytes.fromhex(WRITTEN["cp50221"]) + ORDER.encode("iso2022_jp"), named)


@pytest.mark.parametrize("named", ["Shift_JIS", "x-sjis", "sjis", "windows-31j", "cp932", *WRONG])
def test_shift_jis_is_read_whatever_is_named(named: str | None) -> None:
    _is_read((GREETING + ORDER).encode("cp932"), named)


@pytest.mark.parametrize("named", ["EUC-JP", "x-euc-jp", "eucjp-ms", *WRONG])
@pytest.mark.parametrize("form", ["cp51932", "eucjp-ms"])
def test_euc_is_read_whatever_is_named(form: str, named: str | None) -> None:
    _is_read(bytes.fromhex(WRITTEN[form]) + ORDER.encode("euc_jp"), named)


def _is_read(written: bytes, named: str | None) -> None:
    mail = read(_mail(written, named))
    assert (
        mail.lines == ("(1)お世話になります。(株)髙橋の﨑です。カエサル~-∥", *LINES) and not mail.unreadable
    )


@pytest.mark.parametrize("charset", ["iso2022_jp", "cp932", "euc_jp"])
def test_a_page_names_its_charset_itself(charset: str) -> None:
    name = {"iso2022_jp": "iso-2022-jp", "cp932": "Shift_JIS", "euc_jp": "EUC-JP"}[charset]
    page = f'<html><head><meta charset="{name}"></head><body>{ORDER}</body></html>'.replace("\n", "<br>")
    assert read(_mail(page.encode(charset), None, "text/html")).lines == LINES


BEYOND = {
    "Grüße aus Köln, bis morgen": "windows-1252",
    "À demain, j'ai été occupé": "windows-1252",
    "Спасибо за письмо! Ход сделаю вечером.": "windows-1251 koi8-r",
    "Дякую, відповім завтра": "windows-1251 koi8-u",
    "Ευχαριστώ πολύ, αύριο": "windows-1253",
    "תודה רבה על המשחק": "windows-1255",
    "مرحبا، سأرد غدا": "windows-1256",
    "สวัสดีครับ พรุ่งนี้ตอบ": "cp874",
    "Dziękuję, odpowiem jutro": "windows-1250 iso-8859-2",
    "Teşekkürler, yarın yanıtlarım": "windows-1254",
    "今天很忙，明天再下命令。": "gb18030",
    "今天很忙，明天再下命令，謝謝。": "cp950",
    "내일 명령을 보내겠습니다": "cp949",
}


@pytest.mark.parametrize("said", BEYOND)
@pytest.mark.parametrize("named", ["", "us-ascii", "utf-8", "x-unknown"])
def test_other_scripts_are_read_where_the_named_charset_fails(said: str, named: str) -> None:
    for charset in BEYOND[said].split():
        found = decoded(f"{said}\nORDERS\ndiscard Neptune\nEND\n".encode(charset), named)
        assert (found.text.splitlines()[0], found.unreadable) == (said, "")


def test_what_is_named_counts_wherever_it_fits() -> None:
    for said, charsets in BEYOND.items():
        for charset in charsets.split():
            assert decoded(said.encode(charset), charset).text == said


@pytest.mark.parametrize("data", ["c4c1", "b3d7", "c1c2c1c2", "8140ff", "fffefdfc80", "61629d8182"])
def test_a_text_that_may_be_anything_is_unreadable(data: str) -> None:
    found = decoded(bytes.fromhex(data), "utf-8")
    assert found.unreadable == "utf-8" and not any("\x7f" < sign < "\ufffd" for sign in found.text)


def test_a_long_text_may_be_cut_within_a_sign() -> None:
    for charset in ("utf-8", "iso2022_jp", "cp932", "euc_jp"):
        data = ORDER.encode(charset)
        assert all(not decoded(data[:n], charset, is_cut=True).unreadable for n in range(3, len(data)))


@pytest.mark.parametrize(
    "language, said",
    [
        ("en", "it is not in utf-8, as the mail says. Nothing in it was carried out"),
        ("ja", "utf-8"),
    ],
)
def test_a_text_that_stays_unreadable_is_said_to_be_and_does_nothing(
    b: ServiceHarness, mails: MailHarness, language: str, said: str
) -> None:
    anna: MailSeat = begun(b, mails)
    mails.write(anna, f"LANGUAGE {language}")
    mails.round()
    before = b.service.campaign(CAMPAIGN).n
    raw = (
        f"From: {anna.address}\r\nTo: umpire+{anna.token}@example.org\r\nMessage-ID: <u@example.net>\r\n"
        "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
    )
    mails.put(raw.encode() + b"\xb3\xd7\r\nORDERS JC-1 caesar\r\ndiscard Neptune\r\nEND\r\n")
    (answer,) = mails.round()
    assert said in " ".join(text(answer).split()) and b.service.campaign(CAMPAIGN).n == before


def test_a_charset_that_python_reads_escapes_by_is_none() -> None:
    """Python's `punycode` and `unicode-escape` are text encodings, but no charsets of mails."""
    for name in ("punycode", "idna", "unicode_escape", "raw_unicode_escape", "rot13", "\0", "undefined"):
        assert decoded("\\x41ß".encode(), name).text == "\\x41ß"


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("said", "charset"),
    [
        ("明日の命令をおくります。", "euc_jp"),
        ("明日の命令をおくります。", "iso2022_jp"),
        ("明日の命令をおくります。", "cp932"),
        ("завтра приказ легиону ", "koi8-r"),
        ("明天的命令罗马军团前进。", "gb18030"),
    ],
)
@pytest.mark.parametrize("kind", ["mixed", "alternative"])
def test_a_mail_of_many_long_texts_in_no_named_charset_is_read_in_seconds(
    said: str, charset: str, kind: str
) -> None:
    """As much as a mail may hold: its parts are decoded only as far as they are read."""
    part = b"Content-Type: text/plain\r\n\r\n" + f"{said}\n".encode(charset) * 8_000
    count = min(90, MOST_BYTES // len(part) - 1)
    head = f"From: a@example.net\r\nContent-Type: multipart/{kind}; boundary=x\r\n\r\n".encode()
    raw = head + b"".join(b"\r\n--x\r\n" + part for _ in range(count)) + b"\r\n--x--\r\n"
    began = time.process_time()
    mail = read(raw)
    assert time.process_time() - began < 4
    assert mail.text.startswith(said.strip()) or mail.unreadable
