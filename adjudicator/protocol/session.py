"""A session of the table protocol: bytes in, bytes out, one line each, whatever the bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

import msgspec
from msgspec import UNSET

from adjudicator.core.errors import Defect, NotNow, Refusal, Stale, Verbatim
from adjudicator.core.game import Game
from adjudicator.core.log.chance import ScriptRanOut
from adjudicator.core.log.founding import Umpire
from adjudicator.core.orders import LineRefused
from adjudicator.core.words import N_, Words

from .campaign import Campaign
from .commands import COMMANDS
from .positions import BadRequest
from .requests import ANY, Change, Export, Found, Request
from .speech import Said, Speech

LONGEST = 8 * 1024 * 1024
"""How many bytes a line may have."""

_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(ANY)


class Session:
    """One table.

    Args:
        games: the games that can be played here.
        umpire: (game) -> what judges it, for its card.

    Attributes:
        campaign: the game being played; None before one is founded.
    """

    def __init__(self, games: Mapping[str, Game], umpire: Callable[[str], Umpire]) -> None:
        self.games, self.umpire = games, umpire
        self.campaign: Campaign | None = None

    @property
    def playing(self) -> Campaign:
        """The game being played.

        Raises:
            NotNow: if none is.
        """
        if self.campaign is None:
            raise NotNow(Words(N_("no game has been founded at this table")))
        return self.campaign

    def speech(self, request: Request) -> Speech:
        """How this command is answered."""
        game = None if self.campaign is None else self.campaign.game
        return Speech(game, request.language, request.seat)

    def answer(self, line: bytes) -> bytes:
        """The answer to a line; neither has its line feed."""
        try:
            return self._answer(line)
        except Defect as defect:
            return msgspec.json.encode({"ok": False, **_failure("defect", "", defect, [])})

    def _answer(self, line: bytes) -> bytes:
        """The answer, a refusal perhaps.

        Raises:
            Defect: if the umpire itself is at fault.
        """
        request: Request | None = None
        try:
            try:
                request = read(line)
                said = {"ok": True, **self._carry_out(request)}
            except (Refusal, Stale, ScriptRanOut) as error:
                speech = Speech(None, "en") if request is None else self.speech(request)
                said = {"ok": False, **self._refused(error, speech)}
            return msgspec.json.encode(said)
        except Defect:
            raise
        except Exception as error:
            raise Defect(f"{type(request).__name__}: {error!r}") from error

    def _carry_out(self, request: Request) -> Said:
        try:
            self._check(request)
            return COMMANDS[type(request)](self, request)
        except RecursionError as error:
            raise BadRequest(Words(N_("it is nested too deep"))) from error

    def _check(self, request: Request) -> None:
        """The seat must be one of this table's; the head, if one is given, the present one."""
        if isinstance(request, Found) or self.campaign is None:
            return
        seat, seats = request.seat, self.campaign.seats
        if (
            isinstance(seat, str)
            and seat not in seats
            and not (seat == "all" and isinstance(request, Export))
        ):
            words = Words(N_("{seat} is no seat of this table"), {"seat": Verbatim(seat)})
            raise BadRequest(words, candidates=seats)
        if isinstance(request, Change) and request.head not in (UNSET, self.campaign.chain.head):
            raise NotNow(Words(N_("the position has moved on since that head")))

    def _refused(self, error: Exception, speech: Speech) -> Said:
        match error:
            case LineRefused():
                line = {"line": error.line.number, "order": error.line.text}
                return {**speech.refusal(error), **line}
            case Refusal():
                return speech.refusal(error)
            case Stale():
                rests = [] if self.campaign is None else [rest.n for rest in self.campaign.rests]
                return _failure("stale", error.rule, error, list(dict.fromkeys(rests)))
        return _failure("bad_request", "", error, [])


def _failure(kind: str, rule: str, error: Exception, candidates: list[int]) -> Said:
    return {"kind": kind, "rule": rule, "why": str(error), "candidates": candidates}


def read(line: bytes) -> Request:
    """The command that a line holds.

    Raises:
        BadRequest: if it holds none.
    """
    try:
        request: Request = _decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        reason = str(error) or "nested too deep"
        words = Words(N_("this is no command of the protocol: {reason}"), {"reason": reason})
        raise BadRequest(words) from error
    return request


def serve(
    games: Mapping[str, Game], umpire: Callable[[str], Umpire], source: BinaryIO, sink: BinaryIO
) -> None:
    """Answer every line of `source` with one line on `sink`, until its end."""
    session = Session(games, umpire)
    while line := source.readline(LONGEST + 1):
        if len(line) > LONGEST and not line.endswith(b"\n"):
            while (more := source.readline(LONGEST)) and not more.endswith(b"\n"):
                pass
            line = b"too long"
        sink.write(session.answer(line.rstrip(b"\r\n")) + b"\n")
        sink.flush()
