"""Time control of a campaign: time for decisions, hours that count, and expiry."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache, reduce
from zoneinfo import available_timezones

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.language.errors import NotNow, NotUnderstood, Refusal, Verbatim
from adjudicator.core.language.languages import TYPED
from adjudicator.core.language.words import N_, Words, fold, words

HOUR = 3600
KIND_NAMES = {
    "none": N_("no deadlines"),
    "fixed": N_("fixed hours per decision"),
    "bank": N_("a time bank for each seat"),
}
EXPIRY_NAMES = {
    "standing": N_("automatic pass, or the referee decides"),
    "pass": N_("automatic pass while no other seat has to decide"),
    "referee": N_("the referee decides"),
    "claim": N_("another seat may claim an automatic answer"),
    "chain": N_("automatic pass the first time; then another seat may claim"),
}
CLAIMABLE = ("claim", "chain")
"""The acts at the end of a time that let another seat claim."""
VACANT_NAMES = {
    "wait": N_("the game waits for a new player"),
    "computer": N_("the computer takes it over"),
    "default": N_("the umpire passes for it"),
}
MOST_HOURS = 30 * 24
"""The longest time for one decision, the largest increment, and the longest extension: 30 days."""
MOST_BANK = 90 * 24
MOST_WINDOW = 14 * 24
MOST_QUIET = 16 * 60
"""The most quiet minutes of a day."""

_QUIET = re.compile(r"(\d{1,2})(?::(\d{2}))?\s*[-–~〜]\s*(\d{1,2})(?::(\d{2}))?")


class TimeControl(Struct, frozen=True):
    """The time for decisions. All times are whole hours.

    Attributes:
        kind: "none" (no deadlines), "fixed" (`hours` for each decision) or "bank" (a seat has `bank`
            hours, and `increment` more with each decision, but never more than `cap`).
        window: hours that a window is open, unless `kind` is "none".
        expiry: the act when a decision is overdue: "standing" (standing orders have acted before; the clock
            passes, and where no pass is possible the referee is called), "pass" (the same, and the clock goes
            on passing while the same seat alone is asked), "referee" (they decide), "claim"
            (another seat may claim that the clock answers, and later that the game is won), "chain" (a pass
            the first time; the next time in a row, or where no pass is possible, as "claim").
        quiet: hours of every day that do not count, such as "22:00-07:00"; "" for none.
        zone: the IANA time zone of the quiet hours, and of all times that are written out.
        tournament: all time in which the bot is down is given back.
        vacant: what happens with a seat that its player leaves in play: "wait" (for somebody who takes it),
            "computer" (which takes it at once) or "default" (the umpire passes for it, and where the rules
            require an answer it gives the computer's, or one by lot).
        reminders: whether a seat is reminded in a game without deadlines: after a day without a sound, after
            two with one, then no more.
    """

    kind: str = "none"
    hours: int = 0
    bank: int = 0
    increment: int = 0
    cap: int = 0
    window: int = 24
    expiry: str = "standing"
    quiet: str = ""
    zone: str = "UTC"
    tournament: bool = False
    vacant: str = "wait"
    reminders: bool = True


PRESETS = {
    "standard": TimeControl("bank", bank=72, increment=12, cap=120, expiry="chain", tournament=True),
    "slow": TimeControl("bank", bank=72, increment=36, cap=240, expiry="chain", tournament=True),
    "postal": TimeControl(
        "bank", bank=240, increment=48, cap=336, window=48, expiry="chain", tournament=True
    ),
}
"""The time controls that tournaments choose from."""
PRESET_NAMES = {
    "standard": N_("Standard: 72 hours, plus 12 per decision"),
    "slow": N_("Slow: 72 hours, plus 36 per decision"),
    "postal": N_("Postal: 10 days, plus 2 days per decision"),
}


def checked(pace: TimeControl) -> TimeControl:
    """Return the time control in its one canonical form: values that its kind does not need are dropped.

    Raises:
        Refusal: if a number is out of its range, or a name is unknown; it says what is possible.
    """
    _require_known(pace.kind, KIND_NAMES)
    _require_known(pace.expiry, EXPIRY_NAMES)
    _require_known(pace.vacant, VACANT_NAMES)
    _require_range(
        N_("you cannot set {n} {n:hour|hours} for a reaction; anything from {least} to {most} is allowed"),
        pace.window,
        MOST_WINDOW,
    )
    kept = replace(pace, quiet=quiet_hours(pace.quiet), zone=zone_named(pace.zone))
    if pace.kind == "fixed":
        template = N_(
            "you cannot set {n} {n:hour|hours} for a decision; anything from {least} to {most} is allowed"
        )
        _require_range(template, pace.hours, MOST_HOURS)
        return replace(kept, bank=0, increment=0, cap=0, reminders=True)
    if pace.kind == "bank":
        _require_bank(pace)
        return replace(kept, hours=0, reminders=True)
    return replace(kept, hours=0, bank=0, increment=0, cap=0)


def require_sealed(pace: TimeControl, is_open: bool) -> None:
    """Require sealed dice for a tournament: those of an open table can be foreseen.

    Raises:
        NotNow: if it would be one.
    """
    if pace.tournament and is_open:
        raise NotNow(
            words(N_("a game with open dice cannot be a tournament, because its dice can be predicted"))
        )


def _require_known(text: str, known: Mapping[str, str]) -> None:
    """Require that a name is known."""
    if text not in known:
        options = [words(N_("“{option}”"), option=words(said)) for said in known.values()]
        raise NotUnderstood(text, words(N_("{options:or}"), options=options), list(known))


def _require_range(template: str, n: int, most: int, least: int = 1) -> None:
    if not least <= n <= most:
        raise Refusal(words(template, n=n, least=least, most=most))


def _require_bank(pace: TimeControl) -> None:
    """Require an increment with a bank: without one a seat that has used its bank would never have time
    again.
    """
    _require_range(
        N_("you cannot set a bank of {n} {n:hour|hours}; anything from {least} to {most} is allowed"),
        pace.bank,
        most=MOST_BANK,
    )
    template = N_(
        "you cannot add {n} {n:hour|hours} per decision; anything from {least} to {most} is allowed"
    )
    _require_range(template, pace.increment, MOST_HOURS)
    template = N_(
        "you cannot set a maximum of {n} {n:hour|hours} in the bank; anything from {least} "
        "to {most} is allowed"
    )
    _require_range(template, pace.cap, MOST_BANK, max(pace.bank, pace.increment))


def zone_named(zone: str) -> str:
    """Return a time zone by its IANA name.

    Raises:
        NotUnderstood: if there is none of that name, or it means the local time of this machine.
    """
    if zone not in _zones():
        names = sorted(_zones())
        near = get_close_matches(zone, names, 5, 0.5) or ["UTC", "Europe/Berlin", "Asia/Tokyo"]
        raise NotUnderstood(zone, words(N_("an IANA time zone such as {zones:or}"), zones=near), near)
    return zone


@cache
def _zones() -> set[str]:
    return available_timezones() - {"localtime"}


# -- quiet hours -------------------------------------------------------------------------------------


def quiet_minutes(quiet: str) -> tuple[int, int] | None:
    """Return the first and last minute of the quiet hours of a day; None for none.

    Raises:
        NotUnderstood: if the text names no hours.
    """
    if fold(quiet) in ("", "-", *map(fold, TYPED.none)):
        return None
    found = _QUIET.fullmatch(quiet.strip())
    begin, end = (_minute(found[1], found[2]), _minute(found[3], found[4])) if found else (-1, -1)
    if begin < 0 or end < 0 or begin == end:
        raise NotUnderstood(quiet, words(N_("start and end times, such as {example}"), example="22:00-07:00"))
    return begin, end


def _minute(hour: str, minute: str | None) -> int:
    at = 60 * int(hour) + int(minute or 0)
    return at % 1440 if at <= 1440 and int(minute or 0) < 60 else -1


def quiet_hours(quiet: str) -> str:
    """Return quiet hours in their one canonical form, "22:00-07:00"; "" for none.

    Raises:
        Refusal: if the text names no hours, or too many hours of a day.
    """
    found = quiet_minutes(quiet)
    if found is None:
        return ""
    begin, end = found
    if (long := (end - begin) % 1440) > MOST_QUIET:
        values = {"n": Verbatim(f"{long / 60:g}"), "most": MOST_QUIET // 60}
        raise Refusal(words(N_("{n} quiet hours a day are too many; the limit is {most}"), **values))
    return f"{begin // 60:02}:{begin % 60:02}-{end // 60:02}:{end % 60:02}"


# -- in words -----------------------------------------------------------------------------------


_EXPIRY = {
    "standing": N_("automatic pass when time runs out, or the referee decides where no pass is possible"),
    "pass": N_(
        "automatic pass when time runs out while no other seat has to decide, otherwise the referee decides"
    ),
    "referee": N_("the referee decides when time runs out"),
    "claim": N_(
        "when time runs out, another seat may claim an automatic answer; a day later all the others "
        "together may claim the game"
    ),
    "chain": N_(
        "automatic pass when time runs out; if no pass is possible, or time runs out again at the "
        "next decision: another seat may claim an automatic answer; a day later: all the others "
        "together may claim the game"
    ),
}
_VACANT = {
    "computer": N_("the computer takes over a seat that its player leaves"),
    "default": N_("the umpire passes for a vacant seat, and gives only the answers that the rules require"),
}


def terms(pace: TimeControl, neutral: bool = False) -> Words:
    """Return the time control in sentences for players and, if the game is `neutral`, that the referee holds
    no seat.
    """
    more = [words(N_("the referee has no seat"))] if neutral else []
    if pace.tournament:
        cup = N_("tournament: the referee has no seat, and time is returned after outages")
        more = [words(cup)]
    if pace.vacant != "wait":
        more.append(words(_VACANT[pace.vacant]))
    if pace.kind == "none":
        if not pace.reminders:
            more.append(words(N_("nobody is reminded")))
        return words(N_("no deadlines; {terms}"), terms=_listed(more)) if more else words(N_("no deadlines"))
    limit = words(N_("{hours} {hours:hour|hours} per decision"), hours=pace.hours)
    if pace.kind == "bank":
        values = {"bank": pace.bank, "increment": pace.increment, "cap": pace.cap}
        template = N_(
            "a bank of {bank} {bank:hour|hours} per seat, plus {increment} per decision, up to {cap}"
        )
        limit = words(template, **values)
    window = words(N_("{hours} {hours:hour|hours} per reaction"), hours=pace.window)
    parts = [limit, window, words(_EXPIRY[pace.expiry])]
    if pace.quiet:
        quiet = {"quiet": Verbatim(pace.quiet), "zone": Verbatim(pace.zone)}
        parts.append(words(N_("{quiet} ({zone}) do not count"), **quiet))
    return words(N_("deadlines: {terms}"), terms=_listed(parts + more))


def _listed(parts: Sequence[Words]) -> Words:
    """Join terms that contain commas into a list."""
    return reduce(lambda terms, term: words(N_("{terms}; {term}"), terms=terms, term=term), parts)
