"""What every game is written in: procedures, choices, tables, chance. Knows no game."""

from .choices.choice import (
    Bar,
    Choice,
    Completion,
    Reach,
    Reader,
    Verdicts,
    any_open,
    bar,
    judged,
    lazily,
    open_of,
)
from .choices.forms import Field, Form, Menu
from .choices.plain import Amount, OneOf, Subset, Text, one_of
from .choices.shares import Assign, Split
from .choices.ways import Passage, Route, Step
from .errors import Ambiguous, Defect, Illegal, NotNow, NotUnderstood, Refusal, Stale
from .game import Game, Option, Scenario, Score
from .languages import LANGUAGES
from .log.ledger import Told
from .procedure import (
    Occasion,
    Procedure,
    To,
    ask,
    ask_all,
    d6,
    d10,
    dice,
    draw,
    draw_among,
    look,
    move,
    pick,
    tell,
    window,
)
from .reading import Throw, When
from .sealed import Event, Sealed, redact, reveal
from .table import Position, Rest, Table, WindowPolicy, start
from .words import LANGUAGES, N_, Lexicon, Words, fill, words
from .table import Position, Rest, Ruling, Table, start
from .words import N_, Lexicon, Words, fill, words

__all__ = [
    "LANGUAGES",
    "N_",
    "Ambiguous",
    "Amount",
    "Assign",
    "Bar",
    "Choice",
    "Completion",
    "Defect",
    "Event",
    "Field",
    "Form",
    "Game",
    "Illegal",
    "Lexicon",
    "Menu",
    "NotNow",
    "NotUnderstood",
    "Occasion",
    "OneOf",
    "Option",
    "Passage",
    "Position",
    "Procedure",
    "Reach",
    "Reader",
    "Refusal",
    "Rest",
    "Route",
    "Scenario",
    "Score",
    "Sealed",
    "Split",
    "Stale",
    "Step",
    "Subset",
    "Table",
    "Text",
    "Throw",
    "To",
    "Told",
    "Verdicts",
    "When",
    "WindowPolicy",
    "Words",
    "any_open",
    "ask",
    "ask_all",
    "bar",
    "d6",
    "d10",
    "dice",
    "draw",
    "draw_among",
    "fill",
    "judged",
    "lazily",
    "look",
    "move",
    "one_of",
    "open_of",
    "pick",
    "redact",
    "reveal",
    "start",
    "tell",
    "window",
    "words",
]  # fmt: skip
