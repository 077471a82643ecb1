"""The order language: what is written is read again, completions lead to every order, and players' habits."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core import Choice, Reader, Table
from adjudicator.core.orders.orders import complete, read
from tests.julius_caesar.kit import play

from .helpers import ENGLISH, JAPANESE, table, world

READERS = pytest.mark.parametrize("reader", [ENGLISH, JAPANESE], ids=["en", "ja"])


# -- over whole games --------------------------------------------------------------------------


@READERS
@pytest.mark.parametrize("seed", [3, 7])
def test_what_is_written_is_read_as_the_same_answer(seed: int, reader: Reader) -> None:
    """Every answer of a whole game, as the service would print it, is the same answer when it is typed in."""
    seen: set[str] = set()

    def check(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        meant = choice.accept(answer)
        text = choice.write(meant, reader)
        again, _ = read(choice, text, reader)
        assert choice.accept(again) == meant, text
        seen.add(choice.rule)

    for _ in play(seed, check):
        pass
    assert seen >= {"2.1", "6.1", "6.4", "7.2", "8.3"}


@READERS
def test_completions_lead_to_every_answer(reader: Reader) -> None:
    """Wherever one stops in typing an order, a completion goes on with it."""

    def check(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        if table.ledger.chain.n % 4 or choice.rule == "5.2":
            return
        text = choice.write(choice.accept(answer), reader)
        for end in (0, *(i for i, sign in enumerate(text) if sign in " -:,"), len(text)):
            typed = text[:end]
            lines = [line.text for line in complete(choice, typed, reader) if line.bar is None]
            assert any(_goes_on(line, text, typed) for line in lines), (typed, text, lines)

    for _ in play(5, check):
        pass


def _goes_on(line: str, text: str, typed: str) -> bool:
    return (
        text.startswith(line.strip(" :-")) and len(line.strip()) >= len(typed.strip())
    ) or line.startswith(text)


@READERS
def test_completions_are_orders(reader: Reader) -> None:
    """An open completion that needs nothing behind it is taken; a barred one says by which rule."""
    found = {"open": 0, "barred": 0}

    def check(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        if table.ledger.chain.n % 8 or choice.rule in ("5.2", "8.3"):  # these are judged as a whole
            return
        for line in list(_whole_lines(choice, reader))[:40]:
            choice.accept(read(choice, line, reader)[0])
            found["open"] += 1
        for barred in (line for line in complete(choice, "", reader) if line.bar):
            assert barred.bar is not None and barred.bar.rule and barred.bar.why.template
            found["barred"] += 1

    for _ in play(12, check):
        pass
    assert min(found.values()) > 50


def _whole_lines(choice: Choice[Any], reader: Reader) -> list[str]:
    """The first orders to which completions lead, followed to their ends."""
    done: list[str] = []
    typed = [""]
    while typed and len(done) < 40:
        text = typed.pop()
        for line in [line.text for line in complete(choice, text, reader) if line.bar is None][:5]:
            if line == text:
                done.append(line)
            elif len(line) > len(text) and line.count(",") < 2:
                typed.append(line)
    return done


# -- as players write --------------------------------------------------------------------------

THERE = {"genua": ["c_caesar", "c_legio_13", "c_legio_8"], "ravenna": ["c_legio_11", "c_legio_12"]}


@pytest.mark.parametrize(
    "text",
    [
        "move Genua-Roma: Caesar, LEG 13",
        "MOVE genua - roma : caesar, leg 13",
        "mv gen-rom: cae, 13",
        "move Genua→Roma: Caesar and Legio XIII",
        "move Génua–Róma: Caesar, legio 13",
        "move Genua-Roma: CAESAR, LEG13",
        "move Genua-Roma: xiii, caesar",
        "移動 ゲヌア-ローマ: カエサル、軍団13",
        "移動 ゲヌア－ローマ：カエサル、第１３軍団",
    ],
)
def test_many_ways_to_say_one_move(text: str) -> None:
    """§6.1 Case, accents, dashes, abbreviations, Roman numerals, Latin or Japanese names."""
    with table(world(THERE), cards=("2/1", "1/2")) as t:
        meant = {"start": "genua", "way": ["roma"], "blocks": ["c_caesar", "c_legio_13"]}
        assert t.choice("caesar").accept(read(t.choice("caesar"), text, ENGLISH)[0])["answer"] == meant


def test_several_orders_on_a_line() -> None:
    """§6.1 The verb may be left out behind the first; all the blocks of a place are counted, not named."""
    with table(world(THERE), cards=("2/1", "1/2")) as t:
        t.caesar("move Genua-Roma: Caesar, LEG 13; Ravenna-Aquileia: 2 blocks; end")
        assert (t.w.at["c_caesar"], t.w.at["c_legio_12"], t.w.phase) == ("roma", "aquileia", "levy")


def test_some_of_the_blocks_must_be_named() -> None:
    """§6.1 Two of three may be any; all of them, or the only one, need no names."""
    with table(world(THERE), cards=("2/1", "1/2")) as t:
        t.refused("caesar", "move Genua-Roma: 2 blocks", kind="ambiguous")
        t.caesar("move Genua-Roma: all")
        t.refused("caesar", "move Ravenna-Roma", "6.11", least=1, options=["c_legio_11", "c_legio_12"])
    with table(world({"genua": "c_caesar"}), cards=("2/1", "1/2")) as t:
        t.caesar("move Genua-Roma")
        assert t.w.at["c_caesar"] == "roma"


def test_what_may_mean_several_things_is_answered_with_them() -> None:
    """§6.1 The candidates are what the text may mean here, not in the whole game."""
    with table(world(THERE), cards=("2/1", "1/2")) as t:
        said = t.refused("caesar", "move Genua-Roma: leg", kind="ambiguous")
        assert said == "“leg” is ambiguous; it could be LEG 13 or LEG 8"
        said = t.refused("caesar", "move Genua-R: Caesar", kind="ambiguous")
        assert said == "“R” is ambiguous; it could be Ravenna or Roma"
        assert "Genua" in t.refused("caesar", "move Xanadu-Roma: Caesar", kind="not_understood")
        t.refused("caesar", "march Genua-Roma: Caesar", kind="not_understood")


def test_a_number_is_not_the_beginning_of_another() -> None:
    """§3.22 LEG 1 is no abbreviation of LEG 13, nor XI of XII."""
    there = {"genua": ["c_legio_11", "c_legio_12", "c_legio_13"]}
    with table(world(there), cards=("2/1", "1/2")) as t:
        t.refused("caesar", "move Genua-Roma: LEG 1", kind="not_understood")
        t.caesar("move Genua-Roma: XI")
        assert t.w.at["c_legio_11"] == "roma"


def test_both_sides_auxilia_in_one_service_are_told_apart() -> None:
    """§card/jupiter A block of either side that is called AUX 1 has a name of its own."""
    w = world({"genua": ["c_auxilia_1", "p_auxilia_1"]}, turned={"p_auxilia_1": "caesar"})
    with table(w, cards=("2/1", "1/2")) as t:
        said = t.refused("caesar", "move Genua-Roma: AUX 1", kind="ambiguous")
        assert said == "“AUX 1” is ambiguous; it could be AUX C1 or AUX P1"
        t.caesar("move Genua-Roma: AUX P1")
        assert t.w.at["p_auxilia_1"] == "roma"


@pytest.mark.parametrize(
    "text", ["play Mercury", "mercury", "PLAY merc", "使用 マーキュリー", "play mercury "]
)
def test_a_card_is_played_by_its_name(text: str) -> None:
    """§2.1 With or without the verb."""
    w = world(THERE, hands={"caesar": ["Mercury", "2/1", "Mars"], "pompey": ["1/3"]})
    with table(w) as t:
        assert read(t.choice("caesar"), text, ENGLISH)[0] == "mercury"
        t.caesar(text)


@pytest.mark.parametrize("text", ["discard 2/1", "２／１", "捨てる 2/1", "Discard 2/1"])
def test_a_card_is_discarded_by_its_numbers(text: str) -> None:
    """§2.1 Movement and levy, as printed."""
    w = world(THERE, phase="discard", turn=1, hands={"caesar": ["Mercury", "2/1"]})
    with table(w) as t:
        assert read(t.choice("caesar"), text, ENGLISH)[0] == "command_2_1"


@pytest.mark.parametrize(
    "text",
    [
        "sail Utica-Syracusae: LEG 39",
        "sail Utica-Mare Internum-Syracusae: LEG 39",
        "ship utica-syr: 39",
        "海上移動 ウティカ-シラクサ: 軍団39",
    ],
)
def test_the_seas_of_a_passage_may_be_left_out(text: str) -> None:
    """§6.3 ruling JC-M11 By its end, or sea by sea."""
    w = world({"utica": ["p_legio_39", "p_legio_2"], "mare_internum": "p_navis_1"})
    with table(w, cards=("1/2", "3/1")) as t:
        meant = {"start": "utica", "way": ["mare_internum", "syracusae"], "blocks": ["p_legio_39"]}
        assert read(t.choice("pompey"), text, ENGLISH)[0] == {"pick": "sail", "answer": meant}


@pytest.mark.parametrize(
    "text", ["levy LEG 17 at Roma", "levy leg 17 in rom", "levy 17", "徴兵 軍団17 に ローマ"]
)
def test_a_levy_names_block_and_city(text: str) -> None:
    """§6.4 Where there is one city only, it need not be said."""
    with table(world({"roma": "c_caesar"}), cards=("2/3", "1/2")) as t:
        t.caesar("end")
        assert read(t.choice("caesar"), text, ENGLISH)[0]["answer"] == {"block": "c_legio_17", "city": "roma"}


def test_levies_and_steps_on_a_line() -> None:
    """§6.4 `levy LEG 17 at Roma; step Antonius`."""
    with table(world({"roma": "c_antonius:1"}), cards=("2/3", "1/2")) as t:
        t.caesar("end; levy LEG 17 at Roma; step Antonius; step LEG 17")
        assert t.w.steps["c_antonius"] == t.w.steps["c_legio_17"] == 2


def test_main_attack_call_strike_and_surprise() -> None:
    """§7.3 §card/jupiter §card/vulcan §card/mars Their verbs may be left out where nothing else is asked."""
    w = world({"genua": "c_caesar", "ravenna": "c_legio_13", "roma": ["p_legio_1", "p_legio_3"]})
    with table(w, cards=("2/1", "1/2")) as t:
        t.caesar("move Genua-Roma; Ravenna-Roma; end")
        assert t.lines("caesar") == ["main Genua", "main Ravenna"]
        t.caesar("ravenna")
        assert t.w.main == {"roma": "ravenna"}
    with table(w, cards=("Jupiter", "2/1"), draws=["p_legio_1"]) as t:
        t.caesar("call roma-gen: gr")
    w = world({"genua": "c_caesar", "roma": "p_legio_1", "utica": "p_legio_39"})
    with table(w, cards=("Vulcan", "2/1")) as t:
        assert [c.text for c in t.completions("caesar", "str")] == [
            "strike Alexandria",
            "strike Roma",
            "strike Utica",
        ]
        t.caesar("utica")


# -- completion at every stage -----------------------------------------------------------------


def test_completion_of_a_move() -> None:
    """§6.1 Verb, start, way, blocks; what is barred is listed with its reason."""
    w = world({**THERE, "roma": "p_legio_1", "alexandria": "cleopatra", "narbo": "c_navis_1"})
    with table(w, cards=("2/1", "1/2")) as t:
        assert t.lines("caesar") == ["move", "end"]
        assert [c.text for c in t.completions("caesar") if c.bar] == ["sail", "levy", "step"]
        assert t.lines("caesar", "move") == ["move Genua-", "move Narbo-", "move Ravenna-"]
        assert t.lines("caesar", "move ge") == ["move Genua-"]
        ways = ["Lugdunum", "Massilia", "Ravenna", "Roma"]
        assert t.lines("caesar", "move Genua-") == [f"move Genua-{way}" for way in ways]
        assert t.lines("caesar", "move Genua-Roma") == ["move Genua-Roma: "]
        group = [f"move Genua-Roma: {who}" for who in ("Caesar", "LEG 13", "LEG 8", "all")]
        assert t.lines("caesar", "move Genua-Roma: ") == group
        group = [f"move Genua-Roma: Caesar, {who}" for who in ("LEG 13", "LEG 8")]
        assert t.lines("caesar", "move Genua-Roma: Caesar, ") == group
        reasons = {c.text: c.bar.rule for c in t.completions("caesar", "move Ravenna-Genua-") if c.bar}
        assert reasons["move Ravenna-Genua-Roma"] == "6.12"
        assert t.lines("caesar", "move Genua-Roma: Caesar; Rav") == ["move Genua-Roma: Caesar; Ravenna-"]


def test_completion_in_japanese() -> None:
    """§6.1 A Japanese reader is offered Japanese names, and Latin ones are understood."""
    with table(world(THERE), cards=("2/1", "1/2")) as t:
        assert t.lines("caesar", "移動 ゲ", JAPANESE) == ["移動 ゲヌア-"]
        assert t.lines("caesar", "move ge", JAPANESE) == ["移動 ゲヌア-"]


@pytest.mark.parametrize(
    "text",
    [
        "move Genua to Roma: all",
        "move from Genua to Roma: all",
        "move Caesar, LEG 8, LEG 13 from Genua to Roma",
        "move Genua-Roma: all",
    ],
)
def test_a_move_may_be_worded_as_a_sentence(text: str) -> None:
    """§6.1 "from Genua to Roma" is "Genua-Roma", and blocks may be named first."""
    with table(world(THERE), cards=("2/1", "1/2")) as t:
        choice = t.choice("caesar")
        answer = choice.accept(read(choice, text, ENGLISH)[0])["answer"]
        assert (answer["start"], answer["way"]) == ("genua", ["roma"]) and len(answer["blocks"]) == 3


def test_a_place_without_blocks_of_ones_own_is_refused_for_that() -> None:
    """§6.1 §6.13 The place exists: it is not "not understood", and nobody is pinned by naming no block."""
    with table(world({**THERE, "roma": "p_legio_1"}), cards=("2/1", "1/2")) as t:
        assert t.refused("caesar", "move Roma-Genua: LEG 1", "6.1") == "you have no block at Roma"
        t.refused("caesar", "move Genua-Massilia", "6.1")
        t.refused("caesar", "sail Genua-Roma: all", "6.3")


def test_an_order_of_another_phase_says_when_it_is_given() -> None:
    """§2.2 What is asked now is said beside it, not that the order is unknown."""
    with table(world(THERE), cards=("2/1", "1/2")) as t:
        said = t.refused("caesar", "fire all", "7.2", kind="not_now")
        assert said.startswith("“fire” is given in a battle, when it is the turn of your blocks; you")
        assert "in winter" in t.refused("caesar", "disband LEG 8", "8.3", kind="not_now")
