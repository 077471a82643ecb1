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
"""Seconds for which somebody who has done something has not left for good: every question calls them."""
RECALL = 3 * 3_600
"""Seconds after which a question that came without a sound calls with one, if it is still open."""
RECALLS = "recalls"
"""The note with the questions that came without a sound: campaign, seat, entry and time in a line each."""
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
        part: the part of the turn to which it calls with a sound; "" for none.
        recalled: the seat that it asks without a sound, and is to be called later; "" for none.
    """

    posts: list[Post]
    rings: bool
    after: Attention
    part: str = ""
    recalled: str = ""


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


def keep_had(service: Service, had: Reading) -> None:
    """Note what a reader has had; when they were seen may have been recorded again meanwhile."""
    after = had.after
    known = service.channels.attention(after.campaign, after.user)
    now = structs.replace(known, rung=after.rung, mapped=after.mapped, rest=after.rest)
    if now != known:
        service.channels.keep_attention(now)
    if had.part:
        service.channels.keep_note(_called(after.campaign, after.user), had.part)
    if had.recalled:
        _note_silent(service, after.campaign, had.recalled)


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
    silent = "" if is_called else next((post.audience for post in fresh if post not in calling), "")
    if wants_digest(reader, attention) and attention.rung == turn:
        is_called = any(isinstance(post.content, ReminderNotice) and rings(post) for post in told)
        silent = ""
    is_needed = is_called and any(is_urgent(post) for post in fresh)
    after = structs.replace(attention, rung=turn) if is_needed else attention
    zone = service.channels.note(f"zone/{reader.user}") or "UTC"
    is_called = is_called and not is_quiet(reader, zone, service.now())
    part = _part(service.campaign(campaign)) if is_called and is_needed else ""
    if told and reader.pictures and attention.mapped != turn:
        map = _map(service, posts[0], attention)
        if map is not None:
            told = [*told, structs.replace(posts[0], kind=map.kind, content=map)]
            after = structs.replace(after, mapped=turn, rest=map.rest)
    return Reading(told, is_called, after, part, silent.removeprefix("seat/"))


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
    called = service.channels.note(_called(campaign, attention.user))
    return bool(called) and called == _part(service.campaign(campaign))


def _part(campaign: Campaign) -> str:
    """Return the present part of a turn: all that belongs to one side, or else a phase."""
    names = campaign.stage.split("/")
    end = next((n for n, name in enumerate(names) if name in campaign.seats), len(names))
    return "/".join(names[: end + 1])


def _called(campaign: int, user: str) -> str:
    """Return the name of the note with the part of the turn to which a reader was called last."""
    return f"called/{campaign}/{user}"


def _note_silent(service: Service, campaign: int, seat: str) -> None:
    """Note that a seat was asked without a sound, so that it is called later (`recall`)."""
    entry = next((one.entry for one in service.asked(campaign) if one.seat == seat), 0)
    line = f"{campaign} {seat} {entry} {service.now()}"
    kept = [one for one in service.channels.note(RECALLS).splitlines() if one.split()[:3] != line.split()[:3]]
    service.channels.keep_note(RECALLS, "\n".join([*kept, line]))


def recall(service: Service) -> None:
    """Call with a sound who was asked without one and has not answered since; nobody in their quiet hours."""
    lines = service.channels.note(RECALLS).splitlines()
    kept = [line for line in lines if _waits(service, *line.split())]
    if kept != lines:
        service.channels.keep_note(RECALLS, "\n".join(kept))


def _waits(service: Service, campaign: str, seat: str, entry: str, at: str) -> bool:
    """Return true if a seat is not to be called yet for a question that came without a sound; else call it,
    if the question is still open.
    """
    number, now = int(campaign), service.now()
    if all(one.seat != seat or one.entry != int(entry) for one in service.asked(number)):
        return False
    readers = [one.user for one in service.people(number) if one.seat == seat and one.role != OBSERVER]
    zones = {user: service.channels.note(f"zone/{user}") or "UTC" for user in readers}
    is_night = any(is_quiet(service.channels.reader(user), zone, now) for user, zone in zones.items())
    if now - int(at) < RECALL or is_night or any(is_here(service, number, user) for user in readers):
        return True
    service.recall(number, seat)
    return False


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
