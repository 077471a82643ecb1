"""FIDE's Tournament Report File (TRF16, with the extensions of bbpPairings): written for arbiters and their
programs, and read for ratings and pairings (design/tournaments.md §10).

Columns are counted in characters, from 1: number 5-8, name 15-47, rating 49-52, points 81-84, rank 86-89,
and from 92 ten columns for each round: number of the opponent, side, result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from .rules import Rules
from .standings import Row, standings
from .state import Match, Tournament

LONGEST_NAME = 33
_FIRST, _ROUND = 91, 10
_NOBODY = "0000 - "
LONGEST = 2_000_000
"""The characters of the longest file that is read."""


class TrfGame(Struct, frozen=True):
    """One round of a player: the opponent's number, 0 for none; "w", "b" or "-"; the result as the file
    writes it.
    """

    opponent: int
    side: str
    result: str


class TrfPlayer(Struct, frozen=True):
    """One player of a file, with a rating of 0 where there is none."""

    number: int
    name: str
    rating: int
    games: list[TrfGame]


class NotTrf(ValueError):
    """Raised for a text that is no such file; `line` is the number of the line that is not understood, 0 if
    there are no players.
    """

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def is_trf(text: str) -> bool:
    """Return true if a text has players in the form of the file."""
    return any(line.startswith("001 ") for line in text.splitlines())


def read(text: str) -> list[TrfPlayer]:
    """Read the players of a file; other lines are passed over.

    Raises:
        NotTrf: if it has no players, or a line of one is malformed.
    """
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("001 "):
            try:
                found.append(_player(line))
            except ValueError as error:
                raise NotTrf(number) from error
    if not found:
        raise NotTrf(0)
    return found


def _player(line: str) -> TrfPlayer:
    games = []
    for at in range(_FIRST, len(line.rstrip()), _ROUND):
        opponent, side, result = line[at : at + 4].strip(), line[at + 5 : at + 6], line[at + 7 : at + 8]
        games.append(TrfGame(_number(opponent), side.strip() or "-", result.strip()))
    return TrfPlayer(int(line[4:8]), line[14:47].strip(), _number(line[48:52].strip()), games)


def _number(text: str) -> int:
    """Return a number of at most four digits; 0 for blanks."""
    if text and not (text.isascii() and text.isdecimal()):
        raise ValueError(text)
    return int(text or 0)


def can_write(rules: Rules) -> bool:
    """Return true if the file can hold a tournament: rounds of games of two."""
    return rules.table == 2 and rules.format != "ladder"


def write(t: Tournament, title: str, names: Mapping[str, str], ratings: Mapping[str, int]) -> str:
    """Write a tournament; of two games at once the second is a round of its own.

    Args:
        t: the tournament, for which `can_write` is true.
        title: of it.
        names: by player.
        ratings: by player; 0 and others are left empty.
    """
    rows, rules = {row.player: row for row in standings(t)}, t.rules
    rounds = [(round, leg) for round in range(1, t.round + 1) for leg in range(rules.legs)]
    lines = [
        f"012 {_plain(title)}",
        f"062 {len(t.players)}",
        f"XXR {max(rules.rounds, t.round) * rules.legs}",
    ]
    unit = _unit(rules)
    if not unit:
        values = (("BBW", "win"), ("BBD", "draw"), ("BBL", "loss"), ("BBU", "bye"))
        lines += [f"{code} {rules.points(kind):5.1f}" for code, kind in values]
    for player in t.players:
        row = rows[player]
        line = f"001 {int(player[1:]):4}      {_plain(names[player])[:LONGEST_NAME]:33} "
        line += f"{ratings.get(player) or '':>4}"
        line = f"{line:80}{_points(row, unit):>4} {row.place:4}  "
        lines.append((line + "  ".join(_game(t, player, *one) for one in rounds)).rstrip())
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    return " ".join(text.split())


def _unit(rules: Rules) -> int:
    """Return the points that the file writes as 1; 0 if they are not those of 1, ½ and 0."""
    win = rules.points("win")
    is_usual = win == 2 * rules.points("draw") and not rules.points("loss") and not rules.levels
    return win if is_usual else 0


def _points(row: Row, unit: int) -> str:
    points = row.points / (unit or 1)
    return f"{points:.1f}" if points < 100 else f"{points:.0f}"


def _game(t: Tournament, player: str, round: int, leg: int) -> str:
    match = next((one for one in _matches(t, player, round) if one.id.endswith("b") == bool(leg)), None)
    if match is None:
        bye = next((one for one in _matches(t, player, round) if one.is_bye), None)
        return f"{_NOBODY}{'Z' if bye is None else 'H' if bye.asked else 'U'}"
    if match.is_bye:
        return f"{_NOBODY}{'H' if match.asked else 'U'}"
    (other,) = [one for one in match.players if one != player]
    side = "-" if not match.seats else "w" if match.seats[t.rules.seats[0]] == player else "b"
    return f"{int(other[1:]):4} {side} {_result(match, player)}"


def _matches(t: Tournament, player: str, round: int) -> Iterator[Match]:
    return (match for match in t.games(round) if player in match.players)


def _result(match: Match, player: str) -> str:
    """Return "1", "=", "0", with "+" and "-" for a forfeit; a blank while there is no result."""
    result = match.result
    if result is None:
        return " "
    if result.drawn:
        return "="
    has_won = player in result.won
    return ("+" if has_won else "-") if result.how == "forfeit" else ("1" if has_won else "0")
