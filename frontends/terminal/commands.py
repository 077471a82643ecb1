"""Commands other than orders: look, ask why, take back, verify, audit, export."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from adjudicator.core.choices.choice import Bar, Choice, NoneLegal, strip, tidy
from adjudicator.core.choices.forms import Menu
from adjudicator.core.language.errors import NotNow, NotUnderstood, Refusal, Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, fold, words
from adjudicator.core.log.chance import EPOCHS, Rng, sampler
from adjudicator.display.aids import sheet_of
from adjudicator.display.book import book_of
from service.acts import DAY_HOURS, Given
from service.runtime.exports import write_export
from service.runtime.replays.auditing import AuditQueue
from service.text import telling
from service.text.columns import padded, width
from service.text.command_names import command_names, meant
from service.text.forecast import needs_of, odds_lines
from service.text.rulebook import paragraphs
from service.usecases.agreeing import agreements, undo
from service.usecases.play import playing, queries, suggesting
from service.usecases.play.suggesting import OpenReaction
from service.usecases.referee import restored
from service.usecases.time import leaving

from .founding import FOLDER
from .table import TerminalTable

NO_BOOK = N_("This game has no book yet.")
MOST = 12
"""Lines that `why`, `back` and `log` show if no number is given."""
EXAMPLES = 6
"""The most examples of an order that `help` shows."""


def names(language: str) -> Mapping[str, str]:
    """Return English name -> name in a language, of the commands at the keyboard."""
    return command_names(FOLDER, language)


class Command(Struct, frozen=True):
    """A command: its names, its arguments, its description, and the function.

    `act` gets the table and the text after the word; it returns false if the person leaves.
    """

    names: tuple[str, ...]
    takes: str
    does: str
    act: Callable[[TerminalTable, str], bool | None]


def take(table: TerminalTable, text: str) -> bool:
    """Carry out a line: a command, else orders. Return false if the person leaves.

    A command that takes nothing is an order if something follows it: Belisarius has one that begins "drop".

    Raises:
        Refusal: of an order, and nothing has changed; that of a command is shown at once.
    """
    head, _, rest = tidy(text).partition(" ")
    command = _BY_NAME.get(fold(head.removeprefix("/")))
    if command is None or (rest.strip() and not command.takes):
        table.order(text)
        return True
    try:
        return command.act(table, rest.strip()) is not False
    except Refusal as refused:
        table.show(telling.refusal(refused, table.language, table.reader.lexicon.label))
        return True


# -- looking -----------------------------------------------------------------------------------------


def _help(table: TerminalTable, rest: str) -> None:
    """Show what may be ordered now and all commands; with a word, only what it names."""
    if rest:
        _help_with(table, rest)
        return
    choice, aside = table.choice, table.service.look(table.id, queries.asides, table.seat)
    if choice is not None:
        _what_may_be_ordered(table, choice)
    if aside is not None and choice is not aside and isinstance(aside, Menu):
        _what_is_beside(table, aside)
    table.show("")
    table.say(N_("Separate several orders on one line with “;”. You may shorten names. [Tab] completes."))
    _what_is_shown(table)
    table.show("")
    heads = [_head(table, command) for command in COMMANDS]
    column = max(map(width, heads)) + 2
    for head, command in zip(heads, COMMANDS, strict=True):
        table.show(table.text(command.does), first=padded(head, column), rest=" " * column)


def _help_with(table: TerminalTable, rest: str) -> None:
    """Show how one order is written, and what one command does."""
    command = _BY_NAME.get(fold(rest))
    if command is not None:
        table.show(table.text(command.does), first=f"{_head(table, command)}  ")
    choice, reader = table.choice, table.reader
    if isinstance(choice, Menu) and (verb := choice.verb_of(rest, reader)):
        _how_one_is_written(table, verb, choice.items()[verb])
    elif choice is not None and fold(rest) in reader.lexicon.names(getattr(choice, "verb", "")):
        _what_may_be_ordered(table, choice)
    elif command is None:
        table.say(
            N_("“{text}” is neither a command nor an order that you can give now; “help” lists both."),
            text=rest,
        )


def _how_one_is_written(table: TerminalTable, verb: str, item: Choice[Any] | Bar | None) -> None:
    """Show several examples of an order, or why it is not allowed."""
    label, rng = table.reader.label(verb), sampler(table.campaign.n)
    if isinstance(item, Choice):
        found = dict.fromkeys(_example(table, label, item, rng) for _ in range(EXAMPLES))
        table.show(*found, first="  ", rest="    ")
    else:
        table.show(_without_example(table, item) or label, first="  ", rest="    ")


def _head(table: TerminalTable, command: Command) -> str:
    """Return the usage of a command: its name, also in the reader's language, and its arguments."""
    english = command.names[0]
    said = names(table.language).get(english)
    name = f"{said} / {english}" if said else english
    return f"  {name} {table.text(command.takes)}" if command.takes else f"  {name}"


