"""One tournament inside one command: its log replayed, its entries added, its people."""

from __future__ import annotations

from typing import Any

from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import NotNow, NotUnderstood, Verbatim
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chain import mac
from service.storage.database.errors import Corrupt
from service.storage.tournaments.register import Entrant, TournamentRow
from service.text.tournament_terms import said
from service.unit_of_work.context import ServiceContext
from service.values.calendar import moment
from service.values.records import Message
from tournaments import state
from tournaments.log import Log, Lot, joint, seeds
from tournaments.pairing import ladder
from tournaments.standings import Row, standings
from tournaments.state import Match, Tournament

DAMAGED = N_(
    "the records of this tournament are damaged, and nothing was changed; the operator must restore a backup"
)


class Book:
    """A tournament as a command finds it; everything that it notes is kept with the transaction.

    Attributes:
        row: its line in the list.
        t: its state, by its log.
        bodies: the entries of its log.
        people: name and user of every player, by number.

    Raises:
        NotNow: if a row of it is damaged.
    """

    def __init__(self, context: ServiceContext, row: TournamentRow, message: Message) -> None:
        self.context, self.row, self.message = context, row, message
        self.repo, self.time = context.tournaments, context.clock()
        try:
            context.store.require_checksum("tournament", row.id)
        except Corrupt as error:
            raise NotNow(words(DAMAGED)) from error
        entries = self.repo.entries(row.id)
        self.card = entries[0].head
        self.bodies = [entry.body for entry in entries]
        self.t: Tournament = state.replay(self.bodies)
        self.log = Log(row.n, row.head)
        self.people: dict[str, Entrant] = self.repo.entrants(row.id)

    @classmethod
    def open(cls, context: ServiceContext, id: int, message: Message) -> Book:
        """Open a tournament by its number.

        Raises:
            NotNow: if there is none.
        """
        row = context.tournaments.tournament(id)
        if row is None:
            raise NotNow(words(N_("there is no tournament {id}"), id=id))
        return cls(context, row, message)

    # -- the log -----------------------------------------------------------------------------------

    def note(self, kind: str, **fields: Any) -> None:
        """Add an entry, and do what it says."""
        entry = self.log.append(kind, self.time, fields)
        state.apply(self.t, entry.body)
        self.bodies.append(entry.body)
        self.repo.add_entry(self.row.id, entry)
        self.row.n, self.row.head, self.row.state = self.log.n, self.log.head, self.t.state
        self.repo.save(self.row)

    def lot(self) -> tuple[Lot, dict[str, Any]]:
        """Draw the next lot, and the fields that its entry shows of it."""
        root, checkpoints = self.repo.secrets(self.row.id)
        k = self.t.lots + 1
        seed = seeds(self.row.name, root, checkpoints)[k]
        j = joint(bytes.fromhex(self.card), {p.id: p.salt for p in self.t.players.values()})
        return Lot(self.row.name, k, seed, j), {"k": k, "seed": seed.hex(), "joint": j.hex()}

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.context.games[self.t.card["game"]]

    @property
    def rows(self) -> list[Row]:
        """The standings; they are counted once for each end of the log."""
        kept = self.context.standings
        if kept.get(self.row.id, ("", []))[0] != self.row.head:
            kept[self.row.id] = (self.row.head, standings(self.t))
        return kept[self.row.id][1]

    @property
    def due(self) -> int:
        """The end of the round in UNIX seconds, with the time of outages given back; 0 without a deadline."""
        due = self.row.due
        if due:
            began = next(body["time"] for body in reversed(self.bodies) if body["t"] == "round")
            for span in self.context.clocks.outages():
                if began <= span.since < due:
                    due += span.until - span.since
        return due

    def ending(self, zone: str = "") -> Words | None:
        """Return when the round ends or has ended, in a time zone or that of the tournament; None without a
        deadline.
        """
        if not self.due:
            return None
        template = (
            N_("The round ended at {time}.") if self.has_round_ended else N_("The round ends at {time}.")
        )
        return words(template, time=moment(self.due, zone or self.row.zone))

    @property
    def has_round_ended(self) -> bool:
        """True if the round has a deadline, and it is past."""
        return 0 < self.due <= self.time

    # -- people ------------------------------------------------------------------------------------

    @property
    def player(self) -> str:
        """The sender's number in the log, "" if they are not entered."""
        return self.player_of(self.message.user)

    def player_of(self, user: str) -> str:
        """Return the number of a user, "" if they are not entered."""
        return next((one.player for one in self.people.values() if one.user == user), "")

    @property
    def former_player(self) -> str:
        """The number that was the sender's until a substitute replaced them, "" if there is none."""
        was = [one.player for one in self.repo.replaced(self.row.id) if one.user == self.message.user]
        return was[-1] if was else ""

    def judge_of(self, user: str) -> str:
        """Return a judge's name in the log: their number, "director", or that of an assistant; else ""."""
        if player := self.player_of(user):
            return player
        if user == self.row.director:
            return "director"
        return self.staff_of(user) if user in self.repo.staff(self.row.id) else ""

    def staff_of(self, user: str) -> str:
        """Return an assistant's name in the log: "staff:" and eight characters that tell nobody who it is."""
        root, _ = self.repo.secrets(self.row.id)
        return f"staff:{mac(root, 'staff', user).hex()[:8]}"

    @property
    def apart(self) -> list[frozenset[str]]:
        """The pairs of players of whom one has blocked the other."""
        users = {one.user: one.player for one in self.people.values()}
        blocks = self.repo.blocks(list(users))
        return sorted({frozenset((users[a], users[b])) for a, b in blocks}, key=sorted)

    @property
    def blocked(self) -> list[str]:
        """The players whom the sender does not want to meet."""
        users = {one.user: one.player for one in self.people.values()}
        return [users[other] for user, other in self.repo.blocks(list(users)) if user == self.message.user]

    @property
    def within_reach(self) -> list[str]:
        """The players of a ladder whom the sender may challenge now."""
        return ladder.within_reach(self.t, self.player, self.apart)

    def name(self, player: str) -> Verbatim:
        """Return the name of a player; the number alone once it was erased."""
        return Verbatim(self.people[player].who if player in self.people else player)

    def said(self, match: Match) -> Words:
        """Return the result of a match in words; without a result, its state."""
        return said(match, self.name, has_round_ended=self.has_round_ended)

    @property
    def name_of_tournament(self) -> Verbatim:
        """The title as a value of a sentence."""
        return Verbatim(self.row.title)

    @property
    def directs(self) -> bool:
        """True if the sender directs the tournament, or assists in it."""
        return self.message.user == self.row.director or self.message.user in self.repo.staff(self.row.id)

    def require_director(self, match: Match | None = None) -> None:
        """Require that the sender directs the tournament or assists in it.

        Args:
            match: the game that is ruled on: nobody rules on their own.

        Raises:
            NotNow: if they do not.
        """
        if not self.directs:
            raise NotNow(words(N_("only the director and the assistants may do that")))
        if match is not None and self.player in match.players:
            raise NotNow(words(N_("you play in this game; another director or assistant must rule on it")))

    def require_player(self) -> str:
        """Return the sender's number.

        Raises:
            NotNow: if they are not entered, or have left.
        """
        player = self.player
        if not player or not self.t.players[player].plays:
            raise NotNow(words(N_("you do not take part in this tournament")))
        return player

    def require(self, *states: str) -> None:
        """Require one of the states of a tournament.

        Raises:
            NotNow: if it is in another; it says in which.
        """
        if self.t.state not in states:
            raise NotNow(
                words(
                    N_("that is not possible now: the tournament is {state}"),
                    state=words(STATES[self.t.state]),
                )
            )

    def match(self, game: str) -> Match:
        """Return a game by its id.

        Raises:
            NotUnderstood: if there is none.
        """
        match = self.t.matches.get(game)
        if match is None or match.is_bye:
            known = [match.id for match in self.t.games(self.t.round) if not match.is_bye]
            raise NotUnderstood(game, words(N_("the number of a game, such as 1.2")), known)
        return match


STATES = {
    "entries": N_("open for entries"),
    "playing": N_("in play"),
    "over": N_("over"),
    "dead": N_("called off"),
}
