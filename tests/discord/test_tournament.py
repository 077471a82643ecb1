"""`/tournament`: entered, paired and played on Discord, each game in a thread (docs/tournaments.md)."""

from __future__ import annotations

from typing import Any

from service.api import Service
from service.usecases.tournaments import entering, results
from service.usecases.tournaments.founding import TournamentPlan
from service.values.records import Message
from tests.fake_discord.people import screen
from tests.harness.clock import later
from tests.harness.discord import DiscordHarness, played
from tournaments.rules import Rules
from tournaments.state import Result

SEATS = ["caesar", "pompey"]


async def founded(t: DiscordHarness, **rules: Any) -> int:
    """A Swiss tournament of Julius Caesar that the judge directs."""
    made = Rules(format="swiss", seats=SEATS, **rules)
    plan = TournamentPlan("Ides", "julius_caesar", "war", made)
    message = Message("", f"discord/{t.judge.user.id}")
    receipt = await t.worker.run(lambda service: service.tournaments.found(message, plan))
    return receipt.campaign


def begun(t: DiscordHarness, service: Service, id: int) -> None:
    """Alice and Bob have entered, and the judge has paired them."""
    for person in (t.alice, t.bob):
        service.tournaments.do(Message("", f"discord/{person.user.id}"), id, entering.enter, person.user.name)
    judge = Message("", f"discord/{t.judge.user.id}")
    service.tournaments.do(judge, id, entering.close)
    service.tournaments.next_round(judge, id)


@played
async def test_a_tournament_is_entered_paired_and_played_in_threads(t: DiscordHarness) -> None:
    """From entering to the thread of a game; what cannot be taken back is asked once more."""
    id = await founded(t)
    for person, label in ((t.alice, "Take part"), (t.bob, "参加する")):
        page = await person.command("tournament show", t.channel)
        assert "Ides" in page.text
        await person.press(page.message, label)
        await t.settled()
    page = await t.alice.command("tournament show", t.channel)
    assert "Alice" in page.text and "Bob" in page.text
    page = await t.judge.command("tournament show", t.channel)
    ask = await t.judge.press(page.message, "Close entries")
    await t.settled()
    assert t.bench.service.tournaments.look(id).t.state == "entries"
    done = await t.judge.press(ask.message, "Close entries")
    await t.settled()
    assert t.bench.service.tournaments.look(id).t.state == "playing", done.text
    await t.judge.press(done.message, "Pair the next round")
    await t.settled()
    book = t.bench.service.tournaments.look(id)
    (campaign,) = book.repo.campaigns(id).values()
    shown = t.bench.service.channels.shown(campaign)
    assert shown is not None
    assert str(shown.channel) in {
        thread.id for thread in t.guild.channels.values() if thread.name == "Ides 1.1"
    }
    page = await t.alice.command("tournament show", t.channel)
    assert f"<#{shown.channel}>" in page.text
    again = await t.alice.command("tournament thread", t.channel, game="1.1")
    assert f"<#{shown.channel}>" in again.text
    assert len(t.bench.service.campaigns()) == 1


@played
async def test_only_the_director_sets_results_and_a_reason_is_needed(t: DiscordHarness) -> None:
    id = await founded(t, elsewhere=1)
    await t.worker.run(lambda service: begun(t, service, id))
    refused = await t.alice.command("tournament result", t.channel, game="1.1", winner="Alice", why="mine")
    assert "only the director" in refused.text
    unknown = await t.judge.command("tournament result", t.channel, game="1.1", winner="Zita", why="mine")
    assert "alice" in unknown.text
    await t.alice.command("tournament report", t.channel, game="1.1", result="won", margin=2)
    page = await t.bob.command("tournament report", t.channel, game="1.1", result="lost", margin=2)
    assert "alice" in page.text
    result = t.bench.service.tournaments.look(id).t.matches["1.1"].result
    assert result == Result("elsewhere", ["p1"], margin=2)
    corrected = await t.judge.command(
        "tournament result", t.channel, game="1.1", winner="-", why="both were wrong"
    )
    assert screen.text(corrected.message)
    result = t.bench.service.tournaments.look(id).t.matches["1.1"].result
    assert result is not None and result.drawn


