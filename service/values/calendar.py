"""The calendar of counted time, which leaves out quiet hours, absences, holds and outages of the bot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from adjudicator.core.language.errors import NotUnderstood, Verbatim
from adjudicator.core.language.words import N_, Words, words

from .time_control import HOUR, TimeControl, quiet_minutes

FOREVER = 2**53 - 1

_DAY = 24 * HOUR
_EPOCH = date(1970, 1, 1).toordinal()


class Span(NamedTuple):
    """Time from one UNIX second up to, not including, another; that is `FOREVER` if the end is not known
    yet.
    """

    since: int
    until: int


class Calendar:
    """The time that counts for one seat of one campaign.

    Args:
        pace: the time control, whose quiet hours do not count.
        stops: other spans that do not count.
    """

    def __init__(self, pace: TimeControl, stops: Sequence[Span] = ()) -> None:
        self._stops = sorted(stops)
        self._quiet, self._zone = quiet_minutes(pace.quiet), pace.zone

    def end(self, start: int, seconds: int) -> int:
        """Return when a number of counted seconds have passed since `start`; `FOREVER` if it is not known."""
        for since, until in self._running(start):
            if seconds <= until - since:
                return since + seconds
            seconds -= until - since
        return FOREVER

    def counted(self, start: int, end: int) -> int:
        """Return the number of counted seconds between two moments."""
        total = 0
        for since, until in self._running(start):
            if since >= end:
                break
            total += min(until, end) - since
        return total

    def resumes(self, at: int) -> int:
        """Return the first moment from `at` on that counts."""
        return next(self._running(at), (FOREVER, FOREVER))[0]

    def _running(self, at: int) -> Iterator[tuple[int, int]]:
        """Yield the spans that count from a moment on, in order, without end."""
        while at < FOREVER:
            stops = [*self._stops, *self._nights(at)]
            until = max((stop.until for stop in stops if stop.since <= at < stop.until), default=0)
            if not until:
                until = min((stop.since for stop in stops if stop.since > at), default=FOREVER)
                yield at, until
            at = until

    def _nights(self, at: int) -> list[Span]:
        """Return the quiet hours around a moment, whatever the zone: the next ones are among them."""
        if self._quiet is None:
            return []
        day = _EPOCH + at // _DAY
        return [_night(self._quiet, self._zone, day + days) for days in range(-2, 3)]


@lru_cache(4096)
def _night(quiet: tuple[int, int], zone: str, day: int) -> Span:
    """Return the quiet hours that begin on a day, counted as `date.toordinal` does.

    If the clocks of the zone are put back and show the hour of the end twice, they end at the second one.
    """
    begin, end = quiet
    midnight = datetime.fromordinal(day).replace(tzinfo=ZoneInfo(zone))
    since = midnight + timedelta(minutes=begin)
    until = since + timedelta(minutes=(end - begin) % 1440)
    return Span(int(since.timestamp()), max(int(until.replace(fold=fold).timestamp()) for fold in (0, 1)))


def moment(at: int, zone: str) -> Words:
    """Return a moment as a value of sentences, in a time zone."""
    local = datetime.fromtimestamp(at, UTC).astimezone(ZoneInfo(zone))
    values = {"time": Verbatim(f"{local:%Y-%m-%d %H:%M}"), "zone": Verbatim(zone)}
    return words(N_("{time} ({zone})"), **values)


def day(text: str, zone: str, later: int = 0) -> int:
    """Return the first second of a typed day, "2026-12-31", or of one some days later, in a time zone.

    Raises:
        NotUnderstood: if it is no date.
    """
    try:
        found = datetime.strptime(f"{text.strip()} +0000", "%Y-%m-%d %z") + timedelta(later)
        return int(found.replace(tzinfo=ZoneInfo(zone)).timestamp())
    except (ValueError, OverflowError):
        why = words(N_("a date such as {example}"), example=Verbatim("2026-05-31"))
        raise NotUnderstood(text, why) from None
