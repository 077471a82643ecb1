"""Standing orders that suit the battles of a turn, to be edited (architecture.md §1.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core import Reader
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.terms import Battle
from adjudicator.core.orders.standing import if_line
from adjudicator.julius_caesar.board import BLOCKS, EDGES, FIGURES, NAVAL
from adjudicator.julius_caesar.rules.r04_board import CONTESTED, VACANT
from adjudicator.julius_caesar.show.view import View

from .world import Place, is_leader, is_ship

LETTERS = "ABCD"
MOST_TRIES = 6
"""Alternatives in a line."""


def battle(view: View, seat: str, reader: Reader) -> Battle | None:
    """Return the battle that a side fights in: who retreats, who fires in which order, who takes hits.

    If other battles of the turn are still to be fought, there are lines for each of them, which test the
    place; and one for the order of battles, if the side chooses it. Leaders come last: §7.51 an enemy who
    eliminates one holds it.
    """
    if view.battle is None or view.phase != "battle":
        return None
    here = view.battle.place
    others = [place for place, seen in view.places.items() if seen.holder == CONTESTED and place != here]
    fought = [_Fought(view, seat, place, reader, tested=bool(others)) for place in (here, *others)]
    lines, early = list[str](), list[str]()
    if len(others) > 1 and seat == view.first:
        lines += _lines(
            f"{LANGUAGES[reader.language].key('turn')} = {view.turn}",
            "battle",
            list(map(reader.label, others)),
            reader,
        )
    for one in fought:
        lines += one.lines
        early += [] if one.attacks else one.retreats
    return Battle(here, view.turn, lines, early)


class _Fought:
    """A battle of the turn as a side sees it, with the lines that suit it.

    They test its place if `tested`.
    """

    def __init__(self, view: View, seat: str, place: Place, reader: Reader, *, tested: bool) -> None:
        self._view, self._seat, self._place, self._reader = view, seat, place, reader
        self._key = LANGUAGES[reader.language].key
        self._where = f"{self._key('place')} = {reader.label(place)}" if tested else ""
        now = view.battle if view.battle is not None and view.battle.place == place else None
        self.attacks = seat == (now.attacker if now is not None else view.attackers[place])
        own = [block.id for block in view.places[place].blocks if block.side == seat]
        own.sort(key=is_leader)
        self._letters = {letter: [b for b in own if self._letter(b) == letter] for letter in LETTERS}
        self.retreats = list(self._retreats())
        self.lines = [*self.retreats, *self._fires(), *self._losses(own)]

    def _letter(self, block: str) -> str:
        """§7.2 Return the letter at which a block of the side acts."""
        return BLOCKS[block].letter_attacking if self.attacks else BLOCKS[block].letter

    def _when(self, *tests: str) -> str:
        return ", ".join(filter(None, (self._where, *tests)))

    def _retreats(self) -> Iterator[str]:
        """Yield for each letter where its blocks retreat to.

        §7.62 An attacker must retreat in the fourth round; §7.2 a defender may from the second on.
        """
        when = f"{self._key('round')} {f'= {FIGURES.battle_rounds}' if self.attacks else '>= 2'}"
        label = self._reader.label
        for letter, group in self._letters.items():
            places = {b: place for b in group if (place := self._refuge(b))}
            ways = [f"{label(b)} {label('to')} {label(place)}" for b, place in places.items()]
            yield from _lines(
                self._when(f"{self._key('letter')} = {letter}", when), "retreat", ways, self._reader
            )

    def _fires(self) -> Iterator[str]:
        """§7.2 Yield for each letter in which order its blocks fire."""
        label = self._reader.label
        fire = label("fire")
        for letter, group in self._letters.items():
            if group:
                order = [f"{fire} {', '.join(map(label, group))}", f"{fire} {label('all')}"]
                yield if_line(
                    self._when(f"{self._key('letter')} = {letter}"), _then(order, self._reader), self._reader
                )

    def _refuge(self, block: str) -> Place:
        """§7.61 §7.62 Return a place to retreat to, "" for none: the side's own, else a vacant one.

        §7.63 A defender goes last where the attack came from, without the option `open_roads` never. The
        rules judge the order when its time comes.
        """
        main, places = self._view.main.get(self._place, ""), self._view.places
        beside = NAVAL[self._place] if is_ship(block) else tuple(EDGES[self._place])
        held = {to: places[to].holder if to in places else VACANT for to in beside}
        own = [to for to in beside if held[to] == self._seat]
        vacant = sorted((to for to in beside if held[to] == VACANT), key=lambda to: to == main)
        if self.attacks or self._view.options["open_roads"] == "off":
            vacant = [to for to in vacant if (to == main) == self.attacks]
        return next(iter([*own, *vacant]), "")

    def _losses(self, own: Sequence[str]) -> Iterator[str]:
        """§7.4 Yield which of the strongest takes the next hit; §7.7 and that nobody regroups after a
        victory.
        """
        label = self._reader.label
        yield from _lines(self._when(), "lose", list(map(label, own)), self._reader)
        yield if_line(self._when(), f"{label('regroup')} {label('none')}", self._reader)


def _lines(tests: str, verb: str, tries: Sequence[str], reader: Reader) -> Iterator[str]:
    """Yield lines of a few alternatives each: a standing order has a greatest length."""
    for n in range(0, len(tries), MOST_TRIES):
        some = _then(tries[n : n + MOST_TRIES], reader)
        yield if_line(tests, f"{reader.label(verb)} {some}", reader)


def _then(tries: Sequence[str], reader: Reader) -> str:
    return f", {reader.label('then')} ".join(tries)
