"""Every shape of a decision, against any answer and any text (architecture.md §1.4)."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.core import (
    N_,
    Ambiguous,
    Amount,
    Assign,
    Bar,
    Choice,
    Field,
    Form,
    Illegal,
    Lexicon,
    Menu,
    NotUnderstood,
    OneOf,
    Reader,
    Refusal,
    Route,
    Split,
    Step,
    Subset,
    Text,
    Verdicts,
    Words,
    bar,
    fill,
    one_of,
    open_of,
    words,
)
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.log.chain import canon
from adjudicator.core.log.chance import sampler

NO = bar("9.9", N_("{it} is closed"), it="it")
LEXICON = Lexicon(
    {
        "leg_1": {"en": ["LEG 1", "First"], "ja": ["第1軍団"]},
        "leg_13": {"en": ["LEG 13"], "ja": ["第13軍団"]},
        "genua": {"en": ["Genua", "Genoa"], "ja": ["ゲヌア"]},
        "gades": {"en": ["Gadés"], "ja": ["ガデス"]},
        "mare_nostrum": {"en": ["Mare Nostrum"], "ja": ["地中海"]},
        "play": {"en": ["play"], "ja": ["出す"]},
        "lay_down": {"en": ["lay down"], "ja": ["伏せる"]},
        "to": {"en": ["to"], "ja": ["へ"]},
        "all": {"en": ["all"], "ja": ["全部"]},
        "none": {"en": ["none"], "ja": ["なし"]},
    }
)
READERS = [Reader(LEXICON, "en"), Reader(LEXICON, "ja")]
PLACES: Verdicts = {"genua": None, "gades": NO, "mare_nostrum": None}
ASKED: dict[str, Any] = {"rule": "1", "prompt": words(N_("What?"))}


def judge(chosen: Any) -> None:
    if len(chosen) == 2:
        raise Illegal("1", N_("{chosen} do not go together"), chosen=list(chosen))


def step(way: tuple[str, ...]) -> Step:
    onward: dict[str, Bar | None] = {p: NO if p in way else stop for p, stop in PLACES.items()}
    return Step(onward if len(way) < 2 else {}, NO if way == ("genua",) else None)


WAY = Route(**ASKED, start="roma", step=step)
PLACE = OneOf(**ASKED, options=lambda: PLACES)
CARD = OneOf(**ASKED, options=lambda: {"leg_1": NO, "leg_13": None, "genua": None}, verb="play")
COUNT = Amount(**ASKED, least=1, most=30)
SOME = Subset(**ASKED, options=lambda: {"leg_1": None, "leg_13": None, "gades": NO, "genua": None}, least=1)
ORDER = Form(
    **ASKED,
    fields=(
        Field("start", lambda done: PLACE, ("-",)),
        Field("way", lambda done: WAY, (":",)),
        Field("who", lambda done: SOME if done["start"] == "genua" else CARD),
    ),
)
SHAPES: dict[str, Choice[Any]] = {
    "one_of": PLACE,
    "one_of with a verb": CARD,
    "one_of with a verb of two words": OneOf(**ASKED, options=lambda: PLACES, verb="lay_down"),
    "subset": SOME,
    "subset in order": Subset(**ASKED, options=one_of("leg_1", "leg_13", "genua"), ordered=True, most=2),
    "subset with a judge": Subset(**ASKED, options=one_of("leg_1", "leg_13", "genua"), judge=judge),
    "subset with a verb": Subset(**ASKED, options=one_of("leg_1", "leg_13"), verb="play"),
    "route": WAY,
    "amount": COUNT,
    "amount with a verb": Amount(**ASKED, least=0, most=9, verb="play"),
    "text": Text(**ASKED, most=20),
    "text with a verb": Text(**ASKED, most=20, verb="play"),
    "split": Split(**ASKED, things=lambda: {"leg_1": 2, "leg_13": 3, "genua": 1}, least=0, most=4),
    "assign": Assign(
        **ASKED, things=lambda: {"leg_1": PLACES, "leg_13": PLACES, "genua": PLACES}, judge=judge
    ),
    "menu": Menu(
        **ASKED, items=lambda: {"play": CARD, "lay_down": COUNT, "all": None, "none": NO, "genua": ORDER}
    ),
    "form": ORDER,
}

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)
names = ["leg_1", "leg_13", "genua", "gades", "mare_nostrum", "play", "pick", "answer", "start", "way", "who"]
near_values = st.recursive(
    st.sampled_from([*names, True, False, None, 0, 1, 1.0, math.nan, -1, 2**70, "", "leg_1 "]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(names), inner, max_size=4),
    max_leaves=10,
)
words_typed = ["LEG 1", "leg13", "LEG", "Genoa", "ge", "gadés", "play", "lay down", "to", "all", "none", "x2"]
near_texts = st.lists(
    st.sampled_from([*words_typed, "-", ":", ",", " ", "、", "と", "3", "99999999999", "へ"])
).map(" ".join)
shapes = pytest.mark.parametrize("shape", SHAPES)


@shapes
@given(value=json_values | near_values)
@settings(max_examples=50)
def test_any_value_is_accepted_or_refused(shape: str, value: Any) -> None:
    choice = SHAPES[shape]
    try:
        answer = choice.accept(value)
    except (NotUnderstood, Illegal) as refusal:
        require_sayable(refusal)
        return
    assert choice.accept(answer) == answer
    canon(answer)
    canon(choice.public(answer))


@shapes
@pytest.mark.parametrize("value", [{(1,): 2}, {1: 2}, {None: 1}, [["a"]], object(), b"leg_1", ("leg_1",)])
def test_what_no_json_can_be_is_refused(shape: str, value: Any) -> None:
    with pytest.raises(NotUnderstood):
        SHAPES[shape].accept(value)


@shapes
@given(text=st.text() | near_texts, data=st.data())
@settings(max_examples=50)
def test_any_text_is_an_answer_or_refused(shape: str, text: str, data: st.DataObject) -> None:
    choice, reader = SHAPES[shape], data.draw(st.sampled_from(READERS))
    try:
        canon(choice.accept(choice.parse(text, reader)))
    except Refusal as refusal:
        require_sayable(refusal)
    for line in choice.complete(text, reader):
        assert line.text


def require_sayable(refusal: Refusal) -> None:
    said = fill(refusal.why, "en", LEXICON.label)
    assert said
    assert said.isprintable()
    said.encode()


@shapes
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.language)
def test_what_is_written_is_read_again(shape: str, reader: Reader) -> None:
    choice, rng = SHAPES[shape], sampler(5)
    for _ in range(60):
        answer = choice.accept(choice.sample(rng))
        text = choice.write(answer, reader)
        assert choice.accept(choice.parse(text, reader)) == answer
        if choice.shape != "text":
            assert choice.accept(choice.parse(text.upper(), reader)) == answer


@shapes
def test_samples_are_lawful_and_various(shape: str) -> None:
    choice = SHAPES[shape]
    drawn = {canon(choice.accept(choice.sample(sampler(seed)))) for seed in range(80)}
    assert len(drawn) > 1


@shapes
def test_a_description_is_json_but_for_its_bars(shape: str) -> None:
    described = msgspec.json.decode(msgspec.json.encode(SHAPES[shape].describe()))
    assert described["shape"] == SHAPES[shape].shape == shape.split(" ", maxsplit=1)[0]


@shapes
def test_a_question_has_a_name_of_its_own(shape: str) -> None:
    choice = SHAPES[shape]
    assert choice.fingerprint() == choice.fingerprint()
    assert msgspec.structs.replace(choice, rule="2").fingerprint() != choice.fingerprint()
    other = msgspec.structs.replace(choice, prompt=words("{n}", n=2))
    assert other.fingerprint() != choice.fingerprint()


def test_a_sentence_may_change_while_a_campaign_is_played() -> None:
    """The name of a question holds what its prompt says of it, not the sentence, however deep it stands."""

    def asked(said: str, inner: str, n: int) -> str:
        prompt = words(said, of=[words(inner, n=n), "roma"])
        return OneOf(rule="1", prompt=prompt, options=lambda: {}).fingerprint()

    assert asked("take {of}", "{n} blocks", 1) == asked("{of} are taken", "blocks: {n}", 1)
    assert asked("take {of}", "{n} blocks", 1) != asked("take {of}", "{n} blocks", 2)


@pytest.mark.parametrize("shape", [s for s in SHAPES if s.split(" ")[0] not in ("text", "menu", "form")])
def test_an_open_completion_is_a_lawful_answer_and_a_barred_one_is_not(shape: str) -> None:
    choice, reader = SHAPES[shape], READERS[0]
    lines = list(choice.complete("", reader))
    assert [line for line in lines if line.bar is None]
    for line in lines:
        if line.text.endswith("-"):
            assert list(choice.complete(line.text, reader))
        elif line.bar is None:
            choice.accept(choice.parse(line.text, reader))
        else:
            with pytest.raises(Illegal):
                choice.accept(choice.parse(line.text, reader))


@pytest.mark.parametrize(
    ("shape", "typed", "open_lines"),
    [
        ("one_of", "gen", ["Genua"]),
        ("one_of with a verb", "pl", ["play LEG 13", "play Genua"]),
        ("one_of with a verb", "play leg", ["play LEG 13"]),
        ("subset", "LEG 1, ge", ["LEG 1, Genua"]),
        ("route", "Genua-m", ["Genua-Mare Nostrum"]),
        ("amount with a verb", "PLAY 3", ["play 3"]),
        ("amount", "3", ["3", "30"][:1]),
        ("assign", "LEG 13 to m", ["LEG 13 to Mare Nostrum"]),
        ("menu", "la", ["lay down"]),
        ("menu", "lay down 2", ["lay down 2", "lay down 20", "lay down 21", "lay down 22", "lay down 23"]),
        ("menu", "play le", ["play play LEG 13"]),
        ("form", "Genua-Mare Nostrum: LEG 13, f", ["Genua-Mare Nostrum: LEG 13, LEG 1"]),
    ],
)
def test_what_is_typed_is_completed(shape: str, typed: str, open_lines: list[str]) -> None:
    lines = [line.text for line in SHAPES[shape].complete(typed, READERS[0]) if line.bar is None]
    assert lines[: len(open_lines)] == open_lines
    assert lines


# -- traps, each by name ---------------------------------------------------------------------------


def test_true_is_not_one() -> None:
    for value in (True, 1.0, "1", None):
        with pytest.raises(NotUnderstood):
            COUNT.accept(value)
    with pytest.raises(NotUnderstood):
        SHAPES["split"].accept({"leg_1": True})
    assert COUNT.accept(1) == 1


def test_nothing_is_taken_twice() -> None:
    with pytest.raises(NotUnderstood):
        SOME.accept(["leg_1", "leg_1"])
    with pytest.raises(Refusal):
        SOME.parse("LEG 1, LEG 1", READERS[0])


def test_a_subset_comes_back_in_the_order_of_its_options() -> None:
    assert SOME.accept(["genua", "leg_1"]) == ["leg_1", "genua"]
    assert SHAPES["subset in order"].accept(["genua", "leg_1"]) == ["genua", "leg_1"]


def test_what_is_barred_says_why() -> None:
    for choice, value in ((PLACE, "gades"), (SOME, ["gades"]), (WAY, ["gades"]), (WAY, ["genua"])):
        with pytest.raises(Illegal) as refusal:
            choice.accept(value)
        assert refusal.value.rule == "9.9"
        assert fill(refusal.value.why, "en") == "it is closed"


def test_the_whole_name_is_meant_before_a_part_of_another() -> None:
    """LEG 1 is barred: it is not LEG 13 that is played instead."""
    assert CARD.parse("LEG 1", READERS[0]) == "leg_1"
    assert CARD.parse("play first", READERS[0]) == "leg_1"
    with pytest.raises(Illegal):
        CARD.accept(CARD.parse("leg 1", READERS[0]))
    only = OneOf(**ASKED, options=one_of("leg_13"))
    with pytest.raises(NotUnderstood):
        only.parse("LEG 1", READERS[0])
    assert only.parse("leg", READERS[0]) == "leg_13"


def test_what_is_ambiguous_names_the_candidates() -> None:
    both = OneOf(**ASKED, options=one_of("leg_1", "leg_13"))
    with pytest.raises(Ambiguous) as refusal:
        both.parse("leg", READERS[0])
    assert refusal.value.candidates == ("leg_1", "leg_13")


def test_accents_case_width_and_spaces_do_not_matter() -> None:
    place = OneOf(**ASKED, options=one_of("gades", "mare_nostrum"))
    for text in ("GADES", "gade\u0301s", "ＧＡＤＥＳ", " gad "):
        assert place.parse(text, READERS[0]) == "gades"
    for text in ("mare  nostrum", "marenostrum", "nostr", "mare_nostrum", "地中海"):
        assert place.parse(text, READERS[1]) == "mare_nostrum"


def test_a_number_in_a_name_is_not_a_count() -> None:
    split = SHAPES["split"]
    assert split.parse("LEG 13, leg 1 x2", READERS[0]) == {"leg_13": 1, "leg_1": 2}
    assert split.parse("LEG 13 2", READERS[0]) == {"leg_13": 2}


def test_a_text_is_kept_in_its_one_spelling() -> None:
    text = SHAPES["text"]
    assert text.accept("  cafe\u0301 ") == "caf\u00e9"
    for value in ("a\nb", "a\u0000", "\ud800"):
        with pytest.raises(NotUnderstood):
            text.accept(value)
    with pytest.raises(Illegal):
        text.accept("x" * 21)


def test_a_decision_without_a_lawful_answer_has_no_sample() -> None:
    closed = OneOf(**ASKED, options=lambda: {"genua": NO})
    menu = Menu(**ASKED, items=lambda: {"play": closed, "all": NO})
    few = Subset(**ASKED, options=one_of("genua"), least=2)
    poor = Split(**ASKED, things=lambda: {"genua": 1}, least=2, most=3)
    dead = Route(**ASKED, start="roma", step=lambda way: Step({}))
    form = Form(**ASKED, fields=(Field("x", lambda done: closed),))
    stuck = Assign(**ASKED, things=lambda: {"leg_1": {"genua": NO}}, least=1)
    for choice in (closed, menu, few, poor, dead, form, stuck):
        with pytest.raises(NoneLegal):
            choice.sample(sampler(1))
    way_out = Menu(**ASKED, items=lambda: {"play": closed, "all": None})
    assert {canon(way_out.sample(sampler(seed))) for seed in range(9)} == {b'{"pick":"all"}'}


def test_a_form_asks_field_by_field() -> None:
    name, choice = ORDER.next({}) or ("", PLACE)
    assert (name, choice) == ("start", PLACE)
    assert (ORDER.next({"start": "genua", "way": ["mare_nostrum"]}) or ("", None))[1] is SOME
    assert (ORDER.next({"start": "mare_nostrum", "way": ["mare_nostrum"]}) or ("", None))[1] is CARD
    assert ORDER.next({"start": "genua", "way": ["mare_nostrum"], "who": ["leg_1"]}) is None
    with pytest.raises(Illegal):
        ORDER.next({"start": "gades"})


def test_a_concealed_part_conceals_the_whole() -> None:
    secret = OneOf(**ASKED, options=one_of("leg_1"), conceal=lambda card: {"cards": 1})
    menu = Menu(**ASKED, items=lambda: {"play": secret, "all": None})
    form = Form(**ASKED, fields=(Field("who", lambda done: secret), Field("n", lambda done: COUNT)))
    played = {"pick": "play", "answer": "leg_1"}
    assert menu.hides(played)
    assert menu.public(played) == {"pick": "play", "cards": 1}
    assert not menu.hides({"pick": "all"})
    assert menu.public({"pick": "all"}) == {"answer": {"pick": "all"}}
    assert form.hides({"who": "leg_1", "n": 3})
    assert form.public({"who": "leg_1", "n": 3}) == {"who": {"cards": 1}, "n": {"answer": 3}}
    assert not ORDER.hides({"start": "genua", "way": ["mare_nostrum"], "who": ["leg_1"]})


def test_a_route_may_name_its_start_first() -> None:
    for reader in READERS:
        roma, nostrum = reader.label("roma"), reader.label("mare_nostrum")
        assert WAY.parse(f"{roma}-{nostrum}", reader) == ["mare_nostrum"]
        assert [line.text for line in WAY.complete(f"{roma}-{nostrum[:2]}", reader)] == [f"{roma}-{nostrum}"]
        with pytest.raises(NotUnderstood):
            WAY.parse(roma, reader)
        with pytest.raises(NotUnderstood):
            WAY.parse(f"{roma}-{roma}-{nostrum}", reader)


def test_a_way_says_where_it_ends_and_what_may_come_next() -> None:
    reader = READERS[0]
    with pytest.raises(Illegal, match="the route ends in") as ended:
        WAY.parse("Mare Nostrum-Genua-Mare Nostrum", reader)
    assert (ended.value.rule, ended.value.why.values) == ("1", {"place": "genua"})
    with pytest.raises(Illegal, match="the route ends in"):
        WAY.accept(["mare_nostrum", "genua", "mare_nostrum"])
    with pytest.raises(NotUnderstood, match="cannot come next after") as unknown:
        WAY.parse("Mare Nostrum-LEG 13", reader)
    assert str(unknown.value.why.values["text"]) == "LEG 13"
    assert unknown.value.candidates == ("genua",)
    with pytest.raises(NotUnderstood, match="the order is incomplete"):
        WAY.parse("Mare Nostrum-", reader)


def test_a_name_that_exists_is_not_called_unknown() -> None:
    """What the game knows by that name is understood: the paragraph that asks, and what can be chosen."""
    menu = Menu(**ASKED, items=lambda: {"play": OneOf(**ASKED, options=one_of("leg_1")), "none": None})
    reader = READERS[0]
    for choice, text in (
        (menu, "play Genua"),
        (menu, "Genua to LEG 1"),
        (OneOf(**ASKED, options=one_of("leg_1", "leg_13")), "Genua"),
    ):
        with pytest.raises(NotUnderstood, match="cannot be chosen here; expected") as known:
            choice.parse(text, reader)
        assert known.value.rule == "1" and str(known.value.why.values["text"]) == "Genua"
    with pytest.raises(NotUnderstood, match="is not understood here") as unknown:
        menu.parse("play Atlantis", reader)
    assert unknown.value.rule == ""


def test_a_verb_cut_short_is_completed_behind() -> None:
    menu, reader = SHAPES["menu"], READERS[0]
    lines = [[(c.text, c.bar, c.note) for c in menu.complete(text, reader)] for text in ("pl ge", "play ge")]
    assert lines[0] == lines[1] != []
    assert [c.text for c in menu.complete("pl", reader)] == ["play"]
    assert CARD.parse("pl leg 13", reader) == "leg_13"
    assert [c.text for c in CARD.complete("pl ge", reader)] == ["play Genua"]
    assert list(menu.complete("a ge", reader)) == [], "nothing stands behind a bare word"


def test_options_are_looked_at_only_when_somebody_looks() -> None:
    def never() -> Verdicts:
        raise AssertionError("nobody has looked")

    choice = OneOf(**ASKED, options=never)
    assert choice.fingerprint()
    assert not choice.hides("x")
    assert open_of({"a": None, "b": NO}) == ["a"]


def test_of_many_options_a_refusal_names_the_first() -> None:
    """Eight and how many more; the candidates are complete."""
    many = OneOf(rule="1.1", prompt=words("which?"), options=one_of(*(f"n{i}" for i in range(20))))
    with pytest.raises(NotUnderstood) as refused:
        many.parse("x", READERS[0])
    assert len(refused.value.candidates) == 20
    said = fill(refused.value.why, "en")
    assert said.endswith("n0, n1, n2, n3, n4, n5, n6, n7, … (12 more)")


def test_where_all_is_barred_for_one_reason_it_is_the_answer() -> None:
    """To nothing, and to what is none of them; two reasons are not mixed up."""
    barred = OneOf(rule="1.1", prompt=words("which?"), options=lambda: {"genua": NO, "gades": NO})
    for text in ("", "Roma", "Genua"):
        with pytest.raises(Illegal, match="is closed"):
            barred.accept(barred.parse(text, READERS[0]))
    other = OneOf(
        rule="1.1", prompt=words("which?"), options=lambda: {"genua": NO, "gades": bar("1.2", "no")}
    )
    some = Subset(rule="1.1", prompt=words("which?"), options=other.options)
    menu = Menu(rule="1.1", prompt=words("which?"), items=other.options)
    for choice in (other, some, menu):
        with pytest.raises(NotUnderstood) as refused:
            choice.accept(choice.parse("Roma", READERS[0]))
        assert fill(refused.value.why, "en").endswith("expected: an option, but none is allowed now")


def test_a_number_that_must_be_one_number_is_said_to_be() -> None:
    """Not "from 2 to 2"."""
    for least, why in ((2, "must be exactly 2, not 3"), (1, "3 is out of range (1 to 2)")):
        choice = Split(rule="1.1", prompt=words("who?"), things=lambda: {"genua": 3}, least=least, most=2)
        with pytest.raises(Illegal) as refused:
            choice.accept({"genua": 3})
        assert fill(refused.value.why, "en") == why


def test_an_option_may_say_what_it_means() -> None:
    def note(id: str) -> Words:
        return words("that is {id}", id=id)

    verdicts = {"a": None, "b": bar("1.2", "no")}
    choice = OneOf(rule="1.1", prompt=words("which?"), options=lambda: verdicts, note=note)
    said = {line.text: line.note for line in choice.complete("", READERS[0])}
    assert said == {"a": note("a"), "b": None}


def test_a_verb_cut_short_means_an_open_one() -> None:
    """A barred one only if no other begins so."""
    menu = Menu(
        rule="1.1",
        prompt=words("what?"),
        items=lambda: {"march": None, "manoeuvre": bar("1.2", "no"), "land": bar("1.2", "no")},
    )
    assert menu.parse("m", READERS[0]) == {"pick": "march"}
    with pytest.raises(Illegal):
        menu.parse("man", READERS[0])
    with pytest.raises(Illegal):
        menu.parse("l", READERS[0])


def test_an_amount_that_can_only_be_one_number_need_not_be_given() -> None:
    """ "muster" of a leader without guile."""
    none, some = (Amount(rule="1", prompt=words(N_("Where?")), least=0, most=n, verb="guile") for n in (0, 1))
    assert none.parse("", READERS[0]) == 0
    with pytest.raises(NotUnderstood):
        some.parse("", READERS[0])
