import random
from itertools import pairwise

import pytest

from engine import formatting
from engine.errors import quoted


def plain(text: str) -> str:
    return text.replace(formatting.NBSP, " ")


def exact(chance: float, error: float = 0.0) -> str:
    return formatting.format_percent(chance, max(0.0, chance - error), min(1.0, chance + error), "exact")


def estimated(chance: float, error: float) -> str:
    return formatting.format_percent(chance, max(0.0, chance - error), min(1.0, chance + error), "estimated")


# No certainty is claimed that an answer does not have; estimates show no digit finer than their error; what something
# costs at most, and the ends of bounds, are rounded away from it.
SAID = {
    exact: {
        (0.76713,): "76.7%",
        (0.5,): "50.0%",
        (0.12345,): "12.3%",
        (0.1235,): "12.4%",
        (0.0005,): "0.1%",
        (1.0,): "100%",
        (0.99951,): "> 99.9%",
        (1 - 1e-16,): "> 99.9%",
        (0.9994,): "99.9%",
        (0.0,): "0%",
        (0.00049,): "< 0.1%",
        (1e-300,): "< 0.1%",
        (1.0, 1e-5): "> 99.9%",
        (0.0, 1e-5): "< 0.1%",
        (0.76713, 1e-5): "76.7%",
    },
    estimated: {
        (0.7671, 0.0031): "76.7 ± 0.4%",
        (0.7671, 0.0001): "76.7 ± 0.1%",
        (0.7671, 0.021): "77 ± 3%",
        (0.7671, 0.0): "76.7 ± 0.1%",
        (0.01, 0.02): "< 3%",
        (0.99, 0.02): "> 97%",
        (0.001, 0.002): "< 0.3%",
    },
    formatting.format_percent: {
        (0.5, 0.4321, 0.5671, "bounded"): "43.2 – 56.8%",
        (0.5, 0.0, 1.0, "bounded"): "0.0 – 100.0%",
    },
    formatting.format_rough_percent: {
        (0.7671, 0): "76.7%",
        (0.7671, 0.002): "76.7%",
        (0.7671, 0.02): "77%",
        (0.001, 0.02): "< 1%",
        (1, 0.02): "> 99%",
        (1.0, 1e-5): "> 99.9%",
        (0.0, 1e-5): "< 0.1%",
    },
    formatting.format_error: {(1.15e-5,): "0.002%", (1e-5,): "0.001%", (0.004,): "0.4%", (0.02,): "2%"},
    formatting.format_points: {
        (0.223, 0): "+22.3",
        (-0.61, 0): "\u221261.0",
        (0.0001, 0): "< 0.1",
        (-0.0001, 0): "< 0.1",
        (0, 0): "0",
        (0.223, 0.01): "+22",
        (0.0, 1e-5): "< 0.1",
    },
    formatting.format_money_within: {
        (7483.2, 0.0): "$7,483",
        (7483.2, 0.4): "$7,483",
        (7483.2, 3.0): "$7,483 ± $3",
        (7483.2, 12.1): "$7,480 ± $20",
        (7483.2, 47.0): "$7,480 ± $50",
        (7483.2, 99.0): "$7,480 ± $100",
        (7483.2, 100.0): "$7,500 ± $100",
        (7483.2, 1430.0): "$7,000 ± $2,000",
        (3.0, 40.0): "$0 ± $40",
    },
    formatting.format_money_change: {
        (1249.6, 0.0): "+$1,250",
        (-300.0, 0.0): "−$300",
        (0.0, 0.0): "$0",
        (1249.6, 180.0): "+$1,200",
        (-1249.6, 40.0): "−$1,250",
        (30.0, 250.0): "< $100",
        (-30.0, 250.0): "< $100",
    },
    formatting.format_money: {(8000,): "$8,000", (-250,): "\u2212$250"},
    formatting.format_seconds: {(0.001,): "< 0.01 s", (0.0712,): "0.07 s", (3.21,): "3.2 s", (95.4,): "95 s"},
    formatting.format_points_at_most: {
        (0.0,): "0.1",
        (0.0003,): "0.1",
        (0.0041,): "0.5",
        (0.01,): "1.0",
        (0.0101,): "2",
        (0.123,): "13",
    },
    formatting.format_one_win_in: {
        (0.002,): "1 win in 500",
        (-0.0085,): "about 1 win in 120",
        (0.0099,): "about 1 win in 100",
        (0.0003,): "less than 1 win in 1,000",
        (0.008, 0.002): "about 1 win in 120",
        (0.008, 0.005): "0.8 ± 0.5 wins in 100",
        (0.0021, 0.0, (0.814, 0.812)): "1 win in 500",
    },
    formatting.format_money_at_most: {(0.0,): "$1", (7.2,): "$8", (123.4,): "$130", (5678.0,): "$5,700"},
}


