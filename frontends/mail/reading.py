"""The commands that a mail holds: lines from a verb on, and orders between `ORDERS` and `END`.

Verbs are understood in every language. Other text is skipped, because people greet one another; but only a
frame gives orders, so a greeting is never taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct, structs

from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_
from frontends.mail.wordings import wording
from service.text.command_names import command_names, meant

VERBS = (
    *("orders", "check", "standing", "add", "cancel", "wait", "join", "status", "map", "hand", "log"),
    *("rules", "help", "back", "draw", "accept", "decline", "resign", "confirm", "language", "delivery"),
    *("quiet", "zone", "spare", "absent", "press", "withdraw", "block", "unblock", "referee"),
    *("pause", "resume", "grant", "open", "book", "nudge", "suggested", "reactions"),
)
"""The words by which a line begins; in other languages also as `names.<language>.toml` has them."""
OF_ALL = (
    *("join", "status", "map", "log", "rules", "book", "help", "language", "delivery", "quiet"),
    *("zone", "spare", "confirm", "referee"),
)
"""Commands of a referee who holds no seat."""
REFEREES = {
    "extend": N_("gives a seat more hours, such as REFEREE EXTEND Pompey 24 with a reason"),
    "hold": N_("puts the game on hold, with a reason"),
    "release": N_("resumes a game that is on hold"),
    "burn": N_("uses up dice that were shown and lost, after a backup was restored"),
    "undo": N_("lists the moments to go back to; with a log entry and a reason, goes back to it"),
    "answer": N_("answers for a seat with the order in the lines after it, until END"),
    "close": N_("closes a reaction window"),
    "finish": N_("ends the game with a reason, once you confirm it"),
    "edit": N_("previews a change of the position in the lines after it, until END; a code enters it"),
    "see": N_("shows the map and the hand of a seat; the log records it"),
    "invite": N_("invites an address to a vacant seat, also in play"),
    "replace": N_("offers a player's seat to an address, which takes it over by replying JOIN"),
    "appoint": N_("offers your place as referee to an address, which takes it over by replying JOIN"),
    "dkim": N_("with ON, requires email to be signed by its sender's provider; OFF ends that"),
    "silence": N_("stops what a seat writes to other players"),
    "unsilence": N_("lets a seat write to other players again"),
    "announce": N_("tells all players the lines after it, until END"),
    "rule": N_("rules on a question, with the lines after it, until END"),
    "revoke": N_("revokes a ruling, such as REFEREE REVOKE 2 with a reason"),
    "roll": N_("rolls dice outside the game, such as 2d6 with what they are for"),
}
"""The words after `REFEREE`, each with its effect, as they are listed."""
TOURNAMENTS = (
    *("enter", "leave", "bid", "choose", "result", "propose", "challenge", "appeal", "standings", "calendar"),
    *("block", "unblock", "hide", "erase", "language", "help", "sitout", "playin"),
)
"""The commands of a mail to a tournament; a stranger asks for one with `TOURNAMENT` and its number."""
OUTCOMES = {"won": "won", "lost": "lost", "draw": "drawn", "drawn": "drawn"}
"""The words for the outcome of a game, and its ids."""
_FRAMED = ("answer", "edit", "announce", "rule")
"""The verbs of the referee that are followed by lines until `END`."""
FRAMES = ("orders", "check", "standing", "add", "press")
"""Verbs that are followed by lines until `END`."""
END, TO = "end", "to"
ON, OFF = "on", "off"
MOST_LINES = 200
"""The number of lines of a frame that are read."""

FOLDER = Path(__file__).resolve().parent
_WITH_A_WORD = (
    *("language", "delivery", "quiet", "zone", "spare", "confirm", "log", "map", "cancel", "withdraw"),
    *("grant", "suggested", "reactions"),
)
_LINE = re.compile(r"(\S{1,80}?)(?:[.!。]|[:：]?(?:\s+(.*))?)$")
_GAME = re.compile(r"[a-z]{2,4}-\d+$")
MARK = re.compile(r"\+[a-z2-7]{6}", re.IGNORECASE)
"""The word by which a frame belongs to a question (`frame_mark`)."""
_BULLET = re.compile(
    r"^(?:(?:[-+\u00b7\u2022\u2023\u2043\u2192\u25a0-\u25ff\u2605\u2606\u2610-\u2612\u2713-\u2718\u27a0-\u27be]"
    r"|\*(?=\s)|\[[ x]?\])\s+|\u30fb\s*)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"^(?:\(?\d{1,2}[.)\u3001]|\(?[a-z]\))(?:\s+|(?=[^\W\d_]))", re.IGNORECASE)
_BOLD = re.compile(r"(?<![\w*])(\*{1,2}|_)(?=[^\s*])([^*]*?[^\s*])\1(?![\w*])")
_SENT_FROM = re.compile(wording("sent_from"), re.IGNORECASE)
_LONGEST_SENT_FROM = 12
_LONGEST_SIGNATURE = 200


class Request(Struct, frozen=True):
    """A command.

    Attributes:
        verb: of `VERBS`.
        rest: the words after the verb.
        lines: of a frame, the lines until `END`.
        is_open: of a frame, true if there was no `END`: the mail may have been cut off.
        raw: of a frame of orders, its lines with their comments.
        is_amid: whether it stands amid other words, so that it is no command.
        language: the one that has this word for the verb, "" if the verb is English.
    """

    verb: str
    rest: str = ""
    lines: tuple[str, ...] = ()
    is_open: bool = False
    raw: tuple[str, ...] = ()
    is_amid: bool = False
    language: str = ""

    def head(self, language: str) -> str:
        """Return the line of the command as it was understood."""
        verbs = (self.verb, TO) if self.verb == "press" and self.rest else (self.verb,)
        return " ".join((*(written(verb, language) for verb in verbs), self.rest)).strip()


def written(verb: str, language: str) -> str:
    """Return a command's word as mails in a language have it."""
    return command_names(FOLDER, language).get(verb, verb.upper())


