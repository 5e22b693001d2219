"""The last contestant in against the house, with the win as the goal (docs/rules.md 1.9).

The last one in has won, so stopping is best wherever it is allowed. Only passed spins must be played, and they
put out only a contestant with three Whammies: the first Whammy turns the passed spins into earned ones.
"""

from __future__ import annotations

from functools import lru_cache

from ..game.position import MAX_SPINS, SEATS, WHAMMIES_OUT, Contestant, Position
from ..game.spin import SpinLandings
from .ply import Vector


def against_house_value(position: Position, spins: tuple[SpinLandings, SpinLandings, SpinLandings]) -> Vector:
    """Return the chances to win when only one contestant is in, who may play on against the house.

    ``spins`` are each seat's landings, as ``engine.game.spin.landings_by_seat`` gives them.
    """
    return tuple(
        0.0 if seat not in position.still_in else survival_chance(position.contestants[seat], spins[seat])
        for seat in SEATS
    )


def survival_chance(contestant: Contestant, spin: SpinLandings) -> float:
    """Return the chance that the last contestant in survives the passed spins, which must be played."""
    return survival_by_passed_spins(spin)[contestant.passed] if contestant.whammies == WHAMMIES_OUT - 1 else 1.0


@lru_cache(maxsize=32)
def survival_by_passed_spins(spin: SpinLandings) -> tuple[float, ...]:
    """Return the chance to stay in with three Whammies, by passed spins, 0 to ``MAX_SPINS``."""
    safe = stay_chance = 0.0  # chance to stay in for good, by a Whammy off; chance to survive one spin
    for chance, options in spin:
        kinds = {option.effect.kind for option in options}
        if "whammy_off" in kinds:
            safe += float(chance)
        elif kinds != {"whammy"}:
            stay_chance += float(chance)
    chances = [1.0]
    for _ in range(MAX_SPINS):
        chances.append(safe + stay_chance * chances[-1])
    return tuple(chances)
