"""Worlds that a seat cannot tell apart, and all that can be got out of a table by one seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from adjudicator.core import Choice, Position, Reader, Refusal, Rest, Table, redact
from adjudicator.core.log.chain import Chain
from adjudicator.core.log.chance import Stream, sampler
from adjudicator.core.orders import complete, read
from adjudicator.julius_caesar.ai_player import ai_player
from adjudicator.julius_caesar.board import BLOCKS, CITIES, NAVAL
from adjudicator.julius_caesar.show.names import LEXICON
from adjudicator.julius_caesar.show.view import view
from adjudicator.julius_caesar.world import CLEOPATRA, SIDES, World, is_ship, side_of

from .selfplay import GAME, Loose

READERS = (Reader(LEXICON), Reader(LEXICON, "ja"))
REVEALING = {
    "dealt", "cards_played", "struck", "defected", "erupted", "battle_begins", "reserves_arrive",
    "fired", "weakened", "eliminated", "leader_lost", "cleopatra_changes", "disrupted", "new_year",
    "winter", "disbanded",
}  # fmt: skip
"""Events that may tell what was hidden before: from the first of them on two worlds go different ways."""


# -- another world -----------------------------------------------------------------------------


def other_world(table: Table, seat: str | None, rng: Stream) -> World:
    """The world of the last rest with everything exchanged that the seat (None: the public) cannot know.

    Blocks are exchanged among backs of one colour and the stock of that colour: ships stay at sea, land
    blocks inland, and who came over a way is of the kind that goes it. Strengths, hands, discards and the
    deck are others too. What has been answered since the rest stays as it is.
    """
    w = at_rest(table)
    fixed = repr([entry.parts for entry in table.position.tail])
    for side in SIDES:
        if side != seat:
            for colour in ("tan", "green"):
                _exchange(w, side, colour, fixed, rng)
            _change_steps(w, side, fixed, rng)
    _change_cards(w, seat, fixed, rng)
    return w


def at_rest(table: Table) -> World:
    """The world of the last rest, apart from the table's own."""
    w: World = msgspec.msgpack.decode(table.position.rest.world, type=World)
    return w


def _hidden(w: World, side: str, fixed: str) -> list[str]:
    """The blocks of a side on the map that only it knows."""
    return [b for b in sorted(w.at) if side_of(w, b) == side and not _in_line(w, b) and b not in fixed]


def _in_line(w: World, block: str) -> bool:
    b = w.battle
    return b is not None and w.phase == "battle" and w.at[block] == b.place and block not in b.reserves


def _exchange(w: World, side: str, colour: str, fixed: str, rng: Stream) -> None:
    slots = [b for b in _hidden(w, side, fixed) if BLOCKS[b].colour == colour]
    stock = [b for b in w.stock[side] if BLOCKS[b].colour == colour and b not in fixed]
    pool = rng.shuffled([*slots, *stock])
    new: dict[str, str] = {}
    for slot in sorted(slots, key=lambda b: _kind(w, b) == "any"):
        kind = _kind(w, slot)
        fit = [b for b in pool if kind == "any" or is_ship(b) == (kind == "ship")]
        new[slot] = fit[0]
        pool.remove(fit[0])
    new |= dict(zip(stock, pool, strict=True))
    _rename(w, new)
    w.stock[side] = sorted(new.get(b, b) for b in w.stock[side])


def _kind(w: World, block: str) -> str:
    """What everybody knows of a back by where it is and how it came there."""
    place = w.at[block]
    came = [e.origin for e in w.entered.get(place, []) if e.block == block]
    by_sea = any(origin in NAVAL[place] for origin in came)
    if place not in CITIES or by_sea:
        return "ship"
    return "land" if came or not CITIES[place].port else "any"


def _rename(w: World, new: dict[str, str]) -> None:
    def all_of(blocks: list[str]) -> list[str]:
        return [new.get(b, b) for b in blocks]

    w.at = {new.get(b, b): place for b, place in w.at.items()}
    w.steps = {new.get(b, b): min(n, BLOCKS[new.get(b, b)].steps) for b, n in w.steps.items()}
    w.turned = {new.get(b, b): side for b, side in w.turned.items()}
    w.moved = all_of(w.moved)
    for place, came in w.entered.items():
        w.entered[place] = [msgspec.structs.replace(e, block=new.get(e.block, e.block)) for e in came]
    if w.battle is not None:
        w.battle.reserves = sorted(all_of(w.battle.reserves))
        w.battle.acted = all_of(w.battle.acted)


def _change_steps(w: World, side: str, fixed: str, rng: Stream) -> None:
    for block in _hidden(w, side, fixed):
        w.steps[block] = 1 + rng.below(BLOCKS[block].steps)


