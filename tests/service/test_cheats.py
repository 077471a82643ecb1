"""The cheats of design/fair-dice.md §13 on a real export of Julius Caesar: `verify` or `audit` catches each.

tests/core/test_verify.py has them all on made-up logs, those too for which this game gives no occasion (a
false hand shown, a public cup, links). The cheat here is the operator, who holds every secret, and
makes seals and heads anew wherever that helps him.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from adjudicator import GAMES
from adjudicator.core.audit.audit import audit, judge
from adjudicator.core.audit.verify import Report as Verified
from adjudicator.core.audit.verify import verify
from adjudicator.core.log.chance import SealedSource
from service.usecases.agreeing import agreements, ending, undo
from service.usecases.play import queries
from service.usecases.referee import restored
from service.usecases.time import leaving
from tests.core.chainmaker import Doc
from tests.harness.service import ServiceHarness, by, service_harness

Tamper = Callable[[Doc], None]
MENDED, SLIP = "a rule was mended", "a slip"


class Exports(Struct, frozen=True):
    """The exports of the service, in play and at the end, by their reader; and the operator's."""

    live: dict[str | None, list[str]]
    ended: dict[str | None, list[str]]
    hroot: bytes
    source: SealedSource
    aside: str

    def doc(self, state: str, reader: str | None) -> Doc:
        lines = (self.live if state == "live" else self.ended)[reader]
        items = [json.loads(line) for line in lines]
        entries = [item for item in items if "t" in item]
        heads = [entry.pop("head") for entry in entries]
        return Doc(entries, heads, [item for item in items if "t" not in item], self.hroot)

    def chance(self, e: int, rolls: list[dict[str, Any]]) -> tuple[str, list[dict[str, Any]]]:
        """The seed of an epoch, and the rolls with what they show in it."""
        seed = self.source.open(e, "batch").hex()
        shown = [self.source.dice(r, roll["count"], roll["faces"]) for r, roll in enumerate(rolls)]
        return seed, [{**roll, "got": got} for roll, got in zip(rolls, shown, strict=True)]


def batches(b: ServiceHarness, campaign: int) -> list[int]:
    return [entry["n"] for entry in b.service.log(campaign) if entry["t"] == "batch"]


def play_on(b: ServiceHarness, campaign: int, more: int) -> None:
    """Play at random until there are a number of further batches."""
    before = len(batches(b, campaign))
    for step in range(2000):
        if len(batches(b, campaign)) >= before + more:
            return
        b.step(campaign, 1000 * before + step)
    raise AssertionError("nobody fights")


def before_last_batch(b: ServiceHarness, campaign: int) -> int:
    last = batches(b, campaign)[-1]
    return next(point.to for point in b.service.look(campaign, undo.points) if point.to < last)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Exports:
    """Some battles, an undo that keeps the dice, one by consent, more battles; a resignation, which both take
    back; then the referee ends it. `aside` is the seed of the referee's first own dice.
    """
    path: Path = tmp_path_factory.mktemp("cheats") / "tabellarius.sqlite"
    with service_harness(path, {"julius_caesar": GAMES["julius_caesar"]}, "h") as b:
        campaign = b.found("julius_caesar", "war")
        play_on(b, campaign, 3)
        while max(len(e["rolls"]) for e in b.service.log(campaign) if e["t"] == "batch") < 2:
            play_on(b, campaign, 1)
        b.service.do(by("judge"), campaign, undo.by_referee, before_last_batch(b, campaign), 1, MENDED)
        play_on(b, campaign, 1)
        b.service.do(
            by("caesar"), campaign, agreements.propose, "undo", "caesar", before_last_batch(b, campaign), SLIP
        )
        b.service.do(by("pompey"), campaign, agreements.answer, "undo", "pompey", True)
        play_on(b, campaign, 2)
        readers = (None, "caesar", "pompey", "all")
        live = {reader: b.service.look(campaign, queries.export, reader) for reader in readers}
        b.service.do(by("caesar"), campaign, leaving.resign, "caesar")
        for seat in ("caesar", "pompey"):
            b.service.do(by(seat), campaign, agreements.resume, SLIP)
        b.service.do(by("judge"), campaign, ending.end, "enough for a test")
        ended = {reader: b.service.look(campaign, queries.export, reader) for reader in readers}
        hroot = b.context.campaigns.hroot(campaign)
        source = b.context.chance(campaign, b.service.status(campaign).campaign.name)
        aside = b.context.roots(b.service.campaign(campaign)).asides[1].hex()
        return Exports(live, ended, hroot, source, aside)


