"""Mails as programs write them, and what the umpire answers to the byte; log and question behind each.

`golden/NAME.in.eml` comes in, `golden/NAME.out.eml` goes out (nothing where there is no answer), and a line
of `golden/states.txt` says what the log holds then. `pytest --golden=write` writes the last two anew.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.harness.service import ServiceHarness, service_harness

from .harness import MailHarness, without_pictures
from .test_year import CAMPAIGN, begun

__all__ = ["without_pictures"]

GOLDEN = Path(__file__).parent / "golden"
NAMES = sorted(path.name.removesuffix(".in.eml") for path in GOLDEN.glob("*.in.eml"))
STATES = GOLDEN / "states.txt"
NOW = 1_700_003_600
ANNA = "anna@example.net"
DEALT = b"mail 5037"
"""A seed by which Caesar is dealt the cards that the mails name."""


@pytest.fixture(scope="module")
def founded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """Caesar by mail, asked which card to discard; the folder of the database, the token, and the Message-ID
    of the mail with the question.
    """
    folder = tmp_path_factory.mktemp("founded")
    with service_harness(folder / "a.sqlite") as b:
        mails = MailHarness(b.service, folder)
        token = begun(b, mails, DEALT).token
        (asked,) = mails.deliver()
    return folder, token, str(asked["Message-ID"])


@contextmanager
def copied(founded: Path, folder: Path) -> Iterator[tuple[ServiceHarness, MailHarness]]:
    shutil.copytree(founded, folder)
    with service_harness(folder / "a.sqlite") as b:
        b.clock.now = NOW
        yield b, MailHarness(b.service, folder)


def state(b: ServiceHarness) -> str:
    """Return what the log holds, for whom the game waits, and what is known of the player's address."""
    campaign, mailbox = b.service.campaign(CAMPAIGN), b.service.mailbox
    asked = ", ".join(sorted(one.seat for one in b.service.asked(CAMPAIGN)))
    mark = ", its mail comes back" if mailbox.is_failing(ANNA) else ""
    mark += ", its mail is late" if mailbox.delayed_since(ANNA) is not None else ""
    return f"{campaign.n} entries, head {campaign.head[:16]}, {campaign.state}, waits for {asked}{mark}"


def kept() -> dict[str, str]:
    lines = STATES.read_text().splitlines() if STATES.exists() else []
    return dict(line.split(": ", 1) for line in lines)


@pytest.mark.parametrize("name", NAMES)
def test_a_mail_has_its_answer(
    founded: tuple[Path, str, str], tmp_path: Path, name: str, request: pytest.FixtureRequest
) -> None:
    folder, token, asked = founded
    raw = (GOLDEN / f"{name}.in.eml").read_bytes()
    raw = raw.replace(b"+TOKEN@", f"+{token}@".encode()).replace(b"+UPPER@", f"+{token.upper()}@".encode())
    raw = raw.replace(b"<OURS>", asked.encode())
    with copied(folder, tmp_path / "copy") as (b, mails):
        mails.put(raw)
        answers = mails.answer()
        assert len(answers) <= 1
        out, now = b"".join(answers), state(b)
    golden = GOLDEN / f"{name}.out.eml"
    if request.config.getoption("--golden") == "write":
        golden.write_bytes(out) if out else golden.unlink(missing_ok=True)
        found = {**kept(), name: now}
        STATES.write_text("".join(f"{one}: {found[one]}\n" for one in sorted(found)))
    assert out == (golden.read_bytes() if golden.exists() else b"")
    assert now == kept()[name]


def test_there_are_many() -> None:
    assert len(NAMES) >= 60 and sorted(kept()) == NAMES