def _what_is_shown(table: TerminalTable) -> None:
    """Explain how the board in words shows a piece."""
    scene = table.service.look(table.id, queries.scene, table.seat, table.language)
    if scene is None:
        return
    if example := table.board.example(scene):
        table.say(
            N_("A piece is shown by the name used in orders and its printed values: “{piece}”."),
            piece=example,
        )
    elif scene.stacks:
        table.say(
            N_(
                "A block whose face you know shows its combat rating and strength: “LEG 10 C4 3/3” "
                "has 3 of 3 steps."
            )
        )


def _what_may_be_ordered(table: TerminalTable, choice: Choice[object]) -> None:
    """Show the question, its verbs with an example of each, and what is not allowed, with the reason."""
    table.say(N_("{rule}: {prompt}"), rule=telling.cited(choice.rule), prompt=choice.prompt)
    rng = sampler(table.campaign.n)
    if not isinstance(choice, Menu):
        answers = [choice.accept(choice.sample(rng)) for _ in range(EXAMPLES)]
        table.say(N_("You may order, for example:"))
        table.show(*dict.fromkeys(choice.write(answer, table.reader) for answer in answers), first="  ")
        return
    table.say(N_("You may order:"))
    labels = {name: table.reader.label(name) for name in choice.items()}
    column = max(map(width, labels.values())) + 4
    for name, item in choice.items().items():
        if isinstance(item, Choice):
            said = _example(table, labels[name], item, rng)
        else:
            said = _without_example(table, item)
        table.show(said, first=padded(f"  {labels[name]}", column), rest=" " * column)


def _what_is_beside(table: TerminalTable, aside: Menu) -> None:
    """Show what the seat may do out of turn."""
    verbs = [table.reader.label(name) for name, item in aside.items().items() if not isinstance(item, Bar)]
    if verbs:
        table.say(N_("You may also act out of turn: {verbs}."), verbs=list(map(Verbatim, verbs)))


def _without_example(table: TerminalTable, item: Bar | None) -> str:
    """Return why an order is not allowed; "" for one that is its verb alone."""
    if item is None:
        return ""
    return table.text(N_("not allowed ({rule}): {why}"), rule=telling.cited(item.rule), why=item.why)


def _example(table: TerminalTable, verb: str, item: Choice[Any], rng: Rng) -> str:
    """Return a random order with this verb, or say that there is none now."""
    try:
        example = item.write(item.accept(item.sample(rng)), table.reader)
    except NoneLegal:
        return table.text(N_("you cannot do this now; “why {verb}” gives the reason"), verb=verb)
    return table.text(N_("for example: {order}"), order=f"{verb} {example}")


def _view(table: TerminalTable, rest: str) -> None:
    table.look()


def _hand(table: TerminalTable, rest: str) -> None:
    own = table.board.own(table.service.view(table.id, table.seat))
    table.keyboard.show(*own)
    if not own:
        table.say(N_("Your seat holds nothing secret."))


