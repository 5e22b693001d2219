"""Reviews from the first spin of round 1 to the last of round 2, the questions between the rounds included."""

import random
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

import pytest

from engine import calibration
from engine.errors import EventError, Unaffordable, Unsettled
from engine.game.eras import ERAS
from engine.game.position import SEATS
from engine.game.questions import NextRound, spins_from_questions
from engine.game.record.events import Correction, Gap, PassSpins, QuizQuestion, RoundBegins, Spin, SpinResult
from engine.game.record.game import Game
from engine.game.record.headers import BoardName, Headers
from engine.game.record.reading import parse_game
from engine.game.rules import PlayRules
from engine.game.spin import StagedSpins
from engine.review.early import EarlyPosition
from engine.review.plan import plan_review
from engine.review.position_values import PositionValues, make_exact_odds
from engine.review.review import review_from
from engine.review.solving import solve_positions
from engine.review.wording import account_words
from engine.solvers.limits import Limits
from engine.tables.score_value_build import ScoreValueConfig, StartBatch, build_values
from tests.engine.solvers.two_rounds import BetweenRounds, oracle_of_round_1
from tests.tier import times

from ..game.record.walks import random_spin
from ..tiny import tiny
from .test_accounts import exact_values

CAP = 1000
BOARD_1 = tiny("500 W", "500 1000", ">1,2", id="first", round=1)
BOARD_2 = tiny("500+ W", ">1,3", "1000 W", id="second")
# With three in, the oracle has too many positions of round 2.
STARTS = ("= 0e2w3,500e1w3,0w4@1", "= 0w4,500e2w3,500w3@2", "= 500e1w2,0w4,0e2w3@3")
UNKNOWN = RoundBegins(1, (None, None, None))


@pytest.fixture(autouse=True)
def _a_low_cap_will_do(monkeypatch):
    monkeypatch.setattr(calibration, "VALUES_TO", CAP)


def empty_game(questions=1, preset="show", **options):
    headers = Headers(boards=(BoardName("first", None, BOARD_1), BoardName("second", None, BOARD_2)))
    game = Game.begin(headers.with_rules(preset, [("cap", str(CAP)), ("unit", "500"), *options.items()]))
    era = replace(ERAS[0], questions={1: questions, 2: questions})
    return replace(game, setup=replace(game.setup, era=era))


class ByTheOracle:
    """The values of a plan's positions in fractions, kept from game to game of the same rules."""

    def __init__(self, rules, budget=30_000):
        play_rules = PlayRules(rules, rules.unit, rules.cap)
        self.between = {
            question_count: BetweenRounds(NextRound(BOARD_2, question_count), play_rules, 4, budget)
            for question_count in (0, 1)
        }
        self.round_2 = self.between[0].round_2 = self.between[1].round_2
        self.round_1 = oracle_of_round_1(StagedSpins(BOARD_1, rules, 500, 9), play_rules, self.between[1], budget)

    def values(self, plan):
        return {position: self._values(position) for position in plan.positions}

    def _values(self, position):
        if isinstance(position, EarlyPosition) and position.between:
            return PositionValues(make_exact_odds(self.between[position.questions](position.contestants)), None)
        early = isinstance(position, EarlyPosition)
        return exact_values(self.round_1, position.plain) if early else exact_values(self.round_2, position)


def played_at_random(rng, game):
    """A game from its first spin to its last, some questions recorded and some not."""
    game = game.add(UNKNOWN).add(*parse_game(rng.choice(STARTS)).events)
    for _ in range(30):
        state = game.state
        if game.over:
            break
        if state.seat is None:
            spins = rng.choice(list(spins_from_questions([s for s in SEATS if not state.podiums[s].out], 1)))
            if state.questions:
                spins = tuple(c.earned for c in state.podiums)
            event = RoundBegins(2, spins)
            if not state.questions and rng.random() < 0.5:
                event = QuizQuestion(spins)
        elif rng.random() < 0.3:
            event = PassSpins(rng.choice([None, *SEATS]))
        elif rng.random() < 0.03:
            event = Correction(rng.choice(SEATS), score=500)
        else:
            board = game.setup.boards[state.round]
            event = random_spin(rng, board, state.podiums[state.seat].whammies)
        with suppress(EventError):
            game = game.add(event)
    return game


@pytest.mark.parametrize("preset", ["seed", "show"])
def test_accounts_add_up_from_the_first_spin_to_the_last(preset):
    rng = random.Random(f"{preset} 48")
    empty = empty_game(preset=preset)
    oracle = ByTheOracle(empty.setup.rules)
    question_games = early_decisions = moved_games = 0
    for _ in range(times(100)):
        plan = plan_review(played_at_random(rng, empty))
        try:
            game_review = review_from(plan, oracle.values(plan))
        except (Unaffordable, Unsettled):
            continue
        if plan.first is None:
            continue
        question_games += any(change.kind == "questions" for change in plan.changes)
        for account in game_review.accounts:
            seat = account.seat
            start, end = account.start.win[seat], account.end.win[seat]
            assert start + account.luck + account.skill == pytest.approx(end, abs=1e-9)
            assert account.luck == account.chance + account.questions + account.opponents + account.corrections
            assert account.skill <= 1e-9
            moved_games += abs(account.questions) > 0.01
        for step, then in pairwise(game_review.judged):
            assert step.after == then.before
        early_decisions += any(isinstance(s.position, EarlyPosition) and len(s.choices) > 1 for s in game_review.judged)
        assert game_review.complete
    assert min(question_games, early_decisions, moved_games) > 10


