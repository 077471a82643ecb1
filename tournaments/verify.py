#!/usr/bin/env python3
"""Verify an exported tournament: its chain, its lots, every pairing, the bids, the points and the standings.

Stand-alone: this file needs Python 3.8 or later and its standard library, nothing else.

    python verify.py FILE

Exit code: 0 nothing wrong, 1 something is wrong, 2 the file cannot be read. It is written from the text of
docs/design/tournaments.md (every § below is a section of that page), not from the umpire's code, which does
the same sums elsewhere; the cheapest pairing is found by another algorithm.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Entry = dict[str, Any]
    Costs = dict[tuple[str, str], int]

EDITION = 2
SCORES = {"win": 2, "draw": 1, "loss": 0, "shared": 1, "nobody": 0, "bye": 2}
WINS, LOSSES = ("win", "surrender_win", "forfeit_win"), ("loss", "nobody", "surrender_loss", "forfeit_loss")
STAGES = {"knockout": 0, "third": 0, "final": 2}


# --- Notation (design/fair-dice.md §0) ----------------------------------------------------------------------


def lp(*parts: Any) -> bytes:
    """Write each part after its length (u32): a text as UTF-8, a number as u64, both big-endian."""
    out = b""
    for part in parts:
        raw = part.encode() if isinstance(part, str) else part
        raw = raw.to_bytes(8, "big") if isinstance(raw, int) else raw
        out += len(raw).to_bytes(4, "big") + raw
    return out


def tagged_hash(tag: str, *parts: Any) -> bytes:
    """TH of the text."""
    return hashlib.sha256(lp("tabellarius/1/" + tag, *parts)).digest()


def tagged_mac(key: bytes, tag: str, *parts: Any) -> bytes:
    """MAC of the text."""
    return hmac.new(key, lp("tabellarius/1/" + tag, *parts), hashlib.sha256).digest()


def canon(value: Any) -> bytes:
    """Return the canonical form of a JSON value: keys sorted, no blanks, ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


class Lot:
    """A lot (§3): the order of players, a number for a group, streams of random numbers."""

    def __init__(self, name: str, k: int, seed: bytes, joint: bytes) -> None:
        self.key = tagged_mac(seed, "lot", name, k, joint)

    def order(self, players: Iterable[str]) -> list[str]:
        """Players by their MACs."""
        return sorted(players, key=lambda player: (tagged_mac(self.key, "order", player), player))

    def between(self, *players: str) -> int:
        """The number of a group, below 2**64."""
        return int.from_bytes(tagged_mac(self.key, "between", *sorted(players))[:8], "big")

    def choice(self, label: str, items: Sequence[Any]) -> Any:
        """The first choice of the stream of a label (design/fair-dice.md §3); at most 256 items."""
        key, limit = tagged_mac(self.key, "stream", label), 256 // len(items) * len(items)
        block = 0
        while True:
            for value in tagged_mac(key, "block", block):
                if value < limit:
                    return items[value % len(items)]
            block += 1


# --- The state of a tournament (§1) -------------------------------------------------------------------------


class Wrong(Exception):
    """A log that does not follow the page; the message says where."""


class Tournament:
    """A tournament, built from its entries in their order."""

    def __init__(self, card: Entry, head: str) -> None:
        self.card, self.head, self.rules, self.name = card, head, card["rules"], card["name"]
        self.seats: list[str] = self.rules["seats"]
        self.players: dict[str, Entry] = {}
        self.matches: dict[str, Entry] = {}
        self.ladder: list[str] = []
        self.round, self.k, self.state = 0, 0, "entries"
        self.link = bytes.fromhex(card["anchor"])
        self.closing: Lot | None = None
        self.notes: list[str] = []
        self.judged: set[frozenset[str]] = set()
        require(
            card.get("edition", 1) == EDITION,
            f"the card is of edition {card.get('edition', 1)}, and this program of {EDITION}: "
            "take the one of the release that founded the tournament",
        )

    def rule(self, name: str, default: Any) -> Any:
        """Return a rule, or its default where the card leaves it out."""
        return self.rules.get(name, default)

    def lot(self, entry: Entry) -> Lot:
        """Check that an entry shows the next link and J, and give its lot."""
        k, seed = entry["k"], bytes.fromhex(entry["seed"])
        require(k == self.k + 1, f"lot {k} follows lot {self.k}")
        require(
            tagged_hash("lot-step", self.name, k - 1, seed) == self.link,
            f"the seed of lot {k} is not the one promised",
        )
        salts = [part for p in sorted(self.players) for part in (p, self.players[p]["salt"].encode())]
        joint = tagged_hash("joint", bytes.fromhex(self.head), lp(*salts))
        require(joint.hex() == entry["joint"], f"lot {k} leaves out the words of players")
        self.k, self.link = k, seed
        return Lot(self.name, k, seed, joint)

    def seeded(self) -> list[str]:
        """The players of the closed list by their seed."""
        return sorted(
            (p for p in self.players if self.players[p]["seed"]), key=lambda p: self.players[p]["seed"]
        )

    def plays(self, player: str) -> bool:
        """Return true if the player has not left."""
        return not self.players[player]["out"]

    def here(self, asked: bool = False) -> list[str]:
        """Those who can be paired in the next round; or those who have asked to sit it out."""
        next_one = self.round + 1
        return [
            p
            for p, one in self.players.items()
            if not one["out"] and one["since"] <= next_one and (next_one in one["asked"]) == asked
        ]

    def kind(self, kind: str) -> int:
        """The points of a kind of result."""
        scores = self.rule("scores", {})
        if kind in scores:
            return int(scores[kind])
        if kind == "half_bye":
            return self.kind("draw")
        return SCORES[kind] if kind in SCORES else self.kind(kind.split("_")[1])

    def legs(self) -> int:
        """The number of games that two play at once."""
        return 2 if self.rule("sides", "lot") == "both" else 1

    def bounds(self) -> tuple[int, int]:
        """The fewest and the most points that one game can give a player."""
        scoring, levels = self.rule("scoring", "won"), self.rule("levels", {}).values()
        if scoring != "won":
            return 0, max(self.rule("places", []) or [100 if scoring == "share" else 1000])
        most = max([self.kind(one) for one in WINS] + [winner for winner, _ in levels])
        return min([self.kind(one) for one in LOSSES] + [loser for _, loser in levels]), most

    def history(self) -> dict[str, dict[str, int]]:
        """The number of times that each player has had each seat."""
        had = {player: dict.fromkeys(self.seats, 0) for player in self.players}
        for match in self.matches.values():
            for seat, player in match["seats"].items():
                had[player][seat] += 1
        return had


