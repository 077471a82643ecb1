"""What every command of the desk works with: the store's shelves, the games, time and randomness."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from adjudicator.core.errors import NotNow
from adjudicator.core.game import Game
from adjudicator.core.log.chance import SealedSource, Secrets
from adjudicator.core.log.founding import Roots, RulesVersion
from adjudicator.core.words import N_, Words
from adjudicator.rules_version import rules_version
from service.storage.campaigns import CampaignRepository
from service.storage.channels import ChannelRepository
from service.storage.clocks import ClockRepository
from service.storage.deliveries import DeliveryRepository
from service.storage.log import LogRepository
from service.storage.outbox import Outbox
from service.storage.seat_access import SeatAccessRepository
from service.storage.store import Store
from service.storage.teams import TeamRepository
from service.values.records import Campaign, Keys

_SOURCES_KEPT = 64


class ServiceContext:
    """The shelves, and what comes from outside.

    Args:
        store: where everything is kept.
        games: the games that may be played, by name.
        clock: the time now, in UNIX seconds.
        entropy: so many random bytes that nobody can guess.
        umpire: which code and data rule a game.

    Attributes:
        unchecked: campaigns of which a mouth may have posted more than their logs know, for it has not held
            them against its posts since it began, and since which UNIX second: dice that have been read must
            not fall again (design/fair-dice.md §8). Until then nothing is done in them, clocks stand.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        umpire: Callable[[str], RulesVersion] = rules_version,
    ) -> None:
        self.store, self.games, self.clock, self.entropy, self.umpire = store, games, clock, entropy, umpire
        self.log, self.campaigns = LogRepository(store), CampaignRepository(store)
        self.deliveries = DeliveryRepository(store)
        self.outbox = Outbox(store, self.deliveries)
        self.teams, self.seat_access = TeamRepository(store), SeatAccessRepository(store)
        self.channels, self.clocks = ChannelRepository(store), ClockRepository(store)
        self.chance = lru_cache(_SOURCES_KEPT)(self._chance)
        self.unchecked: dict[int, int] = {}

    def campaign(self, id: int) -> Campaign:
        """A campaign by its number.

        Raises:
            NotNow: if there is none.
        """
        campaign = self.campaigns.campaign(id)
        if campaign is None:
            raise NotNow(Words(N_("there is no game {id}"), {"id": id}))
        return campaign

    def doubt(self, campaigns: Iterable[int]) -> None:
        """From now on nothing is done in these campaigns before `Service.compare` has looked at them."""
        self.unchecked = {**dict.fromkeys(campaigns, self.clock()), **self.unchecked}

    def require_checked(self, id: int) -> None:
        """A campaign must agree with what was posted of it, as far as a mouth has to look.

        Raises:
            NotNow: if that is not known yet.
        """
        if id in self.unchecked:
            template = N_(
                "the umpire has just restarted and is still checking this game against what was "
                "posted; try again in a minute"
            )
            raise NotNow(Words(template))

    def require_whole(self, id: int) -> None:
        """The whole log of a campaign must be unbroken: asked before it is first played.

        Raises:
            Corrupt: if it is not.
        """
        campaign = self.campaign(id)
        self.store.require_whole(campaign.name, id, campaign.n, campaign.head)

    def _chance(self, campaign: int, name: str) -> tuple[bytes, SealedSource]:
        """The hidden root and the chance of a campaign that has begun; neither ever changes."""
        keys = self.campaigns.keys(campaign)
        seeds = _roots(name, keys).seeds
        return keys.hroot, SealedSource(name, seeds, keys.hroot, keys.joint)

    def roots(self, campaign: Campaign) -> Roots:
        """All secrets of a campaign."""
        return _roots(campaign.name, self.campaigns.keys(campaign.id))


def _roots(name: str, keys: Keys) -> Roots:
    return Roots.read(name, Secrets(keys.root, keys.hroot), keys.seeds, keys.asides)
