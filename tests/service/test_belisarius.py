"""Belisarius in the service: founding, standing orders, batches, taking back, chits, hotseat, the log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

import frontends.terminal.table
from adjudicator import GAMES
from adjudicator.belisarius.board import MARKERS, SCENARIOS
from adjudicator.belisarius.options import OPTIONAL_RULES
from adjudicator.belisarius.show.names import LEXICON
from adjudicator.belisarius.show.view import View
from adjudicator.belisarius.world import World
from adjudicator.core import LANGUAGES, NotNow, Refusal, Rest
from adjudicator.core.audit.audit import audit
from adjudicator.core.audit.verify import verify
from adjudicator.core.log.chance import sampler
from frontends.terminal import run
from frontends.terminal.keyboard import Lines
from frontends.terminal.table import TerminalTable
from service.pictures.drawing import Drawing
from service.text.columns import WIDTH, width
from service.unit_of_work.transaction import Transaction
from service.usecases.agreeing import agreements, undo
from service.usecases.play import playing, queries
from service.usecases.referee import acts
from service.usecases.time import leaving
from service.values.records import Message
from service.values.settings import Settings
from tests.belisarius.selfplay import settler
from tests.harness.cases import some
from tests.harness.keyboard import Script, confirmed, table, typed
from tests.harness.service import ServiceHarness, by
from tests.harness.two_worlds import two_worlds
from tests.kit.play_styles import bold

from .test_secrecy import known_to

SEATS = ("barbarian", "empire")
ASK = {"default": "ask"}
SET_UP = [(seat, order) for seat in ("barbarian", "barbarian", "empire") for order in ("suggest", "done")]


def placed(b: ServiceHarness, seed: bytes, modes: dict[str, str] | None = None, **options: str) -> int:
    """A campaign of the first scenario with all units placed as is suggested; the barbarian begins."""
    chosen = modes or {"default": "standing"}
    campaign = b.found("belisarius", "advance", seed=seed, modes=chosen, options=options)
    for seat, order in SET_UP:
        b.service.do(by(seat), campaign, playing.order, seat, order)
    return campaign


def give(b: ServiceHarness, campaign: int, **hands: list[str]) -> None:
    """Other hands at a rest: the markers come out of the pool, and what was held goes there."""

    def change(w: World) -> None:
        for seat, markers in hands.items():
            w.cups["pool"] = sorted([*w.cups["pool"], *w.cups[f"{seat}_hand"]])
            w.cups[f"{seat}_hand"] = sorted(markers)
            for marker in markers:
                w.cups["pool"].remove(marker)

    alter(b, campaign, change)


def alter(b: ServiceHarness, campaign: int, change: Callable[[World], None]) -> None:
    s = Transaction(b.context, b.context.campaign(campaign), Message("", ""))
    assert s.table.at_rest
    rest, w = s.table.position.rest, s.table.world
    change(w)
    with b.store.transaction():
        other = Rest(rest.n, msgspec.msgpack.encode(w), rest.stage, rest.schema)
        b.context.log.add_rests(campaign, [other], [rest.n])


def order(b: ServiceHarness, campaign: int, seat: str, *texts: str) -> None:
    for text in texts:
        b.service.do(by(seat), campaign, playing.order, seat, text)


def told(b: ServiceHarness, campaign: int, viewer: str | None = None) -> list[str]:
    return [event.kind for _, event in b.service.look(campaign, queries.journal, viewer)]


def asked(b: ServiceHarness, campaign: int) -> list[tuple[str, str]]:
    return [(a.seat, a.rule) for a in b.service.asked(campaign)]


def answers(b: ServiceHarness, campaign: int, after: int) -> list[tuple[str, str, int]]:
    """Seat, paragraph and (1) whether a standing order gave it, of every answer behind an entry."""
    entries = b.context.log.entries(campaign, after)
    return [(e.body["seat"], e.body["rule"], e.parts[0].part["standing"]) for e in entries if e.t == "answer"]


# -- founding --------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_every_scenario_is_founded_with_options_by_name(b: ServiceHarness, scenario: str) -> None:
    options = {option.name: "on" for option in OPTIONAL_RULES} | {"one_operation": "single"}
    campaign = b.found("belisarius", scenario, seed=b"founded", options=options)
    view = b.service.view(campaign, None)
    assert isinstance(view, View)
    assert (view.scenario, view.phase) == (scenario, "set_up")
    assert {name: view.options[name] for name in options} == options
    assert view.options["city_zones"] == "no"
    with pytest.raises(Refusal):
        b.found("belisarius", scenario, seed=b"again", options={"negotiation": "perhaps"})


# -- standing orders ---------------------------------------------------------------------------------


def test_pope_is_left_for_a_die(b: ServiceHarness) -> None:
    """§card/pope "on die when subject = heavy_tax": within the command that rolls, and once."""
    campaign = placed(b, b"pope")
    give(b, campaign, empire=["pope", "pope"], barbarian=[])
    b.service.do(
        by("empire"),
        campaign,
        playing.set_standing,
        "empire",
        ["on die when subject = heavy_tax do play pope times 1"],
    )
    n = b.service.status(campaign).campaign.n
    if asked(b, campaign)[0][1] == "9.0":
        order(b, campaign, "barbarian", "done")
    order(b, campaign, "barbarian", "tax armenia heavy")
    assert ("empire", "card/pope", 1) in answers(b, campaign, n - 1)
    assert told(b, campaign).count("cast_again") == 1
    view = b.service.view(campaign, "empire")
    assert isinstance(view, View)
    assert view.hand == ("pope",)


def test_treachery_is_left_for_a_marker(b: ServiceHarness) -> None:
    """§card/treachery "on marker when subject = currency_reform"; for any other marker it is kept."""
    campaign = placed(b, b"treachery")
    give(b, campaign, empire=["treachery"], barbarian=["currency_reform", "leader"])
    left = ["on marker when subject = currency_reform do play treachery"]
    b.service.do(by("empire"), campaign, playing.set_standing, "empire", left)
    order(b, campaign, "barbarian", "done", "play currency reform")
    assert "nullified" in told(b, campaign)
    assert "currency_reform" not in told(b, campaign)


@pytest.mark.parametrize("left", [["on 17.5 do stand"], ["on 17.5 when place = 3547 do stand times 1"], []])
def test_a_defender_stands_by_a_standing_order(b: ServiceHarness, left: list[str]) -> None:
    """§17.5: without one he is asked."""
    campaign = placed(b, b"stand")
    give(b, campaign, empire=[], barbarian=[])
    if left:
        b.service.do(by("empire"), campaign, playing.set_standing, "empire", left)
    while asked(b, campaign)[0][1] != "14.1":
        order(b, campaign, "barbarian", "done")
    order(b, campaign, "barbarian", "activate all at Ctesiphon")
    order(b, campaign, "barbarian", "end", "activate all at Nisibis")
    n = b.service.status(campaign).campaign.n
    order(b, campaign, "barbarian", "attack Dara")
    assert (("empire", "17.5") in asked(b, campaign)) == (not left)
    assert (("empire", "17.5", 1) in answers(b, campaign, n - 1)) == bool(left)


def test_whether_one_was_left_shows_nobody(b: ServiceHarness) -> None:
    """architecture.md §1.7 In a window that is asked an order plays when it closes, like silence."""
    campaign = placed(b, b"silent", ASK)
    give(b, campaign, empire=["pope"], barbarian=["agent"])
    before = known_to(b, campaign, "barbarian"), known_to(b, campaign, None)
    left = ["on die when value <= 2 do play pope", "on 17.5 do stand", "on marker do play treachery"]
    b.service.do(by("empire"), campaign, playing.set_standing, "empire", left)
    assert (known_to(b, campaign, "barbarian"), known_to(b, campaign, None)) == before
    with pytest.raises(Refusal):
        b.service.do(
            by("empire"),
            campaign,
            playing.set_standing,
            "empire",
            ["on die when hand of barbarian has pope do play pope"],
        )


# -- batches and taking back -------------------------------------------------------------------------


def test_a_batch_goes_on_behind_a_window(b: ServiceHarness) -> None:
    campaign = placed(b, b"batch", ASK)
    give(b, campaign, empire=["agent"], barbarian=["agent"])
    order(b, campaign, "barbarian", "done")
    said = b.service.do(
        by("barbarian"), campaign, playing.order, "barbarian", "tax armenia heavy; persia; done"
    ).result
    assert (said.how, said.done) == ("suspended", 1)
    assert [rule for _, rule in asked(b, campaign)] == ["card/pope", "card/pope"]
    for seat in SEATS:
        b.service.do(by(seat), campaign, playing.submit, seat, {"pick": "pass"})
    assert asked(b, campaign) == [("barbarian", "11.2")]
    view = b.service.view(campaign, "barbarian")
    assert isinstance(view, View)
    assert "persia" in view.taxed


def test_a_batch_with_a_slip_is_refused_as_a_whole(b: ServiceHarness) -> None:
    campaign = placed(b, b"slip")
    give(b, campaign, empire=[], barbarian=["agent"])
    order(b, campaign, "barbarian", "done")
    before = b.service.log(campaign)
    with pytest.raises(Refusal):
        b.service.do(by("barbarian"), campaign, playing.order, "barbarian", "tax persia; thracia; done")
    assert b.service.log(campaign) == before


def test_an_order_is_taken_back_alone_and_beyond_a_window_by_consent(b: ServiceHarness) -> None:
    campaign = placed(b, b"undo", ASK)
    give(b, campaign, empire=["pope"], barbarian=["agent"])
    order(b, campaign, "barbarian", "done", "tax persia")
    view = b.service.view(campaign, None)
    order(b, campaign, "barbarian", "untax armenia")
    b.service.do(by("barbarian"), campaign, undo.take_back, "barbarian")
    assert b.service.view(campaign, None) == view
    to = b.service.status(campaign).campaign.n - 1
    order(b, campaign, "barbarian", "tax armenia heavy")
    b.service.do(by("empire"), campaign, playing.submit, "empire", {"pick": "play", "answer": "pope"})
    b.service.do(by("barbarian"), campaign, playing.submit, "barbarian", {"pick": "pass"})
    with pytest.raises(NotNow):
        b.service.do(by("barbarian"), campaign, undo.take_back, "barbarian")
    place = next(p.to for p in b.service.look(campaign, undo.points) if p.to <= to)
    b.service.do(by("barbarian"), campaign, agreements.propose, "undo", "barbarian", place)
    b.service.do(by("empire"), campaign, agreements.answer, "undo", "empire", True)
    assert b.service.view(campaign, None) == view
    holds = b.service.view(campaign, "empire")
    assert isinstance(holds, View)
    assert holds.hand == ("pope",)


# -- chits -----------------------------------------------------------------------------------------


def test_chits_go_to_their_owner_alone(b: ServiceHarness) -> None:
    """§22.0 What was drawn is in the posts to the seat that drew it, and in nobody else's."""
    campaign = placed(b, b"chits")
    posts = [msgspec.to_builtins(post) for post in b.waiting(10_000)]
    for seat in SEATS:
        view = b.service.view(campaign, seat)
        assert isinstance(view, View) and view.hand
        for marker in view.hand:
            seen = {p["audience"] for p in posts if f"'{marker}'" in repr(p)}
            other = b.service.view(campaign, "empire" if seat == "barbarian" else "barbarian")
            assert f"seat/{seat}" in seen
            assert seen <= {f"seat/{seat}", *(f"seat/{s}" for s in SEATS if marker in other.hand)}  # type: ignore[attr-defined]


