"""Commands that show the position, the log, the rules, the commands themselves."""

from __future__ import annotations

from adjudicator.core.language.errors import NotUnderstood, Verbatim
from adjudicator.core.language.words import N_, Cells, words
from adjudicator.display.aids import sheet_of
from adjudicator.display.book import book_of
from frontends.mail.reading import FOLDER, OF_ALL, REFEREES, Request
from service.posts.status import status
from service.text import telling
from service.text.command_names import command_names
from service.text.rulebook import paragraphs
from service.usecases.play import queries
from service.values.front_ends.mail import REFEREE

from .conversation import Conversation
from .refereeing import is_referee

PAIR = 2
"""The number of seats of a game in which a player may give their opponent time."""
MOST_LOG = 40
"""The number of sentences of the log that a mail shows."""
HELP = {
    "orders": N_("gives the orders in the lines after it, until END"),
    "check": N_("tests the orders until END, without giving them"),
    "standing": N_("replaces your standing orders by those until END; alone, it shows them"),
    "add": N_("adds the orders until END to those that wait"),
    "suggested": N_(
        "with the word from the mail that shows it, gives the suggested answer; alone, it asks for a code"
    ),
    "reactions": N_(
        "with OFF, asks you nothing about battles and other reactions until the turn ends; ON ends that"
    ),
    "cancel": N_("cancels all orders that wait, or the one with a number"),
    "wait": N_("holds back the orders that wait, until you send them again"),
    "status": N_("shows where the game stands"),
    "map": N_("sends your map"),
    "hand": N_("sends your hand, chits or markers"),
    "log": N_("tells the latest events"),
    "rules": N_("with a number such as 6.1, lists the paragraphs of the rules"),
    "book": N_("sends the book of the game: how to begin, how to win, questions"),
    "back": N_("takes back your last order, as long as nobody has acted on it"),
    "draw": N_("proposes a draw"),
    "pause": N_("proposes to stop all clocks"),
    "resume": N_("resumes the clocks, or a game after a resignation"),
    "accept": N_("agrees to what another player proposes"),
    "decline": N_("refuses what another player proposes"),
    "grant": N_("gives your only opponent more time, in hours"),
    "nudge": N_("reminds the players whom the game waits for, once a day"),
    "resign": N_("gives up the seat, once you confirm it"),
    "open": N_("opens all hidden information at once after a resignation, if everyone agrees"),
    "confirm": N_("with a code from one of these messages, confirms what cannot be taken back"),
    "language": N_("changes the language of your email"),
    "delivery": N_("sets what you get: everything (events), your decisions (asked), one email a day (daily)"),
    "quiet": N_("sets hours in which you get only answers, such as 22:00-07:00"),
    "zone": N_("sets your time zone, such as Europe/Berlin"),
    "spare": N_("names a second address, for when mail to this one comes back"),
    "absent": N_("reports days on which you are away, such as 1-14 August"),
    "press": N_(
        "with TO and a seat, or TO ALL, sends the lines until END to other players; alone, it shows your "
        "messages"
    ),
    "withdraw": N_("erases your last message to other players, or the one with a number"),
    "block": N_("stops the messages of a seat"),
    "unblock": N_("lets the messages of a seat through again"),
}
"""The commands as they are listed, each with its effect."""


def show_status(talk: Conversation, request: Request) -> None:
    """Tell the state of the game and the seats that it waits for."""
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
    if board.points:
        scores = Cells(Verbatim(f"{name} {points}") for name, points in board.points)
        talk.tell(N_("Points: {points}"), points=scores)
    talk.reply.lines += [f"{one.name}{talk.say.signs.colon}{one.lines[0]}" for one in board.needs]


def show_picture(talk: Conversation, request: Request) -> None:
    """Put a picture of the seat's view below the answer."""
    talk.reply.wants.append(request.verb)
    talk.tell(N_("You will find it below."))


def show_log(talk: Conversation, request: Request) -> None:
    """Tell the end of the chronicle, from the seat's view."""
    told = talk.service.look(talk.seat.campaign, queries.told, talk.seat.viewer)
    chapters = telling.chronicle(talk.game, told, talk.seat.language)
    talk.reply.lines += telling.chronicle_text(chapters, talk.seat.language)[-MOST_LOG:]


def show_rules(talk: Conversation, request: Request) -> None:
    """List the paragraphs of the rules that fit some words."""
    if not request.rest:
        raise NotUnderstood("RULES", words(N_("a number or words after it, such as RULES 6.1")))
    found = paragraphs(talk.campaign.game, request.rest, talk.seat.language)
    talk.reply.lines += [f"§{one.number} {one.heading}" for one in found[:MOST_LOG]]
    if not found:
        talk.tell(N_("No paragraph of the rules fits “{text}”."), text=Verbatim(request.rest))


def show_book(talk: Conversation, request: Request) -> None:
    """Tell the book of the game, part by part."""
    book = book_of(talk.game.name, talk.seat.language)
    if book is None:
        talk.tell(N_("This game has no book yet."))
        return
    for part in book.part:
        charts = [one for one in talk.game.pictures.aids.tables() if one.id in part.charts]
        sheets = [sheet_of(talk.game.id, one, talk.seat.language, talk.game.lexicon.label) for one in charts]
        talk.reply.lines += [part.title, *part.lines(), *(sheet.alt for sheet in sheets), ""]


def show_help(talk: Conversation, request: Request) -> None:
    """List the commands that the reader may give, each with a description."""
    named = command_names(FOLDER, talk.seat.language)
    talk.tell(N_("Write each command on a line of its own:"))
    given = [verb for verb in HELP if talk.seat.seat != REFEREE or verb in OF_ALL]
    if len(talk.campaign.seats) != PAIR:
        given.remove("grant")
    for verb in given:
        does = HELP[verb]
        name = " / ".join(filter(None, (verb.upper(), named.get(verb))))
        talk.tell(N_("{command}: {does}"), command=Verbatim(name), does=words(does))
    if is_referee(talk.service, talk.seat):
        talk.tell(N_("Commands of the referee:"))
        for verb, does in REFEREES.items():
            talk.tell(N_("{command}: {does}"), command=Verbatim(f"REFEREE {verb.upper()}"), does=words(does))
