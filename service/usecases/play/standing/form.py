"""Standing orders set by a form: a choice like any other, whose answer is written as the line that is kept.

The occasion, what is done, and then, as often as wanted: what is tried instead, tests, how often, until when.
`steps` leads through it as through any decision, with `standing_words.reader` for its reader; the text of
what is built is the line (core/standing.py). `StandingOrder.parse` makes an answer of a line, to be edited.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.core.choices.choice import Bar, Choice, Reader
from adjudicator.core.choices.forms import Field, Form, Menu
from adjudicator.core.choices.plain import Amount, OneOf, Subset, Text, one_of
from adjudicator.core.game.game import Game, Key
from adjudicator.core.language.errors import NotUnderstood
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chain import JSON
from adjudicator.core.orders import standing
from adjudicator.core.orders.standing import REST, Order, is_rule, keys_of, limit_of
from service.unit_of_work.transaction import Transaction
from service.usecases.play import queries

from .lines import ORDERINGS, LineParts, answer_of, is_number, values_of
from .names import ANYTHING, ENOUGH, NOW, RULE, THEN, TIMES, TYPED, UNTIL, WHEN

LARGEST = 9999
"""The largest number that is tested against."""
OFTENEST = 99
"""The greatest limit on how often an order acts, if it has one."""
LONGEST_VALUE = 60

_UNTESTED = ("kind", "rule")
"""The facts of an occasion that the order names already."""

_WHAT = words(N_("What should the standing order do?"))
_ON = words(N_("When does it apply?"))
_DO = words(N_("What does it do?"))
_BEHIND = N_("What follows “{verb}” in the order? You may leave this empty.")
_OWN_WORDS = words(N_("Write the order as you would type it"))
_MORE = words(N_("Anything else?"))
_ONLY_WHEN = words(N_("It applies only when this is true."))
_TRIED = words(N_("What to try if the order before it cannot be carried out."))
_SO_OFTEN = words(N_("It is used up after this many times."))
_LAPSES = words(N_("It is removed for good as soon as this is true."))
_ELSE = words(N_("What should it try instead?"))
_KEY = words(N_("What do you want to test?"))
_SIGN = words(N_("How do you want to compare it?"))
_VALUE = words(N_("Compare with what?"))
_VALUES = words(N_("Compare with what? Separate several with “/”."))
_TIMES = words(N_("How many times at most?"))


class Value(OneOf, frozen=True, kw_only=True):
    """One of the ids that a key may have, or another text for it."""

    def accept(self, value: object) -> str:
        return str(value) if _is_free(value) else super().accept(value)


class Values(Subset, frozen=True, kw_only=True):
    """Some of the ids that a key may have, or other texts among them."""

    def accept(self, value: object) -> list[str]:
        if not isinstance(value, list):
            return super().accept(value)
        free = [one for one in value if _is_free(one)]
        rest = [one for one in value if not _is_free(one)]
        return [*(super().accept(rest) if rest or not free else []), *free]


def _is_free(value: object) -> bool:
    return isinstance(value, str) and not value.startswith("val:") and 0 < len(value) <= LONGEST_VALUE


class StandingOrder(Form, frozen=True, kw_only=True):
    """The form of one standing order; the line that it writes can be stored as it is.

    Attributes:
        game: the game.
        asked: the seat's questions now: rule -> choice, "rest" for acts out of turn.
        read: understands a line, or refuses it.
        keys: what the tests on a kind may ask about.
    """

    game: Game
    asked: Mapping[str, Choice[Any]]
    read: Callable[[str], Order]
    keys: Callable[[str], Mapping[str, Key]]

    def accept(self, value: object) -> dict[str, Any]:
        """See `Choice`; the line must also be parsed back into the same answer, whatever words are in it."""
        done = super().accept(value)
        for language in LANGUAGES:
            said = self._said(done, language)
            line = _line(said, language)
            order = self.read(line)
            meant = said.on, said.lines, len(said.tests), len(said.until), said.times
            if meant != (order.on, [*order.lines], len(order.tests), len(order.until), limit_of(line)):
                raise NotUnderstood(line, words(N_("words other than when, until and times")))
        return done

    def write(self, answer: dict[str, Any], reader: Reader) -> str:
        """Return the line of an answer."""
        return _line(self._said(answer, reader.language), reader.language)

    def parse(self, text: str, reader: Reader) -> JSON:
        """Return the picks that would have made a line."""
        order = self.read(text)
        return answer_of(self.game, order, limit_of(order.text), self.keys(order.on))

    def _said(self, answer: dict[str, Any], language: str) -> LineParts:
        return LineParts(self.game, self.asked, answer, Reader(self.game.lexicon, language))


def _line(said: LineParts, language: str) -> str:
    known = LANGUAGES[language]
    words, comma = known.typed, known.comma
    when = f" {words.when[0]} {', '.join(said.tests)}" if said.tests else ""
    lines = f"{comma}{words.then[0]} ".join(said.lines)
    times = f" {words.times[0]} {said.times}" if said.times else ""
    until = f" {words.ends[0]} {', '.join(said.until)}" if said.until else ""
    return f"{words.on[0]} {said.occasion}{when} {words.do[0]} {lines}{times}{until}"


def form(tx: Transaction, seat: str) -> StandingOrder:
    """Return the form for a seat in the present position.

    Raises:
        NotNow: if the campaign is not being played.
    """
    tx.require("playing")
    pending, aside = queries.pending(tx, seat), queries.asides(tx, seat)
    asked = {} if pending is None or pending.asked.optional else {pending.choice.rule: pending.choice}
    if aside is not None:
        asked[REST] = aside
    return form_of(tx.game, tx.game.view(tx.table.world, seat), seat, asked)


def form_of(game: Game, view: Any, seat: str, asked: Mapping[str, Choice[Any]] = {}) -> StandingOrder:
    """Return the form for a seat of a game, from its view; `asked` as in `StandingOrder`."""

    def keys(on: str) -> Mapping[str, Key]:
        found = keys_of(game, view, seat, on)
        hidden = () if on == REST or is_rule(on) else _UNTESTED
        return {key: value for key, value in found.items() if key not in hidden}

    build = _Builder(game, keys, {on: choice for on, choice in asked.items() if on in game.standing})
    return StandingOrder(
        rule=RULE,
        prompt=_WHAT,
        fields=(
            Field("on", lambda done: build.occasion()),
            Field("do", lambda done: build.order(_on(done), _DO)),
            Field("more", lambda done: build.more(_on(done))),
        ),
        game=game,
        asked=build.asked,
        read=lambda line: standing.parse(line, seat, game, view),
        keys=keys,
    )


def _on(done: Mapping[str, Any]) -> str:
    return str(done["on"]).partition(":")[2]


class _Builder:
    """The questions of a form, each depending on the answers before it."""

    def __init__(
        self, game: Game, keys: Callable[[str], Mapping[str, Key]], asked: Mapping[str, Choice[Any]]
    ) -> None:
        self._game, self._keys, self.asked = game, keys, asked

    def occasion(self) -> OneOf:
        """Return the question about the occasion."""
        return OneOf(rule=RULE, prompt=_ON, options=one_of(*(f"on:{kind}" for kind in self._game.standing)))

    def order(self, on: str, prompt: Words) -> Menu:
        """Return the question about the order: an answer to the present question, a verb with its text, or
        any text.
        """
        items: dict[str, Choice[Any] | Bar | None] = {}
        if on in self.asked:
            items[NOW] = self.asked[on]
        for verb in self._game.standing[on]:
            items[f"do:{verb}"] = Text(rule=RULE, prompt=words(_BEHIND, verb=verb), most=standing.LONGEST)
        items[TYPED] = Text(rule=RULE, prompt=_OWN_WORDS, most=standing.LONGEST)
        return Menu(rule=RULE, prompt=prompt, items=lambda: items)

    def more(self, on: str, limited: bool = False) -> Menu:
        """Return the question about further parts, one after another; how often it acts can be set once."""
        last = Field("more", lambda done: self.more(on, limited))
        times = Amount(rule=RULE, prompt=_TIMES, least=1, most=OFTENEST)
        items: dict[str, Choice[Any] | Bar | None] = {
            ENOUGH: None,
            WHEN: _part(_ONLY_WHEN, *self._test(on), last),
            THEN: _part(_TRIED, Field("do", lambda done: self.order(on, _ELSE)), last),
        }
        if not limited:
            end = Field("more", lambda done: self.more(on, limited=True))
            items[TIMES] = _part(_SO_OFTEN, Field("times", lambda done: times), end)
        items[UNTIL] = _part(_LAPSES, *self._test(on), last)
        return Menu(rule=RULE, prompt=_MORE, items=lambda: items)

    # -- a test ----------------------------------------------------------------------------------

    def _test(self, on: str) -> tuple[Field, Field, Field]:
        keys = self._keys(on)
        named = one_of(*(f"key:{key}" for key in keys), ANYTHING)
        return (
            Field("key", lambda done: OneOf(rule=RULE, prompt=_KEY, options=named)),
            Field("sign", lambda done: _sign(self._signs(done["key"], keys))),
            Field("value", lambda done: self._value(_key(done), _sign_of(done), keys)),
        )

    def _signs(self, id: str, keys: Mapping[str, Key]) -> Sequence[str]:
        key = id.removeprefix(ANYTHING)
        if not key:
            return ("=",)
        value = keys[key]
        if is_number(value):
            return ("=", "!=", *ORDERINGS)
        if isinstance(value, list):
            return ("has", "!=", "in")
        return ("=", "!=", "in") if values_of(self._game, key) else ("=", "!=", "in", *ORDERINGS)

    def _value(self, key: str, sign: str, keys: Mapping[str, Key]) -> Choice[Any]:
        if (key and is_number(keys[key])) or sign in ORDERINGS:
            return Amount(rule=RULE, prompt=_VALUE, least=0, most=LARGEST)
        ids = [f"val:{key}:{id}" for id in values_of(self._game, key)] if key else []
        if sign == "in":
            text = Text(rule=RULE, prompt=_VALUES, most=LONGEST_VALUE)
            return Values(rule=RULE, prompt=_VALUE, options=one_of(*ids), least=1) if ids else text
        if ids:
            return Value(rule=RULE, prompt=_VALUE, options=one_of(*ids))
        return Text(rule=RULE, prompt=_VALUE, most=LONGEST_VALUE)


def _part(prompt: Words, *fields: Field) -> Form:
    return Form(rule=RULE, prompt=prompt, fields=fields)


def _sign(signs: Sequence[str]) -> OneOf:
    return OneOf(rule=RULE, prompt=_SIGN, options=one_of(*(f"sign:{sign}" for sign in signs)))


def _key(done: Mapping[str, Any]) -> str:
    return str(done["key"]).removeprefix(ANYTHING)


def _sign_of(done: Mapping[str, Any]) -> str:
    return str(done["sign"]).removeprefix("sign:")
