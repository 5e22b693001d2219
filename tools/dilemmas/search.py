"""Search for daily dilemmas: positions of every kind whose right choice is known for certain.

Positions of a kind are drawn by chance until there are enough: the better choice is better by 1.5 to 40 wins in 100, no
two positions are near each other, and neither choice is right much more often than the other. Answers of round 1 are
estimates, which count if the better choice is certain. If three hold spins, exact answers to the dollar need too much
memory: their answers are of a board in steps of $250, and an estimate to the dollar must agree.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from math import isclose

from engine import (
    Board,
    Contestant,
    Limits,
    NextRound,
    Position,
    Rules,
    SolveResult,
    Unaffordable,
    choice_squares,
    game_over,
    legal_actions,
    pass_spins,
    payoff,
    preset_boards,
    read_choice,
    solve,
)
from engine.calls import CLOSE_CALL
from pressorpass_site.games.dilemmas.rules import (
    HOUSE,
    SHOW,
    SHOW_OF_THREE,
    UNIT_OF_THREE,
    build_dilemma_rules,
    get_rounding_error,
)

BOARDS = ("pyl-1985-02-r2", "pyl-classic-r2")
THREE_ON = "pyl-classic-r2"  # if three hold spins, a choice square takes three times as long
LIMITS = Limits(seconds=10, memory_bytes=2**30, method="exact", fresh=True)
LIMITS_AGAIN = Limits(seconds=60, memory_bytes=2**32, method="exact", fresh=True)  # for an answer in the deck
# Three holders of spins: what exact answers in steps of $250 need.
LIMITS_OF_THREE = Limits(seconds=60, memory_bytes=2**31, method="exact", fresh=True)
TO_THE_DOLLAR = Limits(seconds=60, memory_bytes=2**30, method="estimated", fresh=True, cells=4_000_000)
# Round 1: its boards, the board of round 2 that follows, the questions between, and the limits of a first and a second answer.
BOARDS_1, ROUND_2, QUESTIONS = ("pyl-1983-09-r1", "pyl-1984-09-r1"), "pyl-1985-02-r2", 4
LIMITS_1, LIMITS_1_AGAIN = Limits(seconds=4, memory_bytes=2**30), Limits(seconds=15, memory_bytes=2**31)
DIGITS_1 = 5
MAX_DISAGREEMENT = 0.01  # between the chances of an exact answer in steps and of an estimate to the dollar
# The margins of a dilemma: a smaller one is a close call, a larger one is disputed by nobody.
MIN_MARGIN, MAX_MARGIN = 0.015, 0.4
STEP = 50  # dollars between scores
NEAR = 1000  # dollars: with the same podiums otherwise, closer scores look the same to a fan
OFF, OFFER_OFF = "One Whammy off", 15  # an offer, and its square, which also offers $2,000
PLACES = ("Left", "Center", "Right")
DIGITS, DIGITS_OF_THREE = 10, 5  # of stored chances
MAX_IMBALANCE = 4  # by how many more dilemmas of a kind one choice may be right
ATTEMPTS = 60  # per dilemma of a kind

Chances = list[float]


@dataclass(frozen=True)
class SolvedDilemma:
    """A dilemma with its answer, which is exact except in round 1.

    Attributes:
        choices: each contestant's chances to win after “press” and “pass”, or after the two choices.
        worth: against the house, the mover's expected winnings after each choice.
        squares: the change of the mover's chance after each square, compared with pressing; empty if there is no spin.
        square, shows: the choice square, and what the squares on offer show.
        then, questions: in round 1 the board of round 2, and the number of questions before it.
        errors: in round 1 the standard errors of `choices`.
    """

    kind: str
    board: str
    position: Position
    choices: Mapping[str, Chances]
    squares: Chances = field(default_factory=list)
    square: int = 0
    shows: str = ""
    worth: Mapping[str, float] = field(default_factory=dict)
    then: str = ""
    questions: int = 0
    errors: Mapping[str, Chances] = field(default_factory=dict)

    @property
    def margin(self) -> float:
        """The difference of the two choices: of chances, or as a share of the larger winnings."""
        low, high = sorted(map(self._value, self.choices))
        return (high - low) / high if self.worth else high - low

    @property
    def best(self) -> str:
        return max(self.choices, key=self._value)

    @property
    def rules(self) -> Rules:
        return SHOW if self.then else build_dilemma_rules(self.position, is_against_house=bool(self.worth))

    @property
    def rounding(self) -> float:
        """The maximum error of the chances."""
        max_error = max((error for errors in self.errors.values() for error in errors), default=0.0)
        return 2 * max_error if self.errors else get_rounding_error(self.rules)

    @property
    def is_a_call(self) -> bool:
        """Whether the choices are to press and to pass."""
        return "press" in self.choices

    def _value(self, choice: str) -> float:
        return self.worth.get(choice, self.choices[choice][self.position.mover_seat])


def search(kind: str, seed: int, count: int) -> Iterator[SolvedDilemma]:
    """Yield up to ``count`` dilemmas of a kind, no two of them near each other, within a number of attempts."""
    rng = random.Random(f"{kind} {seed}")  # noqa: S311  # nothing secret
    dilemmas: list[SolvedDilemma] = []
    for _ in range(ATTEMPTS * count):
        if len(dilemmas) == count:
            return
        one = _draw_round_1(kind, rng) if kind == ROUND_1 else KINDS[kind](kind, rng)
        if one is None or not MIN_MARGIN <= one.margin <= MAX_MARGIN:
            continue
        rights = [dilemma.best for dilemma in dilemmas]
        if one.is_a_call and kind not in _ONE_SIDED and 2 * rights.count(one.best) > len(dilemmas) + MAX_IMBALANCE:
            continue
        if any(is_near(one, dilemma) for dilemma in dilemmas):
            continue
        dilemmas.append(one)
        yield one


def is_near(one: SolvedDilemma, other: SolvedDilemma) -> bool:
    """Return whether two dilemmas look alike: the same podiums from the mover's view, with close scores."""
    if (one.is_a_call, one.square, one.shows) != (other.is_a_call, other.square, other.shows):
        return False
    view, other_view = _view_as_decider(one.position), _view_as_decider(other.position)
    if [podium[1:] for podium in view] != [podium[1:] for podium in other_view]:
        return False
    return all(abs(our[0] - their[0]) < NEAR for our, their in zip(view, other_view, strict=True))


