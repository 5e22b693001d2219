"""Policies for points and their exact values.

- ``greedy`` maximizes the expected points of this turn only, with bonuses.
- ``random`` never rerolls and fills any allowed box with equal chance.
- ``autoplayer`` is the depth-limited player of the seed's report. For each open box it considers keeping the
  dice that help in that box, and no other keeps; it looks ahead ``depth`` turns, including this one, and ignores
  later turns; it ignores the bonus of the upper section; it enters a score of 0 only if no box scores more.
- ``numbers`` is the autoplayer with the report's first attempt at the bonus: three or more of a kind go to
  their upper box if it is open.
- ``ranked`` is the autoplayer with the second attempt: a ranking of boxes for each kind of roll.

Ties go to the first box of the card and to keeping more dice; an autoplayer's ties go to the dice that help in the
first box.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property, partial

import numpy as np

from ...arrays import Reals, Shorts
from ...budget import Budget
from . import _turn, dice
from .rules import (
    CATEGORIES,
    CHANCE,
    FOUR_KIND,
    FULL_HOUSE,
    LARGE_STRAIGHT,
    SMALL_STRAIGHT,
    THREE_KIND,
    UPPER,
    YAHTZEE,
    Card,
    Roll,
    RuleSet,
    score_roll,
)
from .storage import get_table
from .table import Rows, ValueTable, build_rules_sheet, get_table_shape, sweep_rows
from .turn import list_keeps_of

AUTOPLAYERS = ("autoplayer", "numbers", "ranked")
BLOCK = 8  # upper totals whose choices the kernel makes at once
HELPS_CHANCE = 4  # faces from here on are above the mean of a die


@dataclass(frozen=True, slots=True)
class YahtzeePolicy:
    """A policy, ``optimal`` or as above; an autoplayer looks ``depth`` turns ahead, and may ``prune`` by the first die."""

    name: str
    depth: int = 1
    prune: bool = False

    @property
    def is_autoplayer(self) -> bool:
        return self.name in AUTOPLAYERS


PlayerKind = YahtzeePolicy | str  # plays for points, or for the win: “optimal” or “best-response”


def pick_helping_dice(box: int, roll: Roll) -> Roll:
    """Return the dice of a roll that help in a box, sorted."""
    counts = Counter(roll)
    by_count = sorted(counts, key=lambda face: (counts[face], face), reverse=True)
    if box in UPPER:
        return tuple(face for face in roll if face == box + 1)
    if box in (THREE_KIND, FOUR_KIND, YAHTZEE):
        return tuple(face for face in roll if face == by_count[0])
    if box == FULL_HOUSE:
        keep = [by_count[0]] * min(3, counts[by_count[0]])
        keep += [face for face in by_count[1:2] for _ in range(min(2, counts[face]))]
        return tuple(sorted(keep))
    if box in (SMALL_STRAIGHT, LARGE_STRAIGHT):
        length = 4 if box == SMALL_STRAIGHT else 5
        faces = set(roll)
        # Of two runs with equally many dice, the higher one counts.
        run_counts = [(len(faces & set(range(low, low + length))), low) for low in range(1, 8 - length)]
        low = max(run_counts)[1]
        return tuple(sorted(faces & set(range(low, low + length))))
    return tuple(face for face in roll if face >= HELPS_CHANCE)


def find_first_rerolled_die(keep: Roll, roll: Roll) -> int:
    """Return the lowest die that is rerolled with a keep; 0 for none.

    Pruning by the first die skips a reroll set if the set of an earlier open box begins with the same die: the report
    compares the expected value of rerolling the first die alone, and skips a set whose value is not higher.
    """
    return next((face for face in sorted(roll) if roll.count(face) > keep.count(face)), 0)


def list_keeps(card: Card, roll: Roll, prune: bool) -> list[Roll]:
    """Return the keeps that an autoplayer considers, in the order of open boxes; boxes may share a keep."""
    keeps = [pick_helping_dice(box, roll) for box in card.open]
    if not prune:
        return keeps
    firsts = [find_first_rerolled_die(keep, roll) for keep in keeps]
    return [keep for place, keep in enumerate(keeps) if firsts[place] not in firsts[:place]]


@cache
def build_helping_keeps() -> tuple[Shorts, Shorts]:
    """Return the keep of the helping dice, and the first die rerolled with that keep: int16 [13 boxes, 252 rolls]."""
    keeps = [[pick_helping_dice(box, roll) for roll in dice.ROLLS] for box in range(len(CATEGORIES))]
    firsts = [
        [find_first_rerolled_die(keep, roll) for keep, roll in zip(keeps_of_box, dice.ROLLS, strict=True)]
        for keeps_of_box in keeps
    ]
    return np.array([[dice.INDEX[keep] for keep in keeps_of_box] for keeps_of_box in keeps], np.int16), np.array(
        firsts, np.int16
    )


def prefer_boxes(name: str, roll: Roll) -> tuple[int, ...]:
    """Return the boxes of which ``numbers`` and ``ranked`` fill the first open one, without regard to values.

    ``numbers``: the upper box of three or more of a kind. ``ranked``: the scoring box with the highest fixed score; then
    the upper box of the commonest face, if there are three or more; then chance.
    """
    face, count = max(Counter(roll).items(), key=lambda item: item[1])
    number = (face - 1,) if count >= 3 else ()
    if name == "numbers":
        return number
    if name != "ranked":
        return ()
    for box in (YAHTZEE, LARGE_STRAIGHT, SMALL_STRAIGHT, FULL_HOUSE, FOUR_KIND, THREE_KIND):
        if score_roll(box, roll):
            return (box, *number, CHANCE)
    return ()


@cache
def tabulate_preferred_boxes(name: str) -> Shorts:
    """Return the preferred boxes of each roll, padded with -1: int16 [252, 3]."""
    table = np.full((len(dice.ROLLS), 3), -1, dtype=np.int16)
    for table_row, roll in zip(table, dice.ROLLS, strict=True):
        boxes = prefer_boxes(name, roll)
        table_row[: len(boxes)] = boxes
    return table


@dataclass(frozen=True)
class GuidedPolicy:
    """A policy that maximizes the values of a guide, as all except ``random`` do.

    An autoplayer ignores the bonus of 35, fills boxes in which the roll scores 0 only as a last resort, and keeps only
    dice that help in an open box. Its guide is the same for all upper totals.

    Attributes:
        guide: float64 [1 or 2, 8192, 64], the player's values of cards between turns, as in ``ValueTable``.
    """

    policy: YahtzeePolicy
    rules: RuleSet
    guide: Reals

    @cached_property
    def kernel(self) -> _turn.Player:
        (keeps, firsts), policy = build_helping_keeps(), self.policy
        pruned = firsts if policy.prune else None
        return _turn.Player(
            build_rules_sheet(self.rules),
            self.guide,
            policy.is_autoplayer,
            keeps,
            pruned,
            tabulate_preferred_boxes(policy.name),
        )

    def choices(self, blocks: Rows) -> Shorts:
        """Return all choices of a turn with the cards of blocks.

        Args:
            blocks: int32 [count, 3], (holds 50, open boxes, upper total // 8) of eight cards each.

        Returns:
            int16 [count, 3, 252, 8]: for each roll the box, then the keep with one reroll left and with two, for each
            upper total of the block.
        """
        all_choices = np.empty((len(blocks), 3, len(dice.ROLLS), BLOCK), np.int16)
        self.kernel.choices(blocks, all_choices)
        return all_choices

    def choices_with(self, card: Card) -> Shorts:
        """Return all choices of a turn with a card: int16 [3, 252], as in ``choices``."""
        block, place = divmod(card.upper, BLOCK)
        return self.choices(np.array([[card.fifty, card.mask, block]], np.int32))[0, :, :, place]


def guide_policy(policy: YahtzeePolicy, rules: RuleSet, card: Card, budget: Budget) -> GuidedPolicy:
    """Return a policy, not ``random``, with its guide for a card and all later cards. Raises Exhausted, Cancelled."""
    if policy.name == "optimal":
        return GuidedPolicy(policy, rules, get_table(rules, card, budget).values)
    player = GuidedPolicy(policy, rules, np.zeros(get_table_shape(rules)))
    for depth in range(1, policy.depth if policy.is_autoplayer else 1):
        estimates = np.zeros(get_table_shape(rules))
        work = partial(player.kernel.follow, None, estimates)
        sweep_rows(rules, card, budget, work, f"Looking {depth} ahead: cards")
        player = GuidedPolicy(policy, rules, estimates)
    return player


def average_keep_count(policy: YahtzeePolicy, card: Card) -> float:
    """Return the average number of different keeps that a policy compares for a roll."""
    if policy.name == "random":
        return 1.0  # it never rerolls
    counts = [
        len(set(list_keeps(card, roll, policy.prune)) if policy.is_autoplayer else list_keeps_of(roll))
        for roll in dice.ROLLS
    ]
    return float(np.array(counts) @ dice.roll_chances())


def evaluate_policy(policy: YahtzeePolicy, rules: RuleSet, card: Card, budget: Budget) -> ValueTable:
    """Return the exact expected further points under a policy. Raises Exhausted, Cancelled."""
    if policy.name == "optimal":
        return get_table(rules, card, budget)
    values = np.zeros(get_table_shape(rules))
    if policy.name == "random":
        work = partial(build_rules_sheet(rules).solve, values, True)
    else:
        work = partial(guide_policy(policy, rules, card, budget).kernel.follow, values, None)
    sweep_rows(rules, card, budget, work)
    return ValueTable(rules, values)
