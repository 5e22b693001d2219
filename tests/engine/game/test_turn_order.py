"""`turn_order=receiver` needs no memory: the podiums and the pass just made tell what a referee would have to remember."""

import random

from hypothesis import given
from hypothesis import strategies as st

from engine import Contestant, Position, Rules, first_mover
from engine.game.position import SEATS
from engine.game.rules import Pass, PlayRules, Press, apply_effect, game_over, legal_actions, pass_spins
from engine.game.spin import Effect
from tests.engine.strategies import many
from tests.engine.tiny import BIG

EFFECTS = [Effect("whammy"), *(Effect("money", (sum_,), spin) for sum_ in (0, 500, 1000) for spin in (False, True))]


class Referee:
    """Remembers whose first turn is still to come, and who received spins, and asks no podium for it."""

    def __init__(self, podiums):
        lap = [seat for seat in SEATS if podiums[seat].spins]
        self.lap = sorted(lap, key=lambda seat: (podiums[seat].score, podiums[seat].spins, seat))
        self.received = []
        self.last = None

    def next(self, holders):
        """Return who plays next: the lap in its order, then who received last.

        Who has received before a first turn gives way to one who has received later and is not of the lap any more.
        """
        waiting = [seat for seat in self.lap if seat in holders]
        if self.last not in (None, *waiting):
            waiting = [seat for seat in waiting if seat not in self.received]
        return waiting[0] if waiting else next(seat for seat in reversed(self.received) if seat in holders)

    def begins(self, seat):
        self.lap = [other for other in self.lap if other != seat]
        self.last = None

    def passes(self, to):
        self.received = [*(seat for seat in self.received if seat != to), to]
        self.last = to


def play(chance, podiums, rules):
    """Play a round at random, and yield who is up after each turn, who should be, and the position."""
    position = Position(podiums, first_mover(podiums, rules))
    referee = Referee(podiums)
    while not game_over(position, rules):
        seat = position.mover_seat
        referee.begins(seat)
        action = chance.choice(legal_actions(position, rules))
        if isinstance(action, Pass):
            referee.passes(action.to)
            position = pass_spins(position, action.to, rules)
        else:
            assert isinstance(action, Press)
            [(_, position)] = apply_effect(position, chance.choice(EFFECTS), PlayRules(rules, 1, BIG))
        ended = seat if not position.contestants[seat].spins else None
        if ended is not None and not game_over(position, rules):
            holders = [holder for holder in SEATS if position.contestants[holder].spins]
            yield position.mover_seat, referee.next(holders), position


@many(300)
@given(st.integers(0, 10**9))
def test_the_podiums_tell_who_is_next(seed):
    chance = random.Random(seed)
    rules = Rules(turn_order="receiver", level_opponents=chance.choice(["chooser", "next_seat"]))
    podiums = tuple(
        Contestant(chance.choice([0, 0, 500, 1000]), chance.choice([0, 1, 2, 4]), 0, chance.choice([0, 0, 2, 3]))
        for _ in SEATS
    )
    if any(contestant.spins for contestant in podiums):
        assert first_mover(podiums, rules) == Referee(podiums).next([s for s in SEATS if podiums[s].spins])
        for up, expected, position in play(chance, podiums, rules):
            assert up == expected, position.notation
