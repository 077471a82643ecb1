"""§2 The sequence of play: the deal, the discard, the cards, who goes first.

§2.0 Five years of five turns, each turn of three phases: `sequence.SEQUENCE` is that table.
"""

from __future__ import annotations

from adjudicator.core import N_, Bar, OneOf, Sealed, To, Words, ask_all, bar, draw, move, tell, words
from adjudicator.julius_caesar.board import CARDS, FIGURES
from adjudicator.julius_caesar.world import CAESAR, POMPEY, SIDES, Side, World, enemy_of, is_event


async def deal(w: World) -> None:
    """§2.1 Deal six cards to each side at the beginning of a year."""
    hands = [To(f"{side}_hand", FIGURES.hand, (side,)) for side in SIDES]
    dealt = await draw("2.1", "deck", hands)
    sealed = {f"{side}_hand": Sealed((side,), sorted(dealt[f"{side}_hand"])) for side in SIDES}
    tell("dealt", "2.1", year=w.year, cards=FIGURES.hand, sealed=sealed)
    w.phase = "discard"


async def discard(w: World) -> None:
    """§2.1 Let each side lay one of its six cards aside, face down; ruling JC-T2: never shown."""
    answers = await ask_all({side: _discard_of(w, side) for side in SIDES})
    for side, card in answers.items():
        await move("2.1", f"{side}_hand", f"{side}_discard", [card], shown=False, seats=[side])
    tell("discarded", "2.1", sealed={side: Sealed((side,), card) for side, card in answers.items()})
    w.phase = "cards"


def _discard_of(w: World, side: Side) -> OneOf:
    return OneOf(
        rule="2.1",
        prompt=words(N_("Choose a card to discard, face down.")),
        options=lambda: dict.fromkeys(w.cups[f"{side}_hand"]),
        verb="discard",
        note=_worth,
        conceal=lambda card: {"discarded": 1},
    )


async def play_cards(w: World) -> None:
    """§2.1 Let each side choose a card in secret; both are shown at once, and say who goes first."""
    answers = await ask_all({side: _card_of(w, side) for side in SIDES})
    for side, card in answers.items():
        await move("2.1", f"{side}_hand", "face_up", [card])
    w.played = dict(answers)
    tell("cards_played", "2.1", caesar=answers[CAESAR], pompey=answers[POMPEY])
    if all(is_event(card) for card in w.played.values()):
        cancel_events(w)
    else:
        decide_first_player(w)


def _card_of(w: World, side: Side) -> OneOf:
    return OneOf(
        rule="2.1",
        prompt=words(N_("Choose a card to play.")),
        options=lambda: {card: _may_play(w, side, card) for card in w.cups[f"{side}_hand"]},
        verb="play",
        note=_worth,
    )


def _worth(card: str) -> Words:
    """§2.1 Say what a card gives."""
    if is_event(card):
        return words(N_("event; no levy points"))
    printed = CARDS[card]
    return words(
        N_("{n} {n:group moves|groups move}, then {levy} {levy:levy point|levy points}"),
        n=printed.movement,
        levy=printed.levy,
    )


def _may_play(w: World, side: Side, card: str) -> Bar | None:
    """§card/apollo Apollo copies a card of the turn before, so in the first turn of a year there is none."""
    if card == "apollo" and enemy_of(side) not in w.last:
        return bar("card/apollo", N_("you may not play Apollo on the first turn of a year"))
    return None


def cancel_events(w: World) -> None:
    """§2.1 Cancel two events and end the turn; ruling JC-T3, ruling JC-T4, ruling JC-T6."""
    tell("events_cancelled", "2.1")
    end_turn(w)


def decide_first_player(w: World) -> None:
    """§2.1 Decide who goes first: an event, else the higher movement, Caesar where it is equal; ruling JC-T1.

    §card/apollo A copied card counts as what it is; ruling JC-T5. Option ruling JC-T8: on the very
    first turn Caesar goes first whatever was played.
    """
    w.cards = {side: w.last[enemy_of(side)] if card == "apollo" else card for side, card in w.played.items()}
    for side, card in w.played.items():
        if card == "apollo":
            tell("apollo_copied", "card/apollo", side=side, card=w.cards[side])
    if w.options["caesar_first_turn"] == "on" and (w.year, w.turn) == (1, 1):
        w.first = CAESAR
    else:
        w.first = max(SIDES, key=lambda side: (is_event(w.cards[side]), CARDS[w.cards[side]].movement))
    tell("first_player", "2.1", side=w.first)
    begin_command(w, w.first)


def begin_command(w: World, side: Side) -> None:
    """§2.2 §6.0 Give a side its movement and levy points, and fresh road limits.

    An event gives no levy, and its one group move replaces the points; ruling JC-T7.
    """
    card = CARDS[w.cards[side]]
    w.acting = side
    w.points = 1 if card.event else card.movement
    w.levies = card.levy
    w.activated, w.passed, w.crossed = [], {}, []
    w.phase = "event" if card.id in ("jupiter", "vulcan") else "movement"


def end_turn(w: World) -> None:
    """§2.1 §3.0 End a turn: after the fifth of a year comes the winter."""
    w.last, w.played, w.cards = w.played, {}, {}
    w.first = w.acting = ""
    w.surprise = []
    w.entered, w.attackers, w.main = {}, {}, {}
    w.activated, w.moved, w.passed, w.crossed = [], [], {}, []
    w.points = w.levies = 0
    if w.turn == FIGURES.turns:
        w.phase = "winter"
    else:
        w.turn += 1
        w.phase = "cards"
