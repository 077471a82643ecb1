"""Mails in a real browser: on telephones and screens, inverted, and with their styles taken out."""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from service.usecases.play import battle_orders, playing
from service.usecases.tournaments import entering, staff
from tests.harness.chromium import FLAGS, chromium, window
from tests.harness.club import SCORED
from tests.harness.service import SHEETS, ServiceHarness, by, service_harness
from tournaments.rules import Rules

from .harness import MailHarness, text
from .test_tournament import ANNA, BELA, entered, tournament
from .test_year import CAMPAIGN, all_orders, begun

pytestmark = pytest.mark.byhand
WIDTHS = (360, 720)
CHANGES: dict[str, Callable[[str], str]] = {
    "as it is": lambda page: page,
    "without style sheets": lambda page: re.sub(r"(?s)<style.*?</style>", "", page),
    "stripped": lambda page: re.sub(r' style="[^"]*"', "", page),
}


def of_a_game(b: ServiceHarness, mails: MailHarness) -> dict[str, EmailMessage]:
    """A question with map, close-up and hand; its answer; a frame with lines for a battle, in Japanese."""
    mails._cache = SHEETS
    anna = begun(b, mails)
    found = {"a question": mails.deliver()[0]}
    mails.write(
        anna, f"ORDERS\n{all_orders(b, 'caesar', 1)[0]}\nEND\nSTATUS\nMAP\nHAND\nLOG\nHELP\nLANGUAGE ja"
    )
    (found["an answer"],) = mails.round()
    for step in range(200):
        (seat, *_) = sorted((one.seat for one in b.service.asked(CAMPAIGN)), reverse=True)
        if seat == "caesar" and b.service.look(CAMPAIGN, battle_orders.suggested, "caesar", "en")[1]:
            break
        user = anna.user if seat == "caesar" else seat
        b.service.do(by(user), CAMPAIGN, playing.order, seat, all_orders(b, seat, step)[0], "en")
    (found["a battle"],) = mails.deliver()
    return found


def standalone(mail: EmailMessage) -> str:
    """The page of a mail, with its pictures inside."""
    body = mail.get_body(("html",))
    assert body is not None
    page = str(body.get_content())
    for part in mail.walk():
        if part.get_content_maintype() == "image":
            data = base64.b64encode(part.get_payload(decode=True) or b"").decode()  # type: ignore[arg-type]
            page = page.replace(
                f"cid:{str(part['Content-ID'])[1:-1]}", f"data:{part.get_content_type()};base64,{data}"
            )
    assert "cid:" not in page
    return page


def looked_at(mails: dict[str, EmailMessage], folder: Path) -> None:
    """Check each mail in every variant: nothing is wider than the window, and inverted colours differ."""
    for name, mail in mails.items():
        assert max(map(len, text(mail).splitlines())) < 998
        (folder / f"{name}.txt").write_text(text(mail))
    for dark in (False, True):
        flags = [*FLAGS, *(["--enable-features=WebContentsForceDark"] if dark else [])]
        with chromium(flags) as browser:
            for width in WIDTHS:
                for name, mail in mails.items():
                    for change, changed in CHANGES.items():
                        with window(browser, viewport={"width": width, "height": 900}) as page:
                            page.set_content(changed(standalone(mail)), wait_until="load")
                            wide = page.evaluate("document.scrollingElement.scrollWidth")
                            shown = f"{name}, {change}, {width}{', dark' if dark else ''}"
                            page.screenshot(path=folder / f"{shown}.png", full_page=True)
                            assert wide <= width, f"{shown}: {wide} px"


def test_mails_of_a_game_fit_every_window(b: ServiceHarness, mails: MailHarness, tmp_path: Path) -> None:
    looked_at(of_a_game(b, mails), Path(os.environ.get("TESTS_LOOKS", tmp_path)))


def test_mails_of_a_tournament_fit_every_window(tmp_path: Path) -> None:
    with service_harness(tmp_path / "a.sqlite", SCORED) as b:
        mails = MailHarness(b.service, tmp_path)
        sides = ["caesar", "pompey"]
        rules = Rules(format="swiss", seats=sides, rounds=1, sides="bid", bid_for="caesar", most_bid=5)
        id = tournament(b, rules, "julius_caesar", "war")
        entered(b, mails, ANNA, BELA)
        b.service.tournaments.do(by("director"), id, entering.close)
        b.service.tournaments.next_round(by("director"), id)
        b.service.tournaments.do(by("director"), id, staff.announce, "Good games, all of you! " * 20)
        found = {"a round": mails.deliver()[0]}
        place = b.service.context.mail_places.of(1, ANNA)
        assert place is not None
        mails.write(place, "BID 1.1 6\nSTANDINGS\nHELP")
        (found["a place"],) = mails.round()
        looked_at(found, Path(os.environ.get("TESTS_LOOKS", tmp_path)))
