"""Computed maps: a row for each, and a job for each of its lines of cells."""

from __future__ import annotations

from django.db import models

from pressorpass_site.questions.models import StoredQuestion
from pressorpass_site.work.models import Job


class WhatIfMap(StoredQuestion):
    """A map of what-ifs that no table covers.

    `row` and `column` name the numbers on its axes (numbers.py). Both are empty for the lines of single numbers that
    show where the verdict changes; with a row alone it is one line in small steps, exact or empty, for the break-even.
    `key` is the hash of everything it depends on, so all users share it.
    """

    key = models.CharField(max_length=64, unique=True, editable=False)
    position = models.CharField(max_length=80)
    row = models.CharField(max_length=2, blank=True)
    column = models.CharField(max_length=2, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return f"{self.position} {self.row}×{self.column}" if self.row else self.position

    @property
    def notation(self) -> str:
        return self.position

    @property
    def is_ladder(self) -> bool:
        """Whether it is one line in small steps."""
        return bool(self.row) and not self.column


class MapPart(Job):
    """One line of cells: a number of a position takes several values, all else being equal.

    `cells` are the answers so far by value, which is text as JSON has no other keys.
    """

    map = models.ForeignKey(WhatIfMap, on_delete=models.CASCADE, related_name="parts")
    place = models.PositiveSmallIntegerField(help_text="Which line of the map it is, from 0.")
    value = models.PositiveIntegerField(default=0, help_text="The value of the map's row number.")
    position = models.CharField(max_length=80, help_text="With the row's value put in.")
    number = models.CharField(max_length=2, help_text="What runs through the values.")
    values = models.JSONField(default=list)
    cells = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("map", "place")
        indexes = [models.Index(fields=("status", "queued_at"), name="map_parts_waiting")]
        constraints = [models.UniqueConstraint(fields=("map", "place"), name="one_part_per_place")]

    def __str__(self) -> str:
        return f"{self.position} {self.number}"
