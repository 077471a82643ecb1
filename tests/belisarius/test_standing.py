"""Standing orders: windows, repeated questions, and what tests may ask (architecture.md §1.7)."""

from __future__ import annotations

import pytest

from adjudicator.belisarius import GAME
from adjudicator.belisarius.show.names import NAMES
from adjudicator.belisarius.show.view import view
from adjudicator.belisarius.standing import STANDING, keys
from adjudicator.belisarius.world import SEATS, Army, Attempt, Battle, World
from adjudicator.core import Table, start
from adjudicator.core.language.errors import NotUnderstood
from adjudicator.core.log.chain import Chain
from adjudicator.core.log.chance import ScriptedSource
from adjudicator.core.orders.books import Books
from adjudicator.core.orders.standing import parse
from tests.belisarius.kit import play

from .battles import PLACE, army
from .helpers import ENGLISH, new, world


class Seated:
    """A table whose seats have left standing orders; windows are silent but for them."""

    def __init__(self, w: World, dice: list[int], **left: list[str]) -> None:
        self.books = Books(GAME, {})
        for seat, texts in left.items():
            self.books.leave(seat, texts, w)
        policy = self.books.policy({})
        self.source = ScriptedSource(dice, ())
        chain = Chain("be/standing", bytes(32), 1)
        self.table = Table(GAME, start(GAME, w, 0), chain, self.source, policy=policy, fresh=True)

    def order(self, seat: str, text: str) -> None:
        choice = self.table.choice(seat)
        self.table.submit(seat, choice.parse(text, ENGLISH))
        self.books.answer_all(self.table)

    def told(self, kind: str) -> list[object]:
        return [line.event for line in self.table.ledger.told if line.event.kind == kind]


# -- windows -----------------------------------------------------------------------------------


def test_pope_has_the_die_of_an_assault_rolled_again() -> None:
    """§card/pope "on die when table = assault, by = me": and not the die of the points."""
    w = army("guard_field_army*2", "ostrogoths_warband", hands={"empire": ["pope"]})
    at = Seated(w, [2, 1], empire=["on die when table = assault, by = me, value <= 3 do play Pope"])
    at.order("empire", f"assault {PLACE}")
    at.order("barbarian", "stand")
    at.order("empire", "assault")
    assert len(at.told("cast_again")) == 1
    assert at.table.world.cups["empire_hand"] == []
    assert at.source.left_dice == []


def test_the_computer_has_a_poor_die_of_its_attack_rolled_again() -> None:
    """§card/pope What the computer leaves for its seat; nothing where it holds nothing."""
    w = army("guard_field_army*2", "ostrogoths_warband", hands={"empire": ["pope"]})
    left = [text for texts in GAME.ai_orders(view(w, "empire")).values() for text in texts]
    at = Seated(w, [2, 1], empire=left)
    at.order("empire", f"assault {PLACE}")
    at.order("barbarian", "stand")
    at.order("empire", "assault")
    assert len(at.told("cast_again")) == 1
    assert not any(GAME.ai_orders(view(w, "barbarian")).values())


def test_treachery_meets_the_marker_that_is_named() -> None:
    """§card/treachery "on marker when marker in ..."; another marker passes."""
    hands = {"empire": ["currency_reform", "rally"], "barbarian": ["treachery"]}
    w = world({"constantinopolis": "guard_garrison"}, phase="tax", hands=hands, treasury={"empire": 0})
    w.control |= {province: "barbarian" for province in ("lazica", "franks", "slavs", "gepidae", "nubia")}
    w.control |= {province: "barbarian" for province in ("arabia", "vandals", "suevii", "basques")}
    left = ["on marker when marker in Currency/Rally do play Treachery times 1"]
    at = Seated(w, [6, 6], barbarian=left)
    at.order("empire", "play Currency Reform")
    assert at.told("nullified") == []
    at.order("empire", "play Rally")
    assert len(at.told("nullified")) == 1


def test_a_campaign_is_cut_short_when_a_leader_has_many_points() -> None:
    """§card/end_of_campaign (2) "when operating has Belisarius, op >= 20"."""
    left = ["on campaign when operating has Belisarius, op >= 20 do play End of Campaign"]
    for unit, cut in (("belisarius", 1), ("mundas", 0)):
        w = world({"3535": f"{unit} guard_field_army"}, hands={"barbarian": ["end_of_campaign"]})
        at = Seated(w, [6, 5] if cut else [6], barbarian=left)
        at.order("empire", "activate all at 3535")
        assert len(at.told("cut_short")) == cut, unit


# -- questions that repeat ---------------------------------------------------------------------


