"""The moves of the board round: legal actions, their effects, the next mover, the end.

Every function reads like the rule it implements (docs/rules.md, the section named in brackets).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from .options import Rules
from .position import SEATS, WHAMMIES_OUT, Contestant, Position
from .spin import Effect, SpinOption

Podiums = tuple[Contestant, Contestant, Contestant]


class Press(NamedTuple):
    """Take one spin."""


class Pass(NamedTuple):
    """Hand all earned spins to another contestant; alone against the house (``to`` None), give them up."""

    to: int | None


Action = Press | Pass


@dataclass(frozen=True, slots=True)
class PlayRules:
    """The rules of one game, with the unit and the cap it is played with.

    Attributes:
        rules: the options.
        unit: dollars that sums are rounded to (1 for the exact dollar).
        cap: dollars at which scores stop growing.
    """

    rules: Rules
    unit: int
    cap: int


def game_over(position: Position, rules: Rules) -> bool:
    """Return whether nobody has spins, or all but one are out and cannot play against the house (1.9, 1.10)."""
    return position.spins == 0 or (position.alone and rules.house == "won")


def legal_actions(position: Position, rules: Rules) -> list[Action]:
    """Return the mover's legal actions, in the order that breaks ties: press, then passes by seat.

    Passed spins must be played (1.3, 1.5). A pass hands all earned spins to the opponent with the higher
    score (1.3, 1.4). Alone against the house, the contestant may give them up (1.9). A contestant who
    plays by the lead (``opponents``, ``max_lead``), or passes at the cap (``cap_passes``), has no choice.
    """
    mover = position.mover
    if game_over(position, rules) or mover.spins == 0:
        return []
    if mover.passed:
        return [Press()]
    if position.alone:
        return [Press(), Pass(None)]
    passes: list[Action] = [Pass(seat) for seat in list_receivers(position, rules)]
    others = [position.contestants[seat].score for seat in position.opponents(position.mover_seat)]
    lead = mover.score - max(others)
    if rules.third_place_plays and len(others) == 2 and mover.score < min(others):
        return [Press()]
    if rules.max_lead is not None and lead > rules.max_lead:
        return passes
    if rules.cap_passes and rules.cap is not None and mover.score >= rules.cap:
        return passes
    style = rules.style(position.mover_seat)
    if style is not None:
        return passes if lead > style else [Press()]
    return [Press(), *passes]


def list_receivers(position: Position, rules: Rules) -> list[int]:
    """Return the seats that a pass may go to: the opponent with the higher score, or either if level (1.4)."""
    opponents = position.opponents(position.mover_seat)
    top = max(position.contestants[seat].score for seat in opponents)
    tied = [seat for seat in opponents if position.contestants[seat].score == top]
    return tied if rules.level_opponents == "chooser" else tied[:1]


def pass_spins(position: Position, to: int | None, rules: Rules) -> Position:
    """Return the position after a pass: the spins are passed or given up, and the turn ends (1.3, 1.4, 1.9)."""
    seat = position.mover_seat
    spins = position.mover.earned
    podiums = _replace_contestant(position.contestants, seat, replace(position.mover, earned=0))
    if to is None:
        return next_turn(podiums, seat, rules)
    receiver = podiums[to]
    podiums = _replace_contestant(podiums, to, replace(receiver, passed=receiver.passed + spins))
    return next_turn(podiums, seat, rules, to)


def list_available_options(position: Position, options: tuple[SpinOption, ...]) -> tuple[SpinOption, ...]:
    """Return the options open to the mover: taking a Whammy off needs a Whammy (1.14)."""
    if position.mover.whammies:
        return options
    return tuple(option for option in options if option.effect.kind != "whammy_off")


def rank_preference(score: int, option: SpinOption, unit: int) -> tuple[Fraction, int, bool]:
    """Return a sort key for options of equal value to a contestant with this score.

    The larger sum first (a pool of prizes counts as its mean, taking the lead as the lead that it brings; a Whammy or a
    Whammy off adds 0), then the lower square, and on one square money before a Whammy off.
    """
    sums = option.effect.sums(score, unit)
    return (-Fraction(sum(sums), len(sums)), option.square, option.effect.kind == "whammy_off")


def rank_options(position: Position, options: tuple[SpinOption, ...], unit: int) -> list[SpinOption]:
    """Return the options open to the mover, in the order that breaks ties between options of equal value."""
    return sorted(
        list_available_options(position, options),
        key=lambda option: rank_preference(position.mover.score, option, unit),
    )


def apply_effect(position: Position, effect: Effect, play_rules: PlayRules) -> list[tuple[Fraction, Position]]:
    """Return the possible positions after the mover takes this effect, with chances.

    More than one only for a prize drawn from a pool.
    """
    mover = _spend_spin(position.mover)
    if effect.kind == "whammy":
        return [(Fraction(1), _end_with_whammy(position, mover, play_rules.rules))]
    if effect.kind == "whammy_off":
        return [
            (Fraction(1), _continue_after_spin(position, replace(mover, whammies=mover.whammies - 1), play_rules.rules))
        ]
    sums = effect.sums(mover.score, play_rules.unit)
    scores = [add_capped(mover.score, amount, play_rules.cap) for amount in sums]
    if effect.kind == "lead":
        scores = [take_the_lead(position, sums[0], play_rules.cap)]
    chances: dict[Position, Fraction] = {}
    for score in scores:
        mover_after = replace(mover, score=score, earned=mover.earned + effect.spin)
        next_position = _continue_after_spin(position, mover_after, play_rules.rules)
        chances[next_position] = chances.get(next_position, Fraction(0)) + Fraction(1, len(scores))
    return [(chance, next_position) for next_position, chance in chances.items()]


def take_the_lead(position: Position, by: int, cap: int) -> int:
    """Return the mover's score after taking the lead: the best opponent's plus ``by`` dollars; a leader keeps the score (1.14)."""
    top = max(position.contestants[seat].score for seat in SEATS if seat != position.mover_seat)
    return position.mover.score if position.mover.score > top else add_capped(top, by, cap)


def add_capped(score: int, amount: int, cap: int) -> int:
    """Return the score plus the amount, at most the cap; a score above the cap stays."""
    return max(score, min(score + amount, cap))


def next_turn(podiums: Podiums, seat: int, rules: Rules, receiver: int | None = None) -> Position:
    """Return the position after the turn of ``seat``, with the next mover up (1.6).

    ``receiver`` is the seat that received a pass which ended the turn, or None. If nobody holds spins, the game is over
    and the mover stays the same.
    """
    holders = [s for s in SEATS if podiums[s].spins]
    if not holders:
        return Position(podiums, seat)
    if rules.turn_order == "seat":
        mover_seat = holders[0]
    elif rules.turn_order == "cyclic":
        mover_seat = min(holders, key=lambda s: (s - seat - 1) % 3)
    elif rules.turn_order == "receiver":
        mover_seat = _find_next_by_receiver(podiums, holders, receiver)
    else:
        mover_seat = min(holders, key=lambda s: (podiums[s].score, podiums[s].spins, s))
    return Position(podiums, mover_seat)


def _find_next_by_receiver(podiums: Podiums, holders: list[int], receiver: int | None) -> int:
    """Return the seat that plays next with ``turn_order=receiver``: first lap first, then the receiver of the last pass.

    A contestant who is not up and holds earned spins has not played yet, as every turn ends without spins. A receiver
    who has played comes before the first turn of another who has received spins.
    """
    last_receiver = receiver if receiver is not None and not podiums[receiver].earned else None

    def key(seat: int) -> tuple[bool, bool, int, int, int]:
        podium = podiums[seat]
        plays_later = podium.earned == 0 if last_receiver is None else podium.passed > 0
        return plays_later, last_receiver not in (None, seat), podium.score, podium.earned, seat

    return min(holders, key=key)


def first_mover(podiums: Podiums, rules: Rules) -> int:
    """Return the seat that begins the board round (1.2); the last seat if nobody has spins."""
    return next_turn(podiums, SEATS[-1], rules).mover_seat


def mover_is_open(podiums: Podiums, rules: Rules) -> bool:
    """Return whether the podiums leave the mover open: several received spins, and only the last to receive plays (1.6)."""
    holders = [contestant for contestant in podiums if contestant.spins]
    return rules.turn_order == "receiver" and len(holders) > 1 and all(contestant.passed for contestant in holders)


def winners(position: Position) -> tuple[int, ...]:
    """Return the seats with the top score when the game is over; the last contestant in wins (1.9, 1.10)."""
    still_in = position.still_in
    if not still_in:
        return ()
    top = max(position.contestants[seat].score for seat in still_in)
    return tuple(seat for seat in still_in if position.contestants[seat].score == top)


def payoff(position: Position, rules: Rules) -> tuple[Fraction, Fraction, Fraction]:
    """Return each seat's share, at the end, of what ``goal`` counts: the win, the money, or the money plus ``win_worth``."""
    top = winners(position)
    share = Fraction(1, len(top)) if top and rules.ties == "split" else Fraction(1)
    payoffs = [share if seat in top else Fraction(0) for seat in SEATS]
    if rules.in_dollars:
        win_dollars = rules.win_worth if rules.goal == "blend" else 0
        payoffs = [
            fraction * (position.contestants[seat].score + win_dollars)
            for seat, fraction in zip(SEATS, payoffs, strict=True)
        ]
    return payoffs[0], payoffs[1], payoffs[2]


