"""Results: from campaigns, from a board, by forfeit, by correction, and of games that do not end in time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from adjudicator.core.game.game import Score, is_drawn, ranking, winners
from adjudicator.core.language.errors import NotNow, NotUnderstood
from adjudicator.core.language.words import N_, words
from adjudicator.core.log.chain import JSON
from service.unit_of_work.tournaments.book import Book
from service.values.records import Campaign
from service.values.time_control import HOUR
from service.values.words import LONGEST_REASON, paragraphs, plain
from tournaments.going_on import goes_on, of_bracket
from tournaments.log import statement_commitment
from tournaments.rules import MOST_POINTS
from tournaments.state import Match, Result

LONGEST_STATEMENT = 2000
OUTCOMES = ("won", "drawn", "lost")
TABLE = 3
"""The number of players from which a game is a table, and has places and points of its own."""
RESIGNED = ("resigned", "surrender")


class Outcome(Struct, frozen=True):
    """The result of a campaign, by seats.

    Attributes:
        how: "played", "surrender", "forfeit" or "level".
        won: the seats that have won.
        level: of the victory, as the game names it.
        points: of all seats at the end with those of a bid, empty where nobody could count them.
        ranks: the place of each seat, from 1, by its game (`game.ranking`); empty likewise, and if somebody
            resigned.
    """

    how: str
    won: list[str]
    drawn: bool
    level: str
    points: dict[str, int]
    ranks: dict[str, int] = {}


def outcome(
    campaign: Campaign, body: Mapping[str, JSON], score: Score, *, has_bids: bool = False
) -> Outcome | None:
    """Return the result of a campaign by its last entry; None if it ended without one.

    Args:
        campaign: which is over.
        body: the entry that ended it, with `why` and `result` (design/fair-dice.md §5).
        score: points and result at the end, with the points of a bid.
        has_bids: true if that result counts, and not the one of the entry.
    """
    why, result = body["why"], body["result"]
    how = "surrender" if why in RESIGNED else "forfeit" if why == "claimed" else "played"
    if gone := result.get("resigned"):
        won = [seat for seat in campaign.seats if seat not in gone]
        return Outcome(how, won, False, "", dict(score.points))
    if how == "played" and has_bids and score.result:
        result = score.result
    if not winners(result) and not is_drawn(result) and "how" not in result and "winners" not in result:
        return None
    return by_score(how, Score(score.points, {}, result, score.margins))


def by_score(how: str, score: Score) -> Outcome:
    """Return the outcome of a score; its level is that of the first seat that has won."""
    won = winners(score.result)
    level = score.level(won[0]) if won else ""
    return Outcome(how, won, is_drawn(score.result), level, dict(score.points), _ranks(score))


def _ranks(score: Score) -> dict[str, int]:
    """Return the place of each seat, from 1; seats of one rank share the best of its places."""
    found: dict[str, int] = {}
    for rank in ranking(score):
        found |= dict.fromkeys(rank, len(found) + 1)
    return found


def hours_in(book: Book, campaign: int) -> dict[str, int]:
    """Return the hours that each seat of a campaign has used so far."""
    return hours_used([entry.body for entry in book.context.log.entries(campaign)])


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
    """Take the result of a campaign into the tournament.

    Args:
        book: the tournament.
        match: the game.
        found: what the campaign says.
        hours: used by each seat for its decisions (`hours_used`).
    """
    won, margin = [match.seats[seat] for seat in found.won], 0
    counts = found.how in ("played", "level") and {*found.points} >= {*match.seats}
    if counts and len(match.seats) == 2:
        first, second = match.seats
        margin = abs(found.points[first] - found.points[second])
    used = {match.seats[seat]: n for seat, n in hours.items() if n}
    ranks = {match.seats[seat]: place for seat, place in found.ranks.items()}
    points = own_points(match, found)
    if found.how not in ("played", "level") or len(ranks) < len(match.seats):
        ranks = {}
    margin = margin if won else 0
    result = Result(found.how, sorted(won), int(found.drawn), margin, found.level, used, ranks, points)
    book.note("result", game=match.id, result=to_builtins(result), by="campaign", why="")


def own_points(match: Match, found: Outcome) -> dict[str, int]:
    """Return the game's own points at a table, by player; who has resigned or forfeited has none."""
    if len(match.seats) < TABLE or not {*found.points} >= {*match.seats}:
        return {}
    is_whole = found.how in ("played", "level")
    return {
        player: found.points[seat] if is_whole or seat in found.won else 0
        for seat, player in match.seats.items()
    }


