"""The group of commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec

import discord
from discord import app_commands
from discord.app_commands import locale_str as _

from adjudicator.core.language.words import N_
from frontends.discord.context.action_context import Action, ActionContext, carry_out, command
from frontends.discord.context.autocomplete import named
from frontends.discord.ui.items import Interaction
from service.text.tournament_terms import FORMATS, OUTCOMES, SIDES
from service.tournaments import Book
from service.usecases.tournaments import entering, results, rounds, sides, staff
from service.values.time_control import PRESET_NAMES

from . import acting, disputes, founding, page
from .choosing import above, entrants, levels, matches, opponents, tournaments
from .disputes import judges

P = ParamSpec("P")
WHICH = N_("The tournament")
GAME = N_("The number of the game, such as 1.2")


async def _act(
    interaction: Interaction,
    tournament: str | None,
    act: Callable[Concatenate[Book, P], object],
    *values: P.args,
    **named: P.kwargs,
) -> None:
    """Carry out a command on the tournament that is named."""
    await command(interaction, lambda call: acting.act(call, tournament, act, *values, **named))


class TournamentGroup(app_commands.Group):
    """The group of commands."""

    def __init__(self) -> None:
        super().__init__(name="tournament", description=_(N_("Tournaments and ladders")))

    @app_commands.command(description=_(N_("Show a tournament: games, standings, and what you can do")))
    @app_commands.describe(tournament=_(WHICH))
    @app_commands.autocomplete(tournament=tournaments)
    async def show(self, interaction: Interaction, tournament: str | None = None) -> None:
        """Show a tournament."""
        await command(interaction, lambda call: page.show(call, tournament))

    @app_commands.command(description=_(N_("Open a thread here for a game of a tournament")))
    @app_commands.describe(game=_(GAME), tournament=_(WHICH))
    @app_commands.autocomplete(tournament=tournaments, game=matches)
    @app_commands.guild_only()
    async def thread(self, interaction: Interaction, game: str, tournament: str | None = None) -> None:
        """Show a game in a thread."""
        await command(interaction, lambda call: acting.thread(call, tournament, game))

    @app_commands.command(description=_(N_("Bid points for a side; nobody sees it before both have bid")))
    @app_commands.describe(game=_(GAME), points=_(N_("Points that you give")), tournament=_(WHICH))
    @app_commands.autocomplete(tournament=tournaments, game=matches)
    async def bid(
        self, interaction: Interaction, game: str, points: int, tournament: str | None = None
    ) -> None:
        """Bid for a side."""
        await _act(interaction, tournament, sides.bid, game, points)

    @app_commands.command(description=_(N_("Report the result of a game that was played elsewhere")))
    @app_commands.describe(
        game=_(GAME), result=_(N_("The result")), margin=_(N_("The winner's margin")), tournament=_(WHICH)
    )
    @app_commands.autocomplete(tournament=tournaments, game=matches)
    @app_commands.choices(result=named(OUTCOMES))
    async def report(
        self,
        interaction: Interaction,
        game: str,
        result: str,
        margin: int = 0,
        tournament: str | None = None,
    ) -> None:
        """Report a result."""
        await _act(
            interaction,
            tournament,
            results.report,
            game,
            result,
            margin,
        )

    @app_commands.command(description=_(N_("Director: set or correct the result of a game, with a reason")))
    @app_commands.describe(
        game=_(GAME),
        winner=_(N_("The name of the winner, or - for a draw; at a table the order, as in A > B = C")),
        why=_(N_("The reason; everyone can read it")),
        margin=_(N_("The winner's margin")),
        level=_(N_("Level of victory")),
        points=_(N_("At a table: points in the game, in the order of the places, as in 34, 20, 20")),
        tournament=_(WHICH),
    )
    @app_commands.autocomplete(tournament=tournaments, game=matches, level=levels)
    async def result(
        self,
        interaction: Interaction,
        game: str,
        winner: str,
        why: str,
        margin: app_commands.Range[int, 0, 1000] = 0,
        level: str = "",
        points: str = "",
        tournament: str | None = None,
    ) -> None:
        """Set a result."""
        await command(
            interaction,
            lambda call: acting.set_result(call, tournament, game, winner, why, margin, level, points),
        )

    @app_commands.command(description=_(N_("Sit out a round, where the tournament allows it")))
    @app_commands.describe(round=_(N_("The round")), play=_(N_("Play in it after all")), tournament=_(WHICH))
    @app_commands.autocomplete(tournament=tournaments)
    async def sit_out(
        self, interaction: Interaction, round: int, play: bool = False, tournament: str | None = None
    ) -> None:
        """Sit out a round, or play in it after all."""
        await _act(
            interaction,
            tournament,
            entering.sit_out,
            round,
            out=not play,
        )

    @app_commands.command(description=_(N_("Director: pair the next round yourself, with a reason")))
    @app_commands.describe(tournament=_(WHICH))
    @app_commands.autocomplete(tournament=tournaments)
    async def pair(self, interaction: Interaction, tournament: str | None = None) -> None:
        """Pair a round."""
        asking = Action(lambda call: acting.ask_pairs(call, tournament), "modal")
        await carry_out(ActionContext(interaction), asking)

    @app_commands.command(description=_(N_("Director: announce something to all players")))
    @app_commands.describe(text=_(N_("The announcement")), tournament=_(WHICH))
    @app_commands.autocomplete(tournament=tournaments)
    async def announce(self, interaction: Interaction, text: str, tournament: str | None = None) -> None:
        """Announce something."""
        await _act(interaction, tournament, staff.announce, text)

    @app_commands.command(description=_(N_("Propose the result of a game that the round's end has stopped")))
    @app_commands.describe(
        game=_(GAME), result=_(N_("The result")), why=_(N_("Your reasons")), tournament=_(WHICH)
    )
    @app_commands.autocomplete(tournament=tournaments, game=matches)
    @app_commands.choices(result=named(OUTCOMES))
    async def propose(
        self, interaction: Interaction, game: str, result: str, why: str = "", tournament: str | None = None
    ) -> None:
        """Propose a result."""
        await _act(
            interaction,
            tournament,
            results.state_case,
            game,
            result,
            why,
        )

    @app_commands.command(description=_(N_("Challenge a player above you on a ladder")))
    @app_commands.describe(player=_(N_("The player")), tournament=_(WHICH))
    @app_commands.autocomplete(tournament=tournaments, player=above)
    async def challenge(self, interaction: Interaction, player: str, tournament: str | None = None) -> None:
        """Challenge a player."""
        await _act(interaction, tournament, rounds.challenge, player)

    @app_commands.command(description=_(N_("Show what is known about a game, for its players and judges")))
    @app_commands.describe(game=_(GAME), tournament=_(WHICH))
    @app_commands.autocomplete(tournament=tournaments, game=matches)
    async def dossier(self, interaction: Interaction, game: str, tournament: str | None = None) -> None:
        """Show the dossier of a game."""
        await command(interaction, lambda call: disputes.show_dossier(call, tournament, game))

    @app_commands.command(description=_(N_("Appeal against a ruling on your game, once, with your reasons")))
    @app_commands.describe(game=_(GAME), why=_(N_("The reason; everyone can read it")), tournament=_(WHICH))
    @app_commands.autocomplete(tournament=tournaments)
    async def appeal(
        self, interaction: Interaction, game: str, why: str, tournament: str | None = None
    ) -> None:
        """Appeal against a ruling."""
        await _act(interaction, tournament, results.appeal, game, why)

    @app_commands.command(description=_(N_("Director: appoint two judges, and a third who breaks a tie")))
    @app_commands.describe(
        game=_(GAME),
        first=_(N_("First judge")),
        second=_(N_("Second judge")),
        third=_(N_("If they disagree")),
        tournament=_(WHICH),
    )
    @app_commands.autocomplete(
        tournament=tournaments, game=matches, first=judges, second=judges, third=judges
    )
    async def panel(
        self,
        interaction: Interaction,
        game: str,
        first: str,
        second: str,
        third: str,
        tournament: str | None = None,
    ) -> None:
        """Appoint the panel of a game."""
        three = [first, second, third]
        await _act(
            interaction,
            tournament,
            results.appoint,
            game,
            three,
        )

    @app_commands.command(description=_(N_("Director: stop a game and its clocks, or all games")))
    @app_commands.describe(why=_(N_("The reason; everyone can read it")), game=_(GAME), tournament=_(WHICH))
    @app_commands.autocomplete(tournament=tournaments, game=matches)
    async def pause(
        self, interaction: Interaction, why: str, game: str = "", tournament: str | None = None
    ) -> None:
        """Stop one game or all."""
        await _act(interaction, tournament, staff.pause, game, why)

    @app_commands.command(description=_(N_("Director: let a stopped game go on, or all games")))
    @app_commands.describe(game=_(GAME), tournament=_(WHICH))
    @app_commands.autocomplete(tournament=tournaments, game=matches)
    async def resume(self, interaction: Interaction, game: str = "", tournament: str | None = None) -> None:
        """Let one game go on, or all."""
        await _act(interaction, tournament, staff.go_on, game)

    @app_commands.command(description=_(N_("Director: declare a game forfeited by a player, with a reason")))
    @app_commands.describe(
        game=_(GAME),
        player=_(N_("Who loses the game")),
        why=_(N_("The reason; everyone can read it")),
        tournament=_(WHICH),
    )
    @app_commands.autocomplete(tournament=tournaments, game=matches, player=opponents)
    async def forfeit(
        self, interaction: Interaction, game: str, player: str, why: str, tournament: str | None = None
    ) -> None:
        """Declare a game forfeited."""
        await _act(
            interaction,
            tournament,
            results.forfeit,
            game,
            player,
            why,
        )

    @app_commands.command(description=_(N_("Director: move the end of the round, with a reason")))
    @app_commands.describe(
        days=_(N_("Days")), why=_(N_("The reason; everyone can read it")), tournament=_(WHICH)
    )
    @app_commands.autocomplete(tournament=tournaments)
    async def extend(
        self, interaction: Interaction, days: int, why: str, tournament: str | None = None
    ) -> None:
        """Extend the round."""
        await _act(interaction, tournament, staff.extend, days, why)

    @app_commands.command(description=_(N_("Director: record a numbered ruling that all games show")))
    @app_commands.describe(question=_(N_("Question")), ruling=_(N_("Ruling")), tournament=_(WHICH))
    @app_commands.autocomplete(tournament=tournaments)
    async def ruling(
        self, interaction: Interaction, question: str, ruling: str, tournament: str | None = None
    ) -> None:
        """Note a ruling."""
        await _act(
            interaction,
            tournament,
            staff.rule,
            question,
            ruling,
        )

    @app_commands.command(description=_(N_("Director: withdraw a player, with a reason")))
    @app_commands.describe(
        player=_(N_("The player")), why=_(N_("The reason; everyone can read it")), tournament=_(WHICH)
    )
    @app_commands.autocomplete(tournament=tournaments, player=entrants)
    async def drop(
        self, interaction: Interaction, player: str, why: str, tournament: str | None = None
    ) -> None:
        """Withdraw a player."""
        await _act(
            interaction,
            tournament,
            entering.withdraw,
            player,
            why,
        )

    @app_commands.command(description=_(N_("Director: replace a player with a substitute")))
    @app_commands.describe(
        player=_(N_("The player")), substitute=_(N_("Who takes the place and the games")), tournament=_(WHICH)
    )
    @app_commands.autocomplete(tournament=tournaments, player=entrants)
    async def replace(
        self, interaction: Interaction, player: str, substitute: discord.User, tournament: str | None = None
    ) -> None:
        """Replace a player."""
        user, who = f"discord/{substitute.id}", substitute.display_name
        await _act(
            interaction,
            tournament,
            staff.replace,
            player,
            user,
            who,
        )

    @app_commands.command(description=_(N_("Create a tournament, which you direct")))
    @app_commands.describe(
        title=_(N_("The name of the tournament")),
        scenario=_(N_("The game and its scenario")),
        format=_(N_("The format")),
        sides=_(N_("How sides are given")),
        rounds=_(N_("Rounds (Swiss), or times around")),
        days=_(N_("Days of a round; 0 for no deadline")),
        clock=_(N_("Deadlines")),
    )
    @app_commands.autocomplete(scenario=founding.scenarios)
    @app_commands.choices(format=named(FORMATS), sides=named(SIDES), clock=named(PRESET_NAMES))
    async def new(
        self,
        interaction: Interaction,
        title: str,
        scenario: str,
        format: str = "swiss",
        sides: str = "",
        rounds: app_commands.Range[int, 1, 64] = 1,
        days: app_commands.Range[int, 0, 730] = 0,
        clock: str = "standard",
    ) -> None:
        """Create a tournament."""
        await command(
            interaction,
            lambda call: founding.found(call, title, scenario, format, sides, rounds, days, clock),
        )

    @app_commands.command(description=_(N_("Report, standings and log of a tournament as files")))
    @app_commands.describe(tournament=_(WHICH))
    @app_commands.autocomplete(tournament=tournaments)
    async def export(self, interaction: Interaction, tournament: str | None = None) -> None:
        """Give the files of a tournament."""
        await command(interaction, lambda call: founding.files(call, tournament))