def _view_as_decider(position: Position) -> list[tuple[int, ...]]:
    """Return the podiums, the mover's first and the others by score, whose scores are relative to the mover's."""
    mover = position.mover
    others = [contestant for seat, contestant in enumerate(position.contestants) if seat != position.mover_seat]
    return [
        (
            contestant.score - mover.score if contestant is not mover else mover.score // 3,
            contestant.earned,
            contestant.passed,
            contestant.whammies,
        )
        for contestant in (mover, *sorted(others, key=lambda contestant: -contestant.score))
    ]


def solve_exactly(position: Position, board: str, rules: Rules = SHOW, limits: Limits = LIMITS) -> SolveResult | None:
    """Return the exact answer; None if it is not exact within the limits."""
    try:
        return solve(position, preset_boards()[board], rules, limits)
    except Unaffordable:
        return None


def call(
    kind: str, board: str, position: Position, rules: Rules = SHOW, limits: Limits = LIMITS
) -> SolvedDilemma | None:
    """Return the dilemma of pressing or passing in a position; None if there is no exact answer, or no choice."""
    if len(legal_actions(position, rules)) < 2 or (result := solve_exactly(position, board, rules, limits)) is None:
        return None
    result_json, seat = result.to_json(), position.mover_seat
    actions = {name: result_json["actions"][name] for name in ("press", "pass")}
    digits = DIGITS_OF_THREE if rules.unit else DIGITS
    choices = {name: _round_chances(action["win"], digits) for name, action in actions.items()}
    if not rules.in_dollars:
        after = {(outcome["label"], outcome["amount"]): outcome["win"][seat] for outcome in result_json["outcomes"]}
        return SolvedDilemma(
            kind, board, position, choices, _average_by_square(preset_boards()[board], after, choices["press"][seat])
        )
    worth = {name: round(action["worth"][seat], 2) for name, action in actions.items()}
    return SolvedDilemma(kind, board, position, choices, worth=worth)


def solve_round_1(board: str, position: Position, then: str, questions: int, limits: Limits) -> SolvedDilemma | None:
    """Return the dilemma of a position of round 1; None if there is no choice, or the better choice is not certain."""
    if len(legal_actions(position, SHOW)) < 2:
        return None
    boards, seat = preset_boards(), position.mover_seat
    result = solve(position, boards[board], SHOW, limits, then=NextRound(boards[then], questions))
    if result.margin is None or result.margin - result.margin_error < CLOSE_CALL:
        return None
    result_json = result.to_json()
    actions = {name: result_json["actions"][name] for name in ("press", "pass")}
    choices, errors = (
        {name: _round_chances(action[part], DIGITS_1) for name, action in actions.items()}
        for part in ("win", "standard_error")
    )
    after = {(outcome["label"], outcome["amount"]): outcome["win"][seat] for outcome in result_json["outcomes"]}
    squares = _average_by_square(boards[board], after, choices["press"][seat]) if after else []
    return SolvedDilemma(ROUND_1, board, position, choices, squares, then=then, questions=questions, errors=errors)


