"""Play by mail beside its seats: places in tournaments, posts told, mails that came back."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from adjudicator.core.language.words import Words
from service.storage.outbox import notice
from service.unit_of_work.context import ServiceContext
from service.values.front_ends.deliveries import DELIVERED
from service.values.front_ends.mail import MailPlace


def places(context: ServiceContext) -> list[MailPlace]:
    """Return every place in a tournament by mail, by tournament and address."""
    return context.mail_places.all()


def place_of(context: ServiceContext, tournament: int, address: str) -> MailPlace | None:
    """Return the place of an address in a tournament; None if it has none."""
    return context.mail_places.of(tournament, address)


def place_of_token(context: ServiceContext, token: str) -> MailPlace | None:
    """Return the place of a token; None if the token is void."""
    return context.mail_places.of_token(token)


def keep_place(context: ServiceContext, place: MailPlace) -> None:
    """Keep a place, in place of the one with the same token."""
    context.mail_places.save(place)


def drop_seats(context: ServiceContext, tokens: Collection[str]) -> None:
    """Forget seats by mail."""
    for token in tokens:
        context.mail.drop_seat(token)


def told(context: ServiceContext, front_end: str, post: int, recipient: str, reference: str) -> None:
    """Note that a post was told to a recipient by the mail of this reference."""
    context.deliveries.note_with(front_end, {post: reference}, recipient, DELIVERED)


def wait_again(context: ServiceContext, front_end: str, references: Iterable[str]) -> None:
    """Let the posts in these mails wait again for those to whom they were sent."""
    for reference in references:
        context.deliveries.take_back(front_end, reference)


def tell_returned(context: ServiceContext, campaign: int, said: Iterable[tuple[str, Words]]) -> None:
    """Tell audiences of a campaign that messages to a seat come back."""
    notices = [notice(audience, "returned", words) for audience, words in said]
    context.outbox.add(context.campaign(campaign), notices)
