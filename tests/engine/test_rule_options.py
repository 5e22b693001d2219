"""Every rule option on positions whose answer is worked out by hand, asked in three ways.

The comment before a case works it out: "Contestant 2 at $1,500" are scores at that moment; where one seat is
out the game is between the other two, and what one of them does not win the other does.
"""

import json
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any

import pytest

from engine import OPTIONS, Board, Limits, Position, Rules, solve
from tests.engine.tiny import BIG, exact, tiny

COIN = tiny("500 W")
WHAMMY = tiny("W")
# Two spins in three bring $2,000: with so kind a board the one who spins last is better off.
KIND = tiny("2000 2000 W")
STAKE = tiny("1500 W")


@dataclass(frozen=True)
class Case:
    """A question with the payoffs of every action by seat, and what is best.

    ``wins`` are the chances to win behind payoffs in dollars; a pass to somebody is what the one up prefers.
    """

    options: dict[str, Any]
    position: str
    board: Board
    answers: dict[str, tuple]
    best: str
    wins: dict[str, tuple] = field(default_factory=dict)

    @property
    def rules(self) -> Rules:
        return Rules().with_options(self.options)

    @property
    def up(self) -> int:
        return Position.parse(self.position).mover_seat


def odds(text):
    """ "1/2 1/2 0" as exact fractions by seat."""
    return tuple(Fraction(word) for word in text.split())


def against_2(chance):
    """Contestant 1 has this chance, contestant 2 the rest, contestant 3 being out."""
    return Fraction(chance), 1 - Fraction(chance), 0


def press_or_pass(press, passing, best):
    """The answers by the chances of contestant 1, contestant 3 being out."""
    return {"press": against_2(press), "pass 2": against_2(passing)}, best


CASES: dict[str, list[Case]] = {}  # by option

# Press: $500 and the two are level at $1,000; a Whammy and contestant 2 has won. Pass: contestant 2
# goes to $1,500, or to $0 and contestant 1 has won with $500. Split, a level score is worth 1/2, so
# pressing is worth 1/4 and passing 1/2. Jointly it is worth 1, pressing 1/2: level, so press.
LEVEL = "500e1,1000,0@1"
ALL_THREE = ("press", "pass 2", "pass 3")
CASES["ties"] = [
    Case({"ties": "split"}, LEVEL, COIN, {"press": odds("1/4 3/4 0"), "pass 2": odds("1/2 1/2 0")}, best="pass"),
    Case({"ties": "joint"}, LEVEL, COIN, {"press": odds("1/2 1 0"), "pass 2": odds("1/2 1/2 0")}, best="press"),
    # Somebody spins a Whammy, whatever is done, and all three end with $0.
    Case({"ties": "split"}, "0e1,0,0@1", WHAMMY, dict.fromkeys(ALL_THREE, odds("1/3 1/3 1/3")), "press"),
    Case({"ties": "joint"}, "0e1,0,0@1", WHAMMY, dict.fromkeys(ALL_THREE, (1, 1, 1)), "press"),
]

# Every spin is a Whammy. Contestant 2 spins; 1 must spin too, 3 may. If 1 comes first he is at $0
# when 3 passes, and 3 wins with what he has. If 3 comes first, his own spin costs him his money; and
# passed to 1 it comes back after 1's first Whammy has made it an earned one. All end with $0.
LOWER_THIRD = "1000p1,0p1,750e1@2"
LOWER_FIRST = "750p1,0p1,1000e1@2"
BOTH_RECEIVED, ONE_TO_COME, FIRST_TURN = (f"500{spins},1000w3,700e1@3" for spins in ("p2", "e1p1", "e2"))
TWO_EVEN = odds("1/2 0 1/2")
ALL_EVEN, THIRD_WINS = {"press": odds("1/3 1/3 1/3")}, {"press": (0, 0, 1)}
CASES["turn_order"] = [
    Case({"turn_order": "score"}, LOWER_THIRD, WHAMMY, ALL_EVEN, "press"),
    Case({"turn_order": "seat"}, LOWER_THIRD, WHAMMY, THIRD_WINS, "press"),
    Case({"turn_order": "cyclic"}, LOWER_THIRD, WHAMMY, ALL_EVEN, "press"),
    Case({"turn_order": "score"}, LOWER_FIRST, WHAMMY, THIRD_WINS, "press"),
    Case({"turn_order": "seat"}, LOWER_FIRST, WHAMMY, THIRD_WINS, "press"),
    Case({"turn_order": "cyclic"}, LOWER_FIRST, WHAMMY, ALL_EVEN, "press"),
    Case({"turn_order": "receiver"}, LOWER_FIRST, WHAMMY, ALL_EVEN, "press"),  # 3 still has his first turn
    # Press: 3 is at $0, and 1 after a Whammy passes to 2, whose Whammy is the fourth. Pass: if 1 comes first, 2 goes out
    # with what 1 passes, and 3 wins. If 2 comes first, he is out when 1 passes, to 3, who loses it all.
    Case({"turn_order": "score"}, BOTH_RECEIVED, WHAMMY, {"press": TWO_EVEN, "pass 2": (0, 0, 1)}, "pass"),
    Case({"turn_order": "receiver"}, BOTH_RECEIVED, WHAMMY, {"press": TWO_EVEN, "pass 2": TWO_EVEN}, "press"),
    Case({"turn_order": "receiver"}, ONE_TO_COME, WHAMMY, {"press": TWO_EVEN, "pass 2": TWO_EVEN}, "press"),
    # With his own two spins alone 1 comes before 2; and after a press he passes both, still at $500.
    Case({"turn_order": "receiver"}, FIRST_TURN, WHAMMY, {"press": (1, 0, 0), "pass 2": (0, 0, 1)}, "pass"),
]

