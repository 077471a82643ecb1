"""A mail to a tournament: entry, bids, sides, results, proposals, challenges, standings (docs/mail.md).

An inquiry about a tournament is answered from a reply address that contains the token of the sender's place;
commands sent there from the sender's address are carried out.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.core.language.errors import NotNow, NotUnderstood, Refusal, Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, words
from frontends.mail.incoming import Incoming
from frontends.mail.reading import END, OUTCOMES, TOURNAMENTS, alone, language_named, split, word
from frontends.mail.rounds import entry_line, localizer, own_line, standing_lines
from service.api import Service
from service.text import telling
from service.text.localizer import Localizer
from service.text.tournament_terms import NO_DATES
from service.tournaments import Book
from service.usecases.front_ends import mailing
from service.usecases.tournaments import entering, erasing, export, results, rounds, sides
from service.values.front_ends.mail import MailPlace
from service.values.records import Message
from service.values.words import called

from .conversation import AMID, MOST_AMID, Reply, unreadable
from .people import LONGEST_NAME

_GAME = re.compile(r"[0-9]{1,4}\.[0-9]{1,4}b?$")
_OF_GAMES = ("bid", "choose", "result", "propose", "appeal")
LONGEST_ECHO = 200
_ALONE = ("leave", "standings", "calendar", "help", "hide")
_PRIVATE = ("block", "unblock", "hide", "erase", "sitout", "playin")
_MOST_WORDS = {"block": 4, "unblock": 4, "erase": 1, "sitout": 1, "playin": 1}
"""The most words after a command: what is longer is a sentence."""
HELP = {
    "enter": N_("ENTER name: enters you under this name"),
    "leave": N_("LEAVE: withdraws you"),
    "bid": N_("BID game points: a sealed bid"),
    "choose": N_("CHOOSE game side: the side you play, if you have the higher seed"),
    "result": N_("RESULT game WON, LOST or DRAW, with the winner's margin: reports a game on a board"),
    "propose": N_(
        "PROPOSE game WON, LOST or DRAW, then your reasons: for a game that the end of the round has stopped"
    ),
    "challenge": N_("CHALLENGE player: on a ladder"),
    "appeal": N_("APPEAL game, then your reasons: against a ruling"),
    "standings": N_("STANDINGS: points and places"),
    "calendar": N_("CALENDAR: your dates as a file"),
    "block": N_("BLOCK player and UNBLOCK player: never to be paired with them, or again"),
    "sitout": N_("SITOUT round and PLAYIN round: to sit a round out, or not after all"),
    "hide": N_("HIDE: your number in place of your name"),
    "erase": N_("ERASE: your name and messages, once you play no more"),
    "language": N_("LANGUAGE name: the language of these messages"),
}
"""The commands as they are listed."""
_OF_ALL = ("enter", "standings", "calendar", "language")
"""Commands also of those who have not entered."""


def asked_for(mail: Incoming) -> int:
    """Return the number of the tournament that a mail asks about, 0 for none."""
    for line in mail.lines:
        verb, rest = split(line)
        if verb == "tournament" and rest.isdecimal() and len(rest) < 10:
            return int(rest)
    return 0


def opened(service: Service, id: int, mail: Incoming) -> Reply | None:
    """Give an address a place in a tournament, and describe the tournament; None if there is no such
    tournament.
    """
    address = mail.senders[0]
    if not service.tournaments.exists(id):
        return None
    place = service.read(mailing.place_of, id, address)
    if place is None:
        token = base64.b32encode(service.random_bytes(10)).decode().casefold()
        place = MailPlace(token, id, address, told=service.tournaments.look(id).row.n - 1)
        service.keep(mailing.keep_place, place)
    return answered(service, place, mail)


def answered(service: Service, place: MailPlace, mail: Incoming) -> Reply:
    """Carry out every command of a mail; return the answer, a numbered paragraph for each."""
    reply = Reply(mail.senders[0], None, [], token=place.token)
    if mail.unreadable:
        reply.lines.append(unreadable(mail, place.language))
        return reply
    name = f"{mail.name} {place.address.partition('@')[0]}"
    asked = [*commands(mail.lines, name)]
    for n, (verb, rest) in enumerate(asked, 1):
        reply.lines.append(f"{n}. {' '.join((verb.upper(), rest)).strip()}"[:LONGEST_ECHO])
        message = Message(f"mail/{mail.digest}/{n}", place.user)
        try:
            if verb in _PRIVATE:
                reply.lines.append(_private(service, place, message, verb, rest))
            else:
                place = _act(service, place, mail, message, verb, rest, reply)
        except Refusal as refused:
            t = localizer(service, place)
            reply.lines.append(telling.refusal(refused, place.language, t.label))
    amid = [f"{verb.upper()} {rest}".strip() for verb, rest, counts in _found(mail.lines, name) if not counts]
    reply.lines += [localizer(service, place)(AMID, line=Verbatim(one)) for one in amid[:MOST_AMID]]
    if not (asked or amid):
        _introduce(service, place, reply.lines)
    return reply


def commands(lines: Sequence[str], name: str = "") -> Iterator[tuple[str, str]]:
    """Yield the commands of a mail, each with the words after it: those that name a game, and others in
    paragraphs of commands alone.
    """
    return ((verb, rest) for verb, rest, counts in _found(lines, name) if counts)


def _found(lines: Sequence[str], name: str) -> Iterator[tuple[str, str, bool]]:
    """Yield what may be a command, with the words after it, and whether it counts as one."""
    outside, are_commands = [*lines], [False] * len(lines)
    found: dict[int, tuple[str, str]] = {}
    at = 0
    while at < len(lines):
        begun, at = at, at + 1
        verb, rest = split(lines[begun])
        if verb not in TOURNAMENTS or (verb in _ALONE and rest):
            continue
        if len(rest.split()) > _MOST_WORDS.get(verb, len(rest)):
            continue
        if verb in _OF_GAMES and not _GAME.match(rest.partition(" ")[0]):
            continue
        if verb in ("propose", "appeal") and (end := _end(lines, at)) is not None:
            rest = "\n".join([rest, *filter(None, lines[at:end])])
            outside[at : end + 1] = [""] * (end + 1 - at)
            at = end + 1
        found[begun], are_commands[begun] = (verb, rest), True
    counts = alone(outside, are_commands, name)
    for begun, (verb, rest) in found.items():
        yield verb, rest, counts[begun] or verb in _OF_GAMES


def _end(lines: Sequence[str], at: int) -> int | None:
    """Return the next line with `END` alone before another command, None if there is none."""
    for n in range(at, len(lines)):
        verb, rest = split(lines[n])
        if verb == END and not rest:
            return n
        if verb in _OF_GAMES and _GAME.match(rest.partition(" ")[0]):
            return None
    return None


def _introduce(service: Service, place: MailPlace, lines: list[str]) -> None:
    """Describe the tournament, and how to enter and to play."""
    t, book = localizer(service, place), _book(service, place)
    lines.append(entry_line(service, book, t, place))
    if not book.player:
        lines.append(
            t(
                N_(
                    "To enter, reply with ENTER and the name that others are to see. The address you reply "
                    "to is the key to your place: show it to nobody."
                )
            )
        )
    lines.extend(_help(book, t))


def _help(book: Book, t: Localizer) -> list[str]:
    """Return the commands that the reader may give in a tournament of this form, a line for each."""
    rules = book.t.rules
    fits = {
        "enter": not book.player,
        "bid": rules.sides == "bid",
        "choose": rules.sides == "choice",
        "result": bool(rules.elsewhere),
        "propose": not rules.elsewhere and rules.format != "ladder",
        "challenge": rules.format == "ladder",
        "sitout": bool(rules.half_byes),
    }
    given = [verb for verb in HELP if fits.get(verb, True) and (book.player or verb in _OF_ALL)]
    last = N_("Reasons of several lines end with the line END.")
    return [t(N_("Write each command on a line of its own:")), *(t(HELP[verb]) for verb in given), t(last)]


def _book(service: Service, place: MailPlace) -> Book:
    return service.tournaments.look(place.tournament, place.user)


def _act(
    service: Service,
    place: MailPlace,
    mail: Incoming,
    message: Message,
    verb: str,
    rest: str,
    reply: Reply,
) -> MailPlace:
    """Carry out one command and add its answer; return the changed place."""
    acts, id, t = service.tournaments, place.tournament, localizer(service, place)
    lines = reply.lines
    game, _, more = rest.partition(" ")
    done = N_("Noted.")
    match verb:
        case "enter":
            who = called(rest or mail.name)[:LONGEST_NAME] or place.address.partition("@")[0]
            acts.do(message, id, entering.enter, who)
            done = N_("You have entered. A mail comes when a round is paired.")
        case "leave":
            acts.do(message, id, entering.withdraw, _book(service, place).player, "")
            done = N_("You have withdrawn. The director decides what becomes of your unfinished games.")
        case "bid":
            acts.do(message, id, sides.bid, game, _number(more))
            lines.extend(_after_bid(_book(service, place), t, game))
            return place
        case "choose":
            acts.do(message, id, sides.choose, game, _seat(_book(service, place), more))
        case "result":
            said, _, margin = more.partition(" ")
            acts.do(message, id, results.report, game, _outcome(said), _number(margin or "0"))
            is_agreed = service.tournaments.look(id).t.matches[game].result is not None
            done = N_("It counts when your opponent reports the same.")
            done = N_("You both report the same: that is the result.") if is_agreed else done
        case "propose":
            said, _, why = more.replace("\n", " \n", 1).partition(" ")
            acts.do(message, id, results.state_case, game, _outcome(said), why.strip())
            lines.extend(_after_proposal(_book(service, place), t, game))
            return place
        case "challenge":
            acts.do(message, id, rounds.challenge, _player(_book(service, place), rest))
        case "appeal":
            acts.do(message, id, results.appeal, game, " ".join(more.split()))
            done = N_("Your appeal goes to the director.")
        case "standings" | "calendar":
            lines.extend(_shown(_book(service, place), t, verb, reply))
            return place
        case "help":
            lines.extend(_help(_book(service, place), t))
            return place
        case "language":
            place = _spoken(service, place, rest)
            t, done = localizer(service, place), N_("Your email is in English from now on.")
    lines.append(t(done))
    return place


def _private(service: Service, place: MailPlace, message: Message, verb: str, rest: str) -> str:
    """Block a player or allow them again, hide or erase the sender's name, or sit out a round; return the
    answer.
    """
    acts, id, t = service.tournaments, place.tournament, localizer(service, place)
    book = _book(service, place)
    match verb:
        case "block":
            acts.do(message, id, entering.set_apart, _player(book, rest))
            return t(N_("You are not paired with them from the next round on. Nobody is told."))
        case "unblock":
            acts.do(message, id, entering.set_apart, _player(book, rest), is_blocked=False)
            return t(N_("You can be paired with them again."))
        case "sitout" | "playin":
            acts.do(message, id, entering.sit_out, _number(rest), out=verb == "sitout")
            return t(N_("Noted."))
        case "hide":
            acts.do(message, id, entering.hide)
            hidden = N_("Others see your number instead of your name, here and in games that begin later.")
            return t(hidden)
    if not erasing.can_be_erased(book):
        raise NotNow(words(N_("leave first; once your games have ended, your name can be erased")))
    number = book.player or book.former_player
    if rest != number:
        ask = N_(
            "Your results stay, under a number; your messages are erased, and no mail to this address is "
            "read. That cannot be undone. Reply with: {order}"
        )
        return t(ask, order=Verbatim(f"ERASE {number}"))
    acts.do(message, id, erasing.erase, book.player)
    return t(N_("Your name is erased."))


def _shown(book: Book, t: Localizer, verb: str, reply: Reply) -> list[str]:
    """Return the standings, or what is said of the calendar file that goes with the answer."""
    if verb == "standings":
        return standing_lines(book, t)
    reply.calendar = export.as_calendar(book, t)
    return [t(N_("Your dates are in the file.") if reply.calendar else NO_DATES)]


def _after_bid(book: Book, t: Localizer, game: str) -> list[str]:
    """Return the answer to a bid: that it is sealed, or that both are open, with the side."""
    lines, match = _receipt(book, game, t, "bid"), book.t.matches[game]
    if book.player in match.bids:
        return [*lines, t(N_("Your bid is sealed; you may change it until your opponent has bid."))]
    return [*lines, t(N_("Both bids are open.")), own_line(book, t, match)]


def _after_proposal(book: Book, t: Localizer, game: str) -> list[str]:
    """Return the answer to a proposal: that it is sealed, or that both are open and agree or differ."""
    match = book.t.matches[game]
    if book.player in match.statements:
        said = N_("Your proposal is sealed until your opponent has made one.")
    elif match.result is not None:
        said = N_("You both propose the same: that is the result.")
    else:
        said = N_("Your proposals differ; a panel or the director decides.")
    return [*_receipt(book, game, t, "statement"), t(said)]


def _receipt(book: Book, game: str, t: Localizer, kind: str) -> list[str]:
    """Return the seal of the sender's newest bid or proposal, in the form of the log."""
    seals = [
        b["c"] for b in book.bodies if (b["t"], b.get("game"), b.get("player")) == (kind, game, book.player)
    ]
    said = N_("Receipt, as in the log: {seal}")
    return [t(said, seal=Verbatim(seal, len(seal))) for seal in seals[-1:]]


