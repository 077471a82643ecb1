"""A game as the kit tests it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

from adjudicator.core import LANGUAGES, Game, Reader, Scenario, Table
from adjudicator.core.log.chance import Rng

from .play_styles import PlayStyle, Step, plain

TESTS = Path(__file__).resolve().parents[1]
FEW = 4
"""The number of scenarios that are tried where a game has more."""

OtherWorld: TypeAlias = Callable[[Table, str | None, Rng], Any]
"""(table, viewer, stream) -> the world of its last rest with all exchanged that the viewer cannot know."""


class GameUnderTest(Struct, frozen=True, kw_only=True, dict=True):
    """The facts of a game that the tests of the kit need; the defaults are for a game without hidden things.

    Attributes:
        seeds: how many games are played to their end, `more` of them with `-m matrix`; the first
            divisible by five, the others by ten.
        scenario, options, styles: of a game by its seed; "" is the first scenario; the styles are in the
            order of its seats, and begin again where there are fewer.
        instead: the style that a moment calls for in place of a seat's own, such as a set-up; None for none.
        asides: the number of rests for each at which somebody acts out of turn (0: never), and answers by
            `aside`, which may give None to leave it.
        sound: asserts what must hold after every step, besides `Game.problems`.
        ended: asserts that a game that is over ended as its rules say.
        other_world: see `OtherWorld`; None for a game without hidden things.
        telling: kinds of events that tell others what an order did of which only a part is public: in two
            worlds orders with the same public part may do different things.
        side: (a world, a viewer) -> the side whose knowledge it has: seats of one side know the same.
        compared: (seed, windows) of the games in which two worlds are compared, at every `every` steps.
        secrets: ids of what may be hidden. Answers name them where one's own should be.
        probes: answers that name a secret, beside the plain ones.
        phrases: orders that name a secret, as "play {}".
        pieces: of a world, what `Choice.reach` is asked about.
        beside: the places of the map beside a place, by land and sea.
        goes_on: other orders by which a move that began with an answer could go on, from a place by a way.
        others: what else could be named, in a world, by an order that lists pieces one by one.
        whole: orders whose pieces are all at once or said anew each time: half of them is another order.
        ids: ids that bad answers are made of.
        refusals: the kinds of refusals that bad input meets at least; a small game may bar nothing.
        asked: how many paragraphs ask for decisions at least.
        stories: for each golden play in `tests/plays/<game>/`, what it is there to tell.
        phases: the names of the phases in a position.
        structs: the types whose fields a position may have.
        impossible: positions, each with the reason for which it is refused.
        no_positions: what is no position at all.
        solutions: for each lesson of the game, the orders that its steps ask for.
    """

    game: Game
    seeds: int = 10
    more: int = 100
    scenario: Callable[[int], str] = lambda seed: ""
    options: Callable[[int], Mapping[str, str]] = lambda seed: {}
    styles: Callable[[int], Sequence[PlayStyle]] = lambda seed: ()
    instead: Callable[[Any], PlayStyle | None] = lambda world: None
    asides: int = 0
    aside: PlayStyle = plain
    sound: Callable[[Step], None] = lambda step: None
    ended: Callable[[Step], None] = lambda step: None
    other_world: OtherWorld | None = None
    telling: frozenset[str] = frozenset()
    side: Callable[[Any, str | None], str | None] = lambda world, viewer: viewer
    compared: Sequence[tuple[int, str]] = ((1, "ask"), (2, "standing"))
    every: int = 100
    secrets: Sequence[str] = ()
    probes: Callable[[str], Sequence[Any]] = lambda secret: ()
    phrases: Sequence[str] = ()
    pieces: Callable[[Any], Sequence[str]] = lambda world: ()
    beside: Callable[[str], Iterable[str]] = lambda place: ()
    goes_on: Callable[[Any, str, Sequence[str]], Sequence[Any]] = lambda answer, start, way: ()
    others: Callable[[Any, Any], Iterable[str]] = lambda world, answer: ()
    whole: Sequence[str] = ()
    ids: Sequence[str] = ("",)
    refusals: frozenset[str] = frozenset({"illegal", "not_understood", "ambiguous"})
    asked: int = 6
    stories: Mapping[str, Sequence[str]] = {}
    phases: Sequence[str] = ()
    structs: Sequence[type[Any]] = ()
    impossible: Sequence[tuple[Mapping[str, Any], str]] = ()
    solutions: Mapping[str, Sequence[str]] = {}
    no_positions: Sequence[Mapping[str, Any]] = ({"at": 5}, {"no_such_field": 1}, {"cups": {"pool": [1]}})

    @property
    def name(self) -> str:
        """The id of the game, and of its folders."""
        return self.game.name

    @cached_property
    def readers(self) -> tuple[Reader, ...]:
        """A reader in each language."""
        return tuple(Reader(self.game.lexicon, language) for language in LANGUAGES)

    @cached_property
    def plays(self) -> Sequence[Path]:
        """The files of its golden plays."""
        return sorted((TESTS / "plays" / self.name).glob("*.play"))

    @cached_property
    def seats(self) -> Sequence[str]:
        """All seats that any scenario has."""
        return list(dict.fromkeys(seat for scenario in self.game.scenarios() for seat in scenario.seats))

    def scenario_of(self, seed: int, id: str = "") -> Scenario:
        """The scenario of this id, or if none is named the one that is played with a seed."""
        wanted = id or self.scenario(seed)
        return next(s for s in self.game.scenarios() if wanted in ("", s.id))

    @property
    def some_scenarios(self) -> Sequence[str]:
        """The ids of its scenarios; of very many a few from the first to the last."""
        ids = [scenario.id for scenario in self.game.scenarios()]
        return ids if len(ids) <= FEW else [ids[at * (len(ids) - 1) // (FEW - 1)] for at in range(FEW)]
