"""Whole games of both toys at random; the table is built again after every answer."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from adjudicator.core import WindowPolicy
from adjudicator.core.audit.audit import audit
from adjudicator.core.audit.verify import verify
from adjudicator.core.log.chance import sampler
from adjudicator.core.log.export import export
from tests.core.campaign import Campaign, play, reflex_of, require_same_after_crash, state_of
from tests.harness.processes import LONGEST
from tests.toys import markers, nim

ROOT = Path(__file__).resolve().parents[2]
RULINGS = {
    "nobody": WindowPolicy(),
    "standing": WindowPolicy(reflex=reflex_of(1), books={"a": ["on raid do play treachery"], "b": []}),
    "ask": WindowPolicy(modes={"default": "ask"}),
    "ask_standing": WindowPolicy(modes={"default": "ask", "tide": "standing"}, reflex=reflex_of(2)),
}


@pytest.mark.parametrize("seed", range(5))
def test_nim_after_a_crash_at_every_answer(seed: int) -> None:
    campaign = Campaign(nim.GAME, "long", bytes([seed]))
    for table in play(campaign, seed):
        require_same_after_crash(campaign, table)
    assert table.world.winner in ("north", "south")
    require_verified(campaign)


@pytest.mark.parametrize("policy", RULINGS)
@pytest.mark.parametrize("seed", range(5))
def test_markers_after_a_crash_at_every_answer(seed: int, policy: str) -> None:
    campaign = Campaign(markers.GAME, "ring", bytes([seed]), policy=RULINGS[policy])
    for table in play(campaign, seed):
        require_same_after_crash(campaign, table)
        require_sound(table.world)
    assert table.world.phase == "over"
    require_verified(campaign)


def test_the_toy_comes_to_all_that_it_is_there_for() -> None:
    """Every order, every aside, both kinds of window, treachery met by treachery, a die cast again."""
    told: Counter[str] = Counter()
    for seed in range(12):
        campaign = Campaign(markers.GAME, "ring", b"all", policy=RULINGS["ask_standing"])
        for _ in play(campaign, seed):
            pass
        for line in campaign.told:
            told[line.event.kind] += 1
            told[f"{line.event.kind} {line.event.rule}"] += 1
    orders = {"marched", "shared", "sent", "vowed", "offered", "robbed", "repelled", "searched", "met"}
    asides = {"feasted", "accepted"}
    reactions = {"played 2.2", "played 4.1", "played 4.2", "played 5.1", "undone"}
    assert orders | asides | reactions <= told.keys()


@pytest.mark.parametrize("policy", RULINGS)
def test_every_position_is_found_again_from_every_older_rest(policy: str) -> None:
    """Rests are thinned out: an undo may start far back. Nothing happens on the way that is not logged."""
    campaign = Campaign(markers.GAME, "ring", b"older", policy=RULINGS[policy])
    rng = sampler(3)
    for table in play(campaign, 3):
        rest = rng.choice(campaign.rests)
        again = campaign.table(campaign.position_behind(campaign.chain.n - 1, rest))
        assert state_of(again) == state_of(table)
        assert again.ledger.entries == []
        assert again.ledger.told == []


@pytest.mark.parametrize("policy", RULINGS)
@pytest.mark.parametrize("seed", range(3))
def test_undo_that_keeps_the_dice_comes_to_the_same_game(seed: int, policy: str) -> None:
    """Back to any rest, and every answer put again unasked: the same worlds, dice, draws and journal."""
    campaign = Campaign(markers.GAME, "ring", bytes([seed, 7]), policy=RULINGS[policy])
    tables = list(play(campaign, seed, commands=400))
    before, last = state_of(tables[-1]), campaign.chain.n
    epoch, back_to = campaign.chain.epoch, sampler(seed).choice(campaign.rests).n
    answers = [e for e in campaign.entries if e.t == "answer" and e.n > back_to]
    table = campaign.undo(back_to, keep=True)
    assert table.reentered == len(answers)
    assert (table.world, table.over) == (tables[-1].world, True)
    assert before[3] == state_of(table)[3]
    assert campaign.chain.epoch == epoch
    assert [e.t for e in campaign.entries[last + 1 :]] == [
        e.t for e in campaign.entries[:last] if e.n > back_to
    ]
    require_verified(campaign)


@pytest.mark.parametrize("seed", range(4))
def test_undo_without_keeping_takes_fresh_epochs(seed: int) -> None:
    campaign = Campaign(markers.GAME, "ring", bytes([seed, 9]), policy=RULINGS["ask"])
    rng = sampler(seed)
    for turn, table in enumerate(play(campaign, seed)):
        if turn in (12, 25):
            last = campaign.rests[-1].n
            campaign.undo(rng.choice([r.n for r in campaign.rests if campaign.founded < r.n < last]))
        elif table.over:
            break
    epochs = [e.body["e"] for e in campaign.entries if e.t in ("batch", "draw")]
    assert epochs == list(range(1, len(epochs) + 1))
    require_verified(campaign)


def test_nothing_depends_on_how_python_hashes() -> None:
    """One whole game under several hash seeds, each in a process of its own: the same head of the log."""
    heads = {hashed(seed) for seed in ("0", "1", "4242")}
    assert len(heads) == 1


def hashed(seed: str) -> str:
    code = "from tests.core.test_campaigns import last_head; print(last_head())"
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=True,
    )
    return run.stdout.strip()


def last_head() -> str:
    """The head of a whole game, and a digest of all that was told in it."""
    campaign = Campaign(markers.GAME, "ring", b"hash", policy=RULINGS["ask_standing"])
    for table in play(campaign, 11):
        described = {seat: choice.describe() for seat, choice in table.pending.items()}
    journal = msgspec.json.encode([campaign.journal(viewer) for viewer in (None, *campaign.seats)])
    return f"{campaign.chain.head} {hashlib.sha256(journal).hexdigest()} {described}"


def require_sound(world: markers.World) -> None:
    markers_left = [m for cup, held in world.cups.items() if cup != "relics" for m in held]
    assert sorted(markers_left) == sorted(markers.MARKERS)
    assert all(held == sorted(held) for held in world.cups.values())
    assert min(world.coins.values()) >= 0


def require_verified(campaign: Campaign) -> None:
    """The verifier, written apart from core, finds nothing wrong with any export; nor the audit."""
    for reader in (None, "all", campaign.seats[0]):
        assert verify(export(campaign.entries, reader)).errors == []
    campaign.end()
    report = verify(export(campaign.entries, None))
    assert report.errors == []
    assert report.sealed == 0
    audited = audit(export(campaign.entries, "all"), {campaign.game.name: campaign.game})
    if campaign.policy.reflex is None:
        assert audited.faults == []
    else:  # what a test's reflex plays is in no order that was sealed
        assert all("no standing order" in fault for fault in audited.faults)
    draws = report.counts["hidden draws"]
    assert report.counts["hidden draws recomputed"] == draws
