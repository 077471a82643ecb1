"""The policy on worlds, its plans, and the search among them."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import msgspec
import pytest

from adjudicator.core import Game
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import sampler
from adjudicator.core.table.question import WindowPolicy
from adjudicator.core.table.rollout import Rollout, Seen, seen
from adjudicator.julius_caesar import GAME
from adjudicator.julius_caesar.board import winter_limit
from adjudicator.julius_caesar.opponent.movement import Phase, Style
from adjudicator.julius_caesar.opponent.opponent import OPPONENT
from adjudicator.julius_caesar.opponent.worth import last, turn, worth
from adjudicator.julius_caesar.world import SIDES, Battle, World
from adjudicator.rules_version import rules_version
from adjudicator.search.job import Job, Thought, thought
from adjudicator.search.opponent import WHOLE, Opponent
from tests.kit.games import KITS
from tests.kit.imagined import Met, met
from tests.kit.two_worlds import table_over

from .helpers import Blocks, table, world

KIT = KITS["julius_caesar"]
LEGIONS = ["c_legio_7", "c_legio_9", "c_legio_10", "c_legio_13"]
PLAIN = Style()
FOES = ["p_legio_2", "p_legio_4", "p_legio_5", "p_legio_6"]


def find(id: str) -> tuple[Game, Opponent]:
    return GAME, OPPONENT


def job_of(known: Seen, budget: int = 12) -> Job:
    return Job(GAME.id, rules_version(GAME.id), OPPONENT.weights, 2, known, {}, bytes(32), budget)


# -- the policy --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_the_policy_plays_a_war_to_its_end_by_legal_answers(seed: int) -> None:
    """§6.1 §6.4 All orders of its plans are legal when they come to be given, battles apart."""
    course = Rollout(GAME, GAME.found("war", {}, SIDES), sampler(seed), WindowPolicy())
    left = list[JSON]()
    while (q := course.question) is not None:
        seat = next(seat for seat in q.choices if seat not in q.answers)
        choice = q.choices[seat]
        if not left:
            plan = OPPONENT.policy(course.world, seat, choice)
            left = [*plan.answers] or [choice.sample(course.rng)]
        course.submit(seat, left.pop(0))
    assert course.world.phase == "over"


def two(one: Met) -> tuple[Met, Met]:
    """A question, and the same in a world that the asked seat cannot tell apart."""
    assert KIT.other_world is not None
    seat = one.known.seat
    other = table_over(one.table, KIT.other_world(one.table, seat, sampler(one.stream)), one.policy.modes)
    return one, Met(other, seen(other, seat), one.policy, one.stream)


def test_policy_and_plans_see_no_more_than_the_seat() -> None:
    """Fog of war: in two worlds that a seat cannot tell apart they are the same."""
    rules = set[str]()
    for question in islice(met(KIT, 3, "ask", 7), 40):
        plans = []
        for one in two(question):
            seat = one.known.seat
            choice = one.table.pending[seat]
            rules.add(choice.rule)
            w = one.table.world
            plans.append((OPPONENT.policy(w, seat, choice), OPPONENT.plans(w, seat, choice)))
        assert plans[0] == plans[1]
    assert {"2.1", "6.1", "6.4", "7.2"} <= rules


def starts(w: World, style: Style = PLAIN) -> list[tuple[str, str]]:
    """The starts and goals of Caesar's orders at the beginning of his movement."""
    with table(w, cards=("4/1", "1/2")) as t:
        orders = Phase(t.w, "caesar", style).planned()
    return [(o["answer"]["start"], o["answer"]["way"][-1]) for o in orders if o["pick"] == "move"]


def test_two_groups_attack_together_where_neither_could_alone() -> None:
    """§6.12 Two legions at each end of the roads to Tarraco, where two are: four attack from two sides."""
    w = world(
        {
            "narbo": LEGIONS[:2],
            "carthago_nova": LEGIONS[2:],
            "tarraco": ["p_legio_5", "p_legio_6"],
            "antiochia": "p_legio_1",
            "massilia": "c_legio_11",
            "roma": "c_legio_12",
        }
    )
    assert {("narbo", "tarraco"), ("carthago_nova", "tarraco")} <= {*starts(w)}


def test_no_attack_on_twice_as_many() -> None:
    w = world({"narbo": LEGIONS[:2], "tarraco": FOES})
    assert ("narbo", "tarraco") not in starts(w)
    assert ("narbo", "tarraco") in starts(w, Style(target="tarraco"))


def test_spread_orders_take_two_vacant_cities_from_one_start() -> None:
    """§6.1 A movement point is for a place, whichever ways its blocks go."""
    w = world({"genua": LEGIONS, "antiochia": "p_legio_1"})
    assert {to for _, to in starts(w, Style(spread=True))} >= {"roma", "massilia"}
    assert {to for _, to in starts(w)} == {"roma"}


