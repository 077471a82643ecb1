"""§7 Battles: rounds by letter, hits, losses, disruption."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.core import (
    N_,
    Bar,
    Choice,
    Menu,
    OneOf,
    Subset,
    ask,
    bar,
    dice,
    look,
    tell,
    words,
)
from adjudicator.julius_caesar.board import BLOCKS, FIGURES
from adjudicator.julius_caesar.world import (
    CLEOPATRA,
    Battle,
    Place,
    Side,
    World,
    backs,
    blocks_at,
    enemy_of,
    is_leader,
    side_of,
    strength,
)

from . import r04_board as r04
from .r05_deployment import hand_over, lay_open
from .r07_retreat import cannot_retreat, may_retreat, retreat_blocks, retreat_choice

LETTERS = "ABCD"


async def choose_battle(w: World) -> None:
    """§7.1 Ask the first player for the next battle; ruling JC-B1."""
    places = r04.contested_places(w)
    if not places:
        w.phase = "turn_end"
        return
    place = places[0]
    if len(places) > 1:
        place = await ask(
            w.first,
            OneOf(
                rule="7.1",
                prompt=words(N_("Which battle is fought next?")),
                options=lambda: dict.fromkeys(r04.contested_places(w)),
                verb="battle",
            ),
        )
    await begin_battle(w, place)


async def begin_battle(w: World, place: Place) -> None:
    """§7.1 §7.3 Show the main forces; reserves keep their backs to the enemy."""
    w.battle = Battle(
        place, w.attackers[place], reserves=reserves_at(w, place), acted=[], passed={}, by_sea={}
    )
    w.phase = "battle"
    main = {side: in_line(w, side) for side in (w.battle.attacker, defender(w))}
    await look("7.1", "all", place, [block for line in main.values() for block in line])
    tell(
        "battle_begins",
        "7.1",
        place=place,
        attacker=w.battle.attacker,
        lines={side: {b: w.steps[b] for b in blocks} for side, blocks in main.items()},
        reserves={side: backs(reserve_of(w, side)) for side in main},
    )


def reserves_at(w: World, place: Place) -> list[str]:
    """§7.3 §6.14 Attackers by another way than the main one, and all reinforcements."""
    attacker = w.attackers[place]
    came = {
        e.block: e for e in w.entered[place] if w.at.get(e.block) == place and side_of(w, e.block) == e.side
    }
    return sorted(b for b, e in came.items() if e.side != attacker or e.origin != w.main[place])


def fought(w: World) -> Battle:
    """The battle that is being fought."""
    assert w.battle is not None
    return w.battle


def defender(w: World) -> Side:
    """§7.31 The side that defends now."""
    return enemy_of(fought(w).attacker)


def in_line(w: World, side: Side) -> list[str]:
    """§7.3 The side's blocks that fight in this round; §7.81 in a port its ships too."""
    b = fought(w)
    return [block for block in blocks_at(w, b.place, side) if block not in b.reserves]


def reserve_of(w: World, side: Side) -> list[str]:
    """§7.3 The side's blocks that have not arrived yet."""
    return [block for block in fought(w).reserves if side_of(w, block) == side]


def letter_of(w: World, block: str) -> str:
    """§3.12 §7.42 The letter at which a block acts; a ballista has two; ruling JC-B14."""
    attacks = side_of(w, block) == fought(w).attacker
    return BLOCKS[block].letter_attacking if attacks else BLOCKS[block].letter


# -- §7.2 the round ----------------------------------------------------------------------------


async def battle_round(w: World) -> None:
    """§7.2 One round: every block in the order of the letters, the defender first; ruling JC-B2.

    Where blocks are lost that cannot retreat the world comes to rest, and the round goes on from there:
    the battle records which blocks have acted.
    """
    for side, letter in turns(w):
        await act(w, side, letter)
        if is_halted(w):
            break
        if trapped := ready(w, side, letter):
            cannot_flee(w, side, trapped)
            if not is_decided(w):
                return
            break
    await end_round(w)


def turns(w: World) -> Iterator[tuple[Side, str]]:
    """§7.2 A to D, the defender before the attacker at each letter.

    §card/mars §card/neptune In the first round of a surprise attack all attackers come before all defenders.
    """
    b = fought(w)
    if b.round == 1 and b.place in w.surprise:
        order = [(side, letter) for side in (b.attacker, defender(w)) for letter in LETTERS]
    else:
        order = [(side, letter) for letter in LETTERS for side in (defender(w), b.attacker)]
    yield from order


async def act(w: World, side: Side, letter: str) -> None:
    """§7.2 The side's blocks of one letter, each once; their owner says in which order and how.

    §7.62 Those who must retreat and cannot are left over.
    """
    while (group := ready(w, side, letter)) and not is_halted(w):
        if must_retreat(w, side) and not any(may_retreat(w, block) for block in group):
            return
        answer = await ask(side, turn_menu(w, side, letter))
        await take_turns(w, side, letter, answer)


