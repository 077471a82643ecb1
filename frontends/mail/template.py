"""The order template of a mail: the question, an example, and a frame to fill in."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_
from service.api import Service
from service.text.localizer import Localizer
from service.text.rulebook import heading
from service.usecases.play import battle_orders, queries, suggesting
from service.values.calendar import moment
from service.values.front_ends.mail import MailSeat

from .access import frame_mark
from .reading import END, OFF, game_code, written

_FOR_BATTLE = N_(
    "For this turn's battles, so that you need not write again: the first line that fits is carried out."
)
_GIVE = N_("To have it given, reply with this line alone: {command}")
_SPARE = N_(
    "To be asked nothing about battles and other reactions until the turn ends, reply with: {command}"
)
EXAMPLES = 12
"""The number of lines that a template shows as examples."""


def template(service: Service, by_mail: MailSeat, zone: str) -> list[str]:
    """Return a seat's question, line by line, with the frame for its answer; empty if it has none.

    The deadline is given in a time zone.
    """
    campaign, seat, language = by_mail.campaign, by_mail.seat, by_mail.language
    pending = service.look(campaign, queries.pending, seat)
    if pending is None:
        return []
    found, game = service.campaign(campaign), service.game(campaign)
    localizer = Localizer(language, game.lexicon.label)
    lines = [localizer.sentence(pending.choice.prompt), *_rule(found.game, pending.asked.rule, localizer)]
    due = {due.seat: due.due for due in service.due(campaign)}.get(seat)
    if due is not None:
        lines.append(localizer(N_("Answer by {due}."), due=moment(due, zone)))
    opening = (written("orders", language), game_code(found.game, campaign), seat, turn_of(service, campaign))
    lines += ["", " ".join((*filter(None, opening), frame_mark(service, by_mail)))]
    offered = service.examples(campaign, seat, language)
    if (queue := service.batch(campaign, seat)) is not None:
        lines += [f"{line}" for line in queue.lines]
    lines += [f"# {line}" for line in offered[:EXAMPLES]]
    if len(offered) > EXAMPLES:
        lines.append("# …")
    lines += (f"# {line}" for line in _suggested(service, by_mail, localizer))
    return [*lines, *_battle(service, campaign, seat, localizer), written(END, language)]


def _suggested(service: Service, by_mail: MailSeat, localizer: Localizer) -> Iterator[str]:
    """Yield the suggested answer with the command that gives it, and the one that spares all reactions."""
    language = localizer.language
    offered = service.look(by_mail.campaign, suggesting.offered, by_mail.seat, language)
    if offered.suggested is not None:
        mark = frame_mark(service, by_mail, offered.suggested.text)
        yield localizer.words(offered.suggested.said)
        yield localizer(_GIVE, command=Verbatim(f"{written('suggested', language)} {mark}"))
    if offered.gives and not offered.is_spared:
        command = Verbatim(f"{written('reactions', language)} {written(OFF, language)}")
        yield localizer(_SPARE, command=command)


def turn_of(service: Service, campaign: int) -> str:
    """Return the turn in one word for a frame, such as "1/3"; "" before the first."""
    stage = service.campaign(campaign).stage
    return "-".join(service.game(campaign).when(stage).turn.split()) if stage else ""


def _battle(service: Service, campaign: int, seat: str, localizer: Localizer) -> Iterator[str]:
    """Yield the `if` lines of the seat for its battle, and other suitable ones as comments."""
    left, others = service.look(campaign, battle_orders.suggested, seat, localizer.language)
    if left or others:
        yield f"# {localizer(_FOR_BATTLE)}"
    yield from left
    yield from (f"# {line}" for line in others)


def _rule(game: str, rule: str, localizer: Localizer) -> Iterator[str]:
    if named := heading(game, rule, localizer.language):
        yield named if "/" in rule else f"{localizer.rule(rule)} {named}"
