"""Forms of a tournament's page: a player's own part, and the director's."""

from __future__ import annotations

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import field, form, select
from frontends.browser.web.request_context import RequestContext
from service.api import Service
from service.text.localizer import Localizer
from service.text.tournament_terms import NOT_PLAYED, OUTCOMES
from service.tournaments import Book
from service.usecases.seats.founding import LONGEST_NAME
from service.usecases.tournaments import entering, erasing, results, rounds, sides
from service.values.calendar import moment
from service.values.records import Message
from service.values.words import speak
from tournaments import trf
from tournaments.pairing import by_hand
from tournaments.rules import MOST_POINTS, fits
from tournaments.state import Match

from .access import DRAWN, Visit


class TournamentPanels:
    """The forms of one reader.

    Args:
        context: of the request.
        t: the game's names and the reader's language.
        one: the reader.
        book: the tournament, opened for them.
    """

    def __init__(self, context: RequestContext, t: Localizer, one: Visit, book: Book) -> None:
        self._context, self._t, self._one, self._book = context, t, one, book

    def _form(self, what: str, button: str, *body: Child, main: bool = False, **fields: str) -> Html:
        key = "-".join((self._context.form_id, what, *fields.values()))
        return form(
            self._context,
            f"{self._one.path}/{what}",
            *body,
            tag("button", self._t(button), class_="main" if main else None),
            fields={"request": key, **fields},
        )

    def _folded(self, title: str, *body: Child) -> Html:
        return tag("details", tag("summary", self._t(title)), *body)

    def _line(self, label: str, name: str, most: int = 400, value: str = "") -> Html:
        return field(self._t(label), tag("input", name=name, maxlength=most, required=True, value=value))

    def _players(self, label: str, name: str, players: list[str]) -> Html:
        options = [("", ""), *((player, str(self._book.name(player))) for player in players)]
        return field(self._t(label), select(name, options, required=True))

    def _decided(self, match: Match) -> Child:
        """Return the fields for a result; nothing is picked beforehand, because a ruling may end a game.

        A game of two has a winner, a margin and a level of victory, a table places and points of its players.
        """
        t, players = self._t, [(one, str(self._book.name(one))) for one in match.players]
        if len(players) >= results.TABLE:
            return [
                tag(
                    "div",
                    self._number(f"place-{one}", t(N_("{who}: place"), who=Verbatim(name)), 1, len(players)),
                    self._number(f"points-{one}", t(N_("{who}: points in the game"), who=Verbatim(name)), 0),
                )
                for one, name in players
            ]
        outcomes = [("", ""), *players, (DRAWN, t(N_("Nobody: a draw")))]
        levels = self._book.game.levels
        graded = [("", t(N_("as any victory"))), *((one, t(said)) for one, said in levels.items())]
        return [
            field(t(N_("Winner")), select("player", outcomes, required=True)),
            self._number("margin", t(N_("Margin of the winner in points")), 0),
            field(t(N_("Level of victory")), select("level", graded)) if levels else None,
        ]

    def _number(self, name: str, label: str, least: int, most: int = MOST_POINTS) -> Html:
        is_place = name.startswith("place-")
        return field(label, tag("input", type="number", name=name, min=least, max=most, required=is_place))

    # -- a player's own part -----------------------------------------------------------------------

    def own(self, service: Service) -> Child:
        """Return the forms of a player, or of somebody who may become one."""
        book, t = self._book, self._t
        player = book.player
        if book.t.state in ("over", "dead"):
            return self._forget(player)
        if not player or not book.t.players[player].plays:
            return [self._entry(), self._forget(player)]
        parts: list[Child] = [tag("h2", t(N_("Your games")))]
        mine = [match for match in book.t.open_games if player in match.players]
        parts += [self._game(match, player) for match in mine]
        if not mine:
            waiting = N_("You have entered. Your games appear here when a round is paired.")
            if book.t.state == "playing":
                waiting = N_("None of your games is in play.")
            parts.append(tag("p", t(waiting)))
        if near := book.within_reach:
            choice = self._players(N_("Challenge"), "player", near)
            parts.append(self._form("challenge", N_("Challenge"), choice, main=True))
        parts += self._ruling(player)
        parts += self._sitting_out(player)
        parts.append(self._away(player))
        return tag("section", parts, class_="panel")

    def _entry(self) -> Child:
        """Return the form to enter, with own words for the lots; None once nobody may enter any more."""
        book, t = self._book, self._t
        if not entering.takes_late(book):
            return None
        name = tag("input", name="who", required=True, maxlength=LONGEST_NAME, autocomplete="nickname")
        words = tag("input", name="words", maxlength=200)
        hint = t(
            N_(
                "Anything you like. Your words are mixed into every draw of lots, "
                "so that nobody can choose the result."
            )
        )
        body: list[Child] = [field(t(N_("Your name, as others see it")), name)]
        more: list[Child] = [field(t(N_("Your own words for the lots")), words, hint=hint)]
        if book.t.rules.format == "swiss" and book.t.rules.table == 2:
            box = tag("input", type="checkbox", name="filler", value=1)
            label = t(N_("I play only when the number of players is odd"))
            more.append(tag("label", box, tag("span", label), class_="pick"))
        runs = tag("input", type="checkbox", name="operates", value=1)
        label = t(N_("I run this server (the tournament will not be rated)"))
        more.append(tag("label", runs, tag("span", label), class_="pick"))
        body.append(self._folded(N_("More"), more))
        entry = self._form("enter", N_("Take part"), body, main=not book.directs)
        if book.directs:
            return self._folded(N_("Take part yourself"), entry)
        return tag("section", tag("h2", t(N_("Take part"))), entry, class_="panel")

    def _hide(self, player: str) -> Child:
        """Return the button by which a player shows a number in place of the name."""
        if str(self._book.name(player)) == player:
            return None
        hint = N_("Others see {player} instead of your name, here and in games that begin later.")
        explained = tag("p", self._t(hint, player=Verbatim(player)), class_="hint")
        return self._folded(N_("Hide my name"), explained, self._form("hide", N_("Hide my name")))

    def _forget(self, player: str) -> Child:
        """Return the button that erases the reader's name, if it can be erased now."""
        if not erasing.can_be_erased(self._book):
            return None
        hint = N_("Your results stay, under a number instead of your name. Your messages are erased.")
        erase = self._form("erase", N_("Erase"), player=player)
        return self._folded(N_("Erase my name"), tag("p", self._t(hint), class_="hint"), erase)

    def _game(self, match: Match, player: str) -> Html:
        """Return the next step of the player in one game."""
        t, book = self._t, self._book
        others = [book.name(one) for one in match.players if one != player]
        title = t(N_("Game {game} against {others}"), game=Verbatim(match.id), others=others)
        parts: list[Child] = [tag("h3", title)]
        seat = next((seat for seat, one in match.seats.items() if one == player), "")
        if seat:
            parts.append(tag("p", t(N_("Your side: {seat}"), seat=seat)))
        if match.id in book.repo.campaigns(book.row.id):
            parts.append(self._hours(match))
            parts.append(self._form("play", N_("Go to the game"), main=True, game=match.id))
            if book.has_round_ended:
                parts.append(tag("p", self._dossier(match)))
        elif not match.seats:
            parts.append(self._settle(match, player))
        elif book.t.rules.elsewhere:
            parts.append(self._report(match))
        else:
            parts.append(tag("p", t(N_("The game is being set up; reload in a moment."))))
        if book.has_round_ended and not match.judges and not book.t.rules.elsewhere:
            parts.append(self._case(match))
        return tag("div", parts)

    def _sitting_out(self, player: str) -> list[Child]:
        """Return the forms for rounds that a player sits out at their own wish."""
        book, t = self._book, self._t
        rules, asked = book.t.rules, [n for n in book.t.players[player].asked if n > book.t.round]
        parts: list[Child] = []
        for n in asked:
            said = tag("p", t(N_("You sit out round {n}."), n=n))
            parts.append(self._form("play-after-all", N_("Play after all"), said, round=str(n)))
        free = [n for n in range(book.t.round + 1, rules.rounds + 1) if n not in asked]
        if free and len(book.t.players[player].asked) < rules.half_byes:
            rounds_left = [(str(n), t(N_("Round {n}"), n=n)) for n in free]
            choice = field(t(N_("Round")), select("round", rounds_left))
            form = self._form("sit-out", N_("Sit out"), choice)
            parts.append(self._folded(N_("Sit out a round"), form))
        return parts

    def _dossier(self, match: Match) -> Html:
        """Return the link to the dossier of a game that has not ended."""
        return tag("a", self._t(N_("Dossier")), href=f"{self._one.path}/dossier/{match.id}")

    def _hours(self, match: Match) -> Html:
        """Return the hours that the players have used so far."""
        book, t = self._book, self._t
        campaign = book.repo.campaigns(book.row.id)[match.id]
        used = results.hours_in(book, campaign)
        hours = [
            t(N_("{who}: {n} {n:hour|hours}"), who=book.name(player), n=used.get(seat, 0))
            for seat, player in match.seats.items()
        ]
        said = t(N_("Time used: {hours}"), hours=[Verbatim(one) for one in hours])
        return tag("p", said, class_="hint")

    def _settle(self, match: Match, player: str) -> Child:
        """Return a player's part in settling sides: the higher one chooses, or both bid in secret."""
        t, rules = self._t, self._book.t.rules
        if rules.sides == "choice":
            higher = sides.higher(self._book, match)
            if higher != player:
                who = self._book.name(higher)
                return tag("p", t(N_("{who} chooses a side."), who=who))
            options = [("", ""), *((seat, t.name(seat)) for seat in rules.seats)]
            choice = field(t(N_("Your side")), select("seat", options, required=True))
            return self._form("choose", N_("Choose"), choice, main=True, game=match.id)
        entry = tag("input", type="number", name="points", min=0, max=rules.most_bid, required=True)
        label = t(N_("Points that you give for playing {seat}"), seat=rules.bid_for)
        bid_already = player in match.bids
        state = N_("Your bid is sealed; you may change it until your opponent has bid.")
        again = N_("Both bid the same: bid again.")
        said = t(state) if bid_already else t(again) if match.bidding > 1 else None
        body = [tag("p", said) if said else None, self._receipt(match.bids.get(player)), field(label, entry)]
        return self._form("bid", N_("Bid"), body, main=not bid_already, game=match.id)

    def _receipt(self, seal: str | None) -> Child:
        """Return the seal of one's own bid or proposal, in the form of the log, which the verifier checks."""
        if not seal:
            return None
        said = self._t(N_("Receipt, as in the log: {seal}"), seal=Verbatim(seal, len(seal)))
        return self._folded(N_("Receipt"), tag("p", said, class_="hint"))

    def _outcome(self) -> Html:
        options = [("", ""), *((one, self._t(said)) for one, said in OUTCOMES.items())]
        return field(self._t(N_("Result")), select("said", options, required=True))

    def _report(self, match: Match) -> Html:
        margin = tag("input", type="number", name="margin", value=0, min=0, max=1000)
        hint = N_("It counts when your opponent reports the same.")
        parts = [self._outcome(), field(self._t(N_("Margin of the winner in points")), margin)]
        parts.append(tag("p", self._t(hint), class_="hint"))
        return self._form("report", N_("Report the result"), parts, main=True, game=match.id)

    def _case(self, match: Match) -> Html:
        """Return the form of a sealed proposal for a game that the end of the round left without a result."""
        t = self._t
        hint = N_(
            "The round has ended. Each of you proposes a result without seeing the other's; if they "
            "agree, it counts, otherwise a panel rules."
        )
        text = tag("textarea", name="text", rows=4, maxlength=2000)
        seal = match.statements.get(self._book.player)
        sealed = t(N_("Your proposal is sealed; you may change it until your opponent has made one."))
        body = [
            tag("p", t(hint), class_="hint"),
            tag("p", sealed) if seal else None,
            self._receipt(seal),
            self._outcome(),
            field(t(N_("Your reasons")), text),
        ]
        return self._form("case", N_("Propose this result"), body, game=match.id)

    def _away(self, player: str) -> Html:
        """Return the rest, folded: the own link, players one does not want to meet, withdrawal."""
        t, book = self._t, self._book
        others = [one for one in book.t.active if one != player]
        link = f"/tournament/{self._one.id}/enter/{self._one.token}"
        keep = N_("Use this link to come back from another browser. Anyone who has it can play as you.")
        parts: list[Child] = [
            tag("p", t(keep), class_="hint"),
            tag("p", tag("a", tag("code", link), href=link)),
        ]
        blocked = [one for one in others if one in book.blocked]
        if free := [one for one in others if one not in blocked]:
            choice = self._players(N_("Never pair me with"), "player", free)
            parts.append(self._form("block", N_("Save"), choice))
        for one in blocked:
            said = t(N_("You will not be paired with {who}."), who=book.name(one))
            parts.append(self._form("unblock", N_("Allow it again"), tag("p", said), player=one))
        leave = N_(
            "The director decides what becomes of your unfinished games, and may give them to a substitute."
        )
        parts.append(
            self._folded(
                N_("Withdraw from the tournament"),
                tag("p", t(leave), class_="hint"),
                self._form("withdraw", N_("Withdraw from the tournament"), player=player),
            )
        )
        parts.append(self._hide(player))
        return self._folded(N_("More"), parts)

    # -- the director --------------------------------------------------------------------------------

    def direction(self, service: Service) -> Child:
        """Return the forms of the director and the assistants; nothing for others."""
        book, t = self._book, self._t
        if not book.directs or book.t.state == "dead":
            return None
        parts: list[Child] = [tag("h2", t(N_("Direct the tournament"))), self._waiting(service)]
        if book.t.state == "entries":
            parts.append(self._closing())
        elif book.t.state == "playing":
            parts += self._course()
        if book.t.state != "entries":
            parts.append(self._folded(N_("Results and disputes"), self._results()))
        parts.append(self._folded(N_("Announce, rule, appoint"), self._words()))
        parts.append(self._link())
        return tag("section", parts, class_="panel")

    def _waiting(self, service: Service) -> Child:
        """Return the decisions that the games wait for, and the reasons; late ones first."""
        t, zone = self._t, self._book.row.zone
        if not (found := service.tournaments.pending(Message("", self._one.user), self._one.id)):
            return None
        heads = [N_("Game"), N_("Player"), N_("Asked"), N_("Deadline"), N_("State")]
        rows = []
        for one in found:
            due = speak(moment(one.due, zone), t.language) if one.due is not None else "–"
            cells = [
                one.game,
                t.signs.beside(str(self._book.name(one.player)) if one.player else "–", t.name(one.seat)),
                speak(moment(one.since, zone), t.language),
                tag("strong", due, " ", t(N_("late"))) if one.late else due,
                t.words(one.why),
            ]
            rows.append(tag("tr", [tag("td", cell) for cell in cells]))
        late = sum(one.late for one in found)
        title = t(N_("Waiting for {n} {n:decision|decisions}, {late} late"), n=len(found), late=late)
        head = tag("tr", [tag("th", t(one), scope="col") for one in heads])
        table = tag(
            "div", tag("table", tag("thead", head), tag("tbody", rows)), class_="scroll", tabindex="0"
        )
        return tag("details", tag("summary", title), table, open=bool(late))

    def _closing(self) -> Html:
        """Return the forms that close the entries, by lot or by rating, or call the tournament off."""
        book, t = self._book, self._t
        n = len(book.t.active)
        parts: list[Child] = [tag("p", t(N_("{n} {n:player|players} entered."), n=n))]
        if n > 1 and not fits(book.t.rules, n):
            few = N_(
                "With so few players and so many rounds, some may meet twice; a round robin would suit "
                "them better."
            )
            parts.append(tag("p", t(few), class_="hint"))
        if book.t.rules.seeding == "rating":
            hint = t(N_("Empty: the ratings of the games played here. Players are found by their names."))
            file = tag("textarea", name="file", rows=4)
            body = [field(t(N_("Ratings from a Tournament Report File")), file, hint=hint)]
            close = self._form("close", N_("Close entries and seed by rating"), body, main=True)
        else:
            close = self._form("close", N_("Close entries and draw the seeds by lot"), main=True)
        off = self._form("finish", N_("Call off"), self._line(N_("Reason"), "why"))
        parts += [self._folded(N_("Close entries"), close), self._folded(N_("Call the tournament off"), off)]
        return tag("div", parts)

    def _course(self) -> list[Child]:
        """Return the director's acts while games are played: next round, pairing, results, time, a stop."""
        book, t = self._book, self._t
        parts: list[Child] = []
        if late := book.t.open_games:
            games = [Verbatim(match.id) for match in late]
            parts.append(tag("p", t(N_("Without a result: {games}."), games=games)))
        elif book.t.rules.format != "ladder":
            parts.append(self._form("next", rounds.next_step(book), main=True))
            if by_hand.may_pair(book.t):
                parts.append(self._folded(N_("Pair the round yourself"), self._pairs()))
        parts += [tag("p", said, class_="refusal") for said in self._to_decide()]
        if late and book.t.rules.elsewhere and trf.can_write(book.t.rules):
            file = field(t(N_("Tournament Report File")), tag("textarea", name="file", rows=6, required=True))
            form = self._form("results", N_("Set the results"), file, self._line(N_("Reason"), "why"))
            parts.append(self._folded(N_("Results of the round from a file"), form))
        if book.row.due:
            days = tag("input", type="number", name="days", value=7, min=1, max=180)
            body = [field(t(N_("Days")), days), self._line(N_("Reason"), "why")]
            parts.append(self._folded(N_("Extend the round"), self._form("extend", N_("Extend"), body)))
        if any(not match.paused for match in late):
            stop = self._form("pause", N_("Stop all games"), self._line(N_("Reason"), "why"), game="")
            parts.append(self._folded(N_("Stop all games and clocks"), stop))
        if any(match.paused for match in late):
            parts.append(self._form("go-on", N_("Resume all games"), game=""))
        if book.t.rules.format == "ladder" and not book.t.open_games:
            parts.append(self._folded(N_("End the ladder"), self._form("finish", N_("End"))))
        return parts

    def _to_decide(self) -> list[str]:
        """List the matters that wait for the director: proposals that differ, games that are not played,
        appeals.
        """
        book, t = self._book, self._t
        differ = N_("Game {game}: the proposals differ; appoint the panel, or set the result.")
        appeal = N_("Game {game}: an appeal waits for your answer; set the result to change or confirm it.")
        return [
            *(t(differ, game=Verbatim(m.id)) for m in book.t.open_games if results.differ(book, m)),
            *(t(NOT_PLAYED, game=Verbatim(match.id)) for match in rounds.unplayed(book)),
            *(t(appeal, game=Verbatim(game)) for game in results.appealed(book)),
        ]

    def _pairs(self) -> Html:
        """Return the form for a round that the director pairs."""
        hint = N_(
            "A line for each game: the names of its players, with a comma, a tab or a dash between blanks. A "
            "line with one name is a bye. Or the text of a Tournament Report File that has this round, with "
            "the numbers of the one below. Everybody reads that you have paired the round, and why."
        )
        pairs = tag("textarea", name="pairs", rows=8, required=True)
        body = [field(self._t(N_("Pairs")), pairs, hint=self._t(hint)), self._line(N_("Reason"), "why")]
        return self._form("pair", N_("Begin this round"), body)

    def _results(self) -> Child:
        """Return at most forty games, open ones first, each with what the director may decide of it."""
        book, t = self._book, self._t
        if not (games := [match for match in book.t.games() if not match.is_bye]):
            return tag("p", t(N_("There are no games yet.")))
        parts: list[Child] = []
        begun = book.repo.campaigns(book.row.id)
        open_games = [match for match in games if match.result is None]
        listed = [*open_games, *(match for match in games[::-1] if match.result is not None)]
        for match in listed[:40]:
            players = [(one, str(book.name(one))) for one in match.players]
            why = self._line(N_("Reason"), "why")
            body = [self._decided(match), why]
            done = match.result is not None
            acts = [self._form("correct" if done else "rule", N_("Set the result"), body, game=match.id)]
            if not done:
                loser = field(t(N_("Lost by")), select("player", [("", ""), *players], required=True))
                if match.paused:
                    acts.append(self._form("go-on", N_("Resume the game"), game=match.id))
                else:
                    acts.append(self._form("pause", N_("Stop the game and its clocks"), why, game=match.id))
                acts.append(self._form("forfeit", N_("Declare a forfeit"), [loser, why], game=match.id))
                is_stuck = book.has_round_ended or bool(match.paused)
                if is_stuck and not match.judges and (panel := self._panel(match)):
                    acts.append(self._form("panel", N_("Appoint the panel"), panel, game=match.id))
            names = t.signs.comma.join(name for _, name in players)
            head = tag("summary", f"{match.id} {names}")
            dossier = tag("p", self._dossier(match)) if match.id in begun else None
            parts.append(tag("details", head, dossier, acts))
        return parts

    def _panel(self, match: Match) -> list[Html]:
        """Return the fields for two judges and a third; none where too few are free."""
        book = self._book
        staff = {book.row.director: self._t(N_("the director")), **book.repo.staff(book.row.id)}
        free = [(one, str(book.name(one))) for one in book.t.players if results.may_judge(book, one, match)]
        free += [(user, who) for user, who in staff.items() if not book.player_of(user)]
        if len(free) < results.PANEL:
            return []
        labels = {"first": N_("First judge"), "second": N_("Second judge"), "third": N_("If they disagree")}
        options = [("", ""), *free]
        return [field(self._t(label), select(name, options, required=True)) for name, label in labels.items()]

    def _ruling(self, player: str) -> list[Child]:
        """Return the games on which the reader rules, and the rulings that they may appeal against."""
        book, t, parts = self._book, self._t, list[Child]()
        for match in book.t.games():
            players = [(one, str(book.name(one))) for one in match.players]
            why = self._line(N_("Reason"), "why")
            head = t(N_("Game {game}: {players}"), game=Verbatim(match.id), players=[n for _, n in players])
            if player in match.judges and match.result is None and player not in match.verdicts:
                body = [tag("h3", head), tag("p", self._dossier(match)), self._decided(match), why]
                parts.append(self._form("rule", N_("Give your ruling"), body, game=match.id))
            is_ruled = match.result is not None and match.result.how == "panel"
            appealed = any(b["t"] == "appeal" and b["game"] == match.id for b in book.bodies)
            if player in match.players and is_ruled and not appealed and match.round == book.t.round:
                body = [tag("h3", head), why]
                parts.append(
                    self._folded(N_("Appeal"), self._form("appeal", N_("Appeal"), body, game=match.id))
                )
        return parts

    def _words(self) -> list[Child]:
        """Return the forms for announcements, rulings and people; only the director names an assistant."""
        text = field(
            self._t(N_("Announcement")), tag("textarea", name="text", rows=3, required=True, maxlength=2000)
        )
        rule = [self._line(N_("Question"), "question", 2000), self._line(N_("Ruling"), "ruling", 2000)]
        parts: list[Child] = [
            self._form("announce", N_("Announce"), text),
            self._form("ruling", N_("Record the ruling"), rule),
        ]
        if self._one.user == self._book.row.director:
            who = self._line(N_("Name of the assistant"), "who", LONGEST_NAME)
            parts.append(self._form("assistant", N_("Make a link for an assistant"), who))
        if self._book.t.state != "over" and self._book.t.active:
            whom = self._players(N_("Replaces"), "player", self._book.t.active)
            name = self._line(N_("Name of the substitute"), "who", LONGEST_NAME)
            parts.append(self._form("substitute", N_("Make a link for a substitute"), whom, name))
            out = [
                self._players(N_("Player"), "player", self._book.t.active),
                self._line(N_("Reason"), "why"),
            ]
            parts.append(self._form("withdraw", N_("Withdraw the player"), out))
        return parts

    def _link(self) -> Html:
        link = f"/tournament/{self._one.id}/enter/{self._one.token}"
        keep = N_("Use this link to direct the tournament from another browser. Keep it secret.")
        body = [tag("p", self._t(keep), class_="hint"), tag("p", tag("a", tag("code", link), href=link))]
        return self._folded(N_("Your link"), body)