def _log(table: TerminalTable, rest: str) -> None:
    told = table.service.look(table.id, queries.told, table.seat)
    story = telling.chronicle_text(telling.chronicle(table.game, told, table.language), table.language)
    shown = len(story) if meant(FOLDER, rest, "all") else int(rest) if rest.isdecimal() else MOST
    table.show(*story[-shown:] if shown else (), first="  ", rest="    ")


def _map(table: TerminalTable, rest: str) -> None:
    table.draw(table.campaign)


def _why(table: TerminalTable, rest: str) -> None:
    """Show the options that begin with `rest` and are not allowed; for a whole order, the reason against
    it.
    """
    if table.choice is None:
        table.say(N_("{seat} has nothing to decide right now."), seat=table.seat)
        return
    barred = table.service.barred(table.id, table.seat, rest, table.language)
    for text, stop in list(barred.items())[:MOST]:
        table.show(
            telling.bar(text, stop, table.language, table.reader.lexicon.label), first="  ", rest="    "
        )
    if not barred and rest:
        table.say(N_("No rule forbids that."))
        found = table.service.look(table.id, queries.odds_of_text, table.seat, rest, table.language)
        table.show(*odds_lines(found, table.text), first="  ", rest="    ")
    elif not barred:
        _what_may_be_ordered(table, table.choice)


def finish(table: TerminalTable) -> None:
    """Show points, verdict and the place of the log after the end of a game."""
    table.say(N_("The game is over."))
    _score(table, "")
    _verify(table, "")
    _export(table, "")


def _score(table: TerminalTable, rest: str) -> None:
    score = table.service.look(table.id, queries.score)
    for side, points in score.points.items():
        parts = [words("{of} {n}", of=of, n=n) for of, n in score.parts[side].items()]
        values = {"side": side, "points": points, "parts": parts or "–"}
        table.show(table.text(N_("{side} {points}: {parts}"), **values), rest="    ")
    for one in needs_of(table.service.look(table.id, queries.needs), table.text):
        table.show(one.name)
        table.show(*one.lines, first="  ", rest="    ")


def _book(table: TerminalTable, rest: str) -> None:
    """List the parts of the game's book, or show the one with this number or title, with its charts."""
    book = book_of(table.game.name, table.language)
    parts = book.part if book is not None else ()
    if not rest:
        for n, part in enumerate(parts, 1):
            table.show(part.title, first=f"  {n:2}  ", rest=" " * 6)
        table.say(N_("Type “book” and a number to read a part, or “book all”.") if parts else NO_BOOK)
        return
    everything = fold(rest) in table.reader.lexicon.names("all")
    meant = [
        part
        for n, part in enumerate(parts, 1)
        if everything or rest == str(n) or fold(part.title).startswith(fold(rest))
    ]
    if not meant:
        raise NotUnderstood(rest, words(N_("a number from {least} to {most}"), least=1, most=len(parts)))
    for part in meant:
        table.show("")
        table.show(part.title)
        for line in part.lines():
            table.show(line.lstrip(), first=" " * (2 + len(line) - len(line.lstrip())), rest="    ")
        for chart in table.game.pictures.aids.tables():
            if chart.id in part.charts:
                sheet = sheet_of(table.game.id, chart, table.language, table.reader.lexicon.label)
                table.show(sheet.alt, first="  ", rest="    ")


def _rules(table: TerminalTable, rest: str) -> None:
    found = paragraphs(table.game.name, rest, table.language)
    for paragraph in found:
        number = telling.cited(paragraph.number)
        table.show(paragraph.heading, first=padded(f"  {number}", 16), rest=" " * 16)
    if not found:
        table.say(N_("No paragraph has that number. Try: rules 6"))


# -- deciding ----------------------------------------------------------------------------------------