# The Whammy puts contestant 3 out, and then only two share the tie at $0. Who may choose passes to him.
THREE_WHAMMIES = "0e1,0,0w3@1"
THIRDS = dict.fromkeys(("press", "pass 2"), odds("1/3 1/3 1/3"))
CASES["level_opponents"] = [
    Case({"level_opponents": "chooser"}, THREE_WHAMMIES, WHAMMY, THIRDS | {"pass 3": odds("1/2 1/2 0")}, "pass"),
    Case({"level_opponents": "next_seat"}, THREE_WHAMMIES, WHAMMY, THIRDS, "press"),
]

# Two squares of five let the contestant choose between $1,000 and a Whammy. Chosen: $1,000 in 3 of 5.
# By fate: 1/5 + 2/5 * 1/2 = 2/5. Press: $1,000 is enough to win. Pass: contestant 2 with $1,000 wins.
CHOICE = tiny(">3,4", ">3,4", "1000", "W", "W")
# Every spin is a choice: $300 + one spin, or $400. From $0 against $500 the $400 lose; $300 and then
# $400 win. From $500 contestant 2 wins with either.
SPIN_OR_MONEY = tiny(">2,3", "0: 300+", "0: 400")
CASES["choices"] = [
    Case({"choices": "visible"}, "400e1,1300,0w4@1", CHOICE, *press_or_pass("3/5", "2/5", "press")),
    Case({"choices": "even"}, "400e1,1300,0w4@1", CHOICE, *press_or_pass("2/5", "3/5", "pass")),
    Case({"choices": "visible", "cap": 2000}, "0e1,500,0w4@1", SPIN_OR_MONEY, *press_or_pass("1", "0", "press")),
]

# Two passed spins, three Whammies, contestant 2 with $0; two slides of three offer $500 or a Whammy
# off. A Whammy first puts him out. After the $500 a second Whammy puts him out too, else he wins: 2/3.
# After a Whammy off it only ties at $0: 2/3 + 1/3 * 1/2 = 5/6. So 2/3 * 5/6, or 2/3 * 2/3.
OFF = tiny("500/W 500/W W")
CASES["lose_whammy"] = [
    Case({"lose_whammy": "choice"}, "500p2w3,0,0w4@1", OFF, {"press": against_2("5/9")}, "press"),
    Case({"lose_whammy": "money"}, "500p2w3,0,0w4@1", OFF, {"press": against_2("4/9")}, "press"),
    # Without a Whammy to lose it is plain money, whatever the rule: $500 beat $400 unless a Whammy comes.
    # Passed, it takes contestant 2 to $900 or to a tie at $0.
    Case({"lose_whammy": "choice"}, "0e1,400,0w4@1", OFF, *press_or_pass("2/3", "1/6", "press")),
]

# From third place $500 are not enough, so contestant 2 has won. After a pass he may lose it all, and
# contestant 3 wins. Contestant 1 gets nothing either way.
THIRD = "0e1,1000,500@1"
CASES["third_place_plays"] = [
    Case({"third_place_plays": "yes"}, THIRD, COIN, {"press": (0, 1, 0)}, "press"),
    Case({"third_place_plays": "no"}, THIRD, COIN, {"press": (0, 1, 0), "pass 2": odds("0 1/2 1/2")}, "press"),
]

