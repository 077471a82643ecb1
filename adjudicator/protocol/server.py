"""The table protocol over bytes: a line in, a line out, whatever the bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

import msgspec
from msgspec import UNSET

from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import Defect, NotNow, Refusal, Stale, Verbatim
from adjudicator.core.language.words import N_, words
from adjudicator.core.log.chance import ScriptRanOut
from adjudicator.core.log.founding import RulesVersion
from adjudicator.core.orders.orders import LineRefused

from .commands import COMMANDS
from .positions import BadRequest
from .requests import ANY, Change, Export, Found, Request
from .session import Session
from .speech import Said, Speech

LONGEST = 8 * 1024 * 1024
"""The greatest length of a line, in bytes."""

_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(ANY)


def answer(session: Session, line: bytes) -> bytes:
    """Return the answer to a line; neither has its line feed."""
    try:
        return _answer(session, line)
    except Defect as defect:
        return msgspec.json.encode({"ok": False, **_failure("defect", "", defect, [])})


def _answer(session: Session, line: bytes) -> bytes:
    """Return the answer, a refusal perhaps.

    Raises:
        Defect: the umpire itself is at fault.
    """
    request: Request | None = None
    try:
        try:
            request = read(line)
            said = {"ok": True, **_carry_out(session, request)}
        except (Refusal, Stale, ScriptRanOut) as error:
            speech = Speech(None, "en") if request is None else session.speech(request)
            said = {"ok": False, **_refused(session, error, speech)}
        return msgspec.json.encode(said)
    except Defect:
        raise
    except Exception as error:
        raise Defect(f"{type(request).__name__}: {error!r}") from error


def _carry_out(session: Session, request: Request) -> Said:
    try:
        _check(session, request)
        return COMMANDS[type(request)](session, request)
    except RecursionError as error:
        raise BadRequest(words(N_("the line is nested too deeply"))) from error


def _check(session: Session, request: Request) -> None:
    """Refuse a seat that this table does not have, and a head that is not the present one."""
    if isinstance(request, Found) or session.campaign is None:
        return
    seat, seats = request.seat, session.campaign.seats
    if isinstance(seat, str) and seat not in seats and not (seat == "all" and isinstance(request, Export)):
        said = words(N_("{seat} is not a seat at this table"), seat=Verbatim(seat))
        raise BadRequest(said, candidates=seats)
    if isinstance(request, Change) and request.head not in (UNSET, session.campaign.chain.head):
        raise NotNow(words(N_("the game has moved on since that log entry")))


def _refused(session: Session, error: Exception, speech: Speech) -> Said:
    if isinstance(error, Refusal) and session.campaign is not None:
        session.campaign.treatment.explain(error)
    match error:
        case LineRefused():
            line = {"line": error.line.number, "order": error.line.text}
            return {**speech.refusal(error), **line}
        case Refusal():
            return speech.refusal(error)
        case Stale():
            rests = [] if session.campaign is None else [rest.n for rest in session.campaign.rests]
            return _failure("stale", error.rule, error, list(dict.fromkeys(rests)))
    return _failure("bad_request", "", error, [])


def _failure(kind: str, rule: str, error: Exception, candidates: list[int]) -> Said:
    return {"kind": kind, "rule": rule, "why": str(error), "candidates": candidates}


def read(line: bytes) -> Request:
    """Return the command that a line holds.

    Raises:
        BadRequest: it holds none.
    """
    try:
        request: Request = _decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        reason = str(error) or "nested too deep"
        said = words(N_("not a valid command: {reason}"), reason=reason)
        raise BadRequest(said) from error
    return request


def serve(
    games: Mapping[str, Game], rules_version: Callable[[str], RulesVersion], source: BinaryIO, sink: BinaryIO
) -> None:
    """Answer every line of `source` with one line on `sink`, until its end."""
    session = Session(games, rules_version)
    while line := source.readline(LONGEST + 1):
        if len(line) > LONGEST and not line.endswith(b"\n"):
            while (more := source.readline(LONGEST)) and not more.endswith(b"\n"):
                pass
            line = b"too long"
        sink.write(answer(session, line.rstrip(b"\r\n")) + b"\n")
        sink.flush()
