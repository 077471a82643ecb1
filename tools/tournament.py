"""Let the computer play a whole tournament of eight, and write its report and its log.

Run it as `python -m tools.tournament SEED GAME [LEVELS]`: three Swiss rounds of the game's first scenario for
two. `LEVELS` is JSON: points of winner and loser by level of victory, such as `{"points": [4, 0]}`. It
writes a report in each language and the log into `FOLDER`; the log stands the verifier (docs/tournaments.md).
The same release plays the same tournament for the same seed.
"""

from __future__ import annotations

import json
import sys
import tempfile
from hashlib import sha512
from itertools import count
from pathlib import Path

from adjudicator import GAMES
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.log.chance import sampler
from service.api import Service
from service.runtime.bootstrap import at_no_time, opened
from service.runtime.orders_file import UNHASHED_RULES
from service.text.localizer import Localizer
from service.text.tournament_report import as_markdown
from service.usecases.play import playing, queries
from service.usecases.tournaments import entering
from service.usecases.tournaments.founding import TournamentPlan
from service.usecases.tournaments.reporting import report
from service.values.records import Message
from tournaments.rules import Rules

from .plays import seed_and_game

FOLDER = Path("docs/plays/tournament")
PLAYERS = ("Anna", "Bela", "Chie", "Dora", "Emil", "Fumi", "Gyula", "Hana")
ROUNDS = 3
DIRECTOR = Message("", "director")


def founded(service: Service, name: str, levels: dict[str, list[int]]) -> int:
    """Found the tournament of a game, enter its players and close the list; return its number.

    `levels` are the points of winner and loser by level of victory, for a game that is scored so.
    """
    scenario = next(one for one in GAMES[name].scenarios() if len(one.seats) == 2)
    rules = Rules(format="swiss", seats=list(scenario.seats), rounds=ROUNDS, levels=levels)
    plan = TournamentPlan("Eight", name, scenario.id, rules)
    id = service.tournaments.found(DIRECTOR, plan).campaign
    for who in PLAYERS:
        service.tournaments.do(Message("", who.casefold()), id, entering.enter, who)
    service.tournaments.do(DIRECTOR, id, entering.close)
    return id


def play(service: Service, id: int, seed: int) -> None:
    """Play all rounds of a tournament, every seat by the computer from its own view."""
    for _ in range(ROUNDS):
        service.tournaments.next_round(DIRECTOR, id)
        _settle(service)
        for campaign in service.context.tournaments.campaigns(id).values():
            _play_game(service, campaign, seed)
        _settle(service)
    service.tournaments.next_round(DIRECTOR, id)


def _settle(service: Service) -> None:
    """Begin what can begin, and take what has ended."""
    while service.tournaments.tick():
        pass


def _play_game(service: Service, campaign: int, seed: int) -> None:
    computer, rng = service.game(campaign).ai_player, sampler(seed * 1000 + campaign)
    assert computer is not None
    members = service.status(campaign).members
    while asked := service.asked(campaign):
        seat = asked[0].seat
        pending = service.look(campaign, queries.pending, seat)
        assert pending is not None
        answer = computer(service.view(campaign, seat), pending.choice, rng)
        service.do(Message("", members[seat].user), campaign, playing.submit, seat, answer)


def main(seed: int, name: str, levels: dict[str, list[int]]) -> None:
    """Play the tournament, and write what came of it."""
    drawn = count()
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(
            Path(folder) / "tournament.db",
            clock=at_no_time,
            entropy=lambda size: sha512(f"{seed} {next(drawn)}".encode()).digest()[:size],
            rules_version=lambda game: UNHASHED_RULES,
        ) as service,
    ):
        id = founded(service, name, levels)
        play(service, id, seed)
        FOLDER.mkdir(parents=True, exist_ok=True)
        exported = json.dumps(service.tournaments.export(id), ensure_ascii=False, indent=1)
        (FOLDER / "log.json").write_text(f"{exported}\n", encoding="utf-8")
        book = service.tournaments.look(id)
        for language in LANGUAGES:
            t = Localizer(language, service.context.games[name].lexicon.label)
            text = as_markdown(report(book, t))
            (FOLDER / ".".join(("report", language, "md"))).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*seed_and_game(sys.argv[1:3]), json.loads(sys.argv[3]) if len(sys.argv) > 3 else {})