# Contestant 1 leads by $1,000. Press: he wins unless a Whammy comes. Pass: contestant 2 wins unless one does.
CASES["max_lead"] = [
    Case({"max_lead": "none"}, "1500e1,500,0w4@1", KIND, *press_or_pass("2/3", "1/3", "press")),
    Case({"max_lead": 1000}, "1500e1,500,0w4@1", KIND, *press_or_pass("2/3", "1/3", "press")),
    Case({"max_lead": 999}, "1500e1,500,0w4@1", KIND, {"pass 2": against_2("1/3")}, "pass"),
]

# Who takes the prize adds it to his score; contestant 2 is ahead, so he wins after a pass.
PRIZE, PRIZE_IN_ROUND_1 = tiny("prize"), tiny("prize", round=1)
CASES["prizes"] = [
    # $2,500 in round 2, $500 in round 1.
    Case({"prizes": "auto"}, "0e1,2400,0w4@1", PRIZE, *press_or_pass("1", "0", "press")),
    Case({"prizes": "auto"}, "0e1,2400,0w4@1", PRIZE_IN_ROUND_1, *press_or_pass("0", "0", "press")),
    Case({"prizes": 2400}, "0e1,2400,0w4@1", PRIZE, *press_or_pass("1/2", "0", "press")),
    # 12 of the 50 prizes of round 2 are worth more than $3,000, none just that. Of the 41 of round 1 six
    # are worth more than $700, and one is worth $700: (6 + 1/2) / 41.
    Case({"prizes": "pool"}, "0e1,3000,0w4@1", PRIZE, *press_or_pass("12/50", "0", "press")),
    Case({"prizes": "pool"}, "0e1,700,0w4@1", PRIZE_IN_ROUND_1, *press_or_pass("13/82", "0", "press")),
]

CASES["cap"] = [
    # $900 and $500 stop at $1,000, where contestant 2 is, who cannot get further either.
    Case({"cap": "auto"}, "900e1,1000,0w4@1", tiny("500"), *press_or_pass("1", "0", "press")),
    Case({"cap": 1000}, "900e1,1000,0w4@1", tiny("500"), *press_or_pass("1/2", "0", "press")),
    # A score above the cap stays: $1,500 win against the $1,000 that contestant 2 is stopped at. Without
    # the cap he draws level after a pass.
    Case({"cap": "auto"}, "1500e1,1000,0w4@1", tiny("500"), *press_or_pass("1", "1/2", "press")),
    Case({"cap": 1000}, "1500e1,1000,0w4@1", tiny("500"), *press_or_pass("1", "1", "press")),
]

# Contestant 1 is at the cap. Press: he wins unless a Whammy comes. Pass: contestant 2 draws level unless one does.
CASES["cap_passes"] = [
    Case({"cap_passes": "no", "cap": 1500}, "1500e1,500,0w4@1", KIND, *press_or_pass("2/3", "2/3", "press")),
    Case({"cap_passes": "yes", "cap": 1500}, "1500e1,500,0w4@1", KIND, {"pass 2": against_2("2/3")}, "pass"),
    # Above the cap he passes too, and below it he chooses: then $2,500 of $3,000 count.
    Case({"cap_passes": "yes", "cap": 1400}, "1500e1,500,0w4@1", KIND, {"pass 2": against_2("1")}, "pass"),
    Case({"cap_passes": "yes", "cap": 2500}, "1500e1,500,0w4@1", KIND, *press_or_pass("2/3", "1/3", "press")),
    # A cap that is too high to matter is none.
    Case({"cap_passes": "yes"}, "1500e1,500,0w4@1", KIND, *press_or_pass("2/3", "1/3", "press")),
    # From third place he presses, though at the cap.
    Case({"cap_passes": "yes", "cap": 400, "third_place_plays": "yes"}, THIRD, COIN, {"press": (0, 1, 0)}, "press"),
]

# $1,200 in one spin of six, $100 in two, a Whammy in three; joint champions. Press: he wins for
# certain, for a Whammy ties at $0; he has $2,200, $1,100, $1,100 or three times $0, on average
# 4400/6. Pass: only the $1,200 beat his $1,000, so he wins 5 times of 6, on average 5000/6.
SAFE_OR_RICH = {"position": "1000e1,0,0w4@1", "board": tiny("1200 100 100 W W W")}
JOINT_WINS = {"press": odds("1 1/2 0"), "pass 2": odds("5/6 1/6 0")}


