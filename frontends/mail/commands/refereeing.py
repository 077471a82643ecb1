"""The acts of a referee by mail: lines that begin with `REFEREE`, as the commands of `/referee` on Discord.

The service checks who the referee is, and posts every act.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.core.language.errors import NotNow, NotUnderstood, Verbatim
from adjudicator.core.language.words import N_, words
from frontends.mail.inviting import invited
from frontends.mail.reading import FOLDER, OFF, ON, REFEREES, Request, word
from service import acts
from service.api import Service
from service.text import telling
from service.text.command_names import meant
from service.usecases.agreeing import undo
from service.values.front_ends.mail import REFEREE, MailSeat

from .conversation import Conversation

MOST_POINTS = 12
"""The number of moments to go back to that are listed."""
TEXTS = ("why", "text", "label", "question", "ruling")
_NUMBERS = {"hours": N_("a number of hours"), "number": N_("a number")}
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
        raise NotNow(words(N_("only the referee can do that")))
    name, _, rest = request.rest.partition(" ")
    found = _ACTS.get(word(name))
    if found is None:
        raise NotUnderstood(name, words(_ONE_OF, options=[Verbatim(one.upper()) for one in REFEREES]))
    if request.is_open:
        raise NotNow(words(N_("the line END is missing, so nothing was done")))
    found(talk, rest.strip(), request.lines)


def _seat_in(talk: Conversation, rest: str) -> tuple[str, str]:
    """Return the seat that a text begins with, whose name may have several words, and the words after it."""
    said, seats = rest.split(), talk.campaign.seats
    for n in range(len(said), 0, -1):
        if (seat := talk.seat_named(" ".join(said[:n]))) in seats:
            return seat, " ".join(said[n:])
    raise NotUnderstood(rest[:60], words(_ONE_OF, options=list(seats)))


# -- the acts of every front end ---------------------------------------------------------------------


def _act(name: str) -> Callable[[Conversation, str, Sequence[str]], None]:
    """Return a function that carries out an act with the values of a line and of the lines after it."""
    act = acts.REFEREE[name]

    def run(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
        talk.run(act, acts.Given(**_values(talk, act.takes, rest, lines)))

    return run


def _values(talk: Conversation, takes: Sequence[str], rest: str, lines: Sequence[str]) -> dict[str, Any]:
    """Read the values of an act: a seat or a number from the words, the first text from those left.

    The lines are the second text; if there is only one, they go on with it.
    """
    found = dict[str, Any]()
    texts = [name for name in takes if name in TEXTS]
    for name in takes:
        if name == "seat":
            found["seat"], rest = _seat_in(talk, rest)
        elif name in _NUMBERS:
            head, _, rest = rest.partition(" ")
            if not head.isdecimal():
                raise NotUnderstood(head, words(_NUMBERS[name]))
            found[name] = int(head)
        elif name in ("epoch", "level") and rest.partition(" ")[0].isdecimal():
            head, _, rest = rest.partition(" ")
            found[name] = int(head)
        elif name == "dice":
            head, _, rest = rest.partition(" ")
            found["dice"], found["faces"] = _dice(head)
    after = "\n".join(lines)
    if len(texts) == 1:
        found[texts[0]] = f"{rest}\n{after}".strip()
    elif texts:
        found |= {texts[0]: rest, texts[1]: after}
    return found


def _dice(text: str) -> tuple[int, int]:
    """Return how many dice a text such as `2d6` names, and of how many faces."""
    if (match := _DICE.fullmatch(text)) is None:
        raise NotUnderstood(text, words(N_("dice such as {example}"), example=Verbatim("2d6")))
    return int(match[1] or 1), int(match[2])


# -- acts that a letter asks about first -------------------------------------------------------------


def _undo(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    to, _, why = rest.partition(" ")
    if to.isdecimal():
        talk.run(acts.REFEREE["undo"], acts.Given(entry=int(to), why=why))
    else:
        _list_points(talk)


def _list_points(talk: Conversation) -> None:
    points = talk.service.look(talk.seat.campaign, undo.points)[:MOST_POINTS]
    if not points:
        raise NotNow(words(N_("there is nothing to go back to")))
    for point in points:
        if point.seat:
            rule = telling.cited(point.rule)
            talk.tell(N_("{n}: before {seat} answered {rule}"), n=point.to, seat=point.seat, rule=rule)
    talk.tell(N_("Go back with: {line}"), line=Verbatim(f"REFEREE UNDO {points[0].to} …"))


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
    talk.tell(N_("{seat} changes hands when they reply JOIN. All players will be told then."), seat=seat)


def _appoint(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    _send_invitation(talk, REFEREE, rest)
    talk.tell(N_("You are the referee until they reply JOIN. All players will be told then."))


def _send_invitation(talk: Conversation, seat: str, address: str, *, replaces: bool = False) -> None:
    made = invited(talk.service, talk.seat.campaign, seat, address, replaces=replaces)
    talk.reply.invitations.append(made)
    talk.tell(_ON_ITS_WAY, address=Verbatim(address))


def _demand_signatures(talk: Conversation, rest: str, lines: Sequence[str]) -> None:
    """Demand, or no longer demand, a DKIM signature of every mail of the game."""
    if not (wanted := meant(FOLDER, rest, ON, OFF)):
        raise NotUnderstood(rest[:60], words(_ONE_OF, options=[Verbatim("ON"), Verbatim("OFF")]))
    talk.run(acts.REFEREE["signed" if wanted == ON else "unsigned"])


_ACTS: Mapping[str, Callable[[Conversation, str, Sequence[str]], None]] = {
    **{name: _act(name) for name in acts.REFEREE if name in REFEREES},
    "undo": _undo, "finish": _finish, "edit": _edit, "see": _see,
    "invite": _invite, "replace": _replace, "appoint": _appoint, "dkim": _demand_signatures,
}  # fmt: skip
