"""A campaign inside one command: loaded, re-run, changed, written (architecture.md §1.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from adjudicator.core.audit.rewind import is_run
from adjudicator.core.audit.verify import result_fits
from adjudicator.core.language.errors import Defect, NotNow
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chain import JSON, Chain, Entry, effective, mac
from adjudicator.core.log.chance import Rng, SealedSource
from adjudicator.core.log.founding import take_seat
from adjudicator.core.orders.books import Books
from adjudicator.core.table.ledger import Sealed, Told
from adjudicator.core.table.table import Position, Rest, Table
from service.storage import outbox
from service.storage.outbox import PostDraft, notice
from service.text.telling import BY_RULES, RESIGNED_BEFORE, ranked
from service.unit_of_work.tournaments.book import Book
from service.values.audiences import CHANNEL, to_seat
from service.values.posts import BattlePicture, Content, EndNotice
from service.values.records import STATES, Asked, Campaign, Member, Message, R, Receipt, level_of
from service.values.words import packed, reason

from . import clocks
from .context import ServiceContext
from .tournaments import overdue

OVER = words(N_("the game is over"))


def resigned(seatings: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the seats that were resigned and not taken since, by the bodies of all `seat` entries."""
    last = {str(body["seat"]): body["who"] for body in seatings}
    return sorted(seat for seat, who in last.items() if who == "")


def _counted(looks: Sequence[Mapping[str, Any]]) -> list[Words | str]:
    """Return the objects of looks at hidden things, with their number if more than one."""
    said: list[Words | str] = []
    for of, n in Counter(str(look["of"]) for look in looks).items():
        what = words(N_("the whole position")) if of == "world" else of.removeprefix(to_seat(""))
        said.append(words(N_("{what} ({n}×)"), what=what, n=n) if n > 1 else what)
    return said


def _posted(draft: PostDraft, stage: str) -> PostDraft:
    """Return a draft that names the stage of play in which it is posted."""
    return draft if draft.content.stage else replace(draft, content=replace(draft.content, stage=stage))


