"""The Ancient World at the service: a march that a window has suspended outlives a restart and an undo."""

from __future__ import annotations

from pathlib import Path

from adjudicator.ancient_world.show.view import View
from adjudicator.core.log.chance import sampler
from service.usecases.agreeing import undo
from service.usecases.play import playing, queries
from tests.harness.service import ServiceHarness, by, service_harness
from tests.kit.play_styles import pick_of


def to_a_window(b: ServiceHarness, campaign: int) -> None:
    for n in range(400):
        asked = b.service.asked(campaign)
        if asked and asked[0].rule == "6.53":
            return
        pending = b.service.look(campaign, queries.pending, asked[0].seat)
        assert pending is not None
        answers = (pending.choice.sample(sampler(50 * n + k)) for k in range(40))
        march = next((one for one in answers if pick_of(one) in ("march", "as_planned")), None)
        answer = pending.choice.sample(sampler(n)) if march is None else march
        b.service.do(by(asked[0].seat), campaign, playing.submit, asked[0].seat, answer)
    raise AssertionError("nobody could intercept")


def test_a_suspended_march_outlives_a_restart_and_an_undo(tmp_path: Path) -> None:
    """§6.53 The same seat is asked the same, with the march where it was."""
    path = tmp_path / "tabellarius.sqlite"
    with service_harness(path) as b:
        campaign = b.found("ancient_world", "hannibal_in_italy", seed=b"march", modes={"default": "ask"})
        to_a_window(b, campaign)
        asked, before = b.service.asked(campaign), b.service.view(campaign, None)
        assert isinstance(before, View)
        assert before.march is not None
    with service_harness(path) as b:
        assert b.service.asked(campaign) == asked
        assert b.service.view(campaign, None) == before
        seat, n = asked[0].seat, b.service.status(campaign).campaign.n
        b.service.do(
            by(seat), campaign, playing.submit, seat, {"pick": "play", "answer": {"pick": "let_pass"}}
        )
        assert b.service.view(campaign, None) != before
        b.service.do(by("judge"), campaign, undo.by_referee, n - 1, 0, "again")
        assert [(one.seat, one.rule) for one in b.service.asked(campaign)] == [(seat, "6.53")]
        assert b.service.view(campaign, None) == before
        b.play(campaign)
        assert b.service.look(campaign, queries.verdict).errors == []
