"""The plan of a review: a game's events as changes of position, and the positions to solve."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from .. import calibration
from ..answers.odds import Odds
from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.record import events
from ..game.record.game import Game, Played
from ..game.record.slides import fit
from ..game.rules import Pass, Press, legal_actions
from ..solvers.lanes import counted_seats
from .early import (
    FIRST_ROUND,
    LAST_ROUND,
    EarlyPosition,
    after_pass,
    position_with_odds,
    why_round_1_has_no_odds,
    with_mover,
)
from .offers import Offer, recorded_offers
from .position_values import check_rules, known_odds

Kind = Literal["spin", "pass", "questions", "correction", "gap", "without"]


@dataclass(frozen=True)
class Change:
    """One event as a change of position.

    Attributes:
        played: the event.
        kind: ``without`` where there are no odds; ``questions`` for one question, or for all that have not been recorded
            when round 2 begins.
        before, after: positions; None where there are no odds.
        free: whether the mover had a choice under the rules, between pressing and passing or between receivers.
        allowed_by_rules: whether the rules let the mover do what was done (``opponents`` and similar options may not).
        offers: the offers of a choice square, if recorded. taken: the one of them that was taken.
    """

    played: Played
    kind: Kind
    before: Position | None = None
    after: Position | None = None
    free: bool = False
    allowed_by_rules: bool = True
    offers: tuple[Offer, ...] = ()
    taken: int = 0


@dataclass(frozen=True)
class Plan:
    """A game to be judged.

    Attributes:
        game: the game. board: that of round 2. rules: those by which it is judged.
        no_odds_before: why nothing before round 2 has odds, in a sentence; "" where it has.
        changes: its events in order, without the beginnings of rounds that change nothing.
        first: the first position with odds; None if there is none.
        positions: the positions to solve, each once, those of round 2 first, fewest spins first.
        roots: for each of them, a position that it can follow; the game has a new one whenever far fewer spins are
            left, as a grid of scores can then be finer, and when a contestant meets the first Whammy that
            grids count.
    """

    game: Game
    board: Board
    rules: Rules
    no_odds_before: str
    changes: tuple[Change, ...]
    first: Position | None
    positions: tuple[Position, ...]
    roots: Mapping[Position, Position]

    def board_of(self, position: Position) -> Board:
        """Return the board of a position's round."""
        return self.game.setup.boards[FIRST_ROUND] if isinstance(position, EarlyPosition) else self.board

    def known_odds(self, position: Position) -> Odds | None:
        """Return the odds where nothing is left to solve."""
        return _known(position, self.game, self.rules)


def plan_review(game: Game, rules: Rules | None = None) -> Plan:
    """Return the positions to solve for a review.

    Args:
        game: the game.
        rules: the rules to judge it by, if not those of its headers.

    Raises:
        RulesError: a game cannot be judged by these rules.
        BoardError: its round 2 is on a board of the bonus game.
    """
    rules = rules or game.setup.rules
    check_rules(rules)
    board = game.setup.boards[LAST_ROUND]
    if board.bonus:
        board.check()
    no_odds_before = why_round_1_has_no_odds(game, rules)
    begins = FIRST_ROUND if not no_odds_before else LAST_ROUND
    changes = tuple(_changes(game, rules, begins))
    first = next(
        (p for played in game.played if (p := position_with_odds(played.after, game, rules, begins)) is not None), None
    )
    roots: dict[Position, Position] = {}
    root = first
    for change in (None, *changes):
        if change is not None and change.kind in ("correction", "gap", "questions"):
            root = change.after
        elif change is not None and _needs_new_grid(root, change.before):
            root = change.before
        for position in [first] if change is None else needed(change, rules):
            if position is None or root is None or _known(position, game, rules) is not None:
                continue
            alone = isinstance(position, EarlyPosition) and position.between
            follows = change is None or _follows(position, change, rules)
            roots.setdefault(position, root if follows and not alone else position)
        if change is not None and change.after is not None and not _follows(change.after, change, rules):
            root = change.after
    positions = sorted(roots, key=lambda position: (isinstance(position, EarlyPosition), position.spins))
    return Plan(game, board, rules, no_odds_before, changes, first, tuple(positions), roots)