def joint_blend(win_dollars, best):
    """With the win worth V: 4400/6 + V against 5000/6 + 5/6 V. They are level at V = $600."""
    answers = {
        "press": (Fraction(4400, 6) + win_dollars, Fraction(win_dollars, 2), 0),
        "pass 2": (Fraction(5000, 6) + Fraction(5, 6) * win_dollars, 200 + Fraction(win_dollars, 6), 0),
    }
    options = {"ties": "joint", "goal": "blend", "win_worth": win_dollars}
    return Case(options, answers=answers, best=best, wins=JOINT_WINS, **SAFE_OR_RICH)


# And the other way round, ties being split: $600 in two spins of three, not enough for contestant 2 to
# beat $1,000. Pass: he wins for certain, $1,000. Press: $1,600 in two of three, or a shared $0: 5/6 of
# a win and 3200/3 dollars.
RICH_OR_SAFE = {"position": "1000e1,0,0w4@1", "board": tiny("600 600 W")}
SPLIT_WINS = {"press": odds("5/6 1/6 0"), "pass 2": (1, 0, 0)}


def split_blend(win_dollars, best):
    """With the win worth V: 3200/3 + 5/6 V against 1000 + V. They are level at V = $400."""
    answers = {
        "press": (Fraction(3200, 3) + Fraction(5, 6) * win_dollars, Fraction(win_dollars, 6), 0),
        "pass 2": (1000 + win_dollars, 0, 0),
    }
    return Case(
        {"goal": "blend", "win_worth": win_dollars}, answers=answers, best=best, wins=SPLIT_WINS, **RICH_OR_SAFE
    )


JOINT_MONEY = {"press": (Fraction(4400, 6), 0, 0), "pass 2": (Fraction(5000, 6), 200, 0)}
SPLIT_MONEY = {"press": (Fraction(3200, 3), 0, 0), "pass 2": (1000, 0, 0)}
CASES["goal"] = [
    Case({"goal": "win", "ties": "joint"}, answers=JOINT_WINS, best="press", **SAFE_OR_RICH),
    Case({"goal": "money", "ties": "joint"}, answers=JOINT_MONEY, best="pass", wins=JOINT_WINS, **SAFE_OR_RICH),
    joint_blend(5000, "press"),
    Case({"goal": "win"}, answers=SPLIT_WINS, best="pass", **RICH_OR_SAFE),
    Case({"goal": "money"}, answers=SPLIT_MONEY, best="press", wins=SPLIT_WINS, **RICH_OR_SAFE),
    split_blend(5000, "pass"),
]
CASES["win_worth"] = [
    joint_blend(0, "pass"),
    joint_blend(599, "pass"),
    joint_blend(600, "press"),
    split_blend(400, "press"),
    split_blend(401, "pass"),
    # It counts for nothing with another goal.
    Case({"goal": "win", "win_worth": 0}, answers=SPLIT_WINS, best="pass", **RICH_OR_SAFE),
]

