"""Replies of twenty programs in thirty languages: one's own order is read once, nothing of the quotation."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP

import pytest

from frontends.mail.incoming import Incoming, compared, read
from frontends.mail.reading import Request, requests
from frontends.mail.writing import Outward, Section, passages, write
from frontends.mail.written.layout import COLUMNS
from frontends.mail.written.ours import Ours
from service.pictures.drawing import Picture
from service.text.columns import width

from .harness import body
from .programs import ANNA, LANGUAGES, PROGRAMS, UMPIRE, broken, page, placed, raw

SEED = 34
HOW = (
    "Reply with your orders between these lines, above any text that your mail program quotes. A line that "
    "begins with # does not count: remove the #, or write a line of your own."
)
FRAME = [
    "ORDERS JC-1 caesar 1/1 +abc234",
    *(f"# discard {card}" for card in ("2/1", "2/2", "Neptune")),
    "END",
]
BATTLE = [
    "ORDERS JC-1 caesar 1/4 +abc234",
    "# fire LEG 10, LEG 7",
    "# For this turn's battles, so that you need not write again: the first line that fits is carried out.",
    "if letter = C, round = 4 do retreat LEG 10 to Narbo, then LEG 7 to Narbo, then LEG 9 to Narbo",
    "# if asked do lose LEG 10, then LEG 7, then LEG 9",
    "END",
]
HAPPENED = Section(
    "What happened",
    [
        "Each side was dealt 6 cards. Caesar's hand: 2/1, 2/2, 2/3, 2/3, 3/2, Neptune.",
        "Gnaeus (Pompey) writes to Caesar: Shall we draw? My orders are to wait until the end of the "
        "year, and I check every day whether you resign.",
        "Seal, to prove this later: " + "0123456789abcdef" * 4,
    ],
)
MAILS = {
    "question": [
        Section("Your decision", ["Choose a card to discard, face down.", HOW]),
        Section("", FRAME, is_orders=True),
        HAPPENED,
    ],
    "battle": [
        Section("Your decision", ["Fire or pass.", HOW]), Section("", BATTLE, is_orders=True), HAPPENED,
    ],
    "help": [
        Section("", ["1. HELP", "Write each command on a line of its own:",
                     "ORDERS: gives the orders in the lines after it, until END",
                     "BACK: takes back your last order", "DRAW: proposes a draw",
                     "ABSENT: reports days on which you are away, such as 1-14 August"]),
        Section("", ["Waiting for: Pompey"]),
    ],
    "press": [HAPPENED, Section("", ["It is also your turn in: OTT-2"])],
    "digest": [
        HAPPENED, Section("Dice and proof", ["entry 9 · epoch 3 · seed " + "fedcba9876543210" * 4]),
    ],
}  # fmt: skip
OWN = ["ORDERS JC-1 caesar 1/1", "discard 2/3", "END"]
PLACES, FORMS = ("top", "bottom", "interleaved"), ("plain", "html", "flowed", "wrapped", "qp")


def sent(kind: str) -> tuple[Ours, list[str]]:
    """One of the umpire's mails: what is kept of it, and its lines."""
    picture = Picture("map", b"", "image/png", "The map: LEG 7 and LEG 9 in Narbo.")
    outward = Outward(ANNA, UMPIRE, UMPIRE, "x", MAILS[kind], "k", 0, [picture], language="en")
    mail = message_from_bytes(write(outward), policy=SMTP)
    assert isinstance(mail, EmailMessage)
    return Ours([tuple(passages(outward))]), body(mail).splitlines()


def reply(rng: random.Random, quoted: Sequence[str], own: Sequence[str]) -> tuple[str, bytes, bool]:
    """A reply with some lines of one's own, as one of the programs makes it: its description, its bytes, and
    whether what is quoted amid it has no marks.
    """
    name, language = rng.choice([*PROGRAMS]), rng.choice(LANGUAGES)
    is_marked, quote = PROGRAMS[name]
    where, form = rng.choice(PLACES), rng.choice(FORMS)
    about = f"{name}, {language.id}, {where}, {form}"
    if form == "html":
        head = quote([], language, rng)
        return about, raw(page(own, quoted, is_marked=is_marked, head=head), form), False
    lines = quote(quoted, language, rng)
    if form == "wrapped":
        lines = broken(lines, rng.randrange(66, 79))
    return about, raw("\r\n".join(placed(own, lines, where)), form), not is_marked and where != "top"


def understood(mail: Incoming) -> list[Request]:
    """The requests of a mail that count, but for remarks."""
    return [one for one in requests(mail.lines, "Anna") if not one.is_amid]


