"""Why: every phrase says what the numbers say, and is left out where it would not."""

import re
from typing import Any

import pytest

from engine import Limits, Position, Rules, board_figures, pass_chains, preset_boards, solve
from engine.formatting import NBSP
from pressorpass_site.answers.analyses import explanation as module
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.answers.analyses.explanation import (
    Case,
    from_behind,
    harmless,
    in_between,
    lead,
    no_gain,
    passing,
    risk,
    verdict,
    whammy,
)

BOARD = preset_boards()["pyl-1985-02-r2"]


def case(notation: str, preset: str = "seed", *, changed: dict[str, Any] | None = None, **options: Any) -> Case:
    """A position with its real answer; `changed` changes the result that is told of."""
    rules, position = Rules.preset(preset).with_options(options), Position.parse(notation)
    result = solve(position, BOARD, rules, Limits(seconds=20)).to_json() | (changed or {})
    played = rules.seated(position.mover_seat)
    chains = [chain for chain in pass_chains(position, played) if chain.passes]
    spin = board_figures(BOARD, played.for_seat(position.mover_seat)).after_moves
    return Case(Answer(result), position, spin, chains)


def said(text: str) -> str:
    return text.replace(NBSP, " ")


@pytest.mark.parametrize(
    ("notation", "sentence"),
    [
        ("8000e1,3000,0@1", "Left leads Center by $5,000 and Right by $8,000."),
        ("3000,8000e1,3000@2", "Center leads Left and Right by $5,000."),
        ("8000e1,3000,w4@1", "Left leads Center by $5,000."),
        ("2000e1,3500,0@1", "Left is $1,500 behind Center and $2,000 ahead of Right."),
        ("0e1,3500,5000@1", "Left is $5,000 behind Right and $3,500 behind Center."),
        ("5000e1,5000,0@1", "Left is level with Center at $5,000 and $5,000 ahead of Right."),
        ("3000e1,3000,3000@1", "Left is level with Center and Right at $3,000."),
    ],
)
def test_leads(notation: str, sentence: str) -> None:
    assert lead(case(notation)) == sentence


class TestReasons:
    """The three bullets beside the bars."""

    def test_risk_gain_and_what_a_pass_gives_away(self) -> None:
        three = case("8000e3,3000,0@1")
        assert three.spin is not None
        risked, gain, away = module._risk(three), module._gain(three), module._away(three)
        assert risked is not None
        assert gain is not None
        assert away is not None
        assert said(risked.figure) == f"{100 * float(three.spin.whammy_before_the_end(3)):.1f}%"
        assert risked.words.startswith("risk of a Whammy (three spins plus any earned); ")
        hit = next(outcome for outcome in three.answer.outcomes if outcome.kind == "whammy")
        assert risked.words.endswith(f"a Whammy now costs $8,000 and leaves {hit.shown[0]}")
        press = three.answer.figure("press", 0, dollars=False).value
        after = press + hit.change
        safe = (press - hit.chance * after) / (1 - hit.chance)  # the two make up the worth of pressing
        assert said(gain.figure) == f"{100 * safe:.1f}%"
        assert said(gain.words) == "after a safe spin, on average"
        assert (away.figure, away.words) == (
            "3 spins",
            "go to Center, who must play them: more than $5,000 overtakes Left",
        )

    @pytest.mark.parametrize(
        ("notation", "words"),
        [
            ("3000e1,3000,0@1", "goes to Center, who must play it: any money takes the lead"),
            ("2000e1,3500,0@1", "goes to Center, who must play it: a lead of $1,500 is at risk"),
        ],
    )
    def test_what_the_receiver_needs(self, notation: str, words: str) -> None:
        away = module._away(case(notation))
        assert away is not None
        assert away.words == words

    def test_a_fourth_whammy_and_an_answer_without_outcomes(self) -> None:
        last = module._risk(case("8000e1w3,3000,0@1"))
        assert last is not None
        assert last.words.endswith("it would be the fourth, and Left would be out")
        rough = case("8000e1,3000,0@1", changed={"outcomes": []})
        assert module._gain(rough) is None
        bare = module._risk(rough)
        assert bare is not None
        assert "leaves" not in bare.words


def test_the_chance_of_a_whammy_counts_spins_won_on_the_way() -> None:
    one, three = case("8000e1,3000,0@1"), case("8000e3,3000,0@1")
    assert one.spin is not None
    w, s = float(one.spin.whammy), float(one.spin.extra_spin)
    # Safe at the first spin without a spin won, at the second after one, and so on.
    safe = sum((1 - w - s) * s**times for times in range(200))
    assert said(risk(one)) == f"One spin, plus any it earns, hits a Whammy {100 * (1 - safe):.1f}% of the time."
    assert said(risk(three)) == (
        f"Three spins, plus any they earn, hit at least one Whammy {100 * (1 - safe**3):.1f}% of the time."
    )


def test_no_word_of_a_whammy_where_its_chance_is_not_known() -> None:
    one = case("8000e1,3000,0@1")
    assert risk(Case(one.answer, one.position, None, one.chains)) == ""


def test_what_a_whammy_would_do_is_what_the_engine_says_of_that_outcome() -> None:
    two = case("8000e2,3000,0@1")
    after = solve(Position.parse("0e1w1,3000,0@1"), BOARD, Rules.preset("seed"), Limits(seconds=20))
    chance = max(after.press.win[0], after.passing.win[0])  # type: ignore[union-attr]
    assert said(whammy(two)) == (
        f"A Whammy now takes all $8,000, leaves one spin, and brings Left’s chance to win to {100 * chance:.1f}%."
    )
    assert whammy(case("0e1,3000,0@1")) == "A Whammy now takes the game: Center wins."
    assert whammy(case("8000e1,3000,3000@1")) == "A Whammy now takes all $8,000 and the game: Center and Right win."
    assert said(whammy(case("0e1,0,0@1"))).startswith(
        "A Whammy now leaves no spins and brings Left’s chance to win to "
    )
    assert "leaves one spin that may then be passed" in whammy(case("8000p2,3000,0@1"))
    assert whammy(case("8000e2w3,3000,0@1")) == "A Whammy now is the fourth: Left is out."
    assert whammy(case("8000e2,3000,0@1", changed={"outcomes": []})) == ""


