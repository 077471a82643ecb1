"""Commands about the people of a game: seats, messages, absences, and settings of mails."""

from __future__ import annotations

from adjudicator.core.language.errors import NotNow, NotUnderstood, Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, words
from frontends.mail.access import sees, table_page, zone_of
from frontends.mail.incoming import is_postable
from frontends.mail.reading import FOLDER, OFF, Request, language_named
from service.acts import DAY_HOURS, PLAYER, Given
from service.text import telling
from service.text.command_names import meant
from service.text.localizer import Localizer
from service.usecases.referee import acts
from service.usecases.seats import founding
from service.usecases.seats import press as press_acts
from service.usecases.time import leaving
from service.values.calendar import moment
from service.values.front_ends.mail import JOINED, REFEREE
from service.values.records import Message
from service.values.time_control import quiet_hours, zone_named
from service.values.words import called

from .conversation import Conversation, new_code
from .dates import span

LONGEST_NAME = 40
DELIVERIES = ("events", "asked", "daily")
PICTURES = ("pictures", "links")
ALL = ("all", "everybody")
DAY = 86_400


def join(talk: Conversation, request: Request) -> None:
    """Take the seat to which the sender was invited."""
    if not sees(talk.service, talk.seat):
        who = called(talk.mail.name)[:LONGEST_NAME] or talk.seat.address.partition("@")[0]
        _take_seat(talk, who)
        talk.change(state=JOINED, replaces=False, language=request.language or talk.seat.language)
    if talk.seat.seat == REFEREE:
        talk.tell(N_("You are the referee by mail."))
    else:
        said = N_(
            "You play {seat} by mail. A mail comes when you have something to decide; HELP lists the "
            "commands."
        )
        talk.tell(said, seat=talk.seat.seat)


def _take_seat(talk: Conversation, who: str) -> None:
    """Take the seat; a seat in play, or the referee's, is given by the referee who made the invitation."""
    campaign, seat, user = talk.seat.campaign, talk.seat.seat, talk.seat.user
    referee = Message(talk.message().id, talk.campaign.referee)
    if seat == REFEREE:
        talk.service.do(referee, campaign, acts.appoint, user, who)
    elif talk.seat.replaces or (_is_vacant_in_play(talk) and talk.service.last_user(campaign, seat) != user):
        talk.service.do(referee, campaign, acts.replace, seat, user, who)
    else:
        talk.service.do(talk.message(), campaign, founding.join, seat, who)


def _is_vacant_in_play(talk: Conversation) -> bool:
    standings = talk.service.status(talk.seat.campaign)
    return standings.campaign.state == "playing" and talk.seat.seat not in standings.members


def grant(talk: Conversation, request: Request) -> None:
    """Give the only opponent more time, a day if no number is given."""
    hours = request.rest or str(DAY_HOURS)
    if not (hours.isdecimal() and len(hours) < 6):
        raise NotUnderstood(hours, words(N_("a number of hours")))
    talk.run(PLAYER["grant"], Given(hours=int(hours)))


def resign(talk: Conversation, request: Request) -> None:
    """Explain the effect of resigning, and ask for the code without which no seat is given up."""
    is_last = talk.service.look(talk.seat.campaign, leaving.ends_game, talk.seat.seat)
    goes_on = N_("If you resign, the others play on, and you can come back only by invitation.")
    talk.tell(N_("If you resign, the game is over.") if is_last else goes_on)
    talk.ask_code("resign")


def absent(talk: Conversation, request: Request) -> None:
    """Enter days of absence, end them, or show them."""
    user, zone = talk.seat.user, zone_of(talk.service, talk.seat)
    now = talk.service.now()
    if meant(FOLDER, request.rest, OFF):
        for away in [away for away in talk.service.absences(user) if away.until > now]:
            talk.service.end_absence(talk.message(), away.since)
    elif request.rest:
        away = span(request.rest, now, zone)
        talk.service.set_absence(talk.message(), away.since, away.until)
    left = [away for away in talk.service.absences(user) if away.until > now]
    for away in left:
        times = {"since": moment(away.since, zone), "until": moment(away.until, zone)}
        talk.tell(N_("You are away from {since} to {until}; this time does not count."), **times)
    if not left:
        talk.tell(N_("You have reported no absence."))


def press(talk: Conversation, request: Request) -> None:
    """Write to another seat, or to all; alone, show what was written and received."""
    if not (request.rest or request.lines or request.is_open):
        found = talk.service.messages(talk.seat.campaign, talk.seat.seat)
        zone = zone_of(talk.service, talk.seat)
        talk.reply.lines += telling.messages(found, talk.seat.language, talk.say.label, zone)
        if not found:
            talk.tell(N_("There are no messages to your seat or from it."))
        return
    if request.is_open:
        raise NotNow(words(N_("the line END is missing, so the message was not sent")))
    to = [] if meant(FOLDER, request.rest, *ALL) else [talk.seat_named(request.rest)]
    text = "\n".join(request.lines)
    campaign, seat = talk.seat.campaign, talk.seat.seat
    sent = talk.service.do(talk.message(), campaign, press_acts.send, seat, to, text).result
    talk.tell(N_("Sent as message {n}. WITHDRAW {n} erases it."), n=sent.id)


