"""Pictures of a tournament: the bracket of its elimination, and the crosstable."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.language.words import N_
from adjudicator.display.charts import Bracket, Crosstable, Pair
from renderer import can_write, games
from service.text.localizer import Localizer
from service.text.terms import game_title
from service.text.tournament_terms import PLACES, STATES, course
from service.unit_of_work.tournaments.book import Book
from tournaments import pairing
from tournaments.going_on import goes_on, of_bracket
from tournaments.pairing import elimination, pools, swiss
from tournaments.pairing.making import seeded
from tournaments.points import points
from tournaments.state import Tournament

from .drawing import CHART_WIDTH, Drawing, shortened

MOST_PAIRS = 32
"""The games of the first round that a bracket shows; of larger ones it shows the rounds after."""
MOST_ROWS, MOST_COLUMNS = 64, 16
SELF = "·"


def bracket_of(book: Book, t: Localizer, theme: str = "light") -> Drawing | None:
    """Return the bracket; None if the format has none, or it is not paired yet."""
    tournament = book.t
    game = book.context.games[tournament.card["game"]]
    if not games.has_look(game.id):
        return None
    if tournament.rules.format == "elimination" and tournament.state != "entries":
        players = seeded(tournament)
    elif any(match.stage in PLACES for match in tournament.games()):
        is_swiss = tournament.rules.format == "swiss"
        players = swiss.finalists(tournament) if is_swiss else pools.qualified(tournament)
    else:
        return None
    rounds = _rounds(tournament, players)
    while len(rounds[0]) > MOST_PAIRS:
        rounds = rounds[1:]
    titled = tuple((_title(t, len(pairs)), _pairs(book, pairs)) for pairs in rounds)
    third = [match for match in tournament.games() if match.stage == "third"]
    shown = None
    if third and not third[0].is_bye:
        one, other = third[0].players
        (shown,) = _pairs(book, [(one, other, goes_on(tournament, third))])
        shown = Pair(t(PLACES["third"]), shown.names, shown.won)
    alt = _alt(book, t, rounds)
    subtitle = _subtitle(book, t)
    chart = Bracket(game.id, t.language, book.row.title, subtitle, alt, titled, shown)
    return Drawing("bracket", "bracket", shortened(alt), chart=chart, width=CHART_WIDTH, theme=theme)


Paired = tuple[str, str, str]
"""Two players of a bracket, "" where nobody is known, and the one who goes on."""


def _rounds(t: Tournament, players: Sequence[str]) -> list[list[Paired]]:
    """Return all rounds of a bracket; future rounds with the players known so far."""
    played = of_bracket(t)
    alive, found = elimination.bracket(players), list[list[Paired]]()
    is_first = True
    while len(alive) > 1:
        pairs = []
        for a, b in zip(alive[::2], alive[1::2], strict=True):
            games = played.get(frozenset(one for one in (a, b) if one))
            won = goes_on(t, games) if games else ""
            if is_first and not games and bool(a) != bool(b):
                won = a or b
            pairs.append((a, b, won))
        found.append(pairs)
        alive, is_first = [won for _, _, won in pairs], False
    return found


def _title(t: Localizer, games: int) -> str:
    if games == 1:
        return t(PLACES["final"])
    return t(N_("Last {n}"), n=2 * games)


def _pairs(book: Book, pairs: Sequence[Paired]) -> tuple[Pair, ...]:
    made = []
    for a, b, won in pairs:
        names = (_name(book, a) if a else "", _name(book, b) if b else "")
        made.append(Pair("", names, -1 if not won else 0 if won == a else 1))
    return tuple(made)


def _name(book: Book, player: str) -> str:
    """Return the name of a player for a picture: the number alone if no font has a letter of the name."""
    name = str(book.name(player))
    return name if can_write(name) else player


def _alt(book: Book, t: Localizer, rounds: Sequence[Sequence[Paired]]) -> str:
    """Return the alt text: each decided game in words."""
    said = [t(N_("Bracket of {title}."), title=book.name_of_tournament)]
    for pairs in rounds:
        for a, b, won in pairs:
            if a and b and won:
                lost = b if won == a else a
                values = {"who": book.name(won), "other": book.name(lost)}
                said.append(t(N_("{who} beat {other}."), **values))
    return " ".join(said)


def _subtitle(book: Book, t: Localizer) -> str:
    game = game_title(book.context.games[book.t.card["game"]], t.language)
    state = t(STATES[book.t.state])
    if book.t.state == "playing":
        state = t.words(course(book.t.rules, book.t.round, pairing.rounds(book.t)))
    return t.signs.beside(game, state)


# -- crosstable --------------------------------------------------------------------------------------


def crosstable_of(book: Book, t: Localizer, theme: str = "light") -> Drawing | None:
    """Return the crosstable: by opponent in a small round robin, else by round.

    None before the first round, and for a ladder, which has only a ranking.
    """
    tournament = book.t
    game = book.context.games[tournament.card["game"]]
    if not games.has_look(game.id) or not tournament.round or tournament.rules.format == "ladder":
        return None
    rows = book.rows[:MOST_ROWS]
    players = [row.player for row in rows]
    is_square = tournament.rules.format == "round_robin" and len(tournament.players) <= MOST_COLUMNS
    place = {row.player: row.place for row in book.rows}
    if is_square:
        heads = tuple(str(place[player]) for player in players)
        cells = [tuple(_against(tournament, one, other) for other in players) for one in players]
    else:
        rounds = range(max(1, tournament.round - MOST_COLUMNS + 1), tournament.round + 1)
        heads = tuple(map(str, rounds))
        cells = [tuple(_in_round(tournament, place, one, n) for n in rounds) for one in players]
    names = [_name(book, player) for player in players]
    sums = (t(N_("Points")), t(N_("Won")), t(N_("Lost")))
    totals = tuple((str(row.points), str(row.won), str(row.lost)) for row in rows)
    alt = " ".join(
        [
            t(N_("Crosstable of {title}."), title=book.name_of_tournament),
            *(
                t(
                    N_("{place}. {who}: {points} {points:point|points} from {n} {n:game|games}"),
                    place=row.place,
                    who=book.name(row.player),
                    points=row.points,
                    n=row.played,
                )
                + "."
                for row in rows
            ),
        ]
    )
    chart = Crosstable(
        game.id,
        t.language,
        book.row.title,
        _subtitle(book, t),
        alt,
        heads,
        tuple(zip(names, cells, strict=True)),
        sums,
        totals,
    )
    return Drawing("crosstable", "crosstable", shortened(alt), chart=chart, width=CHART_WIDTH, theme=theme)


def _against(t: Tournament, player: str, other: str) -> str:
    """Return the points of a player from the games against another."""
    if player == other:
        return SELF
    met = [m for m in t.games() if player in m.players and other in m.players and m.result is not None]
    return " ".join(str(points(t, match, player)) for match in met)


def _in_round(t: Tournament, place: dict[str, int], player: str, round: int) -> str:
    """Return the opponents' places and the outcome of a player's games of a round: "12+", "3=", "7-"."""
    said = []
    for match in t.games(round):
        if player not in match.players:
            continue
        if match.is_bye:
            said.append("+")
            continue
        result = match.result
        sign = ""
        if result is not None:
            sign = "=" if result.drawn else "+" if player in result.won else "-"
        said.append(",".join(str(place[other]) for other in match.players if other != player) + sign)
    return " ".join(said)
