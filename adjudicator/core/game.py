"""The functions that a game gives the table (architecture.md §2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from .procedure import Procedure
from .reading import Luck, Throw, When, plain_throw, plain_when
from .sealed import Event
from .terms import Battle, StandingTerms
from .words import PLAIN, Lexicon, Words

OWN = "_own_"
"""Stands in the id of a game with figures of a group's own between the game's name and their digest."""
Key: TypeAlias = str | int | list[str] | dict[str, str] | dict[str, int]
"""Facts that standing orders test: an id, a number, ids of which one must fit; or an id or a number for
each of several things: then the test is about the things that the order names."""


class World(Protocol):
    """A game's state at rest: a msgspec struct. `cups` holds the containers of hidden things, sorted."""

    cups: dict[str, list[str]]


class Option(Struct, frozen=True):
    """One option of a campaign: its paragraph, its values, the first of which is the default."""

    name: str
    rule: str
    values: tuple[str, ...] = ("off", "on")


class Scenario(Struct, frozen=True):
    """A way to begin: the seats in order of play, and the options that a campaign may set.

    `roster_of` is an id that it shares with others from which it differs in its seats alone: people choose
    that first, and the seats then. "" where there is one set of seats.
    """

    id: str
    seats: tuple[str, ...]
    options: tuple[Option, ...] = ()
    roster_of: str = ""


def rosters(scenarios: Sequence[Scenario]) -> Mapping[str, Sequence[Scenario]]:
    """The scenarios by what people choose first: by `roster_of`, or each by its own id."""
    found: dict[str, list[Scenario]] = {}
    for scenario in scenarios:
        found.setdefault(scenario.roster_of or scenario.id, []).append(scenario)
    return found


class Score(Struct, frozen=True):
    """The points of every side, what makes them, and the result.

    Attributes:
        points: by side.
        parts: what makes them, by side.
        result: empty as long as none is fixed. `winner` is the seat that has won, "" for none; where several
            may win, `winners` has all of them, or none. `how` says by what, "draw" that the game is drawn. A
            game with levels of victory has that of each seat under its id.
    """

    points: Mapping[str, int]
    parts: Mapping[str, Mapping[str, int]]
    result: Mapping[str, JSON] = {}

    def level(self, seat: str) -> str:
        """Return the level of victory of a seat that has won (`Game.levels`): its own, or how it has won."""
        return str(self.result.get(seat) or self.result.get("how") or "")


def winners(result: Mapping[str, JSON]) -> list[str]:
    """Return the seats that have won by a result (`Score.result`): none, one or several."""
    if "winners" in result:
        return [str(seat) for seat in result["winners"]]
    return [str(result["winner"])] if result.get("winner") else []


def most_points(points: Mapping[str, int]) -> dict[str, JSON]:
    """Return the result (`Score.result`) by which the most points win, and equal ones are a draw."""
    best = [seat for seat in points if points[seat] == max(points.values())]
    return {"winner": best[0], "how": "points"} if len(best) == 1 else {"winner": "", "how": "draw"}


def _no_asides(world: Any) -> Mapping[str, Choice[Any]]:
    return {}


def _no_aside(world: Any, seat: str, answer: Any) -> Procedure:
    raise LookupError(f"{seat} has no aside")