# $2,000 or, one time of three, a Whammy. Each has one spin of his own; contestant 1 is up with $500,
# contestant 2 has $1,000. What matters is what contestant 2 does when he leads:
#
# - press, $500 + $2,000: contestant 2 is behind, presses, and wins 2 times of 3: 1/3 for contestant 1.
# - press, a Whammy: contestant 2 leads by $1,000. By pressing he wins 2 times of 3 and shares $0 else:
#   1/6 for contestant 1. By passing he makes contestant 1 spin, who wins with $2,000: 2/3.
# - pass, $1,000 + $2,000: contestant 2 leads by $2,500. By pressing he loses to $500 with a Whammy:
#   1/3 for contestant 1. By passing he has won, for $2,500 are not enough: 0.
# - pass, a Whammy: contestant 2 is behind with $0, presses, and wins 2 times of 3: 1/3.
#
# Press is 2/3 * 1/3 + 1/3 * (1/6 or 2/3): 5/18, or 8/18 if he passes with a lead of $1,000.
# Pass is 2/3 * (1/3 or 0) + 1/3 * 1/3: 3/9, or 1/9 if he passes with a lead of $2,500.
# At best he presses with the $1,000 and passes with the $2,500.
TAKEN = tiny(">2,3", "0: W", "0: 2000")
BOTH_SPIN = "500e1,1000e1,0w4@1"
AT_BEST = press_or_pass("5/18", "1/9", "press")
PASSES_ALWAYS = press_or_pass("8/18", "1/9", "press")
PRESSES_ALWAYS = press_or_pass("5/18", "3/9", "pass")
AT_BEST_OF_2 = {"press": odds("10/18 8/18 0"), "pass 1": odds("8/9 1/9 0")}
CASES["opponents"] = [
    Case({"opponents": "optimal"}, BOTH_SPIN, KIND, *AT_BEST),
    Case({"opponents": "cautious"}, BOTH_SPIN, KIND, *PASSES_ALWAYS),
    Case({"opponents": "aggressive"}, BOTH_SPIN, KIND, *PRESSES_ALWAYS),
    # A lead of exactly this amount is not more than it: he presses.
    Case({"opponents": 999}, BOTH_SPIN, KIND, *PASSES_ALWAYS),
    Case({"opponents": 1000}, BOTH_SPIN, KIND, *AT_BEST),
    Case({"opponents": 2499, "cap": 20_000}, BOTH_SPIN, KIND, *AT_BEST),
    Case({"opponents": 2500}, BOTH_SPIN, KIND, *PRESSES_ALWAYS),
    # By seat.
    Case({"opponents": "optimal/cautious/optimal"}, BOTH_SPIN, KIND, *PASSES_ALWAYS),
    Case({"opponents": "optimal/aggressive/cautious"}, BOTH_SPIN, KIND, *PRESSES_ALWAYS),
    Case({"opponents": "optimal/1000/0"}, BOTH_SPIN, KIND, *AT_BEST),
    # Somebody else's habits do not matter, nor those of one who is out.
    Case({"opponents": "optimal/optimal/aggressive"}, BOTH_SPIN, KIND, *AT_BEST),
    # One word is for all but the one asked, wherever he sits.
    Case({"opponents": "cautious"}, "1000e1,500e1,0w4@2", KIND, AT_BEST_OF_2, "press"),
    # The one asked, too, may be somebody who goes by his lead, of $500 here. Then there is nothing to
    # decide: who takes the spin wins 2 times of 3.
    Case({"opponents": "cautious/optimal/optimal"}, "1000e1,500,0w4@1", KIND, {"pass 2": against_2("1/3")}, "pass"),
    Case({"opponents": "500/optimal/optimal"}, "1000e1,500,0w4@1", KIND, {"press": against_2("2/3")}, "press"),
    # Three of them, all spins Whammies: contestant 3 comes last and leads by $750. Passing he has won, as
    # he would at best; pressing he ends with $0 like everybody else.
    Case({"opponents": "cautious", "turn_order": "seat"}, LOWER_THIRD, WHAMMY, THIRD_WINS, "press"),
    Case({"opponents": "aggressive", "turn_order": "seat"}, LOWER_THIRD, WHAMMY, ALL_EVEN, "press"),
    Case({"opponents": "optimal/optimal/749", "turn_order": "seat"}, LOWER_THIRD, WHAMMY, THIRD_WINS, "press"),
    Case({"opponents": "optimal/optimal/750", "turn_order": "seat"}, LOWER_THIRD, WHAMMY, ALL_EVEN, "press"),
    # On a square that offers a choice everybody takes what is best for himself: the $2,000, not the
    # Whammy, so the last one to spin wins. That is contestant 2, unless he passes.
    Case({"opponents": "aggressive"}, "0e1,500e1,0w4@1", TAKEN, *press_or_pass("0", "0", "press")),
]

# Alone with $X and a spin that pays $1,500 or is a Whammy: pressing pays (X + 1500)/2 on average, so
# it is worth it up to X = $1,500. The win is safe as long as no fourth Whammy can come.
HALF = Fraction(1, 2)


def alone(position, press, stop, best, win=1, **options):
    """Alone with the worth of pressing and of stopping (None: he may not), and the chance to have won by pressing."""
    values = {"press": (press, 0, 0)} | ({} if stop is None else {"stop": (stop, 0, 0)})
    wins = {name: (win if name == "press" else 1, 0, 0) for name in values}
    return Case({"house": "play", "goal": "money"} | options, position, STAKE, values, best, wins)