def report(book: Book, game: str, said: str, margin: int = 0) -> None:
    """Report the result of a game that was played elsewhere, as one who played: "won", "drawn" or "lost".

    It counts when the other confirms it by reporting the same.

    Raises:
        Refusal: if the game is played here or is decided, or the sender does not play in it.
    """
    book.require("playing")
    match, player = _open_game(book, game), book.require_player()
    if player not in match.players or len(match.players) > 2:
        raise NotNow(words(N_("you do not play in this game")))
    if not book.t.rules.elsewhere:
        raise NotNow(words(N_("this game is played here; its result comes from the game itself")))
    if said not in OUTCOMES:
        raise NotUnderstood(said, words(N_("{options:or}"), options=list(OUTCOMES)), OUTCOMES)
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
        raise NotUnderstood(player, words(N_("a player of this game")), match.players)
    others = [one for one in match.players if one != player]
    result = Result("forfeit", others)
    if len(match.players) >= TABLE:
        result = Result("forfeit", [], ranks={**dict.fromkeys(others, 1), player: len(match.players)})
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
        raise NotNow(words(N_("game {game} has no result yet"), game=game))
    if _is_paired_from(book, match):
        raise NotNow(words(N_("the next round was paired from that result, so it cannot be changed")))
    _require_possible(book, match, result)
    book.note("result", game=game, result=to_builtins(result), by="director", why=_reason(why))


def _is_paired_from(book: Book, match: Match) -> bool:
    """Return true if a later round follows from a result in a way that no correction can follow."""
    t = book.t
    if t.rules.format in ("elimination", "ladder", "pools"):
        return match.round < t.round
    return bool(t.rules.final) and match.round < t.round > t.rules.rounds


def _require_possible(book: Book, match: Match, result: Result) -> None:
    """Require that a result that somebody sets is one of the game: its players, its levels, a margin of a
    winner, places and points of all players or of none.
    """
    named = [*result.won, *result.ranks, *result.points]
    if not {*named} <= {*match.players}:
        raise NotUnderstood(named[0], words(N_("a player of this game")), match.players)
    levels = book.game.levels
    if result.level and result.level not in levels:
        raise NotUnderstood(result.level, words(N_("{options:or}"), options=[*levels]), [*levels])
    if (result.level or result.margin) and len(result.won) != 1:
        raise NotNow(words(N_("only a game that one player has won has a margin or a level of victory")))
    _require_within(N_("margin"), [result.margin], 0, MOST_POINTS)
    whole = {*match.players}
    if any(given and {*given} != whole for given in (result.ranks, result.points)):
        raise NotNow(words(N_("at a table every player needs a place, and points if one has them")))
    _require_within(N_("place"), result.ranks.values(), 1, len(whole))
    _require_within(N_("points in the game"), result.points.values(), 0, MOST_POINTS)


def _require_within(field: str, given: Iterable[int], least: int, most: int) -> None:
    if not all(least <= one <= most for one in given):
        values = {"field": words(field), "least": least, "most": most}
        raise NotNow(words(N_("{field}: anything from {least} to {most} is allowed"), **values))


def _reason(why: str) -> str:
    if not (why := plain(why, LONGEST_REASON)):
        raise NotUnderstood(why, words(N_("a reason, which everyone can read")))
    return why


def _open_game(book: Book, game: str) -> Match:
    match = book.match(game)
    if match.result is not None:
        raise NotNow(words(N_("game {game} already has a result"), game=game))
    return match


# -- games that do not end in time (design/tournaments.md §7) ----------------------------------------


def state_case(book: Book, game: str, said: str, text: str) -> None:
    """Propose a result for a game that the round's end found unfinished; sealed until all have proposed one.

    Raises:
        Refusal: if the round has not ended, or the sender does not play in the game.
    """
    match, player = _open_game(book, game), book.require_player()
    if player not in match.players or len(match.players) > 2:
        raise NotNow(words(N_("you do not play in this game")))
    if not book.has_round_ended:
        raise NotNow(words(N_("the round has not ended yet; play on")))
    if match.judges:
        raise NotNow(words(N_("a panel is ruling on this game")))
    if said not in OUTCOMES:
        raise NotUnderstood(said, words(N_("{options:or}"), options=list(OUTCOMES)), OUTCOMES)
    text = paragraphs(text, LONGEST_STATEMENT)
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


PANEL = 3
"""Two judges, and one who breaks a tie."""