STEPS, EVERY = 160, 32


@pytest.mark.parametrize("modes", some([ASK, {}], ASK))
def test_the_service_tells_a_seat_the_same_in_two_worlds(
    b: ServiceHarness, tmp_path: Path, modes: dict[str, str]
) -> None:
    """§22.0 §22.1 Posts, questions, journal, log, places to go back to, asides, scenes and their words."""
    options = {option.name: "on" for option in OPTIONAL_RULES}
    campaign = placed(b, b"two worlds", modes, **options)
    differ = 0
    for step in range(STEPS):
        if not played(b, campaign, step):
            break
        if step % EVERY:
            continue
        for viewer in (None, *SEATS):
            with two_worlds(b, campaign, viewer, tmp_path, step) as (here, there):
                assert all_known(here, campaign, viewer) == all_known(there, campaign, viewer)
                enemy = "empire" if viewer == "barbarian" else "barbarian"
                differ += here.service.view(campaign, enemy) != there.service.view(campaign, enemy)
    assert differ > 7, "whom it should, the other world shows as another"


def played(b: ServiceHarness, campaign: int, step: int) -> bool:
    """An answer by the seat asked first."""
    now = b.service.asked(campaign)
    if not now:
        return False
    seat, rng = now[0].seat, sampler(step)
    pending = b.service.look(campaign, queries.pending, seat)
    assert pending is not None
    b.service.do(by(seat), campaign, playing.submit, seat, bold(pending.choice, rng, None, seat))
    return True


