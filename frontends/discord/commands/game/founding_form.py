"""The form of a new game: the time controls on offer, and the fields filled in so far."""

from __future__ import annotations

from msgspec import Struct, structs

from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, Words
from service.values.time_control import TimeControl

PACES: dict[str, TimeControl] = {
    "none": TimeControl(),
    "day": TimeControl("fixed", hours=24),
    "three": TimeControl("fixed", hours=72),
    "bank": TimeControl("bank", bank=7 * 24, increment=12, cap=10 * 24),
    "tournament": TimeControl("bank", bank=5 * 24, increment=8, cap=7 * 24, expiry="claim", tournament=True),
}
"""Time controls of the menu; `/game pace` sets any other."""
PACE_NAMES = {
    "none": N_("No deadlines"),
    "day": N_("One day per decision"),
    "three": N_("Three days per decision"),
    "bank": N_("Seven days in the bank, plus half a day per decision"),
    "tournament": N_("Tournament: five days in the bank"),
}


class Form(Struct, frozen=True):
    """A form as filled in so far; the store keeps it under the id of the interaction that began it.

    `modes` are the kinds of windows that were chosen, as in `Plan`.
    """

    game: str
    scenario: str
    title: str
    language: str
    guild: int
    channel: int
    referee: str
    options: dict[str, str] = {}
    modes: dict[str, str] = {}
    pace: str = "none"
    strict: bool = False
    neutral: bool = False
    seed: str = ""
    page: int = 0


def fair(form: Form) -> Form:
    """Return the form with the terms of a tournament: strict secrecy, and a referee who does not play."""
    return structs.replace(form, strict=True, neutral=True) if PACES[form.pace].tournament else form


def allowed(form: Form) -> Form:
    """Return the form if it is allowed in a tournament.

    Raises:
        NotNow: if it may not.
    """
    if form != fair(form):
        why = N_(
            "tournaments require strict secrecy and a neutral referee; choose another deadline setting first"
        )
        raise NotNow(Words(why))
    return form
