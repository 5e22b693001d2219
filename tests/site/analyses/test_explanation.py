"""Why: every line says what the numbers say, and is left out where it would not."""

from typing import Any

import pytest

from engine import Limits, Position, Rules, board_figures, pass_chains, preset_boards, solve
from engine.formatting import NBSP
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.answers.analyses.explanation import ReasonCase, build_lead, build_lines

from .test_answers import make_answer

BOARD = preset_boards()["pyl-1985-02-r2"]


def case(notation: str, preset: str = "seed", *, changed: dict[str, Any] | None = None, **options: Any) -> ReasonCase:
    """A position with its real answer; `changed` changes the result that is told of."""
    rules, position = Rules.preset(preset).with_options(options), Position.parse(notation)
    result = solve(position, BOARD, rules, Limits(seconds=20)).to_json() | (changed or {})
    played = rules.seated(position.mover_seat)
    chains = [chain for chain in pass_chains(position, played) if chain.passes]
    spin = board_figures(BOARD, played.for_seat(position.mover_seat)).after_moves
    return ReasonCase(Answer(result), position, spin, chains)


def said(one_case: ReasonCase) -> list[str]:
    return [str(line).replace(NBSP, " ") for line in build_lines(one_case)]


def test_a_line_for_the_risk_one_for_the_gain_one_for_what_a_pass_gives_away() -> None:
    one_case = case("8000e3,3000,0@1")
    assert one_case.spin is not None
    w, s = float(one_case.spin.whammy), float(one_case.spin.extra_spin)
    # Safe at the first spin without a spin won, at the second after one, and so on; three times in a row.
    safe = sum((1 - w - s) * s**times for times in range(200)) ** 3
    hit = next(outcome for outcome in one_case.answer.outcomes if outcome.kind == "whammy")
    press = one_case.answer.get_figure("press", 0, in_dollars=False).value
    after = (press - hit.chance * (press + hit.change)) / (1 - hit.chance)  # the two make up the worth of pressing
    assert said(one_case) == [
        f"{100 * (1 - safe):.1f}% risk of a Whammy in three spins and any they earn; one now takes $8,000.",
        f"{100 * after:.1f}% to win after a safe spin, on average.",
        "Passing hands Center 3 spins: more than $5,000 overtakes Left.",
    ]


@pytest.mark.parametrize(
    ("notation", "risk"),
    [
        ("8000e1,3000,0@1", "in one spin and any it earns; one now takes $8,000."),
        ("0e1,3000,0@1", "in one spin and any it earns; there is no money to lose yet."),
        ("8000e1w3,3000,0@1", "in one spin and any it earns: the fourth, and Left is out."),
    ],
)
def test_what_a_whammy_would_do(notation: str, risk: str) -> None:
    assert said(case(notation))[0].endswith(f"% risk of a Whammy {risk}")


def test_what_is_not_known_or_not_allowed_has_no_line() -> None:
    one = case("8000e1,3000,0@1")
    assert [line.split()[0] for line in said(ReasonCase(one.answer, one.position, None, one.chains))][1:] == ["Passing"]
    assert len(said(case("8000e1,3000,0@1", changed={"outcomes": []}))) == 2
    assert not any(line.startswith("Passing") for line in said(case("8000p1,3000,0@1")))


@pytest.mark.parametrize(
    ("method", "half", "press", "passing", "said"),
    [
        ("exact", 0.0, 0.767, 0.5346, "about 77 by pressing and 53 by passing: one more spin is worth the Whammies."),
        ("exact", 0.0, 0.4, 0.5346, "about 40 by pressing and 53 by passing: one more spin is not worth the Whammies."),
        (
            "estimated",
            0.02,
            0.9985,
            0.6,
            "more than 99 by pressing and 60 by passing: one more spin is worth the Whammies.",
        ),
        ("exact", 0.0, 0.812, 0.814, "about 81 by pressing and 81 by passing: either is fine."),
        ("estimated", 0.06, 0.9, 0.6, None),
        ("bounded", 0.01, 0.9, 0.6, None),
    ],
)
def test_a_sentence_for_everybody_comes_first(
    method: str, half: float, press: float, passing: float, said: str | None
) -> None:
    answer = make_answer(method, half, press, passing)
    better = {"best": "press" if press > passing else "pass", "margin": abs(press - passing), "too_close": False}
    lead = build_lead(Answer(answer.result | better))
    assert (str(lead) if lead else None) == (said and f"Out of 100 tries Left wins {said}")
