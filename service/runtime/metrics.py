"""Metrics of the process, for its operator (ADR 14)."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    generate_latest,
)

from adjudicator.rules_version import VERSION
from service.api import Service
from service.values.front_ends.mail import FOREIGN_BOUNCE
from service.values.settings import Settings

from .disk import DiskUse

CONTENT_TYPE = CONTENT_TYPE_LATEST
"""The format of `Metrics.text`."""
LATE = 180
"""The seconds without a tick of the clock after which the process counts as unhealthy."""
OUTAGE = 600
"""The seconds for which a server may be out of reach before the operator is told."""
DAY, MINUTE = 86_400, 60
STATES = ("joining", "salting", "playing", "closed")


class Metrics:
    """The counts of a process; no label names a campaign, a seat, a server or a person.

    Attributes:
        waiting: acts that wait for the service's thread, or are being carried out.
        acts: durations of acts in seconds, including the wait.
        pictures: durations of drawing in seconds, including the wait.
        ticked: the UNIX second of the clock's last tick, 0 before the first.
        backup_fault: why the last backup failed, "" if it did not.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.waiting = Gauge("tabellarius_acts_waiting", "Acts waiting", registry=self.registry)
        self.acts = Histogram("tabellarius_act_seconds", "Acts of the service", registry=self.registry)
        self.pictures = Histogram("tabellarius_picture_seconds", "Pictures", registry=self.registry)
        self.errors = Counter("tabellarius_errors", "Errors in the log", registry=self.registry)
        self.posts = Gauge(
            "tabellarius_posts_waiting", "Posts to be sent", ["front_end"], registry=self.registry
        )
        self.games = Gauge("tabellarius_games", "Games by state", ["state"], registry=self.registry)
        self.bounces = Gauge(
            "tabellarius_foreign_bounces",
            "Bounces in a day of messages that were not sent from here",
            registry=self.registry,
        )
        self.mails = Gauge("tabellarius_mails_waiting", "Messages to be sent by mail", registry=self.registry)
        Info("tabellarius_build", "The release", registry=self.registry).info({"version": VERSION})
        self._since = Gauge("tabellarius_tick_age_seconds", "Since the last tick", registry=self.registry)
        self.ticked = 0.0
        self.backup_fault = ""
        self._disk: DiskUse | None = None
        self._outages: dict[str, tuple[float, str]] = {}

    @contextmanager
    def noted(self, failing: str) -> Iterator[None]:
        """Note whether the block succeeds; `failing` says what could not be done while it does not."""
        try:
            yield
        except Exception as error:
            self._outages.setdefault(failing, (time.time(), type(error).__name__))
            raise
        self._outages.pop(failing, None)

    def watch(self, settings: Settings) -> None:
        """Watch the database and the backups of the umpire too."""
        if self._disk is not None:
            return
        self._disk = disk = DiskUse(settings)
        for name, about, read in (
            (
                "tabellarius_backup_age_seconds",
                "Age of the newest backup, NaN if there is none",
                disk.backup_age,
            ),
            ("tabellarius_database_bytes", "Size of the database", disk.database_size),
            ("tabellarius_disk_free_bytes", "Free on the disk of the database", disk.free),
        ):
            Gauge(name, about, registry=self.registry).set_function(read)

    def tick(self) -> None:
        """Note that the clock has ticked."""
        self.ticked = time.time()

    def look(self, service: Service) -> None:
        """Read the figures of the service; called in its thread."""
        for state in STATES:
            self.games.labels(state).set(len(service.campaigns(state)))
        for front_end in service.front_ends():
            self.posts.labels(front_end).set(service.unsent(front_end))
        self.mails.set(service.mail.waiting())
        self.bounces.set(service.mail.count_from(FOREIGN_BOUNCE, service.now() - DAY))

    def text(self) -> bytes:
        """Return all metrics in Prometheus's format."""
        self._since.set(time.time() - self.ticked)
        return generate_latest(self.registry)

    def fault(self) -> str:
        """Return the reason why the process is unhealthy, "" if it is healthy."""
        age = time.time() - self.ticked
        return "" if age < LATE else f"the clock has not ticked for {age:.0f} s"

    def shortcomings(self) -> list[str]:
        """Return the faults that its operator must look after although the process is healthy."""
        failed = [f"the last backup failed ({self.backup_fault})"] if self.backup_fault else []
        now = time.time()
        failed += [
            f"for {(now - since) / MINUTE:.0f} minutes {failing} ({why})"
            for failing, (since, why) in self._outages.items()
            if now - since >= OUTAGE
        ]
        return failed + (self._disk.shortcomings() if self._disk else [])


class Counting(logging.Handler):
    """Counts the errors in the log."""

    def __init__(self, errors: Counter) -> None:
        super().__init__(logging.ERROR)
        self._errors = errors

    def emit(self, record: logging.LogRecord) -> None:
        """Count an error."""
        self._errors.inc()
