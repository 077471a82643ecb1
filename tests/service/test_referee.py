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
from service.usecases.agreeing import agreements, ending, undo
from service.usecases.play import playing, queries
from service.usecases.referee import acts as acts_acts
from service.usecases.seats import founding, teams
from service.usecases.time import ai_player, deadlines, leaving
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
    b.service.do(by("founder"), campaign, ending.hold_by_referee, "wait")
    b.service.do(by("founder"), campaign, acts_acts.appoint, "judge", "The Judge")
    b.service.release(JUDGE, campaign)
    with pytest.raises(NotNow, match="only the referee"):
        b.service.do(by("founder"), campaign, ending.hold_by_referee, "wait")
    assert posts(b, campaign, "referee") == ["The Judge is now the referee"]


def test_a_founder_who_plays_does_not_become_referee(b: ServiceHarness) -> None:
    campaign = b.service.found(by("north"), Plan("nim", "long", "Test", referee="judge")).campaign
    for seat in ("north", "south"):
        b.service.do(by(seat), campaign, founding.join, seat, seat)
    for user in ("north", "south", ""):
        with pytest.raises(NotNow, match="only the referee"):
            b.service.do(by(user), campaign, acts_acts.appoint, "north", "Me")
    b.service.do(JUDGE, campaign, acts_acts.appoint, "other", "The Other")
    assert b.service.status(campaign).campaign.referee == "other"
    b.service.do(by("other"), campaign, ending.hold_by_referee, "a storm")
    with pytest.raises(NotNow, match="only the referee"):
        b.service.do(by("south"), campaign, acts_acts.appoint, "south", "Me")
    b.service.do(by("north"), campaign, acts_acts.appoint, "judge", "The Judge")
    b.service.release(JUDGE, campaign)


