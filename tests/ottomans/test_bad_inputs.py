"""Whatever is typed or sent: an answer or a refusal, never an error, and a refusal changes nothing."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator.core import Reader, Refusal, fill
from adjudicator.core.log.chance import Rng, sampler
from adjudicator.core.orders import complete, read
from adjudicator.ottomans import GAME
from adjudicator.ottomans.board import CITIES, KINDS, NATIONS, SEAS, STRATAGEMS
from tests.test_language import assert_english, assert_japanese

from .selfplay import play

READERS = (Reader(GAME.lexicon), Reader(GAME.lexicon, "ja"))
TYPED = """
move sail ship attack force halt activate play agent end replace hire lose with from to at all none against
playing for 2 x3 -1 99 : - , §7.7 移動 攻撃 と ：
"""
NAMED = (*NATIONS, *CITIES, *SEAS, *KINDS, *STRATAGEMS)
WORDS = (*TYPED.split(), *(GAME.lexicon.label(id, language) for id in NAMED for language in ("en", "ja")))
PICKS = ({"pick": "end"}, {"pick": "move", "answer": {}}, {"a": 1})
VALUES: tuple[object, ...] = (None, 1, -3, "end", [], {}, ["bursa"], "🙂", *PICKS)


def line(rng: Rng) -> str:
    """A line of words that mostly belong to the game."""
    return " ".join(rng.choice(WORDS) for _ in range(rng.below(7)))


@pytest.mark.parametrize("seed", [2, 12])
def test_bad_inputs_are_refused(seed: int) -> None:
    rng, n = sampler(seed), 0
    for step in play(seed):
        if step.table.over or step.n % 5:
            continue
        before = msgspec.msgpack.encode(step.table.world)
        for seat, choice in step.table.pending.items():
            for reader in READERS:
                for text in (line(rng), line(rng), line(rng)[:9]):
                    n += 1
                    list(complete(choice, text, reader))
                    try:
                        choice.accept(read(choice, text, reader)[0])
                    except Refusal as refused:
                        assert refused.why.template, seat
            for value in VALUES:
                n += 1
                try:
                    choice.accept(value)
                except Refusal as refused:
                    assert refused.why.template
        assert msgspec.msgpack.encode(step.table.world) == before
    assert n > 500


def test_prompts_and_bars_are_in_both_languages() -> None:
    seen: set[str] = set()
    for step in play(9):
        for choice in step.table.pending.values():
            bars = [line.bar.why for line in complete(choice, "", READERS[0]) if line.bar is not None]
            for text in (choice.prompt, *bars):
                if text.template not in seen:
                    seen.add(text.template)
                    assert_english(fill(text, "en", GAME.lexicon.label))
                    assert_japanese(fill(text, "ja", GAME.lexicon.label))
    assert len(seen) > 30
