"""Worlds that a seat cannot tell apart, and all that can be got out of a table by one seat (§22.0, §22.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from adjudicator.belisarius import GAME
from adjudicator.belisarius.ai_player import ai_player
from adjudicator.belisarius.board import MARKERS
from adjudicator.belisarius.show.names import LEXICON
from adjudicator.belisarius.show.view import view
from adjudicator.belisarius.world import EMPIRE, SEATS, World
from adjudicator.core import Choice, Event, Position, Reader, Refusal, Rest, Table, redact
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.log.chain import Chain
from adjudicator.core.log.chance import Stream, sampler
from adjudicator.core.orders import complete, read
from adjudicator.core.question import Ruling
from adjudicator.protocol.speech import Speech

from .selfplay import Loose

READERS = (Reader(LEXICON), Reader(LEXICON, "ja"))
RICHEST = 60
"""Up to what the other's treasury may be in another world, in solidi."""
UNKEPT = {EMPIRE: ("donative",), "barbarian": ("donative", "roman_alliance")}
"""What lies in nobody's hand at a rest, as everybody knows (§card/donative, §card/roman_alliance)."""
DECIDING = {"offer_void", "agreed", "fed"}
"""Events that may tell what was hidden without an entry that shows it.

An offer that cannot be kept any more (ruling BE-C9), and who feeds his units as far as his treasury goes.
"""


# -- another world -----------------------------------------------------------------------------


def at_rest(table: Table) -> World:
    """The world of the last rest, apart from the table's own."""
    w: World = msgspec.msgpack.decode(table.position.rest.world, type=World)
    return w


def other_world(table: Table, viewer: str | None, rng: Stream) -> World:
    """The world of the last rest with everything exchanged that the viewer (None: the public) cannot know.

    Other markers are in the others' hands and in the pool, as many as before; other solidi in their
    treasuries, and for the public other goods and words in what the two have offered each other. What the
    entries since the rest name, open or sealed, stays where it is.
    """
    w = at_rest(table)
    tail = repr([(entry.body, entry.parts) for entry in table.position.tail])
    fixed = {m for m in MARKERS if f"'{m}'" in tail or _is_reacting(table, viewer)}
    hidden = [seat for seat in SEATS if seat != viewer]
    cups = ["pool", *(f"{seat}_hand" for seat in hidden)]
    kept = {cup: [m for m in w.cups[cup] if m in fixed] for cup in cups}
    left = rng.shuffled(m for cup in cups for m in w.cups[cup] if m not in fixed)
    for seat in sorted(hidden, key=lambda seat: seat == EMPIRE):
        cup = f"{seat}_hand"
        n = len(w.cups[cup]) - len(kept[cup])
        taken = [m for m in left if m not in UNKEPT[seat]][:n]
        for marker in taken:
            left.remove(marker)
        w.cups[cup] = sorted([*kept[cup], *taken])
    w.cups["pool"] = sorted([*kept["pool"], *left])
    _change_papers(table, w, viewer, hidden, rng)
    return w


def _is_reacting(table: Table, viewer: str | None) -> bool:
    """Whether another has answered in an open window that he reacts, which need not name the marker."""
    q = table.question
    answers = {} if q is None or q.occasion is None else q.answers
    return any(seat != viewer and answer["pick"] == "play" for seat, answer in answers.items())


def _change_papers(table: Table, w: World, viewer: str | None, hidden: Sequence[str], rng: Stream) -> None:
    """Treasuries and offers; but not those that an answer since the rest was measured against."""
    answered = {entry.body["seat"] for entry in table.position.tail if entry.t == "answer"}
    for seat in hidden:
        if seat not in answered:
            w.treasury[seat] = rng.below(RICHEST)
    if viewer is None and not answered:
        for paper in w.agreements:
            paper.give, paper.want = {"solidi": 1 + rng.below(9)}, {"pope": 1}
            paper.terms = f"promise {rng.below(99)}"


