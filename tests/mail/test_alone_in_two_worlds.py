"""What a seat checks, tries, gives and takes back by mail is answered alike in two worlds that it cannot tell
apart, to the byte, in all games, and again from where something was revealed. Of a check, a refused order or
a question nobody else hears anything.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from frontends.mail.failing import FRONT_END
from service.values.front_ends.mail import JOINED, MailSeat
from service.values.records import BY_MAIL
from tests.harness.alone import SCENARIOS, Act, Pairs, Seen, compared, compared_near_contact, undone
from tests.harness.service import ServiceHarness

from .harness import MailHarness, without_pictures

__all__ = ["without_pictures"]

PEOPLE = ("anna@example.net", "bruno@example.net")
USERS = [f"{BY_MAIL}{address}" for address in PEOPLE]
SIGNED = re.compile(rb"-[0-9a-f]{32}@")
"""What signs the id of a mail, which names the end of the log."""
LOOKS = ("STATUS", "HAND", "LOG", "WAIT", "HELP")


class Letters:
    """Mail over one world, both of whose players have their seats by mail."""

    def __init__(self, w: ServiceHarness, folder: Path, campaign: int, seat: str) -> None:
        self.w, self.campaign, self._is_fresh = w, campaign, False
        self.mails = MailHarness(w.service, folder)
        w.service.delivered(FRONT_END, {post.id: "-" for post in w.service.waiting(FRONT_END, 10_000)})
        seats = [
            MailSeat("ab"[n] * 16, campaign, name, address, JOINED)
            for n, (name, address) in enumerate(zip(w.service.campaign(campaign).seats, PEOPLE, strict=True))
        ]
        for one in seats:
            w.service.mail.save_seat(one)
        self.own = next(one for one in seats if one.seat == seat)
        self._told()

    def does(self, act: Act) -> Seen:
        """Do it, let the mails about all that follows be written, and return what everybody got.

        Between an order and its taking back no time passes: it would be too late then.
        """
        before, n = len(self.mails.sent), self.w.service.status(self.campaign).campaign.n
        self.mails.write(self.own, said(act))
        self.mails.round()
        self._is_fresh = act.line != "undo" and (act.told or self._is_fresh)
        slots = [] if self._is_fresh else self._told()
        got = self.mails.sent[before:]
        mine = [self._without_hashes(mail.as_bytes()) for mail in got if mail["To"] == self.own.address]
        others = sum(len(mail.as_bytes()) for mail in got if mail["To"] != self.own.address)
        return Seen(act, [*mine, bytes(slots)], others, undone(self.w, self.campaign, n))

    def _without_hashes(self, mail: bytes) -> bytes:
        """A mail without hashes of the log, which hide what they are made of; a line may break within one."""
        said = SIGNED.sub(b"-#@", mail)
        for entry in self.w.service.log(self.campaign):
            for made in (entry["head"], entry["head"][:16]):
                said = re.sub(b"(?:=\r\n)?".join(bytes([sign]) for sign in made.encode()), b"#", said)
        return said

    def _told(self) -> list[int]:
        """Let two slots come, since an order that can be taken back is told in the second; return how many
        mails its player gets in each.
        """
        return [sum(mail["To"] == self.own.address for mail in self.mails.deliver()) for _ in range(2)]


def said(act: Act) -> str:
    """A mail: half a line is checked as a whole one is, since mail completes none."""
    lines = "\n".join(act.line.split("; "))
    if act.what == "look":
        return act.line
    if act.line == "undo":
        return "BACK"
    if act.what == "complete" or act.line.startswith("why"):
        return f"CHECK\n{lines.removeprefix('why').strip()}\nEND"
    return f"ORDERS\n{lines}\nEND"


async def done(w: ServiceHarness, folder: Path, campaign: int, seat: str, acts: Iterator[Act]) -> list[Seen]:
    """What comes of acts by mail; what was posted before has been sent."""

    def all_of_them() -> list[Seen]:
        letters = Letters(w, folder, campaign, seat)
        return [letters.does(act) for act in acts]

    return await asyncio.to_thread(all_of_them)


@pytest.mark.matrix
@pytest.mark.parametrize("game", SCENARIOS)
def test_what_is_done_alone_is_answered_alike(tmp_path: Path, game: str) -> None:
    compared(Pairs(done, LOOKS), game, tmp_path, USERS, 3, 2, 11)


@pytest.mark.byhand
@pytest.mark.parametrize("seed", range(10, 12))
@pytest.mark.parametrize("game", SCENARIOS)
def test_what_is_done_alone_always_is(tmp_path: Path, game: str, seed: int) -> None:
    pairs = Pairs(done, LOOKS)
    compared(pairs, game, tmp_path, USERS, seed, 12, 7)
    assert pairs.met["undone"]


@pytest.mark.matrix
def test_nothing_tells_whether_an_overrun_is_possible(tmp_path: Path) -> None:
    compared_near_contact(Pairs(done, LOOKS), tmp_path, USERS)
