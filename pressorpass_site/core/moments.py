"""Positions worth a look, for people who have none at hand."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Moment:
    """A position with a name; `note` says what is not on record."""

    notation: str
    title: str
    note: str


MOMENTS = (
    Moment(
        "8000e3,3000,0@1",
        "$8,000, three spins, second place $5,000 behind",
        "A test of the leader’s nerve, published with the original C++ solver.",
    ),
    Moment(
        "102851e4w1,4080,4608@1",
        "Michael Larson passes, 1984",
        "He had about $102,000 and gave four spins away. His rivals’ own spins are not on record, so they are left out.",
    ),
    Moment(
        "11500e1,12000,3000w2@1",
        "One spin, $500 behind",
        "Press and hope, or make the leader spin?",
    ),
    Moment(
        "4200w1,2600,6800e4@3",
        "Last to play, in the lead, four spins",
        "The others have finished. Four presses meet a Whammy about half the time.",
    ),
)
