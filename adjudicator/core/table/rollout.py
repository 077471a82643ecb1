"""A world played on without a log: the procedures of a table, without chain, journal and saved rests.

It is for imagined games, of which nothing is kept. Everything decided at a table is decided here by the
same procedures and the same choices; equal answers and equal chance lead to equal worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from adjudicator.core.choices.choice import Choice
from adjudicator.core.game.game import Game
from adjudicator.core.game.procedure import EVENT_SINK, Ask, Draw, Look, Move, Procedure, Roll, Window
from adjudicator.core.game.sealed import Event
from adjudicator.core.language.errors import Defect, Refusal
from adjudicator.core.log.chance import Rng

from .ledger import shift
from .past import Past, Replay, Unlike, learnt, seen_by
from .position import world_of
from .question import Question, WindowPolicy
from .table import Table

TRIES = 20
"""The number of worlds imagined, at most, to find one in which a seat sees the same."""


def _unheard(event: Event) -> None:
    return None


class Rollout:
    """One imagined course of a game.

    Args:
        game: the game with its rules.
        world: the world at rest from which it goes on; it is changed.
        rng: the chance of this course.
        policy: the policy for windows and standing orders.
        tail: what a seat has seen since that rest, to be given again; None if nothing has begun.

    Attributes:
        world: the world now.
        question: the open question, with the answers so far; None when the game is over.
        ended: how many procedures have ended.

    Raises:
        Unlike: if what is given again is not what the rules ask in this world.
    """

    def __init__(
        self,
        game: Game,
        world: Any,
        rng: Rng,
        policy: WindowPolicy | None = None,
        tail: Sequence[Past] | None = None,
    ) -> None:
        self.game, self.world, self.rng = game, world, rng
        self.policy = policy or WindowPolicy()
        self.question: Question | None = None
        self.ended, self.over = 0, False
        self._replay = None if tail is None else Replay(tail, rng)
        self._windows = 0
        self._running: Any = None
        self._advance(None, self._first())

    def submit(self, seat: str, answer: object, *, trusted: bool = False) -> None:
        """Take a seat's answer to its question; a `trusted` one is typed already, and not checked again.

        Raises:
            Refusal: and nothing has changed.
        """
        q = self.question
        assert q is not None
        q.answers[seat] = answer if trusted else q.choices[seat].accept(answer)
        self._replay = None
        if q.complete:
            self._advance(q.result())

    def pass_by(self) -> None:
        """Close an open window: seats that have not answered play their standing order, or pass."""
        q = self.question
        assert q is not None and q.occasion is not None
        self._replay = None
        for seat in q.choices:
            if seat not in q.answers:
                play = self._reflex(q, seat)
                q.answers[seat] = {"pick": "pass"} if play is None else play
        self._advance(q.result())

    # -- running ---------------------------------------------------------------------------------

    def _first(self) -> Procedure | None:
        """Return the first procedure: that of an act out of turn, if the tail begins with one."""
        replay = self._replay
        if replay is not None and replay.next is not None and replay.next.body["aside"]:
            seat, answer = replay.answer(self.game.asides(self.world))
            return self.game.aside(self.world, seat, answer)
        return self.game.proceed(self.world)

    def _advance(self, value: Any, begin: Procedure | None = None) -> None:
        """Step the procedures until somebody must answer or the game is over."""
        self.question = None
        token = EVENT_SINK.set(_unheard)
        try:
            if begin is not None or self._running is None:
                self._start(begin)
            while not self.over and self.question is None:
                try:
                    request = self._running.send(value)
                except StopIteration:
                    self.ended, self._windows, value = self.ended + 1, 0, None
                    self._start(self.game.proceed(self.world))
                    continue
                value = self._meet(request)
        finally:
            EVENT_SINK.reset(token)
        if self.over and self._replay is not None and not self._replay.over:
            raise Unlike("over")

    def _start(self, procedure: Procedure | None) -> None:
        self._running, self.over = procedure, procedure is None

    def _meet(self, request: Any) -> Any:
        """Answer a request of a procedure, or leave a question open."""
        replay, cups = self._replay, self.world.cups
        match request:
            case Ask(choices, together):
                return self._ask(Question(next(iter(choices.values())).rule, dict(choices), together))
            case Window():
                return self._window(request)
            case Roll():
                if replay is not None:
                    return replay.roll(request)
                if request.of:
                    return self.rng.take(request.of, request.count)
                return self.rng.dice(request.count, request.faces)
            case Draw():
                return self._draw(request) if replay is None else replay.draw(request, cups)
            case Move():
                if replay is not None:
                    return replay.move(request, cups)
                return shift(cups, request.source, request.to, request.items)
            case Look():
                return None if replay is None else replay.look(request)
        raise Defect(f"rules may wait only for players and chance, not {request!r}")

    def _draw(self, request: Draw) -> dict[str, list[str]]:
        cups = self.world.cups
        of = cups[request.source] if request.source else request.of
        got = self.rng.take(of, sum(to.count for to in request.to))
        dealt: dict[str, list[str]] = {}
        for to in request.to:
            dealt[to.place], got = got[: to.count], got[to.count :]
        for place, items in dealt.items():
            shift(cups, request.source, place, items)
        return dealt

    def _ask(self, q: Question) -> Any:
        """Ask a question, and give again the answers that have been seen."""
        replay = self._replay
        if replay is None or replay.over:
            self.question = q
            return None
        if q.together:
            replay.ask(q.rule, list(q.choices))
        while replay.next is not None and replay.next.t == "answer" and (q.together or not q.complete):
            seat, typed = replay.answer(q.choices)
            q.answers[seat] = typed
        if q.together and replay.next is not None and replay.next.t == "lock":
            replay.close()
            return q.result()
        if q.complete and not q.together:
            return q.result()
        if not replay.over:
            raise Unlike(q.rule)
        self.question = q
        return None

    # -- windows ---------------------------------------------------------------------------------

    def _window(self, request: Window) -> Any:
        """Return the reaction from the log, a reflex or nobody; None also where the question is left open."""
        q = Question.of_window(request, self._windows)
        self._windows += 1
        replay = self._replay
        if not q.choices:
            return None
        if replay is not None and not replay.over:
            return self._window_again(q, replay)
        mode = self.policy.mode(request.occasion.kind)
        if mode == "ask":
            q.together = True
            self.question = q
            return None
        if replay is None:
            for seat in q.choices:
                if (play := self._reflex(q, seat)) is not None:
                    q.answers[seat] = play
                    return q.result()
        return None

    def _window_again(self, q: Question, replay: Replay) -> Any:
        """Give a window again: asked, answered by a standing order, or passed without an entry."""
        past = replay.next
        if past is not None and past.body["windows"] == self._windows:
            if past.t == "ask" and past.body["rule"] == q.rule:
                q.together = True
                return self._ask(q)
            asked = q.choices.get(str(past.body.get("seat", "")))
            if past.t == "answer" and not past.body["ask"] and asked and past.body["rule"] == asked.rule:
                seat, typed = replay.answer(q.choices)
                q.answers[seat] = typed
        return q.result()

    def _reflex(self, q: Question, seat: str) -> Any:
        """Return the answer of a seat's standing orders in a window; None without one that is legal."""
        assert q.occasion is not None
        if self.policy.reflex is None:
            return None
        answer = self.policy.reflex(q.occasion, seat, q.reactions[seat], self.world)
        try:
            return None if answer is None else q.choices[seat].accept({"pick": "play", "answer": answer})
        except Refusal:
            return None


