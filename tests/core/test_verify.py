"""The stand-alone verifier against logs written by another hand (chainmaker), true and false."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.core.audit import verify as v
from tests.core.chainmaker import (
    GAME,
    HROOT,
    Chain,
    Entry,
    campaign,
    deal,
    dice,
    linked_campaign,
    sealed_round,
)
from tools import catalogues

PAGE = Path(__file__).parents[2] / "docs/design/fair-dice.md"
CHITS = [f"chit_{n:02}" for n in range(1, 13)]
Tamper = Callable[[dict[str, Any]], None]


def founded(**card: Any) -> Chain:
    chain = Chain(**card)
    chain.found()
    return chain


def judged(chain: Chain, viewer: str = "all") -> v.Report:
    return v.verify(chain.doc(viewer).lines())


def caught(lines: list[str], saying: str, heads: list[tuple[int, str]] | None = None) -> v.Report:
    """The file is refused with code 1, and one sentence says this."""
    report = v.verify(lines, heads or [])
    assert (report.readable, report.code) == (True, 1)
    assert any(saying in sentence for sentence in report.errors), report.errors
    assert all(sentence.startswith("Entry ") and sentence.endswith(".") for sentence in report.errors)
    assert report.verdict.startswith("FAILED")
    for line in report.lines():
        assert_marked(line.said)
    return report


MARKED = {*catalogues.marked(Path(v.__file__).read_text(encoding="utf-8"))}


def assert_marked(said: v.Sentence) -> None:
    """Its template, and those of its pieces, are in the catalogue of another language."""
    pieces = [value for value in said.values.values() if isinstance(value, v.Sentence)]
    assert said.template in MARKED or (len(pieces) == 1 and said == pieces[0]), said.template
    for piece in pieces:
        assert_marked(piece)


def chain_caught(chain: Chain, saying: str, viewer: str = "all") -> v.Report:
    return caught(chain.doc(viewer).lines(), saying)


@cache
def whole_game() -> Chain:
    chain = campaign()
    chain.end()
    return chain


# --- the vectors of design/fair-dice.md §11


def test_the_vectors() -> None:
    root = bytes(range(32))
    value = v.tagged_mac(root, "seed-top", "JC-42", 65536)
    seeds = {}
    for e in range(65536, 0, -1):
        seeds[e] = value
        value = v.tagged_hash("seed-step", "JC-42", e - 1, value)
    assert value.hex() == "d4add00e112bc4390c46a6cf28ec01c6e8523216270f924a21738b040c4b267c"
    assert seeds[1].hex() == "28729c5aad3cb6c8a3ecb550b2be6e3b5700cfdb8a2dbeadcf04e95ee6da0552"
    hidden = v.tagged_hash("hid-commit", "JC-42", HROOT)
    assert hidden.hex() == "14d36414d9fb43dd07b2e7afc01f0a2ccd9549a25fb2d65d7d86d60cebbbe8f1"

    card = v.tagged_hash("log", b"", b"{}")
    salt = v.tagged_hash("salt", card, "caesar", b"\1" * 16, "alea iacta est")
    assert salt.hex() == "93bbe21121dbb62762ab656db2ffc86440dd9b68a87e4a9d2a65412b33d335b5"
    salts = {"pompey": b"\2" * 16 + b"magnus", "caesar": b"\1" * 16 + b"alea iacta est"}
    joint = v.tagged_hash("joint", card, v.pairs(salts))
    assert joint.hex() == "26da3b41ad4da4a5a4ea6cfdc917fc91591a477fc8eb5911bcb963ddb6f9f8d7"

    key = v.tagged_mac(seeds[1], "batch", "JC-42", 1, joint, v.pairs({}))
    assert key.hex() == "5c182c209919434a5ef5aed56d9c942c0ca3ec5bab4b9dc9be71f1415e71e181"
    pick = {"kind": "pick", "of": CHITS, "count": 1}
    rolls = [{**dice("", 4)}, {**dice("", 3, 10)}, {**dice("", 2, 1000)}, pick]
    assert v.rolled(key, rolls) == [[4, 6, 5, 6], [6, 1, 1], [998, 342], ["chit_06"]]

    hid = v.tagged_mac(HROOT, "hid", "JC-42", 2)
    key = v.tagged_mac(hid, "draw", "JC-42", 2, seeds[2], joint, v.pairs({}))
    assert key.hex() == "24a3ab30ec001fc260f9782b399190020549b5e4b38d221f0b65ae5302bd4a59"
    got = v.Rng(v.tagged_mac(key, "roll", 0)).take(CHITS, 3)
    assert got == ["chit_02", "chit_05", "chit_03"]
    part = v.canon({"got": got})
    nonce = v.tagged_mac(HROOT, "nonce", "JC-42", 7, 1, part)[:16]
    assert nonce.hex() == "20259786310e0a9cb5eb62e70a9ee303"
    c = v.tagged_hash("seal", "JC-42", 7, 1, nonce, part)
    assert c.hex() == "9ce8a6e3904489bf8ac6828840a5fddd0c21660e3efc2bed9a9c4565df74242a"


def test_the_page_gives_these_vectors() -> None:
    given = re.findall("`([0-9a-f]{32,64})`", PAGE.read_text(encoding="utf-8"))
    source = Path(__file__).read_text(encoding="utf-8")
    assert len(given) == 9
    assert [value for value in given if f'"{value}"' not in source] == []


@given(st.integers(1, 2**32), st.binary(min_size=1, max_size=4))
def test_a_number_below_n_is_below_n(n: int, key: bytes) -> None:
    assert 0 <= v.Rng(key).below(n) < n


@given(st.lists(st.sampled_from(CHITS)), st.binary(max_size=4))
def test_taking_all_is_a_shuffle(items: list[str], key: bytes) -> None:
    assert sorted(v.Rng(key).take(items, len(items))) == sorted(items)


# --- true logs


@pytest.mark.parametrize("viewer", ["", "caesar", "pompey", "all"])
@pytest.mark.parametrize("make", [campaign, linked_campaign])
def test_a_true_log_is_in_order_for_every_viewer(make: Callable[[], Chain], viewer: str) -> None:
    report = judged(make(), viewer)
    assert report.errors == []
    assert report.code == 0
    assert report.verdict.startswith("IN ORDER SO FAR")
    assert (report.sealed == 0) == (viewer == "all")


@pytest.mark.parametrize("make", [campaign, linked_campaign])
def test_a_true_log_that_ended_is_proven(make: Callable[[], Chain]) -> None:
    chain = make()
    chain.end()
    report = judged(chain, "")
    assert (report.errors, report.code, report.sealed) == ([], 0, 0)
    assert report.verdict.startswith("PROVEN")
    assert report.counts["hidden draws recomputed"] == report.counts["hidden draws"] > 0


def test_the_report_counts_what_players_should_know() -> None:
    report = judged(whole_game())
    expected = {
        "undos": 3,
        "undos of dice or of shown information": 2,
        "rolls and draws kept after an undo": 2,
        "burns": 1,
        "edits": 1,
        "rolls outside the game by the referee": 1,
        "looks by the referee at hidden information": 1,
        "updates of the program": 1,
        "automatic answers": 1,
        "seats given to another player": 1,
    }
    assert {what: report.counts[what] for what in expected} == expected
    assert "burns epochs 10 to 12: this is honest only if they were posted" in report.text()
    assert "  edits: 1\n" in report.text()
    assert "was honest: caesar" in report.text()
    withheld = judged(linked_campaign())
    assert withheld.counts["links not supplied by caesar"] == 1


def test_every_prefix_of_a_true_log_is_true() -> None:
    doc = campaign().doc("all")
    while doc.entries:
        assert v.verify(doc.lines()).errors == []
        gone = doc.entries.pop()["n"]
        doc.openings = [opening for opening in doc.openings if opening["open"] != gone]


def test_a_salt_nobody_made_alone_is_said() -> None:
    chain = Chain()
    chain.found({"caesar": "bot", "pompey": "bot"})
    assert "No player made their own salt" in judged(chain).text()


def test_a_game_that_takes_the_place_of_another_is_said() -> None:
    assert f"the last head of that game was {'7' * 64}" in judged(founded(before="7" * 64)).text()


def test_tier_open_proves_nothing_and_says_so() -> None:
    scripted = Chain(tier="open", scripted=True)
    for seat in scripted.seats:
        scripted.put("seat", seat=seat, who="N.N.", link="")
    scripted.batch(dice("attack", 4))
    scripted.end()
    known = founded(tier="open")
    known.batch(dice("attack", 4))
    for chain in (scripted, known):
        report = judged(chain)
        assert (report.errors, report.code) == ([], 0)
        assert report.verdict.startswith("NOTHING PROVEN")
    known.entries[-1]["rolls"][0]["got"][0] = 7 - known.entries[-1]["rolls"][0]["got"][0]
    caught(known.doc().lines(rechain=True), "gives")


def test_an_abandoned_question_is_no_error_but_its_lock_is() -> None:
    chain = founded()
    ask = chain.ask("caesar", "pompey")
    early = chain.answer("caesar", ask, {"play": "mars"})
    chain.answer("pompey", offer="peace")
    assert judged(chain).errors == []
    late = chain.answer("pompey", ask, {"play": "mars"})
    chain_caught(chain, "which is not the open question")
    chain.lock(ask, caesar=early, pompey=late)
    chain_caught(chain, f"locks entry {ask}, which is not the open question")


def test_a_die_may_stand_through_two_undos() -> None:
    chain = founded()
    mark = chain.answer("caesar", move="a")
    rolled = chain.batch(dice("storm"), dice("flood"))
    chain.undo(mark, keep=1)
    again = chain.batch(dice("storm"), dice("flood"), stands=rolled)
    chain.undo(mark, keep=1)
    chain.batch(dice("storm"), stands=again)
    chain.batch(dice("hail"))
    chain.end()
    assert judged(chain).verdict.startswith("PROVEN")


# --- the cheats of design/fair-dice.md §13


def test_edit_a_die() -> None:
    """Edit a die."""
    doc = whole_game().doc()
    got = doc.all("batch")[0]["rolls"][0]["got"]
    got[0] = 7 - got[0]
    report = caught(doc.lines(rechain=True), "but epoch 2 gives")
    assert 'in roll 0 ("attack")' in report.errors[0]


def test_swap_two_rolls_of_a_batch() -> None:
    """Swap two rolls of a batch."""
    doc = whole_game().doc()
    rolls = doc.all("batch")[0]["rolls"]
    rolls[0], rolls[1] = rolls[1], rolls[0]
    caught(doc.lines(rechain=True), "but epoch 2 gives")


def test_skip_an_epoch() -> None:
    """Skip an epoch."""
    chain = founded()
    chain.epoch += 1
    chain.batch(dice("attack"))
    chain_caught(chain, "an epoch was skipped, or a batch of rolls removed")


def test_use_an_epoch_twice() -> None:
    """Use an epoch twice."""
    chain = founded()
    chain.batch(dice("attack"))
    chain.answer("caesar")
    chain.epoch -= 1
    chain.batch(dice("attack"))
    chain_caught(chain, "uses epoch 1 a second time")


def test_drop_a_batch() -> None:
    """Drop a batch."""
    chain = founded()
    chain.answer("caesar")
    chain.batch(dice("attack"))
    chain.forget()
    chain.batch(dice("attack"))
    chain_caught(chain, "an epoch was skipped, or a batch of rolls removed")


def test_opened_order_differs_from_its_receipt_seal_kept() -> None:
    """An opened order differs from its receipt (seal kept)."""
    doc = campaign().doc()
    doc.all("open")[0]["part"] = {"play": "jupiter"}
    caught(doc.lines(rechain=True), "but that is not what was sealed")


def test_opened_order_differs_from_its_receipt_seal_remade() -> None:
    """An opened order differs from its receipt (seal re-made): the receipt's entry has another head."""
    chain = campaign()
    doc = chain.doc()
    opened = doc.all("open")[0]
    receipt = doc.heads[opened["of"]][:16]
    doc.reseal(opened["of"], opened["i"], {"play": "jupiter"})
    caught(doc.lines(rechain=True), "does not have the head that you wrote down", [(opened["of"], receipt)])


