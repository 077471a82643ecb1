"""What a seat asks, tries, gives and takes back in a browser is answered alike in two worlds that it cannot
tell apart: the same status, headers, length and bytes of every response, in all games, and again from where
something was revealed; so is what a stranger is sent. A refusal changes nothing for anybody else.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest

from frontends.browser.web.session import new_token
from service.storage.seat_access import SeatAccessRepository
from service.values.front_ends.browser import SeatAccess
from tests.harness.alone import SCENARIOS, Act, Pairs, Seen, compared, compared_near_contact, undone
from tests.harness.browser import Answer, Guest, TableHarness, opened, settings_of
from tests.harness.service import SHEETS, ServiceHarness

from .test_two_worlds import OF_NOW, sketched

__all__ = ["sketched"]

LOOKS = ("", "/log", "/verify", "/standing", "/actions", "/feed", "/away?since=1")
PANELS = (
    "/step?value=march",
    "/step?filled=%5B%22march%22%5D&value=3415",
    "/press?place=3415",
    "/press?place=3315",
)
"""Decisions made by presses, up to the last one before the order, and one more."""
USERS = ["anna", "bruno"]
OF_TIME = ("Date", "Set-Cookie")
"""The headers that differ in every response."""


class Table:
    """The browser front end over one world, with those who look at it."""

    def __init__(self, harness: TableHarness, campaign: int, seat: str) -> None:
        self.harness, self.campaign, self.seat = harness, campaign, seat
        self.guests: dict[str, Guest] = {}
        self.before: dict[str, bytes] = {}

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Let the seats and a stranger in, each with a browser that has the same keys in both worlds."""
        members = self.harness.bench.service.status(self.campaign).members
        repository = SeatAccessRepository(self.harness.bench.store)
        async with AsyncExitStack() as stack:
            for n, place in enumerate((*members, "public")):
                session, key = (new_token(bytes([2 * n + k] * 32)) for k in (0, 1))
                user = members[place].user if place in members else "nobody"
                repository.grant(SeatAccess(self.campaign, place if place in members else "", user), key)
                repository.add(session, key)
                self.guests[place] = await stack.enter_async_context(self.harness.guest(session))
            self.before = await self.pages()
            yield

    async def pages(self) -> dict[str, bytes]:
        """What everybody but the seat sees."""
        return {
            place: self.sent(await guest.get(self.root(place)))
            for place, guest in self.guests.items()
            if place != self.seat
        }

    def root(self, place: str) -> str:
        return f"/game/{self.campaign}/{place}"

    def sent(self, answer: Answer) -> bytes:
        """A response with its length and headers, without what is another each time and hashes of the log."""
        body = OF_NOW.sub(b"", answer.body)
        headers = sorted(f"{k}: {v}" for k, v in answer.headers.items() if k not in OF_TIME)
        said = f"{answer.status} {len(answer.body)} {headers}\n".encode() + body
        for entry in self.harness.bench.service.log(self.campaign):
            for made in (entry["head"], *(seal["c"] for seal in entry.get("seals", ()))):
                said = said.replace(made.encode(), b"#").replace(made[:16].encode(), b"#")
        return said

    async def does(self, act: Act) -> Seen:
        """Do it, and return all responses, and how much of other people's pages has changed."""
        guest, root = self.guests[self.seat], self.root(self.seat)
        self.harness.bench.entropy.given = 0
        n = self.harness.bench.service.status(self.campaign).campaign.n
        answers: list[Answer] = []
        match act:
            case Act("complete"):
                answers.append(await guest.get(f"{root}/complete?{urlencode({'text': act.line})}"))
            case Act("look"):
                answers.append(await guest.get(root + act.line))
            case Act("order", "undo"):
                answers.append(await guest.post(f"{root}/do/back", {"request": f"undo {n}"}))
            case Act("order"):
                typed = {"text": act.line}
                answers.append(await guest.post(f"{root}/order", typed))
                if act.told and answers[0].status == 409 and 'name="confirmed"' in answers[0].text:
                    typed["confirmed"] = answers[0].field("confirmed")
                    answers.append(await guest.post(f"{root}/order", typed))
        now = await self.pages()
        changed = sum(len(body) for place, body in now.items() if body != self.before[place])
        self.before = now
        own = [*map(self.sent, answers), now["public"]]
        return Seen(act, own, changed, undone(self.harness.bench, self.campaign, n))


async def done(w: ServiceHarness, folder: Path, campaign: int, seat: str, acts: Iterator[Act]) -> list[Seen]:
    """What comes of acts in a browser."""
    async with opened(w, settings_of(folder, str(SHEETS))) as harness:
        table = Table(harness, campaign, seat)
        async with table.open():
            return [await table.does(act) for act in acts]


@pytest.mark.byhand
@pytest.mark.parametrize("seed", (1, 10, 11, 12))
@pytest.mark.parametrize("game", SCENARIOS)
def test_what_is_done_alone_always_is(tmp_path: Path, game: str, seed: int) -> None:
    pairs = Pairs(done, LOOKS)
    compared(pairs, game, tmp_path, USERS, seed, 12, 7)
    assert pairs.met["undone"]


@pytest.mark.matrix
def test_nothing_tells_whether_an_overrun_is_possible(tmp_path: Path) -> None:
    compared_near_contact(Pairs(done, LOOKS), tmp_path, USERS, PANELS)