def compare_positions(
    kind: str, board: str, position: Position, ways: Mapping[str, Position], **fields: object
) -> SolvedDilemma | None:
    """Return a dilemma between two resulting positions; None unless both have exact answers."""
    choices: dict[str, Chances] = {}
    for name, after in ways.items():
        if game_over(after, SHOW):
            choices[name] = [float(value) for value in payoff(after, SHOW)]
            continue
        result = solve_exactly(after, board)
        if result is None:
            return None
        result_json = result.to_json()
        choices[name] = _round_chances(result_json["actions"][result_json["best"]]["win"])
    return SolvedDilemma(kind, board, position, choices, **fields)  # type: ignore[arg-type]


def solve_again(dilemma: SolvedDilemma) -> SolvedDilemma | None:
    """Return a dilemma with this engine's answer; None if the answer is no longer certain."""
    kind, board, position = dilemma.kind, dilemma.board, dilemma.position
    if dilemma.then:
        return solve_round_1(board, position, dilemma.then, dilemma.questions, LIMITS_1_AGAIN)
    if dilemma.is_a_call:
        return call(kind, board, position, dilemma.rules, LIMITS_AGAIN)
    return (
        _solve_choice(kind, board, position, dilemma.square, dilemma.shows)
        if dilemma.square
        else _solve_receiver(kind, board, position)
    )


def is_same(one: Mapping[str, Sequence[float]], other: Mapping[str, Sequence[float]], tolerance: float) -> bool:
    """Return whether two answers are the same up to a difference of chances."""
    return one.keys() == other.keys() and all(
        isclose(a, b, abs_tol=tolerance) for name in one for a, b in zip(one[name], other[name], strict=True)
    )


def _round_chances(chances: list[float], digits: int = DIGITS) -> Chances:
    return [round(chance, digits) for chance in chances]


def _average_by_square(board: Board, after: Mapping[tuple[str, int | None], float], before: float) -> Chances:
    """Return the mean change of the chance after each square, to four digits."""
    chances = []
    for square in sorted(board.squares, key=lambda drawn_square: drawn_square.number):
        weights = [slide.weight for slide in square.slides]
        amounts = [slide.value if slide.amount is None else slide.amount for slide in square.slides]
        slides_and_amounts = zip(square.slides, amounts, strict=True)
        values = [after[slide.text, amount] - before for slide, amount in slides_and_amounts]
        chances.append(round(sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights), 4))
    return chances


# ---- positions of each kind ----


def _score(rng: random.Random, low: int, high: int, step: int = STEP) -> int:
    return rng.randrange(low, high + step, step)


def _draw_whammies(rng: random.Random, max_whammies: int = 3) -> int:
    return rng.choices(range(max_whammies + 1), (6, 3, 2, 2)[: max_whammies + 1])[0]


def _place_contestants(rng: random.Random, mover: Contestant, *others: Contestant) -> Position:
    """Return a position with the contestants at random places."""
    people = [mover, *others]
    order = rng.sample(range(3), 3)
    left, center, right = (people[index] for index in order)
    return Position((left, center, right), order.index(0))


def _draw_contestants(
    rng: random.Random, *, spins: int = 1, low: int = -3000, high: int = 5000, top: int = 11000
) -> list[Contestant]:
    """Return the mover, whose score is seldom far from the better opponent's, and the opponents, the better one first."""
    best = _score(rng, 1000, top)
    own = max(best + _score(rng, low, high), 0)
    third = _score(rng, 0, best - STEP)
    return [
        Contestant(own, earned=spins, whammies=_draw_whammies(rng)),
        Contestant(best, whammies=_draw_whammies(rng)),
        Contestant(third, whammies=_draw_whammies(rng)),
    ]


def _draw_call(kind: str, rng: random.Random, *people: Contestant) -> SolvedDilemma | None:
    return call(kind, rng.choice(BOARDS), _place_contestants(rng, *people))


def _draw_one_spin(kind: str, rng: random.Random) -> SolvedDilemma | None:
    return _draw_call(kind, rng, *_draw_contestants(rng, low=-2500, high=8000))


