"""DKIM where a campaign demands it: a key of our own, name servers that answer as they are told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import dkim
import pytest
from msgspec import structs

from frontends.mail import _read as read_mailbox
from frontends.mail.incoming import is_signed, read
from frontends.mail.mailer import KEY_PATIENCE, Mailer
from frontends.mail.servers.signatures import KeyUnknown, signers
from service.runtime.worker import Worker
from service.usecases.referee import acts
from service.usecases.time import deadlines
from service.values.front_ends.mail import MailSeat
from service.values.time_control import TimeControl
from tests.harness.service import ServiceHarness, by

from .harness import UMPIRE, MailHarness, text, without_pictures
from .test_year import CAMPAIGN, begun

__all__ = ["without_pictures"]

# Made for these tests, and used for nothing else.
KEY = b"""-----BEGIN RSA PRIVATE KEY-----
MIICXAIBAAKBgQC06wK8YPQtQ0ubdz4Z0aVkS/yxEjttbTlYHDqjZj+QwORw+tIc
CSPdNbXsm5uULcl4Lufa728nt0Pj4pmuXFVxIiohRAv6KZLZPBIeUGAYT2+o5CoN
x1RnV92wjflOVHqy3XfXyDaE/XObbJAM+TjOa0SxKVPk7+snRJu2qUUtnQIDAQAB
AoGAEw8O4rlz/7CvLlmJeT7UpZQ7souxJv3ypI2Uv9HtsFohtqU1rS5pUMxvtdVO
tnV8W+TVGANROmXcCQ2+Etg3R95vgsn7EfcV74SAHfOhZL489VBOMzIOCnJWcyj3
RM1ibb5yyy7kM5e8uZ/SOuhSzgy2VnCqOxLHm5SKtYH5qAECQQDbY8fIh2MZxzzk
dUl0Nb1eq8PGt6iMIgck2qaTfS2s5vFyW8qa8C+zY8fZihlDi4LXh+sRrL9ZGInT
r7ohtEtBAkEA0xu8gTvEXhylJq4+BzPVd2BjlcCUF0HuRo6NaVaJfhN9wIWYPQT6
9v2uU2ZCOXhBzk8yZyChZhML7w6eBkMXXQJBALfHPw0hNIfcmYq7IVwCxG5wrmBh
awRwYNGjg9SbEM786pckg3UE7MB2PmxhvcYSMPnBds3oiqXk41f7pY0kTcECQBgi
H5aWgohPtgGKAcVJA6o19qxz63oNK3Qdb8UPA4DKMaIEo7a2DwqVTYxzMDbprHwt
SZHIhSrqGn8lqKMGoHECQAaj3avkVZtUxrtrijhXL2XIEclTLuTWYFyjf6Y1aubw
5YJf73l1nLaxe3JqznM1dQY+cK/oUVHFBPYznBr3n4E=
-----END RSA PRIVATE KEY-----
"""
RECORD = (
    b"v=DKIM1; k=rsa; p="
    b"MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC06wK8YPQtQ0ubdz4Z0aVkS/yxEjttbTlYHDqj"
    b"Zj+QwORw+tIcCSPdNbXsm5uULcl4Lufa728nt0Pj4pmuXFVxIiohRAv6KZLZPBIeUGAYT2+o5CoN"
    b"x1RnV92wjflOVHqy3XfXyDaE/XObbJAM+TjOa0SxKVPk7+snRJu2qUUtnQIDAQAB"
)
ORDERS = "ORDERS\ndiscard Neptune\nEND"


class Names:
    """Name servers that know the key of some domains; `is_down` while none answers."""

    def __init__(self, *domains: str) -> None:
        self.names = [f"mail._domainkey.{domain}.".encode() for domain in domains]
        self.is_down = False
        self.asked: list[bytes] = []
        self.threads: set[int] = set()

    def __call__(self, name: bytes, timeout: float = 5.0) -> bytes | None:
        self.asked.append(name)
        self.threads.add(threading.get_ident())
        if self.is_down:
            raise KeyUnknown("no answer")
        return RECORD if name in self.names else None


def mail_to(token: str, said: str, sender: str = "anna@example.net", n: int = 1) -> bytes:
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = sender, f"umpire+{token}@example.org"
    mail["Subject"], mail["Message-ID"] = "Re: game", f"<{n}@example.net>"
    mail.set_content(said)
    return mail.as_bytes()


def signed(raw: bytes, domain: str = "example.net", **more: object) -> bytes:
    return bytes(dkim.sign(raw, b"mail", domain.encode(), KEY, **more)) + raw


RAW = signed(mail_to("a" * 16, ORDERS))


@pytest.mark.parametrize(
    ("raw", "domains"),
    [
        (RAW, ["example.net"]),
        (signed(RAW, "evil.example"), ["evil.example", "example.net"]),
        (RAW.replace(b"Neptune", b"Jupiter"), []),
        (RAW.replace(b"Re: game", b"Re: name"), []),
        (b"From: eve@example.com\r\n" + RAW, []),
        (signed(mail_to("a" * 16, ORDERS), length=True), []),
        (signed(mail_to("a" * 16, ORDERS), signature_algorithm=b"rsa-sha1"), []),
        (signed(mail_to("a" * 16, ORDERS), "nobody.example"), []),
        (mail_to("a" * 16, ORDERS), []),
        (b"DKIM-Signature: v=1; a=rsa-sha256; d=; s=\xff; h=from; b=!\r\n" + mail_to("a", ORDERS), []),
        (b"DKIM-Signature: \r\n" * 500 + mail_to("a", ORDERS), []),
    ],
    # A signature holds the second at which it was made: without names each process would collect other tests.
    ids=[
        "whole",
        "two_signers",
        "other_text",
        "other_subject",
        "second_sender",
        "part_of_the_text",
        "sha1",
        "unknown_domain",
        "unsigned",
        "broken",
        "many_broken",
    ],
)
def test_only_a_whole_signature_of_the_whole_mail_counts(raw: bytes, domains: Sequence[str]) -> None:
    names = Names("example.net", "evil.example")
    assert list(signers(raw, names)) == list(domains)
    assert len(names.asked) <= 3


@pytest.mark.parametrize(
    ("signer", "sender", "is_good"),
    [
        ("example.net", "anna@example.net", True),
        ("example.net", "anna@mail.example.net", True),
        ("mail.example.net", "anna@example.net", False),
        ("net", "anna@example.net", False),
        ("ample.net", "anna@example.net", False),
        ("evil.example", "anna@example.net", False),
    ],
)
def test_a_signature_is_of_the_senders_domain(signer: str, sender: str, is_good: bool) -> None:
    assert is_signed(structs.replace(read(mail_to("a", "HELP", sender)), signers=(signer,))) == is_good


class Signed(MailHarness):
    """An umpire who asks these name servers."""

    def __init__(self, b: ServiceHarness, folder: Path, names: Names) -> None:
        super().__init__(b.service, folder, 100)
        self._names = names

    def mailer(self, worker: Worker) -> Mailer:
        return Mailer(worker, UMPIRE, self._cache, key_of=self._names)


@pytest.fixture
def names() -> Names:
    return Names("example.net")


@pytest.fixture
def anna(b: ServiceHarness, mails: MailHarness) -> MailSeat:
    return begun(b, mails)


@pytest.fixture
def umpire(b: ServiceHarness, anna: MailSeat, tmp_path: Path, names: Names) -> Signed:
    b.service.do(by("judge"), CAMPAIGN, acts.demand_signatures, True)
    return Signed(b, tmp_path, names)


def test_where_a_game_demands_signatures_only_signed_mails_count(
    b: ServiceHarness, umpire: Signed, anna: MailSeat, names: Names
) -> None:
    n = b.service.campaign(CAMPAIGN).n
    umpire.put(mail_to(anna.token, ORDERS))
    (alarm,) = umpire.round()
    assert alarm["To"] == anna.address and "DKIM" in text(alarm) and "Neptune" not in text(alarm)
    assert b.service.campaign(CAMPAIGN).n == n
    umpire.put(signed(mail_to(anna.token, "STATUS", n=2)))
    (looked,) = umpire.round()
    assert "Waiting for" in text(looked) and threading.get_ident() not in names.threads
    code = text(alarm).partition("CONFIRM ")[2][:8]
    umpire.put(mail_to(anna.token, f"CONFIRM {code}", n=3))
    assert "Carried out: 1 order." in text(umpire.round()[0])
    names.asked.clear()
    umpire.put(mail_to("b" * 16, ORDERS, n=4))
    umpire.put(mail_to(anna.token, ORDERS, "eve@example.com", n=5))
    umpire.round()
    assert names.asked == [], "no name server is asked for mails that cannot count"


def test_a_mail_waits_for_name_servers_that_are_down(
    b: ServiceHarness, umpire: Signed, anna: MailSeat, names: Names
) -> None:
    names.is_down = True
    umpire.put(signed(mail_to(anna.token, ORDERS)))
    for _ in range(5):
        assert umpire.round() == []
    names.is_down = False
    assert "Carried out: 1 order." in text(umpire.round()[0])
    names.is_down = True
    umpire.put(signed(mail_to(anna.token, "STATUS", n=2)))
    assert umpire.round() == []
    b.clock.now += KEY_PATIENCE
    (alarm,) = umpire.round()
    assert "DKIM" in text(alarm)


def test_no_deadline_passes_while_a_mail_waits_for_a_key(
    b: ServiceHarness, umpire: Signed, anna: MailSeat, names: Names
) -> None:
    b.service.do(by("judge"), CAMPAIGN, deadlines.set_pace, TimeControl(kind="fixed", hours=24))
    (due, *_) = [one.due for one in b.service.due(CAMPAIGN) if one.seat == "caesar"]
    assert due is not None
    names.is_down = True
    raw = signed(mail_to(anna.token, ORDERS))
    b.clock.now = due - 10
    b.service.mail.arrive(raw, b.clock.now)
    b.clock.now = due + 10

    async def round_() -> None:
        worker = Worker(b.service)
        try:
            await read_mailbox(worker, umpire.mailer(worker), umpire._source)
        finally:
            await worker.close()

    asyncio.run(round_())
    assert b.context.mailbox_read_at < due
    names.is_down = False
    asyncio.run(round_())
    assert b.context.mailbox_read_at >= due
    assert "caesar" not in [one.seat for one in b.service.asked(CAMPAIGN)]


def test_only_the_referee_demands_signatures_and_all_are_told(b: ServiceHarness, anna: MailSeat) -> None:
    with pytest.raises(Exception, match="referee"):
        b.service.do(by("pompey"), CAMPAIGN, acts.demand_signatures, True)
    for is_on in (True, False):
        b.service.do(by("judge"), CAMPAIGN, acts.demand_signatures, is_on)
        assert b.service.mail.demands_signatures(CAMPAIGN) == is_on
    posts = str([post.content for post in b.service.posts(CAMPAIGN, ["channel"], 0, 1_000)])
    assert "valid DKIM signature" in posts and "no longer need" in posts
