"""Refusals of a table. A refusal changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .words import N_, Words, is_legible, spaced, words


class Refusal(Exception):
    """An order that is not carried out. `kind` is its name in the table protocol."""

    kind = "refused"

    def __init__(self, why: Words, *, rule: str = "", candidates: Sequence[str] = ()) -> None:
        super().__init__(f"{rule} {why.template} {dict(why.values)}".strip())
        self.why, self.rule, self.candidates = why, rule, tuple(candidates)


class Illegal(Refusal):
    """Refusal of an order that was understood and that the rules forbid: the paragraph, and the reason with
    its values.

    Args:
        rule: the paragraph that forbids it.
        why: an English template marked with `N_`.
        values: the values of the template.
    """

    kind = "illegal"

    def __init__(self, rule: str, why: str, /, **values: Any) -> None:
        super().__init__(words(why, **values), rule=rule)


class NotUnderstood(Refusal):
    """Refusal of an answer or text that is not asked for here; `expected` says what would be."""

    kind = "not_understood"

    def __init__(self, text: str, expected: Words, candidates: Sequence[str] = ()) -> None:
        super().__init__(
            words(
                N_("“{text}” is not understood here; expected: {expected}"),
                text=Verbatim(text),
                expected=expected,
            ),
            candidates=candidates,
        )


class NotOffered(NotUnderstood):
    """Refusal of a thing that the game knows by this name, where it is none of the options."""

    def __init__(self, text: str, expected: Words, candidates: Sequence[str] = (), rule: str = "") -> None:
        values = {"text": Verbatim(text), "expected": expected}
        why = words(N_("“{text}” cannot be chosen here; expected: {expected}"), **values)
        super(NotUnderstood, self).__init__(why, rule=rule, candidates=candidates)  # a sentence of its own


class Ambiguous(Refusal):
    """Refusal of a text that fits several things; the candidates are the ids it may mean."""

    kind = "ambiguous"

    def __init__(self, text: str, candidates: Sequence[str]) -> None:
        super().__init__(
            words(
                N_("“{text}” is ambiguous; it could be {candidates:or}"),
                text=Verbatim(text),
                candidates=list(candidates),
            ),
            candidates=candidates,
        )


class NotNow(Refusal):
    """Refusal of something not possible for this seat now; the words say who is asked, or when it will be
    possible.
    """

    kind = "not_now"


class Stale(Exception):
    """Refusal of a re-run whose questions or events differ from the log; the referee must decide.

    Args:
        entry: the entry that does not fit.
        rule: the rule that was running, "" if none was.
        why: the expected and the actual, for the operator.
    """

    def __init__(self, entry: int, rule: str, why: str) -> None:
        super().__init__(f"entry {entry}, rule {rule}: {why}" if rule else f"entry {entry}: {why}")
        self.entry, self.rule = entry, rule


class Defect(Exception):
    """Raised if a rule fails in the middle of a procedure; nothing of the command may be kept."""


class Verbatim:
    """A person's own text inside a sentence: printable, never an id, cut at `longest` characters."""

    def __init__(self, text: str, longest: int = 60) -> None:
        short = text if len(text) <= longest else text[: longest - 3] + "..."
        self._text = "".join(c if is_legible(c) else "\N{REPLACEMENT CHARACTER}" for c in spaced(short))

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__