def test_in_dollars_a_whammy_costs_dollars() -> None:
    found = said(whammy(case("8000e2,3000,0@1", goal="money")))
    assert re.search(r"brings what Left takes home on average to \$[\d,]+\.$", found)


@pytest.mark.parametrize(
    ("notation", "sentence"),
    [
        ("8000e3,3000,0@1", "three spins that must be played: it takes more than $5,000 to overtake Left."),
        ("2000e1,3500e2,0@1", "one spin that must be played: at risk is a lead of $1,500 over Left."),
        ("5000e1,5000,0@1", "one spin that must be played: any money puts Center ahead of Left."),
    ],
)
def test_passing(notation: str, sentence: str) -> None:
    assert passing(case(notation)) == f"Passing hands Center {sentence}"


def test_passing_to_one_of_two_who_are_level() -> None:
    assert passing(case("3000e1,1000,1000@1", "show", unit=250, cap=20000)) == (
        "Passing hands Center or Right one spin that must be played, as Left likes: "
        "it takes more than $2,000 to overtake Left."
    )


def test_nothing_of_passing_where_it_is_not_allowed() -> None:
    forced = case("8000p1,3000,0@1")
    assert passing(forced) == in_between(forced) == verdict(forced) == ""


def test_alone_against_the_house_the_money_is_kept() -> None:
    assert passing(case("8000e2,w4,w4@1", house="play", goal="money")) == "Stopping keeps the $8,000."


def test_who_plays_in_between() -> None:
    found = case("1000e2,5000,3000e1@1", turn_order="score")
    assert in_between(found) == "After a pass Right is up first, with one spin, and may pass in turn."
    assert in_between(case("8000e3,3000,0@1")) == ""


def test_the_verdict_says_no_more_than_the_margin() -> None:
    pressing = case("8000e3,3000,0@1")
    assert verdict(pressing) == f"Taken together, pressing is worth {pressing.answer.margin[1:]} points more."
    assert verdict(case("8000e1,3000,0@1")).startswith("Taken together, passing is worth ")
    doubtful = case("8000e3,3000,0@1", changed={"too_close": True})
    assert verdict(doubtful) == "We can’t tell them apart."
    level = case("8000e3,3000,0@1", changed={"margin": 0.0})
    assert verdict(level) == "Taken together, both come to the same."


def test_in_dollars_the_verdict_is_in_dollars() -> None:
    assert re.fullmatch(
        r"Taken together, (press|pass)ing is worth \$[\d,]+ more on average\.",
        verdict(case("8000e1,3000,0@1", goal="money")),
    )


class TestSurprises:
    def test_an_extra_spin_that_is_no_gain(self) -> None:
        found = case("8000e3,3000,0@1")
        changes = {outcome.label: outcome.change for outcome in found.answer.outcomes}
        worse = 100 * (changes["$1,500"] - changes["$1,500 + one spin"])
        assert no_gain(found) == (
            f"$1,500 is worth {worse:.1f} points more to Left than $1,500 + one spin: "
            "the extra spin must be played, at the risk of a Whammy, or passed to an opponent."
        )
        assert no_gain(case("0e3,3000,0@1")) == ""  # who has nothing is glad of it
        assert no_gain(case("8000e3,3000,0@1", changed={"outcomes": []})) == ""

    def test_no_surprise_that_may_be_an_error(self) -> None:
        found = case("8000e3,3000,0@1")
        press = found.answer.result["actions"]["press"]
        rough = {"press": press | {"low": [0.7, 0.2, 0.0], "high": [0.8, 0.3, 0.1]}}
        actions = found.answer.result["actions"] | rough
        assert no_gain(case("8000e3,3000,0@1", changed={"method": "estimated", "actions": actions})) == ""

    def test_a_whammy_that_does_not_hurt(self) -> None:
        assert harmless(case("8000e3,3000,0@1")) == ""
        assert harmless(case("500e1,0e1,8000@1")) == "A Whammy now does not hurt Left."  # then Center does the work
        found = case("0p2,3000,0@1")
        hit = next(row for row in found.answer.result["outcomes"] if row["kind"] == "whammy")
        better = [row | {"win": [0.9, 0.1, 0.0]} if row is hit else row for row in found.answer.result["outcomes"]]
        assert harmless(case("0p2,3000,0@1", changed={"outcomes": better})) == (
            "A Whammy now does not hurt Left: there is no money to lose, and the spins that are left may then be passed."
        )

    def test_passing_from_behind(self) -> None:
        behind = case("2000e1,3500e2,0@1", changed={"best": "pass"})
        assert from_behind(behind) == "Though behind, Left does better to pass: a Whammy would cost Center $3,500."
        assert from_behind(case("8000e1,3000,0@1")) == ""
        assert from_behind(case("2000e1,3500e2,0@1", changed={"best": "pass", "too_close": True})) == ""


def test_the_paragraph_is_made_of_these_in_order() -> None:
    assert [phrase.__name__ for phrase in module.PHRASES] == [
        *("lead", "risk", "whammy", "harmless", "no_gain", "passing", "in_between", "from_behind", "verdict"),
    ]