class Game(Struct, frozen=True, kw_only=True):
    """A game, for the table and everything around it; a module builds it from its functions.

    Attributes:
        name: the name of its folders, and its id where it is played with our figures.
        world: the type of its worlds.
        scenarios: the ways to begin.
        found: (scenario, options, seats) -> the world before the first procedure.
        proceed: the next procedure of a world at rest, None when the game is over.
        view: what a seat, or the public (None), may know.
        say: a redacted event as a sentence in a language.
        gather: redacted events that are told one after another, with those made one that one sentence tells.
        lexicon: the names of its ids.
        asides: what each seat may do out of turn at this rest; `aside` does it (architecture.md §1.7).
        stage: names the phase a world is in; a change of it is worth a picture and a kept rest.
        score: points and result at any moment.
        decide: (a world, points that a seat has besides) -> points and result if the game ended now; what the
            rules have decided without counting points stays. None: the most points of `score` win.
        levels: the ways to win that a tournament may value apart, as results name them (`Score.level`), each
            with its name.
        turns_left: how many turns may follow the one of a world, None where the game sets no last one.
        problems: what is impossible in a world; empty for a sound one.
        complete: (a position written by hand, the campaign's options) -> a world, with what it leaves out
            in its plain default; raises msgspec.ValidationError. `problems` judges it then. None: nothing
            may be left out.
        pictures: the game's pictures (`adjudicator.display.pictures.Pictures`); None for a game without maps.
        when: a stage as people name it: its turn and its phase.
        throw: public dice as people read them: (the paragraph, the label without it, what fell, the public
            events reported just before, those reported after the dice); see `reading.Throw`.
        luck: the dice for hits in public events, by side; none where single dice make no hits.
        untold: the kinds of events that posts leave out, since their titles or the map tell them already: the
            end of a turn, a set-up as printed.
        standing: the kinds of occasions, rules and "rest" for which a seat may leave standing orders,
            each with the verbs by which an order without `on` is taken for it (standing.py).
        windows: the default for windows in a new campaign, "ask" or "standing" (architecture.md §1.7).
        migrations: the first makes of a world of schema 1, as plain JSON, one of schema 2, and so on: they
            are never changed once released, so that worlds at rest of every release can be played on.
        ai_player: (a seat's view, what the seat is asked, a stream) -> the answer of a computer opponent of
            plain sense. None: the computer does not play this game.
        keys: (view, seat, rule) -> what the tests of standing orders may ask about: always the same
            names for a rule, with "", 0 or [] where there is nothing to say.
        battle: (a seat's view, the seat, a reader) -> the battle that it fights in now, with orders that it
            may leave for it; None where it fights in none, and for a game whose battles ask little.
        terms: how forms name those kinds and keys, and which values a key may have.
        money: the value of its events that is a sum of money, "" for a game without any.
        surrender: the act out of turn by which a seat gives the whole game up, "" for none: the result is
            provisional then (design/fair-dice.md §5).
        figures: the digest of the figures of a group's own copy that it is played with, "" for ours.
    """

    name: str
    world: type[Any]
    scenarios: Callable[[], Sequence[Scenario]]
    found: Callable[[str, Mapping[str, str], Sequence[str]], Any]
    proceed: Callable[[Any], Procedure | None]
    view: Callable[[Any, str | None], Struct]
    say: Callable[[Event, str], str]
    gather: Callable[[Sequence[Event]], Sequence[Event]] = lambda events: events
    lexicon: Lexicon = PLAIN
    asides: Callable[[Any], Mapping[str, Choice[Any]]] = _no_asides
    aside: Callable[[Any, str, Any], Procedure] = _no_aside
    stage: Callable[[Any], str] = lambda world: ""
    score: Callable[[Any], Score] = lambda world: Score({}, {})
    decide: Callable[[Any, Mapping[str, int]], Score] | None = None
    levels: Mapping[str, str] = {}
    turns_left: Callable[[Any], int | None] = lambda world: None
    problems: Callable[[Any], Sequence[Words]] = lambda world: ()
    complete: Callable[[Mapping[str, JSON], Mapping[str, str]], Any] | None = None
    pictures: Any = None
    when: Callable[[str], When] = plain_when
    throw: Callable[[str, str, Sequence[JSON], Sequence[Event], Sequence[Event]], Throw] = plain_throw
    luck: Callable[[Sequence[Event]], Mapping[str, Luck]] = lambda events: {}
    untold: Collection[str] = ()
    standing: Mapping[str, Sequence[str]] = {}
    windows: str = "standing"
    keys: Callable[[Any, str, str], Mapping[str, Key]] = lambda view, seat, rule: {}
    battle: Callable[[Any, str, Reader], Battle | None] = lambda view, seat, reader: None
    terms: StandingTerms = StandingTerms()
    ai_player: Callable[[Any, Choice[Any], Rng], JSON] | None = None
    migrations: Sequence[Callable[[dict[str, JSON]], dict[str, JSON]]] = ()
    money: str = ""
    surrender: str = ""
    figures: str = ""

    def ended_now(self, world: Any, more: Mapping[str, int]) -> Score:
        """Return points and result if a game ended now, with `more` points for some seats."""
        if self.decide is not None:
            return self.decide(world, more)
        found = self.score(world)
        points = {seat: n + more.get(seat, 0) for seat, n in found.points.items()}
        return Score(points, found.parts, most_points(points) if points else {})

    @property
    def id(self) -> str:
        """The id by which campaigns and logs know it: with other figures it is another game."""
        return f"{self.name}{OWN}{self.figures}" if self.figures else self.name

    @property
    def scene(self) -> Callable[[Struct, str], Any] | None:
        """A view as a map, in a language; None for a game without maps."""
        return None if self.pictures is None else self.pictures.scene

    @property
    def schema(self) -> int:
        """The schema of this release's worlds."""
        return 1 + len(self.migrations)
