"""Tree Solitaire's questions to the lab."""

from __future__ import annotations

from ...answer import Answer
from ...budget import Budget
from ...controls import Slider
from ...exhibits import Show
from ...found import Found
from ...options import GAMES, PLAYED, THE_METHOD, Option, choice, number, whole
from ...question import Fact, Game, Parameters, Question
from . import shown
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
    CHANCE,
    COUNT,
    DRIFT,
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
    RECORD,
    ROWS,
    SEED,
    SHARED,
    SHARES,
    STEP,
    STEPPER,
    STRATEGY,
    THE_FORK,
    THE_TREES,
    TOP,
    TWO_FORMS,
    VALUE,
    WHAT,
    WHO_PLAYS,
    A,
    who,
)
from .orders import ORDERS
from .reading import VERDICTS
from .rules import WEIGHING
from .upward import MOVERS, SEARCHES
from .words import TABLES as TITLES
from .words import VERDICTS as VERDICT_WORDS


class Win(Question):
    """The chance to win."""

    title = "How often does this strategy win?"
    line = "The chance to win, and every other strategy’s"
    options = (FORM, STRATEGY, *SHARED, METHOD, GAMES, SEED)
    unit = "chance"
    example = {"strategy": "inflstrat", "E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        return win(parameters, budget)

    def show(self, found: Found) -> Show:
        yield from shown.win(found)


class Ranking(Question):
    """The strategies that go from fork to fork, best first."""

    title = "Which strategy is best?"
    line = "All strategies in order"
    options = (FORM, *SHARED, ALSO, ALL)
    example = {"E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        return ranking(parameters, budget)

    def show(self, found: Found) -> Show:
        yield from shown.ranking(found)


class Gain(Question):
    """How much more often one strategy wins than another."""

    title = "Which of two strategies is better?"
    line = "How much more often one wins, on the same trees"
    options = (
        FORM,
        STRATEGY,
        STRATEGY.but(name="over", help="the other strategy, named likewise", label="Compared with", words={}),
        *SHARED,
        METHOD,
        GAMES,
        SEED,
    )
    example = {"strategy": "lstrat", "over": "hstrat", "E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        return gain(parameters, budget)

    def show(self, found: Found) -> Show:
        yield from shown.gain(found)


class Curve(Question):
    """The chances to win against E, A, the value, T or D."""

    title = "How do the chances change?"
    line = "All strategies as the trees change"
    topic = "The strategies"
    options = (FORM, AGAINST, ANY_END, ENDS, A, RATIO, SHARES, ANY_VALUE, TOP, STEP, POINTS)
    example = {"against": "E", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        return curve(parameters, budget)

    def show(self, found: Found) -> Show:
        yield from shown.curve(found)


class Moves(Question):
    """The chance to win, or to lose, on move 1, 2, …."""

    title = "On which move does it win?"
    line = "The chance to win, or to lose, on move 1, 2, 3 and so on"
    topic = "The strategies"
    options = (FORM, STEPPER, OUTCOME, *SHARED, COUNT, METHOD, GAMES, SEED)
    example = {"strategy": "lstrat", "E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        return moves(parameters, budget)

    def show(self, found: Found) -> Show:
        yield from shown.moves(found)


class Length(Question):
    """The expected number of moves in a game."""

    title = "How long is a game?"
    line = "The expected number of moves"
    topic = "The strategies"
    options = (FORM, STEPPER, *SHARED, METHOD, GAMES, SEED)
    unit = "moves"
    example = {"strategy": "lstrat", "E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        return length(parameters, budget)

    def show(self, found: Found) -> Show:
        yield from shown.beside_all(found)


class Looks(Question):
    """The expected number of looks in a game."""

    title = "How much does it look?"
    line = "The expected number of looks in a game"
    topic = "The strategies"
    options = (FORM, STEPPER, *SHARED, METHOD, GAMES, SEED)
    unit = "looks"
    example = {"strategy": "2lstrat", "E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        return looks(parameters, budget)

    def show(self, found: Found) -> Show:
        yield from shown.beside_all(found)


class Cutoff(Question):
    """The share of the high branch above which a weighing strategy never goes low."""

    title = "When can it go low?"
    line = "How nearly equal two branches must be for H′STRAT or B′STRAT"
    topic = "The strategies"
    options = (
        who("whose", *WEIGHING),
        END,
        MEAN,
        Option(
            "total",
            "H + L, the value of the fork, 0 to 1",
            number(0, 1),
            "1",
            label="H + L",
            hint="the value of the fork",
            slider=CHANCE,
            group=THE_FORK,
        ),
    )
    example = {"strategy": "bprime", "E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        return cutoff(parameters, budget)


class Decide(Question):
    """The choice of a weighing strategy if what it saw splits."""

    title = "High or low at this fork?"
    line = "What a careful strategy makes of two branches"
    topic = "One fork"
    options = (
        who("who decides", *WEIGHING),
        END,
        MEAN,
        HIGH,
        HIGH_RATIO,
        LOW,
        LOW_RATIO,
    )
    example = {"strategy": "hprime", "E": "0.5", "A": "0.75", "high": "0.6", "high-ratio": "0.5", "low": "0.4"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        return decide(parameters, budget)

    def show(self, found: Found) -> Show:
        yield from shown.decide(found)


class Depreciation(Question):
    """The depreciation factor K(X) of chapter 5."""

    title = "How much is a point really worth?"
    line = "How values shrink on the way down: chapter 5"
    topic = "One fork"
    options = (
        who("whose", "lstrat", "hstrat", "bstrat"),
        END,
        MEAN,
        VALUE,
    )
    example = {"strategy": "lstrat", "E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        return factor(parameters, budget)

    def show(self, found: Found) -> Show:
        yield from shown.depreciation(found)


class Search(Question):
    """The expected looks until an unlimited search sees a win."""

    title = "What to look at first?"
    line = "Searches for a win, and how many looks they take"
    topic = "One fork"
    options = (
        TWO_FORMS,
        choice(
            "order",
            "what is looked at next: the highest value, level by level, down high branches, or the lowest value",
            *ORDERS,
            default="best",
            label="Looks at",
            words={
                "best": "the highest value first",
                "breadth": "level by level",
                "depth": "down high branches first",
                "lowest": "the lowest value first",
            },
            wide=True,
            group=WHO_PLAYS,
        ),
        END,
        ENDS,
        MEAN,
        Option(
            "levels",
            "the tree's last level, of end points only",
            whole(1, LAST_LEVEL),
            "8",
            label="Levels",
            hint="the last has end points only",
            slider=Slider(1, 10),
            group=THE_TREES,
        ),
    )
    unit = "looks"
    example = {"E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        return search(parameters, budget)

    def show(self, found: Found) -> Show:
        yield from shown.search(found)


class Review(Question):
    """What the moves of a played game cost in all, in chance to win."""

    title = "What did the moves cost?"
    line = "A played game, fork by fork"
    topic = "Played games"
    options = (
        RECORD,
        TWO_FORMS.but(help="independent or dependent form"),
        END,
        A,
        RATIO,
        SEED.but(help="the seed of the tree"),
    )
    unit = "chance"
    example = {"record": "-:l", "E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        return review(parameters, budget)

    def show(self, found: Found) -> Show:
        yield from shown.review(found)


class Diagram(Question):
    """An evaluation diagram: where a strategy may be after each move, and how likely."""

    title = "Where may it be after each move?"
    line = "The memo’s evaluation diagrams"
    topic = "The memo"
    options = (
        FORM,
        STEPPER,
        END,
        A,
        TOP,
        STEP,
        Option(
            "rows",
            "how many moves",
            whole(1, ROWS),
            "3",
            label="Moves drawn",
            slider=Slider(1, 4),
            group=WHAT,
        ),
    )
    example = {"form": "tsd", "strategy": "hstrat", "E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        return diagram(parameters, budget)

    def show(self, found: Found) -> Show:
        yield from shown.diagram(found)


class Theorems(Question):
    """The closed forms of theorems 3.1 to 3.3 and 6.1 beside the recursion."""

    title = "What do the theorems say?"
    line = "The memo’s closed forms beside the recursion"
    topic = "The memo"
    options = (END, MEAN, TOP.but(help="theorem 6.1: T, the value of all points, 0 to 1", default="0.5"))
    example = {"E": "0.5", "A": "0.75"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        return theorem(parameters, budget)

    def show(self, found: Found) -> Show:
        yield from shown.theorems(found)


class Tables(Question):
    """A table of the memo beside the exact values."""

    title = "Are the memo’s tables right?"
    line = "The memo of 1968, figure by figure"
    topic = "The memo"
    options = (
        choice(
            "table",
            "its number in the memo; 4.4b is its second table 4.4; all: every table",
            *TABLES,
            EVERY,
            required=True,
            label="Table",
            words={number: f"{number}: {title}" for number, title in TITLES.items()},
            wide=True,
            group=WHAT,
        ),
        choice(
            "only",
            "only figures of which this is the verdict",
            EVERY,
            *VERDICTS,
            default=EVERY,
            label="Shown",
            words=VERDICT_WORDS,
            wide=True,
            group=WHAT,
        ),
        GAMES.but(default="2000000"),
        SEED,
    )
    example = {"table": "4.1"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        return tables(parameters, budget)

    def show(self, found: Found) -> Show:
        yield from shown.tables(found)


class Game1(Question):
    """Chapter 6, game 1: a split point's value is the chance of a win below it."""

    title = "Game 1: is there a win below?"
    line = "Values that say how likely a win is below"
    topic = "The memo"
    options = (
        who("who plays, or a search", *MOVERS, *SEARCHES),
        END,
        Option(
            "lowest",
            "end points' values are uniform from this number",
            number(0, 1),
            "0",
            label="Lowest value",
            hint="of an end point",
            slider=CHANCE,
            group=THE_TREES,
        ),
        Option(
            "highest",
            "to this one",
            number(0, 1),
            "1",
            label="Highest value",
            hint="of an end point",
            slider=CHANCE,
            group=THE_TREES,
        ),
        METHOD,
        GAMES.but(default="20000"),
        SEED,
    )
    unit = "chance"
    example = {"strategy": "lowest", "E": "0.7", "method": "simulate"}
    game = 1

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        return upward(self.game)(parameters, budget)


class Game2(Game1):
    """Chapter 6, game 2: a split point's value is the mean of its branches."""

    title = "Game 2: values that are means"
    line = "Values that do not shrink on the way down"
    example = {"strategy": "hstrat", "E": "0.7", "method": "simulate"}
    game = 2


GAME = Game(
    "tree",
    "Tree Solitaire",
    "random game trees, and the gain from looking ahead in them",
    "Find a win at the bottom of a random tree, looking ahead or not.",
    (
        Win(),
        Ranking(),
        Gain(),
        Curve(),
        Moves(),
        Length(),
        Looks(),
        Cutoff(),
        Decide(),
        Depreciation(),
        Search(),
        Review(),
        Game1(),
        Game2(),
        Diagram(),
        Theorems(),
        Tables(),
    ),
    Fact(
        "It is better to look at the branch you do not want to take.",
        "With one look before each move, looking at the low branch wins "
        "68.8%, looking at the high one 66.1% (half of all points are end points, and forks split ¾ to ¼).",
        "gain",
        {"strategy": "lstrat", "over": "hstrat", "E": "0.5", "A": "0.75"},
    ),
    (PLAYED, WHO_PLAYS, THE_FORK, WHAT, THE_TREES, DRIFT, THE_METHOD),
    "win",
    see_also=("From the memo", shown.FROM_THE_MEMO),
)