@cache
def words() -> Mapping[str, str]:
    """Return every word for a command or an end, in lower case, with its English name."""
    known = (*VERBS, *REFEREES, "tournament", *TOURNAMENTS, *OUTCOMES, END, TO)
    named = {name: name for name in known}
    for language in LANGUAGES:
        translated = command_names(FOLDER, language)
        named |= {word.casefold(): name for name, word in translated.items() if name in known}
    return named


def requests(lines: Sequence[str], name: str = "") -> list[Request]:
    """Return the commands in lines that a sender wrote, in order; `name` is theirs, as it may be signed.

    A command outside a frame counts in a paragraph of commands alone; one amid other words `is_amid`.
    """
    frames = dict(_frames(lines))
    outside = [*lines]
    for at, (_, end) in frames.items():
        outside[at:end] = [""] * (end - at)
    commands = [_command(line) if line else None for line in outside]
    counts = alone(outside, [one is not None for one in commands], name)
    found: list[Request] = []
    for at, (command, is_alone) in enumerate(zip(commands, counts, strict=True)):
        if at in frames:
            found.append(frames[at][0])
        elif command is not None:
            found.append(command if is_alone else structs.replace(command, is_amid=True))
    return found


def alone(lines: Sequence[str], are_commands: Sequence[bool], name: str = "") -> list[bool]:
    """Return, for each line, whether its paragraph has nothing but commands, apart from a signature at its
    end.
    """
    counts = [False] * len(lines)
    begun = 0
    for at in range(len(lines) + 1):
        if at < len(lines) and lines[at]:
            continue
        end = at
        while end > begun and not are_commands[end - 1] and _is_signature(lines[end - 1], name):
            end -= 1
        counts[begun:end] = [end > begun and all(are_commands[begun:end])] * (end - begun)
        begun = at + 1
    return counts


def _is_signature(line: str, name: str) -> bool:
    """Return true for the name of the sender or a part of it, or what a program adds below a mail."""
    if len(line) > _LONGEST_SIGNATURE:
        return False
    said = {word.casefold() for word in re.findall(r"\w+", line)}
    return bool(said) and (said <= {w.casefold() for w in re.findall(r"\w+", name)} or is_sent_from(line))


def is_sent_from(line: str) -> bool:
    """Return true for a line such as "Sent from my iPhone", in any language."""
    return bool(_SENT_FROM.search(line)) and len(line.split()) <= _LONGEST_SENT_FROM