def withdraw(talk: Conversation, request: Request) -> None:
    """Erase a message."""
    number = int(request.rest) if request.rest.isdecimal() else None
    talk.run(PLAYER["withdraw"], Given(number=number))


def block(talk: Conversation, request: Request) -> None:
    """Block the messages of a seat, or let them through again."""
    talk.run(PLAYER[request.verb], Given(seat=talk.seat_named(request.rest or request.verb.upper())))


def language(talk: Conversation, request: Request) -> None:
    """Change the language of the mails."""
    language = language_named(request.rest)
    if not language:
        known = [Verbatim(f"{known.name} ({id})") for id, known in LANGUAGES.items()]
        raise NotUnderstood(request.rest or "LANGUAGE", words(N_("{options:or}"), options=known))
    talk.change(language=language)
    talk.say = Localizer(language, talk.game.lexicon.label)
    talk.tell(N_("Your email is in English from now on."))


def delivery(talk: Conversation, request: Request) -> None:
    """Set how much is sent and, where the browser table shows the game, whether pictures or a link; without
    arguments, show it and what is possible.
    """
    wanted = meant(FOLDER, request.rest, *DELIVERIES, *PICTURES) or request.rest
    has_page = bool(table_page(talk.service, talk.seat, talk.table))
    options = [Verbatim(one) for one in DELIVERIES + (PICTURES if has_page else ())]
    if wanted in DELIVERIES:
        talk.change(delivery=wanted)
    elif has_page and wanted in PICTURES:
        talk.service.mail.link(talk.seat.token, wanted == "links")
    elif wanted:
        raise NotNow(words(N_("choose {options:or}"), options=options))
    if wanted not in PICTURES:
        talk.tell(_AMOUNTS[talk.seat.delivery])
    if has_page and wanted not in DELIVERIES:
        talk.tell(_LINKED if talk.service.mail.is_linked(talk.seat.token) else _PICTURED)
    if not wanted:
        talk.tell(N_("Possible: {candidates:or}"), candidates=options)


_AMOUNTS = {
    "events": N_("You get an email whenever something has happened."),
    "asked": N_("You get an email when it is your turn."),
    "daily": N_("You get one email a day, and one when it is your turn."),
}
_LINKED = N_(
    "Your email has a link to the game in the browser instead of pictures. MAP and HAND still send pictures."
)
_PICTURED = N_("Your email has pictures.")


def quiet(talk: Conversation, request: Request) -> None:
    """Set hours in which only answers are sent; without arguments, show them."""
    zone = zone_of(talk.service, talk.seat)
    if request.rest:
        is_off = bool(meant(FOLDER, request.rest, OFF))
        talk.change(quiet="" if is_off else quiet_hours(request.rest))
    if talk.seat.quiet:
        said = N_("From {quiet} ({zone}) you get only answers to your messages.")
        talk.tell(said, quiet=Verbatim(talk.seat.quiet), zone=Verbatim(zone))
    else:
        talk.tell(N_("You have no quiet hours."))


def zone(talk: Conversation, request: Request) -> None:
    """Set the time zone of the times in all mails to this person; without arguments, show it."""
    if request.rest:
        talk.service.mailbox.save_zone(talk.seat.address, zone_named(request.rest))
    named = Verbatim(zone_of(talk.service, talk.seat))
    talk.tell(N_("Times in your email are given in the time zone {zone}."), zone=named)


def spare(talk: Conversation, request: Request) -> None:
    """Set a second address, used when mail to the first bounces, after a code sent there was confirmed;
    without arguments, show it.
    """
    mailbox, own, wanted = talk.service.mailbox, talk.seat.address, request.rest.casefold()
    if meant(FOLDER, wanted, OFF):
        mailbox.drop_spare(own)
    elif wanted:
        _send_code(talk, wanted)
        return
    if found := mailbox.spare(own):
        said = N_("If mail to {address} bounces, it goes to {spare}. You may write from either address.")
        talk.tell(said, address=Verbatim(own), spare=Verbatim(found))
    else:
        talk.tell(N_("You have no spare address."))


def _send_code(talk: Conversation, address: str) -> None:
    """Send a code to an address that is to be the spare one; nothing in that mail gives access to the seat.

    Raises:
        NotNow: if the address is not valid, or a mail was sent there within a day.
    """
    named = Verbatim(address)
    if not is_postable(address) or address == talk.seat.address:
        raise NotNow(words(N_("{address} cannot be your spare address"), address=named))
    if talk.service.mail.was_sent_to(address, talk.service.now() - DAY):
        why = N_("an email went to {address} within the last day; try again tomorrow")
        raise NotNow(words(why, address=named))
    code, own = new_code(talk.service), Verbatim(talk.seat.address)
    talk.change(code=code, command=f"spare {address}")
    said = N_(
        "{address} plays historical wargames by mail, and named your address as their spare one. "
        "If that is you, answer an email of the umpire from {address} with: CONFIRM {code}"
    )
    talk.reply.elsewhere.append((address, talk.say(said, address=own, code=Verbatim(code))))
    asks = N_("A code was sent to {address}. To confirm, send CONFIRM and the code from your usual address.")
    talk.tell(asks, address=named)