def _draw_two_spins(kind: str, rng: random.Random) -> SolvedDilemma | None:
    """Draw a mover with two spins whom a Whammy puts out, against a rival with few Whammies."""
    mover, top, third = _draw_contestants(rng, spins=2, low=-1000, high=8000, top=6000)
    return _draw_call(kind, rng, replace(mover, whammies=3), replace(top, whammies=rng.choice((0, 1))), third)


def _draw_three_spins(kind: str, rng: random.Random) -> SolvedDilemma | None:
    mover, top, third = _draw_contestants(rng, spins=rng.choice((3, 3, 4, 5)), low=-1500, high=12000)
    return _draw_call(kind, rng, replace(mover, whammies=3), replace(top, whammies=3), third)


def _draw_danger(kind: str, rng: random.Random) -> SolvedDilemma | None:
    """Draw two contestants in danger: both hold a spin, or the mover holds two."""
    has_two_rivals = rng.random() < 0.5
    mover, top, third = _draw_contestants(rng, spins=1 if has_two_rivals else 2, low=-2500, high=8000)
    return _draw_call(
        kind, rng, replace(mover, whammies=3), replace(top, whammies=3, earned=int(has_two_rivals)), third
    )


def _draw_elimination(kind: str, rng: random.Random) -> SolvedDilemma | None:
    """Draw a mover who may pass two spins to a contestant whom a Whammy puts out."""
    mover, top, third = _draw_contestants(rng, spins=2, low=-1500, high=8000, top=6000)
    return _draw_call(kind, rng, replace(mover, whammies=min(mover.whammies, 2)), replace(top, whammies=3), third)


def _draw_passed_spins(kind: str, rng: random.Random) -> SolvedDilemma | None:
    mover, top, third = _draw_contestants(rng, low=-3000, high=5000)
    passed = rng.choice((1, 1, 2))
    return _draw_call(kind, rng, replace(mover, whammies=3), replace(top, whammies=3, passed=passed), third)


def _draw_three_holders(kind: str, rng: random.Random) -> SolvedDilemma | None:
    """Draw a leader whose rivals both hold spins, too, in a position whose answer is the same to the dollar."""
    best = _score(rng, 1500, 7000, UNIT_OF_THREE)
    people = [
        Contestant(best + _score(rng, 1000, 8500, UNIT_OF_THREE), earned=rng.choice((1, 1, 2))),
        Contestant(best, earned=1),
        Contestant(_score(rng, 0, best - UNIT_OF_THREE, UNIT_OF_THREE), earned=1),
    ]
    position = _place_contestants(rng, *(replace(contestant, whammies=_draw_whammies(rng)) for contestant in people))
    dilemma = call(kind, THREE_ON, position, SHOW_OF_THREE, LIMITS_OF_THREE)
    return dilemma if dilemma and dilemma.margin >= MIN_MARGIN and _holds_to_the_dollar(dilemma) else None


def _holds_to_the_dollar(dilemma: SolvedDilemma) -> bool:
    """Return whether an estimate to the dollar has the same right choice, and nearly the same chances."""
    result_json = solve(dilemma.position, preset_boards()[dilemma.board], SHOW, TO_THE_DOLLAR).to_json()
    return result_json["best"] == dilemma.best and all(
        abs(one - other) <= MAX_DISAGREEMENT
        for name, action in result_json["actions"].items()
        for one, other in zip(action["win"], dilemma.choices[name], strict=True)
    )


def _draw_round_1(kind: str, rng: random.Random) -> SolvedDilemma | None:
    """Draw a position of round 1, in which none, one or both of the others still have spins."""
    mover, one, two = (
        Contestant(_score(rng, 0, 6000), earned=spins, whammies=_draw_whammies(rng, 2))
        for spins in (rng.randrange(1, 6), rng.choice((0, 0, 2, 4)), rng.choice((0, 0, 0, 3)))
    )
    position, board = _place_contestants(rng, mover, one, two), rng.choice(BOARDS_1)
    quick = solve_round_1(board, position, ROUND_2, QUESTIONS, LIMITS_1)
    return quick and solve_round_1(board, position, ROUND_2, QUESTIONS, LIMITS_1_AGAIN)


def _draw_third_place(kind: str, rng: random.Random) -> SolvedDilemma | None:
    """Draw a mover in third place: the leader plays the spins after a pass, and one of the others will win."""
    second = _score(rng, 1000, 5000)
    return _draw_call(
        kind,
        rng,
        Contestant(max(second - _score(rng, STEP, 2500), 0), earned=rng.choice((1, 2, 3)), whammies=3),
        Contestant(second + _score(rng, STEP, 3000), whammies=3),
        Contestant(second, whammies=3),
    )


