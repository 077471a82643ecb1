"""From the card to the first question (design/fair-dice.md §1, §2)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.core import NotNow, NotUnderstood, Refusal
from adjudicator.core.log.verify import make_salt
from adjudicator.core.words import same
from service.posts import status
from service.posts.compose import compose
from service.text import telling
from service.values.records import Message, Plan
from service.values.time_control import Pace
from tests.harness.desk import GAMES, DeskHarness, by

NIM = Plan("nim", "short", "A game", referee="judge")


def kinds(b: DeskHarness, campaign: int) -> list[str]:
    return [entry["t"] for entry in b.desk.log(campaign)]


def state(b: DeskHarness, campaign: int) -> str:
    return b.desk.status(campaign).campaign.state


def test_seats_are_taken_first_come_and_may_be_left_again(b: DeskHarness) -> None:
    campaign = b.desk.found(by("founder"), NIM).campaign
    b.desk.join(by("ann"), campaign, "north", "Ann")
    with pytest.raises(NotNow, match="is taken by"):
        b.desk.join(by("bob"), campaign, "north", "Bob")
    with pytest.raises(NotUnderstood):
        b.desk.join(by("bob"), campaign, "west", "Bob")
    with pytest.raises(NotNow, match="you do not play"):
        b.desk.leave(by("bob"), campaign, "north")
    b.desk.leave(by("ann"), campaign, "north")
    b.desk.join(by("bob"), campaign, "north", "Bob")
    b.desk.join(by("ann"), campaign, "south", "Ann")
    assert {seat: m.who for seat, m in b.desk.status(campaign).members.items()} == {
        "north": "Bob",
        "south": "Ann",
    }
    assert kinds(b, campaign) == ["card", *["seat"] * 2, *["salt_commit"] * 2, *["salt"] * 2, "ask"]
    assert b.desk.seats_of("ann") == [(campaign, "south")]
    assert b.desk.verify(campaign).errors == []


def test_a_player_may_be_called_like_a_piece_of_the_game(b: DeskHarness) -> None:
    plan = Plan("julius_caesar", "war", "green", referee="judge")
    campaign = b.desk.found(by("founder"), plan).campaign
    b.desk.join(by("ann"), campaign, "caesar", "green")
    b.desk.hold(Message("", "judge"), campaign, "green")
    posts = [post for post in b.desk.waiting(most=1000) if post.kind == "notice"]
    said = [telling.notice(post, "ja", GAMES["julius_caesar"].lexicon.label) for post in posts]
    assert sum("green" in line for line in said) == 3
    assert not any("緑" in line for line in said)


def test_a_campaign_says_in_words_how_it_stands(b: DeskHarness) -> None:
    campaign = b.desk.found(by("founder"), NIM).campaign
    with pytest.raises(NotNow) as refused:
        b.desk.resign(by("north"), campaign, "north")
    said = [telling.refusal(refused.value, language, same) for language in ("en", "ja")]
    assert said[0] == "Refused: not while the game is waiting for players."
    assert "参加者待ち" in said[1]


def test_salts_of_ones_own(b: DeskHarness) -> None:
    campaign = b.found("nim", "short", own=("north", "south"))
    assert state(b, campaign) == "salting"
    card = b.desk.log(campaign)[0]["head"]
    north, south = make_salt(card, "north", "alea iacta est"), make_salt(card, "south", "mägnus")
    with pytest.raises(NotUnderstood):
        b.desk.commit_salt(by("north"), campaign, "north", "zz")
    b.desk.commit_salt(by("north"), campaign, "north", north[1])
    with pytest.raises(NotNow, match="bound to a salt already"):
        b.desk.commit_salt(by("north"), campaign, "north", north[1])
    with pytest.raises(NotNow, match="once every seat is bound"):
        b.desk.show_salt(by("north"), campaign, "north", north[0], north[2])
    b.desk.commit_salt(by("south"), campaign, "south", south[1])
    with pytest.raises(Refusal, match="not the salt"):
        b.desk.show_salt(by("north"), campaign, "north", north[0], "another text")
    b.desk.show_salt(by("north"), campaign, "north", north[0], north[2])
    with pytest.raises(NotNow, match="has shown"):
        b.desk.show_salt(by("north"), campaign, "north", north[0], north[2])
    assert state(b, campaign) == "salting"
    b.desk.show_salt(by("south"), campaign, "south", south[0], south[2])
    assert state(b, campaign) == "playing"
    b.play(campaign)
    report = b.desk.verify(campaign)
    assert report.errors == []
    assert [e["made"] for e in b.desk.log(campaign) if e["t"] == "salt_commit"] == ["self", "self"]


def test_a_seat_may_leave_its_salt_to_the_bot_after_all(b: DeskHarness) -> None:
    campaign = b.found("nim", "short", own=("north",))
    wanted = [p for p in b.desk.waiting() if p.content.get("what") == "salt"]
    assert [(p.audience, p.content["card"]) for p in wanted] == [
        ("seat/north", b.desk.log(campaign)[0]["head"])
    ]
    with pytest.raises(NotNow):
        b.desk.leave_salt_to_bot(by("south"), campaign, "south")
    b.desk.leave_salt_to_bot(by("north"), campaign, "north")
    assert state(b, campaign) == "playing"


def test_the_bots_salts_are_not_shown_before_all_are_bound(b: DeskHarness) -> None:
    campaign = b.found("nim", "short", own=("north",))
    assert kinds(b, campaign)[-1] == "salt_commit"
    assert "salt" not in kinds(b, campaign)
    assert "south" in b.office.register.keys(campaign).salts


def test_who_leaves_while_salts_are_given_ends_the_game_and_it_is_founded_again(b: DeskHarness) -> None:
    campaign = b.found("nim", "short", own=("north",))
    b.desk.leave(by("north"), campaign, "north")
    assert state(b, campaign) == "dead"
    with pytest.raises(NotNow, match="by its founder"):
        b.desk.found_again(by("south"), campaign)
    again = b.desk.found_again(by("founder"), campaign).campaign
    old, new = b.desk.status(campaign).campaign, b.desk.log(again)[0]
    assert (new["before"], state(b, again)) == (old.head, "joining")
    assert new["game"] != old.name


def test_founder_and_referee_free_a_seat_before_the_game(b: DeskHarness) -> None:
    campaign = b.desk.found(by("founder"), NIM).campaign
    b.desk.join(by("troll"), campaign, "north", "Troll", True)
    with pytest.raises(NotNow, match="founder or the referee"):
        b.desk.vacate(by("ann"), campaign, "north")
    b.desk.vacate(by("founder"), campaign, "north")
    with pytest.raises(NotNow, match="nobody plays"):
        b.desk.vacate(by("judge"), campaign, "north")
    b.desk.join(by("ann"), campaign, "north", "Ann")
    b.desk.join(by("troll"), campaign, "south", "Troll", True)
    assert state(b, campaign) == "salting"
    b.desk.vacate(by("judge"), campaign, "south")
    assert state(b, campaign) == "dead"


def test_a_seat_that_is_left_in_play_waits_for_a_replacement(b: DeskHarness) -> None:
    campaign = b.found("nim", "long")
    b.play(campaign, 3)
    b.desk.leave(by("north"), campaign, "north")
    with pytest.raises(NotNow, match="you do not play"):
        b.desk.submit(by("north"), campaign, "north", 1)
    with pytest.raises(NotNow, match="invited"):
        b.desk.join(by("heir"), campaign, "north", "The Heir")
    b.desk.replace(by("judge"), campaign, "north", "heir", "The Heir")
    assert b.desk.log(campaign)[-1]["t"] == "seat"
    while asked := b.desk.asked(campaign):
        seat = asked[0].seat
        b.desk.submit(by("heir" if seat == "north" else "south"), campaign, seat, 1)
    assert b.desk.verify(campaign).errors == []


def test_an_open_table_follows_from_its_seed(b: DeskHarness) -> None:
    first = b.found("nim", "long", seed=b"seed")
    assert b.desk.status(first).campaign.tier == "open"
    with pytest.raises(NotNow, match="from these words"):
        b.desk.found(by("founder"), Plan("nim", "long", "Again", seed=b"seed"))
    b.play(first)
    assert b.desk.verify(first).errors == []


@pytest.mark.parametrize(
    "plan",
    [
        Plan("chess", "short", "x"),
        Plan("nim", "endless", "x"),
        Plan("nim", "short", "x", options={"fog": "on"}),
        Plan("markers", "ring", "x", options={"rounds": "nine"}),
        Plan("nim", "short", "x", modes={"default": "stop"}),
        Plan("nim", "short", "x" * 81),
        Plan("nim", "short", "bell \x07"),
    ],
)
def test_what_cannot_be_founded_is_refused(b: DeskHarness, plan: Plan) -> None:
    with pytest.raises(NotUnderstood):
        b.desk.found(by("founder"), plan)
    assert b.desk.campaigns("joining", "dead") == []


def test_founding_twice_by_one_message_founds_once(b: DeskHarness) -> None:
    first = b.desk.found(Message("interaction 7", "founder"), NIM)
    assert b.desk.found(Message("interaction 7", "founder"), NIM) == first
    assert len(b.desk.campaigns()) == 1


def test_names_are_kept_in_one_form(b: DeskHarness) -> None:
    campaign = b.desk.found(by("founder"), NIM).campaign
    b.desk.join(by("ann"), campaign, "north", "  A\u0308nne ")
    assert b.desk.status(campaign).members["north"].who == "Änne"


def test_options_have_their_defaults(b: DeskHarness) -> None:
    campaign = b.found("markers", "ring")
    assert b.desk.log(campaign)[0]["options"] == {"rounds": "two"}


def test_an_open_table_says_so_and_is_no_tournament(b: DeskHarness) -> None:
    cup = Pace("fixed", 24, tournament=True)
    plan = replace(NIM, seed=b"words")
    with pytest.raises(NotNow, match="no tournament"):
        b.desk.found(by("founder"), replace(plan, pace=cup))
    campaign = b.desk.found(by("founder"), plan).campaign
    with pytest.raises(NotNow, match="no tournament"):
        b.desk.set_pace(by("judge"), campaign, cup)
    told = compose(b.desk, b.desk.posts(campaign, ["channel"])[0], "en")
    assert told is not None
    assert "whoever knows the words" in told.lines[0]
    assert "fingerprint" not in " ".join(told.lines)


def test_all_read_at_the_founding_what_is_other_than_usual(b: DeskHarness) -> None:
    options, modes = {"caesar_first_turn": "on"}, {"default": "ask"}
    plan = Plan("julius_caesar", "war", "Test", options, modes, "judge", pace=Pace("fixed", 24), neutral=True)
    campaign = b.desk.found(by("founder"), plan).campaign
    told = compose(b.desk, b.desk.posts(campaign, ["channel"])[0], "en")
    assert told is not None
    _, other, reactions, clock, card = told.lines
    assert other.startswith("Options other than usual: ") and other.endswith(": on.")
    assert "asked each time" in reactions
    assert "24 hours for each decision" in clock and "the referee holds no seat" in clock
    assert "fingerprint" in card
    assert status.status(b.desk, campaign, "en").agreed == (other, reactions, clock)