# -- what is true is found true ------------------------------------------------------------------


@pytest.mark.parametrize("reader", [None, "caesar", "pompey", "all"])
def test_an_untouched_export_passes(made: Exports, reader: str | None) -> None:
    for lines in (made.live[reader], made.ended[reader]):
        assert verify(lines).errors == []
    assert verify(made.ended[reader]).code == 0
    assert audit(made.ended[reader], GAMES).faults == []
    assert audit(made.live["all"], GAMES).faults == []
    assert made.doc("live", reader).lines() == made.live[reader]
    assert made.doc("ended", reader).lines(rechain=True) == made.ended[reader]


def test_only_the_whole_export_of_a_game_in_play_can_be_audited(made: Exports) -> None:
    for reader in (None, "caesar"):
        (fault,) = audit(made.live[reader], GAMES).faults
        assert "an audit needs the export with all secrets" in fault


def test_the_game_has_all_that_is_cheated_with(made: Exports) -> None:
    doc = made.doc("ended", "all")
    assert {"answer", "ask", "lock", "open", "draw", "move", "batch", "undo", "end"} <= {
        entry["t"] for entry in doc.entries
    }
    assert [(u["by"], u["keep"], u["consent"]) for u in doc.all("undo")] == [
        ("referee", 1, []),
        ("seats", 0, ["caesar", "pompey"]),
    ]
    assert [bool(e["stands"]) for e in doc.all("batch")].count(True) == 1


# -- what the operator may do to a file ------------------------------------------------------------


def cut(doc: Doc, length: int) -> None:
    """Forget everything from an entry on."""
    doc.entries, doc.heads = doc.entries[:length], doc.heads[:length]
    doc.openings = [o for o in doc.openings if o["open"] < length]


def add(doc: Doc, entry: dict[str, Any]) -> None:
    doc.entries.append({**copy.deepcopy(entry), "n": len(doc.entries)})


def take_out(doc: Doc, n: int) -> None:
    """Take an entry out as if it had never been: all numbers behind it, and the seals over them, are new."""

    def now(number: int) -> int:
        return number - (number > n)

    del doc.entries[n]
    for entry in doc.entries:
        for key in ("n", "ask", "of", "to", "stands"):
            if isinstance(entry.get(key), int):
                entry[key] = now(entry[key])
        if entry["t"] == "lock":
            entry["answers"] = {seat: now(answer) for seat, answer in entry["answers"].items()}
    for opening in doc.openings:
        opening["open"] = now(opening["open"])
    for opening in doc.openings:
        doc.reseal(opening["open"], opening["i"], opening["part"])


def last_batch(doc: Doc) -> dict[str, Any]:
    return doc.all("batch")[-1]


def another(cards: list[str], *not_these: str) -> str:
    return next(card for card in cards if card not in not_these)


def played(doc: Doc) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any], list[str]]:
    """The first card that caesar has played: opening, answer, the move to the table; and his hand then."""
    opened = next(e for e in doc.all("open") if doc.entries[e["of"]]["seat"] == "caesar")
    moved = next(e for e in doc.all("move") if e["n"] > opened["n"] and e["from"] == "caesar_hand")
    hand = list(doc.opening(doc.all("draw")[0]["n"], 1)["part"]["got"])
    discarded = next(e for e in doc.all("move") if e["from"] == "caesar_hand")
    hand.remove(doc.opening(discarded["n"], 0)["part"]["items"][0])
    return opened, doc.entries[opened["of"]], moved, hand


def play_instead(doc: Doc, card: str) -> None:
    """Caesar has played another card than he did: every seal over it is made anew."""
    opened, answer, moved, _ = played(doc)
    doc.reseal(answer["n"], 1, {"answer": card})
    assert opened["part"] == {"answer": card}
    moved["items"] = [card]


# -- the cheats of design/fair-dice.md §13 ------------------------------------------------------------


def edit_a_die(doc: Doc) -> None:
    got = doc.all("batch")[0]["rolls"][0]["got"]
    got[0] = 7 - got[0]


def swap_the_dice_of_two_batches(doc: Doc) -> None:
    first, *others = (entry["rolls"][0] for entry in doc.all("batch"))
    other = next(roll for roll in others if sorted(roll["got"]) != sorted(first["got"]))
    first["got"], other["got"] = other["got"], first["got"]
    first["count"], other["count"] = other["count"], first["count"]