def test_a_founder_without_a_seat_names_another_if_the_referee_is_gone(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.service.do(by("founder"), campaign, acts_acts.appoint, "other", "The Other")
    assert b.service.status(campaign).campaign.referee == "other"


@pytest.mark.parametrize(("user", "who"), [("", "Who"), ("x", ""), ("x", "\u3164"), ("x" * 300, "Who")])
def test_a_referee_is_a_user_with_a_name(b: ServiceHarness, user: str, who: str) -> None:
    campaign = b.found("nim", "long")
    with pytest.raises(NotUnderstood):
        b.service.do(JUDGE, campaign, acts_acts.appoint, user, who)


def test_in_a_tournament_the_referee_holds_no_seat(b: ServiceHarness) -> None:
    campaign = neutral(b)
    with pytest.raises(NotNow, match="holds no seat"):
        b.service.do(JUDGE, campaign, founding.join, "north", "Judge")
    for seat in ("north", "south"):
        b.service.do(by(seat), campaign, founding.join, seat, seat)
    acts: list[Callable[[], object]] = [
        lambda: b.service.do(JUDGE, campaign, acts_acts.appoint, "north", "North"),
        lambda: b.service.do(JUDGE, campaign, acts_acts.replace, "north", "judge", "Judge"),
        lambda: b.service.do(by("north"), campaign, teams.enlist, "north", "judge", "Judge", "observer"),
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
    b.service.do(by("a"), campaign, playing.order, "a", "rest")
    b.service.see_as(JUDGE, campaign, "a")
    assert looks(b, campaign) == ["seat/a", "seat/b", "seat/a"]
    assert posts(b, campaign, "looks") == []
    b.service.do(JUDGE, campaign, ending.end, "enough")
    (said,) = posts(b, campaign, "looks")
    assert said.endswith(": a (2×) and b")
    assert b.service.look(campaign, queries.verdict).counts["looks by the referee at hidden information"] == 3


def test_a_message_that_comes_again_later_is_a_look_of_its_own(b: ServiceHarness) -> None:
    """Otherwise a repeated message would show the position of then, and nobody would know."""
    campaign, again = markers(b), by("judge", "m1")
    b.service.see_as(again, campaign, "a")
    b.service.do(by("a"), campaign, playing.order, "a", "rest")
    assert b.service.see_as(again, campaign, "a") == b.service.view(campaign, "a")
    assert looks(b, campaign) == ["seat/a", "seat/a"]
    b.service.do(JUDGE, campaign, acts_acts.appoint, "other", "Other")
    with pytest.raises(NotNow, match="only the referee"):
        b.service.see_as(again, campaign, "a")


def test_a_look_in_the_middle_of_a_procedure_does_not_disturb_it(b: ServiceHarness) -> None:
    campaign = markers(b, raid="ask")
    b.service.do(by("a"), campaign, playing.submit, "a", {"pick": "raid", "answer": "b"})
    before = b.service.asked(campaign)
    for seat in "abc":
        b.service.see_as(JUDGE, campaign, seat)
    assert b.service.asked(campaign) == before
    b.service.do(JUDGE, campaign, acts_acts.close_window)
    for step in range(8):
        b.step(campaign, step)
        b.service.see_as(JUDGE, campaign, "abc"[step % 3])
    b.service.do(JUDGE, campaign, undo.by_referee, b.service.look(campaign, undo.points)[4].to, 1, "again")
    if not b.service.status(campaign).over:
        b.service.do(JUDGE, campaign, ending.end, "enough")
    lines = b.service.look(campaign, queries.export, "all")
    assert verify.verify(lines).errors == []
    assert audit(lines, GAMES).faults == []


def test_only_the_referee_sees_as_another_and_their_own_seat_is_no_look(b: ServiceHarness) -> None:
    campaign = b.service.found(by("north"), Plan("nim", "long", "Test")).campaign
    with pytest.raises(NotNow, match="cannot do this while"):
        b.service.see_as(by("north"), campaign, "south")
    for seat in ("north", "south"):
        b.service.do(by(seat), campaign, founding.join, seat, seat)
    with pytest.raises(NotNow, match="only the referee"):
        b.service.see_as(by("south"), campaign, "north")
    with pytest.raises(NotUnderstood, match="options:or"):
        b.service.see_as(by("north"), campaign, "west")
    b.service.see_as(by("north"), campaign, "north")
    assert looks(b, campaign) == []


def test_a_referee_with_a_side_looks_at_nothing_that_an_opponent_hides(b: ServiceHarness) -> None:
    campaign = b.service.found(by("north"), Plan("nim", "long", "Test")).campaign
    for seat in ("north", "south"):
        b.service.do(by(seat), campaign, founding.join, seat, seat)
    acts: list[Callable[[], object]] = [
        lambda: b.service.see_as(by("north"), campaign, "south"),
        lambda: b.service.do(
            by("north"), campaign, acts_acts.answer_for, "south", 1, "referee", "he asked me to"
        ),
        lambda: b.service.try_edit(by("north"), campaign, "heap = 1"),
    ]
    for act in acts:
        with pytest.raises(NotNow, match="a seat of your own"):
            act()
    b.service.do(by("north"), campaign, acts_acts.appoint, "judge", "Judge")
    b.service.see_as(JUDGE, campaign, "south")
    assert looks(b, campaign) == ["seat/south"]


def test_a_referee_with_a_side_sets_nobody_beside_an_opponent(b: ServiceHarness) -> None:
    campaign = markers(b, raid="ask")
    b.service.do(by("a"), campaign, playing.submit, "a", {"pick": "raid", "answer": "b"})
    b.service.do(JUDGE, campaign, acts_acts.appoint, "a", "A")
    acts: list[Callable[[], object]] = [
        lambda: b.service.do(by("a"), campaign, teams.enlist, "b", "spy", "Spy", "observer"),
        lambda: b.service.do(by("a"), campaign, acts_acts.replace, "b", "spy", "Spy"),
        lambda: b.service.look_as(by("a"), campaign, acts_acts.require_replaceable, "b", "spy", "Spy"),
        lambda: b.service.look_as(by("a"), campaign, teams.require_inviter, "b"),
        lambda: b.service.do(by("a"), campaign, acts_acts.close_window),
    ]
    for act in acts:
        with pytest.raises(NotNow, match="a seat of your own"):
            act()
    b.service.do(by("a"), campaign, teams.enlist, "a", "olga", "Olga", "officer")
    b.service.do(by("b"), campaign, leaving.leave, "b")
    for act in (*acts[1:4], lambda: b.service.do(by("a"), campaign, acts_acts.renew_link, "b")):
        with pytest.raises(NotNow, match="a seat of your own, so you cannot give"):
            act()
    b.service.do(by("b"), campaign, founding.join, "b", "B again")


def test_a_referee_with_a_side_dismisses_nobody_of_an_opponents_team(b: ServiceHarness) -> None:
    campaign = markers(b)
    b.service.do(by("b"), campaign, teams.enlist, "b", "olga", "Olga", "officer")
    b.service.do(JUDGE, campaign, acts_acts.appoint, "a", "A")
    b.service.do(by("a"), campaign, teams.enlist, "a", "otto", "Otto", "observer")
    for _ in range(2):
        with pytest.raises(NotNow, match="a seat of your own; only the commander"):
            b.service.do(by("a"), campaign, teams.dismiss, "b", "olga")
        if b.service.status(campaign).members.get("b"):
            b.service.do(by("b"), campaign, leaving.leave, "b")
    b.service.do(by("a"), campaign, teams.dismiss, "a", "otto")
    b.service.do(by("olga"), campaign, teams.dismiss, "b", "olga")


def test_a_referee_with_a_side_goes_back_by_consent_alone(b: ServiceHarness) -> None:
    campaign = b.service.found(by("north"), Plan("nim", "long", "Test")).campaign
    for seat in ("north", "south"):
        b.service.do(by(seat), campaign, founding.join, seat, seat)
    b.step(campaign, 0)
    b.step(campaign, 1)
    to = b.service.look(campaign, undo.points)[0].to
    b.service.do(by("north"), campaign, ending.hold_by_referee, "a slip")
    for keep in (0, 1):
        with pytest.raises(NotNow, match="a seat of your own; propose going back"):
            b.service.do(by("north"), campaign, undo.by_referee, to, keep, "mine")
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
            b.service.do(by(seat), campaign, founding.join, seat, seat)
        b.service.do(by(referee), campaign, ending.end, "enough")
        results.append(list(b.service.log(campaign)[-1]["result"]))
        assert verify.verify(b.service.look(campaign, queries.export, "all")).errors == []
    assert results == [[], ["points"]]


def test_a_player_who_plays_alone_looks_wherever_they_like(b: ServiceHarness) -> None:
    campaign = b.service.found(by("me"), Plan("julius_caesar", "war", "Test", seed=b"alone")).campaign
    b.service.do(by("me"), campaign, founding.join, "caesar", "Me")
    b.service.do(by("me"), campaign, ai_player.invite, "pompey")
    assert b.service.see_as(by("me"), campaign, "pompey") == b.service.view(campaign, "pompey")


def test_all_read_that_the_referee_answers_for_a_seat_and_why(b: ServiceHarness) -> None:
    campaign = markers(b)
    with pytest.raises(NotNow, match="give your reason"):
        b.service.do(JUDGE, campaign, acts_acts.answer_for, "a", {"pick": "rest"}, "referee")
    b.service.do(JUDGE, campaign, acts_acts.answer_for, "a", {"pick": "rest"}, "referee", "he asked me to")
    b.service.do(by("c"), campaign, leaving.leave, "c")
    b.service.do(by("b"), campaign, playing.submit, "b", {"pick": "rest"})
    b.service.do(JUDGE, campaign, acts_acts.answer_for, "c", {"pick": "rest"}, "referee")
    told = notices(b.service.posts(campaign, ["channel"], most=10_000), "spoken for")
    assert [(notice.words.values["seat"], notice.why) for notice in told] == [
        ("a", "he asked me to"),
        ("c", ""),
    ]


def test_a_tournament_has_a_referee_without_a_seat(b: ServiceHarness) -> None:
    cup = TimeControl("bank", bank=48, increment=12, cap=48, tournament=True)
    campaign = b.service.found(by("north"), Plan("nim", "long", "Cup", pace=cup)).campaign
    with pytest.raises(NotNow, match="holds no seat"):
        b.service.do(by("north"), campaign, founding.join, "north", "North")
    campaign = b.service.found(by("north"), Plan("nim", "long", "Test")).campaign
    b.service.do(by("north"), campaign, founding.join, "north", "North")
    with pytest.raises(NotNow, match="holds no seat"):
        b.service.do(by("north"), campaign, deadlines.set_pace, cup)
    b.service.do(by("north"), campaign, acts_acts.appoint, "judge", "Judge")
    b.service.do(JUDGE, campaign, deadlines.set_pace, cup)
    with pytest.raises(NotNow, match="holds no seat"):
        b.service.do(JUDGE, campaign, founding.join, "south", "Judge")


# -- replacing ---------------------------------------------------------------------------------------


def test_a_game_whose_referee_has_a_side_waits_for_nobody(b: ServiceHarness) -> None:
    """Who is left gives the vacant seat to somebody; but where the referee has no side, he does."""
    campaign = b.service.found(by("north"), Plan("nim", "long", "Test")).campaign
    for seat in ("north", "south"):
        b.service.do(by(seat), campaign, founding.join, seat, seat)
    with pytest.raises(NotNow, match="only the referee"):
        b.service.do(by("south"), campaign, acts_acts.replace, "north", "new", "Nova")
    b.service.do(by("north"), campaign, leaving.leave, "north")
    with pytest.raises(NotNow, match="only the referee"):
        b.service.do(by("passer-by"), campaign, acts_acts.replace, "north", "passer-by", "Nova")
    b.service.do(by("south"), campaign, acts_acts.replace, "north", "new", "Nova")
    b.service.do(by("new"), campaign, leaving.leave, "north")
    with pytest.raises(NotNow, match="invited"):
        b.service.do(by("north"), campaign, founding.join, "north", "North again")
    b.service.do(by("new"), campaign, founding.join, "north", "Nova again")
    other = b.found("nim", "long")
    b.service.do(by("north"), other, leaving.leave, "north")
    with pytest.raises(NotNow, match="only the referee"):
        b.service.do(by("south"), other, acts_acts.replace, "north", "new", "Nova")


def test_in_play_any_commander_gives_a_vacant_seat_to_the_computer(b: ServiceHarness) -> None:
    campaign = b.found("julius_caesar", "war")
    b.service.do(by("caesar"), campaign, leaving.leave, "caesar")
    with pytest.raises(NotNow, match="only the referee"):
        b.service.do(by("passer-by"), campaign, ai_player.invite, "caesar")
    b.service.do(by("pompey"), campaign, ai_player.invite, "caesar")
    assert b.service.status(campaign).members["caesar"].user == "computer"


def test_a_replacement_has_the_seat_and_the_old_one_has_nothing(m: ServiceHarness) -> None:
    b, campaign = m, markers(m)
    b.service.do(by("a"), campaign, playing.set_standing, "a", ["on die do luck"])
    b.service.do(by("a"), campaign, playing.order, "a", "rest\nrest")
    assert b.service.batch(campaign, "a") is not None
    b.service.do(JUDGE, campaign, acts_acts.replace, "a", "new", "Nova")
    assert (b.service.seats_of("a"), b.service.seats_of("new")) == ([], [(campaign, "a")])
    assert (b.service.may_see("a", campaign, "a"), b.service.may_order("new", campaign, "a")) == (False, True)
    assert b.service.batch(campaign, "a") is None, "orders that wait were another's"
    assert b.service.standing(campaign, "a") == ["on die do luck"]
    assert posts(b, campaign, "replaced", "seat/a") == ["the seat is yours, with its standing orders (1)"]
    entry = b.service.log(campaign)[-1]
    assert (entry["t"], entry["seat"], entry["who"]) == ("seat", "a", "Nova")
    for seat in ("b", "c"):
        b.service.do(by(seat), campaign, playing.order, seat, "rest")
    with pytest.raises(NotNow, match="do not play"):
        b.service.do(by("a"), campaign, playing.submit, "a", [])
    b.service.do(by("new"), campaign, playing.set_standing, "a", [])
    b.service.do(by("new"), campaign, playing.submit, "a", [])
    b.service.do(JUDGE, campaign, ending.end, "enough")
    assert verify.verify(b.service.look(campaign, queries.export, "all")).errors == []


def test_nobody_comes_to_a_seat_who_has_known_another(b: ServiceHarness) -> None:
    campaign = markers(b)
    b.service.do(JUDGE, campaign, acts_acts.replace, "a", "new", "Nova")
    b.service.do(by("b"), campaign, leaving.leave, "b")
    for user in ("a", "c", "new"):
        with pytest.raises(NotNow, match="nobody may join two"):
            b.service.do(JUDGE, campaign, acts_acts.replace, "b", user, user)
    for user in ("a", "new"):
        with pytest.raises(NotNow):
            b.service.do(by(user), campaign, founding.join, "b", user)
    b.service.do(by("b"), campaign, founding.join, "b", "B again")
    b.service.do(JUDGE, campaign, acts_acts.replace, "a", "a", "A again")
    assert b.service.seats_of("a") == [(campaign, "a")]


def test_replacing_is_refused_where_it_makes_no_sense(b: ServiceHarness) -> None:
    campaign = markers(b)
    acts: list[tuple[Callable[[], object], str]] = [
        (lambda: b.service.do(by("a"), campaign, acts_acts.replace, "b", "new", "Nova"), "only the referee"),
        (
            lambda: b.service.do(JUDGE, campaign, acts_acts.replace, "z", "new", "Nova"),
            "expected: a, b, or c",
        ),
        (lambda: b.service.do(JUDGE, campaign, acts_acts.replace, "a", "a", "A"), "already"),
        (lambda: b.service.do(JUDGE, campaign, acts_acts.replace, "a", "", "A"), "user and a name"),
    ]
    for act, says in acts:
        with pytest.raises(Refusal) as refused:
            act()
        assert says in telling.refusal(refused.value, "en", lambda id, language: id)
    b.service.look_as(JUDGE, campaign, acts_acts.require_replaceable, "a", "new", "Nova")
    for user in ("a", "b"):
        with pytest.raises(NotNow):
            b.service.look_as(JUDGE, campaign, acts_acts.require_replaceable, "a", user, user)
    fresh = b.service.found(by("founder"), Plan("nim", "long", "Test", referee="judge")).campaign
    with pytest.raises(NotNow, match="cannot do this while"):
        b.service.do(JUDGE, fresh, acts_acts.replace, "north", "new", "Nova")


# -- announcing and ruling ---------------------------------------------------------------------------


def test_announcements_and_numbered_rulings_are_posted_and_kept(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.service.do(JUDGE, campaign, acts_acts.announce, "Back on Monday.\n\n  Have a good   week. ")
    (said,) = posts(b, campaign, "announcement")
    assert said == "the referee announced: Back on Monday.\nHave a good   week."
    numbers = [
        b.service.do(JUDGE, campaign, acts_acts.rule_on, "May one pass?", "No.").result.number,
        b.service.do(JUDGE, campaign, acts_acts.rule_on, "Really?", "Really.").result.number,
    ]
    assert numbers == [1, 2]
    assert [(r.number, r.question, r.ruling) for r in b.service.rulings(campaign)] == [
        (1, "May one pass?", "No."),
        (2, "Really?", "Really."),
    ]
    assert [post.partition(":")[0] for post in posts(b, campaign, "ruling")] == ["ruling 1", "ruling 2"]
    with service_harness(b.path) as again:
        assert again.service.rulings(campaign) == b.service.rulings(campaign)
    b.service.do(JUDGE, campaign, ending.end, "enough")
    b.service.do(JUDGE, campaign, acts_acts.announce, "Well played.")


def test_a_ruling_that_is_revoked_stays_with_the_reason(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.service.do(JUDGE, campaign, acts_acts.rule_on, "May one pass?", "No.")
    for number, why in ((2, "wrong"), (None, "wrong"), (1, " ")):
        with pytest.raises(NotUnderstood):
            b.service.do(JUDGE, campaign, acts_acts.revoke, number, why)
    with pytest.raises(NotNow, match="referee"):
        b.service.do(by("north"), campaign, acts_acts.revoke, 1, "unfair")
    b.service.do(JUDGE, campaign, acts_acts.revoke, 1, "the rules say so in 2.3")
    with pytest.raises(NotNow, match="was revoked before"):
        b.service.do(JUDGE, campaign, acts_acts.revoke, 1, "again")
    b.service.do(JUDGE, campaign, acts_acts.rule_on, "May one pass?", "Yes.")
    assert [(r.number, r.revoked) for r in b.service.rulings(campaign)] == [
        (1, "the rules say so in 2.3"),
        (2, ""),
    ]
    assert posts(b, campaign, "ruling")[1] == "ruling 1 was revoked: the rules say so in 2.3"


def test_a_notice_of_the_referee_reads_as_a_sentence(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.service.do(JUDGE, campaign, acts_acts.rule_on, "May one pass?", "No.")
    (notice,) = notices(b.service.posts(campaign, ["channel"]), "ruling")
    said = telling.notice(notice, "en", lambda id, language: id)
    assert said == "Ruling 1: May one pass? — No."


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 1501, "bell \x07", "half \ud800", "\u202eesrever"])
def test_texts_that_cannot_be_shown_are_refused(b: ServiceHarness, text: str) -> None:
    campaign = b.found("nim", "long")
    before = b.store.rows("SELECT count(*) FROM outbox")
    acts: list[Callable[[], object]] = [
        lambda: b.service.do(JUDGE, campaign, acts_acts.announce, text),
        lambda: b.service.do(JUDGE, campaign, acts_acts.rule_on, text, "No."),
        lambda: b.service.do(JUDGE, campaign, acts_acts.rule_on, "May one?", text),
    ]
    for act in acts:
        with pytest.raises(NotUnderstood):
            act()
    assert b.store.rows("SELECT count(*) FROM outbox") == before
    assert b.service.rulings(campaign) == []


def test_players_neither_announce_nor_rule(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    with pytest.raises(NotNow, match="only the referee"):
        b.service.do(by("north"), campaign, acts_acts.announce, "I have won")
    with pytest.raises(NotNow, match="only the referee"):
        b.service.do(by("north"), campaign, acts_acts.rule_on, "Who has won?", "I")


def test_what_was_done_once_is_not_done_twice(b: ServiceHarness) -> None:
    campaign = markers(b)
    acts: list[Callable[[], object]] = [
        lambda: b.service.do(by("judge", "1"), campaign, acts_acts.announce, "Hear!"),
        lambda: b.service.do(by("judge", "2"), campaign, acts_acts.rule_on, "May one?", "No."),
        lambda: b.service.do(by("judge", "3"), campaign, acts_acts.replace, "a", "new", "Nova"),
        lambda: b.service.do(by("judge", "4"), campaign, acts_acts.appoint, "judge", "The Judge"),
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
        b.service.do(by("c"), campaign, playing.set_standing, "c", orders)
        b.service.see_as(JUDGE, campaign, seat)
        b.service.do(JUDGE, campaign, acts_acts.replace, "c", "new", "Nova")
        return known_to(b, campaign, viewer)


@pytest.mark.parametrize("viewer", ["a", None])
def test_a_replacement_does_not_tell_what_orders_they_find(tmp_path: Path, viewer: str | None) -> None:
    orders = ["on die do luck", "on raid do treachery"]
    first, second = (refereed(tmp_path / f"{i}", viewer, "c", o) for i, o in enumerate(([], orders)))
    assert first == second


# -- killed ------------------------------------------------------------------------------------------

KILLS = 12
STEPS: list[Callable[[ServiceHarness, int, Message], object]] = [
    lambda b, c, m: b.service.do(m, c, teams.enlist, "a", "olga", "Olga", "officer"),
    lambda b, c, m: b.service.do(m, c, acts_acts.rule_on, "May one pass?", "No."),
    lambda b, c, m: b.service.edit(m, c, "coins.a += 1\ncups.hand_b += luck", "found under the table"),
    lambda b, c, m: b.service.do(by("olga", m.id), c, teams.suggest, "a", "rest"),
    lambda b, c, m: b.service.see_as(m, c, "c"),
    lambda b, c, m: b.service.do(
        by("olga", m.id), c, teams.withdraw, "a", 1 + int(m.id.split()[1]) // len(STEPS)
    ),
    lambda b, c, m: b.service.do(m, c, acts_acts.announce, "Go on."),
    lambda b, c, m: b.service.do(m, c, acts_acts.replace, "b", f"{m.id} new", "Nova"),
    lambda b, c, m: b.service.do(m, c, teams.dismiss, "a", "olga"),
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
        assert b.service.look(1, queries.verdict).errors == []
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
