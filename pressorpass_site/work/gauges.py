"""Metrics of the jobs and queues, looked up whenever Prometheus asks."""

import logging
from collections.abc import Iterator
from itertools import product

import redis
from django.db import DatabaseError, connection
from django.db.models import Case, Count, Value, When
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from . import liveness
from .jobs import query_job_rows
from .models import ACTIVE, VIEWED, Queue

logger = logging.getLogger(__name__)


class JobGauges(Collector):
    """Collects metrics from the database and Redis; if one cannot be reached, its metric is left out."""

    def describe(self) -> list[GaugeMetricFamily]:
        """Return no names, so that nothing is looked up when this is registered."""
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for count in (_count_jobs, _count_workers):
            try:
                yield count()
            except (DatabaseError, redis.RedisError) as error:
                logger.warning("not counted: %s", error)
        connection.close()


def _count_jobs() -> GaugeMetricFamily:
    labels = ("queue", "status", "viewed")
    counts = dict.fromkeys(product(Queue.values, map(str, ACTIVE), ("yes", "no")), 0)
    rows = (
        query_job_rows()
        .filter(status__in=ACTIVE)
        .annotate(viewed=Case(When(VIEWED, then=Value("yes")), default=Value("no")))
    )
    for queue, status, viewed, count in rows.values_list(*labels).annotate(count=Count("pk")):
        counts[queue, status, viewed] = count
    family = GaugeMetricFamily("pressorpass_jobs", "Jobs that are queued or running.", labels=labels)
    for key, count in counts.items():
        family.add_metric(key, count)
    return family


def _count_workers() -> GaugeMetricFamily:
    family = GaugeMetricFamily("pressorpass_queue_served", "Whether a live worker serves the queue.", labels=["queue"])
    for queue, served in liveness.read_queues().items():
        family.add_metric([queue], served)
    return family