def test_another_chit_told_seal_kept() -> None:
    """Another chit told (seal kept)."""
    chain = founded()
    dealt = deal(chain)
    doc = chain.doc("caesar")
    got = doc.opening(dealt, 1)["part"]["got"]
    got[0] = next(chit for chit in chain.cups["cup"] if chit not in got)
    caught(doc.lines(), "but that is not what was sealed")


def test_another_chit_told_seal_remade() -> None:
    """Another chit told (seal re-made)."""
    chain = founded()
    dealt = deal(chain)
    chain.end()
    doc = chain.doc("caesar")
    got = list(doc.opening(dealt, 1)["part"]["got"])
    got[0] = next(chit for chit in chain.cups["cup"] if chit not in got)
    doc.reseal(dealt, 1, {"got": got})
    caught(doc.lines(rechain=True), 'went to "hand/caesar", which was dealt 4; it should be')


def test_play_a_chit_not_held() -> None:
    """Play a chit not held."""
    chain = founded()
    deal(chain)
    foreign = next(chit for chit in chain.cups["cup"] if chit not in chain.cups["hand/pompey"])
    chain.move("hand/pompey", "roma", [foreign])
    assert judged(chain, "").errors == []
    chain_caught(chain, f'"hand/pompey" does not hold ["{foreign}"]', "pompey")
    chain.end()
    chain_caught(chain, f'"hand/pompey" does not hold ["{foreign}"]', "")


def test_second_card() -> None:
    """A second card."""
    chain = founded()
    chain.put("card", **{k: x for k, x in chain.entries[0].items() if k not in ("n", "t", "time")})
    chain_caught(chain, "is a second game card")


def test_second_salt() -> None:
    """A second salt."""
    chain = founded()
    first = chain.entries[5]
    chain.put("salt", seat=first["seat"], nonce="03" * 16, v="again")
    chain_caught(chain, "reveals a second salt of caesar")
    chain = founded()
    chain.put("salt_commit", seat="caesar", made="bot", c="03" * 32)
    chain_caught(chain, "is a second salt of caesar")