def may_judge(book: Book, judge: str, match: Match) -> bool:
    """Return true if somebody may rule on a game: they have met neither player and will not meet them.

    Judges of a Swiss round or a ladder are kept apart from the players; in other formats only those rule who
    are out of it.
    """
    if judge not in book.t.players:
        return True
    met = any({judge, player} <= {*other.players} for other in book.t.games() for player in match.players)
    if judge in match.players or met:
        return False
    played = of_bracket(book.t)
    is_out = not book.t.players[judge].plays or any(
        other.stage == "knockout"
        and other.round < match.round
        and judge in other.players
        and goes_on(book.t, played[frozenset(other.players)]) not in ("", judge)
        for other in book.t.games()
    )
    return is_out or book.t.rules.format in ("swiss", "ladder")


def appoint(book: Book, game: str, judges: list[str]) -> None:
    """Appoint the panel of a game, as a director: two judges, and one who rules if they differ.

    Raises:
        Refusal: if the sender may not, or one of them is not free to rule.
    """
    match = _open_game(book, game)
    book.require_director(match)
    if match.judges:
        raise NotNow(words(N_("a panel is ruling on this game")))
    named = [_judge(book, judge) for judge in judges]
    if len(named) != PANEL or len({*named}) != PANEL:
        raise NotUnderstood(", ".join(judges), words(N_("two judges, and a third who breaks a tie")))
    for judge in named:
        if not may_judge(book, judge, match):
            why = N_("{who} has played against one of the two, or may still have to, and so cannot rule")
            raise NotNow(words(why, who=book.name(judge)))
    book.note("panel", game=game, judges=named)


def _judge(book: Book, judge: str) -> str:
    """Return the name in the log of a player, or of a director by their user id."""
    if judge in book.t.players:
        return judge
    if not (name := book.judge_of(judge)):
        raise NotUnderstood(judge, words(N_("a player of the tournament or an assistant")))
    return name


def rule(book: Book, game: str, result: Result, why: str) -> None:
    """Rule on an unfinished game with reasons, as one of its panel or as a director.

    Two judges who agree decide; if they differ, the third does.

    Raises:
        Refusal: if the sender may not, or no reason is given.
    """
    match, judge = _open_game(book, game), book.judge_of(book.message.user)
    _require_possible(book, match, result)
    why, ruled = _reason(why), replace(result, how="panel")
    if judge in match.judges:
        _give_verdict(book, match, judge, ruled, why)
        return
    book.require_director(match)
    book.note("result", game=game, result=to_builtins(ruled), by="director", why=why)


def _give_verdict(book: Book, match: Match, judge: str, ruled: Result, why: str) -> None:
    """Note a judge's verdict; the result follows as soon as two are the same, or the third has ruled."""
    if judge in match.verdicts:
        raise NotNow(words(N_("you have ruled on this game already")))
    given = [match.verdicts.get(one) for one in match.judges[:2]]
    is_last = judge == match.judges[-1]
    if is_last and (None in given or given[0] == given[1]):
        raise NotNow(words(N_("you rule only if the two other judges disagree")))
    book.note("verdict", game=match.id, judge=judge, result=to_builtins(ruled), why=why)
    given = [match.verdicts.get(one) for one in match.judges[:2]]
    if is_last or (None not in given and given[0] == given[1]):
        book.note("result", game=match.id, result=to_builtins(ruled), by="panel", why=why)


def appeal(book: Book, game: str, why: str) -> None:
    """Appeal against the ruling of a panel, as a player of the game, once a game; the director corrects or
    confirms.

    Raises:
        Refusal: if there was no ruling, or an appeal before.
    """
    match, player = book.match(game), book.require_player()
    if match.result is None or match.result.how != "panel" or player not in match.players:
        raise NotNow(words(N_("there is no ruling on your games that you could appeal")))
    if any(body["t"] == "appeal" and body["game"] == game for body in book.bodies):
        raise NotNow(words(N_("there has been an appeal already; the director decides")))
    book.note("appeal", game=game, player=player, why=_reason(why))


def differ(book: Book, match: Match) -> bool:
    """Return true if the players of an open game have proposed different results, and nobody rules yet."""
    opened = any(body["t"] == "statements" and body["game"] == match.id for body in book.bodies)
    return opened and match.result is None and not match.judges and not match.statements


def appealed(book: Book) -> list[str]:
    """Return the games with an appeal that the director has not answered."""
    last = {body["game"]: body["t"] for body in book.bodies if body["t"] in ("appeal", "result")}
    return [game for game, kind in last.items() if kind == "appeal"]


# -- by the score at the end of the round ------------------------------------------------------------


def settle(book: Book, match: Match, score: Score) -> None:
    """Take the result of a game that the round's end has stopped from its score, as if it had ended now.

    Raises:
        NotNow: if the score of the game says nothing.
    """
    if not score.result:
        raise NotNow(words(N_("the score does not decide the game yet")))
    collect(book, match, by_score("level", score), {})
