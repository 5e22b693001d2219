"""The controls of the lab's options on pages: sliders, selects and switches, with words of their own.

The engine's list of questions stays the only one: a control adds words and shape to an option, never an option.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.http import QueryDict

from engine.lab import Question

from . import betsy, hog, pig, tree, yahtzee
from .control import Control, Layout, Player

LAYOUTS: dict[str, Layout] = {
    "pig": pig.LAYOUT,
    "hog": hog.LAYOUT,
    "tree": tree.LAYOUT,
    "yahtzee": yahtzee.LAYOUT,
    "sebastian": yahtzee.SEBASTIAN,
    "betsy": betsy.LAYOUT,
}
LISTED = ","


def control(game: str, option: str) -> Control:
    """Return the control of an option."""
    return LAYOUTS[game].controls[option]


def joined(game: str, question: Question, query: QueryDict, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the options' texts, each choice joined with its numbers."""
    found = dict(texts)
    for option in question.options:
        player = None if option.local or option.choices else control(game, option.name).player
        if player is None:
            continue
        numbers = [number_name(option.name, name) for name in player.numbers]
        for name in numbers:
            found.pop(name, None)
        if any(query.getlist(name) for name in numbers) or len(query.getlist(option.name)) > 1:
            found[option.name] = written(player, option.name, query)
    return found


def written(player: Player, name: str, query: QueryDict) -> str:
    """Return the text of an option whose choices and numbers come in separate fields."""
    numbers = {each: query.getlist(number_name(name, each)) for each in player.numbers}
    rows = (_row(player, kind, place, numbers) for place, kind in enumerate(query.getlist(name)))
    return LISTED.join(filter(None, rows))


def number_name(option: str, number: str) -> str:
    """Return the name of the field of a choice's number."""
    return f"{option}-{number}"


def _row(player: Player, kind: str, place: int, numbers: Mapping[str, list[str]]) -> str:
    """Return one choice's text; a kind that already includes its numbers, as in an old address, stays."""
    if kind not in player.kinds:
        return kind.strip()
    own = {name: values[place] for name, values in numbers.items() if place < len(values)}
    return player.join(kind, {name: text.replace(LISTED, ".") for name, text in own.items()})
