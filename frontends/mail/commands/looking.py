"""Commands that show the position, the log, the rules, the commands themselves."""

from __future__ import annotations

from adjudicator.core.errors import Verbatim
from adjudicator.core.words import N_, words
from frontends.mail.reading import FOLDER, REFEREES, VERBS, Request
from service.posts.status import status
from service.text import telling
from service.text.command_names import command_names
from service.text.rulebook import paragraphs

from .conversation import Conversation
from .refereeing import is_referee

MOST_LOG = 40
"""The number of sentences of the log that a mail shows."""
_FRAMED = N_(
    "Write orders between ORDERS and END, one per line. With CHECK instead of ORDERS they are checked but "
    "not given; with STANDING they replace your standing orders."
)


def show_status(talk: Conversation, request: Request) -> None:
    """Say where the game stands and for whom it waits."""
    board = status(talk.service, talk.seat.campaign, talk.seat.language)
    talk.reply.lines.append(
        talk.say.signs.beside(board.game, board.title, board.state, board.turn, board.phase)
    )
    if board.held:
        talk.reply.lines.append(
            talk.say.sentence(words(N_("the game is on hold: {why}"), why=Verbatim(board.held)))
        )
    if board.waits:
        talk.tell(N_("Waiting for: {seats}"), seats=[wait.seat for wait in board.waits])
    for name, points in board.points:
        talk.reply.lines.append(f"{name} {points}")


def show_picture(talk: Conversation, request: Request) -> None:
    """Put a picture of what the seat sees below the answer."""
    talk.reply.wants.append(request.verb)
    talk.tell(N_("You will find it below."))


def show_log(talk: Conversation, request: Request) -> None:
    """Tell the last events, as the seat saw them."""
    events = talk.service.journal(talk.seat.campaign, talk.seat.viewer)
    talk.reply.lines += telling.story(talk.game, events[-MOST_LOG:], talk.seat.language)


def show_rules(talk: Conversation, request: Request) -> None:
    """List the paragraphs of the rules that fit some words."""
    found = paragraphs(talk.campaign.game, request.rest, talk.seat.language)
    talk.reply.lines += [f"§{one.number} {one.heading}" for one in found[:MOST_LOG]]
    if not found:
        talk.tell(N_("There is no such paragraph."))


def show_help(talk: Conversation, request: Request) -> None:
    """List the commands."""
    named = command_names(FOLDER, talk.seat.language)
    verbs = [" / ".join(filter(None, (verb.upper(), named.get(verb)))) for verb in VERBS if verb != "referee"]
    talk.tell(N_("Commands: {verbs}"), verbs=[Verbatim(verb) for verb in verbs])
    if is_referee(talk.service, talk.seat):
        acts = [Verbatim(f"REFEREE {name.upper()}") for name in REFEREES]
        talk.tell(N_("Commands of the referee: {verbs}"), verbs=acts)
    talk.tell(_FRAMED)
