"""Let the computer play a whole game, and write it as a file of orders with its events as comments.

python -m tools.plays SEED GAME > docs/plays/GAME_whole.orders
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from adjudicator import GAMES
from adjudicator.core.choices.choice import Reader
from adjudicator.core.log.chance import sampler
from service.api import Service
from service.runtime.demo import played, seated
from service.runtime.narration import Narration
from service.runtime.orders_file import USER, reproducible
from service.usecases.play import playing, queries
from service.values.records import Message, Plan

LANGUAGE = "en"


def write_game(seed: int, name: str, write: Callable[[str], object]) -> None:
    """The head of the file and all orders of the first scenario of a game."""
    plan = plan_of(seed, name)
    title = GAMES[name].lexicon.written(name, LANGUAGE)
    for line in (
        f"# A whole game of {title} by the computer alone (python -m tools.plays {seed} {name}).",
        "# Referee it: python bot.py play FILE. Lines with # say what everybody could see of it.",
        "",
        *head_of(plan, LANGUAGE),
    ):
        write(line)
    with reproducible() as service:
        play_game(service, seed, name, write)


def head_of(plan: Plan, language: str) -> list[str]:
    """The head of a file: what is played."""
    return [
        f"game: {plan.game}",
        f"scenario: {plan.scenario}",
        f"title: {plan.title}",
        f"seed: {plan.seed.decode()}",
        f"language: {language}",
    ]


def plan_of(seed: int, name: str) -> Plan:
    """The first scenario of a game, with dice that follow from the seed."""
    scenario, secret = GAMES[name].scenarios()[0].id, f"whole game {seed}".encode()
    return Plan(name, scenario, f"A whole game, number {seed}", referee=USER, seed=secret)


def play_game(service: Service, seed: int, name: str, write: Callable[[str], object]) -> int:
    """Play a whole game, and write its orders; return the campaign."""
    campaign = seated(service, plan_of(seed, name), USER)
    write_orders(service, campaign, seed, write)
    return campaign


def write_orders(
    service: Service, campaign: int, seed: int, write: Callable[[str], object], language: str = LANGUAGE
) -> None:
    """Every order with what it led to, until nobody is asked any more."""
    game = GAMES[service.status(campaign).campaign.game]
    rng, narration, phase = sampler(seed), Narration(service, campaign, language), ""
    reader = Reader(game.lexicon, language)
    while True:
        for line in narration.unread():
            write(f"# {line}")
        scene = service.look(campaign, queries.scene, None, language)
        if scene.subtitle != phase:
            phase = scene.subtitle
            write(f"\n# -- {phase}")
        if not (asked := service.asked(campaign)):
            return
        seat = asked[0].seat
        pending = service.look(campaign, queries.pending, seat)
        assert pending is not None
        order = pending.choice.write(played(service, campaign, seat, rng), reader)
        write(f"{reader.label(seat)}: {order}")
        service.do(Message("", USER), campaign, playing.order, seat, order, language)


def seed_and_game(words: Sequence[str]) -> tuple[int, str]:
    """Return the seed and the game's id of a command that takes `SEED GAME`.

    Raises:
        SystemExit: the words are not a whole number from 0 and the id of a game; with the ids of all.
    """
    match words:
        case [seed, name] if seed.isdecimal() and name in GAMES:
            return int(seed), name
    sys.exit(f"expected SEED GAME, a whole number and one of: {', '.join(sorted(GAMES))}")


if __name__ == "__main__":
    write_game(*seed_and_game(sys.argv[1:]), print)
