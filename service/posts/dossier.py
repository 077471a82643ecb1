"""The dossier of an unfinished game of a tournament: its public facts, for those who rule on it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.words import N_, words
from adjudicator.display.language import in_language
from service.api import Service
from service.pictures.build import label_of, map_of, pictures_of, scores_of
from service.pictures.drawing import CROP_WIDTH, Drawing
from service.text.localizer import Localizer
from service.text.tournament_terms import OUTCOMES
from service.unit_of_work.tournaments.book import Book
from service.usecases.play import queries
from service.usecases.tournaments.results import hours_used
from tournaments.state import Match

from .status import status


class Statement(Struct, frozen=True):
    """A player's proposal, shown once both have made one: the player, the result, the reasons."""

    who: str
    said: str
    why: str


class Dossier(Struct, frozen=True):
    """A game in words for its judges, in their language.

    Attributes:
        title: which game it is.
        facts: sentences: turn and phase, the turns left, why it is on hold.
        heads, rows: a table with a row for each player: side, points, strength and the like, hours used.
        statements: of both players, empty before both have made theirs.
    """

    title: str
    facts: Sequence[str]
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    statements: Sequence[Statement]


def game_of(book: Book, game: str) -> tuple[Match, int]:
    """Return a game and its campaign, for its players, its judges and the directors.

    Raises:
        Refusal: if there is no such game, it is not played here, or the reader is none of them.
    """
    match = book.match(game)
    campaign = book.repo.campaigns(book.row.id).get(game)
    if campaign is None:
        raise NotNow(words(N_("game {game} has not begun yet"), game=Verbatim(game)))
    if not (book.directs or book.judge_of(book.message.user) in match.judges or book.player in match.players):
        raise NotNow(words(N_("the dossier is for the players, the panel and the directors")))
    return match, campaign


def dossier(service: Service, book: Book, game: str, language: str) -> Dossier:
    """Return the dossier of a game; raises as `game_of` does."""
    match, campaign = game_of(book, game)
    t = Localizer(language, service.game(campaign).lexicon.label)
    board, figures = status(service, campaign, language), _figures(service, campaign, language)
    hours = hours_used([entry.body for entry in service.context.log.entries(campaign)])
    facts = [t.signs.beside(board.turn, board.phase)]
    if (left := service.look(campaign, queries.turns_left)) is not None:
        facts.append(t(N_("At most {n} {n:turn|turns} may follow this one."), n=left))
    facts += [board.held] if board.held else []
    heads = [t(N_("Player")), t(N_("Side")), *(title for title, _ in figures), t(N_("Hours used"))]
    rows = [
        [
            str(book.name(player)),
            t.name(seat),
            *(of.get(t.name(seat), "–") for _, of in figures),
            str(hours.get(seat, 0)),
        ]
        for seat, player in match.seats.items()
    ]
    title = t(N_("Dossier of game {game}"), game=Verbatim(match.id))
    return Dossier(title, facts, heads, rows, _statements(book, match, t))


def _figures(service: Service, campaign: int, language: str) -> list[tuple[str, dict[str, str]]]:
    """Return points, strength and the other public figures of the score chart now, each by the side's
    name.
    """
    pictures = pictures_of(service, campaign)
    if pictures is None:
        board, t = status(service, campaign, language), Localizer(language)
        return [(t(N_("Points")), {side: str(n) for side, n in board.points})]
    chart = in_language(
        pictures.score_chart([[service.view(campaign, None)]]), language, label_of(service, campaign)
    )
    return [
        (
            plot.title,
            {one.name: "–" if one.values[-1] is None else str(one.values[-1]) for one in plot.series},
        )
        for plot in chart.plots
    ]


def _statements(book: Book, match: Match, t: Localizer) -> list[Statement]:
    return [
        Statement(str(book.name(player)), t(OUTCOMES[one["said"]]), one["text"])
        for body in book.bodies
        if body["t"] == "statements" and body["game"] == match.id
        for player, one in body["texts"].items()
    ]


def drawings(service: Service, book: Book, game: str, language: str) -> dict[str, Drawing]:
    """Return the public map and the score chart, as far as the game has them; raises as `game_of` does."""
    _, campaign = game_of(book, game)
    found = {
        "map": map_of(service, campaign, None, language, width=CROP_WIDTH),
        "course": scores_of(service, campaign, None, language),
    }
    return {name: drawing for name, drawing in found.items() if drawing is not None}
