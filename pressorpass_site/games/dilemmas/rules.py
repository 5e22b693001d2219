"""The rules of dilemmas, and the rounding errors of their stored chances."""

from engine import Position, Rules

SHOW = Rules.preset("show")
HOUSE = SHOW.with_options({"house": "play", "goal": "money"})
# With three holders of spins, exact answers are feasible in steps of this many dollars.
UNIT_OF_THREE = 250
SHOW_OF_THREE = SHOW.with_options({"unit": str(UNIT_OF_THREE)})
# Chances are stored with ten digits; with three holders of spins they are computed in single precision.
ROUNDING, ROUNDING_OF_THREE = 1e-10, 1e-5


def build_dilemma_rules(position: Position, *, is_against_house: bool = False) -> Rules:
    if is_against_house:
        return HOUSE
    return SHOW_OF_THREE if all(contestant.spins for contestant in position.contestants) else SHOW


def get_rounding_error(rules: Rules) -> float:
    return ROUNDING_OF_THREE if rules.unit else ROUNDING
