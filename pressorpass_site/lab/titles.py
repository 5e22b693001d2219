"""The questions of the lab in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.lab import Game, Question

YAHTZEE = {
    "keep": ("Which dice to keep?", "All ways to keep dice, and what each is worth"),
    "category": ("Which box to fill?", "What these dice are worth in each open box"),
    "value": ("What is this card worth?", "The points that the best player still expects"),
    "boxes": ("What is each box worth?", "How many points each open box adds"),
    "decide": ("What would this player do?", "A player’s choice with these dice, and what it costs"),
    "duel": ("Who wins with these two cards?", "A’s chance to win at the start of a turn; a tie counts half"),
    "game": ("Watch one game", "Every roll and every box of one game"),
    "policy": ("How good is this player?", "The points that this player expects, and what others lose"),
    "distribution": ("How are scores spread?", "How often games end with so many points"),
    "review": ("What did the choices cost?", "A played game, choice by choice"),
    "contest": ("Which player beats the others?", "Everyone against everyone"),
    "ranking": ("Which player scores most?", "Players for points side by side, exactly"),
    "simulate": ("What do many games average?", "The mean over simulated games"),
    "states": ("How many cards are there?", "Cards that one player can come to, or pairs of two players’ cards"),
    "table": ("Build the table of all cards", "The best average, solved from the last box to the first"),
}
TITLES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "pig": {
        "duel": ("Who wins?", "A’s chance to win against B, from any scores"),
        "contest": ("Which player beats the others?", "Everyone against everyone"),
        "policy": ("Roll or hold?", "The best choice now, and what the other one costs"),
        "hold": ("When is it time to hold?", "The smallest turn total at which the best player holds"),
        "surface": ("When to hold, at all scores", "The whole policy of the best player as a picture"),
        "solitaire": ("How many turns alone?", "The average number of turns to reach the goal"),
        "decide": ("Roll or hold alone?", "One player’s best choice, also with few turns left"),
        "limited": ("How far in a few turns?", "The chance to reach the goal in time, or the turns used"),
        "simulate": ("What do many games show?", "Simulated games beside the exact answer"),
        "review": ("What did the choices cost?", "A played game, choice by choice"),
        "iterate": ("How does the solver get there?", "Value iteration and policy iteration, sweep by sweep"),
    },
    "hog": {
        "duel": ("Who wins?", "A’s chance to win against B, from any scores"),
        "dice": ("How many dice?", "The best number of dice now, and what the others cost"),
        "points": (
            "How many points does a turn bring?",
            "Expected points for each number of dice, beside the chance to win",
        ),
        "outcomes": ("What can these dice lead to?", "Every result with its chance, and the chance to win from there"),
        "position": ("How does it end on average?", "Both players’ expected final scores, beside the chance to win"),
        "policy": ("How many dice, at all scores?", "The whole policy of the best player as a picture"),
        "contest": ("Which player beats the others?", "Everyone against everyone"),
        "turn": ("What does this roll score?", "Both scores after a turn, by all the special rules"),
        "review": ("What did the choices cost?", "A played game, choice by choice"),
        "simulate": ("What do many games show?", "Simulated games beside the exact answer"),
    },
    "tree": {
        "win": ("How often does this strategy win?", "The chance to win, and every other strategy’s"),
        "gain": ("Which of two strategies is better?", "How much more often one wins, on the same trees"),
        "ranking": ("Which strategy is best?", "All strategies in order"),
        "moves": ("On which move does it win?", "The chance to win, or to lose, on move 1, 2, 3 and so on"),
        "length": ("How long is a game?", "The expected number of moves"),
        "looks": ("How much does it look?", "The expected number of looks in a game"),
        "curve": ("How do the chances change?", "All strategies as the trees change"),
        "review": ("What did the moves cost?", "A played game, fork by fork"),
        "decide": ("High or low at this fork?", "What a careful strategy makes of two branches"),
        "depreciation": ("How much is a point really worth?", "How values shrink on the way down: chapter 5"),
        "cutoff": ("When can it go low?", "How nearly equal two branches must be for H′STRAT or B′STRAT"),
        "search": ("What to look at first?", "Searches for a win, and how many looks they take"),
        "game1": ("Game 1: is there a win below?", "Values that say how likely a win is below"),
        "game2": ("Game 2: values that are means", "Values that do not shrink on the way down"),
        "diagram": ("Where may it be after each move?", "The memo’s evaluation diagrams"),
        "theorems": ("What do the theorems say?", "The memo’s closed forms beside the recursion"),
        "tables": ("Are the memo’s tables right?", "The memo of 1968, figure by figure"),
    },
    "yahtzee": YAHTZEE,
    "sebastian": YAHTZEE,
    "betsy": {
        "play": ("What would the engine play?", "A good move within a time limit"),
        "solve": ("Can the capture be forced?", "All moves that force the capture of the kingfisher"),
        "best": ("What is the best move?", "All best moves, looking so many plies ahead"),
        "minimax": ("Who is ahead after best play?", "White’s birds less Black’s, so many plies on"),
        "moves": ("Which moves are there?", "Every move of the side to move"),
        "evaluate": ("What is this board worth?", "The evaluation h(b), bird by bird"),
        "review": ("What did the moves cost?", "A played game, move by move"),
        "match": ("Who is the better player?", "A match between two computer players"),
        "contest": ("Which player beats the others?", "Everyone against everyone"),
        "game": ("Watch one game", "A game between two computer players: A plays White"),
        "value": ("What if a player moves at random?", "White’s birds less Black’s, on average"),
        "perft": ("How many ways can it go on?", "Counts the positions after so many plies"),
    },
}


@dataclass(frozen=True)
class TitledQuestion:
    """A question for a list of links."""

    name: str
    title: str
    line: str


def titled(game: Game, question: Question) -> TitledQuestion:
    """Return a question with its title."""
    return TitledQuestion(question.name, *TITLES[game.name][question.name])


def questions(game: Game, *, without: Question | None = None) -> list[TitledQuestion]:
    """Return a game's questions in the order in which people ask them."""
    left_out = without.name if without else ""
    return [TitledQuestion(name, *words) for name, words in TITLES[game.name].items() if name != left_out]