# Contestant 2 must spin, with three Whammies. If he is put out (1/2), contestant 1 with $1,000 has won,
# and alone may press his own spin for (1000 + 1500)/2 = $1,250. If contestant 2 goes to $1,500,
# contestant 1 presses: $2,500 half of the time, else contestant 2 has his $1,500. (By passing he would
# win his $1,000 half of the time.) So 1/2 * 1250 + 1/2 * (1000 or 1250) for him, 1/4 * 1500 for the other.
NEARLY_ALONE = {"position": "1000e1,0p1w3,0w4@2", "board": STAKE, "wins": {"press": odds("3/4 1/4 0")}}
CASES["house"] = [
    alone("1000e1,0w4,0w4@1", 1250, 1000, "press"),
    alone("1500e1,0w4,0w4@1", 1500, 1500, "press"),
    alone("1600e1,0w4,0w4@1", 1550, 1600, "pass"),
    # Two spins: $3,100, where he stops, or a Whammy and one more spin for $750: (3100 + 750)/2.
    alone("1600e2,0w4,0w4@1", 1925, 1600, "press"),
    # The fourth Whammy puts him out, too, and then nobody has won; for the money alone that is the same.
    alone("1000e1w3,0w4,0w4@1", 1250, 1000, "press", HALF),
    # For the win alone he stops where he can lose it, and presses where he cannot.
    alone("1000e1w3,0w4,0w4@1", HALF, 1, "pass", goal="win"),
    alone("1000e1,0w4,0w4@1", 1, 1, "press", goal="win"),
    # With both: (2500 + V)/2 against 1000 + V, level at V = $500.
    alone("1000e1w3,0w4,0w4@1", 1500, 1500, "press", HALF, goal="blend", win_worth=500),
    alone("1000e1w3,0w4,0w4@1", 1501, 1502, "pass", HALF, goal="blend", win_worth=502),
    # Habits are for leads over others: alone everybody does what is best.
    alone("1000e1,0w4,0w4@1", 1250, 1000, "press", opponents="cautious/cautious/cautious"),
    # Passed spins must be taken alone as well; an earned one behind them he may then give up: with
    # $2,500 he stops.
    alone("1000p1w3,0w4,0w4@1", HALF, None, "press", goal="win"),
    alone("1000e1p1w3,0w4,0w4@1", 1250, None, "press", HALF),
    Case({"house": "play", "goal": "money"}, answers={"press": (1250, 375, 0)}, best="press", **NEARLY_ALONE),
    Case({"house": "won", "goal": "money"}, answers={"press": (1125, 375, 0)}, best="press", **NEARLY_ALONE),
]

# $2,000 on one square, a Whammy on the other, which comes up three times as often. Press from $1,000
# against $1,500: contestant 1 wins with the $2,000. Pass: contestant 2 does. Even, that is 1/2.
SQUARES = tiny("2000", "3: W")
TWO_SQUARES = tiny(">2,3", "0: 2000 W*3", "0: 2000 W*3")
UNEQUAL = "1000e1,1500,0w4@1"
CASES["weights"] = [
    Case({"weights": "board"}, UNEQUAL, SQUARES, *press_or_pass("1/4", "3/4", "pass")),
    Case({"weights": "even"}, UNEQUAL, SQUARES, *press_or_pass("1/2", "1/2", "press")),
    # Only the one asked knows the board; or only the others do.
    Case({"weights": "mover"}, UNEQUAL, SQUARES, *press_or_pass("1/4", "1/2", "pass")),
    Case({"weights": "board/even/even"}, UNEQUAL, SQUARES, *press_or_pass("1/4", "1/2", "pass")),
    Case({"weights": "even/board/board"}, UNEQUAL, SQUARES, *press_or_pass("1/2", "3/4", "pass")),
    Case(
        {"weights": "mover"},
        "0w4,1500,1000e1@3",
        SQUARES,
        {"press": odds("0 3/4 1/4"), "pass 2": odds("0 1/2 1/2")},
        "pass",
    ),
    # Slides of one square: $2,000 three times as often as a Whammy, $500 never. Against $700 only the
    # $2,000 win; passed, a Whammy leaves both with $0. Even: $500 as often as the others.
    Case({"weights": "board"}, "0e1,700,0w4@1", tiny("2000*3 W 500*0"), *press_or_pass("3/4", "1/8", "press")),
    Case({"weights": "even"}, "0e1,700,0w4@1", tiny("2000*3 W 500*0"), *press_or_pass("1/3", "1/6", "press")),
    # Squares and slides: $2,000 on 3/4 * 1/3.
    Case({"weights": "board"}, "0e1,700,0w4@1", tiny("3: 2000 W*2", "W"), *press_or_pass("1/4", "3/8", "pass")),
    # A square that the light never stops on can still be moved to, and shows its slides by their
    # weights: 3/4. Even, the light stops there too, and either slide shows half of the time.
    Case({"weights": "board"}, "0e1,700,0w4@1", tiny(">2", "0: 2000*3 W"), *press_or_pass("3/4", "1/8", "press")),
    Case({"weights": "even"}, "0e1,700,0w4@1", tiny(">2", "0: 2000*3 W"), *press_or_pass("1/2", "1/4", "press")),
    # A choice of two such squares, each with the $2,000 one time of four: 1 - 9/16 show it, or by fate 1/4.
    Case({"weights": "board"}, "0e1,700,0w4@1", TWO_SQUARES, *press_or_pass("7/16", "9/32", "press")),
    Case({"weights": "board", "choices": "even"}, "0e1,700,0w4@1", TWO_SQUARES, *press_or_pass("1/4", "3/8", "pass")),
]

