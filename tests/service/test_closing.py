"""Holding, ending, and what comes after a restored backup."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from adjudicator.core import NotNow, NotUnderstood
from adjudicator.core.audit.audit import audit
from service.posts.status import status
from service.storage.database import backups
from service.storage.database.shown import ShownEnds
from service.usecases.agreeing import agreements, undo
from service.usecases.agreeing import ending as ending_acts
from service.usecases.play import playing, queries
from service.usecases.referee import restored
from service.usecases.seats import founding
from service.usecases.time import leaving
from service.values.posts import Notice, ProposedNotice
from service.values.receipts import Burnt, Reconciled
from service.values.records import Plan, Seen
from service.values.words import reason, speak
from tests.harness.posts import about, contents, notices, sentences
from tests.harness.service import ServiceHarness, by, service_harness


def end_of(b: ServiceHarness, campaign: int) -> dict[str, object]:
    entry = b.service.log(campaign)[-1]
    return {key: entry[key] for key in ("t", "why", "result", "by", "consent")}


def test_the_end_opens_everything(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short")
    b.play(campaign)
    entry = b.service.log(campaign)[-1]
    assert (entry["t"], entry["why"]) == ("end", "over")
    assert bytes.fromhex(entry["hroot"]) == b.context.campaigns.keys(campaign).hroot
    report = b.service.look(campaign, queries.verdict)
    assert (report.errors, report.sealed) == ([], 0)
    assert b.service.status(campaign).over
    assert b.service.asked(campaign) == []
    with pytest.raises(NotNow):
        b.service.do(by("north"), campaign, playing.submit, "north", 1)
    assert b.service.look(campaign, queries.score) is not None
    assert b.service.view(campaign, "north") is not None


def test_a_public_export_hides_what_a_seats_shows(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short")
    b.service.do(by("north"), campaign, playing.submit, "north", 7)
    lines = {
        reader: "\n".join(b.service.look(campaign, queries.export, reader))
        for reader in (None, "north", "south", "all")
    }
    opened = {reader: '"part":{"answer":7}' in text for reader, text in lines.items()}
    assert opened == {None: False, "north": True, "south": False, "all": True}


def test_a_campaign_is_held_for_a_reason(b: ServiceHarness) -> None:
    """Without one it would not be held, though all were told so."""
    campaign = b.found("nim", "short")
    for why in ("", "  "):
        with pytest.raises(NotUnderstood, match="the reason"):
            b.service.do(by("judge"), campaign, ending_acts.hold_by_referee, why)
    assert notices(b.waiting(1000), "held") == []
    b.service.do(by("judge"), campaign, ending_acts.hold_by_referee, "a doubt")
    assert b.service.status(campaign).campaign.held == "a doubt"


def test_giving_up_ends_the_game(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short")
    with pytest.raises(NotNow):
        b.service.do(by("south"), campaign, leaving.resign, "north")
    b.service.do(by("north"), campaign, leaving.resign, "north")
    assert end_of(b, campaign) == {
        "t": "result", "why": "resigned", "result": {"resigned": ["north"]},
        "by": "seats", "consent": ["north"],
    }  # fmt: skip
    assert b.service.asked(campaign) == []
    assert status(b.service, campaign, "en").result == ("North resigned.",)


def resigned(b: ServiceHarness) -> int:
    """A game whose sealed answer is still closed, because a seat has resigned."""
    campaign = b.found("nim", "short")
    b.service.do(by("north"), campaign, playing.submit, "north", 7)
    b.service.do(by("south"), campaign, leaving.resign, "south")
    return campaign


def test_a_provisional_result_opens_nothing_before_a_day_has_passed(b: ServiceHarness) -> None:
    campaign = resigned(b)
    public = "\n".join(b.service.look(campaign, queries.export, None))
    assert '"part":{"answer":7}' not in public
    assert not b.service.may_see("spectator", campaign, "north")
    report = b.service.look(campaign, queries.verdict)
    opens = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(b.service.now() + 24 * 3600))
    assert report.code == 0
    assert report.verdict.startswith(f"OVER, OPENS AT {opens}")
    for act in (undo.take_back, leaving.resign):
        with pytest.raises(NotNow, match="provisional"):
            b.service.do(by("north"), campaign, act, "north")
    with pytest.raises(NotNow, match="provisional"):
        b.service.do(by("north"), campaign, agreements.propose, "draw", "north")
    b.clock.now += 24 * 3600 - 1
    b.service.tick()
    assert b.service.campaign(campaign).state == "closed"
    b.clock.now += 1
    b.service.tick()
    b.service.tick()
    assert end_of(b, campaign) == {
        "t": "end", "why": "resigned", "result": {"resigned": ["south"]}, "by": "clock", "consent": []
    }  # fmt: skip
    (closed,) = [entry for entry in b.service.log(campaign) if entry["t"] == "result"]
    assert (closed["by"], closed["consent"]) == ("seats", ["south"])
    assert b.service.may_see("spectator", campaign, "north")
    assert b.service.look(campaign, queries.verdict).verdict.startswith("PROVEN")


def test_it_opens_when_all_players_agree(b: ServiceHarness) -> None:
    campaign = resigned(b)
    b.service.do(by("south"), campaign, agreements.propose, "open", "south")
    with pytest.raises(NotNow, match="already agreed"):
        b.service.do(by("south"), campaign, agreements.propose, "open", "south")
    with pytest.raises(NotNow, match="you do not play"):
        b.service.do(by("judge"), campaign, agreements.propose, "open", "north")
    assert b.service.campaign(campaign).state == "closed"
    b.service.do(by("north"), campaign, agreements.propose, "open", "north")
    assert b.service.campaign(campaign).state == "over"


def test_the_referee_or_all_players_resume_it(b: ServiceHarness) -> None:
    campaign = resigned(b)
    before = b.service.log(campaign)[-2]
    with pytest.raises(NotNow, match="only the referee"):
        b.service.do(by("spectator"), campaign, agreements.resume)
    b.service.do(by("judge"), campaign, agreements.resume, "a slip")
    assert [a.seat for a in b.service.asked(campaign)] == ["south"]
    b.service.do(by("south"), campaign, leaving.resign, "south")
    b.service.do(by("north"), campaign, agreements.resume)
    assert b.service.campaign(campaign).state == "closed"
    b.service.do(by("south"), campaign, agreements.resume)
    assert b.service.campaign(campaign).state == "playing"
    b.clock.now += 48 * 3600
    b.service.tick()
    assert b.service.campaign(campaign).state == "playing"
    b.play(campaign)
    assert [e["t"] for e in b.service.log(campaign, before["n"])][:4] == [
        "result",
        "resume",
        "result",
        "resume",
    ]
    report = b.service.look(campaign, queries.verdict)
    assert (report.errors, report.sealed) == ([], 0)
    assert audit(b.service.look(campaign, queries.export, None), b.context.games).faults == []


def test_a_player_who_plays_alone_ends_the_game_at_once(b: ServiceHarness) -> None:
    """Nothing is hidden from anybody else, and they have been asked once more."""
    campaign = b.service.found(by("me"), Plan("nim", "short", "Test")).campaign
    for seat in ("north", "south"):
        b.service.do(by("me"), campaign, founding.join, seat, "Me")
    b.service.do(by("me"), campaign, leaving.resign, "north")
    assert b.service.campaign(campaign).state == "over"


def test_a_draw_needs_everybody(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short")
    with pytest.raises(NotNow, match="nobody has proposed a draw"):
        b.service.do(by("north"), campaign, agreements.answer, "draw", "north", False)
    b.service.do(by("north"), campaign, agreements.propose, "draw", "north")
    b.service.do(by("south"), campaign, agreements.answer, "draw", "south", False)
    assert not b.service.status(campaign).over
    b.service.do(by("north"), campaign, agreements.propose, "draw", "north")
    b.service.do(by("south"), campaign, agreements.propose, "draw", "south")
    assert end_of(b, campaign) == {
        "t": "end", "why": "draw", "result": {"draw": 1}, "by": "seats", "consent": ["north", "south"]
    }  # fmt: skip


def test_a_player_who_agrees_to_a_draw_proposes_none(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short")
    with pytest.raises(NotNow, match="nobody has proposed a draw"):
        b.service.do(by("south"), campaign, agreements.answer, "draw", "south", True)
    b.service.do(by("north"), campaign, agreements.propose, "draw", "north")
    made = b.context.campaigns.proposal(campaign, "draw")
    assert made is not None
    with pytest.raises(NotNow, match="already agreed"):
        b.service.do(by("north"), campaign, agreements.answer, "draw", "north", True, made.id)
    b.service.do(by("south"), campaign, agreements.answer, "draw", "south", False, made.id)
    for agrees in (True, False):
        with pytest.raises(NotNow, match="no longer open"):
            b.service.do(by("south"), campaign, agreements.answer, "draw", "south", agrees, made.id)
    assert b.context.campaigns.proposal(campaign, "draw") is None


def test_a_draw_that_is_proposed_lapses_when_play_goes_on(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.service.do(by("north"), campaign, agreements.propose, "draw", "north")
    b.service.do(by("south"), campaign, playing.submit, "south", 0)
    with pytest.raises(NotNow, match="nobody has proposed a draw"):
        b.service.do(by("south"), campaign, agreements.answer, "draw", "south", True)
    told = notices(b.service.posts(campaign, ["channel"]), "draw")
    assert [type(notice) for notice in told] == [ProposedNotice, Notice], "it is proposed, and lapses"
    b.service.do(by("south"), campaign, agreements.propose, "draw", "south")
    assert not b.service.status(campaign).over
    b.service.do(by("south"), campaign, undo.take_back, "south")
    assert b.context.campaigns.proposal(campaign, "draw") is None


@pytest.mark.parametrize("own", [(), ("south",)])
def test_a_game_that_never_begins_is_ended_by_founder_or_referee(
    b: ServiceHarness, own: tuple[str, ...]
) -> None:
    for user in ("founder", "judge"):
        plan = Plan("nim", "short", "Test", referee="judge")
        campaign = b.service.found(by("founder"), plan).campaign
        for seat in ("north", *own):
            b.service.do(by(seat), campaign, founding.join, seat, seat, seat in own)
        with pytest.raises(NotNow, match="creator or referee"):
            b.service.do(by("north"), campaign, ending_acts.end, "tired")
        b.service.do(by(user), campaign, ending_acts.end, "nobody comes")
        assert b.service.status(campaign).campaign.state == "dead"
        assert b.service.found_again(by("founder"), campaign).campaign > campaign


def test_the_referee_holds_releases_and_ends(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short")
    for act in (ending_acts.hold_by_referee, ending_acts.end):
        with pytest.raises(NotNow, match="only the referee"):
            b.service.do(by("north"), campaign, act, "why")
    with pytest.raises(NotNow, match="is not on hold"):
        b.service.release(by("judge"), campaign)
    b.service.do(by("judge"), campaign, ending_acts.hold_by_referee, "a dispute")
    with pytest.raises(NotNow, match="on hold"):
        b.service.do(by("north"), campaign, playing.submit, "north", 1)
    b.service.release(by("judge"), campaign)
    b.service.do(by("north"), campaign, playing.submit, "north", 1)
    b.service.do(by("judge"), campaign, ending_acts.end, "by agreement")
    assert end_of(b, campaign)["why"] == "by agreement"
    assert b.service.look(campaign, queries.verdict).errors == []


# -- a restored backup ---------------------------------------------------------------------------------


def seen(b: ServiceHarness, campaign: int) -> list[Seen]:
    return [Seen(p.n, p.head[:16], p.epoch) for p in b.waiting(10_000) if p.campaign == campaign]


def tie(b: ServiceHarness, campaign: int) -> None:
    for seat in ("north", "south"):
        b.service.do(by(seat), campaign, playing.submit, seat, 0)


def test_posts_that_the_log_knows_are_no_cause_to_hold(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    tie(b, campaign)
    assert b.service.reconcile(by(""), campaign, seen(b, campaign)).result == Reconciled(True)
    assert b.service.status(campaign).campaign.held == ""


def test_a_restored_database_is_held_and_the_posted_epochs_are_burnt(tmp_path: Path) -> None:
    with service_harness(tmp_path / "now.sqlite") as b:
        campaign = b.found("nim", "long")
        old = b.store.backup(tmp_path / "old.sqlite")
        tie(b, campaign)
        posted, lost = seen(b, campaign), b.service.log(campaign)[-1]
    assert lost["e"] == 1
    with service_harness(old) as b:
        assert b.service.reconcile(by(""), campaign, posted).result == Reconciled(False)
        (alarm,) = [p for p in b.waiting(1000) if about(p) == "lost"]
        assert alarm.audience == "referee"
        assert f"up to {lost['n']} were shown" in sentences([alarm], "lost")[0]
        with pytest.raises(NotNow, match="on hold"):
            tie(b, campaign)
        with pytest.raises(NotNow, match="only the referee"):
            b.service.do(by("north"), campaign, restored.burn, 1, "restored")
        b.service.do(by("judge"), campaign, restored.burn, 1, "restored")
        with pytest.raises(NotNow, match="already been used"):
            b.service.do(by("judge"), campaign, restored.burn, 1, "restored")
        assert b.service.log(campaign)[-1]["seed"] == lost["seed"]
        b.service.release(by("judge"), campaign)
        tie(b, campaign)
        assert b.service.log(campaign)[-1]["e"] == 2
        b.play(campaign)
        assert b.service.look(campaign, queries.verdict).errors == []


def test_seen_dice_are_never_rolled_again(tmp_path: Path) -> None:
    """design/fair-dice.md §8: not by a release, nor by going back or an edit while the game is held."""
    with service_harness(tmp_path / "now.sqlite") as b:
        campaign = b.found("nim", "long")
        old = b.store.backup(tmp_path / "old.sqlite")
        tie(b, campaign)
        posted = seen(b, campaign)
        (lost,) = [entry for entry in b.service.log(campaign) if entry["t"] == "batch"]
    with service_harness(old) as b:
        b.service.reconcile(by(""), campaign, posted)
        points = b.service.look(campaign, undo.points)
        with pytest.raises(NotNow, match="burn them first"):
            b.service.release(by("judge"), campaign)
        with pytest.raises(NotNow, match="burn them first"):
            b.service.edit(by("judge"), campaign, "heap = 3", "a slip")
        for point in points:
            with pytest.raises(NotNow, match="burn them first"):
                b.service.do(by("judge"), campaign, undo.by_referee, point.to, 1, "a slip")
        assert b.service.do(by("judge"), campaign, restored.burn, None, "restored").result == Burnt(lost["e"])
        with pytest.raises(NotNow, match="nothing to burn"):
            b.service.do(by("judge"), campaign, restored.burn, None, "restored")
        b.service.release(by("judge"), campaign)
        tie(b, campaign)
        (batch,) = [entry for entry in b.service.log(campaign) if entry["t"] == "batch"]
        assert batch["e"] == lost["e"] + 1 and batch["seed"] != lost["seed"]
        assert b.service.reconcile(by(""), campaign, posted).result == Reconciled(True), "it is known"


def test_what_was_shown_is_kept_beside_the_database_and_survives_a_restore(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with service_harness(path) as b:
        campaign = b.found("nim", "long")
        b.service.compare_with_shown()
        assert b.service.status(campaign).campaign.held == ""
        early = backups.back_up(b.store, tmp_path / "copies", 9)
        tie(b, campaign)
        shown = b.service.status(campaign).campaign
    for again in range(2):
        backups.restored(early, path)
        with service_harness(path) as b:
            b.service.compare_with_shown()
            held = b.service.status(campaign).campaign
            assert "were shown" in held.held and (held.lost_entry, held.lost_epoch) == (shown.n - 1, 1)
        with service_harness(path) as b:
            b.service.compare_with_shown()
            told = [p.content for p in b.waiting(1000)]
            assert len([c for c in told if isinstance(c, Notice) and c.what == "lost"]) == 1
            if again:
                b.service.do(by("judge"), campaign, restored.burn, None, "restored")
                b.service.release(by("judge"), campaign)
                tie(b, campaign)
                assert b.service.log(campaign)[-1]["e"] == 2
                assert b.service.look(campaign, queries.verdict).errors == []
    with service_harness(path) as b:
        b.service.compare_with_shown()
        assert b.service.status(campaign).campaign.held == ""


def test_a_copy_of_which_nothing_is_known_is_held_for_its_referee(tmp_path: Path) -> None:
    with service_harness(tmp_path / "a.sqlite") as b:
        campaign = b.found("nim", "long")
        early = backups.back_up(b.store, tmp_path / "copies", 9)
    elsewhere = tmp_path / "elsewhere" / "b.sqlite"
    elsewhere.parent.mkdir()
    backups.restored(early, elsewhere)
    for is_known in (False, True):
        with service_harness(elsewhere) as b:
            b.service.compare_with_shown()
            held = b.service.status(campaign).campaign.held
            assert ("nothing here shows" in held) is not is_known
            if not is_known:
                b.service.do(by("judge"), campaign, restored.burn, 7, "a letter shows epoch 7")
                b.service.release(by("judge"), campaign)


@pytest.mark.parametrize("seed", [b"", b"known"])
def test_a_copy_that_is_started_without_its_shown_file_is_held(tmp_path: Path, seed: bytes) -> None:
    """An export handed out before tells what was shown, but nobody here has it: its referee has to say."""
    with service_harness(tmp_path / "a.sqlite") as b:
        campaign = b.found("nim", "long", seed=seed)
        old = b.store.backup(tmp_path / "old.sqlite")
        tie(b, campaign)
        lost = b.service.log(campaign)[-1]["seed"]
        assert any(lost in line for line in b.service.look(campaign, queries.export, "north")), (
            "it was handed out"
        )
    for _ in range(2):
        with service_harness(old) as b:
            b.service.compare_with_shown()
            held = b.service.status(campaign).campaign.held
            assert ("nothing here shows" in held) is (not seed), "open dice are known to all"
    if not seed:
        with service_harness(old) as b:
            b.service.do(by("judge"), campaign, restored.burn, 1, "an export shows epoch 1")
            b.service.release(by("judge"), campaign)
            tie(b, campaign)
            assert lost not in [e["seed"] for e in b.service.log(campaign) if e["t"] == "batch"]
            assert b.service.look(campaign, queries.verdict).errors == []
        with service_harness(old) as b:
            b.service.compare_with_shown()
            assert b.service.status(campaign).campaign.held == ""


def test_a_game_whose_players_still_join_is_not_held_without_that_file(tmp_path: Path) -> None:
    with service_harness(tmp_path / "a.sqlite") as b:
        b.service.found(by("judge"), Plan("nim", "long", "A game"))
        old = b.store.backup(tmp_path / "old.sqlite")
    with service_harness(old) as b:
        b.service.compare_with_shown()
        assert b.service.status(1).campaign.held == ""


def test_a_reader_shows_how_far_they_have_read(tmp_path: Path) -> None:
    with service_harness(tmp_path / "now.sqlite") as b:
        campaign = b.found("nim", "long")
        old = b.store.backup(tmp_path / "old.sqlite")
        tie(b, campaign)
        kept = b.service.shown(campaign)
        assert b.service.hear_shown(campaign, kept)
    with service_harness(old) as b:
        for forged in ("", "x", kept[:-1] + ("0" if kept[-1] != "0" else "1"), kept.replace("-1-", "-2-")):
            assert b.service.hear_shown(campaign, forged), "anybody could write this"
        assert b.service.status(campaign).campaign.held == ""
        assert not b.service.hear_shown(campaign, kept)
        assert b.service.status(campaign).campaign.lost_epoch == 1


@pytest.mark.parametrize("witness", ["the former database", "beside the database", "a browser"])
def test_the_referees_own_dice_that_were_seen_are_never_rolled_again(tmp_path: Path, witness: str) -> None:
    """design/fair-dice.md §8: they are burnt alone if no others are lost; two of them by one entry."""
    path, judge = tmp_path / "a.sqlite", by("judge")

    def roll(b: ServiceHarness) -> list[int]:
        return b.service.do(judge, 1, ending_acts.roll, "weather", 4, 6, "").result.got

    def seeds(b: ServiceHarness) -> dict[int, str]:
        return {entry["i"]: entry["seed"] for entry in b.service.log(1) if entry["t"] == "aside"}

    with service_harness(path) as b:
        b.found("nim", "long")
        first = roll(b)
        early = backups.back_up(b.store, tmp_path / "copies", 9)
        second = [roll(b), roll(b)]
        kept, shown = b.service.shown(1), seeds(b)
    if witness == "beside the database":
        for ending in ("-wal", "-shm"):
            path.with_name(path.name + ending).unlink(missing_ok=True)
        shutil.copyfile(early, path)
    else:
        backups.restored(early, path)
    if witness == "a browser":
        path.with_name("a.sqlite.shown").unlink()
    with service_harness(path) as b:
        b.service.compare_with_shown()
        if witness == "a browser":
            b.service.hear_shown(1, kept)
        held = b.service.status(1).campaign
        assert (held.asides, held.lost_aside, held.lost_epoch) == (1, 3, 0)
        assert "up to 3 were seen" in speak(reason(held.held), "en")
        for act in (roll, lambda b: b.service.release(judge, 1)):
            with pytest.raises(NotNow, match="burn them first"):
                act(b)
        assert b.service.do(judge, 1, restored.burn, None, "restored").result == Burnt(0, 3)
        with pytest.raises(NotNow, match="nothing to burn"):
            b.service.do(judge, 1, restored.burn, None, "restored")
        b.service.release(judge, 1)
        again = roll(b)
        assert seeds(b)[3] == shown[3] and seeds(b)[4] not in shown.values() and again not in (first, *second)
        report = b.service.look(1, queries.verdict)
        assert report.errors == [] and report.counts["rolls outside the game by the referee"] == 2
        assert any("burns rolls 2 to 3 outside the game" in str(note) for note in report.warnings)
        tie(b, 1)
    with service_harness(path) as b:
        b.service.compare_with_shown()
        assert b.service.status(1).campaign.held == ""


def test_the_referees_own_dice_are_heard_of_after_the_entry_that_rolled_them(tmp_path: Path) -> None:
    """A post tells of an entry and an epoch; what a browser has kept tells later of the referee's dice."""
    judge = by("judge")
    with service_harness(tmp_path / "now.sqlite") as b:
        campaign = b.found("nim", "long")
        old = b.store.backup(tmp_path / "old.sqlite")
        b.service.do(judge, campaign, ending_acts.roll, "weather", 1, 6, "")
        posted, kept = seen(b, campaign), b.service.shown(campaign)
    with service_harness(old) as b:
        b.service.reconcile(by(""), campaign, posted)
        held = b.service.status(campaign).campaign
        assert held.held and not held.has_lost_dice
        assert not b.service.hear_shown(campaign, kept)
        assert b.service.status(campaign).campaign.lost_aside == 1
        with pytest.raises(NotNow, match="burn them first"):
            b.service.release(judge, campaign)