def _draw_house(kind: str, rng: random.Random) -> SolvedDilemma | None:
    mover = Contestant(_score(rng, 500, 16000), earned=rng.randrange(1, 7), whammies=rng.randrange(4))
    return call(
        kind,
        rng.choice(BOARDS),
        _place_contestants(rng, mover, Contestant(0, whammies=4), Contestant(0, whammies=4)),
        HOUSE,
    )


def _draw_receiver(kind: str, rng: random.Random) -> SolvedDilemma | None:
    """Draw a mover whose opponents are level, one of them in danger: the choice is whom to pass to."""
    level = _score(rng, 1000, 5000)
    mover = Contestant(max(level + _score(rng, -1000, 5000), 0), earned=2, whammies=3)
    others = [Contestant(level, whammies=3), Contestant(level, whammies=_draw_whammies(rng, 1))]
    return _solve_receiver(kind, rng.choice(BOARDS), _place_contestants(rng, mover, *others))


def _solve_receiver(kind: str, board: str, position: Position) -> SolvedDilemma | None:
    others = [seat for seat in range(3) if seat != position.mover_seat]
    return compare_positions(
        kind, board, position, {f"Pass to {PLACES[seat]}": pass_spins(position, seat, SHOW) for seat in others}
    )


def _draw_choice_square(kind: str, rng: random.Random) -> SolvedDilemma | None:
    """Draw a choice between two things on a choice square."""
    board = BOARDS[0]
    mover, top, third = _draw_contestants(rng, spins=2, low=-4500, high=2500, top=8000)
    position = _place_contestants(rng, replace(mover, whammies=rng.choice((1, 2, 3))), replace(top, whammies=3), third)
    return _solve_choice(kind, board, position, *rng.choice(_list_offers(board)))


def _draw_whammy_off(kind: str, rng: random.Random) -> SolvedDilemma | None:
    """Draw a mover in danger who may take $2,000 or a Whammy off."""
    mover, top, third = _draw_contestants(rng, spins=3, low=-3000, high=6000, top=8000)
    position = _place_contestants(rng, replace(mover, whammies=3), replace(top, whammies=3), third)
    return _solve_choice(kind, BOARDS[0], position, OFFER_OFF, "")


def _solve_choice(kind: str, board: str, position: Position, square: int, shows: str) -> SolvedDilemma | None:
    open_choice = read_choice(position, preset_boards()[board], SHOW, square=square, shows=shows)
    names = sorted(
        open_choice.next_positions.items(), key=lambda item: item[0].partition(" on square ")[2]
    )  # the lower square first
    ways = {_describe_offer(name): places[0] for name, places in names if not places[1:]}
    if len(ways) != 2:
        return None
    return compare_positions(kind, board, position, ways, square=square, shows=shows)


def _describe_offer(name: str) -> str:
    """Return the words of an offer without its square: “One Whammy off”."""
    name = name.partition(" on square ")[0]
    return name[0].upper() + name[1:]


@cache
def _list_offers(slug: str) -> list[tuple[int, str]]:
    """Return the choices of a board as (square, slides shown): $2,000 or a Whammy off, and moves to one of two squares."""
    board = preset_boards()[slug]
    offers = [(OFFER_OFF, "")]
    for choice_square in choice_squares(board):
        if len(choice_square.offered) == 2:
            one, other = choice_square.offered
            for a in one.slides:
                for b in other.slides:
                    if "/" not in a.word + b.word:
                        offers.append((choice_square.square, f"{one.square}:{a.word},{other.square}:{b.word}"))
    return offers


ROUND_1 = "round-1"  # a kind with estimates, in its own list
# In “third” and “house” one choice is right more often.
KINDS: dict[str, Callable[[str, random.Random], SolvedDilemma | None]] = {
    "one-spin": _draw_one_spin,
    "two-spins": _draw_two_spins,
    "three-spins": _draw_three_spins,
    "danger": _draw_danger,
    "passed": _draw_passed_spins,
    "three-holders": _draw_three_holders,
    "third": _draw_third_place,
    "elimination": _draw_elimination,
    "house": _draw_house,
    "whom": _draw_receiver,
    "choice": _draw_choice_square,
    "whammy-off": _draw_whammy_off,
}
_ONE_SIDED = ("third",)
