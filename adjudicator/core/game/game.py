"""The functions that a game gives the table (architecture.md §2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.terms import SILENT, Battle, StandingTerms, Treatment, WindowKind
from adjudicator.core.language.words import N_, PLAIN, Lexicon, Words, words
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import Rng

from .chronicle import Chronicle
from .forecast import Need, Odds
from .lesson import Lesson
from .procedure import Procedure
from .reading import HITS, Held, Luck, Throw, When, plain_throw, plain_when
from .sealed import Event

OWN = "_own_"
"""Stands in the id of a game with figures of a group's own between the game's name and their digest."""
Memory: TypeAlias = Mapping[str, Sequence[str]]
"""Hidden things that a seat knows to be in a container or place, beside those that its view shows."""
Key: TypeAlias = str | int | list[str] | dict[str, str] | dict[str, int]
"""Facts that standing orders test: an id, a number, ids of which one must fit; or an id or a number for
each of several things: then the test is about the things that the order names."""


class World(Protocol):
    """A game's state at rest: a msgspec struct. `cups` holds the containers of hidden things, sorted."""

    cups: dict[str, list[str]]


class Option(Struct, frozen=True):
    """One option of a campaign: its paragraph and its values, of which the first is the default."""

    name: str
    rule: str
    values: tuple[str, ...] = ("off", "on")


class Scenario(Struct, frozen=True):
    """A starting situation: the seats in order of play, and the options that a campaign may set.

    `roster_of` is an id shared by scenarios that differ only in their seats: players choose it first, then
    the seats. It is "" if there is one set of seats.
    """

    id: str
    seats: tuple[str, ...]
    options: tuple[Option, ...] = ()
    roster_of: str = ""


def rosters(scenarios: Sequence[Scenario]) -> Mapping[str, Sequence[Scenario]]:
    """Return the scenarios grouped by `roster_of`, or each under its own id."""
    found: dict[str, list[Scenario]] = {}
    for scenario in scenarios:
        found.setdefault(scenario.roster_of or scenario.id, []).append(scenario)
    return found


class Score(Struct, frozen=True):
    """The points of every side, their parts, and the result.

    Attributes:
        points: by side.
        parts: the parts of the points, by side.
        result: empty as long as there is none. `winner` is the seat that has won, "" for none; where several
            may win, `winners` has all of them, or none. `how` is the kind of victory, or "draw". A game with
            levels of victory has the level of each seat under its id.
        margins: what the seats are ranked by, where it is not their points: what is above the points that a
            seat needs; a seat without a side of its own has what its side has.
    """

    points: Mapping[str, int]
    parts: Mapping[str, Mapping[str, int]]
    result: Mapping[str, JSON] = {}
    margins: Mapping[str, int] = {}

    def level(self, seat: str) -> str:
        """Return the level of victory of a seat that has won (`Game.levels`): its own, or the kind of
        victory.
        """
        return str(self.result.get(seat) or self.result.get("how") or "")


def winners(result: Mapping[str, JSON]) -> list[str]:
    """Return the seats that have won by a result (`Score.result`): none, one or several."""
    if "winners" in result:
        return [str(seat) for seat in result["winners"]]
    return [str(result["winner"])] if result.get("winner") else []


def is_drawn(result: Mapping[str, JSON]) -> bool:
    """Return true if a result (`Score.result`) is a draw."""
    return bool(result.get("draw")) or result.get("how") == "draw"


def ranking(score: Score) -> list[list[str]]:
    """Return the seats in ranks: those that have won, then the others by margin, else by points; equal ones
    share a rank, and all of them in a draw.
    """
    won, margins = winners(score.result), score.margins or score.points
    if is_drawn(score.result):
        return [list(margins)]
    ranks: dict[tuple[bool, int], list[str]] = {}
    for seat, margin in margins.items():
        ranks.setdefault((seat in won, margin), []).append(seat)
    return [ranks[rank] for rank in sorted(ranks, reverse=True)]


def most_points(points: Mapping[str, int]) -> dict[str, JSON]:
    """Return the result (`Score.result`) by which the most points win, and equal ones are a draw."""
    best = [seat for seat in points if points[seat] == max(points.values())]
    return {"winner": best[0], "how": "points"} if len(best) == 1 else {"winner": "", "how": "draw"}


def _reveals_nothing(world: Any, event: Event) -> Collection[str]:
    return ()


def _no_asides(world: Any) -> Mapping[str, Choice[Any]]:
    return {}


def _no_aside(world: Any, seat: str, answer: Any) -> Procedure:
    raise LookupError(f"{seat} has no aside")