@played
async def test_a_bid_is_seen_by_nobody_before_both_are_in(t: DiscordHarness) -> None:
    id = await founded(t, sides="bid", bid_for="caesar", most_bid=5)
    await t.worker.run(lambda service: begun(t, service, id))
    high = await t.alice.command("tournament bid", t.channel, game="1.1", points=9)
    assert "0 to 5" in high.text
    await t.alice.command("tournament bid", t.channel, game="1.1", points=4)
    page = await t.alice.command("tournament show", t.channel)
    seal = t.bench.service.tournaments.look(id).t.matches["1.1"].bids["p1"]
    assert f"Receipt, as in the log: {seal}" in page.text
    page = await t.bob.command("tournament show", t.channel)
    assert "4" not in page.text.replace("1.1", "") and seal not in page.text
    await t.bob.command("tournament bid", t.channel, game="1.1", points=2)
    match = t.bench.service.tournaments.look(id).t.matches["1.1"]
    assert match.seats == {"caesar": "p1", "pompey": "p2"}


@played
async def test_bids_and_results_are_given_by_buttons(t: DiscordHarness) -> None:
    id = await founded(t, sides="bid", bid_for="caesar", most_bid=5, elsewhere=1)
    await t.worker.run(lambda service: begun(t, service, id))
    for person, points in ((t.alice, "4"), (t.bob, "x"), (t.bob, "2")):
        page = await person.command("tournament show", t.channel)
        form = await person.press(page.message, "Bid in game 1.1" if person is t.alice else "ゲーム1.1に入札")
        assert form.modal is not None
        await person.fill(form.modal, {"points": points})
        await t.settled()
    match = t.bench.service.tournaments.look(id).t.matches["1.1"]
    assert match.seats == {"caesar": "p1", "pompey": "p2"}
    page = await t.alice.command("tournament show", t.channel)
    await t.alice.press(page.message, "I have won")
    await t.settled()
    page = await t.bob.command("tournament show", t.channel)
    await t.bob.press(page.message, "負けた")
    await t.settled()
    result = t.bench.service.tournaments.look(id).t.matches["1.1"].result
    assert result == Result("elsewhere", ["p1"])


@played
async def test_the_post_with_standings_is_edited_at_most_every_ten_minutes(t: DiscordHarness) -> None:
    id = await founded(t, elsewhere=1)
    await t.worker.run(lambda service: begun(t, service, id))
    page = await t.alice.command("tournament show", t.channel)
    assert "Post standings here" not in page.text
    page = await t.judge.command("tournament show", t.channel)
    await t.judge.press(page.message, "Post standings here")
    await t.settled()

    def posted() -> str:
        (post,) = t.bench.service.context.tournaments.posts()
        return screen.text(next(one for one in t.channel.messages if one.id == str(post.message)))

    assert "bob: 0 points" in posted() and "2 points" not in posted()
    await t.alice.command("tournament report", t.channel, game="1.1", result="won", margin=2)
    await t.bob.command("tournament report", t.channel, game="1.1", result="lost", margin=2)
    before = posted()
    await t.client.parts.standings.update_all()
    assert posted() == before
    t.bench.clock.now += 600
    await t.client.parts.standings.update_all()
    assert "2 points" in posted()


@played
async def test_a_director_extends_rules_withdraws_and_replaces(t: DiscordHarness) -> None:
    id = await founded(t, days=10)
    await t.worker.run(lambda service: begun(t, service, id))
    refused = await t.alice.command("tournament extend", t.channel, days=3, why="mine")
    assert "only the director" in refused.text
    due = t.bench.service.tournaments.look(id).due
    await t.judge.command("tournament extend", t.channel, days=3, why="holidays")
    assert t.bench.service.tournaments.look(id).due == due + 3 * 24 * 3600
    await t.judge.command("tournament ruling", t.channel, question="May they?", ruling="They may.")
    book = t.bench.service.tournaments.look(id)
    assert book.t.rulings == [{"question": "May they?", "ruling": "They may."}]
    (campaign,) = book.repo.campaigns(id).values()
    assert [one.ruling for one in t.bench.service.rulings(campaign)] == ["They may."]
    carol = t.server.user("Carol")
    await t.judge.command("tournament replace", t.channel, player="p1", substitute=carol.user)
    await t.settled()
    seated = {member.user for member in t.bench.service.status(campaign).members.values()}
    assert seated == {f"discord/{carol.user.id}", f"discord/{t.bob.user.id}"}
    await t.judge.command("tournament drop", t.channel, player="p2", why="no time")
    assert t.bench.service.tournaments.look(id).t.players["p2"].out == "no time"