@pytest.mark.parametrize("say", SAID, ids=lambda say: say.__name__)
def test_figures_in_words(say) -> None:
    assert {figures: plain(say(*figures)) for figures in SAID[say]} == SAID[say]


def test_a_rough_amount_is_the_one_that_is_said_with_its_error() -> None:
    for figures, text in SAID[formatting.format_money_within].items():
        assert text.startswith(formatting.format_rough_money(*figures))


CHANCES = [round(random.Random(9).random(), 6) for _ in range(400)]


def figure(text: str) -> float:
    """The middle of a figure as it is shown."""
    return float(plain(text).replace(formatting.MINUS, "-").replace(",", "").strip("+%$").split(" ")[0].strip("%"))


@pytest.mark.parametrize("error", [0.0, 0.0004, 0.004, 0.02])
def test_a_difference_is_that_of_the_figures_beside_it(error: float) -> None:
    """78.2% and 11.6% are 66.6 points apart, whatever they were before rounding."""
    method = "estimated" if error else "exact"
    for one, other in pairwise(CHANCES):
        ends = [(chance, chance - error, chance + error, method) for chance in (one, other)]
        texts = [formatting.format_percent(*bounds) for bounds in ends]
        if any(mark in text for text in texts for mark in "<>"):
            continue
        shown = [formatting.round_shown_chance(*bounds) for bounds in ends]
        assert [100 * bounds for bounds in shown] == pytest.approx([figure(text) for text in texts])
        difference = figure(texts[0]) - figure(texts[1])
        for text in (
            formatting.format_points(one - other, error, (shown[0], shown[1])),
            formatting.format_points(one - other, error, (shown[1], shown[0])),
            formatting.format_points_within(one - other, error, (shown[0], shown[1])),
        ):
            if "<" in text:
                assert difference == pytest.approx(0)
            else:
                assert figure(text) == pytest.approx(difference)


@pytest.mark.parametrize("error", [0.0, 7.0, 30.0, 400.0])
def test_a_difference_in_dollars_is_that_of_the_amounts_beside_it(error: float) -> None:
    for one, other in pairwise(CHANCES):
        amounts = [30_000 * one, 30_000 * other]
        texts = [formatting.format_money_within(amount, error) for amount in amounts]
        shown = formatting.round_shown_money(amounts[0], error), formatting.round_shown_money(amounts[1], error)
        difference = figure(texts[0]) - figure(texts[1])
        for text in (
            formatting.format_money_change(amounts[0] - amounts[1], error, shown),
            formatting.format_money_change_within(amounts[0] - amounts[1], error, shown),
        ):
            assert (0 if "<" in text else figure(text.replace("$", ""))) == difference


def test_what_is_too_small_to_be_seen_is_said_to_be_less() -> None:
    assert plain(formatting.format_points(0.0008, figures=(0.453, 0.453))) == "< 0.1"
    assert formatting.format_points(0.0, figures=(0.453, 0.453)) == "0"
    assert plain(formatting.format_points_within(0.0124, 0.012, (0.45, 0.44), must_differ=True)) == "+1.2 ± 1.2"


def test_a_figure_without_a_middle_is_not_rounded() -> None:
    assert formatting.round_shown_chance(0.00041, 0.00041, 0.00041, "exact") == 0.00041
    assert formatting.round_shown_chance(0.5123, 0.3, 0.7, "bounded") == 0.5123
    assert formatting.round_shown_ends(0.43218, 0.56712) == (0.432, 0.568)


def test_what_is_quoted_is_as_typed_but_what_nobody_sees_is_a_box() -> None:
    for name in ("👩\u200d🚀", "می\u200cخواهم", "क\u094d\u200dष"):  # with the joiners of names
        assert quoted(name) == f"“{name}”"
    assert quoted("a\x07b\u202e") == "“a�b�”"