class Game(Struct, frozen=True, kw_only=True):
    """A game, for the table and its users; a module builds it from its functions.

    Attributes:
        name: the name of its folders, and its id when played with the figures supplied.
        about: what it is, its players and its length, in a sentence or two for those who choose a game.
        suggested: the rule that asks a seat to place its pieces, and the orders, in the first language, that
            place them as the game suggests; None where no seat places any.
        world: the type of its worlds.
        scenarios: the ways to begin.
        found: (scenario, options, seats) -> the world before the first procedure.
        proceed: the next procedure of a world at rest, None when the game is over.
        view: the view of a seat, or of the public (None).
        imagine: (a seat's view, what else it knows to be where, a random stream) -> a world of which the seat
            has this view, with what it hides drawn; equal arguments give equal worlds. A question that opens
            a procedure is asked in it with the same options. None: no such world can be made.
        say: a redacted event -> a sentence in a language.
        gather: redacted events in a row -> the same, with those merged that one sentence tells.
        chronicle: how it is told to somebody who was not there, a line a battle, a march, a purchase.
        lexicon: the names of its ids.
        asides: what each seat may do out of turn at this rest; `aside` does it (architecture.md §1.7).
        stage: the phase of a world; when it changes, a picture is posted and the rest is kept.
        score: points and result at any moment.
        decide: (a world, extra points by seat) -> points and result if the game ended now; a result that the
            rules have reached without counting points stays. None: the most points of `score` win.
        levels: the levels of victory that a tournament may value differently, by their ids in results
            (`Score.level`), each with its name.
        turns_left: how many turns may follow the one of a world, None where the game sets no last one.
        problems: the impossibilities in a world; empty for a legal one.
        complete: (a position written by hand, the campaign's options) -> a world, with defaults for what is
            left out; raises msgspec.ValidationError. `problems` checks it afterwards. None: nothing may be
            left out.
        lessons: positions with an aim for beginners; each is a scenario of its own (`scenario_of`).
        pictures: the game's pictures (`adjudicator.display.pictures.Pictures`); None for a game without maps.
        held: (a seat's view) -> what it holds beside the map, kind by kind, the hand first.
        when: a stage -> its turn and its phase in words.
        throw: public dice in words: (the paragraph, the label without it, the faces, the public events
            reported just before, those reported after the dice); see `reading.Throw`.
        luck: how the dice of combat fell in public events, by side.
        luck_heads: what is counted there (`reading.HITS`, `VICTORIES`, `ATTACKS`).
        untold: the kinds of events that posts leave out, because their titles or the map show them already:
            the end of a turn, a printed set-up.
        headlines: the kinds of events that a player who was away is told first: battles and sieges that
            ended, what changed hands, who died, the end.
        standing: the kinds of occasions, rules and "rest" for which a seat may give standing orders, each
            with the verbs that mark an order without `on` as one for it (standing.py).
        reactions: the kinds of windows, and the rules of questions, by which a seat is asked for what another
            does or a die demands: battles, losses, retreats. A player may be spared them for a turn.
        windows: the kinds of occasions of its windows, each with what a new campaign does (architecture.md
            §1.7); their names are in `terms`.
        migrations: the first converts a world of schema 1, as plain JSON, into one of schema 2, and so on.
            They are never changed once released, so that saved worlds of every release can be played on.
        ai_player: (a seat's view, its question, a random stream) -> the answer of a simple computer opponent.
            None: the computer does not play this game.
        ai_orders: a seat's view -> the standing orders that the computer leaves for it, by kind of window;
            those that a campaign asks have none.
        reveals: (a world, an event that is being told in it) -> the seats that learn something hidden by what
            it says, or by what the rules do from there on; empty where all follows from what they knew. Such
            an event binds the order (design/fair-dice.md §8), and a rehearsal for one of these seats ends
            before it. What an entry of the log shows need not be named.
        odds: (a seat's view, its question, an answer to it) -> what the answer may bring, line by line, from
            what the view shows alone: equal views give equal odds. Empty where the game has nothing to say.
        needs: (a seat's view, or the public's) -> what each side still needs to win, line by line, those that
            matter most first; a status shows the first of each side.
        keys: (view, seat, rule) -> the facts that the tests of standing orders may use: always the same names
            for a rule, with "", 0 or [] where a fact has no value.
        battle: (a seat's view, the seat, a reader) -> the battle in which it fights now, with standing orders
            for it; None if there is none, or the game has few decisions in battles.
        terms: the names of those kinds and keys in forms, and the values of each key.
        money: the name of the value in its events that is a sum of money, "" for none.
        surrender: the act out of turn by which a seat surrenders the whole game, "" for none; the result is
            provisional then (design/fair-dice.md §5).
        figures: the digest of the figures of a group's own copy that it is played with, "" for those
            supplied.
    """

    name: str
    about: str = ""
    suggested: tuple[str, str] | None = None
    world: type[Any]
    scenarios: Callable[[], Sequence[Scenario]]
    found: Callable[[str, Mapping[str, str], Sequence[str]], Any]
    proceed: Callable[[Any], Procedure | None]
    view: Callable[[Any, str | None], Struct]
    imagine: Callable[[Any, Memory, Rng], Any] | None = None
    say: Callable[[Event, str], str]
    gather: Callable[[Sequence[Event]], Sequence[Event]] = lambda events: events
    chronicle: Chronicle = Chronicle()
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
    lessons: Sequence[Lesson] = ()
    pictures: Any = None
    held: Callable[[Any], Sequence[Held]] = lambda view: ()
    when: Callable[[str], When] = plain_when
    throw: Callable[[str, str, Sequence[JSON], Sequence[Event], Sequence[Event]], Throw] = plain_throw
    luck: Callable[[Sequence[Event]], Mapping[str, Luck]] = lambda events: {}
    luck_heads: tuple[str, str, str] = HITS
    untold: Collection[str] = ()
    headlines: Collection[str] = ()
    standing: Mapping[str, Sequence[str]] = {}
    reactions: Collection[str] = ()
    windows: Mapping[str, WindowKind] = {}
    reveals: Callable[[Any, Event], Collection[str]] = _reveals_nothing
    odds: Callable[[Any, Choice[Any], JSON], Sequence[Odds]] = lambda view, question, answer: ()
    needs: Callable[[Any], Sequence[Need]] = lambda view: ()
    keys: Callable[[Any, str, str], Mapping[str, Key]] = lambda view, seat, rule: {}
    battle: Callable[[Any, str, Reader], Battle | None] = lambda view, seat, reader: None
    terms: StandingTerms = StandingTerms()
    ai_player: Callable[[Any, Choice[Any], Rng], JSON] | None = None
    ai_orders: Callable[[Any], Mapping[str, Sequence[str]]] = lambda view: {}
    migrations: Sequence[Callable[[dict[str, JSON]], dict[str, JSON]]] = ()
    money: str = ""
    surrender: str = ""
    figures: str = ""

    def lesson(self, scenario: str) -> Lesson | None:
        """Return the lesson that is the scenario of a campaign, None for a scenario of the game."""
        return next((one for one in self.lessons if one.id == scenario), None)

    def scenario_of(self, id: str) -> Scenario | None:
        """Return a scenario of the game, or that of a lesson, by its id; None if there is none."""
        lesson = self.lesson(id)
        found = next((one for one in self.scenarios() if one.id == (lesson.scenario if lesson else id)), None)
        return Scenario(id, found.seats, found.options) if lesson and found else found

    def begin(self, scenario: str, options: Mapping[str, str], seats: Sequence[str]) -> Any:
        """Return the world before the first procedure of a scenario or a lesson."""
        lesson = self.lesson(scenario)
        if lesson is None or self.complete is None:
            return self.found(scenario, options, seats)
        return self.complete(lesson.position, options)

    def ended_now(self, world: Any, more: Mapping[str, int]) -> Score:
        """Return points and result if a game ended now, with `more` points for some seats."""
        if self.decide is not None:
            return self.decide(world, more)
        found = self.score(world)
        points = {seat: n + more.get(seat, 0) for seat, n in found.points.items()}
        return Score(points, found.parts, most_points(points) if points else {})

    def impossible(self, world: Any) -> list[Words]:
        """Return the impossibilities in a world: options that the game does not have, else `problems`."""
        known = {option.name: option.values for scenario in self.scenarios() for option in scenario.options}
        given: Mapping[str, str] = getattr(world, "options", {})
        wrong = [
            words(N_("the option {option} cannot be {value}"), option=name, value=Verbatim(value))
            for name, value in sorted(given.items())
            if value not in known.get(name, ())
        ]
        return wrong or list(self.problems(world))

    def modes(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Return how a campaign treats each kind of window (`WindowPolicy.modes`): as chosen for it, else as
        chosen under "default", else as usual.
        """
        usual = chosen.get("default", "")
        return {kind: chosen.get(kind) or usual or window.usual for kind, window in self.windows.items()}

    def treatment(self, modes: Mapping[str, str], options: Mapping[str, str]) -> Treatment:
        """Return how a campaign treats the windows that may occur in it; a kind that it does not name, of a
        campaign from before that kind, is silent.
        """
        occurring = {kind: window for kind, window in self.windows.items() if window.occurs(options)}
        treated = self.modes({"default": SILENT, **modes})
        return Treatment(occurring, treated, {kind: self.terms.occasions[kind] for kind in occurring})

    @property
    def id(self) -> str:
        """The id of the game in campaigns and logs; with other figures it is another game."""
        return f"{self.name}{OWN}{self.figures}" if self.figures else self.name

    @property
    def scene(self) -> Callable[[Struct], Any] | None:
        """A view as a map, in a language; None for a game without maps."""
        return None if self.pictures is None else self.pictures.scene

    @property
    def schema(self) -> int:
        """The schema of this release's worlds."""
        return 1 + len(self.migrations)
