"""Cards: what places, pieces, cards, chits and markers are, and what a paragraph is about."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from adjudicator import GAMES
from adjudicator.core import Choice, Reader, Table
from adjudicator.core.language.words import fill
from adjudicator.core.orders.orders import complete
from adjudicator.display.language import in_language
from frontends.browser.pages.cards import with_links
from frontends.browser.pages.table.places import layout_of
from frontends.browser.web.html import join
from service.text.cards import card_of, paragraph_card
from service.text.localizer import Localizer
from service.text.rulebook import heading
from tests.harness.browser import TableHarness, at_table
from tests.kit.game import GameUnderTest
from tests.kit.games import kits, over
from tests.kit.selfplay import founded, play
from tests.test_language import assert_english, assert_japanese

FACTS = {
    "julius_caesar": ("roma", ["Worth 2 victory points (§4.2)", "Port on Mare Tyrrhenum"]),
    "belisarius": ("3929", []),
    "ottomans": ("constantinople", ["Key city", "City of Byzantium"]),
    "ancient_world": ("3615", ["Large city", "Flat ground"]),
}


@pytest.mark.parametrize("game", sorted(FACTS))
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_place_says_what_the_board_shows(game: str, language: str) -> None:
    """Every place of the map has its facts, in whole sentences of both languages."""
    layout, about = layout_of(game, language), GAMES[game].pictures.about
    assert layout is not None
    label = GAMES[game].lexicon.label
    found = {place: [fill(fact, language, label) for fact in about(place)] for place in layout.places}
    assert not [line for lines in found.values() for line in lines if "{" in line or not line]
    assert sum(map(bool, found.values())) > len(found) / 2


@pytest.mark.parametrize("game", sorted(FACTS))
def test_the_facts_of_a_place(game: str) -> None:
    place, expected = FACTS[game]
    found = [fill(fact, "en", GAMES[game].lexicon.label) for fact in GAMES[game].pictures.about(place)]
    assert found[: len(expected)] == expected


@over("language", lambda kit: ["en", "ja"])
def test_everything_in_a_game_has_a_card_in_both_languages(kit: GameUnderTest, language: str) -> None:
    """Each line is a whole sentence or phrase, and each paragraph that a card names has a heading."""
    game, checked = kit.game, {"en": assert_english, "ja": assert_japanese}[language]
    if game.pictures is None or game.name not in GAMES:
        return
    world, seen = founded(kit, 1), 0
    for seat in (*kit.scenario_of(1).seats[:1], None):
        view = game.view(world, seat)
        for id in game.lexicon.ids():
            facts = game.pictures.facts(view, id)
            seen += bool(facts.lines)
            assert not facts.rule or heading(game.name, facts.rule, language), (id, facts.rule)
            for line in (fill(fact, language, game.lexicon.label) for fact in facts.lines):
                assert line and "{" not in line
                checked(line)
    assert seen > 100


@pytest.mark.parametrize("game", sorted(FACTS))
def test_every_chit_card_and_marker_says_what_it_does(game: str) -> None:
    """Whatever a seat may hold or draw has a card with at least two lines."""
    kit = kits()[game]
    view = kit.game.view(founded(kit, 1), kit.scenario_of(1).seats[0])
    bare = [id for id in kit.secrets if len(kit.game.pictures.facts(view, id).lines) < 2]
    assert not bare


CARDS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "julius_caesar": {
        "mars": ("surprise attack", "card Mars · Mars: surprise attack by land"),
        "c_legio_13": ("hits on 1 to 3", "§3.12 · Combat rating: letter and firepower"),
        "roma": ("Worth 2 victory points", "§4.2 · Cities and their values"),
    },
    "belisarius": {
        "thracia_garrison": ("Recruited for 2 solidi", "§2.31"),
        "constantinopolis": ("yields", "§10.11"),
    },
    "ottomans": {
        "weather": ("stops a move or a battle", "§27.2 · The chits"),
        "mehmed_ii": ("Survives on a roll of 2 or less", "§15.1 · Chits"),
        "ottomans_siege_train": ("Doubles the attack on a city", "§10.5 · Siege Trains"),
        "constantinople": ("3 times their strength", "§3.13"),
        "plague": ("loses their strongest unit", "§14.0 · Random events"),
        "serbia": ("Feeds 1 unit", "§6.1"),
    },
    "ancient_world": {
        "hannibal": ("Continues after an operation on a roll of 7 or less", "§5.11 · Kinds of ratings"),
        "augury": ("A die on the augury table", "§13.0"),
        "apulia": ("Attrition rating 3", "§11.1 · Military control"),
        "roma": ("Large city", "§9.11 · Sizes"),
    },
}


@pytest.mark.parametrize("game", sorted(CARDS))
def test_a_card_ends_with_its_paragraph(game: str) -> None:
    kit = kits()[game]
    view, t = kit.game.view(founded(kit, 1), None), Localizer("en", kit.game.lexicon.label)
    for id, (line, rule) in CARDS[game].items():
        found = card_of(kit.game, view, id, t, kit.game.treatment({}, {}))
        assert found is not None and found.title == t.name(id)
        assert line in " ".join(found.lines), found
        assert found.rules[0].startswith(rule), found


@pytest.mark.parametrize("game", sorted(FACTS))
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_paragraph_that_is_asked_about_has_its_card(game: str, language: str) -> None:
    """The first question of a game names a paragraph with a heading; of an unknown one there is no card."""
    kit = kits()[game]
    t = Localizer(language, kit.game.lexicon.label)
    named = {"julius_caesar": "2.1", "belisarius": "34.0", "ottomans": "27.2", "ancient_world": "5.3"}[game]
    found = paragraph_card(kit.game, named, t)
    assert found is not None and found.title == f"§{named}" and found.lines[0]
    assert paragraph_card(kit.game, "99.9", t) is None


def test_the_rulings_about_a_paragraph_stand_on_its_card() -> None:
    t = Localizer("en", GAMES["ottomans"].lexicon.label)
    found = paragraph_card(GAMES["ottomans"], "27.2", t)
    assert found is not None and found.rules[0].startswith("OT-") and found.rules[-1].endswith("rules page")
    view = GAMES["ottomans"].view(founded(kits()["ottomans"], 1), None)
    about = card_of(GAMES["ottomans"], view, "white_sheep", t, GAMES["ottomans"].treatment({}, {}))
    assert about is not None and any("OT-X1" in line for line in about.rules), "the ruling that names it"


def test_a_paragraph_in_a_text_becomes_a_link() -> None:
    made = join(with_links("Not now (§4.41(3), §card/mars). 2 < 3", "/game/1/turks"))
    assert made.count('class="cited"') == 2 and 'data-of="§4.41(3)"' in made and "number=card%2Fmars" in made
    assert made.endswith("). 2 &lt; 3")


def test_a_card_is_made_of_the_view_of_who_asks(tmp_path: Path, sheets: str) -> None:
    """Pompey's player learns of a block of Caesar's what it is, not where it stands."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            own, seen = [await _card(g, seat, "c_legio_13") for seat in ("caesar", "pompey")]
            assert any("At Ravenna" in line for line in own["lines"])
            assert own["title"] == "LEG 13" and seen["lines"] == own["lines"][:-1]
            assert await _card(g, "pompey", "no such thing") == {}
            assert (await _card(g, "pompey", "§6.4"))["lines"] == ["Levies"]

    async def _card(g: Any, seat: str, of: str) -> dict[str, Any]:
        answer = await g.get(f"/game/1/{seat}/card?{urlencode({'of': of})}")
        found: dict[str, Any] = json.loads(answer.body)
        return found

    at_table(tmp_path, act, sheets)


