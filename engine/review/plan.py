"""The plan of a review: a game's events as changes of position, and the positions to solve."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from .. import calibration
from ..answers.result import Odds
from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.record import events
from ..game.record.game import Game, Played
from ..game.record.slides import fit_spin
from ..game.rules import Pass, Press, legal_actions
from ..solvers.lanes import counted_seats
from .early import (
    FIRST_ROUND,
    LAST_ROUND,
    EarlyPosition,
    after_pass,
    find_position_with_odds,
    why_round_1_has_no_odds,
)
from .offers import Offer, list_recorded_offers
from .position_values import check_rules, find_known_odds

Kind = Literal["spin", "pass", "questions", "correction", "gap", "without"]


@dataclass(frozen=True)
class Change:
    """One event as a change of position.

    Attributes:
        played: the event.
        kind: ``without`` if there are no odds; ``questions`` for one question, or for all unrecorded questions at the
            beginning of round 2.
        before, after: positions; None if there are no odds.
        has_choice: whether the mover had a choice under the rules, between pressing and passing or between receivers.
        allowed_by_rules: whether the rules allow the action (``opponents`` and similar options may not).
        offers: the offers of a choice square, if recorded. taken: the index of the offer taken.
    """

    played: Played
    kind: Kind
    before: Position | None = None
    after: Position | None = None
    has_choice: bool = False
    allowed_by_rules: bool = True
    offers: tuple[Offer, ...] = ()
    taken: int = 0


@dataclass(frozen=True)
class Plan:
    """A game with the positions to solve for its review.

    Attributes:
        game: the game. board: the board of round 2. rules: the rules of the review.
        no_odds_before: a sentence with the reason why nothing before round 2 has odds; "" if it has odds.
        changes: the events in order, without the beginnings of rounds that change nothing.
        first: the first position with odds; None if there is none.
        positions: the positions to solve, without duplicates, round 2 first, then by number of spins.
        roots: by position, its root: an earlier position whose grid of scores it shares. A new root begins when far fewer
            spins are left, as a grid can then be finer, and at a contestant's first Whammy that grids count.
    """

    game: Game
    board: Board
    rules: Rules
    no_odds_before: str
    changes: tuple[Change, ...]
    first: Position | None
    positions: tuple[Position, ...]
    roots: Mapping[Position, Position]


def plan_review(game: Game, rules: Rules | None = None) -> Plan:
    """Return the positions to solve for a review, by default under the rules of the game's headers.

    Raises:
        RulesError: a game cannot be judged by these rules.
        BoardError: round 2 is on a board of the bonus game.
    """
    rules = rules or game.setup.rules
    check_rules(rules)
    board = game.setup.boards[LAST_ROUND]
    if board.bonus:
        board.check()
    no_odds_before = why_round_1_has_no_odds(game, rules)
    first_round = FIRST_ROUND if not no_odds_before else LAST_ROUND
    changes = tuple(_list_changes(game, rules, first_round))
    first_position = next(
        (
            p
            for entry in game.played
            if (p := find_position_with_odds(entry.after, game, rules, first_round)) is not None
        ),
        None,
    )
    roots: dict[Position, Position] = {}
    root = first_position
    if root is not None and find_odds_without_solving(root, game, rules) is None:
        roots[root] = root
    for change in changes:
        if change.kind in ("correction", "gap", "questions"):
            root = change.after
        elif _needs_new_grid(root, change.before):
            root = change.before
        for position in list_needed_positions(change, rules):
            if root is None or find_odds_without_solving(position, game, rules) is not None:
                continue
            is_own_root = isinstance(position, EarlyPosition) and position.between
            roots.setdefault(position, root if _follows(position, change, rules) and not is_own_root else position)
        if change.after is not None and not _follows(change.after, change, rules):
            root = change.after
    positions = sorted(roots, key=lambda position: (isinstance(position, EarlyPosition), position.spins))
    return Plan(game, board, rules, no_odds_before, changes, first_position, tuple(positions), roots)


def _needs_new_grid(root: Position | None, position: Position | None) -> bool:
    """Return whether a new grid pays: far fewer spins are left than at the root, or its grid counts fewer Whammies."""
    if root is None or position is None:
        return False
    return position.spins <= calibration.REGRID_SPIN_SHARE * root.spins or bool(
        counted_seats(position)[0] & ~counted_seats(root)[0]
    )


def _follows(position: Position, change: Change, rules: Rules) -> bool:
    """Return whether the position can follow by the review's rules, which may allow fewer choices."""
    if change.kind not in ("spin", "pass") or change.before is None or position == change.before:
        return True
    loses_whammy = sum(c.whammies for c in position.contestants) < sum(c.whammies for c in change.before.contestants)
    return change.allowed_by_rules and not (loses_whammy and rules.lose_whammy == "money")