def drop_a_batch(doc: Doc) -> None:
    take_out(doc, doc.numbers("batch")[-2])


def take_the_dice_back(doc: Doc) -> None:
    """The last batch and what followed from it has never been, and play goes on without."""
    n = last_batch(doc)["n"]
    cut(doc, n)
    answer = next(e for e in reversed(doc.entries) if e["t"] == "answer")
    add(doc, answer)
    doc.openings += [{**o, "open": n} for o in doc.openings if o["open"] == answer["n"]]
    for opening in [o for o in doc.openings if o["open"] == n]:
        doc.reseal(n, opening["i"], opening["part"])


def open_another_order(doc: Doc) -> None:
    opened, _, _, hand = played(doc)
    opened["part"] = {"answer": another(hand, opened["part"]["answer"])}


def open_another_order_and_seal_it_anew(doc: Doc) -> None:
    opened, answer, _, hand = played(doc)
    doc.reseal(answer["n"], 1, {"answer": another(hand, opened["part"]["answer"])})


def tell_another_card(doc: Doc) -> None:
    got = doc.opening(doc.all("draw")[0]["n"], 1)["part"]["got"]
    got[0] = another(doc.entries[0]["cups"]["deck"], *got)


def tell_another_card_and_seal_it_anew(doc: Doc) -> None:
    n = doc.all("draw")[0]["n"]
    got = list(doc.opening(n, 1)["part"]["got"])
    got[0] = another(doc.entries[0]["cups"]["deck"], *got)
    doc.reseal(n, 1, {"got": got})


def play_a_card_that_is_not_held(doc: Doc) -> None:
    hand = played(doc)[3]
    play_instead(doc, another(doc.entries[0]["cups"]["deck"], *hand))


def play_another_card_that_is_held(doc: Doc) -> None:
    opened, _, _, hand = played(doc)
    play_instead(doc, another(hand, opened["part"]["answer"]))


def show_another_card_than_was_played(doc: Doc) -> None:
    opened, _, moved, hand = played(doc)
    moved["items"] = [another(hand, opened["part"]["answer"])]


def second_card(doc: Doc) -> None:
    add(doc, doc.entries[0])


def second_salt(doc: Doc) -> None:
    add(doc, {**doc.all("salt")[0], "v": "again"})


def late_salt(doc: Doc) -> None:
    commit, salt = doc.numbers("salt_commit")[-1], doc.numbers("salt")[0]
    doc.entries[commit], doc.entries[salt] = doc.entries[salt], doc.entries[commit]
    for n, entry in enumerate(doc.entries):
        entry["n"] = n


def other_salt(doc: Doc) -> None:
    doc.all("salt")[0]["v"] += "0"


def other_hidden_seed(doc: Doc) -> None:
    doc.entries[-1]["hroot"] = "77" * 32


def no_hidden_seed(doc: Doc) -> None:
    doc.entries[-1]["hroot"] = ""


def chosen_nonce(doc: Doc) -> None:
    n = doc.all("answer")[0]["n"]
    doc.reseal(n, 1, doc.opening(n, 1)["part"], nonce=b"\7" * 16)


def answer_after_the_lock(doc: Doc) -> None:
    lock = doc.all("lock")[0]
    cut(doc, lock["n"] + 1)
    add(doc, doc.entries[lock["answers"]["caesar"]])


def undo_without_consent(doc: Doc) -> None:
    doc.all("undo")[1]["consent"] = ["caesar"]


def undo_without_anybody(doc: Doc) -> None:
    doc.all("undo")[1]["consent"] = []


def dice_that_stand_changed(doc: Doc) -> None:
    got = next(entry for entry in doc.all("batch") if entry["stands"])["rolls"][0]["got"]
    got[0] = 7 - got[0]


def dice_that_should_have_stood(doc: Doc) -> None:
    """After an undo that keeps the dice, the same ones are called new."""
    next(entry for entry in doc.all("batch") if entry["stands"])["stands"] = 0


def deck_without_a_card(doc: Doc) -> None:
    draw = doc.all("draw")[0]
    of = doc.opening(draw["n"], 0)["part"]["of"]
    draw["size"] -= 1
    doc.reseal(draw["n"], 0, {"of": of[1:]})


def deck_with_another_card(doc: Doc) -> None:
    draw = doc.all("draw")[0]
    of = doc.opening(draw["n"], 0)["part"]["of"]
    doc.reseal(draw["n"], 0, {"of": sorted([*of[1:], of[-1]])})