class Transaction:
    """One command on one campaign, inside the transaction that keeps all of it or nothing.

    Attributes:
        campaign: its present state; changed in place and saved at the end.
        members: the members by seat.
        chain: the end of the log.
        books: the standing orders of all seats.
        drafts: notices that come after what the table reports; `first` those that come before it.
    """

    def __init__(self, context: ServiceContext, campaign: Campaign, message: Message) -> None:
        self.context, self.campaign, self.message = context, campaign, message
        self.time = context.clock()
        self.game = context.games[campaign.game]
        self.members: dict[str, Member] = context.campaigns.members(campaign.id)
        self._kept = context.campaigns.books(campaign.id)
        self.books = Books(self.game, self._kept)
        self.first: list[PostDraft] = []
        self.drafts: list[PostDraft] = []
        self._entries: list[Entry] = []
        self._table: Table | None = None
        self._loaded = -1
        hroot = context.campaigns.hroot(campaign.id)
        self.chain = Chain(campaign.name, hroot, campaign.n, campaign.head, campaign.epoch)

    @property
    def _chance(self) -> SealedSource:
        return self.context.chance(self.campaign.id, self.campaign.name)

    # -- permissions ---------------------------------------------------------------------------------

    def require(self, *states: str, held: bool = False) -> None:
        """Require that the campaign is in one of the states, and not held unless `held` is allowed.

        Raises:
            NotNow: if it is not.
        """
        if self.campaign.state not in states:
            state = words(STATES[self.campaign.state])
            raise NotNow(words(N_("you cannot do this while the game is {state}"), state=state))
        if self.campaign.held and not held:
            raise NotNow(words(N_("the game is on hold: {why}"), why=reason(self.campaign.held)))

    def require_seat(self, seat: str) -> None:
        """Require that the message comes from the seat's member.

        Raises:
            NotNow: if it does not.
        """
        member = self.members.get(seat)
        if member is None or member.user != self.message.user:
            team = [p.user for p in self.context.teams.persons(self.campaign.id) if p.seat == seat]
            if self.message.user in team:
                raise NotNow(words(N_("only the commander of {seat} may do that"), seat=seat))
            raise NotNow(words(N_("you do not play {seat}"), seat=seat))

    def require_referee(self) -> None:
        """Require that the message comes from the referee.

        Raises:
            NotNow: if it does not.
        """
        if not self.message.user or self.message.user != self.campaign.referee:
            raise NotNow(words(N_("only the referee may do that")))

    def require_founder(self) -> None:
        """Require that the message comes from the founder or the referee, who are equal before a game begins.

        Raises:
            NotNow: if it comes from neither.
        """
        if not self.message.user or self.message.user not in (self.campaign.founder, self.campaign.referee):
            raise NotNow(words(N_("only the game's creator or referee may do that")))

    def require_no_lost_dice(self) -> None:
        """Require that no dice that were shown could be rolled again (design/fair-dice.md §8).

        Raises:
            NotNow: if they could.
        """
        if not self.campaign.has_lost_dice:
            return
        template = N_(
            "a backup was restored, and dice of epochs up to {epoch} had been seen: burn them first"
        )
        if self.campaign.lost_epoch <= self.campaign.epoch:
            template = N_(
                "a backup was restored, and the referee's rolls outside the game up to number {aside} had "
                "been seen: burn them first"
            )
        if self.campaign.state in ("joining", "salting"):
            template = N_(
                "a backup from before the game began was restored, and its dice have been seen: call it off "
                "and create it again"
            )
        values = {"epoch": self.campaign.lost_epoch, "aside": self.campaign.lost_aside}
        raise NotNow(words(template, **values))

    def own_seats(self) -> list[str]:
        """Return the seats of the sender."""
        return [seat for seat, member in self.members.items() if member.user == self.message.user]

    def randomness(self, seat: str) -> Rng:
        """Return the random numbers of the computer's next decision for a seat, or of the umpire's for one
        that is vacant (design/fair-dice.md §9).
        """
        return Rng(self.seed(seat))

    def seed(self, seat: str) -> bytes:
        """Return 32 bytes that nobody can predict, from which the computer's next decision for a seat
        follows.
        """
        head = bytes.fromhex(self.chain.head)
        return mac(self.chain.hroot, "computer", self.campaign.name, head, seat)

    def resigned(self) -> list[str]:
        """Return the seats that were resigned and that nobody has taken since, as the log says (`seat`)."""
        bodies = [*self.context.log.bodies(self.campaign.id, "seat"), *(e.body for e in self._entries)]
        return resigned(body for body in bodies if body["t"] == "seat")

    def voters(self) -> list[str]:
        """Return the seats without whose consent no proposal is accepted: all that have not resigned."""
        gone = self.resigned()
        return [seat for seat in self.campaign.seats if seat not in gone]

    # -- the table -------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table as the log leaves it; built when it is first needed."""
        if self._table is None:
            self._table = self._open(self.position(), fresh=False, undone=())
        return self._table

    def open(self, position: Position, *, fresh: bool = False, undone: Sequence[Entry] = ()) -> Table:
        """Return a table at another position, on which this command works from now on.

        Raises:
            NotNow: if dice might be rolled that were shown and lost.
        """
        self.require_no_lost_dice()
        return self._open(position, fresh, undone)

    def _open(self, position: Position, fresh: bool, undone: Sequence[Entry]) -> Table:
        self.context.require_figures(self.campaign)
        self._loaded = position.rest.n
        self._table = Table(
            self.game,
            position,
            self.chain,
            self._chance,
            policy=self.books.policy(self.campaign.modes),
            time=self.time,
            fresh=fresh,
            undone=undone,
        )
        return self._table

    def replay(self, position: Position, chain: Chain) -> Table:
        """Return a table for queries only, beside the one on which this command works.

        Raises:
            Stale: if the rules of today do not fit the log.
            NotNow: if the figures are not here with which the campaign is played.
        """
        self.context.require_figures(self.campaign)
        policy = self.books.policy(self.campaign.modes)
        return Table(self.game, position, chain, self._chance, policy=policy)

    def position(self, to: int | None = None) -> Position:
        """Return the position where the log leaves the campaign, or left it behind entry `to`, which still
        stands.
        """
        rest = self.context.log.rest(self.campaign.id, to)
        if rest is None:
            raise Defect("the campaign has no world at rest")
        entries = effective(self.context.log.entries(self.campaign.id, rest.n))
        return Position(rest, tuple(e for e in entries if is_run(e.body) and (to is None or e.n <= to)))

    def note_rules(self) -> None:
        """Log a change of the code or data that rule the campaign (design/fair-dice.md §8).

        Raises:
            NotNow: if the figures are not here with which it is played.
        """
        self.context.require_figures(self.campaign)
        now = self.context.rules_version(self.campaign.game)
        if now != self.campaign.umpire:
            self.append(
                "rules", {"version": now.version, "rules": now.rules, "data": now.data, "why": "release"}
            )
            self.campaign.umpire = now
            said = words(N_("the umpire's program has been updated: version {version}"), version=now.version)
            self.tell(CHANNEL, "rules", said)

    # -- writing ---------------------------------------------------------------------------------

    def entries(self, after: int = -1) -> list[Entry]:
        """Return the log after entry `after`, with entries that this command has added beside the table."""
        return [*self.context.log.entries(self.campaign.id, after), *self._entries]

    def standing_entries(self, after: int = -1) -> list[Entry]:
        """Return the entries of the log after entry `after`, itself in effect, that are in effect."""
        return effective(self.entries(after))

    def note(self, entry: Entry) -> None:
        """Note that an entry has been added to the chain that no table writes."""
        self._entries.append(entry)

    def note_seat(self, seat: str, who: str) -> None:
        """Log who plays a seat, "" for nobody. In a tournament's game the log names the seat itself: a name
        can be erased, an entry cannot.
        """
        is_nameless = (
            who != ""
            and level_of(who) == 0
            and self.context.tournaments.tournament_of(self.campaign.id) is not None
        )
        self.note(take_seat(self.chain, self.time, seat, seat if is_nameless else who))

    def append(self, t: str, fields: dict[str, JSON], sealed: Sealed | None = None) -> Entry:
        """Add an entry that no table writes."""
        entry = self.chain.append(t, self.time, fields, sealed)
        self.note(entry)
        return entry

    def tell(self, audience: str, what: str, words: Words, why: str = "") -> None:
        """Post a notice of the service; `why` is a reason that the words do not hold."""
        self.drafts.append(notice(audience, what, words, why))

    def post(self, audience: str, content: Content) -> None:
        """Post what has more to say than a sentence."""
        self.drafts.append(PostDraft(audience, content))

    def tell_first(self, audience: str, what: str, words: Words, why: str = "") -> None:
        """Post a notice that comes before everything else of this command."""
        self.first.append(notice(audience, what, words, why))

    def end(
        self,
        why: str,
        result: dict[str, JSON],
        reason: Words = OVER,
        *,
        by: str,
        consent: Sequence[str] = (),
    ) -> None:
        """End the campaign, and tell the reason: everything sealed is opened (design/fair-dice.md
        §5, where `by` and `consent` are explained).
        """
        if self.campaign.state != "closed":
            self.require_result(result, by, is_provisional=False)
        fields = {"why": why, "result": result, "by": by, "consent": sorted(consent)}
        self.append("end", {**fields, "hroot": self.chain.hroot.hex()})
        self.campaign.state = "over"
        order = packed(ranked(self.game.score(self.table.world))) if why == BY_RULES else {}
        self.post(CHANNEL, EndNotice("end", packed(reason), result=result, order=order))
        if gone := {*self.resigned()} - {*result.get("resigned", ())}:
            self.tell(CHANNEL, "resigned", words(RESIGNED_BEFORE, seats=sorted(gone)))
        looked = self.context.log.bodies(self.campaign.id, "look")
        if looks := [body for body in looked if body["seat"] == "referee"]:
            told = words(N_("hidden information the referee looked at: {looks}"), looks=_counted(looks))
            self.tell(CHANNEL, "looks", told)

    def require_result(self, result: dict[str, JSON], by: str, *, is_provisional: bool) -> None:
        """Require a result that the verifier accepts for its kind (design/fair-dice.md §5).

        Raises:
            Defect: if it is none.
        """
        if not result_fits(result, by, self.campaign.seats, is_provisional=is_provisional):
            raise Defect(f"no end by {by} has the result {result!r}")

    def keep(self, result: R) -> Receipt[R]:
        """Save everything that the command did."""
        campaign, campaigns, log = self.campaign, self.context.campaigns, self.context.log
        written, told, rests, stages = self._played()
        entries, before = sorted([*self._entries, *written], key=lambda entry: entry.n), campaign.stage
        opening = [rest.n for rest in outbox.openings(before, rests)]
        pictures = list(outbox.pictures(before, rests, campaign.seats, self._shown(opening)))
        battles = self._battles(told, rests)
        opening += [draft.content.rest for draft in battles if isinstance(draft.content, BattlePicture)]
        turns = outbox.turns(self.game, before, rests, campaign.state == "over")
        said = outbox.told(outbox.by_stages(self.game, before, stages, told), entries, campaign.seats)
        posts = [*self.first, *outbox.in_order(said, [*battles, *turns, *pictures])]
        later = [*outbox.receipts(entries), *self.drafts]
        log.add_entries(campaign.id, entries)
        log.add_rests(campaign.id, rests, opening)
        log.add_journal(campaign.id, told)
        later += self._note_asked()
        campaign.n, campaign.head, campaign.epoch = self.chain.n, self.chain.head, self.chain.epoch
        campaign.stage = rests[-1].stage if rests else campaign.stage
        campaigns.save(campaign)
        self._note_time(entries)
        posts = [_posted(post, before or campaign.stage) for post in posts]
        later = [_posted(post, campaign.stage) for post in later]
        if self.books.kept != self._kept:
            campaigns.save_books(campaign.id, self.books.kept)
        self.context.outbox.add(campaign, [*posts, *later])
        return Receipt(campaign.id, campaign.n, campaign.head, result)

    def _played(self) -> tuple[list[Entry], list[Told], list[Rest], list[tuple[int, int, str]]]:
        """Save what the table wrote, told and came to; of several rests after one entry the newest."""
        if self._table is None:
            return [], [], [], []
        ledger, reached = self._table.ledger, [*self._table.rests, self._table.position.rest]
        rests = {rest.n: rest for rest in reached if rest.n > self._loaded}
        return ledger.entries, ledger.told, list(rests.values()), self._table.stages

    def _shown(self, opening: Sequence[int]) -> int:
        """Return the rest of the last picture, -1 if there is none, or none to come after it."""
        rests = self.context.log.rests(self.campaign.id) if opening else []
        begun = [n for (_, before), (n, stage) in pairwise([(-1, ""), *rests]) if stage != before]
        return begun[-1] if begun else -1

    def _battles(self, told: Sequence[Told], rests: Sequence[Rest]) -> list[PostDraft]:
        """Return the boards of the battles fought since the rest that this command began from."""
        if self.game.pictures is None or not rests:
            return []
        lines = [*self.context.log.journal(self.campaign.id, self._loaded), *told]
        return list(outbox.battles(self.game.pictures.battles, lines, rests, self.campaign.stage))

    def _note_time(self, entries: Sequence[Entry]) -> None:
        """Update the clocks by who is asked now; a tournament notes the deadlines that were missed."""
        at = clocks.clock_context(self.context, self.campaign, self.time, self.members)
        asked = self.context.campaigns.asked(self.campaign.id)
        overruns = clocks.follow(self.context, at, asked, entries)
        place = self.context.tournaments.tournament_of(self.campaign.id) if overruns else None
        if place is not None:
            overdue.note(Book.open(self.context, place[0], self.message), place[1], overruns)

    def _note_asked(self) -> list[PostDraft]:
        """Save who is asked now, and since when; return the posts about it."""
        campaigns, id = self.context.campaigns, self.campaign.id
        before = campaigns.asked(id)
        if self.campaign.state != "playing":
            if before:
                campaigns.save_asked(id, ())
            return []
        if self._table is None:
            return []
        now = self._asked(self._table, before)
        if now != before:
            campaigns.save_asked(id, now)
        return list(outbox.asked(self._table.question, before, now))

    def _asked(self, table: Table, before: Sequence[Asked]) -> list[Asked]:
        q = table.question
        if q is None:
            return []
        position = table.position
        entry = q.entry or (position.tail[-1].n if position.tail else position.rest.n)
        since = {(a.seat, a.rule, a.entry): a.since for a in before}
        return [
            Asked(seat, c.rule, entry, q.occasion is not None, since.get((seat, c.rule, entry), self.time))
            for seat, c in sorted(table.pending.items())
        ]