def find_odds_without_solving(position: Position, game: Game, rules: Rules) -> Odds | None:
    """Return the odds of a position of any round if there is nothing to solve; else None."""
    if isinstance(position, EarlyPosition):
        return find_known_odds(position.plain, game.setup.boards[FIRST_ROUND], rules) if position.alone else None
    return find_known_odds(position, game.setup.boards[LAST_ROUND], rules)


def list_receivers(position: Position, rules: Rules) -> list[int | None]:
    """Return the seats that the mover may pass to; None for giving spins up."""
    return [action.to for action in legal_actions(position, rules) if isinstance(action, Pass)]


def _list_changes(game: Game, rules: Rules, first_round: int) -> Iterator[Change]:
    last_position: Position | None = None  # the last position with odds
    for entry in game.played:
        event = entry.event
        before, after = (
            find_position_with_odds(state, game, rules, first_round) for state in (entry.before, entry.after)
        )
        if isinstance(event, events.RoundBegins | events.QuizQuestion) and before is not None and after is not None:
            yield from _list_question_changes(entry, before, after)
            last_position = after
            continue
        if isinstance(event, events.RoundBegins) and (last_position is None or after is None):
            last_position = after or last_position
            continue
        is_action = isinstance(event, events.Spin | events.PassSpins)
        if after is None or (is_action and before is None):
            yield Change(entry, "without")
            continue
        if before is None or not isinstance(event, events.Spin | events.PassSpins):
            if last_position is not None:  # otherwise the record begins here
                yield Change(entry, "gap" if before is None else "correction", last_position, after)
            last_position = after
            continue
        acting_position = replace(before, mover_seat=event.seat or 0)
        if acting_position != before:
            yield Change(entry, "correction", before, acting_position)
        yield _make_action_change(entry, acting_position, after, game.setup.boards[entry.before.round], rules)
        last_position = after


def _list_question_changes(entry: Played, before: Position, after: Position) -> Iterator[Change]:
    """Yield the change by questions, after a correction if scores or Whammies changed, too."""
    a, b, c = (
        replace(contestant, score=later.score, whammies=later.whammies)
        for contestant, later in zip(before.contestants, after.contestants, strict=True)
    )
    corrected_position = replace(before, contestants=(a, b, c))
    if corrected_position != before:
        yield Change(entry, "correction", before, corrected_position)
    if corrected_position != after:
        yield Change(entry, "questions", corrected_position, after)


def _make_action_change(entry: Played, before: Position, after: Position, board: Board, rules: Rules) -> Change:
    event = entry.event
    actions = legal_actions(before, rules)
    if isinstance(event, events.PassSpins):
        return Change(entry, "pass", before, after, len(actions) > 1, Pass(event.to) in actions)
    assert isinstance(event, events.Spin)
    spin_offers = tuple(list_recorded_offers(event, before, board, rules))
    effect = fit_spin(event, board, rules).effect
    taken_index = next((index for index, offer in enumerate(spin_offers) if offer.option.effect == effect), None)
    if taken_index is None:
        spin_offers, taken_index = (), 0
    return Change(entry, "spin", before, after, len(actions) > 1, Press() in actions, spin_offers, taken_index)


def list_needed_positions(change: Change, rules: Rules) -> Iterator[Position]:
    """Yield the positions whose odds are needed to judge a change."""
    yield from (position for position in (change.before, change.after) if position is not None)
    for offer in change.offers:
        for _, next_position in offer.outcomes:
            yield next_position
    if change.kind == "pass" and change.before is not None:
        receivers = list_receivers(change.before, rules)
        if len(receivers) > 1:
            for to in receivers:
                yield after_pass(change.before, to, rules)
