"""The order of ways by which a private post reaches its reader (design/discord.md §3).

A direct message comes first, then a private thread; otherwise nothing is sent and the reader requests the
post. Each step needs less of the platform than the one before; the last needs nothing.
"""

from __future__ import annotations

from msgspec import structs

from adjudicator.core.language.words import N_
from service.api import Service
from service.values.calendar import Calendar
from service.values.front_ends.channels import Reader
from service.values.posts import AnswerReceipt, ReminderNotice, Told
from service.values.records import Post
from service.values.time_control import TimeControl

MARGIN = 20
"""Seconds by which the note of when somebody was seen may be late: it saves writing."""

DM, THREAD, HAND = "dm", "thread", "hand"
WAYS = (DM, THREAD, HAND)

NAMES = {
    DM: N_("by direct message"),
    THREAD: N_("in a private thread"),
    HAND: N_("only when you ask, with the “Hand” button"),
}
"""The names of the ways in sentences."""


def delivery_order(reader: Reader, strict: bool) -> tuple[str, ...]:
    """Return the ways to try, in order.

    A closed direct message is not tried again (10,000 refusals in ten minutes ban an address), and a strict
    campaign uses no private threads, because moderators can read them. The last way is always HAND.
    """
    ways = WAYS[WAYS.index(reader.way) :]
    return tuple(way for way in ways if not (way == DM and reader.closed) and not (way == THREAD and strict))


def is_echo(post: Post) -> bool:
    """Return true if a post reports to a seat's player only what they have just done themselves."""
    match post.content:
        case AnswerReceipt(by=by, standing=standing):
            return by == "seat" and not standing
        case Told(events=events, own=own) if own:
            return all(event.n in own for event in events)
    return False


def is_urgent(post: Post) -> bool:
    """Return true if the reader must act on a post and is mentioned: a question, or a reminder of one."""
    return post.kind == "asked" or isinstance(post.content, ReminderNotice)


def is_news(post: Post) -> bool:
    """Return true if a post for all only says how the game goes; players who must act get another."""
    return post.kind in ("told", "picture") or isinstance(post.content, ReminderNotice)


def rings(post: Post) -> bool:
    """Return true if a post comes with a sound: a question, or a notice to its reader alone."""
    if isinstance(post.content, ReminderNotice) and post.content.silent:
        return False
    return post.kind in ("asked", "notice")


def is_quiet(reader: Reader, zone: str, now: int) -> bool:
    """Return true if a moment is within a reader's quiet hours, which are hours of the day in their zone."""
    calendar = Calendar(TimeControl(quiet=reader.quiet, zone=zone))
    return calendar.resumes(now) > now


def note_seen(service: Service, campaign: int, user: str) -> None:
    """Note that somebody is active in a campaign now."""
    now, known = service.now(), service.channels.attention(campaign, user)
    if now - known.seen > MARGIN or known.seen > now:
        service.channels.keep_attention(structs.replace(known, seen=now))
