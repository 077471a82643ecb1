"""The first turns of docs/plays/first_turn, whose Japanese orders every front end takes."""

from __future__ import annotations

from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

from adjudicator import GAMES
from service.api import Service
from service.runtime.bootstrap import at_no_time
from service.runtime.demo import seated
from service.runtime.orders_file import UNHASHED_RULES, USER, File, read, reproducible
from service.usecases.play import playing
from service.usecases.seats import founding

from .cases import some
from .service import ServiceHarness, by

FOLDER = Path(__file__).resolve().parent.parent.parent / "docs/plays/first_turn"
EACH = some(GAMES, "julius_caesar")


@cache
def turn(game: str) -> File:
    return read((FOLDER / f"{game}.ja.orders").read_text(encoding="utf-8"))


@cache
def expected(game: str) -> list[Any]:
    """The answers in the log when the umpire plays the file itself."""
    with reproducible() as service:
        campaign = seated(service, turn(game).plan, USER)
        for line in turn(game).orders:
            service.do(by(USER), campaign, playing.order, line.seat, line.text, "ja")
        return answers(service, campaign)


def answers(service: Service, campaign: int) -> list[Any]:
    fields = ("seat", "rule", "pub", "seals")
    return [[entry[f] for f in fields] for entry in service.log(campaign) if entry["t"] == "answer"]


def begun(b: ServiceHarness, game: str, *users: str) -> int:
    """The file's game, its seats taken by these users in turn; its dice are those of the file."""
    campaign = founded(b, game)
    for seat, user in zip(b.service.status(campaign).campaign.seats, cycle(users), strict=False):
        b.service.do(by(user), campaign, founding.join, seat, name(game, seat))
    return campaign


def founded(b: ServiceHarness, game: str) -> int:
    """The file's game, whose seats are vacant."""
    b.clock.now, b.umpire = at_no_time(), UNHASHED_RULES
    return b.service.found(by(USER), turn(game).plan).campaign


def name(game: str, seat: str) -> str:
    """The name under which the file's game has a seat taken: dice are made of it too."""
    return GAMES[game].lexicon.label(seat, "en")