def _spend_spin(mover: Contestant) -> Contestant:
    """Return the mover after using one spin, a passed one before an earned one (1.5)."""
    if mover.passed:
        return replace(mover, passed=mover.passed - 1)
    return replace(mover, earned=mover.earned - 1)


def _end_with_whammy(position: Position, mover: Contestant, rules: Rules) -> Position:
    """Return the position after a Whammy: no score, passed spins earned, out with the fourth (1.5, 1.8)."""
    count = mover.whammies + 1
    if count < WHAMMIES_OUT:
        mover_after = Contestant(0, earned=mover.spins, whammies=count)
        return _continue_after_spin(position, mover_after, rules)
    podiums = _replace_contestant(position.contestants, position.mover_seat, Contestant(0, whammies=WHAMMIES_OUT))
    return next_turn(podiums, position.mover_seat, rules)


def _continue_after_spin(position: Position, mover: Contestant, rules: Rules) -> Position:
    """Return the position after a spin: the contestant plays on while holding spins."""
    podiums = _replace_contestant(position.contestants, position.mover_seat, mover)
    if mover.spins:
        return Position(podiums, position.mover_seat)
    return next_turn(podiums, position.mover_seat, rules)


def _replace_contestant(podiums: Podiums, seat: int, contestant: Contestant) -> Podiums:
    new_podiums = list(podiums)
    new_podiums[seat] = contestant
    return new_podiums[0], new_podiums[1], new_podiums[2]