def test_epochs_and_the_referees_own_dice_are_burnt_at_once(tmp_path: Path) -> None:
    path, judge = tmp_path / "a.sqlite", by("judge")
    with service_harness(path) as b:
        b.found("nim", "long")
        early = backups.back_up(b.store, tmp_path / "copies", 9)
        tie(b, 1)
        b.service.do(judge, 1, ending_acts.roll, "weather", 1, 6, "")
    backups.restored(early, path)
    with service_harness(path) as b:
        b.service.compare_with_shown()
        assert b.service.do(judge, 1, restored.burn, 4, "restored").result == Burnt(4, 1)
        b.service.release(judge, 1)
        assert b.service.look(1, queries.verdict).errors == []


def test_what_was_lost_holds_no_game_twice(tmp_path: Path) -> None:
    """Not even while the log is shorter than the one that was shown, and has rolled again."""
    path = tmp_path / "a.sqlite"
    with service_harness(path) as b:
        b.found("nim", "long")
        early = backups.back_up(b.store, tmp_path / "copies", 9)
        for _ in range(3):
            tie(b, 1)
            b.service.do(
                by("judge"),
                1,
                undo.by_referee,
                min(point.to for point in b.service.look(1, undo.points)),
                0,
                "a slip",
            )
        b.service.do(by("judge"), 1, ending_acts.roll, "weather", 1, 6, "")
        lost = b.service.status(1).campaign
    backups.restored(early, path)
    with service_harness(path) as b:
        b.service.compare_with_shown()
        b.service.do(by("judge"), 1, restored.burn, None, "restored")
        b.service.release(by("judge"), 1)
        tie(b, 1)
        b.service.do(by("judge"), 1, ending_acts.roll, "weather", 1, 6, "")
        assert b.service.status(1).campaign.n < lost.n
    with service_harness(path) as b:
        b.service.compare_with_shown()
        assert b.service.status(1).campaign.held == ""


