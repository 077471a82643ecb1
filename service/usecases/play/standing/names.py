"""The names of everything in a form for a standing order: kinds, keys, signs, values (`standing_forms`).

Such a form is a choice like any other, so its options have ids; they begin with their type, since one word
may be a kind, a key and a value: "on:rest", "key:army", "val:phase:army". All other ids are the game's.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.choices.choice import Reader
from adjudicator.core.game.game import Game
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.terms import Fact
from adjudicator.core.language.words import N_, Lexicon, Words, fold, words
from service.text.telling import cited
from service.values.words import speak

RULE = "standing"
"""The rule of a form's questions: no paragraph of a game."""
ME = "me"
TYPED, NOW = "do:typed", "do:now"
ANYTHING = "key:"
ENOUGH, THEN, WHEN, TIMES, UNTIL = "more:enough", "more:then", "more:when", "more:times", "more:until"

_OWN: Mapping[str, Words] = {
    RULE: words(N_("standing orders")),
    TYPED: words(N_("Write it yourself")),
    NOW: words(N_("An answer to your present decision")),
    ANYTHING: words(N_("anything you can test")),
    ENOUGH: words(N_("That is all")),
    THEN: words(N_("If that fails, then …")),
    WHEN: words(N_("Only when …")),
    TIMES: words(N_("Limit the number of times …")),
    UNTIL: words(N_("Until …")),
    "sign:=": words(N_("is")),
    "sign:!=": words(N_("is not, or does not include")),
    "sign:in": words(N_("is, or includes, one of")),
    "sign:has": words(N_("includes")),
    "sign:>=": words(N_("is at least")),
    "sign:<=": words(N_("is at most")),
    "sign:>": words(N_("is more than")),
    "sign:<": words(N_("is less than")),
}
_ME = words(N_("yourself"))
_RULE = N_("{rule}: {what}")
_OCCASION: Mapping[str, Fact] = {
    "by": Fact(words(N_("the side that acts"))),
    "subject": Fact(words(N_("what it concerns"))),
    "at": Fact(words(N_("where it happens"))),
    "value": Fact(words(N_("its value"))),
    "follows": Fact(words(N_("what it would lead to"))),
}
"""The facts of every window, where the game does not name them itself."""


def reader(game: Game, language: str) -> Reader:
    """Return the lexicon of a form for standing orders."""
    return Reader(Spoken(game), language)


def fact(game: Game, key: str) -> Fact | None:
    """Return the fact that a key tests; None if the key's id is its name."""
    return game.terms.facts.get(key) or _OCCASION.get(key)


class Spoken(Lexicon):
    """The names in a form; for everything else the game's own names.

    Args:
        game: the game.
    """

    def __init__(self, game: Game) -> None:
        self._game = game

    def label(self, id: str, language: str) -> str:
        """See `Lexicon`."""
        said = self._words(id)
        if said is None:
            return self._game.lexicon.label(_bare(id), language)
        return speak(said, language, self._game.lexicon.label)

    def written(self, id: str, language: str) -> str:
        """See `Lexicon`."""
        is_own = self._words(id) is not None
        return self.label(id, language) if is_own else self._game.lexicon.written(_bare(id), language)

    def counted(self, id: str, n: int) -> str:
        """See `Lexicon`."""
        return self._game.lexicon.counted(_bare(id), n)

    def marked(self, text: str, language: str) -> str:
        """See `Lexicon`."""
        return self._game.lexicon.marked(text, language)

    def names(self, id: str) -> tuple[str, ...]:
        """See `Lexicon`."""
        if _bare(id) == id:
            return self._game.lexicon.names(id)
        labels = (self.label(id, language) for language in LANGUAGES)
        return tuple(dict.fromkeys(fold(name) for name in (*labels, _bare(id))))

    def knows(self, text: str) -> bool:
        """See `Lexicon`."""
        return self._game.lexicon.knows(text)

    def _words(self, id: str) -> Words | None:
        """Return the words of one of our own ids, by its prefix; None for what the game's lexicon names."""
        if (own := _OWN.get(id)) is not None:
            return own
        what, _, rest = id.partition(":")
        match what:
            case "on":
                return self._occasion(rest)
            case "key":
                known = fact(self._game, rest)
                return None if known is None else known.name
            case "val":
                key, _, value = rest.partition(":")
                known = fact(self._game, key)
                return _ME if value == ME else None if known is None else known.called.get(value)
        return None

    def _occasion(self, kind: str) -> Words | None:
        """Return the name of an occasion: a rule with its number; one that the game does not name, by its
        verbs.
        """
        named = self._game.terms.occasions.get(kind)
        verbs = self._game.standing.get(kind, ())
        if not kind[:1].isdigit():
            return named
        return words(_RULE, rule=cited(kind), what=named or list(verbs)) if named or verbs else None


def _bare(id: str) -> str:
    """Return an id without its prefix: the game's own."""
    what, parted, rest = id.partition(":")
    match what:
        case "on" | "do" | "key" | "sign" | "more" if parted:
            return rest
        case "val" if parted:
            return rest.partition(":")[2]
    return id
