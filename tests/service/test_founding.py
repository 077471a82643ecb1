"""From the card to the first question (design/fair-dice.md §1, §2)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.core import NotNow, NotUnderstood, Refusal
from adjudicator.core.audit.verify import make_salt
from adjudicator.core.language.words import same
from service.posts import status
from service.posts.compose import compose
from service.text import telling
from service.usecases.agreeing import ending
from service.usecases.play import playing, queries
from service.usecases.referee import acts
from service.usecases.seats import founding
from service.usecases.time import deadlines, leaving
from service.values.posts import Notice
from service.values.records import Message, Plan
from service.values.time_control import TimeControl
from tests.harness.posts import about, contents, sentences
from tests.harness.service import GAMES, ServiceHarness, by

NIM = Plan("nim", "short", "A game", referee="judge")


def kinds(b: ServiceHarness, campaign: int) -> list[str]:
    return [entry["t"] for entry in b.service.log(campaign)]


def state(b: ServiceHarness, campaign: int) -> str:
    return b.service.status(campaign).campaign.state


def test_seats_are_taken_first_come_and_may_be_left_again(b: ServiceHarness) -> None:
    campaign = b.service.found(by("founder"), NIM).campaign
    b.service.do(by("ann"), campaign, founding.join, "north", "Ann")
    with pytest.raises(NotNow, match="is taken by"):
        b.service.do(by("bob"), campaign, founding.join, "north", "Bob")
    with pytest.raises(NotUnderstood):
        b.service.do(by("bob"), campaign, founding.join, "west", "Bob")
    with pytest.raises(NotNow, match="you do not play"):
        b.service.do(by("bob"), campaign, leaving.leave, "north")
    b.service.do(by("ann"), campaign, leaving.leave, "north")
    b.service.do(by("bob"), campaign, founding.join, "north", "Bob")
    b.service.do(by("ann"), campaign, founding.join, "south", "Ann")
    assert {seat: m.who for seat, m in b.service.status(campaign).members.items()} == {
        "north": "Bob",
        "south": "Ann",
    }
    assert kinds(b, campaign) == ["card", *["seat"] * 2, *["salt_commit"] * 2, *["salt"] * 2, "terms", "ask"]
    assert b.service.seats_of("ann") == [(campaign, "south")]
    assert b.service.look(campaign, queries.verdict).errors == []


def test_a_player_may_be_called_like_a_piece_of_the_game(b: ServiceHarness) -> None:
    plan = Plan("julius_caesar", "war", "green", referee="judge")
    campaign = b.service.found(by("founder"), plan).campaign
    b.service.do(by("ann"), campaign, founding.join, "caesar", "green")
    b.service.do(Message("", "judge"), campaign, ending.hold_by_referee, "green")
    label = GAMES["julius_caesar"].lexicon.label
    said = [telling.notice(notice, "ja", label) for notice in contents(b.waiting(most=1000), Notice)]
    assert sum("green" in line for line in said) == 3
    assert not any("緑" in line for line in said)


@pytest.mark.parametrize("title", ["   ", "\u200b\u3000\u2060", ""])
def test_a_title_of_nothing_seen_is_the_name_of_the_game(b: ServiceHarness, title: str) -> None:
    id = b.service.found(by("founder"), replace(NIM, title=title)).campaign
    assert b.service.campaign(id).title == "nim"


def test_a_campaign_says_in_words_how_it_stands(b: ServiceHarness) -> None:
    campaign = b.service.found(by("founder"), NIM).campaign
    with pytest.raises(NotNow) as refused:
        b.service.do(by("north"), campaign, leaving.resign, "north")
    said = [telling.refusal(refused.value, language, same) for language in ("en", "ja")]
    assert said[0] == "Refused: you cannot do this while the game is waiting for players."
    assert "参加者待ち" in said[1]


def test_salts_of_ones_own(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short", own=("north", "south"))
    assert state(b, campaign) == "salting"
    card = b.service.log(campaign)[0]["head"]
    north, south = make_salt(card, "north", "alea iacta est"), make_salt(card, "south", "mägnus")
    with pytest.raises(NotUnderstood):
        b.service.do(by("north"), campaign, founding.commit, "north", "zz")
    b.service.do(by("north"), campaign, founding.commit, "north", north[1])
    with pytest.raises(NotNow, match="already committed to a salt"):
        b.service.do(by("north"), campaign, founding.commit, "north", north[1])
    with pytest.raises(NotNow, match="only when every seat is committed"):
        b.service.do(by("north"), campaign, founding.reveal, "north", north[0], north[2])
    b.service.do(by("south"), campaign, founding.commit, "south", south[1])
    with pytest.raises(Refusal, match="not the salt"):
        b.service.do(by("north"), campaign, founding.reveal, "north", north[0], "another text")
    b.service.do(by("north"), campaign, founding.reveal, "north", north[0], north[2])
    with pytest.raises(NotNow, match="has already revealed"):
        b.service.do(by("north"), campaign, founding.reveal, "north", north[0], north[2])
    assert state(b, campaign) == "salting"
    b.service.do(by("south"), campaign, founding.reveal, "south", south[0], south[2])
    assert state(b, campaign) == "playing"
    b.play(campaign)
    report = b.service.look(campaign, queries.verdict)
    assert report.errors == []
    assert [e["made"] for e in b.service.log(campaign) if e["t"] == "salt_commit"] == ["self", "self"]


def test_a_seat_may_leave_its_salt_to_the_bot_after_all(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short", own=("north",))
    (wanted,) = [p for p in b.waiting() if about(p) == "salt"]
    assert wanted.audience == "seat/north"
    assert b.service.log(campaign)[0]["head"] in sentences([wanted], "salt")[0]
    with pytest.raises(NotNow):
        b.service.do(by("south"), campaign, founding.leave_salt_to_bot, "south")
    b.service.do(by("north"), campaign, founding.leave_salt_to_bot, "north")
    assert state(b, campaign) == "playing"


def test_the_bots_salts_are_not_shown_before_all_are_bound(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short", own=("north",))
    assert kinds(b, campaign)[-1] == "salt_commit"
    assert "salt" not in kinds(b, campaign)
    assert "south" in b.context.campaigns.keys(campaign).salts


def test_leaving_while_salts_are_given_ends_the_game(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short", own=("north",))
    b.service.do(by("north"), campaign, leaving.leave, "north")
    assert state(b, campaign) == "dead"
    with pytest.raises(NotNow, match="by its creator"):
        b.service.found_again(by("south"), campaign)
    again = b.service.found_again(by("founder"), campaign).campaign
    old, new = b.service.status(campaign).campaign, b.service.log(again)[0]
    assert (new["before"], state(b, again)) == (old.head, "joining")
    assert new["game"] != old.name


def test_founder_and_referee_free_a_seat_before_the_game(b: ServiceHarness) -> None:
    campaign = b.service.found(by("founder"), NIM).campaign
    b.service.do(by("troll"), campaign, founding.join, "north", "Troll", True)
    with pytest.raises(NotNow, match="creator or referee"):
        b.service.do(by("ann"), campaign, founding.vacate, "north")
    b.service.do(by("founder"), campaign, founding.vacate, "north")
    with pytest.raises(NotNow, match="has no player"):
        b.service.do(by("judge"), campaign, founding.vacate, "north")
    b.service.do(by("ann"), campaign, founding.join, "north", "Ann")
    b.service.do(by("troll"), campaign, founding.join, "south", "Troll", True)
    assert state(b, campaign) == "salting"
    b.service.do(by("judge"), campaign, founding.vacate, "south")
    assert state(b, campaign) == "dead"


def test_a_seat_that_is_left_in_play_waits_for_a_replacement(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    b.play(campaign, 3)
    b.service.do(by("north"), campaign, leaving.leave, "north")
    with pytest.raises(NotNow, match="you do not play"):
        b.service.do(by("north"), campaign, playing.submit, "north", 1)
    with pytest.raises(NotNow, match="invited"):
        b.service.do(by("heir"), campaign, founding.join, "north", "The Heir")
    b.service.do(by("judge"), campaign, acts.replace, "north", "heir", "The Heir")
    assert b.service.log(campaign)[-1]["t"] == "seat"
    while asked := b.service.asked(campaign):
        seat = asked[0].seat
        b.service.do(by("heir" if seat == "north" else "south"), campaign, playing.submit, seat, 1)
    assert b.service.look(campaign, queries.verdict).errors == []


def test_an_open_table_follows_from_its_seed(b: ServiceHarness) -> None:
    first = b.found("nim", "long", seed=b"seed")
    assert b.service.status(first).campaign.tier == "open"
    with pytest.raises(NotNow, match="from these words"):
        b.service.found(by("founder"), Plan("nim", "long", "Again", seed=b"seed"))
    b.play(first)
    assert b.service.look(first, queries.verdict).errors == []


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
def test_what_cannot_be_founded_is_refused(b: ServiceHarness, plan: Plan) -> None:
    with pytest.raises(NotUnderstood):
        b.service.found(by("founder"), plan)
    assert b.service.campaigns("joining", "dead") == []


def test_founding_twice_by_one_message_founds_once(b: ServiceHarness) -> None:
    first = b.service.found(Message("interaction 7", "founder"), NIM)
    assert b.service.found(Message("interaction 7", "founder"), NIM) == first
    assert len(b.service.campaigns()) == 1


def test_names_are_kept_in_one_form(b: ServiceHarness) -> None:
    campaign = b.service.found(by("founder"), NIM).campaign
    b.service.do(by("ann"), campaign, founding.join, "north", "  A\u0308nne ")
    assert b.service.status(campaign).members["north"].who == "Änne"


def test_options_have_their_defaults(b: ServiceHarness) -> None:
    campaign = b.found("markers", "ring")
    assert b.service.log(campaign)[0]["options"] == {"rounds": "two"}


def test_an_open_table_says_so_and_is_no_tournament(b: ServiceHarness) -> None:
    cup = TimeControl("fixed", 24, tournament=True)
    plan = replace(NIM, seed=b"words")
    with pytest.raises(NotNow, match="cannot be a tournament"):
        b.service.found(by("founder"), replace(plan, pace=cup))
    campaign = b.service.found(by("founder"), plan).campaign
    with pytest.raises(NotNow, match="cannot be a tournament"):
        b.service.do(by("judge"), campaign, deadlines.set_pace, cup)
    told = compose(b.service, b.service.posts(campaign, ["channel"])[0], "en")
    assert told is not None
    assert "anyone who knows the words" in told.lines[0]
    assert "fingerprint" not in " ".join(told.lines)


def test_all_read_at_the_founding_what_is_other_than_usual(b: ServiceHarness) -> None:
    plan = Plan(
        "belisarius",
        "advance",
        "Test",
        {"negotiation": "on"},
        {"marker": "standing"},
        "judge",
        pace=TimeControl("fixed", 24),
        neutral=True,
    )
    campaign = b.service.found(by("founder"), plan).campaign
    told = compose(b.service, b.service.posts(campaign, ["channel"])[0], "en")
    assert told is not None
    _, other, asked, silent, clock, card = told.lines
    assert other.startswith("Options changed from the standard: ") and other.endswith(": on.")
    assert asked.startswith("You are asked on these occasions: “the enemy has chosen how to fight”")
    assert "an enemy army has ended" not in asked, "it cannot occur without its option"
    assert silent.startswith("Only standing orders react on these occasions: “a marker is revealed”")
    assert "24 hours per decision" in clock and "the referee has no seat" in clock
    assert "fingerprint" in card
    assert status.status(b.service, campaign, "en").agreed == (other, asked, silent, clock)


def test_a_player_who_is_named_after_the_seat_is_not_said_to_play_themselves(b: ServiceHarness) -> None:
    campaign = b.service.found(by("founder"), NIM).campaign
    for seat, who in (("north", "North"), ("south", "Ann")):
        b.service.do(by(who), campaign, founding.join, seat, who)
    told = sentences(b.service.posts(campaign, ["channel"]), "joined")
    assert told == ["north has a player", "Ann took the seat of south"]