def require(holds: bool, what: str) -> None:
    """Raise if something does not hold."""
    if not holds:
        raise Wrong(what)


# --- Points and standings (§6) ------------------------------------------------------------------------------


def points(t: Tournament, match: Entry, player: str) -> int:
    """The points of a player for a match."""
    is_table = len(t.seats) > 2
    if len(match["players"]) == 1:
        asked = bool(match.get("asked"))
        if is_table:
            return average(t, match["round"]) // (2 if asked else 1)
        return t.legs() * t.kind("half_bye" if asked else "bye")
    result = match["result"]
    if result is None:
        return 0
    if t.rule("scoring", "won") != "won":
        return of_table(t, match, player)
    won, has_won = result["won"], player in result["won"]
    if result.get("drawn"):
        return t.kind("draw")
    if not won:
        return t.kind("nobody")
    if len(won) > 1:
        return t.kind("shared" if has_won else "loss")
    if result["how"] in ("surrender", "forfeit"):
        return t.kind(f"{result['how']}_{'win' if has_won else 'loss'}")
    levels = t.rule("levels", {})
    if result.get("level") in levels:
        return int(levels[result["level"]][0 if has_won else 1])
    return t.kind("win" if has_won else "loss")


def signed_margin(t: Tournament, result: Entry, player: str) -> int:
    """The margin of a player in a game, up to the largest that counts; a loser's is below 0."""
    if not result["won"]:
        return 0
    size = int(result.get("margin", 0))
    size = min(size, int(t.rule("margin", 0)) or size)
    return size if player in result["won"] else -size


def average(t: Tournament, round: int) -> int:
    """The average points at the tables of a round, rounded down."""
    games = [m for m in t.matches.values() if m["round"] == round and m["result"] is not None]
    got = [points(t, match, player) for match in games for player in match["players"]]
    return sum(got) // len(got) if got else 0


def of_table(t: Tournament, match: Entry, player: str) -> int:
    """The points of a player at a table that counts places, shares or the game's own points."""
    result, players = match["result"], match["players"]
    own = {p: max(0, int(result.get("points", {}).get(p, 0))) for p in players}
    scoring, total = t.rules["scoring"], sum(own.values())
    if scoring == "own":
        return own[player]
    if scoring == "share" and total:
        return 100 * own[player] // total
    place = result.get("ranks", {})
    if set(place) != set(players):
        won = players if result.get("drawn") or not result["won"] else result["won"]
        place = {p: 1 if p in won else 1 + len(won) for p in players}
    worth = ([100] if scoring == "share" else list(t.rule("places", []))) + [0] * len(players)
    at, peers = place[player], list(place.values()).count(place[player])
    return int(sum(worth[at - 1 : at - 1 + peers])) // peers


