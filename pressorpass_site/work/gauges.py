"""How many jobs wait and run, and how many workers there are, as metrics: looked up whenever Prometheus asks."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import redis
from django.db import DatabaseError, connection
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from . import heartbeat, picking

logger = logging.getLogger(__name__)


class JobGauges(Collector):
    """What the database and Redis know. Whichever cannot be reached is left out."""

    def describe(self) -> list[GaugeMetricFamily]:
        """No names: without them the registry would look everything up when this is registered."""
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for count in (_jobs, _workers):
            try:
                yield count()
            except (DatabaseError, redis.RedisError) as error:
                logger.warning("not counted: %s", error)
        connection.close()


def _jobs() -> GaugeMetricFamily:
    labels = ["task", "status", "in_view"]
    family = GaugeMetricFamily("pressorpass_jobs", "Jobs that are queued or running.", labels=labels)
    for (task, status, seen), count in picking.count_unfinished().items():
        family.add_metric([task, status, "yes" if seen else "no"], count)
    return family


def _workers() -> GaugeMetricFamily:
    return GaugeMetricFamily("pressorpass_workers", "Workers heard of lately.", value=heartbeat.workers())
