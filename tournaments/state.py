"""The state of a tournament after its log (design/tournaments.md §1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct, field

from .log import Lot
from .rules import Rules

UNPLAYED = "unplayed"
"""The way in which a game ends that was never begun, because one of the two has blocked the other."""


class Player(Struct):
    """An entrant, known in the log by a number alone: names and addresses are kept outside it and can be
    erased.

    Attributes:
        id: "p1", "p2" … in the order of entry.
        salt: the words given on entering.
        seed: the place in the seeding, from 1; 0 before the list is closed.
        since: the first round that may pair them.
        filler: 1 for a volunteer who plays only where the number would be odd.
        asked: the rounds that they have asked to sit out.
        out: why they left, "" while they play; `gone` the first round that they miss, 0 while they play.
    """

    id: str
    salt: str
    since: int
    filler: int = 0
    seed: int = 0
    asked: list[int] = []
    out: str = ""
    gone: int = 0

    @property
    def plays(self) -> bool:
        """True if they are still in the tournament."""
        return not self.out


class Result(Struct, frozen=True):
    """The result of a game.

    Attributes:
        how: "played", "surrender", "forfeit", "agreed", "panel", "level" (as the score stood when the round
            ended), "elsewhere" (on a board, reported by one and
            confirmed by the other), `UNPLAYED` or "correction".
        won: the players who won: none, one or several.
        drawn: 1 if the game is drawn; of a game without winner that is not drawn nobody has won.
        margin: the winner's margin in points of the game, 0 where there is none.
        level: the level of victory, as the game names it, "" where it knows none.
        hours: used for decisions, by player.
        ranks: the place of each player, from 1, as the game ranks them; empty where it could not.
        points: of the game, by player, at tables; empty where it could not count them.
    """

    how: str
    won: list[str]
    drawn: int = 0
    margin: int = 0
    level: str = ""
    hours: dict[str, int] = {}
    ranks: dict[str, int] = {}
    points: dict[str, int] = {}


class Match(Struct):
    """One game of a round.

    Attributes:
        id: "1.1" for game 1 of round 1; the second leg of a pair is "1.1b".
        players: in the order of the pairing; of a bye the one who has it.
        stage: "" or the part of the tournament: "A", "B" … for pools, "final", "third" and so on.
        seats: player by seat, empty while bids or a choice are awaited.
        result: None while it is played.
        campaign: its name in the chain of campaigns, "" before it is founded or if it is played elsewhere.
        bids: the commitments of the open bidding by player; `bidding` its number from 1.
        opened: every bidding that was opened, player -> bid.
        judges: two who rule on it, and one who breaks a tie: "p3", "director" or "staff:…" (an assistant).
        verdicts: the results that judges have given, by judge.
        paused: why the director has stopped it, "" while it goes on.
        late: by how many seconds that count each player has missed deadlines.
        asked: 1 for a bye that the player has asked for.
    """

    id: str
    round: int
    players: list[str]
    stage: str = ""
    seats: dict[str, str] = {}
    result: Result | None = None
    campaign: str = ""
    bids: dict[str, str] = {}
    bidding: int = 1
    opened: list[dict[str, int]] = []
    claims: dict[str, Result] = {}
    statements: dict[str, str] = {}
    judges: list[str] = []
    verdicts: dict[str, Result] = {}
    paused: str = ""
    late: dict[str, int] = {}
    asked: int = 0

    @property
    def is_bye(self) -> bool:
        """True if the player sits out this round."""
        return len(self.players) == 1


def plain(match: Match) -> dict[str, Any]:
    """Return a match as its entry has it when it is paired; `asked` only where it is 1."""
    kept = {name: value for name, value in msgspec.to_builtins(match).items() if name in _PAIRED}
    return {**kept, "asked": 1} if match.asked else kept


_PAIRED = ("id", "round", "players", "stage", "seats")


class Tournament(Struct):
    """A tournament as it stands.

    Attributes:
        name: its name in the chain, `tournament/hex`.
        state: "entries", "playing", "over" or "dead".
        round: the last round that was paired, 0 before the first.
        order: the ladder from the top; empty for other formats.
        lots: how many lots were drawn.
        closing: the entry that closed the list, empty before; its lot decides what nothing else does.
        rulings: the numbered rulings on questions of the rules, question and answer.
        operators: the players who run the installation.
        by_hand: the rounds that the director has paired, with the reason.
        changed: the games whose result was changed after the end.
    """

    name: str
    card: dict[str, Any]
    rules: Rules
    state: str = "entries"
    round: int = 0
    players: dict[str, Player] = field(default_factory=dict)
    matches: dict[str, Match] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    lots: int = 0
    closing: dict[str, Any] = field(default_factory=dict)
    rulings: list[dict[str, str]] = field(default_factory=list)
    operators: list[str] = field(default_factory=list)
    by_hand: dict[int, str] = field(default_factory=dict)
    changed: list[str] = field(default_factory=list)

    @property
    def is_unrated(self) -> bool:
        """True if the operator of the installation has entered: they know the seeds beforehand."""
        return bool(self.operators)

    @property
    def active(self) -> list[str]:
        """The players who take part now, in the order of entry, fillers among them."""
        return [player.id for player in self.players.values() if player.plays]

    def games(self, round: int | None = None) -> list[Match]:
        """Return the matches, of one round or of all, byes among them."""
        return [match for match in self.matches.values() if round is None or match.round == round]

    def plays_in(self, round: int) -> list[str]:
        """Return those who can be paired in a round, in the order of entry; who sits it out is not among
        them.
        """
        here = (one for one in self.players.values() if one.plays and one.since <= round)
        return [one.id for one in here if round not in one.asked]

    def sits_out(self, round: int) -> list[str]:
        """Return those who have asked to sit out a round."""
        here = (one for one in self.players.values() if one.plays and one.since <= round)
        return [one.id for one in here if round in one.asked]

    @property
    def judged(self) -> set[frozenset[str]]:
        """The pairs of a judge and a player on whose game they rule: they are never paired."""
        return {
            frozenset((judge, player))
            for match in self.matches.values()
            for judge in match.judges
            if judge in self.players
            for player in match.players
        }

    @property
    def last_lot(self) -> Lot | None:
        """The lot that decides between equals; None before the list is closed."""
        body = self.closing
        if not body:
            return None
        return Lot(self.name, body["k"], bytes.fromhex(body["seed"]), bytes.fromhex(body["joint"]))

    @property
    def open_games(self) -> list[Match]:
        """The matches without a result."""
        return [match for match in self.matches.values() if match.result is None and not match.is_bye]


def replay(bodies: Iterable[Mapping[str, Any]]) -> Tournament:
    """Read a log from its card on.

    Raises:
        ValueError: if an entry does not follow from those before.
    """
    found: Tournament | None = None
    for body in bodies:
        if found is None:
            found = _card(body)
        else:
            apply(found, body)
    if found is None:
        raise ValueError("a log without a card")
    return found


def _card(body: Mapping[str, Any]) -> Tournament:
    if body["t"] != "card":
        raise ValueError("the first entry is no card")
    return Tournament(body["name"], dict(body), msgspec.convert(body["rules"], Rules))


def apply(tournament: Tournament, body: Mapping[str, Any]) -> None:
    """Carry out one entry after the card.

    Raises:
        ValueError: if it does not follow from the state.
    """
    kind = body["t"]
    if kind not in _ENTRIES:
        raise ValueError(f"an entry {kind!r}")
    _ENTRIES[kind](tournament, body)


def _enter(t: Tournament, body: Mapping[str, Any]) -> None:
    _require(body["player"] == f"p{len(t.players) + 1}", "players are numbered in their order")
    player = Player(body["player"], body["salt"], t.round + 1, body["filler"])
    t.players[player.id] = player
    if t.rules.format == "ladder" and t.state == "playing":
        t.order.append(player.id)


def _withdraw(t: Tournament, body: Mapping[str, Any]) -> None:
    player = t.players[body["player"]]
    player.out, player.gone = body["why"], t.round + 1
    if body["player"] in t.order:
        t.order.remove(body["player"])


def _return(t: Tournament, body: Mapping[str, Any]) -> None:
    player = t.players[body["player"]]
    player.out, player.gone = "", 0
    if t.rules.format == "ladder":
        t.order.append(body["player"])


def _sit_out(t: Tournament, body: Mapping[str, Any]) -> None:
    player = t.players[body["player"]]
    _require(body["round"] > t.round, "a round to come is sat out")
    others = [round for round in player.asked if round != body["round"]]
    player.asked = sorted([*others, body["round"]]) if body["out"] else others
    _require(len(player.asked) <= t.rules.half_byes, "as many rounds as the card allows")


def _close(t: Tournament, body: Mapping[str, Any]) -> None:
    _require(t.state == "entries", "the list is closed once")
    t.lots, t.state, t.closing = body["k"], "playing", dict(body)
    for seed, player in enumerate(body["seeding"], start=1):
        t.players[player].seed = seed
    if t.rules.format == "ladder":
        t.order = list(body["seeding"])


def _round(t: Tournament, body: Mapping[str, Any]) -> None:
    _require(t.state == "playing" and body["round"] == t.round + 1, "rounds follow one another")
    t.round, t.lots = body["round"], body["k"]
    if "by" in body:
        t.by_hand[t.round] = body["why"]
    for one in body["matches"]:
        _add(t, one)


def _challenge(t: Tournament, body: Mapping[str, Any]) -> None:
    _require(t.state == "playing" and t.rules.format == "ladder", "challenges are of a ladder")
    t.round, t.lots = t.round + 1, body["k"]
    _add(t, body["match"])


def _add(t: Tournament, one: Mapping[str, Any]) -> None:
    match = msgspec.convert(one, Match)
    _require(match.id not in t.matches and match.round == t.round, f"game {match.id}")
    _require(all(player in t.players for player in match.players), f"players of game {match.id}")
    t.matches[match.id] = match


def _sides(t: Tournament, body: Mapping[str, Any]) -> None:
    match = t.matches[body["game"]]
    _require(sorted(body["seats"].values()) == sorted(match.players), "every player has one seat")
    match.seats = dict(body["seats"])


def _bid(t: Tournament, body: Mapping[str, Any]) -> None:
    t.matches[body["game"]].bids[body["player"]] = body["c"]


def _bids(t: Tournament, body: Mapping[str, Any]) -> None:
    match = t.matches[body["game"]]
    match.opened = [*match.opened, {player: one["bid"] for player, one in body["bids"].items()}]
    match.bids, match.bidding = {}, match.bidding + 1
    if "k" in body:
        t.lots = body["k"]
    if body["seats"]:
        match.seats = dict(body["seats"])


def _begin(t: Tournament, body: Mapping[str, Any]) -> None:
    t.matches[body["game"]].campaign = body["campaign"]


def _claim(t: Tournament, body: Mapping[str, Any]) -> None:
    t.matches[body["game"]].claims[body["player"]] = msgspec.convert(body["result"], Result)


def _result(t: Tournament, body: Mapping[str, Any]) -> None:
    match, result = t.matches[body["game"]], msgspec.convert(body["result"], Result)
    _require({*result.won} <= {*match.players}, "only players win")
    is_first, match.result = match.result is None, result
    if t.state == "over":
        t.changed.append(match.id)
    if t.order and is_first:
        _climb(t, match)


def _climb(t: Tournament, match: Match) -> None:
    """Give the challenger who has won the place of the other, who goes one place down."""
    challenger, other = match.players
    result = match.result
    if result is None or result.won != [challenger] or not {challenger, other} <= {*t.order}:
        return
    if t.order.index(challenger) > t.order.index(other):
        t.order.remove(challenger)
        t.order.insert(t.order.index(other), challenger)


def _late(t: Tournament, body: Mapping[str, Any]) -> None:
    match, player = t.matches[body["game"]], body["player"]
    _require(player in match.players, "a player of the game is late")
    match.late = {**match.late, player: match.late.get(player, 0) + body["seconds"]}


def _state_sealed(t: Tournament, body: Mapping[str, Any]) -> None:
    t.matches[body["game"]].statements[body["player"]] = body["c"]


def _statements(t: Tournament, body: Mapping[str, Any]) -> None:
    t.matches[body["game"]].statements = {}


def _panel(t: Tournament, body: Mapping[str, Any]) -> None:
    t.matches[body["game"]].judges = list(body["judges"])


def _verdict(t: Tournament, body: Mapping[str, Any]) -> None:
    match, judge = t.matches[body["game"]], body["judge"]
    _require(judge in match.judges, "a judge rules")
    match.verdicts = {**match.verdicts, judge: msgspec.convert(body["result"], Result)}


def _pause(t: Tournament, body: Mapping[str, Any]) -> None:
    for game in body["games"]:
        t.matches[game].paused = body["why"]


def _go_on(t: Tournament, body: Mapping[str, Any]) -> None:
    for game in body["games"]:
        t.matches[game].paused = ""


def _ruling(t: Tournament, body: Mapping[str, Any]) -> None:
    t.rulings.append({"question": body["question"], "ruling": body["ruling"]})


def _operator(t: Tournament, body: Mapping[str, Any]) -> None:
    t.operators.append(body["player"])


def _finish(t: Tournament, body: Mapping[str, Any]) -> None:
    t.state = "over"


def _call_off(t: Tournament, body: Mapping[str, Any]) -> None:
    t.state = "dead"


def _note(t: Tournament, body: Mapping[str, Any]) -> None:
    """An entry that changes nothing: an announcement, an extension, staff, an appeal."""


_ENTRIES: dict[str, Callable[[Tournament, Mapping[str, Any]], None]] = {
    "enter": _enter,
    "withdraw": _withdraw,
    "return": _return,
    "sit_out": _sit_out,
    "close": _close,
    "round": _round,
    "challenge": _challenge,
    "sides": _sides,
    "bid": _bid,
    "bids": _bids,
    "begin": _begin,
    "claim": _claim,
    "result": _result,
    "statement": _state_sealed,
    "statements": _statements,
    "late": _late,
    "panel": _panel,
    "verdict": _verdict,
    "pause": _pause,
    "go_on": _go_on,
    "ruling": _ruling,
    "operator": _operator,
    "finish": _finish,
    "off": _call_off,
    "announce": _note,
    "staff": _note,
    "extend": _note,
    "appeal": _note,
    "replace": _note,
}


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(what)
