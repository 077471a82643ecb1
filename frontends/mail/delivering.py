"""Mails to a seat: posts that wait for it, its pictures, and its questions (ADR 9).

Mails that are not answers are sent at fixed times, so that the time of a mail reveals nothing about acts of
others. Posts about an order wait until its giver can no longer take it back alone, at most five minutes;
those about an order that was taken back alone are never sent.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.core.language.errors import Refusal
from adjudicator.core.language.words import N_, words
from service.api import Service
from service.pictures.build import crop_of, hand_of, map_of
from service.pictures.drawing import Drawing
from service.pictures.group_board import for_group
from service.posts.compose import compose
from service.posts.delivery import is_quiet as of_reader
from service.posts.digest import digest_text, of_phases
from service.posts.doubles import told_once
from service.text import telling
from service.text.localizer import Localizer
from service.usecases.front_ends import mailing
from service.values.audiences import CHANNEL, REFEREE, to_seat
from service.values.front_ends.channels import Reader
from service.values.front_ends.deliveries import DELIVERED, EVERYBODY
from service.values.front_ends.mail import MailSeat
from service.values.posts import AnswerReceipt, Notice, ReminderNotice, Told
from service.values.records import Post
from service.values.words import reason

from .access import plays, sees, table_page, zone_of
from .failing import FRONT_END, is_reached
from .reading import game_code
from .template import template
from .writing import Section

SLOT = 300
"""Seconds between two moments at which mails leave, and after which no order is taken back alone."""
OF_ORDERS = ("told", "asked", "receipt", "picture")
"""The kinds of posts that an order brings about."""
DAY = 86_400
MAP_WIDTH = 1200
NOTHING = "-"
"""The reference of a post that says nothing here."""


class Waiting(Struct, frozen=True):
    """Posts that go to a seat in one mail."""

    seat: MailSeat
    posts: tuple[Post, ...]


def slot_of(now: int) -> int:
    """Return the last sending time of mails, in UNIX seconds."""
    return now - now % SLOT


def waiting(service: Service) -> list[Waiting]:
    """Return the posts that wait for each seat; posts without readers by mail are marked as delivered."""
    found: dict[str, tuple[MailSeat, list[Post]]] = {}
    undone: dict[int, list[tuple[int, int]]] = {}
    while posts := service.waiting(FRONT_END, 10_000):
        for post in posts:
            taken_back = undone.setdefault(post.campaign, service.taken_back(post.campaign))
            seats = [] if _is_undone(post, taken_back) else readers(service, post)
            for seat in seats:
                noted = service.delivery(FRONT_END, post.id, seat.user)
                if noted is None or noted.state != DELIVERED:
                    found.setdefault(seat.token, (seat, []))[1].append(post)
            if not seats:
                service.delivered(FRONT_END, {post.id: NOTHING})
        if len(posts) < 10_000 or found:
            break
    return [Waiting(seat, tuple(posts)) for seat, posts in found.values()]


def _is_undone(post: Post, taken_back: Sequence[tuple[int, int]]) -> bool:
    """Return true if a post reports an order that was taken back alone before any mail reported it."""
    if isinstance(post.content, Notice) and post.content.what == "undo":
        return any(at == post.n for _, at in taken_back)
    return post.kind in OF_ORDERS and any(to < post.n < at for to, at in taken_back)


def with_answer(service: Service, seat: MailSeat, has_acted: bool) -> Waiting:
    """Return the news for a seat that goes with an answer.

    After an order of its own this is all waiting posts, because nobody else can then take back alone an order
    before it; otherwise only the question, which is in every answer.
    """
    found = of_seat(service, seat)
    return Waiting(seat, found if has_acted else tuple(post for post in found if post.kind == "asked"))


def of_seat(service: Service, seat: MailSeat) -> tuple[Post, ...]:
    """Return the posts that wait for a seat."""
    return next((one.posts for one in waiting(service) if one.seat.token == seat.token), ())


def without_mail(service: Service, seat: MailSeat, posts: Sequence[Post]) -> None:
    """Note that no mail has to tell a seat of posts, because an answer says the same."""
    service.keep(lambda _: note(service, Waiting(seat, tuple(posts)), NOTHING))


def is_quiet(service: Service, seat: MailSeat, now: int) -> bool:
    """Return true in the quiet hours of a seat, which are hours of the day in its time zone."""
    return of_reader(Reader(seat.user, quiet=seat.quiet), zone_of(service, seat), now)


def is_lasting(service: Service, post: Post, seat: str, now: int) -> bool:
    """Return true if the events of a post can no longer be taken back by another seat alone."""
    if service.time_of(post.campaign, post.n) <= now - SLOT:
        return True
    return service.is_settled(post.campaign, post.n, seat)


def first_entry(waiting: Waiting) -> int:
    """Return the entry before all waiting events; -1 if none wait."""
    told = [post.content.events for post in waiting.posts if isinstance(post.content, Told)]
    entries = [event.n for events in told for event in events]
    return min((*entries, *(post.n for post in waiting.posts)), default=0) - 1


def is_due(service: Service, waiting: Waiting, slot: int) -> bool:
    """Return true if a mail is sent in this slot: it has news that others cannot take back, the seat wants
    one now, and its mails arrive.
    """
    seat = waiting.seat
    if not is_reached(service, seat) or is_quiet(service, seat, slot):
        return False
    written = [service.time_of(post.campaign, post.n) for post in waiting.posts]
    if max(written) > slot or not all(is_lasting(service, post, seat.seat, slot) for post in waiting.posts):
        return False
    if seat.seat in [asked.seat for asked in service.asked(seat.campaign)]:
        return True
    if all(post.kind in ("asked", "picture") for post in waiting.posts):
        return False
    if seat.delivery == "events":
        return True
    return seat.delivery == "daily" and slot - min(written) >= DAY


def readers(service: Service, post: Post) -> list[MailSeat]:
    """Return the seats by mail to which a post goes; their people must belong to them now."""
    joined = [seat for seat in service.mail.seats(post.campaign) if sees(service, seat)]
    if isinstance(post.content, ReminderNotice) and post.content.silent:
        return []  # a mail is as loud as any other
    if post.audience == REFEREE:
        referee = service.campaign(post.campaign).referee
        own = [seat for seat in joined if seat.user == referee]
        return sorted(own, key=lambda seat: seat.seat != REFEREE)[:1]
    return [
        seat
        for seat in joined
        if post.audience in (CHANNEL, to_seat(seat.seat)) and not service.is_unwanted(post, seat.seat)
    ]


def note(service: Service, waiting: Waiting, reference: str) -> None:
    """Note, inside the transaction that queues the mail, that its posts are sent; a post sent to all waits no
    longer.
    """
    for post in waiting.posts:
        service.keep(mailing.told, FRONT_END, post.id, waiting.seat.user, reference)
        others = (service.delivery(FRONT_END, post.id, seat.user) for seat in readers(service, post))
        if all(noted is not None and noted.state == DELIVERED for noted in others):
            service.keep(mailing.told, FRONT_END, post.id, EVERYBODY, reference)


# -- what a mail says --------------------------------------------------------------------------------


def subject(service: Service, seat: MailSeat) -> str:
    """Return the subject of a mail: the game and, to those who belong to the seat, the turn and whether
    something is asked.
    """
    campaign = service.campaign(seat.campaign)
    code = game_code(campaign.game, campaign.id)
    if not sees(service, seat):
        return f"[{code}]"
    game = service.game(seat.campaign)
    say = Localizer(seat.language, game.lexicon.label)
    turn = "" if not campaign.stage else say.words(game.when(campaign.stage).title)
    asked = plays(service, seat) and seat.seat in [asked.seat for asked in service.asked(seat.campaign)]
    about = say(N_("your decision")) if asked else say(N_("what happened"))
    return " ".join(filter(None, (f"[{code}]", turn, f"- {about}")))


def asked(service: Service, seat: MailSeat) -> list[Section]:
    """Return the seat's question, beginning with the template to fill in; for a game that is held or cannot
    be read, the reason; nothing for people who do not belong to the seat.
    """
    if not sees(service, seat):
        return []
    say = Localizer(seat.language, service.game(seat.campaign).lexicon.label)
    if held := service.campaign(seat.campaign).held:
        why = words(N_("the game is on hold: {why}"), why=reason(held))
        return [Section("", [say.sentence(why)])]
    try:
        lines = template(service, seat, zone_of(service, seat)) if plays(service, seat) else []
    except Refusal as refused:
        return [Section("", [telling.refusal(refused, seat.language, say.label)])]
    if not lines:
        waiting = [asked.seat for asked in service.asked(seat.campaign)]
        return [Section("", [say(N_("Waiting for: {seats}"), seats=waiting)])] if waiting else []
    gap = lines.index("")
    how = say(
        N_(
            "Reply with your orders between these lines, above any text that your mail program quotes. A "
            "line that begins with # does not count: remove the #, or write a line of your own."
        )
    )
    return [
        Section(say(N_("Your decision")), [*lines[:gap], how]),
        Section("", lines[gap + 1 :], is_orders=True),
    ]


def told(service: Service, seat: MailSeat, posts: Sequence[Post]) -> list[Section]:
    """Return the news; after it the dice, and one's own answers, with their proof."""
    if not sees(service, seat):
        return []
    say = Localizer(seat.language, service.game(seat.campaign).lexicon.label)
    happened: list[str] = []
    proofs: list[str] = []
    for post, once in zip(posts, told_once(posts), strict=True):
        if post.kind in ("picture", "asked") or (said := compose(service, post, seat.language)) is None:
            continue
        short = said if once.content == post.content else compose(service, once, seat.language)
        if short is not None:
            (proofs if _is_own_answer(post) else happened).extend(short.lines)
        for line in said.dice:
            proof = say(N_("entry {n} · epoch {epoch} · seed {seed}"), n=line.entry, epoch=line.epoch,
                        seed=line.seed or "-")  # fmt: skip
            proofs.append(say.signs.beside(line.text, proof))
    story = of_phases(service, posts, seat.seat if seat.seat != REFEREE else None, seat.language)
    if story is not None:
        happened = digest_text(story, seat.language)
    sections = [(N_("What happened"), happened), (N_("Dice and proof"), proofs)]
    return [Section(say(heading), lines) for heading, lines in sections if lines]