def _standing(table: TerminalTable, rest: str) -> None:
    """List the seat's standing orders, add one, or drop one or all."""
    kept = table.service.standing(table.id, table.seat)
    word, _, which = rest.partition(" ")
    if meant(FOLDER, word, "drop"):
        kept = _without(kept, which.strip())
    elif rest:
        kept = [*kept, strip(rest, "standing", table.reader)]
    if rest:
        table.service.do(table.me, table.id, playing.set_standing, table.seat, kept)
    for number, text in enumerate(kept, 1):
        table.show(text, first=f"  {number}  ", rest="     ")
    if not kept:
        table.say(N_("You have no standing orders."))


def _without(kept: list[str], which: str) -> list[str]:
    if meant(FOLDER, which, "all"):
        return []
    if not (which.isdecimal() and 1 <= int(which) <= len(kept)):
        raise NotUnderstood(which, words(N_("the number of a standing order, or all")))
    return [text for number, text in enumerate(kept, 1) if number != int(which)]


def _suggested(table: TerminalTable, rest: str) -> None:
    """Show the suggested answer; typed again, give it."""
    found = table.service.look(table.id, suggesting.suggestion, table.seat, table.language)
    if found is None:
        raise NotNow(words(suggesting.NOTHING))
    table.show(table.text.words(found.said))
    if table.is_repeated(found.text):
        table.order(found.text, is_confirmed=True)


def _reactions(table: TerminalTable, rest: str) -> None:
    """Ask the seat no reactions until the turn ends, or ask them again; an answer that this gives is typed
    again.
    """
    match meant(FOLDER, rest, "off", "on"):
        case "on":
            table.run("ask")
        case "off":
            try:
                table.run("spare")
            except OpenReaction as opened:
                table.show(table.text.sentence(opened.why))
                if not table.is_repeated(rest):
                    return
                table.run("spare", Given(entry=opened.entry))
            table.say(suggesting.SPARED)
        case _:
            raise NotUnderstood(rest, words(N_("“reactions off”, or “reactions on”")))


def _undo(table: TerminalTable, rest: str) -> None:
    table.run("back")


def _back(table: TerminalTable, rest: str) -> None:
    """Propose to go back further; without a number, list where one can go back to."""
    if rest.isdecimal():
        table.run("undo", Given(entry=int(rest)))
        return
    for point in table.service.look(table.id, undo.points)[:MOST]:
        if point.seat:
            rule = telling.cited(point.rule)
            said = table.text(N_("before {seat} answered {rule}"), seat=point.seat, rule=rule)
        else:
            scene = table.service.look(table.id, queries.scene, table.seat, table.language, point.to)
            said = point.rule if scene is None else scene.subtitle
        table.show(said, first=f"  {point.to:>4}  ", rest=" " * 8)
    table.say(N_("Type “back” and a number to go back. Dice after that point are rolled anew."))


def _drop(table: TerminalTable, rest: str) -> None:
    table.run("drop")


def _seat(table: TerminalTable, rest: str) -> None:
    """Hand the keyboard to another seat."""
    seats = table.campaign.seats
    found = table.game.lexicon.find(rest, seats)
    if len(found) != 1:
        raise NotUnderstood(rest, words(N_("{options:or}"), options=seats), seats)
    table.call(found[0])


def _resign(table: TerminalTable, rest: str) -> None:
    if table.game.lexicon.find(rest, [table.seat]):
        table.run("resign")
    else:
        goes_on = N_("The others play on. To confirm, type: resign {seat}")
        is_last = table.service.look(table.id, leaving.ends_game, table.seat)
        ends = N_("This ends the game. To confirm, type: resign {seat}")
        table.say(ends if is_last else goes_on, seat=table.seat)