def table_over(table: Table, w: World, modes: dict[str, str]) -> Table:
    """A table over another world at the last rest: the same answers since, the same chance to come."""
    position, chain = table.position, table.ledger.chain
    rest = Rest(position.rest.n, msgspec.msgpack.encode(w), position.rest.stage)
    copy = Chain(chain.game, chain.hroot, chain.n, chain.head, chain.epoch)
    return Table(GAME, Position(rest, position.tail), copy, Loose(chain.n), ruling=Ruling(modes))


# -- what a viewer can get out of a table --------------------------------------------------------


def known_to(table: Table, viewer: str | None, depth: int) -> Iterator[tuple[str, str]]:
    """Everything that a viewer can see, ask or be told at a table, by what it is.

    `depth` is how much is tried at each question: 0 little, 1 something of everything, 2 much.
    """
    for what, value in _asked(table, viewer, depth):
        yield what, repr(value)


def _asked(table: Table, viewer: str | None, depth: int) -> Iterator[tuple[str, Any]]:
    yield "view", GAME.view(table.world, viewer)
    yield "score", GAME.score(table.world)
    yield "pending", [Speech(GAME, language, viewer).pending(table) for language in ("en", "ja")]
    yield "trail", table.trail()
    yield "stage", GAME.stage(table.world)
    yield "rest", (table.at_rest, table.over)
    yield "out of turn", list(table.asides())
    if viewer is None:
        return
    question = table.question
    if question is not None and viewer in question.choices:
        yield from _out_of(table.choice(viewer), table, viewer, depth)
        yield "ai_player", ai_player(view(table.world, viewer), table.choice(viewer), sampler(7))
    else:
        yield "refusal", _refusal(lambda: table.submit(viewer, {"pick": "never"}))
    aside = table.asides().get(viewer)
    if aside is not None:
        for what, value in _out_of(aside, table, viewer, depth):
            yield f"aside: {what}", value


