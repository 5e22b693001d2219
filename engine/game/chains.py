"""Pass chains: the passes possible before the next spin."""

from __future__ import annotations

from dataclasses import dataclass

from .options import Rules
from .position import Position
from .rules import Pass, Press, game_over, legal_actions, pass_spins


@dataclass(frozen=True, slots=True)
class PassStep:
    """One pass: the seats (0-2) and the number of spins. ``to`` is None if they are given up."""

    seat: int
    to: int | None
    spins: int


@dataclass(frozen=True, slots=True)
class PassChain:
    """Passes one after another, and the position they lead to.

    Attributes:
        passes: in order; none if the mover presses at once.
        position: the position in which the mover presses, or the game is over.
        forced: whether that mover has no choice (passed spins, or spins that cannot be passed).
    """

    passes: tuple[PassStep, ...]
    position: Position
    forced: bool


def pass_chains(position: Position, rules: Rules) -> list[PassChain]:
    """Return every way of passing before the next spin, shortest first, so pressing at once comes first.

    Passed spins must be played (docs/rules.md, 1.3, 1.5), so chains are short: each contestant passes at
    most once.

    The rules are spelled out by seat (``Rules.seated``), as for ``legal_actions``.
    """
    chains: list[PassChain] = []
    pending: list[tuple[tuple[PassStep, ...], Position]] = [((), position)]
    while pending:
        passes, current = pending.pop(0)
        actions = legal_actions(current, rules)
        if Press() in actions or game_over(current, rules):
            chains.append(PassChain(passes, current, len(actions) < 2))
        for action in actions:
            if isinstance(action, Pass):
                step = PassStep(current.mover_seat, action.to, current.mover.earned)
                pending.append(((*passes, step), pass_spins(current, action.to, rules)))
    return chains
