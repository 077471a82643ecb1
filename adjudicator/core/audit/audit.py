"""The audit: the rules replay a whole export and must produce every entry (design/fair-dice.md §10).

`verify` proves that dice, draws and answers are those that were bound; only an audit finds a roll that was
not due, one under a wrong label, an answer that was not legal, or a wrong result. It needs the whole export
and the code that the card and the `rules` entries name. A file is verified first, and one that does not
verify is not replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from adjudicator.core.game.game import OWN, Game
from adjudicator.core.language.errors import Defect, Refusal, Stale
from adjudicator.core.language.words import N_, fill, spoken
from adjudicator.core.log.chain import JSON, Chain, Entry
from adjudicator.core.log.chance import ScriptRanOut
from adjudicator.core.table.ledger import Told
from adjudicator.core.table.position import world_of
from adjudicator.core.table.question import question_name
from adjudicator.core.table.table import Position, Rest, Table, start

from . import edits
from .bound_orders import BoundOrders, Record
from .recorded import CLOSED, RecordedChance, RecordedWindows
from .rewind import is_run, position_at
from .verify import Line, Sentence, result_fits
from .verify import Report as Verified
from .verify import verify as verified


class Report(Struct):
    """The findings of an audit.

    Attributes:
        faults: where the log differs from the rules; the audit ends at the first.
        notes: what it could not judge.
        at: the entry at which it ended.
        answers, rolls, draws: the numbers found correct.
        computed: the answers of the computer that were computed again.
        has_ended: whether the game is over, so that nothing in the export is a secret any more.
    """

    faults: list[Sentence] = []
    notes: list[Sentence] = []
    at: int = 0
    answers: int = 0
    rolls: int = 0
    draws: int = 0
    computed: int = 0
    has_ended: bool = False

    @property
    def is_sound(self) -> bool:
        """True if everything that was judged is right."""
        return not self.faults

    @property
    def is_closed(self) -> bool:
        """True if the audit ended at a seal that the export does not open."""
        return any(fault.template == CLOSED for fault in self.faults)

    def lines(self, *, secrets: bool) -> Iterator[Line]:
        """Yield the report for people; without `secrets` a fault names only its entry while the game is in
        play.
        """
        if self.is_sound:
            yield Line(
                "verdict", Sentence(N_("AUDITED: replayed by the rules, every entry of this log is right."))
            )
        elif self.is_closed:
            closed = N_(
                "NOT AUDITED: parts of this log are still sealed. Use an export made after the game "
                "has ended."
            )
            yield Line("verdict", Sentence(closed))
        else:
            yield Line(
                "verdict",
                Sentence(N_("AUDIT FAILED: replayed by the rules, the game differs from this log.")),
            )
        for fault in self.faults:
            if secrets or self.has_ended:
                yield Line("item", fault)
            else:
                what = N_("Entry {n} differs from the replay. The details may be secret until the game ends.")
                yield Line("item", Sentence(what, n=self.at))
        if self.notes:
            yield Line("title", Sentence(N_("Note:")))
        yield from (Line("item", note) for note in self.notes)
        yield Line("title", Sentence(N_("Replayed:")))
        counted = N_(
            "{answers} {answers:answer|answers}, {rolls} public {rolls:roll|rolls}, {draws} "
            "hidden {draws:draw|draws}"
        )
        values = {"answers": self.answers, "rolls": self.rolls, "draws": self.draws}
        yield Line("item", Sentence(counted, **values))
        if self.computed:
            again = N_("{n} {n:answer|answers} of the computer, each computed again from what its seat saw")
            yield Line("item", Sentence(again, n=self.computed))


class Proof(Protocol):
    """The proof of something of one log that its rules do not decide.

    Attributes:
        compared: the number of answers found as they must be.
        notes: what it could not judge.
    """

    compared: int
    notes: list[Sentence]

    def fault(self, record: Record, n: int, table: Table) -> Sentence | None:
        """Return the fault of an answer, entry `n`, to the question that is open at a table."""


Prove = Callable[[Game, Sequence[Record]], Proof]


class Differs(Exception):
    """Raised where the log differs from the rules; the sentence says where."""

    def __init__(self, template: str, /, **values: Any) -> None:
        super().__init__(Sentence(template, **values))


def judge(lines: Sequence[str], games: Mapping[str, Game], prove: Prove | None = None) -> Verified | Report:
    """Verify a whole export and, if nothing is wrong, audit it; return the report of the last step."""
    found = verified(lines)
    return audit(lines, games, prove) if found.readable and not found.errors else found


def audit(lines: Iterable[str], games: Mapping[str, Game], prove: Prove | None = None) -> Report:
    """Play a whole export again by the rules of its game.

    Args:
        lines: the export.
        games: those that there are here.
        prove: what is proven besides, of each answer.

    Raises:
        MemoryError: if there is not enough, which says nothing about the game.
    """
    return _played(lines, games, prove)[0]


def _played(
    lines: Iterable[str], games: Mapping[str, Game], prove: Prove | None = None
) -> tuple[Report, _Audit | None]:
    """Return the report on an export, and the audit as far as it got."""
    report, run = Report(), None
    try:
        log = _read(lines)
        report.has_ended = any(record.body["t"] == "end" for record in log)
        name = str(log[0].body["game"]).partition("/")[0]
        if name not in games:
            if OWN in name:
                raise Differs(_FIGURES, game=name.partition(OWN)[0], figures=name.partition(OWN)[2])
            raise Differs(N_("there is no game {name} here"), name=name)
        proof = prove and prove(games[name], log)
        run = _Audit(games[name], log, report, proof)
        run.run()
        if proof is not None:
            report.computed = proof.compared
            report.notes += proof.notes
    except (Differs, Stale, Defect, ScriptRanOut) as error:
        report.faults.append(_said(error, report.at))
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - a file may hold anything where the rules read it
        what = N_("entry {n}: the log cannot be replayed from here; verify it first: {why}")
        report.faults.append(Sentence(what, n=report.at, why=repr(error)[:LONGEST_REASON]))
    return report, run


class Replay(Struct):
    """The course of a game in an export.

    Attributes:
        game: its game.
        card: the founding entry.
        rests: every position at rest, in order, those that were undone left out.
        told: the events, each with the entry before it, likewise.
    """

    game: Game
    card: dict[str, JSON]
    rests: list[Rest]
    told: list[Told]


def replayed(lines: Iterable[str], games: Mapping[str, Game]) -> Replay | Report:
    """Replay a whole export, and return its course, or the report if it cannot be replayed to its end.

    Raises:
        MemoryError: if there is not enough.
    """
    report, run = _played(lines, games)
    return report if run is None or not report.is_sound else run.course()


LONGEST_REASON = 400
"""The most characters of a program's output that are shown."""