def _is_own_answer(post: Post) -> bool:
    """Return true if a post only confirms an answer that the seat has given itself."""
    receipt = post.content
    return isinstance(receipt, AnswerReceipt) and receipt.by == "seat" and not receipt.standing


def others(service: Service, seat: MailSeat) -> list[Section]:
    """Return the other games in which the same person has a decision to make."""
    say = Localizer(seat.language)
    waits = [
        game_code(service.campaign(other.campaign).game, other.campaign)
        for other in service.mail.seats(address=seat.address)
        if other.token != seat.token and plays(service, other)
        and other.seat in [asked.seat for asked in service.asked(other.campaign)]
    ]  # fmt: skip
    return [Section("", [say(N_("It is also your turn in: {games}"), games=waits)])] if waits else []


def drawings(
    service: Service, seat: MailSeat, kinds: Sequence[str] = ("crop", "map", "hand"), since: int = -1
) -> list[Drawing]:
    """Return the pictures of these kinds, from the seat's present view; the crop shows the places of events
    after entry `since`. A kind such as "map/pompey" is a view that a referee has asked for.
    """
    if not sees(service, seat) or service.campaign(seat.campaign).state not in ("playing", "closed", "over"):
        return []
    makers = {
        "crop": lambda: crop_of(service, seat.campaign, seat.viewer, seat.language, None, since),
        "map": lambda: map_of(service, seat.campaign, seat.viewer, seat.language, width=MAP_WIDTH),
        "hand": lambda: hand_of(service, seat.campaign, seat.viewer, seat.language),
    }
    try:
        found = [makers[kind]() for kind in kinds if "/" not in kind]
        found += [_of(service, seat, *kind.split("/", 1)) for kind in kinds if "/" in kind]
        return [for_group(service, seat.campaign, drawing) for drawing in found if drawing is not None]
    except Refusal:  # the mail says in words that the game is held
        return []


def link_of(service: Service, seat: MailSeat, table: str) -> str:
    """Return the address that mails to a seat give in place of pictures, "" if they have pictures."""
    is_linked = sees(service, seat) and service.mail.is_linked(seat.token)
    return table_page(service, seat, table) if is_linked else ""


def in_words(seat: MailSeat, drawings: Sequence[Drawing], link: str) -> list[Section]:
    """Return the content of the pictures in words, and the address of the public map."""
    say = Localizer(seat.language)
    said = dict.fromkeys(drawing.alt for drawing in drawings)
    lines = [*said, say(N_("The map, as everybody sees it:"))]
    return [Section(say(N_("Map and hand")), lines, link=link)] if drawings else []


def _of(service: Service, seat: MailSeat, kind: str, other: str) -> Drawing | None:
    """Return the map or the hand of another seat, for a referee whose look is logged (`see_as`)."""
    if service.campaign(seat.campaign).referee != seat.user:
        return None
    maker = map_of if kind == "map" else hand_of
    return maker(service, seat.campaign, other, seat.language)
