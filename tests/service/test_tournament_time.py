"""Time in games of a tournament: passes, claims and forfeits, time from an opponent, days of absence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core import NotNow, Refusal
from service.usecases.play import playing, queries
from service.usecases.time import deadlines
from service.usecases.time.deadlines import MOST_LEFT
from service.usecases.tournaments import entering
from service.usecases.tournaments.founding import TournamentPlan
from service.values.time_control import MOST_HOURS, PRESETS, TimeControl, checked
from tests.core.scripted import GAME as SCRIPTED
from tests.harness.club import PEOPLE, SCORED, TWO, Club
from tests.harness.service import by, service_harness
from tests.tournaments.test_verify import chained
from tournaments import verify
from tournaments.rules import Rules

HOUR, DAY = 3600, 24 * 3600


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with service_harness(tmp_path / "tabellarius.sqlite", SCORED) as b:
        yield Club(b)


def begun(club: Club, pace: TimeControl, **more: Any) -> tuple[int, int]:
    """A tournament of two, and the campaign of its game."""
    rules = Rules(format="round_robin", seats=TWO, **more)
    id = club.tournaments.found(
        by("director", "new"), TournamentPlan("Spring", "nim", "short", rules, pace=pace)
    )
    for who in PEOPLE[:2]:
        club.tournaments.do(by(who), id.campaign, entering.enter, who.title())
    club.tournaments.do(by("director"), id.campaign, entering.close)
    club.tournaments.next_round(by("director"), id.campaign)
    club.settle()
    club.b.service.tick()
    (campaign,) = club.campaigns(id.campaign).values()
    return id.campaign, campaign


def pass_time(club: Club, seconds: int) -> None:
    """Let time pass with the umpire awake: no outage."""
    for _ in range(-(-seconds // 280)):
        club.b.clock.now += 280
        with club.b.store.transaction():
            club.b.context.clocks.beat(club.b.clock.now, None)
    club.b.service.tick()


def test_every_preset_is_a_possible_time_control() -> None:
    assert {name: checked(pace) for name, pace in PRESETS.items()} == PRESETS
    banks = {name: (pace.bank, pace.increment) for name, pace in PRESETS.items()}
    assert banks == {"standard": (72, 12), "slow": (72, 36), "postal": (240, 48)}


def test_a_chain_passes_once_then_lets_the_other_claim_and_then_forfeits(club: Club) -> None:
    id, campaign = begun(club, TimeControl("fixed", hours=10, expiry="chain", tournament=True))
    service = club.b.service
    members = service.status(campaign).members
    assert {one.seat for one in service.asked(campaign)} == {"north", "south"}
    for _ in range(6):
        while any(one.seat == "south" for one in service.asked(campaign)):
            service.do(by(members["south"].user), campaign, playing.submit, "south", 1)
        pass_time(club, 11 * HOUR)
        if any(due.lapsed for due in service.due(campaign)):
            break
    late = next(due for due in service.due(campaign) if due.lapsed)
    assert (late.seat, late.lapsed) == ("north", "claim")
    answers = club.b.context.log.bodies(campaign, "answer")
    assert [body["by"] for body in answers if body["seat"] == "north"][-1] == "clock"
    with pytest.raises(NotNow, match="you may claim the game from"):
        service.do(by(members["south"].user), campaign, deadlines.claim, "north", "game")
    pass_time(club, 25 * HOUR)
    service.do(by(members["south"].user), campaign, deadlines.claim, "north", "game")
    assert service.status(campaign).campaign.state == "closed"
    pass_time(club, 25 * HOUR)
    club.settle()
    result = club.tournaments.look(id).t.matches["1.1"].result
    assert result is not None
    assert result.how == "forfeit"
    assert result.won == [club.tournaments.look(id).t.matches["1.1"].seats["south"]]


def test_a_standing_order_answers_before_the_clock_has_to_pass(tmp_path: Path) -> None:
    """The umpire passes for those alone who have none; where no pass is possible, others may claim."""
    with service_harness(tmp_path / "tabellarius.sqlite", {"markers": SCRIPTED}) as b:
        club = Club(b)
        rules = Rules(format="swiss", seats=[*"abc"], rounds=1)
        pace = TimeControl("fixed", hours=10, expiry="chain", tournament=True)
        plan = TournamentPlan("Spring", "markers", "ring", rules, pace=pace)
        id = club.tournaments.found(by("director", "new"), plan).campaign
        for who in PEOPLE[-3:]:
            club.tournaments.do(by(who), id, entering.enter, who.title())
        club.tournaments.do(by("director"), id, entering.close)
        club.tournaments.next_round(by("director"), id)
        club.settle()
        (campaign,) = club.campaigns(id).values()
        orders = ["on 2.3 do none", "on 2.4 do no"]
        b.service.do(
            by(b.service.status(campaign).members["a"].user), campaign, playing.set_standing, "a", orders
        )
        pass_time(club, 11 * HOUR)
        pass_time(club, 11 * HOUR)
        answers = [entry for entry in b.context.log.entries(campaign) if entry.t == "answer"]
        given = [(entry.body["seat"], entry.parts[0].part["standing"], entry.body["by"]) for entry in answers]
        assert given == [("a", 1, "seat"), ("b", 0, "clock"), ("c", 0, "clock"), ("a", 1, "seat")]
        assert {due.seat: due.lapsed for due in b.service.due(campaign)} == {"b": "claim", "c": "claim"}
        assert b.service.look(campaign, queries.verdict).errors == []


@pytest.mark.parametrize("pace", [*PRESETS.values(), TimeControl("fixed", 30, quiet="22:00-07:00")])
def test_a_game_has_the_clock_of_its_tournament_in_its_own_log(club: Club, pace: TimeControl) -> None:
    _, campaign = begun(club, pace)
    assert club.b.context.clocks.pace(campaign) == checked(pace)
    left = {due.due - club.b.clock.now for due in club.b.service.due(campaign) if due.due is not None}
    if not pace.quiet:
        assert left == {(pace.bank + pace.increment) * HOUR}
    assert len(left) == 1


def test_an_opponent_may_give_time_and_nobody_else(club: Club) -> None:
    _, campaign = begun(club, PRESETS["standard"])
    service = club.b.service
    members = service.status(campaign).members
    before = {due.seat: due.due for due in service.due(campaign)}["north"]
    assert before is not None
    for user in (members["north"].user, "director", "zita"):
        with pytest.raises(NotNow, match="opponent"):
            service.do(by(user), campaign, deadlines.grant, "north", 24)
    with pytest.raises(Refusal, match="you cannot add"):
        service.do(by(members["south"].user), campaign, deadlines.grant, "north", 0)
    south = members["south"].user
    assert service.grantable(campaign, south, 24) == "north"
    assert service.grantable(campaign, "director", 24) == ""
    service.do(by(south), campaign, deadlines.grant, "north", 24)
    assert {due.seat: due.due for due in service.due(campaign)}["north"] == before + DAY
    for _ in range(MOST_LEFT // HOUR // MOST_HOURS):
        if service.grantable(campaign, south, MOST_HOURS):
            service.do(by(south), campaign, deadlines.grant, "north", MOST_HOURS)
    assert service.grantable(campaign, south, MOST_HOURS) == ""
    with pytest.raises(NotNow, match="more than"):
        service.do(by(south), campaign, deadlines.grant, "north", MOST_HOURS)


def test_no_more_days_of_absence_stop_a_clock_than_the_tournament_allows(club: Club) -> None:
    _, campaign = begun(club, PRESETS["standard"], absence=5)
    service, now = club.b.service, club.b.clock.now
    user = service.status(campaign).members["north"].user
    before = {due.seat: due.due for due in service.due(campaign)}["north"]
    assert before is not None
    service.set_absence(by(user), now, now + 3 * DAY)
    assert {due.seat: due.due for due in service.due(campaign)}["north"] == before + 3 * DAY
    service.set_absence(by(user), now + 3 * DAY, now + 9 * DAY)
    assert {due.seat: due.due for due in service.due(campaign)}["north"] == before + 5 * DAY


def test_hours_late_are_noted_from_the_clocks_and_verify(club: Club) -> None:
    """Hours beyond a deadline count, but not those for which the umpire has passed at once, nor the first
    59 minutes of a game; time given afterwards counts as if it had been there (design/tournaments.md §6).
    """
    pace = TimeControl("fixed", hours=10, expiry="claim", tournament=True)
    id, campaign = begun(club, pace, tie_breaks=["late", "lot"])
    service = club.b.service
    users = {seat: member.user for seat, member in service.status(campaign).members.items()}
    pass_time(club, 13 * HOUR)
    service.do(by(users["north"]), campaign, playing.submit, "north", 1)
    service.do(by(users["north"]), campaign, deadlines.grant, "south", 5)
    pass_time(club, 3 * HOUR)
    service.do(by(users["south"]), campaign, playing.submit, "south", 1)
    (late,) = [body for body in club.tournaments.look(id).bodies if body["t"] == "late"]
    players = {seat: club.tournaments.look(id).player_of(user) for seat, user in users.items()}
    assert (late["game"], late["player"]) == ("1.1", players["north"])
    assert late["due"] + late["seconds"] == late["time"]
    assert late["seconds"] // HOUR == 3
    club.play(campaign)
    club.settle()
    book = club.tournaments.look(id)
    shown = {row.player: row.broken["late"] for row in book.rows}
    assert shown == {players["north"]: 3, players["south"]: 0}
    club.verified(id)
    forged = [{**one} for one in club.tournaments.export(id)["entries"]]
    for one in forged:
        if one["t"] == "late":
            one["seconds"] = one["time"] - one["due"] + 1
    with pytest.raises(verify.Wrong, match="more time than since the deadline"):
        verify.verify(chained(forged))


def test_a_pass_by_the_clock_at_its_time_makes_nobody_late_and_a_claimed_game_does(club: Club) -> None:
    id, campaign = begun(club, TimeControl("fixed", hours=10, expiry="chain", tournament=True))
    service = club.b.service
    members = service.status(campaign).members
    while not any(due.lapsed for due in service.due(campaign)):
        while any(one.seat == "south" for one in service.asked(campaign)):
            service.do(by(members["south"].user), campaign, playing.submit, "south", 1)
        pass_time(club, 11 * HOUR)
    assert not any(body["t"] == "late" for body in club.tournaments.look(id).bodies)
    pass_time(club, 25 * HOUR)
    service.do(by(members["south"].user), campaign, deadlines.claim, "north", "game")
    (late,) = [body for body in club.tournaments.look(id).bodies if body["t"] == "late"]
    assert (late["player"], late["seconds"] // HOUR) == (
        club.tournaments.look(id).player_of(members["north"].user),
        26,
    )
