"""Write `data/<game>/turn.json`: a position for each step of a turn, from a game that the computer plays.

    python -m tools.turns [GAME ...]

Of all positions of a step in the first turns the one is kept that has the most to show.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from adjudicator import GAMES
from adjudicator.core import Event, Table, start
from adjudicator.core.game.game import Game
from adjudicator.core.log.chance import sampler
from adjudicator.core.log.founding import RulesVersion, Terms, open_from_seed
from adjudicator.display.aids import Step
from adjudicator.display.pictures import Pictures
from renderer.games import look_of
from service.pictures.turn_pictures import DATA, Shown, Turn
from tools.gallery import answered, chosen

UMPIRE = RulesVersion("turns", "00" * 20, "00" * 20)
MOST_ANSWERS, ENOUGH_TURNS = 3000, 3
MOST_SHOWN = 6
"""The number of arrows, cards or dice that is enough."""


def played(name: str) -> Turn:
    """Play the first turns of a game, and keep what shows its steps best."""
    game = GAMES[name]
    how = look_of(name).gallery
    assert how is not None
    seats = next(s for s in game.scenarios() if s.id == how.scenario).seats
    world = game.found(how.scenario, {}, seats)
    terms = Terms("turns", how.scenario, {}, seats, "open", UMPIRE, world.cups)
    founded = open_from_seed(name, terms, how.seed.to_bytes(32, "big"))
    table = Table(game, start(game, world, founded.chain.n - 1), founded.chain, founded.source, fresh=True)
    rng, found, worth, heard = sampler(how.seed), dict[str, Shown](), dict[str, int](), 0
    step: Step | None = None
    recent: list[Event] = []
    turns: list[str] = []
    for _ in range(MOST_ANSWERS):
        if table.over or (len(turns) > ENOUGH_TURNS and not _missing(game, found)):
            break
        seat, choice = next(iter(table.pending.items()))
        before, step = step, _step(game, table.world)
        if before != step:
            recent = []
        _keep(game, step, Shown(seat, table.world, tuple(recent)), found, worth)
        given = game.ai_player(game.view(table.world, seat), choice, rng) if game.ai_player else None
        table.submit(seat, given if given is not None else answered(choice, rng))
        told = [line.event for line in table.ledger.told[heard:]]
        heard += len(told)
        recent += told
        _keep(game, step, Shown(seat, table.world, tuple(recent)), found, worth)
        turn = game.when(game.stage(table.world)).turn
        if turn not in turns:
            turns.append(turn)
    if missing := _missing(game, found):
        raise SystemExit(f"{name}: no position for {', '.join(missing)}")
    return Turn(game.schema, {one.id: found[one.id] for one in _aids(game).turn if one.picture})


def _missing(game: Game, found: Mapping[str, Shown]) -> list[str]:
    return [step.id for step in _aids(game).turn if step.picture and step.id not in found]


def _aids(game: Game) -> Any:
    return game.pictures.aids


def _step(game: Game, world: Any) -> Step | None:
    return next((step for step in _aids(game).turn if world.phase in step.phases), None)


def _keep(
    game: Game, step: Step | None, shown: Shown, found: dict[str, Shown], worth: dict[str, int]
) -> None:
    """Keep a position if it shows a step better than what was found before."""
    if step is None or not step.picture:
        return
    n = _worth(game, step, shown)
    if n > worth.get(step.id, 0):
        worth[step.id] = n
        found[step.id] = Shown(
            shown.seat, msgspec.json.decode(msgspec.json.encode(shown.world)), shown.events
        )


def _worth(game: Game, step: Step, shown: Shown) -> int:
    pictures: Pictures = game.pictures
    view = game.view(shown.world, shown.seat)
    match step.picture:
        case "hand":
            return min(MOST_SHOWN, sum(card.count for row in pictures.hand(view).rows for card in row.cards))
        case "battle":
            board = pictures.battle(view, shown.events)
            return (
                0 if board is None else min(MOST_SHOWN, 1 + len(board.attacker.front) + 2 * len(board.rolls))
            )
    scene = pictures.with_story(pictures.scene(view), shown.events, shown.seat)
    return min(MOST_SHOWN, 1 + len(scene.arrows) + len(scene.fallen))


def main(names: Sequence[str]) -> None:
    """Write the files of the games that are named, of all if none is."""
    for name in chosen(names, list(GAMES)):
        data = msgspec.json.encode(played(name))
        (DATA / name / "turn.json").write_bytes(data + b"\n")
        print(name, len(data))


if __name__ == "__main__":
    main(sys.argv[1:])
