"""Numbers of things, and places for things, in one form instead of two presses for each."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core import N_, words
from adjudicator.core.choices.choice import Reader
from adjudicator.core.choices.shares import Split
from adjudicator.core.language.errors import NotUnderstood
from frontends.discord.orders import whole_step
from frontends.discord.orders.panel_state import Panel, Subject
from frontends.discord.ui.items import ActionModal
from service.wizard.filled import End, Filled
from service.wizard.steps import forward, step
from tests.core.scripted import GAME
from tests.fake_discord.people import screen
from tests.harness.discord_toys import ToyHarness, toyed

from .test_windows import ring

ALL = "All at once …"


@toyed
async def test_numbers_are_filled_in_by_one_form(t: ToyHarness) -> None:
    campaign, players = await ring(t)
    player = players["a"]
    await player.orders()
    await player.pick("share") if "share" in player.options else await player.press("share")
    await player.press(ALL)
    assert player.modal is not None and player.modal.labels == ["Bela", "Cyra"]
    assert player.modal.options("Bela") == ["0", "1", "2"]
    await player.fill({"Bela": "2", "Cyra": "1"})
    assert "share Bela x2, Cyra x1" in player.text.replace("**", "")
    await player.press("Give this order")
    assert "✓ share Bela x2, Cyra x1" in player.text.replace("**", "")
    assert [a.seat for a in t.bench.service.asked(campaign)] == ["b"]


@toyed
async def test_a_form_that_was_refused_is_filled_in_when_it_opens_again(t: ToyHarness) -> None:
    _, players = await ring(t)
    player = players["a"]
    await player.orders()
    await player.pick("share") if "share" in player.options else await player.press("share")
    (former,) = [str(one.custom_id) for one in screen.buttons(player.shown) if one.label == ALL]
    await player.press(ALL)
    await player.fill({"Bela": "2", "Cyra": "2"})
    assert "⛔" in player.text and "§3.2" in player.text
    await player.press(ALL)
    assert player.modal is not None
    chosen = [
        option["value"]
        for top in player.modal.data["components"]
        for option in top["component"]["options"]
        if option.get("default")
    ]
    assert chosen == ["2", "2"]
    await player.fill({"Cyra": "0"})
    assert "share Bela x2" in player.text.replace("**", "")
    await player.forge(former)
    assert "no longer open" in player.said, "the step was filled in meanwhile"


@toyed
async def test_places_are_filled_in_by_one_form(t: ToyHarness) -> None:
    _, players = await ring(t)
    player = players["a"]
    await player.orders()
    await player.pick("send") if "send" in player.options else await player.press("send")
    await player.press(ALL)
    assert player.modal is not None
    first, *_ = player.modal.labels
    places = player.modal.options(first)
    assert places[0] == "–" and len(places) > 2
    await player.fill({first: places[2]})
    assert places[2] in screen.text(player.shown) and "Give this order" in player.labels


def layout(things: dict[str, int]) -> list[tuple[str, int]]:
    return [(field.kind, len(field.things)) for field in whole_step._fields(whole_step._things(at(things)))]


def at(things: dict[str, int], most: int = 9) -> Panel:
    """A panel that asks how many of each thing."""
    prompt = words(N_("How many coins?"))
    choice: Split = Split(rule="3.2", prompt=prompt, things=lambda: things, least=0, most=most)
    subject = Subject(1, "a", "p", 0, "commander", choice, Reader(GAME.lexicon, "en"))
    return Panel(subject, Filled(), [], step(choice, Filled(), subject.reader))


@pytest.mark.parametrize(
    ("singles", "numbers", "fields"),
    [
        (2, [], [("boxes", 2)]),
        (12, [3], [("boxes", 10), ("boxes", 2), ("menu", 1)]),
        (50, [], [("boxes", 10)] * 5),
        (0, [2, 3, 4, 5, 6], [("menu", 1)] * 5),
        (0, [2, 3, 4, 5, 6, 7], [*[("menu", 1)] * 4, ("typed", 2)]),
        (52, [3], [*[("boxes", 10)] * 4, ("typed", 13)]),
        (1, [40, 3], [("boxes", 1), ("menu", 1), ("typed", 1)]),
    ],
)
def test_a_form_has_at_most_five_fields(
    singles: int, numbers: list[int], fields: list[tuple[str, int]]
) -> None:
    things = {f"s{n}": 1 for n in range(singles)} | {f"n{n}": most for n, most in enumerate(numbers)}
    assert layout(things) == fields


def test_what_no_field_holds_is_typed_line_by_line() -> None:
    things: dict[str, Any] = {f"n{n}": 3 for n in range(7)}
    values = {"0": ["1"], "1": ["0"], "2": ["0"], "3": ["0"], "4": ["n4: 2\nn6：3\n"]}
    read = dict(whole_step._read(at(things), values))
    assert read == {"n0": 1, "n1": 0, "n2": 0, "n3": 0, "n4": 2, "n5": 0, "n6": 3}
    subject = at(things).subject
    assert forward(subject.choice, Filled.of([read, End.DONE]), subject.reader)
    for wrong in ("n4: 9", "n4", "elephants: 1", "n4: many"):
        with pytest.raises(NotUnderstood):
            list(whole_step._read(at(things), {**values, "4": [wrong]}))


def test_a_form_holds_what_the_platform_takes() -> None:
    """Labels and titles of 45 characters, options of 100."""
    modal = ActionModal("x" * 60, "ask_whole_in", 1, 0, "a", "p0")
    things = whole_step._things(at({"y" * 120: 1, "z" * 130: 2}))
    modal.put("l" * 80, whole_step._boxes(0, things[:1], None), "n" * 120)
    modal.put(things[1].one.label, whole_step._menu(1, things[1], None))
    made = modal.to_dict()
    assert len(made["title"]) == 45
    assert [len(top["label"]) for top in made["components"]] == [45, 45]
    (box,) = made["components"][0]["component"]["options"]
    assert len(box["label"]) == 100