def ready(w: World, side: Side, letter: str) -> list[str]:
    """§7.2 The side's blocks of a letter that have not acted in this round."""
    acted = fought(w).acted
    return [block for block in in_line(w, side) if letter_of(w, block) == letter and block not in acted]


def must_retreat(w: World, side: Side) -> bool:
    """§7.2 §7.62 Return true if it is the fourth round, in which the attacker's blocks must retreat."""
    return fought(w).round == FIGURES.battle_rounds and side == fought(w).attacker


def turn_menu(w: World, side: Side, letter: str) -> Menu:
    """§7.2 Fire, retreat or pass, for the blocks whose turn it is."""
    b = fought(w)
    said = N_("Battle of {place}, round {round}: your {letter} blocks fire, retreat or pass.")
    if must_retreat(w, side):
        said = N_("Battle of {place}, round {round}: your {letter} blocks must retreat.")
    elif b.round == 1:
        said = N_("Battle of {place}, round {round}: your {letter} blocks fire or pass.")
    return Menu(
        rule="7.2",
        prompt=words(
            said,
            place=b.place,
            round=b.round,
            letter=letter,
        ),
        items=lambda: {
            "fire": _only_retreat(w, side)
            or _some(w, side, letter, words(N_("Which blocks fire, and in what order?"))),
            "retreat": _retreats(w, side, letter),
            "pass": _only_retreat(w, side) or _some(w, side, letter, words(N_("Which blocks pass?"))),
        },
        conceal=_conceal_turn,
    )


def _conceal_turn(answer: dict[str, Any]) -> dict[str, Any]:
    """Return the public part of an answer: who fires and passes; how many retreat (Fog of war)."""
    if answer["pick"] == "retreat":
        return {"pick": "retreat", "blocks": len(answer["answer"])}
    return answer


def _only_retreat(w: World, side: Side) -> Bar | None:
    if must_retreat(w, side):
        return bar("7.62", N_("in round 4 the attacker's blocks must retreat"))
    return None


def _some(w: World, side: Side, letter: str, prompt: Any) -> Subset:
    return Subset(
        rule="7.2",
        prompt=prompt,
        options=lambda: dict.fromkeys(ready(w, side, letter)),
        least=1,
        ordered=True,
    )


def _retreats(w: World, side: Side, letter: str) -> Choice[Any] | Bar:
    if fought(w).round == 1:
        return bar("7.2", N_("no block may retreat in round 1"))
    group = ready(w, side, letter)
    return cannot_retreat(w, group) or retreat_choice(w, side, group)


async def take_turns(w: World, side: Side, letter: str, answer: dict[str, Any]) -> None:
    """§7.2 Let the blocks named act one after another, as long as there is somebody to fight."""
    match answer["pick"]:
        case "retreat":
            retreat_blocks(w, side, answer["answer"])
        case "pass":
            fought(w).acted += answer["answer"]
            tell("passed", "7.2", side=side, blocks=answer["answer"])
        case "fire":
            for block in answer["answer"]:
                if block in ready(w, side, letter) and not is_halted(w):
                    await fire(w, block)


# -- §7.4 hits ---------------------------------------------------------------------------------


async def fire(w: World, block: str) -> None:
    """§7.4 §3.11 §3.12 A die for each point of strength; each up to the firepower is a hit."""
    side = side_of(w, block)
    fought(w).acted.append(block)
    fallen = await dice("7.4", block, strength(w, block))
    hits = sum(die <= BLOCKS[block].firepower for die in fallen)
    tell("fired", "7.4", side=side, block=block, dice=fallen, firepower=BLOCKS[block].firepower, hits=hits)
    await take_hits(w, enemy_of(side), hits)


async def take_hits(w: World, side: Side, hits: int) -> None:
    """§7.4 Take hits one after another.

    §7.3 In the first round reserves cannot be hit: what is too much is lost; ruling JC-B3.
    """
    for left in range(hits, 0, -1):
        if not targets(w, side):
            if reserve_of(w, side):
                tell("hits_lost", "7.3", side=side, n=left)
            return
        await take_hit(w, side, hits - left + 1, hits)


async def take_hit(w: World, side: Side, n: int, of: int) -> None:
    """§7.4 The nth of some hits, on the strongest block; its owner chooses among equals; ruling JC-B7."""
    strongest = targets(w, side)
    block = strongest[0]
    if not all(_alike(w, block, other) for other in strongest[1:]):
        block = await ask(side, _loss_choice(w, side, n, of))
    weaken(w, block, "7.4")


def targets(w: World, side: Side) -> list[str]:
    """§7.4 §7.41 The side's strongest blocks in line, by strength: the elephant's is 4 or 2."""
    line = in_line(w, side)
    most = max((strength(w, block) for block in line), default=0)
    return [block for block in line if strength(w, block) == most]


def _alike(w: World, a: str, b: str) -> bool:
    """Return true if it makes no difference which of two blocks is hit."""
    x, y = BLOCKS[a], BLOCKS[b]
    acted = fought(w).acted
    same = (x.kind, x.side, x.letter, x.firepower, x.strengths, x.levy_at)
    return same == (y.kind, y.side, y.letter, y.firepower, y.strengths, y.levy_at) and (a in acted) == (
        b in acted
    )


