"""`/game`: the commands for a campaign from its creation to its end."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str as _

from adjudicator.core.language.words import N_
from frontends.discord.context import autocomplete
from frontends.discord.context.action_context import command
from frontends.discord.ui.items import Interaction
from service.values.time_control import EXPIRY_NAMES, KIND_NAMES, VACANT_NAMES

from . import founding, joining, running

CLAIMS = {"clock": N_("Claim an automatic answer"), "game": N_("Claim the game")}
Hours = app_commands.Range[int, 0, 2160]


class GameGroup(app_commands.Group):
    """The group `/game`."""

    def __init__(self) -> None:
        super().__init__(name="game", description=_(N_("Create a game, take a seat, and manage the game")))

    @app_commands.command(description=_(N_("Create a game in this channel, step by step")))
    @app_commands.describe(
        title=_(N_("What the players call it")),
        referee=_(N_("The referee who settles disputes; you, if left empty")),
        language=_(N_("The language of public posts")),
    )
    @app_commands.choices(language=autocomplete.languages())
    async def new(
        self,
        interaction: Interaction,
        title: app_commands.Range[str, 1, 80] | None = None,
        referee: discord.User | None = None,
        language: str | None = None,
    ) -> None:
        """Create a game."""
        await command(interaction, lambda call: founding.new(call, title, referee, language))

    @app_commands.command(description=_(N_("Take a seat in this channel's game")))
    @app_commands.describe(
        seat=_(N_("Which seat")), own_salt=_(N_("Make your own salt for the dice (see docs: fair dice)"))
    )
    @app_commands.autocomplete(seat=autocomplete.seats(autocomplete.vacant))
    async def join(self, interaction: Interaction, seat: str | None = None, own_salt: bool = False) -> None:
        """Take a seat."""
        await command(interaction, lambda call: joining.join(call, seat, own_salt))

    @app_commands.command(description=_(N_("Find a game on this server: open seats, substitutes, to watch")))
    async def find(self, interaction: Interaction) -> None:
        """List the server's games that need a player or can be watched."""
        await command(interaction, running.find)

    @app_commands.command(description=_(N_("Leave your seat")))
    @app_commands.describe(seat=_(N_("Which of your seats")))
    @app_commands.autocomplete(seat=autocomplete.seats(autocomplete.own))
    async def leave(self, interaction: Interaction, seat: str | None = None) -> None:
        """Leave a seat."""
        await command(interaction, lambda call: running.leave(call, seat))

    @app_commands.command(description=_(N_("See what the game needs before it can begin or go on")))
    async def start(self, interaction: Interaction) -> None:
        """Say what the game needs before it starts."""
        await command(interaction, running.start)

    @app_commands.command(description=_(N_("See where a game stands and whose turn it is")))
    @app_commands.describe(game=_(autocomplete.ANOTHER))
    @app_commands.autocomplete(game=autocomplete.games)
    async def status(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the status."""
        await command(interaction, lambda call: running.status(call, game))

    @app_commands.command(
        description=_(N_("Propose a pause, or agree to one; referee with a reason: put the game on hold"))
    )
    @app_commands.describe(why=_(N_("Referee: the reason for a hold; everyone can read it")))
    async def pause(self, interaction: Interaction, why: app_commands.Range[str, 0, 400] = "") -> None:
        """Pause the game."""
        await command(interaction, lambda call: running.pause(call, why))

    @app_commands.command(description=_(N_("Give your opponent more time (games of two players)")))
    @app_commands.describe(hours=_(N_("How many hours; a day if left empty")))
    async def grant(self, interaction: Interaction, hours: app_commands.Range[int, 1, 720] = 24) -> None:
        """Give the opponent time."""
        await command(interaction, lambda call: running.grant(call, hours))

    @app_commands.command(
        description=_(N_("Referee: resume the game; players: end a pause, or undo a provisional result"))
    )
    async def resume(self, interaction: Interaction) -> None:
        """Resume the game."""
        await command(interaction, running.resume)

    @app_commands.command(description=_(N_("Resign; a game of three or more goes on without you")))
    @app_commands.describe(seat=_(N_("Which of your seats")))
    @app_commands.autocomplete(seat=autocomplete.seats(autocomplete.own))
    async def resign(self, interaction: Interaction, seat: str | None = None) -> None:
        """Resign."""
        await command(interaction, lambda call: running.resign(call, seat))

    @app_commands.command(description=_(N_("Propose a draw, or answer a proposal")))
    @app_commands.describe(accept=_(N_("True: propose or agree; False: decline")))
    async def draw(self, interaction: Interaction, accept: bool = True) -> None:
        """Propose, accept or decline a draw."""
        await command(interaction, lambda call: running.draw(call, accept))

    @app_commands.command(description=_(N_("Remind a player whom the game waits for, once a day")))
    @app_commands.describe(seat=_(N_("Which seat; all that the game waits for, if left empty")))
    @app_commands.autocomplete(seat=autocomplete.seats(autocomplete.every))
    async def nudge(self, interaction: Interaction, seat: str | None = None) -> None:
        """Remind those whom the game waits for."""
        await command(interaction, lambda call: running.nudge(call, seat))

    @app_commands.command(description=_(N_("Claim against a seat that is overdue")))
    @app_commands.describe(
        seat=_(N_("The overdue seat")), by=_(N_("An automatic answer, or a day later the game"))
    )
    @app_commands.autocomplete(seat=autocomplete.seats(autocomplete.every))
    @app_commands.choices(by=autocomplete.named(CLAIMS))
    async def claim(self, interaction: Interaction, seat: str, by: str = "clock") -> None:
        """Claim what an overdue seat has forfeited."""
        await command(interaction, lambda call: running.claim(call, seat, by))

    @app_commands.command(
        description=_(N_("Set deadlines (creator before the game starts, referee at any time)"))
    )
    @app_commands.describe(
        kind=_(N_("None, fixed hours per decision, or a time bank; settings you leave out stay as they are")),
        hours=_(N_("Fixed: hours per decision")),
        bank=_(N_("Bank: hours for each seat")),
        increment=_(N_("Bank: hours added per decision")),
        cap=_(N_("Bank: maximum hours")),
        window=_(N_("Hours to react to another player")),
        expiry=_(N_("What happens when time runs out")),
        quiet=_(N_("Hours that do not count, such as 22:00-07:00, or “none”")),
        zone=_(N_("Time zone for these hours, such as Europe/Berlin")),
        tournament=_(N_("Strict secrecy, neutral referee, time returned after outages")),
        vacant=_(N_("What happens to a seat when its player leaves")),
        reminders=_(N_("Without deadlines: remind a player after one day and after two")),
    )
    @app_commands.choices(
        kind=autocomplete.named(KIND_NAMES),
        expiry=autocomplete.named(EXPIRY_NAMES),
        vacant=autocomplete.named(VACANT_NAMES),
    )
    async def pace(
        self,
        interaction: Interaction,
        kind: str | None = None,
        hours: Hours | None = None,
        bank: Hours | None = None,
        increment: Hours | None = None,
        cap: Hours | None = None,
        window: Hours | None = None,
        expiry: str | None = None,
        quiet: str | None = None,
        zone: str | None = None,
        tournament: bool | None = None,
        vacant: str | None = None,
        reminders: bool | None = None,
    ) -> None:
        """Set the time control; without any option, show it."""
        named = {"kind": kind, "hours": hours, "bank": bank, "increment": increment, "cap": cap,
                 "window": window, "expiry": expiry, "quiet": quiet, "zone": zone,
                 "tournament": tournament, "vacant": vacant, "reminders": reminders}  # fmt: skip
        wanted = {name: value for name, value in named.items() if value is not None}
        await command(interaction, lambda call: running.set_pace(call, wanted))

    @app_commands.command(description=_(N_("Propose going back to an earlier log entry")))
    @app_commands.describe(
        entry=_(N_("The last entry to keep")), why=_(N_("The reason; everyone can read it"))
    )
    async def back(self, interaction: Interaction, entry: int, why: str = "") -> None:
        """Propose an undo."""
        await command(interaction, lambda call: running.back(call, entry, why))

    @app_commands.command(description=_(N_("Creator or referee: remove a player before the game begins")))
    @app_commands.describe(seat=_(N_("Which seat")))
    @app_commands.autocomplete(seat=autocomplete.seats(autocomplete.taken))
    async def vacate(self, interaction: Interaction, seat: str) -> None:
        """Free a seat."""
        await command(interaction, lambda call: running.vacate(call, seat))

    @app_commands.command(
        description=_(N_("Referee: end the game as it stands, or call it off before it begins"))
    )
    @app_commands.describe(why=_(N_("The reason; everyone can read it")))
    async def end(self, interaction: Interaction, why: app_commands.Range[str, 1, 400]) -> None:
        """End the game."""
        await command(interaction, lambda call: running.end(call, why))

    @app_commands.command(description=_(N_("Archive a finished game")))
    async def archive(self, interaction: Interaction) -> None:
        """Archive the game."""
        await command(interaction, running.archive)

    @app_commands.command(description=_(N_("Show your game in this channel from now on")))
    @app_commands.describe(game=_(N_("Which game, if you created or referee several")))
    @app_commands.autocomplete(game=autocomplete.ruled)
    async def move(self, interaction: Interaction, game: str | None = None) -> None:
        """Move the game to this channel."""
        await command(interaction, lambda call: running.move(call, game))

    @app_commands.command(
        description=_(N_("Create a game again that was called off, or propose one that is over once more"))
    )
    async def again(self, interaction: Interaction) -> None:
        """Create the game again."""
        await command(interaction, running.again)

    @app_commands.command(description=_(N_("Supply your own salt for the dice")))
    async def salt(self, interaction: Interaction) -> None:
        """Commit to a salt, or reveal it."""
        await command(interaction, joining.salt)