def all_known(b: ServiceHarness, campaign: int, viewer: str | None) -> list[Any]:
    scenes = [
        msgspec.to_builtins(b.service.look(campaign, queries.scene, viewer, language))
        for language in LANGUAGES
    ]
    return [known_to(b, campaign, viewer), scenes]


# -- people come and go, and a log that anybody can check --------------------------------------------


def test_a_replacement_sees_what_their_seat_may_know(b: ServiceHarness) -> None:
    campaign = placed(b, b"replaced")
    hand = b.service.view(campaign, "empire")
    b.service.do(by("empire"), campaign, leaving.leave, "empire")
    b.service.do(by("judge"), campaign, acts.replace, "empire", "theodora", "Theodora")
    assert b.service.view(campaign, "empire") == hand
    with pytest.raises(NotNow):
        b.service.do(by("empire"), campaign, playing.aside, "empire", {"pick": "show", "answer": "treasury"})
    b.service.do(by("theodora"), campaign, playing.aside, "empire", {"pick": "show", "answer": "treasury"})
    assert told(b, campaign)[-1] == "showed_treasury"


def test_who_acts_out_of_turn_without_end_is_stopped(b: ServiceHarness) -> None:
    """ADR 19: until somebody answers. Orders as text count too, the other seat does not; all may give up."""
    campaign = placed(b, b"endless", negotiation="on")

    def show(seat: str) -> None:
        b.service.do(by(seat), campaign, playing.aside, seat, {"pick": "show", "answer": "treasury"})

    with patch.object(playing, "MOST_ASIDES", 4):
        for _ in range(4):
            show("empire")
        n = b.service.campaign(campaign).n
        for again in (
            show,
            lambda seat: b.service.do(by(seat), campaign, playing.order, seat, "show treasury"),
        ):
            with pytest.raises(NotNow, match="has acted out of turn"):
                again("empire")
        assert b.service.campaign(campaign).n == n
        show("barbarian")
        played(b, campaign, 1)
        while not b.service.look(campaign, queries.asides, "empire"):
            played(b, campaign, 1)
        for _ in range(4):
            show("empire")
        b.service.do(by("empire"), campaign, playing.aside, "empire", {"pick": "surrender", "answer": "yes"})
    assert b.service.campaign(campaign).state == "closed"