def unknown_entry(doc: Doc) -> None:
    last_batch(doc)["t"] = "bonus"


def unknown_field(doc: Doc) -> None:
    last_batch(doc)["why"] = "luck"


def wrong_type(doc: Doc) -> None:
    last_batch(doc)["e"] = str(last_batch(doc)["e"])


VERIFIED: list[tuple[Tamper, str, str | None, str]] = [
    (edit_a_die, "live", None, "gives"),
    (swap_the_dice_of_two_batches, "live", None, "gives"),
    (drop_a_batch, "live", "all", "an epoch was skipped, or a batch of rolls removed"),
    (open_another_order, "live", "all", "but that is not what was sealed"),
    (tell_another_card, "live", "caesar", "but that is not what was sealed"),
    (
        tell_another_card_and_seal_it_anew,
        "ended",
        None,
        'went to "caesar_hand", which was dealt 6; it should be',
    ),
    (play_a_card_that_is_not_held, "ended", None, '"caesar_hand" does not hold'),
    (second_card, "live", None, "is a second game card"),
    (second_salt, "live", None, "reveals a second salt of"),
    (late_salt, "live", None, "commits to a salt too late"),
    (other_salt, "live", None, "reveals a salt to which"),
    (other_hidden_seed, "ended", None, "reveals another hidden seed than the one fixed before the game"),
    (no_hidden_seed, "ended", None, "ends the game without the hidden seed"),
    (chosen_nonce, "ended", None, "the hidden seed gives another one"),
    (answer_after_the_lock, "live", None, "after its answers were locked"),
    (undo_without_consent, "live", None, "without the consent of every seat"),
    (undo_without_anybody, "live", None, "has no seat's consent"),
    (dice_that_stand_changed, "live", None, "which rolled other dice"),
    (dice_that_should_have_stood, "live", None, "a second time"),
    (deck_without_a_card, "live", "all", 'says that "deck" holds 26, but it holds 27'),
    (deck_with_another_card, "ended", None, "drew from"),
    (unknown_entry, "live", None, "is of an unknown type"),
    (unknown_field, "live", None, 'has an unknown field "why"'),
    (wrong_type, "live", None, 'has a field "e" that is not a whole number'),
]


@pytest.mark.parametrize(
    ("cheat", "state", "reader", "says"), VERIFIED, ids=lambda x: getattr(x, "__name__", "")
)
def test_the_verifier_catches(
    made: Exports, cheat: Tamper, state: str, reader: str | None, says: str
) -> None:
    doc = made.doc(state, reader)
    cheat(doc)
    report = verify(doc.lines(rechain=True))
    assert (report.readable, report.code) == (True, 1)
    assert [sentence for sentence in report.errors if says in sentence], report.errors


@pytest.mark.parametrize("by_how_many", [1, 2])
def test_an_epoch_that_is_skipped_is_noticed(made: Exports, by_how_many: int) -> None:
    """The operator does not like what an epoch gives, and takes a later one, with its true dice."""
    doc = made.doc("live", None)
    entry = last_batch(doc)
    entry["e"] += by_how_many
    entry["seed"], entry["rolls"] = made.chance(entry["e"], entry["rolls"])
    cut(doc, entry["n"] + 1)
    (error,) = verify(doc.lines(rechain=True)).errors
    assert "an epoch was skipped" in error


def test_an_epoch_that_is_used_twice_is_noticed(made: Exports) -> None:
    doc = made.doc("live", None)
    entry, earlier = last_batch(doc), doc.all("batch")[0]
    entry["e"] = earlier["e"]
    entry["seed"], entry["rolls"] = made.chance(entry["e"], entry["rolls"])
    cut(doc, entry["n"] + 1)
    errors = verify(doc.lines(rechain=True)).errors
    assert [error for error in errors if "a second time" in error]


# -- what only an audit finds ----------------------------------------------------------------------


def another_label(doc: Doc) -> None:
    roll = doc.all("batch")[0]["rolls"][0]
    roll["label"] = roll["label"].split(" ")[0] + " p_pompey_himself"


def another_first_player(doc: Doc) -> None:
    """The side that did not win the right to act first gives the first order all the same."""
    answer = next(e for e in doc.all("answer") if e["rule"] == "6.1")
    answer["seat"] = "pompey" if answer["seat"] == "caesar" else "caesar"


def another_order_told_to_all(doc: Doc) -> None:
    """What all may read of an order of movement is not what follows from the order."""
    answer = next(e for e in doc.all("answer") if e["rule"] == "6.1" and e["pub"].get("pick") == "move")
    answer["pub"] = {"pick": "end"}


