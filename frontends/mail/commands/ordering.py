"""Commands that give, test and keep orders."""

from __future__ import annotations

from msgspec import structs

from adjudicator.core.language.errors import NotNow, NotUnderstood, Refusal, Verbatim
from adjudicator.core.language.words import N_, words
from adjudicator.core.orders import orders
from frontends.mail.access import frame_mark
from frontends.mail.reading import FOLDER, MARK, OFF, ON, Request, game_code
from frontends.mail.template import turn_of
from service import acts
from service.text import telling
from service.text.command_names import meant
from service.text.forecast import odds_lines
from service.usecases.play import playing, queries, suggesting
from service.usecases.play.suggesting import OpenReaction
from service.values.records import Message
from service.wizard.left_open import MISSED

from .continuing import whole_orders
from .conversation import Conversation, new_code
from .looking import show_status

LONGEST_SHOWN = 300
"""The characters of an order that a question about it shows."""


def give_orders(talk: Conversation, request: Request, once: Message | None = None) -> None:
    """Carry out a frame of orders; an order that ends a game needs a code. `once` is the message of a frame
    that was confirmed.
    """
    require_whole(talk, request)
    text = "\n".join(whole_orders(talk, request))
    choices = talk.service.look(talk.seat.campaign, queries.readable, talk.seat.seat)
    if orders.ends_game(choices, orders.lines(text), talk.reader):
        talk.ask_code(f"orders {text}")
        return
    give(talk, text, once or talk.message())


def give(talk: Conversation, text: str, message: Message) -> None:
    """Give orders, and report how each line was understood, with the receipt."""
    campaign, seat, language = talk.seat.campaign, talk.seat.seat, talk.seat.language
    before = talk.service.campaign(campaign).n
    try:
        receipt = talk.service.do(message, campaign, playing.order, seat, text, language)
    except Refusal as refused:
        _explain(talk, text, refused)
        return
    result = receipt.result
    talk.reply.has_acted |= result.done > 0 or receipt.n > before
    if result.noted:
        talk.tell(N_("Until this turn's battles are over:"))
        talk.reply.lines += result.noted
    talk.reply.lines += [f"({n}) {line}" for n, line in enumerate(result.understood, 1)]
    if result.how == "done" and (result.done or not result.noted):
        talk.tell(N_("Carried out: {n} {n:order|orders}."), n=result.done)
    elif result.how != "done":
        left = [Verbatim(line) for line in result.draft]
        said = N_("Carried out: {n} {n:order|orders}. Not carried out: {left}.")
        if result.how == "suspended":
            said = N_("Carried out: {n} {n:order|orders}. The rest is held until your next decision: {left}.")
        talk.tell(said, n=result.done, left=left)
        if result.why is not None:
            talk.reply.lines.append(talk.say.sentence(result.why))
    if result.could:
        talk.tell(MISSED, orders=result.could)
    talk.tell(N_("Receipt: entry {n}, {head}"), n=receipt.n - 1, head=Verbatim(receipt.short))


def check(talk: Conversation, request: Request) -> None:
    """Tell whether orders are legal, as far as the seat can know, without giving them."""
    require_whole(talk, request)
    text = "\n".join(whole_orders(talk, request))
    try:
        untried = talk.service.check(talk.seat.campaign, talk.seat.seat, text, talk.seat.language)
    except Refusal as refused:
        _explain(talk, text, refused, Refusal(refused.why, rule=refused.rule))
        return
    if untried:
        said = N_(
            "Legal as far as your seat can know. Not tested, because dice or other players decide before "
            "them: {orders}. Nothing was carried out."
        )
        talk.tell(said, orders=[Verbatim(line) for line in untried])
    else:
        talk.tell(N_("As far as your seat can know, these orders are legal. Nothing was carried out."))
    found = talk.service.look(
        talk.seat.campaign, queries.odds_of_text, talk.seat.seat, text, talk.seat.language
    )
    if brings := odds_lines(found, talk.say):
        talk.tell(N_("What the first of them may bring:"))
        talk.reply.lines += brings