def test_late_salt() -> None:
    """A late salt: chosen when another seat's was known."""
    doc = founded().doc()
    commits, salts = doc.numbers("salt_commit"), doc.numbers("salt")
    doc.entries[commits[1]], doc.entries[salts[0]] = doc.entries[salts[0]], doc.entries[commits[1]]
    for n, entry in enumerate(doc.entries):
        entry["n"] = n
    report = caught(doc.lines(rechain=True), "commits to a salt too late")
    assert any("before every seat has committed" in sentence for sentence in report.errors)


def test_salt_other_than_committed() -> None:
    """A salt that is not the one committed to."""
    doc = founded().doc()
    doc.all("salt")[1]["v"] = "ground"
    caught(doc.lines(rechain=True), "reveals a salt to which pompey did not commit")


def test_other_hidden_seed_at_the_end() -> None:
    """Another hidden seed at the end."""
    doc = whole_game().doc()
    doc.entries[-1]["hroot"] = "77" * 32
    caught(doc.lines(rechain=True), "reveals another hidden seed than the one fixed before the game")


def test_chosen_nonce() -> None:
    """A chosen nonce."""
    doc = whole_game().doc()
    answer = doc.numbers("answer")[0]
    doc.reseal(answer, 1, doc.opening(answer, 1)["part"], nonce=b"\7" * 16)
    caught(doc.lines(rechain=True), "the hidden seed gives another one")


def test_answer_after_the_lock() -> None:
    """An answer after the lock."""
    chain = founded()
    ask = sealed_round(chain)["ask"]
    chain.answer("pompey", ask, {"play": "mars"})
    chain_caught(chain, f"answers entry {ask} after its answers were locked")


def test_false_hand_shown() -> None:
    """A false hand shown."""
    chain = founded()
    deal(chain)
    true = chain.cups["hand/pompey"]
    other = next(chit for chit in chain.cups["cup"] if chit not in true)
    chain.cups["hand/pompey"] = sorted([*true[1:], other])
    chain.look("all", "hand/pompey")
    chain.look("caesar", "hand/pompey")
    chain.look("caesar", "hand/pompey", kinds=True)
    assert judged(chain, "").errors == []
    chain.end()
    report = chain_caught(chain, 'shows what is not there: "hand/pompey" holds', "")
    assert len(report.errors) == 3


def test_undo_across_dice_without_consent() -> None:
    """An undo across dice without consent."""
    for consent in (["caesar"], []):
        chain = founded()
        mark = chain.answer("caesar")
        chain.batch(dice("storm"))
        chain.undo(mark, consent=consent)
        chain_caught(chain, "without the consent of every seat" if consent else "has no seat's consent")


def test_dice_that_stand_changed() -> None:
    """Dice that stand are changed: against the seed, and against the old entry."""
    doc = whole_game().doc()
    standing = next(entry for entry in doc.all("batch") if entry["stands"])
    standing["rolls"][0]["got"][0] = 7 - standing["rolls"][0]["got"][0]
    report = caught(doc.lines(rechain=True), f"repeats entry {standing['stands']}, which rolled other dice")
    assert any("gives" in sentence for sentence in report.errors)


def test_an_item_left_out_of_a_public_cup() -> None:
    """An item left out of a public cup (also in the public export alone)."""
    chain = founded()
    short = chain.pick("lam", "lam")
    short["of"] = short["of"][1:]
    chain.batch(short)
    chain_caught(chain, "picks from a list that is not what the cup holds", "")
    chain.end()
    chain_caught(chain, "picks from a list that is not what the cup holds", "")


@pytest.mark.parametrize(
    "veil",
    [lambda c: c.move("discard", "lam", ["agent"], who=["caesar"]), lambda c: c.draw("cup", ("lam", 1, []))],
)
def test_nothing_goes_into_a_public_cup_face_down(veil: Callable[[Chain], Any]) -> None:
    """§3 What is picked from is public: a pick after a hidden move has a list that nobody could check."""
    chain = founded()
    if not chain.cups["discard"]:
        chain.move("cup", "discard", ["agent"])
    veil(chain)
    chain.batch(chain.pick("lam", "lam"))
    chain_caught(chain, 'picks from "lam", which was changed face down', "")
    chain.end()
    chain_caught(chain, 'picks from "lam", which was changed face down', "all")


def test_an_item_left_out_of_a_hidden_cup() -> None:
    """An item left out of a hidden cup, while it is drawn from."""
    chain = founded()
    chain.draw("cup", ("hand/caesar", 2, ["caesar"]), of=chain.cups["cup"][1:])
    chain_caught(chain, 'says that "cup" holds 12, but it holds 13', "")
    chain = founded()
    twice = ["agent", *chain.cups["cup"][:2], *chain.cups["cup"][3:-1], "chit_01"]
    chain.draw("cup", ("hand/caesar", 2, ["caesar"]), of=twice)
    chain.end()
    chain_caught(chain, "drew from", "")


def remove_title(entry: dict[str, Any]) -> None:
    del entry["title"]


WRONG_FORMS: list[tuple[str, Tamper, str]] = [
    ("batch", lambda entry: entry.update(t="bonus"), "is of an unknown type"),
    ("batch", lambda entry: entry.update(t=7), "is of an unknown type"),
    ("batch", lambda entry: entry.update(why="luck"), 'has an unknown field "why"'),
    ("card", remove_title, 'has no field "title"'),
    ("batch", lambda entry: entry.pop("t"), 'does not say its type: it has no field "t"'),
    ("answer", lambda entry: entry.update(ask="0"), 'has a field "ask" that is not a whole number'),
    ("answer", lambda entry: entry.update(by="bot"), 'has a field "by" that is not one of "seat", "clock"'),
    ("undo", lambda entry: entry.update(keep=2), 'has a field "keep" that is not one of 0, 1'),
    ("batch", lambda entry: entry.update(seed="AB" * 32), 'has a field "seed" that is not 64 hex digits'),
    ("batch", lambda entry: entry.update(seed=""), "has no seed, although the game is not of tier open"),
    ("batch", lambda entry: entry["rolls"][0].update(got=[7, 1, 1, 1]), 'has a field "rolls" that is not'),
    ("batch", lambda entry: entry["rolls"][0].update(note=""), 'has a field "rolls" that is not'),
    ("batch", lambda entry: entry.update(n=99), "is numbered 99"),
    ("ask", lambda entry: entry.update(seats=["brutus"]), "names a seat that is not on the game card"),
    ("look", lambda entry: entry.update(seals=[]), "does not have the seals"),
    (
        "answer",
        lambda entry: entry["seals"][1].update({"for": ["caesar"]}),
        "does not have the seals",
    ),
    (
        "draw",
        lambda entry: entry.update({"from": "pool"}),
        'draws from "pool", which is not on the game card',
    ),
    ("card", lambda entry: entry.update(anchor=""), "has an empty anchor"),
    ("card", lambda entry: entry.update(epochs=65537), "has a chain of epochs that is not 1 to 65536 long"),
    (
        "card",
        lambda entry: entry.update(seats=["all", "pompey"]),
        "a seat called all or referee",
    ),
    ("move", lambda entry: entry.update(k=2), "moves 2 items but names 1"),
]