@pytest.mark.parametrize("modes", [ASK, {}])
def test_a_finished_campaign_is_verified_and_audited(b: ServiceHarness, modes: dict[str, str]) -> None:
    """With standing orders, an undo by consent and one by the referee that keeps the dice."""
    campaign = placed(b, b"finished", modes, negotiation="on", reaction="on", disbanding="on")
    b.service.do(
        by("empire"), campaign, playing.set_standing, "empire", ["on 17.5 do stand", "on die do play pope"]
    )
    for step in range(120):
        played(b, campaign, step)
        if step == 60:
            b.service.do(
                by("judge"),
                campaign,
                undo.by_referee,
                b.service.look(campaign, undo.points)[4].to,
                1,
                "a slip",
            )
        if step == 90:
            b.service.do(
                by("empire"),
                campaign,
                agreements.propose,
                "undo",
                "empire",
                b.service.look(campaign, undo.points)[3].to,
            )
            b.service.do(by("barbarian"), campaign, agreements.answer, "undo", "barbarian", True)
    assert b.service.look(campaign, queries.verdict).errors == []
    while not b.service.look(campaign, queries.asides, "barbarian"):
        played(b, campaign, 1)
    b.service.do(
        by("barbarian"), campaign, playing.aside, "barbarian", {"pick": "surrender", "answer": "yes"}
    )
    assert not b.service.asked(campaign)
    assert b.service.campaign(campaign).state == "closed"
    b.service.do(by("judge"), campaign, agreements.resume, "a slip")
    assert b.service.asked(campaign)
    b.service.do(by("barbarian"), campaign, playing.order, "barbarian", "surrender yes")
    for seat in SEATS:
        b.service.do(by(seat), campaign, agreements.propose, "open", seat)
    assert b.service.look(campaign, queries.score).result == {"winner": "empire", "how": "surrender"}
    for reader in (None, *SEATS, "all"):
        lines = b.service.look(campaign, queries.export, reader)
        assert verify(lines).errors == []
    assert audit(b.service.look(campaign, queries.export, None), GAMES).faults == []
    assert b.service.look(campaign, queries.verdict).code == 0


# -- the terminal table --------------------------------------------------------------------------------


@pytest.fixture
def no_maps(monkeypatch: pytest.MonkeyPatch) -> None:
    def write(folder: Path, name: str, drawing: Drawing) -> Path:
        return folder / f"{name}.png"

    monkeypatch.setattr(frontends.terminal.table, "write_picture", write)


def given(folder: Path) -> Settings:
    return Settings(folder / "test.db", folder / "maps", folder / "out", map_width=800)