def test_a_defender_stands_or_withdraws_by_what_comes() -> None:
    """§17.5 "stand when theirs < 10"; the strengths are the printed ones."""
    for attackers, stood in (("guard_field_army*2", True), ("guard_field_army*4", False)):
        w = army(attackers, "ostrogoths_warband", hands={"empire": ["agent"]})
        at = Seated(w, [], barbarian=["stand when theirs <= 10"])
        at.order("empire", f"assault {PLACE}")
        assert bool(at.told("stood")) is stood, attackers
        assert list(at.table.pending) == ["empire" if stood else "barbarian"]


def test_units_are_fed_by_themselves() -> None:
    """§20.2 Phase for phase, as long as the treasury lasts."""
    w = world({"3434": "thracia_garrison*4"}, phase="supply", treasury={"empire": 9})
    at = Seated(w, [3, 6], empire=["feed all when solidi >= 2"])
    at.books.answer_all(at.table)
    assert len(at.told("fed")) == 1
    assert at.table.world.treasury["empire"] < 9


# -- the keys ----------------------------------------------------------------------------------


def test_every_kind_and_verb_has_names() -> None:
    for kind, verbs in STANDING.items():
        assert kind in NAMES or kind[0].isdigit(), kind
        assert [verb for verb in verbs if verb not in NAMES] == [], kind


def test_whole_games_meet_kinds_and_names_that_are_known() -> None:
    """Every window of the rules is a kind; the keys have the same names at every moment."""
    names = set(keys(view(new(), "empire"), "empire", "die"))
    met = set()
    for step in play(2):
        question = step.table.question
        if question is not None and question.occasion is not None:
            met.add(question.occasion.kind)
        for seat in SEATS if step.n % 25 == 0 else ():
            assert set(keys(view(step.world, seat), seat, "die")) == names
    assert {"die", "marker", "campaign", "reaction"} <= met <= set(STANDING)


def test_keys_in_a_battle() -> None:
    w = army("belisarius guard_field_army", "ostrogoths_warband*2", hands={"empire": ["pope"]}, half=9)
    w.phase = "battle"
    assert isinstance(w.army, Army)
    w.battle = Battle(
        "empire",
        "barbarian",
        w.army.place,
        PLACE,
        list(w.army.units),
        ["ostrogoths_warband_1"],
        table="assault",
    )
    empire, barbarian = (keys(view(w, seat), seat, "die") for seat in ("empire", "barbarian"))
    assert (empire["role"], barbarian["role"], empire["table"]) == ("attacker", "defender", "assault")
    assert (empire["op"], empire["operating"]) == (4, ["belisarius", "guard_field_army_1"])
    assert (empire["mine"], empire["theirs"]) == (barbarian["theirs"], barbarian["mine"]) == (7, 3)
    assert (empire["hand"], barbarian["hand"], barbarian["held"]) == (["pope"], [], 1)


def test_keys_in_diplomacy() -> None:
    """§9.1 The number of the other's stakes, and which once they lie face up."""
    w = world({}, phase="diplomacy")
    w.attempt = Attempt("empire", "lazica", counts={"empire": 2})
    seen = keys(view(w, "barbarian"), "barbarian", "9.1")
    assert (seen["target"], seen["staked"], seen["stakes"]) == ("lazica", 2, [])
    w.attempt.stakes = {"empire": ["agent", "basileus"]}
    assert keys(view(w, "barbarian"), "barbarian", "marker")["stakes"] == ["agent", "basileus"]


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("on die when table = assault, result in AZ AA, by = me do play Pope", "die"),
        ("on marker when marker in Basileus do play Treachery times 1", "marker"),
        ("on marker when stakes has Basileus do play Treachery", "marker"),
        ("on revolt do play Legal Reform", "revolt"),
        ("on 9.1 when target = Thracia do stake Agent, then pass", "9.1"),
        ("stake Agent x2 when target = Thracia", "9.1"),
        ("stand when theirs < 10", "17.5"),
        ("feed all", "20.0"),
        ("tax rest", "10.1"),
        ("lose Thracia GA", "chart/combat"),
        ("on rest when hand has Market do show markers", "rest"),
    ],
)
def test_orders_are_understood(text: str, on: str) -> None:
    assert parse(text, "barbarian", GAME, view(new(), "barbarian")).on == on


def test_where_a_rule_asks_there_is_no_occasion_to_test() -> None:
    """§17.5: `at` belongs to windows; of a battle it is `place`, and the refusal names it."""
    with pytest.raises(NotUnderstood) as refused:
        parse("on 17.5 when at = 3547 do stand", "barbarian", GAME, view(new(), "barbarian"))
    assert "place" in refused.value.candidates
    assert "at" not in refused.value.candidates