def standing(talk: Conversation, request: Request) -> None:
    """Replace the standing orders, or show them."""
    campaign, seat = talk.seat.campaign, talk.seat.seat
    if request.lines or not request.is_open:
        require_whole(talk, request)
        talk.service.do(talk.message(), campaign, playing.set_standing, seat, whole_orders(talk, request))
    kept = talk.service.standing(campaign, seat)
    if kept:
        talk.tell(N_("Your standing orders:"))
        talk.reply.lines += [f"({n}) {line}" for n, line in enumerate(kept, 1)]
    else:
        talk.tell(N_("No standing orders of yours are in force."))


def add(talk: Conversation, request: Request, once: Message | None = None) -> None:
    """Add lines to those that wait; if the seat is asked now, all of them are given. `once` is the message of
    a frame that was confirmed.
    """
    require_whole(talk, request)
    campaign, seat = talk.seat.campaign, talk.seat.seat
    queue = talk.service.batch(campaign, seat)
    is_asked = seat in [asked.seat for asked in talk.service.asked(campaign)]
    if is_asked:
        kept = [] if queue is None else [str(line) for line in queue.lines]
        give_orders(talk, structs.replace(request, raw=(*kept, *request.raw)), once)
        return
    text = "\n".join(whole_orders(talk, request))
    talk.service.do(once or talk.message(), campaign, playing.change_batch, seat, add=text)
    _tell_batch(talk)


def cancel(talk: Conversation, request: Request) -> None:
    """Cancel one of the waiting orders, or all."""
    campaign, seat = talk.seat.campaign, talk.seat.seat
    if request.rest:
        number = int(request.rest) if request.rest.isdecimal() else 0
        if not number:
            raise NotNow(words(N_("name one of the waiting orders by its number")))
        talk.service.do(talk.message(), campaign, playing.change_batch, seat, cancel=number)
    else:
        talk.service.do(talk.message(), campaign, playing.drop_batch, seat)
    _tell_batch(talk)


def wait(talk: Conversation, request: Request) -> None:
    """Hold the waiting orders back until they are sent again."""
    talk.service.do(talk.message(), talk.seat.campaign, playing.change_batch, talk.seat.seat, wait=True)
    _tell_batch(talk)


def _tell_batch(talk: Conversation) -> None:
    queue = talk.service.batch(talk.seat.campaign, talk.seat.seat)
    if queue is None:
        talk.tell(N_("None of your orders are waiting."))
        return
    said = N_("These orders are held until your next decision:")
    if queue.state == "draft":
        said = N_("These orders are kept, and are carried out only if you send them again:")
    talk.tell(said)
    talk.reply.lines += [f"{n}. {line}" for n, line in enumerate(queue.lines, 1)]


_SUGGESTED = N_("Suggested: {orders}. To have it given, reply with: CONFIRM {code}")


def suggested(talk: Conversation, request: Request) -> None:
    """Give the suggested answer: at once with the word of the mail that showed it, else after a code.

    Raises:
        NotNow: if nothing is suggested.
    """
    campaign, seat, language = talk.seat.campaign, talk.seat.seat, talk.seat.language
    found = talk.service.look(campaign, suggesting.suggestion, seat, language)
    if found is None:
        raise NotNow(words(suggesting.NOTHING))
    if request.rest.casefold() == frame_mark(talk.service, talk.seat, found.text):
        give(talk, found.text, talk.message())
    else:
        ask(talk, Request("orders", lines=(found.text,)), _SUGGESTED)


