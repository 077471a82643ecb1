"""Count what is played in windows, over games founded by default: asked, by standing orders, by the computer.

    python -m tests.ottomans.count_reactions GAMES [FIRST_SEED]

Windows are as in a new game: before a battle and before a nation is lost seats are asked, and answer at
random; in the others, which are silent, every other game has standing orders for all seats, and the others
the computer's answers. The exit status says whether a kind was never played in one of these ways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from adjudicator.core import Choice, Occasion, Reader, Refusal, Table, start
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import sampler
from adjudicator.core.orders.standing import Order, keys_of, parse
from adjudicator.core.table.question import Reaction, WindowPolicy
from adjudicator.ottomans import GAME
from adjudicator.ottomans.board import PLACES
from adjudicator.ottomans.standing import WINDOWS
from tests.kit.counting import report
from tests.kit.play_styles import pick_of
from tests.kit.selfplay import Loose, chain

READER = Reader(GAME.lexicon)
BOOK = (
    "on die when value <= 3, by = me do play Jesuits/Sufis",
    *(f"on move do play weather {READER.label(place)}" for place in PLACES),
)
"""The standing orders of every seat: low dice of its own again, and Weather wherever others move."""
SILENT = [kind for kind, window in WINDOWS.items() if window.usual == "standing"]


class Reactions:
    """Answers silent windows, and counts what is played in them."""

    def __init__(self, seed: int, counts: Counter[str]) -> None:
        self._by = "the computer" if seed % 2 else "standing orders"
        self._rng, self._counts = sampler(seed + 3_000_000), counts
        self._book: Mapping[str, list[Order]] = {}

    def __call__(self, occasion: Occasion, seat: str, choice: Choice[Any], w: Any) -> JSON | None:
        """See `WindowPolicy.reflex`."""
        self._counts[f"{occasion.kind}: offered silently"] += 1
        answer = (
            self._computer(seat, choice, w)
            if self._by == "the computer"
            else self._left(occasion, seat, choice, w)
        )
        if answer is not None:
            self._counts[f"{occasion.kind}: played by {self._by}"] += 1
        return answer

    def _computer(self, seat: str, choice: Choice[Any], w: Any) -> JSON | None:
        asked = Reaction(rule=choice.rule, prompt=choice.prompt, items=lambda: {"play": choice, "pass": None})
        assert GAME.ai_player is not None
        given = GAME.ai_player(GAME.view(w, seat), asked, self._rng)
        return given.get("answer") if given["pick"] == "play" else None

    def _left(self, occasion: Occasion, seat: str, choice: Choice[Any], w: Any) -> JSON | None:
        view = GAME.view(w, seat)
        if seat not in self._book:
            self._book = {**self._book, seat: [parse(text, seat, GAME, view) for text in BOOK]}
        keys = keys_of(GAME, view, seat, occasion.kind, occasion)
        for order in self._book[seat]:
            if order.on != occasion.kind or not all(
                t.holds(keys, (), seat, GAME.lexicon) for t in order.tests
            ):
                continue
            try:
                return choice.accept(choice.parse(order.lines[0].removeprefix("play "), READER))
            except Refusal:
                continue
        return None


def of_game(seed: int) -> Counter[str]:
    """The counts of one game."""
    counts = Counter[str](games=1)
    scenario = GAME.scenarios()[seed % len(GAME.scenarios())]
    policy = WindowPolicy(GAME.modes({}), reflex=Reactions(seed, counts))
    begun = start(GAME, GAME.found(scenario.id, {}, scenario.seats), 0)
    table = Table(GAME, begun, chain(GAME), Loose(seed), policy=policy, fresh=True)
    rng = sampler(seed + 4_000_000)
    while not table.over:
        seat, choice = next(iter(table.pending.items()))
        answer = choice.sample(rng)
        occasion = None if table.question is None else table.question.occasion
        if isinstance(choice, Reaction) and occasion is not None:
            counts[f"{occasion.kind}: asked"] += 1
            if answer["pick"] == "play":
                counts[f"{occasion.kind}: {_chit(occasion.kind, answer['answer'])} played when asked"] += 1
        counts["answers"] += 1
        table.submit(seat, answer)
    return counts


def _chit(kind: str, answer: Any) -> str:
    """The chit of a reaction: of a window with one that, else the one picked."""
    plays = WINDOWS[kind].plays
    return plays[0] if len(plays) == 1 else pick_of(answer)


def everything() -> list[str]:
    """All that is counted and may not be zero."""
    found = []
    for kind, window in WINDOWS.items():
        ways: tuple[str, ...]
        if kind in SILENT:
            ways = ("offered silently", "played by standing orders", "played by the computer")
        else:
            ways = ("asked", *(f"{chit} played when asked" for chit in window.plays))
        found += [f"{kind}: {way}" for way in ways]
    return found


if __name__ == "__main__":
    report(of_game, everything())
