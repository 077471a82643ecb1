"""Walks through choices pick by pick, and what a reader meets on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.core import Choice, Game, Reader, Refusal, Table, start
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.language.words import Words
from adjudicator.core.log.chain import JSON, Chain
from adjudicator.core.log.chance import sampler
from adjudicator.core.table.question import WindowPolicy
from service.values.words import speak
from service.wizard.filled import End, Filled
from service.wizard.steps import Built, Option, Step, decompose, step
from tests.belisarius.selfplay import OPTIONAL, settler
from tests.harness.service import GAMES
from tests.kit.play_styles import bold, pick_of
from tests.kit.selfplay import Loose

LANGUAGES = ("en", "ja")
SCENARIOS = {name: game.scenarios()[0] for name, game in GAMES.items()}
ASIDES = 6
"""The number of rests for each at which somebody acts out of turn."""
GRAVE = ("surrender", "accept")
"""The acts out of turn that are left out here, because they may end the game."""


def readers(game: Game) -> list[Reader]:
    return [Reader(game.lexicon, language) for language in LANGUAGES]


def games(name: str, seed: int, most: int) -> Iterator[tuple[Table, str, Choice[Any]]]:
    """A random game up to a number of answers: every question before it is answered."""
    game, scenario, rng = GAMES[name], SCENARIOS[name], sampler(seed)
    begun = game.found(scenario.id, OPTIONAL if name == "belisarius" else {}, scenario.seats)
    chain, policy = Chain(f"{name}/walk", bytes(32), 1), WindowPolicy({"default": "ask"})
    table = Table(game, start(game, begun, 0), chain, Loose(seed), policy=policy, fresh=True)
    for _ in range(most):
        if table.over:
            return
        asides = {} if rng.below(ASIDES) else {s: c for s, c in table.asides().items() if samples(c, 1)}
        asked = asides or table.pending
        seat = rng.choice(list(asked))
        choice = asked[seat]
        yield table, seat, choice
        setting_up = getattr(table.world, "phase", "") == "set_up" and not asides
        answer = (settler if setting_up else bold)(choice, rng, table.world, seat)
        if asides and pick_of(answer) in GRAVE:
            continue
        act: Callable[[str, object], None] = table.aside if asides else table.submit
        act(seat, answer)


def samples(choice: Choice[Any], n: int, seed: int = 0) -> list[Any]:
    """Some legal answers as they are accepted."""
    found: list[Any] = []
    for at in range(n):
        try:
            found.append(choice.accept(choice.sample(sampler(seed + at))))
        except NoneLegal:
            break
    return found


def walked(choice: Choice[Any], answer: Any, reader: Reader) -> list[Step]:
    """All steps to an answer, each of which offers what is picked; the items come through JSON unchanged."""
    items = decompose(choice, answer)
    assert Filled.of(msgspec.json.decode(msgspec.json.encode(items.picks))) == items
    steps: list[Step] = []
    for n, item in enumerate(items.picks):
        asked = step(choice, items.until(n), reader)
        assert isinstance(asked, Step), (items, n)
        assert offers(asked, item), (items, n, asked)
        steps.append(asked)
    built = step(choice, items, reader)
    assert isinstance(built, Built), items
    assert built.answer == answer
    assert built.text == choice.write(answer, reader)
    return steps


def offers(asked: Step, item: JSON) -> bool:
    """Return true if an item stands among what is open."""
    ids = {option.id for option in (*asked.options, *asked.buttons) if option.bar is None}
    match asked.kind:
        case "number":
            return isinstance(item, int) and asked.least <= item <= asked.most
        case "text":
            return isinstance(item, str) and len(item) <= asked.most
        case "some":
            return isinstance(item, list) and ids.issuperset(map(str, item)) and len(item) <= asked.most
    return item in ids


def said(asked: Step, reader: Reader) -> Iterator[str]:
    """Every text that a reader meets in a step."""
    words: list[Words] = [asked.prompt, *asked.context, *(crumb.prompt for crumb in asked.trail)]
    for option in (*asked.options, *asked.buttons):
        yield from (option.label, option.chosen)
        words += [option.note] if option.note is not None else []
        words += [option.bar.why] if option.bar is not None else []
    yield from (crumb.said for crumb in asked.trail)
    yield asked.so_far
    for text in words:
        yield speak(text, reader.language, reader.lexicon.label)


def barred(asked: Step) -> list[Option]:
    return [option for option in asked.options if option.bar is not None]


def refusal(
    choice: Choice[Any], filled: Filled, reader: Reader
) -> tuple[str, str, str, Mapping[str, Any]] | None:
    """Return the refusal of picks, in a form to be compared."""
    try:
        step(choice, filled, reader)
    except Refusal as refused:
        values = {key: str(value) for key, value in refused.why.values.items()}
        return refused.kind, refused.rule, refused.why.template, values
    return None


JUNK: Sequence[JSON] = ("no such thing", -1, 10**7, None, {}, [], {"pick": "x"}, ["no such thing"], {"x": 1})


def all_steps(choice: Choice[Any], reader: Reader, n: int) -> Iterator[str]:
    """Everything that the steps of some answers tell, refusals of nonsense among it."""
    met: set[str] = set()
    for answer in samples(choice, n):
        items = decompose(choice, answer)
        for end in range(len(items) + 1):
            if (key := repr(items.until(end))) in met:
                continue
            met.add(key)
            yield repr(step(choice, items.until(end), reader))
            for junk in (*JUNK, End.DONE, *items.picks[:2]):
                yield repr(refusal(choice, items.until(end).plus(junk), reader))
