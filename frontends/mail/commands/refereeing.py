"""The acts of a referee by mail: lines that begin with `REFEREE`, as the commands of `/referee` on Discord.

The service checks who the referee is, and posts every act.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from adjudicator.core.language.errors import NotNow, NotUnderstood, Verbatim
from adjudicator.core.language.words import N_, Words
from adjudicator.core.orders import orders
from frontends.mail.inviting import invited
from frontends.mail.reading import FOLDER, OFF, ON, REFEREES, Request, word
from service.api import Service
from service.text import telling
from service.text.command_names import meant
from service.usecases.agreeing import ending, undo
from service.usecases.play import queries
from service.usecases.referee import acts, restored
from service.usecases.seats import press
from service.usecases.time import deadlines
from service.values.front_ends.mail import REFEREE, MailSeat
from service.values.records import Message

from .conversation import Conversation

MOST_POINTS = 12
"""The number of moments to go back to that are listed."""
_DICE = re.compile(r"(\d{0,2})d(6|10)", re.IGNORECASE)
_ONE_OF = N_("{options:or}")
_ON_ITS_WAY = N_("An invitation is on its way to {address}.")


def is_referee(service: Service, seat: MailSeat) -> bool:
    """Return true if the player of a seat by mail is the referee of its game."""
    return service.campaign(seat.campaign).referee == seat.user


def act(talk: Conversation, request: Request) -> None:
    """Carry out one act.

    Raises:
        Refusal: and nothing has changed.
    """
    if not is_referee(talk.service, talk.seat):
        raise NotNow(Words(N_("only the referee can do that")))
    name, _, rest = request.rest.partition(" ")
    found = _ACTS.get(word(name))
    if found is None:
        raise NotUnderstood(name, Words(_ONE_OF, {"options": [Verbatim(one.upper()) for one in REFEREES]}))
    if request.is_open:
        raise NotNow(Words(N_("the line END is missing, so nothing was done")))
    found(talk, rest.strip(), request.lines)


def _seat_in(talk: Conversation, rest: str) -> tuple[str, str]:
    """Return the seat that a text begins with, whose name may have several words, and the words after it."""
    words, seats = rest.split(), talk.campaign.seats
    for n in range(len(words), 0, -1):
        if (seat := talk.seat_named(" ".join(words[:n]))) in seats:
            return seat, " ".join(words[n:])
    raise NotUnderstood(rest[:60], Words(_ONE_OF, {"options": list(seats)}))


# -- time and holding --------------------------------------------------------------------------------


def _extend(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    seat, more = _seat_in(talk, rest)
    hours, _, why = more.partition(" ")
    if not hours.isdecimal():
        raise NotUnderstood(hours, Words(N_("a number of hours")))
    talk.service.do(talk.message(), talk.seat.campaign, deadlines.extend, seat, int(hours), why)
    talk.tell(N_("{seat} has {hours} more {hours:hour|hours}."), seat=seat, hours=int(hours))


def _hold(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    talk.service.do(talk.message(), talk.seat.campaign, ending.hold_by_referee, rest)
    talk.tell(N_("The game is on hold. Everyone is told."))


def _release(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    talk.service.release(talk.message(), talk.seat.campaign)
    talk.tell(N_("The game goes on. Everyone is told."))


def _burn(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    """Use up the dice that a restored backup has lost: all that are known, or up to the epoch that is
    named.
    """
    first, _, more = rest.partition(" ")
    to, why = (int(first), more) if first.isdecimal() else (None, rest)
    burnt = talk.service.do(talk.message(), talk.seat.campaign, restored.burn, to, why).result
    if burnt.to:
        talk.tell(N_("Epochs up to {to} have been burned and will not be used."), to=burnt.to)
    talk.tell(N_("The lost dice will not be rolled again. Let the game go on with: REFEREE RELEASE"))


# -- deciding ----------------------------------------------------------------------------------------


def _undo(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    to, _, why = rest.partition(" ")
    if not to.isdecimal():
        _list_points(talk)
        return
    talk.service.do(talk.message(), talk.seat.campaign, undo.by_referee, int(to), 0, why)
    talk.tell(N_("The game went back to log entry {n}."), n=int(to))


def _list_points(talk: Conversation) -> None:
    points = talk.service.look(talk.seat.campaign, undo.points)[:MOST_POINTS]
    if not points:
        raise NotNow(Words(N_("there is nothing to go back to")))
    for point in points:
        if point.seat:
            rule = telling.cited(point.rule)
            talk.tell(N_("{n}: before {seat} answered {rule}"), n=point.to, seat=point.seat, rule=rule)
    talk.tell(N_("Go back with: {line}"), line=Verbatim(f"REFEREE UNDO {points[0].to} …"))


def _answer(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    """Answer for a seat. A refusal may reveal hidden things, so the look is logged first."""
    service, id = talk.service, talk.seat.campaign
    seat, why = _seat_in(talk, rest)
    message = talk.message()
    if service.done(message) is None:
        service.see_as(Message("", message.user), id, seat)
    pending = service.look(id, queries.pending, seat)
    if pending is None:
        raise NotNow(Words(N_("{seat} has nothing to decide right now"), {"seat": seat}))
    answer, _ = orders.read(pending.choice, " ".join(lines), talk.reader)
    service.do(message, id, acts.answer_for, seat, answer, "referee", why)
    talk.tell(N_("You have answered for {seat}. Everyone is told."), seat=seat)


def _close(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    if not any(asked.optional for asked in talk.service.asked(talk.seat.campaign)):
        raise NotNow(Words(N_("no seat has a reaction to decide now")))
    talk.service.do(talk.message(), talk.seat.campaign, acts.close_window)
    talk.tell(N_("The reaction window is closed. Everyone is told."))


def _finish(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    talk.ask_code(f"finish {rest}")


def _edit(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    """Preview a change of the position; a code enters it, unless the game has gone on."""
    preview = talk.service.try_edit(talk.message(), talk.seat.campaign, "\n".join(lines))
    if preview.problems:
        raise NotNow(preview.problems[0])
    for path, (before, after) in preview.public.items():
        talk.tell("{line}", line=Verbatim(f"{path}: {before or '–'} → {after or '–'}"))
    for seat in preview.private:
        talk.tell(N_("{seat} will also see its own hidden changes."), seat=seat)
    talk.ask_code("\n".join((f"edit {preview.head} {rest}", *lines)))


# -- people ------------------------------------------------------------------------------------------


def _see(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    seat, _ = _seat_in(talk, rest)
    talk.service.see_as(talk.message(), talk.seat.campaign, seat)
    talk.reply.wants += (f"map/{seat}", f"hand/{seat}")
    talk.tell(N_("The log records that you have looked. Everyone can read this when the game ends."))


def _invite(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    name, _, address = rest.rpartition(" ")
    _send_invitation(talk, _seat_in(talk, name)[0], address)


def _replace(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    """Offer a seat that somebody plays to somebody else, who gets it on joining."""
    name, _, address = rest.rpartition(" ")
    seat = _seat_in(talk, name)[0]
    _send_invitation(talk, seat, address, replaces=True)
    talk.tell(N_("{seat} changes hands when they reply JOIN. Everyone is told then."), seat=seat)


def _appoint(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    _send_invitation(talk, REFEREE, rest)
    talk.tell(N_("You are the referee until they reply JOIN. Everyone is told then."))


def _send_invitation(talk: Conversation, seat: str, address: str, *, replaces: bool = False) -> None:
    made = invited(talk.service, talk.seat.campaign, seat, address, replaces=replaces)
    talk.reply.invitations.append(made)
    talk.tell(_ON_ITS_WAY, address=Verbatim(address))


def _demand_signatures(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    """Demand, or no longer demand, a DKIM signature of every mail of the game."""
    if not (wanted := meant(FOLDER, rest, ON, OFF)):
        raise NotUnderstood(rest[:60], Words(_ONE_OF, {"options": [Verbatim("ON"), Verbatim("OFF")]}))
    talk.service.do(talk.message(), talk.seat.campaign, acts.demand_signatures, wanted == ON)
    talk.tell(N_("Noted. Everyone is told."))


# -- words -------------------------------------------------------------------------------------------


def _silence(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    seat, _ = _seat_in(talk, rest)
    talk.service.do(talk.message(), talk.seat.campaign, press.silence, seat)
    talk.tell(N_("{seat} can no longer write messages. Everyone is told."), seat=seat)


def _unsilence(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    seat, _ = _seat_in(talk, rest)
    talk.service.do(talk.message(), talk.seat.campaign, press.silence, seat, False)
    talk.tell(N_("{seat} may write messages again. Everyone is told."), seat=seat)


def _announce(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    talk.service.do(talk.message(), talk.seat.campaign, acts.announce, "\n".join((rest, *lines)).strip())
    talk.tell(N_("Announced."))


def _rule(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    receipt = talk.service.do(talk.message(), talk.seat.campaign, acts.rule_on, rest, "\n".join(lines))
    talk.tell(N_("Ruling {n} is recorded and posted for everyone."), n=receipt.result.number)


def _roll(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    dice, _, label = rest.partition(" ")
    if (match := _DICE.fullmatch(dice)) is None:
        raise NotUnderstood(dice, Words(N_("dice such as {example}"), {"example": Verbatim("2d6")}))
    many, faces = int(match[1] or 1), int(match[2])
    receipt = talk.service.do(talk.message(), talk.seat.campaign, ending.roll, label, many, faces, "")
    talk.tell(N_("{label}: {dice}"), label=Verbatim(label), dice=receipt.result.got)


_ACTS: Mapping[str, Callable[[Conversation, str, Sequence[str]], None]] = {
    "extend": _extend, "hold": _hold, "release": _release, "burn": _burn, "undo": _undo,
    "answer": _answer, "close": _close, "finish": _finish, "edit": _edit, "see": _see,
    "invite": _invite, "replace": _replace, "appoint": _appoint, "dkim": _demand_signatures,
    "silence": _silence, "unsilence": _unsilence, "announce": _announce, "rule": _rule, "roll": _roll,
}  # fmt: skip