def _loss_choice(w: World, side: Side, n: int, of: int) -> OneOf:
    prompt = N_("Hit {n} of {of} at {place}: which of your strongest blocks loses a step?")
    return OneOf(
        rule="7.4",
        prompt=words(prompt, n=n, of=of, place=fought(w).place),
        options=lambda: dict.fromkeys(targets(w, side)),
        verb="lose",
    )


def weaken(w: World, block: str, rule: str) -> None:
    """§7.4 Take a step off a block; with none left it is eliminated (§7.5).

    The strength of a hidden block is told to its owner alone (ruling JC-H1).
    """
    w.steps[block] -= 1
    if not w.steps[block]:
        eliminate(w, block, rule)
        return
    side = side_of(w, block)
    in_sight = w.battle is not None and block not in w.battle.reserves
    seats = None if in_sight else [side]
    tell("weakened", rule, seats=seats, side=side, block=block, place=w.at[block], steps=w.steps[block])


def eliminate(w: World, block: str, rule: str) -> None:
    """§7.5 Off the map and barred for the year; §7.51 a leader is a trophy; §7.52 Cleopatra changes sides."""
    side, place = side_of(w, block), w.at[block]
    if block == CLEOPATRA:
        change_sides(w)
    elif is_leader(block):
        hand_over(w, block, enemy_of(side))
        tell("leader_lost", "7.51", side=side, block=block, place=place, captor=enemy_of(side))
    else:
        lay_open(w, block, BLOCKS[block].side)
        tell("eliminated", rule, side=side, block=block, place=place)


def change_sides(w: World) -> None:
    """§7.52 Let Cleopatra, eliminated, join the enemy at once with one step; ruling JC-W6, ruling JC-B9."""
    w.turned[CLEOPATRA] = enemy_of(w.turned[CLEOPATRA])
    w.steps[CLEOPATRA] = 1
    tell("cleopatra_changes", "7.52", side=w.turned[CLEOPATRA], place=w.at[CLEOPATRA])


def cannot_flee(w: World, side: Side, trapped: list[str]) -> None:
    """§7.6 Eliminate a block that must retreat and cannot; ruling JC-B9: Cleopatra goes over, her turn
    past.
    """
    for block in sorted(trapped, key=lambda b: b == CLEOPATRA):
        fought(w).acted.append(block)
        tell("no_retreat", "7.6", side=side, block=block, place=w.at[block])
        eliminate(w, block, "7.6")


# -- §7.31 disruption and the end --------------------------------------------------------------


def is_decided(w: World) -> bool:
    """§7.1 Return true if one side has no block left in the battle."""
    return r04.holder(w, fought(w).place) != r04.CONTESTED


def is_broken(w: World) -> bool:
    """§7.31 Return true if a main force is gone in the first round; the round stops there; ruling JC-B4."""
    b = fought(w)
    return b.round == 1 and not all(in_line(w, side) for side in (b.attacker, defender(w)))


def is_halted(w: World) -> bool:
    """§7.2 Return true if nobody acts any more in this round."""
    return is_decided(w) or is_broken(w)


async def end_round(w: World) -> None:
    """§7.2 The next round, or the end of the battle."""
    b = fought(w)
    if not is_decided(w) and b.round == 1:
        disrupt(w)
    if is_decided(w):
        end_battle(w)
        return
    b.round += 1
    b.acted, b.passed, b.by_sea = [], {}, {}
    tell("round_begins", "7.2", place=b.place, round=b.round)
    if b.reserves:
        await arrive(w)


def disrupt(w: World) -> None:
    """§7.31 Take a step off each reserve without its main force; ruling JC-B6: Cleopatra last.

    Defenders whose main force is gone attack from now on, and the attackers defend; ruling JC-B5.
    """
    b = fought(w)
    for side in (b.attacker, defender(w)):
        if in_line(w, side):
            continue
        tell("disrupted", "7.31", side=side, place=b.place, backs=backs(reserve_of(w, side)))
        if side == defender(w):
            b.attacker = side
            tell("roles_swapped", "7.31", attacker=side, place=b.place)
        for block in sorted(reserve_of(w, side), key=lambda r: r == CLEOPATRA):
            weaken(w, block, "7.31")
        return


async def arrive(w: World) -> None:
    """§7.3 Show the reserves, which fight from the second round on."""
    b = fought(w)
    await look("7.3", "all", b.place, b.reserves)
    arrived, b.reserves = b.reserves, []
    lines = {s: {x: w.steps[x] for x in arrived if side_of(w, x) == s} for s in (b.attacker, defender(w))}
    tell("reserves_arrive", "7.3", place=b.place, lines=lines)


def end_battle(w: World) -> None:
    """§7.1 §7.7 End a battle: the blocks stand up again, and the winner may regroup."""
    place = fought(w).place
    w.victor = r04.holder(w, place)
    tell("battle_ends", "7.1", place=place, side=w.victor, round=fought(w).round)
    w.phase = "regroup"