def _said(error: Exception, n: int) -> Sentence:
    """Return the sentence of an error; errors of the code itself are in English."""
    if error.args and isinstance(error.args[0], Sentence):
        return error.args[0]
    what = N_("entry {n}: the rules do not lead to this entry: {why}")
    return Sentence(what, n=n, why=str(error)[:LONGEST_REASON])


def _read(lines: Iterable[str]) -> list[Record]:
    log: list[Record] = []
    for line in lines:
        item: dict[str, JSON] = msgspec.json.decode(line, type=dict[str, Any])
        if "t" in item:
            body = {key: value for key, value in item.items() if key != "head"}
            log.append(Record(body, {}, str(item.get("head", ""))))
        else:
            log[-1].parts[item["i"]] = item["part"]
    return log


_FIGURES = N_(
    "this game of {game} was played with figures from the group's own copy; to audit it, name the folder "
    "that holds the figures with digest {figures} in the setting “overlays”"
)


class _Audit:
    """The walk along a log, in which a table writes it again."""

    def __init__(self, game: Game, log: Sequence[Record], report: Report, proof: Proof | None = None) -> None:
        self._game, self._log, self._report, self._proof = game, log, report, proof
        self._card = log[0].body
        self._chain = Chain(str(log[0].body["game"]), bytes(32))
        self._orders = BoundOrders(game, log)
        self._windows = RecordedWindows(log, self._orders)
        self._source, self._policy = RecordedChance(log, self._chain), self._windows.policy
        self._entries: list[Entry] = []
        self._rests: list[Rest] = []
        self._told: list[Told] = []
        self._epoch = 0
        self._closed: dict[str, JSON] = {}

    def course(self) -> Replay:
        """Return the course of the game, as far as it was played."""
        return Replay(self._game, self._card, self._rests, self._told)

    def run(self) -> None:
        card = self._card
        while self._at < len(self._log) and not is_run(self._log[self._at].body):
            self._at += 1
        world = self._game.begin(card["scenario"], card["options"], card["seats"])
        if {cup: sorted(items) for cup, items in world.cups.items()} != card["cups"]:
            raise Differs(N_("entry 0: the containers on the game card are not those the game begins with"))
        position = start(self._game, world, self._at - 1)
        self._rests.append(position.rest)
        self._open(position, fresh=True)
        while self._at < len(self._log):
            self._step(self._log[self._at])

    def _open(self, position: Position, fresh: bool, undone: Sequence[Entry] = ()) -> None:
        self._chain.n, self._chain.epoch = self._at, self._epoch
        self._table = Table(
            self._game, position, self._chain, self._source, policy=self._policy, fresh=fresh, undone=undone
        )
        self._seen = self._rested = self._heard = 0
        self._compare()

    def _step(self, record: Record) -> None:
        kind = record.body["t"]
        if kind == "answer":
            self._answer(record)
        elif is_run(record.body):
            what = N_("entry {n}: the rules wait for a player, but the log has {kind}")
            raise Differs(what, n=self._at, kind=kind)
        elif kind == "undo":
            self._undo(record.body)
        elif kind == "edit":
            self._edit(record)
        else:
            self._beside(record.body)
            self._at += 1

    def _beside(self, body: dict[str, JSON]) -> None:
        """Take over an entry that no rule writes."""
        if body["t"] == "rules":
            what = N_("entry {n}: the program was updated here; entries before it come from another version")
            self._report.notes.append(Sentence(what, n=self._at))
        if body["t"] == "resume":
            self._closed = {}
        if body["t"] == "burn":
            self._epoch = max(self._epoch, body["to"])
        if body["t"] in ("end", "result"):
            self._require_result(body)

    def _require_result(self, body: dict[str, JSON]) -> None:
        """Check a result that the rules give, and the points by which a referee ends a game that goes on."""
        score, said = self._game.score(self._table.world), body["result"]
        points = dict(score.points)
        seats, by, is_provisional = self._card["seats"], str(body["by"]), body["t"] == "result"
        if self._table.over:
            is_due = said == dict(score.result)
        elif self._closed:
            is_due = said == self._closed["result"]
        else:
            is_due = by != "rules" and result_fits(said, by, seats, is_provisional=is_provisional)
            is_due = is_due and said.get("points", points) == points
        self._closed = body if is_provisional else {}
        if not is_due:
            due = dict(score.result) or {"points": points}
            what = N_("entry {n}: by the rules the game does not end like this: {result}")
            raise Differs(what, n=self._at, result=_shown(due))

    @property
    def _at(self) -> int:
        return self._report.at

    @_at.setter
    def _at(self, n: int) -> None:
        self._report.at = n

    # -- answers ---------------------------------------------------------------------------------

    def _answer(self, record: Record) -> None:
        """Give an answer of the log to the rules, as one asked for or one out of turn; refuse any other."""
        self._chain.n, self._chain.epoch = self._at, self._epoch
        if 0 not in record.parts:
            raise Differs(CLOSED, n=self._at)
        seat, answer = str(record.body["seat"]), record.answer
        asked, standing = record.parts[0]["q"], record.is_standing
        question = self._table.question
        try:
            if question is not None and seat in question.choices and question.name(seat) == asked:
                self._require(self._orders.at_answer(record, question, self._table.world))
                if self._proof is not None:
                    self._require(self._proof.fault(record, self._at, self._table))
                self._table.submit(seat, answer, by=str(record.body["by"]), standing=standing)
            elif (aside := self._table.asides().get(seat)) is not None and question_name(aside) == asked:
                self._require(self._orders.at_aside(record, aside, self._table.world))
                self._table.aside(seat, answer, standing=standing)
            else:
                what = N_("entry {n}: the rules do not ask {seat} that question now")
                raise Differs(what, n=self._at, seat=seat)
        except Refusal as refusal:
            why = fill(refusal.why, "en", self._game.lexicon.label)
            what = N_("entry {n}: the answer is not legal: {rule} {why}")
            raise Differs(what, n=self._at, rule=refusal.rule, why=why) from refusal
        self._compare()

    def _require(self, fault: Sentence | None) -> None:
        if fault is not None:
            raise Differs("{fault}", fault=fault)

    def _undo(self, body: dict[str, JSON]) -> None:
        to = int(body["to"])
        position = position_at(self._entries, self._rests, to)
        undone = [entry for entry in self._entries if entry.n > to] if body["keep"] else []
        self._entries = [entry for entry in self._entries if entry.n <= to]
        self._rests = [rest for rest in self._rests if rest.n <= to]
        self._told = [told for told in self._told if told.n <= to]
        self._at += 1
        self._open(position, fresh=False, undone=undone)

    def _edit(self, record: Record) -> None:
        """Check that the sealed part of a referee's edit leads to a legal position and to its public part."""
        if 0 not in record.parts:
            raise Differs(CLOSED, n=self._at)
        if not self._table.at_rest or self._table.over:
            raise Differs(N_("entry {n}: the position was edited in the middle of an order"), n=self._at)
        before = world_of(self._game, self._table.position.rest)
        sealed, body = record.parts[0], record.body
        try:
            world = edits.applied(self._game, before, sealed["patch"])
            made = edits.edit(self._game, self._card["seats"], before, world)
        except edits.Impossible as error:
            why = spoken(error.reasons, "en", self._game.lexicon.label)
            what = N_("entry {n}: the edit leads to an impossible position: {why}")
            raise Differs(what, n=self._at, why=why) from error
        said = {"pub": body["pub"], "sizes": body["sizes"], **sealed}
        for key, due in (("pub", made.pub), ("sizes", made.sizes), ("moves", made.moves)):
            if said[key] != due:
                what = N_("entry {n}: the edit says {key} is {said}, but it is {due}")
                raise Differs(what, n=self._at, key=key, said=_shown(said[key]), due=_shown(due))
        what = N_("entry {n}: the referee edited the position: {why}")
        self._report.notes.append(Sentence(what, n=self._at, why=_shown(body["why"])))
        rest = start(self._game, world, self._at)
        self._rests.append(rest.rest)
        self._at += 1
        self._open(rest, fresh=True)

    # -- comparing -------------------------------------------------------------------------------

    def _compare(self) -> None:
        """Check that the table has written the next entries of the log, and standing orders where the log has
        them.
        """
        self._require(self._windows.fault)
        written, rests = self._table.ledger.entries, self._table.rests
        for entry in written[self._seen :]:
            if self._at >= len(self._log):
                what = N_("the log ends, but by the rules entry {n} ({kind}) comes next")
                raise Differs(what, n=self._at, kind=entry.t)
            self._match(entry, self._log[self._at])
            self._at += 1
        self._entries += written[self._seen :]
        self._rests += rests[self._rested :]
        told = self._table.ledger.told
        self._told += told[self._heard :]
        self._seen, self._rested, self._heard = len(written), len(rests), len(told)

    def _match(self, entry: Entry, record: Record) -> None:
        """Compare a record, field by field and seal by seal, with what the rules have just written."""
        body = record.body
        fields = [key for key in entry.body if key not in ("time", "seals", "nonce")]
        for key in fields:
            if entry.body[key] != body.get(key):
                what = N_("entry {n}: by the rules {key} is {due}, but the log says {said}")
                due, said = _shown(entry.body[key]), _shown(body.get(key))
                raise Differs(what, n=self._at, key=key, due=due, said=said)
        for i, part in enumerate(entry.parts):
            sealed = record.parts.get(i)
            if sealed is None or _but_books(sealed) != _but_books(part.part):
                what = N_("entry {n}: seal {i} should hold {due}, but holds {said}")
                raise Differs(what, n=self._at, i=i, due=_shown(part.part), said=_shown(sealed))
            if list(part.seats) != body["seals"][i]["for"]:
                what = N_("entry {n}: seal {i} should be for {seats}")
                raise Differs(what, n=self._at, i=i, seats=_shown(list(part.seats)))
        self._report.answers += entry.t == "answer"
        if entry.t in ("batch", "draw"):
            self._epoch = max(self._epoch, entry.body["e"])
            self._report.rolls += len(body.get("rolls", ()))
            self._report.draws += entry.t == "draw"


def _but_books(part: Mapping[str, JSON]) -> dict[str, JSON]:
    """Return a part without the standing orders in force, which do not follow from the rules."""
    return {key: item for key, item in part.items() if key != "books"}


def _shown(value: object) -> str:
    """Return a value for a sentence: on one line, not too long, with escaped control characters."""
    return ascii(value)[:LONGEST_REASON]
