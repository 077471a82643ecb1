"""The messages to a reader, and their sounds (design/discord.md §3).

Somebody who has just done something is taken to be present: posts wait meanwhile, and notify them once when
they have left. Nobody gets a report of their own acts, or a notification of a question that is closed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from service.api import Service
from service.posts.delivery import is_echo, is_quiet, is_urgent, rings
from service.usecases.play import spared
from service.usecases.seats.teams import OBSERVER
from service.values.audiences import to_seat
from service.values.front_ends.channels import Attention, Reader
from service.values.front_ends.deliveries import WAITING
from service.values.posts import ReminderNotice, StagePicture
from service.values.records import Campaign, Person, Post

from . import FRONT_END

HERE = 180
"""Seconds for which somebody who has done something is taken to be there."""
SITTING = 1_800
"""Seconds after somebody's last press for which every question calls them with a sound."""
RECALL = 3 * 3_600
"""Seconds after which a question that came without a sound calls with one, if it is still open."""
GATHERING = 60.0
"""Seconds until the next check whether a turn has ended, for readers who want one message a turn."""
REPEATED = 120
"""The number of questions to a seat among which the last that it was sent is looked for: more than the acts
out of turn that one decision allows.
"""
GROUP = "group"
"""The recipient under which the store keeps which posts go in one message."""


class Reading(Struct, frozen=True):
    """The content of one message to a reader.

    Attributes:
        posts: its posts, in order; the last may be a map.
        rings: whether it comes with a sound.
        after: the reader's `Attention` once it has arrived.
    """

    posts: list[Post]
    rings: bool
    after: Attention


def due(service: Service, posts: Sequence[Post]) -> tuple[list[Post], float]:
    """Return the waiting posts of a seat that are to be sent now; if none, the seconds until the next check.

    In a team's thread only posts that notify its people wait while one of them is present.
    """
    campaign, seat = posts[0].campaign, posts[0].audience.removeprefix("seat/")
    if group := _group(service, posts):
        return group, 0.0
    team = [p for p in service.people(campaign) if p.seat == seat and p.user.startswith(f"{FRONT_END}/")]
    players = [p for p in team if p.role != OBSERVER]
    if left := max((_left(service, campaign, p.user) for p in players), default=0):
        return [] if len(team) == 1 else [post for post in posts if not is_urgent(post)], float(left)
    if len(team) == 1 and _gathers(service, posts, players):
        return [], GATHERING
    return list(posts), 0.0


def is_here(service: Service, campaign: int, user: str) -> bool:
    """Return true if somebody has done something in a campaign just now."""
    return _left(service, campaign, user) > 0


def _left(service: Service, campaign: int, user: str) -> int:
    """Return for how many more seconds somebody is taken to be present."""
    passed = service.now() - service.channels.attention(campaign, user).seen
    return max(HERE - passed, 0) if passed >= 0 else 0


def _gathers(service: Service, posts: Sequence[Post], players: Sequence[Person]) -> bool:
    """Return true if posts wait for the end of the turn: their reader wants one message a turn."""
    if any(rings(post) or isinstance(post.content, ReminderNotice) for post in posts) or not players:
        return False
    campaign, user = posts[0].campaign, players[0].user
    attention = service.channels.attention(campaign, user)
    if not wants_digest(service.channels.reader(user), attention):
        return False
    stage = posts[0].content.stage
    return bool(stage) and service.game(campaign).when(stage).turn == turn_of(service, campaign)


def wants_digest(reader: Reader, attention: Attention) -> bool:
    """Return true if one message a turn is enough for a reader in a campaign."""
    return reader.digest if attention.digest is None else attention.digest


def turn_of(service: Service, campaign: int) -> str:
    """Return the present turn, "" before the first."""
    stage = service.campaign(campaign).stage
    return service.game(campaign).when(stage).turn if stage else ""


