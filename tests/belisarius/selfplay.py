"""Self-play of Belisarius: styles, options of a seed, and acts out of turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.belisarius.ai_player import ai_player
from adjudicator.belisarius.board import AREAS, HEXES
from adjudicator.belisarius.options import OPTIONAL_RULES, RULINGS
from adjudicator.belisarius.show.view import view
from adjudicator.belisarius.world import JUSTINIAN, World
from adjudicator.core import Choice, Refusal
from adjudicator.core.log.chance import Rng, sampler
from tests.kit.play_styles import ENDINGS, TRIES, PlayStyle, bold, pick_of, plain

GRAVE = 100
"""The number of acts out of turn, of those that end the game or change the whole map, for each that is
carried out.
"""
SELDOM = frozenset({*AREAS, JUSTINIAN, "heavy", "restore", "stir", "assassinate", "force", "procopius"})
"""The verbs that the curious style prefers."""
OPTIONAL: Mapping[str, str] = {option.name: "on" for option in OPTIONAL_RULES}
OTHERWISE: Mapping[str, str] = {option.name: option.values[-1] for option in RULINGS}
STYLES: tuple[tuple[PlayStyle, PlayStyle], ...] = (
    (plain, bold),
    (plain, plain),
    (bold, plain),
    (plain, plain),
    (bold, bold),
)
"""The barbarian's and the Empire's, by turns: the bold take long."""


def styles_of(seed: int) -> tuple[PlayStyle, PlayStyle]:
    """The styles of a game, each with every kind of options."""
    return STYLES[seed // 4 % len(STYLES)]


def curious(choice: Choice[Any], rng: Rng, w: World, seat: str) -> Any:
    """Rather what is seldom done: of some answers the one that has most of it."""
    return max((choice.sample(rng) for _ in range(TRIES)), key=_oddity)


def consul(choice: Choice[Any], rng: Rng, w: World, seat: str) -> Any:
    """As the computer plays, but that it sets up as it likes."""
    return choice.sample(rng) if choice.rule == "34.0" else ai_player(view(w, seat), choice, rng)


def _oddity(answer: Any) -> int:
    said = set(_words_of(answer))
    order = answer.get("answer") if isinstance(answer, dict) else None
    against_guards = isinstance(order, dict) and order.get("target") in HEXES
    return 2 * len(said & SELDOM) + 2 * against_guards - (pick_of(answer) in ENDINGS)


def _words_of(answer: Any) -> Iterator[str]:
    """All the texts of an answer, names of fields too."""
    match answer:
        case str():
            yield answer
        case dict():
            for key, value in answer.items():
                yield key
                yield from _words_of(value)
        case list():
            for item in answer:
                yield from _words_of(item)


def settler(choice: Choice[Any], rng: Rng, w: World, seat: str) -> Any:
    """A set-up at random takes for ever: some units anywhere, the rest as is suggested."""
    try:
        return choice.accept({"pick": "done"})
    except Refusal:
        pass
    try:
        return choice.accept({"pick": "suggest"}) if not rng.below(3) else choice.sample(rng)
    except Refusal:
        return choice.sample(rng)


def setting_up(w: World) -> PlayStyle | None:
    """The settler's style while units are placed."""
    return settler if w.phase == "set_up" else None


def talker(choice: Choice[Any], rng: Rng, w: World, seat: str) -> Any:
    """Return an act out of turn: any, but offers are small enough to be accepted and kept."""
    answer = choice.sample(rng)
    if pick_of(answer) != "offer":
        return answer
    offer = answer["answer"]
    give, want = _a_little(offer["give"], rng), _a_little(offer["want"], rng) if rng.below(2) else {}
    offer = {**offer, "give": give, "want": want, "release": offer["release"][:1]}
    return {"pick": "offer", "answer": offer} if any(offer.values()) else answer


def _a_little(goods: Mapping[str, int], rng: Rng) -> dict[str, int]:
    return {thing: 1 for thing in rng.shuffled(goods)[:1]}


def out_of_turn(choice: Choice[Any], rng: Rng, w: World, seat: str) -> Any:
    """Return an act out of turn; None in place of most acts that would end the game."""
    answer = talker(choice, rng, w, seat)
    return None if is_grave(answer, w) and rng.below(GRAVE) else answer


def is_grave(answer: Any, w: World) -> bool:
    """Return true if an act out of turn ends the game, or sets many provinces free (§3.1c, §24.1)."""
    if pick_of(answer) == "accept":
        agreement = w.agreements[int(answer["answer"]) - 1]
        return agreement.end or len(agreement.release) > 1
    return pick_of(answer) == "surrender"


def options_of(seed: int) -> dict[str, str]:
    """By turns: the standard game, all optional rules, all other rulings, and a mixture."""
    match seed % 4:
        case 0:
            return {}
        case 1:
            return dict(OPTIONAL)
        case 2:
            return {**OPTIONAL, **OTHERWISE}
        case _:
            rng = sampler(seed + 2_000_000)
            options = (*OPTIONAL_RULES, *RULINGS)
            return {option.name: rng.choice(list(option.values)) for option in options}