@pytest.mark.parametrize(("t", "tamper", "saying"), WRONG_FORMS)
def test_unknown_entry_or_field_wrong_type(t: str, tamper: Tamper, saying: str) -> None:
    """An unknown entry or field, a wrong type."""
    doc = campaign().doc()
    tamper(doc.all(t)[0])
    caught(doc.lines(rechain=True), saying)


@pytest.mark.parametrize("value", [1.0, True, None, -1, 2**53, "e\u0301", "\ud800"])
def test_values_that_have_no_canonical_form(value: Any) -> None:
    doc = campaign().doc()
    doc.all("answer")[0]["pub"] = {"x": value}
    line = json.dumps(doc.all("answer")[0], sort_keys=True, separators=(",", ":"))
    report = v.verify([line])
    assert (report.readable, report.code) == (False, 2)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "[]",
        "{",
        '{"t":"card","t":"card"}',
        '{"a": 1}',
        '{"b":1,"a":1}',
        '{"a":"é"}',
        '{"a":"\\u00E9"}',
        '{"a":"\\/"}',
        '{"a":-0}',
        '{"a":1e2}',
        '{"a":NaN}',
        '{"a":1}\r',
        '{"a":' * 20_000,
        '{"i":0,"nonce":"","open":0,"part":{}}',
    ],
)
def test_lines_that_are_not_canonical_objects(line: str) -> None:
    report = v.verify([line + "\n"])
    assert (report.readable, report.code) == (False, 2)
    assert report.errors[0].startswith("Line 1 ")
    assert report.verdict.startswith("UNREADABLE")


def test_ending_without_the_hidden_seed() -> None:
    """Ending without the hidden seed."""
    doc = whole_game().doc()
    doc.entries[-1]["hroot"] = ""
    caught(doc.lines(rechain=True), "ends the game without the hidden seed")
    del doc.entries[-1]["hroot"]
    caught(doc.lines(rechain=True), 'has no field "hroot"')


def test_ending_without_the_openings_is_unproven() -> None:
    doc = whole_game().doc()
    doc.openings = []
    report = v.verify(doc.lines())
    assert report.errors == []
    assert report.code == 1
    assert report.verdict.startswith("ENDED UNPROVEN")


def test_history_edited_without_rechaining() -> None:
    """History edited without re-chaining."""
    doc = whole_game().doc()
    doc.all("answer")[0]["time"] += 1
    n = doc.numbers("answer")[0]
    report = caught(doc.lines(), "does not match its head")
    assert report.errors[0].startswith(f"Entry {n} (answer)")


def test_history_edited_and_rechained_with_a_kept_head() -> None:
    """History edited and re-chained: caught by a kept head, and by nothing else, which is said."""
    doc = whole_game().doc()
    kept = doc.heads[30][:16]
    last = next(answer for answer in doc.all("answer") if answer["pub"])
    last["pub"]["move"] = "Genua-Ravenna"
    lines = doc.lines(rechain=True)
    report = caught(lines, "Entry 30 does not have the head that you wrote down", [(30, kept)])
    assert len(report.errors) == 1
    alone = v.verify(lines)
    assert alone.errors == []
    assert "You gave no head to compare." in alone.text()


# --- heads that players kept


def test_kept_heads() -> None:
    doc = whole_game().doc()
    lines = doc.lines()
    good = v.verify(lines, [(30, doc.heads[30][:16].upper())])
    assert "Everything up to entry 30 is unchanged since you wrote down its head." in good.proven
    assert "no kept head" not in good.text()
    short = v.verify(lines, [(30, doc.heads[30][:8])])
    assert "Entry 30: a head of 8 digits can be forged; write down at least 16." in short.warnings
    assert short.code == 0
    caught(
        lines,
        "Entry 999 is missing from the file although you wrote down its head",
        [(999, "0" * 16)],
    )
    beyond = v.verify(lines, [(30, "xyz")])
    assert beyond.code == 1


# --- order, epochs and links


def test_play_before_the_salts() -> None:
    chain = Chain()
    for seat in chain.seats:
        chain.put("seat", seat=seat, who="N.N.", link="")
    chain.ask("caesar")
    chain_caught(chain, "comes before every seat has its salt")


def test_seats_come_before_salts() -> None:
    chain = Chain()
    chain.put("seat", seat="caesar", who="N.N.", link="77" * 32)
    chain.put("salt_commit", seat="caesar", made="bot", c="77" * 32)
    chain.put("seat", seat="pompey", who="N.N.", link="")
    report = chain_caught(chain, "has a link, but this game is not of tier F2")
    assert [sentence.split(") ")[1] for sentence in report.errors[1:]] == [
        "commits to a salt before every seat is taken.",
        "gives a seat to a player after the first salt was committed.",
    ]


def test_a_seed_needs_a_joint_salt() -> None:
    chain = Chain(tier="open")
    for seat in chain.seats:
        chain.put("seat", seat=seat, who="N.N.", link="")
    chain.batch(dice("attack"))
    chain.aside(dice("weather"))
    assert len(chain_caught(chain, "has a seed before there is a joint salt").errors) == 2


def test_the_chain_of_seeds_is_not_extended() -> None:
    chain = founded(epochs=2)
    chain.burn(2)
    chain.batch(dice("attack"))
    chain_caught(chain, "goes beyond the 2 epochs of the game card")


@pytest.mark.parametrize(
    ("result", "consent", "lacking"),
    [
        ({"draw": 1}, [], '["caesar","pompey"]'),
        ({"draw": 1}, ["caesar"], '["pompey"]'),
        ({"resigned": ["pompey"]}, ["caesar"], '["pompey"]'),
        ({"resigned": 1}, ["caesar"], '["pompey"]'),
    ],
)
def test_a_player_who_ended_the_game_has_consented(result: Any, consent: list[str], lacking: str) -> None:
    chain = founded()
    ended(chain, why="draw", result=result, by="seats", consent=consent)
    chain_caught(chain, f"ends the game without the consent of {lacking}", "all")
    for fields in (
        {"by": "seats", "consent": ["caesar", "pompey"], "result": {"draw": 1}},
        {"by": "seats", "consent": ["pompey"], "result": {"resigned": ["pompey"]}},
        {"by": "referee", "result": {}},
        {"by": "referee", "result": {"points": {"caesar": 3, "pompey": 4}}},
    ):
        chain = founded()
        ended(chain, **fields)
        assert judged(chain).errors == []


def ended(chain: Chain, **fields: Any) -> None:
    """The end of a game; after a resignation or a claim it was provisional, and all agree to open it."""
    if "resigned" not in fields["result"]:
        chain.end(**fields)
        return
    fields = {"why": "resigned", "consent": [], **fields}
    chain.put("result", **fields, opens=1_800_000_000)
    chain.end(**{**fields, "by": "seats", "consent": ["caesar", "pompey"]})


