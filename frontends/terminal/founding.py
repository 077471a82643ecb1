"""The start: a saved game or a new one, its game, scenario and options, and the language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.core.game.game import Game, Option, Scenario, rosters
from adjudicator.core.language.errors import NotUnderstood
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.terms import ASK, SILENT
from adjudicator.core.language.words import N_, fold
from service.api import Service
from service.text.columns import wrapped
from service.text.command_names import command_names
from service.text.localizer import Localizer
from service.text.rulebook import heading_after
from service.text.telling import cited, refusal
from service.text.terms import cost, game_title
from service.usecases.seats import founding
from service.values.records import Message, Plan
from service.values.time_control import TimeControl

from .keyboard import Keyboard

ASKED = N_("{occasion}: the players are asked ({cost})")
UNASKED = N_("{occasion}: only standing orders react ({cost})")

FOLDER = Path(__file__).resolve().parent
"""The folder of the names of commands."""
USER = "hotseat"
"""User of every seat in the terminal."""


def choose_language(keyboard: Keyboard) -> str:
    """Ask for the language, in all of them."""
    keyboard.show("Tabellarius", "")
    keyboard.show(*(f"  {n}  {LANGUAGES[code].name}" for n, code in enumerate(LANGUAGES, 1)))
    words = (command_names(FOLDER, id).get("language", "Language") for id in LANGUAGES)
    asked = " / ".join(dict.fromkeys(words))
    while True:
        text = fold(keyboard.ask(f"{asked} [1] "))
        for n, code in enumerate(LANGUAGES, 1):
            if text in (str(n), code, fold(LANGUAGES[code].name)) or (not text and n == 1):
                return code


class Founding:
    """The questions before a game, in one language.

    Args:
        service: the service.
        games: the games by id.
        keyboard: the keyboard.
        language: of the questions.
    """

    def __init__(
        self, service: Service, games: Mapping[str, Game], keyboard: Keyboard, language: str
    ) -> None:
        self._service, self._games, self._keyboard, self._language = service, games, keyboard, language
        self._text = Localizer(language)

    def campaign(self, seed: bytes = b"") -> int:
        """Return the number of the campaign to play: a saved one, or a new one.

        Args:
            seed: of an open table, whose chance is known to all; b"" for sealed chance.

        Raises:
            EOFError: if the person goes away.
            NotNow: if a campaign was founded from this seed before.
        """
        left = [c for c in self._service.campaigns("playing") if self._is_played_here(c.id)]
        if not left or seed:
            return self._found(seed)
        self._say(N_("Your saved games:"))
        for n, c in enumerate(left, 1):
            text = N_("{title} ({game}), {n} {n:entry|entries}")
            values = {"title": c.title, "game": self._name(self._games[c.game], c.game), "n": c.n}
            self._keyboard.show(f"  {n}  {self._text(text, **values)}")
        new = self._text(N_("new game"))
        self._keyboard.show(f"  n  {new}")
        picked = self._pick(N_("Which? [1] "), [*map(str, range(1, len(left) + 1)), "n"])
        return self._found(seed) if picked == "n" else left[int(picked) - 1].id

    def _is_played_here(self, campaign: int) -> bool:
        members = self._service.status(campaign).members
        return bool(members) and all(member.user == USER for member in members.values())

    # -- a new campaign --------------------------------------------------------------------------

    def _found(self, seed: bytes) -> int:
        """Return the campaign, every seat taken by whoever sits here; a name refused is asked again."""
        games = {name: game_title(game, self._language) for name, game in self._games.items()}
        game = self._games[self._of_list(N_("Which game? [1] "), games)]
        scenario = self._scenario(game)
        options = self._options(game, scenario)
        modes = self._windows(game, options)
        default = self._name(game, game.name)
        pace = TimeControl(vacant="default" if len(scenario.seats) > 2 else "wait", reminders=False)
        title = self._ask(N_("Name of the game? [{title}] "), title=default).strip() or default
        while True:
            try:
                plan = Plan(game.id, scenario.id, title, options, modes, USER, seed, pace=pace)
                campaign = self._service.found(Message("", USER), plan).campaign
            except NotUnderstood as refused:
                self._keyboard.show(*wrapped(refusal(refused, self._language, game.lexicon.label)))
                title = self._ask(N_("Choose another name: ")).strip() or default
                continue
            for seat in scenario.seats:
                self._service.do(
                    Message("", USER), campaign, founding.join, seat, game.lexicon.label(seat, "en")
                )
            return campaign

    def _scenario(self, game: Game) -> Scenario:
        """Return a scenario; if it can be played by several sets of seats, ask for these too."""
        families = rosters(game.scenarios())
        labels = {name: self._name(game, name) for name in families}
        family = families[self._of_list(N_("Which scenario? [1] "), labels)]
        if len(family) == 1:
            return family[0]
        comma = LANGUAGES[self._language].comma
        seats = {one.id: comma.join(self._name(game, seat) for seat in one.seats) for one in family}
        id = self._of_list(N_("Who plays? [1] "), seats)
        return next(one for one in family if one.id == id)

    def _of_list(self, prompt: str, labels: Mapping[str, str]) -> str:
        """Return one of some ids, by the number of its label; do not ask if there is only one."""
        ids = list(labels)
        if len(ids) > 1:
            self._keyboard.show(*(f"  {n}  {label}" for n, label in enumerate(labels.values(), 1)))
            return ids[int(self._pick(prompt, [str(n) for n in range(1, len(ids) + 1)])) - 1]
        self._keyboard.show(labels[ids[0]])
        return ids[0]

    def _options(self, game: Game, scenario: Scenario) -> dict[str, str]:
        """Return the options that differ from their defaults."""
        chosen: dict[str, str] = {}
        known = {option.name: option for option in scenario.options}
        while known:
            self._say(N_("Options: type a number or name to change one, or [Enter] to continue:"))
            for n, option in enumerate(known.values(), 1):
                value = chosen.get(option.name, option.values[0])
                self._keyboard.show(*wrapped(self._option(game, option, value), f"  {n}  ", "     "))
            text = self._ask(N_("Option: "))
            if not text.strip():
                break
            if changed := _changed(game, known, chosen, text):
                chosen |= changed
            else:
                self._say(N_("That is not an option, or not one of its values."))
        return chosen

    def _option(self, game: Game, option: Option, value: str) -> str:
        rule = self._name(game, cited(option.rule))
        values = {
            "name": self._name(game, option.name),
            "value": self._name(game, value),
            "rule": rule,
            "heading": heading_after(rule, game.name, option.rule, self._language),
        }
        if not values["heading"]:
            return self._text(N_("{name}: {value} ({rule})"), **values)
        return self._text(N_("{name}: {value} ({rule}, {heading})"), **values)

    def _windows(self, game: Game, options: Mapping[str, str]) -> dict[str, str]:
        """Return on which occasions players are asked: as the game proposes, unless it is changed."""
        modes = game.modes({})
        kinds = list(game.treatment(modes, options).windows)
        while kinds:
            self._say(N_("Reactions: type a number to change one, or [Enter] to continue:"))
            for n, kind in enumerate(kinds, 1):
                way = ASKED if modes[kind] == ASK else UNASKED
                values = {
                    "occasion": game.terms.occasions[kind],
                    "cost": cost(game.windows[kind]),
                }
                self._keyboard.show(*wrapped(self._text(way, **values), f"  {n}  ", "     "))
            picked = self._pick(N_("Reaction: "), ["", *map(str, range(1, len(kinds) + 1))])
            if not picked:
                break
            kind = kinds[int(picked) - 1]
            modes[kind] = SILENT if modes[kind] == ASK else ASK
        return modes

    # -- asking ----------------------------------------------------------------------------------

    def _pick(self, prompt: str, answers: Sequence[str]) -> str:
        """Return one of the answers, the first for an empty line."""
        while True:
            text = fold(self._ask(prompt)) or answers[0]
            if text in answers:
                return text

    def _ask(self, prompt: str, **values: Any) -> str:
        return self._keyboard.ask(self._text(prompt, **values))

    def _say(self, template: str) -> None:
        self._keyboard.show(*wrapped(self._text(template)))

    def _name(self, game: Game, id: str) -> str:
        return game.lexicon.label(id, self._language)


def _changed(game: Game, known: Mapping[str, Option], chosen: Mapping[str, str], text: str) -> dict[str, str]:
    """Return the option that a line names or numbers, with the value after "=", otherwise its next value."""
    name, _, wanted = (part.strip() for part in text.partition("="))
    numbers = {str(n): id for n, id in enumerate(known, 1)}
    found = [numbers[fold(name)]] if fold(name) in numbers else game.lexicon.find(name, known)
    if len(found) != 1:
        return {}
    option = known[found[0]]
    at = option.values.index(chosen.get(option.name, option.values[0]))
    following = option.values[(at + 1) % len(option.values)]
    values = game.lexicon.find(wanted, option.values) if wanted else [following]
    return {option.name: values[0]} if len(values) == 1 else {}
