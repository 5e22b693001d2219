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
        labels = ["task", "status", "in_view"]
        jobs = GaugeMetricFamily("pressorpass_jobs", "Jobs that are queued or running.", labels=labels)
        try:
            for (task, status, seen), count in picking.count_unfinished().items():
                jobs.add_metric([task, status, "yes" if seen else "no"], count)
            yield jobs
            yield GaugeMetricFamily("pressorpass_workers", "Workers heard of lately.", value=heartbeat.workers())
        except (DatabaseError, redis.RedisError) as error:
            logger.warning("jobs or workers could not be counted: %s", error)
        finally:
            connection.close()
