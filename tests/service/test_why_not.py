"""Why a press on the map is not taken (service/wizard/why_not.py): the sentence of the typed order."""

from __future__ import annotations

import re

import pytest

from adjudicator.core.choices.forms import Menu
from adjudicator.core.choices.shares import Assign
from adjudicator.core.language.errors import Refusal
from adjudicator.core.log.chance import sampler
from adjudicator.core.orders.orders import read
from frontends.browser.pages.table.places import layout_of
from service.text import telling
from service.wizard.filled import Filled
from service.wizard.step import Step
from service.wizard.steps import decompose, step
from service.wizard.touch import touch
from service.wizard.why_not import ABOUT, why_not
from tests.harness.service import GAMES
from tests.harness.walks import games, readers

STEPS = {"ancient_world": 8, "belisarius": 100, "julius_caesar": 50, "ottomans": 80}
PRESSES = 2


@pytest.mark.parametrize("name", STEPS)
def test_a_refused_press_has_a_reason(name: str) -> None:
    """In random positions of every game: each press that no order takes has a reason where the question is
    about places, and names that exist are not called unknown.
    """
    layout, rng, forbidden = layout_of(name, "en"), sampler(5), 0
    assert layout is not None
    reader = readers(GAMES[name])[0]
    for _, _, choice in games(name, 11, STEPS[name]):
        items = decompose(choice, choice.accept(choice.sample(rng)))
        for end in range(min(2, len(items))):
            for place in rng.shuffled(list(layout.places))[:PRESSES]:
                ids = layout.named_in(place)
                try:
                    if touch(choice, items.until(end), ids, (), reader):
                        continue
                except Refusal:
                    continue
                reasons = why_not(choice, items.until(end), ids, reader)
                now = step(choice, items.until(end), reader)
                assert isinstance(now, Step)
                asks = {option.id for option in now.options} & layout.where.keys()
                assert reasons or not asks, (name, place, now.prompt)
                forbidden += any(one.kind == ABOUT for one in reasons)
                for one in reasons:
                    said = telling.refusal(one.refused, "en", reader.lexicon.label)
                    unknown = re.search("“(.*)” is not understood", said)
                    assert not unknown or not reader.lexicon.knows(unknown[1]), said
    assert forbidden


def test_it_is_the_refusal_of_the_typed_order() -> None:
    """§6.1 §6.4 A verb and a place, typed or pressed, are refused in the same words."""
    reader, compared = readers(GAMES["julius_caesar"])[0], 0
    for _, _, choice in games("julius_caesar", 3, 60):
        if not isinstance(choice, Menu):
            continue
        for place in ("roma", "massilia", "tingis", "mare_internum"):
            for refused, kind, verb in why_not(choice, Filled(), [place], reader):
                if kind != ABOUT or not verb:
                    continue
                item, to = choice.items()[verb], reader.label("to")
                thing = f"{reader.label(next(iter(item.things())))} {to} " if isinstance(item, Assign) else ""
                with pytest.raises(Refusal) as typed:
                    order = f"{reader.label(verb)} {thing}{reader.label(place)}"
                    choice.accept(read(choice, order, reader)[0])
                assert typed.value.why == refused.why and typed.value.rule == refused.rule
                compared += 1
    assert compared
