"""The context of every command: the store's repositories, the games, time and randomness."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from adjudicator.core.game.game import OWN, Game
from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, words
from adjudicator.core.log.chance import SealedSource, Secrets, hidden_commitment, joint
from adjudicator.core.log.founding import Roots, RulesVersion
from adjudicator.rules_version import rules_version
from service.storage.board_choices import BoardChoiceRepository
from service.storage.campaigns import CampaignRepository
from service.storage.channels import ChannelRepository
from service.storage.clocks import ClockRepository
from service.storage.database.errors import Corrupt
from service.storage.database.shown import ShownEnds
from service.storage.database.store import Store
from service.storage.deliveries import DeliveryRepository
from service.storage.log import LogRepository
from service.storage.mail import MailRepository
from service.storage.mailbox import MailboxRepository
from service.storage.notes import NoteRepository
from service.storage.outbox import Outbox
from service.storage.press import PressRepository
from service.storage.seat_access import ActivityRepository, SeatAccessRepository
from service.storage.teams import TeamRepository
from service.storage.tournaments.access import TournamentAccess
from service.storage.tournaments.places import MailPlaces
from service.storage.tournaments.register import TournamentRepository
from service.values.records import Campaign, Keys, Seen
from tournaments.standings import Row

from .reserve import Reserve

_SOURCES_KEPT = 64
NO_FIGURES = N_(
    "this game is played with figures from the group's own copy, and the ones with digest {figures} are "
    "not here; the operator must name their folder in the setting “overlays” and restart the umpire, and "
    "then the referee resumes the game"
)


class ServiceContext:
    """The repositories of the store, and the collaborators passed in.

    Args:
        store: where everything is kept.
        games: the games that may be played, by name.
        clock: the time now, in UNIX seconds.
        entropy: returns a number of random bytes that nobody can guess.
        rules_version: the version of code and data for a game, by its name.

    Attributes:
        reserve: roots of campaigns to come.
        standings: tournament -> the head of its log, and the standings that follow from it.
        unreconciled: campaign -> UNIX second since when a front end may have posted more of it than its log
            knows, because the posts have not been compared with the log since the start. Dice that have been
            read must not be rolled again (design/fair-dice.md §8); until then nothing is done in these
            campaigns and their clocks stand.
        mailbox_read_at: UNIX second up to which every mail was read and answered, 0 before the first time.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        rules_version: Callable[[str], RulesVersion] = rules_version,
    ) -> None:
        self.store, self.games, self.clock, self.entropy, self.rules_version = (
            store,
            games,
            clock,
            entropy,
            rules_version,
        )
        self.reserve = Reserve(entropy)
        self.log, self.campaigns = LogRepository(store), CampaignRepository(store)
        self.deliveries = DeliveryRepository(store)
        self.outbox = Outbox(store, self.deliveries)
        self.activity = ActivityRepository(store)
        self.teams, self.seat_access = TeamRepository(store), SeatAccessRepository(store)
        self.mail, self.mailbox = MailRepository(store), MailboxRepository(store)
        self.press, self.mailbox_read_at = PressRepository(store), 0
        self.notes = NoteRepository(store)
        self.board_choices = BoardChoiceRepository(store)
        self.tournaments, self.tournament_access = TournamentRepository(store), TournamentAccess(store)
        self.mail_places = MailPlaces(store)
        self.channels, self.clocks = ChannelRepository(store), ClockRepository(store)
        self.shown = ShownEnds(store.path)
        store.note = self.shown.note_written
        self.chance = lru_cache(_SOURCES_KEPT)(self._chance)
        self.unreconciled: dict[int, int] = {}
        self.standings: dict[int, tuple[str, list[Row]]] = {}

    def require_figures(self, campaign: Campaign) -> None:
        """Require that the figures with which a campaign is played are installed.

        Raises:
            NotNow: if they are not.
        """
        if OWN in campaign.game and campaign.game not in self.games:
            raise NotNow(words(NO_FIGURES, figures=campaign.game.partition(OWN)[2]))

    def campaign(self, id: int) -> Campaign:
        """Return a campaign by its number.

        Raises:
            NotNow: if there is none.
        """
        campaign = self.campaigns.campaign(id)
        if campaign is None:
            raise NotNow(words(N_("there is no game {id}"), id=id))
        return campaign

    def note_shown(self, campaign: Campaign) -> None:
        """Note in a file beside the database up to which entry a campaign may have been read; the dice of
        open tables are left out, since they may repeat.
        """
        last, head = campaign.n - 1, campaign.head
        if campaign.lost_entry > last:
            last, head = campaign.lost_entry, ""
        epoch, asides = max(campaign.epoch, campaign.lost_epoch), max(campaign.asides, campaign.lost_aside)
        dice = (0, 0) if campaign.tier == "open" else (epoch, asides)
        self.shown.note(campaign.name, Seen(last, head, *dice))

    def may_return(self, name: str) -> bool:
        """Return true if a campaign is in play, or is not in this store: a restored copy may contain it."""
        row = self.store.row("SELECT state FROM campaign WHERE name = ?", name)
        return row is None or row[0] in ("joining", "salting", "playing", "closed")

    def mark_unreconciled(self, campaigns: Iterable[int]) -> None:
        """Block these campaigns until `Service.reconcile` has compared them with their posts."""
        self.unreconciled = {**dict.fromkeys(campaigns, self.clock()), **self.unreconciled}

    def require_reconciled(self, id: int) -> None:
        """Require that a campaign has been compared with its posts, if a front end asked for it.

        Raises:
            NotNow: if it has not.
        """
        if id in self.unreconciled:
            template = N_(
                "the umpire has just restarted and is still checking this game against what was "
                "posted; try again in a minute"
            )
            raise NotNow(words(template))

    def require_intact(self, id: int) -> None:
        """Require that the whole log of a campaign is intact; called before it is first played.

        Raises:
            Corrupt: if it is not.
        """
        campaign = self.campaign(id)
        self.store.require_intact(campaign.name, id, campaign.n, campaign.head)
        fault = self.log.fault_of_openings(id, campaign.name)
        if campaign.state in ("playing", "closed"):
            fault = fault or self._fault_of_secrets(campaign)
        if fault:
            raise Corrupt(self.store.path, f"{campaign.name}: {fault}", None)

    def _fault_of_secrets(self, campaign: Campaign) -> str:
        """Return the fault of a campaign's secrets, judged by what its log shows of them; "" if there is
        none.

        A flipped bit would give dice that nobody can verify. A scripted table has no secrets.
        """
        card, keys = self.log.bodies(campaign.id, "card")[0], self.campaigns.keys(campaign.id)
        if not card["hidden"]:
            return ""
        roots, e = _roots(campaign.name, keys), campaign.epoch
        if hidden_commitment(campaign.name, keys.hroot).hex() != card["hidden"]:
            return "the hidden seed is not the one of the card"
        shown = [b["seed"] for b in self.log.bodies(campaign.id, "batch", "draw") if b["e"] == e]
        shown += [b["seed"] for b in self.log.bodies(campaign.id, "burn") if b["to"] == e]
        if roots.seeds.step(e) != bytes.fromhex(shown[-1] if shown else card["anchor"]):
            return f"the next seed does not lead to the one of epoch {e}"
        asides = self.log.bodies(campaign.id, "aside")
        if roots.asides.step(campaign.asides) != bytes.fromhex(
            asides[-1]["seed"] if asides else card["aside"]
        ):
            return "the next seed of the referee's dice does not lead to the last one"
        salts = {b["seat"]: (bytes.fromhex(b["nonce"]), b["v"]) for b in self.log.bodies(campaign.id, "salt")}
        if salts and joint(bytes.fromhex(self.log.head(campaign.id, 0)), salts) != keys.joint:
            return "the joint salt is not that of the seats' salts"
        return ""

    def _chance(self, campaign: int, name: str) -> SealedSource:
        """Return the chance source of a campaign that has begun, which never changes."""
        keys = self.campaigns.keys(campaign)
        return SealedSource(name, _roots(name, keys).seeds, keys.hroot, keys.joint)

    def roots(self, campaign: Campaign) -> Roots:
        """Return all secrets of a campaign."""
        return _roots(campaign.name, self.campaigns.keys(campaign.id))


def _roots(name: str, keys: Keys) -> Roots:
    return Roots.read(name, Secrets(keys.root, keys.hroot), keys.seeds, keys.asides)