def _change_cards(w: World, seat: str | None, fixed: str, rng: Stream) -> None:
    cups = ["deck", *(f"{side}_{cup}" for side in SIDES if side != seat for cup in ("hand", "discard"))]
    kept = {cup: [card for card in w.cups[cup] if cup != "deck" and card in fixed] for cup in cups}
    cards = rng.shuffled(card for cup in cups for card in w.cups[cup] if card not in kept[cup])
    for cup in cups:
        n = len(w.cups[cup]) - len(kept[cup])
        w.cups[cup], cards = sorted([*kept[cup], *cards[:n]]), cards[n:]


def table_over(table: Table, w: World) -> Table:
    """A table over another world at the last rest, with the same answers since."""
    position, chain = table.position, table.ledger.chain
    rest = Rest(position.rest.n, msgspec.msgpack.encode(w), position.rest.stage)
    copy = Chain(chain.game, chain.hroot, chain.n, chain.head, chain.epoch)
    return Table(GAME, Position(rest, position.tail), copy, Loose(0))


# -- what a seat can get out of a table --------------------------------------------------------


def known_to(table: Table, seat: str | None, deep: bool = True) -> list[tuple[str, str]]:
    """Everything that a seat can see, ask or be told at a table, by what it is."""
    return [(what, repr(value)) for what, value in _asked(table, seat, deep)]


def _asked(table: Table, seat: str | None, deep: bool) -> Iterator[tuple[str, Any]]:
    yield "view", GAME.view(table.world, seat)
    yield "pending", list(table.pending)
    yield "trail", table.trail()
    yield "stage", GAME.stage(table.world)
    yield "rest", table.at_rest
    if seat is None:
        return
    question = table.question
    if question is not None and seat in question.choices:
        yield from _out_of(table.choice(seat), seat, deep)
        yield "ai_player", ai_player(view(table.world, seat), table.choice(seat), sampler(7))
    else:
        yield "refusal", _refusal(lambda: table.submit(seat, {"pick": "never"}))


def _out_of(choice: Choice[Any], seat: str, deep: bool) -> Iterator[tuple[str, Any]]:
    """All that one question tells whoever it is asked of."""
    yield "rule", choice.rule
    yield "prompt", choice.prompt
    yield "describe", choice.describe()
    samples = [choice.sample(sampler(n)) for n in range(6)]
    yield "samples", samples
    for answer in samples:
        yield "public", choice.public(choice.accept(answer))
    for block in BLOCKS:
        yield f"reach {block}", list(choice.reach(block))
    for reader in READERS:
        texts = ["", *(choice.write(choice.accept(a), reader) for a in samples[:3])]
        for typed in dict.fromkeys(_beginnings(texts) if deep else texts):
            yield f"completions of {typed!r}", list(complete(choice, typed, reader))
    for probe in _probes(samples, seat):
        yield f"probe {probe}", _refusal(lambda probe=probe: choice.accept(probe))
    for text in _probing_texts(choice, samples):
        yield f"text {text!r}", _refusal(lambda text=text: read(choice, text, READERS[0]))


def _beginnings(texts: list[str]) -> list[str]:
    return [text[:end] for text in texts for end in range(0, len(text) + 1, 4)]


def _probes(samples: list[Any], seat: str) -> Iterator[Any]:
    """Answers that name blocks and cards of the enemy where one's own should stand."""
    foreign = [b for b in BLOCKS if BLOCKS[b].side != seat]
    for block in (*foreign, "mars", "apollo", "command_4_1"):
        yield block
        yield [block]
        yield {block: "roma"}
        for answer in samples[:2]:
            if isinstance(answer, dict):
                yield _swapped(answer, block)


def _swapped(answer: Any, block: str) -> Any:
    match answer:
        case str():
            return block if answer in BLOCKS else answer
        case list():
            return [_swapped(a, block) for a in answer]
        case dict():
            return {block if k in BLOCKS else k: _swapped(a, block) for k, a in answer.items()}
    return answer


def _probing_texts(choice: Choice[Any], samples: list[Any]) -> Iterator[str]:
    texts = [choice.write(choice.accept(a), READERS[0]) for a in samples[:2]]
    for block in (CLEOPATRA, "p_legio_1", "c_legio_8", "p_pompey", "c_navis_1"):
        name = LEXICON.label(block, "en")
        yield name
        for text in texts:
            head = text.rpartition(":")[0] or text.rpartition(" ")[0]
            yield f"{head}: {name}"


def _refusal(do: Any) -> Any:
    try:
        return ("taken", do() and None)
    except Refusal as refusal:
        return (refusal.kind, refusal.rule, refusal.why, refusal.candidates)


# -- what becomes of an answer -----------------------------------------------------------------


def after(table: Table, seat: str, answer: Any) -> list[Any]:
    """What the seat's own answer makes public and what the seat is told, up to what may be new to it."""
    entries, told = len(table.ledger.entries), len(table.ledger.told)
    table.submit(seat, answer)
    body = next(e.body for e in table.ledger.entries[entries:] if e.t == "answer")
    seen: list[Any] = [{key: value for key, value in body.items() if key != "seals"}]
    for line in table.ledger.told[told:]:
        if line.event.kind in REVEALING:
            return seen
        seen.append(msgspec.to_builtins(redact(line.event, seat)))
    return seen
