"""Commands beside orders: lines that wait, absence, messages to others."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from msgspec import structs

from adjudicator.core import N_, Odds, words
from adjudicator.core.language.errors import NotUnderstood
from frontends.mail import delivering
from frontends.mail.commands.dates import span
from frontends.mail.reading import requests
from service.usecases.agreeing import agreements
from service.usecases.play import playing, queries
from service.usecases.seats import press
from service.usecases.time import deadlines, leaving, reminding
from service.values.calendar import Span, day
from service.values.front_ends.mail import MailSeat
from service.values.posts import ReminderNotice
from service.values.time_control import TimeControl
from tests.harness.service import ServiceHarness, by

from .harness import MailHarness, text, without_pictures
from .test_year import CAMPAIGN, begun, order

__all__ = ["without_pictures"]

NOW = 1_700_000_000  # 14 November 2023


@pytest.fixture
def anna(b: ServiceHarness, mails: MailHarness) -> MailSeat:
    return begun(b, mails)


def said(mails: MailHarness, anna: MailSeat, what: str) -> str:
    """Return the text of the answer to a mail."""
    mails.write(anna, what)
    (answered,) = mails.round()
    return text(answered)


def kept(b: ServiceHarness) -> list[str]:
    queue = b.service.batch(CAMPAIGN, "caesar")
    return [] if queue is None else [str(line) for line in queue.lines]


# -- orders that wait ------------------------------------------------------------------------------------


def test_lines_that_wait_are_added_cancelled_and_stopped(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    assert "none of your orders are waiting" in said(mails, anna, "WAIT")
    first = order(b, "caesar", 1)
    answered = said(mails, anna, f"ORDERS\n{first}\nplay Apollo\nend\nEND")
    rest = "The rest is held until your next decision: play Apollo and end."
    assert f"Carried out: 1 order. {rest}" in answered
    assert "3. groups 2" in said(mails, anna, "ADD\ngroups 2\nEND") and kept(b) == [
        "play Apollo",
        "end",
        "groups 2",
    ]
    assert "only 3 orders are waiting" in said(mails, anna, "CANCEL 9")
    assert "2. groups 2" in said(mails, anna, "CANCEL 2") and kept(b) == ["play Apollo", "groups 2"]
    waits = said(mails, anna, "WAIT")
    assert "only if you send them again" in waits
    queue = b.service.batch(CAMPAIGN, "caesar")
    assert queue is not None and queue.state == "draft"
    assert "None of your orders are waiting." in said(mails, anna, "CANCEL") and kept(b) == []
    assert "None of your orders are waiting." in said(mails, anna, "CANCEL")


def test_added_lines_are_given_where_the_seat_is_asked(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    assert "Carried out: 1 order." in said(mails, anna, f"ADD\n{order(b, 'caesar', 1)}\nEND")


# -- absence ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "first", "last"),
    [
        ("1-14 August", "2024-08-01", "2024-08-14"),
        ("August 1 - 14", "2024-08-01", "2024-08-14"),
        ("1. Aug - 3. Sep", "2024-08-01", "2024-09-03"),
        ("28 December - 3 January", "2023-12-28", "2024-01-03"),
        ("20 November", "2023-11-20", "2023-11-20"),
        ("November 20", "2023-11-20", "2023-11-20"),
        ("10-20 November", "2023-11-10", "2023-11-20"),
        ("2026-08-01 2026-08-14", "2026-08-01", "2026-08-14"),
        ("2026-08-01 to 2026-08-14", "2026-08-01", "2026-08-14"),
        ("2026-08-01", "2026-08-01", "2026-08-01"),
        ("8月1日-8月14日", "2024-08-01", "2024-08-14"),
        ("8月1日から14日まで", "2024-08-01", "2024-08-14"),
        ("12月3日", "2023-12-03", "2023-12-03"),
    ],
)
def test_days_are_read_as_people_write_them(typed: str, first: str, last: str) -> None:
    for zone in ("UTC", "Asia/Tokyo"):
        assert span(typed, NOW, zone) == Span(day(first, zone), day(last, zone, 1))


@pytest.mark.parametrize(
    "typed", ["next week", "31 February", "1-14", "14 Foo", "8月", "32 August", "1-2 Au", ""]
)
def test_what_names_no_days_is_refused(typed: str) -> None:
    with pytest.raises(NotUnderstood):
        span(typed, NOW, "UTC")


def test_absence_is_entered_shown_and_taken_back(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    b.service.do(
        by("judge"), CAMPAIGN, deadlines.set_pace, TimeControl(kind="fixed", hours=48, zone="Asia/Tokyo")
    )
    assert "You have reported no absence" in said(mails, anna, "ABSENT")
    answered = said(mails, anna, "ABSENT 1–14 December")
    assert "You are away from 2023-12-01 00:00 (Asia/Tokyo) to 2023-12-15 00:00" in answered
    assert len(b.service.absences(anna.user)) == 1
    assert "the limit is 21 days" in said(mails, anna, "ABSENT 1-30 January")
    assert "such as 1-14 August" in said(mails, anna, "ABSENT 99")
    assert (
        "You have reported no absence" in said(mails, anna, "ABSENT off")
        and b.service.absences(anna.user) == []
    )


# -- messages --------------------------------------------------------------------------------------------


def test_a_check_tells_what_the_order_may_bring(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [Odds("chance", words(N_("{n} in 10"), n=6), "2.1", chance=0.6)]
    monkeypatch.setattr(queries, "odds_of_text", lambda tx, seat, text, language: found)
    answered = said(mails, anna, f"CHECK\n{order(b, 'caesar', 1)}\nEND")
    assert "What the first of them may bring:\n§2.1: 6 in 10" in answered


def test_orders_behind_the_decision_of_another_are_not_called_legal(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    answered = said(mails, anna, f"CHECK\n{order(b, 'caesar', 1)}\nplay Mars\nEND")
    assert "Not tested, because dice or other players decide before them: play Mars." in answered
    refused = said(mails, anna, "CHECK\ndiscard Jupiter\nEND")
    assert "In the line: discard Jupiter" in refused and "carried out" not in refused


def test_a_question_that_an_answer_shows_is_not_sent_again(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    mails.deliver()
    said(mails, anna, f"ORDERS\n{order(b, 'caesar', 1)}\nEND")
    assert "Your decision" in said(mails, anna, "Back.")
    assert mails.deliver() == []


def test_a_message_reaches_those_it_is_for_and_nobody_else(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    n = b.service.campaign(CAMPAIGN).n
    answered = said(mails, anna, "PRESS TO Pompey\nShall we talk?  # really\nThe war is long.\nEND")
    assert "Sent as message 1." in answered
    told = [str(post.content) for post in b.service.posts(CAMPAIGN, ["seat/pompey"])]
    assert any("Shall we talk? # really The war is long." in one for one in told)
    assert not any(
        "Shall we" in str(post.content) for post in b.service.posts(CAMPAIGN, ["channel", "referee"])
    )
    assert b.service.campaign(CAMPAIGN).n == n, "it is in no log"
    assert not any(
        "Shall we" in line
        for reader in ("all", None, "caesar", "pompey")
        for line in b.service.look(CAMPAIGN, queries.export, reader)
    )
    assert "Sent as message 2." in said(mails, anna, "PRESS TO ALL\nHello\nEND")
    assert any("Hello" in str(post.content) for post in b.service.posts(CAMPAIGN, ["channel"]))
    b.service.do(by("pompey"), CAMPAIGN, press.send, "pompey", ["caesar"], "Never!")
    (mail,) = mails.deliver()
    assert "Gnaeus (Pompey) writes to Caesar: Never!" in text(mail)
    mine = " ".join(said(mails, anna, "PRESS").split())
    written = ("to Pompey: Shall we talk? # really The war is long.", "to all: Hello", "to Caesar: Never!")
    places = [mine.index(f"writes {one}") for one in written]
    assert places == sorted(places)
    assert "is your own seat" in said(mails, anna, "PRESS TO caesar\nx\nEND")
    assert "the message was not sent" in said(mails, anna, "PRESS TO pompey\nx")
    assert "empty" in said(mails, anna, "PRESS TO pompey\nEND")
    assert "Crassus" in said(mails, anna, "PRESS TO Crassus\nx\nEND")


@pytest.mark.parametrize("what", ["PRESS TO ALL\nHello\nEND", "DRAW", "ABSENT 1-14 August", "ABSENT off"])
def test_no_mail_repeats_what_an_answer_has_told(mails: MailHarness, anna: MailSeat, what: str) -> None:
    said(mails, anna, "ABSENT 1-14 May")
    mails.deliver()
    said(mails, anna, what)
    assert not mails.deliver()


def test_a_setting_is_shown_with_what_is_possible(mails: MailHarness, anna: MailSeat) -> None:
    assert "You get one email a day" in said(mails, anna, "DELIVERY daily")
    shown = said(mails, anna, "DELIVERY")
    assert "You get one email a day" in shown and "Possible: events, asked, or daily" in shown
    assert "choose events, asked, or daily" in said(mails, anna, "DELIVERY sometimes")


def test_what_is_not_found_is_repeated_as_it_was_written(mails: MailHarness, anna: MailSeat) -> None:
    assert "“31 February” is not understood here" in said(mails, anna, "ABSENT 31 February")
    assert "No paragraph of the rules fits “99.9”." in said(mails, anna, "RULES 99.9")
    assert "such as RULES 6.1" in said(mails, anna, "RULES")
    book = said(mails, anna, "BOOK")
    assert "How to win" in book and "ten points or more" in book and "Vulcan" in book


def test_a_message_is_erased_everywhere(b: ServiceHarness, mails: MailHarness, anna: MailSeat) -> None:
    said(mails, anna, "PRESS TO pompey\nSecret plan\nEND")
    assert "you have written no such message" in said(mails, anna, "WITHDRAW 7")
    assert "erased" in said(mails, anna, "WITHDRAW")
    posts = b.service.posts(CAMPAIGN, ["seat/pompey", "seat/caesar", "channel"])
    assert not any("Secret plan" in str(post.content) for post in posts)
    assert sum("was withdrawn" in str(post.content) for post in posts) == 2
    assert "you have written no such message" in said(mails, anna, "WITHDRAW 1")
    assert "There are no messages to your seat or from it." in said(mails, anna, "PRESS")


def test_a_blocked_seat_is_not_read_and_does_not_know(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    assert "no longer reach you" in said(mails, anna, "BLOCK Pompey")
    b.service.do(by("pompey"), CAMPAIGN, press.send, "pompey", ["caesar"], "Ha!")
    assert not any("Ha!" in str(post.content) for post in b.service.posts(CAMPAIGN, ["seat/caesar"]))
    assert any("Ha!" in str(post.content) for post in b.service.posts(CAMPAIGN, ["seat/pompey"]))
    assert "reach you again" in said(mails, anna, "UNBLOCK Pompey")
    b.service.do(by("pompey"), CAMPAIGN, press.send, "pompey", ["caesar"], "Ho!")
    assert any("Ho!" in str(post.content) for post in b.service.posts(CAMPAIGN, ["seat/caesar"]))


def test_a_referee_silences_a_seat(b: ServiceHarness, mails: MailHarness, anna: MailSeat) -> None:
    b.service.do(by("judge"), CAMPAIGN, press.silence, "caesar")
    assert "the referee has silenced Caesar" in said(mails, anna, "PRESS TO ALL\nx\nEND")
    b.service.do(by("judge"), CAMPAIGN, press.silence, "caesar", False)
    for n in range(20):
        assert f"message {n + 1}" in said(mails, anna, f"PRESS TO ALL\nx{n}\nEND")
    assert "20 messages an hour" in said(mails, anna, "PRESS TO ALL\nx\nEND")


def test_press_begins_a_message_only_with_its_to() -> None:
    assert (
        requests(
            [
                "Press releases are dull",
                "Wait for me",
                "Add salt",
                "Cancel my subscription please",
                "Open the gates",
            ]
        )
        == []
    )
    (request,) = requests(["伝言 宛先 ポンペイウス", "こんにちは", "終わり"])
    assert (request.verb, request.rest, request.lines) == ("press", "ポンペイウス", ("こんにちは",))


def test_the_end_of_a_phase_says_what_was_left_open(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    while all(asked.rule == "2.1" or asked.seat != "caesar" for asked in b.service.asked(CAMPAIGN)):
        seat = b.service.asked(CAMPAIGN)[0].seat
        b.service.do(
            by(b.service.status(CAMPAIGN).members[seat].user),
            CAMPAIGN,
            playing.order,
            seat,
            order(b, seat, 1),
        )
    answered = said(mails, anna, "ORDERS\nend\nEND")
    assert "You ended it although these orders were still possible: move (" in answered


def test_a_player_by_mail_reminds_and_is_reminded(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    """Of the two reminders only the one that has a sound elsewhere is a mail."""
    asked = [a.seat for a in b.service.asked(CAMPAIGN)]
    assert asked == ["caesar", "pompey"]
    assert "Reminded: Pompey" in said(mails, anna, "NUDGE")
    assert "was reminded at" in said(mails, anna, "NUDGE")
    b.service.do(by("pompey"), CAMPAIGN, reminding.nudge)
    (post,) = [p for p in b.service.posts(CAMPAIGN, ["seat/caesar"]) if isinstance(p.content, ReminderNotice)]
    assert [seat.seat for seat in delivering.readers(b.service, post)] == ["caesar"]
    silent = structs.replace(post, content=structs.replace(post.content, silent=True))
    assert delivering.readers(b.service, silent) == []


def test_a_pause_is_agreed_on_and_time_is_given(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    assert "has no deadline running" in said(mails, anna, "GRANT")
    assert "a number of hours" in said(mails, anna, "GRANT much")
    b.service.do(by("judge"), CAMPAIGN, deadlines.set_pace, TimeControl("fixed", 48))
    before = {due.seat: due.due or 0 for due in b.service.due(CAMPAIGN)}
    assert "has 5 more hours" in said(mails, anna, "GRANT 5")
    assert {due.seat: due.due for due in b.service.due(CAMPAIGN)}["pompey"] == before["pompey"] + 5 * 3600
    b.service.do(by("pompey"), CAMPAIGN, agreements.propose, "pause", "pompey")
    assert "You decline the proposal" in said(mails, anna, "DECLINE")
    assert b.service.look(CAMPAIGN, agreements.proposal, "pause") is None
    assert "once all players agree" in said(mails, anna, "PAUSE")
    b.service.do(by("pompey"), CAMPAIGN, agreements.propose, "draw", "pompey")
    assert "You decline the proposal" in said(
        mails, anna, "DECLINE"
    )  # of the draw, for the pause is Anna's own
    assert b.service.look(CAMPAIGN, agreements.proposal, "draw") is None
    b.service.do(by("pompey"), CAMPAIGN, agreements.propose, "pause", "pompey")
    assert b.service.campaign(CAMPAIGN).is_paused
    assert "The game resumes" in said(mails, anna, "RESUME")
    b.service.do(by("pompey"), CAMPAIGN, agreements.propose, "pause", "pompey")
    said(mails, anna, "ACCEPT")
    assert b.service.campaign(CAMPAIGN).is_paused


def test_a_provisional_result_is_resumed_or_opened(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    assert "cannot do this" in said(mails, anna, "OPEN")
    b.service.do(by("pompey"), CAMPAIGN, leaving.resign, "pompey")
    assert "resumes once every player agrees" in said(mails, anna, "RESUME")
    assert "already agreed" in said(mails, anna, "RESUME")
    b.service.do(by("pompey"), CAMPAIGN, agreements.resume)
    assert b.service.campaign(CAMPAIGN).state == "playing"
    b.service.do(by("pompey"), CAMPAIGN, leaving.resign, "pompey")
    b.service.do(by("pompey"), CAMPAIGN, agreements.resume)
    assert "The game resumes" in said(mails, anna, "RESUME")
    b.service.do(by("pompey"), CAMPAIGN, leaving.resign, "pompey")
    assert "opens once every player agrees" in said(mails, anna, "OPEN")
    assert b.service.campaign(CAMPAIGN).state == "closed"
    b.service.do(by("pompey"), CAMPAIGN, agreements.propose, "open", "pompey")
    assert b.service.campaign(CAMPAIGN).state == "over"


# -- answers -----------------------------------------------------------------------------------------


def test_each_order_is_answered_as_it_was_understood(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    line = order(b, "caesar", 1)
    mails.write(anna, f"ORDERS\n{line.upper()}\nEND")
    (answered,) = mails.round()
    lines = text(answered).splitlines()
    assert f"(1) {line}" in lines and any(one.startswith("Receipt: entry ") for one in lines)
    assert "Waiting for: Pompey" in lines


def test_orders_for_another_turn_are_refused_with_the_present_state(
    b: ServiceHarness, mails: MailHarness, anna: MailSeat
) -> None:
    before, line = b.service.campaign(CAMPAIGN).n, order(b, "caesar", 1)
    for verb in ("ORDERS", "CHECK", "ADD"):
        mails.write(anna, f"{verb} JC-1 caesar 1/5\n{line}\nEND")
        (answered,) = mails.round()
        assert "these orders are for turn 1/5; it is turn 1/1 now" in text(answered).casefold()
        assert "Waiting for: Caesar" in text(answered), "the state"
        assert "ORDERS JC-1 caesar 1/1" in text(answered), "and the frame of this turn"
    assert b.service.campaign(CAMPAIGN).n == before
    mails.write(anna, f"ORDERS JC-1 caesar 1/1\n{line}\nEND")
    assert "Carried out: 1 order." in text(mails.round()[0])


def test_in_quiet_hours_only_answers_come(b: ServiceHarness, mails: MailHarness, anna: MailSeat) -> None:
    b.service.do(by("judge"), CAMPAIGN, deadlines.set_pace, TimeControl(zone="UTC"))
    hour = datetime.fromtimestamp(b.clock.now, UTC).hour
    mails.write(anna, f"QUIET {hour:02}:00-{(hour + 3) % 24:02}:00")
    (answered,) = mails.round()
    assert "you get only answers" in text(answered)
    assert mails.deliver() == []
    b.clock.now += 3 * 3_600
    assert len(mails.deliver()) == 1, "what waited comes behind them"
    for said, expected in (
        ("QUIET", "From "),
        ("QUIET off", "no quiet hours"),
        ("QUIET soon", "22:00-07:00"),
    ):
        mails.write(anna, said)
        assert expected in text(mails.round()[0])


def test_times_are_given_in_ones_own_zone(b: ServiceHarness, mails: MailHarness, anna: MailSeat) -> None:
    """Deadlines, absences and quiet hours; without a zone of one's own in that of the game."""
    b.service.do(by("judge"), CAMPAIGN, deadlines.set_pace, TimeControl("fixed", 72, zone="Europe/Berlin"))
    (due,) = [due.due for due in b.service.due(CAMPAIGN) if due.seat == "caesar"]
    for said, zone in (("ZONE", "Europe/Berlin"), ("ZONE Asia/Tokyo", "Asia/Tokyo")):
        mails.write(anna, said)
        answered = text(mails.round()[0])
        local = datetime.fromtimestamp(due or 0, UTC).astimezone(ZoneInfo(zone))
        assert f"in the time zone {zone}." in answered
        assert f"Answer by {local:%Y-%m-%d %H:%M} ({zone})." in answered
    mails.write(anna, "ABSENT 2023-12-01")
    assert "from 2023-12-01 00:00 (Asia/Tokyo)" in text(mails.round()[0])
    mails.write(anna, "ZONE Berlin")
    assert "an IANA time zone such as" in text(mails.round()[0])
    (mail,) = mails.deliver()
    assert "(Asia/Tokyo)" in text(mail) and "ORDERS JC-1" in text(mail)
    mails.write(anna, "ABSENT off\nQUIET 22:00-07:00")
    assert "From 22:00-07:00 (Asia/Tokyo)" in text(mails.round()[0])


def test_a_mail_says_its_language_to_programs(b: ServiceHarness, mails: MailHarness, anna: MailSeat) -> None:
    for language in ("ja", "en"):
        mails.write(anna, f"LANGUAGE {language}")
        page = mails.round()[0].get_body(("html",))
        assert page is not None and f'<html lang="{language}">' in str(page.get_content())


def test_a_refusal_offers_only_what_is_allowed(mails: MailHarness, anna: MailSeat) -> None:
    """Not one's own seat, and the languages that there are; no mark of quotation in our own sentences."""
    for what in ("BLOCK", "BLOCK Nobody", "PRESS TO Nobody\nHello\nEND"):
        assert "expected: Pompey." in said(mails, anna, what)
    for what in ("LANGUAGE", "LANGUAGE fr"):
        assert "(en)or日本語(ja)" in "".join(said(mails, anna, what).split())
    assert "“" not in said(mails, anna, "STANDING").partition("Your decision")[0]