def _draw(table: TerminalTable, rest: str) -> None:
    """Agree to a draw: each player at this table proposes or accepts by typing the command."""
    match meant(FOLDER, rest, "accept", "refuse"):
        case "accept":
            table.run("draw")
        case "refuse":
            table.service.do(table.me, table.id, agreements.answer, "draw", table.seat, False)
        case _:
            table.say(N_("This ends the game as a draw. If everyone at the table agrees, type: draw accept"))


def _pause(table: TerminalTable, rest: str) -> None:
    """Propose a pause, agree to one, or refuse it."""
    match meant(FOLDER, rest, "refuse") or rest:
        case "":
            table.run("pause")
        case "refuse":
            table.service.do(table.me, table.id, agreements.answer, "pause", table.seat, False)
        case _:
            raise NotUnderstood(rest, words(N_("“pause”, or “pause refuse”")))


def _open(table: TerminalTable, rest: str) -> None:
    """Propose to open a game whose result is provisional, or agree to it."""
    table.run("open")


def _resume(table: TerminalTable, rest: str) -> None:
    """Propose to resume a game whose result is provisional, or agree to it."""
    table.run("resume")


def _proposal(table: TerminalTable, rest: str) -> None:
    """Agree to what is proposed, or refuse it; no word of its own, because orders begin with these."""
    match meant(FOLDER, rest, "accept", "refuse"):
        case "accept":
            table.run("accept")
        case "refuse":
            table.run("decline")
        case _:
            raise NotUnderstood(rest, words(N_("“proposal accept”, or “proposal refuse”")))


def _grant(table: TerminalTable, rest: str) -> None:
    """Give the only opponent more time, a day if no number is given."""
    if rest and not (rest.isdecimal() and len(rest) < 6):
        raise NotUnderstood(rest, words(N_("a number of hours")))
    table.run("grant", Given(hours=int(rest or DAY_HOURS)))


def _release(table: TerminalTable, rest: str) -> None:
    table.run("release")


def _burn(table: TerminalTable, rest: str) -> None:
    """Burn dice that were seen before a backup was restored, up to an epoch, or all that are known."""
    to = int(rest) if rest.isdecimal() and len(rest) <= len(str(EPOCHS)) else None
    if rest and to is None:
        raise NotUnderstood(rest, words(N_("the last epoch that anybody saw")))
    table.service.do(table.me, table.id, restored.burn, to, "restored")


# -- proofs, and the rest ----------------------------------------------------------------------------


def _verify(table: TerminalTable, rest: str) -> None:
    table.show(*telling.proof_text(table.service.look(table.id, queries.verdict), table.language))
    campaign = table.campaign
    table.say(N_("The log ends at entry {n}, head {head}."), n=campaign.n - 1, head=campaign.head[:16])


def _audit(table: TerminalTable, rest: str) -> None:
    table.say(N_("The whole game is now replayed by the rules. This may take a minute."))
    report = asyncio.run(
        AuditQueue().audit(table.service.look(table.id, queries.export, "all"), table.language)
    )
    table.show(*telling.plain_text(report.lines))
    table.say(telling.OWN_AUDIT, command=telling.AUDIT_COMMAND)


def _export(table: TerminalTable, rest: str) -> None:
    """Write the public log, or with “mine” the one with the seat's own secrets opened."""
    reader = table.seat if meant(FOLDER, rest, "mine") else None
    name = f"{table.game.name}-{table.id}-{reader or 'public'}"
    file = write_export(table.settings.out, name, table.service.look(table.id, queries.export, reader))
    command = f"python {file.with_name('verify.py')} {file}"
    table.keyboard.show(table.text(N_("Saved: {file}"), file=str(file)))
    table.keyboard.show(table.text(N_("Anyone can verify it: {command}"), command=command))
    table.say(telling.OWN_VERIFIER)
    table.say(telling.AUDIT_LATER, command=telling.AUDIT_COMMAND)


def _language(table: TerminalTable, rest: str) -> None:
    if fold(rest) not in LANGUAGES:
        raise NotUnderstood(rest, words(N_("{options:or}"), options=list(LANGUAGES)))
    table.speak_in(fold(rest))


