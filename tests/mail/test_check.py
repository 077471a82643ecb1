"""`mail check` and access tokens, against servers on loopback."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import parse_qs

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from frontends.mail import check, run, server_of, source_of
from frontends.mail.sending import Smtp, connected
from frontends.mail.servers.oauth import AccessToken
from service.values.settings import CannotStart, Settings

from .real_servers import Dovecot, free_port
from .test_servers import dovecot

__all__ = ["dovecot"]

UMPIRE = "umpire@example.org"


class Delivers:
    """An SMTP server that hands mails on: to plus addresses only if it was told so."""

    def __init__(self, put: Callable[[bytes], object], has_plus: bool = True) -> None:
        self.put, self.has_plus, self.tokens = put, has_plus, list[str]()

    async def handle_RCPT(  # noqa: N802 - the name that aiosmtpd calls
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.has_plus or "+" not in envelope.rcpt_tos[0]:
            self.put(envelope.content)
        return "250 OK"

    async def auth_XOAUTH2(self, server: Any, args: list[str]) -> AuthResult:  # noqa: N802
        self.tokens.append(base64.b64decode(args[1]).decode())
        return AuthResult(success="Bearer t1" in self.tokens[-1])


@contextmanager
def serving(handler: Delivers, **more: Any) -> Iterator[int]:
    controller = Controller(handler, hostname="127.0.0.1", port=free_port(), **more)
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()


def _said(settings: Settings) -> tuple[int, str]:
    lines: list[str] = []
    return run(settings, what="check", write=lambda line: lines.append(str(line))), "\n".join(lines)


def maildir(folder: Path) -> Callable[[bytes], object]:
    for name in ("new", "cur", "tmp"):
        (folder / name).mkdir(parents=True)
    return (folder / "new" / "1.host").write_bytes


def test_a_maildir_and_a_server_that_do_are_well(tmp_path: Path) -> None:
    with serving(Delivers(maildir(tmp_path / "box"))) as port:
        code, text = _said(Settings(
            mail_address=UMPIRE, mail_maildir=tmp_path / "box", mail_smtp=f"127.0.0.1:{port}", mail_tls=False
        ))  # fmt: skip
    assert code == 0 and "All is well." in text and "umpire+…@example.org arrived" in text
    assert "takes emails, without encryption" in text and "Message-ID, recipient and text arrived" in text


@pytest.mark.parametrize("old, new, said", [
    (b"Message-ID: <", b"Message-ID: <of-the-relay.", "became “<of-the-relay."),
    (b"To: umpire+", b"To: umpire-", "stands in no To"),
    (b"Nothing is to be done.", b"[Checked by the gateway]", "Text: it arrived changed"),
])  # fmt: skip
def test_what_a_server_changes_on_the_way_is_said(tmp_path: Path, old: bytes, new: bytes, said: str) -> None:
    put = maildir(tmp_path / "box")
    with serving(Delivers(lambda raw: put(raw.replace(old, new)))) as port:
        settings = Settings(
            mail_address=UMPIRE, mail_maildir=tmp_path / "box", mail_smtp=f"127.0.0.1:{port}", mail_tls=False
        )
        code, text = _said(settings)
    assert code == 2 and said in text


def test_what_is_wrong_is_said_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "PATIENCE", 1.0)
    settings = Settings(mail_address=UMPIRE, mail_maildir=tmp_path / "box", mail_tls=False)
    with serving(Delivers(maildir(tmp_path / "box"), has_plus=False)) as port:
        code, text = _said(replaced(settings, mail_smtp=f"127.0.0.1:{port}"))
        assert code == 2 and "did not arrive within 1 s" in text and "umpire+anything@example.org" in text
        wrong = replaced(settings, mail_smtp=f"127.0.0.1:{port}", mail_user="u", mail_password="p")
        assert _said(wrong)[0] == 2 and "Sending: " in _said(wrong)[1]
    code, text = _said(replaced(settings, mail_smtp="127.0.0.1:1"))
    assert code == 2 and "127.0.0.1:1 cannot be used" in text
    nowhere = replaced(settings, mail_maildir=None, mail_imap="127.0.0.1:1", mail_smtp="127.0.0.1:1")
    assert "Mailbox: it cannot be read" in _said(nowhere)[1]


def test_a_mistyped_maildir_is_not_made_but_said(tmp_path: Path) -> None:
    maildir(tmp_path / "box")
    settings = Settings(mail_address=UMPIRE, mail_maildir=tmp_path / "bax", mail_smtp="127.0.0.1:1")
    with pytest.raises(CannotStart, match=r"bax is not a Maildir .* new, cur and tmp .* mkdir -p "):
        _said(settings)
    assert not (tmp_path / "bax").exists()
    (tmp_path / "box" / "cur").rmdir()
    with pytest.raises(CannotStart, match=r": cur cannot be found"):
        source_of(replaced(settings, mail_maildir=tmp_path / "box"))


@contextmanager
def as_an_ordinary_account() -> Iterator[None]:
    """For root, whom no folder keeps out, another account."""
    if os.geteuid():
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("name", ["new", "cur", "tmp"])
def test_a_maildir_that_may_not_be_written_is_said(name: str) -> None:
    """Its mails could not be moved, and so would be read again at every start."""
    with TemporaryDirectory() as made:
        folder = Path(made) / "box"
        maildir(folder)
        for one in (folder.parent, folder, folder / "new", folder / "cur", folder / "tmp"):
            one.chmod(0o777)
        settings = Settings(mail_address=UMPIRE, mail_maildir=folder, mail_smtp="127.0.0.1:1")
        with as_an_ordinary_account():
            source_of(settings).close()
        (folder / name).chmod(0o555)
        with as_an_ordinary_account(), pytest.raises(CannotStart, match=f"may not read and write in {name} "):
            _said(settings)


class Refuses(Delivers):
    """An SMTP server that says no at one command."""

    def __init__(self, at: str) -> None:
        super().__init__(lambda raw: None)
        self.at = at

    async def handle_MAIL(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        return "553 not your address." if self.at == "MAIL" else "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        envelope.rcpt_tos.append(address)
        return "550 no such user" if self.at == "RCPT" else "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        return "452 the disk is full"


@pytest.mark.parametrize("at, said", [
    ("MAIL", "was refused: 553 not your address."),
    ("RCPT", "was refused: 550 no such user."),
    ("DATA", "was refused: 452 the disk is full."),
])  # fmt: skip
def test_what_a_server_refuses_is_said_in_its_words(tmp_path: Path, at: str, said: str) -> None:
    maildir(tmp_path / "box")
    with serving(Refuses(at)) as port:
        code, text = _said(Settings(
            mail_address=UMPIRE, mail_maildir=tmp_path / "box", mail_smtp=f"127.0.0.1:{port}", mail_tls=False
        ))  # fmt: skip
    assert code == 2 and said in text and "SMTP" not in text


def replaced(settings: Settings, **more: Any) -> Settings:
    fields = {name: getattr(settings, name) for name in settings.__struct_fields__}
    return Settings(**{**fields, **more})


def test_an_imap_mailbox_is_tried_too(dovecot: Dovecot) -> None:
    settings = Settings(
        mail_address=UMPIRE,
        mail_imap=f"127.0.0.1:{dovecot.port}",
        mail_user="umpire",
        mail_password="secret",
        mail_tls=False,
    )
    with serving(Delivers(lambda raw: dovecot.put(1, int(time.time()), raw))) as port:
        source, server = source_of(settings), Smtp("127.0.0.1", port)
        lines: list[str] = []
        try:
            assert check.checked(settings, source, server, lambda line: lines.append(str(line))) == 0
        finally:
            source.close()
    text = "\n".join(lines)
    assert "signed in to 127.0.0.1" in text and "has IDLE" in text and "arrived in" in text
    wrong = replaced(settings, mail_password="other", mail_smtp="127.0.0.1:1")
    text = _said(wrong)[1]
    assert "Mailbox: the server does not accept user and password: [AUTHENTICATIONFAILED]" in text
    assert ".." not in text


def test_a_tight_and_a_full_mailbox_are_said(dovecot: Dovecot) -> None:
    """Dovecot names its quota only once somebody has signed in."""
    settings = Settings(
        mail_address=UMPIRE, mail_imap=f"127.0.0.1:{dovecot.port}", mail_user="umpire",
        mail_password="secret", mail_smtp="127.0.0.1:1", mail_tls=False,
    )  # fmt: skip
    dovecot.limit(umpire="20K")
    dovecot.put(1, int(time.time()), b"Subject: x\r\n\r\n" + b"x" * 18_900)
    assert "95% of its quota is used; make room soon." in _said(settings)[1]
    dovecot.put(2, int(time.time()), b"Subject: y\r\n\r\n" + b"x" * 2_000)
    dovecot.limit(umpire="18K")
    code, text = _said(settings)
    assert code == 2 and "of its quota is used; no mail can arrive until you make room." in text
    assert "All is well" not in text


# -- access tokens -----------------------------------------------------------------------------------------


class Provider:
    """A provider of access tokens: t1, t2 and so on, or a given response."""

    def __init__(self) -> None:
        self.asked: list[dict[str, list[str]]] = []
        self.answer: tuple[int, bytes] | None = None
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                form = self.rfile.read(int(self.headers["Content-Length"]))
                provider.asked.append(parse_qs(form.decode()))
                given = {"access_token": f"t{len(provider.asked)}", "expires_in": 3_600}
                code, body = provider.answer or (200, json.dumps(given).encode())
                self.send_response(code)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/token"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def provider() -> Iterator[Provider]:
    found = Provider()
    yield found
    found.server.shutdown()
    found.server.server_close()


def test_a_token_is_kept_until_shortly_before_its_end(provider: Provider) -> None:
    now = [0.0]
    token = AccessToken(provider.url, "app", "s3cret", "mail", "", lambda: now[0])
    assert [token(), token()] == ["t1", "t1"]
    now[0] = 3_541
    assert token() == "t2"
    assert provider.asked[0] == {
        "client_id": ["app"],
        "client_secret": ["s3cret"],
        "scope": ["mail"],
        "grant_type": ["client_credentials"],
    }
    AccessToken(provider.url, "app", "", "", "r3fresh")()
    assert provider.asked[-1]["refresh_token"] == ["r3fresh"]
    assert provider.asked[-1]["grant_type"] == ["refresh_token"]


@pytest.mark.parametrize("answer", [(400, b'{"error": "invalid_grant"}'), (200, b"<html>"), (200, b"{}")])
def test_a_provider_that_gives_none_is_an_error_of_the_line(
    provider: Provider, answer: tuple[int, bytes]
) -> None:
    provider.answer = answer
    with pytest.raises(OSError, match="access token"):
        AccessToken(provider.url, "app", "s", "", "")()


def test_a_server_that_takes_tokens_alone_is_signed_in_to(provider: Provider) -> None:
    handler = Delivers(lambda raw: None)
    token = AccessToken(provider.url, "app", "s", "", "")

    async def sign_in(port: int) -> None:
        async with connected(Smtp("127.0.0.1", port, UMPIRE, token=token)):
            pass

    with serving(handler, auth_require_tls=False) as port:
        asyncio.run(sign_in(port))
    assert handler.tokens == [f"user={UMPIRE}\1auth=Bearer t1\1\1"]


def test_a_mailbox_by_token_is_set_whole_or_not_at_all() -> None:
    half = Settings(mail_address=UMPIRE, mail_smtp="h", mail_oauth_url="https://login.example")
    with pytest.raises(CannotStart, match="mail_oauth_client"):
        server_of(half)
    with pytest.raises(CannotStart, match="mail_oauth_secret"):
        server_of(replaced(half, mail_oauth_client="app"))
    with pytest.raises(CannotStart, match="https"):
        server_of(replaced(half, mail_oauth_url="http://x", mail_oauth_client="app"))
    found = server_of(replaced(half, mail_oauth_client="app", mail_oauth_refresh="r"))
    assert found.token is not None and found.user == UMPIRE
    assert "r3fresh" not in repr(replaced(half, mail_oauth_refresh="r3fresh"))
