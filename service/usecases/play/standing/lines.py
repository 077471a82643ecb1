"""The line of a standing order made from the picks in its form, and the reverse (core/standing.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.game.game import Game, Key
from adjudicator.core.language.languages import LANGUAGES, is_key
from adjudicator.core.language.languages import TYPED as SPOKEN
from adjudicator.core.language.words import fold
from adjudicator.core.log.chain import JSON
from adjudicator.core.orders.standing import REST, Condition, Order, key_id, number

from .names import ANYTHING, ENOUGH, ME, NOW, THEN, TIMES, TYPED, UNTIL, WHEN, fact

ORDERINGS = (">=", "<=", ">", "<")
"""The signs that compare numbers."""


class LineParts:
    """The answer of a form as pieces of a line, in a reader's words.

    Args:
        asked: rule -> choice, for what is an answer to a question that is asked now.
    """

    def __init__(
        self, game: Game, asked: Mapping[str, Choice[Any]], answer: Mapping[str, Any], reader: Reader
    ) -> None:
        self._game, self._asked, self._reader = game, asked, reader
        self.on = bare(answer["on"])
        self.occasion = self._occasion()
        self.lines = [self._line(answer["do"])]
        self.tests: list[str] = []
        self.until: list[str] = []
        self.times: int | None = None
        more = answer["more"]
        while more["pick"] != ENOUGH:
            self._add(more["pick"], more["answer"])
            more = more["answer"]["more"]

    def _occasion(self) -> str:
        """Return the text of the occasion: its name, if that name leads back to it."""
        label = self._reader.label(self.on)
        leads_back = self.on != REST and self._game.lexicon.find(label, self._game.standing) == [self.on]
        return label if leads_back else self.on  # games call a remainder "rest"

    def _add(self, pick: str, said: Mapping[str, Any]) -> None:
        match pick:
            case "more:then":
                self.lines.append(self._line(said["do"]))
            case "more:when":
                self.tests.append(self._test(said))
            case "more:until":
                self.until.append(self._test(said))
            case "more:times":
                self.times = said["times"]

    def _line(self, do: Mapping[str, Any]) -> str:
        pick, said = do["pick"], do["answer"]
        if pick == NOW:
            return self._asked[self.on].write(said, self._reader)
        verb = "" if pick == TYPED else self._reader.label(bare(pick))
        return " ".join(f"{verb} {said}".split())

    def _test(self, said: Mapping[str, Any]) -> str:
        sign, value = bare(said["sign"]), said["value"]
        values = [self._value(one) for one in value] if isinstance(value, list) else [self._value(value)]
        if said["key"] == ANYTHING:
            return values[0]
        if sign == "in" and len(values) == 1 and "/" not in values[0]:
            sign = "="
        typed = LANGUAGES[self._reader.language].typed
        sign = {"in": typed.within, "has": typed.has}.get(sign, (sign,))[0]
        return f"{self._key(bare(said['key']))} {sign} {' / '.join(values)}"

    def _key(self, key: str) -> str:
        """Return the text of a key: its word in the reader's language; of a thing, its name."""
        word, label = key_id(key, self._game), self._reader.label(key)
        if any(word in known.keys for known in LANGUAGES.values()):
            return LANGUAGES[self._reader.language].keys.get(word, (key,))[0]
        return label if fold(label) in self._game.lexicon.names(key) else key

    def _value(self, value: str | int) -> str:
        """Return the text of a value: its name, if that name leads back to the value."""
        if isinstance(value, int) or not value.startswith("val:"):
            return str(value)
        id = bare(value)
        if id == ME:
            return LANGUAGES[self._reader.language].typed.me[0]
        label = self._reader.label(id)
        leads_back = label != id and fold(label) in self._game.lexicon.names(id)
        return label if leads_back else LANGUAGES[self._reader.language].key(id)


def answer_of(game: Game, order: Order, times: int | None, keys: Mapping[str, Key]) -> dict[str, JSON]:
    """Return the picks that would have made an order; a number or a value that no form knows stays a text."""
    tail: list[tuple[str, dict[str, JSON]]] = [
        *((THEN, {"do": _done(game, order.on, line)}) for line in order.lines[1:]),
        *((WHEN, _tested(game, test, keys)) for test in order.tests),
        *((TIMES, {"times": n}) for n in (times,) if n is not None),
        *((UNTIL, _tested(game, test, keys)) for test in order.until),
    ]
    more: dict[str, JSON] = {"pick": ENOUGH}
    for pick, fields in reversed(tail):
        more = {"pick": pick, "answer": {**fields, "more": more}}
    return {"on": f"on:{order.on}", "do": _done(game, order.on, order.lines[0]), "more": more}


def _done(game: Game, on: str, line: str) -> dict[str, JSON]:
    """Split an order into the longest verb that it begins with, and the rest."""
    words = line.split()
    for size in range(len(words), 0, -1):
        head = fold(" ".join(words[:size]))
        for verb in game.standing[on]:
            if head in game.lexicon.names(verb):
                return {"pick": f"do:{verb}", "answer": " ".join(words[size:])}
    return {"pick": TYPED, "answer": line}


def _tested(game: Game, test: Condition, keys: Mapping[str, Key]) -> dict[str, JSON]:
    if not test.key:
        return {"key": ANYTHING, "sign": "sign:=", "value": test.values[0]}
    value, sign = keys.get(test.key, ""), test.sign
    if isinstance(value, list) and sign == "=":
        sign = "has"
    return {"key": f"key:{test.key}", "sign": f"sign:{sign}", "value": _value_of(game, test, value)}


def _value_of(game: Game, test: Condition, value: Key) -> JSON:
    if is_number(value) or test.sign in ORDERINGS:
        n = number(test.values[0])
        return test.values[0] if n is None else n
    found = [_found(game, test.key, text) for text in test.values]
    if test.sign != "in":
        return found[0]
    return [*found] if values_of(game, test.key) else " / ".join(test.values)


def _found(game: Game, key: str, text: str) -> str:
    """Return the value of a key that a text names, or the text."""
    said, me = fold(text), SPOKEN.me
    for id in values_of(game, key):
        if said in game.lexicon.names(id) or is_key(said, id) or (id == ME and said in me):
            return f"val:{key}:{id}"
    return text


def values_of(game: Game, key: str) -> list[str]:
    """Return the ids that a key may have; a seat may also be "me"."""
    known = fact(game, key)
    values = () if known is None else known.values
    seats = {seat for scenario in game.scenarios() for seat in scenario.seats}
    return [*((ME,) if seats & {*values} else ()), *values]


def is_number(value: Key) -> bool:
    """Return true if the values of a key are numbers, of each of several things too."""
    values = [*value.values()] if isinstance(value, dict) else [value]
    return all(isinstance(one, int) for one in values)


def bare(id: str) -> str:
    """Return an id of a form without its prefix."""
    head, _, rest = id.partition(":")
    return rest.partition(":")[2] if head == "val" else rest
