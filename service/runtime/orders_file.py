"""Play a file of orders line by line, such as a game played by post.

game: julius_caesar          what is played; every line of the head is "name: value"
scenario: war
title: A whole game
option: free_deployment=on   as many as differ from their default
seed: any words              the seed: the same file gives the same game
language: en                 in which the orders are written

# comments, and empty lines, are passed over
caesar: discard 2/1
pompey: move Neapolis-Roma: 2 blocks; Utica-Tacape: LEG 1; end
caesar: standing fire all
caesar: undo
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from adjudicator import GAMES
from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import NotUnderstood, Refusal
from adjudicator.core.language.languages import FIRST, LANGUAGES
from adjudicator.core.language.words import N_, Cells, Words, fold, words
from adjudicator.core.log.founding import RulesVersion
from service.api import Service
from service.posts.dice import TAKES
from service.text import telling
from service.usecases.agreeing import undo
from service.usecases.play import playing, queries
from service.values.records import Message, Plan
from service.values.settings import CannotStart
from service.values.words import because, speak

from .bootstrap import at_no_time, opened
from .demo import seated
from .exports import write_export
from .narration import Narration

USER = "referee"
HEAD = ("game", "scenario", "title", "option", "seed", "language")
UNHASHED_RULES = RulesVersion("letters", "00" * 32, "00" * 32)
"""The umpire on the card of such a game: without the hashes of code and data, from which dice would
otherwise follow, so that a file means the same game under every release that rules alike."""

_LINE = re.compile(r"\s*([^:：#]+?)\s*[:：]\s*(.*?)\s*")


class BadFile(Exception):
    """Raised for a file that is not a file of orders, with the line and the reason."""

    def __init__(self, number: int, why: Words) -> None:
        super().__init__(f"line {number}: {why.template} {dict(why.values)}")
        self.number, self.why = number, why


class OrderLine(Struct, frozen=True):
    """A line of orders: its number, its seat and its text."""

    number: int
    seat: str
    text: str


class File(Struct, frozen=True):
    """The contents of a file of orders: the game that it founds, and its orders in sequence."""

    plan: Plan
    language: str
    orders: list[OrderLine]


def read(text: str) -> File:
    """Return the contents of a file from its text.

    Raises:
        BadFile: if a line has no meaning, or the head is incomplete.
    """
    head: dict[str, list[str]] = {name: [] for name in HEAD}
    orders: list[OrderLine] = []
    for number, (name, value) in _lines(text):
        if fold(name) in HEAD and not orders:
            head[fold(name)].append(value)
        else:
            orders.append(OrderLine(number, name, value))
    game = GAMES.get(_one(head, "game"))
    if game is None:
        raise BadFile(1, words(N_("“game:” must be one of: {games:or}"), games=list(GAMES)))
    language = _one(head, "language") or FIRST
    if language not in LANGUAGES:
        raise BadFile(1, words(N_("“language:” must be one of: {languages:or}"), languages=list(LANGUAGES)))
    if not _one(head, "seed"):
        raise BadFile(1, words(N_("“seed:” is missing; it determines the dice")))
    return File(_plan(head, game), language, [_seated(line, game) for line in orders])


def _lines(text: str) -> Iterator[tuple[int, tuple[str, str]]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if (match := _LINE.fullmatch(line)) is None:
            raise BadFile(number, words(N_("expected “name: value” or “seat: order”")))
        yield number, (match[1], match[2])


def _one(head: dict[str, list[str]], name: str) -> str:
    return head[name][-1] if head[name] else ""


def _plan(head: dict[str, list[str]], game: Game) -> Plan:
    options = {name.strip(): value.strip() for name, _, value in (o.partition("=") for o in head["option"])}
    scenario = _one(head, "scenario") or game.scenarios()[0].id
    title = _one(head, "title") or game.name
    return Plan(game.name, scenario, title, options, referee=USER, seed=_one(head, "seed").encode())


def _seated(line: OrderLine, game: Game) -> OrderLine:
    seats = list(dict.fromkeys(seat for scenario in game.scenarios() for seat in scenario.seats))
    found = game.lexicon.find(line.seat, seats)
    if len(found) != 1:
        raise BadFile(
            line.number,
            words(N_("there is no seat “{name}”; the seats are: {seats}"), name=line.seat, seats=seats),
        )
    return OrderLine(line.number, found[0], line.text)


class Refereeing:
    """One file of orders, played on a service.

    Args:
        service: the service that plays it.
        file: the file.
        language: the language of the narration.
        write: takes each line.
    """

    def __init__(self, service: Service, file: File, language: str, write: Callable[[str], object]) -> None:
        self._service, self._file, self._language, self._write = service, file, language, write
        self._game = GAMES[file.plan.game]
        self._id = seated(service, file.plan, USER)
        self._narration = Narration(service, self._id, language)

    def play(self) -> bool:
        """Carry out every order; stop and return false if one is refused."""
        self._tell()
        for line in self._file.orders:
            try:
                self._carry_out(line)
            except Refusal as refused:
                self._refuse(line, refused)
                return False
            self._tell()
        return True

    def finish(self, out: Path | None) -> None:
        """Write the state of the game and the verifier's findings; write the export into `out` if it is
        given.
        """
        score = self._service.look(self._id, queries.score)
        points = Cells(words(TAKES, place=side, n=n) for side, n in score.points.items())
        asked = [a.seat for a in self._service.asked(self._id)]
        if asked:
            self._say(N_("End of file. Waiting for: {asked}. Points: {points}"), asked=asked, points=points)
        else:
            self._say(N_("The game is over. Points: {points}"), points=points)
        self._write(telling.proof_text(self._service.look(self._id, queries.verdict), self._language)[3])
        if out is not None:
            file = write_export(out, self._game.name, self._service.look(self._id, queries.export, None))
            self._say(N_("Saved: {file}"), file=str(file))

    def _carry_out(self, line: OrderLine) -> None:
        me, word = Message("", USER), fold(line.text.partition(" ")[0])
        if word == "undo":
            self._service.do(me, self._id, undo.take_back, line.seat)
        elif word == "standing":
            kept = [*self._service.standing(self._id, line.seat), line.text.partition(" ")[2]]
            self._service.do(me, self._id, playing.set_standing, line.seat, kept)
        else:
            result = self._service.do(
                me, self._id, playing.order, line.seat, line.text, self._file.language
            ).result
            if result.how == "stopped":
                draft = "; ".join(result.draft)
                raise NotUnderstood(draft, words(N_("orders that answer the decision at that point")))

    def _refuse(self, line: OrderLine, refused: Refusal) -> None:
        label = self._game.lexicon.label
        self._say(N_("Line {n}, {seat}: {order}"), n=line.number, seat=line.seat, order=line.text)
        self._write(telling.refusal(refused, self._language, label))

    def _tell(self) -> None:
        for line in self._narration.unread():
            self._write(line)

    def _say(self, template: str, **values: Any) -> None:
        self._write(speak(words(template, **values), self._language, self._game.lexicon.label))


@contextmanager
def reproducible() -> Iterator[Service]:
    """A service over a database of its own, with `UNHASHED_RULES` and without a clock."""
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(
            Path(folder) / "play.db", clock=at_no_time, rules_version=lambda game: UNHASHED_RULES
        ) as service,
    ):
        yield service


def run(
    path: Path, language: str = "en", out: Path | None = None, write: Callable[[str], object] = print
) -> int:
    """Play a file; return 0 if every order was accepted, 1 if one was refused, 2 if it is not a file of
    orders.

    Raises:
        CannotStart: if it cannot be read, or the export cannot be written.
    """
    try:
        file = read(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise CannotStart(N_("{file} cannot be read: {why}"), file=path, why=because(error)) from error
    except UnicodeDecodeError as error:
        raise CannotStart(N_("{file} cannot be read: it is not text in UTF-8"), file=path) from error
    except BadFile as bad:
        write(speak(words(N_("Line {n}: {why}"), n=bad.number, why=bad.why), language))
        return 2
    with reproducible() as service:
        try:
            refereeing = Refereeing(service, file, language, write)
        except Refusal as refused:
            write(telling.refusal(refused, language, GAMES[file.plan.game].lexicon.label))
            return 2
        stood = refereeing.play()
        refereeing.finish(out)
    return 0 if stood else 1
