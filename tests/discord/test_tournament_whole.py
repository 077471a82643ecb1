"""A whole tournament on Discord, from entries to the report: a forfeit, a disputed game, a correction."""

from __future__ import annotations

import json

import pytest

from adjudicator import GAMES
from service.api import Service
from service.text.localizer import Localizer
from service.text.tournament_report import as_markdown
from service.unit_of_work.tournaments.book import Book
from service.usecases.tournaments.reporting import report
from tests.fake_discord.people.person import Person
from tests.harness.discord import DiscordHarness, played
from tournaments import verify

NAMES = ("Carol", "Dora", "Emil", "Fumi")


async def press(t: DiscordHarness, person: Person, label: str, why: str | None = None) -> str:
    """Open the page, press a button, fill in the reason if there is a form; return the page behind it."""
    page = await person.command("tournament show", t.channel)
    done = await person.press(page.message, label)
    if why is not None:
        assert done.modal is not None, done.text
        done = await person.fill(done.modal, {"why": why})
    await t.settled()
    return str(done.text)


@pytest.mark.matrix
@played
async def test_a_whole_tournament_with_a_forfeit_a_disputed_game_and_a_correction(t: DiscordHarness) -> None:
    made = await t.judge.command(
        "tournament new", t.channel, title="Ides", scenario="julius_caesar/war", format="swiss", days=10
    )
    await t.settled()
    (row,) = t.bench.service.tournaments.listed()
    id = row.id
    assert "Ides" in made.text and row.director == f"discord/{t.judge.user.id}"
    people = [t.alice, *(t.server.user(name) for name in NAMES), t.bob]
    for person in people:
        await press(t, person, "参加する" if person is t.bob else "Take part")
    page = await t.judge.command("tournament show", t.channel)
    ask = await t.judge.press(page.message, "Close entries")
    await t.settled()
    await t.judge.press(ask.message, "Close entries")
    await t.settled()
    await press(t, t.judge, "Pair the next round")

    def book() -> Book:
        return t.bench.service.tournaments.look(id)

    assert len(t.bench.service.campaigns()) == 3
    by_number = {
        one.player: next(p for p in people if one.user == f"discord/{p.user.id}")
        for one in book().people.values()
    }
    played = {match.id: [by_number[player] for player in match.players] for match in book().t.games(1)}

    def end_round(service: Service) -> None:
        row = book().row
        row.due = service.now()
        with service.context.store.transaction():
            service.context.tournaments.save(row)

    def how(game: str) -> str:
        result = book().t.matches[game].result
        return "" if result is None else result.how

    def label(person: Person, english: str, japanese: str) -> str:
        return japanese if person is t.bob else english

    # the director stops all games, and lets them go on
    refused = await t.alice.command("tournament pause", t.channel, why="mine")
    assert "only the director" in refused.text
    await press(t, t.judge, "Stop all games and clocks", "a power cut")
    assert all(match.paused == "a power cut" for match in book().t.open_games)
    assert all(
        "Ides: a power cut" in t.bench.service.campaign(n).held or t.bench.service.campaign(n).held
        for n in book().repo.campaigns(id).values()
    )
    await press(t, t.judge, "Resume all games")
    assert not any(t.bench.service.campaign(n).held for n in book().repo.campaigns(id).values())

    # a forfeit
    loser = book().t.matches["1.1"].players[0]
    await t.judge.command("tournament forfeit", t.channel, game="1.1", player=loser, why="silent for a week")
    await t.settled()
    assert how("1.1") == "forfeit"

    # the round ends; one game is agreed on, the other disputed
    await t.worker.run(end_round)  # a leap of the clock would be an outage, which is given back
    for person in played["1.3"]:
        await press(t, person, label(person, "It is a draw", "引き分け"), "level")
    assert how("1.3") == "agreed"
    for person in played["1.2"]:
        await press(t, person, label(person, "I have won", "勝った"), f"I am ahead, says {person.user.name}")
    assert book().t.matches["1.2"].result is None
    judges = [*book().t.matches["1.1"].players, book().t.matches["1.3"].players[0]]
    first, second, third = judges
    await t.judge.command("tournament panel", t.channel, game="1.2", first=first, second=second, third=third)
    await t.settled()
    assert book().t.matches["1.2"].judges == judges
    winner, other = played["1.2"]
    for number in judges[:2]:
        judge = by_number[number]
        shown = await judge.command("tournament dossier", t.channel, game="1.2")
        assert str(winner.user.shown) in shown.text and "24" in shown.text
        who = book().name(book().t.matches["1.2"].players[0])
        await press(t, judge, label(judge, f"Game 1.2: {who}", f"ゲーム1.2：{who}"), "the map")
    assert how("1.2") == "panel"
    stranger = by_number[book().t.matches["1.3"].players[1]]
    outsider = await stranger.command("tournament dossier", t.channel, game="1.2")
    assert "24" not in outsider.text

    # an appeal and the correction
    await press(t, other, label(other, "Appeal in game 1.2", "ゲーム1.2の裁定に異議"), "they miscounted")
    corrected = await t.judge.command(
        "tournament result", t.channel, game="1.2", winner="-", why="both hold as much"
    )
    assert "draw" in corrected.text
    await press(t, t.judge, "End the tournament")
    assert book().t.state == "over"

    # the report, and the proof
    told = as_markdown(report(book(), Localizer("en", GAMES["julius_caesar"].lexicon.label)))
    for expected in (
        "won by forfeit",
        "silent for a week",
        "they miscounted",
        "both hold as much",
        "Standings",
    ):
        assert expected in told
    exported = json.loads(json.dumps(t.bench.service.tournaments.export(id)))
    found = verify.verify(exported["entries"])
    assert [list(row) for row in verify.standings(found)] == exported["standings"]
    given = await t.alice.command("tournament export", t.channel)
    names = [one.filename for one in given.message.attachments]
    assert names == ["report.markdown", "standings.csv", "event.trf", "log.json", "verify.py"]
