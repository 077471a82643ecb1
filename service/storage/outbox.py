"""The outbox: every post that is to be delivered, as data for any front end (design/discord.md §2).

A post is written in the transaction of the command that it reports, so that no crash loses it;
each front end sends it with its nonce and notes the delivery (`deliveries`), so that no reader gets it twice.
Its content is made only from what its audience may know.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from adjudicator.core.game.game import Game
from adjudicator.core.game.sealed import Event, redact
from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import Words
from adjudicator.core.log.chain import Entry, mac
from adjudicator.core.table import ledger
from adjudicator.core.table.table import Question, Rest
from service.storage.database.store import Row, Store
from service.storage.migrations.functions import guarded
from service.values import records
from service.values.audiences import CHANNEL, to_seat
from service.values.posts import (
    AnswerReceipt,
    Asked,
    AskedSeat,
    Asks,
    BattlePicture,
    Content,
    Happening,
    Notice,
    PressNotice,
    StagePicture,
    Told,
    TurnPicture,
)
from service.values.records import Campaign, Post
from service.values.words import packed

from .deliveries import DeliveryRepository


class PostDraft(Struct, frozen=True):
    """A post that is not tied to a position of the log yet."""

    audience: str
    content: Content


class Outbox:
    """Keep posts, which can be read again after any front end has delivered them.

    The contents of the posts of one command are compressed together, because much of them is alike.

    Attributes:
        damaged: damaged posts that were met and left out, with their campaigns.
    """

    def __init__(self, store: Store, deliveries: DeliveryRepository) -> None:
        self._store, self._deliveries = store, deliveries
        self.damaged: dict[int, int] = {}

    def add(self, campaign: Campaign, drafts: Iterable[PostDraft]) -> None:
        """Add drafts to the outbox, with the present end of the campaign's log, if there is one."""
        drafts = list(drafts)
        sql = "SELECT max(n) FROM entry WHERE campaign = ? AND n < ?"
        ((last,),) = self._store.rows(sql, campaign.id, campaign.n)
        if not drafts or last is None:
            return
        ((first,),) = self._store.rows("SELECT coalesce(max(id), 0) + 1 FROM outbox")
        rows = [
            (id, campaign.id, last, campaign.epoch, draft.audience, draft.content.kind, first)
            for id, draft in enumerate(drafts, first)
        ]
        self._store.run_each(
            """INSERT INTO outbox (id, campaign, n, epoch, audience, kind, content, guard)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
            [(*row, guarded(*row)) for row in rows],
        )
        said = zlib.compress(msgspec.json.encode([draft.content for draft in drafts]))
        self._store.run(
            "INSERT INTO content (post, said, guard) VALUES (?, ?, ?)", first, said, guarded(first, said)
        )
        self._deliveries.await_all(first)

    def waiting(self, front_end: str, most: int) -> list[Post]:
        """The oldest posts that wait for a front end, in order."""
        where = """o.id IN (SELECT post FROM delivery WHERE front_end = ? AND state = 'waiting'
                   ORDER BY post LIMIT ?) ORDER BY o.id"""
        return self._read(where, front_end, most)

    def posts(self, campaign: int, audiences: Sequence[str], after: int, most: int) -> list[Post]:
        """The oldest posts of these audiences after post `after`, arrived or not."""
        marks = ", ".join("?" * len(audiences))
        where = f"o.campaign = ? AND o.id > ? AND o.audience IN ({marks}) ORDER BY o.id LIMIT ?"
        return self._read(where, campaign, after, *audiences, most)

    def press(self, campaign: int, audiences: Sequence[str]) -> list[PressNotice]:
        """Return the messages between players to these audiences, the oldest first."""
        marks = ", ".join("?" * len(audiences))
        where = f"o.campaign = ? AND o.kind = 'notice' AND o.audience IN ({marks}) ORDER BY o.id"
        said = (post.content for post in self._read(where, campaign, *audiences))
        return [content for content in said if isinstance(content, PressNotice)]

    def replace_press(self, campaign: int, number: int, by: PressNotice) -> None:
        """Replace the text of a message in every post that contains it."""
        for post in self._read("o.campaign = ? AND o.kind = 'notice'", campaign):
            if not isinstance(post.content, PressNotice) or post.content.id != number:
                continue
            contents = _DECODER.decode(self._said(post.command))
            contents[post.id - post.command] = by
            self._rewrite(post.command, contents)

    def rename(self, campaign: int, who: str, name: str) -> None:
        """Replace a person's name in every notice of a campaign."""
        old, new = {"said": str(Verbatim(who))}, {"said": name}
        query = "SELECT DISTINCT content FROM outbox WHERE campaign = ? AND kind = 'notice'"
        for (first,) in self._store.rows(query, campaign):
            contents = msgspec.json.decode(self._said(first))
            renamed = _replaced(contents, old, new)
            if renamed != contents:
                self._rewrite(first, renamed)

    def _said(self, first: int) -> bytes:
        ((said,),) = self._store.rows("SELECT said FROM content WHERE post = ?", first)
        return zlib.decompress(said)

    def _rewrite(self, first: int, contents: Sequence[Any]) -> None:
        """Store other contents of the posts of one command."""
        packed = zlib.compress(msgspec.json.encode(contents))
        sql = "UPDATE content SET said = ?, guard = ? WHERE post = ?"
        self._store.run(sql, packed, guarded(first, packed), first)

    def ids(self, campaign: int, audiences: Sequence[str]) -> list[int]:
        """Return the ids of all posts of these audiences, in order."""
        marks = ", ".join("?" * len(audiences))
        query = f"SELECT id FROM outbox WHERE campaign = ? AND audience IN ({marks}) ORDER BY id"
        return [row[0] for row in self._store.rows(query, campaign, *audiences)]

    def _read(self, where: str, *values: object) -> list[Post]:
        query = f"""SELECT o.id, o.campaign, o.audience, o.kind, o.n, e.head, o.epoch, o.content, c.said,
                    s.hroot, o.guard, c.guard FROM outbox o LEFT JOIN content c ON c.post = o.content
                    LEFT JOIN secret s ON s.campaign = o.campaign
                    LEFT JOIN entry e ON e.campaign = o.campaign AND e.n = o.n WHERE {where}"""
        commands: dict[int, list[Content]] = {}
        rows = self._store.rows(query, *values)
        self.damaged |= {row[0]: row[1] for row in rows if not _is_whole(row)}
        return [_post(row[:-2], commands) for row in rows if _is_whole(row)]


_DECODER = msgspec.json.Decoder(list[Content])


def _replaced(content: Any, old: Any, new: Any) -> Any:
    """Return plain JSON with every occurrence of one value replaced by another."""
    match content:
        case _ if content == old:
            return new
        case dict():
            return {key: _replaced(value, old, new) for key, value in content.items()}
        case list():
            return [_replaced(value, old, new) for value in content]
    return content


def _is_whole(row: Row) -> bool:
    """Return true if a post is undamaged."""
    id, campaign, audience, kind, n, _, epoch, first, said, _, guard, content = row
    is_post = guard == guarded(id, campaign, n, epoch, audience, kind, first)
    return is_post and bool(content == guarded(first, said))


def _post(row: Row, commands: dict[int, list[Content]]) -> Post:
    """Return one post of a command; `commands` holds what has been unpacked already.

    Its nonce is made with a secret: readers see it, or a value derived from it, and must not be able to find
    the id, because gaps between ids would show how many posts others got.
    """
    id, campaign, audience, kind, n, head, epoch, first, said, hroot = row
    if first not in commands:
        commands[first] = _DECODER.decode(zlib.decompress(said))
    nonce = mac(hroot, "post", head, id).hex()[:24]
    content = commands[first][id - first]
    return Post(id, campaign, audience, kind, n, head.hex(), epoch, nonce, content, first)


Part: TypeAlias = tuple[int, str, Sequence[ledger.Told]]
"""The events of one stage: the entry after which it begins, -1 for one that had begun; the stage; the
events.
"""

# -- what there is to tell ---------------------------------------------------------------------------


def notice(audience: str, what: str, words: Words, why: str = "") -> PostDraft:
    """Return the draft of a notice: a sentence, and a reason that somebody gave."""
    return PostDraft(audience, Notice(what, packed(words), why))


def told(
    parts: Sequence[Part], entries: Sequence[Entry], seats: Sequence[str]
) -> Iterator[tuple[int, PostDraft]]:
    """Yield the drafts that report events, each with the entry after which its stage begins: to all, with
    the dice and their proof; to a seat, the events of which it knows more.
    """
    chance = [entry for entry in entries if entry.t in ("batch", "draw")]
    for n, stage, events in parts:
        fell = [e for e in chance if events is parts[-1][2] or e.n <= events[-1].n]
        chance = chance[len(fell) :]
        public = _lines(events, None)
        if public or fell:
            yield n, PostDraft(CHANNEL, Told(public, [_proof(entry) for entry in fell], stage=stage))
        for seat in seats:
            private = _lines([t for t in events if _knows_more(t.event, seat)], seat)
            if private:
                own = tuple(e.n for e in entries if _is_given(e, seat))
                yield n, PostDraft(to_seat(seat), Told(private, [], own, stage=stage))


def by_stages(
    game: Game, before: str, stages: Sequence[tuple[int, int, str]], events: Sequence[ledger.Told]
) -> list[Part]:
    """Divide events by the phase in which they were told, so that each is told below its own title; one part
    without events if there are none.

    `before` is the stage before them, `stages` those that followed (`Table.stages`).
    """
    begun = [(0, -1, before)]
    for at, n, stage in stages:
        last = begun[-1][2]
        if stage != last and (not last or game.when(stage) != game.when(last)):
            begun.append((at, n, stage))
    ends = [*(at for at, _, _ in begun[1:]), len(events)]
    parts = [(n, stage, events[at:end]) for (at, n, stage), end in zip(begun, ends, strict=True)]
    return [part for part in parts if part[2]] or [(-1, before, [])]


def _is_given(entry: Entry, seat: str) -> bool:
    """Return true if an entry is an order that a seat's player gave, not a standing order or the clock."""
    body = entry.body
    if entry.t != "answer" or (body["seat"], body["by"]) != (seat, "seat"):
        return False
    return not entry.parts[0].part["standing"]


def _knows_more(event: Event, seat: str) -> bool:
    known = redact(event, seat)
    return known is not None and known != redact(event, None)


def _lines(events: Sequence[ledger.Told], viewer: str | None) -> list[Happening]:
    """Return the events that a viewer knows of, as they know them."""
    known = ((told.n, redact(told.event, viewer)) for told in events)
    return [Happening(n, e.kind, e.rule, dict(e.values)) for n, e in known if e is not None]


def _proof(entry: Entry) -> dict[str, Any]:
    """Return the chance of a command as it may be checked when it is posted, without its sealed parts."""
    return {key: value for key, value in entry.body.items() if key not in ("seals", "time")}


def receipts(entries: Sequence[Entry]) -> Iterator[PostDraft]:
    """Yield the posts to each seat with the receipts of its answers that were sealed, or given in its
    name.
    """
    for entry in entries:
        if entry.t != "answer":
            continue
        if len(entry.parts) > 1 or not _is_given(entry, entry.body["seat"]):
            receipt = AnswerReceipt(
                entry.n,
                entry.body["rule"],
                entry.answer,
                entry.body["by"],
                entry.parts[0].part["standing"],
                [seal["c"] for seal in entry.body["seals"]],
            )
            yield PostDraft(to_seat(entry.body["seat"]), receipt)


def asked(
    question: Question | None, before: Sequence[records.Asked], now: Sequence[records.Asked]
) -> Iterator[PostDraft]:
    """Yield the posts that tell all which seats are asked, and each seat its question."""
    fresh = [a for a in now if a not in before]
    if question is None or not fresh:
        return
    yield PostDraft(CHANNEL, Asked([AskedSeat(a.seat, a.rule, a.optional) for a in fresh]))
    for a in fresh:
        yield PostDraft(to_seat(a.seat), Asks(a.rule, packed(question.choices[a.seat].prompt)))


def pictures(
    before: str, rests: Sequence[Rest], seats: Sequence[str], since: int = -1
) -> Iterator[PostDraft]:
    """Yield a picture post for all and one for each seat, wherever a new stage has begun.

    `since` is the rest of the picture before, from which on moves are shown; -1 for none.
    """
    for rest in openings(before, rests):
        yield PostDraft(CHANNEL, StagePicture("", rest.n, since, stage=rest.stage))
        for seat in seats:
            yield PostDraft(to_seat(seat), StagePicture(seat, rest.n, since, stage=rest.stage))
        since = rest.n


def battles(
    kinds: Collection[str], lines: Sequence[ledger.Told], rests: Sequence[Rest], before: str
) -> Iterator[PostDraft]:
    """Yield a battle board for all at every rest before which a battle was fought; `lines` since the rest
    before.
    """
    fought = [line.n for line in lines if line.event.kind in kinds]
    for rest in sorted(rests, key=lambda rest: rest.n):
        if any(n <= rest.n for n in fought):
            yield PostDraft(CHANNEL, BattlePicture(rest.n, stage=before or rest.stage))
        fought = [n for n in fought if n > rest.n]
        before = rest.stage


def turns(game: Game, before: str, rests: Sequence[Rest], over: bool) -> Iterator[PostDraft]:
    """Yield the posts to all, at the end of every turn and of the game, that show its course."""
    for rest in openings(before, rests):
        if before and game.when(before).turn != game.when(rest.stage).turn:
            yield PostDraft(CHANNEL, TurnPicture(rest.n, False, stage=before))
        before = rest.stage
    if over and rests:
        yield PostDraft(CHANNEL, TurnPicture(rests[-1].n, True, stage=before))


def in_order(told: Iterable[tuple[int, PostDraft]], pictures: Iterable[PostDraft]) -> list[PostDraft]:
    """Return drafts in the order of events: at each rest the battle before it, the turn that it ends, the new
    stage, and its reports (`told` with the entry after which it happened).
    """

    def place(draft: PostDraft) -> tuple[int, int]:
        match draft.content:
            case BattlePicture(rest=rest):
                return rest, 0
            case TurnPicture(rest=rest, over=over):
                return rest, 4 if over else 1
            case StagePicture(rest=rest):
                return rest, 2
        raise TypeError(draft)

    placed = [((n, 3), draft) for n, draft in told] + [(place(draft), draft) for draft in pictures]
    return [draft for _, draft in sorted(placed, key=lambda one: one[0])]


def openings(before: str, rests: Sequence[Rest]) -> list[Rest]:
    """Return the rests that begin another stage than the one before."""
    found = []
    for rest in rests:
        if rest.stage != before:
            found.append(rest)
            before = rest.stage
    return found
