"""Nothing is offered that no order can be completed with; what remains open can be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Field,
    Form,
    Illegal,
    Lexicon,
    Menu,
    OneOf,
    Reader,
    Split,
    Subset,
    bar,
    words,
)
from adjudicator.core.choices.plain import Amount
from service.wizard.filled import End, Filled
from service.wizard.step import Step
from service.wizard.witness import begun, is_open, offered, stuck

READER = Reader(Lexicon({}), "en")
HOME = {"roman": ("roma", "ostia"), "greek": ("athens",)}
FAR = bar("1.2", N_("they have no place in common"))
NOWHERE = OneOf(rule="1.2", prompt=words(N_("Where?")), options=lambda: {"roma": FAR})


def asked(choice: Choice[Any], *filled: Any) -> Step:
    found = offered(choice, Filled.of(filled), READER)
    assert isinstance(found, Step)
    return found


def barred(now: Step) -> dict[str, str]:
    return {one.id: one.bar.rule for one in (*now.options, *now.buttons) if one.bar is not None}


def setting_up() -> Form:
    """Units, and a place that is home to all of them."""

    def where(done: Mapping[str, Any]) -> OneOf:
        def verdicts() -> dict[str, Bar | None]:
            places = {place for homes in HOME.values() for place in homes}
            return {
                p: None if all(p in HOME[kind] for kind in done["units"]) else FAR for p in sorted(places)
            }

        return OneOf(rule="1.2", prompt=words(N_("Where?")), options=verdicts)

    units = Split(
        rule="1.1", prompt=words(N_("Which?")), things=lambda: {"greek": 3, "roman": 3}, least=1, most=3
    )
    return Form(
        rule="1",
        prompt=words(N_("Place.")),
        fields=(Field("units", lambda done: units), Field("place", where)),
    )


def test_a_list_ends_only_where_the_next_question_has_an_answer() -> None:
    assert barred(asked(setting_up(), {"greek": 1}, {"roman": 1})) == {End.DONE: "1.2"}


def test_a_thing_that_does_not_go_with_what_is_picked_is_barred_until_that_is_taken_back() -> None:
    assert barred(asked(setting_up())) == {End.DONE: "1.1"}
    assert barred(asked(setting_up(), {"greek": 1})) == {"roman": "1.2"}
    assert barred(asked(setting_up(), {"greek": 1}, {"greek": 0})) == {End.DONE: "1.1"}


def test_the_only_one_of_a_few_that_leads_on_is_picked_before_anything_is_pressed() -> None:
    """Nothing can be played although the question offers it: to pass costs one press, its confirmation."""
    which = OneOf(rule="1.1", prompt=words(N_("Which?")), options=lambda: {"greek": None})
    fields = (Field("unit", lambda done: which), Field("place", lambda done: NOWHERE))
    nowhere = Form(rule="1", prompt=words(N_("Place.")), fields=fields)
    for play, picked in ((nowhere, Filled(("pass",))), (setting_up(), Filled())):
        items: dict[str, Choice[Any] | Bar | None] = {"play": play, "pass": None}
        menu = Menu(rule="1", prompt=words(N_("Play or pass.")), items=partial(dict, items))
        assert begun(menu, READER) == picked


def test_a_question_without_any_option_is_stuck() -> None:
    """Ottomans §16.31 Units of no one place were picked, and then no place was left to carry them from."""
    nowhere = OneOf(rule="1.5", prompt=words(N_("From where?")), options=dict)
    assert stuck(asked(nowhere)) == Bar("1.5", words(N_("no order can be completed with this")))


def test_a_number_of_a_thing_is_asked_within_what_the_others_leave() -> None:
    number = asked(setting_up(), {"greek": 2}, "roman")
    assert (number.least, number.most) == (0, 1)


def test_a_number_is_asked_within_what_leads_on() -> None:
    def judge(done: dict[str, Any]) -> None:
        if done["n"] not in (3, 4):
            raise Illegal("1.3", N_("3 or 4"))

    amount = Amount(rule="1.3", prompt=words(N_("How many?")), least=1, most=9)
    form = Form(rule="1", prompt=words(N_("Pay.")), fields=(Field("n", lambda done: amount),), judge=judge)
    assert (asked(form).least, asked(form).most) == (3, 4)


def test_some_that_go_with_no_others_are_barred() -> None:
    def judge(done: dict[str, Any]) -> None:
        if "bad" in done["who"] or len(done["who"]) != 2:
            raise Illegal("1.4", N_("two, and nobody bad"))

    who = Subset(
        rule="1.4", prompt=words(N_("Who?")), options=lambda: dict.fromkeys(("a", "b", "bad")), least=0
    )
    form = Form(rule="1", prompt=words(N_("Go.")), fields=(Field("who", lambda done: who),), judge=judge)
    assert barred(asked(form)) == {"bad": "1.4", "*all": "1.4", End.NONE: "1.4"}


def test_a_decision_without_an_open_option_is_not_open() -> None:
    shut = Menu(rule="2", prompt=words(N_("Act?")), items=lambda: {"agent": bar("2.1", N_("you hold none"))})
    assert not is_open(shut, READER)
    assert stuck(asked(shut)) == bar("2.1", N_("you hold none"))
    assert is_open(setting_up(), READER)
