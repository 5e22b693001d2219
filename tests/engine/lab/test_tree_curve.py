"""Curves and the whole ranking say what the single questions say."""

import pytest

from engine.lab import ask


@pytest.mark.parametrize(
    ("options", "over"),
    [
        ({"A": ".75", "against": "E"}, "E"),
        ({"ratio": "uniform", "against": "E", "form": "tsd"}, "E"),
        ({"E": ".5", "against": "A"}, "A"),
        ({"E": ".5", "A": ".75", "against": "value"}, "value"),
        ({"E": ".5", "top": ".5", "form": "drift", "against": "step"}, "step"),
        ({"E": ".5", "step": "1/6", "form": "drift", "against": "top"}, "top"),
    ],
)
def test_each_point_of_a_curve_is_a_chance_to_win(options: dict[str, str], over: str) -> None:
    found = ask("tree", "curve", {**options, "steps": "4"}).answer
    assert isinstance(found.answer, list)
    assert len(found.answer) == 5
    rest = {name: text for name, text in options.items() if name != "against"}
    at, chances = found.answer[3]
    for strategy, chance in zip(found.details["strategies"], chances, strict=True):
        alone = ask("tree", "win", {**rest, over: repr(at), "strategy": strategy}).answer
        assert alone.answer == chance


def test_the_whole_ranking_has_what_weighs_and_what_searches() -> None:
    def ranked(**options: str) -> dict[str, float]:
        found = ask("tree", "ranking", {"E": ".5", "all": "1", **options}).answer.answer
        assert isinstance(found, list)
        return dict(found)

    constant, uniform = ranked(A=".75"), ranked(ratio="uniform")
    assert max(constant, key=lambda name: constant[name]) == "unlimited"
    assert set(constant) - set(uniform) == {"hprime", "bprime"}
    assert ranked(A=".75", form="tsd")["unlimited"] == 1
