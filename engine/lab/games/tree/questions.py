"""Tree Solitaire's questions to the lab."""

from __future__ import annotations

from dataclasses import replace

from ...options import GAMES, SEED, Option, choice, number, whole
from ...question import Game, Question
from .answers_choices import cutoff, decide, factor, review
from .answers_memo import EVERY, diagram, tables, theorem
from .answers_moves import length, looks, moves
from .answers_searches import search, upward
from .answers_wins import curve, gain, ranking, win
from .memo import TABLES
from .options import (
    AGAINST,
    ALL,
    ALSO,
    ANY_END,
    ANY_VALUE,
    COUNT,
    END,
    ENDS,
    FORM,
    HIGH,
    HIGH_RATIO,
    LAST_LEVEL,
    LOW,
    LOW_RATIO,
    MEAN,
    METHOD,
    OUTCOME,
    POINTS,
    RATIO,
    ROWS,
    SHARED,
    SHARES,
    STEP,
    STEPPER,
    STRATEGY,
    TOP,
    VALUE,
    A,
    strategy_named,
)
from .orders import ORDERS
from .reading import VERDICTS
from .rules import WEIGHING
from .upward import MOVERS, SEARCHES

GAME = Game(
    "tree",
    "Tree Solitaire",
    "random game trees, and the gain from looking ahead in them",
    (
        Question(
            "win",
            "the chance to win",
            (FORM, STRATEGY, *SHARED, METHOD, GAMES, SEED),
            win,
            "chance",
            example={"strategy": "inflstrat", "E": "0.5", "A": "0.75"},
        ),
        Question(
            "moves",
            "the chance to win, or to lose, on move 1, 2, …",
            (FORM, STEPPER, OUTCOME, *SHARED, COUNT, METHOD, GAMES, SEED),
            moves,
            example={"strategy": "lstrat", "E": "0.5", "A": "0.75"},
        ),
        Question(
            "length",
            "the expected number of moves in a game",
            (FORM, STEPPER, *SHARED, METHOD, GAMES, SEED),
            length,
            "moves",
            example={"strategy": "lstrat", "E": "0.5", "A": "0.75"},
        ),
        Question(
            "looks",
            "the expected number of looks in a game",
            (FORM, STEPPER, *SHARED, METHOD, GAMES, SEED),
            looks,
            "looks",
            example={"strategy": "2lstrat", "E": "0.5", "A": "0.75"},
        ),
        Question(
            "gain",
            "how much more often one strategy wins than another",
            (
                FORM,
                STRATEGY,
                Option("over", "the other strategy, named likewise", strategy_named(), required=True),
                *SHARED,
                METHOD,
                GAMES,
                SEED,
            ),
            gain,
            example={"strategy": "lstrat", "over": "hstrat", "E": "0.5", "A": "0.75"},
        ),
        Question(
            "ranking",
            "the strategies that go from fork to fork, best first",
            (FORM, *SHARED, ALSO, ALL),
            ranking,
            example={"E": "0.5", "A": "0.75"},
        ),
        Question(
            "review",
            "what the moves of a played game cost in all, in chance to win",
            (
                Option("record", "looks and way of each move, - for no look: h.hh:h,-:l", str, required=True),
                choice("form", "independent or dependent form", "tsi", "tsd", default="tsi"),
                END,
                A,
                RATIO,
                replace(SEED, help="the seed of the tree"),
            ),
            review,
            "chance",
            example={"record": "-:l", "E": "0.5", "A": "0.75"},
        ),
        Question(
            "curve",
            "the chances to win against E, A, the value, T or D",
            (FORM, AGAINST, ANY_END, ENDS, A, RATIO, SHARES, ANY_VALUE, TOP, STEP, POINTS),
            curve,
            example={"against": "E", "A": "0.75"},
        ),
        Question(
            "depreciation",
            "the depreciation factor K(X) of chapter 5",
            (choice("strategy", "whose", "lstrat", "hstrat", "bstrat", required=True), END, MEAN, VALUE),
            factor,
            example={"strategy": "lstrat", "E": "0.5", "A": "0.75"},
        ),
        Question(
            "decide",
            "the choice of a weighing strategy if what it saw splits",
            (
                choice("strategy", "who decides", *WEIGHING, required=True),
                END,
                MEAN,
                HIGH,
                HIGH_RATIO,
                LOW,
                LOW_RATIO,
            ),
            decide,
            example={"strategy": "hprime", "E": "0.5", "A": "0.75", "high": "0.6", "high-ratio": "0.5", "low": "0.4"},
        ),
        Question(
            "cutoff",
            "the share of the high branch above which a weighing strategy never goes low",
            (
                choice("strategy", "whose", *WEIGHING, required=True),
                END,
                MEAN,
                Option("total", "H + L, the value of the fork, 0 to 1", number(0, 1), "1"),
            ),
            cutoff,
            example={"strategy": "bprime", "E": "0.5", "A": "0.75"},
        ),
        Question(
            "search",
            "the expected looks until an unlimited search sees a win",
            (
                choice("form", "dependent or independent form", "tsi", "tsd", default="tsi"),
                choice(
                    "order",
                    "what is looked at next: the highest value, level by level, down high branches, or the lowest value",
                    *ORDERS,
                    default="best",
                ),
                END,
                ENDS,
                MEAN,
                Option("levels", "the tree's last level, of end points only", whole(1, LAST_LEVEL), "8"),
            ),
            search,
            "looks",
            example={"E": "0.5", "A": "0.75"},
        ),
        *(
            Question(
                f"game{game}",
                f"chapter 6, game {game}: a split point's value is {what}",
                (
                    choice("strategy", "who plays, or a search", *MOVERS, *SEARCHES, required=True),
                    END,
                    Option("lowest", "end points' values are uniform from this number", number(0, 1), "0"),
                    Option("highest", "to this one", number(0, 1), "1"),
                    METHOD,
                    replace(GAMES, default="20000"),
                    SEED,
                ),
                upward(game),
                "chance",
                example={"strategy": "lowest" if game == 1 else "hstrat", "E": "0.7", "method": "simulate"},
            )
            for game, what in ((1, "the chance of a win below it"), (2, "the mean of its branches"))
        ),
        Question(
            "diagram",
            "an evaluation diagram: where a strategy may be after each move, and how likely",
            (
                FORM,
                STEPPER,
                END,
                A,
                TOP,
                STEP,
                Option("rows", "how many moves", whole(1, ROWS), "3"),
            ),
            diagram,
            example={"form": "tsd", "strategy": "hstrat", "E": "0.5", "A": "0.75"},
        ),
        Question(
            "theorems",
            "the closed forms of theorems 3.1 to 3.3 and 6.1 beside the recursion",
            (END, MEAN, replace(TOP, help="theorem 6.1: T, the value of all points, 0 to 1", default="0.5")),
            theorem,
            example={"E": "0.5", "A": "0.75"},
        ),
        Question(
            "tables",
            "a table of the memo beside the exact values",
            (
                choice(
                    "table",
                    "its number in the memo; 4.4b is its second table 4.4; all: every table",
                    *TABLES,
                    EVERY,
                    required=True,
                ),
                choice("only", "only figures of which this is the verdict", EVERY, *VERDICTS, default=EVERY),
                replace(GAMES, default="2000000"),
                SEED,
            ),
            tables,
            example={"table": "4.1"},
        ),
    ),
)
