"""Tree Solitaire's games by all values that points may have, whatever the form: beside the powers of the value."""

from functools import partial

from engine.lab.games.tree.states import build_fork_states
from engine.lab.games.tree.trees import Trees
from engine.lab.games.tree.values import Drifting, Shrinking
from engine.lab.games.tree.walk import PlaceLayer


def by_places(strategy: str, trees: Trees) -> PlaceLayer:
    """The top of the games of a strategy without plies, in the independent or the drift form with constant ratios."""
    values = (
        Drifting(trees.ends, trees.step, climbs=False)
        if trees.form == "drift"
        else Shrinking(trees.ends, trees.ratio, trees.ratio.shares)
    )
    return PlaceLayer(partial(build_fork_states, strategy), values, trees.top, len(trees.first_ends))