def _frames(lines: Sequence[str]) -> Iterator[tuple[int, tuple[Request, int]]]:
    """Yield the line on which each frame begins, with the frame and the line behind it."""
    at = 0
    while at < len(lines):
        verb, rest = split(_bare(lines[at]))
        if opens(lines[at]) and not (verb == "standing" and not rest and _is_alone(lines, at + 1)):
            end = end_of(lines, at + 1)
            behind = len(lines) if end is None else end + 1
            yield (
                at,
                (_frame(verb, rest, lines[at + 1 : len(lines) if end is None else end], end is None), behind),
            )
            at = behind
        else:
            at += 1


def _command(line: str) -> Request | None:
    """Return a command that is one line; None if the line is none."""
    verb, rest = split(_bare(line))
    if verb in ("standing", "press") and not rest:
        return Request(verb, is_open=verb == "standing")
    if verb in VERBS and verb not in FRAMES and _is_short(verb, rest):
        return Request(verb, rest, language=_language_of(_bare(line)))
    return None


def _language_of(line: str) -> str:
    """Return the language of a line's first word, "" if it is English."""
    typed = line.split(maxsplit=1)[0].casefold().strip(".!。:：")
    of = (language for language in LANGUAGES if typed in command_names(FOLDER, language).values())
    return next(of, "")


def _bare(line: str) -> str:
    """Return a line without the mark of a list in front of it and the stars of bold type around it."""
    text = _BULLET.sub("", line.strip())
    inner = text.strip("*_").strip()
    return inner if text != inner and (text[0] in "*_" or text[-1] in "*_") else text


def split(line: str) -> tuple[str, str]:
    """Return the English name of a line's first word, "" if it is no command, and the rest."""
    match = _LINE.match(line.strip())
    return (words().get(match[1].casefold(), ""), (match[2] or "").strip()) if match else ("", "")


def word(said: str) -> str:
    """Return the English name of a word, "" if it is none of a command."""
    return words().get(said.casefold(), "")


def opens(line: str) -> bool:
    """Return true if a frame begins with a line."""
    verb, rest = split(_bare(line))
    if verb == "press":
        return words().get(rest.split(maxsplit=1)[0].casefold() if rest else "", "") == TO
    if verb == "referee":
        return word(rest.split(maxsplit=1)[0] if rest else "") in _FRAMED
    return verb in FRAMES and (not rest or _names_game(rest) or MARK.fullmatch(rest) is not None)


def _is_alone(lines: Sequence[str], at: int) -> bool:
    """Return true if no order follows a line: the end of the mail, or another command."""
    after = next((line for line in lines[at:] if line), "help")
    return opens(after) or _command(after) is not None


def end_of(lines: Sequence[str], at: int) -> int | None:
    """Return the line that closes the frame whose contents begin at `at`: the last `END` before another
    frame; None if there is none.

    Earlier ones are orders, because "end" is also an order of some games.
    """
    found = None
    for n in range(at, len(lines)):
        line = lines[n]
        if not line:
            continue
        if opens(line):
            break
        verb, rest = split(_bare(line))
        if verb == END and (not rest or is_sent_from(rest)):
            found = n
    return found


def _frame(verb: str, rest: str, lines: Sequence[str], is_open: bool) -> Request:
    """Return a frame; text after a "#" is a comment, but not in a message to people."""
    if verb == "press":
        return Request(
            verb, rest.split(maxsplit=1)[1] if " " in rest else "", tuple(filter(None, lines)), is_open
        )
    if verb == "referee":
        return Request(verb, rest, tuple(filter(None, lines)), is_open)
    raw = [_unlisted(line) for line in lines if line][:MOST_LINES]
    found = [order for line in raw if (order := line.partition("#")[0].strip())]
    return Request(verb, rest, tuple(found), is_open, raw=tuple(raw))


def _unlisted(line: str) -> str:
    """Return a line of a frame without the mark or number of a list, and without the stars of bold type."""
    return _bare(_BOLD.sub(r"\2", _NUMBER.sub("", _BULLET.sub("", line.strip()))))


def _names_game(rest: str) -> bool:
    """Return true if the words after a frame's verb begin with a game, as in the template."""
    return bool(_GAME.match(rest.split(maxsplit=1)[0].casefold()))


def _is_short(verb: str, rest: str) -> bool:
    """Return true if a line is a command such as "Draw", and not a sentence such as "Draw near"."""
    if verb == "referee":
        return word(rest.split(maxsplit=1)[0] if rest else "") in REFEREES
    if verb == "absent":
        return not rest or any(sign.isdigit() for sign in rest) or meant(FOLDER, rest, OFF) != ""
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
