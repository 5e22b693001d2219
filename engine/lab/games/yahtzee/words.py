"""Boxes, dice and players of Yahtzee and Sebastian in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...controls import SEPARATOR
from .policies import AUTOPLAYERS
from .rules import box_title

PLAYER_NAMES = {
    "optimal": "The best player for the win",
    "solitaire": "The best player",
    "greedy": "Greedy",
    "random": "Random",
    "autoplayer": "Autoplayer",
    "numbers": "Autoplayer, numbers first",
    "ranked": "Autoplayer, boxes by rank",
}
DEPTH_WORDS = {"1": "one turn", "2": "two turns ahead", "3": "three turns ahead"}


def describe_keep(keep: Sequence[int]) -> str:
    if not keep:
        return "nothing"
    return "all five" if len(keep) == 5 else " ".join(map(str, keep))


def name_choice(choice: str | list[int]) -> str:
    return box_title(choice) if isinstance(choice, str) else describe_keep(choice)


def describe_choice(choice: str | list[int]) -> str:
    return name_choice(choice) if isinstance(choice, str) else f"keep {describe_keep(choice)}"


def describe_player(name: str, prunes: bool = False) -> str:
    """Return a player in words; an autoplayer with the number of turns that it plans."""
    kind, _, turns = name.partition(SEPARATOR)
    if kind not in AUTOPLAYERS:
        return PLAYER_NAMES[kind]
    ahead = DEPTH_WORDS.get(turns or "1", f"{turns} turns ahead")
    return f"{PLAYER_NAMES[kind]}, {ahead}{', pruning by the first die' if prunes else ''}"


def describe_roll(entry: Mapping[str, Any]) -> str:
    rerolls_left = entry["rerolls"]
    rerolls = f", {rerolls_left} reroll{'' if rerolls_left == 1 else 's'} left" if rerolls_left else ""
    return " ".join(map(str, entry["roll"])) + rerolls