@played
async def test_a_tournament_is_created_on_discord_and_given_as_files(t: DiscordHarness) -> None:
    wrong = await t.judge.command("tournament new", t.channel, title="Ides", scenario="julius_caesar/peace")
    assert "a scenario from the list" in wrong.text
    page = await t.judge.command(
        "tournament new",
        t.channel,
        title="Ides",
        scenario="julius_caesar/war",
        sides="bid",
        rounds=3,
        days=30,
    )
    await t.settled()
    assert "Ides" in page.text and "Open for entries" in page.text
    (row,) = t.bench.service.tournaments.listed()
    rules = t.bench.service.tournaments.look(row.id).t.rules
    assert (rules.format, rules.rounds, rules.days, rules.bid_for) == ("swiss", 3, 30, "caesar")
    given = await t.alice.command("tournament export", t.channel)
    names = [one.filename for one in given.message.attachments]
    assert names == ["report.markdown", "standings.csv", "event.trf", "log.json", "verify.py"]


@played
async def test_own_tournaments_show_whom_one_avoids_and_hide_and_erase_a_name(t: DiscordHarness) -> None:
    """`/my tournaments`; nothing is erased at one press, and nothing is offered that would be refused."""
    id = await founded(t)
    none = await t.alice.command("my tournaments", t.channel)
    assert "in no tournament" in none.text
    await t.worker.run(lambda service: begun(t, service, id))
    await t.settled()
    page = await t.alice.command("my tournaments", t.channel, avoid=f"{id}/p2")
    assert "never paired with bob" in page.text
    assert "erase" not in page.text
    book = t.bench.service.tournaments.look(id)
    assert book.apart == [frozenset(("p1", "p2"))]
    assert "alice" not in (await t.bob.command("my tournaments", t.channel)).text
    page = await t.alice.press(page.message, "Ides: pair me with bob again")
    await t.settled()
    assert t.bench.service.tournaments.look(id).apart == []
    await t.alice.press(page.message, "Ides: hide my name")
    await t.settled()
    assert t.bench.service.tournaments.look(id).people["p1"].who == "p1"
    refused = await t.alice.command("my tournaments", t.channel, avoid="bob")
    assert "a player from the list" in refused.text
    judge = Message("", f"discord/{t.judge.user.id}")
    await t.worker.run(
        lambda service: service.tournaments.do(judge, id, results.forfeit, "1.1", "p1", "silent")
    )
    await t.worker.run(lambda service: service.tournaments.next_round(judge, id))
    await t.worker.run(lambda service: service.tournaments.tick())  # the game follows, and opens a day later
    await t.worker.run(lambda service: later(t.bench, 25))
    page = await t.bob.command("my tournaments", t.channel)
    ask = await t.bob.press(page.message, "Ides：名前を消去する")
    await t.settled()
    assert t.bench.service.tournaments.look(id).people["p2"].who == "bob"
    await t.bob.press(ask.message, "自分の名前を消去する")
    await t.settled()
    assert t.bench.service.tournaments.look(id).people["p2"].who == "p2"


