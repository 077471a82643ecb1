"""Orders that a mail program has broken into several lines, made whole (docs/mail.md)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.choices.forms import Menu
from adjudicator.core.language.errors import NotNow, NotUnderstood, Refusal, Verbatim
from adjudicator.core.language.languages import TYPED
from adjudicator.core.language.words import N_, fold, words
from adjudicator.core.orders import orders
from adjudicator.core.orders.standing import IF, is_for_battle
from frontends.mail.access import plays, zone_of
from frontends.mail.reading import Request
from frontends.mail.template import template
from frontends.mail.written.layout import OPEN_ENDS, OPEN_STARTS
from frontends.mail.written.signs import squeezed
from service.usecases.play import queries

from .conversation import Conversation

MOST_JOINED = 5
"""The number of lines into which one order may be broken where no line shows that it goes on."""


def whole_orders(talk: Conversation, request: Request) -> list[str]:
    """Return the orders of a frame, one a line.

    A line goes on with the order before it if that cannot end there, or if it cannot begin one; what goes on
    with a comment of the umpire is a comment.

    Raises:
        NotNow: if an order breaks off, or lines may be read in two ways.
    """
    lines = _without_comments(talk, request.raw)
    for line in lines:
        if OPEN_ENDS.search(line):
            why = N_(
                "the order “{line}” breaks off: write it whole, on one line or on lines below each other"
            )
            raise NotNow(words(why, line=Verbatim(line, 300)))
    grammar = _Grammar(talk)
    joined = grammar.joined(lines, is_standing=request.verb == "standing")
    if joined == lines or request.verb == "standing":
        return joined
    refused = _refused(talk, lines)
    if refused is not None:
        return lines if isinstance(_refused(talk, joined), NotUnderstood) else joined
    if _refused(talk, joined) is not None:
        return lines
    why = N_(
        "these lines can be read in two ways, and nothing was carried out: {apart}, or {joined}. Write each "
        "order on one line"
    )
    shown = [" / ".join(read) for read in (lines, joined)]
    raise NotNow(words(why, apart=Verbatim(shown[0], 300), joined=Verbatim(shown[1], 300)))


def _refused(talk: Conversation, lines: Sequence[str]) -> Refusal | None:
    """Return why orders would be refused, None if they would not, as far as the seat can know."""
    try:
        talk.service.check(talk.seat.campaign, talk.seat.seat, "\n".join(lines), talk.seat.language)
    except Refusal as refused:
        return refused
    return None


def _without_comments(talk: Conversation, raw: Sequence[str]) -> list[str]:
    """Return the lines of a frame without comments, those joined of which the first cannot end."""
    found: list[str] = []
    comment, ours = "", tuple[str, ...]()
    for line in raw:
        text, sign, _ = (part.strip() for part in line.partition("#"))
        is_open = bool(found) and OPEN_ENDS.search(found[-1]) is not None
        if sign and not text:
            comment = line
            ours = ours or _comments(talk)
            if is_open and _is_begun(found[-1] + line, ours):
                found[-1] = f"{found[-1]} {line.strip('# ')}"
        elif comment and (OPEN_STARTS.match(text) or _is_begun(comment + text, ours)):
            comment += f" {text}"
        elif found and not comment and (is_open or OPEN_STARTS.match(text)):
            found[-1] += f" {text}"
        else:
            found.append(text)
            comment = ""
    return [line for line in found if line]


def _is_begun(text: str, comments: Sequence[str]) -> bool:
    """Return true if one of the umpire's comments begins with a text."""
    said = squeezed(text)
    return any(one.startswith(said) for one in comments)


def _comments(talk: Conversation) -> tuple[str, ...]:
    """Return the comments of the seat's frame now, and of those that were sent, squeezed."""
    now = (
        template(talk.service, talk.seat, zone_of(talk.service, talk.seat))
        if plays(talk.service, talk.seat)
        else []
    )
    return (*(squeezed(line) for line in now if line.startswith("#")), *talk.sent.comments)


class _Grammar:
    """The verbs and forms of the orders that a seat may give now."""

    def __init__(self, talk: Conversation) -> None:
        self._reader, self._lexicon = talk.reader, talk.game.lexicon
        self._choices = talk.service.look(talk.seat.campaign, queries.readable, talk.seat.seat)
        menus = [name for one in self._choices if isinstance(one, Menu) for name in one.items()]
        of_rules = [verb for verbs in talk.game.standing.values() for verb in verbs]
        names = (name for verb in (*menus, *of_rules, IF) for name in self._lexicon.names(verb))
        self._verbs = {*names, *TYPED.on}

    def joined(self, lines: Sequence[str], *, is_standing: bool) -> list[str]:
        """Return the lines, those that cannot begin an order joined to the one before if that gives one."""
        found: list[str] = []
        at = 0
        while at < len(lines):
            whole, at = lines[at], at + 1
            if is_standing or is_for_battle(whole, self._lexicon):
                while at < len(lines) and not self._begins(lines[at]):
                    whole, at = f"{whole} {lines[at]}", at + 1
            else:
                for more in range(1, MOST_JOINED):
                    rest = lines[at : at + more]
                    if len(rest) < more or self._begins(rest[-1]):
                        break
                    if self._is_order(" ".join([whole, *rest])):
                        whole, at = " ".join([whole, *rest]), at + more
                        break
            found.append(whole)
        return found

    def _begins(self, line: str) -> bool:
        """Return true if an order may begin with a line."""
        said = fold(line)
        return any(said == verb or said.startswith(f"{verb} ") for verb in self._verbs)

    def _is_order(self, line: str) -> bool:
        for choice in self._choices:
            try:
                orders.read(choice, line, self._reader)
            except Refusal:
                continue
            return True
        return False