def keep_had(service: Service, after: Attention) -> None:
    """Note what a reader has had; when they were seen may have been recorded again meanwhile."""
    known = service.channels.attention(after.campaign, after.user)
    had = structs.replace(after, seen=known.seen, digest=known.digest)
    if had != known:
        service.channels.keep_attention(had)


# -- one message -------------------------------------------------------------------------------------


def group(service: Service, posts: Sequence[Post]) -> None:
    """Note, before a message is sent, which posts it contains, so that it is the same message after a
    crash.
    """
    service.sending(FRONT_END, posts[0].id, GROUP, " ".join(str(post.id) for post in posts))


def _group(service: Service, posts: Sequence[Post]) -> list[Post]:
    """Return the posts of the message that was under way when the process died, [] for none."""
    noted = service.delivery(FRONT_END, posts[0].id, GROUP)
    ids = noted.reference.split() if noted is not None else []
    return [post for post in posts if str(post.id) in ids]


def reading(
    service: Service, posts: Sequence[Post], reader: Reader, role: str, *, shared: bool = False
) -> Reading:
    """Return the content of a message with these posts of a seat, or of the referee, for one reader.

    Args:
        service: where everything is kept.
        posts: the posts of the message.
        reader: of the message.
        role: of the reader.
        shared: true if the whole team reads it, so that acts of one member are news to the others.
    """
    campaign = posts[0].campaign
    attention, turn = service.channels.attention(campaign, reader.user), turn_of(service, campaign)
    told = [post for post in _open(service, posts) if shared or not is_echo(post)]
    told = [post for post in told if not (is_urgent(post) and role == OBSERVER)]
    fresh = [post for post in told if not _is_repeated(service, post)]
    calling = [post for post in fresh if not goes_on(service, post, attention)]
    is_called = any(rings(post) for post in calling) or (bool(fresh) and not reader.silent)
    waiting = "" if is_called else next((post.audience for post in fresh if post not in calling), "")
    if wants_digest(reader, attention) and attention.rung == turn:
        is_called = any(isinstance(post.content, ReminderNotice) and rings(post) for post in told)
        waiting = ""
    is_needed = is_called and any(is_urgent(post) for post in fresh)
    after = structs.replace(attention, rung=turn) if is_needed else attention
    zone = service.channels.note(f"zone/{reader.user}") or "UTC"
    is_called = is_called and not is_quiet(reader, zone, service.now())
    if is_called and is_needed:
        after = structs.replace(after, part=_part(service.campaign(campaign)))
    if waiting:
        entries = {to_seat(one.seat): one.entry for one in service.asked(campaign)}
        after = structs.replace(after, silent=entries.get(waiting, 0))
    if told and reader.pictures and attention.mapped != turn:
        map = _map(service, posts[0], attention)
        if map is not None:
            told = [*told, structs.replace(posts[0], kind=map.kind, content=map)]
            after = structs.replace(after, mapped=turn, rest=map.rest)
    return Reading(told, is_called, after)


def _open(service: Service, posts: Sequence[Post]) -> list[Post]:
    """Return posts without pictures, and without questions and reminders that are settled by now."""
    asked = {to_seat(a.seat): a.rule for a in service.asked(posts[0].campaign)}
    last = next((post.id for post in reversed(posts) if post.kind == "asked"), 0)

    def is_open(post: Post) -> bool:
        match post.content:
            case ReminderNotice():
                return post.audience in asked
            case _ if post.kind == "asked":
                return post.id == last and asked.get(post.audience) == getattr(post.content, "rule", "")
        return post.kind != "picture"

    return [post for post in posts if is_open(post)]


