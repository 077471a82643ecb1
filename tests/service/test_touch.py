"""Orders put together by pressing pieces and places on a map (service/wizard/touch.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.log.chance import sampler
from frontends.browser.pages.table.places import layout_of
from service.usecases.play import queries
from service.wizard.filled import End, Filled
from service.wizard.step import Built, Step
from service.wizard.steps import decompose, forward, step
from service.wizard.touch import at_once, held, lit, onward, pickable, picked_pieces, touch
from tests.harness.cases import some
from tests.harness.service import GAMES, ServiceHarness, service_harness
from tests.service.test_belisarius import ASK, placed


def asked(b: ServiceHarness, campaign: int, verb: str) -> tuple[Choice[object], Reader, str]:
    """Play until somebody may give an order that begins with a verb."""
    reader = Reader(b.service.game(campaign).lexicon, "en")
    for _ in range(200):
        seat = b.service.asked(campaign)[0].seat
        pending = b.service.look(campaign, queries.pending, seat)
        assert pending is not None
        now = step(pending.choice, Filled(), reader)
        if isinstance(now, Step) and any(o.id == verb and o.bar is None for o in now.options):
            return pending.choice, reader, seat
        b.play(campaign, 1)
    raise AssertionError(verb)


STACK = ("a", "b", "c")


def test_a_stack_goes_whole_then_one_piece_alone_then_others_with_it_or_without() -> None:
    now = held([], ["b"], STACK, is_alone=False)
    assert now == ["b"]
    now = held(now, ["c"], STACK, is_alone=False)
    assert now == ["b", "c"]
    assert held(now, ["b"], STACK, is_alone=False) == ["c"]
    assert held(now, ["a"], STACK, is_alone=False) == [], "all again"
    assert held(["c"], ["c"], STACK, is_alone=False) == [], "nobody would go: all again"
    assert held(["gone"], ["b"], STACK, is_alone=False) == ["b"], "what has left the stack does not count"


def test_pieces_of_one_counter_are_held_and_left_together() -> None:
    stack = [*STACK, "d"]
    assert held(["a"], ["b", "c"], stack, is_alone=False) == ["a", "b", "c"]
    assert held(["a", "b", "c"], ["b", "c"], stack, is_alone=False) == ["a"]


def test_of_equal_pieces_each_press_takes_one_more_and_after_the_last_none() -> None:
    stack, now = ["foot", "foot", "horse", "elephant"], list[str]()
    for many in (1, 2, 0):
        now = held(now, ["foot"], stack, is_alone=True)
        assert now.count("foot") == many
    assert held(["horse"], ["foot"], stack, is_alone=False) == ["horse", "foot", "foot"]


def test_a_stack_and_a_goal_make_a_move(tmp_path: Path) -> None:
    with service_harness(tmp_path / "t.db", {"julius_caesar": GAMES["julius_caesar"]}) as b:
        campaign = b.found("julius_caesar", "war", seed=b"two worlds")
        choice, reader, seat = asked(b, campaign, "move")
        assert seat == "caesar"
        (begun,) = touch(choice, Filled(), ["genua"], [], reader)
        assert begun == Filled.of(["move", "genua"])
        (whole,) = touch(choice, begun, ["massilia"], [], reader)
        built = step(choice, whole, reader)
        assert isinstance(built, Built)
        assert built.answer["answer"]["way"] == ["massilia"]
        assert len(built.answer["answer"]["blocks"]) == 3, "all that may go are picked"
        assert "narbo" in onward(choice, whole, reader)

        (farther,) = touch(choice, whole, ["narbo"], [], reader)
        built = step(choice, farther, reader)
        assert isinstance(built, Built)
        assert built.answer["answer"]["way"] == ["massilia", "narbo"], "another way by passing through"
        (elsewhere,) = touch(choice, whole, ["ravenna"], [], reader)
        built = step(choice, elsewhere, reader)
        assert isinstance(built, Built)
        assert built.answer["answer"]["way"] == ["ravenna"], "another goal in place of the first"
        (other,) = touch(choice, whole, ["lugdunum"], [], reader)
        assert other.picks[:2] in (("move", "genua"), ("move", "lugdunum"))

        first = step(choice, whole.until(-1), reader)
        assert isinstance(first, Step)
        one = first.options[0].id
        (alone,) = touch(choice, whole, [one, "genua"], [], reader)
        assert alone.picks[-1] == [one], "of all that go, the one that is pressed goes alone"
        (held,) = touch(choice, begun, ["massilia"], [one], reader)
        assert held.picks[-1] == [one], "what was picked before the goal goes"
        assert touch(choice, Filled(), ["atlantis"], [], reader) == []


def test_those_who_go_are_added_and_left_out_one_by_one(tmp_path: Path) -> None:
    """Every list that is offered makes a whole order, and nobody is left out twice."""
    with service_harness(tmp_path / "t.db", {"julius_caesar": GAMES["julius_caesar"]}) as b:
        campaign = b.found("julius_caesar", "war", seed=b"two worlds")
        choice, reader, _ = asked(b, campaign, "move")
        (whole,) = touch(choice, Filled.of(["move", "genua"]), ["massilia"], [], reader)
        first, second, third = picked_pieces(choice, whole, reader)
        assert (first.n, first.most, first.more) == (1, 1, None)
        assert first.fewer is not None
        without = {one.id: one for one in picked_pieces(choice, first.fewer, reader)}
        assert [without[one.id].n for one in (first, second, third)] == [0, 1, 1]
        back = without[first.id].more
        assert back is not None
        assert [one.n for one in picked_pieces(choice, back, reader)] == [1, 1, 1]
        alone = next(o for o in picked_pieces(choice, without[second.id].fewer or Filled(), reader) if o.n)
        assert alone.fewer is None, "somebody has to go"
        assert picked_pieces(choice, Filled.of(["move", "genua"]), reader) == []


def test_units_that_are_alike_are_counted(tmp_path: Path) -> None:
    """Of several of one kind one less goes at each press."""
    with service_harness(tmp_path / "t.db", {"ottomans": GAMES["ottomans"]}) as b:
        campaign = b.found("ottomans", "s1_tc", seed=b"two worlds")
        choice, reader, _ = asked(b, campaign, "move")
        starts = step(choice, Filled.of(["move"]), reader)
        assert isinstance(starts, Step)
        met = 0
        for start in (option.id for option in starts.options if option.bar is None):
            whole = touch(choice, Filled(), [start], [], reader)[0]
            if isinstance(step(choice, whole, reader), Step):
                whole = touch(choice, whole, onward_of(choice, whole, reader)[:1], [], reader)[0]
            for one in picked_pieces(choice, whole, reader):
                if one.n > 1 and one.fewer is not None:
                    left = {other.id: other.n for other in picked_pieces(choice, one.fewer, reader)}
                    assert left[one.id] == one.n - 1
                    met += 1
        assert met


def test_a_border_limit_is_asked_about(tmp_path: Path) -> None:
    """Where not all may go, nobody guesses who does."""
    with service_harness(tmp_path / "t.db", {"julius_caesar": GAMES["julius_caesar"]}) as b:
        campaign = b.found("julius_caesar", "war", seed=b"two worlds")
        choice, reader, _ = asked(b, campaign, "move")
        (found,) = touch(choice, Filled.of(["move", "genua"]), ["lugdunum"], [], reader)
        now = step(choice, found, reader)
        assert found.picks[-1] == End.DONE
        assert isinstance(now, Step)
        assert (now.kind, now.most) == ("some", 2)


def test_an_army_marches_by_stack_and_goal(tmp_path: Path) -> None:
    """Of the orders that begin with a stack, the one that leads along a way comes first."""
    with service_harness(tmp_path / "t.db", {"belisarius": GAMES["belisarius"]}) as b:
        campaign = placed(b, b"a", ASK)
        choice, reader, _ = asked(b, campaign, "march")
        now = step(choice, Filled.of(["march"]), reader)
        assert isinstance(now, Step)
        place = next(option.id for option in now.options if option.bar is None)
        ways = touch(choice, Filled(), [place], [], reader)
        assert ways[0].until(2) == Filled.of(["march", place])
        assert ways[0].picks[2] == End.ALL or isinstance(ways[0].picks[2], dict)
        assert {str(way.picks[0]) for way in ways[1:]} >= {"activate"}
        goal = onward_of(choice, ways[0], reader)[0]
        (whole,) = touch(choice, ways[0], [goal], [], reader)[:1]
        assert isinstance(step(choice, whole, reader), Built)


@pytest.mark.parametrize("verb", ["march", "ride"])
def test_goals_are_lit_once_it_is_known_what_goes_there(tmp_path: Path, verb: str) -> None:
    """Before that, of a verb that asks for a goal at once only the place is lit from which it begins."""
    with service_harness(tmp_path / "t.db", {"ancient_world": GAMES["ancient_world"]}) as b:
        campaign = b.found("ancient_world", "pyrrhus_in_italy", seed=b"goals", modes={"default": "ask"})
        choice, reader, _ = asked(b, campaign, verb)
        board = layout_of("ancient_world", "en")
        assert board is not None
        begins = lit(choice, Filled(), reader, board.where)
        goals = step(choice, Filled.of([verb]), reader)
        assert isinstance(goals, Step)
        assert len(begins) < 30 < len(goals.places(board.where))
        pressed = {place: touch(choice, Filled(), board.named_in(place), [], reader) for place in begins}
        (start,) = [place for place, ways in pressed.items() if Filled((verb,)) in ways]
        goal = next(place for place in goals.places(board.places) if place != start)
        (whole, *_) = touch(choice, Filled.of([verb]), [goal], [], reader)
        assert isinstance(step(choice, whole, reader), Built)
        if verb == "march":
            army = ["a unit", *board.named_in(start)]
            assert touch(choice, whole, army, [], reader)[0] == Filled((verb,)), (
                "on the army, not on the place"
            )


def test_one_of_several_equal_units_goes_alone(tmp_path: Path) -> None:
    """Each press on one of them, alone, lets one more go; a press on them all lets all go."""
    with service_harness(tmp_path / "t.db", {"belisarius": GAMES["belisarius"]}) as b:
        campaign = placed(b, b"a", ASK)
        choice, reader, _ = asked(b, campaign, "march")
        starts = step(choice, Filled.of(["march"]), reader)
        assert isinstance(starts, Step)
        for place in (option.id for option in starts.options if option.bar is None):
            units = step(choice, Filled.of(["march", place]), reader)
            assert isinstance(units, Step)
            kind, most = next(((o.id, o.most) for o in units.options if o.most > 1), ("", 0))
            if kind:
                break
        else:
            raise AssertionError("equal units are nowhere together")
        alone = ["a unit of the kind", kind]
        begun = touch(choice, Filled(), [*alone, place], alone, reader)[0]
        assert begun.picks[2] == {kind: 1}
        whole = touch(choice, Filled(), [place], [], reader)[0]
        (one,) = touch(choice, whole, [*alone, place], alone, reader)
        assert one.picks[2] == {kind: 1}
        (two,) = touch(choice, one, [*alone, place], alone, reader)
        assert two.picks[2] == {kind: 2}
        (every,) = touch(choice, whole, [*alone, place], [], reader)
        assert every.picks[2] == {kind: most}


def test_a_piece_that_may_not_go_is_not_replaced_by_others(tmp_path: Path) -> None:
    """§6.1 A fleet is picked, and a city inland pressed: who goes there is asked, with the reason."""
    with service_harness(tmp_path / "t.db", {"julius_caesar": GAMES["julius_caesar"]}) as b:
        campaign = b.found("julius_caesar", "war", seed=b"two worlds")
        choice, reader, _ = asked(b, campaign, "move")
        (begun,) = touch(choice, Filled(), ["c_navis_2", "ravenna"], ["c_navis_2"], reader)
        assert begun == Filled.of(["move", "ravenna"])
        goal = onward_of(choice, begun, reader)[0]
        (found,) = touch(choice, begun, [goal], ["c_navis_2"], reader)
        now = step(choice, found, reader)
        assert isinstance(now, Step) and now.kind == "some"
        assert next(option for option in now.options if option.id == "c_navis_2").bar is not None


def test_a_volley_and_a_hit_are_one_press(tmp_path: Path) -> None:
    """What takes no further choice is offered whole: all blocks fire; one's own block takes the hit."""
    met = set[str]()
    with service_harness(tmp_path / "t.db", {"julius_caesar": GAMES["julius_caesar"]}) as b:
        campaign = b.found("julius_caesar", "war", seed=b"two worlds")
        reader = Reader(b.service.game(campaign).lexicon, "en")
        for _ in range(250):
            asked = b.service.asked(campaign)[0]
            pending = b.service.look(campaign, queries.pending, asked.seat)
            assert pending is not None
            found = at_once(pending.choice, Filled(), {"c_legio_7", "c_legio_8"}, reader)
            for one in found:
                assert isinstance(step(pending.choice, one.filled, reader), Built)
                assert one.option not in ("pass", "retreat"), "what cannot be taken back is confirmed"
            if asked.rule == "7.2":
                met |= {f"{one.option} {one.filled.picks[-1]}" for one in found}
            elif asked.rule == "7.4":
                met |= {one.option for one in found}
            else:
                assert not [one for one in found if one.option == "end"], "the end of a phase asks twice"
            if {"fire *all", "c_legio_7"} <= met:
                break
            b.play(campaign, 1)
    assert {"fire *all", "c_legio_7"} <= met


