"""Windows: how a campaign treats their kinds, and what players read of it (architecture.md §1.7)."""

from __future__ import annotations

import pytest

from adjudicator.core.language.errors import Illegal
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, catalogue, fill
from adjudicator.core.orders.standing import keys_of, parse

from .game import GameUnderTest
from .games import KITS
from .selfplay import founded

_WITH_WINDOWS = {name: kit for name, kit in KITS.items() if kit.game.windows}
each_with_windows = pytest.mark.parametrize("kit", _WITH_WINDOWS.values(), ids=_WITH_WINDOWS)


@each_with_windows
def test_every_kind_has_a_name_and_a_standing_order_that_is_understood(kit: GameUnderTest) -> None:
    game, world = kit.game, founded(kit, 1)
    seat = kit.scenario_of(1).seats[0]
    assert {*game.windows} <= {*game.standing}
    keys = keys_of(game, game.view(world, seat), seat, "")
    for kind, window in game.windows.items():
        assert game.terms.occasions[kind].template
        assert window.usual in ("ask", "standing") and window.cost >= 0
        assert {*window.plays} <= {*game.lexicon.ids()}
        for language in LANGUAGES if window.order else ():
            order = parse(catalogue(language)(window.order), seat, game, game.view(world, seat))
            assert order.on == kind and {test.key for test in order.tests} <= keys.keys()
        assert window.order or not window.plays, "what is played says how it is left as a standing order"


@each_with_windows
def test_a_game_says_how_its_windows_are_treated(kit: GameUnderTest) -> None:
    game = kit.game
    options = {window.option[0]: window.option[1] for window in game.windows.values() if window.option[0]}
    for mode, first in (("ask", "You are asked on"), ("standing", "Only standing orders react on")):
        treatment = game.treatment(game.modes({"default": mode}), options)
        (told,) = treatment.told()
        said = fill(told, "en", game.lexicon.label)
        assert said.startswith(first) and said.count("“") == len(game.windows)
        for window in game.windows.values():
            for id in window.plays:
                refused = Illegal("1", N_("{reaction}"), reaction=id)
                treatment.explain(refused)
                said = fill(refused.why, "en", game.lexicon.label)
                assert ("you are asked" in said) == (mode == "ask")
                assert ("a standing order plays it, such as “on " in said) == (mode == "standing")
    assert game.treatment({}, options).modes == dict.fromkeys(game.windows, "standing"), "of older campaigns"
    assert {*game.treatment({}, {}).windows} == {k for k, w in game.windows.items() if not w.option[0]}