@played
async def test_the_director_pairs_by_a_form_and_sets_margin_and_level(t: DiscordHarness) -> None:
    id = await founded(t, rounds=2, half_byes=1)

    def enter(service: Service) -> None:
        for person, who in ((t.alice, "Alice"), (t.bob, "Bob")):
            service.tournaments.do(Message("", f"discord/{person.id}"), id, entering.enter, who)
        service.tournaments.do(Message("", f"discord/{t.judge.id}"), id, entering.close)

    await t.worker.run(enter)
    await t.alice.command("tournament sit_out", t.channel, round=2)
    assert t.bench.service.tournaments.look(id).t.players["p1"].asked == [2]
    await t.alice.command("tournament sit_out", t.channel, round=2, play=True)
    assert t.bench.service.tournaments.look(id).t.players["p1"].asked == []
    form = await t.judge.command("tournament pair", t.channel)
    assert form.modal is not None
    refused = await t.judge.fill(form.modal, {"pairs": "Alice - Zita", "why": "friends"})
    assert "a player of the tournament" in refused.text
    form = await t.judge.command("tournament pair", t.channel)
    assert form.modal is not None
    page = await t.judge.fill(form.modal, {"pairs": "Alice - Bob", "why": "friends"})
    assert "The director has paired round 1: friends" in page.text
    await t.judge.command(
        "tournament result", t.channel, game="1.1", winner="Alice", why="so", margin=3, level="more"
    )
    result = t.bench.service.tournaments.look(id).t.matches["1.1"].result
    assert result == Result("panel", ["p1"], margin=3, level="more")
    await t.judge.command(
        "tournament result", t.channel, game="1.1", winner="Bob", why="misread", margin=2, level="more"
    )
    result = t.bench.service.tournaments.look(id).t.matches["1.1"].result
    assert result == Result("correction", ["p2"], margin=2, level="more")


@played
async def test_the_director_sets_places_and_points_of_a_table_and_everybody_reads_them(
    t: DiscordHarness,
) -> None:
    seats = ["turks", "caliphate", "holy_league", "orthodox"]
    rules = Rules(format="swiss", seats=seats, elsewhere=1, scoring="share")
    judge = Message("", f"discord/{t.judge.id}")

    def begun(service: Service) -> int:
        plan = TournamentPlan("Crescent", "ottomans", "s1_tcho", rules)
        id = service.tournaments.found(judge, plan).campaign
        for who in ("Alice", "Bob", "Carol", "Dan"):
            service.tournaments.do(Message("", f"discord/{who}"), id, entering.enter, who)
        service.tournaments.do(judge, id, entering.close)
        service.tournaments.next_round(judge, id)
        return id

    id = await t.worker.run(begun)
    given: Any = {"game": "1.1", "winner": "Bob > Alice = Dan > Carol", "why": "as played"}
    refused = await t.judge.command("tournament result", t.channel, points="34, 20", **given)
    assert "as in 34, 20, 20" in refused.text
    refused = await t.judge.command("tournament result", t.channel, points="34, 20, 20, -6", **given)
    assert "points in the game: anything from 0 to" in refused.text
    page = await t.judge.command("tournament result", t.channel, points="34, 20, 20, 6", **given)
    result = t.bench.service.tournaments.look(id).t.matches["1.1"].result
    assert result is not None
    assert result.ranks == {"p2": 1, "p1": 2, "p4": 2, "p3": 4}
    assert result.points == {"p2": 34, "p1": 20, "p4": 20, "p3": 6}
    equals = ("2. Alice: 20, 2. Dan: 20", "2. Dan: 20, 2. Alice: 20")  # as their seats were drawn
    assert any(f"(1. Bob: 34, {two}, 4. Carol: 6)" in page.text for two in equals)
    assert "Bob: 42 points from 1 game" in page.text


@played
async def test_dates_are_given_as_a_calendar_file(t: DiscordHarness) -> None:
    """The end of the round to everybody, and to a player when their decisions are due."""
    id = await founded(t, days=10)
    page = await t.alice.command("tournament show", t.channel)
    assert "Calendar file" not in screen.text(page.message)
    await t.worker.run(lambda service: begun(t, service, id))
    page = await t.alice.command("tournament show", t.channel)
    given = await t.alice.press(page.message, "Calendar file")
    await t.settled()
    (file,) = given.message.attachments
    assert file.filename == "deadlines.ics"
    exported = await t.judge.command("tournament export", t.channel)
    assert "deadlines.ics" in [one.filename for one in exported.message.attachments]
