"""In every front end: a line that means nothing, however long, is refused within counted steps of the parser
(never of time) and changes nothing; an order that ends the game is never offered, and is asked once more.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch
from urllib.parse import quote

import pytest

from adjudicator import GAMES
from adjudicator.core.language.words import Effort
from adjudicator.core.orders import orders
from service.api import Service
from service.usecases.play import queries
from service.usecases.seats import founding
from service.values.records import Plan
from tests.harness.browser import Guest, TableHarness, at_table
from tests.harness.discord import DiscordHarness, played
from tests.harness.keyboard import Script, table, typed
from tests.harness.player import Player, begun
from tests.harness.service import SHEETS, by, service_harness
from tests.mail.harness import MailHarness
from tests.protocol.client import Client

LONGEST = 4000
GAME = "belisarius"
SCENARIO = GAMES[GAME].scenarios()[0]
UNITS = [
    "a ",
    "1, ",
    "move ",
    "place ",
    "hun, ",
    "all ",
    "a and ",
    "a; ",
    ": ",
    "e-",
    "x",
    "、",
    "★ ",
    "show ",
]
MOST = 12 * orders.STEPS
"""Steps of one request: each choice that may read a line, explain it or complete it has its own."""
TIMES = pytest.mark.parametrize("many", [3, pytest.param(200, marks=pytest.mark.byhand)])


def lines(many: int) -> Iterator[str]:
    """Yield two lines of the greatest length, and lines of any."""
    rng = random.Random(many)
    yield "a " * (LONGEST // 2)
    yield "、" * LONGEST
    for n in range(many - 2):
        units = rng.choices(UNITS, k=1 + 6 * (n % 2))
        yield "".join(unit * rng.randrange(1, LONGEST) for unit in units)[: rng.randrange(1, LONGEST)]


@contextmanager
def counted() -> Iterator[Callable[[], int]]:
    """Count the steps of the parser; gives how many there were since it was last asked for."""
    made: list[Effort] = []

    def effort(steps: int) -> Effort:
        assert steps == orders.STEPS
        made.append(Effort(steps))
        return made[-1]

    def spent() -> int:
        total = sum(orders.STEPS - one.left for one in made)
        made.clear()
        return total

    with patch.object(sys.modules[Effort.__module__], "Effort", effort):
        yield spent


def state(service: Service) -> tuple[int, str]:
    campaign = service.campaign(1)
    return campaign.n, campaign.state


def asked(service: Service) -> str:
    """The first seat that is asked."""
    return service.asked(1)[0].seat


# -- a browser -----------------------------------------------------------------------------------------


@TIMES
def test_in_a_browser(tmp_path: Path, many: int) -> None:
    async def act(harness: TableHarness) -> None:
        service = harness.bench.service
        async with harness.guest() as g:
            await g.found(GAME)
            path, before = f"/game/1/{asked(service)}", state(service)
            for line in lines(many):
                assert (await g.post(f"{path}/order", {"text": line})).status == 409
                await completed(g, path, line)
                assert spent() <= MOST and state(service) == before, line[:80]
            assert not any(one.startswith("surrender") for one in await completed(g, path, ""))
            answer = await g.post(f"{path}/order", {"text": "surrender"})
            assert answer.status == 409 and "to confirm" in answer.text and state(service) == before
            await g.post(f"{path}/order", {"text": "surrender yes"})
            assert state(service)[1] == "over", "who plays alone ends it at once"

    with counted() as spent:
        at_table(tmp_path, act, str(SHEETS))


async def completed(g: Guest, path: str, text: str) -> list[str]:
    found = json.loads((await g.get(f"{path}/complete?text={quote(text)}")).body)
    return [line["text"] for line in found]


# -- the keyboard --------------------------------------------------------------------------------------


@TIMES
def test_at_the_keyboard(tmp_path: Path, many: int) -> None:
    keys = Script()
    with counted() as spent, table(tmp_path, keys, alone=True, game=GAME) as at:
        before = state(at.service)
        with patch.object(at, "draw", lambda campaign: None):
            for line in lines(many):
                assert "Refused" in typed(at, keys, line)
                list(at.completions(line))
                assert spent() <= MOST and state(at.service) == before, line[:80]
            assert not any(line.text.startswith("surrender") for line in at.completions(""))
            assert "to confirm" in typed(at, keys, "surrender") and state(at.service) == before
            typed(at, keys, "surrender yes")
            assert state(at.service)[1] == "over"


# -- mail ----------------------------------------------------------------------------------------------


@TIMES
@pytest.mark.usefixtures("short_chains")
def test_by_mail(tmp_path: Path, many: int) -> None:
    with counted() as spent, service_harness(tmp_path / "a.sqlite", {GAME: GAMES[GAME]}) as b:
        service, mails = b.service, MailHarness(b.service, tmp_path)
        service.found(by("judge"), Plan(GAME, SCENARIO.id, "Mail"))
        first, second = SCENARIO.seats
        anna = mails.invite(1, first, "anna@example.net")
        mails.write(anna, "JOIN")
        mails.round()
        service.do(by("bert"), 1, founding.join, second, "Bert")
        before = state(service)
        spent()
        for line in lines(many):
            b.clock.now += 120
            mails.write(anna, f"ORDERS\n{line}\nEND")
            assert "refused" in said(mails).lower()
            assert spent() <= MOST and state(service) == before, line[:80]
        mails.write(anna, "ORDERS\nsurrender\nEND")
        assert "to confirm" in said(mails) and state(service) == before
        mails.write(anna, "ORDERS\nsurrender yes\nEND")
        code = said(mails).partition("CONFIRM ")[2][:8]
        assert len(code) == 8 and state(service) == before
        mails.write(anna, f"CONFIRM {code}")
        mails.round()
        assert state(service)[1] == "closed"
        assert "OVER, OPENS AT" in service.look(1, queries.verdict).verdict


def said(mails: MailHarness) -> str:
    """Return the umpire's answer as plain text."""
    (answer,) = mails.round()
    body = answer.get_body(("plain",))
    assert body is not None
    return " ".join(str(body.get_content()).split())


