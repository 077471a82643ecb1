"""A strict table for chapter tests: any world, scripted chance, orders as players write them.

    w = world({"genua": ["c_caesar", "c_legio_13:2"], "roma": "p_legio_1"})
    with table(w, cards=("2/1", "1/3"), dice=[1, 6, 3]) as t:
        t.caesar("move Genua-Roma: Caesar, LEG 13; end")
        t.refused("pompey", "move Roma-Genua: LEG 1", "6.13", place="roma")

Every die and draw of the script must be used, every order must be taken, and after each the world must
be sound; a refusal must change nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from adjudicator import GAMES, julius_caesar
from adjudicator.core import Reader
from adjudicator.core.log.chance import ScriptedSource
from adjudicator.julius_caesar.board import BLOCKS, DECK
from adjudicator.julius_caesar.show.names import LEXICON
from adjudicator.julius_caesar.show.view import View, view
from adjudicator.julius_caesar.world import (
    CLEOPATRA,
    SIDES,
    Entered,
    World,
    enemy_of,
    is_leader,
    new_world,
    side_of,
)
from tests.kit.table import StrictTable

GAME = GAMES["julius_caesar"]
ENGLISH, JAPANESE = Reader(LEXICON), Reader(LEXICON, "ja")
DEFAULTS = {option.name: option.values[0] for option in julius_caesar.OPTIONS}

Blocks = Iterable[str] | str


def new(**options: str) -> World:
    """The campaign as it is founded, before the deal."""
    return new_world({**DEFAULTS, **options})


def world(
    places: Mapping[str, Blocks],
    *,
    phase: str = "cards",
    year: int = 1,
    turn: int = 2,
    hands: Mapping[str, Sequence[str]] | None = None,
    discards: Mapping[str, Sequence[str]] | None = None,
    last: Mapping[str, str] | None = None,
    turned: Mapping[str, str] | None = None,
    eliminated: Blocks = (),
    trophies: Blocks = (),
    **options: str,
) -> World:
    """A world with these blocks on the map and no others; Cleopatra, if not named, is at Alexandria.

    "c_legio_13:2" has two steps, without a number a block is at full strength. `turned` names those who
    serve another side than the printed one (Cleopatra: Pompey unless it says otherwise). `eliminated`
    lie open for the year, `trophies` are leaders taken by the enemy; all others are in their stocks.
    Cards are named as they are printed; a hand of fewer cards than are due is filled up from the deck.
    """
    w = new(**options)
    w.at, w.steps, w.turned = {}, {}, {CLEOPATRA: "pompey", **(turned or {})}
    for place, blocks in {"alexandria": CLEOPATRA, **places}.items():
        for spec in listed(blocks):
            block, _, steps = spec.partition(":")
            w.at[block] = place
            w.steps[block] = int(steps or BLOCKS[block].steps)
    w.eliminated = {side: [b for b in listed(eliminated) if BLOCKS[b].side == side] for side in SIDES}
    w.trophies = {enemy_of(s): [b for b in listed(trophies) if BLOCKS[b].side == s] for s in SIDES}
    gone = {*w.at, *listed(eliminated), *listed(trophies)}
    w.stock = {s: sorted(b for b in BLOCKS if BLOCKS[b].side == s and b not in gone) for s in SIDES}
    assert all(is_leader(b) for b in listed(trophies))
    w.phase, w.year, w.turn = phase, year, turn
    w.last = {side: card(name) for side, name in (last or {}).items()}
    deal(w, hands or {}, discards or {})
    return w


def deal(
    w: World, hands: Mapping[str, Sequence[str]], discards: Mapping[str, Sequence[str]] | None = None
) -> None:
    """Put these cards into hands and discards, fill the hands up, and leave all others in the deck."""
    deck = sorted(DECK)
    for cup, cards in (("hand", hands), ("discard", discards or {})):
        for side in SIDES:
            w.cups[f"{side}_{cup}"] = [card(name) for name in cards.get(side, ())]
            for id in w.cups[f"{side}_{cup}"]:
                deck.remove(id)
    due = {"deal": 0, "discard": 6}.get(w.phase, 6 - w.turn)
    for hand in (w.cups[f"{side}_hand"] for side in SIDES):
        hand += [deck.pop(0) for _ in range(due - len(hand))]
        hand.sort()
    w.cups["deck"], w.cups["face_up"] = deck, []


def card(name: str) -> str:
    """The id of a card by its printed name: "2/1", "Mercury"."""
    (found,) = LEXICON.find(name, dict.fromkeys(DECK))
    return found


def listed(blocks: Blocks) -> list[str]:
    return [blocks] if isinstance(blocks, str) else list(blocks)


def contest(
    w: World,
    place: str,
    by: str,
    came: Mapping[str, Blocks],
    *,
    reinforced: Mapping[str, Blocks] | None = None,
    first: str = "",
    surprise: bool = False,
) -> World:
    """A battle to come: `by` attacks a place with blocks that stand there already.

    `came` says from where: the first is the main attack, the others are reserves. `reinforced` are the
    defender's reserves and where they came from. Next the first player (by default the attacker) names a
    battle.
    """
    if w.phase == "cards":  # the cards of the turn have been played by then
        w.cups["face_up"] = sorted(w.cups[f"{side}_hand"].pop() for side in SIDES)
    w.attackers[place], w.main[place] = by, next(iter(came))
    w.entered[place] = [Entered(b, by, origin) for origin, blocks in came.items() for b in listed(blocks)]
    for origin, blocks in (reinforced or {}).items():
        w.entered[place] += [Entered(b, enemy_of(by), origin) for b in listed(blocks)]
    assert all(w.at[e.block] == place and side_of(w, e.block) == e.side for e in w.entered[place])
    w.phase, w.first = "choose_battle", first or w.first or by
    if surprise:
        w.surprise = [place]
    return w


@contextmanager
def table(
    w: World, *, cards: tuple[str, str] | None = None, dice: Iterable[int] = (), draws: Iterable[str] = ()
) -> Iterator[Umpired]:
    """A table over a world; when it is left, no scripted die and no draw may be left over.

    With `cards` both sides, Caesar and Pompey, are dealt these and have played them already.
    """
    if cards is not None:
        deal(w, {"caesar": [cards[0]], "pompey": [cards[1]]})
    source = ScriptedSource(dice, draws)
    t = Umpired(w, source)
    if cards is not None:
        t.cards(*cards)
    yield t
    assert source.left_dice == [], f"dice left over: {source.left_dice}"
    assert source.left_draws == [], f"draws left over: {source.left_draws}"


class Umpired(StrictTable[World]):
    """A strict table of Julius Caesar."""

    def __init__(self, w: World, source: ScriptedSource) -> None:
        super().__init__(GAME, w, source)

    def caesar(self, *answers: object) -> None:
        self.order("caesar", *answers)

    def pompey(self, *answers: object) -> None:
        self.order("pompey", *answers)

    def cards(self, caesar: str, pompey: str) -> None:
        """Play a card of each side's hand."""
        self._heard = len(self.table.ledger.told)
        self._submit("caesar", f"play {caesar}")
        self._submit("pompey", f"play {pompey}")
        self._sound()

    def view(self, seat: str | None) -> View:
        return view(self.w, seat)
