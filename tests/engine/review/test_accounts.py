"""Start, luck and skill add up to the end, whatever happened."""

import random
from contextlib import suppress
from itertools import pairwise

import pytest

from engine.errors import EventError, RulesError
from engine.game.options import Rules
from engine.game.position import SEATS, Contestant
from engine.game.record.events import Correction, PassSpins, Situation, Spin, SpinResult
from engine.game.record.game import Game
from engine.game.record.headers import BoardName, Headers
from engine.game.record.reading import parse_game
from engine.game.rules import Pass, PlayRules
from engine.game.spin import landings_by_seat
from engine.review.plan import plan_review
from engine.review.position_values import PositionValues, choose_best_odds, make_exact_odds, position_values
from engine.review.review import review, review_from
from engine.solvers.limits import Limits
from engine.solvers.oracle import Oracle
from tests.tier import times

from ..game.record.walks import random_spin
from ..tiny import tiny

CAP = 2000
SMALL = tiny("500 1000 W", "500+ W >3,4", "1000/W", "prize=1500 500", id="small")


def by_the_oracle(plan):
    """Values of a plan's positions in fractions."""
    rules = plan.rules
    oracle = Oracle(landings_by_seat(plan.board, rules, rules.unit), PlayRules(rules, rules.unit, rules.cap))
    return {position: exact_values(oracle, position) for position in plan.positions}


def exact_values(oracle, position):
    press = passing = None
    for action, value in oracle.actions(position).items():
        odds = make_exact_odds(value)
        if isinstance(action, Pass):
            passing = odds if passing is None else choose_best_odds([passing, odds], position.mover_seat)
        else:
            press = odds
    return PositionValues(press, passing)


STARTS = (
    "= 500e2,500e1,0@1",
    "= 500e1p1,1000w3,500e1w3@1",
    "= 1000e1w3,500p1w3,1000@2",
    "= 0e1w3,0w4,500p2@3",
    "= 0e1,500e1,500e1w3@1",
    "= 1000p1,0w3,0e2w3@3",
)


def played_at_random(rng, game, start):
    """A game from a start on, up to its end."""
    for _ in range(12):
        if game.state.seat is None and game.events:
            break
        mover = game.state.podiums[game.state.seat or 0]
        event = random_spin(rng, SMALL, mover.whammies)
        if not game.events:
            event = start
        elif rng.random() < 0.3:
            event = PassSpins(rng.choice([None, *SEATS]))
        elif rng.random() < 0.03:
            event = Correction(rng.choice(SEATS), score=500)
        with suppress(EventError):
            game = game.add(event)
    return game


@pytest.mark.parametrize("preset", ["seed", "show"])
def test_accounts_add_up_in_random_games(preset):
    rng = random.Random(f"{preset} 1")
    headers = Headers(boards=(None, BoardName("small", None, SMALL)))
    empty = Game.begin(headers.with_rules(preset, [("cap", str(CAP)), ("unit", "500")]))
    starts = [parse_game(text).events[0] for text in STARTS]
    solved = {}
    decisions = choices = corrections = 0
    for _ in range(times(420)):
        plan = plan_review(played_at_random(rng, empty, rng.choice(starts)))
        for position in plan.positions:
            if position not in solved:
                solved[position] = position_values(position, plan.board, plan.rules, Limits(method="exact"))
        game_review = review_from(plan, {position: solved[position] for position in plan.positions})
        assert len(game_review.accounts) == 3
        for account in game_review.accounts:
            seat = account.seat
            start, end = account.start.win[seat], account.end.win[seat]
            assert start + account.luck + account.skill == pytest.approx(end, abs=1e-9)
            assert account.luck == account.chance + account.opponents + account.corrections
            assert account.skill <= 1e-9
            decisions += account.decisions
            corrections += account.corrections != 0
        for step, then in pairwise(game_review.judged):
            assert step.after == then.before
        choices += sum("square" in step.done for step in game_review.judged)
    assert min(decisions, choices, corrections) > 20


def test_a_small_game_by_hand():
    # One square with $500, $1,000 and a Whammy: each a third. Ann needs $500 with one spin, or Bob gets it.
    board = tiny("500 1000 W", id="one")
    headers = Headers(names=("Ann", "Bob", "Cy"), boards=(None, BoardName("one", None, board)))
    game = Game.begin(headers)
    for event in parse_game("= 750e1,1000,0@1").events:
        game = game.add(event)
    # Pressing, she wins with $500 or $1,000: 2/3. Passing, Bob must spin and wins unless he whammies: she has 1/3.
    pressed = review(game.add(parse_game("= 750e1,1000,0@1\n1000").events[1]))
    decision, chance = pressed.judged
    assert (decision.kind, decision.done, decision.best) == ("decision", "press", "press")
    assert decision.before.win == pytest.approx((2 / 3, 1 / 3, 0), abs=1e-12)
    assert (chance.kind, chance.after.win) == ("chance", (1, 0, 0))
    passed = review(game.add(PassSpins()))
    (decision,) = passed.judged
    assert (decision.done, decision.best) == ("pass 2", "press")
    assert decision.cost == pytest.approx(1 / 3, abs=1e-12)
    ann, bob, cy = passed.accounts
    assert ann.skill == pytest.approx(-1 / 3, abs=1e-12)
    assert (bob.opponents, bob.skill) == (pytest.approx(1 / 3, abs=1e-12), 0)
    assert (cy.luck, cy.skill) == (0, 0)