# $1,250 against $1,300: as it is it loses, to $500s it counts as $1,500 (half up), to $1,000s as $1,000.
CASES["unit"] = [
    Case({"unit": "auto"}, "0e1,1300,0w4@1", tiny("1250"), *press_or_pass("0", "0", "press")),
    Case({"unit": 500}, "0e1,1300,0w4@1", tiny("1250"), *press_or_pass("1", "0", "press")),
    Case({"unit": 1000}, "0e1,1300,0w4@1", tiny("1250"), *press_or_pass("0", "0", "press")),
]

# A Whammy, $500, $1,500, $2,500, alike. With three outcomes the lower two become their mean, $1,000,
# which beats $700 where $500 did not. With four the board stays as it is. Passed, only the Whammy helps.
SUMS = tiny("W 500 1500 2500")
CASES["reduce"] = [
    Case({"reduce": "none"}, "0e1,700,0w4@1", SUMS, *press_or_pass("1/2", "1/8", "press")),
    Case({"reduce": 3}, "0e1,700,0w4@1", SUMS, *press_or_pass("3/4", "1/8", "press")),
    Case({"reduce": 4}, "0e1,700,0w4@1", SUMS, *press_or_pass("1/2", "1/8", "press")),
]

# Contestant 1 must take two spins, then press or pass. On the whole board, $500, $1,500, $2,500 and a Whammy, he wins
# with two sums over $1,900, or in one spin after a first Whammy: (2/4 + 3/4 + 3/4 + 1/4) / 4. With three outcomes,
# $1,000 in two spins of four: 1/2 * 3/4 + 1/4 * 3/4 + 1/4 * 1/4. The first spin only, and then the whole board:
# 1/2 * 2/4 + 1/4 * 3/4 + 1/4 * 1/4.
CASES["reduce_from"] = [
    Case({"reduce_from": 2}, "0p2,1900,0w4@1", SUMS, {"press": against_2("9/16")}, "press"),
    Case({"reduce": 3, "reduce_from": 1}, "0p2,1900,0w4@1", SUMS, {"press": against_2("5/8")}, "press"),
    Case({"reduce": 3, "reduce_from": 2}, "0p2,1900,0w4@1", SUMS, {"press": against_2("1/2")}, "press"),
    Case({"reduce": 3, "reduce_from": 3}, "0p2,1900,0w4@1", SUMS, {"press": against_2("9/16")}, "press"),
    Case({"reduce": 3, "reduce_from": 2}, "0e1,700,0w4@1", SUMS, *press_or_pass("1/2", "1/8", "press")),
]


def cases(keep=lambda case: True):
    """Test parameters, named by their options and position."""
    return [
        pytest.param(case, id=f"{name}-{number}-" + ",".join(f"{k}={v}" for k, v in case.options.items()))
        for name, group in CASES.items()
        for number, case in enumerate(group, 1)
        if keep(case)
    ]


def test_every_option_has_cases_worked_out_by_hand():
    assert set(CASES) == set(OPTIONS)
    assert all(name in case.options for name, group in CASES.items() for case in group)


def ask_case(case, options):
    """What the oracle says of a case's position under these options."""
    rules = Rules().with_options(options)
    others = {f.name: getattr(rules, f.name) for f in fields(rules) if f.name not in ("cap", "unit")}
    return exact(case.position, case.board, cap=rules.cap or BIG, unit=rules.unit or 1, **others)


def actions_of(result):
    return {"press": result.press, "pass": result.passing}


def expected(case, answers):
    """Payoffs as an answer has them: of several passes the one that the passer prefers, a stop as a pass."""
    passes = [value for name, value in answers.items() if name != "press"]
    return {"press": answers.get("press"), "pass": max(passes, key=lambda v: v[case.up]) if passes else None}