def reactions(talk: Conversation, request: Request) -> None:
    """Ask the seat no reactions until the turn ends, or ask them again; an answer given by it needs a code.

    Raises:
        NotNow: if the word after it is another.
    """
    match meant(FOLDER, request.rest, OFF, ON):
        case "on":
            talk.run(acts.PLAYER["ask"])
        case "off":
            try:
                talk.run(acts.PLAYER["spare"])
            except OpenReaction as opened:
                talk.reply.lines.append(talk.say.sentence(opened.why))
                talk.ask_code(f"reactions {opened.entry}")
        case _:
            raise NotUnderstood(
                request.rest or "REACTIONS",
                words(N_("{options:or}"), options=[Verbatim("OFF"), Verbatim("ON")]),
            )


def require_whole(talk: Conversation, request: Request) -> None:
    """Refuse a frame for another game, seat or turn, or one without its end.

    Raises:
        NotNow: with the reason.
    """
    code = game_code(talk.campaign.game, talk.campaign.id)
    named = request.rest.split()
    mark = named.pop() if MARK.fullmatch(request.rest.rpartition(" ")[2]) else ""
    if named and named[0].upper() != code:
        why = N_("these orders are for {named}; this address plays {code}")
        raise NotNow(words(why, named=Verbatim(named[0]), code=Verbatim(code)))
    if len(named) > 1 and named[1].casefold() != talk.seat.seat:
        why = N_("these orders are for {named}; you play {seat}")
        raise NotNow(words(why, named=Verbatim(named[1]), seat=talk.seat.seat))
    turn = turn_of(talk.service, talk.seat.campaign)
    if len(named) > 2 and named[2] != turn:
        show_status(talk, request)
        why = N_("these orders are for turn {named}; it is turn {turn} now")
        raise NotNow(words(why, named=Verbatim(named[2]), turn=Verbatim(turn)))
    if mark:
        require_present(talk, mark)
    if request.is_open:
        why = N_("the line END is missing, so the mail may have been cut off; nothing was carried out")
        raise NotNow(words(why))


def require_present(talk: Conversation, mark: str) -> None:
    """Refuse the frame of an earlier question, or of another seat.

    Raises:
        NotNow: with the reason.
    """
    if mark.casefold() == frame_mark(talk.service, talk.seat):
        return
    for other in (
        *talk.service.mail.seats(talk.seat.campaign),
        *talk.service.mail.seats(address=talk.seat.address),
    ):
        if other.token != talk.seat.token and frame_mark(talk.service, other) == mark.casefold():
            raise NotNow(words(N_("this frame is from an email to another seat")))
    show_status(talk, Request("status"))
    raise NotNow(
        words(N_("this frame is from an earlier mail, and what it answers is over; nothing was carried out"))
    )


def ask(talk: Conversation, request: Request, template: str) -> None:
    """Ask whether orders are meant that are not certainly their sender's; `template` says why, and gives the
    code.
    """
    code, text = new_code(talk.service), "\n".join(request.lines)
    kind = "add" if request.verb == "add" else "frame"
    talk.change(code=code, command=f"{kind} {frame_mark(talk.service, talk.seat)} {text}")
    shown = [Verbatim(line, LONGEST_SHOWN) for line in request.lines]
    talk.tell(template, orders=shown, code=Verbatim(code))


def _explain(talk: Conversation, text: str, refused: Refusal, told: Refusal | None = None) -> None:
    """Say why orders were refused; `told` in place of a refusal that says that none was carried out."""
    said = talk.service.explain(talk.seat.campaign, talk.seat.seat, text, refused, talk.seat.language)
    why = said.why if told is None else telling.refusal(told, talk.seat.language, talk.say.label)
    talk.reply.lines.append(why)
    if said.line and said.line not in why:
        talk.tell(N_("In the line: {line}"), line=Verbatim(said.line))
    if said.understood:
        talk.tell(N_("Understood: {order}"), order=Verbatim(said.understood))
    if said.allowed:
        talk.tell(N_("Possible: {candidates:or}"), candidates=[Verbatim(line) for line in said.allowed])