class Seen(Struct, frozen=True):
    """The knowledge of a seat when it is asked, as a value.

    Attributes:
        seat: the seat.
        view: its view at the last rest.
        tail: what it has seen since.
        asked: its question: the fingerprint, and the options as described.
    """

    seat: str
    view: Any
    tail: tuple[Past, ...]
    asked: str


def seen(table: Table, seat: str) -> Seen:
    """Return the knowledge of a seat at a table that asks it."""
    view = table.game.view(world_of(table.game, table.position.rest), seat)
    return Seen(seat, view, seen_by(seat, table.position.tail), _as_asked(table.choice(seat)))


def imagined(game: Game, known: Seen, rng: Rng, policy: WindowPolicy) -> tuple[Rollout | None, int]:
    """Return a course in which a seat has seen what it has seen and is asked what it is asked.

    Worlds in which anything else happens are rejected: the second value says how many. None if all of `TRIES`
    are.
    """
    assert game.imagine is not None
    memory = learnt(known.tail)
    for rejected in range(TRIES):
        try:
            course = Rollout(game, game.imagine(known.view, memory, rng), rng, policy, known.tail)
        except Unlike:
            continue
        q = course.question
        if q is not None and known.seat in q.choices and _as_asked(q.choices[known.seat]) == known.asked:
            return course, rejected
    return None, TRIES


def _as_asked(choice: Choice[Any]) -> str:
    return f"{choice.fingerprint()} {choice.describe()}"