def assert_solved(case, result):
    """The result says what was worked out by hand."""
    assert result.method == "exact"
    payoffs = expected(case, case.answers)
    wins = expected(case, case.wins) if case.rules.in_dollars else payoffs
    for name, action in actions_of(result).items():
        assert (action is None) == (payoffs[name] is None)
        if action is None:
            continue
        assert action.win == pytest.approx(floats(wins[name]), abs=1e-9)
        if case.rules.in_dollars:
            extra = case.rules.win_worth if case.rules.goal == "blend" else 0
            money = [v - extra * p for v, p in zip(payoffs[name], wins[name], strict=True)]
            assert action.utility == pytest.approx(floats(payoffs[name]), abs=1e-6)
            assert action.money == pytest.approx(floats(money), abs=1e-6)
    assert result.best == case.best
    if None in payoffs.values():
        assert result.margin is None
    else:
        by = abs(payoffs["press"][case.up] - payoffs["pass"][case.up])
        assert result.margin == pytest.approx(float(by), abs=1e-6 if case.rules.in_dollars else 1e-9)


def floats(vector):
    return tuple(float(x) for x in vector)


@pytest.mark.parametrize("case", cases())
def test_in_fractions(case):
    assert ask_case(case, case.options) == case.answers


@pytest.mark.parametrize("case", cases())
def test_as_it_is_solved(case):
    result = solve(Position.parse(case.position), case.board, case.rules, Limits(method="exact"))
    assert_solved(case, result)


@pytest.mark.parametrize("case", cases(lambda case: case.rules.goal == "win"))
def test_within_proven_bounds(case):
    result = solve(Position.parse(case.position), case.board, case.rules, Limits(method="bounded", seconds=2))
    payoffs = expected(case, case.answers)
    for name, action in actions_of(result).items():
        assert (action is None) == (payoffs[name] is None)
        if action is not None:
            for low, value, high in zip(action.low, payoffs[name], action.high, strict=True):
                assert low <= float(value) <= high
    assert result.best == case.best
    assert result.method == "exact"  # nothing so small stays open
    assert json.dumps(result.to_json())


def test_alone_he_has_won_or_plays_on():
    # By default there is nothing left to decide, with $0 too; the passed spin is not even taken.
    for position in ("0p1w3,0w4,0w4@1", "0e2,0w4,0w4@1"):
        assert exact(position, WHAMMY) == {}
        result = solve(Position.parse(position), WHAMMY)
        assert (result.press.win, result.passing, result.margin) == ((1, 0, 0), None, None)
    # Playing on, the Whammy puts him out, and all three have lost.
    assert exact("0p1w3,0w4,0w4@1", WHAMMY, house="play") == {"press": (0, 0, 0)}
    result = solve(Position.parse("0p1w3,0w4,0w4@1"), WHAMMY, Rules(house="play"))
    assert (result.press.win, result.passing) == ((0, 0, 0), None)


# Contestant 2 leads by $9,900 and has two spins. If he goes to $10,400 against $0 his lead is more than
# $10,000: he passes and has won. Against $500 he presses again, as he does with a lead of $9,900 or less:
#
# - press, $500 (1/2): $10,400 or a Whammy. At $10,400, a lead of $9,900, he presses and loses it half of
#   the time. After a Whammy he presses from behind, $0 against $500: level half of the time, else lost.
#   So contestant 1 has 1/2 * 1/2 + 1/2 * (1/2 * 1/2 + 1/2) = 5/8.
# - press, a Whammy (1/2): at $10,400 he passes: 0. After a Whammy all is level at $0, so he presses:
#   $500 win or $0 is shared: 1/4. So 1/8.
#
# 1/2 * 5/8 + 1/2 * 1/8 = 3/8. A cap of, say, $1,750 would do for two who have to meet there, but not here.
@pytest.mark.parametrize("method", ["exact", "bounded"])
def test_a_lead_is_not_cut_short_by_the_cap(method):
    rules = Rules(opponents="aggressive")
    result = solve(Position.parse("0e1,9900e2,0w4@1"), COIN, rules, Limits(method=method, seconds=2))
    assert result.press.win == pytest.approx((3 / 8, 5 / 8, 0), abs=1e-9)
    assert exact("0e1,9900e2,0w4@1", COIN, opponents="aggressive")["press"] == odds("3/8 5/8 0")


def test_a_unit_may_be_given_with_the_limits():
    case = CASES["unit"][1]
    result = solve(Position.parse(case.position), case.board, Rules(), Limits(method="exact", unit=500))
    assert (result.unit, result.rules["unit"]) == (500, 500)
    assert_solved(case, result)