@pytest.mark.parametrize(
    ("by", "result"),
    [
        ("referee", {"winner": "caesar"}),
        ("referee", {"winner": "caesar", "winners": ["caesar"], "how": "points"}),
        ("referee", {"how": "tournament", "winner": "caesar"}),
        ("referee", {"points": {"caesar": 3}, "winner": "caesar"}),
        ("referee", {"points": "many"}),
        ("referee", {"resigned": ["pompey"]}),
        ("referee", {"draw": 1}),
        ("referee", {"anything": "x"}),
        ("moderator", {"points": {"caesar": 3}}),
        ("moderator", {"winner": "caesar"}),
        ("rules", {"winner": "sextus"}),
        ("rules", {"winners": "caesar"}),
        ("rules", {"winner": "caesar", "anything": 1}),
        ("seats", {"winner": "caesar"}),
        ("clock", {"draw": 1}),
    ],
)
def test_no_result_is_invented(by: str, result: dict[str, Any]) -> None:
    """Of each kind of end only the results of its kind, also in the public export alone."""
    chain = founded()
    chain.end(by=by, result=result, consent=["caesar", "pompey"] if by == "seats" else [])
    assert any("cannot have" in error for error in judged(chain, "").errors)


def test_a_resignation_is_provisional_first_and_leaves_one_seat() -> None:
    chain = founded()
    chain.end(by="seats", consent=["pompey"], result={"resigned": ["pompey"]})
    chain_caught(chain, "without a provisional result before it", "all")
    for who, is_fine in (("Sextus", False), ("", True), (v.COMPUTER, True)):
        chain = Chain(seats=["caesar", "pompey", "sextus"])
        chain.seats = ("caesar", "pompey", "sextus")
        chain.found()
        chain.put("seat", seat="sextus", who=who, link="")
        consent = [] if who == "" else ["sextus"]
        fields: Entry = {"why": "resigned", "result": {"resigned": ["caesar"]}, "by": "seats"}
        chain.put("result", **fields, consent=["caesar"], opens=1_800_000_000)
        chain.end(**{**fields, "consent": ["caesar", "pompey", *consent]})
        errors = judged(chain).errors
        assert is_fine is (errors == []), errors
        assert is_fine or ("although" in errors[0] and "still play" in errors[0])


@pytest.mark.parametrize(
    ("fields", "saying"),
    [
        ({"by": "clock", "result": {"resigned": ["pompey"]}}, "although no other seat claimed it"),
        (
            {"by": "clock", "result": {"resigned": ["pompey"]}, "consent": ["pompey"]},
            "although no other seat claimed it",
        ),
        ({"by": "clock", "result": {"draw": 1}, "consent": ["caesar"]}, "although no other seat claimed it"),
        (
            {"by": "seats", "result": {"resigned": ["caesar"], "winner": "caesar"}, "consent": ["caesar"]},
            "cannot have",
        ),
        (
            {"by": "seats", "result": {"winner": "caesar"}, "consent": ["caesar", "pompey"]},
            "cannot have",
        ),
    ],
)
def test_a_result_follows_from_who_ended_the_game(fields: dict[str, Any], saying: str) -> None:
    chain = founded()
    ended(chain, **fields)
    assert any(saying in error for error in judged(chain).errors)
    chain = founded()
    ended(chain, by="clock", result={"resigned": ["pompey"]}, consent=["caesar"])
    assert judged(chain).errors == []


def provisional(chain: Chain) -> Entry:
    """The resignation of a seat, whose result is provisional for a thousand seconds."""
    fields: Entry = {"why": "resigned", "result": {"resigned": ["caesar"]}, "by": "seats"}
    opens = 1_700_000_000 + len(chain.entries) + 1000
    chain.put("result", **fields, consent=["caesar"], opens=opens)
    return fields


@pytest.mark.parametrize(
    ("fields", "is_fine"),
    [
        ({"by": "seats", "consent": ["caesar", "pompey"]}, True),
        ({"by": "seats", "consent": []}, False),
        ({"by": "clock", "consent": []}, False),
        ({"by": "clock", "consent": [], "time": 1_800_000_000}, True),
        ({"by": "referee", "consent": []}, False),
    ],
)
def test_a_provisional_result_is_opened_in_its_time_or_by_consent(fields: Entry, is_fine: bool) -> None:
    chain = founded()
    chain.end(**{**provisional(chain), **fields})
    errors = judged(chain).errors
    assert is_fine is (errors == [])
    assert is_fine or "opens the game before its time, and no seat agreed to that" in errors[0]


def test_a_provisional_result_is_taken_back_by_all_or_by_the_referee() -> None:
    for by, consent, lacking in (
        ("seats", ["caesar"], '["pompey"]'),
        ("seats", [], '["caesar","pompey"]'),
        ("seats", ["caesar", "pompey"], ""),
        ("referee", [], ""),
    ):
        chain = founded()
        provisional(chain)
        chain.put("resume", by=by, why="", consent=consent)
        errors = judged(chain).errors
        assert bool(errors) is bool(lacking)
        assert not lacking or f"resumes the game without the consent of {lacking}" in errors[0]


def test_an_undo_undoes_something() -> None:
    """Standing orders wait behind an undo: one of nothing would only silence them."""
    chain = founded()
    mark = chain.answer("caesar", move="a")
    chain.put("rules", version="2", rules="ab", data="cd", why="")
    chain.undo(mark, consent=["caesar"])
    chain_caught(chain, "undoes nothing", "all")


def test_nobody_else_takes_an_order_back() -> None:
    """Also where no dice are crossed, each seat whose answer or lock is undone consents, unless resigned."""
    for consent, is_fine in (["pompey"], False), (["caesar"], True), (["caesar", "pompey"], True):
        chain = founded()
        mark = chain.answer("pompey", move="a")
        chain.answer("caesar", move="a")
        chain.undo(mark, consent=consent)
        errors = judged(chain, "").errors
        assert is_fine is (errors == [])
        assert is_fine or 'undoes an answer or a lock of ["caesar"] without their consent' in errors[0]
    chain = founded()
    mark = chain.answer("pompey", move="a")
    ask = chain.ask("caesar", "pompey")
    answers = {seat: chain.answer(seat, ask, {"play": "mars"}) for seat in ("caesar", "pompey")}
    chain.lock(ask, **answers)
    chain.undo(mark, consent=["caesar"])
    chain_caught(chain, 'undoes an answer or a lock of ["pompey"]')
    chain = founded()
    mark = chain.answer("pompey", move="a")
    chain.answer("caesar", move="a")
    chain.put("seat", seat="caesar", who="", link="")
    chain.undo(mark, consent=["pompey"])
    assert judged(chain).errors == []


def test_what_an_order_has_shown_is_undone_with_the_consent_of_all() -> None:
    chain = founded()
    mark = chain.answer("pompey", move="a")
    chain.answer("caesar", move="a")
    chain.reveal("caesar", "pompey")
    chain.undo(mark, consent=["caesar"])
    chain_caught(chain, "undoes reveal without the consent of every seat")
    chain = founded()
    chain.answer("pompey", move="a")
    chain.reveal()
    chain_caught(chain, "shows something hidden to nobody")