AUDITED: list[tuple[Tamper, str]] = [
    (another_label, "rolls"),
    (take_the_dice_back, "the rules need a batch"),
    (open_another_order_and_seal_it_anew, "by the rules items is"),
    (play_another_card_that_is_held, "the rules"),
    (show_another_card_than_was_played, "by the rules items is"),
    (play_a_card_that_is_not_held, "the answer is not legal"),
    (another_first_player, "the rules do not ask"),
    (another_order_told_to_all, "by the rules pub is"),
]


@pytest.mark.parametrize(("cheat", "says"), AUDITED, ids=lambda x: getattr(x, "__name__", ""))
def test_the_audit_catches_what_is_bound_but_not_by_the_rules(
    made: Exports, cheat: Tamper, says: str
) -> None:
    doc = made.doc("live", "all")
    cheat(doc)
    (fault,) = audit(doc.lines(rechain=True), GAMES).faults
    assert fault.startswith("entry ") and says in fault


# -- true dice that were not due: the operator makes seeds, seals and heads anew ---------------------


def a_full_batch(doc: Doc) -> dict[str, Any]:
    """The last batch that holds two rolls or more, at the end of the log."""
    entry = next(e for e in reversed(doc.all("batch")) if len(e["rolls"]) > 1 and not e["stands"])
    cut(doc, entry["n"] + 1)
    return entry


def divided_by(doc: Doc, made: Exports, *between: dict[str, Any]) -> None:
    """The last roll of a batch is rolled with the next epoch, behind entries beside the game."""
    entry = a_full_batch(doc)
    last = entry["rolls"].pop()
    for other in between:
        add(doc, {"time": entry["time"], **other})
        if other["t"] == "edit":
            n = len(doc.entries) - 1
            doc.entries[n]["seals"] = [{"for": [], "c": ""}]
            doc.openings.append({"open": n, "i": 0, "nonce": "", "part": NOTHING})
            doc.reseal(n, 0, NOTHING)
    seed, rolls = made.chance(entry["e"] + 1, [last])
    add(doc, {**entry, "e": entry["e"] + 1, "seed": seed, "rolls": rolls})


BETWEEN: dict[str, dict[str, Any]] = {
    "rules": {"t": "rules", "version": "2", "rules": "ab", "data": "cd", "why": "mended"},
    "seat": {"t": "seat", "seat": "pompey", "who": "N.N.", "link": ""},
    "look": {"t": "look", "rule": "", "seat": "referee", "of": "deck", "items": [], "seals": []},
    "ask": {"t": "ask", "rule": "6.1", "seats": ["pompey"]},
    "move": {"t": "move", "rule": "6.1", "from": "deck", "to": "face_up", "k": 0, "items": [], "seals": []},
    "edit": {"t": "edit", "by": "referee", "why": "", "pub": {}, "sizes": {}},
}
NOTHING: dict[str, Any] = {"moves": [], "patch": {}}
"""What is sealed of an edit that changes nothing."""


@pytest.mark.parametrize("t", BETWEEN)
def test_verifier_and_audit_find_a_batch_divided_by_an_entry_beside_the_game(made: Exports, t: str) -> None:
    doc = made.doc("live", "all")
    divided_by(doc, made, BETWEEN[t])
    lines = doc.lines(rechain=True)
    (error,) = verify(lines).errors
    assert f"{t} between them does not separate them" in error
    assert len(audit(lines, GAMES).faults) == 1
    assert isinstance(judge(lines, GAMES), Verified), "what does not verify is not played again"


def divided_by_an_answer(doc: Doc, made: Exports) -> None:
    """An answer that nobody was asked for stands between two rolls of one batch."""
    answer = next(e for e in doc.all("answer") if not e["ask"])
    entry = a_full_batch(doc)
    last = entry["rolls"].pop()
    add(doc, answer)
    n = len(doc.entries) - 1
    doc.openings += [{**o, "open": n} for o in doc.openings if o["open"] == answer["n"]]
    for opening in [o for o in doc.openings if o["open"] == n]:
        doc.reseal(n, opening["i"], opening["part"])
    seed, rolls = made.chance(entry["e"] + 1, [last])
    add(doc, {**entry, "e": entry["e"] + 1, "seed": seed, "rolls": rolls})


def last_roll_dropped(doc: Doc, made: Exports) -> None:
    a_full_batch(doc)["rolls"].pop()


