"""Plain text for any front end: events, refusals and the service's notices, as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct

from adjudicator.core.audit.verify import Line, Report, Sentence
from adjudicator.core.choices.choice import Bar
from adjudicator.core.game.game import Game, Score, ranking, winners
from adjudicator.core.game.sealed import Event
from adjudicator.core.language.errors import Refusal, Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, Label, Words, words
from adjudicator.core.orders.orders import LineRefused
from adjudicator.core.table.ledger import Told
from service.values.calendar import moment
from service.values.posts import Notice, PressNotice
from service.values.words import speak, unpacked


def story(game: Game, events: Iterable[tuple[int, Event]], language: str) -> list[str]:
    """Return a part of a journal, one or two sentences for each event; events that belong together are one
    sentence.
    """
    return [game.say(event, language) for event in game.gather([event for _, event in events])]


class Chapter(Struct, frozen=True):
    """A phase in the chronicle of a game.

    Attributes:
        turn: the turn, "" if it is not known.
        phase: the phase, as a sentence without its stop, "" likewise.
        lines: what happened, a line a battle, a march, a purchase.
    """

    turn: str
    phase: str
    lines: tuple[str, ...]


TIMES = N_("{line} ({n} times)")
"""A line that is told once for several equal ones in a row."""


def chronicle(game: Game, told: Iterable[Told], language: str) -> list[Chapter]:
    """Return the chronicle of the events that a reader knows; phases of which it tells nothing are left
    out.
    """
    found = list[Chapter]()
    for stage, told_in in groupby(told, lambda line: line.stage and game.chronicle.stage(line.stage)):
        lines = tuple(_lines(game, [line.event for line in told_in], language))
        turn, phase = _heading(game, stage, language) if stage else ("", "")
        if found and (found[-1].turn, found[-1].phase) == (turn, phase):
            found[-1] = Chapter(turn, phase, (*found[-1].lines, *lines))
        elif lines:
            found.append(Chapter(turn, phase, lines))
    return found


def passage(game: Game, events: Sequence[Event], language: str) -> list[str]:
    """Return the lines of the chronicle for some events that it keeps, without a heading."""
    return list(_lines(game, events, language))


def _lines(game: Game, events: Sequence[Event], language: str) -> Iterator[str]:
    kept = game.gather(game.chronicle.kept(events))
    said = (
        game.chronicle.said(line, game.say, language, game.lexicon.label)
        for line in game.chronicle.lines(kept)
    )
    signs = LANGUAGES[language]
    for line, same in groupby(said):
        n, told = len([*same]), Verbatim(line.removesuffix(signs.stop), len(line))
        yield signs.sentence(line if n == 1 else speak(words(TIMES, line=told, n=n), language))


def _heading(game: Game, stage: str, language: str) -> tuple[str, str]:
    label, signs, when = game.lexicon.label, LANGUAGES[language], game.when(stage)
    phase = signs.sentence(speak(when.phase, language, label)).removesuffix(signs.stop)
    return speak(when.title, language, label), phase


def headed(chapters: Iterable[Chapter], turn: str = "") -> Iterator[Chapter]:
    """Yield the chapters without the name of a turn that is known already, `turn` or that of the chapter
    before.
    """
    for one in chapters:
        yield Chapter("", one.phase, one.lines) if one.turn == turn else one
        turn = one.turn


def chronicle_text(chapters: Iterable[Chapter], language: str, turn: str = "") -> list[str]:
    """Return a chronicle as plain text: a heading for each phase, with its turn where that is new, and below
    it what happened.
    """
    dot = LANGUAGES[language].dot
    return [
        text
        for one in headed(chapters, turn)
        for text in (dot.join(filter(None, (one.turn, one.phase))), *(f"  {line}" for line in one.lines))
        if text
    ]


def cited(rule: str) -> str:
    """Return a rule as sentences name it: "§6.11" for a paragraph; any other by its name, as `Label` gives
    it.
    """
    return f"§{rule}" if rule[:1].isdigit() else rule


def refusal(refused: Refusal, language: str, label: Label) -> str:
    """Return a refusal as a sentence: the rule, the reason with its values and, for a batch, the order
    refused.
    """
    text = words(N_("Refused: {why}"), why=refused.why)
    if refused.rule:
        text = words(N_("Refused by {rule}: {why}"), rule=cited(refused.rule), why=refused.why)
    said = whole(speak(text, language, label), language)
    if isinstance(refused, LineRefused):
        batch = words(N_("Nothing was carried out, because of “{order}”."), order=str(refused.line))
        return f"{said} {speak(batch, language, label)}"
    return said


def bar(text: str, stop: Bar, language: str, label: Label) -> str:
    """Return the rule and the reason for which an option is closed."""
    values = {"option": text, "rule": cited(stop.rule), "why": stop.why}
    return speak(words(N_("{option}: not allowed ({rule}): {why}"), **values), language, label)


NOTHING_BARRED = N_("{prompt} Everything that is offered is allowed.")
"""The answer to `why` without an order, where nothing is barred."""


def answer(given: Any, language: str, label: Label) -> str:
    """Return an answer in words, without its question: every id by its name, in the order of the answer."""
    return " ".join(filter(None, _spoken(given, language, label)))


def _spoken(given: Any, language: str, label: Label) -> Iterator[str]:
    """Yield the parts of an answer in words, in the order of its JSON; nothing for null."""
    comma = LANGUAGES[language].comma
    match given:
        case {"pick": str() as verb}:
            yield label(verb, language)
            yield from _spoken(given.get("answer"), language, label)
        case dict():
            said = [
                " ".join(
                    filter(None, (_thing(key, language, label, value), *_spoken(value, language, label)))
                )
                for key, value in given.items()
            ]
            yield comma.join(filter(None, said))
        case list():
            yield comma.join(" ".join(_spoken(item, language, label)) for item in given)
        case None:
            pass
        case _:
            yield label(str(given), language)


def _thing(key: str, language: str, label: Label, value: Any) -> str:
    """Return the thing that a number or a place belongs to; "" for a field of a form, which has no name for
    people.
    """
    name = label(key, language)
    return name if isinstance(value, int | str) and name != key else ""


OWN_AUDIT = N_(
    "This umpire audited its own log. To rely on nobody, take the export when the game is over and run "
    "{command} with a copy of Tabellarius from the project."
)
"""Said below every audit that an umpire makes of itself."""
AUDIT_LATER = N_(
    "When the game is over, audit it too: an audit replays all of it by the rules. Get Tabellarius "
    "from the project and run {command}."
)
"""Said beside every export."""
OWN_VERIFIER = N_(
    "This copy of verify.py comes from the operator of this game, so it proves less. Get "
    "your own from the project, where its SHA-256 is published with the release."
)
"""Said wherever an umpire hands out the verifier."""
AUDIT_COMMAND = "python bot.py audit FILE"


def proof(report: Report, language: str) -> list[tuple[str, str]]:
    """Return a verifier's report, line by line, each with its kind (`verify.Line`)."""
    return told(report.lines(), language)