def test_an_undo_of_dice_without_a_seat_that_resigned_is_said() -> None:
    chain = founded()
    mark = chain.answer("caesar", move="a")
    chain.batch(dice("storm"))
    chain.put("seat", seat="pompey", who="", link="")
    chain.undo(mark, consent=["caesar"])
    report = judged(chain)
    assert report.errors == []
    assert any('undoes batch without ["pompey"], which had resigned' in said for said in report.warnings)


def test_play_begins_with_the_terms() -> None:
    chain = founded()
    chain.forget()
    chain.answer("caesar")
    chain_caught(chain, "comes before the terms", "all")


def test_nothing_comes_after_the_end() -> None:
    chain = founded()
    chain.end()
    chain.answer("caesar")
    chain_caught(chain, "comes after the end of the game")


def test_a_batch_is_not_cut_in_two() -> None:
    """A cheat who could cut a batch in two could choose between two results."""
    chain = founded()
    chain.batch(dice("attack"))
    chain.batch(dice("defence"))
    chain_caught(chain, "follows a batch of rolls with nothing between")
    chain = linked("caesar", "pompey")
    chain.batch(dice("attack"))
    for seat in chain.seats:
        chain.link(seat)
    chain.batch(dice("defence"))
    chain_caught(chain, "link between them does not separate them")


EMPTY_EDIT: Entry = {"by": "referee", "why": "", "pub": {}, "sizes": {}}


def asked_and_never_locked(chain: Chain) -> None:
    chain.answer("caesar", chain.ask("caesar"), {"play": "mars"})


def undone_to_the_batch_itself(chain: Chain) -> None:
    rolled = len(chain.entries) - 1
    chain.answer("caesar", move="a")
    chain.undo(rolled)


@pytest.mark.parametrize(
    "divider",
    [
        lambda chain: chain.rules(),
        lambda chain: chain.put("seat", seat="pompey", who="A.N. Other", link=""),
        lambda chain: chain.look("referee", "cup"),
        lambda chain: chain.aside(dice("weather")),
        lambda chain: chain.burn(chain.epoch + 1),
        lambda chain: chain.ask("caesar", "pompey"),
        asked_and_never_locked,
        lambda chain: chain.move("cup", "discard", []),
        lambda chain: chain.move("cup", "discard", [], who=["caesar"]),
        lambda chain: chain.move("outside", "map", ["agent"]),
        undone_to_the_batch_itself,
        lambda chain: chain.reveal("caesar"),
        lambda chain: chain.look("all", "hand/caesar"),
        lambda chain: chain.put("edit", [([], {"moves": [], "patch": {}})], **EMPTY_EDIT),
    ],
    ids=[
        *(
            "rules",
            "seat",
            "look",
            "aside",
            "burn",
            "ask",
            "answer",
            "move",
            "hidden move",
            "move outside",
            "undo",
        ),
        *("reveal", "empty look", "empty edit"),
    ],
)
def test_what_stands_beside_the_game_does_not_divide_a_batch(divider: Callable[[Chain], Any]) -> None:
    chain = founded()
    chain.batch(dice("attack"))
    divider(chain)
    chain.batch(dice("defence"))
    chain_caught(
        chain,
        "between them does not separate them",
    )


@pytest.mark.parametrize(
    "divider",
    [
        lambda chain: chain.answer("caesar", move="a"),
        sealed_round,
        lambda chain: chain.move("cup", "discard", chain.cups["cup"][:1]),
        lambda chain: chain.look("all", "cup"),
        deal,
    ],
    ids=["answer", "lock", "move", "look", "draw"],
)
def test_what_happens_in_the_game_divides_batches(divider: Callable[[Chain], Any]) -> None:
    chain = founded()
    chain.batch(dice("attack"))
    divider(chain)
    chain.batch(dice("defence"))
    assert judged(chain).errors == []


def test_seeds_are_those_fixed_at_founding() -> None:
    chain = founded()
    chain.seeds = (*chain.seeds[:1], b"\7" * 32)
    chain.batch(dice("attack"))
    chain_caught(chain, "has another seed for epoch 1 than the one fixed before the game")
    chain = founded()
    chain.aside_seeds = (*chain.aside_seeds[:1], b"\7" * 32)
    chain.aside(dice("weather"))
    chain_caught(chain, "has another seed for roll 1 outside the game than the one fixed before the game")


def test_asides_are_counted_on() -> None:
    chain = founded()
    chain.aside_i = 1
    chain.aside(dice("weather"))
    chain_caught(chain, "is roll 2 outside the game, after roll 0")


def test_rolls_outside_the_game_are_burnt_by_one_without_rolls() -> None:
    """What was seen and lost is struck out up to a number; it shows its seed, and only goes forward."""
    chain = founded()
    chain.aside_i = 2
    chain.aside()
    chain.aside(dice("weather"))
    report = judged(chain)
    assert report.errors == [] and report.counts["burns"] == 1
    assert [str(note) for note in report.warnings if "burns rolls 1 to 3 outside the game" in str(note)]
    chain.aside_i = 3
    chain.aside()
    chain_caught(chain, "is roll 4 outside the game, after roll 4")
    chain = founded()
    chain.aside_seeds = (*chain.aside_seeds[:2], b"\7" * 32)
    chain.aside_i = 1
    chain.aside()
    chain_caught(chain, "has another seed for roll 2 outside the game")


def test_a_burn_shows_the_seed_of_the_chain_and_goes_forward() -> None:
    chain = founded()
    chain.burn(3)
    chain.entries[-1]["seed"] = "77" * 32
    caught(chain.doc().lines(rechain=True), "has another seed for epoch 3 than the one fixed before the game")
    chain = founded()
    chain.burn(3)
    chain.burn(2)
    chain_caught(chain, "burns up to epoch 2, but 3 has already been used")
    chain = founded()
    chain.burn(3)
    chain.batch(dice("attack"))
    assert judged(chain).errors == []


def linked(*seats: str) -> Chain:
    chain = founded(tier="F2")
    for seat in seats:
        chain.link(seat)
    return chain


def test_links_are_the_seat_s_own_chain() -> None:
    chain = linked()
    chain.link("caesar", "second")
    chain_caught(chain, "is not the link of caesar for epoch 1")


def test_a_seat_without_a_chain_gives_no_link() -> None:
    chain = founded(tier="F2")
    chain.put("seat", seat="pompey", who="A.N. Other", link="")
    chain.link("pompey")
    chain_caught(chain, "is a link of pompey, which began no chain of links")


def test_chance_waits_for_every_link() -> None:
    chain = linked("caesar")
    chain.batch(dice("attack"))
    chain_caught(chain, "rolls without the link of pompey")


def test_a_link_enters_chance() -> None:
    chain = linked("caesar", "pompey")
    del chain.given[1]["pompey"]
    chain.batch(dice("attack", 8))
    chain_caught(chain, "but epoch 1 gives")


def test_nothing_is_decided_between_link_and_chance() -> None:
    chain = linked("caesar")
    chain.answer("caesar")
    chain_caught(chain, "comes between an epoch's first link and its roll")
    chain = linked("caesar")
    chain.put("seat", seat="pompey", who="A.N. Other", link=chain.link_of("pompey", 0, "second"))
    chain_caught(chain, "changes the player of a seat between an epoch's first link and its roll")


