"""A club: a service with tournaments of small games, and people who play what they are asked."""

from __future__ import annotations

import json
from collections.abc import Mapping

from msgspec import structs

from adjudicator.core import Score
from adjudicator.core.log.chance import sampler
from service.usecases.play import playing, queries
from service.usecases.tournaments import entering
from service.usecases.tournaments.founding import TournamentPlan
from service.values.time_control import TimeControl
from tests.harness.service import GAMES, ServiceHarness, by
from tests.toys import nim
from tournaments import verify
from tournaments.rules import Rules

TWO = ["north", "south"]
PEOPLE = ["anna", "bela", "chie", "dora", "emil", "fumi", "gyula", "hana"]


def score(w: nim.World) -> Score:
    """The coins that are left, and who has taken the last match."""
    result: dict[str, object] = {"winner": w.winner, "how": "points"} if w.winner else {}
    return Score(dict(w.coins), {seat: {"coins": n} for seat, n in w.coins.items()}, result)


SCORED = {**GAMES, "nim": structs.replace(nim.GAME, score=score)}


class Club:
    """A service with its tournaments, and people who play what they are asked."""

    def __init__(self, b: ServiceHarness) -> None:
        self.b, self.tournaments = b, b.service.tournaments

    def found(
        self,
        rules: Rules,
        players: int,
        game: str = "nim",
        scenario: str = "short",
        options: Mapping[str, str] | None = None,
    ) -> int:
        pace = TimeControl("fixed", 72)
        plan = TournamentPlan("Spring", game, scenario, rules, pace=pace, options=dict(options or {}))
        id = self.tournaments.found(by("director", "new"), plan).campaign
        for who in PEOPLE[:players]:
            self.tournaments.do(by(who), id, entering.enter, who.title(), f"{who}'s words")
        self.tournaments.do(by("director"), id, entering.close)
        return id

    def settle(self) -> None:
        while self.tournaments.tick():
            pass

    def play(self, campaign: int, steps: int = 1000) -> None:
        for step in range(steps):
            asked = self.b.service.asked(campaign)
            if not asked:
                return
            rng = sampler(campaign * 1000 + step)
            seat = asked[rng.below(len(asked))].seat
            user = self.b.service.status(campaign).members[seat].user
            pending = self.b.service.look(campaign, queries.pending, seat)
            assert pending is not None
            self.b.service.do(by(user), campaign, playing.submit, seat, pending.choice.sample(rng))

    def round(self, id: int) -> None:
        self.tournaments.next_round(by("director"), id)
        self.settle()
        for campaign in self.campaigns(id).values():
            self.play(campaign)
        self.settle()

    def campaigns(self, id: int) -> dict[str, int]:
        return self.b.context.tournaments.campaigns(id)

    def verified(self, id: int) -> verify.Tournament:
        exported = json.loads(json.dumps(self.tournaments.export(id)))
        found = verify.verify(exported["entries"])
        assert [list(row) for row in verify.standings(found)] == exported["standings"]
        return found


def unfinished(club: Club, players: int = 4) -> int:
    id = club.found(Rules(format="swiss", seats=TWO, rounds=1, days=10), players)
    club.tournaments.next_round(by("director"), id)
    club.settle()
    return id
