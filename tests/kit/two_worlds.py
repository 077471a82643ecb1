"""Tables over worlds that a viewer cannot tell apart, and all that the viewer can get out of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

import msgspec

from adjudicator.core import Choice, Event, Position, Reader, Refusal, Rest, Table, redact
from adjudicator.core.audit.verify import SHOWS
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.language.words import fill
from adjudicator.core.log.chain import Chain, Entry, canon
from adjudicator.core.log.chance import Rng, sampler
from adjudicator.core.orders.orders import complete, read
from adjudicator.core.table.question import WindowPolicy
from adjudicator.protocol.speech import Speech

from .game import GameUnderTest
from .selfplay import Loose

BINDING = (*SHOWS, "lock")
"""The entries after which no order is taken back alone (`service.usecases.undo`)."""


def at_rest(table: Table) -> Any:
    """The world of the last rest, apart from the table's own."""
    return msgspec.msgpack.decode(table.position.rest.world, type=table.game.world)


def table_over(table: Table, w: Any, modes: Mapping[str, str] | None = None) -> Table:
    """A table over another world at the last rest: the same answers since, the same chance to come."""
    position, chain = table.position, table.ledger.chain
    last = position.rest
    rest = Rest(last.n, msgspec.msgpack.encode(w), last.stage, last.schema)
    copy = Chain(chain.game, chain.hroot, chain.n, chain.head, chain.epoch)
    return Table(
        table.game,
        Position(rest, position.tail),
        copy,
        Loose(chain.n),
        policy=WindowPolicy(dict(modes or {})),
    )


# -- what a viewer can get out of a table --------------------------------------------------------------


def known_to(kit: GameUnderTest, table: Table, viewer: str | None, depth: int) -> Iterator[tuple[str, str]]:
    """Everything that a viewer can see, ask or be told at a table, by what it is.

    `depth` is how much is tried at each question: 0 little, 1 something of everything, 2 much.
    """
    for what, value in _asked(kit, table, viewer, depth):
        yield what, repr(value)


def _asked(kit: GameUnderTest, table: Table, viewer: str | None, depth: int) -> Iterator[tuple[str, Any]]:
    game = kit.game
    yield "view", game.view(table.world, viewer)
    yield "score", game.score(table.world)
    yield "needs", list(game.needs(game.view(table.world, viewer)))
    yield "pending", [Speech(game, reader.language, viewer).pending(table) for reader in kit.readers]
    yield "trail", table.trail()
    yield "stage", game.stage(table.world)
    yield "rest", (table.at_rest, table.over)
    yield "out of turn", list(table.asides())
    if depth and game.pictures is not None:
        yield from _cards(kit, table, viewer, depth)
    if viewer is None:
        return
    question = table.question
    if question is not None and viewer in question.choices:
        choice = table.choice(viewer)
        yield from _out_of(kit, choice, table, depth)
        for answer in _samples(choice, 1 + depth):
            yield "odds", list(game.odds(game.view(table.world, viewer), choice, choice.accept(answer)))
        if game.ai_player is not None:
            yield "the computer's answer", game.ai_player(game.view(table.world, viewer), choice, sampler(7))
    else:
        yield "refusal", refused(lambda: table.submit(viewer, {"pick": "never"}))
    aside = table.asides().get(viewer)
    if aside is not None:
        for what, value in _out_of(kit, aside, table, depth):
            yield f"aside: {what}", value