def test_the_questions_are_a_line_of_their_own():
    game = empty_game().add(UNKNOWN).add(*parse_game(STARTS[1]).events)
    for event in (
        Spin(SpinResult("money", 1000)),
        PassSpins(),
        Spin(SpinResult("money", 500)),
        RoundBegins(2, (0, 3, 1)),
    ):
        game = game.add(event)
    plan = plan_review(game)
    game_review = review_from(plan, ByTheOracle(plan.rules).values(plan))
    assert [change.kind for change in plan.changes][-1] == "questions"
    (question_step,) = [step for step in game_review.judged if step.kind == "questions"]
    assert (question_step.mover, question_step.choices, question_step.verdict) == (None, {}, None)
    for account in game_review.accounts:
        seat = account.seat
        assert account.questions == question_step.after.win[seat] - question_step.before.win[seat]
    assert game_review.accounts[1].questions != 0
    rows = game_review.to_json()
    assert [row["kind"] for row in rows["events"]].count("questions") == 1
    assert rows["contestants"][1]["questions"] == game_review.accounts[1].questions
    assert rows["contestants"][1]["error"]["questions"] == 0
    assert "by the questions), " in account_words(game_review.accounts[1], game.setup)
    assert rows["notes"][0].startswith(
        "Before round 2 all odds are estimated, assuming average questions: nobody is quicker"
    )


def test_each_recorded_question_counts_and_the_last_begins_nothing_new():
    game = empty_game(questions=1).add(RoundBegins(1, (1, 0, 0))).add(Spin(SpinResult("money", 500)))
    at_once = plan_review(game.add(RoundBegins(2, (0, 3, 1))))
    one_by_one = plan_review(game.add(QuizQuestion((0, 3, 1))).add(RoundBegins(2, (0, 3, 1))))
    assert [change.kind for change in one_by_one.changes] == ["spin", "questions"]
    assert one_by_one.positions == at_once.positions


def test_a_gap_before_round_2_counts_as_a_gap():
    game = empty_game().add(UNKNOWN).add(*parse_game(STARTS[1]).events).add(Gap())
    plan = plan_review(game.add(RoundBegins(2, (0, 3, 1), (0, 500, 0), (4, 3, 3))))
    assert [change.kind for change in plan.changes] == ["without", "gap"]
    game_review = review_from(plan, ByTheOracle(plan.rules).values(plan))
    for account in game_review.accounts:
        seat = account.seat
        assert account.start.win[seat] + account.corrections == pytest.approx(account.end.win[seat], abs=1e-12)


def test_a_game_is_over_when_the_last_question_leaves_nobody_spins():
    for questions, over in ((1, True), (2, False)):
        game = empty_game(questions).add(RoundBegins(1, (1, 0, 0))).add(Spin(SpinResult("money", 500)))
        assert review_from(plan_review(game.add(QuizQuestion((0, 0, 0)))), {}).over == over


@pytest.mark.parametrize("at", STARTS)
def test_what_is_solved_agrees_with_the_oracle(at, monkeypatch):
    game = empty_game().add(UNKNOWN).add(*parse_game(at).events).add(Spin(SpinResult("money", 500)))
    plan = plan_review(
        game
    )  # with no score above the cap, which an estimate takes for one beyond which nothing changes
    monkeypatch.undo()
    for place in ("engine.answers.between_rounds", "engine.tables.score_value_build"):
        monkeypatch.setattr(f"{place}.check_rules", lambda _: None)
    fine = ScoreValueConfig((StartBatch(40, 500),), 0.0, highest=CAP)
    values_of_scores = build_values(NextRound(BOARD_2, 1), plan.rules, fine, memory=2**30)
    monkeypatch.setattr("engine.tables.score_value_store.values_for", lambda *_: values_of_scores)
    monkeypatch.setattr("engine.answers.between_rounds.find_values", lambda *_: values_of_scores)
    expected = ByTheOracle(plan.rules).values(plan)
    values_by_position = dict(solve_positions(plan, plan.positions, Limits(4.0)))
    assert any(isinstance(position, EarlyPosition) for position in values_by_position)
    for position, values in values_by_position.items():
        for one, other in ((values.press, expected[position].press), (values.passing, expected[position].passing)):
            assert (one is None) == (other is None)
            if one is not None:
                assert one.method == "estimated"
                for seat in SEATS:
                    assert abs(one.win[seat] - other.win[seat]) < 4 * one.error[seat] + 1e-3, position.notation
