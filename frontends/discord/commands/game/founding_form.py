"""The form of a new game: the time controls on offer, and the fields filled in so far."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs

from adjudicator.core.game.game import Scenario
from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, words
from service.values.records import Campaign
from service.values.time_control import TimeControl

PACES: dict[str, TimeControl] = {
    "none": TimeControl(),
    "silent": TimeControl(reminders=False),
    "day": TimeControl("fixed", hours=24),
    "three": TimeControl("fixed", hours=72),
    "bank": TimeControl("bank", bank=7 * 24, increment=12, cap=10 * 24),
    "tournament": TimeControl("bank", bank=5 * 24, increment=8, cap=7 * 24, expiry="claim", tournament=True),
}
"""Time controls of the menu; `/game pace` sets any other."""
PACE_NAMES = {
    "none": N_("No deadlines; a reminder after one day and after two"),
    "silent": N_("No deadlines, no reminders"),
    "day": N_("One day per decision"),
    "three": N_("Three days per decision"),
    "bank": N_("Seven days in the bank, plus half a day per decision"),
    "tournament": N_("Tournament: five days in the bank"),
}
EARLIER = "earlier"
"""The choice of an earlier game's time control that is none of the menu."""


class Form(Struct, frozen=True):
    """A form as filled in so far; the store keeps it under the id of the interaction that began it.

    `modes` are the kinds of windows that were chosen, as in `Plan`; `players` the users to whom it is
    proposed, by seat; `earlier` the time control of the game before, if the menu lacks it.
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
    players: dict[str, str] = {}
    earlier: TimeControl | None = None

    @property
    def time(self) -> TimeControl:
        """The time control chosen."""
        return self.earlier if self.pace == EARLIER and self.earlier is not None else PACES[self.pace]


def as_before(
    form: Form, campaign: Campaign, scenario: Scenario, time: TimeControl, players: Mapping[str, str]
) -> Form:
    """Return a form filled in as an earlier game was set up; what its options may be now, they stay."""
    pace = next((name for name, one in PACES.items() if one == time), EARLIER)
    options = {
        one.name: campaign.options[one.name]
        for one in scenario.options
        if campaign.options.get(one.name) in one.values[1:]
    }
    return structs.replace(
        form,
        game=campaign.game,
        scenario=campaign.scenario,
        options=options,
        modes=dict(campaign.modes),
        pace=pace,
        earlier=time if pace == EARLIER else None,
        neutral=bool(campaign.neutral),
        players=dict(players),
    )


def fair(form: Form) -> Form:
    """Return the form with the terms of a tournament: strict secrecy, and a referee who does not play."""
    return structs.replace(form, strict=True, neutral=True) if form.time.tournament else form


def allowed(form: Form) -> Form:
    """Return the form if it is allowed in a tournament.

    Raises:
        NotNow: if it may not.
    """
    if form != fair(form):
        why = N_(
            "tournaments require strict secrecy and a neutral referee; choose another deadline setting first"
        )
        raise NotNow(words(why))
    return form
