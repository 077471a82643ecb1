"""Absence: time in which a user is away from all their games, and which does not count for their seats."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.language.errors import NotNow, Refusal
from adjudicator.core.language.words import N_, words
from service.storage.outbox import notice
from service.unit_of_work import clocks
from service.unit_of_work.context import ServiceContext
from service.values.audiences import CHANNEL
from service.values.calendar import Span, moment
from service.values.time_control import HOUR

DAY = 24 * HOUR
LONGEST = 21
"""Days of one absence."""
MOST = 42
"""Days of absence in any 365."""
YEAR = 365


def leave(context: ServiceContext, user: str, since: int, until: int) -> None:
    """Enter an absence of a user; their seats show until when, and their deadlines move.

    It is between two UNIX seconds; its past part is not given.

    Raises:
        Refusal: if it is too long, too far off, or runs into another.
    """
    now, kept = context.clock(), context.clocks.absences(user)
    span = Span(max(since, now), until)
    _require_possible(now, span)
    if other := next((a for a in kept if a.since < span.until and span.since < a.until), None):
        values = {"since": moment(other.since, "UTC"), "until": moment(other.until, "UTC")}
        why = N_("you are already away from {since} to {until}; cancel that absence first")
        raise NotNow(words(why, **values))
    absences = sorted([*kept, span])
    if (days := max(_within_year(absences, a.until) for a in absences)) > MOST * DAY:
        limits = {"n": -(-days // DAY), "most": MOST, "year": YEAR}
        raise Refusal(
            words(
                N_("that would make {n} {n:day|days} of absence within {year} days; the limit is {most}"),
                **limits,
            )
        )
    _keep(context, user, absences)
    _tell(context, user, N_("{seat} is away from {since} to {until}"), span)


def _require_possible(now: int, span: Span) -> None:
    if span.until <= span.since:
        raise Refusal(words(N_("an absence must end after it begins, and not in the past")))
    if span.until - span.since > LONGEST * DAY:
        values = {"n": -(-(span.until - span.since) // DAY), "most": LONGEST}
        raise Refusal(
            words(
                N_("{n} {n:day|days} of absence {n:is|are} too many; the limit is {most} days at a time"),
                **values,
            )
        )
    if span.since > now + YEAR * DAY:
        raise Refusal(words(N_("an absence must begin within {year} days"), year=YEAR))


def _within_year(absences: Sequence[Span], until: int) -> int:
    """Sum the absences in the year before a moment, in seconds."""
    start = until - YEAR * DAY
    return sum(max(0, min(a.until, until) - max(a.since, start)) for a in absences)


def come_back(context: ServiceContext, user: str, since: int) -> None:
    """Take back the absence that begins at `since`; if it has begun, what is left of it.

    Raises:
        NotNow: if there is none that is not over.
    """
    now, kept = context.clock(), context.clocks.absences(user)
    span = next((a for a in kept if a.since == since and a.until > now), None)
    if span is None:
        raise NotNow(words(N_("you have no such absence to cancel")))
    spent = [Span(since, now)] if since < now else []
    _keep(context, user, sorted([*(a for a in kept if a != span), *spent]))
    _tell(
        context,
        user,
        N_("{seat} cancelled the absence from {since} to {until}"),
        Span(max(since, now), span.until),
    )


def _keep(context: ServiceContext, user: str, absences: Sequence[Span]) -> None:
    """Save the absences, and recompute all deadlines that wait for the user."""
    context.clocks.save_absences(user, absences)
    for id in {campaign for campaign, _ in context.campaigns.seats_of(user)}:
        clocks.review(context, clocks.clock_context(context, context.campaign(id), context.clock()))


def _tell(context: ServiceContext, user: str, template: str, span: Span) -> None:
    """Tell all in each of the user's games that the seat is away, and no more than that."""
    for id, seat in context.campaigns.seats_of(user):
        campaign = context.campaign(id)
        if campaign.has_ended:
            continue
        zone = context.clocks.pace(id).zone
        values = {"seat": seat, "since": moment(span.since, zone), "until": moment(span.until, zone)}
        said = notice(CHANNEL, "away", words(template, **values))
        context.outbox.add(campaign, [said])


def away(context: ServiceContext, campaign: int) -> dict[str, Span]:
    """Return the seats whose players are away now, or will be, and when."""
    now, found = context.clock(), dict[str, Span]()
    for seat, member in context.campaigns.members(campaign).items():
        coming = [a for a in context.clocks.absences(member.user) if a.until > now]
        if coming:
            found[seat] = coming[0]
    return found
