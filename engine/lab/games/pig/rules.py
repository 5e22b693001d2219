"""The rules of Pig.

In a turn the player rolls the die as often as desired, but at least once. The face ``bust`` ends the turn
and loses its points; any other face adds to the turn total, and then the player may hold, which
banks the turn total and ends the turn. The first player to bank ``goal`` wins; a single player counts the turns
until then, including the last.
"""

from dataclasses import dataclass

from ... import two_player

# Choices in the order in which ties are listed; a fixed policy takes the first.
HOLD, ROLL = "hold", "roll"

# Choices this close to the best are tied (relative to the value if that is above 1).
TIE = 1e-12


@dataclass(frozen=True, slots=True)
class Pig:
    """A game of Pig: points to bank, and the die's faces with the one that busts."""

    goal: int = 100
    sides: int = 6
    bust: int = 1

    @property
    def gains(self) -> tuple[int, ...]:
        """The faces that add to the turn total."""
        return tuple(face for face in range(1, self.sides + 1) if face != self.bust)

    def list_reachable_totals(self, room: int) -> tuple[int, ...]:
        """Return the turn totals below ``room`` that rolls without a bust can reach, in order."""
        is_reachable = [False] * room
        for total in range(1, room):
            is_reachable[total] = any(
                gain == total or (gain < total and is_reachable[total - gain]) for gain in self.gains
            )
        return tuple(total for total in range(room) if is_reachable[total])


@dataclass(frozen=True, slots=True)
class PigPolicy(two_player.Policy):
    """A policy: ``optimal``, ``best-response``, or ``hold`` at a turn total (``threshold``) or at the goal."""

    threshold: int = 0