def _is_repeated(service: Service, post: Post) -> bool:
    """Return true for a question by a rule by which its seat was asked before, and has given no order since.

    It was asked again because another seat has acted out of turn. Somebody who has been called is not called
    again for it, though what may be chosen has changed.
    """
    if post.kind != "asked":
        return False
    campaign, seat = post.campaign, post.audience.removeprefix("seat/")
    rule = getattr(post.content, "rule", "")
    is_spared = service.look(campaign, spared.is_spared, seat)
    by_itself = service.game(campaign).reactions if is_spared else ()
    for sent in _sent_before(service, post):
        since = (e for e in service.log(campaign, sent.n) if e["t"] == "answer" and e["seat"] == seat)
        if any(e["rule"] not in by_itself for e in since):
            return False
        if getattr(sent.content, "rule", "") == rule:
            return True
    return False


def goes_on(service: Service, post: Post, attention: Attention) -> bool:
    """Return true for a question of the part of a turn to which its reader has been called, and that can
    wait: it comes without a sound.

    Where the deadline is near every question calls, and so does it while the reader has not been gone for
    long.
    """
    if post.kind != "asked":
        return False
    campaign, seat, now = post.campaign, post.audience.removeprefix("seat/"), service.now()
    due = next((one.due or 0 for one in service.due(campaign) if one.seat == seat), 0)
    if 0 <= now - attention.seen < SITTING or (due and due - now < 2 * RECALL):
        return False
    return bool(attention.part) and attention.part == _part(service.campaign(campaign))


def _part(campaign: Campaign) -> str:
    """Return the present part of a turn: all that belongs to one side, or else a phase."""
    names = campaign.stage.split("/")
    end = next((n for n, name in enumerate(names) if name in campaign.seats), len(names))
    return "/".join(names[: end + 1])


def recall(service: Service) -> None:
    """Call with a sound who was asked without one and has not answered since; nobody in their quiet hours."""
    called = set[tuple[int, str]]()
    for known in service.channels.asked_silently():
        seat = _seat_waiting(service, known)
        if seat and _is_early(service, known.campaign, seat):
            continue
        if seat and (known.campaign, seat) not in called:
            called.add((known.campaign, seat))
            service.recall(known.campaign, seat)
        service.channels.keep_attention(structs.replace(known, silent=0))


def _seat_waiting(service: Service, known: Attention) -> str:
    """Return the seat whose player has not answered the question that came without a sound, "" for none."""
    asked = {one.seat for one in service.asked(known.campaign) if one.entry == known.silent}
    people = service.people(known.campaign)
    own = (one.seat for one in people if one.user == known.user and one.role != OBSERVER)
    return next((seat for seat in own if seat in asked), "")


def _is_early(service: Service, campaign: int, seat: str) -> bool:
    """Return true if it is too early to call a seat, or night for somebody there, or one of them is here."""
    now, since = service.now(), next(one.since for one in service.asked(campaign) if one.seat == seat)
    readers = [one.user for one in service.people(campaign) if one.seat == seat and one.role != OBSERVER]
    zones = {user: service.channels.note(f"zone/{user}") or "UTC" for user in readers}
    is_night = any(is_quiet(service.channels.reader(user), zone, now) for user, zone in zones.items())
    return now - since < RECALL or is_night or any(is_here(service, campaign, user) for user in readers)


def _sent_before(service: Service, post: Post) -> Iterator[Post]:
    """Yield the newest question to a seat that was delivered before a post."""
    for id in service.channels.latest(post.campaign, post.audience, "asked", REPEATED):
        delivery = service.delivery(FRONT_END, id)
        if id < post.id and (delivery is None or delivery.state != WAITING):
            yield from service.posts(post.campaign, [post.audience], id - 1, 1)


def _map(service: Service, post: Post, attention: Attention) -> StagePicture | None:
    """Return the newest map of a seat, with the changes since the last one that the reader was sent."""
    ids = service.channels.latest(post.campaign, post.audience, "picture", 1)
    found = service.posts(post.campaign, [post.audience], ids[0] - 1, 1) if ids else []
    map = found[0].content if found else None
    if not isinstance(map, StagePicture) or map.rest <= attention.rest:
        return None
    return structs.replace(map, since=attention.rest if attention.rest >= 0 else map.since)
