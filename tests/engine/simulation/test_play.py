"""Simulated games, and the samples."""

import pytest

from engine.cli import main
from engine.errors import RulesError
from engine.game.record.events import PassSpins, Spin
from engine.game.record.headers import BoardName, Headers
from engine.game.record.reading import parse_game, read_game
from engine.game.record.samples import sample_games
from engine.game.record.writing import write_game
from engine.review.plan import plan_review
from engine.review.review import review_from
from engine.simulation.play import play
from tests.engine.tiny import tiny

STYLES = "cautious/aggressive/2000"


def test_the_same_seed_gives_the_same_game():
    assert play(4, styles=STYLES) == play(4, styles=STYLES)
    assert play(4, styles=STYLES) != play(5, styles=STYLES)


@pytest.mark.parametrize(
    ("styles", "seed"),
    [
        ("optimal/cautious/aggressive", 7),
        ("aggressive/cautious/optimal", 4),  # who has more spins than an estimate from few cells knows
        pytest.param("optimal", 7, marks=pytest.mark.nightly),
    ],
)
def test_the_best_play_with_many_spins(styles, seed):
    boards = None, BoardName("tiny", None, tiny("1000 2000+ W"))
    game = play(seed, Headers(boards=boards), styles)
    assert game.over
    assert play(seed, Headers(boards=boards), styles) == game


@pytest.mark.parametrize("seed", range(1, 13))
def test_games_are_played_to_the_end_by_the_rules(seed):
    game = play(seed, styles=STYLES)
    assert game.over
    assert parse_game(write_game(game)) == game
    assert dict(game.headers.extra)["Simulated"]


def test_contestants_follow_their_styles():
    passes = 0
    for seed in range(30):
        for played in play(seed, styles="cautious").played:
            if not isinstance(played.event, Spin | PassSpins) or played.before.podiums[played.event.seat].passed:
                continue
            scores = [c.score for c in played.before.podiums]
            mine = scores.pop(played.event.seat)
            others = [
                c.score for seat, c in enumerate(played.before.podiums) if seat != played.event.seat and not c.out
            ]
            assert isinstance(played.event, PassSpins) == (mine > max(others))
            passes += isinstance(played.event, PassSpins)
    assert passes > 10


def test_a_style_that_does_not_exist():
    with pytest.raises(RulesError, match="A style is one of optimal, aggressive, cautious or the lead"):
        play(1, styles="wild")


def test_the_samples_are_games_in_the_canonical_form():
    samples = sample_games()
    assert next(iter(samples)) == "larson-1984"
    for text in samples.values():
        reading = read_game(text)
        assert reading.problems == ()
        assert write_game(reading.game) == text


def test_what_is_not_documented_has_no_odds():
    plan = plan_review(parse_game(sample_games()["larson-1984"]))
    data = review_from(plan, {}).to_json()
    assert (plan.positions, data["events"], data["contestants"]) == ((), [], [])
    assert len(data["without_odds"]) > 5
    assert "there are no odds" in data["notes"][0]


def test_the_command_prints_the_sample(capsys):
    assert main(["play", "--seed", "12", "--styles", STYLES]) == 0
    assert capsys.readouterr().out == sample_games()["simulated-12"]
    assert main(["play", "--board", "pyl-1983-r2-partial"]) == 2