def _alone(table: TerminalTable, rest: str) -> None:
    table.alone = not table.alone
    if table.alone:
        table.say(N_("You play all seats. The screen will no longer be cleared between turns."))
    else:
        table.say(N_("The screen is cleared whenever another seat takes the keyboard."))


def _quit(table: TerminalTable, rest: str) -> bool:
    table.say(N_("Saved. Next time you start, you can continue from here."))
    return False


COMMANDS = (
    Command(("help", "?"), N_("[order]"), N_("list your legal orders, with examples"), _help),
    Command(("view",), "", N_("show the board as you see it"), _view),
    Command(("hand",), "", N_("show what only you hold"), _hand),
    Command(("map",), "", N_("draw the map as you see it"), _map),
    Command(("log",), N_("[N|all]"), N_("show what has happened"), _log),
    Command(
        ("why",),
        N_("[order]"),
        N_("show why an order is not allowed, or everything that is not"),
        _why,
    ),
    Command(("score",), "", N_("show the points and where they come from"), _score),
    Command(
        ("book",),
        N_("[N|all]"),
        N_("read the book of the game: how to begin, how to win, questions often asked"),
        _book,
    ),
    Command(("rules",), N_("number"), N_("show paragraph headings"), _rules),
    Command(
        ("standing",),
        N_("[order | drop N]"),
        N_("show or set orders that answer for you"),
        _standing,
    ),
    Command(("suggested",), "", N_("show the suggested answer; typed again, give it"), _suggested),
    Command(
        ("reactions",),
        N_("off|on"),
        N_("be asked nothing about battles and other reactions until the turn ends, or be asked again"),
        _reactions,
    ),
    Command(
        ("undo",),
        "",
        N_("take back your last order, unless something was rolled, drawn or answered since"),
        _undo,
    ),
    Command(("back",), N_("[N]"), N_("go back further, if everyone at the table agrees"), _back),
    Command(("drop",), "", N_("discard the orders still waiting in a batch"), _drop),
    Command(("seat",), N_("name"), N_("hand the keyboard to another seat"), _seat),
    Command(("verify",), "", N_("verify this game's dice, draws and log"), _verify),
    Command(("audit",), "", N_("replay this game by the rules and compare every entry"), _audit),
    Command(("export",), N_("[mine]"), N_("save the log to a file, with its verifier"), _export),
    Command(("language",), "|".join(LANGUAGES), N_("switch language"), _language),
    Command(("alone",), "", N_("switch one-player mode (the screen is not cleared)"), _alone),
    Command(("resign",), N_("name"), N_("resign"), _resign),
    Command(
        ("draw",), N_("[accept|refuse]"), N_("end the game as a draw, if everyone at the table agrees"), _draw
    ),
    Command(("pause",), N_("[refuse]"), N_("pause the game and its clocks, once all players agree"), _pause),
    Command(("open",), "", N_("after a resignation: open everything now, once all players agree"), _open),
    Command(("resume",), "", N_("after a resignation: resume the game, once all players agree"), _resume),
    Command(
        ("proposal",),
        N_("accept|refuse"),
        N_("agree to what another player proposes, or refuse it; refuse your own to withdraw it"),
        _proposal,
    ),
    Command(("grant",), N_("[hours]"), N_("give your opponent more time, in a game of two players"), _grant),
    Command(("release",), "", N_("resume a game that is on hold or paused"), _release),
    Command(("burn",), N_("[N]"), N_("after a restore: burn dice that were seen but are lost"), _burn),
    Command(("quit", "exit"), "", N_("leave; the game is saved"), _quit),
)

_BY_NAME = {fold(name): command for command in COMMANDS for name in command.names} | {
    fold(name): command
    for command in COMMANDS
    for language in LANGUAGES
    if (name := names(language).get(command.names[0])) is not None
}