class Count:
    """Points and tie-breaks, of one stage or of the whole tournament."""

    def __init__(self, t: Tournament, stage: str | None = None) -> None:
        self.t = t
        self.of: dict[str, list[Entry]] = {player: [] for player in t.players}
        for match in t.matches.values():
            if (match["result"] is not None or len(match["players"]) == 1) and stage in (
                None,
                match["stage"],
            ):
                for player in match["players"]:
                    self.of[player].append(match)
        self.points = {p: sum(points(t, m, p) for m in of) for p, of in self.of.items()}
        staged = [m for m in t.matches.values() if m["stage"] not in STAGES and stage in (None, m["stage"])]
        self.seen = {p: {m["round"] for m in staged if p in m["players"]} for p in t.players}
        self.rounds = max([match["round"] for match in staged], default=0)
        self.each = t.legs() * (len(t.seats) - 1)
        self.bracket = bracket_games(t)
        self.drawn = t.closing.order(t.players) if t.closing else list(t.players)

    def ranked(self, group: list[str], keys: Sequence[str]) -> list[str]:
        """A group by the first key; those who are equal in it among themselves by the rest."""
        if len(group) < 2 or not keys:
            return group
        value = {player: self.value(keys[0], player, group) for player in group}
        found: list[str] = []
        for one in sorted(set(value.values()), reverse=True):
            found += self.ranked([player for player in group if value[player] == one], keys[1:])
        return found

    def value(self, key: str, player: str, group: Sequence[str]) -> int:
        """The value of a key for a player among a group."""
        require(hasattr(self, key), f"no tie-break {key}")
        return int(getattr(self, key)(player, group))

    def results(self, player: str) -> list[Entry]:
        """The results of a player's games."""
        return [match["result"] for match in self.of[player] if match["result"] is not None]

    def all_points(self, player: str, group: Sequence[str]) -> int:
        """All points."""
        return self.points[player]

    def lot(self, player: str, group: Sequence[str]) -> int:
        """The place in the lot that closed the list."""
        return -self.drawn.index(player)

    def wins(self, player: str, group: Sequence[str]) -> int:
        """Games won, and byes that count as much."""
        byes = sum(self.t.legs() for match in self.byes(player) if self.worth(match) == 2)
        return byes + sum(player in result["won"] for result in self.results(player))

    def byes(self, player: str) -> list[Entry]:
        """The byes of a player."""
        return [match for match in self.of[player] if len(match["players"]) == 1]

    def worth(self, bye: Entry) -> int:
        """2 for a bye that counts as a win, 1 as a draw (so at tables), 0 as less."""
        if len(self.t.seats) > 2:
            return 1
        got = self.t.kind("half_bye" if bye.get("asked") else "bye")
        return 2 if got >= self.t.kind("win") else int(got >= self.t.kind("draw") > 0)

    def adjusted(self, player: str) -> int:
        """The points of an opponent, each round after they left drawn (at tables the average)."""
        if not self.t.players[player]["out"] or self.t.rules["format"] == "ladder":
            return self.points[player]
        rounds = range(max(self.seen[player], default=0) + 1, self.rounds + 1)
        if len(self.t.seats) > 2:
            return self.points[player] + sum(average(self.t, n) for n in rounds)
        return self.points[player] + len(rounds) * self.t.legs() * self.t.kind("draw")

    def own(self, player: str, group: Sequence[str]) -> int:
        """The game's own points, at tables."""
        return sum(int(result.get("points", {}).get(player, 0)) for result in self.results(player))

    def hours(self, player: str, group: Sequence[str]) -> int:
        """Hours used, the fewer the better."""
        return -sum(int(result.get("hours", {}).get(player, 0)) for result in self.results(player))

    def late(self, player: str, group: Sequence[str]) -> int:
        """Full hours beyond deadlines in each game, the fewer the better."""
        return -sum(int(match["late"].get(player, 0)) // 3600 for match in self.of[player])

    def margin(self, player: str, group: Sequence[str]) -> int:
        """Margins, each up to the largest that counts."""
        return sum(signed_margin(self.t, result, player) for result in self.results(player))

    def ranks(self, player: str, group: Sequence[str]) -> int:
        """The players that one was ranked before, in all games."""
        total = 0
        for result in self.results(player):
            places = result.get("ranks", {})
            own = int(places.get(player, len(places)))
            total += sum(int(place) > own for place in places.values())
        return total

    def head_to_head(self, player: str, group: Sequence[str]) -> int:
        """The number of those in the group whom one is ahead of by the games among it (§6)."""
        got, missing = {}, {}
        for one in group:
            games = [m for m in self.of[one] if len(set(group) & set(m["players"])) > 1]
            got[one] = sum(points(self.t, match, one) for match in games)
            met = {other for match in games for other in match["players"]} | {one}
            missing[one] = self.t.legs() * len(set(group) - met)
        if not any(missing.values()):
            return sum(got[player] > other for other in got.values())
        least, most = self.t.bounds()
        left = list(group)
        while left:
            for one in left:
                rest = [other for other in left if other != one]
                low = got[one] + least * missing[one]
                if all(low > got[other] + most * missing[other] for other in rest):
                    break
            else:
                return 0
            left = rest
            if one == player:
                return len(left)
        return 0

    def opponents(self, player: str) -> list[int]:
        """The points of everybody met; who meets nobody in a round has opponents with as many as oneself."""
        met = [self.adjusted(p) for match in self.of[player] for p in match["players"] if p != player]
        idle = len(self.byes(player))
        if self.t.rules["format"] == "swiss":
            idle += self.rounds - len(self.seen[player])
        return sorted(met + [self.points[player]] * idle * self.each)

    def buchholz(self, player: str, group: Sequence[str]) -> int:
        """The points of all opponents."""
        return sum(self.opponents(player))

    def buchholz_cut(self, player: str, group: Sequence[str]) -> int:
        """Return the points of all opponents but the weakest."""
        return sum(self.opponents(player)[1:])

    def sonneborn_berger(self, player: str, group: Sequence[str]) -> int:
        """Return twice the points of beaten opponents, and once the points of those drawn with."""
        total = sum(self.worth(bye) for bye in self.byes(player)) * self.points[player] * self.each
        for match in self.of[player]:
            mine = points(self.t, match, player)
            for other in match["players"]:
                got = points(self.t, match, other)
                if other != player and mine >= got:
                    total += self.adjusted(other) * (2 if mine > got else 1)
        return total

    def reached(self, player: str, group: Sequence[str]) -> int:
        """The furthest that the player has come in an elimination."""
        games = [match for match in self.of[player] if match["stage"] in STAGES]
        return max([self.came(match, player) for match in games], default=0)

    def came(self, match: Entry, player: str) -> int:
        """The value of a match of an elimination for a player, more in each round."""
        won = ahead(self.t, self.bracket[frozenset(match["players"])]) == player
        return 4 * int(match["round"]) + STAGES[match["stage"]] + int(won)


def order(t: Tournament, players: Iterable[str], stage: str | None = None) -> list[str]:
    """Players by their standing, in one stage or in all."""
    keys = ["all_points", *t.rule("tie_breaks", [])]
    return Count(t, stage).ranked(list(players), keys if stage is not None else ["reached", *keys])


def standings(t: Tournament) -> list[tuple[str, int]]:
    """The players in their order, with their points."""
    count = Count(t)
    ranked = order(t, t.players)
    if t.rules["format"] == "ladder" and t.state != "entries":
        ranked = [*t.ladder, *(player for player in t.players if player not in t.ladder)]
    return [(player, count.points[player]) for player in ranked]


# --- Pairings (§4, §5) --------------------------------------------------------------------------------------


class Group(NamedTuple):
    """Players who meet; the stage; true if the format has fixed the sides; 1 for a bye that was asked for."""

    players: list[str]
    stage: str = ""
    scheduled: bool = False
    asked: int = 0


def circle_rounds(players: int) -> int:
    """Return the rounds in which a number of players meet once."""
    return players - 1 + players % 2


def circle(players: Sequence[str], round: int) -> list[list[str]]:
    """One round of the circle (§4.1)."""
    size = len(players) + len(players) % 2
    moving = [(place + round - 1) % (size - 1) for place in range(size - 1)]
    met, byes = [], []
    for a, b in [(size - 1, moving[0])] + [(moving[i], moving[-i]) for i in range(1, size // 2)]:
        low, high = min(a, b), max(a, b)
        if high == len(players):
            byes.append([players[low]])
        else:
            met.append([players[low], players[high]] if (low + high) % 2 else [players[high], players[low]])
    return met + byes


def round_robin(t: Tournament, lot: Lot) -> list[Group]:
    """The next round of the circle."""
    players = t.seeded()
    once = circle_rounds(len(players))
    pairs = circle(players, t.round % once + 1)
    return [Group(pair[::-1] if t.round >= once else pair, "", True) for pair in present(t, pairs)]


def present(t: Tournament, groups: Iterable[Sequence[str]]) -> list[list[str]]:
    """Return the groups without those who have left."""
    left = [[player for player in group if t.plays(player)] for group in groups]
    return [group for group in left if group]


def pool_names(t: Tournament) -> dict[str, list[str]]:
    """The pools (§4.4)."""
    players = t.seeded()
    count = max(1, -(-len(players) // t.rule("pool", 4)))
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    names = [letters[i] if i < 26 else letters[i // 26 - 1] + letters[i % 26] for i in range(count)]
    dealt: dict[str, list[str]] = {name: [] for name in names}
    for i, player in enumerate(players):
        lap, place = divmod(i, count)
        dealt[names[count - 1 - place if lap % 2 else place]].append(player)
    return dealt


def pools(t: Tournament, lot: Lot) -> list[Group]:
    """The next round of all pools, or of the elimination behind them."""
    dealt = pool_names(t)
    if t.round < max(circle_rounds(len(players)) for players in dealt.values()):
        return [
            Group(pair, name, True)
            for name, players in dealt.items()
            if t.round < circle_rounds(len(players))
            for pair in present(t, circle(players, t.round + 1))
        ]
    advance = t.rule("advance", 2)
    places = [order(t, players, name)[:advance] for name, players in dealt.items()]
    seeds: list[str] = []
    for place in range(advance):
        row = [ranked[place] for ranked in places if place < len(ranked)]
        seeds += row[::-1] if place % 2 else row
    return knockout(t, seeds)


def elimination(t: Tournament, lot: Lot) -> list[Group]:
    """The next round of the bracket."""
    return knockout(t, t.seeded())


def knockout(t: Tournament, seeds: Sequence[str]) -> list[Group]:
    """The next round of a bracket (§4.3)."""
    size = 1 << max(len(seeds) - 1, 0).bit_length()
    places = [0]
    while len(places) < size:
        places = [place for one in places for place in (one, 2 * len(places) - 1 - one)]
    alive = [seeds[place] if place < len(seeds) else "" for place in places]
    played = bracket_games(t)
    beaten: list[str] = []
    rounds = len({m["round"] for games in played.values() for m in games})
    for _ in range(rounds):
        pairs = list(zip(alive[::2], alive[1::2], strict=False))
        alive = [winner(t, played, pair) for pair in pairs]
        beaten = [([p for p in pair if p != won] or [""])[0] for pair, won in zip(pairs, alive, strict=False)]
    stage = "final" if len(alive) == 2 else "knockout"
    groups = present(t, [[p for p in pair if p] for pair in zip(alive[::2], alive[1::2], strict=False)])
    made = [Group(group, stage) for group in groups]
    losers = [player for player in beaten if player and t.plays(player)]
    if stage == "final" and rounds and t.rule("third", 1) and len(losers) == 2:
        made.append(Group(losers, "third"))
    return made


def bracket_games(t: Tournament) -> dict[Any, list[Entry]]:
    """The games of an elimination by those who meet: one, or two at once."""
    found: dict[Any, list[Entry]] = {}
    for match in t.matches.values():
        if match["stage"] in STAGES:
            found.setdefault(frozenset(match["players"]), []).append(match)
    return found


def winner(t: Tournament, played: dict[Any, list[Entry]], pair: tuple[str, str]) -> str:
    """Return the player of a pair who goes on."""
    here = [player for player in pair if player]
    if len(here) < 2:
        return here[0] if here else ""
    games = played.get(frozenset(pair))
    if games is None:
        alone = [player for player in here if frozenset((player,)) in played]
        return alone[0] if alone else ""
    return ahead(t, games)


def ahead(t: Tournament, games: Sequence[Entry]) -> str:
    """The player who has won more of the games of a pair, then has more points, then margins; else by lot."""
    players = games[0]["players"]
    if len(players) == 1:
        return str(players[0])
    if any(match["result"] is None for match in games):
        return ""

    def got(player: str) -> tuple[int, int, int]:
        wins = sum(player in match["result"]["won"] for match in games)
        margins = sum(signed_margin(t, match["result"], player) for match in games)
        return wins, sum(points(t, match, player) for match in games), margins

    low, high = sorted(players, key=got)
    if got(low) != got(high):
        return str(high)
    require(t.closing is not None, "the list is not closed")
    return str(t.closing.choice("advance " + games[0]["id"], sorted(players))) if t.closing else ""


def meetings(t: Tournament) -> dict[Any, int]:
    """The number of games of each two players."""
    met: dict[Any, int] = {}
    for match in t.matches.values():
        for pair in combinations(match["players"], 2):
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    return met


def swiss_costs(t: Tournament, lot: Lot) -> Costs:
    """The cost of every pair of a Swiss round (§4.2); "" is the opponent of the bye."""
    players = [p for p in t.here() if not t.players[p]["filler"]]
    for p in t.here():
        if t.players[p]["filler"] and len(players) % 2:
            players.append(p)
    count, had, met = Count(t).points, t.history(), meetings(t)
    byes = drawn_byes(t)
    even = t.rule("sides", "lot") in ("lot", "fixed")
    possible = t.round * t.legs() * t.bounds()[1]
    is_last = t.round + 1 == t.rule("rounds", 1)
    free = [p for p in players if is_last and 2 * count[p] > possible]
    ranked: list[str] = []
    if t.round == 0 and t.rule("seeding", "lot") == "rating":
        ranked = [p for p in t.seeded() if p in players]
    costs: Costs = {}
    for a, b in combinations(sorted(players), 2):
        first, second = t.seats
        ways = []
        for x, y in ((a, b), (b, a)):
            after = (had[x][first] + 1 - had[x][second], had[y][first] - 1 - had[y][second])
            ways.append((sum(max(0, abs(d) - 2) ** 2 for d in after), sum(d * d for d in after)))
        far, sides = min(ways) if even else (0, 0)
        far = 0 if a in free and b in free else far
        apart = (abs(ranked.index(a) - ranked.index(b)) - len(players) // 2) ** 2 if ranked else 0
        digits = (met.get(frozenset((a, b)), 0) ** 2, far, 0, (count[a] - count[b]) ** 2, sides, apart)
        costs[a, b] = number(digits, lot.between(a, b))
    if len(players) % 2:
        least = min(count[player] for player in players)
        for a in players:
            apart = (len(players) - 1 - ranked.index(a)) ** 2 if ranked else 0
            digits = (byes.count(a) ** 2, 0, count[a] - least, 0, 0, apart)
            costs[a, ""] = number(digits, lot.between(a, ""))
    return costs


def drawn_byes(t: Tournament) -> list[str]:
    """The player of every bye that nobody had asked for."""
    return [m["players"][0] for m in t.matches.values() if len(m["players"]) == 1 and not m.get("asked")]


def number(digits: Sequence[int], last: int) -> int:
    """The digits of a cost as one number."""
    total = 0
    for digit in digits:
        total = (total << 48) + digit
    return (total << 76) + last


def swiss(t: Tournament, lot: Lot) -> list[Group]:
    """The cheapest pairing of a Swiss round; after the last one a round of the final."""
    if t.round >= t.rule("rounds", 1):
        stayed = [
            p for p, one in t.players.items() if not one["out"] or one["gone"] > t.rule("rounds", 1) + 1
        ]
        final = t.rule("final", 0)
        return knockout(t, order(t, stayed, "")[:final]) if final else []
    costs = {pair: cost for pair, cost in swiss_costs(t, lot).items() if frozenset(pair) not in t.judged}
    place = {player: i for i, (player, _) in enumerate(standings(t))}
    pairs = [sorted((p for p in pair if p), key=lambda p: place[p]) for pair in cheapest(costs)]
    pairs.sort(key=lambda pair: (len(pair) == 1, place[pair[0]]))
    return [Group(pair) for pair in pairs] + asked_byes(t)


def asked_byes(t: Tournament) -> list[Group]:
    """The byes of the next round that were asked for."""
    return [Group([player], asked=1) for player in t.here(asked=True)]


def tables(t: Tournament, lot: Lot) -> list[Group]:
    """Tables of three or four (§4.5)."""
    size = len(t.seats)
    players = t.here()
    count, met = Count(t).points, meetings(t)
    drawn = {player: i for i, player in enumerate(lot.order(players))}
    byes = drawn_byes(t)
    out = sorted(players, key=lambda p: (byes.count(p), count[p], drawn[p]))[: len(players) % size]
    seated = sorted((p for p in players if p not in out), key=lambda p: (-count[p], drawn[p]))
    placed = [seated[i : i + size] for i in range(0, len(seated), size)]

    def cost(table: Sequence[str]) -> int:
        pairs = list(combinations(table, 2))
        return sum((met.get(frozenset(p), 0) ** 2 << 24) + (count[p[0]] - count[p[1]]) ** 2 for p in pairs)

    def exchange() -> bool:
        for one, other in combinations(placed, 2):
            now = cost(one) + cost(other)
            for i in range(size):
                for j in range(size):
                    one[i], other[j] = other[j], one[i]
                    if cost(one) + cost(other) < now:
                        return True
                    one[i], other[j] = other[j], one[i]
        return False

    while exchange():
        pass
    return [Group(table) for table in placed] + [Group([player]) for player in out] + asked_byes(t)


FORMATS = {"round_robin": round_robin, "swiss": swiss, "elimination": elimination, "pools": pools}


def matches(t: Tournament, lot: Lot, groups: Sequence[Group]) -> list[Entry]:
    """The matches of groups, with the sides that the rules give at once (§5)."""
    made, sides = [], t.rule("sides", "lot")
    for i, group in enumerate(groups, start=1):
        id, players = f"{t.round + 1}.{i}", group.players
        match = {"id": id, "round": t.round + 1, "players": players, "stage": group.stage, "seats": {}}
        if group.asked:
            match["asked"] = 1
        made.append(match)
        if len(players) == 1 or sides in ("choice", "bid"):
            continue
        match["seats"] = dict(zip(t.seats, players, strict=False))
        if sides == "both":
            made.append(dict(match, id=id + "b", seats=dict(zip(t.seats, players[::-1], strict=False))))
        elif sides == "lot" and not group.scheduled:
            had = t.history()
            ways = list(permutations(sorted(players)))
            worth = [sum(2 * had[p][s] + 1 for s, p in zip(t.seats, way, strict=False)) for way in ways]
            best = [way for way, value in zip(ways, worth, strict=False) if value == min(worth)]
            match["seats"] = dict(zip(t.seats, lot.choice(f"sides {id}", best), strict=False))
    return made


# --- The cheapest pairing: primal-dual, with blossoms -------------------------------------------------------


def cheapest(costs: Costs) -> list[tuple[str, str]]:
    """The perfect matching that costs least; [] if there is none."""
    names = sorted({player for pair in costs for player in pair})
    place = {player: i + 1 for i, player in enumerate(names)}
    most = (max(costs.values()) + 1) * (len(names) + 1) if costs else 1
    graph = Matching(len(names))
    for (a, b), cost in costs.items():
        graph.weigh(place[a], place[b], most - cost)
    mate = graph.solve()
    pairs = [(names[i - 1], names[mate[i] - 1]) for i in range(1, len(names) + 1) if 0 < i < mate[i]]
    return pairs if 2 * len(pairs) == len(names) else []


class Matching:
    """The matching of most weight in a general graph, in time of the third power of its nodes.

    Nodes are numbered from 1, blossoms behind them; 0 is nobody. `top` is the outermost blossom of a node,
    `label` a node's dual value, `state` -1 for free, 0 for an even node of the forest, 1 for an odd one.
    """

    def __init__(self, n: int) -> None:
        self.n, self.used = n, n
        size = self.size = n + n // 2 + 2
        self.ends = [[(i, j) for j in range(size)] for i in range(size)]
        self.weight = [[0] * size for _ in range(size)]
        self.label, self.mate, self.slack = [0] * size, [0] * size, [0] * size
        self.top, self.parent, self.state = list(range(size)), [0] * size, [-1] * size
        self.within = [[0] * (n + 1) for _ in range(size)]
        self.ring: list[list[int]] = [[] for _ in range(size)]
        self.queue: list[int] = []

    def weigh(self, a: int, b: int, weight: int) -> None:
        """Give an edge its weight, above 0."""
        self.weight[a][b] = self.weight[b][a] = 2 * weight

    def rest(self, a: int, b: int) -> int:
        """The slack of an edge, named by the two places of the table; 0 if it is tight."""
        x, y = self.ends[a][b]
        return self.label[x] + self.label[y] - self.weight[x][y]

    def has(self, a: int, b: int) -> bool:
        """Return true if there is an edge between two nodes or blossoms."""
        x, y = self.ends[a][b]
        return self.weight[x][y] > 0

    def look(self, u: int, x: int) -> None:
        """Keep u as the nearest even node of x if it is."""
        if not self.slack[x] or self.rest(u, x) < self.rest(self.slack[x], x):
            self.slack[x] = u

    def look_again(self, x: int) -> None:
        """Find the nearest even node of x anew."""
        self.slack[x] = 0
        for u in range(1, self.n + 1):
            if self.has(u, x) and self.top[u] != x and self.state[self.top[u]] == 0:
                self.look(u, x)

    def push(self, x: int) -> None:
        """Queue the nodes of x."""
        if x <= self.n:
            self.queue.append(x)
        else:
            for one in self.ring[x]:
                self.push(one)

    def enclose(self, x: int, b: int) -> None:
        """Make b the outermost blossom of x."""
        self.top[x] = b
        if x > self.n:
            for one in self.ring[x]:
                self.enclose(one, b)

    def even_way(self, b: int, x: int) -> int:
        """Turn the ring of b so that the way from its base to x is even; give its length."""
        ring = self.ring[b]
        at = ring.index(x)
        if at % 2:
            self.ring[b] = ring[:1] + ring[:0:-1]
            return len(ring) - at
        return at

    def match(self, a: int, b: int) -> None:
        """Match a with b, within blossoms too."""
        x, y = self.ends[a][b]
        self.mate[a] = y
        if a > self.n:
            inner = self.within[a][x]
            length = self.even_way(a, inner)
            for i in range(length):
                self.match(self.ring[a][i], self.ring[a][i ^ 1])
            self.match(inner, b)
            self.ring[a] = self.ring[a][length:] + self.ring[a][:length]

    def augment(self, a: int, b: int) -> None:
        """Exchange matched and free edges from a back to its root, beginning with the edge to b."""
        while True:
            after = self.top[self.mate[a]]
            self.match(a, b)
            if not after:
                return
            up = self.top[self.parent[after]]
            self.match(after, up)
            a, b = up, after

    def meeting(self, a: int, b: int) -> int:
        """The node at which the ways of a and b to their roots meet; 0 if they are in different trees."""
        seen: set[int] = set()
        while a or b:
            if a:
                if a in seen:
                    return a
                seen.add(a)
                a = self.top[self.mate[a]]
                a = self.top[self.parent[a]] if a else 0
            a, b = b, a
        return 0

    def shrink(self, a: int, base: int, b: int) -> None:
        """Make one blossom of the ring that the edge from a to b closes."""
        new = self.n + 1
        while new <= self.used and self.top[new]:
            new += 1
        self.used = max(self.used, new)
        self.label[new], self.state[new] = 0, 0
        self.mate[new] = self.mate[base]
        ring = [base]
        for start, turn in ((a, True), (b, False)):
            x = start
            while x != base:
                mate = self.top[self.mate[x]]
                ring += [x, mate]
                self.push(mate)
                x = self.top[self.parent[mate]]
            if turn:
                ring = ring[:1] + ring[:0:-1]
        self.ring[new] = ring
        self.enclose(new, new)
        for x in range(1, self.used + 1):
            self.weight[new][x] = self.weight[x][new] = 0
        self.within[new] = [0] * (self.n + 1)
        for one in ring:
            for x in range(1, self.used + 1):
                if not self.weight[new][x] or self.rest(one, x) < self.rest(new, x):
                    self.ends[new][x], self.ends[x][new] = self.ends[one][x], self.ends[x][one]
                    self.weight[new][x], self.weight[x][new] = self.weight[one][x], self.weight[x][one]
            for x in range(1, self.n + 1):
                if (one <= self.n and one == x) or (one > self.n and self.within[one][x]):
                    self.within[new][x] = one
        self.look_again(new)

    def expand(self, b: int) -> None:
        """Dissolve an odd blossom whose dual value is 0."""
        for one in self.ring[b]:
            self.enclose(one, one)
        inner = self.within[b][self.ends[b][self.parent[b]][0]]
        length = self.even_way(b, inner)
        ring = self.ring[b]
        for i in range(0, length, 2):
            odd, even = ring[i], ring[i + 1]
            self.parent[odd] = self.ends[even][odd][0]
            self.state[odd], self.state[even] = 1, 0
            self.slack[odd] = 0
            self.look_again(even)
            self.push(even)
        self.state[inner], self.parent[inner] = 1, self.parent[b]
        for one in ring[length + 1 :]:
            self.state[one] = -1
            self.look_again(one)
        self.top[b] = 0

    def found(self, a: int, b: int) -> bool:
        """Take a tight edge between two nodes into the forest; true if it gave a longer matching."""
        x, y = self.top[a], self.top[b]
        if self.state[y] == -1:
            self.parent[y], self.state[y] = a, 1
            after = self.top[self.mate[y]]
            self.slack[y] = self.slack[after] = 0
            self.state[after] = 0
            self.push(after)
        elif self.state[y] == 0:
            base = self.meeting(x, y)
            if not base:
                self.augment_edge(a, b)
                return True
            self.shrink(x, base, y) if x != y else None
        return False

    def augment_edge(self, a: int, b: int) -> None:
        """Match both ends of a tight edge that joins two trees."""
        self.augment(self.top[a], self.top[b])
        self.augment(self.top[b], self.top[a])

    def phase(self) -> bool:
        """Lengthen the matching by one pair; false if it is as good as can be."""
        everything = range(1, self.used + 1)
        self.queue = []
        for x in everything:
            self.state[x], self.slack[x] = -1, 0
        for x in everything:
            if self.top[x] == x and not self.mate[x]:
                self.parent[x], self.state[x] = 0, 0
                self.push(x)
        if not self.queue:
            return False
        while not self.grow():
            if not self.adjust():
                return False
            if self.join():
                return True
            for b in range(self.n + 1, self.used + 1):
                if self.top[b] == b and self.state[b] == 1 and self.label[b] == 0:
                    self.expand(b)
        return True

    def grow(self) -> bool:
        """Take all tight edges of queued nodes; true if one gave a longer matching."""
        while self.queue:
            a = self.queue.pop(0)
            if self.state[self.top[a]] == 1:
                continue
            for b in range(1, self.n + 1):
                if self.weight[a][b] == 0 or self.top[a] == self.top[b]:
                    continue
                if self.rest(a, b):
                    self.look(a, self.top[b])
                elif self.found(a, b):
                    return True
        return False

    def join(self) -> bool:
        """Take the edges that have become tight; true if one gave a longer matching."""
        for x in range(1, self.used + 1):
            near = self.slack[x]
            is_apart = self.top[x] == x and near and self.top[near] != x
            if is_apart and self.rest(near, x) == 0 and self.found(*self.ends[near][x]):
                return True
        return False

    def adjust(self) -> bool:
        """Change the dual values until an edge becomes tight or a blossom dissolves; false at the end."""
        steps = [
            self.label[b] // 2
            for b in range(self.n + 1, self.used + 1)
            if self.top[b] == b and self.state[b] == 1
        ]
        for x in range(1, self.used + 1):
            if self.top[x] == x and self.slack[x]:
                rest = self.rest(self.slack[x], x)
                if self.state[x] == -1:
                    steps.append(rest)
                elif self.state[x] == 0:
                    steps.append(rest // 2)
        if not steps:
            return False
        step = min(steps)
        for u in range(1, self.n + 1):
            state = self.state[self.top[u]]
            if state == 0:
                if self.label[u] <= step:
                    return False
                self.label[u] -= step
            elif state == 1:
                self.label[u] += step
        for b in range(self.n + 1, self.used + 1):
            if self.top[b] == b and self.state[b] in (0, 1):
                self.label[b] += 2 * step if self.state[b] == 0 else -2 * step
        return True

    def solve(self) -> list[int]:
        """The mates of all nodes, 0 for none."""
        most = max((max(row) for row in self.weight), default=0)
        for u in range(1, self.n + 1):
            self.label[u] = most // 2
            self.within[u][u] = u
        for x in range(self.n + 1, self.size):
            self.top[x] = 0
        while self.phase():
            pass
        return self.mate[: self.n + 1]


# --- Reading a log ------------------------------------------------------------------------------------------


def enter(t: Tournament, e: Entry) -> None:
    """Enter a player."""
    require(e["player"] == f"p{len(t.players) + 1}", "players are not numbered in order")
    t.players[e["player"]] = {
        "salt": e["salt"],
        "filler": e["filler"],
        "since": t.round + 1,
        "seed": 0,
        "asked": [],
        "out": "",
        "gone": 0,
    }
    if t.rules["format"] == "ladder" and t.state == "playing":
        t.ladder.append(e["player"])


def withdraw(t: Tournament, e: Entry) -> None:
    """Mark that a player leaves."""
    t.players[e["player"]].update(out=e["why"], gone=t.round + 1)
    t.ladder = [player for player in t.ladder if player != e["player"]]


def come_back(t: Tournament, e: Entry) -> None:
    """Mark that a player comes back."""
    t.players[e["player"]].update(out="", gone=0)
    if t.rules["format"] == "ladder":
        t.ladder.append(e["player"])


def sit_out(t: Tournament, e: Entry) -> None:
    """Note that a player asks to sit out a round, or does not after all."""
    one = t.players[e["player"]]
    require(e["round"] > t.round, "a round that is paired is sat out")
    one["asked"] = [n for n in one["asked"] if n != e["round"]] + ([e["round"]] if e["out"] else [])
    require(
        len(one["asked"]) <= t.rule("half_byes", 0),
        f"{e['player']} sits out more rounds than the card allows",
    )


def close(t: Tournament, e: Entry) -> None:
    """Close the list, and seed the players by lot."""
    lot = t.lot(e)
    drawn = lot.order(t.players)
    if t.rule("seeding", "lot") == "rating":
        drawn.sort(key=lambda player: -e["ratings"].get(player, 0))
        t.notes.append(
            "the seeding is that of the ratings in the entry; that they are right cannot be verified"
        )
    if e.get("apart") and t.rules["format"] in ("elimination", "pools"):
        require(sorted(e["seeding"]) == sorted(drawn), "the seeding is not of those who have entered")
        t.notes.append(
            f"{e['apart']} pairs were kept apart because one has blocked the other; "
            "it cannot be verified that the seeding differs from the lot for that alone"
        )
    else:
        require(e["seeding"] == drawn, "the seeding is not that of the lot")
    t.state, t.closing = "playing", lot
    for i, player in enumerate(e["seeding"], start=1):
        t.players[player]["seed"] = i
    if t.rules["format"] == "ladder":
        t.ladder = list(e["seeding"])


def new_round(t: Tournament, e: Entry) -> None:
    """Pair a round."""
    require(e["round"] == t.round + 1, "rounds do not follow one another")
    lot = t.lot(e)
    pair = tables if len(t.seats) > 2 else FORMATS[t.rules["format"]]
    due = by_hand(t, lot, e) if "by" in e else matches(t, lot, pair(t, lot))
    if e.get("apart") and (len(t.seats) > 2 or t.rules["format"] == "swiss"):
        paired, all_ = (sorted(p for one in of for p in one["players"]) for of in (e["matches"], due))
        require(paired == all_ or not due, f"round {e['round']} leaves out players, or pairs them twice")
        t.notes.append(
            f"round {e['round']}: {e['apart']} pairs were kept apart because one has blocked the other; "
            "it cannot be verified that this pairing is the cheapest of those left"
        )
    else:
        require(e["matches"] == due, f"round {e['round']} is not paired as the rules and the lot say")
    t.round = e["round"]
    for match in e["matches"]:
        t.matches[match["id"]] = dict(match, result=None, bids={}, bidding=1, late={})


def by_hand(t: Tournament, lot: Lot, e: Entry) -> list[Entry]:
    """The matches of the pairs that the director has set; the sides are those that the rules give."""
    t.notes.append(f"round {e['round']} was paired by the director: {e['why']}")
    firsts = [match for match in e["matches"] if not match["id"].endswith("b")]
    named = sorted(player for match in firsts for player in match["players"])
    due = [p for p in t.here() + t.here(asked=True) if not t.players[p]["filler"] or p in named]
    require(named == sorted(due), f"round {e['round']} leaves out players, or pairs them twice")
    is_swiss = t.rules["format"] == "swiss" and t.round < t.rule("rounds", 1)
    require(is_swiss, "the director pairs Swiss rounds alone")
    sizes = {len(match["players"]) for match in firsts}
    require(sizes <= {1, len(t.seats)}, f"round {e['round']} has games of another size")
    given = [Group(match["players"]) for match in firsts if not match.get("asked")]
    return matches(t, lot, given + asked_byes(t))


def challenge(t: Tournament, e: Entry) -> None:
    """Record a challenge on a ladder."""
    lot, (challenger, other) = t.lot(e), e["match"]["players"]
    busy = {
        p for m in t.matches.values() if m["result"] is None and len(m["players"]) > 1 for p in m["players"]
    }
    distance = t.ladder.index(challenger) - t.ladder.index(other)
    require(0 < distance <= t.rule("reach", 2), f"{other} is out of reach of {challenger}")
    require(not {challenger, other} & busy, "one who has an open game is challenged")
    require(
        [e["match"]] == matches(t, lot, [Group([challenger, other])]), "the sides are not those of the lot"
    )
    t.round += 1
    t.matches[e["match"]["id"]] = dict(e["match"], result=None, bids={}, bidding=1, late={})


def sides(t: Tournament, e: Entry) -> None:
    """Record the side that the higher seed chooses."""
    match = t.matches[e["game"]]
    higher = min(match["players"], key=lambda player: t.players[player]["seed"] or 10**9)
    require(t.rule("sides", "lot") != "choice" or e["by"] in (higher, "clock"), "the lower seed has chosen")
    match["seats"] = e["seats"]


def bid(t: Tournament, e: Entry) -> None:
    """Record a sealed bid."""
    t.matches[e["game"]]["bids"][e["player"]] = e["c"]


def open_bids(t: Tournament, e: Entry) -> None:
    """Open both bids."""
    match, game = t.matches[e["game"]], e["game"]
    require(set(e["bids"]) == set(match["players"]), f"game {game}: one of the bids is not opened")
    for player, one in e["bids"].items():
        c = tagged_hash("bid", t.name, game, player, bytes.fromhex(one["nonce"]), one["bid"])
        require(c.hex() == match["bids"].get(player), f"game {game}: {player} has bid something else")
    (a, mine), (b, other) = sorted((player, one["bid"]) for player, one in e["bids"].items())
    wanted = t.rules["bid_for"]
    left = t.seats[1] if wanted == t.seats[0] else t.seats[0]
    if mine != other:
        due = {wanted: a if mine > other else b, left: b if mine > other else a}
    elif match["bidding"] < 3:
        due = {}
    else:
        first = t.lot(e).choice(f"bids {game}", sorted(match["players"]))
        due = {wanted: first, left: b if first == a else a}
    require(e["seats"] == due, f"game {game}: the sides are not those of the bids")
    match["bids"], match["bidding"] = {}, match["bidding"] + 1
    match["seats"] = e["seats"] or match["seats"]


def result(t: Tournament, e: Entry) -> None:
    """Record a result, or its correction."""
    match = t.matches[e["game"]]
    is_first, match["result"] = match["result"] is None, e["result"]
    if t.ladder and is_first and len(match["players"]) == 2:
        challenger, other = match["players"]
        here = challenger in t.ladder and other in t.ladder
        if here and e["result"]["won"] == [challenger] and t.ladder.index(challenger) > t.ladder.index(other):
            t.ladder.remove(challenger)
            t.ladder.insert(t.ladder.index(other), challenger)


def late(t: Tournament, e: Entry) -> None:
    """Record a missed deadline; the hours that count may be fewer than those since then."""
    counted, player = t.matches[e["game"]]["late"], e["player"]
    require(player in t.matches[e["game"]]["players"], f"{player} does not play game {e['game']}")
    require(0 < e["seconds"] <= e["time"] - e["due"], f"game {e['game']}: more time than since the deadline")
    counted[player] = counted.get(player, 0) + e["seconds"]


def panel(t: Tournament, e: Entry) -> None:
    """Appoint judges; they are no longer paired with the players of the game."""
    players = t.matches[e["game"]]["players"]
    t.judged |= {frozenset((judge, p)) for judge in e["judges"] if judge in t.players for p in players}


def finish(t: Tournament, e: Entry) -> None:
    """End the tournament."""
    t.state = "over"


KINDS = {
    "enter": enter, "withdraw": withdraw, "return": come_back, "sit_out": sit_out, "close": close,
    "round": new_round, "challenge": challenge, "sides": sides, "bid": bid, "bids": open_bids,
    "result": result, "late": late, "panel": panel, "finish": finish,
}  # fmt: skip


def verify(lines: Sequence[Entry]) -> Tournament:
    """Check all entries, and give what they make.

    Raises:
        Wrong: for the first thing that is wrong.
    """
    t: Tournament | None = None
    head = ""
    for n, line in enumerate(lines):
        body = {key: value for key, value in line.items() if key != "head"}
        require(body.get("n") == n, f"entry {n} is missing")
        head = tagged_hash("tournament", bytes.fromhex(head), canon(body)).hex()
        require(line.get("head") == head, f"entry {n} was changed")
        if t is None:
            require(body["t"] == "card", "the first entry is no card")
            t = Tournament(body, head)
        elif body["t"] in KINDS:
            try:
                KINDS[body["t"]](t, body)
            except Wrong as wrong:
                raise Wrong(f"entry {n}: {wrong}") from None
    require(t is not None, "there is no entry")
    assert t is not None
    return t


def main(arguments: Sequence[str]) -> int:
    """Check a file and print the standings."""
    try:
        with open(arguments[0], encoding="utf-8") as file:
            export = json.load(file)
        lines, named, printed = export["entries"], export.get("players", {}), export.get("standings")
    except (IndexError, OSError, ValueError, KeyError, TypeError) as error:
        print(f"The file cannot be read: {error}", file=sys.stderr)
        return 2
    try:
        t = verify(lines)
        found = [list(row) for row in standings(t)]
        require(printed is None or printed == found, "the standings are not those of the results")
    except Wrong as wrong:
        print(f"WRONG: {wrong}")
        return 1
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        print(f"WRONG: an entry is not what it should be ({type(error).__name__}: {error})")
        return 1
    print(f"Right: {len(lines)} entries, {t.k} lots, {len(t.matches)} games, {t.round} rounds.")
    for note in t.notes:
        print(f"Note: {note}")
    for place, (player, got) in enumerate(found, start=1):
        print(f"{place:3}. {named.get(player, player)}  {got}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