def test_blocks_are_pressed_in_battle(tmp_path: Path) -> None:
    """A block that is pressed fires, others with it; a place on the map takes those who may retreat there."""
    with service_harness(tmp_path / "t.db", {"julius_caesar": GAMES["julius_caesar"]}) as b:
        campaign = b.found("julius_caesar", "war", seed=b"two worlds")
        fired, sent = 0, 0
        for _ in range(300):
            choice, reader, _ = asked(b, campaign, "fire")
            now = step(choice, Filled.of(["fire"]), reader)
            assert isinstance(now, Step)
            blocks = [option.id for option in now.options if option.bar is None]
            assert set(blocks) <= pickable(choice, Filled(), reader)
            if len(blocks) > 1:
                ways = touch(choice, Filled(), [blocks[1], "roma"], [], reader)
                assert ways[0] == Filled.of(["fire", [blocks[1]]])
                (both,) = touch(choice, ways[0], [blocks[0], "roma"], [], reader)
                assert both == Filled.of(["fire", [blocks[1], blocks[0]]])
                (alone,) = touch(choice, both, [blocks[0], "roma"], [], reader)
                assert alone.picks in (("fire", [blocks[1]]), ("fire", [blocks[0]]))
                fired += 1
            first = step(choice, Filled(), reader)
            assert isinstance(first, Step)
            if any(option.id == "retreat" and option.bar is None for option in first.options):
                away = step(choice, Filled.of(["retreat", blocks[0]]), reader)
                assert isinstance(away, Step)
                goal = next(option.id for option in away.options if option.bar is None)
                (gone,) = touch(choice, Filled(), [goal], [blocks[0]], reader)
                assert gone == Filled.of(["retreat", {blocks[0]: goal}, End.DONE])
                assert isinstance(step(choice, gone, reader), Built)
                sent += 1
            if fired and sent:
                return
            b.play(campaign, 1)
    raise AssertionError((fired, sent))


