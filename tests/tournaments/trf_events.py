"""Tournaments made from a TRF, to count their standings: points of 1, ½ and 0 are 2, 1 and 0 here."""

from __future__ import annotations

from tests.tournaments.simulation import Simulation
from tournaments import trf
from tournaments.rules import Rules
from tournaments.state import Match, Result, Tournament, plain

WON, DRAWN = ("1", "+", "W"), ("=", "D")


def event(text: str, tie_breaks: list[str]) -> Tournament:
    """The tournament of a file; who has no game in the last rounds has left before them."""
    players = trf.read(text)
    rounds = max(len(one.games) for one in players)
    rules = Rules(
        format="swiss", seats=["white", "black"], rounds=rounds, tie_breaks=[*tie_breaks, "lot"], half_byes=8
    )
    simulation = Simulation(rules, len(players))
    ids = {one.number: f"p{i}" for i, one in enumerate(players, start=1)}
    for n in range(rounds):
        for one in players:
            rest = [game.result for game in one.games[n:]]
            if all(result in ("Z", "") for result in rest) and simulation.t.players[ids[one.number]].plays:
                simulation.add("withdraw", player=ids[one.number], why="no time", by="director")
            if rest[:1] == ["H"]:
                simulation.add("sit_out", player=ids[one.number], round=n + 1, out=1)
        simulation.lot()
        pairs, results = list[Match](), dict[str, Result]()
        for one in players:
            game = one.games[n] if n < len(one.games) else trf.TrfGame(0, "-", "Z")
            id, me = f"{n + 1}.{len(pairs) + 1}", ids[one.number]
            if game.opponent and game.side == "w":
                other = ids[game.opponent]
                pairs.append(Match(id, n + 1, [me, other], "", {"white": me, "black": other}))
                won = [] if game.result in DRAWN else [me if game.result in WON else other]
                results[id] = Result("forfeit" if game.result in "+-" else "played", won, int(not won))
            elif not game.opponent and game.result in ("U", "H"):
                pairs.append(Match(id, n + 1, [me], asked=int(game.result == "H")))
        simulation.add("round", **simulation.drawn, round=n + 1, matches=[plain(one) for one in pairs])
        for id, result in results.items():
            simulation.result(simulation.t.matches[id], result)
    return simulation.t
