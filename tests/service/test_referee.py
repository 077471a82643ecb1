"""The referee beside the game: appointed, looking, replacing, announcing, ruling; and all see what he did."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core import NotNow, NotUnderstood, Refusal
from adjudicator.core.audit import verify
from adjudicator.core.audit.audit import audit
from service.text import telling
from service.usecases.agreeing import agreements
from service.values.records import Message, Plan
from service.values.time_control import TimeControl
from tests.core.scripted import GAME
from tests.harness.posts import notices, sentences
from tests.harness.service import GAMES, ServiceHarness, by, service_harness

from .test_crash import kill, lines, mend, write
from .test_playing import markers
from .test_secrecy import known_to

JUDGE = by("judge")


@pytest.fixture
def m(tmp_path: Path) -> Iterator[ServiceHarness]:
    """A service where the toy of markers knows standing orders."""
    with service_harness(tmp_path / "markers.sqlite", {"markers": GAME}) as found:
        yield found


def posts(b: ServiceHarness, campaign: int, what: str, audience: str = "channel") -> list[str]:
    return sentences(b.service.posts(campaign, [audience], most=10_000), what)


def looks(b: ServiceHarness, campaign: int) -> list[str]:
    return [e["of"] for e in b.service.log(campaign) if e["t"] == "look" and e["seat"] == "referee"]


def neutral(b: ServiceHarness, referee: str = "judge") -> int:
    plan = Plan("nim", "long", "Cup", referee=referee, neutral=True)
    return b.service.found(by("founder"), plan).campaign


# -- appointed ---------------------------------------------------------------------------------------


def test_the_founder_is_the_referee_unless_another_is_named(b: ServiceHarness) -> None:
    campaign = b.service.found(by("founder"), Plan("nim", "long", "Test")).campaign
    b.service.hold(by("founder"), campaign, "wait")
    b.service.appoint(by("founder"), campaign, "judge", "The Judge")
    b.service.release(JUDGE, campaign)
    with pytest.raises(NotNow, match="only the referee"):
        b.service.hold(by("founder"), campaign, "wait")
    assert posts(b, campaign, "referee") == ["The Judge is now the referee"]


def test_a_founder_who_plays_does_not_become_referee(b: ServiceHarness) -> None:
    campaign = b.service.found(by("north"), Plan("nim", "long", "Test", referee="judge")).campaign
    for seat in ("north", "south"):
        b.service.join(by(seat), campaign, seat, seat)
    for user in ("north", "south", ""):
        with pytest.raises(NotNow, match="only the referee"):
            b.service.appoint(by(user), campaign, "north", "Me")
    b.service.appoint(JUDGE, campaign, "other", "The Other")
    assert b.service.status(campaign).campaign.referee == "other"
    b.service.hold(by("other"), campaign, "a storm")
    with pytest.raises(NotNow, match="only the referee"):
        b.service.appoint(by("south"), campaign, "south", "Me")
    b.service.appoint(by("north"), campaign, "judge", "The Judge")
    b.service.release(JUDGE, campaign)


def test_a_founder_without_a_seat_names_another_if_the_referee_is_gone(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.service.appoint(by("founder"), campaign, "other", "The Other")
    assert b.service.status(campaign).campaign.referee == "other"


@pytest.mark.parametrize(("user", "who"), [("", "Who"), ("x", ""), ("x", "\u3164"), ("x" * 300, "Who")])
def test_a_referee_is_a_user_with_a_name(b: ServiceHarness, user: str, who: str) -> None:
    campaign = b.found("nim", "long")
    with pytest.raises(NotUnderstood):
        b.service.appoint(JUDGE, campaign, user, who)


def test_in_a_tournament_the_referee_holds_no_seat(b: ServiceHarness) -> None:
    campaign = neutral(b)
    with pytest.raises(NotNow, match="holds no seat"):
        b.service.join(JUDGE, campaign, "north", "Judge")
    for seat in ("north", "south"):
        b.service.join(by(seat), campaign, seat, seat)
    acts: list[Callable[[], object]] = [
        lambda: b.service.appoint(JUDGE, campaign, "north", "North"),
        lambda: b.service.replace(JUDGE, campaign, "north", "judge", "Judge"),
        lambda: b.service.enlist(by("north"), campaign, "north", "judge", "Judge", "observer"),
    ]
    for act in acts:
        with pytest.raises(NotNow, match="holds no seat"):
            act()
    assert b.service.status(campaign).campaign.neutral == 1


# -- seeing ------------------------------------------------------------------------------------------


def test_seeing_as_a_seat_is_logged_and_shown_at_the_end(b: ServiceHarness) -> None:
    campaign = markers(b)
    for _ in range(2):
        assert b.service.see_as(JUDGE, campaign, "a") == b.service.view(campaign, "a")
    assert b.service.see_as(JUDGE, campaign, None) == b.service.view(campaign, None)
    b.service.see_as(JUDGE, campaign, "b")
    assert looks(b, campaign) == ["seat/a", "seat/b"]
    b.service.order(by("a"), campaign, "a", "rest")
    b.service.see_as(JUDGE, campaign, "a")
    assert looks(b, campaign) == ["seat/a", "seat/b", "seat/a"]
    assert posts(b, campaign, "looks") == []
    b.service.end(JUDGE, campaign, "enough")
    (said,) = posts(b, campaign, "looks")
    assert said.endswith(": a (2×) and b")
    assert b.service.verify(campaign).counts["looks by the referee at hidden information"] == 3


def test_a_message_that_comes_again_later_is_a_look_of_its_own(b: ServiceHarness) -> None:
    """Otherwise a repeated message would show the position of then, and nobody would know."""
    campaign, again = markers(b), by("judge", "m1")
    b.service.see_as(again, campaign, "a")
    b.service.order(by("a"), campaign, "a", "rest")
    assert b.service.see_as(again, campaign, "a") == b.service.view(campaign, "a")
    assert looks(b, campaign) == ["seat/a", "seat/a"]
    b.service.appoint(JUDGE, campaign, "other", "Other")
    with pytest.raises(NotNow, match="only the referee"):
        b.service.see_as(again, campaign, "a")


def test_a_look_in_the_middle_of_a_procedure_does_not_disturb_it(b: ServiceHarness) -> None:
    campaign = markers(b, raid="ask")
    b.service.submit(by("a"), campaign, "a", {"pick": "raid", "answer": "b"})
    before = b.service.asked(campaign)
    for seat in "abc":
        b.service.see_as(JUDGE, campaign, seat)
    assert b.service.asked(campaign) == before
    b.service.close_window(JUDGE, campaign)
    for step in range(8):
        b.step(campaign, step)
        b.service.see_as(JUDGE, campaign, "abc"[step % 3])
    b.service.undo(JUDGE, campaign, b.service.undo_points(campaign)[4].to, 1, "again")
    if not b.service.status(campaign).over:
        b.service.end(JUDGE, campaign, "enough")
    lines = b.service.export(campaign, "all")
    assert verify.verify(lines).errors == []
    assert audit(lines, GAMES).faults == []


def test_only_the_referee_sees_as_another_and_their_own_seat_is_no_look(b: ServiceHarness) -> None:
    campaign = b.service.found(by("north"), Plan("nim", "long", "Test")).campaign
    with pytest.raises(NotNow, match="cannot do this while"):
        b.service.see_as(by("north"), campaign, "south")
    for seat in ("north", "south"):
        b.service.join(by(seat), campaign, seat, seat)
    with pytest.raises(NotNow, match="only the referee"):
        b.service.see_as(by("south"), campaign, "north")
    with pytest.raises(NotUnderstood, match="options:or"):
        b.service.see_as(by("north"), campaign, "west")
    b.service.see_as(by("north"), campaign, "north")
    assert looks(b, campaign) == []


def test_a_referee_with_a_side_looks_at_nothing_that_an_opponent_hides(b: ServiceHarness) -> None:
    campaign = b.service.found(by("north"), Plan("nim", "long", "Test")).campaign
    for seat in ("north", "south"):
        b.service.join(by(seat), campaign, seat, seat)
    acts: list[Callable[[], object]] = [
        lambda: b.service.see_as(by("north"), campaign, "south"),
        lambda: b.service.answer_for(by("north"), campaign, "south", 1, "referee", "he asked me to"),
        lambda: b.service.try_edit(by("north"), campaign, "heap = 1"),
    ]
    for act in acts:
        with pytest.raises(NotNow, match="a seat of your own"):
            act()
    b.service.appoint(by("north"), campaign, "judge", "Judge")
    b.service.see_as(JUDGE, campaign, "south")
    assert looks(b, campaign) == ["seat/south"]


def test_a_referee_with_a_side_sets_nobody_beside_an_opponent(b: ServiceHarness) -> None:
    campaign = markers(b, raid="ask")
    b.service.submit(by("a"), campaign, "a", {"pick": "raid", "answer": "b"})
    b.service.appoint(JUDGE, campaign, "a", "A")
    acts: list[Callable[[], object]] = [
        lambda: b.service.enlist(by("a"), campaign, "b", "spy", "Spy", "observer"),
        lambda: b.service.replace(by("a"), campaign, "b", "spy", "Spy"),
        lambda: b.service.require_replaceable(by("a"), campaign, "b", "spy", "Spy"),
        lambda: b.service.require_inviter(by("a"), campaign, "b"),
        lambda: b.service.close_window(by("a"), campaign),
    ]
    for act in acts:
        with pytest.raises(NotNow, match="a seat of your own"):
            act()
    b.service.enlist(by("a"), campaign, "a", "olga", "Olga", "officer")
    b.service.leave(by("b"), campaign, "b")
    for act in (*acts[1:4], lambda: b.service.renew_link(by("a"), campaign, "b")):
        with pytest.raises(NotNow, match="a seat of your own, so you cannot give"):
            act()
    b.service.join(by("b"), campaign, "b", "B again")


def test_a_referee_with_a_side_dismisses_nobody_of_an_opponents_team(b: ServiceHarness) -> None:
    campaign = markers(b)
    b.service.enlist(by("b"), campaign, "b", "olga", "Olga", "officer")
    b.service.appoint(JUDGE, campaign, "a", "A")
    b.service.enlist(by("a"), campaign, "a", "otto", "Otto", "observer")
    for _ in range(2):
        with pytest.raises(NotNow, match="a seat of your own; only the commander"):
            b.service.dismiss(by("a"), campaign, "b", "olga")
        if b.service.status(campaign).members.get("b"):
            b.service.leave(by("b"), campaign, "b")
    b.service.dismiss(by("a"), campaign, "a", "otto")
    b.service.dismiss(by("olga"), campaign, "b", "olga")


def test_a_referee_with_a_side_goes_back_by_consent_alone(b: ServiceHarness) -> None:
    campaign = b.service.found(by("north"), Plan("nim", "long", "Test")).campaign
    for seat in ("north", "south"):
        b.service.join(by(seat), campaign, seat, seat)
    b.step(campaign, 0)
    b.step(campaign, 1)
    to = b.service.undo_points(campaign)[0].to
    b.service.hold(by("north"), campaign, "a slip")
    for keep in (0, 1):
        with pytest.raises(NotNow, match="a seat of your own; propose going back"):
            b.service.undo(by("north"), campaign, to, keep, "mine")
    b.service.do(by("north"), campaign, agreements.propose, "undo", "north", to, "a slip")
    b.service.do(by("south"), campaign, agreements.answer, "undo", "south", True)
    assert b.service.log(campaign)[-1]["consent"] == ["north", "south"]
    b.service.release(by("north"), campaign)
    assert b.service.asked(campaign)


def test_a_game_that_a_referee_with_a_side_ends_has_no_result(b: ServiceHarness) -> None:
    """He would choose the moment at which the points are his."""
    results = []
    for referee in ("north", "judge"):
        campaign = b.service.found(by("north"), Plan("nim", "long", "Test", referee=referee)).campaign
        for seat in ("north", "south"):
            b.service.join(by(seat), campaign, seat, seat)
        b.service.end(by(referee), campaign, "enough")
        results.append(list(b.service.log(campaign)[-1]["result"]))
        assert verify.verify(b.service.export(campaign, "all")).errors == []
    assert results == [[], ["points"]]


def test_a_player_who_plays_alone_looks_wherever_they_like(b: ServiceHarness) -> None:
    campaign = b.service.found(by("me"), Plan("julius_caesar", "war", "Test", seed=b"alone")).campaign
    b.service.join(by("me"), campaign, "caesar", "Me")
    b.service.invite_ai(by("me"), campaign, "pompey")
    assert b.service.see_as(by("me"), campaign, "pompey") == b.service.view(campaign, "pompey")


def test_all_read_that_the_referee_answers_for_a_seat_and_why(b: ServiceHarness) -> None:
    campaign = markers(b)
    with pytest.raises(NotNow, match="give your reason"):
        b.service.answer_for(JUDGE, campaign, "a", {"pick": "rest"}, "referee")
    b.service.answer_for(JUDGE, campaign, "a", {"pick": "rest"}, "referee", "he asked me to")
    b.service.leave(by("c"), campaign, "c")
    b.service.submit(by("b"), campaign, "b", {"pick": "rest"})
    b.service.answer_for(JUDGE, campaign, "c", {"pick": "rest"}, "referee")
    told = notices(b.service.posts(campaign, ["channel"], most=10_000), "spoken for")
    assert [(notice.words.values["seat"], notice.why) for notice in told] == [
        ("a", "he asked me to"),
        ("c", ""),
    ]


def test_a_tournament_has_a_referee_without_a_seat(b: ServiceHarness) -> None:
    cup = TimeControl("bank", bank=48, increment=12, cap=48, tournament=True)
    campaign = b.service.found(by("north"), Plan("nim", "long", "Cup", pace=cup)).campaign
    with pytest.raises(NotNow, match="holds no seat"):
        b.service.join(by("north"), campaign, "north", "North")
    campaign = b.service.found(by("north"), Plan("nim", "long", "Test")).campaign
    b.service.join(by("north"), campaign, "north", "North")
    with pytest.raises(NotNow, match="holds no seat"):
        b.service.set_pace(by("north"), campaign, cup)
    b.service.appoint(by("north"), campaign, "judge", "Judge")
    b.service.set_pace(JUDGE, campaign, cup)
    with pytest.raises(NotNow, match="holds no seat"):
        b.service.join(JUDGE, campaign, "south", "Judge")


# -- replacing ---------------------------------------------------------------------------------------


def test_a_game_whose_referee_has_a_side_waits_for_nobody(b: ServiceHarness) -> None:
    """Who is left gives the vacant seat to somebody; but where the referee has no side, he does."""
    campaign = b.service.found(by("north"), Plan("nim", "long", "Test")).campaign
    for seat in ("north", "south"):
        b.service.join(by(seat), campaign, seat, seat)
    with pytest.raises(NotNow, match="only the referee"):
        b.service.replace(by("south"), campaign, "north", "new", "Nova")
    b.service.leave(by("north"), campaign, "north")
    with pytest.raises(NotNow, match="only the referee"):
        b.service.replace(by("passer-by"), campaign, "north", "passer-by", "Nova")
    b.service.replace(by("south"), campaign, "north", "new", "Nova")
    b.service.leave(by("new"), campaign, "north")
    with pytest.raises(NotNow, match="invited"):
        b.service.join(by("north"), campaign, "north", "North again")
    b.service.join(by("new"), campaign, "north", "Nova again")
    other = b.found("nim", "long")
    b.service.leave(by("north"), other, "north")
    with pytest.raises(NotNow, match="only the referee"):
        b.service.replace(by("south"), other, "north", "new", "Nova")


def test_in_play_any_commander_gives_a_vacant_seat_to_the_computer(b: ServiceHarness) -> None:
    campaign = b.found("julius_caesar", "war")
    b.service.leave(by("caesar"), campaign, "caesar")
    with pytest.raises(NotNow, match="only the referee"):
        b.service.invite_ai(by("passer-by"), campaign, "caesar")
    b.service.invite_ai(by("pompey"), campaign, "caesar")
    assert b.service.status(campaign).members["caesar"].user == "computer"


def test_a_replacement_has_the_seat_and_the_old_one_has_nothing(m: ServiceHarness) -> None:
    b, campaign = m, markers(m)
    b.service.set_standing(by("a"), campaign, "a", ["on die do luck"])
    b.service.order(by("a"), campaign, "a", "rest\nrest")
    assert b.service.batch(campaign, "a") is not None
    b.service.replace(JUDGE, campaign, "a", "new", "Nova")
    assert (b.service.seats_of("a"), b.service.seats_of("new")) == ([], [(campaign, "a")])
    assert (b.service.may_see("a", campaign, "a"), b.service.may_order("new", campaign, "a")) == (False, True)
    assert b.service.batch(campaign, "a") is None, "orders that wait were another's"
    assert b.service.standing(campaign, "a") == ["on die do luck"]
    assert posts(b, campaign, "replaced", "seat/a") == ["the seat is yours, with its standing orders (1)"]
    entry = b.service.log(campaign)[-1]
    assert (entry["t"], entry["seat"], entry["who"]) == ("seat", "a", "Nova")
    for seat in ("b", "c"):
        b.service.order(by(seat), campaign, seat, "rest")
    with pytest.raises(NotNow, match="do not play"):
        b.service.submit(by("a"), campaign, "a", [])
    b.service.set_standing(by("new"), campaign, "a", [])
    b.service.submit(by("new"), campaign, "a", [])
    b.service.end(JUDGE, campaign, "enough")
    assert verify.verify(b.service.export(campaign, "all")).errors == []


def test_nobody_comes_to_a_seat_who_has_known_another(b: ServiceHarness) -> None:
    campaign = markers(b)
    b.service.replace(JUDGE, campaign, "a", "new", "Nova")
    b.service.leave(by("b"), campaign, "b")
    for user in ("a", "c", "new"):
        with pytest.raises(NotNow, match="nobody may join two"):
            b.service.replace(JUDGE, campaign, "b", user, user)
    for user in ("a", "new"):
        with pytest.raises(NotNow):
            b.service.join(by(user), campaign, "b", user)
    b.service.join(by("b"), campaign, "b", "B again")
    b.service.replace(JUDGE, campaign, "a", "a", "A again")
    assert b.service.seats_of("a") == [(campaign, "a")]


def test_replacing_is_refused_where_it_makes_no_sense(b: ServiceHarness) -> None:
    campaign = markers(b)
    acts: list[tuple[Callable[[], object], str]] = [
        (lambda: b.service.replace(by("a"), campaign, "b", "new", "Nova"), "only the referee"),
        (lambda: b.service.replace(JUDGE, campaign, "z", "new", "Nova"), "expected: a, b, or c"),
        (lambda: b.service.replace(JUDGE, campaign, "a", "a", "A"), "already"),
        (lambda: b.service.replace(JUDGE, campaign, "a", "", "A"), "user and a name"),
    ]
    for act, says in acts:
        with pytest.raises(Refusal) as refused:
            act()
        assert says in telling.refusal(refused.value, "en", lambda id, language: id)
    b.service.require_replaceable(JUDGE, campaign, "a", "new", "Nova")
    for user in ("a", "b"):
        with pytest.raises(NotNow):
            b.service.require_replaceable(JUDGE, campaign, "a", user, user)
    fresh = b.service.found(by("founder"), Plan("nim", "long", "Test", referee="judge")).campaign
    with pytest.raises(NotNow, match="cannot do this while"):
        b.service.replace(JUDGE, fresh, "north", "new", "Nova")


# -- announcing and ruling ---------------------------------------------------------------------------


def test_announcements_and_numbered_rulings_are_posted_and_kept(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.service.announce(JUDGE, campaign, "Back on Monday.\n\n  Have a good   week. ")
    (said,) = posts(b, campaign, "announcement")
    assert said == "the referee announces: Back on Monday.\nHave a good   week."
    numbers = [
        b.service.rule_on(JUDGE, campaign, "May one pass?", "No.").result.number,
        b.service.rule_on(JUDGE, campaign, "Really?", "Really.").result.number,
    ]
    assert numbers == [1, 2]
    assert [(r.number, r.question, r.ruling) for r in b.service.rulings(campaign)] == [
        (1, "May one pass?", "No."),
        (2, "Really?", "Really."),
    ]
    assert [post.partition(":")[0] for post in posts(b, campaign, "ruling")] == ["ruling 1", "ruling 2"]
    with service_harness(b.path) as again:
        assert again.service.rulings(campaign) == b.service.rulings(campaign)
    b.service.end(JUDGE, campaign, "enough")
    b.service.announce(JUDGE, campaign, "Well played.")


def test_a_notice_of_the_referee_reads_as_a_sentence(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.service.rule_on(JUDGE, campaign, "May one pass?", "No.")
    (notice,) = notices(b.service.posts(campaign, ["channel"]), "ruling")
    said = telling.notice(notice, "en", lambda id, language: id)
    assert said == "Ruling 1: May one pass? — No."


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 1501, "bell \x07", "half \ud800", "\u202eesrever"])
def test_texts_that_cannot_be_shown_are_refused(b: ServiceHarness, text: str) -> None:
    campaign = b.found("nim", "long")
    before = b.store.rows("SELECT count(*) FROM outbox")
    acts: list[Callable[[], object]] = [
        lambda: b.service.announce(JUDGE, campaign, text),
        lambda: b.service.rule_on(JUDGE, campaign, text, "No."),
        lambda: b.service.rule_on(JUDGE, campaign, "May one?", text),
    ]
    for act in acts:
        with pytest.raises(NotUnderstood):
            act()
    assert b.store.rows("SELECT count(*) FROM outbox") == before
    assert b.service.rulings(campaign) == []


def test_players_neither_announce_nor_rule(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    with pytest.raises(NotNow, match="only the referee"):
        b.service.announce(by("north"), campaign, "I have won")
    with pytest.raises(NotNow, match="only the referee"):
        b.service.rule_on(by("north"), campaign, "Who has won?", "I")


def test_what_was_done_once_is_not_done_twice(b: ServiceHarness) -> None:
    campaign = markers(b)
    acts: list[Callable[[], object]] = [
        lambda: b.service.announce(by("judge", "1"), campaign, "Hear!"),
        lambda: b.service.rule_on(by("judge", "2"), campaign, "May one?", "No."),
        lambda: b.service.replace(by("judge", "3"), campaign, "a", "new", "Nova"),
        lambda: b.service.appoint(by("judge", "4"), campaign, "judge", "The Judge"),
    ]
    for act in acts:
        first, count = act(), b.store.rows("SELECT count(*) FROM outbox")
        assert act() == first
        assert b.store.rows("SELECT count(*) FROM outbox") == count


# -- two worlds --------------------------------------------------------------------------------------


def refereed(path: Path, viewer: str | None, seat: str, orders: list[str]) -> bytes:
    """A viewer's knowledge after the referee has looked, ruled and replaced a player."""
    with service_harness(path, {"markers": GAME}) as b:
        campaign = markers(b)
        b.service.set_standing(by("c"), campaign, "c", orders)
        b.service.see_as(JUDGE, campaign, seat)
        b.service.replace(JUDGE, campaign, "c", "new", "Nova")
        return known_to(b, campaign, viewer)


