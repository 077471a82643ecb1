"""Teams: a commander orders, officers suggest, observers see; nobody serves two seats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adjudicator.core import NotUnderstood, Refusal
from adjudicator.core.audit import verify
from service.text import telling
from service.usecases.agreeing import agreements, ending, undo
from service.usecases.play import playing, queries
from service.usecases.referee import acts
from service.usecases.seats import founding, teams
from service.usecases.seats.teams import LONGEST_SUGGESTION, MOST_PEOPLE, MOST_SUGGESTIONS
from service.usecases.time import leaving
from service.values.records import Plan
from tests.harness.posts import sentences
from tests.harness.service import GAMES, ServiceHarness, by, service_harness

from .test_playing import markers
from .test_secrecy import known_to

JUDGE = by("judge")


def posts(b: ServiceHarness, campaign: int, what: str, audience: str = "channel") -> list[str]:
    return sentences(b.service.posts(campaign, [audience], most=10_000), what)


def says(act: Any) -> str:
    with pytest.raises(Refusal) as refused:
        act()
    return telling.refusal(refused.value, "en", lambda id, language: id)


@pytest.fixture
def campaign(b: ServiceHarness) -> int:
    """a is to give an order; olga is an officer of a, oscar observes for it."""
    campaign = markers(b)
    b.service.do(by("a"), campaign, teams.enlist, "a", "olga", "Olga", "officer")
    b.service.do(by("a"), campaign, teams.enlist, "a", "oscar", "Oscar", "observer")
    return campaign


# -- who ---------------------------------------------------------------------------------------------


def test_people_stand_behind_seats_with_roles(b: ServiceHarness, campaign: int) -> None:
    found = [(p.seat, p.user, p.role) for p in b.service.people(campaign)]
    assert found == [
        ("a", "a", "commander"),
        ("a", "olga", "officer"),
        ("a", "oscar", "observer"),
        ("b", "b", "commander"),
        ("c", "c", "commander"),
    ]
    assert b.service.roles_of("olga") == [(campaign, "a", "officer")]
    assert b.service.seats_of("olga") == b.service.seats_of("a") == [(campaign, "a")]
    roles = [b.service.role_of(user, campaign, "a") for user in ("a", "oscar", "x", "")]
    assert roles == ["commander", "observer", "", ""]


@pytest.mark.parametrize(
    ("user", "see", "order"),
    [("a", 1, 1), ("olga", 1, 0), ("oscar", 1, 0), ("b", 0, 0), ("x", 0, 0), ("", 0, 0), ("judge", 0, 0)],
)
def test_the_one_rule_of_access(b: ServiceHarness, campaign: int, user: str, see: int, order: int) -> None:
    assert (b.service.may_see(user, campaign, "a"), b.service.may_order(user, campaign, "a")) == (see, order)


def test_once_all_is_opened_everybody_may_see(b: ServiceHarness, campaign: int) -> None:
    b.service.do(JUDGE, campaign, ending.end, "enough")
    assert b.service.may_see("anybody", campaign, "a")
    assert not b.service.may_order("anybody", campaign, "a")


def test_officers_and_observers_order_nothing(b: ServiceHarness, campaign: int) -> None:
    for user in ("olga", "oscar"):
        message = by(user)
        for act in (
            lambda message=message: b.service.do(message, campaign, playing.submit, "a", {"pick": "rest"}),
            lambda message=message: b.service.do(message, campaign, playing.order, "a", "rest"),
            lambda message=message: b.service.do(message, campaign, playing.set_standing, "a", []),
            lambda message=message: b.service.do(message, campaign, undo.take_back, "a"),
            lambda message=message: b.service.do(message, campaign, leaving.resign, "a"),
            lambda message=message: b.service.do(
                message, campaign, teams.enlist, "a", "friend", "Friend", "officer"
            ),
        ):
            assert "only the commander of a" in says(act)


def test_nobody_serves_two_seats(b: ServiceHarness, campaign: int) -> None:
    for user in ("olga", "oscar", "a"):
        assert "nobody may join two" in says(
            lambda user=user: b.service.do(by("b"), campaign, teams.enlist, "b", user, user, "observer")
        )
        assert "nobody may join two" in says(
            lambda user=user: b.service.do(JUDGE, campaign, acts.replace, "b", user, user)
        )
    b.service.do(by("a"), campaign, teams.dismiss, "a", "olga")
    assert "nobody may join two" in says(
        lambda: b.service.do(by("b"), campaign, teams.enlist, "b", "olga", "Olga", "officer")
    )
    b.service.do(by("a"), campaign, teams.enlist, "a", "olga", "Olga", "observer")


def test_an_officer_joins_no_other_seat(b: ServiceHarness, campaign: int) -> None:
    b.service.do(by("a"), campaign, leaving.leave, "a")
    b.service.do(by("b"), campaign, leaving.leave, "b")
    assert "the game has begun" in says(
        lambda: b.service.do(by("olga"), campaign, founding.join, "b", "Olga")
    )
    assert "the game has begun" in says(
        lambda: b.service.do(by("oscar"), campaign, founding.join, "a", "Oscar")
    )
    b.service.do(by("olga"), campaign, founding.join, "a", "Olga")
    assert b.service.role_of("olga", campaign, "a") == "commander"
    assert b.service.role_of("oscar", campaign, "a") == "observer"


def test_before_the_game_a_player_who_leaves_is_free_again(b: ServiceHarness) -> None:
    campaign = b.service.found(by("founder"), Plan("nim", "long", "Test")).campaign
    b.service.do(by("north"), campaign, founding.join, "north", "North")
    b.service.do(by("north"), campaign, teams.enlist, "north", "olga", "Olga", "officer")
    assert "nobody may join two" in says(
        lambda: b.service.do(by("olga"), campaign, founding.join, "south", "Olga")
    )
    b.service.do(by("north"), campaign, leaving.leave, "north")
    assert b.service.people(campaign) == []
    b.service.do(by("north"), campaign, founding.join, "south", "North")
    b.service.do(by("olga"), campaign, founding.join, "north", "Olga")
    assert b.service.status(campaign).campaign.state == "playing"


def test_teams_are_changed_by_their_commander_the_referee_or_by_leaving(
    b: ServiceHarness, campaign: int
) -> None:
    assert "do not play" in says(lambda: b.service.do(by("b"), campaign, teams.dismiss, "a", "olga"))
    b.service.do(by("olga"), campaign, teams.dismiss, "a", "olga")
    b.service.do(JUDGE, campaign, teams.dismiss, "a", "oscar")
    b.service.do(JUDGE, campaign, teams.enlist, "a", "otto", "Otto", "officer")
    assert [p.user for p in b.service.people(campaign) if p.seat == "a"] == ["a", "otto"]
    assert "no such person" in says(lambda: b.service.do(by("a"), campaign, teams.dismiss, "a", "olga"))
    left, dismissed, enlisted = posts(b, campaign, "team")[-3:]
    assert "Olga" in left and "Oscar" in dismissed and "Otto" in enlisted


def test_the_referee_dismisses_from_the_team_of_a_vacant_seat(b: ServiceHarness, campaign: int) -> None:
    b.service.do(by("a"), campaign, leaving.leave, "a")
    assert "do not play" in says(lambda: b.service.do(by("b"), campaign, teams.dismiss, "a", "olga"))
    b.service.do(JUDGE, campaign, teams.dismiss, "a", "olga")
    assert not b.service.may_see("olga", campaign, "a")
    assert "do not play" in says(
        lambda: b.service.do(JUDGE, campaign, teams.enlist, "a", "otto", "Otto", "officer")
    )


def test_a_role_may_be_another_later_and_must_be_one(b: ServiceHarness, campaign: int) -> None:
    b.service.do(by("a"), campaign, teams.enlist, "a", "oscar", "Oscar", "officer")
    assert b.service.role_of("oscar", campaign, "a") == "officer"
    for user, who, role in (
        ("x", "X", "admiral"),
        ("", "X", "officer"),
        ("x", "", "officer"),
        ("x", "\x07", "officer"),
        ("x", "X" * 81, "officer"),
    ):
        with pytest.raises(NotUnderstood):
            b.service.do(by("a"), campaign, teams.enlist, "a", user, who, role)
    assert "commands a" in says(
        lambda: b.service.do(by("a"), campaign, teams.enlist, "a", "a", "A", "officer")
    )
    assert "do not play" in says(
        lambda: b.service.do(by("a"), campaign, teams.enlist, "z", "x", "X", "officer")
    )


def test_a_team_has_an_end(b: ServiceHarness, campaign: int) -> None:
    for i in range(MOST_PEOPLE - 2):
        b.service.do(by("a"), campaign, teams.enlist, "a", f"u{i}", f"U{i}", "observer")
    assert "at most" in says(
        lambda: b.service.do(by("a"), campaign, teams.enlist, "a", "one", "One", "observer")
    )


def test_a_commander_hands_over_to_an_officer_and_it_is_logged(b: ServiceHarness, campaign: int) -> None:
    assert "not an officer" in says(lambda: b.service.do(by("a"), campaign, teams.hand_over, "a", "oscar"))
    assert "only the commander" in says(
        lambda: b.service.do(by("olga"), campaign, teams.hand_over, "a", "olga")
    )
    b.service.do(by("a"), campaign, teams.hand_over, "a", "olga")
    assert [b.service.role_of(user, campaign, "a") for user in ("olga", "a")] == ["commander", "officer"]
    entry = b.service.log(campaign)[-1]
    assert (entry["t"], entry["seat"], entry["who"]) == ("seat", "a", "Olga")
    b.service.do(by("olga"), campaign, playing.order, "a", "rest")
    assert "only the commander" in says(lambda: b.service.do(by("a"), campaign, playing.order, "a", "rest"))
    assert b.service.look(campaign, queries.verdict).errors == []


# -- suggestions -------------------------------------------------------------------------------------


def test_an_officer_suggests_and_the_commander_confirms_with_one_press(
    b: ServiceHarness, campaign: int
) -> None:
    said = b.service.do(by("olga"), campaign, teams.suggest, "a", "rest").result
    assert said.tried == 1
    log = b.service.log(campaign)
    (made,) = b.service.suggestions(campaign, "a")
    assert (made.id, made.who, made.text) == (said.id, "Olga", "rest")
    assert b.service.log(campaign) == log, "a draft is no entry"
    done = b.service.do(by("a"), campaign, teams.confirm, "a", made.id).result
    assert done.how == "done"
    assert b.service.suggestions(campaign, "a") == []
    assert [a.seat for a in b.service.asked(campaign)] != ["a"]
    assert posts(b, campaign, "suggestion", "seat/a") == [
        "Olga suggests orders",
        "the orders suggested by Olga have been given",
    ]
    assert posts(b, campaign, "suggestion") == []
    assert "no such suggestion" in says(lambda: b.service.do(by("a"), campaign, teams.confirm, "a", made.id))
    assert b.service.look(campaign, queries.verdict).errors == []


def test_what_is_not_legal_is_refused_when_it_is_suggested(b: ServiceHarness, campaign: int) -> None:
    assert "moon" in says(lambda: b.service.do(by("olga"), campaign, teams.suggest, "a", "march moon: 9"))
    assert "because of “dance”" in says(
        lambda: b.service.do(by("olga"), campaign, teams.suggest, "a", "dance\nrest")
    )
    for text in ("", "# nothing", "rest\n" * LONGEST_SUGGESTION, "\ud800"):
        with pytest.raises(NotUnderstood):
            b.service.do(by("olga"), campaign, teams.suggest, "a", text)
    assert b.service.suggestions(campaign, "a") == []


def test_observers_and_strangers_suggest_nothing(b: ServiceHarness, campaign: int) -> None:
    for user in ("oscar", "b", "x", ""):
        assert "only the commander and officers" in says(
            lambda user=user: b.service.do(by(user), campaign, teams.suggest, "a", "rest")
        )


def test_only_the_commander_confirms(b: ServiceHarness, campaign: int) -> None:
    id = b.service.do(by("olga"), campaign, teams.suggest, "a", "rest").result.id
    assert "only the commander" in says(lambda: b.service.do(by("olga"), campaign, teams.confirm, "a", id))
    assert "do not play" in says(lambda: b.service.do(by("b"), campaign, teams.confirm, "a", id))
    assert "no such suggestion" in says(lambda: b.service.do(by("b"), campaign, teams.confirm, "b", id))


def test_a_draft_made_while_another_acts_is_held_once_and_then_given(
    b: ServiceHarness, campaign: int
) -> None:
    b.service.do(by("a"), campaign, playing.order, "a", "rest")
    said = b.service.do(by("olga"), campaign, teams.suggest, "a", "rest").result
    assert said.tried == 0, "nothing is asked of the seat now"
    for seat in ("b", "c"):
        b.service.do(by(seat), campaign, playing.order, seat, "rest")
    answers: list[Any] = [[], "yes"]
    for answer in answers:
        for seat in "abc":
            b.service.do(by(seat), campaign, playing.submit, seat, answer)
    held = b.service.do(by("a"), campaign, teams.confirm, "a", said.id).result
    assert (held.how, held.draft) == ("held", ["rest"])
    assert set(held.others) == {"b", "c"}
    assert b.service.do(by("a"), campaign, teams.confirm, "a", said.id).result.how == "done"


def test_a_button_that_is_pressed_twice_does_not_give_what_it_only_showed(
    b: ServiceHarness, campaign: int
) -> None:
    id = b.service.do(by("olga"), campaign, teams.suggest, "a", "rest").result.id
    (old,) = b.service.suggestions(campaign, "a")
    b.service.edit(JUDGE, campaign, "coins.b = 9", "counted")
    for head in (old.head[:16], old.head[:16], ""):
        assert b.service.do(by("a"), campaign, teams.confirm, "a", id, head).result.how == "held"
    (shown,) = b.service.suggestions(campaign, "a")
    assert b.service.do(by("a"), campaign, teams.confirm, "a", id, shown.head[:16]).result.how == "done"


def test_a_draft_is_held_when_the_game_was_taken_elsewhere(b: ServiceHarness, campaign: int) -> None:
    for change in ("undo", "edit"):
        id = b.service.do(by("olga"), campaign, teams.suggest, "a", "rest").result.id
        if change == "undo":
            b.service.do(
                JUDGE, campaign, undo.by_referee, b.service.look(campaign, undo.points)[0].to, 1, "again"
            )
        else:
            b.service.edit(JUDGE, campaign, "coins.b = 9", "counted")
        b.service.do(
            by("b"), campaign, agreements.propose, "undo", "b", b.service.look(campaign, undo.points)[0].to
        )
        assert b.service.do(by("a"), campaign, teams.confirm, "a", id).result.how == "held"
        assert b.context.campaigns.proposal(campaign, "undo") is not None, "to be shown something is no play"
        b.service.do(by("a"), campaign, teams.withdraw, "a", id)


def test_a_refused_draft_stays(b: ServiceHarness, campaign: int) -> None:
    id = b.service.do(by("olga"), campaign, teams.suggest, "a", "rest\nrest").result.id
    b.service.do(by("a"), campaign, playing.order, "a", "rest")
    assert "a has nothing to decide" in says(lambda: b.service.do(by("a"), campaign, teams.confirm, "a", id))
    assert [s.id for s in b.service.suggestions(campaign, "a")] == [id]


def test_a_draft_is_withdrawn_by_a_player_who_made_it_or_by_the_commander(
    b: ServiceHarness, campaign: int
) -> None:
    first, second = (
        b.service.do(by("olga"), campaign, teams.suggest, "a", "rest").result.id for _ in range(2)
    )
    assert "no such" in says(lambda: b.service.do(by("b"), campaign, teams.withdraw, "a", first))
    assert "only the commander" in says(
        lambda: b.service.do(by("oscar"), campaign, teams.withdraw, "a", first)
    )
    b.service.do(by("olga"), campaign, teams.withdraw, "a", first)
    b.service.do(by("a"), campaign, teams.withdraw, "a", second)
    assert b.service.suggestions(campaign, "a") == []


def test_drafts_have_an_end(b: ServiceHarness, campaign: int) -> None:
    for _ in range(MOST_SUGGESTIONS):
        b.service.do(by("olga"), campaign, teams.suggest, "a", "rest")
    assert "at most" in says(lambda: b.service.do(by("olga"), campaign, teams.suggest, "a", "rest"))


def test_a_press_that_comes_twice_gives_the_orders_once(b: ServiceHarness, campaign: int) -> None:
    id = b.service.do(by("olga", "1"), campaign, teams.suggest, "a", "rest").result.id
    assert b.service.do(by("olga", "1"), campaign, teams.suggest, "a", "rest").result.id == id
    first = b.service.do(by("a", "2"), campaign, teams.confirm, "a", id)
    log = b.service.log(campaign)
    assert b.service.do(by("a", "2"), campaign, teams.confirm, "a", id) == first
    assert b.service.log(campaign) == log


def test_all_of_it_is_there_after_a_restart(b: ServiceHarness, campaign: int) -> None:
    b.service.do(by("olga"), campaign, teams.suggest, "a", "rest")
    with service_harness(b.path) as again:
        assert again.service.people(campaign) == b.service.people(campaign)
        assert again.service.suggestions(campaign, "a") == b.service.suggestions(campaign, "a")
        again.service.do(
            by("a"), campaign, teams.confirm, "a", again.service.suggestions(campaign, "a")[0].id
        )
        again.service.do(JUDGE, campaign, ending.end, "enough")
        assert verify.verify(again.service.look(campaign, queries.export, "all")).errors == []


# -- two worlds --------------------------------------------------------------------------------------


def drafted(path: Path, viewer: str | None, drafts: list[str]) -> bytes:
    with service_harness(path, {"markers": GAMES["markers"]}) as b:
        campaign = markers(b)
        b.service.do(by("a"), campaign, teams.enlist, "a", "olga", "Olga", "officer")
        for text in drafts:
            b.service.do(by("olga"), campaign, teams.suggest, "a", text)
        return known_to(b, campaign, viewer)


@pytest.mark.parametrize("viewer", ["b", None])
def test_what_a_team_drafts_tells_others_nothing(tmp_path: Path, viewer: str | None) -> None:
    quiet, busy = (drafted(tmp_path / f"{i}", viewer, d) for i, d in enumerate(([], ["rest", "rest\nrest"])))
    assert quiet == busy