def test_no_more_go_than_an_attack_needs() -> None:
    """A block is attacked over one road; those on the other side stay."""
    w = world(
        {
            "narbo": [*LEGIONS, "c_caesar"],
            "carthago_nova": ["c_legio_11", "c_legio_12"],
            "tarraco": ["p_auxilia_1"],
            "massilia": "c_legio_8",
            "roma": "c_legio_14",
            "antiochia": "p_legio_1",
        }
    )
    assert [start for start, to in starts(w) if to == "tarraco"] == ["narbo"]


def test_as_many_stay_in_a_city_as_enemies_are_beside_it() -> None:
    """Of six in Roma three go on, where three enemies are in Neapolis."""
    w = world(
        {
            "roma": [*LEGIONS, "c_legio_11", "c_legio_12"],
            "neapolis": ["p_legio_1", "p_legio_3", "p_legio_32"],
            "antiochia": "p_pompey",
        }
    )
    with table(w, cards=("4/1", "1/2")) as t:
        orders = Phase(t.w, "caesar", Style(good=10_000)).planned()
    gone = [b for o in orders if o["pick"] == "move" for b in o["answer"]["blocks"]]
    assert len(gone) == 3


def test_before_the_winter_those_spread_whom_a_city_cannot_hold() -> None:
    """§8.3 Ravenna holds three of six; the others go to a city that holds them."""
    w = world({"ravenna": [*LEGIONS, "c_legio_11", "c_legio_12"], "antiochia": "p_legio_1"}, turn=5)
    with table(w, cards=("2/1", "1/2")) as t:
        orders = [o["answer"] for o in Phase(t.w, "caesar", PLAIN).planned() if o["pick"] == "move"]
    end = {block: order["way"][-1] for order in orders for block in order["blocks"]}
    there = Counter(end.get(block, "ravenna") for block in w.at if block.startswith("c_legio"))
    assert all(n <= winter_limit(place) for place, n in there.items())


def test_who_has_won_takes_a_vacant_city_that_counts() -> None:
    """§7.7 Beside Tarraco Narbo and Massilia are vacant; a leader stays."""
    w = world({"narbo": [*LEGIONS, "c_caesar"], "antiochia": "p_legio_1"}, phase="regroup", year=2)
    w.battle, w.victor = Battle("narbo", "caesar"), "caesar"
    course = Rollout(GAME, w, sampler(0), WindowPolicy())
    assert course.question is not None
    choice = course.question.choices["caesar"]
    (answer,) = OPPONENT.policy(w, "caesar", choice).answers
    choice.accept(answer)
    assert [*answer.values()] == ["massilia", "tarraco"] and "c_caesar" not in answer


# -- worth and horizon -------------------------------------------------------------------------


def test_the_horizon_is_the_next_turn_or_the_winter() -> None:
    """§2.0 Turns are counted from the beginning of the war."""
    w = world({"narbo": LEGIONS, "tarraco": FOES}, turn=4)
    assert turn(w) == 4
    assert [last(turn(w), level) for level in (2, 3, 4)] == [5, 5, 5]
    assert [last(5, 2), last(5, 3), last(6, 3)] == [6, 5, 10]


def test_a_world_is_worth_to_one_side_what_it_is_not_to_the_other() -> None:
    w = world({"roma": LEGIONS[:2], "massilia": LEGIONS[2:], "antiochia": "p_legio_1"})
    assert worth(w, "caesar") > WHOLE // 2
    assert worth(w, "caesar") + worth(w, "pompey") == WHOLE
    w.phase, w.result = "over", {"winner": "caesar", "how": "points"}
    assert (worth(w, "caesar"), worth(w, "pompey")) == (WHOLE, 0)


def test_the_tenth_point_counts_the_more_the_nearer_the_winter_is() -> None:
    """§8.4 With ten points a side wins in the winter."""
    places = ["alexandria", "roma", "antiochia", "athenae", "byzantium", "ephesus", "syracusae"]
    held: dict[str, Blocks] = {place: f"p_legio_{n + 1}" for n, place in enumerate(places[:6])}
    held |= {"syracusae": "p_pompey", "massilia": LEGIONS[:2], "narbo": LEGIONS[2:]}

    def gain(turn: int) -> int:
        """The worth of a legion in Utica beyond that of one in Cyrene."""
        there = ({**held, city: "p_legio_32"} for city in ("utica", "cyrene"))
        count, not_count = (worth(world(places, turn=turn), "pompey") for places in there)
        return count - not_count

    assert gain(5) > gain(2) > 0


# -- the search --------------------------------------------------------------------------------


def test_a_job_is_the_same_in_two_worlds_and_its_answer_on_all_workers() -> None:
    """Nothing hidden is in a job; its answer does not depend on the order of the work."""
    question = next(one for one in met(KIT, 5) if one.table.choice(one.known.seat).rule == "6.1")
    here, there = (job_of(one.known) for one in two(question))
    assert msgspec.msgpack.encode(here) == msgspec.msgpack.encode(there)

    def backwards(function, values):  # type: ignore[no-untyped-def]
        return [function(value) for value in [*values][::-1]][::-1]

    found = thought(here, find)
    assert isinstance(found, Thought)
    assert found == thought(here, find, backwards)
    assert len(found.plans) > 1
    question.table.choice(question.known.seat).accept(found.plan.answers[0])
