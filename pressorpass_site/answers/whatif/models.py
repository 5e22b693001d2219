"""Computed maps: a row for each, and a job for each of its lines of cells."""

from __future__ import annotations

from typing import Any, ClassVar

from pressorpass_site.answers.models import Answer, OfKind


class WhatIfMap(Answer):
    """A map of what-ifs that no table covers; its lines are the parts of it that are computed.

    `key` is the hash of everything it depends on, so all users share it.
    """

    KIND = "map"

    objects: ClassVar = OfKind(KIND)

    class Meta:
        proxy = True


class MapPart(Answer):
    """One line of cells: a number of a position takes several values, all else being equal.

    The position has the value of the map's row number put in. `result` has the answers so far by value, which is text as
    JSON has no other keys.
    """

    KIND = "line"

    objects: ClassVar = OfKind(KIND)

    class Meta:
        proxy = True
        ordering = ("part_of", "key")

    @classmethod
    def key_at(cls, whole: WhatIfMap, place: int) -> str:
        """Return the key of a map's line; keys sort in the order of the lines."""
        return f"{whole.key[:60]}/{place:03}"

    @property
    def number(self) -> str:
        """What runs through the values, by its name."""
        return str(self.input["number"])

    @property
    def values(self) -> list[int]:
        return list(self.input["values"])

    @property
    def value(self) -> int:
        """The value of the map's row number."""
        return int(self.input["value"])

    @property
    def is_ladder(self) -> bool:
        """Whether the map is this one line in small steps, exact or empty, for the break-even."""
        return bool(self.input["ladder"])

    @property
    def cells(self) -> dict[str, Any]:
        return self.result or {}

    def __str__(self) -> str:
        return f"{self.position} {self.number}"
