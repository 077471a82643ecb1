"""The commands that a mail holds: lines from a verb on, and orders between `ORDERS` and `END`.

Verbs are understood in every language. Other text is skipped, because people greet one another; but only a
frame gives orders, so a greeting is never taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct

from adjudicator.core.language.languages import LANGUAGES
from service.text.command_names import command_names

VERBS = (
    *("orders", "check", "standing", "add", "cancel", "wait", "join", "status", "map", "hand", "log"),
    *("rules", "help", "back", "draw", "accept", "decline", "resign", "confirm", "language", "delivery"),
    *("quiet", "zone", "spare", "absent", "press", "withdraw", "block", "unblock", "referee"),
    *("pause", "resume", "grant", "open"),
)
"""The words by which a line begins; in other languages also as `names.<language>.toml` has them."""
REFEREES = (
    *("extend", "hold", "release", "burn", "undo", "answer", "close", "finish", "edit", "see"),
    *("invite", "replace", "appoint", "dkim", "silence", "unsilence", "announce", "rule", "roll"),
)
"""The words after `REFEREE`."""
TOURNAMENTS = (
    *("enter", "leave", "bid", "choose", "result", "propose", "challenge", "appeal", "standings"),
    *("block", "unblock", "hide", "erase", "language", "help"),
)
"""The commands of a mail to a tournament; a stranger asks for one with `TOURNAMENT` and its number."""
OUTCOMES = {"won": "won", "lost": "lost", "draw": "drawn", "drawn": "drawn"}
"""The words for the outcome of a game, and its ids."""
_FRAMED = ("answer", "edit", "announce", "rule")
"""Those of them that are followed by lines until `END`."""
FRAMES = ("orders", "check", "standing", "add", "press")
"""Verbs that are followed by lines until `END`."""
END, TO = "end", "to"
MOST_LINES = 200
"""The number of lines of a frame that are read."""

FOLDER = Path(__file__).resolve().parent
_WITH_A_WORD = (
    *("language", "delivery", "quiet", "zone", "spare", "confirm", "log", "map", "cancel", "withdraw"),
    "grant",
)
_LINE = re.compile(r"(\S+?)(?:[.!。]|[:：]?(?:\s+(.*))?)$")
_GAME = re.compile(r"[a-z]{2,4}-\d+$")


class Request(Struct, frozen=True):
    """A command.

    Attributes:
        verb: of `VERBS`.
        rest: the words after the verb.
        lines: of a frame, the lines until `END`.
        is_open: of a frame, true if there was no `END`: the mail may have been cut off.
    """

    verb: str
    rest: str = ""
    lines: tuple[str, ...] = ()
    is_open: bool = False

    @property
    def head(self) -> str:
        """The line of the command as it was understood."""
        verb = f"{self.verb} {TO}" if self.verb == "press" and self.rest else self.verb
        return f"{verb.upper()} {self.rest}".strip()


@cache
def words() -> Mapping[str, str]:
    """Return every word for a command or an end, in lower case, with its English name."""
    known = (*VERBS, *REFEREES, "tournament", *TOURNAMENTS, *OUTCOMES, END, TO)
    named = {name: name for name in known}
    for language in LANGUAGES:
        translated = command_names(FOLDER, language)
        named |= {word.casefold(): name for name, word in translated.items()}
    return named


def requests(lines: Sequence[str]) -> list[Request]:
    """Return the commands in lines that the sender wrote, in order."""
    return list(_requests(lines))


def _requests(lines: Sequence[str]) -> Iterator[Request]:
    at = 0
    while at < len(lines):
        verb, rest = split(lines[at])
        at += 1
        if verb == "standing" and not rest and _is_alone(lines, at):
            yield Request(verb, is_open=True)
        elif verb == "press" and not rest:
            yield Request(verb)
        elif _opens(verb, rest):
            end = _end(lines, at)
            yield _frame(verb, rest, lines[at : len(lines) if end is None else end], end is None)
            at = len(lines) if end is None else end + 1
        elif verb in VERBS and verb not in FRAMES and _is_short(verb, rest):
            yield Request(verb, rest)


def split(line: str) -> tuple[str, str]:
    """Return the English name of a line's first word, "" if it is no command, and the rest."""
    match = _LINE.match(line.strip())
    return (words().get(match[1].casefold(), ""), (match[2] or "").strip()) if match else ("", "")


def word(said: str) -> str:
    """Return the English name of a word, "" if it is none of a command."""
    return words().get(said.casefold(), "")


def _opens(verb: str, rest: str) -> bool:
    if verb == "press":
        return words().get(rest.split(maxsplit=1)[0].casefold() if rest else "", "") == TO
    if verb == "referee":
        return word(rest.split(maxsplit=1)[0] if rest else "") in _FRAMED
    return verb in FRAMES and (not rest or _names_game(rest))


def _is_alone(lines: Sequence[str], at: int) -> bool:
    """Return true if no order follows a line: the end of the mail, or another command."""
    verb, rest = split(lines[at]) if at < len(lines) else ("help", "")
    return _opens(verb, rest) or (verb in VERBS and verb not in FRAMES and _is_short(verb, rest))


def _end(lines: Sequence[str], at: int) -> int | None:
    """Return the line that closes the frame whose contents begin at `at`: the last `END` before another
    frame.

    Earlier ones are orders, because "end" is also an order of some games.
    """
    found = None
    for n, line in enumerate(lines[at:], at):
        verb, rest = split(line)
        if _opens(verb, rest):
            break
        if verb == END and not rest:
            found = n
    return found


def _frame(verb: str, rest: str, lines: Sequence[str], is_open: bool) -> Request:
    """Return a frame; text after a "#" is a comment, but not in a message to people."""
    if verb == "press":
        return Request(verb, rest.split(maxsplit=1)[1] if " " in rest else "", tuple(lines), is_open)
    if verb == "referee":
        return Request(verb, rest, tuple(lines), is_open)
    found = [order for line in lines if (order := line.partition("#")[0].strip())]
    return Request(verb, rest, tuple(found[:MOST_LINES]), is_open)


def _names_game(rest: str) -> bool:
    """Return true if the words after a frame's verb begin with a game, as in the template."""
    return bool(_GAME.match(rest.split(maxsplit=1)[0].casefold()))


def _is_short(verb: str, rest: str) -> bool:
    """Return true if a line is a command such as "Draw", and not a sentence such as "Draw near"."""
    if verb == "referee":
        return word(rest.split(maxsplit=1)[0] if rest else "") in REFEREES
    if verb == "absent":
        return not rest or any(sign.isdigit() for sign in rest) or rest.casefold() == "off"
    most = {"rules": 6, "block": 3, "unblock": 3}.get(verb, verb in _WITH_A_WORD)
    return len(rest.split()) <= most


def game_code(game: str, campaign: int) -> str:
    """Return the name of a campaign in letters: the initials of the game, or its first letters, and the
    number.
    """
    parts = game.split("_")
    letters = "".join(part[0] for part in parts) if len(parts) > 1 else game[:3]
    return f"{letters.upper()}-{campaign}"


def language_named(text: str) -> str:
    """Return the id of a language by its id or name, "" if there is none."""
    wanted = text.casefold()
    return next((id for id, known in LANGUAGES.items() if wanted in (id, known.name.casefold())), "")
