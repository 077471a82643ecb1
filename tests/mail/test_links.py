"""A link to the table in place of pictures."""

from __future__ import annotations

from email.message import EmailMessage

from service.usecases.play import playing
from service.values.front_ends.browser import SeatAccess
from tests.harness.service import SHEETS, ServiceHarness, by

from .harness import MailHarness, text
from .test_year import CAMPAIGN, begun, order

TABLE = "https://table.example.org"


def pictures(mail: EmailMessage) -> list[str]:
    return [part.get_content_type() for part in mail.walk() if part.get_content_maintype() == "image"]


def said(mails: MailHarness, what: str) -> EmailMessage:
    anna = mails._service.mail.seats(CAMPAIGN)[0]
    mails.write(anna, what)
    return mails.round()[0]


def test_links_are_offered_where_everybody_can_open_them(b: ServiceHarness, mails: MailHarness) -> None:
    begun(b, mails)
    for mails.table in ("", TABLE):
        assert text(said(mails, "DELIVERY links")).count("links") == 1, "the command, and no option"
    b.service.seat_access.grant(SeatAccess(CAMPAIGN, "pompey", "pompey"), "token")
    assert "links" in text(said(mails, "DELIVERY")).partition("Possible: ")[2]


def test_a_mail_with_a_link_has_the_map_in_words(b: ServiceHarness, mails: MailHarness) -> None:
    """A picture that is asked for still comes; so do all once the player chooses pictures again."""
    anna = begun(b, mails)
    mails._cache, mails.table = SHEETS, TABLE
    b.service.seat_access.grant(SeatAccess(CAMPAIGN, "pompey", "pompey"), "token")
    assert "MAP and HAND still send pictures" in text(said(mails, "DELIVERY links"))
    (mail,) = mails.deliver()
    page = mail.get_body(("html",))
    assert page is not None and not pictures(mail)
    assert f"\n{TABLE}/game/{CAMPAIGN}/public" in text(mail).replace("\r", "")
    assert f'<a href="{TABLE}/game/{CAMPAIGN}/public">' in page.get_content()
    assert "14 blocks: Genua 3" in text(mail), "the map in words, as the seat sees it"
    assert len(pictures(said(mails, "HAND"))) == 1
    assert "Your email has pictures." in text(said(mails, "DELIVERY pictures"))
    for user, seat in ((anna.user, "caesar"), ("pompey", "pompey")):
        b.service.do(by(user), CAMPAIGN, playing.order, seat, order(b, seat, 1), "en")
    assert pictures(mails.deliver()[0])
