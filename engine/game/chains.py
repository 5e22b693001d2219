"""Pass chains: who may hand spins to whom before anybody spins again."""

from __future__ import annotations

from dataclasses import dataclass

from .options import Rules
from .position import Position
from .rules import Pass, Press, game_over, legal_actions, pass_spins


@dataclass(frozen=True, slots=True)
class Handing:
    """One pass: seats (0-2) and how many spins. ``to`` is None where they are given up."""

    seat: int
    to: int | None
    spins: int


@dataclass(frozen=True, slots=True)
class PassChain:
    """Passes one after another, and where they lead.

    Attributes:
        passes: in order; none where the contestant up presses at once.
        position: who is up then presses, or the game is over.
        forced: he has no choice (passed spins, or spins that nobody can be given).
    """

    passes: tuple[Handing, ...]
    position: Position
    forced: bool


def pass_chains(position: Position, rules: Rules) -> list[PassChain]:
    """Every way of passing before the next spin, the shortest first; pressing at once is the first.

    Passed spins must be played (docs/rules.md, 1.3, 1.5), so chains are short: everybody passes once at most.

    Args:
        position: where the chains begin.
        rules: as ``legal_actions`` takes them, spelt out for who asks (``Rules.seated``).
    """
    found: list[PassChain] = []
    ahead: list[tuple[tuple[Handing, ...], Position]] = [((), position)]
    while ahead:
        passes, here = ahead.pop(0)
        actions = legal_actions(here, rules)
        if Press() in actions or game_over(here, rules):
            found.append(PassChain(passes, here, len(actions) < 2))
        for action in actions:
            if isinstance(action, Pass):
                handing = Handing(here.mover_seat, action.to, here.mover.earned)
                ahead.append(((*passes, handing), pass_spins(here, action.to, rules)))
    return found