def _needs_new_grid(root: Position | None, position: Position | None) -> bool:
    """Return whether a new grid is worth it: far fewer spins left than at the root, or more Whammies counted."""
    if root is None or position is None:
        return False
    return position.spins <= calibration.FAR * root.spins or bool(counted_seats(position)[0] & ~counted_seats(root)[0])


def _follows(position: Position, change: Change, rules: Rules) -> bool:
    """Return whether the rules of the review, which may know fewer choices, can lead to this position."""
    if change.kind not in ("spin", "pass") or change.before is None or position == change.before:
        return True
    fewer = sum(c.whammies for c in position.contestants) < sum(c.whammies for c in change.before.contestants)
    return change.allowed_by_rules and not (fewer and rules.lose_whammy == "money")


def _known(position: Position, game: Game, rules: Rules) -> Odds | None:
    """Return the odds where nothing is left to solve, in any round."""
    if isinstance(position, EarlyPosition):
        return known_odds(position.plain, game.setup.boards[FIRST_ROUND], rules) if position.alone else None
    return known_odds(position, game.setup.boards[LAST_ROUND], rules)


def receivers_of(position: Position, rules: Rules) -> list[int | None]:
    """Return the seats that the mover may pass to under the rules; None stands for giving spins up."""
    return [action.to for action in legal_actions(position, rules) if isinstance(action, Pass)]


def _changes(game: Game, rules: Rules, begins: int) -> Iterator[Change]:
    last: Position | None = None  # the last position with odds
    for played in game.played:
        event = played.event
        before, after = (position_with_odds(state, game, rules, begins) for state in (played.before, played.after))
        if isinstance(event, events.RoundBegins | events.QuizQuestion) and before is not None and after is not None:
            yield from _questions(played, before, after)
            last = after
            continue
        if isinstance(event, events.RoundBegins) and (last is None or after is None):
            last = after or last
            continue
        acts = isinstance(event, events.Spin | events.PassSpins)
        if after is None or (acts and before is None):
            yield Change(played, "without")
            continue
        if before is None or not isinstance(event, events.Spin | events.PassSpins):
            if last is not None:  # otherwise the record begins here
                yield Change(played, "gap" if before is None else "correction", last, after)
            last = after
            continue
        acting = with_mover(before, event.seat or 0)
        if acting != before:
            yield Change(played, "correction", before, acting)
        yield _action(played, acting, after, game.setup.boards[played.before.round], rules)
        last = after


def _questions(played: Played, before: Position, after: Position) -> Iterator[Change]:
    """Yield what questions have changed, and before that the numbers that the record of the new round has otherwise."""
    a, b, c = (
        replace(now, score=then.score, whammies=then.whammies)
        for now, then in zip(before.contestants, after.contestants, strict=True)
    )
    corrected = replace(before, contestants=(a, b, c))
    if corrected != before:
        yield Change(played, "correction", before, corrected)
    if corrected != after:
        yield Change(played, "questions", corrected, after)


def _action(played: Played, before: Position, after: Position, board: Board, rules: Rules) -> Change:
    event = played.event
    actions = legal_actions(before, rules)
    if isinstance(event, events.PassSpins):
        return Change(played, "pass", before, after, len(actions) > 1, Pass(event.to) in actions)
    assert isinstance(event, events.Spin)
    found = tuple(recorded_offers(event, before, board, rules))
    effect = fit(event, board, rules).effect
    taken = next((index for index, offer in enumerate(found) if offer.option.effect == effect), None)
    if taken is None:
        found, taken = (), 0
    if isinstance(before, EarlyPosition):
        found = tuple(
            replace(
                offer, reached=tuple((chance, before.followed_by(reached, rules)) for chance, reached in offer.reached)
            )
            for offer in found
        )
    return Change(played, "spin", before, after, len(actions) > 1, Press() in actions, found, taken)


def needed(change: Change, rules: Rules) -> Iterator[Position]:
    """Yield the positions whose odds a change depends on."""
    yield from (position for position in (change.before, change.after) if position is not None)
    for offer in change.offers:
        for _, reached in offer.reached:
            yield reached
    if change.kind == "pass" and change.before is not None:
        receivers = receivers_of(change.before, rules)
        if len(receivers) > 1:
            for to in receivers:
                yield after_pass(change.before, to, rules)
