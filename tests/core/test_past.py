"""What a seat knows of hidden things by the entries since the last rest."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.log.chance import sampler
from adjudicator.core.table.past import Past, Replay, Unlike, learnt


def _move(source: str, to: str, *items: str, k: int = 0) -> Past:
    return Past({"t": "move", "from": source, "to": to, "items": list(items), "k": k or len(items)}, (None,))


def _look(of: str, *items: str) -> Past:
    return Past({"t": "look", "of": of, "items": list(items)})


def _drawn(got: Any, *, source: str = "pool", to: str = "a_hand", n: int = 1) -> Past:
    parts = (None, None if got is None else {"got": got})
    return Past({"t": "draw", "from": source, "to": [[to, n]], "shown": []}, parts)


def test_what_was_shown_leaving_a_hand_was_in_it() -> None:
    assert learnt([_move("a_hand", "pool", "pope")]) == {"a_hand": ["pope"]}


def test_what_came_into_a_hand_since_was_not_in_it() -> None:
    assert learnt([_drawn(["pope"]), _move("a_hand", "out", "pope")]) == {"pool": ["pope"]}


def test_a_stake_laid_face_down_was_in_the_hand_when_it_is_turned_over() -> None:
    tail = [_move("a_hand", "a_stake", k=2), _look("a_stake", "pope", "treachery")]
    assert learnt(tail) == {"a_hand": ["pope", "treachery"]}


def test_a_container_that_was_searched_is_known() -> None:
    assert learnt([_move("a_hand", "pool", "pope"), _look("pool", "alliance", "pope")]) == {
        "a_hand": ["pope"],
        "pool": ["alliance"],
    }


def test_a_draw_of_another_seat_tells_nothing() -> None:
    assert learnt([_drawn(None, n=3)]) == {}


def test_a_replay_refuses_what_the_seat_has_not_seen() -> None:
    replay = Replay([_look("pool", "pope")], sampler(0))
    with pytest.raises(Unlike):
        replay.close()
    assert not replay.over