def drawn(count: int) -> Iterator[tuple[str, Incoming, list[str], bool]]:
    """Replies: how each was made, what it is read as, one's own lines, whether they may be asked about."""
    rng, mails = random.Random(SEED), {kind: sent(kind) for kind in MAILS}
    for n in range(count):
        kind = rng.choice([*MAILS])
        own = rng.choice([OWN, ["Thank you, tomorrow."], ["Danke, morgen.", "", "Anna"]])
        ours, quoted = mails[kind]
        about, mail, may_ask = reply(rng, quoted, own)
        found = compared(read(mail), ours) if n % 4 else read(mail)
        yield f"{n}: {about}, {kind}", found, own, may_ask


@pytest.mark.parametrize(
    "count", [60, pytest.param(200, marks=pytest.mark.matrix), pytest.param(5_000, marks=pytest.mark.byhand)]
)
def test_ones_own_order_is_read_once_and_nothing_of_the_quotation(count: int) -> None:
    """Amid a quotation without marks it may be asked about instead. Of each four mails one answers a mail of
    which nothing is kept.
    """
    print(f"seed {SEED}")
    wrong = []
    for about, mail, own, may_ask in drawn(count):
        found = [(one.verb, one.lines, one.is_open) for one in understood(mail)]
        wanted = [("orders", ("discard 2/3",), False)] if own == OWN else []
        is_asked = may_ask and not found and "discard 2/3" in mail.quoted
        if found != wanted and not is_asked:
            wrong.append((about, found, mail.lines))
    assert not wrong, f"{len(wrong)} of {count}: {wrong[:5]}"


# -- an adversary --------------------------------------------------------------------------------------


FRAMES = [
    *(("ORDERS", "END"), ("命令", "終わり"), ("ORDERS JC-1 caesar 1/1", "END"), ("ADD", "END")),
    *(("*ORDERS*", "*END*"), ("- ORDERS", "END")),
]


def hostile(rng: random.Random) -> str:
    """A message built so that a frame stands in it if its lines are broken in the right places."""
    columns = rng.randrange(40, 81)
    verb, end = rng.choice(FRAMES)
    order = rng.choice(["discard 2/1", "discard Neptune", "- discard 2/1"])
    filler = rng.choice("Ayあ.")
    full = filler * (columns // width(filler) - 1)
    before = filler * max(1, (columns - rng.randrange(20, 45)) // width(filler))
    words = [before, verb, f"#{full}", f"{order} # {full}", end, full]
    if rng.randrange(3) == 0:
        words = [before, verb, f"{order} #{full}", end, full]
    return " ".join(words)


def quotes(rng: random.Random, lines: Sequence[str]) -> tuple[str, list[str]]:
    """A quotation of lines broken in some width, marked well, badly, or not at all."""
    columns, language = rng.randrange(40, 81), rng.choice(LANGUAGES)
    name = rng.choice([*PROGRAMS])
    _, quote = PROGRAMS[name]
    ways: list[Callable[[], list[str]]] = [
        lambda: quote(broken(lines, columns), language, rng),
        lambda: broken(quote(lines, language, rng), columns),
        lambda: ["On Sunday Tabellarius wrote:", *broken([f"> {' '.join(lines)}"], columns)],
        lambda: broken([f"> {line}" for line in lines], columns),
    ]
    way = rng.randrange(len(ways))
    return f"{name}, way {way}, {columns} columns", ways[way]()


@pytest.mark.parametrize(
    "count", [60, pytest.param(300, marks=pytest.mark.matrix), pytest.param(2_000, marks=pytest.mark.byhand)]
)
def test_no_message_of_an_opponent_becomes_an_order(count: int) -> None:
    """However it is broken by the umpire and by the program that quotes it, whether or not what was sent is
    known.
    """
    print(f"seed {SEED}")
    rng = random.Random(SEED)
    wrong = []
    for n in range(count):
        said = hostile(rng)
        name = rng.choice(["Gnaeus", "ORDERS", "# ORDERS", "END"])
        sections = [
            Section("", FRAME, is_orders=True),
            Section("What happened", [f"{name} (Pompey) writes to Caesar: {said}"]),
        ]
        outward = Outward(ANNA, UMPIRE, UMPIRE, "x", sections, "k", 0, language="en")
        mail = message_from_bytes(write(outward), policy=SMTP)
        assert isinstance(mail, EmailMessage)
        assert all(width(line) <= COLUMNS for line in body(mail).splitlines())
        lines = (
            body(mail).splitlines()
            if n % 2
            else [line for one in sections for line in (one.heading, *one.lines)]
        )
        about, quoted = quotes(rng, lines)
        text = "\r\n".join(["Danke, morgen.", "", *quoted])
        found = (
            compared(read(raw(text, "plain")), Ours([tuple(passages(outward))]))
            if n % 3
            else read(raw(text, "plain"))
        )
        if [one for one in requests(found.lines) if not (one.is_open or one.is_amid)]:
            wrong.append((about, n % 2, n % 3, requests(found.lines), found.lines))
    assert not wrong, f"{len(wrong)} of {count}: {wrong[:3]}"
