"""Golden plays: input and output of a table in one text, for any game (`pytest --golden=write` rewrites).

A play begins with its head, one `name value` a line: `game`, `scenario`, `option NAME VALUE`, `windows
OCCASION MODE` (as a campaign sets it; of what is not said nobody is asked), and either `seed HEX` or nothing,
which is a scripted table. `world JSON` (it may go on over indented lines) begins from a position as the table
protocol loads it. Then, in the order in which things happen:

    ? SEAT RULE PROMPT      what is asked of whom
    > SEAT ORDER            an order, in the order language
    × RULE WHY              the order is refused; nothing has changed
    ! RULE LABEL: ...       dice that fell, things that were drawn; of a scripted table this is input too
    = TEXT                  what all are told; `= [SEAT] TEXT` is what a seat reads in its place
    ~ HASH ..               at rest: of the public's view and of every seat's
    # TEXT                  a remark

Only `>`, `#` and, on a scripted table, what follows the last colon of `!` are read; all else is written.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator import GAMES
from adjudicator.core import Event, Game, Reader, Refusal, Table, Told, fill, redact, start
from adjudicator.core.log.chain import Entry
from adjudicator.core.log.chance import ScriptedSource, sampler
from adjudicator.core.log.founding import Founded, RulesVersion, Terms, open_from_seed, open_scripted
from adjudicator.core.orders.orders import lines, submit
from adjudicator.core.table.question import WindowPolicy

UMPIRE = RulesVersion("golden", "00" * 20, "00" * 20)


class Play(Struct, kw_only=True):
    """The contents of a play: the head, and the orders and remarks as (sign or seat, text)."""

    head: list[str]
    game: str = ""
    scenario: str = ""
    seed: str = ""
    world: str = ""
    options: dict[str, str] = {}
    windows: dict[str, str] = {}
    orders: list[tuple[str, str]] = []
    dice: list[int] = []
    draws: list[str] = []


def read(text: str) -> Play:
    """A play out of its text."""
    head, _, body = text.partition("\n\n")
    play = Play(head=head.splitlines())
    name = ""
    for line in play.head:
        if not line.startswith("#"):
            name = _read_head(play, name, line)
    for line in body.splitlines():
        sign, _, rest = line.partition(" ")
        if sign == "#":
            play.orders.append(("#", rest))
        elif sign == ">":
            seat, _, order = rest.partition(" ")
            play.orders.append((seat, order))
        elif sign == "!" and not play.seed:
            _read_chance(play, rest)
    return play


def _read_head(play: Play, name: str, line: str) -> str:
    """A line of the head; a line that begins with a space goes on with the field before it."""
    if line.startswith(" "):
        value = getattr(play, name) + line
    else:
        name, _, value = line.partition(" ")
    if name in ("option", "windows"):
        key, _, value = value.partition(" ")
        {"option": play.options, "windows": play.windows}[name][key] = value
    else:
        setattr(play, name, value)
    return name


def _read_chance(play: Play, text: str) -> None:
    for word in text.rpartition(":")[2].split():
        if word.isdecimal():
            play.dice.append(int(word))
        else:
            play.draws.append(word)


class Recorder:
    """Plays a play at an open table and writes down what happens."""

    def __init__(self, play: Play) -> None:
        self._play, self._game = play, GAMES[play.game]
        self._reader = Reader(self._game.lexicon)
        world = self._begin()
        self._founded = self._found(world)
        position = start(self._game, world, self._founded.chain.n - 1)
        chain, source, policy = self._founded.chain, self._founded.source, WindowPolicy(play.windows)
        self.table = Table(self._game, position, chain, source, policy=policy, fresh=True)
        self.written: list[str] = []
        self._asked: Mapping[str, str] = {}
        self._rest, self._entries, self._told = b"", 0, 0

    def _begin(self) -> Any:
        seats = self._seats()
        if not self._play.world:
            return self._game.found(self._play.scenario, self._play.options, seats)
        assert self._game.complete is not None, f"{self._game.name} has no positions"
        options = {o.name: self._play.options.get(o.name, o.values[0]) for o in self._scenario().options}
        world = self._game.complete(msgspec.json.decode(self._play.world), options)
        problems = [fill(p, "en", self._game.lexicon.label) for p in self._game.problems(world)]
        assert not problems, problems
        return world

    def _scenario(self) -> Any:
        return next(s for s in self._game.scenarios() if s.id == self._play.scenario)

    def _seats(self) -> Sequence[str]:
        seats: Sequence[str] = self._scenario().seats
        return seats

    def _found(self, world: Any) -> Founded:
        p = self._play
        terms = Terms("golden", p.scenario, p.options, self._seats(), "open", UMPIRE, world.cups)
        if p.seed:
            return open_from_seed(p.game, terms, bytes.fromhex(p.seed))
        return open_scripted(p.game, terms, p.dice, p.draws)

    def text(self) -> str:
        """The whole play, written anew.

        Raises:
            AssertionError: if a scripted table has dice or draws left over.
        """
        self._note()
        for seat, order in self._play.orders:
            if seat == "#":
                self.written.append(f"# {order}")
            else:
                self.order(seat, order)
        source = self._founded.source
        if isinstance(source, ScriptedSource):
            assert (source.left_dice, source.left_draws) == ([], []), "left over in the script"
        return "\n".join([*self._play.head, "", *self.written, ""])

    def order(self, seat: str, text: str) -> None:
        """Carry out an order and write down what comes of it."""
        self.written.append(f"> {seat} {text}")
        verb = ""
        for line in lines(text):
            try:
                verb = submit(self.table, seat, line.text, self._reader, verb if line.follows else "")
            except Refusal as refusal:
                self.written.append(f"× {refusal.rule or refusal.kind} {self._said(refusal)}")
                break
            finally:
                self._note()

    def _said(self, refusal: Refusal) -> str:
        return fill(refusal.why, "en", self._game.lexicon.label)

    def _note(self) -> None:
        """Everything new: chance and story in order, the hashes of a new rest, the next question."""
        entries, told = self.table.ledger.entries[self._entries :], self.table.ledger.told[self._told :]
        self._entries += len(entries)
        self._told += len(told)
        self.written += self._happened(entries, told)
        if self.table.at_rest and self.table.position.rest.world != self._rest:
            self._rest = self.table.position.rest.world
            self.written.append(f"~ {' '.join(self._hashes())}")
        asked = {
            seat: f"? {seat} {choice.rule} {fill(choice.prompt, 'en', self._game.lexicon.label)}"
            for seat, choice in self.table.pending.items()
        }
        self.written += [line for seat, line in asked.items() if self._asked.get(seat) != line or told]
        self._asked = asked

    def _happened(self, entries: Sequence[Entry], told: Sequence[Told]) -> Iterator[str]:
        left = list(told)
        for entry in entries:
            while left and left[0].n < entry.n:
                yield from self._event(left.pop(0).event)
            yield from _chance(entry)
        for line in left:
            yield from self._event(line.event)

    def _event(self, event: Event) -> Iterator[str]:
        public = self._sentence(event, None)
        if public:
            yield f"= {public}"
        for seat in self._seats():
            if (own := self._sentence(event, seat)) and own != public:
                yield f"= [{seat}] {own}"

    def _sentence(self, event: Event, seat: str | None) -> str:
        seen = redact(event, seat)
        return "" if seen is None else self._game.say(seen, "en")

    def _hashes(self) -> Iterator[str]:
        for seat in (None, *self._seats()):
            view = msgspec.json.encode(self._game.view(self.table.world, seat), order="deterministic")
            yield hashlib.sha256(view).hexdigest()[:8]


def _chance(entry: Entry) -> Iterator[str]:
    """The dice and draws of an entry."""
    if entry.t == "batch":
        for roll in entry.body["rolls"]:
            yield f"! {roll['label']}: {' '.join(map(str, roll['got']))}"
    if entry.t == "draw":
        got = [item for part in entry.parts[1:] for item in part.part["got"]]
        yield f"! {entry.body['rule']} drawn: {' '.join(got)}"


def record(game: Game, scenario: str, seed: str, *, by_computer: bool = False) -> str:
    """A whole game at random, or as the computer plays it; its head is to be given a title."""
    play = Play(
        head=["# ...", f"game {game.name}", f"scenario {scenario}", f"seed {seed}"],
        game=game.name,
        scenario=scenario,
        seed=seed,
    )
    recorder, rng = Recorder(play), sampler(int(seed, 16))
    recorder.text()
    reader = Reader(game.lexicon)
    while recorder.table.pending:
        seat, choice = next(iter(recorder.table.pending.items()))
        if by_computer and game.ai_player is not None:
            answer = game.ai_player(game.view(recorder.table.world, seat), choice, rng)
        else:
            answer = choice.sample(rng)
        play.orders.append((seat, choice.write(choice.accept(answer), reader)))
        recorder.order(*play.orders[-1])
    return "\n".join([*play.head, "", *recorder.written, ""])


if __name__ == "__main__":  # python -m tests.kit.golden FILE GAME SCENARIO SEED [computer]: a new play
    file, name, *given = sys.argv[1:]
    text = record(GAMES[name], *given[:2], by_computer=given[2:] == ["computer"])
    Path(file).write_text(text, encoding="utf-8")
