"""A mail in a browser, as telephones and tables show it: nothing scrolls sideways, dark or light."""

from __future__ import annotations

import base64
from email.message import EmailMessage

import pytest
from playwright.sync_api import Browser

from tests.harness.chromium import chromium
from tests.harness.service import SHEETS, ServiceHarness

from .harness import MailHarness
from .test_year import begun

DARK = "<head><style>html{background:#fff;filter:invert(1) hue-rotate(180deg)}</style>"


def page(mail: EmailMessage) -> str:
    """Return the HTML of a mail with its pictures in it."""
    body = mail.get_body(("html",))
    assert body is not None
    html = str(body.get_content())
    assert len(html) < 100_000 and not any(word in html for word in ("data:", "http", "<style", "<script"))
    for part in mail.walk():
        if part.get_content_maintype() == "image":
            data = base64.b64encode(bytes(part.get_payload(decode=True))).decode()
            html = html.replace(f"cid:{part['Content-ID'].strip('<>')}", f"data:image/png;base64,{data}")
    return html


@pytest.mark.matrix
def test_a_mail_fits_its_window(b: ServiceHarness, mails: MailHarness) -> None:
    mails._cache = SHEETS
    begun(b, mails)
    (mail,) = mails.deliver()
    html = page(mail)
    with chromium() as browser:
        for width in (360, 720):
            fits(browser, html, width)
            fits(browser, html.replace("<head>", DARK), width)


def fits(browser: Browser, html: str, width: int) -> None:
    """Nothing is wider than the window, every picture is there, and the orders come before the story."""
    tab = browser.new_page(viewport={"width": width, "height": 900})
    tab.set_content(html)
    found = tab.evaluate(
        "[document.documentElement.scrollWidth,"
        " [...document.images].every(one => one.complete && one.naturalWidth && one.alt.length > 20),"
        " document.body.innerText.indexOf('ORDERS JC-1'), document.body.innerText.indexOf('What happened')]"
    )
    tab.close()
    assert found[0] <= width and found[1] is True and 0 < found[2] < found[3]