def _out_of(choice: Choice[Any], table: Table, viewer: str, depth: int) -> Iterator[tuple[str, Any]]:
    """All that one question tells whoever it is asked of."""
    yield "rule", choice.rule
    yield "prompt", choice.prompt
    yield "describe", choice.describe()
    samples = list(_samples(choice, 1 + 2 * depth))
    yield "samples", samples
    for answer in samples:
        yield "public", choice.public(choice.accept(answer))
    for probe in _probes(samples):
        yield f"probe {probe}", _refusal(lambda probe=probe: choice.accept(probe))
    if not depth:
        return
    on_map = sorted(table.world.at)
    for unit in on_map if depth > 1 else on_map[:: len(on_map) // 2 + 1]:
        yield f"reach {unit}", list(choice.reach(unit))
    for reader in READERS:
        texts = ["", *(choice.write(choice.accept(a), reader) for a in samples[:2])]
        for typed in dict.fromkeys(_beginnings(texts) if depth > 1 else texts):
            yield f"completions of {typed!r}", list(complete(choice, typed, reader))
    for text in _texts(choice, samples):
        yield f"text {text!r}", _refusal(lambda text=text: read(choice, text, READERS[0]))


def _samples(choice: Choice[Any], n: int) -> Iterator[Any]:
    for seed in range(n):
        try:
            yield choice.sample(sampler(seed))
        except NoneLegal:
            return


def _beginnings(texts: list[str]) -> list[str]:
    return [text[:end] for text in texts for end in range(0, len(text) + 1, 6)]


def _probes(samples: list[Any]) -> Iterator[Any]:
    """Answers that name any marker or unit where one's own should stand."""
    for marker in MARKERS:
        yield marker
        yield {marker: 1}
        yield {"pick": "play", "answer": {"pick": marker}}
        yield {"pick": "play", "answer": marker}
        yield {"pick": "stake", "answer": {"stakes": {marker: 1}, "target": "italia"}}
        for answer in samples[:2]:
            if isinstance(answer, dict):
                yield _swapped(answer, marker)


def _swapped(answer: Any, marker: str) -> Any:
    match answer:
        case str():
            return marker if answer in MARKERS else answer
        case list():
            return [_swapped(a, marker) for a in answer]
        case dict():
            return {marker if k in MARKERS else k: _swapped(a, marker) for k, a in answer.items()}
    return answer


def _texts(choice: Choice[Any], samples: list[Any]) -> Iterator[str]:
    for marker in ("treachery", "pope", "basileus", "market", "forced_march"):
        name = LEXICON.label(marker, "en")
        yield name
        yield f"play {name}"
        yield f"stake {name} on Italia"
    for answer in samples[:2]:
        yield choice.write(choice.accept(answer), READERS[0]) + " x"


def _refusal(do: Any) -> Any:
    try:
        return ("taken", do() and None)
    except Refusal as refusal:
        return (refusal.kind, refusal.rule, refusal.why, refusal.candidates)


# -- what becomes of an answer -----------------------------------------------------------------


class Ear:
    """What a viewer hears of a table from now on: entries as published, events as he may know them."""

    def __init__(self, table: Table, viewer: str | None) -> None:
        self.table, self.viewer = table, viewer
        self._entries, self._told = len(table.ledger.entries), len(table.ledger.told)

    def heard(self) -> list[tuple[bool, str]]:
        """Line by line, and whether the viewer may learn by it what he did not know."""
        ledger = self.table.ledger
        events: dict[int, list[Event]] = {}
        for line in ledger.told[self._told :]:
            events.setdefault(line.n, []).append(line.event)
        lines = [self._event(event) for event in events.pop(self._before, [])]
        for entry in ledger.entries[self._entries :]:
            body = {k: v for k, v in entry.body.items() if k not in ("seals", "seed")}
            told = entry.told if self.viewer is None else ""
            openings = [part.part for part in entry.parts if self.viewer in part.seats]
            shows = entry.t in ("draw", "move", "look") and bool(
                openings or body.get("items") or body.get("shown")
            )
            lines.append((shows, repr((body, openings, told, entry.windows, entry.aside))))
            lines += [self._event(event) for event in events.pop(entry.n, [])]
        return [*lines, *(self._event(event) for n in sorted(events) for event in events[n])]

    @property
    def _before(self) -> int:
        ledger = self.table.ledger
        new = ledger.entries[self._entries :]
        return new[0].n - 1 if new else ledger.last

    def _event(self, event: Event) -> tuple[bool, str]:
        seen = redact(event, self.viewer)
        said = "" if seen is None else [GAME.say(seen, language) for language in ("en", "ja")]
        return event.kind in DECIDING, repr((seen, said))


def alike(here: Ear, there: Ear) -> bool:
    """Whether both have heard the same; False where hidden things came out and were others.

    Raises:
        AssertionError: if they have heard something else without that.
    """
    nothing = (False, "nothing")
    for mine, others in zip_longest(here.heard(), there.heard(), fillvalue=nothing):
        if mine != others:
            assert mine[0] or others[0], (here.viewer, mine, others)
            return False
    return True


def same_public(choice: Choice[Any], answer: Any, other: Choice[Any], rng: Stream) -> Any:
    """An answer of another world that all see as this one; None if none was found."""
    shown = choice.public(choice.accept(answer))
    tried = [answer, *_random_answers(other, rng)]
    for candidate in tried:
        try:
            typed = other.accept(candidate)
        except Refusal:
            continue
        if other.public(typed) == shown and other.hides(typed) == choice.hides(choice.accept(answer)):
            return candidate
    return None


def _random_answers(choice: Choice[Any], rng: Stream) -> Iterator[Any]:
    for _ in range(12):
        try:
            yield choice.sample(rng)
        except NoneLegal:
            return
