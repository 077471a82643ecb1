"""Results: from campaigns, from a board, by forfeit, by correction, and of games that do not end in time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, to_builtins

from adjudicator.core.errors import NotNow, NotUnderstood
from adjudicator.core.game import winners
from adjudicator.core.log.chain import JSON
from adjudicator.core.words import N_, Words
from service.values.records import Campaign
from service.values.time_control import HOUR
from service.values.words import LONGEST_REASON, exact, plain
from tournaments.log import statement_commitment
from tournaments.state import Match, Result

from .book import Book
from .sides import bonus

LONGEST_STATEMENT = 2000
OUTCOMES = ("won", "drawn", "lost")
RESIGNED = ("resigned", "surrender")


class Outcome(Struct, frozen=True):
    """The result of a campaign, by seats.

    Attributes:
        how: "played", "surrender" or "forfeit".
        won: the seats that have won.
        points: of all seats at the end, empty where nobody could count them.
    """

    how: str
    won: list[str]
    drawn: bool
    level: str
    points: dict[str, int]


def outcome(campaign: Campaign, body: Mapping[str, JSON], points: Mapping[str, int]) -> Outcome | None:
    """Return the result of a campaign by its last entry; None if it ended without one.

    Args:
        campaign: which is over.
        body: the entry that ended it, with `why` and `result` (design/fair-dice.md §5).
        points: of every seat at the end.
    """
    why, result = body["why"], body["result"]
    how = "surrender" if why in RESIGNED else "forfeit" if why == "claimed" else "played"
    if gone := result.get("resigned"):
        won = [seat for seat in campaign.seats if seat not in gone]
        return Outcome(how, won, False, "", dict(points))
    won = winners(result)
    drawn = bool(result.get("draw")) or result.get("how") == "draw"
    if not won and not drawn and "how" not in result and "winners" not in result:
        return None
    return Outcome(how, won, drawn, str(result.get("level") or ""), dict(points))


def hours_used(bodies: Sequence[Mapping[str, JSON]]) -> dict[str, int]:
    """Return the full hours that each seat has used for its decisions, by all entries of a campaign.

    A decision takes from the question to several seats, or else from the entry before, to the answer.
    """
    seconds: dict[str, int] = {}
    times: dict[int, int] = {}
    for body in bodies:
        times[body["n"]] = body["time"]
        if body["t"] == "answer" and body["by"] != "referee":
            since = times.get(body["ask"] or body["n"] - 1, body["time"])
            seconds[body["seat"]] = seconds.get(body["seat"], 0) + body["time"] - since
    return {seat: total // HOUR for seat, total in seconds.items()}


def collect(book: Book, match: Match, found: Outcome, hours: Mapping[str, int]) -> None:
    """Take the result of a campaign into the tournament; a bid counts as points of the other side.

    Args:
        book: the tournament.
        match: the game.
        found: what the campaign says.
        hours: used by each seat for its decisions (`hours_used`).
    """
    won, drawn, margin = [match.seats[seat] for seat in found.won], found.drawn, 0
    counts = found.how == "played" and {*found.points} >= {*match.seats}
    if counts and len(match.seats) == 2:
        first, second = match.seats
        ahead = found.points[first] + bonus(match, second) - found.points[second] - bonus(match, first)
        margin = abs(ahead)
        if book.t.rules.sides == "bid" and found.level in ("", "points"):
            won = [match.seats[first if ahead > 0 else second]] if ahead else []
            drawn = not ahead
    used = {match.seats[seat]: n for seat, n in hours.items() if n}
    result = Result(found.how, sorted(won), int(drawn), margin if won else 0, found.level, used)
    book.note("result", game=match.id, result=to_builtins(result), by="campaign", why="")


def report(book: Book, game: str, said: str, margin: int = 0) -> None:
    """Report the result of a game that was played elsewhere, as one who played: "won", "drawn" or "lost".

    It counts when the other confirms it by reporting the same.

    Raises:
        Refusal: if the game is played here or is decided, or the sender does not play in it.
    """
    book.require("playing")
    match, player = _open_game(book, game), book.require_player()
    if player not in match.players or len(match.players) > 2:
        raise NotNow(Words(N_("you do not play in this game")))
    if not book.t.rules.elsewhere:
        raise NotNow(Words(N_("this game is played here; its result comes from the game itself")))
    if said not in OUTCOMES:
        raise NotUnderstood(said, Words(N_("one of {options}"), {"options": list(OUTCOMES)}), OUTCOMES)
    (other,) = [one for one in match.players if one != player]
    won = {"won": [player], "lost": [other], "drawn": []}[said]
    claim = Result("elsewhere", won, int(said == "drawn"), max(0, min(margin, 1000)))
    book.note("claim", game=game, player=player, result=to_builtins(claim))
    if match.claims.get(other) == claim:
        book.note("result", game=game, result=to_builtins(claim), by="players", why="")


def forfeit(book: Book, game: str, player: str, why: str) -> None:
    """Declare a game lost for a player, as a director.

    Raises:
        Refusal: if the sender may not, the game is decided, or no reason is given.
    """
    match = _open_game(book, game)
    book.require_director(match)
    if player not in match.players:
        raise NotUnderstood(player, Words(N_("a player of this game")), match.players)
    others = [one for one in match.players if one != player]
    result = Result("forfeit", others if len(others) == 1 else [])
    book.note("result", game=game, result=to_builtins(result), by="director", why=_reason(why))


def correct(book: Book, game: str, result: Result, why: str) -> None:
    """Correct the result of a game, as a director; the next round must not be paired yet.

    Raises:
        Refusal: if the sender may not, there is nothing to correct, or no reason is given.
    """
    match = book.match(game)
    book.require("playing", "over")
    book.require_director(match)
    if match.result is None:
        raise NotNow(Words(N_("game {game} has no result yet"), {"game": game}))
    if book.t.rules.format in ("elimination", "ladder", "pools") and match.round < book.t.round:
        raise NotNow(Words(N_("the next round has been paired by that result; it stands")))
    if not {*result.won} <= {*match.players}:
        raise NotUnderstood(result.won[0], Words(N_("a player of this game")), match.players)
    book.note("result", game=game, result=to_builtins(result), by="director", why=_reason(why))


def _reason(why: str) -> str:
    if not (why := plain(why, LONGEST_REASON)):
        raise NotUnderstood(why, Words(N_("a reason, which all may read")))
    return why


def _open_game(book: Book, game: str) -> Match:
    match = book.match(game)
    if match.result is not None:
        raise NotNow(Words(N_("game {game} has a result already"), {"game": game}))
    return match


# -- games that do not end in time (design/tournaments.md §7) ----------------------------------------


def state_case(book: Book, game: str, said: str, text: str) -> None:
    """Propose a result for a game that the round's end found unfinished; sealed until all have proposed one.

    Raises:
        Refusal: if the round has not ended, or the sender does not play in the game.
    """
    match, player = _open_game(book, game), book.require_player()
    if player not in match.players or len(match.players) > 2:
        raise NotNow(Words(N_("you do not play in this game")))
    if not book.has_round_ended:
        raise NotNow(Words(N_("the round has not ended yet; play on")))
    if match.judges:
        raise NotNow(Words(N_("a panel is ruling on this game")))
    if said not in OUTCOMES:
        raise NotUnderstood(said, Words(N_("one of {options}"), {"options": list(OUTCOMES)}), OUTCOMES)
    text = exact(text, LONGEST_STATEMENT)
    nonce = book.context.entropy(16)
    c = statement_commitment(book.row.name, game, player, nonce, f"{said}\n{text}")
    book.repo.seal(book.row.id, game, player, "statement", nonce, {"said": said, "text": text})
    book.note("statement", game=game, player=player, c=c.hex())
    sealed = book.repo.sealed(book.row.id, game, "statement")
    if {*sealed} == {*match.players}:
        _open_statements(
            book, match, {one: (n, said["said"], said["text"]) for one, (n, said) in sealed.items()}
        )


def _open_statements(book: Book, match: Match, sealed: dict[str, tuple[bytes, str, str]]) -> None:
    texts = {
        p: {"nonce": nonce.hex(), "said": said, "text": text} for p, (nonce, said, text) in sealed.items()
    }
    book.repo.unseal(book.row.id, match.id, "statement")
    book.note("statements", game=match.id, texts=texts)
    (a, (_, mine, _)), (b, (_, other, _)) = sealed.items()
    agreed = {("drawn", "drawn"): [], ("won", "lost"): [a], ("lost", "won"): [b]}.get((mine, other))
    if agreed is not None:
        result = Result("agreed", agreed, int(not agreed))
        book.note("result", game=match.id, result=to_builtins(result), by="players", why="")


def appoint(book: Book, game: str, judges: list[str]) -> None:
    """Appoint the panel of a game, as a director: players or assistants who have met neither side.

    Raises:
        Refusal: if the sender may not, or one of them is not free to rule.
    """
    match = _open_game(book, game)
    book.require_director(match)
    staff = [book.row.director, *book.repo.staff(book.row.id)]
    for judge in judges:
        if judge not in book.t.players and judge not in staff:
            raise NotUnderstood(judge, Words(N_("a player of the tournament or an assistant")))
        met = any({judge, player} <= {*other.players} for other in book.t.games() for player in match.players)
        if judge in match.players or met:
            raise NotNow(Words(N_("{who} has met one of the two and cannot rule"), {"who": book.name(judge)}))
    if not 1 <= len(judges) <= 3 or len({*judges}) != len(judges):
        raise NotUnderstood(", ".join(judges), Words(N_("one to three judges")))
    named = [judge if judge in book.t.players else "director" for judge in judges]
    book.note("panel", game=game, judges=named)


def rule(book: Book, game: str, result: Result, why: str) -> None:
    """Rule on an unfinished game with reasons, as one of its panel or as a director.

    Raises:
        Refusal: if the sender may not, or no reason is given.
    """
    match = _open_game(book, game)
    if book.player not in match.judges or not book.player:
        book.require_director(match)
    if not {*result.won} <= {*match.players}:
        raise NotUnderstood(result.won[0], Words(N_("a player of this game")), match.players)
    ruled = Result("panel", result.won, result.drawn, result.margin)
    by = book.player or "director"
    book.note("result", game=game, result=to_builtins(ruled), by=by, why=_reason(why))


def appeal(book: Book, game: str, why: str) -> None:
    """Appeal once against the ruling of a panel, as a player of the game; the director corrects or confirms.

    Raises:
        Refusal: if there was no ruling, or the sender has appealed before.
    """
    match, player = book.match(game), book.require_player()
    if match.result is None or match.result.how != "panel" or player not in match.players:
        raise NotNow(Words(N_("there is no ruling on a game of yours to appeal against")))
    if any(
        body["t"] == "appeal" and (body["game"], body["player"]) == (game, player) for body in book.bodies
    ):
        raise NotNow(Words(N_("you have appealed already; the director decides")))
    book.note("appeal", game=game, player=player, why=_reason(why))
