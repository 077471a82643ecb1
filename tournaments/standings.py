"""Points, tie-breaks and the order of the players (design/tournaments.md §6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import repeat

from msgspec import Struct

from .going_on import STAGES, goes_on, of_bracket
from .points import margin, points, unplayed
from .state import Match, Tournament

HOUR = 3600
FEWEST = ("hours", "late")
"""The tie-breaks of which the fewest are best."""


class Row(Struct, frozen=True):
    """A player's line of the standings.

    Attributes:
        place: from 1; nobody shares one, because a lot decides remaining ties.
        points: of all results and byes.
        played, won, drawn, lost: games, byes apart.
        hours: used for decisions in all of them.
        broken: the tie-breaks in their order with their values, as the tournament prints them.
    """

    player: str
    place: int
    points: int
    played: int
    won: int
    drawn: int
    lost: int
    hours: int
    broken: dict[str, int]


def standings(t: Tournament) -> list[Row]:
    """Return the standings; on a ladder its order, elsewhere by points, then tie by tie."""
    count = _Count(t)
    players = list(t.players)
    if t.rules.format == "ladder" and t.state != "entries":
        ranked = [*t.order, *(player for player in players if player not in t.order)]
    else:
        ranked = count.ranked(players, ["reached", "points", *t.rules.tie_breaks])
    return [count.row(player, place) for place, player in enumerate(ranked, start=1)]


def order(t: Tournament, players: Sequence[str], stage: str | None = None) -> list[str]:
    """Return players by their standing, in one stage if it is given."""
    return _Count(t, stage).ranked(list(players), ["points", *t.rules.tie_breaks])


class _Count:
    """Everything that standings count, over the matches of one stage or of all."""

    def __init__(self, t: Tournament, stage: str | None = None) -> None:
        self._t, self._rules = t, t.rules
        self._of: dict[str, list[Match]] = {player: [] for player in t.players}
        for match in t.matches.values():
            if (match.result is not None or match.is_bye) and stage in (None, match.stage):
                for player in match.players:
                    self._of[player].append(match)
        self.points = {p: sum(self._points(m, p) for m in of) for p, of in self._of.items()}
        self._rounds_of: dict[str, set[int]] = {player: set() for player in t.players}
        for match in t.matches.values():
            if match.stage not in STAGES and stage in (None, match.stage):
                for player in match.players:
                    self._rounds_of[player].add(match.round)
        self._rounds = max((max(of, default=0) for of in self._rounds_of.values()), default=0)
        lot = t.last_lot
        drawn = lot.order(list(t.players)) if lot is not None else list(t.players)
        self._drawn = {player: len(drawn) - i for i, player in enumerate(drawn)}
        self._bracket = of_bracket(t)
        self._ties: dict[int, dict[str, Mapping[str, int]]] = {}

    def _points(self, match: Match, player: str) -> int:
        return points(self._t, match, player)

    def ranked(self, group: list[str], keys: Sequence[str]) -> list[str]:
        """Order a group by the first key, and those who are equal in it by the rest."""
        if len(group) < 2 or not keys:
            return group
        values = _VALUES[keys[0]](self, group)
        return [
            player
            for value in sorted({*values.values()}, reverse=True)
            for player in self.ranked([p for p in group if values[p] == value], keys[1:])
        ]

    def row(self, player: str, place: int) -> Row:
        played = [match for match in self._of[player] if match.result is not None]
        won = sum(match.result is not None and player in match.result.won for match in played)
        drawn = sum(match.result is not None and bool(match.result.drawn) for match in played)
        ties = self._ties_at(self.points[player])
        broken = {key: abs(of[player]) if key in FEWEST else of[player] for key, of in ties.items()}
        hours = -self.hours([player])[player]
        lost = len(played) - won - drawn
        return Row(player, place, self.points[player], len(played), won, drawn, lost, hours, broken)

    def _ties_at(self, points: int) -> dict[str, Mapping[str, int]]:
        """Return the tie-breaks of those with equal points, the lot apart; counted once for all of them."""
        if points not in self._ties:
            peers = [player for player, had in self.points.items() if had == points]
            keys = [key for key in self._rules.tie_breaks if key != "lot"]
            self._ties[points] = {key: _VALUES[key](self, peers) for key in keys}
        return self._ties[points]

    # -- what ties are broken by -------------------------------------------------------------------

    def reached(self, group: Sequence[str]) -> Mapping[str, int]:
        """Return how far each has come in an elimination; 0 without one."""
        return {
            player: max(map(self._reached, self._of[player], repeat(player)), default=0) for player in group
        }

    def _reached(self, match: Match, player: str) -> int:
        """Four places a round: the finalists, then those who play for the third place."""
        if match.stage not in STAGES:
            return 0
        won = goes_on(self._t, self._bracket[frozenset(match.players)]) == player
        return 4 * match.round + STAGES[match.stage] + won

    def all_points(self, group: Sequence[str]) -> Mapping[str, int]:
        return {player: self.points[player] for player in group}

    def head_to_head(self, group: Sequence[str]) -> Mapping[str, int]:
        """Return the number of equals whom each is ahead of by the games among them.

        Where all have met, by points. Where some have not, who is alone ahead whatever the missing games
        would bring, then the next of the others, as long as there is one.
        """
        got, missing = self._among(group)
        if not any(missing.values()):
            return {player: sum(got[player] > other for other in got.values()) for player in group}
        least = {p: got[p] + missing[p] * self._rules.least for p in group}
        most = {p: got[p] + missing[p] * self._rules.most for p in group}
        left, found = list(group), dict.fromkeys(group, 0)
        while ahead := [p for p in left if all(least[p] > most[other] for other in left if other != p)]:
            left.remove(ahead[0])
            found[ahead[0]] = len(left)
        return found

    def _among(self, group: Sequence[str]) -> tuple[dict[str, int], dict[str, int]]:
        """Return the points of each from the games among a group, and how many such games are missing."""
        among, got, missing = {*group}, {}, {}
        for player in group:
            games = [m for m in self._of[player] if len(among.intersection(m.players)) > 1]
            met = {other for match in games for other in match.players}
            got[player] = sum(self._points(match, player) for match in games)
            missing[player] = self._rules.legs * len(among - met - {player})
        return got, missing

    def _adjusted(self, player: str) -> int:
        """Return the points of an opponent: the rounds after they left count as drawn."""
        if not self._t.players[player].out or self._rules.format == "ladder":
            return self.points[player]
        last = max(self._rounds_of[player], default=0)
        return self.points[player] + sum(unplayed(self._t, n) for n in range(last + 1, self._rounds + 1))

    def _sat_out(self, player: str) -> int:
        """Return in how many rounds of a Swiss tournament a player was in no match at all."""
        if self._rules.format != "swiss":
            return 0
        return self._rounds - len(self._rounds_of[player])

    @property
    def _opponents_a_round(self) -> int:
        return self._rules.legs * (self._rules.table - 1)

    def _opponents(self, player: str) -> list[int]:
        """The points of everybody met; who meets nobody in a round has opponents with as many as oneself."""
        met = [
            self._adjusted(other) for match in self._of[player] for other in match.players if other != player
        ]
        idle = sum(match.is_bye for match in self._of[player]) + self._sat_out(player)
        return sorted([*met, *[self.points[player]] * idle * self._opponents_a_round])

    def buchholz(self, group: Sequence[str]) -> Mapping[str, int]:
        return {player: sum(self._opponents(player)) for player in group}

    def buchholz_cut(self, group: Sequence[str]) -> Mapping[str, int]:
        """The same without the weakest opponent."""
        return {player: sum(self._opponents(player)[1:]) for player in group}

    def sonneborn_berger(self, group: Sequence[str]) -> Mapping[str, int]:
        """Twice the points of opponents who were beaten, once those of opponents with equal points."""
        return {player: sum(self._beaten(match, player) for match in self._of[player]) for player in group}

    def _beaten(self, match: Match, player: str) -> int:
        if match.is_bye:
            return self.points[player] * self._opponents_a_round * self._worth(match)
        mine, total = self._points(match, player), 0
        for other in match.players:
            got = self._points(match, other)
            if other != player and mine >= got:
                total += self._adjusted(other) * (2 if mine > got else 1)
        return total

    def _worth(self, match: Match) -> int:
        """Return 2 for a bye that counts as a win, 1 as a draw (so at tables), 0 as less."""
        if self._rules.table > 2:
            return 1
        got = self._rules.points("half_bye" if match.asked else "bye")
        return 2 if got >= self._rules.points("win") else int(got >= self._rules.points("draw") > 0)

    def wins(self, group: Sequence[str]) -> Mapping[str, int]:
        """Games won, and byes that count as much."""
        return {player: sum(self._is_win(match, player) for match in self._of[player]) for player in group}

    def _is_win(self, match: Match, player: str) -> int:
        if match.is_bye:
            return self._rules.legs * (self._rules.table == 2 and self._worth(match) == 2)
        return int(match.result is not None and player in match.result.won)

    def margin(self, group: Sequence[str]) -> Mapping[str, int]:
        rules = self._rules
        return {player: sum(margin(rules, match, player) for match in self._of[player]) for player in group}

    def ranks(self, group: Sequence[str]) -> Mapping[str, int]:
        """The players that one was ranked before, in all games."""
        return {player: sum(_behind(match, player) for match in self._of[player]) for player in group}

    def own(self, group: Sequence[str]) -> Mapping[str, int]:
        """Points of the games themselves, at tables."""
        played = {p: [m.result for m in self._of[p] if m.result is not None] for p in group}
        return {p: sum(result.points.get(p, 0) for result in of) for p, of in played.items()}

    def hours(self, group: Sequence[str]) -> Mapping[str, int]:
        """Hours used, the fewer the better."""
        return {p: -sum(m.result.hours.get(p, 0) for m in self._of[p] if m.result is not None) for p in group}

    def late(self, group: Sequence[str]) -> Mapping[str, int]:
        """Full hours beyond deadlines in each game, the fewer the better."""
        return {p: -sum(m.late.get(p, 0) // HOUR for m in self._of[p]) for p in group}

    def by_lot(self, group: Sequence[str]) -> Mapping[str, int]:
        return {player: self._drawn[player] for player in group}


_VALUES: Mapping[str, Callable[[_Count, Sequence[str]], Mapping[str, int]]] = {
    "reached": _Count.reached,
    "points": _Count.all_points,
    "head_to_head": _Count.head_to_head,
    "buchholz": _Count.buchholz,
    "buchholz_cut": _Count.buchholz_cut,
    "sonneborn_berger": _Count.sonneborn_berger,
    "wins": _Count.wins,
    "margin": _Count.margin,
    "ranks": _Count.ranks,
    "own": _Count.own,
    "hours": _Count.hours,
    "late": _Count.late,
    "lot": _Count.by_lot,
}


def _behind(match: Match, player: str) -> int:
    """Return how many players of a match are ranked behind one of them."""
    ranks = {} if match.result is None else match.result.ranks
    return sum(place > ranks[player] for place in ranks.values()) if player in ranks else 0
