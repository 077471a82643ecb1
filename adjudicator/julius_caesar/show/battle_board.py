"""A battle as a picture: both main forces in line by letter, reserves, the dice of the round (§7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from adjudicator.core import N_, Event, Words, redact, words
from adjudicator.core.language.words import Cells, Passage, Whole
from adjudicator.display.charts import BattleBoard, Fighter, Line, Roll
from adjudicator.display.scene import Counter
from adjudicator.display.text import Text
from adjudicator.julius_caesar.board import BLOCKS
from adjudicator.julius_caesar.world import SIDES

from .narration import named, told_of
from .scene import COLOURS, face_of, moment
from .view import View

LETTERS = ("A", "B", "C", "D")
TITLE = N_("Battle of {place}")
ATTACKS, DEFENDS = N_("{side} attacks"), N_("{side} defends")
RESERVE = N_("in reserve")
ROUND = N_("round {n}")
DICE = N_("dice")
HITS = N_("{n} {n:hit|hits}")
IN_LINE = N_("{role}: {blocks}.")
WAITING = N_("In reserve: {n}.")
BLOCK_SAID = N_("{block}, {code}: strength {n} of {full}, hits on {fire} or less")
GONE_SAID = N_("{block}, {code}: eliminated")
SHOT = N_("{block}: {dice}, {n} {n:hit|hits}.")


class Ranks(Struct):
    """A battle as it stands: steps of the blocks in line by side, those gone, and backs in reserve."""

    place: str
    attacker: str
    lines: dict[str, dict[str, int]]
    reserves: dict[str, dict[str, int]]
    fallen: dict[str, list[str]]
    acted: list[str] = []
    outcome: Event | None = None


def battle(seen: Struct, events: Sequence[Event] = ()) -> BattleBoard[Text] | None:
    """The battle that is fought or, if none is, the last one that the events tell of; None without one.

    `events` are those since it began; of them the dice of the last round are shown.
    """
    assert isinstance(seen, View)
    known = [e for e in (redact(event, seen.seat or None) for event in events) if e is not None]
    starts = [at for at, e in enumerate(known) if e.kind == "battle_begins"]
    since = known[starts[-1] :] if starts else known
    told = _told(since) if starts else None
    fights = seen.battle is not None and (seen.phase == "battle" or told is None)
    ranks = _standing(seen, told) if fights else told
    return None if ranks is None else _board(seen, ranks, since)


def _standing(seen: View, told: Ranks | None) -> Ranks:
    """The battle of the moment, and of the events only who has fallen in it."""
    b = seen.battle
    assert b is not None
    here = seen.places[b.place]
    lines = {s: {x.id: x.steps for x in here.blocks if x.side == s and not x.reserve} for s in SIDES}
    fallen = told.fallen if told is not None and told.place == b.place else {s: [] for s in SIDES}
    reserves = {s: dict(b.reserves[s]) for s in SIDES}
    return Ranks(b.place, b.attacker, lines, reserves, fallen, list(b.acted))


def _told(events: Sequence[Event]) -> Ranks:
    """A battle as its events leave it."""
    v = events[0].values
    ranks = Ranks(
        place=v["place"],
        attacker=v["attacker"],
        lines={s: dict(v["lines"][s]) for s in SIDES},
        reserves={s: dict(v["reserves"][s]) for s in SIDES},
        fallen={s: [] for s in SIDES},
    )
    for event in events[1:]:
        _follow(ranks, event)
    return ranks


def _follow(ranks: Ranks, event: Event) -> None:
    """Change both lines as one event of the battle says: steps lost, blocks gone, reserves, roles."""
    v: Mapping[str, Any] = event.values
    match event.kind:
        case "reserves_arrive":
            for side in SIDES:
                ranks.lines[side] |= v["lines"].get(side, {})
                ranks.reserves[side] = {}
        case "weakened" if v["block"] in ranks.lines[v["side"]]:
            ranks.lines[v["side"]][v["block"]] = v["steps"]
        case "eliminated" | "leader_lost" if v["place"] == ranks.place:
            ranks.lines[v["side"]].pop(v["block"], None)
            ranks.fallen[v["side"]].append(v["block"])
        case "retreated":
            for block in v.get("blocks", []):
                ranks.lines[v["side"]].pop(block, None)
        case "cleopatra_changes":
            for line in ranks.lines.values():
                line.pop("cleopatra", None)
            ranks.lines[v["side"]]["cleopatra"] = 1
        case "roles_swapped":
            ranks.attacker = v["attacker"]
        case "battle_ends":
            ranks.outcome = event


def _board(seen: View, ranks: Ranks, events: Sequence[Event]) -> BattleBoard[Text]:
    """Return the panel; the round is named only while the battle has no outcome."""
    defender = next(side for side in SIDES if side != ranks.attacker)
    rolls = tuple(_rolls(events))

    fought = None if ranks.outcome else seen.battle
    titles = [words(role, side=side) for role, side in ((ATTACKS, ranks.attacker), (DEFENDS, defender))]
    return BattleBoard(
        game="julius_caesar",
        title=words(TITLE, place=ranks.place),
        subtitle=moment(seen),
        place=ranks.place,
        alt=_alt(seen, ranks, titles, events),
        attacker=_line(ranks, ranks.attacker, titles[0]),
        defender=_line(ranks, defender, titles[1]),
        groups=LETTERS,
        rolls=rolls,
        outcome="" if ranks.outcome is None else told_of(ranks.outcome),
        reserve=words(RESERVE),
        round="" if fought is None else words(ROUND, n=fought.round),
    )


def _line(ranks: Ranks, side: str, title: Text) -> Line[Text]:
    """A main force in the order in which its blocks act, the fallen last; §7.42 a ballista by its role."""
    attacks = side == ranks.attacker
    line = {b: (steps, "acted" if b in ranks.acted else "") for b, steps in ranks.lines[side].items()}
    line |= {b: (0, "fallen") for b in ranks.fallen[side]}
    front = [
        Fighter(face_of(b, steps), _letter(b, attacks), state, b, _said(b, steps, attacks))
        for b, (steps, state) in line.items()
    ]
    waiting = [Counter(COLOURS[c]) for c, n in ranks.reserves[side].items() for _ in range(n)]
    dice = sum(_strength(b, steps) for b, steps in ranks.lines[side].items())
    sums = ((words(DICE), str(dice)),)
    order = sorted(front, key=lambda f: (f.group, f.state == "fallen", f.counter.label))
    return Line(title, side, tuple(order), tuple(waiting), sums)


def _said(block: str, steps: int, attacks: bool) -> Words:
    """A block with what it fights with: a die for each point of strength, hits up to its firepower."""
    printed = BLOCKS[block]
    said = words(
        BLOCK_SAID if steps else GONE_SAID,
        block=block,
        code=f"{_letter(block, attacks)}{printed.firepower}",
        n=_strength(block, steps) if steps else 0,
        full=printed.strengths[-1],
        fire=printed.firepower,
    )
    return said


def _letter(block: str, attacks: bool) -> str:
    printed = BLOCKS[block]
    return printed.letter_attacking if attacks else printed.letter


def _strength(block: str, steps: int) -> int:
    return BLOCKS[block].strengths[steps - 1]


def _rolls(events: Sequence[Event]) -> Iterator[Roll[Text]]:
    """The dice of the last round: those that have fallen since a block last fired for a second time."""
    for v in _last_shots(events):
        name = v["block"]
        note = words(HITS, n=v["hits"])
        yield Roll(name, v["side"], tuple(v["dice"]), v["firepower"], note)


def _last_shots(events: Sequence[Event]) -> list[Mapping[str, Any]]:
    shots: list[Mapping[str, Any]] = []
    for event in events:
        if event.kind == "fired":
            again = any(shot["block"] == event.values["block"] for shot in shots)
            shots = [event.values] if again else [*shots, event.values]
    return shots


def _alt(seen: View, ranks: Ranks, titles: Sequence[Text], events: Sequence[Event]) -> Text:
    said: list[Any] = [Whole([words(TITLE, place=ranks.place)]), moment(seen)]
    defender = next(side for side in SIDES if side != ranks.attacker)
    for side, title in zip((ranks.attacker, defender), titles, strict=True):
        listed = list(ranks.lines[side]) or words("–")
        said.append(words(IN_LINE, role=title, blocks=listed))
        if waiting := sum(ranks.reserves[side].values()):
            said.append(words(WAITING, n=waiting))
    for v in _last_shots(events):
        dice = Cells([str(die) for die in v["dice"]])
        said.append(words(SHOT, block=named(v["block"]), dice=dice, n=v["hits"]))
    if ranks.outcome is not None:
        said.append(told_of(ranks.outcome))
    return Passage(said)