def test_a_seat_speaks_once_an_epoch() -> None:
    chain = linked("caesar")
    chain.nolink("caesar")
    chain_caught(chain, "is the second link or missing link of caesar for epoch 1")


def test_links_are_of_tier_f2_and_of_the_next_epoch() -> None:
    chain = founded()
    chain.link("caesar")
    chain_caught(chain, "has a link, but this game is not of tier F2")
    chain = founded(tier="F2")
    chain.epoch = 1
    chain.link("caesar")
    chain_caught(chain, "is for epoch 2, but the next is 1")


# --- questions and receipts


def test_a_lock_names_each_seat_s_last_answer() -> None:
    chain = founded()
    ask = chain.ask("caesar", "pompey")
    first = chain.answer("caesar", ask, {"play": "mars"})
    pompey = chain.answer("pompey", ask, {"play": "mars"})
    chain.answer("caesar", ask, {"play": "pluto"})
    chain.lock(ask, caesar=first, pompey=pompey)
    chain_caught(chain, "that are not the last of each seat")
    chain = founded()
    ask = chain.ask("caesar", "pompey")
    chain.lock(ask, caesar=chain.answer("caesar", ask, {"play": "mars"}))
    chain_caught(chain, "before every seat it asks has answered")


def test_only_the_seats_asked_answer() -> None:
    chain = founded()
    chain.ask()
    chain_caught(chain, "asks no seat")
    ask = chain.ask("caesar")
    chain.answer("pompey", ask, {"play": "mars"})
    chain_caught(chain, "which does not ask pompey")


def test_nothing_is_opened_before_the_lock() -> None:
    chain = founded()
    ask = chain.ask("caesar", "pompey")
    answer = chain.answer("caesar", ask, {"play": "mars"})
    chain.open(answer, 1)
    chain_caught(chain, f"opens entry {answer}, which was not locked")


def test_standing_orders_are_opened_to_nobody_before_the_end() -> None:
    chain = founded()
    chain.open(chain.answer("caesar"), 0)
    chain_caught(chain, "which must stay closed until the game ends")


def test_an_undone_lock_locks_nothing_and_a_burn_is_not_undone() -> None:
    """design/fair-dice.md §6, §8: the question goes back with its answers; a burnt epoch never does."""
    chain = founded()
    done = sealed_round(chain)
    rolled = chain.batch(dice("storm"))
    chain.burn(chain.epoch + 2)
    burnt = chain.epoch
    chain.undo(done["caesar"], keep=1)
    pompey = chain.answer("pompey", done["ask"], {"play": "vulcan"}, by="clock")
    chain.lock(done["ask"], caesar=done["caesar"], pompey=pompey)
    chain.batch(dice("storm"), stands=rolled)
    chain.answer("caesar")
    chain.batch(dice("flood"))
    assert chain.epoch == burnt + 1
    assert judged(chain).errors == []
    chain = founded()
    done = sealed_round(chain)
    chain.answer("pompey", done["ask"], {"play": "mars"})
    chain_caught(chain, "after its answers were locked")


def test_what_was_undone_is_not_opened() -> None:
    chain = founded()
    mark = chain.answer("caesar")
    answer = chain.answer("pompey", private={"x": 1})
    chain.undo(mark)
    chain.open(answer, 1)
    chain_caught(chain, f"opens entry {answer}, which was undone")


def test_openings_stand_after_their_entry() -> None:
    doc = campaign().doc("all")
    doc.openings[0]["open"] = doc.openings[0]["open"] + 1
    caught(doc.lines(), "is followed by a malformed opening, or one of another entry")
    doc = campaign().doc("all")
    doc.openings[0]["i"] = 7
    doc.openings[1]["i"] = 8
    caught(doc.lines(), "opens seal 7 of entry")


def test_a_seal_holds_what_it_must() -> None:
    chain = founded()
    answer = chain.answer("caesar")
    doc = chain.doc("all")
    doc.reseal(answer, 0, {"q": "0f", "standing": 2, "books": {}})
    caught(doc.lines(rechain=True), "whose content has the wrong form")


# --- undo, and dice that stand


def standing(tamper: Callable[[Chain], None]) -> Chain:
    """A draw and dice, undone with keep 1; the test lets them stand where they must not."""
    chain = founded()
    mark = chain.answer("caesar", move="a")
    chain.batch(dice("storm"), dice("flood"))
    chain.answer("pompey", move="b")
    chain.draw("cup", ("hand/caesar", 1, ["caesar"]))
    chain.undo(mark, keep=1)
    tamper(chain)
    return chain


def other_answer(chain: Chain) -> None:
    chain.batch(dice("storm"), dice("flood"), stands=9)
    chain.answer("pompey", move="c")
    chain.draw("cup", ("hand/caesar", 1, ["caesar"]), stands=11)


def out_of_order(chain: Chain) -> None:
    chain.answer("pompey", move="b")
    chain.draw("cup", ("hand/caesar", 1, ["caesar"]), stands=11)


def twice(chain: Chain) -> None:
    chain.batch(dice("storm"), dice("flood"), stands=9)
    chain.batch(dice("storm"), dice("flood"), stands=9)


def other_deal(chain: Chain) -> None:
    chain.batch(dice("storm"), dice("flood"), stands=9)
    chain.answer("pompey", move="b")
    chain.draw("cup", ("hand/pompey", 1, ["pompey"]), stands=11)


def other_contents(chain: Chain) -> None:
    chain.edit(("chit_01", "cup", "discard"), ("elephant", "roma", "cup"))
    chain.batch(dice("storm"), dice("flood"), stands=9)
    chain.answer("pompey", move="b")
    chain.draw("cup", ("hand/caesar", 1, ["caesar"]), stands=11)
    chain.end()


def after_a_fresh_die(chain: Chain) -> None:
    chain.batch(dice("hail"))
    chain.answer("pompey", move="b")
    chain.draw("cup", ("hand/caesar", 1, ["caesar"]), stands=11)


def rest_rolled_afresh(chain: Chain) -> None:
    chain.batch(dice("storm"), stands=9)
    chain.batch(dice("flood"))


def rolled_afresh(chain: Chain) -> None:
    chain.batch(dice("storm"), dice("flood"))


@pytest.mark.parametrize(
    ("tamper", "saying"),
    [
        (other_answer, "although answers or rolls before it differ"),
        (out_of_order, "although answers or rolls before it differ"),
        (twice, "although answers or rolls before it differ"),
        (other_deal, "repeats entry 11 but differs from it"),
        (other_contents, "repeats entry 11, which drew from other contents"),
        (after_a_fresh_die, "repeats entry 11, which cannot be repeated"),
        (rest_rolled_afresh, "rolls anew what it should repeat from entry 9"),
    ],
)
def test_dice_stand_only_while_all_is_equal(tamper: Callable[[Chain], None], saying: str) -> None:
    chain_caught(standing(tamper), saying)