def test_a_review_agrees_with_the_oracle():
    headers = Headers(boards=(None, BoardName("small", None, SMALL))).with_rules(
        "show", [("cap", str(CAP)), ("unit", "500")]
    )
    game = Game.begin(headers).add(Situation((Contestant(500, 2), Contestant(1000), Contestant(0)), 0))
    game = game.add(Spin(SpinResult("money", 500))).add(PassSpins(1)).add(Spin(SpinResult("whammy")))
    plan = plan_review(game)
    by_oracle = review_from(plan, by_the_oracle(plan))
    game_review = review(game)
    assert [step.kind for step in game_review.judged] == ["decision", "chance", "decision", "chance"]
    for step, expected in zip(game_review.judged, by_oracle.judged, strict=True):
        assert step.after.win == pytest.approx(expected.after.win, abs=1e-9)
        assert step.cost == pytest.approx(expected.cost, abs=1e-9)
        assert step.best == expected.best
    assert game_review.accounts[0].end.win == (1, 0, 0)


def test_a_choice_on_a_square_is_a_decision_only_where_it_is_recorded():
    board = '[Rules "show"]\n'
    recorded = review(parse_game(f"{board}= 3000e1w2,2500,2000@1\n9(8:500+ 10:p)>10"))
    assert [step.kind for step in recorded.judged] == ["decision", "chance", "decision"]
    assert list(recorded.judged[2].choices) == ["$2,500 on square 10", "$500 + one spin on square 8"]
    unknown = review(parse_game(f"{board}= 3000e1w2,2500,2000@1\n9>10:p"))
    assert [step.kind for step in unknown.judged] == ["decision", "chance"]
    whammy_off_review = review(parse_game(f"{board}= 3000e1w3,2500,2000@1\n15:-w"))
    assert whammy_off_review.judged[2].done == "one Whammy off on square 15"
    assert unknown.accounts[0].end == recorded.accounts[0].end


def test_corrections_and_gaps_are_reported_apart():
    game_review = review(parse_game("= 3000p1,2500,2000@1\nfix 2 $1,000\n...\n= 3000p1,3500,0@1\n500"))
    assert [step.kind for step in game_review.judged] == ["correction", "correction", "chance"]
    assert game_review.accounts[1].corrections == pytest.approx(
        game_review.judged[1].after.win[1] - game_review.judged[0].before.win[1], abs=1e-12
    )


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ('[Show "GSN"]', "Round 1 has no odds. On GSN it was another game, which is not played here."),
        (
            '[Board1 "pyl-1983-r2-partial"]',
            "Round 1 has no odds. The board pyl-1983-r2-partial is not complete: some of its slides are not documented.",
        ),
        (
            '[Rules "show house=play"]',
            "Round 1 has no odds. In round 1 the last contestant in must win at once; under these rules that contestant plays on.",
        ),
    ],
)
def test_where_round_1_has_no_odds_the_review_begins_with_round_2_and_says_why(headers, reason):
    data = review(parse_game(f"{headers}\nround 1: 1 0 0\n500\nround 2: 1 0 0\n1000")).to_json()
    assert [row["text"] for row in data["without_odds"]] == ["Contestant 1 presses: $500."]
    assert data["notes"][0] == reason
    assert [row["event"] for row in data["events"]] == [4, 4]
    only_1 = review(parse_game(f"{headers}\nround 1: 1 0 0\n500")).to_json()
    assert (only_1["events"], only_1["contestants"]) == ([], [])


def test_styles_are_by_seat():
    game = parse_game('[Rules "show opponents=cautious"]\n= 3000e1,2500,2000@1\n500')
    with pytest.raises(RulesError, match="optimal/cautious/cautious"):
        plan_review(game)
    rules = Rules().with_options({"opponents": "cautious/optimal/optimal"})
    (step,) = review(game, rules=rules).judged  # she leads, so by her style she would have passed
    assert step.kind == "chance"
    assert step.remark.startswith("The rules leave this contestant no choice")


def test_a_review_from_the_first_spin():
    game_review = review(parse_game("round 1: 1 0 0\n500\nround 2: 1 0 3\n"), Limits(3.0))
    assert [step.kind for step in game_review.judged] == ["decision", "chance", "questions"]
    assert game_review.complete
    assert game_review.method == "estimated"
    for account in game_review.accounts:
        seat = account.seat
        assert account.start.win[seat] + account.luck + account.skill == pytest.approx(account.end.win[seat], abs=1e-9)
        assert account.questions_error > 0