def _spoken(service: Service, place: MailPlace, text: str) -> MailPlace:
    language = language_named(text)
    if not language:
        known = [Verbatim(f"{known.name} ({id})") for id, known in LANGUAGES.items()]
        raise NotUnderstood(text or "LANGUAGE", words(N_("{options:or}"), options=known))
    changed = replace(place, language=language)
    service.keep(mailing.keep_place, changed)
    return changed


def _number(text: str) -> int:
    if not (text.strip().isdecimal() and len(text.strip()) < 10):
        raise NotUnderstood(text, words(N_("a number")))
    return int(text)


def _outcome(text: str) -> str:
    said = word(text.strip(" :：,.") or "-")
    if said not in OUTCOMES:
        known = [Verbatim(one.upper()) for one in ("won", "lost", "draw")]
        raise NotUnderstood(text, words(N_("{options:or}"), options=known))
    return OUTCOMES[said]


def _seat(book: Book, text: str) -> str:
    """Return the seat of a name in any language; the text itself if there is none."""
    label, wanted = book.game.lexicon.label, text.strip().casefold()
    for seat in book.t.rules.seats:
        if wanted in (seat, *(label(seat, language).casefold() for language in LANGUAGES)):
            return seat
    return text.strip()


def _player(book: Book, text: str) -> str:
    """Return the number of a player by their name; the text itself if there is none."""
    wanted = text.strip().casefold()
    found = [one.player for one in book.people.values() if one.who.casefold() == wanted]
    return found[0] if found else text.strip()
