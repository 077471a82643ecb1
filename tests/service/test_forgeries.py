"""The table of forgeries in docs/design/fair-dice.md: what the verifier finds, and what the audit finds.

Each forger has every secret and makes seeds, seals and heads anew. The replay is asked alone here; the
command `audit` verifies first.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from adjudicator import GAMES
from adjudicator.core.audit.audit import audit
from adjudicator.core.audit.verify import verify
from tests.core.chainmaker import Doc
from tests.service import test_cheats as c

made = c.made
pytestmark = pytest.mark.xdist_group("forgeries")  # its fixture is made once

PAGE = Path(__file__).resolve().parents[2] / "docs/design/fair-dice.md"
Forgery: TypeAlias = Callable[[Doc, c.Exports], None]


def alone(*cheats: c.Tamper) -> list[Forgery]:
    """Forgeries that need nothing but the file."""

    def forgery(cheat: c.Tamper) -> Forgery:
        return lambda doc, made: cheat(doc)

    return [forgery(cheat) for cheat in cheats]


def skip_an_epoch(doc: Doc, made: c.Exports) -> None:
    entry = c.last_batch(doc)
    entry["e"] += 1
    entry["seed"], entry["rolls"] = made.chance(entry["e"], entry["rolls"])
    c.cut(doc, entry["n"] + 1)


def use_an_epoch_twice(doc: Doc, made: c.Exports) -> None:
    entry = c.last_batch(doc)
    entry["e"] = doc.all("batch")[0]["e"]
    entry["seed"], entry["rolls"] = made.chance(entry["e"], entry["rolls"])
    c.cut(doc, entry["n"] + 1)


def divided_by(between: dict[str, object]) -> Forgery:
    return lambda doc, made: c.divided_by(doc, made, between)


def divided_by_a_burn(doc: Doc, made: c.Exports) -> None:
    entry = c.a_full_batch(doc)
    last = entry["rolls"].pop()
    to = entry["e"] + 1
    why = {"by": "referee", "why": "restored"}
    c.add(doc, {"time": entry["time"], "t": "burn", "to": to, "seed": made.chance(to, [])[0], **why})
    seed, rolls = made.chance(to + 1, [last])
    c.add(doc, {**entry, "e": to + 1, "seed": seed, "rolls": rolls})


def divided_by_an_answer_without_a_lock(doc: Doc, made: c.Exports) -> None:
    answer = next(e for e in doc.all("answer") if e["ask"])
    n = c.a_full_batch(doc)["n"] + 2
    ask = {"t": "ask", "rule": answer["rule"], "seats": [answer["seat"]]}
    c.divided_by(doc, made, ask, {**answer, "ask": n - 1})
    doc.openings += [{**o, "open": n} for o in doc.openings if o["open"] == answer["n"]]
    for opening in [o for o in doc.openings if o["open"] == n]:
        doc.reseal(n, opening["i"], opening["part"])


def divided_by_an_aside(doc: Doc, made: c.Exports) -> None:
    c.divided_by(
        doc, made, {"t": "aside", "i": 1, "seed": made.aside, "by": "referee", "why": "", "rolls": []}
    )


def ended(entry: dict[str, object], opened: dict[str, object] | None = None) -> Forgery:
    """The operator ends the game in the middle of play; `opened` is the end of a provisional result."""

    def forgery(doc: Doc, made: c.Exports) -> None:
        time, whole = doc.entries[-1]["time"], {"why": "claimed", "hroot": made.hroot.hex(), "consent": []}
        if opened is None:
            c.add(doc, {"time": time, "t": "end", **whole, **entry})
            return
        c.add(doc, {"time": time, "t": "result", "why": "resigned", "opens": time + 86400, **entry})
        c.add(doc, {"time": time + 3600, "t": "end", **whole, "result": entry["result"], **opened})

    return forgery


def resumed_without(*consent: str) -> Forgery:
    def forgery(doc: Doc, made: c.Exports) -> None:
        doc.all("resume")[0]["consent"] = list(consent)

    return forgery


def terms_left_out(doc: Doc) -> None:
    c.take_out(doc, doc.numbers("terms")[0])


def undo_of_nothing(doc: Doc) -> None:
    to, time = len(doc.entries) - 1, doc.entries[-1]["time"]
    c.add(doc, {"time": time, "t": "undo", "to": to, "keep": 0, "by": "referee", "why": "", "consent": []})


def taken_back_by_another(doc: Doc, made: c.Exports) -> None:
    """The last order of a seat is undone, said to be with the consent of the other."""
    answer, time = doc.all("answer")[-1], doc.entries[-1]["time"]
    other = next(seat for seat in ("caesar", "pompey") if seat != answer["seat"])
    undo = {"t": "undo", "to": answer["n"] - 1, "keep": 0, "by": "seats", "why": "", "consent": [other]}
    c.add(doc, {"time": time, **undo})


INVENTED: list[dict[str, object]] = [
    {"winner": "caesar"},
    {"winner": "caesar", "winners": ["caesar"], "how": "points"},
    {"anything": "x"},
    {"draw": 1},
    {"resigned": ["pompey"]},
]
"""Results that a referee or a moderator cannot give."""
OPENED: dict[str, object] = {"by": "seats", "consent": ["caesar", "pompey"]}
BY_CAESAR: dict[str, object] = {"by": "seats", "consent": ["caesar"], "result": {"resigned": ["caesar"]}}

FORGED: dict[str, tuple[str, list[Forgery]]] = {
    "a die changed · dice of two batches swapped": (
        "live",
        alone(c.edit_a_die, c.swap_the_dice_of_two_batches),
    ),
    "an epoch skipped or used twice · a batch dropped": (
        "live",
        [skip_an_epoch, use_an_epoch_twice, *alone(c.drop_a_batch)],
    ),
    "a batch divided by `rules`, `seat`, `ask`, a referee's `look`, an empty `move` or `edit`, a `burn`": (
        "live",
        [*map(divided_by, c.BETWEEN.values()), divided_by_a_burn],
    ),
    "a batch divided by an `edit` that changes what all see": (
        "live",
        [divided_by({**c.BETWEEN["edit"], "pub": {"turn": ["1", "2"]}})],
    ),
    "a batch divided by an answer that nobody was asked for": ("live", [c.divided_by_an_answer]),
    "the last roll of a batch dropped": ("live", [c.last_roll_dropped]),
    "the last batch dropped, with all that followed": ("live", alone(c.take_the_dice_back)),
    "a six-sided die rolled as a ten-sided one": ("live", [c.ten_sided_dice]),
    "a label changed or swapped": ("live", [*alone(c.another_label), c.labels_swapped]),
    "an answer removed": ("live", [c.answer_left_out]),
    "an answer of a seat that was not asked": ("live", alone(c.another_first_player)),
    "what all may read of an order does not follow from it": ("live", alone(c.another_order_told_to_all)),
    "an opened order, or a draw told to its owner, other than what was sealed": (
        "live",
        alone(c.open_another_order, c.tell_another_card),
    ),
    "a draw other than the dice give, sealed anew": ("ended", alone(c.tell_another_card_and_seal_it_anew)),
    "a card left out of the deck, or put into it · a list to pick from that is not what the cup holds, "
    "during the game too": (
        "ended",
        alone(c.deck_without_a_card, c.deck_with_another_card),
    ),
    "a card played that is not held · a card shown that was not played": (
        "ended",
        alone(c.play_a_card_that_is_not_held, c.show_another_card_than_was_played),
    ),
    "a second game card · a second, a late or another salt · another hidden seed, or none · a chosen nonce": (
        "ended",
        alone(
            c.second_card, c.second_salt, c.late_salt, c.other_salt, c.other_hidden_seed, c.no_hidden_seed,
            c.chosen_nonce,
        ),
    ),
    "an answer after the lock": ("live", alone(c.answer_after_the_lock)),
    "an undo of dice without the consent of every seat · of a seat's order, by another seat alone": (
        "live",
        [*alone(c.undo_without_consent, c.undo_without_anybody), taken_back_by_another],
    ),
    "dice that had to be kept after an undo changed, or called new": (
        "live",
        alone(c.dice_that_stand_changed, c.dice_that_should_have_stood),
    ),
    "a batch divided by an answer that no lock closes, by an `aside`": (
        "live",
        [divided_by_an_answer_without_a_lock, divided_by_an_aside],
    ),
    "a wrong result, whatever it is called": (
        "live",
        [ended({"why": why, "by": "rules", "result": {"winner": "caesar"}}) for why in ("over", "enough")],
    ),
    "a draw without a seat's consent · a resignation not given by its seat, or without provisional result": (
        "live",
        [
            ended({"by": "seats", "consent": ["caesar"], "result": {"draw": 1}}),
            ended({"by": "seats", "consent": ["caesar"], "result": {"resigned": ["pompey"]}}, OPENED),
            ended(BY_CAESAR),
        ],
    ),
    "a winner named where none may be: by a resignation, a claim, a referee, a moderator · points invented": (
        "live",
        [
            ended({**BY_CAESAR, "result": {"resigned": ["caesar"], "winner": "caesar"}}, OPENED),
            ended({**BY_CAESAR, "result": {"resigned": [], "winner": "caesar"}}, OPENED),
            ended({"by": "clock", "consent": ["caesar"], "result": {"winner": "caesar"}}, OPENED),
            *(ended({"by": by, "result": result}) for by in ("referee", "moderator") for result in INVENTED),
        ],
    ),
    "a game given to a seat for lack of time, which nobody claimed": (
        "live",
        [ended({"by": "clock", "result": {"resigned": ["pompey"]}}, OPENED)],
    ),
    "a provisional result opened before its time without anybody's consent": (
        "live",
        [ended(BY_CAESAR, {"by": by}) for by in ("seats", "clock", "referee")],
    ),
    "a provisional result taken back without the consent of every seat": (
        "ended",
        [resumed_without(), resumed_without("caesar")],
    ),
    "the terms left out · an undo of nothing, so that standing orders wait": (
        "live",
        alone(terms_left_out, undo_of_nothing),
    ),
}  # fmt: skip
"""Each row, the export that is forged (in play, or at the end), and its forgeries."""

ELSEWHERE = {
    "another order sealed than was given": (
        "service.test_cheats", "test_the_audit_catches_what_is_bound_but_not_by_the_rules",
    ),
    "an illegal order": ("core.test_audit", "test_only_an_audit_finds"),
    "a standing order invented after the die, carried out although it had not been set, or ignored": (
        "core.test_audit", "test_an_order_that_is_passed_over_is_found",
    ),
    "a reaction that was due skipped, or one asked for that was not due": (
        "core.test_audit", "test_a_window_that_should_have_been_asked_is_told_from_a_silent_pass",
    ),
    "history changed, and all heads made anew": (
        "service.test_cheats", "test_history_edited_and_chained_anew_shows_against_a_kept_head",
    ),
}  # fmt: skip
"""Rows whose tests are in other modules."""


def table() -> dict[str, tuple[str, str]]:
    """The rows of the page: what the verifier finds, and what the audit."""
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    first = next(i for i, row in enumerate(rows) if row[0] == "forgery")
    return {
        what: (verifier, replay) for what, verifier, replay in rows[first + 1 :] if not what.startswith("-")
    }


def test_the_table_has_every_forgery_and_no_other() -> None:
    assert table().keys() == FORGED.keys() | ELSEWHERE.keys()
    assert len(table()) >= 12
    for module, test in ELSEWHERE.values():
        assert callable(getattr(importlib.import_module(f"tests.{module}"), test))


@pytest.mark.parametrize("what", FORGED)
def test_a_forgery_is_found_as_the_table_says(made: c.Exports, what: str) -> None:
    verifier, replay = table()[what]
    assert {verifier, replay} <= {"yes", "no"} and "yes" in (verifier, replay)
    state, forgeries = FORGED[what]
    for forgery in forgeries:
        doc = made.doc(state, "all")
        forgery(doc, made)
        lines = doc.lines(rechain=True)
        assert bool(verify(lines).errors) is (verifier == "yes"), forgery
        assert bool(audit(lines, GAMES).faults) is (replay == "yes"), forgery