COSTS: Mapping[str, tuple[int, int, tuple[str, ...]]] = {
    "julius_caesar": (1, 60, ("levy point", "movement points for each group", "then 1 levy point")),
    "belisarius": (1, 130, ("SP; strength", "free; strength", "uses up the marker", "costs 4 OP")),
    "ottomans": (2, 90, ("uses up the chit; you hold", "a movement point for each area", "free of cost")),
    "ancient_world": (1, 60, ("guile; then the leader continues", "'s phase", "costs nothing")),
}
"""A game by its seed, steps of it, and what its orders must have been said to cost."""


@pytest.mark.parametrize("game", sorted(COSTS))
def test_what_an_order_costs_is_said_before_it_is_given(game: str) -> None:
    """Levies, recruits, markers, chits and operations carry their cost into the completions."""
    kit, said = kits()[game], set[str]()
    reader, t = Reader(kit.game.lexicon, "en"), Localizer("en", kit.game.lexicon.label)
    seed, steps, wanted = COSTS[game]

    def look(table: Table, seat: str, choice: Choice[Any], answer: Any) -> None:
        for text in ("", *(f"{verb} " for verb in ("levy", "recruit", "play", "step"))):
            said.update(t.words(line.note) for line in complete(choice, text, reader) if line.note)

    for step in play(kit, seed, look):
        if step.n >= steps:
            break
    assert not [cost for cost in wanted if not any(cost in line for line in said)], sorted(said)


@pytest.mark.parametrize("game", sorted(FACTS))
def test_every_owner_of_a_piece_is_named_in_japanese(game: str) -> None:
    """The card of a place says whose units are there, also of nations that no player controls."""
    kit, owners = kits()[game], set[str]()
    for step in play(kit, 1, lambda *_: None):
        if step.n >= 40:
            break
    scene = in_language(
        kit.game.pictures.scene(kit.game.view(step.table.world, None)), "ja", kit.game.lexicon.label
    )
    for stack in scene.stacks:
        for counter in stack.counters:
            owners |= {counter.owner} - {""}
    assert ("neutral" in owners) == (game == "ottomans")
    for owner in owners:
        assert_japanese(kit.game.lexicon.label(owner, "ja"))
