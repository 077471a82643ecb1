"""Time controls: the possible ones, and the time that counts."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from adjudicator.core import NotUnderstood, Refusal
from service.values.calendar import FOREVER, Calendar, Span, moment
from service.values.time_control import HOUR, TimeControl, checked, terms
from service.values.words import speak

FIXED = TimeControl("fixed", 48)
BANK = TimeControl("bank", bank=72, increment=12, cap=96)


def at(text: str, zone: str = "Europe/Berlin", fold: int = 0) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp())


# -- what a pace may be --------------------------------------------------------------------------


def test_a_pace_is_kept_in_one_form() -> None:
    assert checked(TimeControl("fixed", 48, bank=5, increment=5, cap=5, quiet="22-7:30")) == TimeControl(
        "fixed", 48, quiet="22:00-07:30"
    )
    assert checked(TimeControl("none", 48, quiet=" 0:00 – 8:00 ")) == TimeControl(quiet="00:00-08:00")
    assert checked(TimeControl("bank", 7, 72, 12, 96)) == BANK


@pytest.mark.parametrize(
    ("pace", "says"),
    [
        (
            TimeControl("slow"),
            "expected: “no deadlines”, “fixed hours per decision”, or “a time bank",
        ),
        (TimeControl("fixed", 48, expiry="lose"), "expected: “automatic pass, or the referee"),
        (TimeControl("fixed", 0), "you cannot set 0 hours for a decision; anything from 1 to 720 is allowed"),
        (
            TimeControl("fixed", 721),
            "you cannot set 721 hours for a decision; anything from 1 to 720 is allowed",
        ),
        (
            TimeControl("fixed", 48, window=0),
            "you cannot set 0 hours for a reaction; anything from 1 to 336 is allowed",
        ),
        (
            TimeControl("bank", bank=0, increment=1, cap=9),
            "you cannot set a bank of 0 hours; anything from 1 to 2160 is allowed",
        ),
        (
            TimeControl("bank", bank=72, cap=96),
            "you cannot add 0 hours per decision; anything from 1 to 720 is allowed",
        ),
        (
            TimeControl("bank", bank=72, increment=12, cap=71),
            "you cannot set a maximum of 71 hours in the bank; anything from 72 to 2160 is allowed",
        ),
        (TimeControl("fixed", 48, quiet="night"), "start and end times, such as 22:00-07:00"),
        (TimeControl("fixed", 48, quiet="22-22"), "start and end times, such as 22:00-07:00"),
        (TimeControl("fixed", 48, quiet="22:60-7"), "start and end times, such as 22:00-07:00"),
        (TimeControl("fixed", 48, quiet="25-7"), "start and end times, such as 22:00-07:00"),
        (TimeControl("fixed", 48, quiet="12-11:30"), "23.5 quiet hours a day are too many; the limit is 16"),
        (TimeControl("fixed", 48, zone="Europe/Berlim"), "an IANA time zone such as Europe/Berlin"),
        (TimeControl("fixed", 48, zone=""), "an IANA time zone such as UTC, Europe/Berlin, or Asia/Tokyo"),
        (TimeControl("fixed", 48, zone="../etc/passwd"), "an IANA time zone such as"),
        (TimeControl("fixed", 48, zone="localtime"), "an IANA time zone such as"),
    ],
)
def test_a_pace_that_cannot_be_is_refused_with_what_can(pace: TimeControl, says: str) -> None:
    with pytest.raises(Refusal) as refused:
        checked(pace)
    assert says in speak(refused.value.why, "en")


def test_an_unknown_zone_names_those_that_are_like_it() -> None:
    with pytest.raises(NotUnderstood) as refused:
        checked(TimeControl("fixed", 48, zone="Asia/Tokio"))
    assert refused.value.candidates[0] == "Asia/Tokyo"


def test_its_players_read_all_of_it() -> None:
    assert speak(terms(TimeControl()), "en") == "no deadlines"
    pace = checked(TimeControl("bank", 0, 72, 12, 96, 24, "claim", "22-7", "Asia/Tokyo", True))
    assert speak(terms(pace), "en") == (
        "deadlines: a bank of 72 hours per seat, plus 12 per decision, up to 96; 24 hours "
        "per reaction; when time runs out, another seat may claim an automatic answer; a "
        "day later all the others together may claim the game; 22:00-07:00 (Asia/Tokyo) do not count; "
        "tournament: the referee has no seat, and time is returned after outages"
    )
    assert speak(terms(TimeControl(vacant="computer")), "en") == (
        "no deadlines; the computer takes over a seat that its player leaves"
    )
    assert "tournament: the referee has no seat" in speak(terms(TimeControl(tournament=True)), "en")
    assert speak(terms(TimeControl(), neutral=True), "en") == "no deadlines; the referee has no seat"


# -- which time counts ---------------------------------------------------------------------------


def test_without_quiet_hours_all_time_counts() -> None:
    counts = Calendar(FIXED)
    assert counts.end(1000, 48 * HOUR) == 1000 + 48 * HOUR
    assert counts.counted(1000, 5000) == 4000
    assert counts.resumes(1000) == 1000


NIGHT = checked(TimeControl("fixed", 8, quiet="23-7", zone="Europe/Berlin"))


@pytest.mark.parametrize(
    ("since", "hours", "due"),
    [
        ("2026-03-02 12:00", 8, "2026-03-02 20:00"),
        ("2026-03-02 22:00", 8, "2026-03-03 14:00"),
        ("2026-03-02 22:00", 1, "2026-03-02 23:00"),
        ("2026-03-03 03:00", 8, "2026-03-03 15:00"),
        ("2026-03-02 22:00", 33, "2026-03-04 23:00"),
        ("2026-03-02 12:00", 32, "2026-03-04 12:00"),
    ],
)
def test_quiet_hours_do_not_count_and_no_deadline_falls_in_them(since: str, hours: int, due: str) -> None:
    counts = Calendar(NIGHT)
    end = counts.end(at(since), hours * HOUR)
    assert end == at(due)
    assert counts.counted(at(since), end) == hours * HOUR


def test_quiet_hours_in_the_middle_of_a_day() -> None:
    counts = Calendar(checked(TimeControl("fixed", 8, quiet="9-17", zone="UTC")))
    assert counts.end(at("2026-03-02 08:00", "UTC"), 2 * HOUR) == at("2026-03-02 18:00", "UTC")
    assert counts.resumes(at("2026-03-02 12:34:56", "UTC")) == at("2026-03-02 17:00", "UTC")


def test_a_night_is_as_long_as_the_zone_makes_it() -> None:
    """In Berlin clocks go forward on 29 March and back on 25 October 2026, both within the quiet hours."""
    counts = Calendar(NIGHT)
    for day, night in (("2026-03-28", 7), ("2026-10-24", 9)):
        evening, morning = at(f"{day} 22:00"), at(f"{day} 22:00") + (night + 2) * HOUR
        assert counts.end(evening, 2 * HOUR) == morning
        assert counts.counted(evening, morning) == 2 * HOUR


@pytest.mark.parametrize("quiet", ["2:30-2:45", "1:30-2:30", "2:15-9"])
@pytest.mark.parametrize("day", ["2026-03-29", "2026-10-25"])
def test_quiet_hours_that_a_change_of_clocks_tears_come_to_an_end(quiet: str, day: str) -> None:
    counts = Calendar(checked(TimeControl("fixed", 8, quiet=quiet, zone="Europe/Berlin")))
    start = at(f"{day} 00:00")
    ends = [counts.end(start, minutes * 60) for minutes in range(0, 25 * 60, 7)]
    assert ends == sorted(ends)
    assert all(
        counts.counted(start, end) == minutes * 60
        for minutes, end in zip(range(0, 1500, 7), ends, strict=True)
    )


def test_stops_do_not_count_however_they_lie() -> None:
    stops = [Span(5000, 6000), Span(2000, 3000), Span(2500, 4000), Span(6000, 6000)]
    counts = Calendar(FIXED, stops)
    assert counts.end(1000, 2500) == 6500
    assert counts.counted(1000, 6500) == 2500
    assert counts.counted(2100, 2400) == 0
    assert counts.resumes(2600) == 4000


def test_while_nobody_knows_when_it_goes_on_nothing_is_due() -> None:
    counts = Calendar(FIXED, [Span(2000, FOREVER)])
    assert counts.end(1000, 1000) == 2000
    assert counts.end(1000, 1001) == FOREVER
    assert counts.counted(1000, 9000) == 1000


def test_a_moment_is_written_in_the_zone_of_its_campaign() -> None:
    assert speak(moment(at("2026-03-02 12:00"), "Asia/Tokyo"), "en") == "2026-03-02 20:00 (Asia/Tokyo)"
    assert speak(moment(at("2026-03-02 12:00"), "Asia/Tokyo"), "ja") == "2026-03-02 20:00（Asia/Tokyo）"
