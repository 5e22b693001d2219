"""Duels between named players: by three routes, and against one another; impossible cards."""

import pytest

from engine.errors import InputError, Unaffordable
from engine.lab import Budget, ask
from engine.lab.games.yahtzee.duel import DuelSolver
from engine.lab.games.yahtzee.options import read_player
from tests.engine.lab.asking import answer
from tests.engine.lab.yahtzee_plain import SHEETS, card


def asked(**options):
    return answer("yahtzee", "duel", **SHEETS | options)


def test_the_solitaire_policy_on_the_sheets_of_the_notes():
    best = asked().answer
    alone = asked(a="solitaire").answer
    assert best == pytest.approx(0.068766, abs=5e-7)
    assert alone < best
    # The best response is at least as good as any player, and the optimal player is safe.
    assert asked(a="best-response", b="solitaire").answer >= asked(b="solitaire").answer >= best
    assert asked(a="best-response").answer == pytest.approx(best, abs=1e-12)
    assert asked(a="solitaire", b="best-response").answer <= alone


@pytest.mark.parametrize(("a", "b"), [("solitaire", "greedy"), ("autoplayer:2", "random"), ("numbers", "solitaire")])
def test_players_for_points_by_three_routes(a, b):
    """Independent totals, stages and leads, and games that are played."""
    exact = asked(a=a, b=b, method="exact")
    cards = card(SHEETS["open"], 55), card(SHEETS["opp-open"], 55)
    staged = DuelSolver("official", *cards, 125 - 173, Budget(), (read_player("a", a), read_player("b", b))).chance()
    assert exact.answer == pytest.approx(staged, abs=1e-13)
    simulated = asked(a=a, b=b, method="simulate", games="50000")
    assert simulated.certainty == "estimated"
    assert abs(simulated.answer - exact.answer) < 4 * simulated.error
    assert asked(a=a, b=b, method="simulate", games="50000") == simulated


def test_too_many_cards_are_refused_at_once_and_only_if_they_must_be_exact():
    for options in ({"a": "solitaire"}, {"a": "greedy", "b": "greedy", "method": "exact"}):
        for side in ("", "opp-"):
            whole = {f"{side}open": "all", f"{side}upper": "0", f"{side}score": "0"}
            with pytest.raises(Unaffordable, match="too many"):
                ask("yahtzee", "duel", SHEETS | options | whole, nodes=1)


SIX = {"opp-open": "sixes", "opp-yahtzee": "50", "opp-upper": "40"}


@pytest.mark.parametrize(
    ("options", "least", "most"),
    [
        (SIX | {"rules": "plain"}, 40, 40 + 235),
        (SIX, 40, 40 + 235 + 1100),  # eleven boxes besides Yahtzee may each have given a bonus
        (SIX | {"opp-yahtzee": "0"}, 40, 40 + 185),
        (SIX | {"opp-upper": "63", "rules": "plain"}, 63 + 35, 75 + 35 + 235),  # 63 or more
        (SIX | {"opp-upper": "70", "rules": "plain"}, 70 + 35, 70 + 35 + 235),
        ({"opp-open": "none", "opp-upper": "0"}, 0, 1575),  # the highest score of the game
        ({"opp-open": "none", "opp-upper": "0", "rules": "plain"}, 0, 375),
    ],
)
def test_scores_that_the_boxes_cannot_have_given_are_refused(options, least, most):
    small = options | {"open": "yahtzee", "upper": "63", "score": "130"}
    for score in (least, most):
        assert 0 <= asked(**small, **{"opp-score": str(score)}).answer <= 1
    for score in {least - 1, most + 1} - {-1}:
        with pytest.raises(InputError, match=f"from {least} to {most}, .* not {score}") as caught:
            asked(**small, **{"opp-score": str(score)})
        assert caught.value.field == "opp-score"