def onward_of(choice: Choice[object], filled: Filled, reader: Reader) -> list[str]:
    now = step(choice, filled, reader)
    assert isinstance(now, Step)
    assert now.kind == "way"
    return [option.id for option in now.options if option.bar is None]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_picked_already_is_in_every_answer(game: str, tmp_path: Path) -> None:
    met = 0
    with service_harness(tmp_path / "t.db", {game: GAMES[game]}) as b:
        campaign = b.found(game, GAMES[game].scenarios()[0].id, seed=b"forced")
        reader = Reader(b.service.game(campaign).lexicon, "en")
        for n in range(60):
            asked = b.service.asked(campaign)
            pending = b.service.look(campaign, queries.pending, asked[0].seat) if asked else None
            if pending is None:
                break
            begun = forward(pending.choice, Filled(), reader)
            met += bool(begun)
            for seed in range(3):
                answer = pending.choice.sample(sampler(9 * n + seed))
                assert decompose(pending.choice, answer).until(len(begun)) == begun
            b.step(campaign, n)
    assert met or game != "ottomans", "some questions leave no choice"


@pytest.mark.parametrize(
    "game",
    some(
        ["julius_caesar", "belisarius", "ottomans", "ancient_world"],
        "julius_caesar",
        "belisarius",
        "ottomans",
    ),
)
def test_within_an_order_the_only_pick_left_is_picked(game: str, tmp_path: Path) -> None:
    """Whatever was picked before: what follows by itself is in the order that began so, and what is then
    asked has more than one answer.
    """
    met = 0
    with service_harness(tmp_path / "t.db", {game: GAMES[game]}) as b:
        campaign = b.found(game, GAMES[game].scenarios()[0].id, seed=b"within")
        reader = Reader(b.service.game(campaign).lexicon, "en")
        for n in range(40):
            asked = b.service.asked(campaign)
            pending = b.service.look(campaign, queries.pending, asked[0].seat) if asked else None
            if pending is None:
                break
            choice, answer = pending.choice, pending.choice.sample(sampler(n))
            picks = decompose(choice, answer)
            for begun in (picks.until(end) for end in range(1, len(picks))):
                onward = forward(choice, begun, reader)
                met += len(onward) > len(begun)
                now = step(choice, onward, reader)
                if isinstance(now, Step):
                    assert now.only is None
                else:
                    assert now.answer == choice.accept(answer)
            b.step(campaign, n)
    assert met
