"""What an order may bring, and what wins, before anything is ordered (service/text/forecast.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator import GAMES
from adjudicator.core import N_, Need, Odds, words
from service.posts.status import status
from service.text.forecast import needs_of, odds_lines, short_odds
from service.text.localizer import Localizer
from service.usecases.play import playing, queries
from service.values.words import unpacked
from service.wizard.left_open import Unconfirmed
from tests.harness.keyboard import Script, table, typed
from tests.harness.service import by, service_harness

FOUND = (
    Odds("sum", words(N_("modifier {n}"), n=2), "7.2"),
    Odds("chance", words(N_("{n} in 10"), n=6), "7.3", chance=0.6, trials=400),
    Odds("cost", words(N_("modifier {n}"), n=1)),
)


def test_odds_are_lines_with_their_paragraph() -> None:
    t = Localizer("en")
    assert odds_lines(FOUND, t) == ["§7.2: modifier 2", "§7.3: 6 in 10 (of 400 imagined)", "modifier 1"]
    assert short_odds(FOUND, t) == "Modifier 2. 6 in 10." and short_odds(FOUND[2:], t) == "Modifier 1."
    assert short_odds((), t) == ""
    paid = (FOUND[0], Odds("cost", words(N_("{n} in 10"), n=3)))
    assert short_odds(paid, t) == "3 in 10.", "without chances what is paid tells options apart"


def test_needs_are_told_side_by_side() -> None:
    needs = [Need("rome", "now", words(N_("modifier {n}"), n=1)), Need("carthage", "end", words(N_("end")))]
    told = needs_of([*needs, Need("rome", "points", words(N_("end")))], Localizer("en"))
    assert {one.side: one.lines for one in told} == {"rome": ("modifier 1", "end"), "carthage": ("end",)}


def test_the_status_of_every_game_says_what_wins(tmp_path: Path) -> None:
    """From what everybody knows, and no longer once the game is over."""
    with service_harness(tmp_path / "t.db") as b:
        for name, game in GAMES.items():
            campaign = b.found(name, game.scenarios()[0].id, seed=b"what wins")
            for language in ("en", "ja"):
                told = status(b.service, campaign, language).needs
                needs = game.needs(b.service.view(campaign, None))
                assert [one.side for one in told] == list(dict.fromkeys(need.side for need in needs))
                assert sum(len(one.lines) for one in told) == len(needs)


def test_the_odds_of_a_typed_order_are_those_of_its_answer(tmp_path: Path) -> None:
    """§9.3 §6.43 From the seat's own question; nothing for what is refused, or where nobody is asked."""
    with service_harness(tmp_path / "t.db") as b:
        campaign = b.found("ancient_world", "hannibal_in_italy", seed=b"odds")
        seat = b.service.asked(campaign)[0].seat
        order = next(
            one for one in b.service.examples(campaign, seat, "en") if one.startswith(("march", "diplomacy"))
        )
        look = b.service.look
        found = look(campaign, queries.odds_of_text, seat, order, "en")
        assert found and odds_lines(found, Localizer("en", b.service.game(campaign).lexicon.label))
        other = next(one for one in ("rome", "carthage") if one != seat)
        assert not look(campaign, queries.odds_of_text, other, order, "en")
        assert not look(campaign, queries.odds_of_text, seat, "fly home", "en")


def test_the_keyboard_tells_both(tmp_path: Path) -> None:
    """`why` with a whole order tells its odds, `score` what wins."""
    keys = Script()
    with table(tmp_path, keys, seed="alea", game="ancient_world", alone=True) as at:
        typed(at, keys, "hand")
        orders = at.service.examples(at.id, at.seat, "en")
        order = next(one for one in orders if one.startswith(("march", "diplomacy")))
        assert " in 10" in typed(at, keys, f"why {order}").partition("No rule forbids that.")[2]
        assert "win at the end of a turn: Hannibal dead" in typed(at, keys, "score")


def test_a_typed_end_says_what_is_lost_by_it(tmp_path: Path) -> None:
    """§6.1 The end of a movement with points left: the same as beside the button, before it is confirmed."""
    with service_harness(tmp_path / "t.db") as b:
        campaign = b.found("julius_caesar", "war", seed=b"odds")
        while b.service.asked(campaign)[0].rule != "6.1":
            b.play(campaign, 1)
        seat = b.service.asked(campaign)[0].seat
        (found,) = b.service.look(campaign, queries.odds_of_text, seat, "end", "en")
        with pytest.raises(Unconfirmed) as refused:
            b.service.do(by(seat), campaign, playing.order, seat, "end", "en", confirmed="")
        t = Localizer("en")
        said = t.sentence(refused.value.why)
        assert said.startswith("You can still order") and said.endswith(f"; {t.words(found.text)}.")


def test_an_end_at_which_orders_stop_names_only_itself(tmp_path: Path) -> None:
    """§5.1(2) What was carried out before the end "has not been given yet", it said."""
    with service_harness(tmp_path / "t.db") as b:
        campaign = b.found("ottomans", "s1_tc", seed=b"odds")
        moves, n = list[str](), 0
        while not moves:
            b.step(campaign, n)
            n, seat = n + 1, b.service.asked(campaign)[0].seat
            moves = [one for one in b.service.examples(campaign, seat, "en") if one.startswith("move")]
        text = f"{moves[0]}\nend"
        result = b.service.do(by(seat), campaign, playing.order, seat, text, "en", confirmed="").result
        assert (result.how, result.done, result.draft) == ("stopped", 1, ["end"])
        assert result.reason is not None
        said = Localizer("en", b.service.game(campaign).lexicon.label).words(unpacked(result.reason))
        assert "“end” has not been given yet" in said
