"""Standing orders that suit the battle that is being fought, to be edited (architecture.md §1.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core import Reader
from adjudicator.core.standing import if_line
from adjudicator.core.terms import Battle
from adjudicator.julius_caesar.board import BLOCKS, EDGES, FIGURES, NAVAL
from adjudicator.julius_caesar.rules.r04_board import VACANT
from adjudicator.julius_caesar.show.view import BattleSeen, View

from .world import Place, is_leader, is_ship

LETTERS = "ABCD"
MOST_TRIES = 6
"""Alternatives in a line."""


def battle(view: View, seat: str, reader: Reader) -> Battle | None:
    """Return the battle that a side fights in: who retreats, who fires in which order, who takes hits.

    Leaders come last: §7.51 an enemy who eliminates one holds it.
    """
    fought = view.battle
    if fought is None or view.phase != "battle":
        return None
    own = [block.id for block in view.places[fought.place].blocks if block.side == seat]
    own.sort(key=is_leader)
    retreats = list(_retreats(view, fought, seat, own, reader))
    early = [] if seat == fought.attacker else retreats
    fires = _fires(_by_letter(fought, seat, own), reader)
    return Battle(fought.place, [*retreats, *fires, *_losses(own, reader)], early)


def _by_letter(fought: BattleSeen, seat: str, own: Sequence[str]) -> dict[str, list[str]]:
    """§7.2 Return a side's blocks by the letters at which they act."""
    attacks = seat == fought.attacker
    letters = {b: BLOCKS[b].letter_attacking if attacks else BLOCKS[b].letter for b in own}
    return {letter: [b for b in own if letters[b] == letter] for letter in LETTERS}


def _retreats(view: View, fought: BattleSeen, seat: str, own: Sequence[str], reader: Reader) -> Iterator[str]:
    """Yield for each letter where its blocks retreat to.

    §7.62 An attacker must retreat in the fourth round; §7.2 a defender may from the second on.
    """
    when = f"round = {FIGURES.battle_rounds}" if seat == fought.attacker else "round >= 2"
    to = reader.label("to")
    for letter, group in _by_letter(fought, seat, own).items():
        places = {b: place for b in group if (place := _refuge(view, fought, seat, b))}
        ways = [f"{reader.label(b)} {to} {reader.label(place)}" for b, place in places.items()]
        yield from _lines(f"letter = {letter}, {when}", "retreat", ways, reader)


def _fires(groups: Mapping[str, Sequence[str]], reader: Reader) -> Iterator[str]:
    """§7.2 Yield for each letter in which order its blocks fire."""
    fire = reader.label("fire")
    for letter, group in groups.items():
        if group:
            order = [f"{fire} {', '.join(map(reader.label, group))}", f"{fire} {reader.label('all')}"]
            yield if_line(f"letter = {letter}", _then(order, reader), reader)


def _refuge(view: View, fought: BattleSeen, seat: str, block: str) -> Place:
    """§7.61 §7.62 Return a place to retreat to, "" for none: the side's own, else a vacant one.

    §7.63 A defender never goes where the attack came from. The rules judge the order when its time comes.
    """
    attacks, main = seat == fought.attacker, view.main.get(fought.place, "")
    beside = NAVAL[fought.place] if is_ship(block) else tuple(EDGES[fought.place])
    held = {to: view.places[to].holder if to in view.places else VACANT for to in beside}
    own = [to for to in beside if held[to] == seat]
    vacant = [to for to in beside if held[to] == VACANT and (to == main if attacks else to != main)]
    return next(iter([*own, *vacant]), "")


def _losses(own: Sequence[str], reader: Reader) -> Iterator[str]:
    """§7.4 Yield which of the strongest takes the next hit; §7.7 and that nobody regroups after a victory."""
    yield from _lines("", "lose", [reader.label(block) for block in own], reader)
    yield if_line("", f"{reader.label('regroup')} {reader.label('none')}", reader)


def _lines(tests: str, verb: str, tries: Sequence[str], reader: Reader) -> Iterator[str]:
    """Yield lines of a few alternatives each: a standing order has a greatest length."""
    for n in range(0, len(tries), MOST_TRIES):
        some = _then(tries[n : n + MOST_TRIES], reader)
        yield if_line(tests, f"{reader.label(verb)} {some}", reader)


def _then(tries: Sequence[str], reader: Reader) -> str:
    return f", {reader.label('then')} ".join(tries)