def test_a_line_that_was_torn_as_it_was_written_is_not_read(tmp_path: Path) -> None:
    """Nor does it spoil the next; a line of a release that noted no dice of the referee's is read."""
    ends, file = ShownEnds(tmp_path / "a.sqlite"), tmp_path / "a.sqlite.shown"
    ends.note("nim/a", Seen(7, "0" * 16, 17, 3))
    with file.open("ab") as out:
        out.write(b"nim/a 8 " + b"1" * 16 + b" 1")
    assert ends.all() == {"nim/a": Seen(7, "0" * 16, 17, 3)}
    ends.note("nim/a", Seen(9, "2" * 16, 18, 3))
    ends.note("nim/b", Seen(1, "3" * 16, 0))
    with file.open("ab") as out:
        out.write(b"nim/c 4 " + b"4" * 16 + b" 2\n")
    assert ends.all() == {
        "nim/a": Seen(7, "0" * 16, 17, 3),
        "nim/b": Seen(1, "3" * 16, 0),
        "nim/c": Seen(4, "4" * 16, 2),
    }


def test_the_referees_dice_move_no_epoch_and_are_proven(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    with pytest.raises(NotNow, match="only the referee"):
        b.service.do(by("north"), campaign, ending_acts.roll, "weather", 2, 6, "a bet")
    for count, faces in ((0, 6), (101, 6), (1, 1), (1, 1001)):
        with pytest.raises(NotNow, match="1 to \\{dice\\} dice"):
            b.service.do(by("judge"), campaign, ending_acts.roll, "weather", count, faces, "a bet")
    got = [
        b.service.do(by("judge"), campaign, ending_acts.roll, "weather", 2, 6, "a bet").result.got
        for _ in range(2)
    ]
    assert [e["rolls"][0]["got"] for e in b.service.log(campaign) if e["t"] == "aside"] == got
    tie(b, campaign)
    assert b.service.log(campaign)[-1]["e"] == 1
    report = b.service.look(campaign, queries.verdict)
    assert (report.errors, report.counts["rolls outside the game by the referee"]) == ([], 2)


def test_reasons_are_kept_in_one_form_and_cannot_break_the_log(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.service.do(by("north"), campaign, playing.submit, "north", 1)
    to = b.service.look(campaign, undo.points)[0].to
    with pytest.raises(NotUnderstood):
        b.service.do(by("judge"), campaign, undo.by_referee, to, 0, "bell \x07")
    with pytest.raises(NotUnderstood):
        b.service.do(by("judge"), campaign, ending_acts.end, "\ud800")
    b.service.do(by("judge"), campaign, undo.by_referee, to, 0, "A\u0308nderung")
    assert next(e for e in b.service.log(campaign) if e["t"] == "undo")["why"] == "Änderung"


def told(b: ServiceHarness, campaign: int, *whats: str) -> list[str]:
    return sentences(b.service.posts(campaign, ["channel"], 0, 10_000), *whats)


def test_who_ends_a_game_and_why_is_read_by_all(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short")
    with pytest.raises(NotUnderstood, match="the reason"):
        b.service.do(by("judge"), campaign, ending_acts.end, " ")
    for seat in ("north", "south", "south"):
        b.service.see_as(by("judge"), campaign, seat)
    b.service.do(by("judge"), campaign, ending_acts.end, "agreed by mail")
    assert told(b, campaign, "end") == ["the referee ended the game: agreed by mail"]
    assert told(b, campaign, "looks") == ["hidden information the referee looked at: north and south"]


def test_a_moderator_ends_a_held_game_but_never_their_own(b: ServiceHarness) -> None:
    campaign, left = b.found("nim", "short"), b.found("nim", "short")
    with pytest.raises(NotNow, match="otherwise its referee"):
        b.service.do(by("mod"), campaign, ending_acts.end_by_moderator, "enough")
    b.service.do(by("south"), left, leaving.leave, "south")
    for one in (campaign, left):
        b.service.do(by("judge"), one, ending_acts.hold_by_referee, "a dispute")
    for one, user in ((campaign, "north"), (left, "south")):
        with pytest.raises(NotNow, match="a seat in this game"):
            b.service.do(by(user), one, ending_acts.end_by_moderator, "I win")
    b.service.do(by("mod"), campaign, ending_acts.end_by_moderator, "nobody comes")
    assert end_of(b, campaign)["result"] == {}
    said = "a moderator ended the game, which was on hold, without a result: nobody comes"
    assert told(b, campaign, "end") == [said]
    unborn = b.service.found(by("founder"), Plan("nim", "short", "Test", referee="judge")).campaign
    b.service.do(by("mod"), unborn, ending_acts.end_by_moderator, "nobody comes")
    assert told(b, unborn, "dead") == ["a moderator called off the game before it began: nobody comes"]


def test_a_player_who_plays_every_seat_is_asked_for_no_consent(b: ServiceHarness) -> None:
    plan = Plan("nim", "short", "Test")
    campaign = b.service.found(by("me"), plan).campaign
    for seat in ("north", "south"):
        b.service.do(by("me"), campaign, founding.join, seat, "Me")
    b.service.do(by("me"), campaign, playing.submit, "north", 1)
    b.service.do(
        by("me"), campaign, agreements.propose, "undo", "north", b.service.look(campaign, undo.points)[0].to
    )
    b.service.do(by("me"), campaign, agreements.propose, "draw", "north")
    proposals = contents(b.service.posts(campaign, ["channel"], 0, 100), ProposedNotice)
    assert (proposals, b.service.status(campaign).over) == ([], True)


def test_the_referee_says_what_their_dice_are_for(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short")
    with pytest.raises(NotUnderstood, match="what the dice are for"):
        b.service.do(by("judge"), campaign, ending_acts.roll, " ", 2, 6, "")