@pytest.mark.parametrize(("language", "name"), [("1", "Belisarius advances"), ("2", "")])
def test_a_newcomer_founds_a_game(tmp_path: Path, no_maps: None, language: str, name: str) -> None:
    keys = Script(
        language,
        "2",
        "1",
        "negotiation=on",
        "city=yes",
        "",
        "4",
        "",
        "Test",
        "help",
        "suggest",
        "view",
        "quit",
    )
    assert run(given(tmp_path), at=keys) == 0
    assert name in keys.all
    assert "§24.0" in keys.all
    assert "3254" in keys.all
    assert all(width(line) <= WIDTH for line in keys.all.splitlines() if ".png" not in line)


@pytest.mark.parametrize("language", some(LANGUAGES, "en"))
def test_a_newcomer_plays_a_turn(tmp_path: Path, no_maps: None, language: str) -> None:
    """Set-up as is suggested, then some orders of each seat; `help`, `view` and `why` at each question."""
    keys = Typist()
    met: set[str] = set()
    with table(tmp_path, keys, language=language, game="belisarius", seed="newcomer") as at:
        keys.at = at
        for seat, text in SET_UP:
            confirmed(at, keys, text)
            assert seat in SEATS
        for step in range(600):  # what comes when hangs on the dice, which hang on the rules' own code
            if at.campaign.state != "playing" or (step >= 120 and len(met) > 8):
                break
            rule = at.service.asked(at.id)[0].rule
            if rule not in met:
                met.add(rule)
                typed(at, keys, "help", "view", "why", "hand", "score", "log")
            keys.orders(step)
        assert len(met) > 8
        lines = [line for screen in keys.screens for line in screen if ".png" not in line]
        assert all(width(line) <= WIDTH for line in lines)
        assert not any("{" in line or "}" in line for line in lines)


class Typist(Script):
    """Types at last a random order of the seat that is asked then."""

    at: TerminalTable

    def orders(self, step: int) -> str:
        """One such order; gives what is shown of it."""
        return confirmed(self.at, self, f"?{step}")

    def ask(self, prompt: str, lines: Lines | None = None, who: str = "") -> str:
        line, choice = super().ask(prompt, lines, who), self.at.choice
        if not line.startswith("?"):
            return line
        assert choice is not None
        world: Any = None
        return choice.write(choice.accept(bold(choice, sampler(int(line[1:])), world, who)), self.at.reader)


def test_a_screen_shows_a_seat_its_own_markers_alone(tmp_path: Path, no_maps: None) -> None:
    """§22.0 The other player's hand is on no screen, nor in the completions."""
    checked, keys = 0, Typist()
    with table(tmp_path, keys, game="belisarius", seed="screens") as at:
        keys.at = at
        for _, text in SET_UP:
            confirmed(at, keys, text)
        for step in range(60):
            if at.campaign.state != "playing":
                break
            screens, held = len(keys.screens), {seat: at.service.view(at.id, seat) for seat in SEATS}
            keys.orders(step)
            if len(keys.screens) == screens:
                continue
            shown = " ".join(line for line in keys.screens[-1] if line.startswith("Hand: "))
            mine = held[at.seat]
            assert isinstance(mine, View)
            for marker in MARKERS:
                assert LEXICON.label(marker, "en") not in shown or marker in mine.hand
                checked += 1
    assert checked > 20


def test_reactions_are_asked_at_the_table_if_wanted(tmp_path: Path, no_maps: None) -> None:
    keys = Script()
    with table(tmp_path, keys, game="belisarius", modes=ASK, seed="asked") as at:
        for _, text in SET_UP:
            confirmed(at, keys, text)
        confirmed(at, keys, "done")
        confirmed(at, keys, "tax persia heavy")
        assert [a.rule for a in at.service.asked(at.id)] == ["card/pope", "card/pope"]
        assert "Reroll it?" in typed(at, keys, "pass", "help")
        typed(at, keys, "pass")
        assert at.service.asked(at.id)[0].rule in ("10.1", "11.2")


def test_settling_by_hand_goes_on(b: ServiceHarness) -> None:
    """§34.0 A random player of the set-up comes to its end through the service."""
    campaign = b.found("belisarius", "gothic_war", seed=b"by hand")
    for step in range(400):
        view = b.service.view(campaign, None)
        assert isinstance(view, View)
        if view.phase != "set_up":
            break
        seat = b.service.asked(campaign)[0].seat
        pending = b.service.look(campaign, queries.pending, seat)
        assert pending is not None
        answer = settler(pending.choice, sampler(step), None, seat)  # type: ignore[arg-type]
        b.service.do(by(seat), campaign, playing.submit, seat, answer)
    assert isinstance(view, View) and view.phase != "set_up"
