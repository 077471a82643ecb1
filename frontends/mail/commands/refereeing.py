"""The acts of a referee by mail: lines that begin with `REFEREE`, as the commands of `/referee` on Discord.

The service checks who the referee is, and posts every act.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from adjudicator.core import orders
from adjudicator.core.choices.choice import Reader
from adjudicator.core.errors import NotNow, NotUnderstood, Verbatim
from adjudicator.core.words import N_, Words
from frontends.mail.reading import REFEREES, Request, word
from service.api import Service
from service.storage.mail import MailSeat
from service.text import telling
from service.values.records import Message

MOST_POINTS = 12
"""The number of moments to go back to that are listed."""
_DICE = re.compile(r"(\d{0,2})d(6|10)", re.IGNORECASE)


def is_referee(service: Service, seat: MailSeat) -> bool:
    """Return true if the player of a seat by mail is the referee of its game."""
    return service.campaign(seat.campaign).referee == seat.user


class Refereeing:
    """The acts of one letter.

    Args:
        service: on its own thread.
        seat: the referee's reply address.
        message: gives the next message of the letter.
        tell: adds a sentence to the answer.
        seat_named: finds a seat by its name.
        ask_code: asks for a code before a command is carried out.
        show: adds the map and the hand of a seat to the answer.
        invite: invites an address to a seat.
    """

    def __init__(
        self,
        service: Service,
        seat: MailSeat,
        message: Callable[[], Message],
        tell: Callable[..., None],
        seat_named: Callable[[str], str],
        ask_code: Callable[[str], None],
        show: Callable[[str], None],
        invite: Callable[[str, str], None],
    ) -> None:
        self._service, self._id, self._language = service, seat.campaign, seat.language
        self._user, self._message, self._tell = seat.user, message, tell
        self._seat_named, self._ask_code, self._show, self._invite = seat_named, ask_code, show, invite

    def act(self, request: Request) -> None:
        """Carry out one act.

        Raises:
            Refusal: and nothing has changed.
        """
        name, _, rest = request.rest.partition(" ")
        act = self._acts.get(word(name))
        if act is None:
            expected = Words(N_("one of {options}"), {"options": [Verbatim(one.upper()) for one in REFEREES]})
            raise NotUnderstood(name, expected)
        if request.is_open:
            raise NotNow(Words(N_("the line END is missing, so nothing was done")))
        act(self, rest.strip(), request.lines)

    def _of(self, rest: str) -> tuple[str, str]:
        """Return the seat that some words begin with, whose name may be several, and the words behind it."""
        words = rest.split()
        seats = self._service.campaign(self._id).seats
        for n in range(len(words), 0, -1):
            if (seat := self._seat_named(" ".join(words[:n]))) in seats:
                return seat, " ".join(words[n:])
        raise NotUnderstood(rest[:60], Words(N_("one of {options}"), {"options": list(seats)}))

    # -- time and holding ------------------------------------------------------------------------

    def _extend(self, rest: str, lines: Sequence[str]) -> None:
        seat, more = self._of(rest)
        hours, _, why = more.partition(" ")
        if not hours.isdecimal():
            raise NotUnderstood(hours, Words(N_("a number of hours")))
        self._service.extend(self._message(), self._id, seat, int(hours), why)
        self._tell(N_("{seat} has {hours} more {hours:hour|hours}."), seat=seat, hours=int(hours))

    def _hold(self, rest: str, lines: Sequence[str]) -> None:
        self._service.hold(self._message(), self._id, rest)
        self._tell(N_("The game is on hold. Everyone is told."))

    def _release(self, rest: str, lines: Sequence[str]) -> None:
        self._service.release(self._message(), self._id)
        self._tell(N_("The game goes on. Everyone is told."))

    # -- deciding --------------------------------------------------------------------------------

    def _undo(self, rest: str, lines: Sequence[str]) -> None:
        to, _, why = rest.partition(" ")
        if not to.isdecimal():
            self._points()
            return
        self._service.undo(self._message(), self._id, int(to), 0, why)
        self._tell(N_("The game went back to log entry {n}."), n=int(to))

    def _points(self) -> None:
        points = self._service.undo_points(self._id)[:MOST_POINTS]
        if not points:
            raise NotNow(Words(N_("there is nothing to go back to")))
        for point in points:
            if point.seat:
                rule = telling.cited(point.rule)
                self._tell(N_("{n}: before {seat} answered {rule}"), n=point.to, seat=point.seat, rule=rule)
        self._tell(N_("Go back with: {line}"), line=Verbatim(f"REFEREE UNDO {points[0].to} …"))

    def _answer(self, rest: str, lines: Sequence[str]) -> None:
        """Answer for a seat. What refuses the order tells of hidden things, so the look is logged before."""
        seat, why = self._of(rest)
        message = self._message()
        if self._service.done(message) is None:
            self._service.see_as(Message("", self._user), self._id, seat)
        pending = self._service.pending(self._id, seat)
        if pending is None:
            raise NotNow(Words(N_("{seat} has nothing to decide right now"), {"seat": seat}))
        reader = Reader(self._service.game(self._id).lexicon, self._language)
        answer, _ = orders.read(pending.choice, " ".join(lines), reader)
        self._service.answer_for(message, self._id, seat, answer, "referee", why)
        self._tell(N_("You have answered for {seat}. Everyone is told."), seat=seat)

    def _close(self, rest: str, lines: Sequence[str]) -> None:
        if not any(asked.optional for asked in self._service.asked(self._id)):
            raise NotNow(Words(N_("no seat has a reaction to decide now")))
        self._service.close_window(self._message(), self._id)
        self._tell(N_("The reaction window is closed. Everyone is told."))

    def _finish(self, rest: str, lines: Sequence[str]) -> None:
        self._ask_code(f"finish {rest}")

    def _edit(self, rest: str, lines: Sequence[str]) -> None:
        """Preview a change of the position; a code enters it, unless the game has gone on."""
        preview = self._service.try_edit(self._message(), self._id, "\n".join(lines))
        if preview.problems:
            raise NotNow(preview.problems[0])
        for path, (before, after) in preview.public.items():
            self._tell("{line}", line=Verbatim(f"{path}: {before or '–'} → {after or '–'}"))
        for seat in preview.private:
            self._tell(N_("{seat} will also see what changes of its own."), seat=seat)
        self._ask_code("\n".join((f"edit {preview.head} {rest}", *lines)))

    # -- seats and words -------------------------------------------------------------------------

    def _see(self, rest: str, lines: Sequence[str]) -> None:
        seat, _ = self._of(rest)
        self._service.see_as(self._message(), self._id, seat)
        self._show(seat)
        self._tell(N_("The log records that you have looked. Everyone can read this when the game ends."))

    def _invited(self, rest: str, lines: Sequence[str]) -> None:
        name, _, address = rest.rpartition(" ")
        self._invite(self._of(name)[0], address)
        self._tell(N_("An invitation is on its way to {address}."), address=Verbatim(address))

    def _silence(self, rest: str, lines: Sequence[str]) -> None:
        seat, _ = self._of(rest)
        self._service.silence(self._message(), self._id, seat)
        self._tell(N_("{seat} may write no messages. Everyone is told."), seat=seat)

    def _unsilence(self, rest: str, lines: Sequence[str]) -> None:
        seat, _ = self._of(rest)
        self._service.silence(self._message(), self._id, seat, False)
        self._tell(N_("{seat} may write messages again. Everyone is told."), seat=seat)

    def _announce(self, rest: str, lines: Sequence[str]) -> None:
        self._service.announce(self._message(), self._id, "\n".join((rest, *lines)).strip())
        self._tell(N_("Announced."))

    def _rule(self, rest: str, lines: Sequence[str]) -> None:
        receipt = self._service.rule_on(self._message(), self._id, rest, "\n".join(lines))
        self._tell(N_("Ruling {n} is recorded and posted for everyone."), n=receipt.result.number)

    def _roll(self, rest: str, lines: Sequence[str]) -> None:
        dice, _, label = rest.partition(" ")
        if (match := _DICE.fullmatch(dice)) is None:
            raise NotUnderstood(dice, Words(N_("dice such as {example}"), {"example": Verbatim("2d6")}))
        many, faces = int(match[1] or 1), int(match[2])
        receipt = self._service.roll(self._message(), self._id, label, many, faces, "")
        self._tell(N_("{label}: {dice}"), label=Verbatim(label), dice=receipt.result.got)

    _acts: Mapping[str, Callable[[Refereeing, str, Sequence[str]], None]] = {
        "extend": _extend, "hold": _hold, "release": _release, "undo": _undo, "answer": _answer,
        "close": _close, "finish": _finish, "edit": _edit, "see": _see, "invite": _invited,
        "silence": _silence, "unsilence": _unsilence, "announce": _announce, "rule": _rule, "roll": _roll,
    }  # fmt: skip
