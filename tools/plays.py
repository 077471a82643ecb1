"""Writes a whole game that plays itself as a file of orders, with what happened as comments.

python -m tools.plays SEED > docs/plays/julius_caesar_whole.orders
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from adjudicator import GAMES
from adjudicator.core.chance import sampler
from adjudicator.core.choice import Reader
from desk import telling
from desk.demo import decide, seated
from desk.opening import at_no_time, opened
from desk.play import LETTERS, USER
from desk.records import Message, Plan
from desk.service import Desk

NAME = "julius_caesar"
LANGUAGE = "en"


def write_game(seed: int, write: Callable[[str], object]) -> None:
    plan = Plan(NAME, "war", f"A whole game, number {seed}", referee=USER, seed=f"whole game {seed}".encode())
    for line in (
        f"# A whole game of Julius Caesar that played itself at random (python -m tools.plays {seed}).",
        "# Referee it: python bot.py play FILE. Lines with # say what everybody could see of it.",
        "",
        f"game: {plan.game}",
        f"scenario: {plan.scenario}",
        f"title: {plan.title}",
        f"seed: {plan.seed.decode()}",
        f"language: {LANGUAGE}",
    ):
        write(line)
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(Path(folder) / "play.db", clock=at_no_time, umpire=lambda game: LETTERS) as desk,
    ):
        write_orders(desk, seated(desk, plan, USER), seed, write)


def write_orders(desk: Desk, campaign: int, seed: int, write: Callable[[str], object]) -> None:
    game, rng, told, phase = GAMES[NAME], sampler(seed), -1, ""
    reader = Reader(game.lexicon, LANGUAGE)
    while True:
        n = desk.status(campaign).campaign.n
        for line in telling.story(game, desk.journal(campaign, None, told), LANGUAGE):
            write(f"# {line}")
        told = n - 1
        scene = desk.scene(campaign, None, LANGUAGE)
        if scene.subtitle != phase:
            phase = scene.subtitle
            write(f"\n# -- {phase}")
        if not (asked := desk.asked(campaign)):
            return
        seat = asked[0].seat
        pending = desk.pending(campaign, seat)
        assert pending is not None
        order = pending.choice.write(decide(pending.choice, rng), reader)
        write(f"{reader.label(seat)}: {order}")
        desk.order(Message("", USER), campaign, seat, order, LANGUAGE)


if __name__ == "__main__":
    write_game(int(sys.argv[1]), print)