@pytest.mark.parametrize("viewer", ["a", None])
def test_a_replacement_does_not_tell_what_orders_they_find(tmp_path: Path, viewer: str | None) -> None:
    orders = ["on die do luck", "on raid do treachery"]
    first, second = (refereed(tmp_path / f"{i}", viewer, "c", o) for i, o in enumerate(([], orders)))
    assert first == second


# -- killed ------------------------------------------------------------------------------------------

KILLS = 12
STEPS: list[Callable[[ServiceHarness, int, Message], object]] = [
    lambda b, c, m: b.service.enlist(m, c, "a", "olga", "Olga", "officer"),
    lambda b, c, m: b.service.rule_on(m, c, "May one pass?", "No."),
    lambda b, c, m: b.service.edit(m, c, "coins.a += 1\ncups.hand_b += luck", "found under the table"),
    lambda b, c, m: b.service.suggest(by("olga", m.id), c, "a", "rest"),
    lambda b, c, m: b.service.see_as(m, c, "c"),
    lambda b, c, m: b.service.withdraw(by("olga", m.id), c, "a", 1 + int(m.id.split()[1]) // len(STEPS)),
    lambda b, c, m: b.service.announce(m, c, "Go on."),
    lambda b, c, m: b.service.replace(m, c, "b", f"{m.id} new", "Nova"),
    lambda b, c, m: b.service.dismiss(m, c, "a", "olga"),
]


def drive(folder: Path) -> None:
    """Do every step, again and again; which are done follows from the database and the folder alone."""
    with service_harness(folder / "tabellarius.sqlite", {"markers": GAME}) as b:
        c = b.service.campaigns("playing")[0].id
        for i in range(len(lines(folder / "acks")), 6 * len(STEPS)):
            STEPS[i % len(STEPS)](b, c, by("judge", f"step {i}"))
            write(folder / "acks", i)


def child(folder: Path) -> None:
    drive(folder)
    os._exit(0)


def outcome(folder: Path) -> list[Any]:
    with service_harness(folder / "tabellarius.sqlite", {"markers": GAME}) as b:
        assert b.service.verify(1).errors == []
        posts = [(p.audience, p.n, p.content) for p in b.waiting(10_000)]
        return [[e["head"] for e in b.service.log(1)], posts, b.service.people(1), b.service.rulings(1)]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system kills no process so")
def test_killed_at_many_moments_nothing_is_lost_and_nothing_done_twice(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    for folder in (whole, broken):
        folder.mkdir()
        with service_harness(folder / "tabellarius.sqlite", {"markers": GAME}) as b:
            markers(b)
    drive(whole)
    rng, fork = random.Random("referee"), multiprocessing.get_context("fork")
    for _ in range(KILLS):
        mend(broken / "acks")
        process = fork.Process(target=child, args=(broken,))
        process.start()
        kill(process, broken / "acks", rng)
        process.join()
    mend(broken / "acks")
    drive(broken)
    assert outcome(broken) == outcome(whole)
