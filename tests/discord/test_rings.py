"""How often a turn rings for players who come when called, answer all that they are asked, and leave.

`pytest -n 0 -s -m byhand tests/discord/test_rings.py` prints how often, and for which questions: with orders
at random, boldly at random, and as the computer plays.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from adjudicator import GAMES
from adjudicator.core import Choice
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.language.errors import Refusal
from adjudicator.core.log.chance import sampler
from frontends.discord.delivery import attention
from service.api import Service
from service.usecases.play import playing, queries, suggesting
from service.values.records import Message
from tests.discord.test_calls import HOUR, count, direct, pass_time, scene
from tests.fake_discord.people import screen
from tests.fake_discord.people.person import Person
from tests.fake_discord.state.model import SILENT
from tests.harness.discord import DiscordHarness
from tests.harness.player import begun
from tests.kit.play_styles import PlayStyle, bold, plain

WANTED = {"julius_caesar": 10, "belisarius": 4, "ancient_world": 6, "ottomans": 6}
"""The messages with a sound that a player should get at most: in a year of Julius Caesar and The Ancient
World, else in a turn. How often play comes back to a player follows from the rules and their orders: with
many battles more often.
"""
ASIDES = 20
MOST_ANSWERS = 1_500
RULE = re.compile(r"\[((?:§|marker)[^\]]+)\]")


def kinds(t: DiscordHarness, person: Person) -> Counter[str]:
    """Return the rules of the questions with which messages rang."""
    rung = [screen.text(one) for one in direct(t, person) if not one.flags & SILENT]
    return Counter(found[-1] if (found := RULE.findall(text)) else text[:60] for text in rung)


STYLES: Mapping[str, PlayStyle] = {"plain": plain, "bold": bold}


def answered_by(service: Service, campaign: int, seat: str, choice: Choice[Any], n: int, style: str) -> Any:
    """Return an answer in a style, which sees what the seat may know."""
    game = GAMES[service.campaign(campaign).game]
    if style in STYLES:
        return STYLES[style](choice, sampler(n), None, seat)
    assert game.ai_player is not None
    return game.ai_player(service.view(campaign, seat), choice, sampler(n))


def answer_all(service: Service, campaign: int, seat: str, n: int, style: str, *, spared: bool) -> int:
    """Somebody has come, and answers while they are asked; they leave at the end of the first turn.

    With `spared` they press "No reactions until the turn ends" first.
    """
    user, answered = service.status(campaign).members[seat].user, 0
    if spared:
        entry = next((one.entry for one in service.asked(campaign) if one.seat == seat), 0)
        service.do(Message("", user), campaign, suggesting.spare, seat, "en", entry)
    while seat in {one.seat for one in service.asked(campaign)} and not over(service, campaign):
        pending = service.look(campaign, queries.pending, seat)
        assert pending is not None
        answer = answered_by(service, campaign, seat, pending.choice, n + answered, style)
        service.do(Message("", user), campaign, playing.submit, seat, answer)
        answered += 1
    attention = service.channels.attention(campaign, user)
    service.channels.keep_attention(structs.replace(attention, seen=service.now()))
    return answered


def over(service: Service, campaign: int) -> bool:
    stage = service.status(campaign).campaign.stage
    game = GAMES[service.campaign(campaign).game]
    return bool(stage) and game.when(stage).turn.partition("/")[0] not in ("", "0", "1", "set_up")


def is_set_up(service: Service, campaign: int) -> bool:
    """Return true while the first turn has not begun."""
    stage = service.status(campaign).campaign.stage
    return not stage or GAMES[service.campaign(campaign).game].when(stage).turn in ("0", "set_up")


def act_aside(service: Service, campaign: int, n: int) -> str:
    """A seat that is not asked acts out of turn, if it can so that the same questions stay open; gives it."""
    status, asked = service.status(campaign), service.asked(campaign)
    for seat in status.campaign.seats:
        choice = service.look(campaign, queries.asides, seat)
        if choice is None or seat in {one.seat for one in asked}:
            continue
        try:
            answer = choice.sample(sampler(n))
        except NoneLegal:
            continue
        if playing.surrenders(GAMES[status.campaign.game], answer):
            continue
        try:
            service.do(Message("", status.members[seat].user), campaign, playing.aside, seat, answer)
        except Refusal:
            continue
        now = [(one.seat, one.rule) for one in service.asked(campaign)]
        return seat if now == [(one.seat, one.rule) for one in asked] else ""
    return ""


@pytest.mark.byhand
@pytest.mark.parametrize("how", ["looks", "waits", "spared"])
@pytest.mark.parametrize("style", ["plain", "bold", "computer"])
@pytest.mark.parametrize("game", sorted(WANTED))
def test_of_a_turn_apart_a_player_is_rung_as_seldom_as_wanted(
    game: str, style: str, how: str, tmp_path: Path
) -> None:
    """Never for two questions of one pause. Acts out of turn of others add none, unless they ask a player
    something new. Players come an hour after each question; who `waits` comes after a sound alone, and is
    called three hours after what came without one: these calls are counted apart. Who is `spared` wants no
    reactions until the turn ends.
    """
    spared = how == "spared"
    rung: dict[str, int] = {}
    recalled = Counter[str]()
    at_set_up = Counter[str]()
    visits = Counter[str]()

    async def play(t: DiscordHarness) -> None:
        campaign, n, asides, added, new = await begun(t, game), 0, 0, 0, 0
        people = (t.alice, t.bob)
        while not over(t.bench.service, campaign) and (asked := t.bench.service.asked(campaign)):
            assert n < MOST_ANSWERS
            if is_set_up(t.bench.service, campaign):
                for one in people:
                    at_set_up[one.user.shown] = count(t, one).ringing
            await pass_time(t, campaign, HOUR)
            while asides < ASIDES:
                before = sum(count(t, one).ringing for one in people)
                seat = await t.worker.run(partial(act_aside, campaign=campaign, n=asides))
                new += not seat and t.bench.service.asked(campaign) != asked
                if not seat:
                    break
                asides += 1
                await pass_time(t, campaign, HOUR)
                added += sum(count(t, one).ringing for one in people) - before
            if not (asked := t.bench.service.asked(campaign)):
                break
            seat = asked[0].seat
            if how == "waits" and t.bench.service.channels.asked_silently():
                user = t.bench.service.status(campaign).members[seat].user
                person = next(one for one in people if user == f"discord/{one.id}")
                before = count(t, person).ringing
                await pass_time(t, campaign, attention.RECALL)
                await t.worker.run(attention.recall)
                await pass_time(t, campaign, HOUR)
                recalled[person.user.shown] += count(t, person).ringing - before
            visits[t.bench.service.status(campaign).members[seat].user] += 1
            n += await t.worker.run(
                partial(answer_all, campaign=campaign, seat=seat, n=n * 1_000, style=style, spared=spared)
            )
        for person in people:
            rung[person.user.shown] = count(t, person).ringing - recalled[person.user.shown]
            print(
                f"{game}, {style}, {how}, {person.user.shown}: "
                f"{rung[person.user.shown]} with a sound, {at_set_up[person.user.shown]} of them at set-up, "
                f"and {recalled[person.user.shown]} hours later "
                f"(wanted: {WANTED[game]}), play came back {visits[f'discord/{person.id}']} times: "
                f"{dict(kinds(t, person).most_common())}"
            )
            most = visits[f"discord/{person.id}"] + new + 1  # the last is for the next turn
            assert rung[person.user.shown] <= most
        print(f"{game}, {style}: {n} answers; {asides} acts out of turn added {added} with a sound")
        assert added == 0

    scene(tmp_path, play)
    assert min(rung.values()) > 0
    assert all(n - at_set_up[one] <= WANTED[game] for one, n in rung.items())
