"""The names of the terms of standing orders, for forms, which show no ids; the kinds of windows, and how a
campaign treats them, in words (architecture.md §1.7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from .errors import Refusal
from .words import N_, Words, words

ASK, SILENT = "ask", "standing"
"""The treatments of a kind of window: its seats are asked, or only standing orders act."""
PLAY = "reaction"
"""The value of a refusal that names what may be played in windows; it is told how they are treated."""


class Fact(Struct, frozen=True):
    """A fact that a test may use.

    Attributes:
        name: its name in forms: "the round of the battle".
        values: the ids that it may have, in order; none if it is a number, or has too many possible values.
        called: the names of those values that the lexicon does not contain.
        typed: the entry of a language's `keys` that has its names in orders; "" for that of its key.
    """

    name: Words
    values: tuple[str, ...] = ()
    called: Mapping[str, Words] = {}
    typed: str = ""


class StandingTerms(Struct, frozen=True):
    """The terms of standing orders: the occasions (kinds, rules, rests) and the keys of their tests.

    Terms that are missing are named by their verbs, or by the lexicon. `examples` are lines that players
    could write, each with its meaning, the simplest first.
    """

    occasions: Mapping[str, Words] = {}
    facts: Mapping[str, Fact] = {}
    examples: Mapping[str, Words] = {}


class Battle(Struct, frozen=True):
    """The battle that is being fought, for the standing orders of a seat for it.

    Attributes:
        place: its place, the value of the key "place" in tests as long as it lasts.
        turn: the turn, the value of the key "turn" as long as it and the turn's other battles last.
        lines: orders that suit it, and the seat's other battles of the turn, as `if` lines.
        early: those of them by which the seat leaves a battle before it has to.
    """

    place: str
    turn: int
    lines: Sequence[str]
    early: Sequence[str] = ()


class WindowKind(Struct, frozen=True):
    """A kind of occasion on which seats may react to another.

    Attributes:
        usual: how a new campaign treats it: "ask" or "standing".
        cost: about how many questions asking costs in a whole game of the shortest scenario, all seats
            together, as counted in games that the computer played; 0 for less than one.
        plays: the ids of what may be played there.
        order: a standing order for it, as an example.
        option: the option of a campaign and its value without which it never occurs; "" if it always may.
    """

    usual: str
    cost: int
    plays: tuple[str, ...] = ()
    order: str = ""
    option: tuple[str, str] = ("", "")

    def occurs(self, options: Mapping[str, str]) -> bool:
        """Return true if it may occur with these options of a campaign."""
        name, value = self.option
        return not name or options.get(name) == value


class Treatment(Struct, frozen=True):
    """The treatment of the windows of a campaign.

    Attributes:
        windows: the kinds that may occur in it.
        modes: how it treats each of them.
        names: the occasion of each in words.
    """

    windows: Mapping[str, WindowKind]
    modes: Mapping[str, str]
    names: Mapping[str, Words]

    def told(self) -> list[Words]:
        """Return on which occasions seats are asked, and on which only standing orders act, as sentences."""
        asked, silent = self._parted(self.windows)
        found = []
        if asked:
            found.append(words(N_("You are asked on these occasions: {occasions}."), occasions=asked))
        if silent:
            template = N_("Only standing orders react on these occasions: {occasions}.")
            found.append(words(template, occasions=silent))
        return found

    def told_of(self, id: str) -> Words | None:
        """Return how what may be played in windows is played in this campaign; None if `id` is none of it."""
        kinds = {kind: window for kind, window in self.windows.items() if id in window.plays}
        asked, silent = self._parted(kinds)
        values: dict[str, object] = {"asked": asked, "silent": silent}
        if silent:
            values["order"] = words(next(kinds[kind].order for kind in kinds if self.modes[kind] != ASK))
        if asked and silent:
            both = N_(
                "in this game you are asked on these occasions: {asked}; on these only a standing order "
                "plays it: {silent} (“{order}”)"
            )
            return words(both, **values)
        if asked:
            return words(N_("in this game you are asked on these occasions: {asked}"), **values)
        if silent:
            alone = N_(
                "in this game nobody is asked on these occasions: {silent}; a standing order plays it, "
                "such as “{order}”"
            )
            return words(alone, **values)
        return None

    def explain(self, refused: Refusal) -> None:
        """Add to a refusal of what may be played in windows how it is played in this campaign."""
        id = refused.why.values.get(PLAY)
        if isinstance(id, str) and (setting := self.told_of(id)) is not None:
            refused.why = words(N_("{why}; {setting}"), why=refused.why, setting=setting)

    def _parted(self, kinds: Mapping[str, WindowKind]) -> tuple[list[Words], list[Words]]:
        """Return the names of the kinds that are asked, and of the others."""
        parted: tuple[list[Words], list[Words]] = [], []
        for kind in kinds:
            name = words(N_("“{occasion}”"), occasion=self.names[kind])
            parted[self.modes[kind] != ASK].append(name)
        return parted
