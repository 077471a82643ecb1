"""Answers that are a pass: those that name nothing, or a bare word by which a rule lets a seat do nothing."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core import (
    Amount,
    Assign,
    Choice,
    Field,
    Form,
    Illegal,
    Menu,
    OneOf,
    Split,
    Subset,
    Text,
    bar,
    one_of,
)
from adjudicator.core.language.words import N_, words
from service.usecases.play.default_answer import default_answer

RULE: dict[str, Any] = {"rule": "1", "prompt": words(N_("What?"))}
SHUT = bar("1", N_("not now"))
SOME = Subset(**RULE, options=one_of("x", "y"))


def refuse(answer: object) -> None:
    raise Illegal("1", N_("not now"))


def menu(**items: Any) -> Menu:
    return Menu(**RULE, items=lambda: items)


@pytest.mark.parametrize(
    ("choice", "answer"),
    [
        (menu(march=SOME, done=None), {"pick": "done"}),
        (menu(march=SOME, end=None, done=SHUT), {"pick": "end"}),
        (menu(march=SOME, rest=None), None),
        (menu(done=SHUT), None),
        (menu(**{"pass": SOME}), {"pick": "pass", "answer": []}),
        (menu(decline=None, no=None, stand=None), None),
        (OneOf(**RULE, options=one_of("yes", "no")), None),
        (OneOf(**RULE, options=one_of("x", "none")), "none"),
        (OneOf(**RULE, options=lambda: {"x": None, "none": SHUT}), None),
        (SOME, []),
        (Subset(**RULE, options=one_of("x"), least=1), None),
        (Subset(**RULE, options=one_of("x"), judge=refuse), None),
        (Amount(**RULE, least=0, most=3), 0),
        (Amount(**RULE, least=1, most=3), None),
        (Split(**RULE, things=lambda: {"x": 2}, least=0, most=2), {}),
        (Split(**RULE, things=lambda: {"x": 2}, least=1, most=2), None),
        (Assign(**RULE, things=lambda: {"x": {"here": None}}), {}),
        (Assign(**RULE, things=lambda: {"x": {"here": None}}, least=1), None),
        (Text(**RULE), None),
        (
            Form(**RULE, fields=(Field("who", lambda done: SOME), Field("n", lambda done: SOME))),
            {"who": [], "n": []},
        ),
        (Form(**RULE, fields=(Field("who", lambda done: SOME), Field("n", lambda done: Text(**RULE)))), None),
        (Form(**RULE, fields=(Field("who", lambda done: SOME),), judge=refuse), None),
    ],
)
def test_only_what_does_nothing_is_a_pass(choice: Choice[Any], answer: object) -> None:
    assert default_answer(choice) == answer
