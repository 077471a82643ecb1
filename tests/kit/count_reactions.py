"""Count what is played in windows, over games founded by default: asked, by standing orders, by the computer.

    python -m tests.kit.count_reactions GAME GAMES [FIRST_SEED]

Windows are as in a new game: where seats are asked, they answer at random; in silent ones every other game
has the standing orders of `LEFT` for all seats, and the others those that the computer leaves. All else is
answered at random in two games of four, and by the computer in the others. The challenge of Belisarius takes
many games: leaders of both sides met in 2 of 1,155 battles, since few armies that are attacked have one.
Options without which a window never occurs are on. The exit status says whether a kind was never played in
one of these ways.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any

from adjudicator import GAMES
from adjudicator.core import Choice, Occasion, Reader, Table, start
from adjudicator.core.game.game import Game
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import sampler
from adjudicator.core.orders.books import Books
from adjudicator.core.table.question import Reaction, WindowPolicy

from .counting import report
from .play_styles import pick_of
from .selfplay import Loose, chain

LEFT: Mapping[str, Mapping[str, str]] = {
    "ottomans": {
        "die": "when value <= 3, by = me do play Jesuits/Sufis",
        "move": "do weather {place}",
    },
    "belisarius": {
        "die": "when value <= 3 do play Pope",
        "campaign": "do play End of Campaign",
    },
}
"""The standing order for each silent window; one that names a place is left for some places."""
PLACES = ("serbia", "hungary", "rumelia", "byzantium", "bosporus", "aegean", "ottomans", "syria", "egypt")


class Reactions:
    """Answers silent windows by orders that seats have left, and counts what is played in them."""

    def __init__(self, game: Game, seed: int, counts: Counter[str]) -> None:
        self._game, self._counts, self.books = game, counts, Books(game, {})
        self.by = "the computer" if seed % 2 else "standing orders"

    def leave(self, seat: str, w: Any) -> None:
        """Let a seat leave its orders."""
        if self.by == "the computer":
            found = self._game.ai_orders(self._game.view(w, seat))
            self.books.leave(seat, [text for of in found.values() for text in of], w)
        elif seat not in self.books.kept:
            self.books.leave(seat, _left(self._game), w)

    def __call__(self, occasion: Occasion, seat: str, choice: Choice[Any], w: Any) -> JSON | None:
        """See `WindowPolicy.reflex`."""
        self._counts[f"{occasion.kind}: offered silently"] += 1
        answer = self.books.reflex(occasion, seat, choice, w)
        if answer is not None:
            self._counts[f"{occasion.kind}: played by {self.by}"] += 1
        return answer


def _left(game: Game) -> list[str]:
    label = Reader(game.lexicon).label
    found = []
    for kind, text in LEFT.get(game.name, {}).items():
        places = [label(place) for place in PLACES] if "{place}" in text else [""]
        found += [f"on {kind} {text.format(place=place)}" for place in places]
    return found


def of_game(game: Game, seed: int) -> Counter[str]:
    """The counts of one game."""
    counts, scenarios = Counter[str](games=1), game.scenarios()
    scenario, reactions = scenarios[seed % len(scenarios)], Reactions(game, seed, counts)
    policy = WindowPolicy(game.modes({}), reflex=reactions)
    begun = start(game, game.found(scenario.id, needed(game), scenario.seats), 0)
    table = Table(game, begun, chain(game), Loose(seed), policy=policy, fresh=True)
    rng = sampler(seed + 4_000_000)
    while not table.over:
        seat, choice = next(iter(table.pending.items()))
        reactions.leave(seat, table.world)
        occasion = None if table.question is None else table.question.occasion
        decide = game.ai_player if seed % 4 > 1 and not isinstance(choice, Reaction) else None
        answer = choice.sample(rng) if decide is None else decide(game.view(table.world, seat), choice, rng)
        if isinstance(choice, Reaction) and occasion is not None:
            counts[f"{occasion.kind}: asked"] += 1
            if answer["pick"] == "play":
                played = _played(game, occasion.kind, answer["answer"])
                counts[f"{occasion.kind}: {played} played when asked"] += 1
        counts["answers"] += 1
        table.submit(seat, answer)
    return counts


def needed(game: Game) -> Mapping[str, str]:
    """The options without which a window of the game does not occur."""
    return dict(window.option for window in game.windows.values() if window.option[0])


def _played(game: Game, kind: str, answer: Any) -> str:
    """What a reaction plays: all that its window has, else what is picked."""
    plays = game.windows[kind].plays
    return plays[0] if len(plays) == 1 else pick_of(answer) if plays else kind


def everything(game: Game) -> list[str]:
    """All that is counted and may not be zero."""
    found = []
    for kind, window in game.windows.items():
        if window.usual == "standing":
            ways = ["offered silently", "played by standing orders", "played by the computer"]
        else:
            ways = ["asked", *(f"{played} played when asked" for played in window.plays or (kind,))]
        found += [f"{kind}: {way}" for way in ways]
    return found


if __name__ == "__main__":
    NAMED = GAMES[sys.argv.pop(1)]
    report(lambda seed: of_game(NAMED, seed), everything(NAMED))
