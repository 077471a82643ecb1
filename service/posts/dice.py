"""Dice, picks and draws of a post, each with its circumstances and its proof (design/fair-dice.md §3, §4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from adjudicator.core.game.game import Game
from adjudicator.core.game.sealed import Event
from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, words
from service.text.localizer import Localizer
from service.values.posts import AsideNotice, Told
from service.values.records import Post
from service.values.words import LONGEST_REASON

THROWN = N_("{why} ({rule})")
EACH = N_("{subject} {die}")
PLUS = N_("{source} {value}")
DRAWN = N_("drawn at random from {source} ({size}): {to}")
AMONG = N_("drawn at random from {size}: {to}")
TAKES = N_("{place} {n}")
SHOWN = N_("revealed: {items}")
PICKED = N_("picked at random from {of}")
STANDS = N_("same result as in entry {n}, which was undone")


class DiceLine(Struct, frozen=True):
    """One throw, one pick or one hidden draw.

    Attributes:
        kind: "dice", "pick", "draw", or "aside" for the referee's own dice.
        who: the name of the seat that rolls, "" for nobody.
        rule: the paragraph, as sentences name it ("§7.4").
        why: the purpose.
        dice: the faces, as numbers.
        sides: how many faces each die has, 0 for picks and draws.
        faces: what dice with symbols show, each by its name; () for numbers.
        modifiers: each with its source and sign, "Pope +1".
        row: the row or column of the table that was used, "" if there is none.
        result: the outcome, "" if it is reported later.
        text: all of that in one line.
        entry, epoch, seed: the proof: the entry of the log, its epoch (of an aside: its number), and the seed
            in 64 hex digits.
    """

    kind: str
    who: str
    rule: str
    why: str
    dice: tuple[int, ...]
    sides: int
    faces: tuple[str, ...]
    modifiers: tuple[str, ...]
    row: str
    result: str
    text: str
    entry: int
    epoch: int
    seed: str


class DiceLines:
    """The dice of one post, in one language."""

    def __init__(
        self, post: Post, events: Sequence[tuple[int, Event]], game: Game, localizer: Localizer
    ) -> None:
        self._post, self._events, self._game, self._localizer = post, events, game, localizer

    def lines(self) -> Iterator[DiceLine]:
        """Yield a line for each throw, pick and draw, in order."""
        match self._post.content:
            case Told(chance=chance):
                for entry in chance:
                    if entry["t"] == "draw":
                        yield self._draw(entry)
                    for roll in entry.get("rolls", ()):
                        yield self._roll(entry, roll)
            case AsideNotice():
                yield from self._aside(self._post.content)

    def _aside(self, content: AsideNotice) -> Iterator[DiceLine]:
        """Yield the line of the referee's own dice (design/fair-dice.md §8)."""
        proof = {"i": content.i, "seed": content.seed}
        for roll in content.rolls:
            fell = " ".join(map(str, roll["got"]))
            yield self._line("aside", proof, rule="", why=roll["label"], dice=roll["got"], fell=fell)

    def _roll(self, entry: Mapping[str, Any], roll: Mapping[str, Any]) -> DiceLine:
        """Return the line of one roll as the game explains it: who, why, each die, and what modified it."""
        if roll["kind"] == "pick":
            return self._pick(entry, roll)
        rule, _, label = roll["label"].partition(" ")
        before = [event for n, event in self._events if n < entry["n"]]
        behind = [event for n, event in self._events if n == entry["n"]]
        throw = self._game.throw(rule, label, roll["got"], before, behind)
        faces = [self._localizer.name(throw.faces[fell - 1]) for fell in roll["got"]] if throw.faces else []
        shown = faces or [str(fell) for fell in roll["got"]]
        each = [
            self._localizer.words(words(EACH, subject=subject, die=Verbatim(die)))
            for subject, die in zip(throw.subjects, shown, strict=False)
        ]
        modifiers = [
            self._localizer.words(words(PLUS, source=source, value=f"{value:+}"))
            for source, value in throw.modifiers
        ]
        return self._line(
            "dice",
            entry,
            who=self._localizer.name(throw.who),
            rule=self._localizer.rule(rule),
            why=self._localizer.words(throw.why),
            dice=roll["got"],
            sides=roll["faces"],
            faces=faces,
            fell=self._localizer.listed(each or faces) or " ".join(shown),
            modifiers=modifiers,
            row="" if throw.row is None else self._localizer.words(throw.row),
            result="" if throw.result is None else self._localizer.words(throw.result),
        )

    def _pick(self, entry: Mapping[str, Any], roll: Mapping[str, Any]) -> DiceLine:
        rule = roll["label"].partition(" ")[0]
        why = self._localizer.words(words(PICKED, of=list(roll["of"])))
        got = self._localizer.listed([self._localizer.name(item) for item in roll["got"]])
        return self._line("pick", entry, rule=self._localizer.rule(rule), why=why, fell=got, result=got)

    def _draw(self, entry: Mapping[str, Any]) -> DiceLine:
        to = [words(TAKES, place=place, n=n) for place, n in entry["to"]]
        template = DRAWN if entry["from"] else AMONG
        why = self._localizer.words(words(template, size=entry["size"], source=entry["from"], to=to))
        shown = self._localizer.words(words(SHOWN, items=entry["shown"])) if entry["shown"] else ""
        return self._line("draw", entry, rule=self._localizer.rule(entry["rule"]), why=why, result=shown)

    def _line(
        self,
        kind: str,
        entry: Mapping[str, Any],
        *,
        rule: str,
        why: str,
        who: str = "",
        dice: Sequence[int] = (),
        sides: int = 0,
        faces: Sequence[str] = (),
        fell: str = "",
        modifiers: Sequence[str] = (),
        row: str = "",
        result: str = "",
    ) -> DiceLine:
        """Return the text of a line: the seat, the purpose, the rule, the faces, the outcome."""
        thrown = (
            self._localizer.words(words(THROWN, why=Verbatim(why, LONGEST_REASON), rule=rule))
            if rule
            else why
        )
        signs = LANGUAGES[self._localizer.language]
        text = f"{who}{signs.colon}{thrown}" if who else f"{thrown[:1].upper()}{thrown[1:]}"
        fallen = f"{text}{signs.colon}{fell}" if fell else text
        parts = [fallen, *modifiers, row, result if result != fell else ""]
        if entry.get("stands"):
            parts.append(self._localizer.words(words(STANDS, n=entry["stands"])))
        return DiceLine(
            kind=kind,
            who=who,
            rule=rule,
            why=why,
            dice=tuple(dice),
            sides=sides,
            faces=tuple(faces),
            modifiers=tuple(modifiers),
            row=row,
            result=result,
            text=signs.beside(*parts),
            entry=entry.get("n", self._post.n),
            epoch=entry.get("e", entry.get("i", 0)),
            seed=entry.get("seed", ""),
        )
