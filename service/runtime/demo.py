"""A whole game that plays itself: its public narration, its maps, its export, the verdict."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from adjudicator.core.choices.choice import Choice
from adjudicator.core.choices.forms import Menu
from adjudicator.core.language.words import N_, Cells, words
from adjudicator.core.log.chance import Rng, sampler
from adjudicator.figures import games
from service.api import Service
from service.pictures.build import map_of
from service.posts.dice import TAKES
from service.text import telling
from service.usecases.play import playing, queries
from service.usecases.seats import founding
from service.values.audiences import CHANNEL
from service.values.posts import StagePicture
from service.values.records import Message, Plan
from service.values.settings import CannotStart
from service.values.words import speak

from .bootstrap import at_no_time, opened
from .exports import write_export, write_picture
from .narration import Narration

USER = "demo"
WIDTH = 1200
"""The width of the maps, in pixels."""

_TRIES = 3


def decide(choice: Choice[Any], rng: Rng) -> Any:
    """Return a legal answer at random: the best of a few tries.

    The first item of a menu counts as best, so that moves come before ends, and attacks before retreats; of
    lists the shortest counts as best, so that little is given up.
    """
    answers = [choice.accept(choice.sample(rng)) for _ in range(_TRIES)]
    if isinstance(choice, Menu):
        order = list(choice.items())
        return min(answers, key=lambda answer: order.index(answer["pick"]))
    return min(answers, key=len) if isinstance(answers[0], list) else answers[0]


def seated(service: Service, plan: Plan, user: str) -> int:
    """Found a campaign in which one user has every seat; return its number.

    Raises:
        Refusal: if the plan is not possible.
    """
    campaign = service.found(Message("", user), plan).campaign
    for seat in service.status(campaign).campaign.seats:
        service.do(
            Message("", user), campaign, founding.join, seat, games()[plan.game].lexicon.label(seat, "en")
        )
    return campaign


def played(service: Service, campaign: int, seat: str, rng: Rng) -> Any:
    """Return the computer's answer to a seat's question; one at random in a game that it does not play.

    Raises:
        LookupError: if the seat is asked nothing.
    """
    pending, computer = service.look(campaign, queries.pending, seat), service.game(campaign).ai_player
    if pending is None:
        raise LookupError(f"{seat} is asked, and there is no question")
    if computer is None:
        return decide(pending.choice, rng)
    return computer(service.view(campaign, seat), pending.choice, rng)


class Demo:
    """One game, with its narration as it is played.

    Args:
        service: the service that plays it.
        campaign: its number.
        out: the folder of its maps and its export.
        language: of the story.
        write: takes each line.
    """

    def __init__(
        self, service: Service, campaign: int, out: Path, language: str, write: Callable[[str], object]
    ) -> None:
        self._service, self._id, self._out = service, campaign, out
        self._language, self._write = language, write
        self._game = games()[service.status(campaign).campaign.game]
        self._narration, self._read = Narration(service, campaign, language), 0

    def play(self, rng: Rng) -> None:
        """Answer every question as the computer player does, at random for a game without one, until the game
        is over.
        """
        while True:
            asked = self._service.asked(self._id)
            self._report(is_over=not asked)
            if not asked:
                return
            seat = asked[0].seat
            self._service.do(
                Message("", USER), self._id, playing.submit, seat, played(self._service, self._id, seat, rng)
            )

    def finish(self) -> int:
        """Write the result and the export, and let the verifier check it; return 0 if nothing is wrong."""
        score = self._service.look(self._id, queries.score)
        points = Cells(words(TAKES, place=side, n=n) for side, n in score.points.items())
        self._say(N_("The game is over: {points}."), points=points)
        lines = self._service.look(self._id, queries.export, None)
        file = write_export(self._out, self._game.name, lines)
        self._say(
            N_("Export: {file} ({n} {n:line|lines}). Maps: {folder}"),
            file=str(file),
            n=len(lines),
            folder=str(self._out),
        )
        report = self._service.look(self._id, queries.verdict)
        for line in telling.proof_text(report, self._language):
            self._write(line)
        return report.code

    def _report(self, *, is_over: bool) -> None:
        """Write the chronicle of the phases that have ended, and a map for every phase that has begun."""
        for line in self._narration.chapters(is_over=is_over):
            self._write(line)
        while posts := self._service.posts(self._id, [CHANNEL], self._read):
            for post in posts:
                if isinstance(post.content, StagePicture):
                    self._draw(post.content.rest, post.content.stage, post.content.since)
            self._read = posts[-1].id

    def _draw(self, rest: int, stage: str, since: int) -> None:
        drawing = map_of(self._service, self._id, None, self._language, rest, since, width=WIDTH)
        if drawing is not None:
            write_picture(self._out, f"{rest:04}-{stage}", drawing)

    def _say(self, template: str, **values: Any) -> None:
        self._write(speak(words(template, **values), self._language, self._game.lexicon.label))


def plan_of(name: str, scenario: str, seed: int) -> Plan:
    """Return the plan of a demonstration; the default is the first game and its first scenario.

    A name may be shortened if only one game's name begins with it ("belisarius_own").

    Raises:
        CannotStart: if there is no such game or scenario.
    """
    known = games()
    begun = [id for id in known if id.startswith(name)]
    if name and name not in known and len(begun) != 1:
        raise CannotStart(N_("“{name}” is not one of: {known}"), name=name, known=Cells(known))
    name = name if name in known else begun[0]
    scenarios = [one.id for one in known[name].scenarios()]
    scenario = scenario or scenarios[0]
    if scenario not in scenarios:
        raise CannotStart(
            N_("{game} has no scenario {scenario}. Its scenarios: {scenarios}."),
            game=name,
            scenario=scenario,
            scenarios=Cells(scenarios),
        )
    return Plan(name, scenario, f"Demonstration {seed}", seed=f"demonstration {seed}".encode())


def run(
    seed: int,
    out: Path,
    language: str = "en",
    write: Callable[[str], object] = print,
    *,
    name: str = "",
    scenario: str = "",
) -> int:
    """Play the game that follows from `seed`; return 0, or 1 if the verifier finds fault.

    The same release plays the same game for the same seed. Name and scenario are those of `plan_of`.

    Raises:
        CannotStart: if there is no such game or scenario.
    """
    plan = plan_of(name, scenario, seed)
    with (
        tempfile.TemporaryDirectory() as folder,
        opened(Path(folder) / "demo.db", clock=at_no_time) as service,
    ):
        demo = Demo(service, seated(service, plan, USER), out, language, write)
        demo.play(sampler(seed))
        return demo.finish()