def ten_sided_dice(doc: Doc, made: Exports) -> None:
    entry = last_batch(doc)
    cut(doc, entry["n"] + 1)
    entry["rolls"][-1]["faces"] = 10
    entry["rolls"] = made.chance(entry["e"], entry["rolls"])[1]


def labels_swapped(doc: Doc, made: Exports) -> None:
    first, second = a_full_batch(doc)["rolls"][:2]
    first["label"], second["label"] = second["label"] + " ", first["label"]


def answer_left_out(doc: Doc, made: Exports) -> None:
    end = doc.all("undo")[0]["n"]
    cut(doc, end)
    n = next(n for n in range(end - 2, 0, -1) if [e["t"] for e in doc.entries[n : n + 2]] == ["answer"] * 2)
    doc.openings = [opening for opening in doc.openings if opening["open"] != n]
    take_out(doc, n)


@pytest.mark.parametrize(
    "cheat", [divided_by_an_answer, last_roll_dropped, ten_sided_dice, labels_swapped, answer_left_out]
)
def test_only_the_audit_finds_true_dice_that_were_not_due(
    made: Exports, cheat: Callable[[Doc, Exports], None]
) -> None:
    doc = made.doc("live", "all")
    cheat(doc, made)
    lines = doc.lines(rechain=True)
    assert verify(lines).errors == []
    (fault,) = audit(lines, GAMES).faults
    assert fault.startswith("entry ") or "the log ends, but by the rules entry" in fault


def test_only_the_audit_finds_a_wrong_result(made: Exports) -> None:
    doc = made.doc("ended", "all")
    doc.entries[-1].update(by="rules", result={"winner": "caesar"})
    lines = doc.lines(rechain=True)
    assert verify(lines).errors == []
    (fault,) = audit(lines, GAMES).faults
    assert "by the rules the game does not end like this" in fault


def test_a_fault_keeps_secrets_until_the_end(made: Exports) -> None:
    doc = made.doc("live", "all")
    open_another_order_and_seal_it_anew(doc)
    report = audit(doc.lines(rechain=True), GAMES)
    public, whole = list(report.lines(secrets=False)), list(report.lines(secrets=True))
    assert public[1].said.startswith(f"Entry {report.at} differs from the replay.")
    assert whole[1].said == report.faults[0]


def test_an_honest_game_with_burns_passes(tmp_path: Path) -> None:
    with service_harness(tmp_path / "tabellarius.sqlite", {"julius_caesar": GAMES["julius_caesar"]}) as b:
        campaign = b.found("julius_caesar", "war")
        for to in (2, 9):
            play_on(b, campaign, 1)
            used = b.service.status(campaign).campaign.epoch
            b.service.do(by("judge"), campaign, restored.burn, used + to, "restored")
        play_on(b, campaign, 1)
        lines = b.service.look(campaign, queries.export, "all")
        assert verify(lines).errors == []
        assert audit(lines, GAMES).faults == []


# -- history that is edited ------------------------------------------------------------------------


def test_history_edited_without_chaining_it_anew_is_noticed(made: Exports) -> None:
    doc = made.doc("live", None)
    doc.all("answer")[3]["time"] += 1
    errors = verify(doc.lines()).errors
    assert f"Entry {doc.all('answer')[3]['n']} (answer) does not match its head" in errors[0]


@pytest.mark.parametrize("reader", [None, "pompey", "all"])
def test_history_edited_and_chained_anew_shows_against_a_kept_head(made: Exports, reader: str | None) -> None:
    """A receipt is a kept head: the order under its seal cannot be another one afterwards."""
    doc = made.doc("live", "all" if reader is None else reader)
    answer = doc.all("answer")[0]["n"]
    receipt = doc.heads[answer][:16]
    doc.entries[answer]["time"] += 1
    lines = doc.lines(rechain=True)
    assert verify(lines).errors == [], "by no other scheme either"
    (error,) = verify(lines, [(answer, receipt)]).errors
    assert "does not have the head that you wrote down" in error


def test_a_resealed_order_shows_against_its_receipt(made: Exports) -> None:
    doc = made.doc("live", "all")
    _, answer, _, _ = played(doc)
    receipt = doc.heads[answer["n"]][:16]
    open_another_order_and_seal_it_anew(doc)
    errors = verify(doc.lines(rechain=True), [(answer["n"], receipt)]).errors
    assert [error for error in errors if "does not have the head that you wrote down" in error]
