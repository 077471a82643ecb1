"""`kill -9` and restored backups by turns: no seed that anybody has read is used again, in any front end."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from service.runtime.bootstrap import opened
from service.storage.database.backups import backed_up, restored
from service.usecases.agreeing import ending
from service.usecases.play import queries
from service.usecases.referee import restored as restored_acts
from service.values.records import Message

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 8


def played(front_end: str, folder: Path, epochs: int, rng: random.Random) -> dict[int, str]:
    """Let the front end play until it has shown some epochs, then kill it; gives the seeds, by epoch."""
    shown: dict[int, str] = {}
    with subprocess.Popen(
        [sys.executable, "-m", "tests.service.restored_child", front_end, str(folder)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as child:
        assert child.stdout is not None
        late = threading.Timer(180, child.kill)
        late.start()
        for line in child.stdout:
            if line.endswith("\n"):
                epoch, seed = line.split()
                shown[int(epoch)] = seed
            if len(shown) >= epochs:
                time.sleep(0.3 * rng.random())
                child.kill()
        late.cancel()
    assert child.returncode in (0, -9)
    return shown


@pytest.mark.byhand
@pytest.mark.parametrize("front_end", ["keyboard", "browser", "mail"])
def test_no_seed_that_was_read_is_used_again(tmp_path: Path, front_end: str) -> None:
    """Eight rounds of playing, killing and restoring take about a minute; so do the referee's own dice."""
    database, rng = tmp_path / "game.db", random.Random(front_end)
    shown = played(front_end, tmp_path, 3, rng)
    copies = [backed_up(database, tmp_path / "copies", 99)]
    burnt, own = 0, set[str]()
    for _ in range(ROUNDS):
        restored(rng.choice(copies), database)
        with opened(database, exclusive=True) as service:
            campaign = service.status(1).campaign
            assert campaign.state != "playing" or campaign.epoch >= max(shown) or campaign.has_lost_dice
            if campaign.held:
                referee = Message("", campaign.referee)
                if campaign.has_lost_dice:
                    assert campaign.lost_epoch >= max(shown)
                    service.do(referee, 1, restored_acts.burn, None, "restored")
                    burnt += 1
                service.release(referee, 1)
            used = {entry["e"] for entry in service.log(1) if "e" in entry}
            if service.status(1).campaign.state == "playing":
                service.do(Message("", campaign.referee), 1, ending.roll, "weather", 1, 6, "")
                rolled = service.log(1)[-1]["seed"]
                assert rolled not in own, "the referee's own dice that were seen were rolled again"
                own.add(rolled)
        again = played(front_end, tmp_path, len(used) + rng.randint(1, 3), rng)
        assert not {e for e in again if e in shown and e not in used}, "seen dice were rolled again"
        shown |= again
        copies.append(backed_up(database, tmp_path / "copies", 99))
    assert burnt
    with opened(database) as service:
        assert service.look(1, queries.verdict).errors == []
