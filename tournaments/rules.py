"""The rules of one tournament, on its card (design/tournaments.md §2)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

EDITION = 2
"""The edition of pairing, points and ties that a new card names; a card without one is of the first, from
before the first release (design/tournaments.md §2).
"""
FORMATS = ("round_robin", "swiss", "elimination", "pools", "ladder")
SIDES = ("fixed", "both", "lot", "choice", "bid")
UNFINISHED = ("panel", "level")
SEEDINGS = ("lot", "rating")
SCORINGS = ("won", "places", "share", "own")
SHARED = 100
"""The points of a table that its players share by `scoring` "share"."""
FINALS = (0, 2, 4, 8, 16, 32)
TIE_BREAKS = (
    "head_to_head",
    "buchholz",
    "buchholz_cut",
    "sonneborn_berger",
    "wins",
    "margin",
    "ranks",
    "own",
    "hours",
    "late",
    "lot",
)
COMMON_TIE_BREAKS = ("head_to_head", "buchholz", "sonneborn_berger", "wins", "margin", "lot")
PLACES = (6, 3, 2, 1)
"""The points that are proposed for the places of a table."""
TABLE_TIE_BREAKS = ("own", "ranks", "buchholz", "lot")
SCORES: Mapping[str, int] = {
    "win": 2,
    "draw": 1,
    "loss": 0,
    "shared": 1,
    "nobody": 0,
    "bye": 2,
}
"""The points of every kind of result, by default."""
ENDINGS: Mapping[str, str] = {
    "surrender_win": "win",
    "surrender_loss": "loss",
    "forfeit_win": "win",
    "forfeit_loss": "loss",
    "half_bye": "draw",
}
"""The kinds of results that count like another unless the card says otherwise: by resignation, by forfeit, a
bye that a player has asked for.
"""
WINS = ("win", "surrender_win", "forfeit_win")
LOSSES = ("loss", "nobody", "surrender_loss", "forfeit_loss")
MOST_PLAYERS = 512
MOST_ROUNDS = 64
MOST_POINTS = 1000
MOST_BID = 1000
MOST_HALF_BYES = 8
MOST_DELAY = 8760
"""A year, in hours."""


class Wrong(ValueError):
    """Raised for rules that cannot be played by: `field` and why, for the caller to put into words.

    Attributes:
        field: the field of `Rules`.
        least, most: the range of a number, where it is one.
    """

    def __init__(self, field: str, least: int = 0, most: int = 0) -> None:
        super().__init__(field)
        self.field, self.least, self.most = field, least, most


class Rules(Struct, frozen=True, kw_only=True):
    """The rules of a tournament. All values are canonical JSON: numbers are whole, yes and no are 1 and 0.

    Attributes:
        format: one of `FORMATS`.
        seats: the seats of a game in order of play: two, or three or four for tables.
        rounds: of a Swiss tournament; of a round robin 1, or 2 to play it twice with sides exchanged.
        sides: one of `SIDES`: by the schedule, both (two games at once, sides exchanged), by lot within the
            balance, chosen by the higher seed, or by a sealed bid of points. Tables know "fixed" and "lot".
        bid: the seat that players bid for, and the largest bid; "" and 0 without bids.
        scoring: how tables of three and four count: "won" by `scores`, "places" by `places`, "share" in
            hundredths of the game's own points at the table, "own" by those points themselves.
        places: points for the first, second … place of a table.
        scores: points by kind of result; what is not named is as in `ENDINGS`, then in `SCORES`.
        levels: points of winner and loser by the level of a victory, as the game names it.
        margin: the largest margin that counts, 0 for no limit.
        tie_breaks: in their order; "lot" is always the last.
        pool: players of a pool; `advance` of each go on to the elimination.
        third: 1 if the losers of the semi-finals play for the third place.
        seeding: "lot", or "rating" for the order of the ratings that the umpire has counted.
        half_byes: how many rounds a player may ask to sit out for the points of a draw.
        final: how many of a Swiss tournament go on to an elimination, 0 for none.
        reach: how many places above one's own a challenge on a ladder may go.
        days: days of a round, 0 for no deadline.
        unfinished: "panel" if players and then a panel settle a game that the round's end has stopped,
            "level" if its score does.
        delay: hours from the close of a round until its games open to spectators.
        absence: days of absence that stop a player's clocks in its games, 0 for no limit of its own.
        rated: 1 if its games are rated.
        elsewhere: 1 if its games are played on a board or another system, and reported by the players.
    """

    format: str
    seats: list[str]
    rounds: int = 1
    sides: str = "lot"
    bid_for: str = ""
    most_bid: int = 0
    scoring: str = "won"
    places: list[int] = []
    scores: dict[str, int] = {}
    levels: dict[str, list[int]] = {}
    margin: int = 0
    tie_breaks: list[str] = field(default_factory=lambda: [*COMMON_TIE_BREAKS])
    pool: int = 4
    advance: int = 2
    third: int = 1
    seeding: str = "lot"
    half_byes: int = 0
    final: int = 0
    reach: int = 2
    days: int = 0
    unfinished: str = "panel"
    delay: int = 0
    absence: int = 0
    rated: int = 1
    elsewhere: int = 0

    def points(self, kind: str) -> int:
        """Return the points of a kind of result."""
        if kind in self.scores:
            return self.scores[kind]
        return self.points(ENDINGS[kind]) if kind in ENDINGS else SCORES[kind]

    @property
    def table(self) -> int:
        """The number of players of one game."""
        return len(self.seats)

    @property
    def legs(self) -> int:
        """The number of games that two players play at once."""
        return 2 if self.sides == "both" else 1

    @property
    def most(self) -> int:
        """The most points that one game can give a player."""
        if self.scoring != "won":
            return max(self.places) if self.places else SHARED if self.scoring == "share" else MOST_POINTS
        graded = [winner for winner, _ in self.levels.values()]
        return max(*map(self.points, WINS), *graded)

    @property
    def least(self) -> int:
        """The fewest points that one game can give a player."""
        if self.scoring != "won":
            return 0
        graded = [loser for _, loser in self.levels.values()]
        return min(*map(self.points, LOSSES), *graded)


def check(rules: Rules) -> None:
    """Require rules that a tournament can be played by.

    Raises:
        Wrong: for the first field that is not possible.
    """
    _one_of("format", rules.format, FORMATS)
    _one_of("sides", rules.sides, SIDES)
    _one_of("unfinished", rules.unfinished, UNFINISHED)
    if not 2 <= rules.table <= 4 or len({*rules.seats}) != rules.table:
        raise Wrong("seats", 2, 4)
    if rules.table > 2 and rules.format not in ("swiss", "round_robin"):
        raise Wrong("format")
    if rules.table > 2 and rules.sides not in ("fixed", "lot"):
        raise Wrong("sides")
    if (rules.sides == "bid") != bool(rules.bid_for) or (rules.bid_for and rules.bid_for not in rules.seats):
        raise Wrong("bid_for")
    if rules.sides == "both" and rules.format == "ladder":
        raise Wrong("sides")
    _check_swiss(rules)
    numbers = {
        "rounds": (rules.rounds, 1, 2 if rules.format == "round_robin" and rules.table == 2 else MOST_ROUNDS),
        "most_bid": (rules.most_bid, int(bool(rules.bid_for)), MOST_BID if rules.bid_for else 0),
        "margin": (rules.margin, 0, MOST_POINTS),
        "pool": (rules.pool, 3, 16),
        "advance": (rules.advance, 1, rules.pool - 1),
        "reach": (rules.reach, 1, 32),
        "days": (rules.days, 0, 730),
        "delay": (rules.delay, 0, MOST_DELAY),
        "absence": (rules.absence, 0, 365),
        "third": (rules.third, 0, 1),
        "half_byes": (rules.half_byes, 0, MOST_HALF_BYES if rules.format == "swiss" else 0),
        "rated": (rules.rated, 0, 1),
        "elsewhere": (rules.elsewhere, 0, 1),
    }
    for name, (value, least, most) in numbers.items():
        if not least <= value <= most:
            raise Wrong(name, least, most)
    _check_scores(rules)
    if not {*rules.tie_breaks} <= {*TIE_BREAKS} or len({*rules.tie_breaks}) != len(rules.tie_breaks):
        raise Wrong("tie_breaks")
    if rules.tie_breaks[-1:] != ["lot"]:
        raise Wrong("tie_breaks")


def _check_swiss(rules: Rules) -> None:
    """Require what only some formats have: a final after Swiss rounds of two, seeds, points of tables."""
    _one_of("seeding", rules.seeding, SEEDINGS)
    if rules.seeding == "rating" and rules.table > 2:
        raise Wrong("seeding")
    _one_of("scoring", rules.scoring, SCORINGS)
    if rules.scoring != "won" and rules.table == 2:
        raise Wrong("scoring")
    if (rules.scoring == "places") != bool(rules.places) or len(rules.places) > rules.table:
        raise Wrong("places")
    has_final = rules.format == "swiss" and rules.table == 2
    if rules.final not in FINALS or (rules.final and not has_final):
        raise Wrong("final")


def _check_scores(rules: Rules) -> None:
    points = [
        *rules.places,
        *rules.scores.values(),
        *(value for pair in rules.levels.values() for value in pair),
    ]
    if not all(0 <= value <= MOST_POINTS for value in points):
        raise Wrong("scores", 0, MOST_POINTS)
    if not {*rules.scores} <= {*SCORES, *ENDINGS}:
        raise Wrong("scores")
    if not all(len(pair) == 2 for pair in rules.levels.values()):
        raise Wrong("levels")


def _one_of(field: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise Wrong(field)


def fits(rules: Rules, players: int) -> bool:
    """Return false if a Swiss tournament has so few players that it may need rematches."""
    return rules.format != "swiss" or rules.table > 2 or players > rules.rounds + 1
