"""Audits in a process of their own: every front end's way to `core.log.audit`."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

from adjudicator import GAMES
from adjudicator.core.language.errors import NotNow
from service.runtime.replays.audit_process import made
from service.runtime.replays.auditing import AuditQueue, audited
from service.usecases.play import playing, queries
from tests.harness.service import ServiceHarness, by, service_harness


def exported(b: ServiceHarness) -> list[str]:
    campaign = b.found("julius_caesar", "war")
    for step in range(40):
        b.step(campaign, step)
    return b.service.look(campaign, queries.export, "all")


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    path = tmp_path_factory.mktemp("audits") / "tabellarius.sqlite"
    with service_harness(path, {"julius_caesar": GAMES["julius_caesar"]}) as b:
        return exported(b)


@pytest.mark.parametrize(("language", "verdict"), [("en", "AUDITED:"), ("ja", "監査済")])
def test_a_game_is_audited_in_a_process_of_its_own(lines: list[str], language: str, verdict: str) -> None:
    report = asyncio.run(AuditQueue().audit(lines, language))
    assert report.code == 0
    assert report.lines[0][1].startswith(verdict)


@pytest.mark.parametrize(
    "data", [b"", b"\xff\x00", b"{}", b'{"t":"card"}\n', b"[" * 100_000, b'{"open":1}\n' * 3]
)
def test_a_hostile_file_gives_a_report(data: bytes) -> None:
    report = asyncio.run(audited(data, "en"))
    verdict = next(text for kind, text in report.lines if kind == "verdict")
    assert (report.code, verdict.split(":")[0]) in [(1, "FAILED"), (2, "UNREADABLE")]


def test_an_audit_that_lasts_too_long_is_stopped(lines: list[str]) -> None:
    with pytest.raises(NotNow) as refused:
        asyncio.run(audited("\n".join(lines).encode(), "en", patience=0.01))
    assert "was stopped" in refused.value.why.template


@pytest.mark.matrix
def test_an_audit_that_needs_too_much_memory_is_stopped_and_accuses_nobody() -> None:
    with pytest.raises(NotNow) as refused:
        asyncio.run(audited(b'{"t":[' + b"0," * 10_000_000 + b"0]}", "en", memory=192))
    assert "needed more than" in refused.value.why.template


def test_one_audit_runs_at_a_time(lines: list[str]) -> None:
    async def two() -> None:
        queue = AuditQueue()
        first = asyncio.ensure_future(queue.audit(lines, "en"))
        await asyncio.sleep(0)
        with pytest.raises(NotNow):
            await queue.audit(lines, "en")
        assert (await first).code == 0

    asyncio.run(two())


def test_secrets_of_a_game_in_play_are_not_in_its_report(lines: list[str]) -> None:
    entries = [json.loads(line) for line in lines]
    opened = next(e for e in entries if "got" in e.get("part", {}))
    opened["part"]["got"] = opened["part"]["got"][::-1]
    text = [json.dumps(e, sort_keys=True, separators=(",", ":")) for e in entries]
    said = " ".join(line for _, line in made(text, "en", secrets=False).lines)
    assert "FAILED" in said
    assert not any(card in said for card in opened["part"]["got"])


def test_a_report_in_play_is_the_same_in_two_worlds(tmp_path: Path) -> None:
    """Pompey has discarded one card or another, and Caesar has not answered yet; heads are public."""
    reports, heads = [], []
    for n in range(2):
        with service_harness(tmp_path / f"{n}.sqlite", {"julius_caesar": GAMES["julius_caesar"]}) as b:
            campaign = b.found("julius_caesar", "war")
            pending = b.service.look(campaign, queries.pending, "pompey")
            assert pending is not None
            cards = [option["id"] for option in pending.choice.describe()["options"]]
            b.service.do(by("pompey"), campaign, playing.submit, "pompey", sorted(cards)[n])
            report = made(b.service.look(campaign, queries.export, "all"), "en", secrets=False)
            assert report.code == 0
            heads.append(b.service.status(campaign).campaign.head)
            reports.append([re.sub("[0-9a-f]{16,64}", "#", text) for _, text in report.lines])
    assert heads[0] != heads[1], "another answer was sealed"
    assert reports[0] == reports[1]


def test_an_export_that_is_not_whole_is_not_called_false(lines: list[str]) -> None:
    public = [line for line in lines if not line.startswith('{"i":')]
    report = made(public, "en", secrets=True)
    assert (report.code, report.lines[0][1].split(":")[0]) == (2, "NOT AUDITED")
