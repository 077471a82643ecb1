"""Replies as mail programs make them: how each quotes the mail that it answers, in thirty languages.

The shapes follow public reports and the programs' documentation; no text of theirs is copied.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from email.message import EmailMessage
from email.policy import SMTP
from html import escape

from msgspec import Struct

from service.text.columns import width, wrapped

UMPIRE, ANNA = "umpire@example.org", "anna@example.net"


class Language(Struct, frozen=True):
    """What programs in a language call things: `wrote` with {date} and {who}, `title` of an original mail."""

    id: str
    sender: str
    sent: str
    to: str
    subject: str
    wrote: str
    title: str


def _languages(table: str) -> list[Language]:
    return [Language(*(cell.strip() for cell in line.split("|"))) for line in table.strip().splitlines()]


LANGUAGES = _languages(
    """
en | From | Sent | To | Subject | On {date}, {who} wrote: | Original Message
de | Von | Gesendet | An | Betreff | Am {date} schrieb {who}: | Ursprüngliche Nachricht
fr | De | Envoyé | À | Objet | Le {date}, {who} a écrit : | Message d'origine
es | De | Enviado | Para | Asunto | El {date}, {who} escribió: | Mensaje original
pt | De | Enviada em | Para | Assunto | Em {date}, {who} escreveu: | Mensagem original
it | Da | Inviato | A | Oggetto | Il giorno {date} {who} ha scritto: | Messaggio originale
nl | Van | Verzonden | Aan | Onderwerp | Op {date} schreef {who}: | Oorspronkelijk bericht
sv | Från | Skickat | Till | Ämne | Den {date} skrev {who}: | Ursprungligt meddelande
da | Fra | Sendt | Til | Emne | Den {date} skrev {who}: | Oprindelig meddelelse
nb | Fra | Sendt | Til | Emne | {date} skrev {who}: | Opprinnelig melding
fi | Lähettäjä | Lähetetty | Vastaanottaja | Aihe | {date} {who} kirjoitti: | Alkuperäinen viesti
pl | Od | Wysłano | Do | Temat | {date} {who} napisał(a): | Wiadomość oryginalna
cs | Od | Odesláno | Komu | Předmět | {date} odesílatel {who} napsal: | Původní zpráva
sk | Od | Odoslané | Komu | Predmet | {date} používateľ {who} napísal: | Pôvodná správa
hu | Feladó | Küldve | Címzett | Tárgy | {who} ezt írta (időpont: {date}): | Eredeti üzenet
ro | De la | Trimis | Către | Subiect | În {date}, {who} a scris: | Mesaj original
bg | От | Изпратено | До | Тема | На {date} {who} написа: | Оригинално съобщение
ru | От | Отправлено | Кому | Тема | {date}, {who} пишет: | Исходное сообщение
uk | Від | Надіслано | Кому | Тема | {date} {who} пише: | Вихідне повідомлення
el | Από | Στάλθηκε | Προς | Θέμα | Στις {date}, ο χρήστης {who} έγραψε: | Αρχικό μήνυμα
tr | Kimden | Gönderildi | Kime | Konu | {date} tarihinde {who} şunu yazdı: | Özgün İleti
he | מאת | נשלח | אל | נושא | ב-{date} מאת {who}: | הודעה מקורית
ar | من | تم الإرسال | إلى | الموضوع | في {date} تمت كتابة ما يلي بواسطة {who}: | رسالة أصلية
fa | از | ارسال شد | به | موضوع | در {date}، {who} نوشت: | پیام اصلی
hi | प्रेषक | भेजा गया | प्रति | विषय | {date} को {who} ने लिखा: | मूल संदेश
th | จาก | ส่ง | ถึง | เรื่อง | ในวันที่ {date} {who} เขียนว่า: | ข้อความต้นฉบับ
vi | Từ | Đã gửi | Đến | Chủ đề | Vào {date}, {who} đã viết: | Thư gốc
ko | 보낸 사람 | 보낸 날짜 | 받는 사람 | 제목 | {date}에 {who}님이 작성: | 원본 메시지
zh | 发件人 | 发送时间 | 收件人 | 主题 | {who} 于 {date} 写道： | 原始邮件
ja | 差出人 | 送信日時 | 宛先 | 件名 | {date} {who}: | 元のメッセージ
"""
)
DATES = (
    "22.11.2026 10:00",
    "Sun, Nov 22, 2026 at 10:00 AM",
    "2026年11月22日(日) 10:00",
    "2026-11-22 10:00:00",
)
NAMES = (f"Tabellarius <{UMPIRE}>", f'"Tabellarius" <{UMPIRE}>', f"<{UMPIRE}>", "Tabellarius")
Quote = Callable[[Sequence[str], Language, random.Random], list[str]]
"""The lines with which a program quotes the lines of a mail."""


def _who(rng: random.Random) -> str:
    return rng.choice(NAMES)


def _block(language: Language, rng: random.Random, *, bold: str = "", gaps: bool = False) -> list[str]:
    """The headers of the mail that is answered."""
    colon = " :" if language.id == "fr" else rng.choice([":", "："]) if language.id in ("ja", "zh") else ":"
    rows = [
        (language.sender, _who(rng)), (language.sent, rng.choice(DATES)),
        (language.to, ANNA), (language.subject, "[JC-1] Year 1, turn 1 - your decision"),
    ]  # fmt: skip
    if rng.randrange(3) == 0:
        rows = [rows[1], rows[0], *rows[2:]]
    lines = [f"{bold}{name}{colon}{bold} {value}" for name, value in rows]
    if rng.randrange(4) == 0:  # folded
        head, _, tail = lines[-1].rpartition(" ")
        lines[-1:] = [head, f" {tail}"]
    return [one for line in lines for one in ((line, "") if gaps else (line,))]


def _announced(language: Language, rng: random.Random, *, breaks: bool = False) -> list[str]:
    line = language.wrote.format(date=rng.choice(DATES), who=rng.choice(NAMES[:2]))
    if not breaks or " " not in line:
        return [line]
    at = rng.choice(
        [n for n, sign in enumerate(line) if sign == " " and n > len(line) // 2] or [line.rindex(" ")]
    )
    return [line[:at], line[at + 1 :]]


def _marked(lines: Sequence[str], mark: str = "> ") -> list[str]:
    return [f"{mark}{line}".rstrip() for line in lines]


def _dashes(title: str, n: int = 5, gap: str = "") -> str:
    return f"{'-' * n}{gap}{title}{gap}{'-' * n}"


PROGRAMS: dict[str, tuple[bool, Quote]] = {
    "outlook": (False, lambda q, n, r: [*_block(n, r), "", *q]),
    "outlook on the web": (False, lambda q, n, r: ["_" * 32, *_block(n, r), "", *q]),
    "outlook, old": (False, lambda q, n, r: [_dashes(n.title), *_block(n, r), "", *q]),
    "outlook through gmail": (False, lambda q, n, r: [*_block(n, r, bold="*"), "", *q]),
    "windows mail": (False, lambda q, n, r: [*_block(n, r, gaps=True), "", *q]),
    "gmail": (True, lambda q, n, r: [*_announced(n, r, breaks=r.random() < 0.5), "", *_marked(q)]),
    "gmail, unmarked": (False, lambda q, n, r: [*_announced(n, r, breaks=True), "", *q]),
    "apple mail": (True, lambda q, n, r: _marked([*_announced(n, r), "", *q])),
    "iphone": (True, lambda q, n, r: ["Sent from my iPhone", "", *_marked([*_announced(n, r), *q])]),
    "thunderbird": (True, lambda q, n, r: [*_announced(n, r), *_marked(q)]),
    "yahoo": (False, lambda q, n, r: [*_announced(n, r), "", *(f" {line}" for line in q)]),
    "yahoo japan": (
        True,
        lambda q, n, r: ["----- Original Message -----", *_marked([*_block(n, r), "", *q])],
    ),
    "gmx": (False, lambda q, n, r: [*_block(n, r), "", *q]),
    "t-online": (False, lambda q, n, r: [_dashes(n.title, 5, " "), *_block(n, r), "", *q]),
    "samsung": (False, lambda q, n, r: [_dashes(n.title, 8, " "), *_block(n, r), "", *q]),
    "k-9": (True, lambda q, n, r: [*_announced(n, r), *_marked(q, ">")]),
    "zoho": (False, lambda q, n, r: [f"---- {_announced(n, r)[0].rstrip(':： ')} ----", "", *q]),
    "qq": (False, lambda q, n, r: [_dashes(n.title, 18, " "), *_block(n, r), "", *q]),
    "becky": (True, lambda q, n, r: [*_announced(n, r, breaks=True), "", *_marked(q)]),
    "shuriken": (True, lambda q, n, r: ["「Tabellarius」さんは書きました:", *_marked(q, ">")]),
    "the bat": (True, lambda q, n, r: [*_announced(n, r), "", *_marked(q, "T> ")]),
    "proton": (True, lambda q, n, r: [_dashes(n.title, 7, " "), *_announced(n, r), "", *_marked(q)]),
    "zimbra": (False, lambda q, n, r: [_dashes(n.title, 5, " "), *_block(n, r), "", *q]),
    "mail.ru": (False, lambda q, n, r: [*_announced(n, r), "", *q]),
}
"""Programs: whether each marks the lines that it quotes, and how it quotes."""


def broken(lines: Sequence[str], columns: int) -> list[str]:
    """Lines as a program breaks them, without a mark before the second half."""
    return [
        part
        for line in lines
        for part in (wrapped(line, columns=columns) if width(line) > columns else [line])
    ]


def placed(own: Sequence[str], quoted: Sequence[str], where: str) -> list[str]:
    """One's own lines above a quotation, below it, or within."""
    if where == "top":
        return [*own, "", *quoted]
    if where == "bottom":
        return [*quoted, "", *own]
    at = next(n for n, line in enumerate(quoted) if "ORDERS" in line or n == len(quoted) - 1)
    return [*quoted[:at], "", *own, "", *quoted[at:]]