def told(lines: Iterable[Line], language: str) -> list[tuple[str, str]]:
    """Return the lines of a report in a language, each with its kind (`verify.Line`)."""
    return [(line.kind, sentence(line.said, language)) for line in lines]


def sentence(said: Sentence, language: str) -> str:
    """Return a sentence of the verifier or the audit in a language."""
    return speak(worded(said), language)


def plain_text(lines: Iterable[tuple[str, str]]) -> list[str]:
    """Return the lines of a report as plain text, items indented."""
    return [f"  {text}" if kind == "item" else text for kind, text in lines]


def proof_text(report: Report, language: str) -> list[str]:
    """Return a verifier's report as plain text, items indented."""
    return plain_text(proof(report, language))


def worded(said: Sentence) -> Words:
    """Return a sentence of the verifier or the audit as words."""
    values = {name: worded(v) if isinstance(v, Sentence) else v for name, v in said.values.items()}
    return words(said.template, **values)


def outcome(result: Mapping[str, Any]) -> Iterator[Words]:
    """Tell the result of a game: its winners, one, several or none; who resigned; or the draw. Points are
    not included.

    `result` is as `Score.result` has it, or as the service ends a game: {"resigned": [seat]} or {"draw": 1}.
    """
    if won := winners(result):
        yield words(N_("{seats} won"), seats=won)
    elif result.get("draw") or result.get("how") == "draw":
        yield words(N_("the game is a draw"))
    elif "winner" in result or "winners" in result:
        yield words(N_("nobody won"))
    if resigned := result.get("resigned"):
        yield words(N_("{seats} resigned"), seats=resigned)


BY_RULES = "over"
"""The cause of an end that the rules have brought about (design/fair-dice.md §5)."""


def ranked(score: Score) -> Words:
    """Return the seats in their order at the end, each with its place, and the points by which it has it."""
    places, at = [], 1
    for rank in ranking(score):
        for seat in rank:
            n = Verbatim(f"{score.margins[seat]:+d}") if seat in score.margins else score.points[seat]
            places.append(words(N_("{place}. {seat} ({n})"), place=at, seat=seat, n=n))
        at += len(rank)
    return words(N_("final order: {places}"), places=places)


RESIGNED_BEFORE = N_("{seats} resigned before the end")
"""Said below the result of a game that went on without these seats."""


def notice(said: Notice, language: str, label: Label) -> str:
    """Return a notice of the service as a sentence."""
    return whole(speak(said.words, language, label), language)


def messages(
    found: Iterable[tuple[int, PressNotice]], language: str, label: Label, zone: str = "UTC"
) -> list[str]:
    """Return messages between players as lines, each with its time in a time zone."""
    pairs = [(moment(at, zone), unpacked(one.packed)) for at, one in found]
    return [LANGUAGES[language].beside(*(speak(words, language, label) for words in pair)) for pair in pairs]


def whole(text: str, language: str) -> str:
    """Return a text as a whole sentence; texts of the rules may lack the capital letter or the full stop."""
    return LANGUAGES[language].sentence(text)