def test_dice_do_not_stand_after_keep_0() -> None:
    chain = founded()
    mark = chain.answer("caesar")
    rolled = chain.batch(dice("storm"))
    chain.undo(mark)
    chain.batch(dice("storm"), stands=rolled)
    chain_caught(chain, f"repeats entry {rolled}, which cannot be repeated")


def test_dice_rolled_afresh_that_could_have_stood_are_said() -> None:
    report = judged(standing(rolled_afresh))
    assert report.errors == []
    assert any("rolls anew instead of repeating entry 9" in sentence for sentence in report.warnings)


@pytest.mark.parametrize("to", [2, 99])
def test_undo_goes_back_to_what_is_in_force(to: int) -> None:
    chain = founded()
    chain.answer("caesar")
    chain.put("undo", to=to, keep=0, by="referee", why="", consent=[])
    chain_caught(chain, f"goes back to entry {to}, which was undone or comes before the game began")


def test_undo_restores_the_containers() -> None:
    chain = founded()
    mark = chain.answer("caesar")
    deal(chain)
    chain.undo(mark)
    assert judged(chain).errors == []
    chain.move("hand/caesar", "discard", ["agent"])
    chain_caught(chain, '"hand/caesar" does not hold that many', "")


def test_an_edit_gives_the_sizes_of_what_it_touches() -> None:
    chain = founded()
    chain.edit(("agent", "cup", "discard"))
    doc = chain.doc("all")
    doc.entries[-1]["sizes"]["cup"] = 13
    caught(doc.lines(rechain=True), 'says that "cup" holds 13 now, but it holds 12')
    del doc.entries[-1]["sizes"]["cup"]
    caught(doc.lines(rechain=True), 'changes "cup" without giving its size')
    doc.entries[-1]["sizes"]["roma"] = 1
    caught(doc.lines(rechain=True), "gives a size for something that is not a container")


def test_more_is_not_drawn_than_there_is() -> None:
    chain = founded()
    chain.put(
        "draw", [([], {"of": []})], rule="1", e=1, seed=chain.seeds[1].hex(), stands=0, size=2,
        to=[["roma", 1]], shown=["a", "b"], **{"from": ""},
    )  # fmt: skip
    chain_caught(chain, "draws more than there is, or shows only part of the draw", "")


def test_what_is_taken_was_there() -> None:
    chain = founded()
    chain.draw("cup", ("roma", 1, []), show=True)
    doc = chain.doc()
    doc.all("draw")[0]["shown"] = ["elephant"]
    caught(doc.lines(rechain=True), 'draws what is not there: "cup" does not hold ["elephant"]')
    chain = founded()
    chain.edit(("elephant", "cup", "discard"))
    chain_caught(chain, 'takes what is not there: "cup" does not hold ["elephant"]')


def test_the_list_drawn_from_is_as_long_as_it_says() -> None:
    chain = founded()
    draw = chain.draw("", ("roma", 1, ["pompey"]), of=["legio", "legio"])
    doc = chain.doc("all")
    doc.reseal(draw, 0, {"of": ["legio", "legio", "legio"]})
    caught(doc.lines(rechain=True), "says that it draws from 2, but seals a list of 3")


def test_shown_draws_are_recomputed() -> None:
    chain = founded()
    chain.draw("cup", ("roma", 2, []), show=True)
    chain.end()
    doc = chain.doc()
    doc.all("draw")[0]["shown"].reverse()
    caught(doc.lines(rechain=True), "but epoch 1 gives")


# --- any byte


@cache
def exported() -> bytes:
    chain = founded()
    deal(chain)
    sealed_round(chain)
    chain.batch(dice("attack", 4), chain.pick("lam", "lam"))
    mark = chain.answer("caesar", move="Genua-Rōma")
    chain.batch(dice("storm"))
    chain.undo(mark)
    return "".join(line + "\n" for line in chain.doc("caesar").lines()).encode()


def exit_code(data: bytes) -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "export.jsonl")
        path.write_bytes(data)
        return v.main([str(path)])


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_no_byte_of_a_line_can_be_changed(data: st.DataObject) -> None:
    """No line has a second spelling, so no change is without meaning."""
    whole = exported()
    at = data.draw(st.integers(0, len(whole) - 2))
    value = data.draw(st.integers(0, 255).filter(lambda byte: byte != whole[at]))
    assert exit_code(whole[:at] + bytes([value]) + whole[at + 1 :]) in (1, 2)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_no_byte_can_be_put_in_or_taken_out(data: st.DataObject) -> None:
    whole = exported()
    at = data.draw(st.integers(0, len(whole) - 2))
    put_in = data.draw(st.binary(max_size=1))
    changed = whole[:at] + put_in + whole[at + (0 if put_in else 1) :]
    assert exit_code(changed) in (1, 2)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_refused_and_nothing_is_raised(data: bytes) -> None:
    assert exit_code(data) in (1, 2)


# --- the command line


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    doc = whole_game().doc()
    path = tmp_path / "export.jsonl"
    path.write_text("\n".join(doc.lines()) + "\n", encoding="ascii")
    assert v.main([str(path), "--head", f"30:{doc.heads[30][:16]}"]) == 0
    assert "PROVEN: the game has ended" in capsys.readouterr().out
    assert v.main(["--head", "30:" + "0" * 16, str(path)]) == 1
    assert "Entry 30 does not have the head that you wrote down" in capsys.readouterr().out
    assert v.main([str(tmp_path / "none.jsonl")]) == 2
    assert capsys.readouterr().err.startswith("UNREADABLE")
    for words in ([], [str(path), "--head"], [str(path), "--head", "30:xyz"], ["--help"], ["a", "b"]):
        assert v.main(words) == 2
        assert capsys.readouterr().err.startswith("usage: ")


def test_what_a_file_says_cannot_steer_the_terminal() -> None:
    chain = founded()
    chain.batch(dice("\x1b[2J"))
    got = chain.entries[-1]["rolls"][0]["got"]
    got[0] = 7 - got[0]
    text = v.verify(chain.doc().lines(rechain=True)).text()
    assert text.isascii()
    assert "\x1b" not in text
    assert '"\\u001b[2J"' in text


def test_a_salt_of_one_s_own(capsys: pytest.CaptureFixture[str]) -> None:
    chain = Chain()
    card = chain.heads[0].hex()
    assert v.main(["salt", card, "caesar", "märchen"]) == 0
    words = dict(line.split()[:2] for line in capsys.readouterr().out.splitlines())
    nonce = bytes.fromhex(words["nonce"])
    assert words["c"] == v.tagged_hash("salt", chain.heads[0], "caesar", nonce, "märchen").hex()
    assert words["text"] == "märchen"
    assert v.make_salt(card, "caesar", "ma\u0308rchen")[2] == "märchen"
    assert v.make_salt(card, "caesar", "x")[0] != v.make_salt(card, "caesar", "x")[0]
    for wrong in (["salt"], ["salt", card[:16], "caesar", "x"], ["salt", card, "Caesar", "x"]):
        assert v.main(wrong) == 2


def test_the_game_of_the_tests_is_the_one_of_the_card() -> None:
    assert judged(whole_game()).game == GAME