def page(own: Sequence[str], quote: Sequence[str], *, is_marked: bool, head: Sequence[str]) -> str:
    """A reply as a page: the quotation in an element that says so, or behind a rule and headers."""
    mine = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in own)
    theirs = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in quote)
    first = "".join(f"<p>{escape(line)}</p>" for line in head)
    if is_marked:
        return (
            f"<html><body>{mine}<div>{first}<blockquote type='cite'>{theirs}</blockquote></div></body></html>"
        )
    ruled = f"<hr><div style='border-top:solid #E1E1E1 1.0pt'>{first}</div>"
    return f"<html><body>{mine}{ruled}{theirs}</body></html>"


def raw(text: str, form: str, token: str = "a" * 16, number: int = 1, answers: str = "") -> bytes:
    """The bytes of a mail with a text, in a form: plain, flowed, QP or HTML."""
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = ANNA, f"umpire+{token}@example.org"
    mail["Subject"], mail["Message-ID"] = (
        "Re: [JC-1] Year 1, turn 1 - your decision",
        f"<p{number}@example.net>",
    )
    if answers:
        mail["In-Reply-To"] = answers
    cte = (
        "quoted-printable"
        if form == "qp"
        else "8bit"
        if max(map(len, text.splitlines()), default=0) < 900
        else "base64"
    )
    mail.set_content(text, subtype="html" if form == "html" else "plain", charset="utf-8", cte=cte)
    if form == "flowed":
        mail.set_param("format", "flowed")
    return mail.as_bytes()