def _cards(kit: GameUnderTest, table: Table, viewer: str | None, depth: int) -> Iterator[tuple[str, Any]]:
    """Yield the text of the cards of hidden things, of pieces and of other things."""
    game, view = kit.game, kit.game.view(table.world, viewer)
    language = kit.readers[0].language
    wanted = [*kit.secrets, *kit.pieces(table.world), *kit.ids]
    for id in dict.fromkeys(wanted if depth > 1 else wanted[:: len(wanted) // 60 + 1]):
        yield (
            f"card {id}",
            [fill(line, language, game.lexicon.label) for line in game.pictures.facts(view, id).lines],
        )


def _out_of(kit: GameUnderTest, choice: Choice[Any], table: Table, depth: int) -> Iterator[tuple[str, Any]]:
    """Everything that a question tells the seat that is asked."""
    yield "rule", choice.rule
    yield "prompt", choice.prompt
    yield "describe", choice.describe()
    yield "revocable", getattr(choice, "revocable", ())
    samples = list(_samples(choice, 1 + 2 * depth))
    yield "samples", samples
    for answer in samples:
        yield "public", choice.public(choice.accept(answer))
    for probe in _probes(kit, samples):
        yield f"probe {probe}", refused(lambda probe=probe: choice.accept(probe))
    if not depth:
        return
    pieces = sorted(kit.pieces(table.world))
    for piece in pieces if depth > 1 else pieces[:: len(pieces) // 2 + 1]:
        yield f"reach {piece}", list(choice.reach(piece))
    for reader in kit.readers:
        texts = ["", *(choice.write(choice.accept(a), reader) for a in samples[:2])]
        for typed in dict.fromkeys(_beginnings(texts) if depth > 1 else texts):
            yield (
                f"completions of {typed!r}",
                [(one.text, one.bar, one.note) for one in complete(choice, typed, reader)],
            )
    for text in _texts(kit, choice, samples, kit.readers[0]):
        yield f"text {text!r}", refused(lambda text=text: read(choice, text, kit.readers[0]))


def _samples(choice: Choice[Any], n: int) -> Iterator[Any]:
    for seed in range(n):
        try:
            yield choice.sample(sampler(seed))
        except NoneLegal:
            return


def _beginnings(texts: list[str]) -> list[str]:
    return [text[:end] for text in texts for end in range(0, len(text) + 1, 5)]


def _probes(kit: GameUnderTest, samples: list[Any]) -> Iterator[Any]:
    """Answers that name any secret where one's own should be."""
    for secret in kit.secrets:
        yield from (secret, [secret], {secret: 1})
        yield from kit.probes(secret)
        for answer in samples[:2]:
            if isinstance(answer, dict):
                yield _swapped(kit, answer, secret)


def _swapped(kit: GameUnderTest, answer: Any, secret: str) -> Any:
    match answer:
        case str():
            return secret if answer in kit.secrets else answer
        case list():
            return [_swapped(kit, a, secret) for a in answer]
        case dict():
            return {
                secret if key in kit.secrets else key: _swapped(kit, a, secret) for key, a in answer.items()
            }
    return answer


def _texts(kit: GameUnderTest, choice: Choice[Any], samples: list[Any], reader: Reader) -> Iterator[str]:
    """Orders that name some of the secrets, alone, in a phrase, and at the end of an order that is sound."""
    sound = [choice.write(choice.accept(answer), reader) for answer in samples[:2]]
    for secret in kit.secrets[:: len(kit.secrets) // 5 + 1]:
        name = kit.game.lexicon.label(secret, reader.language)
        yield name
        yield from (phrase.format(name) for phrase in kit.phrases)
        yield from (f"{text.rpartition(':')[0] or text.rpartition(' ')[0]}: {name}" for text in sound)
    yield from (f"{text} x" for text in sound)


def refused(do: Any) -> Any:
    """Return the refusal of an answer in a form to be compared; a constant if it is accepted."""
    try:
        return ("taken", do() and None)
    except Refusal as refusal:
        return (refusal.kind, refusal.rule, refusal.why, refusal.candidates)


# -- what becomes of an answer -------------------------------------------------------------------------


class Ear:
    """The news of a table for a viewer from now on: published entries, and events as told to that viewer.

    `telling` are kinds of events that may differ, because the orders do.
    """

    def __init__(
        self, kit: GameUnderTest, table: Table, viewer: str | None, telling: frozenset[str] = frozenset()
    ) -> None:
        self._telling = telling
        self.kit, self.table, self.viewer = kit, table, viewer
        self.entries, self._told = len(table.ledger.entries), len(table.ledger.told)
        self.learnt = len(table.ledger.learnt)

    def heard(self) -> list[tuple[str, str]]:
        """Line by line: whether it "shows" hidden things or "decides" by them, and what it says.

        Dice are lines of their own. Their entry decides if among what is told while they fall there is
        something that does. It shows if hidden things come out next: in another world more dice may follow.
        """
        ledger = self.table.ledger
        events: dict[int, list[Event]] = {}
        for line in ledger.told[self._told :]:
            events.setdefault(line.n, []).append(line.event)
        lines = [self._event(event) for event in events.pop(self._before, [])]
        entries = ledger.entries[self.entries :]
        for entry, then in zip_longest(entries, entries[1:]):
            told_then = [self._event(event) for event in events.pop(entry.n, [])]
            flag = "shows" if self._shows(entry) else ""
            if entry.t == "batch":
                if any(flag == "decides" for flag, _ in told_then):
                    flag = "decides"
                elif then is not None and self._shows(then):
                    flag = "shows"
                lines += [("", repr(roll)) for roll in entry.body["rolls"]]
            lines += [(flag, self._said(entry)), *told_then]
        return [*lines, *(self._event(event) for n in sorted(events) for event in events[n])]

    def _shows(self, entry: Entry) -> bool:
        """Return true if an entry shows the viewer hidden things."""
        opened = any(self.viewer in part.seats for part in entry.parts)
        return entry.t in ("draw", "move", "look") and bool(
            opened or entry.body.get("items") or entry.body.get("shown")
        )

    def _said(self, entry: Entry) -> str:
        """An entry as published to the viewer, without its dice."""
        body = {k: v for k, v in entry.body.items() if k not in ("seals", "seed", "rolls")}
        openings = [part.part for part in entry.parts if self.viewer in part.seats]
        told = entry.told if self.viewer is None else ""
        return repr((canon(body), openings, told, entry.windows, entry.aside))

    @property
    def _before(self) -> int:
        ledger = self.table.ledger
        new = ledger.entries[self.entries :]
        return new[0].n - 1 if new else ledger.last

    def _event(self, event: Event) -> tuple[str, str]:
        seen, game = redact(event, self.viewer), self.kit.game
        said = "" if seen is None else [game.say(seen, reader.language) for reader in self.kit.readers]
        learning = game.reveals(self.table.world, event)
        decides = bool(learning) if self.viewer is None else self.viewer in learning
        return "decides" if decides or event.kind in self._telling else "", repr((seen, said))


def alike(here: Ear, there: Ear) -> bool:
    """Return true if both have heard the same; False from where hidden things came out that were others.

    Raises:
        AssertionError: if they have heard something else without that.
    """
    nothing = ("", "nothing")
    for mine, others in zip_longest(here.heard(), there.heard(), fillvalue=nothing):
        if mine != others:
            assert mine[0] or others[0], (here.viewer, mine, others)
            return False
        if mine[0] == "decides":
            return False
    return True


def binds(ear: Ear) -> bool:
    """Return true if nobody takes back alone what was done since: by an entry, or something learnt."""
    ledger = ear.table.ledger
    return any(e.t in BINDING for e in ledger.entries[ear.entries :]) or len(ledger.learnt) > ear.learnt


def same_public(choice: Choice[Any], answer: Any, other: Choice[Any], rng: Rng) -> Any:
    """An answer of another world that all see as this one; None if none was found."""
    shown = choice.public(choice.accept(answer))
    for candidate in (answer, *_random_answers(other, rng)):
        try:
            typed = other.accept(candidate)
        except Refusal:
            continue
        if other.public(typed) == shown and other.hides(typed) == choice.hides(choice.accept(answer)):
            return candidate
    return None


def _random_answers(choice: Choice[Any], rng: Rng) -> Iterator[Any]:
    for _ in range(12):
        try:
            yield choice.sample(rng)
        except NoneLegal:
            return
