"""Orders put together by pressing pieces and places on a map: each press continues the order up to the next
choice.

A press picks what the present question offers there; else it changes an earlier answer, the latest first: a
way is continued beyond its end, another destination replaces the former, another stack begins another order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from itertools import product
from typing import Any

from msgspec import Struct

from adjudicator.core.choices.choice import Choice, Reader, open_of
from adjudicator.core.choices.forms import Menu
from adjudicator.core.choices.plain import OneOf
from adjudicator.core.choices.shares import Assign
from adjudicator.core.choices.ways import Route
from adjudicator.core.language.errors import Refusal
from adjudicator.core.language.words import Words
from adjudicator.core.log.chain import JSON

from .filled import End, Filled
from .step import Built, Step
from .steps import decompose, step
from .walk import Asked, Walk
from .witness import offered

MOST_AT_ONCE = 40
"""Open options of a decision at most for which whole orders are sought, and that are shown beside a verb."""
FARTHEST = 40
"""Items that follow by themselves from one press at most."""


def touch(
    choice: Choice[Any], filled: Filled, ids: Sequence[str], held: Sequence[str], reader: Reader
) -> list[Filled]:
    """Return the decisions that result from a press, one for each verb; those that move something along a way
    come first.

    Args:
        choice: the decision.
        filled: what was picked before.
        ids: the ids that were pressed: those of a piece if the viewer knows it, then those of its place.
        held: the pieces that are picked on the map, for where the order asks which of them go; () for all.
            One that is pressed alone is among them: then its place counts only if no order names the piece.
        reader: of the text.
    """
    alone = [id for id in ids if id in held]
    for pressed in [alone, ids] if alone else [ids]:
        for end in range(len(filled), -1, -1):
            base = filled.until(end)
            ways = _begun(choice, base, pressed, reader)
            if ways is None:
                ways = _next(choice, base, filled.picks[end:], pressed, bool(alone), reader)
            ways = ways or _sent(choice, base, pressed, held, reader)
            if ways:
                found = [settled(choice, way, held, reader) for way in ways]
                return sorted(found, key=lambda way: not _leads(choice, way, reader))
    return []


def pickable(choice: Choice[Any], filled: Filled, reader: Reader) -> set[str]:
    """Return the ids that a press may pick now: answers to the question, to the first question of a verb, and
    pieces that may be added to a whole order or left out.
    """
    found = set[str]()
    for end in range(len(filled), -1, -1):
        asked = Walk(reader).along(choice, filled.until(end))
        if not isinstance(asked, Asked):
            continue
        items = asked.choice.items().values() if isinstance(asked.choice, Menu) else ()
        for now in (
            asked.build(),
            *(step(item, Filled(), reader) for item in items if isinstance(item, Choice)),
        ):
            if isinstance(now, Step):
                found |= {option.id for option in now.options if option.bar is None}
    return found


def lit(choice: Choice[Any], filled: Filled, reader: Reader, where: Mapping[str, str]) -> list[str]:
    """Return the places of a board that a press may begin an order with: those that a verb asks for first,
    or, where it asks for a goal, the place of what goes there; and the places where something may be sent.

    `where` gives, of every id by which orders name a place, the place of the board.
    """
    asked = Walk(reader).along(choice, filled)
    if not isinstance(asked, Asked):
        return []
    found = list[str]()
    items = asked.choice.items().values() if isinstance(asked.choice, Menu) else ()
    for item in (one for one in items if isinstance(one, Choice)):
        first = Walk(reader).along(item, Filled())
        if isinstance(first, Asked):
            start = _start(first.choice)
            found += [start] if start in where else first.build().places(where)
    for one in (asked.choice, *items):
        if isinstance(one, Assign) and not filled.picks[asked.begin :]:
            found += [place for places in one.things().values() for place in open_of(places)]
    return list(dict.fromkeys(where[place] for place in found if place in where))


def _start(choice: Choice[Any]) -> str:
    """Return the place of what goes to the goal that a decision asks for, "" if it asks for none."""
    return choice.start if isinstance(choice, Route | OneOf) else ""


def _begun(choice: Choice[Any], base: Filled, ids: Sequence[str], reader: Reader) -> list[Filled] | None:
    """Return the decisions that begin with a verb and what was pressed; None if no verb is asked for."""
    asked = Walk(reader).along(choice, base)
    if not isinstance(asked, Asked) or not isinstance(asked.choice, Menu):
        return None
    found: list[Filled] = []
    for verb, item in asked.choice.items().items():
        if not isinstance(item, Choice) or isinstance(item, Menu):
            continue
        first = Walk(reader).along(item, Filled())
        if not isinstance(first, Asked):
            continue
        if _start(first.choice) in ids:
            found.append(base.plus(verb))  # what is there goes: its goal is asked
        else:
            now = first.build()
            found += [base.plus(verb, pick) for id in ids for pick in _picked(now, id)][:1]
    return found


def _next(
    choice: Choice[Any],
    base: Filled,
    rest: Sequence[JSON],
    ids: Sequence[str],
    is_alone: bool,
    reader: Reader,
) -> list[Filled]:
    """Return the decision that answers the question with what was pressed, or changes its answer `rest`; none
    if it cannot.
    """
    asked = Walk(reader).along(choice, base)
    if not isinstance(asked, Asked):
        return []
    now = asked.build()
    if now.kind == "shares" and rest[:1] == (End.DONE,):
        return []  # those who go are changed where they were picked
    if now.kind == "way" and len(base) > asked.begin and _start(asked.choice) in ids[1:]:
        return [base.until(asked.begin)]  # a press on the pieces, not on the place: their way is begun anew
    for id in ids:
        changed = _changed(now, base, rest, id, is_alone)
        found = [changed] if changed is not None else [base.plus(pick) for pick in _picked(now, id)]
        if found:
            return found
    return []


def _picked(now: Step, id: str) -> list[JSON]:
    """Return the pick that answers a question with what was pressed, none if it is no open option."""
    if not now.places((id,)):
        return []
    if now.kind != "some":
        return [id]
    return [[id]] if now.least <= 1 else []  # begins a list, such as that of the blocks that fire


def _sent(
    choice: Choice[Any], base: Filled, ids: Sequence[str], held: Sequence[str], reader: Reader
) -> list[Filled]:
    """Return the decision that sends all that may go there, or those that are held, to a place.

    Raises:
        Refusal: if they may not go there together; the program does not guess which of them go.
    """
    asked = Walk(reader).along(choice, base)
    if not isinstance(asked, Asked):
        return []
    items = asked.choice.items() if isinstance(asked.choice, Menu) else {}
    begun = [(base.plus(verb), item) for verb, item in items.items()] or [(base, asked.choice)]
    for (way, item), place in product(begun, ids):
        if isinstance(item, Assign):
            may = [thing for thing, places in item.things().items() if place in open_of(places)]
            going = [thing for thing in may if thing in held] or may
            if going:
                sent: dict[str, JSON] = dict.fromkeys(going, place)
                item.accept(sent)
                return [way.plus(sent)]
    return []


def settled(choice: Choice[Any], filled: Filled, held: Sequence[str], reader: Reader) -> Filled:
    """Complete a decision: everything that may go goes, and a way ends where it may."""
    found = filled
    for _ in range(FARTHEST):
        now = step(choice, found, reader)
        more = None if isinstance(now, Built) else _by_itself(now, held)
        if not more:
            break
        try:
            step(choice, found.plus(*more), reader)
        except Refusal:
            break
        found = found.plus(*more)
    return found


class Whole(Struct, frozen=True):
    """An order that a single press gives.

    Attributes:
        option: what is pressed; `AGAIN` for the last order once more.
        filled, text: the whole decision, and the order.
        note: of the option.
        is_revocable: true if its giver can take it back alone.
    """

    option: str
    filled: Filled
    text: str
    note: Words | None = None
    is_revocable: bool = False


AGAIN = "*again"
"""The option of a whole order that gives the last one again."""
CONFIRMED = ("pass", "retreat", "end")
"""Actions that give up something which a player alone cannot take back: a second press confirms them."""


def at_once(
    choice: Choice[Any],
    filled: Filled,
    pieces: Container[str],
    reader: Reader,
    *,
    replaceable: bool = False,
) -> list[Whole]:
    """Return the orders that one more press can give after the picks `filled`.

    They are those that their giver can take back alone (`Menu.revocable`; all, if the answer is
    `replaceable`). At the beginning of a decision they are also actions of all pieces together, such as a
    volley, choices among one's own pieces, such as which takes a hit, and what only declines an offer
    (`Menu.declines`); never one of `CONFIRMED`.
    """
    now = step(choice, filled, reader)
    if not isinstance(now, Step) or now.kind != "one":
        return []
    opened = [option for option in now.options if option.bar is None]
    revocable = getattr(choice, "revocable", ())
    found = []
    for option in opened if len(opened) <= MOST_AT_ONCE else ():
        picks = filled.plus(option.id)
        is_revocable = replaceable or picks.picks[0] in revocable
        if is_revocable:
            built = step(choice, picks, reader)
        elif filled or option.id in CONFIRMED:
            continue
        else:
            picks = settled(choice, picks, (), reader)
            together = len(picks) == 2 and (picks.picks[1] == End.ALL or isinstance(picks.picks[1], list))
            built = step(choice, picks, reader) if together or option.id in pieces else now
        if isinstance(built, Built):
            is_answered = len(picks) > len(filled) + 1  # so is the question after the option
            note = None if is_answered and option.is_asked else option.note
            found.append(Whole(option.id, picks, built.text, note, is_revocable))
    return found if filled else [*found, *_declined(choice, reader)]


def _declined(choice: Choice[Any], reader: Reader) -> list[Whole]:
    """Return the orders that decline what a menu within a question offers."""
    found = []
    for verb, item in choice.items().items() if isinstance(choice, Menu) else ():
        if not isinstance(item, Menu):
            continue
        for word in item.declines:
            if item.items().get(word, item) is None:
                picks = Filled((verb, word))
                built = step(choice, picks, reader)
                assert isinstance(built, Built)
                found.append(Whole(word, picks, built.text, item.note(word)))
    return found


def once_more(choice: Choice[Any], answer: JSON, reader: Reader) -> Whole | None:
    """Return the order that gives a seat's last one again; None if it is no longer legal, or cannot be taken
    back alone.
    """
    pick = answer.get("pick") if isinstance(answer, dict) else None
    if not isinstance(choice, Menu) or not isinstance(pick, str) or pick not in choice.revocable:
        return None
    try:
        picks = decompose(choice, choice.accept(answer))
        built = step(choice, picks, reader)
    except Refusal:
        return None
    return Whole(AGAIN, picks, built.text, is_revocable=True) if isinstance(built, Built) else None


def begun_off(choice: Choice[Any], filled: Filled, board: Container[str], reader: Reader) -> dict[str, Step]:
    """Return the verbs of a question whose first pick is of things that are not on the board, such as those
    of a stock, each with that pick's question: these things can be shown beside the verb.
    """
    asked = Walk(reader).along(choice, filled)
    if filled or not isinstance(asked, Asked) or not isinstance(asked.choice, Menu):
        return {}
    found = dict[str, Step]()
    for verb, item in asked.choice.items().items():
        if not isinstance(item, Choice) or isinstance(item, Menu):
            continue
        now = offered(choice, Filled((verb,)), reader)
        if isinstance(now, Step) and now.kind == "one":
            opened = [option.id for option in now.options if option.bar is None]
            if 1 < len(opened) <= MOST_AT_ONCE and not any(id in board for id in opened):
                found[verb] = now
    return found


def onward(choice: Choice[Any], filled: Filled, reader: Reader) -> list[str]:
    """Return the places to which the way of a whole order could go on instead of ending."""
    for end in range(len(filled) - 1, -1, -1):
        now = step(choice, filled.until(end), reader)
        if isinstance(now, Step) and now.kind == "way":
            return [option.id for option in now.options if option.bar is None]
    return []


def _by_itself(now: Step, held: Sequence[str]) -> list[JSON] | None:
    """Return the picks that answer a question automatically, None if it has to be asked."""
    opened = [option for option in now.options if option.bar is None]
    buttons = {button.id for button in now.buttons if button.bar is None}
    names = {option.id for option in opened}
    mine = [id for id in held if id in names]
    if not mine and any(option.id in held for option in now.options):
        return None  # they may not go: nobody else goes in their place without being asked for
    match now.kind:
        case "some" if mine and now.least <= len(dict.fromkeys(mine)) <= now.most:
            return [list(dict.fromkeys(mine))]
        case "shares" if mine:
            counts: dict[str, JSON] = {o.id: min(mine.count(o.id), o.most) for o in opened if o.id in mine}
            return [counts, End.DONE]
        case "some" | "shares" if End.ALL in buttons:
            return [End.ALL]
        case "way" | "places" if now.so_far and End.DONE in buttons:
            return [End.DONE]
    return None if now.only is None else [now.only]


def _changed(now: Step, base: Filled, rest: Sequence[JSON], id: str, is_alone: bool) -> Filled | None:
    """Return the decision with a piece added to those that go, or left out (`held`); None if the order does
    not say which ones go.
    """
    if not rest or now.kind not in ("some", "shares") or now.most < 2:
        return None
    opened = {o.id: o.most if now.kind == "shares" else 1 for o in now.options if o.bar is None}
    if id not in opened:
        return None
    going = _toggled(_counts(rest[0], opened), opened, [id], now.most, is_alone=is_alone)
    picked = _listed(going)[-now.most :]
    if len(picked) < max(1, now.least):
        return base
    if now.kind == "some":
        return base.plus(list[JSON](picked))
    shares: dict[str, JSON] = {one: picked.count(one) for one in dict.fromkeys(picked)}
    return base.plus(shares, End.DONE)


def held(before: Sequence[str], pressed: Sequence[str], here: Sequence[str], *, is_alone: bool) -> list[str]:
    """Return the pieces of a stack that are to go, after a press on one of its counters.

    If all go, those that are pressed go alone; else they go too, or, if they go already, stay. Of equal
    pieces all are meant, or one if it is pressed alone.

    Args:
        before: the pieces that are to go; () for all.
        pressed: the pieces that the counter stands for.
        here: the pieces of the stack.
        is_alone: true if one of equal pieces was pressed.

    Returns:
        The pieces; all again as [].
    """
    opened = Counter(here)
    going = Counter(id for id in before if id in opened) & opened
    known = [id for id in dict.fromkeys(pressed) if id in opened]
    after = _toggled(going or opened, opened, known, len(here), is_alone=is_alone)
    return [] if after == opened else _listed(after)


def _toggled(
    going: Mapping[str, int], opened: Mapping[str, int], pressed: Sequence[str], most: int, *, is_alone: bool
) -> dict[str, int]:
    """Return how many of each kind go after a press on some, of which `opened` gives all (`held`)."""
    each = {id: 1 if is_alone else opened[id] for id in pressed}
    is_full = sum(going.values()) >= min(most, sum(opened.values()))
    if is_full and any(going.get(id) for id in pressed):
        return each
    others = {id: n for id, n in going.items() if id not in each}
    more = {id: going.get(id, 0) + n for id, n in each.items()}
    if all(n > opened[id] for id, n in more.items()):
        return others
    return others | {id: min(n, opened[id]) for id, n in more.items()}


def _listed(going: Mapping[str, int]) -> list[str]:
    return [id for id, n in going.items() for _ in range(n)]


class PickedPiece(Struct, frozen=True):
    """Pieces of one kind that a whole order may name: `n` of `most` go.

    `fewer` and `more` are the decisions with one fewer or one more of them, None where there is none.
    """

    id: str
    label: str
    n: int
    most: int
    fewer: Filled | None
    more: Filled | None


def picked_pieces(choice: Choice[Any], filled: Filled, reader: Reader) -> list[PickedPiece]:
    """Return the pieces that a whole order names or could name, where it names several."""
    for end in range(len(filled) - 1, -1, -1):
        now = step(choice, filled.until(end), reader)
        is_list = isinstance(now, Step) and now.kind in ("some", "shares") and now.most > 1
        if is_list and filled.picks[end] != End.DONE:
            break
    else:
        return []
    assert isinstance(now, Step)
    base, picked, rest = filled.until(end), filled.picks[end], filled.picks[end + 1 :]
    opened = {option.id: option.most for option in now.options if option.bar is None}
    if now.kind == "some":
        opened = dict.fromkeys(opened, 1)
    elif now.so_far:
        return []  # put together in several steps
    going = _counts(picked, opened)

    def changed(id: str, by: int) -> Filled | None:
        n = going.get(id, 0) + by
        counts = {one: k for one in opened if (k := n if one == id else going.get(one, 0))}
        if not 0 <= n <= opened[id] or not max(1, now.least) <= sum(counts.values()) <= now.most:
            return None
        many: JSON = list[JSON](counts) if now.kind == "some" else dict[str, JSON](counts)
        ended = [End.DONE] if now.kind == "shares" and picked == End.ALL else []
        for onward in (base.plus(many, *ended, *rest), settled(choice, base.plus(many, *ended), (), reader)):
            try:
                if isinstance(step(choice, onward, reader), Built):
                    return onward
            except Refusal:
                continue
        return None

    labels = {option.id: option.label for option in now.options}
    found = [
        PickedPiece(id, labels[id], going.get(id, 0), most, changed(id, -1), changed(id, 1))
        for id, most in opened.items()
    ]
    return found if sum(opened.values()) > 1 else []


def _counts(picked: JSON, opened: Mapping[str, int]) -> dict[str, int]:
    """Return the number of each kind that a pick takes."""
    if picked == End.ALL:
        return dict(opened)
    if isinstance(picked, dict):
        return {id: int(n) for id, n in picked.items() if isinstance(n, int)}
    return dict.fromkeys(map(str, picked), 1) if isinstance(picked, list) else {}


def _leads(choice: Choice[Any], filled: Filled, reader: Reader) -> bool:
    walk = Walk(reader)
    walk.along(choice, filled)
    return walk.led is not None