# -- the table protocol -----------------------------------------------------------------------------------


@TIMES
def test_by_the_table_protocol(many: int) -> None:
    client = Client()
    client.ok("found", game=GAME, seed="0123")
    seat = client.ok("pending")["pending"][0]["seat"]
    with counted() as spent:
        for line in lines(many):
            assert client.refused("order", seat=seat, text=line)["kind"] in ("not_understood", "ambiguous")
            client.do("complete", seat=seat, text=line)
            assert spent() <= MOST, line[:80]
        before = client.ok("status")
        offered = client.ok("complete", seat=seat, text="")["completions"]
        assert not any(line["text"].startswith("surrender") for line in offered)
        assert "to confirm" in client.refused("order", seat=seat, text="surrender")["why"]
        assert client.ok("status") == before
        client.ok("order", seat=seat, text="surrender yes")
        assert not client.ok("pending")["pending"]


# -- Discord -------------------------------------------------------------------------------------------


async def on_discord(t: DiscordHarness, many: int) -> None:
    await begun(t, GAME)
    service = t.bench.service
    player = Player(t, t.alice if asked(service) == SCENARIO.seats[0] else t.bob)
    before = state(service)
    with counted() as spent:
        for line in lines(many):
            await player.command("order", line=line)
            assert "Refused" in player.text
            await player.person.autocomplete("order", t.channel, "line", line)
            assert spent() <= MOST and state(service) == before, line[:80]
    offered = (await player.person.autocomplete("order", t.channel, "line", "")).choices
    assert not any(name.startswith("surrender") for name, _ in offered)
    await player.command("order", line="surrender")
    assert "to confirm" in player.text and state(service) == before
    await player.command("order", line="surrender yes")
    assert state(service)[1] == "closed"


@played
async def test_on_discord(t: DiscordHarness) -> None:
    await on_discord(t, 3)


@pytest.mark.byhand
@played
async def test_on_discord_by_hand(t: DiscordHarness) -> None:
    await on_discord(t, 200)
