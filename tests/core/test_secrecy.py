"""Two worlds that differ only in what a seat cannot know are the same to it (architecture.md §1.5, §4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
import pytest

from adjudicator.core import Choice, Position, Reader, Refusal, Rest, Table, WindowPolicy, fill, redact
from adjudicator.core.log.chain import Entry
from adjudicator.core.log.chance import Rng, sampler
from tests.core.campaign import Campaign, lawful, play
from tests.toys import markers

READER = Reader(markers.LEXICON)
WRONG: list[Any] = [None, True, 1, "treachery", [], ["luck"]]
WRONG += [{"pick": "feast"}, {"pick": "play", "answer": "luck"}, {"pick": "march", "answer": {}}]
TYPED = ["", "p", "play ", "play t", "feast", "accept ", "march ", "hill", "send scout 1 to m", "luck, "]


def other_world(world: markers.World, seat: str, rng: Rng) -> markers.World:
    """Another deal of all that the seat does not see; what is public or its own stays."""
    twin: markers.World = msgspec.msgpack.decode(msgspec.msgpack.encode(world), type=markers.World)
    hidden = ["cup"] + [f"{what}_{s}" for s in twin.seats if s != seat for what in ("hand", "kept")]
    pool = rng.shuffled([marker for cup in hidden for marker in twin.cups[cup]])
    for cup in hidden:
        size = len(twin.cups[cup])
        twin.cups[cup], pool = sorted(pool[:size]), pool[size:]
    for other in twin.seats:
        if other != seat:
            twin.beliefs[other] = [rng.choice(["believe", "doubt"]) for _ in twin.beliefs.get(other, [])]
            twin.scouts[other] = {s: rng.choice(markers.RING) for s in twin.scouts.get(other, {})}
    twin.beliefs = {other: said for other, said in twin.beliefs.items() if said}
    twin.scouts = {other: sent for other, sent in twin.scouts.items() if sent}
    return twin


def got_out_of(choice: Choice[Any]) -> list[Any]:
    """Everything that the seat asked can learn from a choice."""
    found: list[Any] = [choice.fingerprint(), plain(choice.describe())]
    found += [plain(list(choice.reach(piece))) for piece in (*markers.SCOUTS, "a")]
    found += [[plain(line) for line in choice.complete(text, READER)] for text in TYPED]
    found += [lawful(choice, sampler(seed)) for seed in range(4)]
    found += [refused(partial(choice.accept, value)) for value in WRONG]
    return [*found, *(refused(partial(parsed, choice, text)) for text in TYPED)]


def parsed(choice: Choice[Any], text: str) -> Any:
    return choice.accept(choice.parse(text, READER))


def refused(act: Any) -> Any:
    try:
        return act()
    except Refusal as refusal:
        return refusal.kind, refusal.rule, fill(refusal.why, "en", markers.LEXICON.label), refusal.candidates


def plain(value: Any) -> Any:
    return msgspec.json.encode(value, enc_hook=str, order="deterministic")


def public(entries: list[Entry]) -> list[Any]:
    """Return the public part of entries without the hashes of hidden contents."""
    hashed = {"seals", "nonce"}
    shown = [{k: v for k, v in e.body.items() if k not in hashed} for e in entries]
    return [*shown, [[seal["for"] for seal in e.body.get("seals", [])] for e in entries]]


def seen_by(table: Table, seat: str) -> dict[str, Any]:
    asides: Mapping[str, Choice[Any]] = table.asides()
    return {
        "view": plain(markers.view(table.world, seat)),
        "asked": list(table.pending),
        "over": (table.over, table.at_rest, table.trail()),
        "decision": got_out_of(table.pending[seat]) if seat in table.pending else None,
        "aside": got_out_of(asides[seat]) if seat in asides else None,
        "log": public(table.ledger.entries),
        "told": [plain(redact(line.event, seat)) for line in table.ledger.told],
    }


def both(campaign: Campaign, rest: Rest, seat: str, rng: Rng, policy: WindowPolicy) -> tuple[Table, Table]:
    world = msgspec.msgpack.decode(rest.world, type=markers.World)
    twin = Rest(rest.n, msgspec.msgpack.encode(other_world(world, seat, rng)), rest.stage)
    first, second = (campaign.table(Position(r), policy=policy, fresh=True) for r in (rest, twin))
    return first, second


@pytest.mark.parametrize("mode", ["standing", "ask"])
@pytest.mark.parametrize("seed", range(4))
def test_a_seat_sees_nothing_of_what_it_cannot_know(seed: int, mode: str) -> None:
    policy = WindowPolicy(modes={"default": mode})
    campaign = Campaign(markers.GAME, "ring", bytes([seed]), policy=policy)
    for _ in play(campaign, seed):
        pass
    rng, compared, differing = sampler(seed), 0, 0
    for rest in campaign.rests[1:-1]:
        for seat in campaign.seats:
            first, second = both(campaign, rest, seat, rng, policy)
            differing += first.world != second.world
            assert seen_by(first, seat) == seen_by(second, seat)
            assert seen_by(first, seat)["view"] == plain(markers.view(first.world, seat))
            for other, answer in public_acts(first, seat, rng):
                for table in (first, second):
                    table.submit(other, answer)
                assert seen_by(first, seat) == seen_by(second, seat)
                compared += 1
    assert compared > 20
    assert differing > 20


def public_acts(table: Table, seat: str, rng: Rng) -> list[tuple[str, Any]]:
    """Return the acts possible in both worlds; a raid opens a window, or robs what the seat does not see."""
    if table.question is None:
        return []
    who, world = next(iter(table.pending)), table.world
    if table.question.rule == "3":
        blind = [s for s in world.seats if seat not in (who, s)]
        whom = world.seats if table.policy.mode("raid") == "ask" else blind
        raids = [{"pick": "raid", "answer": s} for s in whom if s != who and markers.hand(world, s)]
        acts = [*raids, {"pick": "rest"}, {"pick": "vow", "answer": "so be it"}]
        return [(who, rng.choice([*acts, {"pick": "send", "answer": {"scout_1": "hill"}}]))]
    if table.question.rule == "2.4":
        return [(s, "yes") for s in table.pending]
    return [(seat, table.pending[seat].sample(rng))] if seat in table.pending else []
