"""The table: runs one campaign over a world at rest and the entries since (architecture.md §1.3).

A table is built, used for one command and dropped; what it did is in `ledger` and `rests`. If
anything but a `Refusal` comes out of it, the table is to be thrown away and nothing kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import CoroutineType
from typing import Any

import msgspec

from adjudicator.core.choices.choice import Choice
from adjudicator.core.game.game import Game
from adjudicator.core.game.procedure import EVENT_SINK, Ask, Draw, Look, Move, Procedure, Roll, Window
from adjudicator.core.game.sealed import Event
from adjudicator.core.language.errors import Defect, NotNow, Refusal, Stale
from adjudicator.core.language.words import N_, words
from adjudicator.core.log.chain import Chain, Entry
from adjudicator.core.log.chance import ScriptRanOut, Source, Stopped

from .answers import Answers, Undone, is_standing, same_answer
from .ledger import Ledger
from .position import Position, Rest, start, world_of
from .question import Question, WindowPolicy, offer


class Table:
    """One campaign at one moment.

    Args:
        game: the game with its rules. position: the position of the campaign.
        chain: the end of its log.
        source: its chance.
        ruling: the policy for windows and standing orders.
        time: UNIX seconds, written into the entries of this command.
        fresh: true if the procedure after the rest has never been run (founding, edit), so that its events
            are new; false if it is run again.
        undone: the entries taken back by an undo with `keep`: their answers are given again, with the same
            chance as long as everything is equal (design/fair-dice.md §8).

    Attributes:
        stages: the stages that this command came to, in order: how much of the journal was told before each,
            the entry after which it begins, and its name.
        reentered: how many of the undone answers were taken; the first that is no longer asked, or
            no longer the same answer, ends it.

    Raises:
        Stale: if the rules no longer ask what the log answers, or cannot read the world.
    """

    def __init__(
        self,
        game: Game,
        position: Position,
        chain: Chain,
        source: Source,
        *,
        policy: WindowPolicy | None = None,
        time: int = 0,
        fresh: bool = False,
        undone: Sequence[Entry] = (),
    ) -> None:
        self.game, self.policy = game, policy or WindowPolicy()
        self.ledger = Ledger(chain, source, position.tail, time, not fresh)
        self.rests: list[Rest] = []
        self.stages: list[tuple[int, int, str]] = []
        self.over, self._begun, self._told_first = False, False, False
        self._rest = position.rest
        self._running: Any = None
        self._question: Question | None = None
        self._ended: list[tuple[bytes, str]] = []
        self._answers, self._undone = Answers(self.ledger, self.policy.books), Undone(undone)
        self.ledger.stands = [e for e in undone if e.t in ("batch", "draw")]
        self.world = self._decode()
        self.ledger.stage = position.rest.stage
        self._advance(None, begin=True)
        self._reenter()
        self.reentered = self._undone.taken

    # -- what may be asked of a table ------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position of the campaign now."""
        return Position(self._rest, tuple(self.ledger.since))

    @property
    def question(self) -> Question | None:
        """The open question, with the answers so far; None when the game is over."""
        return self._question

    @property
    def pending(self) -> dict[str, Choice[Any]]:
        """The decisions that are still to be made, by seat."""
        q = self._question
        return {} if q is None else {s: c for s, c in q.choices.items() if s not in q.answers}

    @property
    def at_rest(self) -> bool:
        """True if nothing has been answered, rolled or offered in a window since the last rest."""
        return not self._begun

    def choice(self, seat: str) -> Choice[Any]:
        """Return the question of a seat, also if it has answered already.

        Raises:
            NotNow: if it is asked nothing.
        """
        q = self._question
        if q is None or seat not in q.choices:
            raise self._not_asked(seat)
        return q.choices[seat]

    def trail(self) -> list[str]:
        """Return the running procedures, outermost first."""
        names: list[str] = []
        at: Any = self._running
        while isinstance(at, CoroutineType):
            names.append(at.cr_code.co_name)
            at = at.cr_await
        return [name for name in names if name not in _VOCABULARY]

    def asides(self) -> Mapping[str, Choice[Any]]:
        """Return the acts that each seat may do out of turn now; nothing in the middle of a procedure."""
        return self.game.asides(self._decode()) if self.at_rest and not self.over else {}

    # -- what may be done at a table -------------------------------------------------------------

    def submit(self, seat: str, answer: object, *, by: str = "seat", standing: bool = False) -> None:
        """Take a seat's answer to its question; while others are still to answer it may be changed.

        Raises:
            Refusal: and nothing has changed.
            Defect, ScriptRanOut, Stopped: and the table is to be thrown away.
        """
        q = self._question
        if q is None or seat not in q.choices:
            raise self._not_asked(seat)
        q.require_change(seat)
        self._answers.give(q, seat, q.choices[seat].accept(answer), by, standing)
        self._begun = True
        if q.complete:
            self._advance(self._close(q))

    def close(self) -> None:
        """Close an open window: seats that have not answered play their standing order, or pass.

        Nobody can tell which: both are sealed, and logged as answers by the clock (design/fair-dice.md §9).

        Raises:
            NotNow: if no window is open.
        """
        q = self._question
        if q is None or q.occasion is None:
            raise NotNow(words(N_("there is nothing to react to now")))
        for seat in self.pending:
            play = self._reflex(q, seat)
            answer = {"pick": "pass"} if play is None else play
            self._answers.give(q, seat, answer, "clock", play is not None)
        self._advance(self._close(q))

    def let_pass(self, seat: str) -> None:
        """Answer an open window for a seat that wants not to be asked: by its standing order, or it passes.

        Both are its own sealed answers, and the others can see only that it has answered.

        Raises:
            NotNow: if no window waits for it.
        """
        q = self._question
        if q is None or q.occasion is None or seat not in self.pending:
            raise self._not_asked(seat)
        play = self._reflex(q, seat)
        self._answers.give(q, seat, {"pick": "pass"} if play is None else play, "seat", play is not None)
        if q.complete:
            self._advance(self._close(q))

    def aside(self, seat: str, answer: object, *, standing: bool = False) -> None:
        """Carry out an act out of turn; the question that was open is asked again.

        Raises:
            Refusal: and nothing has changed.
        """
        if not self.at_rest:
            raise NotNow(
                words(N_("you can act out of turn only between orders; one is still being resolved"))
            )
        choices = self.asides()
        if seat not in choices:
            raise NotNow(words(N_("{seat} has nothing to do out of turn now"), seat=seat))
        choice, typed = choices[seat], choices[seat].accept(answer)
        self._drop()
        self.ledger.silent = False
        self._act_aside(self._answers.give_aside(seat, choice, typed, standing))
        self._advance(None)

    # -- running ---------------------------------------------------------------------------------

    def _decode(self) -> Any:
        return world_of(self.game, self._rest)

    def _start(self, procedure: Procedure | None, begun: bool = False) -> None:
        self._begun, self._told_first = begun, False
        self.over = procedure is None
        self._running = procedure

    def _drop(self) -> None:
        """Forget the question of a procedure in which nothing has been answered yet."""
        self._running.close()
        self._question = None
        self.ledger.mark()
        self.world = self._decode()

    def _act_aside(self, entry: Entry) -> None:
        self._start(self.game.aside(self.world, str(entry.body["seat"]), entry.answer), begun=True)

    def _advance(self, value: Any, *, begin: bool = False) -> None:
        """Step the procedures until somebody must answer or the game is over."""
        self._question = None
        try:
            if begin:
                self._start(self.game.proceed(self.world))
            while not self.over and self._question is None:
                value = self._step(value)
        except (Defect, Stale, Stopped, ScriptRanOut):
            raise
        except Exception as error:
            raise Defect(f"{self.trail()}: {error!r}") from error
        if self.over and self.ledger.unread:
            raise Stale(self.ledger.last + 1, "", "the game is over, and the log goes on")
        self.ledger.flush()

    def _step(self, value: Any) -> Any:
        """Resume the running procedure with the value that it waited for; return its next value."""
        token = EVENT_SINK.set(self._hear)
        ended, request = False, None
        try:
            request = self._running.send(value)
        except StopIteration:
            ended = True
        finally:
            EVENT_SINK.reset(token)
        return self._come_to_rest() if ended else self._meet(request)

    def _hear(self, event: Event) -> None:
        self._told_first = self._told_first or not self._begun
        if seats := self.game.reveals(self.world, event):
            if self.policy.rehearsing in seats and not self.ledger.silent:
                raise Stopped(event.rule)
            self.ledger.reveal(event, sorted(seats))
        self.ledger.hear(event)

    def _come_to_rest(self) -> None:
        """Keep the world after a procedure has ended, and go on to the next.

        Its end is no rest if the next begins with a roll that falls in the same batch: dice with no
        entry between them are one (design/fair-dice.md §3), and a position does not begin inside an entry.
        """
        stage = self.game.stage(self.world)
        self._ended.append((msgspec.msgpack.encode(self.world), stage))
        self.ledger.stage = stage
        self.stages.append((len(self.ledger.told), self.ledger.next - 1, stage))
        self.ledger.mark()
        if not self.ledger.rolling:
            self._keep_rests()
        self._start(self.game.proceed(self.world))
        if self.over:
            self._keep_rests()

    def _keep_rests(self) -> None:
        """Keep the ends of the last procedures as rests."""
        if self._ended:
            self.ledger.rest()
            last, schema = self.ledger.last, self.game.schema
            reached = [Rest(last, world, stage, schema) for world, stage in self._ended]
            self.rests, self._rest, self._ended = [*self.rests, *reached], reached[-1], []

    def _meet(self, request: Any) -> Any:
        """Answer a request of a procedure, or leave a question open."""
        match request:
            case Ask(choices, together):
                self._keep_rests()
                first = next(iter(choices.values()))
                return self._ask(Question(first.rule, dict(choices), together))
            case Window():
                return self._window(request)
            case Roll():
                self._ended, self._begun = [], True
                return self.ledger.roll(request)
        self._keep_rests()
        self._begun = True
        match request:
            case Draw():
                return self.ledger.draw(request, self.world.cups)
            case Move():
                return self.ledger.move(request, self.world.cups)
            case Look():
                if self.policy.mode("") == "stop" and not self.ledger.replay:
                    raise Stopped(request.rule)
                return self.ledger.look(request)
        raise Defect(f"rules may wait only for players and chance, not {request!r}")

    # -- questions -------------------------------------------------------------------------------

    def _ask(self, q: Question) -> Any:
        """Ask a question, and take its answers from the log."""
        if not self._begun and self._told_first:
            raise Defect(f"{self.trail()}: something is told before the question that opens a procedure")
        replay = self.ledger.replay
        if q.together:
            self._answers.call(q)
        if replay and replay[0].aside and not self._begun:
            self._drop()
            return self._act_aside(self.ledger.read("answer", ""))
        while replay and replay[0].t == "answer" and (q.together or not q.complete):
            self._begun = True
            self._answers.read(q)
        if q.complete or (replay and replay[0].t == "lock"):
            return self._close(q)
        if self.ledger.unread:
            raise Stale(self.ledger.last + 1, q.rule, f"the log goes on while {q.rule} is asked")
        self._question = q
        return None

    def _close(self, q: Question) -> Any:
        """Pass the answers to the rule, once everybody has answered."""
        if q.together:
            self._answers.close(q)
        return q.result()

    def _not_asked(self, seat: str) -> NotNow:
        if self.over:
            return NotNow(words(N_("the game is over: {seat} has no more decisions to make"), seat=seat))
        asked = {"seat": seat, "asked": list(self.pending)}
        return NotNow(words(N_("{seat} has nothing to decide now; waiting for: {asked}"), **asked))

    # -- windows ---------------------------------------------------------------------------------

    def _window(self, request: Window) -> Any:
        """Offer a reaction; a window that is past is never offered again (architecture.md §1.7)."""
        q = Question.of_window(request, self.ledger.windows)
        self.ledger.windows += 1
        if not q.choices:
            return None
        self._begun = True
        self.ledger.met.append((self.ledger.last, tuple(q.choices)))
        if self.ledger.replay:
            return self._window_again(q)
        if (again := self._undone.play_in(q)) is not None:
            self._undone.take()
            return self._carry_out(q, *again)
        mode = self.policy.mode_of(q, self.ledger.next)
        if self.ledger.silent and mode != "ask":
            return None
        return self._window_opened(q, mode)

    def _window_opened(self, q: Question, mode: str) -> Any:
        """Ask every seat that publicly could react, or carry out the first standing order that does."""
        if mode == "stop":
            raise Stopped(q.rule)
        if mode == "ask":
            self._keep_rests()
            self._answers.call(q)
            self._question = q
            return None
        for seat in q.choices:
            if (play := self._reflex(q, seat)) is not None:
                return self._carry_out(q, seat, play)
        return None

    def _carry_out(self, q: Question, seat: str, play: Any) -> Any:
        """Carry out a standing order in a window."""
        self._keep_rests()
        self._answers.give(q, seat, play, "seat", True)
        return q.result()

    def _reflex(self, q: Question, seat: str) -> Any:
        """Return the answer of a seat's standing orders in a window; None if there is none, or it is no
        longer legal.
        """
        if self.policy.reflex is None or self._undone.going_on or q.occasion is None:
            return None
        answer = self.policy.reflex(q.occasion, seat, q.reactions[seat], self.world)
        try:
            return None if answer is None else q.choices[seat].accept({"pick": "play", "answer": answer})
        except Refusal:
            return None

    def _window_again(self, q: Question) -> Any:
        """Read a window from the log: asked, answered by a standing order, or passed without an entry."""
        entry = self.ledger.replay[0]
        if entry.t == "ask" and entry.windows == self.ledger.windows and entry.body["rule"] == q.rule:
            q.together = True
            return self._ask(q)
        if entry.t == "answer" and entry.parts[0].part["q"] in [q.name(seat) for seat in q.choices]:
            self._answers.read(q)
        return q.result()

    def _reenter(self) -> None:
        """Give the undone answers again, until one would no longer be the same."""
        while (old := self._undone.next) is not None and (answer := self._same(old)) is not None:
            self._undone.take()
            seat, standing = str(old.body["seat"]), is_standing(old)
            if old.aside:
                self.aside(seat, answer, standing=standing)
            else:
                self.submit(seat, answer, by=str(old.body["by"]), standing=standing)
        self._undone.going_on, self.ledger.stands = False, []

    def _same(self, old: Entry) -> Any:
        """Return the answer of an undone entry, if it would be the same answer now; else None."""
        if old.aside:
            choices, together = self.asides(), False
        else:
            q = self._question
            choices, together = ({}, False) if q is None else (q.choices, q.together)
        return same_answer(old, choices.get(str(old.body["seat"])), together=together)


__all__ = ["Position", "Question", "Rest", "Table", "WindowPolicy", "offer", "start"]

_VOCABULARY = (
    "ask",
    "ask_all",
    "window",
    "dice",
    "d6",
    "d10",
    "pick",
    "pick_from",
    "draw",
    "draw_among",
    "move",
    "look",
)
